//! The tests of `testdata/<slug>/errors.txt`: exit status 2, nothing on standard output, standard error compared whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use gamesolve::problem::Entry;
use libtest_mimic::Failed;

use crate::document::{self, Document};
use crate::malformed::{self, Sample, Solving, TABLE};
use crate::support::{gamesolve, root};

/// A test of one malformed input.
type Test = Box<dyn FnOnce() -> Result<(), Failed> + Send>;

/// The comment at the head of a new document.
const HEAD: &str = "\
# Malformed inputs and the errors that they get. tests/problems/document.rs says how to read and write this.
# Entries without lines of input are the malformations of tests/problems/malformed.rs, of sample-01.in.
# `UPDATE=1 cargo test --test problems error` writes the errors found in place of these; read its `git diff`.
";

/// A document with the problem and the sample of its entries.
struct Errors {
    problem: &'static dyn Entry,
    path: PathBuf,
    text: String,
    answer: String,
    document: Document,
}

/// Returns the tests of one problem by name. With `update`, it writes the document first.
pub fn tests(problem: &'static dyn Entry, update: bool) -> Vec<(String, Test)> {
    let fails =
        |fault: String| -> Vec<(String, Test)> { vec![("document".into(), Box::new(move || Err(fault.into())))] };
    if update && let Err(fault) = Errors::read(problem).and_then(Errors::update) {
        return fails(fault);
    }
    let errors = match Errors::read(problem) {
        Ok(errors) => errors,
        Err(fault) => return fails(fault),
    };
    let errors = Arc::new(errors);
    let mut names: Vec<String> = errors.rows().map(|row| row.name.to_owned()).collect();
    for entry in &errors.document.entries {
        if !names.contains(&entry.name) {
            names.push(entry.name.clone());
        }
    }
    if errors.document.entries.is_empty() {
        let missing = format!("{}: there is none yet; `UPDATE=1` writes it", errors.path.display());
        return fails(missing);
    }
    let named = |name: String| -> (String, Test) {
        let (errors, shown) = (Arc::clone(&errors), name.clone());
        let test = move || {
            let fault = |fault| format!("{}: {fault}", errors.path.display());
            errors.test(&name).map_err(fault).map_err(Failed::from)
        };
        (shown, Box::new(test))
    };
    names.into_iter().map(named).collect()
}

impl Errors {
    fn read(problem: &'static dyn Entry) -> Result<Errors, String> {
        let folder = root("testdata").join(problem.meta().slug);
        let path = folder.join("errors.txt");
        let document = match fs::read_to_string(&path) {
            Ok(text) => document::read(&text)?,
            Err(_) => Document {
                head: HEAD.into(),
                entries: Vec::new(),
            },
        };
        let mut names = BTreeSet::new();
        for entry in &document.entries {
            if !names.insert(&entry.name) {
                return Err(format!("`{}` stands there twice", entry.name));
            }
        }
        let sample = |ending: &str| fs::read_to_string(folder.join("sample-01").with_extension(ending));
        Ok(Errors {
            problem,
            path,
            text: sample("in").map_err(|e| format!("sample-01.in: {e}"))?,
            answer: sample("out").map_err(|e| format!("sample-01.out: {e}"))?,
            document,
        })
    }

    fn sample(&self) -> Sample<'_> {
        Sample::new(&self.text, &self.answer)
    }

    /// Returns the rows of the table that apply to this problem's sample.
    fn rows(&self) -> impl Iterator<Item = &'static malformed::Malformation> {
        TABLE.iter().filter(|row| (row.of)(&self.sample()).is_some())
    }

    fn test(&self, name: &str) -> Result<(), String> {
        let entry = self.document.entries.iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| format!("`{name}` of malformed.rs has no entry; with UPDATE=1 it gets one"))?;
        let found = self.run(entry)?;
        if found != entry.stderr {
            return Err(format!(
                "the error of `{name}` is another; expected:\n{}\nfound:\n{found}",
                entry.stderr
            ));
        }
        let row = self.rows().find(|row| row.name == name);
        let faults = row.map(|row| malformed::faults(self.problem, &self.sample(), row));
        match faults.unwrap_or_default() {
            faults if faults.is_empty() => Ok(()),
            faults => Err(format!("`{name}`: {}", faults.join("\n"))),
        }
    }

    /// Gives the malformed input to the binary and returns its standard error. Anything but a clean refusal is a fault.
    fn run(&self, entry: &document::Entry) -> Result<String, String> {
        let name = &entry.name;
        let row = self.rows().find(|row| row.name == *name);
        let made = row.and_then(|row| (row.of)(&self.sample()));
        let input = match (&entry.input, made) {
            (Some(input), None) => input.clone(),
            (None, Some(input)) => input,
            (Some(_), Some(_)) => return Err(format!("malformed.rs has the input of `{name}`")),
            (None, None) => return Err(format!("`{name}` has no lines of input")),
        };
        let folder = tempfile::tempdir().unwrap();
        let file = format!("{name}.in");
        fs::write(folder.path().join(&file), input).unwrap();
        let mut command = gamesolve();
        command.current_dir(&folder).args(&entry.arguments);
        let output = command.arg(file).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.code() != Some(2) || !output.stdout.is_empty() || stderr.is_empty() {
            let stdout = String::from_utf8_lossy(&output.stdout);
            return Err(format!(
                "`{name}` is not refused: {}\nstdout: {stdout:?}\nstderr: {stderr}",
                output.status
            ));
        }
        Ok(stderr)
    }

    /// Writes the errors found. Rows of the table without an entry get one, in the table's order before all others.
    fn update(mut self) -> Result<(), String> {
        let slug = self.problem.meta().slug;
        let mut entries = Vec::new();
        let mut old = std::mem::take(&mut self.document.entries);
        for row in self.rows() {
            let place = old.iter().position(|entry| entry.name == row.name);
            entries.push(match place {
                Some(place) => old.remove(place),
                None => {
                    let solves = row.solving == Solving::Refuses;
                    let verb = if solves { &[][..] } else { &["validate"] };
                    document::Entry {
                        name: row.name.into(),
                        arguments: verb.iter().chain([&slug]).map(ToString::to_string).collect(),
                        ..document::Entry::default()
                    }
                }
            });
        }
        entries.append(&mut old);
        for entry in &mut entries {
            entry.stderr = self.run(entry)?;
        }
        self.document.entries = entries;
        fs::write(&self.path, document::write(&self.document)).unwrap();
        Ok(())
    }
}
