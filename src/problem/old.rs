//! The first form, until every problem has moved to the second.
#![allow(missing_docs)]

use std::fmt;
use std::num::NonZeroUsize;

pub use super::{
    AnyGame, CertifyError, Checker, Entry, Failure, FamilyInfo, Input, Limit, Meta as NewMeta,
    Rejection, Variant, Variants, Words,
};
use crate::budget::{Budget, Refusal};
use crate::playable::{Erased, Playable};
use crate::random::Random;
use crate::text::{InputError, Mode, Scanner};

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

impl Meta {
    const fn converted(&self) -> NewMeta {
        NewMeta {
            slug: self.slug,
            statement: self.statement,
            hints: self.hints,
            source: self.source,
            engine: self.engine,
            contest_files: self.contest_files,
            limits: self.limits,
            time_limit_ms: self.time_limit_ms,
            memory_limit_mib: self.memory_limit_mib,
            size: self.size,
            variants: self.variants,
        }
    }
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

/// One way to make instances of a problem.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is special about its instances, for people.
    pub about: &'static str,
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
    ) -> Result<String, CertifyError>;

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

fn read<P: Problem>(input: Input<'_>, mode: Mode) -> Result<P::Instance, InputError> {
    P::read(&mut Scanner::new(input.bytes, mode)?, input.variants)
}

impl<P: Problem> Entry for P {
    fn meta(&self) -> &'static NewMeta {
        const { &P::META.converted() }
    }

    fn families(&self) -> Vec<FamilyInfo> {
        let info = |family: &Family| FamilyInfo {
            name: family.name,
            about: family.about,
        };
        P::META.families.iter().map(info).collect()
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
