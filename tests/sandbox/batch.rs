//! Tests of a whole batch, and of the judge itself, while hostile programs run in it.

use crate::verdicts::{BOTH, cases, gamesolve, settled};
use crate::yard::{Bed, YardTest, built, others_alive, test};
use gamesolve_box::Tier;
use nix::sys::termios::tcgetattr;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the judge on a folder of testcases, with the options and the shell script `script` as the program.
///
/// The arguments of the script are the fixture and the testcase's own.
fn judge(bed: &Bed, cases: &PathBuf, options: &[&str], script: &str, fixture: &str) -> Command {
    let mut command = gamesolve(bed);
    command
        .args(["judge", "stones", "--cases"])
        .arg(cases)
        .args(options)
        .args(["--", "sh", "-c", script, "sh"])
        .arg(built(fixture))
        .stdin(Stdio::null());
    command
}

/// Returns the most resident memory of the process until its end, in bytes. It samples the process again and again.
fn peak_memory(child: &mut Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|rest| rest.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        std::thread::sleep(Duration::from_millis(2));
    }
    peak
}

fn wait_until(what: &str, seconds: u64, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    while !holds() {
        assert!(
            Instant::now() < deadline,
            "not so after {seconds} s: {what}: {:?}",
            others_alive()
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test(
            "floods_fill_neither_the_judge_nor_its_time",
            &["h25_floods_stdout"],
            |bed| {
                for name in 0..12 {
                    bed.file(&format!("floods/{name}.in"), "1\n.\n");
                    bed.file(&format!("floods/{name}.out"), "0\n");
                }
                let options = ["-j4", "--output-limit", "4M", "--time", "2", "--format", "json"];
                let mut child = judge(
                    bed,
                    &bed.place.join("floods"),
                    &options,
                    "exec \"$@\"",
                    "h25_floods_stdout",
                )
                .stdout(File::create(bed.place.join("report")).unwrap())
                .spawn()
                .unwrap();
                let peak = peak_memory(&mut child);
                let report = fs::read_to_string(bed.place.join("report")).unwrap();
                assert_eq!(report.matches("\"verdict\": \"OLE\"").count(), 12, "{report}");
                // Each of four jobs holds an output and its copies. Without a cap a single one would be far beyond the
                // bound.
                assert!(peak > 1 << 20, "nothing was measured");
                assert!(peak < 64 << 20, "the judge held {} MiB", peak >> 20);
            },
        ),
        test(
            "a_terminal_stays_as_it_was_and_shows_the_report",
            &["h44_escapes", "h55_terminal"],
            |bed| {
                for fixture in ["h44_escapes", "h55_terminal"] {
                    let pair = nix::pty::openpty(None, None).unwrap();
                    let end = || Stdio::from(pair.slave.try_clone().unwrap());
                    let before = tcgetattr(&pair.slave).unwrap();
                    let cases = cases(bed);
                    let mut child = judge(bed, &cases, &["--time", "1"], BOTH, fixture)
                        .env("TERM", "xterm")
                        .stdin(end())
                        .stdout(end())
                        .stderr(end())
                        .spawn()
                        .unwrap();
                    let mut screen = File::from(pair.master);
                    let reading = std::thread::spawn(move || {
                        let mut shown = Vec::new();
                        let mut chunk = [0; 4096];
                        // If a read fails, the other end is gone.
                        while let Ok(count @ 1..) = screen.read(&mut chunk) {
                            shown.extend_from_slice(&chunk[..count]);
                        }
                        String::from_utf8(shown).unwrap()
                    });
                    assert_eq!(child.wait().unwrap().code(), Some(1), "{fixture}");
                    assert_eq!(tcgetattr(&pair.slave).unwrap(), before, "{fixture}");
                    drop(pair.slave);
                    let shown = reading.join().unwrap();
                    assert!(shown.contains("4 testcases of stones: 1 WA, 3 AC"), "{shown:?}");
                    // The bar draws with escapes of its own. None of these is among them.
                    for foreign in ["\x1b[2J", "\x1b]0;", "\x07"] {
                        assert!(!shown.contains(foreign), "{fixture}: {foreign:?} in {shown:?}");
                    }
                }
            },
        ),
        test(
            "nothing_outlives_the_command_when_it_is_killed",
            &["h09_fork_bomb_setsid"],
            |bed| {
                let options = ["--time", "60", "--processes", "1000", "-j2"];
                let mut child = judge(bed, &cases(bed), &options, BOTH, "h09_fork_bomb_setsid")
                    .stdout(Stdio::null())
                    .spawn()
                    .unwrap();
                wait_until("the bomb goes off", 30, || others_alive().len() > 100);
                child.kill().unwrap();
                child.wait().unwrap();
                wait_until("all are gone", 5, || others_alive().is_empty());
                // Only the judge's own folder is left, because the judge could no longer remove it.
                for entry in fs::read_dir(std::env::temp_dir()).unwrap() {
                    let name = entry.unwrap().file_name().into_string().unwrap();
                    assert!(name.starts_with("gamesolve-run-"), "{name}");
                    fs::remove_dir_all(std::env::temp_dir().join(name)).unwrap();
                }
            },
        ),
        test("those_who_work_beside_a_hog_are_not_failed", &["h58_cpu_hog"], |bed| {
            let script = "read -r first; if [ \"$first\" = 5 ]; then exec \"$@\" hog; fi; exec \"$@\" work";
            let options = ["--time", "0.4", "-j4", "--format", "json"];
            let output = judge(bed, &cases(bed), &options, script, "h58_cpu_hog")
                .output()
                .unwrap();
            let report = settled(&output);
            let verdicts: Vec<_> = report["cases"]
                .as_array()
                .unwrap()
                .iter()
                .map(|case| &case["verdict"])
                .collect();
            assert_eq!(verdicts, ["AC", "TLE", "AC", "AC"], "{report}");
            assert_eq!(report["conditions"]["tier"], bed.tier() as u8);
        }),
        test("a_box_too_weak_is_refused_before_anything_runs", &[], |bed| {
            let touched = bed.place.join("touched");
            let script = format!("touch {}", touched.display());
            let output = judge(bed, &cases(bed), &["--require-tier", "1"], &script, "none")
                .output()
                .unwrap();
            if bed.tier() == Tier::One {
                assert_eq!(output.status.code(), Some(1));
                return;
            }
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(
                (output.status.code(), &output.stdout[..]),
                (Some(3), &b""[..]),
                "{said}"
            );
            assert!(
                said.starts_with("error: this machine has no sandbox of tier 1 or better: tier 1: "),
                "{said}"
            );
            assert!(!touched.exists());
        }),
        test("a_coach_sees_that_the_sandbox_is_weak", &[], |bed| {
            bed.file("class/HS01/subtract.py", "print(1)\n");
            for (options, is_refused) in [(&[][..], false), (&["--require-tier", "1"], bed.tier() != Tier::One)] {
                let output = gamesolve(bed)
                    .args(["contest", "subtract", "class", "-o", "results"])
                    .args(options)
                    .current_dir(&bed.place)
                    .output()
                    .unwrap();
                let said = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(if is_refused { 3 } else { 0 }), "{said}");
                let is_announced = said.contains("sandbox: tier 2, weaker than tier 1\n");
                assert_eq!(is_announced, bed.tier() != Tier::One && !is_refused, "{said}");
            }
        }),
    ]
}
