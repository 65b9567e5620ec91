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

    /// The groups of nodes, and those of placements: by the nodes that hold an odd number of stones where that is not
    /// too much, else by characters.
    pub(super) fn groups(&self, nimbers: &[u32], budget: Budget) -> Result<Count, Refusal> {
        let all = self.nimbers_of_all(nimbers);
        let width = characters(nimbers);
        let mut groups = Vec::new();
        for (nimber, nodes) in all
            .iter()
            .copied()
            .zip(0..)
            .into_group_map()
            .into_iter()
            .sorted()
        {
            let list: Vec<usize> = nodes;
            let more = if list.len() > 12 { ", …" } else { "" };
            let names = list.iter().take(12).join(", ");
            groups.push((
                format!("nodes of nimber {nimber}"),
                format!("{}: {names}{more}", list.len()),
            ));
        }
        let total = self.lost_placements(nimbers);
        let steps =
            self.nodes as u128 * width as u128 * u128::from(self.stones.min(self.nodes as u64) + 1);
        let what = if steps <= PARITY_STEPS {
            let parts = self.parity_groups(nimbers, budget)?.into_iter().map(|(odd, sets, pairs)| {
                let product = sets * pairs % MODULUS;
                let rest = (self.stones - odd as u64) / 2;
                let text = format!("{sets} sets of nodes with xor 0, {rest} pairs placed in {pairs} ways: {product}");
                (format!("odd on {odd} nodes"), product, text)
            });
            push_groups(&mut groups, parts.collect());
            "Two stones on one node cancel, so a placement is lost exactly when the nodes with an odd number of stones \
             have the xor 0. The lost placements by how many nodes that is"
        } else {
            let scale = inverse(width as u64);
            let parts = (0..)
                .zip(self.character_groups(nimbers))
                .map(|(minus, (times, value))| {
                    let product = times * value % MODULUS * scale % MODULUS;
                    let text = format!(
                        "{times} characters, each weighing the placements as {value}: {product}"
                    );
                    (format!("-1 on {minus} nodes"), product, text)
                });
            push_groups(&mut groups, parts.collect());
            "A placement is lost exactly when its xor is 0, which the Walsh characters tell: the mean of their values \
             is 1 there and 0 elsewhere. The placements by on how many nodes a character is -1"
        };
        Ok(Count {
            what: format!("{what}, modulo {MODULUS}:"),
            groups,
            total: total.to_string(),
        })
    }

    /// The first lost placement in dictionary order, the stones of node 0 first.
    ///
    /// Takes O(N 2^k) time and memory.
    pub(super) fn first_lost(&self, nimbers: &[u32]) -> Vec<u64> {
        const NEVER: u64 = u64::MAX;
        let all = self.nimbers_of_all(nimbers);
        let width = characters(nimbers);
        // least[i][2x + p]: the fewest of the nodes from i on that hold an odd number of stones if their xor is x and
        // that number has parity p.
        let mut least = vec![vec![NEVER; 2 * width]; self.nodes + 1];
        least[self.nodes][0] = 0;
        for node in (0..self.nodes).rev() {
            for x in 0..width {
                for parity in 0..2 {
                    let without = least[node + 1][2 * x + parity];
                    let with = least[node + 1][2 * (x ^ all[node]) + 1 - parity];
                    least[node][2 * x + parity] = without.min(with.saturating_add(1));
                }
            }
        }
        let mut placed = Vec::with_capacity(self.nodes);
        let (mut left, mut xor) = (self.stones, 0);
        for node in 0..self.nodes {
            // The last node takes all that is left; elsewhere no more than one stone is ever needed.
            let stones = if node + 1 == self.nodes {
                left
            } else {
                let stays = least[node + 1][2 * xor + (left % 2) as usize] <= left;
                u64::from(!stays)
            };
            if stones % 2 == 1 {
                xor ^= all[node];
            }
            left -= stones;
            placed.push(stones);
        }
        placed
    }
}

/// Adds the groups that are not empty, the last of very many as one.
fn push_groups(groups: &mut Vec<(String, String)>, parts: Vec<(String, u64, String)>) {
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(_, product, _)| *product > 0)
        .collect();
    let (shown, rest) = parts.split_at(parts.len().min(SHOWN));
    groups.extend(
        shown
            .iter()
            .map(|(name, _, text)| (name.clone(), text.clone())),
    );
    if !rest.is_empty() {
        let sum = rest
            .iter()
            .fold(0, |sum, (_, product, _)| (sum + product) % MODULUS);
        groups.push((format!("{} more groups", rest.len()), sum.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::BUDGET;
    use super::super::{DagStoneCount, Instance};
    use super::*;
    use crate::engine::{Outcome, Rules as _, brute};
    use crate::playable::Playable as _;
    use crate::problem::Problem as _;
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
                let placed = test.moves(&test.start()).filter_map(|(_, placed)| placed);
                let lost =
                    placed.filter(|p| solved.outcome(&Some(p.clone())) == Some(Outcome::Loss));
                let nimbers = test.nimbers(BUDGET).unwrap();
                assert_eq!(lost.min(), Some(test.first_lost(&nimbers)), "{test}");
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
