//! What the tests of every problem need.

use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::problem::old::{Entry, Input, Problem, Variants};
use crate::random::Random;

/// Plenty for any instance of a test.
pub(super) const BUDGET: Budget = Budget::of(1 << 30);

/// The answer to an input under the original rules; panics where there is none.
pub(super) fn solve(entry: &dyn Entry, text: &str) -> String {
    solve_with(entry, text, Variants::ORIGINAL)
}

/// The answer to an input under variants of the rules; panics where there is none.
pub(super) fn solve_with(entry: &dyn Entry, text: &str, variants: &Variants) -> String {
    let input = Input {
        bytes: text.as_bytes(),
        variants,
    };
    entry
        .solve(input, BUDGET)
        .unwrap_or_else(|failure| panic!("{text}\n{failure:?}"))
}

/// The whole message that solving an input ends with; panics where it has an answer.
pub(super) fn error(entry: &dyn Entry, text: &str) -> String {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    match entry.canonical(input) {
        Err(error) => error.located("in", text.as_bytes()).to_string(),
        Ok(read) => panic!("{text:?} was read as {read:?}"),
    }
}

/// The whole message of the validator; panics where the input is valid.
pub(super) fn validator_error(entry: &dyn Entry, text: &str) -> String {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    entry
        .validate(input)
        .unwrap_err()
        .located("in", text.as_bytes())
        .to_string()
}

/// Solves `count` generated instances of the sizes given, of every family in turn, compares each with brute force and
/// certifies it. Panics with the instance at the first disagreement, and where brute force declines more than half.
pub(super) fn agrees_with_brute<P: Problem>(count: u64, sizes: RangeInclusive<u64>) {
    let families = P::META.families;
    let mut compared = 0;
    for seed in 0..count {
        let family = families[seed as usize % families.len()].name;
        let mut random = Random::new(seed);
        let size = random.within(*sizes.start() as i64, *sizes.end() as i64) as u64;
        let instance = P::generate(family, size, &mut random);
        compared += u64::from(instance_agrees::<P>(&instance));
    }
    assert!(
        2 * compared >= count,
        "brute force answered {compared} of {count} instances"
    );
}

/// Compares one instance with brute force and certifies it; whether brute force answered.
pub(super) fn instance_agrees<P: Problem>(instance: &P::Instance) -> bool {
    let answer = P::solve(instance, BUDGET).unwrap_or_else(|refusal| panic!("{instance}{refusal}"));
    P::certify(instance, &answer, BUDGET)
        .unwrap_or_else(|doubt| panic!("{instance}{answer}{doubt:?}"));
    let Some(brute) = P::brute(instance) else {
        return false;
    };
    match P::CHECKER {
        None => assert!(
            answer == brute,
            "{instance}solved {answer}brute force {brute}"
        ),
        Some(check) => {
            for output in [answer.to_string(), brute.to_string()] {
                let verdict = check(instance, output.as_bytes(), BUDGET);
                assert_eq!(verdict, Ok(Ok(())), "{instance}{output}");
            }
        }
    }
    true
}
