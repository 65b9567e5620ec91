//! Games of two tokens, each on its own graph, as people see them.

use super::prelude::*;
use crate::engine::pursuit::{self, Pursuit, Side, Size};
use crate::engine::retrograde::{self, Table};
use crate::problem::Folding;

/// An instance of a problem of two tokens, and the appearance of its game.
pub trait TwoTokens: Clone + 'static {
    /// The explanation of how to type a move, with an example.
    const HOW: &'static str;

    /// The players of the first and of the second token: `the cat`.
    const PLAYERS: [&'static str; 2];

    /// The letters of the two tokens.
    const MARKS: [&'static str; 2];

    /// The number of plies after which the player of the second token wins.
    const MAX_PLIES: Option<u32> = None;

    /// Returns the stage that positions are drawn on.
    fn stage(&self) -> Stage;

    /// Returns a sentence on the rules of this instance.
    fn heading(&self) -> Option<String> {
        None
    }

    /// Returns the number of its places.
    fn place_count(&self) -> u64;

    /// Returns the name of a place.
    fn place_name(&self, place: usize) -> String;
}

/// The game of an instance. A bound on its length belongs to the rules.
pub struct Chase<P> {
    instance: P,
    /// The game without the bound.
    pub pursuit: Pursuit,
    /// The place of each vertex.
    places: Vec<usize>,
    /// The bytes of a table and the graphs.
    bytes: u64,
    /// The number of plies after which the player of the second token wins.
    pub most_plies: Option<u32>,
}

/// A position of the pursuit, and the number of plies so far, which is 0 if it does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    tokens: pursuit::Position,
    plies: u32,
}

impl<P: TwoTokens> Chase<P> {
    /// Returns the game of an instance on graphs whose vertices lie at `places`. It needs `bytes` bytes with a table.
    pub fn new(instance: &P, (pursuit, bytes): (Pursuit, u64), places: Vec<usize>) -> Chase<P> {
        Chase {
            instance: instance.clone(),
            pursuit,
            places,
            bytes,
            most_plies: P::MAX_PLIES,
        }
    }

    /// Returns all positions solved, with their distances.
    ///
    /// # Errors
    /// Fails if play is so long that the distances need more memory than announced, and more than there is.
    pub fn solved(&self, budget: Budget) -> Result<Box<dyn Theory<Chase<P>>>, Refusal> {
        let table = retrograde::solve_within(&self.pursuit, long_play(budget, self.bytes))?;
        Ok(Box::new(Bounded(table)))
    }

    /// Returns the winner of perfect play from the start, if any.
    pub fn winner(&self, known: &dyn Oracle<Chase<P>>) -> Option<Side> {
        let start = self.start();
        start.tokens.turn.winner(known.value(self, &start).outcome)
    }

    fn place(&self, vertex: u32) -> usize {
        self.places[vertex as usize]
    }
}

/// Returns the start position with these vertices. The first token, on a vertex of its own graph, is to move.
pub fn start(first: u32, second: u32) -> pursuit::Position {
    let turn = Side::First;
    pursuit::Position { first, second, turn }
}

/// Returns the size of a game with the same places for both tokens. It takes the arcs of each token, and the maximum
/// number of moves from one place.
pub fn size(places: u64, [first_arcs, second_arcs]: [u64; 2], most_moves: u64) -> Size {
    Size {
        firsts: places,
        seconds: places,
        first_arcs,
        second_arcs,
        most_moves,
    }
}

/// Returns the function that a table calls for more memory, if `taken` bytes are in use already.
pub fn long_play(budget: Budget, taken: u64) -> impl FnOnce(u64) -> Result<(), Refusal> {
    move |more| {
        let what = format_args!("the distances of long play");
        budget.taking(taken).require(more.into(), what)
    }
}

/// Returns the outcome for the player to move if the second player wins.
fn second_wins(turn: Side) -> Outcome {
    Outcome::win_if(turn == Side::Second)
}

impl<P: TwoTokens> Rules for Chase<P> {
    type Position = Position;
    /// The next vertex of the player's token.
    type Move = u32;

    fn start(&self) -> Position {
        let tokens = self.pursuit.start();
        Position { tokens, plies: 0 }
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        let is_late = self.most_plies == Some(position.plies);
        let ended = self.pursuit.terminal(&position.tokens);
        ended.or_else(|| is_late.then(|| second_wins(position.tokens.turn)))
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (u32, Position)> {
        let plies = position.plies + u32::from(self.most_plies.is_some());
        let moves = self.pursuit.moves(&position.tokens);
        moves.map(move |(to, tokens)| (to, Position { tokens, plies }))
    }
}

/// An oracle of a chase, made from an oracle of the pursuit without a bound.
///
/// The first player's win counts only if it comes in time, because the second player can always wait.
pub struct Bounded<O>(pub O);

impl<P: TwoTokens, O: Oracle<Pursuit>> Oracle<Chase<P>> for Bounded<O> {
    fn value(&self, game: &Chase<P>, position: &Position) -> Value {
        let known = self.0.value(&game.pursuit, &position.tokens);
        let Some(most) = game.most_plies else {
            return known;
        };
        let left = u64::from(most - position.plies);
        let second_wins = second_wins(position.tokens.turn);
        let first_wins = known.outcome == second_wins.reversed();
        if first_wins && known.distance <= Some(left) {
            return known;
        }
        let caught = known.distance.filter(|_| !first_wins).unwrap_or(left);
        Value::of(second_wins).with_distance(caught.min(left))
    }
}

impl<P: TwoTokens> Theory<Chase<P>> for Bounded<Table> {
    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        self.0.len()
    }

    fn proof(&self, game: &Chase<P>, budget: Budget) -> Option<Result<String, CertifyError>> {
        self.0.proof(&game.pursuit, budget)
    }
}

impl<P: TwoTokens> Shown for Chase<P> {
    const HOW: &'static str = P::HOW;

    fn stage(&self) -> Stage {
        self.instance.stage()
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let vertices = [position.tokens.first, position.tokens.second];
        let piece = |(vertex, mark)| Piece::one(self.place(vertex), mark);
        vertices.into_iter().zip(P::MARKS).map(piece).collect()
    }

    fn move_name(&self, _: &Position, to: &u32) -> String {
        self.place_name(self.place(*to))
    }

    fn heading(&self) -> Option<String> {
        self.instance.heading()
    }

    fn place_count(&self) -> u64 {
        self.instance.place_count()
    }

    fn place_name(&self, place: usize) -> String {
        self.instance.place_name(place)
    }

    fn player(&self, position: &Position) -> Option<&'static str> {
        Some(match position.tokens.turn {
            Side::First => P::PLAYERS[0],
            Side::Second => P::PLAYERS[1],
        })
    }

    fn remark(&self, position: &Position) -> Option<String> {
        self.most_plies
            .map(|most| format!("Turn {} of {most}.", (position.plies + 1).min(most)))
    }

    /// Returns the position without its number of plies, which [`Folding::Plies`] states.
    fn folded(&self, position: &Position) -> Position {
        Position { plies: 0, ..*position }
    }

    fn folding(&self) -> Folding {
        match self.most_plies {
            Some(most) => Folding::Plies(most, P::PLAYERS[1]),
            None => Folding::Nothing,
        }
    }
}
