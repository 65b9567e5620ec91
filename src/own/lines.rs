//! Games in any language: a program reads positions, one on each line, and writes the moves of each on one line.
//!
//! This is no dialogue: the program gets many lines at once and ends after them, so it need not flush its output.
//! Positions are explored in rounds, each with the new positions of the round before. The result is a report, as the
//! graders of [`super::grader`] write it.
//!
//! In a line of moves `;` separates them. Each move is the next position, and ` + ` joins the parts of a sum. `nothing`
//! is a sum without parts. A list without numbers is `()` and a word without letters `""`, in input and output. An
//! empty line means that there is no move. `won`, `lost` and `drawn` mean that the game is over, for the player to
//! move.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use gamesolve_box::{Ending, Limit, Run};

use super::protocol::{Caps, OwnError, OwnErrorKind, waited};
use crate::engine::progress::Work;
use crate::text::quoted;

/// A function that runs a program on some lines.
pub type Runner<'a> = dyn FnMut(&[&str], f64) -> Result<Run, OwnError> + 'a;

/// The maximum length of a position's name, in bytes.
const LONGEST: usize = 2000;

/// The number of starts in the first round whose positions are all explored, if fewer starts suffice.
const FIRST_STARTS: usize = 64;

fn error(kind: OwnErrorKind, position: &str, what: impl Into<String>) -> OwnError {
    OwnError::Game {
        kind,
        position: position.to_owned(),
        what: what.into(),
        hint: None,
    }
}

/// Returns the output lines of a run, one for each position.
fn lines_of(asked: &[&str], run: &Run, caps: Caps) -> Result<Vec<String>, OwnError> {
    let text = String::from_utf8_lossy(&run.stdout);
    let (kind, what) = match (run.exceeded, run.ending) {
        (Some(Limit::Cpu), _) => (OwnErrorKind::Time, format!("took longer than {} s", caps.seconds)),
        (Some(Limit::Wall), _) => (OwnErrorKind::Waits, waited(run)),
        (Some(Limit::Memory), _) => (
            OwnErrorKind::Memory,
            format!("needs more memory than {} MiB", caps.memory >> 20),
        ),
        (exceeded, ending) => {
            let what = match (exceeded, ending) {
                (Some(Limit::Processes), _) => "the program starts too many processes".to_owned(),
                (Some(_), _) => "the program writes without end".to_owned(),
                (None, Ending::Exited(0)) => match wrong_count(asked, &text) {
                    Some(what) => what,
                    None => return Ok(text.lines().map(str::to_owned).collect()),
                },
                (None, Ending::Exited(code)) => {
                    let said = quoted(run.stderr.trim_ascii(), 300);
                    format!("the program ended with code {code}: {said}")
                }
                (None, Ending::Signalled(signal)) => format!("the program was ended by signal {signal}"),
                (None, Ending::KilledByBox) => "the sandbox ended the program".to_owned(),
            };
            (OwnErrorKind::Other, what)
        }
    };
    let whole = text.matches('\n').count();
    let at = asked.get(whole).or(asked.last()).copied().unwrap_or_default();
    Err(error(kind, at, what))
}

/// Returns the sentence about lines that are not as many as the positions. A last line without its end counts, as in
/// most programs' input.
fn wrong_count(asked: &[&str], text: &str) -> Option<String> {
    const RULE: &str = "the program writes one line for each line that it reads";
    if text.lines().count() < asked.len() {
        return Some(format!("no line came back: {RULE}"));
    }
    let more = quoted(text.lines().nth(asked.len())?.as_bytes(), 60);
    Some(format!("a line too many came back, `{more}`: {RULE}"))
}

/// Returns a position in the form for the program: its words with one blank between them.
fn position(text: &str, from: &str) -> Result<String, OwnError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_below_zero = |word: &&str| {
        word.strip_prefix('-')
            .is_some_and(|digits| digits.parse::<u64>().is_ok())
    };
    if let Some(word) = words.iter().find(|word| is_below_zero(word)) {
        return Err(error(OwnErrorKind::Outside, from, format!("a move leads to {word}")));
    }
    let is_odd = |c: char| c.is_control() || c == '\u{fffd}';
    if words.is_empty() || text.chars().any(is_odd) || text.len() > LONGEST {
        let what = format!("`{}` is not a position", quoted(text.trim().as_bytes(), 60));
        return Err(error(OwnErrorKind::Other, from, what));
    }
    Ok(words.join(" "))
}

/// A line of moves, each with its parts.
enum Line {
    Moves(Vec<Vec<String>>),
    Over(char),
}

fn parts(text: &str, from: &str) -> Result<Vec<String>, OwnError> {
    match text.trim() {
        "nothing" => Ok(Vec::new()),
        text => text.split(" + ").map(|part| position(part, from)).collect(),
    }
}

fn line(text: &str, from: &str) -> Result<Line, OwnError> {
    Ok(match text.trim() {
        "won" => Line::Over('W'),
        "lost" => Line::Over('L'),
        "drawn" => Line::Over('D'),
        text => {
            let moves = text.split(';').filter(|word| !word.trim().is_empty());
            Line::Moves(moves.map(|word| parts(word, from)).collect::<Result<_, _>>()?)
        }
    })
}

/// Returns a sum in the form of the report, or `None` if a part has no number.
fn sum(parts: Vec<String>, mut number: impl FnMut(String) -> Option<usize>) -> Option<String> {
    let numbers: Option<Vec<String>> = parts.into_iter().map(|part| Some(number(part)?.to_string())).collect();
    numbers.map(|numbers| match numbers[..] {
        [] => "-".to_owned(),
        _ => numbers.join("+"),
    })
}

/// Returns the moves of a position in the form of the report, or `None` if a part has no number.
fn row(line: Line, mut number: impl FnMut(String) -> Option<usize>) -> Option<String> {
    match line {
        Line::Over(sign) => Some(format!("={sign}")),
        Line::Moves(moves) => {
            let moves: Option<Vec<String>> = moves.into_iter().map(|parts| sum(parts, &mut number)).collect();
            Some(moves?.join(" "))
        }
    }
}

/// Returns the name of a position for people. Several numbers form a tuple.
fn name(position: &str) -> String {
    let words: Vec<&str> = position.split(' ').collect();
    if words.len() > 1 && words.iter().all(|word| word.parse::<u64>().is_ok()) {
        format!("({})", words.join(", "))
    } else {
        position.to_owned()
    }
}

/// The positions found so far.
#[derive(Default)]
struct Found {
    numbers: HashMap<String, usize>,
    positions: Vec<String>,
    /// For each position, the position from which it was first reached.
    parents: Vec<Option<usize>>,
    /// The moves of each finished position, in the form of the report.
    rows: Vec<String>,
    moves: u64,
}

impl Found {
    fn number(&mut self, position: String, parent: Option<usize>) -> usize {
        let fresh = self.positions.len();
        if let Some(&known) = self.numbers.get(&position) {
            return known;
        }
        self.numbers.insert(position.clone(), fresh);
        self.positions.push(position);
        self.parents.push(parent);
        fresh
    }

    /// Returns the field of a sum of parts, whose numbers it gives out.
    fn sum(&mut self, parts: Vec<String>, parent: Option<usize>) -> String {
        sum(parts, |part| Some(self.number(part, parent))).unwrap_or_default()
    }

    /// Records the moves of the next position.
    fn row(&mut self, text: &str) -> Result<(), OwnError> {
        let from = self.rows.len();
        let line = line(text, &self.positions[from])?;
        if let Line::Moves(moves) = &line {
            self.moves += moves.len() as u64;
        }
        let row = row(line, |part| Some(self.number(part, Some(from))));
        self.rows.extend(row);
        Ok(())
    }

    /// Returns the kind of error for too many positions. If none is larger than all starts, their number is finite.
    fn kind_of_many(&self) -> OwnErrorKind {
        let size = |position: &String| {
            let words = position.split(' ');
            let numbers = words.clone().map(|word| word.parse::<u64>().unwrap_or(0));
            [numbers.max().unwrap_or(0), words.count() as u64, position.len() as u64]
        };
        let mut largest = [[0; 3]; 2];
        for (position, parent) in self.positions.iter().zip(&self.parents) {
            let largest = &mut largest[usize::from(parent.is_some())];
            *largest = std::array::from_fn(|place| largest[place].max(size(position)[place]));
        }
        if (0..3).all(|place| largest[1][place] <= largest[0][place]) {
            OwnErrorKind::Large
        } else {
            OwnErrorKind::Endless
        }
    }

    fn chain(&self) -> String {
        const STEPS: usize = 12;
        let last = self.positions.len().checked_sub(1);
        let steps = std::iter::successors(last, |&at| self.parents[at]).take(STEPS);
        let mut names: Vec<&str> = steps.map(|at| self.positions[at].as_str()).collect();
        names.reverse();
        names.join(" -> ")
    }
}

/// Explores the positions that are reachable from these starts, and returns the report.
///
/// # Errors
/// [`OwnError`], with the position at which the program failed.
pub fn explore(starts: &[String], caps: Caps, run: &mut Runner<'_>) -> Result<Vec<u8>, OwnError> {
    let begun = Instant::now();
    let mut found = Found::default();
    let mut ids: Vec<String> = Vec::new();
    // The number of starts and of positions that are completely explored.
    let (mut kept, mut closed) = (0, 0);
    let mut stopped = "all";
    let mut rounds = 0u64;
    let mut size = if caps.work.is_some() {
        FIRST_STARTS
    } else {
        starts.len()
    };
    'starts: while kept < starts.len() {
        for start in starts.iter().skip(kept).take(size) {
            let parts = if start.is_empty() {
                Vec::new()
            } else {
                parts(start, start)?
            };
            let id = found.sum(parts, None);
            ids.push(id);
        }
        while found.rows.len() < found.positions.len() {
            let from = found.rows.len();
            let asked: Vec<String> = found.positions[from..].to_vec();
            let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
            let left = caps.seconds as f64 - begun.elapsed().as_secs_f64();
            rounds += 1;
            Work::Positions.note(from as u64, None);
            if left <= 0.0 {
                let what = format!(
                    "more than {} s, in {rounds} rounds: {} -> ...",
                    caps.seconds,
                    found.chain()
                );
                return Err(error(found.kind_of_many(), asked[0], what));
            }
            let answered = run(&asked, left)?;
            for text in lines_of(&asked, &answered, caps)? {
                found.row(&text)?;
            }
            if found.positions.len() as u64 > caps.positions || found.moves > caps.moves {
                if caps.work.is_some() && closed > 0 {
                    stopped = "caps";
                    break 'starts;
                }
                let what = if found.positions.len() as u64 > caps.positions {
                    format!("{} positions", caps.positions)
                } else {
                    format!("{} moves", caps.moves)
                };
                let what = format!("more than {what}: {} -> ...", found.chain());
                return Err(error(found.kind_of_many(), asked[0], what));
            }
        }
        (kept, closed) = (ids.len(), found.positions.len());
        size = (2 * size).max(1);
        let work = found.moves + closed as u64;
        stopped = match caps {
            _ if kept == starts.len() => "all",
            Caps { work: Some(most), .. } if work > most => "work",
            _ => continue,
        };
        break;
    }
    ask_again(&found, closed, caps, run)?;
    let mut report = format!("F\tPARAMETERS\tn\nF\tLINES\tyes\nG\t{closed}\t{kept}\t{stopped}\n");
    let names = found.positions.iter().map(|position| name(position));
    let texts = ids.into_iter().take(kept);
    for text in texts
        .chain(found.rows.iter().take(closed).cloned())
        .chain(names.take(closed))
    {
        let _ = writeln!(report, "{text}");
    }
    report += "OK\n";
    Ok(report.into_bytes())
}

/// Asks again about some positions in another order, because a program must not depend on chance or on earlier lines.
fn ask_again(found: &Found, closed: usize, caps: Caps, run: &mut Runner<'_>) -> Result<(), OwnError> {
    let places: Vec<usize> = (0..closed)
        .filter(|place| *place < 8 || place % 97 == 0)
        .rev()
        .collect();
    if places.is_empty() {
        return Ok(());
    }
    let asked: Vec<&str> = places.iter().map(|&place| found.positions[place].as_str()).collect();
    let answered = run(&asked, caps.seconds as f64)?;
    let lines = lines_of(&asked, &answered, caps)?;
    for (&place, text) in places.iter().zip(lines) {
        let from = &found.positions[place];
        let again = row(line(&text, from)?, |part| found.numbers.get(&part).copied());
        if again.as_ref() != found.rows.get(place) {
            return Err(error(OwnErrorKind::Differs, from, "the moves differ between two calls"));
        }
    }
    Ok(())
}

/// Returns the largest number of a position.
fn largest(position: &str) -> u64 {
    let numbers = position.split(' ').filter_map(|word| word.parse().ok());
    numbers.max().unwrap_or(0)
}

/// Returns the report of the moves of positions of one or several numbers, as many as the caps allow.
///
/// A program writes all moves of a position, and all positions of a run. So a run has positions of similar size, and
/// no more of them than the allowed moves suggest.
///
/// # Errors
/// Fails if the time is over, because the finished moves depend on the speed of the machine.
pub fn moves(starts: &[String], caps: Caps, run: &mut Runner<'_>) -> Result<Vec<u8>, OwnError> {
    let mut time = Duration::ZERO;
    let (mut report, mut done, mut size, mut spent, mut most) = (String::new(), 0, 16, 0, 1);
    let all = Duration::from_secs(caps.seconds);
    while done < starts.len() && spent <= caps.moves {
        let reach = largest(&starts[done]).saturating_mul(2).max(32);
        let allowed = (caps.moves - spent) / most + 1;
        let asked = starts[done..].iter().take_while(|start| largest(start) <= reach);
        let asked: Vec<&str> = asked.take(size.min(allowed as usize)).map(String::as_str).collect();
        let left = all.saturating_sub(time);
        let answered = run(&asked, left.as_secs_f64()).and_then(|run| {
            time += run.cpu;
            lines_of(&asked, &run, caps)
        });
        let is_late = |error: &OwnError| matches!(error.kind(), Some(OwnErrorKind::Time | OwnErrorKind::Waits));
        let lines = match answered {
            Ok(lines) if time < all => lines,
            Ok(_) => {
                let what = format!("took longer than {} s", caps.seconds);
                return Err(error(OwnErrorKind::Time, asked[0], what));
            }
            Err(error) if is_late(&error) => return Err(error),
            Err(_) => break,
        };
        for (text, from) in lines.iter().zip(&asked) {
            // Rust also parses a sign before a number, but in a report `+` means a sum.
            let is_number = |part: &String| {
                part.split(' ')
                    .all(|word| word.parse::<u64>().is_ok() && !word.starts_with('+'))
            };
            // A report cannot express a sum of positions of several numbers.
            let has_a_word = |parts: &[String]| {
                parts.iter().all(is_number) && (parts.len() == 1 || parts.iter().all(|part| !part.contains(' ')))
            };
            let row = match line(text, from) {
                Ok(Line::Over(sign)) => format!("={sign}"),
                Ok(Line::Moves(moves)) if moves.len() as u64 > caps.positions => {
                    spent += caps.positions;
                    most = most.max(moves.len() as u64);
                    "!".to_owned()
                }
                Ok(Line::Moves(moves)) if moves.iter().all(|parts| has_a_word(parts)) => {
                    spent += moves.len() as u64;
                    most = most.max(moves.len() as u64);
                    let each = moves.iter().map(|parts| {
                        if parts.is_empty() {
                            "-".to_owned()
                        } else {
                            parts.join("+").replace(' ', ",")
                        }
                    });
                    each.collect::<Vec<_>>().join(" ")
                }
                _ => "?".to_owned(),
            };
            spent += 1;
            let _ = writeln!(report, "{row}");
        }
        done += asked.len();
        size *= 2;
    }
    report += "OK\n";
    Ok(report.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::protocol::{self, Told};
    use std::time::Duration;

    use super::*;

    /// Returns a function that runs like a program.
    fn program(rule: impl Fn(&str) -> String) -> impl FnMut(&[&str], f64) -> Result<Run, OwnError> {
        move |asked, _| {
            let lines: Vec<String> = asked.iter().map(|position| rule(position) + "\n").collect();
            Ok(Run {
                stdout: lines.concat().into_bytes(),
                ..Run::ended(Ending::Exited(0))
            })
        }
    }

    fn take_two(position: &str) -> String {
        let n: u64 = position.parse().unwrap();
        (1..=n.min(2)).map(|k| format!("{} ; ", n - k)).collect()
    }

    #[test]
    fn lines_become_a_graph() {
        let starts = ["5".to_owned(), "2 + 3".to_owned()];
        let report = explore(&starts, Caps::default(), &mut program(take_two)).unwrap();
        let (facts, explored) = protocol::explored(&report).unwrap();
        assert_eq!(facts.get("LINES"), Some("yes"));
        assert_eq!(explored.names, ["5", "2", "3", "4", "1", "0"]);
        assert_eq!(explored.starts, [vec![0], vec![1, 2]]);
        let moves: Vec<&[u32]> = explored.moves(0).collect();
        assert_eq!(moves, [[3], [2]]);
        let over = |position: &str| {
            if position == "0" {
                "won".to_owned()
            } else {
                "0;nothing; 0 + 0".to_owned()
            }
        };
        let report = explore(&["1 2".to_owned()], Caps::default(), &mut program(over)).unwrap();
        let (_, explored) = protocol::explored(&report).unwrap();
        assert_eq!(explored.names, ["(1, 2)", "0"]);
        assert_eq!(explored.results[1], Some(crate::engine::Outcome::Win));
        assert_eq!(explored.moves(0).count(), 3);
    }

    /// The number of positions and moves decides, not the time.
    #[test]
    fn the_work_limits_the_starts() {
        let starts: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        let few = Caps {
            work: Some(300),
            ..Caps::default()
        };
        let report = explore(&starts, few, &mut program(take_two)).unwrap();
        assert!(report.starts_with(b"F\tPARAMETERS\tn\nF\tLINES\tyes\nG\t192\t192\twork\n"));
        // A slow machine explores the same starts.
        let mut slow = |asked: &[&str], seconds: f64| {
            let answered = program(take_two)(asked, seconds)?;
            Ok(Run {
                cpu: Duration::from_secs(4),
                ..answered
            })
        };
        assert_eq!(explore(&starts, few, &mut slow).unwrap(), report);
    }

    #[test]
    fn mistakes_are_named_with_their_position() {
        let said = |rule: fn(&str) -> String| {
            let explored = explore(&["3".to_owned()], Caps::default(), &mut program(rule));
            explored.map(drop).unwrap_err().to_string()
        };
        assert!(said(|_| "-1".into()).contains("a move leads to -1 from 3"));
        assert!(said(|_| "1\n2".into()).contains("a line too many came back"));
        assert!(said(|_| "\u{7}".into()).contains("is not a position"));
        let few = Caps {
            positions: 500,
            ..Caps::default()
        };
        let mut endless = program(|n| (n.parse::<u64>().unwrap() + 1).to_string());
        let error = explore(&["3".to_owned()], few, &mut endless)
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("play may have no end: more than 500 positions: "),
            "{error}"
        );
        let error = explore(&["1000".to_owned()], few, &mut program(take_two))
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("play is too large to explore: more than 500 positions: "),
            "{error}"
        );
        let silent = |_: &[&str], _: f64| {
            Ok(Run {
                stdout: b"1\n".to_vec(),
                stderr: b"oops".to_vec(),
                ..Run::ended(Ending::Exited(3))
            })
        };
        let error = explore(&["3".to_owned()], Caps::default(), &mut { silent })
            .map(drop)
            .unwrap_err();
        assert_eq!(error.to_string(), "moves(3): the program ended with code 3: oops");
        let mut calls = 0;
        let mut chance = |asked: &[&str], _: f64| {
            calls += 1;
            let lines: Vec<String> = asked
                .iter()
                .map(|_| if calls > 1 { "\n".into() } else { "won\n".to_owned() })
                .collect();
            Ok(Run {
                stdout: lines.concat().into_bytes(),
                ..Run::ended(Ending::Exited(0))
            })
        };
        let error = explore(&["3".to_owned()], Caps::default(), &mut chance)
            .map(drop)
            .unwrap_err();
        assert!(error.to_string().contains("differ between two calls"), "{error}");
    }

    #[test]
    fn moves_of_numbers_are_told_as_far_as_there_are_some() {
        let starts = ["3".to_owned(), "1000".to_owned()];
        let report = moves(&starts, Caps::default(), &mut program(take_two)).unwrap();
        assert_eq!(report, b"2 1\n999 998\nOK\n");
        // A sign before a number is no sum of nothing and that number.
        let signed = |_: &str| "+5; 2".to_owned();
        let report = moves(&starts, Caps::default(), &mut program(signed)).unwrap();
        assert_eq!(protocol::moves(&report).unwrap(), [Told::Elsewhere, Told::Elsewhere]);
        // The first run asks about numbers of one size. A late run leaves no answer, not even those before it.
        let mut runs = Vec::new();
        let late = moves(
            &starts,
            Caps {
                seconds: 3,
                ..Caps::default()
            },
            &mut |asked: &[&str], seconds| {
                runs.push(asked.len());
                let answered = program(take_two)(asked, seconds)?;
                let cpu = Duration::from_secs(2);
                Ok(Run { cpu, ..answered })
            },
        );
        let late = late.unwrap_err().to_string();
        assert_eq!(
            late,
            "moves(1000) took longer than 3 s, alone or together with other positions"
        );
        assert_eq!(runs, [1, 1]);
        // A sum of pairs is none either, nor is a sum of a pair and a number.
        let sums = |from: &str| match from {
            "3" => "1 2 + 3 4".to_owned(),
            _ => "1 25 + 1".to_owned(),
        };
        let report = moves(&starts, Caps::default(), &mut program(sums)).unwrap();
        assert_eq!(protocol::moves(&report).unwrap(), [Told::Elsewhere, Told::Elsewhere]);
    }
}
