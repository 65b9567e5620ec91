//! Stress testing: short stored testcases, all tiny instances, then random ones, small first, until one fails.
//!
//! **Stored testcases.** The short ones come first. They are few, and a program that fails a judge often fails them.
//!
//! **All.** If a problem lists its tiny instances, they are tried next, size by size. They get a third of the runs, and
//! a third of the rest of the time. So the report can name a size, and no instance up to this size fails.
//!
//! **Idea.** The families of the problem take turns. In every second round the size grows by one. In the other rounds
//! it jumps about among the small sizes, because most mistakes show there and runs are short. Instances that were tried
//! before are skipped. One seed decides everything: number `i` is the instance that `gen` makes of the same family and
//! size with the seed `seed + i`.
//!
//! **Known mistakes.** The instances that tell the problem's known mistakes apart come before the random ones. If
//! instances of the largest original size are short, some of these come with them.
//!
//! **The limits.** In the end each family's instance of the largest original size is tried. A third of the time is
//! reserved for that.
//!
//! **Counts.** An instance counts once the program was judged on it. Making it, checking it and working out its answer
//! take time too. The clock is checked before each of these.
//!
//! **Limits.** The search ends at the first failure, after a number of runs, or after a time. Several instances are
//! tried at a time. The result is the first failure in their order, whatever the number of jobs, unless time runs out.
//! From there [`smallest`] goes on.

#[cfg(unix)]
pub mod generated;
#[cfg(unix)]
pub mod session;
pub mod smallest;
#[cfg(unix)]
pub mod trials;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::shrink::Trial;
use crate::cases::embedded;
use crate::judge::run;
use crate::problem::{Entry, Input, Variants};

/// The number of instances that are drawn at a time.
const BATCH_INSTANCES: usize = 32;
/// The most instances that are drawn for one run. So a search that meets only repetitions ends too.
pub const DRAWS_PER_RUN: u64 = 4;
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
    /// The most runs of the program.
    pub runs: u64,
    /// The time to stop.
    pub until: Instant,
    /// The number of instances that are tried at a time.
    pub jobs: NonZeroUsize,
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// An instance fails.
    Failure,
    /// There is nothing more to try: all are listed, or new ones are repetitions.
    Exhausted,
    /// The runs are used up.
    Runs,
    /// The time is over.
    Time,
}

/// One instance and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The family.
    pub family: &'static str,
    /// The size, as `gen` takes it.
    pub size: u64,
    /// The seed.
    pub seed: u64,
    /// The instance.
    pub text: String,
}

/// The result of trying all tiny instances in order.
#[derive(Debug)]
pub struct ExhaustiveResult<T> {
    /// The first failing instance, and how it fails.
    pub failure: Option<(String, T)>,
    /// The number of instances judged, up to the first failure.
    pub judged: u64,
    /// The length of the longest prefix of the list with every instance judged and passed.
    pub listed: u64,
    /// The largest size with all instances up to it judged and passed.
    pub passed: u64,
    /// The reason for the end of the search.
    pub end: End,
}

/// The result of trying a list of instances in order.
#[derive(Debug)]
pub struct ListResult<T> {
    /// The place of the first failing instance, and how it fails.
    pub failure: Option<(usize, T)>,
    /// The number of instances judged, up to the first failure.
    pub judged: u64,
    /// The number of instances before the first failure that were not judged.
    pub unjudged: u64,
    /// Whether the time was over, or the user asked for the end.
    pub is_over: bool,
}

impl<T: Send> ListResult<T> {
    /// Tries these instances, `jobs` at a time, up to the first that fails.
    pub fn of(instances: &[String], jobs: NonZeroUsize, fails: impl Fn(&str) -> Trial<T> + Sync) -> ListResult<T> {
        let first = AtomicUsize::new(usize::MAX);
        let numbered: Vec<(usize, &String)> = instances.iter().enumerate().collect();
        let results = run(&numbered, jobs, |(index, text)| {
            if first.load(Ordering::Relaxed) < *index {
                return Trial::Unjudged;
            }
            let trial = fails(text);
            if let Trial::Fails(_) = trial {
                first.fetch_min(*index, Ordering::Relaxed);
            }
            trial
        });
        let mut found = ListResult {
            failure: None,
            judged: 0,
            unjudged: 0,
            is_over: false,
        };
        for (index, trial) in results.into_iter().enumerate() {
            found.is_over |= matches!(trial, Trial::Over);
            match trial {
                Trial::Unjudged | Trial::Over => found.unjudged += 1,
                Trial::Passes => found.judged += 1,
                Trial::Fails(failure) => {
                    found.judged += 1;
                    found.failure = Some((index, failure));
                    break;
                }
            }
        }
        found
    }
}

/// The result of a search: the first failing instance, if any, and the counts.
#[derive(Debug)]
pub struct SearchResult<T, I = Instance> {
    /// The first failing instance, and how it fails.
    pub failure: Option<(I, T)>,
    /// The number of instances drawn, up to the first failure.
    pub drawn: u64,
    /// The number of drawn instances that were repetitions, or not valid under the variants.
    pub skipped: u64,
    /// The number of instances judged, up to the first failure.
    pub judged: u64,
    /// The reason for the end of the search.
    pub end: End,
}

impl Plan<'_> {
    /// Makes the instance of a number, counted from 0.
    pub fn instance(&self, number: u64) -> Instance {
        let meta = self.entry.meta();
        let known = self.entry.families();
        let families = known.len() as u64;
        let (family, round) = match self.family {
            Some(family) => (family, number / families),
            None => (known[(number % families) as usize].name, number / families),
        };
        let size = size_of_round(round, meta.size.1);
        let seed = self.seed.wrapping_add(number);
        Instance {
            family,
            size,
            seed,
            text: self.entry.generate(family, size, seed),
        }
    }

    /// Tries all tiny instances in order until one fails, the time is over, or `most` are judged.
    ///
    /// Calls `tried` with the number of instances so far.
    pub fn exhaust<T: Send>(
        &self,
        most: u64,
        until: Instant,
        fails: impl Fn(&str) -> Trial<T> + Sync,
        tried: impl Fn(u64),
    ) -> ExhaustiveResult<T> {
        let mut found = ExhaustiveResult {
            failure: None,
            judged: 0,
            listed: 0,
            passed: 0,
            end: End::Exhausted,
        };
        let mut is_complete = true;
        for (size, instances) in self.tiny() {
            let mut instances = instances.peekable();
            while instances.peek().is_some() {
                let left = most.saturating_sub(found.judged).min(BATCH_INSTANCES as u64);
                if left == 0 || Instant::now() >= until {
                    found.end = if left == 0 { End::Runs } else { End::Time };
                    return found;
                }
                let batch: Vec<String> = instances.by_ref().take(left as usize).collect();
                let some = self.first_failure(&batch, &fails);
                found.judged += some.judged;
                is_complete &= some.unjudged == 0;
                if is_complete {
                    found.listed = found.judged - u64::from(some.failure.is_some());
                }
                if let Some((index, failure)) = some.failure {
                    found.failure = batch.into_iter().nth(index).map(|text| (text, failure));
                    found.end = End::Failure;
                    return found;
                }
                tried(found.judged);
                if some.is_over {
                    found.end = End::Time;
                    return found;
                }
            }
            if is_complete {
                found.passed = size;
            }
        }
        found
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

    /// Tries these instances, up to the first that fails.
    pub fn first_failure<T: Send>(
        &self,
        instances: &[String],
        fails: impl Fn(&str) -> Trial<T> + Sync,
    ) -> ListResult<T> {
        ListResult::of(instances, self.jobs, fails)
    }

    /// Makes the instance of a family, the size and the seed of the search.
    pub fn instance_of(&self, family: &'static str, size: u64) -> Instance {
        let seed = self.seed;
        let text = self.entry.generate(family, size, seed);
        Instance {
            family,
            size,
            seed,
            text,
        }
    }

    /// Returns the largest instance of every family.
    pub fn at_the_limits(&self) -> impl Iterator<Item = Instance> {
        let families = self.families();
        families.map(|family| self.instance_of(family, self.entry.meta().size.1))
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

    /// Tries random instances until one fails. Calls `drawn` with the number of instances so far.
    pub fn search<T: Send + Sync>(
        &self,
        fails: impl Fn(&str) -> Trial<T> + Sync,
        drawn: impl Fn(u64),
    ) -> SearchResult<T> {
        let make = |number| Some(self.instance(number)).filter(|instance| self.is_valid(&instance.text));
        let bounds = Bounds {
            runs: self.runs,
            draws: self.runs.saturating_mul(DRAWS_PER_RUN),
            until: self.until,
            jobs: self.jobs,
        };
        let fails = |instance: &Instance| fails(&instance.text);
        bounds.search(make, |instance| &instance.text, fails, drawn)
    }
}

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most instances to try.
    pub runs: u64,
    /// The most instances to draw, with repetitions.
    pub draws: u64,
    /// The time to stop.
    pub until: Instant,
    /// The number of instances that are tried at a time.
    pub jobs: NonZeroUsize,
}

impl Bounds {
    /// Tries the instances that `make` returns for the numbers from 0 on until one fails, each as soon as it is made.
    ///
    /// Calls `tried` with the number of instances so far. A text is known by its hash. One in 2^64 pairs of different
    /// texts counts as a repetition, which costs no run.
    pub fn search<I: Send + Sync, T: Send + Sync>(
        &self,
        make: impl Fn(u64) -> Option<I> + Sync,
        text: impl Fn(&I) -> &str + Sync,
        fails: impl Fn(&I) -> Trial<T> + Sync,
        tried: impl Fn(u64),
    ) -> SearchResult<T, I> {
        let is_over = || Instant::now() >= self.until;
        let mut seen = HashSet::new();
        let mut found = SearchResult {
            failure: None,
            drawn: 0,
            skipped: 0,
            judged: 0,
            end: if self.runs == 0 { End::Runs } else { End::Exhausted },
        };
        while found.drawn < self.draws {
            if found.judged >= self.runs || is_over() {
                let is_out_of_runs = found.judged >= self.runs;
                found.end = if is_out_of_runs { End::Runs } else { End::Time };
                break;
            }
            let left = self.runs - found.judged;
            // Try the first one alone: if instances cannot be made or answered, the first one says so.
            let batch = if found.drawn == 0 { 1 } else { BATCH_INSTANCES as u64 };
            let end = self.draws.min(found.drawn + left.min(batch));
            let numbers: Vec<u64> = (found.drawn..end).collect();
            let first = AtomicU64::new(u64::MAX);
            let claimed = Mutex::new(HashSet::new());
            let made = run(&numbers, self.jobs, |number| {
                if is_over() || first.load(Ordering::Relaxed) < *number {
                    return None;
                }
                let Some(instance) = make(*number) else {
                    return (!is_over()).then_some(None);
                };
                let mut hasher = DefaultHasher::new();
                text(&instance).hash(&mut hasher);
                let hash = hasher.finish();
                // A text is judged once, in the thread that made it first. That thread need not have the lowest number.
                let is_wanted = !seen.contains(&hash) && first.load(Ordering::Relaxed) >= *number;
                let is_new = is_wanted && claimed.lock().unwrap_or_else(PoisonError::into_inner).insert(hash);
                let trial = is_new.then(|| fails(&instance));
                if let Some(Trial::Fails(_)) = trial {
                    first.fetch_min(*number, Ordering::Relaxed);
                }
                Some(Some((instance, hash, trial)))
            });
            let (mut instances, mut trials) = (Vec::new(), HashMap::new());
            for (number, made) in numbers.iter().zip(made) {
                let made = made.map(|made| {
                    made.map(|(instance, hash, trial)| {
                        trials.extend(trial.map(|trial| (hash, trial)));
                        (instance, hash)
                    })
                });
                instances.extend(made.map(|made| (*number, made)));
            }
            for (number, made) in instances {
                found.drawn = number + 1;
                let Some((instance, hash)) = made.filter(|(_, hash)| seen.insert(*hash)) else {
                    found.skipped += 1;
                    continue;
                };
                match trials.remove(&hash) {
                    Some(Trial::Passes) => found.judged += 1,
                    Some(Trial::Fails(failure)) => {
                        found.judged += 1;
                        found.failure = Some((instance, failure));
                        found.end = End::Failure;
                        return found;
                    }
                    Some(Trial::Over) => found.end = End::Time,
                    Some(Trial::Unjudged) | None => {}
                }
            }
            tried(found.judged);
            if found.end == End::Time {
                break;
            }
        }
        found
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
    use std::time::Duration;

    use super::*;
    use crate::problems::REGISTRY;

    fn plan(slug: &str, jobs: usize) -> Plan<'static> {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
        Plan {
            entry,
            variants: Variants::ORIGINAL,
            family: None,
            seed: 1,
            runs: 150,
            until: Instant::now() + Duration::from_secs(60),
            jobs: NonZeroUsize::new(jobs).unwrap(),
        }
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
        let found = [1, 2, 7].map(|jobs| plan("stones", jobs).search(fails, |_| {}).failure.unwrap());
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
        let found = plan("marbles", 2).search(
            |text| {
                assert!(attempts.lock().unwrap().insert(text.to_owned()), "{text}");
                Trial::<()>::Passes
            },
            |_| {},
        );
        let tried = attempts.into_inner().unwrap().len() as u64;
        assert_eq!((found.judged, found.drawn - found.skipped), (tried, tried));
        assert_eq!((found.drawn, found.end), (600, End::Exhausted));
        assert!(found.skipped > 0 && found.failure.is_none());
    }

    #[test]
    fn short_are_the_stored_cases_and_those_at_the_limits_of_many_seeds_if_they_are_short() {
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
            until: Instant::now(),
            ..plan("nim", 1)
        };
        let found = late.search(|_| Trial::Fails(()), |_| {});
        assert_eq!((found.drawn, found.end), (0, End::Time));
        let found = late.exhaust(10, late.until, |_| Trial::Fails(()), |_| {});
        assert_eq!((found.judged, found.end), (0, End::Time));
    }

    #[test]
    fn an_instance_is_judged_as_soon_as_it_is_made() {
        let judged = AtomicU64::new(0);
        let bounds = Bounds {
            runs: 100,
            draws: 100,
            until: Instant::now() + Duration::from_secs(60),
            jobs: NonZeroUsize::MIN,
        };
        let make = |number: u64| {
            assert_eq!(judged.load(Ordering::Relaxed), number, "none is made ahead");
            Some(number.to_string())
        };
        let fails = |text: &String| {
            judged.fetch_add(1, Ordering::Relaxed);
            match text.as_str() {
                "5" => Trial::Fails(()),
                "2" => Trial::Unjudged,
                _ => Trial::Passes,
            }
        };
        let found = bounds.search(make, |text| text, fails, |_| {});
        assert_eq!(found.failure, Some(("5".to_owned(), ())));
        assert_eq!((found.drawn, found.judged, found.skipped), (6, 5, 0));
    }

    #[test]
    fn what_was_not_judged_has_not_passed() {
        let plan = plan("stones", 2);
        let unjudged = |text: &str| match text {
            "2\nXX\n" => Trial::Unjudged,
            _ => Trial::<()>::Passes,
        };
        let all = plan.exhaust(50, plan.until, |_| Trial::<()>::Passes, |_| {});
        let found = plan.exhaust(49, plan.until, unjudged, |_| {});
        assert!(all.passed > 2 && found.passed == 1, "{all:?} {found:?}");
        assert!(all.listed == 50 && found.listed < 10, "{all:?} {found:?}");
        let texts = ["1\n.\n", "2\nXX\n", "1\nX\n"].map(str::to_owned);
        let list = plan.first_failure(&texts, unjudged);
        assert_eq!((list.judged, list.unjudged, list.failure), (2, 1, None));
    }

    #[test]
    fn nothing_is_tried_after_the_end() {
        let plan = plan("stones", 1);
        let tried = AtomicU64::new(0);
        let over = |_: &str| match tried.fetch_add(1, Ordering::Relaxed) {
            0 => Trial::<()>::Passes,
            _ => Trial::Over,
        };
        let found = plan.exhaust(50, plan.until, over, |_| {});
        assert_eq!((found.judged, found.passed, found.end), (1, 0, End::Time));
        tried.store(0, Ordering::Relaxed);
        let found = plan.search(over, |_| {});
        assert_eq!((found.judged, found.end), (1, End::Time));
        assert!(tried.into_inner() <= BATCH_INSTANCES as u64 + 1);
    }

    #[test]
    fn what_ended_a_search_is_known() {
        let plan = Plan {
            family: Some("empty"),
            ..plan("stones", 2)
        };
        let found = plan.search(|_| Trial::<()>::Passes, |_| {});
        assert_eq!((found.end, found.drawn), (End::Exhausted, 4 * plan.runs));
        assert!(found.judged < 60 && found.skipped > 500, "{found:?}");
        let found = plan.exhaust(50, plan.until, |_| Trial::<()>::Passes, |_| {});
        assert_eq!((found.judged, found.end), (50, End::Runs));
        let doubled = |text: &str| {
            if text.contains("XX") {
                Trial::Fails(())
            } else {
                Trial::Passes
            }
        };
        let found = plan.exhaust(50, plan.until, doubled, |_| {});
        assert_eq!(
            (found.end, found.failure.unwrap().0.as_str()),
            (End::Failure, "2\nXX\n")
        );
    }
}
