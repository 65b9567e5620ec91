//! Tables of the values of many positions, with their pattern and its evidence.

use std::fmt::Write as _;

use itertools::Itertools as _;

use crate::engine::{Outcome, Value};
use crate::pattern::{
    self, Bounds, Claim, Evidence, Finding, Kind, Known, MovesOf, Recognised, Table, code, grid, why,
};
use crate::picture::letter;

mod text;

/// The values of the numbers from some first one on.
pub struct Series {
    /// The name of the number.
    pub name: String,
    /// The first number.
    pub first: u64,
    /// The values.
    pub values: Vec<Value>,
    /// For the first numbers: the heaps that each move leaves, where moves lead to numbers.
    pub moves: Option<Vec<Vec<Vec<u64>>>>,
}

/// What is known of a series beside its values.
#[derive(Default)]
pub struct About<'a> {
    /// The rule, where it is given.
    pub given: Option<&'a Recognised>,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// The largest number that can be asked for, where the table begins with the smallest.
    pub limit: Option<u64>,
    /// The moves of the numbers beyond the table.
    pub source: Option<&'a mut dyn MovesOf>,
}

/// A claim, where one was found; and those that were refuted beyond the table where none was.
pub type Found = (Option<Finding>, Vec<(Claim, u64)>);

/// The patterns of a series.
pub struct Patterns {
    /// The claim about who wins, and those that were refuted.
    pub outcome: Found,
    /// The same about nimbers, where there are any and they are more than who wins.
    pub nimber: Option<Found>,
    /// A winning move from every won number, and how many there are.
    pub why: Option<(why::WinningMove, usize)>,
    /// The number of moves from lost numbers; none leads to a lost one.
    pub moves_of_lost: Option<usize>,
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

    /// Returns the nimbers, where all values have one.
    pub fn nimbers(&self) -> Option<Vec<u64>> {
        self.values.iter().map(|value| value.nimber).collect()
    }

    /// Returns the lost numbers.
    pub fn lost(&self) -> Vec<u64> {
        let numbered = (self.first..).zip(&self.values);
        numbered
            .filter(|(_, value)| value.outcome == Outcome::Loss)
            .map(|(n, _)| n)
            .collect()
    }

    /// Looks for patterns: of the nimbers where there are some, of who wins, of the winning move.
    pub fn patterns(&self, mut about: About<'_>, bounds: Bounds) -> Patterns {
        let recognised = match about.given {
            Some(_) => None,
            None => self
                .moves
                .as_ref()
                .and_then(|moves| pattern::theorem::recognise(self.first, moves)),
        };
        let mut look = |values: &[u64], kind: Kind| {
            let known = Known {
                rule: about.given.or(recognised.as_ref()),
                given: about.given.is_some(),
                misere: about.misere,
                limit: about.limit,
                source: about.source.as_mut().map(|source| &mut **source as &mut dyn MovesOf),
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
        // A proved period of nimbers is one of who wins.
        if let Some((Some(found), _)) = &nimber
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
                .0
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
            outcome = (
                Some(Finding {
                    claim,
                    evidence,
                    refuted: Vec::new(),
                }),
                Vec::new(),
            );
        }
        let (why, moves_of_lost) = self.why(&outcomes);
        Patterns {
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

/// Returns a claim of a period with the shortest period and preperiod that say the same.
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

/// The values of pairs of numbers, both from 0.
pub struct Pairs {
    /// The names of the numbers.
    pub names: [String; 2],
    /// The first numbers.
    pub first: [u64; 2],
    /// The values by the first number, then by the second.
    pub values: Vec<Vec<Option<Value>>>,
}

impl Pairs {
    fn grid(&self) -> grid::Grid {
        let all = self.values.iter().flatten().flatten();
        let nimbers = all.clone().all(|value| value.nimber.is_some());
        let of = |value: &Value| match nimbers {
            true => value.nimber.unwrap_or(0),
            false => outcome_number(value.outcome),
        };
        // Rows and columns that do not begin at 0 are filled with nothing.
        let width = self.first[1] as usize;
        let length = width + self.values.first().map_or(0, Vec::len);
        let mut values = vec![vec![None; length]; self.first[0] as usize];
        for row in &self.values {
            let mut full = vec![None; width];
            full.extend(row.iter().map(|value| value.as_ref().map(of)));
            values.push(full);
        }
        grid::Grid {
            values,
            kind: if nimbers { Kind::Nimber } else { Kind::Outcome },
        }
    }

    /// Looks for patterns.
    pub fn patterns(&self) -> Vec<(Kind, grid::GridClaim)> {
        self.grid().find()
    }
}

/// One named position with its value.
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its value; `None` where it has none.
    pub value: Option<Value>,
    /// A property, or its worth.
    pub note: String,
}

/// What a table is about.
pub enum Content {
    /// Numbers.
    Series(Series),
    /// Pairs of numbers.
    Pairs(Pairs),
    /// Positions with names.
    Rows(Vec<Row>),
}

fn cell(value: Option<Value>) -> [String; 4] {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    match value {
        None => Default::default(),
        Some(value) => [
            letter(value.outcome).to_owned(),
            number(value.distance),
            number(value.nimber),
            value.score.map_or(String::new(), |score| score.to_string()),
        ],
    }
}

/// Writes a field of CSV.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// The names of a position's parts, its value, and a property.
type NamedValue = (Vec<String>, Option<Value>, String);

impl Content {
    /// Returns the rows: names of the position's parts, and its value.
    fn rows(&self) -> (Vec<String>, Vec<NamedValue>) {
        match self {
            Content::Series(series) => {
                let rows = (series.first..).zip(&series.values);
                let rows = rows.map(|(n, value)| (vec![n.to_string()], Some(*value), String::new()));
                (vec![series.name.clone()], rows.collect())
            }
            Content::Pairs(pairs) => {
                let mut rows = Vec::new();
                for (a, row) in (pairs.first[0]..).zip(&pairs.values) {
                    for (b, value) in (pairs.first[1]..).zip(row) {
                        rows.push((vec![a.to_string(), b.to_string()], *value, String::new()));
                    }
                }
                (pairs.names.to_vec(), rows)
            }
            Content::Rows(rows) => {
                let rows = rows
                    .iter()
                    .map(|row| (vec![row.name.clone()], row.value, row.note.clone()));
                (vec!["position".to_owned()], rows.collect())
            }
        }
    }

    /// Returns the table as comma-separated values, with a head.
    pub fn csv(&self) -> String {
        let (names, rows) = self.rows();
        let mut text = format!(
            "{},outcome,plies,nimber,score\n",
            names.iter().map(|name| field(name)).join(",")
        );
        for (names, value, _) in rows {
            let names = names.iter().map(|name| field(name)).join(",");
            let _ = writeln!(text, "{names},{}", cell(value).join(","));
        }
        text
    }

    /// Returns the table for programs.
    pub fn json(&self) -> serde_json::Value {
        let (names, rows) = self.rows();
        let row = |(position, value, _): (Vec<String>, Option<Value>, String)| {
            let mut object = serde_json::Map::new();
            for (name, part) in names.iter().zip(position) {
                let part = part.parse::<u64>().map_or(serde_json::Value::from(part), Into::into);
                object.insert(name.clone(), part);
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
                    let number = i64::try_from(score).map_or(score.to_string().into(), Into::into);
                    object.insert("score".into(), number);
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
        let (_, rows) = self.rows();
        let columns = match self {
            Content::Pairs(pairs) => pairs.values.first().map_or(1, Vec::len),
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
        for (place, (names, value, _)) in rows.iter().enumerate() {
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

    /// Returns the table in text that fits so many columns; `period` lines its rows up.
    pub fn text(&self, columns: usize, period: Option<usize>) -> String {
        match self {
            Content::Series(series) => text::series(series, columns, period),
            Content::Pairs(pairs) => text::pairs(pairs, columns),
            Content::Rows(rows) => text::rows(rows, columns),
        }
    }
}

impl Patterns {
    /// Returns the length after which values repeat, where it is known.
    pub fn period(&self) -> Option<usize> {
        let nimber = self.nimber.as_ref().and_then(|(found, _)| found.as_ref());
        let found = nimber.or(self.outcome.0.as_ref())?;
        found.claim.period()
    }

    /// Returns what was found, in words.
    pub fn words(&self, series: &Series) -> String {
        text::patterns(self, series)
    }

    /// Returns what was found, for programs.
    pub fn json(&self) -> serde_json::Value {
        let one = |found: &Found, kind: Kind| match &found.0 {
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

    /// Returns the function `value(n)` of the claim, and whether it gives nimbers; `None` where nothing was found.
    pub fn function(&self, nimbers: bool, language: code::Language) -> Option<(String, bool)> {
        let nimber = self.nimber.as_ref().and_then(|(found, _)| found.as_ref());
        match (nimbers, &self.outcome.0, nimber) {
            (false, Some(found), _) => Some((code::function(&found.claim, language), false)),
            (_, _, Some(found)) => Some((code::function(&found.claim, language), true)),
            _ => None,
        }
    }
}

/// Returns the words of the claims about pairs.
pub fn pair_words(pairs: &Pairs) -> String {
    text::pair_patterns(pairs)
}

/// Returns what a person would look at in a series: the lost numbers, by remainder and in binary.
pub fn look_at(series: &Series) -> String {
    text::look_at(series)
}
