//! Interactive tasks: a program and an interactor, each in its own sandbox, that talk with each other.
//!
//! **Idea.** Each side has two named pipes for its standard streams. A relay carries the words of each side to the
//! other. So the judge sees which of the two ends first, and neither side notices the other's end before the judge. The
//! relay keeps the program's words until the interactor reads them, and drops the words beyond the limit of output. So
//! a program that writes without end reaches its limit of processor time, however slow the interactor is.
//!
//! **Time.** The processor time of each side is counted in whole, and each side has its own limit. Each side also has a
//! clock, which runs while that side [owes the next word](Turns). So a polite program may ask a slow interactor as
//! often as it likes: its own clock stands still meanwhile.
//!
//! **Verdict.** A submission can stop neither the judge nor the other testcases. [`decides`] implements this table, row
//! by row:
//!
//! | over its limit | next word owed by | verdict |
//! |---|---|---|
//! | neither, and the interactor refused first | | the interactor's |
//! | the program, by its clock | the program | the program's (TLE) |
//! | the interactor, by its clock, with quick answers | either | the program's (TLE): it asks without end |
//! | unclear: both are silent, and the program spoke last (half a question or a slow answer) | unknown | the interactor is too slow (IE) if it was at work, else the program's (TLE) |
//! | the interactor, by its clock, with slow answers | the interactor; the program runs or ended well | the interactor is too slow (IE) |
//! | the interactor, by its clock, with slow answers | the interactor; the program had crashed | the program's (RE) |
//! | the program, by processor time, memory or output | either | the program's; a later overrun of the interactor does not count |
//! | the interactor, by processor time, before the program ended | the program, which left answers unread or had quick ones | the program's (TLE) |
//! | the interactor, before the program ended | the interactor | the interactor's (IE) |
//! | the interactor, after the program crashed | the interactor | the program's (RE) |
//! | neither, and the interactor failed first | | the interactor's (IE), which explains any end of the program |
//! | neither, and the program crashed | | the program's (RE) |
//! | neither, and the program ended well | | the interactor's |

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gamesolve_box::{Ending, Failure, Limit, Limits, Pipes, Run, Sandbox, Task};
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::external::{External, Files};
use super::verdict::{Judgement, Verdict};

/// The time on the clock that counts for neither side. It is for the silence after half a question, and for the
/// interactor's last words after the program was stopped.
const MARGIN: Duration = Duration::from_secs(2);
/// The longest average time of an interactor's quick answer.
const QUICK: Duration = Duration::from_secs(1);
/// The time between two checks of the clocks.
const INTERVAL: Duration = Duration::from_millis(10);
/// The time between two checks until both sides have opened their pipes. It is shorter, so that a thousand short talks
/// do not add up to a long wait.
const OPENING: Duration = Duration::from_millis(1);
/// Bytes of one read: the capacity of a pipe.
const CHUNK: usize = 1 << 16;

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
    /// The clock that ran out, if any.
    pub(super) overdue: Option<Overdue>,
    /// Whether the program had left answers unread when the interactor ended.
    pub(super) has_unread: bool,
    /// The number of times that the interactor spoke after the program.
    pub(super) answers: u32,
}

impl Partner {
    /// Returns whether the program caused the interactor's overrun of its processor time.
    fn was_worn_out(&self) -> bool {
        let is_over = matches!(self.run.exceeded, Some(Limit::Cpu | Limit::Wall));
        is_over && (self.has_unread || is_quick(self.run.cpu, self.answers))
    }
}

fn is_quick(time: Duration, answers: u32) -> bool {
    time < QUICK.saturating_mul(answers)
}

/// A side of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Program,
    Interactor,
}

/// A clock that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overdue {
    pub(super) whose: Whose,
    /// The time on the clock.
    time: Duration,
    /// The limit of the clock.
    most: Duration,
    /// The time of the interactor's earlier turns.
    before: Duration,
    /// The time that the relay waited for a processor. The supervisors that start the two runs waited as long.
    relay_delay: Duration,
}

/// The owner of the clock that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The program.
    Program,
    /// The interactor.
    Interactor,
    /// The interactor, which answers quickly: the program asks without end.
    Endless,
    /// Either side: both were silent after the program had spoken.
    Unclear,
}

impl Overdue {
    /// Returns the clock for a repetition, as a multiple of this one, or `None` if this run decides. Time that either
    /// side waited for a processor does not count.
    pub(super) fn patience(&self, program: &Run, interactor: &Run) -> Option<u32> {
        let of_interactor = interactor.run_delay.filter(|_| self.whose != Whose::Program);
        let delays = program.run_delay.into_iter().chain(of_interactor);
        // A program that asks without end keeps the relay waiting itself.
        let of_relay = Some(self.relay_delay).filter(|_| self.whose != Whose::Endless);
        let delay = delays.chain(of_relay).max().unwrap_or_default();
        let of_its_own = self.time.saturating_sub(delay);
        // Ignore a short delay: it occurs on every machine.
        if of_its_own > self.most || delay <= self.time / 10 {
            return None;
        }
        let multiple = self.time.as_millis() / of_its_own.as_millis().max(1) + 1;
        Some(u32::try_from(multiple).map_or(Limits::PATIENCE, |multiple| multiple.min(Limits::PATIENCE)))
    }
}

/// The side that decides the verdict on a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decides {
    /// The program, by the facts of its run.
    Program,
    /// The interactor, by its answer.
    Interactor,
    /// The interactor, which took too long.
    SlowInteractor,
}

/// Returns the side that decides, by the table at the head of this file.
///
/// `limit` is the program's limit of processor time, which the sandbox enforces somewhat later. `word` is the
/// interactor's judgement.
pub(super) fn decides(program: &Run, limit: Duration, partner: &Partner, word: &Judgement) -> Decides {
    let is_refused = matches!(word.verdict, Verdict::WRONG_ANSWER | Verdict::PRESENTATION);
    let has_failed = word.verdict.fault().is_some();
    let ended_well = program.ending == Ending::Exited(0);
    let has_crashed = partner.is_program_first && !ended_well && program.ending != Ending::KilledByBox;
    // A program with a part of the points must end well.
    if is_refused && word.credit.is_none() && !partner.is_program_first {
        return Decides::Interactor;
    }
    if let Some(overdue) = partner.overdue {
        let is_interactors = match overdue.whose {
            Whose::Interactor => !has_crashed,
            Whose::Unclear => partner.run.cpu.saturating_sub(overdue.before) > overdue.time / 2,
            Whose::Program | Whose::Endless => false,
        };
        return if is_interactors {
            Decides::SlowInteractor
        } else {
            Decides::Program
        };
    }
    if program.cpu > limit || program.exceeded.is_some() {
        return Decides::Program;
    }
    let was_left = has_failed && !partner.is_program_first;
    if was_left && partner.was_worn_out() {
        return Decides::Program;
    }
    if ended_well || was_left {
        Decides::Interactor
    } else {
        Decides::Program
    }
}

/// Runs the program and the interactor until both have ended. Each clock is `patience` times as long as its limit.
///
/// # Errors
/// If either side cannot run. A failure of the interactor is a fault.
pub(super) fn talk(
    sandbox: &Sandbox,
    folder: &Path,
    program: Task,
    interactor: &External,
    files: Files<'_>,
    patience: u32,
) -> Result<Talk, Failure> {
    let failed =
        |error: std::io::Error| Failure::Fault(format!("pipes for an interactor: {}", gamesolve_text::reason(&error)));
    let place = tempfile::tempdir_in(folder).map_err(failed)?;
    let made = |name: &str| -> std::io::Result<PathBuf> {
        let pipe = place.path().join(name);
        mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR)?;
        Ok(pipe)
    };
    let pipes = |side: &str| -> std::io::Result<Pipes> {
        Ok(Pipes {
            input: made(&format!("{side}-in"))?,
            output: made(&format!("{side}-out"))?,
        })
    };
    let program_pipes = pipes("program").map_err(failed)?;
    let interactor_pipes = pipes("interactor").map_err(failed)?;
    let clocks = Clocks {
        program: program.limits.wall.saturating_mul(patience),
        interactor: interactor.clock.saturating_mul(patience),
    };
    let mut relay = Relay::between(&program_pipes, &interactor_pipes, clocks, program.limits.output).map_err(failed)?;
    // The relay stops each side earlier. The sandbox stops it if the relay fails.
    let wall = clocks.program.saturating_add(clocks.interactor).saturating_mul(2);
    // The interactor decides which parts of the input the program learns, even if a package names files for the
    // program.
    let program = Task {
        stdin: None,
        input_file: None,
        output_file: None,
        pipes: Some(program_pipes),
        limits: Limits {
            wall,
            ..program.limits.clone()
        },
        ..program
    };
    let interactor = Task {
        pipes: Some(interactor_pipes),
        limits: Limits {
            wall,
            ..interactor.limits()
        },
        ..interactor.interactor_task(files)
    };
    let states = [const { State::new() }; 2];
    let run = |task: &Task, state: &State| {
        let run = sandbox.run_until(task, &state.is_to_stop);
        let is_over = run.as_ref().is_ok_and(|run| run.exceeded.is_some());
        state.is_over.store(is_over, Ordering::Relaxed);
        state.has_ended.store(true, Ordering::Release);
        run
    };
    let (program, interactor) = std::thread::scope(|scope| {
        let other = scope.spawn(|| run(&interactor, &states[1]));
        let relaying = scope.spawn(|| relay.until_both_ended(&states));
        let program = run(&program, &states[0]);
        let interactor = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        relaying.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (program, interactor)
    });
    let interactor = interactor.map_err(|failure| Failure::Fault(format!("the interactor: {failure}")));
    let mut program = program?;
    program.wall = relay.overdue.map_or(relay.turns.of_program, |overdue| overdue.time);
    let stopped_for = match relay.overdue {
        Some(overdue) if overdue.whose != Whose::Interactor => Some(Limit::Wall),
        _ if relay.is_flooded() => Some(Limit::Output),
        _ => None,
    };
    // The sandbox counts no output here. A program that is also over its time never ends.
    program.exceeded = program.exceeded.or(stopped_for);
    let partner = Partner {
        run: interactor?,
        is_program_first: relay.turns.first == Some(Side::Program),
        overdue: relay.overdue,
        has_unread: relay.has_unread,
        answers: relay.turns.answers,
    };
    Ok(Talk { program, partner })
}

/// The flags between a run and the relay.
struct State {
    /// The relay asks the run to end.
    is_to_stop: AtomicBool,
    /// The run exceeded a limit of the sandbox.
    is_over: AtomicBool,
    /// The run is over: no process writes or reads its pipes any more.
    has_ended: AtomicBool,
}

impl State {
    const fn new() -> State {
        State {
            is_to_stop: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        }
    }
}

/// The limits of the time that each side may owe a word, in total.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    program: Duration,
    interactor: Duration,
}

/// The turns of the two sides, with their times.
///
/// The time between two words belongs to the side that speaks next, because the other side had nothing to say. If the
/// program had unread words meanwhile, the time is the program's: it asked without reading.
#[derive(Debug)]
struct Turns {
    /// The side that spoke last.
    last: Option<Side>,
    since: Instant,
    of_program: Duration,
    of_interactor: Duration,
    /// The number of times that the interactor spoke after the program.
    answers: u32,
    /// The side that first ended or closed its output.
    first: Option<Side>,
}

/// A flag for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Both {
    program: bool,
    interactor: bool,
}

impl Turns {
    fn begin(now: Instant) -> Turns {
        Turns {
            last: None,
            since: now,
            of_program: Duration::ZERO,
            of_interactor: Duration::ZERO,
            answers: 0,
            first: None,
        }
    }

    /// Records that `side` spoke. `unread` says which side had words to read until then.
    fn speaks(&mut self, side: Side, now: Instant, unread: Both) {
        let pending = now.saturating_duration_since(self.since);
        if side == Side::Program || unread.program {
            self.of_program += pending;
        } else {
            self.of_interactor += pending;
        }
        let is_answer = side == Side::Interactor && self.last == Some(Side::Program);
        self.answers = self.answers.saturating_add(u32::from(is_answer));
        (self.last, self.since) = (Some(side), now);
    }

    /// Records that `side` ended or closed its output, which ends its turn like a word.
    fn ends(&mut self, side: Side, now: Instant, unread: Both) {
        self.speaks(side, now, unread);
        self.first.get_or_insert(side);
    }

    /// Returns the side that owes the next word or its end, or `None` if the program spoke last and the interactor has
    /// read all. `ended` says which runs are over.
    fn owing(&self, unread: Both, ended: Both) -> Option<Side> {
        let heard = (self.first, self.last);
        match heard {
            _ if ended.program => Some(Side::Interactor),
            _ if ended.interactor || unread.program => Some(Side::Program),
            (Some(Side::Program), _) => Some(Side::Interactor),
            _ if unread.interactor => Some(Side::Interactor),
            (Some(Side::Interactor), _) | (None, Some(Side::Interactor)) => Some(Side::Program),
            (None, _) => None,
        }
    }

    /// Returns the clock that has run out by `now`, if any.
    fn overdue(&self, now: Instant, unread: Both, ended: Both, clocks: Clocks) -> Option<Overdue> {
        let pending = now.saturating_duration_since(self.since);
        let owing = self.owing(unread, ended);
        let of = |side: Side, before: Duration| {
            let is_owing = owing == Some(side);
            before.saturating_add(if is_owing { pending } else { Duration::ZERO })
        };
        let ran_out = |whose: Whose, time: Duration, most: Duration| {
            (time > most).then_some(Overdue {
                whose,
                time,
                most,
                before: self.of_interactor,
                relay_delay: Duration::ZERO,
            })
        };
        let of_program = of(Side::Program, self.of_program);
        let of_interactor = of(Side::Interactor, self.of_interactor);
        let is_quick = is_quick(of_interactor, self.answers);
        let interactors = if is_quick { Whose::Endless } else { Whose::Interactor };
        let silence = if owing.is_none() { pending } else { Duration::ZERO };
        ran_out(Whose::Program, of_program, clocks.program)
            .or_else(|| ran_out(interactors, of_interactor, clocks.interactor))
            .or_else(|| ran_out(Whose::Unclear, silence, clocks.program.saturating_add(MARGIN)))
    }
}

/// A direction of the words: from the output of one side to the input of the other.
struct Way {
    /// `None` after the end of the output.
    from: Option<File>,
    to: Mouth,
    /// Words that were read but not yet written.
    words: VecDeque<u8>,
    /// The number of bytes that were ever read.
    sum: u64,
}

/// The writing end of a pipe.
enum Mouth {
    /// The file of a pipe without a reader yet.
    Closed(PathBuf),
    Open(File),
    /// The reader is gone, or all words are written.
    Gone,
}

impl Way {
    /// Opens the reading end. The writing end cannot be opened before its reader is there.
    fn new(from: &Path, to: &Path) -> std::io::Result<Way> {
        Ok(Way {
            from: Some(without_waiting(OpenOptions::new().read(true)).open(from)?),
            to: Mouth::Closed(to.to_owned()),
            words: VecDeque::new(),
            sum: 0,
        })
    }

    /// Opens the writing end once its reader is there, and closes it once the reader is gone. Words that the reader
    /// left unread no longer count then.
    fn open(&mut self, is_reader_gone: bool) {
        if is_reader_gone {
            self.to = Mouth::Gone;
        } else if let Mouth::Closed(path) = &self.to
            && let Ok(file) = without_waiting(OpenOptions::new().write(true)).open(path)
        {
            self.to = Mouth::Open(file);
        }
    }

    /// Returns whether the reader has unread words.
    fn is_unread(&self) -> bool {
        match &self.to {
            Mouth::Open(file) => {
                !self.words.is_empty() || rustix::io::ioctl_fionread(file).is_ok_and(|bytes| bytes > 0)
            }
            Mouth::Closed(_) => !self.words.is_empty(),
            Mouth::Gone => false,
        }
    }

    /// Reads the available words into `chunk` and keeps them, up to `most` bytes in all. Returns whether there were
    /// any.
    fn read(&mut self, chunk: &mut [u8], most: u64) -> bool {
        let Some(from) = &mut self.from else {
            return false;
        };
        match from.read(chunk) {
            Ok(count @ 1..) => {
                self.sum += count as u64;
                if self.sum <= most {
                    self.words.extend(&chunk[..count]);
                }
                return true;
            }
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
            _ => self.from = None,
        }
        false
    }

    /// Writes as much as fits, and closes the writing end after the last word. Words to a side that has ended are
    /// dropped, so that SIGPIPE kills no process.
    fn write(&mut self) {
        while let (Mouth::Open(file), false) = (&mut self.to, self.words.is_empty()) {
            match file.write(self.words.as_slices().0) {
                Ok(count) => drop(self.words.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.to = Mouth::Gone,
            }
        }
        match self.to {
            Mouth::Gone => self.words.clear(),
            Mouth::Open(_) if self.from.is_none() => self.to = Mouth::Gone,
            _ => {}
        }
    }
}

/// Returns the time that this thread waited for a processor, or zero if the kernel does not report it.
fn delay_of_this_thread() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let delay = told.split(' ').nth(1).and_then(|nanos| nanos.parse().ok());
    delay.map_or(Duration::ZERO, Duration::from_nanos)
}

fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags(OFlag::O_NONBLOCK.bits())
}

/// A relay that carries the words between the two sides, and keeps their clocks.
struct Relay {
    to_interactor: Way,
    to_program: Way,
    turns: Turns,
    clocks: Clocks,
    /// The most bytes that the program may write.
    most: u64,
    overdue: Option<Overdue>,
    has_unread: bool,
    /// The time when the relay saw the program over a limit.
    over_since: Option<Instant>,
    chunk: Vec<u8>,
}

impl Relay {
    fn between(program: &Pipes, interactor: &Pipes, clocks: Clocks, most: u64) -> std::io::Result<Relay> {
        Ok(Relay {
            to_interactor: Way::new(&program.output, &interactor.input)?,
            to_program: Way::new(&interactor.output, &program.input)?,
            turns: Turns::begin(Instant::now()),
            clocks,
            most,
            overdue: None,
            has_unread: false,
            over_since: None,
            chunk: vec![0; CHUNK],
        })
    }

    /// Carries words until the runs of the program and the interactor are over.
    fn until_both_ended(&mut self, [program, interactor]: &[State; 2]) {
        loop {
            // Read the flags before the pipes: words that a side wrote before its end are then read below.
            let ended = Both {
                program: program.has_ended.load(Ordering::Acquire),
                interactor: interactor.has_ended.load(Ordering::Acquire),
            };
            self.to_program.open(ended.program);
            self.to_interactor.open(ended.interactor);
            let Some(readable) = self.wait() else {
                continue;
            };
            // Carry the interactor's words first: a refusal before it saw the program's end counts.
            self.carry(Side::Interactor, readable.interactor, ended.interactor);
            self.carry(Side::Program, readable.program, ended.program);
            if ended.program && ended.interactor {
                return;
            }
            self.watch(program, interactor, ended);
        }
    }

    /// Waits until a pipe can be read or written, at most until the next check. Returns the sides whose outputs can be
    /// read, or `None` if a signal came first.
    fn wait(&self) -> Option<Both> {
        let is_there = PollFlags::POLLIN;
        let mut polled = Vec::with_capacity(4);
        let words = self.to_interactor.from.as_ref();
        polled.extend(words.map(|from| PollFd::new(from.as_fd(), is_there)));
        let answers = self.to_program.from.as_ref().filter(|_| self.has_room());
        polled.extend(answers.map(|from| PollFd::new(from.as_fd(), is_there)));
        let ways = [&self.to_interactor, &self.to_program];
        for way in ways {
            if let (Mouth::Open(to), false) = (&way.to, way.words.is_empty()) {
                polled.push(PollFd::new(to.as_fd(), PollFlags::POLLOUT));
            }
        }
        let is_open = ways.iter().all(|way| !matches!(way.to, Mouth::Closed(_)));
        let time = if is_open { INTERVAL } else { OPENING };
        let timeout = PollTimeout::try_from(time).unwrap_or(PollTimeout::ZERO);
        poll(&mut polled, timeout).ok()?;
        let mut can_be_read = polled.iter().map(|polled| polled.any().unwrap_or(false));
        let mut next = |is_polled: bool| is_polled && can_be_read.next().unwrap_or(false);
        Some(Both {
            program: next(words.is_some()),
            interactor: next(answers.is_some()),
        })
    }

    /// Returns whether the program wrote more than allowed.
    fn is_flooded(&self) -> bool {
        self.to_interactor.sum > self.most
    }

    /// Returns whether more of the interactor's words may be read: the relay waits until the program has read the
    /// earlier ones. It keeps all of the program's words, up to the limit of output.
    fn has_room(&self) -> bool {
        self.to_program.words.len() < CHUNK
    }

    /// Carries the words of one side. A side that `has_ended` says nothing more.
    fn carry(&mut self, side: Side, is_readable: bool, has_ended: bool) {
        let unread = self.unread();
        let has_room = side == Side::Program || self.has_room();
        let (way, most) = match side {
            Side::Program => (&mut self.to_interactor, self.most),
            Side::Interactor => (&mut self.to_program, u64::MAX),
        };
        let was_open = way.from.is_some();
        let has_spoken = is_readable && way.read(&mut self.chunk, most);
        if has_ended && has_room && !is_readable {
            // A side that never opened its pipe leaves no end of file in it.
            way.from = None;
        }
        let is_end = was_open && way.from.is_none();
        way.write();
        let now = Instant::now();
        if has_spoken {
            self.turns.speaks(side, now, unread);
        }
        if is_end {
            self.has_unread |= side == Side::Interactor && unread.program;
            self.turns.ends(side, now, unread);
        }
    }

    fn unread(&self) -> Both {
        Both {
            program: self.to_program.is_unread(),
            interactor: self.to_interactor.is_unread(),
        }
    }

    /// Stops the side whose clock has run out.
    fn watch(&mut self, program: &State, interactor: &State, ended: Both) {
        let stop = |state: &State| state.is_to_stop.store(true, Ordering::Relaxed);
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let now = Instant::now();
        if ended.program && (is_set(&program.is_over) || is_set(&program.is_to_stop)) {
            // The program's verdict is known, but the interactor may still say its last words.
            let since = *self.over_since.get_or_insert(now);
            if now.saturating_duration_since(since) > MARGIN {
                stop(interactor);
            }
            return;
        }
        let unread = self.unread();
        self.overdue = self.overdue.or_else(|| {
            let overdue = self.turns.overdue(now, unread, ended, self.clocks)?;
            let relay_delay = delay_of_this_thread();
            Some(Overdue { relay_delay, ..overdue })
        });
        if let Some(overdue) = self.overdue {
            stop(program);
            // If only the program is overdue, the interactor may still finish.
            if overdue.whose != Whose::Program {
                stop(interactor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Fault;

    const LIMIT: Duration = Duration::from_secs(1);

    fn after(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn partner(is_program_first: bool) -> Partner {
        Partner {
            run: Run::ended(Ending::Exited(0)),
            is_program_first,
            overdue: None,
            has_unread: false,
            answers: 1,
        }
    }

    fn overdue(whose: Whose) -> Option<Overdue> {
        Some(Overdue {
            whose,
            time: after(6000),
            most: after(5000),
            before: after(0),
            relay_delay: after(0),
        })
    }

    /// Returns an interactor that was stopped for its processor time of 4 s.
    fn worn(is_program_first: bool, has_unread: bool, answers: u32) -> Partner {
        Partner {
            run: Run {
                cpu: after(4000),
                exceeded: Some(Limit::Cpu),
                ..Run::ended(Ending::KilledByBox)
            },
            has_unread,
            answers,
            ..partner(is_program_first)
        }
    }

    /// Tests every row of the table at the head of this file, in its order.
    #[test]
    fn the_one_who_owes_the_next_word_is_to_blame() {
        use Decides::{Interactor, Program, SlowInteractor};
        let ended = |ending| Run::ended(ending);
        let (well, crashed, stopped) = (
            ended(Ending::Exited(0)),
            ended(Ending::Exited(3)),
            ended(Ending::KilledByBox),
        );
        let over = |limit| Run {
            exceeded: Some(limit),
            ..stopped.clone()
        };
        let accepted = Judgement::ACCEPTED;
        let refused = Judgement::new(Verdict::WRONG_ANSWER, "no");
        let failed = Judgement::internal(Fault::Checker, "it crashed");
        let slow = Judgement::internal(Fault::SlowChecker, "over its limit");
        let late = |whose, cpu| Partner {
            overdue: overdue(whose),
            run: Run {
                cpu: after(cpu),
                ..stopped.clone()
            },
            ..partner(false)
        };
        let late_after_a_crash = Partner {
            is_program_first: true,
            ..late(Whose::Interactor, 0)
        };
        let rows = [
            (over(Limit::Cpu), partner(false), &refused, Interactor),
            (crashed.clone(), partner(false), &refused, Interactor),
            (over(Limit::Wall), late(Whose::Program, 0), &refused, Interactor),
            (over(Limit::Wall), late(Whose::Program, 6000), &failed, Program),
            (over(Limit::Wall), late(Whose::Endless, 6000), &failed, Program),
            (over(Limit::Wall), late(Whose::Unclear, 3001), &failed, SlowInteractor),
            (over(Limit::Wall), late(Whose::Unclear, 3000), &failed, Program),
            (stopped.clone(), late(Whose::Interactor, 0), &failed, SlowInteractor),
            (well.clone(), late(Whose::Interactor, 0), &failed, SlowInteractor),
            (crashed.clone(), late_after_a_crash, &failed, Program),
            (over(Limit::Cpu), worn(true, false, 1), &slow, Program),
            (over(Limit::Memory), worn(false, false, 1), &slow, Program),
            (over(Limit::Output), partner(true), &accepted, Program),
            (well.clone(), worn(false, true, 1), &slow, Program),
            (well.clone(), worn(false, false, 5), &slow, Program),
            (well.clone(), worn(false, false, 4), &slow, Interactor),
            (crashed.clone(), worn(true, false, 1), &slow, Program),
            (crashed.clone(), partner(false), &failed, Interactor),
            (crashed.clone(), partner(true), &failed, Program),
            (crashed.clone(), partner(true), &accepted, Program),
            (crashed, partner(true), &refused, Program),
            (well.clone(), partner(true), &failed, Interactor),
            (well.clone(), partner(true), &refused, Interactor),
            (well, partner(false), &accepted, Interactor),
        ];
        for (number, (program, partner, word, expected)) in rows.into_iter().enumerate() {
            let found = decides(&program, LIMIT, &partner, word);
            assert_eq!(found, expected, "row {number}: {program:?}, {word:?}");
        }
    }

    const NOTHING: Both = Both {
        program: false,
        interactor: false,
    };
    const UNREAD: Both = Both {
        program: true,
        interactor: false,
    };
    const CLOCKS: Clocks = Clocks {
        program: Duration::from_secs(3),
        interactor: Duration::from_secs(30),
    };

    /// Lets the two sides speak in turn, each after its number of milliseconds, and returns the clock that ran out
    /// first.
    fn in_turns(of_program: u64, of_interactor: u64, rounds: u32, unread: Both) -> Option<Whose> {
        let mut now = Instant::now();
        let mut turns = Turns::begin(now);
        for _ in 0..rounds {
            for (side, ms) in [(Side::Program, of_program), (Side::Interactor, of_interactor)] {
                now += after(ms);
                if let Some(overdue) = turns.overdue(now, unread, NOTHING, CLOCKS) {
                    return Some(overdue.whose);
                }
                turns.speaks(side, now, unread);
            }
        }
        None
    }

    #[test]
    fn a_polite_program_may_ask_a_slow_interactor_a_hundred_times() {
        for of_interactor in [1, 20, 200] {
            assert_eq!(in_turns(1, of_interactor, 100, NOTHING), None, "{of_interactor}");
        }
        // The patience has an end, and it needs an interactor that answers quickly on average.
        assert_eq!(in_turns(1, 200, 152, NOTHING), Some(Whose::Endless));
        assert_eq!(in_turns(1, 1500, 22, NOTHING), Some(Whose::Interactor));
    }

    #[test]
    fn one_that_asks_without_reading_takes_its_own_time() {
        assert_eq!(in_turns(1, 200, 100, UNREAD), Some(Whose::Program));
        assert_eq!(in_turns(200, 1, 100, NOTHING), Some(Whose::Program));
    }

    #[test]
    fn in_a_silence_the_last_speaker_waits() {
        let begun = Instant::now();
        let silent = |last: Option<Side>, ms, unread, ended| {
            let mut turns = Turns::begin(begun);
            if let Some(side) = last {
                turns.speaks(side, begun, NOTHING);
            }
            let overdue = turns.overdue(begun + after(ms), unread, ended, CLOCKS);
            overdue.map(|overdue| overdue.whose)
        };
        let unheard = Both {
            interactor: true,
            ..NOTHING
        };
        let both_unread = Both {
            interactor: true,
            ..UNREAD
        };
        let (program_ended, interactor_ended) = (UNREAD, unheard);
        let spoke = |side| Some(side);
        let rows = [
            (spoke(Side::Interactor), 3001, NOTHING, NOTHING, Some(Whose::Program)),
            (spoke(Side::Interactor), 3000, NOTHING, NOTHING, None),
            (spoke(Side::Program), 5000, NOTHING, NOTHING, None),
            (spoke(Side::Program), 5001, NOTHING, NOTHING, Some(Whose::Unclear)),
            (None, 5001, NOTHING, NOTHING, Some(Whose::Unclear)),
            // The interactor has not read the question, so the program waits for it.
            (spoke(Side::Program), 29_999, unheard, NOTHING, None),
            (spoke(Side::Program), 30_001, unheard, NOTHING, Some(Whose::Interactor)),
            // The interactor cannot answer, because the program does not read.
            (spoke(Side::Program), 3001, both_unread, NOTHING, Some(Whose::Program)),
            (spoke(Side::Program), 29_999, NOTHING, program_ended, None),
            (
                spoke(Side::Program),
                30_001,
                NOTHING,
                program_ended,
                Some(Whose::Interactor),
            ),
            (
                spoke(Side::Interactor),
                3001,
                NOTHING,
                interactor_ended,
                Some(Whose::Program),
            ),
        ];
        for (last, ms, unread, ended, expected) in rows {
            assert_eq!(
                silent(last, ms, unread, ended),
                expected,
                "{last:?} {ms} {unread:?} {ended:?}"
            );
        }
    }

    #[test]
    fn time_without_a_processor_is_not_held_against_either() {
        let stopped = |delay| Run {
            run_delay: Some(after(delay)),
            ..Run::ended(Ending::KilledByBox)
        };
        let late = |whose| Overdue {
            whose,
            time: after(6000),
            most: after(5000),
            before: after(0),
            relay_delay: after(0),
        };
        // 6 s with 1 s of waiting for a processor are not more than 5 s.
        assert_eq!(late(Whose::Program).patience(&stopped(999), &stopped(5999)), None);
        let hardly = Overdue {
            time: after(5001),
            ..late(Whose::Program)
        };
        assert_eq!(hardly.patience(&stopped(500), &stopped(0)), None);
        assert_eq!(late(Whose::Program).patience(&stopped(1000), &stopped(0)), Some(2));
        assert_eq!(late(Whose::Interactor).patience(&stopped(0), &stopped(4000)), Some(4));
        assert_eq!(late(Whose::Endless).patience(&stopped(6000), &stopped(0)), Some(10));
        // The sandbox also waits for a processor before it starts the program.
        let slow_start = |whose| Overdue {
            relay_delay: after(3000),
            ..late(whose)
        };
        let patience = |whose| slow_start(whose).patience(&stopped(1), &stopped(1));
        assert_eq!(
            (patience(Whose::Program), patience(Whose::Interactor)),
            (Some(3), Some(3))
        );
        assert_eq!(patience(Whose::Endless), None);
    }
}
