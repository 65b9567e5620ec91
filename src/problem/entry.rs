//! A problem without its types: text in, text out.

use std::marker::PhantomData;
use std::num::NonZeroUsize;

use itertools::Itertools as _;

use super::form::InputForm;
use super::misere::{self, MISERE, MiserePlay};
use super::{
    AnyGame, CertifyError, Family, Limit, Meta, MistakeInfo, Mistaken, Problem, Rejection, Series, Shown as _, Solved,
    Variants,
};
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules as _, Value, oracle};
use crate::random::Random;
use crate::text::{InputError, Mode, Scanner, until_dos_end};

/// The reason why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input is malformed.
    #[error(transparent)]
    Input(InputError),
    /// The input needs more than the budget.
    #[error(transparent)]
    Refused(Refusal),
    /// Our own answer failed its check.
    #[error("{0}")]
    Uncertified(String),
    /// The rules come from a file, and the file is faulty.
    #[error("{0}")]
    Game(String),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        match error.refusal() {
            Some(refusal) => Failure::Refused(refusal.clone()),
            None => Failure::Input(error),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<CertifyError> for Failure {
    fn from(error: CertifyError) -> Failure {
        match error {
            CertifyError::Refused(refusal) => Failure::Refused(refusal),
            CertifyError::Wrong(why) => Failure::Uncertified(why),
        }
    }
}

/// An input with the variants of its rules.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The variants of the rules.
    pub variants: &'a Variants,
}

/// The answer to an input, with sentences about the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The text that a judge expects.
    pub text: String,
    /// Sentences for people: the evidence if the answer was not computed, and doubts about the input.
    pub remarks: Vec<String>,
}

impl From<String> for Answered {
    fn from(text: String) -> Answered {
        let remarks = Vec::new();
        Answered { text, remarks }
    }
}

/// A family of instances, for people.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// The property of its instances.
    pub about: &'static str,
}

/// A table of values by one or two numbers of a problem's instances.
#[derive(Clone, Copy, Debug)]
pub struct SeriesInfo {
    /// The names of the numbers.
    pub names: &'static [&'static str],
    /// The default input for the other numbers.
    pub base: &'static str,
    /// Whether the moves of a position are known as numbers.
    pub has_moves: bool,
}

/// A problem as the rest of the program uses it: text in, text out.
pub trait Entry: Sync {
    /// Returns the fixed facts of the problem.
    fn meta(&self) -> &'static Meta;

    /// Checks that the rules can be used at all.
    ///
    /// # Errors
    /// Fails if they come from a faulty file.
    fn usable(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns the families of its instances. The first is the default.
    fn families(&self) -> Vec<FamilyInfo>;

    /// Answers an input.
    ///
    /// # Errors
    /// Fails if the input is malformed or needs more than the budget.
    fn solve(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure>;

    /// Answers an input as [`solve`](Entry::solve) does. If computing the answer needs too much, it may follow from a
    /// claim with evidence, which a remark states.
    ///
    /// # Errors
    /// Fails if the input is malformed, or if neither way gives an answer.
    fn answered(&self, input: Input<'_>, budget: Budget) -> Result<Answered, Failure> {
        self.solve(input, budget).map(Answered::from)
    }

    /// Answers an input, checks the answer, and describes the check.
    ///
    /// # Errors
    /// Fails as [`solve`](Entry::solve) does, and if the check fails.
    fn certify(&self, input: Input<'_>, budget: Budget) -> Result<(String, String), Failure>;

    /// Checks that an input is strictly in the format and within the original limits.
    ///
    /// # Errors
    /// Returns the first error in it.
    fn validate(&self, input: Input<'_>) -> Result<(), InputError>;

    /// Returns a sentence about a part of a valid input that the user may have meant differently.
    fn doubt(&self, input: Input<'_>) -> Option<String> {
        let _ = input;
        None
    }

    /// Returns the input as the validator wants it: read leniently and written again.
    ///
    /// # Errors
    /// Fails if the input is malformed.
    fn canonical(&self, input: Input<'_>) -> Result<String, InputError>;

    /// Returns whether several outputs can be correct, so that [`check`](Entry::check) judges them by the rules.
    fn has_checker(&self) -> bool;

    /// Returns the words that begin an answer but never an input.
    fn answer_words(&self) -> &'static [&'static str];

    /// Judges an output by the rules, or returns `None` if the problem has only one correct answer.
    ///
    /// # Errors
    /// Fails if the input is malformed or needs more than the budget.
    fn check(&self, input: Input<'_>, output: &[u8], budget: Budget) -> Result<Option<Result<(), Rejection>>, Failure>;

    /// Answers from the rules alone, or returns `None` if the instance is too large.
    ///
    /// # Errors
    /// Fails if the input is malformed.
    fn brute(&self, input: Input<'_>) -> Result<Option<String>, InputError>;

    /// Returns the known mistakes of submissions.
    fn mistakes(&self) -> Vec<MistakeInfo>;

    /// Returns the meaning of the size of a tiny instance, or `None` if tiny instances are not listed.
    fn tiny_measure(&self) -> Option<&'static str>;

    /// Iterates over all instances of a tiny size, each in one numbering and order only. There are none if they are not
    /// listed.
    fn tiny(&self, size: u64) -> Box<dyn Iterator<Item = String> + '_>;

    /// Returns the `main` in C++ and in Python that calls a `class Solution`, if the problem's site wants such a class.
    fn solution_main(&self) -> Option<[&'static str; 2]>;

    /// Returns the maximum size of an input that a person can trace by hand, in bytes.
    fn traceable_bytes(&self) -> usize;

    /// Returns the output that a program with this mistake gives for an input.
    ///
    /// `mistake` is an index of [`mistakes`](Entry::mistakes).
    ///
    /// # Errors
    /// Fails if the input is malformed.
    ///
    /// # Panics
    /// If there is no such mistake.
    fn mistaken(&self, mistake: usize, input: Input<'_>) -> Result<Mistaken, InputError>;

    /// Checks that [`generate`](Entry::generate) can write inputs.
    ///
    /// # Errors
    /// Fails if the rules come from a file, and the file is faulty or does not describe its inputs.
    fn can_generate(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns the text of an instance. Panics if `family` is not one of the problem's or `size` is 0.
    fn generate(&self, family: &str, size: u64, seed: u64) -> String;

    /// Returns the first wanted input that is valid and one step smaller than this one, or `None` if there is none.
    ///
    /// `wanted` sees up to `at_once` inputs at a time and returns the index of the first that it wants.
    ///
    /// # Errors
    /// Fails if the input is malformed.
    fn first_smaller(
        &self,
        input: Input<'_>,
        at_once: NonZeroUsize,
        wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<Option<String>, InputError>;

    /// Returns the game behind a test of an input. Tests are counted from 0.
    ///
    /// # Errors
    /// Fails if the input is malformed, or if its game needs more than the budget or is too large to show.
    ///
    /// # Panics
    /// If there is no such test.
    fn game(&self, input: Input<'_>, test: usize, budget: Budget) -> Result<Box<dyn AnyGame>, Failure>;

    /// Makes the games of texts of one test each, as they are asked for. Some may be left out if all need more than the
    /// budget together.
    fn games<'a>(
        &'a self,
        tests: &'a [String],
        variants: &'a Variants,
        budget: Budget,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn AnyGame>, Failure>> + 'a> {
        let game = move |test: &'a String| {
            let bytes = test.as_bytes();
            self.game(Input { bytes, variants }, 0, budget)
        };
        Box::new(tests.iter().map(game))
    }

    /// Returns the winner with one token for every vertex of the graph of a test, in the order of their numbers.
    ///
    /// The input need not give a start. Returns `None` if the game is not on the vertices of a directed graph.
    ///
    /// # Errors
    /// Fails if the input is malformed, has no such test or needs more than the budget.
    fn outcomes_of_vertices(
        &self,
        input: Input<'_>,
        test: usize,
        budget: Budget,
    ) -> Result<Option<Vec<Outcome>>, Failure> {
        let _ = (input, test, budget);
        Ok(None)
    }

    /// Completes an input that lacks its start with some start, for questions about every vertex.
    ///
    /// Returns `None` if it has a start, or has another error.
    fn with_some_start(&self, input: Input<'_>) -> Option<String> {
        let _ = input;
        None
    }

    /// Returns the number of tests in an input, which is 1 if the format holds one test.
    ///
    /// # Errors
    /// Fails if the input is malformed.
    fn tests(&self, input: Input<'_>) -> Result<usize, InputError>;

    /// Returns the texts of the tests inside one input, or `None` if the format holds one test.
    ///
    /// # Errors
    /// Fails if the input is malformed.
    fn split(&self, input: Input<'_>) -> Result<Option<Vec<String>>, InputError>;

    /// Returns the number of places of the game of a test without solving it, or `None` if it is unknown before.
    ///
    /// # Errors
    /// Fails if the input is malformed or needs more than the budget.
    fn place_count(&self, _: Input<'_>, _test: usize, _: Budget) -> Result<Option<u64>, Failure> {
        Ok(None)
    }

    /// Returns the tables of values by one or two numbers.
    fn series(&self) -> Vec<SeriesInfo> {
        Vec::new()
    }

    /// Returns the title of a table of [`series`](Entry::series), with the other numbers of an input.
    ///
    /// # Errors
    /// Fails if the input is malformed.
    ///
    /// # Panics
    /// If there is no such table.
    fn series_about(&self, series: usize, input: Input<'_>) -> Result<String, InputError> {
        let _ = input;
        panic!("there is no table {series}")
    }

    /// Returns the value of the instance with these numbers and the other numbers of an input, and the steps that it
    /// took.
    ///
    /// Returns `None` if the format has no such instance. No position is played out.
    ///
    /// # Errors
    /// Fails if the input is malformed, or if the value needs more than the budget.
    ///
    /// # Panics
    /// If there is no such table.
    fn series_value(
        &self,
        series: usize,
        input: Input<'_>,
        numbers: &[u64],
        budget: Budget,
    ) -> Result<Option<(Value, u64)>, Failure> {
        let _ = (input, numbers, budget);
        panic!("there is no table {series}")
    }

    /// Returns the moves of the instance with these numbers, each as the numbers after it.
    ///
    /// Returns `None` if they are more than `most`, or not known as numbers.
    fn series_moves(&self, series: usize, input: Input<'_>, numbers: &[u64], most: usize) -> Option<Vec<Vec<u64>>> {
        let _ = (series, input, numbers, most);
        None
    }

    /// Returns its name for a command line, quoted for a shell.
    fn typed(&self) -> &str {
        self.meta().slug
    }

    /// Returns the failure for two different answers to one input, which is an error of gamesolve.
    fn disagreement(&self, why: String) -> Failure {
        Failure::Uncertified(why)
    }

    /// Returns the largest size of a game of the user's own, or `None` if the problem has an original limit.
    fn own_sizes(&self) -> Option<u64> {
        None
    }

    /// Describes the inputs that no family makes, or returns `None` if the families reach the limits.
    fn never_made(&self) -> Option<String> {
        None
    }

    /// Returns the form of an input.
    ///
    /// # Errors
    /// Fails if the rules come from a file, and the file is faulty or does not state the form.
    fn input_form(&self) -> Result<InputForm, Failure> {
        let meta = self.meta();
        let (fields, answer) = meta.form;
        let needs_more = |limit: &&Limit| {
            [limit.original.0, limit.original.1]
                .iter()
                .any(|&end| i32::try_from(end).is_err())
        };
        let wide = meta.limits.iter().filter(needs_more);
        Ok(InputForm {
            fields: fields.to_vec(),
            wide: wide.flat_map(|limit| limit.name.split(", ")).collect(),
            answer: answer.to_owned(),
        })
    }

    /// Returns the name of its embedded cases and submissions.
    ///
    /// A user's own game has none, although a problem may have the same name.
    fn carried_as(&self) -> &'static str {
        self.meta().slug
    }

    /// Returns a line with the name under which others know the game, or nothing if it has its own name.
    fn name_line(&self, _: Input<'_>, _: Budget) -> String {
        String::new()
    }

    /// Returns an example of an argument of [`input_at`](Entry::input_at).
    fn position_at(&self) -> Option<String> {
        None
    }

    /// Returns an input with only this position, or `None` if positions do not fit in a line.
    fn input_at(&self, position: &str) -> Option<String> {
        let _ = position;
        None
    }
}

/// The [`Entry`] of a problem type.
struct Registered<P>(PhantomData<fn() -> P>);

/// Returns the [`Entry`] of a problem type.
pub const fn entry<P: Problem>() -> &'static dyn Entry {
    &Registered::<P>(PhantomData)
}

/// Returns a scanner of an input. In lenient mode the input may end as DOS files do.
pub(crate) fn scanner_of(bytes: &[u8], mode: Mode) -> Result<Scanner<'_>, InputError> {
    let content = match mode {
        Mode::Lenient => until_dos_end(bytes),
        Mode::Strict => bytes,
    };
    Scanner::new(content, mode)
}

fn read<P: Problem>(input: Input<'_>, mode: Mode) -> Result<P, InputError> {
    let instance = P::read(&mut scanner_of(input.bytes, mode)?, input.variants);
    instance.map_err(|error| hinted::<P>(error, input))
}

/// Reads an input that lacks only its start, or returns `None`.
fn read_without_start<P: Problem>(input: Input<'_>) -> Option<(P, &'static str)> {
    /// The memory that a start may take: bytes for each byte of the input, and bytes in addition.
    const TIMES: u64 = 64;
    const BYTES: u64 = 1 << 26;
    let (read, missing) = P::WITHOUT_START?;
    let most = BYTES + TIMES.saturating_mul(input.bytes.len() as u64);
    let mut scanner = scanner_of(input.bytes, Mode::Lenient).ok()?.within(Budget::of(most));
    Some((read(&mut scanner, input.variants).ok()?, missing))
}

/// Adds a hint to the error of an input that lacks only its start.
fn hinted<P: Problem>(error: InputError, input: Input<'_>) -> InputError {
    match read_without_start::<P>(input) {
        Some((_, missing)) if error.refusal().is_none() => error.with_hint(missing),
        _ => error,
    }
}

/// Returns whether an input is about misère play and the problem has no variant of its own for it.
fn is_misere<P: Problem>(input: Input<'_>) -> bool {
    input.variants.has(MISERE.name) && P::META.misere() == MiserePlay::Explored
}

/// Reads an input within a budget, and returns also the rest of the budget.
fn read_within<P: Problem>(input: Input<'_>, budget: Budget) -> Result<(P, Budget), Failure> {
    let mut scanner = scanner_of(input.bytes, Mode::Lenient)?.within(budget);
    let instance = P::read(&mut scanner, input.variants).map_err(|error| hinted::<P>(error, input))?;
    Ok((instance, budget.holding(scanner.held())))
}

/// Returns the instance of one test.
fn nth_test<P: Problem>(instance: P, test: usize) -> P {
    match instance.split() {
        None => instance,
        Some(tests) => {
            let found = tests.into_iter().nth(test);
            found.expect("the caller asks for a test that there is")
        }
    }
}

/// Returns the first wanted text that is a valid input of the entry and smaller than `input`.
fn first_wanted(
    entry: &dyn Entry,
    texts: &mut dyn Iterator<Item = String>,
    input: Input<'_>,
    at_once: NonZeroUsize,
    wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
) -> Option<String> {
    let is_smaller_and_valid = |text: &String| {
        let bytes = text.as_bytes();
        (bytes.len(), bytes) < (input.bytes.len(), input.bytes) && entry.validate(Input { bytes, ..input }).is_ok()
    };
    let mut texts = texts.filter(is_smaller_and_valid);
    loop {
        let batch: Vec<String> = texts.by_ref().take(at_once.get()).collect();
        if batch.is_empty() {
            return None;
        }
        if let Some(place) = wanted(&batch) {
            return batch.into_iter().nth(place);
        }
    }
}

impl<P: Problem> Entry for Registered<P> {
    fn meta(&self) -> &'static Meta {
        &P::META
    }

    fn families(&self) -> Vec<FamilyInfo> {
        let info = |family: &Family<P>| FamilyInfo {
            name: family.name,
            about: family.about,
        };
        P::FAMILIES.iter().map(info).collect()
    }

    fn solve(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure> {
        let (instance, budget) = read_within::<P>(input, budget)?;
        let answers = if is_misere::<P>(input) {
            misere::solve(&instance, budget)
        } else {
            instance.solve(budget)
        };
        Ok(answers?.iter().join(""))
    }

    fn certify(&self, input: Input<'_>, budget: Budget) -> Result<(String, String), Failure> {
        let (instance, budget) = read_within::<P>(input, budget)?;
        let (answers, checked) = if is_misere::<P>(input) {
            let answers = misere::solve(&instance, budget)?;
            let checked = super::summary(misere::certify(&instance, &answers, budget)?);
            (answers, checked)
        } else {
            let answers = instance.solve(budget)?;
            let checked = instance.certify(&answers, budget)?;
            (answers, checked)
        };
        Ok((answers.iter().join(""), checked))
    }

    fn validate(&self, input: Input<'_>) -> Result<(), InputError> {
        read::<P>(input, Mode::Strict).map(drop)
    }

    fn doubt(&self, input: Input<'_>) -> Option<String> {
        read::<P>(input, Mode::Lenient).ok()?.doubt()
    }

    fn canonical(&self, input: Input<'_>) -> Result<String, InputError> {
        read::<P>(input, Mode::Lenient).map(|instance| instance.to_string())
    }

    fn has_checker(&self) -> bool {
        P::CHECKER.is_some()
    }

    fn answer_words(&self) -> &'static [&'static str] {
        P::ANSWER_WORDS
    }

    fn check(&self, input: Input<'_>, output: &[u8], budget: Budget) -> Result<Option<Result<(), Rejection>>, Failure> {
        let Some(checker) = P::CHECKER else {
            return Ok(None);
        };
        if is_misere::<P>(input) {
            return Err(Refusal::unconditional("the checker of outputs knows the original rules only").into());
        }
        let (instance, budget) = read_within::<P>(input, budget)?;
        Ok(Some(checker(&instance, output, budget)?))
    }

    fn brute(&self, input: Input<'_>) -> Result<Option<String>, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        let answers = if is_misere::<P>(input) {
            misere::brute(&instance)
        } else {
            super::brute(&instance)
        };
        Ok(answers.map(|answers| answers.iter().join("")))
    }

    fn mistakes(&self) -> Vec<MistakeInfo> {
        P::MISTAKES.iter().map(|mistake| mistake.info).collect()
    }

    fn tiny_measure(&self) -> Option<&'static str> {
        P::TINY.map(|tiny| tiny.measure)
    }

    fn tiny(&self, size: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let Some(tiny) = P::TINY else {
            return Box::new(std::iter::empty());
        };
        let texts = (tiny.of)(size);
        let is_valid = |text: &String| {
            let bytes = text.as_bytes();
            let variants = Variants::ORIGINAL;
            self.validate(Input { bytes, variants }).is_ok()
        };
        Box::new(texts.map(|instance| instance.to_string()).filter(is_valid))
    }

    fn solution_main(&self) -> Option<[&'static str; 2]> {
        P::SOLUTION_MAIN
    }

    fn traceable_bytes(&self) -> usize {
        P::TRACEABLE_BYTES
    }

    fn mistaken(&self, mistake: usize, input: Input<'_>) -> Result<Mistaken, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(if is_misere::<P>(input) {
            // The mistakes are about the original rules.
            Mistaken::Unknown
        } else if P::SOLUTION_MAIN.is_some() && instance.split().is_some() {
            // A `class Solution` is called for one test.
            Mistaken::Unknown
        } else {
            (P::MISTAKES[mistake].wrong)(&instance)
        })
    }

    fn generate(&self, family: &str, size: u64, seed: u64) -> String {
        let found = P::FAMILIES.iter().find(|known| known.name == family);
        let found = found.unwrap_or_else(|| panic!("`{family}` is a family of {}", P::META.slug));
        assert!(size > 0, "an instance has a size");
        (found.make)(size, &mut Random::new(seed)).to_string()
    }

    fn first_smaller(
        &self,
        input: Input<'_>,
        at_once: NonZeroUsize,
        wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<Option<String>, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        // Boxed, so that the steps of each problem are compiled only for this one use.
        let mut texts: Box<dyn Iterator<Item = String> + '_> =
            Box::new(instance.smaller().map(|smaller| smaller.to_string()));
        Ok(first_wanted(self, &mut *texts, input, at_once, wanted))
    }

    fn game(&self, input: Input<'_>, test: usize, budget: Budget) -> Result<Box<dyn AnyGame>, Failure> {
        let (instance, budget) = read_within::<P>(input, budget)?;
        let instance = nth_test(instance, test);
        let solved = if is_misere::<P>(input) {
            misere::solved(&instance, budget)?
        } else {
            Solved::of::<P>(instance.game(budget)?, budget)?
        };
        Ok(Box::new(solved.stating(P::META.changed_rules(input.variants))))
    }

    fn outcomes_of_vertices(
        &self,
        input: Input<'_>,
        test: usize,
        budget: Budget,
    ) -> Result<Option<Vec<Outcome>>, Failure> {
        let (instance, budget) = match (read_within::<P>(input, budget), P::WITHOUT_START) {
            (Err(Failure::Input(error)), Some((read, _))) => {
                let mut scanner = scanner_of(input.bytes, Mode::Lenient)?.within(budget);
                // For an input that is neither, report the error of the problem's own reader.
                let instance = read(&mut scanner, input.variants).map_err(|_| error)?;
                (instance, budget.holding(scanner.held()))
            }
            (read, _) => read?,
        };
        let several = instance.split();
        let count = several.as_ref().map_or(1, Vec::len);
        if test >= count {
            let message = format!("there is no test {}: the input holds {count}", test.saturating_add(1));
            return Err(InputError::new(0, 0, message).into());
        }
        let instance = several.map_or(Some(instance), |tests| tests.into_iter().nth(test));
        let instance = instance.expect("there are more tests");
        Ok(instance.outcomes_of_vertices(is_misere::<P>(input), budget)?)
    }

    fn with_some_start(&self, input: Input<'_>) -> Option<String> {
        match P::read(&mut Scanner::new(input.bytes, Mode::Lenient).ok()?, input.variants) {
            Ok(_) => None,
            Err(_) => read_without_start::<P>(input).map(|(instance, _)| instance.to_string()),
        }
    }

    fn series(&self) -> Vec<SeriesInfo> {
        let info = |series: &Series<P>| SeriesInfo {
            names: series.names,
            base: series.base,
            has_moves: series.after.is_some(),
        };
        P::SERIES.iter().map(info).collect()
    }

    fn series_about(&self, series: usize, input: Input<'_>) -> Result<String, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok((P::SERIES[series].about)(&instance))
    }

    fn series_value(
        &self,
        series: usize,
        input: Input<'_>,
        numbers: &[u64],
        budget: Budget,
    ) -> Result<Option<(Value, u64)>, Failure> {
        /// The steps of writing an instance and reading it again, for each byte.
        const BYTE_STEPS: u64 = 20;
        let base = read::<P>(input, Mode::Lenient)?;
        let Some(instance) = (P::SERIES[series].of)(&base, numbers) else {
            return Ok(None);
        };
        let text = instance.to_string();
        let input = Input {
            bytes: text.as_bytes(),
            ..input
        };
        let (instance, budget) = match read_within::<P>(input, budget) {
            // The numbers are outside the format's limits.
            Err(Failure::Input(_)) => return Ok(None),
            read => read?,
        };
        let read = BYTE_STEPS * text.len() as u64;
        let game = instance.game(budget)?;
        let theory = if is_misere::<P>(input) {
            misere::theory::<P>(&game, budget)?
        } else {
            P::theory(&game, budget)?
        };
        let value = theory.value(&game, &game.start());
        Ok(Some((value, read.saturating_add(theory.steps()))))
    }

    fn series_moves(&self, series: usize, input: Input<'_>, numbers: &[u64], most: usize) -> Option<Vec<Vec<u64>>> {
        let series = &P::SERIES[series];
        let after = series.after?;
        let base = read::<P>(input, Mode::Lenient).ok()?;
        let game = (series.of)(&base, numbers)?.game(Budget::of_this_machine()).ok()?;
        let start = game.start();
        let is_listed = game.move_count(&start) <= most as u128;
        is_listed.then(|| {
            oracle::steps(&game, &start)
                .map(|(_, to)| after(numbers, &to))
                .collect()
        })
    }

    fn tests(&self, input: Input<'_>) -> Result<usize, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(instance.split().map_or(1, |tests| tests.len()))
    }

    fn split(&self, input: Input<'_>) -> Result<Option<Vec<String>>, InputError> {
        let tests = read::<P>(input, Mode::Lenient)?.split();
        Ok(tests.map(|tests| tests.iter().map(ToString::to_string).collect()))
    }

    fn place_count(&self, input: Input<'_>, test: usize, budget: Budget) -> Result<Option<u64>, Failure> {
        let (instance, budget) = read_within::<P>(input, budget)?;
        let game = nth_test(instance, test).game(budget)?;
        Ok(Some(game.place_count()))
    }
}
