//! Interactive tasks: a program and an interactor, each in a box of its own, that talk with each other.
//!
//! **Idea.** Each has two named pipes for its standard streams. Two threads of the judge carry what one writes to what the
//! other reads. So the judge sees which of the two ends first: neither can hear of the other's end before it does.
//!
//! **Time.** The processor time of each is counted in whole, and each has its own limit. The clock allows for an interactor
//! that takes some seconds; where it ran out while the interactor was at work, that is to blame.
//!
//! **Verdict.** What the interactor refused before the program ended is refused, whatever the program did then; else a
//! limit of the program comes first. Of the interactor's verdict and the program's crash the one that came
//! first counts: a program that the interactor has left dies of a closed pipe, and an interactor that the program has left
//! calls what it read wrong.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gamesolve_box::{Ending, Failure, Limit, Limits, Pipes, Run, Sandbox, Task};
use nix::fcntl::OFlag;
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::external::{External, Files};

/// The time on the clock beyond that of a program alone, and of the interactor beyond the program: an interactor may answer
/// slowly, and is to see the end of a program that is stopped.
const MARGIN: Duration = Duration::from_secs(2);
/// How often pipes are opened for a program that has ended, or has never started.
const INTERVAL: Duration = Duration::from_millis(20);

/// The two runs of a conversation.
pub(super) struct Talk {
    pub(super) program: Run,
    pub(super) partner: Partner,
}

/// The interactor's part of a conversation.
pub(super) struct Partner {
    pub(super) run: Run,
    /// Whether the program ended before the interactor.
    pub(super) is_program_first: bool,
}

/// Which of the two a pipe leads from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Program,
    Interactor,
}

/// Runs both, until both have ended.
///
/// # Errors
/// Where either cannot be run; the interactor's failure is a fault.
pub(super) fn talk(
    sandbox: &Sandbox,
    folder: &Path,
    program: Task,
    interactor: &External,
    files: Files<'_>,
) -> Result<Talk, Failure> {
    let failed = |error: std::io::Error| Failure::Fault(format!("pipes for an interactor: {error}"));
    let place = tempfile::tempdir_in(folder).map_err(failed)?;
    let pipes = ["program-in", "program-out", "interactor-in", "interactor-out"].map(|name| place.path().join(name));
    for pipe in &pipes {
        mkfifo(pipe, Mode::S_IRUSR | Mode::S_IWUSR).map_err(|errno| failed(errno.into()))?;
    }
    let [program_in, program_out, interactor_in, interactor_out] = &pipes;
    let between = |input: &PathBuf, output: &PathBuf| {
        Some(Pipes {
            input: input.clone(),
            output: output.clone(),
        })
    };
    // What is secret in the input is the interactor's to tell, also where a package names files of the program.
    let program = Task {
        stdin: None,
        input_file: None,
        output_file: None,
        pipes: between(program_in, program_out),
        limits: Limits {
            wall: program.limits.wall.saturating_add(MARGIN),
            ..program.limits.clone()
        },
        ..program
    };
    let interactor = Task {
        pipes: between(interactor_in, interactor_out),
        limits: Limits {
            wall: program.limits.wall.saturating_add(MARGIN),
            ..interactor.limits()
        },
        ..interactor.interactor_task(files)
    };
    let first = OnceLock::new();
    let [program_ended, interactor_ended, carried] = [const { AtomicBool::new(false) }; 3];
    let mut is_over = false;
    let run = |task: &Task, ended: &AtomicBool| {
        let run = sandbox.run(task);
        ended.store(true, Ordering::Relaxed);
        run
    };
    let (program, interactor) = std::thread::scope(|scope| {
        let there = scope.spawn(|| {
            // Each side opens its input first, which the carrier of the other direction waits for.
            let from = File::open(program_out);
            let to = OpenOptions::new().write(true).open(interactor_in);
            carry(from, to, Side::Program, program.limits.output, &first)
        });
        let back = scope.spawn(|| {
            let to = OpenOptions::new().write(true).open(program_in);
            let from = File::open(interactor_out);
            carry(from, to, Side::Interactor, u64::MAX, &first)
        });
        // One that has ended, or never started, opens no pipe: nobody is to wait for it. The pipes of the other are left
        // alone: it may not have opened them yet, and would find them closed.
        scope.spawn(|| {
            while !carried.load(Ordering::Relaxed) {
                for (ended, its_pipes) in [(&program_ended, &pipes[..2]), (&interactor_ended, &pipes[2..])] {
                    if !ended.load(Ordering::Relaxed) {
                        continue;
                    }
                    for pipe in its_pipes {
                        let mut options = OpenOptions::new();
                        options.read(true).write(true).custom_flags(OFlag::O_NONBLOCK.bits());
                        drop(options.open(pipe));
                    }
                }
                std::thread::sleep(INTERVAL);
            }
        });
        let other = scope.spawn(|| run(&interactor, &interactor_ended));
        let program = run(&program, &program_ended);
        let interactor = other.join();
        (is_over, _) = (there.join().unwrap_or_default(), back.join());
        carried.store(true, Ordering::Relaxed);
        (program, interactor)
    });
    let interactor = interactor.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let interactor = interactor.map_err(|failure| Failure::Fault(format!("the interactor: {failure}")));
    let mut program = program?;
    if is_over {
        program.exceeded = program.exceeded.into_iter().chain([Limit::Output]).min();
    }
    let partner = Partner {
        run: interactor?,
        is_program_first: first.get() == Some(&Side::Program),
    };
    Ok(Talk { program, partner })
}

/// Carries bytes until the end of `from` or until there were more than `most`, and says which side was the first to close its
/// output. What is written to one that has ended is dropped, so that nobody dies of it; only one that writes more than it
/// may finds its pipe closed. Returns whether it did.
fn carry(
    from: std::io::Result<File>,
    to: std::io::Result<File>,
    side: Side,
    most: u64,
    first: &OnceLock<Side>,
) -> bool {
    let (Ok(mut from), Ok(to)) = (from, to) else {
        return false;
    };
    let mut to = Some(to);
    let mut bytes = vec![0; 1 << 16];
    let mut sum = 0u64;
    loop {
        let count = match from.read(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => 0,
            Ok(count) => count,
        };
        sum += count as u64;
        if count == 0 || sum > most {
            // Told before the other side can find the end.
            let _ = first.set(side);
            return sum > most;
        }
        to = to.filter(|mut to| to.write_all(&bytes[..count]).is_ok());
    }
}

/// Whether the interactor's verdict counts before what became of the program: it ended well within its `limit` of processor
/// time, or the interactor `failed` before it did, which explains whatever it ended with.
pub(super) fn interactor_decides(program: &Run, limit: Duration, partner: &Partner, failed: bool) -> bool {
    // The box stops a program somewhat later.
    let is_over = program.cpu > limit
        || matches!(
            program.exceeded,
            Some(Limit::Cpu | Limit::Memory | Limit::Output | Limit::Files | Limit::Processes)
        );
    let was_left = failed && !partner.is_program_first;
    !is_over && (program.ending == Ending::Exited(0) || was_left)
}
