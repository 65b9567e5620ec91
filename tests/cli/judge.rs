//! `gamesolve judge` with programs that do no harm. Hostile programs run in tests/sandbox.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use gamesolve::problems::REGISTRY;
use serde_json::Value;

use super::golden::Golden;
use super::sessions::sessions;
use super::support::{
    Failures, before_path, folder, gamesolve, gamesolve_in, has, has_time, is_gate, needs, root, skip, wait_for,
};

pub fn judge(arguments: &[&str]) -> Output {
    gamesolve()
        .arg("judge")
        .args(arguments)
        .current_dir(root(""))
        .output()
        .unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the JSON report, or shows standard error if there is none.
pub fn json(arguments: &[&str]) -> (Value, i32) {
    let output = judge(&[&["--format", "json"], arguments].concat());
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|_| panic!("{arguments:?}: {}", text(&output.stderr)));
    (report, output.status.code().unwrap())
}

fn verdicts(report: &Value) -> Vec<String> {
    let cases = report["cases"].as_array().unwrap();
    cases
        .iter()
        .map(|case| case["verdict"].as_str().unwrap().to_owned())
        .collect()
}

pub fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_command_may_name_files_beside_it() {
    let cases = fortytwo();
    let folder = folder(&[
        ("answers/sol.sh", ". \"$(dirname \"$0\")/part.sh\"\n"),
        ("answers/part.sh", "echo 42\n"),
    ]);
    for (at, script) in [
        ("", "answers/sol.sh"),
        ("answers", "sol.sh"),
        ("answers", "../answers/sol.sh"),
    ] {
        // If that is allowed, files beside a named file are read.
        let beside = folder.path().join("answers");
        for (options, code) in [(vec!["--allow-read", path(&beside)], 0), (vec![], 1)] {
            let output = gamesolve()
                .args(["judge", "stones", path(cases.path())])
                .args(options)
                .args(["--", "sh", script])
                .current_dir(folder.path().join(at))
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(code), "{output:?}");
        }
    }
}

/// Makes testcases of the problem whose stored answer is 42, so that a shell can be right.
fn one_fortytwo() -> tempfile::TempDir {
    folder(&[("1.in", "4\n.X.X\n"), ("1.out", "42\n")])
}

fn fortytwo() -> tempfile::TempDir {
    folder(&[
        ("1.in", "4\n.X.X\n"),
        ("1.out", "42\n"),
        ("2.in", "5\n.X..X\n"),
        ("2.out", "42\n"),
        ("10.in", "1\nX\n"),
        ("10.out", "42\n"),
    ])
}

/// Makes `count` testcases of each family, small ones and ones as large as in the contest.
fn generated(slug: &str, place: &Path, count: &str) {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
    let (_, largest) = entry.meta().size;
    for family in entry.families() {
        for (kind, size) in [("small", 8.min(largest)), ("large", largest.min(50))] {
            let folder = place.join(format!("{}-{kind}", family.name));
            gamesolve()
                .args([
                    "gen",
                    slug,
                    "--family",
                    family.name,
                    "--size",
                    &size.to_string(),
                    "--count",
                    count,
                    "--answers",
                    "--dir",
                ])
                .arg(folder)
                .assert()
                .success();
        }
    }
}

/// The start of a solution's file name is its verdict. `ac` and `ce` hold for every testcase, others for at least one.
///
/// A solution with another verdict gets nothing but that verdict and AC.
#[test]
fn solutions_get_the_verdict_in_their_names() {
    let mut failures = Failures::default();
    let mut languages = std::collections::BTreeSet::new();
    for problem in fs::read_dir(root("tests/solutions")).unwrap() {
        let problem = problem.unwrap().path();
        if !problem.is_dir() {
            continue;
        }
        let slug = problem.file_name().unwrap().to_str().unwrap().to_owned();
        let cases = tempfile::tempdir().unwrap();
        // Each start of Java takes a quarter of a second. The gate uses three times as many testcases, and the stored
        // ones.
        generated(&slug, cases.path(), if is_gate() { "3" } else { "1" });
        let stored = root("testdata").join(&slug);
        for solution in fs::read_dir(&problem).unwrap() {
            let solution = solution.unwrap().path();
            let name = solution.file_name().unwrap().to_str().unwrap().to_owned();
            let ending = name.rsplit('.').next().unwrap().to_owned();
            let tool = match ending.as_str() {
                "cpp" => "g++",
                "pas" => "fpc",
                "java" => "javac",
                "rs" => "rustc",
                "c" => "gcc",
                _ => "python3",
            };
            if !has(tool, &name) {
                continue;
            }
            let expected = name[..name.find('-').unwrap()].to_uppercase();
            // An endless program takes all of its time again and again.
            let time = if expected == "TLE" { "0.5" } else { "5" };
            let mut options = vec!["--time", time, "--memory", "1G"];
            if is_gate() {
                options.extend(["--cases", path(&stored)]);
            }
            if name.contains("-files.") {
                options.push("--contest-files");
            }
            if expected != "AC" {
                options.push("--fail-fast");
            }
            let target = [slug.as_str(), path(&solution), path(cases.path())];
            let (report, status) = json(&[&options[..], &target].concat());
            let found = verdicts(&report);
            let right = match expected.as_str() {
                "AC" | "CE" => found.iter().all(|verdict| *verdict == expected),
                _ => found.contains(&expected) && found.iter().all(|v| *v == expected || v == "AC"),
            };
            if !right || found.is_empty() || status != i32::from(expected != "AC") {
                failures.add(format!(
                    "{slug}/{name}: {found:?}, exit {status}: {}",
                    report["cases"][0]
                ));
            }
            languages.insert(ending);
        }
    }
    failures.finish();
    assert!(languages.len() >= 3 || crate::support::may_skip(), "{languages:?}");
}

#[test]
fn the_binary_alone_judges_on_the_cases_it_carries() {
    let elsewhere = tempfile::tempdir().unwrap();
    let output = gamesolve()
        .args(["judge", "stones", "--format", "tap", "--", "sh", "-c", "echo 1"])
        .current_dir(elsewhere.path())
        .output()
        .unwrap();
    let tap = text(&output.stdout);
    let stored = super::support::files("testdata/stones", "in").len();
    let list = fs::read_to_string(super::support::root("testdata/stones/cases.yaml")).unwrap();
    let cases = stored + list.matches(", family: ").count();
    assert!(
        tap.starts_with(&format!(
            "TAP version 14\n1..{cases}\nok 1 - sample-01\nnot ok 2 - sample-02\n"
        )),
        "{tap}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_command_shown_judges_the_one_case_again() {
    let cases = fortytwo();
    let script = "read -r n; test $n = 5 && echo wrong || echo 42";
    let (report, _) = json(&["stones", path(cases.path()), "--", "sh", "-c", script]);
    let again = report["replay"]
        .as_str()
        .unwrap()
        .replacen("gamesolve", env!("CARGO_BIN_EXE_gamesolve"), 1);
    let output = std::process::Command::new("sh").args(["-c", &again]).output().unwrap();
    assert!(
        text(&output.stdout).starts_with("2  WA "),
        "{again}: {}",
        text(&output.stderr)
    );
    assert!(text(&output.stdout).contains("\n1 testcase of stones: 1 WA\n"));
}

#[test]
fn any_number_of_jobs_gives_the_same_report() {
    let cases = fortytwo();
    let script = "read -r n; test $n = 5 && echo wrong || echo 42";
    for (options, expected) in [(&[][..], "AC WA AC"), (&["--fail-fast"], "AC WA")] {
        let reports = ["1", "2", "8"].map(|jobs| {
            let (mut report, status) = json(
                &[
                    options,
                    &["stones", path(cases.path()), "-j", jobs, "--", "sh", "-c", script],
                ]
                .concat(),
            );
            for case in report["cases"].as_array_mut().unwrap() {
                case["time_ms"].take();
                case["memory_bytes"].take();
            }
            assert_eq!((verdicts(&report).join(" ").as_str(), status), (expected, 1));
            report
        });
        assert!(reports.iter().all(|report| *report == reports[0]), "{reports:?}");
    }
}

#[test]
fn an_unusable_program_keeps_no_other_from_judging() {
    let folder = folder(&[
        ("right.py", "print(42)\n"),
        ("script", "#!/no/such/shell\n"),
        ("wrong.py", "print(41)\n"),
    ]);
    let script = folder.path().join("script");
    std::fs::set_permissions(script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let cases = one_fortytwo();
    let judged = |names: &[&str]| {
        let mut judge = gamesolve();
        judge.args(["judge", "stones", "--cases"]).arg(cases.path()).args(names);
        let output = judge.current_dir(folder.path()).output().unwrap();
        // The answer is that of another task.
        let errors = text(&output.stderr);
        let errors: Vec<&str> = errors
            .lines()
            .filter(|line| !line.starts_with("note: the stored answer"))
            .collect();
        (output.status.code(), text(&output.stdout), errors.join("\n"))
    };
    // A folder of that name brings no testcases for all programs.
    std::fs::create_dir(folder.path().join("eve.cpp")).unwrap();
    let (code, report, errors) = judged(&["right.py", "script", "eve.cpp", "wrong.py"]);
    let rows = "right.py  1/1\nscript    IE\neve.cpp   IE\nwrong.py  0/1 WA\n";
    assert!(report.contains(rows), "{report}{errors}");
    for row in [
        "compiling  IE (no program)  cannot start `",
        "compiling  IE (no program)  cannot read `eve.cpp`: it is a folder",
    ] {
        assert!(report.contains(row), "{row}: {report}");
    }
    assert_eq!((code, errors.as_str()), (Some(2), ""), "{report}");
    // A single program of this kind is an error without a report.
    for name in ["gone.py", "script"] {
        let (code, report, errors) = judged(&[name]);
        assert_eq!(
            (code, report.as_str(), errors.lines().count()),
            (Some(2), "", 1),
            "{errors}"
        );
    }
}

#[test]
fn stored_answers_are_checked_before_a_program_runs() {
    let large = format!("{}\n", vec!["9"; 60_000].join(" "));
    let large = format!("60000\n{large}");
    let place = folder(&[
        ("subtract/1.in", "2 5\n2 5\n"),
        ("nim/1.in", "2\n7 7\n"),
        ("nim/1.out", "0\n"),
        ("nim/2.in", "2\n7 6\n"),
        ("nim/2.out", "0\n"),
        ("nim/3.in", "1\n1\n"),
        ("nim/3.out", "0\n"),
        ("nim/4.in", &large),
        ("nim/4.out", "0\n"),
        ("pawns/1.in", "1\n"),
        ("check.sh", "#!/bin/sh\nexit 0\n"),
    ]);
    fs::set_permissions(
        place.path().join("check.sh"),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    let mut golden = Golden::new("judge/stored_answers_are_checked_before_a_program_runs");
    let judged = |words: &str| gamesolve_in(place.path(), &format!("judge {words} -- echo 0"));
    let wrong = "the stored answer of testcase 2 is wrong, and so is another: `nim/2.out` (`gamesolve check nim nim` shows all \
                 wrong answers)";
    // An accepted program, a checker, and a report for programs too.
    golden.run(judged("nim --cases nim"));
    golden.run(judged("nim --cases nim --checker ./check.sh"));
    let output = judged("nim --cases nim --format json").output().unwrap();
    let (report, said) = (text(&output.stdout), text(&output.stderr));
    assert!(report.contains(wrong) && said.is_empty(), "{report}{said}");
    // A package that is recognised by the other answers.
    for n in 5..9 {
        fs::write(place.path().join(format!("nim/{n}.in")), "1\n0\n").unwrap();
        fs::write(place.path().join(format!("nim/{n}.out")), "0\n").unwrap();
    }
    golden.run(judged("./nim"));
    golden.finish();
    // The answers of gamesolve itself need no check.
    judged("nim").assert().stderr("");
}

#[test]
fn contest_files_are_proposed_once_without_a_source() {
    let place = folder(&[("nothing.py", "pass\n")]);
    let judged = |line: &str| text(&gamesolve_in(place.path(), line).output().unwrap().stdout);
    let report = judged("judge nim --all -- true");
    assert_eq!(report.matches("--contest-files").count(), 1, "{report}");
    assert!(report.contains("  printed nothing\n    also: "), "{report}");
    needs!(has("python3", "a submission in Python"));
    assert_eq!(judged("judge nim nothing.py").matches("--contest-files").count(), 0);
}

#[test]
fn a_wrong_test_inside_an_input_is_named_and_cut_out() {
    let Some(entry) = REGISTRY.iter().find(|entry| entry.meta().slug == "pas") else {
        panic!("a problem with several tests in one input");
    };
    let cases = folder(&[("1.in", "1 5 1\n3\n1\n5\n6\n"), ("1.out", "1\n1\n2\n")]);
    let cut = cases.path().join("cut");
    let (report, _) = json(&[
        entry.meta().slug,
        "--cases",
        path(&cases.path().join("1.in")),
        "--cut",
        path(&cut),
        "--",
        "printf",
        "1\\n2\\n2\\n",
    ]);
    assert_eq!(report["cases"][0]["test"], 2, "{report}");
    assert_eq!(fs::read_to_string(cut.join("1-test-2.in")).unwrap(), "1 5 1\n1\n5\n");
    assert_eq!(fs::read_to_string(cut.join("1-test-2.out")).unwrap(), "1\n");
}

#[test]
fn a_run_near_the_time_limit_is_run_again_alone() {
    needs!(has("python3", "the near run"));
    let cases = one_fortytwo();
    let burn = "import time\nwhile time.process_time() < 0.98: pass\nprint(42)\n";
    let tools = folder(&[("near.py", burn)]);
    let (report, _) = json(&[
        "stones",
        path(cases.path()),
        "--time",
        "1",
        path(&tools.path().join("near.py")),
    ]);
    let notes = report["cases"][0]["notes"].to_string();
    assert!(notes.contains(", so run again alone: "), "{report}");
}

#[test]
fn the_sandbox_takes_a_short_line_unless_all_of_it_is_asked_for() {
    let cases = fortytwo();
    for (option, is_short) in [(&[][..], true), (&["--verbose"], false)] {
        let arguments = [&["stones", path(cases.path())], option, &["--", "echo", "41"]].concat();
        let report = text(&judge(&arguments).stdout);
        let line = report.lines().find(|line| line.contains("sandbox: tier ")).unwrap();
        assert_eq!(
            (line.len() < 80, line.contains("`--verbose`")),
            (is_short, is_short),
            "{line}"
        );
    }
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = folder(&[("a.pas", "begin end.\n")]);
    let output = gamesolve()
        .args(["judge", "stones", "a.pas"])
        .current_dir(folder.path())
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(
        text(&output.stderr),
        "error: `a.pas` is Pascal, which needs `fpc`, but that is not on PATH\n\
         note: `compiler` below `[pas]` in `gamesolve.toml` names another one\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_change_of_the_program_is_judged_at_once() {
    use std::io::{BufRead, BufReader};
    let tools = folder(&[("a.sh", "#!/bin/sh\necho 41\n")]);
    let script = tools.path().join("a.sh");
    let executable = |path: &PathBuf| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    executable(&script);
    let cases = one_fortytwo();
    let mut watching = std::process::Command::new(env!("CARGO_BIN_EXE_gamesolve"))
        .args([
            "judge",
            "stones",
            "--watch",
            "--rows",
            path(cases.path()),
            path(&script),
        ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let first = lines.find(|line| line.starts_with("1  ")).unwrap();
    assert!(first.starts_with("1  WA "), "{first}");
    let draft = tools.path().join("draft");
    fs::write(&draft, "#!/bin/sh\necho 42\n# changed\n").unwrap();
    executable(&draft);
    fs::rename(&draft, &script).unwrap();
    let second = lines.find(|line| line.starts_with("1  ")).unwrap();
    assert!(second.starts_with("1  AC "), "{second}");
    let id = nix::unistd::Pid::from_raw(watching.id().cast_signed());
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    assert_eq!(watching.wait().unwrap().code(), Some(130));
}

#[test]
fn the_stored_cases_are_written_with_those_at_the_limits() {
    let target = tempfile::tempdir().unwrap();
    let output = gamesolve()
        .args(["gen", "game", "--cases", "--dir", path(target.path())])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for name in [
        "sample-01.in",
        "sample-01.out",
        "limit-01-dense.in",
        "limit-01-dense.out",
    ] {
        assert!(target.path().join(name).is_file(), "{name}");
    }
}

#[test]
fn a_file_on_the_path_that_is_no_program_is_passed_over() {
    needs!(has("python3", "a program in Python"));
    let place = folder(&[("first/python3", "not to be run\n"), ("one.py", "print(1)\n")]);
    let mut path = place.path().join("first").into_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let output = gamesolve()
        .args(["judge", "stones", "one.py", "--case", "sample-01"])
        .current_dir(place.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// A program sees the content of the virtual environment that its interpreter names, and nothing else there.
#[test]
fn an_interpreter_sees_the_folders_that_it_names() {
    use std::os::unix::fs::PermissionsExt;
    let stand_in = "#!/bin/sh\ncase $1 in -I) echo \"$0\"; echo \"${0%/*}/own\";; *) read n < \"${0%/*}/own/secret\" && exit 9; read n < \"${0%/*}/own/lib/answer\" && echo $n;; esac\n";
    let place = folder(&[
        ("first/python3", stand_in),
        ("first/own/lib/answer", "42\n"),
        ("first/own/secret", "7\n"),
        ("first/own/pyvenv.cfg", ""),
        ("one.py", "print(1)\n"),
    ]);
    let first = place.path().join("first");
    fs::set_permissions(first.join("python3"), fs::Permissions::from_mode(0o755)).unwrap();
    let places = before_path(&first);
    let cases = one_fortytwo();
    let output = gamesolve()
        .args(["judge", "stones", "one.py", path(cases.path())])
        .current_dir(place.path())
        .env("HOME", place.path().join("no-home"))
        .env("PATH", places)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Files beside a submission are as hostile as the submission.
///
/// These are Python modules, settings of a version manager, and a program with the name of an interpreter.
#[test]
fn nothing_beside_a_submission_runs_outside_the_box() {
    use std::os::unix::fs::PermissionsExt;
    needs!(has("python3", "a program in Python"));
    let place = folder(&[("sitecustomize.py", ""), ("one.py", "print(42)\n"), ("bin/python3", "")]);
    let mark = place.path().join("it-ran");
    let leaves = |name: &str, text: String| {
        fs::write(place.path().join(name), text).unwrap();
        fs::set_permissions(place.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    };
    leaves("sitecustomize.py", format!("open({:?}, 'w')\n", path(&mark)));
    // Like a version manager, it starts the program that a file of the current folder names.
    let manager = format!(
        "#!/bin/sh\n[ -e settings ] && : > '{}'\nexec python3 \"$@\"\n",
        path(&mark)
    );
    fs::create_dir(place.path().join("shims")).unwrap();
    leaves("shims/pypy3", manager);
    fs::write(place.path().join("settings"), "").unwrap();
    leaves("bin/python3", format!("#!/bin/sh\ntouch '{}'\necho 42\n", path(&mark)));
    let cases = one_fortytwo();
    let places = before_path(&place.path().join("shims"));
    let home = std::env::home_dir().unwrap();
    // If they are unpacked in the home folder, the settings lie beside them too.
    for (words, home) in [
        (&["one.py", path(cases.path())][..], home.as_path()),
        (&[path(cases.path()), "--", "pypy3", "one.py"], &home),
        (&[path(cases.path()), "--", "pypy3", "one.py"], place.path()),
        (&[path(cases.path()), "--", "bin/python3"], &home),
    ] {
        let output = gamesolve()
            .args(["judge", "stones"])
            .args(words)
            .current_dir(place.path())
            .env("HOME", home)
            .env("PATH", &places)
            .env("PYTHONPATH", place.path())
            .output()
            .unwrap();
        assert!(!mark.exists(), "{words:?}");
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
    }
}

/// The environment may be named by its path, and lie anywhere.
#[test]
fn a_python_of_a_virtual_environment_sees_its_modules() {
    needs!(has("python3", "a program in Python"));
    let place = folder(&[("one.py", "import beside\nprint(beside.answer)\n")]);
    let made = std::process::Command::new("python3")
        .args(["-m", "venv", "--without-pip", "own"])
        .current_dir(place.path())
        .status();
    if !made.is_ok_and(|status| status.success()) {
        crate::support::skip("a virtual environment needs the module `venv` of Python");
        return;
    }
    let lib = place.path().join("own/lib");
    let version = fs::read_dir(&lib).unwrap().next().unwrap().unwrap().path();
    fs::write(version.join("site-packages/beside.py"), "answer = 42\n").unwrap();
    let cases = one_fortytwo();
    let output = gamesolve()
        .args(["judge", "stones", path(cases.path()), "--", "own/bin/python3", "one.py"])
        .current_dir(place.path())
        .output()
        .unwrap();
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// Nobody writes into the pipe, and the device has no end.
#[test]
fn a_program_that_is_no_file_is_refused_at_once() {
    let place = tempfile::tempdir().unwrap();
    let pipes = ["pipe.cpp", "pipe.c", "pipe.rs", "pipe.pas", "pipe.java"].map(|name| place.path().join(name));
    for pipe in &pipes {
        nix::unistd::mkfifo(pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    }
    let endless = place.path().join("endless.py");
    std::os::unix::fs::symlink("/dev/zero", &endless).unwrap();
    let cases = one_fortytwo();
    let pipe = place.path().join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let judged = pipes.into_iter().chain([endless, pipe.clone()]);
    let mut ways: Vec<Vec<PathBuf>> = judged.map(|source| vec![source]).collect();
    ways.push(["--checker".into(), pipe.clone(), "--".into(), "true".into()].into());
    ways.push(["--".into(), pipe].into());
    for way in ways {
        let output = gamesolve()
            .args(["judge", "stones"])
            .arg(cases.path())
            .args(&way)
            .timeout(Duration::from_secs(600))
            .output()
            .unwrap();
        let said = text(&output.stderr);
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(2), &b""[..]),
            "{said}"
        );
        assert!(said.contains("it is not a regular file"), "{said}");
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
    }
}

/// With several programs, each gets its verdict, whatever the file of another one is.
#[test]
fn a_source_that_is_no_program_spoils_no_other() {
    needs!(has("g++", "a program in C++"));
    let sources = folder(&[
        ("good.cpp", "#include <cstdio>\nint main() { puts(\"42\"); }\n"),
        ("empty.cpp", ""),
        ("none.cpp", "int x;\n"),
    ]);
    let cases = one_fortytwo();
    let output = gamesolve()
        .args(["judge", "stones", "--cases", path(cases.path()), "--format", "json"])
        .args(["good.cpp", "empty.cpp", "none.cpp"])
        .current_dir(sources.path())
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    assert!(said.contains("\"AC\""), "{said}");
    assert_eq!(said.matches("`g++` cannot compile it:").count(), 2, "{said}");
}

/// A program does not see other submissions, even in a folder that it may see.
#[test]
fn a_program_sees_nothing_else_that_was_handed_in() {
    use std::os::unix::fs::PermissionsExt;
    // This interpreter names `own` as its folder. If it can read the other submission in it, it prints that.
    let stand_in = "#!/bin/sh\ncase $1 in -I) echo \"$0\"; echo \"${0%/*}/own\";; -c) ;; *) read n < \"${0%/*}/own/lib/other.py\" && echo $n;; esac\n";
    let place = folder(&[
        ("first/python3", stand_in),
        ("first/own/pyvenv.cfg", ""),
        ("first/own/lib/other.py", "42\n"),
        ("spy.py", "print(1)\n"),
    ]);
    let first = place.path().join("first");
    fs::set_permissions(first.join("python3"), fs::Permissions::from_mode(0o755)).unwrap();
    let places = before_path(&first);
    let cases = one_fortytwo();
    // Alone it sees that folder.
    for (programs, part, is_there) in [
        ("spy.py", "1 AC", true),
        ("spy.py first/own/lib/other.py", ": 1 RE", true),
        ("spy.py first/own/lib/other.py", "AC", false),
    ] {
        let mut judge = gamesolve_in(place.path(), &format!("judge stones {programs} --cases"));
        let output = judge.arg(cases.path()).env("PATH", &places).output().unwrap();
        assert_eq!(text(&output.stdout).contains(part), is_there, "{programs}: {output:?}");
    }
}

/// A compiler that lies in a contest does not see the contest, wherever the judge is called from.
#[test]
fn a_compiler_sees_no_cases_and_nothing_that_was_handed_in() {
    use std::os::unix::fs::PermissionsExt;
    needs!(has_time() && has("gcc", "a program in C"));
    let contest = folder(&[
        ("bin/gcc", "#!/bin/sh\nexec /usr/bin/gcc \"$@\"\n"),
        ("share/tests/1.in", "4\n.X.X\n"),
        ("share/tests/1.out", "42\n"),
        ("share/subs/other.c", "int main(void) { return 42; }\n"),
    ]);
    fs::set_permissions(contest.path().join("bin/gcc"), fs::Permissions::from_mode(0o755)).unwrap();
    let places = before_path(&contest.path().join("bin"));
    let (cases, other) = (
        contest.path().join("share/tests"),
        contest.path().join("share/subs/other.c"),
    );
    for hidden in [cases.join("1.out"), other.clone()] {
        let spy = contest.path().join("share/subs/spy.c");
        let source = format!(
            "#include <stdio.h>\n__asm__(\".data\\nx: .incbin \\\"{}\\\"\\n.byte 0\\n\");\n\
             extern char x[];\nint main(void) {{ fputs(x, stdout); }}\n",
            path(&hidden)
        );
        fs::write(&spy, source).unwrap();
        let output = gamesolve()
            .args(["judge", "stones", "--cases", path(&cases), path(&spy), path(&other)])
            .current_dir("/")
            .env("PATH", &places)
            .output()
            .unwrap();
        let said = text(&output.stdout);
        // The file is missing or empty for the program, and each source runs as itself.
        let reasons = ["file not found", "printed nothing"];
        assert!(reasons.iter().any(|reason| said.contains(reason)), "{said}");
        for (part, is_there) in [("exit code 42", true), ("1 AC", false)] {
            assert_eq!(said.contains(part), is_there, "{part}: {said}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_script_runs_no_program_that_another_handed_in() {
    use std::os::unix::fs::PermissionsExt;
    let cases = one_fortytwo();
    let handed_in = folder(&[("alice", "#!/bin/sh\necho 42\n")]);
    let alice = handed_in.path().join("alice");
    let bob = handed_in.path().join("bob");
    fs::write(&bob, format!("#!{}\n", path(&alice))).unwrap();
    for program in [&alice, &bob] {
        fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let places = before_path(handed_in.path());
    let mut golden = Golden::new("judge/a_script_runs_no_program_that_another_handed_in");
    let mut judge = gamesolve_in(handed_in.path(), "judge stones ./alice ./bob --cases");
    golden.run(judge.arg(cases.path()).env("PATH", places));
    golden.finish();
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_sees_no_cases_and_no_submissions() {
    needs!(has_time() && has("python3", "a program in Python"));
    let shown = folder(&[
        ("class/tests/in/1.in", "4\n.X.X\n"),
        ("class/tests/out/1.out", "42\n"),
        ("class/other.py", "print(42)\n"),
    ]);
    std::os::unix::fs::symlink("class", shown.path().join("link")).unwrap();
    let spy = shown.path().join("class/spy.py");
    let names = ["class", "link"].map(|name| path(&shown.path().join(name)).to_owned());
    fs::write(shown.path().join("class/open"), "").unwrap();
    let (cases, other) = (shown.path().join("class/tests"), shown.path().join("class/other.py"));
    // `stress` receives no testcases.
    let secrets: [(&[&str], &[&str]); 2] = [
        (
            &["judge", "stones", "--cases", path(&cases)],
            &["tests/in/1.in", "tests/out/1.out", "other.py"],
        ),
        (
            &[
                "stress",
                "stones",
                "--tests",
                "1",
                "--time-budget",
                "0.1",
                "--no-spoilers",
            ],
            &["other.py"],
        ),
    ];
    for (arguments, secret) in secrets {
        let source = format!(
            "import os, sys\nplaces = [os.path.join(name, place) for name in {names:?} for place in {secret:?}]\n\
             seen = [place for place in places if os.access(place, os.R_OK) and os.path.getsize(place)]\n\
             seen += [] if any(os.access(os.path.join(name, 'open'), os.R_OK) for name in {names:?}) else ['nothing']\n\
             print(*seen or [42])\nsys.exit(len(seen))\n"
        );
        fs::write(&spy, source).unwrap();
        for name in &names {
            let place = folder(&[]);
            let mut command = gamesolve();
            command.args(arguments).args([path(&spy), path(&other)]);
            command.args(["--allow-read", name]).current_dir(place.path());
            let said = text(&command.output().unwrap().stdout);
            for (part, is_there) in [("exit code", false), ("spy.py", true)] {
                assert_eq!(said.contains(part), is_there, "{part}: {said}");
            }
        }
    }
}

/// A virtual machine that does not know the limit collects garbage only after it has passed the limit.
#[test]
fn garbage_of_java_is_collected_within_the_limit() {
    needs!(has_time() && has("javac", "programs in Java"));
    let source = "public class Main { public static void main(String[] a) { long s = 0; \
                  for (int i = 0; i < 3000; i++) { int[] b = new int[100000]; b[i] = 1; s += b[i]; } \
                  System.out.println(s - 2958); } }";
    let sources = folder(&[("Main.java", source)]);
    let cases = one_fortytwo();
    let output = gamesolve()
        .args([
            "judge",
            "stones",
            "--cases",
            path(cases.path()),
            "--memory",
            "128M",
            "Main.java",
        ])
        .current_dir(sources.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

/// Compilers recognise files by their names. People's file names may contain anything.
#[test]
#[cfg(target_os = "linux")]
fn a_source_may_be_called_anything() {
    needs!(has_time());
    use std::os::unix::ffi::OsStrExt;
    let sources = tempfile::tempdir().unwrap();
    let mut names = Vec::new();
    let languages = [
        ("g++", "Cpp", "#include <cstdio>\nint main() { puts(\"42\"); }\n"),
        ("gcc", "C", "#include <stdio.h>\nint main(void) { puts(\"42\"); }\n"),
        ("python3", "PY", "print(42)\n"),
        (
            "rustc",
            "rs",
            "#![crate_name = \"mine\"]\nfn main() { println!(\"42\"); }\n",
        ),
        ("fpc", "pas", "begin writeln(42) end.\n"),
    ];
    for (tool, ending, source) in languages {
        if !has(tool, "sources of odd names") {
            continue;
        }
        for stem in [&b"a\n;\"'b"[..], b"\xff", b"1 x"] {
            let name = [stem, b".", ending.as_bytes()].concat();
            let name = std::path::PathBuf::from(std::ffi::OsStr::from_bytes(&name));
            fs::write(sources.path().join(&name), source).unwrap();
            names.push(name);
        }
    }
    let cases = one_fortytwo();
    let judge = |names: &[std::path::PathBuf]| {
        let mut judge = gamesolve();
        judge
            .args(["judge", "stones", "--cases", path(cases.path())])
            .args(names);
        judge.current_dir(sources.path()).output().unwrap()
    };
    let output = judge(&names);
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}");
    // A compiler's message uses the name that people know.
    if has("gcc", "words of a compiler") {
        fs::write(sources.path().join("WRONG.C"), "int main(void) { return x; }\n").unwrap();
        let said = text(&judge(&["WRONG.C".into()]).stdout);
        for (part, is_there) in [("\n    WRONG.C:1:", true), ("program.c", false)] {
            assert_eq!(said.contains(part), is_there, "{part}: {said}");
        }
    }
}

#[test]
fn a_source_that_is_too_large_is_no_program_and_takes_no_memory() {
    let sources = folder(&[("right.py", "print(42)\n")]);
    let large = fs::File::create(sources.path().join("large.cpp")).unwrap();
    large.set_len(1 << 40).unwrap();
    let cases = one_fortytwo();
    let mut golden = Golden::new("judge/a_source_that_is_too_large_is_no_program_and_takes_no_memory");
    golden.run(gamesolve_in(sources.path(), "judge stones large.cpp right.py --cases").arg(cases.path()));
    golden.finish();
}

#[test]
fn a_program_that_is_changed_while_it_is_judged_gets_no_verdict() {
    let folder = folder(&[]);
    let cases = one_fortytwo();
    // The testcase runs until the program has been changed.
    let program = folder.path().join("program");
    let other = folder.path().join("other");
    let waits = "#!/bin/sh\nsleep 2\necho 42\n";
    for (file, text) in [(&program, waits), (&other, "#!/bin/sh\necho 41\n")] {
        fs::write(file, text).unwrap();
        fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let judged = std::thread::scope(|scope| {
        let judged = scope.spawn(|| {
            let mut judge = gamesolve();
            judge.args(["judge", "stones", path(cases.path()), "--", path(&program)]);
            judge.output().unwrap()
        });
        wait_for("/bin/sh", &[path(&program)]);
        fs::rename(&other, &program).unwrap();
        judged.join().unwrap()
    });
    let said = text(&judged.stdout);
    for part in [
        "IE (changed meanwhile)",
        "a file of the program changed while the program ran",
    ] {
        assert!(said.contains(part), "{said}{}", text(&judged.stderr));
    }
    assert_eq!(judged.status.code(), Some(3));
}

#[test]
fn a_source_is_judged_as_it_was_read() {
    needs!(has_time() && has("python3", "a program in Python"));
    let folder = folder(&[
        ("judged-as-read.py", "import time\ntime.sleep(1)\nprint(42)\n"),
        ("other.py", "print(41)\n"),
    ]);
    let cases = fortytwo();
    let source = folder.path().join("judged-as-read.py");
    let judged = std::thread::scope(|scope| {
        let judged = scope.spawn(|| json(&["stones", path(cases.path()), path(&source), "-j", "1"]));
        wait_for("/python3", &["/judged-as-read.py"]);
        fs::rename(folder.path().join("other.py"), &source).unwrap();
        judged.join().unwrap()
    });
    assert_eq!(verdicts(&judged.0), ["AC", "AC", "AC"], "{}", judged.0);
}

/// The source runs from a copy with a hidden name. It can still read the allowed files beside the original.
#[test]
fn a_source_has_its_name_and_the_allowed_modules() {
    needs!(has("python3", "a program in Python"));
    let folder = folder(&[("sol.py", "import beside\nprint(42)\n"), ("beside.py", "")]);
    let cases = one_fortytwo();
    let (source, module) = (folder.path().join("sol.py"), folder.path().join("beside.py"));
    let (report, _) = json(&["stones", path(cases.path()), path(&source)]);
    let reason = report["cases"][0]["reason"].as_str().unwrap();
    let place = source.canonicalize().unwrap();
    assert!(
        reason.contains(&format!("File \"{}\", line 1", path(&place))),
        "{reason}"
    );
    for allowed in [&*module, folder.path()] {
        let (report, _) = json(&[
            "stones",
            path(cases.path()),
            path(&source),
            "--allow-read",
            path(allowed),
        ]);
        assert_eq!(verdicts(&report), ["AC"], "{report}");
    }
}

/// The file was touched, so another program may have run, although the content is the same before and after.
#[test]
fn a_changed_program_is_judged_again_and_at_last_not() {
    needs!(has_time());
    let folder = folder(&[("sol.sh", "sleep 0.3\necho 42\n")]);
    let cases = one_fortytwo();
    let script = folder.path().join("sol.sh");
    // The second number is more than any run needs, and the loop ends with the judging.
    for (touches, expected) in [(1, "AC"), (1000, "IE")] {
        let judged = std::thread::scope(|scope| {
            let judged = scope.spawn(|| json(&["stones", path(cases.path()), "--", "sh", path(&script)]));
            for number in 0..touches {
                std::thread::sleep(Duration::from_millis(200));
                let _ = fs::hard_link(&script, folder.path().join(format!("{touches}-{number}")));
                if judged.is_finished() {
                    break;
                }
            }
            judged.join().unwrap()
        });
        assert_eq!(verdicts(&judged.0), [expected], "{}", judged.0);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn folders_with_places_of_the_box_in_them_are_refused_by_name() {
    let folder = folder(&[("a.py", "print(42)\n")]);
    let source = path(&folder.path().join("a.py")).to_owned();
    for (allowed, own) in [
        ("/", "/tmp/gamesolve-scratch"),
        ("/tmp", "/tmp/gamesolve-scratch"),
        ("/dev", "/dev/shm"),
    ] {
        for option in ["--allow-read", "--include"] {
            let output = judge(&["stones", "--case", "sample-01", option, allowed, &source]);
            if text(&output.stdout).contains("sandbox: tier 2") {
                skip("folders of the box's own are in tier 1 alone");
                return;
            }
            let said = format!(
                "error: `{allowed}` cannot be shown to programs, for they have their own `{own}`: name the files that they need\n"
            );
            assert_eq!(
                (output.status.code(), text(&output.stderr)),
                (Some(2), said),
                "{option}"
            );
        }
    }
}

/// If the temporary folder lies in a folder that programs may read, they still cannot read other programs.
#[test]
#[cfg(target_os = "linux")]
fn what_may_be_read_shows_nothing_of_other_runs() {
    let folder = folder(&[("tmp/x", "")]);
    let place = path(folder.path()).to_owned();
    let output = gamesolve()
        .args([
            "judge",
            "stones",
            "--case",
            "sample-01",
            "--diff",
            "--allow-read",
            &place,
            "--",
        ])
        .args([
            "sh",
            "-c",
            "find $0/tmp/gamesolve-run-* -type f ! -name sample-01.in; echo end",
            &place,
        ])
        .env("TMPDIR", folder.path().join("tmp"))
        .output()
        .unwrap();
    let said = text(&output.stdout);
    assert!(said.contains("found `end`"), "{said}{}", text(&output.stderr));
}

/// The sandbox has its own shared memory, and people work there because it is fast.
#[test]
#[cfg(target_os = "linux")]
fn sources_and_temporary_files_may_lie_in_shared_memory() {
    let Ok(place) = tempfile::tempdir_in("/dev/shm") else {
        skip("there is no /dev/shm");
        return;
    };
    let others = place.path().join("others");
    fs::create_dir(&others).unwrap();
    fs::write(others.join("secret"), "42\n").unwrap();
    let script = "test ! -e others/secret && test ! -e $0/others/secret && echo mine > /dev/shm/mine && cat /dev/shm/mine >/dev/null && echo 42\n";
    fs::write(place.path().join("program.sh"), script).unwrap();
    for (name, content) in [
        ("1.in", "4\n.X.X\n"),
        ("1.out", "42\n"),
        ("2.in", "1\nX\n"),
        ("2.out", "42\n"),
    ] {
        fs::create_dir_all(place.path().join("cases")).unwrap();
        fs::write(place.path().join("cases").join(name), content).unwrap();
    }
    let script = path(&place.path().join("program.sh")).to_owned();
    let mut commands = vec![vec!["--", "sh", &script, path(place.path())]];
    let source = path(&place.path().join("right.c")).to_owned();
    if has("gcc", "a source in shared memory") {
        fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"42\"); }\n").unwrap();
        commands.push(vec![&source]);
    }
    for command in commands {
        let output = gamesolve()
            .args(["judge", "stones", path(&place.path().join("cases"))])
            .args(&command)
            .env("TMPDIR", place.path())
            .output()
            .unwrap();
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        // On some machines nothing may start from there.
        if said.contains("`noexec`") {
            skip("programs in /dev/shm cannot be started here");
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{command:?}: {said}");
    }
}

/// A caller may ignore the ends of its children, and the kernel passes that on.
#[test]
fn a_caller_that_ignores_the_end_of_programs_hinders_nothing() {
    let cases = one_fortytwo();
    let output = std::process::Command::new("env")
        .args(["--ignore-signal=CHLD", env!("CARGO_BIN_EXE_gamesolve")])
        .args(["judge", "stones", path(cases.path()), "--", "echo", "42"])
        .output()
        .unwrap();
    // Only coreutils has this option.
    if text(&output.stderr).starts_with("env: ") {
        skip("ignoring a signal needs an `env` with `--ignore-signal`");
        return;
    }
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn a_place_that_takes_no_temporary_files_is_named() {
    let place = tempfile::tempdir().unwrap();
    let missing = place.path().join("missing");
    let output = gamesolve()
        .args(["judge", "stones", "--", "true"])
        .env("TMPDIR", &missing)
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    let expected = format!(
        "error: cannot make a folder for temporary files in `{}`: ",
        path(&missing)
    );
    assert!(text(&output.stderr).starts_with(&expected), "{}", text(&output.stderr));
}

/// A limit of the shell, which programs inherit, may be below theirs.
#[test]
fn a_limit_on_processor_time_of_the_shell_is_nobodys_verdict() {
    let limit = "`ulimit -t`";
    let place = folder(&[("busy", "#!/bin/sh\nwhile :; do :; done\n")]);
    let command = "ulimit -t 1; exec \"$0\" judge stones --case sample-01 --time \"$1\" -- sh busy";
    for (time, code, verdict) in [("5", 3, "IE"), ("500ms", 1, "TLE")] {
        let output = std::process::Command::new("sh")
            .args(["-c", command, env!("CARGO_BIN_EXE_gamesolve"), time])
            .current_dir(place.path())
            .output()
            .unwrap();
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.starts_with(&format!("sample-01  {verdict}")), "{said}");
        assert_eq!(said.contains(limit), code == 3, "{said}");
    }
    // The limit that ends a compiler gives no verdict either.
    needs!(has("g++", "a compiler that takes long"));
    // It has the most steps that g++ accepts, in loops of the most turns.
    let slow = "constexpr long work() { long sum = 0; for (int i = 0; i < 9999; i++) for (int j = 0; j < 99999; j++) sum += j;\n\
                return sum; }\nstatic_assert(work() > 0);\nint main() {}\n";
    std::fs::write(place.path().join("slow.cpp"), slow).unwrap();
    let command = "ulimit -t 1; exec \"$0\" judge stones slow.cpp";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_gamesolve")])
        .current_dir(place.path())
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}{}", text(&output.stdout));
    assert!(said.contains(limit) && said.lines().count() == 1, "{said}");
}

#[test]
fn a_program_in_a_folder_that_is_gone_does_not_start() {
    let place = tempfile::tempdir().unwrap();
    let command = "mkdir gone; cd gone; rmdir ../gone; exec \"$0\" judge stones -- ./program";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_gamesolve")])
        .current_dir(place.path())
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert_eq!(said, "error: cannot start `./program`: the current folder is gone\n");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
}

/// Root reads all files, so this test uses another user.
#[test]
fn a_source_that_cannot_be_read_is_no_compile_error() {
    use std::os::unix::fs::PermissionsExt;
    let is_root = nix::unistd::geteuid().is_root();
    if is_root && !has("setpriv", "to be an ordinary user") {
        return;
    }
    let sources = folder(&[("sol.cpp", "int main() {}\n")]);
    let source = sources.path().join("sol.cpp");
    fs::set_permissions(&source, fs::Permissions::from_mode(0o0)).unwrap();
    let cases = one_fortytwo();
    // The folders are open to others.
    for open in [sources.path(), cases.path()] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let ordinary = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let words: &[&str] = if is_root { &ordinary } else { &["env"] };
    let output = std::process::Command::new(words[0])
        .args(&words[1..])
        .args([
            env!("CARGO_BIN_EXE_gamesolve"),
            "judge",
            path(cases.path()),
            path(&source),
        ])
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(
        text(&output.stderr).contains("Permission denied"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_program_in_the_place_of_the_problem_is_named_in_the_hint() {
    let place = tempfile::tempdir().unwrap();
    for name in ["stones.cpp", "sol.cpp"] {
        std::fs::write(place.path().join(name), "int main() {}\n").unwrap();
    }
    std::fs::write(place.path().join("take.py"), "def moves(n):\n    if n: yield n - 1\n").unwrap();
    for (args, hint) in [
        (&["judge", "stones.cpp"][..], "hint: gamesolve judge stones stones.cpp"),
        (&["stress", "stones.cpp"], "hint: gamesolve stress stones stones.cpp"),
        (
            &["judge", "sol.cpp"],
            "hint: name the problem first, such as `gamesolve judge stones sol.cpp`. `gamesolve list` shows all names",
        ),
        (
            &["judge", "take.py", "sol.cpp"],
            "hint: make some by gamesolve gen take.py --count 20 --dir tests --answers",
        ),
    ] {
        let done = gamesolve().current_dir(place.path()).args(args).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.lines().last(), Some(hint), "{args:?}: {said}");
    }
}

sessions! {
    a_class_solution_gets_a_main_or_is_refused
    a_prompt_beside_the_answers_is_named
    a_source_in_java_without_a_class_does_not_compile
    a_wrong_stored_answer_and_a_file_that_cannot_run_are_noted
    all_accepted_is_one_line_and_diffs_stand_side_by_side
    cases_that_a_list_makes_are_cases_like_any_other
    hints_have_the_names_of_the_user
    mistakes_and_tests_of_no_problem_are_refused
    several_programs_stand_in_rows
    known_mistakes_are_judged_on_own_or_named_cases
    the_mistake_of_a_wrong_program_is_named_on_request
    the_report_for_people_is_this
    usage_errors_say_what_to_type
    what_a_program_prints_is_shown_and_not_obeyed
    an_expected_verdict_makes_the_exit_code
    a_program_in_rust_may_be_called_anything
    the_class_that_has_a_main_starts
    checkers_of_four_protocols_decide
    a_program_may_lie_among_the_cases_and_be_named_from_below
    a_program_that_is_a_link_is_judged_and_the_report_says_so
}
