//! The testcases of a game: samples, small ones, and ones as large as the answers are known.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use itertools::Itertools as _;

use super::super::answers::{OwnEntry, original};
use super::super::known::{ExploreError, Known};
use super::super::protocol::{Caps, Explored};
use super::super::reply::{self, Tested};
use super::shape::Shape;
use super::solution::{self, Solution, Workbench};
use super::{PackageError, Program, checker};
use crate::budget::Budget;
use crate::package::natural_order;
use crate::problem::{Entry as _, Failure, Variants};
use crate::random::Random;
use crate::text::{Mode, Source, quoted};

impl Cases {
    /// Returns no testcases, as if they reached this size.
    pub(super) fn none(reach: u64) -> Cases {
        Cases {
            groups: Vec::new(),
            solution: Solution {
                ending: "",
                text: String::new(),
            },
            reach,
            seconds: 0,
            is_of_points: false,
            notes: Vec::new(),
            checker: None,
        }
    }

    /// Iterates over all testcases.
    pub(super) fn all(&self) -> impl Iterator<Item = &Case> + Clone {
        self.groups.iter().flat_map(|group| &group.cases)
    }
}

/// A testcase.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Its name, as soon as it is in a group.
    pub(super) name: String,
    pub(super) input: String,
    pub(super) answer: String,
    /// The starts of its tests.
    pub(super) starts: Vec<String>,
}

/// Testcases that give points together.
pub(super) struct CaseGroup {
    pub(super) name: &'static str,
    pub(super) points: u8,
    pub(super) cases: Vec<Case>,
}

/// The testcases of a game, with the solver that passes them.
pub(super) struct Cases {
    pub(super) groups: Vec<CaseGroup>,
    pub(super) solution: Solution,
    /// The size that the testcases reach.
    pub(super) reach: u64,
    /// The time limit in seconds.
    pub(super) seconds: u64,
    /// Whether moves gain points.
    pub(super) is_of_points: bool,
    pub(super) notes: Vec<String>,
    /// The checker, if an answer has a winning move.
    pub(super) checker: Option<String>,
}

/// The bounds of an exploration that a solver in Python repeats in some seconds.
const CAPS: Caps = Caps {
    positions: 100_000,
    moves: 1_000_000,
    seconds: 10,
    memory: 1 << 30,
    misere: false,
    work: None,
    steps: None,
};

/// The size of small testcases.
const SMALL: u64 = 10;
/// The starts that are tried for each group.
const POOL: usize = 40;
/// The testcases of a group, if each has one test.
const CASES: usize = 8;
/// The time of a run on one testcase, in seconds.
const SECONDS: u64 = 30;
/// The least factor of the time limit on the slowest run of the solver.
const FACTOR: u32 = 3;
/// The time limit of programs that compute a pattern, in seconds.
const SECONDS_OF_PATTERN: u64 = 2;

/// A start with its answer.
type Answered = (String, String);
/// The name, the points and the inputs of a group.
type Wanted = (&'static str, u8, Vec<Case>);

/// The game while its testcases are made.
struct Maker<'a> {
    entry: &'a OwnEntry,
    shape: &'a Shape<'a>,
    /// The last exploration, and the largest number of positions and moves of any.
    explored: Option<Rc<Explored>>,
    work: usize,
    /// The tests so far with all winning moves, if an answer has one.
    tested: BTreeMap<String, Tested>,
}

/// The maximum number of winning moves of the tests of a group, which a checker holds.
const MOST_REPLIES: usize = 20_000;

/// Returns the budget of sums that a solver plays out.
fn budget() -> Budget {
    /// Enough for some 200,000 sums.
    const BYTES: u64 = 64 << 20;
    Budget::of(BYTES)
}

impl Maker<'_> {
    /// Returns these starts with their answers, or `None` if they are too large.
    fn answered(&mut self, starts: &[String]) -> Result<Option<Vec<Answered>>, PackageError> {
        let loaded = self.entry.loaded()?;
        let facts = &loaded.facts;
        // Among the positions of a number are those of smaller ones, unless the file makes starts of its inputs.
        let is_plain = !facts.has_start() && !facts.is_of_lists() && facts.parameters().len() == 1;
        let before = self.explored.as_ref().filter(|_| is_plain);
        let known = match before.and_then(|before| before.at_numbers(starts)) {
            Some(explored) => loaded.known(explored, CAPS, budget()),
            None => loaded.explore(starts, CAPS, budget()),
        };
        let known = known.map_err(ExploreError::from);
        let found = if facts.asks_for_a_move() {
            let found = known.and_then(|known| known.tested(MOST_REPLIES));
            found.map(|(explored, tests)| {
                let answers = tests.iter().map(Tested::to_string).collect();
                self.tested.extend(starts.iter().cloned().zip(tests));
                (explored, answers)
            })
        } else {
            known.and_then(Known::answers)
        };
        match found {
            Ok((explored, answers)) => {
                self.work = self.work.max(explored.len() + explored.move_count());
                self.explored = Some(explored);
                Ok(Some(starts.iter().cloned().zip(answers).collect()))
            }
            Err(error) if error.is_of_size() && !error.is_without_report() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns whether the largest start of a size can be explored.
    fn is_in_reach(&mut self, size: u64) -> Result<bool, PackageError> {
        let start = self.shape.largest(size);
        Ok(self.answered(&[start])?.is_some())
    }

    /// Returns a size, up to that of all limits, whose largest start can be explored.
    ///
    /// If it is below the limits, the largest such size is at most a quarter larger.
    fn reach(&mut self) -> Result<u64, PackageError> {
        let top = self.shape.top();
        if self.is_in_reach(top)? {
            return Ok(top);
        }
        let mut low = self.shape.least();
        if !self.is_in_reach(low)? {
            let start = self.shape.largest(low);
            // The error names the reason.
            self.entry.answers_of(&[start], CAPS, budget())?;
        }
        let mut high = top;
        while high > low + low.div_ceil(4).max(1) {
            // Far below the bounds larger steps need fewer explorations.
            let step = if self.work < CAPS.positions as usize / 16 { 8 } else { 2 };
            let middle = (step * low).max(2).min(low.midpoint(high)).max(low + 1);
            if self.is_in_reach(middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Returns some legal starts up to a size: the largest first, then the smallest, then random ones.
    fn starts(&self, size: u64, count: usize) -> Result<Vec<String>, PackageError> {
        /// The starts that are tried for each wanted one, if few of them are legal.
        const MORE: usize = 25;
        let loaded = self.entry.loaded()?;
        let mut legal: Vec<String> = Vec::new();
        for tried in [count, MORE * count] {
            let mut random = Random::new(size);
            let others = std::iter::repeat_with(|| self.shape.random(size, &mut random));
            let fixed = [self.shape.largest(size), self.shape.smallest()];
            let starts: Vec<String> = fixed.into_iter().chain(others).take(tried).unique().collect();
            legal = loaded
                .legalized(&starts, size)?
                .into_iter()
                .unique()
                .take(count)
                .collect();
            if !loaded.has_valid() || legal.len() > count / 2 {
                break;
            }
        }
        if legal.is_empty() {
            return Err(PackageError::Lacks(loaded.refusal_of_all("the file")));
        }
        Ok(legal)
    }

    /// Returns an input with all legal starts as its tests, unless they are too many for one or too large to explore.
    fn whole(&mut self) -> Result<Option<Case>, PackageError> {
        /// The most tests, so that an input is small and its solver fast.
        const MOST: u64 = 10_000;
        let Some(tests) = &self.shape.tests else {
            return Ok(None);
        };
        let (low, high) = (tests.low, tests.high);
        let Some(all) = self.shape.every(5 * MOST) else {
            return Ok(None);
        };
        let legal = self.entry.legal(&all)?;
        let all: Vec<String> = all
            .into_iter()
            .zip(legal)
            .filter_map(|(start, is_legal)| is_legal.then_some(start))
            .collect();
        let count = all.len() as u64;
        if !(low..=high.min(MOST)).contains(&count) {
            return Ok(None);
        }
        let answered = self.answered(&all)?;
        Ok(answered.map(|answered| self.written(&answered.iter().collect::<Vec<_>>())))
    }

    /// Returns the input whose tests are these starts.
    fn written(&self, tests: &[&Answered]) -> Case {
        let starts: Vec<String> = tests.iter().map(|(start, _)| start.clone()).collect();
        Case {
            name: String::new(),
            input: self.shape.form.write(&starts),
            answer: tests.iter().map(|(_, answer)| answer.as_str()).collect(),
            starts,
        }
    }

    /// Returns starts up to a size with their answers, as many as can be explored together.
    fn pool(&mut self, size: u64) -> Result<Vec<Answered>, PackageError> {
        let starts = self.starts(size, POOL)?;
        let mut count = starts.len();
        loop {
            if let Some(pool) = self.answered(&starts[..count])? {
                return Ok(pool);
            }
            count = (count / 2).max(1);
        }
    }

    /// Returns inputs of these starts: all in one if an input has several tests, else some of each answer.
    fn inputs(&self, pool: &[Answered]) -> Vec<Case> {
        let written = |tests: &[&Answered]| self.written(tests);
        let Some(tests) = &self.shape.tests else {
            let mut of_answers: BTreeMap<&str, VecDeque<&Answered>> = BTreeMap::new();
            for one in pool {
                of_answers.entry(&one.1).or_default().push_back(one);
            }
            let mut chosen: Vec<&Answered> = pool.iter().take(2).collect();
            let mut classes: Vec<VecDeque<&Answered>> = of_answers.into_values().collect();
            while chosen.len() < CASES && classes.iter().any(|class| !class.is_empty()) {
                for class in &mut classes {
                    if chosen.len() == CASES {
                        break;
                    }
                    let next = class
                        .pop_front()
                        .filter(|one| !chosen.iter().any(|other| other.0 == one.0));
                    chosen.extend(next);
                }
            }
            return chosen.into_iter().map(|one| written(&[one])).collect();
        };
        let repeated = |count: u64| -> Vec<&Answered> {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            pool.iter().cycle().take(count).collect()
        };
        let few = tests.low.max(1).min(tests.high);
        let many = (pool.len() as u64).clamp(few, tests.high);
        let mut inputs = vec![written(&repeated(few)), written(&repeated(many))];
        // Each start is in one of the inputs.
        let rest = pool.chunks(usize::try_from(many).unwrap_or(usize::MAX)).skip(1);
        let whole = rest.filter(|chunk| chunk.len() as u64 >= few).take(CASES);
        inputs.extend(whole.map(|chunk| written(&chunk.iter().collect::<Vec<_>>())));
        inputs
    }

    /// Returns whether an output is right for a testcase.
    fn is_right(&self, case: &Case, output: &str) -> bool {
        let tests: Option<Vec<Tested>> = case
            .starts
            .iter()
            .map(|start| self.tested.get(start).cloned())
            .collect();
        match tests {
            Some(tests) => reply::judge(&tests, output).is_ok(),
            None => output.split_whitespace().eq(case.answer.split_whitespace()),
        }
    }

    /// Returns the inputs of a file that reads them itself, with their answers.
    fn inputs_of_folder(&mut self) -> Result<Vec<Case>, PackageError> {
        let mut inputs = Vec::new();
        for (name, input) in given_inputs(self.entry)? {
            let wrong = |why: &dyn std::fmt::Display| PackageError::Lacks(format!("its input `{name}`: {why}"));
            let starts = self.entry.starts(original(&input), Mode::Strict);
            let starts = starts.map_err(|error| wrong(&error))?;
            let answered = self.answered(&starts)?;
            let answered = answered
                .ok_or_else(|| wrong(&"it is too large for the solver of a package\nhint: leave this file out"))?;
            inputs.push(Case {
                name: String::new(),
                input,
                answer: answered.iter().map(|(_, answer)| answer.as_str()).collect(),
                starts,
            });
        }
        Ok(inputs)
    }

    /// Returns the samples of the file, in the form of its inputs.
    fn samples(&mut self) -> Result<Vec<Case>, PackageError> {
        let facts = self.entry.facts()?;
        let mut samples = Vec::new();
        for (number, (given, answer)) in (1..).zip(facts.samples()) {
            let wrong = |error: &dyn std::fmt::Display| PackageError::Lacks(format!("sample {number}: {error}"));
            let input = match self.entry.validate(original(&given)) {
                Ok(()) => given,
                Err(_) => self.entry.canonical(original(&given)).map_err(|error| wrong(&error))?,
            };
            let starts = self.entry.starts(original(&input), Mode::Strict);
            let starts = starts.map_err(|error| wrong(&error))?;
            if self.answered(&starts)?.is_none() {
                return Err(PackageError::Lacks(format!(
                    "sample {number} is too large for the solver of a package\nhint: leave it out"
                )));
            }
            samples.push(Case {
                name: String::new(),
                input,
                answer: answer.trim_end().to_owned() + "\n",
                starts,
            });
        }
        let contradiction = self.entry.contradiction(&facts.samples(), Variants::ORIGINAL, budget());
        match contradiction {
            Ok(None) => Ok(samples),
            Ok(Some(why)) => Err(PackageError::Failed(Failure::Game(why))),
            Err((_, failure)) => Err(PackageError::Failed(failure)),
        }
    }
}

/// Returns the inputs beside a file that reads them itself, with their names.
///
/// # Errors
/// Fails if there are none, or if one is no text.
pub(super) fn given_inputs(entry: &OwnEntry) -> Result<Vec<(String, String)>, PackageError> {
    /// The largest input, in bytes.
    const MOST_BYTES: u64 = 1 << 20;
    let folder = folder_of_inputs(&entry.grader()?.file);
    let shown = |path: &Path| quoted(path.as_os_str().as_encoded_bytes(), 200);
    let names = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let paths = names.map(|found| found.path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension() == Some("in".as_ref())).collect();
    paths.sort_by(|a, b| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    if paths.is_empty() {
        let name = folder.file_name().unwrap_or_default();
        return Err(PackageError::Lacks(format!(
            "it reads its inputs by `read`, so gamesolve cannot make testcases\nhint: write inputs into files beside it, \
             such as `{}/1.in`, and gamesolve answers them",
            shown(Path::new(name))
        )));
    }
    let input = |path: PathBuf| {
        let wrong = |why: &dyn std::fmt::Display| PackageError::Lacks(format!("its input `{}`: {why}", shown(&path)));
        let text = Source::from_file(&path, MOST_BYTES).map_err(|error| wrong(&error))?;
        let text = String::from_utf8(text.bytes).map_err(|_| wrong(&"it is not UTF-8"))?;
        Ok((shown(&path), text))
    };
    paths.into_iter().map(input).collect()
}

/// Returns the folder with the inputs of a game that reads them itself: `mine-tests` beside `mine.py`.
fn folder_of_inputs(file: &Path) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push("-tests");
    file.with_file_name(name)
}

/// A program that has answered some inputs, each in this processor time.
struct Tried {
    program: Program,
    spent: BTreeMap<String, Duration>,
}

impl Tried {
    /// Returns the answers of the program to single starts, or `None` if it refuses one of them.
    fn asked(
        &mut self,
        bench: &Workbench,
        shape: &Shape<'_>,
        starts: Vec<String>,
    ) -> Result<Option<Vec<Answered>>, PackageError> {
        // If an input has several tests, one run answers all starts.
        let most = if shape.tests.is_some() { starts.len() } else { 1 };
        let mut found = Vec::new();
        let groups: Vec<&[String]> = starts.chunks(most.max(1)).collect();
        let inputs: Vec<String> = groups.iter().map(|together| shape.form.write(together)).collect();
        let given: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let runs = bench.runs(&self.program, &given, SECONDS_OF_PATTERN)?;
        for ((together, input), run) in groups.into_iter().zip(&inputs).zip(runs) {
            let Ok((output, spent)) = run? else {
                return Ok(None);
            };
            let answers = match shape.tests {
                Some(_) => output.lines().map(|line| format!("{line}\n")).collect(),
                None => vec![output],
            };
            if answers.len() != together.len() {
                return Ok(None);
            }
            found.extend(together.iter().cloned().zip(answers));
            self.spent.insert(input.clone(), spent);
        }
        Ok(Some(found))
    }
}

/// Makes named groups of inputs. Each input is in the first of them.
fn grouped(all: Vec<Wanted>) -> Vec<CaseGroup> {
    let mut seen = BTreeSet::new();
    let groups = all.into_iter().map(|(name, points, inputs)| {
        let cases = inputs.into_iter();
        let new: Vec<Case> = cases.filter(|case| seen.insert(case.input.clone())).collect();
        let called = |number: usize| match name {
            SAMPLES => format!("sample-{number}"),
            name => format!("{name}-{number:02}"),
        };
        let cases = (1..).zip(new).map(|(number, case)| Case {
            name: called(number),
            ..case
        });
        CaseGroup {
            name,
            points,
            cases: cases.collect(),
        }
    });
    let mut groups: Vec<CaseGroup> = groups.filter(|group| !group.cases.is_empty()).collect();
    // The last group takes the points of groups without testcases.
    let others: u8 = groups.iter().rev().skip(1).map(|group| group.points).sum();
    if let Some(last) = groups.last_mut() {
        last.points = 100 - others;
    }
    groups
}

/// The group of the samples.
const SAMPLES: &str = "samples";

/// Runs the solution on all testcases that it has not answered yet, and returns the processor time of its slowest run.
///
/// # Errors
/// Fails if it does not pass a testcase.
fn passed(
    maker: &Maker<'_>,
    bench: &Workbench,
    solution: &Tried,
    groups: &[CaseGroup],
) -> Result<Duration, PackageError> {
    let cases = groups.iter().flat_map(|group| &group.cases);
    let (known, open): (Vec<&Case>, Vec<&Case>) = cases.partition(|case| solution.spent.contains_key(&case.input));
    let mut slowest = known
        .iter()
        .map(|case| solution.spent[&case.input])
        .max()
        .unwrap_or_default();
    let inputs: Vec<&str> = open.iter().map(|case| case.input.as_str()).collect();
    let runs = bench.runs(&solution.program, &inputs, SECONDS)?;
    for (case, run) in open.into_iter().zip(runs) {
        let why = match &run? {
            Ok((output, spent)) if maker.is_right(case, output) => {
                slowest = slowest.max(*spent);
                continue;
            }
            Ok((output, _)) => format!("it prints `{}`", quoted(output.trim().as_bytes(), 100)),
            Err(why) => why.clone(),
        };
        return Err(PackageError::Lacks(format!(
            "its solver fails alone on the input `{}`: {why}\nhint: the file must be complete, without other files",
            quoted(case.input.trim().as_bytes(), 100)
        )));
    }
    Ok(slowest)
}

/// Returns the notes about numbers whose testcases end below their limits.
fn notes_below_limits<'a>(shape: &'a Shape<'_>, reach: u64, why: &'a str) -> impl Iterator<Item = String> + 'a {
    let what = if shape.letters.is_some() { "the length of " } else { "" };
    shape.below_limits(reach).into_iter().map(move |(limited, to)| {
        let (name, high) = (&limited.name, limited.high);
        format!("the testcases have {what}`{name}` up to {to}, not {high}: the solver explores no more, and {why}")
    })
}

/// Returns the checker of all tests in these groups.
fn checker_of(maker: &Maker<'_>, groups: &[CaseGroup]) -> String {
    let cases = groups.iter().flat_map(|group| &group.cases);
    let tests = cases.flat_map(|case| {
        case.starts
            .iter()
            .enumerate()
            .map(move |(place, start)| (case, place, start))
    });
    let tests = tests.filter_map(|(case, place, start)| {
        // Only an input as a whole names a test of a file that reads itself.
        let words = if maker.shape.form.is_own {
            format!("{} {}", place + 1, case.input.split_whitespace().join(" "))
        } else {
            maker.shape.words_of(start)
        };
        Some((words, maker.tested.get(start)?))
    });
    checker::checker(maker.shape, tests.unique_by(|(words, _)| words.clone()))
}

/// Finds the testcases of a game. Runs its solution on all of them.
///
/// # Errors
/// Fails if a sample contradicts the moves, if the game fails, or if its solution does not pass a testcase.
pub(super) fn find(
    entry: &OwnEntry,
    shape: &Shape<'_>,
    source: &str,
    bench: &Workbench,
    pattern: &dyn Fn() -> Option<Solution>,
) -> Result<Cases, PackageError> {
    let mut maker = Maker {
        entry,
        shape,
        explored: None,
        work: 0,
        tested: BTreeMap::new(),
    };
    let asks_move = entry.facts()?.asks_for_a_move();
    let mut notes = Vec::new();
    let mut samples = maker.samples()?;
    let is_own = shape.form.is_own;
    let mut reach = if is_own { shape.top() } else { maker.reach()? };
    let secrets = if is_own {
        vec![("full", 100, maker.inputs_of_folder()?)]
    } else {
        let small = maker.pool(SMALL.min(reach))?;
        let large = maker.pool(reach)?;
        let mut full = maker.inputs(&large);
        if let Some(whole) = maker.whole()? {
            notes.push(format!("one testcase holds all {} legal starts", whole.starts.len()));
            full.push(whole);
        }
        vec![("small", 30, maker.inputs(&small)), ("full", 70, full)]
    };
    let explored = maker.explored.clone().unwrap_or_default();
    let mut solution = solution::of_moves(entry, shape, source, &explored)?;
    let mut seconds = 1 + maker.work as u64 / 200_000;
    if samples.is_empty() {
        let given = &secrets[0].2;
        // An input of the user is a sample only if another one stays secret.
        let most = if is_own { given.len() - 1 } else { 2 };
        let of_answers = given.iter().unique_by(|case| &case.answer);
        samples = of_answers.take(most.min(2)).cloned().collect();
        notes.push("it has no `SAMPLES`: gamesolve chose small testcases as samples".to_owned());
    }
    let mut groups = vec![(SAMPLES, 0, samples)];
    groups.extend(secrets);
    let (mut is_contradicted, mut runs) = (false, None);
    let tried = |solution: &Solution, place: &str| {
        bench.ready(solution, place).map(|program| Tried {
            program,
            spent: BTreeMap::new(),
        })
    };
    // A pattern gives no moves.
    if reach < shape.top()
        && !asks_move
        && let Some(by_pattern) = pattern()
    {
        let mut of_pattern = tried(&by_pattern, "pattern")?;
        let count = if shape.tests.is_some() { POOL } else { CASES };
        let starts = maker.starts(shape.top(), count)?;
        is_contradicted = entry.contradicts(&starts, budget())?;
        if !is_contradicted && let Some(largest) = of_pattern.asked(bench, shape, starts)? {
            (groups[2].0, groups[2].1) = ("medium", 30);
            groups.push(("full", 40, maker.inputs(&largest)));
            notes.push(format!(
                "a pattern gives the answers of the group `full`: the head of `solver.{}` states its evidence",
                by_pattern.ending
            ));
            (reach, seconds, solution) = (shape.top(), SECONDS_OF_PATTERN, by_pattern);
            runs = Some(of_pattern);
        }
    }
    let why = if asks_move {
        "a pattern gives no winning moves"
    } else if is_contradicted {
        "its moves there contradict its pattern"
    } else {
        "no pattern is known up to there"
    };
    notes.extend(notes_below_limits(shape, reach, why));
    let groups = grouped(groups);
    let runs = runs.map_or_else(|| tried(&solution, "solver"), Ok)?;
    let slowest = passed(&maker, bench, &runs, &groups)?;
    // Some moves take much longer than others.
    let seconds = seconds.max((FACTOR * slowest).as_secs() + 1);
    Ok(Cases {
        checker: asks_move.then(|| checker_of(&maker, &groups)),
        groups,
        solution,
        reach,
        seconds,
        is_of_points: explored.has_points(),
        notes,
    })
}
