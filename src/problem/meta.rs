//! The fixed facts of a problem: its names, texts, limits and variants.

use std::ops::RangeInclusive;

use itertools::Itertools as _;

use super::form::Field;
use super::{MISERE, MiserePlay};
use crate::text::{Bounds, InputError, Scanner};

/// The fixed facts of a problem, all of them constants.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// The subcommand: lower-case words joined by hyphens.
    pub slug: &'static str,
    /// The whole statement in Markdown. Its first line is the title.
    pub statement: Words,
    /// Three hints in Markdown, each more helpful than the one before.
    pub hints: Words,
    /// The source of the problem, for people.
    pub source: &'static str,
    /// The method of its solver, for people: `retrograde`, `Grundy values`, …
    pub engine: &'static str,
    /// The names of the input and output files at the contest.
    pub contest_files: (&'static str, &'static str),
    /// The fields of an input, and an answer that some test has.
    pub form: (&'static [Field], &'static str),
    /// The original limits of single numbers, for the check of the statements and for people.
    pub limits: &'static [Limit],
    /// The time limit of a testcase for a submission, in milliseconds.
    pub time_limit_ms: u32,
    /// The memory limit of a testcase for a submission, in MiB.
    pub memory_limit_mib: u32,
    /// The meaning of `--size`, and its largest value within the original limits.
    pub size: (&'static str, u64),
    /// Variants of the rules that the problem itself knows, each a flag. [`all_variants`](Meta::all_variants) has more.
    pub variants: &'static [Variant],
    /// The reason why the problem has no misère play, if it has none.
    pub no_misere: Option<&'static str>,
    /// The place on the path through the theory. A user's own game has none.
    pub lesson: Option<Lesson>,
}

/// A place on the path through the theory.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The level, from 1 to 5.
    pub level: u8,
    /// The lesson of the step, in a few words.
    pub teaches: &'static str,
    /// The names of the steps before it: chapters, problems or games of the gallery.
    pub after: &'static [&'static str],
}

/// The slug, statements and hints of a problem, made by `texts!`.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// The subcommand.
    pub slug: &'static str,
    /// The statements.
    pub statement: Words,
    /// The hints.
    pub hints: Words,
}

impl Meta {
    /// Returns the facts that every problem has, with limits of 1 s and 256 MiB for a testcase.
    ///
    /// `size` is the meaning of `--size` and its largest value within the original limits.
    pub const fn new(
        texts: Texts,
        source: &'static str,
        engine: &'static str,
        contest_files: (&'static str, &'static str),
        size: (&'static str, u64),
        limits: &'static [Limit],
    ) -> Meta {
        Meta {
            slug: texts.slug,
            statement: texts.statement,
            hints: texts.hints,
            source,
            engine,
            contest_files,
            form: (&[], ""),
            limits,
            time_limit_ms: 1000,
            memory_limit_mib: 256,
            size,
            variants: &[],
            no_misere: None,
            lesson: None,
        }
    }

    /// Sets the place on the path through the theory. Every problem of the registry has one.
    #[must_use]
    pub const fn lesson(self, level: u8, teaches: &'static str, after: &'static [&'static str]) -> Meta {
        Meta {
            lesson: Some(Lesson { level, teaches, after }),
            ..self
        }
    }

    /// Adds the form of an input and an answer that some test has. First programs are made from them.
    #[must_use]
    pub const fn form(self, fields: &'static [Field], answer: &'static str) -> Meta {
        Meta {
            form: (fields, answer),
            ..self
        }
    }

    /// Adds variants of the rules.
    #[must_use]
    pub const fn variants(self, variants: &'static [Variant]) -> Meta {
        Meta { variants, ..self }
    }

    /// Sets the reason why the problem has no misère play. It ends the sentence "… has no misère play: …".
    #[must_use]
    pub const fn no_misere(self, why: &'static str) -> Meta {
        Meta {
            no_misere: Some(why),
            ..self
        }
    }

    /// Returns the kind of misère play that the problem has.
    pub fn misere(&self) -> MiserePlay {
        let known = self.variants.iter().any(|variant| variant.name == MISERE.name);
        match (known, self.no_misere) {
            (true, _) => MiserePlay::Known,
            (false, None) => MiserePlay::Explored,
            (false, Some(why)) => MiserePlay::Missing(why),
        }
    }

    /// Iterates over all variants of the rules, each a flag: the problem's own ones, and misère play.
    pub fn all_variants(&self) -> impl Iterator<Item = &'static Variant> + use<> {
        let explored = (self.misere() == MiserePlay::Explored).then_some(&MISERE);
        self.variants.iter().chain(explored)
    }

    /// Returns the rules that variants change, in sentences.
    pub fn changed_rules(&self, variants: &Variants) -> Option<String> {
        let chosen = |variant: &'static Variant| variant.sentence(variants.number(variant.name)?);
        let rules = self.all_variants().filter_map(chosen).join(" ");
        (!rules.is_empty()).then_some(rules)
    }

    /// Sets another memory limit, in MiB.
    #[must_use]
    pub const fn memory_limit(self, memory_limit_mib: u32) -> Meta {
        Meta {
            memory_limit_mib,
            ..self
        }
    }

    /// Returns the problem's name in each language: the first line of the statement, or English if it is not
    /// translated.
    pub fn title(&self) -> Words {
        let Words { en, vi, zh } = self.statement;
        let title = |statement: &'static str| {
            let text = if statement.is_empty() { en } else { statement };
            text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
        };
        let [en, vi, zh] = [en, vi, zh].map(title);
        Words { en, vi, zh }
    }
}

/// One text in all languages.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Vietnamese. Empty if there is no translation.
    pub vi: &'static str,
    /// Simplified Chinese. Empty if there is no translation.
    pub zh: &'static str,
}

impl Words {
    /// Returns a text that is not translated.
    pub const fn english(en: &'static str) -> Words {
        Words { en, vi: "", zh: "" }
    }
}

/// Includes one of the texts in `problems/<slug>/`.
macro_rules! text {
    ($slug:literal, $file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/problems/", $slug, "/", $file))
    };
}

/// Makes the [`Texts`] of a problem from `problems/<slug>/`.
///
/// Use `texts!("slug", english only)` if they are not translated.
macro_rules! texts {
    ($slug:literal) => {
        $crate::problem::Texts {
            statement: $crate::problem::Words {
                vi: $crate::problem::text!($slug, "statement.vi.md"),
                zh: $crate::problem::text!($slug, "statement.zh.md"),
                ..$crate::problem::texts!($slug, english only).statement
            },
            hints: $crate::problem::Words {
                vi: $crate::problem::text!($slug, "hints.vi.md"),
                zh: $crate::problem::text!($slug, "hints.zh.md"),
                ..$crate::problem::texts!($slug, english only).hints
            },
            ..$crate::problem::texts!($slug, english only)
        }
    };
    ($slug:literal, english only) => {
        $crate::problem::Texts {
            slug: $slug,
            statement: $crate::problem::Words::english($crate::problem::text!($slug, "statement.en.md")),
            hints: $crate::problem::Words::english($crate::problem::text!($slug, "hints.md")),
        }
    };
}

pub(crate) use text;
pub(crate) use texts;

/// The range of one number of a format.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The name in the statement: `N`.
    pub name: &'static str,
    /// The meaning: `the number of vertices`.
    pub what: &'static str,
    /// The original limits, both ends included.
    pub original: (i64, i64),
    /// The range that solving accepts, both ends included. It may be wider than the original.
    pub solve: (i64, i64),
}

impl Limit {
    /// Returns a limit with the name in the statement and the original range. Solving accepts the same range.
    pub const fn new(name: &'static str, what: &'static str, original: RangeInclusive<i64>) -> Limit {
        let original = (*original.start(), *original.end());
        Limit {
            name,
            what,
            original,
            solve: original,
        }
    }

    /// Sets the wider range that solving accepts.
    #[must_use]
    pub const fn solves(self, solve: RangeInclusive<i64>) -> Limit {
        Limit {
            solve: (*solve.start(), *solve.end()),
            ..self
        }
    }

    /// Reads the number of this limit, which must not be negative.
    ///
    /// # Errors
    /// Fails as [`Scanner::integer`] does.
    pub fn natural(&self, scanner: &mut Scanner<'_>) -> Result<u64, InputError> {
        self.integer(scanner).map(i64::unsigned_abs)
    }

    /// Reads the numbers of one line.
    ///
    /// # Errors
    /// Fails as [`Scanner::integer`] does.
    ///
    /// # Panics
    /// If a number that the limits allow does not fit its type.
    pub fn row<T: TryFrom<i64>, const COUNT: usize>(
        limits: [Limit; COUNT],
        scanner: &mut Scanner<'_>,
    ) -> Result<[T; COUNT], InputError> {
        let mut numbers = [0; COUNT];
        for (index, limit) in limits.iter().enumerate() {
            numbers[index] = limit.integer(scanner)?;
            scanner.space_or_newline(index, COUNT)?;
        }
        let fitting = |number| T::try_from(number).ok();
        Ok(numbers.map(|number| fitting(number).expect("limits hold what fits")))
    }

    /// Reads the numbers of one line that is the whole input.
    ///
    /// # Errors
    /// Fails as [`Scanner::integer`] does.
    pub fn line<const COUNT: usize>(
        limits: [Limit; COUNT],
        scanner: &mut Scanner<'_>,
    ) -> Result<[u64; COUNT], InputError> {
        let numbers = Limit::row(limits, scanner)?;
        scanner.end()?;
        Ok(numbers)
    }

    /// Reads a number of this range under another name.
    ///
    /// # Errors
    /// Fails as [`Scanner::integer`] does.
    pub fn natural_as(&self, name: std::fmt::Arguments<'_>, scanner: &mut Scanner<'_>) -> Result<u64, InputError> {
        scanner.integer(name, self.bounds()).map(i64::unsigned_abs)
    }

    /// Reads the number of this limit.
    ///
    /// # Errors
    /// Fails as [`Scanner::integer`] does.
    pub fn integer(&self, scanner: &mut Scanner<'_>) -> Result<i64, InputError> {
        scanner.integer(format_args!("`{}` ({})", self.name, self.what), self.bounds())
    }

    /// Reads the number of this limit, which is a count or an index.
    ///
    /// # Errors
    /// Fails as [`Scanner::count`] does.
    pub fn count(&self, scanner: &mut Scanner<'_>) -> Result<usize, InputError> {
        scanner.count(format_args!("`{}` ({})", self.name, self.what), self.bounds())
    }

    /// Returns both ranges, for reading a number under another name.
    pub fn bounds(&self) -> Bounds {
        Bounds::new(self.solve.0..=self.solve.1, self.original.0..=self.original.1)
    }

    /// Sets another original end, if it depends on numbers read before.
    #[must_use]
    pub fn up_to(self, original_end: i64) -> Limit {
        Limit {
            original: (self.original.0, original_end.clamp(self.original.0, self.solve.1)),
            ..self
        }
    }
}

/// A variant of the rules, chosen by a flag of this name.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The flag without its hyphens.
    pub name: &'static str,
    /// The change of the rules, for people.
    pub help: &'static str,
    /// The change as a sentence beside the rules, without its full stop. The flag's number replaces the name of the value.
    /// It is empty if the flag only changes the format.
    pub rule: &'static str,
    /// The name and the range of the flag's number, if it takes one.
    pub value: Option<(&'static str, RangeOf)>,
}

/// A range of values of a [`Variant`], both ends included.
pub type RangeOf = (u64, u64);

impl Variant {
    /// Returns a flag without a number.
    pub const fn flag(name: &'static str, help: &'static str) -> Variant {
        Variant {
            name,
            help,
            rule: help,
            value: None,
        }
    }

    /// Returns a flag with a number, which is called `value` and lies in a range.
    pub const fn number(name: &'static str, help: &'static str, value: &'static str, range: RangeOf) -> Variant {
        Variant {
            name,
            help,
            rule: help,
            value: Some((value, range)),
        }
    }

    /// Sets another sentence beside the rules than the help of the flag.
    #[must_use]
    pub const fn rule(self, rule: &'static str) -> Variant {
        Variant { rule, ..self }
    }

    /// Returns the changed rule as a sentence, with the flag's number.
    pub(crate) fn sentence(&self, number: u64) -> Option<String> {
        let (name, _) = self.value.unwrap_or_default();
        let number = number.to_string();
        let words = self
            .rule
            .split(' ')
            .map(|word| if word == name { number.as_str() } else { word });
        (!self.rule.is_empty()).then(|| format!("Changed rule: {}.", words.format(" ")))
    }
}

/// The variants that the user chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variants(Vec<(&'static str, u64)>);

impl Variants {
    /// The original rules.
    pub const ORIGINAL: &'static Variants = &Variants(Vec::new());

    /// Returns whether no variant was chosen.
    pub fn is_original(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a variant of `meta`. A flag without a number has the value 1.
    pub fn set(&mut self, variant: &Variant, value: u64) {
        self.0.push((variant.name, value));
    }

    /// Returns whether the user gave the flag.
    pub fn has(&self, name: &str) -> bool {
        self.number(name).is_some()
    }

    /// Returns the flag's number, if the user gave the flag.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }
}
