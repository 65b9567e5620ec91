//! The answer with its reason: who wins and how fast, the good first moves, and one line of perfect play.
//!
//! For sums it also gives the value of each part. The explanation holds only checked facts. The game certifies its
//! values, and [`check`](super::check) compares each position in the text with its successors.

use std::collections::HashMap;
use std::fmt::Write as _;

use itertools::Itertools as _;
use serde_json::{Value as Json, json};

use super::check::{check, check_winning};
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Value, Worth};
use crate::problem::CertifyError;
use crate::problem::{AnyGame, AnyPosition, Choice, Count, Part};

/// The largest number of plies that a line is followed.
const MAX_LINE_PLIES: usize = 2000;
/// The largest number of items of a list that the text shows.
const MAX_LISTED_ITEMS: usize = 12;
/// The largest number of plies of a line that the text shows.
const MAX_SHOWN_PLIES: usize = 60;

/// An explanation of a position: its value, the reason, the good moves and a line of perfect play.
pub struct Explanation {
    board: String,
    mover: Option<&'static str>,
    value: Value,
    over: bool,
    move_count: u128,
    /// The first moves that keep the outcome of a won or drawn position, and the number of all such moves.
    keeping: Vec<Keeping>,
    keeping_count: u128,
    line: Vec<Ply>,
    end: End,
    parts: Vec<Part>,
    reason: Option<String>,
    count: Option<Count>,
    checked: String,
    /// The first moves and the positions that other code checked.
    verified: [u128; 2],
    unchecked: Vec<Refusal>,
}

/// A move that wins or, in a drawn position, draws.
struct Keeping {
    name: String,
    distance: Option<u64>,
    /// The parts of the sum that the move takes away, and the parts that it leaves in their place.
    parts: (Vec<Part>, Vec<Part>),
}

struct Ply {
    mover: Option<&'static str>,
    name: String,
}

/// The end of a line of play.
#[derive(Clone, Copy)]
enum End {
    /// Play is over. The outcome belongs to the player who would move next.
    Over(Outcome, Option<&'static str>),
    /// The last move leads back to the position after this number of plies.
    Repeats(usize),
    /// The line goes on beyond the limit.
    Cut,
}

/// The limits of the search for moves. They are lower for positions of very many pieces, because every move copies the
/// pieces.
struct Effort {
    /// The most moves of one position.
    moves_of_position: usize,
    /// The most moves that are tried to find the winning moves, and as many again for the line.
    moves: u128,
    /// The most winning moves that are kept and checked.
    kept: usize,
}

impl Effort {
    fn for_pieces(pieces: usize) -> Effort {
        /// The number of pieces above which the limits are lower.
        const FULL_EFFORT_PIECES: usize = 1000;
        let part = |most: usize| match pieces {
            ..=FULL_EFFORT_PIECES => most,
            // Take a tenth as well: a move has further costs that do not grow with the number of pieces.
            _ => (most / 10 * FULL_EFFORT_PIECES / pieces).max(MAX_LISTED_ITEMS),
        };
        Effort {
            moves_of_position: part(20_000),
            moves: part(300_000) as u128,
            kept: part(1000),
        }
    }
}

/// Explains the start of a game.
///
/// # Errors
/// Fails if a check fails or needs more than the budget.
pub fn explain(game: &dyn AnyGame, budget: Budget) -> Result<Explanation, CertifyError> {
    let certificate = game.verify(budget.to_show())?;
    let start = game.start();
    let value = game.value(&start);
    let parts = game.parts(&start);
    check_sum(value, &parts).map_err(CertifyError::Wrong)?;
    let effort = Effort::for_pieces(game.pieces(&start).len());
    let most = effort.moves_of_position;
    let mut complete = check(game, &start, most)?;

    let mut keeping = Vec::new();
    let mut keeping_count = 0;
    let mut work = 0;
    let counted = value.outcome == Outcome::Win && value.score.is_none();
    for choice in moves_that_keep(game, &start, value.outcome) {
        keeping_count += 1;
        let is_kept = keeping.len() < effort.kept && work < effort.moves;
        if counted && !is_kept {
            keeping_count = game.count_winning_moves(&start);
            break;
        }
        if is_kept {
            work += game.move_count(&choice.to).min(most as u128);
            if value.outcome == Outcome::Win {
                complete &= check_winning(game, &choice, most)?;
            }
            let after = game.parts(&choice.to);
            check_sum(game.value(&choice.to), &after).map_err(CertifyError::Wrong)?;
            keeping.push(Keeping {
                distance: game.value(&choice.to).distance.map(|plies| plies + 1),
                parts: difference(&parts, &after),
                name: choice.name,
            });
        }
    }
    let (line, end, positions) = principal_line(game, start.clone(), &effort);
    for position in &positions {
        complete &= check(game, position, most)?;
    }
    let shown = format!(
        "{} against {} that its moves lead to",
        match positions.len() {
            1 => "the position".to_owned(),
            plies => format!("each of {plies} positions of the line"),
        },
        if complete {
            "all positions"
        } else {
            "many of the positions"
        },
    );
    Ok(Explanation {
        board: game.board(&start),
        mover: game.player(&start),
        value,
        over: game.ended(&start).is_some(),
        move_count: game.move_count(&start),
        keeping,
        keeping_count,
        line,
        end,
        parts,
        reason: game.reason(&start),
        count: game.count(),
        checked: certificate.checked.into_iter().chain([shown]).join(".\nChecked: "),
        verified: [
            game.move_count(&start).min(most as u128),
            certificate.positions.max(positions.len() as u128),
        ],
        unchecked: certificate.unchecked,
    })
}

/// Returns the moves that win, or draw in a drawn position. A lost position has none.
///
/// In a game of points it returns the best moves.
fn moves_that_keep<'a>(
    game: &'a dyn AnyGame,
    position: &'a AnyPosition,
    outcome: Outcome,
) -> Box<dyn Iterator<Item = Choice> + 'a> {
    if let Some(score) = game.value(position).score {
        let best = move |choice: &Choice| game.value(&choice.to).score == Some(-score);
        return Box::new(game.moves(position).filter(best));
    }
    match outcome {
        Outcome::Win => game.winning_moves(position),
        Outcome::Draw => {
            let drawn = |choice: &Choice| game.value(&choice.to).outcome == Outcome::Draw;
            Box::new(game.moves(position).filter(drawn))
        }
        Outcome::Loss => Box::new(std::iter::empty()),
    }
}

/// Follows perfect play until it ends or repeats. Returns the plies, their end, and all positions on the way.
fn principal_line(game: &dyn AnyGame, start: AnyPosition, effort: &Effort) -> (Vec<Ply>, End, Vec<AnyPosition>) {
    let mut work = 0;
    let mut line = Vec::new();
    let mut seen = HashMap::from([(start.clone(), 0)]);
    let mut positions = vec![start];
    loop {
        let position = &positions[line.len()];
        let Some(choice) = game.best_move(position) else {
            let outcome = game.ended(position).unwrap_or(Outcome::Loss);
            return (line, End::Over(outcome, game.player(position)), positions);
        };
        work += game.move_count(position).min(effort.moves_of_position as u128);
        if line.len() == MAX_LINE_PLIES || work > effort.moves {
            return (line, End::Cut, positions);
        }
        line.push(Ply {
            mover: game.player(position),
            name: choice.name,
        });
        if let Some(&before) = seen.get(&choice.to) {
            return (line, End::Repeats(before), positions);
        }
        seen.insert(choice.to.clone(), line.len());
        positions.push(choice.to);
    }
}

/// Checks that the nimber of a sum is the xor of its parts' nimbers.
fn check_sum(value: Value, parts: &[Part]) -> Result<(), String> {
    match (value.nimber, xor(parts)) {
        (Some(nimber), Some(xor)) if !parts.is_empty() && nimber != xor => {
            Err(format!("the nimber {nimber} was found, the parts have the xor {xor}"))
        }
        _ => Ok(()),
    }
}

/// Returns the xor of the parts if all of them are nimbers.
fn xor(parts: &[Part]) -> Option<u64> {
    parts.iter().try_fold(0, |xor, part| match part.worth {
        Worth::Nimber(nimber) => Some(xor ^ nimber),
        Worth::Infinite(_) => None,
    })
}

/// Returns the parts that are only in `before`, and the parts that are only in `after`.
fn difference(before: &[Part], after: &[Part]) -> (Vec<Part>, Vec<Part>) {
    let only = |these: &[Part], those: &[Part]| {
        let mut left = those.iter().map(|part| (&part.name, &part.worth)).counts();
        let missing =
            these.iter().filter(
                |part| match left.get_mut(&(&part.name, &part.worth)).filter(|count| **count > 0) {
                    Some(count) => {
                        *count -= 1;
                        false
                    }
                    None => true,
                },
            );
        missing.cloned().collect()
    };
    (only(before, after), only(after, before))
}

pub(super) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// Returns a number of things, with its word in the singular or plural.
pub(super) fn counted(count: impl Into<u128>, word: &str) -> String {
    match count.into() {
        1 => format!("1 {word}"),
        count if word == "ply" => format!("{count} plies"),
        count => format!("{count} {word}s"),
    }
}

/// Returns the first items of a list and how many more there are.
fn cut(items: impl Iterator<Item = String>, shown: usize, count: u128) -> String {
    let first = items.take(shown).join(", ");
    match count.saturating_sub(shown as u128) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

impl Explanation {
    /// Writes the explanation for people, without its evidence.
    pub fn text(&self) -> String {
        let mut text = self.board.clone();
        text += &self.verdict();
        if let Some(reason) = &self.reason {
            let _ = writeln!(text, "{reason}");
        }
        text += &self.first_moves();
        text += &self.line_text();
        text += &self.sum();
        if let Some(count) = &self.count {
            let together = ("together".to_owned(), count.total.clone());
            let _ = write!(text, "\n{}\n{}", count.things, table(&count.classes));
            let _ = write!(text, "{}\n{}", count.what, table(&count.groups));
            text += &table(&[together]);
        }
        text
    }

    /// Lists the checks that passed and the checks that were not made.
    pub fn checked_text(&self) -> String {
        format!("Checked: {}.{}", self.checked, self.unchecked_text())
    }

    /// Returns a line on how much was checked, and the checks that were not made.
    pub fn verified_text(&self) -> String {
        let [moves, positions] = self.verified;
        let moves = (moves > 0).then(|| counted(moves, "first move"));
        let numbers = moves.into_iter().chain([counted(positions, "position")]);
        format!(
            "Verified by other code: {}.{}",
            numbers.format(", "),
            self.unchecked_text()
        )
    }

    fn unchecked_text(&self) -> String {
        let unchecked = self.unchecked.iter();
        let unchecked = unchecked.map(|why| format!("\nNot checked: {} ({}).", why.message(), why.hint()));
        unchecked.collect()
    }

    /// Returns the verdict, its reason and the first moves, without the line of play.
    pub fn in_one_line(&self) -> String {
        let verdict = self.verdict();
        let reason = self.reason.as_deref().unwrap_or_default();
        let moves = self.first_moves();
        let lines = verdict.lines().chain(reason.lines()).chain(moves.lines());
        lines.map(str::trim).filter(|line| !line.is_empty()).join(" ")
    }

    /// Says who wins, and how fast.
    fn verdict(&self) -> String {
        let mover = self
            .mover
            .map_or("the player to move".to_owned(), |role| format!("{role}, to move,"));
        let plies = match self.value.distance {
            Some(0) => " already".to_owned(),
            Some(plies) => format!(" in {}", counted(plies, "ply")),
            None => String::new(),
        };
        let score = self.value.score.map_or(String::new(), |score| {
            format!(" Perfect play ends with a difference of {score:+}.")
        });
        let verdict = match (self.value.outcome, self.over) {
            (Outcome::Win, _) => format!("A win: {mover} wins{plies}."),
            (Outcome::Loss, true) if self.value.score.is_none() => {
                format!("A loss: {mover} has lost already.")
            }
            (Outcome::Loss, _) => format!("A loss: {mover} loses{plies}."),
            (Outcome::Draw, _) => "A draw: neither player can force a win.".to_owned(),
        };
        format!("\n{verdict}{score}\n")
    }

    fn first_moves(&self) -> String {
        let names = self.keeping.iter().map(|keeping| match keeping.distance {
            Some(plies) => format!("{} ({})", keeping.name, counted(plies, "ply")),
            None => keeping.name.clone(),
        });
        let list = cut(names, MAX_LISTED_ITEMS, self.keeping_count);
        let of = format!("{} of {}", self.keeping_count, counted(self.move_count, "move"));
        match self.value.outcome {
            _ if self.over => "There is no move: play is over.\n".to_owned(),
            _ if self.value.score.is_some() => format!("Best first moves ({of}): {list}\n"),
            Outcome::Win => format!("Winning first moves ({of}): {list}\n"),
            Outcome::Draw => format!("First moves that keep the draw ({of}): {list}\n"),
            Outcome::Loss => {
                let each = match self.move_count {
                    1 => "The only move".to_owned(),
                    count => format!("Each of the {count} moves"),
                };
                format!("Winning first moves: none. {each} leaves the opponent a won position.\n")
            }
        }
    }

    fn line_text(&self) -> String {
        if self.line.is_empty() {
            return String::new();
        }
        let plies = self.line.iter().map(|ply| ply.name.clone());
        let list = cut(plies, MAX_SHOWN_PLIES, self.line.len() as u128);
        let end = match self.end {
            End::Over(outcome, mover) => {
                let mover = mover.unwrap_or("the player to move");
                match outcome {
                    Outcome::Loss => format!("Then {mover} has lost."),
                    Outcome::Draw => "Then play is over, a draw.".to_owned(),
                    Outcome::Win => format!("Then {mover} has won."),
                }
            }
            End::Repeats(0) => "Then the first position is there again, and both players repeat this.".into(),
            End::Repeats(plies) => format!(
                "Then the position after {} is there again, and both players repeat this.",
                counted(plies as u64, "ply")
            ),
            End::Cut => format!("It goes on after these {}.", counted(self.line.len() as u64, "ply")),
        };
        let known = self.value.distance.is_some() || self.value.score.is_some() || self.value.outcome == Outcome::Draw;
        let what = if known {
            "A line of perfect play"
        } else {
            // There are too many positions to know which moves are the slowest and fastest.
            "A line of winning moves, not always the fastest"
        };
        format!("{what}: {list}. {end}\n")
    }

    /// Lists the values of the parts, and how each winning move changes them.
    fn sum(&self) -> String {
        const MAX_LISTED_PARTS: usize = 20;
        if self.parts.is_empty() {
            return String::new();
        }
        let mut text = "\nA sum of independent parts, each worth a heap of Nim:\n".to_owned();
        let shown = &self.parts[..self.parts.len().min(MAX_LISTED_PARTS)];
        let width = shown.iter().map(|part| part.name.chars().count()).max();
        let width = width.unwrap_or(0).max("xor".len());
        for part in shown {
            let _ = writeln!(text, "  {:width$}  {}", part.name, worth(&part.worth));
        }
        if self.parts.len() > MAX_LISTED_PARTS {
            let _ = writeln!(text, "  and {} more", self.parts.len() - MAX_LISTED_PARTS);
        }
        let Some(xor) = xor(&self.parts) else {
            return text;
        };
        let _ = writeln!(text, "  {:width$}  {xor}", "xor");
        if self.value.nimber.is_none() {
            return text;
        }
        let end = match xor {
            0 => "The xor is 0, so the position is lost: every move changes one heap, and with it the xor.",
            _ => "The xor is not 0, so the player to move can make it 0 and wins.",
        };
        let _ = writeln!(text, "{end}");
        let plain = |part: &Part| match &part.worth {
            Worth::Nimber(nimber) => nimber.to_string(),
            infinite => worth(infinite),
        };
        let list = |parts: &[Part]| {
            let heaps = if parts.len() == 1 { "heap" } else { "heaps" };
            format!("{heaps} {}", parts.iter().map(plain).join(" and "))
        };
        for keeping in self.keeping.iter().take(MAX_LISTED_ITEMS) {
            let change = match &keeping.parts {
                (taken, left) if left.is_empty() => format!("removes the {}", list(taken)),
                (taken, left) if taken.is_empty() => format!("adds the {}", list(left)),
                (taken, left) => format!("turns the {} into the {}", list(taken), list(left)),
            };
            let _ = writeln!(text, "The move {} {change}, so the xor becomes 0.", keeping.name);
        }
        text
    }

    /// Returns the explanation as data. The names of the fields are part of the public interface.
    pub fn json(&self) -> Json {
        let parts = |parts: &[Part]| -> Vec<Json> {
            let part = |part: &Part| match &part.worth {
                Worth::Nimber(nimber) => json!({"name": part.name, "nimber": nimber}),
                Worth::Infinite(members) => json!({"name": part.name, "infinite": members}),
            };
            parts.iter().map(part).collect()
        };
        let keeping = self.keeping.iter().map(|keeping| {
            json!({
                "move": keeping.name,
                "distance": keeping.distance,
                "parts_taken": parts(&keeping.parts.0),
                "parts_left": parts(&keeping.parts.1),
            })
        });
        let line = self
            .line
            .iter()
            .map(|ply| json!({"player": ply.mover, "move": ply.name}));
        let (end, repeats) = match self.end {
            End::Over(Outcome::Loss, _) => ("loss", None),
            End::Over(Outcome::Draw, _) => ("draw", None),
            End::Over(Outcome::Win, _) => ("win", None),
            End::Repeats(plies) => ("repeats", Some(plies)),
            End::Cut => ("cut", None),
        };
        let count = self.count.as_ref().map(|count| {
            let rows = |rows: &[(String, String)]| -> Vec<Json> {
                let row = |(name, what): &(String, String)| json!({"name": name, "what": what});
                rows.iter().map(row).collect()
            };
            json!({
                "things": count.things,
                "classes": rows(&count.classes),
                "what": count.what,
                "groups": rows(&count.groups),
                "total": count.total,
            })
        });
        json!({
            "board": self.board,
            "player": self.mover,
            "outcome": outcome_name(self.value.outcome),
            "distance": self.value.distance,
            "nimber": self.value.nimber,
            "difference": self.value.score.map(|score| score.to_string()),
            "reason": self.reason,
            "moves": self.move_count.to_string(),
            "keeping_moves": keeping.collect_vec(),
            "keeping_moves_in_all": u64::try_from(self.keeping_count).unwrap_or(u64::MAX),
            "line": line.collect_vec(),
            "line_end": end,
            "line_repeats_from": repeats,
            "parts": parts(&self.parts),
            "xor": if self.parts.is_empty() { None } else { xor(&self.parts) },
            "count": count,
            "checked": self.checked_text(),
        })
    }
}

/// Returns rows of a name and a text.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter()
        .map(|(name, what)| format!("  {name:width$}  {what}\n"))
        .collect()
}

/// Returns the value of a part for people. A nimber also stands in binary, which shows the xor.
fn worth(worth: &Worth) -> String {
    match worth {
        Worth::Nimber(nimber) if *nimber >= 2 => format!("{nimber} = {nimber:b} in binary"),
        Worth::Nimber(nimber) => nimber.to_string(),
        Worth::Infinite(members) => format!("∞({})", members.iter().join(", ")),
    }
}
