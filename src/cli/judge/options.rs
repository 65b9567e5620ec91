//! The options of `judge`.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::super::args::{self, one_of};
use super::super::check::{self, Reporting};
use super::super::learning::show::Language;
use super::super::program::{RunLimits, Typed};
use super::super::settings::Settings;
use super::task;
use crate::judge::external::Style;
use crate::judge::language::LANGUAGES;
use crate::judge::plan::Wishes;
use crate::judge::{Deserved, Verdict};
use crate::package::layout::Pattern;
use crate::problem::Entry;

/// Run submissions on testcases in a sandbox and report verdicts
#[derive(Args)]
#[group(skip)]
#[command(
    override_usage = "gamesolve judge [OPTIONS] TASK FILE [FOLDER]\n       gamesolve judge [OPTIONS] TASK FILE...\n       gamesolve judge [OPTIONS] TASK [FOLDER] -- COMMAND...\n       gamesolve judge --mistakes PROBLEM [FOLDER]\n       gamesolve judge --submissions TASK [FOLDER]",
    after_long_help = long_help(),
    mut_arg("jobs", |arg| arg.help("Number of testcases at a time [default: one per physical core]"))
)]
pub(crate) struct Options {
    // Keep this field first: the other fields remove their arguments.
    #[command(flatten)]
    pub(super) typed: Typed<Options>,
    /// A problem from `gamesolve list`, or a folder or archive with a package or plain testcases
    #[arg(value_name = "TASK")]
    pub(super) task: PathBuf,
    /// Your source file or program. Several programs are compared. A folder beside one program holds testcases
    #[arg(value_name = "FILE")]
    pub(super) program: Vec<PathBuf>,
    /// The command that starts your program
    #[arg(value_name = "COMMAND", last = true)]
    pub(super) command: Vec<OsString>,
    /// Judge on the testcases in this folder or file
    #[arg(long, value_name = "PATH")]
    pub(super) cases: Vec<PathBuf>,
    /// The names of input and answer files, with `%` for the testcase's name: 'in/%.txt=out/%.txt'
    #[arg(long, hide_short_help = true, value_name = "IN=OUT")]
    pub(super) pair: Option<Pattern>,
    /// Judge only the testcases with this name. `*` and `?` stand for any characters
    #[arg(long, value_name = "PATTERN")]
    pub(super) case: Vec<String>,
    /// Give the program the contest's input file and read its answer from the contest's output file
    #[arg(long)]
    pub(super) contest_files: bool,
    /// Stop after the first testcase that is not accepted
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Run all testcases, even those of a group that has failed
    #[arg(long)]
    pub(super) all: bool,
    /// Show every testcase, even if all are accepted. A terminal shows each as soon as it is judged
    #[arg(long)]
    pub(super) rows: bool,
    /// Show all about the sandbox, not only its tier
    #[arg(long)]
    pub(super) verbose: bool,
    /// Show each wrong answer beside its input and the expected output
    #[arg(long, conflicts_with_all = ["mistakes", "submissions"])]
    pub(super) diff: bool,
    /// Show the testcases that catch each known mistake of the problem, instead of judging a program
    #[arg(long, hide_short_help = true, conflicts_with_all = ["watch", "cut", "checker", "contest_files", "fail_fast"])]
    pub(super) mistakes: bool,
    /// Judge the task's own submissions, and compare each verdict with its folder or the package
    #[arg(long, conflicts_with_all = ["mistakes", "watch", "cut", "contest_files", "expect"])]
    pub(super) submissions: bool,
    /// Name the known mistake behind the wrong answers of your program
    #[arg(long, conflicts_with = "mistakes")]
    pub(super) why: bool,
    #[command(flatten)]
    pub(super) language: Language,
    /// Silence `--why`, if other people read the output
    #[arg(long, hide_short_help = true)]
    pub(super) no_spoilers: bool,
    /// Exit with 0 if the worst verdict of every program is CODE, else with 1
    #[arg(long, value_name = "CODE", value_parser = one_of(Deserved::ALL.map(|(code, deserved)| (code, Verdict::Deserved(deserved)))), conflicts_with = "mistakes")]
    pub(super) expect: Option<Verdict>,
    /// Judge again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub(super) watch: bool,
    /// Write the first wrong test of an input with several tests into this folder, as a testcase
    #[arg(long, hide_short_help = true, value_name = "DIR")]
    pub(super) cut: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    /// The checker: a program or source file that decides if an output is right
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pub(super) checker: Option<PathBuf>,
    /// The protocol of the checker [default: testlib]
    #[arg(long, hide_short_help = true, value_name = "STYLE", requires = "checker", value_parser = one_of(Style::ALL))]
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
    pub(super) fn wishes(&self, entry: Option<&dyn Entry>, settings: &Settings) -> Result<Wishes> {
        if let Some(entry) = entry {
            self.reporting.policy(&[entry], settings)?;
        }
        let style = self.checker_style.unwrap_or(Style::Testlib);
        Ok(Wishes {
            checker: self.checker.clone().map(|path| (path, style)),
            compare: self.reporting.compare,
            default_compare: settings.compare(entry),
            ..task::wishes(&self.limits, self.contest_files, entry)?
        })
    }
}

fn long_help() -> String {
    let languages = LANGUAGES
        .iter()
        .map(|l| format!("{} (.{})", l.name, l.endings.join(", .")));
    format!(
        "Languages: {}.\n\n{}\nIf you name a problem and no folder, gamesolve uses its own testcases. A package is a folder, \
         a .zip or a .tar.gz with init.yml, config.yml, task.yaml, Settings.cfg, problem.yaml or problem.xml. It states \
         limits, checker, file names and the points of groups. Your options win over the package.\n\n`--time` limits \
         the processor time of one run. There is no `--time-limit`: besides the runs, gamesolve only checks answers. \
         Each check may do as much work as `gamesolve PROBLEM` does by default.",
        languages.collect::<Vec<_>>().join(", "),
        check::comparisons()
    )
}
