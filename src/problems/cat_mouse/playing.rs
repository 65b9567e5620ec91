//! Cat and mouse moved by people, on a graph.

use itertools::Itertools as _;

use super::super::chase::Scene;
use super::HOLE;
use crate::engine::graph::Graph;
use crate::picture::{Kind, Place, Stage};

/// The graph.
pub struct House(pub(super) Graph);

impl House {
    fn row(&self, vertex: u32, mark: char) -> String {
        const SHOWN: usize = 20;
        let near = self.0.successors(vertex);
        let more = match near.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!(
            "{mark} {vertex} - {}{more}\n",
            near.iter().take(SHOWN).join(" ")
        )
    }
}

impl Scene for House {
    const HOW: &'static str = "the vertex to go to, such as `4`";
    const PLAYERS: [&'static str; 2] = ["the mouse", "the cat"];
    const MARKS: [&'static str; 2] = ["M", "C"];

    /// All vertices of a small graph with their neighbours, mouse, cat and hole marked; of a large one only those.
    fn board(&self, mouse: u32, cat: u32) -> String {
        const SMALL: usize = 60;
        let mark = |vertex: u32| match vertex {
            _ if vertex == cat => 'C',
            _ if vertex == mouse => 'M',
            HOLE => 'o',
            _ => ' ',
        };
        let shown = self
            .0
            .vertices()
            .filter(|&v| self.0.len() <= SMALL || mark(v) != ' ');
        shown.map(|v| self.row(v, mark(v))).collect()
    }

    fn name(&self, vertex: u32) -> String {
        vertex.to_string()
    }

    fn place_count(&self) -> u64 {
        self.0.len() as u64
    }

    /// An edge is drawn once, whichever ways it is listed.
    fn stage(&self) -> Stage {
        let place = |vertex| Place {
            note: if vertex == HOLE { "hole" } else { "" }.to_owned(),
            ..Place::named(vertex)
        };
        let edges = self.0.arcs().map(|(a, b)| (a.min(b), a.max(b)));
        Stage {
            kind: Kind::Graph {
                arcs: edges.unique().collect(),
                directed: false,
            },
            places: self.0.vertices().map(place).collect(),
            worths: "",
        }
    }

    fn place(&self, vertex: u32) -> usize {
        vertex as usize
    }
}
