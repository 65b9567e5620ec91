//! Stones on an acyclic graph: in how many ways can S stones be placed so that the player to move loses?
//!
//! **Rules.** A node holds any number of stones. A move takes one stone along one arc. The player who cannot move
//! loses.
//!
//! **Idea.** A placement is lost exactly if the xor of the stones' nimbers is 0. The k bits of nimbers have 2^k Walsh
//! characters χ, each with values ±1. The sum of χ(x) over all χ is 2^k for x = 0, and 0 for any other x. So the answer
//! is 2^-k times the sum over all χ of the placements, each weighed by χ of its xor. Every stone of a node v brings a
//! factor χ(g(v)). So the node has the generating function 1/(1 - χ(g(v))t). If χ is -1 on b nodes, the weighed sum is
//! F(b) = \[t^S\] f_b with f_b = (1-t)^(b-N) (1+t)^(-b). That is one number for all characters with the same b.
//!
//! **Why it is right.** (N-b) f_(b-1) + b f_(b+1) = f_b ((N-b)(1+t)/(1-t) + b(1-t)/(1+t)) = N f_b + 2t f_b'. The
//! coefficient of t^S in that is (N+2S) F(b). So two values start a recurrence for all the others: b F(b+1) = (N+2S)
//! F(b) - (N-b) F(b-1). F(0) is a binomial coefficient. F(1) is a sum of N or S of them, whichever are fewer. N is
//! below the modulus, so every divisor has an inverse. S has no bound.
//!
//! **Trap.** Two stones on one node cancel, but the pairs still have to be placed. So 2 stones on 3 nodes without arcs
//! are 6 placements, not 1. Repeated arcs change nothing. A node outside all arcs is still a place for stones.
//!
//! **Cost.** A test takes O(M + min(N, S) + k 2^k) time, with 2^k at most twice the square root of 2M. It takes some 40
//! bytes per arc. A node outside all arcs costs no memory.
//!
//! **Limits.** A placement for play takes memory for every node.
//!
//! **Source.** USTC 1130 "New Game".

use crate::engine::splitting::walsh;
use crate::problem::Count;
use crate::stock::arcs::{self, ArcList, Compact, Shape};
use crate::stock::first_of;
use crate::stock::prelude::*;
use crate::stock::tokens::{Tokens, Values};

mod mistakes;
mod tiny;

const T: Limit = Limit::new("T", "the number of tests", 1..=100).solves(0..=MAX_COUNT);
/// The number of nodes. It stays below [`MODULUS`], so that the numbers up to N have inverses.
const N: Limit = Limit::new("N", "the number of nodes", 2..=100).solves(1..=1_000_000_000);
const M: Limit = Limit::new("M", "the number of arcs", 1..=10_000).solves(0..=MAX_COUNT);
const S: Limit = Limit::new("S", "the number of stones", 0..=10_000).solves(0..=MAX_18_DIGITS);

/// The prime modulus of the answers.
const MODULUS: u64 = 1_000_000_007;
/// The steps that counting takes for each node or stone.
const TERM_STEPS: u128 = 15;
/// The steps of one addition in the second count of the placements.
const COUNT_STEP: u128 = 4;
/// The largest number of groups of the count in the text.
const SHOWN_GROUPS: usize = 30;
/// The largest number of nimbers that are listed with their nodes.
const LISTED_NIMBERS: usize = 1000;
/// The largest number of nodes in the list of a nimber.
const NAMED_NODES: usize = 12;

/// The tests.
pub struct DagStoneCount(Vec<Test>);

/// One graph, with nodes from 0, and the number of its stones.
#[derive(Clone)]
struct Test {
    stones: u64,
    graph: Rc<Compact>,
}

impl Problem for DagStoneCount {
    const META: Meta = Meta::new(
        texts!("dag-stone-count"),
        "USTC 1130 New Game",
        "Grundy values, Walsh characters",
        ("game.in", "game.out"),
        ("N, the number of nodes", 100),
        &[T, N, M, S],
    )
    .lesson(5, "ways to make a xor of 0", &["counting-with-xor"])
    .form(
        &[Field::tests("T"), Field::numbers("N M S"), Field::repeated("M", "u v")],
        "1",
    );

    const FAMILIES: &'static [Family<DagStoneCount>] = &[
        family(
            "random",
            "arcs along a random order of the nodes, some of them repeated",
            |n, random| draw(n, random, |_, most| Shape::Random(most), None),
        ),
        family(
            "dense",
            "every arc along a random order of the nodes: the largest nimbers",
            |n, random| draw(n, random, dense, None),
        ),
        family("path", "one path through all nodes", |n, random| {
            draw(n, random, |_, _| Shape::Path, None)
        }),
        family(
            "repeated",
            "three pairs of nodes, each with many arcs, and isolated nodes",
            |n, random| draw(n, random, |_, most| Shape::Repeated(most), None),
        ),
        family(
            "bare",
            "one arc only, so that almost every node is isolated",
            |n, random| draw(n, random, |_, _| Shape::Repeated(1), None),
        ),
        family("no-stones", "S = 0, which is one placement, and lost", |n, random| {
            draw(n, random, |_, most| Shape::Random(most), Some(0))
        }),
        family(
            "full",
            "as many tests as nodes, with every arc and nearly as many stones as the limits allow",
            |n, random| {
                let drawn = iter::repeat_with(|| draw(n, random, dense, None).0).flatten();
                let mut tests = drawn.take(n.min(T.original.1 as u64) as usize).collect_vec();
                for test in tests.iter_mut().filter(|test| test.graph.vertices > 12) {
                    test.stones = most_stones(test.graph.vertices) - test.stones / 10;
                }
                DagStoneCount(tests)
            },
        ),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Tokens;
    /// The number of lost placements, modulo the modulus.
    type Answer = Line<u64>;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<DagStoneCount, InputError> {
        let [count]: [usize; 1] = Limit::row([T], scanner)?;
        let mut tests = Vec::new();
        for test in 1..=count {
            let read = Test::read(scanner);
            tests.push(read.map_err(|error| error.within(format_args!("test {test} of {count}")))?);
        }
        scanner.end()?;
        Ok(DagStoneCount(tests))
    }

    fn outcomes_of_vertices(&self, misere: bool, budget: Budget) -> Result<Option<Vec<Outcome>>, Refusal> {
        Values::outcomes(&self.0[0].graph, (false, misere), budget).map(Some)
    }

    /// Returns a game whose first move places all stones.
    ///
    /// People play from the first lost placement in dictionary order that leaves a move, if there is one.
    fn game(&self, budget: Budget) -> Result<Tokens, Refusal> {
        let test = &self.0[0];
        let counting = test.counting(budget)?;
        let bytes = 4 * counting.width() as u128 + 100;
        let nodes = counting.nodes;
        budget.require(bytes * nodes as u128, format_args!("placements on {nodes} nodes"))?;
        let board = Tokens::new(&test.graph, 0, false);
        Ok(board.with(counting.first_lost(&test.graph)).unplaced())
    }

    fn theory(game: &Tokens, budget: Budget) -> Result<Box<dyn Theory<Tokens>>, Refusal> {
        let stones = game.opening().iter().sum();
        Ok(Box::new(Counting::new(&game.graph, stones, budget)?))
    }

    fn ask(game: &Tokens, known: &dyn Oracle<Tokens>) -> Line<u64> {
        let winning = known.count_winning_moves(game, &game.start());
        Line((winning % u128::from(MODULUS)) as u64)
    }

    fn positions(game: &Tokens) -> Option<u128> {
        Some(game.standings())
    }

    fn brute_cap(game: &Tokens) -> usize {
        if game.vertices() <= 1000 { 2000 } else { 0 }
    }

    /// Makes no placement for play, because finding one takes longer than counting.
    fn solve(&self, budget: Budget) -> Result<Vec<Line<u64>>, Refusal> {
        // The nodes on arcs are few compared with the text.
        let terms = |test: &Test| u128::from(test.stones.saturating_add(1).min(test.graph.vertices as u64));
        let steps = TERM_STEPS * self.0.iter().map(terms).sum::<u128>();
        budget.require_steps(steps, format_args!("counting placements on so many nodes"))?;
        let solve = |test: &Test| Ok(Line(test.counting(budget)?.lost_placements()));
        self.0.iter().map(solve).try_collect()
    }

    fn certify(&self, answers: &[Line<u64>], budget: Budget) -> Result<String, CertifyError> {
        if answers.len() != self.0.len() {
            return Err(wrong("there are not as many answers as tests"));
        }
        let mut nodes = 0;
        for (test, Line(count)) in self.0.iter().zip(answers) {
            let counting = test.counting(budget)?;
            counting.values.check(test.graph.graph())?;
            counting.recount(*count, budget)?;
            nodes += counting.nimbers().len();
        }
        Ok(format!("the nimbers of {nodes} nodes, and {RECOUNTED}"))
    }

    fn smaller(&self) -> impl Iterator<Item = DagStoneCount> {
        let tests = &self.0;
        let changed = (0..tests.len()).flat_map(move |index| {
            let smaller = tests[index].smaller();
            smaller.map(move |test| shrink::with(tests, index, test))
        });
        shrink::shorter(tests).chain(changed).map(DagStoneCount)
    }

    fn split(&self) -> Option<Vec<DagStoneCount>> {
        let part = |test: &Test| DagStoneCount(vec![test.clone()]);
        Some(self.0.iter().map(part).collect())
    }
}

/// The words for a check of the number.
const RECOUNTED: &str = "the placements counted by their nodes with an odd number of stones";

/// Returns the shape with every arc along an order of the nodes, within the limits.
fn dense(nodes: usize, _: usize) -> Shape {
    Shape::Dense((10_000 / nodes).max(10))
}

/// Draws one to three tests, with a shape from the number of nodes and the most arcs. It draws the stones if none are
/// given.
fn draw(size: u64, random: &mut Random, shape: impl Fn(usize, usize) -> Shape, stones: Option<u64>) -> DagStoneCount {
    let nodes = usize::try_from(size.max(2)).expect("a generated graph fits in memory");
    // Beyond the original limits, use ten arcs per node.
    let most_arcs = (nodes * nodes / 2).min(if nodes <= 100 { 10_000 } else { 10 * nodes });
    let tests = (0..1 + random.index(3)).map(|_| {
        let arcs = shape(nodes, most_arcs).draw(nodes, random);
        let stones = stones.unwrap_or_else(|| random.below(most_stones(nodes) + 1));
        Test::new(nodes, stones, arcs)
    });
    DagStoneCount(tests.collect())
}

/// Returns the most stones on a graph. On a small one they are few, so that all placements can be played out.
fn most_stones(nodes: usize) -> u64 {
    match nodes {
        ..=3 => 20,
        4..=5 => 6,
        6..=8 => 4,
        9..=12 => 3,
        13..=100 => S.original.1 as u64,
        _ => S.solve.1 as u64,
    }
}

impl Test {
    /// Returns tests one step smaller, as [`Problem::smaller`] does for instances.
    fn smaller(&self) -> impl Iterator<Item = Test> {
        let stones = self.stones;
        let steps = shrink::graph(self.graph.vertices, &self.graph.arcs, |_| false);
        let changed = steps.map(move |smaller| Test::new(smaller.vertices, stones, smaller.arcs));
        let lowered = shrink::lower(stones).map(|stones| Test { stones, ..self.clone() });
        changed.chain(lowered)
    }

    fn new(nodes: usize, stones: u64, arcs: Vec<(u32, u32)>) -> Test {
        let graph = Compact::new(nodes, arcs);
        Test { stones, graph }
    }

    fn read(scanner: &mut Scanner<'_>) -> Result<Test, InputError> {
        let [nodes, count, stones]: [u64; 3] = Limit::row([N, M, S], scanner)?;
        let nodes = nodes as usize;
        let list = ArcList::read(scanner, nodes, count as usize, 0)?;
        let graph = list.into_graph(scanner, nodes, false)?;
        Ok(Test { stones, graph })
    }

    fn counting(&self, budget: Budget) -> Result<Counting, Refusal> {
        Counting::new(&self.graph, self.stones, budget)
    }
}

/// The placements of stones on nodes with known nimbers.
struct Counting {
    nodes: usize,
    stones: u64,
    /// The nimbers of the nodes on arcs. All others are 0.
    values: Values,
}

impl Counting {
    fn new(graph: &Compact, stones: u64, budget: Budget) -> Result<Counting, Refusal> {
        let (nodes, values) = (graph.vertices, Values::of(graph, false, budget)?);
        Ok(Counting { nodes, stones, values })
    }

    /// Returns the nimbers of the nodes on arcs.
    fn nimbers(&self) -> &[u32] {
        match &self.values {
            Values::Acyclic(nimbers) => nimbers,
            Values::Loopy(_) => unreachable!("the reader found no cycle"),
        }
    }

    /// Returns the number of characters: the least power of two above all the nimbers.
    fn width(&self) -> usize {
        let largest = self.nimbers().iter().copied().max().unwrap_or(0) as usize;
        (largest + 1).next_power_of_two()
    }

    /// Returns the number of lost placements by Walsh characters.
    fn lost_placements(&self) -> u64 {
        let weighed = sum(self.character_groups().into_iter().map(|(times, value)| times * value));
        weighed * inverse(self.width() as u64) % MODULUS
    }

    /// Returns pairs for each possible number of nodes with -1: the count of its characters, and the placements weighed
    /// by one.
    fn character_groups(&self) -> Vec<(u64, u64)> {
        let nodes = self.nodes as i64;
        // Count each nimber, and from that, per character, the nodes with +1 less those with -1.
        let mut sums = vec![0; self.width()];
        for &nimber in self.nimbers() {
            sums[nimber as usize] += 1;
        }
        let moving = self.nimbers().len() as i64 - sums[0];
        sums[0] = nodes - moving;
        walsh(&mut sums);
        let mut characters_with = vec![0; moving as usize + 1];
        for &sum in &sums {
            characters_with[((nodes - sum) / 2) as usize] += 1;
        }
        let values = coefficients(self.nodes as u64, self.stones);
        iter::zip(characters_with, values).collect()
    }

    /// Returns triples for each possible number of odd nodes: that number, its node sets with xor 0, and the ways to
    /// place pairs.
    ///
    /// An odd node holds an odd number of stones, and the other stones come in pairs. Takes O(N min(N, S) 2^k) time, so
    /// it only checks.
    fn parity_groups(&self, budget: Budget) -> Result<Vec<(usize, u64, u64)>, Refusal> {
        let width = self.width();
        let most = self.nodes.min(usize::try_from(self.stones).unwrap_or(usize::MAX));
        let table = (most as u128 + 1) * width as u128;
        let steps = COUNT_STEP * (self.nodes as u128) * table;
        budget.require_steps(steps, format_args!("counting the placements again"))?;
        budget.require(8 * table, format_args!("{table} counts of sets of nodes"))?;
        // `sets[odd * width + x]` counts the sets of `odd` nodes with xor x among the nodes so far.
        let mut sets = vec![0; table as usize];
        sets[0] = 1;
        let isolated = self.nodes - self.nimbers().len();
        for &nimber in self.nimbers().iter().chain(iter::repeat_n(&0, isolated)) {
            for odd in (1..=most).rev() {
                for x in 0..width {
                    let without = sets[(odd - 1) * width + (x ^ nimber as usize)];
                    let place = &mut sets[odd * width + x];
                    *place = (*place + without) % MODULUS;
                }
            }
        }
        let fewest = (self.stones % 2) as usize;
        let groups = (fewest..=most).step_by(2).map(|odd| {
            let pairs = (self.stones - odd as u64) / 2;
            (odd, sets[odd * width], placements(pairs, self.nodes as u64))
        });
        Ok(groups.collect())
    }

    /// Checks a number of lost placements. It counts sets of nodes with an odd number of stones.
    fn recount(&self, count: u64, budget: Budget) -> Result<(), CertifyError> {
        let groups = self.parity_groups(budget)?.into_iter();
        if sum(groups.map(|(_, sets, pairs)| sets * pairs)) == count {
            Ok(())
        } else {
            Err(wrong("another way of counting gives another number"))
        }
    }

    /// Returns the nimber of every node.
    fn nimbers_of_all(&self, graph: &Compact) -> Vec<usize> {
        let nimber = |number| self.nimbers()[number as usize] as usize;
        let nodes = 0..self.nodes as u32;
        nodes.map(|node| graph.number(node).map_or(0, nimber)).collect()
    }

    /// Returns the placements in groups for a learner: by the odd nodes if that takes few steps, else by characters.
    fn groups(&self) -> (&'static str, Vec<(String, String)>) {
        /// A budget of less than a second.
        const FEW_STEPS: Budget = Budget::of(u64::MAX).with_steps(200_000_000);
        let width = self.width();
        if let Ok(parities) = self.parity_groups(FEW_STEPS) {
            let part = |(odd, sets, pairs): (usize, u64, u64)| {
                let product = sets * pairs % MODULUS;
                let text = format!(
                    "choices of them with the xor 0: {sets}; ways to add the other stones in pairs: {pairs}; product: {product}"
                );
                (format!("odd nodes: {odd}"), product, text)
            };
            let what = "Two stones on one node cancel, because a player can answer each move of the one by the same move of \
                        the other. So only nodes with an odd number of stones count, and a placement is lost if their \
                        nimbers have the xor 0. The lost placements by the number of these nodes";
            return (what, merged(parities.into_iter().map(part)));
        }
        let scale = inverse(width as u64);
        let part = |(minus, (times, value)): (u64, (u64, u64))| {
            let product = times * value % MODULUS * scale % MODULUS;
            let text =
                format!("characters: {times}; placements weighed by one: {value}; product over {width}: {product}");
            (format!("-1 on {minus}"), product, text)
        };
        let what = "A placement is lost exactly when its xor is 0, and the mean of all Walsh characters is 1 there \
                    and 0 elsewhere. The characters by the number of nodes with the value -1";
        let characters = (0..).zip(self.character_groups());
        (what, merged(characters.map(part)))
    }

    /// Returns the nodes by nimber.
    fn classes(&self, graph: &Compact) -> Vec<(String, String)> {
        let nimbers = self.nimbers_of_all(graph).into_iter();
        let by_nimber = nimbers.zip(0usize..).into_group_map();
        let names = |nodes: &[usize]| first_of(nodes, NAMED_NODES, "more");
        let class = |(nimber, nodes): (usize, Vec<usize>)| (format!("nimber {nimber}"), names(&nodes));
        let mut classes = by_nimber.into_iter().sorted().map(class).collect_vec();
        let more = classes.len().saturating_sub(LISTED_NIMBERS);
        classes.truncate(LISTED_NIMBERS);
        classes.extend((more > 0).then(|| (format!("{more} more nimbers"), String::new())));
        classes
    }

    /// Returns the first lost placement in dictionary order, the stones of node 0 first, with a move left if possible.
    fn first_lost(&self, graph: &Compact) -> Vec<u64> {
        let movable = self.first_with(graph, true);
        // An even number of stones can all lie on one node, and an odd number on a node without arcs.
        movable.unwrap_or_else(|| self.first_with(graph, false).expect("some placement is lost"))
    }

    /// Returns the first placement with xor 0 in dictionary order. If `movable`, it leaves a move.
    ///
    /// Takes O(N 2^k) time and memory.
    fn first_with(&self, graph: &Compact, movable: bool) -> Option<Vec<u64>> {
        /// A bound on the stones that a state needs: twice the bits of a nimber, and a few.
        const NEVER: u8 = u8::MAX;
        let nimbers = self.nimbers_of_all(graph);
        let mut has_arcs = vec![false; self.nodes];
        graph.arcs.iter().for_each(|arc| has_arcs[arc.0 as usize] = true);
        // The bits of a state stand for missing things: the xor, a stone on a node with arcs, and the parity of the
        // stones. One stone changes the xor and the parity, and two do not. Further stones help only in pairs, and only
        // because they have to lie somewhere.
        let after = |node: usize, state: usize, stones: u64| {
            let changed = if stones == 1 { 4 * nimbers[node] + 1 } else { 0 };
            let settled = if stones > 0 && has_arcs[node] { 2 } else { 0 };
            (state ^ changed) & !settled
        };
        // `least[i][s]` is the fewest stones that nodes from i on need in state s.
        let mut least = vec![vec![NEVER; 4 * self.width()]; self.nodes + 1];
        least[self.nodes][0] = 0;
        for node in (0..self.nodes).rev() {
            for state in 0..4 * self.width() {
                let rest = |stones: u8| least[node + 1][after(node, state, stones.into())];
                let with = |stones: u8| rest(stones).saturating_add(stones);
                least[node][state] = with(0).min(with(1)).min(with(2));
            }
        }
        let fits = |node: usize, state: usize, left: u64| {
            let fewest = least[node][state];
            fewest != NEVER && u64::from(fewest) <= left
        };
        let parity = (self.stones % 2) as usize;
        let (mut left, mut state) = (self.stones, 2 * usize::from(movable) + parity);
        if !fits(0, state, left) {
            return None;
        }
        let mut placed = Vec::with_capacity(self.nodes);
        for node in 0..self.nodes {
            let fewest = (0..=left.min(2)).find(|&stones| fits(node + 1, after(node, state, stones), left - stones));
            let stones = fewest.expect("what fits from here on fits with 0, 1 or 2 stones here");
            state = after(node, state, stones);
            left -= stones;
            placed.push(stones);
        }
        // The rest are pairs, and they all go to the last node.
        placed[self.nodes - 1] += left;
        Some(placed)
    }
}

/// Returns the groups that are not empty. Very many end in one group of the rest.
fn merged(parts: impl Iterator<Item = (String, u64, String)>) -> Vec<(String, String)> {
    let parts = parts.filter(|(_, product, _)| *product > 0).collect_vec();
    let (shown, rest) = parts.split_at(parts.len().min(SHOWN_GROUPS));
    let shown = shown.iter().map(|(name, _, text)| (name.clone(), text.clone()));
    let last = (!rest.is_empty()).then(|| {
        let sum = sum(rest.iter().map(|(_, product, _)| *product));
        let name = format!("{} more groups", rest.len());
        (name, format!("sum of their products: {sum}"))
    });
    shown.chain(last).collect()
}

/// Returns the sum modulo [`MODULUS`] of numbers below its square.
fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum, number| (sum + number) % MODULUS)
}

/// Returns `[t^S] (1-t)^(b-N) (1+t)^(-b)` modulo [`MODULUS`] for `b` = 0, 1, … up to N at most, for N from 1.
fn coefficients(nodes: u64, stones: u64) -> impl Iterator<Item = u64> {
    let sign = if stones.is_multiple_of(2) { 1 } else { MODULUS - 1 };
    let (first, second) = if stones + 1 < nodes {
        // Multiply the coefficients of (1-t)^-(N-1) by those of 1/(1-t) and of 1/(1+t).
        let terms = |z| binomial_sum(nodes - 2, z, stones + 1);
        (terms(1), sign * terms(MODULUS - 1) % MODULUS)
    } else {
        // The first is the same binomial by its other index. The second is h(m) = \[t^S\] (1-t)^-m / (1+t). From 2 =
        // (1-t) + (1+t) follows 2 h(m) = C(S+m-1, m-1) + h(m-1), with h(0) = ±1.
        let binomial = binomial_sum(stones % MODULUS + MODULUS - 1, 1, nodes);
        let doubled = binomial_sum(stones, 2, nodes - 1) + sign;
        (binomial, doubled % MODULUS * inverse(power(2, nodes - 1)) % MODULUS)
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

/// Returns the sum of `z^i C(c+i, i)` over `i` below `terms`, modulo [`MODULUS`]. `terms` is at most the modulus.
fn binomial_sum(c: u64, z: u64, terms: u64) -> u64 {
    // Term and sum share one denominator, so one inverse at the end is enough.
    let (mut term, mut sum, mut denominator) = (1, u64::from(terms > 0), 1);
    for i in 1..terms {
        term = term * ((c + i) % MODULUS) % MODULUS * z % MODULUS;
        denominator = denominator * i % MODULUS;
        sum = (sum * i + term) % MODULUS;
    }
    sum * inverse(denominator) % MODULUS
}

/// Returns the ways to place `things` equal things on `nodes` nodes: C(things + nodes - 1, nodes - 1).
fn placements(things: u64, nodes: u64) -> u64 {
    (1..nodes).fold(1, |ways, i| {
        ways * ((things + i) % MODULUS) % MODULUS * inverse(i) % MODULUS
    })
}

fn power(base: u64, exponent: u64) -> u64 {
    let digits = (0..u64::BITS - exponent.leading_zeros()).rev();
    digits.fold(1, |power, digit| {
        let square = power * power % MODULUS;
        if exponent >> digit & 1 == 1 {
            square * base % MODULUS
        } else {
            square
        }
    })
}

/// Returns the inverse of a number modulo [`MODULUS`], by Fermat. The modulus must not divide it.
fn inverse(number: u64) -> u64 {
    power(number, MODULUS - 2)
}

impl Oracle<Tokens> for Counting {
    fn value(&self, game: &Tokens, stones: &Vec<u64>) -> Value {
        self.values.value(game, stones)
    }

    fn winning_moves<'a>(&'a self, game: &'a Tokens, stones: &'a Vec<u64>) -> Steps<'a, Tokens> {
        self.values.winning_moves(game, stones)
    }

    /// Counts the winning moves. Before the stones are placed, it returns the count modulo [`MODULUS`].
    fn count_winning_moves(&self, game: &Tokens, stones: &Vec<u64>) -> u128 {
        if stones.is_empty() {
            self.lost_placements().into()
        } else {
            self.values.count_winning_moves(game, stones)
        }
    }
}

impl Theory<Tokens> for Counting {
    fn parts(&self, game: &Tokens, stones: &Vec<u64>) -> Vec<Part> {
        self.values.parts(game, stones)
    }

    fn reason(&self, game: &Tokens, stones: &Vec<u64>) -> Option<String> {
        (*stones == game.opening()).then(|| {
            "The question is about all placements. This one is an example: sorted node by node, it is the first lost \
                 placement that still has a move."
                .to_owned()
        })
    }

    fn label(&self, game: &Tokens, place: usize) -> Option<(Value, String)> {
        self.values.label(game, place)
    }

    fn count(&self, game: &Tokens) -> Option<Count> {
        let (what, groups) = self.groups();
        Some(Count {
            things: "The nodes by nimber:".to_owned(),
            classes: self.classes(&game.graph),
            what: format!("{what}, modulo {MODULUS}:"),
            groups,
            total: self.lost_placements().to_string(),
        })
    }

    fn proof(&self, game: &Tokens, budget: Budget) -> Option<Result<String, CertifyError>> {
        self.values.proof(game, budget)
    }

    fn recount(&self, _: &Tokens, budget: Budget) -> Option<Result<String, CertifyError>> {
        let checked = Counting::recount(self, self.lost_placements(), budget);
        Some(checked.map(|()| RECOUNTED.to_owned()))
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {}", self.graph.vertices, self.graph.arcs.len(), self.stones)?;
        arcs::write(f, &self.graph.arcs, 0)
    }
}

impl fmt::Display for DagStoneCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0.len())?;
        self.0.iter().try_for_each(|test| write!(f, "{test}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::brute;
    use crate::problem::checks::{self, BUDGET, checks};

    checks!(DagStoneCount, small: 1500 up to 7, edges: [
        "0\n" => "",
        "1\n2 1 0\n0 1\n" => "1\n",
        "1\n2 1 1\n0 1\n" => "1\n",
        "1\n1 0 1000000000000000000\n" => "1\n",
        "1\n3 0 2\n" => "6\n",
        "3\n2 1 3\n0 1\n4 3 3\n0 1\n1 2\n2 3\n3 3 5\n0 1\n1 2\n0 2\n" => "2\n10\n6\n",
    ]);

    /// Returns the answer to one test without its first line.
    fn count(test: &str) -> String {
        checks::solve::<DagStoneCount>(&format!("1\n{test}"), &[])
    }

    #[test]
    fn nodes_without_arcs_are_counted_without_memory_for_them() {
        assert_eq!(count("1000000000 0 1\n"), "1000000000\n");
        assert_eq!(count("1000000000 1 1\n999999999 7\n"), "999999999\n");
        let large = checks::read::<DagStoneCount>("1\n1000000000 0 1\n", &[]);
        let refusal = large.game(BUDGET).err().unwrap().to_string();
        assert!(refusal.starts_with("placements on 1000000000 nodes need"), "{refusal}");
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
            compared += u32::from(checks::agree(&DagStoneCount(vec![test])));
        }
        assert!(compared > 500, "{compared}");
    }

    /// Compares with the coefficients of the multiplied series.
    #[test]
    fn coefficients_are_those_of_the_series() {
        for nodes in 1..9u64 {
            for b in 0..=nodes {
                let mut series = [0i64; 21];
                series[0] = 1;
                for node in 0..nodes {
                    for t in 1..series.len() {
                        series[t] += if node < b { -series[t - 1] } else { series[t - 1] };
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

    /// Returns an instance of a family.
    fn generated(family: usize, size: u64, seed: u64) -> DagStoneCount {
        (DagStoneCount::FAMILIES[family].make)(size, &mut Random::new(seed))
    }

    #[test]
    fn large_sizes_agree_with_counting_by_odd_nodes() {
        // The families are random, path, dense and bare.
        for (seed, family) in [(1, 0), (2, 2), (3, 1), (4, 4)] {
            let mut instance = generated(family, 100, seed);
            instance.0.truncate(1);
            assert!(!checks::agree(&instance));
            for stones in [MODULUS - 1, MODULUS, 999_999_999_999_999_999, 1_000_000_000_000_000_000] {
                instance.0[0].stones = stones;
                checks::agree(&instance);
            }
        }
    }

    #[test]
    fn nodes_that_no_arc_mentions_change_only_the_places() {
        for seed in 0..40 {
            let small = generated(0, 4, seed);
            let spread = small.0.iter().map(|test| {
                let apart = |v: u32| 3 + 40 * v;
                let arcs = test.graph.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
                Test::new(170, test.stones % 4, arcs.collect())
            });
            checks::agree(&DagStoneCount(spread.collect()));
        }
    }

    #[test]
    fn a_count_too_large_to_check_is_explained_uncertified() {
        let DagStoneCount(tests) = generated(0, 12_000, 5);
        let one = DagStoneCount(tests[..1].to_vec());
        let answers = one.solve(BUDGET).unwrap();
        let error = one.certify(&answers, BUDGET).unwrap_err();
        assert!(matches!(error, CertifyError::Refused(_)), "{error:?}");
        let certificate = checks::certificate(&one);
        assert!(certificate.checked[0].starts_with("the values of "));
        assert!(
            certificate.unchecked[0]
                .message()
                .starts_with("counting the placements again takes ")
        );
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        for seed in 0..20 {
            let DagStoneCount(tests) = generated(0, 6, seed);
            let one = DagStoneCount(tests[..1].to_vec());
            let Line(count) = one.solve(BUDGET).unwrap()[0];
            checks::refutes(&one, Line(count + 1));
        }
    }

    #[test]
    fn a_test_read_alone_is_the_test_in_its_place() {
        let instance = generated(0, 6, 8);
        let whole = instance.solve(BUDGET).unwrap().iter().join("");
        let parts = instance.split().unwrap();
        let alone = parts
            .iter()
            .map(|part| checks::solve::<DagStoneCount>(&part.to_string(), &[]));
        assert_eq!(alone.collect::<String>(), whole);
    }

    #[test]
    fn people_play_from_the_first_lost_placement_that_play_finds() {
        let mut compared = 0;
        for seed in 0..400 {
            for one in generated(seed as usize % 6, 2 + seed % 4, seed).split().unwrap() {
                let game = one.game(BUDGET).unwrap();
                let Ok(solved) = brute::solve(&game, 3000) else {
                    continue;
                };
                let start = game.start();
                let lost = solved.winning_moves(&game, &start).map(|(_, placed)| placed);
                let lost = lost.sorted().collect_vec();
                let can_move = |placed: &&Vec<u64>| game.moves(placed).next().is_some();
                let expected = lost.iter().find(can_move).or(lost.first());
                assert_eq!(expected, Some(&game.opening()), "{one}");
                compared += 1;
            }
        }
        assert!(compared > 200, "{compared}");
    }

    #[test]
    fn the_groups_make_up_the_number_in_both_ways() {
        for (nodes, stones) in [(5, 4), (90, 9_999), (900, 1_000_000_000_000_000_000)] {
            let DagStoneCount(tests) = generated(1, nodes, nodes);
            let test = Test {
                stones,
                ..tests[0].clone()
            };
            let (_, groups) = test.counting(BUDGET).unwrap().groups();
            let numbers = groups.iter().map(|(_, text)| {
                let number = text.rsplit(' ').next().unwrap();
                number.parse::<u64>().unwrap()
            });
            let sum = numbers.fold(0, |sum, number| (sum + number) % MODULUS);
            let one = DagStoneCount(vec![test]);
            assert_eq!(one.solve(BUDGET), Ok(vec![Line(sum)]));
        }
    }
}
