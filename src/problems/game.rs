//! One token on a directed graph: who wins from the start, or is it a draw?
//!
//! **Rules.** The players move the token along an arc in turn. The player who cannot move loses.
//!
//! **Idea.** Retrograde analysis: label the vertices without arcs as lost and work backwards.
//!
//! If the player who cannot move wins, the same analysis starts from those vertices as wins.
//!
//! **Why it is right.** See [`retrograde`] and [`token`](crate::engine::retrograde::token).
//!
//! **Trap.** A vertex on a cycle need not be a draw. A draw is a vertex without a label in the end. Repeated arcs and
//! self-loops are legal.
//!
//! **Cost.** Linear in vertices and arcs. Beside the text it takes 8 bytes per arc for the list, and 10 during the sort
//! (18 with several threads). It takes at most 20 bytes per vertex, and 4 more for each further thread. A vertex
//! outside all arcs costs nothing.
//!
//! **Source.** Game.In/Game.Out of a Vietnamese article on game graphs. KöMaL S.13 asks the same for every vertex.

use crate::engine::graph::{Graph, GraphGame};
use crate::engine::retrograde::{self, Table};
use crate::engine::{Positions as _, certificate};
use crate::stock::arcs::{self, ArcList, Kept, compact};
use crate::stock::prelude::*;

mod mistakes;
mod tiny;

pub(crate) const N: Limit = Limit::new("N", "the number of vertices", 1..=200).solves(1..=MAX_COUNT);
pub(crate) const M: Limit = Limit::new("M", "the number of arcs", 1..=39_800).solves(0..=MAX_COUNT);

/// A graph with vertices from 0, and the start of the token.
pub struct Game {
    vertices: usize,
    start: u32,
    arcs: Vec<(u32, u32)>,
}

impl Problem for Game {
    const META: Meta = Meta::new(
        texts!("game"),
        "Game.In of a Vietnamese article; KöMaL S.13",
        "retrograde analysis",
        ("Game.In", "Game.Out"),
        ("N, the number of vertices", 200),
        // The upper end of M is written as N(N-1).
        &[N],
    )
    .lesson(3, "a graph with cycles, solved backwards", &["retrograde-analysis"])
    .form(
        &[Field::numbers("N M"), Field::numbers("u"), Field::repeated("M", "a b")],
        "0",
    );

    const FAMILIES: &'static [Family<Game>] = &[
        family(
            "random",
            "arcs anywhere, with self-loops and repeated arcs; one vertex in ten has none",
            |n, random| {
                let draft = Draft::new(n, random);
                let arcs = draft.pairs(draft.wanted, random);
                draft.finish(arcs.filter(|arc| arc.0 % 10 != 0).collect_vec(), random)
            },
        ),
        family(
            "draw",
            "no vertex without arcs, so every vertex is a draw",
            |n, random| {
                let draft = Draft::new(n, random);
                // First give each vertex one arc, so that nobody is ever stuck, then add more.
                let all = 0..draft.vertices as u32;
                let firsts = all.map(|from| (from, draft.vertex(random))).collect_vec();
                let rest = draft.wanted.saturating_sub(draft.vertices);
                let more = draft.pairs(rest, random).collect_vec();
                draft.finish([firsts, more].concat(), random)
            },
        ),
        family(
            "long",
            "the longest forced win or loss: a path whose detours lose",
            |n, random| {
                let draft = Draft::new(n, random);
                let last = draft.vertices as u32 - 1;
                // All moves of the loser are forced. The winner moves at an odd distance from the end. Their moves back
                // close cycles and help nobody.
                let onwards = (0..last).map(|v| (v, v + 1));
                let back = (1..last).filter(|v| (last - v) % 2 == 1).map(|v| (v, v - 1));
                Draft { start: 0, ..draft }.finish(onwards.chain(back).collect(), random)
            },
        ),
        family("stuck", "the first player has no move", |n, random| {
            let draft = Draft::new(n, random);
            let arcs = draft.pairs(draft.wanted, random);
            draft.finish(arcs.filter(|arc| arc.0 != draft.start).collect_vec(), random)
        }),
        family("acyclic", "no cycle, so no draw", |n, random| {
            let draft = Draft::new(n, random);
            let arcs = draft.pairs(draft.wanted, random).filter(|(a, b)| a != b);
            let ordered = arcs.map(|(a, b)| (a.min(b), a.max(b))).collect_vec();
            draft.finish(ordered, random)
        }),
        family("repeated", "few pairs of vertices, each with many arcs", |n, random| {
            let draft = Draft::new(n, random);
            let few = draft.pairs(3, random).collect_vec();
            let arcs = (0..draft.wanted).map(|_| *random.pick(&few)).collect_vec();
            draft.finish(arcs, random)
        }),
        family(
            "dense",
            "every arc between different vertices, but for one vertex with none",
            |n, random| {
                let draft = Draft::new(n, random);
                let last = draft.vertices as u32 - 1;
                // Beyond the original limits, all pairs are too many. A window of neighbours keeps the number linear.
                let reach = if draft.vertices <= 200 { last } else { 100 };
                let heads = |from: u32| from.saturating_sub(reach)..=(from + reach).min(last);
                let arcs = (0..last).flat_map(|from| heads(from).map(move |to| (from, to)));
                draft.finish(arcs.filter(|(from, to)| from != to).collect_vec(), random)
            },
        ),
        family(
            "zigzag",
            "a path to and fro between low and high numbers: rounds over the vertices in either order decide few",
            |n, random| {
                let draft = Draft::new(n, random);
                let vertices = draft.vertices as u32;
                let at = |place: u32| match place % 2 {
                    0 => place / 2,
                    _ => vertices - 1 - place / 2,
                };
                let arcs = (1..vertices).map(|place| (at(place - 1), at(place))).collect_vec();
                Draft { start: 0, ..draft }.finish(arcs, random)
            },
        ),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Token;
    type Answer = Winner;

    const WITHOUT_START: Option<(Reader<Game>, &'static str)> = Some((
        |scanner, _| Game::read_with(scanner, false),
        "the second line, the start vertex, is missing",
    ));

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Game, InputError> {
        Game::read_with(scanner, true)
    }

    fn game(&self, budget: Budget) -> Result<Token, Refusal> {
        let (vertices, list, kept) = compact(self.vertices, &self.arcs, &[self.start]);
        let (n, m) = (vertices as u64, list.len() as u64);
        // Memory holds the graph and its reversal, then either the sort or the table.
        let later = retrograde::bytes_needed(n, m).max(Graph::bytes_to_sort(m));
        let needed = 2 * u128::from(Graph::bytes_needed(n, m)) + u128::from(later);
        budget.require(needed, format_args!("{n} vertices and {m} arcs"))?;
        let start = kept.number(self.start).expect("the start is kept");
        let graph = GraphGame::new(Graph::from_arcs(vertices, &list), start);
        let all = self.vertices;
        Ok(Token { graph, kept, all })
    }

    fn theory(game: &Token, _: Budget) -> Result<Box<dyn Theory<Token>>, Refusal> {
        Ok(Box::new(Labels {
            table: retrograde::solve(&game.graph),
            misere: None,
        }))
    }

    fn misere_theory(game: &Token, budget: Budget) -> Result<Option<Box<dyn Theory<Token>>>, Refusal> {
        let graph = game.graph.graph();
        let (n, m) = (graph.len() as u64, graph.arc_count() as u64);
        // Memory holds the graph and its reversal once more, the ends, and the table.
        let needed = 2 * Graph::bytes_needed(n, m) + n + retrograde::bytes_needed(n, m);
        budget.require(needed.into(), format_args!("{n} vertices and {m} arcs"))?;
        let end = |vertex| graph.successors(vertex).is_empty().then_some(Outcome::Win);
        let turned = game.graph.clone().with_ends(graph.vertices().map(end).collect());
        let table = retrograde::solve(&turned);
        let misere = Some(turned);
        Ok(Some(Box::new(Labels { table, misere })))
    }

    fn ask(game: &Token, known: &dyn Oracle<Token>) -> Winner {
        Winner::of(game, known)
    }

    fn positions(game: &Token) -> Option<u128> {
        Some(game.graph.len() as u128)
    }

    fn brute_cap(_: &Token) -> usize {
        1000
    }

    /// Computes no distances, because the question does not ask for them.
    fn solve(&self, budget: Budget) -> Result<Vec<Winner>, Refusal> {
        let labels = arcs::Labels::of(self.vertices, &self.arcs, &[self.start], (false, 0), budget)?;
        Ok(vec![Winner(labels.outcome(self.start))])
    }

    /// Computes no distances.
    fn solve_misere(&self, budget: Budget) -> Result<Option<Vec<Winner>>, Refusal> {
        let labels = arcs::Labels::of(self.vertices, &self.arcs, &[self.start], (true, 0), budget)?;
        Ok(Some(vec![Winner(labels.outcome(self.start))]))
    }

    /// Computes no distances. A vertex outside all arcs has no move.
    fn outcomes_of_vertices(&self, misere: bool, budget: Budget) -> Result<Option<Vec<Outcome>>, Refusal> {
        let listed = (misere, self.vertices);
        let labels = arcs::Labels::of(self.vertices, &self.arcs, &[], listed, budget)?;
        Ok(Some(labels.outcomes()))
    }

    fn smaller(&self) -> impl Iterator<Item = Game> {
        let start = self.start;
        shrink::graph(self.vertices, &self.arcs, move |vertex| vertex == start).map(move |smaller| Game {
            vertices: smaller.vertices,
            start: smaller.number(start),
            arcs: smaller.arcs,
        })
    }
}

impl Game {
    /// Reads the format. The second line, which has the start, may be missing.
    fn read_with(scanner: &mut Scanner<'_>, has_start: bool) -> Result<Game, InputError> {
        let vertices = N.count(scanner)?;
        scanner.space()?;
        let n = vertices as i64;
        let count = M.up_to(n.saturating_mul(n - 1)).count(scanner)?;
        scanner.newline()?;
        let mut start = 0;
        if has_start {
            start = scanner.index(format_args!("the start vertex"), vertices)?;
            scanner.newline()?;
        }
        let arcs = ArcList::read(scanner, vertices, count, 1)?.arcs;
        scanner.end()?;
        Ok(Game { vertices, start, arcs })
    }
}

/// A generated graph under construction.
#[derive(Clone, Copy)]
struct Draft {
    vertices: usize,
    wanted: usize,
    start: u32,
}

impl Draft {
    fn new(size: u64, random: &mut Random) -> Draft {
        let vertices = usize::try_from(size.max(2)).expect("a generated graph fits in memory");
        let wanted = (vertices * (1 + random.index(5))).min(vertices * (vertices - 1));
        let start = random.index(vertices) as u32;
        Draft {
            vertices,
            wanted,
            start,
        }
    }

    fn vertex(self, random: &mut Random) -> u32 {
        random.index(self.vertices) as u32
    }

    fn pairs(self, count: usize, random: &mut Random) -> impl Iterator<Item = (u32, u32)> {
        (0..count).map(move |_| (self.vertex(random), self.vertex(random)))
    }

    fn finish(self, mut arcs: Vec<(u32, u32)>, random: &mut Random) -> Game {
        let Draft { vertices, start, .. } = self;
        if arcs.is_empty() {
            // The format needs an arc. A self-loop on another vertex changes nothing for the start.
            let other = (start + 1) % vertices as u32;
            arcs.push((other, other));
        }
        random.shuffle(&mut arcs);
        Game { vertices, start, arcs }
    }
}

/// The token on its graph. A move is the new vertex of the token, and repeated arcs are one move.
pub struct Token {
    graph: GraphGame,
    /// The vertices of the input on arcs, and the number of all vertices.
    kept: Kept,
    all: usize,
}

impl Rules for Token {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.graph.start()
    }

    fn moves(&self, vertex: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.graph.moves(vertex).unique()
    }
}

/// The solved graph.
struct Labels {
    table: Table,
    /// The game with vertices without arcs won, for misère play.
    misere: Option<GraphGame>,
}

impl Oracle<Token> for Labels {
    fn value(&self, game: &Token, vertex: &u32) -> Value {
        self.table.value(game.graph.index(vertex))
    }
}

impl Theory<Token> for Labels {
    fn label(&self, game: &Token, place: usize) -> Option<(Value, String)> {
        let value = self.value(game, &(place as u32));
        Some((value, picture::label(value)))
    }

    fn label_left_out(&self) -> (Value, String) {
        let value = Value::of(Outcome::win_if(self.misere.is_some())).with_distance(0);
        (value, picture::label(value))
    }

    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        self.table.len()
    }

    fn proof(&self, game: &Token, _: Budget) -> Option<Result<String, CertifyError>> {
        let checked = certificate::check_outcomes(self.misere.as_ref().unwrap_or(&game.graph), &self.table);
        let count = self.table.len();
        let what = || format!("outcome and distance of {count} vertices, each from the vertices its arcs lead to");
        Some(checked.map_err(wrong).map(|()| what()))
    }
}

impl Shown for Token {
    const HOW: &'static str = "the vertex to push the token to, such as `4`";

    fn stage(&self) -> Stage {
        let graph = self.graph.graph();
        let place = |vertex| Place::named(self.place_name(vertex as usize));
        Stage {
            worths: "In a vertex: the outcome for the player to move, and in how many plies.",
            ..picture::graph(graph.different_arcs(), true, graph.vertices().map(place))
        }
    }

    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>) {
        let (count, vertices) = self.kept.left_out(self.all);
        (
            count,
            Box::new(vertices.map(|vertex| Place::named(1 + u64::from(vertex)))),
        )
    }

    fn pieces(&self, vertex: &u32) -> Vec<Piece> {
        vec![Piece::one(*vertex as usize, STONE)]
    }

    fn place_count(&self) -> u64 {
        self.graph.len() as u64
    }

    fn place_name(&self, place: usize) -> String {
        (1 + self.kept.vertex(place as u32)).to_string()
    }

    fn move_name(&self, _: &u32, to: &u32) -> String {
        self.place_name(*to as usize)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}\n{}", self.vertices, self.arcs.len(), self.start + 1)?;
        arcs::write(f, &self.arcs, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::checks::{self, BUDGET, checks};
    use crate::problem::{agrees_with_exploring, explored_answers};

    checks!(Game, small: 3000 up to 9, edges: [
        "4294967294 1\n4294967294\n4294967294 1\n" => "1\n",
        "4294967294 0\n7\n" => "2\n",
    ]);

    /// Asserts the outcomes from all vertices of a graph in the format without its second line.
    fn outcomes_of_vertices(outcomes: &str, graph: &str) {
        let (first, arcs) = graph.split_once('\n').unwrap();
        for (vertex, outcome) in (1..).zip(outcomes.chars()) {
            let (text, answer) = (format!("{first}\n{vertex}\n{arcs}"), format!("{outcome}\n"));
            checks::edges::<Game>(&[], &[(&text, &answer)]);
        }
    }

    #[test]
    fn every_vertex_of_tiny_graphs() {
        outcomes_of_vertices("2", "1 0\n");
        outcomes_of_vertices("0", "1 1\n1 1\n");
        outcomes_of_vertices("12", "2 1\n1 2\n");
        outcomes_of_vertices("12", "2 3\n1 2\n1 2\n1 2\n");
        // There is a way out of the self-loop.
        outcomes_of_vertices("12", "2 2\n1 1\n1 2\n");
    }

    #[test]
    fn misere_play_agrees_with_exploring_from_every_vertex() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let family = &Game::FAMILIES[random.index(Game::FAMILIES.len())];
            let size = 1 + random.below(12);
            let mut game = (family.make)(size, &mut random);
            if seed % 4 == 0 {
                // At this number the graph leaves out the vertices without arcs.
                game.vertices += 10 * game.arcs.len();
            }
            agrees_with_exploring(&game);
            let outcomes = game.outcomes_of_vertices(true, BUDGET).unwrap().unwrap();
            for (start, outcome) in (0..).zip(outcomes) {
                game.start = start;
                let explored = explored_answers(&game, BUDGET).unwrap();
                assert_eq!(explored, [Winner(outcome)], "{game}");
            }
        }
    }

    #[test]
    fn trap_a_cycle_does_not_mean_a_draw() {
        outcomes_of_vertices("00012", "5 5\n1 2\n2 3\n3 1\n1 4\n4 5\n");
        // 3 ends the game, 2 must go to 3, and 1 goes to 2.
        outcomes_of_vertices("1212", "4 4\n1 2\n2 3\n3 1\n3 4\n");
    }

    #[test]
    fn vertices_that_no_arc_mentions_change_nothing() {
        for seed in 0..200 {
            let small = (Game::FAMILIES[0].make)(6, &mut Random::new(seed));
            let apart = |v: u32| 7 + 1000 * v;
            let arcs = small.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
            let spread = Game {
                vertices: 10_000,
                start: apart(small.start),
                arcs: arcs.collect(),
            };
            assert_eq!(spread.solve(BUDGET), small.solve(BUDGET));
            checks::agree(&spread);
        }
    }

    #[test]
    fn the_long_family_is_long_and_a_wrong_answer_is_not_certified() {
        let long = (Game::FAMILIES[2].make)(200, &mut Random::new(1));
        let game = long.game(BUDGET).unwrap();
        let value = Game::theory(&game, BUDGET).unwrap().value(&game, &game.start());
        assert_eq!(value.distance, Some(199));
        checks::refutes(&long, Winner(Outcome::Draw));
    }
}
