//! Times one engine on one made instance in memory, and prints `CPU-SECONDS CLOCK-SECONDS ANSWER…`, as the programs in
//! `benches/peers` do; `scripts/bench` runs both in turn and compares.
//!
//! Called as `kernels WORK N M [THREADS]`: N vertices, M arcs, by default one thread. Where N is `@FILE`, the graph is
//! that of the file, which `benches/peers/shapes.cpp` writes. Works: `retrograde`, `nimbers`
//! (arcs lead downwards), `nimbers-shuffled`, `loopy`, `scoring`, `transpose`, `parse` (the text of a game, not solved).
//! Works without arcs take any M: `predecessors` (a policeman and a thief on an open board of N by N cells),
//! `splitting` (strips 2, 3, 5 up to N cells), `subtraction` (eight amounts, heaps up to N), `subtraction-K-L` (K amounts
//! up to L), and `read-SLUG` and
//! `solve-SLUG`: the problem from the text on standard input, only read, or read and solved.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write;
use std::hint::black_box;
use std::io::Read;
use std::time::{Duration, Instant};

use gamesolve::budget::Budget;
use gamesolve::engine::graph::Graph;
use gamesolve::engine::pursuit::{Ends, Position, Pursuit, Side};
use gamesolve::engine::retrograde::{self, token};
use gamesolve::engine::splitting::{Bounds, Strips};
use gamesolve::engine::subtraction::{self, Outcomes};
use gamesolve::engine::{grundy, loopy, scoring};
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::problems::REGISTRY;
use nix::time::{ClockId, clock_gettime};

#[global_allocator]
static ALLOCATOR: gamesolve_memory::Allocator = gamesolve_memory::Allocator;

fn main() {
    // `cargo bench` adds a flag of its own.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [work, n, m, threads @ ..] = &args[..] else {
        return println!("usage: kernels WORK N M [THREADS]");
    };
    let stored = n.strip_prefix('@').map(stored_graph);
    let (n, m) = match &stored {
        Some((n, arcs)) => (*n, arcs.len()),
        None => (n.parse().unwrap(), m.parse().unwrap()),
    };
    let arcs_or = |made: fn(usize, usize) -> Vec<(u32, u32)>| match stored {
        Some((_, arcs)) => arcs,
        None => made(n, m),
    };
    let threads = threads.first().map_or(1, |threads| threads.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().unwrap();
    match &work[..] {
        "retrograde" => {
            let graph = Graph::from_arcs(n, &arcs_or(random_arcs));
            let table = timed(|| token::solve(&graph));
            let (won, lost, drawn) = table.counts();
            let plies = (0..n).filter_map(|v| table.distance(v));
            println!(" {won} {lost} {drawn} {}", plies.map(u64::from).sum::<u64>());
        }
        "nimbers" | "nimbers-shuffled" => {
            let made = match &work[..] {
                "nimbers" => acyclic_arcs,
                _ => shuffled_arcs,
            };
            let graph = Graph::from_arcs(n, &arcs_or(made));
            let nimbers = timed(|| grundy::nimbers(&graph)).unwrap();
            println!(" {}", weighed(nimbers.into_iter().map(i64::from)));
        }
        "scoring" => {
            let graph = Graph::from_arcs(n, &arcs_or(shuffled_arcs));
            let mut random = Random(43);
            let points: Vec<i64> = (0..n)
                .map(|_| i64::from(random.below(2_000_000_001)) - 1_000_000_000)
                .collect();
            let best = timed(|| scoring::best_differences(&graph, &points)).unwrap();
            let best = best.into_iter().map(|best| i64::try_from(best).unwrap());
            println!(" {}", weighed(best));
        }
        "predecessors" => {
            let table = timed(|| retrograde::solve(&open_board(n)));
            let (won, lost, drawn) = table.counts();
            let plies = (0..table.len()).filter_map(|position| table.distance(position));
            println!(" {won} {lost} {drawn} {}", plies.map(u64::from).sum::<u64>());
        }
        "splitting" => {
            let bounds = Bounds {
                bytes: u64::MAX,
                steps: u64::MAX,
            };
            let strips = timed(|| Strips::solve(&[2, 3, 5], n as u64, bounds)).unwrap();
            let nimbers = (0..=n as u64).map(|cells| i64::from(strips.nimber(cells)));
            println!(" {}", weighed(nimbers));
        }
        _ if work.starts_with("subtraction") => {
            let mut random = Random(44);
            let mut words = work.split('-').skip(1).map(|number| number.parse().unwrap());
            let (count, largest) = (words.next().unwrap_or(8), words.next().unwrap_or(n / 10 + 1));
            let amounts: Vec<u64> = (0..count).map(|_| u64::from(1 + random.below(largest))).collect();
            let heap = n as u64;
            let bounds = subtraction::Bounds {
                bytes: u64::MAX,
                steps: u64::MAX,
            };
            let outcomes = timed(|| Outcomes::up_to(heap, &amounts, bounds)).unwrap();
            let lost = (0..=heap).map(|heap| i64::from(outcomes.is_lost(heap)));
            println!(" {}", weighed(lost));
        }
        "loopy" => {
            let graph = Graph::from_arcs(n, &arcs_or(random_arcs));
            let values = timed(|| loopy::values(&graph));
            let finite = values.iter().map(|value| match value {
                loopy::Value::Finite(nimber) => i64::from(nimber + 1),
                loopy::Value::Infinite(_) => 0,
            });
            let infinite = values.iter().map(|value| match value {
                loopy::Value::Finite(_) => 0,
                loopy::Value::Infinite(labels) => labels.iter().map(|&k| i64::from(k + 1)).sum(),
            });
            println!(" {} {}", weighed(finite), weighed(infinite));
        }
        "transpose" => {
            let graph = Graph::from_arcs(n, &random_arcs(n, m));
            println!(" {}", timed(|| graph.reversed()).arc_count());
        }
        "parse" => {
            let mut text = format!("{n} {m}\n1\n");
            for (tail, head) in random_arcs(n, m) {
                writeln!(text, "{} {}", tail + 1, head + 1).unwrap();
            }
            let input = input(text.as_bytes());
            // How many tests an input holds is known once it is read.
            assert_eq!(timed(|| problem("game").tests(input)).unwrap(), 1);
            println!(" {}", text.len());
        }
        _ if work.starts_with("read-") => {
            let bytes = standard_input();
            let problem = problem(&work["read-".len()..]);
            let tests = timed(|| problem.tests(input(&bytes))).unwrap();
            println!(" {tests}");
        }
        _ if work.starts_with("solve-") => {
            let bytes = standard_input();
            let problem = problem(&work["solve-".len()..]);
            let budget = Budget::of_this_machine();
            let answer = timed(|| problem.solve(input(&bytes), budget));
            println!(" {}", answer.unwrap_or_else(|_| panic!("no answer")));
        }
        _ => panic!("there is no such work"),
    }
}

fn problem(slug: &str) -> &'static dyn Entry {
    let found = REGISTRY.iter().find(|entry| entry.meta().slug == slug);
    *found.unwrap()
}

fn standard_input() -> Vec<u8> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    bytes
}

fn input(bytes: &[u8]) -> Input<'_> {
    Input {
        bytes,
        variants: Variants::ORIGINAL,
    }
}

/// A sum in which every number has its place.
fn weighed(numbers: impl Iterator<Item = i64>) -> i64 {
    let weights = (0..1000).map(|v| v + 1).cycle();
    numbers.zip(weights).map(|(number, weight)| number * weight).sum()
}

/// A policeman who moves like a king and a thief who moves one cell along a row or column, both may stay; the last cell
/// is the exit.
fn open_board(side: usize) -> Pursuit {
    let cells = side * side;
    let near = |straight: bool| {
        let apart = |a: usize, b: usize| a.abs_diff(b);
        let mut arcs = Vec::new();
        for from in 0..cells {
            let (row, column) = (from / side, from % side);
            for to_row in row.saturating_sub(1)..=(row + 1).min(side - 1) {
                for to_column in column.saturating_sub(1)..=(column + 1).min(side - 1) {
                    if !straight || apart(row, to_row) + apart(column, to_column) <= 1 {
                        arcs.push((from as u32, (to_row * side + to_column) as u32));
                    }
                }
            }
        }
        Graph::from_arcs(cells, &arcs)
    };
    let start = Position {
        first: 0,
        second: 0,
        turn: Side::First,
    };
    let ends = Ends {
        catcher: Side::First,
        second_goals: vec![cells as u32 - 1],
        first_goals: vec![],
    };
    Pursuit::new(near(false), near(true), start, ends)
}

/// Runs the work and prints its times. The peak of the process is counted anew from here on, where the system can do
/// that, so that it is the work's and not that of making its input.
///
/// With `KERNELS_INPUT_ONLY` in the environment the process ends before the work, so that what its input takes can be
/// taken away from what is counted.
#[expect(clippy::exit, reason = "nothing is to be printed or freed")]
fn timed<T>(work: impl FnOnce() -> T) -> T {
    if std::env::var_os("KERNELS_INPUT_ONLY").is_some() {
        std::process::exit(0);
    }
    drop(std::fs::write("/proc/self/clear_refs", "5"));
    let cpu = || Duration::from(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).unwrap());
    let (before, start) = (cpu(), Instant::now());
    let done = black_box(work());
    print!(
        "{:.6} {:.6}",
        (cpu() - before).as_secs_f64(),
        start.elapsed().as_secs_f64()
    );
    done
}

/// SplitMix64, as the peers have it.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as u32
    }
}

/// Arcs anywhere, but none from the first twentieth of the vertices.
fn random_arcs(n: usize, m: usize) -> Vec<(u32, u32)> {
    let mut random = Random(42);
    let sinks = n / 20;
    (0..m)
        .map(|_| (sinks as u32 + random.below(n - sinks), random.below(n)))
        .collect()
}

/// Returns the number of vertices and the arcs of a file: numbers of 32 bits, the lowest byte first.
fn stored_graph(path: &str) -> (usize, Vec<(u32, u32)>) {
    let bytes = std::fs::read(path).unwrap();
    let (numbers, _) = bytes.as_chunks::<4>();
    let number = |&bytes: &[u8; 4]| u32::from_le_bytes(bytes);
    let (pairs, _) = numbers[1..].as_chunks::<2>();
    let arcs = pairs.iter().map(|[tail, head]| (number(tail), number(head)));
    (number(&numbers[0]) as usize, arcs.collect())
}

/// Arcs from the larger number to the smaller.
fn acyclic_arcs(n: usize, m: usize) -> Vec<(u32, u32)> {
    drawn_downwards(&mut Random(42), n, m)
}

fn drawn_downwards(random: &mut Random, n: usize, m: usize) -> Vec<(u32, u32)> {
    (0..m)
        .map(|_| (random.below(n), random.below(n)))
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (a.max(b), a.min(b)))
        .collect()
}

/// The same, the vertices then numbered anew at random.
fn shuffled_arcs(n: usize, m: usize) -> Vec<(u32, u32)> {
    let mut random = Random(42);
    let mut arcs = drawn_downwards(&mut random, n, m);
    let mut number: Vec<u32> = (0..n as u32).collect();
    for v in (1..n).rev() {
        number.swap(v, random.below(v + 1) as usize);
    }
    for (tail, head) in &mut arcs {
        (*tail, *head) = (number[*tail as usize], number[*head as usize]);
    }
    arcs
}
