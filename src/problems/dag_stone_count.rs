//! Stones on an acyclic graph, any number on one node; a move takes one stone along one arc; who cannot move loses. In
//! how many ways can S stones be placed so that the player to move loses?
//!
//! **Idea.** A placement is lost exactly when the xor of the stones' nimbers is 0. The k bits of nimbers have 2^k Walsh
//! characters χ, each with values ±1, and the sum of χ(x) over all χ is 2^k where x is 0 and nothing elsewhere. So the
//! answer is 2^-k times the sum over all χ of the placements, each weighed by χ of its xor. Every stone of a node v
//! brings a factor χ(g(v)), so the node has the generating function 1/(1 - χ(g(v))t). With b nodes where χ is -1, the
//! weighed sum is F(b) = \[t^S\] f_b with f_b = (1-t)^(b-N) (1+t)^(-b): one number for all characters with the same b.
//!
//! **Why F is cheap.** (N-b) f_(b-1) + b f_(b+1) = f_b ((N-b)(1+t)/(1-t) + b(1-t)/(1+t)) = N f_b + 2t f_b', and the
//! coefficient of t^S in that is (N+2S) F(b). So two values start a recurrence that gives all the others:
//! b F(b+1) = (N+2S) F(b) - (N-b) F(b-1). F(0) is a binomial coefficient and F(1) a sum of N or S of them, whichever
//! are fewer. N is below the modulus, so every divisor has an inverse; S may be as large as it likes.
//!
//! **Trap.** Two stones on one node cancel, but the pairs still have to be placed: 2 stones on 3 nodes without arcs are
//! 6 placements, not 1. Repeated arcs change nothing, and a node that no arc mentions is still a place for stones.
//!
//! **Cost.** Per test O(M + min(N, S) + k 2^k) time, where 2^k is at most twice the square root of 2M, and some
//! 40 bytes per arc; a node that no arc mentions costs no memory. **Source.** USTC 1130 "New Game".

use std::fmt;
use std::iter;

use itertools::Itertools;

use super::pushing::pushes;
use super::pushing::{Pushing, Values};
use crate::budget::{Budget, Refusal};
use crate::engine::splitting::walsh;
use crate::engine::{Outcome, Rules, brute, certificate, grundy};
use crate::playable::require_showable;
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::arcs::{ArcList, Compact, Shape};
use crate::stock::prelude::MAX_COUNT as MOST;
use crate::stock::shrink::{lower, shorter, without_vertex};
use crate::text::{InputError, Scanner};

mod groups;

/// The problem.
pub struct DagStoneCount;

const T: Limit = Limit {
    name: "T",
    what: "the number of tests",
    original: (1, 100),
    solve: (0, MOST),
};
/// Solving stays below [`MODULUS`], so that the numbers up to N have inverses.
const N: Limit = Limit {
    name: "N",
    what: "the number of nodes",
    original: (2, 100),
    solve: (1, 1_000_000_000),
};
const M: Limit = Limit {
    name: "M",
    what: "the number of arcs",
    original: (1, 10_000),
    solve: (0, MOST),
};
const S: Limit = Limit {
    name: "S",
    what: "the number of stones",
    original: (0, 10_000),
    solve: (0, 1_000_000_000_000_000_000),
};
/// Answers are taken modulo this prime.
const MODULUS: u64 = 1_000_000_007;
/// How many positions `brute` may look at in one test.
const BRUTE_POSITIONS: usize = 1500;
/// On how many nodes `brute` places stones.
const BRUTE_NODES: usize = 100;
/// How many additions `certify` may spend on one test: some seconds.
const CERTIFY_STEPS: u128 = 2_000_000_000;

/// The tests.
pub struct Instance(Vec<Test>);

/// One graph, nodes from 0, and how many stones are placed on it.
#[derive(Clone)]
struct Test {
    nodes: usize,
    stones: u64,
    arcs: Vec<(u32, u32)>,
    graph: Compact,
}

/// The number of lost placements of each test, modulo the modulus.
#[derive(PartialEq, Debug)]
pub struct Answer(Vec<u64>);

impl Problem for DagStoneCount {
    const META: Meta = Meta {
        slug: "dag-stone-count",
        title: Words {
            en: "Counting Losing Placements",
            vi: "Đếm cách đặt sỏi thua",
            zh: "必败摆法计数",
        },
        source: "USTC 1130 New Game",
        engine: "Grundy values, Walsh characters",
        contest_files: ("game.in", "game.out"),
        limits: &[T, N, M, S],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("dag-stone-count"),
        hints: hints!("dag-stone-count"),
        families: &[
            Family {
                name: "random",
                about: "arcs along a random order of the nodes, some of them repeated",
            },
            Family {
                name: "dense",
                about: "every arc along a random order of the nodes: the largest nimbers",
            },
            Family {
                name: "path",
                about: "one path through all nodes",
            },
            Family {
                name: "repeated",
                about: "three pairs of nodes, each with many arcs, and isolated nodes",
            },
            Family {
                name: "bare",
                about: "one arc only, so that almost every node is isolated",
            },
            Family {
                name: "no-stones",
                about: "S = 0, which is one placement, and lost",
            },
        ],
        size: ("N, the number of nodes", 100),
        variants: &[],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Pushing;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let count = T.count(scanner)?;
        scanner.newline()?;
        let mut tests = Vec::new();
        for test in 1..=count {
            let read = Test::read(scanner);
            tests.push(read.map_err(|error| error.within(format_args!("test {test} of {count}")))?);
        }
        scanner.end()?;
        Ok(Instance(tests))
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        let solve = |test: &Test| Ok(test.lost_placements(&test.nimbers(budget)?));
        instance.0.iter().map(solve).try_collect().map(Answer)
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let mut nodes = 0;
        for (number, (test, &count)) in (1..).zip(instance.0.iter().zip(&answer.0)) {
            let nimbers = test.nimbers(budget)?;
            certificate::check_nimbers(test.graph.graph(), &nimbers)
                .map_err(|error| CertifyError::Wrong(format!("test {number}: {error}")))?;
            if test.lost_placements_by_odd_nodes(&nimbers, budget)? != count {
                return Err(CertifyError::Wrong(format!(
                    "test {number}: another way of counting gives another number"
                )));
            }
            nodes += nimbers.len();
        }
        Ok(format!(
            "the nimbers of {nodes} nodes, and the placements counted by their nodes with an odd number of stones"
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let counts = instance.0.iter().map(Test::lost_placements_by_play);
        counts.collect::<Option<_>>().map(Answer)
    }

    /// The game from a lost placement: the first one in dictionary order that leaves a move, if there is one.
    fn game(instance: &Instance, test: usize, budget: Budget) -> Result<Pushing, Refusal> {
        let test = &instance.0[test];
        require_showable(test.nodes as u64, 1000, "nodes")?;
        let nimbers = test.nimbers(budget)?;
        let stones = test.first_lost(&nimbers);
        let count = test.groups(&nimbers, budget)?;
        let graph = test.graph.clone();
        let pushing = Pushing::new(&test.arcs, graph, Values::Acyclic(nimbers), stones, 0);
        Ok(pushing.counting(count))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let nodes = usize::try_from(size.max(2)).expect("a generated graph fits in memory");
        // Beyond the original limits ten arcs per node.
        let most_arcs = (nodes * nodes / 2).min(if nodes <= 100 { 10_000 } else { 10 * nodes });
        let tests = (0..1 + random.index(3)).map(|_| {
            let shape = match family {
                "dense" => Shape::Dense((10_000 / nodes).max(10)),
                "path" => Shape::Path,
                "repeated" => Shape::Repeated(most_arcs),
                "bare" => Shape::Repeated(1),
                _ => Shape::Random(most_arcs),
            };
            let arcs = shape.draw(nodes, random);
            // Few enough on a small graph that all placements can be played out.
            let most_stones = match nodes {
                ..=3 => 20,
                4..=5 => 6,
                6..=8 => 4,
                9..=12 => 3,
                13..=100 => S.original.1 as u64,
                _ => S.solve.1 as u64,
            };
            let stones = if family == "no-stones" {
                0
            } else {
                random.below(most_stones + 1)
            };
            Test::new(nodes, stones, arcs)
        });
        Instance(tests.collect())
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let tests = &instance.0;
        let changed = (0..tests.len()).flat_map(move |index| {
            tests[index].smaller().map(move |test| {
                let mut tests = tests.clone();
                tests[index] = test;
                tests
            })
        });
        shorter(tests).chain(changed).map(Instance)
    }

    fn split(instance: &Instance) -> Option<Vec<Instance>> {
        Some(
            instance
                .0
                .iter()
                .map(|test| Instance(vec![test.clone()]))
                .collect(),
        )
    }
}

impl Test {
    /// As [`Problem::smaller`], for one test.
    fn smaller(&self) -> impl Iterator<Item = Test> {
        let Test {
            nodes,
            stones,
            ref arcs,
            ..
        } = *self;
        let dropped = (0..nodes as u32)
            .map(move |node| Test::new(nodes - 1, stones, without_vertex(arcs, node)));
        let cut = shorter(arcs).map(move |arcs| Test::new(nodes, stones, arcs));
        let lowered = lower(stones).map(move |stones| Test::new(nodes, stones, arcs.clone()));
        dropped.chain(cut).chain(lowered)
    }

    fn new(nodes: usize, stones: u64, arcs: Vec<(u32, u32)>) -> Test {
        Test {
            graph: Compact::new(nodes, &arcs),
            nodes,
            stones,
            arcs,
        }
    }

    fn read(scanner: &mut Scanner<'_>) -> Result<Test, InputError> {
        let nodes = N.count(scanner)?;
        scanner.space()?;
        let count = M.count(scanner)?;
        scanner.space()?;
        let stones = S.integer(scanner)?.unsigned_abs();
        scanner.newline()?;
        let list = ArcList::read(scanner, nodes, count, 0)?;
        let graph = Compact::new(nodes, &list.arcs);
        if let Some(cycle) = graph.find_cycle() {
            return Err(list.cycle_error(scanner, &cycle));
        }
        Ok(Test {
            nodes,
            stones,
            arcs: list.arcs,
            graph,
        })
    }

    /// The nimbers of the nodes in the compact graph; all others are 0.
    fn nimbers(&self, budget: Budget) -> Result<Vec<u32>, Refusal> {
        /// For the nimber, the search and its path, and the number of characters with as many nodes.
        const BYTES: u128 = 4 + 1 + 8 + 8;
        let graph = self.graph.graph();
        budget.require(
            BYTES * graph.len() as u128,
            format_args!("{} nodes", graph.len()),
        )?;
        Ok(grundy::nimbers(graph).expect("a cycle is an error of the input"))
    }

    /// The answer by Walsh characters.
    fn lost_placements(&self, nimbers: &[u32]) -> u64 {
        let groups = self.character_groups(nimbers);
        let weighed = groups
            .into_iter()
            .fold(0, |total, (times, value)| (total + times * value) % MODULUS);
        weighed * inverse(characters(nimbers) as u64) % MODULUS
    }

    /// For each number of nodes on which a character can be -1: how many characters are on so many, and the placements
    /// weighed by one of these.
    fn character_groups(&self, nimbers: &[u32]) -> Vec<(u64, u64)> {
        let nodes = self.nodes as i64;
        // How often each nimber occurs, and from that, per character, the nodes with +1 less those with -1.
        let mut sums = vec![0; characters(nimbers)];
        for &nimber in nimbers {
            sums[nimber as usize] += 1;
        }
        let moving = nimbers.len() as i64 - sums[0];
        sums[0] = nodes - moving;
        walsh(&mut sums);
        let mut characters_with = vec![0; moving as usize + 1];
        for &sum in &sums {
            characters_with[((nodes - sum) / 2) as usize] += 1;
        }
        let values = coefficients(self.nodes as u64, self.stones);
        iter::zip(characters_with, values).collect()
    }

    /// The answer by counting sets of nodes with an odd number of stones: for each size, how many have xor 0, times
    /// the ways to place the rest in pairs.
    ///
    /// Takes O(N min(N, S) 2^k) time, which is why it only checks.
    fn lost_placements_by_odd_nodes(
        &self,
        nimbers: &[u32],
        budget: Budget,
    ) -> Result<u64, Refusal> {
        let groups = self.parity_groups(nimbers, budget)?;
        Ok(groups.into_iter().fold(0, |total, (_, sets, pairs)| {
            (total + sets * pairs) % MODULUS
        }))
    }

    /// For each number of nodes that can hold an odd number of stones: how many sets of so many nodes have xor 0, and
    /// the ways to place the other stones in pairs.
    fn parity_groups(
        &self,
        nimbers: &[u32],
        budget: Budget,
    ) -> Result<Vec<(usize, u64, u64)>, Refusal> {
        let width = characters(nimbers);
        let most = self
            .nodes
            .min(usize::try_from(self.stones).unwrap_or(usize::MAX));
        let table = (most as u128 + 1) * width as u128;
        let steps = (self.nodes as u128) * table;
        if steps > CERTIFY_STEPS {
            return Err(Refusal::new(format!(
                "counting the placements again takes {steps} steps, the bound is {CERTIFY_STEPS}"
            )));
        }
        budget.require(8 * table, format_args!("{table} counts of sets of nodes"))?;
        // sets[odd * width + x]: sets of `odd` nodes with xor x among the nodes so far.
        let mut sets = vec![0; table as usize];
        sets[0] = 1;
        let isolated = self.nodes - nimbers.len();
        for &nimber in nimbers.iter().chain(iter::repeat_n(&0, isolated)) {
            for odd in (1..=most).rev() {
                for x in 0..width {
                    let without = sets[(odd - 1) * width + (x ^ nimber as usize)];
                    let place = &mut sets[odd * width + x];
                    *place = (*place + without) % MODULUS;
                }
            }
        }
        let ways = (0..=most)
            .filter(|&odd| (self.stones - odd as u64).is_multiple_of(2))
            .map(|odd| {
                let pairs = (self.stones - odd as u64) / 2;
                let sets = sets[odd * width];
                (odd, sets, placements(pairs, self.nodes as u64))
            });
        Ok(ways.collect())
    }

    /// The answer by playing out every placement; `None` where that is too much.
    fn lost_placements_by_play(&self) -> Option<u64> {
        if self.nodes > BRUTE_NODES {
            return None;
        }
        let (nodes, stones) = (self.nodes as u128, u128::from(self.stones));
        // C(S + i, i) grows with i, so a product that is too large stays so.
        let mut placements = 1;
        for i in 1..nodes {
            placements = placements * (stones + i) / i;
            if placements > BRUTE_POSITIONS as u128 {
                return None;
            }
        }
        let solved = brute::solve(self, BRUTE_POSITIONS + 1).ok()?;
        let lost = self
            .moves(&self.start())
            .filter(|(_, placed)| solved.outcome(placed) == Some(Outcome::Loss))
            .count();
        Some(lost as u64 % MODULUS)
    }
}

/// The least power of two above all the nimbers: how many characters tell them apart.
fn characters(nimbers: &[u32]) -> usize {
    let largest = nimbers.iter().copied().max().unwrap_or(0) as usize;
    (largest + 1).next_power_of_two()
}

/// `[t^S] (1-t)^(b-N) (1+t)^(-b)` modulo [`MODULUS`] for `b` = 0, 1, … up to N at most, for N from 1.
fn coefficients(nodes: u64, stones: u64) -> impl Iterator<Item = u64> {
    let sign = if stones.is_multiple_of(2) {
        1
    } else {
        MODULUS - 1
    };
    let (first, second) = if stones + 1 < nodes {
        // Coefficient by coefficient of (1-t)^-(N-1), times those of 1/(1-t) and of 1/(1+t).
        let terms = stones + 1;
        (
            binomial_sum(nodes - 2, 1, terms),
            sign * binomial_sum(nodes - 2, MODULUS - 1, terms) % MODULUS,
        )
    } else {
        // The same binomial by its other index; and h(m) = \[t^S\] (1-t)^-m / (1+t) by 2 h(m) = C(S+m-1, m-1) + h(m-1),
        // which is 2 = (1-t) + (1+t), from h(0) = ±1.
        let doubled = binomial_sum(stones, 2, nodes - 1) + sign;
        (
            binomial_sum(stones % MODULUS + MODULUS - 1, 1, nodes),
            doubled % MODULUS * inverse(power(2, nodes - 1)) % MODULUS,
        )
    };
    let factor = (nodes + 2 * (stones % MODULUS)) % MODULUS;
    let mut b = 0;
    iter::successors(Some((first, second)), move |&(before, here)| {
        b += 1;
        let taken = nodes.checked_sub(b)? * before % MODULUS;
        let next = (factor * here % MODULUS + MODULUS - taken) % MODULUS * inverse(b) % MODULUS;
        Some((here, next))
    })
    .map(|(value, _)| value)
}

/// The sum of `z^i C(c+i, i)` over `i` below `terms`, modulo [`MODULUS`]; `terms` is at most that.
fn binomial_sum(c: u64, z: u64, terms: u64) -> u64 {
    // The term and the sum over one denominator, so that one inverse at the end is enough.
    let (mut term, mut sum, mut denominator) = (1, 1, 1);
    for i in 1..terms {
        term = term * ((c + i) % MODULUS) % MODULUS * z % MODULUS;
        denominator = denominator * i % MODULUS;
        sum = (sum * i + term) % MODULUS;
    }
    if terms == 0 {
        0
    } else {
        sum * inverse(denominator) % MODULUS
    }
}

/// The ways to place `things` equal things on `nodes` nodes: C(things + nodes - 1, nodes - 1), factor by factor.
fn placements(things: u64, nodes: u64) -> u64 {
    (1..nodes).fold(1, |ways, i| {
        ways * ((things + i) % MODULUS) % MODULUS * inverse(i) % MODULUS
    })
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, base % MODULUS);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result * square % MODULUS;
        }
        square = square * square % MODULUS;
        exponent /= 2;
    }
    result
}

/// The inverse modulo [`MODULUS`] of a number that it does not divide (Fermat).
fn inverse(number: u64) -> u64 {
    power(number, MODULUS - 2)
}

/// A move: the placement of all the stones, or an arc that one stone is pushed along.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Turn {
    Place,
    Push(u32, u32),
}

/// The stones on each node; at the start, none is placed, and the first move places them all.
impl Rules for Test {
    type Position = Option<Vec<u64>>;
    type Move = Turn;

    fn start(&self) -> Option<Vec<u64>> {
        None
    }

    fn moves(&self, position: &Option<Vec<u64>>) -> impl Iterator<Item = (Turn, Option<Vec<u64>>)> {
        let pushed = position.iter().flat_map(|stones| {
            pushes(&self.arcs, stones)
                .map(|((from, to), after)| (Turn::Push(from, to), Some(after)))
        });
        // Each placement once: where the last stones of each node stand in a row with N-1 dividers.
        let row = self.stones as usize + self.nodes - 1;
        let placed = position.is_none().then(|| {
            (0..row).combinations(self.nodes - 1).map(move |dividers| {
                let ends = iter::once(-1)
                    .chain(dividers.into_iter().map(|d| d as i64))
                    .chain(iter::once(row as i64));
                let stones = ends.tuple_windows().map(|(a, b)| (b - a - 1) as u64);
                (Turn::Place, Some(stones.collect()))
            })
        });
        pushed.chain(placed.into_iter().flatten())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {}", self.nodes, self.arcs.len(), self.stones)?;
        self.arcs
            .iter()
            .try_for_each(|(from, to)| writeln!(f, "{from} {to}"))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0.len())?;
        self.0.iter().try_for_each(|test| write!(f, "{test}"))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|count| writeln!(f, "{count}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    /// The answer to one test without its first line.
    fn count(test: &str) -> String {
        solve(&DagStoneCount, &format!("1\n{test}"))
    }

    #[test]
    fn edges() {
        for (test, expected) in [
            ("2 1 0\n0 1\n", "1\n"),
            ("2 1 1\n0 1\n", "1\n"),
            ("1 0 1000000000000000000\n", "1\n"),
            ("3 0 2\n", "6\n"),
            ("1000000000 0 1\n", "1000000000\n"),
            ("1000000000 1 1\n999999999 7\n", "999999999\n"),
        ] {
            assert_eq!(count(test), expected, "{test}");
        }
        assert_eq!(solve(&DagStoneCount, "0\n"), "");
    }

    #[test]
    fn the_sample() {
        let input = "3\n2 1 3\n0 1\n4 3 3\n0 1\n1 2\n2 3\n3 3 5\n0 1\n1 2\n0 2\n";
        assert_eq!(solve(&DagStoneCount, input), "2\n10\n6\n");
    }

    #[test]
    fn trap_cancelled_pairs_still_have_to_be_placed() {
        assert_eq!(count("3 0 2\n"), "6\n");
        assert_eq!(count("2 1 4\n0 1\n"), "3\n", "0, 2 or 4 stones on node 0");
    }

    #[test]
    fn trap_repeated_arcs_change_nothing() {
        assert_eq!(
            count("3 6 5\n0 1\n0 1\n1 2\n0 2\n0 2\n1 2\n"),
            count("3 3 5\n0 1\n1 2\n0 2\n")
        );
    }

    #[test]
    fn small_graphs_agree_with_brute_force() {
        agrees_with_brute::<DagStoneCount>(1500, 1..=7);
    }

    #[test]
    fn raw_draws_agree_with_brute_force() {
        let mut random = Random::new(10);
        let mut compared = 0;
        for _ in 0..600 {
            let nodes = 1 + random.index(5);
            let wanted = random.index(9);
            let arcs = (0..wanted).filter_map(|_| {
                let (a, b) = (random.index(nodes) as u32, random.index(nodes) as u32);
                (a != b).then(|| (a.max(b), a.min(b)))
            });
            let arcs = arcs.collect();
            let stones = random.below(7);
            let test = Test::new(nodes, stones, arcs);
            compared += u32::from(instance_agrees::<DagStoneCount>(&Instance(vec![test])));
        }
        assert!(compared > 500, "{compared}");
    }

    /// Coefficients by multiplying the series out.
    #[test]
    fn coefficients_are_those_of_the_series() {
        for nodes in 1..9u64 {
            for b in 0..=nodes {
                let mut series = [0i64; 21];
                series[0] = 1;
                for node in 0..nodes {
                    for t in 1..series.len() {
                        series[t] += if node < b {
                            -series[t - 1]
                        } else {
                            series[t - 1]
                        };
                    }
                }
                for (stones, expected) in series.iter().enumerate() {
                    let found = coefficients(nodes, stones as u64).nth(b as usize);
                    let expected = expected.rem_euclid(MODULUS as i64) as u64;
                    assert_eq!(found, Some(expected), "{nodes} {b} {stones}");
                }
            }
        }
    }

    #[test]
    fn original_limits_and_huge_sizes_agree_with_counting_by_odd_nodes() {
        for (seed, family) in [(1, "random"), (2, "path"), (3, "dense"), (4, "bare")] {
            let mut instance = DagStoneCount::generate(family, 100, &mut Random::new(seed));
            instance.0.truncate(1);
            assert!(!instance_agrees::<DagStoneCount>(&instance));
            for stones in [
                MODULUS - 1,
                MODULUS,
                999_999_999_999_999_999,
                1_000_000_000_000_000_000,
            ] {
                instance.0[0].stones = stones;
                instance_agrees::<DagStoneCount>(&instance);
            }
        }
    }

    #[test]
    fn nodes_that_no_arc_mentions_change_only_the_places() {
        for seed in 0..100 {
            let small = DagStoneCount::generate("random", 4, &mut Random::new(seed));
            let spread = small.0.iter().map(|test| {
                let apart = |v: u32| 3 + 40 * v;
                let arcs = test.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
                Test::new(170, test.stones % 4, arcs.collect())
            });
            instance_agrees::<DagStoneCount>(&Instance(spread.collect()));
        }
    }

    #[test]
    fn a_count_beyond_the_bound_of_checking_is_refused() {
        let instance = DagStoneCount::generate("random", 20_000, &mut Random::new(5));
        let answer = DagStoneCount::solve(&instance, BUDGET).unwrap();
        let doubt = DagStoneCount::certify(&instance, &answer, BUDGET).unwrap_err();
        assert!(matches!(doubt, CertifyError::Refused(_)), "{doubt:?}");
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        let instance = DagStoneCount::generate("random", 6, &mut Random::new(6));
        let mut answer = DagStoneCount::solve(&instance, BUDGET).unwrap();
        answer.0[0] += 1;
        let doubt = DagStoneCount::certify(&instance, &answer, BUDGET).unwrap_err();
        assert!(matches!(doubt, CertifyError::Wrong(_)), "{doubt:?}");
    }

    #[test]
    fn a_test_read_alone_is_the_test_in_its_place() {
        let instance = DagStoneCount::generate("random", 6, &mut Random::new(8));
        let whole = DagStoneCount::solve(&instance, BUDGET).unwrap();
        let parts = DagStoneCount::split(&instance).unwrap();
        let parts = parts.iter().map(|part| {
            let text = part.to_string();
            solve(&DagStoneCount, &text)
        });
        assert_eq!(parts.collect::<String>(), whole.to_string());
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, message) in [
            (
                "1\n3 3 5\n0 1\n1 2\n2 0\n",
                "error: test 1 of 1: the arcs must not form a cycle, found cycle 2 -> 0 -> 1 -> 2\n  --> in:5:1\n",
            ),
            (
                "1\n3 2 5\n0 1\n1 1\n",
                "error: test 1 of 1: the arcs must not form a cycle, found cycle 1 -> 1\n  --> in:4:1\n",
            ),
            (
                "1\n2 1 0\n0 2\n",
                "error: test 1 of 1: the head of arc 1 of 1 must be in 0..=1, found `2`\n  --> in:3:3\n",
            ),
            (
                "1\n2 1 0\n0\n",
                "error: test 1 of 1: expected the head of arc 1 of 1, found end of file\n  --> in:4:1\n",
            ),
            (
                "1\n2 1 0\n0 1\n7\n",
                "error: expected end of file, found `7`\n  --> in:4:1\n",
            ),
            (
                "1\n0 1 0\n0 1\n",
                "error: test 1 of 1: `N` (the number of nodes) must be in 1..=1000000000, found `0`\n  --> in:2:1\n",
            ),
            (
                "3\n2 1 0\n0 1\n2 1 0\n1 1\n2 1 0\n0 1\n",
                "error: test 2 of 3: the arcs must not form a cycle, found cycle 1 -> 1\n  --> in:5:1\n",
            ),
            (
                "2\n2 1 0\n0 1\n",
                "error: test 2 of 2: expected `N` (the number of nodes), found end of file\n  --> in:4:1\n",
            ),
        ] {
            let found = error(&DagStoneCount, text);
            assert!(found.starts_with(message), "{found}");
        }
        let hint = "hint: indices run from 0; is this input 1-based?";
        assert!(error(&DagStoneCount, "1\n2 1 0\n1 2\n").ends_with(hint));
        assert!(
            !error(&DagStoneCount, "1\n2 2 0\n0 1\n1 2\n").contains(hint),
            "a 0 occurs"
        );
        assert!(
            validator_error(&DagStoneCount, "1\n101 1 0\n0 1\n").starts_with(
                "error: test 1 of 1: `N` (the number of nodes) must be in 2..=100, found `101`\n"
            )
        );
    }
}
