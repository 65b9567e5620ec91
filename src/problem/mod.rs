//! The trait that every problem implements, and its interface to the rest of the program.
//!
//! A game is rules. A problem is rules and a question. Authors implement [`Problem`]: it is typed and does no input or
//! output. The question is written once, in [`Problem::ask`], against any [`Oracle`]. Brute force, solving and
//! certifying derive from it. The command line, the judge and everything else use [`Entry`]: text in, text out, without
//! types. [`AnyGame`] is the same for the game behind an input. A subcommand written against these works for every
//! problem.
//!
//! The original limits need no function of their own. The reader states them beside the limits of solving ([`Limit`]),
//! and reading in [`Mode::Strict`](crate::text::Mode::Strict) is the validator. So each limit is written once, and a
//! violation is reported at its place in the file.

use std::fmt;

use crate::budget::{Budget, Refusal};
use crate::engine::brute::{self, Brute};
use crate::engine::explore::explore;
use crate::engine::oracle::{ByValue, Oracle};
use crate::engine::{Outcome, Rules};
use crate::random::Random;
use crate::text::{InputError, Scanner};
use played::Played;

#[cfg(test)]
pub(crate) mod checks;
mod entry;
mod form;
mod game;
mod meta;
mod misere;
mod mistake;
mod played;
mod shown;
mod theory;

#[cfg(unix)]
pub(crate) use entry::scanner_of;
pub use entry::{Answered, Entry, Failure, FamilyInfo, Input, SeriesInfo, entry};
pub use form::{Field, InputForm, Kind as FieldKind};
pub(crate) use game::Solved;
pub use game::{AnyGame, AnyPosition, Choice, Choices};
pub use meta::{Lesson, Limit, Meta, RangeOf, Texts, Variant, Variants, Words};
pub(crate) use meta::{text, texts};
pub use misere::{MISERE, MiserePlay};
#[cfg(test)]
pub(crate) use misere::{agrees_with_exploring, explored_answers};
pub use mistake::{Mistake, MistakeInfo, MistakeKind, Mistaken, bound, mistake, narrow, trap};
pub use shown::{Folding, Shown};
pub use theory::{Certificate, CertifyError, Count, Part, Theory};

/// A family of generated instances of a problem.
pub struct Family<P> {
    /// The name on the command line.
    pub name: &'static str,
    /// The property of its instances, for people.
    pub about: &'static str,
    /// Makes an instance from a size of at least 1. If the size is within the original limits, the instance is too.
    ///
    /// The same arguments give the same instance on every platform.
    pub make: fn(u64, &mut Random) -> P,
}

/// Returns a family with its generator.
pub const fn family<P>(name: &'static str, about: &'static str, make: fn(u64, &mut Random) -> P) -> Family<P> {
    Family { name, about, make }
}

/// All instances of a problem by a measure of their size, each in one numbering and order only.
pub struct Tiny<P: 'static> {
    /// The meaning of a size: `vertices and arcs together`.
    pub measure: &'static str,
    /// Returns the instances of a size. Some of them may break a limit of the format.
    pub of: fn(u64) -> Box<dyn Iterator<Item = P>>,
}

/// A function that returns the numbers of a position, from the numbers before the move.
pub type After<P> = fn(&[u64], &<<P as Problem>::Game as Rules>::Position) -> Vec<u64>;

/// A table of a problem's values by one or two numbers of its instances.
pub struct Series<P: Problem> {
    /// The names of the one or two numbers.
    pub names: &'static [&'static str],
    /// The default input for the other numbers of an instance.
    pub base: &'static str,
    /// Returns the title of the table, with the other numbers of an instance: `take 1 to 3 of K stones`.
    pub about: fn(&P) -> String,
    /// Returns the instance with these numbers and the other numbers of the given instance, or `None` if there is none.
    pub of: fn(&P, &[u64]) -> Option<P>,
    /// Returns the numbers of a position after a move from these numbers: for one number, the numbers that are left.
    pub after: Option<After<P>>,
}

/// The reason why an output is not accepted, for the author of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection(pub String);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A function that reads an instance.
pub type Reader<P> = fn(&mut Scanner<'_>, &Variants) -> Result<P, InputError>;

/// A function that judges an output by the rules alone, for problems with several correct outputs.
pub type Checker<P> = fn(&P, output: &[u8], Budget) -> Result<Result<(), Rejection>, Refusal>;

/// A problem: one parsed input, its game, and the question.
///
/// A value is one instance. It displays in the original format, as the validator wants it.
pub trait Problem: fmt::Display + Sized + 'static {
    /// The fixed facts of the problem.
    const META: Meta;

    /// The families of its instances. The first is the default.
    const FAMILIES: &'static [Family<Self>];

    /// The checker, if several outputs are correct. With `None` the answer is compared with the stored one.
    const CHECKER: Option<Checker<Self>> = None;

    /// Known mistakes of submissions.
    const MISTAKES: &'static [Mistake<Self>] = &[];

    /// The maximum size of an input that a person can trace by hand, in bytes.
    const TRACEABLE_BYTES: usize = 100;

    /// The `main` in C++ and in Python that calls a `class Solution`, if the problem's site wants such a class.
    const SOLUTION_MAIN: Option<[&'static str; 2]> = None;

    /// All instances of the smallest sizes.
    const TINY: Option<Tiny<Self>> = None;

    /// Tables of its values by one or two numbers, at most one table for each.
    const SERIES: &'static [Series<Self>] = &[];

    /// The reader of an input without a start, for questions about every vertex, and the name of the missing lines.
    const WITHOUT_START: Option<(Reader<Self>, &'static str)> = None;

    /// Words that begin an answer but never an input. It is empty if answers are numbers or boards.
    const ANSWER_WORDS: &'static [&'static str] = &[];

    /// The game of the question.
    type Game: Shown;

    /// The answer of one test. It displays in the original format, with every line ended.
    type Answer: fmt::Display + fmt::Debug + PartialEq;

    /// Reads one input to its end. The separators and original limits of the format bind in strict mode only.
    ///
    /// # Errors
    /// Returns the first error in the input, with its place.
    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Self, InputError>;

    /// Returns a sentence about a part of a valid input that the user may have meant differently.
    fn doubt(&self) -> Option<String> {
        None
    }

    /// Returns the game of an instance with one test.
    ///
    /// # Errors
    /// Fails if the game needs more than the budget.
    fn game(&self, budget: Budget) -> Result<Self::Game, Refusal>;

    /// Returns a fast source of values. The default explores the positions that play can reach.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    fn theory(game: &Self::Game, budget: Budget) -> Result<Box<dyn Theory<Self::Game>>, Refusal> {
        let weight = misere::weight(game.position_size());
        let bounds = misere::explore_bounds(budget, weight);
        let explored = explore(&Played::normal(game), bounds).map_err(Refusal::of_memory)?;
        Ok(Box::new(explored))
    }

    /// Returns a fast source of values for misère play, or `None` if the positions that play can reach must be
    /// explored.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    fn misere_theory(game: &Self::Game, budget: Budget) -> Result<Option<Box<dyn Theory<Self::Game>>>, Refusal> {
        let _ = (game, budget);
        Ok(None)
    }

    /// Answers one test with any source of values. This is the question of the problem.
    fn ask(game: &Self::Game, known: &dyn Oracle<Self::Game>) -> Self::Answer;

    /// Returns the number of positions that play can reach, or an upper bound of it. A refusal to explore them shows
    /// it.
    ///
    /// Returns `None` if the number is unknown.
    fn positions(game: &Self::Game) -> Option<u128> {
        let _ = game;
        None
    }

    /// Returns the maximum number of positions for [`brute`](Problem::brute). 0 means that it does not try.
    fn brute_cap(game: &Self::Game) -> usize {
        let _ = game;
        2000
    }

    /// Answers one test from the rules alone, or returns `None` if it has too many positions.
    ///
    /// Override it if tests share the positions played out, or if a game of fewer positions gives the answer.
    fn brute(game: &Self::Game) -> Option<Self::Answer> {
        let table = brute_table::<Self>(game, game.start())?;
        Some(Self::ask(game, &table))
    }

    /// Returns the winner with one token for every vertex, in the order of their numbers.
    ///
    /// With `misere` a player who cannot move wins. Returns `None` if the game is not on the vertices of a directed
    /// graph.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    fn outcomes_of_vertices(&self, misere: bool, budget: Budget) -> Result<Option<Vec<Outcome>>, Refusal> {
        let _ = (misere, budget);
        Ok(None)
    }

    /// Iterates over instances one step simpler, the largest steps first: without a vertex, an arc, a stone or a row,
    /// or with a lower number.
    ///
    /// [`Entry::first_smaller`] skips instances that break a limit of the format or whose text is not smaller. A
    /// smaller text has fewer bytes, or as many and comes first in the order of bytes.
    fn smaller(&self) -> impl Iterator<Item = Self>;

    /// Returns each test inside one input as its own input, or `None` if the format holds one test.
    ///
    /// The tokens of the answer belong to the tests in order, the same number for each.
    fn split(&self) -> Option<Vec<Self>> {
        None
    }

    /// Answers all tests.
    ///
    /// Override it if [`ask`](Problem::ask) is too slow or if tests share a table. The tests then compare both ways.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    fn solve(&self, budget: Budget) -> Result<Vec<Self::Answer>, Refusal> {
        each_test(self, |test| {
            let game = test.game(budget)?;
            let theory = Self::theory(&game, budget)?;
            Ok(Self::ask(&game, &*theory))
        })
    }

    /// Answers all tests in misère play, or returns `None` to ask [`misere_theory`](Problem::misere_theory).
    ///
    /// Override it if asking is too slow.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    fn solve_misere(&self, budget: Budget) -> Result<Option<Vec<Self::Answer>>, Refusal> {
        let _ = budget;
        Ok(None)
    }

    /// Checks the answers to all tests with code that shares nothing with the solver, and returns a short description
    /// of the check.
    ///
    /// Override it if tests share a table.
    ///
    /// # Errors
    /// Fails if the check fails or needs more than the budget.
    fn certify(&self, answers: &[Self::Answer], budget: Budget) -> Result<String, CertifyError> {
        let mut left = answers.iter();
        let checked = each_test(self, |test| {
            let game = test.game(budget)?;
            let answer = left.next().ok_or_else(|| wrong("there are fewer answers than tests"))?;
            let solved = Solved::<Self::Game>::of::<Self>(game, budget)?;
            let mut certificate = solved.verify(budget)?;
            let asked = solved.asked::<Self>();
            if asked != *answer {
                return Err(wrong(format!(
                    "the answer is {answer}, its checked values give {asked}"
                )));
            }
            if certificate.checked.is_empty() {
                let unchecked = || Refusal::unconditional("nothing of it can be checked");
                Err(certificate.unchecked.pop().unwrap_or_else(unchecked).into())
            } else {
                Ok(certificate.checked.join("; "))
            }
        })?;
        if left.next().is_some() {
            return Err(wrong("there are more answers than tests"));
        }
        Ok(summary(checked))
    }
}

/// Returns the error of a failed check.
pub(crate) fn wrong(why: impl fmt::Display) -> CertifyError {
    CertifyError::Wrong(why.to_string())
}

/// Joins the descriptions of the checks of several tests. Equal ones appear once.
fn summary(mut checked: Vec<String>) -> String {
    let tests = checked.len();
    checked.dedup();
    match &checked[..] {
        [] => "that there is no test".to_owned(),
        [one] => one.clone(),
        [first, ..] => format!("{tests} tests, and in the first {first}"),
    }
}

/// Applies `with` to every test of an instance.
pub(crate) fn each_test<P: Problem, T, E>(instance: &P, mut with: impl FnMut(&P) -> Result<T, E>) -> Result<Vec<T>, E> {
    match instance.split() {
        Some(tests) => tests.iter().map(with).collect(),
        None => Ok(vec![with(instance)?]),
    }
}

/// Answers all tests from the rules alone, or returns `None` if a test is too large.
pub(crate) fn brute<P: Problem>(instance: &P) -> Option<Vec<P::Answer>> {
    /// The maximum memory of a game with few positions, in bytes.
    const MAX_GAME_BYTES: u64 = 1 << 30;
    let answers = each_test(instance, |test| {
        let game = test.game(Budget::of(MAX_GAME_BYTES)).map_err(drop)?;
        P::brute(&game).ok_or(())
    });
    answers.ok()
}

/// Plays out all positions that play can reach from this one, if they and their moves are few.
fn brute_table<P: Problem>(
    game: &P::Game,
    from: <P::Game as Rules>::Position,
) -> Option<Brute<<P::Game as Rules>::Position>> {
    /// The maximum number of pieces that all moves of all positions may copy: a second or two.
    const MAX_COPIED_PIECES: u128 = 1_000_000_000;
    let cap = P::brute_cap(game);
    if cap == 0 {
        return None;
    }
    let copied = 1 + game.pieces(&from).len() as u128;
    let work = (cap as u128)
        .saturating_mul(copied)
        .saturating_mul(game.move_count(&from));
    if work <= MAX_COPIED_PIECES {
        brute::solve_from(&Played::normal(game), from, cap).ok()
    } else {
        None
    }
}

impl<G: Shown> Solved<G> {
    /// Answers by the most reliable method: all positions played out, else the values of every move, else the theory if
    /// there are too many moves.
    pub(crate) fn asked<P: Problem<Game = G>>(&self) -> P::Answer {
        /// The maximum of this product: the moves to try, times the places of the position that each move copies.
        const MAX_COPIED_PLACES: u128 = 5_000_000;
        let game = &self.game;
        if let Some(brute) = &self.brute
            && brute.find(game, &game.start()).is_some()
        {
            return P::ask(game, brute);
        }
        let work = game
            .move_count(&game.start())
            .saturating_mul(1 + u128::from(game.place_count()));
        if work <= MAX_COPIED_PLACES {
            P::ask(game, &ByValue(&*self.theory))
        } else {
            P::ask(game, &*self.theory)
        }
    }
}
