//! The words beside a picture, and the change that a move makes in it.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::super::explain::counted;
use crate::engine::{Outcome, Value, Worth};
use crate::picture::{Piece, worth_label};
use crate::problem::{AnyGame, AnyPosition};

/// The largest number of things that a list names.
const MAX_LISTED_ITEMS: usize = 12;
/// The largest number of moves that are tried to list the winning ones.
const MAX_TRIED_MOVES: u128 = 100_000;

/// The places that a move takes pieces from, and the places that it puts pieces on, in rising order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The places that have less of a piece after the move.
    pub taken: Vec<u32>,
    /// The places that have more of a piece after the move.
    pub put: Vec<u32>,
}

/// Returns the difference between the pieces before a move and those after it.
pub fn change(before: &[Piece], after: &[Piece]) -> Change {
    let mut counts: BTreeMap<(u32, &str), i128> = BTreeMap::new();
    for (pieces, sign) in [(before, -1), (after, 1)] {
        for piece in pieces {
            *counts.entry((piece.place, piece.mark)).or_default() += sign * i128::from(piece.count);
        }
    }
    let places = |holds: fn(i128) -> bool| {
        let changed = counts.iter().filter(|(_, count)| holds(**count));
        changed.map(|(&(place, _), _)| place).dedup().collect()
    };
    Change {
        taken: places(|count| count < 0),
        put: places(|count| count > 0),
    }
}

impl Change {
    /// Returns the way of one piece from place to place, if the move does nothing else.
    pub fn arc(&self) -> Option<(u32, u32)> {
        match (self.taken.as_slice(), self.put.as_slice()) {
            (&[from], &[to]) => Some((from, to)),
            _ => None,
        }
    }
}

/// Returns a sentence on the winner and the speed: `W: won for the cat, to move, in 5 plies.`.
pub fn verdict(value: Value, player: Option<&str>, over: bool) -> String {
    let mover = player.map_or("the player to move".to_owned(), |role| format!("{role}, to move"));
    let plies = match value.distance {
        _ if over => ": play is over".to_owned(),
        Some(plies) => format!(", in {}", counted(plies, "ply")),
        None => String::new(),
    };
    let end = match value.outcome {
        Outcome::Win => format!("W: won for {mover}{plies}."),
        Outcome::Draw if over => "D: play is over, a draw.".to_owned(),
        Outcome::Draw => "D: drawn, neither player can force a win.".to_owned(),
        Outcome::Loss => format!("L: lost for {mover}{plies}."),
    };
    let nimber = value.nimber.map(|nimber| format!(" Nimber {nimber}."));
    let score = value
        .score
        .map(|score| format!(" Perfect play ends with a difference of {score:+}."));
    end + &nimber.unwrap_or_default() + &score.unwrap_or_default()
}

/// Returns the lines beside the picture of a position: its value, its winning moves, and the values of a sum's parts.
pub fn captions(game: &dyn AnyGame, position: &AnyPosition) -> Vec<String> {
    let value = game.value(position);
    let over = game.ended(position).is_some();
    let mut lines = vec![verdict(value, game.player(position), over)];
    lines.extend(game.remark(position));
    if value.outcome == Outcome::Win && value.score.is_none() && !over {
        lines.push(format!("Winning moves: {}.", winning(game, position)));
    } else if let Some(best) = game.best_move(position) {
        lines.push(format!("Best move: {}.", best.name));
    }
    let parts = game.parts(position);
    if !parts.is_empty() {
        let words = parts
            .iter()
            .map(|part| format!("{}: {}", part.name, worth_label(&part.worth)));
        lines.push(format!("Parts and nimbers: {}.", cut(words, parts.len() as u128)));
        let xor = parts.iter().try_fold(0, |xor, part| match part.worth {
            Worth::Nimber(nimber) => Some(xor ^ nimber),
            Worth::Infinite(_) => None,
        });
        lines.extend(xor.map(|xor| format!("Their xor: {xor}.")));
    }
    lines.extend(game.reason(position));
    lines
}

/// Returns a sentence on the player who begins a puzzle, and the reason, if the players have roles.
pub fn begins(game: &dyn AnyGame, position: &AnyPosition) -> Option<String> {
    let role = game.player(position)?;
    Some(if game.player(&game.start()) == Some(role) {
        format!("You are {role}, and you move first.")
    } else {
        format!("You are {role}, and you move first, because the puzzle begins in the middle of a game.")
    })
}

/// Returns the lines above a worksheet: the task.
///
/// If a drawing `has_values`, the task is to find them. Otherwise it is to find the outcome of the position, and the
/// lines give the facts that its pieces do not show.
pub fn task(game: &dyn AnyGame, position: &AnyPosition, has_values: bool) -> Vec<String> {
    if has_values {
        let task = match game.value(position).score {
            Some(_) => "Which value does each one have? Fill in the lines.",
            None => "Which are lost for the player to move? Mark them, then fill in the lines.",
        };
        return vec![task.to_owned()];
    }
    let mover = game.player(position).map(|player| format!("To move: {player}."));
    let task = "Who wins from here, and by which move? Winner: ________ Move: ________";
    mover
        .into_iter()
        .chain(game.remark(position))
        .chain([task.to_owned()])
        .collect()
}

/// Returns the winning moves. If there are very many moves, it may miss some winning ones.
fn winning(game: &dyn AnyGame, position: &AnyPosition) -> String {
    let mut names = game.winning_moves(position).map(|choice| choice.name);
    let shown = names.by_ref().take(MAX_LISTED_ITEMS).collect_vec();
    if game.move_count(position) > MAX_TRIED_MOVES {
        return match names.next() {
            Some(_) => format!("{} and more", shown.join(", ")),
            None => shown.join(", "),
        };
    }
    let count = (shown.len() + names.count()) as u128;
    cut(shown.into_iter(), count)
}

/// Returns the first items of a list, and the number of the others.
fn cut(mut items: impl Iterator<Item = String>, count: u128) -> String {
    let first = items.by_ref().take(MAX_LISTED_ITEMS).join(", ");
    match count.saturating_sub(MAX_LISTED_ITEMS as u128) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
