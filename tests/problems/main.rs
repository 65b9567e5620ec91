//! Tests every problem in the same way, problem by problem: `cargo test --test problems stones`.
//!
//! | test | what |
//! |---|---|
//! | `stones::complete` | the problem has everything that a problem must have |
//! | `stones::case::sample-01` | the stored testcase is answered, certified, valid and in our notation |
//! | `stones::listed` | the generated testcases of `cases.yaml` are as listed, valid and certified; `UPDATE=1` writes digests |
//! | `stones::groups` | `cases.yaml` shares 100 points among groups that mean something |
//! | `stones::error::01-empty` | the malformed input of `testdata/stones/errors.txt` gets the error stored there |
//! | `stones::brute` | the solver agrees with brute force on thousands of small instances |
//! | `stones::misere` | answers under `--misere` are those of the rules played out |
//! | `stones::mistakes` | every known mistake fails on stored testcases, a small one among them, and on its own families |
//! | `stones::generated` | the generator makes valid instances of every family and size |
//! | `stones::drawn` | pictures of every family are well formed in every format, and the same each time |
//! | `stones::first` | first programs read each input to its end and print answers in the right form (gate) |
//! | `stones::rules` | values, moves and best moves of its games are those of the rules alone |
//! | `stones::reasons` | explanations agree with the rules |
//! | `stones::perfect` | perfect play never loses what it can hold against a random mover |
//! | `stones::played`, `explained`, `checked` | the verbs through the binary |
//! | `stones::listing` | `docs/reference/problems.md` has its row; `UPDATE=1` writes it |
//! | `form::…` | these tests see what is wrong with a broken problem and with a broken document |
//!
//! `UPDATE=1 cargo test --test problems stones::error` writes the errors found into `errors.txt`, with an entry for
//! each row of the table in `malformed.rs`. `git diff` then shows the changes. It writes them before the tests.
// Tests may panic: the panic is the report.
#![allow(clippy::unwrap_used)]

mod complete;
mod document;
#[path = "../cli/drawn.rs"]
#[allow(dead_code, reason = "shared with the tests of the command line")]
mod drawn;
mod errors;
mod first;
#[path = "../cli/first_program.rs"]
mod first_program;
mod listing;
mod malformed;
mod mini;
mod mistakes;
mod oracle;
mod practice;
#[path = "../cli/support.rs"]
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "shared with the tests of the command line"
)]
mod support;
mod verbs;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use gamesolve::budget::Budget;
use gamesolve::cases::{embedded, generated};
use gamesolve::judge::selection;
use gamesolve::package::scheme::Group;
use gamesolve::package::scheme::PackagePoints;
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::problems::REGISTRY;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::support::{files, gamesolve, is_gate, root};

const BUDGET: Budget = Budget::of(1 << 30);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_asked = std::env::var_os("UPDATE").is_some() && !arguments.list;
    let in_ci = std::env::var_os("CI").is_some();
    assert!(!(is_asked && in_ci), "UPDATE is set, and nothing is written in CI");
    let updates = |name: String| is_asked && arguments.filter.as_ref().is_none_or(|filter| name.contains(filter));
    let mut trials = mini::trials();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let mut add = |name: &str, test: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
            trials.push(Trial::test(format!("{slug}::{name}"), test));
        };
        add("complete", Box::new(|| none(complete::faults(*entry, &root("")))));
        add("listing", Box::new(|| listing::has_row(slug)));
        for input in files(&format!("testdata/{slug}"), "in") {
            let name = input.file_stem().unwrap().to_string_lossy().into_owned();
            let test = move || none(case_faults(*entry, &input));
            add(&format!("case::{name}"), Box::new(test));
        }
        if updates(format!("{slug}::listed")) {
            write_digests(slug);
        }
        add("listed", Box::new(|| none(listed_faults(*entry))));
        add("groups", Box::new(|| none(group_faults(*entry))));
        for (name, test) in errors::tests(*entry, updates(format!("{slug}::error"))) {
            add(&format!("error::{name}"), test);
        }
        add("brute", Box::new(|| none(oracle::disagreements(*entry))));
        add("misere", Box::new(|| none(oracle::misere_faults(*entry))));
        add("mistakes", Box::new(|| none(mistakes::faults(*entry))));
        add("generated", Box::new(|| none(oracle::generator_faults(*entry))));
        add("drawn", Box::new(|| none(verbs::drawing_faults(*entry))));
        if is_gate() {
            add("first", Box::new(|| none(first::program_faults(*entry))));
        }
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
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Returns the faults of the generated testcases of a list.
fn listed_faults(entry: &dyn Entry) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let list = root("testdata").join(entry.meta().slug);
    let cases = match generated::make(&list, folder.path()) {
        Err(error) => return vec![format!("error: {error}")],
        Ok(cases) => cases,
    };
    cases.iter().flat_map(|case| case_faults(entry, &case.input)).collect()
}

/// Writes the right digests of a list's testcases in place of wrong ones. Tests report every other fault.
fn write_digests(slug: &str) {
    let list = root("testdata").join(slug);
    let path = list.join("cases.yaml");
    let folder = tempfile::tempdir().unwrap();
    while let Err(why) = generated::make(&list, folder.path()) {
        let why = why.to_string();
        let Some((line, column, digest)) = digest_in(&why) else {
            return;
        };
        let text = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        // The place is that of the quotation mark.
        let (before, rest) = lines[line - 1].split_at(column);
        lines[line - 1] = format!("{before}{digest}{}", &rest[digest.len()..]);
        fs::write(&path, lines.join("\n")).unwrap();
    }
}

/// Returns the line and the column of a wrong digest, counted from 1, and the right digest.
fn digest_in(why: &str) -> Option<(usize, usize, &str)> {
    let (_, rest) = why.split_once(", of the digest ")?;
    let (digest, rest) = rest.split_at_checked(8)?;
    let mut place = rest.lines().find(|line| line.contains("--> "))?.rsplit(':');
    let column = place.next()?.parse().ok()?;
    Some((place.next()?.parse().ok()?, column, digest))
}

/// Returns the faults in the groups of a problem's testcases: the stored ones, and those in the binary.
fn group_faults(entry: &dyn Entry) -> Vec<String> {
    let slug = entry.meta().slug;
    let folder = tempfile::tempdir().unwrap();
    embedded::write(slug, folder.path()).unwrap();
    let mut faults = Vec::new();
    for place in [root("testdata").join(slug), folder.path().to_owned()] {
        let opened = match selection::open(std::slice::from_ref(&place), None, u64::MAX, &generated::Lists) {
            Err(why) => return vec![why.to_string()],
            Ok(opened) => opened,
        };
        let PackagePoints::Scheme(scheme) = opened.points else {
            return vec![format!("{slug}: cases.yaml has no groups")];
        };
        let worth = |group: &Group| group.most.is_some_and(|most| most > 0.0);
        let (_, groups) = scheme.groups.split_last().unwrap();
        if groups.iter().filter(|group| worth(group)).count() < 2 {
            faults.push(format!("{slug}: fewer than two groups have points"));
        }
        let samples = groups.iter().filter(|group| !worth(group));
        let samples = samples.flat_map(|group| group.cases());
        if !samples.map(|worth| &worth.case).all(|name| name.starts_with("sample-")) {
            faults.push(format!("{slug}: a case that is no sample is worth nothing"));
        }
        // A program that prints one word for all must not get a group's points.
        for group in groups.iter().filter(|group| worth(group)) {
            let cases = opened.layout.cases.iter();
            let own = cases.filter(|case| group.cases().any(|worth| worth.case == case.name));
            let answers: HashSet<String> = own.map(|case| fs::read_to_string(&case.answer).unwrap()).collect();
            if answers.len() < 2 && answers.iter().all(|answer| answer.len() <= 8) {
                faults.push(format!(
                    "{slug}: the same short answer to all of the group {}",
                    group.name
                ));
            }
        }
        // A program that solves only small instances gets part of the points.
        let size = |group: &Group| {
            let cases = group
                .cases()
                .filter_map(|worth| opened.layout.cases.iter().find(|case| case.name == worth.case));
            cases.map(|case| fs::metadata(&case.input).unwrap().len()).max()
        };
        let sizes: Vec<Option<u64>> = groups.iter().filter(|group| worth(group)).map(size).collect();
        if sizes.first() > sizes.last() {
            faults.push(format!("{slug}: the first group is larger than the last"));
        }
    }
    faults
}

/// Fails with all faults that were found.
fn none(faults: Vec<String>) -> Result<(), Failed> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}

/// Returns the faults of a stored testcase: its answer through the binary, the check of the answer, and the input
/// itself.
fn case_faults(entry: &dyn Entry, path: &Path) -> Vec<String> {
    let slug = entry.meta().slug;
    let mut faults = Vec::new();
    let Ok(expected) = fs::read_to_string(path.with_extension("out")) else {
        return vec![format!("{}: it has no answer", path.display())];
    };
    // A start of the binary shares nothing with the others, so it checks a whole table anew.
    let is_certified_by_binary = is_gate() || path.file_stem().is_some_and(|name| name == "sample-01");
    let ways = [&[][..], &["--certify"]];
    for certify in &ways[..1 + usize::from(is_certified_by_binary)] {
        let mut command = gamesolve();
        let output = command.arg(slug).args(*certify).arg(path).output().unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let is_said = match certify {
            [] => stderr.is_empty(),
            _ => stderr.starts_with("checked: ") && stderr.lines().count() == 1,
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
    match entry.certify(input, BUDGET) {
        Ok((answer, checked)) if answer == expected && !checked.is_empty() => {}
        other => faults.push(format!("{}: certified {other:?}", path.display())),
    }
    if let Err(error) = entry.validate(input) {
        faults.push(error.located(&path.to_string_lossy(), &bytes).to_string());
    } else if entry.canonical(input).ok().as_deref().map(str::as_bytes) != Some(&bytes) {
        faults.push(format!("{}: reading and writing it again changes it", path.display()));
    }
    faults
}
