//! The game of an input without its types, so that playing, explaining and drawing are written once.
//!
//! The compiler makes each method of [`Solved`] for each problem. So a part of a method that needs no type of the game is
//! a function of its own.

use std::any::Any;
use std::borrow::Cow;
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

/// A position of some game. Positions of the same game are equal if the positions of the rules are.
#[derive(Clone)]
pub struct AnyPosition(Rc<dyn ErasedPosition>);

/// A position without its type.
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

/// A move with its name and its next position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name that a player types.
    pub name: String,
    /// The position after it.
    pub to: AnyPosition,
}

/// Moves, made on demand.
pub type Choices<'a> = Box<dyn Iterator<Item = Choice> + 'a>;

/// The game of an input without its types, as the rest of the program uses it.
///
/// All methods panic if they get a position of another game.
pub trait AnyGame {
    /// Returns the position at the beginning of play.
    fn start(&self) -> AnyPosition;

    /// Returns the result for the player to move if play is over: the rules end it, or there is no move.
    fn ended(&self, position: &AnyPosition) -> Option<Outcome>;

    /// Iterates over the moves of a position in the order of the rules. There are none if play is over.
    fn moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a>;

    /// Iterates over [`moves`](AnyGame::moves), each to the position that represents the next one in lists.
    fn folded_moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a>;

    /// Returns the number of [`moves`](AnyGame::moves). It is fast even if there are very many.
    fn move_count(&self, position: &AnyPosition) -> u128;

    /// Returns the move of this name.
    fn find_move(&self, position: &AnyPosition, name: &str) -> Option<Choice>;

    /// Iterates over the moves after which the opponent has lost. It is fast even if there are very many other moves.
    fn winning_moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a>;

    /// Returns the number of [`winning_moves`](AnyGame::winning_moves). It is fast even if there are very many.
    fn count_winning_moves(&self, position: &AnyPosition) -> u128;

    /// Returns the move of perfect play, or `None` if play is over.
    fn best_move(&self, position: &AnyPosition) -> Option<Choice>;

    /// Returns the value of a position.
    fn value(&self, position: &AnyPosition) -> Value;

    /// Returns the sentences above every position: [`facts`](AnyGame::facts), then
    /// [`changed_rules`](AnyGame::changed_rules).
    fn heading(&self) -> Option<String> {
        sentences([self.facts(), self.changed_rules()])
    }

    /// Returns rules of this instance that the statement does not fix, in sentences.
    fn facts(&self) -> Option<String>;

    /// Returns the rules that the user changed, in sentences.
    fn changed_rules(&self) -> Option<String>;

    /// Returns the position drawn in text, with every line ended.
    fn board(&self, position: &AnyPosition) -> String;

    /// Returns the same, drawn as large as fits into this number of columns and rows.
    fn board_within(&self, position: &AnyPosition, columns: usize, rows: usize) -> String;

    /// Returns the number of places of the stage. It is cheap even if the stage is large.
    fn place_count(&self) -> u64;

    /// Returns the stage that every position is drawn on.
    fn stage(&self) -> Stage;

    /// Returns the stage that one position is drawn on: without the last heaps that a sum does not use.
    fn stage_of(&self, position: &AnyPosition) -> Stage;

    /// Returns the number of places without any move to or from them, which the stage omits, and these places.
    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>);

    /// Returns the pieces of a position and their places.
    fn pieces(&self, position: &AnyPosition) -> Vec<Piece>;

    /// Returns a sentence about facts of a position that its pieces do not show.
    fn remark(&self, position: &AnyPosition) -> Option<String>;

    /// Returns the position in words, if lists show it by words instead of by its pieces.
    fn position_name(&self, position: &AnyPosition) -> Option<String>;

    /// Returns the position that represents this one in lists.
    fn folded(&self, position: &AnyPosition) -> AnyPosition;

    /// Returns the symmetry that [`folded`](AnyGame::folded) removes.
    fn folding(&self) -> Folding;

    /// Returns whether a position is a sum, so that a move may change the places of other heaps.
    fn reorders_heaps(&self) -> bool;

    /// Returns the player to move, if the two players move by different rules.
    fn player(&self, position: &AnyPosition) -> Option<&'static str>;

    /// Returns the independent games whose sum is the position, or nothing if it is no sum.
    fn parts(&self, position: &AnyPosition) -> Vec<Part>;

    /// Returns a reason for the value that a learner can check by hand.
    fn reason(&self, position: &AnyPosition) -> Option<String>;

    /// Returns the composition of the answer, if the problem asks for a number of positions.
    fn count(&self) -> Option<Count>;

    /// Returns the explanation of how to type a move.
    fn how(&self) -> &'static str;

    /// Returns the answer of the problem by these values, in the original format.
    fn answer(&self) -> String;

    /// Checks the values by code that shares nothing with their computation, and describes the check.
    ///
    /// # Errors
    /// Fails if a value is wrong. A check that is too expensive is no error: the certificate says that it was not made.
    fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError>;
}

/// Returns the certificate of the checks that a theory has.
fn of_checks(checks: [Option<Result<String, CertifyError>>; 2]) -> Result<Certificate, CertifyError> {
    let mut certificate = Certificate::default();
    for checked in checks.into_iter().flatten() {
        match checked {
            Ok(checked) => certificate.checked.push(checked),
            Err(CertifyError::Refused(refusal)) => certificate.unchecked.push(refusal),
            Err(wrong) => return Err(wrong),
        }
    }
    Ok(certificate)
}

/// Returns the description of the check by all positions played out.
fn played_out_in_words(positions: usize) -> String {
    format!("the outcomes of all {positions} positions, by trying every move")
}

/// Returns the certificate, with a reason if it has no check.
fn or_unchecked(mut certificate: Certificate) -> Certificate {
    if certificate == Certificate::default() {
        let refusal = Refusal::unconditional("there are too many positions to try all");
        certificate.unchecked.push(refusal);
    }
    certificate
}

/// The columns and rows for a drawing in text and the lines around it.
#[derive(Clone, Copy)]
struct Room {
    columns: usize,
    rows: usize,
}

/// Returns these sentences in one line, if there are any.
fn sentences(told: [Option<String>; 2]) -> Option<String> {
    let told = told.into_iter().flatten();
    told.reduce(|all, more| format!("{all} {more}"))
}

/// Returns a drawing with the line above it and the line below it. `draw` gets the number of these lines.
fn framed(lines: [Option<String>; 2], draw: impl FnOnce(usize) -> String) -> String {
    let [above, below] = lines.map(|line| line.map_or(String::new(), |line| line + "\n"));
    let drawn = draw(above.lines().count() + below.lines().count());
    above + &drawn + &below
}

/// Returns the stage of these pieces, without the places behind the last piece if the game omits them.
fn used_stage<'a>(stage: &'a Stage, omits_last: bool, pieces: &[Piece]) -> Cow<'a, Stage> {
    if !omits_last {
        return Cow::Borrowed(stage);
    }
    let used = pieces.iter().map(|piece| piece.place as usize + 1).max().unwrap_or(0);
    let mut stage = stage.clone();
    stage.places.truncate(used.max(1));
    Cow::Owned(stage)
}

/// Returns a position drawn on its stage, as large as fits into `room` if that is given.
fn drawn_on(stage: &Stage, pieces: &[Piece], lines: [Option<String>; 2], room: Option<Room>) -> String {
    framed(lines, |taken| {
        let large =
            room.and_then(|room| picture::large::board(stage, pieces, room.columns, room.rows.saturating_sub(taken)));
        large.unwrap_or_else(|| picture::text::board(stage, pieces))
    })
}

/// A game with its theory. If the theory has no distances and the positions are few, all of them are played out too.
pub(crate) struct Solved<G: Shown> {
    pub(super) game: G,
    /// Whether a player who cannot move wins.
    misere: bool,
    /// The rules that the user changed, in sentences.
    changed_rules: Option<String>,
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

    /// Returns a game with its theory, all its positions played out if they are given, and its answer.
    pub(crate) fn new(
        game: G,
        theory: Box<dyn Theory<G>>,
        brute: Option<Brute<G::Position>>,
        answer: fn(&Solved<G>) -> String,
    ) -> Solved<G> {
        Solved {
            game,
            misere: false,
            changed_rules: None,
            theory,
            brute,
            stage: OnceCell::new(),
            answer,
        }
    }

    /// Returns the game in misère play. Its values must be the values of misère play.
    pub(super) fn into_misere(self) -> Solved<G> {
        Solved { misere: true, ..self }
    }

    /// Returns the game with sentences about the rules that the user changed. Its rules know these changes already.
    pub(crate) fn stating(self, changed_rules: Option<String>) -> Solved<G> {
        Solved { changed_rules, ..self }
    }

    #[cfg_attr(not(unix), expect(dead_code, reason = "your own games need a sandbox"))]
    pub(crate) fn rules(&self) -> &G {
        &self.game
    }

    /// Checks the theory by its own proof and against all positions played out.
    pub(crate) fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError> {
        // A proof that is too expensive is not needed if all positions are played out.
        let played_out = self.brute.is_some();
        let proof = self.theory.proof(&self.game, budget);
        let proof = proof.filter(|proof| !(played_out && matches!(proof, Err(CertifyError::Refused(_)))));
        let recount = self.theory.recount(&self.game, budget);
        let mut certificate = of_checks([proof, recount])?;
        if !certificate.checked.is_empty() {
            certificate.positions = self.theory.proved_positions() as u128;
        }
        if let Some(brute) = &self.brute {
            certificate.positions = brute.positions().len() as u128;
            for position in brute.positions() {
                let value = self.theory.value(&self.game, position);
                verify::same(value, brute.value(&self.game, position))
                    .map_err(|why| CertifyError::Wrong(format!("{value:?}, but {why}: {position:?}")))?;
            }
            certificate.checked.push(played_out_in_words(brute.positions().len()));
        }
        Ok(or_unchecked(certificate))
    }

    fn choice(&self, from: &G::Position, (choice, to): Step<G>) -> Choice {
        Choice {
            name: self.game.move_name(from, &choice),
            to: AnyPosition::new(to),
        }
    }

    /// Returns the position if play is not over.
    fn open<'a>(&self, position: &'a AnyPosition) -> Option<&'a G::Position> {
        let position = position.get();
        self.game.terminal(position).is_none().then_some(position)
    }

    /// Returns a position drawn in text between the lines of its game, as large as fits into `room` if that is given.
    fn drawn(&self, position: &G::Position, room: Option<Room>) -> String {
        let pieces = self.game.pieces(position);
        let lines = [AnyGame::heading(self), self.game.remark(position)];
        let places = self.game.place_count();
        if picture::text::is_small(places) {
            let stage = used_stage(self.labelled_stage(), self.game.omits_last_heaps(), &pieces);
            drawn_on(&stage, &pieces, lines, room)
        } else {
            let name = |place| self.game.place_name(place);
            framed(lines, |_| picture::text::summary(places, &pieces, &name))
        }
    }

    /// Returns the stage with the worth of one token on each place.
    fn labelled_stage(&self) -> &Stage {
        self.stage.get_or_init(|| self.new_stage())
    }

    fn new_stage(&self) -> Stage {
        let mut stage = self.game.stage();
        for (number, place) in stage.places.iter_mut().enumerate() {
            if let Some((value, worth)) = self.theory.label(&self.game, number) {
                place.value = Some(value);
                place.worth = worth;
            }
        }
        stage
    }
}

impl<G: Shown> Oracle<G> for Solved<G> {
    /// Returns the theory's value. If it has no distance, the distance comes from the positions played out.
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

    /// Returns the best move by distances if the positions are played out, else the theory's best move.
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

    fn folded_moves<'a>(&'a self, position: &'a AnyPosition) -> Choices<'a> {
        let from = position.get();
        let steps = oracle::steps(&self.game, from);
        Box::new(steps.map(|(choice, to)| self.choice(from, (choice, self.game.folded(&to)))))
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

    fn facts(&self) -> Option<String> {
        self.game.heading()
    }

    fn changed_rules(&self) -> Option<String> {
        self.changed_rules.clone()
    }

    fn board(&self, position: &AnyPosition) -> String {
        self.drawn(position.get(), None)
    }

    fn board_within(&self, position: &AnyPosition, columns: usize, rows: usize) -> String {
        self.drawn(position.get(), Some(Room { columns, rows }))
    }

    fn place_count(&self) -> u64 {
        self.game.place_count()
    }

    /// Keeps no copy, because a large stage may be asked for only once.
    fn stage(&self) -> Stage {
        self.stage.get().cloned().unwrap_or_else(|| self.new_stage())
    }

    fn stage_of(&self, position: &AnyPosition) -> Stage {
        let pieces = self.game.pieces(position.get());
        used_stage(self.labelled_stage(), self.game.omits_last_heaps(), &pieces).into_owned()
    }

    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>) {
        let (count, places) = self.game.left_out();
        let labelled = places.map(|place| {
            let (value, worth) = self.theory.label_left_out();
            Place {
                value: Some(value),
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

    fn reorders_heaps(&self) -> bool {
        self.game.omits_last_heaps()
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
        self.game.how()
    }

    fn answer(&self) -> String {
        (self.answer)(self)
    }

    fn verify(&self, budget: Budget) -> Result<Certificate, CertifyError> {
        Solved::verify(self, budget)
    }
}
