//! A bag of marbles that people take from.

use super::{Instance, largest_lost, lost_up_to, most};
use crate::budget::Budget;
use crate::engine::{Outcome, Rules, Value};
use crate::picture::{self, Piece, Stage};
use crate::playable::Playable;
use crate::problem::Doubt;

/// The bag as people play with it.
pub struct Bag(pub(super) Instance);

/// The nimber of a bag.
///
/// From 2m+1 marbles the bags m to 2m can be left, and from 2m the bags m to 2m-1. By induction the former have all
/// the nimbers 0 to m, so 2m+1 has m+1; the latter lack the one of m-1, so 2m has that.
fn nimber(mut marbles: u64) -> u64 {
    while marbles > 0 && marbles.is_multiple_of(2) {
        marbles = marbles / 2 - 1;
    }
    marbles.div_ceil(2)
}

impl Rules for Bag {
    type Position = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn moves(&self, marbles: &u64) -> impl Iterator<Item = (u64, u64)> {
        self.0.moves(marbles)
    }
}

impl Playable for Bag {
    const HOW: &'static str = "the number of marbles to take, such as `3`";

    /// Between two lost bags lies one move of the winner, and each of the loser's leaves a bag between them.
    fn value(&self, &marbles: &u64) -> Value {
        let lost = largest_lost(marbles);
        let rounds = u64::from((lost + 2).ilog2()) - 1;
        let won = marbles > lost;
        Value {
            distance: Some(2 * rounds + u64::from(won)),
            nimber: Some(nimber(marbles)),
            ..Value::of(if won { Outcome::Win } else { Outcome::Loss })
        }
    }

    fn board(&self, &marbles: &u64) -> String {
        const DRAWN: u64 = 60;
        let drawn = if marbles <= DRAWN {
            "o".repeat(marbles as usize)
        } else {
            "…".to_owned()
        };
        let row = format!("bag: {marbles} {drawn}");
        match most(marbles) {
            0 => format!("{}\n", row.trim_end()),
            most => format!("{}\na move takes 1 to {most}\n", row.trim_end()),
        }
    }

    fn place_count(&self) -> u64 {
        1
    }

    fn stage(&self) -> Stage {
        picture::heaps(["bag"])
    }

    fn pieces(&self, marbles: &u64) -> Vec<Piece> {
        picture::stones(&[*marbles])
    }

    fn move_name(&self, _: &u64, amount: &u64) -> String {
        amount.to_string()
    }

    fn reason(&self, &marbles: &u64) -> Option<String> {
        let lost = largest_lost(marbles);
        Some(format!(
            "The lost bags are 0, 2, 6, 14, …, each twice the one before and 2 more; {lost} is one and {} the next.",
            2 * u128::from(lost) + 2
        ))
    }

    fn certify(&self, _: Budget) -> Result<String, Doubt> {
        let (lost, count) = lost_up_to(self.0.0).map_err(Doubt::Wrong)?;
        if lost != largest_lost(self.0.0) {
            return Err(Doubt::Wrong(format!(
                "{lost} is the largest lost bag by the rules"
            )));
        }
        Ok(format!(
            "the {count} lost bags up to {lost} and the won ones between them, by the rules"
        ))
    }

    fn move_count(&self, &marbles: &u64) -> u128 {
        most(marbles).into()
    }

    fn find_move(&self, &marbles: &u64, name: &str) -> Option<(u64, u64)> {
        let amount: u64 = name.parse().ok()?;
        (1..=most(marbles))
            .contains(&amount)
            .then(|| (amount, marbles - amount))
    }

    fn winning_moves<'a>(&'a self, &marbles: &'a u64) -> Box<dyn Iterator<Item = (u64, u64)> + 'a> {
        let lost = largest_lost(marbles);
        let wins = (lost < marbles).then_some((marbles - lost, lost));
        Box::new(wins.into_iter())
    }

    /// Where no move wins, all make it last equally long.
    fn best_move(&self, marbles: &u64) -> Option<(u64, u64)> {
        self.winning_moves(marbles)
            .next()
            .or_else(|| self.moves(marbles).next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::brute;

    #[test]
    fn closed_forms_agree_with_the_definitions_of_distance_and_nimber() {
        let game = Bag(Instance(130));
        let known = brute::solve(&game, 1000).unwrap();
        for marbles in 0..=130 {
            let value = game.value(&marbles);
            assert_eq!(Some(value.outcome), known.outcome(&marbles));
            assert_eq!(
                value.distance,
                known.distance(&marbles).map(u64::from),
                "{marbles}"
            );
            let definition = brute::nimber(&Bag(Instance(marbles)), 1000).unwrap();
            assert_eq!(value.nimber, Some(definition.into()), "{marbles}");
        }
    }
}
