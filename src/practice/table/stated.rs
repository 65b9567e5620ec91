//! Claims about a table as functions: the value of a position, if the evidence carries it.

use crate::pattern::lists::ListClaim;
use crate::pattern::several::TupleClaim;
use crate::pattern::{Evidence, Finding, Kind};

/// A claim with its evidence, about positions of one number or of several.
#[derive(Clone, Debug)]
pub enum Stated {
    /// About one number.
    One(Finding),
    /// About several numbers, and the value of each number that has one value in the table.
    Several(Finding<TupleClaim>, Vec<Option<u64>>),
    /// About rows of every length.
    Lists(Finding<ListClaim>),
}

impl Stated {
    /// Returns the meaning of its values.
    pub fn kind(&self) -> Kind {
        match self {
            Stated::One(found) => found.kind,
            Stated::Several(found, _) => found.kind,
            Stated::Lists(found) => found.kind,
        }
    }

    /// Returns the claim in words.
    pub fn words(&self, count: usize) -> Vec<String> {
        match self {
            Stated::One(found) => found.claim.words(found.kind),
            Stated::Several(found, _) => found.claim.words(count, found.kind),
            Stated::Lists(found) => found.claim.in_words(found.kind),
        }
    }

    /// Returns its evidence.
    pub fn evidence(&self) -> &Evidence {
        match self {
            Stated::One(found) => &found.evidence,
            Stated::Several(found, _) => &found.evidence,
            Stated::Lists(found) => &found.evidence,
        }
    }

    /// Returns the claimed value of a position if the evidence goes beyond the table, or covers all possible positions.
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        let of_one = |found: &Finding, number: u64| {
            let value = || found.claim.value(number);
            carries(&found.evidence, &[number]).then(value).flatten()
        };
        match (self, position) {
            (Stated::One(found), &[number]) => of_one(found, number),
            (Stated::One(_), _) => None,
            (Stated::Lists(found), _) => found.claim.value(position),
            (Stated::Several(found, _), _) if !carries(&found.evidence, position) => None,
            (Stated::Several(_, fixed), _) if !is_at(position, fixed) => None,
            // The evidence of a sum is about the sum, and each number has evidence of its own.
            (Stated::Several(found, _), _) if !found.parts.is_empty() => {
                let parts = position.iter().zip(&found.parts);
                let mut values = parts.map(|(&number, part)| of_one(part.as_ref()?, number));
                values.try_fold(0, |xor, value| Some(xor ^ value?))
            }
            (Stated::Several(found, _), _) => found.claim.value(position),
        }
    }
}

/// Returns whether the numbers that have one value in the table have it here.
fn is_at(position: &[u64], fixed: &[Option<u64>]) -> bool {
    let mut each = position.iter().zip(fixed);
    each.all(|(number, fixed)| fixed.is_none_or(|fixed| fixed == *number))
}

/// Returns whether evidence covers a position without computing its value.
fn carries(evidence: &Evidence, position: &[u64]) -> bool {
    match evidence {
        Evidence::Proved { .. }
        | Evidence::ProvedBy { .. }
        | Evidence::ProvedIf { .. }
        | Evidence::Step { .. }
        | Evidence::Lists { .. } => true,
        Evidence::Complete { to } => position.len() == to.len() && position.iter().zip(to).all(|(n, to)| n <= to),
        Evidence::Holds { .. } => false,
    }
}
