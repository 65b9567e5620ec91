//! Times one engine on one made instance in memory, and prints `CPU-SECONDS CLOCK-SECONDS ANSWER…`.
//!
//! The programs in `benches/peers` print the same. `scripts/bench` runs both in turn and compares.
//!
//! Usage: `kernels WORK N M [THREADS]` with N vertices, M arcs and by default one thread. If N is `@FILE`, the graph is
//! read from the file, which `benches/peers/shapes.cpp` writes. The works are `retrograde`, `nimbers` (arcs lead
//! downwards), `nimbers-shuffled`, `loopy`, `scoring` and `transpose`.
//!
//! These works have no arcs and take any M:
//!
//! - `predecessors`: a policeman and a thief on an open board of N by N cells, with all distances.
//! - `pursuit-winner` and `pursuit-plies`: the same from the start alone. If N is `@FILE`, they use the board of the
//!   file in the format of `police-thief`.
//! - `splitting` or `splitting-A-B-C`: strips 2, 3, 5 or these lengths, up to N cells.
//! - `subtraction`: eight amounts and heaps up to N.
//! - `subtraction-K-L`: K amounts up to L.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use gamesolve_engine::graph::Graph;
use gamesolve_engine::pursuit::sweeps::KingBoard;
use gamesolve_engine::pursuit::{Ends, Position, Pursuit, Side};
use gamesolve_engine::retrograde::{self, token};
use gamesolve_engine::splitting::{Bounds, Strips};
use gamesolve_engine::subtraction::{self, Outcomes};
use gamesolve_engine::{grundy, loopy, scoring};

use crate::common::{Random, random_arcs, timed};

mod common;

#[global_allocator]
static ALLOCATOR: gamesolve_memory::Allocator = gamesolve_memory::Allocator;

fn main() {
    // `cargo bench` adds a flag of its own.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [work, n, m, threads @ ..] = &args[..] else {
        return println!("usage: kernels WORK N M [THREADS]");
    };
    let threads = threads.first().map_or(1, |threads| threads.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.use_current_thread().build_global().unwrap();
    if let Some(asked) = work.strip_prefix("pursuit-") {
        return pursuit(asked, n);
    }
    let stored = n.strip_prefix('@').map(stored_graph);
    let (n, m) = match &stored {
        Some((n, arcs)) => (*n, arcs.len()),
        None => (n.parse().unwrap(), m.parse().unwrap()),
    };
    let arcs_or = |made: fn(usize, usize) -> Vec<(u32, u32)>| match stored {
        Some((_, arcs)) => arcs,
        None => made(n, m),
    };
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
            let best = best.iter().map(|best| i64::try_from(best).unwrap());
            println!(" {}", weighed(best));
        }
        "predecessors" => {
            let table = timed(|| retrograde::solve(&chase(&open_board(n)).0));
            let (won, lost, drawn) = table.counts();
            let plies = (0..table.len()).filter_map(|position| table.distance(position));
            println!(" {won} {lost} {drawn} {}", plies.map(u64::from).sum::<u64>());
        }
        _ if work.starts_with("splitting") => {
            let mut strips: Vec<u64> = work.split('-').skip(1).map(|length| length.parse().unwrap()).collect();
            if strips.is_empty() {
                strips = vec![2, 3, 5];
            }
            let bounds = Bounds {
                bytes: u64::MAX,
                steps: u64::MAX,
            };
            let strips = timed(|| Strips::solve(&strips, n as u64, bounds)).unwrap();
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
        _ => panic!("there is no such work"),
    }
}

/// Returns a sum that depends on the place of every number.
fn weighed(numbers: impl Iterator<Item = i64>) -> i64 {
    let weights = (0..1000).map(|v| v + 1).cycle();
    numbers.zip(weights).map(|(number, weight)| number * weight).sum()
}

/// Returns the rows of an open board with the exit in the last cell.
fn open_board(side: usize) -> Vec<String> {
    let mut rows = vec![".".repeat(side); side];
    rows[0].replace_range(..1, "P");
    rows[side / 2].replace_range(side / 2..=side / 2, "T");
    rows[side - 1].replace_range(side - 1.., "E");
    rows
}

/// Times the answer about the start alone: the winner, and for `pursuit-plies` also the number of plies.
fn pursuit(asked: &str, n: &str) {
    let rows = match n.strip_prefix('@') {
        Some(path) => {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().skip(1).map(str::to_owned).collect()
        }
        None => open_board(n.parse().unwrap()),
    };
    let (game, board) = chase(&rows);
    match asked {
        "winner" => println!(" {:?}", timed(|| game.winner_on(&board, true))),
        "plies" => println!(" {:?}", timed(|| game.result())),
        _ => panic!("there is no such work"),
    }
}

/// Returns the chase on a board of `P`, `T`, `E`, `*` (walls) and free cells.
///
/// The policeman moves like a king, and the thief moves one cell along a row or column. Both may stay.
fn chase(rows: &[String]) -> (Pursuit, KingBoard) {
    let columns = rows[0].len();
    let letters: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    let cells: Vec<usize> = (0..letters.len()).filter(|&cell| letters[cell] != b'*').collect();
    let vertex = |cell: usize| cells.binary_search(&cell).ok().map(|vertex| vertex as u32);
    let near = |straight: bool| {
        let mut arcs = Vec::new();
        for (from, &cell) in (0..).zip(&cells) {
            let (row, column) = (cell / columns, cell % columns);
            for to_row in row.saturating_sub(1)..=(row + 1).min(rows.len() - 1) {
                for to_column in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                    let apart = row.abs_diff(to_row) + column.abs_diff(to_column);
                    let to = vertex(to_row * columns + to_column).filter(|_| !straight || apart <= 1);
                    arcs.extend(to.map(|to| (from, to)));
                }
            }
        }
        Graph::from_arcs(cells.len(), &arcs)
    };
    let at = |letter: u8| vertex(letters.iter().position(|&cell| cell == letter).unwrap()).unwrap();
    let start = Position {
        first: at(b'P'),
        second: at(b'T'),
        turn: Side::First,
    };
    let ends = Ends {
        catcher: Side::First,
        second_goals: vec![at(b'E')],
        first_goals: vec![],
    };
    let game = Pursuit::new(near(false), near(true), start, ends);
    (game, KingBoard { columns, cells })
}

/// Returns the number of vertices and the arcs of a file of 32-bit numbers, lowest byte first.
fn stored_graph(path: &str) -> (usize, Vec<(u32, u32)>) {
    let bytes = std::fs::read(path).unwrap();
    let (numbers, _) = bytes.as_chunks::<4>();
    let number = |&bytes: &[u8; 4]| u32::from_le_bytes(bytes);
    let (pairs, _) = numbers[1..].as_chunks::<2>();
    let arcs = pairs.iter().map(|[tail, head]| (number(tail), number(head)));
    (number(&numbers[0]) as usize, arcs.collect())
}

/// Returns arcs from the larger number to the smaller.
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

/// Returns the same arcs, with the vertices renumbered at random.
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
