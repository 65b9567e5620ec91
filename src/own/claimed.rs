//! Answers by a claim with evidence, if the positions are too many to explore.

use std::collections::HashSet;
use std::sync::OnceLock;

use itertools::Itertools as _;

use super::game::typed_numbers;
use super::grader::{Grader, Speaks};
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
    /// The count of numbers in a position, or `None` if the claim is about any count.
    pub count: Option<usize>,
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

/// Returns the name of a start. A position that `read` gave has its name behind its code.
pub(super) fn name_of_start(start: &str) -> Option<&str> {
    match start.strip_prefix(CODED) {
        Some(coded) => Some(coded.split_once('\t')?.1),
        None => Some(start),
    }
}

/// Returns the outcome of a start by the first claim that carries it.
pub(super) fn outcome<'a>(claims: &'a [Claimed], start: &str) -> Option<Answer<'a>> {
    let parts: Vec<Vec<u64>> = name_of_start(start)?
        .split(" + ")
        .map(typed_numbers)
        .collect::<Option<_>>()?;
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
        match (self.kind, parts) {
            (Kind::Outcome, [part]) => Some(match self.value_of(part)? {
                0 => Outcome::Loss,
                1 => Outcome::Win,
                _ => Outcome::Draw,
            }),
            (Kind::Outcome, _) => None,
            (Kind::Nimber, parts) => Some(Outcome::win_if(self.nimber(parts)? != 0)),
        }
    }
}

/// Returns for each answer whether the moves of its own start contradict the claim.
///
/// The evidence of a claim is about other positions, so a rule for a few large numbers escapes it. One run lists the
/// moves of all starts. An answer with more moves, or with moves that the claim does not carry, is not contradicted.
pub(super) fn contradicted(answers: &[Option<Answer<'_>>], grader: &Grader, misere: bool, caps: Caps) -> Vec<bool> {
    /// The maximum number of moves of a part, of those of all parts, and of rounds of the game's loops for them.
    const MOST: [u64; 3] = [200_000, 1_000_000, 4_000_000];
    let mut found = vec![false; answers.len()];
    // A program of lines has no limit but the clock.
    if grader.speaks == Speaks::Lines {
        return found;
    }
    let parts = answers.iter().enumerate().flat_map(|(place, answer)| {
        let answer = answer.as_ref().into_iter();
        answer.flat_map(move |answer| answer.parts.iter().map(move |part| (place, part, answer.claim)))
    });
    let parts: Vec<(usize, &Vec<u64>, &Claimed)> = parts.collect();
    let asked: Vec<String> = parts.iter().map(|(_, part, _)| part.iter().join(" ")).collect();
    let caps = Caps {
        misere,
        steps: Some(MOST[2]),
        ..caps
    };
    if asked.is_empty() {
        return found;
    }
    // If the listing fails, nothing is known.
    let Ok((told, _)) = grader.moves(&asked, MOST[0], MOST[1], caps) else {
        return found;
    };
    for ((place, part, claim), told) in parts.into_iter().zip(&told) {
        found[place] |= claim.is_contradicted(part, told, misere);
    }
    found
}

/// Returns the parts after each listed move of a position, or `None` if its moves are not listed.
fn parts_after(told: &Told) -> Option<Vec<Vec<Vec<u64>>>> {
    match told {
        Told::To(moves) => Some(
            moves
                .iter()
                .map(|heaps| heaps.iter().map(|&heap| vec![heap]).collect())
                .collect(),
        ),
        Told::Several(moves) => Some(moves.iter().map(|to| vec![to.clone()]).collect()),
        Told::Ended(_) | Told::Elsewhere | Told::TooMany => None,
    }
}

impl Claimed {
    /// Returns whether the listed moves of a position contradict its claimed value.
    fn is_contradicted(&self, part: &[u64], told: &Told, misere: bool) -> bool {
        let Some(to) = parts_after(told) else {
            return false;
        };
        match self.kind {
            Kind::Outcome => {
                let after: Vec<Option<Outcome>> = to.iter().map(|to| self.outcome(to)).collect();
                let is = if after.contains(&Some(Outcome::Loss)) {
                    Outcome::Win
                } else if after.contains(&None) {
                    return false;
                } else if after.contains(&Some(Outcome::Draw)) {
                    Outcome::Draw
                } else {
                    Outcome::win_if(misere && after.is_empty())
                };
                self.outcome(&[part.to_vec()]).is_some_and(|claimed| claimed != is)
            }
            Kind::Nimber => {
                let after: Option<HashSet<u64>> = to.iter().map(|to| self.nimber(to)).collect();
                let mex = after.map(|after| (0..).find(|value| !after.contains(value)));
                mex.is_some_and(|mex| self.nimber(&[part.to_vec()]) != mex)
            }
        }
    }

    /// Returns the nimber of a sum of these parts, if the claim carries it.
    fn nimber(&self, parts: &[Vec<u64>]) -> Option<u64> {
        let mut values = parts.iter().map(|part| self.value_of(part));
        values.try_fold(0, |xor, value| Some(xor ^ value?))
    }

    /// Returns the claimed value of a position, if the claim carries it.
    fn value_of(&self, part: &[u64]) -> Option<u64> {
        let is_of_count = self.count.is_none_or(|count| part.len() == count);
        is_of_count.then(|| (self.value)(part)).flatten()
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
            parts_after(told)?.into_iter().find_map(|to| {
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
