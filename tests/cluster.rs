//! `gamesolve game --cluster`: several processes on this machine, over its own network.
//!
//! This is a target of its own, so that the gate need not build all other tests once more with the feature.
#![cfg(target_os = "linux")]
// Tests may panic: the panic is the report.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin_cmd;
use gamesolve::engine::Outcome;
use gamesolve::engine::graph::{Graph, GraphGame};
use gamesolve::engine::retrograde;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use predicates::str::contains;
use tempfile::TempDir;

/// The limit of a run. Only a run that hangs reaches it.
const LONG: Duration = Duration::from_secs(180);

/// Returns ports without a listener, below the ports that the system gives out on demand.
fn free_ports(count: usize) -> Vec<u16> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let ports = std::iter::repeat_with(|| {
        let step = NEXT.fetch_add(1, Ordering::Relaxed);
        20_000 + ((std::process::id().wrapping_mul(101).wrapping_add(step)) % 12_000) as u16
    });
    let free = ports.filter(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok());
    free.take(count).collect()
}

/// A folder with a hosts file and inputs.
struct Yard {
    folder: TempDir,
    processes: usize,
}

impl Yard {
    fn new(processes: usize) -> Yard {
        let yard = Yard {
            folder: tempfile::tempdir().unwrap(),
            processes,
        };
        yard.put("hosts", &yard.free_hosts());
        yard
    }

    fn free_hosts(&self) -> String {
        let ports = free_ports(self.processes);
        ports.iter().map(|p| format!("127.0.0.1:{p}\n")).collect()
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn start(&self, index: usize, input: &Path, more: &[&str]) -> Child {
        self.start_with("hosts", index, input, more)
    }

    fn start_with(&self, hosts: &str, index: usize, input: &Path, more: &[&str]) -> Child {
        let mut command = Command::new(cargo_bin_cmd!("gamesolve").get_program());
        command
            .args(["game", "--cluster"])
            .arg(self.folder.path().join(hosts))
            .args(["--process", &index.to_string()])
            .arg(input)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if !more.contains(&"--threads") {
            command.args(["--threads", "1"]);
        }
        command.spawn().unwrap()
    }

    /// Runs all processes to their ends, each with the same input.
    fn run(&self, input: &Path, more: &[&str]) -> Vec<Ended> {
        let children = (0..self.processes).map(|index| self.start(index, input, more));
        ended(children.collect())
    }
}

/// The end of a process.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ended {
    /// Asserts that the process gave one error, this exit code and no answer.
    #[track_caller]
    fn failed(&self, code: i32, words: &str) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        assert_eq!(self.stdout, "");
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        assert_eq!(self.stderr.matches("error:").count(), 1, "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        assert!(self.stderr.contains(words), "{words}: {}", self.stderr);
    }
}

/// Waits for processes to end. If one does not, it is ended, and the test fails.
#[track_caller]
fn ended(children: Vec<Child>) -> Vec<Ended> {
    let deadline = Instant::now() + LONG;
    let wait = |mut child: Child| {
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > deadline {
                child.kill().unwrap();
                panic!("a process hangs: {:?}", child.wait_with_output());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        Ended {
            code: status.code(),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
        }
    };
    children.into_iter().map(wait).collect()
}

/// Waits until the worker of each process is at work, so that all have met.
fn at_work(children: &[Child]) {
    let deadline = Instant::now() + LONG;
    for child in children {
        let tasks = format!("/proc/{}/task", child.id());
        let working = || {
            let mut tasks = fs::read_dir(&tasks).into_iter().flatten().flatten();
            tasks.any(|task| {
                let name = fs::read_to_string(task.path().join("comm"));
                name.is_ok_and(|name| name.starts_with("timely:work"))
            })
        };
        while !working() {
            assert!(Instant::now() < deadline, "no worker");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).unwrap();
}

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns a random graph with some vertices without arcs.
fn random_arcs(random: &mut Random, vertices: usize, arcs: usize) -> Vec<(u32, u32)> {
    let sinks = 1 + random.below(vertices / 3 + 1);
    let pairs = std::iter::repeat_with(|| (random.below(vertices), random.below(vertices)));
    let pairs = pairs.take(arcs).map(|(tail, head)| (tail as u32, head as u32));
    pairs.filter(|arc| arc.0 as usize >= sinks).collect()
}

fn lines(arcs: &[(u32, u32)]) -> String {
    let line = |&(tail, head): &(u32, u32)| format!("{} {}\n", tail + 1, head + 1);
    arcs.iter().map(line).collect()
}

fn text(vertices: usize, start: usize, arcs: &[(u32, u32)]) -> String {
    format!("{vertices} {}\n{}\n{}", arcs.len(), start + 1, lines(arcs))
}

/// Returns the engine's result for one memory, in the words of process 0.
fn expected(vertices: usize, start: usize, arcs: &[(u32, u32)]) -> (String, String) {
    let game = GraphGame::new(Graph::from_arcs(vertices, arcs), start as u32);
    let table = retrograde::solve(&game);
    let (won, lost, drawn) = table.counts();
    let longest = (0..vertices).filter_map(|v| table.distance(v)).max();
    let (answer, said) = match (table.outcome(start), table.distance(start)) {
        (Outcome::Win, Some(d)) => ("1\n", format!("the first player wins in {d}")),
        (Outcome::Loss, Some(d)) => ("2\n", format!("the first player loses in {d}")),
        _ => ("0\n", "nobody wins".to_owned()),
    };
    let counts = format!("{won} vertices won, {lost} lost, {drawn} drawn");
    let longest = longest.unwrap_or(0);
    (answer.to_owned(), format!("{said}; {counts}; longest play {longest}\n"))
}

#[track_caller]
fn agrees(ended: &[Ended], expected: &(String, String), context: &str) {
    for (process, ended) in ended.iter().enumerate() {
        assert_eq!(ended.code, Some(0), "{context}: {}", ended.stderr);
        let (stdout, stderr) = match process {
            0 => (expected.0.as_str(), expected.1.as_str()),
            _ => ("", ""),
        };
        assert_eq!(
            (ended.stdout.as_str(), ended.stderr.as_str()),
            (stdout, stderr),
            "{context}"
        );
    }
}

/// Writes a path that no process finishes during a test: every layer is a round.
fn endless(yard: &Yard) -> PathBuf {
    let arcs: Vec<_> = (1..2_000_000).map(|v| (v, v - 1)).collect();
    yard.put("endless", &text(2_000_000, 0, &arcs))
}

#[test]
fn cluster_of_two_and_three_agrees_with_one_process() {
    let mut random = Random(1);
    for processes in [2, 3] {
        let yard = Yard::new(processes);
        for round in 0..4 {
            let n = 1 + random.below(12);
            let m = 1 + random.below(4 * n);
            let arcs = random_arcs(&mut random, n, m);
            for start in 0..n {
                let text = text(n, start, &arcs);
                let input = yard.put("input", &text);
                let threads = if round == 0 { "2" } else { "1" };
                let ended = yard.run(&input, &["--threads", threads]);
                agrees(&ended, &expected(n, start, &arcs), &text);
                let alone = cargo_bin_cmd!("gamesolve").arg("game").arg(&input).output().unwrap();
                assert_eq!(alone.stdout, ended[0].stdout.as_bytes(), "{text}");
            }
        }
    }
}

#[test]
fn cluster_reads_a_folder_of_parts_as_one_text() {
    let mut random = Random(2);
    let yard = Yard::new(3);
    for round in 0..6 {
        let n = 2000;
        let arcs = random_arcs(&mut random, n, 5000);
        let whole = text(n, 7, &arcs);
        let mut parts: Vec<String> = vec![String::new()];
        for line in whole.split_inclusive('\n') {
            if parts.len() < 9 && random.below(200) == 0 {
                parts.push(String::new());
            }
            *parts.last_mut().unwrap() += line;
        }
        let folder = format!("parts{round}");
        for (index, part) in parts.iter().enumerate() {
            yard.put(&format!("{folder}/part-{index}"), part);
        }
        yard.put(&format!("{folder}/.hidden"), "not this");
        let ended = yard.run(&yard.folder.path().join(folder), &[]);
        agrees(&ended, &expected(n, 7, &arcs), "parts");
    }
}

#[test]
fn cluster_solves_several_blocks_and_process_0_alone_writes() {
    let mut random = Random(3);
    let (n, m) = (200_000, 600_000);
    let arcs = random_arcs(&mut random, n, m);
    let yard = Yard::new(2);
    let input = yard.put("large", &text(n, n - 1, &arcs));
    let output = yard.folder.path().join("output");
    let ended = yard.run(&input, &["-o", output.to_str().unwrap()]);
    let (answer, said) = expected(n, n - 1, &arcs);
    agrees(&ended, &(String::new(), said), "large");
    assert_eq!(fs::read_to_string(output).unwrap(), answer);
}

#[test]
fn cluster_ends_everywhere_when_a_process_is_killed() {
    let yard = Yard::new(3);
    let input = endless(&yard);
    for signal in [Signal::SIGKILL, Signal::SIGTERM] {
        let children: Vec<_> = (0..3).map(|index| yard.start(index, &input, &[])).collect();
        at_work(&children);
        send(&children[1], signal);
        let ended = ended(children);
        assert_eq!(ended[1].code, None, "ended by the signal");
        for process in [0, 2] {
            ended[process].failed(3, "lost process 1 (127.0.0.1:");
        }
    }
}

#[test]
fn cluster_notices_a_process_that_stands_still() {
    let yard = Yard::new(2);
    let input = endless(&yard);
    let mut children: Vec<_> = (0..2).map(|index| yard.start(index, &input, &[])).collect();
    at_work(&children);
    send(&children[1], Signal::SIGSTOP);
    let still = children.pop().unwrap();
    let lost = ended(children);
    // Continue the process before anything can fail: a stopped process outlives the test.
    send(&still, Signal::SIGCONT);
    let still = ended(vec![still]);
    lost[0].failed(3, "it was silent for 10 seconds");
    still[0].failed(3, "process 0");
}

#[test]
fn cluster_says_who_never_came() {
    let yard = Yard::new(3);
    let input = yard.put("input", "1 0\n1\n");
    let ended = ended(vec![yard.start(1, &input, &["--cluster-wait", "1"])]);
    ended[0].failed(3, "did not come up within 1 s");
    ended[0].failed(3, "error: process 0 (127.0.0.1:");
    ended[0].failed(3, "), process 2 (127.0.0.1:");
}

#[test]
fn cluster_says_that_a_port_is_taken() {
    let yard = Yard::new(2);
    let port = free_ports(1)[0];
    let _taken = TcpListener::bind(("127.0.0.1", port)).unwrap();
    yard.put("hosts", &format!("127.0.0.1:{port}\n127.0.0.1:1\n"));
    let input = yard.put("input", "1 0\n1\n");
    ended(vec![yard.start(0, &input, &[])])[0].failed(3, "cannot listen on 127.0.0.1:");
}

#[test]
fn cluster_does_not_start_with_different_inputs_or_hosts() {
    let yard = Yard::new(2);
    let one = yard.put("one", "2 1\n1\n1 2\n");
    for (name, text) in [("two", "2 1\n2\n1 2\n"), ("three", "2 1\n1\n1  2\n")] {
        let other = yard.put(name, text);
        for ended in ended(vec![yard.start(0, &one, &[]), yard.start(1, &other, &[])]) {
            ended.failed(2, "was given another input");
        }
    }
    let hosts = fs::read_to_string(yard.folder.path().join("hosts")).unwrap();
    yard.put("others", &format!("{hosts}127.0.0.1:1\n"));
    let children = vec![yard.start(0, &one, &[]), yard.start_with("others", 1, &one, &[])];
    for ended in ended(children) {
        ended.failed(2, "was given another hosts file");
    }
}

#[test]
fn cluster_names_the_place_of_malformed_input_everywhere() {
    let yard = Yard::new(2);
    let good = "1 2\n".repeat(600_000);
    let text = format!("2 1200001\n1\n{good}{good}1 3\n");
    let input = yard.put("bad", &text);
    let place = format!("{}:1200003:3\n", input.display());
    for ended in yard.run(&input, &[]) {
        ended.failed(2, "`3`");
        ended.failed(2, &place);
    }
    for (declared, found) in [(5, 4), (3, 4)] {
        let text = format!("2 {declared}\n1\n{}", "1 2\n".repeat(4));
        let input = yard.put("count", &text);
        let words = format!("`M` says {declared} arcs, found {found}\n  --> {}:1:3", input.display());
        for ended in yard.run(&input, &[]) {
            ended.failed(2, &words);
        }
    }
    let split = yard.put("split", "2 1\n1\n1\n2\n");
    for ended in yard.run(&split, &[]) {
        ended.failed(2, "expected the head of the arc, found end of line");
    }
}

#[test]
fn cluster_refuses_together_what_does_not_fit_one_process() {
    let yard = Yard::new(2);
    let input = yard.put("input", &text(1000, 0, &[(0, 1)]));
    let children = vec![
        yard.start(0, &input, &[]),
        yard.start(1, &input, &["--memory-limit", "7K"]),
    ];
    let ended = ended(children);
    ended[0].failed(4, "note: process 1 found this");
    for ended in &ended {
        ended.failed(4, "1000 vertices and 1 arcs among 2 processes need about 8.0 kB");
    }
    // Every arc enters one vertex. The average fits, and that worker does not.
    let arcs: Vec<_> = (1..1000).map(|tail| (tail, 0)).collect();
    let input = yard.put("skewed", &text(1000, 0, &arcs));
    for ended in yard.run(&input, &["--memory-limit", "11K"]) {
        ended.failed(4, "500 vertices and 999 arcs of one worker");
    }
}

#[test]
fn cluster_flags_are_checked_before_anything_starts() {
    let yard = Yard::new(2);
    let hosts = yard.folder.path().join("hosts");
    let input = yard.put("input", "1 0\n1\n");
    let run = |hosts: &Path, rest: &[&str]| {
        let mut command = cargo_bin_cmd!("gamesolve");
        command.args(["game", "--cluster"]).arg(hosts).args(rest);
        command.assert().code(2).stdout("")
    };
    let input = input.to_str().unwrap();
    run(&hosts, &["--process", "2", input]).stderr(contains("there is no process 2"));
    run(&hosts, &["--process", "0"]).stderr(contains("INPUT"));
    run(&hosts, &[input]).stderr(contains("--process"));
    run(&hosts, &["--process", "0", "-"]).stderr(contains("cannot share standard input"));
    run(&hosts, &["--process", "0", "missing"]).stderr(contains("cannot read `missing`"));
    run(&hosts, &["--process", "0", input, "--certify"]).stderr(contains("--certify"));
    run(&hosts, &["--process", "0", input, "--cluster-wait", "0"]).stderr(contains("0"));
    run(&hosts, &["--process", "0", input, "--max-input-bytes", "3"]).stderr(contains("larger than 3 bytes"));
    let bad = yard.put("bad", "127.0.0.1:1\nnode\n");
    let located = format!("expected `host:port`, found `node`\n  --> {}:2:1", bad.display());
    run(&bad, &["--process", "0", input]).stderr(contains(located));
    let empty = yard.folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    run(&hosts, &["--process", "0", empty.to_str().unwrap()]).stderr(contains("no file in it"));
    cargo_bin_cmd!("gamesolve")
        .args(["nim", "--cluster", "hosts"])
        .assert()
        .code(2)
        .stderr(contains("--cluster"));
}
