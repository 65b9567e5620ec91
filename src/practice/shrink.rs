//! Shrinking: from an instance that fails to one of which no smaller neighbour fails.
//!
//! **Idea.** Greedy descent: of the valid instances one step smaller ([`Entry::first_smaller`](crate::problem::Entry::first_smaller); of a task that is
//! none of the problems [`lines`]) the first that fails
//! takes the place of the instance, until none fails. Several are tried at a time, none twice.
//!
//! **Why it is right.** It ends, because each step has fewer bytes, or as many and comes first in the order of bytes.
//! The result depends on neither the number of jobs nor the clock, unless time runs out.
//!
//! **Cost.** All texts tried are kept in memory.
//!
//! **Limits.** The result is a local minimum: a failure that needs several steps at once is not found.

pub mod lines;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Instant;

use crate::judge::run;

/// The result of shrinking: the smallest failing instance found, and the counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest failing instance found.
    pub text: String,
    /// The steps that led to it.
    pub steps: u64,
    /// The number of instances tried on the way, one after the other.
    pub attempts: u64,
    /// Whether everything one step smaller was tried; time ran out otherwise.
    pub complete: bool,
}

/// Shrinks `text`, which fails, for as long as there is time, `jobs` tries at a time. `next` is given an instance and
/// what tries smaller ones, which returns the place of the first of a list that fails; it returns the first that fails
/// of all one step smaller. `fails` is asked about these alone.
///
/// # Errors
/// Fails where `next` does.
pub fn shrink<E>(
    mut text: String,
    until: Instant,
    jobs: NonZeroUsize,
    fails: impl Fn(&str) -> bool + Sync,
    mut next: impl FnMut(&str, &mut dyn FnMut(&[String]) -> Option<usize>) -> Result<Option<String>, E>,
) -> Result<Shrunk, E> {
    let mut passed: HashSet<String> = HashSet::new();
    let mut steps = 0;
    let mut attempts = 0;
    let mut complete = true;
    loop {
        let smaller = next(&text, &mut |batch| {
            complete &= Instant::now() < until;
            if !complete {
                return None;
            }
            let results = run(batch, jobs, |text| !passed.contains(text) && fails(text));
            let failed = results.iter().position(|&fails| fails);
            // The counts are those of trying one by one: texts after the first that fails do not count.
            let before = &batch[..failed.unwrap_or(batch.len())];
            attempts += u64::from(failed.is_some());
            attempts += before
                .iter()
                .map(|text| u64::from(passed.insert(text.clone())))
                .sum::<u64>();
            failed
        })?;
        let Some(smaller) = smaller else {
            return Ok(Shrunk {
                text,
                steps,
                attempts,
                complete,
            });
        };
        text = smaller;
        steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use itertools::Itertools as _;

    use super::*;
    use crate::problem::{Input, Variants};
    use crate::problems::REGISTRY;

    fn shrunk(slug: &str, text: &str, time: Duration, fails: impl Fn(&str) -> bool + Sync) -> Shrunk {
        let entry = REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
        let [alone, together] = [1, 3].map(|jobs| {
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let until = Instant::now() + time;
            let next = |text: &str, first: &mut dyn FnMut(&[String]) -> Option<usize>| {
                let bytes = text.as_bytes();
                let variants = Variants::ORIGINAL;
                entry.first_smaller(Input { bytes, variants }, jobs, first)
            };
            shrink(text.to_owned(), until, jobs, &fails, next).unwrap()
        });
        assert_eq!(alone, together, "the number of jobs decides nothing");
        alone
    }

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let minute = Duration::from_secs(60);
        let strip = shrunk("stones", "12\n.X..X.X...XX\n", minute, |text| text.contains("X.X"));
        assert_eq!((strip.text.as_str(), strip.complete), ("3\nX.X\n", true));
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
                complete: false
            }
        );
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
