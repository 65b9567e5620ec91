//! Shrinking: the way from a failing instance to one without a smaller failing neighbour.
//!
//! **Idea.** This is greedy descent. The valid instances one step smaller are tried in order, and the first failing one
//! takes the instance's place, until none fails. For our problems
//! [`Entry::first_smaller`](crate::problem::Entry::first_smaller) makes them, for any other task [`lines`]. Several are
//! tried at a time, and none twice.
//!
//! **Why it is right.** It ends, because each step has fewer bytes, or as many bytes and an earlier place in the order
//! of bytes. The result depends on neither the number of jobs nor the clock, unless time runs out.
//!
//! **Cost.** All texts tried are kept in memory.
//!
//! **Limits.** The result is a local minimum. If a failure needs several steps at once, it is not found.

pub mod lines;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::judge::run;

/// The result of trying one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial<T> {
    /// The program was judged, and passes.
    Passes,
    /// The program was judged, and fails in this way.
    Fails(T),
    /// The program was not judged, because the instance has no answer.
    Unjudged,
    /// The program was not judged, and the search stops: the time is over, or the user has asked for the end.
    Over,
}

impl<T> Trial<T> {
    /// Returns the same trial, with another value for the way of the failure.
    pub fn map<R>(self, of_failure: impl FnOnce(T) -> R) -> Trial<R> {
        match self {
            Trial::Fails(failure) => Trial::Fails(of_failure(failure)),
            Trial::Passes => Trial::Passes,
            Trial::Unjudged => Trial::Unjudged,
            Trial::Over => Trial::Over,
        }
    }
}

/// The result of shrinking: the smallest failing instance found, and the counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest failing instance found.
    pub text: String,
    /// The number of steps that led to this instance.
    pub steps: u64,
    /// The number of instances judged on the way, as if one after the other.
    pub attempts: u64,
    /// The bound that ended the search before everything one step smaller was tried, if any.
    pub cut: Option<Cut>,
}

/// The bound that ended something before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The number of runs of the program.
    Runs,
    /// The time.
    Time,
}

/// The trials of one or several shrinkings of one failure: their bounds, and the instances that were tried.
pub struct Tries<'a> {
    fails: &'a (dyn Fn(&str) -> Trial<bool> + Sync),
    /// The largest number of instances to try, including instances without an answer.
    pub runs: u64,
    /// The time to stop.
    pub until: Instant,
    /// The number of instances that are tried at a time.
    pub jobs: NonZeroUsize,
    /// The number of instances judged, as if one after the other.
    pub attempts: u64,
    /// The number of instances that could not be judged.
    pub unjudged: u64,
    /// The bound that was reached, if any.
    pub cut: Option<Cut>,
    /// Whether an instance fails in another way.
    pub fails_otherwise: bool,
    /// Whether the user has asked for the end, which counts as the end of the time.
    pub interrupted: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// The instances that pass or have no answer.
    known: HashSet<String>,
}

impl<'a> Tries<'a> {
    /// Begins trials. An instance is tried at most once, at most `runs` are tried, and none after `until`.
    ///
    /// `fails` says whether a failure is of the kind that is looked for. Any other failure counts as none.
    pub fn new(
        runs: u64,
        until: Instant,
        jobs: NonZeroUsize,
        fails: &'a (dyn Fn(&str) -> Trial<bool> + Sync),
    ) -> Tries<'a> {
        Tries {
            fails,
            runs,
            until,
            jobs,
            attempts: 0,
            unjudged: 0,
            cut: None,
            fails_otherwise: false,
            interrupted: None,
            known: HashSet::new(),
        }
    }

    /// Returns a function that tells whether the time is over.
    pub fn over(&self) -> impl Fn() -> bool + use<'a> {
        let (until, interrupted) = (self.until, self.interrupted);
        move || Instant::now() >= until || interrupted.is_some_and(|interrupted| interrupted())
    }

    /// Returns the place of the first failing text, or `None` if none fails before a bound is reached.
    ///
    /// The counts do not depend on the number of jobs: they are as if one text was tried after the other. They leave
    /// out texts after the first failing one, and texts that were not judged.
    pub fn first_failing(&mut self, batch: &[String]) -> Option<usize> {
        if self.cut.is_some() {
            return None;
        }
        if self.over()() {
            self.cut = Some(Cut::Time);
            return None;
        }
        let mut left = self.runs.saturating_sub(self.attempts + self.unjudged);
        let mut seen = HashSet::new();
        let mut within: Vec<(usize, &String, bool)> = Vec::new();
        for (place, text) in batch.iter().enumerate() {
            let is_new = !self.known.contains(text) && seen.insert(text);
            if is_new && left == 0 {
                break;
            }
            left -= u64::from(is_new);
            within.push((place, text, is_new));
        }
        let first = AtomicUsize::new(usize::MAX);
        let results = run(&within, self.jobs, |(place, text, is_new)| {
            if !is_new || *place >= first.load(Ordering::Relaxed) {
                return None;
            }
            let trial = (self.fails)(text);
            if trial == Trial::Fails(true) {
                first.fetch_min(*place, Ordering::Relaxed);
            }
            Some(trial)
        });
        let failed = results.iter().position(|trial| *trial == Some(Trial::Fails(true)));
        self.attempts += u64::from(failed.is_some());
        for ((_, text, _), trial) in within.iter().zip(results).take(failed.unwrap_or(within.len())) {
            self.fails_otherwise |= trial == Some(Trial::Fails(false));
            match trial {
                Some(Trial::Over) => {
                    self.cut = failed.is_none().then_some(Cut::Time);
                    continue;
                }
                Some(Trial::Unjudged) => self.unjudged += 1,
                Some(Trial::Passes | Trial::Fails(_)) => self.attempts += 1,
                None => {}
            }
            self.known.insert((*text).clone());
        }
        if failed.is_none() && within.len() < batch.len() {
            self.cut = Some(Cut::Runs);
        }
        failed
    }
}

/// Shrinks the failing `text` as far as the bounds of `tries` allow.
///
/// `next` receives an instance and a function. It passes lists of smaller instances to the function, which returns the
/// place of the first failing one. `next` returns the first failing instance of all that are one step smaller.
///
/// # Errors
/// Fails if `next` fails.
pub fn shrink<E>(
    mut text: String,
    tries: &mut Tries<'_>,
    mut next: impl FnMut(&str, &mut dyn FnMut(&[String]) -> Option<usize>) -> Result<Option<String>, E>,
) -> Result<Shrunk, E> {
    let before = tries.attempts;
    let mut steps = 0;
    while let Some(smaller) = next(&text, &mut |batch| tries.first_failing(batch))? {
        text = smaller;
        steps += 1;
    }
    Ok(Shrunk {
        text,
        steps,
        attempts: tries.attempts - before,
        cut: tries.cut,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use itertools::Itertools as _;

    use super::*;
    use crate::problem::{Input, Variants};
    use crate::problems::REGISTRY;

    fn trial(fails: bool) -> Trial<bool> {
        if fails { Trial::Fails(true) } else { Trial::Passes }
    }

    fn shrunk(slug: &str, text: &str, time: Duration, fails: impl Fn(&str) -> bool + Sync) -> Shrunk {
        shrunk_within(slug, text, time, u64::MAX, fails)
    }

    fn shrunk_within(slug: &str, text: &str, time: Duration, runs: u64, fails: impl Fn(&str) -> bool + Sync) -> Shrunk {
        let entry = REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
        let [alone, together] = [1, 3].map(|jobs| {
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let until = Instant::now() + time;
            let next = |text: &str, first: &mut dyn FnMut(&[String]) -> Option<usize>| {
                let bytes = text.as_bytes();
                let variants = Variants::ORIGINAL;
                entry.first_smaller(Input { bytes, variants }, jobs, first)
            };
            let tried = |text: &str| trial(fails(text));
            shrink(text.to_owned(), &mut Tries::new(runs, until, jobs, &tried), next).unwrap()
        });
        assert_eq!(alone, together, "the number of jobs decides nothing");
        alone
    }

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let minute = Duration::from_secs(60);
        let strip = shrunk("stones", "12\n.X..X.X...XX\n", minute, |text| text.contains("X.X"));
        assert_eq!((strip.text.as_str(), strip.cut), ("3\nX.X\n", None));
        let marbles = shrunk("marbles", "900000\n", minute, |text| {
            text.trim().parse::<u64>().unwrap() >= 137
        });
        assert_eq!(marbles.text, "137\n");
        assert!(marbles.attempts < 400, "{marbles:?}");
        let graph = shrunk("game", "4 4\n2\n1 2\n2 3\n3 3\n3 4\n", minute, |text| {
            text.lines()
                .skip(2)
                .any(|arc| arc.split(' ').all(|end| arc.starts_with(end)))
        });
        assert_eq!(graph.text, "2 1\n1\n2 2\n", "a loop on a vertex other than the start");
    }

    #[test]
    fn heaps_whose_xor_matters_fall_together() {
        let minute = Duration::from_secs(60);
        let wins_in_none_but = |text: &str| {
            let heaps: Vec<u64> = text.split_whitespace().skip(1).map(|h| h.parse().unwrap()).collect();
            let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
            let largest = heaps.iter().max().copied().unwrap_or(0);
            xor != 0 && largest ^ xor > largest
        };
        let heaps = "4\n94287875242 673499071604 5 673499071604\n";
        assert_eq!(shrunk("nim", heaps, minute, wins_in_none_but).text, "3\n1 2 2\n");
    }

    #[test]
    fn without_time_nothing_is_tried() {
        let strip = shrunk("stones", "3\nX.X\n", Duration::ZERO, |_| {
            panic!("nothing is to be tried")
        });
        assert_eq!(
            strip,
            Shrunk {
                text: "3\nX.X\n".to_owned(),
                steps: 0,
                attempts: 0,
                cut: Some(Cut::Time)
            }
        );
    }

    #[test]
    fn an_unjudged_instance_counts_neither_as_tried_nor_passed() {
        let batch = ["1\n", "2\n", "3\n"].map(str::to_owned);
        let unjudged = |text: &str| match text {
            "2\n" => Trial::Unjudged,
            _ => Trial::Passes,
        };
        let later = Instant::now() + Duration::from_secs(60);
        let mut tries = Tries::new(100, later, NonZeroUsize::MIN, &unjudged);
        assert_eq!(tries.first_failing(&batch), None);
        assert_eq!(
            (tries.attempts, tries.unjudged, tries.cut),
            (2, 1, None),
            "it has no answer"
        );
        // The time is over at the second text, so the second and the third have no result.
        let late = |text: &str| match text {
            "1\n" => Trial::Passes,
            _ => Trial::Over,
        };
        let mut tries = Tries::new(100, later, NonZeroUsize::MIN, &late);
        assert_eq!(tries.first_failing(&batch), None);
        assert_eq!((tries.attempts, tries.unjudged, tries.cut), (1, 0, Some(Cut::Time)));
    }

    #[test]
    fn the_number_of_runs_is_a_bound_whatever_the_number_of_jobs() {
        let minute = Duration::from_secs(60);
        let shrunk = |runs| {
            let tried = std::sync::Mutex::new(HashSet::new());
            let shrunk = shrunk_within("marbles", "900000\n", minute, runs, |text| {
                tried.lock().unwrap().insert(text.to_owned());
                text.trim().parse::<u64>().unwrap() >= 137
            });
            (shrunk, tried.into_inner().unwrap().len() as u64)
        };
        let (whole, _) = shrunk(u64::MAX);
        for runs in [1, 2, 5, 20, whole.attempts - 1] {
            let (shrunk, tried) = shrunk(runs);
            assert_eq!((shrunk.attempts, shrunk.cut), (runs, Some(Cut::Runs)), "{shrunk:?}");
            // Three texts run at a time, so two more may begin than count.
            assert!(tried <= runs + 2, "{tried} of {runs}");
        }
        assert_eq!(shrunk(whole.attempts).0, whole);
    }

    #[test]
    fn every_smaller_instance_is_valid_and_smaller() {
        for entry in REGISTRY {
            let meta = entry.meta();
            let mut seen = 0;
            for (family, size) in entry.families().iter().cartesian_product([1, 2, 3, 5, 8, 12]) {
                let text = entry.generate(family.name, size.min(meta.size.1), size);
                let variants = Variants::ORIGINAL;
                let given = Input {
                    bytes: text.as_bytes(),
                    variants,
                };
                let mut check = |batch: &[String]| {
                    for smaller in batch {
                        let bytes = smaller.as_bytes();
                        let is_valid = entry.validate(Input { bytes, variants }).is_ok();
                        let is_smaller = (smaller.len(), smaller) < (text.len(), &text);
                        assert!(is_valid && is_smaller, "{} {text}{smaller}", meta.slug);
                        seen += 1;
                    }
                    None
                };
                let at_once = NonZeroUsize::new(4).unwrap();
                assert_eq!(entry.first_smaller(given, at_once, &mut check).unwrap(), None);
            }
            assert!(seen > 20, "{}: {seen}", meta.slug);
        }
    }
}
