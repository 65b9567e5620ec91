//! A cat and a mouse on an undirected graph: who wins, or is it a draw?
//!
//! **Rules.** The mouse starts on vertex 1 and moves first. The cat starts on vertex 2 and may not enter the mouse's
//! hole, vertex 0. In turn each must go to a neighbour. The cat wins on the mouse's vertex, the mouse in its hole.
//!
//! **Idea.** Retrograde analysis over (mouse, cat, turn). The product of the graph with itself is never stored
//! ([`pursuit`](crate::engine::pursuit)).
//!
//! **Why it is right.** See [`retrograde`](crate::engine::retrograde). Play from a position without a label goes on for
//! ever.
//!
//! **Trap.** A bound on the length of play near 2n moves calls wins draws: forced wins can be longer. The cat's moves
//! leave out the hole. The lists need not be sorted.
//!
//! **Cost.** 2·n² positions and 4·n·m moves for m edges.
//!
//! - The answer takes 1 byte a position. If many positions are decided together, it takes three quarters of a byte
//!   more. A move costs at most some 5 nanoseconds, and less if the start is decided early.
//! - With all distances, for people and for the certificate, a position takes 2 bytes. If play lasts more than 32,639
//!   plies, it takes 6.
//! - If a vertex has more than 253 moves, the answer takes 2 or 6 bytes as well. Each of the two takes 8 more for such
//!   positions.
//!
//! **Source.** LeetCode 913.

use crate::engine::graph::Graph;
use crate::engine::pursuit::{Ends, Pursuit, Side, Size};
use crate::problem::each_test;
use crate::stock::prelude::*;
use crate::stock::pursuit::{Chase, TwoTokens, long_play, size, start};
use crate::stock::shrink::{merged, without_vertex};
use crate::text::{Bounds, Mode, json};

mod mistakes;
mod tiny;

const HOLE: u32 = 0;
const MOUSE: u32 = 1;
const CAT: u32 = 2;
const N: Limit = Limit::new("n", "the number of vertices", 3..=50).solves(3..=u32::MAX as i64 - 1);
/// A graph on which the cat wins after 30 plies and no sooner. A random search found it.
const LONG: &str = "[[5],[6,7,8,9,10],[3,4,8],[2,6,8],[2,6,9],[0,6,8],[1,3,4,5,9,10],[1,8,9],[1,2,3,5,7],[1,4,6,7,10],\
                    [1,6,9]]";
/// A graph on which the mouse wins after 17 plies. On 7 vertices no such search found a win beyond 2n plies.
const LONG_OF_8: &str = "[[2,5,7],[3,4,5,6],[0,4,5,6],[1,4,6,7],[1,2,3,7],[0,1,2,6,7],[1,2,3,5],[0,3,4,5]]";

/// A graph. Its edges stand both ways, list by list in the order of the input.
#[derive(Clone)]
pub struct CatMouse {
    vertices: usize,
    arcs: Vec<(u32, u32)>,
    /// The tests after this one, as in LeetCode's input of several tests.
    others: Vec<CatMouse>,
}

/// The name of the graph in LeetCode's examples.
const GRAPH: &str = "graph";

impl Problem for CatMouse {
    const META: Meta = Meta::new(
        texts!("cat-mouse"),
        "LeetCode 913",
        "retrograde analysis",
        ("cat-mouse.in", "cat-mouse.out"),
        ("n, the number of vertices", 50),
        &[N],
    )
    .lesson(4, "two players with different goals", &["draws-and-loops"])
    .form(&[Field::lists("graph")], "0")
    .no_misere("play ends by reaching a goal, not by having no move");

    const FAMILIES: &'static [Family<CatMouse>] = &[
        family("random", "about three edges for every two vertices", |size, random| {
            on_vertices(size, random, any_edges)
        }),
        family(
            "dense",
            "a dozen neighbours each: the cat mostly wins",
            |size, random| on_vertices(size, random, |n, random| some_edges(6 * u64::from(n), n, random)),
        ),
        family("tree", "no cycle", |size, random| {
            on_vertices(size, random, |n, random| {
                let mut order: Vec<u32> = (0..n).collect();
                random.shuffle(&mut order);
                let parents = (1..n as usize).map(|i| (order[i], order[random.index(i)]));
                parents.collect()
            })
        }),
        family(
            "apart",
            "mouse and cat in different parts of the graph: a draw",
            |size, random| {
                on_vertices(size, random, |n, random| {
                    if n < 5 {
                        return any_edges(n, random);
                    }
                    // The mouse has the odd vertices, the cat and the hole the even ones.
                    let counts = [n.div_ceil(2), n / 2];
                    let link = |v: u32| {
                        let other = random.index(counts[v as usize % 2] as usize) as u32;
                        (v, v % 2 + 2 * other)
                    };
                    (0..n).map(link).chain([(1, 3), (2, 4), (4, 0)]).collect()
                })
            },
        ),
        family(
            "driven",
            "one path, the cat between hole and mouse: a loss of the longest kind on a path",
            |size, random| {
                on_vertices(size, random, |n, random| {
                    // The path is 0 - 2 - the others, with 1 in the middle of them.
                    let mut path = vec![HOLE, CAT];
                    path.extend(3..n);
                    let place = 2 + random.index(path.len() - 1);
                    path.insert(place, MOUSE);
                    path.into_iter().tuple_windows().collect()
                })
            },
        ),
        family(
            "long",
            "a win of more than 2n plies: of the mouse in 17 on 8 vertices, of the cat in 30 on 11",
            |size, random| {
                on_vertices(size, random, |n, random| {
                    let long = match n {
                        ..8 => return any_edges(n, random),
                        8..11 => LONG_OF_8,
                        _ => LONG,
                    };
                    let scanner = Scanner::new(long.as_bytes(), Mode::Lenient);
                    let read = scanner.and_then(|mut scanner| CatMouse::read(&mut scanner, Variants::ORIGINAL));
                    let CatMouse { vertices, arcs, .. } = read.expect("a graph of this file");
                    // Play ends in the hole, so arcs beyond it do not matter.
                    let beyond = (vertices as u32..n).map(|v| (v, HOLE));
                    arcs.into_iter().chain(beyond).collect()
                })
            },
        ),
        family("home", "the mouse beside its hole", |size, random| {
            on_vertices(size, random, |n, random| {
                let tree = (2..n).map(|v| (v, random.index(v as usize) as u32));
                tree.chain([(MOUSE, HOLE)]).collect()
            })
        }),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const SOLUTION_MAIN: Option<[&'static str; 2]> = Some([
        text!("cat-mouse", "solution-main.cpp"),
        text!("cat-mouse", "solution-main.py"),
    ]);

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Chase<CatMouse>;
    /// The mouse moves first.
    type Answer = Winner;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<CatMouse, InputError> {
        let mut first = CatMouse::read_one(scanner)?;
        while json::is_another_test(scanner, GRAPH) {
            first.others.push(CatMouse::read_one(scanner)?);
        }
        scanner.end()?;
        Ok(first)
    }

    fn game(&self, budget: Budget) -> Result<Chase<CatMouse>, Refusal> {
        let pursuit = self.pursuit(Size::table_bytes, budget)?;
        Ok(Chase::new(self, pursuit, (0..self.vertices).collect()))
    }

    fn theory(game: &Chase<CatMouse>, budget: Budget) -> Result<Box<dyn Theory<Chase<CatMouse>>>, Refusal> {
        game.solved(budget)
    }

    fn ask(game: &Chase<CatMouse>, known: &dyn Oracle<Chase<CatMouse>>) -> Winner {
        Winner::of(game, known)
    }

    /// Keeps no distances, and stops as soon as the start is decided.
    fn solve(&self, budget: Budget) -> Result<Vec<Winner>, Refusal> {
        each_test(self, |test| {
            let (game, bytes) = test.pursuit(Size::result_bytes, budget)?;
            let result = game.result_within(long_play(budget, bytes))?;
            let winner = result.map_or(Outcome::Draw, |(winner, _)| Outcome::win_if(winner == Side::First));
            Ok(Winner(winner))
        })
    }

    fn split(&self) -> Option<Vec<CatMouse>> {
        let first = CatMouse::new(self.vertices, self.arcs.clone());
        let others = (!self.others.is_empty()).then(|| self.others.iter().cloned());
        others.map(|others| std::iter::once(first).chain(others).collect())
    }

    fn smaller(&self) -> impl Iterator<Item = CatMouse> {
        let CatMouse { vertices, ref arcs, .. } = *self;
        let with = CatMouse::new;
        let alone = self.split().into_iter().flatten();
        // The hole and the two starts stay.
        let dropped = (3..vertices as u32).map(|vertex| without_vertex(arcs, vertex));
        // An edge is an arc in each direction.
        let cut = arcs.iter().filter(|arc| arc.0 <= arc.1).map(move |&(a, b)| {
            let others = arcs.iter().copied().filter(|&arc| arc != (a, b) && arc != (b, a));
            with(vertices, others.collect())
        });
        let pairs = (3..vertices as u32).cartesian_product(0..vertices as u32);
        let joined = pairs.filter(|(v, w)| v != w).map(|(vertex, into)| {
            let arcs = merged(arcs, vertex, into).into_iter();
            arcs.sorted_unstable().dedup().collect()
        });
        let fewer = move |arcs| with(vertices - 1, arcs);
        alone.chain(dropped.map(fewer)).chain(cut).chain(joined.map(fewer))
    }
}

/// Returns a valid graph of `size` vertices, at least 3, with these edges and a few more, each list in random order.
///
/// It has no loop, no double edge and no vertex without edges. The cat has a neighbour beside the hole.
fn on_vertices(size: u64, random: &mut Random, edges: fn(u32, &mut Random) -> Vec<(u32, u32)>) -> CatMouse {
    let n = u32::try_from(size.max(3)).expect("a generated graph has fewer than 2^32 vertices");
    let edges = edges(n, random).into_iter().filter(|(u, v)| u != v);
    let mut arcs = edges.flat_map(|(u, v)| [(u, v), (v, u)]).collect_vec();
    let mut lonely = vec![true; n as usize];
    for &(u, v) in &arcs {
        // The hole is no neighbour for the cat.
        lonely[u as usize] &= (u, v) == (CAT, HOLE);
    }
    for v in (0..n).filter(|&v| lonely[v as usize]) {
        let other = if v == MOUSE { CAT } else { MOUSE };
        arcs.extend([(v, other), (other, v)]);
    }
    random.shuffle(&mut arcs);
    // A stable sort keeps the random order of each list.
    arcs.sort_by_key(|arc| arc.0);
    let (vertices, arcs) = (n as usize, arcs.into_iter().unique().collect());
    CatMouse::new(vertices, arcs)
}

/// Draws `count` edges between any vertices.
fn some_edges(count: u64, n: u32, random: &mut Random) -> Vec<(u32, u32)> {
    let mut any = || random.index(n as usize) as u32;
    (0..count).map(|_| (any(), any())).collect()
}

fn any_edges(n: u32, random: &mut Random) -> Vec<(u32, u32)> {
    some_edges(u64::from(n) * 3 / 2, n, random)
}

/// A fault of a graph: the message, and the wrong arc with its number among equal arcs, if one arc is at fault.
struct Fault(String, Option<((u32, u32), usize)>);

impl Fault {
    /// Returns the error at its place. It reads the graph again to find that place.
    fn located(self, graph: usize, again: &Scanner<'_>) -> InputError {
        let Fault(message, Some((arc, nth))) = self else {
            return InputError::new(graph, 1, self.0);
        };
        let mut places = Vec::new();
        let read = json::lists(&mut again.clone(), "the graph", &vertex(), |list, value, place| {
            if (list, value) == (arc.0 as usize, i64::from(arc.1)) {
                places.push(place);
            }
            Ok(())
        });
        read.expect("the graph has been read before");
        let error = InputError::new(places[nth], arc.1.to_string().len(), message);
        match nth {
            0 => error,
            _ => error.with_related(places[0], "the first stands"),
        }
    }
}

/// Returns the bounds of a vertex for a graph of unknown size.
fn vertex() -> Bounds {
    Bounds::new(0..=N.solve.1, 0..=N.original.1 - 1)
}

impl CatMouse {
    /// Returns the graph as the one test of an input.
    fn new(vertices: usize, arcs: Vec<(u32, u32)>) -> CatMouse {
        let others = Vec::new();
        CatMouse { vertices, arcs, others }
    }

    /// Reads one test, with the end of its line.
    fn read_one(scanner: &mut Scanner<'_>) -> Result<CatMouse, InputError> {
        let mut arcs = Vec::new();
        let (mut graph, mut again) = (0, scanner.clone());
        let vertices = json::value(scanner, GRAPH, |scanner| {
            graph = scanner.offset();
            again = scanner.clone();
            json::lists(scanner, "the graph", &vertex(), |list, value, place| {
                let list = u32::try_from(list)
                    .map_err(|_| InputError::new(place, 1, "the graph must have fewer than 2^32 vertices"))?;
                arcs.push((list, u32::try_from(value).expect("vertices are below 2^32")));
                Ok(())
            })
        })?;
        scanner.newline()?;
        let strict = scanner.is_strict();
        let (least, most) = if strict { N.original } else { N.solve };
        let n = i64::try_from(vertices).unwrap_or(i64::MAX);
        if !(least..=most).contains(&n) {
            let message = format!("the number of lists must be from {least} to {most}, found `{n}`");
            return Err(InputError::new(graph, 1, message));
        }
        // Take the first of the largest numbers.
        let largest = arcs.iter().rev().max_by_key(|arc| arc.1);
        if let Some(&(u, v)) = largest.filter(|arc| i64::from(arc.1) >= n) {
            let message = format!("a vertex must be from 0 to {}, found `{v}`", n - 1);
            let error = Fault(message, Some(((u, v), 0))).located(graph, &again);
            let one_based = i64::from(v) == n && arcs.iter().all(|arc| arc.1 > 0);
            return Err(if one_based {
                error.with_hint("vertices run from 0: is this 1-based?")
            } else {
                error
            });
        }
        let instance = CatMouse::new(vertices, arcs);
        instance.check(strict).map_err(|fault| fault.located(graph, &again))?;
        Ok(instance)
    }

    /// Checks that the lists describe an undirected graph that the game can be played on. A strict check asks for a
    /// simple graph.
    fn check(&self, strict: bool) -> Result<(), Fault> {
        let graph = Graph::from_arcs(self.vertices, &self.arcs);
        let entering = graph.reversed();
        // For each vertex, this is the last vertex that lists it.
        let mut listed = vec![None; self.vertices];
        for u in graph.vertices() {
            for &v in entering.successors(u) {
                listed[v as usize] = Some(u);
            }
            let mut neighbours = graph.successors(u).iter();
            if let Some(&v) = neighbours.find(|&&v| listed[v as usize] != Some(u)) {
                let message = format!("vertex {u} lists {v} as a neighbour, but {v} does not list {u}");
                return Err(Fault(message, Some(((u, v), 0))));
            }
        }
        if strict {
            if let Some(&(u, v)) = self.arcs.iter().find(|&&(u, v)| u == v) {
                let message = format!("vertex {u} lists itself as a neighbour");
                return Err(Fault(message, Some(((u, v), 0))));
            }
            // Two reversals make each list rise.
            let sorted = entering.reversed();
            if let Some(((u, v), _)) = sorted.arcs().tuple_windows().find(|(a, b)| a == b) {
                let message = format!("vertex {u} lists {v} a second time");
                return Err(Fault(message, Some(((u, v), 1))));
            }
            if let Some(v) = graph.vertices().find(|&v| graph.successors(v).is_empty()) {
                return Err(Fault(format!("vertex {v} must have a neighbour"), None));
            }
        }
        for (v, who) in [(MOUSE, "mouse"), (CAT, "cat")] {
            if self.arcs.iter().all(|&arc| arc.0 != v || arc == (CAT, HOLE)) {
                return Err(Fault(format!("the {who}, on vertex {v}, must have a move"), None));
            }
        }
        Ok(())
    }

    /// Returns the edges in both directions, sorted, each once.
    fn sorted_arcs(&self) -> Vec<(u32, u32)> {
        let mut arcs = self.arcs.clone();
        arcs.sort_unstable();
        arcs.dedup();
        arcs
    }

    /// Returns the game and its bytes, if the budget has the memory for its positions. `needed` returns that memory.
    fn pursuit(&self, needed: fn(Size) -> u64, budget: Budget) -> Result<(Pursuit, u64), Refusal> {
        let n = self.vertices as u64;
        let arcs = self.arcs.len() as u64;
        let mut degrees = vec![0_u32; self.vertices];
        self.arcs.iter().for_each(|arc| degrees[arc.0 as usize] += 1);
        let most_moves = degrees.into_iter().max().unwrap_or(0).into();
        let size = size(n, [arcs; 2], most_moves);
        let list = u128::from(arcs) * size_of::<(u32, u32)>() as u128;
        let graphs = 4 * u128::from(Graph::bytes_needed(n, arcs));
        let bytes = u128::from(needed(size)) + list + graphs;
        budget.require(bytes, format_args!("2·{n}² positions"))?;
        let mut arcs = self.sorted_arcs();
        let mouse = Graph::from_arcs(self.vertices, &arcs);
        arcs.retain(|&(from, to)| from != HOLE && to != HOLE);
        let cat = Graph::from_arcs(self.vertices, &arcs);
        let ends = Ends {
            catcher: Side::Second,
            second_goals: vec![],
            first_goals: vec![HOLE],
        };
        Ok((Pursuit::new(mouse, cat, start(MOUSE, CAT), ends), bytes as u64))
    }
}

impl TwoTokens for CatMouse {
    const HOW: &'static str = "the vertex to go to, such as `4`";
    const PLAYERS: [&'static str; 2] = ["the mouse", "the cat"];
    const MARKS: [&'static str; 2] = ["M", "C"];

    /// Draws an edge once, even if it is listed in both directions.
    fn stage(&self) -> Stage {
        let mut places: Vec<Place> = (0..self.vertices).map(Place::named).collect();
        places[HOLE as usize].note = "hole".to_owned();
        let edges = self.sorted_arcs().into_iter().map(|(a, b)| (a.min(b), a.max(b)));
        picture::graph(edges.unique(), false, places)
    }

    fn place_count(&self) -> u64 {
        self.vertices as u64
    }

    fn place_name(&self, vertex: usize) -> String {
        vertex.to_string()
    }
}

impl fmt::Display for CatMouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arcs = self.arcs.iter().peekable();
        f.write_str("[")?;
        for vertex in 0..self.vertices as u32 {
            let near = arcs.peeking_take_while(|arc| arc.0 == vertex).map(|arc| arc.1);
            let separator = if vertex == 0 { "" } else { "," };
            write!(f, "{separator}[{}]", near.format(","))?;
        }
        f.write_str("]\n")?;
        self.others.iter().try_for_each(|other| other.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Positions, retrograde};
    use crate::problem::checks::{self, BUDGET, checks};

    checks!(CatMouse, small: 3500 up to 9, edges: [
        "[[1,2],[0,2],[0,1]]" => "1\n",
        "[[2],[2],[0,1]]" => "2\n",
        "[[],[2],[1]]" => "2\n",
        "[[1],[0,3],[3],[1,2]]" => "1\n",
        "[[2],[3],[0,4],[1],[2]]" => "0\n",
        "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]" => "0\n",
        "[[1,3],[0],[3],[0,2]]" => "1\n",
        "[[2,3],[2],[0,1],[0,4],[3]]" => "2\n",
        "[[6],[4],[9],[5],[1,5],[3,4,6],[0,5,10],[8,9,10],[7],[2,7],[6,7]]" => "1\n",
        "[[2,3],[3,4],[0,4],[0,1],[1,2]]" => "1\n",
        "[[3,4],[3,5],[3,6],[0,1,2],[0,5,6],[1,4],[2,4]]" => "0\n",
        "[[2,6],[2,4,5,6],[0,1,3,5,6],[2],[1,5,6],[1,2,4],[0,1,2,4]]" => "2\n",
        "[[2,3,4],[2,4],[0,1,4],[0,4],[0,1,2,3]]" => "2\n",
        "[[5,6],[3,4],[6],[1,4,5],[1,3,5],[0,3,4,6],[0,2,5]]" => "2\n",
    ]);

    #[test]
    fn the_first_fault_of_random_lists_is_found() {
        let mut random = Random::new(9);
        let mut seen = [0; 4];
        for _ in 0..2000 {
            let n = 3 + random.index(6) as u32;
            let edges = some_edges(u64::from(n) / 2, n, &mut random).into_iter();
            let mut arcs = edges.flat_map(|(u, v)| [(u, v), (v, u)]).collect_vec();
            if random.index(3) == 0 {
                arcs.swap_remove(random.index(arcs.len()));
            }
            arcs.sort_by_key(|arc| arc.0);
            let one_way = arcs.iter().find(|&&(u, v)| !arcs.contains(&(v, u)));
            let one_way = one_way.map(|&arc| (arc, 0));
            let looped = arcs.iter().find(|arc| arc.0 == arc.1).map(|&arc| (arc, 0));
            let times = |arc| arcs.iter().filter(|&&other| other == arc).count();
            let twice = arcs.iter().copied().filter(|&arc| times(arc) > 1).min();
            let twice = twice.map(|arc| (arc, 1));
            let kind = [one_way, looped, twice].iter().position(Option::is_some);
            seen[kind.unwrap_or(3)] += 1;
            let instance = CatMouse::new(n as usize, arcs.clone());
            let found = |strict| instance.check(strict).err().and_then(|fault| fault.1);
            assert_eq!(found(true), one_way.or(looped).or(twice), "{instance}");
            assert_eq!(found(false), one_way, "{instance}");
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    /// Returns the answer for lists in LeetCode's notation.
    fn answer(graph: &str) -> String {
        checks::solve::<CatMouse>(graph, &[]).trim().to_owned()
    }

    fn winner(instance: &CatMouse) -> Outcome {
        instance.solve(BUDGET).unwrap()[0].0
    }

    fn made(family: &str, size: u64, seed: u64) -> CatMouse {
        let mut families = CatMouse::FAMILIES.iter();
        let found = families.find(|known| known.name == family).unwrap();
        (found.make)(size, &mut Random::new(seed))
    }

    #[test]
    fn trap_a_forced_win_can_take_more_than_2n_plies() {
        let game = made("long", 11, 1).game(BUDGET).unwrap().pursuit;
        let result = game.result_in(&retrograde::solve(&game));
        assert_eq!(result, Some((Side::Second, 30)));
        for size in 12..=50 {
            assert_eq!(winner(&made("long", size, size)), Outcome::Loss);
        }
    }

    /// Returns the outcome of the start if play counts as a draw after `plies` plies.
    ///
    /// It looks ahead from every position, one ply more at a time.
    fn outcome_within(game: &impl Positions, plies: u32) -> Outcome {
        let ended = |i| game.terminal(&game.position(i));
        let mut known: Vec<Outcome> = (0..game.len()).map(|i| ended(i).unwrap_or(Outcome::Draw)).collect();
        for _ in 0..plies {
            let look = |i| {
                let position = game.position(i);
                let mut best = Outcome::Loss;
                for (_, next) in game.moves(&position) {
                    match known[game.index(&next)] {
                        Outcome::Loss => return Outcome::Win,
                        Outcome::Draw => best = Outcome::Draw,
                        Outcome::Win => {}
                    }
                }
                best
            };
            known = (0..game.len()).map(|i| ended(i).unwrap_or_else(|| look(i))).collect();
        }
        known[game.index(&game.start())]
    }

    #[test]
    fn trap_a_search_of_2n_plies_calls_stored_forced_wins_draws() {
        macro_rules! stored {
            ($name:literal) => {
                include_str!(concat!("../../testdata/cat-mouse/", $name, ".in"))
            };
        }
        for (text, plies) in [
            (stored!("secret-91-decided-after-128-plies"), 128),
            (stored!("secret-92-decided-after-133-plies"), 133),
            (stored!("secret-93-decided-after-790-plies"), 790),
        ] {
            let instance = checks::read::<CatMouse>(text, &[]);
            let game = instance.game(BUDGET).unwrap().pursuit;
            let (_, distance) = game.result_in(&retrograde::solve(&game)).unwrap();
            assert_eq!(distance, plies);
            assert_eq!(instance.vertices, 50);
            assert_eq!(outcome_within(&game, 2 * 50), Outcome::Draw);
            assert_eq!(outcome_within(&game, plies - 1), Outcome::Draw);
            assert_ne!(outcome_within(&game, plies), Outcome::Draw);
        }
    }

    #[test]
    fn trap_the_cat_does_not_enter_the_hole() {
        // If the cat could use the hole, it would at once be beside the mouse's way home.
        assert_eq!(answer("[[2,3],[4],[0,5],[0,4],[1,3],[2]]"), "1");
    }

    #[test]
    fn trap_lists_need_not_be_sorted_and_may_repeat() {
        assert_eq!(answer("[[5,2],[3],[5,0,4],[4,1,5],[3,2],[3,0,2]]"), "0");
        assert_eq!(answer("[[3,1,1],[0],[3,3,3],[2,0]]"), "1");
    }

    #[test]
    fn random_graphs_with_loops_certify_right_answers_alone() {
        let mut random = Random::new(11);
        let mut seen = [0; 3];
        for _ in 0..3000 {
            let n = 3 + random.index(5) as u32;
            let arcs = (0..random.index(3 * n as usize))
                .map(|_| (random.index(n as usize) as u32, random.index(n as usize) as u32))
                .flat_map(|(u, v)| [(u, v), (v, u)])
                .sorted()
                .collect();
            let instance = CatMouse::new(n as usize, arcs);
            if instance.check(false).is_ok() {
                assert!(checks::agree(&instance));
                let winner = winner(&instance);
                for other in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
                    if other != winner {
                        checks::refutes(&instance, Winner(other));
                    }
                }
                seen[winner as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }

    #[test]
    fn families_are_what_they_are_called() {
        for size in [5, 12, 50, 200] {
            let answer = |family| winner(&made(family, size, size));
            assert_eq!(answer("apart"), Outcome::Draw);
            assert_eq!(answer("driven"), Outcome::Loss);
            assert_eq!(answer("home"), Outcome::Win);
        }
    }

    #[test]
    fn a_table_beyond_the_budget_is_refused_before_it_is_made() {
        let instance = made("tree", 60_000, 1);
        assert!(instance.solve(Budget::of(u64::MAX - 1)).is_err());
        assert!(instance.game(Budget::of(u64::MAX - 1)).is_err());
    }
}
