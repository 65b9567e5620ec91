//! Faults around a run: full disks, closed streams, limits of the shell, signals.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use gamesolve::budget::Budget;
use gamesolve::cases::evaluate::Judge;
use gamesolve::cases::generated::Lists;
use gamesolve::judge::attempt::{Files, limits};
use gamesolve::judge::external::{self, External, Style};
use gamesolve::judge::look::Names;
use gamesolve::judge::selection::Selection;
use gamesolve::judge::session::Session;
use gamesolve::judge::tools::Tools;
use gamesolve::judge::workshop::Workshop;
use gamesolve::judge::{Policy, Rules};
use gamesolve::problem::Variants;
use gamesolve_box::{Sandbox, Tier};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::judge::{path, text};
use super::support::{folder, has, has_time, needs, root, samples, skip, wait_for};

/// Runs a shell line in a folder. `$GS` is the binary, and `$DATA` the folder of stored testcases.
fn shell(folder: &Path, line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .env("GS", cargo_bin("gamesolve"))
        .env("DATA", root("testdata"))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Draws a picture of some hundred KiB to the file `out`. The shell's limit lets 512 or 1024 bytes pass.
const TOO_LARGE: &str = r#"ulimit -f 1; "$GS" draw stones "$DATA/stones/sample-01.in" --to html -o out"#;

#[test]
fn a_file_that_cannot_be_written_whole_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for old in [Some("the old one\n"), None] {
        match old {
            Some(old) => fs::write(&out, old).unwrap(),
            None => fs::remove_file(&out).unwrap(),
        }
        let ended = shell(folder.path(), TOO_LARGE);
        assert_eq!(ended.status.code(), Some(3));
        assert_eq!(text(&ended.stderr), "error: cannot write `out`: File too large\n");
        assert_eq!(fs::read_to_string(&out).ok().as_deref(), old);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), usize::from(old.is_some()));
    }
}

/// Writes the answer to the first sample of `stones` to the file `out`.
const SMALL: &str = r#""$GS" stones "$DATA/stones/sample-01.in" -o out"#;

#[test]
fn a_replaced_file_keeps_its_mode_and_a_new_one_the_mask() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mode = || fs::metadata(&out).unwrap().permissions().mode() & 0o7777;
    let written = shell(folder.path(), &format!("umask 027; {SMALL}"));
    assert!(written.status.success());
    assert_eq!((mode(), fs::read_to_string(&out).unwrap().as_str()), (0o640, "1\n"));
    fs::set_permissions(&out, fs::Permissions::from_mode(0o604)).unwrap();
    let before = fs::metadata(&out).unwrap().ino();
    assert!(shell(folder.path(), &format!("umask 077; {SMALL}")).status.success());
    assert_eq!(mode(), 0o604);
    assert_ne!(fs::metadata(&out).unwrap().ino(), before, "it is another file");
}

#[test]
fn links_stay_and_what_they_lead_to_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(folder.path().join("far")).unwrap();
    symlink("far/link", &out).unwrap();
    symlink("end", folder.path().join("far/link")).unwrap();
    let end = folder.path().join("far/end");
    for _ in ["it is not there yet", "it is there"] {
        let written = shell(folder.path(), SMALL);
        assert!(written.status.success(), "{}", text(&written.stderr));
        assert_eq!(fs::read_to_string(&end).unwrap(), "1\n");
        assert!(out.symlink_metadata().unwrap().is_symlink());
        fs::write(&end, "old").unwrap();
    }
    let names = fs::read_dir(folder.path().join("far")).unwrap().count();
    assert_eq!(names, 2, "nothing else is left there");
    fs::remove_file(&end).unwrap();
    symlink("../out", &end).unwrap();
    let circle = shell(folder.path(), SMALL);
    assert_eq!(circle.status.code(), Some(3), "{}", text(&circle.stderr));
}

#[test]
fn other_names_of_a_file_see_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out"), "old").unwrap();
    fs::hard_link(folder.path().join("out"), folder.path().join("other")).unwrap();
    assert!(shell(folder.path(), SMALL).status.success());
    assert_eq!(fs::read_to_string(folder.path().join("other")).unwrap(), "1\n");
}

#[test]
fn what_is_no_plain_file_is_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let solve = r#""$GS" stones "$DATA/stones/sample-01.in" -o"#;
    for (line, expected) in [
        (format!("{solve} /dev/stdout | cat"), "1\n"),
        (format!("{solve} /proc/self/fd/1 > file; cat file"), "1\n"),
        (format!("mkfifo pipe; cat pipe & {solve} pipe; wait"), "1\n"),
        (format!("{solve} /dev/null"), ""),
    ] {
        let ended = shell(folder.path(), &line);
        assert_eq!(text(&ended.stdout), expected, "{line}: {}", text(&ended.stderr));
        assert_eq!(ended.status.code(), Some(0), "{line}");
    }
    let full = shell(folder.path(), &format!("{solve} /dev/full"));
    let message = "error: cannot write `/dev/full`: No space left on device\n";
    assert_eq!((full.status.code(), text(&full.stderr).as_str()), (Some(3), message));
    let help = shell(folder.path(), "\"$GS\" --help > /dev/full");
    let message = "error: cannot write to standard output: No space left on device\n";
    assert_eq!((help.status.code(), text(&help.stderr).as_str()), (Some(3), message));
    let folder = shell(folder.path(), &format!("{solve} ."));
    assert_eq!(folder.status.code(), Some(3));
}

#[test]
fn a_file_that_may_not_be_written_to_is_not_replaced() {
    if nix::unistd::geteuid().is_root() {
        // Root may write to any file.
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::write(&out, "old").unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(shell(folder.path(), SMALL).status.code(), Some(3));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
}

#[test]
fn standard_output_that_is_closed_takes_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let solve = r#""$GS" stones "$DATA/stones/sample-01.in""#;
    for (line, code) in [
        (format!("{solve} >&-"), 141),
        (r#""$GS" list >&-"#.to_owned(), 141),
        (r#""$GS" --version >&-"#.to_owned(), 141),
        (format!("{solve} >&- <&-"), 141),
        // These lose nothing.
        (format!("{solve} -o out >&-"), 0),
        (format!("{solve} >/dev/null"), 0),
        (format!("{solve} <>/dev/null >&0"), 0),
    ] {
        let ended = shell(folder.path(), &line);
        assert_eq!(
            (ended.status.code(), text(&ended.stderr).as_str()),
            (Some(code), ""),
            "{line}"
        );
    }
}

#[test]
fn a_limit_on_file_sizes_is_an_error_and_no_signal() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |line: &str| shell(folder.path(), &format!("ulimit -f 0; {line}"));
    let ended = limited(r#""$GS" stones "$DATA/stones/sample-01.in" > file"#);
    let message = "error: cannot write to standard output: File too large\n";
    assert_eq!((ended.status.code(), text(&ended.stderr).as_str()), (Some(3), message));
}

#[test]
fn low_limits_of_the_shell_are_raised_or_one_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one.py"), "print(1)\n").unwrap();
    let verbs = [
        "judge stones --jobs 1 one.py",
        "judge stones --jobs 1 -- cat",
        "stress stones --jobs 1 -- cat",
        "play stones \"$DATA/stones/sample-01.in\" -- cat",
    ];
    for (limit, kib, takes) in [
        ("-n", 10, "68 open files"),
        // Some shells count blocks of half a KiB.
        ("-f", 30_000, "65536 KiB in a file"),
        ("-d", 100_000, "262144 KiB of data"),
        ("-v", 400_000, "1048576 KiB of address space"),
    ] {
        let begin = format!("error: running programs takes {takes}, and this process may have ");
        let end = format!(" (`ulimit {limit}`)\n");
        for verb in verbs {
            let ended = shell(folder.path(), &format!("ulimit {limit} {kib}; \"$GS\" {verb}"));
            let said = text(&ended.stderr);
            let is_clear = said.starts_with(&begin) && said.ends_with(&end) && said.lines().count() == 1;
            assert!(is_clear && ended.status.code() == Some(3), "{limit} {verb}: {said}");
            assert_eq!(text(&ended.stdout), "", "{limit} {verb}");
        }
        let line = "\"$GS\" judge stones --case sample-01 -- echo 1";
        let ended = shell(folder.path(), &format!("ulimit -S {limit} {kib}; {line}"));
        assert_eq!(ended.status.code(), Some(0), "{limit}: {}", text(&ended.stdout));
    }
    let many = shell(folder.path(), "ulimit -n 64; \"$GS\" judge stones --jobs 16 -- cat");
    let takes =
        "error: running 16 programs at a time takes 368 open files, and this process may have 64 (`ulimit -n`)\n";
    assert_eq!((many.status.code(), text(&many.stderr).as_str()), (Some(3), takes));
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_that_gives_programs_less_than_was_promised_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (limit, told) in [
        ("-t 2", Some("processor time is limited to 2 s")),
        ("-t 20", None),
        ("-n 100", Some("open files are limited to 100")),
        ("-s 2000", Some("the stack is limited to 2000 KB")),
        ("-d 300000", Some("data are limited to 300000 KB")),
        ("-v 1200000", Some("address space is limited to 1200000 KB")),
        (
            "-u 60 2>/dev/null || ulimit -p 60",
            Some("processes and threads of this user together are limited to 60"),
        ),
    ] {
        // Another user than root may already run more than the limit.
        if limit.starts_with("-u") && !nix::unistd::geteuid().is_root() {
            continue;
        }
        let line = "\"$GS\" judge stones --case sample-01 --time 5 -- echo 1";
        let ended = shell(folder.path(), &format!("ulimit {limit}; {line}"));
        let said = text(&ended.stdout);
        let notes: Vec<&str> = said
            .lines()
            .filter_map(|line| line.trim().strip_prefix("note: "))
            .collect();
        let told: Vec<String> = told.iter().map(|told| format!("{told} by this machine")).collect();
        assert_eq!(notes, told, "{limit}: {said}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_the_caller_ignores_a_program_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let counts = "grep -c 'SigIgn:.*0000$' /proc/self/status";
    let line = format!("trap '' HUP ALRM USR1; \"$GS\" judge stones --case sample-01 -- {counts}");
    let said = text(&shell(folder.path(), &line).stdout);
    let alone = text(&shell(folder.path(), &format!("trap '' HUP ALRM USR1; {counts}")).stdout);
    // This is the answer of that testcase.
    assert!(said.contains("1 AC") && alone == "0\n", "{said}{alone}");
}

#[test]
fn a_stack_that_no_command_fits_on_is_one_error() {
    let folder = tempfile::tempdir().unwrap();
    // With less, the loader may crash before the program begins.
    for kib in [256, 1023] {
        for command in [
            "--version",
            "stones \"$DATA/stones/sample-01.in\"",
            "judge stones -- cat",
        ] {
            let ended = shell(folder.path(), &format!("ulimit -s {kib}; \"$GS\" {command}"));
            let message =
                format!("error: this takes 1024 KiB of stack, and this process may have {kib} (`ulimit -s`)\n");
            assert_eq!(
                (ended.status.code(), text(&ended.stderr)),
                (Some(3), message),
                "{command}"
            );
            assert_eq!(text(&ended.stdout), "", "{command}");
        }
    }
    for limit in ["ulimit -s 1024", "ulimit -S -s 256"] {
        let ended = shell(folder.path(), &format!("{limit}; \"$GS\" --help"));
        assert_eq!(
            (ended.status.code(), text(&ended.stderr).as_str()),
            (Some(0), ""),
            "{limit}"
        );
    }
}

#[test]
fn a_mask_of_modes_does_not_close_what_is_made_to_its_maker() {
    let folder = tempfile::tempdir().unwrap();
    let line = "umask 777; \"$GS\" draw stones \"$DATA/stones/sample-01.in\" --to html -o out";
    let ended = shell(folder.path(), line);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let mode = fs::metadata(folder.path().join("out")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
#[cfg(target_os = "linux")]
fn too_little_address_space_is_a_refusal_and_never_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let made = shell(
        folder.path(),
        "\"$GS\" gen game --size 300000 --beyond --family random > in",
    );
    assert!(made.status.success(), "{}", text(&made.stderr));
    let mut refused = 0;
    // These are KiB, from the least that is enough for the loader, which crashes with less.
    let starts = |kib: &u64| {
        let ended = shell(folder.path(), &format!("ulimit -v {kib}; \"$GS\" --version"));
        ended.status.success()
    };
    let first = (10_000..).step_by(5_000).find(starts).unwrap();
    for kib in (first..=first + 60_000).step_by(5_000) {
        let ended = shell(
            folder.path(),
            &format!("ulimit -v {kib}; unset RUST_BACKTRACE; \"$GS\" game in"),
        );
        let said = text(&ended.stderr);
        match ended.status.code() {
            Some(0) => assert_eq!(said, "", "{kib}"),
            Some(4) => {
                refused += 1;
                let is_remark = |line: &&str| line.starts_with("hint: ") || line.starts_with("note: ");
                let count = said.lines().filter(|line| !is_remark(line)).count();
                let is_clear = said.starts_with("error: ") || said.starts_with("memory allocation of ");
                assert!(is_clear && count == 1, "{kib}: {said}");
            }
            // This is an error of the loader, before the program begins.
            Some(127) => assert!(said.contains("shared"), "{kib}: {said}"),
            other => panic!("{kib}: {other:?} {said}"),
        }
    }
    assert!(refused > 0);
}

/// Makes a folder with some testcases and an executable script `script`.
fn cases_and_script(script: &str) -> tempfile::TempDir {
    let cases: Vec<(String, &str)> = (1..=3)
        .flat_map(|n| [(format!("{n}.in"), "1\nX\n"), (format!("{n}.out"), "42\n")])
        .collect();
    let mut files: Vec<(&str, &str)> = cases.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    files.push(("script", script));
    let folder = folder(&files);
    let script = folder.path().join("script");
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id().cast_signed()), signal).unwrap();
}

/// Returns whether this process ignores a hangup since its start, or `false` if the system does not tell.
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|bits| u64::from_str_radix(bits.trim(), 16).unwrap() & 1 == 1)
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_interrupted_in_its_checker_is_interrupted_and_no_fault() {
    let folder = cases_and_script("#!/bin/sh\nwhile sleep 1; do :; done\n");
    let script = folder.path().join("script");
    // A test under `nohup` ignores a hangup, and so do all of its children.
    let hangup = (!ignores_hangup()).then_some(Signal::SIGHUP);
    for signal in [Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM]
        .into_iter()
        .chain(hangup)
    {
        let judging = Command::new(cargo_bin("gamesolve"))
            .args([
                "judge",
                "stones",
                path(folder.path()),
                "-j",
                "1",
                "--checker",
                path(&script),
            ])
            .args(["--", "echo", "42"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for("/bin/sh", &[path(&script), "output-0"]);
        send(&judging, signal);
        let ended = judging.wait_with_output().unwrap();
        let said = text(&ended.stdout);
        assert_eq!(ended.status.code(), Some(130), "{signal}: {said}");
        for (part, is_there) in [("\ninterrupted: testcases are missing\n", true), ("IE", false)] {
            assert_eq!(said.contains(part), is_there, "{said}");
        }
    }
}

/// The report has the judged submissions and says that others are missing. A checker that is not ready is not at fault.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_checker_is_not_blamed() {
    let interrupted = |checker: &str, script: &str, words: &[&str], options: &[&str]| {
        let place = format!("output_validators/check/{checker}");
        let package = folder(&[
            ("problem.yaml", "name: A\nvalidation: custom\nlimits: {time_limit: 1}\n"),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "1\n"),
            ("submissions/accepted/a.py", "print(1)\n"),
            ("submissions/accepted/b.py", "print(2)\n"),
            ("submissions/accepted/c.py", "print(3)\n"),
            (&place, script),
        ]);
        let script = package.path().join(&place);
        fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
        let judging = Command::new(cargo_bin("gamesolve"))
            .args(["judge", path(package.path())])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for("/bin/sh", words);
        send(&judging, Signal::SIGTERM);
        let ended = judging.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130), "{}", text(&ended.stderr));
        (text(&ended.stdout), text(&ended.stderr))
    };
    let waits = "exec /bin/sh -c 'while sleep 1; do :; done' waits-for-a-signal";
    if has("python3", "interrupted submissions") {
        let script = format!("#!/bin/sh\nread n; [ $n = 1 ] && exit 42\n{waits}\n");
        let (told, _) = interrupted("run", &script, &["waits-for-a-signal"], &["--submissions"]);
        let summary = "1 of 1 submissions as expected. Interrupted: 2 were not judged\n";
        for (part, is_there) in [(summary, true), ("limit", false)] {
            assert_eq!(told.contains(part), is_there, "{told}");
        }
    }
    let script = format!("#!/bin/sh\n{waits}\n");
    let (told, said) = interrupted("build", &script, &["waits-for-a-signal"], &["--", "echo", "1"]);
    assert_eq!((told.as_str(), said.as_str()), ("", "interrupted\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_hangup_that_is_to_be_ignored_is_ignored() {
    let folder = cases_and_script("#!/bin/sh\nsleep 1\necho 42\n");
    let script = folder.path().join("script");
    let judge = r#"trap '' HUP; exec "$GS" judge stones . --case 1 -- ./script"#;
    let judging = Command::new("sh")
        .args(["-c", judge])
        .env("GS", cargo_bin("gamesolve"))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("/bin/sh", &[path(&script)]);
    send(&judging, Signal::SIGHUP);
    assert_eq!(judging.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn a_checker_that_takes_all_of_its_time_stops_no_other_case() {
    needs!(has_time());
    let folder = cases_and_script("#!/bin/sh\ncase $(cat \"$2\") in 42) while :; do :; done;; esac\n");
    let (entry, _) = samples().next().unwrap();
    let sandbox = Sandbox::at(Tier::Three, &cargo_bin("gamesolve")).unwrap();
    let output = tempfile::tempdir().unwrap();
    let time = Duration::from_secs(10);
    let workshop = Workshop::new(sandbox, Tools::default(), output.path(), time);
    let judge = Judge {
        entry,
        variants: Variants::ORIGINAL,
        policy: Policy::Tokens,
        budget: Budget::of_this_machine(),
    };
    for (jobs, word, expected) in [(1, "41", "AC AC AC"), (2, "42", "IE IE IE")] {
        let session = Session {
            names: Names::default(),
            name: "a task".to_owned(),
            rules: Rules::Problem(&judge),
            checker: Some(External {
                program: Tools::default().command(vec![folder.path().join("script").into()]),
                style: Style::Testlib,
                time: Duration::from_millis(50),
                clock: Duration::from_secs(1),
                memory: external::DEFAULT_MEMORY,
                arguments: Vec::new(),
            }),
            interactor: None,
            selection: Selection::of_places(&[folder.path().to_owned()], &[], false, None, 1 << 20, &Lists).unwrap(),
            limits: limits(Duration::from_secs(1), 1 << 28, 1 << 20, None),
            stated: Vec::new(),
            leaves_out: None,
            of_cases: BTreeMap::new(),
            of_endings: BTreeMap::new(),
            files: Files::default(),
            validates: false,
            remarks: Vec::new(),
            jobs: NonZeroUsize::new(jobs).unwrap(),
            max_bytes: 1 << 20,
            workshop: &workshop,
        };
        let program = Tools::default().command(["echo", word].map(Into::into).to_vec());
        let report = session.judge(&program, &session.files, |_| false, |_, _| ()).unwrap();
        let codes: Vec<&str> = report.cases.iter().map(|case| case.judgement.verdict.code()).collect();
        assert_eq!(codes.join(" "), expected);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn leftovers_of_killed_runs_alone_are_swept() {
    let folder = cases_and_script("#!/bin/sh\nsleep 3\necho 42\n");
    let script = folder.path().join("script");
    let temporary = tempfile::tempdir().unwrap();
    let folders = || fs::read_dir(temporary.path()).unwrap().count();
    let judge = |arguments: &[&str]| {
        let mut judging = Command::new(cargo_bin("gamesolve"));
        judging
            .args(["judge", "stones", path(folder.path()), "--case", "1"])
            .args(arguments);
        judging.env("TMPDIR", temporary.path()).stdout(Stdio::piped());
        judging.spawn().unwrap()
    };
    let mut killed = judge(&["--", path(&script)]);
    wait_for("/bin/sh", &[path(&script)]);
    assert_eq!(folders(), 1);
    let other = judge(&["--", "echo", "42"]).wait_with_output().unwrap();
    assert_eq!((other.status.code(), folders()), (Some(0), 1), "the first still runs");
    send(&killed, Signal::SIGKILL);
    killed.wait().unwrap();
    assert_eq!(folders(), 1);
    let next = judge(&["--", "echo", "42"]).wait_with_output().unwrap();
    assert_eq!((next.status.code(), folders()), (Some(0), 0));
}

/// Runs a shell command in its own mount namespace, with a file system in memory on its folder `mounted`.
///
/// Returns nothing if there are no namespaces for it.
#[cfg(target_os = "linux")]
fn mounted(folder: &Path, options: &str, command: &str) -> Option<Output> {
    if !has("unshare", "a mount of a test's own") {
        return None;
    }
    let in_namespace = |command: &str| {
        let line = format!("mount -t tmpfs -o {options} none mounted && {command}");
        let mut unshared = Command::new("unshare");
        unshared.args(["--user", "--map-root-user", "--mount", "sh", "-c", &line]);
        unshared.env("GS", cargo_bin("gamesolve")).current_dir(folder);
        unshared.output().unwrap()
    };
    if !in_namespace("true").status.success() {
        skip("a mount of a test's own needs namespaces of users");
        return None;
    }
    Some(in_namespace(&format!("TMPDIR=$PWD/mounted {command}")))
}

#[test]
#[cfg(target_os = "linux")]
fn where_no_program_may_be_started_none_is_kept() {
    needs!(has("gcc", "a program in C"));
    let folder = folder(&[
        ("tests/1.in", "1\n"),
        ("tests/1.out", "42\n"),
        (
            "sol.c",
            "#include <stdio.h>\nint main(void) { return puts(\"42\") < 0; }\n",
        ),
        ("mounted/of-the-folder-below", ""),
    ]);
    let command = "\"$GS\" judge tests sol.c --compare tokens";
    let Some(output) = mounted(folder.path(), "noexec", command) else {
        return;
    };
    let said = text(&output.stderr);
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(3), String::new()),
        "{said}"
    );
    for part in ["error: ", "mounted`, but none can start there (it is mounted `noexec`)"] {
        assert!(said.contains(part), "{said}");
    }
}

/// The temporary folder has 64 MiB, and the archives hold more.
#[test]
#[cfg(target_os = "linux")]
fn a_fat_archive_takes_no_room_and_harms_its_owner_alone() {
    needs!(has("python3", "submissions in Python"));
    let right = "print(2 * int(input()))\n";
    let fat = " ".repeat(12 << 20);
    let endless = right.to_owned() + &" ".repeat(20 << 20);
    let inner = String::from_utf8_lossy(&super::package::zip(&[("x.txt", "")])).into_owned();
    let many: Vec<String> = (0..20_001).map(|number| format!("f/{number}.txt")).collect();
    let mut crowd: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "")).collect();
    crowd.push(("double.py", right));
    let films: Vec<String> = (0..5).map(|number| format!("{number}.mp4")).collect();
    let mut films: Vec<(&str, &str)> = films.iter().map(|name| (name.as_str(), &*fat)).collect();
    films.push(("double.py", right));
    let place = folder(&[
        ("double/1.in", "1\n"),
        ("double/1.out", "2\n"),
        ("class/HS0/double.py", right),
        ("mounted/of-the-folder-below", ""),
    ]);
    let mut packed = tar::Builder::new(Vec::new());
    for (name, text) in [("HS3/double.py", right), ("HS3/core", &fat)] {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        packed.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    for (name, bytes) in [
        (
            "HS1.zip",
            super::package::zip(&[("double.py", right), ("film.mp4", &fat)]),
        ),
        ("HS2.zip", super::package::zip(&films)),
        ("HS3.tar", packed.into_inner().unwrap()),
        ("HS4.zip", super::package::zip(&[("double.py", &endless)])),
        ("HS5.zip", super::package::zip(&crowd)),
        (
            "HS6.zip",
            super::package::zip(&[("double.py", right), ("work.zip", &inner)]),
        ),
    ] {
        fs::write(place.path().join("class").join(name), bytes).unwrap();
    }
    let Some(output) = mounted(place.path(), "size=64m", "\"$GS\" contest double class -o out") else {
        return;
    };
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    let rows = said.lines().skip(1).take(7);
    let rows: Vec<String> = rows
        .map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "1= HS0 100 100",
        "1= HS1 100 100",
        "1= HS2 100 100",
        "1= HS3 100 100",
        "1= HS6 100 100",
        "6= HS4 0 -",
        "6= HS5 0 -",
    ];
    assert_eq!(
        (output.status.code(), rows),
        (Some(0), expected.map(str::to_owned).to_vec()),
        "{said}{errors}"
    );
    for why in ["HS4.zip/double.py: It is larger than", "HS5.zip: It is not judged: "] {
        let page = fs::read_to_string(place.path().join("out/results.html")).unwrap();
        assert!(said.contains(why) || page.contains(why), "{why}: {said}");
    }
}

/// Others fill the disk too, as in tier 2.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_no_fault_of_a_program() {
    let folder = folder(&[
        ("tests/1.in", "1\n"),
        ("tests/1.out", "42\n"),
        ("mounted/of-the-folder-below", ""),
    ]);
    for (most, expected) in [("1m", "IE"), ("8m", "AC")] {
        let command = "sh -c 'echo 0 > /proc/sys/user/max_user_namespaces; \
            \"$GS\" judge tests --compare tokens --rows -- sh -c \"head -c 4000000 /dev/zero > x && echo 42\"'";
        let Some(output) = mounted(folder.path(), &format!("size={most}"), command) else {
            return;
        };
        let said = text(&output.stdout);
        if !said.contains("sandbox: tier 2") {
            skip("a disk that programs share needs Landlock");
            return;
        }
        assert!(said.starts_with(&format!("1  {expected}")), "{said}");
        assert_eq!(said.contains("mounted` is full"), expected == "IE", "{said}");
    }
}
