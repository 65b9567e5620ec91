//! One token on an acyclic graph whose vertices carry points: whoever pushes the token to a vertex receives its points;
//! the game ends where no arc leaves. How far can the first player come out ahead?
//!
//! **Idea.** Only the difference of the totals counts, and what was received before does not change what is best now.
//! So a vertex has one value, the best difference for whoever moves from it: the largest of r(w) - value(w) over the
//! arcs to w, or 0 where there is none. **Why.** See [`scoring`].
//!
//! **Trap.** Taking the most points now is not best, a move is compulsory even where every move costs, and the points
//! of the vertex where the token starts go to nobody. Totals outgrow 32 bits.
//!
//! **Cost.** Linear in vertices and arcs: 12 bytes per arc and at most 57 per vertex. **Source.** A theory game of minimax
//! (Zermelo 1913).

use std::fmt;

use itertools::Itertools;

use super::acyclic::{ArcList, Compact, MOST, Shape};
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules, brute, certificate, scoring};
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{lower, shorter, without, without_vertex};
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Points;

/// The problem.
pub struct ScoreGame;

const N: Limit = Limit {
    name: "N",
    what: "the number of vertices",
    original: (1, 100_000),
    solve: (1, MOST),
};
const M: Limit = Limit {
    name: "M",
    what: "the number of arcs",
    original: (0, 200_000),
    solve: (0, MOST),
};
const R: Limit = Limit {
    name: "r",
    what: "the points of a vertex",
    original: (-1_000_000_000, 1_000_000_000),
    solve: (-1_000_000_000_000_000_000, 1_000_000_000_000_000_000),
};
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 3000;

/// A graph, vertices from 0, their points, and where the token starts.
pub struct Instance {
    points: Vec<i64>,
    start: u32,
    arcs: Vec<(u32, u32)>,
    graph: Compact,
}

/// The best difference, first player minus second.
#[derive(PartialEq, Debug)]
pub struct Answer(i128);

impl Problem for ScoreGame {
    const META: Meta = Meta {
        slug: "score-game",
        title: Words {
            en: "Score Game",
            vi: "Trò chơi tính điểm",
            zh: "计分游戏",
        },
        source: "theory of minimax",
        engine: "best score difference",
        contest_files: ("score.in", "score.out"),
        limits: &[N, M, R],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("score-game"),
        hints: hints!("score-game"),
        families: &[
            Family {
                name: "random",
                about: "arcs along a random order of the vertices, points of either sign",
            },
            Family {
                name: "path",
                about: "one path through all vertices, from its beginning: the longest game, every move forced",
            },
            Family {
                name: "dense",
                about: "every arc along a random order, as far as M allows",
            },
            Family {
                name: "repeated",
                about: "three pairs of vertices, each with many arcs",
            },
            Family {
                name: "costs",
                about: "every move costs points, and is a must all the same",
            },
            Family {
                name: "large",
                about: "points at the ends of their range only, so that totals outgrow 32 bits",
            },
            Family {
                name: "stuck",
                about: "no arc leaves the start",
            },
        ],
        size: ("N, the number of vertices", 100_000),
        variants: &[],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Points;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let vertices = N.count(scanner)?;
        scanner.space()?;
        let count = M.count(scanner)?;
        scanner.newline()?;
        let mut points = Vec::with_capacity(scanner.capacity(vertices));
        for vertex in 1..=vertices {
            let name = format_args!("`r({vertex})`, the points of a vertex");
            points.push(scanner.integer(name, R.bounds())?);
            scanner.space_or_newline(vertex - 1, vertices)?;
        }
        let start = scanner.index(format_args!("the start vertex"), vertices)?;
        scanner.newline()?;
        let list = ArcList::read(scanner, vertices, count, 1)?;
        scanner.end()?;
        let graph = Compact::new(vertices, &list.arcs);
        if let Some(cycle) = graph.find_cycle() {
            return Err(list.cycle_error(scanner, &cycle));
        }
        Ok(Instance {
            points,
            start,
            arcs: list.arcs,
            graph,
        })
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        let best = instance.differences(&instance.compact_points(), budget)?;
        Ok(instance.answer(&best))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let points = instance.compact_points();
        let best = instance.differences(&points, budget)?;
        certificate::check_differences(instance.graph.graph(), &points, &best)
            .map_err(|error| CertifyError::Wrong(error.to_string()))?;
        if instance.answer(&best) != *answer {
            return Err(CertifyError::Wrong(
                "the answer is not the start vertex's difference".into(),
            ));
        }
        Ok(format!(
            "the difference of {} vertices, each from the vertices its arcs lead to",
            best.len()
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let play = |target| Play { instance, target };
        let reached = brute::solve(&play(0), BRUTE_POSITIONS).ok()?;
        // The answer is a difference with which some line of play ends, and the largest that can be forced.
        let ends = reached.positions().iter().filter(|at| play(0).is_over(at));
        let targets = ends.map(|at| at.lead).sorted().dedup().collect_vec();
        let forced = targets.into_iter().rev().find(|&target| {
            let solved = brute::solve(&play(target), BRUTE_POSITIONS);
            solved.is_ok_and(|solved| solved.start_outcome() == Outcome::Win)
        });
        forced.map(Answer)
    }

    fn game(instance: &Instance, _: usize, budget: Budget) -> Result<Points, Refusal> {
        let points = instance.compact_points();
        let best = instance.differences(&points, budget)?;
        let start = instance.graph.number(instance.start);
        Ok(Points::new(
            instance.graph.clone(),
            points,
            best,
            start,
            instance.start,
        ))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let vertices = usize::try_from(size).expect("a generated graph fits in memory");
        let most_arcs = 2 * vertices;
        let shape = match family {
            "dense" => Shape::Dense((200_000 / vertices).clamp(2, 100)),
            "path" => Shape::Path,
            "repeated" => Shape::Repeated(most_arcs),
            _ => Shape::Random(most_arcs),
        };
        let arcs = shape.draw(vertices, random);
        // Small points on small graphs, so that different lines of play meet.
        let most = if vertices <= 12 { 5 } else { R.original.1 };
        let points = (0..vertices).map(|_| match family {
            "costs" => random.within(-most, -1),
            "large" => *random.pick(&[R.original.0, R.original.1]),
            _ => random.within(-most, most),
        });
        let points = points.collect();
        let mut wanted = vec![true; vertices];
        match family {
            "path" => arcs.iter().for_each(|arc| wanted[arc.1 as usize] = false),
            "stuck" => arcs.iter().for_each(|arc| wanted[arc.0 as usize] = false),
            _ => {}
        }
        let starts: Vec<u32> = (0..vertices as u32)
            .filter(|&v| wanted[v as usize])
            .collect();
        Instance {
            points,
            start: *random.pick(&starts),
            graph: Compact::new(vertices, &arcs),
            arcs,
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let build = |points: Vec<i64>, start: u32, arcs: Vec<(u32, u32)>| Instance {
            graph: Compact::new(points.len(), &arcs),
            points,
            start,
            arcs,
        };
        let Instance {
            ref points,
            start,
            ref arcs,
            ..
        } = *instance;
        let others = (0..points.len()).filter(move |&vertex| vertex != start as usize);
        let dropped = others.map(move |vertex| {
            let start = start - u32::from(start as usize > vertex);
            build(
                without(points, vertex),
                start,
                without_vertex(arcs, vertex as u32),
            )
        });
        let cut = shorter(arcs).map(move |arcs| build(points.clone(), start, arcs));
        let lowered = (0..points.len()).flat_map(move |vertex| {
            let value = points[vertex];
            lower(value.unsigned_abs()).map(move |size| {
                let mut points = points.clone();
                points[vertex] = value.signum() * size as i64;
                build(points, start, arcs.clone())
            })
        });
        dropped.chain(cut).chain(lowered)
    }
}

impl Instance {
    /// The points of the vertices of the compact graph.
    fn compact_points(&self) -> Vec<i64> {
        let vertices = self.graph.graph().vertices();
        vertices
            .map(|v| self.points[self.graph.vertex(v) as usize])
            .collect()
    }

    /// The best difference from every vertex of the compact graph.
    fn differences(&self, points: &[i64], budget: Budget) -> Result<Vec<i128>, Refusal> {
        /// For differences and worths, the points, the search and its path.
        const BYTES: u128 = 2 * 16 + 8 + 1 + 8;
        let graph = self.graph.graph();
        let vertices = graph.len();
        budget.require(
            BYTES * vertices as u128,
            format_args!("{vertices} vertices"),
        )?;
        Ok(scoring::best_differences(graph, points).expect("a cycle is an error of the input"))
    }

    fn answer(&self, best: &[i128]) -> Answer {
        let start = self.graph.number(self.start);
        Answer(start.map_or(0, |number| best[number as usize]))
    }
}

/// The game won by whoever reaches a target: the first player wins if they end at least `target` ahead.
struct Play<'a> {
    instance: &'a Instance,
    target: i128,
}

/// The token, whose turn it is, and by how much the first player leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    vertex: u32,
    first_to_move: bool,
    lead: i128,
}

impl Play<'_> {
    fn is_over(&self, position: &Position) -> bool {
        self.instance
            .arcs
            .iter()
            .all(|arc| arc.0 != position.vertex)
    }
}

/// A move is the vertex that the token is pushed to.
impl Rules for Play<'_> {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        Position {
            vertex: self.instance.start,
            first_to_move: true,
            lead: 0,
        }
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        let reached = position.lead >= self.target;
        self.is_over(position)
            .then_some(if reached == position.first_to_move {
                Outcome::Win
            } else {
                Outcome::Loss
            })
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (u32, Position)> {
        let position = position.clone();
        let arcs = self.instance.arcs.iter();
        arcs.filter(move |arc| arc.0 == position.vertex)
            .map(move |&(_, to)| {
                let points = i128::from(self.instance.points[to as usize]);
                let received = if position.first_to_move {
                    points
                } else {
                    -points
                };
                let after = Position {
                    vertex: to,
                    first_to_move: !position.first_to_move,
                    lead: position.lead + received,
                };
                (to, after)
            })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.points.len(), self.arcs.len())?;
        writeln!(f, "{}", self.points.iter().format(" "))?;
        writeln!(f, "{}", self.start + 1)?;
        self.arcs
            .iter()
            .try_for_each(|(from, to)| writeln!(f, "{} {}", from + 1, to + 1))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    #[test]
    fn edges() {
        for (text, expected) in [
            ("1 0\n5\n1\n", "0\n"),
            ("2 1\n5 -7\n1\n1 2\n", "-7\n"),
            ("2 1\n5 -7\n2\n1 2\n", "0\n"),
            ("2 2\n5 3\n1\n1 2\n1 2\n", "3\n"),
            (
                "3 2\n0 1000000000000000000 -1000000000000000000\n1\n1 2\n2 3\n",
                "2000000000000000000\n",
            ),
        ] {
            assert_eq!(solve(&ScoreGame, text), expected, "{text}");
        }
    }

    #[test]
    fn samples() {
        assert_eq!(solve(&ScoreGame, "4 3\n0 5 3 9\n1\n1 2\n1 3\n2 4\n"), "3\n");
        assert_eq!(solve(&ScoreGame, "2 1\n4 -7\n1\n1 2\n"), "-7\n");
    }

    #[test]
    fn trap_the_most_points_now_are_not_best() {
        // 10 now lets the opponent take 100; 1 now ends the game.
        assert_eq!(
            solve(&ScoreGame, "4 3\n0 10 1 100\n1\n1 2\n1 3\n2 4\n"),
            "1\n"
        );
    }

    #[test]
    fn trap_a_move_that_costs_is_a_must() {
        assert_eq!(solve(&ScoreGame, "3 2\n9 -5 -3\n1\n1 2\n1 3\n"), "-3\n");
    }

    #[test]
    fn trap_nobody_receives_the_points_of_the_start() {
        assert_eq!(solve(&ScoreGame, "1 0\n1000000000\n1\n"), "0\n");
    }

    #[test]
    fn trap_totals_outgrow_32_and_64_bits() {
        let n = 100;
        let points = (0..n).map(|v| if v % 2 == 1 { R.solve.1 } else { R.solve.0 });
        let arcs = (1..n).map(|v| format!("{v} {}\n", v + 1));
        let text = format!(
            "{n} {}\n{}\n1\n{}",
            n - 1,
            points.format(" "),
            arcs.format("")
        );
        assert_eq!(solve(&ScoreGame, &text), "99000000000000000000\n");
    }

    #[test]
    fn small_graphs_agree_with_brute_force() {
        agrees_with_brute::<ScoreGame>(2500, 1..=8);
    }

    #[test]
    fn raw_draws_agree_with_brute_force() {
        let mut random = Random::new(14);
        let mut compared = 0;
        for _ in 0..1500 {
            let vertices = 1 + random.index(6);
            let vertex = |random: &mut Random| random.index(vertices) as u32;
            let wanted = random.index(12);
            let arcs: Vec<_> = (0..wanted)
                .map(|_| (vertex(&mut random), vertex(&mut random)))
                .filter(|(a, b)| a < b)
                .collect();
            compared += u32::from(instance_agrees::<ScoreGame>(&Instance {
                points: (0..vertices).map(|_| random.within(-4, 4)).collect(),
                start: vertex(&mut random),
                graph: Compact::new(vertices, &arcs),
                arcs,
            }));
        }
        assert!(compared > 1400, "{compared}");
    }

    #[test]
    fn vertices_that_no_arc_mentions_change_nothing() {
        for seed in 0..300 {
            let small = ScoreGame::generate("random", 5, &mut Random::new(seed));
            let apart = |v: u32| 3 + 90 * v;
            let mut points = vec![7; 500];
            for vertex in 0..5 {
                points[apart(vertex) as usize] = small.points[vertex as usize];
            }
            let arcs = small.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
            let arcs: Vec<_> = arcs.collect();
            let spread = Instance {
                points,
                start: apart(small.start),
                graph: Compact::new(500, &arcs),
                arcs,
            };
            let budget = Budget::of(u64::MAX);
            let expected = ScoreGame::solve(&small, budget);
            assert_eq!(ScoreGame::solve(&spread, budget), expected, "{small}");
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        let instance = ScoreGame::generate("random", 50, &mut Random::new(1));
        let budget = Budget::of(u64::MAX);
        let Answer(right) = ScoreGame::solve(&instance, budget).unwrap();
        let doubt = ScoreGame::certify(&instance, &Answer(right + 1), budget).unwrap_err();
        assert!(matches!(doubt, CertifyError::Wrong(_)), "{doubt:?}");
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, message) in [
            (
                "3 3\n1 2 3\n1\n1 2\n2 3\n3 1\n",
                "error: the arcs must not form a cycle, found cycle 3 -> 1 -> 2 -> 3\n  --> in:6:1\n",
            ),
            (
                "2 0\n1\n1\n",
                "error: expected the start vertex, found end of file\n  --> in:4:1\n",
            ),
            (
                "2 0\n1 x\n1\n",
                "error: expected `r(2)`, the points of a vertex, found `x`\n  --> in:2:3\n",
            ),
            (
                "2 0\n1 2\n3\n",
                "error: the start vertex must be in 1..=2, found `3`\n  --> in:3:1\n",
            ),
        ] {
            let found = error(&ScoreGame, text);
            assert!(found.starts_with(message), "{found}");
        }
        assert!(
            validator_error(&ScoreGame, "1 0\n1000000001\n1\n").starts_with(
                "error: `r(1)`, the points of a vertex must be in -1000000000..=1000000000, found `1000000001`\n"
            )
        );
    }
}
