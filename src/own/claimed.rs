//! Answers by a claim with evidence, if the positions are too many to explore.

use std::sync::OnceLock;

use itertools::Itertools as _;

use super::game::typed_numbers;
use super::grader::Grader;
use super::protocol::{CODED, Caps, Told};
use super::reply::Reply;
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
    /// The evidence in words.
    pub evidence: String,
    /// The values.
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

/// An answer by a claim.
pub(super) struct Answer<'a> {
    /// The winner.
    pub(super) outcome: Outcome,
    /// The claim that tells it.
    pub(super) claim: &'a Claimed,
    /// The parts of the start.
    parts: Vec<Vec<u64>>,
}

/// Returns the outcome of a start by the first claim that carries it.
pub(super) fn outcome<'a>(claims: &'a [Claimed], start: &str) -> Option<Answer<'a>> {
    // A position that `read` gave has its name behind its code.
    let name = match start.strip_prefix(CODED) {
        Some(coded) => coded.split_once('\t')?.1,
        None => start,
    };
    let parts: Vec<Vec<u64>> = name.split(" + ").map(typed_numbers).collect::<Option<_>>()?;
    claims.iter().find_map(|claim| {
        Some(Answer {
            outcome: claim.outcome(&parts)?,
            claim,
            parts: parts.clone(),
        })
    })
}

impl Claimed {
    /// Returns the outcome of a sum of these parts, if the claim carries it.
    fn outcome(&self, parts: &[Vec<u64>]) -> Option<Outcome> {
        let value = |part: &Vec<u64>| (part.len() == self.count).then(|| (self.value)(part)).flatten();
        match (self.kind, parts) {
            (Kind::Outcome, [part]) => Some(match value(part)? {
                0 => Outcome::Loss,
                1 => Outcome::Win,
                _ => Outcome::Draw,
            }),
            (Kind::Outcome, _) => None,
            (Kind::Nimber, parts) => {
                let mut values = parts.iter().map(value);
                let nimber = values.try_fold(0, |xor, value| Some(xor ^ value?))?;
                Some(Outcome::win_if(nimber != 0))
            }
        }
    }
}

impl Answer<'_> {
    /// Returns a winning move of a won start: the program lists the moves of each part, and the claim tells who wins
    /// after each.
    ///
    /// The outer `None` means that no move is known. The inner one means that the rules end the game at the start.
    pub(super) fn reply(&self, grader: &Grader, is_sum: bool, caps: Caps) -> Option<Option<Reply>> {
        /// The maximum number of moves of a part, and of all parts.
        const MOST_MOVES: u64 = 1_000_000;
        let asked: Vec<String> = self.parts.iter().map(|part| part.iter().join(" ")).collect();
        let (told, _) = grader.moves(&asked, MOST_MOVES, MOST_MOVES, caps).ok()?;
        // The player who cannot move has won.
        let is_over = |told: &Told| match told {
            Told::Ended(_) => true,
            Told::To(moves) | Told::Several(moves) => moves.is_empty(),
            Told::Elsewhere | Told::TooMany => false,
        };
        if told.len() == self.parts.len() && told.iter().all(is_over) {
            return Some(None);
        }
        let won = told.iter().enumerate().find_map(|(place, told)| {
            let to: Vec<Vec<Vec<u64>>> = match told {
                Told::To(moves) => moves
                    .iter()
                    .map(|heaps| heaps.iter().map(|&heap| vec![heap]).collect())
                    .collect(),
                Told::Several(moves) => moves.iter().map(|to| vec![to.clone()]).collect(),
                _ => Vec::new(),
            };
            to.into_iter().find_map(|to| {
                let others = self.parts.iter().enumerate().filter(|(other, _)| *other != place);
                let after: Vec<Vec<u64>> = others.map(|(_, part)| part).chain(&to).cloned().collect();
                (self.claim.outcome(&after)? == Outcome::Loss).then_some((place, to))
            })
        });
        won.map(|(place, to)| {
            Some(Reply {
                place: is_sum.then_some(place + 1),
                parts: to.iter().map(|part| part.iter().join(" ")).collect(),
            })
        })
    }
}
