//! A match in the sandbox between a contestant's program and the opponent that never errs.
//!
//! **Protocol.** Both sides write lines. The reference page on the play protocol describes it for contestants. The
//! program receives the input, its side, the opponent's moves, and a prompt for each of its own moves. It writes one
//! move a line.
//!
//! **Verdict.** The program is accepted if it wins a won game, draws a drawn one, or plays a lost one to its end. If a
//! move throws away a win or a draw, the verdict names it and a move that would have kept the outcome. The opponent is
//! perfect, so a program never gets a lost win back: the first such move decides. A program that ends, crashes or waits
//! before the game is over gets the usual verdict of a judge. Once the game is over, the program's own end does not
//! count.
//!
//! **Games without an end** are drawn after the third visit to a position. A game may also be stopped after a number of
//! plies. Then the outcome of the last position counts.
//!
//! **Cost.** A ply costs two values of a position and one best move. The memory holds the positions of the game.

use std::fmt::Write as _;

use super::explain::counted;
use super::session::Session;
use crate::engine::{Outcome, Score, Value};
use crate::judge::facts;
use crate::judge::language::Language;
use crate::judge::{Judgement, Reason, Verdict};
use crate::problem::AnyGame;
use crate::text::quoted;
use gamesolve_box::{Ending, Limits, Partner, Reply, Run};

/// The number of visits to a position that make the game a draw.
const REPETITIONS_FOR_DRAW: usize = 3;
/// The largest number of legal moves that are listed to a program.
const MAX_LISTED_MOVES: usize = 1000;
/// The longest line that can be a move, in bytes. The referee keeps only the beginning of a longer one.
const MAX_LINE_BYTES: usize = 4096;

/// The rules of a match against a program.
#[derive(Clone, Copy, Debug)]
pub struct MatchRules {
    /// Whether the program moves second.
    pub second: bool,
    /// Whether the program receives the legal moves with each prompt.
    pub list_moves: bool,
    /// The most plies to play.
    pub plies: usize,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchResult {
    /// The game ended by its rules, with this result for the program.
    Ended(Outcome),
    /// The same position came [`REPETITIONS_FOR_DRAW`] times.
    Repeated,
    /// The game reached the largest number of plies.
    Stopped,
}

/// The machine and the rules, as the partner of a program.
pub struct Referee<'a> {
    session: Session<'a>,
    rules: MatchRules,
    /// The problem's name and the input, for the opening.
    problem: &'a str,
    input: &'a str,
    /// The unfinished line of the program.
    line: Vec<u8>,
    result: Option<MatchResult>,
    /// The reason why a line of the program is no legal move.
    fault: Option<String>,
}

impl<'a> Referee<'a> {
    /// Returns the referee of one game of `problem` on `input`.
    pub fn new(game: &'a dyn AnyGame, problem: &'a str, input: &'a str, rules: MatchRules) -> Referee<'a> {
        Referee {
            session: Session::new(game, Some(usize::from(!rules.second))),
            rules,
            problem,
            input,
            line: Vec::new(),
            result: None,
            fault: None,
        }
    }

    fn program(&self) -> usize {
        usize::from(self.rules.second)
    }

    /// Returns the outcome for the program of the position after this number of plies.
    fn outcome_after(&self, plies: usize) -> Outcome {
        let value = self.value_after(plies);
        if plies % 2 == self.program() {
            value.outcome
        } else {
            value.outcome.reversed()
        }
    }

    /// Returns the value for the player to move of the position after this number of plies.
    fn value_after(&self, plies: usize) -> Value {
        self.session.game().value(&self.session.positions()[plies])
    }

    /// Plays the machine's moves until it is the program's turn or the game is over. Writes the moves for the program.
    fn advance(&mut self, out: &mut String) {
        loop {
            let program_moves = self.session.side() == self.program();
            let result = if let Some(outcome) = self.session.ended() {
                let mine = if program_moves { outcome } else { outcome.reversed() };
                Some(MatchResult::Ended(mine))
            } else if self.session.repeated() + 1 >= REPETITIONS_FOR_DRAW {
                Some(MatchResult::Repeated)
            } else {
                (self.session.moves_made().len() >= self.rules.plies).then_some(MatchResult::Stopped)
            };
            if let Some(result) = result {
                self.result = Some(result);
                let word = match result {
                    MatchResult::Ended(Outcome::Win) => "won",
                    MatchResult::Ended(Outcome::Loss) => "lost",
                    MatchResult::Ended(Outcome::Draw) | MatchResult::Repeated => "drawn",
                    MatchResult::Stopped => "stopped",
                };
                let _ = writeln!(out, "end {word}");
                return;
            }
            let Some(choice) = self.session.reply() else {
                return self.ask(out);
            };
            let _ = writeln!(out, "opponent {}", choice.name);
            self.session.make(choice);
        }
    }

    /// Writes the prompt for a move of the program.
    fn ask(&self, out: &mut String) {
        let listed = if self.rules.list_moves { MAX_LISTED_MOVES } else { 0 };
        let game = self.session.game();
        let moves: Vec<String> = game
            .moves(self.session.here())
            .take(listed)
            .map(|choice| choice.name)
            .collect();
        let _ = writeln!(out, "turn {}", moves.len());
        for name in moves {
            let _ = writeln!(out, "{name}");
        }
    }

    /// Takes a whole line as the program's move, and ignores blank lines.
    fn take_line(&mut self, out: &mut String) {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return;
        }
        match self.session.make_named(&name) {
            Ok(()) => self.advance(out),
            Err(_) => {
                self.fault = Some(format!(
                    "move {}: `{}` is not a legal move. A move is {}",
                    self.session.moves_made().len() + 1,
                    quoted(name.as_bytes(), 64),
                    self.session.game().how()
                ));
            }
        }
    }

    /// Returns the referee's next step after it has written `out` for the program.
    fn answer(&self, out: String) -> Reply {
        match (&self.fault, self.result) {
            (Some(_), _) => Reply::Stop,
            (None, Some(_)) => Reply::SendLast(out.into_bytes()),
            (None, None) if out.is_empty() => Reply::Wait,
            (None, None) => Reply::Send(out.into_bytes()),
        }
    }

    fn is_decided(&self) -> bool {
        self.result.is_some() || self.fault.is_some()
    }

    /// Judges the game after the run of the program. `limits` are the limits of that run.
    pub fn judge(mut self, run: &Run, limits: &Limits, language: Option<&'static Language>) -> Match<'a> {
        let ended_well = run.ending == Ending::Exited(0) && run.exceeded.is_none();
        if !self.is_decided() && ended_well {
            // The last line may lack its end.
            self.take_line(&mut String::new());
        }
        let mut notes = run.notes.clone();
        let judgement = match (&self.fault, self.result) {
            (Some(fault), _) => Judgement::new(Verdict::WRONG_ANSWER, fault),
            (None, Some(result)) => {
                notes.extend(after_the_end(run));
                self.by_result(result)
            }
            (None, None) => self.cut_off(run, limits, language),
        };
        notes.extend(match run.left_behind {
            0 => None,
            1 => Some("left a process behind, killed".to_owned()),
            count => Some(format!("left {count} processes behind, killed")),
        });
        Match {
            referee: self,
            judgement: Judgement {
                notes: notes.into_iter().map(Reason::new).collect(),
                ..judgement
            },
        }
    }

    /// Returns the verdict on a program that stopped before the game was over.
    fn cut_off(&self, run: &Run, limits: &Limits, language: Option<&Language>) -> Judgement {
        let ply = self.session.moves_made().len() + 1;
        let Some(judgement) = facts::judged(run, limits, language) else {
            let silent = "the program ended before the game was over";
            return Judgement::new(Verdict::WRONG_ANSWER, format!("move {ply}: {silent}"));
        };
        let why = judgement.reason.as_ref().map_or("", |reason| reason.as_str());
        let hint = match judgement.verdict {
            // A program that used its processor time does not wait for an answer to its move.
            Verdict::TIME_LIMIT if !facts::may_wait(run, limits) => "",
            Verdict::TIME_LIMIT if self.line.is_empty() => {
                "\nhint: flush every line, because a move counts only then (`gamesolve help play`)"
            }
            Verdict::TIME_LIMIT => "\nhint: end every line, because a move counts only then (`gamesolve help play`)",
            _ => "",
        };
        Judgement::new(judgement.verdict, format!("move {ply}: {why}{hint}"))
    }

    fn by_result(&self, ending: MatchResult) -> Judgement {
        let plies = self.session.moves_made().len();
        let start = self.outcome_after(0);
        let result = match ending {
            MatchResult::Ended(outcome) => outcome,
            MatchResult::Repeated => Outcome::Draw,
            MatchResult::Stopped => self.outcome_after(plies),
        };
        let how = match ending {
            MatchResult::Ended(_) => format!("after {}", counted(plies as u64, "ply")),
            MatchResult::Repeated => {
                format!("by a position that came {REPETITIONS_FOR_DRAW} times")
            }
            MatchResult::Stopped => format!(
                "by its value after {} (`--plies` allows more)",
                counted(plies as u64, "ply")
            ),
        };
        if let Some(mistake) = self.mistake() {
            return Judgement::new(Verdict::WRONG_ANSWER, self.blame(mistake));
        }
        let (was, is) = (adjective(start), adjective(result));
        if result >= start {
            return Judgement {
                reason: Some(Reason::new(format!("{is} {how}. The game was {was} from the start"))),
                ..Judgement::ACCEPTED
            };
        }
        // No move changed who wins, so the win was lost by delay.
        let delay = self.delay().map_or(String::new(), |ply| {
            let best = self.session.game().best_move(&self.session.positions()[ply]);
            format!(
                ". Move {}, `{}`, brought the win no nearer{}",
                ply + 1,
                self.session.moves_made()[ply],
                best.map_or(String::new(), |best| format!(": `{}` does", best.name))
            )
        });
        Judgement::new(
            Verdict::WRONG_ANSWER,
            format!("{is} {how}, though the game was {was} to the end{delay}"),
        )
    }

    /// Returns the plies of the program.
    fn own_plies(&self) -> impl Iterator<Item = usize> {
        (self.program()..self.session.moves_made().len()).step_by(2)
    }

    /// Returns the first ply of the program after which its outcome was worse.
    fn mistake(&self) -> Option<usize> {
        self.own_plies()
            .find(|&ply| self.outcome_after(ply + 1) < self.outcome_after(ply))
    }

    /// Returns the first ply of the program that brought a won game no nearer to its end.
    fn delay(&self) -> Option<usize> {
        self.own_plies().find(|&ply| {
            let (before, after) = (self.value_after(ply), self.value_after(ply + 1));
            before.outcome == Outcome::Win && after.distance >= before.distance
        })
    }

    /// Returns the loss of a move of the program for the transcript: the outcome, points, or time in a won position.
    fn loss(&self, ply: usize) -> Option<String> {
        let (outcome, before, after) = (
            self.outcome_after(ply + 1),
            self.value_after(ply),
            self.value_after(ply + 1),
        );
        if outcome < self.outcome_after(ply) {
            return Some(format!("{} now", adjective(outcome)));
        }
        if let (Some(before), Some(after)) = (before.score, after.score) {
            // The second value is the opponent's.
            let lost = Score {
                units: before.units + after.units,
                ..before
            };
            let points = if lost.to_string() == "1" { "point" } else { "points" };
            return (lost.units > 0).then(|| format!("{lost} {points} less"));
        }
        let is_delay = before.outcome == Outcome::Win && after.distance >= before.distance;
        is_delay.then(|| "no nearer".to_owned())
    }

    /// Names a move that threw something away, and a move that would have kept it.
    fn blame(&self, ply: usize) -> String {
        let best = self.session.game().best_move(&self.session.positions()[ply]);
        let name = &self.session.moves_made()[ply];
        let what = match self.outcome_after(ply) {
            Outcome::Win => "win",
            _ => "draw",
        };
        let better = best.map_or(String::new(), |best| format!(": `{}` keeps it", best.name));
        let more = self
            .own_plies()
            .filter(|&other| other > ply && self.loss(other).is_some());
        let more: Vec<String> = more.map(|other| (other + 1).to_string()).collect();
        let more = match &more[..] {
            [] => String::new(),
            [one] => format!(". Move {one} lost more"),
            [first, .., last] => format!(". {} moves from {first} to {last} lost more", more.len()),
        };
        format!("move {}, `{name}`, threw the {what} away{better}{more}", ply + 1)
    }
}

impl Partner for Referee<'_> {
    fn opening(&mut self) -> Reply {
        let mut out = String::new();
        let _ = writeln!(out, "problem {}", self.problem);
        let _ = writeln!(out, "lines {}", self.input.lines().count());
        for line in self.input.lines() {
            let _ = writeln!(out, "{line}");
        }
        let _ = writeln!(out, "player {}", self.program() + 1);
        self.advance(&mut out);
        self.answer(out)
    }

    fn reply(&mut self, said: &[u8]) -> Reply {
        if self.is_decided() {
            // With another answer the program would get another turn, and could end in it.
            return Reply::Wait;
        }
        let mut out = String::new();
        for &byte in said {
            if self.is_decided() {
                break;
            }
            if byte == b'\n' {
                self.take_line(&mut out);
            } else if self.line.len() <= MAX_LINE_BYTES {
                self.line.push(byte);
            }
        }
        self.answer(out)
    }
}

/// Returns a remark on a program that failed after the game was over.
fn after_the_end(run: &Run) -> Option<String> {
    match run.ending {
        Ending::Exited(0) => None,
        Ending::Exited(code) => Some(format!("ended with exit code {code} after the game")),
        Ending::Signalled(number) => Some(format!("ended by signal {number} after the game")),
        Ending::KilledByBox => Some("did not end after the game and was ended".to_owned()),
    }
}

/// Returns the adjective for an outcome, for the player it belongs to.
fn adjective(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    }
}

/// A finished game.
pub struct Match<'a> {
    referee: Referee<'a>,
    /// The judgement of the program.
    pub judgement: Judgement,
}

impl Match<'_> {
    /// Returns the moves and the last position as text. Each move has the value of its position for the player, and the
    /// loss if the program made it.
    pub fn transcript(&self) -> String {
        let referee = &self.referee;
        let session = &referee.session;
        let moves = session.moves_made();
        let width = moves.len().to_string().len();
        let mut text = session.game().board(&session.positions()[0]) + "\n";
        let rows: Vec<(String, &String)> = moves
            .iter()
            .enumerate()
            .map(|(ply, name)| (standing(referee.value_after(ply)), name))
            .collect();
        let wide = rows.iter().map(|(value, _)| value.chars().count()).max();
        let wide = wide.unwrap_or(0);
        for (ply, (value, name)) in rows.into_iter().enumerate() {
            let who = if ply % 2 == referee.program() {
                "program"
            } else {
                "machine"
            };
            let is_own = ply % 2 == referee.program();
            let loss = is_own.then(|| referee.loss(ply)).flatten();
            let mark = loss.map_or(String::new(), |loss| format!("  ?  {loss}"));
            let _ = writeln!(text, "{:>width$}  {who}  {value:wide$}  {name}{mark}", ply + 1);
        }
        if !moves.is_empty() {
            text += "\n";
            text += &session.game().board(session.here());
        }
        text
    }
}

/// Returns the value of a position to the player to move: `won in 3 plies`.
fn standing(value: Value) -> String {
    let name = adjective(value.outcome);
    match (value.score, value.distance) {
        (Some(score), _) => format!("{name}, {score:+}"),
        (None, Some(plies)) => format!("{name} in {}", counted(plies, "ply")),
        (None, None) => name.to_owned(),
    }
}
