//! A finished table: its rows, its pattern, a program, and the rows that it lacks.

use thiserror::Error;

use super::in_numbers::InNumbers;
use super::stated::Stated;
use super::{About, AboutTuples, Content, Function, Pairs, Series, TuplePatterns, text};
use crate::budget::{Budget, Refusal};
use crate::engine::Value;
use crate::engine::progress::Work;
use crate::pattern::step::compare;
use crate::pattern::{Bounds, MovesOf, code, theorem};
use crate::problem::Failure;
use crate::text::Source;

/// The most positions of a table.
pub const MOST_NUMBERS: u64 = 1_000_000;
/// The most numbers of a position in a table.
pub const MOST_RANGES: usize = 6;

/// The bounds of a trial without any moves beyond the table.
pub(super) const NOTHING_BEYOND: Bounds = Bounds {
    up_to: 0,
    named_to: 0,
    moves: 0,
};

/// The bounds of a trial by the moves of a problem, each of which may copy a whole board.
const BEYOND: Bounds = Bounds {
    up_to: 1_000_000_000,
    named_to: 0,
    moves: 100_000,
};
/// The number of positions of one number whose moves are searched for the winning move.
const LOOKED_AT: usize = 600;

/// The most numbers beyond a table that the solver of a problem adds.
const MOST_SOLVED: usize = 2000;

/// The words for misère play at the end of a title.
pub(super) const WINS: &str = ". The player who cannot move wins";

/// The request for a table: its numbers and its budget.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The range of each number, with both ends. Empty if no range was asked for.
    pub ranges: Vec<(u64, u64)>,
    /// The budget for all values together.
    pub budget: Budget,
}

/// A reason why there is no table.
#[derive(Debug, Error)]
pub enum TableError {
    /// There is no such table. The sentence may end with a hint.
    #[error("{0}")]
    Asked(String),
    /// The table is beyond a bound.
    #[error("{0}")]
    Refused(Refusal),
    /// An instance or an own game has failed. The source holds the text for the error's location.
    #[error("a position has no value")]
    Failed(Box<Failure>, Source),
}

impl TableError {
    pub(super) fn asked(message: impl Into<String>) -> TableError {
        TableError::Asked(message.into())
    }

    /// Returns the failure of an own game, which has no input to point into.
    #[cfg(unix)]
    pub(super) fn of_game(failure: impl Into<Failure>) -> TableError {
        let source = Source {
            name: "the game".to_owned(),
            bytes: Vec::new(),
        };
        TableError::Failed(Box::new(failure.into()), source)
    }
}

#[cfg(unix)]
impl From<crate::own::OwnError> for TableError {
    fn from(error: crate::own::OwnError) -> TableError {
        TableError::of_game(error)
    }
}

/// A finished table.
pub struct Table {
    /// The first line, with the understood rules.
    pub head: String,
    /// The rows.
    pub content: Content,
    /// The pattern in words, empty if none was looked for.
    pub words: String,
    /// The reason for the pattern, printed after the words.
    pub why: Option<String>,
    /// The pattern for programs.
    pub json: serde_json::Value,
    /// The claims of the pattern.
    pub stated: Vec<Stated>,
    /// A range with more positions, if the table is too small for a pattern.
    pub larger: Option<String>,
    /// The period of the values.
    pub period: Option<usize>,
    /// The pattern as a program.
    pub program: Programs,
    /// The rows that the table lacks.
    pub missing: Option<Missing>,
    /// Notes for readers who see the rows without their head.
    pub notes: Vec<String>,
    /// The note that the clock ended the search for evidence, for readers of every format.
    pub late: Option<String>,
}

/// A function that writes a program in a language, or returns `None` if there is no pattern to write.
///
/// # Errors
/// Fails if the program would not suit the input of the game.
pub type Programs = Box<dyn Fn(code::Language) -> Result<Option<String>, TableError>>;

/// The rows that a table lacks.
pub struct Missing {
    /// The number of missing rows, or a lower bound of it.
    pub rows: u64,
    /// Whether the number is exact.
    pub is_exact: bool,
    /// A sentence that says how to get the rows. Empty if the head of the table says it.
    pub words: String,
}

impl Missing {
    pub(super) fn exactly(rows: u64, words: impl Into<String>) -> Missing {
        Missing {
            rows,
            is_exact: true,
            words: words.into(),
        }
    }
}

impl Table {
    pub(super) fn plain(head: String, content: Content) -> Table {
        Table {
            head,
            content,
            words: String::new(),
            why: None,
            json: serde_json::Value::Null,
            stated: Vec::new(),
            larger: None,
            period: None,
            program: Box::new(|_| Ok(None)),
            missing: None,
            notes: Vec::new(),
            late: None,
        }
    }
}

/// A writer of programs around a function.
pub(super) trait Writer {
    /// Returns whether the programs read sums. Sums need a function with nimbers.
    fn reads_sums(&self) -> bool;

    /// Writes a program.
    ///
    /// # Errors
    /// Fails if the function is not enough for the input of the program.
    fn program(&self, function: &Function, language: code::Language) -> Result<String, TableError>;
}

/// Returns the count of numbers in a range.
pub(super) fn length((low, high): &(u64, u64)) -> u64 {
    high - low + 1
}

/// Refuses a table of too many positions.
pub(super) fn refuse_too_many(ranges: &[(u64, u64)]) -> Result<(), TableError> {
    refuse_more(ranges.iter().map(length).fold(1, u64::saturating_mul))
}

/// Refuses a table of more positions than a table has.
pub(super) fn refuse_more(count: u64) -> Result<(), TableError> {
    if count > MOST_NUMBERS {
        let message = format!("`--range` has {count} positions, but a table has at most {MOST_NUMBERS}");
        return Err(TableError::Asked(message));
    }
    Ok(())
}

/// Tabulates values of one number or two. It asks for each value.
pub(super) fn tabulate(
    ask: &Ask,
    title: String,
    names: &[&str],
    value: impl Fn(&[u64]) -> Result<Option<Value>, TableError>,
    mut known: Option<InNumbers<'_>>,
) -> Result<Table, TableError> {
    let bounds = if known.is_some() { BEYOND } else { NOTHING_BEYOND };
    if let [a, b] = names {
        let (of_a, of_b) = match ask.ranges[..] {
            [] => ((0, 20), (0, 20)),
            [one] => (one, one),
            [first, second, ..] => (first, second),
        };
        refuse_too_many(&[of_a, of_b])?;
        let row = |x: u64| {
            (of_b.0..=of_b.1)
                .map(|y| value(&[x, y]))
                .collect::<Result<Vec<_>, TableError>>()
        };
        let pairs = Pairs {
            names: [(*a).to_owned(), (*b).to_owned()],
            first: [of_a.0, of_b.0],
            values: (of_a.0..=of_a.1).map(row).collect::<Result<_, TableError>>()?,
        };
        let all = (of_a.0..=of_a.1).flat_map(|x| (of_b.0..=of_b.1).map(move |y| vec![x, y]));
        let moves = known.as_mut().and_then(|known| known.of_all(all.clone()));
        let about = AboutTuples {
            moves: moves.map(|moves| all.zip(moves).collect()),
            misere: known.as_ref().is_some_and(|known| known.misere),
            given: true,
            source: known.as_mut().map(|known| known as &mut dyn MovesOf<Vec<u64>>),
            ..AboutTuples::default()
        };
        let patterns = pairs.patterns(about, bounds);
        let names = pairs.names.to_vec();
        return Ok(of_tuples(title, Content::Pairs(pairs), &names, (patterns, &[]), None));
    }
    let (low, high) = ask.ranges.first().copied().unwrap_or((0, 100));
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
    let mut notes = Vec::new();
    let title = if last > high {
        title
    } else {
        let end = last.saturating_sub(1);
        notes.push(format!("the format ends at {end}"));
        format!("{title} The format ends at {end}.")
    };
    let looked_at = (first..last).take(LOOKED_AT).map(|n| vec![n]);
    let series = Series {
        name: names[0].to_owned(),
        first,
        values,
        moves: known.as_mut().and_then(|known| known.of_all(looked_at)),
    };
    let rule = series.moves.as_ref().and_then(|moves| theorem::recognise(first, moves));
    // A rule that the table suggests is the rule of the problem if it gives the moves of large numbers too.
    let rule = rule.filter(|rule| {
        let compared = known.as_mut().map(|known| compare(rule, bounds, known));
        compared.is_some_and(|compared| compared.count > 0 && compared.other.is_none())
    });
    // The solver knows numbers whose moves are too many to look at.
    let count = series.values.len().saturating_mul(10).min(MOST_SOLVED);
    let mut solved = known.as_ref().map(|known| known.solved(last, count, ask.budget));
    let about = About {
        given: rule.as_ref(),
        misere: known.as_ref().is_some_and(|known| known.misere),
        source: known.as_mut().map(|known| known as &mut dyn MovesOf),
        play_out: solved.as_mut().map(|solved| solved as &mut dyn FnMut() -> Vec<Value>),
        ..About::default()
    };
    let table = of_series(title, series, about, bounds, None)?;
    Ok(Table { notes, ..table })
}

/// Returns the function of a pattern in each language, as a program if there is a writer.
fn programs(
    writer: Option<Box<dyn Writer>>,
    function: impl Fn(code::Language) -> Option<Function> + 'static,
) -> Programs {
    Box::new(move |language| {
        let Some(function) = function(language) else {
            return Ok(None);
        };
        let program = match &writer {
            Some(writer) => writer.program(&function, language)?,
            None => function.text.clone(),
        };
        Ok(Some(program_of(&function, language, &program)))
    })
}

/// Returns a program behind a comment with its claim and the evidence.
pub(super) fn program_of(function: &Function, language: code::Language, program: &str) -> String {
    let sign = match language {
        code::Language::Python => "#",
        code::Language::Cpp => "//",
    };
    let evidence = format!("Evidence: {}", function.evidence);
    let lines = function.claim.iter().chain([&evidence]).flat_map(|text| text.lines());
    lines.map(|line| format!("{sign} {line}\n")).collect::<String>() + program
}

/// Returns a range for `--range` with at least this many more values of each number. Returns `None` if the limits allow
/// no more, or if the table is large already. `limits` are the largest values, as far as they are known.
///
/// A number of one value keeps it, unless it is alone.
pub(super) fn larger(ranges: &[(u64, u64)], limits: &[Option<u64>], more: u64) -> Option<String> {
    /// The count of positions that is enough: more of them seldom change a result.
    const LARGE: u64 = 400;
    let limit = |place: usize| limits.get(place).copied().flatten().unwrap_or(u64::MAX);
    let one = |(place, &(low, high)): (usize, &(u64, u64))| match high - low {
        0 if ranges.len() > 1 => (low, high),
        length => (low, high.saturating_add(length.max(more)).min(limit(place)).max(high)),
    };
    let wider: Vec<(u64, u64)> = ranges.iter().enumerate().map(one).collect();
    let is_large = ranges.iter().map(length).product::<u64>() >= LARGE;
    let texts: Vec<String> = wider.iter().map(|(low, high)| format!("{low}..{high}")).collect();
    (wider != ranges && !is_large).then(|| texts.join(","))
}

pub(super) fn of_tuples(
    title: String,
    content: Content,
    names: &[String],
    (patterns, limits): (TuplePatterns, &[Option<u64>]),
    writer: Option<Box<dyn Writer>>,
) -> Table {
    Table {
        words: patterns.words(names),
        json: patterns.json(),
        stated: patterns.stated.iter().cloned().collect(),
        larger: (patterns.found.is_none() && patterns.all_alike.is_none())
            .then(|| larger(&content.ranges(), limits, 6))
            .flatten(),
        program: programs(writer, move |language| patterns.function(language)),
        ..Table::plain(title, content)
    }
}

pub(super) fn of_series(
    title: String,
    series: Series,
    about: About<'_>,
    bounds: Bounds,
    writer: Option<Box<dyn Writer>>,
) -> Result<Table, TableError> {
    if series.values.is_empty() {
        return Err(TableError::asked("there is no position in this range"));
    }
    Work::Patterns.note(0, None);
    let limit = (bounds.up_to > 0).then_some(bounds.up_to);
    let patterns = series.patterns(about, bounds);
    // A longer stretch of equal values decides no more.
    let is_open = patterns.is_open() && (patterns.nimber.is_some() || text::last_stretch(&series).is_none());
    let nimbers = patterns.nimber.is_some() && writer.as_ref().is_none_or(|writer| writer.reads_sums());
    Ok(Table {
        words: patterns.words(&series),
        why: patterns.why(),
        json: patterns.json(),
        stated: patterns.stated(),
        larger: is_open
            .then(|| larger(&[(series.first, series.last())], &[limit], 40))
            .flatten(),
        period: patterns.period(),
        program: programs(writer, move |language| patterns.function(nimbers, language)),
        ..Table::plain(title, Content::Series(series))
    })
}
