//! The connection to one other process.
//!
//! **Idea.** If a connection ends too early, the library that carries the messages panics in its own threads. Threads
//! that wait for messages then wait for ever. The library accepts any kind of stream, so it gets this one, which never
//! fails. On an error, the stream reports to the main thread, and the read or write does not return. The main thread
//! then ends the process. In the same way, a process learns why another one stops.
//!
//! The bytes on the wire are cut into frames: a length of four bytes, then that many bytes of messages. Three lengths
//! have another meaning: a sign of life, the orderly end, and the reason for stopping. A healthy process gives a sign
//! of life every [`PULSE`]. A process that was silent for [`SILENCE`] counts as lost.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::{Event, Fault, FaultKind};

/// The interval between signs of life.
pub(super) const PULSE: Duration = Duration::from_secs(1);
/// The silence after which a process counts as lost.
pub const SILENCE: Duration = Duration::from_secs(10);
/// The most time of a stopping process for sending its reason to another.
const HASTE: Duration = Duration::from_millis(500);

const ALIVE: u32 = 0;
const ENDED: u32 = u32::MAX;
const STOPPED: u32 = u32::MAX - 1;
/// The longest frame of messages.
const MAX_FRAME_BYTES: usize = 1 << 24;
/// The longest reason for stopping, in bytes.
const MAX_REASON_BYTES: u32 = 1 << 16;

/// One end of the connection. Clones are further handles to the same end.
pub(super) struct Link {
    /// The other process.
    process: usize,
    reader: TcpStream,
    /// The unread bytes of the current frame.
    left: usize,
    heard: bool,
    ended: bool,
    writer: Arc<Mutex<Writer>>,
    events: Sender<Event>,
}

struct Writer {
    stream: TcpStream,
    /// Whether the stream has ended.
    ended: bool,
}

/// The main thread's end of a link, for signs of life and the reason for stopping.
pub(super) struct Line(Arc<Mutex<Writer>>);

impl Link {
    /// Returns a link over a connection to `process`, whose first sign of life may take up to `patience`.
    pub(super) fn new(
        stream: TcpStream,
        process: usize,
        patience: Duration,
        events: Sender<Event>,
    ) -> io::Result<(Link, Line)> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SILENCE))?;
        stream.set_read_timeout(Some(patience + SILENCE))?;
        let writer = Arc::new(Mutex::new(Writer {
            stream: stream.try_clone()?,
            ended: false,
        }));
        let line = Line(Arc::clone(&writer));
        let link = Link {
            process,
            reader: stream,
            left: 0,
            heard: false,
            ended: false,
            writer,
            events,
        };
        Ok((link, line))
    }

    /// Reports to the main thread, which ends the process. It never returns.
    fn give_up(&self, event: Event) -> ! {
        // If nobody listens any more, the process is ending already.
        let _ = self.events.send(event);
        loop {
            std::thread::park();
        }
    }

    fn lost(&self, error: &io::Error) -> ! {
        use io::ErrorKind::{ConnectionReset, TimedOut, UnexpectedEof, WouldBlock};
        let why = match error.kind() {
            TimedOut | WouldBlock => {
                format!("it was silent for {} seconds", SILENCE.as_secs())
            }
            UnexpectedEof | ConnectionReset | io::ErrorKind::BrokenPipe => {
                "it ended before the work was done".to_owned()
            }
            _ => error.to_string(),
        };
        self.give_up(Event::Lost(self.process, why))
    }

    /// Waits for the next frame of messages or the end.
    fn next_frame(&mut self) -> io::Result<()> {
        while self.left == 0 && !self.ended {
            let length = read_number(&mut self.reader)?;
            if !self.heard {
                self.heard = true;
                self.reader.set_read_timeout(Some(SILENCE))?;
            }
            match length {
                ALIVE => {}
                ENDED => self.ended = true,
                STOPPED => {
                    let fault = read_fault(&mut self.reader)?;
                    self.give_up(Event::Stopped(self.process, fault));
                }
                length if length as usize <= MAX_FRAME_BYTES => self.left = length as usize,
                _ => return Err(io::Error::other("its message does not follow the protocol")),
            }
        }
        Ok(())
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.next_frame().and_then(|()| {
            let wanted = self.left.min(buffer.len());
            // At the end nothing is left, and even a read of nothing would wait.
            if wanted == 0 {
                return Ok(0);
            }
            let read = self.reader.read(&mut buffer[..wanted])?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.left -= read;
            Ok(read)
        });
        read.or_else(|error| self.lost(&error))
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let now = &bytes[..bytes.len().min(MAX_FRAME_BYTES)];
        if now.is_empty() {
            return Ok(0);
        }
        let mut writer = lock(&self.writer);
        let length = u32::try_from(now.len()).expect("a frame is short");
        let written = writer.frame(length, now);
        drop(writer);
        match written {
            Ok(()) => Ok(now.len()),
            Err(error) => self.lost(&error),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(Link {
            reader: self.reader.try_clone()?,
            writer: Arc::clone(&self.writer),
            events: self.events.clone(),
            ..*self
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.reader.set_nonblocking(nonblocking)
    }

    /// Writes the orderly end, after the last message.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        let mut writer = lock(&self.writer);
        writer.ended = true;
        let written = writer.frame(ENDED, &[]);
        drop(writer);
        written.or_else(|error| self.lost(&error))
    }
}

impl Drop for Link {
    /// Reports a panic of the thread with the link, so that the others do not wait for ever.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.events.send(Event::Panicked);
        }
    }
}

impl Line {
    /// Sends a sign of life, unless messages are being written: they are signs enough.
    ///
    /// Returns whether a further one is possible.
    pub(super) fn pulse(&self) -> bool {
        let Ok(mut writer) = self.0.try_lock() else {
            return true;
        };
        // If this fails, so does the read, and that reports it.
        !writer.ended && writer.frame(ALIVE, &[]).is_ok()
    }

    /// Sends the reason for stopping to the other process, unless blocked messages are being written.
    pub(super) fn stop(&self, fault: &Fault) {
        let mut reason = fault.message.as_bytes();
        reason = &reason[..reason.len().min(MAX_REASON_BYTES as usize)];
        let mut bytes = vec![fault.kind.code()];
        bytes.extend((reason.len() as u32).to_be_bytes());
        bytes.extend(reason);
        let deadline = Instant::now() + HASTE;
        while Instant::now() < deadline {
            if let Ok(mut writer) = self.0.try_lock() {
                // A failure does not matter: the other process will see that this one is lost.
                if !writer.ended && writer.stream.set_write_timeout(Some(HASTE)).is_ok() {
                    let _ = writer.frame(STOPPED, &bytes);
                    writer.ended = true;
                }
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Writer {
    fn frame(&mut self, length: u32, bytes: &[u8]) -> io::Result<()> {
        // One write, and so one packet, for the many short frames.
        const SHORT: usize = 1 << 12;
        let (with_length, rest) = bytes.split_at(bytes.len().min(SHORT));
        let mut start = [0; 4 + SHORT];
        start[..4].copy_from_slice(&length.to_be_bytes());
        start[4..4 + with_length.len()].copy_from_slice(with_length);
        self.stream.write_all(&start[..4 + with_length.len()])?;
        self.stream.write_all(rest)
    }
}

/// Locks a writer, which is valid even after a panic elsewhere: the reader notices an incomplete frame.
fn lock(writer: &Mutex<Writer>) -> MutexGuard<'_, Writer> {
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_number(reader: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    reader.read_exact(&mut bytes)?;
    Ok(u32::from_be_bytes(bytes))
}

fn read_fault(reader: &mut impl Read) -> io::Result<Fault> {
    let mut code = [0];
    reader.read_exact(&mut code)?;
    let length = read_number(reader)?.min(MAX_REASON_BYTES);
    let mut reason = vec![0; length as usize];
    reader.read_exact(&mut reason)?;
    // Escape text from the network line by line, so that a terminal only displays it.
    let lines = reason.split(|&byte| byte == b'\n');
    let shown: Vec<String> = lines.map(|line| gamesolve_text::quoted(line, 400)).collect();
    Ok(Fault {
        kind: FaultKind::of_code(code[0]),
        message: shown.join("\n"),
    })
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    struct End {
        link: Link,
        line: Line,
        events: Receiver<Event>,
    }

    /// Returns the two ends of a connection.
    fn pair() -> [End; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (other, _) = listener.accept().unwrap();
        [(one, 7), (other, 8)].map(|(stream, process)| {
            let (sender, events) = channel();
            let (link, line) = Link::new(stream, process, SILENCE, sender).unwrap();
            End { link, line, events }
        })
    }

    #[test]
    fn messages_arrive_whole_whatever_stands_between_them() {
        let [mut one, mut other] = pair();
        let sent: Vec<u8> = (0..100_000u32).map(|n| (n % 251) as u8).collect();
        let copy = sent.clone();
        let writing = std::thread::spawn(move || {
            for piece in copy.chunks(777) {
                one.link.write_all(piece).unwrap();
                one.line.pulse();
            }
            one.link.shutdown(Shutdown::Write).unwrap();
            one.line.pulse();
            one
        });
        let mut read = Vec::new();
        other.link.read_to_end(&mut read).unwrap();
        assert_eq!(read, sent);
        assert_eq!(other.link.read(&mut [0; 9]).unwrap(), 0, "the end stays the end");
        drop(writing.join().unwrap());
        assert!(other.events.try_recv().is_err());
    }

    /// Returns the report to the main thread about a read of a link that does not return.
    fn heard(mut end: End) -> Event {
        std::thread::spawn(move || end.link.read(&mut [0; 9]));
        end.events.recv().unwrap()
    }

    #[test]
    fn the_reason_for_stopping_arrives() {
        let [one, other] = pair();
        one.line.stop(&Fault {
            kind: FaultKind::Refused,
            message: "error: too large\n\x1b[2J".to_owned(),
        });
        let Event::Stopped(7 | 8, fault) = heard(other) else {
            panic!("another event");
        };
        assert_eq!(fault.kind, FaultKind::Refused);
        assert_eq!(fault.message, "error: too large\n\\x1b[2J");
    }

    #[test]
    fn a_connection_that_ends_without_an_end_is_lost() {
        let [one, other] = pair();
        drop((one.link, one.line));
        assert!(matches!(heard(other), Event::Lost(8, why) if why.contains("ended before")));
    }

    #[test]
    fn what_nobody_understands_is_a_loss() {
        let [one, other] = pair();
        let mut writer = one.line.0.lock().unwrap();
        writer.frame(MAX_FRAME_BYTES as u32 + 1, &[]).unwrap();
        assert!(matches!(heard(other), Event::Lost(8, why) if why.contains("protocol")));
    }
}
