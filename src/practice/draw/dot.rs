//! A diagram in the language of Graphviz (<https://graphviz.org/doc/info/lang.html>).

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::canvas::Words;
use super::diagram::{Arc, Diagram, Vertex, held};
use super::fill;
use crate::engine::Outcome;

/// Returns the diagram under its captions.
pub fn write(diagram: &Diagram, words: &Words<'_>) -> String {
    let (kind, joint) = if diagram.directed {
        ("digraph", "->")
    } else {
        ("graph", "--")
    };
    let legend = legend(diagram);
    let head = std::iter::once(words.title)
        .chain(words.captions.iter().map(String::as_str))
        .chain(std::iter::once(legend.as_str()));
    let mut text = format!("{kind} {} {{\n", quoted([words.title]));
    let _ = writeln!(text, "  label={}; labelloc=t; fontname=\"sans-serif\";", quoted(head));
    text += "  node [style=filled, fillcolor=white, shape=box, fontname=\"sans-serif\"];\n";
    text += "  edge [color=gray40, fontname=\"sans-serif\"];\n";
    for (number, vertex) in diagram.vertices.iter().enumerate() {
        let _ = writeln!(text, "  v{number} [{}];", attributes(vertex));
    }
    for arc in &diagram.arcs {
        let (from, to) = arc.ends;
        let _ = writeln!(text, "  v{from} {joint} v{to}{};", arc_attributes(arc));
    }
    text + "}\n"
}

/// Returns the meaning of the signs of a diagram. A graph of this language has no room for a drawn key.
fn legend(diagram: &Diagram) -> String {
    let has_outcomes = diagram.vertices.iter().any(|vertex| vertex.outcome.is_some());
    let has_wins = diagram.arcs.iter().any(|arc| arc.wins);
    let is_cut = diagram.vertices.iter().any(|vertex| vertex.cut);
    let outcomes = "W, round: won for the player to move. L, square: lost. D, cornered: drawn.";
    [
        (!diagram.meaning.is_empty(), diagram.meaning),
        (has_outcomes, outcomes),
        (has_wins, "Thick arcs: winning moves."),
        (is_cut, "Dashed: not all of its moves are drawn."),
    ]
    .into_iter()
    .filter_map(|(is_meant, sentence)| is_meant.then_some(sentence))
    .join(" ")
}

fn attributes(vertex: &Vertex) -> String {
    let pieces = vertex.pieces.iter().map(held).join(" ");
    let pieces = Some(pieces.as_str()).filter(|pieces| !pieces.is_empty());
    let lines = vertex.lines.iter().map(String::as_str).chain(pieces);
    let mut text = format!("label={}", quoted(lines));
    if let Some(outcome) = vertex.outcome {
        let shape = match outcome {
            Outcome::Win => "ellipse",
            Outcome::Draw => "octagon",
            Outcome::Loss => "box",
        };
        let _ = write!(text, ", shape={shape}, fillcolor=\"{}\"", fill(outcome));
    }
    if vertex.start {
        text += ", penwidth=3";
    }
    if vertex.cut {
        text += ", style=\"filled,dashed\"";
    }
    text
}

fn arc_attributes(arc: &Arc) -> String {
    let mut attributes = Vec::new();
    if !arc.name.is_empty() {
        attributes.push(format!("label={}", quoted([arc.name.as_str()])));
    }
    if arc.wins {
        attributes.push(format!("color=\"{}\", penwidth=3", super::WINNING));
    }
    match attributes.as_slice() {
        [] => String::new(),
        some => format!(" [{}]", some.join(", ")),
    }
}

/// Returns lines as one centred string of the language, with quotes and backslashes escaped.
fn quoted<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let lines = lines.into_iter().map(|line| {
        let escaped = line.replace('\\', "\\\\").replace('"', "\\\"");
        escaped.replace('\n', "\\n")
    });
    format!("\"{}\"", lines.collect::<Vec<_>>().join("\\n"))
}
