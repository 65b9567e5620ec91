//! Tables and their patterns in text.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::{Many, Pairs, Patterns, Row, Series, TuplePatterns};
use crate::engine::{Outcome, Score, Value};
use crate::pattern::{Investigated, KINDS, Kind};
use crate::picture::{label, letter};

/// The most rows of numbers, of pairs and of names in the text.
const MOST_LINES: usize = 12;
const MOST_PAIRS: usize = 41;
const MOST_ROWS: usize = 200;
/// The sentence that a table decides nothing.
pub(super) const TOO_SMALL: &str = "The table is too small to tell.";
/// The most lost numbers that are listed.
const MOST_LOST: usize = 24;

pub(super) fn series(series: &Series, columns: usize, period: Option<usize>) -> String {
    let nimbers = series.nimbers();
    let last = series.first + series.values.len().saturating_sub(1) as u64;
    let scores: Option<Vec<Score>> = series.values.iter().map(|value| value.score).collect();
    let widest = nimbers.iter().flatten().max().copied().unwrap_or(0);
    let widest_score = scores.iter().flatten().map(|score| score.to_string().len()).max();
    let shown_to = last.min(series.first + 400);
    let width = 1 + shown_to.max(widest).to_string().len().max(widest_score.unwrap_or(0));
    let name_width = series.name.len().max("nimber".len()) + 1;
    let fits = (columns.saturating_sub(name_width) / width).max(1);
    // If it fits, a row holds a whole number of periods.
    let per_row = match period {
        Some(period) if period > 1 && period <= fits => (fits / period * period).min(period * (20 / period).max(1)),
        _ => [20, 10, 5].into_iter().find(|&per_row| per_row <= fits).unwrap_or(fits),
    };
    let mut text = String::new();
    for (line, row) in series.values.chunks(per_row).enumerate().take(MOST_LINES) {
        let first = series.first + (line * per_row) as u64;
        let mut put = |name: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            let _ = writeln!(text, "{name:<name_width$}{}", cells.trim_end());
        };
        let numbers: Vec<String> = (first..).take(row.len()).map(|n| n.to_string()).collect();
        put(&series.name, &numbers);
        let letters: Vec<String> = row.iter().map(|value| letter(value.outcome).to_owned()).collect();
        put("", &letters);
        if nimbers.is_some() {
            let row: Vec<String> = row.iter().map(|value| value.nimber.unwrap_or(0).to_string()).collect();
            put("nimber", &row);
        }
        if scores.is_some() {
            let row: Vec<String> = row
                .iter()
                .filter_map(|value| value.score)
                .map(|score| score.to_string())
                .collect();
            put("score", &row);
        }
        text.push('\n');
    }
    let shown = (per_row * MOST_LINES).min(series.values.len());
    if shown < series.values.len() {
        let _ = writeln!(text, "... and more up to {last}. `--format csv` lists all.\n");
    }
    let lost = series.lost();
    let total = series.values.len();
    let listed = lost.iter().take(MOST_LOST).join(" ");
    let more = if lost.len() > MOST_LOST { " ..." } else { "" };
    let _ = if lost.is_empty() {
        writeln!(text, "Lost: none of {total}")
    } else {
        writeln!(text, "Lost: {} of {total}: {listed}{more}", lost.len())
    };
    if lost.len() > 2 {
        let differences = lost
            .windows(2)
            .take(MOST_LOST - 1)
            .map(|pair| pair[1] - pair[0])
            .join(" ");
        let _ = writeln!(text, "Differences: {differences}{more}");
    }
    text
}

fn short(value: Option<Value>) -> String {
    match value {
        None => ".".to_owned(),
        Some(Value {
            nimber: Some(nimber), ..
        }) => nimber.to_string(),
        Some(value) => letter(value.outcome).to_owned(),
    }
}

pub(super) fn pairs(pairs: &Pairs, columns: usize) -> String {
    let mut lost = Vec::new();
    for (x, row) in (pairs.first[0]..).zip(&pairs.values) {
        for (y, value) in (pairs.first[1]..).zip(row) {
            if value.is_some_and(|value| value.outcome == Outcome::Loss) {
                lost.push(vec![x, y]);
            }
        }
    }
    format!("{}\n{}", square(pairs, columns), lost_positions(&lost))
}

fn lost_positions(lost: &[Vec<u64>]) -> String {
    let named = |position: &Vec<u64>| format!("({})", position.iter().join(", "));
    let listed = lost.iter().take(MOST_LOST).map(named).join(" ");
    let more = if lost.len() > MOST_LOST { " ..." } else { "" };
    if lost.is_empty() {
        "Lost: none\n".to_owned()
    } else {
        format!("Lost: {}: {listed}{more}\n", lost.len())
    }
}

pub(super) fn many(many: &Many, columns: usize) -> String {
    /// The largest number of squares in the text.
    const MOST_SQUARES: u64 = 4;
    let mut text = String::new();
    if let ([a, b, c], &[first, ..], &[last, ..]) = (&many.names[..], &many.first[..], &many.last[..]) {
        let square_of = |n: u64| {
            let sizes = [1, 2].map(|place| (many.last[place] - many.first[place] + 1) as usize);
            let start = (n - first) as usize * sizes[0] * sizes[1];
            let row = |row: usize| {
                (0..sizes[1])
                    .map(|column| many.values.get(start + row * sizes[1] + column).copied())
                    .collect()
            };
            Pairs {
                names: [b.clone(), c.clone()],
                first: [many.first[1], many.first[2]],
                values: (0..sizes[0]).map(row).collect(),
            }
        };
        for n in (first..=last).take(MOST_SQUARES as usize) {
            let _ = writeln!(text, "{a} = {n}\n{}", square(&square_of(n), columns));
        }
        if last - first >= MOST_SQUARES {
            let _ = writeln!(text, "... and more up to {a} = {last}. `--format csv` lists all.\n");
        }
    }
    let lost = many.positions().zip(&many.values);
    let lost = lost.filter(|(_, value)| value.outcome == Outcome::Loss);
    let lost: Vec<Vec<u64>> = lost.map(|(position, _)| position).collect();
    text + &lost_positions(&lost)
}

fn square(pairs: &Pairs, columns: usize) -> String {
    let all = pairs.values.iter().flatten().map(|value| short(*value).len());
    let count = pairs.values.first().map_or(0, Vec::len);
    let last = pairs.first[1] + count.saturating_sub(1) as u64;
    let width = 1 + all.max().unwrap_or(1).max(last.to_string().len());
    let [a, b] = &pairs.names;
    let head = format!("{a}\\{b}");
    let name_width = head.len().max(4);
    let fits = (columns.saturating_sub(name_width) / width).clamp(1, MOST_PAIRS);
    let mut text = format!("{head:>name_width$}");
    for n in (pairs.first[1]..).take(count.min(fits)) {
        let _ = write!(text, "{n:>width$}");
    }
    text.push('\n');
    for (n, row) in (pairs.first[0]..).zip(&pairs.values).take(MOST_PAIRS) {
        let _ = write!(text, "{n:>name_width$}");
        for value in row.iter().take(fits) {
            let _ = write!(text, "{:>width$}", short(*value));
        }
        text.push('\n');
    }
    if count > fits || pairs.values.len() > MOST_PAIRS {
        text += "... and more. `--format csv` lists all.\n";
    }
    text
}

pub(super) fn rows(rows: &[Row], columns: usize) -> String {
    let name_width = rows
        .iter()
        .take(MOST_ROWS)
        .map(|row| row.name.chars().count())
        .max()
        .unwrap_or(0);
    let name_width = name_width.min(columns.saturating_sub(20).max(8));
    let mut text = String::new();
    for row in rows.iter().take(MOST_ROWS) {
        let value = row.value.map_or(String::new(), label);
        let name: String = row.name.chars().take(name_width).collect();
        let player = match row.player {
            "" => String::new(),
            player => format!("{player} moves"),
        };
        let line = format!("{name:<name_width$}  {value:<10} {player}{}", row.note);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if rows.len() > MOST_ROWS {
        let _ = writeln!(
            text,
            "... and {} more. `--format csv` lists all.",
            rows.len() - MOST_ROWS
        );
    }
    let count = |outcome: Outcome| {
        rows.iter()
            .filter(|row| row.value.is_some_and(|value| value.outcome == outcome))
            .count()
    };
    let (won, lost, drawn) = (count(Outcome::Win), count(Outcome::Loss), count(Outcome::Draw));
    let _ = writeln!(text, "\n{won} won, {lost} lost, {drawn} drawn.");
    text
}

fn finding(text: &mut String, name: &str, kind: Kind, investigated: &Investigated, series: &Series) {
    let Investigated {
        found,
        refuted,
        is_small,
    } = investigated;
    match found {
        Some(found) => {
            let words = found.claim.words(kind);
            let _ = writeln!(text, "{name}: {}", words[0]);
            for line in &words[1..] {
                let _ = writeln!(text, "  {line}");
            }
            let _ = writeln!(text, "  {}", found.evidence);
        }
        None if let Some(alike) = all_alike(kind, series) => {
            let _ = writeln!(text, "{name}: {alike}, and other n are not known");
        }
        None if *is_small => {
            let _ = writeln!(text, "{name}: no pattern found. {TOO_SMALL}");
        }
        None => {
            let _ = match kind {
                Kind::Outcome => writeln!(
                    text,
                    "{name}: no pattern found. gamesolve tried {} kinds: {}.",
                    KINDS.len(),
                    KINDS.join(" / ")
                ),
                Kind::Nimber => writeln!(text, "{name}: no pattern found. gamesolve tried {} kinds.", KINDS.len()),
            };
        }
    }
    // Claims of several kinds may say the same.
    let refuted = refuted
        .iter()
        .map(|(_, claim, why)| (claim.words(kind).swap_remove(0), why));
    for (says, why) in refuted.unique().take(2) {
        let why = why.in_words(|n| format!("n = {n}"));
        let _ = writeln!(text, "  not: \"{says}\"{why}");
    }
    if found.is_none() && kind == Kind::Outcome && all_alike(kind, series).is_none() {
        if let Some(stretch) = last_stretch(series) {
            let _ = writeln!(text, "  {stretch}");
        }
        look_next(text, series);
    }
}

/// Returns the sentence that all numbers of a table have one value, except perhaps the first.
fn all_alike(kind: Kind, series: &Series) -> Option<String> {
    /// The least count of numbers.
    const FEWEST: usize = 10;
    let values = match kind {
        Kind::Outcome => series.outcomes(),
        Kind::Nimber => series.nimbers()?,
    };
    let &last = values.last()?;
    let first = values
        .iter()
        .rposition(|&value| value != last)
        .map_or(0, |place| place + 1);
    let is_told = first <= 1 && values.len() - first >= FEWEST;
    let value = match (kind, last) {
        (Kind::Nimber, nimber) => format!("have the nimber {nimber}"),
        (_, outcome) => format!("are {}", ["lost", "won", "drawn"][outcome.min(2) as usize]),
    };
    let from = series.first + first as u64;
    is_told.then(|| format!("all n from {from} to {} {value}", series.last()))
}

/// Returns the place of the last lost or won number if all numbers of the last quarter of a table are alike.
pub(super) fn last_stretch(series: &Series) -> Option<String> {
    let outcomes = series.outcomes();
    let &last = outcomes.last()?;
    let alike = outcomes.iter().rev().take_while(|&&outcome| outcome == last).count();
    let other = match last {
        0 => "won",
        1 => "lost",
        _ => return None,
    };
    let is_long = 4 * alike >= outcomes.len() && outcomes.iter().all(|&outcome| outcome < 2);
    let end = series.last();
    is_long.then(|| format!("no {other} number from {} to {end}", end + 1 - alike as u64))
}

pub(super) fn look_at(series: &Series) -> String {
    let lost = series.lost();
    let mut text = format!("Look at the lost n: {}\n", lost.iter().take(MOST_LOST).join(" "));
    look_next(&mut text, series);
    text
}

/// Writes the next things to look at: lost numbers by remainder, and in binary.
fn look_next(text: &mut String, series: &Series) {
    let lost = series.lost();
    if lost.len() < 4 {
        return;
    }
    let uneven = (2..=12_u64).map(|q| {
        let counts = (0..q)
            .map(|rest| lost.iter().filter(|&&n| n % q == rest).count())
            .collect_vec();
        let most = counts.iter().max().copied().unwrap_or(0) * q as usize;
        (most * 100 / lost.len(), q, counts)
    });
    if let Some((_, q, counts)) = uneven.max_by_key(|(uneven, q, _)| (*uneven, std::cmp::Reverse(*q))) {
        let _ = writeln!(
            text,
            "  look at the number of lost n with n mod {q} = 0, 1, ...: {}",
            counts.iter().join(" ")
        );
    }
    let binary = lost.iter().take(12).map(|n| format!("{n:b}")).join(" ");
    let _ = writeln!(text, "  look at the lost n in binary: {binary}");
}

pub(super) fn patterns(patterns: &Patterns, series: &Series) -> String {
    let mut text = String::new();
    finding(&mut text, "Pattern", Kind::Outcome, &patterns.outcome, series);
    if let Some(nimber) = &patterns.nimber {
        finding(&mut text, "Nimbers", Kind::Nimber, nimber, series);
    }
    text
}

pub(super) fn why(patterns: &Patterns) -> Option<String> {
    let ((choice, won), of_lost) = patterns.why.as_ref().zip(patterns.moves_of_lost)?;
    Some(format!(
        "Why (to prove for every n):\n  1  From a lost n, no move leads to a lost number. This is true for all {of_lost} moves in \
         the table.\n  2  From a won n, a move leads to a lost number: {choice}. This is true for all {won} won n of the table.\n"
    ))
}

pub(super) fn tuple_patterns(patterns: &TuplePatterns, names: &[String]) -> String {
    let mut text = String::new();
    match &patterns.found {
        None if patterns.all_alike.is_some() || patterns.is_small => {
            let _ = match patterns.all_alike {
                Some(outcome) => writeln!(
                    text,
                    "Pattern: all positions of the table are {}, and others are not known",
                    ["lost", "won", "drawn"][super::outcome_number(outcome) as usize]
                ),
                None => writeln!(text, "Pattern: no pattern found. {TOO_SMALL}"),
            };
        }
        None => {
            text += match names.len() {
                2 => {
                    "Pattern: no pattern found. gamesolve tried xor of two functions, functions of xor, sum, difference, min, \
                     max, gcd, remainders, exponents of 2, comparisons, ratio, quotients, xor of chosen terms, short expressions, cases by up to three conditions, one number for each value of the \
                     other, and Wythoff pairs.\n"
                }
                _ => {
                    "Pattern: no pattern found. gamesolve tried xor of functions of each, functions of xor, sum, min, max, gcd, \
                     remainders, comparisons, xor of chosen terms, short expressions, cases by up to three conditions, one number for each value of the \
                     others, a missing number, Wythoff pairs, and counts of odd numbers, zeros and first ones.\n"
                }
            };
        }
        Some(pattern) => {
            let letters = ["a", "b", "c", "d", "e", "f"];
            let others = names.iter().zip(letters).filter(|(name, letter)| name != letter);
            let named = match others.count() {
                0 => String::new(),
                _ => {
                    let each = letters
                        .iter()
                        .zip(names)
                        .map(|(letter, name)| format!("{letter} = {name}"));
                    format!("   ({})", each.collect_vec().join(", "))
                }
            };
            let _ = writeln!(text, "Pattern: {}{named}", pattern.words[0]);
            for line in &pattern.words[1..] {
                let _ = writeln!(text, "  {line}");
            }
            let _ = writeln!(text, "  {}", pattern.evidence);
            for (name, found) in &pattern.parts {
                let Some(found) = found else {
                    let _ = writeln!(text, "  {name}: no pattern found");
                    continue;
                };
                let words = found.claim.words(Kind::Nimber);
                let first = if words[0].contains("g(n)") {
                    words[0].replacen("g(n)", name, 1)
                } else {
                    format!("{name}: {}", words[0])
                };
                let _ = writeln!(text, "  {first}");
                for line in &words[1..] {
                    let _ = writeln!(text, "  {line}");
                }
                let _ = writeln!(text, "    {}", found.evidence);
            }
        }
    }
    for (claim, why) in patterns.refuted.iter().unique().take(2) {
        let why = why.in_words(|at| format!("({})", at.iter().join(", ")));
        let _ = writeln!(text, "  not: \"{claim}\"{why}");
    }
    text
}
