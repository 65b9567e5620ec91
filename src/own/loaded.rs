//! A file of a game becomes its facts, the form of its inputs, and a program that is ready to run.

use std::collections::HashMap;
use std::sync::Mutex;

use itertools::Itertools as _;

use super::form::Form;
use super::grader::Grader;
use super::mistake::{Cured, FileMistake};
use super::optional::{self, Named};
use super::protocol::{Caps, Facts, OwnError, OwnErrorKind};
use crate::budget::Refusal;
use crate::problem::Failure;
use crate::text::InputError;

/// A game that is ready to run, with the facts that are known without running it.
pub struct Prepared {
    /// The program.
    pub grader: Grader,
    /// Facts that the grader does not report itself.
    pub facts: Facts,
    /// The numbers, the letters and the optional lines in the text of the rules.
    pub named: Named,
}

/// A function that makes a game ready to run.
pub type Prepare = Box<dyn Fn() -> Result<Prepared, OwnError> + Send + Sync>;

/// The default words for won, lost and drawn.
const ANSWERS: [(&str, &str); 3] = [("WIN", "W"), ("LOSE", "L"), ("DRAW", "D")];

/// A loaded game file: its program, its optional lines, its input format.
pub(super) struct Loaded {
    pub(super) grader: Grader,
    pub(super) facts: Facts,
    pub(super) form: Form,
    /// The words for won, lost and drawn.
    pub(super) answers: [String; 3],
    pub(super) misere: bool,
    pub(super) named: Named,
    /// Whether each test that the file's own `valid` has seen is legal.
    pub(super) seen: Mutex<HashMap<String, bool>>,
}

impl Loaded {
    /// Loads a file, which people type as `typed`.
    ///
    /// # Errors
    /// The game cannot run, or the file has a mistake in its optional lines or in the heads of its functions.
    pub(super) fn new(prepared: Prepared, typed: &str) -> Result<Loaded, OwnError> {
        let Prepared {
            grader,
            mut facts,
            named,
        } = prepared;
        let told = grader.explore(&[], Caps::default());
        let (told, _) = told.map_err(|error| error.of_file(typed))?;
        facts.lines.extend(told.lines);
        let located = |mistake: Cured| {
            OwnError::File(Box::new(FileMistake {
                file: typed.to_owned(),
                stated: named.stated.clone(),
                mistake,
            }))
        };
        let form = match facts.get("INPUT") {
            Some(text) => Form::parse(text)
                .and_then(|form| form.fitted_to(&facts))
                .map_err(located)?,
            None if facts.reads() => Form::own(),
            None => Form::plain(),
        };
        optional::check(&facts, &form).map_err(located)?;
        Ok(Loaded {
            grader,
            answers: ANSWERS.map(|(name, other)| facts.get(name).unwrap_or(other).to_owned()),
            misere: facts.get("LAST") == Some("loses"),
            facts,
            form,
            named,
            seen: Mutex::default(),
        })
    }

    /// Returns whether the answer of a game of points is the difference: the file has no words for answers.
    pub(super) fn says_score(&self) -> bool {
        ANSWERS.iter().all(|(name, _)| self.facts.get(name).is_none())
    }

    /// Returns whether the file has words for the winner alone.
    pub(super) fn lacks_draw(&self) -> bool {
        self.facts.get("WIN").is_some() && self.facts.get("DRAW").is_none()
    }

    /// Returns whether positions are words.
    pub(super) fn is_of_words(&self) -> bool {
        self.facts.get("KIND") == Some("str")
    }

    /// Returns whether an input gives every start as a sum, even one of a single part.
    pub(super) fn is_of_sums(&self) -> bool {
        self.form.parts.is_some() && !self.form.is_list
    }

    /// Returns the numbers in the text of the rules, except its limits.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let stated = self.facts.lines.iter();
        let limits = stated.filter(|(name, _)| name.starts_with("LIMIT "));
        let ends = limits.flat_map(|(_, ends)| ends.split(' '));
        let ends: Vec<u64> = ends.filter_map(|end| end.parse().ok()).collect();
        let numbers = self.named.numbers.iter().copied();
        numbers.filter(|number| !ends.contains(number)).collect()
    }

    /// Returns the letters for words. They come from `LETTERS`, else from the text of the file, else they are 0 and 1.
    pub(super) fn letters(&self) -> Vec<char> {
        match (self.facts.get("LETTERS"), &self.named.letters[..]) {
            (Some(stated), _) => stated.chars().unique().collect(),
            (None, []) => vec!['0', '1'],
            (None, named) => named.to_vec(),
        }
    }
}

impl From<OwnError> for InputError {
    fn from(error: OwnError) -> InputError {
        let plain = InputError::new(0, 0, error.message());
        match error.hint() {
            Some(hint) => plain.with_hint(hint),
            None => plain,
        }
    }
}

impl From<OwnError> for Failure {
    fn from(error: OwnError) -> Failure {
        let cure = match error.kind() {
            Some(OwnErrorKind::Endless) => "let each move lead to a smaller position",
            Some(OwnErrorKind::Large) => "try a smaller position",
            _ => return Failure::Game(error.to_string()),
        };
        Failure::Refused(Refusal::new(&error, cure))
    }
}
