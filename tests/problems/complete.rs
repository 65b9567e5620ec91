//! Checks that a problem is complete: its constants, its words and its testcases.

use std::fs;
use std::path::Path;

use gamesolve::budget::Budget;
use gamesolve::problem::{Entry, Input, Meta, Variants};

use crate::document::{self, Document};
use crate::first;
use crate::support::files_in;

/// Returns all faults of a problem's data: its constants, its words and its testcases below `root`.
pub fn faults(entry: &dyn Entry, root: &Path) -> Vec<String> {
    let meta = entry.meta();
    let mut faults = Vec::new();
    let mut need = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("{}: {what}", meta.slug));
        }
    };
    let slug_bytes = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    need(
        !meta.slug.is_empty() && meta.slug.bytes().all(slug_bytes),
        "the slug is lower-case words and hyphens",
    );
    need(!entry.families().is_empty(), "there is a family to generate");
    need(
        meta.time_limit_ms > 0 && meta.memory_limit_mib > 0 && meta.size.1 > 0,
        "the limits are positive",
    );
    need(
        meta.contest_files.0 != meta.contest_files.1,
        "input and output file differ",
    );
    let (titles, statements) = (meta.title(), meta.statement);
    for (language, title, statement) in [
        ("en", titles.en, statements.en),
        ("vi", titles.vi, statements.vi),
        ("zh", titles.zh, statements.zh),
    ] {
        // A translation is welcome and not required.
        if statement.is_empty() && language != "en" {
            continue;
        }
        need(
            statement.starts_with("# ") && !title.is_empty(),
            &format!("{language}: the statement begins with its title, `# …`"),
        );
        for fault in statement_faults(entry, statement) {
            need(false, &format!("{language}: {fault}"));
        }
    }
    need(meta.hints.en.matches("## Hint ").count() == 3, "there are three hints");
    let folder = root.join("testdata").join(meta.slug);
    let exists = |name: &str| folder.join(name).is_file();
    need(
        exists("sample-01.in") && exists("sample-01.out"),
        "there is a first sample",
    );
    let secrets = files_in(&folder, "in")
        .iter()
        .filter(|p| p.to_string_lossy().contains("secret-"))
        .count();
    need(
        secrets >= 5,
        &format!(
            "there are five secret cases or more, found {secrets}; `scripts/make-testdata {}` makes some",
            meta.slug
        ),
    );
    for input in files_in(&folder, "in") {
        need(
            input.with_extension("out").is_file(),
            &format!("{} has no answer", input.display()),
        );
    }
    for output in files_in(&folder, "out") {
        need(
            output.with_extension("in").is_file(),
            &format!("{} has no input", output.display()),
        );
    }
    match fs::read_to_string(folder.join("errors.txt")) {
        Err(_) => need(false, "there is errors.txt; `UPDATE=1` writes it"),
        Ok(text) => match document::read(&text) {
            Err(fault) => need(false, &format!("errors.txt: {fault}")),
            Ok(document) => {
                for fault in limits_without_a_malformed_input(meta, &document) {
                    need(false, &fault);
                }
            }
        },
    }
    for fault in first::form_faults(entry, &folder) {
        need(false, &fault);
    }
    let checked = files_in(&folder.join("checker"), "out").len();
    need(
        entry.has_checker() == (checked > 0),
        "there are outputs for the checker where there is one",
    );
    faults
}

/// Returns the faults of one statement. Its samples have answers, and it states the upper end of every limit.
fn statement_faults(entry: &dyn Entry, statement: &str) -> Vec<String> {
    let meta: &Meta = entry.meta();
    let mut faults = Vec::new();
    let plain: String = statement
        .chars()
        .filter(|c| !matches!(c, ' ' | ',' | '\u{a0}' | '\u{202f}'))
        .collect();
    for limit in meta.limits {
        let end = power_of_ten(limit.original.1);
        if !plain.contains(&end) && !plain.contains(&limit.original.1.to_string()) {
            faults.push(format!("the limit {end} of {} is not stated", limit.name));
        }
    }
    let blocks: Vec<&str> = statement
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|b| b.trim_start_matches(|c| c != '\n'))
        .collect();
    if blocks.is_empty() || blocks.len() % 2 == 1 {
        faults.push("a statement has samples, each an input and an output".to_owned());
    }
    for sample in blocks.chunks_exact(2) {
        let [input, output] = [sample[0].trim_start_matches('\n'), sample[1].trim_start_matches('\n')];
        let given = Input {
            bytes: input.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        match entry.solve(given, Budget::of(1 << 30)) {
            Ok(answer) if answer == output => {}
            other => faults.push(format!(
                "the sample {input:?} is said to give {output:?}, but {other:?}"
            )),
        }
    }
    faults
}

/// Returns a number in the notation of statements: powers of ten from a million on as `10^6`.
fn power_of_ten(number: i64) -> String {
    let zeros = number.to_string().bytes().rev().take_while(|&b| b == b'0').count() as u32;
    if zeros >= 6 && number == 10i64.pow(zeros) {
        format!("10^{zeros}")
    } else {
        number.to_string()
    }
}

/// Returns the original limits that no input of class 41 exceeds by one.
///
/// Ends of ranges that depend on other numbers, such as M of `game`, are left out.
fn limits_without_a_malformed_input(meta: &Meta, document: &Document) -> Vec<String> {
    let over = |entry: &&document::Entry| entry.name.starts_with("x-41-");
    let errors: String = document
        .entries
        .iter()
        .filter(over)
        .map(|entry| entry.stderr.replace('`', ""))
        .collect();
    let mut faults = Vec::new();
    for limit in meta.limits {
        let end = limit.original.1;
        let found = format!("found {}\n", end + 1);
        // If limits end at the same number, the count of inputs tells them apart.
        let alike = meta.limits.iter().filter(|other| other.original.1 == end);
        if errors.matches(&found).count() < alike.count() {
            faults.push(format!(
                "errors.txt: no entry `x-41-…` is one over the limit {end} of {name}; write `=== x-41-{name}-too-large: gamesolve \
                 validate {}` and below it `< ` with each line of such an input, and `UPDATE=1` adds the error",
                meta.slug,
                name = limit.name,
            ));
        }
    }
    faults
}
