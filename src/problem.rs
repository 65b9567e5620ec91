//! The form that every problem fills in, and the face it shows to the rest.
//!
//! [`Problem`] is what an author writes: typed, without input or output. [`Entry`] is what the command line, the judge
//! and everything else sees: text in, text out, without types. One blanket implementation joins them, so that a verb
//! written against [`Entry`] works for every problem.
//!
//! The original limits need no function of their own: the reader states them beside the limits of solving
//! ([`Limit`]), and reading in [`Mode::Strict`] is the validator. So each limit is written once, and a violation is
//! reported at its place in the file.

use std::fmt;
use std::num::NonZeroUsize;

use crate::budget::{Budget, Refusal};
use crate::playable::{AnyGame, Erased, Playable};
use crate::random::Random;
use crate::text::{Bounds, InputError, Mode, Scanner};

/// What is fixed about a problem, all of it constant data.
#[derive(Debug)]
pub struct Meta {
    /// The subcommand: lower-case words joined by hyphens.
    pub slug: &'static str,
    /// The problem's name in each language of its statements.
    pub title: Words,
    /// Where the problem comes from, for people.
    pub source: &'static str,
    /// What its solver stands on, for people: `retrograde`, `Grundy values`, …
    pub engine: &'static str,
    /// The names of input and output file at the contest.
    pub contest_files: (&'static str, &'static str),
    /// The original limits of single numbers, for the statements' check and for people.
    pub limits: &'static [Limit],
    /// The time limit of one case for a contestant's program, in milliseconds.
    pub time_limit_ms: u32,
    /// The memory limit of one case for a contestant's program, in MiB.
    pub memory_limit_mib: u32,
    /// The whole statement, in Markdown.
    pub statement: Words,
    /// Three hints of growing help, in Markdown.
    pub hints: &'static str,
    /// Ways to make instances; the first is the default.
    pub families: &'static [Family],
    /// What `--size` means, and its largest value within the original limits.
    pub size: (&'static str, u64),
    /// Variants of the rules beyond the original, each a flag.
    pub variants: &'static [Variant],
}

/// The same words in the languages of the statements.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Vietnamese.
    pub vi: &'static str,
    /// Simplified Chinese.
    pub zh: &'static str,
}

/// The three statements of a problem, from `problems/<slug>/`.
macro_rules! statement {
    ($slug:literal) => {
        $crate::problem::Words {
            en: include_str!(concat!("../../problems/", $slug, "/statement.en.md")),
            vi: include_str!(concat!("../../problems/", $slug, "/statement.vi.md")),
            zh: include_str!(concat!("../../problems/", $slug, "/statement.zh.md")),
        }
    };
}

/// The hints of a problem, from `problems/<slug>/`.
macro_rules! hints {
    ($slug:literal) => {
        include_str!(concat!("../../problems/", $slug, "/hints.md"))
    };
}

pub(crate) use {hints, statement};

/// The values of one number of a format.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What the statement calls it: `N`.
    pub name: &'static str,
    /// What it is: `the number of vertices`.
    pub what: &'static str,
    /// The original limits, both ends included.
    pub original: (i64, i64),
    /// What solving accepts, both ends included; wider than the original.
    pub solve: (i64, i64),
}

impl Limit {
    /// Reads the number this limit is about.
    ///
    /// # Errors
    /// As [`Scanner::integer`].
    pub fn integer(&self, scanner: &mut Scanner<'_>) -> Result<i64, InputError> {
        scanner.integer(
            format_args!("`{}` ({})", self.name, self.what),
            self.bounds(),
        )
    }

    /// Reads the number this limit is about, where it counts or numbers things.
    ///
    /// # Errors
    /// As [`Scanner::count`].
    pub fn count(&self, scanner: &mut Scanner<'_>) -> Result<usize, InputError> {
        scanner.count(
            format_args!("`{}` ({})", self.name, self.what),
            self.bounds(),
        )
    }

    /// Both ranges, for a read under another name.
    pub fn bounds(&self) -> Bounds {
        Bounds::new(
            self.solve.0..=self.solve.1,
            self.original.0..=self.original.1,
        )
    }

    /// The same limit with another original end, where that depends on numbers read before.
    #[must_use]
    pub fn up_to(self, original_end: i64) -> Limit {
        Limit {
            original: (
                self.original.0,
                original_end.clamp(self.original.0, self.solve.1),
            ),
            ..self
        }
    }
}

/// One way to make instances of a problem.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is special about its instances, for people.
    pub about: &'static str,
}

/// A variant of the rules beyond the original, chosen by a flag of this name.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The flag without its hyphens.
    pub name: &'static str,
    /// What it changes, for people.
    pub help: &'static str,
    /// For a flag that takes a number: what to call it, and its values.
    pub value: Option<(&'static str, RangeOf)>,
}

/// A range of values of a [`Variant`], both ends included.
pub type RangeOf = (u64, u64);

/// The variants that the user chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variants(Vec<(&'static str, u64)>);

impl Variants {
    /// The original rules.
    pub const ORIGINAL: &'static Variants = &Variants(Vec::new());

    /// Adds a variant of `meta`; a flag without a number has the value 1.
    pub fn set(&mut self, variant: &Variant, value: u64) {
        self.0.push((variant.name, value));
    }

    /// Whether the flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.number(name).is_some()
    }

    /// The flag's number, if it was given.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, value)| *value)
    }
}

/// Why an output is not accepted, for the person who wrote the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection(pub String);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Judges an output by the rules alone, where several outputs are right.
pub type Checker<Instance> =
    fn(&Instance, output: &[u8], Budget) -> Result<Result<(), Rejection>, Refusal>;

/// Why a solution could not be certified.
#[derive(Debug)]
pub enum Doubt {
    /// Checking it needs more than the budget.
    Refused(Refusal),
    /// The check failed: the solver is wrong.
    Wrong(String),
}

impl From<Refusal> for Doubt {
    fn from(refusal: Refusal) -> Doubt {
        Doubt::Refused(refusal)
    }
}

/// What the author of a problem writes. No input, no output, no command line.
pub trait Problem: Sync + 'static {
    /// What is fixed about the problem.
    const META: Meta;

    /// Where several outputs are right: what judges one. `None`: the answer is compared with the stored one.
    const CHECKER: Option<Checker<Self::Instance>> = None;

    /// What an answer can begin with and no input does: whole words. Empty where answers are numbers or boards.
    const ANSWER_WORDS: &'static [&'static str] = &[];

    /// One parsed input; displayed in the original format, as the validator wants it.
    type Instance: fmt::Display;

    /// One answer; displayed in the original format, ending with a newline unless empty.
    type Answer: fmt::Display + PartialEq;

    /// Reads one input to its end. The separators and original limits of the format bind in [`Mode::Strict`] only.
    ///
    /// # Errors
    /// The first thing wrong with the input, at its place.
    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Self::Instance, InputError>;

    /// Solves one instance.
    ///
    /// # Errors
    /// Where that needs more than the budget.
    fn solve(instance: &Self::Instance, budget: Budget) -> Result<Self::Answer, Refusal>;

    /// Checks a solution with a checker that shares no code with the solver; says in a few words what was checked.
    ///
    /// # Errors
    /// Where the check fails, or needs more than the budget.
    fn certify(
        instance: &Self::Instance,
        answer: &Self::Answer,
        budget: Budget,
    ) -> Result<String, Doubt>;

    /// The answer from the rules alone, slowly; `None` where the instance is too large for that.
    fn brute(instance: &Self::Instance) -> Option<Self::Answer>;

    /// Makes an instance within the original limits if `size` is. `family` is one of [`Meta::families`], `size` at
    /// least 1; the same arguments give the same instance on every platform.
    fn generate(family: &str, size: u64, random: &mut Random) -> Self::Instance;

    /// The game that people play: what an instance asks about, move by move.
    type Game: Playable;

    /// The game behind a test of an instance, the first of which is test 0, ready to value positions.
    ///
    /// # Errors
    /// Where that needs more than the budget, or would be too large to show.
    ///
    /// # Panics
    /// If there is no such test.
    fn game(instance: &Self::Instance, test: usize, budget: Budget) -> Result<Self::Game, Refusal>;

    /// Instances one step simpler, the largest steps first: without a vertex, an arc, a stone, a row, or with a lower
    /// number. Those that break a limit of the format, or whose text is not smaller (fewer bytes, or as many and first
    /// in the order of bytes), are left out by [`Entry::first_smaller`].
    fn smaller(instance: &Self::Instance) -> impl Iterator<Item = Self::Instance>;

    /// The tests inside one input, each as an input of its own; `None` where the format holds one test.
    /// The answer's tokens belong to the tests in order, equally many each.
    fn split(instance: &Self::Instance) -> Option<Vec<Self::Instance>> {
        let _ = instance;
        None
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The input is malformed.
    Input(InputError),
    /// It needs more than the budget.
    Refused(Refusal),
    /// Our own answer failed its check.
    Uncertified(String),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Input(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Doubt> for Failure {
    fn from(doubt: Doubt) -> Failure {
        match doubt {
            Doubt::Refused(refusal) => Failure::Refused(refusal),
            Doubt::Wrong(why) => Failure::Uncertified(why),
        }
    }
}

/// An input under the variants it is to be read with.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The variants of the rules.
    pub variants: &'a Variants,
}

/// A problem as everything outside `problems` sees it: text in, text out.
pub trait Entry: Sync {
    /// What is fixed about the problem.
    fn meta(&self) -> &'static Meta;

    /// The answer to an input.
    ///
    /// # Errors
    /// Where the input is malformed or needs more than the budget.
    fn solve(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure>;

    /// The answer to an input, checked, and what was checked.
    ///
    /// # Errors
    /// As [`solve`](Entry::solve), and where the check fails.
    fn certify(&self, input: Input<'_>, budget: Budget) -> Result<(String, String), Failure>;

    /// Whether an input is strictly in the format and within the original limits.
    ///
    /// # Errors
    /// The first thing wrong with it.
    fn validate(&self, input: Input<'_>) -> Result<(), InputError>;

    /// The input as the validator wants it: read leniently and written again.
    ///
    /// # Errors
    /// Where the input is malformed.
    fn canonical(&self, input: Input<'_>) -> Result<String, InputError>;

    /// Whether several outputs can be right, so that [`check`](Entry::check) judges them by the rules.
    fn has_checker(&self) -> bool;

    /// What an answer can begin with and no input does: [`Problem::ANSWER_WORDS`].
    fn answer_words(&self) -> &'static [&'static str];

    /// Judges an output by the rules; `None` where the problem has one right answer only.
    ///
    /// # Errors
    /// Where the input is malformed or needs more than the budget.
    fn check(
        &self,
        input: Input<'_>,
        output: &[u8],
        budget: Budget,
    ) -> Result<Option<Result<(), Rejection>>, Failure>;

    /// The answer from the rules alone; `None` where the instance is too large for that.
    ///
    /// # Errors
    /// Where the input is malformed.
    fn brute(&self, input: Input<'_>) -> Result<Option<String>, InputError>;

    /// An instance's text. Panics if `family` is not one of the problem's or `size` is 0.
    fn generate(&self, family: &str, size: u64, seed: u64) -> String;

    /// The first valid input one step smaller than this one that is wanted; `None` where there is none. `wanted` is
    /// shown up to `at_once` of them at a time and answers with the place of the first that it wants.
    ///
    /// # Errors
    /// Where the input is malformed.
    fn first_smaller(
        &self,
        input: Input<'_>,
        at_once: NonZeroUsize,
        wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<Option<String>, InputError>;

    /// The game behind a test of an input, the first of which is test 0.
    ///
    /// # Errors
    /// Where the input is malformed, or its game needs more than the budget or would be too large to show.
    ///
    /// # Panics
    /// If there is no such test.
    fn game(
        &self,
        input: Input<'_>,
        test: usize,
        budget: Budget,
    ) -> Result<Box<dyn AnyGame>, Failure>;

    /// How many tests an input holds: one where its format has no more.
    ///
    /// # Errors
    /// Where the input is malformed.
    fn tests(&self, input: Input<'_>) -> Result<usize, InputError>;

    /// The texts of the tests inside one input; empty where the format holds one test.
    ///
    /// # Errors
    /// Where the input is malformed.
    fn split(&self, input: Input<'_>) -> Result<Vec<String>, InputError>;
}

fn read<P: Problem>(input: Input<'_>, mode: Mode) -> Result<P::Instance, InputError> {
    P::read(&mut Scanner::new(input.bytes, mode)?, input.variants)
}

impl<P: Problem> Entry for P {
    fn meta(&self) -> &'static Meta {
        &P::META
    }

    fn solve(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(P::solve(&instance, budget)?.to_string())
    }

    fn certify(&self, input: Input<'_>, budget: Budget) -> Result<(String, String), Failure> {
        let instance = read::<P>(input, Mode::Lenient)?;
        let answer = P::solve(&instance, budget)?;
        let checked = P::certify(&instance, &answer, budget)?;
        Ok((answer.to_string(), checked))
    }

    fn validate(&self, input: Input<'_>) -> Result<(), InputError> {
        read::<P>(input, Mode::Strict).map(drop)
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

    fn check(
        &self,
        input: Input<'_>,
        output: &[u8],
        budget: Budget,
    ) -> Result<Option<Result<(), Rejection>>, Failure> {
        let Some(checker) = P::CHECKER else {
            return Ok(None);
        };
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(Some(checker(&instance, output, budget)?))
    }

    fn brute(&self, input: Input<'_>) -> Result<Option<String>, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(P::brute(&instance).map(|answer| answer.to_string()))
    }

    fn generate(&self, family: &str, size: u64, seed: u64) -> String {
        assert!(
            P::META.families.iter().any(|f| f.name == family),
            "`{family}` is a family of {}",
            P::META.slug
        );
        assert!(size > 0, "an instance has a size");
        P::generate(family, size, &mut Random::new(seed)).to_string()
    }

    fn first_smaller(
        &self,
        input: Input<'_>,
        at_once: NonZeroUsize,
        wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<Option<String>, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        let is_smaller_and_valid = |text: &String| {
            let bytes = text.as_bytes();
            (bytes.len(), bytes) < (input.bytes.len(), input.bytes)
                && self.validate(Input { bytes, ..input }).is_ok()
        };
        let mut texts = P::smaller(&instance)
            .map(|smaller| smaller.to_string())
            .filter(is_smaller_and_valid);
        loop {
            let batch: Vec<String> = texts.by_ref().take(at_once.get()).collect();
            if batch.is_empty() {
                return Ok(None);
            }
            if let Some(place) = wanted(&batch) {
                return Ok(batch.into_iter().nth(place));
            }
        }
    }

    fn game(
        &self,
        input: Input<'_>,
        test: usize,
        budget: Budget,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(Box::new(Erased(P::game(&instance, test, budget)?)))
    }

    fn tests(&self, input: Input<'_>) -> Result<usize, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        Ok(P::split(&instance).map_or(1, |tests| tests.len()))
    }

    fn split(&self, input: Input<'_>) -> Result<Vec<String>, InputError> {
        let instance = read::<P>(input, Mode::Lenient)?;
        let tests = P::split(&instance).unwrap_or_default();
        Ok(tests.iter().map(ToString::to_string).collect())
    }
}
