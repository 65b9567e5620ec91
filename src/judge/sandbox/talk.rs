//! A program in conversation with a partner in the judge: what an interactive task is.
//!
//! **Idea.** The overseer stands between the two, as it does for a run with a whole input. What the program writes goes
//! up to the judge, what the partner answers comes down and is fed to the program's standard input.
//!
//! **Why nobody waits for ever.** Judge and overseer take strict turns on their channel: the overseer sends one piece
//! and sends no other until it has read the one [`Answer`] to it; the opening answers nothing and comes first. So
//! neither writes while the other does. The overseer never waits for the program: its input is written without
//! blocking, as much as the pipe takes, and what it writes is left in its pipe until the judge has answered. A program
//! that neither reads nor writes, or floods the one and ignores the other, meets a limit.
//!
//! **Why the time is fair.** The limits of processor time and of the clock hold for one turn: they begin again with
//! everything that the partner says. The clock stands still while the partner thinks.
//!
//! **Cost.** Two small messages per piece that the program writes. Memory: what the partner says at once, and the output
//! cap.

use super::task::Report;
use super::wire::Wire;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags};
use nix::sys::stat::Mode;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// What a program talks with.
pub trait Partner {
    /// What is said before the program has said anything.
    fn open(&mut self) -> Answer;

    /// The answer to `said`, the next bytes that the program wrote: in pieces as they happen to come, lines and even
    /// characters cut anywhere. The program's clock stands still meanwhile.
    ///
    /// What the program wrote last is told when it has ended; the answer then reaches nobody.
    fn hear(&mut self, said: &[u8]) -> Answer;
}

/// What a partner does about what it has heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It waits for more; the turn goes on.
    Listen,
    /// It says this, and a new turn begins.
    Say(Vec<u8>),
    /// It says this and nothing more: the program finds the end of its input after it.
    Close(Vec<u8>),
    /// It ends the run.
    Stop,
}

/// What comes up from the box.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Up {
    /// The program wrote this; the box waits for an answer.
    Said(Vec<u8>),
    /// The run is over.
    Over(Report),
}

impl Wire for Answer {
    fn put(&self, out: &mut Vec<u8>) {
        let (kind, bytes) = match self {
            Answer::Listen => (0, &[][..]),
            Answer::Say(bytes) => (1, &bytes[..]),
            Answer::Close(bytes) => (2, &bytes[..]),
            Answer::Stop => (3, &[][..]),
        };
        (kind, bytes.to_vec()).put(out);
    }
    fn get(from: &mut &[u8]) -> Option<Answer> {
        match <(u64, Vec<u8>)>::get(from)? {
            (0, _) => Some(Answer::Listen),
            (1, bytes) => Some(Answer::Say(bytes)),
            (2, bytes) => Some(Answer::Close(bytes)),
            (3, _) => Some(Answer::Stop),
            _ => None,
        }
    }
}

impl Wire for Up {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Up::Said(bytes) => {
                0u64.put(out);
                bytes.put(out);
            }
            Up::Over(report) => {
                1u64.put(out);
                report.put(out);
            }
        }
    }
    fn get(from: &mut &[u8]) -> Option<Up> {
        match u64::get(from)? {
            0 => Vec::get(from).map(Up::Said),
            1 => Report::get(from).map(Up::Over),
            _ => None,
        }
    }
}

/// Where the pipe to the program's standard input lies until the last stage has opened it.
///
/// It has a name because a stage is given three descriptors and no more, and none of the three is free.
pub(super) fn pipe_in(scratch: &Path) -> PathBuf {
    scratch.join("standard-input")
}

/// The overseer's end of the program's standard input.
pub(super) struct Mouth {
    /// `None` when nothing more can be said.
    pipe: Option<File>,
    /// Holds the pipe open for reading until the program does, so that opening it to write neither blocks nor fails.
    both_ends: Option<File>,
    waiting: Vec<u8>,
    /// How much of `waiting` has been written.
    written: usize,
    /// Nothing more is to come after it.
    last: bool,
}

impl Mouth {
    /// Makes the pipe in `scratch`.
    ///
    /// # Errors
    /// Where it cannot be made or opened.
    pub(super) fn make(scratch: &Path) -> io::Result<Mouth> {
        let path = pipe_in(scratch);
        nix::unistd::mkfifo(&path, Mode::S_IRUSR | Mode::S_IWUSR)?;
        let open = |options: &mut OpenOptions| {
            let flags = OFlag::O_NONBLOCK.bits();
            options.write(true).custom_flags(flags).open(&path)
        };
        let both_ends = open(OpenOptions::new().read(true))?;
        Ok(Mouth {
            pipe: Some(open(&mut OpenOptions::new())?),
            both_ends: Some(both_ends),
            waiting: Vec::new(),
            written: 0,
            last: false,
        })
    }

    /// To be called when the program has the other end: from now on its closing is noticed.
    pub(super) fn program_has_it(&mut self) {
        self.both_ends = None;
    }

    /// Says `bytes` after whatever is still to be said; `last`: then the program finds the end of its input.
    pub(super) fn say(&mut self, bytes: Vec<u8>, last: bool) {
        self.waiting.drain(..self.written);
        self.written = 0;
        self.waiting.extend(bytes);
        self.last |= last;
        self.write_what_fits();
    }

    /// What to wait for, where there is something left to write.
    pub(super) fn ear(&self) -> Option<PollFd<'_>> {
        let pipe = self.pipe.as_ref().filter(|_| self.written < self.waiting.len())?;
        Some(PollFd::new(pipe.as_fd(), PollFlags::POLLOUT))
    }

    /// Writes as much as the pipe takes now. What a program does not take is its own affair: it may have closed its
    /// input or ended.
    pub(super) fn write_what_fits(&mut self) {
        while let (Some(pipe), Some(rest)) = (&mut self.pipe, self.waiting.get(self.written..)) {
            if rest.is_empty() {
                break;
            }
            match pipe.write(rest) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
        if self.last {
            self.pipe = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::task::Failure;
    use super::super::wire;
    use super::*;
    use std::io::Read;

    fn there_and_back<T: Wire + PartialEq + std::fmt::Debug>(sent: &T) {
        let message = wire::message(sent);
        assert_eq!(wire::value::<T>(&message[wire::LENGTH..]).as_ref(), Some(sent));
    }

    #[test]
    fn what_goes_up_and_down_survives_the_trip() {
        there_and_back(&Answer::Listen);
        there_and_back(&Answer::Say(b"4-3\n".to_vec()));
        there_and_back(&Answer::Close(Vec::new()));
        there_and_back(&Answer::Stop);
        there_and_back(&Up::Said(vec![0, 255]));
        there_and_back(&Up::Over(Err(Failure::Fault("no".to_owned()))));
    }

    #[test]
    fn a_mouth_never_waits_and_gives_all_it_was_told_to_a_reader_who_does() {
        let folder = tempfile::tempdir().unwrap();
        let mut mouth = Mouth::make(folder.path()).unwrap();
        let mut ear = File::open(pipe_in(folder.path())).unwrap();
        mouth.program_has_it();
        let long: Vec<u8> = (0..1_000_000u32).map(|i| i as u8).collect();
        mouth.say(long.clone(), false);
        assert!(mouth.ear().is_some(), "more than a pipe holds is left over");
        mouth.say(b"end".to_vec(), true);
        let reading = std::thread::spawn(move || {
            let mut heard = Vec::new();
            ear.read_to_end(&mut heard).map(|_| heard)
        });
        while let Some(ear) = mouth.ear() {
            nix::poll::poll(&mut [ear], nix::poll::PollTimeout::NONE).unwrap();
            mouth.write_what_fits();
        }
        assert_eq!(reading.join().unwrap().unwrap(), [&long[..], b"end"].concat());
    }

    #[test]
    fn a_mouth_that_nobody_listens_to_gives_up() {
        let folder = tempfile::tempdir().unwrap();
        let mut mouth = Mouth::make(folder.path()).unwrap();
        drop(File::open(pipe_in(folder.path())).unwrap());
        mouth.program_has_it();
        mouth.say(vec![0; 1_000_000], false);
        assert!(mouth.ear().is_none() && mouth.pipe.is_none());
    }
}
