//! Judges a run by its facts, before its output is looked at.
//!
//! Only what the box measured decides: which limit was passed, how the program ended, who sent the signal. Nothing that
//! the program prints is read as a sign; where its words are shown, they are quoted as the program's.

use std::time::Duration;

use nix::sys::signal::Signal;
use nix::unistd::{SysconfVar, sysconf};

use super::language::Language;
use super::verdict::{Judgement, Verdict};
use crate::budget::Size;
use crate::text::quoted;
use gamesolve_box::{Ending, Limit, Limits, Run};

/// How much of the program's error output is shown: this many of its last lines, each cut to so many characters.
const SAID_LINES: usize = 3;
const SAID_CHARACTERS: usize = 160;

/// Returns the verdict on a run whatever its output; `None` where the output decides.
///
/// `limits` are the judge's, which may be narrower than those the box worked with.
pub fn judged(run: &Run, limits: &Limits, language: Option<&Language>) -> Option<Judgement> {
    let (verdict, reason) = if run.exceeded == Some(Limit::Output) {
        (
            Verdict::OutputLimit,
            format!("more than {} of output", Size(limits.output.into())),
        )
    } else if run.exceeded == Some(Limit::Files) {
        let most = Size(limits.scratch_bytes.into());
        (Verdict::OutputLimit, format!("files of more than {most} together"))
    } else if run.exceeded == Some(Limit::Processes) {
        (
            Verdict::RuntimeError,
            format!("more than {} processes and threads at once", limits.tasks()),
        )
    } else if is_over_time(run, limits) {
        (Verdict::TimeLimit, time_limit(run, limits))
    } else if run.exceeded == Some(Limit::Memory) && run.peak_memory <= limits.memory {
        let reason = "the kernel ended it for want of memory";
        (Verdict::MemoryLimit, reason.to_owned())
    } else if run.peak_memory > limits.memory {
        (
            Verdict::MemoryLimit,
            format!(
                "{} of memory, the limit is {}",
                size(run.peak_memory),
                size(limits.memory)
            ),
        )
    } else {
        match run.ending {
            Ending::Exited(0) => return None,
            Ending::Exited(code) => (Verdict::RuntimeError, exit_code(code, language)),
            Ending::Signalled(number) => (Verdict::RuntimeError, signal(number, run, limits)),
            // The box ends a program for one of the limits above only.
            Ending::KilledByBox => (Verdict::RuntimeError, "ended by the box".to_owned()),
        }
    };
    let said = if verdict == Verdict::RuntimeError {
        said(&run.stderr)
    } else {
        String::new()
    };
    Some(Judgement::new(verdict, reason + &said))
}

/// Returns whether the clock ran out while the program was at work, which a busy machine may have decided.
pub fn ran_out_of_the_clock(run: &Run, limit: Duration) -> bool {
    run.exceeded == Some(Limit::Wall) && !is_waiting(run, limit)
}

/// Returns whether the clock ran out while the program did nothing, which only a [very busy](is_machine_busy) machine may have decided.
pub fn waited_out_the_clock(run: &Run, limit: Duration) -> bool {
    run.exceeded == Some(Limit::Wall) && is_waiting(run, limit)
}

fn is_waiting(run: &Run, limit: Duration) -> bool {
    run.cpu < limit / 10
}

/// Returns whether this machine has had far more processes to run than it has processors for, where it tells.
pub fn is_machine_busy() -> bool {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    // Of the machine, as the load is: this process may not be let on all of them.
    let processors = sysconf(SysconfVar::_NPROCESSORS_ONLN).ok().flatten();
    is_too_much(&told, processors.unwrap_or(1))
}

/// Returns whether the first number of `0.20 0.18 0.12 1/80 11206`, the load of the last minute, is over eight for each processor.
fn is_too_much(loads: &str, processors: i64) -> bool {
    let load = loads.split(' ').next().and_then(|load| load.parse::<f64>().ok());
    load.is_some_and(|load| load > 8.0 * processors as f64)
}

/// Returns the reason to repeat a run whose verdict the load of the machine may have decided: the clock ran out while the
/// program was at work or the machine was, or it ended with a processor time within a tenth of the limit. A run that was stopped because it
/// had used its whole processor time has been decided.
pub fn reason_to_repeat(run: &Run, limit: Duration, is_busy: bool) -> Option<&'static str> {
    if ran_out_of_the_clock(run, limit) {
        return Some("at work when the clock ran out");
    }
    if is_busy && waited_out_the_clock(run, limit) {
        return Some("the machine was busy when the clock ran out");
    }
    let tenth = limit / 10;
    let is_near = run.cpu >= limit - tenth && run.cpu <= limit + tenth;
    let decided = matches!(
        run.exceeded,
        Some(Limit::Cpu | Limit::Output | Limit::Files | Limit::Processes)
    );
    (is_near && !decided).then_some("near the time limit")
}

fn is_over_time(run: &Run, limits: &Limits) -> bool {
    // SIGXCPU is how the kernel tells a program that its processor time is over.
    matches!(run.exceeded, Some(Limit::Cpu | Limit::Wall))
        || run.cpu > limits.cpu
        || run.ending == Ending::Signalled(Signal::SIGXCPU as i32)
}

/// Returns whether the program did next to nothing while its time ran out.
fn is_idle(run: &Run, limits: &Limits) -> bool {
    run.exceeded == Some(Limit::Wall) && run.cpu < limits.cpu / 2
}

fn time_limit(run: &Run, limits: &Limits) -> String {
    let limit = limits.cpu.as_secs_f64();
    if is_idle(run, limits) {
        format!(
            "idle: {} ms of processor time in {:.1} s; it sleeps, or waits for input that does not come",
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
            "still running after {:.1} s on the clock, {} ms of them at work",
            run.wall.as_secs_f64(),
            run.cpu.as_millis()
        )
    } else {
        "ended by SIGXCPU: no processor time left".to_owned()
    }
}

fn exit_code(code: i32, language: Option<&Language>) -> String {
    match language.and_then(|language| Some((language, language.exit_code(code)?))) {
        Some((language, meaning)) => format!("exit code {code}, in {} {meaning}", language.name),
        None => format!("exit code {code}"),
    }
}

/// Returns a signal by its name, with what usually brings it.
fn signal(number: i32, run: &Run, limits: &Limits) -> String {
    let Ok(signal) = Signal::try_from(number) else {
        return format!("ended by signal {number}");
    };
    let deep = run.peak_memory > limits.memory / 2;
    let cause = match signal {
        Signal::SIGSEGV if deep => "stack overflow likely: recursion too deep, or without an end",
        Signal::SIGSEGV => "an index outside an array, a bad pointer, or a stack overflow",
        Signal::SIGBUS => "a bad pointer, or a file that was cut short",
        Signal::SIGFPE => "division by zero, or a quotient that does not fit",
        Signal::SIGABRT => "a failed assertion, an uncaught exception, or damaged memory",
        Signal::SIGILL => "a broken jump, or a function that ends without returning a value",
        Signal::SIGTRAP => "a built-in check failed",
        Signal::SIGPIPE => "wrote where nobody reads",
        Signal::SIGXFSZ => "wrote a larger file than allowed",
        Signal::SIGSYS => "a system call that is not allowed",
        Signal::SIGKILL => "not sent by the judge: by itself, or by the kernel for want of memory",
        _ => return format!("ended by {signal}"),
    };
    format!("{signal}: {cause}")
}

/// Returns the end of what the program wrote to standard error, quoted.
fn said(stderr: &[u8]) -> String {
    let lines = stderr
        .split(|b| *b == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(|line| quoted(line, SAID_CHARACTERS)).collect();
    let last = &lines[lines.len().saturating_sub(SAID_LINES)..];
    last.iter().map(|line| format!("\nstderr: {line}")).collect()
}

/// Bytes for people, in the binary units of the limits where they come out even.
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
            ..run(Ending::KilledByBox, Some(Limit::Wall))
        };
        assert_eq!(
            shown(&idle),
            "TLE idle: 100 ms of processor time in 3.0 s; it sleeps, or waits for input that does not come"
        );
        let busy = Run {
            cpu: Duration::from_millis(900),
            ..idle
        };
        assert_eq!(
            shown(&busy),
            "TLE still running after 3.0 s on the clock, 900 ms of them at work"
        );
    }

    #[test]
    fn a_crash_with_much_memory_in_use_is_likely_a_stack_overflow() {
        let deep = Run {
            peak_memory: 250 << 20,
            ..run(Ending::Signalled(11), None)
        };
        assert!(shown(&deep).contains("stack overflow likely"));
    }

    #[test]
    fn near_is_within_a_tenth_on_either_side() {
        let near = |ms| {
            let run = Run {
                cpu: Duration::from_millis(ms),
                ..run(Ending::Exited(0), None)
            };
            reason_to_repeat(&run, Duration::from_secs(1), true).is_some()
        };
        assert_eq!([899, 900, 1000, 1100, 1101].map(near), [false, true, true, true, false]);
        let stopped = Run {
            cpu: Duration::from_millis(1100),
            ..run(Ending::KilledByBox, Some(Limit::Cpu))
        };
        assert_eq!(reason_to_repeat(&stopped, Duration::from_secs(1), true), None);
    }

    #[test]
    fn a_program_at_work_when_the_clock_ran_out_is_repeated_and_an_idle_one_is_not() {
        let out_of_time = |ms, is_busy| {
            let run = Run {
                cpu: Duration::from_millis(ms),
                ..run(Ending::KilledByBox, Some(Limit::Wall))
            };
            reason_to_repeat(&run, Duration::from_secs(1), is_busy)
        };
        assert_eq!(out_of_time(99, false), None);
        assert_eq!(out_of_time(100, false), Some("at work when the clock ran out"));
        assert_eq!(
            out_of_time(0, true),
            Some("the machine was busy when the clock ran out")
        );
        let loads = "16.20 0.18 0.12 1/80 11206\n";
        assert_eq!((is_too_much(loads, 2), is_too_much(loads, 3)), (true, false));
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
            "exit code 200, in Pascal division by zero"
        );
    }
}
