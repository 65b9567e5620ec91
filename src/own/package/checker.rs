//! The checker of a game whose answers have a winning move: a table of all tests of the package.

use itertools::Itertools as _;

use super::super::form::NO_PARTS;
use super::super::reply::{Reply, Tested};
use super::shape::Shape;
use super::solution::literal;

/// Returns the checker of these tests in C++, each with its words in an input. It follows the protocol of testlib.
///
/// If the game reads its inputs itself, the words are the number of the test and the whole input.
pub(super) fn checker<'a>(shape: &Shape<'_>, tests: impl Iterator<Item = (String, &'a Tested)>) -> String {
    let form = shape.form;
    let known: String = tests
        .map(|(words, test)| {
            let replies = test.replies.iter().map(written);
            let fields = [words, test.outcome.clone()].into_iter().chain(replies);
            format!("    {},\n", literal(&fields.collect::<Vec<_>>().join("\t")))
        })
        .collect();
    let count = form.count_place().map_or(-1, |place| place as i64);
    include_str!("checker.cpp")
        .replacen("@WHOLE@", &form.is_own.to_string(), 1)
        .replacen("@TESTS@", &form.tests.is_some().to_string(), 1)
        .replacen("@BEFORE@", &form.before.len().to_string(), 1)
        .replacen("@COUNT@", &count.to_string(), 1)
        .replacen("@WIDTH@", &form.words.len().to_string(), 1)
        .replacen("@KNOWN@", &known, 1)
}

/// Returns a winning move as a field of the table.
fn written(reply: &Reply) -> String {
    let place = reply.place.map_or_else(String::new, |place| place.to_string());
    let nothing = reply.parts.is_empty().then(|| NO_PARTS.to_owned());
    std::iter::once(place)
        .chain(reply.parts.iter().cloned())
        .chain(nothing)
        .join("\n")
}
