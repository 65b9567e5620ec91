//! The token pushed by people.

use itertools::Itertools as _;

use crate::budget::Budget;
use crate::engine::graph::GraphGame;
use crate::engine::mentioned::Mentioned;
use crate::engine::{Positions as _, Rules, Value, certificate, retrograde};
use crate::picture::{Kind, Piece, Place, STONE, Stage, label};
use crate::playable::Playable;
use crate::problem::CertifyError;

/// The token as people push it, and the outcome of every vertex. A move is the vertex that the token goes to.
pub struct Token {
    graph: GraphGame,
    mentioned: Option<Mentioned>,
    table: retrograde::Table,
}

impl Token {
    /// Solves the game; `mentioned` are the vertices that are left of the graph, where some were left out.
    pub(super) fn new(graph: GraphGame, mentioned: Option<Mentioned>) -> Token {
        Token {
            table: retrograde::solve(&graph),
            graph,
            mentioned,
        }
    }

    /// What people call a vertex.
    fn name(&self, vertex: u32) -> u32 {
        1 + self.mentioned.as_ref().map_or(vertex, |m| m.vertex(vertex))
    }

    /// A vertex and where its arcs lead, cut where they are very many.
    fn row(&self, vertex: u32, mark: char) -> String {
        const SHOWN: usize = 20;
        let mut heads = self.moves(&vertex).map(|(to, _)| self.name(to));
        let shown = heads.by_ref().take(SHOWN).join(" ");
        let more = match heads.count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let arrow = if shown.is_empty() { "" } else { " -> " };
        format!("{mark} {}{arrow}{shown}{more}\n", self.name(vertex))
    }
}

/// Arcs that are repeated are one move here.
impl Rules for Token {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.graph.start()
    }

    fn moves(&self, vertex: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.graph.moves(vertex).unique()
    }
}

impl Playable for Token {
    const HOW: &'static str = "the vertex to push the token to, such as `4`";

    fn value(&self, vertex: &u32) -> Value {
        let index = self.graph.index(vertex);
        Value {
            distance: self.table.distance(index).map(u64::from),
            ..Value::of(self.table.outcome(index))
        }
    }

    /// All vertices of a small graph and where their arcs lead, the token's marked; of a large one the token's only.
    fn board(&self, vertex: &u32) -> String {
        const SMALL: usize = 40;
        if self.graph.len() > SMALL {
            return self.row(*vertex, '*');
        }
        let vertices = self.graph.graph().vertices();
        let mark = |v| if v == *vertex { '*' } else { ' ' };
        vertices.map(|v| self.row(v, mark(v))).collect()
    }

    fn place_count(&self) -> u64 {
        self.graph.len() as u64
    }

    fn stage(&self) -> Stage {
        let graph = self.graph.graph();
        let place = |vertex| Place {
            worth: label(self.value(&vertex)),
            outcome: Some(self.value(&vertex).outcome),
            ..Place::named(self.name(vertex))
        };
        Stage {
            kind: Kind::Graph {
                arcs: graph.arcs().unique().collect(),
                directed: true,
            },
            places: graph.vertices().map(place).collect(),
            worths: "In a vertex: the outcome for who moves from there, and in how many plies.",
        }
    }

    fn pieces(&self, vertex: &u32) -> Vec<Piece> {
        vec![Piece::one(*vertex as usize, STONE)]
    }

    fn move_name(&self, _: &u32, to: &u32) -> String {
        self.name(*to).to_string()
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        certificate::check_outcomes(&self.graph, &self.table)
            .map_err(|error| CertifyError::Wrong(error.to_string()))?;
        Ok(format!(
            "outcome and distance of {} vertices, each from the vertices its arcs lead to",
            self.table.len()
        ))
    }
}
