//! The known mistake of a program that was judged, with few further runs.
//!
//! **Idea.** The short testcases of the judging are instances like any others, and their outputs are known. They rule
//! out nearly all mistakes without a run. If several mistakes are left, the program runs on instances that tell them
//! apart. If one is left, it has to be wrong in the same way on some instances, and one of them has to be new. A program
//! that no mistake fits does not run again.
//!
//! **Limits.** The likeness has no facts and families, because these need instances that may contradict them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{Given, Likeness, MAX_BYTES, MIN_TO_NAME, Mistaken, Output, Probe, fits, is_same, named, probe};
use crate::cases::evaluate::Judge;
use crate::package::Case;

/// The least number of instances that the program and the last remaining mistake get wrong alike. One of them has to be
/// new.
const MIN_WRONG: usize = 3;

/// Returns the short testcases as instances, by their names.
///
/// It leaves out a testcase that is not valid, not solved within the budget, equal to an earlier one, or whose stored
/// answer is wrong.
pub fn short_cases(judge: &Judge<'_>, cases: &[Case]) -> HashMap<String, Probe> {
    let mut seen = HashSet::new();
    let short = |case: &Case| {
        let is_short = case.input.metadata().is_ok_and(|data| data.len() <= MAX_BYTES as u64);
        let read = |path: &Path| is_short.then(|| std::fs::read(path).ok()).flatten();
        let text = String::from_utf8(read(&case.input)?).ok()?;
        let found = probe(judge.entry, judge.variants, judge.budget, (None, text))?;
        let stored = read(&case.answer)?;
        let is_right = is_same(given(judge), &found, Some(&stored), &found.answer);
        (is_right && seen.insert(found.text.clone())).then(|| (case.name.clone(), found))
    };
    cases.iter().filter_map(short).collect()
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
    let is_wrong = |probe: &&&Probe| search.left.iter().all(|&mistake| search.is_wrong(mistake, probe));
    search.confirmed = search.tried.iter().filter(is_wrong).count().min(MIN_WRONG - 1);
    if !search.left.is_empty() {
        let probes = probes();
        while let Some(probe) = search.next(probes) {
            let output = ask(probe)?;
            search.add(probe, output);
        }
    }
    Some(named(search.given, None, &search.tried, &search.outputs).0)
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
    /// The number of instances that all remaining mistakes get wrong. It stays below [`MIN_WRONG`] before a new
    /// instance.
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
                // Take them from all over the list.
                let start = probes.len() * self.confirmed / MIN_WRONG;
                let mut from_start = fresh.clone().cycle().skip(start).take(probes.len());
                let wrong = (self.confirmed < MIN_WRONG).then(|| from_start.find(|probe| self.is_wrong(only, probe)));
                if let Some(Some(probe)) = wrong {
                    return Some(probe);
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

    /// Returns whether a mistake is wrong on an instance, as far as it is known.
    fn is_wrong(&self, mistake: usize, probe: &Probe) -> bool {
        match &probe.mistaken[mistake] {
            Mistaken::Prints(output) => !is_same(self.given, probe, Some(output.as_bytes()), &probe.answer),
            Mistaken::Breaks => true,
            Mistaken::Unknown => false,
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

#[cfg(test)]
mod tests {
    use super::super::fixtures::{BUDGET, probes_of};
    use super::*;
    use crate::cases::embedded;
    use crate::judge::Policy;
    use crate::problem::{Entry, MistakeKind, Variants};
    use crate::problems::REGISTRY;

    fn judge(slug: &str) -> Judge<'static> {
        Judge {
            entry: *REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap(),
            variants: Variants::ORIGINAL,
            policy: Policy::default(),
            budget: BUDGET,
        }
    }

    /// Returns the short stored testcases of a problem.
    fn stored(entry: &dyn Entry) -> Vec<Probe> {
        let texts = embedded::inputs(entry.carried_as()).filter_map(|bytes| String::from_utf8(bytes).ok());
        let texts = texts.filter(|text| text.len() <= MAX_BYTES);
        texts
            .filter_map(|text| probe(entry, Variants::ORIGINAL, BUDGET, (None, text)))
            .collect()
    }

    /// Answers like a mistake.
    fn like(probe: &Probe, mistake: usize) -> Output {
        match &probe.mistaken[mistake] {
            Mistaken::Prints(output) => Some(output.clone().into_bytes()),
            Mistaken::Breaks | Mistaken::Unknown => None,
        }
    }

    fn right(probe: &Probe) -> Output {
        Some(probe.answer.clone().into_bytes())
    }

    /// Returns the name found, and the number of runs, for a program with these outputs on the testcases and on others.
    fn found(
        judge: &Judge<'_>,
        stored: &[Probe],
        on_stored: impl Fn(&Probe) -> Output,
        on_others: impl Fn(&Probe) -> Output,
    ) -> (Likeness, usize) {
        let mut runs = 0;
        let known = stored.iter().map(|probe| (probe, on_stored(probe))).collect();
        let likeness = from_judged(
            judge,
            known,
            || probes_of(judge.entry),
            |probe| {
                runs += 1;
                Some(on_others(probe))
            },
        );
        (likeness.unwrap(), runs)
    }

    fn id(likeness: &Likeness) -> Option<&'static str> {
        likeness.mistake.map(|(mistake, ..)| mistake.id)
    }

    #[test]
    fn judged_testcases_and_few_runs_name_every_mistake() {
        let slugs = if crate::is_left_to_the_gate("judged_testcases_and_few_runs_name_every_mistake: all problems") {
            vec!["subtract", "nim"]
        } else {
            REGISTRY.iter().map(|entry| entry.meta().slug).collect()
        };
        let (mut all, mut missed) = (0, Vec::new());
        for slug in slugs {
            let judge = judge(slug);
            let stored = stored(judge.entry);
            let (likeness, _) = found(&judge, &stored, right, right);
            assert_eq!((likeness.wrong, id(&likeness)), (0, None), "{slug}");
            let mistakes = judge.entry.mistakes();
            for (number, mistake) in mistakes.iter().enumerate() {
                let as_it = |probe: &Probe| like(probe, number);
                let (likeness, runs) = found(&judge, &stored, as_it, as_it);
                let name = id(&likeness);
                assert!(
                    name.is_none_or(|name| name == mistake.id),
                    "{slug}: {} is {name:?}",
                    mistake.id
                );
                let most = MIN_WRONG + mistakes.len() + MIN_TO_NAME.saturating_sub(stored.len());
                assert!(runs <= most, "{slug}: {} takes {runs} runs", mistake.id);
                if mistake.kind != MistakeKind::Bound {
                    all += 1;
                    missed.extend(name.is_none().then(|| format!("{slug}: {}", mistake.id)));
                }
                // Right outputs on new instances refute the mistake, if it is wrong on one of them.
                let (likeness, _) = found(&judge, &stored, as_it, right);
                if id(&likeness) == Some(mistake.id) {
                    let is_right = |probe: &Probe| fits(given(&judge), probe, &right(probe), number);
                    let is_new = |probe: &&Probe| stored.iter().all(|stored| stored.text != probe.text);
                    let is_refuted = probes_of(judge.entry)
                        .iter()
                        .filter(is_new)
                        .any(|probe| !is_right(probe));
                    assert!(!is_refuted, "{slug}: {}", mistake.id);
                }
            }
        }
        assert!(
            missed.len() * 20 <= all,
            "{} of {all} are not named:\n{}",
            missed.len(),
            missed.join("\n")
        );
    }

    #[test]
    fn a_program_that_no_mistake_fits_does_not_run_again() {
        let judge = judge("nim");
        let stored = stored(judge.entry);
        let nonsense = |_: &Probe| Some(b"7 7 7\n".to_vec());
        let (likeness, runs) = found(&judge, &stored, nonsense, |_| unreachable!("it is over"));
        assert_eq!((runs, likeness.wrong, likeness.tried), (0, stored.len(), stored.len()));
        let said = likeness.sentence(|words| words.en);
        assert!(said.ends_with("and no known mistake fits them all"), "{said}");
        // It crashes on the first new instance, and the search ends.
        let (likeness, runs) = found(&judge, &stored, |probe| like(probe, 0), |_| None);
        assert_eq!((id(&likeness), runs), (None, 1));
        // No run is known, so no mistake is named.
        let known = stored.iter().map(|probe| (probe, like(probe, 0))).collect();
        assert!(from_judged(&judge, known, || probes_of(judge.entry), |_| None).is_none());
    }

    #[test]
    fn wrong_outputs_on_testcases_leave_one_run() {
        let judge = judge("nim");
        let stored = stored(judge.entry);
        for number in 0..judge.entry.mistakes().len() {
            let as_it = |probe: &Probe| like(probe, number);
            let (likeness, runs) = found(&judge, &stored, as_it, as_it);
            let (mistake, _, wrong) = likeness.mistake.unwrap();
            assert!(wrong >= MIN_WRONG, "{}: {wrong}", mistake.id);
            assert_eq!(runs, 1, "{}", mistake.id);
        }
    }

    #[test]
    fn few_testcases_name_a_mistake_only_after_more_runs() {
        let judge = judge("subtract");
        let stored = &stored(judge.entry)[..2];
        let as_it = |probe: &Probe| like(probe, 0);
        let (likeness, runs) = found(&judge, stored, as_it, as_it);
        assert_eq!(id(&likeness), Some(judge.entry.mistakes()[0].id));
        assert!(runs >= MIN_TO_NAME - 2, "{runs}");
        // Two mistakes that agree on the testcases are told apart.
        let others = (0..judge.entry.mistakes().len()).filter(|&other| {
            let agrees = |probe: &Probe| fits(given(&judge), probe, &like(probe, 0), other);
            other != 0 && stored.iter().all(agrees)
        });
        for other in others {
            let (likeness, _) = found(&judge, stored, as_it, |probe| like(probe, other));
            assert_ne!(id(&likeness), Some(judge.entry.mistakes()[0].id));
        }
    }

    #[test]
    fn a_testcase_with_a_wrong_answer_is_no_evidence() {
        let folder = tempfile::tempdir().unwrap();
        let long = format!("{}1 1\n", " ".repeat(MAX_BYTES));
        let cases = [
            ("good", "10 3\n", "1\n2\n"),
            ("wrong", "11 3\n", "2\n"),
            ("twice", "10 3\n", "1\n2\n"),
            ("bad", "x\n", "2\n"),
            ("long", &long, "1\n1\n"),
        ];
        let cases = cases.map(|(name, input, answer)| {
            let [input, answer] = [("in", input), ("out", answer)].map(|(ending, text)| {
                let path = folder.path().join(format!("{name}.{ending}"));
                std::fs::write(&path, text).unwrap();
                path
            });
            Case {
                key: name.as_bytes().to_vec(),
                name: name.to_owned(),
                group: None,
                input,
                answer,
            }
        });
        let short = short_cases(&judge("subtract"), &cases);
        assert_eq!(short.into_keys().collect::<Vec<_>>(), ["good"]);
    }
}
