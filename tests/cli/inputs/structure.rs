//! What stands where: too few, too many, something else: classes 25 to 29, 49 and 56 to 59.

use std::fs;

use gamesolve::problems::REGISTRY;
use predicates::prelude::*;

use super::{BUDGET, all_refuse, first_number_as, input, solving_accepts};
use crate::support::{gamesolve, samples};

#[test]
fn class_25_a_missing_last_token_is_refused() {
    all_refuse("found end of file", |sample| {
        let cut = sample.trim_end().rfind([' ', '\n', ','])?;
        Some(sample.as_bytes()[..=cut].to_vec())
    });
}

#[test]
fn class_26_line_structure_does_not_matter_when_solving() {
    solving_accepts(|sample| {
        sample
            .replace(' ', "\u{1}")
            .replace('\n', " ")
            .replace('\u{1}', "\n")
            .into_bytes()
    });
}

#[test]
fn class_28_anything_after_the_end_is_refused() {
    all_refuse("found `42`", |sample| {
        Some(format!("{sample}42\n").into_bytes())
    });
}

#[test]
fn class_29_comments_are_refused() {
    for comment in ["// by hand\n", "# by hand\n", "c by hand\n"] {
        all_refuse("error: ", |sample| {
            Some(format!("{comment}{sample}").into_bytes())
        });
    }
}

#[test]
fn class_57_a_heading_copied_from_the_statement_gets_a_hint() {
    for heading in ["Input:\n", "Sample Input 1\n"] {
        all_refuse("error: ", |sample| {
            Some(format!("{heading}{sample}").into_bytes())
        });
    }
    all_refuse("hint: a heading", |sample| {
        first_number_as(sample, |n| format!("Input:\n{n}"))
    });
}

#[test]
fn class_27_a_token_too_many_in_a_line_is_refused_there_by_the_validator() {
    all_refuse("error: ", |sample| {
        Some(sample.replacen('\n', " 7\n", 1).into_bytes())
    });
    for (entry, sample) in samples() {
        let text = sample.replacen('\n', " 7\n", 1);
        let error = entry.validate(input(text.as_bytes())).unwrap_err();
        assert_eq!(
            (error.message(), error.offset()),
            (
                "expected end of line, found a space",
                sample.find('\n').unwrap()
            ),
            "{}",
            entry.meta().slug
        );
    }
}

#[test]
fn class_49_a_bracket_quote_or_comma_too_few_or_too_many_is_refused() {
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
fn class_56_59_a_line_too_few_or_too_many_is_refused() {
    all_refuse("found end of file", |sample| {
        let end = sample.trim_end().rfind('\n')?;
        Some(sample.as_bytes()[..=end].to_vec())
    });
    all_refuse("expected end of file", |sample| {
        let last = sample.lines().last()?;
        Some(format!("{sample}{last}\n").into_bytes())
    });
}

#[test]
fn class_58_the_answer_in_place_of_the_input_is_refused() {
    // Their answers look like inputs: a board, a count and two piles, a pile and an amount.
    const ALIKE: [&str; 3] = ["lgame", "stone-transfer", "subtract"];
    all_refuse("error: ", |sample| {
        let (entry, _) = samples().find(|(_, other)| other == sample)?;
        let answer = entry.solve(input(sample.as_bytes()), BUDGET).unwrap();
        (!ALIKE.contains(&entry.meta().slug)).then(|| answer.into_bytes())
    });
}

#[test]
fn class_58_what_the_file_is_instead_is_told_where_it_is_certain() {
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
    // Every sample under every other problem, but those of the problems with one format.
    for (other, text) in samples() {
        let other = other.meta().slug;
        for entry in REGISTRY {
            let slug = entry.meta().slug;
            let is_read = entry.canonical(input(text.as_bytes())).is_ok();
            let numbers = text.split_whitespace().count() < 6
                && text
                    .split_whitespace()
                    .all(|token| token.parse::<u64>().is_ok());
            if slug != other && !is_read && !numbers && !["nim", "stone-transfer"].contains(&other)
            {
                hinted(
                    slug,
                    "1.in",
                    &text,
                    &format!("this is a valid input of `{other}`"),
                );
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
    // A limit that only the validator minds.
    let piles = format!("16\n{}\n", ["0"; 16].join(" "));
    let path = folder.path().join("1.in");
    fs::write(&path, piles).unwrap();
    let limit =
        predicate::str::ends_with("hint: this is the original limit; solving accepts more\n");
    let validated = gamesolve()
        .args(["validate", "stone-transfer"])
        .arg(path)
        .assert();
    validated.code(2).stderr(limit);
}
