//! One token on an acyclic graph whose vertices carry points: how far can the first player come out ahead?
//!
//! **Rules.** Whoever pushes the token to a vertex receives its points. The game ends where no arc leaves.
//!
//! **Idea.** Only the difference of the totals counts, and what was received before does not change what is best now.
//! So a vertex has one value, the best difference for whoever moves from it: the largest of r(w) - value(w) over the
//! arcs to w, or 0 where there is none.
//!
//! **Why it is right.** See [`scoring`].
//!
//! **Trap.** Taking the most points now is not best, a move is compulsory even where every move costs, and the points
//! of the vertex where the token starts go to nobody. Totals outgrow 32 bits.
//!
//! **Cost.** Linear in vertices and arcs: 12 bytes per arc and at most 57 per vertex.
//!
//! **Source.** A theory game of minimax (Zermelo 1913).

use std::rc::Rc;

use crate::engine::{certificate, scoring};
use crate::stock::arcs::{ArcList, Compact, Shape};
use crate::stock::prelude::*;

mod mistakes;
mod tiny;

const N: Limit = Limit::new("N", "the number of vertices", 1..=100_000).solves(1..=MAX_COUNT);
const M: Limit = Limit::new("M", "the number of arcs", 0..=200_000).solves(0..=MAX_COUNT);
const R: Limit =
    Limit::new("r", "the points of a vertex", -1_000_000_000..=1_000_000_000).solves(-MAX_18_DIGITS..=MAX_18_DIGITS);

/// A graph, vertices from 0, their points, and the vertex where the token starts.
#[derive(Clone)]
pub struct ScoreGame {
    points: Vec<i64>,
    start: u32,
    arcs: Vec<(u32, u32)>,
    graph: Rc<Compact>,
}

impl Problem for ScoreGame {
    const META: Meta = Meta::new(
        texts!("score-game"),
        "theory of minimax",
        "best score difference",
        ("score.in", "score.out"),
        ("N, the number of vertices", 100_000),
        &[N, M, R],
    )
    .no_misere("the points decide, not who moves last");

    const FAMILIES: &'static [Family<ScoreGame>] = &[
        family(
            "random",
            "arcs along a random order of the vertices, points of either sign",
            |n, random| generated(n, random, Shape::Random(2 * n as usize), any_points, anywhere),
        ),
        family(
            "path",
            "one path through all vertices, from its beginning: the longest game, every move forced",
            |n, random| generated(n, random, Shape::Path, any_points, |arc| Some(arc.1)),
        ),
        family(
            "dense",
            "every arc along a random order, as far as M allows",
            |n, random| {
                let reach = (200_000 / n as usize).clamp(2, 100);
                generated(n, random, Shape::Dense(reach), any_points, anywhere)
            },
        ),
        family(
            "repeated",
            "three pairs of vertices, each with many arcs",
            |n, random| generated(n, random, Shape::Repeated(2 * n as usize), any_points, anywhere),
        ),
        family(
            "costs",
            "every move costs points, and is a must all the same",
            |n, random| {
                let costs = |most: i64, random: &mut Random| random.within(-most, -1);
                generated(n, random, Shape::Random(2 * n as usize), costs, anywhere)
            },
        ),
        family(
            "large",
            "points at the ends of their range only, so that totals outgrow 32 bits",
            |n, random| {
                let ends = |_: i64, random: &mut Random| *random.pick(&[R.original.0, R.original.1]);
                generated(n, random, Shape::Random(2 * n as usize), ends, anywhere)
            },
        ),
        family("stuck", "no arc leaves the start", |n, random| {
            let tail = |arc: (u32, u32)| Some(arc.0);
            generated(n, random, Shape::Random(2 * n as usize), any_points, tail)
        }),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Points;
    /// The best difference, first player minus second.
    type Answer = Line<i128>;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<ScoreGame, InputError> {
        let [vertices, count] = Limit::row([N, M], scanner)?;
        let mut points = scanner.list(vertices)?;
        for vertex in 1..=vertices {
            let name = format_args!("`r({vertex})`, the points of a vertex");
            points.push(scanner.integer(name, R.bounds())?);
            scanner.space_or_newline(vertex - 1, vertices)?;
        }
        let start = scanner.index(format_args!("the start vertex"), vertices)?;
        scanner.newline()?;
        let list = ArcList::read(scanner, vertices, count, 1)?;
        scanner.end()?;
        let (arcs, graph) = list.into_graph(scanner, vertices, false)?;
        Ok(ScoreGame {
            points,
            start,
            arcs,
            graph: Rc::new(graph),
        })
    }

    fn game(&self, budget: Budget) -> Result<Points, Refusal> {
        /// For differences and worths, the points, the search and its path.
        const BYTES: u128 = 2 * 16 + 8 + 1 + 8;
        let graph = self.graph.graph();
        let vertices = graph.len();
        budget.require(BYTES * vertices as u128, format_args!("{vertices} vertices"))?;
        let points = graph.vertices().map(|v| self.points[self.graph.vertex(v) as usize]);
        Ok(Points {
            points: points.collect(),
            start: self.graph.number(self.start),
            start_vertex: self.start,
            graph: Rc::clone(&self.graph),
        })
    }

    fn theory(game: &Points, _: Budget) -> Result<Box<dyn Theory<Points>>, Refusal> {
        Ok(Box::new(Best::of(game)))
    }

    fn ask(game: &Points, known: &dyn Oracle<Points>) -> Line<i128> {
        let score = known.value(game, &game.start()).score;
        Line(score.expect("every position of a game of points has a score"))
    }

    fn brute_cap(_: &Points) -> usize {
        3000
    }

    fn smaller(&self) -> impl Iterator<Item = ScoreGame> {
        let ScoreGame { points, arcs, .. } = self;
        let start = self.start;
        let steps = shrink::graph(points.len(), arcs, move |vertex| vertex == start).map(move |smaller| {
            let left = smaller.gone.map(|gone| shrink::without(points, gone as usize));
            let points = left.unwrap_or_else(|| points.clone());
            ScoreGame::new(points, smaller.number(start), smaller.arcs)
        });
        let lowered = (0..points.len()).flat_map(move |vertex| {
            let value = points[vertex];
            shrink::lower(value.unsigned_abs()).map(move |size| {
                let mut points = points.clone();
                points[vertex] = value.signum() * size as i64;
                ScoreGame::new(points, start, arcs.clone())
            })
        });
        steps.chain(lowered)
    }
}

/// Returns an instance of a shape. `points` draws a number of at most a size; `unwanted` names the end of an arc where
/// the token does not start.
fn generated(
    size: u64,
    random: &mut Random,
    shape: Shape,
    points: fn(i64, &mut Random) -> i64,
    unwanted: fn((u32, u32)) -> Option<u32>,
) -> ScoreGame {
    let vertices = usize::try_from(size).expect("a generated graph fits in memory");
    let arcs = shape.draw(vertices, random);
    // Small points on small graphs, so that different lines of play meet.
    let most = if vertices <= 12 { 5 } else { R.original.1 };
    let points = (0..vertices).map(|_| points(most, random)).collect();
    let mut wanted = vec![true; vertices];
    let unwanted = arcs.iter().filter_map(|&arc| unwanted(arc));
    unwanted.for_each(|vertex| wanted[vertex as usize] = false);
    let starts = (0..vertices as u32).filter(|&v| wanted[v as usize]);
    let start = *random.pick(&starts.collect_vec());
    ScoreGame::new(points, start, arcs)
}

fn any_points(most: i64, random: &mut Random) -> i64 {
    random.within(-most, most)
}

fn anywhere(_: (u32, u32)) -> Option<u32> {
    None
}

impl ScoreGame {
    fn new(points: Vec<i64>, start: u32, arcs: Vec<(u32, u32)>) -> ScoreGame {
        ScoreGame {
            graph: Rc::new(Compact::new(points.len(), &arcs)),
            points,
            start,
            arcs,
        }
    }
}

/// A graph with points; the vertices that no arc mentions may be left out.
pub struct Points {
    graph: Rc<Compact>,
    points: Vec<i64>,
    /// The vertex where the token starts; `None` where no arc mentions it.
    start: Option<u32>,
    /// The vertex where the token starts, as the input numbers it from 0.
    start_vertex: u32,
}

/// The vertex of the token, and the lead of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    vertex: Option<u32>,
    lead: i128,
}

impl Points {
    fn heads(&self, vertex: Option<u32>) -> impl Iterator<Item = u32> {
        let heads = vertex.map_or(&[][..], |vertex| self.graph.graph().successors(vertex));
        heads.iter().copied().unique()
    }
}

/// A move is the vertex that the token goes to.
impl Rules for Points {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        Position {
            vertex: self.start,
            lead: 0,
        }
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        let over = self.heads(position.vertex).next().is_none();
        over.then(|| Outcome::of_difference(position.lead))
    }

    fn final_score(&self, position: &Position) -> Option<i128> {
        Some(position.lead)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (u32, Position)> {
        let lead = position.lead;
        self.heads(position.vertex).map(move |to| {
            let received = i128::from(self.points[to as usize]);
            let after = Position {
                vertex: Some(to),
                lead: -(lead + received),
            };
            (to, after)
        })
    }
}

/// The best difference from every vertex.
struct Best(Vec<i128>);

impl Best {
    fn of(game: &Points) -> Best {
        let best = scoring::best_differences(game.graph.graph(), &game.points);
        Best(best.expect("a cycle is an error of the input"))
    }
}

impl Oracle<Points> for Best {
    fn value(&self, _: &Points, position: &Position) -> Value {
        let best = position.vertex.map_or(0, |vertex| self.0[vertex as usize]);
        Value::of_score(position.lead + best)
    }
}

impl Theory<Points> for Best {
    fn label(&self, _: &Points, place: usize) -> Option<(Outcome, String)> {
        let best = *self.0.get(place)?;
        Some((Outcome::of_difference(best), format!("best {best:+}")))
    }

    /// Says that distances are not needed: nobody asks how long a game of points lasts.
    fn knows_distances(&self) -> bool {
        true
    }

    fn proof(&self, game: &Points, _: Budget) -> Option<Result<String, CertifyError>> {
        let graph = game.graph.graph();
        let checked = certificate::check_differences(graph, &game.points, &self.0);
        Some(checked.map_err(wrong).map(|()| {
            format!(
                "the difference of {} vertices, each from the vertices its arcs lead to",
                self.0.len()
            )
        }))
    }
}

impl Shown for Points {
    const HOW: &'static str = "the vertex to push the token to, such as `4`";

    /// A start that no arc mentions has the last place.
    fn stage(&self) -> Stage {
        let graph = self.graph.graph();
        let place = |vertex: u32| Place {
            note: format!("({:+})", self.points[vertex as usize]),
            ..Place::named(self.place_name(vertex as usize))
        };
        let alone = self.start.is_none();
        let alone = alone.then(|| Place::named(self.place_name(graph.len())));
        Stage {
            worths: "In a vertex: its points, and by how much perfect play from there puts its player ahead.",
            ..picture::graph(graph.arcs().unique(), true, graph.vertices().map(place).chain(alone))
        }
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let alone = self.graph.graph().len();
        let place = position.vertex.map_or(alone, |vertex| vertex as usize);
        vec![Piece::one(place, STONE)]
    }

    fn place_count(&self) -> u64 {
        self.graph.graph().len() as u64 + u64::from(self.start.is_none())
    }

    fn place_name(&self, place: usize) -> String {
        let vertex = match place < self.graph.graph().len() {
            true => self.graph.vertex(place as u32),
            false => self.start_vertex,
        };
        (1 + vertex).to_string()
    }

    fn remark(&self, position: &Position) -> Option<String> {
        Some(match position.lead {
            0 => "The totals are equal.".to_owned(),
            lead @ 1.. => format!("The player to move leads by {lead}."),
            lead => format!("The player to move is behind by {}.", -lead),
        })
    }

    fn move_name(&self, _: &Position, to: &u32) -> String {
        self.place_name(*to as usize)
    }
}

impl fmt::Display for ScoreGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.points.len(), self.arcs.len())?;
        writeln!(f, "{}", self.points.iter().format(" "))?;
        writeln!(f, "{}", self.start + 1)?;
        let mut arcs = self.arcs.iter();
        arcs.try_for_each(|(from, to)| writeln!(f, "{} {}", from + 1, to + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    use crate::problem::checks::{self, BUDGET, checks};

    checks!(ScoreGame, small: 2500 up to 8, edges: [
        "1 0\n5\n1\n" => "0\n",
        "2 1\n5 -7\n1\n1 2\n" => "-7\n",
        "2 1\n5 -7\n2\n1 2\n" => "0\n",
        "2 2\n5 3\n1\n1 2\n1 2\n" => "3\n",
        "3 2\n0 1000000000000000000 -1000000000000000000\n1\n1 2\n2 3\n" => "2000000000000000000\n",
        "4 3\n0 5 3 9\n1\n1 2\n1 3\n2 4\n" => "3\n",
        "2 1\n4 -7\n1\n1 2\n" => "-7\n",
    ]);

    #[test]
    fn trap_the_most_points_now_are_not_best() {
        // 10 now lets the opponent take 100; 1 now ends the game.
        let text = "4 3\n0 10 1 100\n1\n1 2\n1 3\n2 4\n";
        checks::edges::<ScoreGame>(&[], &[(text, "1\n")]);
    }

    #[test]
    fn trap_a_move_that_costs_is_a_must() {
        checks::edges::<ScoreGame>(&[], &[("3 2\n9 -5 -3\n1\n1 2\n1 3\n", "-3\n")]);
    }

    #[test]
    fn trap_nobody_receives_the_points_of_the_start() {
        checks::edges::<ScoreGame>(&[], &[("1 0\n1000000000\n1\n", "0\n")]);
    }

    #[test]
    fn trap_totals_outgrow_32_and_64_bits() {
        let n = 100;
        let points = (0..n).map(|v| if v % 2 == 1 { R.solve.1 } else { R.solve.0 });
        let arcs = (1..n).map(|v| format!("{v} {}\n", v + 1)).join("");
        let text = format!("{n} {}\n{}\n1\n{arcs}", n - 1, points.format(" "));
        checks::edges::<ScoreGame>(&[], &[(&text, "99000000000000000000\n")]);
    }

    #[test]
    fn raw_draws_agree_when_played_out() {
        let mut random = Random::new(14);
        let mut played = 0;
        for _ in 0..1500 {
            let vertices = 1 + random.index(6);
            let vertex = |random: &mut Random| random.index(vertices) as u32;
            let wanted = random.index(12);
            let arcs = (0..wanted).map(|_| (vertex(&mut random), vertex(&mut random)));
            let arcs = arcs.filter(|(a, b)| a < b).collect_vec();
            let points = (0..vertices).map(|_| random.within(-4, 4)).collect();
            let start = vertex(&mut random);
            played += u32::from(checks::agree(&ScoreGame::new(points, start, arcs)));
        }
        assert!(played > 1400, "{played}");
    }

    #[test]
    fn vertices_that_no_arc_mentions_change_nothing() {
        for seed in 0..300 {
            let small = (ScoreGame::FAMILIES[0].make)(5, &mut Random::new(seed));
            let apart = |v: u32| 3 + 90 * v;
            let mut points = vec![7; 500];
            for (vertex, &worth) in iter::zip(0.., &small.points) {
                points[apart(vertex) as usize] = worth;
            }
            let arcs = small.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
            let spread = ScoreGame::new(points, apart(small.start), arcs.collect());
            assert_eq!(spread.solve(BUDGET), small.solve(BUDGET), "{small}");
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        let instance = (ScoreGame::FAMILIES[0].make)(50, &mut Random::new(1));
        let Line(right) = instance.solve(BUDGET).unwrap()[0];
        checks::refutes(&instance, Line(right + 1));
    }
}
