//! `gamesolve table`: the values of many positions, their pattern, and what it rests on.

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use anyhow::Result;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use super::args;
use super::interrupt;
use super::mistaken;
use super::one_test::{OneTest, TestOptions};
use super::output;
use super::rule::Rule;
use super::status::{Status, Stop, say};
use super::task::EntryParser;
use crate::budget::{Budget, Refusal};
use crate::engine::graph::{Cycle, Graph};
use crate::engine::progress::Work;
use crate::engine::{Outcome, Value, loopy};
use crate::pattern::{Bounds, code};
use crate::picture;
use crate::practice::table::{
    About, AboutTuples, Content, Function, Pairs, Row, Series, TuplePatterns, letters, look_at,
};
use crate::problem::{AnyGame, AnyPosition, Entry, Failure, Input, MISERE, Variants};
use crate::problems::REGISTRY;
use crate::text::Source;
use rule::of_rule;

#[cfg(unix)]
mod beyond;
#[cfg(unix)]
mod own;
mod rule;

/// The bounds of a trial where no moves are known beyond the table.
const NOTHING_BEYOND: Bounds = Bounds {
    up_to: 0,
    named_to: 0,
    moves: 0,
};

/// Tabulate the values of positions, and name their pattern and its evidence
#[derive(Args)]
#[group(skip)]
#[command(
    after_help = "TASK is a problem, a file with a game of your own (.py, .cpp), a command (`lines:./mygame`, in any \
                  language), or a rule: `octal:0.77` (any code with \
                  digits 0 to 9 and A to F), `take:1,3,4` (take one of these amounts), `grundy` (break a heap into \
                  two unequal ones).\n\n\
                  A problem is tabulated from an input: its vertices, or the positions that play can reach. Where it \
                  is natural --range tabulates one number or two of its instances (heaps, boards, cells), the others \
                  as in the input if there is one. Of games of numbers, the pattern is named \
                  with its evidence, which is one of: proved; proved, if your moves stay so; complete; holds and passes \
                  its induction step; holds only.\n\n\
                  --format komal prints who wins from every vertex of a directed graph, one of W, D and L a line, as \
                  KöMaL S. 13 asks.\n\n\
                  A table of the vertices of a graph needs no start: the input may lack it."
)]
pub(super) struct Options {
    /// A problem, a file with a game of your own, or a rule
    #[arg(id = "problem", value_name = "TASK", value_parser = TaskParser, hide_possible_values = true)]
    task: Task,
    /// The input file of a problem [default: standard input where no --range is given]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// The numbers to tabulate: 0..400, or for several numbers 0..20,0..30
    #[arg(long, value_name = "RANGE", value_parser = ranges)]
    range: Option<Ranges>,
    /// A position of a game of your own: tabulate those that play can reach from it
    #[arg(long, value_name = "POSITION", allow_negative_numbers = true, conflicts_with_all = ["range", "input"])]
    at: Option<String>,
    /// text, csv, json, svg (a picture), or komal: W, D or L for every vertex of a graph, a line each
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = args::one_of([
            ("text", Format::Text),
            ("csv", Format::Csv),
            ("json", Format::Json),
            ("svg", Format::Svg),
            ("komal", Format::Komal),
        ]),
        default_value = "text"
    )]
    format: Format,
    /// Write the pattern as a program: cpp or py
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = args::one_of([("cpp", code::Language::Cpp), ("py", code::Language::Python)]),
        conflicts_with = "format"
    )]
    code: Option<code::Language>,
    /// Print the vertices in an order in which arcs lead on, or a cycle
    #[arg(long, conflicts_with_all = ["range", "at", "code"])]
    order: bool,
    /// Check a sample first: an input of a game of your own, and its answer
    #[arg(long, value_names = ["IN", "OUT"], num_args = 2)]
    samples: Vec<PathBuf>,
    /// The output file [default: standard output]
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    test: TestOptions,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Csv,
    Json,
    Svg,
    Komal,
}

/// Ranges of one number or of several, both ends included.
#[derive(Clone, Debug)]
struct Ranges(Vec<(u64, u64)>);

/// The largest number of a range, and the most numbers of one.
const LARGEST: u64 = 1_000_000_000_000;
const MOST_NUMBERS: u64 = 1_000_000;
/// The most numbers of a position that are tabulated.
const MOST_RANGES: usize = 6;

fn ranges(text: &str) -> Result<Ranges, String> {
    let wrong = || "a range is 0..400, or for several numbers 0..20,0..30".to_owned();
    let one = |text: &str| -> Result<(u64, u64), String> {
        let (low, high) = text.split_once("..").ok_or_else(wrong)?;
        let low: u64 = low.trim().parse().map_err(|_| wrong())?;
        let high: u64 = high.trim().trim_start_matches('=').parse().map_err(|_| wrong())?;
        if low > high || high > LARGEST || high - low >= MOST_NUMBERS {
            return Err(format!(
                "a range rises, ends at {LARGEST} at most and has at most {MOST_NUMBERS} numbers"
            ));
        }
        Ok((low, high))
    };
    let all: Vec<(u64, u64)> = text.split(',').map(one).collect::<Result<_, _>>()?;
    match all.len() {
        1..=MOST_RANGES => Ok(Ranges(all)),
        _ => Err(format!("a table has at most {MOST_RANGES} numbers")),
    }
}

/// The subject of a table.
#[derive(Clone)]
pub(super) enum Task {
    Problem(&'static dyn Entry),
    #[cfg(unix)]
    Own(&'static crate::own::OwnEntry),
    Rule(String, Rule),
}

#[derive(Clone)]
pub(super) struct TaskParser;

impl TypedValueParser for TaskParser {
    type Value = Task;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Task, clap::Error> {
        let raw = |why: String| {
            clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{why}\n")).with_cmd(command)
        };
        let text = value.to_string_lossy();
        if let Some(rule) = Rule::parse(&text) {
            return rule.map(|rule| Task::Rule(text.into_owned(), rule)).map_err(raw);
        }
        #[cfg(unix)]
        if crate::cli::task::is_game_file(value) {
            return crate::cli::task::own_entry(value).map(Task::Own).map_err(raw);
        }
        EntryParser.parse_ref(command, arg, value).map(Task::Problem)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = REGISTRY.iter().map(|entry| PossibleValue::new(entry.meta().slug));
        Some(Box::new(names))
    }
}

/// Writes programs around a function.
trait Writer {
    /// Returns whether the programs read sums, for which a function must give nimbers.
    fn reads_sums(&self) -> bool;

    /// Writes one.
    ///
    /// # Errors
    /// Where the function does not do for what the program has to read.
    fn program(&self, function: &Function, language: code::Language) -> Result<String>;
}

/// A finished table, ready to print.
struct Printed {
    /// The first line: what was understood.
    head: String,
    content: Content,
    /// The pattern in words, and for programs.
    words: String,
    json: serde_json::Value,
    period: Option<usize>,
    /// The program, where one was asked for.
    program: Option<String>,
    /// The rows that the table lacks.
    missing: Option<Missing>,
}

/// The rows that a table lacks.
struct Missing {
    /// How many, or how many at least.
    rows: u64,
    is_exact: bool,
    /// A sentence that says how to get them. It is empty if the head of the table says it.
    words: String,
}

impl Missing {
    fn exactly(rows: u64, words: impl Into<String>) -> Missing {
        Missing {
            rows,
            is_exact: true,
            words: words.into(),
        }
    }
}

impl Printed {
    fn plain(head: String, content: Content) -> Printed {
        Printed {
            head,
            content,
            words: String::new(),
            json: serde_json::Value::Null,
            period: None,
            program: None,
            missing: None,
        }
    }
}

/// Returns the columns of the terminal, or those of a page.
fn columns() -> usize {
    const PAGE: usize = 100;
    match io::stdout().is_terminal() {
        true => ratatui::crossterm::terminal::size().map_or(PAGE, |(columns, _)| usize::from(columns).clamp(20, 400)),
        false => PAGE,
    }
}

pub(super) fn run(options: &Options) -> Result<Status> {
    interrupt::ends_whole()?;
    options.test.limits.start_threads()?;
    let deadline = options.test.limits.solving.deadline();
    if options.order {
        let Task::Problem(entry) = &options.task else {
            return Err(no_arcs().into());
        };
        refuse_without_arcs(*entry)?;
        let source = args::read_input(options.input.as_ref(), options.test.limits.input.or_default())?;
        let text = order(&*of_vertices(options, *entry, source)?.game()?)?;
        drop(deadline);
        output::to_file_or_stdout(options.output.as_deref(), &text)?;
        return Ok(Status::Success);
    }
    if options.format == Format::Komal
        && options.range.is_none()
        && let Task::Problem(entry) = &options.task
    {
        let text = every_vertex(options, *entry)?;
        drop(deadline);
        output::to_file_or_stdout(options.output.as_deref(), &text)?;
        return Ok(Status::Success);
    }
    let printed = printed(options)?;
    drop(deadline);
    let text = match (&printed.program, options.code) {
        (Some(program), _) => program.clone(),
        (None, Some(_)) => {
            return Err(Stop::bad_input("error: there is no pattern that could be written as a program").into());
        }
        _ => match options.format {
            Format::Csv => printed.content.csv(),
            Format::Svg => printed.content.svg(&printed.head),
            Format::Komal => match printed.content.letters() {
                Some(letters) => letters,
                None => {
                    let message = "error: --format komal needs a directed graph, or a range of one number";
                    return Err(Stop::bad_input(message).into());
                }
            },
            Format::Json => {
                let mut json = serde_json::json!({
                    "about": printed.head,
                    "is_whole": printed.missing.is_none(),
                    "values": printed.content.json(),
                    "pattern": printed.json,
                });
                if let Some(missing) = &printed.missing {
                    let name = if missing.is_exact {
                        "missing"
                    } else {
                        "missing_at_least"
                    };
                    json[name] = missing.rows.into();
                }
                output::json(&json)?
            }
            Format::Text => {
                let table = printed.content.text(columns(), printed.period);
                let words = match printed.words.is_empty() {
                    true => String::new(),
                    false => format!("\n{}", printed.words),
                };
                let missing = match &printed.missing {
                    Some(Missing { words, .. }) if !words.is_empty() => format!("{words}\n"),
                    _ => String::new(),
                };
                format!("{}\n{missing}\n{table}{words}", printed.head)
            }
        },
    };
    if let Some(Missing { words, .. }) = &printed.missing
        && !words.is_empty()
        && (options.format != Format::Text || options.code.is_some())
    {
        say(&format!("note: {words}"));
    }
    output::to_file_or_stdout(options.output.as_deref(), &text)?;
    Ok(Status::Success)
}

/// Returns the table that was asked for, with its pattern.
fn printed(options: &Options) -> Result<Printed> {
    match &options.task {
        Task::Problem(entry) => of_problem(options, *entry),
        Task::Rule(name, rule) => of_rule(options, name, rule),
        #[cfg(unix)]
        Task::Own(entry) => own::table(options, entry),
    }
}

/// The number of hints of a game that has a table.
pub(super) const HINTS: u8 = 4;

/// Returns a hint of a game of one's own or of a rule: the values, what to look at, the pattern, and the reason.
pub(super) fn hint(task: &Task, number: u8) -> Result<String> {
    let command = Options::augment_args(Command::new("table"));
    let matches = command.try_get_matches_from(["table", "grundy"])?;
    let mut options = Options::from_arg_matches(&matches)?;
    options.task = task.clone();
    let printed = printed(&options)?;
    let (pattern, why) = match printed.words.split_once("Why, ") {
        Some((pattern, why)) => (pattern.to_owned(), format!("Why, {why}")),
        None => (
            printed.words.clone(),
            "No winning move was found that is told in a few words.\n".to_owned(),
        ),
    };
    Ok(match (number, &printed.content) {
        (1, content) => format!("{}\n\n{}", printed.head, content.text(columns(), None)),
        (2, Content::Series(series)) => look_at(series),
        (2, _) => {
            "Look at the lost positions: their sums, differences, remainders, and their binary forms.\n".to_owned()
        }
        (3, _) => pattern,
        (_, _) => why,
    })
}

/// Takes the test out of an input that may lack its start.
fn of_vertices(options: &Options, entry: &'static dyn Entry, mut source: Source) -> Result<OneTest> {
    let variants = options.test.variants.of(entry)?;
    let input = Input {
        bytes: &source.bytes,
        variants: &variants,
    };
    if let Some(text) = entry.with_some_start(input) {
        source.bytes = text.into_bytes();
    }
    options.test.of(entry, source)
}

/// The end of `--order` where a problem has no directed graph.
fn no_arcs() -> Stop {
    Stop::bad_input("error: --order needs a problem with a directed graph")
}

/// Refuses a problem whose games have no directed graph before a long input is read: a small instance shows it.
fn refuse_without_arcs(entry: &dyn Entry) -> Result<()> {
    const SIZE: u64 = 4;
    let variants = Variants::default();
    let Some(family) = entry.families().into_iter().next() else {
        return Ok(());
    };
    let text = entry.generate(family.name, SIZE, 1);
    let input = Input {
        bytes: text.as_bytes(),
        variants: &variants,
    };
    let game = entry.game(input, 0, Budget::of_this_machine());
    match game.map(|game| game.stage().kind) {
        Ok(picture::Kind::Graph { directed: true, .. }) | Err(_) => Ok(()),
        Ok(_) => Err(no_arcs().into()),
    }
}

/// Returns the vertices of the game's graph in an order in which arcs lead on; a cycle where there is none.
fn order(game: &dyn AnyGame) -> Result<String> {
    let stage = game.stage();
    let picture::Kind::Graph { arcs, directed: true } = &stage.kind else {
        return Err(no_arcs().into());
    };
    let graph = Graph::from_arcs(stage.places.len(), arcs);
    let mut order = Vec::new();
    let name = |vertex: &u32| stage.places[*vertex as usize].name.clone();
    Ok(match graph.visit_post_order(|vertex| order.push(vertex)) {
        Ok(()) => {
            order.reverse();
            let mut names: Vec<String> = order.iter().map(name).collect();
            match left_out(game, names.len()) {
                Ok(others) => names.extend(others.into_iter().map(|place| place.name)),
                Err(count) => say(&format!(
                    "note: {count} vertices that no arc mentions are left out of the order; they may stand anywhere"
                )),
            }
            format!("{}\n", names.join(" "))
        }
        Err(Cycle(cycle)) => {
            let mut names: Vec<String> = cycle.iter().map(name).collect();
            names.extend(names.first().cloned());
            format!("no order, because of the cycle {}\n", names.join(" -> "))
        }
    })
}

/// Returns who wins from every vertex of a graph, a letter a line.
fn every_vertex(options: &Options, entry: &'static dyn Entry) -> Result<String> {
    let source = args::read_input(options.input.as_ref(), options.test.limits.input.or_default())?;
    let variants = options.test.variants.of(entry)?;
    let input = Input {
        bytes: &source.bytes,
        variants: &variants,
    };
    let budget = options.test.limits.solving.budget();
    let found = entry.outcomes_of_vertices(input, options.test.number(), budget);
    let found = found.map_err(|failure| Stop::from_failure(mistaken::explained(failure, entry, &source), &source))?;
    let Some(outcomes) = found else {
        let message = format!(
            "error: `{}` is not played with one token on a directed graph, and --format komal tells who wins from every \
             vertex of one",
            entry.meta().slug
        );
        return Err(Stop::bad_input(message).into());
    };
    Ok(letters(outcomes.into_iter()))
}

fn of_problem(options: &Options, entry: &'static dyn Entry) -> Result<Printed> {
    let meta = entry.meta();
    let title = meta.title().en;
    let budget = options.test.limits.solving.budget();
    if !options.samples.is_empty() || options.at.is_some() {
        return Err(Stop::bad_input("error: --samples and --at are for games of your own").into());
    }
    if options.range.is_some() || (options.input.is_none() && !entry.series().is_empty() && io::stdin().is_terminal()) {
        return of_numbers(options, entry, budget);
    }
    let source = args::read_input(options.input.as_ref(), options.test.limits.input.or_default())?;
    if source.bytes.trim_ascii().is_empty() && !entry.series().is_empty() {
        let message = format!(
            "error: {} is empty\nhint: a table of numbers needs no input, as in `gamesolve table {} --range 1..50`",
            source.name, meta.slug
        );
        return Err(Stop::bad_input(message).into());
    }
    let one = of_vertices(options, entry, source)?;
    let game = one.game()?;
    if options.code.is_some() {
        return Err(Stop::bad_input("error: --code needs a table of numbers").into());
    }
    let normal = !options.test.variants.of(entry)?.has(MISERE.name);
    Ok(of_game(&*game, title, meta.slug, normal, budget))
}

/// Returns the values of the instances that differ in one number or two.
fn of_numbers(options: &Options, entry: &'static dyn Entry, budget: Budget) -> Result<Printed> {
    let meta = entry.meta();
    let variants = options.test.variants.of(entry)?;
    let wanted = options.range.as_ref().map_or(0, |ranges| ranges.0.len());
    let all = entry.series();
    let fits = |names: usize| names == wanted || wanted == 0;
    let exact = all.iter().position(|series| fits(series.names.len()));
    // One range may stand for both numbers.
    let either = || all.iter().position(|series| series.names.len() > wanted);
    let Some(number) = exact.or_else(either) else {
        let message = match &all[..] {
            [] => format!("error: `{}` has no table by --range; give an input", meta.slug),
            [one] if one.names.len() == 1 => {
                format!("error: `{}` has a table of one number, `{}`", meta.slug, one.names[0])
            }
            several => {
                let each: Vec<String> = several.iter().map(|series| series.names.join(", ")).collect();
                format!(
                    "error: `{}` has tables by these numbers: {}",
                    meta.slug,
                    each.join("; ")
                )
            }
        };
        return Err(Stop::bad_input(message).into());
    };
    let series = all[number];
    let source = match &options.input {
        Some(_) => args::read_input(options.input.as_ref(), options.test.limits.input.or_default())?,
        None => Source {
            name: "the default".to_owned(),
            bytes: series.base.as_bytes().to_vec(),
        },
    };
    let base = Input {
        bytes: &source.bytes,
        variants: &variants,
    };
    let stop = |failure: Failure| Stop::from_failure(failure, &source);
    let about = entry.series_about(number, base).map_err(|error| stop(error.into()))?;
    // All values of the table share the work.
    let left = std::cell::Cell::new(budget.steps());
    let value = |numbers: &[u64]| -> Result<Option<Value>> {
        let found = entry.series_value(number, base, numbers, budget.with_steps(left.get()));
        let shares_the_budget = |refusal: Refusal| match left.get() < budget.steps() {
            true => Refusal::new(
                format_args!(
                    "this table takes more steps than the budget of {}: at {} = {} {}",
                    budget.steps(),
                    series.names.iter().join(", "),
                    numbers.iter().join(", "),
                    refusal.message()
                ),
                refusal.hint(),
            ),
            false => refusal,
        };
        let found = found.map_err(|failure| match failure {
            Failure::Refused(refusal) => stop(Failure::Refused(shares_the_budget(refusal))),
            other => stop(other),
        })?;
        let Some((value, steps)) = found else { return Ok(None) };
        let Some(rest) = left.get().checked_sub(steps) else {
            let refusal = budget.over_work(format_args!(
                "this table takes more steps than the budget of {}, which are used up at {} = {}",
                budget.steps(),
                series.names.iter().join(", "),
                numbers.iter().join(", ")
            ));
            return Err(stop(Failure::Refused(refusal)).into());
        };
        left.set(rest);
        Ok(Some(value))
    };
    let misere = if variants.has(MISERE.name) { WINS } else { "" };
    let title = format!("{} ({}): {about}{misere}.", meta.title().en, meta.slug);
    tabulate(options, title, series.names, value)
}

/// Returns the nimbers of the vertices where the game is one token on a directed graph and who cannot move loses; of a
/// vertex from which play may be endless, only where it has one all the same. [`None`] if it is another game: its ends
/// are not these, as the outcomes tell.
///
/// # Errors
/// Fails where that needs more than the budget.
fn nimbers_of_vertices(stage: &picture::Stage, budget: Budget) -> Result<Option<Vec<Option<u64>>>, Refusal> {
    let picture::Kind::Graph { arcs, directed: true } = &stage.kind else {
        return Ok(None);
    };
    let (vertices, count) = (stage.places.len() as u64, arcs.len() as u64);
    let needed = Graph::bytes_needed(vertices, count) + loopy::bytes_needed(vertices, count);
    budget.require(needed.into(), format_args!("the nimbers of {vertices} vertices"))?;
    let values = loopy::values(&Graph::from_arcs(stage.places.len(), arcs));
    let mut pairs = stage.places.iter().zip(&values);
    if !pairs.all(|(place, value)| place.outcome == Some(value.outcome())) {
        return Ok(None);
    }
    let nimber = |value| match value {
        loopy::Value::Finite(nimber) => Some(u64::from(nimber)),
        loopy::Value::Infinite(_) => None,
    };
    Ok(Some(values.into_iter().map(nimber).collect()))
}

/// Returns the places that the stage leaves out, beside `listed` others.
///
/// # Errors
/// Their number, if all together are more than a table has.
fn left_out(game: &dyn AnyGame, listed: usize) -> Result<Vec<picture::Place>, u64> {
    let (count, places) = game.left_out();
    match count.saturating_add(listed as u64) <= MOST_NUMBERS {
        true => Ok(places.collect()),
        false => Err(count),
    }
}

/// Returns the values of the places where those have one, else of the positions that play can reach. With normal ends,
/// who cannot move loses, and the places may have nimbers.
fn of_game(game: &dyn AnyGame, title: &str, slug: &str, has_normal_ends: bool, budget: Budget) -> Printed {
    let stage = game.stage();
    match stage.places.iter().any(|place| place.outcome.is_some()) {
        true => of_places(game, &stage, (title, slug), has_normal_ends, budget),
        false => of_positions(game, &stage, (title, slug), has_normal_ends, budget),
    }
}

/// The words for misère play after what is tabulated.
const WINS: &str = "; who cannot move wins";

/// Returns the values of the places, of those that the stage leaves out as well.
fn of_places(
    game: &dyn AnyGame,
    stage: &picture::Stage,
    (title, slug): (&str, &str),
    has_normal_ends: bool,
    budget: Budget,
) -> Printed {
    let row = |place: &picture::Place| Row {
        name: place.name.clone(),
        value: place.outcome.map(|outcome| value_of(outcome, &place.worth)),
        player: "",
        note: place.note.clone(),
    };
    let mut rows: Vec<Row> = stage.places.iter().map(row).collect();
    let has_worth = |row: &Row| {
        let value = row.value.as_ref();
        value.is_some_and(|value| value.nimber.is_some() || value.score.is_some())
    };
    let others = left_out(game, rows.len());
    let mut of_others = None;
    let mut more = String::new();
    if has_normal_ends && !rows.iter().any(has_worth) {
        match nimbers_of_vertices(stage, budget) {
            Ok(None) => {}
            Ok(Some(nimbers)) => {
                of_others = Some(0);
                for (row, nimber) in rows.iter_mut().zip(nimbers) {
                    row.value.iter_mut().for_each(|value| value.nimber = nimber);
                }
            }
            Err(refusal) => more = format!(" Without nimbers: {refusal}."),
        }
    }
    let (places, missing) = match others {
        Ok(others) => {
            rows.extend(others.iter().map(|place| {
                let mut row = row(place);
                row.value
                    .iter_mut()
                    .for_each(|value| value.nimber = value.nimber.or(of_others));
                row
            }));
            if !others.is_empty() {
                rows.sort_by_key(|row| row.name.parse::<u64>().ok());
            }
            (rows.len() as u64, None)
        }
        Err(count) => {
            let words = format!(
                "The table lacks {count} vertices that no arc mentions: from each of them play is over at once. `--format \
                 komal` lists all vertices."
            );
            (count + rows.len() as u64, Some(Missing::exactly(count, words)))
        }
    };
    let ends = if has_normal_ends { "" } else { WINS };
    let head = format!("{title} ({slug}): {places} places, for the player to move from each{ends}.{more}");
    Printed {
        missing,
        ..Printed::plain(head, Content::Rows(rows))
    }
}

/// Returns the values of the positions that play can reach, as many as the budget has steps for.
fn of_positions(
    game: &dyn AnyGame,
    stage: &picture::Stage,
    (title, slug): (&str, &str),
    has_normal_ends: bool,
    budget: Budget,
) -> Printed {
    /// The steps of a row, and of each place of its position: the usual budget is for 100,000 rows.
    const STEPS: u64 = 400_000;
    const STEPS_A_PLACE: u64 = 2000;
    /// For each row that is listed, so many positions are looked for at most, to tell how many rows are missing.
    const COUNTED: usize = 3;
    let steps = STEPS.max(STEPS_A_PLACE.saturating_mul(1 + game.place_count()));
    let most = usize::try_from(budget.steps() / steps).unwrap_or(usize::MAX).max(1);
    let counted = most.saturating_mul(COUNTED);
    let mut found: Vec<AnyPosition> = vec![game.start()];
    let mut known = std::collections::HashSet::from([game.start()]);
    let mut done = 0;
    // Of a position with very many moves only the first are followed.
    while done < found.len() && found.len() < counted {
        let position = found[done].clone();
        for choice in game.moves(&position).take(counted) {
            if found.len() < counted && known.insert(choice.to.clone()) {
                found.push(choice.to);
            }
        }
        done += 1;
    }
    let is_counted = done == found.len();
    let rows = found.iter().take(most).map(|position| Row {
        name: short_name(game, stage, position),
        value: Some(game.value(position)),
        player: game.player(position).unwrap_or_default(),
        note: String::new(),
    });
    let rows: Vec<Row> = rows.collect();
    let lacking = (found.len() - rows.len()) as u64;
    let limit = |rows: usize| (rows as u64).saturating_mul(steps).div_ceil(1_000_000_000);
    let missing = match (lacking, is_counted) {
        (0, true) => None,
        (rows, true) => {
            let words = format!(
                "The table lacks {rows} positions: `--work-limit {}G` lists all {}.",
                limit(found.len()),
                found.len()
            );
            Some(Missing::exactly(rows, words))
        }
        (rows, false) => {
            let words = format!(
                "The table lacks more than {rows} positions: `--work-limit {}G` lists twice as many.",
                limit(2 * most)
            );
            let is_exact = false;
            Some(Missing { rows, is_exact, words })
        }
    };
    let which = if missing.is_none() {
        "all positions"
    } else {
        "the first positions"
    };
    let ends = if has_normal_ends { "" } else { WINS };
    let head = format!("{title} ({slug}): {which} that play can reach, {}{ends}.", rows.len());
    Printed {
        missing,
        ..Printed::plain(head, Content::Rows(rows))
    }
}

/// Reads back what a place's worth says: plies, nimber or score.
fn value_of(outcome: Outcome, worth: &str) -> Value {
    let mut value = Value::of(outcome);
    for word in worth.split_whitespace() {
        if let Some(nimber) = word.strip_prefix('*') {
            value.nimber = nimber.parse().ok();
        } else if word.starts_with(['+', '-']) {
            value.score = word.parse().ok();
        } else if let Ok(plies) = word.parse() {
            value.distance = Some(plies);
        }
    }
    value
}

/// Returns a position in a line, by its pieces.
fn short_name(game: &dyn AnyGame, stage: &picture::Stage, position: &AnyPosition) -> String {
    let pieces = game.pieces(position);
    let name = |place: u32| {
        stage
            .places
            .get(place as usize)
            .map_or("?", |place| place.name.as_str())
    };
    let text = match &stage.kind {
        picture::Kind::Heaps => {
            let mut sizes = vec![0; stage.places.len()];
            for piece in &pieces {
                if let Some(size) = sizes.get_mut(piece.place as usize) {
                    *size += piece.count;
                }
            }
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            sizes.join(" ")
        }
        _ => {
            let each = pieces.iter().map(|piece| match (piece.mark, piece.count) {
                (picture::STONE, 1) => name(piece.place).to_owned(),
                (picture::STONE, count) => format!("{}x{count}", name(piece.place)),
                (mark, 1) => format!("{mark}{}", name(piece.place)),
                (mark, count) => format!("{mark}{}x{count}", name(piece.place)),
            });
            each.collect::<Vec<_>>().join(" ")
        }
    };
    let remark = game.remark(position);
    let own = remark.as_deref().and_then(|remark| remark.strip_prefix("position: "));
    let text = match (own, &remark) {
        // As it is typed.
        (Some(own), _) => own.to_owned(),
        (None, Some(remark)) if text.is_empty() => remark.clone(),
        (None, Some(remark)) => format!("{text} ({remark})"),
        (None, None) => text,
    };
    match text.is_empty() {
        true => "-".to_owned(),
        false => text,
    }
}

/// How many numbers a range has.
fn length((low, high): &(u64, u64)) -> u64 {
    high - low + 1
}

/// Refuses a table of too many positions.
fn refuse_too_many(ranges: &[(u64, u64)]) -> Result<()> {
    refuse_more(ranges.iter().map(length).fold(1, u64::saturating_mul))
}

/// Refuses a table of more positions than a table has.
fn refuse_more(count: u64) -> Result<()> {
    if count > MOST_NUMBERS {
        let message = format!("error: `--range` gives {count} positions, and a table has at most {MOST_NUMBERS}");
        return Err(Stop::bad_input(message).into());
    }
    Ok(())
}

/// Tabulates values of one number or two by asking for each.
fn tabulate(
    options: &Options,
    title: String,
    names: &[&str],
    value: impl Fn(&[u64]) -> Result<Option<Value>>,
) -> Result<Printed> {
    let ranges = options.range.as_ref().map_or(&[][..], |ranges| &ranges.0);
    if let [a, b] = names {
        let (of_a, of_b) = match ranges {
            [] => ((0, 20), (0, 20)),
            [one] => (*one, *one),
            [first, second, ..] => (*first, *second),
        };
        refuse_too_many(&[of_a, of_b])?;
        let row = |x: u64| (of_b.0..=of_b.1).map(|y| value(&[x, y])).collect::<Result<Vec<_>>>();
        let pairs = Pairs {
            names: [(*a).to_owned(), (*b).to_owned()],
            first: [of_a.0, of_b.0],
            values: (of_a.0..=of_a.1).map(row).collect::<Result<_>>()?,
        };
        let patterns = pairs.patterns(AboutTuples::default(), NOTHING_BEYOND);
        let names = pairs.names.to_vec();
        return of_tuples(options, title, Content::Pairs(pairs), &names, &patterns, None);
    }
    let (low, high) = ranges.first().copied().unwrap_or((0, 100));
    let mut first = low;
    let mut values = Vec::new();
    for n in low..=high {
        match value(&[n])? {
            Some(value) => values.push(value),
            None if values.is_empty() => first = n + 1,
            None => break,
        }
    }
    let last = first + values.len() as u64;
    let title = match last > high {
        true => title,
        false => {
            let end = last.saturating_sub(1);
            if options.format != Format::Text {
                say(&format!("note: the format ends at {end}"));
            }
            format!("{title} The format ends at {end}.")
        }
    };
    let series = Series {
        name: names[0].to_owned(),
        first,
        values,
        moves: None,
    };
    of_series(options, title, series, About::default(), NOTHING_BEYOND, None)
}

/// Returns the function of a pattern in the language that was asked for, in a program where one can be written.
fn written(
    options: &Options,
    writer: Option<&dyn Writer>,
    function: impl Fn(code::Language) -> Option<Function>,
) -> Result<Option<String>> {
    let Some(language) = options.code else { return Ok(None) };
    match (function(language), writer) {
        (None, _) => Ok(None),
        (Some(function), Some(writer)) => writer.program(&function, language).map(Some),
        (Some(function), None) => Ok(Some(function.text)),
    }
}

fn of_tuples(
    options: &Options,
    title: String,
    content: Content,
    names: &[String],
    patterns: &TuplePatterns,
    writer: Option<&dyn Writer>,
) -> Result<Printed> {
    Ok(Printed {
        words: patterns.words(names),
        json: patterns.json(),
        program: written(options, writer, |language| patterns.function(language))?,
        ..Printed::plain(title, content)
    })
}

fn of_series(
    options: &Options,
    title: String,
    series: Series,
    about: About<'_>,
    bounds: Bounds,
    writer: Option<&dyn Writer>,
) -> Result<Printed> {
    if series.values.is_empty() {
        return Err(Stop::bad_input("error: there is no position in this range").into());
    }
    Work::Patterns.note(0, None);
    let patterns = series.patterns(about, bounds);
    let program = written(options, writer, |language| {
        let sums = writer.is_none_or(|writer| writer.reads_sums());
        patterns.function(sums && patterns.nimber.is_some(), language)
    })?;
    Ok(Printed {
        words: patterns.words(&series),
        json: patterns.json(),
        period: patterns.period(),
        program,
        ..Printed::plain(title, Content::Series(series))
    })
}
