//! Random damage, of every class at once.

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Failure};
use gamesolve::random::Random;

use super::input;
use crate::support::samples;

/// Thousands of samples with random damage: whatever they are, nothing panics, and what solving accepts can be written
/// and read again.
#[test]
fn damaged_inputs_never_panic() {
    const PIECES: &[&[u8]] = &[
        b" ",
        b"\n",
        b"0",
        b"1",
        b"-1",
        b"99",
        b"4294967295",
        b"1000000000000000000",
        b"X",
        b".",
        b"#",
        b"*",
        b"[",
        b"]",
        b",",
        b"\"",
        b"\0",
        b"\xff",
        b"\xc2\xa0",
        b"P",
        b"E",
    ];
    let mut random = Random::new(2026);
    for (entry, sample) in samples() {
        for _ in 0..400 {
            let mut text = sample.clone().into_bytes();
            for _ in 0..=random.index(4) {
                let at = random.index(text.len() + 1);
                let cut = random.index((text.len() - at).min(6) + 1);
                let piece = if random.chance(1, 3) {
                    &[]
                } else {
                    *random.pick(PIECES)
                };
                text.splice(at..at + cut, piece.iter().copied());
            }
            damage(entry, &text);
        }
    }
}

fn damage(entry: &dyn Entry, text: &[u8]) {
    let budget = Budget { bytes: 16 << 20 };
    let solved = entry.solve(input(text), budget);
    let canonical = entry.canonical(input(text));
    let _ = entry.validate(input(text));
    let _ = entry.split(input(text));
    if let Ok(canonical) = canonical {
        let again = entry.solve(input(canonical.as_bytes()), budget);
        let (Ok(solved), Ok(again)) = (solved, again) else {
            return;
        };
        assert_eq!(
            solved,
            again,
            "{}: {:?} against {canonical:?}",
            entry.meta().slug,
            String::from_utf8_lossy(text)
        );
    } else {
        assert!(
            matches!(solved, Err(Failure::Input(_))),
            "{}: {text:?}",
            entry.meta().slug
        );
    }
}
