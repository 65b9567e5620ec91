//! The form that every problem fills in, and the face it shows to the rest.
//!
//! A game is rules; a problem is rules and a question. [`Problem`] is what an author writes: typed, without input or
//! output. The question is written once, in [`Problem::ask`], against any [`Oracle`]: answering by brute force,
//! solving, and certifying derive from it. [`Entry`] is what the command line, the judge and everything else see: text
//! in, text out, without types; [`AnyGame`] is the same for the game behind an input. A verb written against these
//! works for every problem.
//!
//! The original limits need no function of their own: the reader states them beside the limits of solving
//! ([`Limit`]), and reading in [`Mode::Strict`](crate::text::Mode::Strict) is the validator. So each limit is written
//! once, and a violation is reported at its place in the file.

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
mod game;
mod meta;
mod misere;
mod mistake;
mod played;
mod shown;
mod theory;

#[cfg(unix)]
pub(crate) use entry::scanner_of;
pub use entry::{Entry, Failure, FamilyInfo, Input, SeriesInfo, entry};
pub(crate) use game::Solved;
pub use game::{AnyGame, AnyPosition, Choice, Choices};
pub use meta::{Limit, Meta, RangeOf, Texts, Variant, Variants, Words};
pub(crate) use meta::{text, texts};
pub use misere::{MISERE, MiserePlay};
#[cfg(test)]
pub(crate) use misere::{agrees_with_exploring, explored_answers};
pub use mistake::{Mistake, MistakeInfo, MistakeKind, Mistaken, bound, mistake, narrow, trap};
pub use shown::{Folding, Shown};
pub use theory::{Certificate, CertifyError, Count, Part, Theory};

/// One way to make instances of a problem.
pub struct Family<P> {
    /// Its name on the command line.
    pub name: &'static str,
    /// The mark of its instances, for people.
    pub about: &'static str,
    /// Makes an instance from a size of at least 1, within the original limits if the size is. The same arguments give
    /// the same instance on every platform.
    pub make: fn(u64, &mut Random) -> P,
}

/// A family with its generator.
pub const fn family<P>(name: &'static str, about: &'static str, make: fn(u64, &mut Random) -> P) -> Family<P> {
    Family { name, about, make }
}

/// All instances of a problem by a measure of their size, one numbering and order of each.
pub struct Tiny<P: 'static> {
    /// The meaning of a size: `vertices and arcs together`.
    pub measure: &'static str,
    /// Returns the instances of a size; those that break a limit of the format may be among them.
    pub of: fn(u64) -> Box<dyn Iterator<Item = P>>,
}

/// A table of a problem's values by one number of its instances, or by two.
pub struct Series<P: 'static> {
    /// The names of the numbers, one or two.
    pub names: &'static [&'static str],
    /// The input of an instance that has the other numbers, where the user gives none.
    pub base: &'static str,
    /// Says what is tabulated, with the other numbers of an instance: `take 1 to 3 of K stones`.
    pub about: fn(&P) -> String,
    /// Returns the instance of these numbers whose others are those of an instance; `None` where there is none.
    pub of: fn(&P, &[u64]) -> Option<P>,
}

/// The reason why an output is not accepted, for the person who wrote the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection(pub String);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads an instance.
pub type Reader<P> = fn(&mut Scanner<'_>, &Variants) -> Result<P, InputError>;

/// Judges an output by the rules alone, where several outputs are right.
pub type Checker<P> = fn(&P, output: &[u8], Budget) -> Result<Result<(), Rejection>, Refusal>;

/// A problem: one parsed input, the game it is about, and the question.
///
/// The value is one instance; it displays as the original format, as the validator wants it.
pub trait Problem: fmt::Display + Sized + 'static {
    /// The fixed facts of the problem.
    const META: Meta;

    /// Ways to make instances; the first is the default.
    const FAMILIES: &'static [Family<Self>];

    /// Judges outputs where several are right. `None`: the answer is compared with the stored one.
    const CHECKER: Option<Checker<Self>> = None;

    /// Mistakes that programs are known to make.
    const MISTAKES: &'static [Mistake<Self>] = &[];

    /// The most bytes of an input that a person can trace by hand.
    const TRACEABLE_BYTES: usize = 100;

    /// The `main` in C++ and in Python that calls a `class Solution`, where the problem's site wants one.
    const SOLUTION_MAIN: Option<[&'static str; 2]> = None;

    /// All instances of the smallest sizes.
    const TINY: Option<Tiny<Self>> = None;

    /// Tables of its values by one or two numbers, at most one of each kind.
    const SERIES: &'static [Series<Self>] = &[];

    /// Reads an input that gives no start, for questions about every vertex of it, and says which lines are missing.
    const WITHOUT_START: Option<(Reader<Self>, &'static str)> = None;

    /// Words that start an answer but never an input; empty where answers are numbers or boards.
    const ANSWER_WORDS: &'static [&'static str] = &[];

    /// The game that the question is about.
    type Game: Shown;

    /// The answer of one test; it displays as the original format, every line ended.
    type Answer: fmt::Display + fmt::Debug + PartialEq;

    /// Reads one input to its end. The separators and original limits of the format bind in strict mode only.
    ///
    /// # Errors
    /// The first thing wrong with the input, at its place.
    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Self, InputError>;

    /// Returns a sentence about a part of a valid input that a person may have meant otherwise.
    fn doubt(&self) -> Option<String> {
        None
    }

    /// The game of an instance with one test.
    ///
    /// # Errors
    /// Where building it needs more than the budget.
    fn game(&self, budget: Budget) -> Result<Self::Game, Refusal>;

    /// The fast source of values. Without one, the positions that play can reach are explored.
    ///
    /// # Errors
    /// Where it needs more than the budget.
    fn theory(game: &Self::Game, budget: Budget) -> Result<Box<dyn Theory<Self::Game>>, Refusal> {
        let weight = misere::weight(game.position_size());
        let bounds = misere::explore_bounds(budget, weight);
        let explored = explore(&Played::normal(game), bounds).map_err(Refusal::of_memory)?;
        Ok(Box::new(explored))
    }

    /// The fast source of values if who cannot move wins. `None`: the positions that play can reach are explored.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    fn misere_theory(game: &Self::Game, budget: Budget) -> Result<Option<Box<dyn Theory<Self::Game>>>, Refusal> {
        let _ = (game, budget);
        Ok(None)
    }

    /// The answer of one test, read off anything that knows the positions: the question.
    fn ask(game: &Self::Game, known: &dyn Oracle<Self::Game>) -> Self::Answer;

    /// How many positions play can reach, or a number that they do not exceed: a refusal to explore them says it.
    /// `None` where nobody counts them.
    fn positions(game: &Self::Game) -> Option<u128> {
        let _ = game;
        None
    }

    /// How many positions [`brute`](Problem::brute) may look at; 0 where it should not try.
    fn brute_cap(game: &Self::Game) -> usize {
        let _ = game;
        2000
    }

    /// The answer of one test from the rules alone; `None` where it has too many positions for that. Overridden where
    /// tests share the positions played out, or the answer follows from a game of fewer positions.
    fn brute(game: &Self::Game) -> Option<Self::Answer> {
        let table = brute_table::<Self>(game, game.start())?;
        Some(Self::ask(game, &table))
    }

    /// Returns who wins with one token from every vertex, in the order of their numbers; `None` where the game is not on the
    /// vertices of a directed graph. With `misere`, who cannot move wins.
    ///
    /// # Errors
    /// Where that needs more than the budget.
    fn outcomes_of_vertices(&self, misere: bool, budget: Budget) -> Result<Option<Vec<Outcome>>, Refusal> {
        let _ = (misere, budget);
        Ok(None)
    }

    /// Instances one step simpler, the largest steps first: without a vertex, an arc, a stone, a row, or with a lower
    /// number. Those that break a limit of the format, or whose text is not smaller (fewer bytes, or as many and first
    /// in the order of bytes), are left out by [`Entry::first_smaller`].
    fn smaller(&self) -> impl Iterator<Item = Self>;

    /// The tests inside one input, each as an input of its own; `None` where the format holds one test.
    /// The answer's tokens belong to the tests in order, equally many each.
    fn split(&self) -> Option<Vec<Self>> {
        None
    }

    /// The answers to all tests. Overridden where [`ask`](Problem::ask) would be too slow, or tests share a table; then
    /// the tests compare the two.
    ///
    /// # Errors
    /// Where that needs more than the budget.
    fn solve(&self, budget: Budget) -> Result<Vec<Self::Answer>, Refusal> {
        each_test(self, |test| {
            let game = test.game(budget)?;
            let theory = Self::theory(&game, budget)?;
            Ok(Self::ask(&game, &*theory))
        })
    }

    /// The answers to all tests if who cannot move wins. Overridden if asking [`misere_theory`](Problem::misere_theory)
    /// would be too slow. `None`: it is asked.
    ///
    /// # Errors
    /// Fails if that needs more than the budget.
    fn solve_misere(&self, budget: Budget) -> Result<Option<Vec<Self::Answer>>, Refusal> {
        let _ = budget;
        Ok(None)
    }

    /// Checks the answers to all tests with code that shares nothing with the solver; returns a few words that say what
    /// was checked. Overridden where tests share a table.
    ///
    /// # Errors
    /// Where the check fails, or needs more than the budget.
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

/// The error of a failed check.
pub(crate) fn wrong(why: impl fmt::Display) -> CertifyError {
    CertifyError::Wrong(why.to_string())
}

/// Joins what was checked of several tests: once where it is the same for all.
fn summary(mut checked: Vec<String>) -> String {
    let tests = checked.len();
    checked.dedup();
    match &checked[..] {
        [] => "that there is no test".to_owned(),
        [one] => one.clone(),
        [first, ..] => format!("{tests} tests; of the first, {first}"),
    }
}

/// Applies `with` to every test of an instance.
pub(crate) fn each_test<P: Problem, T, E>(instance: &P, mut with: impl FnMut(&P) -> Result<T, E>) -> Result<Vec<T>, E> {
    match instance.split() {
        Some(tests) => tests.iter().map(with).collect(),
        None => Ok(vec![with(instance)?]),
    }
}

/// The answers to all tests from the rules alone; `None` where one of them is too large for that.
pub(crate) fn brute<P: Problem>(instance: &P) -> Option<Vec<P::Answer>> {
    /// The memory of a game that has few positions.
    const MAX_GAME_BYTES: u64 = 1 << 30;
    let answers = each_test(instance, |test| {
        let game = test.game(Budget::of(MAX_GAME_BYTES)).map_err(drop)?;
        P::brute(&game).ok_or(())
    });
    answers.ok()
}

/// All positions that play can reach from this one, played out, where they and their moves are few.
fn brute_table<P: Problem>(
    game: &P::Game,
    from: <P::Game as Rules>::Position,
) -> Option<Brute<<P::Game as Rules>::Position>> {
    /// The most pieces that all moves of all positions may copy: a second or two.
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
    /// The answer by what is hardest to get wrong: all positions played out, else the values of every move, else,
    /// where there are too many moves, the theory.
    pub(crate) fn asked<P: Problem<Game = G>>(&self) -> P::Answer {
        /// The largest product of moves that are tried and places of the position that each of them copies.
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
