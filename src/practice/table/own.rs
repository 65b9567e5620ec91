//! Tables of own games.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

use itertools::Itertools as _;

use super::beyond::{Asked as _, Beyond, Late};
use super::made::{
    Ask, MOST_NUMBERS, MOST_RANGES, Missing, Table, TableError, Writer, length, of_series, of_tuples, refuse_more,
    refuse_too_many,
};
use super::stated::Stated;
use super::word_pattern::WordPattern;
use super::{About, AboutTuples, Content, Function, Many, Pairs, Row, Series, TuplePatterns};
use crate::budget::Budget;
use crate::engine::{Outcome, Value};
use crate::own::claimed::Claimed;
use crate::own::form::Form;
use crate::own::{Caps, ExploreError, Explored, OwnEntry, OwnError, OwnErrorKind, numbers_of};
use crate::pattern::catalogue::{Namesake, namesake_of_several};
use crate::pattern::{Bounds, Kind, code};
use crate::problem::{Entry as _, Failure, Variants};
use crate::text::{Source, literal};

/// The number of positions and moves after which no further start begins, without a range and with one.
///
/// Python makes 0.5 to 3 million moves a second.
const WORK: [u64; 2] = [1_000_000, 4_000_000];
/// The size of a table of numbers, and of either side of a grid, if no range is given.
const NUMBERS: u64 = 5000;
const SIDE: u64 = 20;
/// The largest number that is tried beyond a table.
pub(super) const LARGEST: u64 = 1_000_000_000_000_000_000;
/// The count of numbers whose moves are searched for rules and winning moves.
const LOOKED_AT: usize = 1000;

/// Returns an error as [`TableError::of_game`] does, for a table of the first positions.
///
/// If nobody chose the numbers, some may not be positions. `before` stands before the first number of a position.
/// `unlimited` are the numbers without limits, if other numbers have some.
///
/// `smaller` writes the ranges up to this first number.
fn failed_at_first(
    error: ExploreError,
    entry: &OwnEntry,
    (before, is_chosen): (&str, bool),
    unlimited: &[&String],
    smaller: impl Fn(u64) -> Option<String>,
) -> TableError {
    let is_of_numbers = |position: &str| {
        let numbers = position.strip_prefix(before);
        numbers.is_some_and(|numbers| numbers.starts_with(|c: char| c.is_ascii_digit()))
    };
    match &error {
        ExploreError::Own(OwnError::Game {
            kind: OwnErrorKind::Raised,
            position,
            what,
            ..
        }) if !is_chosen && is_of_numbers(position) => {
            let has_read = entry.form().is_ok_and(|form| form.is_own);
            // The game expects another kind than a number.
            let cure = if has_read && what.contains("'int'") {
                "if a position has a word, give it by `def start(s: str): return s, 0` in place of `read`, for a table of words"
            } else {
                "if this is no position, limit the positions by `LIMITS` in the file or by --range"
            };
            TableError::Asked(format!("{error}\nhint: {cure}"))
        }
        ExploreError::Own(
            error @ OwnError::Game {
                kind: OwnErrorKind::Outside,
                ..
            },
        ) if !unlimited.is_empty() => {
            let names = unlimited.iter().map(|name| format!("`{name}`")).join(" and ");
            TableError::Asked(format!(
                "{}\nhint: if this is no position, state the limits of {names} in `LIMITS`, or choose positions by --range",
                error.message()
            ))
        }
        ExploreError::Own(OwnError::Game {
            kind: OwnErrorKind::Time | OwnErrorKind::Hangs,
            position,
            ..
        }) => {
            // The first half of the explored numbers takes less time.
            let reached = numbers_of(position).and_then(|numbers| numbers.first().copied());
            match reached.and_then(|reached| smaller(reached / 2)) {
                Some(ranges) => TableError::Asked(format!(
                    "{error}\nhint: gamesolve table {} --range {ranges}",
                    entry.typed()
                )),
                None => TableError::of_game(error),
            }
        }
        _ => TableError::of_game(error),
    }
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

/// Checks the samples of the file, and `others`: inputs with their answers. Returns the sentence that they agree.
///
/// # Errors
/// Fails at the first sample that the game answers in another way, or not at all.
pub fn check_samples(
    entry: &'static OwnEntry,
    variants: &Variants,
    others: Vec<(String, String)>,
    budget: Budget,
) -> Result<Option<String>, TableError> {
    let mut samples = entry.facts()?.samples();
    samples.extend(others);
    match entry.contradiction(&samples, variants, budget) {
        Ok(None) => {}
        Ok(Some(why)) => return Err(TableError::asked(why)),
        Err((number, Failure::Game(why))) if !why.contains("\nhint: ") => {
            return Err(TableError::asked(format!(
                "sample {}: {why}\nhint: if the sample is too large to explore, leave it out of `SAMPLES`",
                number + 1
            )));
        }
        Err((number, failure)) => {
            let source = Source {
                name: format!("sample {}", number + 1),
                bytes: samples[number].0.clone().into_bytes(),
            };
            return Err(TableError::Failed(Box::new(failure), source));
        }
    }
    Ok(match samples.len() {
        0 => None,
        1 => Some("The sample agrees.".to_owned()),
        count => Some(format!("All {count} samples agree.")),
    })
}

/// Returns the values of the positions in a range: words, numbers, or several numbers.
///
/// # Errors
/// Fails if the file has no such positions, its game fails, or the table is too large.
pub fn of_own(ask: &Ask, entry: &'static OwnEntry, variants: &Variants) -> Result<Table, TableError> {
    let mut table = all_of_own(ask, entry, variants)?;
    if let Some(sentence) = illegal_rows(entry, &table.content)? {
        table.head = format!("{} {sentence}", table.head);
    }
    Ok(table)
}

/// Returns the sentence about the rows that are no inputs, because `valid` of the file refuses them.
fn illegal_rows(entry: &OwnEntry, content: &Content) -> Result<Option<String>, TableError> {
    /// The rows that are listed.
    const LISTED: usize = 8;
    if entry.facts()?.valid().is_none() || entry.form()?.is_own {
        return Ok(None);
    }
    let (_, rows) = content.rows();
    let starts: Vec<String> = rows.map(|(names, _)| names.iter().join(" ")).collect();
    let legal = entry.legal(&starts)?;
    let refused = starts.iter().zip(legal).filter(|(_, is_legal)| !is_legal);
    let refused: Vec<String> = refused.map(|(start, _)| start.replace(' ', ",")).collect();
    let more = if refused.len() > LISTED { ", …" } else { "" };
    let listed = refused.iter().take(LISTED).join(", ");
    Ok((!refused.is_empty()).then(|| {
        format!(
            "`valid` refuses {} of these positions as inputs: {listed}{more}.",
            refused.len()
        )
    }))
}

/// Returns the table of all positions, legal as inputs or not, because play reaches them.
fn all_of_own(ask: &Ask, entry: &'static OwnEntry, variants: &Variants) -> Result<Table, TableError> {
    let facts = entry.facts()?;
    let job = Job {
        ask,
        entry,
        caps: Caps {
            misere: entry.is_misere(variants.has("misere"))?,
            work: Some(WORK[usize::from(!ask.ranges.is_empty())]),
            ..Caps::default()
        },
        late: Late::default(),
    };
    if facts.get("KIND") == Some("str") {
        return job.words();
    }
    if ask.ranges.is_empty() {
        refuse_others(entry)?;
    }
    // A line program does not state its positions, so the range decides.
    let ranges = ask.ranges.len();
    let letters = ["a", "b", "c", "d", "e", "f"].map(str::to_owned);
    let words = &entry.form()?.words;
    let is_open = facts.get("LINES").is_some() || facts.is_of_lists();
    let parameters = match facts.parameters() {
        // A list has as many numbers as INPUT names.
        _ if facts.is_of_lists() && words.len() > 1 => words.clone(),
        _ if is_open && ranges > 1 => letters[..ranges].to_vec(),
        // A list is shown for three numbers.
        _ if facts.is_of_lists() && ranges == 0 => {
            let count = listed(entry)?.max(facts.before_list().len() + 1);
            letters[..count].to_vec()
        }
        parameters => parameters,
    };
    match &parameters[..] {
        [] => {
            let message =
                "the arguments of `moves` do not show the numbers of a position\nhint: give a position by --at";
            Err(TableError::asked(message))
        }
        [name] => job.numbers(name),
        names if names.len() <= MOST_RANGES => match (job.several(names)?, facts.is_of_lists()) {
            (table, true) => job.with_every_length(table),
            (table, false) => Ok(table),
        },
        names => {
            let message = format!(
                "a position has {} numbers, and tables have at most {MOST_RANGES}\n\
                 hint: gamesolve table {} --at \"{}\"",
                names.len(),
                entry.typed(),
                entry.position_at().unwrap_or_default()
            );
            Err(TableError::asked(message))
        }
    }
}

/// Refuses a table of numbers if `read` gives positions that are none.
fn refuse_others(entry: &OwnEntry) -> Result<(), TableError> {
    if !entry.form()?.is_own {
        return Ok(());
    }
    let starts = entry.starts_of_samples()?;
    // A sum has a table of its parts.
    let is_other = |start: &&String| !start.contains(['+', '[']) && numbers_of(start).is_none();
    let Some(start) = starts.iter().find(is_other) else {
        return Ok(());
    };
    Err(TableError::asked(format!(
        "`read` gives positions such as {start}, and a table has numbers or words\n\
         hint: for one position, gamesolve explain {} INPUT",
        entry.typed()
    )))
}

/// Returns the count of numbers in a list, if no range is given.
///
/// It is 3, unless samples have lists of 4 numbers and no list of 3. The limits of the count may demand more or less.
fn listed(entry: &OwnEntry) -> Result<usize, TableError> {
    let starts = entry.starts_of_samples()?;
    let counts: Vec<usize> = starts.iter().map(|start| start.split_whitespace().count()).collect();
    let wanted = if counts.contains(&4) && !counts.contains(&3) {
        4
    } else {
        3
    };
    let (form, facts) = (entry.form()?, entry.facts()?);
    let limit = form.parts.as_ref().and_then(|name| facts.limit(name));
    let (low, high) = limit.unwrap_or((1, MOST_RANGES as u64));
    Ok(wanted.min(high).max(low).clamp(2, MOST_RANGES as u64) as usize)
}

/// Returns the claims about the positions in the table without a range, or `None` if the game fails on it.
///
/// Values of points are no claims about the answer.
pub fn claims(entry: &'static OwnEntry, variants: &Variants, budget: Budget) -> Option<Vec<Claimed>> {
    let ranges = Vec::new();
    let table = match of_own(&Ask { ranges, budget }, entry, variants) {
        Ok(table) => table,
        Err(TableError::Failed(..)) => return None,
        Err(TableError::Asked(_) | TableError::Refused(_)) => return Some(Vec::new()),
    };
    let count = match &table.content {
        Content::Series(_) => 1,
        Content::Pairs(_) => 2,
        Content::Many(many) => many.names.len(),
        Content::Rows(_) => return Some(Vec::new()),
    };
    let claimed = |stated: Stated| Claimed {
        kind: stated.kind(),
        count: (!matches!(stated, Stated::Lists(_))).then_some(count),
        words: stated.words(count).join("; "),
        evidence: stated.evidence().to_string(),
        value: Box::new(move |position| stated.value(position)),
    };
    let stated = table.stated.into_iter().filter(|_| !table.content.has_points());
    Some(stated.map(claimed).collect())
}

/// Returns a word as its letters, without the quotes of the empty word.
fn plain(word: &str) -> &str {
    if word == "\"\"" { "" } else { word }
}

/// Returns an outcome as claims number it.
fn outcome(value: &Value) -> u64 {
    super::outcome_number(value.outcome)
}

/// The most words, and the greatest length, of a table without a range.
const WORDS: u64 = 8190;
const LONGEST: u64 = 40;

/// Returns the number of words of these lengths.
fn count_of_words(letters: &[char], lengths: RangeInclusive<u64>) -> u64 {
    let of_length = |length: u64| (letters.len() as u64).saturating_pow(length.try_into().unwrap_or(u32::MAX));
    lengths.map(of_length).fold(0, u64::saturating_add)
}

/// Returns the words of these lengths, by length. The word without letters is `""`.
fn words_of(letters: &[char], lengths: RangeInclusive<u64>) -> Vec<String> {
    let of = |length: u64| {
        let letters = (0..length).map(|_| letters.iter());
        letters.multi_cartesian_product().map(|word| {
            if word.is_empty() {
                "\"\"".to_owned()
            } else {
                word.into_iter().collect()
            }
        })
    };
    lengths.flat_map(of).collect()
}

/// Returns the numbers of each start that `read` does not take from the input, such as a turn that begins with 0.
///
/// They are 0 or 1 in every sample, and there are several different starts.
fn fixed_by_samples(entry: &OwnEntry, count: usize) -> Result<Vec<Option<u64>>, TableError> {
    /// The least number of different starts.
    const FEWEST: usize = 3;
    let none = vec![None; count];
    if !entry.form()?.is_own {
        return Ok(none);
    }
    let starts = entry.starts_of_samples()?;
    let starts: Option<BTreeSet<Vec<u64>>> = starts.iter().map(|start| numbers_of(start)).collect();
    let starts = starts.unwrap_or_default();
    let Some(first) = starts.first().filter(|_| starts.len() >= FEWEST) else {
        return Ok(none);
    };
    if starts.iter().any(|start| start.len() != count) {
        return Ok(none);
    }
    let fixed = |place: usize| {
        (first[place] < 2 && starts.iter().map(|start| start[place]).all_equal()).then_some(first[place])
    };
    Ok((0..count).map(fixed).collect())
}

/// Returns the first parts of ranges that have about `side` numbers each.
///
/// A range that is shorter leaves its share to the longer ones.
fn within(mut ranges: Vec<(u64, u64)>, side: u64) -> Vec<(u64, u64)> {
    let mut cells = side.saturating_pow(ranges.len() as u32);
    let shortest_first = (0..ranges.len()).sorted_by_key(|&place| ranges[place].1 - ranges[place].0);
    for (done, place) in shortest_first.enumerate() {
        let left = (ranges.len() - done) as u32;
        let share = (1..)
            .take_while(|share: &u64| share.saturating_pow(left) <= cells)
            .last();
        let (low, high) = &mut ranges[place];
        *high = (*high).min(low.saturating_add(share.unwrap_or(1) - 1));
        cells /= *high - *low + 1;
    }
    ranges
}

/// Returns the positions of all numbers in these ranges. The last number changes fastest.
pub(super) fn positions_in(ranges: &[(u64, u64)]) -> impl Iterator<Item = Vec<u64>> {
    ranges.iter().map(|&(low, high)| low..=high).multi_cartesian_product()
}

/// Returns positions beyond these ranges, in ascending order of the largest number. Each range grows by a half.
fn beyond(ranges: &[(u64, u64)], limits: &[Option<(u64, u64)>]) -> Vec<Vec<u64>> {
    let grown = ranges.iter().zip(limits).map(|(&(low, high), limit)| {
        let most = limit.map_or(u64::MAX, |(_, most)| most);
        (low, high.saturating_add((high - low) / 2 + 1).min(most).max(high))
    });
    let grown: Vec<(u64, u64)> = grown.collect();
    let is_inside = |position: &[u64]| position.iter().zip(ranges).all(|(number, (_, high))| number <= high);
    let outside = positions_in(&grown).filter(|position| !is_inside(position));
    outside
        .sorted_by_key(|position| position.iter().copied().max())
        .collect()
}

/// A table that is asked for.
pub(super) struct Job<'a> {
    pub(super) ask: &'a Ask,
    pub(super) entry: &'static OwnEntry,
    pub(super) caps: Caps,
    pub(super) late: Late,
}

impl Job<'_> {
    /// Returns the table of all words of the file's letters whose length is in the range, by length.
    fn words(&self) -> Result<Table, TableError> {
        let letters = self.entry.letters();
        let (low, high) = match self.ask.ranges[..] {
            [] => {
                let is_within = |high: &u64| count_of_words(&letters, 1..=*high) <= WORDS;
                (1, (1..=LONGEST).take_while(is_within).last().unwrap_or(1))
            }
            [(low, high)] if high - low <= MOST_NUMBERS => {
                refuse_more(count_of_words(&letters, low..=high))?;
                (low, high)
            }
            _ => {
                return Err(TableError::asked(
                    "a position is a word, so --range must be its length, such as 1..8",
                ));
            }
        };
        let starts = words_of(&letters, low..=high);
        let explored = self.entry.explore(&starts, self.caps, self.ask.budget);
        let (explored, values) = explored.map_err(TableError::of_game)?;
        let rows = starts.iter().zip(&values).map(|(name, value)| Row {
            name: name.clone(),
            value: Some(*value),
            player: "",
            note: String::new(),
        });
        let known: Vec<(&str, u64)> = starts
            .iter()
            .zip(&values)
            .map(|(word, value)| (plain(word), outcome(value)))
            .collect();
        let longer = || match explored.cut {
            None => self.longer_words(&letters, high),
            Some(_) => Vec::new(),
        };
        let pattern = WordPattern::find((&letters, (low, high)), &known, longer);
        let (last, others) = letters.split_last().expect("there are letters");
        let letters = match others {
            [] => last.to_string(),
            others => format!("{} and {last}", others.iter().join(", ")),
        };
        let what = format!("positions are words of {letters}, {} of them", values.len());
        let missing = explored.cut.map(|cut| {
            let rows = starts.len() - values.len();
            let words = format!(
                "The table lacks {rows} longer words, because no more was explored {}.",
                cut.words()
            );
            Missing::exactly(rows as u64, words)
        });
        Ok(Table {
            missing,
            late: self.late.words(),
            words: pattern.words(),
            json: pattern.json(),
            larger: pattern.larger(),
            ..Table::plain(self.about(&what, &explored, &values), Content::Rows(rows.collect()))
        })
    }

    /// Returns the outcomes of words that are longer than a table's, for as many lengths as the budget allows.
    fn longer_words(&self, letters: &[char], high: u64) -> Vec<(String, u64)> {
        let lengths = |most: u64| {
            let is_within = |longest: &u64| count_of_words(letters, high + 1..=*longest) <= most;
            let longest = (high + 1..=LONGEST).take_while(is_within).last();
            high + 1..=longest.unwrap_or(high)
        };
        let starts = words_of(letters, lengths(WORDS));
        let values = self.played_out(&starts);
        let whole = count_of_words(letters, lengths(values.len() as u64)) as usize;
        starts.into_iter().zip(values.iter().map(outcome)).take(whole).collect()
    }

    /// Returns the table of positions of one number.
    fn numbers(&self, name: &str) -> Result<Table, TableError> {
        let facts = self.entry.facts()?;
        let of_input = match &self.entry.form()?.words[..] {
            [word] => facts.limit(word),
            _ => None,
        };
        let limit = facts.limit(name).or(of_input);
        let (low, high) = match self.ask.ranges[..] {
            [one] => one,
            [_, ..] => return Err(TableError::asked("a position is one number")),
            [] => {
                let (low, high) = limit.unwrap_or((0, u64::MAX));
                (low, high.min(low.saturating_add(NUMBERS)))
            }
        };
        let starts: Vec<String> = (low..=high).map(|n| n.to_string()).collect();
        let is_chosen = !self.ask.ranges.is_empty() || limit.is_some();
        let explored = self.entry.explore(&starts, self.caps, self.ask.budget);
        let (explored, values) = explored.map_err(|error| {
            let smaller = |end: u64| (low < end && end < high).then(|| format!("{low}..{end}"));
            failed_at_first(error, self.entry, ("", is_chosen), &[], smaller)
        })?;
        let last = low + (values.len() as u64).saturating_sub(1);
        let mut what = format!("positions {name} = {low}..{last}");
        if let Some(cut) = explored.cut {
            what += &format!(", cut off {}", cut.words());
        }
        let title = self.about(&what, &explored, &values);
        let moves = explored.heaps_from(low, LOOKED_AT);
        let namesake = explored.namesake(low, &values, self.caps.misere);
        let has_numbers = moves.is_some();
        let of_table = moves.iter().flat_map(|moves| (low..).zip(moves));
        let mut source = Beyond::new(self.entry, self.caps, &of_table.collect_vec(), &self.late);
        // A rule of heaps has no positions in which play is over by a result.
        let plain = explored.results.iter().all(Option::is_none);
        // Numbers below the first belong to the table too.
        let series = Series {
            name: name.to_owned(),
            first: low,
            values,
            moves: moves.filter(|_| plain),
        };
        let most = limit.map(|(_, high)| high);
        let mut play_out = || {
            let end = most.unwrap_or(u64::MAX).min(low.saturating_add(NUMBERS));
            let starts: Vec<String> = (last + 1..=end).map(|n| n.to_string()).collect();
            self.played_out(&starts)
        };
        let about = About {
            given: None,
            misere: self.caps.misere,
            limit: limit.filter(|(least, _)| low <= *least).map(|(_, high)| high),
            source: if has_numbers { Some(&mut source) } else { None },
            play_out: explored.cut.is_none().then_some(&mut play_out),
        };
        let bounds = Bounds {
            up_to: most.unwrap_or(1_000_000_000).min(LARGEST),
            named_to: most.unwrap_or(LARGEST).min(LARGEST),
            moves: 600_000,
        };
        let writer = OfInput::new(self.entry, 1)?;
        let table = of_series(title, series, about, bounds, Some(Box::new(writer)))?;
        source.check()?;
        let cut = explored.cut;
        let cut = cut.map(|cut| (high - last, format!("{name} = {last} {}", cut.words())));
        Ok(self.finished(table, cut, namesake))
    }

    /// Returns the ranges of the numbers of positions: the requested ones, else the first ones within the limits.
    fn ranges(&self, names: &[String], limits: &[Option<(u64, u64)>]) -> Result<Vec<(u64, u64)>, TableError> {
        /// The last number of a table of three numbers, of four, and of more.
        const SIDES: [u64; 3] = [8, 5, 3];
        let side = match names.len() {
            2 => SIDE,
            count => SIDES[(count - 3).min(SIDES.len() - 1)],
        };
        let ranges = match self.ask.ranges[..] {
            [one] => vec![one; names.len()],
            _ if self.ask.ranges.len() == names.len() => self.ask.ranges.clone(),
            [_, ..] => {
                let message = format!(
                    "a position has {} numbers, and there are {} ranges",
                    names.len(),
                    self.ask.ranges.len()
                );
                return Err(TableError::asked(message));
            }
            [] => {
                let fixed = fixed_by_samples(self.entry, names.len())?;
                let whole = |(limit, fixed): (&Option<(u64, u64)>, Option<u64>)| match (fixed, limit) {
                    (Some(fixed), _) => (fixed, fixed),
                    (None, limit) => limit.unwrap_or((0, u64::MAX)),
                };
                within(limits.iter().zip(fixed).map(whole).collect(), side + 1)
            }
        };
        refuse_too_many(&ranges)?;
        Ok(ranges)
    }

    /// Explores the positions of the ranges.
    ///
    /// If moves run out, a chosen range keeps whole first numbers. Other ranges keep the same count of each number.
    fn cells(&self, names: &[String], limits: &[Option<(u64, u64)>]) -> Result<Cells, TableError> {
        let mut ranges = self.ranges(names, limits)?;
        let has_rows = !self.ask.ranges.is_empty();
        let is_chosen = has_rows || limits.iter().all(Option::is_some);
        let without_limits = names.iter().zip(limits).filter(|(_, limit)| limit.is_none());
        let unlimited: Vec<&String> = without_limits.map(|(name, _)| name).filter(|_| !is_chosen).collect();
        let mut positions: Vec<Vec<u64>> = positions_in(&ranges).collect();
        let beyond_first = |position: &[u64], ranges: &[(u64, u64)]| {
            let numbers = position.iter().zip(ranges);
            numbers.map(|(number, (low, _))| number - low).max()
        };
        if !has_rows {
            positions.sort_by_key(|position| beyond_first(position, &ranges));
        }
        let starts: Vec<String> = positions.iter().map(|position| position.asked()).collect();
        let explored = self.entry.explore_all(&starts, self.caps, self.ask.budget);
        let (explored, values, all) = explored.map_err(|error| {
            let smaller = |end: u64| {
                let (low, high) = ranges[0];
                let first = std::iter::once((low, end)).chain(ranges[1..].iter().copied());
                (low < end && end < high).then(|| first.map(|(low, high)| format!("{low}..{high}")).join(","))
            };
            failed_at_first(error, self.entry, ("(", is_chosen), &unlimited, smaller)
        })?;
        let mut known: BTreeMap<Vec<u64>, Value> = positions.iter().cloned().zip(values.iter().copied()).collect();
        let mut cut = None;
        if let Some(why) = explored.cut {
            let last = if has_rows {
                // Leave out a first number that was not explored to its end.
                let of_one: u64 = ranges[1..].iter().map(length).product();
                let last = (values.len() as u64 / of_one).checked_sub(1);
                let message = "all positions of one first number have too many moves\n\
                               hint: use smaller numbers in --range";
                let last = last.ok_or_else(|| TableError::asked(message))?;
                ranges[0].1 = ranges[0].0 + last;
                format!("{} = {}", names[0], ranges[0].1)
            } else {
                let unknown = positions
                    .get(values.len())
                    .and_then(|position| beyond_first(position, &ranges));
                let side = unknown.unwrap_or(0).saturating_sub(1);
                for (low, high) in &mut ranges {
                    *high = (*high).min(*low + side);
                }
                let ends = ranges.iter().map(|(_, high)| high).join(", ");
                format!("({}) = ({ends})", names.join(", "))
            };
            let kept = positions_in(&ranges).count();
            cut = Some(((positions.len() - kept) as u64, format!("{last} {}", why.words())));
        }
        let values = positions_in(&ranges)
            .filter_map(|position| known.remove(&position))
            .collect();
        Ok(Cells {
            ranges,
            explored,
            starts,
            values,
            all,
            cut,
        })
    }

    /// Returns the table of positions of several numbers.
    fn several(&self, names: &[String]) -> Result<Table, TableError> {
        /// The most moves that are compared with a rule.
        const MOST_COMPARED: usize = 1_000_000;
        let limits = limits_of(self.entry, names)?;
        let cells = self.cells(names, &limits)?;
        let mut what = format!("positions ({})", names.join(", "));
        if let Some((_, last)) = &cells.cut {
            what += &format!(", only to {last}");
        }
        let explored = &cells.explored;
        let title = self.about(&what, explored, &cells.values);
        let positions = explored.positions(&cells.starts, names.len());
        let is_plain = positions.is_some();
        let no_results = explored.results.iter().all(Option::is_none);
        let compared = positions.as_ref().filter(|_| explored.move_count() <= MOST_COMPARED);
        let moves = compared.map(|positions| explored.moves_of_numbers(positions));
        let nimbers = explored.nimbers(&cells.values, self.caps.misere);
        let namesake = nimbers.and_then(|nimbers| {
            let nimbers = positions_in(&cells.ranges).zip(nimbers);
            namesake_of_several(nimbers, moves.as_ref(), self.caps.misere)
        });
        let moves = moves.filter(|_| no_results);
        let reached = match &positions {
            Some(positions) => self.reached(&cells, positions)?,
            None => None,
        };
        let outside = positions.into_iter().flatten().zip(cells.all).collect();
        let of_table = moves.iter().flatten().collect_vec();
        let mut source = Beyond::<Vec<u64>>::new(self.entry, self.caps, &of_table, &self.late);
        let mut play_out = || {
            let beyond = beyond(&cells.ranges, &limits);
            let starts: Vec<String> = beyond.iter().map(|position| position.asked()).collect();
            let values = self.played_out(&starts);
            beyond.into_iter().zip(values).collect()
        };
        let about = AboutTuples {
            moves,
            reached,
            outside,
            misere: self.caps.misere,
            given: false,
            limits: limits.clone(),
            source: if is_plain { Some(&mut source) } else { None },
            play_out: cells.cut.is_none().then_some(&mut play_out),
        };
        let (content, patterns) = patterns_of(names, &cells.ranges, cells.values, about);
        source.check()?;
        let writer = OfInput::new(self.entry, names.len())?;
        let ends: Vec<Option<u64>> = limits.iter().map(|limit| limit.map(|(_, high)| high)).collect();
        let table = of_tuples(title, content, names, (patterns, &ends), Some(Box::new(writer)));
        Ok(self.finished(table, cells.cut, namesake))
    }

    /// Returns the positions that play reaches from the legal starts, or `None` if the file has no `valid`.
    fn reached(&self, cells: &Cells, positions: &[Vec<u64>]) -> Result<Option<BTreeSet<Vec<u64>>>, TableError> {
        if self.entry.facts()?.valid().is_none() || self.entry.form()?.is_own {
            return Ok(None);
        }
        let legal = self.entry.legal(&cells.starts)?;
        let parts = cells
            .explored
            .starts
            .iter()
            .zip(legal)
            .filter(|(_, is_legal)| *is_legal);
        let reached = cells
            .explored
            .reached(parts.flat_map(|(parts, _)| parts).copied().collect());
        Ok(Some(
            reached
                .into_iter()
                .map(|place| positions[place as usize].clone())
                .collect(),
        ))
    }

    /// Returns the table with the name of its game, and a note of the rows that it lacks: their count, and the end of the
    /// table.
    fn finished(&self, table: Table, cut: Option<(u64, String)>, namesake: Option<Namesake>) -> Table {
        // A pattern of nimbers already tells their period.
        let has_pattern = table.stated.iter().any(|stated| stated.kind() == Kind::Nimber);
        let name = namesake.map_or(String::new(), |namesake| namesake.line(!has_pattern));
        Table {
            words: table.words + &name,
            notes: cut
                .iter()
                .map(|(_, last)| format!("the table ends at {last}"))
                .collect(),
            late: self.late.words(),
            // A larger table needs too many moves.
            larger: table.larger.filter(|_| cut.is_none()),
            missing: cut.map(|(rows, _)| Missing::exactly(rows, "")),
            ..table
        }
    }

    /// Returns the values of positions beyond a table, as many as the counted moves allow.
    ///
    /// Beyond the table a file may give up, or take too long. Then nothing is known there.
    fn played_out(&self, starts: &[String]) -> Vec<Value> {
        if self.late.ends(self.entry) {
            return Vec::new();
        }
        let caps = Caps {
            work: Some(WORK[0]),
            ..self.caps
        };
        match self.entry.explore(starts, caps, self.ask.budget) {
            Ok((_, values)) => return values,
            Err(ExploreError::Own(error)) => self.late.note(&error),
            Err(_) => false,
        };
        Vec::new()
    }

    /// Returns the head of the table: its positions, and how play ends.
    fn about(&self, what: &str, explored: &Explored, values: &[Value]) -> String {
        let loses = match (explored.has_points(), self.caps.misere) {
            (true, _) => "The larger total wins",
            (false, true) => "The player who cannot move wins",
            (false, false) => "The player who cannot move loses",
        };
        let is_draw = |value: &Value| value.outcome == Outcome::Draw;
        // A draw is an equal total, a result that the rules give, or play without end.
        let can_end_drawn = explored.has_points() || explored.results.contains(&Some(Outcome::Draw));
        let draws = match (values.iter().any(is_draw), can_end_drawn) {
            (false, _) => "No draws",
            (true, true) => "Some starts are draws",
            (true, false) => "Play can go on for ever",
        };
        let sums = if explored.has_sums { " Moves lead to sums." } else { "" };
        format!(
            "{}: {what} ({} positions, {} moves).{sums} {loses}. {draws}.",
            self.entry.meta().slug,
            grouped(explored.len()),
            grouped(explored.move_count())
        )
    }
}

/// The explored positions of a table of several numbers.
struct Cells {
    ranges: Vec<(u64, u64)>,
    explored: Rc<Explored>,
    /// The starts, in the order of their exploration.
    starts: Vec<String>,
    /// The values of the positions in the ranges. The last number changes fastest.
    values: Vec<Value>,
    /// The values of all explored positions.
    all: Vec<Value>,
    /// The count of positions that more moves would give, and the end of the table in words.
    cut: Option<(u64, String)>,
}

/// Returns the rows of a table of several numbers, and their patterns.
fn patterns_of(
    names: &[String],
    ranges: &[(u64, u64)],
    values: Vec<Value>,
    about: AboutTuples<'_>,
) -> (Content, TuplePatterns) {
    let bounds = Bounds {
        up_to: 1_000_000_000,
        named_to: LARGEST,
        moves: 800_000,
    };
    let first: Vec<u64> = ranges.iter().map(|(low, _)| *low).collect();
    match names {
        [a, b] => {
            let row = |row: &[Value]| row.iter().map(|value| Some(*value)).collect();
            let pairs = Pairs {
                names: [a.clone(), b.clone()],
                first: [first[0], first[1]],
                values: values.chunks(length(&ranges[1]) as usize).map(row).collect(),
            };
            let patterns = pairs.patterns(about, bounds);
            (Content::Pairs(pairs), patterns)
        }
        _ => {
            let many = Many {
                names: names.to_vec(),
                first,
                last: ranges.iter().map(|(_, high)| *high).collect(),
                values,
            };
            let patterns = many.patterns(about, bounds);
            (Content::Many(many), patterns)
        }
    }
}

/// Returns the limits of the numbers of positions, if the file states some.
///
/// It states them by the names of `moves`, or by the words of an INPUT in the order of the position. All numbers of a
/// list have one word.
pub(super) fn limits_of(entry: &'static OwnEntry, names: &[String]) -> Result<Vec<Option<(u64, u64)>>, TableError> {
    let (facts, form) = (entry.facts()?, entry.form()?);
    let of_word = |place: usize| match &form.words[..] {
        [word] if form.is_list && facts.before_list().is_empty() => facts.limit(word),
        words if form.is_in_order() && words.len() == names.len() => facts.limit(&words[place]),
        _ => None,
    };
    let of_name = |name: &String| facts.limit(name).filter(|_| !facts.is_of_lists());
    let limits = names.iter().enumerate();
    Ok(limits
        .map(|(place, name)| of_name(name).or_else(|| of_word(place)))
        .collect())
}

/// A writer of programs that read a file's INPUT and write its answers.
pub(super) struct OfInput {
    form: &'static Form,
    answers: &'static [String; 3],
    /// The count of numbers in a position.
    count: usize,
    /// The name of a number that may exceed the numbers of C++.
    large: Option<String>,
}

impl OfInput {
    pub(super) fn new(entry: &'static OwnEntry, count: usize) -> Result<OfInput, TableError> {
        let (form, facts) = (entry.form()?, entry.facts()?);
        let is_large = |name: &String| facts.limit(name).is_some_and(|(_, high)| high > i64::MAX as u64);
        let mut names = form.words.iter().cloned().chain(facts.parameters());
        Ok(OfInput {
            form,
            answers: entry.answers()?,
            count,
            large: names.find(is_large),
        })
    }

    /// Returns the program in Python around the function `value` of nimbers or outcomes, which these lines call.
    fn python(&self, value: &str, function: &str, nimbers: bool) -> String {
        let [win, lose, draw] = &self.answers.each_ref().map(|answer| literal(answer));
        let told = match nimbers {
            true => format!("{win} if x else {lose}"),
            false => format!("({lose}, {win}, {draw})[x]"),
        };
        let tests = if self.form.tests.is_some() { "next(words)" } else { "1" };
        format!(
            "import math\nimport sys\n\n\n{function}\n\n\
             words = iter(map(int, sys.stdin.read().split()))\nfor _ in range({tests}):\n    {value}\n    print({told})\n"
        )
    }

    /// Returns the program in C++ around the function `value` of nimbers or outcomes, which these lines call.
    fn cpp(&self, value: &str, function: &str, nimbers: bool, of_one: bool) -> String {
        let [win, lose, draw] = &self.answers.each_ref().map(|answer| literal(answer));
        let more = match of_one {
            true => "",
            false => "#include <algorithm>\n#include <map>\n#include <numeric>\n#include <set>\n#include <vector>\n",
        };
        let told = match nimbers {
            true => format!("(x ? {win} : {lose})"),
            false => format!("(x == 2 ? {draw} : x ? {win} : {lose})"),
        };
        let tests = if self.form.tests.is_some() {
            "std::cin >> tests;"
        } else {
            ""
        };
        format!(
            "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <iostream>\n{more}\n{function}\nint main() {{\n    long long tests = 1;\n    {tests}\n    \
             while (tests-- > 0) {{\n        {value}\n        std::cout << {told} << '\\n';\n    }}\n}}\n"
        )
    }

    /// Returns the lines in Python that read a position of a fixed count of numbers, or a sum of them, and compute `x`.
    fn python_reading(&self) -> String {
        let read = vec!["next(words)"; self.count].join(", ");
        match self.form.parts {
            Some(_) => {
                format!("count = next(words)\n    x = 0\n    for _ in range(count):\n        x ^= value({read})")
            }
            None => format!("x = value({read})"),
        }
    }

    /// Returns the lines in C++ that do the same as [`Self::python_reading`].
    fn cpp_reading(&self) -> String {
        let names = match self.count {
            1 => vec!["n".to_owned()],
            count => (1..=count).map(|place| format!("n{place}")).collect(),
        };
        let (listed, read) = (names.join(", "), names.join(" >> "));
        match self.form.parts {
            Some(_) => format!(
                "long long count, x = 0, {listed};\n        std::cin >> count;\n        while (count-- > 0) {{ \
                 std::cin >> {read}; x ^= value({listed}); }}"
            ),
            None => {
                format!("long long {listed};\n        std::cin >> {read};\n        long long x = value({listed});")
            }
        }
    }

    /// Returns the program around the function `value` of a row of any length.
    ///
    /// # Errors
    /// Fails if an input does not give just the rows.
    pub(super) fn of_rows(&self, function: &Function, language: code::Language) -> Result<String, TableError> {
        self.refuse_large(language)?;
        // Without an INPUT the line is the row.
        let has_input = !self.form.words.is_empty();
        if has_input && !(self.form.is_list && self.form.is_in_order()) || self.form.is_own {
            return Err(TableError::asked(
                "--code needs an INPUT with the count of numbers and then the numbers, such as INPUT = \"k, then k numbers: a\"",
            ));
        }
        let nimbers = function.kind == Kind::Nimber;
        let value = match (language, has_input) {
            (code::Language::Python, true) => {
                "count = next(words)\n    numbers = [next(words) for _ in range(count)]\n    x = value(numbers)"
            }
            (code::Language::Python, false) => "x = value(list(words))",
            (code::Language::Cpp, true) => {
                "size_t count;\n        std::cin >> count;\n        std::vector<long long> numbers(count);\n        \
                 for (long long &n : numbers) std::cin >> n;\n        long long x = value(numbers);"
            }
            (code::Language::Cpp, false) => {
                "std::vector<long long> numbers;\n        for (long long n; std::cin >> n;) numbers.push_back(n);\n        \
                 long long x = value(numbers);"
            }
        };
        Ok(match language {
            code::Language::Python => self.python(value, &function.text, nimbers),
            code::Language::Cpp => self.cpp(value, &function.text, nimbers, false),
        })
    }

    /// Refuses a program in C++ for numbers that it cannot hold.
    fn refuse_large(&self, language: code::Language) -> Result<(), TableError> {
        if let (code::Language::Cpp, Some(name)) = (language, &self.large) {
            let message =
                format!("`{name}` may be larger than 2^63 - 1, too large for a program in C++\nhint: --code py");
            return Err(TableError::asked(message));
        }
        Ok(())
    }
}

impl Writer for OfInput {
    fn reads_sums(&self) -> bool {
        self.form.parts.is_some()
    }

    fn program(&self, function: &Function, language: code::Language) -> Result<String, TableError> {
        let &OfInput { form, count, .. } = self;
        let many = if count == 1 { "number" } else { "numbers" };
        self.refuse_large(language)?;
        if !form.is_in_order() {
            return Err(TableError::asked(
                "--code needs an INPUT with exactly the numbers of a position, in their order",
            ));
        }
        // The rows of a table have one length, and those of an input have any.
        if form.is_list && form.parts.is_some() {
            let names: Vec<String> = ('a'..='z').take(count).map(String::from).collect();
            return Err(TableError::asked(format!(
                "the pattern is about rows of {count} {many}, and a row of `INPUT` has any length\n\
                 hint: for a program about rows of {count} {many}: INPUT = \"{}\"",
                names.join(" ")
            )));
        }
        // Without an INPUT the line is the position.
        if form.words.len() != count && !form.words.is_empty() {
            return Err(TableError::asked(format!(
                "a position has {count} {many}, --code needs as many in INPUT, and there are {}",
                form.words.len()
            )));
        }
        let nimbers = function.kind == Kind::Nimber;
        if form.parts.is_some() && !nimbers {
            return Err(TableError::asked(
                "--code needs a pattern of nimbers for sums, and gamesolve found none",
            ));
        }
        Ok(match language {
            code::Language::Python => self.python(&self.python_reading(), &function.text, nimbers),
            code::Language::Cpp => self.cpp(&self.cpp_reading(), &function.text, nimbers, count == 1),
        })
    }
}
