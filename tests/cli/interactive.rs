//! `gamesolve export --interactive`: tasks to play, in our judge and in the tools of their formats.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use gamesolve::package::format::targets;
use gamesolve::practice::interactive::protocol_of;

use super::judge::{path, text};
use super::sessions::sessions;
use super::support::{folder, gamesolve, has, has_time, needs};

sessions! {
    a_game_of_ones_own_is_a_task_to_play
    a_built_in_problem_is_a_task_to_play
    talk_that_is_no_game_gets_the_verdict_of_the_format
    what_cannot_be_played_is_refused_by_name
}

#[test]
fn only_formats_with_interactors_take_a_task_to_play() {
    let can = |name: &str| {
        [
            "kattis",
            "2023-07-draft",
            "2025-09",
            "bapctools",
            "domjudge",
            "dmoj",
            "polygon",
        ]
        .contains(&name)
    };
    for (name, target) in targets() {
        assert_eq!(protocol_of(target).is_ok(), can(name), "{name}");
    }
}

/// The languages of the tools: PyPy needs more memory than a package allows.
const PYTHON: &str = "python3:\n    name: 'Python 3'\n    priority: 850\n    files: '*.py'\n    \
                      compile: 'python3 -m py_compile {files}'\n    run: 'python3 \"{mainfile}\"'\n";

#[test]
fn the_tools_of_kattis_and_the_icpc_give_the_expected_verdicts() {
    needs!(has_time() && has("python3", "tasks to play") && has("g++", "tasks to play"));
    let bag = "\"\"\"The Bag\n\nTake 1, 3 or 4 stones.\n\"\"\"\nINPUT = 'n'\nLIMITS = {'n': (1, 30)}\n\
               def moves(n): return [n - k for k in (1, 3, 4) if k <= n]\n";
    let place = folder(&[
        ("bag.py", bag),
        ("config/problemtools/languages.yaml", PYTHON),
        ("config/bapctools/languages.yaml", PYTHON),
    ]);
    fs::create_dir(place.path().join("kattis")).unwrap();
    for (format, to) in [("kattis", "kattis/bagplay"), ("2025-09", "latest")] {
        let to = place.path().join(to);
        let mut export = gamesolve();
        export.args(["export", path(&place.path().join("bag.py")), "--interactive"]);
        export.args(["--format", format, "-o", path(&to)]).assert().success();
    }
    let run = |command: &mut Command| {
        let done = command
            .env("XDG_CONFIG_HOME", place.path().join("config"))
            .output()
            .unwrap();
        let said = text(&done.stdout) + &text(&done.stderr);
        assert!(done.status.success(), "{:?}: {said}", done.status);
        said
    };
    if has("verifyproblem", "tasks to play") {
        let mut command = Command::new("verifyproblem");
        command.arg(place.path().join("kattis/bagplay"));
        let said = run(command.args(["-p", "config", "data", "validators", "submissions"]));
        assert_eq!(said.matches("OK: WA").count(), 6, "{said}");
        assert_eq!(said.matches("OK: AC").count(), 1, "{said}");
    }
    if has("bt", "tasks to play") {
        let latest = place.path().join("latest");
        let said = run(Command::new("bt").arg("run").current_dir(&latest));
        assert!(!said.contains("unable to detect trailing output"), "{said}");
    }
}
