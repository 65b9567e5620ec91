//! The pattern of a table of values, and on what evidence it rests.
//!
//! Knows neither text nor processes nor engines: a table is a slice of numbers, and the moves beyond it come from whoever
//! calls.
//!
//! | file | contents |
//! |---|---|
//! | [`expr`] | short expressions, named sets |
//! | [`claim`] | what a pattern says of every number |
//! | [`search`] | candidates, fitted on a part of a table and tested on the rest |
//! | [`theorem`] | rules for which a period is proved, and the check of the proof |
//! | [`step`] | the induction step far beyond a table |
//! | [`why`] | the pattern of the winning move |
//! | [`several`] | tables of several numbers, and what a pattern says of them |
//! | [`tuples`] | claims about several numbers beyond their table, and the theorems for them |
//! | [`code`] | a claim as a function in C++ or Python |
//!
//! # Examples
//!
//! Take one to three stones; who cannot move loses. A table alone shows a pattern, and moves beyond it say more:
//!
//! ```
//! use gamesolve_pattern::{Bounds, Evidence, Kind, Known, Moves, MovesOf, Table, investigate};
//!
//! struct Take;
//!
//! impl MovesOf for Take {
//!     fn moves_of(&mut self, numbers: &[u64], _: usize, _: usize) -> Vec<Moves> {
//!         let to = |&n: &u64| (1..=n.min(3)).map(|k| vec![n - k]).collect();
//!         numbers.iter().map(|n| Moves::To(to(n), 0)).collect()
//!     }
//! }
//!
//! let values: Vec<u64> = (0..100).map(|n| n % 4).collect();
//! let table = Table { first: 0, values: &values, kind: Kind::Nimber };
//! let bounds = Bounds { up_to: 1_000_000, named_to: 1_000_000, moves: 100_000 };
//! let (finding, _) = investigate(table, Known::default(), bounds);
//! assert_eq!(finding.unwrap().evidence, Evidence::Holds { to: 99 });
//!
//! let known = Known { source: Some(&mut Take), ..Known::default() };
//! let (finding, _) = investigate(table, known, bounds);
//! let finding = finding.unwrap();
//! assert_eq!(finding.claim.value(1_000_000_002), Some(2));
//! assert_eq!(finding.evidence.word(), "holds, and passes its induction step");
//! ```
// Tests may stop at once: a panic there is the report.
#![cfg_attr(test, allow(clippy::unwrap_used))]

use std::fmt;

pub mod claim;
pub mod code;
pub mod expr;
pub mod search;
pub mod several;
pub mod step;
pub mod theorem;
pub mod tuples;
pub mod why;

pub use claim::{Claim, Kind};
pub use search::{KINDS, Table, find};
pub use step::{Bounds, Compared, Moves, MovesOf, Trial};
pub use theorem::{Certificate, HeapRule, Recognised, TakeAndBreak};

/// The evidence of a claim. There are five kinds, and each has one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A theorem applies, and its hypothesis is given.
    Proved {
        /// The certificate that was checked.
        certificate: Certificate,
        /// The rule, in words.
        rule: String,
    },
    /// A theorem applies if the moves go on as they were seen.
    ProvedIf {
        /// The certificate that was checked.
        certificate: Certificate,
        /// The hypothesis, in words that can be compared with a statement.
        rule: String,
        /// The numbers whose moves were seen.
        seen: (u64, u64),
        /// How many more were seen, and the largest of them.
        sampled: (u64, u64),
    },
    /// Every number that can be asked for was checked.
    Complete {
        /// The largest.
        to: u64,
    },
    /// It holds on the table, and its induction step beyond.
    Step {
        /// The last number of the table.
        to: u64,
        /// The number of steps.
        steps: u64,
        /// The number up to which steps were made without a gap.
        dense_to: u64,
        /// The largest number tried.
        up_to: u64,
    },
    /// It holds on the table; nothing more is known.
    Holds {
        /// The last number of the table.
        to: u64,
    },
}

impl Evidence {
    /// Returns the word, the same for every claim of this kind.
    pub fn word(&self) -> &'static str {
        match self {
            Evidence::Proved { .. } => "proved",
            Evidence::ProvedIf { .. } => "proved, if your moves stay so",
            Evidence::Complete { .. } => "complete",
            Evidence::Step { .. } => "holds, and passes its induction step",
            Evidence::Holds { .. } => "holds",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Proved { certificate, rule } => write!(
                f,
                "proved: for the rule \"{rule}\" a period that holds below {} holds for ever",
                certificate.checked_to
            ),
            Evidence::ProvedIf {
                certificate,
                rule,
                seen,
                sampled,
            } => {
                let more = match sampled {
                    (0, _) => String::new(),
                    (count, up_to) => format!(" and from {count} others up to {up_to}"),
                };
                write!(
                    f,
                    "proved, if your moves stay so: from every n in {}..{}{more} they are \"{rule}\"; for that rule a \
                     period that holds below {} holds for ever",
                    seen.0, seen.1, certificate.checked_to
                )
            }
            Evidence::Complete { to } => write!(f, "complete: every n up to {to}, the largest allowed, was checked"),
            Evidence::Step {
                to,
                steps,
                dense_to,
                up_to,
            } => write!(
                f,
                "holds to {to} and passes its induction step up to {up_to}: {steps} steps, without a gap to {dense_to}"
            ),
            Evidence::Holds { to } => write!(f, "holds to {to} only"),
        }
    }
}

/// A claim with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The claim.
    pub claim: Claim,
    /// Its evidence.
    pub evidence: Evidence,
    /// The claims that held on the table and failed beyond it, each with the number where it contradicts itself.
    pub refuted: Vec<(Claim, u64)>,
}

/// The moves of a table, as far as they are known.
#[derive(Default)]
pub struct Known<'a> {
    /// The rule that the moves follow.
    pub rule: Option<&'a Recognised>,
    /// Whether the rule is given, not read off the moves.
    pub given: bool,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// The largest number that can be asked for, where the table begins with the smallest.
    pub limit: Option<u64>,
    /// The moves of the numbers beyond the table.
    pub source: Option<&'a mut dyn MovesOf>,
}

/// The most candidates that are tried beyond the table.
const MOST_TRIED: usize = 12;

/// Returns the best claim about a table with its evidence: a theorem's, else the shortest that holds on the table and is
/// not contradicted beyond it.
pub fn investigate(table: Table<'_>, mut known: Known<'_>, bounds: Bounds) -> (Option<Finding>, Vec<(Claim, u64)>) {
    if table.values.is_empty() {
        return (None, Vec::new());
    }
    let last = table.first + table.values.len() as u64 - 1;
    // A rule that was read off some moves is compared with those of numbers beyond.
    let mut compared = Compared::default();
    if let (Some(rule), false, Some(source)) = (known.rule, known.given, &mut known.source) {
        compared = step::compare(rule, bounds, &mut **source);
        // Where nothing was told, as when the time is over, it is compared with nothing.
        if compared.other.is_some() || compared.count == 0 && bounds.up_to > rule.to {
            known.rule = None;
        }
    }
    if let Some(finding) = proved(table, &known, compared) {
        return (Some(finding), Vec::new());
    }
    let mut refuted = Vec::new();
    // A long table is searched in a part of it.
    let found = find(table).into_iter();
    let found = found.filter(|claim| claim.holds_on(table.first, table.values));
    for claim in found.take(MOST_TRIED) {
        if let Some(limit) = known.limit
            && limit <= last
        {
            let evidence = Evidence::Complete { to: limit };
            return (
                Some(Finding {
                    claim,
                    evidence,
                    refuted,
                }),
                Vec::new(),
            );
        }
        let trial = match &mut known.source {
            Some(source) => step::try_beyond(&claim, table.kind, last, bounds, &mut **source),
            None => Trial::Impossible,
        };
        let evidence = match trial {
            Trial::Contradicted(n) => {
                refuted.push((claim, n));
                continue;
            }
            Trial::Passed { steps, dense_to, up_to } => Evidence::Step {
                to: last,
                steps,
                dense_to,
                up_to,
            },
            Trial::Impossible => Evidence::Holds { to: last },
        };
        // Where others failed its step has to be made, and to agree.
        let failed: Vec<u64> = refuted.iter().map(|&(_, n)| n).collect();
        if let Some(source) = &mut known.source
            && !failed.is_empty()
            && !step::agrees_at(&claim, table.kind, &failed, bounds, &mut **source)
        {
            continue;
        }
        return (
            Some(Finding {
                claim,
                evidence,
                refuted,
            }),
            Vec::new(),
        );
    }
    (None, refuted)
}

/// Returns the claim of a theorem, its certificate checked again.
fn proved(table: Table<'_>, known: &Known<'_>, compared: Compared) -> Option<Finding> {
    let rule = known.rule?;
    let nimbers = table.kind == Kind::Nimber;
    let certificate = theorem::prove(rule, table.first, table.values, nimbers)?;
    let stuck = u64::from(known.misere);
    theorem::recheck(rule, certificate, table.first, table.values, nimbers, stuck).ok()?;
    let before = (certificate.from - table.first) as usize;
    // The theorem begins at 1; the claim may begin earlier.
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
    // The rule may change where its moves were not looked at: the table shows what follows.
    if !claim.holds_on(table.first, table.values) {
        return None;
    }
    let seen = (rule.from, rule.to);
    let words = rule.rule.words();
    let evidence = match known.given {
        true => Evidence::Proved {
            certificate,
            rule: words,
        },
        false => Evidence::ProvedIf {
            certificate,
            rule: words,
            seen,
            sampled: (compared.count, compared.up_to),
        },
    };
    Some(Finding {
        claim,
        evidence,
        refuted: Vec::new(),
    })
}

#[cfg(test)]
mod games;
