//! The layout of a diagram: vertices in layers, with arcs pointing down if possible.
//!
//! Vertices without an arc would make one endless row, so they stand in rows of their own below the rest.

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel};

use super::diagram::{Arc, Diagram};
use crate::problem::CertifyError;

/// A point, in units of the picture, from its upper left corner.
pub type Point = (f64, f64);

/// A diagram's geometry.
pub struct Layout {
    /// Width and height of everything.
    pub size: Point,
    /// The middle of each vertex.
    pub middles: Vec<Point>,
    /// The way of each arc, from the border of its tail to the border of its head.
    pub ways: Vec<Vec<Point>>,
}

/// The space between vertices.
const GAP: f64 = 28.0;
/// The largest number of arcs with a loose layout. With more, everything moves closer together.
const MAX_LOOSE_ARCS: usize = 40;
/// The space around everything.
const MARGIN: f64 = 16.0;

/// Lays out a diagram whose vertices have these sizes.
///
/// # Errors
/// Fails if the layout fails. That would be a fault of this program.
pub fn lay_out(diagram: &Diagram, sizes: &[Point]) -> Result<Layout, CertifyError> {
    let wrong = |what: &str| CertifyError::Wrong(format!("the layout of the picture failed: {what}"));
    let mut joined = vec![false; sizes.len()];
    for &Arc { ends: (from, to), .. } in &diagram.arcs {
        (joined[from], joined[to]) = (true, true);
    }
    let mut graph: Graph<NodeLabel, EdgeLabel, GraphLabel> = Graph::new(GraphOptions {
        directed: true,
        multigraph: true,
        ..GraphOptions::default()
    });
    // Many arcs are easier to read side by side than spread over the page.
    let dense = diagram.arcs.len() > MAX_LOOSE_ARCS;
    graph.set_graph(GraphLabel {
        nodesep: if dense { GAP / 2.0 } else { GAP },
        ranksep: if dense { 1.2 * GAP } else { 1.6 * GAP },
        edgesep: if dense { 5.0 } else { 16.0 },
        // Turn few arcs around, so that cycles become few layers.
        acyclicer: Some("greedy".to_owned()),
        marginx: MARGIN,
        marginy: MARGIN,
        ..GraphLabel::default()
    });
    for (number, &(width, height)) in sizes.iter().enumerate() {
        if joined[number] {
            let label = NodeLabel {
                width,
                height,
                ..NodeLabel::default()
            };
            graph.set_node(number.to_string(), label);
        }
    }
    for (number, arc) in diagram.arcs.iter().enumerate() {
        let (from, to) = (arc.ends.0.to_string(), arc.ends.1.to_string());
        let label = EdgeLabel {
            weight: 1.0,
            ..EdgeLabel::default()
        };
        graph.set_edge_named(from, to, Some(number.to_string()), Some(label));
    }
    let mut size = (2.0 * MARGIN, 2.0 * MARGIN);
    if !diagram.arcs.is_empty() {
        dugong::layout(&mut graph).map_err(|error| wrong(&error.to_string()))?;
        size = (graph.graph().width, graph.graph().height);
    }
    let mut middles = Vec::new();
    for (number, &joined) in joined.iter().enumerate() {
        let placed = graph.node(&number.to_string());
        match placed.and_then(|node| Some((node.x?, node.y?))) {
            Some(middle) => middles.push(middle),
            None if joined => return Err(wrong("a vertex has no place")),
            None => middles.push((0.0, 0.0)),
        }
    }
    let mut ways = Vec::new();
    for (number, arc) in diagram.arcs.iter().enumerate() {
        let (from, to) = (arc.ends.0.to_string(), arc.ends.1.to_string());
        let placed = graph.edge(&from, &to, Some(&number.to_string()));
        let points = placed.ok_or_else(|| wrong("an arc has no way"))?;
        ways.push(points.points.iter().map(|p| (p.x, p.y)).collect());
    }
    let mut layout = Layout { size, middles, ways };
    layout.frame();
    layout.put_alone(sizes, &joined);
    Ok(layout)
}

impl Layout {
    /// Enlarges the frame, which fits the vertices, so that all ways fit too.
    fn frame(&mut self) {
        let mut low = (MARGIN, MARGIN);
        let mut high = (self.size.0 - MARGIN, self.size.1 - MARGIN);
        for &(x, y) in self.ways.iter().flatten() {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        let shift = (MARGIN - low.0, MARGIN - low.1);
        for point in self.middles.iter_mut().chain(self.ways.iter_mut().flatten()) {
            *point = (point.0 + shift.0, point.1 + shift.1);
        }
        self.size = (high.0 + shift.0 + MARGIN, high.1 + shift.1 + MARGIN);
    }

    /// Puts the vertices without arcs in rows below the others.
    fn put_alone(&mut self, sizes: &[Point], joined: &[bool]) {
        const ROW_WIDTH: f64 = 600.0;
        let width = self.size.0.max(ROW_WIDTH);
        let (mut x, mut y, mut row) = (MARGIN, self.size.1, 0.0_f64);
        for (number, &(w, h)) in sizes.iter().enumerate() {
            if joined[number] {
                continue;
            }
            if x > MARGIN && x + w > width - MARGIN {
                (x, y, row) = (MARGIN, y + row + GAP, 0.0);
            }
            self.middles[number] = (x + w / 2.0, y + h / 2.0);
            x += w + GAP;
            row = row.max(h);
            self.size.0 = self.size.0.max(x - GAP + MARGIN);
            self.size.1 = y + row + MARGIN;
        }
    }
}
