//! The search for a failing input: parts that come one after the other, each with a share of the runs and of the time.
//!
//! **Idea.** The order of the parts and their shares are tables: [`OF_A_PROBLEM`], [`OF_A_GENERATOR`] and
//! [`OF_A_CONTEST`]. One engine tries the inputs of every part, because a list, all tiny inputs and drawn inputs differ only
//! in their source. One report has the result of each part.
//!
//! **Counts.** The result is the first failure in the order of the inputs, whatever the number of jobs, unless time runs
//! out. The counts are as if one input was tried after the other.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::judge::run;
use crate::practice::shrink::Trial;

/// The number of inputs that are tried before the bounds are looked at again.
pub(super) const BATCH_INPUTS: u64 = 32;
/// The most inputs that are drawn for one run. So a search that meets only repetitions ends too.
const DRAWS_PER_RUN: u64 = 4;

/// The name of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Short stored testcases.
    Stored,
    /// All tiny inputs, size by size.
    Tiny,
    /// Inputs that tell the known mistakes apart.
    Telling,
    /// Random inputs, or those of a generator.
    Random,
    /// The largest input of each family.
    Largest,
}

/// The share that a part has of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The divisor that gives its part of all runs, or `None` if its runs are not counted. It never gets more than is left.
    pub runs: Option<u64>,
    /// The divisor that gives its part of the time that is left.
    pub time: u32,
    /// The divisor that gives the time kept for the parts without it. The first part that has it puts this time aside.
    pub kept: Option<u32>,
}

/// The parts of a search on a problem of gamesolve.
///
/// Stored testcases come first, because they are few and a program that fails a judge often fails them. The tiny inputs
/// have a third of the runs and of the time. A third of the rest is kept for the largest inputs, and inputs that tell
/// known mistakes apart have half of what is left before those.
pub const OF_A_PROBLEM: [(Phase, Share); 5] = [
    (Phase::Stored, share(None, 1, None)),
    (Phase::Tiny, share(Some(3), 3, None)),
    (Phase::Telling, share(Some(1), 2, Some(3))),
    (Phase::Random, share(Some(1), 1, Some(3))),
    (Phase::Largest, share(None, 1, None)),
];

/// The parts of a search with a generator: the stored testcases of the package, and what the generator makes.
pub const OF_A_GENERATOR: [(Phase, Share); 2] = [
    (Phase::Stored, share(None, 1, None)),
    (Phase::Random, share(Some(1), 1, None)),
];

/// The parts of the short search for the counterexample of a contestant. The third part of the runs is for shrinking.
pub const OF_A_CONTEST: [(Phase, Share); 3] = [
    (Phase::Tiny, share(Some(3), 1, None)),
    (Phase::Stored, share(None, 1, None)),
    (Phase::Random, share(Some(3), 1, None)),
];

const fn share(runs: Option<u64>, time: u32, kept: Option<u32>) -> Share {
    Share { runs, time, kept }
}

impl Share {
    /// Returns the number of runs, if a search has `all` and `left` of them are not used up.
    fn runs_of(&self, all: u64, left: u64) -> u64 {
        self.runs.map_or(u64::MAX, |part| all.div_ceil(part).min(left))
    }

    /// Returns the time at which the time for this part and its like ends.
    fn end_of(&self, until: Instant, kept: &mut Option<Instant>, now: Instant) -> Instant {
        self.kept.map_or(until, |part| {
            *kept.get_or_insert(until - until.saturating_duration_since(now) / part)
        })
    }

    /// Returns the time at which this part ends, if it begins now and `end` is that of its like.
    fn until(&self, end: Instant, now: Instant) -> Instant {
        end - end.saturating_duration_since(now) * (self.time - 1) / self.time
    }
}

/// One input and its origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The family that made it, if one did.
    pub family: Option<&'static str>,
    /// The name of the stored testcase with this text, if the package of a task has one.
    pub stored: Option<String>,
    /// The size, as `gen` or the user's generator takes it, or 0.
    pub size: u64,
    /// The seed, or 0.
    pub seed: u64,
    /// The text.
    pub text: String,
}

/// The inputs of a part.
pub enum Inputs<'a> {
    /// A list that is tried as a whole.
    Listed(Vec<Instance>),
    /// Inputs by growing size, until a bound is reached.
    BySize(Box<dyn Iterator<Item = Instance> + 'a>),
    /// Inputs that are made from the numbers from 0 on, each as soon as it is tried. Repetitions are skipped.
    Drawn {
        /// Makes an input, or returns `None` if there is none for this number.
        make: Box<dyn Fn(u64) -> Option<Instance> + Sync + 'a>,
        /// The most inputs to draw, or `None` for a few for each run.
        most: Option<u64>,
    },
}

impl From<Vec<String>> for Inputs<'_> {
    fn from(texts: Vec<String>) -> Self {
        let instance = |text| Instance {
            text,
            ..Instance::default()
        };
        Inputs::Listed(texts.into_iter().map(instance).collect())
    }
}

/// The state of a search when a part begins.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The most runs of the part.
    pub runs: u64,
    /// The end of the time for the part and its like.
    pub end: Instant,
    /// The number of inputs that the part before has judged.
    pub judged: u64,
}

/// A part of a search.
pub struct SearchPart<'a> {
    /// The name.
    pub name: Phase,
    /// Makes the inputs when the part begins. An empty list leaves the part out.
    pub inputs: Box<dyn FnOnce(Start) -> Inputs<'a> + 'a>,
    /// The share of the runs and the time.
    pub share: Share,
}

/// A search: its parts in their order, and its bounds.
pub struct Search<'a> {
    /// The parts.
    pub parts: Vec<SearchPart<'a>>,
    /// The bounds of all parts together.
    pub bounds: Bounds,
}

/// The bounds of a search or of a part.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most inputs to try.
    pub runs: u64,
    /// The time to stop.
    pub until: Instant,
    /// The number of inputs that are tried at a time.
    pub jobs: NonZeroUsize,
}

/// The reason why a part ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// An input fails.
    Failure,
    /// There is nothing more to try: all are listed, or new ones are repetitions.
    Exhausted,
    /// The runs are used up.
    Runs,
    /// The time is over.
    Time,
}

/// The result of a part: the first failing input, if any, and the counts up to it.
#[derive(Debug)]
pub struct Tried<T> {
    /// The name of the part.
    pub name: Phase,
    /// The first failing input, and how it fails.
    pub failure: Option<(Instance, T)>,
    /// The number of inputs of a list, or 0 if the inputs have no list.
    pub total: u64,
    /// The number of inputs drawn.
    pub drawn: u64,
    /// The number of drawn inputs that were repetitions, or not valid.
    pub skipped: u64,
    /// The number of inputs judged.
    pub judged: u64,
    /// The length of the longest beginning in which every input was judged and passed.
    pub listed: u64,
    /// The largest size with all inputs up to it judged and passed, of inputs by size.
    pub passed: u64,
    /// The sizes of the inputs that were judged.
    pub sizes: BTreeSet<u64>,
    /// The inputs of a list after the first failure.
    pub rest: Vec<Instance>,
    /// The reason for the end.
    pub end: End,
}

impl<T> Tried<T> {
    fn new(name: Phase, end: End) -> Tried<T> {
        Tried {
            name,
            failure: None,
            total: 0,
            drawn: 0,
            skipped: 0,
            judged: 0,
            listed: 0,
            passed: 0,
            sizes: BTreeSet::new(),
            rest: Vec::new(),
            end,
        }
    }

    /// Notes that the inputs of a size are all behind, if the next one has another size.
    fn reach(&mut self, size: &mut u64, next: u64) {
        if *size != next && self.listed == self.drawn {
            self.passed = *size;
        }
        *size = next;
    }

    /// Counts the input of a number, or a repetition.
    fn count(&mut self, number: u64, new: Option<(Instance, Option<Trial<T>>)>) {
        let is_complete = self.listed == self.drawn;
        self.drawn = number + 1;
        let Some((input, trial)) = new else {
            self.skipped += 1;
            return;
        };
        let size = input.size;
        match trial {
            Some(Trial::Passes) => self.listed += u64::from(is_complete),
            Some(Trial::Fails(failure)) => {
                self.failure = Some((input, failure));
                self.end = End::Failure;
            }
            Some(Trial::Over) => {
                self.end = End::Time;
                return;
            }
            Some(Trial::Unjudged) | None => return,
        }
        self.judged += 1;
        self.sizes.insert(size);
    }

    /// Returns the number of inputs of a list that were not judged, up to the first failure.
    pub fn unjudged(&self) -> u64 {
        let reached = self.failure.as_ref().map_or(self.total, |_| self.drawn);
        reached.saturating_sub(self.judged)
    }
}

/// The progress of a search before its first failure: its trials, and the instances left over.
#[derive(Debug, Default)]
pub struct Before {
    /// The number of tiny instances that passed, in their order.
    pub listed: u64,
    /// The largest size of tiny instances to list. Larger sizes take long to list.
    pub max_size: u64,
    /// The number of random instances that were drawn.
    pub drawn: u64,
    /// The first instances of the search for other failures.
    pub left: Vec<String>,
}

/// The result of a search: what became of each part that was begun.
#[derive(Debug)]
pub struct Report<T>(pub Vec<Tried<T>>);

impl<T> Report<T> {
    /// Returns the result of a part, if it was begun.
    pub fn part(&self, name: Phase) -> Option<&Tried<T>> {
        self.0.iter().find(|part| part.name == name)
    }

    /// Returns the number of inputs that were judged.
    pub fn judged(&self) -> u64 {
        self.0.iter().map(|part| part.judged).sum()
    }

    /// Takes out the failure that counts, with the name of its part: the last one, because a later one is smaller.
    pub fn take_failure(&mut self) -> Option<(Phase, Instance, T)> {
        let failure = |part: &mut Tried<T>| part.failure.take().map(|(input, how)| (part.name, input, how));
        self.0.iter_mut().rev().find_map(failure)
    }

    /// Returns what the search for the smallest failure has to know. Call it after [`Report::take_failure`]: a failure that
    /// is left comes first there.
    pub fn before(&self) -> Before {
        let tiny = self.part(Phase::Tiny);
        let parts = self.0.iter().filter(|part| part.name != Phase::Largest);
        let left = parts.flat_map(|part| part.failure.iter().map(|(input, _)| input).chain(&part.rest));
        Before {
            listed: tiny.map_or(0, |tiny| tiny.listed),
            // One size more than the first size that is not complete.
            max_size: tiny.map_or(1, |tiny| tiny.passed + 2),
            drawn: self.part(Phase::Random).map_or(0, |random| random.drawn),
            left: left.map(|input| input.text.clone()).collect(),
        }
    }
}

/// Takes the number of inputs that a part has judged so far, and is dropped at the end of the part.
pub type Watch = Box<dyn Fn(u64)>;

impl Search<'_> {
    /// Tries the parts in their order until an input fails.
    ///
    /// `fails` tries an input before a time. `begins` gets the name and the runs of each part that begins, and `ends` its
    /// result.
    ///
    /// # Errors
    /// Fails if `ends` fails.
    pub fn run<T: Send, E>(
        self,
        fails: &(dyn Fn(&Instance, Instant) -> Trial<T> + Sync),
        begins: &dyn Fn(Phase, u64) -> Watch,
        ends: &mut dyn FnMut(&Tried<T>) -> Result<(), E>,
    ) -> Result<Report<T>, E> {
        let Bounds { runs: all, until, jobs } = self.bounds;
        let (mut left, mut kept, mut judged) = (all, None, 0);
        let mut report = Report(Vec::new());
        for SearchPart { name, inputs, share } in self.parts {
            // A tiny failure is worth a look even after another one, because it is smaller.
            if name != Phase::Tiny && report.0.iter().any(|part| part.failure.is_some()) {
                continue;
            }
            let runs = share.runs_of(all, left);
            let end = share.end_of(until, &mut kept, Instant::now());
            let inputs = inputs(Start { runs, end, judged });
            if matches!(&inputs, Inputs::Listed(list) if list.is_empty()) {
                continue;
            }
            let until = share.until(end, Instant::now());
            let watch = begins(name, runs);
            let tried = Bounds { runs, until, jobs }.tries(name, inputs, &|input| fails(input, until), &watch);
            drop(watch);
            ends(&tried)?;
            judged = tried.judged;
            left -= share.runs.map_or(0, |_| judged);
            report.0.push(tried);
        }
        Ok(report)
    }
}

/// An input with its key. It was lost if the time was over before it was made, and there may be none of its number.
type Made = Option<Option<(Instance, u64)>>;

impl Bounds {
    /// Returns the same bounds with half of the time that is left.
    pub fn half_of_the_time(self) -> Bounds {
        let left = self.until.saturating_duration_since(Instant::now());
        let until = self.until - left / 2;
        Bounds { until, ..self }
    }

    /// Tries inputs that are drawn, until one fails.
    pub fn draw<T: Send>(
        &self,
        make: &(dyn Fn(u64) -> Option<Instance> + Sync),
        most: Option<u64>,
        fails: &(dyn Fn(&Instance) -> Trial<T> + Sync),
    ) -> Tried<T> {
        let make = Box::new(make);
        self.tries(Phase::Random, Inputs::Drawn { make, most }, fails, &|_| ())
    }

    /// Tries inputs until one fails. Calls `watch` with the number of inputs that were judged so far.
    ///
    /// A drawn text is known by its hash. One in 2^64 pairs of different texts counts as a repetition, which costs no run.
    pub fn tries<T: Send>(
        &self,
        name: Phase,
        inputs: Inputs<'_>,
        fails: &(dyn Fn(&Instance) -> Trial<T> + Sync),
        watch: &dyn Fn(u64),
    ) -> Tried<T> {
        let mut found = Tried::new(name, if self.runs == 0 { End::Runs } else { End::Exhausted });
        let (drafts, make): (Box<dyn Iterator<Item = Option<Instance>> + '_>, _) = match inputs {
            Inputs::Listed(list) => {
                found.total = list.len() as u64;
                (Box::new(list.into_iter().map(Some)), None)
            }
            Inputs::BySize(inputs) => (Box::new(inputs.map(Some)), None),
            Inputs::Drawn { make, most } => {
                let most = most.unwrap_or(self.runs.saturating_mul(DRAWS_PER_RUN));
                (Box::new((0..most).map(|_| None)), Some(make))
            }
        };
        let (mut drafts, mut seen, mut size) = (drafts.peekable(), HashSet::new(), 0);
        while let Some(next) = drafts.peek() {
            found.reach(&mut size, next.as_ref().map_or(0, |input| input.size));
            let is_out_of_runs = found.judged >= self.runs;
            if is_out_of_runs || Instant::now() >= self.until {
                found.end = if is_out_of_runs { End::Runs } else { End::Time };
                return found;
            }
            // Try the first one alone: if inputs cannot be made or answered, the first one says so.
            let most = if found.drawn == 0 { 1 } else { BATCH_INPUTS };
            let most = most.min(self.runs - found.judged) as usize;
            let batch: Vec<(u64, Option<Instance>)> = (found.drawn..).zip(drafts.by_ref().take(most)).collect();
            let (made, mut trials) = self.batch(&batch, make.as_deref(), &seen, fails);
            for ((number, _), made) in batch.iter().zip(made) {
                let Some(made) = made else {
                    found.end = End::Time;
                    continue;
                };
                let new = made.filter(|(_, key)| seen.insert(*key));
                if let Some((input, _)) = &new {
                    found.reach(&mut size, input.size);
                }
                found.count(*number, new.map(|(input, key)| (input, trials.remove(&key))));
                if found.failure.is_some() {
                    let rest = batch.into_iter().filter(|(number, _)| *number >= found.drawn);
                    let rest = rest.map(|(_, input)| input).chain(drafts).flatten();
                    found.rest = rest.take(found.total as usize).collect();
                    return found;
                }
            }
            watch(found.judged);
            if found.end == End::Time {
                return found;
            }
        }
        found.reach(&mut size, u64::MAX);
        found
    }

    /// Makes the inputs of a batch that are not made yet, and tries each that is not in `seen`, up to the first that fails.
    ///
    /// Returns the inputs with their keys, and the trials by key.
    fn batch<T: Send>(
        &self,
        batch: &[(u64, Option<Instance>)],
        make: Option<&(dyn Fn(u64) -> Option<Instance> + Sync)>,
        seen: &HashSet<u64>,
        fails: &(dyn Fn(&Instance) -> Trial<T> + Sync),
    ) -> (Vec<Made>, HashMap<u64, Trial<T>>) {
        let is_over = || Instant::now() >= self.until;
        let first = AtomicU64::new(u64::MAX);
        let (claimed, trials) = (Mutex::new(HashSet::new()), Mutex::new(HashMap::new()));
        let made = run(batch, self.jobs, |(number, input)| {
            let is_late = || first.load(Ordering::Relaxed) < *number;
            let (input, key) = match make {
                None => (input.clone()?, *number),
                Some(_) if is_over() || is_late() => return None,
                Some(make) => match make(*number) {
                    Some(input) => {
                        let mut hasher = DefaultHasher::new();
                        input.text.hash(&mut hasher);
                        (input, hasher.finish())
                    }
                    None => return (!is_over()).then_some(None),
                },
            };
            // A text is judged once, in the thread that made it first. That thread need not have the lowest number.
            let is_wanted = !seen.contains(&key) && !is_late();
            if is_wanted && claimed.lock().unwrap_or_else(PoisonError::into_inner).insert(key) {
                let trial = fails(&input);
                if let Trial::Fails(_) = trial {
                    first.fetch_min(*number, Ordering::Relaxed);
                }
                trials.lock().unwrap_or_else(PoisonError::into_inner).insert(key, trial);
            }
            Some(Some((input, key)))
        });
        (made, trials.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn bounds(runs: u64) -> Bounds {
        Bounds {
            runs,
            until: Instant::now() + Duration::from_secs(60),
            jobs: NonZeroUsize::new(2).unwrap(),
        }
    }

    /// Tries lists in a search with 90 runs. Inputs with these texts fail.
    fn report(parts: &[(Phase, Share)], lists: &[(Phase, &[&str])], failing: &[&str]) -> Report<()> {
        let parts = parts.iter().map(|&(name, share)| SearchPart {
            name,
            inputs: Box::new(move |_| {
                let list = lists.iter().find(|(of, _)| *of == name);
                let list = list.map_or(&[][..], |(_, list)| list);
                list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>().into()
            }),
            share,
        });
        let search = Search {
            parts: parts.collect(),
            bounds: bounds(90),
        };
        let fails = |input: &Instance, _| {
            if failing.contains(&input.text.as_str()) {
                Trial::Fails(())
            } else {
                Trial::Passes
            }
        };
        let report = search.run(&fails, &|_, _| Box::new(|_| ()), &mut |_| Ok::<(), ()>(()));
        report.unwrap()
    }

    fn names<T>(report: &Report<T>) -> Vec<Phase> {
        report.0.iter().map(|part| part.name).collect()
    }

    #[test]
    fn stored_and_tiny_inputs_come_first_and_the_largest_last() {
        let names = OF_A_PROBLEM.map(|(name, _)| name);
        assert_eq!(
            names,
            [
                Phase::Stored,
                Phase::Tiny,
                Phase::Telling,
                Phase::Random,
                Phase::Largest
            ]
        );
        assert_eq!(OF_A_GENERATOR.map(|(name, _)| name), [Phase::Stored, Phase::Random]);
    }

    #[test]
    fn each_part_has_its_share_of_the_time() {
        let second = |seconds: u64| Duration::from_secs(seconds);
        let begun = Instant::now();
        let until = begun + second(90);
        let mut kept = None;
        // Each part begins as soon as the one before it has used up its time.
        let mut ends = |place: usize, now: u64| {
            let share = OF_A_PROBLEM[place].1;
            let now = begun + second(now);
            let end = share.end_of(until, &mut kept, now);
            share.until(end, now).duration_since(begun)
        };
        assert_eq!(ends(0, 0), second(90), "few stored testcases need no bound");
        assert_eq!(ends(1, 0), second(30), "a third");
        assert_eq!(ends(2, 30), second(50), "half of what the largest inputs leave");
        assert_eq!(ends(3, 50), second(70), "the rest of that");
        assert_eq!(ends(3, 40), second(70), "and what the part before it leaves");
        assert_eq!(ends(4, 70), second(90));
        assert_eq!(ends(4, 95), second(90), "no share is below nothing");
    }

    #[test]
    fn each_part_has_its_share_of_the_runs() {
        let runs = |(_, share): (Phase, Share)| share.runs_of(100, 60);
        assert_eq!(OF_A_PROBLEM.map(runs), [u64::MAX, 34, 60, 60, u64::MAX]);
        assert_eq!(OF_A_GENERATOR.map(runs), [u64::MAX, 60]);
        assert_eq!(OF_A_CONTEST.map(runs), [34, u64::MAX, 34]);
    }

    #[test]
    fn a_tiny_failure_counts_more_than_a_stored_one() {
        let lists: [(Phase, &[&str]); 3] = [
            (Phase::Stored, &["a", "b", "c", "d"]),
            (Phase::Tiny, &["t", "u"]),
            (Phase::Random, &["r"]),
        ];
        let mut stored = report(&OF_A_PROBLEM, &lists, &["b", "r"]);
        assert_eq!(names(&stored), [Phase::Stored, Phase::Tiny]);
        assert_eq!((stored.0[0].judged, stored.0[0].unjudged(), stored.judged()), (2, 0, 4));
        let failure = stored.take_failure().map(|(name, input, ())| (name, input.text));
        assert_eq!(failure, Some((Phase::Stored, "b".to_owned())));
        let before = stored.before();
        assert_eq!((before.listed, before.left.join(" ").as_str()), (2, "c d"));
        // The other failure comes first in the search for the smallest.
        let mut both = report(&OF_A_PROBLEM, &lists, &["b", "t"]);
        let failure = both.take_failure().map(|(name, input, ())| (name, input.text));
        assert_eq!(failure, Some((Phase::Tiny, "t".to_owned())));
        assert_eq!(both.before().left.join(" "), "b c d u");
        // With a generator nothing comes after a stored failure, and empty parts are left out.
        assert_eq!(names(&report(&OF_A_GENERATOR, &lists, &["b"])), [Phase::Stored]);
        assert_eq!(names(&report(&OF_A_PROBLEM, &lists[2..], &[])), [Phase::Random]);
    }

    #[test]
    fn an_input_is_judged_as_soon_as_it_is_made() {
        let judged = AtomicU64::new(0);
        let bounds = Bounds {
            jobs: NonZeroUsize::MIN,
            ..bounds(100)
        };
        let make = |number: u64| {
            assert_eq!(judged.load(Ordering::Relaxed), number, "none is made ahead");
            let text = number.to_string();
            Some(Instance {
                text,
                ..Instance::default()
            })
        };
        let fails = |input: &Instance| {
            judged.fetch_add(1, Ordering::Relaxed);
            match input.text.as_str() {
                "5" => Trial::Fails(()),
                "2" => Trial::Unjudged,
                _ => Trial::Passes,
            }
        };
        let found = bounds.draw(&make, Some(100), &fails);
        assert_eq!(found.failure.map(|(input, ())| input.text), Some("5".to_owned()));
        assert_eq!((found.drawn, found.judged, found.skipped), (6, 5, 0));
    }

    #[test]
    fn an_input_of_a_list_that_was_not_judged_is_missing() {
        let texts = ["1", "2", "3"].map(str::to_owned).to_vec();
        let unjudged = |input: &Instance| match input.text.as_str() {
            "2" => Trial::Unjudged,
            _ => Trial::<()>::Passes,
        };
        let list = bounds(9).tries(Phase::Stored, texts.into(), &unjudged, &|_| ());
        assert_eq!((list.judged, list.unjudged(), list.total), (2, 1, 3));
        assert!(list.failure.is_none());
    }
}
