//! Stress testing: short stored testcases, all tiny instances, then random ones, small first, until one fails.
//!
//! **Stored testcases.** The short ones come first. They are few, and a program that fails a judge often fails them.
//!
//! **All.** If a problem lists its tiny instances, they are tried next, size by size. So the report can name a size, and
//! no instance up to this size fails.
//!
//! **Idea.** The families of the problem take turns. In every second round the size grows by one. In the other rounds
//! it jumps about among the small sizes, because most mistakes show there and runs are short. Instances that were tried
//! before are skipped. One seed decides everything: number `i` is the instance that `gen` makes of the same family and
//! size with the seed `seed + i`.
//!
//! **Known mistakes.** The instances that tell the problem's known mistakes apart come before the random ones. If
//! instances of the largest original size are short, some of these come with them.
//!
//! **The limits.** In the end each family's instance of the largest original size is tried.
//!
//! **Counts.** An instance counts once the program was judged on it. Making it, checking it and working out its answer
//! take time too. The clock is checked before each of these.
//!
//! **Limits.** The search ends at the first failure, after a number of runs, or after a time. The tables of [`search`]
//! say what each part gets of these. From the failure [`smallest`] goes on.

#[cfg(unix)]
pub mod generated;
pub mod search;
#[cfg(unix)]
pub mod session;
pub mod smallest;
#[cfg(unix)]
pub mod trials;

use std::collections::HashSet;

use crate::cases::embedded;
use crate::problem::{Entry, Input, Variants};
use search::{Bounds, Inputs, Instance, Phase};

/// The largest size of a stored testcase that is tried, in bytes.
pub const STORED_BYTES: usize = 500;
/// The largest size in every second round.
const MAX_SMALL_SIZE: u64 = 12;
/// The step from one of these sizes to the next. It is prime to `MAX_SMALL_SIZE`.
const SMALL_SIZE_STEP: u64 = 5;

/// The instances to try, and for how long.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The problem.
    pub entry: &'a dyn Entry,
    /// The variants for reading the instances.
    pub variants: &'a Variants,
    /// The family to draw from, or `None` for all in turn.
    pub family: Option<&'static str>,
    /// The seed of the first instance.
    pub seed: u64,
    /// The bounds of the search.
    pub bounds: Bounds,
}

impl Plan<'_> {
    /// Returns whether a search has this part. Only a problem that lists its tiny instances has them, if no family is
    /// asked for.
    pub fn has(&self, name: Phase) -> bool {
        let has_tiny = self.family.is_none() && self.entry.tiny_measure().is_some();
        match name {
            Phase::Tiny => has_tiny,
            Phase::Telling => has_tiny && !self.entry.mistakes().is_empty(),
            Phase::Stored | Phase::Random | Phase::Largest => true,
        }
    }

    /// Returns the inputs of a part.
    ///
    /// For [`Phase::Telling`] these are the short instances of the largest original size, of several seeds. A program may
    /// round wrongly only for a few of the largest numbers. A caller who knows the mistakes adds more.
    pub fn inputs(&self, name: Phase) -> Inputs<'_> {
        match name {
            Phase::Stored => self.stored().into(),
            Phase::Tiny => {
                let sizes = self.tiny();
                Inputs::BySize(Box::new(sizes.flat_map(|(size, texts)| {
                    texts.map(move |text| Instance {
                        size,
                        text,
                        ..Instance::default()
                    })
                })))
            }
            Phase::Telling => self.short_at_the_limits().into(),
            Phase::Random => Inputs::Drawn {
                make: Box::new(|number| Some(self.instance(number)).filter(|instance| self.is_valid(&instance.text))),
                most: None,
            },
            Phase::Largest => {
                let largest = |family| self.instance_of(family, self.entry.meta().size.1);
                Inputs::Listed(self.families().map(largest).collect())
            }
        }
    }

    /// Makes the instance of a number, counted from 0.
    pub fn instance(&self, number: u64) -> Instance {
        let known = self.entry.families();
        let families = known.len() as u64;
        let family = self.family.unwrap_or_else(|| known[(number % families) as usize].name);
        let size = size_of_round(number / families, self.entry.meta().size.1);
        let seed = self.seed.wrapping_add(number);
        Plan { seed, ..*self }.instance_of(family, size)
    }

    /// Returns the tiny instances that are valid under the variants, size by size. It leaves out sizes without one.
    fn tiny(&self) -> impl Iterator<Item = (u64, impl Iterator<Item = String>)> {
        /// The number of empty sizes in a row that ends the list.
        const MAX_EMPTY: u64 = 12;
        let mut empty = 0;
        let sizes = (1..).map(|size| (size, self.tiny_of(size).peekable()));
        let sizes = sizes.map_while(move |(size, mut instances)| {
            let is_empty = instances.peek().is_none();
            empty = if is_empty { empty + 1 } else { 0 };
            (empty <= MAX_EMPTY).then_some((!is_empty).then_some((size, instances)))
        });
        sizes.flatten()
    }

    fn tiny_of(&self, size: u64) -> impl Iterator<Item = String> {
        self.entry.tiny(size).filter(|text| self.is_valid(text))
    }

    /// Returns whether an instance is valid under the variants.
    fn is_valid(&self, text: &str) -> bool {
        let input = Input {
            bytes: text.as_bytes(),
            variants: self.variants,
        };
        self.entry.validate(input).is_ok()
    }

    /// Makes the instance of a family, the size and the seed of the search.
    pub fn instance_of(&self, family: &'static str, size: u64) -> Instance {
        let seed = self.seed;
        let text = self.entry.generate(family, size, seed);
        Instance {
            family: Some(family),
            stored: None,
            size,
            seed,
            text,
        }
    }

    /// Returns the short stored testcases, the shortest first, or none if one family is asked for.
    pub fn stored(&self) -> Vec<String> {
        if self.family.is_some() {
            return Vec::new();
        }
        let stored = embedded::inputs(self.entry.carried_as()).filter(|bytes| bytes.len() <= STORED_BYTES);
        let stored = stored.filter_map(|bytes| String::from_utf8(bytes).ok());
        let mut stored: Vec<String> = stored.filter(|text| self.is_valid(text)).collect();
        stored.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        stored.dedup();
        stored
    }

    /// Returns short instances of the largest original size, of several seeds.
    ///
    /// A program may round wrongly only for a few of the largest numbers.
    pub fn short_at_the_limits(&self) -> Vec<String> {
        /// The seeds of a family, and the most bytes of its largest instances.
        const SEEDS: u64 = 24;
        const LIMIT_BYTES: usize = 64;
        let largest = |family, number| {
            let seed = self.seed.wrapping_add(number);
            let plan = Plan { seed, ..*self };
            plan.instance_of(family, self.entry.meta().size.1).text
        };
        let families = self.families().filter(|family| largest(family, 0).len() <= LIMIT_BYTES);
        let limits = families.flat_map(|family| (0..SEEDS).map(move |number| largest(family, number)));
        let mut seen = HashSet::new();
        limits
            .filter(|text| seen.insert(text.clone()) && self.is_valid(text))
            .collect()
    }

    /// Returns the families to draw from.
    fn families(&self) -> impl Iterator<Item = &'static str> {
        let families = self.entry.families().into_iter().map(|family| family.name);
        families.filter(|name| self.family.is_none_or(|only| only == *name))
    }
}

/// Returns the size of a round, from 1 to `largest`. Every second one grows, and the others jump about.
fn size_of_round(round: u64, largest: u64) -> u64 {
    let size = match round % 2 {
        0 => round / 2,
        _ => (round / 2 % MAX_SMALL_SIZE * SMALL_SIZE_STEP + 2) % MAX_SMALL_SIZE,
    };
    1 + size % largest
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::{Duration, Instant};

    use super::search::{BATCH_INPUTS, End, Tried};
    use super::*;
    use crate::practice::shrink::Trial;
    use crate::problems::REGISTRY;

    fn plan(slug: &str, jobs: usize) -> Plan<'static> {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
        Plan {
            entry,
            variants: Variants::ORIGINAL,
            family: None,
            seed: 1,
            bounds: Bounds {
                runs: 150,
                until: Instant::now() + Duration::from_secs(60),
                jobs: NonZeroUsize::new(jobs).unwrap(),
            },
        }
    }

    /// Tries the inputs of a part within some runs.
    fn tried<T: Send>(
        plan: &Plan<'_>,
        (name, runs): (Phase, u64),
        fails: &(dyn Fn(&str) -> Trial<T> + Sync),
    ) -> Tried<T> {
        let bounds = Bounds { runs, ..plan.bounds };
        bounds.tries(name, plan.inputs(name), &|input| fails(&input.text), &|_| ())
    }

    #[test]
    fn the_first_failure_is_found_for_any_number_of_jobs() {
        let fails = |text: &str| {
            if text.contains("X.X") {
                Trial::Fails(text.len())
            } else {
                Trial::Passes
            }
        };
        let found = [1, 2, 7].map(|jobs| {
            tried(&plan("stones", jobs), (Phase::Random, 150), &fails)
                .failure
                .unwrap()
        });
        assert_eq!(found[0].1, found[0].0.text.len());
        assert!(found.iter().all(|one| *one == found[0]));
        let plan = plan("stones", 1);
        let earlier = (0..300)
            .map(|number| plan.instance(number))
            .find(|instance| fails(&instance.text) != Trial::Passes);
        assert_eq!(earlier.as_ref(), Some(&found[0].0));
    }

    #[test]
    fn small_sizes_come_again_while_the_others_grow() {
        let plan = plan("game", 1);
        let families = plan.entry.families().len() as u64;
        let sizes = |odd: u64| (0..12).map(move |i| plan.instance((2 * i + odd) * families).size);
        assert!(sizes(0).eq(1..=12));
        assert!(sizes(1).eq([3, 8, 1, 6, 11, 4, 9, 2, 7, 12, 5, 10]));
    }

    #[test]
    fn a_search_ends_after_its_tests_and_tries_nothing_twice() {
        let attempts = std::sync::Mutex::new(HashSet::new());
        let found = tried(&plan("marbles", 2), (Phase::Random, 150), &|text| {
            assert!(attempts.lock().unwrap().insert(text.to_owned()), "{text}");
            Trial::<()>::Passes
        });
        let tried = attempts.into_inner().unwrap().len() as u64;
        assert_eq!((found.judged, found.drawn - found.skipped), (tried, tried));
        assert_eq!((found.drawn, found.end), (600, End::Exhausted));
        assert!(found.skipped > 0 && found.failure.is_none());
    }

    #[test]
    fn stored_and_limit_cases_are_short_if_their_text_is() {
        let plan_of = |slug: &str| plan(slug, 1);
        let wythoff = plan_of("wythoff").short_at_the_limits();
        let largest = |text: &&String| text.split_whitespace().any(|heap| heap.len() >= 17);
        assert!(wythoff.iter().filter(largest).count() > 60, "{wythoff:?}");
        assert_eq!(wythoff.iter().collect::<HashSet<_>>().len(), wythoff.len());
        let stored = |slug: &str| embedded::inputs(slug).filter(|bytes| bytes.len() <= 500).count();
        let game = plan_of("game").stored();
        assert!(game.len() <= stored("game") && game.len() > 20, "{}", game.len());
        assert!(game.is_sorted_by_key(String::len) && plan_of("game").short_at_the_limits().is_empty());
        let only = Plan {
            family: Some("lost"),
            ..plan_of("wythoff")
        };
        let short = only.short_at_the_limits();
        assert!(!short.is_empty() && short.len() <= 24, "{short:?}");
        assert!(only.stored().is_empty(), "it is not known which family they are of");
    }

    #[test]
    fn without_time_nothing_is_tried() {
        let late = Plan {
            bounds: Bounds {
                until: Instant::now(),
                ..plan("nim", 1).bounds
            },
            ..plan("nim", 1)
        };
        for name in [Phase::Random, Phase::Tiny] {
            let found = tried(&late, (name, 10), &|_| Trial::Fails(()));
            assert_eq!((found.judged, found.drawn, found.end), (0, 0, End::Time));
        }
    }

    #[test]
    fn an_input_that_was_not_judged_has_not_passed() {
        let plan = plan("stones", 2);
        let unjudged = |text: &str| match text {
            "2\nXX\n" => Trial::Unjudged,
            _ => Trial::<()>::Passes,
        };
        let all = tried(&plan, (Phase::Tiny, 50), &|_| Trial::<()>::Passes);
        let found = tried(&plan, (Phase::Tiny, 49), &unjudged);
        assert!(all.passed > 2 && found.passed == 1, "{all:?} {found:?}");
        assert!(all.listed == 50 && found.listed < 10, "{all:?} {found:?}");
    }

    #[test]
    fn nothing_is_tried_after_the_end() {
        let plan = plan("stones", 1);
        let judged = AtomicU64::new(0);
        let over = |_: &str| match judged.fetch_add(1, Ordering::Relaxed) {
            0 => Trial::<()>::Passes,
            _ => Trial::Over,
        };
        let found = tried(&plan, (Phase::Tiny, 50), &over);
        assert_eq!((found.judged, found.passed, found.end), (1, 0, End::Time));
        judged.store(0, Ordering::Relaxed);
        let found = tried(&plan, (Phase::Random, 150), &over);
        assert_eq!((found.judged, found.end), (1, End::Time));
        assert!(judged.into_inner() <= BATCH_INPUTS + 1);
    }

    #[test]
    fn the_reason_for_the_end_of_a_part_is_known() {
        let plan = Plan {
            family: Some("empty"),
            ..plan("stones", 2)
        };
        let found = tried(&plan, (Phase::Random, 150), &|_| Trial::<()>::Passes);
        assert_eq!((found.end, found.drawn), (End::Exhausted, 4 * plan.bounds.runs));
        assert!(found.judged < 60 && found.skipped > 500, "{found:?}");
        let found = tried(&plan, (Phase::Tiny, 50), &|_| Trial::<()>::Passes);
        assert_eq!((found.judged, found.end), (50, End::Runs));
        let doubled = |text: &str| {
            if text.contains("XX") {
                Trial::Fails(())
            } else {
                Trial::Passes
            }
        };
        let found = tried(&plan, (Phase::Tiny, 50), &doubled);
        assert_eq!(
            (found.end, found.failure.unwrap().0.text.as_str()),
            (End::Failure, "2\nXX\n")
        );
    }
}
