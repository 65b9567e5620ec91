//! What is tested of every problem in the same way, problem by problem: `cargo test --test problems stones`.
//!
//! | test | what |
//! |---|---|
//! | `stones::complete` | the problem has everything that a problem must have |
//! | `stones::case::sample-01` | the stored case is answered, certified, valid and written as we write it |
//! | `stones::listed` | the cases that `cases.yaml` lists are made as it says, valid and certified |
//! | `stones::error::01-empty` | the malformed input of `testdata/stones/errors.txt` gets the error stored there |
//! | `stones::brute` | the solver agrees with brute force on thousands of small instances |
//! | `stones::mistakes` | every known mistake fails on stored cases, a small one among them, and on its own families |
//! | `stones::generated` | the generator makes valid instances of every family and size |
//! | `stones::drawn` | pictures of every family are well formed in every format, and the same each time |
//! | `stones::rules` | values, moves and best moves of its games are those of the rules alone |
//! | `stones::reasons` | explanations agree with the rules |
//! | `stones::perfect` | perfect play never loses what it can hold against a random mover |
//! | `stones::played`, `explained`, `checked` | the verbs through the binary |
//! | `stones::readme` | README's tables have its rows; `UPDATE=1` writes them |
//! | `form::…` | these tests see what is wrong with a broken problem and with a broken document |
//!
//! `UPDATE=1 cargo test --test problems stones::error` writes the errors found into `errors.txt`, with an entry for each
//! row of the table in `malformed.rs`; `git diff` then shows what changed.
// Tests may stop at once: a panic there is the report.
#![allow(clippy::unwrap_used)]

mod complete;
mod document;
#[path = "../cli/drawn.rs"]
#[allow(dead_code, reason = "shared with the tests of the command line")]
mod drawn;
mod errors;
mod malformed;
mod mini;
mod mistakes;
mod oracle;
mod practice;
mod readme;
#[path = "../cli/support.rs"]
#[allow(dead_code, reason = "shared with the tests of the command line")]
mod support;
mod verbs;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use gamesolve::package::generated;
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::problems::REGISTRY;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::support::{files, gamesolve, root};

fn main() -> ExitCode {
    let mut trials = mini::trials();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let mut add = |name: &str, test: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
            trials.push(Trial::test(format!("{slug}::{name}"), test));
        };
        add("complete", Box::new(|| none(complete::faults(*entry, &root("")))));
        add("readme", Box::new(|| readme::has_rows(slug)));
        for input in files(&format!("testdata/{slug}"), "in") {
            let name = input.file_stem().unwrap().to_string_lossy().into_owned();
            let test = move || none(case_faults(*entry, &input));
            add(&format!("case::{name}"), Box::new(test));
        }
        add("listed", Box::new(|| none(listed_faults(*entry))));
        for (name, test) in errors::tests(*entry) {
            add(&format!("error::{name}"), test);
        }
        add("brute", Box::new(|| none(oracle::disagreements(*entry))));
        add("mistakes", Box::new(|| none(mistakes::faults(*entry))));
        add("generated", Box::new(|| none(oracle::generator_faults(*entry))));
        add("drawn", Box::new(|| none(verbs::drawing_faults(*entry))));
        for (name, test) in [
            ("rules", practice::follows_the_rules as fn(&'static dyn Entry)),
            ("reasons", practice::is_explained_by_the_rules),
            ("perfect", practice::holds_what_it_can),
            ("played", |entry| verbs::is_played(entry)),
            ("explained", |entry| verbs::is_explained(entry)),
            ("checked", |entry| verbs::is_checked(entry)),
        ] {
            let run = move || {
                test(*entry);
                Ok(())
            };
            add(name, Box::new(run));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What is wrong with the cases that a list makes.
fn listed_faults(entry: &dyn Entry) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let list = root("testdata").join(entry.meta().slug);
    let cases = match generated::make(&list, folder.path()) {
        Err(why) => return vec![why],
        Ok(cases) => cases,
    };
    cases.iter().flat_map(|case| case_faults(entry, &case.input)).collect()
}

/// Fails with everything that was found wrong.
fn none(faults: Vec<String>) -> Result<(), Failed> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}

/// What is wrong with a stored case: through the binary, its answer with and without a check; then the input itself.
fn case_faults(entry: &dyn Entry, path: &Path) -> Vec<String> {
    let slug = entry.meta().slug;
    let mut faults = Vec::new();
    let Ok(expected) = fs::read_to_string(path.with_extension("out")) else {
        return vec![format!("{}: it has no answer", path.display())];
    };
    for certify in [&[][..], &["--certify"]] {
        let mut command = gamesolve();
        let output = command.arg(slug).args(certify).arg(path).output().unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let is_said = match certify {
            [] => stderr.is_empty(),
            _ => stderr.starts_with("certified: ") && stderr.lines().count() == 1,
        };
        if !output.status.success() || !is_said || stdout != expected || expected.is_empty() {
            faults.push(format!(
                "gamesolve {slug} {} {}: {}\nexpected {expected:?}\nfound {stdout:?}\n{stderr}",
                certify.concat(),
                path.display(),
                output.status,
            ));
        }
    }
    let bytes = fs::read(path).unwrap();
    let input = Input {
        bytes: &bytes,
        variants: Variants::ORIGINAL,
    };
    if let Err(error) = entry.validate(input) {
        faults.push(error.located(&path.to_string_lossy(), &bytes).to_string());
    } else if entry.canonical(input).ok().as_deref().map(str::as_bytes) != Some(&bytes) {
        faults.push(format!("{}: reading and writing it again changes it", path.display()));
    }
    faults
}
