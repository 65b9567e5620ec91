//! Marks that do not match, and files of another kind: classes 49 and 58.

use std::fs;

use gamesolve::problems::REGISTRY;
use predicates::prelude::*;

use super::input;
use crate::support::{gamesolve, samples};

#[test]
fn class_49_a_bracket_quote_or_comma_amiss_is_refused() {
    for slug in ["cat-mouse", "cat-mouse-ii"] {
        let (entry, sample) = samples().find(|(e, _)| e.meta().slug == slug).unwrap();
        for (at, mark) in sample.match_indices(['[', ']', '"', ',']) {
            for changed in ["", &mark.repeat(2)] {
                let mut text = sample.clone();
                text.replace_range(at..=at, changed);
                let read = entry.canonical(input(text.as_bytes()));
                assert!(read.is_err(), "{slug}: {text:?} is read as {read:?}");
            }
        }
    }
}

#[test]
fn class_58_the_true_kind_of_a_file_is_named_if_certain() {
    let folder = tempfile::tempdir().unwrap();
    let hinted = |slug: &str, name: &str, text: &str, hint: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        for verb in [&[][..], &["validate"], &["explain"]] {
            let mut command = gamesolve();
            let given = command.args(verb).arg(slug).arg(&path).assert();
            let output = given.code(2).stdout("").get_output().clone();
            let message = String::from_utf8(output.stderr).unwrap();
            let found = message.split_once("\nhint: ").map_or("", |(_, hint)| hint);
            assert_eq!(found.trim_end(), hint, "{verb:?} {slug} {text:?}");
        }
    };
    // Read every sample under every other problem, except for problems with the same format.
    for (other, text) in samples() {
        let other = other.meta().slug;
        for entry in REGISTRY {
            let slug = entry.meta().slug;
            let is_read = entry.canonical(input(text.as_bytes())).is_ok();
            let numbers = text.split_whitespace().count() < 6
                && text.split_whitespace().all(|token| token.parse::<u64>().is_ok());
            if slug != other && !is_read && !numbers && !["nim", "stone-transfer"].contains(&other) {
                hinted(slug, "1.in", &text, &format!("this is a valid input of `{other}`"));
            }
        }
    }
    let of = |slug| format!("this is an answer of `{slug}`, not an input");
    hinted("lgame", "1.in", "No winning move\nDraw\n", &of("lgame"));
    hinted("stones", "1.in", "\ntrue", &of("cat-mouse-ii"));
    hinted("nim", "1.in", "Draw\n", &of("police-thief"));
    let by_name = "by its name this file holds an answer, not an input";
    hinted("nim", "1.out", "3\n1 2\n", by_name);
    hinted("nim", "Nim.ANS", "x\n", by_name);
    hinted("nim", "1.in", "3\n1 2\n", "");
    hinted("nim", "1.in", "Drawn\n", "");
    // Only the validator checks this limit.
    let piles = format!("16\n{}\n", ["0"; 16].join(" "));
    let path = folder.path().join("1.in");
    fs::write(&path, piles).unwrap();
    let limit = predicate::str::ends_with("hint: this is the original limit, but solving accepts more\n");
    let validated = gamesolve().args(["validate", "stone-transfer"]).arg(path).assert();
    validated.code(2).stderr(limit);
}
