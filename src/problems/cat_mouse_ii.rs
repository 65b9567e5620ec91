//! A cat, a mouse and food on a board with walls. In turn, the mouse first, an animal stays or jumps in one of four
//! directions, up to its own reach and over no wall; it may pass over the other. The cat wins on the mouse's cell, by
//! being first on the food, and where the mouse has not reached the food within 1000 turns. Does the mouse win?
//!
//! **Idea.** Retrograde analysis over (mouse, cat, turn) without any rule about turns, then a look at the distance: the
//! mouse wins exactly if it wins that game and the start's distance is at most 1000.
//!
//! **Why.** A turn is one move of one animal, staying included, and the distance counts just these: it is the least
//! number of turns within which the mouse can force the food against every defence
//! ([`retrograde`](crate::engine::retrograde)). Within the limit
//! the mouse follows that strategy; beyond it the cat follows its own, and no other rule ends the game. The original
//! limits do not tell this reading from "1000 moves of the mouse": there forced wins are much shorter.
//!
//! **Traps.** A jump ends before a wall and not before the other animal. Both may stay. The same cell comes before the
//! food. A position without a label is the cat's, since the mouse never gets to the food.
//!
//! **Cost.** With f cells that are no wall, 2·f² positions; a position has at most as many moves as cells in its row and
//! column. The answer takes 1 to 9 bytes a position and at most some 5 nanoseconds a move; with all distances, for
//! people and for the certificate, 2 bytes a position, 6 in play of more than 32,639 plies. The turn number is not part of a position.
//! **Source.** LeetCode 1728.

use std::fmt;

use super::chase::{self, Chase, Yard};
use super::grid::{Grid, Once, STRAIGHT, shape};
use crate::budget::{Budget, Refusal};
use crate::engine::pursuit::{self, Ends, Position, Pursuit, Side};
use crate::engine::{Outcome, Rules as _, brute};
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::lower;
use crate::text::{InputError, Scanner, json};

mod playing;

pub use playing::Kitchen;

/// The problem.
pub struct CatMouseIi;

/// In how many turns the mouse must have the food; every move of either animal is one.
const TURNS: u32 = 1000;
/// The original limit of both sides of the board.
const SIDE: usize = 8;
const ROWS: Limit = Limit {
    name: "rows",
    what: "the number of rows",
    original: (1, SIDE as i64),
    solve: (1, i64::MAX),
};
const COLUMNS: Limit = Limit {
    name: "columns",
    what: "the number of columns",
    original: (1, SIDE as i64),
    solve: (1, i64::MAX),
};
const CAT_JUMP: Limit = Limit {
    name: "catJump",
    what: "how far the cat jumps",
    original: (1, 8),
    solve: (0, i64::MAX),
};
const MOUSE_JUMP: Limit = Limit {
    name: "mouseJump",
    what: "how far the mouse jumps",
    original: (1, 8),
    solve: (0, i64::MAX),
};
const WALL: u8 = b'#';
/// What a cell can hold: wall, floor, cat, mouse, food.
const CELLS: &[u8] = b"#.CMF";
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 2000;

/// A board with one cat, one mouse and one food on it.
pub struct Instance {
    grid: Grid,
    cat_jump: usize,
    mouse_jump: usize,
}

/// Whether the mouse wins.
#[derive(PartialEq, Debug)]
pub struct Answer(bool);

impl Problem for CatMouseIi {
    const META: Meta = Meta {
        slug: "cat-mouse-ii",
        title: Words {
            en: "Cat and Mouse II",
            vi: "Mèo và chuột II",
            zh: "猫和老鼠 II",
        },
        source: "LeetCode 1728",
        engine: "retrograde analysis",
        contest_files: ("cat-mouse-ii.in", "cat-mouse-ii.out"),
        limits: &[ROWS, COLUMNS, CAT_JUMP, MOUSE_JUMP],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("cat-mouse-ii"),
        hints: hints!("cat-mouse-ii"),
        families: &[
            Family {
                name: "random",
                about: "one cell in four a wall, jumps of 1 to 3",
            },
            Family {
                name: "open",
                about: "no wall, jumps of 1 to 8",
            },
            Family {
                name: "corridor",
                about: "one long corridor, steps of one cell, the animals and the food anywhere in it",
            },
            Family {
                name: "alone",
                about: "the cat is behind a wall, and the food at the other end of a corridor: a long win",
            },
            Family {
                name: "guarded",
                about: "the cat next to the food, so that the mouse keeps away for ever",
            },
            Family {
                name: "over",
                about: "one row, the cat between mouse and food",
            },
            Family {
                name: "maze",
                about: "two cells in five a wall: the food is often out of reach",
            },
        ],
        size: ("the number of cells", (SIDE * SIDE) as u64),
        variants: &[],
    };

    const ANSWER_WORDS: &'static [&'static str] = &["true", "false"];

    type Instance = Instance;
    type Answer = Answer;
    type Game = Chase<Kitchen>;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let board = scanner.offset();
        let rows = json::strings(scanner, "the board", CELLS)?;
        scanner.newline()?;
        let strict = scanner.is_strict();
        require(
            &ROWS,
            rows.len(),
            strict,
            rows.get(SIDE).map_or(board, |row| row.offset),
        )?;
        let columns = rows[0].bytes.len();
        require(&COLUMNS, columns, strict, rows[0].offset)?;
        let mut cells = Vec::with_capacity(rows.len().saturating_mul(columns).min(1 << 20));
        let mut letters = [
            Once::new(b'C', "the cat"),
            Once::new(b'M', "the mouse"),
            Once::new(b'F', "the food"),
        ];
        for (number, row) in rows.iter().enumerate() {
            let name = format!("row {}", number + 1);
            if let Some(column) = row.bytes.iter().position(|cell| !CELLS.contains(cell)) {
                let known = "`#`, `.`, `C`, `M` or `F`";
                let place = row.offset + column;
                return Err(scanner.unknown_cell(place, format_args!("{name}"), column + 1, known));
            }
            if row.bytes.len() != columns {
                let message = format!(
                    "{name} must have {columns} cells like row 1, found {}",
                    row.bytes.len()
                );
                let place = row.offset + row.bytes.len().min(columns);
                return Err(
                    InputError::new(place, 1, message).with_related(rows[0].offset, "row 1 begins")
                );
            }
            for letter in &mut letters {
                letter.look(*row, cells.len())?;
            }
            cells.extend_from_slice(row.bytes);
        }
        for letter in letters {
            letter.cell(board)?;
        }
        let cat_jump = CAT_JUMP.count(scanner)?;
        scanner.newline()?;
        let mouse_jump = MOUSE_JUMP.count(scanner)?;
        scanner.newline()?;
        scanner.end()?;
        Ok(Instance {
            grid: Grid { columns, cells },
            cat_jump,
            mouse_jump,
        })
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        Ok(Answer(in_time(
            instance
                .game(pursuit::result_bytes_needed, budget)?
                .result(),
            TURNS,
        )))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let follows = |result| in_time(result, TURNS) == answer.0;
        chase::certify(&instance.game(pursuit::bytes_needed, budget)?, follows)
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let game = instance
            .game(pursuit::bytes_needed, Budget::of(u64::MAX))
            .ok()?;
        let solved = brute::solve(&game, BRUTE_POSITIONS).ok()?;
        let turns = solved.distance(&game.start());
        // The mouse is to move.
        Some(Answer(
            solved.start_outcome() == Outcome::Win && turns <= Some(TURNS),
        ))
    }

    fn game(instance: &Instance, _: usize, budget: Budget) -> Result<Chase<Kitchen>, Refusal> {
        let game = instance.game(pursuit::bytes_needed, budget)?;
        let yard = Yard::new(&instance.grid, WALL, *b"MC");
        Ok(Chase::new(game, Kitchen(yard), Some(TURNS)))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        // Within the original limits no side is longer than 8; beyond them there is no such limit.
        let longest = if size > (SIDE * SIDE) as u64 {
            usize::MAX
        } else {
            SIDE
        };
        let (mut rows, mut columns) = shape(size, 3, longest, random);
        let mut jumps = [random.within(1, 3), random.within(1, 3)];
        if family == "over" {
            (rows, columns) = (1, (rows * columns).min(longest));
        }
        let mut grid = Grid::open(rows, columns);
        match family {
            "open" => {
                jumps = [random.within(1, 8), random.within(1, 8)];
                grid.place(b"CMF", random);
            }
            "corridor" => {
                jumps = [1, 1];
                grid = Grid::corridor(rows, columns, WALL);
                grid.place(b"CMF", random);
            }
            "alone" => {
                jumps = [random.within(1, 3), 1];
                match alone(rows, columns) {
                    Some(made) => grid = made,
                    None => grid.place(b"CMF", random),
                }
            }
            "guarded" => {
                grid.place(b"MF", random);
                let food = grid.find(b'F');
                let beside = if !food.is_multiple_of(columns) {
                    food - 1
                } else {
                    food + 1
                };
                match grid.cells.get_mut(beside) {
                    Some(cell) if *cell == b'.' => *cell = b'C',
                    _ => {
                        let free = grid.cells.iter().position(|&cell| cell == b'.');
                        grid.cells[free.expect("a board has at least three cells")] = b'C';
                    }
                }
            }
            "over" => {
                let mut cells = [0; 3].map(|_| random.index(columns));
                while cells[0] == cells[1] || cells[1] == cells[2] || cells[0] == cells[2] {
                    cells = cells.map(|_| random.index(columns));
                }
                cells.sort_unstable();
                for (cell, letter) in cells.into_iter().zip(*b"MCF") {
                    grid.cells[cell] = letter;
                }
            }
            "maze" => {
                grid.scatter(WALL, 2, 5, random);
                grid.place(b"CMF", random);
            }
            _ => {
                grid.scatter(WALL, 1, 4, random);
                grid.place(b"CMF", random);
            }
        }
        Instance {
            grid,
            cat_jump: jumps[0] as usize,
            mouse_jump: jumps[1] as usize,
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let Instance {
            ref grid,
            cat_jump,
            mouse_jump,
        } = *instance;
        let floor = (0..grid.cells.len()).filter(|&cell| grid.cells[cell] == b'.');
        let boards = grid
            .narrower()
            .chain(floor.map(|cell| grid.with(cell, b'#')));
        let boards = boards.map(move |grid| Instance {
            grid,
            cat_jump,
            mouse_jump,
        });
        let same = || grid.with(0, grid.cells[0]);
        let cat = lower(cat_jump as u64).map(move |jump| Instance {
            grid: same(),
            cat_jump: jump as usize,
            mouse_jump,
        });
        let mouse = lower(mouse_jump as u64).map(move |jump| Instance {
            grid: same(),
            cat_jump,
            mouse_jump: jump as usize,
        });
        boards.chain(cat).chain(mouse)
    }
}

/// The error for a board whose sides are out of bounds; `place` is where that shows.
fn require(limit: &Limit, found: usize, strict: bool, place: usize) -> Result<(), InputError> {
    let (least, most) = if strict { limit.original } else { limit.solve };
    if i64::try_from(found).is_ok_and(|found| (least..=most).contains(&found)) {
        return Ok(());
    }
    let message = format!(
        "{} must be in {least}..={most}, found `{found}`",
        limit.what
    );
    let error = InputError::new(place, 1, message);
    Err(if found > 0 {
        error.with_hint("this is the original limit; solving accepts more")
    } else {
        error
    })
}

/// The cat walled into the first cell, and a corridor from the mouse to the food on the rest of the board; `None` where
/// the board is too small for that.
fn alone(rows: usize, columns: usize) -> Option<Grid> {
    let mut grid = if rows == 1 || columns == 1 {
        Grid::open(rows, columns)
    } else {
        Grid::corridor(rows, columns, WALL)
    };
    grid.cells[0] = b'C';
    grid.cells[1] = WALL;
    let first = grid.cells.iter().position(|&cell| cell == b'.')?;
    let last = grid.cells.iter().rposition(|&cell| cell == b'.')?;
    grid.cells[first] = b'M';
    grid.cells[last] = b'F';
    (first != last).then_some(grid)
}

/// Whether a result is a win of the mouse, whose token is the first, within so many turns.
fn in_time(result: Option<(Side, u32)>, turns: u32) -> bool {
    result.is_some_and(|(winner, plies)| winner == Side::First && plies <= turns)
}

impl Instance {
    /// The game without a limit of turns, on the cells that are no wall, where there is the memory that `needed` says; the mouse's token is the first.
    fn game(&self, needed: fn(u64, u64, u64) -> u64, budget: Budget) -> Result<Pursuit, Refusal> {
        let grid = &self.grid;
        let cells = grid.floor_cells(WALL);
        let positions = format_args!("2·{cells}² positions");
        let table = |arcs: u64| u128::from(needed(cells, cells, arcs.saturating_mul(cells)));
        let numbers = grid.bytes_needed(cells as usize, 0);
        budget.require(table(0) + numbers, positions)?;
        let floor = grid.floor(WALL);
        // On a long row the moves outweigh the positions, so they are counted before they are listed.
        let moves = floor.moves(STRAIGHT, self.mouse_jump).count()
            + floor.moves(STRAIGHT, self.cat_jump).count();
        let graphs = grid.bytes_needed(cells as usize, moves as u64);
        budget.require(table(moves as u64) + graphs, positions)?;
        let start = Position {
            first: floor.number(grid.find(b'M')),
            second: floor.number(grid.find(b'C')),
            turn: Side::First,
        };
        let food = floor.number(grid.find(b'F'));
        let ends = Ends {
            catcher: Side::Second,
            second_goals: vec![food],
            first_goals: vec![food],
        };
        Ok(Pursuit::new(
            floor.graph(STRAIGHT, self.mouse_jump),
            floor.graph(STRAIGHT, self.cat_jump),
            start,
            ends,
        ))
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, row) in self.grid.rows().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(f, "{separator}\"{}\"", String::from_utf8_lossy(row))?;
        }
        writeln!(f, "]\n{}\n{}", self.cat_jump, self.mouse_jump)
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
        BUDGET, agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    fn wins(rows: &[&str], cat: i64, mouse: i64) -> bool {
        let text = format!("{rows:?}\n{cat}\n{mouse}\n");
        solve(&CatMouseIi, &text) == "true\n"
    }

    #[test]
    fn samples() {
        for (rows, cat, mouse, wanted) in [
            (&["####F", "#C...", "M...."][..], 1, 2, true),
            (&["M.C...F"], 1, 4, true),
            (&["M.C...F"], 1, 3, false),
            (&["C...#", "...#F", "....#", "M...."], 2, 5, false),
            (&[".M...", "..#..", "#..#.", "C#.#.", "...#F"], 3, 1, true),
            (&["C.MF"], 1, 1, true),
            (&["..F", "#C#", "#..", "#.M"], 1, 2, false),
            (
                &[
                    "##....#", "..##.M#", "...#...", "..#.#F.", "##...#.", ".C.....", ".###...",
                ],
                3,
                1,
                true,
            ),
            (&[".F.M", "..#C", "...."], 2, 1, true),
            (&["C.F", ".M."], 1, 2, true),
            (&["####.##", ".#C#F#.", "######.", "##M.###"], 3, 6, false),
        ] {
            assert_eq!(wins(rows, cat, mouse), wanted, "{rows:?} {cat} {mouse}");
        }
    }

    #[test]
    fn edges() {
        assert!(wins(&["CMF"], 1, 1));
        assert!(!wins(&["MCF"], 1, 1));
        assert!(wins(&["MCF"], 1, 2), "over the cat");
        assert!(!wins(&["M#F", "C.."], 1, 8), "not over a wall");
        assert!(!wins(&["CMF"], 1, 0), "a mouse that cannot jump stays");
        assert!(wins(&["CM.F"], 0, 1), "so does such a cat");
    }

    /// A corridor of so many cells between mouse and food, the cat behind a wall.
    fn corridor(cells: usize) -> String {
        format!("[\"C#M{}F\"]\n1\n1\n", ".".repeat(cells))
    }

    #[test]
    fn trap_every_move_of_either_animal_is_a_turn() {
        // 500 moves of the mouse are 999 turns; 501 are 1001.
        assert_eq!(solve(&CatMouseIi, &corridor(499)), "true\n");
        assert_eq!(solve(&CatMouseIi, &corridor(500)), "false\n");
    }

    /// The game with the number of turns left in each position: what the distance stands for.
    struct Limited<G>(G, u32);

    impl<G: crate::engine::Rules> crate::engine::Rules for Limited<G> {
        type Position = (G::Position, u32);
        type Move = G::Move;

        fn start(&self) -> (G::Position, u32) {
            (self.0.start(), self.1)
        }

        fn terminal(&self, (position, left): &(G::Position, u32)) -> Option<Outcome> {
            // Without turns left the cat wins; who that is depends on how many have passed.
            self.0
                .terminal(position)
                .or((*left == 0).then_some(if self.1.is_multiple_of(2) {
                    Outcome::Loss
                } else {
                    Outcome::Win
                }))
        }

        fn moves(
            &self,
            (position, left): &(G::Position, u32),
        ) -> impl Iterator<Item = (G::Move, (G::Position, u32))> {
            let left = *left - 1;
            self.0
                .moves(position)
                .map(move |(step, next)| (step, (next, left)))
        }
    }

    #[test]
    fn the_distance_answers_every_limit_of_turns() {
        let mut random = Random::new(4);
        let mut seen = [0; 2];
        for round in 0..150 {
            let family = CatMouseIi::META.families[round % 7].name;
            let instance = CatMouseIi::generate(family, 8, &mut random);
            for turns in 0..12 {
                let game = instance.game(pursuit::bytes_needed, BUDGET).unwrap();
                let answer = in_time(game.result(), turns);
                let brute = brute::solve(&Limited(game, turns), 10_000).unwrap();
                assert_eq!(
                    answer,
                    brute.start_outcome() == Outcome::Win,
                    "{instance}{turns}"
                );
                seen[usize::from(answer)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
    }

    #[test]
    fn small_boards_agree_with_brute_force() {
        agrees_with_brute::<CatMouseIi>(3500, 3..=14);
    }

    #[test]
    fn raw_random_boards_agree_with_brute_force() {
        let mut random = Random::new(12);
        for _ in 0..2000 {
            let (rows, columns) = (1 + random.index(3), 3 + random.index(3));
            let mut grid = Grid::open(rows, columns);
            grid.scatter(WALL, random.below(4), 5, &mut random);
            grid.place(b"CMF", &mut random);
            assert!(instance_agrees::<CatMouseIi>(&Instance {
                grid,
                cat_jump: random.index(4),
                mouse_jump: random.index(4),
            }));
        }
    }

    #[test]
    fn families_are_what_they_are_called() {
        for size in [9, 30, 64, 400] {
            let answer = |family| {
                let instance = CatMouseIi::generate(family, size, &mut Random::new(size));
                CatMouseIi::solve(&instance, BUDGET).unwrap().0
            };
            assert!(answer("alone"), "{size}");
            assert!(!answer("guarded"), "{size}");
        }
    }

    #[test]
    fn errors_are_at_the_cell() {
        for (text, message) in [
            (
                "[]\n1\n1\n",
                "error: the number of rows must be in 1..=9223372036854775807, found `0`\n  --> in:1:1\n",
            ),
            (
                "[\"\"]\n1\n1\n",
                "error: the number of columns must be in 1..=",
            ),
            (
                "[\"CMF\",\"..\"]\n1\n1\n",
                "error: row 2 must have 3 cells like row 1, found 2\n  --> in:1:11\n",
            ),
            (
                "[\"CMF\",\"....\"]\n1\n1\n",
                "error: row 2 must have 3 cells like row 1, found 4\n  --> in:1:12\n",
            ),
            (
                "[\"CMF.M\"]\n1\n1\n",
                "error: the board must have one `M` (the mouse), found a second\n  --> in:1:7\n",
            ),
            (
                "[\"CM.\"]\n1\n1\n",
                "error: the board must have one `F` (the food), found none\n  --> in:1:1\n",
            ),
            (
                "[\"CmF\"]\n1\n1\n",
                "error: cell 2 of row 1 must be `#`, `.`, `C`, `M` or `F`, found `m`\n  --> in:1:4\n",
            ),
            (
                "[\"CMF\"]\n-1\n1\n",
                "error: `catJump` (how far the cat jumps) must be in 0..=",
            ),
            (
                "[\"CMF\"]\n1\n",
                "error: expected `mouseJump` (how far the mouse jumps), found end of file\n  --> in:3:1\n",
            ),
            (
                "[\"CMF\"]\n1\n1\n1\n",
                "error: expected end of file, found `1`\n  --> in:4:1\n",
            ),
        ] {
            let found = error(&CatMouseIi, text);
            assert!(found.starts_with(message), "{found}");
        }
        for (text, message) in [
            (
                "[\"CMF......\"]\n1\n1\n",
                "error: the number of columns must be in 1..=8, found `9`\n  --> in:1:3\n",
            ),
            (
                "[\"C\",\"M\",\"F\",\".\",\".\",\".\",\".\",\".\",\".\"]\n1\n1\n",
                "error: the number of rows must be in 1..=8, found `9`\n  --> in:1:35\n",
            ),
            (
                "[\"CMF\"]\n0\n1\n",
                "error: `catJump` (how far the cat jumps) must be in 1..=8, found `0`\n",
            ),
        ] {
            let found = validator_error(&CatMouseIi, text);
            assert!(found.starts_with(message), "{found}");
            assert!(found.ends_with("hint: this is the original limit; solving accepts more"));
        }
    }

    #[test]
    fn what_the_budget_does_not_hold_is_refused() {
        let row = |cells: usize| Instance {
            grid: alone(1, cells).unwrap(),
            cat_jump: usize::MAX,
            mouse_jump: usize::MAX,
        };
        assert!(CatMouseIi::solve(&row(100), BUDGET).is_ok());
        assert!(CatMouseIi::solve(&row(20_000), BUDGET).is_err());
    }
}
