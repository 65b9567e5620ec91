//! A game as people play it: positions drawn, moves typed, every position valued.
//!
//! [`Playable`] is what the author of a problem writes, beside its [`Rules`]. [`AnyGame`] is what everything that plays,
//! explains or draws sees: the same with the types of positions and moves erased, so that it is written once.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules, Value, Worth};
use crate::picture::{Piece, Stage};
use crate::problem::Doubt;

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

/// One of the independent games of which a position is the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is, for people: `heap 2`.
    pub name: String,
    /// What it is worth.
    pub worth: Worth,
}

/// What a number that counts positions is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// What the things are that are put into classes, for people: a sentence that ends with a colon.
    pub things: String,
    /// The classes: what each is, and what is in it.
    pub classes: Vec<(String, String)>,
    /// What is counted, and how the groups make it up, for people: it ends with a colon.
    pub what: String,
    /// The groups: what each is, and how many there are in it.
    pub groups: Vec<(String, String)>,
    /// The number itself, as the problem's answer has it.
    pub total: String,
}

/// What positions may differ in and still be listed as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Every position is listed.
    Nothing,
    /// The players play by the same rules: of two positions that differ by an exchange of the players and of these
    /// marks, the one is listed in which the player of the first mark moves. They move in turn.
    Players([&'static str; 2]),
    /// How many plies are over: when there are so many, this player wins, unless play has ended with them.
    Plies(u32, &'static str),
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
    fn certify(&self, budget: Budget) -> Result<String, Doubt>;

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

/// A position of some game; equal to another of the same game where the rules' positions are.
#[derive(Clone)]
pub struct Spot(Rc<dyn AnyPosition>);

/// A position whose type is forgotten.
trait AnyPosition: Any + fmt::Debug {
    fn same(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<P: Any + Eq + Hash + fmt::Debug> AnyPosition for P {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl Spot {
    fn new(position: impl Any + Eq + Hash + fmt::Debug) -> Spot {
        Spot(Rc::new(position))
    }

    fn get<P: Any>(&self) -> &P {
        let position: &dyn Any = &*self.0;
        position
            .downcast_ref()
            .expect("a game is asked about its own positions only")
    }
}

impl PartialEq for Spot {
    fn eq(&self, other: &Spot) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for Spot {}

impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).hash_into(state);
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A move as people name it, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What a player types.
    pub name: String,
    /// The position after it.
    pub to: Spot,
}

/// Moves, made while they are asked for.
pub type Choices<'a> = Box<dyn Iterator<Item = Choice> + 'a>;

/// A [`Playable`] game as everything outside `problems` sees it.
///
/// All methods panic if they are given a position of another game.
pub trait AnyGame {
    /// Where play begins.
    fn start(&self) -> Spot;

    /// The result, for the player to move, where play is over: the rules end it, or there is no move.
    fn ended(&self, spot: &Spot) -> Option<Outcome>;

    /// The moves of a position in the order of the rules; none where play is over.
    fn moves<'a>(&'a self, spot: &'a Spot) -> Choices<'a>;

    /// How many [`moves`](AnyGame::moves) there are; fast even where there are very many.
    fn move_count(&self, spot: &Spot) -> u128;

    /// The move of this name.
    fn find_move(&self, spot: &Spot, name: &str) -> Option<Choice>;

    /// The moves after which the opponent has lost; fast even where there are very many others.
    fn winning_moves<'a>(&'a self, spot: &'a Spot) -> Choices<'a>;

    /// The move of perfect play; `None` where play is over.
    fn best_move(&self, spot: &Spot) -> Option<Choice>;

    /// What is known of a position.
    fn value(&self, spot: &Spot) -> Value;

    /// The position drawn in text, every line ended.
    fn board(&self, spot: &Spot) -> String;

    /// How many places the stage has.
    fn place_count(&self) -> u64;

    /// What every position is drawn on.
    fn stage(&self) -> Stage;

    /// What stands where in a position.
    fn pieces(&self, spot: &Spot) -> Vec<Piece>;

    /// What cannot be seen from a position's pieces.
    fn remark(&self, spot: &Spot) -> Option<String>;

    /// The position that stands for this one where positions are listed.
    fn folded(&self, spot: &Spot) -> Spot;

    /// What [`folded`](AnyGame::folded) forgets.
    fn folding(&self) -> Folding;

    /// Who is to move, where the two players move by different rules.
    fn player(&self, spot: &Spot) -> Option<&'static str>;

    /// The independent games of which a position is the sum; empty where it is none.
    fn parts(&self, spot: &Spot) -> Vec<Part>;

    /// What is special about a position, for a learner.
    fn reason(&self, spot: &Spot) -> Option<String>;

    /// What the answer counts, where the problem asks for a number of positions.
    fn count(&self) -> Option<Count>;

    /// How a move is typed, for people.
    fn how(&self) -> &'static str;

    /// Checks the values, and says what was checked.
    ///
    /// # Errors
    /// As [`Playable::certify`].
    fn certify(&self, budget: Budget) -> Result<String, Doubt>;
}

/// A game with its types erased.
pub(crate) struct Erased<G>(pub(crate) G);

impl<G: Playable> Erased<G> {
    fn choice(&self, from: &G::Position, (choice, to): (G::Move, G::Position)) -> Choice {
        Choice {
            name: self.0.move_name(from, &choice),
            to: Spot::new(to),
        }
    }

    /// The position, where play goes on.
    fn open<'a>(&self, spot: &'a Spot) -> Option<&'a G::Position> {
        let position = spot.get();
        self.0.terminal(position).is_none().then_some(position)
    }
}

impl<G: Playable> AnyGame for Erased<G> {
    fn start(&self) -> Spot {
        Spot::new(self.0.start())
    }

    fn ended(&self, spot: &Spot) -> Option<Outcome> {
        let position = spot.get();
        let stuck = || self.0.moves(position).next().is_none();
        self.0
            .terminal(position)
            .or_else(|| stuck().then_some(Outcome::Loss))
    }

    fn moves<'a>(&'a self, spot: &'a Spot) -> Choices<'a> {
        let open = self.open(spot).into_iter();
        Box::new(open.flat_map(|from| self.0.moves(from).map(|to| self.choice(from, to))))
    }

    fn move_count(&self, spot: &Spot) -> u128 {
        self.open(spot).map_or(0, |from| self.0.move_count(from))
    }

    fn find_move(&self, spot: &Spot, name: &str) -> Option<Choice> {
        let from = self.open(spot)?;
        Some(self.choice(from, self.0.find_move(from, name)?))
    }

    fn winning_moves<'a>(&'a self, spot: &'a Spot) -> Choices<'a> {
        let open = self.open(spot).into_iter();
        Box::new(open.flat_map(|from| self.0.winning_moves(from).map(|to| self.choice(from, to))))
    }

    fn best_move(&self, spot: &Spot) -> Option<Choice> {
        let from = self.open(spot)?;
        Some(self.choice(from, self.0.best_move(from)?))
    }

    fn value(&self, spot: &Spot) -> Value {
        self.0.value(spot.get())
    }

    fn board(&self, spot: &Spot) -> String {
        self.0.board(spot.get())
    }

    fn place_count(&self) -> u64 {
        self.0.place_count()
    }

    fn stage(&self) -> Stage {
        self.0.stage()
    }

    fn pieces(&self, spot: &Spot) -> Vec<Piece> {
        self.0.pieces(spot.get())
    }

    fn remark(&self, spot: &Spot) -> Option<String> {
        self.0.remark(spot.get())
    }

    fn folded(&self, spot: &Spot) -> Spot {
        Spot::new(self.0.folded(spot.get()))
    }

    fn folding(&self) -> Folding {
        self.0.folding()
    }

    fn player(&self, spot: &Spot) -> Option<&'static str> {
        self.0.player(spot.get())
    }

    fn parts(&self, spot: &Spot) -> Vec<Part> {
        self.0.parts(spot.get())
    }

    fn reason(&self, spot: &Spot) -> Option<String> {
        self.0.reason(spot.get())
    }

    fn count(&self) -> Option<Count> {
        self.0.count()
    }

    fn how(&self) -> &'static str {
        G::HOW
    }

    fn certify(&self, budget: Budget) -> Result<String, Doubt> {
        self.0.certify(budget)
    }
}

/// What the tests of the form need where a problem must have a game and nobody plays it.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// A game that is over.
    pub(crate) struct Over;

    impl Rules for Over {
        type Position = ();
        type Move = ();

        fn start(&self) {}

        fn moves(&self, (): &()) -> impl Iterator<Item = ((), ())> {
            std::iter::empty()
        }
    }

    impl Playable for Over {
        const HOW: &'static str = "nothing";

        fn value(&self, (): &()) -> Value {
            Value::of(Outcome::Loss)
        }

        fn board(&self, (): &()) -> String {
            "over\n".to_owned()
        }

        fn place_count(&self) -> u64 {
            0
        }

        fn stage(&self) -> Stage {
            crate::picture::heaps([0; 0])
        }

        fn pieces(&self, (): &()) -> Vec<Piece> {
            Vec::new()
        }

        fn move_name(&self, (): &(), (): &()) -> String {
            unreachable!("there is no move")
        }

        fn certify(&self, _: Budget) -> Result<String, Doubt> {
            Ok("that it is over".to_owned())
        }
    }
}
