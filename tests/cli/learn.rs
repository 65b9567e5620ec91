//! Chapters, the path through the theory, and the commands that go on along it.

use std::collections::BTreeSet;
use std::fs;

use gamesolve::problems::REGISTRY;
use predicates::prelude::*;

use crate::drawn::svg_fault;
use crate::support::{files, gamesolve, needs, root};

fn shown(words: &[&str]) -> String {
    let run = gamesolve().args(words).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// Returns the names of the chapters, in order.
fn chapters() -> Vec<String> {
    let list = shown(&["learn"]);
    let name = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    list.lines().map(name).collect()
}

#[test]
fn every_chapter_is_a_page_of_the_book_and_leads_to_the_next() {
    let chapters = chapters();
    assert_eq!(chapters.len(), 14);
    let summary = fs::read_to_string(root("docs/SUMMARY.md")).unwrap();
    let mut place = 0;
    for (number, chapter) in chapters.iter().enumerate() {
        let link = format!("](learn/{chapter}.md)");
        let found = summary
            .find(&link)
            .unwrap_or_else(|| panic!("{chapter} is not in the book"));
        assert!(found > place, "{chapter} stands elsewhere in the book");
        place = found;
        let page = fs::read_to_string(root(&format!("docs/learn/{chapter}.md"))).unwrap();
        let text = shown(&["learn", chapter]);
        let title = page.lines().next().unwrap();
        assert_eq!(text.lines().next().unwrap(), title);
        // `scripts/pictures --check` compares it with the program.
        let picture = format!("pictures/learn-{chapter}.svg");
        assert!(page.contains(&format!("](../{picture})")), "{chapter} has no picture");
        for address in ["](", "svg)"] {
            assert!(!text.contains(address), "{chapter} shows an address");
        }
        let drawn = fs::read_to_string(root(&format!("docs/{picture}"))).unwrap();
        assert_eq!(svg_fault(&drawn), None, "{picture}");
        let exercises = page.split("## Exercises").nth(1).unwrap();
        let commands = exercises
            .lines()
            .filter(|line| line.starts_with(char::is_numeric) && line.contains("`gamesolve "));
        assert_eq!(commands.count(), 3, "{chapter} has three exercises with commands");
        if let Some(next) = chapters.get(number + 1) {
            assert!(
                text.contains(&format!("`gamesolve learn {next}`")),
                "{chapter} does not name {next}"
            );
        }
    }
    gamesolve()
        .args(["learn", "nim-and-xr"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("nim-and-xor"));
}

/// The problems and games that a chapter names exist, in `docs/learn` and in the binary.
#[test]
fn every_command_of_an_exercise_names_a_known_task() {
    let known: BTreeSet<String> = shown(&["list", "--path"])
        .lines()
        .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for chapter in chapters() {
        let text = shown(&["learn", &chapter]);
        for command in text.split("`gamesolve ").skip(1) {
            let command = command.split('`').next().unwrap();
            let words: Vec<&str> = command.split_whitespace().collect();
            if ["puzzle", "show", "judge", "stress"].contains(&words[0]) && words.len() > 1 {
                assert!(known.contains(words[1]), "{chapter}: {command}");
            }
        }
    }
}

/// The words of pages for a count, from ten on.
const COUNTS: [&str; 12] = [
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "twenty-one",
];

#[test]
fn pages_state_the_true_numbers_of_problems_and_chapters() {
    let numbers = [("problems", REGISTRY.len()), ("chapters", chapters().len())];
    let mut stated = BTreeSet::new();
    for page in files("docs", "md")
        .into_iter()
        .chain(files("docs/guides", "md"))
        .chain(files("docs/start", "md"))
        .chain(files("", "md"))
    {
        let text = fs::read_to_string(&page).unwrap().to_lowercase();
        if page.ends_with("CHANGELOG.md") {
            continue;
        }
        let words: Vec<&str> = text
            .split_whitespace()
            .map(|word| word.trim_matches(['*', ',', '.', ':']))
            .collect();
        for pair in words.windows(2) {
            let count = COUNTS.iter().position(|word| *word == pair[0]).map(|place| place + 10);
            let count = count.or_else(|| pair[0].parse().ok().filter(|count| *count >= 10));
            let Some((thing, number)) = numbers.iter().find(|(thing, _)| pair[1] == *thing) else {
                continue;
            };
            if let Some(count) = count {
                assert_eq!(count, *number, "{} states {} {thing}", page.display(), pair[0]);
                stated.insert(thing);
            }
        }
    }
    assert_eq!(stated.len(), numbers.len(), "no page states a number: {stated:?}");
}

/// A line of a chapter says whether a puzzle is to be won or drawn, and the puzzle asks for that.
#[test]
fn a_chapter_promises_the_puzzle_that_follows() {
    for chapter in chapters() {
        let text = shown(&["learn", &chapter]);
        for line in text.lines().filter(|line| line.contains("`gamesolve puzzle ")) {
            let command = line.split("`gamesolve ").nth(1).unwrap().split('`').next().unwrap();
            let words: Vec<&str> = command.split(' ').collect();
            let run = gamesolve().args(&words).output().unwrap();
            let task = String::from_utf8(run.stdout).unwrap();
            let line = line.to_lowercase();
            let wanted = [
                ("wins", "that wins."),
                ("win as", "that wins."),
                ("hold a draw", "that holds the draw."),
            ];
            for (_, goal) in wanted.iter().filter(|(promise, _)| line.contains(promise)) {
                assert!(task.contains(goal), "{chapter}: {line}\n{task}");
            }
        }
    }
}

#[test]
fn every_command_but_check_takes_a_game_by_name() {
    let refused = |verb: &&str| {
        let run = gamesolve().args([verb, "kayles"]).write_stdin("").output().unwrap();
        String::from_utf8(run.stderr)
            .unwrap()
            .contains("takes only problems of gamesolve")
    };
    let table = shown(&["list", "--format", "verbs"]);
    let verbs: Vec<&str> = table.lines().next().unwrap().split('`').skip(1).step_by(2).collect();
    assert!(verbs.len() > 8, "{verbs:?}");
    let without: Vec<&str> = verbs.into_iter().filter(refused).collect();
    assert_eq!(without, ["check"]);
    for page in ["docs/guides/learn.md", "src/cli/learning/list.rs"] {
        let text = fs::read_to_string(root(page)).unwrap();
        assert!(text.contains("Every command except `check` takes the"), "{page}");
    }
}

#[test]
fn the_path_has_every_problem_and_every_game_once() {
    let text = shown(&["list", "--path", "--format", "json"]);
    let steps: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let names = |kind: &str| -> Vec<&str> {
        let steps = steps.iter().filter(|step| step["kind"] == kind);
        steps.map(|step| step["name"].as_str().unwrap()).collect()
    };
    let mut problems = names("problem");
    let mut registered: Vec<&str> = REGISTRY.iter().map(|entry| entry.meta().slug).collect();
    problems.sort_unstable();
    registered.sort_unstable();
    assert_eq!(problems, registered);
    assert_eq!(names("game").len(), shown(&["list", "--games"]).lines().count());
    assert_eq!(names("chapter"), {
        let mut chapters = chapters();
        chapters.sort_by_key(|name| steps.iter().position(|step| step["name"] == name.as_str()));
        chapters
    });
    gamesolve()
        .args(["list", "--path", "--format", "verbs"])
        .assert()
        .code(2)
        .stdout("");
}

#[test]
fn hints_and_chapters_are_shown_in_the_language_asked_for() {
    for entry in REGISTRY {
        let (slug, hints) = (entry.meta().slug, entry.meta().hints);
        for (lang, page) in [("vi", hints.vi), ("zh", hints.zh)] {
            let shown = ["1", "2", "3"].map(|number| shown(&["hint", slug, number, "--lang", lang]));
            assert_eq!(shown.concat(), if page.is_empty() { hints.en } else { page }, "{slug}");
        }
    }
    for lang in ["vi", "zh"] {
        for chapter in chapters() {
            let page = fs::read_to_string(root(&format!("docs/learn/{chapter}.{lang}.md"))).unwrap();
            let text = shown(&["learn", &chapter, "--lang", lang]);
            assert_eq!(text.lines().next(), page.lines().next(), "{chapter}");
            for address in ["](", "svg)"] {
                assert!(!text.contains(address), "{chapter} shows an address");
            }
        }
    }
}

#[test]
fn hints_end_with_the_next_command() {
    for (words, next) in [
        (["hint", "nim", "1"], "hint 1 of 3; more help: gamesolve hint nim 2\n"),
        (["hint", "nim", "3"], "next: gamesolve puzzle nim\n"),
        (["hint", "take:1,3,4", "2"], "more help: gamesolve hint take:1,3,4 3\n"),
    ] {
        gamesolve().args(words).assert().success().stderr(next);
    }
}

#[cfg(unix)]
mod accepted {
    use super::*;
    use crate::support::has;

    /// The lost numbers are 2^j - 2, so a win takes the stones above the largest one below.
    const RIGHT: &str = "\
n = int(input())
lost = 2 ** ((n + 1).bit_length() - 1) - 2
print(2 if n + 2 & n + 1 == 0 else f'1\\n{n - lost}')
";

    /// Judges a program on the testcases of `marbles`, with this folder of data.
    fn judged(data: &std::path::Path, words: &[&str]) -> (Option<i32>, String) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("right.py"), RIGHT).unwrap();
        let output = gamesolve()
            .args(["judge", "marbles", "right.py"])
            .args(words)
            .current_dir(folder.path())
            .env("XDG_DATA_HOME", data)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    fn marked(data: &std::path::Path) -> Vec<String> {
        let run = gamesolve()
            .args(["list", "--path"])
            .env("XDG_DATA_HOME", data)
            .output()
            .unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        let marked = text.lines().filter(|line| line.contains("[x]"));
        marked
            .map(|line| line.split_whitespace().nth(3).unwrap().to_owned())
            .collect()
    }

    #[test]
    fn a_problem_is_marked_after_its_own_testcases_alone() {
        needs!(has("python3", "a program that is accepted"));
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("gamesolve/accepted");
        let (code, said) = judged(data.path(), &["--case", "sample-01"]);
        assert_eq!((code, file.exists()), (Some(0), false), "{said}");
        let (code, said) = judged(data.path(), &[]);
        assert_eq!(code, Some(0), "{said}");
        assert!(
            said.ends_with("next: gamesolve show digits\n") || said.contains("next: gamesolve "),
            "{said}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "marbles\n");
        assert_eq!(marked(data.path()), ["marbles"]);
        // A file of somebody else breaks nothing.
        fs::write(&file, "no such problem\n\u{1b}[31m\nnim\n").unwrap();
        assert_eq!(marked(data.path()), ["nim"]);
        assert_eq!(judged(data.path(), &[]).0, Some(0));
        assert_eq!(marked(data.path()), ["marbles", "nim"]);
    }

    #[test]
    fn a_game_of_the_gallery_is_marked_after_testcases_of_the_user() {
        needs!(has("python3", "a game of the gallery"));
        let folder = tempfile::tempdir().unwrap();
        let run = |words: &str| {
            let mut command = gamesolve();
            command.args(words.split(' ')).current_dir(folder.path());
            command.env("XDG_DATA_HOME", folder.path()).output().unwrap()
        };
        let made = run("gen one-three-four --size 6 --count 3 --dir tests --answers");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let program = |lost: &str| {
            let text =
                format!("for _ in range(int(input())):\n    print('B' if int(input()) % 7 in {lost} else 'A')\n");
            fs::write(folder.path().join("sol.py"), text).unwrap();
            run("judge one-three-four sol.py --cases tests")
        };
        assert_eq!(program("(9, 9)").status.code(), Some(1));
        assert!(marked(folder.path()).is_empty());
        let said = String::from_utf8(program("(0, 2)").stderr).unwrap();
        assert!(said.ends_with("next: gamesolve show zero-one\n"), "{said}");
        assert_eq!(marked(folder.path()), ["one-three-four"]);
    }

    #[test]
    fn an_unwritable_folder_costs_one_note_and_no_verdict() {
        needs!(has("python3", "a program that is accepted"));
        let data = tempfile::tempdir().unwrap();
        let taken = data.path().join("taken");
        fs::write(&taken, "a file").unwrap();
        let (code, said) = judged(&taken, &[]);
        assert_eq!(code, Some(0), "{said}");
        let notes = said.lines().filter(|line| line.starts_with("note: cannot remember"));
        assert_eq!(notes.count(), 1, "{said}");
        assert!(marked(&taken).is_empty());
    }

    #[test]
    fn stress_without_a_failure_ends_with_the_next_command() {
        needs!(has("python3", "a program that never fails"));
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("right.py"), RIGHT).unwrap();
        gamesolve()
            .args(["stress", "marbles", "right.py", "--tests", "5"])
            .current_dir(folder.path())
            .assert()
            .success()
            .stderr(predicate::str::ends_with("next: gamesolve judge marbles right.py\n"));
    }
}

#[test]
fn a_colon_announces_something_in_every_chapter() {
    for chapter in chapters() {
        let text = shown(&["learn", &chapter]);
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        for pair in lines.windows(2) {
            let announces = pair[0].ends_with(':') && pair[1].starts_with('#');
            assert!(!announces, "{chapter}: {}", pair[0]);
        }
    }
}

/// Returns the lines of a command on a terminal of 80 columns and 24 rows.
#[cfg(unix)]
fn lines_on_a_terminal(pager: &str, words: &str) -> Vec<String> {
    let program = assert_cmd::cargo::cargo_bin!("gamesolve").display().to_string();
    let command = format!("stty cols 80 rows 24; PAGER={pager} {program} {words}");
    let run = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&run.stdout).into_owned();
    shown.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn no_list_breaks_words_on_a_terminal_of_80_columns() {
    if !crate::support::has("script", "lists on a terminal") {
        return;
    }
    for (words, least) in [
        ("list --path", 40),
        ("list --games", 20),
        ("list", 15),
        ("learn", 14),
        ("-h", 40),
    ] {
        let lines = lines_on_a_terminal("cat", words);
        assert!(lines.len() >= least, "{words}: {lines:?}");
        for line in lines {
            // Colours have no width.
            let plain: String = line
                .split('\x1b')
                .map(|part| part.split_once('m').map_or(part, |(_, rest)| rest))
                .collect();
            let shown = if line.contains('\x1b') { plain } else { line };
            assert!(shown.chars().count() <= 80, "{words}: {shown}");
        }
    }
}

/// A long text goes through the pager on a terminal alone. `script` gives a terminal of 24 rows.
#[cfg(unix)]
#[test]
fn a_long_text_is_paged_on_a_terminal_alone() {
    if !crate::support::has("script", "a pager on a terminal") {
        return;
    }
    let on_terminal = |pager: &str, words: &str| lines_on_a_terminal(pager, words).len();
    for words in ["learn lost-and-won", "show nim"] {
        assert_eq!(on_terminal("'head -n 3'", words), 3, "{words}");
        for pager in ["''", "cat", "no-such-pager"] {
            assert!(on_terminal(pager, words) > 24, "{words} with {pager}");
        }
        let words: Vec<&str> = words.split(' ').collect();
        let piped = gamesolve().args(&words).env("PAGER", "head -n 3").output().unwrap();
        assert!(String::from_utf8(piped.stdout).unwrap().lines().count() > 24);
    }
    // The list of chapters is short.
    assert_eq!(on_terminal("'head -n 3'", "learn"), 15);
}

/// The graph of the chapter on order and memo, and changes of it that its exercises ask about.
const LAYERS: &str = "1 2\n1 3\n2 4\n3 4\n3 5\n4 6\n5 6\n";

/// The chapter asks the questions of the lesson, and the program answers each of them.
#[test]
fn the_questions_on_orders_are_asked_and_have_answers() {
    let text = shown(&["learn", "order-and-memo"]);
    let exercises = text.split("## Exercises").nth(1).unwrap();
    let answered = |words: &[&str], input: &str| {
        let run = gamesolve().args(words).write_stdin(input).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    // A cycle stops no recursion, a vertex without an arc in stands anywhere, and the plies of a sum add up.
    for (question, words, input, answer) in [
        (
            "Why does the recursion stop",
            &["table", "game", "--order"][..],
            format!("6 8\n1\n{LAYERS}6 1\n"),
            "no order, because of the cycle 6 -> 1 -> 2 -> 4 -> 6\n",
        ),
        (
            "May a vertex have no arc into it",
            &["table", "game", "--order"],
            format!("7 9\n1\n{LAYERS}7 5\n7 6\n"),
            "1 2 3 4 7 5 6\n",
        ),
        (
            "Is this sum one again?",
            &["explain", "pawns"],
            format!("6 7\n{LAYERS}1\n1 1 0 0 0 0\n"),
            "A win: ",
        ),
    ] {
        assert!(exercises.contains(question), "{question}: {exercises}");
        let told = answered(words, &input);
        assert!(told.contains(answer), "{question}: {told}");
    }
}

/// The rounds of the text are those of the solver: a label of round N has N moves left.
#[test]
fn the_rounds_of_a_chapter_are_those_of_the_solver() {
    let text = shown(&["learn", "order-and-memo"]);
    let mut told = BTreeSet::new();
    let rows = text.split("new labels").nth(1).unwrap().lines().skip(1);
    for row in rows.take_while(|row| !row.contains("```") && !row.trim().is_empty()) {
        let (round, rest) = row.trim().split_once(' ').unwrap();
        let labels = rest.trim().split("  ").next().unwrap();
        for label in labels.split(", ") {
            let (vertex, outcome) = label.split_once(' ').unwrap();
            told.insert(format!("{vertex} {outcome} {round}"));
        }
    }
    let run = gamesolve()
        .args(["table", "game"])
        .write_stdin(format!("6 7\n1\n{LAYERS}"))
        .assert()
        .success();
    let table = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let solved: BTreeSet<String> = table
        .lines()
        .filter(|line| line.contains('*'))
        .map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(told, solved);
    assert_eq!(told.len(), 6);
}
