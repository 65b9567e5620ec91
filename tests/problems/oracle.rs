//! The solver against `brute`, which knows only the rules, on thousands of small instances, and the generator.

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Input, MISERE, MiserePlay, Variants};

/// The number of instances per problem, spread over its families and small sizes.
const INSTANCES: u64 = 3000;

/// Returns the instances with different answers of the solver and brute force, each with the command that generates it.
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

/// Returns the faults of misère play of a problem that explores it, on tiny and generated instances.
///
/// A fault is an answer that differs from brute force, or that is not certified.
pub fn misere_faults(entry: &dyn Entry) -> Vec<String> {
    /// The sizes of tiny instances, the most of one size, and the number of generated instances.
    const SIZES: u64 = 9;
    const MOST: usize = 400;
    const GENERATED: u64 = 300;
    let meta = entry.meta();
    if meta.misere() != MiserePlay::Explored {
        return Vec::new();
    }
    let mut variants = Variants::default();
    variants.set(&MISERE, 1);
    let families = entry.families();
    let generated = (0..GENERATED).map(|seed| {
        let family = families[(seed % families.len() as u64) as usize].name;
        let size = (1 + seed / families.len() as u64 % 6).min(meta.size.1);
        entry.generate(family, size, seed)
    });
    let tiny = (0..SIZES).flat_map(|size| entry.tiny(size).take(MOST).collect::<Vec<_>>());
    let mut faults = Vec::new();
    let (mut compared, mut turned, mut certified, mut tried) = (0, 0, 0, 0);
    for text in tiny.chain(generated) {
        let budget = Budget::of(1 << 30);
        let [misere, normal] = [&variants, Variants::ORIGINAL].map(|variants| Input {
            bytes: text.as_bytes(),
            variants,
        });
        tried += 1;
        let Ok(Some(brute)) = entry.brute(misere) else {
            continue;
        };
        compared += 1;
        match entry.solve(misere, budget) {
            Ok(solved) if solved == brute => {
                turned += u64::from(entry.solve(normal, budget).ok().as_ref() != Some(&solved));
            }
            solved => faults.push(format!("{text}solved {solved:?}, brute force {brute:?}")),
        }
        if compared % 16 == 0 {
            match entry.certify(misere, budget) {
                Ok((answer, checked)) if answer == brute && !checked.is_empty() => certified += 1,
                other => faults.push(format!("{text}certified {other:?}, brute force {brute:?}")),
            }
        }
    }
    if 2 * compared < tried || turned == 0 || certified == 0 {
        faults.push(format!(
            "of {tried} instances brute force answered {compared}, {certified} were certified, and {turned} have \
             another answer than by the original rules"
        ));
    }
    faults
}

/// Returns whether brute force answered.
///
/// # Errors
/// Fails if the answers differ, or if the checks refuse one.
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
        // Several answers are right, so both must pass the checker.
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

/// Returns the families and sizes with a fault of the generator: an invalid instance, or two different instances.
pub fn generator_faults(entry: &dyn Entry) -> Vec<String> {
    let meta = entry.meta();
    let mut faults = Vec::new();
    for family in entry.families() {
        // Beyond the original limits, instances may be invalid, but no size may panic.
        let beyond = (meta.size.1 * 7).min(meta.size.1.max(2000));
        for seed in 0..3 {
            entry.generate(family.name, beyond, seed);
        }
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
