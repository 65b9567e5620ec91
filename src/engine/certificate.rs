//! Checks of solved tables that share no code with the solvers.

use super::retrograde::Table;
use super::{Outcome, Positions};

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position {position}: {fault}")]
pub struct CertificateError {
    position: usize,
    fault: String,
}

/// Checks outcome and distance of every position against the positions its moves lead to.
///
/// # Errors
/// The first position whose entry does not follow.
pub fn check_outcomes<P: Positions>(game: &P, table: &Table) -> Result<(), CertificateError> {
    for index in 0..game.len() {
        let position = game.position(index);
        let after: Vec<(Outcome, Option<u32>)> = game
            .moves(&position)
            .map(|(_, next)| game.index(&next))
            .map(|i| (table.outcome(i), table.distance(i)))
            .collect();
        let found = (table.outcome(index), table.distance(index));
        let expected = match game.terminal(&position) {
            Some(Outcome::Draw) => (Outcome::Draw, None),
            Some(outcome) => (outcome, Some(0)),
            None => {
                let lost = after
                    .iter()
                    .filter(|a| a.0 == Outcome::Loss)
                    .filter_map(|a| a.1)
                    .min();
                let won = after
                    .iter()
                    .filter(|a| a.0 == Outcome::Win)
                    .filter_map(|a| a.1)
                    .max();
                match lost {
                    Some(d) => (Outcome::Win, Some(d + 1)),
                    None if after.iter().any(|a| a.0 == Outcome::Draw) => (Outcome::Draw, None),
                    None => (Outcome::Loss, Some(won.map_or(0, |d| d + 1))),
                }
            }
        };
        if found != expected {
            return Err(CertificateError {
                position: index,
                fault: format!("{found:?}, expected {expected:?}"),
            });
        }
    }
    Ok(())
}
