//! Pawns on an acyclic graph: who wins, for each of several placements on the same graph?
//!
//! **Rules.** A cell holds any number of pawns. A move pushes one pawn along one arc. The player who cannot move loses.
//!
//! **Idea.** The pawns do not disturb each other, so a placement is a sum of one-pawn games. The player to move loses
//! exactly if the xor of the pawns' nimbers is 0. Two pawns on one cell cancel, so only the parity of each count
//! matters.
//!
//! With `--loopy` the graph may have cycles. Then a cell may have the value ∞(K) instead of a nimber. One such pawn
//! wins if K holds the xor of all the others, and draws if it does not. Two of them draw whatever the others are.
//!
//! **Why it is right.** See [`grundy`] and [`loopy`](crate::engine::loopy).
//!
//! **Trap.** The set of marked nimbers belongs to one cell, so the engine stamps it with the cell. With `--loopy`
//! parity is not enough: two pawns on one cell cancel only if its value is finite.
//!
//! **Cost.** Linear in the input. It takes 12 bytes per arc and 8 per count, and during solving 5 per cell and 16 per
//! cell of the longest path. A cell outside all arcs costs nothing but its counts. `--loopy` takes O(V·M) time for V =
//! the largest nimber plus one.
//!
//! **Source.** Pawns.in/Pawns.out of a Vietnamese article on game graphs, and Smith 1966, Fraenkel and Perl 1975 for
//! `--loopy`.

use std::collections::{HashMap, HashSet};

use crate::engine::grundy;
use crate::stock::arcs::{self, ArcList, Compact, Shape};
use crate::stock::prelude::*;
use crate::stock::tokens::{Tokens, Values};

mod mistakes;
mod tiny;

const N: Limit = Limit::new("N", "the number of cells", 1..=500).solves(1..=MAX_COUNT);
const M: Limit = Limit::new("M", "the number of arcs", 0..=5000).solves(0..=MAX_COUNT);
const T: Limit = Limit::new("T", "the number of placements", 1..=100).solves(0..=MAX_COUNT);
const PAWNS: Limit = Limit::new("pawns", "the pawns on one cell", 0..=1000).solves(0..=MAX_18_DIGITS);

/// A graph with cells from 0, and placements on it.
#[derive(Clone)]
pub struct Pawns {
    graph: Rc<Compact>,
    /// The placements one after another. Each has the number of pawns on every cell.
    pawns: Vec<u64>,
    loopy: bool,
}

impl Problem for Pawns {
    const META: Meta = Meta::new(
        texts!("pawns"),
        "Pawns.in of a Vietnamese article",
        "Grundy values of a sum",
        ("Pawns.in", "Pawns.out"),
        ("N, the number of cells", 500),
        &[N, M, T, PAWNS],
    )
    .lesson(2, "a sum of games on a graph", &["mex-and-sums"])
    .form(
        &[
            Field::numbers("N M"),
            Field::repeated("M", "x y"),
            Field::tests("T"),
            Field::repeated("N", "pawns"),
        ],
        "1",
    )
    .variants(&[Variant::flag(
        "loopy",
        "The arcs may form cycles. If neither player can win, the game is a draw, printed as 0",
    )
    .rule("The passages may lead round in a circle. If neither player can win, the game is a draw")]);

    const FAMILIES: &'static [Family<Pawns>] = &[
        family(
            "random",
            "arcs along a random order of the cells, some of them repeated",
            |n, random| draw(n, random, Shape::Random, Placing::Anywhere),
        ),
        family(
            "dense",
            "every arc along a random order, as far as M allows: the largest nimbers",
            |n, random| draw(n, random, dense(n), Placing::Anywhere),
        ),
        family("path", "one path through all cells: the longest play", |n, random| {
            draw(n, random, |_| Shape::Path, Placing::Anywhere)
        }),
        family(
            "repeated",
            "three pairs of cells, each with many arcs, and isolated cells",
            |n, random| draw(n, random, Shape::Repeated, Placing::Anywhere),
        ),
        family("lost", "every placement is lost for the first player", |n, random| {
            draw(n, random, Shape::Random, Placing::Lost)
        }),
        family(
            "even",
            "an even number of pawns on every cell, so every placement is lost",
            |n, random| draw(n, random, Shape::Random, Placing::Even),
        ),
        family(
            "crowded",
            "up to 1000 pawns on every cell of a large graph",
            |n, random| draw(n, random, Shape::Random, Placing::Crowded),
        ),
        family(
            "stuck",
            "pawns only where no arc leaves: no move at all",
            |n, random| draw(n, random, Shape::Random, Placing::Stuck),
        ),
        family(
            "full",
            "as many arcs and placements as the limits allow on the largest graph",
            |n, random| {
                let drawn = draw(n, random, dense(n), Placing::Crowded);
                let known = Cells::new(Placing::Crowded, &drawn);
                let placements = (n / 5).clamp(1, 100);
                drawn.with((0..placements).flat_map(|_| known.place(n as usize, random)).collect())
            },
        ),
        family(
            "complete",
            "every arc between as many cells as M allows, and two pawns where the nimbers are largest",
            complete,
        ),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const TRACEABLE_BYTES: usize = 300;

    type Game = Tokens;
    type Answer = Winner;

    const WITHOUT_START: Option<(Reader<Pawns>, &'static str)> = Some((
        |scanner, variants| {
            let graph = read_graph(scanner, variants.has("loopy"))?;
            scanner.end()?;
            let cells = graph.vertices;
            scanner.take(cells.saturating_mul(size_of::<u64>()), format_args!("{cells} cells"))?;
            let pawns = vec![0; cells];
            let loopy = variants.has("loopy");
            Ok(Pawns { graph, pawns, loopy })
        },
        "the placements after the arcs are missing",
    ));

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Pawns, InputError> {
        let loopy = variants.has("loopy");
        let graph = read_graph(scanner, loopy)?;
        let cells = graph.vertices;
        let [placements]: [usize; 1] = Limit::row([T], scanner)?;
        let mut pawns = scanner.list(placements.saturating_mul(cells))?;
        for placement in 1..=placements {
            let name = |index: usize, f: &mut fmt::Formatter<'_>| {
                let cell = index + 1;
                write!(f, "the pawns on cell {cell} in placement {placement} of {placements}")
            };
            scanner.line_of(cells, &PAWNS.bounds(), &name, &mut |count| {
                pawns.push(count.unsigned_abs())
            })?;
        }
        scanner.end()?;
        Ok(Pawns { graph, pawns, loopy })
    }

    fn game(&self, _: Budget) -> Result<Tokens, Refusal> {
        Ok(self.board().with(self.pawns[..self.graph.vertices].to_vec()))
    }

    fn theory(game: &Tokens, budget: Budget) -> Result<Box<dyn Theory<Tokens>>, Refusal> {
        Ok(Box::new(Values::of(&game.graph, game.loopy, budget)?))
    }

    fn ask(game: &Tokens, known: &dyn Oracle<Tokens>) -> Winner {
        Winner::of(game, known)
    }

    fn positions(game: &Tokens) -> Option<u128> {
        Some(game.standings())
    }

    fn brute_cap(game: &Tokens) -> usize {
        if game.vertices() <= 1000 { 2000 } else { 0 }
    }

    /// Answers all placements with one table.
    fn solve(&self, budget: Budget) -> Result<Vec<Winner>, Refusal> {
        let values = Values::of(&self.graph, self.loopy, budget)?;
        let winner = |pawns| Winner(values.sum(&self.graph, pawns).outcome());
        Ok(self.placements().map(winner).collect())
    }

    fn outcomes_of_vertices(&self, misere: bool, budget: Budget) -> Result<Option<Vec<Outcome>>, Refusal> {
        Values::outcomes(&self.graph, (self.loopy, misere), budget).map(Some)
    }

    fn certify(&self, answers: &[Winner], budget: Budget) -> Result<String, CertifyError> {
        let values = Values::of(&self.graph, self.loopy, budget)?;
        values.check(self.graph.graph())?;
        let board = self.board();
        let ask = |pawns: &[u64]| Pawns::ask(&board.with(pawns.to_vec()), &values);
        if self.placements().map(ask).collect_vec() != answers {
            return Err(wrong("an answer does not follow from the values of the cells"));
        }
        let (cells, sums) = (self.graph.graph().len(), answers.len());
        Ok(format!(
            "the values of {cells} cells, each from the cells its arcs lead to, and {sums} sums of them"
        ))
    }

    fn smaller(&self) -> impl Iterator<Item = Pawns> {
        let cells = self.graph.vertices;
        let placements: Vec<&[u64]> = self.placements().collect();
        let fewer: Vec<Vec<&[u64]>> = shrink::shorter(&placements).collect();
        let fewer = fewer.into_iter().map(|kept| kept.concat());
        // Keep the last cell: a line without counts is no placement.
        let steps = shrink::graph(cells, &self.graph.arcs, move |_| cells == 1).map(|smaller| {
            let placed = self.placements().flat_map(|counts| {
                let mut counts = counts.to_vec();
                // If two cells become one, it gets the pawns of both.
                if let (Some(gone), Some(into)) = (smaller.gone, smaller.into) {
                    counts[into as usize] = counts[into as usize].saturating_add(counts[gone as usize]);
                }
                smaller.carried(&counts)
            });
            let placed = placed.collect();
            Pawns::new(smaller.vertices, smaller.arcs, placed, self.loopy)
        });
        let lowered = shrink::lower_some(&self.pawns).map(|pawns| self.with(pawns));
        fewer.map(|pawns| self.with(pawns)).chain(steps).chain(lowered)
    }

    fn split(&self) -> Option<Vec<Pawns>> {
        Some(self.placements().map(|pawns| self.with(pawns.to_vec())).collect())
    }
}

/// Reads the graph, to its last arc.
fn read_graph(scanner: &mut Scanner<'_>, loopy: bool) -> Result<Rc<Compact>, InputError> {
    let [cells, count] = Limit::row([N, M], scanner)?;
    let list = ArcList::read(scanner, cells, count, 1)?;
    let graph = list.into_graph(scanner, cells, loopy);
    graph.map_err(|error| error.with_hint("`--loopy` accepts cycles"))
}

impl Pawns {
    fn new(cells: usize, arcs: Vec<(u32, u32)>, pawns: Vec<u64>, loopy: bool) -> Pawns {
        let graph = Compact::new(cells, arcs);
        Pawns { graph, pawns, loopy }
    }

    /// Returns the same graph with other placements.
    fn with(&self, pawns: Vec<u64>) -> Pawns {
        let graph = Rc::clone(&self.graph);
        Pawns { graph, pawns, ..*self }
    }

    /// Returns the game without pawns.
    fn board(&self) -> Tokens {
        Tokens::new(&self.graph, 1, self.loopy).shown_as(picture::PAWN)
    }

    /// Returns the placements, each with the number of pawns on every cell.
    fn placements(&self) -> impl Iterator<Item = &[u64]> {
        self.pawns.chunks_exact(self.graph.vertices)
    }
}

/// A generator's way to place pawns.
#[derive(Clone, Copy, PartialEq)]
enum Placing {
    Anywhere,
    /// In pairs of equal nimbers, which makes the placement lost.
    Lost,
    /// In pairs on one cell.
    Even,
    /// On every cell of a large graph.
    Crowded,
    /// On cells without arcs.
    Stuck,
}

/// Returns the shape with as many arcs as the limits allow on `cells` cells.
fn dense(cells: u64) -> impl Fn(usize) -> Shape {
    move |_| Shape::Dense((5000 / cells as usize).max(10))
}

/// Draws an instance: a graph of a shape within the limit of arcs, then placements on it.
fn draw(size: u64, random: &mut Random, shape: impl Fn(usize) -> Shape, placing: Placing) -> Pawns {
    let cells = usize::try_from(size).expect("a generated graph fits in memory");
    let arcs = shape(10 * cells).draw(cells, random);
    let drawn = Pawns::new(cells, arcs, Vec::new(), false);
    let known = Cells::new(placing, &drawn);
    let placements = 1 + random.index(if (13..=500).contains(&cells) { 20 } else { 3 });
    drawn.with((0..placements).flat_map(|_| known.place(cells, random)).collect())
}

/// Draws an acyclic graph with every arc between some cells, and placements of two pawns.
///
/// The pawns stand on the cells of the largest nimbers.
fn complete(size: u64, random: &mut Random) -> Pawns {
    /// The most cells. There are 4,950 arcs between them.
    const MOST: usize = 100;
    /// The number of cells that pawns stand on.
    const LARGEST: usize = 6;
    let cells = usize::try_from(size).expect("a generated graph fits in memory");
    let joined = cells.min(MOST);
    let arcs = Shape::Dense(joined).draw(joined, random);
    // The nimber of a cell is the number of arcs from it.
    let degrees = arcs.iter().map(|arc| arc.0 as usize).counts();
    let mut order: Vec<usize> = (0..cells).collect();
    order.sort_by_key(|cell| std::cmp::Reverse(degrees.get(cell)));
    order.truncate(LARGEST);
    let mut pawns = vec![0; cells * cells.min(20)];
    for placement in pawns.chunks_exact_mut(cells) {
        placement[*random.pick(&order)] += 1;
        placement[*random.pick(&order)] += 1;
    }
    Pawns::new(cells, arcs, pawns, false)
}

/// The nimber of every cell, and the cells of each nimber.
type ByNimber = (Vec<u32>, HashMap<u32, Vec<u32>>);

/// The cells of a generated graph that get pawns.
struct Cells {
    placing: Placing,
    /// The cells that pawns may stand on.
    open: Vec<u32>,
    /// The nimbers, if placements are to be lost.
    nimbers: Option<ByNimber>,
}

impl Cells {
    fn new(placing: Placing, drawn: &Pawns) -> Cells {
        let graph = &drawn.graph;
        let mut open: Vec<u32> = (0..graph.vertices as u32).collect();
        if placing == Placing::Stuck {
            let moving: HashSet<u32> = graph.arcs.iter().map(|arc| arc.0).collect();
            open.retain(|cell| !moving.contains(cell));
        }
        let nimbers = (placing == Placing::Lost).then(|| {
            let compact = grundy::nimbers(graph.graph()).expect("the shapes are acyclic");
            let nimber = |&cell: &u32| graph.number(cell).map_or(0, |n| compact[n as usize]);
            let alike = open.iter().copied().into_group_map_by(nimber);
            (open.iter().map(nimber).collect(), alike)
        });
        Cells { placing, open, nimbers }
    }

    /// Returns one placement on `cells` cells.
    fn place(&self, cells: usize, random: &mut Random) -> Vec<u64> {
        let mut pawns = vec![0; cells];
        // On a small graph, use few pawns, so that brute force can play them out.
        let small = cells <= 12;
        if self.placing == Placing::Crowded && !small {
            let most = PAWNS.original.1 as u64;
            pawns.fill_with(|| random.below(most + 1));
            return pawns;
        }
        let twice = matches!(self.placing, Placing::Lost | Placing::Even);
        let most = match (small, twice) {
            (true, true) => 2,
            (true, false) => 3,
            (false, _) => cells,
        };
        for _ in 0..random.index(most + 1) {
            let cell = *random.pick(&self.open) as usize;
            pawns[cell] += 1;
            if let Some((nimbers, alike)) = &self.nimbers {
                let partner = *random.pick(&alike[&nimbers[cell]]);
                pawns[partner as usize] += 1;
            } else if twice {
                pawns[cell] += 1;
            }
        }
        pawns
    }
}

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.graph.vertices, self.graph.arcs.len())?;
        arcs::write(f, &self.graph.arcs, 1)?;
        writeln!(f, "{}", self.placements().count())?;
        let mut placements = self.placements();
        placements.try_for_each(|pawns| writeln!(f, "{}", pawns.iter().format(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::checks::{self, BUDGET, checks};

    const LOOPY: &[(&str, u64)] = &[("loopy", 1)];

    checks!(Pawns, small: 2000 up to 9, edges: [
        "1 0\n1\n5\n" => "2\n",
        "2 1\n1 2\n2\n0 0\n1 0\n" => "2\n1\n",
        "2 1\n2 1\n1\n0 1000000000000000000\n" => "2\n",
        "2 1\n2 1\n1\n0 999999999999999999\n" => "1\n",
        "4294967294 1\n4294967294 1\n0\n" => "",
        "6 8\n2 1\n2 4\n1 4\n1 5\n4 5\n1 3\n3 5\n3 6\n1\n1 1 0 1 0 1\n" => "1\n",
        "4 2\n1 2\n2 3\n3\n1 1 0 0\n0 2 0 0\n1 1 0 1\n" => "1\n2\n1\n",
    ]);

    #[test]
    fn edges_with_loops_allowed() {
        checks::edges::<Pawns>(
            LOOPY,
            &[
                ("1 0\n1\n5\n", "2\n"),
                ("2 1\n1 2\n2\n0 0\n1 0\n", "2\n1\n"),
                ("2 1\n2 1\n1\n0 1000000000000000000\n", "2\n"),
                ("2 1\n2 1\n1\n0 999999999999999999\n", "1\n"),
                ("4294967294 1\n4294967294 1\n0\n", ""),
            ],
        );
    }

    #[test]
    fn trap_the_nimbers_seen_from_one_cell_are_its_own() {
        // The nimbers are 0, 1, 2 and again 0: cell 4 leads only to cell 3.
        let text = "4 4\n2 1\n3 1\n3 2\n4 3\n2\n0 0 0 1\n0 1 1 0\n";
        assert_eq!(checks::solve::<Pawns>(text, &[]), "2\n1\n");
    }

    #[test]
    fn trap_two_pawns_on_a_cell_cancel_unless_play_is_endless() {
        let cycle = "3 3\n1 2\n2 1\n1 3\n3\n1 0 0\n2 0 0\n0 1 0\n";
        let three = "4 5\n3 4\n4 3\n4 4\n3 2\n4 2\n2\n0 0 1 0\n0 0 3 0\n";
        let endless = "3 3\n1 1\n1 2\n2 3\n5\n1 0 0\n2 0 0\n3 0 0\n1 1 0\n0 2 0\n";
        checks::edges::<Pawns>(
            LOOPY,
            &[
                // Cell 1 wins by a move to cell 3, and cell 2 must go to cell 1.
                (cycle, "1\n2\n2\n"),
                (three, "1\n0\n"),
                (endless, "0\n0\n0\n1\n2\n"),
            ],
        );
    }

    /// Compares on random draws: arcs anywhere (only downwards without cycles), and up to four pawns anywhere.
    fn raw_draws_agree(loopy: bool, seed: u64) -> [u32; 3] {
        let mut random = Random::new(seed);
        let mut seen = [0; 3];
        for _ in 0..1500 {
            let cells = 1 + random.index(5);
            let cell = |random: &mut Random| random.index(cells) as u32;
            let wanted = random.index(2 * cells + 1);
            let arcs: Vec<_> = (0..wanted)
                .map(|_| (cell(&mut random), cell(&mut random)))
                .filter(|(from, to)| loopy || from > to)
                .collect();
            let mut pawns = vec![0; 2 * cells];
            for placement in pawns.chunks_exact_mut(cells) {
                for _ in 0..random.index(5) {
                    *placement.get_mut(random.index(cells)).unwrap() += 1;
                }
            }
            let instance = Pawns::new(cells, arcs, pawns, loopy);
            assert!(checks::agree(&instance));
            let answers = instance.solve(BUDGET).unwrap();
            answers.iter().for_each(|answer| seen[answer.0 as usize] += 1);
        }
        seen
    }

    #[test]
    fn raw_draws_agree_with_brute_force() {
        let [lost, drawn, won] = raw_draws_agree(false, 5);
        assert!(lost > 500 && drawn == 0 && won > 500, "{lost} {drawn} {won}");
    }

    #[test]
    fn raw_draws_with_cycles_agree_with_brute_force() {
        let seen = raw_draws_agree(true, 7);
        assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
    }

    /// Returns an instance of a family.
    fn generated(family: &str, size: u64, seed: u64) -> Pawns {
        let mut families = Pawns::FAMILIES.iter();
        let family = families.find(|known| known.name == family).unwrap();
        (family.make)(size, &mut Random::new(seed))
    }

    #[test]
    fn the_lost_families_are_lost_at_any_size() {
        for (seed, family) in [(1, "lost"), (2, "even"), (3, "stuck")] {
            let answers = generated(family, 500, seed).solve(BUDGET).unwrap();
            assert!(answers.iter().all(|answer| answer.0 == Outcome::Loss), "{family}");
        }
    }

    #[test]
    fn cells_that_no_arc_mentions_change_nothing() {
        for seed in 0..200 {
            let small = generated("random", 4, seed);
            let apart = |v: u32| 3 + 90 * v;
            let arcs = small.graph.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
            let mut pawns = vec![1; 400];
            for cell in 0..4 {
                pawns[apart(cell) as usize] = small.pawns[cell as usize];
            }
            let spread = Pawns::new(400, arcs.collect(), pawns, seed % 2 == 0);
            let expected = small.solve(BUDGET).unwrap()[0];
            assert_eq!(spread.solve(BUDGET), Ok(vec![expected]));
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        for loopy in [false, true] {
            let instance = generated("random", 50, 1);
            let one = &Pawns { loopy, ..instance }.split().unwrap()[0];
            let Winner(outcome) = one.solve(BUDGET).unwrap()[0];
            checks::refutes(one, Winner(outcome.reversed()));
            checks::refutes(one, Winner(Outcome::Draw));
        }
    }

    #[test]
    fn a_placement_read_alone_is_the_placement_in_its_place() {
        let instance = generated("random", 30, 2);
        let whole = instance.solve(BUDGET).unwrap().iter().join("");
        let parts = instance.split().unwrap();
        let alone = parts.iter().map(|part| checks::solve::<Pawns>(&part.to_string(), &[]));
        assert_eq!(alone.collect::<String>(), whole);
    }

    #[test]
    fn winning_moves_by_arcs_agree_with_trying_every_move() {
        for seed in 0..100 {
            let instance = generated(["random", "crowded"][seed as usize % 2], 20, seed);
            for test in instance.split().unwrap() {
                let game = test.game(BUDGET).unwrap();
                let values = Values::of(&test.graph, false, BUDGET).unwrap();
                let plain = oracle::ByValue(&values);
                let start = game.start();
                let winning = values.winning_moves(&game, &start);
                assert!(winning.eq(plain.winning_moves(&game, &start)));
                assert_eq!(values.best_move(&game, &start), plain.best_move(&game, &start));
                assert_eq!(game.move_count(&start), game.moves(&start).count() as u128);
            }
        }
    }

    #[test]
    fn a_cycle_has_the_input_numbers_if_few_cells_have_arcs() {
        let text = b"9000 3\n7 8000\n8000 9000\n9000 7\n0\n";
        let mut scanner = Scanner::new(text, crate::text::Mode::Lenient).unwrap();
        let error = Pawns::read(&mut scanner, Variants::ORIGINAL).err().unwrap();
        let expected = "error: the arcs must not form a cycle, found cycle 9000 -> 7 -> 8000 -> 9000\n  --> in:4:1\n";
        let found = error.located("in", text).to_string();
        assert!(found.starts_with(expected), "{found}");
    }
}
