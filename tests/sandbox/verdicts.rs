//! The verdicts of hostile programs from the real command line, and the facts that hold whatever they do.
//!
//! Each is judged in the middle of a batch with plain testcases. A batch is judged with one job and with several, with
//! namespaces and without.

use crate::support::is_gate;
use crate::yard::{Bed, YardTest, built, others_alive, test};
use gamesolve_box::Tier;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_gamesolve");
/// The processor time of the programs. It is short, and longer than any accepted program needs.
const TIME: &str = "300ms";
/// Options for programs that work until they are stopped, twice if several are judged at a time.
///
/// The other testcases of their batch read a line and print one.
const SHORT: &[&str] = &["--time", "100ms"];
/// Options for programs that take memory until they are stopped. On a busy machine that takes time, which must not
/// decide.
const UNHURRIED: &[&str] = &["--time", "5"];
/// Options with memory for the kernel's own needs for 64 processes that come and go.
///
/// Under 64 MiB chance decides which limit a fork bomb meets first.
const ROOMY: &[&str] = &["--memory", "512M"];
/// The input that turns the program under test into a hostile one. On any other input it prints 42.
const HOSTILE_INPUT: &str = "5\n.X..X\n";
const PLAIN_INPUT: &str = "4\n.X.X\n";
/// The shell program with both parts.
pub(crate) const BOTH: &str = "read -r first; if [ \"$first\" = 5 ]; then exec \"$@\"; fi; echo 42";

/// The expectation about one hostile program.
#[derive(Clone, Copy)]
struct Row {
    fixture: &'static str,
    arguments: &'static [&'static str],
    options: &'static [&'static str],
    /// The right verdicts in tier 1, and in tier 2.
    verdicts: [&'static [&'static str]; 2],
    /// Words of the reason or of the notes.
    says: &'static str,
}

const ROW: Row = Row {
    fixture: "",
    arguments: &[],
    options: &[],
    verdicts: [&[], &[]],
    says: "",
};

/// Returns a row with the same verdict in both tiers.
const fn always(fixture: &'static str, verdicts: &'static [&'static str], says: &'static str) -> Row {
    Row {
        fixture,
        verdicts: [verdicts, verdicts],
        says,
        ..ROW
    }
}

/// Makes a folder with the hostile testcase in the middle of plain ones.
pub(crate) fn cases(bed: &Bed) -> PathBuf {
    for (name, input) in [
        ("1", PLAIN_INPUT),
        ("2", HOSTILE_INPUT),
        ("3", PLAIN_INPUT),
        ("4", PLAIN_INPUT),
    ] {
        bed.file(&format!("cases/{name}.in"), input);
        bed.file(&format!("cases/{name}.out"), "42\n");
    }
    bed.place.join("cases")
}

/// Returns every file below `folder` with its content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.clone(), fs::read(&path).unwrap())).collect()
}

/// Returns the command line with new namespaces or without them, as the tier of the bed has it.
pub(crate) fn gamesolve(bed: &Bed) -> Command {
    if bed.tier() == Tier::One {
        return Command::new(EXECUTABLE);
    }
    let mut command = Command::new("unshare");
    let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
    command.args(["--user", "--map-root-user", "sh", "-c", script, "sh", EXECUTABLE]);
    command
}

fn judge(bed: &Bed, cases: &Path, options: &[&str], command: &[OsString]) -> Output {
    let unless_given: Vec<&str> = [["--time", TIME], ["--memory", "64M"]]
        .into_iter()
        .filter(|[name, _]| !options.contains(name))
        .flatten()
        .collect();
    let output = gamesolve(bed)
        .args(["judge", "stones", "--format", "json"])
        .args(unless_given)
        .args(["--output-limit", "1M", "--processes", "64"])
        .args(options)
        .arg("--cases")
        .arg(cases)
        .arg("--")
        .args(command)
        .current_dir(&bed.place)
        .output()
        .unwrap();
    let others = others_alive();
    assert!(others.is_empty(), "still alive: {others:?}");
    let left: Vec<_> = fs::read_dir(std::env::temp_dir())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(left.is_empty(), "left behind: {left:?}");
    output
}

/// Returns the report without the parts that differ from run to run.
pub(crate) fn settled(output: &Output) -> Value {
    let text = std::str::from_utf8(&output.stdout).expect("a report is UTF-8");
    let mut report: Value =
        serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)));
    for case in report["cases"].as_array_mut().unwrap() {
        case["time_ms"].take();
        case["memory_bytes"].take();
    }
    report
}

/// Judges the batch with one job and with four, and checks the facts that hold of every batch.
fn batch(bed: &Bed, row: &Row) {
    let cases = cases(bed);
    let before = contents(&cases);
    let mut command: Vec<OsString> = ["sh", "-c", BOTH, "sh"].map(OsString::from).into();
    command.push(built(row.fixture).into());
    command.extend(row.arguments.iter().map(OsString::from));
    let mut seen = Vec::new();
    // In a plain run only root judges with one job, in tier 1. The gate does so in both tiers, and as each user.
    let one_job_too = is_gate() || nix::unistd::geteuid().is_root() && bed.tier() == Tier::One;
    for jobs in ["1", "4"].into_iter().skip(usize::from(!one_job_too)) {
        let output = judge(bed, &cases, &[row.options, &["-j", jobs]].concat(), &command);
        let report = settled(&output);
        let tier = bed.tier();
        println!(
            "{tier:?} -j{jobs} {} {:?}: {}",
            row.fixture, row.arguments, report["cases"][1]
        );
        assert_eq!(
            report["conditions"]["tier"], tier as u8,
            "{}",
            report["conditions"]["box"]
        );
        assert_eq!(contents(&cases), before, "a case was changed");
        let verdicts: Vec<&str> = report["cases"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["verdict"].as_str().unwrap())
            .collect();
        assert_eq!(
            [verdicts[0], verdicts[2], verdicts[3]],
            ["AC"; 3],
            "the other cases: {report}"
        );
        let wanted = row.verdicts[usize::from(tier == Tier::Two)];
        assert!(
            wanted.contains(&verdicts[1]),
            "{} and not one of {wanted:?}: {report}",
            verdicts[1]
        );
        let said = format!("{} {}", report["cases"][1]["reason"], report["cases"][1]["notes"]);
        assert!(said.contains(row.says), "`{}` is not in {said}", row.says);
        assert_eq!(output.status.code(), Some(i32::from(verdicts[1] != "AC")));
        assert_eq!(output.stderr, b"", "{}", String::from_utf8_lossy(&output.stderr));
        let raw = String::from_utf8(output.stdout).unwrap();
        assert!(!raw.contains(|c: char| c.is_control() && c != '\n'), "{raw:?}");
        seen.push((
            verdicts[1].to_owned(),
            report["cases"][1]["reason"].as_str().unwrap_or("").to_owned(),
        ));
    }
    // Reasons quote measured times and sizes. Apart from digits they are the same.
    let without_digits = |text: &str| text.replace(|c: char| c.is_ascii_digit() || c == '.', "");
    if let ([one, four], true) = (&seen[..], wanted_one(row)) {
        assert_eq!(one.0, four.0, "one job and four");
        assert_eq!(without_digits(&one.1), without_digits(&four.1));
    }
}

/// Returns whether the row leaves no choice of verdicts.
fn wanted_one(row: &Row) -> bool {
    row.verdicts.iter().all(|verdicts| verdicts.len() == 1)
}

/// Returns the test that judges this row in a batch.
fn verdict(name: &'static str, row: Row) -> YardTest {
    test(name, &[row.fixture], move |bed| batch(bed, &row))
}

pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        verdict(
            "an_endless_loop_is_tle",
            Row {
                options: SHORT,
                ..always("h01_endless_loop", &["TLE"], "still running after")
            },
        ),
        verdict("a_sleeper_is_tle_and_idle", always("h02_sleeps", &["TLE"], "idle: ")),
        verdict(
            "a_waiter_is_tle_and_idle",
            always("h03_pause", &["TLE"], "waits for input"),
        ),
        verdict(
            "one_that_stops_itself_is_tle",
            always("h04_stops_itself", &["TLE"], "idle: "),
        ),
        verdict(
            "one_that_ignores_signals_is_tle",
            Row {
                options: SHORT,
                ..always("h05_ignores_signals", &["TLE"], "")
            },
        ),
        verdict(
            "the_answer_and_then_a_loop_is_tle",
            Row {
                options: SHORT,
                ..always("h06_answer_then_loop", &["TLE"], "")
            },
        ),
        verdict("slow_output_is_tle", always("h07_slow_output", &["TLE"], "idle: ")),
        verdict(
            "a_fork_bomb_is_stopped",
            Row {
                options: ROOMY,
                ..always("h08_fork_bomb", &["TLE"], "processor time")
            },
        ),
        verdict(
            "a_fork_bomb_of_sessions_is_stopped",
            Row {
                options: ROOMY,
                ..always("h09_fork_bomb_setsid", &["TLE"], "processor time")
            },
        ),
        verdict(
            "children_left_behind_are_a_note",
            Row {
                arguments: &["30"],
                ..always("h10_leaves_children", &["AC"], "left 30 processes behind, killed")
            },
        ),
        verdict(
            "orphans_at_work_count",
            Row {
                options: SHORT,
                ..always("h11_working_orphans", &["TLE"], "processor time")
            },
        ),
        // The process that starts the daemon may still be there at the end of the program.
        verdict("a_daemon_is_a_note", always("h12_daemon", &["AC"], "behind, killed")),
        verdict(
            "a_pid_hopper_is_caught",
            always("h13_pid_hopper", &["AC", "WA", "TLE"], ""),
        ),
        verdict(
            "time_in_a_grandchild_counts",
            Row {
                options: SHORT,
                ..always("h14_cpu_in_grandchild", &["TLE"], "")
            },
        ),
        verdict(
            "two_threads_over_the_limit_are_tle",
            Row {
                arguments: &["0.2"],
                options: SHORT,
                ..always("h15_two_threads", &["TLE"], "")
            },
        ),
        verdict(
            "two_threads_below_the_limit_are_right",
            Row {
                arguments: &["0.2"],
                ..always("h15_two_threads", &["AC"], "")
            },
        ),
        // If the kernel refuses threads, the output decides, because the printed number is not the answer. If it
        // refuses only those beyond a thousand, the threads wake all the time. They may keep the samples away until the
        // clock runs out.
        verdict(
            "five_thousand_threads_are_refused",
            always("h16_many_threads", &["WA", "RE", "TLE"], ""),
        ),
        verdict(
            "one_that_stops_its_parent_is_judged",
            Row {
                options: SHORT,
                ..always("h17_stops_parent", &["TLE"], "")
            },
        ),
        verdict(
            "one_that_kills_its_parent_is_judged",
            always("h18_kills_parent", &["AC", "WA", "RE"], ""),
        ),
        verdict(
            "one_that_kills_all_is_judged",
            always("h19_kills_all", &["AC", "WA", "RE"], ""),
        ),
        verdict(
            "much_memory_is_mle",
            Row {
                options: UNHURRIED,
                ..always("h20_touches_memory", &["MLE"], "of memory, the limit is 64 MiB")
            },
        ),
        verdict(
            "a_large_array_is_mle",
            Row {
                options: UNHURRIED,
                ..always("h21_static_array", &["MLE"], "")
            },
        ),
        verdict(
            "untouched_memory_is_no_memory",
            always("h22_untouched_memory", &["AC"], ""),
        ),
        verdict(
            "memory_of_a_family_is_mle",
            Row {
                options: UNHURRIED,
                ..always("h23_family_memory", &["MLE"], "")
            },
        ),
        verdict(
            "deep_recursion_is_re_or_mle",
            Row {
                options: UNHURRIED,
                ..always("h24_deep_recursion", &["RE"], "stack overflow likely")
            },
        ),
        verdict(
            "a_flood_is_ole",
            always("h25_floods_stdout", &["OLE"], "more than 1.0 MB of output"),
        ),
        verdict(
            "blanks_without_end_are_ole",
            always("h26_blanks_after_answer", &["OLE"], ""),
        ),
        verdict(
            "a_flood_of_errors_decides_nothing",
            Row {
                options: SHORT,
                ..always("h27_floods_stderr", &["TLE"], "")
            },
        ),
        verdict(
            "a_long_line_is_wa_and_cut",
            always("h28_long_line", &["WA"], "found `99999"),
        ),
        verdict("a_big_file_is_re", always("h29_big_file", &["RE", "WA"], "")),
        verdict("a_sparse_file_is_re", always("h30_sparse_file", &["RE", "WA"], "")),
        verdict(
            "many_files_are_refused",
            Row {
                options: &["--time", "40"],
                ..always("h31_many_files", &["WA"], "")
            },
        ),
        verdict("closed_folders_are_removed", always("h32_closed_folders", &["AC"], "")),
        verdict(
            "deep_folders_are_removed",
            Row {
                options: &["--time", "40"],
                ..always("h33_deep_folders", &["AC"], "")
            },
        ),
        verdict("links_are_not_followed", always("h34_links", &["WA"], "")),
        verdict(
            "descriptors_are_bounded",
            always("h35_opens_descriptors", &["WA"], "found `3`"),
        ),
        verdict("input_need_not_be_read", always("h36_never_reads", &["AC"], "")),
        verdict(
            "output_may_come_first",
            always("h37_writes_before_reading", &["AC", "WA"], ""),
        ),
        verdict(
            "one_that_closes_all_is_tle",
            always("h38_closes_all", &["TLE"], "idle: "),
        ),
        verdict(
            "files_of_an_earlier_run_are_gone",
            always("h41_leaves_files", &["WA"], "found `fresh`"),
        ),
        verdict("the_network_is_closed", always("h42_network", &["WA"], "found `")),
        verdict(
            "escapes_are_shown_and_not_obeyed",
            always("h44_escapes", &["WA"], "found `wrong`"),
        ),
        verdict("a_nul_is_wa", always("h45_nul", &["WA"], "found `4\\\\x002`")),
        verdict("all_bytes_are_wa", always("h46_all_bytes", &["WA"], "")),
        verdict("a_newline_at_the_end_is_no_duty", always("h47_no_newline", &["AC"], "")),
        verdict("no_output_is_said", always("h48_no_output", &["WA"], "printed nothing")),
        verdict(
            "a_fake_report_is_wa",
            always("h49_fake_report", &["WA"], "found `timelimit`"),
        ),
        verdict(
            "exit_code_137_is_re",
            Row {
                arguments: &["137"],
                ..always("h50_exit_codes", &["RE"], "exit code 137")
            },
        ),
        verdict(
            "exit_code_1_is_re",
            Row {
                arguments: &["1"],
                ..always("h50_exit_codes", &["RE"], "exit code 1")
            },
        ),
        verdict(
            "exit_code_255_is_re",
            Row {
                arguments: &["255"],
                ..always("h50_exit_codes", &["RE"], "exit code 255")
            },
        ),
        verdict(
            "exit_code_124_is_re",
            Row {
                arguments: &["124"],
                ..always("h50_exit_codes", &["RE"], "exit code 124")
            },
        ),
        verdict(
            "what_it_looks_for_at_the_judge_is_not_there",
            always("h54_looks_at_judge", &["WA", "RE"], ""),
        ),
        verdict(
            "there_is_no_terminal_to_change",
            always("h55_terminal", &["WA"], "found `done`"),
        ),
        verdict(
            "mounts_and_names_stay",
            always("h57_mounts_and_names", &["WA"], "found `done`"),
        ),
        test("every_signal_is_named", &["h51_signals"], |bed| {
            let cases = cases(bed);
            for (number, verdict, says) in [
                ("4", "RE", "SIGILL: "),
                ("6", "RE", "SIGABRT: "),
                ("7", "RE", "SIGBUS: "),
                ("8", "RE", "SIGFPE: division by zero"),
                ("9", "RE", "SIGKILL: not sent by the judge"),
                ("11", "RE", "SIGSEGV: "),
                ("13", "RE", "SIGPIPE: "),
                ("24", "TLE", "SIGXCPU"),
            ] {
                let command = [built("h51_signals").into(), number.into()];
                let report = settled(&judge(bed, &cases, &["--case", "2"], &command));
                assert_eq!(report["cases"][0]["verdict"], verdict, "signal {number}");
                let reason = report["cases"][0]["reason"].as_str().unwrap();
                assert!(reason.contains(says), "{reason}");
            }
        }),
        test("stored_answers_cannot_be_read", &["h39_reads_answer"], |bed| {
            let cases = cases(bed);
            let answers = ["1.out", "2.out"].map(|name| cases.join(name).into());
            let command = [vec![built("h39_reads_answer").into()], answers.to_vec()].concat();
            let output = judge(bed, &cases, &["--case", "2"], &command);
            let reason = settled(&output)["cases"][0]["reason"].clone();
            assert!(reason.as_str().unwrap().contains("found `done`"), "{reason}");
        }),
        test("cases_cannot_be_changed", &["h40_rewrites_input"], |bed| {
            let cases = cases(bed);
            let before = contents(&cases);
            let files = ["2.in", "2.out"].map(|name| cases.join(name).into());
            let command = [vec![built("h40_rewrites_input").into()], files.to_vec()].concat();
            let output = judge(bed, &cases, &["--case", "2"], &command);
            let reason = settled(&output)["cases"][0]["reason"].clone();
            assert!(reason.as_str().unwrap().contains("found `done`"), "{reason}");
            assert_eq!(contents(&cases), before);
        }),
        test("what_cannot_start_stops_the_batch", &[], |bed| {
            let cases = cases(bed);
            let text = bed.file("text", "no program\n");
            for (program, why) in [
                (PathBuf::from("/no/such/program"), "there is no such file"),
                (PathBuf::from("no-such-program"), "there is no such program in PATH"),
                (text, "it is not executable"),
            ] {
                let output = judge(bed, &cases, &[], &[program.into()]);
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{said}");
                assert!(
                    said.starts_with("error: cannot start `") && said.contains(why),
                    "{said}"
                );
                assert_eq!(said.lines().count(), 1, "once, not for every case: {said}");
                assert_eq!(output.stdout, b"");
            }
        }),
        test("a_compiler_without_end_is_stopped", &[], |bed| {
            let cases = cases(bed);
            let source = bed.file("bomb.c", "#include </dev/random>\n");
            let output = gamesolve(bed)
                .args([
                    "judge",
                    "stones",
                    "--format",
                    "json",
                    "--compile-time",
                    "0.5",
                    "--cases",
                ])
                .args([&cases, &source])
                .output()
                .unwrap();
            let report = settled(&output);
            assert_eq!(
                (&report["cases"][0]["verdict"], output.status.code()),
                (&Value::from("CE"), Some(1)),
                "{report}"
            );
            assert_eq!(others_alive(), Vec::<String>::new());
        }),
        test("ctrl_c_ends_all_at_once_with_what_is_known", &["h02_sleeps"], |bed| {
            let cases = cases(bed);
            let judge = gamesolve(bed)
                .args(["judge", "stones", "--time", "60", "-j1", "--cases"])
                .arg(&cases)
                .args(["--", "sh", "-c", BOTH, "sh"])
                .arg(built("h02_sleeps"))
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
            while !others_alive().iter().any(|process| process.contains("h02_sleeps")) {
                assert!(std::time::Instant::now() < deadline, "the sleeper never started");
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            let id = nix::unistd::Pid::from_raw(judge.id().cast_signed());
            nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
            let output = judge.wait_with_output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(130), "{text}");
            assert!(
                text.starts_with("1  AC")
                    && text.contains("\n1 testcase of stones: 1 AC\ninterrupted: testcases are missing\n"),
                "{text}"
            );
            assert_eq!(others_alive(), Vec::<String>::new());
            assert_eq!(fs::read_dir(std::env::temp_dir()).unwrap().count(), 0);
        }),
    ]
}
