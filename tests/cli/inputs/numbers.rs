//! Numbers and their ranges: classes 30, 36, 37 and 40.

use std::ops::Range;

use gamesolve::text::InputError;
use predicates::prelude::*;

use super::input;
use crate::support::{Failures, gamesolve, samples};

/// Returns the places of the numbers of a text, also inside arrays. Digits inside a row of cells are no numbers.
fn numbers(sample: &str) -> Vec<Range<usize>> {
    let ends = |c: char| c.is_ascii_whitespace() || "[],".contains(c);
    let mut at = 0;
    let pieces = sample.split_inclusive(ends).map(|piece| {
        let start = at;
        at += piece.len();
        start..start + piece.trim_end_matches(ends).len()
    });
    pieces
        .filter(|place| sample[place.clone()].parse::<i64>().is_ok())
        .collect()
}

#[test]
fn class_30_36_37_every_number_is_refused_at_its_own_place() {
    let mut failures = Failures::default();
    let mut tried = 0;
    for (entry, sample) in samples() {
        for place in numbers(&sample) {
            for wrong in ["NaN", "x", "9223372036854775808", "-9223372036854775809", "1e3"] {
                tried += 1;
                let mut text = sample.clone();
                text.replace_range(place.clone(), wrong);
                for found in [
                    entry.canonical(input(text.as_bytes())).map(drop),
                    entry.validate(input(text.as_bytes())),
                ] {
                    if found.as_ref().map_err(InputError::offset) != Err(place.start) {
                        failures.add(format!(
                            "{}: {text:?} gave {found:?}, not an error at byte {}",
                            entry.meta().slug,
                            place.start
                        ));
                    }
                }
            }
        }
    }
    assert!(tried > 300, "the samples hold numbers");
    failures.finish();
}

#[test]
fn class_40_an_empty_input_is_solved_if_rules_allow_it() {
    let solved = [
        ("nim", "0\n", "0\n"),
        ("stones", "0\n", "0\n"),
        ("stone-transfer", "0\n", "-1\n"),
        ("marbles", "0\n", "2\n"),
        ("subtract", "0 3\n", "2\n"),
        ("game", "1 0\n1\n", "2\n"),
        ("score-game", "1 0\n5\n1\n", "0\n"),
        ("pas", "1 5 1\n1\n0\n", "2\n"),
        ("pas", "1 5 1\n0\n", ""),
        ("pawns", "2 0\n1\n1 1\n", "2\n"),
        ("pawns", "2 0\n0\n", ""),
        ("dag-stone-count", "0\n", ""),
        ("dag-stone-count", "1\n2 0 0\n", "1\n"),
    ];
    for (slug, text, answer) in solved {
        let solving = gamesolve().arg(slug).write_stdin(text).assert();
        solving.success().stdout(answer).stderr("");
    }
    for (slug, text) in [
        ("game", "0 0\n1\n"),
        ("score-game", "0 0\n1\n"),
        ("pawns", "0 0\n0\n"),
        ("dag-stone-count", "1\n0 0 0\n"),
        ("police-thief", "0 0\n"),
        ("cat-mouse", "[]\n"),
        ("cat-mouse-ii", "[]\n1\n1\n"),
        ("subtract", "3 0\n"),
    ] {
        let solving = gamesolve().arg(slug).write_stdin(text).assert();
        let range = predicate::str::contains("must be from ");
        solving.code(2).stdout("").stderr(range);
    }
}
