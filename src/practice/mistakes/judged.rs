//! The known mistake of a program that was judged, with few further runs.
//!
//! **Idea.** The short testcases of the judging are instances like any others, and their outputs are known. They rule
//! out nearly all mistakes without a run. If several mistakes are left, the program runs on instances that tell them
//! apart. If one is left, it has to be wrong in the same way on some new instances. A program that no mistake fits
//! does not run again.
//!
//! **Limits.** The likeness has no facts and families, because these need instances that may contradict them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{Given, Likeness, MAX_BYTES, MIN_TO_NAME, Mistaken, Output, Probe, fits, is_same, named, probe};
use crate::cases::evaluate::Judge;
use crate::package::Case;

/// The number of new instances on which the program has to be wrong like the only mistake that is left.
const NEW_WRONG: usize = 3;

/// Returns the short testcases as instances, by their names.
///
/// It leaves out a testcase that is not valid, not solved within the budget, equal to an earlier one, or whose stored
/// answer is wrong.
pub fn short_cases(judge: &Judge<'_>, cases: &[Case]) -> HashMap<String, Probe> {
    let mut seen = HashSet::new();
    let mut short = |case: &Case| {
        let is_short = case.input.metadata().is_ok_and(|data| data.len() <= MAX_BYTES as u64);
        let read = |path: &Path| is_short.then(|| std::fs::read(path).ok()).flatten();
        let text = String::from_utf8(read(&case.input)?).ok()?;
        let found = probe(judge.entry, judge.variants, judge.budget, (None, text))?;
        let stored = read(&case.answer)?;
        let is_right = is_same(given(judge), &found, Some(&stored), &found.answer);
        (is_right && seen.insert(found.text.clone())).then(|| (case.name.clone(), found))
    };
    cases.iter().filter_map(|case| short(case)).collect()
}

/// Compares a program with the known mistakes of its problem, by its outputs on judged testcases and few further runs.
///
/// `probes` makes the instances of [`probes`](super::probes), if they are needed. `ask` runs the program on one of
/// them. It returns `None` if the output is not known, and then the result is `None` too.
pub fn from_judged<'a>(
    judge: &Judge<'_>,
    known: Vec<(&'a Probe, Output)>,
    probes: impl FnOnce() -> &'a [Probe],
    mut ask: impl FnMut(&Probe) -> Option<Output>,
) -> Option<Likeness> {
    let mut search = Search {
        given: given(judge),
        left: (0..judge.entry.mistakes().len()).collect(),
        tried: Vec::new(),
        outputs: Vec::new(),
        confirmed: 0,
    };
    for (probe, output) in known {
        search.add(probe, output);
    }
    search.confirmed = 0;
    if !search.left.is_empty() {
        let probes = probes();
        while let Some(probe) = search.next(probes) {
            let output = ask(probe)?;
            search.add(probe, output);
        }
    }
    Some(named(search.given, &search.tried, &search.outputs).0)
}

fn given<'a>(judge: &Judge<'a>) -> Given<'a> {
    Given {
        entry: judge.entry,
        variants: judge.variants,
        budget: judge.budget,
        failing: None,
    }
}

/// The outputs of a program so far, and the mistakes that fit them.
struct Search<'a, 'b> {
    given: Given<'b>,
    left: Vec<usize>,
    tried: Vec<&'a Probe>,
    outputs: Vec<Output>,
    /// The number of new instances on which all the mistakes that are left are wrong.
    confirmed: usize,
}

impl<'a> Search<'a, '_> {
    fn add(&mut self, probe: &'a Probe, output: Output) {
        let given = self.given;
        self.left.retain(|&mistake| fits(given, probe, &output, mistake));
        self.tried.push(probe);
        self.outputs.push(output);
        self.confirmed += usize::from(self.left.iter().all(|&mistake| self.is_wrong(mistake, probe)));
    }

    /// Returns the next instance to run the program on, or `None` if no further run would help.
    fn next(&self, probes: &'a [Probe]) -> Option<&'a Probe> {
        let is_new = |probe: &&Probe| self.tried.iter().all(|tried| tried.text != probe.text);
        let fresh = probes.iter().filter(is_new);
        match self.left[..] {
            [] => None,
            [only] => {
                let is_wrong = |probe: &&Probe| self.is_wrong(only, probe);
                let wrong: Vec<&Probe> = fresh.clone().filter(is_wrong).collect();
                if self.confirmed < NEW_WRONG && !wrong.is_empty() {
                    // Take them from all over the list.
                    return Some(wrong[(wrong.len() - 1) * self.confirmed / (NEW_WRONG - 1)]);
                }
                let mut others = fresh.filter(|probe| probe.mistaken[only] != Mistaken::Breaks);
                (self.tried.len() < MIN_TO_NAME).then(|| others.next()).flatten()
            }
            _ => {
                let told = |probe: &Probe| {
                    let pairs = self.left.iter().enumerate();
                    let pairs = pairs.flat_map(|(place, one)| self.left[..place].iter().map(move |other| (one, other)));
                    pairs.filter(|(one, other)| self.differ(**one, **other, probe)).count()
                };
                let told = fresh.map(|probe| (told(probe), probe)).rev();
                let (count, probe) = told.max_by_key(|(count, _)| *count)?;
                (count > 0).then_some(probe)
            }
        }
    }

    /// Returns whether a mistake prints a wrong answer.
    fn is_wrong(&self, mistake: usize, probe: &Probe) -> bool {
        match &probe.mistaken[mistake] {
            Mistaken::Prints(output) => !is_same(self.given, probe, Some(output.as_bytes()), &probe.answer),
            Mistaken::Breaks | Mistaken::Unknown => false,
        }
    }

    /// Returns whether two mistakes answer an instance differently.
    fn differ(&self, one: usize, other: usize, probe: &Probe) -> bool {
        match (&probe.mistaken[one], &probe.mistaken[other]) {
            (Mistaken::Prints(one), Mistaken::Prints(other)) => {
                one != other && !is_same(self.given, probe, Some(one.as_bytes()), other)
            }
            (Mistaken::Unknown, _) | (_, Mistaken::Unknown) => false,
            (one, other) => one != other,
        }
    }
}
