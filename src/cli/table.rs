//! `gamesolve table`: the values of many positions, their pattern, and what it rests on.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use anyhow::Result;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, FromArgMatches as _};
use std::ffi::OsStr;

use super::args;
use super::mistaken;
use super::one_test::{OneTest, Position, TestOptions};
use super::output;
use super::status::{Status, Stop};
use super::task::EntryParser;
use crate::budget::{Budget, Refusal};
use crate::engine::graph::{Cycle, Graph};
use crate::engine::{Outcome, Value};
use crate::pattern::theorem::{HeapRule, TakeAndBreak};
use crate::pattern::{Bounds, Moves, MovesOf, Recognised, code};
use crate::picture;
use crate::practice::table::{About, AboutTuples, Content, Pairs, Row, Series, TuplePatterns, letters, look_at};
use crate::problem::{AnyGame, AnyPosition, Entry, Failure, Input, MISERE};
use crate::problems::REGISTRY;
use crate::text::Source;

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
                  KöMaL S. 13 asks; there the input may lack its start."
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
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["range", "input"])]
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

/// A rule with a name.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// Taking and breaking by a code.
    Code(TakeAndBreak),
    /// Grundy's game.
    Grundy,
}

/// What is tabulated.
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
        if text == "grundy" {
            return Ok(Task::Rule(text.into_owned(), Rule::Grundy));
        }
        if let Some(code) = text.strip_prefix("octal:").or_else(|| text.strip_prefix("hex:")) {
            let code = TakeAndBreak::parse(code)
                .map_err(|error| raw(format!("`{}` is no rule: {error}", text.escape_debug())))?;
            return Ok(Task::Rule(text.into_owned(), Rule::Code(code)));
        }
        if let Some(amounts) = text.strip_prefix("take:") {
            let numbers: Option<Vec<u64>> = amounts.split(',').map(|amount| amount.trim().parse().ok()).collect();
            let code = numbers.and_then(|numbers| TakeAndBreak::taking(&numbers));
            let code = code.ok_or_else(|| {
                raw(format!(
                    "`{}` is no rule: amounts are numbers from 1 to 1048576, as in take:1,3,4",
                    text.escape_debug()
                ))
            })?;
            return Ok(Task::Rule(text.into_owned(), Rule::Code(code)));
        }
        #[cfg(unix)]
        if super::task::is_game_file(value) {
            return super::task::own_entry(value).map(Task::Own).map_err(raw);
        }
        EntryParser.parse_ref(command, arg, value).map(Task::Problem)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = REGISTRY.iter().map(|entry| PossibleValue::new(entry.meta().slug));
        Some(Box::new(names))
    }
}

/// Writes a program around a function, which gives nimbers or not.
type Write<'a> = dyn Fn(&str, bool, code::Language) -> Result<String> + 'a;

/// What is printed in the end.
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
    options.test.limits.start_threads()?;
    let deadline = options.test.limits.solving.deadline();
    if options.order {
        let Task::Problem(entry) = &options.task else {
            return Err(Stop::bad_input("error: --order needs a problem with a graph").into());
        };
        let one = one_test(options, *entry)?;
        let text = order(&*one.game()?)?;
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
                let json = serde_json::json!({
                    "about": printed.head,
                    "values": printed.content.json(),
                    "pattern": printed.json,
                });
                serde_json::to_string_pretty(&json)? + "\n"
            }
            Format::Text => {
                let table = printed.content.text(columns(), printed.period);
                let words = match printed.words.is_empty() {
                    true => String::new(),
                    false => format!("\n{}", printed.words),
                };
                format!("{}\n\n{table}{words}", printed.head)
            }
        },
    };
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

fn one_test(options: &Options, entry: &'static dyn Entry) -> Result<OneTest> {
    let source = args::read_input(options.input.as_ref(), options.test.limits.input.or_default())?;
    options.test.of(entry, source)
}

/// Returns the vertices of the game's graph in an order in which arcs lead on; a cycle where there is none.
fn order(game: &dyn AnyGame) -> Result<String> {
    let stage = game.stage();
    let picture::Kind::Graph { arcs, directed: true } = &stage.kind else {
        return Err(Stop::bad_input("error: --order needs a problem with a directed graph").into());
    };
    let graph = Graph::from_arcs(stage.places.len(), arcs);
    let mut order = Vec::new();
    let name = |vertex: &u32| stage.places[*vertex as usize].name.clone();
    Ok(match graph.visit_post_order(|vertex| order.push(vertex)) {
        Ok(()) => {
            order.reverse();
            let names: Vec<String> = order.iter().map(name).collect();
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
    let one = one_test(options, entry)?;
    let game = one.game()?;
    if options.code.is_some() {
        return Err(Stop::bad_input("error: --code needs a table of numbers").into());
    }
    Ok(of_game(&*game, title, meta.slug))
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
    let value = |numbers: &[u64]| -> Result<Option<Value>> {
        let text = entry
            .series_at(number, base, numbers)
            .map_err(|error| stop(error.into()))?;
        let Some(text) = text else { return Ok(None) };
        let input = Input {
            bytes: text.as_bytes(),
            variants: &variants,
        };
        match entry.game(input, 0, budget) {
            Ok(game) => Ok(Some(game.value(&game.start()))),
            // Numbers outside the format's limits have no value.
            Err(Failure::Input(_)) => Ok(None),
            Err(failure) => Err(stop(failure).into()),
        }
    };
    let misere = match variants.has(MISERE.name) {
        true => "; who cannot move wins",
        false => "",
    };
    let title = format!("{} ({}): {about}{misere}.", meta.title().en, meta.slug);
    tabulate(options, title, series.names, value)
}

/// Returns the values of the places where those have one, else of the positions that play can reach.
fn of_game(game: &dyn AnyGame, title: &str, slug: &str) -> Printed {
    /// The most positions that are listed.
    const MOST: usize = 20_000;
    let stage = game.stage();
    if stage.places.iter().any(|place| place.outcome.is_some()) {
        let rows = stage.places.iter().map(|place| Row {
            name: place.name.clone(),
            value: place.outcome.map(|outcome| value_of(outcome, &place.worth)),
            note: place.note.clone(),
        });
        let head = format!(
            "{title} ({slug}): {} places, for the player to move from each.",
            stage.places.len()
        );
        return Printed::plain(head, Content::Rows(rows.collect()));
    }
    let mut found: Vec<AnyPosition> = vec![game.start()];
    let mut known = std::collections::HashSet::from([game.start()]);
    let mut done = 0;
    // Of a position with very many moves only the first are followed.
    while done < found.len() && found.len() < MOST {
        let position = found[done].clone();
        for choice in game.moves(&position).take(MOST) {
            if found.len() < MOST && known.insert(choice.to.clone()) {
                found.push(choice.to);
            }
        }
        done += 1;
    }
    let all = done == found.len();
    let rows = found.iter().map(|position| Row {
        name: short_name(game, &stage, position),
        value: Some(game.value(position)),
        note: game
            .player(position)
            .map_or(String::new(), |player| format!("{player} moves")),
    });
    let rows: Vec<Row> = rows.collect();
    let which = if all { "all positions" } else { "the first positions" };
    let head = format!("{title} ({slug}): {which} that play can reach, {}.", rows.len());
    Printed::plain(head, Content::Rows(rows))
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
    let text = match (text.is_empty(), remark) {
        (true, Some(remark)) => remark,
        (false, Some(remark)) if !remark.starts_with("position: ") => format!("{text} ({remark})"),
        (_, _) => text,
    };
    match text.is_empty() {
        true => "-".to_owned(),
        false => text,
    }
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
        let row = |x: u64| (of_b.0..=of_b.1).map(|y| value(&[x, y])).collect::<Result<Vec<_>>>();
        let pairs = Pairs {
            names: [(*a).to_owned(), (*b).to_owned()],
            first: [of_a.0, of_b.0],
            values: (of_a.0..=of_a.1).map(row).collect::<Result<_>>()?,
        };
        let patterns = pairs.patterns(AboutTuples::default(), Bounds { up_to: 0, moves: 0 });
        let names = pairs.names.to_vec();
        return Ok(of_tuples(title, Content::Pairs(pairs), &names, &patterns));
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
        false => format!("{title} The format ends at {}.", last.saturating_sub(1)),
    };
    let series = Series {
        name: names[0].to_owned(),
        first,
        values,
        moves: None,
    };
    let bounds = Bounds { up_to: 0, moves: 0 };
    of_series(options, title, series, About::default(), bounds, None)
}

fn of_tuples(title: String, content: Content, names: &[String], patterns: &TuplePatterns) -> Printed {
    Printed {
        words: patterns.words(names),
        json: patterns.json(),
        ..Printed::plain(title, content)
    }
}

fn of_series(
    options: &Options,
    title: String,
    series: Series,
    about: About<'_>,
    bounds: Bounds,
    program: Option<&Write>,
) -> Result<Printed> {
    if series.values.is_empty() {
        return Err(Stop::bad_input("error: there is no position in this range").into());
    }
    let patterns = series.patterns(about, bounds);
    let program = match options.code {
        None => None,
        Some(language) => {
            let sums = program.is_none();
            let function = patterns.function(sums && patterns.nimber.is_some(), language);
            match (function, program) {
                (None, _) => None,
                (Some((function, nimbers)), Some(write)) => Some(write(&function, nimbers, language)?),
                (Some((function, _)), None) => Some(function),
            }
        }
    };
    Ok(Printed {
        words: patterns.words(&series),
        json: patterns.json(),
        period: patterns.period(),
        program,
        ..Printed::plain(title, Content::Series(series))
    })
}

/// The moves of a rule beyond a table.
struct RuleMoves<'a>(&'a Rule);

impl Rule {
    /// Returns the heaps that each move of a heap leaves; `None` where there are more than `most`.
    fn moves(&self, n: u64, most: u64) -> Option<Vec<Vec<u64>>> {
        match self {
            Rule::Grundy if n > 2 * most => None,
            Rule::Grundy => Some((1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect()),
            Rule::Code(code) => {
                let splits = (code.most_taken() as u64 + 1).saturating_mul(match code.most_left() {
                    1 => 1,
                    2 => n / 2 + 1,
                    _ => n.saturating_mul(n) / 12 + 1,
                });
                (splits <= most.saturating_mul(4)).then(|| code.moves(n))
            }
        }
    }

    fn nimbers(&self, count: usize) -> Vec<u64> {
        match self {
            Rule::Code(code) => code.nimbers(count),
            Rule::Grundy => {
                let mut values: Vec<u64> = Vec::with_capacity(count);
                let mut seen: Vec<usize> = Vec::new();
                for n in 0..count {
                    for a in 1..n.div_ceil(2) {
                        let nimber = (values[a] ^ values[n - a]) as usize;
                        if nimber >= seen.len() {
                            seen.resize((nimber + 1).next_power_of_two(), 0);
                        }
                        seen[nimber] = n;
                    }
                    let free = seen.iter().position(|&last| last != n || n == 0);
                    values.push(free.unwrap_or(seen.len()) as u64);
                }
                values
            }
        }
    }
}

impl MovesOf for RuleMoves<'_> {
    fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Vec<Moves> {
        let mut spent = 0;
        let mut all = Vec::new();
        for &n in numbers {
            let moves = match self.0.moves(n, most_moves as u64) {
                Some(moves) if moves.len() <= most_moves => {
                    spent += moves.len();
                    Moves::To(moves, 0)
                }
                _ => Moves::TooMany,
            };
            all.push(moves);
            if spent > budget {
                break;
            }
        }
        all
    }
}

fn of_rule(options: &Options, name: &str, rule: &Rule) -> Result<Printed> {
    /// The most heaps that are valued: the cost grows with the square, or the cube.
    const MOST_HEAPS: [u64; 3] = [1_000_000, 20_000, 1500];
    /// The heaps whose moves are looked at for the winning move.
    const LOOKED_AT: u64 = 600;
    if options.input.is_some() || !options.samples.is_empty() || options.at.is_some() {
        return Err(Stop::bad_input("error: a rule has no input: give --range").into());
    }
    let (words, heaps) = match rule {
        Rule::Grundy => ("break a heap into two unequal ones".to_owned(), 2),
        Rule::Code(code) => (code.words(), code.most_left()),
    };
    let most = MOST_HEAPS[heaps.clamp(1, 3) - 1];
    let default = if heaps == 3 { 300 } else { 1000 };
    let ranges = options.range.as_ref().map_or(&[][..], |ranges| &ranges.0);
    let (low, high) = match ranges {
        [] => (0, default),
        [one] => *one,
        _ => return Err(Stop::bad_input("error: a rule has one number, the size of a heap").into()),
    };
    if high >= most {
        let refusal = Refusal::unconditional(format_args!(
            "a table to {high} is refused: heaps of this rule are valued one by one up to {most}"
        ));
        return Err(Stop::refused(&refusal).into());
    }
    // A proof may need more than the table: values from 0 on are looked at in any case.
    let proof = match rule {
        Rule::Code(code) if heaps == 1 => (4 * code.most_taken() as u64 + 2000).min(most - 1),
        _ => default,
    };
    let count = high.max(proof) as usize + 1;
    let nimbers = rule.nimbers(count);
    let value = |nimber: u64| {
        let mut value = Value::of(Outcome::win_if(nimber != 0));
        value.nimber = Some(nimber);
        value
    };
    let looked_at =
        (0..count.min(LOOKED_AT as usize) as u64).map(|n| rule.moves(n, u64::from(u32::MAX)).unwrap_or_default());
    let whole = Series {
        name: "n".to_owned(),
        first: 0,
        values: nimbers.iter().map(|&nimber| value(nimber)).collect(),
        moves: (heaps == 1).then(|| looked_at.collect()),
    };
    let given = match rule {
        Rule::Code(code) => Some(Recognised {
            rule: HeapRule::Code(code.clone()),
            from: 0,
            to: u64::MAX,
        }),
        Rule::Grundy => None,
    };
    let mut source = RuleMoves(rule);
    let about = About {
        given: given.as_ref(),
        misere: false,
        limit: None,
        source: Some(&mut source),
    };
    let bounds = Bounds {
        up_to: 1_000_000_000,
        moves: 2_000_000,
    };
    let title = format!("{name}: {words}; who cannot move loses.");
    let mut printed = of_series(options, title, whole, about, bounds, None)?;
    if let Content::Series(series) = &mut printed.content {
        series.values = series.values[low as usize..=high as usize].to_vec();
        series.first = low;
    }
    Ok(printed)
}

/// Tables of games of one's own.
#[cfg(unix)]
mod own {
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::Duration;

    use super::{
        About, AboutTuples, Bounds, Budget, Content, Entry as _, Failure, MOST_NUMBERS, MOST_RANGES, Moves, MovesOf,
        Options, Outcome, Pairs, Position, Printed, Result, Row, Series, Source, Stop, Value, args, code, of_game,
        of_series, of_tuples,
    };
    use crate::own::{Caps, Explored, OwnEntry, OwnError, Told};
    use crate::pattern::tuples;
    use crate::practice::table::Many;

    /// The time after which no further start is begun.
    const SOFT: Duration = Duration::from_millis(1500);
    /// The time for each of the three kinds of numbers beyond a table.
    const STEP_TIME: Duration = Duration::from_millis(400);
    /// The numbers of a table, and of either side of a grid, where no range is given.
    const NUMBERS: u64 = 5000;
    const SIDE: u64 = 20;
    /// The numbers whose moves are looked at for rules and winning moves.
    const LOOKED_AT: usize = 1000;

    fn stop(error: OwnError) -> Stop {
        failed(error.into())
    }

    fn failed(failure: Failure) -> Stop {
        let source = Source {
            name: "the game".to_owned(),
            bytes: Vec::new(),
        };
        Stop::from_failure(failure, &source)
    }

    /// Moves, each as its numbers, in one order.
    type Sorted = BTreeSet<Vec<u64>>;

    /// Returns moves in one order, each with its heaps in one order where they are heaps.
    fn sorted(moves: &[Vec<u64>], heaps: bool) -> Sorted {
        let each = moves.iter().cloned().map(|mut numbers| {
            if heaps {
                numbers.sort_unstable();
            }
            numbers
        });
        each.collect()
    }

    /// Positions of the table that are asked about once more, in another run: a program must tell the same.
    #[derive(Default)]
    struct Again {
        /// Each as it is asked, with its moves.
        asked: Vec<(String, Sorted)>,
        /// The first of which it told something else.
        differs: Option<String>,
    }

    impl Again {
        /// The most positions that are asked about again.
        const MOST: usize = 8;

        /// Takes some of these positions.
        fn of<T>(positions: &[T], asked: impl Fn(&T) -> (String, Sorted)) -> Again {
            let by = positions.len().div_ceil(Again::MOST).max(1);
            Again {
                asked: positions.iter().step_by(by).map(asked).collect(),
                differs: None,
            }
        }

        /// Asks about positions, and the first time about those of the table as well.
        fn moves(
            &mut self,
            entry: &OwnEntry,
            positions: Vec<String>,
            (most_moves, budget): (usize, usize),
            caps: Caps,
        ) -> Vec<Told> {
            let Ok(grader) = entry.grader() else {
                return Vec::new();
            };
            let again = std::mem::take(&mut self.asked);
            let asked: Vec<String> = again.iter().map(|(name, _)| name.clone()).chain(positions).collect();
            // Beyond the table a file may give up: then nothing is known there.
            let told = grader.moves(&asked, most_moves as u64, budget as u64, caps);
            let mut told = told.unwrap_or_default().into_iter();
            for ((name, expected), told) in again.into_iter().zip(told.by_ref()) {
                let found = match &told {
                    Told::To(moves) => sorted(moves, true),
                    Told::Several(moves) => sorted(moves, false),
                    _ => continue,
                };
                if found != expected {
                    self.differs = Some(name);
                    return Vec::new();
                }
            }
            match self.differs {
                Some(_) => Vec::new(),
                None => told.collect(),
            }
        }

        /// # Errors
        /// Fails where the program told other moves in another run.
        fn check(&self) -> Result<()> {
            match &self.differs {
                None => Ok(()),
                Some(position) => Err(stop(OwnError::Game {
                    kind: "differs".to_owned(),
                    position: position.clone(),
                    what: "the moves differ between two runs".to_owned(),
                })
                .into()),
            }
        }
    }

    /// The moves of the file beyond a table.
    struct OwnMoves<'a> {
        entry: &'a OwnEntry,
        caps: Caps,
        again: Again,
        /// What was told before: each claim is tried on the same numbers.
        told: Vec<(Vec<u64>, Vec<Moves>)>,
    }

    impl MovesOf for OwnMoves<'_> {
        fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Vec<Moves> {
            if let Some((_, told)) = self.told.iter().find(|(asked, _)| asked == numbers) {
                return told.clone();
            }
            let positions: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let told = self.again.moves(self.entry, positions, (most_moves, budget), self.caps);
            let stuck = u64::from(self.caps.misere);
            let of = |told: Told| match told {
                Told::To(moves) => Moves::To(moves, stuck),
                Told::Ended(Outcome::Loss) => Moves::To(Vec::new(), 0),
                Told::Ended(Outcome::Win) => Moves::To(Vec::new(), 1),
                Told::Ended(Outcome::Draw) => Moves::To(Vec::new(), 2),
                Told::Elsewhere | Told::Several(_) => Moves::Elsewhere,
                Told::TooMany => Moves::TooMany,
            };
            let moves: Vec<Moves> = told.into_iter().map(of).collect();
            self.told.push((numbers.to_vec(), moves.clone()));
            moves
        }

        fn named(&self) -> Vec<u64> {
            self.entry.named()
        }
    }

    /// The moves of positions of several numbers beyond a table.
    struct OwnTuples<'a> {
        entry: &'a OwnEntry,
        caps: Caps,
        again: Again,
        /// What was told before: each claim is tried on the same positions.
        told: Vec<(Vec<Vec<u64>>, Vec<tuples::Moves>)>,
    }

    impl tuples::MovesOf for OwnTuples<'_> {
        fn moves_of(&mut self, positions: &[Vec<u64>], most_moves: usize, budget: usize) -> Vec<tuples::Moves> {
            if let Some((_, told)) = self.told.iter().find(|(asked, _)| asked == positions) {
                return told.clone();
            }
            let count = positions.first().map_or(0, Vec::len);
            let text = |position: &Vec<u64>| {
                let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
                numbers.join(" ")
            };
            let asked: Vec<String> = positions.iter().map(text).collect();
            let told = self.again.moves(self.entry, asked, (most_moves, budget), self.caps);
            let stuck = u64::from(self.caps.misere);
            let of = |told: Told| match told {
                Told::To(moves) if moves.is_empty() => tuples::Moves::To(Vec::new(), stuck),
                Told::Several(moves) if moves.iter().all(|to| to.len() == count) => tuples::Moves::To(moves, stuck),
                Told::Ended(Outcome::Loss) => tuples::Moves::To(Vec::new(), 0),
                Told::Ended(Outcome::Win) => tuples::Moves::To(Vec::new(), 1),
                Told::Ended(Outcome::Draw) => tuples::Moves::To(Vec::new(), 2),
                Told::TooMany => tuples::Moves::TooMany,
                Told::To(_) | Told::Several(_) | Told::Elsewhere => tuples::Moves::Elsewhere,
            };
            let moves: Vec<tuples::Moves> = told.into_iter().map(of).collect();
            self.told.push((positions.to_vec(), moves.clone()));
            moves
        }

        fn named(&self) -> Vec<u64> {
            self.entry.named()
        }
    }

    /// Returns the numbers of a position's name, such as `(3, 5)`.
    fn numbers_of(name: &str) -> Option<Vec<u64>> {
        let inner = name.strip_prefix('(')?.strip_suffix(')')?;
        inner.split(", ").map(|word| word.parse().ok()).collect()
    }

    fn grouped(number: usize) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }

    fn about(entry: &OwnEntry, what: &str, explored: &Explored, values: &[Value], misere: bool) -> String {
        let loses = match (explored.has_points(), misere) {
            (true, _) => "the larger total wins",
            (false, true) => "who cannot move wins",
            (false, false) => "who cannot move loses",
        };
        let is_draw = |value: &Value| value.outcome == Outcome::Draw;
        // A draw is an equal total, a result that the rules give, or play without end.
        let can_end_drawn = explored.has_points() || explored.results.contains(&Some(Outcome::Draw));
        let draws = match (values.iter().any(is_draw), can_end_drawn) {
            (false, _) => "no start is drawn",
            (true, true) => "some starts are drawn",
            (true, false) => "play can go on for ever",
        };
        let sums = if explored.has_sums { "moves give sums; " } else { "" };
        format!(
            "{}: {what}; {} positions, {} moves; {sums}{loses}; {draws}.",
            entry.meta().slug,
            grouped(explored.len()),
            grouped(explored.move_count())
        )
    }

    /// Checks the samples of the file and of the command line.
    fn check_samples(options: &Options, entry: &'static OwnEntry, budget: Budget) -> Result<Option<String>> {
        let variants = options.test.variants.of(entry)?;
        let mut samples: Vec<(String, String)> = entry.facts().map_err(stop)?.samples();
        for pair in options.samples.chunks_exact(2) {
            let text = |path: &std::path::PathBuf| -> Result<String> {
                let source = args::read_input(Some(path), options.test.limits.input.or_default())?;
                Ok(String::from_utf8_lossy(&source.bytes).into_owned())
            };
            samples.push((text(&pair[0])?, text(&pair[1])?));
        }
        for (number, (given, expected)) in samples.iter().enumerate() {
            let source = Source {
                name: format!("sample {}", number + 1),
                bytes: given.clone().into_bytes(),
            };
            let input = crate::problem::Input {
                bytes: &source.bytes,
                variants: &variants,
            };
            let answer = entry
                .solve(input, budget)
                .map_err(|failure| Stop::from_failure(failure, &source))?;
            let (found, wanted): (Vec<&str>, Vec<&str>) = (
                answer.split_whitespace().collect(),
                expected.split_whitespace().collect(),
            );
            if found != wanted {
                let message = format!(
                    "error: sample {} has the answer `{}`, and by these moves it would be `{}`\nhint: are they the rules of the statement?",
                    number + 1,
                    crate::text::quoted(wanted.join(" ").as_bytes(), 200),
                    crate::text::quoted(found.join(" ").as_bytes(), 200)
                );
                return Err(Stop::bad_input(message).into());
            }
        }
        Ok(match samples.len() {
            0 => None,
            1 => Some("The sample agrees.".to_owned()),
            count => Some(format!("All {count} samples agree.")),
        })
    }

    pub(super) fn table(options: &Options, entry: &'static OwnEntry) -> Result<Printed> {
        let budget = options.test.limits.solving.budget();
        let variants = options.test.variants.of(entry)?;
        let facts = entry.facts().map_err(stop)?;
        let misere = entry.is_misere(variants.has("misere")).map_err(stop)?;
        let samples = check_samples(options, entry, budget)?;
        let caps = Caps {
            misere,
            soft: Some(SOFT),
            ..Caps::default()
        };
        let mut printed = if let Some(position) = &options.at {
            let position = Position {
                at: Some(position.clone()),
            };
            let source = position.source(entry)?.expect("a position is given");
            let one = options.test.of(entry, source)?;
            of_game(&*one.game()?, entry.meta().title().en, entry.meta().slug)
        } else if options.input.is_some() {
            let source = args::read_input(options.input.as_ref(), options.test.limits.input.or_default())?;
            let one = options.test.of(entry, source)?;
            of_game(&*one.game()?, entry.meta().title().en, entry.meta().slug)
        } else if facts.get("KIND") == Some("str") {
            words(entry, caps, budget)?
        } else {
            // A program of lines does not say what its positions are: the range does.
            let ranges = options.range.as_ref().map_or(0, |range| range.0.len());
            let letters = ["a", "b", "c", "d", "e", "f"].map(str::to_owned);
            let parameters = match facts.get("LINES").is_some() && ranges > 1 {
                true => letters[..ranges].to_vec(),
                false => facts.parameters(),
            };
            match &parameters[..] {
                [name] => numbers(options, entry, name, caps, budget)?,
                names if names.len() <= MOST_RANGES => several(options, entry, names, caps, budget)?,
                names => {
                    let message = format!(
                        "error: a position has {} numbers, and tables have at most {MOST_RANGES}; give one by --at, such \
                         as --at \"{}\"",
                        names.len(),
                        vec!["3"; names.len()].join(" ")
                    );
                    return Err(Stop::bad_input(message).into());
                }
            }
        };
        if let Some(samples) = samples {
            printed.head = format!("{samples}\n{}", printed.head);
        }
        Ok(printed)
    }

    /// All words of 0 and 1, by length.
    fn words(entry: &'static OwnEntry, caps: Caps, budget: Budget) -> Result<Printed> {
        const LONGEST: u32 = 12;
        let all = (1..=LONGEST).flat_map(|length| {
            (0..1_u32 << length).map(move |bits| format!("{bits:0width$b}", width = length as usize))
        });
        let starts: Vec<String> = all.collect();
        let (explored, values) = entry.explore(&starts, caps, budget).map_err(failed)?;
        let rows = starts.iter().zip(&values).map(|(name, value)| Row {
            name: name.clone(),
            value: Some(*value),
            note: String::new(),
        });
        let what = format!("a position is a word; words of 0 and 1, {} of them", values.len());
        Ok(Printed::plain(
            about(entry, &what, &explored, &values, caps.misere),
            Content::Rows(rows.collect()),
        ))
    }

    fn numbers(options: &Options, entry: &'static OwnEntry, name: &str, caps: Caps, budget: Budget) -> Result<Printed> {
        let facts = entry.facts().map_err(stop)?;
        let words = &entry.form().map_err(stop)?.words;
        let of_input = match &words[..] {
            [word] => facts.limit(word),
            _ => None,
        };
        let limit = facts.limit(name).or(of_input);
        let (low, high) = match options.range.as_ref().map(|ranges| &ranges.0[..]) {
            Some([one]) => *one,
            Some(_) => return Err(Stop::bad_input("error: a position is one number").into()),
            None => {
                let low = limit.map_or(0, |(low, _)| low);
                (
                    low,
                    limit
                        .map_or(u64::MAX, |(_, high)| high)
                        .min(low.saturating_add(NUMBERS)),
                )
            }
        };
        let starts: Vec<String> = (low..=high).map(|n| n.to_string()).collect();
        let (explored, values) = entry.explore(&starts, caps, budget).map_err(failed)?;
        let last = low + (values.len() as u64).saturating_sub(1);
        // Where starts are the numbers themselves, moves can be read as heaps.
        let is_itself = |(place, parts): (usize, &Vec<u32>)| match parts[..] {
            [one] => explored.names[one as usize].parse() == Ok(low + place as u64),
            _ => false,
        };
        let plain = explored.starts.iter().enumerate().all(is_itself)
            && explored.names.iter().all(|name| name.parse::<u64>().is_ok())
            && explored.results.iter().all(Option::is_none);
        let heaps = |parts: &[u32]| -> Vec<u64> {
            parts
                .iter()
                .filter_map(|&part| explored.names[part as usize].parse().ok())
                .collect()
        };
        let moves = plain.then(|| {
            let starts = explored.starts.iter().take(LOOKED_AT);
            starts
                .map(|parts| explored.moves(parts[0]).map(heaps).collect())
                .collect()
        });
        // Lower numbers than the first belong to the table too.
        let series = Series {
            name: name.to_owned(),
            first: low,
            values: values.clone(),
            moves,
        };
        let of_table = series.moves.iter().flat_map(|moves| (low..).zip(moves));
        let table: Vec<(u64, &Vec<Vec<u64>>)> = of_table.collect();
        let again = Again::of(&table, |(n, moves)| (n.to_string(), sorted(moves, true)));
        let mut source = OwnMoves {
            entry,
            caps: Caps {
                soft: Some(STEP_TIME),
                ..caps
            },
            again,
            told: Vec::new(),
        };
        let limit_end = limit.map(|(_, high)| high);
        let about_it = About {
            given: None,
            misere: caps.misere,
            limit: limit.filter(|(least, _)| low <= *least).map(|(_, high)| high),
            source: match plain {
                true => Some(&mut source),
                false => None,
            },
        };
        let bounds = Bounds {
            up_to: limit_end.unwrap_or(1_000_000_000).min(1_000_000_000_000_000_000),
            moves: 1_000_000,
        };
        let what = match explored.all {
            true => format!("a position is one number, {name}, from {low} to {last}"),
            false => format!("a position is one number, {name}, from {low} to {last} in the time there is"),
        };
        let title = about(entry, &what, &explored, &values, caps.misere);
        let write =
            |function: &str, nimbers: bool, language: code::Language| program(entry, function, nimbers, language);
        let printed = of_series(options, title, series, about_it, bounds, Some(&write))?;
        source.again.check()?;
        Ok(printed)
    }

    /// Tabulates positions of several numbers.
    fn several(
        options: &Options,
        entry: &'static OwnEntry,
        names: &[String],
        caps: Caps,
        budget: Budget,
    ) -> Result<Printed> {
        /// The last number of a table of three numbers, of four, and of more, where no range is given.
        const SIDES: [u64; 3] = [8, 5, 3];
        /// The most moves that are compared with a rule.
        const MOST_COMPARED: usize = 1_000_000;
        let facts = entry.facts().map_err(stop)?;
        let side = match names.len() {
            2 => SIDE,
            count => SIDES[(count - 3).min(SIDES.len() - 1)],
        };
        let ranges: Vec<(u64, u64)> = match options.range.as_ref().map(|ranges| &ranges.0[..]) {
            Some([one]) => vec![*one; names.len()],
            Some(ranges) if ranges.len() == names.len() => ranges.to_vec(),
            Some(ranges) => {
                let message = format!(
                    "error: a position has {} numbers, and there are {} ranges",
                    names.len(),
                    ranges.len()
                );
                return Err(Stop::bad_input(message).into());
            }
            None => {
                let default = |name: &String| {
                    let (low, high) = facts.limit(name).unwrap_or((0, u64::MAX));
                    (low, high.min(low.saturating_add(side)))
                };
                names.iter().map(default).collect()
            }
        };
        if options.code.is_some() {
            return Err(Stop::bad_input("error: --code needs a game of one number").into());
        }
        let sizes: Vec<u64> = ranges.iter().map(|(low, high)| high - low + 1).collect();
        let count = sizes.iter().fold(1_u64, |count, &size| count.saturating_mul(size));
        if count > MOST_NUMBERS {
            let message = format!("error: these ranges have {count} positions, and a table has at most {MOST_NUMBERS}");
            return Err(Stop::bad_input(message).into());
        }
        let starts = (0..count).map(|mut place| {
            let mut numbers: Vec<String> = Vec::new();
            for ((low, _), size) in ranges.iter().zip(&sizes).rev() {
                numbers.push((low + place % size).to_string());
                place /= size;
            }
            numbers.reverse();
            numbers.join(" ")
        });
        let starts: Vec<String> = starts.collect();
        let (explored, mut values, all) = entry.explore_all(&starts, caps, budget).map_err(failed)?;
        let what = match names {
            [a, b] => format!("a position is two numbers, {a} and {b}"),
            names => format!("a position is {} numbers, {}", names.len(), names.join(", ")),
        };
        let mut title = about(entry, &what, &explored, &values, caps.misere);
        // What was not explored to the end of its first number is left out.
        let stride = (count / sizes[0]) as usize;
        let whole = values.len() / stride;
        let mut ranges = ranges;
        if !explored.all {
            if whole == 0 {
                let message = "error: the positions of one first number are more than can be explored in the time there is\n\
                               hint: --range, with smaller ones";
                return Err(Stop::bad_input(message).into());
            }
            values.truncate(whole * stride);
            ranges[0].1 = ranges[0].0 + whole as u64 - 1;
            title = title.replacen(
                ';',
                &format!(", {} to {} in the time there is;", names[0], ranges[0].1),
                1,
            );
        }
        // Where all positions are so many numbers, and starts are themselves, their moves can be read.
        let positions: Option<Vec<Vec<u64>>> = explored.names.iter().map(|name| numbers_of(name)).collect();
        let positions = positions.filter(|all| all.iter().all(|position| position.len() == names.len()));
        let is_itself = |(start, parts): (&String, &Vec<u32>)| {
            let text = |numbers: &Vec<u64>| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            let numbers = positions.as_ref().and_then(|all| all.get(*parts.first()? as usize));
            parts.len() == 1 && numbers.is_some_and(|numbers| text(numbers) == *start)
        };
        let plain = !explored.has_sums && !explored.has_points() && starts.iter().zip(&explored.starts).all(is_itself);
        let positions = positions.filter(|_| plain);
        let no_results = explored.results.iter().all(Option::is_none);
        let moves = positions
            .as_ref()
            .filter(|_| no_results && explored.move_count() <= MOST_COMPARED);
        let moves = moves.map(|positions| -> BTreeMap<Vec<u64>, Vec<Vec<u64>>> {
            let to = |place: u32| {
                let to = explored
                    .moves(place)
                    .filter_map(|to| Some(positions[*to.first()? as usize].clone()));
                to.collect()
            };
            (0..)
                .zip(positions)
                .map(|(place, position)| (position.clone(), to(place)))
                .collect()
        });
        let outside = positions.iter().flatten().cloned().zip(all).collect();
        let table: Vec<(&Vec<u64>, &Vec<Vec<u64>>)> = moves.iter().flatten().collect();
        let again = Again::of(&table, |(position, moves)| {
            let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
            (numbers.join(" "), sorted(moves, false))
        });
        let mut source = OwnTuples {
            entry,
            caps: Caps {
                soft: Some(STEP_TIME),
                ..caps
            },
            again,
            told: Vec::new(),
        };
        let about_it = AboutTuples {
            moves,
            outside,
            misere: caps.misere,
            limits: names.iter().map(|name| facts.limit(name)).collect(),
            source: match plain {
                true => Some(&mut source),
                false => None,
            },
        };
        let bounds = Bounds {
            up_to: 1_000_000_000,
            moves: 2_000_000,
        };
        let first: Vec<u64> = ranges.iter().map(|(low, _)| *low).collect();
        let (content, patterns) = match names {
            [a, b] => {
                let row = |row: &[Value]| row.iter().map(|value| Some(*value)).collect();
                let pairs = Pairs {
                    names: [a.clone(), b.clone()],
                    first: [first[0], first[1]],
                    values: values.chunks(sizes[1] as usize).map(row).collect(),
                };
                let patterns = pairs.patterns(about_it, bounds);
                (Content::Pairs(pairs), patterns)
            }
            _ => {
                let many = Many {
                    names: names.to_vec(),
                    first,
                    last: ranges.iter().map(|(_, high)| *high).collect(),
                    values,
                };
                let patterns = many.patterns(about_it, bounds);
                (Content::Many(many), patterns)
            }
        };
        source.again.check()?;
        Ok(of_tuples(title, content, names, &patterns))
    }

    /// Writes the pattern as a program that reads the file's INPUT and writes its answers.
    fn program(entry: &OwnEntry, function: &str, nimbers: bool, language: code::Language) -> Result<String> {
        let form = entry.form().map_err(stop)?;
        let [win, lose, _] = entry.answers().map_err(stop)?;
        if form.words.len() > 1 {
            return Err(Stop::bad_input("error: --code needs an INPUT of single numbers").into());
        }
        if form.parts.is_some() && !nimbers {
            return Err(
                Stop::bad_input("error: --code needs a pattern of nimbers for sums, and none was found").into(),
            );
        }
        let quote = |text: &str| serde_json::to_string(text);
        let (win, lose) = (quote(win)?, quote(lose)?);
        Ok(match language {
            code::Language::Python => {
                let value = match form.parts {
                    Some(_) => {
                        "count = next(words)\n    x = 0\n    for _ in range(count):\n        x ^= value(next(words))"
                    }
                    None => "x = value(next(words))",
                };
                let tests = if form.tests.is_some() { "next(words)" } else { "1" };
                format!(
                    "import math\nimport sys\n\nsys.setrecursionlimit(10000)\n\n\n{function}\n\n\
                     words = iter(map(int, sys.stdin.read().split()))\nfor _ in range({tests}):\n    {value}\n    print({win} if x else {lose})\n"
                )
            }
            code::Language::Cpp => {
                let value = match form.parts {
                    Some(_) => {
                        "long long count, x = 0, n;\n        std::cin >> count;\n        while (count-- > 0) { std::cin >> n; x ^= value(n); }"
                    }
                    None => "long long n;\n        std::cin >> n;\n        long long x = value(n);",
                };
                let tests = if form.tests.is_some() { "std::cin >> tests;" } else { "" };
                format!(
                    "#include <cmath>\n#include <iostream>\n\n{function}\nint main() {{\n    long long tests = 1;\n    {tests}\n    \
                     while (tests-- > 0) {{\n        {value}\n        std::cout << (x ? {win} : {lose}) << '\\n';\n    }}\n}}\n"
                )
            }
        })
    }
}
