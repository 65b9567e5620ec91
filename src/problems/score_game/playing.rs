//! The token pushed by people, who keep the score.

use itertools::Itertools as _;

use super::super::acyclic::Compact;
use crate::budget::Budget;
use crate::engine::{Outcome, Rules, Value, certificate};
use crate::picture::{Kind, Piece, Place, STONE, Stage};
use crate::playable::Playable;
use crate::problem::CertifyError;

/// A graph with points, and the best difference from every vertex.
pub struct Points {
    graph: Compact,
    points: Vec<i64>,
    best: Vec<i128>,
    /// Where the token starts; `None` where no arc mentions that vertex.
    start: Option<u32>,
    /// The same, as the input numbers it from 0.
    start_vertex: u32,
}

/// The token, and by how much the player to move leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    vertex: Option<u32>,
    lead: i128,
}

impl Points {
    /// `points` and `best` are those of the vertices of `graph`.
    pub(super) fn new(
        graph: Compact,
        points: Vec<i64>,
        best: Vec<i128>,
        start: Option<u32>,
        start_vertex: u32,
    ) -> Points {
        Points {
            graph,
            points,
            best,
            start,
            start_vertex,
        }
    }

    fn heads(&self, vertex: Option<u32>) -> impl Iterator<Item = u32> {
        let heads = vertex.map_or(&[][..], |vertex| self.graph.graph().successors(vertex));
        heads.iter().copied().unique()
    }

    fn name(&self, vertex: Option<u32>) -> u32 {
        1 + vertex.map_or(self.start_vertex, |vertex| self.graph.vertex(vertex))
    }

    /// A vertex, its points, and where its arcs lead.
    fn row(&self, vertex: u32, mark: char) -> String {
        const SHOWN: usize = 20;
        let mut heads = self.heads(Some(vertex)).map(|to| self.name(Some(to)));
        let shown = heads.by_ref().take(SHOWN).join(" ");
        let more = match heads.count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let arrow = if shown.is_empty() { "" } else { " -> " };
        let points = self.points[vertex as usize];
        format!(
            "{mark} {} ({points:+}){arrow}{shown}{more}\n",
            self.name(Some(vertex))
        )
    }
}

/// Who leads, in a sentence.
fn lead(moment: &Moment) -> String {
    match moment.lead {
        0 => "The totals are equal.".to_owned(),
        lead if lead > 0 => format!("The player to move leads by {lead}."),
        lead => format!("The player to move is behind by {}.", -lead),
    }
}

impl Rules for Points {
    type Position = Moment;
    type Move = u32;

    fn start(&self) -> Moment {
        Moment {
            vertex: self.start,
            lead: 0,
        }
    }

    fn terminal(&self, moment: &Moment) -> Option<Outcome> {
        let over = self.heads(moment.vertex).next().is_none();
        over.then(|| Outcome::of_difference(moment.lead))
    }

    fn moves(&self, moment: &Moment) -> impl Iterator<Item = (u32, Moment)> {
        let lead = moment.lead;
        self.heads(moment.vertex).map(move |to| {
            let received = i128::from(self.points[to as usize]);
            let after = Moment {
                vertex: Some(to),
                lead: -(lead + received),
            };
            (to, after)
        })
    }
}

impl Playable for Points {
    const HOW: &'static str = "the vertex to push the token to, such as `4`";

    fn value(&self, moment: &Moment) -> Value {
        let best = moment.vertex.map_or(0, |vertex| self.best[vertex as usize]);
        let score = moment.lead + best;
        Value {
            score: Some(score),
            ..Value::of(Outcome::of_difference(score))
        }
    }

    /// All vertices of a small graph with their points, the token's marked; of a large one the token's and the next.
    fn board(&self, moment: &Moment) -> String {
        const SMALL: usize = 40;
        let lead = lead(moment);
        let Some(here) = moment.vertex else {
            return format!("* {}\n{lead}\n", self.name(None));
        };
        let graph = self.graph.graph();
        let rows: String = if graph.len() <= SMALL {
            let mark = |vertex| if vertex == here { '*' } else { ' ' };
            graph
                .vertices()
                .map(|vertex| self.row(vertex, mark(vertex)))
                .collect()
        } else {
            let next = self
                .heads(moment.vertex)
                .take(SMALL)
                .map(|to| self.row(to, ' '));
            std::iter::once(self.row(here, '*')).chain(next).collect()
        };
        format!("{rows}{lead}\n")
    }

    /// A start that no arc mentions has the last place.
    fn place_count(&self) -> u64 {
        self.graph.graph().len() as u64 + u64::from(self.start.is_none())
    }

    fn stage(&self) -> Stage {
        let graph = self.graph.graph();
        let place = |vertex: u32| {
            let (points, best) = (self.points[vertex as usize], self.best[vertex as usize]);
            Place {
                note: format!("({points:+})"),
                worth: format!("best {best:+}"),
                outcome: Some(Outcome::of_difference(best)),
                ..Place::named(self.name(Some(vertex)))
            }
        };
        let alone = self.start.is_none().then(|| Place::named(self.name(None)));
        Stage {
            kind: Kind::Graph {
                arcs: graph.arcs().unique().collect(),
                directed: true,
            },
            places: graph.vertices().map(place).chain(alone).collect(),
            worths: "In a vertex: its points, and by how much perfect play from there puts its player ahead.",
        }
    }

    fn pieces(&self, moment: &Moment) -> Vec<Piece> {
        let vertex = moment
            .vertex
            .map_or(self.graph.graph().len(), |vertex| vertex as usize);
        vec![Piece::one(vertex, STONE)]
    }

    fn remark(&self, moment: &Moment) -> Option<String> {
        Some(lead(moment))
    }

    fn move_name(&self, _: &Moment, to: &u32) -> String {
        self.name(Some(*to)).to_string()
    }

    fn certify(&self, _: Budget) -> Result<String, CertifyError> {
        certificate::check_differences(self.graph.graph(), &self.points, &self.best)
            .map_err(|error| CertifyError::Wrong(error.to_string()))?;
        Ok(format!(
            "the difference of {} vertices, each from the vertices its arcs lead to",
            self.best.len()
        ))
    }
}
