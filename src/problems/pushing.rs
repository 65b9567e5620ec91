//! Tokens on a graph, pushed along its arcs by people: what `pawns` and `dag-stone-count` are move by move.

use std::iter;

use itertools::Itertools as _;

use crate::budget::Budget;
use crate::engine::brute::{self, Brute};
use crate::engine::graph::Graph;
use crate::engine::{Rules, Value, Worth, certificate, loopy};
use crate::picture::{self, Kind, Piece, Place, Stage, worth_label};
use crate::playable::{Count, Part, Playable};
use crate::problem::CertifyError;
use crate::stock::arcs::Compact;

/// How many positions are looked at to know how long play lasts.
const KNOWN_POSITIONS: usize = 2000;

/// The values of one-token games.
pub(super) enum Values {
    Acyclic(Vec<u32>),
    Loopy(Vec<loopy::Value>),
}

impl Values {
    /// Checks the values against those of the vertices that arcs lead to.
    pub(super) fn check(&self, graph: &Graph) -> Result<(), CertifyError> {
        match self {
            Values::Acyclic(nimbers) => certificate::check_nimbers(graph, nimbers),
            Values::Loopy(values) => certificate::check_loopy(graph, values),
        }
        .map_err(|error| CertifyError::Wrong(error.to_string()))
    }
}

/// Tokens on a graph, and the value of each vertex.
pub struct Pushing {
    tokens: Tokens,
    graph: Compact,
    values: Values,
    /// The number that people give to the first vertex.
    first: usize,
    known: Option<Brute<Tokens>>,
    count: Option<Count>,
}

/// The bare rules.
struct Tokens {
    /// The arcs, each once, in the order of the input.
    arcs: Vec<(u32, u32)>,
    start: Vec<u64>,
}

impl Rules for Tokens {
    type Position = Vec<u64>;
    type Move = (u32, u32);

    fn start(&self) -> Vec<u64> {
        self.start.clone()
    }

    fn moves(&self, tokens: &Vec<u64>) -> impl Iterator<Item = ((u32, u32), Vec<u64>)> {
        pushes(&self.arcs, tokens)
    }
}

impl Pushing {
    /// The game from a placement, on vertices that people number from `first` on. `values` are those of `graph`.
    pub(super) fn new(
        arcs: &[(u32, u32)],
        graph: Compact,
        values: Values,
        start: Vec<u64>,
        first: usize,
    ) -> Pushing {
        let arcs = arcs.iter().copied().unique().collect();
        let tokens = Tokens { arcs, start };
        Pushing {
            known: brute::solve(&tokens, KNOWN_POSITIONS).ok(),
            tokens,
            graph,
            values,
            first,
            count: None,
        }
    }

    /// The same, where the problem asks for a number of placements.
    pub(super) fn counting(self, count: Count) -> Pushing {
        Pushing {
            count: Some(count),
            ..self
        }
    }

    /// What one token on this vertex is worth.
    fn worth(&self, vertex: usize) -> loopy::Value {
        let number = self.graph.number(vertex as u32);
        number.map_or(loopy::Value::Finite(0), |number| match &self.values {
            Values::Acyclic(nimbers) => loopy::Value::Finite(nimbers[number as usize]),
            Values::Loopy(values) => values[number as usize].clone(),
        })
    }

    /// The tokens that count: of a nimber the odd one, of a loopy value two of many.
    fn counted<'a>(
        &'a self,
        tokens: &'a [u64],
    ) -> impl Iterator<Item = (usize, u64, loopy::Value)> + 'a {
        let standing = tokens.iter().enumerate().filter(|(_, count)| **count > 0);
        standing.flat_map(|(vertex, &count)| {
            let worth = self.worth(vertex);
            let times = match worth {
                loopy::Value::Finite(_) => count % 2,
                loopy::Value::Infinite(_) => count.min(2),
            };
            iter::repeat_n((vertex, count, worth), times as usize)
        })
    }

    fn sum(&self, tokens: &[u64]) -> loopy::Value {
        let counted = self.counted(tokens);
        counted.fold(loopy::Value::Finite(0), |sum, (_, _, worth)| {
            sum.plus(&worth)
        })
    }
}

/// A vertex's value as a part of a sum.
fn worth_of(value: loopy::Value) -> Worth {
    match value {
        loopy::Value::Finite(nimber) => Worth::Nimber(nimber.into()),
        loopy::Value::Infinite(labels) => {
            Worth::Infinite(labels.into_iter().map(u64::from).collect())
        }
    }
}

impl Rules for Pushing {
    type Position = Vec<u64>;
    type Move = (u32, u32);

    fn start(&self) -> Vec<u64> {
        self.tokens.start()
    }

    fn moves(&self, tokens: &Vec<u64>) -> impl Iterator<Item = ((u32, u32), Vec<u64>)> {
        self.tokens.moves(tokens)
    }
}

impl Playable for Pushing {
    const HOW: &'static str = "the arc to push along, such as `2-5`";

    fn value(&self, tokens: &Vec<u64>) -> Value {
        let sum = self.sum(tokens);
        let known = self.known.as_ref();
        Value {
            distance: known
                .and_then(|known| known.distance(tokens))
                .map(u64::from),
            nimber: match sum {
                loopy::Value::Finite(nimber) if matches!(self.values, Values::Acyclic(_)) => {
                    Some(nimber.into())
                }
                _ => None,
            },
            ..Value::of(sum.outcome())
        }
    }

    /// All vertices of a small graph, of a large one those with tokens: the tokens and where arcs lead.
    fn board(&self, tokens: &Vec<u64>) -> String {
        const SMALL: usize = 40;
        const HEADS: usize = 20;
        let shown = |vertex: &usize| tokens.len() <= SMALL || tokens[*vertex] > 0;
        let width = (tokens.len() - 1 + self.first).to_string().len();
        let row = |vertex: usize| {
            let heads = self
                .tokens
                .arcs
                .iter()
                .filter(|arc| arc.0 as usize == vertex);
            let mut heads = heads.map(|arc| arc.1 as usize + self.first);
            let some = heads.by_ref().take(HEADS).join(" ");
            let arrow = if some.is_empty() { "" } else { " -> " };
            let more = match heads.count() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let held = match tokens[vertex] {
                0 => String::new(),
                count => format!("[{count}]"),
            };
            format!(
                "{:width$} {held:>4}{arrow}{some}{more}\n",
                vertex + self.first
            )
        };
        let rows: String = (0..tokens.len()).filter(shown).map(row).collect();
        if rows.is_empty() {
            "nothing to push\n".to_owned()
        } else {
            rows
        }
    }

    fn place_count(&self) -> u64 {
        self.tokens.start.len() as u64
    }

    /// Beside each vertex what one token there is worth.
    fn stage(&self) -> Stage {
        let place = |vertex: usize| {
            let worth = self.worth(vertex);
            Place {
                outcome: Some(worth.outcome()),
                worth: worth_label(&worth_of(worth)),
                ..Place::named(vertex + self.first)
            }
        };
        Stage {
            kind: Kind::Graph {
                arcs: self.tokens.arcs.clone(),
                directed: true,
            },
            places: (0..self.tokens.start.len()).map(place).collect(),
            worths: "In a vertex: what one token there is worth.",
        }
    }

    fn pieces(&self, tokens: &Vec<u64>) -> Vec<Piece> {
        picture::stones(tokens)
    }

    fn move_name(&self, _: &Vec<u64>, (from, to): &(u32, u32)) -> String {
        format!(
            "{}-{}",
            *from as usize + self.first,
            *to as usize + self.first
        )
    }

    fn parts(&self, tokens: &Vec<u64>) -> Vec<Part> {
        let part = |(vertex, count, worth): (usize, u64, loopy::Value)| {
            let (vertex, infinite) = (
                vertex + self.first,
                matches!(worth, loopy::Value::Infinite(_)),
            );
            Part {
                name: match count {
                    1 => format!("the one on {vertex}"),
                    _ if infinite => format!("one of {count} on {vertex}"),
                    _ => format!("the odd one of {count} on {vertex}"),
                },
                worth: worth_of(worth),
            }
        };
        self.counted(tokens).map(part).collect()
    }

    fn reason(&self, tokens: &Vec<u64>) -> Option<String> {
        let loopy = |worth: &loopy::Value| matches!(worth, loopy::Value::Infinite(_));
        let infinite = self
            .counted(tokens)
            .filter(|(_, _, worth)| loopy(worth))
            .count();
        let rest = self.counted(tokens).filter(|(_, _, worth)| !loopy(worth));
        let rest = rest.fold(loopy::Value::Finite(0), |sum, (_, _, worth)| {
            sum.plus(&worth)
        });
        match (infinite, rest) {
            // Where a number of placements is asked for, people play one of them.
            (0, _) if self.count.is_some() && *tokens == self.tokens.start => Some(
                "This is the first lost placement in dictionary order, of those that leave a move if any does."
                    .to_owned(),
            ),
            (0, _) => None,
            (1, loopy::Value::Finite(xor)) => Some(format!(
                "One part is loopy, worth ∞(K). The others have the xor {xor}: whoever moves wins if K holds {xor}, \
                 and else draws."
            )),
            _ => {
                Some("Two parts are loopy, so neither player can force the end: a draw.".to_owned())
            }
        }
    }

    fn count(&self) -> Option<Count> {
        self.count.clone()
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        let graph = self.graph.graph();
        self.values.check(graph)?;
        let values = format!(
            "the values of {} vertices, each from those its arcs lead to",
            graph.len()
        );
        let Some(known) = &self.known else {
            return Ok(values);
        };
        let wrong = |tokens: &&Vec<u64>| known.outcome(tokens) != Some(self.sum(tokens).outcome());
        if let Some(tokens) = known.positions().iter().find(wrong) {
            let board = self.board(tokens);
            return Err(CertifyError::Wrong(format!(
                "trying every move gives another outcome of\n{board}"
            )));
        }
        let positions = known.positions().len();
        Ok(format!(
            "{values}; the outcomes of all {positions} positions, by trying every move"
        ))
    }
}

/// Every move of one token along one of the arcs: the arc, and the tokens after it. `tokens[v]` stand on vertex `v`.
pub(super) fn pushes(
    arcs: &[(u32, u32)],
    tokens: &[u64],
) -> impl Iterator<Item = ((u32, u32), Vec<u64>)> {
    let movable = arcs.iter().filter(|arc| tokens[arc.0 as usize] > 0);
    movable.map(|&(from, to)| {
        let mut after = tokens.to_vec();
        after[from as usize] -= 1;
        after[to as usize] += 1;
        ((from, to), after)
    })
}
