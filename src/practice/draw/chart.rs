//! A list of a game's positions and the moves between them: all of them if they are few, else the first ones.
//!
//! **Cost.** The list reads every move of every listed position once. It keeps a move as two numbers, and each name
//! once.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::budget::Refusal;
use crate::problem::{AnyGame, AnyPosition, Choice};

/// Positions by their numbers, the start first, ordered by their number of plies from it.
pub struct Chart {
    /// The positions, [folded](AnyGame::folded).
    pub positions: Vec<AnyPosition>,
    /// The moves of each position. If all are listed, they are in the order of the rules.
    pub moves: Vec<Vec<Step>>,
    /// The names of moves, each once.
    pub names: Vec<String>,
    /// For each position, whether all of its moves are listed.
    pub whole: Vec<bool>,
}

/// A move of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of its name.
    pub name: u32,
    /// The number of the position after it.
    pub to: u32,
}

/// A chart under construction.
struct Survey {
    chart: Chart,
    numbers: HashMap<AnyPosition, u32, RandomState>,
    names: HashMap<String, u32, RandomState>,
}

impl Survey {
    fn new(game: &dyn AnyGame, start: &AnyPosition) -> Survey {
        let start = game.folded(start);
        Survey {
            numbers: HashMap::from_iter([(start.clone(), 0)]),
            names: HashMap::default(),
            chart: Chart {
                positions: vec![start],
                moves: Vec::new(),
                names: Vec::new(),
                whole: Vec::new(),
            },
        }
    }

    /// Returns the number of a folded position after a move, and whether the number is new. If `may_add` is false, it
    /// adds none.
    fn number(&mut self, position: AnyPosition, may_add: bool) -> Option<(u32, bool)> {
        if let Some(&number) = self.numbers.get(&position) {
            return Some((number, false));
        }
        let number = u32::try_from(self.chart.positions.len()).ok()?;
        may_add.then(|| {
            self.numbers.insert(position.clone(), number);
            self.chart.positions.push(position);
            (number, true)
        })
    }

    fn step(&mut self, name: String, to: u32) -> Step {
        let name = self.names.get(&name).copied().unwrap_or_else(|| {
            let fresh = self.chart.names.len() as u32;
            self.names.insert(name.clone(), fresh);
            self.chart.names.push(name);
            fresh
        });
        Step { name, to }
    }
}

impl Chart {
    /// Returns all positions that play can reach.
    ///
    /// # Errors
    /// Fails if there are more positions or moves than the bounds. `why` then tells people the reason.
    pub fn all(game: &dyn AnyGame, most_positions: usize, most_moves: usize, why: &str) -> Result<Chart, Refusal> {
        Chart::after(game, &game.start(), [most_positions, most_moves], why)
    }

    /// Returns all positions that play can reach from a position, as [`Chart::all`] does from the start.
    ///
    /// # Errors
    /// Fails if there are more positions or moves than the bounds. `why` then tells people the reason.
    pub fn after(
        game: &dyn AnyGame,
        start: &AnyPosition,
        [most_positions, most_moves]: [usize; 2],
        why: &str,
    ) -> Result<Chart, Refusal> {
        let mut survey = Survey::new(game, start);
        let mut moves = 0u128;
        let too_many = |what: &str, most: usize| {
            Err(Refusal::unconditional(format_args!(
                "its game has more than {most} {what}, and {why}"
            )))
        };
        while survey.chart.moves.len() < survey.chart.positions.len() {
            let position = survey.chart.positions[survey.chart.moves.len()].clone();
            moves += game.move_count(&position);
            if moves > most_moves as u128 {
                return too_many("moves", most_moves);
            }
            let mut steps = Vec::new();
            for Choice { name, to } in game.folded_moves(&position) {
                let room = survey.chart.positions.len() < most_positions;
                let Some((to, _)) = survey.number(to, room) else {
                    return too_many("positions", most_positions);
                };
                steps.push(survey.step(name, to));
            }
            survey.chart.moves.push(steps);
            survey.chart.whole.push(true);
        }
        Ok(survey.chart)
    }

    /// Returns all positions if there are at most `all`, else up to `most` of them around the start.
    ///
    /// The winning moves of a position come first.
    pub fn around(game: &dyn AnyGame, [all, most]: [usize; 2]) -> Chart {
        /// The largest number of new positions that one position leads to.
        const MAX_NEW_POSITIONS: usize = 5;
        /// The largest number of moves of a position that are tried.
        const MAX_TRIED_MOVES: usize = 200;
        if let Ok(chart) = Chart::all(game, all, all * MAX_TRIED_MOVES, "") {
            return chart;
        }
        let mut survey = Survey::new(game, &game.start());
        while survey.chart.moves.len() < survey.chart.positions.len() {
            let position = survey.chart.positions[survey.chart.moves.len()].clone();
            let winning = game.winning_moves(&position).take(MAX_NEW_POSITIONS);
            let choices = winning.chain(game.moves(&position).take(MAX_TRIED_MOVES));
            let mut steps: Vec<Step> = Vec::new();
            let mut fresh = 0;
            for choice in choices {
                let room = fresh < MAX_NEW_POSITIONS && survey.chart.positions.len() < most;
                if let Some((to, new)) = survey.number(game.folded(&choice.to), room) {
                    fresh += usize::from(new);
                    let step = survey.step(choice.name, to);
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                }
            }
            let whole = steps.len() as u128 == game.move_count(&position);
            survey.chart.moves.push(steps);
            survey.chart.whole.push(whole);
        }
        survey.chart
    }
}
