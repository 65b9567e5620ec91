//! The meeting of the processes of a cluster.
//!
//! Every process listens at its own address and calls the processes with smaller numbers, again and again until they
//! answer. Both sides of a connection then send their number and fingerprints of their input and hosts. So two
//! processes with different inputs never start to work. A caller that is not a process of the cluster is disconnected.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::fingerprint::Fingerprint;
use super::hosts::Hosts;
use super::{Fault, FaultKind};

/// The greeting of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Greeting {
    pub(super) process: usize,
    /// The number of threads that it could use.
    pub(super) threads: usize,
    /// A number for the hosts file.
    pub(super) hosts: u64,
    /// A number for the input.
    pub(super) input: u64,
}

/// A connection to another process, and the number of threads that it could use.
pub(super) struct Met {
    pub(super) stream: TcpStream,
    pub(super) threads: usize,
}

/// The beginning of every greeting: `gamesolve` in short, and a version that changes with the protocol.
const MARK: u64 = u64::from_be_bytes(*b"gmslv  1");
const NUMBERS: usize = 6;
/// The time within which a caller must greet and an address must respond.
const POLITE: Duration = Duration::from_secs(5);
/// The interval between checks for callers.
const LOOK: Duration = Duration::from_millis(20);
/// The interval between calls to a process that does not answer.
const AGAIN: Duration = Duration::from_millis(100);

impl Greeting {
    fn version() -> u64 {
        let mut version = Fingerprint::default();
        version.add(env!("CARGO_PKG_VERSION").as_bytes());
        version.number()
    }

    fn write(&self, mut stream: &TcpStream) -> io::Result<()> {
        let numbers = [
            MARK,
            Greeting::version(),
            self.process as u64,
            self.threads as u64,
            self.hosts,
            self.input,
        ];
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_be_bytes()).collect();
        stream.write_all(&bytes)
    }

    /// Returns the greeting of the other side, or `None` for another version.
    fn read(mut stream: &TcpStream) -> io::Result<Option<Greeting>> {
        let mut bytes = [0; 8 * NUMBERS];
        stream.read_exact(&mut bytes)?;
        let mut numbers = [0; NUMBERS];
        for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
            *number = u64::from_be_bytes(*bytes);
        }
        let [mark, version, process, threads, hosts, input] = numbers;
        if mark != MARK {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let size = |number| usize::try_from(number).unwrap_or(usize::MAX);
        Ok((version == Greeting::version()).then_some(Greeting {
            process: size(process),
            threads: size(threads),
            hosts,
            input,
        }))
    }
}

/// A received greeting and its connection.
struct Answer {
    stream: TcpStream,
    greeting: Option<Greeting>,
    /// The called process, if this process made the call.
    called: Option<usize>,
}

/// Meets all other processes and returns the connections by number, `None` for this process itself.
///
/// # Errors Fails if this process cannot listen at its address. Also fails if a process is missing after `patience`, or
/// if another process has other hosts or another input.
pub(super) fn meet(hosts: &Arc<Hosts>, own: Greeting, patience: Duration) -> Result<Vec<Option<Met>>, Fault> {
    let deadline = Instant::now() + patience;
    let address = hosts.address(own.process);
    let cannot = |error| {
        let message = format!(
            "error: cannot listen on {address}, the address of process {}: {error}\nhint: the hosts file \
             must name this machine and a free port for it",
            own.process
        );
        Fault::new(FaultKind::Own, message)
    };
    let listener = TcpListener::bind(address.as_str()).map_err(cannot)?;
    listener.set_nonblocking(true).map_err(cannot)?;

    let (sender, answers) = channel();
    let over = Arc::new(AtomicBool::new(false));
    for process in 0..own.process {
        let (hosts, over, sender) = (Arc::clone(hosts), Arc::clone(&over), sender.clone());
        std::thread::spawn(move || call(&hosts, process, own, patience, &over, &sender));
    }
    {
        let over = Arc::clone(&over);
        std::thread::spawn(move || listen(&listener, own, &over, &sender));
    }

    let mut met: Vec<Option<Met>> = hosts.all().map(|_| None).collect();
    let result = loop {
        let missing = |met: &[Option<Met>]| -> Vec<usize> {
            let absent = |&process: &usize| process != own.process && met[process].is_none();
            (0..met.len()).filter(absent).collect()
        };
        let absent = missing(&met);
        if absent.is_empty() {
            break Ok(met);
        }
        match answers.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(answer) => match accepted(hosts, own, &answer, &met) {
                Ok(process) => {
                    met[process] = Some(Met {
                        threads: answer.greeting.map_or(1, |greeting| greeting.threads),
                        stream: answer.stream,
                    });
                }
                Err(fault) => break Err(fault),
            },
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                break Err(did_not_come(hosts, &absent, patience));
            }
        }
    };
    over.store(true, Ordering::Relaxed);
    result
}

/// Calls a process until it answers.
fn call(hosts: &Hosts, process: usize, own: Greeting, patience: Duration, over: &AtomicBool, answers: &Sender<Answer>) {
    let once = || -> io::Result<Answer> {
        let stream = connect(hosts.address(process).as_str())?;
        // The other side may take its time. Once it greets, it has this process's greeting and keeps this connection.
        stream.set_read_timeout(Some(patience.max(LOOK)))?;
        own.write(&stream)?;
        Ok(Answer {
            greeting: Greeting::read(&stream)?,
            stream,
            called: Some(process),
        })
    };
    while !over.load(Ordering::Relaxed) {
        if let Ok(answer) = once() {
            // If nobody listens any more, the meeting is over.
            let _ = answers.send(answer);
            return;
        }
        std::thread::sleep(AGAIN);
    }
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut failure = io::ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, POLITE) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Reads a caller's greeting and sends this process's own.
fn answer(stream: &TcpStream, own: Greeting) -> io::Result<Option<Greeting>> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(POLITE))?;
    let greeting = Greeting::read(stream)?;
    own.write(stream)?;
    Ok(greeting)
}

/// Answers all callers. Each has a thread of its own, so that a silent caller delays nobody.
fn listen(listener: &TcpListener, own: Greeting, over: &AtomicBool, answers: &Sender<Answer>) {
    while !over.load(Ordering::Relaxed) {
        let Ok((stream, _)) = listener.accept() else {
            std::thread::sleep(LOOK);
            continue;
        };
        let answers = answers.clone();
        std::thread::spawn(move || {
            if let Ok(greeting) = answer(&stream, own) {
                let _ = answers.send(Answer {
                    stream,
                    greeting,
                    called: None,
                });
            }
        });
    }
}

/// Returns the number of the process that answered, if it was missing and has the same input as this one.
fn accepted(hosts: &Hosts, own: Greeting, answer: &Answer, met: &[Option<Met>]) -> Result<usize, Fault> {
    let bad = |message: String| {
        let hint = "give all processes the same hosts file and input, and each its own `--process`";
        Fault::new(FaultKind::BadInput, format!("error: {message}\nhint: {hint}"))
    };
    let Some(other) = answer.greeting else {
        return Err(bad("another process is of another version".to_owned()));
    };
    let process = other.process;
    if other.hosts != own.hosts {
        return Err(bad(format!("process {process} was given another hosts file")));
    }
    let shown = |process: usize| format!("process {process} ({})", hosts.address(process));
    let expected = match answer.called {
        Some(called) => process == called,
        None => (own.process + 1..hosts.len()).contains(&process),
    };
    if !expected {
        return Err(bad(format!(
            "another process claims to be process {process}, of {} processes",
            hosts.len()
        )));
    }
    if met[process].is_some() {
        return Err(bad(format!("{} is there twice", shown(process))));
    }
    if other.input != own.input {
        return Err(bad(format!("{} was given another input", shown(process))));
    }
    Ok(process)
}

fn did_not_come(hosts: &Hosts, absent: &[usize], patience: Duration) -> Fault {
    const SHOWN: usize = 3;
    let mut missing: Vec<String> = absent
        .iter()
        .take(SHOWN)
        .map(|&process| format!("process {process} ({})", hosts.address(process)))
        .collect();
    if absent.len() > SHOWN {
        missing.push(format!("{} more", absent.len() - SHOWN));
    }
    let message = format!(
        "error: {} did not come up within {} s\nhint: `--cluster-wait` sets how long to wait",
        missing.join(", "),
        patience.as_secs()
    );
    Fault::new(FaultKind::Own, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(30);

    fn hosts(count: usize) -> Arc<Hosts> {
        let free: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let lines: String = free
            .iter()
            .map(|port| format!("{}\n", port.local_addr().unwrap()))
            .collect();
        Arc::new(Hosts::read(lines.as_bytes()).unwrap())
    }

    fn greeting(process: usize) -> Greeting {
        Greeting {
            process,
            threads: 1 + process,
            hosts: 5,
            input: 6,
        }
    }

    /// Returns the result of each process with these greetings.
    fn met(hosts: &Arc<Hosts>, greetings: &[Greeting], patience: Duration) -> Vec<Result<Vec<Option<Met>>, Fault>> {
        let meeting = greetings.iter().map(|&own| {
            let hosts = Arc::clone(hosts);
            std::thread::spawn(move || meet(&hosts, own, patience))
        });
        let threads: Vec<_> = meeting.collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    }

    fn messages(results: Vec<Result<Vec<Option<Met>>, Fault>>) -> Vec<String> {
        let message = |result: Result<_, Fault>| result.err().map(|fault| fault.message);
        results.into_iter().filter_map(message).collect()
    }

    #[test]
    fn everybody_meets_everybody_else_and_strangers_are_hung_up_on() {
        let hosts = hosts(3);
        let first = hosts.address(0).as_str().to_owned();
        let over = Arc::new(AtomicBool::new(false));
        let stranger = {
            let over = Arc::clone(&over);
            std::thread::spawn(move || {
                let mut calls = 0;
                while !over.load(Ordering::Relaxed) {
                    if let Ok(mut stream) = TcpStream::connect(&first) {
                        calls += 1;
                        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: a host with a long name\r\n\r\n");
                    }
                }
                calls
            })
        };
        let greetings: Vec<_> = (0..3).map(greeting).collect();
        for (process, result) in met(&hosts, &greetings, PATIENCE).into_iter().enumerate() {
            let threads: Vec<_> = result
                .unwrap_or_else(|fault| panic!("{}", fault.message))
                .into_iter()
                .map(|met| met.map(|met| met.threads))
                .collect();
            let expected: Vec<_> = (0..3).map(|p| (p != process).then_some(1 + p)).collect();
            assert_eq!(threads, expected);
        }
        over.store(true, Ordering::Relaxed);
        stranger.join().unwrap();
    }

    #[test]
    fn both_sides_say_that_they_were_not_given_the_same() {
        for (other, words) in [
            (
                Greeting {
                    hosts: 9,
                    ..greeting(1)
                },
                "another hosts file",
            ),
            (
                Greeting {
                    input: 9,
                    ..greeting(1)
                },
                "another input",
            ),
        ] {
            let results = messages(met(&hosts(2), &[greeting(0), other], PATIENCE));
            assert_eq!(results.len(), 2);
            assert!(results.iter().all(|m| m.contains(words)), "{results:?}");
        }
    }

    #[test]
    fn somebody_who_does_not_come_is_named_in_time() {
        let hosts = hosts(3);
        let wait = Duration::from_millis(300);
        let results = messages(met(&hosts, &[greeting(1)], wait));
        let [message] = &results[..] else { panic!("{results:?}") };
        let missing = format!(
            "process 0 ({}), process 2 ({}) did not come up",
            hosts.address(0),
            hosts.address(2)
        );
        assert!(message.contains(&missing), "{message}");
    }

    #[test]
    fn a_port_that_is_taken_is_an_error_at_once() {
        let hosts = hosts(2);
        let _taken = TcpListener::bind(hosts.address(0).as_str()).unwrap();
        let results = messages(met(&hosts, &[greeting(0)], PATIENCE));
        assert!(results[0].contains("cannot listen on"), "{results:?}");
    }
}
