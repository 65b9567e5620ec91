//! Diagrams: vertices and arcs with their words. A diagram shows the graph of a game on a graph, or the positions of
//! any game.

use itertools::Itertools as _;

use super::canvas::wrapped;
use super::caption::change;
use super::chart::Chart;
use crate::engine::Outcome;
use crate::picture::{Kind, Piece, Stage, label};
use crate::problem::{AnyGame, AnyPosition};

/// A graph with all of its words.
pub struct Diagram {
    /// The vertices, by their numbers.
    pub vertices: Vec<Vertex>,
    /// The arcs, at most one for each pair of vertices.
    pub arcs: Vec<Arc>,
    /// Whether arcs have heads.
    pub directed: bool,
    /// The labels of the vertices, for people.
    pub meaning: &'static str,
    /// The board without names, if the vertices are positions that a picture shows as small boards.
    pub board: Option<Stage>,
}

/// The fewest signs of room for a value on a worksheet.
const MIN_ROOM: usize = 4;

/// The most signs in a line of a remark.
const REMARK_SIGNS: usize = 18;

/// One vertex.
#[derive(Clone)]
pub struct Vertex {
    /// The text, line by line: the name and the value.
    pub lines: Vec<String>,
    /// The number of the line that holds its value, if one does.
    pub answer: Option<usize>,
    /// The pieces that stand there, if it is a place.
    pub pieces: Vec<Piece>,
    /// The number of lines that a small board replaces, and its pieces.
    pub board: Option<(usize, Vec<Piece>)>,
    /// The outcome for the player to move, if it has one.
    pub outcome: Option<Outcome>,
    /// Whether play begins there.
    pub start: bool,
    /// Whether moves are missing.
    pub cut: bool,
}

/// One arc.
#[derive(Clone)]
pub struct Arc {
    /// The tail and the head.
    pub ends: (usize, usize),
    /// The names of its moves.
    pub name: String,
    /// Whether one of its moves wins.
    pub wins: bool,
}

impl Diagram {
    /// Returns the same graph with room for the values instead of the values.
    pub fn without_values(&self) -> Diagram {
        let answers = self
            .vertices
            .iter()
            .filter_map(|vertex| Some(&vertex.lines[vertex.answer?]));
        let widest = answers.map(|line| line.chars().count()).max().unwrap_or(0);
        let vertex = |vertex: &Vertex| {
            let mut lines = vertex.lines.clone();
            if let Some(line) = vertex.answer {
                lines[line] = "_".repeat(widest.max(MIN_ROOM));
            }
            Vertex {
                lines,
                outcome: None,
                ..vertex.clone()
            }
        };
        let arc = |arc: &Arc| Arc {
            wins: false,
            ..arc.clone()
        };
        Diagram {
            vertices: self.vertices.iter().map(vertex).collect(),
            arcs: self.arcs.iter().map(arc).collect(),
            board: self.board.clone(),
            ..*self
        }
    }

    /// Returns the graph of a game that is played on one, with the tokens of a position. Other games have `None`.
    ///
    /// If a position is a single token, an arc wins if it leads to a lost vertex. In other games only the winning moves
    /// of the position are known.
    pub fn of_stage(game: &dyn AnyGame, stage: &Stage, position: &AnyPosition) -> Option<Diagram> {
        let Kind::Graph { arcs, directed } = &stage.kind else {
            return None;
        };
        let pieces = game.pieces(position);
        let on = |vertex: usize| pieces.iter().filter(move |p| p.place as usize == vertex);
        let vertex = |(number, place): (usize, &crate::picture::Place)| {
            let mut lines = vec![format!("{} {}", place.name, place.note).trim_end().to_owned()];
            let has_value = !place.worth.is_empty();
            lines.extend(has_value.then(|| place.worth.clone()));
            Vertex {
                answer: has_value.then_some(1),
                lines,
                pieces: on(number).cloned().collect(),
                board: None,
                outcome: place.outcome(),
                start: on(number).next().is_some(),
                cut: false,
            }
        };
        let single = matches!(pieces.as_slice(), [Piece { count: 1, .. }]) && game.value(position).score.is_none();
        let winning: Vec<(u32, u32)> = game
            .winning_moves(position)
            .filter_map(|choice| change(&pieces, &game.pieces(&choice.to)).arc())
            .collect();
        let wins = |&(from, to): &(u32, u32)| {
            winning.contains(&(from, to))
                || (!directed && winning.contains(&(to, from)))
                || (single && stage.places[to as usize].outcome() == Some(Outcome::Loss))
        };
        let arc = |ends: &(u32, u32)| Arc {
            ends: (ends.0 as usize, ends.1 as usize),
            name: String::new(),
            wins: wins(ends),
        };
        Some(Diagram {
            vertices: stage.places.iter().enumerate().map(vertex).collect(),
            arcs: arcs.iter().map(arc).collect(),
            directed: *directed,
            meaning: stage.worths,
            board: None,
        })
    }

    /// Returns the graph of listed positions.
    pub fn of_positions(game: &dyn AnyGame, stage: &Stage, chart: &Chart) -> Diagram {
        let is_board = matches!(stage.kind, Kind::Board { .. } | Kind::Strip { .. }) && is_small(stage);
        let vertex = |(number, position): (usize, &AnyPosition)| {
            let value = game.value(position);
            let pieces = game.pieces(position);
            let named = game.position_name(position).map(|name| vec![name]);
            let mut lines = named.unwrap_or_else(|| position_lines(stage, &pieces));
            let rows = lines.len();
            // Points are a part of a position that its pieces do not show.
            let remark = value.score.and_then(|_| game.remark(position));
            lines.extend(remark.iter().flat_map(|remark| wrapped(remark, REMARK_SIGNS)));
            lines.extend(game.player(position).map(|player| format!("{player} to move")));
            lines.push(label(value));
            Vertex {
                answer: Some(lines.len() - 1),
                lines,
                pieces: Vec::new(),
                board: is_board.then_some((rows, pieces)),
                outcome: Some(value.outcome),
                start: number == 0,
                cut: !chart.whole[number],
            }
        };
        let lost = |to: u32| game.value(&chart.positions[to as usize]).outcome == Outcome::Loss;
        let mut arcs = Vec::new();
        for (from, steps) in chart.moves.iter().enumerate() {
            let by_head = steps.iter().map(|step| (step.to, step.name));
            for (to, names) in by_head.into_group_map().into_iter().sorted() {
                arcs.push(Arc {
                    ends: (from, to as usize),
                    name: names.iter().map(|&n| &chart.names[n as usize]).join(", "),
                    wins: lost(to),
                });
            }
        }
        Diagram {
            vertices: chart.positions.iter().enumerate().map(vertex).collect(),
            arcs,
            directed: true,
            meaning: "In a position: its outcome, and in how many plies.",
            board: is_board.then(|| without_names(stage)),
        }
    }
}

/// Returns whether a position is drawn as a small board.
fn is_small(stage: &Stage) -> bool {
    const SMALL: usize = 64;
    stage.places.len() <= SMALL
}

/// Returns a stage whose places have no names and no worth.
fn without_names(stage: &Stage) -> Stage {
    let mut stage = stage.clone();
    for place in &mut stage.places {
        place.name.clear();
        place.worth.clear();
    }
    stage
}

/// Returns the pieces in a word: `M`, `3 ●`.
pub fn held(piece: &Piece) -> String {
    match piece.count {
        1 => piece.mark.to_owned(),
        count => format!("{count} {}", piece.mark),
    }
}

/// Returns a position in a few words: the rows of a small board, the sizes of heaps, the tokens and their vertices.
fn position_lines(stage: &Stage, pieces: &[Piece]) -> Vec<String> {
    let name = |piece: &Piece| &stage.places[piece.place as usize].name;
    match &stage.kind {
        Kind::Board { columns } | Kind::Strip { columns } if is_small(stage) => {
            let mut cells = stage
                .places
                .iter()
                .map(|place| {
                    if place.wall {
                        "#"
                    } else if place.note.is_empty() {
                        "·"
                    } else {
                        &place.note
                    }
                })
                .collect_vec();
            for piece in pieces {
                cells[piece.place as usize] = piece.mark;
            }
            cells.chunks(*columns).map(|row| row.concat()).collect()
        }
        Kind::Heaps | Kind::Numbers => {
            let mut sizes = vec![0; stage.places.len()];
            for piece in pieces {
                sizes[piece.place as usize] = piece.count;
            }
            vec![sizes.iter().join(" ")]
        }
        Kind::Board { .. } | Kind::Strip { .. } | Kind::Graph { .. } => {
            let lonely = pieces.len() == 1 && pieces[0].count == 1;
            let word = |piece: &Piece| {
                if lonely {
                    name(piece).clone()
                } else {
                    format!("{} on {}", held(piece), name(piece))
                }
            };
            let words = pieces.iter().map(word).collect_vec();
            if words.is_empty() {
                vec!["nothing".to_owned()]
            } else {
                words.chunks(3).map(|some| some.join(", ")).collect()
            }
        }
    }
}
