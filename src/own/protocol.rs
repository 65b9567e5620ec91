//! The protocol between gamesolve and the grader around a user's own game.
//!
//! The grader is a program that runs in the sandbox. It reads an order and writes one report. Positions are sent as
//! numbers, and text is for people.
//!
//! An order is lines: `explore`, `moves`, `read` or `valid`, the file with the game, seven numbers, and one start on each line. The
//! numbers are
//! 1. the maximum number of positions,
//! 2. the maximum number of moves,
//! 3. the wall time in seconds,
//! 4. the memory in bytes,
//! 5. 1 if a player who cannot move loses, and 0 if they win,
//! 6. the number of positions and moves after which no further start begins, or 0,
//! 7. for `moves` the rounds of the game's own loops for all starts together, or 0.
//!
//! A start is in the user's notation: numbers, or a word, or several of them joined by ` + ` for a sum. `()` is the
//! list without numbers, `""` the word without letters, and an empty line the sum without parts. A position that the
//! game's own `read` gave is the byte 1, its code, a tab and its name.
//!
//! For `read` the only start is the text of an input, with `\\n`, `\\r`, `\\0` and `\\\\` escaped.
//!
//! A report begins with lines of facts: `F`, a name, a value.
//!
//! `F`, `POINTS`, `yes` means that moves gain points, also if no move of this run does.
//!
//! For `explore` the next line is `G`, the number of positions, the number of explored starts and the reason why there
//! are no more: `all`, `caps`, `work` or `time`. Then come the parts of each start, the moves of each position, the name of each position, and `OK`.
//!
//! A move is the number of a position. `+` joins several for a sum, and `-` is the empty sum. If a move gains points,
//! it is `points:number`. A line `=W`, `=L` or `=D` is the result if the rules end the game.
//!
//! For `moves` the facts are followed by the moves of each start of one or several numbers, then `OK`. `,` joins the
//! numbers of one position. `?` means that a move leads elsewhere, and `!` that there are too many moves.
//!
//! For `read` the facts are followed by one line for each test: `T`, the code of its position, its name. Then comes
//! `OK`.
//!
//! For `valid` each start is a test as `valid` takes it: in Python a dictionary of the numbers of `INPUT`, in C++ the words
//! of the input, or a position that `read` gave. The facts are followed by a line `V` and 1 or 0 for each, then `OK`.
//!
//! After `OK` each line is `R` and a file that the run opened. `R` alone means that it cannot list all of them.
//!
//! An error may end a report at any place. Then its last line is `X`, the kind of the error, its position, its description, and sometimes a hint.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use gamesolve_box::Run;

use super::mistake::{Cured, FileMistake, Question, StatedLines};
use crate::engine::Outcome;
use crate::text::quoted;

/// Resource limits of one exploration.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// The maximum number of positions.
    pub positions: u64,
    /// The maximum number of moves.
    pub moves: u64,
    /// The maximum processor time, in seconds.
    pub seconds: u64,
    /// The maximum memory, in bytes.
    pub memory: u64,
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// The number of positions and moves after which no further start begins. With `None` all starts must be explored.
    pub work: Option<u64>,
    /// The rounds of the game's own loops for all listed positions, for moves that take long to compute. Exploring has
    /// no such limit. Programs of lines cannot be counted.
    pub steps: Option<u64>,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            positions: 2_000_000,
            moves: 20_000_000,
            seconds: 20,
            memory: 1 << 30,
            misere: false,
            work: None,
            steps: None,
        }
    }
}

/// Returns whether a program waited for something else than a processor.
pub(super) fn is_waiting(run: &Run) -> bool {
    /// The least part of a processor that a busy machine gives to a program.
    const LEAST: u32 = 25;
    LEAST * run.cpu < run.wall
}

/// Returns the sentence that the wall time was over before the processor time.
pub(super) fn waited(run: &Run) -> String {
    let (wall, cpu) = (run.wall.as_secs_f64(), run.cpu.as_secs_f64());
    format!("had no end after {wall:.0} s, of which it computed {cpu:.1} s: does it wait for something?")
}

/// The place of a mistake that belongs to no position.
pub(super) const THE_FILE: &str = "the file itself";

/// An error of a game's file, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnError {
    /// The game made a mistake at a position.
    Game {
        /// The kind of mistake.
        kind: OwnErrorKind,
        /// The position, for people.
        position: String,
        /// The mistake, in words.
        what: String,
        /// The cure, in words.
        hint: Option<String>,
    },
    /// The file has a mistake in its optional lines, or in the heads of its functions.
    File(Box<FileMistake>),
    /// A position is a draw, and the file has words for the winner alone.
    Draw(String, StatedLines),
    /// The answer has a winning move, and this position is neither made of numbers nor a word.
    Unprintable(String),
    /// A game of points has sums or stated results.
    SumOfPoints,
    /// The program ended without a report.
    NoReport(String),
    /// The program crashed before it reported anything.
    Crashed(String),
    /// The clock ended the program before it reported anything, so the position is not known.
    Late(String),
    /// The output is no report.
    Garbled(usize),
    /// The sandbox failed, or something that it needs. The sentence may end with a hint.
    Unusable(String),
}

impl fmt::Display for OwnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())?;
        self.hint().map_or(Ok(()), |hint| write!(f, "\nhint: {hint}"))
    }
}

impl OwnError {
    /// Returns the sentence without its hint.
    pub fn message(&self) -> String {
        match self {
            OwnError::Game {
                kind, position, what, ..
            } => describe(*kind, position, what),
            OwnError::File(mistake) => mistake.message(),
            OwnError::Draw(name, stated) => {
                let line = stated.place_of("WIN");
                format!("`{name}` is a draw, and the file has no `DRAW` beside `WIN`{line}")
            }
            OwnError::Unprintable(name) => {
                let name = quoted(name.as_bytes(), 100);
                format!("`ANSWER = \"move\"` prints numbers and words, and `{name}` is neither")
            }
            OwnError::SumOfPoints => {
                "a game of points has neither sums nor `WON`, `LOST` and `DRAWN`: the points decide at its end"
                    .to_owned()
            }
            OwnError::NoReport(why) | OwnError::Crashed(why) | OwnError::Late(why) => {
                format!("the game's program gave no report: {why}")
            }
            OwnError::Garbled(line) => format!("line {line} of the game's output is not a report of the grader"),
            OwnError::Unusable(why) => why.clone(),
        }
    }

    /// Returns the cure, if one is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            OwnError::Game { hint, .. } => hint.as_ref().map(|hint| quoted(hint.as_bytes(), 200)),
            OwnError::File(mistake) => mistake.hint(),
            OwnError::Draw(_, stated) => Some(stated.language.line("DRAW", "Draw")),
            OwnError::Unprintable(_) => Some("leave out `ANSWER`".to_owned()),
            OwnError::Garbled(_) => Some("remove your own output from the game".to_owned()),
            _ => None,
        }
    }

    /// Returns the kind of mistake at a position.
    pub fn kind(&self) -> Option<OwnErrorKind> {
        match self {
            OwnError::Game { kind, .. } => Some(*kind),
            _ => None,
        }
    }

    /// Returns the error with the name of the file, if it is about the whole file.
    pub(super) fn of_file(mut self, name: &str) -> OwnError {
        if let OwnError::Game { kind, position, .. } = &mut self {
            if *kind == OwnErrorKind::File {
                name.clone_into(position);
            } else if position == THE_FILE {
                return OwnError::Unusable(format!("{name}: {self}"));
            }
        }
        self
    }
}

/// The kind of mistake that a game makes at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnErrorKind {
    /// The file cannot be used for any position.
    File,
    /// The position is no valid start.
    Start,
    /// The file's own `read` failed on an input.
    Read,
    /// The moves took too long.
    Time,
    /// One call alone took too long.
    Hangs,
    /// The moves need too much memory.
    Memory,
    /// The program waits for something.
    Waits,
    /// There are too many moves.
    Moves,
    /// There are too many positions, and play may have no end.
    Endless,
    /// There are too many positions, and none is larger than a start.
    Large,
    /// A move leads below 0.
    Outside,
    /// The moves differ between two calls.
    Differs,
    /// The function changed the position.
    Mutated,
    /// The function raised an exception at this position.
    Raised,
    /// The function raised an exception that every position would raise.
    RaisedByFile,
    /// A mistake of another kind, which only its description shows.
    Other,
}

impl OwnErrorKind {
    /// Returns whether the positions or moves are too many, or take too long.
    pub(super) fn is_of_size(self) -> bool {
        use OwnErrorKind::{Endless, Hangs, Large, Memory, Moves, Time};
        matches!(self, Endless | Hangs | Large | Memory | Moves | Time)
    }

    /// Returns the kind of a mistake that a grader reports by a word for the kind and a description.
    fn reported(kind: &str, what: &str) -> OwnErrorKind {
        /// Words in messages of Python and of the C++ grader about faults of the file.
        const BY_FILE: [&str; 4] = ["NameError", "RecursionError", "EOFError", "stack"];
        match kind {
            "file" => OwnErrorKind::File,
            "start" => OwnErrorKind::Start,
            "read" => OwnErrorKind::Read,
            "time" => OwnErrorKind::Time,
            "hangs" => OwnErrorKind::Hangs,
            "memory" => OwnErrorKind::Memory,
            "waits" => OwnErrorKind::Waits,
            "moves" => OwnErrorKind::Moves,
            "endless" => OwnErrorKind::Endless,
            "large" => OwnErrorKind::Large,
            "outside" => OwnErrorKind::Outside,
            "differs" => OwnErrorKind::Differs,
            "mutated" => OwnErrorKind::Mutated,
            "exception" if BY_FILE.iter().any(|word| what.contains(word)) => OwnErrorKind::RaisedByFile,
            "exception" => OwnErrorKind::Raised,
            _ => OwnErrorKind::Other,
        }
    }
}

fn describe(kind: OwnErrorKind, position: &str, what: &str) -> String {
    let position = quoted(position.as_bytes(), 200);
    let what = quoted(what.as_bytes(), 600);
    // The call may be one of another function.
    let of_moves = !(["the start", THE_FILE, "read(text)"].contains(&&*position)
        || position.starts_with("start(")
        || position.starts_with("valid("));
    let call = if of_moves {
        format!("moves({position})")
    } else {
        position.clone()
    };
    match kind {
        OwnErrorKind::File => format!("{position}: {what}"),
        OwnErrorKind::Start => format!("`{position}` is not a start: {what}"),
        OwnErrorKind::Read => format!("`read` cannot read this input: {what}"),
        OwnErrorKind::Time if !of_moves => format!("{call} {what}"),
        OwnErrorKind::Time => format!("{call} {what}, alone or together with other positions"),
        OwnErrorKind::Hangs | OwnErrorKind::Memory | OwnErrorKind::Waits => format!("{call} {what}"),
        OwnErrorKind::Moves => format!("{call} gives {what}"),
        OwnErrorKind::Endless => format!("play may have no end: {what} (at {call})"),
        OwnErrorKind::Large => {
            format!("play is too large to explore: {what} (at {call}). No position is larger than the start")
        }
        OwnErrorKind::Outside => format!("{what} from {position}: that is below 0"),
        OwnErrorKind::Differs => format!("{call}: {what}: do they depend on chance or on earlier calls?"),
        OwnErrorKind::Raised | OwnErrorKind::RaisedByFile => format!("{call} raised {what}"),
        OwnErrorKind::Mutated | OwnErrorKind::Other => format!("{call}: {what}"),
    }
}

/// The positions of a game with their moves.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// The names, for people.
    pub names: Vec<String>,
    /// The result if the rules end the game.
    pub results: Vec<Option<Outcome>>,
    /// For each position, the end of its moves among all moves.
    ends: Vec<u32>,
    /// The moves: a position, or with the highest bit set the index of a sum.
    moves: Vec<u32>,
    sums: Vec<Box<[u32]>>,
    /// Whether moves gain points. The file decides it, because some positions have no move.
    is_of_points: bool,
    /// The points that each move gains, in a game of points.
    points: Vec<i64>,
    /// The explored starts, each with its parts.
    pub starts: Vec<Vec<u32>>,
    /// The reason why some of the wanted starts were not explored.
    pub cut: Option<Cut>,
    /// Whether some move or start is a sum.
    pub has_sums: bool,
    /// Whether some move or start has several parts. Sums without parts alone need no theory of sums.
    pub(super) adds: bool,
    /// The number of numbers in each name, computed on first use.
    count_of_numbers: OnceCell<Option<usize>>,
}

/// The reason why an exploration ended before its last start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The wanted number of moves was reached.
    Work,
    /// The maximum number of positions or moves was reached. From the next start play may go on for ever.
    Size,
}

impl Cut {
    /// Returns words that follow a description of the progress.
    pub fn words(self) -> &'static str {
        match self {
            Cut::Work => "because more needs too many moves",
            Cut::Size => "because there are too many positions (does play end?)",
        }
    }
}

const SUM_BIT: u32 = 1 << 31;

impl Explored {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the positions that play can reach from these.
    pub fn reached(&self, from: Vec<u32>) -> BTreeSet<u32> {
        let mut reached = BTreeSet::new();
        let mut todo = from;
        while let Some(position) = todo.pop() {
            if reached.insert(position) {
                todo.extend(self.moves(position).flatten());
            }
        }
        reached
    }

    /// Returns the same positions with these numbers as starts, or `None` if some are not among them, or if
    /// moves lead to sums or gain points.
    pub(super) fn at_numbers(&self, starts: &[String]) -> Option<Explored> {
        let places: HashMap<&str, u32> = self.names.iter().map(String::as_str).zip(0..).collect();
        let is_number = |start: &&String| start.bytes().all(|byte| byte.is_ascii_digit());
        let of = |start: &String| Some(vec![*places.get(Some(start).filter(is_number)?.as_str())?]);
        let starts = starts.iter().map(of).collect::<Option<_>>()?;
        let is_plain = !self.has_sums && !self.is_of_points;
        is_plain.then(|| Explored { starts, ..self.clone() })
    }

    /// Returns the number of numbers in each name, if it is the same for all and at least one. The names are read only
    /// once.
    pub(super) fn count_of_numbers(&self, numbers: impl Fn(&str) -> Option<Vec<u64>>) -> Option<usize> {
        *self.count_of_numbers.get_or_init(|| {
            let mut counts = self.names.iter().map(|name| numbers(name).map(|found| found.len()));
            let first = counts.next()?.filter(|&count| count > 0);
            counts.all(|count| count == first).then_some(first)?
        })
    }

    /// Returns the number of different moves.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether some move splits one part into several. Usually the first sum decides.
    pub(super) fn splits(&self) -> bool {
        self.sums.iter().any(|parts| parts.len() > 1)
    }

    /// Returns whether some positions have moves to sums, and the rules end the game at others. Then each start decides
    /// for itself.
    pub(super) fn is_mixed(&self) -> bool {
        self.adds && self.results.iter().any(Option::is_some)
    }

    /// Returns whether moves gain points.
    pub fn has_points(&self) -> bool {
        self.is_of_points
    }

    fn range(&self, position: u32) -> std::ops::Range<usize> {
        let place = position as usize;
        let start = match place {
            0 => 0,
            place => self.ends[place - 1],
        };
        start as usize..self.ends[place] as usize
    }

    /// Returns the points of the moves of a position, in their order. There are none if the game has no points.
    pub fn points(&self, position: u32) -> &[i64] {
        if self.has_points() {
            &self.points[self.range(position)]
        } else {
            &[]
        }
    }

    /// Iterates over the moves of a position, each as its next positions.
    pub fn moves(&self, position: u32) -> impl Iterator<Item = &[u32]> {
        let row = &self.moves[self.range(position)];
        row.iter().map(|to| match to & SUM_BIT {
            0 => std::slice::from_ref(to),
            _ => &*self.sums[(to & !SUM_BIT) as usize],
        })
    }
}

/// The facts that a file states besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Name and value, in the order of the file.
    pub lines: Vec<(String, String)>,
    /// A mistake in the text of the file.
    pub mistake: Option<Cured>,
}

impl Facts {
    /// Adds a fact.
    pub(super) fn state(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.lines.push((name.into(), value.into()));
    }

    /// Returns a fact.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.lines
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the names of the numbers that make up a position.
    pub fn parameters(&self) -> Vec<String> {
        let names = self.get("PARAMETERS").unwrap_or("n");
        names.split_whitespace().map(str::to_owned).collect()
    }

    /// Returns whether a position is a list of any number of numbers.
    pub fn is_of_lists(&self) -> bool {
        self.get("KIND") == Some("list")
    }

    /// Returns the names of the numbers that stand before the list in a position.
    pub fn before_list(&self) -> Vec<String> {
        let mut names = self.parameters();
        names.pop();
        names
    }

    /// Returns the question if a file does not show the kind of its positions.
    pub fn asked(&self) -> Option<Question> {
        let mut fields = self.get("ASK")?.split('\t');
        let mut field = || fields.next().map(str::to_owned);
        let (line, function, argument) = (field()?, field()?, field()?);
        let kinds = fields.filter_map(|kind| kind.split_once(' '));
        Some(Question {
            line,
            function,
            argument,
            kinds: kinds.map(|(kind, head)| (kind.to_owned(), head.to_owned())).collect(),
        })
    }

    /// Returns whether moves gain points.
    fn has_points(&self) -> bool {
        self.get("POINTS").is_some()
    }

    /// Returns whether an answer has a winning move.
    pub fn asks_for_a_move(&self) -> bool {
        self.get("ANSWER").is_some()
    }

    /// Returns the names of the numbers of a position that `moves` takes.
    pub fn taken(&self) -> Vec<String> {
        let names = self.get("TAKES").or_else(|| self.get("PARAMETERS")).unwrap_or("n");
        names.split_whitespace().map(str::to_owned).collect()
    }

    /// Returns whether `start` makes the position of an input.
    pub fn has_start(&self) -> bool {
        self.get("TAKES").is_some()
    }

    /// Returns the arguments of the function `valid` that says which tests are legal, if the file has one. They have names
    /// only in Python.
    pub fn valid(&self) -> Option<Vec<&str>> {
        Some(self.get("VALID")?.split_whitespace().collect())
    }

    /// Returns whether the file reads its inputs itself.
    pub fn reads(&self) -> bool {
        self.get("READ").is_some()
    }

    /// Returns the limits of a number.
    pub fn limit(&self, name: &str) -> Option<(u64, u64)> {
        let (low, high) = self.get(&format!("LIMIT {name}"))?.split_once(' ')?;
        Some((low.parse().ok()?, high.parse().ok()?))
    }

    /// Returns the description at the head of a Python file.
    pub fn description(&self) -> Option<String> {
        self.get("DOC").map(plain)
    }

    /// Returns the samples: inputs and answers.
    pub fn samples(&self) -> Vec<(String, String)> {
        let samples = self.lines.iter().filter(|(key, _)| key == "SAMPLE");
        samples
            .filter_map(|(_, value)| value.split_once('\t'))
            .map(|(given, answer)| (plain(given), plain(answer)))
            .collect()
    }
}

/// Returns the text behind `\\n`, `\\t` and `\\\\`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(other) => out.push(other),
                None => {}
            },
            (c, _) => out.push(c),
        }
    }
    out
}

/// The lines of a report.
struct Lines<'a> {
    lines: std::str::Split<'a, char>,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, OwnError> {
        self.at += 1;
        self.lines.next().ok_or_else(cut)
    }

    fn garbled(&self) -> OwnError {
        OwnError::Garbled(self.at)
    }
}

/// Returns the error of a report without its end.
fn cut() -> OwnError {
    OwnError::NoReport("it ended before it had looked at all positions: does it end by itself?".to_owned())
}

/// Returns the text of a report that has its end.
///
/// An error ends a report at any place, even within a line.
fn whole(report: &[u8]) -> Result<&str, OwnError> {
    let last = report.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
    if let Some(error) = last.and_then(|last| last.strip_prefix(b"X\t")) {
        return Err(error_of(&String::from_utf8_lossy(error)));
    }
    let is_file = |line: &[u8]| line.is_empty() || line.starts_with(b"R");
    let end = report.rsplit(|&byte| byte == b'\n').find(|line| !is_file(line));
    if end != Some(b"OK") {
        return Err(cut());
    }
    std::str::from_utf8(report).map_err(|_| OwnError::Garbled(0))
}

fn facts<'a>(report: &'a str) -> Result<(Facts, Lines<'a>, &'a str), OwnError> {
    let mut lines = Lines {
        lines: report.split('\n'),
        at: 0,
    };
    let mut facts = Facts::default();
    loop {
        let line = lines.next()?;
        match line.strip_prefix("F\t").and_then(|fact| fact.split_once('\t')) {
            Some((name, value)) => facts.state(name, value),
            None => return Ok((facts, lines, line)),
        }
    }
}

fn error_of(line: &str) -> OwnError {
    let mut fields = line.splitn(3, '\t');
    let mut field = || fields.next().unwrap_or_default();
    let (kind, position, told) = (field(), field(), field());
    let (what, hint) = told.split_once('\t').unwrap_or((told, ""));
    OwnError::Game {
        kind: OwnErrorKind::reported(kind, what),
        position: position.to_owned(),
        what: what.to_owned(),
        hint: (!hint.is_empty()).then(|| hint.to_owned()),
    }
}

/// Returns a name for display, with anything unprintable escaped. Most names are short and plain.
fn shown(name: &str) -> String {
    if name.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        name.to_owned()
    } else {
        quoted(name.as_bytes(), usize::MAX)
    }
}

/// Reads the report of an exploration.
///
/// # Errors
/// [`OwnError`].
pub fn explored(report: &[u8]) -> Result<(Facts, Explored), OwnError> {
    let (facts, mut lines, head) = facts(whole(report)?)?;
    let mut words = head.strip_prefix("G\t").ok_or_else(|| lines.garbled())?.split('\t');
    let mut number = || words.next()?.parse::<usize>().ok();
    let (count, starts) = number().zip(number()).ok_or_else(|| lines.garbled())?;
    let cut = match words.next() {
        Some("all") => None,
        Some("caps") => Some(Cut::Size),
        _ => Some(Cut::Work),
    };
    // Each of them needs a line, so the length of the report bounds the memory.
    if count.max(starts) > report.len() || count >= SUM_BIT as usize {
        return Err(lines.garbled());
    }
    let mut reading = Reading::of(count, cut);
    reading.explored.is_of_points = facts.has_points();
    for _ in 0..starts {
        let line = lines.next()?;
        reading.start(line).ok_or_else(|| lines.garbled())?;
    }
    for from in 0..count {
        let line = lines.next()?;
        reading.moves(from as u32, line).ok_or_else(|| lines.garbled())?;
    }
    let mut explored = reading.explored;
    for _ in 0..count {
        explored.names.push(shown(lines.next()?));
    }
    if explored.has_points() {
        explored.points.resize(explored.moves.len(), 0);
        if explored.has_sums || explored.results.iter().any(Option::is_some) {
            return Err(OwnError::SumOfPoints);
        }
    }
    match lines.next()? {
        "OK" => Ok((facts, explored)),
        _ => Err(lines.garbled()),
    }
}

/// The byte before the code of a position that the game's own `read` gave.
pub(super) const CODED: char = '\x01';

/// Returns an input as one line of an order.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\n', "\\n");
    text.replace('\r', "\\r").replace('\0', "\\0")
}

/// Reads a report of mode `valid`: whether each test is legal.
///
/// # Errors
/// [`OwnError`].
pub fn legal(report: &[u8]) -> Result<Vec<bool>, OwnError> {
    let (_, mut lines, mut line) = facts(whole(report)?)?;
    let mut legal = Vec::new();
    while line != "OK" {
        let one = line.strip_prefix("V\t").ok_or_else(|| lines.garbled())?;
        legal.push(one == "1");
        line = lines.next()?;
    }
    Ok(legal)
}

/// Reads the tests of an input from the report of the game's own `read`. Each is a start.
///
/// # Errors
/// [`OwnError`].
pub fn tests(report: &[u8]) -> Result<Vec<String>, OwnError> {
    let (_, mut lines, mut line) = facts(whole(report)?)?;
    let mut tests = Vec::new();
    while line != "OK" {
        let test = line.strip_prefix("T\t").ok_or_else(|| lines.garbled())?;
        tests.push(format!("{CODED}{test}"));
        line = lines.next()?;
    }
    Ok(tests)
}

/// Returns the result in the line of a position, if the rules end the game there.
fn result_of(line: &str) -> Option<Outcome> {
    match line {
        "=W" => Some(Outcome::Win),
        "=L" => Some(Outcome::Loss),
        "=D" => Some(Outcome::Draw),
        _ => None,
    }
}

/// A report that is being read.
struct Reading {
    explored: Explored,
    /// The number of positions.
    count: usize,
    /// For each position, the last position with a move to it, so that moves are kept once, and the place of that move.
    last_from: Vec<u32>,
    last_move: Vec<usize>,
}

impl Reading {
    fn of(count: usize, cut: Option<Cut>) -> Reading {
        Reading {
            explored: Explored {
                cut,
                ..Explored::default()
            },
            count,
            last_from: vec![u32::MAX; count],
            last_move: vec![0; count],
        }
    }

    fn position(&self, word: &str) -> Option<u32> {
        let number: u32 = word.parse().ok()?;
        ((number as usize) < self.count).then_some(number)
    }

    /// Reads a sum of positions in the order of its parts. It may be empty.
    fn sum(&self, word: &str) -> Option<Vec<u32>> {
        if word == "-" {
            return Some(Vec::new());
        }
        let parts: Option<Vec<u32>> = word.split('+').map(|part| self.position(part)).collect();
        parts
    }

    /// Reads the line of a start, or returns `None` if it is malformed.
    fn start(&mut self, line: &str) -> Option<()> {
        let start = self.sum(line)?;
        self.explored.has_sums |= start.len() != 1;
        self.explored.adds |= start.len() > 1;
        self.explored.starts.push(start);
        Some(())
    }

    /// Reads the moves at the start of a line that lead to one position each and gain no points. Returns the rest of the
    /// line.
    ///
    /// Most lines have no other moves.
    fn plain_moves<'a>(&mut self, from: u32, line: &'a str) -> &'a str {
        /// The most digits that fit into a number.
        const DIGITS: usize = 9;
        let mut rest = line.as_bytes();
        while !self.explored.is_of_points {
            let end = rest
                .iter()
                .position(|byte| !byte.is_ascii_digit())
                .unwrap_or(rest.len());
            let number = rest[..end.min(DIGITS)]
                .iter()
                .fold(0, |number, digit| 10 * number + u32::from(digit - b'0'));
            if end == 0 || end > DIGITS || number as usize >= self.count || !matches!(rest.get(end), None | Some(b' '))
            {
                break;
            }
            self.move_to(from, number, None);
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        &line[line.len() - rest.len()..]
    }

    /// Reads the line of a position, its moves or its result, or returns `None` if it is malformed.
    fn moves(&mut self, from: u32, line: &str) -> Option<()> {
        let result = result_of(line);
        self.explored.results.push(result);
        let line = if result.is_some() {
            ""
        } else {
            self.plain_moves(from, line)
        };
        let mut sums: HashSet<Vec<u32>> = HashSet::new();
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            // A file that hides its points from the grader shows them here.
            self.explored.is_of_points |= word.contains(':');
            let (gained, word) = match word.split_once(':') {
                Some((points, to)) => (Some(points.parse::<i64>().ok()?), to),
                // If other moves have points, a move without points gains 0.
                None => (self.explored.has_points().then_some(0), word),
            };
            if let Some(to) = self.position(word) {
                self.move_to(from, to, gained);
                continue;
            }
            let mut sum = self.sum(word)?;
            sum.sort_unstable();
            let explored = &mut self.explored;
            explored.has_sums = true;
            explored.adds |= sum.len() > 1;
            if sums.insert(sum.clone()) {
                let place = u32::try_from(explored.sums.len())
                    .ok()
                    .filter(|place| place & SUM_BIT == 0);
                explored.moves.push(place? | SUM_BIT);
                explored.sums.push(sum.into());
            }
        }
        self.explored.ends.push(u32::try_from(self.explored.moves.len()).ok()?);
        Some(())
    }

    /// Keeps a move to a position. If several moves lead to it, the move with the most points stays.
    fn move_to(&mut self, from: u32, to: u32, gained: Option<i64>) {
        let explored = &mut self.explored;
        if gained.is_some() {
            // The moves before the first with points gain 0.
            explored.points.resize(explored.moves.len(), 0);
        }
        let place = to as usize;
        if self.last_from[place] != from {
            self.last_from[place] = from;
            self.last_move[place] = explored.moves.len();
            explored.moves.push(to);
            explored.points.extend(gained);
        } else if let Some(points) = gained {
            let known = &mut explored.points[self.last_move[place]];
            *known = points.max(*known);
        }
    }
}

/// Returns the files that a run opened, which follow its report, or `None` if it could not list all of them.
pub(super) fn reads(report: &[u8]) -> Option<Vec<&str>> {
    let text = std::str::from_utf8(report).ok()?;
    let (_, behind) = text.rsplit_once("\nOK\n")?;
    behind.lines().map(|line| line.strip_prefix("R\t")).collect()
}

/// The moves of a position of one or several numbers, as the grader reports them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The heaps after each move.
    To(Vec<Vec<u64>>),
    /// The position of several numbers, or the row of any length, after each move.
    Several(Vec<Vec<u64>>),
    /// The rules end the game.
    Ended(Outcome),
    /// A move leads to something that is no number.
    Elsewhere,
    /// There are too many moves.
    TooMany,
}

impl Told {
    /// Returns the position and its moves as a number, as graders count them if a position has at most `most_moves`.
    pub fn work(&self, most_moves: usize) -> usize {
        1 + match self {
            Told::To(moves) | Told::Several(moves) => moves.len(),
            Told::TooMany => most_moves,
            Told::Ended(_) | Told::Elsewhere => 0,
        }
    }
}

/// Returns the numbers between signs.
fn numbers_between(word: &str, sign: char) -> Option<Vec<u64>> {
    match word {
        "-" | "," => Some(Vec::new()),
        // A row of one number ends with its comma.
        word => word
            .trim_end_matches(',')
            .split(sign)
            .map(|number| number.parse().ok())
            .collect(),
    }
}

/// Reads the report of moves of numbers.
///
/// # Errors
/// [`OwnError`].
pub fn moves(report: &[u8]) -> Result<Vec<Told>, OwnError> {
    let (_, mut lines, first) = facts(whole(report)?)?;
    let mut told = Vec::new();
    let mut line = first;
    while line != "OK" {
        told.push(match line {
            "?" => Told::Elsewhere,
            "!" => Told::TooMany,
            line if let Some(result) = result_of(line) => Told::Ended(result),
            line => {
                let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
                let several = words.iter().filter(|word| word.contains(',')).count();
                let numbers = |sign: char| {
                    let each = words.iter().map(|word| numbers_between(word, sign));
                    each.collect::<Option<Vec<_>>>().ok_or_else(|| lines.garbled())
                };
                match several {
                    0 => Told::To(numbers('+')?),
                    several if several == words.len() => Told::Several(numbers(',')?),
                    _ => Told::Elsewhere,
                }
            }
        });
        line = lines.next()?;
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_at_once_however_many_starts_there_are() {
        let of = |names: &[&str]| Explored {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            ..Explored::default()
        };
        let length = |name: &str| (name != "x").then(|| vec![0; name.len()]);
        let alike = of(&["ab", "cd"]);
        assert_eq!(alike.count_of_numbers(length), Some(2));
        assert_eq!(alike.count_of_numbers(|_| panic!("once is enough")), Some(2));
        for names in [&["ab", "c"][..], &["x", "ab"], &["ab", "x"], &[""], &[]] {
            assert_eq!(of(names).count_of_numbers(length), None, "{names:?}");
        }
    }

    #[test]
    fn a_report_becomes_a_graph() {
        let report = b"F\tPARAMETERS\tn\nF\tLIMIT n\t1 9\nG\t3\t2\tall\n0\n1+2\n\n0 0\n1 0+1 1+0 -\na\nb\nc\nOK\n";
        let (facts, explored) = explored(report).unwrap();
        assert_eq!(facts.parameters(), ["n"]);
        assert_eq!(facts.limit("n"), Some((1, 9)));
        assert_eq!(explored.starts, [vec![0], vec![1, 2]]);
        let moves = |position| explored.moves(position).map(<[u32]>::to_vec).collect::<Vec<_>>();
        assert_eq!(moves(0), Vec::<Vec<u32>>::new());
        assert_eq!(moves(1), [vec![0]]);
        assert_eq!(moves(2), [vec![1], vec![0, 1], vec![]]);
        assert!(explored.has_sums && explored.cut.is_none());
    }

    #[test]
    fn explored_numbers_are_starts_without_another_run() {
        let from = |report: &str, starts: &[&str]| {
            let starts: Vec<String> = starts.iter().map(|&start| start.to_owned()).collect();
            explored(report.as_bytes()).unwrap().1.at_numbers(&starts)
        };
        let report = "G\t3\t1\tall\n0\n1 2\n2\n\n7\n5\n(0, 1)\nOK\n";
        let others = from(report, &["5", "7"]).unwrap();
        assert_eq!((others.starts.clone(), others.len()), (vec![vec![1], vec![0]], 3));
        assert_eq!(others.moves(0).collect::<Vec<_>>(), [&[1], &[2]]);
        assert!(from(report, &["5", "6"]).is_none() && from(report, &["(0, 1)"]).is_none());
        for (moves, why) in [("1+1", "a sum"), ("3:1", "points")] {
            let report = format!("G\t2\t1\tall\n0\n{moves}\n\n7\n5\nOK\n");
            assert!(from(&report, &["5"]).is_none(), "{why}");
        }
    }

    #[test]
    fn names_never_reach_a_terminal_as_more_than_text() {
        let (_, explored) =
            explored("G\t4\t1\tall\n0\n1 2 3\n\n\n\na\n\u{1b}[31mred\n\u{202e}é\n~ \nOK\n".as_bytes()).unwrap();
        assert_eq!(explored.names, ["a", "\\x1b[31mred", "\\u{202e}é", "~ "]);
    }

    #[test]
    fn a_file_of_points_has_points_without_a_move() {
        let (_, explored) = explored(b"F\tPOINTS\tyes\nG\t1\t1\tall\n0\n\n0\nOK\n").unwrap();
        assert!(explored.has_points());
        assert!(explored.points(0).is_empty());
    }

    #[test]
    fn moves_gain_points() {
        let report = b"G\t3\t1\tall\n0\n5:1 7:1 -2:2 2\n2\n\na\nb\nc\nOK\n";
        let (_, explored) = explored(report).unwrap();
        assert!(explored.has_points());
        assert_eq!((explored.points(0), explored.points(1)), (&[7, 0][..], &[0][..]));
        assert!(explored.points(2).is_empty());
        let mixed = super::explored(b"G\t1\t1\tall\n0\n5:0 0+0\na\nOK\n");
        assert!(mixed.unwrap_err().to_string().contains("neither sums"));
    }

    #[test]
    fn a_report_without_its_end_is_never_read() {
        let report = "F\tPARAMETERS\tn\nG\t2\t1\tall\n1\n\n0\nOK\nOK\u{e9}\nOK\nR\t/a\nR\n".as_bytes();
        let whole = explored(report).unwrap().1;
        assert_eq!(whole.names, ["OK", "OK\u{e9}"]);
        let end = report.len() - "\nR\t/a\nR\n".len();
        for length in 0..end {
            let error = explored(&report[..length]).map(drop);
            assert!(matches!(error, Err(OwnError::NoReport(_))), "{length}: {error:?}");
        }
    }

    #[test]
    fn garbled_reports_are_refused() {
        for report in [
            &b"hello\nOK\n"[..],
            b"G\t1\t1\tall\n1\n\na\nOK\n",
            b"G\t1\t1\tall\n0\n7\na\nOK\n",
            b"G\t1\t1\tall\n0\n0 99999999999 0\na\nOK\n",
            b"G\t1\t1\tall\n0\n0 x\na\nOK\n",
            b"G\t99999999999\t1\tall\nOK\n",
            b"G\t1\t1\tall\n0\n\n\xff\nOK\n",
        ] {
            assert!(matches!(explored(report), Err(OwnError::Garbled(_))), "{report:?}");
        }
        let error = explored(b"F\tA\tb\nX\texception\t7\tZeroDivisionError\n").unwrap_err();
        assert_eq!(error.to_string(), "moves(7) raised ZeroDivisionError");
        // A clock may cut the report of an input, of an exploration, and of moves, and then the limit is the error.
        let at = "\nX\ttime\tread(text)\ttook longer than 20 s\n";
        for text in [
            "T\te9010\t5\nT\te9",
            "F\tKIND\tli",
            "G\t3\t1\tall\n0\n1 2\n",
            "9 8 7\n6 5",
        ] {
            let cut = format!("{text}{at}");
            let cut = cut.as_bytes();
            for error in [explored(cut).map(drop), tests(cut).map(drop), moves(cut).map(drop)] {
                assert_eq!(
                    error.unwrap_err().to_string(),
                    "read(text) took longer than 20 s",
                    "{text}"
                );
            }
        }
        let kind_of = |what: &str| match error_of(&format!("exception\t7\t{what}")) {
            OwnError::Game { kind, .. } => kind,
            other => panic!("{other}"),
        };
        assert_eq!(kind_of("ZeroDivisionError"), OwnErrorKind::Raised);
        assert_eq!(
            kind_of("NameError: name 'x' is not defined"),
            OwnErrorKind::RaisedByFile
        );
    }
}
