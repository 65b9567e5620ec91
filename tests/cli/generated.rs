//! `gamesolve stress --gen`: any task, by a generator and a reference.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use super::golden::Golden;
use super::judge::text;
use super::package::program;
use super::support::{files_in, folder, gamesolve, has_time, needs};

/// Prints a count up to the size, and then that many numbers from 0 to 9.
const NUMBERS: &str = "n=$((1 + $1 % $2)); echo $n; s=$1; i=0; l=
while [ $i -lt $n ]; do s=$(((s * 1103 + 12345) % 65536)); l=\"$l $((s / 7 % 10))\"; i=$((i + 1)); done
echo ${l# }";
/// Prints the largest of the numbers. It ends with 3 if their count is not the stated one.
const LARGEST: &str = "read n; read l; set -- $l; [ $# = \"$n\" ] || exit 3; m=0; for x in \"$@\"; do [ $x -gt $m ] && m=$x; done; echo $m";
/// The same, but wrong if the largest number is 7 or more.
const WRONG: &str = "read n; read l; m=0; for x in $l; do [ $x -gt $m ] && m=$x; done; [ $m -ge 7 ] && m=0; echo $m";

/// Makes a folder with the programs `gen` and `brute`.
fn tools() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "gen", NUMBERS);
    program(folder.path(), "brute", LARGEST);
    folder
}

fn stress(folder: &Path, arguments: &[&str], script: &str) -> assert_cmd::Command {
    let mut command = gamesolve();
    command.args(["stress", "--tests", "60"]).args(arguments);
    command.args(["--", "sh", "-c", script]).current_dir(folder);
    command
}

const GIVEN: [&str; 6] = ["--time-budget", "300", "--gen", "gen", "--reference", "brute"];

#[test]
fn the_failing_instance_is_shrunk_saved_and_judged_again() {
    let mut golden = Golden::new("generated/the_failing_instance_is_shrunk_saved_and_judged_again");
    let folder = tools();
    let output = golden.stdout(stress(folder.path(), &GIVEN, WRONG));
    let told = text(&output.stdout);
    let saved = folder.path().join("command-stress");
    assert_eq!(fs::read_to_string(saved.join("stress-01.in")).unwrap(), "1\n7\n");
    assert_eq!(fs::read_to_string(saved.join("stress-01.out")).unwrap(), "7\n");
    for (line, is_judge) in [("Again:   ", true), ("Search:  ", false)] {
        let command = told.lines().find_map(|found| found.strip_prefix(line)).unwrap();
        let arguments = shell_words(command);
        let again = gamesolve()
            .args(&arguments[1..])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(again.status.code(), Some(1), "{command}: {}", text(&again.stderr));
        let again = text(&again.stdout);
        if is_judge {
            assert!(again.contains("\n1 testcase of command-stress: 1 WA\n"), "{again}")
        } else {
            // The output is the same but for the name of the testcase.
            assert_eq!(
                again.replace("stress-02", "stress-01").replace(" --tests 60", ""),
                told.replace(" --tests 60", "")
            )
        }
    }
    // A link takes its name, wherever it leads.
    std::os::unix::fs::symlink("../elsewhere", saved.join("stress-03.in")).unwrap();
    golden.stdout(stress(folder.path(), &GIVEN, WRONG));
    assert!(!folder.path().join("elsewhere").exists());
    golden.finish();
}

#[test]
fn of_several_failures_the_smallest_is_kept() {
    let mut golden = Golden::new("generated/of_several_failures_the_smallest_is_kept");
    let folder = tools();
    // No neighbour of 88888 fails, and another failure comes after the first instances.
    let generator = "case $1 in 3) echo 88888;; [1-9][0-9]*) [ $1 -gt 15 ] && echo 77 || echo 1;; *) echo 1;; esac";
    program(folder.path(), "gen", generator);
    program(folder.path(), "brute", "echo right");
    let script = "read x; case $x in 88888|77) echo wrong;; *) echo right;; esac";
    let output = golden.stdout(stress(folder.path(), &[&GIVEN[..], &["--seed", "0"]].concat(), script));
    assert!(text(&output.stderr).contains(" 3 "), "{}", text(&output.stderr));
    golden.finish();
}

/// Returns the words of a command as a shell splits them.
fn shell_words(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\0' {command}");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let words = text(&output.stdout);
    words.trim_end_matches('\0').split('\0').map(str::to_owned).collect()
}

#[test]
fn a_right_program_passes_with_a_validator_of_inputs() {
    let mut golden = Golden::new("generated/a_right_program_passes_with_a_validator_of_inputs");
    let folder = tools();
    golden.stdout(stress(folder.path(), &GIVEN, LARGEST));
    assert!(files_in(&folder.path().join("command-stress"), "in").is_empty());
    // The validator wants at least two numbers and no 8, and ends with ICPC's exit code.
    let validator = "read n; read l; set -- $l; [ $# = $n ] && [ $n -ge 2 ] || exit 1
    case $l in *8*) exit 1;; esac; exit 42";
    program(folder.path(), "val", validator);
    program(folder.path(), "gen", "echo 4; echo $((5 + $1 % 3)) 1 2 $(($2 % 8))");
    golden.stdout(stress(
        folder.path(),
        &[&GIVEN[..], &["--validator", "val"]].concat(),
        WRONG,
    ));
    golden.finish();
}

#[test]
fn a_package_states_file_names_limits_and_a_checker() {
    needs!(has_time());
    let mut golden = Golden::new("generated/a_package_states_file_names_limits_and_a_checker");
    let folder = tools();
    let put = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    put(
        "cms/task.yaml",
        "name: cms\ninfile: a.in\noutfile: a.out\ntime_limit: 0.5\nmemory_limit: 64\n",
    );
    put("cms/input/input0.txt", "1\n1\n");
    put("cms/output/output0.txt", "1\n");
    let with = |task: &'static str| [&GIVEN[..], &[task]].concat();
    let by_files = format!("{{ {LARGEST}; }} < a.in > a.out");
    let output = golden.stdout(stress(folder.path(), &with("cms"), &by_files));
    let said = text(&output.stderr);
    // A program that prints to standard output is wrong there.
    golden.stdout(stress(folder.path(), &with("cms"), "echo 1"));
    // An endless program takes the whole limit in each run, and shrinking takes many runs.
    put(
        "cms/task.yaml",
        "name: cms\ninfile: a.in\noutfile: a.out\ntime_limit: 0.1\n",
    );
    let output = stress(folder.path(), &with("cms"), "while :; do :; done")
        .output()
        .unwrap();
    let slow = text(&output.stdout);

    // This checker accepts the answer or one more.
    put(
        "kattis/problem.yaml",
        "name: A\nvalidation: custom\nlimits: {memory: 100}\n",
    );
    put("kattis/data/secret/1.in", "1\n1\n");
    put("kattis/data/secret/1.ans", "1\n");
    let checker = "read a < \"$2\"; read b; [ $b = $a ] || [ $b = $((a + 1)) ] || exit 43; exit 42";
    program(&folder.path().join("kattis"), "output_validators/check", checker);
    let more = LARGEST.replace("echo $m", "echo $((m + 1))");
    golden.stdout(stress(folder.path(), &with("kattis"), &more));
    let output = golden.stdout(stress(
        folder.path(),
        &with("kattis"),
        &LARGEST.replace("echo $m", "echo $((m + 2))"),
    ));
    let told = text(&output.stdout);
    let again = told.lines().find_map(|found| found.strip_prefix("Again:   ")).unwrap();
    let again = gamesolve()
        .args(&shell_words(again)[1..])
        .current_dir(folder.path())
        .output()
        .unwrap();
    for (text, part) in [
        (&said, "stated by: time: task.yaml; memory: task.yaml; "),
        (&slow, ": TLE "),
        (&text(&again.stdout), ": 1 WA\n"),
    ] {
        assert!(text.contains(part), "{text}");
    }
    golden.finish();
}

#[test]
fn a_problem_needs_no_reference() {
    let mut golden = Golden::new("generated/a_problem_needs_no_reference");
    let folder = tools();
    program(folder.path(), "gen", "echo $(($1 % 5 + $2))");
    golden.stdout(stress(folder.path(), &["--gen", "gen", "marbles"], "echo 2"));
    golden.finish();
}

#[test]
fn a_search_that_judged_nothing_names_the_slow_part() {
    let folder = tools();
    program(folder.path(), "slow", &format!("sleep 3; {NUMBERS}"));
    let arguments = ["--gen", "slow", "--reference", "brute", "--time-budget", "1", "-j", "1"];
    let output = stress(folder.path(), &arguments, LARGEST).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(2), ""), "{said}");
    let error = "\nerror: no input was tested within 1 s: the generator slow ran once and took ";
    assert!(said.contains(error), "{said}");
    let hint = said.lines().find_map(|line| line.strip_prefix("hint: ")).unwrap();
    assert!(
        hint.starts_with("gamesolve stress --seed 1 --tests 60 --time-budget "),
        "{hint}"
    );
    assert!(hint.contains(" --gen slow --reference brute -- sh -c "), "{hint}");
}

#[test]
fn tools_that_answer_by_chance_are_refused_by_name() {
    let folder = tools();
    let chance = "IFS= read -r u < /proc/sys/kernel/random/uuid";
    let tool = |name: &str, script: &str| program(folder.path(), name, script);
    tool("reference", &format!("{chance}; echo $u"));
    tool("check", &format!("{chance}; case $u in [0-7]*) exit 0;; esac; exit 1"));
    tool("val", &format!("{chance}; case $u in [0-3]*) exit 1;; esac; exit 0"));
    for (arguments, expected) in [
        (
            "--gen gen --reference reference",
            "error: the reference reference answers one input in two ways, `",
        ),
        (
            "--gen gen --reference brute --checker check",
            "the checker check judges one output in two ways, ",
        ),
        (
            "--gen gen --reference brute --validator val",
            "error: the validator val accepts and rejects the same input: ",
        ),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let output = stress(folder.path(), &words, LARGEST).output().unwrap();
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{arguments}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(text(&output.stdout), "", "{arguments}");
    }
    // If the checker accepts two answers for each other, that is no chance.
    tool("any", &format!("{chance}; echo $u"));
    tool("length", "[ $(wc -c < \"$2\") = $(wc -c < \"$3\") ]");
    let arguments = ["--gen", "gen", "--reference", "any", "--checker", "length"];
    let output = stress(folder.path(), &arguments, "echo short").output().unwrap();
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}{}", text(&output.stderr));
}

#[test]
fn the_short_stored_cases_of_a_package_come_first() {
    let mut golden = Golden::new("generated/the_short_stored_cases_of_a_package_come_first");
    let folder = tools();
    let put = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    put("kattis/problem.yaml", "name: A\nproblem_format_version: legacy\n");
    put("kattis/data/secret/1.in", "1\n1\n");
    put("kattis/data/secret/1.ans", "1\n");
    put("kattis/data/secret/2.in", "2\n40 41\n");
    put("kattis/data/secret/2.ans", "41\n");
    put(
        "kattis/data/secret/3.in",
        &format!("300\n{}\n", "1 ".repeat(300).trim()),
    );
    put("kattis/data/secret/3.ans", "1\n");
    let with = [&GIVEN[..], &["kattis"]].concat();
    golden.stdout(stress(folder.path(), &with, LARGEST));
    // The generator makes no such number.
    let wrong = LARGEST.replace("echo $m", "[ $m = 41 ] && m=7; echo $m");
    golden.stdout(stress(folder.path(), &with, &wrong));
    golden.finish();
}

#[test]
fn what_is_no_fault_of_the_program_is_refused() {
    let kattis = [
        ("i/problem.yaml", "name: A\nvalidation: custom interactive\n"),
        ("i/output_validators/v.py", "\n"),
        ("i/data/secret/1.in", "1\n"),
        ("i/data/secret/1.ans", "1\n"),
    ];
    let folder = folder(&kattis);
    let tool = |name: &str, script: &str| program(folder.path(), name, script);
    tool("gen", NUMBERS);
    tool("brute", LARGEST);
    tool("fails", "echo no >&2; exit 5");
    tool("silent", "");
    tool("bytes", "printf '\\377\\n'");
    tool("clock", "echo 1; echo $$ $(cat /proc/sys/kernel/random/uuid)");
    tool("big", "head -c 40000000 /dev/zero");
    let mut golden = Golden::new("generated/what_is_no_fault_of_the_program_is_refused");
    for arguments in [
        "--gen fails --reference brute",
        "--gen silent --reference brute",
        "--gen bytes --reference brute",
        "--gen gen --reference fails",
        "--gen gen --reference brute --validator fails",
        "--gen gen",
        "--gen gen --reference brute i",
        "--gen nothing --reference brute",
        "i",
        "stonse",
    ] {
        let mut command = gamesolve();
        command.arg("stress").args(arguments.split(' ')).args(["--", "cat"]);
        golden.says(command.current_dir(&folder));
    }
    golden.finish();
    // These messages contain a time or a random number.
    for (arguments, expected) in [
        (
            "--gen big --reference brute",
            "error: the generator, called as `big 1 1`, went over its limit of output after ",
        ),
        (
            "--gen clock --reference brute",
            "error: the generator, called twice as `clock 1 1`, printed two inputs: 1\\n",
        ),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let output = stress(folder.path(), &words, "cat").output().unwrap();
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{arguments}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(text(&output.stdout), "", "{arguments}");
    }
}
