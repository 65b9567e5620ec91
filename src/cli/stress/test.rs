//! The test of one program: what it says during a search, whatever the inputs are, and the commands that repeat it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;

use super::super::process::progress::{Progress, clock};
use super::super::status::Stop;
use super::report::{counted, for_a_line, named, save, stress_folder};
use super::{Options, Target};
use crate::judge::Judgement;
use crate::judge::program::Program;
use crate::practice::shrink::Cut;
use crate::practice::stress::search::{Bounds, End, Phase, Tried, Watch};
use crate::practice::stress::trials::{Counterexample, Spent, TrialPart, Trials};
use crate::problem::Entry;

/// The test of one program.
pub(super) struct Test<'a> {
    pub(super) options: &'a Options,
    pub(super) entry: Option<&'static dyn Entry>,
    /// The task as a word of a command line, after a blank, or nothing.
    pub(super) task: &'a str,
    pub(super) program: &'a Program,
    pub(super) target: &'a Target,
    pub(super) begun: Instant,
}

impl Test<'_> {
    /// Returns the bounds of the search.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            runs: self.options.runs(self.program),
            until: self.begun + self.options.time_budget,
            jobs: self.options.jobs(),
        }
    }

    /// Returns the lines on the search: its tries, its time, and the limit that ended it.
    ///
    /// If `limits_follow` is set, a part of the time was kept for the largest inputs, and the solver has answered.
    pub(super) fn searched(&self, found: &Tried<Judgement>, trials: &Trials<'_>, limits_follow: bool) -> String {
        let Tried { judged, skipped, .. } = *found;
        let seconds = self.begun.elapsed().as_secs_f64();
        let (seed, budget) = (self.options.seed, self.options.time_budget.as_secs_f64());
        let end = match found.end {
            End::Failure => String::new(),
            End::Exhausted => ", no new inputs left".to_owned(),
            End::Runs => format!(", limit: --tests {}", self.bounds().runs),
            End::Time if trials.is_interrupted() => ", interrupted".to_owned(),
            End::Time if limits_follow => {
                format!(", limit: --time-budget {budget} without the share of the largest inputs")
            }
            End::Time => format!(", limit: --time-budget {budget}"),
        };
        let outcome = match found.end {
            End::Failure => "One fails.",
            _ => "No failure.",
        };
        let tried = counted(judged, named(found.name));
        let mut text = format!("Tried {tried} in {seconds:.1} s (seed {seed}{end}). {outcome}");
        if trials.refused() > 0 && limits_follow {
            let refused = trials.refused();
            text += &format!("\nThe solver refused {refused} inputs, because they need more memory.");
        }
        if skipped > judged {
            text += &format!(
                "\nwarning: {skipped} inputs were repetitions. There are few small inputs, or the family has few different ones."
            );
        }
        text
    }

    /// Returns the error of a search that judged no input. `name` names the parts of a trial.
    pub(super) fn nothing_judged(&self, spent: &Spent, name: impl Fn(TrialPart) -> String) -> Stop {
        let why = match spent.slowest() {
            None => "no run began".to_owned(),
            Some((part, runs, time)) => {
                let (name, seconds) = (name(part), time.as_secs_f64());
                match runs {
                    1 => format!("{name} ran once and took {seconds:.1} s"),
                    _ => format!("{name} ran {runs} times and took {seconds:.1} s each time"),
                }
            }
        };
        let budget = self.options.time_budget.as_secs_f64();
        let again = self.search(&self.options.longer(spent));
        Stop::wrong(format_args!(
            "no input was tested within {budget} s: {why}\nhint: {again}"
        ))
    }

    /// Returns the command of a search with these options.
    pub(super) fn search(&self, options: &str) -> String {
        let [before, after] = self.target.words();
        format!("gamesolve stress{}{before}{options}{after}", self.task)
    }

    /// Saves a failing testcase, by default in the folder of this task. Returns its path without an ending.
    pub(super) fn save(&self, example: &Counterexample, task: &str) -> Result<PathBuf> {
        let folder = self.options.save.clone();
        save(example, &folder.unwrap_or_else(|| stress_folder(task)))
    }

    /// Returns the commands that judge the saved testcase, explain it, and find it again.
    ///
    /// `rules` are the options of `judge`, if there are such. `variants` are those of `explain`, if it knows the problem.
    pub(super) fn commands(
        &self,
        saved: &Path,
        rules: Option<String>,
        variants: Option<String>,
        (cut, spent): (Option<Cut>, &Spent),
    ) -> String {
        let input = for_a_line(&[saved.with_extension("in").into()]);
        let mut text = format!("\nSaved as{input}.\n");
        if let Some(rules) = rules {
            let [before, after] = self.target.words();
            let folder = for_a_line(&[saved.parent().unwrap_or(Path::new(".")).into()]);
            let name = for_a_line(&[saved.file_name().unwrap_or_default().into()]);
            let places = match self.entry {
                Some(entry) => format!(" {}{before}{folder}", entry.typed()),
                None => format!("{folder}{before}"),
            };
            text += &format!("Again:   gamesolve judge{places}{rules} --case{name}{after}\n");
        }
        if let Some(variants) = variants {
            text += &format!("Explain: gamesolve explain{}{input}{variants}\n", self.task);
        }
        let again = self.options.again(cut, spent);
        text + &format!("Search:  {}\n", self.search(&again))
    }
}

/// Shows the progress of a part that may take long.
pub(super) fn watch(part: Phase, runs: u64) -> Watch {
    if !matches!(part, Phase::Tiny | Phase::Random) {
        return Box::new(|_| ());
    }
    let shown = Progress::new(true, move |tried, time| {
        let rate = tried as f64 / time.as_secs_f64().max(0.001);
        format!("{tried}/{runs} inputs, {rate:.0} a second, {}", clock(time))
    });
    Box::new(move |tried| shown.set(tried))
}
