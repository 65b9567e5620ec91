//! The solver as a submission, and its runs on testcases.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gamesolve_box::{Ending, Limits, Run, Sandbox, Task, Word};
use itertools::Itertools as _;

use super::super::answers::OwnEntry;
use super::super::cpp;
use super::super::grader;
use super::super::protocol::Explored;
use super::shape::Shape;
use super::{PackageError, is_cpp, unwritten};
use crate::judge::program::Program;
use crate::judge::tools::Tools;
use crate::judge::workshop::Workshop;
use crate::text::quoted;

/// A program that answers the inputs of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The ending of its file, which names its language.
    pub ending: &'static str,
    /// The text.
    pub text: String,
}

/// Returns a text as a literal, in Python and in C++.
pub(super) fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the game as a program: its file, with a solver around it that tries all moves.
///
/// `explored` has the parts of at least one start.
pub(super) fn of_moves(
    entry: &OwnEntry,
    shape: &Shape<'_>,
    source: &str,
    explored: &Explored,
) -> Result<Solution, PackageError> {
    let (facts, file) = (entry.facts()?, &entry.grader()?.file);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = quoted(name.as_bytes(), 200).replace('"', "_");
    let [win, lose, draw] = entry.answers()?.each_ref().map(|word| literal(word));
    let (has_points, says_score) = (explored.has_points(), entry.loaded()?.says_score());
    let misere = entry.is_misere(false)?;
    let (form, asks_move) = (shape.form, facts.asks_for_a_move());
    let (tests, before, width) = (form.tests.is_some(), form.before.len(), form.words.len());
    let is_sum = form.parts.is_some() && !form.is_list;
    let order = form.order().iter().join(", ");
    if is_cpp(file) {
        let count = form.count_place().map_or(-1, |place| place as i64);
        let constants = format!(
            "\nnamespace gs {{ namespace task {{\n\
             constexpr bool tests = {tests}, is_sum = {is_sum}, is_list = {}, misere = {misere}, says_score = {says_score};\n\
             constexpr bool has_points = {has_points}, asks_move = {asks_move};\n\
             constexpr int before = {before}, count = {count}, width = {width};\n\
             static const vector<int> order{{{order}}};\n\
             constexpr const char *win = {win}, *lose = {lose}, *draw = {draw};\n}} }}\n",
            form.is_list
        );
        let main = constants + include_str!("solver.h");
        let head = format!("// The game `{name}` with a solver around it that tries all moves.\n");
        return Ok(Solution {
            ending: "cpp",
            text: head + &cpp::around(source, &name, facts, grader::CPP_WAYS[1], &main),
        });
    }
    let kind = match explored.starts.iter().find(|start| !start.is_empty()) {
        _ if form.is_own => "own",
        _ if shape.letters.is_some() => "word",
        _ if form.is_list => "list",
        Some(start) if explored.names[start[0] as usize].starts_with('(') => "tuple",
        Some(start) if form.word_count() > 1 && start.len() == form.word_count() => "parts",
        _ => "number",
    };
    let python = |is: bool| if is { "True" } else { "False" };
    let arguments = format!(
        "{}, {before}, {}, {width}, [{order}], \"{kind}\", {}, {}, {}, {}, {}, {{\"W\": {win}, \"L\": {lose}, \"D\": {draw}}}",
        python(tests),
        form.count_place()
            .map_or_else(|| "None".to_owned(), |place| place.to_string()),
        python(is_sum),
        python(misere),
        python(has_points),
        python(says_score),
        python(asks_move)
    );
    let solver = include_str!("solver.py").replacen("#ARGUMENTS", &arguments, 1);
    Ok(Solution {
        ending: "py",
        text: format!(
            "# The game `{name}` with a solver around it that tries all moves.\n{}\n{solver}",
            as_module(source)
        ),
    })
}

/// Returns a game in Python as a module: the names that it may use stand before its own lines.
pub(super) fn as_module(source: &str) -> String {
    let source = source.trim_start_matches('\u{feff}').trim_end();
    // Python takes these imports only before all other statements.
    let is_first = |line: &&str| line.starts_with("from __future__ import ");
    let first: String = source
        .lines()
        .filter(is_first)
        .map(|line| format!("{line}\n"))
        .collect();
    let kept: Vec<&str> = source
        .lines()
        .map(|line| if is_first(&line) { "" } else { line })
        .collect();
    format!("{first}{}{}", include_str!("solver_head.py"), kept.join("\n"))
}

/// Returns the first output that `runs.py` reports with its processor time, and the rest of the report.
fn first_of(report: &[u8]) -> Option<((String, Duration), &[u8])> {
    let end = report.iter().position(|&byte| byte == b'\n')?;
    let (length, spent) = std::str::from_utf8(&report[..end]).ok()?.split_once(' ')?;
    let (output, rest) = report[end + 1..].split_at_checked(length.parse().ok()?)?;
    let output = String::from_utf8_lossy(output).into_owned();
    Some(((output, Duration::from_micros(spent.parse().ok()?)), rest))
}

/// The output of a run and its processor time, or the reason why it failed.
type Ran = Result<(String, Duration), String>;

/// A place to compile and run solutions in the sandbox.
pub(super) struct Workbench {
    workshop: Workshop,
    folder: PathBuf,
}

impl Workbench {
    pub(super) fn new(sandbox: Sandbox, folder: &Path) -> Workbench {
        /// The limit on the time to compile a solution.
        const COMPILE_TIME: Duration = Duration::from_secs(60);
        Workbench {
            workshop: Workshop::new(sandbox, Tools::default(), folder, COMPILE_TIME),
            folder: folder.to_owned(),
        }
    }

    /// Returns a solution that is ready to run.
    ///
    /// # Errors
    /// The compiler's message, or the reason why there is no compiler.
    pub(super) fn ready(&self, solution: &Solution, place: &str) -> Result<Program, PackageError> {
        let path = self.folder.join(format!("{place}.{}", solution.ending));
        std::fs::write(&path, &solution.text).map_err(|error| unwritten(&error))?;
        let program = self.workshop.compiled(&path, place, &[], &[]);
        program.map_err(|why| PackageError::Lacks(format!("its solver cannot be compiled: {why}")))
    }

    /// Iterates over the runs of a program on inputs.
    pub(super) fn runs<'a>(
        &'a self,
        program: &'a Program,
        inputs: &'a [&str],
        seconds: u64,
    ) -> Result<impl Iterator<Item = Result<Ran, PackageError>> + 'a, PackageError> {
        let together = self.together(program, inputs, seconds)?;
        // A run that fails beside others is repeated alone, so that it fails for its own reason.
        let others = &inputs[together.len()..];
        let alone = others.iter().map(move |input| self.run(program, input, seconds));
        Ok(together.into_iter().map(|ran| Ok(Ok(ran))).chain(alone))
    }

    /// Runs a program in Python on inputs, and returns its outputs and their processor times until a run fails.
    ///
    /// Python starts once for all of them, which otherwise takes longer than most of these runs.
    fn together(
        &self,
        program: &Program,
        inputs: &[&str],
        seconds: u64,
    ) -> Result<Vec<(String, Duration)>, PackageError> {
        let is_python = program.language.is_some_and(|language| language.name == "Python");
        if !is_python || inputs.len() < 2 {
            return Ok(Vec::new());
        }
        let write = |name: String, text: &str| {
            let path = self.folder.join(name);
            std::fs::write(&path, text)
                .map(|()| path)
                .map_err(|error| unwritten(&error))
        };
        let runner = write("runs.py".to_owned(), include_str!("runs.py"))?;
        let inputs = inputs.iter().enumerate();
        let inputs: Vec<PathBuf> = inputs
            .map(|(place, input)| write(format!("input-{place}"), input))
            .collect::<Result<_, _>>()?;
        let mut argv = program.command(super::MEMORY);
        argv.insert(1, Word::trusted(&runner));
        argv.extend(inputs.iter().map(Word::trusted));
        let run = self.carry_out(&Task {
            argv,
            readable: [&program.readable[..], &[runner], &inputs].concat(),
            ..self.task(program, seconds)
        })?;
        Ok(std::iter::successors(first_of(&run.stdout), |(_, rest)| first_of(rest))
            .map(|(ran, _)| ran)
            .collect())
    }

    /// Returns the limits of a run.
    fn task(&self, program: &Program, seconds: u64) -> Task {
        let limits = Limits {
            memory: super::MEMORY,
            ..Limits::default().with_cpu(Duration::from_secs(seconds))
        };
        Task {
            origin: program.argv.clone(),
            limits: program.limits(&limits),
            ..Task::default()
        }
    }

    fn carry_out(&self, task: &Task) -> Result<Run, PackageError> {
        let run = self.workshop.sandbox().run(task);
        Ok(run.map_err(|failure| super::OwnError::Unusable(failure.to_string()))?)
    }

    /// Runs a program on an input.
    fn run(&self, program: &Program, input: &str, seconds: u64) -> Result<Ran, PackageError> {
        let path = self.folder.join("input");
        std::fs::write(&path, input).map_err(|error| unwritten(&error))?;
        let run = self.carry_out(&Task {
            argv: program.command(super::MEMORY),
            stdin: Some(path),
            readable: program.readable.clone(),
            ..self.task(program, seconds)
        })?;
        Ok(match (run.exceeded, run.ending) {
            (None, Ending::Exited(0)) => Ok((String::from_utf8_lossy(&run.stdout).into_owned(), run.cpu)),
            (Some(limit), _) => Err(format!("it exceeds its limit of {limit:?}").to_lowercase()),
            (None, _) => {
                let said = String::from_utf8_lossy(&run.stderr);
                let last = said.lines().last().unwrap_or("it ends with an error and says nothing");
                Err(quoted(last.as_bytes(), 300))
            }
        })
    }
}
