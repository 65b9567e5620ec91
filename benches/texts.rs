//! Times the reading of one text, or the solving of it in memory, and prints `CPU-SECONDS CLOCK-SECONDS ANSWER…`.
//!
//! The kernels of the engines print the same (`crates/engine/benches/kernels.rs`).
//!
//! Usage: `texts WORK N M`. The work `parse` reads the text of a game of N vertices and M arcs without solving it.
//! `read-SLUG` reads the problem from the text on standard input, and `solve-SLUG` also solves it.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write;
use std::io::Read;

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::problems::REGISTRY;

use crate::common::{random_arcs, timed};

#[path = "../crates/engine/benches/common/mod.rs"]
mod common;

#[global_allocator]
static ALLOCATOR: gamesolve_memory::Allocator = gamesolve_memory::Allocator;

fn main() {
    // `cargo bench` adds a flag of its own.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [work, n, m, ..] = &args[..] else {
        return println!("usage: texts WORK N M");
    };
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    if let Some(slug) = work.strip_prefix("read-") {
        let bytes = standard_input();
        let tests = timed(|| problem(slug).tests(input(&bytes))).unwrap();
        println!(" {tests}");
    } else if let Some(slug) = work.strip_prefix("solve-") {
        let bytes = standard_input();
        let budget = Budget::of_this_machine();
        let answer = timed(|| problem(slug).solve(input(&bytes), budget));
        println!(" {}", answer.unwrap_or_else(|_| panic!("no answer")));
    } else if work == "parse" {
        let (n, m) = (n.parse().unwrap(), m.parse().unwrap());
        let mut text = format!("{n} {m}\n1\n");
        for (tail, head) in random_arcs(n, m) {
            writeln!(text, "{} {}", tail + 1, head + 1).unwrap();
        }
        // The number of tests in an input is known once it is read.
        assert_eq!(timed(|| problem("game").tests(input(text.as_bytes()))).unwrap(), 1);
        println!(" {}", text.len());
    } else {
        panic!("there is no such work");
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
