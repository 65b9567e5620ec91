//! The solver against `brute`, which knows the rules alone, on thousands of small instances; the generator.

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Input, Variants};

/// How many instances per problem, spread over its families and small sizes.
const INSTANCES: u64 = 3000;

/// The instances on which the solver and brute force differ, each with the command that generates it.
pub fn disagreements(entry: &dyn Entry) -> Vec<String> {
    let meta = entry.meta();
    let mut faults = Vec::new();
    let families = entry.families().len() as u64;
    let mut compared = 0u64;
    for seed in 0..INSTANCES {
        let family = entry.families()[(seed % families) as usize].name;
        let size = (1 + seed / families % 12).min(meta.size.1);
        let text = entry.generate(family, size, seed);
        match compare(entry, &text) {
            Ok(agreed) => compared += u64::from(agreed),
            Err(why) => faults.push(format!(
                "gamesolve gen {} --family {family} --size {size} --seed {seed}\n{text}{why}",
                meta.slug
            )),
        }
    }
    // Brute force that always declines would prove nothing.
    if compared < INSTANCES / 2 {
        faults.push(format!("brute force answered only {compared} of {INSTANCES} instances"));
    }
    faults
}

/// Whether brute force answered; an error where it answered differently, or where the checks refuse.
fn compare(entry: &dyn Entry, text: &str) -> Result<bool, String> {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    let budget = Budget::of(1 << 30);
    let solved = entry.solve(input, budget).map_err(|failure| format!("{failure:?}"))?;
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

/// The families and sizes of which the generator makes an invalid instance, or two that differ.
pub fn generator_faults(entry: &dyn Entry) -> Vec<String> {
    let meta = entry.meta();
    let mut faults = Vec::new();
    for family in entry.families() {
        let sizes = [1, 2, 3, 5, 8, 13, meta.size.1 / 2, meta.size.1];
        let sizes = sizes.into_iter().filter(|size| (1..=meta.size.1).contains(size));
        for (seed, size) in sizes.enumerate() {
            let seed = seed as u64;
            let replay = format!(
                "gamesolve gen {} --family {} --size {size} --seed {seed}",
                meta.slug, family.name
            );
            let text = entry.generate(family.name, size, seed);
            let input = Input {
                bytes: text.as_bytes(),
                variants: Variants::ORIGINAL,
            };
            if let Err(error) = entry.validate(input) {
                let error = error.located("generated", text.as_bytes());
                faults.push(format!("{replay}: {error}"));
            }
            if text != entry.generate(family.name, size, seed) {
                faults.push(format!("{replay}: two runs differ"));
            }
        }
    }
    faults
}
