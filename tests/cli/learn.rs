//! Chapters, the path through the theory, and the commands that go on along it.

use std::collections::BTreeSet;
use std::fs;

use gamesolve::problems::REGISTRY;
use predicates::prelude::*;

use crate::drawn::svg_fault;
use crate::support::{gamesolve, root};

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
    assert_eq!(chapters.len(), 11);
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
        assert!(!text.contains("]("), "{chapter} shows a link");
        // `scripts/pictures --check` compares it with the program.
        let picture = format!("pictures/learn-{chapter}.svg");
        assert!(page.contains(&format!("](../{picture})")), "{chapter} has no picture");
        assert!(!text.contains("svg)"), "{chapter} shows a picture's address");
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
        if !has("python3", "a program that is accepted") {
            return;
        }
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
        if !has("python3", "a game of the gallery") {
            return;
        }
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
    fn a_folder_that_cannot_be_written_costs_one_note_and_no_verdict() {
        if !has("python3", "a program that is accepted") {
            return;
        }
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
        if !has("python3", "a program that never fails") {
            return;
        }
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
