//! Pawns on an acyclic graph, any number on one cell; a move pushes one pawn along one arc; who cannot move loses. Who
//! wins, for each of several placements on the same graph?
//!
//! **Idea.** The pawns do not disturb each other, so a placement is a sum of one-pawn games: the player to move loses
//! exactly when the xor of the pawns' nimbers is 0. Two pawns on one cell cancel, so only the parity of each count
//! matters. With `--loopy` the graph may have cycles: then a cell may have the value ∞(K) instead of a nimber, one such
//! pawn wins where K holds the xor of all the others and draws elsewhere, and two of them draw whatever else there is.
//!
//! **Why.** See [`grundy`] and [`loopy`]. **Trap.** The set of nimbers seen belongs to one cell; the engine stamps it
//! with the cell. With `--loopy` parity is not all: two pawns on one cell cancel only where its value is finite.
//!
//! **Cost.** Linear in the input: 12 bytes per arc, 8 per count, and 5 per cell and 16 per cell of
//! the longest path while solving; a cell that no arc
//! mentions costs nothing but its counts. `--loopy` takes O(V·M) time, where V is the largest nimber plus one.
//! **Source.** Pawns.in/Pawns.out of a Vietnamese article on game graphs; Smith 1966, Fraenkel and Perl 1975.

use std::fmt;
use std::iter;

use super::pushing::pushes;
use super::pushing::{Pushing, Values};
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Rules, brute, grundy, loopy};
use crate::playable::require_showable;
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variant, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::arcs::{ArcList, Compact, Shape};
use crate::stock::prelude::MAX_COUNT as MOST;
use crate::stock::shrink::{lower_some, merged, shorter, without_vertex};
use crate::text::{InputError, Scanner};

/// The problem.
pub struct Pawns;

const N: Limit = Limit {
    name: "N",
    what: "the number of cells",
    original: (1, 500),
    solve: (1, MOST),
};
const M: Limit = Limit {
    name: "M",
    what: "the number of arcs",
    original: (0, 5000),
    solve: (0, MOST),
};
const T: Limit = Limit {
    name: "T",
    what: "the number of placements",
    original: (1, 100),
    solve: (0, MOST),
};
const PAWNS: Limit = Limit {
    name: "pawns",
    what: "the pawns on one cell",
    original: (0, 1000),
    solve: (0, 1_000_000_000_000_000_000),
};
/// How many positions `brute` may look at for one placement, and on how many cells.
const BRUTE_POSITIONS: usize = 2000;
const BRUTE_CELLS: usize = 100;

/// A graph, cells from 0, and placements on it.
pub struct Instance {
    cells: usize,
    arcs: Vec<(u32, u32)>,
    graph: Compact,
    /// The placements one after another, each the pawns on every cell.
    pawns: Vec<u64>,
    placements: usize,
    loopy: bool,
}

/// The outcome of each placement for the first player.
#[derive(PartialEq, Debug)]
pub struct Answer(Vec<Outcome>);

impl Problem for Pawns {
    const META: Meta = Meta {
        slug: "pawns",
        title: Words {
            en: "Pawns",
            vi: "Những quân tốt",
            zh: "走兵",
        },
        source: "Pawns.in of a Vietnamese article",
        engine: "Grundy values of a sum",
        contest_files: ("Pawns.in", "Pawns.out"),
        limits: &[N, M, T, PAWNS],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("pawns"),
        hints: hints!("pawns"),
        families: &[
            Family {
                name: "random",
                about: "arcs along a random order of the cells, some of them repeated",
            },
            Family {
                name: "dense",
                about: "every arc along a random order, as far as M allows: the largest nimbers",
            },
            Family {
                name: "path",
                about: "one path through all cells: the longest play",
            },
            Family {
                name: "repeated",
                about: "three pairs of cells, each with many arcs, and isolated cells",
            },
            Family {
                name: "lost",
                about: "every placement is lost for the first player",
            },
            Family {
                name: "even",
                about: "an even number of pawns on every cell, so every placement is lost",
            },
            Family {
                name: "crowded",
                about: "up to 1000 pawns on every cell of a large graph",
            },
            Family {
                name: "stuck",
                about: "pawns only where no arc leaves: no move at all",
            },
        ],
        size: ("N, the number of cells", 500),
        variants: &[Variant {
            name: "loopy",
            help: "The arcs may form cycles; a placement that neither player can win is a draw, printed as 0",
            value: None,
        }],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Pushing;

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<Instance, InputError> {
        let loopy = variants.has("loopy");
        let cells = N.count(scanner)?;
        scanner.space()?;
        let count = M.count(scanner)?;
        scanner.newline()?;
        let list = ArcList::read(scanner, cells, count, 1)?;
        let graph = Compact::new(cells, &list.arcs);
        if !loopy && let Some(cycle) = graph.find_cycle() {
            let error = list.cycle_error(scanner, &cycle);
            return Err(error.with_hint("`--loopy` accepts cycles"));
        }
        let placements = T.count(scanner)?;
        scanner.newline()?;
        let mut pawns = Vec::with_capacity(scanner.capacity(placements.saturating_mul(cells)));
        for placement in 1..=placements {
            for cell in 1..=cells {
                let name = format_args!(
                    "the pawns on cell {cell} in placement {placement} of {placements}"
                );
                pawns.push(scanner.integer(name, PAWNS.bounds())?.unsigned_abs());
                scanner.space_or_newline(cell - 1, cells)?;
            }
        }
        scanner.end()?;
        Ok(Instance {
            cells,
            arcs: list.arcs,
            graph,
            pawns,
            placements,
            loopy,
        })
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        Ok(instance.answer(&instance.values(budget)?))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let values = instance.values(budget)?;
        let graph = instance.graph.graph();
        values.check(graph)?;
        if instance.answer(&values) != *answer {
            return Err(CertifyError::Wrong(
                "an answer does not follow from the values of the cells".into(),
            ));
        }
        Ok(format!(
            "the values of {} cells, each from the cells its arcs lead to, and {} sums of them",
            graph.len(),
            instance.placements
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        if instance.cells > BRUTE_CELLS {
            return None;
        }
        let outcomes = instance.placements().map(|pawns| {
            let play = Play {
                arcs: &instance.arcs,
                pawns,
            };
            let solved = brute::solve(&play, BRUTE_POSITIONS).ok()?;
            Some(solved.start_outcome())
        });
        outcomes.collect::<Option<_>>().map(Answer)
    }

    fn game(instance: &Instance, test: usize, budget: Budget) -> Result<Pushing, Refusal> {
        require_showable(instance.cells as u64, 1000, "cells")?;
        let values = instance.values(budget)?;
        let pawns = instance.placements().nth(test);
        let pawns = pawns
            .expect("the caller asks for a test that there is")
            .to_vec();
        let graph = instance.graph.clone();
        Ok(Pushing::new(&instance.arcs, graph, values, pawns, 1))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let cells = usize::try_from(size).expect("a generated graph fits in memory");
        let most_arcs = 10 * cells;
        let shape = match family {
            "dense" => Shape::Dense((5000 / cells).max(10)),
            "path" => Shape::Path,
            "repeated" => Shape::Repeated(most_arcs),
            _ => Shape::Random(most_arcs),
        };
        let arcs = shape.draw(cells, random);
        let graph = Compact::new(cells, &arcs);
        let known = Cells::new(family, cells, &arcs, &graph);
        let placements = 1 + random.index(if (13..=500).contains(&cells) { 20 } else { 3 });
        let pawns = (0..placements).flat_map(|_| known.place(family, cells, random));
        Instance {
            pawns: pawns.collect(),
            cells,
            arcs,
            graph,
            placements,
            loopy: false,
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let build = |cells: usize, arcs: Vec<(u32, u32)>, pawns: Vec<u64>| Instance {
            graph: Compact::new(cells, &arcs),
            cells,
            arcs,
            placements: pawns.len() / cells.max(1),
            pawns,
            loopy: instance.loopy,
        };
        let Instance {
            cells,
            ref arcs,
            ref pawns,
            ..
        } = *instance;
        let placements: Vec<&[u64]> = instance.placements().collect();
        let fewer: Vec<Vec<&[u64]>> = shorter(&placements).collect();
        let fewer = fewer
            .into_iter()
            .map(move |kept| build(cells, arcs.clone(), kept.concat()));
        // The last cell stays: a line of no counts is no placement.
        let some = cells > 1;
        let dropped = (0..cells).filter(move |_| some).map(move |cell| {
            let kept = pawns
                .iter()
                .enumerate()
                .filter(|(place, _)| place % cells != cell);
            build(
                cells - 1,
                without_vertex(arcs, cell as u32),
                kept.map(|(_, &count)| count).collect(),
            )
        });
        // Two cells as one, which gets the pawns of both.
        let joined = arcs
            .iter()
            .filter(|arc| arc.0 != arc.1)
            .map(move |&(cell, into)| {
                let join = |counts: &[u64]| {
                    let mut counts = counts.to_vec();
                    let moved = counts[cell as usize];
                    let place = &mut counts[into as usize];
                    *place = place.saturating_add(moved);
                    counts.remove(cell as usize);
                    counts
                };
                let pawns = pawns.chunks_exact(cells).flat_map(join).collect();
                build(cells - 1, merged(arcs, cell, into), pawns)
            });
        let cut = shorter(arcs).map(move |arcs| build(cells, arcs, pawns.clone()));
        let lowered = lower_some(pawns).map(move |pawns| build(cells, arcs.clone(), pawns));
        fewer.chain(dropped).chain(joined).chain(cut).chain(lowered)
    }

    fn split(instance: &Instance) -> Option<Vec<Instance>> {
        let part = |pawns: &[u64]| Instance {
            cells: instance.cells,
            arcs: instance.arcs.clone(),
            graph: instance.graph.clone(),
            pawns: pawns.to_vec(),
            placements: 1,
            loopy: instance.loopy,
        };
        Some(instance.placements().map(part).collect())
    }
}

/// What the generator knows of a graph.
struct Cells {
    /// Those that pawns may stand on.
    open: Vec<u32>,
    /// The nimber of each, and all cells with each nimber, where placements are to be lost.
    nimbers: Option<(Vec<u32>, Vec<Vec<u32>>)>,
}

impl Cells {
    fn new(family: &str, cells: usize, arcs: &[(u32, u32)], graph: &Compact) -> Cells {
        let mut open: Vec<u32> = (0..cells as u32).collect();
        if family == "stuck" {
            let mut stuck = vec![true; cells];
            arcs.iter().for_each(|arc| stuck[arc.0 as usize] = false);
            open.retain(|&cell| stuck[cell as usize]);
        }
        let nimbers = (family == "lost").then(|| {
            let compact = grundy::nimbers(graph.graph()).expect("the shapes are acyclic");
            let nimber = |cell| graph.number(cell).map_or(0, |n| compact[n as usize]);
            let nimbers: Vec<u32> = open.iter().map(|&cell| nimber(cell)).collect();
            let largest = nimbers.iter().copied().max().unwrap_or(0);
            let mut alike = vec![Vec::new(); largest as usize + 1];
            for (&cell, &nimber) in open.iter().zip(&nimbers) {
                alike[nimber as usize].push(cell);
            }
            (nimbers, alike)
        });
        Cells { open, nimbers }
    }

    /// One placement on `cells` cells.
    fn place(&self, family: &str, cells: usize, random: &mut Random) -> Vec<u64> {
        let mut pawns = vec![0; cells];
        // Few enough on a small graph that brute force can play it out.
        let small = cells <= 12;
        if family == "crowded" && !small {
            let most = PAWNS.original.1 as u64;
            pawns.fill_with(|| random.below(most + 1));
            return pawns;
        }
        let twice = matches!(family, "lost" | "even");
        let most = match (small, twice) {
            (true, true) => 2,
            (true, false) => 3,
            (false, _) => cells,
        };
        for _ in 0..random.index(most + 1) {
            let cell = *random.pick(&self.open) as usize;
            pawns[cell] += 1;
            if let Some((nimbers, alike)) = &self.nimbers {
                let partner = *random.pick(&alike[nimbers[cell] as usize]);
                pawns[partner as usize] += 1;
            } else if twice {
                pawns[cell] += 1;
            }
        }
        pawns
    }
}

impl Instance {
    /// The values of the cells of the compact graph; all others have no arc, and so the nimber 0.
    fn values(&self, budget: Budget) -> Result<Values, Refusal> {
        let graph = self.graph.graph();
        let (cells, arcs) = (graph.len(), graph.arc_count());
        let needed = if self.loopy {
            loopy::bytes_needed(cells as u64, arcs as u64)
        } else {
            grundy::bytes_needed(cells as u64)
        };
        budget.require(
            u128::from(needed),
            format_args!("{cells} cells and {arcs} arcs"),
        )?;
        Ok(if self.loopy {
            Values::Loopy(loopy::values(graph))
        } else {
            Values::Acyclic(grundy::nimbers(graph).expect("a cycle is an error of the input"))
        })
    }

    fn answer(&self, values: &Values) -> Answer {
        let outcomes = self.placements().map(|pawns| {
            let standing = pawns.iter().enumerate().filter(|(_, count)| **count > 0);
            let known = standing.filter_map(|(cell, &count)| {
                Some((self.graph.number(cell as u32)? as usize, count))
            });
            match values {
                Values::Acyclic(nimbers) => {
                    let odd = known.filter(|(_, count)| count % 2 == 1);
                    match odd.fold(0, |sum, (number, _)| sum ^ nimbers[number]) {
                        0 => Outcome::Loss,
                        _ => Outcome::Win,
                    }
                }
                Values::Loopy(values) => {
                    // Where the value is a nimber only the parity counts, elsewhere whether there are two or more.
                    let few = |count: u64| count.min(2 + count % 2);
                    let parts = known.flat_map(|(number, count)| {
                        iter::repeat_n(&values[number], few(count) as usize)
                    });
                    loopy::sum(parts).outcome()
                }
            }
        });
        Answer(outcomes.collect())
    }

    /// The placements, each the pawns on every cell.
    fn placements(&self) -> impl Iterator<Item = &[u64]> {
        self.pawns.chunks_exact(self.cells)
    }
}

/// One placement, played by the rules.
struct Play<'a> {
    arcs: &'a [(u32, u32)],
    pawns: &'a [u64],
}

/// A move is the arc that a pawn is pushed along.
impl Rules for Play<'_> {
    type Position = Vec<u64>;
    type Move = (u32, u32);

    fn start(&self) -> Vec<u64> {
        self.pawns.to_vec()
    }

    fn moves(&self, pawns: &Vec<u64>) -> impl Iterator<Item = ((u32, u32), Vec<u64>)> {
        pushes(self.arcs, pawns)
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.cells, self.arcs.len())?;
        for (from, to) in &self.arcs {
            writeln!(f, "{} {}", from + 1, to + 1)?;
        }
        writeln!(f, "{}", self.placements)?;
        for pawns in self.placements() {
            for (cell, count) in pawns.iter().enumerate() {
                let separator = if cell == 0 { "" } else { " " };
                write!(f, "{separator}{count}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|outcome| {
            let number = match outcome {
                Outcome::Win => 1,
                Outcome::Loss => 2,
                Outcome::Draw => 0,
            };
            writeln!(f, "{number}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, solve_with, validator_error,
    };
    use super::*;

    fn loopy(text: &str) -> String {
        let mut variants = Variants::default();
        variants.set(&Pawns::META.variants[0], 1);
        solve_with(&Pawns, text, &variants)
    }

    #[test]
    fn edges() {
        for (text, expected) in [
            ("1 0\n1\n5\n", "2\n"),
            ("2 1\n1 2\n2\n0 0\n1 0\n", "2\n1\n"),
            ("2 1\n2 1\n1\n0 1000000000000000000\n", "2\n"),
            ("2 1\n2 1\n1\n0 999999999999999999\n", "1\n"),
            ("4294967294 1\n4294967294 1\n0\n", ""),
        ] {
            assert_eq!(solve(&Pawns, text), expected, "{text}");
            assert_eq!(loopy(text), expected, "{text}");
        }
    }

    #[test]
    fn samples() {
        let first = "6 8\n2 1\n2 4\n1 4\n1 5\n4 5\n1 3\n3 5\n3 6\n1\n1 1 0 1 0 1\n";
        assert_eq!(solve(&Pawns, first), "1\n");
        let second = "4 2\n1 2\n2 3\n3\n1 1 0 0\n0 2 0 0\n1 1 0 1\n";
        assert_eq!(solve(&Pawns, second), "1\n2\n1\n");
    }

    #[test]
    fn trap_the_nimbers_seen_from_one_cell_are_its_own() {
        // The nimbers are 0, 1, 2 and, for cell 4, which leads to cell 3 only, 0 again.
        let arcs = "4 4\n2 1\n3 1\n3 2\n4 3\n";
        assert_eq!(
            solve(&Pawns, &format!("{arcs}2\n0 0 0 1\n0 1 1 0\n")),
            "2\n1\n"
        );
    }

    #[test]
    fn trap_two_pawns_on_one_cell_cancel_unless_play_there_is_endless() {
        let cycle = "3 3\n1 2\n2 1\n1 3\n3\n1 0 0\n2 0 0\n0 1 0\n";
        // Cell 1 wins by leaving for cell 3, cell 2 must go to cell 1.
        assert_eq!(loopy(cycle), "1\n2\n2\n");
        let three = "4 5\n3 4\n4 3\n4 4\n3 2\n4 2\n2\n0 0 1 0\n0 0 3 0\n";
        assert_eq!(loopy(three), "1\n0\n");
        let endless = "3 3\n1 1\n1 2\n2 3\n5\n1 0 0\n2 0 0\n3 0 0\n1 1 0\n0 2 0\n";
        assert_eq!(loopy(endless), "0\n0\n0\n1\n2\n");
    }

    #[test]
    fn small_graphs_agree_with_brute_force() {
        agrees_with_brute::<Pawns>(2000, 1..=9);
    }

    /// Raw draws: arcs anywhere (only downwards without cycles), up to four pawns anywhere.
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
            let instance = Instance {
                cells,
                graph: Compact::new(cells, &arcs),
                arcs,
                pawns,
                placements: 2,
                loopy,
            };
            assert!(instance_agrees::<Pawns>(&instance));
            let Answer(outcomes) = Pawns::solve(&instance, BUDGET).unwrap();
            outcomes
                .iter()
                .for_each(|&outcome| seen[outcome as usize] += 1);
        }
        seen
    }

    #[test]
    fn raw_draws_agree_with_brute_force() {
        let [lost, drawn, won] = raw_draws_agree(false, 5);
        assert!(
            lost > 500 && drawn == 0 && won > 500,
            "{lost} {drawn} {won}"
        );
    }

    #[test]
    fn raw_draws_with_cycles_agree_with_brute_force() {
        let seen = raw_draws_agree(true, 7);
        assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
    }

    #[test]
    fn the_lost_families_are_lost_at_any_size() {
        for (seed, family) in [(1, "lost"), (2, "even"), (3, "stuck")] {
            let instance = Pawns::generate(family, 500, &mut Random::new(seed));
            let Answer(outcomes) = Pawns::solve(&instance, BUDGET).unwrap();
            assert!(
                outcomes.iter().all(|&outcome| outcome == Outcome::Loss),
                "{family}"
            );
        }
    }

    #[test]
    fn cells_that_no_arc_mentions_change_nothing() {
        for seed in 0..200 {
            let small = Pawns::generate("random", 4, &mut Random::new(seed));
            let apart = |v: u32| 3 + 90 * v;
            let arcs: Vec<_> = small
                .arcs
                .iter()
                .map(|&(a, b)| (apart(a), apart(b)))
                .collect();
            let mut pawns = vec![1; 400];
            for cell in 0..4 {
                pawns[apart(cell) as usize] = small.pawns[cell as usize];
            }
            let spread = Instance {
                cells: 400,
                graph: Compact::new(400, &arcs),
                arcs,
                pawns,
                placements: 1,
                loopy: seed % 2 == 0,
            };
            let expected = Pawns::solve(&small, BUDGET).unwrap().0[0];
            assert_eq!(Pawns::solve(&spread, BUDGET).unwrap().0, [expected]);
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        let instance = Pawns::generate("random", 50, &mut Random::new(1));
        let Answer(mut outcomes) = Pawns::solve(&instance, BUDGET).unwrap();
        outcomes[0] = outcomes[0].reversed();
        let doubt = Pawns::certify(&instance, &Answer(outcomes), BUDGET).unwrap_err();
        assert!(matches!(doubt, CertifyError::Wrong(_)), "{doubt:?}");
    }

    #[test]
    fn a_placement_read_alone_is_the_placement_in_its_place() {
        let instance = Pawns::generate("random", 30, &mut Random::new(2));
        let whole = Pawns::solve(&instance, BUDGET).unwrap();
        let parts = Pawns::split(&instance).unwrap();
        let alone = parts.iter().map(|part| solve(&Pawns, &part.to_string()));
        assert_eq!(alone.collect::<String>(), whole.to_string());
    }

    #[test]
    fn a_cycle_is_shown_from_the_arc_that_closes_it() {
        for (text, start) in [
            (
                "4 5\n1 2\n3 1\n2 4\n2 3\n1 2\n1\n0 0 0 0\n",
                "error: the arcs must not form a cycle, found cycle 2 -> 3 -> 1 -> 2\n  --> in:5:1\n",
            ),
            (
                "2 2\n1 2\n2   2\n1\n0 0\n",
                "error: the arcs must not form a cycle, found cycle 2 -> 2\n  --> in:3:1\n   |\n 3 | 2   2\n   | ^^^^^\n",
            ),
            (
                "9000 3\n7 8000\n8000 9000\n9000 7\n0\n",
                "error: the arcs must not form a cycle, found cycle 9000 -> 7 -> 8000 -> 9000\n  --> in:4:1\n",
            ),
        ] {
            let found = error(&Pawns, text);
            assert!(found.starts_with(start), "{found}");
            assert!(found.ends_with("hint: `--loopy` accepts cycles"), "{found}");
        }
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, start) in [
            (
                "2 1\n1 3\n",
                "error: the head of arc 1 of 1 must be in 1..=2, found `3`\n  --> in:2:3\n",
            ),
            (
                "2 1\n1 2\n1\n4\n",
                "error: expected the pawns on cell 2 in placement 1 of 1, found end of file\n  --> in:5:1\n",
            ),
            (
                "2 1\n1 2\n1\n4 -1\n",
                "error: the pawns on cell 2 in placement 1 of 1 must be in 0..=1000000000000000000, found `-1`\n  --> in:4:3\n",
            ),
            (
                "2 0\n1\n4 1 1\n",
                "error: expected end of file, found `1`\n  --> in:3:5\n",
            ),
        ] {
            let found = error(&Pawns, text);
            assert!(found.starts_with(start), "{found}");
        }
        let hint = "hint: indices run from 1; is this input 0-based?";
        assert!(error(&Pawns, "3 1\n0 2\n1\n1 0 0\n").ends_with(hint));
        assert!(
            validator_error(&Pawns, "1 0\n1\n1001\n").contains("must be in 0..=1000, found `1001`")
        );
    }
}
