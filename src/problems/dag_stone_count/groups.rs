//! What a learner is shown of a count: the nodes by nimber, the groups that the number is made of, and a lost placement.

use itertools::Itertools as _;

use super::{MODULUS, Test, characters, inverse};
use crate::budget::{Budget, Refusal};
use crate::playable::Count;

/// How many nodes, stones and nimbers, multiplied, are counted by parities.
const PARITY_STEPS: u128 = 50_000_000;
/// How many groups are shown one by one.
const SHOWN: usize = 30;

impl Test {
    /// The nimber of every node.
    fn nimbers_of_all(&self, nimbers: &[u32]) -> Vec<usize> {
        let nodes = u32::try_from(self.nodes).expect("a graph that is shown is small");
        let number = |node| self.graph.number(node);
        (0..nodes)
            .map(|node| number(node).map_or(0, |n| nimbers[n as usize] as usize))
            .collect()
    }

    /// The nodes by nimber, and the placements: by the nodes that hold an odd number of stones where that is not too
    /// much, else by characters.
    pub(super) fn groups(&self, nimbers: &[u32], budget: Budget) -> Result<Count, Refusal> {
        let width = characters(nimbers);
        let steps =
            self.nodes as u128 * width as u128 * u128::from(self.stones.min(self.nodes as u64) + 1);
        let (what, groups) = if steps <= PARITY_STEPS {
            let part = |(odd, sets, pairs): (usize, u64, u64)| {
                let product = sets * pairs % MODULUS;
                let rest = (self.stones - odd as u64) / 2;
                let text = format!(
                    "sets of nodes with xor 0: {sets}; ways to place the other stones in {rest} pairs: {pairs}; \
                     product: {product}"
                );
                (format!("odd on {odd}"), product, text)
            };
            let parts = self.parity_groups(nimbers, budget)?.into_iter().map(part);
            let what = "Two stones on one node cancel, so a placement is lost exactly when the nodes that hold an odd \
                        number of stones have the xor 0. The lost placements by how many nodes these are";
            (what, merged(parts.collect()))
        } else {
            let scale = inverse(width as u64);
            let part = |(minus, (times, value)): (u64, (u64, u64))| {
                let product = times * value % MODULUS * scale % MODULUS;
                let text = format!(
                    "characters: {times}; placements weighed by one: {value}; product over {width}: {product}"
                );
                (format!("-1 on {minus}"), product, text)
            };
            let parts = (0..).zip(self.character_groups(nimbers)).map(part);
            let what = "A placement is lost exactly when its xor is 0, and the mean of all Walsh characters is 1 there \
                        and 0 elsewhere. The characters by on how many nodes they are -1";
            (what, merged(parts.collect()))
        };
        Ok(Count {
            things: "The nodes by nimber:".to_owned(),
            classes: self.classes(nimbers),
            what: format!("{what}, modulo {MODULUS}:"),
            groups,
            total: self.lost_placements(nimbers).to_string(),
        })
    }

    /// The nodes by nimber.
    fn classes(&self, nimbers: &[u32]) -> Vec<(String, String)> {
        const NAMES: usize = 12;
        let by_nimber = self
            .nimbers_of_all(nimbers)
            .into_iter()
            .zip(0usize..)
            .into_group_map();
        let class = |(nimber, nodes): (usize, Vec<usize>)| {
            let names = nodes.iter().take(NAMES).join(", ");
            let more = match nodes.len().saturating_sub(NAMES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            (format!("nimber {nimber}"), format!("{names}{more}"))
        };
        by_nimber.into_iter().sorted().map(class).collect()
    }

    /// The first lost placement in dictionary order, the stones of node 0 first; of those with a move left, if there
    /// are any.
    pub(super) fn first_lost(&self, nimbers: &[u32]) -> Vec<u64> {
        let placed = self.first_with(nimbers, true);
        let first = placed.or_else(|| self.first_with(nimbers, false));
        // An even number of stones may all lie on one node, and an odd one on a node without arcs.
        first.expect("some placement is lost")
    }

    /// The first placement with xor 0 in dictionary order; with `movable`, of those that leave a move.
    ///
    /// Takes O(N 2^k) time and memory.
    fn first_with(&self, nimbers: &[u32], movable: bool) -> Option<Vec<u64>> {
        const NEVER: u64 = u64::MAX;
        let all = self.nimbers_of_all(nimbers);
        let width = characters(nimbers);
        let mut sink = vec![true; self.nodes];
        self.arcs
            .iter()
            .for_each(|arc| sink[arc.0 as usize] = false);
        // A state is what is still missing: the xor, and whether a stone must yet come to a node with arcs. One stone
        // changes the xor, two only the second; more never help but where they must lie somewhere, in pairs.
        let state = |xor: usize, missing: bool| 2 * xor + usize::from(missing);
        let after = |node: usize, xor: usize, missing: bool, stones: u64| {
            let xor = if stones % 2 == 1 {
                xor ^ all[node]
            } else {
                xor
            };
            state(xor, missing && (stones == 0 || sink[node]))
        };
        // least[i][p][s]: the fewest stones, of parity p, that nodes from i on need in state s.
        let mut least = vec![[vec![NEVER; 2 * width], vec![NEVER; 2 * width]]; self.nodes + 1];
        least[self.nodes][0][state(0, false)] = 0;
        for node in (0..self.nodes).rev() {
            for (xor, missing, parity) in itertools::iproduct!(0..width, [false, true], 0..2) {
                let with = |stones: u64| {
                    let rest = &least[node + 1][(parity + stones as usize) % 2];
                    rest[after(node, xor, missing, stones)].saturating_add(stones)
                };
                least[node][parity][state(xor, missing)] = with(0).min(with(1)).min(with(2));
            }
        }
        let fits =
            |node: usize, state: usize, left: u64| least[node][(left % 2) as usize][state] <= left;
        let (mut left, mut now) = (self.stones, (0, movable));
        if !fits(0, state(now.0, now.1), left) {
            return None;
        }
        let mut placed = Vec::with_capacity(self.nodes);
        for node in 0..self.nodes {
            // The last node takes all that is left.
            let stones = if node + 1 == self.nodes {
                left
            } else {
                let fewest = (0..=2u64.min(left)).find(|&stones| {
                    fits(node + 1, after(node, now.0, now.1, stones), left - stones)
                });
                fewest.expect("what fits from here on fits with 0, 1 or 2 stones here")
            };
            let next = after(node, now.0, now.1, stones);
            now = (next / 2, next % 2 == 1);
            left -= stones;
            placed.push(stones);
        }
        Some(placed)
    }
}

/// The groups that are not empty, the last of very many as one.
fn merged(parts: Vec<(String, u64, String)>) -> Vec<(String, String)> {
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(_, product, _)| *product > 0)
        .collect();
    let (shown, rest) = parts.split_at(parts.len().min(SHOWN));
    let mut groups: Vec<_> = shown
        .iter()
        .map(|(name, _, text)| (name.clone(), text.clone()))
        .collect();
    if !rest.is_empty() {
        let sum = rest
            .iter()
            .fold(0, |sum, (_, product, _)| (sum + product) % MODULUS);
        groups.push((
            format!("{} more groups", rest.len()),
            format!("sum of their products: {sum}"),
        ));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::BUDGET;
    use super::super::{DagStoneCount, Instance};
    use super::*;
    use crate::engine::{Outcome, Rules as _, brute};
    use crate::playable::Playable as _;
    use crate::problem::old::Problem as _;
    use crate::random::Random;

    #[test]
    fn the_first_lost_placement_is_the_first_that_play_finds() {
        let mut compared = 0;
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let family = DagStoneCount::META.families[seed as usize % 6].name;
            let instance = DagStoneCount::generate(family, 2 + seed % 4, &mut random);
            for test in &instance.0 {
                let Ok(solved) = brute::solve(test, 3000) else {
                    continue;
                };
                let start = test.start();
                let placed = test.moves(&start).filter_map(|(_, placed)| placed);
                let mut lost: Vec<Vec<u64>> = placed
                    .filter(|p| solved.outcome(&Some(p.clone())) == Some(Outcome::Loss))
                    .collect();
                lost.sort_unstable();
                let can_move = |p: &&Vec<u64>| test.moves(&Some((*p).clone())).next().is_some();
                let expected = lost.iter().find(can_move).or(lost.first()).cloned();
                let nimbers = test.nimbers(BUDGET).unwrap();
                assert_eq!(expected, Some(test.first_lost(&nimbers)), "{test}");
                compared += 1;
            }
        }
        assert!(compared > 200, "{compared}");
    }

    #[test]
    fn the_groups_make_up_the_number_in_both_ways() {
        for (nodes, stones) in [(5, 4), (90, 9_999), (900, 1_000_000_000_000_000_000)] {
            let mut random = Random::new(nodes);
            let Instance(tests) = DagStoneCount::generate("dense", nodes, &mut random);
            let test = Test {
                stones,
                ..tests[0].clone()
            };
            let one = Instance(vec![test]);
            let game = DagStoneCount::game(&one, 0, BUDGET).unwrap();
            let count = game.count().unwrap();
            let answer = DagStoneCount::solve(&one, BUDGET).unwrap().to_string();
            assert_eq!(count.total, answer.trim());
            let numbers = count
                .groups
                .iter()
                .filter(|(name, _)| !name.starts_with("nodes"));
            let sum = numbers.fold(0, |sum, (_, text)| {
                let number: u64 = text.rsplit(' ').next().unwrap().parse().unwrap();
                (sum + number) % MODULUS
            });
            assert_eq!(sum.to_string(), count.total);
        }
    }
}
