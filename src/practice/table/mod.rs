//! Tables of the values of many positions, with their pattern and its evidence.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use itertools::Itertools as _;

use crate::engine::{Outcome, Value};
use crate::pattern::{
    self, Bounds, Claim, Evidence, Finding, Investigated, Kind, Known, MovesOf, Recognised, Refutation, Table, code,
    several, tuples, why,
};
use crate::picture::letter;
use stated::Stated;

#[cfg(unix)]
mod beyond;
#[cfg(unix)]
mod every_length;
pub mod game;
mod in_numbers;
pub mod made;
pub mod numbers;
#[cfg(unix)]
pub mod own;
pub mod rule;
pub mod stated;
mod text;
#[cfg(unix)]
mod word_pattern;

/// The values of consecutive numbers.
pub struct Series {
    /// The name of the number.
    pub name: String,
    /// The first number.
    pub first: u64,
    /// The values.
    pub values: Vec<Value>,
    /// The moves of the first numbers, each as the heaps that it leaves, if moves lead to numbers.
    pub moves: Option<Vec<Vec<Vec<u64>>>>,
}

/// Knowledge about a series beside its values.
#[derive(Default)]
pub struct About<'a> {
    /// The rule, if it is given.
    pub given: Option<&'a Recognised>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// The largest number of the format, if the table begins with the smallest.
    pub limit: Option<u64>,
    /// The moves of the numbers beyond the table.
    pub source: Option<&'a mut dyn MovesOf>,
    /// A function that plays out more numbers beyond the table, and returns their values.
    pub play_out: Option<&'a mut dyn FnMut() -> Vec<Value>>,
}

/// A claim as a function of a program.
pub struct Function {
    /// The definition of `value`, after the definitions that it uses.
    pub text: String,
    /// The meaning of its results: nimbers, or 0, 1 and 2 for lost, won and drawn.
    pub kind: Kind,
    /// The claim in words, one idea a line.
    pub claim: Vec<String>,
    /// The evidence in words.
    pub evidence: String,
}

/// The patterns of a series.
pub struct Patterns {
    /// The first number of the table.
    pub first: u64,
    /// The claim about the winner.
    pub outcome: Investigated,
    /// The claim about nimbers, if they say more than the winner.
    pub nimber: Option<Investigated>,
    /// A rule for a winning move from every won number, and the count of these numbers.
    pub why: Option<(why::WinningMove, usize)>,
    /// The number of moves from lost numbers. None of them leads to a lost number.
    pub moves_of_lost: Option<usize>,
}

/// Returns a value as a number of this kind, if it has one.
fn number_of(value: &Value, kind: Kind) -> Option<u64> {
    match kind {
        Kind::Nimber => value.nimber,
        Kind::Outcome => Some(outcome_number(value.outcome)),
    }
}

fn outcome_number(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Win => 1,
        Outcome::Draw => 2,
    }
}

impl Series {
    /// Returns the outcomes as numbers.
    pub fn outcomes(&self) -> Vec<u64> {
        self.values.iter().map(|value| outcome_number(value.outcome)).collect()
    }

    /// Returns the nimbers, if all values have one.
    pub fn nimbers(&self) -> Option<Vec<u64>> {
        self.values.iter().map(|value| value.nimber).collect()
    }

    /// Returns the last number.
    pub fn last(&self) -> u64 {
        self.first + (self.values.len() as u64).saturating_sub(1)
    }

    /// Returns the lost numbers.
    pub fn lost(&self) -> Vec<u64> {
        let numbered = (self.first..).zip(&self.values);
        numbered
            .filter(|(_, value)| value.outcome == Outcome::Loss)
            .map(|(n, _)| n)
            .collect()
    }

    /// Searches for patterns of the nimbers, of the winner, and of the winning move.
    pub fn patterns(&self, mut about: About<'_>, bounds: Bounds) -> Patterns {
        let recognised = match about.given {
            Some(_) => None,
            None => self
                .moves
                .as_ref()
                .and_then(|moves| pattern::theorem::recognise(self.first, moves)),
        };
        let mut played: Option<Vec<Value>> = None;
        let mut look = |values: &[u64], kind: Kind| {
            let play_out = &mut about.play_out;
            let mut play_out = |kind: Kind| -> Vec<u64> {
                let played = played.get_or_insert_with(|| play_out.as_mut().map_or(Vec::new(), |play_out| play_out()));
                played.iter().map_while(|value| number_of(value, kind)).collect()
            };
            let known = Known {
                rule: about.given.or(recognised.as_ref()),
                given: about.given.is_some(),
                misere: about.misere,
                limit: about.limit,
                source: about.source.as_mut().map(|source| &mut **source as &mut dyn MovesOf),
                play_out: Some(&mut play_out),
            };
            let table = Table {
                first: self.first,
                values,
                kind,
            };
            pattern::investigate(table, known, bounds)
        };
        let nimbers = self.nimbers();
        let nimber = nimbers.as_ref().map(|nimbers| look(nimbers, Kind::Nimber));
        let outcomes = self.outcomes();
        let mut outcome = look(&outcomes, Kind::Outcome);
        // A proved period of nimbers is a period of the winner too.
        if let Some(found) = nimber.as_ref().and_then(|nimber| nimber.found.as_ref())
            && matches!(
                found.evidence,
                Evidence::Proved { .. } | Evidence::ProvedIf { .. } | Evidence::Complete { .. }
            )
            && let Claim::Period {
                first,
                values,
                period,
                saltus: 0,
            } = &found.claim
            && outcome
                .found
                .as_ref()
                .is_none_or(|other| !matches!(other.evidence, Evidence::Proved { .. } | Evidence::ProvedIf { .. }))
        {
            let values = values.iter().map(|&value| u64::from(value > 0)).collect();
            let claim = shortened(Claim::Period {
                first: *first,
                values,
                period: *period,
                saltus: 0,
            });
            let evidence = found.evidence.clone();
            outcome = Investigated {
                found: Some(Finding {
                    kind: Kind::Outcome,
                    claim,
                    evidence,
                    parts: Vec::new(),
                }),
                refuted: Vec::new(),
                is_small: false,
            };
        }
        let (why, moves_of_lost) = self.why(&outcomes);
        Patterns {
            first: self.first,
            outcome,
            nimber,
            why,
            moves_of_lost,
        }
    }

    fn why(&self, outcomes: &[u64]) -> (Option<(why::WinningMove, usize)>, Option<usize>) {
        let Some(moves) = &self.moves else {
            return (None, None);
        };
        let lost = |n: u64| {
            let place = n.checked_sub(self.first)?;
            Some(*outcomes.get(place as usize)? == 0)
        };
        let mut won = Vec::new();
        let mut of_lost = 0;
        for (place, moves) in moves.iter().enumerate() {
            let n = self.first + place as u64;
            let to: Option<Vec<u64>> = moves
                .iter()
                .map(|heaps| match heaps[..] {
                    [heap] => Some(heap),
                    _ => None,
                })
                .collect();
            let Some(to) = to else {
                return (None, None);
            };
            match outcomes[place] {
                0 => of_lost += to.len(),
                1 if !to.is_empty() => won.push((n, to.into_iter().filter(|&to| lost(to) == Some(true)).collect())),
                _ => {}
            }
        }
        let count = won.len();
        (why::winning_move(&won).map(|choice| (choice, count)), Some(of_lost))
    }
}

/// Returns an equal claim with the shortest period and preperiod.
fn shortened(claim: Claim) -> Claim {
    let Claim::Period {
        first,
        values,
        period,
        saltus,
    } = claim
    else {
        return claim;
    };
    let before = values.len() - period;
    let repeated = &values[before..];
    let is_period =
        |p: &usize| period.is_multiple_of(*p) && (*p..period).all(|place| repeated[place] == repeated[place - p]);
    let shorter = (1..=period).find(is_period).unwrap_or(period);
    let mut values = values[..before + shorter].to_vec();
    while values.len() > shorter && values[values.len() - 1] == values[values.len() - 1 - shorter] {
        values.pop();
    }
    Claim::Period {
        first,
        values,
        period: shorter,
        saltus,
    }
}

/// The values of pairs of numbers.
pub struct Pairs {
    /// The names of the numbers.
    pub names: [String; 2],
    /// The first numbers.
    pub first: [u64; 2],
    /// The values by the first number, then by the second.
    pub values: Vec<Vec<Option<Value>>>,
}

impl Pairs {
    /// Searches for patterns.
    pub fn patterns(&self, about: AboutTuples<'_>, bounds: Bounds) -> TuplePatterns {
        let [rows, columns] = [self.values.len(), self.values.first().map_or(0, Vec::len)];
        let last = [
            self.first[0] + rows.max(1) as u64 - 1,
            self.first[1] + columns.max(1) as u64 - 1,
        ];
        let rows = (self.first[0]..).zip(&self.values);
        let known = rows.flat_map(|(a, row)| {
            let cells = (self.first[1]..).zip(row);
            cells.filter_map(move |(b, value)| Some((vec![a, b], (*value)?)))
        });
        look(known.collect(), &self.first, &last, about, bounds)
    }
}

/// The values of positions of three numbers or more.
pub struct Many {
    /// The names of the numbers.
    pub names: Vec<String>,
    /// The first numbers.
    pub first: Vec<u64>,
    /// The last numbers.
    pub last: Vec<u64>,
    /// The values in the order of the positions. The last number changes fastest. There may be fewer values than
    /// positions.
    pub values: Vec<Value>,
}

impl Many {
    /// Returns the positions of the table in order.
    fn positions(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let sizes: Vec<u64> = self
            .first
            .iter()
            .zip(&self.last)
            .map(|(first, last)| last - first + 1)
            .collect();
        (0..self.values.len() as u64).map(move |mut place| {
            let mut position = self.first.clone();
            for (number, size) in position.iter_mut().zip(&sizes).rev() {
                *number += place % size;
                place /= size;
            }
            position
        })
    }

    /// Searches for patterns.
    pub fn patterns(&self, about: AboutTuples<'_>, bounds: Bounds) -> TuplePatterns {
        let known = self.positions().zip(self.values.iter().copied()).collect();
        look(known, &self.first, &self.last, about, bounds)
    }
}

/// Knowledge about a table of several numbers beside its values.
#[derive(Default)]
pub struct AboutTuples<'a> {
    /// The moves of all positions in reach, if all have this count of numbers.
    pub moves: Option<BTreeMap<Vec<u64>, Vec<Vec<u64>>>>,
    /// The positions that play reaches from legal starts, if not all starts of the table are legal.
    pub reached: Option<BTreeSet<Vec<u64>>>,
    /// The values of positions in reach that are not in the table.
    pub outside: BTreeMap<Vec<u64>, Value>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Whether the rules are known, so that the moves follow them everywhere.
    pub given: bool,
    /// The least and the largest value of each number in the format, if they are known.
    pub limits: Vec<Option<(u64, u64)>>,
    /// The moves of the positions beyond the table.
    pub source: Option<&'a mut dyn MovesOf<Vec<u64>>>,
    /// A function that plays out positions beyond the table, and returns them with their values.
    pub play_out: Option<&'a mut dyn FnMut() -> Vec<Played>>,
}

/// A position of several numbers that was played out, and its value.
pub type Played = (Vec<u64>, Value);

/// Returns the values of positions that were played out as numbers, as far as they have one of this kind.
fn numbered(played: &[Played], kind: Kind) -> Vec<(Vec<u64>, u64)> {
    let values = played.iter();
    values
        .map_while(|(position, value)| Some((position.clone(), number_of(value, kind)?)))
        .collect()
}

/// A pattern of a table of several numbers.
pub struct TuplePattern {
    /// The claim in words, one idea a line.
    pub words: Vec<String>,
    /// The evidence.
    pub evidence: Evidence,
    /// For independent games of one number: the name of each, and its pattern.
    pub parts: Vec<(String, Option<Finding>)>,
    /// The meaning of the claim's values.
    pub kind: Kind,
    /// The claim as a function, in each language that can express it.
    pub functions: Vec<(code::Language, String)>,
}

/// The patterns of a table of several numbers.
#[derive(Default)]
pub struct TuplePatterns {
    /// The pattern, if one was found.
    pub found: Option<TuplePattern>,
    /// The claims that failed beyond the table.
    pub refuted: Vec<(String, Refutation<Vec<u64>>)>,
    /// The claim behind the pattern.
    pub stated: Option<Stated>,
    /// Whether the table is too small for a claim.
    pub is_small: bool,
    /// The outcome of all positions of the table, if they are alike.
    pub all_alike: Option<Outcome>,
}

/// Returns the words after a claim that tell its positions, if it is not about all of them.
fn restriction(claim: &several::TupleClaim, table: &tuples::Table<'_>, limits: &[Option<(u64, u64)>]) -> String {
    // A range may begin above the least allowed number, or have one number.
    let limit = |place: usize| limits.get(place).copied().flatten().unwrap_or((0, u64::MAX));
    let is_less = |place: &usize| {
        let (first, last) = (table.first[*place], table.last[*place]);
        first > limit(*place).0 || first == last && last < limit(*place).1
    };
    let above = (0..table.first.len()).filter(is_less);
    let of_place = |place: usize| {
        let sign = if table.first[place] == table.last[place] {
            "="
        } else {
            ">="
        };
        format!("{} {sign} {}", several::name(place), table.first[place])
    };
    let above = Vec::from_iter(above.map(of_place)).join(" and ");
    let mut words = String::new();
    if !above.is_empty() && !matches!(claim, several::TupleClaim::Along { .. }) {
        words += &format!(", for {above}");
    }
    let is_open = !table.is_complete && !tuples::is_about_all(claim, &table.highest);
    if is_open || claim.is_of_part() || matches!(claim, several::TupleClaim::Along { cases, .. } if cases.len() == 1) {
        words += ", and other cases are not known";
    }
    words
}

/// Returns a claim about a table with its words and functions.
fn told(found: Finding<several::TupleClaim>, table: &tuples::Table<'_>, limits: &[Option<(u64, u64)>]) -> TuplePattern {
    let count = table.last.len();
    let alone = |place: usize| {
        let numbers = (0..count).map(|other| if other == place { "n" } else { "0" });
        format!("g({})", numbers.collect::<Vec<_>>().join(", "))
    };
    let mut words = found.claim.words(count, found.kind);
    words[0] += &restriction(&found.claim, table, limits);
    // A pattern of each number says more.
    if !found.parts.is_empty() {
        words.truncate(1);
    }
    let functions = code::Language::ALL.into_iter().filter_map(|language| {
        let ends = (&table.first[..], &table.last[..]);
        let function = found.claim.function(&found.parts, &found.evidence, ends, language)?;
        Some((language, function))
    });
    let functions = functions.collect();
    let parts = found.parts.into_iter().enumerate();
    TuplePattern {
        kind: found.kind,
        functions,
        words,
        evidence: found.evidence,
        parts: parts.map(|(place, part)| (alone(place), part)).collect(),
    }
}

/// Searches for the best claim about the values, or else about the winner.
fn look(
    mut known: BTreeMap<Vec<u64>, Value>,
    first: &[u64],
    last: &[u64],
    mut about: AboutTuples<'_>,
    bounds: Bounds,
) -> TuplePatterns {
    if let Some(reached) = &about.reached {
        known.retain(|position, _| reached.contains(position));
    }
    let kind = match known.values().all(|value| value.nimber.is_some()) {
        true => Kind::Nimber,
        false => Kind::Outcome,
    };
    let values = known.iter();
    let grid = several::Grid {
        last: last.to_vec(),
        values: values
            .filter_map(|(position, value)| Some((position.clone(), number_of(value, kind)?)))
            .collect(),
        kind,
    };
    let value_of = |position: &[u64], kind: Kind| {
        let value = known.get(position).or_else(|| about.outside.get(position));
        number_of(value?, kind)
    };
    let limit = |place: usize| about.limits.get(place).copied().flatten();
    let places = 0..last.len();
    let covers = |place: usize| limit(place).is_some_and(|(low, high)| first[place] <= low && high <= last[place]);
    let table = tuples::Table {
        first: first.to_vec(),
        last: last.to_vec(),
        highest: places
            .clone()
            .map(|place| match limit(place) {
                // A claim about one value of a number is tried at this value.
                _ if first[place] == last[place] => last[place],
                Some((_, high)) => high,
                None => bounds.up_to,
            })
            .collect(),
        value: &value_of,
        moves: about.moves.as_ref(),
        stuck: u64::from(about.misere),
        is_complete: places.clone().all(covers),
    };
    let mut patterns = TuplePatterns {
        is_small: grid.is_small(),
        all_alike: known.values().map(|value| value.outcome).all_equal_value().ok(),
        ..TuplePatterns::default()
    };
    let mut played: Option<Vec<Played>> = None;
    let play_out = &mut about.play_out;
    let mut play_out = |kind: Kind| {
        let played = played.get_or_insert_with(|| play_out.as_mut().map_or(Vec::new(), |play_out| play_out()));
        numbered(played, kind)
    };
    for candidates in grid.candidates() {
        let source = about
            .source
            .as_mut()
            .map(|source| &mut **source as &mut dyn MovesOf<Vec<u64>>);
        let Investigated {
            found,
            refuted,
            is_small,
        } = tuples::investigate(candidates, &table, (source, &mut play_out), bounds);
        patterns.is_small |= is_small;
        let failed = refuted
            .into_iter()
            .map(|(kind, claim, why)| (claim.words(last.len(), kind).swap_remove(0), why));
        patterns.refuted.extend(failed);
        if let Some(mut found) = found {
            if about.given {
                found.evidence = found.evidence.of_known_rules();
                for part in found.parts.iter_mut().flatten() {
                    part.evidence = part.evidence.clone().of_known_rules();
                }
            }
            let fixed = places
                .clone()
                .map(|place| (first[place] == last[place]).then_some(first[place]));
            patterns.stated = Some(Stated::Several(found.clone(), fixed.collect()));
            let mut pattern = told(found, &table, &about.limits);
            if about.reached.is_some() {
                pattern.words[0] += ", for the inputs that `valid` allows and all that play reaches from them";
            }
            patterns.found = Some(pattern);
            break;
        }
    }
    patterns
}

impl TuplePatterns {
    /// Returns the function `value` of the claim, or `None` without a claim.
    pub fn function(&self, language: code::Language) -> Option<Function> {
        let found = self.found.as_ref()?;
        let (_, text) = found.functions.iter().find(|(of, _)| *of == language)?;
        Some(Function {
            text: text.clone(),
            kind: found.kind,
            claim: found.words.clone(),
            evidence: found.evidence.to_string(),
        })
    }

    /// Returns the result in words. `names` are the names of the numbers.
    pub fn words(&self, names: &[String]) -> String {
        text::tuple_patterns(self, names)
    }

    /// Returns the result for programs.
    pub fn json(&self) -> serde_json::Value {
        let part = |(name, found): &(String, Option<Finding>)| match found {
            None => serde_json::json!({ "name": name }),
            Some(found) => serde_json::json!({
                "name": name,
                "claim": found.claim.words(Kind::Nimber),
                "evidence": found.evidence.word(),
                "details": found.evidence.to_string(),
            }),
        };
        let one = |pattern: &TuplePattern| {
            serde_json::json!({
                "claim": pattern.words,
                "evidence": pattern.evidence.word(),
                "details": pattern.evidence.to_string(),
                "parts": pattern.parts.iter().map(part).collect::<Vec<_>>(),
            })
        };
        serde_json::Value::Array(self.found.iter().map(one).collect())
    }
}

/// One named position with its value.
pub struct Row {
    /// The name.
    pub name: String,
    /// The value, or `None` if it has none.
    pub value: Option<Value>,
    /// The player to move, or empty if both players move by the same rules.
    pub player: &'static str,
    /// A property, or its worth.
    pub note: String,
}

/// The content of a table.
pub enum Content {
    /// Numbers.
    Series(Series),
    /// Pairs of numbers.
    Pairs(Pairs),
    /// Three numbers or more.
    Many(Many),
    /// Positions with names.
    Rows(Vec<Row>),
}

/// Writes the columns of a value, each after a comma.
fn put_value(text: &mut String, value: Option<Value>) {
    let Some(value) = value else {
        *text += ",,,,";
        return;
    };
    *text += ",";
    *text += letter(value.outcome);
    for number in [value.distance, value.nimber] {
        *text += ",";
        let _ = number.map_or(Ok(()), |number| write!(text, "{number}"));
    }
    *text += ",";
    let _ = value.score.map_or(Ok(()), |score| write!(text, "{score}"));
}

/// Returns a field of CSV. A text that looks like a formula gets a quote in front, so that a spreadsheet reads it as
/// text.
fn field(text: &str) -> Cow<'_, str> {
    let is_number = || text.parse::<f64>().is_ok() || text == "-";
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number();
    let mut field = Cow::Borrowed(text);
    if is_formula {
        field.to_mut().insert(0, '\'');
    }
    if text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        field = format!("\"{}\"", field.replace('"', "\"\"")).into();
    }
    field
}

/// The names of a position's parts, the player to move if the players differ, and the value.
type NamedValue<'a> = (Vec<Cow<'a, str>>, Option<Value>);

/// Rows, made one by one.
type NamedValues<'a> = Box<dyn Iterator<Item = NamedValue<'a>> + 'a>;

impl Content {
    /// Returns the range of each number of a position, or nothing for positions with names.
    pub fn ranges(&self) -> Vec<(u64, u64)> {
        match self {
            Content::Series(series) => vec![(series.first, series.last())],
            Content::Pairs(pairs) => {
                let counts = [pairs.values.len(), pairs.values.first().map_or(0, Vec::len)];
                let range = |(&first, count): (&u64, usize)| (first, first + (count as u64).saturating_sub(1));
                pairs.first.iter().zip(counts).map(range).collect()
            }
            Content::Many(many) => many.first.iter().copied().zip(many.last.iter().copied()).collect(),
            Content::Rows(_) => Vec::new(),
        }
    }

    /// Returns the heads of the names, and the rows.
    fn rows(&self) -> (Vec<String>, NamedValues<'_>) {
        fn number(number: u64) -> Cow<'static, str> {
            number.to_string().into()
        }
        match self {
            Content::Series(series) => {
                let rows = (series.first..).zip(&series.values);
                let rows = rows.map(|(n, value)| (vec![number(n)], Some(*value)));
                (vec![series.name.clone()], Box::new(rows))
            }
            Content::Pairs(pairs) => {
                let rows = (pairs.first[0]..).zip(&pairs.values);
                let rows = rows.flat_map(|(a, row)| {
                    let row = (pairs.first[1]..).zip(row);
                    row.map(move |(b, value)| (vec![number(a), number(b)], *value))
                });
                (pairs.names.to_vec(), Box::new(rows))
            }
            Content::Many(many) => {
                let rows = many.positions().zip(&many.values);
                let names = |position: Vec<u64>| position.into_iter().map(number).collect();
                let rows = rows.map(move |(position, value)| (names(position), Some(*value)));
                (many.names.clone(), Box::new(rows))
            }
            Content::Rows(rows) => {
                let has_players = rows.iter().any(|row| !row.player.is_empty());
                let rows = rows.iter().map(move |row| {
                    let player = has_players.then_some(row.player.into());
                    let names = std::iter::once(row.name.as_str().into()).chain(player);
                    (names.collect(), row.value)
                });
                let names = ["position"].into_iter().chain(has_players.then_some("player"));
                (names.map(str::to_owned).collect(), Box::new(rows))
            }
        }
    }

    /// Returns the table as comma-separated values, with a head.
    pub fn csv(&self) -> String {
        let (names, rows) = self.rows();
        let mut text = names.iter().map(|name| field(name)).join(",");
        text += ",outcome,plies,nimber,score\n";
        for (names, value) in rows {
            for (place, name) in names.iter().enumerate() {
                text += if place > 0 { "," } else { "" };
                text += &field(name);
            }
            put_value(&mut text, value);
            text.push('\n');
        }
        text
    }

    /// Returns the table for programs.
    pub fn json(&self) -> serde_json::Value {
        let (names, rows) = self.rows();
        let rows: Vec<NamedValue<'_>> = rows.collect();
        // A word such as `00` is no number, and then neither is `10` beside it.
        let number = |part: &str| part.parse::<u64>().ok().filter(|number| number.to_string() == part);
        let of_numbers = (0..names.len()).map(|column| rows.iter().all(|(parts, _)| number(&parts[column]).is_some()));
        let of_numbers: Vec<bool> = of_numbers.collect();
        let row = |(position, value): NamedValue<'_>| {
            let mut object = serde_json::Map::new();
            for ((name, part), of_numbers) in names.iter().zip(position).zip(&of_numbers) {
                let number = number(&part).filter(|_| *of_numbers);
                object.insert(name.clone(), number.map_or_else(|| part.into(), Into::into));
            }
            if let Some(value) = value {
                object.insert("outcome".into(), letter(value.outcome).into());
                if let Some(distance) = value.distance {
                    object.insert("plies".into(), distance.into());
                }
                if let Some(nimber) = value.nimber {
                    object.insert("nimber".into(), nimber.into());
                }
                if let Some(score) = value.score {
                    // A number of JSON has about 16 digits, and longer ones are text.
                    let text = score.to_string();
                    let number = text
                        .parse()
                        .ok()
                        .filter(|number: &serde_json::Number| number.to_string() == text);
                    object.insert("score".into(), number.map_or_else(|| text.into(), Into::into));
                }
            }
            serde_json::Value::Object(object)
        };
        serde_json::Value::Array(rows.into_iter().map(row).collect())
    }

    /// Returns the table as a picture: a cell for each position, lost ones dark.
    pub fn svg(&self, title: &str) -> String {
        /// The sides of a cell.
        const SIDE: usize = 26;
        let rows = self.rows().1.collect_vec();
        let columns = match self {
            Content::Pairs(pairs) => pairs.values.first().map_or(1, Vec::len),
            Content::Many(many) => (many.last[many.last.len() - 1] - many.first[many.first.len() - 1] + 1) as usize,
            _ => rows.len().clamp(1, 24),
        };
        let lines = rows.len().div_ceil(columns.max(1));
        let escaped = |text: &str| {
            text.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;")
        };
        let (width, height) = (columns * SIDE + 20, lines * SIDE + 44);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n<title>{0}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<text x=\"10\" y=\"20\" font-size=\"14\">{0}</text>\n",
            escaped(title)
        );
        for (place, (names, value)) in rows.iter().enumerate() {
            let (x, y) = (10 + place % columns * SIDE, 32 + place / columns * SIDE);
            let (fill, ink) = match value.map(|value| value.outcome) {
                Some(Outcome::Loss) => ("#3b4a6b", "#ffffff"),
                Some(Outcome::Win) => ("#e8eef8", "#1a1a1a"),
                Some(Outcome::Draw) => ("#e6c35c", "#1a1a1a"),
                None => ("#ffffff", "#1a1a1a"),
            };
            let shown = match value {
                Some(Value {
                    nimber: Some(nimber), ..
                }) => nimber.to_string(),
                Some(value) => letter(value.outcome).to_owned(),
                None => String::new(),
            };
            let _ = writeln!(
                text,
                "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" \
                 stroke=\"#9aa4b8\"/><text x=\"{}\" y=\"{}\" fill=\"{ink}\" text-anchor=\"middle\">{shown}</text></g>",
                escaped(&format!(
                    "{}: {}",
                    names.join(", "),
                    value.map_or(String::new(), crate::picture::label)
                )),
                x + SIDE / 2,
                y + SIDE / 2 + 4,
                side = SIDE,
            );
        }
        text + "</svg>\n"
    }

    /// Returns whether its values are points.
    pub fn has_points(&self) -> bool {
        let mut rows = self.rows().1;
        rows.any(|(_, value)| value.is_some_and(|value| value.score.is_some()))
    }

    /// Returns the winner for each number of a range, one letter a line, or `None` for other tables.
    pub fn letters(&self) -> Option<String> {
        let Content::Series(series) = self else { return None };
        Some(letters(series.values.iter().map(|value| value.outcome)))
    }

    /// Returns the table in text of at most this many columns. `period` aligns its rows.
    pub fn text(&self, columns: usize, period: Option<usize>) -> String {
        match self {
            Content::Series(series) => text::series(series, columns, period),
            Content::Pairs(pairs) => text::pairs(pairs, columns),
            Content::Many(many) => text::many(many, columns),
            Content::Rows(rows) => text::rows(rows, columns),
        }
    }
}

impl Patterns {
    /// Returns the length after which values repeat, if it is known.
    pub fn period(&self) -> Option<usize> {
        let nimber = self.nimber.as_ref().and_then(|nimber| nimber.found.as_ref());
        let found = nimber.or(self.outcome.found.as_ref())?;
        found.claim.period()
    }

    /// Returns whether a larger table may have a pattern that this one lacks.
    pub fn is_open(&self) -> bool {
        let nimber = self.nimber.as_ref().unwrap_or(&self.outcome);
        self.outcome.found.is_none() || nimber.found.is_none()
    }

    /// Returns the result in words, without its reason.
    pub fn words(&self, series: &Series) -> String {
        text::patterns(self, series)
    }

    /// Returns the reason why the found pattern holds, in words, if there is one.
    pub fn why(&self) -> Option<String> {
        text::why(self)
    }

    /// Returns the claims: the winner's first, then that of nimbers.
    pub fn stated(&self) -> Vec<Stated> {
        let both = [Some(&self.outcome), self.nimber.as_ref()].into_iter().flatten();
        let found = both.filter_map(|investigated| investigated.found.clone());
        found.map(Stated::One).collect()
    }

    /// Returns the result for programs.
    pub fn json(&self) -> serde_json::Value {
        let one = |investigated: &Investigated, kind: Kind| match &investigated.found {
            None => serde_json::Value::Null,
            Some(found) => serde_json::json!({
                "claim": found.claim.words(kind),
                "evidence": found.evidence.word(),
                "details": found.evidence.to_string(),
            }),
        };
        serde_json::json!({
            "outcome": one(&self.outcome, Kind::Outcome),
            "nimber": self.nimber.as_ref().map(|found| one(found, Kind::Nimber)),
            "winning_move": self.why.as_ref().map(|(choice, _)| choice.to_string()),
        })
    }

    /// Returns the function `value(n)` of the claim, or `None` without a claim.
    pub fn function(&self, nimbers: bool, language: code::Language) -> Option<Function> {
        let nimber = self.nimber.as_ref().and_then(|nimber| nimber.found.as_ref());
        let (found, kind) = match (nimbers, &self.outcome.found, nimber) {
            (false, Some(found), _) => (found, Kind::Outcome),
            (_, _, Some(found)) => (found, Kind::Nimber),
            _ => return None,
        };
        let end = found.evidence.end().map(|ends| ends[0]);
        Some(Function {
            text: code::function(&found.claim, self.first, end, language),
            kind,
            claim: found.claim.words(kind),
            evidence: found.evidence.to_string(),
        })
    }
}

/// Returns outcomes as letters, each on a line of its own.
pub fn letters(outcomes: impl Iterator<Item = Outcome>) -> String {
    outcomes.flat_map(|outcome| [letter(outcome), "\n"]).collect()
}

/// Returns the first things to look at in a series: the lost numbers, by remainder and in binary.
pub fn look_at(series: &Series) -> String {
    text::look_at(series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_csv_has_all_columns_and_only_quotes_that_it_needs() {
        let row = |name: &str, value, player| Row {
            name: name.to_owned(),
            value,
            player,
            note: String::new(),
        };
        let won = Value::of(Outcome::Win).with_distance(3).with_nimber(Some(2));
        let rows = vec![
            row("4", Some(won), ""),
            row("-4", Some(Value::of(Outcome::Draw)), "A"),
            row("=a, \"b\"", None, "B"),
        ];
        let text = "position,player,outcome,plies,nimber,score\n4,,W,3,2,\n-4,A,D,,,\n\"'=a, \"\"b\"\"\",B,,,,\n";
        assert_eq!(Content::Rows(rows).csv(), text);
        let (names, first) = (["a", "b"].map(str::to_owned), [0, 7]);
        let values = vec![vec![Some(won), None], vec![None, None]];
        let pairs = Content::Pairs(Pairs { names, first, values });
        assert_eq!(
            pairs.csv(),
            "a,b,outcome,plies,nimber,score\n0,7,W,3,2,\n0,8,,,,\n1,7,,,,\n1,8,,,,\n"
        );
    }
}
