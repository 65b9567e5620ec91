//! Vertices on a circle, in an order with few crossings. It suits dense graphs, whose layers are a tangle.

use std::f64::consts::TAU;

use super::outline::Point;

/// The bow of an arc that has an opposite one.
const BOW: f64 = 16.0;

/// Returns the vertices in an order around the circle. No exchange of two of them has fewer crossings.
///
/// **Cost.** An exchange counts the crossings of all pairs of arcs, of at most 132 arcs between 12 vertices.
pub fn order(vertices: usize, arcs: &[(usize, usize)]) -> Vec<usize> {
    let mut spots: Vec<usize> = (0..vertices).collect();
    let mut fewest = crossings(&spots, arcs);
    let mut is_better = true;
    while is_better {
        is_better = false;
        for one in 0..vertices {
            for other in 0..one {
                spots.swap(one, other);
                let count = crossings(&spots, arcs);
                if count < fewest {
                    (fewest, is_better) = (count, true);
                } else {
                    spots.swap(one, other);
                }
            }
        }
    }
    let mut order = vec![0; vertices];
    for (vertex, spot) in spots.into_iter().enumerate() {
        order[spot] = vertex;
    }
    order
}

/// Returns the number of pairs of arcs that cross, if the vertices have these spots on the circle.
fn crossings(spots: &[usize], arcs: &[(usize, usize)]) -> usize {
    let chord = |&(tail, head): &(usize, usize)| (spots[tail].min(spots[head]), spots[tail].max(spots[head]));
    let chords: Vec<(usize, usize)> = arcs.iter().map(chord).collect();
    let cross = |a: (usize, usize), b: (usize, usize)| {
        a.0 < b.0 && b.0 < a.1 && a.1 < b.1 || b.0 < a.0 && a.0 < b.1 && b.1 < a.1
    };
    let later = chords.iter().enumerate();
    later
        .map(|(number, &a)| chords[..number].iter().filter(|&&b| cross(a, b)).count())
        .sum()
}

/// Returns the points of a circle with this distance between neighbours, the first one at the top.
pub fn points(count: usize, distance: f64) -> Vec<Point> {
    let step = TAU / count as f64;
    let radius = distance / 2.0 / (step / 2.0).sin();
    let point = |number: usize| {
        let (sine, cosine) = (step * number as f64).sin_cos();
        (radius * sine, -radius * cosine)
    };
    (0..count).map(point).collect()
}

/// Returns the point through which an arc bends to its right, away from its opposite.
pub fn bow(tail: Point, head: Point) -> Point {
    let (x, y) = (head.0 - tail.0, head.1 - tail.1);
    let length = x.hypot(y).max(1.0);
    let middle = ((tail.0 + head.0) / 2.0, (tail.1 + head.1) / 2.0);
    (middle.0 - y / length * 2.0 * BOW, middle.1 + x / length * 2.0 * BOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffled_ring_is_put_in_order() {
        let arcs = [(0, 3), (3, 1), (1, 4), (4, 2), (2, 0)];
        let order = order(5, &arcs);
        let mut spots = vec![0; 5];
        for (spot, &vertex) in order.iter().enumerate() {
            spots[vertex] = spot;
        }
        assert_eq!(crossings(&[0, 1, 2, 3, 4], &arcs), 5);
        assert_eq!(crossings(&spots, &arcs), 0, "{order:?}");
    }
}
