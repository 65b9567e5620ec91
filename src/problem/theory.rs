//! Theories: oracles that also give reasons, the parts of a sum, and a proof of their values.

use super::played::Played;
use crate::budget::{Budget, Refusal};
use crate::engine::explore::Explored;
use crate::engine::oracle::Oracle;
use crate::engine::retrograde::Table;
use crate::engine::{Outcome, Positions, Rules, Value, Worth, certificate, verify};
use crate::picture;

/// One of the independent games whose sum is a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name, for people: `heap 2`.
    pub name: String,
    /// The value as a part of the sum.
    pub worth: Worth,
}

impl Part {
    /// Returns a part that is worth a heap of Nim.
    pub fn nimber(name: impl Into<String>, nimber: u64) -> Part {
        Part {
            name: name.into(),
            worth: Worth::Nimber(nimber),
        }
    }
}

/// The composition of a number that counts positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The things that are sorted into classes, for people: a sentence that ends with a colon.
    pub things: String,
    /// The classes: the name of each, and its members.
    pub classes: Vec<(String, String)>,
    /// A text, for people, about how the groups add up to the number. It ends with a colon.
    pub what: String,
    /// The groups: the name of each, and the number in it.
    pub groups: Vec<(String, String)>,
    /// The number itself, as in the problem's answer.
    pub total: String,
}

/// The checks that the values of a game passed, and the checks that were not made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The checks that passed, each as a short description.
    pub checked: Vec<String>,
    /// The checks that were not made, each with a sentence about the reason.
    pub unchecked: Vec<Refusal>,
    /// The number of positions that were checked one by one.
    pub positions: u128,
}

/// The reason why a solution could not be certified.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The check needs more than the budget.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The check failed: the solver is wrong.
    #[error("{0}")]
    Wrong(String),
}

/// An oracle that can give reasons.
pub trait Theory<G: Rules>: Oracle<G> {
    /// Returns the independent games whose sum is the position, or nothing if it is no sum.
    fn parts(&self, game: &G, position: &G::Position) -> Vec<Part> {
        let _ = (game, position);
        Vec::new()
    }

    /// Returns a reason for the value in one or two sentences, which a learner can check by hand.
    fn reason(&self, game: &G, position: &G::Position) -> Option<String> {
        let _ = (game, position);
        None
    }

    /// Returns the composition of the answer, if the problem asks for the number of positions of a kind.
    fn count(&self, game: &G) -> Option<Count> {
        let _ = game;
        None
    }

    /// Checks the number of [`count`](Theory::count) by another way of counting, and describes it.
    ///
    /// Returns `None` if the problem asks for no such number.
    ///
    /// # Errors
    /// Fails if the check fails or is too expensive.
    fn recount(&self, game: &G, budget: Budget) -> Option<Result<String, CertifyError>> {
        let _ = (game, budget);
        None
    }

    /// Returns the value of one token on a place of the stage, if that has a meaning, and the words of it.
    fn label(&self, game: &G, place: usize) -> Option<(Value, String)> {
        let _ = (game, place);
        None
    }

    /// Returns the value of one token on a place of [`Shown::left_out`](super::Shown::left_out), and the words of it.
    /// Play is over there.
    fn label_left_out(&self) -> (Value, String) {
        let value = Value::of(Outcome::Loss);
        (value, picture::label(value))
    }

    /// Returns the rough steps of the budget that finding the values took, or 0 if a formula gives them.
    fn steps(&self) -> u64 {
        0
    }

    /// Returns whether the values have distances, so that the positions need not be played out.
    fn knows_distances(&self) -> bool {
        false
    }

    /// Returns the number of positions that [`proof`](Theory::proof) checks one by one.
    fn proved_positions(&self) -> usize {
        0
    }

    /// Checks the values with code that shares nothing with their computation, and describes the check.
    ///
    /// Returns `None` if the only check is to play the positions out.
    ///
    /// # Errors
    /// Fails if the check fails or needs more than the budget.
    fn proof(&self, game: &G, budget: Budget) -> Option<Result<String, CertifyError>> {
        let _ = (game, budget);
        None
    }
}

/// Checks explored positions one by one, each against its next positions.
impl<G: Rules> Theory<G> for Explored<G::Position> {
    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        self.positions().len()
    }

    fn proof(&self, game: &G, _: Budget) -> Option<Result<String, CertifyError>> {
        Some(each_position(&Played::normal(game), self))
    }
}

/// Checks the value of each explored position against its next positions, and describes the check.
///
/// # Errors
/// Names the first position whose value does not follow.
pub(super) fn each_position<G: Rules>(game: &G, known: &Explored<G::Position>) -> Result<String, CertifyError> {
    let positions = known.positions();
    for position in positions {
        verify::position(game, known, position, usize::MAX)
            .map_err(|why| CertifyError::Wrong(format!("{position:?}: {why}")))?;
    }
    Ok(format!(
        "the values of all {} positions, each from the positions that its moves lead to",
        positions.len()
    ))
}

/// Checks a solved table as a whole.
impl<G: Positions> Theory<G> for Table {
    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        self.len()
    }

    fn proof(&self, game: &G, _: Budget) -> Option<Result<String, CertifyError>> {
        Some(match certificate::check_outcomes(game, self) {
            Err(error) => Err(CertifyError::Wrong(error.to_string())),
            Ok(()) => Ok(format!(
                "outcome and distance of {} positions, each from the positions that its moves lead to",
                self.len()
            )),
        })
    }
}
