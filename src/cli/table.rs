//! `gamesolve table`: the values of many positions, their pattern, and the evidence for it.

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use super::args;
use super::meant::mistaken;
#[cfg(unix)]
use super::one_test::Position;
use super::one_test::{OneTest, TestOptions};
use super::output;
use super::status::{Status, Stop, refuse, say};
use super::task::EntryParser;
use crate::budget::Budget;
use crate::engine::graph::{Cycle, Graph};
use crate::pattern::code;
use crate::picture;
use crate::practice::table::game::{left_out, of_game};
use crate::practice::table::made::{Ask, MOST_NUMBERS, MOST_RANGES, Missing, Table, TableError};
use crate::practice::table::numbers::of_numbers;
#[cfg(unix)]
use crate::practice::table::own::{check_samples, of_own};
use crate::practice::table::rule::{Rule, of_rule};
use crate::practice::table::{Content, letters, look_at};
use crate::problem::{AnyGame, Entry, Input, MISERE, Variants};
use crate::problems::REGISTRY;
use crate::text::{Source, for_a_shell};
use anyhow::Result;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, FromArgMatches as _};

/// Tabulate the values of positions, and find their pattern
#[derive(Args)]
#[group(skip)]
#[command(after_long_help = "TASK is one of these:\n  \
                       stones          a problem from `gamesolve list`\n  \
                       game.py         a file with your own game (.py, .cpp)\n  \
                       lines:./game    a command in any language that answers by lines\n  \
                       octal:0.77      an octal code with digits 0 to 9 and A to F\n  \
                       take:1,3,4      take one of these amounts\n  \
                       grundy          split a heap into two unequal heaps\n\n\
                       For a problem, gamesolve reads an input and tabulates its vertices, or the positions that play can \
                       reach. For heaps, boards or cells, `--range` tabulates one or two numbers of the instance. The \
                       other numbers come from the input, if there is one.\n\n\
                       If positions are numbers, gamesolve also finds their pattern. It states the evidence, which is one of: \
                       proved / proved, if your moves stay so / complete / holds and passes its induction step / holds only.\n\n\
                       `--format komal` prints the winner from every vertex of a directed graph. Each line is W, D or L, \
                       as KöMaL S. 13 asks. The input of such a table may lack the start vertex.")]
pub(super) struct Options {
    /// A problem, a file with your own game, or a rule. `--help` explains each
    #[arg(id = "problem", value_name = "TASK", value_parser = TaskParser, hide_possible_values = true)]
    task: Task,
    /// The input file of a problem [default: standard input, unless there is a --range]
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// The numbers to tabulate: 0..400, or 0..20,0..30 for positions of several numbers
    #[arg(long, value_name = "RANGE", value_parser = ranges)]
    range: Option<Ranges>,
    /// A position of your own game. The table has the positions that play can reach from it
    #[arg(long, value_name = "POSITION", allow_negative_numbers = true, conflicts_with_all = ["range", "input"])]
    at: Option<String>,
    /// The format of the table. svg is a picture, komal is a line with W, D or L for every vertex
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
    /// Write the pattern as a program
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = args::one_of([("cpp", code::Language::Cpp), ("py", code::Language::Python)]),
        conflicts_with = "format"
    )]
    code: Option<code::Language>,
    /// Print the vertices in topological order, or a cycle
    #[arg(long, hide_short_help = true, conflicts_with_all = ["range", "at", "code"])]
    order: bool,
    /// Check your own game on a sample first: an input and its answer
    #[arg(long, hide_short_help = true, value_names = ["IN", "OUT"], num_args = 2)]
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

/// Ranges, one for each number of a position. Both ends are included.
#[derive(Clone, Debug)]
struct Ranges(Vec<(u64, u64)>);

/// The largest number of a range.
const LARGEST: u64 = 1_000_000_000_000;

fn ranges(text: &str) -> Result<Ranges, String> {
    let wrong = || "a range is 0..400, or 0..20,0..30 for several numbers".to_owned();
    let one = |text: &str| -> Result<(u64, u64), String> {
        let (low, high) = text.split_once("..").ok_or_else(wrong)?;
        let low: u64 = low.trim().parse().map_err(|_| wrong())?;
        let high: u64 = high.trim().trim_start_matches('=').parse().map_err(|_| wrong())?;
        if low > high {
            return Err(format!("a range must rise, such as {high}..{low}"));
        }
        if high > LARGEST {
            return Err(format!("a range must end at {LARGEST} or before"));
        }
        if high - low >= MOST_NUMBERS {
            return Err(format!("a range has at most {MOST_NUMBERS} numbers"));
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

impl Task {
    /// Returns the name for a command line, quoted for a shell.
    pub(super) fn typed(&self) -> String {
        match self {
            Task::Problem(entry) => entry.typed().to_owned(),
            #[cfg(unix)]
            Task::Own(entry) => entry.typed().to_owned(),
            Task::Rule(text, _) => for_a_shell(text.as_ref()).to_string(),
        }
    }
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
            return rule
                .map(|rule| Task::Rule(text.into_owned(), rule))
                .map_err(|wrong| raw(wrong.to_string()));
        }
        #[cfg(unix)]
        if crate::cli::task::names_game(value) {
            return crate::cli::task::own_entry(value).map(Task::Own).map_err(raw);
        }
        EntryParser.parse_ref(command, arg, value).map(Task::Problem)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = REGISTRY.iter().map(|entry| PossibleValue::new(entry.meta().slug));
        Some(Box::new(names))
    }
}

/// Returns the width of the terminal, or of a page.
fn columns() -> usize {
    const PAGE: usize = 100;
    if io::stdout().is_terminal() {
        ratatui_crossterm::crossterm::terminal::size().map_or(PAGE, |(columns, _)| usize::from(columns).clamp(20, 400))
    } else {
        PAGE
    }
}

pub(super) fn run(options: &Options) -> Result<Status> {
    options.test.limits.start_threads()?;
    let deadline = options.test.limits.solving.deadline();
    let (text, notes) = printed(options)?;
    drop(deadline);
    notes.iter().for_each(|note| say(&format!("note: {note}")));
    output::to_file_or_stdout(options.output.as_deref(), &text)?;
    Ok(Status::Success)
}

/// Returns what the options ask for, and the notes about it.
fn printed(options: &Options) -> Result<(String, Vec<String>)> {
    if options.order {
        let Task::Problem(entry) = &options.task else {
            return Err(no_arcs().into());
        };
        refuse_without_arcs(*entry)?;
        let source = options.read()?;
        let text = order(&*of_vertices(options, *entry, source)?.game()?)?;
        return Ok((text, Vec::new()));
    }
    if options.format == Format::Komal
        && options.range.is_none()
        && let Task::Problem(entry) = &options.task
    {
        return Ok((every_vertex(options, *entry)?, Vec::new()));
    }
    let table = table(options)?;
    let text = shown(options, &table)?;
    let is_text = options.format == Format::Text;
    let mut notes: Vec<String> = table.late.into_iter().collect();
    if !is_text {
        notes.extend(table.notes);
    }
    if !is_text || options.code.is_some() {
        let words = table.missing.map(|missing| missing.words);
        notes.extend(words.filter(|words| !words.is_empty()));
    }
    Ok((text, notes))
}

/// Returns the table in the chosen format, or its pattern as a program.
fn shown(options: &Options, table: &Table) -> Result<String> {
    if let Some(language) = options.code {
        let none = || match table.content {
            Content::Rows(_) => Stop::wrong("--code writes patterns of numbers only"),
            _ => Stop::wrong("gamesolve found no pattern to write as a program"),
        };
        return Ok((table.program)(language).map_err(stop)?.ok_or_else(none)?);
    }
    Ok(match options.format {
        Format::Csv => table.content.csv(),
        Format::Svg => table.content.svg(&table.head),
        Format::Komal => table
            .content
            .letters()
            .ok_or_else(|| Stop::wrong("--format komal needs a directed graph, or --range of one number"))?,
        Format::Json => {
            let mut json = serde_json::json!({
                "about": table.head,
                "is_whole": table.missing.is_none(),
                "values": table.content.json(),
                "pattern": table.json,
            });
            if let Some(missing) = &table.missing {
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
            let rows = table.content.text(columns(), table.period);
            let words = if table.words.is_empty() {
                String::new()
            } else {
                format!("\n{}{}", table.words, table.why.as_deref().unwrap_or_default())
            };
            let missing = match &table.missing {
                Some(Missing { words, .. }) if !words.is_empty() => format!("{words}\n"),
                _ => String::new(),
            };
            let hint = options.larger(table).unwrap_or_default();
            format!("{}\n{missing}\n{rows}{words}{hint}", table.head)
        }
    })
}

impl Options {
    /// Returns the wishes about the table.
    fn ask(&self) -> Ask {
        Ask {
            ranges: self.range.as_ref().map_or(Vec::new(), |ranges| ranges.0.clone()),
            budget: self.test.limits.solving.budget(),
        }
    }

    /// Returns the hint to use a larger range, if a table is too small for a pattern.
    fn larger(&self, table: &Table) -> Option<String> {
        let range = table.larger.as_ref()?;
        let is_plain = self.input.is_none() && self.samples.is_empty() && self.test.variants.of_none().is_ok();
        let task = match &self.task {
            Task::Problem(entry) => entry.typed(),
            #[cfg(unix)]
            Task::Own(entry) => entry.typed(),
            Task::Rule(name, _) => name,
        };
        is_plain.then(|| format!("hint: gamesolve table {task} --range {range}\n"))
    }

    fn read(&self) -> Result<Source> {
        args::read_input(self.input.as_ref(), self.test.limits.input.or_default())
    }
}

/// Returns the error of a run without a table.
fn stop(error: TableError) -> Stop {
    match error {
        TableError::Asked(why) => Stop::wrong(why),
        TableError::Refused(refusal) => Stop::refused(&refusal),
        TableError::Failed(failure, source) => Stop::from_failure(*failure, &source),
    }
}

/// Returns the table of the task, with its pattern.
fn table(options: &Options) -> Result<Table> {
    match &options.task {
        Task::Problem(entry) => of_problem(options, *entry),
        Task::Rule(name, rule) => {
            let has_input = options.input.is_some() || !options.samples.is_empty() || options.at.is_some();
            if has_input || options.test.number() > 0 {
                refuse!("a rule has no input\nhint: add a range, such as `--range 0..100`");
            }
            let misere = options.test.variants.misere_alone()?;
            Ok(of_rule(&options.ask(), name, rule, misere).map_err(stop)?)
        }
        #[cfg(unix)]
        Task::Own(entry) => of_file(options, entry),
    }
}

/// Returns the table of a user's own game, after a check of its samples.
#[cfg(unix)]
fn of_file(options: &Options, entry: &'static crate::own::OwnEntry) -> Result<Table> {
    let ask = options.ask();
    let variants = options.test.variants.of(entry)?;
    let misere = entry.is_misere(variants.has(MISERE.name)).map_err(Stop::from_game)?;
    let text = |path: &PathBuf| -> Result<String> {
        let source = args::read_input(Some(path), options.test.limits.input.or_default())?;
        Ok(String::from_utf8_lossy(&source.bytes).into_owned())
    };
    let pairs = options.samples.chunks_exact(2);
    let samples = pairs.map(|pair| Ok((text(&pair[0])?, text(&pair[1])?)));
    let samples = check_samples(entry, &variants, samples.collect::<Result<_>>()?, ask.budget).map_err(stop)?;
    if options.range.is_some() && (options.input.is_some() || options.at.is_some()) {
        refuse!("your own game needs --range, an input or --at\nhint: add a range, such as `--range 0..100`");
    }
    let position = Position { at: options.at.clone() };
    let source = match position.source(entry)? {
        None if options.input.is_some() => Some(options.read()?),
        source => source,
    };
    let mut table = match source {
        Some(source) => {
            let game = options.test.of(entry, source)?.game()?;
            let meta = entry.meta();
            of_game(&*game, meta.title().en, meta.slug, !misere, ask.budget)
        }
        None => of_own(&ask, entry, &variants).map_err(stop)?,
    };
    if let Some(samples) = samples {
        table.head = format!("{samples}\n{}", table.head);
    }
    Ok(table)
}

/// The number of hints of a game that has a table.
pub(super) const HINTS: u64 = 4;

/// Returns a hint for a user's own game or a rule: the values, a place to look, the pattern, or the reason.
pub(super) fn hint(task: &Task, number: u64) -> Result<String> {
    let command = Options::augment_args(Command::new("table"));
    let matches = command.try_get_matches_from(["table", "grundy"])?;
    let mut options = Options::from_arg_matches(&matches)?;
    options.task = task.clone();
    let table = table(&options)?;
    Ok(match (number, &table.content) {
        (1, content) => format!("{}\n\n{}", table.head, content.text(columns(), None)),
        (2, Content::Series(series)) => look_at(series),
        (2, _) => "Look at the lost positions: at sums, differences, remainders and binary digits.\n".to_owned(),
        (3, _) => table.words,
        (_, _) => {
            let none = || "Found no short rule for the winning move.\n".to_owned();
            table.why.unwrap_or_else(none)
        }
    })
}

/// Takes the test out of an input. If the input lacks its start, adds one.
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

/// Returns the error of `--order` for a problem without a directed graph.
fn no_arcs() -> Stop {
    Stop::wrong("--order needs a problem with a directed graph")
}

/// Refuses a problem without a directed graph before it reads a long input. A small instance shows the kind of graph.
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

/// Returns the vertices of the game's graph in topological order, or a cycle.
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
                    "note: the order lacks {count} vertices without arcs, which may stand anywhere"
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

/// Returns the winner from every vertex of a graph, one letter in each line.
fn every_vertex(options: &Options, entry: &'static dyn Entry) -> Result<String> {
    let source = options.read()?;
    let variants = options.test.variants.of(entry)?;
    let input = Input {
        bytes: &source.bytes,
        variants: &variants,
    };
    let budget = options.test.limits.solving.budget();
    let found = entry.outcomes_of_vertices(input, options.test.number(), budget);
    let found = found.map_err(|failure| Stop::from_failure(mistaken::explained(failure, entry, &source), &source))?;
    let Some(outcomes) = found else {
        refuse!(
            "`{}` is not played with one token on a directed graph, and --format komal tells who wins from every \
             vertex of one",
            entry.meta().slug
        );
    };
    Ok(letters(outcomes.into_iter()))
}

fn of_problem(options: &Options, entry: &'static dyn Entry) -> Result<Table> {
    let meta = entry.meta();
    let title = meta.title().en;
    let budget = options.test.limits.solving.budget();
    if !options.samples.is_empty() || options.at.is_some() {
        refuse!("--samples and --at are for games of your own");
    }
    if options.range.is_some() || (options.input.is_none() && !entry.series().is_empty() && io::stdin().is_terminal()) {
        let base = options.input.is_some().then(|| options.read()).transpose()?;
        let variants = options.test.variants.of(entry)?;
        return Ok(of_numbers(&options.ask(), entry, &variants, base).map_err(stop)?);
    }
    let source = options.read()?;
    if source.bytes.trim_ascii().is_empty() && !entry.series().is_empty() {
        refuse!(
            "{} is empty\nhint: a table of numbers needs no input: gamesolve table {} --range 1..50",
            source.name,
            meta.slug
        );
    }
    let one = of_vertices(options, entry, source)?;
    let game = one.game()?;
    if options.code.is_some() {
        refuse!("--code needs a table of numbers");
    }
    let normal = !options.test.variants.of(entry)?.has(MISERE.name);
    Ok(of_game(&*game, title, meta.slug, normal, budget))
}
