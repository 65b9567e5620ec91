//! The pages of a contest in a real browser, and its JSON by the published schema.

use std::fs;
use std::path::Path;

use gamesolve::judge::findings::WrittenFinding;
use gamesolve_contest::alike::{Alike, Pair, Same, Stretch};
use gamesolve_contest::lookalikes::{Difference, Lookalikes};
use gamesolve_contest::results::{
    Cell, Contest, Contestant, Counterexample, Judged, JudgedCase, JudgedGroup, Stray, Task,
};
use gamesolve_contest::{handout, json, page};
use serde_json::Value;

use super::browser::{LOOKS, browser};
use super::schema::fault;
use super::support::{has_time, needs, root};

/// A text that attacks pages.
const HOSTILE: &str =
    "</title></style><script>window.taken = 1</script><img src=x onerror=\"window.taken = 1\">\u{202e}\n'\"&";

/// Returns a judged program with some of everything.
fn judged(at: usize) -> Cell {
    let codes = ["AC", "AC", "WA", "TLE", "RE", "MLE", "PE", "OLE", "IE", "SKIP"];
    let cases = (0..20).map(|case| JudgedCase {
        name: format!("{case:02}"),
        verdict: codes[(case * at + case) % codes.len()].to_owned(),
        time_ms: (case != 9).then_some(1000),
        memory: (case != 9).then_some(250 << 20),
        reason: (case % 2 == 1).then(|| format!("expected `{HOSTILE}`, found `averylongwordwithoutanyblankinit`")),
    });
    let group = |name: &str, points| JudgedGroup {
        name: name.to_owned(),
        points,
        of: Some(50.0),
        missed: vec!["01".to_owned(), HOSTILE.to_owned()],
    };
    Cell::Judged(Box::new(Judged {
        file: format!("HS{at:02}/{HOSTILE}.cpp"),
        points: if at == 3 {
            Err(HOSTILE.to_owned())
        } else {
            Ok(50.0 * (at % 3) as f64)
        },
        verdict: codes[at % codes.len()].to_owned(),
        cases: cases.collect(),
        groups: vec![group("1", Ok(50.0)), group(HOSTILE, Err(HOSTILE.to_owned()))],
        compiler: (at % 4 == 1).then(|| format!("warning: {HOSTILE}\n").repeat(30)),
        mistake: Some(HOSTILE.to_owned()),
        counterexample: Some(Counterexample {
            input: "1 2 3\n".repeat(50),
            expected: HOSTILE.to_owned(),
            found: "word".repeat(100),
        }),
        notes: vec![HOSTILE.to_owned()],
        guess: at.is_multiple_of(5).then(|| format!("Its name contains `{HOSTILE}`.")),
        findings: vec![WrittenFinding {
            kind: "encoding".to_owned(),
            says: HOSTILE.to_owned(),
        }],
    }))
}

/// Returns the results of thirty contestants on five tasks with twenty testcases.
fn class() -> Contest {
    let tasks = ["stones", "cat-mouse-ii", "nim", "marbles", HOSTILE].map(|name| Task {
        name: name.to_owned(),
        title: format!("The game {name}"),
        points: 100.0,
        cases: (0..20).map(|case| format!("{case:02}")).collect(),
        time_limit_ms: 1000,
    });
    let contestant = |at: usize| Contestant {
        name: match at {
            0 => HOSTILE.to_owned(),
            1 => "x".repeat(300),
            2 => "אבג 3".to_owned(),
            _ => format!("Nguyễn Văn {at}"),
        },
        cells: (0..5)
            .map(|task| match at % 7 + task {
                4 => Cell::Empty,
                5 => Cell::Pending,
                _ => judged(at + task),
            })
            .collect(),
    };
    Contest {
        tasks: tasks.to_vec(),
        contestants: (0..30).map(contestant).collect(),
        strays: vec![Stray {
            path: HOSTILE.to_owned(),
            why: HOSTILE.to_owned(),
            contestant: Some(0),
            task: Some(4),
        }],
        lookalikes: vec![Lookalikes {
            contestants: vec![0, 1],
            difference: Difference::Blanks,
        }],
        is_interrupted: true,
        version: "0.1.0".to_owned(),
    }
}

fn alike() -> Alike {
    Alike {
        same: vec![Same {
            task: 0,
            contestants: (0..20).collect(),
            tokens: 99,
        }],
        pairs: vec![Pair {
            task: 4,
            sides: [vec![0], vec![1, 2]],
            percent: 75,
            stretch: Stretch {
                tokens: 60,
                lines: [(1, 9), (12, 20)],
            },
        }],
        unlisted: 1,
        short: vec![(1, 3), (2, 0)],
    }
}

/// Writes a page with its name.
fn stored(folder: &Path, name: &str, page: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    fs::write(&path, page).unwrap();
    path
}

#[test]
fn no_text_of_a_contestant_becomes_a_part_of_a_page() {
    let mut browser = browser!("the pages of a contest");
    let folder = tempfile::tempdir().unwrap();
    let contest = class();
    let whole = page::written(&contest, &alike());
    assert!(whole.len() < 5_000_000, "{} bytes", whole.len());
    let pages = [
        stored(folder.path(), "page.html", &whole),
        stored(folder.path(), "handout.html", &handout::written(&contest, 0).unwrap()),
    ];
    for path in pages {
        browser.open_still(&path);
        let parts =
            browser.value("document.querySelectorAll('script, img, iframe, object, [onerror], [onclick]').length");
        assert_eq!(parts, 0, "{path:?}");
        // A script that is inside all the same, say by a fault of ours, does not run.
        let run = "(() => { const script = document.createElement('script'); script.textContent = 'window.taken = 1'; \
            document.body.append(script); return typeof window.taken; })()";
        assert_eq!(browser.value(run), "undefined", "{path:?}");
    }
}

#[test]
fn pages_fit_a_phone_and_every_link_and_table_has_its_words() {
    let mut browser = browser!("the layout of the pages of a contest");
    let folder = tempfile::tempdir().unwrap();
    let contest = class();
    let pages = [
        stored(folder.path(), "page.html", &page::written(&contest, &alike())),
        stored(folder.path(), "handout.html", &handout::written(&contest, 5).unwrap()),
    ];
    for path in pages {
        for width in [375, 1280] {
            browser.look([width, 800], "dark");
            browser.open_still(&path);
            assert_eq!(browser.value("document.documentElement.scrollWidth"), width, "{path:?}");
        }
        browser.look([375, 800], "light");
        let narrowest = "Math.min(...[...document.querySelectorAll('.cases tbody th')].map(name => name.offsetWidth))";
        assert!(
            browser.value(narrowest).as_f64().unwrap() >= 90.0,
            "{path:?}: a name of a testcase is cut up"
        );
        assert_eq!(
            browser.value(
                "[...document.querySelectorAll('li, dd, .reason, .mistake')].filter(part => \
            part.innerText.includes('`')).length"
            ),
            0,
            "{path:?}"
        );
        let lost = "[...document.querySelectorAll('a')].map(a => a.getAttribute('href')) \
            .filter(href => !document.getElementById(href.slice(1)))";
        assert_eq!(browser.value(lost), Value::Array(Vec::new()), "{path:?}");
        let twice = "(() => { const ids = [...document.querySelectorAll('[id]')].map(part => part.id); \
            return ids.length - new Set(ids).size; })()";
        assert_eq!(browser.value(twice), 0, "{path:?}");
        let bare =
            "[...document.querySelectorAll('table')].filter(table => !table.querySelector('th[scope=col]')).length";
        assert_eq!(browser.value(bare), 0, "{path:?}");
        assert_eq!(browser.value("document.documentElement.lang"), "en");
        // A heading is at most one level below the one before.
        let leaps = "(() => { const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5')].map(h => +h.tagName[1]); \
            return levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1).length; })()";
        assert_eq!(browser.value(leaps), 0, "{path:?}");
    }
}

#[test]
fn pages_have_no_fault_of_accessibility() {
    needs!(has_time());
    let mut browser = browser!("the accessibility of the pages of a contest");
    let folder = tempfile::tempdir().unwrap();
    // A few contestants have every part, and axe-core is slow on large pages.
    let mut contest = class();
    contest.contestants.truncate(4);
    let mut alike = alike();
    alike.same[0].contestants.truncate(4);
    let pages = [
        stored(folder.path(), "page.html", &page::written(&contest, &alike)),
        stored(folder.path(), "handout.html", &handout::written(&contest, 0).unwrap()),
    ];
    for path in pages {
        browser.open_still(&path);
        assert_eq!(
            browser.find_faults(&path.display().to_string(), &LOOKS),
            Vec::<String>::new()
        );
    }
}

#[test]
fn the_results_in_json_have_one_shape_by_their_schema() {
    let schema: Value = serde_json::from_str(&fs::read_to_string(root("docs/contest.schema.json")).unwrap()).unwrap();
    let results: Value = serde_json::from_str(&json::written(&class())).unwrap();
    assert_eq!(fault(&schema, &schema, &results, "the results"), None);
    // The schema knows every field.
    let mut strict = schema.clone();
    for part in strict["$defs"].as_object_mut().unwrap().values_mut() {
        if part.get("properties").is_some() {
            // No value has this type, so every unknown field is a fault.
            part["additionalProperties"] = serde_json::json!({ "enum": [] });
        }
    }
    assert_eq!(fault(&strict, &strict, &results, "the results"), None);
    // The schema rejects something.
    for place in [
        "/contestants/0/cells/0/verdict",
        "/contestants/0/rank",
        "/tasks/0/points",
        "/version",
    ] {
        let mut wrong = results.clone();
        *wrong.pointer_mut(place).unwrap() = "OK".into();
        assert!(fault(&schema, &schema, &wrong, "the results").is_some(), "{place}");
    }
}
