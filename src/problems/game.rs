//! One token on a directed graph: the players move it along an arc in turn, who cannot move loses. Who wins from the
//! start, or is it a draw?
//!
//! **Idea.** Retrograde analysis: label the vertices without arcs as lost and work backwards. **Why.** See
//! [`retrograde`] and [`token`]. **Trap.** A vertex on a cycle is not a draw for that; a draw is what stays without a label in the
//! end. Repeated arcs and self-loops are legal.
//!
//! **Cost.** Linear in vertices and arcs. Beside the text, 8 bytes per arc for the list and 10 while it is sorted (18 by
//! several threads), and at most 20 per vertex, 4 more for each further thread. A vertex that no arc mentions costs
//! nothing. **Source.** Game.In/Game.Out of a Vietnamese article on game graphs; KöMaL S.13 asks the same for every vertex.

use std::borrow::Cow;
use std::fmt;

use crate::budget::{Budget, Refusal};
use crate::engine::arcs::ArcList;
use crate::engine::graph::{Graph, GraphGame};
use crate::engine::mentioned::Mentioned;
use crate::engine::retrograde::{self, token};
use crate::engine::{Outcome, Rules as _, brute, certificate};
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{merged, shorter, without_vertex};
use crate::text::{InputError, Scanner};

#[cfg(feature = "cluster")]
pub mod parts;
mod playing;

pub use playing::Token;

/// The problem.
pub struct Game;

/// The most vertices, and the most arcs, of any graph here: each has a 32-bit number.
const MOST: i64 = u32::MAX as i64 - 1;
const N: Limit = Limit {
    name: "N",
    what: "the number of vertices",
    original: (1, 200),
    solve: (1, MOST),
};
const M: Limit = Limit {
    name: "M",
    what: "the number of arcs",
    original: (1, 39_800),
    solve: (0, MOST),
};
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 1000;

/// A graph and where the token begins; vertices from 0.
pub struct Instance {
    vertices: usize,
    start: u32,
    arcs: Vec<(u32, u32)>,
}

/// The outcome for the first player.
#[derive(PartialEq, Debug)]
pub struct Answer(Outcome);

impl Problem for Game {
    const META: Meta = Meta {
        slug: "game",
        title: Words {
            en: "Game on a Graph",
            vi: "Trò chơi trên đồ thị",
            zh: "图上游戏",
        },
        source: "Game.In of a Vietnamese article; KöMaL S.13",
        engine: "retrograde analysis",
        contest_files: ("Game.In", "Game.Out"),
        // The end of M is stated as N(N-1).
        limits: &[N],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("game"),
        hints: hints!("game"),
        families: &[
            Family {
                name: "random",
                about: "arcs anywhere, with self-loops and repeated arcs; one vertex in ten has none",
            },
            Family {
                name: "draw",
                about: "no vertex without arcs, so every vertex is a draw",
            },
            Family {
                name: "long",
                about: "the longest forced win or loss: a path whose detours lose",
            },
            Family {
                name: "stuck",
                about: "the first player has no move",
            },
            Family {
                name: "acyclic",
                about: "no cycle, so no draw",
            },
            Family {
                name: "repeated",
                about: "few pairs of vertices, each with many arcs",
            },
            Family {
                name: "dense",
                about: "every arc between different vertices, but for one vertex with none",
            },
        ],
        size: ("N, the number of vertices", 200),
        variants: &[],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Token;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let vertices = N.count(scanner)?;
        scanner.space()?;
        let n = vertices as i64;
        let count = M.up_to(n.saturating_mul(n - 1)).count(scanner)?;
        scanner.newline()?;
        let start = scanner.index(format_args!("the start vertex"), vertices)?;
        scanner.newline()?;
        let mut arcs = Vec::with_capacity(scanner.capacity(count));
        while arcs.len() < count {
            scanner.plain_pairs(count - arcs.len(), 1, vertices, &mut arcs);
            let arc = arcs.len() + 1;
            if arc > count {
                break;
            }
            let from = scanner.index(format_args!("the tail of arc {arc} of {count}"), vertices)?;
            scanner.space()?;
            let to = scanner.index(format_args!("the head of arc {arc} of {count}"), vertices)?;
            scanner.newline()?;
            arcs.push((from, to));
        }
        scanner.end()?;
        Ok(Instance {
            vertices,
            start,
            arcs,
        })
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        let compact = instance.compact();
        let arcs = compact.arcs();
        compact.require(
            u128::from(token::bytes_needed(
                arcs.vertices as u64,
                arcs.arcs.len() as u64,
            )),
            budget,
        )?;
        let table = token::solve(&arcs);
        Ok(Answer(table.outcome(compact.start as usize)))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let (game, _) = instance.graph(budget)?;
        let table = retrograde::solve(&game);
        certificate::check_outcomes(&game, &table)
            .map_err(|error| CertifyError::Wrong(error.to_string()))?;
        if table.outcome(game.start() as usize) != answer.0 {
            return Err(CertifyError::Wrong(
                "the answer is not the start vertex's outcome".into(),
            ));
        }
        Ok(format!(
            "outcome and distance of {} vertices, each from the vertices its arcs lead to",
            table.len()
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let (game, _) = instance.graph(Budget::of(u64::MAX)).ok()?;
        Some(Answer(
            brute::solve(&game, BRUTE_POSITIONS).ok()?.start_outcome(),
        ))
    }

    fn game(instance: &Instance, _: usize, budget: Budget) -> Result<Token, Refusal> {
        let (graph, mentioned) = instance.graph(budget)?;
        Ok(Token::new(graph, mentioned))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let vertices = usize::try_from(size.max(2)).expect("a generated graph fits in memory");
        let vertex = |random: &mut Random| random.index(vertices) as u32;
        let ordered = |random: &mut Random| {
            let (a, b) = (vertex(random), vertex(random));
            if a == b {
                None
            } else {
                Some((a.min(b), a.max(b)))
            }
        };
        let wanted = (vertices * (1 + random.index(5))).min(vertices * (vertices - 1));
        let mut start = vertex(random);
        let mut arcs: Vec<(u32, u32)> = match family {
            "acyclic" => (0..wanted).filter_map(|_| ordered(random)).collect(),
            "draw" => {
                // One arc each, so that nobody is ever stuck, then more.
                let firsts: Vec<_> = (0..vertices as u32)
                    .map(|from| (from, vertex(random)))
                    .collect();
                firsts
                    .into_iter()
                    .chain((vertices..wanted).map(|_| (vertex(random), vertex(random))))
                    .collect()
            }
            "long" => {
                start = 0;
                long_path(vertices as u32)
            }
            "repeated" => {
                let few: Vec<_> = (0..3).map(|_| (vertex(random), vertex(random))).collect();
                (0..wanted).map(|_| *random.pick(&few)).collect()
            }
            // Beyond the original limits all pairs would be too many: a window of neighbours keeps it linear.
            "dense" => {
                let last = vertices as u32 - 1;
                let near =
                    |from: u32| from.saturating_sub(100)..=from.saturating_add(100).min(last);
                let all = |from: u32| {
                    if vertices <= 200 {
                        0..=last
                    } else {
                        near(from)
                    }
                };
                (0..last)
                    .flat_map(|from| {
                        all(from)
                            .filter(move |&to| to != from)
                            .map(move |to| (from, to))
                    })
                    .collect()
            }
            "stuck" => (0..wanted)
                .map(|_| (vertex(random), vertex(random)))
                .filter(|arc| arc.0 != start)
                .collect(),
            _ => (0..wanted)
                .map(|_| (vertex(random), vertex(random)))
                .filter(|arc| arc.0 % 10 != 0)
                .collect(),
        };
        if arcs.is_empty() {
            // The format has at least one arc; a self-loop elsewhere changes nothing for the start.
            let other = (start + 1) % vertices as u32;
            arcs.push((other, other));
        }
        random.shuffle(&mut arcs);
        Instance {
            vertices,
            start,
            arcs,
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let Instance {
            vertices,
            start,
            ref arcs,
        } = *instance;
        let dropped = (0..vertices as u32)
            .filter(move |&vertex| vertex != start)
            .map(move |vertex| Instance {
                vertices: vertices - 1,
                start: start - u32::from(start > vertex),
                arcs: without_vertex(arcs, vertex),
            });
        let cut = shorter(arcs).map(move |arcs| Instance {
            vertices,
            start,
            arcs,
        });
        let both_ways = arcs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let joined = both_ways
            .filter(move |&(vertex, into)| vertex != into && vertex != start)
            .map(move |(vertex, into)| Instance {
                vertices: vertices - 1,
                start: start - u32::from(start > vertex),
                arcs: merged(arcs, vertex, into),
            });
        dropped.chain(cut).chain(joined)
    }
}

/// A path 0 → 1 → … → n-1 on which the loser's moves are all forced, so that the end is as far as it can be. The winner
/// may also go back, which closes cycles but helps nobody.
fn long_path(vertices: u32) -> Vec<(u32, u32)> {
    let last = vertices - 1;
    let onwards = (0..last).map(|v| (v, v + 1));
    // Whoever moves at an odd distance from the end wins.
    let back = (1..last)
        .filter(|v| (last - v) % 2 == 1)
        .map(|v| (v, v - 1));
    onwards.chain(back).collect()
}

impl Instance {
    /// The instance without the vertices that no arc mentions, where those would be most of it.
    fn compact(&self) -> Compact<'_> {
        if !Mentioned::pays(self.vertices, self.arcs.len()) {
            return Compact {
                vertices: self.vertices,
                start: self.start,
                list: Cow::Borrowed(&self.arcs),
                mentioned: None,
            };
        }
        let mentioned = Mentioned::new(&self.arcs, &[self.start]);
        let start = mentioned.number(self.start);
        Compact {
            vertices: mentioned.len(),
            start: start.expect("the start is mentioned"),
            list: Cow::Owned(mentioned.renumbered(&self.arcs)),
            mentioned: Some(mentioned),
        }
    }

    /// The game with moves forwards and backwards, and the vertices that are left where some are left out.
    fn graph(&self, budget: Budget) -> Result<(GraphGame, Option<Mentioned>), Refusal> {
        let compact = self.compact();
        let (vertices, arcs) = (compact.vertices as u64, compact.list.len() as u64);
        // The graph and its reversal, then either what sorting takes or the table.
        let later = retrograde::bytes_needed(vertices, arcs).max(Graph::bytes_to_sort(arcs));
        let needed = 2 * u128::from(Graph::bytes_needed(vertices, arcs)) + u128::from(later);
        compact.require(needed, budget)?;
        let graph = Graph::from_arcs(compact.vertices, &compact.list);
        Ok((GraphGame::new(graph, compact.start), compact.mentioned))
    }
}

/// An instance without vertices that nothing mentions: how many are left, the start and the arcs by their new numbers.
struct Compact<'a> {
    vertices: usize,
    start: u32,
    list: Cow<'a, [(u32, u32)]>,
    mentioned: Option<Mentioned>,
}

impl Compact<'_> {
    fn arcs(&self) -> ArcList<'_> {
        ArcList {
            vertices: self.vertices,
            arcs: &self.list,
        }
    }

    fn require(&self, bytes: u128, budget: Budget) -> Result<(), Refusal> {
        let (vertices, arcs) = (self.vertices, self.list.len());
        budget.require(bytes, format_args!("{vertices} vertices and {arcs} arcs"))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {}\n{}",
            self.vertices,
            self.arcs.len(),
            self.start + 1
        )?;
        self.arcs
            .iter()
            .try_for_each(|(from, to)| writeln!(f, "{} {}", from + 1, to + 1))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.0 {
            Outcome::Win => 1,
            Outcome::Loss => 2,
            Outcome::Draw => 0,
        };
        writeln!(f, "{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    /// The outcome from every vertex of a graph given as in the format, without its second line.
    fn from_every_vertex(first: &str, arcs: &str) -> String {
        let vertices: usize = first.split(' ').next().unwrap().parse().unwrap();
        let one = |u| {
            solve(&Game, &format!("{first}\n{u}\n{arcs}"))
                .trim()
                .to_owned()
        };
        (1..=vertices).map(one).collect()
    }

    #[test]
    fn edges() {
        assert_eq!(from_every_vertex("1 0", ""), "2", "no move");
        assert_eq!(
            from_every_vertex("1 1", "1 1\n"),
            "0",
            "a self-loop is a draw"
        );
        assert_eq!(from_every_vertex("2 1", "1 2\n"), "12", "one move");
        assert_eq!(
            from_every_vertex("2 3", "1 2\n1 2\n1 2\n"),
            "12",
            "repeated arcs"
        );
        assert_eq!(
            from_every_vertex("2 2", "1 1\n1 2\n"),
            "12",
            "a way out of a self-loop"
        );
    }

    #[test]
    fn trap_a_cycle_does_not_mean_a_draw() {
        assert_eq!(
            from_every_vertex("5 5", "1 2\n2 3\n3 1\n1 4\n4 5\n"),
            "00012"
        );
        assert_eq!(
            from_every_vertex("4 4", "1 2\n2 3\n3 1\n3 4\n"),
            "1212",
            "3 ends the game, 2 must go to 3, 1 goes to 2"
        );
    }

    #[test]
    fn small_graphs_agree_with_brute_force() {
        agrees_with_brute::<Game>(3000, 1..=9);
    }

    #[test]
    fn vertices_that_no_arc_mentions_cost_nothing() {
        assert_eq!(
            solve(&Game, "4294967294 1\n4294967294\n4294967294 1\n"),
            "1\n"
        );
        assert_eq!(solve(&Game, "4294967294 0\n7\n"), "2\n");
        for seed in 0..200 {
            let small = Game::generate("random", 6, &mut Random::new(seed));
            let answer = Game::solve(&small, Budget::of(u64::MAX)).unwrap();
            let apart = |v: u32| 7 + 1000 * v;
            let spread = Instance {
                vertices: 10_000,
                start: apart(small.start),
                arcs: small
                    .arcs
                    .iter()
                    .map(|&(a, b)| (apart(a), apart(b)))
                    .collect(),
            };
            assert_eq!(Game::solve(&spread, Budget::of(u64::MAX)).unwrap(), answer);
            instance_agrees::<Game>(&spread);
        }
    }

    #[test]
    fn the_long_family_is_long() {
        let instance = Game::generate("long", 200, &mut Random::new(1));
        let (game, _) = instance.graph(Budget::of(u64::MAX)).unwrap();
        assert_eq!(
            retrograde::solve(&game).distance(game.start() as usize),
            Some(199)
        );
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, start) in [
            (
                "5 x",
                "error: expected `M` (the number of arcs), found `x`\n  --> in:1:3\n",
            ),
            (
                "2 1\n3\n1 2\n",
                "error: the start vertex must be in 1..=2, found `3`\n  --> in:2:1\n",
            ),
            (
                "2 1\n1\n1 3\n",
                "error: the head of arc 1 of 1 must be in 1..=2, found `3`\n  --> in:3:3\n",
            ),
            (
                "2 2\n1\n1 2\n",
                "error: expected the tail of arc 2 of 2, found end of file\n  --> in:4:1\n",
            ),
        ] {
            assert!(
                error(&Game, text).starts_with(start),
                "{}",
                error(&Game, text)
            );
        }
        assert!(
            error(&Game, "2 1\n0\n0 1\n")
                .ends_with("hint: indices run from 1; is this input 0-based?")
        );
        assert!(
            !error(&Game, "2 1\n0\n1 2\n").contains("hint"),
            "a 2 occurs, so it is not"
        );
        let limit = validator_error(&Game, "5 99999\n1\n");
        assert!(
            limit.starts_with("error: `M` (the number of arcs) must be in 1..=20, found `99999`\n"),
            "{limit}"
        );
        assert!(
            limit.ends_with("hint: this is the original limit; solving accepts more"),
            "{limit}"
        );
    }
}
