//! The hostile programs of `tests/hostile`, in the order of their numbers.

use crate::yard::{Bed, YardTest, built, test};
use gamesolve_box::{Ending, Limit, Limits, Run, Task, Tier, Word};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(20);

/// Sets limits for a program that works without end: only its processor time can decide.
fn short_cpu(task: Task) -> Task {
    let limits = Limits {
        cpu: SHORT,
        wall: LONG,
        ..task.limits.clone()
    };
    Task { limits, ..task }
}

/// Sets limits for a program that waits without end: only the clock can decide.
fn short_wall(task: Task) -> Task {
    let limits = Limits {
        cpu: LONG,
        wall: Duration::from_millis(600),
        ..task.limits.clone()
    };
    Task { limits, ..task }
}

/// Sets limits for a program that makes thousands of files, which takes long on a shared disk.
fn long_on_disk(task: Task) -> Task {
    with(task, |limits| {
        (limits.cpu, limits.wall) = (Duration::from_secs(30), Duration::from_secs(90));
    })
}

fn with(task: Task, change: impl FnOnce(&mut Limits)) -> Task {
    let mut task = task;
    change(&mut task.limits);
    task
}

#[track_caller]
fn is_over(run: &Run, limit: Limit) {
    assert_eq!(
        (run.ending, run.exceeded),
        (Ending::KilledByBox, Some(limit)),
        "{run:?}"
    );
}

#[track_caller]
fn ends_well_with(run: &Run, stdout: &str) {
    assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None), "{run:?}");
    assert_eq!(String::from_utf8_lossy(&run.stdout), stdout);
}

/// Checks that the run was stopped at the processor limit, and that its time is near it: within a tenth and 50 ms.
#[track_caller]
fn is_over_cpu(run: &Run, limit: Duration) {
    is_over(run, Limit::Cpu);
    let most = limit + limit / 10 + Duration::from_millis(50);
    assert!(run.cpu > limit && run.cpu < most, "{:?} is not near {limit:?}", run.cpu);
}

#[track_caller]
fn is_idle(run: &Run) {
    is_over(run, Limit::Wall);
    assert!(run.cpu < Duration::from_millis(300), "{run:?}");
}

fn bed_run(bed: &Bed, name: &str) -> Run {
    bed.run(&bed.task(name, &[]))
}

/// The tests of this file.
pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test(
            "an_endless_loop_is_stopped_at_its_processor_time",
            &["h01_endless_loop"],
            |bed| {
                is_over_cpu(&bed.run(&short_cpu(bed.task("h01_endless_loop", &[]))), SHORT);
            },
        ),
        test("a_sleeper_is_stopped_by_the_clock", &["h02_sleeps"], |bed| {
            is_idle(&bed.run(&short_wall(bed.task("h02_sleeps", &[]))));
        }),
        test("a_waiter_without_time_out_is_idle", &["h03_pause"], |bed| {
            is_idle(&bed.run(&short_wall(bed.task("h03_pause", &[]))));
        }),
        test(
            "a_program_that_stops_itself_has_not_ended",
            &["h04_stops_itself"],
            |bed| {
                is_idle(&bed.run(&short_wall(bed.task("h04_stops_itself", &[]))));
            },
        ),
        test(
            "a_program_that_ignores_all_signals_is_stopped",
            &["h05_ignores_signals"],
            |bed| {
                is_over(&bed.run(&short_cpu(bed.task("h05_ignores_signals", &[]))), Limit::Cpu);
            },
        ),
        test(
            "a_loop_after_the_answer_is_over_time",
            &["h06_answer_then_loop"],
            |bed| {
                let run = bed.run(&short_cpu(bed.task("h06_answer_then_loop", &[])));
                is_over(&run, Limit::Cpu);
                assert_eq!(run.stdout, b"42\n");
            },
        ),
        test("slow_output_resets_no_clock", &["h07_slow_output"], |bed| {
            let run = bed.run(&short_wall(bed.task("h07_slow_output", &[])));
            is_idle(&run);
            assert!(run.stdout.starts_with(b"still here\n"));
        }),
        test(
            "a_fork_bomb_is_stopped_and_refused_at_the_limit",
            &["h08_fork_bomb"],
            |bed| {
                let task = with(short_cpu(bed.task("h08_fork_bomb", &[])), |limits| {
                    limits.processes = 64
                });
                let run = bed.run(&task);
                if bed.sandbox.counts_processes() {
                    is_over(&run, Limit::Cpu);
                    assert_eq!(run.stdout, b"refused at 63\n");
                } else {
                    // The reduced fork bomb works on until the sandbox ends it, or the kernel, if the sandbox gets no
                    // processor.
                    assert_eq!(run.exceeded, Some(Limit::Cpu), "{run:?}");
                    assert!(!matches!(run.ending, Ending::Exited(_)), "{run:?}");
                }
            },
        ),
        test(
            "a_fork_bomb_in_sessions_of_its_own_leaves_nobody",
            &["h09_fork_bomb_setsid"],
            |bed| {
                let task = with(short_cpu(bed.task("h09_fork_bomb_setsid", &[])), |limits| {
                    limits.processes = 1000
                });
                let run = bed.run(&task);
                is_over(&run, Limit::Cpu);
            },
        ),
        test(
            "children_left_behind_are_counted_and_killed",
            &["h10_leaves_children"],
            |bed| {
                let task = with(bed.task("h10_leaves_children", &["100"]), |limits| {
                    limits.processes = 200
                });
                let run = bed.run(&task);
                ends_well_with(&run, "42\n");
                assert_eq!(run.left_behind, 100);
            },
        ),
        test("the_time_of_orphans_counts", &["h11_working_orphans"], |bed| {
            is_over(&bed.run(&short_cpu(bed.task("h11_working_orphans", &[]))), Limit::Cpu);
        }),
        test("a_daemon_is_killed", &["h12_daemon"], |bed| {
            let run = bed_run(bed, "h12_daemon");
            ends_well_with(&run, "42\n");
            assert_eq!(run.left_behind, 1);
        }),
        test("a_pid_hopper_is_killed", &["h13_pid_hopper"], |bed| {
            let run = bed_run(bed, "h13_pid_hopper");
            ends_well_with(&run, "42\n");
            assert!(run.left_behind > 0);
        }),
        test("the_time_of_a_grandchild_counts", &["h14_cpu_in_grandchild"], |bed| {
            is_over(&bed.run(&short_cpu(bed.task("h14_cpu_in_grandchild", &[]))), Limit::Cpu);
        }),
        test("the_time_of_threads_adds_up", &["h15_two_threads"], |bed| {
            let task = |limit| {
                with(bed.task("h15_two_threads", &["0.3"]), |limits| {
                    limits.cpu = Duration::from_millis(limit)
                })
            };
            is_over(&bed.run(&task(200)), Limit::Cpu);
            let run = bed.run(&task(450));
            ends_well_with(&run, "42\n");
            assert!(
                run.cpu >= Duration::from_millis(300) && run.cpu < Duration::from_millis(400),
                "{:?}",
                run.cpu
            );
        }),
        test("threads_count_as_processes", &["h16_many_threads"], |bed| {
            let task = with(bed.task("h16_many_threads", &[]), |limits| limits.processes = 64);
            let run = bed.run(&task);
            if bed.sandbox.counts_processes() {
                ends_well_with(&run, "63\n");
            } else {
                // Threads cannot be ended one by one.
                assert_eq!(run.exceeded, Some(Limit::Processes), "{run:?}");
            }
        }),
        test("too_many_processes_are_reported_at_any_end", &[], |bed| {
            let script = "for i in 0 1 2 3 4 5 6 7 8 9; do for j in 0 1 2 3 4 5 6 7 8 9; do sleep 5 & done; done; wait";
            let shell = ["sh", "-c", script].map(Word::trusted).to_vec();
            let task = Task {
                argv: shell,
                ..with(bed.task("", &[]), |limits| limits.processes = 64)
            };
            let run = bed.run(&task);
            if bed.sandbox.counts_processes() {
                // The kernel refused it, and the shell reports that.
                assert_eq!(run.exceeded, None, "{run:?}");
                assert_ne!(run.ending, Ending::Exited(0), "{run:?}");
            } else {
                assert_eq!(run.exceeded, Some(Limit::Processes), "{run:?}");
                assert!(matches!(run.ending, Ending::Exited(_)), "{run:?}");
            }
        }),
        test(
            "a_program_that_stops_its_parent_stops_nobody",
            &["h17_stops_parent"],
            |bed| {
                is_over(&bed.run(&short_cpu(bed.task("h17_stops_parent", &[]))), Limit::Cpu);
            },
        ),
        test("a_program_cannot_kill_its_parent", &["h18_kills_parent"], |bed| {
            ends_well_with(&bed_run(bed, "h18_kills_parent"), "42\n");
        }),
        test(
            "a_program_that_kills_all_it_can_kills_nobody",
            &["h19_kills_all"],
            |bed| {
                ends_well_with(&bed_run(bed, "h19_kills_all"), "42\n");
            },
        ),
        test(
            "touching_too_much_memory_is_noticed_soon",
            &["h20_touches_memory"],
            |bed| {
                let run = bed.run(&with(bed.task("h20_touches_memory", &[]), |limits| {
                    limits.memory = 64 << 20
                }));
                is_over(&run, Limit::Memory);
                assert!(run.peak_memory > 64 << 20, "{}", run.peak_memory);
            },
        ),
        test("a_big_static_array_is_over_memory", &["h21_static_array"], |bed| {
            let run = bed.run(&with(bed.task("h21_static_array", &[]), |limits| {
                limits.memory = 64 << 20
            }));
            assert_eq!(run.exceeded, Some(Limit::Memory), "{run:?}");
        }),
        test(
            "memory_that_is_not_touched_does_not_count",
            &["h22_untouched_memory"],
            |bed| {
                let run = bed_run(bed, "h22_untouched_memory");
                ends_well_with(&run, "42\n");
                assert!(run.peak_memory < 16 << 20, "{}", run.peak_memory);
            },
        ),
        test("memory_of_a_family_adds_up", &["h23_family_memory"], |bed| {
            let run = bed.run(&with(bed.task("h23_family_memory", &[]), |limits| {
                limits.memory = 200 << 20
            }));
            is_over(&run, Limit::Memory);
        }),
        test(
            "endless_recursion_dies_near_the_memory_limit",
            &["h24_deep_recursion"],
            |bed| {
                let run = bed.run(&with(bed.task("h24_deep_recursion", &[]), |limits| {
                    limits.memory = 64 << 20
                }));
                assert_eq!((run.ending, run.exceeded), (Ending::Signalled(11), None), "{run:?}");
                let reached = String::from_utf8(run.stdout).unwrap();
                let deepest = reached
                    .lines()
                    .filter_map(|line| line.strip_suffix(" MB")?.parse::<u32>().ok())
                    .max()
                    .unwrap();
                assert!((52..=60).contains(&deepest), "{deepest} MB");
            },
        ),
        test("a_flood_is_stopped_just_over_the_cap", &["h25_floods_stdout"], |bed| {
            let run = bed.run(&with(bed.task("h25_floods_stdout", &[]), |limits| {
                limits.output = 100_000
            }));
            is_over(&run, Limit::Output);
            assert_eq!(run.stdout.len(), 100_000);
        }),
        test(
            "blanks_after_the_answer_are_output_too",
            &["h26_blanks_after_answer"],
            |bed| {
                let run = bed_run(bed, "h26_blanks_after_answer");
                is_over(&run, Limit::Output);
                assert!(run.stdout.starts_with(b"42\n "));
            },
        ),
        test(
            "standard_error_is_cut_counted_and_never_blocks",
            &["h27_floods_stderr"],
            |bed| {
                let run = bed.run(&short_cpu(bed.task("h27_floods_stderr", &[])));
                is_over(&run, Limit::Cpu);
                assert_eq!(
                    (run.stderr.len() as u64, run.stderr_cut),
                    (64 << 10, (4 << 20) - (64 << 10))
                );
            },
        ),
        test("a_long_line_comes_whole", &["h28_long_line"], |bed| {
            ends_well_with(&bed_run(bed, "h28_long_line"), &"9".repeat(131_070));
        }),
        test("a_big_file_is_refused", &["h29_big_file"], |bed| {
            let run = bed_run(bed, "h29_big_file");
            let refused = matches!(run.ending, Ending::Signalled(25) | Ending::Exited(3));
            assert!(refused && run.exceeded.is_none(), "{run:?}");
        }),
        test("a_file_with_a_huge_hole_is_refused", &["h30_sparse_file"], |bed| {
            assert_eq!(bed_run(bed, "h30_sparse_file").ending, Ending::Signalled(25));
        }),
        test(
            "many_files_are_refused_at_the_limit_where_there_is_one",
            &["h31_many_files"],
            |bed| {
                let many = if bed.tier() == Tier::One { "1000\n" } else { "3000\n" };
                let task = long_on_disk(bed.task("h31_many_files", &[]));
                ends_well_with(&bed.run(&task), many);
            },
        ),
        test("files_cannot_be_hidden", &["h76_hides_files"], |bed| {
            for way in [
                "nameless",
                "closed",
                "masked",
                "deep",
                "deep and nameless",
                "process",
                "executable",
                "on their way",
                "reserved",
            ] {
                let task = with(bed.task("h76_hides_files", &[way]), |limits| limits.modes = false);
                let run = bed.run(&task);
                match run.ending {
                    Ending::Exited(code) => assert!(run.exceeded.is_none() && [1, 3].contains(&code), "{way}: {run:?}"),
                    _ => is_over(&run, Limit::Files),
                }
            }
        }),
        test(
            "folders_without_permissions_are_removed",
            &["h32_closed_folders"],
            |bed| {
                ends_well_with(&bed_run(bed, "h32_closed_folders"), "42\n");
            },
        ),
        test("deep_folders_are_removed", &["h33_deep_folders"], |bed| {
            let task = long_on_disk(bed.task("h33_deep_folders", &[]));
            ends_well_with(&bed.run(&task), "42\n");
        }),
        test(
            "links_out_of_the_scratch_folder_are_not_followed",
            &["h34_links"],
            |bed| {
                let precious = bed.file("outside/precious", "here");
                let outside = precious.parent().unwrap().to_str().unwrap();
                ends_well_with(&bed.run(&bed.task("h34_links", &[outside])), "2\n");
                assert_eq!(std::fs::read_to_string(&precious).unwrap(), "here");
            },
        ),
        test(
            "a_program_gets_three_descriptors_and_no_more_than_the_limit",
            &["h35_opens_descriptors"],
            |bed| {
                // A descriptor that the judge inherited unknowingly, as from a careless shell.
                let stray = std::fs::File::open("/dev/null").unwrap();
                nix::fcntl::fcntl(&stray, nix::fcntl::FcntlArg::F_SETFD(nix::fcntl::FdFlag::empty())).unwrap();
                ends_well_with(&bed_run(bed, "h35_opens_descriptors"), "3 256\n");
            },
        ),
        test("input_that_is_never_read_harms_nobody", &["h36_never_reads"], |bed| {
            let input = bed.file("1.in", &"1 ".repeat(1 << 20));
            ends_well_with(
                &bed.run(&Task {
                    stdin: Some(input),
                    ..bed.task("h36_never_reads", &[])
                }),
                "42\n",
            );
        }),
        test(
            "writing_before_reading_does_not_block",
            &["h37_writes_before_reading"],
            |bed| {
                let input = bed.file("1.in", &"1 ".repeat(1 << 20));
                let run = bed.run(&Task {
                    stdin: Some(input),
                    ..bed.task("h37_writes_before_reading", &[])
                });
                ends_well_with(&run, &"x".repeat(900 << 10));
                assert_eq!(run.stderr, b"2097152");
            },
        ),
        test(
            "a_program_that_takes_back_its_output_stops_nobody",
            &["h72_steals_its_output"],
            |bed| {
                for out in ["1", "2"] {
                    let run = bed.run(&short_wall(bed.task("h72_steals_its_output", &[out])));
                    is_over(&run, Limit::Wall);
                }
            },
        ),
        test("closing_all_output_is_not_the_end", &["h38_closes_all"], |bed| {
            is_idle(&bed.run(&short_wall(bed.task("h38_closes_all", &[]))));
        }),
        test(
            "the_expected_answer_cannot_be_read_and_the_input_can",
            &["h39_reads_answer"],
            |bed| {
                let (input, answer) = (bed.file("tests/1.in", "1"), bed.file("tests/1.out", "42"));
                let other = bed.file("answers/2.out", "42");
                let arguments = [answer.to_str().unwrap(), other.to_str().unwrap()];
                let hidden = vec![answer.clone(), other.parent().unwrap().to_owned()];
                let task = Task {
                    stdin: Some(input.clone()),
                    hidden: hidden.into(),
                    ..bed.task("h39_reads_answer", &arguments)
                };
                ends_well_with(&bed.run(&task), "done\n");
                // The test can fail: a visible file is read.
                let task = bed.task("h39_reads_answer", &arguments[..1]);
                ends_well_with(&bed.run(&task), "reading succeeded\ndone\n");
                // The input itself stays readable in a hidden folder under its own name.
                let folder = vec![input.parent().unwrap().to_owned()];
                let task = Task {
                    stdin: Some(input),
                    hidden: folder.into(),
                    ..bed.task("h39_reads_answer", &["/dev/stdin"])
                };
                ends_well_with(&bed.run(&task), "reading succeeded\ndone\n");
            },
        ),
        test("input_and_program_cannot_be_changed", &["h40_rewrites_input"], |bed| {
            let (input, other) = (bed.file("1.in", "1"), bed.file("2.in", "2"));
            let program = built("h40_rewrites_input");
            let before = std::fs::read(&program).unwrap();
            let arguments = [&input, &other, &program].map(|path| path.to_str().unwrap());
            let task = Task {
                stdin: Some(input.clone()),
                ..bed.task("h40_rewrites_input", &arguments)
            };
            ends_well_with(&bed.run(&task), "done\n");
            assert_eq!(std::fs::read_to_string(input).unwrap(), "1");
            assert_eq!(std::fs::read_to_string(other).unwrap(), "2");
            assert!(std::fs::read(program).unwrap() == before);
        }),
        test(
            "modes_and_times_of_files_cannot_be_changed",
            &["h40_closes_off_input"],
            |bed| {
                let (input, other) = (bed.file("1.in", "1"), bed.file("2.in", "2"));
                let arguments = [&input, &other].map(|path| path.to_str().unwrap());
                let task = Task {
                    stdin: Some(input.clone()),
                    ..bed.task("h40_closes_off_input", &arguments)
                };
                let task = with(task, |limits| limits.modes = false);
                let before = input.metadata().unwrap();
                ends_well_with(&bed.run(&task), "done\n");
                let after = input.metadata().unwrap();
                assert_eq!(after.permissions().mode(), before.permissions().mode());
                assert_eq!(after.modified().unwrap(), before.modified().unwrap());
            },
        ),
        test("every_run_starts_in_an_empty_folder", &["h41_leaves_files"], |bed| {
            for _ in 0..2 {
                ends_well_with(&bed_run(bed, "h41_leaves_files"), "fresh\n");
            }
        }),
        test(
            "nothing_goes_out_by_network_or_to_local_services",
            &["h42_network"],
            |bed| {
                let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
                let port = server.local_addr().unwrap().port().to_string();
                let place = tempfile::tempdir_in("/tmp").unwrap();
                let socket = place.path().join("socket");
                let _service = std::os::unix::net::UnixListener::bind(&socket).unwrap();
                let mailbox = place.path().join("mailbox");
                let _other = std::os::unix::net::UnixDatagram::bind(&mailbox).unwrap();
                let services = [&socket, &mailbox].map(|path| path.to_str().unwrap());
                let task = bed.task("h42_network", &[&port, services[0], services[1]]);
                ends_well_with(&bed.run(&task), "done\n");
                // Nor to a service beside readable files.
                let mut task = with(task, |limits| limits.forks = false);
                task.readable = vec![place.path().to_owned()];
                ends_well_with(&bed.run(&task), "done\n");
            },
        ),
        test(
            "the_environment_is_made_anew_and_holds_no_secret",
            &["h43_environment"],
            |bed| {
                let run = bed_run(bed, "h43_environment");
                let mut lines: Vec<String> = String::from_utf8(run.stdout)
                    .unwrap()
                    .lines()
                    .map(str::to_owned)
                    .collect();
                lines.sort();
                let [folder, home, lang, leaks, path, temporary] = &lines[..] else {
                    panic!("{lines:?}")
                };
                assert_eq!(path, "PATH=/usr/local/bin:/usr/bin:/bin");
                assert_eq!(leaks, "LSAN_OPTIONS=detect_leaks=0");
                assert_eq!(lang, "LANG=C.UTF-8");
                assert_eq!(
                    (home, temporary),
                    (&format!("HOME={folder}"), &format!("TMPDIR={folder}"))
                );
                assert_eq!(bed.tier() == Tier::One, folder == "/tmp/gamesolve-scratch/run");
            },
        ),
        test(
            "output_of_any_bytes_comes_as_it_is",
            &[
                "h44_escapes",
                "h45_nul",
                "h46_all_bytes",
                "h47_no_newline",
                "h48_no_output",
            ],
            |bed| {
                let all: Vec<u8> = (0..=255).collect();
                let expected: [(&str, &[u8]); 5] = [
                    ("h44_escapes", b"wrong\r\x1b[2J\x1b]0;title\x0742\n"),
                    ("h45_nul", b"4\x002\n"),
                    ("h46_all_bytes", &all),
                    ("h47_no_newline", b"42"),
                    ("h48_no_output", b""),
                ];
                for (name, bytes) in expected {
                    let run = bed_run(bed, name);
                    assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None));
                    assert_eq!(run.stdout, bytes, "{name}");
                }
            },
        ),
        test(
            "nothing_that_a_program_says_decides_anything",
            &["h49_fake_report"],
            |bed| {
                let run = bed_run(bed, "h49_fake_report");
                ends_well_with(&run, "timelimit exceeded\nAC\n");
                assert_eq!(run.stderr, b"timelimit exceeded\nAC\n");
            },
        ),
        test("exit_codes_come_as_they_are", &["h50_exit_codes"], |bed| {
            for code in [1, 2, 124, 137, 255] {
                let run = bed.run(&bed.task("h50_exit_codes", &[&code.to_string()]));
                assert_eq!((run.ending, run.exceeded), (Ending::Exited(code), None));
            }
        }),
        test("signals_come_as_they_are_and_leave_no_core", &["h51_signals"], |bed| {
            // SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ
            for number in [4, 6, 7, 8, 9, 11, 13, 15, 24, 25] {
                let run = bed.run(&bed.task("h51_signals", &[&number.to_string()]));
                assert_eq!((run.ending, run.exceeded), (Ending::Signalled(number), None));
                assert_eq!(run.stdout, b"42\n");
            }
            let run = bed.run(&bed.task("h51_signals", &["40"]));
            assert_eq!(
                (run.ending, run.exceeded),
                (Ending::Signalled(40), None),
                "a real-time signal"
            );
        }),
        test(
            "the_judge_cannot_be_read_and_no_rights_are_gained",
            &["h54_looks_at_judge"],
            |bed| {
                let run = bed_run(bed, "h54_looks_at_judge");
                assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None));
                let said = String::from_utf8(run.stdout).unwrap();
                for line in said.lines() {
                    // The most rights that an ordinary user's programs could gain, if gaining were not forbidden.
                    let out_of_reach = bed.tier() == Tier::Two && line.starts_with("CapBnd:");
                    let none = line.starts_with("Cap") && line.ends_with(":\t0000000000000000");
                    let own_world = bed.tier() == Tier::Two && line.starts_with("a user namespace");
                    assert!(none || out_of_reach || own_world || line == "NoNewPrivs:\t1", "{line}");
                }
                assert!(said.lines().count() >= 6, "{said}");
            },
        ),
        test("there_is_no_terminal", &["h55_terminal"], |bed| {
            // Another terminal of the same user, open during the search for one.
            let _terminal = nix::pty::openpty(None, None).unwrap();
            ends_well_with(&bed_run(bed, "h55_terminal"), "done\n");
        }),
        test("nothing_can_be_mounted_or_set", &["h57_mounts_and_names"], |bed| {
            ends_well_with(&bed_run(bed, "h57_mounts_and_names"), "done\n");
        }),
    ]
}
