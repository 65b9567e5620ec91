//! The layout of a diagram: vertices in layers with arcs pointing down, or on a circle if the graph is small and dense.
//!
//! The layout never looks at outcomes, so a worksheet and its answers have the same places. Vertices without an arc
//! would make one endless row, so they stand in rows of their own below the rest. `docs/dev/layouts.md` has the
//! comparison behind these choices.

use itertools::Itertools as _;

use super::diagram::Diagram;
use super::layers::GAP;
use super::outline::Outline;
use super::{layers, ring};

pub use super::outline::Point;

/// A diagram's geometry.
pub struct Layout {
    /// Width and height of everything.
    pub size: Point,
    /// The middle of each vertex.
    pub middles: Vec<Point>,
    /// The way of each arc, from the outline of its tail to the outline of its head.
    pub ways: Vec<Vec<Point>>,
}

/// The space around everything.
const MARGIN: f64 = 16.0;
/// The largest number of vertices on a circle. On a larger one, arcs pass through the neighbours of their ends.
const MAX_RING_VERTICES: usize = 12;
/// A dense graph has at least this many arcs for this many vertices.
const DENSE: (usize, usize) = (5, 2);
/// The distance of a loop from the border of its vertex.
const LOOP: f64 = 20.0;

/// Lays out a diagram whose vertices have these sizes.
pub fn lay_out(diagram: &Diagram, sizes: &[Point]) -> Layout {
    let is_arc = |&(from, to): &(usize, usize)| from != to;
    let arcs = diagram.arcs.iter().map(|arc| arc.ends).filter(is_arc).collect_vec();
    let mut joined = vec![false; sizes.len()];
    for &(from, to) in &arcs {
        (joined[from], joined[to]) = (true, true);
    }
    let vertices = joined.iter().filter(|&&joined| joined).count();
    let is_dense = arcs.len() * DENSE.1 >= vertices * DENSE.0;
    let layered = || Sketch::layered(sizes, &joined, &arcs);
    let ring = || Sketch::ring(sizes, &joined, &arcs);
    let mut sketch = if vertices > MAX_RING_VERTICES {
        layered()
    } else if is_dense {
        ring()
    } else if diagram.directed {
        layered()
    } else {
        // Layers have no direction to show.
        let (layered, ring) = (layered(), ring());
        if ring.crossings(&arcs) < layered.crossings(&arcs) {
            ring
        } else {
            layered
        }
    };
    sketch.put_alone(sizes, &joined);
    sketch.finish(diagram, sizes)
}

/// The middles of vertices, and the points between the ends of each arc that is no loop.
struct Sketch {
    middles: Vec<Point>,
    bends: Vec<Vec<Point>>,
}

impl Sketch {
    /// Returns vertices in layers. Opposite arcs between neighbouring layers bow away from each other.
    fn layered(sizes: &[Point], joined: &[bool], arcs: &[(usize, usize)]) -> Sketch {
        let (middles, bends) = layers::place(sizes, joined, arcs);
        Sketch { middles, bends }.with_bows(arcs)
    }

    /// Returns vertices on a circle, with straight arcs. Opposite arcs bow away from each other.
    fn ring(sizes: &[Point], joined: &[bool], arcs: &[(usize, usize)]) -> Sketch {
        let vertices = joined.iter().positions(|&joined| joined).collect_vec();
        let number = |vertex: usize| vertices.partition_point(|&other| other < vertex);
        let numbered = arcs.iter().map(|&(from, to)| (number(from), number(to))).collect_vec();
        let order = ring::order(vertices.len(), &numbered);
        let sides = vertices.iter().map(|&vertex| sizes[vertex].0.hypot(sizes[vertex].1));
        let points = ring::points(vertices.len(), sides.fold(0.0, f64::max) + GAP);
        let mut middles = vec![(0.0, 0.0); sizes.len()];
        for (&vertex, point) in order.iter().zip(points) {
            middles[vertices[vertex]] = point;
        }
        let bends = vec![Vec::new(); arcs.len()];
        Sketch { middles, bends }.with_bows(arcs)
    }

    /// Bows straight arcs that have an opposite arc.
    fn with_bows(mut self, arcs: &[(usize, usize)]) -> Sketch {
        for (&(from, to), bends) in arcs.iter().zip(&mut self.bends) {
            if bends.is_empty() && arcs.contains(&(to, from)) {
                bends.push(ring::bow(self.middles[from], self.middles[to]));
            }
        }
        self
    }

    /// Returns the number of crossings of two arcs.
    fn crossings(&self, arcs: &[(usize, usize)]) -> usize {
        let lines = arcs.iter().zip(&self.bends).enumerate();
        let lines = lines.flat_map(|(number, (&(from, to), bends))| {
            let points = std::iter::once(self.middles[from])
                .chain(bends.iter().copied())
                .chain([self.middles[to]]);
            points.tuple_windows().map(move |(a, b)| (number, a, b))
        });
        let lines = lines.collect_vec();
        let side = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        let parted = |a: Point, b: Point, c: Point, d: Point| side(a, b, c) * side(a, b, d) < 0.0;
        let pairs = lines.iter().array_combinations();
        pairs
            .filter(|[(one, a, b), (other, c, d)]| one != other && parted(*a, *b, *c, *d) && parted(*c, *d, *a, *b))
            .count()
    }

    /// Puts the vertices without arcs in rows below the others.
    fn put_alone(&mut self, sizes: &[Point], joined: &[bool]) {
        const ROW_WIDTH: f64 = 600.0;
        let (low, high) = bounds(
            (0..sizes.len())
                .filter(|&vertex| joined[vertex])
                .flat_map(|vertex| corners(self.middles[vertex], sizes[vertex])),
        );
        let width = (high.0 - low.0).max(ROW_WIDTH);
        let (mut x, mut y, mut row) = (0.0, high.1 + GAP, 0.0_f64);
        for (number, &(w, h)) in sizes.iter().enumerate() {
            if joined[number] {
                continue;
            }
            if x > 0.0 && x + w > width {
                (x, y, row) = (0.0, y + row + GAP, 0.0);
            }
            self.middles[number] = (low.0 + x + w / 2.0, y + h / 2.0);
            x += w + GAP;
            row = row.max(h);
        }
    }

    /// Ends the arcs on the outlines of their vertices, adds the loops, and moves everything into a frame.
    fn finish(self, diagram: &Diagram, sizes: &[Point]) -> Layout {
        let Sketch { middles, bends } = self;
        let mut bends = bends.into_iter();
        let (low, high) = bounds(middles.iter().copied());
        let outline = |vertex: usize| Outline::new(diagram.vertices[vertex].outcome, sizes[vertex]);
        let way = |(from, to): (usize, usize)| {
            let between = if from == to {
                // A loop points away from the other vertices.
                let is_left = middles[from].0 < (low.0 + high.0) / 2.0;
                corner_loop(middles[from], sizes[from], if is_left { -1.0 } else { 1.0 })
            } else {
                bends.next().unwrap_or_default()
            };
            let first = between.first().copied().unwrap_or(middles[to]);
            let last = between.last().copied().unwrap_or(middles[from]);
            let mut way = vec![outline(from).toward(middles[from], first)];
            way.extend(between);
            way.push(outline(to).toward(middles[to], last));
            way
        };
        let ways: Vec<Vec<Point>> = diagram.arcs.iter().map(|arc| arc.ends).map(way).collect();
        let vertices = middles
            .iter()
            .zip(sizes)
            .flat_map(|(&middle, &size)| corners(middle, size));
        let (low, high) = bounds(vertices.chain(ways.iter().flatten().copied()));
        let moved = |&(x, y): &Point| (x - low.0 + MARGIN, y - low.1 + MARGIN);
        Layout {
            size: moved(&(high.0 + MARGIN, high.1 + MARGIN)),
            middles: middles.iter().map(moved).collect(),
            ways: ways.iter().map(|way| way.iter().map(moved).collect()).collect(),
        }
    }
}

/// Returns the bends of a small loop at an upper corner of a vertex. It is the left corner if `side` is -1, and the
/// right one if 1.
fn corner_loop((x, y): Point, (width, height): Point, side: f64) -> Vec<Point> {
    let (corner, top, out) = (x + side * width / 2.0, y - height / 2.0, side * LOOP);
    vec![
        (corner - out, top - LOOP),
        (corner + out, top - LOOP),
        (corner + out, top + LOOP),
    ]
}

fn corners((x, y): Point, (width, height): Point) -> [Point; 2] {
    [(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)]
}

/// Returns the smallest and the largest coordinates of some points.
fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    points
        .map(|point| (point, point))
        .reduce(|(low, high), (a, b)| ((low.0.min(a.0), low.1.min(a.1)), (high.0.max(b.0), high.1.max(b.1))))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::diagram::{Arc, Vertex};
    use super::*;
    use crate::engine::Outcome;

    const SIZE: Point = (60.0, 40.0);

    /// Lays out a graph with outcomes in turn.
    fn laid_out(vertices: usize, arcs: &[(usize, usize)], directed: bool) -> (Diagram, Layout) {
        let outcomes = [Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss), None];
        let vertex = |number: usize| Vertex {
            lines: vec![number.to_string()],
            answer: None,
            pieces: Vec::new(),
            board: None,
            outcome: outcomes[number % outcomes.len()],
            start: false,
            cut: false,
        };
        let arc = |&ends: &(usize, usize)| Arc {
            ends,
            name: String::new(),
            wins: false,
        };
        let diagram = Diagram {
            vertices: (0..vertices).map(vertex).collect(),
            arcs: arcs.iter().map(arc).collect(),
            directed,
            meaning: "",
            board: None,
        };
        let layout = lay_out(&diagram, &vec![SIZE; vertices]);
        (diagram, layout)
    }

    fn graphs() -> [(usize, Vec<(usize, usize)>); 4] {
        let loops_and_opposites = vec![(0, 0), (0, 1), (1, 0), (1, 2), (2, 2), (3, 1)];
        let dense = (0..9).flat_map(|from| (1..=4).map(move |step| (from, (from * step + step) % 9)));
        let dense = dense.unique().collect();
        let tree = (1..15).map(|number| ((number - 1) / 2, number)).collect();
        [(5, loops_and_opposites), (9, dense), (15, tree), (3, vec![(1, 1)])]
    }

    fn distance(a: Point, b: Point) -> f64 {
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    #[test]
    fn every_arc_ends_on_the_outlines_of_its_vertices() {
        for (vertices, arcs) in graphs() {
            let (diagram, layout) = laid_out(vertices, &arcs, true);
            for (arc, way) in diagram.arcs.iter().zip(&layout.ways) {
                for (vertex, end) in [(arc.ends.0, way[0]), (arc.ends.1, way[way.len() - 1])] {
                    let outline = Outline::new(diagram.vertices[vertex].outcome, SIZE);
                    let nearest = outline.toward(layout.middles[vertex], end);
                    assert!(distance(nearest, end) < 0.1, "{:?}: {end:?} {nearest:?}", arc.ends);
                }
            }
        }
    }

    #[test]
    fn loops_are_small_and_opposite_arcs_part() {
        for (vertices, arcs) in graphs() {
            let (diagram, layout) = laid_out(vertices, &arcs, true);
            let way = |ends: (usize, usize)| {
                arcs.iter()
                    .position(|&arc| arc == ends)
                    .map(|number| &layout.ways[number])
            };
            for (number, &(from, to)) in arcs.iter().enumerate() {
                let own = &layout.ways[number];
                if from == to {
                    let (x, y) = layout.middles[from];
                    let corner = |side: f64| (x + side * SIZE.0 / 2.0, y - SIZE.1 / 2.0);
                    let far = |side: f64| own.iter().map(move |&point| distance(point, corner(side)));
                    let farthest = [-1.0, 1.0].map(|side| far(side).fold(0.0, f64::max));
                    assert!(farthest[0].min(farthest[1]) < 1.5 * LOOP, "{own:?}");
                } else if let Some(other) = way((to, from)) {
                    let near = |point: Point| {
                        other
                            .iter()
                            .map(|&other| distance(point, other))
                            .fold(f64::MAX, f64::min)
                    };
                    let apart = own.iter().map(|&point| near(point)).fold(0.0, f64::max);
                    assert!(apart > 8.0, "{:?}: {own:?} {other:?}", diagram.arcs[number].ends);
                }
            }
        }
    }

    #[test]
    fn small_dense_graphs_stand_on_a_circle_and_others_in_layers() {
        let rows = |layout: &Layout| {
            layout
                .middles
                .iter()
                .map(|point| point.1.round() as i64)
                .unique()
                .count()
        };
        let [_, (vertices, dense), (tree_vertices, tree), _] = graphs();
        // A circle of nine has five rows: the top, and four pairs.
        assert_eq!(rows(&laid_out(vertices, &dense, true).1), 5);
        assert_eq!(rows(&laid_out(tree_vertices, &tree, true).1), 4);
        let cycle = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
        assert!(laid_out(5, &cycle, false).1.middles.iter().all(|point| point.0 > 0.0));
    }
}
