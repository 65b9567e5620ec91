//! The texts of `gamesolve stress`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::super::output::{self, shown};
use crate::judge::program::for_a_shell;
use crate::practice::shrink::{Cut, Shrunk};
use crate::practice::stress::search::{Phase, Tried};
use crate::practice::stress::smallest::{Listed, Smallest};
use crate::practice::stress::trials::Counterexample;
use crate::text::quoted;

/// The number of characters of a line that are shown.
pub(super) const MAX_SHOWN_CHARS: usize = 2000;
/// The number of lines of an input or an output that are shown.
const MAX_SHOWN_LINES: usize = 40;

/// The inputs that a search has tested, and the others.
#[derive(Default)]
pub(super) struct Covered {
    /// The number of inputs that were judged.
    pub(super) total: u64,
    parts: Vec<String>,
    /// The untested parts without which gamesolve cannot report that nothing fails.
    pub(super) missing: Vec<String>,
    /// The inputs that no family makes. More time does not help there.
    pub(super) never_made: Option<String>,
}

impl Covered {
    /// Adds the inputs of a part. `what` names them.
    pub(super) fn add(&mut self, judged: u64, what: &str) {
        self.total += judged;
        if judged > 0 {
            self.parts.push(counted(judged, what));
        }
    }

    /// Adds a list that is tried as a whole.
    pub(super) fn add_list<T>(&mut self, tried: &Tried<T>) {
        let what = named(tried.name);
        self.add(tried.judged, what);
        self.miss_rest(tried);
    }

    /// Adds the inputs of a list that were not judged.
    pub(super) fn miss_rest<T>(&mut self, tried: &Tried<T>) {
        if tried.unjudged() > 0 {
            let (unjudged, total) = (tried.unjudged(), tried.total);
            self.missing
                .push(format!("{unjudged} of {total} {}", named(tried.name)));
        }
    }

    /// Returns the report on a program that fails on no input.
    ///
    /// `of` names the tested inputs, and `apart` the parts that this search leaves out. `next` is a command that tests
    /// more, if there is one.
    pub(super) fn report(&self, name: &str, of: &str, apart: &[String], next: Option<&str>) -> String {
        let mut text = if self.missing.is_empty() && self.never_made.is_none() {
            format!("{name}: no failing input{of} found\n")
        } else {
            format!(
                "{name}: passes all {} tested inputs, but some were not tested\n",
                self.total
            )
        };
        text += &format!("Tested:     {}\n", self.parts.join(", "));
        let others = self.missing.iter().chain(&self.never_made).chain(apart);
        let others: Vec<&str> = others.map(String::as_str).collect();
        if !others.is_empty() {
            text += &format!("Not tested: {}\n", others.join(", "));
        }
        text + &next.map_or(String::new(), |next| format!("Next:       {next}\n"))
    }
}

/// Returns the noun for the inputs of a part.
pub(super) fn named(part: Phase) -> &'static str {
    match part {
        Phase::Stored => "short stored testcases",
        Phase::Tiny => "tiny inputs",
        Phase::Telling => "inputs that separate known mistakes",
        Phase::Random => "random inputs",
        Phase::Largest => "inputs at the limits",
    }
}

/// Returns a number with its noun: `what` in singular or plural.
pub(super) fn counted(count: u64, what: &str) -> String {
    if count == 1 {
        format!(
            "1 {}",
            what.replacen("inputs", "input", 1).replacen("testcases", "testcase", 1)
        )
    } else {
        format!("{count} {what}")
    }
}

/// Returns words in the notation of a shell, each after a blank.
pub(super) fn for_a_line(words: &[OsString]) -> String {
    let words = words.iter().map(|word| format!(" {}", for_a_shell(word)));
    words.collect()
}

/// Returns the verdict, the input and both answers.
pub(super) fn report(name: &str, example: &Counterexample) -> String {
    let judgement = &example.judgement;
    let why = judgement.reason.as_ref().map_or("", |reason| reason.as_str());
    let mut report = format!("{name}: {} {why}\n", judgement.verdict.code());
    if !example.is_steady {
        report += "The output changes from run to run, so the program does not always fail.\n";
    }
    report += &section("input", example.input.as_bytes());
    report += &section("right answer", &example.answer);
    let output = example.output.as_ref();
    report + &output.map_or(String::new(), |output| section("the program's answer", output))
}

/// Returns the evidence that the input is small, in one line, and each unfinished part. `verbose` adds the tries, the
/// other failures, and the smaller inputs.
pub(super) fn smallness(found: &Smallest, verbose: bool) -> String {
    let Shrunk {
        text,
        steps: _,
        attempts,
        cut,
    } = &found.shrunk;
    if *attempts == 0 && *cut == Some(Cut::Time) {
        let bytes = text.len();
        return format!(
            "Failing input found ({bytes} bytes). The time ended before gamesolve could make it smaller.\n"
        );
    }
    let next_to_it = match cut {
        None if found.fails_otherwise => "No smaller input next to it fails in the same way.",
        None => "No smaller input next to it fails.",
        Some(Cut::Time) => "The time ran out, so a smaller one may exist.",
        Some(Cut::Runs) => "The runs ran out (`--tests`), so a smaller one may exist.",
    };
    let mut said = vec![format!(
        "Smallest failing input found: {} bytes. {next_to_it}",
        text.len()
    )];
    if verbose {
        said.push(format!("gamesolve tried {attempts} inputs to make it smaller."));
    }
    if found.unjudged > 0 {
        said.push(format!("gamesolve could not judge {} smaller inputs.", found.unjudged));
    }
    if verbose && found.failures > 1 {
        said.push(format!("It is the smallest of {} failing inputs.", found.failures));
    }
    let is_finished = |listed: &Listed| !matches!(listed, Listed::Cut(_));
    let listed = found.listed.filter(|listed| verbose || !is_finished(listed));
    said.extend(listed.map(|listed| smaller_ones(listed, found.fails_otherwise)));
    said.join("\n") + "\n"
}

/// Returns a sentence about the tiny inputs that are smaller than the failing one.
fn smaller_ones(listed: Listed, fails_otherwise: bool) -> String {
    let end = match listed {
        Listed::All => String::new(),
        Listed::UpTo(size) => format!(" gamesolve tried sizes up to {size}."),
        Listed::Cut(Cut::Runs) => return "The runs ran out before all smaller tiny inputs were tried.".to_owned(),
        Listed::Cut(Cut::Time) => return "The time ran out before all smaller tiny inputs were tried.".to_owned(),
    };
    let smaller = if fails_otherwise {
        "No smaller input on the tiny list fails in the same way."
    } else {
        "Every smaller input on the tiny list passes."
    };
    format!("{smaller}{end} The list has each input once, in one numbering and order.")
}

/// Returns the default folder for failing testcases of a task.
pub(super) fn stress_folder(name: &str) -> PathBuf {
    PathBuf::from(no_option(format!("{name}-stress")))
}

/// Returns a path for a file name. No command takes it for an option.
pub(super) fn no_option(name: String) -> String {
    if name.starts_with('-') {
        format!("./{name}")
    } else {
        name
    }
}

/// Writes the testcase under the next free name in a folder. Returns its path without an ending.
pub(super) fn save(example: &Counterexample, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", shown(folder)))?;
    // A dangling link takes a name too: a write through it would land elsewhere.
    let is_taken = |path: PathBuf| path.symlink_metadata().is_ok();
    let free = |path: &PathBuf| {
        ["in", "out"]
            .iter()
            .all(|ending| !is_taken(path.with_extension(ending)))
    };
    let mut names = (1..u64::MAX).map(|number| folder.join(format!("stress-{number:02}")));
    let path = names.find(free).context("every name is taken")?;
    output::to_file(&path.with_extension("in"), &example.input)?;
    output::to_file(&path.with_extension("out"), &example.answer)?;
    Ok(path)
}

fn section(title: &str, data: &[u8]) -> String {
    let lines = data.strip_suffix(b"\n").unwrap_or(data).split(|&b| b == b'\n');
    let count = lines.clone().count();
    let shown = lines
        .take(MAX_SHOWN_LINES)
        .map(|line| format!("  {}\n", quoted(line, MAX_SHOWN_CHARS)));
    let mut text = format!("\n{title}:\n");
    text.extend(shown);
    if count > MAX_SHOWN_LINES {
        text += &format!("  … {} more lines\n", count - MAX_SHOWN_LINES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_no_time_was_left_to_shrink_is_not_the_smallest() {
        let found = |attempts, cut| Smallest {
            shrunk: Shrunk {
                text: "12 5\n".to_owned(),
                steps: 0,
                attempts,
                cut,
            },
            failures: 1,
            listed: None,
            unjudged: 0,
            fails_otherwise: false,
        };
        for (attempts, cut, expected) in [
            (
                0,
                Some(Cut::Time),
                "Failing input found (5 bytes). The time ended before gamesolve could make it smaller.\n",
            ),
            (
                0,
                None,
                "Smallest failing input found: 5 bytes. No smaller input next to it fails.\n",
            ),
            (
                7,
                Some(Cut::Time),
                "Smallest failing input found: 5 bytes. The time ran out, so a smaller one may exist.\n",
            ),
        ] {
            assert_eq!(smallness(&found(attempts, cut), false), expected);
        }
        let several = |listed| Smallest {
            failures: 4,
            listed: Some(listed),
            ..found(7, None)
        };
        let plain = "Smallest failing input found: 5 bytes. No smaller input next to it fails.\n";
        assert_eq!(smallness(&several(Listed::All), false), plain);
        let unfinished = "The time ran out before all smaller tiny inputs were tried.\n";
        assert_eq!(
            smallness(&several(Listed::Cut(Cut::Time)), false),
            format!("{plain}{unfinished}")
        );
        assert_eq!(
            smallness(&several(Listed::UpTo(6)), true),
            format!(
                "{plain}gamesolve tried 7 inputs to make it smaller.\nIt is the smallest of 4 failing inputs.\nEvery \
                 smaller input on the tiny list passes. gamesolve tried sizes up to 6. The list has each input once, in \
                 one numbering and order.\n"
            )
        );
    }
}
