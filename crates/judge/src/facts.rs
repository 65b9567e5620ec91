//! Judges a run by its facts, before its output is read.
//!
//! Only the sandbox's measurements decide: the exceeded limit, the way the program ended, and the sender of a signal.
//! Nothing that the program prints counts as evidence. The reports show its words only as quotes.
//!
//! **Evidence of a slow program.** A busy machine stretches the clock without bound, and processor time by half or
//! more. [`doubt`] is the one place that says which facts are evidence nevertheless:
//!
//! | the run | evidence |
//! |---|---|
//! | was stopped for its processor time, and had a processor for at least half of the clock | it is slow |
//! | was stopped for its processor time, and had a processor for less than half of the clock | none |
//! | ended over its limit, by a tenth at most | none |
//! | ended over its limit, by half at most, and had a processor for less than half of the clock | none |
//! | ended below its limit, within the same bounds | its time is not sure |
//! | was stopped for its clock, and waited for a processor for at most a quarter of it | it sleeps, or waits for input |
//! | was stopped for its clock, and waited for a processor for more | none |
//! | was stopped for its clock, was at work, and the kernel does not report the wait for a processor | none |
//! | was stopped for its clock, was not at work, and the kernel does not report the wait | it waits for input |
//!
//! A run without evidence is repeated alone, and the smaller time counts. A repetition is no evidence about other
//! testcases.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::language::Language;
use super::verdict::{Judgement, Verdict};
use gamesolve_box::{Ending, Limit, Limits, Run};
use gamesolve_text::budget::Size;
use gamesolve_text::quoted;

/// The part of the error output that a report shows: the last lines, each cut to a number of characters.
const SAID_LINES: usize = 3;
const SAID_CHARACTERS: usize = 160;

/// Returns the verdict on a run if its facts decide it, or `None` if the output decides.
///
/// `limits` are the judge's. They may be narrower than the limits that the sandbox enforced.
pub fn judged(run: &Run, limits: &Limits, language: Option<&Language>) -> Option<Judgement> {
    let (verdict, reason) = if run.exceeded == Some(Limit::Output) {
        (
            Verdict::OUTPUT_LIMIT,
            format!("more than {} of output", Size(limits.output.into())),
        )
    } else if run.exceeded == Some(Limit::Files) {
        let most = Size(limits.scratch_bytes.into());
        (Verdict::OUTPUT_LIMIT, format!("files of more than {most} together"))
    } else if run.exceeded == Some(Limit::Processes) {
        (
            Verdict::RUNTIME_ERROR,
            format!("more than {} processes and threads at once", limits.tasks()),
        )
    } else if is_over_time(run, limits) {
        (Verdict::TIME_LIMIT, time_limit(run, limits))
    } else if run.exceeded == Some(Limit::Memory) && run.peak_memory <= limits.memory {
        let reason = "the kernel killed it because memory ran out";
        (Verdict::MEMORY_LIMIT, reason.to_owned())
    } else if run.peak_memory > limits.memory {
        (
            Verdict::MEMORY_LIMIT,
            format!(
                "{} of memory, the limit is {}",
                size(run.peak_memory),
                size(limits.memory)
            ),
        )
    } else {
        match run.ending {
            Ending::Exited(0) => return None,
            Ending::Exited(code) => (Verdict::RUNTIME_ERROR, exit_code(code, language)),
            Ending::Signalled(number) => (Verdict::RUNTIME_ERROR, signal(number, run, limits)),
            // Unreachable: the sandbox ends a program only for one of the limits above.
            Ending::KilledByBox => (Verdict::RUNTIME_ERROR, "killed by the sandbox".to_owned()),
        }
    };
    let said = if verdict == Verdict::RUNTIME_ERROR {
        said(&run.stderr)
    } else {
        String::new()
    };
    Some(Judgement::new(verdict, reason + &said))
}

/// Returns the reason why the time of a run is no evidence against its program, by the table at the head of this file.
///
/// Returns `None` if the time is evidence, or decides nothing. The sandbox allows a tenth more than `limit`.
pub fn doubt(run: &Run, limit: Duration) -> Option<&'static str> {
    let is_within = |part: Duration| run.cpu >= limit.saturating_sub(part) && run.cpu <= limit.saturating_add(part);
    let was_crowded = run.wall > run.cpu.saturating_mul(2);
    match run.exceeded {
        Some(Limit::Output | Limit::Files | Limit::Processes) => None,
        Some(Limit::Wall) => had_no_processor(run, limit).then_some("stopped by the clock on a busy machine"),
        Some(Limit::Cpu) => was_crowded.then_some("over the time limit on a busy machine"),
        _ if is_within(limit / 10) => Some("near the time limit"),
        _ if is_within(limit / 2) && was_crowded => Some("near the time limit on a busy machine"),
        _ => None,
    }
}

/// Returns whether a run that was stopped for its clock may have lacked a processor.
///
/// If the kernel does not report the wait for a processor, a run that was at work may have lacked one.
pub fn had_no_processor(run: &Run, limit: Duration) -> bool {
    match run.run_delay {
        Some(delay) => delay > run.wall / 4,
        None => run.cpu >= limit / 10,
    }
}

/// Returns whether a run took longer than allowed.
pub fn is_too_slow(run: &Run, limit: Duration) -> bool {
    matches!(run.exceeded, Some(Limit::Cpu | Limit::Wall)) || run.cpu > limit
}

fn is_over_time(run: &Run, limits: &Limits) -> bool {
    // The kernel sends SIGXCPU to a program whose processor time is over.
    is_too_slow(run, limits.cpu) || run.ending == Ending::Signalled(Signal::SIGXCPU as i32)
}

/// Returns whether the clock stopped a program that had used less than half of its processor time, so that it may wait.
pub fn may_wait(run: &Run, limits: &Limits) -> bool {
    run.exceeded == Some(Limit::Wall) && run.cpu < limits.cpu / 2
}

/// Returns whether the program did almost nothing until its time ran out, although the machine had time for it.
fn is_idle(run: &Run, limits: &Limits) -> bool {
    may_wait(run, limits) && !had_no_processor(run, limits.cpu)
}

fn time_limit(run: &Run, limits: &Limits) -> String {
    let limit = limits.cpu.as_secs_f64();
    if is_idle(run, limits) {
        format!(
            "idle: {} ms of processor time in {:.1} s, so it sleeps or waits for input that does not come",
            run.cpu.as_millis(),
            run.wall.as_secs_f64()
        )
    } else if run.exceeded == Some(Limit::Cpu) {
        format!(
            "still running after {} ms of processor time, the limit is {limit} s",
            run.cpu.as_millis()
        )
    } else if run.cpu > limits.cpu {
        format!("{} ms of processor time, the limit is {limit} s", run.cpu.as_millis())
    } else if run.exceeded == Some(Limit::Wall) {
        format!(
            "still running after {:.1} s on the clock, with {} ms of processor time",
            run.wall.as_secs_f64(),
            run.cpu.as_millis()
        )
    } else {
        "ended by SIGXCPU: no processor time left".to_owned()
    }
}

fn exit_code(code: i32, language: Option<&Language>) -> String {
    match language.and_then(|language| Some((language, language.exit_code(code)?))) {
        Some((language, meaning)) => format!("exit code {code}, in {}: {meaning}", language.name),
        None => format!("exit code {code}"),
    }
}

/// Returns the name of a signal and its usual cause.
fn signal(number: i32, run: &Run, limits: &Limits) -> String {
    let Ok(signal) = Signal::try_from(number) else {
        return format!("ended by signal {number}");
    };
    let deep = run.peak_memory > limits.memory / 2;
    let cause = match signal {
        Signal::SIGSEGV if deep => "stack overflow likely: the recursion is too deep or endless",
        Signal::SIGSEGV => "an index outside an array, a bad pointer, or a stack overflow",
        Signal::SIGBUS => "a bad pointer, or a file that was cut short",
        Signal::SIGFPE => "division by zero, or a quotient that does not fit",
        Signal::SIGABRT => "a failed assertion, an uncaught exception, or damaged memory",
        Signal::SIGILL => "a broken jump, or a function that ends without returning a value",
        Signal::SIGTRAP => "a built-in check failed",
        Signal::SIGPIPE => "wrote to a pipe that nobody reads",
        Signal::SIGXFSZ => "wrote a larger file than allowed",
        Signal::SIGSYS => "a system call that is not allowed",
        Signal::SIGKILL => "not sent by the judge, but by the program itself, or by the kernel because memory ran out",
        _ => return format!("ended by {signal}"),
    };
    format!("{signal}: {cause}")
}

/// Returns the end of the program's standard error, quoted.
fn said(stderr: &[u8]) -> String {
    let lines = stderr
        .split(|b| *b == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(|line| quoted(line, SAID_CHARACTERS)).collect();
    let last = &lines[lines.len().saturating_sub(SAID_LINES)..];
    last.iter().map(|line| format!("\nstderr: {line}")).collect()
}

/// Returns a number of bytes for people, in MiB, without decimals if it is a whole number of MiB.
pub fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{:.1} MiB", bytes as f64 / 1_048_576.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn run(ending: Ending, exceeded: Option<Limit>) -> Run {
        Run {
            exceeded,
            cpu: Duration::from_millis(100),
            wall: Duration::from_millis(200),
            peak_memory: 5 << 20,
            ..Run::ended(ending)
        }
    }

    fn shown(run: &Run) -> String {
        let judgement = judged(run, &Limits::default(), None);
        judgement.map_or("by output".to_owned(), |j| {
            format!(
                "{} {}",
                j.verdict.code(),
                j.reason.map_or(String::new(), |r| r.as_str().to_owned())
            )
        })
    }

    #[test]
    fn only_a_run_that_ended_well_is_judged_by_its_output() {
        assert_eq!(shown(&run(Ending::Exited(0), None)), "by output");
        for (ending, start) in [
            (Ending::Exited(1), "RE exit code 1"),
            (Ending::Exited(124), "RE exit code 124"),
            (Ending::Exited(137), "RE exit code 137"),
            (Ending::Signalled(11), "RE SIGSEGV: an index outside an array"),
            (Ending::Signalled(8), "RE SIGFPE: division by zero"),
            (Ending::Signalled(9), "RE SIGKILL: not sent by the judge"),
            (Ending::Signalled(24), "TLE ended by SIGXCPU"),
            (Ending::Signalled(64), "RE ended by signal 64"),
        ] {
            assert!(
                shown(&run(ending, None)).starts_with(start),
                "{}",
                shown(&run(ending, None))
            );
        }
    }

    #[test]
    fn of_several_faults_the_greatest_wins() {
        let all = Run {
            exceeded: Some(Limit::Output),
            cpu: Duration::from_secs(9),
            peak_memory: 1 << 40,
            ..run(Ending::Signalled(11), None)
        };
        let over_time = Run {
            exceeded: None,
            ..all.clone()
        };
        let over_memory = Run {
            cpu: Duration::ZERO,
            ..over_time.clone()
        };
        let crashed = Run {
            peak_memory: 0,
            ..over_memory.clone()
        };
        let verdicts = [all, over_time, over_memory, crashed].map(|run| shown(&run)[..3].trim().to_owned());
        assert_eq!(verdicts, ["OLE", "TLE", "MLE", "RE"]);
    }

    #[test]
    fn a_bomb_is_stopped_for_its_number_whatever_its_time() {
        let bomb = Run {
            cpu: Duration::from_secs(9),
            ..run(Ending::KilledByBox, Some(Limit::Processes))
        };
        assert_eq!(shown(&bomb), "RE more than 64 processes and threads at once");
        let limits = Limits {
            forks: false,
            ..Limits::default()
        };
        let threads = judged(&bomb, &limits, None).and_then(|judgement| judgement.reason);
        assert!(threads.is_some_and(|reason| reason.as_str().starts_with("more than 256 ")));
    }

    #[test]
    fn a_program_that_hardly_worked_is_idle() {
        let idle = Run {
            wall: Duration::from_secs(3),
            run_delay: Some(Duration::ZERO),
            ..run(Ending::KilledByBox, Some(Limit::Wall))
        };
        assert_eq!(
            shown(&idle),
            "TLE idle: 100 ms of processor time in 3.0 s, so it sleeps or waits for input that does not come"
        );
        let busy = Run {
            cpu: Duration::from_millis(900),
            ..idle.clone()
        };
        assert_eq!(
            shown(&busy),
            "TLE still running after 3.0 s on the clock, with 900 ms of processor time"
        );
        let starved = Run {
            run_delay: Some(Duration::from_millis(2800)),
            ..idle
        };
        assert_eq!(
            shown(&starved),
            "TLE still running after 3.0 s on the clock, with 100 ms of processor time"
        );
    }

    #[test]
    fn only_a_program_with_processor_time_left_may_wait() {
        let limits = Limits::default();
        for (exceeded, cpu, expected) in [
            (Some(Limit::Wall), limits.cpu / 10, true),
            (Some(Limit::Wall), limits.cpu, false),
            (Some(Limit::Cpu), limits.cpu, false),
            (None, limits.cpu * 2, false),
        ] {
            let run = Run {
                cpu,
                ..run(Ending::KilledByBox, exceeded)
            };
            assert_eq!(may_wait(&run, &limits), expected, "{exceeded:?} {cpu:?}");
        }
    }

    #[test]
    fn a_crash_with_much_memory_in_use_is_likely_a_stack_overflow() {
        let deep = Run {
            peak_memory: 250 << 20,
            ..run(Ending::Signalled(11), None)
        };
        assert!(shown(&deep).contains("stack overflow likely"));
    }

    /// Returns a run of `cpu` out of `wall` ms, stopped for `exceeded`, that waited `delay` ms for a processor.
    fn timed(cpu: u64, wall: u64, exceeded: Option<Limit>, delay: Option<u64>) -> Run {
        let ending = exceeded.map_or(Ending::Exited(0), |_| Ending::KilledByBox);
        Run {
            cpu: Duration::from_millis(cpu),
            wall: Duration::from_millis(wall),
            run_delay: delay.map(Duration::from_millis),
            ..run(ending, exceeded)
        }
    }

    #[test]
    fn near_is_within_a_tenth_or_half_on_a_busy_machine() {
        let is_doubtful = |cpu, wall| doubt(&timed(cpu, wall, None, None), Duration::from_secs(1)).is_some();
        let alone = [899, 900, 1000, 1100, 1101].map(|cpu| is_doubtful(cpu, cpu));
        assert_eq!(alone, [false, true, true, true, false]);
        let crowded = [499, 500, 1000, 1500, 1501].map(|cpu| is_doubtful(cpu, 9 * cpu));
        assert_eq!(crowded, [false, true, true, true, false]);
    }

    #[test]
    fn processor_time_counts_if_the_program_had_a_processor() {
        let stopped = |wall| doubt(&timed(1100, wall, Some(Limit::Cpu), None), Duration::from_secs(1));
        assert_eq!(stopped(2200), None);
        assert_eq!(stopped(2201), Some("over the time limit on a busy machine"));
    }

    #[test]
    fn the_clock_counts_if_the_machine_had_time() {
        let stopped = |cpu, delay| {
            let run = timed(cpu, 4000, Some(Limit::Wall), delay);
            doubt(&run, Duration::from_secs(1)).is_some()
        };
        // The program sleeps, with and without a busy machine.
        assert!(!stopped(0, Some(0)) && !stopped(500, Some(1000)));
        assert!(stopped(0, Some(1001)) && stopped(500, Some(3500)));
        // If the kernel does not report the wait, work is the sign.
        assert!(stopped(100, None) && !stopped(99, None));
    }

    #[test]
    fn other_limits_are_evidence_on_any_machine() {
        for limit in [Limit::Output, Limit::Files, Limit::Processes] {
            let run = timed(1000, 9000, Some(limit), Some(8000));
            assert_eq!(doubt(&run, Duration::from_secs(1)), None, "{limit}");
        }
    }

    #[test]
    fn what_the_program_said_is_quoted_and_decides_nothing() {
        let talks = Run {
            stderr: b"a\nb\nc\n\x1b[2Jtimelimit exceeded\n\n".to_vec(),
            ..run(Ending::Exited(1), None)
        };
        assert_eq!(
            shown(&talks),
            "RE exit code 1\nstderr: b\nstderr: c\nstderr: \\x1b[2Jtimelimit exceeded"
        );
        let pascal = Language::of(Path::new("a.pas"));
        let judgement = judged(&run(Ending::Exited(200), None), &Limits::default(), pascal).unwrap();
        assert_eq!(
            judgement.reason.unwrap().as_str(),
            "exit code 200, in Pascal: division by zero"
        );
    }
}
