//! Attacks on the judge itself: on the supervisor, the kernel, the answers and the counting.

use crate::yard::{Bed, YardTest, test};
use gamesolve_box::{Ending, Limit, Limits, Run, Task, Tier, Word};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[track_caller]
fn ends_well_with(run: &Run, stdout: &str) {
    assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None), "{run:?}");
    assert_eq!(String::from_utf8_lossy(&run.stdout), stdout);
}

fn with(task: Task, change: impl FnOnce(&mut Limits)) -> Task {
    let mut task = task;
    change(&mut task.limits);
    task
}

/// The number of a System V memory segment of this user.
struct Segment(String);

impl Segment {
    fn new() -> Segment {
        let made = Command::new("ipcmk").args(["--shmem", "4096"]).output().unwrap();
        let said = String::from_utf8(made.stdout).unwrap();
        let number: String = said.chars().filter(char::is_ascii_digit).collect();
        assert!(!number.is_empty(), "{said}");
        Segment(number)
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        let removed = Command::new("ipcrm").args(["--shmem-id", &self.0]).status();
        assert!(removed.is_ok_and(|status| status.success()), "a program removed it");
    }
}

/// Returns a file with each of these paths on a line.
fn list(bed: &Bed, paths: &[&Path]) -> PathBuf {
    let lines = paths.iter().map(|path| format!("{}\n", path.display()));
    bed.file("paths", &lines.collect::<String>())
}

/// The tests of this file.
pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test(
            "a_program_cannot_harm_its_supervisor",
            &["h60_aims_at_supervisor", "h24_deep_recursion"],
            |bed: &Bed| {
                ends_well_with(&bed.run(&bed.task("h60_aims_at_supervisor", &[])), "done\n");
                // Nor does it harm the next program, which has its whole stack.
                let deep = with(bed.task("h24_deep_recursion", &[]), |limits| {
                    limits.memory = 64 << 20;
                });
                let run = bed.run(&deep);
                assert_eq!(run.ending, Ending::Signalled(11), "{run:?}");
                assert!(run.peak_memory > 50 << 20, "{run:?}");
            },
        ),
        test(
            "what_no_program_needs_of_the_kernel_is_refused",
            &["h61_kernel_surface"],
            |bed: &Bed| {
                let own = bed.file("own", "text");
                let segment = Segment::new();
                let arguments = [&segment.0, own.to_str().unwrap(), "/usr/bin/env"];
                let task = bed.task("h61_kernel_surface", &arguments);
                ends_well_with(&bed.run(&task), "done\n");
            },
        ),
        test(
            "numbers_of_other_interfaces_are_refused",
            &["h62_foreign_numbers"],
            |bed: &Bed| {
                if !cfg!(target_arch = "x86_64") {
                    return;
                }
                let run = |way: &str| bed.run(&bed.task("h62_foreign_numbers", &[way]));
                ends_well_with(&run("x32"), "done\n");
                ends_well_with(&run("new"), "unknown\ndone\n");
                let run = run("32");
                // A kernel without 32-bit programs reports a bad instruction.
                let refused = [Ending::Signalled(31), Ending::Signalled(11)].contains(&run.ending);
                assert!(refused && run.stdout.is_empty(), "{run:?}");
            },
        ),
        test("keys_are_neither_inherited_nor_left", &["h63_keys"], |bed: &Bed| {
            use keyutils::{Keyring, SpecialKeyring, keytypes::User};
            let mut session = Keyring::attach_or_create(SpecialKeyring::Session).unwrap();
            let name = "of the judge";
            session.add_key::<User, _, _>(name, &b"secret"[..]).unwrap();
            for _ in 0..2 {
                ends_well_with(&bed.run(&bed.task("h63_keys", &[])), "done\n");
            }
        }),
        test("a_report_cannot_be_forged", &["h67_forges_report"], |bed: &Bed| {
            let input = bed.file("1.in", "1");
            let task = Task {
                stdin: Some(input.clone()),
                ..bed.task("h67_forges_report", &[])
            };
            for _ in 0..2 {
                let run = bed.run(&task);
                assert_eq!((run.ending, run.exceeded), (Ending::Exited(3), None), "{run:?}");
                assert_eq!(run.stdout, b"done\n", "{}", String::from_utf8_lossy(&run.stdout));
            }
            assert_eq!(std::fs::read(input).unwrap(), b"1");
        }),
        test(
            "control_groups_count_what_looks_do_not_see",
            &["h64_hidden_memory", "h65_hidden_time"],
            |bed: &Bed| {
                if !bed.sandbox.is_counted() {
                    println!("skipped: {:?}: this user makes no control groups here", bed.tier());
                    return;
                }
                // Memory that no process has mapped, if the program may start others.
                let run = bed.run(&with(bed.task("h64_hidden_memory", &["shared"]), |limits| {
                    limits.memory = 128 << 20;
                }));
                assert_eq!(
                    (run.ending, run.exceeded),
                    (Ending::KilledByBox, Some(Limit::Memory)),
                    "{run:?}"
                );
                assert!(run.peak_memory > 128 << 20, "{run:?}");
                // Time of children that no process waits for.
                let run = bed.run(&with(bed.task("h65_hidden_time", &["3"]), |limits| {
                    limits.cpu = Duration::from_millis(500);
                    limits.wall = Duration::from_secs(30);
                }));
                assert_eq!(
                    (run.ending, run.exceeded),
                    (Ending::KilledByBox, Some(Limit::Cpu)),
                    "{run:?}"
                );
                // File pages that it reads are not its memory, not even at the second read.
                let large = bed.place.join("large");
                std::fs::File::create(&large).unwrap().set_len(100 << 20).unwrap();
                for _ in 0..2 {
                    let read = Task {
                        argv: ["cat", large.to_str().unwrap()].map(Word::trusted).to_vec(),
                        limits: Limits {
                            memory: 32 << 20,
                            output: 200 << 20,
                            cpu: Duration::from_secs(20),
                            wall: Duration::from_secs(60),
                            ..Limits::default()
                        },
                        ..Task::default()
                    };
                    let run = bed.sandbox.run(&read).unwrap();
                    assert_eq!(
                        (run.ending, run.exceeded),
                        (Ending::Exited(0), None),
                        "{} KB",
                        run.peak_memory >> 10
                    );
                    assert!(run.peak_memory < 16 << 20, "{} KB", run.peak_memory >> 10);
                }
            },
        ),
        test(
            "no_run_leaves_a_trace_for_the_next",
            &["h69_leaves_traces"],
            |bed: &Bed| {
                // Tier 2 has no shared memory.
                let folders = if bed.tier() == Tier::One { "2" } else { "1" };
                for way in ["nothing", "mode", "time", "file", "gone", "folder", "nothing"] {
                    for _ in 0..3 {
                        // One supervisor, one run after another.
                        let task = Task {
                            origin: vec!["h69".into()],
                            ..bed.task("h69_leaves_traces", &[way, folders])
                        };
                        let run = bed.run(&task);
                        ends_well_with(&run, "fresh\n");
                        // Even a very short run has used time.
                        assert!(run.cpu > Duration::ZERO && run.wall > Duration::ZERO, "{run:?}");
                    }
                }
                // In tier 2 the numbers are the machine's.
                if bed.tier() == Tier::One {
                    for way in ["number", "counts"] {
                        let task = Task {
                            origin: vec!["h69".into()],
                            ..bed.task("h69_leaves_traces", &[way, folders])
                        };
                        let said = [0; 3].map(|_| String::from_utf8(bed.run(&task).stdout).unwrap());
                        assert!(
                            said[0].starts_with("fresh\n") && said[1..] == [&said[0][..], &said[0]],
                            "{said:?}"
                        );
                    }
                }
            },
        ),
        test("tables_of_pages_are_memory", &["h68_page_tables"], |bed: &Bed| {
            // The yard has 8 GiB of addresses, which need 14 MiB of page tables.
            let task = |memory: u64| with(bed.task("h68_page_tables", &["7"]), |limits| limits.memory = memory);
            let run = bed.run(&task(10 << 20));
            assert_eq!(
                (run.ending, run.exceeded),
                (Ending::KilledByBox, Some(Limit::Memory)),
                "{run:?}"
            );
            ends_well_with(&bed.run(&task(64 << 20)), "42\n");
        }),
        test(
            "a_process_whose_first_thread_ended_is_seen",
            &["h70_first_thread_ends"],
            |bed: &Bed| {
                let run = |way: &str, many: &str, change: &dyn Fn(&mut Limits)| {
                    bed.run(&with(bed.task("h70_first_thread_ends", &[way, many]), |limits| {
                        change(limits)
                    }))
                };
                for way in ["tables", "relay"] {
                    let run = run(way, "7", &|limits| limits.memory = 10 << 20);
                    assert_eq!(
                        (run.ending, run.exceeded),
                        (Ending::KilledByBox, Some(Limit::Memory)),
                        "{way}: {run:?}"
                    );
                }
                // The excess is seen soon, and not only at the end.
                let greedy = run("memory", "600", &|limits| limits.memory = 64 << 20);
                assert_eq!(greedy.ending, Ending::KilledByBox, "{greedy:?}");
                assert!(greedy.peak_memory < 300 << 20, "{greedy:?}");
                let crowd = run("threads", "300", &|limits| {
                    (limits.forks, limits.threads) = (false, 100)
                });
                if bed.sandbox.counts_processes() {
                    ends_well_with(&crowd, "42\n");
                } else {
                    assert_eq!(crowd.exceeded, Some(Limit::Processes), "{crowd:?}");
                }
                ends_well_with(&run("memory", "8", &|_| {}), "42\n");
            },
        ),
        test(
            "threads_have_a_limit_of_their_own",
            &["h16_many_threads"],
            |bed: &Bed| {
                let run = bed.run(&with(bed.task("h16_many_threads", &[]), |limits| {
                    (limits.forks, limits.threads, limits.processes) = (false, 100, 5);
                }));
                if bed.sandbox.counts_processes() {
                    ends_well_with(&run, "99\n");
                } else {
                    assert_eq!(run.exceeded, Some(Limit::Processes), "{run:?}");
                }
            },
        ),
        test("memory_cannot_be_hidden", &["h64_hidden_memory"], |bed: &Bed| {
            for way in ["file", "segment", "shared", "zero", "queue"] {
                let task = with(bed.task("h64_hidden_memory", &[way]), |limits| {
                    limits.forks = false;
                });
                let run = bed.run(&task);
                if run.exceeded != Some(Limit::Memory) {
                    ends_well_with(&run, "0 MB hidden\n");
                }
            }
        }),
        test(
            "what_lies_in_sockets_is_memory",
            &["h71_memory_in_sockets"],
            |bed: &Bed| {
                let bound = 16;
                let held = |way: &str, forks: bool| {
                    let task = with(bed.task("h71_memory_in_sockets", &[way]), |limits| {
                        (limits.forks, limits.memory) = (forks, bound << 20);
                    });
                    let run = bed.run(&task);
                    if run.exceeded == Some(Limit::Memory) {
                        return 0;
                    }
                    assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None), "{run:?}");
                    let said = String::from_utf8(run.stdout).unwrap();
                    said.strip_suffix(" MB held\n").unwrap().parse().unwrap()
                };
                for way in ["tables", "ranges"] {
                    // Only control groups would see it.
                    let task = with(bed.task("h71_memory_in_sockets", &[way]), |limits| limits.forks = false);
                    ends_well_with(&bed.run(&task), "0 MB held\n");
                }
                for way in ["pairs", "wide", "backlog", "passed"] {
                    assert!(held(way, false) <= bound, "{way}");
                    // With other processes in tier 2, data on the way between them is not visible.
                    if bed.tier() == Tier::One || way != "passed" {
                        assert!(held(way, true) <= bound, "{way} with processes");
                    }
                }
            },
        ),
        test(
            "memory_that_the_kernel_holds_is_bounded",
            &["h73_kernel_memory"],
            |bed: &Bed| {
                let bound = 16;
                for way in ["hash", "timers", "spliced", "sent"] {
                    let task = with(bed.task("h73_kernel_memory", &[way]), |limits| {
                        (limits.forks, limits.memory) = (false, bound << 20);
                        limits.scratch_bytes = bound << 20;
                    });
                    let run = bed.run(&task);
                    if run.exceeded == Some(Limit::Memory) {
                        continue;
                    }
                    assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None), "{run:?}");
                    let said = String::from_utf8(run.stdout).unwrap();
                    let held: u64 = said.strip_suffix(" MB held\n").unwrap().parse().unwrap();
                    assert!(held < bound, "{way}: {said}");
                }
            },
        ),
        test(
            "time_cannot_be_hidden_in_children",
            &["h65_hidden_time"],
            |bed: &Bed| {
                let task = with(bed.task("h65_hidden_time", &["2"]), |limits| {
                    limits.cpu = Duration::from_millis(500);
                    limits.forks = false;
                });
                let run = bed.run(&task);
                if run.exceeded != Some(Limit::Cpu) {
                    ends_well_with(&run, "refused\n");
                }
            },
        ),
        test("a_process_of_any_name_is_seen", &["h74_odd_name"], |bed: &Bed| {
            let run = bed.run(&with(bed.task("h74_odd_name", &["600"]), |limits| {
                limits.memory = 64 << 20;
            }));
            assert_eq!(run.exceeded, Some(Limit::Memory), "{run:?}");
            assert!(run.peak_memory < 300 << 20, "{run:?}");
        }),
        test(
            "a_program_sees_its_own_files_and_the_systems_tools",
            &["h66_reads_around"],
            |bed: &Bed| {
                let secret = bed.file("others/secret", "42");
                let others = secret.parent().unwrap();
                let gamesolve = &crate::helper();
                let home = std::env::home_dir().unwrap_or("/root".into());
                let machine = [
                    "/etc/passwd",
                    "/etc/shadow",
                    "/root",
                    "/home",
                    "/var",
                    "/run",
                    "/sys/class",
                ];
                let mut paths = vec![secret.as_path(), others, gamesolve, &home, &bed.place];
                paths.extend(machine.map(Path::new));
                let look = |readable: &[PathBuf], paths: &[&Path]| {
                    let task = Task {
                        stdin: Some(list(bed, paths)),
                        readable: readable.to_vec(),
                        ..bed.task("h66_reads_around", &[])
                    };
                    let run = bed.run(&task);
                    assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None));
                    String::from_utf8(run.stdout).unwrap()
                };
                let said = look(&[], &paths);
                // The parents of a given path hold nothing else. Landlock does not hide that a file exists.
                let on_the_way = |path: &Path| bed.place.starts_with(path) && bed.tier() == Tier::One;
                for line in said.lines().filter(|line| *line != "done") {
                    let path = line.split(' ').nth(2).unwrap();
                    let is_stat = line.starts_with("stat of") && bed.tier() == Tier::Two;
                    assert!(is_stat || on_the_way(Path::new(path)), "{line}");
                }
                if bed.tier() == Tier::One {
                    assert!(!said.contains("secret"), "{said}");
                }
                // The test can fail: given paths are read, and even then gamesolve is not there.
                let program = gamesolve.parent().unwrap().to_owned();
                let said = look(&[others.to_owned(), program], &[&secret, gamesolve]);
                let reading = format!("reading of {} succeeded", secret.display());
                assert!(said.contains(&reading), "{said}");
                let gamesolve = gamesolve.display();
                // In tier 1 an empty file lies at its path.
                for deed in ["running", "reading", "locking"] {
                    let is_mask = bed.tier() == Tier::One && deed == "reading";
                    let is_done = said.contains(&format!("{deed} of {gamesolve}"));
                    assert!(is_mask || !is_done, "{said}");
                }
            },
        ),
        test(
            "a_supervisor_that_the_kernel_ends_means_mle",
            &["h02_sleeps", "h36_never_reads"],
            |bed: &Bed| {
                let stage = match bed.tier() {
                    Tier::One => "__box-init",
                    _ => "__box-launcher",
                };
                let run = std::thread::scope(|scope| {
                    let sleeper = scope.spawn(|| bed.sandbox.run(&bed.task("h02_sleeps", &[])).unwrap());
                    let deadline = std::time::Instant::now() + Duration::from_secs(20);
                    let supervisor = loop {
                        let alive = crate::yard::stages_alive();
                        let sleeps = crate::yard::others_alive().iter().any(|one| one.contains("h02_sleeps"));
                        if let Some((pid, _)) = alive.iter().find(|(_, name)| name == stage && sleeps) {
                            break *pid;
                        }
                        assert!(std::time::Instant::now() < deadline, "{alive:?}");
                        std::thread::sleep(Duration::from_millis(5));
                    };
                    let supervisor = nix::unistd::Pid::from_raw(supervisor.cast_signed());
                    nix::sys::signal::kill(supervisor, nix::sys::signal::Signal::SIGKILL).unwrap();
                    sleeper.join().unwrap()
                });
                assert_eq!(run.exceeded, Some(Limit::Memory), "{run:?}");
                // The next run has another supervisor, and no process of this one is left.
                ends_well_with(&bed.run(&bed.task("h36_never_reads", &[])), "42\n");
            },
        ),
    ]
}
