//! The game of a user's file: rules, pictures and values on its explored positions.

use std::rc::Rc;

use super::protocol::Explored;
use crate::budget::Refusal;
use crate::engine::explore::{self, EndedGraph};
use crate::engine::graph::{Graph, GraphGame};
use crate::engine::oracle::Oracle;
use crate::engine::{Outcome, Rules, Value, grundy, retrograde, verify};
use crate::picture::{self, Piece, Place, STONE, Stage};
use crate::problem::{CertifyError, Part, Shown, Theory};

/// A game of one's own, from one start.
#[derive(Clone, Debug)]
pub struct OwnGame {
    explored: Rc<Explored>,
    start: Vec<u32>,
    misere: bool,
    /// The names of the numbers of a position, where it is made up of that many.
    parameters: Vec<String>,
    /// The words for won, lost and drawn.
    pub(super) answers: [String; 3],
    /// The number of heaps that the stage has; 0 where positions are no heaps.
    heaps: usize,
}

/// A move: a part, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMove {
    part: u32,
    to: Vec<u32>,
    /// Whether the part had others beside it.
    beside: bool,
}

/// The most heaps that are drawn.
const MOST_HEAPS: usize = 12;

/// The numbers of a name such as `7` or `(3, 5)`.
fn numbers(name: &str) -> Option<Vec<u64>> {
    let inner = name
        .strip_prefix('(')
        .and_then(|name| name.strip_suffix(')'))
        .unwrap_or(name);
    let words = inner.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

impl OwnGame {
    /// Returns the game from a start, which is a number of parts.
    pub fn new(explored: Rc<Explored>, start: Vec<u32>, misere: bool, parameters: Vec<String>) -> OwnGame {
        let heaps = match explored.has_sums {
            // Sums of numbers are heaps; they may become a few more.
            true if explored.names.iter().all(|name| name.parse::<u64>().is_ok()) => (start.len() + 3).min(MOST_HEAPS),
            true => 0,
            false => {
                let count = |name: &String| numbers(name).filter(|found| !found.is_empty()).map(|found| found.len());
                let first = explored.names.first().and_then(count).unwrap_or(0);
                let alike = explored.names.iter().all(|name| count(name) == Some(first));
                if alike && first <= MOST_HEAPS { first } else { 0 }
            }
        };
        let mut game = OwnGame {
            explored,
            start: Vec::new(),
            misere,
            parameters,
            answers: Default::default(),
            heaps,
        };
        game.start = game.normal(start);
        game
    }

    /// Returns the answer of a test in which the first player has this outcome.
    pub(super) fn answer(&self, outcome: Outcome) -> String {
        let place = match outcome {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        };
        format!("{}\n", self.answers[place])
    }

    fn is_dead(&self, part: u32) -> bool {
        self.explored.results[part as usize].is_none() && self.explored.moves(part).next().is_none()
    }

    /// Returns parts in order, those without a move left out of sums.
    fn normal(&self, mut parts: Vec<u32>) -> Vec<u32> {
        if self.explored.has_sums {
            parts.retain(|&part| !self.is_dead(part));
        }
        parts.sort_unstable();
        parts
    }

    /// Returns the name of a position.
    pub fn name(&self, parts: &[u32]) -> String {
        let names: Vec<&str> = parts
            .iter()
            .map(|&part| self.explored.names[part as usize].as_str())
            .collect();
        match names[..] {
            [] => "nothing".to_owned(),
            _ => names.join(" + "),
        }
    }

    /// Returns the numbers that the stage's heaps hold.
    fn held(&self, parts: &[u32]) -> Option<Vec<u64>> {
        let mut held = Vec::new();
        for &part in parts {
            held.extend(numbers(&self.explored.names[part as usize])?);
        }
        (held.len() <= self.heaps).then_some(held)
    }
}

impl Rules for OwnGame {
    type Position = Vec<u32>;
    type Move = OwnMove;

    fn start(&self) -> Vec<u32> {
        self.start.clone()
    }

    fn terminal(&self, position: &Vec<u32>) -> Option<Outcome> {
        if let [part] = position[..]
            && let Some(result) = self.explored.results[part as usize]
        {
            return Some(result);
        }
        let stuck = || position.iter().all(|&part| self.is_dead(part));
        (self.misere && stuck()).then_some(Outcome::Win)
    }

    fn moves(&self, position: &Vec<u32>) -> impl Iterator<Item = (OwnMove, Vec<u32>)> {
        let beside = position.len() > 1;
        let places = (0..position.len()).filter(|&place| place == 0 || position[place] != position[place - 1]);
        places.flat_map(move |place| {
            let part = position[place];
            self.explored.moves(part).map(move |to| {
                let mut parts = position.clone();
                parts.remove(place);
                parts.extend_from_slice(to);
                let choice = OwnMove {
                    part,
                    to: to.to_vec(),
                    beside,
                };
                (choice, self.normal(parts))
            })
        })
    }
}

impl Shown for OwnGame {
    const HOW: &'static str = "the position to move to, as it is written here; of several parts the part first: 5 -> 3";

    fn stage(&self) -> Stage {
        let name = |place: usize| match (self.explored.has_sums, self.parameters.get(place)) {
            (false, Some(name)) if self.heaps > 1 && self.parameters.len() == self.heaps => name.clone(),
            _ => (place + 1).to_string(),
        };
        picture::heaps((0..self.heaps).map(name))
    }

    fn place_name(&self, place: usize) -> String {
        self.stage()
            .places
            .get(place)
            .map_or_else(String::new, |place: &Place| place.name.clone())
    }

    fn place_count(&self) -> u64 {
        self.heaps as u64
    }

    fn pieces(&self, position: &Vec<u32>) -> Vec<Piece> {
        let held = self.held(position).unwrap_or_default();
        let held = held.into_iter().enumerate().filter(|(_, count)| *count > 0);
        held.map(|(heap, count)| Piece::many(heap, STONE, count)).collect()
    }

    fn remark(&self, position: &Vec<u32>) -> Option<String> {
        Some(format!("position: {}", self.name(position)))
    }

    fn move_name(&self, _: &Vec<u32>, choice: &OwnMove) -> String {
        match choice.beside {
            false => self.name(&choice.to),
            true => format!("{} -> {}", self.name(&[choice.part]), self.name(&choice.to)),
        }
    }
}

/// The values of all explored positions.
pub enum Values {
    /// Of every position by itself.
    Table(Vec<Value>),
    /// Nimbers; positions are sums.
    Nimbers(Vec<u32>),
    /// All sums that play can reach.
    Sums(Box<explore::Explored<OwnGame>>),
}

impl Values {
    /// Works the values out: by one table where there are no sums, by nimbers where the theory of sums applies, else by
    /// exploring the sums that play can reach from the game's start.
    ///
    /// # Errors
    /// Where there are too many sums.
    pub fn of(game: &OwnGame, bounds: explore::Bounds) -> Result<Values, Refusal> {
        let explored = &*game.explored;
        if !explored.has_sums {
            return Ok(Values::Table(table(game)));
        }
        let has_results = explored.results.iter().any(Option::is_some);
        if !game.misere
            && !has_results
            && let Some(nimbers) = nimbers(explored)
        {
            return Ok(Values::Nimbers(nimbers));
        }
        if has_results {
            return Err(Refusal::new(
                "its moves give sums of parts, and a part that the rules end has no value in a sum",
                "no option changes that",
            ));
        }
        let sums = explore::explore(game, bounds);
        let sums = sums.map_err(Refusal::of_memory)?;
        Ok(Values::Sums(Box::new(sums)))
    }
}

fn graph_of(explored: &Explored) -> Graph {
    let mut arcs = Vec::with_capacity(explored.move_count());
    for from in 0..explored.len() as u32 {
        for to in explored.moves(from) {
            arcs.extend(to.iter().map(|&to| (from, to)));
        }
    }
    Graph::from_arcs(explored.len(), &arcs)
}

fn table(game: &OwnGame) -> Vec<Value> {
    let explored = &*game.explored;
    let graph = graph_of(explored);
    let end = |position: u32| {
        let stuck = explored.moves(position).next().is_none();
        let by_rule = explored.results[position as usize];
        by_rule.or((stuck && game.misere).then_some(Outcome::Win))
    };
    let ends: Vec<Option<Outcome>> = (0..explored.len() as u32).map(end).collect();
    let normal = ends.iter().all(|end| end.is_none_or(|end| end == Outcome::Loss));
    let nimbers = normal.then(|| grundy::nimbers(&graph).ok()).flatten();
    if explored.is_empty() {
        return Vec::new();
    }
    let solved = retrograde::solve(&EndedGraph {
        graph: GraphGame::new(graph, 0),
        ends,
    });
    let value = |position: usize| {
        let mut value = solved.value(position);
        value.nimber = nimbers.as_ref().map(|nimbers| nimbers[position].into());
        value
    };
    (0..explored.len()).map(value).collect()
}

/// Returns the nimbers of positions whose moves give sums; `None` where play can go on for ever.
fn nimbers(explored: &Explored) -> Option<Vec<u32>> {
    let mut values = vec![0_u32; explored.len()];
    // The last position for which a nimber was an option, by nimber.
    let mut seen: Vec<u32> = Vec::new();
    let order = graph_of(explored).visit_post_order(|position| {
        let stamp = position + 1;
        for to in explored.moves(position) {
            let nimber = to.iter().fold(0, |sum, &part| sum ^ values[part as usize]) as usize;
            if nimber >= seen.len() {
                seen.resize((nimber + 1).next_power_of_two(), 0);
            }
            seen[nimber] = stamp;
        }
        let free = seen.iter().position(|&last| last != stamp);
        values[position as usize] = free.unwrap_or(seen.len()) as u32;
    });
    order.ok().map(|()| values)
}

impl Oracle<OwnGame> for Values {
    fn value(&self, game: &OwnGame, position: &Vec<u32>) -> Value {
        match self {
            Values::Table(values) => match position[..] {
                [part] => values[part as usize],
                _ => Value::of(Outcome::Loss),
            },
            Values::Nimbers(nimbers) => {
                let nimber = position.iter().fold(0, |sum, &part| sum ^ nimbers[part as usize]);
                let mut value = Value::of(Outcome::win_if(nimber != 0));
                value.nimber = Some(nimber.into());
                value
            }
            Values::Sums(sums) => sums.value(game, position),
        }
    }
}

impl Theory<OwnGame> for Values {
    fn parts(&self, game: &OwnGame, position: &Vec<u32>) -> Vec<Part> {
        match self {
            Values::Nimbers(nimbers) if position.len() > 1 => position
                .iter()
                .map(|&part| Part::nimber(game.name(&[part]), nimbers[part as usize].into()))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn knows_distances(&self) -> bool {
        !matches!(self, Values::Nimbers(_))
    }

    /// Checks every position from those that its moves lead to.
    fn proof(&self, game: &OwnGame, budget: crate::budget::Budget) -> Option<Result<String, CertifyError>> {
        match self {
            Values::Sums(sums) => sums.proof(game, budget),
            Values::Table(values) => {
                let mut positions = (0..values.len() as u32).map(|part| vec![part]);
                let wrong = positions.find_map(|position| {
                    let error = verify::position(game, self, &position, usize::MAX).err()?;
                    Some(format!("{}: {error}", game.name(&position)))
                });
                Some(match wrong {
                    Some(why) => Err(CertifyError::Wrong(why)),
                    None => Ok(format!(
                        "the values of all {} positions, each from those its moves lead to",
                        values.len()
                    )),
                })
            }
            Values::Nimbers(nimbers) => {
                let wrong = (0..nimbers.len() as u32).find(|&part| {
                    let options = game.explored.moves(part);
                    let sums: std::collections::BTreeSet<u32> = options
                        .map(|to| to.iter().fold(0, |sum, &part| sum ^ nimbers[part as usize]))
                        .collect();
                    (0..).find(|nimber| !sums.contains(nimber)) != Some(nimbers[part as usize])
                });
                Some(match wrong {
                    Some(part) => Err(CertifyError::Wrong(format!("the nimber of {}", game.name(&[part])))),
                    None => Ok(format!(
                        "the nimbers of all {} parts, each from its moves",
                        nimbers.len()
                    )),
                })
            }
        }
    }
}
