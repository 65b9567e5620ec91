//! First programs: they compile, read the whole input and nothing else, and print answers in the right form.

use std::fs;
use std::path::{Path, PathBuf};

use gamesolve::budget::Budget;
use gamesolve::practice::first_program::{Language, program};
use gamesolve::problem::{Entry, Field, Input, Variants};

use crate::first_program::{NEXT, compiled, run, with_a_look_behind};
use crate::support::{files, files_in};

/// Returns the faults of the form of an input: its names and its answer.
pub fn form_faults(entry: &dyn Entry, folder: &Path) -> Vec<String> {
    let form = entry.input_form().unwrap();
    if form.fields.is_empty() {
        return vec!["the input has a form: add `.form(…)` to `META`".to_owned()];
    }
    let mut faults = Vec::new();
    let names = form.fields.iter().flat_map(|field| match field {
        Field::Once(_, names) | Field::Repeated(_, _, names) | Field::Tests(names) => names.split(' '),
    });
    let statement = entry.meta().statement.en;
    let words = statement.split(|c: char| !c.is_alphanumeric());
    for name in names {
        // A statement has rows and sizes, and an input has a row and a size.
        let is_stated = |word: &str| word == name || name.len() > 1 && word.strip_suffix('s') == Some(name);
        if !words.clone().any(is_stated) {
            faults.push(format!("the form names `{name}`, and the statement does not"));
        }
    }
    let answer = format!("{}\n", form.answer);
    let is_an_answer = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap();
        let input = Input {
            bytes: &bytes,
            variants: Variants::ORIGINAL,
        };
        let tests = entry.split(input).unwrap();
        let tests = tests.unwrap_or_else(|| vec![String::from_utf8(bytes.clone()).unwrap()]);
        tests.iter().any(|test| {
            let bytes = test.as_bytes();
            let input = Input { bytes, ..input };
            entry
                .solve(input, Budget::of(1 << 30))
                .is_ok_and(|found| found == answer)
        })
    };
    if !files_in(folder, "in").iter().any(is_an_answer) {
        faults.push(format!("no stored test has the answer {answer:?} of the form"));
    }
    faults
}

/// Returns the faults of the first programs of a problem.
pub fn program_faults(entry: &dyn Entry) -> Vec<String> {
    let form = entry.input_form().unwrap();
    let meta = entry.meta();
    let is_sample = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("sample-"))
    };
    let stored = files(&format!("testdata/{}", meta.slug), "in");
    let samples = stored
        .iter()
        .filter(is_sample)
        .map(|path| fs::read_to_string(path).unwrap());
    let families = entry.families();
    let largest = families
        .iter()
        .map(|family| entry.generate(family.name, meta.size.1, 1));
    let inputs: Vec<String> = samples.chain(largest).collect();
    let mut faults = Vec::new();
    for language in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let text = with_a_look_behind(&program(&form, meta.slug, language), language);
        let Some(argv) = compiled(folder.path(), &text, language) else {
            continue;
        };
        for input in &inputs {
            let given = Input {
                bytes: input.as_bytes(),
                variants: Variants::ORIGINAL,
            };
            let expected = format!("{}\n", form.answer).repeat(entry.tests(given).unwrap());
            let (stdout, next) = run(folder.path(), &argv, &format!("{input}{NEXT}\n"));
            if stdout != expected || next != NEXT {
                let start: String = input.chars().take(200).collect();
                faults.push(format!(
                    "{language:?}: {start:?}: expected {expected:?} and {NEXT:?} next, found {stdout:?} and {next:?}\n{text}"
                ));
            }
        }
    }
    faults
}
