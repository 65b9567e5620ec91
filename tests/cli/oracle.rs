//! Solvers against `brute`, which knows the rules alone, on thousands of small instances of every problem.

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::problems::REGISTRY;

use crate::support::Failures;

/// How many instances per problem, spread over its families and small sizes.
const INSTANCES: u64 = 3000;

#[test]
fn solvers_agree_with_brute_force_on_thousands_of_small_instances() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let meta = entry.meta();
        let families = entry.families().len() as u64;
        let mut compared = 0u64;
        for seed in 0..INSTANCES {
            let family = entry.families()[(seed % families) as usize].name;
            let size = 1 + seed / families % 12;
            let text = entry.generate(family, size.min(meta.size.1), seed);
            let replay = || {
                format!(
                    "gamesolve gen {} --family {family} --size {size} --seed {seed}",
                    meta.slug
                )
            };
            match compare(*entry, &text) {
                Ok(agreed) => compared += u64::from(agreed),
                Err(why) => failures.add(format!("{}\n{text}{why}", replay())),
            }
        }
        // An oracle that always declines would prove nothing.
        if compared < INSTANCES / 2 {
            failures.add(format!(
                "{}: brute force answered only {compared} of {INSTANCES} instances",
                meta.slug
            ));
        }
    }
    failures.finish();
}

/// Whether brute force answered; an error where it answered differently, or where the checks refuse.
fn compare(entry: &dyn Entry, text: &str) -> Result<bool, String> {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    let budget = Budget::of(1 << 30);
    let solved = entry
        .solve(input, budget)
        .map_err(|failure| format!("{failure:?}"))?;
    let Some(brute) = entry.brute(input).map_err(|error| format!("{error:?}"))? else {
        return Ok(false);
    };
    match entry
        .check(input, brute.as_bytes(), budget)
        .map_err(|failure| format!("{failure:?}"))?
    {
        // Several answers are right: both must pass the checker.
        Some(verdict) => {
            verdict.map_err(|why| format!("the checker refuses brute force's {brute:?}: {why}"))?;
            let own = entry
                .check(input, solved.as_bytes(), budget)
                .map_err(|failure| format!("{failure:?}"))?;
            own.expect("a checker judges every output")
                .map_err(|why| format!("it refuses {solved:?}: {why}"))?;
        }
        None if brute != solved => return Err(format!("solved {solved:?}, brute force {brute:?}")),
        None => {}
    }
    Ok(true)
}

#[test]
fn generated_instances_are_valid_for_every_family_and_size() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let meta = entry.meta();
        for family in entry.families() {
            let sizes = [1, 2, 3, 5, 8, 13, meta.size.1 / 2, meta.size.1];
            for (seed, &size) in sizes
                .iter()
                .filter(|&&size| (1..=meta.size.1).contains(&size))
                .enumerate()
            {
                let text = entry.generate(family.name, size, seed as u64);
                let input = Input {
                    bytes: text.as_bytes(),
                    variants: Variants::ORIGINAL,
                };
                if let Err(error) = entry.validate(input) {
                    let shown = error.located("generated", text.as_bytes()).to_string();
                    failures.add(format!(
                        "{} {} --size {size}: {shown}",
                        meta.slug, family.name
                    ));
                }
                if text != entry.generate(family.name, size, seed as u64) {
                    failures.add(format!(
                        "{} {} --size {size}: two runs differ",
                        meta.slug, family.name
                    ));
                }
            }
        }
    }
    failures.finish();
}
