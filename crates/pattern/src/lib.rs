//! The pattern of a table of values, and the evidence for it.
//!
//! This crate knows neither text nor processes nor engines. A table is a slice of numbers, and the caller supplies the
//! moves beyond it.
//!
//! | file | contents |
//! |---|---|
//! | [`expr`] | short expressions, named sets |
//! | [`claim`] | the statement of a pattern about every number |
//! | [`search`] | candidates, fitted on a part of a table and tested on the rest |
//! | [`bits`] | the price of a claim: it must take fewer bits than the facts that it explains |
//! | [`theorem`] | rules for which a period is proved, and the check of the proof |
//! | [`step`] | the induction step far beyond a table |
//! | [`why`] | the pattern of the winning move |
//! | [`formula`] | short expressions of several numbers |
//! | [`branches`] | the winner by cases of plain conditions |
//! | [`features`] | numbers that are computed from several numbers |
//! | [`several`] | tables of several numbers, and their patterns |
//! | [`lists`] | one claim about lists of every length |
//! | [`tuples`] | claims about several numbers beyond their table, and the theorems for them |
//! | [`words`] | patterns of tables of words |
//! | [`catalogue`] | games that have a name, and their comparison with a table |
//! | [`code`] | a claim as a function in C++ or Python |
//!
//! # Examples
//!
//! Take one to three stones. A player without a move loses. The table alone shows a pattern, and moves beyond it give
//! better evidence:
//!
//! ```
//! use gamesolve_pattern::{Bounds, Evidence, Kind, Known, Moves, MovesOf, Table, investigate};
//! use std::rc::Rc;
//!
//! struct Take;
//!
//! impl MovesOf for Take {
//!     fn moves_of(&mut self, numbers: &[u64], _: usize, _: usize) -> Rc<[Moves]> {
//!         let to = |&n: &u64| (1..=n.min(3)).map(|k| vec![n - k]).collect();
//!         numbers.iter().map(|n| Moves::To(to(n), 0)).collect()
//!     }
//! }
//!
//! let values: Vec<u64> = (0..100).map(|n| n % 4).collect();
//! let table = Table { first: 0, values: &values, kind: Kind::Nimber };
//! let bounds = Bounds { up_to: 1_000_000, named_to: 1_000_000, moves: 100_000 };
//! let finding = investigate(table, Known::default(), bounds).found;
//! assert_eq!(finding.unwrap().evidence, Evidence::Holds { to: vec![99] });
//!
//! let known = Known { source: Some(&mut Take), ..Known::default() };
//! let finding = investigate(table, known, bounds).found.unwrap();
//! assert_eq!(finding.claim.value(1_000_000_002), Some(2));
//! assert_eq!(finding.evidence.word(), "holds, and passes its induction step");
//! ```
// Tests may panic: the panic is the report. Their lists are long.
#![cfg_attr(test, allow(clippy::too_many_lines, clippy::unwrap_used))]

use std::fmt;

use bits::Facts;
use claim::Memo;

pub mod bits;
pub mod branches;
pub mod catalogue;
pub mod claim;
pub mod code;
pub mod expr;
pub mod features;
pub mod formula;
pub mod lists;
pub mod search;
pub mod several;
pub mod step;
pub mod theorem;
pub mod tuples;
pub mod why;
pub mod words;

pub use claim::{Claim, Kind};
pub use search::{KINDS, Table, find};
pub use step::{Bounds, Compared, Moves, MovesOf, Trial};
pub use theorem::{Certificate, HeapRule, Recognised, TakeAndBreak};

/// The evidence of a claim. There are five kinds, and each has one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A theorem applies, and the caller gave its hypothesis.
    Proved {
        /// The certificate that was checked.
        certificate: Certificate,
        /// The rule, in words.
        rule: String,
    },
    /// A theorem applies if the moves follow the same rule everywhere.
    ProvedIf {
        /// The positions whose moves were seen, in words.
        seen: String,
        /// The hypothesis, in words that can be compared with a statement.
        rule: String,
        /// The theorem that then applies.
        theorem: String,
    },
    /// A theorem applies to the rules of the game, which are known everywhere.
    ProvedBy {
        /// The rule, in words.
        rule: String,
        /// The theorem.
        theorem: String,
    },
    /// Every possible position was checked.
    Complete {
        /// The last numbers.
        to: Vec<u64>,
    },
    /// The pattern holds on the table and passes its induction step beyond.
    Step {
        /// The last numbers of the table.
        to: Vec<u64>,
        /// The number of steps.
        steps: u64,
        /// The largest number of the steps without a gap, for all numbers of a position.
        dense_to: Option<u64>,
        /// The largest number of a tried position.
        up_to: u64,
    },
    /// The pattern holds for all lists of a table, and passes its induction step beyond, whatever the length of a list.
    Lists {
        /// The least and the greatest length whose lists the table has.
        table: (u64, u64),
        /// The greatest length of a tried list.
        longest: u64,
        /// The number of steps.
        steps: u64,
        /// The largest number of a tried list.
        up_to: u64,
    },
    /// The pattern holds on the table, without any evidence beyond.
    Holds {
        /// The last numbers of the table.
        to: Vec<u64>,
    },
}

impl Evidence {
    /// Returns the name of the kind, the same for every claim of this kind.
    pub fn word(&self) -> &'static str {
        match self {
            Evidence::Proved { .. } | Evidence::ProvedBy { .. } => "proved",
            Evidence::ProvedIf { .. } => "proved, if your moves stay so",
            Evidence::Complete { .. } => "complete",
            Evidence::Step { .. } | Evidence::Lists { .. } => "holds, and passes its induction step",
            Evidence::Holds { .. } => "holds",
        }
    }

    /// Returns the evidence for moves that are known to follow one rule everywhere.
    #[must_use]
    pub fn of_known_rules(self) -> Evidence {
        match self {
            Evidence::ProvedIf { rule, theorem, .. } => Evidence::ProvedBy { rule, theorem },
            other => other,
        }
    }

    /// Returns the last numbers that were checked, or `None` if a proof or a step goes on from them.
    pub fn end(&self) -> Option<&[u64]> {
        match self {
            Evidence::Holds { to } | Evidence::Complete { to } => Some(to),
            _ => None,
        }
    }
}

/// Returns a position for people: a single number alone, several in brackets.
fn shown(position: &[u64]) -> String {
    let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
    match &numbers[..] {
        [number] => number.clone(),
        numbers => format!("({})", numbers.join(", ")),
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Proved { certificate, rule } => write!(
                f,
                "proved: for the rule \"{rule}\", a period that holds below {} holds for ever",
                certificate.checked_to
            ),
            Evidence::ProvedIf { seen, rule, theorem } => {
                write!(f, "proved, if your moves stay so: from {seen}, {rule}. {theorem}")
            }
            Evidence::ProvedBy { rule, theorem } => write!(f, "proved: {rule}. {theorem}"),
            Evidence::Complete { to } => match to[..] {
                [to] => write!(f, "complete: every n up to {to}, the largest allowed, was checked"),
                _ => f.write_str("complete: every position within the limits was checked"),
            },
            Evidence::Step {
                to,
                steps,
                dense_to,
                up_to,
            } => {
                let with_numbers = if to.len() == 1 { "" } else { "with numbers " };
                write!(
                    f,
                    "holds to {} and passes its induction step {with_numbers}up to {up_to}: {steps} steps",
                    shown(to)
                )?;
                match dense_to {
                    Some(dense_to) => write!(f, ", without a gap to {dense_to}"),
                    None => Ok(()),
                }
            }
            Evidence::Lists {
                table,
                longest,
                steps,
                up_to,
            } => write!(
                f,
                "holds for lists of {} to {} numbers and passes its induction step for lists of up to {longest} numbers, \
                 with numbers up to {up_to}: {steps} steps",
                table.0, table.1
            ),
            Evidence::Holds { to } => write!(f, "holds to {} only", shown(to)),
        }
    }
}

/// A claim with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<C = Claim> {
    /// The meaning of the values.
    pub kind: Kind,
    /// The claim.
    pub claim: C,
    /// The evidence.
    pub evidence: Evidence,
    /// For a proved sum, the findings about each number with zeros for the others.
    pub parts: Vec<Option<Finding>>,
}

/// A claim that holds on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<C = Claim> {
    /// The meaning of its values.
    pub kind: Kind,
    /// The claim.
    pub claim: C,
    /// The bits that the facts take more than the claim.
    pub earned: i64,
}

/// The best claim about a table, and the claims that failed beyond it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Investigated<C = Claim, P = u64> {
    /// The claim, if there is one.
    pub found: Option<Finding<C>>,
    /// The claims that held on the table and failed beyond.
    pub refuted: Vec<(Kind, C, Refutation<P>)>,
    /// Whether the table is too small for a claim.
    pub is_small: bool,
}

/// The position beyond a table that shows that a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Refutation<P> {
    /// A position that has another value.
    Value(P),
    /// A position whose moves contradict the claim. So the claim is wrong there or at a position that its moves lead to.
    Step(P),
}

impl<P> Refutation<P> {
    /// Returns the position.
    pub fn position(&self) -> &P {
        let (Refutation::Value(position) | Refutation::Step(position)) = self;
        position
    }

    /// Returns the same about the position in words.
    pub fn in_words(&self, words: impl Fn(&P) -> String) -> Refutation<String> {
        match self {
            Refutation::Value(position) => Refutation::Value(words(position)),
            Refutation::Step(position) => Refutation::Step(words(position)),
        }
    }
}

impl fmt::Display for Refutation<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refutation::Value(position) => write!(f, " fails at {position}"),
            Refutation::Step(position) => write!(f, ": its induction step fails at {position}"),
        }
    }
}

impl<C, P> Investigated<C, P> {
    /// Returns that nothing was found in a table. `is_small` says whether it is too small.
    fn nothing(is_small: bool) -> Self {
        Investigated {
            found: None,
            refuted: Vec::new(),
            is_small,
        }
    }
}

/// A function that plays out as many positions beyond a table as the budget allows.
///
/// It returns their values in order, for nimbers or for outcomes.
pub type PlayOut<'a> = dyn FnMut(Kind) -> Vec<u64> + 'a;

/// The known facts about the moves of a table.
#[derive(Default)]
pub struct Known<'a> {
    /// The rule that the moves follow.
    pub rule: Option<&'a Recognised>,
    /// Whether the caller gave the rule. Otherwise the moves of the table suggested it.
    pub given: bool,
    /// Whether a player without a move wins.
    pub misere: bool,
    /// The largest possible number, if the table begins with the smallest.
    pub limit: Option<u64>,
    /// The moves of the numbers beyond the table.
    pub source: Option<&'a mut dyn MovesOf>,
    /// The values beyond the table, for claims about which the moves decide nothing.
    pub play_out: Option<&'a mut PlayOut<'a>>,
}

/// The most candidates to try beyond the table.
const MOST_TRIED: usize = 12;

/// The evidence of a claim, and the findings about each number of a sum.
type Proof = (Evidence, Vec<Option<Finding>>);

/// The means to try a claim beyond a table.
trait Beyond<C> {
    /// A number, or several.
    type Position: Clone;

    /// Returns the last numbers of the table.
    fn last(&self) -> Vec<u64>;

    /// Returns the last possible numbers, if the table has all possible positions.
    fn is_complete_to(&self) -> Option<Vec<u64>>;

    /// Returns the proof by a theorem.
    fn prove(&mut self, kind: Kind, claim: &C) -> Option<Proof>;

    fn try_beyond(&mut self, kind: Kind, claim: &C) -> Trial<Self::Position>;

    /// Returns whether the step can be made and agrees at all of these positions. Also true if no moves are known.
    fn agrees_at(&mut self, kind: Kind, claim: &C, positions: &[Self::Position]) -> bool;

    /// Compares a claim with positions beyond the table that are played out. Returns the last numbers of these.
    ///
    /// # Errors
    /// Fails with the first position that has another value.
    fn play_out(&mut self, kind: Kind, claim: &C) -> Result<Vec<u64>, Self::Position>;

    /// Returns whether a claim takes fewer bits than the table and as many values after it as there were steps.
    fn is_earned_by_steps(&self, claim: &C, steps: u64) -> bool;

    /// Returns whether a claim only lists exceptions before values that stay the same.
    fn is_list(&self, claim: &C) -> bool;
}

/// Returns the best of some claims that hold on a table, with its best evidence.
///
/// It is the first claim without a contradiction beyond the table. If it holds on the table only, it must earn more bits.
fn first_standing<C, B: Beyond<C>>(
    candidates: impl Iterator<Item = Candidate<C>>,
    beyond: &mut B,
) -> Investigated<C, B::Position> {
    let mut refuted: Vec<(Kind, C, Refutation<B::Position>)> = Vec::new();
    let mut is_small = false;
    for Candidate { kind, claim, earned } in candidates.take(MOST_TRIED) {
        let (evidence, parts) = if let Some(proof) = beyond.prove(kind, &claim) {
            proof
        } else if let Some(to) = beyond.is_complete_to() {
            if earned <= 0 {
                continue;
            }
            (Evidence::Complete { to }, Vec::new())
        } else {
            let evidence = match beyond.try_beyond(kind, &claim) {
                Trial::Contradicted(position) => {
                    refuted.push((kind, claim, Refutation::Step(position)));
                    continue;
                }
                Trial::Passed { steps, .. } if !beyond.is_earned_by_steps(&claim, steps) => continue,
                Trial::Passed { steps, dense_to, up_to } => Evidence::Step {
                    to: beyond.last(),
                    steps,
                    dense_to,
                    up_to,
                },
                Trial::Impossible => match beyond.play_out(kind, &claim) {
                    Err(position) => {
                        refuted.push((kind, claim, Refutation::Value(position)));
                        continue;
                    }
                    Ok(_) if beyond.is_list(&claim) => continue,
                    Ok(_) if earned < bits::MARGIN => {
                        is_small = true;
                        continue;
                    }
                    Ok(to) => Evidence::Holds { to },
                },
            };
            // Re-check this claim at every position that refuted an earlier one.
            let failed: Vec<B::Position> = refuted.iter().map(|(_, _, why)| why.position().clone()).collect();
            if !failed.is_empty() && !beyond.agrees_at(kind, &claim, &failed) {
                continue;
            }
            (evidence, Vec::new())
        };
        let found = Some(Finding {
            kind,
            claim,
            evidence,
            parts,
        });
        return Investigated {
            found,
            refuted,
            is_small: false,
        };
    }
    Investigated {
        found: None,
        refuted,
        is_small,
    }
}

/// The numbers beyond a table of one number.
struct Numbers<'a> {
    last: u64,
    values: &'a [u64],
    known: Known<'a>,
    bounds: Bounds,
}

impl Beyond<Claim> for Numbers<'_> {
    type Position = u64;

    fn last(&self) -> Vec<u64> {
        vec![self.last]
    }

    fn is_complete_to(&self) -> Option<Vec<u64>> {
        let limit = self.known.limit.filter(|&limit| limit <= self.last);
        limit.map(|limit| vec![limit])
    }

    fn prove(&mut self, _: Kind, _: &Claim) -> Option<Proof> {
        None
    }

    fn try_beyond(&mut self, kind: Kind, claim: &Claim) -> Trial {
        match &mut self.known.source {
            Some(source) => step::try_beyond(claim, kind, self.last, self.bounds, &mut **source),
            None => Trial::Impossible,
        }
    }

    fn agrees_at(&mut self, kind: Kind, claim: &Claim, numbers: &[u64]) -> bool {
        let source = self.known.source.as_mut();
        source.is_none_or(|source| step::agrees_at(claim, kind, numbers, self.bounds, &mut **source))
    }

    fn play_out(&mut self, kind: Kind, claim: &Claim) -> Result<Vec<u64>, u64> {
        let values = self
            .known
            .play_out
            .as_mut()
            .map_or(Vec::new(), |play_out| play_out(kind));
        let mut memo = Memo::default();
        let mut numbered = (self.last + 1..).zip(&values);
        let wrong = numbered.find(|&(n, &value)| claim.value_with(n, &mut memo) != Some(value));
        match wrong {
            Some((n, _)) => Err(n),
            None => Ok(vec![self.last + values.len() as u64]),
        }
    }

    fn is_earned_by_steps(&self, claim: &Claim, steps: u64) -> bool {
        let mut memo = Memo::default();
        let after = self.last + 1..=self.last + steps;
        let after = after.map_while(|n| claim.value_with(n, &mut memo));
        Facts::of(self.values.iter().copied().chain(after)).earned(claim) > 0
    }

    fn is_list(&self, claim: &Claim) -> bool {
        claim.is_list()
    }
}

/// Returns the best claim about a table with its evidence.
///
/// A claim of a theorem comes first. Else it is the shortest claim that holds on the table and has no contradiction
/// beyond it.
pub fn investigate<'a>(table: Table<'a>, mut known: Known<'a>, bounds: Bounds) -> Investigated {
    if table.values.is_empty() {
        return Investigated::nothing(true);
    }
    let last = table.first + table.values.len() as u64 - 1;
    // Compare a rule from the moves of a table with the moves of numbers beyond.
    let mut compared = Compared::default();
    if let (Some(rule), false, Some(source)) = (known.rule, known.given, &mut known.source) {
        compared = step::compare(rule, bounds, &mut **source);
        // No moves were reported (timeout), so there is nothing to compare.
        if compared.other.is_some() || compared.count == 0 && bounds.up_to > rule.to {
            known.rule = None;
        }
    }
    if let Some(finding) = proved(table, &known, compared) {
        return Investigated {
            found: Some(finding),
            ..Investigated::nothing(false)
        };
    }
    if table.values.len() < search::FEWEST_VALUES {
        return Investigated::nothing(true);
    }
    // If a table is long, the search looks at a part of it only.
    let found = find(table).into_iter();
    let candidates = found.filter(|found| found.claim.holds_on(table.first, table.values));
    let mut beyond = Numbers {
        last,
        values: table.values,
        known,
        bounds,
    };
    first_standing(candidates, &mut beyond)
}

/// Returns the claim of a theorem after a second check of its certificate.
fn proved(table: Table<'_>, known: &Known<'_>, compared: Compared) -> Option<Finding> {
    let rule = known.rule?;
    let nimbers = table.kind == Kind::Nimber;
    let certificate = theorem::prove(rule, table.first, table.values, nimbers)?;
    let stuck = u64::from(known.misere);
    if !theorem::is_right(rule, certificate, table.first, table.values, nimbers, stuck) {
        return None;
    }
    let before = (certificate.from - table.first) as usize;
    // The theorem begins at 1. The claim may begin earlier.
    let period = certificate.period as usize;
    let earlier = (0..before)
        .rev()
        .take_while(|&place| table.values[place] == table.values[place + period])
        .count();
    let claim = Claim::Period {
        first: table.first,
        values: table.values[..before - earlier + period].to_vec(),
        period,
        saltus: 0,
    };
    // The rule may change at numbers whose moves were not read, and the table shows the result.
    if !claim.holds_on(table.first, table.values) {
        return None;
    }
    let words = rule.rule.words();
    let evidence = if known.given {
        Evidence::Proved {
            certificate,
            rule: words,
        }
    } else {
        let more = match compared.count {
            0 => String::new(),
            count => format!(" and from {count} others up to {}", compared.up_to),
        };
        Evidence::ProvedIf {
            seen: format!("every n in {}..{}{more}", rule.from, rule.to),
            rule: format!("your moves are \"{words}\""),
            theorem: format!(
                "For that rule, a period that holds below {} holds for ever",
                certificate.checked_to
            ),
        }
    };
    Some(Finding {
        kind: table.kind,
        claim,
        evidence,
        parts: Vec::new(),
    })
}

#[cfg(test)]
mod games;
