//! The outlines of vertices: every outcome has a shape of its own, and arcs end on it.

use crate::engine::Outcome;

/// A point, in units of the picture, from its upper left corner.
pub type Point = (f64, f64);

/// The radius of the corners of a vertex without an outcome.
const PLAIN_RADIUS: f64 = 6.0;
/// The largest radius of the corners of a won vertex.
const ROUND_RADIUS: f64 = 22.0;
/// The side of the corners that a drawn vertex lacks.
const CUT_CORNER: f64 = 10.0;

/// The outline of a vertex around the origin.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// Half of its width and of its height.
    half: Point,
    /// The length that is missing at both sides of a corner.
    corner: f64,
    /// Whether the corners are round, not cut off.
    is_round: bool,
}

impl Outline {
    /// Returns the outline of a vertex of this size: round if it is won, square if it is lost, cornered if it is drawn.
    pub fn new(outcome: Option<Outcome>, (width, height): Point) -> Outline {
        let half = (width / 2.0, height / 2.0);
        let (corner, is_round) = match outcome {
            None => (PLAIN_RADIUS, true),
            Some(Outcome::Win) => (half.1.min(half.0).min(ROUND_RADIUS), true),
            Some(Outcome::Draw) => (CUT_CORNER, false),
            Some(Outcome::Loss) => (0.0, true),
        };
        Outline { half, corner, is_round }
    }

    /// Returns the outline around a point as a path of SVG.
    pub fn path(&self, (x, y): Point) -> String {
        let (corner, across, down) = (
            self.corner,
            2.0 * (self.half.0 - self.corner),
            2.0 * (self.half.1 - self.corner),
        );
        let turn = |right: f64, below: f64| {
            let (right, below) = (right * corner, below * corner);
            if self.is_round && corner > 0.0 {
                format!("a{corner:.1} {corner:.1} 0 0 1 {right:.1} {below:.1}")
            } else {
                format!("l{right:.1} {below:.1}")
            }
        };
        let start = (x - self.half.0 + corner, y - self.half.1);
        format!(
            "M{:.1} {:.1}h{across:.1}{}v{down:.1}{}h{:.1}{}v{:.1}{}z",
            start.0,
            start.1,
            turn(1.0, 1.0),
            turn(-1.0, 1.0),
            -across,
            turn(-1.0, -1.0),
            -down,
            turn(1.0, -1.0)
        )
    }

    fn holds(&self, (x, y): Point) -> bool {
        let (x, y) = (x.abs(), y.abs());
        let (beyond_x, beyond_y) = (x - (self.half.0 - self.corner), y - (self.half.1 - self.corner));
        if beyond_x <= 0.0 || beyond_y <= 0.0 {
            return x <= self.half.0 && y <= self.half.1;
        }
        if self.is_round {
            beyond_x.hypot(beyond_y) <= self.corner
        } else {
            beyond_x + beyond_y <= self.corner
        }
    }

    /// Returns the point of the outline around `middle` that lies in the direction of another point.
    pub fn toward(&self, middle: Point, other: Point) -> Point {
        /// Halvings of the ray. The error is below a thousandth of a pixel.
        const HALVINGS: u32 = 24;
        let (x, y) = (other.0 - middle.0, other.1 - middle.1);
        let length = x.hypot(y);
        if length == 0.0 {
            return middle;
        }
        let (mut inside, mut outside) = (0.0, (self.half.0 + self.half.1) / length);
        for _ in 0..HALVINGS {
            let between = (inside + outside) / 2.0;
            if self.holds((x * between, y * between)) {
                inside = between;
            } else {
                outside = between;
            }
        }
        (middle.0 + x * inside, middle.1 + y * inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_ends_on_the_outline_of_each_outcome() {
        let size = (60.0, 40.0);
        let corner = (30.0, 20.0);
        let distance = |outcome| {
            let (x, y) = Outline::new(outcome, size).toward((100.0, 100.0), (100.0 + corner.0, 100.0 + corner.1));
            (x - 100.0_f64).hypot(y - 100.0)
        };
        let [plain, win, draw, loss] =
            [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)].map(distance);
        assert!((loss - 1300_f64.sqrt()).abs() < 0.01, "{loss}");
        assert!(
            win < draw && draw < plain && plain < loss,
            "{win} {draw} {plain} {loss}"
        );
        for outcome in [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)] {
            let (x, y) = Outline::new(outcome, size).toward((100.0, 100.0), (100.0, 900.0));
            assert!((x - 100.0).abs() < 0.01 && (y - 120.0).abs() < 0.01, "{x} {y}");
        }
    }
}
