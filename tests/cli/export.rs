//! `gamesolve export`: a written package is judged like its task, and every loss is reported or refused.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use gamesolve::budget::Budget;
use gamesolve::cases::{builtin, embedded};
use gamesolve::package::format::targets;
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::problems::REGISTRY;
use gamesolve::random::Random;

use super::golden::Golden;
use super::judge::{json, path, text};
use super::package::program;
use super::support::{Failures, folder, gamesolve, has, has_time, needs, root};

fn export(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = gamesolve();
    command.arg("export").args(arguments);
    command
}

/// Exports a task successfully, and returns the messages.
fn exported(task: &str, format: &str, output: &Path) -> String {
    let done = export(&[task, "--format", format, "-o", path(output)])
        .output()
        .unwrap();
    let said = text(&done.stderr);
    assert_eq!(
        (done.status.code(), text(&done.stdout).as_str()),
        (Some(0), ""),
        "{task} {format}: {said}"
    );
    said
}

/// Returns the error of an export that is refused.
fn refused(arguments: &[&str]) -> String {
    let done = export(arguments).output().unwrap();
    let said = text(&done.stderr);
    assert_eq!(
        (done.status.code(), text(&done.stdout).as_str()),
        (Some(2), ""),
        "{arguments:?}: {said}"
    );
    said
}

fn problem(slug: &str) -> &'static dyn Entry {
    *REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap()
}

#[test]
fn every_format_accepts_the_solver_and_no_wrong_program() {
    needs!(has_time());
    let place = tempfile::tempdir().unwrap();
    let solver = cargo_bin("gamesolve");
    for (name, _) in targets() {
        let ending = if name == "kattis" { ".zip" } else { "" };
        let task = place.path().join(format!("{name}{ending}"));
        exported("stones", name, &task);
        let judged =
            |command: &[&str]| json(&[&[path(&task), "--time", "20", "--memory", "2G", "--"], command].concat());
        let (report, code) = judged(&[path(&solver), "stones"]);
        assert_eq!(code, 0, "{name}: {report}");
        let total = &report["points"]["points"];
        match name {
            "domjudge" | "bapctools" => assert!(total.is_null(), "{report}"),
            // The points of these formats are rounded thirds, which add up to nearly as much.
            "loose" | "themis" => {}
            _ => assert_eq!(total.as_f64(), Some(100.0), "{name}: {report}"),
        }
        let (report, code) = judged(&["echo", "0"]);
        assert_eq!(code, 1, "{name}: {report}");
    }
}

#[test]
fn what_a_format_has_no_place_for_is_said() {
    let mut golden = Golden::new("export/what_a_format_has_no_place_for_is_said");
    let place = tempfile::tempdir().unwrap();
    for (name, _) in targets() {
        golden.says(export(&[
            "stones",
            "--format",
            name,
            "-o",
            path(&place.path().join(name)),
        ]));
    }
    golden.says(export(&[
        "stone-transfer",
        "--format",
        "kattis",
        "-o",
        path(&place.path().join("a.zip")),
    ]));
    golden.finish();
}

#[test]
fn bad_usage_is_refused_by_name() {
    let mut golden = Golden::new("export/bad_usage_is_refused_by_name");
    let place = folder(&[
        ("full/x", ""),
        ("game.py", "def moves(n): return [n - 1]\n"),
        ("cases/1.in", "1\n"),
    ]);
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let new = at("new");
    golden.says(export(&["stones", "--format", "oj", "-o", &new]));
    golden.says(export(&["stones", "-o", &new]));
    golden.says(export(&["stones", "--format", "dmoj"]));
    golden.says(export(&[&at("game.py"), "--format", "dmoj", "-o", &new]));
    golden.says(export(&["stones", "--format", "dmoj", "-o", &at("full")]));
    golden.says(export(&["stones", "--format", "dmoj", "-o", &at("game.py")]));
    let pipe = at("full/pipe.zip");
    nix::unistd::mkfifo(Path::new(&pipe), nix::sys::stat::Mode::S_IRWXU).unwrap();
    golden.says(export(&["stones", "--format", "dmoj", "-o", &pipe]));
    golden.says(export(&["stones", "--format", "dmoj", "-o", &at("no/where")]));
    golden.says(export(&["stone", "--format", "dmoj", "-o", &new]));
    golden.says(export(&[&at("cases"), "--format", "dmoj", "-o", &new]));
    golden.says(export(&["lgame", "--format", "loose", "-o", &new]));
    golden.says(export(&[&at("cases"), "--stored", "--format", "dmoj", "-o", &new]));
    golden.says(export(&["stones", "--format", "dmoj", "-o", &at("new.tar.gz")]));
    let mut left: Vec<_> = fs::read_dir(place.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(
        left,
        ["cases", "full", "game.py"],
        "nothing is left of what was refused"
    );
    golden.finish();
}

#[test]
fn a_task_that_another_judge_would_judge_otherwise_is_refused() {
    let cases = [("1.in", "1\n"), ("1.out", "1\n")];
    let dmoj = |manifest: &'static str| {
        let manifest = [
            ("init.yml", manifest),
            ("chk.py", "def check(a, b, **c): return True\n"),
        ];
        folder(&[&cases[..], &manifest].concat())
    };
    let mut golden = Golden::new("export/a_task_that_another_judge_would_judge_otherwise_is_refused");
    let mut refuse = |task: &Path, formats: &[&str]| {
        for format in formats {
            golden.says(export(&[path(task), "--format", format, "-o", path(&task.join("new"))]));
        }
    };
    let sorted = dmoj("checker: sorted\ntest_cases: [{in: 1.in, out: 1.out}]\n");
    refuse(sorted.path(), &["kattis", "sinol", "cms", "polygon", "themis"]);
    let python = dmoj("checker: chk.py\ntest_cases: [{in: 1.in, out: 1.out}]\n");
    refuse(python.path(), &["kattis"]);
    let interactive = dmoj("interactive: {files: chk.py, type: testlib}\ntest_cases: [{in: 1.in, out: 1.out}]\n");
    refuse(interactive.path(), &["cms", "kattis"]);
    let output_only = folder(&[
        ("task.yaml", "name: a\noutput_only: true\n"),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
    ]);
    refuse(output_only.path(), &["dmoj"]);
    golden.finish();
}

#[test]
fn a_package_moves_between_judges_with_points_and_files() {
    needs!(has_time());
    let manifest =
        "title: Sums\ntime_limit: 2500\nmemory_limit: 65536\nscores: {1: 40, 2: 60}\nsubtask_dependencies: {2: [1]}\n";
    let task = folder(&[
        ("sum/config.yml", manifest),
        ("sum/in/sum0.in", "1 2\n"),
        ("sum/out/sum0.out", "3\n"),
        ("sum/in/sum1a.in", "2 2\n"),
        ("sum/out/sum1a.out", "4\n"),
        ("sum/in/sum1b.in", "2 3\n"),
        ("sum/out/sum1b.out", "5\n"),
        ("sum/in/sum2.in", "2 4\n"),
        ("sum/out/sum2.out", "6\n"),
        ("sum/prog/sum.py", "print(sum(map(int, input().split())))\n"),
        ("sum/prog/sumb1.py", "print(4)\n"),
    ]);
    let sum = task.path().join("sum");
    // This program is right only in group 2, which needs group 1.
    let wrong = "read a b; [ $b = 3 ] && b=9; echo $((a + b))";
    for (format, points) in [
        ("dmoj", 0.0),
        ("polygon", 0.0),
        ("2025-09", 0.0),
        ("sinol", 0.0),
        ("cms", 60.0),
        ("kattis", 60.0),
    ] {
        let place = task.path().join(format);
        let said = exported(path(&sum), format, &place);
        assert_eq!(
            said.contains("has no dependencies between groups"),
            points > 0.0,
            "{format}: {said}"
        );
        let judged = |script: &str| json(&[path(&place), "--time", "9", "--", "sh", "-c", script]).0;
        let report = judged(wrong);
        assert_eq!(report["points"]["points"].as_f64(), Some(points), "{format}: {report}");
        let report = judged("read a b; echo $((a + b))");
        assert_eq!(report["points"]["points"].as_f64(), Some(100.0), "{format}: {report}");
    }
    for (format, file, expected) in [
        ("dmoj", "submissions/sumb1.py", "print(4)\n"),
        ("2025-09", "submissions/wrong_answer/sumb1.py", "print(4)\n"),
        ("cms", "input/input3.txt", "2 4\n"),
        ("polygon", "tests/04", "2 4\n"),
    ] {
        assert_eq!(
            fs::read_to_string(task.path().join(format).join(file)).unwrap(),
            expected,
            "{format}"
        );
    }
}

#[test]
fn an_own_checker_replaces_a_rule_that_a_judge_lacks() {
    needs!(has_time() && has("g++", "the checkers that go along"));
    // Kattis's default ignores letter case and allows small differences of numbers.
    let answers = [
        ("YES 1.501", "AC"),
        ("YES 1.6", "WA"),
        ("No 1.5", "WA"),
        ("yes", "WA"),
        ("yes 1.5 1", "WA"),
    ];
    // The program copies each input, so that one checker judges all answers.
    let mut files = vec![(
        "abc/problem.yaml".to_owned(),
        "name: A\nvalidator_flags: float_tolerance 1e-2\n".to_owned(),
    )];
    for (number, (answer, _)) in answers.iter().enumerate() {
        files.push((format!("abc/data/secret/{number}.in"), format!("{answer}\n")));
        files.push((format!("abc/data/secret/{number}.ans"), "Yes 1.5\n".to_owned()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let task = folder(&files);
    let expected: Vec<&str> = answers.iter().map(|(_, verdict)| *verdict).collect();
    for format in ["dmoj", "sinol", "cms", "polygon", "themis"] {
        let place = task.path().join(format);
        exported(path(&task.path().join("abc")), format, &place);
        let (report, _) = json(&[path(&place), "--time", "9", "--", "cat"]);
        assert_eq!(report["rule"], "external checker", "{format}");
        let cases = report["cases"].as_array().unwrap();
        let verdicts: Vec<&str> = cases.iter().map(|case| case["verdict"].as_str().unwrap()).collect();
        assert_eq!(verdicts, expected, "{format}: {report}");
    }
}

/// Compiles a file of a problem.
fn compiled(source: &Path, folder: &Path) -> std::path::PathBuf {
    let binary = folder.join("checker");
    let done = Command::new("g++")
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&binary)
        .arg(source)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    binary
}

#[test]
fn the_checker_of_the_l_game_agrees_with_that_of_the_judge() {
    needs!(has_time() && has("g++", "the checker of the L game in C++"));
    let entry = problem("lgame");
    let place = tempfile::tempdir().unwrap();
    let binary = compiled(&root("problems/lgame/checker.cpp"), place.path());
    let outputs = |input: &str| -> Vec<String> {
        let solved = entry.solve(
            Input {
                bytes: input.as_bytes(),
                variants: Variants::ORIGINAL,
            },
            Budget::of_this_machine(),
        );
        let right = solved.unwrap();
        let mut all = vec![
            right.clone(),
            input.to_owned(),
            String::new(),
            "No winning move\nDraw\n".to_owned(),
            "No winning move\nLosing\n".to_owned(),
            "No winning move\n".to_owned(),
            "Draw\n".to_owned(),
            right.clone() + "x",
            right.replacen('x', ".", 1),
        ];
        // Move a disc: the result is often another winning move.
        for at in (0..right.len()).filter(|at| &right[*at..=*at] == "." && right.contains('x')) {
            let moved = right.replacen('x', ".", 1);
            all.push(format!("{}x{}", &moved[..at], &moved[at + 1..]));
        }
        all
    };
    let mut count = (0, 0);
    for input in embedded::inputs("lgame").take(12) {
        let input = std::str::from_utf8(&input).unwrap();
        for output in outputs(input) {
            let file = |name: &str, content: &str| {
                let file = place.path().join(name);
                fs::write(&file, content).unwrap();
                file
            };
            let files = [file("in", input), file("out", &output), file("ans", "")];
            let code = Command::new(&binary)
                .args(files)
                .stderr(Stdio::null())
                .status()
                .unwrap()
                .code();
            let given = Input {
                bytes: input.as_bytes(),
                variants: Variants::ORIGINAL,
            };
            let is_right = entry
                .check(given, output.as_bytes(), Budget::of_this_machine())
                .unwrap()
                .unwrap()
                .is_ok();
            assert_eq!(code, Some(i32::from(!is_right)), "{input}{output:?}");
            if is_right { count.0 += 1 } else { count.1 += 1 }
        }
    }
    assert!(count.0 > 12 && count.1 > 60, "{count:?}");
}

#[test]
fn the_l_game_is_judged_alike_by_the_checkers_of_every_format() {
    needs!(has_time() && has("g++", "the checkers of the L game"));
    let place = tempfile::tempdir().unwrap();
    let solver = cargo_bin("gamesolve");
    // Judge one for each protocol, on the samples or a few testcases.
    for (name, cases) in [
        ("kattis", "*sample*"),
        ("dmoj", "sample*"),
        ("sinol", "lgame0*"),
        ("cms", "input?"),
    ] {
        let task = place.path().join(name).join("pieces");
        fs::create_dir(task.parent().unwrap()).unwrap();
        exported("lgame", name, &task);
        let judged = |command: &[&str]| {
            json(
                &[
                    &[path(&task), "--time", "20", "--memory", "2G", "--case", cases, "--"],
                    command,
                ]
                .concat(),
            )
            .0
        };
        let report = judged(&[path(&solver), "lgame"]);
        assert_eq!(report["rule"], "external checker", "{name}");
        assert!(
            report["cases"]
                .as_array()
                .unwrap()
                .iter()
                .all(|case| case["verdict"] == "AC"),
            "{name}: {report}"
        );
        let report = judged(&["echo", "No winning move\nDraw"]);
        let verdicts: Vec<&str> = report["cases"]
            .as_array()
            .unwrap()
            .iter()
            .map(|case| case["verdict"].as_str().unwrap())
            .collect();
        assert!(
            verdicts.contains(&"AC") && verdicts.contains(&"WA") && !verdicts.contains(&"IE"),
            "{name}: {verdicts:?}"
        );
    }
}

/// Runs the validators of several inputs in one process. A line holds hexadecimal digits, and the answer is `ok` or the
/// fault.
const DRIVER: &str = "import sys\nspace = {'__name__': 'validator'}\nexec(compile(open(sys.argv[1]).read(), 'validator', 'exec'), space)\n\
                      for line in sys.stdin:\n    print(space['wrong_with'](bytes.fromhex(line.strip())) or 'ok')\n";

#[test]
fn the_validators_agree_with_validate_on_changed_inputs() {
    needs!(has_time() && has("python3", "the validators of inputs"));
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let package = builtin::package(*entry, false).unwrap();
        let Some(validator) = package.validators.first() else {
            failures.add(format!("{slug} has no validator"));
            continue;
        };
        let mut inputs: Vec<Vec<u8>> = embedded::inputs(slug).filter(|input| input.len() < 4000).collect();
        for family in entry.families() {
            inputs.push(entry.generate(family.name, entry.meta().size.1.min(40), 1).into_bytes());
        }
        let mut random = Random::new(7);
        let base = inputs.clone();
        for number in 0..400 {
            let mut changed = base[number % base.len()].clone();
            for _ in 0..=random.below(2) {
                change(&mut changed, &mut random);
            }
            inputs.push(changed);
        }
        let mut child = Command::new("python3")
            .args(["-c", DRIVER, path(validator)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines: String = inputs
            .iter()
            .map(|input| input.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n")
            .collect();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        let said = text(&output.stdout);
        assert_eq!(said.lines().count(), inputs.len(), "{slug}");
        let mut counts = [0, 0];
        for (input, found) in inputs.iter().zip(said.lines()) {
            let given = Input {
                bytes: input,
                variants: Variants::ORIGINAL,
            };
            let expected = entry.validate(given);
            counts[usize::from(expected.is_ok())] += 1;
            if expected.is_ok() != (found == "ok") {
                let expected = expected.map_err(|error| error.message().to_owned());
                failures.add(format!(
                    "{slug}: {:?}: {found}, but {expected:?}",
                    String::from_utf8_lossy(input)
                ));
            }
        }
        if counts.iter().any(|count| *count < 20) {
            failures.add(format!("{slug}: {counts:?} inputs are wrong and right"));
        }
    }
    failures.finish();
}

/// Changes a byte or two of an input.
fn change(input: &mut Vec<u8>, random: &mut Random) {
    const SIGNS: &[u8] = b"0123456789 \n-.,[]X#PTCMF*x\t\r\"a";
    let sign = SIGNS[random.below(SIGNS.len() as u64) as usize];
    let at = random.below(input.len() as u64 + 1) as usize;
    match random.below(4) {
        0 => input.insert(at, sign),
        1 if at < input.len() => {
            input.remove(at);
        }
        2 if at < input.len() => input[at] = sign,
        _ => {
            // A digit in place of a digit often leaves a right input.
            if let Some(digit) = input.iter_mut().skip(at).find(|byte| byte.is_ascii_digit()) {
                *digit = b'0' + random.below(10) as u8;
            }
        }
    }
}

#[test]
fn a_program_of_a_package_may_be_run_after_the_export() {
    let task = folder(&[
        ("abc/problem.yaml", "name: A\nvalidation: custom\n"),
        ("abc/data/secret/1.in", "1\n"),
        ("abc/data/secret/1.ans", "1\n"),
    ]);
    program(&task.path().join("abc"), "output_validators/any/run", "exit 42");
    for name in ["new", "new.zip"] {
        let place = task.path().join(name);
        exported(path(&task.path().join("abc")), "kattis", &place);
        let (report, code) = json(&[path(&place), "--time", "9", "--", "echo", "2"]);
        assert_eq!(code, 0, "{report}");
    }
}

#[test]
fn pipes_and_circular_links_are_refused_without_waiting() {
    let pipe = |path: &Path| nix::unistd::mkfifo(path, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let circle = |path: &Path| std::os::unix::fs::symlink(".", path).unwrap();
    let endless = |path: &Path| std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    type Spoil<'a> = &'a dyn Fn(&Path);
    let spoils: [(&str, Spoil, &str); 5] = [
        ("data/secret/2.in", &pipe, "2.in` is not a regular file"),
        (
            "data/secret/2.in",
            &endless,
            "2.in` is a link out of its package or folder",
        ),
        ("input_validators/more.py", &pipe, "more.py` is not a regular file"),
        (
            "output_validators/any/endless",
            &endless,
            "this link leads out of the package: `",
        ),
        ("output_validators/any/circle", &circle, "circle` is a link to a folder"),
    ];
    for (name, spoil, why) in spoils {
        let place = folder(&[
            ("task/problem.yaml", "name: A\nvalidation: custom\n"),
            ("task/data/secret/1.in", "1\n"),
            ("task/data/secret/1.ans", "1\n"),
            ("task/data/secret/2.ans", "1\n"),
            ("task/input_validators/first.py", "import sys\nsys.exit(42)\n"),
            ("task/output_validators/any/check.py", "import sys\nsys.exit(42)\n"),
        ]);
        let task = place.path().join("task");
        if !name.starts_with("data/") {
            fs::remove_file(task.join("data/secret/2.ans")).unwrap();
        }
        spoil(&task.join(name));
        let said = refused(&[path(&task), "--format", "kattis", "-o", path(&place.path().join("new"))]);
        assert!(said.contains(why), "{name}: {said}");
        assert_eq!(
            fs::read_dir(place.path()).unwrap().count(),
            1,
            "{name}: something is left"
        );
    }
}

#[test]
fn bapctools_gets_each_input_once_and_a_validator() {
    let place = folder(&[
        ("task/problem.yaml", "name: A\n"),
        ("task/data/sample/1.in", "1\n"),
        ("task/data/sample/1.ans", "one\n"),
        ("task/data/secret/2.in", "1\n"),
        ("task/data/secret/2.ans", "one\n"),
        ("task/data/secret/3.in", "3\n"),
        ("task/data/secret/3.ans", "three\n"),
        ("chk.cpp", "int main() {}\n"),
    ]);
    let task = place.path().join("task");
    let new = place.path().join("new");
    let said = exported(path(&task), "bapctools", &new);
    assert!(
        said.contains("testcases not exported, because BAPCtools allows each input only once: `data/secret/2`"),
        "{said}"
    );
    assert!(new.join("data/sample/1.in").is_file() && !new.join("data/secret/2.in").exists());
    if has("python3", "a validator of answers") {
        let validator = new.join("answer_validators/answers.py");
        let judged = |input: &str, answer: &str| {
            let file = place.path().join("input");
            fs::write(&file, input).unwrap();
            let mut child = Command::new("python3")
                .args([&validator, &file])
                .stdin(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
            child.wait().unwrap().code()
        };
        for (input, answer, code) in [
            ("1\n", "one\n", 42),
            ("3\n", "three\n", 42),
            ("3\n", "three", 43),
            ("3\n", "THREE\n", 43),
            ("1\n", "three\n", 43),
            ("7\n", "anything", 42),
        ] {
            assert_eq!(judged(input, answer), Some(code), "{input:?} {answer:?}");
        }
    }
    // If a checker distinguishes letter case, it says so, because BAPCtools tries the other case.
    let lgame = place.path().join("lgame");
    exported("lgame", "bapctools", &lgame);
    let group = fs::read_to_string(lgame.join("data/test_group.yaml")).unwrap();
    assert_eq!(group, "output_validator_args: [case_sensitive]\n");
    assert!(!new.join("data/test_group.yaml").exists());
}

#[test]
fn sinol_is_told_the_scores_of_the_right_programs() {
    let place = folder(&[
        (
            "task/init.yml",
            "test_cases: [{in: 1.in, out: 1.out, points: 30}, {in: 2.in, out: 2.out, points: 70}]\n\
             tests: [{source: x.py, expect: AC}, {source: y.py, expect: [AC, WA]}]\n",
        ),
        ("task/1.in", "1\n"),
        ("task/1.out", "1\n"),
        ("task/2.in", "2\n"),
        ("task/2.out", "2\n"),
        ("task/x.py", "print(input())\n"),
        ("task/y.py", "print(1)\n"),
    ]);
    let new = place.path().join("new");
    let said = exported(path(&place.path().join("task")), "sinol", &new);
    let config = fs::read_to_string(new.join("config.yml")).unwrap();
    let scores = "sinol_expected_scores:\n  task.py:\n    expected: {1: {points: 30, status: OK}, 2: {points: 70, status: OK}}\n    points: 100\n";
    assert!(config.ends_with(scores), "{config}");
    assert!(
        said.contains("`sinol_expected_scores` states only the accepted programs"),
        "{said}"
    );
}

#[test]
fn arguments_of_only_some_groups_are_named_with_both_files() {
    let mut golden = Golden::new("export/arguments_of_only_some_groups_are_named_with_both_files");
    let place = folder(&[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: A\nlimits: {time_limit: 1}\n",
        ),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", "a\n"),
        ("data/secret/2.in", "1\n"),
        ("data/secret/2.ans", "a\n"),
        (
            "data/secret/test_group.yaml",
            "output_validator_args: [case_sensitive]\n",
        ),
        ("submissions/accepted/a.py", "print('a')\n"),
    ]);
    let task = place.path().to_str().unwrap();
    let new = place.path().join("new");
    golden.says(export(&[task, "--format", "dmoj", "-o", new.to_str().unwrap()]));
    golden.finish();
    let program = place.path().join("submissions/accepted/a.py");
    let judged = |cases: &[&str]| {
        let mut command = gamesolve();
        command.args(["judge", task, program.to_str().unwrap()]).args(cases);
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    if has("python3", "a submission in Python") {
        for (words, rule) in [
            (&["--rows"][..], "except for testcases with a rule of their own"),
            (&["--rows", "--case", "secret/2"], "by `tokens`"),
        ] {
            let shown = judged(words);
            assert!(shown.contains(rule), "{shown}");
        }
    }
}

/// Returns a Kattis package of one testcase with these submissions, and other keys of its manifest.
fn with_submissions(submissions: &[(&str, &str)], keys: &str) -> tempfile::TempDir {
    let manifest = format!("name: sum\nvalidation: default\n{keys}");
    let case = [
        ("problem.yaml", manifest.as_str()),
        ("data/secret/1.in", "2 3\n"),
        ("data/secret/1.ans", "5\n"),
    ];
    let submissions: Vec<(String, &str)> = submissions
        .iter()
        .map(|(name, text)| (format!("submissions/{name}"), *text))
        .collect();
    let submissions = submissions.iter().map(|(name, text)| (name.as_str(), *text));
    folder(&case.into_iter().chain(submissions).collect::<Vec<_>>())
}

/// Returns the sorted files below a folder whose paths begin like this.
fn files_below(root: &Path, beginnings: &[&str]) -> String {
    let mut open = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false => found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()),
            }
        }
    }
    found.retain(|name| beginnings.iter().any(|start| name.starts_with(start)));
    found.sort();
    found.join(" ")
}

/// Submissions of one name, or whose names have letters that a format refuses, in every format with submissions.
#[test]
fn a_submission_keeps_its_ending_under_every_new_name() {
    let one_name = [
        ("accepted/A.cs", "class A {}"),
        ("accepted/a.py", "print(5)"),
        ("wrong_answer/a.py", "print(0)"),
    ];
    let foreign_letters = [("accepted/解.py", "print(5)"), ("accepted/题.py", "print(2 + 3)")];
    let signs = [
        ("accepted/a.c++", "int main() {}"),
        ("wrong_answer/a.cpp", "int main() { }"),
    ];
    for (submissions, cms, polygon, dmoj, loose) in [
        (
            &one_name[..],
            "sol/accepted/A.cs sol/solution.py sol/wrong_answer/a.py",
            "solutions/A.cs solutions/a-2.py solutions/a.py",
            "submissions/a-2.py submissions/a.py",
            "submissions/accepted/A.cs submissions/accepted/a.py submissions/wrong_answer/a.py",
        ),
        (
            &foreign_letters,
            "sol/accepted/case.py sol/solution.py",
            "solutions/case-2.py solutions/case.py",
            "submissions/case-2.py submissions/case.py",
            "submissions/accepted/case-2.py submissions/accepted/case.py",
        ),
        (
            &signs,
            "sol/solution.cpp sol/wrong_answer/a.cpp",
            "solutions/a-2.cpp solutions/a.cpp",
            "submissions/a-2.cpp submissions/a.cpp",
            "submissions/accepted/a.cpp submissions/wrong_answer/a.cpp",
        ),
    ] {
        let task = with_submissions(submissions, "");
        for (format, expected) in [("cms", cms), ("polygon", polygon), ("dmoj", dmoj), ("loose", loose)] {
            let place = task.path().join(format);
            exported(path(task.path()), format, &place);
            let found = files_below(&place, &["sol", "submissions"]);
            assert_eq!(found, expected, "{format}");
        }
    }
}

/// The kinds of solutions in Polygon, and the one that becomes the main solution.
#[test]
fn polygon_gets_the_languages_that_it_knows_and_a_main_solution() {
    for (submissions, expected, note) in [
        (
            &[("accepted/A.cs", ""), ("accepted/b.py", ""), ("wrong_answer/c.rb", "")][..],
            "main solutions/b.py python.3, accepted solutions/A.cs csharp.mono",
            "gamesolve makes `b.py` the main solution, because it is the first program that the package calls accepted",
        ),
        (
            &[("accepted/a.hs", ""), ("accepted/b.java", ""), ("accepted/c.cpp", "")],
            "main solutions/c.cpp cpp.g++17, accepted solutions/b.java java17",
            "because gamesolve does not know Polygon's name for their language: `a.hs`",
        ),
        (
            &[("accepted/a.lua", ""), ("wrong_answer/b.go", "")],
            "wrong-answer solutions/b.go go",
            "Polygon needs a main solution, but the package has no accepted submission for it",
        ),
    ] {
        let task = with_submissions(submissions, "");
        let place = task.path().join("polygon");
        let said = exported(path(task.path()), "polygon", &place);
        let manifest = fs::read_to_string(place.join("problem.xml")).unwrap();
        let solutions = manifest.split("<solution tag=\"").skip(1).map(|solution| {
            let mut values = solution.split('"');
            let mut next = |skipped| values.nth(skipped).unwrap();
            format!("{} {} {}", next(0), next(1), next(1))
        });
        assert_eq!(solutions.collect::<Vec<_>>().join(", "), expected);
        assert!(said.contains(note), "{said}");
    }
}

/// A package is read again as soon as it is made, so a difference that no writer knows is said too.
#[test]
fn an_exported_package_is_compared_with_its_task() {
    let task = with_submissions(&[("accepted/a.lua", "")], "limits:\n  memory: 100\n");
    let exported = |format: &str| exported(path(task.path()), format, &task.path().join(format));
    let lost = "note: gamesolve does not judge these submissions of the new package";
    assert!(exported("cms").contains(&format!(
        "{lost}, because it does not know their language or place: `a.lua`"
    )));
    assert!(!exported("kattis").contains(lost));
    let polygon = folder(&[
        (
            "problem.xml",
            "<problem short-name=\"a\"><judging><testset name=\"tests\"><time-limit>4000000</time-limit>\
             <memory-limit>1000001</memory-limit><test-count>1</test-count>\
             <input-path-pattern>%d</input-path-pattern><answer-path-pattern>%d.a</answer-path-pattern>\
             </testset></judging></problem>",
        ),
        ("1", "1\n"),
        ("1.a", "1\n"),
    ]);
    let said = self::exported(path(polygon.path()), "sinol", &polygon.path().join("sinol"));
    let cms = folder(&[
        ("task.yaml", "name: ../a\n"),
        ("input/input0.txt", "1\n"),
        ("output/output0.txt", "1\n"),
    ]);
    let refusal = refused(&[path(cms.path()), "--format", "cms", "-o", path(&cms.path().join("x"))]);
    for (said, part) in [
        (said, "in sinol the memory limit of 1000001 bytes becomes 1000448 bytes"),
        (refusal, "`../a` is not a name for a folder"),
    ] {
        assert!(said.contains(part), "{said}");
    }
}
