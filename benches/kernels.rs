//! Times one engine on one random graph in memory, and prints `CPU-SECONDS CLOCK-SECONDS ANSWER…`, as the programs in
//! `benches/peers` do; `scripts/bench` runs both in turn and compares.
//!
//! Called as `kernels WORK N M [THREADS]`: N vertices, M arcs, by default one thread. Works: `retrograde`, `nimbers`
//! (arcs lead downwards), `nimbers-shuffled`, `loopy`, `transpose`, `parse` (the text of a game, not solved).

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use gamesolve::engine::graph::Graph;
use gamesolve::engine::retrograde::token;
use gamesolve::engine::{grundy, loopy};
use gamesolve::problem::{Input, Variants};
use gamesolve::problems::REGISTRY;
use nix::time::{ClockId, clock_gettime};

fn main() {
    // `cargo bench` adds a flag of its own.
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let [work, n, m, threads @ ..] = &args[..] else {
        return println!("usage: kernels WORK N M [THREADS]");
    };
    let (n, m) = (n.parse().unwrap(), m.parse().unwrap());
    let threads = threads
        .first()
        .map_or(1, |threads| threads.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().unwrap();
    match &work[..] {
        "retrograde" => {
            let graph = Graph::from_arcs(n, &random_arcs(n, m));
            let table = timed(|| token::solve(&graph));
            let (won, lost, drawn) = table.counts();
            let plies = (0..n).filter_map(|v| table.distance(v));
            println!(
                " {won} {lost} {drawn} {}",
                plies.map(u64::from).sum::<u64>()
            );
        }
        "nimbers" | "nimbers-shuffled" => {
            let graph = Graph::from_arcs(n, &acyclic_arcs(n, m, work == "nimbers-shuffled"));
            let nimbers = timed(|| grundy::nimbers(&graph)).unwrap();
            let weights = (0..1000).map(|v| v + 1).cycle();
            println!(
                " {}",
                nimbers
                    .iter()
                    .zip(weights)
                    .map(|(&g, w)| u64::from(g) * w)
                    .sum::<u64>()
            );
        }
        "loopy" => {
            let graph = Graph::from_arcs(n, &random_arcs(n, m));
            let values = timed(|| loopy::values(&graph));
            let finite = values
                .iter()
                .filter(|v| matches!(v, loopy::Value::Finite(_)));
            println!(" {}", finite.count());
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
            let input = Input {
                bytes: text.as_bytes(),
                variants: Variants::ORIGINAL,
            };
            let game = REGISTRY.iter().find(|entry| entry.meta().slug == "game");
            // How many tests an input holds is known once it is read.
            assert_eq!(timed(|| game.unwrap().tests(input)).unwrap(), 1);
            println!(" {}", text.len());
        }
        _ => panic!("there is no such work"),
    }
}

/// Runs the work and prints its times.
fn timed<T>(work: impl FnOnce() -> T) -> T {
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

/// Arcs from the larger number to the smaller; with `shuffle` the vertices are then numbered anew at random.
fn acyclic_arcs(n: usize, m: usize, shuffle: bool) -> Vec<(u32, u32)> {
    let mut random = Random(42);
    let mut arcs: Vec<_> = (0..m)
        .map(|_| (random.below(n), random.below(n)))
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (a.max(b), a.min(b)))
        .collect();
    if shuffle {
        let mut number: Vec<u32> = (0..n as u32).collect();
        for v in (1..n).rev() {
            number.swap(v, random.below(v + 1) as usize);
        }
        for (tail, head) in &mut arcs {
            (*tail, *head) = (number[*tail as usize], number[*head as usize]);
        }
    }
    arcs
}
