//! The duties of the sandbox to the judge, whatever program runs.

use crate::yard::{Bed, YardTest, assert_walled, built, others_alive, stages_alive, test};
use gamesolve_box::{Ending, Failure, Limit, Limits, Sandbox, Task, Tier, Word};
use nix::unistd::Pid;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn cannot_start(bed: &Bed, program: &str) -> String {
    match bed.try_run(&Task {
        argv: vec![program.into()],
        ..Task::default()
    }) {
        Err(Failure::CannotStart(why)) => why,
        other => panic!("{program}: {other:?}"),
    }
}

fn executable(bed: &Bed, name: &str, content: &str, mode: u32) -> String {
    let path = bed.file(name, content);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A variable for the process that plays a judge about to be killed. It holds the tier.
pub(crate) const PART: &str = "GAMESOLVE_PART_OF_THE_JUDGE";

/// Runs a program that only the end of the judge can end.
pub(crate) fn play_the_judge(tier: &str) {
    assert_walled();
    let tier = if tier == "One" { Tier::One } else { Tier::Two };
    let sandbox = Sandbox::at(tier, &crate::helper()).unwrap();
    let place = std::env::temp_dir();
    let bed = Bed { sandbox, place };
    let mut task = bed.task("h09_fork_bomb_setsid", &[]);
    task.limits.processes = 1000;
    // Wide limits, so that only the judge's end can end the run.
    (task.limits.cpu, task.limits.wall) = (Duration::from_secs(60), Duration::from_secs(60));
    let ended = bed.sandbox.run(&task);
    panic!("the judge was to be killed before the run ended: {ended:?}");
}

/// Calls `body` on one core, which several other threads keep busy.
fn on_a_shared_core(body: impl FnOnce() + Send) {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    const OTHERS: usize = 5;
    let mine = Pid::from_raw(0);
    let all = sched_getaffinity(mine).unwrap();
    let core = (0..CpuSet::count()).find(|core| all.is_set(*core).unwrap()).unwrap();
    let mut one = CpuSet::new();
    one.set(core).unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..OTHERS {
            scope.spawn(|| {
                sched_setaffinity(mine, &one).unwrap();
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let body = scope.spawn(|| {
            sched_setaffinity(mine, &one).unwrap();
            body();
        });
        let result = body.join();
        is_over.store(true, Ordering::Relaxed);
        result.unwrap();
    });
}

/// Checks that the clock stands still for a program that waits for a processor, but not for one that sleeps.
///
/// The system decides how long the work takes: at least twice its second if sessions have equal shares. On a very busy
/// machine it may take all the patience of the sandbox.
fn works_and_sleeps(bed: &Bed) {
    const LIMIT: Duration = Duration::from_millis(1500);
    let limited = |name: &str, arguments: &[&str]| {
        let mut task = bed.task(name, arguments);
        task.limits.wall = LIMIT;
        bed.sandbox.run(&task).unwrap()
    };
    let works = limited("h79_works_and_ends", &["1"]);
    if works.wall < LIMIT * Limits::PATIENCE {
        assert_eq!((works.ending, works.exceeded), (Ending::Exited(0), None), "{works:?}");
    }
    let sleeps = limited("h02_sleeps", &[]);
    assert_eq!(sleeps.exceeded, Some(Limit::Wall), "{sleeps:?}");
    let delay = sleeps.run_delay.expect("the kernel tells");
    assert!(sleeps.wall - delay > LIMIT, "{sleeps:?}");
}

/// The tests of this file.
pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test(
            "a_busy_machine_stops_no_program_that_is_within_its_time",
            &["h02_sleeps", "h79_works_and_ends"],
            |bed| on_a_shared_core(|| works_and_sleeps(bed)),
        ),
        test(
            "a_program_that_can_never_start_is_told_from_one_that_fails",
            &[],
            |bed| {
                let closed = executable(bed, "closed", "#!/bin/sh\n", 0o644);
                assert_eq!(
                    cannot_start(bed, &closed),
                    format!("cannot start `{closed}`: it is not executable, or may not be read here")
                );
                let lost = executable(bed, "lost", "#!/no/such/interpreter\n", 0o755);
                assert_eq!(
                    cannot_start(bed, &lost),
                    format!("cannot start `{lost}`: the interpreter that it names is not there")
                );
                let foreign = executable(bed, "foreign", "\x7fELF of another machine", 0o755);
                let nameless = executable(bed, "nameless", "echo 42\n", 0o755);
                let long = executable(bed, "long", &format!("#!{}\necho 42\n", "x".repeat(300)), 0o755);
                // The beginning of an executable for this machine, and no more.
                let cut = bed.place.join("cut");
                std::fs::write(&cut, &std::fs::read(crate::helper()).unwrap()[..100]).unwrap();
                std::fs::set_permissions(&cut, std::fs::Permissions::from_mode(0o755)).unwrap();
                let why = "it is no program for this machine, and no script that starts with `#!`";
                for program in [&foreign, &nameless, &long, cut.to_str().unwrap()] {
                    assert_eq!(cannot_start(bed, program), format!("cannot start `{program}`: {why}"));
                }
                assert_eq!(
                    cannot_start(bed, "/no/such/file"),
                    "cannot start `/no/such/file`: there is no such file"
                );
                let script = executable(bed, "script", "#!/bin/sh\necho \"$0\" \"$@\"\n", 0o755);
                let argv = vec![Word::trusted(&script), "a b".into()];
                let run = bed.run(&Task {
                    argv,
                    ..Task::default()
                });
                assert_eq!(String::from_utf8(run.stdout).unwrap(), format!("{script} a b\n"));
            },
        ),
        test(
            "a_program_may_lie_in_the_folder_for_temporary_files",
            &["h36_never_reads"],
            |bed| {
                let folder = PathBuf::from(format!(
                    "/tmp/gamesolve-test-{}-{:?}",
                    std::env::var("TMPDIR").unwrap().rsplit('/').next().unwrap(),
                    bed.tier()
                ));
                // The folder of an interrupted test would be in the way.
                let _ = std::fs::remove_dir_all(&folder);
                std::fs::create_dir(&folder).unwrap();
                let (program, input) = (folder.join("program"), folder.join("1.in"));
                std::fs::copy(built("h36_never_reads"), &program).unwrap();
                std::fs::write(&input, "").unwrap();
                let task = Task {
                    argv: vec![Word::trusted(program)],
                    stdin: Some(input),
                    ..Task::default()
                };
                let result = bed.try_run(&task);
                std::fs::remove_dir_all(&folder).unwrap();
                assert_eq!(result.unwrap().stdout, b"42\n");
            },
        ),
        test("contest_files_are_read_back_in_any_letter_case", &[], |bed| {
            let input = bed.file("stored.in", "7\n");
            let task = |line: &str| Task {
                argv: ["sh", "-c", line].map(Word::trusted).to_vec(),
                input_file: Some(("Stones.in".into(), input.clone())),
                output_file: Some("Stones.out".into()),
                ..Task::default()
            };
            let run = bed.run(&task("read n < Stones.in; echo $((n * 6)) > STONES.OUT; rm Stones.in"));
            assert_eq!(
                (run.ending, run.output_file),
                (Ending::Exited(0), Some(b"42\n".to_vec()))
            );
            assert_eq!(std::fs::read_to_string(&input).unwrap(), "7\n");
            assert_eq!(bed.run(&task("true")).output_file, None);
            // The program may have removed its own right to read them.
            for line in [
                "umask 777; echo 42 > Stones.out",
                "echo 42 > Stones.out; chmod 0 .",
                "echo 42 > Stones.out; chmod 400 .",
            ] {
                let run = bed.run(&task(line));
                assert_eq!(run.output_file, Some(b"42\n".to_vec()), "{:?}: {line}", run.notes);
            }
            let run = bed.run(&task("ln -s /etc/passwd Stones.out"));
            let is_told = run.notes.iter().any(|note| note.contains("`Stones.out` was not read"));
            assert!(is_told && run.output_file.is_none(), "{:?}", run.notes);
        }),
        test("a_script_names_no_interpreter_but_tools", &[], |bed| {
            let other = executable(bed, "other/solution", "#!/bin/sh\necho 42\n", 0o755);
            for name in [&other[..], "/tmp/", "/usr/../\rx", "/proc/self/exe"] {
                let script = executable(bed, "script", &format!("#!{name}\n"), 0o755);
                let said = cannot_start(bed, &script);
                assert!(said.starts_with(&format!("cannot start `{script}`: ")), "{said}");
            }
        }),
        test("files_together_are_no_larger_than_one_may_be", &[], |bed| {
            let named = "for i in 1 2 3 4; do head -c 9000000 /dev/zero > $i || exit 1; done; sleep 0.2";
            let nameless = "for i in 3 4 5 6; do eval \"exec $i>file; rm file; head -c 9000000 /dev/zero >&$i\" || exit 1; done; sleep 0.2";
            for line in [named, nameless] {
                let run = bed.run(&Task {
                    argv: ["sh", "-c", line].map(Word::trusted).to_vec(),
                    ..Task::default()
                });
                match bed.tier() {
                    Tier::One => assert_eq!((run.ending, run.exceeded), (Ending::Exited(1), None), "{run:?}"),
                    _ => assert_eq!(run.exceeded, Some(Limit::Files), "{run:?}"),
                }
            }
        }),
        test("a_file_is_hidden_in_shared_memory_too", &[], |bed| {
            let Ok(place) = tempfile::tempdir_in("/dev/shm") else {
                println!("skipped: there is no /dev/shm");
                return;
            };
            let place = place.path();
            for name in ["open", "1", "2"] {
                std::fs::write(place.join(name), format!("{name}\n")).unwrap();
            }
            for (hidden, seen) in [("1", "open\n2\n"), ("2", "open\n1\n"), ("1", "open\n2\n")] {
                let task = Task {
                    argv: ["sh", "-c", "cat $1/open $1/1 $1/2", "sh", place.to_str().unwrap()]
                        .map(Word::trusted)
                        .to_vec(),
                    origin: vec!["sh".into()],
                    readable: vec![place.to_owned()],
                    hidden: [place.join(hidden)].into(),
                    ..Task::default()
                };
                assert_eq!(
                    String::from_utf8(bed.run(&task).stdout).unwrap(),
                    seen,
                    "{:?}",
                    bed.tier()
                );
            }
        }),
        test("a_file_that_is_made_anew_is_seen_anew", &[], |bed| {
            let (file, other) = (bed.file("file", "one\n"), bed.place.join("other"));
            let task = Task {
                argv: ["sh", "-c", "cat $0", file.to_str().unwrap()]
                    .map(Word::trusted)
                    .to_vec(),
                origin: vec!["sh".into()],
                readable: vec![file.clone()],
                ..Task::default()
            };
            assert_eq!(bed.run(&task).stdout, b"one\n");
            std::fs::write(&file, "two\n").unwrap();
            assert_eq!(bed.run(&task).stdout, b"two\n");
            std::fs::write(&other, "three\n").unwrap();
            std::fs::rename(&other, &file).unwrap();
            assert_eq!(bed.run(&task).stdout, b"three\n", "{:?}", bed.tier());
        }),
        test("programs_start_by_any_name", &[], |bed| {
            let program = executable(bed, "tool-2/bin/tool", "#!/bin/sh\ncat \"$1\"\n", 0o755);
            let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, bed.place.join(at)).unwrap();
            link("tool-2", "current");
            std::fs::create_dir(bed.place.join("bin")).unwrap();
            link("../current/bin/tool", "bin/tool");
            let word = bed.file("private/word", "42\n");
            // Test also a visible folder, in which no further link can be made.
            for readable in [vec![], vec![bed.place.join("bin")]] {
                for name in [
                    "current/bin/tool",
                    "bin/tool",
                    "tool-2/../private/../bin/tool",
                    "bin/../bin/tool",
                ] {
                    let task = Task {
                        argv: vec![Word::trusted(bed.place.join(name)), Word::trusted(word.clone())],
                        private: [bed.place.join("private"), PathBuf::from(&program)].into(),
                        readable: readable.clone(),
                        // One supervisor, which shows the path under one name after another.
                        origin: vec!["tool".into()],
                        ..Task::default()
                    };
                    assert_eq!(bed.run(&task).stdout, b"42\n", "{:?}: {name}", bed.tier());
                }
            }
        }),
        test("by_no_other_name_is_seen_what_is_hidden", &[], |bed| {
            bed.file("outer/real/open", "open\n");
            let secret = bed.file("outer/real/tests/secret", "secret\n");
            let (link, above) = (bed.place.join("link"), bed.place.join("above"));
            std::os::unix::fs::symlink("outer/real", &link).unwrap();
            std::os::unix::fs::symlink(bed.place.join("outer"), &above).unwrap();
            let hidden = vec![secret.parent().unwrap().to_owned()];
            for name in [&bed.place.join("outer/real"), &link, &above.join("real")] {
                for readable in [vec![name.clone()], vec![name.join("open"), name.clone()]] {
                    let task = Task {
                        argv: [
                            "sh",
                            "-c",
                            "cat $1/open $1/tests/secret $2",
                            "sh",
                            name.to_str().unwrap(),
                        ]
                        .map(Word::trusted)
                        .into_iter()
                        .chain([Word::trusted(&secret)])
                        .collect(),
                        origin: vec!["sh".into()],
                        readable,
                        hidden: hidden.clone().into(),
                        ..Task::default()
                    };
                    let run = bed.run(&task);
                    assert_eq!(String::from_utf8(run.stdout).unwrap(), "open\n", "{}", name.display());
                }
            }
        }),
        test("a_hidden_file_that_is_made_anew_stays_hidden", &[], |bed| {
            let place = bed.place.join("tests");
            let secret = bed.file("tests/secret", "secret\n");
            let task = |line: &str| Task {
                argv: ["sh", "-c", line, secret.to_str().unwrap()].map(Word::trusted).to_vec(),
                origin: vec!["sh".into()],
                readable: vec![place.clone()],
                hidden: [secret.clone()].into(),
                ..Task::default()
            };
            let anew = |text: &str| {
                let other = bed.file("tests/other", text);
                std::fs::rename(other, &secret).unwrap();
            };
            for word in ["secret\n", "another\n", "a third\n"] {
                anew(word);
                let run = bed.run(&task("cat $0; echo 42"));
                assert_eq!(String::from_utf8(run.stdout).unwrap(), "42\n", "{:?}", bed.tier());
            }
            // The next file may get the number of the deleted one.
            let number = || std::os::unix::fs::MetadataExt::ino(&secret.metadata().unwrap());
            let before = number();
            for _ in 0..50 {
                std::fs::remove_file(&secret).unwrap();
                bed.file("tests/secret", "of the same number\n");
                assert_eq!(bed.run(&task("cat $0; echo 42")).stdout, b"42\n");
                if number() == before {
                    break;
                }
            }
            // A change during a run causes a repetition, but a mere deletion does not.
            let began = Instant::now();
            let change = |after: u64, change: &(dyn Fn() + Sync)| {
                std::thread::scope(|scope| {
                    scope.spawn(|| {
                        std::thread::sleep(Duration::from_millis(after));
                        change();
                    });
                    bed.run(&task("sleep 0.6; cat $0; echo 42"))
                })
            };
            assert_eq!(change(300, &|| anew("too late\n")).stdout, b"42\n");
            if bed.tier() == Tier::One {
                assert!(began.elapsed() > Duration::from_millis(1200));
            }
            assert_eq!(change(300, &|| std::fs::remove_file(&secret).unwrap()).stdout, b"42\n");
            bed.file("tests/secret", "again\n");
            assert_eq!(bed.run(&task("cat $0; echo 42")).stdout, b"42\n");
        }),
        test("programs_that_are_done_keep_no_supervisors", &[], |bed| {
            for number in 0..12 {
                let task = Task {
                    argv: vec!["true".into()],
                    origin: vec![number.to_string().into()],
                    ..Task::default()
                };
                bed.run(&task);
            }
            let waiting = stages_alive();
            let launchers = waiting.iter().filter(|(_, stage)| stage == "__box-launcher").count();
            let most = if bed.tier() == Tier::One { 4 } else { 0 };
            assert_eq!(launchers, most, "{waiting:?}");
        }),
        test("what_is_shown_may_change_its_kind_from_run_to_run", &[], |bed| {
            let place = bed.place.join("thing");
            let task = |line: &str| Task {
                argv: ["sh", "-c", line, "sh", place.to_str().unwrap()]
                    .map(Word::trusted)
                    .to_vec(),
                origin: vec!["sh".into()],
                readable: vec![place.clone()],
                ..Task::default()
            };
            let said = |task: &Task| String::from_utf8(bed.run(task).stdout).unwrap();
            bed.file("thing/inside", "folder\n");
            assert_eq!(said(&task("cat $1/inside")), "folder\n");
            std::fs::remove_dir_all(&place).unwrap();
            bed.file("thing", "file\n");
            assert_eq!(said(&task("cat $1")), "file\n");
            std::fs::remove_file(&place).unwrap();
            bed.file("thing/inside", "folder again\n");
            assert_eq!(said(&task("cat $1/inside")), "folder again\n");
            // A run that does not show the path must not see its name either.
            let blind = Task {
                readable: Vec::new(),
                ..task("test -e $1 || echo nothing")
            };
            if bed.tier() == Tier::One {
                assert_eq!(said(&blind), "nothing\n");
            }
        }),
        test("no_signal_is_blocked_or_ignored_at_the_start", &[], |bed| {
            use nix::sys::signal::{SigSet, Signal};
            let blocked = SigSet::from_iter([Signal::SIGALRM, Signal::SIGUSR1, Signal::SIGTERM]);
            blocked.thread_block().unwrap();
            let task = Task {
                argv: ["grep", "^Sig[BI]", "/proc/self/status"].map(Word::trusted).to_vec(),
                ..Task::default()
            };
            let run = bed.run(&task);
            blocked.thread_unblock().unwrap();
            let said = String::from_utf8(run.stdout).unwrap();
            // Numbers 32 and 33 belong to the C library.
            let bits = said
                .lines()
                .map(|line| u64::from_str_radix(line.rsplit('\t').next().unwrap(), 16).unwrap());
            let bits: Vec<u64> = bits.map(|bits| bits & !(3 << 31)).collect();
            assert_eq!(bits, [0, 0], "{said}");
        }),
        test("the_scratch_folder_is_as_old_as_the_run", &[], |bed| {
            let task = Task {
                argv: ["stat", "-c", "%w\n%y\n%z", "."].map(Word::trusted).to_vec(),
                origin: vec!["stat".into()],
                ..Task::default()
            };
            // Sorting this format sorts by time.
            let times = || {
                let told = String::from_utf8(bed.run(&task).stdout).unwrap();
                let mut times: Vec<String> = told.lines().map(str::to_owned).collect();
                // Drop folders without a creation time.
                times.retain(|time| time != "-");
                times
            };
            let first = times();
            // The kernel sets the time of a file by its ticks, of at most 10 ms.
            std::thread::sleep(Duration::from_millis(20));
            let second = times();
            assert!(
                first.len() >= 2 && second.iter().min() > first.iter().max(),
                "{second:?}"
            );
        }),
        test("what_a_run_wrote_is_not_the_memory_of_the_next", &[], |bed| {
            let task = |line: &str| {
                let mut task = Task {
                    argv: ["sh", "-c", line].map(Word::trusted).to_vec(),
                    origin: vec!["sh".into()],
                    output_file: Some("out".into()),
                    ..Task::default()
                };
                (task.limits.output, task.limits.scratch_bytes) = (64 << 20, 64 << 20);
                task
            };
            let lines = [
                "for i in 1 2 3 4 5 6 7 8; do head -c 3000000 /dev/zero; done",
                "head -c 30000000 /dev/zero > out",
            ];
            for line in lines {
                bed.run(&task(line));
                let peak = bed.run(&task("true")).peak_memory;
                assert!(peak < 6 << 20, "{:?}: {line}: {peak}", bed.tier());
            }
        }),
        test(
            "an_input_that_is_missing_or_a_folder_is_a_fault_of_the_judge",
            &["h36_never_reads"],
            |bed| {
                for input in [Path::new("/no/such/input"), &bed.place] {
                    let task = Task {
                        stdin: Some(input.to_owned()),
                        ..bed.task("h36_never_reads", &[])
                    };
                    assert!(matches!(bed.try_run(&task), Err(Failure::Fault(_))), "{input:?}");
                }
            },
        ),
        test(
            "runs_at_the_same_time_do_not_disturb_each_other",
            &["h12_daemon", "h36_never_reads"],
            |bed| {
                let run = |name: &str| bed.sandbox.run(&bed.task(name, &[])).unwrap();
                let pairs = [("h12_daemon", 1), ("h36_never_reads", 0)];
                std::thread::scope(|scope| {
                    let jobs: Vec<_> = pairs
                        .iter()
                        .cycle()
                        .take(6)
                        .map(|(name, left)| (scope.spawn(move || run(name)), *left))
                        .collect();
                    for (job, left) in jobs {
                        let run = job.join().unwrap();
                        assert_eq!(
                            (run.ending, run.left_behind, &run.stdout[..]),
                            (Ending::Exited(0), left, &b"42\n"[..])
                        );
                    }
                });
                assert_eq!(others_alive(), Vec::<String>::new());
            },
        ),
        test(
            "nothing_outlives_a_judge_that_is_killed",
            &["h09_fork_bomb_setsid"],
            |bed| {
                let mut judge = Command::new("/proc/self/exe")
                    .env(PART, format!("{:?}", bed.tier()))
                    .spawn()
                    .unwrap();
                let deadline = Instant::now() + Duration::from_secs(30);
                while others_alive().len() < 100 {
                    assert!(
                        Instant::now() < deadline,
                        "the bomb did not go off: {:?}",
                        others_alive()
                    );
                    std::thread::sleep(Duration::from_millis(10));
                }
                judge.kill().unwrap();
                judge.wait().unwrap();
                let deadline = Instant::now() + Duration::from_secs(5);
                while !others_alive().is_empty() {
                    assert!(Instant::now() < deadline, "still alive: {:?}", others_alive());
                    std::thread::sleep(Duration::from_millis(10));
                }
                let left = std::fs::read_dir(std::env::temp_dir()).unwrap().count();
                assert_eq!(left, 0, "scratch folders left behind");
            },
        ),
        test("a_probe_takes_the_strongest_tier_or_refuses", &[], |bed| {
            assert!(
                bed.sandbox
                    .describe()
                    .starts_with(&format!("tier {}:", bed.tier() as u8))
            );
            assert!(bed.sandbox.refusals().is_empty());
            // An executable that is no stage of a sandbox cannot run a stage.
            let none = Sandbox::at(bed.tier(), Path::new("/bin/true")).unwrap_err();
            assert_eq!((none.wanted, none.reasons.len()), (bed.tier(), 1));
            assert!(none.to_string().contains("without a report"), "{none}");
        }),
        test("where_namespaces_are_refused_only_tier_1_is", &[], |_| {
            if !nix::unistd::geteuid().is_root() {
                // Only the root user of the yard can refuse them.
                return;
            }
            std::fs::write("/proc/sys/user/max_user_namespaces", "0").unwrap();
            let helper = &crate::helper();
            let refused = Sandbox::at(Tier::One, helper).unwrap_err().to_string();
            assert!(refused.contains("new namespaces are refused"), "{refused}");
            assert!(Sandbox::at(Tier::Two, helper).is_ok());
            std::fs::write("/proc/sys/user/max_user_namespaces", "1000").unwrap();
        }),
        test(
            "tier_3_limits_time_and_output_and_kills_the_group",
            &[
                "h01_endless_loop",
                "h02_sleeps",
                "h79_works_and_ends",
                "h10_leaves_children",
                "h25_floods_stdout",
                "h32_closed_folders",
            ],
            |bed| {
                if bed.tier() != Tier::One {
                    // One tier is enough.
                    return;
                }
                let helper = &crate::helper();
                let bed = Bed {
                    sandbox: Sandbox::at(Tier::Three, helper).unwrap(),
                    place: bed.place.clone(),
                };
                let stopped = |name: &str, cpu: u64, wall: u64| {
                    let mut task = bed.task(name, &[]);
                    task.limits.cpu = Duration::from_millis(cpu);
                    task.limits.wall = Duration::from_millis(wall);
                    let run = bed.run(&task);
                    assert_ne!(run.ending, Ending::Exited(0), "{name}");
                    run.exceeded
                };
                assert_eq!(stopped("h02_sleeps", 9000, 500), Some(Limit::Wall));
                on_a_shared_core(|| works_and_sleeps(&bed));
                // Only the kernel's own limit on processor time applies here, and it comes a second or two late.
                assert_eq!(stopped("h01_endless_loop", 100, 30_000), Some(Limit::Cpu));
                assert_eq!(stopped("h25_floods_stdout", 9000, 30_000), Some(Limit::Output));
                assert_eq!(bed.run(&bed.task("h32_closed_folders", &[])).stdout, b"42\n");
                let run = bed.run(&bed.task("h10_leaves_children", &["20"]));
                assert_eq!((run.ending, &run.stdout[..]), (Ending::Exited(0), &b"42\n"[..]));
                assert!(bed.sandbox.describe().contains("not contained"));
            },
        ),
    ]
}
