//! Sizes, declared and real: classes 42 to 48.

use gamesolve::budget::Budget;
use itertools::Itertools;
use predicates::prelude::*;

use super::{first_number_as, input};
use crate::support::{gamesolve, samples};

#[test]
fn class_42_a_huge_count_is_refused_without_allocating() {
    for (entry, sample) in samples() {
        for number in [
            "1000000000000",
            "4294967294",
            "4294967296",
            "9223372036854775807",
            "1000000000",
        ] {
            let Some(text) = first_number_as(&sample, |_| number.into()) else {
                continue;
            };
            // The meaning of the number decides whether this is an error. In any case it ends soon.
            let _ = entry.solve(input(&text), Budget::of(64 << 20));
            let _ = entry.validate(input(&text));
            assert!(
                entry.validate(input(&text)).is_err() || number.len() < 19,
                "{}",
                entry.meta().slug
            );
        }
    }
}

#[test]
fn class_46_a_very_long_line_is_read_in_linear_time() {
    let line = ".".repeat(20_000_000);
    let text = format!("{}\n{line}\n", line.len());
    gamesolve()
        .arg("stones")
        .write_stdin(text)
        .assert()
        .success()
        .stdout("0\n");
    let message = predicate::function(|message: &str| message.len() < 1000 && message.contains("20000001"));
    let text = format!("20000001\n{line}\n");
    gamesolve()
        .arg("stones")
        .write_stdin(text)
        .assert()
        .code(2)
        .stdout("")
        .stderr(message);
}

#[test]
fn class_44_sizes_without_data_are_solved_unstored() {
    // The last answer is -21 modulo 1000000007: 5 stones on 10^9 nodes without an arc.
    for (slug, text, answer) in [
        ("game", "4294967294 0\n1\n", "2\n"),
        ("pawns", "4294967294 0\n0\n", ""),
        ("dag-stone-count", "1\n1000000000 0 5\n", "999999986\n"),
    ] {
        let mut command = gamesolve();
        command.args([slug, "--memory-limit", "1M"]);
        let solving = command.write_stdin(text).assert();
        solving.success().stdout(answer).stderr("");
    }
}

#[test]
fn class_45_legal_but_too_large_inputs_are_refused() {
    let board = format!("64 64\nPT{}\n", ".".repeat(62)) + &format!("{}\n", ".".repeat(64)).repeat(63);
    let star = (0..500).map(|v| if v == 0 { (1..500).join(",") } else { "0".into() });
    // The cat has to have a move that does not lead into the hole.
    let graph = format!("[{}]\n", star.map(|list| format!("[{list}]")).join(",")).replacen("[0],[0]", "[0,2],[0,1]", 1);
    for (args, text) in [
        (&["police-thief", "--memory-limit", "1M"][..], board),
        (&["cat-mouse", "--memory-limit", "1M"], graph),
        // Even the boards for the search of a period do not fit.
        (
            &["pas", "--memory-limit", "16K"],
            "3 3 3\n1\n1000000000000000000\n".into(),
        ),
        (
            &["subtract", "--set", "--memory-limit", "64K"],
            "1000000000000000000 1 500000000000000000\n".into(),
        ),
    ] {
        let solving = gamesolve().args(args).write_stdin(text).assert();
        let message = predicate::str::starts_with("error: ");
        solving.code(4).stdout("").stderr(message);
    }
}

#[test]
fn class_47_a_million_lines_are_read_and_counted() {
    let lines = 1_000_000;
    let text = format!("{lines}\n{}", "5\n".repeat(lines));
    let solving = gamesolve().arg("nim").write_stdin(text.clone()).assert();
    solving.success().stdout("0\n");
    let tests = format!("1 5 1\n{text}");
    let solving = gamesolve().arg("pas").write_stdin(tests).assert();
    solving.success().stdout("1\n".repeat(lines));
    let broken = text.strip_suffix("5\n").unwrap().to_owned() + "five\n";
    let solving = gamesolve().arg("nim").write_stdin(broken).assert();
    let place = predicate::str::contains(format!("<stdin>:{}:1\n", lines + 1));
    solving.code(2).stdout("").stderr(place);
}

#[test]
fn class_48_deep_nesting_is_refused_without_recursion() {
    for slug in ["cat-mouse", "cat-mouse-ii"] {
        for text in ["[".repeat(5_000_000), "[]".repeat(2_500_000)] {
            let solving = gamesolve().arg(slug).write_stdin(text).assert();
            let short = predicate::function(|message: &str| message.len() < 1000);
            solving.code(2).stdout("").stderr(short);
        }
    }
}
