//! A game as people play it: positions drawn, moves typed, every position valued.
//!
//! [`Playable`] is what the author of a problem writes, beside its [`Rules`]. [`AnyGame`] is what everything that plays,
//! explains or draws sees: the same with the types of positions and moves erased, so that it is written once.

use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules, Value};
use crate::picture::{Piece, Stage};
pub use crate::problem::{
    AnyGame, AnyPosition, Certificate, CertifyError, Choice, Choices, Count, Folding, Part,
};

/// Refuses a position of more than `most` parts as too large to show, and its moves as too many to go through; `what`
/// names the parts (`cells`).
///
/// # Errors
/// Where there are more.
pub fn require_showable(parts: u64, most: u64, what: &str) -> Result<(), Refusal> {
    if parts <= most {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "it has {parts} {what}, and positions are shown and explained up to {most}; it can be solved, and \
         `gen --size` makes smaller ones"
    )))
}

/// The game behind a problem. Its rules are those of the problem; moves from a position are all different.
pub trait Playable: Rules<Position: 'static> + 'static {
    /// How a move is typed, for people, with an example.
    const HOW: &'static str;

    /// What is known of a position.
    fn value(&self, position: &Self::Position) -> Value;

    /// The position drawn in text, every line ended. Cells and vertices are called what moves call them.
    fn board(&self, position: &Self::Position) -> String;

    /// How many places [`stage`](Playable::stage) has, told without making it.
    fn place_count(&self) -> u64;

    /// What every position is drawn on.
    fn stage(&self) -> Stage;

    /// What stands where in a position.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// What a player types for a move: one line without blanks at its ends, another one for every move of a position.
    fn move_name(&self, position: &Self::Position, choice: &Self::Move) -> String;

    /// Checks what [`value`](Playable::value) says with code that shares nothing with what found it, and says in a
    /// few words what was checked.
    ///
    /// # Errors
    /// Where the check fails, or needs more than the budget.
    fn certify(&self, budget: Budget) -> Result<String, CertifyError>;

    /// Who is to move, where the two players move by different rules: `the cat`.
    fn player(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// What belongs to a position and cannot be seen from its pieces, in a sentence.
    fn remark(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// The position that stands for this one where positions are listed: it has the same moves up to a
    /// [`Folding`], which says what was forgotten.
    fn folded(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// What [`folded`](Playable::folded) forgets.
    fn folding(&self) -> Folding {
        Folding::Nothing
    }

    /// The independent games of which the position is the sum; empty where it is none.
    fn parts(&self, position: &Self::Position) -> Vec<Part> {
        let _ = position;
        Vec::new()
    }

    /// What is special about this position, in one or two sentences that a learner can check by hand.
    fn reason(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// What the answer counts, where the problem asks for the number of positions of a kind.
    fn count(&self) -> Option<Count> {
        None
    }

    /// How many moves there are. To be overridden where there may be too many to go through, as the next three.
    fn move_count(&self, position: &Self::Position) -> u128 {
        self.moves(position).count() as u128
    }

    /// The move that a player typed, and where it leads.
    fn find_move(
        &self,
        position: &Self::Position,
        name: &str,
    ) -> Option<(Self::Move, Self::Position)> {
        self.moves(position)
            .find(|(choice, _)| self.move_name(position, choice) == name)
    }

    /// Every move after which the opponent has lost, in the order of the rules.
    fn winning_moves<'a>(
        &'a self,
        position: &'a Self::Position,
    ) -> Box<dyn Iterator<Item = (Self::Move, Self::Position)> + 'a> {
        let wins = |next: &Self::Position| self.value(next).outcome == Outcome::Loss;
        Box::new(self.moves(position).filter(move |(_, next)| wins(next)))
    }

    /// The move of perfect play, the first of several: it wins fastest, else draws, else loses slowest. `None` where
    /// there is no move.
    fn best_move(&self, position: &Self::Position) -> Option<(Self::Move, Self::Position)> {
        let ranked = self.moves(position).map(|(choice, next)| {
            let rank = self.value(&next).rank_for_mover();
            (rank, choice, next)
        });
        let best = ranked.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map(|(_, choice, next)| (choice, next))
    }
}

/// A game with its types erased.
pub(crate) struct Erased<G>(pub(crate) G);

impl<G: Playable> Erased<G> {
    fn choice(&self, from: &G::Position, (choice, to): (G::Move, G::Position)) -> Choice {
        Choice {
            name: self.0.move_name(from, &choice),
            to: AnyPosition::new(to),
        }
    }

    /// The position, where play goes on.
    fn open<'a>(&self, position: &'a AnyPosition) -> Option<&'a G::Position> {
        let position = position.get();
        self.0.terminal(position).is_none().then_some(position)
    }
}

impl<G: Playable> AnyGame for Erased<G> {
    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.0.start())
    }

    fn ended(&self, position: &AnyPosition) -> Option<Outcome> {
        let position = position.get();
        let stuck = || self.0.moves(position).next().is_none();
        self.0
            .terminal(position)
            .or_else(|| stuck().then_some(Outcome::Loss))
    }

    fn moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a> {
        let open = self.open(position).into_iter();
        Box::new(open.flat_map(|from| self.0.moves(from).map(|to| self.choice(from, to))))
    }

    fn move_count(&self, position: &AnyPosition) -> u128 {
        self.open(position)
            .map_or(0, |from| self.0.move_count(from))
    }

    fn find_move(&self, position: &AnyPosition, name: &str) -> Option<Choice> {
        let from = self.open(position)?;
        Some(self.choice(from, self.0.find_move(from, name)?))
    }

    fn winning_moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a> {
        let open = self.open(position).into_iter();
        Box::new(open.flat_map(|from| self.0.winning_moves(from).map(|to| self.choice(from, to))))
    }

    fn count_winning_moves(&self, position: &AnyPosition) -> u128 {
        self.winning_moves(position).count() as u128
    }

    fn best_move(&self, position: &AnyPosition) -> Option<Choice> {
        let from = self.open(position)?;
        Some(self.choice(from, self.0.best_move(from)?))
    }

    fn value(&self, position: &AnyPosition) -> Value {
        self.0.value(position.get())
    }

    fn board(&self, position: &AnyPosition) -> String {
        self.0.board(position.get())
    }

    fn place_count(&self) -> u64 {
        self.0.place_count()
    }

    fn stage(&self) -> Stage {
        self.0.stage()
    }

    fn pieces(&self, position: &AnyPosition) -> Vec<Piece> {
        self.0.pieces(position.get())
    }

    fn remark(&self, position: &AnyPosition) -> Option<String> {
        self.0.remark(position.get())
    }

    fn folded(&self, position: &AnyPosition) -> AnyPosition {
        AnyPosition::new(self.0.folded(position.get()))
    }

    fn folding(&self) -> Folding {
        self.0.folding()
    }

    fn player(&self, position: &AnyPosition) -> Option<&'static str> {
        self.0.player(position.get())
    }

    fn parts(&self, position: &AnyPosition) -> Vec<Part> {
        self.0.parts(position.get())
    }

    fn reason(&self, position: &AnyPosition) -> Option<String> {
        self.0.reason(position.get())
    }

    fn count(&self) -> Option<Count> {
        self.0.count()
    }

    fn how(&self) -> &'static str {
        G::HOW
    }

    fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError> {
        Ok(Certificate::of(self.0.certify(budget)?))
    }
}
