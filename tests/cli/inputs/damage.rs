//! Random damage, of every class at once.

use std::collections::BTreeMap;

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Failure};
use gamesolve::random::Random;

use super::input;
use crate::support::{gamesolve, samples};

/// Replacements for bytes and tokens.
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

/// Thousands of samples with random damage. Nothing panics, and an accepted input can be written and read again.
#[test]
fn damaged_inputs_never_panic() {
    let mut random = Random::new(2026);
    for (entry, sample) in samples() {
        for _ in 0..3000 {
            damage(entry, &damaged(sample.as_bytes(), &mut random));
        }
    }
}

/// The same through the binary with its messages. It ends with the answer, an error of the input or a refusal.
#[test]
fn damaged_inputs_end_with_the_answer_or_one_error() {
    let mut random = Random::new(58);
    let mut codes = BTreeMap::new();
    for (entry, sample) in samples() {
        let slug = entry.meta().slug;
        for number in 0..30 {
            let text = damaged(sample.as_bytes(), &mut random);
            let verb = [&[][..], &["validate"], &["explain"]][number % 3];
            let limit = ["--memory-limit", "16M"];
            let limit = if verb == ["validate"] { &[] } else { &limit[..] };
            let mut command = gamesolve();
            command.args(verb).arg(slug).args(limit);
            let output = command.write_stdin(text.clone()).output().unwrap();
            let code = output.status.code();
            let stderr = String::from_utf8(output.stderr).unwrap();
            let is_silent = output.stdout.is_empty() && stderr.starts_with("error: ");
            let shown = String::from_utf8_lossy(&text);
            let is_right = match code {
                Some(0) => stderr.is_empty(),
                Some(2 | 4) => is_silent && stderr.len() < 2000,
                _ => false,
            };
            assert!(is_right, "{verb:?} {slug} {shown:?}: {code:?}\n{stderr}");
            *codes.entry(code).or_insert(0) += 1;
        }
    }
    assert!(codes[&Some(0)] > 20 && codes[&Some(2)] > 100, "{codes:?}");
}

/// Returns a text with a few pieces, tokens or lines left out, doubled, exchanged or replaced.
fn damaged(sample: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = sample.to_vec();
    for _ in 0..=random.index(4) {
        let separator = *random.pick(b" \n");
        if random.chance(1, 2) {
            let at = random.index(text.len() + 1);
            let cut = random.index((text.len() - at).min(6) + 1);
            let piece = if random.chance(1, 3) { &[] } else { *random.pick(PIECES) };
            text.splice(at..at + cut, piece.iter().copied());
            continue;
        }
        let mut parts: Vec<&[u8]> = text.split(|&byte| byte == separator).collect();
        let (here, there) = (random.index(parts.len()), random.index(parts.len()));
        match random.index(4) {
            0 => drop(parts.remove(here)),
            1 => parts.insert(there, parts[here]),
            2 => parts.swap(here, there),
            _ => parts[here] = *random.pick(PIECES),
        }
        text = parts.join(&separator);
    }
    text
}

fn damage(entry: &dyn Entry, text: &[u8]) {
    let budget = Budget::of(16 << 20);
    let solved = entry.solve(input(text), budget);
    let canonical = entry.canonical(input(text));
    for error in [entry.validate(input(text)).err(), canonical.as_ref().err().cloned()] {
        let message = error.map(|error| error.located("file", text).to_string());
        assert!(message.is_none_or(|message| message.len() < 2000));
    }
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
