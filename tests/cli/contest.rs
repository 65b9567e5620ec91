//! `gamesolve contest`: the submissions of a class on several tasks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;

use crate::browser::browser;
use crate::golden::Golden;
use crate::package::zip;
use crate::support::{folder, gamesolve, gamesolve_in, has, has_time, needs, wait_for};

/// A task whose answer is the double of a number.
const DOUBLE: [(&str, &str); 4] = [("1.in", "1\n"), ("1.out", "2\n"), ("2.in", "20\n"), ("2.out", "40\n")];
const RIGHT: &str = "print(2 * int(input()))\n";
/// It passes the first testcase.
const WRONG: &str = "print(2 * int(input()) % 38)\n";
const HALF: &str =
    "def moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\nLIMITS = {'n': (1, 50)}\nINPUT = 'n'\n";

fn python() -> bool {
    has("python3", "submissions in Python")
}

/// Makes a folder with the task `double` and these submissions below `class`.
fn class(files: &[(&str, &str)]) -> TempDir {
    let place = folder(&[]);
    for (name, text) in DOUBLE {
        put(place.path(), &format!("tasks/double/{name}"), text);
    }
    for (name, text) in files {
        put(place.path(), &format!("class/{name}"), text);
    }
    place
}

fn put(place: &Path, name: &str, text: &str) {
    let path = place.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The end of a command.
struct Ended {
    code: i32,
    out: String,
    err: String,
}

fn run(place: &TempDir, words: &[&str]) -> Ended {
    let output = gamesolve().current_dir(place.path()).args(words).output().unwrap();
    Ended {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn contest(place: &TempDir, tasks: &str, more: &[&str]) -> Ended {
    run(place, &[&["contest", tasks, "class", "-o", "out"], more].concat())
}

/// Checks that nothing is judged again.
fn are_known(place: &TempDir, tasks: &str, more: &[&str]) {
    let ended = contest(place, tasks, more);
    assert!(ended.err.contains("All results are known."), "{}", ended.err);
}

fn whole_results(place: &TempDir) -> Value {
    serde_json::from_slice(&fs::read(place.path().join("out/results.json")).unwrap()).unwrap()
}

/// Returns the results in the folder `out`, without times, memory and notes.
fn results(place: &TempDir) -> Value {
    let mut results = whole_results(place);
    for contestant in results["contestants"].as_array_mut().unwrap() {
        for cell in contestant["cells"].as_array_mut().unwrap() {
            cell["notes"].take();
            for case in cell["cases"].as_array_mut().into_iter().flatten() {
                case["time_ms"].take();
                case["memory_bytes"].take();
                case["reason"].take();
            }
        }
    }
    results
}

/// Returns the verdicts of a cell by testcase, and its points.
fn cell<'a>(results: &'a Value, contestant: &str, task: &str) -> &'a Value {
    let contestants = results["contestants"].as_array().unwrap();
    let row = contestants.iter().find(|row| row["name"] == contestant).unwrap();
    let mut cells = row["cells"].as_array().unwrap().iter();
    cells.find(|cell| cell["task"] == task).unwrap()
}

fn verdicts(cases: &Value) -> BTreeMap<&str, &str> {
    let cases = cases.as_array().unwrap().iter();
    cases
        .map(|case| (case["name"].as_str().unwrap(), case["verdict"].as_str().unwrap()))
        .collect()
}

#[test]
fn testcases_left_out_and_a_prompt_stand_in_their_cells() {
    needs!(python());
    let place = class(&[
        ("HS01/double.py", "print('x')\n"),
        ("HS02/double.py", "print(2 * int(input('n = ')))\n"),
    ]);
    put(
        place.path(),
        "tasks/double/init.yml",
        "test_cases:\n- {points: 5, batched: [{in: 1.in, out: 1.out}, {in: 2.in, out: 2.out}]}\n",
    );
    for (more, left_out) in [(&[][..], true), (&["--all"], false)] {
        assert_eq!(contest(&place, "tasks/double", more).code, 0);
        let results = whole_results(&place);
        let cell = |name: &str| {
            let all = results["contestants"].as_array().unwrap();
            all.iter().find(|one| one["name"] == name).unwrap()["cells"][0].clone()
        };
        let wrong = cell("HS01");
        assert_eq!((&wrong["verdict"], &wrong["points"]), (&"WA".into(), &0.0.into()));
        assert_eq!(wrong["cases"][1]["verdict"], if left_out { "LEFT" } else { "WA" });
        let note = "1 testcase left out: its group has failed (--all runs it)";
        assert_eq!(
            wrong["notes"].as_array().unwrap().contains(&note.into()),
            left_out,
            "{wrong}"
        );
        let prompt = cell("HS02");
        assert_eq!(prompt["mistake"], "your program also prints `n = `; leave this out");
    }
}

#[test]
fn a_class_gets_a_table_with_ties_and_strays() {
    needs!(python());
    let place = class(&[
        ("HS01/DOUBLE.PY", RIGHT),
        ("HS2/double/main.py", RIGHT),
        ("HS10/double.py", WRONG),
        ("Vũ Đức Huy/double.py", "print(2 *\n"),
        (
            "[HS7][double].py",
            "n = int(open('Double.Inp').read())\nopen('DOUBLE.OUT', 'w').write(str(2 * n))\n",
        ),
        // It forgot to remove its output file.
        (
            "HS8/double.py",
            "f = open('DOUBLE.OUT', 'w')\nprint(2 * int(input()))\n",
        ),
        ("HS9/double.py", "n = int(input())\nassert n < 5\nprint(2 * n)\n"),
        ("HS10/double.docx", "x"),
        ("HS11/note.txt", "x"),
    ]);
    let ended = contest(&place, "tasks/double", &["--points", "double=20"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let expected = "\
contestant     total  double
1=  HS01       20     20
1=  HS2        20     20
1=  HS7        20     20
1=  HS8        20     20
5=  HS9        10     10 RE
5=  HS10       10     10 WA
7=  HS11       0      -
7=  Vũ Đức Huy  0      0 CE

Not judged:
  HS10/double.docx: It is in no known language: a source ends in .cpp, .c, .pas, .rs, .java, .py.
  HS11/note.txt: It is no source file.

All results: `out/results.html`
";
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&ended.out), squeezed(expected), "{}", ended.out);
    assert!(ended.out.lines().take(9).all(|line| line.chars().count() <= 80));
    // Equal sources are judged once.
    assert_eq!(ended.err, "8 contestants, 1 task. Judging 6 different sources.\n");
    let results = results(&place);
    assert_eq!(cell(&results, "HS01", "double")["file"], "HS01/DOUBLE.PY");
    assert_eq!(cell(&results, "HS2", "double")["file"], "HS2/double/main.py");
    assert_eq!(cell(&results, "HS11", "double")["state"], "empty");
    // A temporary folder is nothing for a student.
    let whole = whole_results(&place);
    let crash = cell(&whole, "HS9", "double").to_string();
    // The words of a compiler name no other contestant.
    let compiler = cell(&results, "Vũ Đức Huy", "double")["compiler"].to_string();
    for (text, part, is_there) in [
        (&crash, "/tmp", false),
        (&compiler, "double.py", true),
        (&compiler, "tmp", false),
        (&compiler, "HS", false),
    ] {
        assert_eq!(text.contains(part), is_there, "{part}: {text}");
    }
}

#[test]
fn likely_names_are_judged_on_request_and_marked_everywhere() {
    needs!(python());
    let place = class(&[
        ("HS1/duoble.py", RIGHT),
        ("HS2/double (1).py", WRONG),
        ("HS3/double.py", RIGHT),
        ("HS3/double_old.py", WRONG),
        ("HS4/double.py.txt", RIGHT),
        ("HS5/notes.py", &format!("# double\n{RIGHT}")),
        ("HS6/notes.py", RIGHT),
    ]);
    let before = contest(&place, "tasks/double", &[]);
    let note =
        "note: 5 sources that gamesolve does not judge have a likely meaning, which `--accept-guesses` accepts\n";
    assert!(before.err.starts_with(note), "{}", before.err);
    let ended = contest(&place, "tasks/double", &["--accept-guesses"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let table = "\
contestant  total  double
1=  HS1     100    100 guess
1=  HS3     100    100
1=  HS4     100    100 guess
1=  HS5     100    100 guess
5   HS2     50     50 WA guess
6   HS6     0      -

Judged by a guess:
  HS1/duoble.py: judged for `double`. Its name is close to `double`.
  HS2/double (1).py: judged for `double`. Its name contains `double`.
  HS4/double.py.txt: judged for `double`. It has two endings.
  HS5/notes.py: judged for `double`. Its first line names `double`.

Not judged:
  HS3/double_old.py: gamesolve judges `HS3/double.py` for this task, whose name fits better.
  HS6/notes.py: No task has its name: the tasks are `double`.
";
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed(&ended.out).starts_with(&squeezed(table)), "{}", ended.out);
    let results = results(&place);
    assert_eq!(
        cell(&results, "HS1", "double")["guess"],
        "Its name is close to `double`."
    );
    assert_eq!(cell(&results, "HS3", "double")["guess"], Value::Null);
    let text = |name: &str| fs::read_to_string(place.path().join("out").join(name)).unwrap();
    for (name, part, count) in [
        ("results.csv", "\"double verdict\",\"double guess\"", 1),
        ("results.csv", "\"HS4\",100,100,\"AC\",\"It has two endings.\"", 1),
        ("results.html", ">guess</span>", 4),
        ("handouts/HS2.html", "Its name contains <code>double</code>.", 1),
        ("handouts/HS3.html", "Guess", 0),
    ] {
        let text = text(name);
        assert_eq!(text.matches(part).count(), count, "{name}: {part}\n{text}");
    }
}

#[test]
fn a_class_in_folders_of_tasks_or_in_flat_names_is_judged() {
    needs!(python());
    let by_task = [("double/HS1.py", RIGHT), ("double/HS2/main.py", WRONG)];
    let flat = [("HS1_double.py", RIGHT), ("HS2-DOUBLE.PY", WRONG)];
    let around = [("day/HS1_double.py", RIGHT), ("day/HS2_double.py", WRONG)];
    for (files, how) in [
        (
            by_task,
            "the class has folders of tasks: `double/HS1.py` is the source of `HS1` for `double`",
        ),
        (
            flat,
            "the class has names with contestant and task: `HS1_double.py` is the source of `HS1` for `double`",
        ),
        (
            around,
            "the class has names with contestant and task: `HS1_double.py` is the source of `HS1` for `double`",
        ),
    ] {
        let place = class(&files);
        let ended = contest(&place, "tasks/double,marbles", &[]);
        assert_eq!(ended.code, 0, "{}", ended.err);
        assert!(ended.err.contains(&format!("note: {how}\n")), "{}", ended.err);
        let results = results(&place);
        for (contestant, points) in [("HS1", 100.0), ("HS2", 50.0)] {
            assert_eq!(cell(&results, contestant, "double")["points"], points, "{results}");
        }
    }
}

#[test]
fn wrong_answers_of_a_task_are_named_before_its_contestants() {
    needs!(python());
    let place = class(&[("HS1/nim.py", "print(0)\n")]);
    // The answer of the second input is 1, in place of 0.
    for (number, heaps) in ["2\n7 7\n", "2\n7 6\n", "1\n0\n", "2\n3 3\n", "2\n4 4\n"]
        .iter()
        .enumerate()
    {
        put(place.path(), &format!("mine/nim/{}.in", number + 1), heaps);
        put(place.path(), &format!("mine/nim/{}.out", number + 1), "0\n");
    }
    let list = "test_cases:\n- {in: 1.in, out: 1.out, points: 1}\n- {in: 2.in, out: 2.out, points: 1}\n\
                - {in: 3.in, out: 3.out, points: 1}\n- {in: 4.in, out: 4.out, points: 1}\n";
    let checker = "import sys\nsys.exit(0)\n";
    for (more, file) in [
        (&[][..], "mine/nim/2.out"),
        (&[("init.yml", list)], "2.out"),
        (
            &[
                (
                    "init.yml",
                    &*format!("checker: {{name: bridged, args: {{files: chk.py, lang: PY3}}}}\n{list}"),
                ),
                ("chk.py", checker),
            ],
            "2.out",
        ),
    ] {
        for (name, text) in more {
            put(place.path(), &format!("mine/nim/{name}"), text);
        }
        let ended = contest(&place, "mine/nim", &["--fresh"]);
        let note = format!("note: nim: the stored answer of testcase 2 is wrong: `{file}` ");
        assert!(
            ended.code == 0 && ended.err.starts_with(&note),
            "{more:?}: {}",
            ended.err
        );
    }
}

#[test]
fn unchanged_first_programs_are_no_alike_sources() {
    needs!(python());
    let place = class(&[]);
    put(place.path(), "half.py", HALF);
    for task in ["nim", "marbles", "half.py"] {
        let first = run(&place, &["new", task, "--lang", "py", "-o", "first.py"]);
        assert_eq!(first.code, 0, "{}", first.err);
        let text = fs::read_to_string(place.path().join("first.py")).unwrap();
        fs::remove_file(place.path().join("first.py")).unwrap();
        let task = task.trim_end_matches(".py");
        for (contestant, text) in [("a", text.clone()), ("b", text.clone()), ("c", format!("# c\n{text}"))] {
            put(place.path(), &format!("class/{contestant}/{task}.py"), &text);
        }
    }
    assert_eq!(contest(&place, "nim,marbles,half.py", &[]).code, 0);
    let page = fs::read_to_string(place.path().join("out/results.html")).unwrap();
    assert_eq!(page.matches("No sources are alike.").count(), 1, "{page}");
}

#[test]
fn only_changed_sources_are_judged_again() {
    needs!(python());
    let place = class(&[("a/double.py", RIGHT), ("b/double.py", WRONG), ("c/double.py", RIGHT)]);
    let judged = |more: &[&str]| {
        let ended = contest(&place, "tasks", more);
        assert_eq!(ended.code, 0, "{}", ended.err);
        let (_, work) = ended.err.trim_end().split_once("task. ").unwrap();
        (work.to_owned(), results(&place))
    };
    let none = "All results are known.";
    let alone = contest(&place, "tasks", &["--only", "b"]);
    assert!(alone.out.contains("Give the command without `--only`"), "{}", alone.out);
    fs::remove_dir_all(place.path().join("out")).unwrap();
    let (work, first) = judged(&[]);
    assert_eq!(work, "Judging 2 different sources.");
    assert_eq!(judged(&[]), (none.to_owned(), first.clone()));
    assert_eq!(
        judged(&["--only", "a"]),
        ("Judging 1 different source.".to_owned(), first.clone())
    );
    assert_eq!(
        judged(&["--fresh"]),
        ("Judging 2 different sources.".to_owned(), first.clone())
    );
    // The points are no reason to judge again.
    let (work, weighed) = judged(&["--points", "double=10"]);
    assert_eq!(
        (work.as_str(), weighed["contestants"][0]["total"].as_f64()),
        (none, Some(10.0))
    );
    put(place.path(), "class/b/double.py", &format!("{RIGHT}#\n"));
    put(place.path(), "class/d/double.py", RIGHT);
    let (work, changed) = judged(&[]);
    assert_eq!(work, "Judging 1 different source.");
    assert_eq!(cell(&changed, "b", "double")["verdict"], "AC");
    assert_eq!(cell(&changed, "d", "double")["verdict"], "AC");
    // A changed testcase judges all sources again.
    put(place.path(), "tasks/double/2.out", "41\n");
    let (work, changed) = judged(&[]);
    assert_eq!(work, "Judging 2 different sources.");
    assert_eq!(cell(&changed, "a", "double")["verdict"], "WA");
}

#[test]
fn bad_usage_is_one_error_and_changes_nothing() {
    needs!(python());
    let mut golden = Golden::new("contest/bad_usage_is_one_error_and_changes_nothing");
    let place = class(&[("a/double.py", RIGHT)]);
    put(place.path(), "mine/letter.txt", "x");
    put(place.path(), "none/letter.txt", "x");
    put(place.path(), "prog.py", "print(1)\n");
    put(place.path(), "broken.zip", "");
    for (day, name) in [("a", "HS1.py"), ("a", "HS2.py"), ("b", "HS1.py"), ("b", "HS2.py")] {
        put(place.path(), &format!("days/{day}/double/{name}"), RIGHT);
    }
    put(place.path(), "numbers/123456.py", RIGHT);
    for line in [
        "tasks days -o out",
        "tasks,nim numbers -o out",
        "class nim,stones -o out",
        "tasks class -o out --only A",
        "tasks",
        "tasks class",
        "tasks,nosuch class -o out",
        "nim,nim class -o out",
        ", class -o out",
        "prog.py class -o out",
        "tasks nowhere -o out",
        "tasks broken.zip -o out",
        "tasks none -o out",
        "tasks class -o mine",
        "tasks class -o out --points x=1",
        "tasks class -o out --only b",
    ] {
        golden.run(gamesolve_in(place.path(), &format!("contest {line}")));
    }
    golden.finish();
    assert_eq!(fs::read_dir(place.path().join("mine")).unwrap().count(), 1);
}

#[test]
fn judge_names_the_command_for_a_class() {
    let place = class(&[("a/double.py", RIGHT), ("b/nim.py", "print(0)\n"), ("sub/1.in", "1\n")]);
    fs::create_dir_all(place.path().join("class/empty")).unwrap();
    fs::write(place.path().join("all.zip"), zip(&[("a\\NIM.PY", "print(0)\n")])).unwrap();
    let hint = |words: &[&str]| {
        let ended = run(&place, &[&["judge"], words].concat());
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{words:?}: {}", ended.err);
        ended.err.split_once("hint: ").unwrap().1.trim_end().to_owned()
    };
    assert_eq!(hint(&["nim", "class"]), "gamesolve contest nim class -o results");
    assert_eq!(hint(&["nim", "all.zip"]), "gamesolve contest nim all.zip -o results");
    assert_eq!(
        hint(&["nim", "class/a", "class/b"]),
        "gamesolve contest nim class -o results"
    );
    assert_eq!(
        hint(&["tasks/double", "class"]),
        "gamesolve contest tasks/double class -o results"
    );
    // No submission for the task is no class.
    assert_eq!(
        hint(&["marbles", "class"]),
        "gamesolve judge marbles sol.cpp --cases class"
    );
}

#[test]
fn a_contest_for_a_server_has_its_manifest_and_packages() {
    let place = class(&[]);
    let mut tasks = "double,marbles".to_owned();
    fs::rename(place.path().join("tasks/double"), place.path().join("double")).unwrap();
    if python() {
        put(place.path(), "half.py", HALF);
        tasks += ",half.py";
    }
    let names: Vec<&str> = tasks.split(',').map(|task| task.trim_end_matches(".py")).collect();
    let text = |name: &str| fs::read_to_string(place.path().join(name)).unwrap();
    for format in ["domjudge", "cms", "dmoj"] {
        let words = [
            "contest",
            &tasks,
            "--points",
            "marbles=20",
            "--export",
            format,
            "--format",
            format,
        ];
        let ended = run(&place, &words);
        assert_eq!((ended.code, ended.out.as_str()), (0, ""), "{format}: {}", ended.err);
        for task in &names {
            // Our own reader finds a package in each folder.
            let folder = format!("{format}/{task}");
            let read = run(
                &place,
                &[
                    "export",
                    &folder,
                    "--format",
                    "loose",
                    "-o",
                    &format!("{format}-{task}"),
                ],
            );
            assert_eq!(read.code, 0, "{folder}: {}", read.err);
            assert!(
                fs::read_dir(place.path().join(format!("{format}-{task}")))
                    .unwrap()
                    .count()
                    > 1
            );
        }
        let manifest = match format {
            "domjudge" => {
                let problems = text("domjudge/problems.yaml");
                for (label, name) in ["A", "B", "C"].iter().zip(&names) {
                    let line = format!("- {{id: \"{name}\", label: \"{label}\", name: ");
                    assert!(problems.contains(&line), "{problems}");
                }
                text("domjudge/contest.yaml")
            }
            "cms" => text("cms/contest.yaml"),
            _ => String::new(),
        };
        let key = if format == "cms" {
            "name: \"cms\"\n"
        } else {
            "id: \"domjudge\"\n"
        };
        assert!(format == "dmoj" || manifest.starts_with(key), "{manifest}");
        let has_points = ended.err.contains("`double` 100, `marbles` 20");
        assert!(format != "dmoj" || has_points, "{}", ended.err);
    }
    // Nothing is overwritten, and a format without `--export` or the other way round is an error.
    let wrong: [(&[&str], &str); 6] = [
        (
            &["--export", "cms", "--format", "cms"],
            "`cms` is a folder that is not empty",
        ),
        (&["--export", "new"], "`--export` needs a server"),
        (
            &["class", "-o", "out", "--format", "cms"],
            "only `--export` writes for a server",
        ),
        (
            &["--export", "new", "--format", "cms", "--points", "x=1"],
            "there is no task `x`",
        ),
        // An export judges nothing, so it refuses what would change a judging.
        (
            &["--export", "new", "--format", "cms", "--require-tier", "1"],
            "cannot be used with",
        ),
        (&["--export", "new", "--format", "cms", "--all"], "cannot be used with"),
    ];
    for (words, why) in wrong {
        let ended = run(&place, &[&["contest", "double"], words].concat());
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{words:?}: {}", ended.err);
        assert!(ended.err.contains(why), "{words:?}: {}", ended.err);
    }
    assert!(!place.path().join("new").exists() && !place.path().join("out").exists());
}

#[test]
fn an_error_in_the_arguments_of_a_fresh_judging_loses_no_result() {
    needs!(python());
    let place = class(&[("a/double.py", RIGHT)]);
    assert_eq!(contest(&place, "tasks", &[]).code, 0);
    assert_eq!(contest(&place, "tasks", &["--fresh", "--points", "x=1"]).code, 2);
    are_known(&place, "tasks", &[]);
}

/// A text that would change a page if a browser took it as HTML.
const SCRIPT: &str = "</pre><script>taken()</script>";

/// Opens pages in a browser. None runs a script, requests anything, or has parts that a contestant wrote.
fn are_still(pages: &[PathBuf]) {
    let mut browser = browser!("the pages of a hostile class");
    let (mut shown, mut titles) = (String::new(), Vec::new());
    // The address of a page has no blanks.
    let place = folder(&[]);
    for (number, page) in pages.iter().enumerate() {
        let plain = place.path().join(format!("{number}.html"));
        fs::copy(page, &plain).unwrap();
        browser.open_still(&plain);
        let parts = "document.querySelectorAll('script, img, iframe, object, link, [onerror]').length";
        assert_eq!(browser.value(parts), 0, "{}", page.display());
        let requests = "performance.getEntriesByType('resource').map(one => one.name)";
        assert_eq!(browser.value(requests), Value::Array(Vec::new()), "{}", page.display());
        shown += browser.value("document.body.innerText").as_str().unwrap();
        titles.push(browser.value("document.title").as_str().unwrap().to_owned());
    }
    // A reader sees the texts as they are: an output, and names.
    for text in [SCRIPT, "<img src=x onerror=taken()>", "<title>"] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    assert!(titles.contains(&"<title>".to_owned()), "{titles:?}");
}

#[test]
fn results_and_hidden_folders_among_the_tasks_are_no_tasks() {
    needs!(python());
    let place = class(&[("a/double.py", RIGHT)]);
    for (name, text) in DOUBLE {
        put(place.path(), &format!("tasks/.draft/{name}"), text);
    }
    let words = ["contest", "tasks", "class", "-o", "tasks/out"];
    for known in ["Judging 1 different source.", "All results are known."] {
        let ended = run(&place, &words);
        let note = "note: `tasks/.draft` is no task of the contest, because it is hidden\n";
        let expected = format!("{note}1 contestant, 1 task. {known}\n");
        assert_eq!((ended.code, ended.err), (0, expected));
        assert!(!ended.out.contains("Not judged"), "{}", ended.out);
    }
}

#[test]
fn hostile_names_and_programs_are_contained() {
    needs!(python());
    let place = class(&[
        ("=cmd|' \u{202e}x/double.py", WRONG),
        ("two\nlines/double.py", RIGHT),
        ("\u{1b}[2J/double.py", RIGHT),
        ("spy/note.txt", "x"),
        ("<img src=x onerror=taken()>/double.py", &format!("print('{SCRIPT}')\n")),
        ("<title>/double.py", &format!("{SCRIPT} (\n")),
    ]);
    let home = place.path().display();
    let spy = format!(
        "import os, glob\n\
         seen = [p for p in ('{home}/class/two\\nlines/double.py', '{home}/out/journal.jsonl') if os.path.exists(p)]\n\
         seen += [p for p in glob.glob('/tmp/*/**/*.py', recursive=True) if os.path.realpath(p) != os.path.realpath(__file__)]\n\
         print(seen or 2 * int(input()))\n"
    );
    put(place.path(), "class/spy/double.py", &spy);
    let long = "x".repeat(250);
    put(place.path(), &format!("class/{long}/double.py"), RIGHT);
    std::os::unix::fs::symlink("/etc/passwd", place.path().join("class/spy/link.py")).unwrap();
    let ended = contest(&place, "tasks/double", &[]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let is_harmless = |text: &str| !text.contains(['\u{1b}', '\u{202e}', '\r']);
    assert!(is_harmless(&ended.out) && is_harmless(&ended.err), "{}", ended.out);
    for part in ["\\n", "spy/link.py: It is a link"] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    assert!(
        ended.out.lines().take(8).all(|line| line.chars().count() <= 80),
        "{}",
        ended.out
    );
    let pages = fs::read_dir(place.path().join("out/handouts")).unwrap();
    let mut pages: Vec<PathBuf> = pages.map(|page| page.unwrap().path()).collect();
    assert_eq!(pages.len(), 7);
    pages.push(place.path().join("out/results.html"));
    assert!(pages.iter().all(|page| is_harmless(&fs::read_to_string(page).unwrap())));
    are_still(&pages);
    let csv = fs::read_to_string(place.path().join("out/results.csv")).unwrap();
    assert!(
        is_harmless(&csv.replace("\r\n", "")) && !csv.lines().any(|line| line.contains(",=")),
        "{csv}"
    );
    let results = results(&place);
    assert_eq!(cell(&results, "spy", "double")["verdict"], "AC", "{results}");
}

#[test]
fn archives_of_each_contestant_and_of_all_are_read() {
    needs!(python());
    let place = class(&[("HS3/double.py", RIGHT)]);
    let zip = |name: &str, files: &[(&str, &str)]| {
        let mut writer = zip::ZipWriter::new(fs::File::create(place.path().join(name)).unwrap());
        for (file, text) in files {
            writer
                .start_file(*file, zip::write::SimpleFileOptions::default())
                .unwrap();
            std::io::Write::write_all(&mut writer, text.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
    };
    zip("class/HS1.zip", &[("DOUBLE.PY", RIGHT)]);
    zip("class/HS2.zip", &[("HS2/double/a.py", RIGHT), ("__MACOSX/HS2/a", "")]);
    zip("class/HS4.zip", &[("../double.py", RIGHT)]);
    let ended = contest(&place, "tasks/double", &[]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let rows: Vec<String> = ended
        .out
        .lines()
        .skip(1)
        .take(4)
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        rows,
        ["1= HS1 100 100", "1= HS2 100 100", "1= HS3 100 100", "4 HS4 0 -"],
        "{}",
        ended.out
    );
    for part in ["HS4.zip: It is not judged: ", "leads out"] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    zip("all.zip", &[("class/a/double.py", RIGHT), ("class/b/double.py", WRONG)]);
    let ended = run(
        &place,
        &["contest", "tasks/double", "all.zip", "-o", "other", "--format", "json"],
    );
    let json: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(json["contestants"].as_array().unwrap().len(), 2, "{}", ended.out);
}

/// Starts the command in a process group of its own.
fn started(place: &TempDir) -> Child {
    use std::os::unix::process::CommandExt as _;
    Command::new(assert_cmd::cargo::cargo_bin!("gamesolve"))
        .args(["contest", "tasks,nim", "class", "-o", "out"])
        .current_dir(place.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap()
}

/// Sources with verdicts that are known soon, and others with each other verdict.
const SOON: [&str; 5] = [RIGHT, WRONG, "raise SystemExit(3)\n", "while True: pass\n", "print(\n"];
const LATE: [&str; 3] = [
    "import time\ntime.sleep(100)\n",
    "print('x' * 50_000_000)\n",
    "a = [0] * 200_000_000\n",
];

/// A class with these sources and some for another task.
fn mixed(sources: &[&str]) -> TempDir {
    let place = class(&[]);
    for (number, source) in sources.iter().enumerate() {
        put(place.path(), &format!("class/p{number}/double.py"), source);
    }
    put(
        place.path(),
        "class/p1/nim.py",
        "input()\na = list(map(int, input().split()))\nprint(0)\n",
    );
    put(place.path(), "class/p2/nim.py", "print(\n");
    put(
        place.path(),
        "class/p0/nim.cpp",
        "#include <iostream>\nint main() { std::cout << \"0\\n\"; }\n",
    );
    place
}

/// Runs some work beside busy loops, one for each processor.
fn under_load<T>(work: impl FnOnce() -> T) -> T {
    struct Ends<'a>(&'a AtomicBool);
    impl Drop for Ends<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _ends = Ends(&is_over);
        for _ in 0..std::thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        work()
    })
}

#[test]
fn every_cell_equals_a_single_judging() {
    needs!(has_time() && python() && has("g++", "submissions in C++"));
    let place = mixed(&[&SOON[..], &LATE[..]].concat());
    // The single runs have an idle machine, as far as other tests leave one.
    let busy = under_load(|| contest(&place, "tasks,nim", &[]));
    assert_eq!(busy.code, 0, "{}", busy.err);
    let results = results(&place);
    let mut compared = 0;
    for contestant in results["contestants"].as_array().unwrap() {
        for found in contestant["cells"].as_array().unwrap() {
            let Some(file) = found["file"].as_str() else { continue };
            let task = if found["task"] == "nim" { "nim" } else { "tasks/double" };
            let single = run(&place, &["judge", task, &format!("class/{file}"), "--format", "json"]);
            let single: Value = serde_json::from_str(&single.out).unwrap();
            let worst = found["verdict"].as_str().unwrap();
            if worst == "CE" {
                assert_eq!(
                    verdicts(&single["cases"]),
                    BTreeMap::from([("compiling", "CE")]),
                    "{file}"
                );
            } else {
                assert_eq!(verdicts(&found["cases"]), verdicts(&single["cases"]), "{file}");
            }
            if let Some(points) = single["points"]["points"].as_f64() {
                assert_eq!(found["points"].as_f64(), Some(points), "{file}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 11);
}

#[test]
fn a_killed_contest_goes_on_to_the_same_results() {
    needs!(has_time() && python() && has("g++", "submissions in C++"));
    let place = mixed(&SOON);
    assert_eq!(contest(&place, "tasks,nim", &[]).code, 0);
    let whole = results(&place);
    fs::remove_dir_all(place.path().join("out")).unwrap();
    for delay in [50, 400, 900, 1301, 1700, 2101, 2500, 3001, 3500, 4000] {
        let mut child = started(&place);
        std::thread::sleep(Duration::from_millis(delay));
        let group = Pid::from_raw(-i32::try_from(child.id()).unwrap());
        let signal = if delay % 2 == 0 {
            Signal::SIGKILL
        } else {
            Signal::SIGINT
        };
        // The command may have ended.
        let _ = kill(group, signal);
        child.wait().unwrap();
    }
    assert_eq!(contest(&place, "tasks,nim", &[]).code, 0);
    assert_eq!(results(&place), whole);
    are_known(&place, "tasks,nim", &[]);
}

#[test]
fn an_interruption_shows_the_results_so_far() {
    needs!(has_time() && python());
    let place = class(&[("a/double.py", RIGHT), ("b/double.py", "while True: pass\n")]);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("gamesolve"));
    let mut child = child
        .args(["contest", "tasks", "class", "-o", "out"])
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = place.path().join("out/journal.jsonl");
    while !fs::read_to_string(&journal).is_ok_and(|text| text.contains("judged")) {
        std::thread::sleep(Duration::from_millis(5));
    }
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let mut out = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    for part in ["1  a", "Interrupted. Give the same command again"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn a_game_that_cannot_be_a_task_leaves_nothing() {
    needs!(has_time() && python());
    let place = class(&[("a/half.py", RIGHT)]);
    put(place.path(), "half.py", HALF);
    put(place.path(), "bad.py", "def moves(n) return []\n");
    let ended = contest(&place, "half.py,bad.py", &[]);
    assert_eq!((ended.code, &*ended.out), (2, ""), "{}", ended.err);
    assert!(!place.path().join("out").exists());
}

#[test]
fn an_interruption_while_a_game_is_explored_leaves_nothing() {
    needs!(python());
    let place = class(&[("a/slow.py", RIGHT)]);
    let slow = "def moves(n):\n    sum(range(4_000_000))\n    return [n - 1] if n else []\n\
                LIMITS = {'n': (0, 40)}\nINPUT = 'n'\n";
    put(place.path(), "slow.py", slow);
    put(place.path(), "slow.in", "40\n");
    put(place.path(), "tests/1.in", "40\n");
    put(place.path(), "tests/1.out", "L\n");
    let words: [(&[&str], &str); 13] = [
        (&["contest", "slow.py", "class", "-o", "out"], "interrupted\n"),
        (
            &["contest", "slow.py", "--export", "out", "--format", "cms"],
            "interrupted\n",
        ),
        (&["export", "slow.py", "--format", "dmoj", "-o", "out"], "interrupted\n"),
        (
            &["export", "slow.py", "--format", "kattis", "-o", "out.zip"],
            "interrupted\n",
        ),
        (&["table", "slow.py", "-o", "out"], ""),
        (&["draw", "slow.py", "--at", "40", "-o", "out.svg"], ""),
        (&["explain", "slow.py", "--at", "40"], ""),
        (&["play", "slow.py", "--at", "40"], ""),
        (&["slow.py", "slow.in"], ""),
        (&["judge", "slow.py", "class/a/slow.py", "tests"], "interrupted\n"),
        (&["gen", "slow.py", "--answers", "--dir", "out"], ""),
        (&["stress", "slow.py", "class/a/slow.py"], ""),
        (&["hint", "slow.py"], ""),
    ];
    for (number, (words, said)) in words.into_iter().enumerate() {
        // A system that shuts down and a terminal that closes end a command as Ctrl-C does.
        let signal = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP][number % 3];
        // The game of an ended command may live for a moment. It has another cache.
        let cache = place.path().join(format!("cache-{number}"));
        let temporary = tempfile::tempdir().unwrap();
        let child = Command::new(assert_cmd::cargo::cargo_bin!("gamesolve"))
            .args(words)
            .env("XDG_CACHE_HOME", &cache)
            .env("TMPDIR", temporary.path())
            .current_dir(place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for("python3", &[cache.to_str().unwrap()]);
        kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
        let ended = child.wait_with_output().unwrap();
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), err.as_str()), (Some(130), said), "{words:?}");
        let left: Vec<_> = fs::read_dir(temporary.path()).unwrap().collect();
        assert!(left.is_empty(), "{words:?}: {left:?}");
        let is_there = |name: &str| place.path().join(name).exists();
        assert!(
            ended.stdout.is_empty() && !["out", "out.zip", "out.svg"].into_iter().any(is_there),
            "{words:?}"
        );
    }
}

#[test]
fn own_games_packages_and_counterexamples() {
    needs!(has_time() && python());
    let place = class(&[]);
    put(
        place.path(),
        "half.py",
        &format!("{HALF}SAMPLES = [('6\\n', 'W\\n')]\n"),
    );
    let solver = "n = int(input())\nwhile n % 2: n //= 2\nprint('W' if n else 'L')\n";
    put(place.path(), "class/a/half.py", solver);
    put(
        place.path(),
        "class/b/HALF.py",
        "print('W' if int(input()) % 2 == 0 else 'L')\n",
    );
    put(place.path(), "class/b/marbles.py", "print(2)\n");
    let exported = run(
        &place,
        &["export", "marbles", "--format", "dmoj", "-o", "marbles.zip", "--stored"],
    );
    assert_eq!(exported.code, 0, "{}", exported.err);
    let ended = contest(&place, "half.py,marbles.zip", &["--explain"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let results = results(&place);
    assert_eq!(cell(&results, "a", "half")["verdict"], "AC", "{results}");
    let wrong = cell(&results, "b", "half");
    assert_eq!(wrong["counterexample"]["input"], "5\n", "{wrong}");
    let groups = wrong["groups"].as_array().unwrap().iter();
    let groups: Vec<(&str, Option<f64>)> = groups
        .map(|group| (group["name"].as_str().unwrap(), group["of"].as_f64()))
        .collect();
    let expected = [("samples", 0.0), ("small", 30.0), ("full", 70.0)];
    assert_eq!(groups, expected.map(|(name, of)| (name, Some(of))));
    let marbles = cell(&results, "b", "marbles");
    let mistake = marbles["mistake"].as_str().unwrap();
    assert!(mistake.ends_with("and no known mistake fits them all"), "{mistake}");
    assert_eq!(marbles["counterexample"]["found"], "2\n", "{marbles}");
    are_known(&place, "half.py,marbles.zip", &["--explain"]);
    let package = fs::read_dir(place.path().join("out/tasks"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let package = package.to_str().unwrap();
    for name in ["a/half.py", "b/HALF.py"] {
        let single = run(
            &place,
            &["judge", package, &format!("class/{name}"), "--format", "json"],
        );
        let single: Value = serde_json::from_str(&single.out).unwrap();
        let found = cell(&results, &name[..1], "half");
        assert_eq!(verdicts(&found["cases"]), verdicts(&single["cases"]), "{name}");
    }
}

#[test]
fn a_checker_reads_the_output_of_the_contestant_that_it_judges() {
    needs!(has_time() && python());
    let place = folder(&[]);
    let package = [
        (
            "problem.yaml",
            "name: Greater\nvalidation: custom\nlimits:\n  time_limit: 1\n",
        ),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "2\n"),
        ("data/secret/2.in", "5\n"),
        ("data/secret/2.ans", "6\n"),
        (
            "output_validators/greater.py",
            "import sys\nsys.exit(42 if int(sys.stdin.read()) > int(open(sys.argv[1]).read()) else 43)\n",
        ),
    ];
    for (name, text) in package {
        put(place.path(), &format!("tasks/greater/{name}"), text);
    }
    // Right and wrong programs are judged side by side.
    let is_right = |number: i32| number % 2 == 0;
    for number in 0..8 {
        let sign = if is_right(number) { 1 } else { -1 };
        put(
            place.path(),
            &format!("class/S{number}/greater.py"),
            &format!("print(int(input()) + {sign} * {})\n", number + 1),
        );
    }
    let ended = contest(&place, "tasks", &[]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let results = results(&place);
    for number in 0..8 {
        let verdict = if is_right(number) { "AC" } else { "WA" };
        assert_eq!(cell(&results, &format!("S{number}"), "greater")["verdict"], verdict);
    }
}

#[test]
fn a_folder_holds_tasks_of_themis_beside_others() {
    needs!(python());
    let place = class(&[("A/double.py", RIGHT), ("A/half.py", RIGHT)]);
    put(place.path(), "tasks/half/Test1/half.inp", "6\n");
    put(place.path(), "tasks/half/Test1/half.out", "3\n");
    let ended = contest(&place, "tasks", &[]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let results = results(&place);
    assert_eq!(cell(&results, "A", "double")["verdict"], "AC");
    assert_eq!(cell(&results, "A", "half")["verdict"], "WA");
}
