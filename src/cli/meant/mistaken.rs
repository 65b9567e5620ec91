//! Recognises malformed inputs that are an answer or an input of another problem, and adds a hint.

use std::path::Path;

use crate::package::layout;
use crate::problem::{Entry, Failure, Input, Variants};
use crate::problems::REGISTRY;
use crate::text::{InputError, Source, is_blank, tokens};

/// The largest file to examine again, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The least count of numbers in an input to recognise its problem. Fewer numbers fit many problems by chance.
const MIN_NUMBERS_TO_RECOGNISE: usize = 6;

/// Adds a hint to a failure of `entry`, if its input is really an answer or an input of another problem.
pub(in crate::cli) fn explained(failure: Failure, entry: &dyn Entry, source: &Source) -> Failure {
    match failure {
        Failure::Input(error) => Failure::Input(hinted(error, entry, source)),
        other => other,
    }
}

/// Adds a hint to an error, if the input is really something else. It replaces the hint of the error.
pub(in crate::cli) fn hinted(error: InputError, entry: &dyn Entry, source: &Source) -> InputError {
    match hint(entry, source) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

fn hint(entry: &dyn Entry, source: &Source) -> Option<String> {
    let given = Input {
        bytes: &source.bytes,
        variants: Variants::ORIGINAL,
    };
    // An input that only the validator refuses belongs to this problem.
    if given.bytes.len() > MAX_BYTES || entry.canonical(given).is_ok() {
        return None;
    }
    if let Some(answered) = REGISTRY.iter().find(|other| is_answer(**other, source)) {
        let slug = answered.meta().slug;
        return Some(format!("this is an answer of `{slug}`, not an input"));
    }
    if let Some(other) = other_problem(entry, given) {
        let slug = other.meta().slug;
        return Some(format!("this is a valid input of `{slug}`"));
    }
    layout::is_answer(Path::new(&source.name)).then(|| "by its name this file holds an answer, not an input".to_owned())
}

/// Returns whether a text begins with the words of an answer.
fn is_answer(entry: &dyn Entry, source: &Source) -> bool {
    let text = source.bytes.trim_ascii_start();
    entry.answer_words().iter().any(|words| {
        let rest = text.strip_prefix(words.as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(|&byte| is_blank(byte)))
    })
}

/// Returns the other problem, if the text is valid for exactly one.
///
/// The text must keep the strict format and the original limits. A few numbers fit many formats, so they fit none here.
fn other_problem(entry: &dyn Entry, given: Input<'_>) -> Option<&'static dyn Entry> {
    let is_number = |token: &[u8]| token.iter().all(|b| b.is_ascii_digit() || *b == b'-');
    if tokens(given.bytes).all(is_number) && tokens(given.bytes).count() < MIN_NUMBERS_TO_RECOGNISE {
        return None;
    }
    let fits = |other: &&&'static dyn Entry| other.meta().slug != entry.meta().slug && other.validate(given).is_ok();
    let mut fitting = REGISTRY.iter().filter(fits);
    let only = fitting.next().copied();
    only.filter(|_| fitting.next().is_none())
}
