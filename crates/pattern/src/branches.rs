//! The winner by cases: a few plain conditions on several numbers, each asked only where it matters.
//!
//! Statements of judges often say so: "if k = 1, the parity of n decides, else the first player wins if n > k". The search
//! takes one to three features with few values each. If they decide the winner of every position of a table, the smallest
//! tree of questions is the claim.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::bits::choice;
use super::expr::{Atom, Op};
use super::features::Feature;
use super::formula::Formula;

/// The most values of a plain feature in a table.
const MOST_CLASSES: usize = 4;

/// The least number of positions for each end of a tree.
const FEWEST_OF_END: usize = 4;

/// The most ends of a tree. Nobody reads longer ones.
const MOST_ENDS: usize = 10;

/// The questions about a position, and the outcomes: 0 lost, 1 won, 2 drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// An outcome.
    End(u64),
    /// A feature, and the values that lead to each further branch.
    Ask(Feature, Vec<(Vec<u64>, Branch)>),
}

/// Returns every plain feature of `count` numbers, the plainest first.
fn plain(count: usize) -> Vec<Feature> {
    let of = Formula::Of;
    let number = Formula::Const;
    let twice = |formula: Formula| Formula::join(number(2), Op::Mul, formula);
    let places = 0..count;
    let pairs: Vec<(usize, usize)> = places.clone().tuple_combinations().collect();
    let ordered = || pairs.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    let whole: Vec<usize> = places.clone().collect();
    let compared = |one: Formula, other: Formula| Feature::Compared(one, other);
    let sum_mod = |places: &[usize], q: u64| Feature::Remainder(Formula::fold(Op::Add, places.to_vec()), q);
    let mut all: Vec<Feature> = places.clone().map(|place| sum_mod(&[place], 2)).collect();
    all.extend(
        places
            .clone()
            .flat_map(|place| (0..=2).map(move |than| compared(of(place), number(than)))),
    );
    all.extend(pairs.iter().map(|&(one, other)| compared(of(one), of(other))));
    all.extend((2..=4).map(|q| sum_mod(&whole, q)));
    all.extend((3..=4).flat_map(|q| places.clone().map(move |place| sum_mod(&[place], q))));
    let of_all = |op: Op| Formula::fold(op, whole.clone());
    all.push(Feature::IsZero(of_all(Op::Xor)));
    for of_all in [Op::Most, Op::Least].map(of_all) {
        all.extend((0..=2).map(|than| compared(of_all.clone(), number(than))));
        all.push(Feature::Remainder(of_all.atom(Atom::N), 2));
    }
    all.extend([
        Feature::odd(count),
        Feature::Zeros,
        Feature::Different,
        Feature::Smallest,
    ]);
    all.extend([false, true].map(Feature::BeforeZero));
    all.extend(ordered().map(|(one, other)| compared(of(one), twice(of(other)))));
    let with = |op: Op| ordered().map(move |(one, other)| Formula::pair(one, op, other));
    all.extend(with(Op::Mod).map(|rest| compared(rest, number(0))));
    all.extend(with(Op::Div).map(|quotient| Feature::Remainder(quotient, 2)));
    let next = |place: usize| Formula::join(of(place), Op::Add, number(1));
    let rest = |one: usize, other: usize| Formula::join(of(one), Op::Mod, next(other));
    all.extend(ordered().map(|(one, other)| compared(rest(one, other), number(0))));
    all.extend(ordered().map(|(one, other)| compared(rest(one, other), of(other))));
    all.extend(ordered().map(|(one, other)| Feature::Remainder(rest(one, other), 2)));
    if count == 2 {
        let apart = Formula::join(of_all(Op::Most), Op::Sub, of_all(Op::Least));
        all.extend((1..=2).map(|than| compared(apart.clone(), number(than))));
    } else {
        all.push(compared(twice(of_all(Op::Most)), of_all(Op::Add)));
        all.extend(pairs.iter().map(|&(one, other)| sum_mod(&[one, other], 2)));
    }
    all
}

/// A feature with the place of its value among all its values, for each position.
struct Column {
    feature: Feature,
    /// The values, ascending.
    values: Vec<u64>,
    classes: Vec<u8>,
}

impl Column {
    /// Returns the column, or `None` if a position has no value, all have one, or there are too many.
    fn of(feature: Feature, cells: &[(&Vec<u64>, u64)]) -> Option<Column> {
        let mut values: Vec<u64> = Vec::new();
        let mut of_cells = Vec::with_capacity(cells.len());
        for (position, _) in cells {
            let value = feature.value(position)?[0];
            if !values.contains(&value) {
                if values.len() == MOST_CLASSES {
                    return None;
                }
                values.push(value);
            }
            of_cells.push(value);
        }
        values.sort_unstable();
        let class = |value: &u64| values.partition_point(|other| other < value) as u8;
        let classes = of_cells.iter().map(class).collect();
        (values.len() > 1).then_some(Column {
            feature,
            values,
            classes,
        })
    }
}

/// The outcome of each combination of classes, and how many rows have it.
type Outcomes = BTreeMap<Vec<u8>, (u64, usize)>;

/// Returns the outcome of each combination of the columns' classes, or `None` if a combination has two.
pub(super) fn combined(columns: &[&[u8]], outcomes: &[u64]) -> Option<Outcomes> {
    let mut combined = Outcomes::new();
    for (row, &outcome) in outcomes.iter().enumerate() {
        let classes = columns.iter().map(|column| column[row]).collect();
        let (known, count) = combined.entry(classes).or_insert((outcome, 0));
        if *known != outcome {
            return None;
        }
        *count += 1;
    }
    Some(combined)
}

/// The most columns together, and the number of classes of each, for [`may_decide`].
pub(super) const MOST_TOGETHER: usize = 3;
pub(super) const CLASSES: usize = 12;

/// Returns whether the classes may decide the outcome, by some rows only. It is quick.
pub(super) fn may_decide(columns: &[&[u8]], outcomes: &[u64], rows: &[usize]) -> bool {
    // No outcome yet.
    const OPEN: u8 = u8::MAX;
    let mut known = [OPEN; CLASSES.pow(MOST_TOGETHER as u32)];
    rows.iter().all(|&row| {
        let of_column = |class: usize, column: &&[u8]| class * CLASSES + usize::from(column[row]);
        let class = &mut known[columns.iter().fold(0, of_column)];
        let outcome = outcomes[row] as u8;
        if *class == OPEN {
            *class = outcome;
        }
        *class == outcome
    })
}

/// A tree with the number of its ends and the least number of positions at an end.
struct Tree {
    branch: Branch,
    ends: usize,
    fewest: usize,
}

/// A combination of classes with its outcome, and how many positions have it.
type Combination<'a> = (&'a Vec<u8>, (u64, usize));

/// Returns the tree with the fewest ends that asks only these places of the combinations.
fn smallest(columns: &[&Column], outcomes: &[Combination<'_>], open: &[usize]) -> Tree {
    let count = outcomes.iter().map(|(_, (_, count))| count).sum();
    let (_, (outcome, _)) = outcomes[0];
    if outcomes.iter().all(|(_, (other, _))| *other == outcome) {
        return Tree {
            branch: Branch::End(outcome),
            ends: 1,
            fewest: count,
        };
    }
    let asked = |&place: &usize| {
        let others: Vec<usize> = open.iter().copied().filter(|&other| other != place).collect();
        let mut groups: BTreeMap<u8, Vec<Combination<'_>>> = BTreeMap::new();
        for outcome in outcomes {
            groups.entry(outcome.0[place]).or_default().push(*outcome);
        }
        let mut branches: Vec<(Vec<u64>, Tree)> = Vec::new();
        for (class, group) in groups {
            let value = columns[place].values[usize::from(class)];
            let tree = smallest(columns, &group, &others);
            match branches.iter_mut().find(|(_, other)| other.branch == tree.branch) {
                Some((values, other)) => {
                    values.push(value);
                    other.fewest += tree.fewest;
                }
                None => branches.push((vec![value], tree)),
            }
        }
        // A question without influence is not asked.
        if branches.len() == 1 {
            return branches.remove(0).1;
        }
        let ends = branches.iter().map(|(_, tree)| tree.ends).sum();
        let fewest = branches.iter().map(|(_, tree)| tree.fewest).min().unwrap_or(0);
        let branches = branches.into_iter().map(|(values, tree)| (values, tree.branch));
        Tree {
            branch: Branch::Ask(columns[place].feature.clone(), branches.collect()),
            ends,
            fewest,
        }
    };
    let trees = open.iter().map(asked);
    trees
        .min_by_key(|tree| tree.ends)
        .expect("the classes decide the outcome")
}

/// Returns trees of questions that decide the outcome of each of some cells, the fewest features and ends first.
pub(super) fn find(count: usize, cells: &[(&Vec<u64>, u64)]) -> Vec<Branch> {
    /// The most trees to return.
    const MOST: usize = 4;
    // One outcome asks nothing.
    if cells.iter().map(|(_, outcome)| outcome).all_equal() {
        return Vec::new();
    }
    let mut columns: Vec<Column> = Vec::new();
    for column in plain(count)
        .into_iter()
        .filter_map(|feature| Column::of(feature, cells))
    {
        if columns.iter().all(|other| other.classes != column.classes) {
            columns.push(column);
        }
    }
    let outcomes: Vec<u64> = cells.iter().map(|(_, outcome)| *outcome).collect();
    let rows = samples(&outcomes);
    for features in 1..=MOST_TOGETHER {
        let chosen = columns.iter().combinations(features);
        let trees = chosen.filter_map(|chosen| {
            let classes: Vec<&[u8]> = chosen.iter().map(|column| &column.classes[..]).collect();
            if !may_decide(&classes, &outcomes, &rows) {
                return None;
            }
            let combined = combined(&classes, &outcomes)?;
            let combined: Vec<Combination<'_>> = combined.iter().map(|(class, of)| (class, *of)).collect();
            let tree = smallest(&chosen, &combined, &Vec::from_iter(0..features));
            (tree.fewest >= FEWEST_OF_END && tree.ends <= MOST_ENDS).then_some(tree)
        });
        let trees: Vec<Tree> = trees.sorted_by_key(|tree| tree.ends).take(MOST).collect();
        if !trees.is_empty() {
            return trees.into_iter().map(|tree| tree.branch).collect();
        }
    }
    Vec::new()
}

/// Returns some rows of each outcome, spread over a table. They refuse almost every wrong choice of features.
pub(super) fn samples(outcomes: &[u64]) -> Vec<usize> {
    /// The most rows of each outcome.
    const EACH: usize = 32;
    let of_outcome = |outcome: u64| {
        let rows: Vec<usize> = outcomes.iter().positions(|of| *of == outcome).collect();
        // An odd step visits every remainder.
        let step = (rows.len() / EACH).max(1) | 1;
        rows.into_iter().step_by(step).collect::<Vec<_>>()
    };
    let each = [0, 1, 2].map(of_outcome);
    // A clash needs two outcomes, so they take turns.
    let longest = each.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .flat_map(|place| each.iter().filter_map(move |rows| rows.get(place).copied()))
        .collect()
}

impl Branch {
    /// Returns the claimed outcome, or `None` if the table did not show such a position.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        match self {
            Branch::End(outcome) => Some(*outcome),
            Branch::Ask(feature, branches) => {
                let value = feature.value(position)?[0];
                let (_, branch) = branches.iter().find(|(values, _)| values.contains(&value))?;
                // A path asks at most three features.
                branch.value(position)
            }
        }
    }

    /// Returns the paths to the ends: the answers on the way, and the outcome.
    pub(super) fn paths(&self) -> Vec<(Vec<Answer<'_>>, u64)> {
        match self {
            Branch::End(outcome) => vec![(Vec::new(), *outcome)],
            Branch::Ask(feature, branches) => {
                let answered = branches
                    .iter()
                    .map(|(values, branch)| (Answer { feature, values }, branch));
                let paths = answered.flat_map(|(answer, branch)| {
                    let after = branch.paths().into_iter();
                    after.map(move |(answers, outcome)| ([vec![answer], answers].concat(), outcome))
                });
                paths.collect()
            }
        }
    }

    /// Returns the claim in words, with `a`, `b` and so on for the `count` numbers.
    pub(super) fn words(&self, count: usize) -> Vec<String> {
        let paths = self.paths();
        let ends = |outcome: u64| paths.iter().filter(|(_, of)| *of == outcome).count();
        let told: &[(&str, u64)] = match (ends(0), ends(1), ends(2)) {
            (lost, won, 0) if won < lost => &[("won", 1)],
            (.., 0) => &[("lost", 0)],
            (0, ..) => &[("drawn", 2)],
            _ => &[("lost", 0), ("drawn", 2)],
        };
        let line = |(name, outcome): &(&str, u64)| {
            let alike = paths.iter().filter(|(_, of)| of == outcome);
            let cases = alike.map(|(answers, _)| answers.iter().map(|answer| answer.words(count)).join(" and "));
            format!(
                "a position is {name} exactly if {}",
                cases.collect::<Vec<_>>().join(", or if ")
            )
        };
        told.iter().map(line).collect()
    }

    /// Returns the bits of the tree, if a position has this many numbers.
    pub(super) fn bits(&self, count: usize) -> u32 {
        match self {
            Branch::End(_) => 2,
            Branch::Ask(_, branches) => {
                let of_branch = |(values, branch): &(Vec<u64>, Branch)| {
                    branch.bits(count) + values.len() as u32 * choice(branches.len())
                };
                1 + choice(plain(count).len()) + branches.iter().map(of_branch).sum::<u32>()
            }
        }
    }
}

/// A feature with some of its values.
#[derive(Clone, Copy)]
pub(super) struct Answer<'a> {
    pub(super) feature: &'a Feature,
    /// The values, ascending.
    pub(super) values: &'a [u64],
}

impl Answer<'_> {
    /// Returns the sign between both sides of a comparison, in C++.
    ///
    /// # Panics
    /// Panics if the values are not some of 0, 1 and 2.
    pub(super) fn sign(&self) -> &'static str {
        match self.values {
            [0] => "<",
            [1] => "==",
            [2] => ">",
            [0, 1] => "<=",
            [1, 2] => ">=",
            [0, 2] => "!=",
            other => unreachable!("{other:?} is no set of orders"),
        }
    }

    fn words(&self, count: usize) -> String {
        match self.feature {
            Feature::Compared(one, other) => {
                let sign = self.sign();
                one.compared(if sign == "==" { "=" } else { sign }, other, count)
            }
            Feature::IsZero(formula) => {
                let sign = if self.values == [1] { "=" } else { "!=" };
                format!("{} {sign} 0", formula.words(count))
            }
            feature => format!("{} = {}", feature.words(count), self.values.iter().join(" or ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::claim::Kind;
    use super::super::several::{Grid, TupleClaim};
    use super::*;

    /// Returns the words of the first claim about the winner in a table of numbers in these ranges.
    fn said(ranges: &[(u64, u64)], is_won: fn(&[u64]) -> bool) -> Option<(TupleClaim, Vec<String>)> {
        let positions = ranges.iter().map(|&(low, high)| low..=high).multi_cartesian_product();
        let grid = Grid {
            last: ranges.iter().map(|&(_, high)| high).collect(),
            values: positions
                .map(|position| (position.clone(), u64::from(is_won(&position))))
                .collect(),
            kind: Kind::Outcome,
        };
        let claim = grid.candidates().into_iter().flatten().next()?.claim;
        let words = claim.words(ranges.len(), Kind::Outcome);
        Some((claim, words))
    }

    /// Coins in a circle, and a player takes one to k coins that lie side by side.
    #[test]
    fn each_condition_is_asked_where_it_matters() {
        let (claim, words) = said(&[(1, 20), (1, 20)], |of| match of {
            [n, 1] => n % 2 == 1,
            [n, k] => n <= k,
            _ => unreachable!(),
        })
        .unwrap();
        assert_eq!(
            words,
            ["a position is lost exactly if b = 1 and a mod 2 = 0, or if b > 1 and a > b"]
        );
        assert_eq!(claim.value(&[1000, 1]), Some(0));
        assert_eq!(claim.value(&[1001, 1]), Some(1));
        assert_eq!(claim.value(&[1000, 999]), Some(0));
    }

    /// Nobody may take from the heap of the move before.
    #[test]
    fn the_largest_heap_is_compared_with_the_others() {
        let (claim, words) = said(&[(0, 7), (0, 7), (0, 7)], |of| {
            let (sum, most) = (of.iter().sum::<u64>(), of.iter().max().unwrap());
            2 * most > sum || sum % 2 == 1
        })
        .unwrap();
        assert_eq!(
            words,
            ["a position is lost exactly if (a + b + c) mod 2 = 0 and 2 * max(a, b, c) <= a + b + c"]
        );
        assert_eq!(claim.value(&[10, 10, 19]), Some(1));
        assert_eq!(claim.value(&[10, 10, 20]), Some(0));
    }

    /// Take a power of a from b coins.
    #[test]
    fn a_remainder_is_compared_with_its_number() {
        let (claim, words) = said(&[(1, 20), (0, 20)], |of| {
            let rest = of[1] % (of[0] + 1);
            rest % 2 == 1 || rest == of[0]
        })
        .unwrap();
        assert_eq!(
            words,
            ["a position is lost exactly if b mod (a + 1) < a and (b mod (a + 1)) mod 2 = 0"]
        );
        assert_eq!(
            [[40, 40], [40, 81], [41, 81]].map(|at| claim.value(&at)),
            [Some(1), Some(1), Some(1)]
        );
    }

    /// Edges of a ring, and a player lowers the edge at the token and moves on.
    #[test]
    fn numbers_before_a_zero_are_counted() {
        let (_, words) = said(&[(0, 3), (0, 3), (0, 3), (0, 3)], |of| {
            let before = of.iter().take_while(|number| **number > 0).count();
            let after = of.iter().rev().take_while(|number| **number > 0).count();
            before % 2 == 1 || after % 2 == 1
        })
        .unwrap();
        assert_eq!(
            words,
            [
                "a position is lost exactly if the parity of the count of numbers before the first 0 = 0 and the parity of the count \
              of numbers after the last 0 = 0"
            ]
        );
    }

    #[test]
    fn chance_has_no_tree() {
        assert_eq!(said(&[(0, 20), (0, 20)], |_| false), None);
        let chance = |of: &[u64]| super::super::step::scrambled(of[0] * 1000 + of[1]).is_multiple_of(2);
        assert_eq!(said(&[(0, 20), (0, 20)], chance), None);
    }
}
