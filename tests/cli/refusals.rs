//! Refusals: a well-formed input beyond a bound ends with 4 and writes nothing.
//!
//! The message names the option that lifts the bound, or says that none does.

use crate::support::{gamesolve, samples};

const MEMORY: &str = "hint: `--memory-limit` sets the budget";
const WORK: &str = "hint: `--work-limit` sets the budget";
const SHARE: &str = "hint: `--work-limit` sets the budget, and 1/32 of it is for this";
const NONE: &str = "hint: no option lifts this limit";

/// Asserts that a command is refused with this hint as its last line.
fn refuses(args: &[&str], text: &str, hint: &str) {
    let done = gamesolve().args(args).write_stdin(text).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(4), "{args:?}: {said}");
    assert_eq!(done.stdout, b"", "{args:?}");
    assert!(said.starts_with("error: "), "{args:?}: {said}");
    assert_eq!(said.lines().last(), Some(hint), "{args:?}: {said}");
}

#[test]
fn each_refusal_names_the_option_that_lifts_it() {
    let wide = format!("2000\n{}\n", "1 ".repeat(1999) + "1");
    let row = format!("20000\n{}\n", ".".repeat(19_999) + "X");
    let piles = format!("5000\n{}\n", "1 ".repeat(4999) + "1");
    let billions = format!("4\n{}", "1000000000 1 1000000000000000000\n0 1\n".repeat(4));
    let arcs: Vec<String> = (0..1500)
        .map(|i| format!("{} {}\n", i / 5 + 1, (i / 5 + i % 5 + 1) % 300 + 1))
        .collect();
    let dense = format!("300 1500\n1\n{}", arcs.concat());
    let strips = "17 31 64\n1\n200000\n";
    let far = "1000000000000000000 1 500000000000000000\n";
    let table: &[(&[&str], &str, &str)] = &[
        (&["pas", "--work-limit", "1M"], strips, WORK),
        (&["pas", "--memory-limit", "10K"], strips, MEMORY),
        (&["pas", "--brute"], strips, NONE),
        (
            &["pas", "--certify", "--work-limit", "500M"],
            "17 31 64\n1\n20000\n",
            WORK,
        ),
        (&["explain", "pas", "--work-limit", "1G"], strips, SHARE),
        (&["subtract", "--set", "--work-limit", "1M"], far, WORK),
        (
            &["subtract", "--set", "--memory-limit", "64K"],
            "1000000000000 1 3000017\n",
            MEMORY,
        ),
        (&["nim", "--brute"], &wide, NONE),
        (&["stone-transfer", "--certify"], &piles, WORK),
        (&["dag-stone-count"], &billions, WORK),
        (&["dag-stone-count", "--brute"], &billions, NONE),
        (&["dag-stone-count", "--certify"], "1\n1000000 1 1000000\n0 1\n", WORK),
        (&["table", "pas", "--work-limit", "1M"], strips, WORK),
        (&["table", "octal:0.77", "--range", "0..999999"], "", NONE),
        (&["draw", "marbles", "--to", "html"], "1000000000000000000\n", NONE),
        (&["draw", "stones", "--to", "svg"], &row, "hint: `--to dot` writes more"),
        (
            &["draw", "game", "--to", "svg"],
            &dense,
            "hint: `--to dot` leaves that to Graphviz",
        ),
        (
            &["pas", "--time-limit", "10ms"],
            "2 3 5\n1\n5000000\n",
            "hint: `--time-limit` sets the time",
        ),
    ];
    for (args, text, hint) in table {
        refuses(args, text, hint);
    }
}

/// Every problem refuses a text that does not fit.
#[test]
fn memory_is_refused_by_every_problem() {
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let done = gamesolve()
            .args([slug, "--memory-limit", "1"])
            .write_stdin(text)
            .output()
            .unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        // Remainders and sums of one or two numbers take no memory that counts.
        if done.status.code() != Some(0) {
            assert_eq!(
                (done.status.code(), said.lines().last()),
                (Some(4), Some(MEMORY)),
                "{slug}: {said}"
            );
        }
    }
}
