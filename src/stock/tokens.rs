//! Tokens on a graph, any number on one vertex. A move pushes one token along one arc. A player who cannot move loses.
//!
//! The tokens do not disturb each other, so a placement is a sum of one-token games. One value for each vertex is
//! enough: a nimber, or with cycles a loopy value.

use super::arcs::{Compact, Labels};
use super::multisets;
use super::prelude::*;
use crate::engine::graph::Graph;
use crate::engine::{Worth, certificate, grundy, loopy};
use crate::picture::worth_label;

/// Tokens on a graph. If they are not placed yet, the first move places all of them.
#[derive(Clone)]
pub struct Tokens {
    /// The arcs, each once, in the order of the input.
    arcs: Rc<Vec<(u32, u32)>>,
    /// The arcs as they were read, and their graph.
    pub graph: Rc<Compact>,
    /// Whether the arcs may form cycles.
    pub loopy: bool,
    /// The number of the first vertex for people.
    first: usize,
    /// The first placement for people who play.
    opening: Vec<u64>,
    /// The number of tokens, if they are not placed yet.
    unplaced: Option<u64>,
    /// The sign of a token.
    mark: &'static str,
}

/// A move: the placement of all tokens, or a push of one token.
#[derive(Clone, PartialEq, Debug)]
pub enum Turn {
    /// A placement of all tokens.
    Place(Vec<u64>),
    /// A push of a token along this arc.
    Push(u32, u32),
}

impl Tokens {
    /// Returns the game without tokens. People number the vertices from `first`, and with `loopy` the arcs may form
    /// cycles.
    pub fn new(graph: &Rc<Compact>, first: usize, loopy: bool) -> Tokens {
        Tokens {
            arcs: Rc::new(graph.arcs.iter().copied().unique().collect()),
            graph: Rc::clone(graph),
            loopy,
            first,
            opening: Vec::new(),
            unplaced: None,
            mark: STONE,
        }
    }

    /// Returns the word for a token.
    fn token(&self) -> &'static str {
        if self.mark == picture::PAWN { "pawn" } else { "stone" }
    }

    /// Returns the same game with tokens of this sign.
    #[must_use]
    pub fn shown_as(self, mark: &'static str) -> Tokens {
        Tokens { mark, ..self }
    }

    /// Returns the game from a placement: the tokens on every vertex.
    #[must_use]
    pub fn with(&self, opening: Vec<u64>) -> Tokens {
        let mut placed = self.clone();
        placed.opening = opening;
        placed
    }

    /// Returns the same game before the tokens are placed.
    #[must_use]
    pub fn unplaced(self) -> Tokens {
        let unplaced = Some(self.opening.iter().sum());
        Tokens { unplaced, ..self }
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.opening.len()
    }

    /// Returns the number of placements of the tokens, reachable or not.
    pub fn standings(&self) -> u128 {
        let tokens = self.opening.iter().copied().reduce(u64::saturating_add).unwrap_or(0);
        multisets(tokens, self.vertices() as u64).saturating_add(u128::from(self.unplaced.is_some()))
    }

    /// Iterates over the arcs along which a token can be pushed.
    fn pushes(&self, tokens: &[u64]) -> impl Iterator<Item = (u32, u32)> {
        let arcs = self.arcs.iter().filter(|_| !tokens.is_empty());
        arcs.filter(|arc| tokens[arc.0 as usize] > 0).copied()
    }

    /// Iterates over all placements of `count` tokens, by the places of dividers in a row.
    fn placements(&self, count: u64) -> impl Iterator<Item = Vec<u64>> + use<> {
        let dividers = self.vertices() - 1;
        let row = count as usize + dividers;
        (0..row).combinations(dividers).map(move |dividers| {
            let dividers = dividers.into_iter().map(|divider| divider as i64);
            let ends = iter::once(-1).chain(dividers).chain(iter::once(row as i64));
            ends.tuple_windows().map(|(a, b)| (b - a - 1) as u64).collect()
        })
    }
}

fn push(tokens: &[u64], (from, to): (u32, u32)) -> (Turn, Vec<u64>) {
    let mut after = tokens.to_vec();
    after[from as usize] -= 1;
    after[to as usize] += 1;
    (Turn::Push(from, to), after)
}

/// A position is the number of tokens on each vertex, or empty if they are not placed yet.
impl Rules for Tokens {
    type Position = Vec<u64>;
    type Move = Turn;

    fn start(&self) -> Vec<u64> {
        match self.unplaced {
            None => self.opening.clone(),
            Some(_) => Vec::new(),
        }
    }

    fn moves(&self, tokens: &Vec<u64>) -> impl Iterator<Item = (Turn, Vec<u64>)> {
        let unplaced = self.unplaced.filter(|_| tokens.is_empty());
        let placed = unplaced.into_iter().flat_map(|count| self.placements(count));
        let placed = placed.map(|placed| (Turn::Place(placed.clone()), placed));
        self.pushes(tokens).map(|arc| push(tokens, arc)).chain(placed)
    }
}

/// The values of the one-token games on the vertices of a [`Compact`] graph. All other vertices have the nimber 0.
pub enum Values {
    /// Nimbers, for graphs without cycles.
    Acyclic(Vec<u32>),
    /// Loopy values.
    Loopy(Vec<loopy::Value>),
}

impl Values {
    /// Finds the values of an acyclic graph, or with `loopy` of any graph.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    pub fn of(graph: &Compact, loopy: bool, budget: Budget) -> Result<Values, Refusal> {
        let graph = graph.graph();
        let (vertices, arcs) = (graph.len() as u64, graph.arc_count() as u64);
        let require = |bytes: u64| budget.require(bytes.into(), format_args!("{vertices} vertices and {arcs} arcs"));
        if loopy {
            require(loopy::bytes_needed(vertices, arcs))?;
            return Ok(Values::Loopy(loopy::values(graph)));
        }
        require(grundy::bytes_needed(vertices))?;
        let nimbers = grundy::nimbers(graph).expect("the reader found no cycle");
        Ok(Values::Acyclic(nimbers))
    }

    /// Checks the value of each vertex against the values of its heads.
    ///
    /// # Errors
    /// Names the first vertex whose value does not follow.
    pub fn check(&self, graph: &Graph) -> Result<(), CertifyError> {
        match self {
            Values::Acyclic(nimbers) => certificate::check_nimbers(graph, nimbers),
            Values::Loopy(values) => certificate::check_loopy(graph, values),
        }
        .map_err(|error| wrong(error.to_string()))
    }

    /// Returns the value of a sum with this number of tokens on each vertex.
    pub fn sum(&self, graph: &Compact, tokens: &[u64]) -> loopy::Value {
        let standing = tokens.iter().enumerate().filter(|(_, count)| **count > 0);
        let known = standing.filter_map(|(vertex, &count)| Some((graph.number(vertex as u32)? as usize, count)));
        match self {
            Values::Acyclic(nimbers) => {
                let odd = known.filter(|(_, count)| count % 2 == 1);
                loopy::Value::Finite(odd.fold(0, |sum, (number, _)| sum ^ nimbers[number]))
            }
            Values::Loopy(values) => {
                // If the value is a nimber, only the parity counts. Otherwise it matters whether there are two or more
                // tokens.
                let few = |count: u64| count.min(2 + count % 2) as usize;
                loopy::sum(known.flat_map(|(number, count)| iter::repeat_n(&values[number], few(count))))
            }
        }
    }

    /// Returns the value of one token on a vertex.
    fn worth(&self, graph: &Compact, vertex: usize) -> loopy::Value {
        let number = graph.number(vertex as u32);
        number.map_or(loopy::Value::Finite(0), |number| match self {
            Values::Acyclic(nimbers) => loopy::Value::Finite(nimbers[number as usize]),
            Values::Loopy(values) => values[number as usize].clone(),
        })
    }

    /// Returns the winner with one token for each vertex of a graph, which must be acyclic unless `loopy` is set.
    ///
    /// With `misere` a player who cannot move wins.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    pub fn outcomes(graph: &Compact, (loopy, misere): (bool, bool), budget: Budget) -> Result<Vec<Outcome>, Refusal> {
        if misere {
            let labels = Labels::of(graph.vertices, &graph.arcs, &[], (true, graph.vertices), budget)?;
            return Ok(labels.outcomes());
        }
        let values = Values::of(graph, loopy, budget)?;
        let outcome = |vertex| values.worth(graph, vertex).outcome();
        Ok((0..graph.vertices).map(outcome).collect())
    }

    /// Iterates over the tokens that count: the odd one of a nimber, and at most two of a loopy value.
    ///
    /// Each comes with its vertex, the number of tokens there, and the value of one token.
    fn counted(&self, game: &Tokens, tokens: &[u64]) -> impl Iterator<Item = (usize, u64, loopy::Value)> {
        let standing = tokens.iter().enumerate().filter(|(_, count)| **count > 0);
        standing.flat_map(move |(vertex, &count)| {
            let worth = self.worth(&game.graph, vertex);
            let times = match worth {
                loopy::Value::Finite(_) => count % 2,
                loopy::Value::Infinite(_) => count.min(2),
            };
            iter::repeat_n((vertex, count, worth), times as usize)
        })
    }
}

/// Returns a vertex's value as the worth of a part.
fn worth_of(value: loopy::Value) -> Worth {
    match value {
        loopy::Value::Finite(nimber) => Worth::Nimber(nimber.into()),
        loopy::Value::Infinite(labels) => Worth::Infinite(labels.into_iter().map(u64::from).collect()),
    }
}

impl Oracle<Tokens> for Values {
    /// Returns the value of a placement.
    ///
    /// Placing the tokens wins: an even number may all stand on one vertex, an odd number on a vertex without arcs.
    fn value(&self, game: &Tokens, tokens: &Vec<u64>) -> Value {
        if tokens.is_empty() {
            return Value::of(Outcome::Win);
        }
        let sum = self.sum(&game.graph, tokens);
        let nimber = match (self, &sum) {
            (Values::Acyclic(_), loopy::Value::Finite(nimber)) => Some((*nimber).into()),
            _ => None,
        };
        Value::of(sum.outcome()).with_nimber(nimber)
    }

    /// Returns the arcs that change the xor into 0 if all values are nimbers.
    fn winning_moves<'a>(&'a self, game: &'a Tokens, tokens: &'a Vec<u64>) -> Steps<'a, Tokens> {
        let nimber = self.value(game, tokens).nimber;
        let Some(nimber) = nimber else {
            let wins = |next: &Vec<u64>| self.value(game, next).outcome == Outcome::Loss;
            return Box::new(game.moves(tokens).filter(move |(_, next)| wins(next)));
        };
        let change = move |(from, to): (u32, u32)| {
            let ends = [from, to].map(|vertex| self.worth(&game.graph, vertex as usize));
            ends[0].plus(&ends[1]) == loopy::Value::Finite(nimber as u32)
        };
        let winning = game.pushes(tokens).filter(move |&arc| change(arc));
        Box::new(winning.map(|arc| push(tokens, arc)))
    }
}

impl Theory<Tokens> for Values {
    fn parts(&self, game: &Tokens, tokens: &Vec<u64>) -> Vec<Part> {
        let token = game.token();
        let part = |(vertex, count, worth): (usize, u64, loopy::Value)| {
            let vertex = vertex + game.first;
            Part {
                name: match (count, &worth) {
                    (1, _) => format!("the {token} on {vertex}"),
                    (_, loopy::Value::Infinite(_)) => format!("one of {count} {token}s on {vertex}"),
                    _ => format!("the odd {token} of {count} on {vertex}"),
                },
                worth: worth_of(worth),
            }
        };
        self.counted(game, tokens).map(part).collect()
    }

    fn reason(&self, game: &Tokens, tokens: &Vec<u64>) -> Option<String> {
        let token = game.token();
        let is_infinite = |worth: &loopy::Value| matches!(worth, loopy::Value::Infinite(_));
        let counted = self.counted(game, tokens).map(|(_, _, worth)| worth);
        let (infinite, finite): (Vec<_>, Vec<_>) = counted.partition(is_infinite);
        match (infinite.len(), loopy::sum(&finite)) {
            (0, _) => Some(format!(
                "The {token}s never block each other, so each one counts as a heap of Nim. Two {token}s on one vertex cancel, \
                 because each move of the one can be answered by the same move of the other."
            )),
            (1, loopy::Value::Finite(xor)) => Some(format!(
                "One {token} can move on for ever, and its value ∞(K) lists the heaps K that it can become. The others have \
                 the xor {xor}, so the player to move wins if K holds {xor}, and otherwise draws."
            )),
            _ => Some(format!(
                "Two {token}s can move on for ever, so neither player can force an end: the game is a draw."
            )),
        }
    }

    fn label(&self, game: &Tokens, place: usize) -> Option<(Value, String)> {
        let worth = self.worth(&game.graph, place);
        let value = match &worth {
            loopy::Value::Finite(nimber) => Value::of_nimber((*nimber).into()),
            loopy::Value::Infinite(_) => Value::of(worth.outcome()),
        };
        Some((value, worth_label(&worth_of(worth))))
    }

    fn proof(&self, game: &Tokens, _: Budget) -> Option<Result<String, CertifyError>> {
        let graph = game.graph.graph();
        Some(self.check(graph).map(|()| {
            let vertices = graph.len();
            format!("the values of {vertices} vertices, each from those its arcs lead to")
        }))
    }
}

impl Shown for Tokens {
    const HOW: &'static str = "the arc to push along, such as `2-5`";

    fn opening(&self) -> Vec<u64> {
        self.opening.clone()
    }

    fn stage(&self) -> Stage {
        let places = (0..self.vertices()).map(|vertex| Place::named(vertex + self.first));
        Stage {
            worths: "In a vertex: the value of one token there.",
            ..picture::graph(self.arcs.iter().copied(), true, places)
        }
    }

    /// Returns the number of vertices, because a position has a number for every vertex.
    fn position_size(&self) -> usize {
        self.vertices()
    }

    fn place_count(&self) -> u64 {
        self.vertices() as u64
    }

    fn place_name(&self, place: usize) -> String {
        (place + self.first).to_string()
    }

    fn pieces(&self, tokens: &Vec<u64>) -> Vec<Piece> {
        picture::counted(tokens, self.mark)
    }

    fn move_name(&self, _: &Vec<u64>, turn: &Turn) -> String {
        match turn {
            Turn::Place(tokens) => format!("place {}", tokens.iter().join(" ")),
            Turn::Push(from, to) => {
                let name = |vertex: &u32| self.place_name(*vertex as usize);
                format!("{}-{}", name(from), name(to))
            }
        }
    }

    fn move_count(&self, tokens: &Vec<u64>) -> u128 {
        match self.unplaced.filter(|_| tokens.is_empty()) {
            Some(count) => multisets(count, self.vertices() as u64),
            None => self.pushes(tokens).count() as u128,
        }
    }
}
