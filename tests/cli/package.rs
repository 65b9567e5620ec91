//! `gamesolve judge` on packages of every format: stated settings are obeyed, and unsupported ones are refused by name.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use serde_json::Value;

use super::golden::Golden;
use super::judge::{json, judge, path, text};
use super::sessions::sessions;
use super::support::{folder, gamesolve, has, has_time, needs, wait_for};

/// Returns the name and the verdict of every testcase: `1 AC, 2 WA`.
pub(super) fn verdicts(report: &Value) -> String {
    let cases = report["cases"].as_array().unwrap().iter();
    let one = |case: &Value| {
        format!(
            "{} {}",
            case["name"].as_str().unwrap(),
            case["verdict"].as_str().unwrap()
        )
    };
    cases.map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the report on a shell program.
pub(super) fn of_shell(task: &Path, options: &[&str], script: &str) -> Value {
    let arguments = [&[path(task)], options, &["--", "sh", "-c", script]].concat();
    json(&arguments).0
}

/// Returns the error about a task, without its folder.
pub(super) fn error(task: &Path, arguments: &[&str]) -> String {
    let output = judge(&[&[path(task)], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    let above = format!("{}/", path(task.parent().unwrap()));
    text(&output.stderr)
        .replace(&format!("{}/", path(task)), "")
        .replace(&above, "")
}

/// Returns the command that judges a task.
pub(super) fn judged(task: &Path, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = gamesolve();
    command.arg("judge").arg(task).args(arguments);
    command
}

/// Writes a program of the package.
pub(super) fn program(folder: &Path, name: &str, script: &str) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Reads two numbers and prints their sum.
const SUM: &str = "read a b; echo $((a + b))";

const SUMS: [(&str, &str); 3] = [("1 2\n", "3\n"), ("2 2\n", "4\n"), ("3 2\n", "5\n")];

/// Makes a package with these testcases at the places of the format, and other files.
fn package(places: impl Fn(usize) -> [String; 2], others: &[(&str, &str)]) -> tempfile::TempDir {
    let files = SUMS.iter().enumerate().flat_map(|(at, (input, answer))| {
        let [first, second] = places(at);
        [(first, *input), (second, *answer)]
    });
    let files: Vec<(String, &str)> = files.collect();
    let files = files.iter().map(|(name, text)| (name.as_str(), *text));
    folder(&files.chain(others.iter().copied()).collect::<Vec<_>>())
}

fn kattis(at: usize) -> [String; 2] {
    let group = if at == 0 { "sample" } else { "secret" };
    ["in", "ans"].map(|ending| format!("data/{group}/{at}.{ending}"))
}

fn polygon(at: usize) -> [String; 2] {
    [format!("tests/{:02}", at + 1), format!("tests/{:02}.a", at + 1)]
}

fn sinol(at: usize) -> [String; 2] {
    [format!("in/abc{at}.in"), format!("out/abc{at}.out")]
}

const POLYGON: &str = r#"<problem short-name="sums"><judging input-file="" output-file=""><testset name="tests">
<time-limit>3000</time-limit><memory-limit>67108864</memory-limit><test-count>3</test-count>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
</testset></judging><assets><checker type="testlib"><source path="files/check.sh"/></checker></assets></problem>"#;

/// Returns a zip with these files.
pub(super) fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in entries {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn dmoj_cases_may_lie_in_an_archive_and_match_patterns() {
    let task = folder(&[(
        "init.yml",
        "archive: a.zip\ntest_cases:\n- {in: x/1.in, out: x/1.out, points: 3}\n",
    )]);
    let files = zip(&[
        ("x/1.in", "1 2\n"),
        ("x/1.out", "3\n"),
        ("2.1.in", "2 2\n"),
        ("2.1.out", "4\n"),
        ("2.2.in", "0 0"),
        ("2.2.out", "0"),
    ]);
    fs::write(task.path().join("a.zip"), files).unwrap();
    let report = of_shell(task.path(), &[], SUM);
    assert_eq!(verdicts(&report), "x/1 AC");
    assert_eq!(report["points"]["points"], 3.0);
    #[cfg(target_os = "linux")]
    {
        let elsewhere = folder(&[]);
        let real = elsewhere.path().join("real.zip");
        fs::rename(task.path().join("a.zip"), &real).unwrap();
        std::os::unix::fs::symlink(&real, task.path().join("a.zip")).unwrap();
        let message = error(task.path(), &["--", "true"]);
        assert!(
            message.starts_with("error: this link leads out of the package: `a.zip`"),
            "{message}"
        );
        fs::remove_file(task.path().join("a.zip")).unwrap();
        fs::rename(&real, task.path().join("a.zip")).unwrap();
    }
    fs::write(task.path().join("init.yml"), "archive: a.zip\npoints: 4\n").unwrap();
    let report = of_shell(task.path(), &[], SUM);
    assert_eq!(verdicts(&report), "x/1 AC, 2.1 AC, 2.2 AC");
    assert_eq!(report["points"]["of"], 8.0);
    let patterns = "archive: a.zip\ntest_cases:\n  input_format: '2\\.(?P<case>\\d+)\\.in'\n  output_format: '2\\.(?P<case>\\d+)\\.out'\n  case_points: [10, 20]\n";
    fs::write(task.path().join("init.yml"), patterns).unwrap();
    let report = of_shell(task.path(), &[], "echo 4");
    assert_eq!(verdicts(&report), "2.1 AC, 2.2 WA");
    assert_eq!(report["points"]["points"], 10.0);
    fs::write(task.path().join("init.yml"), "archive: b.zip\n").unwrap();
    assert!(error(task.path(), &["--", "true"]).starts_with("error: missing archive `b.zip`\n  --> init.yml:1:10\n"));
}

#[test]
fn files_of_a_dmoj_package_lie_in_it_and_its_modes_are_known() {
    let others = folder(&[("chk.py", "def check(a, b, **c): return True\n")]);
    let outside = others.path().join("chk.py").display().to_string();
    let out = "leads out of the package";
    for (settings, said) in [
        (format!("checker: {outside}\n"), out),
        (format!("checker: {{name: bridged, args: {{files: {outside}}}}}\n"), out),
        ("archive: ../a.zip\n".to_owned(), out),
        (
            "checker: {name: floats, args: {error_mode: foo}}\n".to_owned(),
            "`foo` is not a valid `error_mode`",
        ),
    ] {
        let init = format!("{settings}test_cases: [{{in: 1.in, out: 1.out, points: 10}}]\n");
        let task = folder(&[("init.yml", &init), ("1.in", "1 2\n"), ("1.out", "3\n")]);
        let found = error(task.path(), &["--", "true"]);
        for part in [said, "--> init.yml:1:"] {
            assert!(found.contains(part), "{found}");
        }
    }
}

#[test]
fn sinol_states_limits_for_groups_and_shares_points_evenly() {
    let config = "title: A\nsinol_task_id: abc\ntime_limit: 1000\nmemory_limit: 65536\ntime_limits: {1: 10}\n";
    let task = package(sinol, &[("config.yml", config)]);
    let busy = "read a b; i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done; echo $((a + b))";
    let report = of_shell(task.path(), &[], busy);
    assert_eq!(verdicts(&report), "abc0 AC, abc1 TLE, abc2 AC");
    assert_eq!(report["problem"], "abc");
    assert_eq!(report["points"]["points"], 50.0, "{}", report["points"]);
    assert_eq!(report["conditions"]["memory_limit_bytes"], 64 << 20);
    program(task.path(), "prog/abcchk", "true");
    fs::write(
        task.path().join("prog/abcchk.py"),
        "import sys\nprint('OK' if open(sys.argv[2]).read().strip() == '7' else 'WRONG')\nprint('seven')\n",
    )
    .unwrap();
    if has("python3", "a checker of sinol in Python") {
        let report = of_shell(task.path(), &["--time", "1"], "echo 7");
        assert_eq!(verdicts(&report), "abc0 AC, abc1 AC, abc2 AC");
    }
}

/// Returns the settings of Themis, packed.
fn settings(xml: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(xml.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn themis(at: usize) -> [String; 2] {
    ["INP", "OUT"].map(|ending| format!("NIMSUM/Test{at}/nimsum.{ending}"))
}

#[test]
fn themis_states_file_names_limits_and_what_judges() {
    let mut golden = Golden::new("package/themis_states_file_names_limits_and_what_judges");
    let task = package(themis, &[]);
    let folder = task.path().join("NIMSUM");
    let write = |attributes: &str, tests: &str| {
        let xml = format!("<ExamInformation Name=\"NIMSUM\" {attributes}>{tests}</ExamInformation>");
        fs::write(folder.join("Settings.cfg"), settings(&xml)).unwrap();
    };
    // Without settings the files have the task's name, and standard streams work too.
    let in_files = "read a b < nimsum.INP; echo $((a + b)) > NIMSUM.OUT";
    for script in [in_files, SUM] {
        let report = of_shell(&folder, &[], script);
        assert_eq!(verdicts(&report), "Test0/nimsum AC, Test1/nimsum AC, Test2/nimsum AC");
    }
    write(
        "InputFile=\"nimsum.inp\" OutputFile=\"nimsum.out\" UseStdIn=\"true\" TimeLimit=\"1.5\" MemoryLimit=\"64\" EvaluatorName=\"C4WordsCase.dll\"",
        "<TestCase Name=\"Test0\" Mark=\"-1\" TimeLimit=\"-1\" MemoryLimit=\"-1\"/>",
    );
    let report = of_shell(&folder, &[], "read a b; echo; echo $((a + b)) > nimsum.out");
    assert_eq!(verdicts(&report), "Test0/nimsum AC, Test1/nimsum AC, Test2/nimsum AC");
    assert_eq!(report["rule"], "tokens");
    assert_eq!(report["conditions"]["time_limit_ms"], 1500.0);
    assert_eq!(report["conditions"]["memory_limit_bytes"], 64 << 20);
    write("EvaluatorName=\"C7External.dll\"", "");
    golden.says(judged(&folder, &["--", "true"]));
    golden.finish();
}

#[test]
fn an_archive_is_a_task() {
    let mut golden = Golden::new("package/an_archive_is_a_task");
    let entries = [
        ("sums/problem.yaml", "name: A\nlimits: {memory: 32}\n"),
        ("sums/data/secret/01.in", "1 2\n"),
        ("sums/data/secret/01.ans", "3\n"),
    ];
    let mut tar = tar::Builder::new(Vec::new());
    for (name, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, content.as_bytes()).unwrap();
    }
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(&tar.into_inner().unwrap()).unwrap();
    let place = folder(&[]);
    for (name, bytes) in [("sums.zip", zip(&entries)), ("sums.tgz", gz.finish().unwrap())] {
        let task = place.path().join(name);
        fs::write(&task, bytes).unwrap();
        let report = of_shell(&task, &[], SUM);
        assert_eq!(verdicts(&report), "data/secret/01 AC", "{name}");
        assert_eq!(report["problem"], "sums");
        assert_eq!(report["conditions"]["memory_limit_bytes"], 32 << 20);
    }
    // DOMjudge's archives have no folder of their own.
    let flat = zip(&[
        ("domjudge-problem.ini", "timelimit=4\n"),
        ("data/secret/1.in", "1 1\n"),
        ("data/secret/1.ans", "2\n"),
    ]);
    let task = place.path().join("flat.zip");
    fs::write(&task, flat).unwrap();
    let report = of_shell(&task, &[], SUM);
    assert_eq!(
        (verdicts(&report).as_str(), report["problem"].as_str()),
        ("data/secret/1 AC", Some("flat"))
    );
    // An error in the package names its place in the archive, and not the temporary folder.
    let wrong = [
        ("problem.yaml", "name: A\nlimits: {memory: x}\n"),
        ("data/secret/1.in", "1 1\n"),
        ("data/secret/1.ans", "2\n"),
    ];
    fs::write(&task, zip(&wrong)).unwrap();
    golden.says(judged(&task, &["--", "true"]));
    let half = [("problem.yaml", "name: A\n"), ("data/secret/1.in", "1 1\n")];
    fs::write(&task, zip(&half)).unwrap();
    golden.says(judged(&task, &["--", "true"]));
    fs::write(&task, "no zip").unwrap();
    golden.says(judged(&task, &["--", "true"]));
    golden.finish();
}

#[test]
fn a_package_of_one_of_our_problems_keeps_its_validation() {
    let strip = "3\nXXX\n";
    let task = folder(&[
        ("stones/problem.yaml", "name: A\n"),
        ("stones/data/secret/1.in", strip),
        ("stones/data/secret/1.ans", "1\n"),
    ]);
    let place = task.path().join("stones");
    let solved = judge(&["stones", path(&place), "--format", "json", "--", "true"]);
    assert_eq!(solved.status.code(), Some(1));
    // The solver's output is the answer, so the testcases identify the package's problem.
    let input = place.join("data/secret/1.in");
    let answer = super::support::gamesolve()
        .args(["stones", path(&input)])
        .output()
        .unwrap()
        .stdout;
    fs::write(place.join("data/secret/1.ans"), &answer).unwrap();
    let say = format!("echo {}", text(&answer).trim());
    let report = of_shell(&place, &[], &say);
    assert_eq!(
        (report["problem"].as_str(), verdicts(&report).as_str()),
        (Some("stones"), "data/secret/1 AC")
    );
    assert_eq!(report["remarks"], Value::Null);
    // If a task of that name has other testcases, it is judged on its own.
    fs::write(&input, "1 2\n").unwrap();
    let report = of_shell(&place, &[], &say);
    assert!(
        report["remarks"][0]
            .as_str()
            .unwrap()
            .starts_with("it has the name of the problem `stones`")
    );
    assert_eq!(verdicts(&report), "data/secret/1 AC");
}

#[test]
fn the_other_order_is_answered_by_the_right_command() {
    let place = folder(&[("sol.py", "print(1)\n"), ("t/1.in", "1\n"), ("t/1.out", "1\n")]);
    let (program, cases) = (place.path().join("sol.py"), place.path().join("t"));
    let output = judge(&[path(&program), path(&cases)]);
    assert_eq!(output.status.code(), Some(2));
    let expected = format!(
        "error: `{0}` is a program in Python, and the task must come first\nhint: gamesolve judge {1} {0}\n",
        path(&program),
        path(&cases)
    );
    assert_eq!(text(&output.stderr), expected);
    let output = judge(&["stonse", path(&program)]);
    assert_eq!(
        text(&output.stderr),
        "error: there is no problem, folder or archive `stonse`\nhint: did you mean `stones`?\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// Asks for a number from 1 to 100 at most seven times, and answers too small, too large or right.
///
/// Its first argument is the input with the number.
const GUESS: &str = "\
read secret < \"$1\"; asked=0
while read guess; do
  asked=$((asked + 1))
  if [ $asked -gt 7 ]; then echo too many >&2; echo too many > \"${3:-/dev/null}judgemessage.txt\"; exit WRONG; fi
  if [ \"$guess\" = \"$secret\" ]; then echo correct; exit RIGHT; fi
  if [ \"$guess\" -lt \"$secret\" ]; then echo higher; else echo lower; fi
done
echo gave up >&2; echo gave up > \"${3:-/dev/null}judgemessage.txt\"; exit WRONG";

const BISECT: &str = "\
lo=1; hi=100
while :; do
  mid=$(((lo + hi) / 2)); echo $mid
  read said || exit 0
  case $said in correct) exit 0;; higher) lo=$((mid + 1));; lower) hi=$((mid - 1));; esac
done";

#[test]
fn a_program_talks_with_an_interactor_of_kattis() {
    needs!(has_time());
    let task = folder(&[
        ("problem.yaml", "name: A\nvalidation: custom interactive\n"),
        ("data/secret/1.in", "42\n"),
        ("data/secret/1.ans", "\n"),
        ("data/secret/2.in", "100\n"),
        ("data/secret/2.ans", "\n"),
    ]);
    let script = GUESS.replace("WRONG", "43").replace("RIGHT", "42");
    program(task.path(), "output_validators/guess/run", &script);
    let report = of_shell(task.path(), &[], BISECT);
    assert_eq!(verdicts(&report), "data/secret/1 AC, data/secret/2 AC", "{report}");
    assert_eq!(report["rule"], "interactor");
    // This program counts up and asks too many questions. After that the interactor no longer answers.
    let report = of_shell(
        task.path(),
        &[],
        "n=0; while n=$((n + 1)); do echo $n; read said || exit 1; done",
    );
    assert_eq!(verdicts(&report), "data/secret/1 WA, data/secret/2 WA");
    assert_eq!(report["cases"][0]["reason"], "too many");
    // All of these run at once: ends early, crashes early, never reads, loops, loops after a refusal, waits after a
    // refusal.
    let rows = [
        ("yes 1 | head -9; while :; do :; done", "WA too many"),
        ("yes 1 | head -9; sleep 100", "WA too many"),
        ("echo 1", "WA gave up"),
        ("exit 3", "RE exit code 3"),
        ("sleep 100", "TLE idle"),
        ("while :; do :; done", "TLE still running"),
    ];
    let judged = |script: &'static str| of_shell(task.path(), &["--time", "0.2", "--case", "*1"], script);
    let reports = std::thread::scope(|scope| {
        let all = rows.map(|(script, _)| scope.spawn(move || judged(script)));
        all.map(|one| one.join().unwrap())
    });
    for ((script, expected), report) in rows.into_iter().zip(reports) {
        let case = &report["cases"][0];
        let found = format!(
            "{} {}",
            case["verdict"].as_str().unwrap(),
            case["reason"].as_str().unwrap()
        );
        assert!(found.starts_with(expected), "{script}: {found}");
    }
    assert_eq!(
        error(task.path(), &["--", "/no/such/program"]),
        "error: cannot start `/no/such/program`: there is no such file\n"
    );
    // This interactor accepts any output. The program's exit code still counts, and later output is no fault.
    program(task.path(), "output_validators/guess/run", "read a; echo so; exit 42");
    for (script, expected) in [
        ("echo 1; read said; read more; exit 3", "RE"),
        (
            "echo 1; read said; read more; printf more; sleep 0.1; printf more",
            "AC",
        ),
        (
            "echo 1; read said; read more; printf more; sleep 0.1; printf more; exit 3",
            "RE",
        ),
    ] {
        let report = of_shell(task.path(), &["--case", "*1"], script);
        assert_eq!(verdicts(&report), format!("data/secret/1 {expected}"), "{script}");
    }
    // A little over the limit is over it, although the sandbox leaves some time for the report.
    if has("python3", "a program that knows its time") {
        let script = "echo 1; exec python3 -c 'import time\nwhile time.process_time() < 0.52: pass'";
        let report = of_shell(task.path(), &["--case", "*1", "--time", "0.5"], script);
        assert_eq!(verdicts(&report), "data/secret/1 TLE", "{report}");
    }
    // Messages to the interactor count as output.
    program(task.path(), "output_validators/guess/run", "wc -c >/dev/null; exit 43");
    for (script, expected) in [("head -c 3000000 /dev/zero", "OLE"), ("cat /dev/zero", "TLE")] {
        let report = of_shell(task.path(), &["--case", "*1", "--output-limit", "1M"], script);
        assert_eq!(verdicts(&report), format!("data/secret/1 {expected}"));
    }
    // If an interactor fails, only the interactor is at fault.
    program(task.path(), "output_validators/guess/run", "exit 1");
    let report = of_shell(task.path(), &[], BISECT);
    assert_eq!(verdicts(&report), "data/secret/1 IE, data/secret/2 IE");
    let report = of_shell(task.path(), &["--case", "*1"], "echo 1; read said || exit 3");
    assert_eq!(verdicts(&report), "data/secret/1 IE", "{report}");
    // A program may end before the interactor has begun. Messages to it are then lost, and no pipe breaks.
    for number in 3..40 {
        fs::write(task.path().join(format!("data/secret/{number}.in")), "42\n").unwrap();
        fs::write(task.path().join(format!("data/secret/{number}.ans")), "\n").unwrap();
    }
    program(
        task.path(),
        "output_validators/guess/run",
        "read a; head -c 100000 /dev/zero; echo more; exit 43",
    );
    let report = of_shell(task.path(), &[], "echo 1");
    assert!(!verdicts(&report).contains("IE"), "{report}");
}

/// Answers each line after a while, and accepts at `end`.
const SLOW: &str = "while read said; do sleep WAIT; [ \"$said\" = end ] && exit RIGHT; echo no; done; exit WRONG";

/// Judges each script on two testcases of an interactive task, all at once.
fn judged_at_once<const N: usize>(task: &Path, rows: [(&'static str, &'static str); N]) {
    let names: Vec<String> = of_shell(task, &[], "echo end")["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| case["name"].as_str().unwrap().to_owned())
        .collect();
    std::thread::scope(|scope| {
        for (script, expected) in rows {
            let names = &names;
            scope.spawn(move || {
                let report = of_shell(task, &["--time", "0.5"], script);
                let all: Vec<String> = names.iter().map(|name| format!("{name} {expected}")).collect();
                assert_eq!(verdicts(&report), all.join(", "), "{script}: {report}");
            });
        }
    });
}

/// Submissions that once stopped a judge: they flood, ask without reading, fall silent, close an end, or end early.
const RUDE: [(&str, &str); 11] = [
    (
        "n=0; while [ $n -lt 9 ]; do n=$((n + 1)); echo ask; read said || exit 1; done; echo end",
        "AC",
    ),
    ("printf 'ask\nask\nask\n'; read a; read b; read c; echo end", "AC"),
    ("yes ask", "TLE"),
    ("while :; do echo ask; done", "TLE"),
    ("while :; do echo ask; sleep 0.01; done", "TLE"),
    ("echo ask; read said; sleep 100", "TLE"),
    ("printf half; sleep 100", "TLE"),
    ("read said", "TLE"),
    ("echo ask; exec >&-; sleep 100", "TLE"),
    ("exec <&-; echo ask; sleep 100", "TLE"),
    ("echo ask; exit 3", "RE"),
];

#[test]
fn no_submission_stops_the_judge_of_a_slow_interactor() {
    needs!(has_time());
    let slow = |wait: &str, right: &str, wrong: &str| {
        SLOW.replace("WAIT", wait)
            .replace("RIGHT", right)
            .replace("WRONG", wrong)
    };
    let task = folder(&[
        ("problem.yaml", "name: A\nvalidation: custom interactive\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "\n"),
    ]);
    for wait in ["0.001", "0.2"] {
        program(task.path(), "output_validators/v/run", &slow(wait, "42", "43"));
        judged_at_once(task.path(), RUDE);
    }
    let xml = POLYGON.replace(
        "<assets>",
        "<assets><interactor><source path=\"files/inter.sh\"/></interactor>",
    );
    let task = package(polygon, &[("problem.xml", &xml)]);
    program(task.path(), "files/inter.sh", &slow("0.02", "0", "1"));
    program(task.path(), "files/check.sh", "exit 0");
    judged_at_once(task.path(), RUDE);
    if has("python3", "an interactor in Python") {
        let inter = "import sys, time\nfor said in sys.stdin:\n    time.sleep(0.02)\n    if said == 'end\\n': sys.exit(0)\n    \
                     print('no', flush=True)\nsys.exit(1)\n";
        let task = folder(&[
            (
                "init.yml",
                "interactive: {files: inter.py, type: testlib}\ntest_cases:\n- {in: 1.in, out: 1.out, points: 10}\n",
            ),
            ("inter.py", inter),
            ("1.in", "1\n"),
            ("1.out", "\n"),
        ]);
        judged_at_once(task.path(), RUDE);
    }
}

#[test]
fn a_program_talks_with_an_interactor_of_testlib() {
    let xml = POLYGON.replace(
        "<assets>",
        "<assets><interactor><source path=\"files/inter.sh\"/></interactor>",
    );
    let task = package(polygon, &[("problem.xml", &xml)]);
    // It passes the testcase's input to the program. The checker compares the answer with the stored one.
    program(
        task.path(),
        "files/inter.sh",
        "cat \"$1\"; read said; echo $said > \"$2\"; [ -n \"$said\" ] || exit 2",
    );
    program(
        task.path(),
        "files/check.sh",
        "cmp -s \"$2\" \"$3\" || { echo differs >&2; exit 1; }",
    );
    assert_eq!(
        verdicts(&of_shell(task.path(), &[], SUM)),
        "tests/01 AC, tests/02 AC, tests/03 AC"
    );
    let report = of_shell(task.path(), &[], "read a b; echo 4");
    assert_eq!(verdicts(&report), "tests/01 WA, tests/02 AC, tests/03 WA");
    assert_eq!(report["cases"][0]["reason"], "differs");
    assert_eq!(
        verdicts(&of_shell(task.path(), &[], "read a b")),
        "tests/01 PE, tests/02 PE, tests/03 PE"
    );
    // A part of the points goes to a program that ends well.
    program(
        task.path(),
        "files/inter.sh",
        "cat \"$1\"; read said; echo points 5 >&2; exit 7",
    );
    for (script, verdict) in [("read a b; echo 1", "WA"), ("read a b; echo 1; exit 3", "RE")] {
        let report = of_shell(task.path(), &["--case", "*1"], script);
        assert_eq!(verdicts(&report), format!("tests/01 {verdict}"));
    }
    program(
        task.path(),
        "files/inter.sh",
        "cat \"$1\"; read said; echo $said > \"$2\"; [ -n \"$said\" ] || exit 2",
    );
    // File names in the package do not give the program the interactor's secret.
    let named = xml.replace("input-file=\"\"", "input-file=\"a.in\"");
    fs::write(task.path().join("problem.xml"), named).unwrap();
    let reads = "read a b < a.in || exit 7; echo $((a + b))";
    assert_eq!(
        verdicts(&of_shell(task.path(), &[], reads)),
        "tests/01 RE, tests/02 RE, tests/03 RE"
    );
    assert_eq!(
        verdicts(&of_shell(task.path(), &[], SUM)),
        "tests/01 AC, tests/02 AC, tests/03 AC"
    );
}

#[test]
fn an_output_may_be_as_long_as_the_stored_answer() {
    needs!(has_time());
    let task = folder(&[("1.in", "\n"), ("1.out", &"1".repeat(20_000_000))]);
    let long = "head -c 20000000 /dev/zero | tr '\\000' 1";
    assert_eq!(verdicts(&of_shell(task.path(), &[], long)), "1 AC");
}

/// A link does not show its own folder either.
#[test]
fn a_link_shows_a_checker_no_other_folder() {
    let mut golden = Golden::new("package/a_link_shows_a_checker_no_other_folder");
    let other = folder(&[
        ("secret", "of somebody else\n"),
        (
            "chk.py",
            "def check(p, j, **k):\n    raise SystemExit(open('secret').read())\n",
        ),
        ("build", "#!/bin/sh\ncat secret >&2; exit 3\n"),
        ("run", "#!/bin/sh\ncat secret >&2; exit 3\n"),
    ]);
    let dmoj = folder(&[
        (
            "init.yml",
            "checker: chk.py\ntest_cases:\n- {in: 1.in, out: 1.out, points: 10}\n",
        ),
        ("1.in", "1\n"),
        ("1.out", "1\n"),
    ]);
    let link = |name: &str, task: &Path, at: &str| {
        fs::create_dir_all(task.join(at).parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(other.path().join(name), task.join(at)).unwrap();
    };
    link("chk.py", dmoj.path(), "chk.py");
    let mut tasks = vec![dmoj];
    for (name, at) in [("build", "check/build"), ("run", "check/run"), ("", "check")] {
        let task = package(kattis, &[("problem.yaml", "name: A\nvalidation: custom\n")]);
        link(name, task.path(), &format!("output_validators/{at}"));
        tasks.push(task);
    }
    for task in tasks {
        golden.says(judged(task.path(), &["--", "true"]));
    }
    golden.finish();
}

#[test]
fn a_checker_that_is_changed_meanwhile_gives_no_verdict() {
    needs!(has_time());
    let task = folder(&[("1.in", "1\n"), ("1.out", "1\n"), ("2.in", "1\n"), ("2.out", "1\n")]);
    program(task.path(), "chk", "sleep 2; exit 42");
    program(task.path(), "other", "exit 43");
    let checker = task.path().join("chk");
    let options = ["--checker", path(&checker), "--checker-style", "kattis", "-j", "1"];
    let report = std::thread::scope(|scope| {
        let judged = scope.spawn(|| of_shell(task.path(), &options, "echo 1"));
        wait_for("/bin/sh", &[path(&checker)]);
        fs::rename(task.path().join("other"), &checker).unwrap();
        judged.join().unwrap()
    });
    assert_eq!(verdicts(&report), "1 IE, 2 IE", "{report}");
    assert!(
        report["cases"][0]["reason"]
            .as_str()
            .unwrap()
            .ends_with(": it changed while it was in use"),
        "{report}"
    );
}

/// The checker refuses an answer by chance. It refuses every second testcase at first, and later accepts every fourth.
#[test]
fn a_checker_that_answers_by_chance_is_a_fault_of_the_checker() {
    let cases: Vec<[(String, &str); 2]> = (0..60)
        .map(|case| [(format!("{case:02}.in"), "1\n"), (format!("{case:02}.out"), "1\n")])
        .collect();
    let files: Vec<(&str, &str)> = cases.iter().flatten().map(|(name, text)| (&**name, *text)).collect();
    let task = folder(&files);
    let chance = "IFS= read -r u < /proc/sys/kernel/random/uuid; case $u in [0-7]*) exit 42;; esac; exit 43";
    program(task.path(), "by-chance", chance);
    program(task.path(), "refuses", "exit 43");
    let judged = |checker: &str| {
        let checker = task.path().join(checker);
        let options = ["--checker", path(&checker), "--checker-style", "kattis"];
        of_shell(task.path(), &options, "echo 1")
    };
    let report = judged("by-chance");
    let said = report["cases"].to_string();
    let expected = "/by-chance judges one output in two ways, WA and AC";
    assert!(said.contains(expected), "{said}");
    assert!(verdicts(&judged("refuses")).starts_with("00 WA, 01 WA, "));
}

/// A manifest of every format, once too large, once with too many values in fewer bytes, and both in an archive.
#[test]
fn a_manifest_may_have_1_mib_and_a_hundred_thousand_values() {
    let beside = |name: &str| -> [(&str, &str); 3] {
        match name {
            "config.yml" => [("in/p1.in", "1\n"), ("out/p1.out", "1\n"), ("prog/p.cpp", "")],
            "task.yaml" | "gen/GEN" => [
                ("input/input0.txt", "1\n"),
                ("output/output0.txt", "1\n"),
                ("statement/a.txt", ""),
            ],
            "Settings.cfg" => [("1/NIM.INP", "1\n"), ("1/NIM.OUT", "1\n"), ("2/NIM.INP", "")],
            "data/secret/testdata.yaml" => [
                ("data/secret/1.in", "1\n"),
                ("data/secret/1.ans", "1\n"),
                ("problem.yaml", "name: a\n"),
            ],
            _ => [
                ("data/secret/1.in", "1\n"),
                ("data/secret/1.ans", "1\n"),
                ("sol/correct.cpp", ""),
            ],
        }
    };
    let yaml = "a: [".to_owned() + &"x,".repeat(200_000) + "]\n";
    let aliases = "a: &a x\nb: [".to_owned() + &"*a,".repeat(200_000) + "]\n";
    let xml = |root: &str| format!("<{root}>{}</{root}>", "<a/>".repeat(200_000));
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&[b' '; 2 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    let both = |name: &str, text: &[u8]| {
        let task = folder(&beside(name));
        fs::create_dir_all(task.path().join(name).parent().unwrap()).unwrap();
        fs::write(task.path().join(name), text).unwrap();
        let of_folder = error(task.path(), &["--", "true"]);
        let text = String::from_utf8_lossy(text);
        let zip = folder(&[]);
        fs::write(
            zip.path().join("a.zip"),
            self::zip(&[&beside(name)[..], &[(name, &text)]].concat()),
        )
        .unwrap();
        // Zlib's bytes are no text.
        let of_zip = (!text.contains('\u{fffd}')).then(|| error(&zip.path().join("a.zip"), &["--", "true"]));
        (of_folder, of_zip)
    };
    let large = " ".repeat((1 << 20) + 1);
    let too_large = "is larger than 1 MiB, which is too much for a file that describes a task";
    let too_many = "a file that describes a task may have at most 100000 values";
    for (name, text, reason) in [
        ("problem.yaml", large.as_bytes(), too_large),
        ("init.yml", large.as_bytes(), too_large),
        ("config.yml", large.as_bytes(), too_large),
        ("task.yaml", large.as_bytes(), too_large),
        ("problem.xml", large.as_bytes(), too_large),
        ("Settings.cfg", large.as_bytes(), too_large),
        ("Settings.cfg", &packed, too_large),
        ("info.toml", large.as_bytes(), too_large),
        ("domjudge-problem.ini", large.as_bytes(), too_large),
        ("gen/GEN", large.as_bytes(), too_large),
        ("data/secret/testdata.yaml", large.as_bytes(), too_large),
        ("problem.yaml", yaml.as_bytes(), too_many),
        ("init.yml", aliases.as_bytes(), too_many),
        ("config.yml", yaml.as_bytes(), too_many),
        ("task.yaml", aliases.as_bytes(), too_many),
        ("problem.xml", xml("problem").as_bytes(), too_many),
        ("Settings.cfg", xml("ExamInformation").as_bytes(), too_many),
        (
            "info.toml",
            yaml.replacen("a: [x,", "a = [1,", 1).replace('x', "1").as_bytes(),
            too_many,
        ),
        (
            "problem.yaml",
            format!("? {}\n: 1\n", "k".repeat(301)).as_bytes(),
            "a key may have at most 300 bytes",
        ),
    ] {
        let (of_folder, of_zip) = both(name, text);
        for message in std::iter::once(of_folder).chain(of_zip) {
            assert!(message.contains(reason) && message.contains(name), "{name}: {message}");
        }
    }
    // Each of these files is small enough, and all are read.
    let parts = (0..9).map(|group| (format!("data/secret/{group}/testdata.yaml"), large[2..].to_owned()));
    let case = |group, ending| (format!("data/secret/{group}/1.{ending}"), "1\n".to_owned());
    let cases = (0..9).flat_map(|group| ["in", "ans"].map(|ending| case(group, ending)));
    let all: Vec<(String, String)> = parts.chain(cases).collect();
    let mut all: Vec<(&str, &str)> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    all.push(("problem.yaml", "name: a\n"));
    let mut golden = Golden::new("package/a_manifest_may_have_1_mib_and_a_hundred_thousand_values");
    golden.says(judged(folder(&all).path(), &["--", "true"]));
    golden.finish();
}

/// A compiler's messages contain whole paths, and paths that only the compiler sees.
#[test]
fn words_of_a_compiler_name_files_as_the_package_does() {
    needs!(has("g++", "words of a compiler"));
    let others = [
        (
            "problem.yaml",
            "name: A\nvalidation: custom\nlimits: {time_limit: 5.0}\n",
        ),
        (
            "output_validators/check.cpp",
            "#include \"lib.h\"\nint main() { return wrong; }\n",
        ),
        ("output_validators/lib.h", "int broken(\n"),
        ("submissions/accepted/bad.cpp", "int main() { return nothing; }\n"),
    ];
    let task = package(kattis, &others);
    let files = [
        "output_validators/check.cpp",
        "output_validators/lib.h",
        "submissions/accepted/bad.cpp",
        "problem.yaml",
        "data/secret/1.in",
        "data/secret/1.ans",
    ];
    let contents: Vec<(&str, String)> = files
        .iter()
        .map(|name| (*name, fs::read_to_string(task.path().join(name)).unwrap()))
        .collect();
    let entries: Vec<(&str, &str)> = contents.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let home = tempfile::tempdir().unwrap();
    let archive = home.path().join("abc.zip");
    fs::write(&archive, zip(&entries)).unwrap();
    let said = error(&archive, &["--", "sh", "-c", SUM]);
    assert!(
        said.starts_with("error: gamesolve cannot use the checker `output_validators/check.cpp` of the package"),
        "{said}"
    );
    let output = judge(&[path(&archive), "--submissions", "--compare", "tokens"]);
    let all = text(&output.stdout) + &text(&output.stderr);
    // The first file with a fault depends on the compiler.
    let places = ["\noutput_validators/check.cpp:2", "output_validators/lib.h:1"];
    assert!(places.iter().any(|place| said.contains(place)), "{said}");
    for (said, place, is_there) in [
        (&said, "gamesolve-run-", false),
        (&all, "gamesolve-run-", false),
        (&all, "submissions/accepted/bad.cpp", true),
    ] {
        assert_eq!(said.contains(place), is_there, "{place}: {said}");
    }
}

/// The folder of an unpacked archive is known to nobody, so no message names it.
#[test]
fn a_checker_of_an_archive_has_its_name_in_the_package() {
    needs!(has("python3", "a checker in Python"));
    let home = tempfile::tempdir().unwrap();
    let archive = home.path().join("abc.zip");
    let of_kind = |validation: &'static str, name: &'static str, checker: &'static str| {
        let case = [("data/secret/1.in", "1\n"), ("data/secret/1.ans", "1\n")];
        [&[("problem.yaml", validation)], &case[..], &[(name, checker)]].concat()
    };
    let kattis = |name, checker| of_kind("name: abc\nvalidation: custom\n", name, checker);
    let python = "output_validators/v/v.py";
    let dmoj = "checker: chk.py\ntest_cases: [{in: 1.in, out: 1.out}]\n";
    for (entries, name) in [
        (
            vec![
                ("init.yml", dmoj),
                ("1.in", "1\n"),
                ("1.out", "1\n"),
                ("chk.py", "def check(a, b, **kw):\n    raise ValueError(__file__)\n"),
            ],
            "the checker chk.py: ",
        ),
        (kattis(python, "raise ValueError('x')\n"), python),
        (
            kattis(
                python,
                "import sys\nopen(sys.argv[3] + '/judgemessage.txt', 'w').write(__file__)\nsys.exit(43)\n",
            ),
            python,
        ),
        (
            kattis(python, "import sys\nprint(__file__, file=sys.stderr)\nsys.exit(43)\n"),
            python,
        ),
        (
            kattis(
                "output_validators/v/v.cpp",
                "#include <cassert>\nint main() { assert(false); }\n",
            ),
            "program: output_validators/v/v.cpp:2: ",
        ),
        (
            of_kind(
                "name: abc\nvalidation: custom interactive\n",
                python,
                "raise ValueError(__file__)\n",
            ),
            "ValueError: output_validators/v/v.py",
        ),
        (
            kattis(
                python,
                "import os, sys\nprint(os.path.dirname(os.path.abspath(__file__)).split('/output')[0], file=sys.stderr)\nsys.exit(7)\n",
            ),
            "exit code 7 instead of 42 (accepted) or 43 (wrong answer): .\n",
        ),
        (
            kattis(
                "output_validators/v/build",
                "#!/bin/sh\necho '#!/bin/sh\necho $0 >&2; exit 7' > run; chmod +x run\n",
            ),
            "the checker output_validators/v/build: ",
        ),
    ] {
        if name.contains(".cpp") && !has("g++", "a checker in C++") {
            continue;
        }
        fs::write(&archive, zip(&entries)).unwrap();
        let output = judge(&[path(&archive), "--", "echo", "1"]);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert!(all.contains(name) && !all.contains("gamesolve-run-"), "{name}: {all}");
    }
}

#[test]
fn a_link_out_of_the_package_is_named_before_compiling() {
    needs!(has("g++", "a link out of a package"));
    let elsewhere = folder(&[("testlib.h", "int right = 42;\n")]);
    let others = [
        ("problem.yaml", "name: A\nvalidation: custom\n"),
        (
            "output_validators/check/check.cpp",
            "#include \"testlib.h\"\nint main() { return right; }\n",
        ),
    ];
    let task = package(kattis, &others);
    let link = task.path().join("output_validators/check/testlib.h");
    std::os::unix::fs::symlink(elsewhere.path().join("testlib.h"), link).unwrap();
    let said = error(task.path(), &["--time", "5", "--", "sh", "-c", SUM]);
    let parts = [
        "`output_validators/check/testlib.h` is a link that leads out of the package",
        "`g++` cannot compile it",
    ];
    let places = parts.map(|part| said.find(part).unwrap_or_else(|| panic!("{said}")));
    assert!(places.is_sorted(), "{said}");
}

/// A manifest that means ten to the tenth copies of a text.
#[test]
fn manifests_that_would_unfold_without_end_are_refused() {
    let mut golden = Golden::new("package/manifests_that_would_unfold_without_end_are_refused");
    let mut yaml = "a: &a [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    let mut xml = "<!DOCTYPE p [<!ENTITY a \"xxxxxxxxxx\">".to_owned();
    for (before, name) in ('a'..'j').zip('b'..='j') {
        yaml += &format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(","));
        xml += &format!("<!ENTITY {name} \"{}\">", format!("&{before};").repeat(10));
    }
    xml += "]>";
    let deep = format!("name: {}", "[".repeat(200_000));
    let case = [("data/secret/1.in", "1\n"), ("data/secret/1.ans", "1\n")];
    for (name, text) in [
        ("init.yml", format!("{yaml}test_cases: *j\n")),
        ("problem.yaml", format!("{yaml}name: A\nvalidator_flags: *j\n")),
        ("problem.yaml", deep),
        (
            "problem.xml",
            format!("{xml}<problem short-name=\"&j;\"><judging/></problem>"),
        ),
        ("problem.xml", "<a>".repeat(300_000)),
        ("Settings.cfg", format!("{xml}<ExamInformation Name=\"&j;\"/>")),
    ] {
        let task = folder(&[&case[..], &[(name, &text)]].concat());
        golden.says(judged(task.path(), &["--", "true"]));
    }
    golden.finish();
}

sessions! {
    a_kattis_package_states_memory_and_a_checker
    the_default_checker_of_kattis_has_flags_which_groups_inherit
    cases_that_are_not_made_are_not_replaced_by_examples
    cms_judges_as_many_cases_as_n_input_says
    a_manifest_of_cms_may_lie_beside_its_task
    manifests_of_other_tools_are_named
    the_domjudge_settings_state_a_time_limit
    a_polygon_package_states_limits_a_checker_and_file_names
    a_cms_package_states_file_names_and_a_checker
    types_that_are_not_judged_are_refused_by_name
    the_cases_of_dmoj_are_those_of_its_list_under_any_names
    a_checker_of_dmoj_may_be_a_function_in_python
    legacy_checker_words_add_up_and_other_versions_do_not
    settings_of_themis_are_never_passed_over
    a_grader_of_polygon_is_refused_by_name
    a_checker_of_polygon_without_its_source_is_refused_by_name
    a_checker_of_themis_reads_two_folders_and_prints_a_share
    a_checker_sees_the_output_of_the_program_that_is_judged
    a_kattis_checker_may_be_files_or_built_by_a_script
    an_interactor_of_dmoj_judges_alone
    cases_that_are_to_be_made_are_one_error
    defaults_are_those_of_the_judge
    loose_files_are_a_task_found_by_layout_or_pattern
    empty_manifests_and_names_of_no_files_are_refused
    notes_on_single_submissions_come_with_the_submissions_alone
    points_that_all_cases_share_are_of_no_group
    some_lines_of_dmoj_linecount_give_part_of_the_points
    the_name_of_a_sinol_task_may_have_digits
    kattis_has_its_judges_output_limit_by_default
    what_a_package_states_and_is_not_understood_is_named
    a_folder_of_several_tasks_is_told_by_the_name_of_the_program
    a_time_limit_of_kattis_comes_from_the_accepted_submissions
}
