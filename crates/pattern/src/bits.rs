//! The price of a claim: a claim is worth telling only if it takes fewer bits than the facts that it explains.
//!
//! Both are lengths of codes. The reader of a code knows the grammar of claims and the count of values, and nothing else.
//!
//! **Facts.** The values of a table are coded one by one. Each takes as many bits as it is unlikely after the values
//! before it, by the cheaper of two adaptive models:
//! - by frequency: a value that came `c` times in `n` places has the probability `(2 c + 1) / (2 n + a)`, if there are
//!   `a` different values up to the largest;
//! - by persistence: a value repeats the value before it, with a probability that the table teaches. It is never below
//!   one half. A change takes the bits of its frequency more. Stretches of equal values are cheap by this model, so that
//!   a long last stretch proves little.
//!
//! **Claims.** A claim takes 1 to 14 bits for its kind, and then its tree: each choice takes the logarithm of the number
//! of choices. A number `c` takes `2 log2(c + 1) + 1` bits ([`number`]), a place in the table `log2` of its length, and an
//! exception a place and a value. The search tries all claims up to some length, and a claim's own bits pay for that: at
//! most `2^b` claims take `b` bits. Values that a claim copies from the start of the table take the bits of the facts. So
//! a claim earns nothing from them.
//!
//! **The margin.** Facts without any pattern earn a claim `m` bits with a probability of at most `2^-m`. If nothing is
//! known beyond the table, a claim must earn [`MARGIN`] bits. If the table has every position, a claim must earn 1 bit.
//! The same is enough if the step agrees beyond the table. Each step then explains one more value.
//!
//! A part of the table that is kept back is a test only if the rarer value occurs in it. Under this count no separate
//! rule is needed: a last part without the rarer value takes hardly any bits.

use std::collections::HashMap;

use super::claim::{Back, Claim, Rule};
use super::expr::{Expr, Op, Set};

/// The bits that a claim must earn if it holds on its table only.
pub const MARGIN: i64 = 7;

/// Returns the bits of a number without a bound.
pub fn number(number: u64) -> u32 {
    2 * number.saturating_add(1).ilog2() + 1
}

/// Returns the bits of a number with a sign.
fn signed(with_sign: i64) -> u32 {
    number(with_sign.unsigned_abs()) + u32::from(with_sign != 0)
}

/// Returns the bits of one of this many choices.
pub fn choice(choices: usize) -> u32 {
    usize::BITS - choices.saturating_sub(1).leading_zeros()
}

/// Returns the binary logarithm, with an error below 0.01.
///
/// Exact logarithms would load another library at every start.
fn log2(number: u64) -> f64 {
    let doublings = number.max(1).ilog2();
    let part = number as f64 / (1_u64 << doublings) as f64 - 1.0;
    f64::from(doublings) + part + 0.346 * part * (1.0 - part)
}

/// The bits of the values of a table.
pub struct Facts {
    /// The bits of the first values, for each count of them.
    of_first: Vec<f64>,
}

impl Facts {
    /// Counts the bits of values in this order.
    pub fn of(values: impl IntoIterator<Item = u64>) -> Facts {
        let values: Vec<u64> = values.into_iter().collect();
        let different = values
            .iter()
            .max()
            .map_or(1, |&largest| largest.saturating_add(1).max(2));
        let mut came: HashMap<u64, u64> = HashMap::new();
        let (mut changes, mut before) = (0_u64, None);
        let mut models = [vec![0.0], vec![0.0]];
        for (place, &value) in (0_u64..).zip(&values) {
            let count = came.entry(value).or_insert(0);
            let by_frequency = log2((2 * place).saturating_add(different)) - log2(2 * *count + 1);
            *count += 1;
            let by_persistence = match before {
                None => by_frequency,
                Some(before) => {
                    let repeats = place - 1 - changes;
                    let all = log2(2 * place);
                    let (stay, change) = if changes > repeats {
                        (1.0, 1.0)
                    } else {
                        (all - log2(2 * repeats + 1), all - log2(2 * changes + 1))
                    };
                    if before == value {
                        stay
                    } else {
                        changes += 1;
                        change + if different == 2 { 0.0 } else { by_frequency }
                    }
                }
            };
            before = Some(value);
            for (model, bits) in models.iter_mut().zip([by_frequency, by_persistence]) {
                model.push(model[model.len() - 1] + bits);
            }
        }
        let [frequency, persistence] = models;
        let of_first = if frequency.last() <= persistence.last() {
            frequency
        } else {
            persistence
        };
        Facts { of_first }
    }

    /// Returns the number of values.
    fn count(&self) -> usize {
        self.of_first.len() - 1
    }

    /// Returns the bits of all values, rounded down.
    pub fn all(&self) -> i64 {
        self.first(self.count())
    }

    /// Returns the bits of the first values, rounded down.
    fn first(&self, count: usize) -> i64 {
        self.of_first[count.min(self.count())] as i64
    }

    /// Returns the bits that the facts take more than a claim about them.
    pub fn earned(&self, claim: &Claim) -> i64 {
        self.all() - claim.bits(self)
    }
}

impl Expr {
    pub(super) fn bits(&self) -> u32 {
        match self {
            Expr::Const(constant) => 1 + number(*constant),
            Expr::Atom(atom) => 1 + atom.bits(),
            Expr::Join(left, op, right) => 4 + u32::from(*op == Op::Xor) + left.bits() + right.bits(),
            Expr::Before(expr) => 4 + expr.bits(),
        }
    }
}

impl Set {
    pub(super) fn bits(&self) -> u32 {
        /// Whether each of the remainders is in the set, or a list of them.
        fn remainders(q: u64, rests: &[u64]) -> u32 {
            let listed = rests.len() as u32 * (1 + choice(q as usize));
            number(q) + listed.min(q as u32)
        }
        2 + match self {
            Set::Residues(q, rests) => remainders(*q, rests),
            Set::Feature(atom, q, rests) => atom.bits() + remainders(*q, rests),
            Set::FewValues(atom, values) => atom.bits() + values.iter().map(|&value| 1 + number(value)).sum::<u32>(),
            _ => choice(Set::plain().len()),
        }
    }
}

impl Back {
    fn bits(&self) -> u32 {
        1 + match self {
            Back::Quotient(by) => signed(*by),
            Back::Minus(expr) => expr.bits(),
        }
    }
}

impl Rule {
    pub(super) fn bits(&self) -> u32 {
        2 + match self {
            Rule::Direct(expr) => expr.bits(),
            Rule::Linear(a, b) => number(*a) + signed(*b),
            Rule::Earlier(back, a, b) => back.bits() + number(a - 1) + signed(*b),
            Rule::Opposite(back) => back.bits(),
        }
    }
}

impl Claim {
    /// Returns the bits of the claim, if it is about these facts.
    ///
    /// Among claims that hold equally, the one with the fewest bits is chosen.
    pub fn bits(&self, facts: &Facts) -> i64 {
        let place = choice(facts.count());
        let copied = |count: usize| facts.first(count);
        // Kinds that people read easily take the fewest bits.
        let kind = match self {
            Claim::Period { .. } => 1,
            Claim::Sets { .. } | Claim::Formula { .. } => 3,
            Claim::Recursive { .. } | Claim::Stretches { .. } => 4,
            Claim::Sequence { .. } => 12,
            Claim::Digits { .. } => 14,
        };
        let (tree, copied) = match self {
            Claim::Period {
                values, period, saltus, ..
            } => {
                let before = (values.len() - period) as u64;
                let lengths = number(*period as u64 - 1) + number(before) + number(*saltus);
                (lengths, copied(values.len()))
            }
            Claim::Sets {
                sets,
                without,
                exceptions,
                ..
            } => {
                let sets: u32 = sets.iter().chain(without).map(Set::bits).sum();
                let exceptions = number(exceptions.len() as u64) + place * exceptions.len() as u32;
                (3 + sets + exceptions, 0)
            }
            Claim::Formula { expr, exceptions } => {
                let each = exceptions.iter().map(|&(_, value)| place + number(value));
                let exceptions = number(exceptions.len() as u64) + each.sum::<u32>();
                (expr.bits() + exceptions, 0)
            }
            Claim::Recursive { q, base, rules, .. } => {
                let mut different: Vec<&Rule> = Vec::new();
                for rule in rules {
                    if !different.contains(&rule) {
                        different.push(rule);
                    }
                }
                let of_residues = *q as u32 * choice(different.len());
                let rules: u32 = different.iter().map(|rule| rule.bits()).sum();
                (number(*q) + 2 + of_residues + rules, copied(base.len()))
            }
            Claim::Digits { k, base, cases, .. } => {
                let largest = cases.values().max().copied().unwrap_or(0);
                let of_cases = cases.len() as u32 * choice(largest as usize + 1);
                (number(*k) + 2 + of_cases, copied(base.len()))
            }
            Claim::Stretches {
                ends,
                back,
                factor,
                plus,
                ..
            } => {
                let rule = number(*back as u64) + number(*factor) + signed(*plus);
                let lengths = ends
                    .iter()
                    .scan(0, |before, &end| Some(end - std::mem::replace(before, end)));
                let lengths: Vec<u32> = lengths.map(number).collect();
                let count = number(ends.len() as u64);
                let plainly = rule + lengths.iter().sum::<u32>();
                // Factors in turn are a kind of their own, and list only the ends up to the first regular one.
                let listed = lengths[..=ends.len() - back].iter().sum::<u32>();
                let in_turn = self.turns().map(|turns| {
                    let factors: u32 = turns.factors.iter().map(|&factor| number(factor)).sum();
                    number(*back as u64) + factors + 1 + listed
                });
                (1 + count + plainly.min(in_turn.unwrap_or(u32::MAX)), 0)
            }
            Claim::Sequence { lost, factors, plus } => {
                let factors: u32 = factors.iter().map(|&factor| signed(factor)).sum();
                let gaps = lost
                    .iter()
                    .scan(0, |before, &lost| Some(lost - std::mem::replace(before, lost)));
                let stored = number(lost.len() as u64) + gaps.map(number).sum::<u32>();
                (2 + factors + signed(*plus) + stored, 0)
            }
        };
        i64::from(kind + tree) + copied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near() {
        for n in 1..5000_u64 {
            assert!((log2(n) - (n as f64).log2()).abs() < 0.01, "{n}");
        }
    }

    #[test]
    fn numbers_and_choices_have_their_bits() {
        assert_eq!([0, 1, 2, 3, 6, 7].map(number), [1, 3, 3, 5, 5, 7]);
        assert_eq!([1, 2, 3, 4, 5].map(choice), [0, 1, 2, 2, 3]);
    }

    /// Random bits take a bit each, a constant hardly any, and a last stretch no more than the logarithm of its length.
    #[test]
    fn facts_take_as_many_bits_as_they_surprise() {
        let random = Facts::of((0..400).map(|n| super::super::step::scrambled(n) % 2)).all();
        assert!((380..420).contains(&random), "{random}");
        assert!(Facts::of([1; 400]).all() < 8);
        let stretches = |last: usize| Facts::of([[0; 50], [1; 50]].concat().into_iter().chain(vec![0; last])).all();
        assert!(stretches(100) - stretches(50) < 4);
        // A period is a surprise, however often it comes.
        assert!(Facts::of((0..400).map(|n| n % 2)).all() > 380);
    }
}
