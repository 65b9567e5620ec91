//! A policeman and a thief on a board with walls and exits. The policeman moves first, to one of 8 neighbours or not at
//! all, the thief to one of 4 or not at all. On the same cell the policeman wins; the thief wins alone on an exit. Who
//! wins, or is it a draw?
//!
//! **Idea.** Retrograde analysis over (policeman, thief, turn), for the answer alone as sweeps over sets of the
//! policeman's cells ([`sweeps`]); the moves are worked out and never stored ([`pursuit`]).
//! **Why.** See [`retrograde`](crate::engine::retrograde); the two move by different rules, so whose turn it is belongs
//! to the position.
//! **Traps.** Who stands on the thief's exit catches the thief there: the same cell comes before the exit. Staying is a
//! move. A draw is what stays without a label. A recursion over positions is as deep as the longest chase.
//!
//! **Cost.** With f cells that are no wall, 2·f² positions and at most 14·f² moves; 64 by 64 without walls are 33.6
//! million positions. The answer takes 2 bits a position (9 bytes at most in corridors, if the budget has them) and 4
//! nanoseconds or less on open boards, 10 in corridors; with all distances, for people and for the certificate, 2 bytes
//! a position, 6 in play of more than 32,639 plies. **Source.** The cp-algorithms article on games on arbitrary graphs.

use std::fmt;

use super::chase::{self, Chase, Yard};
use super::grid::{ALL_ROUND, Floor, Grid, Once, STRAIGHT, shape};
use crate::budget::{Budget, Refusal};
use crate::engine::pursuit::sweeps::{self, KingBoard};
use crate::engine::pursuit::{self, Ends, Position, Pursuit, Side};
use crate::engine::{Rules as _, brute};
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Town;

/// The problem.
pub struct PoliceThief;

/// The original limit of rows times columns.
const CELLS: i64 = 100;
const N: Limit = Limit {
    name: "n",
    what: "the number of rows",
    original: (1, CELLS),
    solve: (1, i64::MAX),
};
const M: Limit = Limit {
    name: "m",
    what: "the number of columns",
    original: (1, CELLS),
    solve: (1, i64::MAX),
};
const WALL: u8 = b'*';
const EXIT: u8 = b'E';
/// The answers where the police wins, where the thief does, and where nobody can.
const OUTCOMES: [&str; 3] = ["Police catches the thief", "The thief escapes", "Draw"];
/// How many positions `brute` may look at.
const BRUTE_POSITIONS: usize = 2000;

/// A cell has at most 9 moves for the policeman and 5 for the thief.
const MOST_MOVES: u64 = 9 + 5;

/// How many moves all positions have together at most, on a board with so many cells that are no wall.
fn most_moves(cells: u64) -> u64 {
    MOST_MOVES.saturating_mul(cells).saturating_mul(cells)
}

/// A board with one policeman and one thief on it.
pub struct Instance(Grid);

/// Who wins from the start, if anyone.
#[derive(PartialEq, Debug)]
pub struct Answer(Option<Side>);

impl Problem for PoliceThief {
    const META: Meta = Meta {
        slug: "police-thief",
        title: Words {
            en: "Policeman and Thief",
            vi: "Cảnh sát và tên trộm",
            zh: "警察与小偷",
        },
        source: "cp-algorithms, games on arbitrary graphs",
        engine: "retrograde analysis",
        contest_files: ("police-thief.in", "police-thief.out"),
        limits: &[N, M],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("police-thief"),
        hints: hints!("police-thief"),
        families: &[
            Family {
                name: "random",
                about: "one cell in four a wall, up to three exits",
            },
            Family {
                name: "open",
                about: "no wall and one exit",
            },
            Family {
                name: "maze",
                about: "one cell in three a wall, no exit: many draws",
            },
            Family {
                name: "corridor",
                about: "one long corridor without an exit: a long chase",
            },
            Family {
                name: "walled",
                about: "the policeman is walled in and there is no exit: a draw, but for a thief beside him",
            },
            Family {
                name: "beside",
                about: "the thief next to an exit",
            },
            Family {
                name: "exits",
                about: "every floor cell an exit",
            },
        ],
        size: ("n·m, the number of cells", CELLS as u64),
        variants: &[],
    };

    const ANSWER_WORDS: &'static [&'static str] = &OUTCOMES;

    type Instance = Instance;
    type Answer = Answer;
    type Game = Chase<Town>;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let rows = N.count(scanner)?;
        scanner.space()?;
        let columns = M.up_to(CELLS / (rows as i64)).count(scanner)?;
        scanner.newline()?;
        let board = scanner.offset();
        let mut cells = Vec::new();
        let mut police = Once::new(b'P', "the policeman");
        let mut thief = Once::new(b'T', "the thief");
        for row in 1..=rows {
            let row = scanner.row(
                format_args!("row {row} of {rows}"),
                columns,
                "a visible ASCII character",
                |cell| cell.is_ascii_graphic(),
            )?;
            scanner.newline()?;
            police.look(row, cells.len())?;
            thief.look(row, cells.len())?;
            cells.extend_from_slice(row.bytes);
        }
        scanner.end()?;
        police.cell(board)?;
        thief.cell(board)?;
        Ok(Instance(Grid { columns, cells }))
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        let grid = &instance.0;
        let cells = grid.floor_cells(WALL);
        let rows = (grid.cells.len() / grid.columns) as u64;
        let sets = sweeps::bytes_needed(rows, grid.columns as u64, cells);
        instance.require(budget, sets)?;
        let layers = pursuit::result_bytes_needed(cells, cells, most_moves(cells));
        let spare = instance
            .require(budget, sets.max(u128::from(layers)))
            .is_ok();
        let floor = grid.floor(WALL);
        let game = instance.pursuit(&floor);
        let board = KingBoard {
            columns: grid.columns,
            cells: floor.cells,
        };
        Ok(Answer(game.winner_on(&board, spare)))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let winner = |result: Option<(Side, u32)>| result.map(|(winner, _)| winner);
        chase::certify(&instance.game(budget)?, |result| winner(result) == answer.0)
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let game = instance.game(Budget::of(u64::MAX)).ok()?;
        let solved = brute::solve(&game, BRUTE_POSITIONS).ok()?;
        Some(Answer(game.start().turn.winner(solved.start_outcome())))
    }

    fn game(instance: &Instance, _: usize, budget: Budget) -> Result<Chase<Town>, Refusal> {
        let game = instance.game(budget)?;
        let yard = Yard::new(&instance.0, WALL, *b"PT");
        Ok(Chase::new(game, Town(yard), None))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let (rows, columns) = shape(size, 2, usize::MAX, random);
        let mut grid = Grid::open(rows, columns);
        match family {
            "corridor" => {
                grid = Grid::corridor(rows, columns, WALL);
                grid.place(b"PT", random);
            }
            "exits" => {
                grid.cells.fill(EXIT);
                grid.scatter(WALL, 1, 3, random);
                grid.place(b"PT", random);
            }
            "open" if grid.cells.len() > 2 => grid.place(b"PTE", random),
            "maze" => {
                grid.scatter(WALL, 1, 3, random);
                grid.place(b"PT", random);
            }
            "walled" => {
                grid.place(b"PT", random);
                grid.enclose(grid.find(b'P'), b"T");
            }
            "beside" => {
                grid.scatter(WALL, 1, 4, random);
                grid.place(b"PT", random);
                let thief = grid.find(b'T');
                let beside = if !thief.is_multiple_of(columns) {
                    thief - 1
                } else {
                    thief + 1
                };
                if grid.cells.get(beside).is_some_and(|&cell| cell != b'P') {
                    grid.cells[beside] = EXIT;
                }
            }
            _ => {
                grid.scatter(WALL, 1, 4, random);
                let exits = random.index(4).min(grid.cells.len() - 2);
                grid.place(&b"PTEEE"[..2 + exits], random);
            }
        }
        Instance(grid)
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let board = &instance.0;
        let plain = (0..board.cells.len()).flat_map(move |cell| {
            let letters: &[u8] = match board.cells[cell] {
                b'P' | b'T' | WALL => b"",
                b'.' => b"*",
                _ => b"*.",
            };
            letters.iter().map(move |&letter| board.with(cell, letter))
        });
        board.narrower().chain(plain).map(Instance)
    }
}

impl Grid {
    /// Puts walls on all cells around one but those that hold one of `spared`.
    fn enclose(&mut self, cell: usize, spared: &[u8]) {
        let (row, column) = (cell / self.columns, cell % self.columns);
        for &(down, right) in ALL_ROUND {
            let row = row.checked_add_signed(down);
            let column = column
                .checked_add_signed(right)
                .filter(|&c| c < self.columns);
            let Some((row, column)) = row.zip(column) else {
                continue;
            };
            if let Some(near) = self.cells.get_mut(row * self.columns + column)
                && !spared.contains(near)
            {
                *near = WALL;
            }
        }
    }
}

impl Instance {
    /// The game on the cells that are no wall; the policeman's token is the first.
    fn game(&self, budget: Budget) -> Result<Pursuit, Refusal> {
        let cells = self.0.floor_cells(WALL);
        let table = pursuit::bytes_needed(cells, cells, most_moves(cells));
        self.require(budget, u128::from(table))?;
        Ok(self.pursuit(&self.0.floor(WALL)))
    }

    /// Refuses where the graphs and `bytes` more for the positions are more than the budget.
    fn require(&self, budget: Budget, bytes: u128) -> Result<(), Refusal> {
        let cells = self.0.floor_cells(WALL);
        let graphs = self.0.bytes_needed(cells as usize, MOST_MOVES * cells);
        budget.require(
            bytes.saturating_add(graphs),
            format_args!("2·{cells}² positions"),
        )
    }

    fn pursuit(&self, floor: &Floor<'_>) -> Pursuit {
        let exits = (0..).zip(&floor.cells);
        let exits = exits.filter(|(_, cell)| self.0.cells[**cell] == EXIT);
        let start = Position {
            first: floor.number(self.0.find(b'P')),
            second: floor.number(self.0.find(b'T')),
            turn: Side::First,
        };
        let ends = Ends {
            catcher: Side::First,
            second_goals: exits.map(|(number, _)| number).collect(),
            first_goals: vec![],
        };
        Pursuit::new(
            floor.graph(ALL_ROUND, 1),
            floor.graph(STRAIGHT, 1),
            start,
            ends,
        )
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.cells.len() / self.0.columns;
        write!(f, "{rows} {}\n{}", self.0.columns, self.0)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [caught, escapes, draw] = OUTCOMES;
        let outcome = match self.0 {
            Some(Side::First) => caught,
            Some(Side::Second) => escapes,
            None => draw,
        };
        writeln!(f, "{outcome}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;
    use crate::engine::retrograde;

    const POLICE: &str = "Police catches the thief\n";
    const THIEF: &str = "The thief escapes\n";
    const DRAW: &str = "Draw\n";

    #[test]
    fn edges() {
        for (board, wanted) in [
            ("1 2\nPT", POLICE),
            ("2 1\nT\nP", POLICE),
            ("1 3\nP*T", DRAW),
            ("1 4\nP*TE", THIEF),
            ("2 2\nP*\n*T", POLICE),
            ("3 3\nP**\n**E\n*T*", DRAW),
        ] {
            assert_eq!(solve(&PoliceThief, board), wanted, "{board}");
        }
    }

    #[test]
    fn samples() {
        for (board, wanted) in [
            ("1 3\nPTE", POLICE),
            ("1 4\nP.TE", THIEF),
            ("1 6\nP..T.E", THIEF),
            ("1 4\nPE.T", POLICE),
            ("3 3\nP*T\n.*.\n.*E", THIEF),
            ("2 3\nP*T\n**.", DRAW),
            ("3 3\nT.E\n...\nP..", POLICE),
            ("3 4\nT..E\n....\n...P", POLICE),
            ("3 4\nP*T.\n**..\nE*..", DRAW),
            ("2 10\nE........P\n*********T", POLICE),
        ] {
            assert_eq!(solve(&PoliceThief, board), wanted, "{board}");
        }
    }

    #[test]
    fn trap_a_thief_who_is_caught_on_the_exit_does_not_escape() {
        // The policeman stands on the exit before the thief can be there.
        assert_eq!(solve(&PoliceThief, "1 4\nPE.T"), POLICE);
    }

    #[test]
    fn trap_staying_is_a_move() {
        // The thief who had to move would have to step beside the policeman.
        assert_eq!(solve(&PoliceThief, "3 3\nP*T\n.**\n***"), DRAW);
    }

    /// Won, lost and drawn positions of both turns, for the player to move.
    fn counts(grid: Grid) -> (usize, usize, usize) {
        retrograde::solve(&Instance(grid).game(BUDGET).unwrap()).counts()
    }

    /// An open board with the exit in a corner.
    fn open(side: usize) -> Grid {
        let mut grid = Grid::open(side, side);
        grid.cells[0] = b'P';
        grid.cells[side / 2 * side + side / 2] = b'T';
        grid.cells[side * side - 1] = EXIT;
        grid
    }

    #[test]
    fn tables_have_the_known_counts() {
        assert_eq!(counts(open(20)), (165_527, 154_473, 0));
        let mut snake = Grid::corridor(20, 20, WALL);
        snake.cells[0] = b'P';
        snake.cells[10] = b'T';
        assert_eq!(counts(snake), (44_100, 44_100, 0));
    }

    #[test]
    fn small_boards_agree_with_brute_force() {
        agrees_with_brute::<PoliceThief>(3500, 2..=14);
    }

    #[test]
    fn raw_random_boards_agree_with_brute_force() {
        let mut random = Random::new(13);
        let mut seen = [0; 3];
        for _ in 0..2000 {
            let (rows, columns) = (1 + random.index(4), 2 + random.index(3));
            let mut grid = Grid::open(rows, columns);
            grid.scatter(EXIT, random.below(4), 6, &mut random);
            grid.scatter(WALL, random.below(4), 5, &mut random);
            grid.place(b"PT", &mut random);
            let instance = Instance(grid);
            assert!(instance_agrees::<PoliceThief>(&instance));
            let answer = PoliceThief::solve(&instance, BUDGET).unwrap();
            seen[answer.0.map_or(0, |side| 1 + side as usize)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 80), "{seen:?}");
    }

    #[test]
    fn any_visible_character_is_floor_and_is_written_back() {
        let board = "2 3\nP a\nT#0\n";
        assert!(error(&PoliceThief, board).contains("row 1 of 2 must have 3 cells"));
        let board = "2 3\nP_a\nT#0\n";
        assert_eq!(solve(&PoliceThief, board), POLICE);
        let mut scanner = Scanner::new(board.as_bytes(), crate::text::Mode::Strict).unwrap();
        let read = PoliceThief::read(&mut scanner, Variants::ORIGINAL).unwrap();
        assert_eq!(read.to_string(), board);
    }

    #[test]
    fn errors_are_at_the_cell() {
        for (board, message) in [
            (
                "",
                "error: expected `n` (the number of rows), found end of file\n  --> in:1:1\n",
            ),
            (
                "1 1\nP\n",
                "error: the board must have one `T` (the thief), found none\n  --> in:2:1\n",
            ),
            (
                "2 2\nPT\n.P\n",
                "error: the board must have one `P` (the policeman), found a second\n  --> in:3:2\n",
            ),
            (
                "1 3\nP.t\n",
                "error: the board must have one `T` (the thief), found none\n  --> in:2:3\n",
            ),
            (
                "2 2\nPT\n.\n",
                "error: row 2 of 2 must have 2 cells, found 1\n  --> in:3:2\n",
            ),
            (
                "2 2\nPT\n...\n",
                "error: row 2 of 2 must have 2 cells, found 3\n  --> in:3:3\n",
            ),
            (
                "2 2\nPT\n",
                "error: expected row 2 of 2, found end of file\n  --> in:3:1\n",
            ),
            (
                "1 2\nPT\n..\n",
                "error: expected end of file, found `..`\n  --> in:3:1\n",
            ),
            (
                "1 2\nP\u{422}\n",
                "error: cell 2 of row 1 of 1 must be a visible ASCII character, found U+0422",
            ),
            (
                "9999999999 9999999999\nPT\n",
                "error: row 1 of 9999999999 must have 9999999999 cells, found 2\n",
            ),
            ("0 2\n", "error: `n` (the number of rows) must be in 1..="),
        ] {
            let found = error(&PoliceThief, board);
            assert!(found.starts_with(message), "{found}");
        }
        assert!(error(&PoliceThief, "2 2\nPT\n.P\n").contains("note: the first stands at in:2:1"));
        assert!(error(&PoliceThief, "1 3\nP.t\n").ends_with("hint: use `T`: letter case matters"));
        let wide = validator_error(&PoliceThief, "11 10\n");
        assert!(
            wide.starts_with("error: `m` (the number of columns) must be in 1..=9, found `10`\n"),
            "{wide}"
        );
    }

    #[test]
    fn what_the_budget_does_not_hold_is_refused() {
        let board = Instance(open(64));
        let solve = |bytes| PoliceThief::solve(&board, Budget::of(bytes));
        assert_eq!(solve(12_000_000).unwrap(), Answer(Some(Side::Second)));
        let refusal = solve(6_000_000).unwrap_err();
        assert!(
            refusal
                .to_string()
                .starts_with("2·4096² positions need about 9."),
            "{refusal}"
        );
        // All distances take more, and cannot be numbered on a board of this size.
        assert!(board.game(Budget::of(100_000_000)).is_err());
        let larger = Instance(open(220));
        let most = Budget::of(u64::MAX - 1);
        let refusal = larger.game(most).unwrap_err();
        assert!(
            refusal.to_string().starts_with("2·48400² positions need "),
            "{refusal}"
        );
    }
}
