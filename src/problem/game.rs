//! The game of an input with its types erased, so that whatever plays, explains or draws is written once.

use std::any::Any;
use std::cell::OnceCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::played::Played;
use super::{Certificate, CertifyError, Count, Folding, Part, Problem, Shown, Theory, brute_table};
use crate::budget::{Budget, Refusal};
use crate::engine::brute::Brute;
use crate::engine::oracle::{self, Oracle, Step};
use crate::engine::{Outcome, Value, verify};
use crate::picture::{self, Piece, Place, Stage};

/// A position of some game; equal to another of the same game where the rules' positions are.
#[derive(Clone)]
pub struct AnyPosition(Rc<dyn ErasedPosition>);

/// A position whose type is forgotten.
trait ErasedPosition: Any + fmt::Debug {
    fn same(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<P: Any + Eq + Hash + fmt::Debug> ErasedPosition for P {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl AnyPosition {
    pub(crate) fn new(position: impl Any + Eq + Hash + fmt::Debug) -> AnyPosition {
        AnyPosition(Rc::new(position))
    }

    pub(crate) fn get<P: Any>(&self) -> &P {
        let position: &dyn Any = &*self.0;
        position
            .downcast_ref()
            .expect("a game is asked about its own positions only")
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).hash_into(state);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A move as people name it, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name, as a player types it.
    pub name: String,
    /// The position after it.
    pub to: AnyPosition,
}

/// Moves, made while they are asked for.
pub type Choices<'a> = Box<dyn Iterator<Item = Choice> + 'a>;

/// The game of an input with its types erased, as everything outside the problems sees it.
///
/// All methods panic if they are given a position of another game.
pub trait AnyGame {
    /// Returns the position where play begins.
    fn start(&self) -> AnyPosition;

    /// Returns the result, for the player to move, where play is over: the rules end it, or there is no move.
    fn ended(&self, position: &AnyPosition) -> Option<Outcome>;

    /// Returns the moves of a position in the order of the rules; none where play is over.
    fn moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a>;

    /// Returns the number of [`moves`](AnyGame::moves); fast even where there are very many.
    fn move_count(&self, position: &AnyPosition) -> u128;

    /// Returns the move of this name.
    fn find_move(&self, position: &AnyPosition, name: &str) -> Option<Choice>;

    /// Returns the moves after which the opponent has lost; fast even where there are very many others.
    fn winning_moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a>;

    /// Returns the number of [`winning_moves`](AnyGame::winning_moves); fast even where these are very many.
    fn count_winning_moves(&self, position: &AnyPosition) -> u128;

    /// Returns the move of perfect play; `None` where play is over.
    fn best_move(&self, position: &AnyPosition) -> Option<Choice>;

    /// Returns the value of a position.
    fn value(&self, position: &AnyPosition) -> Value;

    /// Returns the position drawn in text, every line ended.
    fn board(&self, position: &AnyPosition) -> String;

    /// Returns the number of places of the stage; cheap even where the stage is large.
    fn place_count(&self) -> u64;

    /// Returns the stage that every position is drawn on.
    fn stage(&self) -> Stage;

    /// Returns the number of places that the stage leaves out because no move leads to or from them, and these places.
    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>);

    /// Returns the pieces of a position and their places.
    fn pieces(&self, position: &AnyPosition) -> Vec<Piece>;

    /// Returns a sentence about what cannot be seen from a position's pieces.
    fn remark(&self, position: &AnyPosition) -> Option<String>;

    /// Returns the position in words, as lists name it instead of by its pieces.
    fn position_name(&self, position: &AnyPosition) -> Option<String>;

    /// Returns the position that stands for this one where positions are listed.
    fn folded(&self, position: &AnyPosition) -> AnyPosition;

    /// Returns the exchange that [`folded`](AnyGame::folded) divides out.
    fn folding(&self) -> Folding;

    /// Returns the player to move, where the two players move by different rules.
    fn player(&self, position: &AnyPosition) -> Option<&'static str>;

    /// Returns the independent games of which a position is the sum; empty where it is none.
    fn parts(&self, position: &AnyPosition) -> Vec<Part>;

    /// Returns a reason for the value that a learner can check by hand.
    fn reason(&self, position: &AnyPosition) -> Option<String>;

    /// Returns the make-up of the answer, where the problem asks for a number of positions.
    fn count(&self) -> Option<Count>;

    /// How a move is typed, for people.
    fn how(&self) -> &'static str;

    /// Returns the answer of the problem by these values, as the original format has it.
    fn answer(&self) -> String;

    /// Checks the values by code that shares nothing with what found them, and says what was checked.
    ///
    /// # Errors
    /// Fails where a value is wrong. A check that is too dear is no error: the certificate says what was not checked.
    fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError>;
}

/// A game with its theory and, where that has no distances and the positions are few, all of them played out.
pub(crate) struct Solved<G: Shown> {
    pub(super) game: G,
    /// Whether who cannot move wins.
    misere: bool,
    pub(super) theory: Box<dyn Theory<G>>,
    pub(super) brute: Option<Brute<G::Position>>,
    stage: OnceCell<Stage>,
    answer: fn(&Solved<G>) -> String,
}

impl<G: Shown> Solved<G> {
    pub(super) fn of<P: Problem<Game = G>>(game: G, budget: Budget) -> Result<Solved<G>, Refusal> {
        let theory = P::theory(&game, budget)?;
        let brute = if theory.knows_distances() {
            None
        } else {
            brute_table::<P>(&game, game.opening())
        };
        Ok(Solved::new(game, theory, brute, |solved| {
            solved.asked::<P>().to_string()
        }))
    }

    /// Returns a game with its theory, where they are there all its positions played out, and how it is answered.
    pub(crate) fn new(
        game: G,
        theory: Box<dyn Theory<G>>,
        brute: Option<Brute<G::Position>>,
        answer: fn(&Solved<G>) -> String,
    ) -> Solved<G> {
        Solved {
            game,
            misere: false,
            theory,
            brute,
            stage: OnceCell::new(),
            answer,
        }
    }

    /// Returns the game played so that who cannot move wins, of which its values must be.
    pub(super) fn into_misere(self) -> Solved<G> {
        Solved { misere: true, ..self }
    }

    /// Returns the game.
    #[cfg_attr(not(unix), expect(dead_code, reason = "games of one's own need a box"))]
    pub(crate) fn rules(&self) -> &G {
        &self.game
    }

    /// Checks the theory: by its own proof, and against all positions played out.
    pub(crate) fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError> {
        let mut certificate = Certificate::default();
        // A proof that is too dear is not missed where all positions are played out.
        let played_out = self.brute.is_some();
        let proof = self.theory.proof(&self.game, budget);
        let proof = proof.filter(|proof| !(played_out && matches!(proof, Err(CertifyError::Refused(_)))));
        let recount = self.theory.recount(&self.game, budget);
        for checked in [proof, recount].into_iter().flatten() {
            match checked {
                Ok(checked) => certificate.checked.push(checked),
                Err(CertifyError::Refused(refusal)) => certificate.unchecked.push(refusal),
                Err(wrong) => return Err(wrong),
            }
        }
        if let Some(brute) = &self.brute {
            for position in brute.positions() {
                let value = self.theory.value(&self.game, position);
                verify::same(value, brute.value(&self.game, position))
                    .map_err(|why| CertifyError::Wrong(format!("{value:?}, but {why}: {position:?}")))?;
            }
            let positions = brute.positions().len();
            certificate.checked.push(format!(
                "the outcomes of all {positions} positions, by trying every move"
            ));
        }
        if certificate == Certificate::default() {
            certificate
                .unchecked
                .push(Refusal::unconditional("there are too many positions to try all"));
        }
        Ok(certificate)
    }

    fn choice(&self, from: &G::Position, (choice, to): Step<G>) -> Choice {
        Choice {
            name: self.game.move_name(from, &choice),
            to: AnyPosition::new(to),
        }
    }

    /// Returns the position, where play goes on.
    fn open<'a>(&self, position: &'a AnyPosition) -> Option<&'a G::Position> {
        let position = position.get();
        self.game.terminal(position).is_none().then_some(position)
    }

    /// Returns the stage with the worth of one token on each place.
    fn labelled_stage(&self) -> &Stage {
        self.stage.get_or_init(|| {
            let mut stage = self.game.stage();
            for (number, place) in stage.places.iter_mut().enumerate() {
                if let Some((outcome, worth)) = self.theory.label(&self.game, number) {
                    *place = Place {
                        outcome: Some(outcome),
                        worth,
                        ..std::mem::take(place)
                    };
                }
            }
            stage
        })
    }
}

impl<G: Shown> Oracle<G> for Solved<G> {
    /// The theory's value; its distance, where the theory has none, from the positions played out.
    fn value(&self, game: &G, position: &G::Position) -> Value {
        let value = self.theory.value(game, position);
        let played = self.brute.as_ref();
        let distance = || played?.find(game, position)?.distance;
        if value.distance.is_none() && value.score.is_none() {
            value.with_distance(distance())
        } else {
            value
        }
    }

    fn winning_moves<'a>(&'a self, game: &'a G, position: &'a G::Position) -> oracle::Steps<'a, G> {
        self.theory.winning_moves(game, position)
    }

    fn count_winning_moves(&self, game: &G, position: &G::Position) -> u128 {
        self.theory.count_winning_moves(game, position)
    }

    /// Returns the best move by distances where the positions are played out, else the theory's.
    fn best_move(&self, game: &G, position: &G::Position) -> Option<Step<G>> {
        let known = self.brute.as_ref();
        match known.and_then(|brute| brute.find(game, position)) {
            Some(_) => oracle::best_by_value(self, game, position),
            None => self.theory.best_move(game, position),
        }
    }
}

impl<G: Shown> AnyGame for Solved<G> {
    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.game.opening())
    }

    fn ended(&self, position: &AnyPosition) -> Option<Outcome> {
        let played = Played {
            rules: &self.game,
            misere: self.misere,
        };
        oracle::ended(&played, position.get())
    }

    fn moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a> {
        let from = position.get();
        let steps = oracle::steps(&self.game, from);
        Box::new(steps.map(|step| self.choice(from, step)))
    }

    fn move_count(&self, position: &AnyPosition) -> u128 {
        let open = self.open(position);
        open.map_or(0, |from| self.game.move_count(from))
    }

    fn find_move(&self, position: &AnyPosition, name: &str) -> Option<Choice> {
        let from = self.open(position)?;
        Some(self.choice(from, self.game.find_move(from, name)?))
    }

    fn winning_moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a> {
        let Some(from) = self.open(position) else {
            return Box::new(std::iter::empty());
        };
        let winning = Oracle::winning_moves(self, &self.game, from);
        Box::new(winning.map(|step| self.choice(from, step)))
    }

    fn count_winning_moves(&self, position: &AnyPosition) -> u128 {
        let open = self.open(position);
        open.map_or(0, |from| Oracle::count_winning_moves(self, &self.game, from))
    }

    fn best_move(&self, position: &AnyPosition) -> Option<Choice> {
        let from = self.open(position)?;
        let step = Oracle::best_move(self, &self.game, from)?;
        Some(self.choice(from, step))
    }

    fn value(&self, position: &AnyPosition) -> Value {
        Oracle::value(self, &self.game, position.get())
    }

    fn board(&self, position: &AnyPosition) -> String {
        let position = position.get();
        let pieces = self.game.pieces(position);
        let remark = self.game.remark(position);
        let places = self.game.place_count();
        let drawn = if picture::text::is_small(places) {
            picture::text::board(self.labelled_stage(), &pieces)
        } else {
            picture::text::summary(places, &pieces, |place| self.game.place_name(place))
        };
        let heading = match (self.game.heading(), self.misere) {
            (Some(heading), true) => format!("{}; who cannot move wins\n", heading.trim_end_matches('.')),
            (Some(heading), false) => format!("{heading}\n"),
            (None, true) => "who cannot move wins\n".to_owned(),
            (None, false) => String::new(),
        };
        let remark = remark.map(|remark| format!("{remark}\n"));
        heading + &drawn + &remark.unwrap_or_default()
    }

    fn place_count(&self) -> u64 {
        self.game.place_count()
    }

    fn stage(&self) -> Stage {
        self.labelled_stage().clone()
    }

    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>) {
        let (count, places) = self.game.left_out();
        let labelled = places.map(|place| {
            let (outcome, worth) = self.theory.label_left_out();
            Place {
                outcome: Some(outcome),
                worth,
                ..place
            }
        });
        (count, Box::new(labelled))
    }

    fn pieces(&self, position: &AnyPosition) -> Vec<Piece> {
        self.game.pieces(position.get())
    }

    fn remark(&self, position: &AnyPosition) -> Option<String> {
        self.game.remark(position.get())
    }

    fn position_name(&self, position: &AnyPosition) -> Option<String> {
        self.game.position_name(position.get())
    }

    fn folded(&self, position: &AnyPosition) -> AnyPosition {
        AnyPosition::new(self.game.folded(position.get()))
    }

    fn folding(&self) -> Folding {
        self.game.folding()
    }

    fn player(&self, position: &AnyPosition) -> Option<&'static str> {
        self.game.player(position.get())
    }

    fn parts(&self, position: &AnyPosition) -> Vec<Part> {
        self.theory.parts(&self.game, position.get())
    }

    fn reason(&self, position: &AnyPosition) -> Option<String> {
        self.theory.reason(&self.game, position.get())
    }

    fn count(&self) -> Option<Count> {
        self.theory.count(&self.game)
    }

    fn how(&self) -> &'static str {
        G::HOW
    }

    fn answer(&self) -> String {
        (self.answer)(self)
    }

    fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError> {
        Solved::verify(self, budget)
    }
}
