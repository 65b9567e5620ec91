//! Every stored case, through the real binary.

use std::fs;

use gamesolve::problem::{Input, Variants};
use gamesolve::problems::REGISTRY;

use crate::support::{Failures, files, gamesolve, root};

#[test]
fn every_stored_case_has_its_stored_answer() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let cases = files(&format!("testdata/{slug}"), "in");
        if cases.is_empty() {
            failures.add(format!("{slug} has no cases"));
        }
        for input in cases {
            let expected = fs::read_to_string(input.with_extension("out")).unwrap_or_default();
            let output = gamesolve().arg(slug).arg(&input).output().unwrap();
            let found = String::from_utf8_lossy(&output.stdout);
            if !output.status.success()
                || !output.stderr.is_empty()
                || found != expected
                || expected.is_empty()
            {
                let stderr = String::from_utf8_lossy(&output.stderr);
                failures.add(format!(
                    "{}: {} expected {expected:?} found {found:?} {stderr}",
                    input.display(),
                    output.status
                ));
            }
        }
    }
    failures.finish();
}

#[test]
fn every_stored_case_is_certified() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        for input in files(&format!("testdata/{slug}"), "in") {
            let output = gamesolve()
                .args([slug, "--certify"])
                .arg(&input)
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            if !output.status.success()
                || !stderr.starts_with("certified: ")
                || stderr.lines().count() != 1
            {
                failures.add(format!("{}: {} {stderr}", input.display(), output.status));
            }
        }
    }
    failures.finish();
}

#[test]
fn every_stored_case_is_valid_and_written_as_we_write_it() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        for input in files(&format!("testdata/{}", entry.meta().slug), "in") {
            let bytes = fs::read(&input).unwrap();
            let given = Input {
                bytes: &bytes,
                variants: Variants::ORIGINAL,
            };
            if let Err(error) = entry.validate(given) {
                failures.add(error.located(&input.to_string_lossy(), &bytes).to_string());
            } else if entry.canonical(given).ok().as_deref().map(str::as_bytes) != Some(&bytes) {
                failures.add(format!(
                    "{}: reading and writing it again changes it",
                    input.display()
                ));
            }
        }
    }
    failures.finish();
}

/// `invalid/NN.in` with `NN.err`: standard error compared whole, nothing on standard output, exit 2. Where `NN.args`
/// exists it holds the verb to use instead of solving. The environment variable `UPDATE_GOLDEN` rewrites the errors.
#[test]
fn every_invalid_input_gets_its_stored_error() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let folder = format!("testdata/{slug}/invalid");
        let inputs = files(&folder, "in");
        if inputs.is_empty() {
            failures.add(format!("{slug} has no invalid inputs"));
        }
        for input in inputs {
            let name = input.file_name().unwrap();
            let mut command = gamesolve();
            command.current_dir(root(&folder));
            match fs::read_to_string(input.with_extension("args")) {
                Ok(args) => command.args(args.split_whitespace()).arg(name),
                Err(_) => command.arg(slug).arg(name),
            };
            let output = command.output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let golden = input.with_extension("err");
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                assert!(
                    std::env::var_os("CI").is_none(),
                    "golden files are not rewritten in CI"
                );
                fs::write(&golden, stderr.as_bytes()).unwrap();
            }
            let expected = fs::read_to_string(&golden).unwrap_or_default();
            if output.status.code() != Some(2)
                || !output.stdout.is_empty()
                || stderr != expected
                || expected.is_empty()
            {
                failures.add(format!(
                    "{}: {}\nexpected:\n{expected}\nfound:\n{stderr}\nstdout: {:?}",
                    input.display(),
                    output.status,
                    String::from_utf8_lossy(&output.stdout)
                ));
            }
        }
    }
    failures.finish();
}
