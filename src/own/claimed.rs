//! Answers by a claim with evidence, if the positions are too many to explore.

use std::sync::OnceLock;

use super::game::typed_numbers;
use super::protocol::{CODED, Caps};
use crate::budget::Budget;
use crate::engine::Outcome;
use crate::pattern::Kind;
use crate::problem::Variants;

/// A function that gives the claimed value of a position, or `None` if the evidence does not carry it.
pub type ValueOf = Box<dyn Fn(&[u64]) -> Option<u64> + Send + Sync>;

/// A claim about the positions of a game.
pub struct Claimed {
    /// The meaning of its values.
    pub kind: Kind,
    /// The count of numbers in a position.
    pub count: usize,
    /// The claim in words.
    pub words: String,
    /// Its evidence in words.
    pub evidence: String,
    /// Its values.
    pub value: ValueOf,
}

impl Claimed {
    /// Returns the sentence that the claim, not exploring, gives an answer.
    pub(super) fn remark(&self) -> String {
        format!(
            "a pattern gives this answer: {}. Evidence: {}",
            self.words, self.evidence
        )
    }
}

/// A function that looks for claims in a table of the first positions. It returns `None` if the table fails.
pub type Search = Box<dyn Fn(&Variants, Budget) -> Option<Vec<Claimed>> + Send + Sync>;

/// The claims about a game under normal and under misère play, each searched for once.
#[derive(Default)]
pub(super) struct Claims {
    search: OnceLock<Search>,
    found: [OnceLock<Option<Vec<Claimed>>>; 2],
}

impl Claims {
    /// Sets the search. A second call changes nothing.
    pub(super) fn search_by(&self, search: Search) {
        let _ = self.search.set(search);
    }

    /// Returns the claims, or `None` if the table of the first positions fails.
    pub(super) fn get(&self, misere: bool, variants: &Variants, budget: Budget) -> Option<&[Claimed]> {
        let found = self.found[usize::from(misere)].get_or_init(|| self.search.get()?(variants, budget));
        found.as_deref()
    }
}

/// The bounds of exploring before a claim is tried. A program in Python takes about a second for them.
pub(super) fn quick(caps: Caps) -> Caps {
    Caps {
        positions: 200_000,
        moves: 1_000_000,
        seconds: 2,
        ..caps
    }
}

/// Returns the outcome of a start by the first claim that carries it, and this claim.
pub(super) fn outcome<'a>(claims: &'a [Claimed], start: &str) -> Option<(Outcome, &'a Claimed)> {
    // A position that `read` gave has its name behind its code.
    let name = match start.strip_prefix(CODED) {
        Some(coded) => coded.split_once('\t')?.1,
        None => start,
    };
    let parts: Vec<Vec<u64>> = name.split(" + ").map(typed_numbers).collect::<Option<_>>()?;
    let value = |claim: &Claimed, part: &Vec<u64>| (part.len() == claim.count).then(|| (claim.value)(part)).flatten();
    claims.iter().find_map(|claim| {
        let outcome = match (claim.kind, &parts[..]) {
            (Kind::Outcome, [part]) => match value(claim, part)? {
                0 => Outcome::Loss,
                1 => Outcome::Win,
                _ => Outcome::Draw,
            },
            (Kind::Outcome, _) => return None,
            (Kind::Nimber, parts) => {
                let mut values = parts.iter().map(|part| value(claim, part));
                let nimber = values.try_fold(0, |xor, value| Some(xor ^ value?))?;
                Outcome::win_if(nimber != 0)
            }
        };
        Some((outcome, claim))
    })
}
