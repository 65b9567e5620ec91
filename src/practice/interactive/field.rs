//! One start of a task to play: the positions, the opponent's replies, and the moves that keep the outcome.
//!
//! **Opponent.** It is perfect. If it is lost, it delays its end as long as it can. Among equal replies it takes the
//! one after which the fewest moves of the program keep the outcome.
//!
//! **Bound.** A game that can loop stops after [`PLIES`], unless its own rules end it after some plies.

use std::collections::HashMap;
use std::fmt::Write as _;

use itertools::Itertools as _;

use crate::engine::graph::Graph;
use crate::engine::{Outcome, Value};
use crate::practice::draw::chart::{Chart, Step};
use crate::practice::draw::solved::Solved;
use crate::problem::{AnyGame, CertifyError, Folding};

/// The most positions of a start.
pub(super) const MOST_POSITIONS: usize = 200_000;
/// The most moves between the positions of a start.
const MOST_MOVES: usize = 2_000_000;
/// The plies after which a game that can loop is stopped.
const PLIES: u64 = 1000;

/// The reason why a start has no field.
pub(super) enum Unfit {
    /// Its play has too many positions or moves.
    Large(String),
    /// Its values are wrong, which is a fault of this program.
    Wrong(CertifyError),
}

/// A start with its explored positions.
pub(super) struct Field {
    /// The input of the start.
    pub(super) input: String,
    /// Whether the program moves second.
    pub(super) second: bool,
    /// The outcome that the program can force.
    pub(super) goal: Outcome,
    /// The plies after which play is stopped, and its end for the program: `won` or `stopped`, for example.
    pub(super) bound: Option<(u64, &'static str)>,
    /// The explanation of how to type a move.
    pub(super) how: &'static str,
    pub(super) names: Vec<String>,
    moves: Vec<Vec<Step>>,
    /// The values for the player to move. If a bound decides, a drawn position belongs to the player who wins there.
    values: Vec<Value>,
    is_over: Vec<bool>,
    /// The best move of each position, unless play is over.
    best: Vec<Option<Step>>,
}

/// The end of the play of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Kept,
    ThrownAway,
    /// It did not win within the bound.
    TooSlow,
}

impl Field {
    /// Explores a start, and lets the program be the player who can win, or the first one if nobody can.
    ///
    /// # Errors
    /// [`Unfit`].
    pub(super) fn new(game: &dyn AnyGame, input: String) -> Result<Field, Unfit> {
        let most = [MOST_POSITIONS, MOST_MOVES];
        let chart = Chart::after(game, &game.start(), most, "a task to play has no more");
        let chart = chart.map_err(|refusal| Unfit::Large(refusal.message().to_owned()))?;
        let Solved {
            chart,
            mut values,
            ended,
            ..
        } = Solved::new(game, chart).map_err(Unfit::Wrong)?;
        let arcs = chart.moves.iter().zip(0u32..);
        let arcs = arcs.flat_map(|(steps, from)| steps.iter().map(move |step| (from, step.to)));
        let graph = Graph::from_arcs(values.len(), &arcs.collect_vec());
        let mut bound = graph.visit_post_order(|_| ()).is_err().then_some((PLIES, "stopped"));
        let folding = game.folding();
        let wins = |place: usize, winner| game.player(&chart.positions[place]) == Some(winner);
        if let Folding::Plies(_, winner) = folding {
            let drawn = |(_, value): &(usize, &mut Value)| value.outcome == Outcome::Draw;
            for (place, value) in values.iter_mut().enumerate().filter(drawn) {
                value.outcome = Outcome::win_if(wins(place, winner));
            }
        }
        let second = values[0].outcome == Outcome::Loss;
        if let Folding::Plies(plies, winner) = folding {
            let word = if wins(0, winner) == second { "lost" } else { "won" };
            bound = Some((u64::from(plies), word));
        }
        let Chart { moves, names, .. } = chart;
        let mut field = Field {
            best: Vec::new(),
            how: game.how(),
            input,
            second,
            goal: if values[0].outcome == Outcome::Draw {
                Outcome::Draw
            } else {
                Outcome::Win
            },
            bound,
            names,
            moves,
            values,
            is_over: ended.iter().map(Option::is_some).collect(),
        };
        let shares = (0..)
            .take(field.moves.len())
            .map(|at| field.kept_share(at))
            .collect_vec();
        field.best = (0..)
            .take(field.moves.len())
            .map(|at| field.best_by(at, &shares))
            .collect();
        Ok(field)
    }

    /// Returns the number of moves between all positions.
    pub(super) fn move_count(&self) -> usize {
        self.moves.iter().map(Vec::len).sum()
    }

    /// Returns whether the program can win in time, if it can win.
    pub(super) fn is_in_time(&self) -> bool {
        let plies = self.values[0].distance;
        self.bound
            .is_none_or(|(most, _)| plies.is_none_or(|plies| plies <= most))
    }

    /// Returns the moves of a position in the order of the rules.
    pub(super) fn moves(&self, at: u32) -> &[Step] {
        &self.moves[at as usize]
    }

    fn value(&self, at: u32) -> &Value {
        &self.values[at as usize]
    }

    pub(super) fn is_over(&self, at: u32) -> bool {
        self.is_over[at as usize]
    }

    /// Returns whether a move keeps the outcome of its position.
    pub(super) fn keeps(&self, at: u32, step: Step) -> bool {
        self.value(step.to).outcome.reversed() == self.value(at).outcome
    }

    /// Returns the share of the moves of a position that keep its outcome, in thousandths.
    pub(super) fn kept_share(&self, at: u32) -> usize {
        let moves = self.moves(at);
        let kept = moves.iter().filter(|step| self.keeps(at, **step)).count();
        1000 * kept / moves.len().max(1)
    }

    fn best_by(&self, at: u32, shares: &[usize]) -> Option<Step> {
        let worth = |step: &&Step| {
            let Value {
                outcome,
                score,
                distance,
                ..
            } = self.value(step.to);
            let late = distance.unwrap_or(u64::MAX);
            let delay = if *outcome == Outcome::Win {
                u64::MAX - late
            } else {
                late
            };
            (
                *outcome,
                score.map(|score| score.units),
                delay,
                shares[step.to as usize],
            )
        };
        self.moves(at).iter().min_by_key(worth).copied()
    }

    /// Returns the best move of a position: it wins soon, or loses late.
    ///
    /// # Panics
    /// If play is over.
    pub(super) fn best(&self, at: u32) -> Step {
        self.best[at as usize].expect("play goes on")
    }

    /// Returns the name of the opponent's move before the program's first turn, if it begins, and the position then.
    pub(super) fn first_turn(&self) -> (Option<u32>, u32) {
        if !self.second {
            return (None, 0);
        }
        let step = self.best(0);
        (Some(step.name), step.to)
    }

    /// Plays a program against the opponent. `choose` gets the position and returns a move of it. Returns the lines of the
    /// talk in which the opponent's begin with `<`, the positions of the program's turns, and the end.
    pub(super) fn played(&self, slug: &str, choose: &dyn Fn(u32) -> Step) -> (String, Vec<u32>, End) {
        let mut talk = format!("<problem {slug}\n<lines {}\n", self.input.lines().count());
        self.input.lines().for_each(|line| {
            let _ = writeln!(talk, "<{line}");
        });
        let _ = writeln!(talk, "<player {}", 1 + u8::from(self.second));
        let (mut at, mut plies, mut turns) = (0, 0, Vec::new());
        let mut is_program = !self.second;
        loop {
            let (word, end) = match self.bound {
                _ if self.is_over(at) && self.goal == Outcome::Win => ("won", End::Kept),
                _ if self.is_over(at) => ("drawn", End::Kept),
                Some((most, word)) if most == plies && (word == "won" || self.goal == Outcome::Draw) => {
                    (word, End::Kept)
                }
                Some((most, word)) if most == plies => (word, End::TooSlow),
                _ => {
                    let step = if is_program { choose(at) } else { self.best(at) };
                    let name = &self.names[step.name as usize];
                    if is_program {
                        turns.push(at);
                        let _ = writeln!(talk, "<turn 0\n>{name}");
                        if !self.keeps(at, step) {
                            return (talk, turns, End::ThrownAway);
                        }
                    } else {
                        let _ = writeln!(talk, "<opponent {name}");
                    }
                    (at, plies, is_program) = (step.to, plies + 1, !is_program);
                    continue;
                }
            };
            let _ = writeln!(talk, "<end {word}");
            return (talk, turns, end);
        }
    }

    /// Returns the answer file: the header, the names of moves, and the positions that the program can reach without a
    /// mistake. Returns `None` if they have more moves than `most`.
    pub(super) fn answer(&self, slug: &str, most: usize) -> Option<String> {
        let (opening, first) = self.first_turn();
        let mut reached = vec![first];
        let mut numbers = HashMap::from([(first, 0)]);
        let mut known: HashMap<u32, usize> = HashMap::new();
        let mut names: Vec<&str> = Vec::new();
        let mut named = |name: u32| {
            *known.entry(name).or_insert_with(|| {
                names.push(&self.names[name as usize]);
                names.len() - 1
            })
        };
        let (mut rows, mut count, mut next) = (String::new(), 0, 0);
        let opening = opening.map_or("-1".to_owned(), |name| named(name).to_string());
        while let Some(&at) = reached.get(next) {
            next += 1;
            count += self.moves(at).len();
            if count > most {
                return None;
            }
            let plies = self.value(at).distance.filter(|_| self.goal == Outcome::Win);
            let plies = plies.map_or("-1".to_owned(), |plies| plies.to_string());
            let best = self.moves(at).iter().position(|step| *step == self.best(at));
            let _ = write!(rows, "{plies} {} {}", best.unwrap_or(0), self.moves(at).len());
            for step in self.moves(at) {
                let name = named(step.name);
                if !self.keeps(at, *step) {
                    let _ = write!(rows, " {name} -1 -1");
                } else if self.is_over(step.to) {
                    let _ = write!(rows, " {name} -1 -2");
                } else {
                    let reply = self.best(step.to);
                    let after = if self.is_over(reply.to) {
                        "-2".to_owned()
                    } else {
                        let fresh = numbers.len();
                        let number = *numbers.entry(reply.to).or_insert(fresh);
                        if number == reached.len() {
                            reached.push(reply.to);
                        }
                        number.to_string()
                    };
                    let _ = write!(rows, " {name} {} {after}", named(reply.name));
                }
            }
            rows.push('\n');
        }
        let (plies, word) = self.bound.unwrap_or((0, "-"));
        let goal = if self.goal == Outcome::Win { "win" } else { "draw" };
        let side = 1 + u8::from(self.second);
        let head = format!("{slug}\n{side} {goal} {plies} {word} {opening} 0 {}\n", names.len());
        Some(format!("{head}{}\n{}\n{rows}", names.join("\n"), reached.len()))
    }
}
