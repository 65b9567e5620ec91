//! The tests that every problem has. `checks!` writes them, and the author adds special ones.

use std::fmt::Debug;

use itertools::Itertools as _;

use super::{Certificate, Problem, Shown, Solved, Variants, brute, each_test};
use crate::budget::Budget;
use crate::engine::Rules;
use crate::engine::explore::{Bounds, explore};
use crate::picture::{self, Piece, Stage};
use crate::random::Random;
use crate::text::{Mode, Scanner};

/// A budget that suffices for any instance of a test.
pub(crate) const BUDGET: Budget = Budget::of(1 << 30).with_steps(8_000_000_000);

/// Reads an input under variants, given as flags with numbers. Panics if it is malformed.
pub(crate) fn read<P: Problem>(text: &str, flags: &[(&str, u64)]) -> P {
    let variants = variants::<P>(flags);
    let scanner = Scanner::new(text.as_bytes(), Mode::Lenient);
    let read = scanner.and_then(|mut scanner| P::read(&mut scanner, &variants));
    read.unwrap_or_else(|error| panic!("{}", error.located("in", text.as_bytes())))
}

fn variants<P: Problem>(flags: &[(&str, u64)]) -> Variants {
    let mut variants = Variants::default();
    for &(name, value) in flags {
        let known = P::META.variants.iter().find(|known| known.name == name);
        variants.set(known.expect("a variant of the problem"), value);
    }
    variants
}

/// Returns the answer to an input. Panics if there is none.
pub(crate) fn solve<P: Problem>(text: &str, flags: &[(&str, u64)]) -> String {
    solved(&read::<P>(text, flags))
}

fn solved<P: Problem>(instance: &P) -> String {
    let answers = instance.solve(BUDGET);
    let answers = answers.unwrap_or_else(|refusal| panic!("{instance}{refusal}"));
    answers.iter().join("")
}

/// Asserts the answers of inputs.
pub(crate) fn edges<P: Problem>(flags: &[(&str, u64)], edges: &[(&str, &str)]) {
    for (text, answer) in edges {
        let instance = read::<P>(text, flags);
        assert_eq!(solved(&instance), *answer, "{text}");
        agree(&instance);
    }
}

/// Asserts that all ways to answer an instance agree: solving, the question to its theory, and all positions played out
/// if the instance is small.
///
/// Also asserts that the answer is certified and a wrong answer is not. Returns whether it was played out.
pub(crate) fn agree<P: Problem>(instance: &P) -> bool {
    let answers = instance.solve(BUDGET);
    let answers = answers.unwrap_or_else(|refusal| panic!("{instance}{refusal}"));
    if let Some(check) = P::CHECKER {
        let output = answers.iter().join("");
        let accepted = check(instance, output.as_bytes(), BUDGET);
        assert_eq!(accepted, Ok(Ok(())), "{instance}{output}");
    }
    let asked = each_test(instance, |test| {
        let game = test.game(BUDGET)?;
        let theory = P::theory(&game, BUDGET)?;
        Ok::<_, crate::budget::Refusal>(P::ask(&game, &*theory))
    });
    assert_eq!(asked.as_ref(), Ok(&answers), "{instance}by its theory");
    let checked = instance.certify(&answers, BUDGET);
    if let Err(error) = &checked {
        panic!("{instance}{}{error:?}", answers.iter().join(""));
    }
    let Some(played) = brute(instance) else {
        return false;
    };
    assert_eq!(played, answers, "{instance}played out");
    true
}

/// Asserts that play reaches no more positions than the problem counts.
fn counts_positions<P: Problem>(instance: &P) {
    const FEW: Bounds = Bounds {
        positions: 1000,
        moves: 20_000,
    };
    let counted = each_test(instance, |test| {
        let game = test.game(BUDGET)?;
        if let (Some(counted), Ok(known)) = (P::positions(&game), explore(&game, FEW)) {
            let reached = known.positions().len();
            assert!(reached as u128 <= counted, "{instance}{reached} of {counted}");
        }
        Ok::<_, crate::budget::Refusal>(())
    });
    assert!(counted.is_ok(), "{instance}{counted:?}");
}

/// Generates `count` instances of all families in turn, with sizes drawn by `size`, and checks each of them.
///
/// It asserts that the instance is read back as written, and that all its answers agree. It also asserts that the
/// answer to the instance before is not certified if it differs. Returns the number of instances that were played out.
fn families<P: Problem>(count: u64, size: impl Fn(&mut Random) -> u64) -> u64 {
    let mut played = 0;
    let mut before: Vec<P::Answer> = Vec::new();
    for seed in 0..count {
        let family = &P::FAMILIES[seed as usize % P::FAMILIES.len()];
        let mut random = Random::new(seed);
        let size = size(&mut random);
        let instance = (family.make)(size, &mut random);
        let text = instance.to_string();
        assert_eq!(read::<P>(&text, &[]).to_string(), text, "{}", family.name);
        played += u64::from(agree(&instance));
        if seed % 8 == 0 {
            counts_positions(&instance);
            let answers = instance.solve(BUDGET).unwrap();
            if before.len() == answers.len() && before != answers {
                let certified = instance.certify(&before, BUDGET);
                assert!(certified.is_err(), "{instance}{certified:?}");
            }
            before = answers;
        }
    }
    played
}

/// Generates `count` instances of sizes up to `size`, as [`families`] does. At least half must be small enough to play
/// out.
pub(crate) fn small<P: Problem>(count: u64, size: u64) {
    let played = families::<P>(count, |random| 1 + random.below(size));
    assert!(2 * played >= count, "{played} of {count} were played out");
}

/// Generates `count` instances of every magnitude up to the original limit, as [`families`] does.
pub(crate) fn large<P: Problem>(count: u64) {
    families::<P>(count, |random| {
        let largest = P::META.size.1;
        let top = largest >> random.below(largest.ilog2().into());
        1 + random.below(top)
    });
}

/// Asserts that a wrong answer is not certified.
pub(crate) fn refutes<P: Problem>(instance: &P, wrong: P::Answer)
where
    P::Answer: Debug,
{
    let certified = instance.certify(&[wrong], BUDGET);
    assert!(certified.is_err(), "{instance}{certified:?}");
}

/// Returns the certificate of an instance's values.
pub(crate) fn certificate<P: Problem>(instance: &P) -> Certificate {
    let game = instance.game(BUDGET);
    let game = game.unwrap_or_else(|refusal| panic!("{instance}{refusal}"));
    let solved = Solved::<P::Game>::of::<P>(game, BUDGET);
    let solved = solved.unwrap_or_else(|refusal| panic!("{instance}{refusal}"));
    solved
        .verify(BUDGET.to_show())
        .unwrap_or_else(|error| panic!("{instance}{error:?}"))
}

/// A game that is over, for tests of problems that need a game and never play it.
pub(crate) struct Over;

impl Rules for Over {
    type Position = ();
    type Move = ();

    fn start(&self) {}

    fn moves(&self, (): &()) -> impl Iterator<Item = ((), ())> {
        std::iter::empty()
    }
}

impl Shown for Over {
    const HOW: &'static str = "nothing";

    fn stage(&self) -> Stage {
        picture::heaps([0; 0])
    }

    fn pieces(&self, (): &()) -> Vec<Piece> {
        Vec::new()
    }

    fn move_name(&self, (): &(), (): &()) -> String {
        unreachable!("there is no move")
    }
}

/// Writes the tests that every problem has: answers of edge cases, and agreement on generated instances that can be
/// played out. With `large` it also tests this number of instances of all sizes.
macro_rules! checks {
    (
        $problem:ty, small: $count:literal up to $size:literal, $(large: $large:literal,)?
        edges: [$($text:literal => $answer:literal),* $(,)?]
    ) => {
        #[test]
        fn edges() {
            $crate::problem::checks::edges::<$problem>(&[], &[$(($text, $answer)),*]);
        }

        #[test]
        fn solving_asking_and_playing_out_agree_on_small_instances() {
            $crate::problem::checks::small::<$problem>($count, $size);
        }

        $(#[test]
        fn instances_of_every_size_certify_right_answers_alone() {
            $crate::problem::checks::large::<$problem>($large);
        })?
    };
}

pub(crate) use checks;
