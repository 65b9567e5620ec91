//! How the processes of a cluster find each other.
//!
//! Every process listens at its own address and calls those with smaller numbers, again and again until they answer.
//! Both sides of a connection then say who they are and what they were given, so that two processes that were not
//! given the same never start to work. Whoever calls and is no process of a cluster is hung up on.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::fingerprint::Fingerprint;
use super::hosts::Hosts;
use super::{Fault, FaultKind};

/// The greeting of a process: who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Greeting {
    pub(super) process: usize,
    /// How many threads it could work with.
    pub(super) threads: usize,
    /// A number that stands for the hosts file.
    pub(super) hosts: u64,
    /// A number that stands for the input.
    pub(super) input: u64,
}

/// A connection to another process, and how many threads that one could work with.
pub(super) struct Met {
    pub(super) stream: TcpStream,
    pub(super) threads: usize,
}

/// The beginning of every greeting: `gamesolve` in short, and what has to change with what is said over a connection.
const MARK: u64 = u64::from_be_bytes(*b"gmslv  1");
const NUMBERS: usize = 6;
/// How long a caller has to greet, and an address to be reached.
const POLITE: Duration = Duration::from_secs(5);
/// How often is looked whether somebody calls.
const LOOK: Duration = Duration::from_millis(20);
/// How long until a process that does not answer is called again.
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

    /// Returns the greeting of the other side; `None` for one of another version.
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

/// A greeting that came, and over what.
struct Answer {
    stream: TcpStream,
    greeting: Option<Greeting>,
    /// The process that was called, where this one did the calling.
    called: Option<usize>,
}

/// Meets all other processes: the connections by number, `None` for this process itself.
///
/// # Errors
/// Where this process cannot listen at its address, where somebody is missing after `patience`, and where another
/// process was not given the same.
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
        // It may take its time, but once it greets it has this process's greeting and goes on with this connection.
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
            // Where nobody listens any more, the meeting is over.
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

/// Is greeted by a caller and greets.
fn answer(stream: &TcpStream, own: Greeting) -> io::Result<Option<Greeting>> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(POLITE))?;
    let greeting = Greeting::read(stream)?;
    own.write(stream)?;
    Ok(greeting)
}

/// Answers whoever calls. Each caller has a thread of its own, so that one who says nothing keeps nobody waiting.
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

/// Returns the process that answered, if it is one that was waited for and was given the same as this one.
fn accepted(hosts: &Hosts, own: Greeting, answer: &Answer, met: &[Option<Met>]) -> Result<usize, Fault> {
    let bad = |message: String| {
        let hint = "all processes are given the same hosts file and the same input, each its own `--process`";
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
            "somebody else says to be process {process}, of {} processes",
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

    /// Returns the result of each process that greets like this.
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
