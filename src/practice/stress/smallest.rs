//! The smallest failure: several failures are shrunk, and then all smaller tiny instances are tried.
//!
//! **Idea.** Shrinking ends at an instance without a smaller failing neighbour. The place of that end depends on the
//! start. So the first failure and some others are shrunk, and the smallest result is kept. The smallest has the fewest
//! bytes, and among equals it is the first in the order of bytes. Then all tiny instances that are smaller still are
//! tried in their order. If one fails, it is shrunk in its turn.
//!
//! **Cost.** An instance that has passed is not tried again. The other failures take at most a quarter of the runs and
//! half of the time. The list has the rest.

use std::time::Instant;

use super::Plan;
use super::search::{BATCH_INPUTS, Before};
use crate::practice::shrink::{Cut, Shrunk, Tries, shrink};
use crate::problem::Input;
use crate::text::InputError;

/// The most failures that are shrunk beside the first.
pub(super) const MAX_OTHERS: u64 = 3;
/// The part of the runs for the search for other failures. The list of tiny instances has the rest.
const PART_OF_OTHERS: u64 = 8;

/// The result: the smallest failing instance, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The instance, with the steps from its failure and the attempts of all.
    pub shrunk: Shrunk,
    /// The number of failures that were shrunk.
    pub failures: u64,
    /// The part of the list of smaller tiny instances that was tried, or `None` without a list.
    pub listed: Option<Listed>,
    /// The number of instances that could not be judged.
    pub unjudged: u64,
    /// Whether a smaller instance fails with another verdict.
    pub fails_otherwise: bool,
}

impl Smallest {
    /// Returns the bound that ended the search for a smaller one, if any.
    pub fn cut(&self) -> Option<Cut> {
        match self.listed {
            Some(Listed::Cut(cut)) => Some(cut),
            _ => self.shrunk.cut,
        }
    }
}

/// The part of a list of tiny instances that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// All smaller instances pass.
    All,
    /// All smaller instances up to this size pass.
    UpTo(u64),
    /// The list ended early at this bound.
    Cut(Cut),
}

impl Plan<'_> {
    /// Returns the smallest failing instance that is found from `first`, within the bounds of `tries`.
    ///
    /// The search for other failures ends at `others_until`.
    ///
    /// # Errors
    /// Fails if an instance cannot be read.
    pub fn smallest(
        &self,
        first: String,
        before: Before,
        others_until: Instant,
        tries: &mut Tries<'_>,
    ) -> Result<Smallest, InputError> {
        let mut best = self.shrink(first, tries)?;
        let mut failures = 1;
        let mut keep = |found: Shrunk, best: &mut Shrunk| {
            failures += 1;
            if is_before(&found.text, &best.text) {
                *best = found;
            }
        };
        let runs = tries.attempts + tries.runs.saturating_sub(tries.attempts) / PART_OF_OTHERS;
        let random = (before.drawn..)
            .take(self.bounds.runs as usize)
            .map(|number| self.instance(number).text);
        let random = random.filter(|text| self.is_valid(text));
        let mut others = before.left.into_iter().chain(random).peekable();
        for _ in 0..MAX_OTHERS {
            let goes_on = |tries: &Tries<'_>| tries.attempts < runs && Instant::now() < others_until && !tries.over()();
            let Some(other) = first_failing(&mut others, tries, goes_on) else {
                break;
            };
            keep(self.shrink(other, tries)?, &mut best);
        }
        let listed = match self.family {
            None if self.entry.tiny_measure().is_some() => Some(loop {
                match self.first_listed(&best.text, before.listed, before.max_size, tries) {
                    Ok(smaller) => keep(self.shrink(smaller, tries)?, &mut best),
                    Err(listed) => break listed,
                }
            }),
            _ => None,
        };
        best.attempts = tries.attempts;
        Ok(Smallest {
            shrunk: best,
            failures,
            listed,
            unjudged: tries.unjudged,
            fails_otherwise: tries.fails_otherwise,
        })
    }

    /// Shrinks one failing instance.
    fn shrink(&self, text: String, tries: &mut Tries<'_>) -> Result<Shrunk, InputError> {
        let jobs = tries.jobs;
        shrink(text, tries, |text, first| {
            let input = Input {
                bytes: text.as_bytes(),
                variants: self.variants,
            };
            self.entry.first_smaller(input, jobs, first)
        })
    }

    /// Returns the first tiny instance that is smaller than this one and fails, else the part of the list that was
    /// tried.
    ///
    /// The first `known` instances have passed before.
    fn first_listed(&self, best: &str, known: u64, max_size: u64, tries: &mut Tries<'_>) -> Result<String, Listed> {
        /// The number of listed instances for each run. Longer instances cost no run, but they take time to list.
        const MAX_LISTED_PER_RUN: u64 = 20;
        /// The number of sizes in a row with only longer instances. After these, all later sizes count as longer.
        const MAX_LONGER: u32 = 2;
        let most = known.saturating_add(tries.runs.saturating_mul(MAX_LISTED_PER_RUN));
        let mut number = 0;
        let mut longer = 0;
        for (size, instances) in self.tiny() {
            let mut is_longer = true;
            let over = tries.over();
            let smaller = instances.map_while(|text| {
                number += 1;
                is_longer &= text.len() > best.len();
                let is_wanted = number > known && is_before(&text, best);
                (number <= most && !over()).then(|| is_wanted.then_some(text))
            });
            let smaller = smaller.flatten();
            let failing = first_failing(&mut smaller.peekable(), tries, |tries| tries.cut.is_none());
            if let Some(failing) = failing {
                return Ok(failing);
            }
            let time = tries.over()().then_some(Cut::Time);
            if let Some(cut) = tries.cut.or(time) {
                return Err(Listed::Cut(cut));
            }
            if number > most {
                return Err(Listed::Cut(Cut::Runs));
            }
            longer = if is_longer { longer + 1 } else { 0 };
            if longer >= MAX_LONGER {
                return Err(Listed::All);
            }
            if size >= max_size {
                return Err(Listed::UpTo(size));
            }
        }
        Err(Listed::All)
    }
}

/// Returns whether an instance is smaller: it has fewer bytes, or as many and an earlier place in their order.
pub(super) fn is_before(one: &str, other: &str) -> bool {
    (one.len(), one) < (other.len(), other)
}

/// Returns the first instance that fails, as long as `goes_on` holds. The rest of its batch is lost.
fn first_failing(
    instances: &mut std::iter::Peekable<impl Iterator<Item = String>>,
    tries: &mut Tries<'_>,
    goes_on: impl Fn(&Tries<'_>) -> bool,
) -> Option<String> {
    while instances.peek().is_some() && goes_on(tries) {
        let batch: Vec<String> = instances.by_ref().take(BATCH_INPUTS as usize).collect();
        if let Some(place) = tries.first_failing(&batch) {
            return batch.into_iter().nth(place);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use super::*;
    use crate::budget::Budget;
    use crate::practice::mistakes::effect;
    use crate::practice::shrink::Trial;
    use crate::practice::stress::search::{Bounds, Instance, OF_A_PROBLEM, Phase, Search, SearchPart};
    use crate::problem::{Entry, Variants};
    use crate::problems::REGISTRY;

    const BUDGET: Budget = Budget::of(1 << 30);

    fn plan(slug: &str, runs: u64) -> Plan<'static> {
        Plan {
            entry: *REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap(),
            variants: Variants::ORIGINAL,
            family: None,
            seed: 1,
            bounds: Bounds {
                runs,
                until: Instant::now() + Duration::from_secs(600),
                jobs: NonZeroUsize::new(2).unwrap(),
            },
        }
    }

    fn trial(fails: bool) -> Trial<bool> {
        if fails { Trial::Fails(true) } else { Trial::Passes }
    }

    fn smallest(plan: &Plan<'_>, first: &str, runs: u64, fails: &(dyn Fn(&str) -> bool + Sync)) -> Smallest {
        let found = [1, 3].map(|jobs| {
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let tried = |text: &str| trial(fails(text));
            let mut tries = Tries::new(runs, plan.bounds.until, jobs, &tried);
            let before = Before {
                max_size: 2000,
                ..Before::default()
            };
            let found = plan.smallest(first.to_owned(), before, plan.bounds.until, &mut tries);
            found.unwrap()
        });
        assert_eq!(found[0], found[1], "the number of jobs decides nothing");
        let [found, _] = found;
        found
    }

    fn number(text: &str) -> u64 {
        text.trim().parse().unwrap()
    }

    #[test]
    fn another_failure_may_shrink_to_less_than_the_first() {
        // No step from 977 leads to a lower failure.
        let fails = |text: &str| number(text) == 977 || number(text) % 16 == 11;
        let plan = Plan {
            family: Some("random"),
            ..plan("marbles", 400)
        };
        let alone = smallest(&plan, "977\n", 11, &fails);
        assert_eq!((alone.shrunk.text.as_str(), alone.failures), ("977\n", 1), "{alone:?}");
        let found = smallest(&plan, "977\n", 400, &fails);
        assert!(found.failures > 1 && number(&found.shrunk.text) < 977, "{found:?}");
        assert_eq!((found.shrunk.cut, found.listed), (None, None), "{found:?}");
        assert!(found.shrunk.attempts <= 400);
    }

    #[test]
    fn what_is_listed_below_the_smallest_is_tried() {
        let fails = |text: &str| [977, 53, 11].contains(&number(text));
        let found = smallest(&plan("marbles", 400), "977\n", 400, &fails);
        assert_eq!((found.shrunk.text.as_str(), found.listed), ("11\n", Some(Listed::All)));
        let found = smallest(&plan("marbles", 20), "977\n", 20, &fails);
        let cut = Some(Listed::Cut(Cut::Runs));
        assert_eq!((found.shrunk.attempts, found.listed), (20, cut), "{found:?}");
        // Instances that passed are not tried again, and slow sizes are not listed.
        let tried = |text: &str| {
            assert!((40..90).contains(&number(text)), "{text}");
            trial(number(text) >= 83)
        };
        let plan = plan("marbles", 60);
        let first_listed = |max_size| {
            let mut tries = Tries::new(60, plan.bounds.until, NonZeroUsize::MIN, &tried);
            plan.first_listed("977\n", 40, max_size, &mut tries)
        };
        assert_eq!(first_listed(2000), Ok("83\n".to_owned()));
        assert_eq!(first_listed(70), Err(Listed::UpTo(70)));
    }

    #[test]
    fn an_interruption_ends_the_list() {
        let plan = plan("cat-mouse", 100_000);
        let interrupted = || true;
        let mut tries = Tries::new(100_000, plan.bounds.until, NonZeroUsize::MIN, &|_| {
            panic!("nothing is to be tried")
        });
        tries.interrupted = Some(&interrupted);
        let found = plan.first_listed(&"9".repeat(80), 0, 2000, &mut tries);
        assert_eq!(found, Err(Listed::Cut(Cut::Time)));
    }

    /// Returns the first failure of a program with a mistake in the order of a stress test's phases.
    fn first_of(plan: &Plan<'_>, mistake: usize) -> Option<(String, Before)> {
        let parts = OF_A_PROBLEM.into_iter().filter(|(name, _)| {
            let is_wanted = !matches!(name, Phase::Stored | Phase::Telling);
            is_wanted && plan.has(*name)
        });
        let parts = parts.map(|(name, share)| SearchPart {
            name,
            inputs: Box::new(move |_| plan.inputs(name)),
            share,
        });
        let search = Search {
            parts: parts.collect(),
            bounds: plan.bounds,
        };
        let fails = |input: &Instance, _| trial(is_wrong(plan.entry, mistake, &input.text));
        let report = search.run(&fails, &|_, _| Box::new(|_| ()), &mut |_| Ok::<(), ()>(()));
        let mut report = report.unwrap();
        let (_, input, _) = report.take_failure()?;
        Some((input.text, report.before()))
    }

    fn is_wrong(entry: &dyn Entry, mistake: usize, text: &str) -> bool {
        let input = Input {
            bytes: text.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        let answer = entry.solve(input, BUDGET).unwrap();
        effect(entry, mistake, input, &answer, BUDGET).unwrap().fails()
    }

    #[test]
    fn a_visited_vertex_called_a_draw_fails_on_4_vertices() {
        let plan = plan("game", 5000);
        let is_it = |id: &str| id == "visited-is-a-draw";
        let mistake = plan
            .entry
            .mistakes()
            .iter()
            .position(|mistake| is_it(mistake.id))
            .unwrap();
        let (first, before) = first_of(&plan, mistake).unwrap();
        let fails = |text: &str| is_wrong(plan.entry, mistake, text);
        let tried = |text: &str| trial(fails(text));
        let mut tries = Tries::new(plan.bounds.runs, plan.bounds.until, plan.bounds.jobs, &tried);
        let found = plan.smallest(first, before, plan.bounds.until, &mut tries).unwrap();
        assert!(found.shrunk.text.starts_with("4 5\n"), "{found:?}");
        assert!(fails(&found.shrunk.text));
    }

    /// Tests all mistakes but those with a bound, which the submissions test.
    #[test]
    fn every_mistake_is_found_with_the_default_seed_and_runs() {
        if crate::is_left_to_the_gate("every_mistake_is_found_with_the_default_seed_and_runs") {
            return;
        }
        let mut missed = Vec::new();
        for entry in REGISTRY {
            let slug = entry.meta().slug;
            for (number, mistake) in entry.mistakes().iter().enumerate() {
                // Most mistakes need few runs.
                let found = [400, 5000]
                    .iter()
                    .any(|&runs| first_of(&plan(slug, runs), number).is_some());
                if !found {
                    missed.push(format!("{slug}: `{}`", mistake.id));
                }
            }
        }
        assert!(missed.is_empty(), "not found: {}", missed.join(", "));
    }
}
