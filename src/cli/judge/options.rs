//! The options of `judge`.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::super::args::{self, one_of};
use super::super::check::{self, Reporting};
use super::super::program::{RunLimits, Typed};
use super::super::show::Language;
use super::task;
use crate::judge::Verdict;
use crate::judge::external::Style;
use crate::judge::language::LANGUAGES;
use crate::judge::plan::Wishes;
use crate::package::layout::Pattern;
use crate::problem::Entry;

/// Judge programs on stored cases, in a box that they cannot leave
#[derive(Args)]
#[group(skip)]
#[command(
    override_usage = "gamesolve judge [OPTIONS] TASK FILE [FOLDER]\n       gamesolve judge [OPTIONS] TASK FILE...\n       gamesolve judge [OPTIONS] TASK [FOLDER] -- COMMAND...\n       gamesolve judge --mistakes PROBLEM [FOLDER]\n       gamesolve judge --submissions TASK [FOLDER]",
    after_help = after_help(),
    mut_arg("jobs", |arg| arg.help("How many cases at a time [default: one per physical core]"))
)]
pub(crate) struct Options {
    // First, since the others take their arguments away.
    #[command(flatten)]
    pub(super) typed: Typed<Options>,
    /// A problem, as `gamesolve list` names it, or a folder or an archive: a package of any format, or plain cases
    #[arg(value_name = "TASK")]
    pub(super) task: PathBuf,
    /// A source file, or a program; several are compared. For a problem a folder beside one program is one with cases
    #[arg(value_name = "FILE")]
    pub(super) program: Vec<PathBuf>,
    /// The command that starts the program
    #[arg(value_name = "COMMAND", last = true)]
    pub(super) command: Vec<OsString>,
    /// Judge on the cases in this folder or file
    #[arg(long, value_name = "PATH")]
    pub(super) cases: Vec<PathBuf>,
    /// How the files of cases are called below the folder, `%` for the case's name: 'in/%.txt=out/%.txt'
    #[arg(long, value_name = "IN=OUT")]
    pub(super) pair: Option<Pattern>,
    /// Judge only on cases of this name; `*` and `?` stand for any characters
    #[arg(long, value_name = "PATTERN")]
    pub(super) case: Vec<String>,
    /// Put the input in the contest's file and read the answer from its file
    #[arg(long)]
    pub(super) contest_files: bool,
    /// Stop after the first case that is not accepted
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Show every case even where all are accepted, on a terminal as soon as it is judged
    #[arg(long)]
    pub(super) rows: bool,
    /// Show the input, the expected and the given output of every wrong answer side by side
    #[arg(long, conflicts_with_all = ["mistakes", "submissions"])]
    pub(super) diff: bool,
    /// Judge the known mistakes of the problem instead of a program: which case each of them fails on
    #[arg(long, conflicts_with_all = ["watch", "cut", "checker", "contest_files", "fail_fast"])]
    pub(super) mistakes: bool,
    /// Judge the submissions that come with the task: each is to get the verdict of its folder, or what the package states
    #[arg(long, conflicts_with_all = ["mistakes", "watch", "cut", "contest_files", "expect"])]
    pub(super) submissions: bool,
    /// Say which known mistake of the problem a program with wrong answers makes
    #[arg(long, conflicts_with = "mistakes")]
    pub(super) why: bool,
    #[command(flatten)]
    pub(super) language: Language,
    /// Keep `--why` silent, for a command that others read along
    #[arg(long)]
    pub(super) no_spoilers: bool,
    /// The worst verdict that every program must get: then the exit code is 0, else 1
    #[arg(long, value_name = "CODE", value_parser = one_of(Verdict::OF_PROGRAMS), conflicts_with = "mistakes")]
    pub(super) expect: Option<Verdict>,
    /// Judge again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub(super) watch: bool,
    /// Write the first wrong test of an input with several into this folder as a case of its own
    #[arg(long, value_name = "DIR")]
    pub(super) cut: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    /// A program, or its source file, that says whether an output is right
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pub(super) checker: Option<PathBuf>,
    /// The protocol it speaks [default: testlib]
    #[arg(long, value_name = "STYLE", requires = "checker", value_parser = one_of(Style::ALL))]
    pub(super) checker_style: Option<Style>,
    #[command(flatten)]
    pub(super) reporting: Reporting,
    #[command(flatten)]
    pub(super) max_bytes: args::MaxInputBytes,
    #[command(flatten)]
    pub(super) variants: args::VariantFlags,
}

impl Options {
    /// Returns the wishes about the runs and the judge of their outputs.
    ///
    /// # Errors
    /// Fails if the problem judges by its rules but a comparison is asked for, and if no problem has contest files.
    pub(super) fn wishes(&self, entry: Option<&dyn Entry>) -> Result<Wishes> {
        if let Some(entry) = entry {
            self.reporting.policy(&[entry])?;
        }
        let style = self.checker_style.unwrap_or(Style::Testlib);
        Ok(Wishes {
            checker: self.checker.clone().map(|path| (path, style)),
            compare: self.reporting.compare,
            ..task::wishes(&self.limits, self.contest_files, entry)?
        })
    }
}

fn after_help() -> String {
    let languages = LANGUAGES
        .iter()
        .map(|l| format!("{} (.{})", l.name, l.endings.join(", .")));
    format!(
        "Languages: {}.\n\n{}\nWithout a folder a problem's program is judged on the cases that come with gamesolve. A \
         package (init.yml, config.yml, task.yaml, Settings.cfg, problem.yaml, problem.xml; a folder, .zip or .tar.gz) \
         states its limits, checker, file names, and what groups of cases are worth; options go before it.\n\n`--time` \
         bounds one run of a program, by its processor time. There is no `--time-limit`: beside the runs only answers are \
         checked, within the work that `gamesolve PROBLEM` may do on one input by default.",
        languages.collect::<Vec<_>>().join(", "),
        check::comparisons()
    )
}
