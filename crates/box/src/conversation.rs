//! A conversation of a program with a partner in the judge, for interactive tasks.
//!
//! **Idea.** The supervisor stands between the two, as in a run with a whole input. It sends the program's output to
//! the judge, and writes the partner's reply to the program's standard input.
//!
//! **Why no side waits forever.** Judge and supervisor take strict turns on their channel. The supervisor sends one
//! piece, and sends no other until it has read the one [`Reply`] to it. The opening comes first and replies to no
//! piece. So neither writes while the other does. The supervisor never waits for the program. It writes the program's
//! input without blocking, as much as the pipe takes. It leaves the program's output in its pipe until the judge has
//! answered. A program that neither reads nor writes, or that only writes, reaches a limit.
//!
//! **Why the time is fair.** The limits of processor time and of the clock hold for one turn. They begin again with
//! every message of the partner. The clock stands still until the partner replies.
//!
//! **Cost.** Two small messages for each piece of the program's output. The memory is one message of the partner, and
//! the output limit.

use crate::task::Report;
use crate::wire::Wire;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};

/// The other side of a conversation with a program.
pub trait Partner {
    /// Returns the first message, before the program has written any output.
    fn opening(&mut self) -> Reply;

    /// Replies to `output`, the next bytes of the program. Pieces may be cut anywhere, even inside a line or a
    /// character. The program's clock stands still meanwhile.
    ///
    /// The last bytes come after the program has ended, and the reply to them is dropped.
    fn reply(&mut self, output: &[u8]) -> Reply;
}

/// A partner's reaction to the program's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Waits for more output in the same turn.
    Wait,
    /// Sends these bytes, and a new turn begins.
    Send(Vec<u8>),
    /// Sends these bytes and closes the program's input.
    SendLast(Vec<u8>),
    /// Ends the run.
    Stop,
}

/// A message from the supervisor to the judge.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// A piece of the program's output. The supervisor awaits a reply.
    Output(Vec<u8>),
    /// The run is over.
    Finished(Report),
}

impl Wire for Reply {
    fn put(&self, out: &mut Vec<u8>) {
        let (kind, bytes) = match self {
            Reply::Wait => (0, &[][..]),
            Reply::Send(bytes) => (1, &bytes[..]),
            Reply::SendLast(bytes) => (2, &bytes[..]),
            Reply::Stop => (3, &[][..]),
        };
        (kind, bytes.to_vec()).put(out);
    }
    fn get(from: &mut &[u8]) -> Option<Reply> {
        match <(u64, Vec<u8>)>::get(from)? {
            (0, _) => Some(Reply::Wait),
            (1, bytes) => Some(Reply::Send(bytes)),
            (2, bytes) => Some(Reply::SendLast(bytes)),
            (3, _) => Some(Reply::Stop),
            _ => None,
        }
    }
}

impl Wire for Message {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Message::Output(bytes) => {
                0u64.put(out);
                bytes.put(out);
            }
            Message::Finished(report) => {
                1u64.put(out);
                report.put(out);
            }
        }
    }
    fn get(from: &mut &[u8]) -> Option<Message> {
        match u64::get(from)? {
            0 => Vec::get(from).map(Message::Output),
            1 => Report::get(from).map(Message::Finished),
            _ => None,
        }
    }
}

/// The supervisor's end of the program's standard input.
pub(crate) struct StdinWriter {
    /// `None` after the end of the input.
    pipe: Option<File>,
    waiting: Vec<u8>,
    /// The number of written bytes of `waiting`.
    written: usize,
    /// Whether the end of the input follows.
    last: bool,
}

impl StdinWriter {
    /// Makes the pipe, and also returns the program's end of it. While the supervisor holds that end, the program's
    /// closing of its input goes unnoticed.
    ///
    /// # Errors
    /// If the pipe cannot be made.
    pub(crate) fn pair() -> io::Result<(StdinWriter, File)> {
        let (reader, writer) = io::pipe()?;
        fcntl(&writer, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        let stdin_writer = StdinWriter {
            pipe: Some(OwnedFd::from(writer).into()),
            waiting: Vec::new(),
            written: 0,
            last: false,
        };
        Ok((stdin_writer, OwnedFd::from(reader).into()))
    }

    /// Writes `bytes` after all earlier ones. With `last`, the end of the input follows them.
    pub(crate) fn say(&mut self, bytes: Vec<u8>, last: bool) {
        self.waiting.drain(..self.written);
        self.written = 0;
        self.waiting.extend(bytes);
        self.last |= last;
        self.write_what_fits();
    }

    /// Returns the descriptor to poll, if there are bytes left to write.
    pub(crate) fn poll_fd(&self) -> Option<PollFd<'_>> {
        let pipe = self.pipe.as_ref().filter(|_| self.written < self.waiting.len())?;
        Some(PollFd::new(pipe.as_fd(), PollFlags::POLLOUT))
    }

    /// Writes as much as the pipe takes now. An error is the program's own affair: it may have closed its input or
    /// ended.
    pub(crate) fn write_what_fits(&mut self) {
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
    use super::*;
    use crate::task::Failure;
    use crate::wire;
    use std::io::Read;

    fn there_and_back<T: Wire + PartialEq + std::fmt::Debug>(sent: &T) {
        let message = wire::message(sent);
        assert_eq!(wire::value::<T>(&message[wire::LENGTH..]).as_ref(), Some(sent));
    }

    #[test]
    fn what_goes_up_and_down_survives_the_trip() {
        there_and_back(&Reply::Wait);
        there_and_back(&Reply::Send(b"4-3\n".to_vec()));
        there_and_back(&Reply::SendLast(Vec::new()));
        there_and_back(&Reply::Stop);
        there_and_back(&Message::Output(vec![0, 255]));
        there_and_back(&Message::Finished(Err(Failure::Fault("no".to_owned()))));
    }

    #[test]
    fn a_sender_never_waits_and_a_waiting_reader_gets_all() {
        let (mut stdin_writer, mut ear) = StdinWriter::pair().unwrap();
        let long: Vec<u8> = (0..1_000_000u32).map(|i| i as u8).collect();
        stdin_writer.say(long.clone(), false);
        assert!(stdin_writer.poll_fd().is_some(), "more than a pipe holds is left over");
        stdin_writer.say(b"end".to_vec(), true);
        let reading = std::thread::spawn(move || {
            let mut heard = Vec::new();
            ear.read_to_end(&mut heard).map(|_| heard)
        });
        while let Some(ear) = stdin_writer.poll_fd() {
            nix::poll::poll(&mut [ear], nix::poll::PollTimeout::NONE).unwrap();
            stdin_writer.write_what_fits();
        }
        assert_eq!(reading.join().unwrap().unwrap(), [&long[..], b"end"].concat());
    }

    #[test]
    fn a_mouth_that_nobody_listens_to_gives_up() {
        let (mut stdin_writer, ear) = StdinWriter::pair().unwrap();
        drop(ear);
        stdin_writer.say(vec![0; 1_000_000], false);
        assert!(stdin_writer.poll_fd().is_none() && stdin_writer.pipe.is_none());
    }
}
