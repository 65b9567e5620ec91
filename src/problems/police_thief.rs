//! A policeman and a thief on a board with walls and exits: who wins, or is it a draw?
//!
//! **Rules.** The policeman moves first, to one of 8 neighbours or not at all, the thief to one of 4 or not at all. The
//! policeman wins on the thief's cell. The thief wins alone on an exit.
//!
//! **Idea.** Retrograde analysis over (policeman, thief, turn). For the answer alone it sweeps over sets of the
//! policeman's cells ([`sweeps`]). Moves are computed and never stored ([`pursuit`](crate::engine::pursuit)).
//!
//! **Why it is right.** See [`retrograde`](crate::engine::retrograde). The two move by different rules, so the turn
//! belongs to the position. A position without a label is a draw.
//!
//! **Trap.** A policeman on the thief's exit catches the thief there: the same cell comes before the exit. Staying is a
//! move. A recursion over positions is as deep as the longest chase.
//!
//! **Cost.** With f cells that are no wall there are 2·f² positions and at most 14·f² moves. A board of 64 by 64
//! without walls has 33.6 million positions.
//!
//! - On open boards the answer takes 2 bits and at most 4 nanoseconds a position.
//! - In corridors it takes 10 nanoseconds, and 1 byte and three quarters if the budget has them.
//! - With all distances, for people and for the certificate, a position takes 2 bytes. If play lasts more than 32,639
//!   plies, it takes 6.
//!
//! **Source.** The cp-algorithms article on games on arbitrary graphs.

use crate::engine::pursuit::sweeps::{self, KingBoard};
use crate::engine::pursuit::{Ends, Pursuit, Side, Size};
use crate::stock::boards::{ALL_ROUND, Floor, Grid, STRAIGHT, UniqueLetters, shape};
use crate::stock::prelude::*;
use crate::stock::pursuit::{self, Chase, TwoTokens, start};

mod mistakes;
mod tiny;

/// The original limit of rows times columns.
const CELLS: i64 = 100;
const N: Limit = Limit::new("n", "the number of rows", 1..=CELLS).solves(1..=i64::MAX);
const M: Limit = Limit::new("m", "the number of columns", 1..=CELLS).solves(1..=i64::MAX);
const WALL: u8 = b'*';
const EXIT: u8 = b'E';
/// The answers for a win of the police, for a win of the thief, and for a draw.
const OUTCOMES: [&str; 3] = ["Police catches the thief", "The thief escapes", "Draw"];

/// The most moves of a cell: 9 for the policeman and 5 for the thief.
const MOST_MOVES: [u64; 2] = [9, 5];

/// Returns the largest size of the game on `cells` cells without a wall.
fn size(cells: u64) -> Size {
    let arcs = MOST_MOVES.map(|moves| moves.saturating_mul(cells));
    pursuit::size(cells, arcs, MOST_MOVES[0])
}

/// A board with one policeman and one thief on it.
#[derive(Clone)]
pub struct PoliceThief(Grid);

type Answer = Line<&'static str>;

/// Returns the answer for a win of this player, if any. The policeman's token is the first.
fn answer(winner: Option<Side>) -> Answer {
    let [caught, escapes, draw] = OUTCOMES;
    Line(match winner {
        Some(Side::First) => caught,
        Some(Side::Second) => escapes,
        None => draw,
    })
}

impl Problem for PoliceThief {
    const META: Meta = Meta::new(
        texts!("police-thief"),
        "cp-algorithms, games on arbitrary graphs",
        "retrograde analysis",
        ("police-thief.in", "police-thief.out"),
        ("n·m, the number of cells", CELLS as u64),
        &[N, M],
    )
    .lesson(4, "a hunt on a board", &["cat-mouse"])
    .form(&[Field::numbers("n m"), Field::rows("n", "row")], "Draw")
    .no_misere("play ends by reaching a goal, not by having no move");

    const FAMILIES: &'static [Family<PoliceThief>] = &[
        family(
            "random",
            "one cell in four a wall, up to three exits",
            |size, random| on_board(size, random, scatter),
        ),
        family("open", "no wall and one exit", |size, random| {
            on_board(size, random, |grid, random| match grid.cells.len() {
                ..=2 => scatter(grid, random),
                _ => grid.place(b"PTE", random),
            })
        }),
        family(
            "maze",
            "one cell in three a wall, no exit: many draws",
            |size, random| {
                on_board(size, random, |grid, random| {
                    grid.scatter(WALL, 1, 3, random);
                    grid.place(b"PT", random);
                })
            },
        ),
        family(
            "corridor",
            "one long corridor without an exit: a long chase",
            |size, random| {
                on_board(size, random, |grid, random| {
                    grid.make_corridor(WALL);
                    grid.place(b"PT", random);
                })
            },
        ),
        family(
            "walled",
            "the policeman is walled in and there is no exit: a draw, but for a thief beside him",
            |size, random| {
                on_board(size, random, |grid, random| {
                    grid.place(b"PT", random);
                    grid.enclose(grid.find(b'P'), WALL, b"T");
                })
            },
        ),
        family("beside", "the thief next to an exit", |size, random| {
            on_board(size, random, |grid, random| {
                grid.scatter(WALL, 1, 4, random);
                grid.place(b"PT", random);
                let beside = grid.beside(grid.find(b'T'));
                if grid.cells.get(beside).is_some_and(|&cell| cell != b'P') {
                    grid.cells[beside] = EXIT;
                }
            })
        }),
        family("exits", "every floor cell an exit", |size, random| {
            on_board(size, random, |grid, random| {
                grid.cells.fill(EXIT);
                grid.scatter(WALL, 1, 3, random);
                grid.place(b"PT", random);
            })
        }),
    ];

    const ANSWER_WORDS: &'static [&'static str] = &OUTCOMES;

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Chase<PoliceThief>;
    type Answer = Answer;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<PoliceThief, InputError> {
        let rows = N.count(scanner)?;
        scanner.space()?;
        let columns = M.up_to(CELLS / (rows as i64)).count(scanner)?;
        scanner.newline()?;
        let board = scanner.offset();
        let mut cells = Vec::new();
        let mut letters = UniqueLetters::new([(b'P', "the policeman"), (b'T', "the thief")]);
        for row in 1..=rows {
            let row = scanner.row(
                format_args!("row {row} of {rows}"),
                columns,
                "a visible ASCII character",
                &|cell| cell.is_ascii_graphic(),
            )?;
            scanner.newline()?;
            letters.look(row)?;
            cells.extend_from_slice(row.bytes);
        }
        scanner.end()?;
        letters.all_found(board)?;
        Ok(PoliceThief(Grid { columns, cells }))
    }

    /// Names characters that look like a wall or an exit but are ordinary cells.
    fn doubt(&self) -> Option<String> {
        let looks_like = [(b'#', "a wall is `*`"), (b'e', "an exit is `E`")];
        let found = looks_like.into_iter().find_map(|(cell, is)| {
            let place = self.0.cells.iter().position(|&other| other == cell)?;
            Some((char::from(cell), self.0.cell_name(place), is))
        });
        found.map(|(cell, place, is)| format!("`{cell}` at {place} is an ordinary cell; {is}"))
    }

    fn game(&self, budget: Budget) -> Result<Chase<PoliceThief>, Refusal> {
        let cells = self.0.floor_cells(WALL);
        let bytes = self.require(budget, size(cells).table_bytes().into())?;
        let floor = self.0.floor(WALL);
        Ok(Chase::new(self, (self.pursuit(&floor), bytes), floor.cells))
    }

    fn theory(game: &Chase<PoliceThief>, budget: Budget) -> Result<Box<dyn Theory<Chase<PoliceThief>>>, Refusal> {
        game.solved(budget)
    }

    fn ask(game: &Chase<PoliceThief>, known: &dyn Oracle<Chase<PoliceThief>>) -> Answer {
        answer(game.winner(known))
    }

    /// Solves by sweeps, which keep no distances and stop as soon as the start is decided.
    fn solve(&self, budget: Budget) -> Result<Vec<Answer>, Refusal> {
        let grid = &self.0;
        let cells = grid.floor_cells(WALL);
        let sets = sweeps::bytes_needed(grid.row_count() as u64, grid.columns as u64, cells);
        self.require(budget, sets)?;
        let layers = size(cells).result_bytes();
        let spare = self.require(budget, sets.max(u128::from(layers))).is_ok();
        let floor = grid.floor(WALL);
        let game = self.pursuit(&floor);
        let (columns, cells) = (grid.columns, floor.cells);
        Ok(vec![answer(game.winner_on(&KingBoard { columns, cells }, spare))])
    }

    fn smaller(&self) -> impl Iterator<Item = PoliceThief> {
        let board = &self.0;
        let plain = (0..board.cells.len()).flat_map(move |cell| {
            let letters: &[u8] = match board.cells[cell] {
                b'P' | b'T' | WALL => b"",
                b'.' => b"*",
                _ => b"*.",
            };
            letters.iter().map(move |&letter| board.with(cell, letter))
        });
        board.narrower().chain(plain).map(PoliceThief)
    }
}

/// Returns an instance on an open board of at most `size` cells, after `fill`.
fn on_board(size: u64, random: &mut Random, fill: fn(&mut Grid, &mut Random)) -> PoliceThief {
    let (rows, columns) = shape(size, 2, usize::MAX, random);
    let mut grid = Grid::open(rows, columns);
    fill(&mut grid, random);
    PoliceThief(grid)
}

fn scatter(grid: &mut Grid, random: &mut Random) {
    grid.scatter(WALL, 1, 4, random);
    let exits = random.index(4).min(grid.cells.len() - 2);
    grid.place(&b"PTEEE"[..2 + exits], random);
}

impl PoliceThief {
    /// Returns the bytes of the graphs and of the positions, which take `bytes`.
    ///
    /// # Errors
    /// Refuses if they exceed the budget.
    fn require(&self, budget: Budget, bytes: u128) -> Result<u64, Refusal> {
        let cells = self.0.floor_cells(WALL);
        let moves = MOST_MOVES.map(|moves| moves * cells);
        let bytes = bytes.saturating_add(self.0.bytes_needed(cells as usize, moves));
        budget.require(bytes, format_args!("2·{cells}² positions"))?;
        Ok(bytes as u64)
    }

    /// Returns the game on the cells that are no wall.
    fn pursuit(&self, floor: &Floor<'_>) -> Pursuit {
        let exits = (0..).zip(&floor.cells);
        let exits = exits.filter(|(_, cell)| self.0.cells[**cell] == EXIT);
        let start = start(floor.letter(b'P'), floor.letter(b'T'));
        let ends = Ends {
            catcher: Side::First,
            second_goals: exits.map(|(number, _)| number).collect(),
            first_goals: vec![],
        };
        Pursuit::new(floor.graph(ALL_ROUND, 1), floor.graph(STRAIGHT, 1), start, ends)
    }
}

impl TwoTokens for PoliceThief {
    const HOW: &'static str = "row and column of the cell to go to, such as `2,3`, or of your own to stay";
    const PLAYERS: [&'static str; 2] = ["the policeman", "the thief"];
    const MARKS: [&'static str; 2] = ["P", "T"];

    fn stage(&self) -> Stage {
        self.0.stage(WALL, &Self::MARKS)
    }

    fn place_count(&self) -> u64 {
        self.0.cells.len() as u64
    }

    fn place_name(&self, cell: usize) -> String {
        self.0.cell_name(cell)
    }
}

impl fmt::Display for PoliceThief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}\n{}", self.0.row_count(), self.0.columns, self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::retrograde;
    use crate::problem::checks::{self, BUDGET, checks};

    checks!(PoliceThief, small: 3500 up to 14, edges: [
        "1 2\nPT" => "Police catches the thief\n",
        "2 1\nT\nP" => "Police catches the thief\n",
        "1 3\nP*T" => "Draw\n",
        "1 4\nP*TE" => "The thief escapes\n",
        "2 2\nP*\n*T" => "Police catches the thief\n",
        "3 3\nP**\n**E\n*T*" => "Draw\n",
        "1 3\nPTE" => "Police catches the thief\n",
        "1 4\nP.TE" => "The thief escapes\n",
        "1 6\nP..T.E" => "The thief escapes\n",
        "1 4\nPE.T" => "Police catches the thief\n",
        "3 3\nP*T\n.*.\n.*E" => "The thief escapes\n",
        "2 3\nP*T\n**." => "Draw\n",
        "3 3\nT.E\n...\nP.." => "Police catches the thief\n",
        "3 4\nT..E\n....\n...P" => "Police catches the thief\n",
        "3 4\nP*T.\n**..\nE*.." => "Draw\n",
        "2 10\nE........P\n*********T" => "Police catches the thief\n",
    ]);

    fn solve(board: &str) -> String {
        checks::solve::<PoliceThief>(board, &[])
    }

    #[test]
    fn trap_a_thief_who_is_caught_on_the_exit_does_not_escape() {
        // The policeman stands on the exit before the thief can reach it.
        assert_eq!(solve("1 4\nPE.T"), "Police catches the thief\n");
    }

    #[test]
    fn trap_staying_is_a_move() {
        // If the thief had to move, it would have to step beside the policeman.
        assert_eq!(solve("3 3\nP*T\n.**\n***"), "Draw\n");
    }

    /// Counts the won, lost and drawn positions of both turns, for the player to move.
    fn counts(grid: Grid) -> (usize, usize, usize) {
        let game = PoliceThief(grid).game(BUDGET).unwrap();
        retrograde::solve(&game.pursuit).counts()
    }

    /// Returns an open board with the exit in a corner.
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
        let mut snake = Grid::open(20, 20);
        snake.make_corridor(WALL);
        snake.cells[0] = b'P';
        snake.cells[10] = b'T';
        assert_eq!(counts(snake), (44_100, 44_100, 0));
    }

    #[test]
    fn random_boards_certify_right_answers_alone() {
        let mut random = Random::new(13);
        let mut seen = [0; 3];
        for _ in 0..2000 {
            let (rows, columns) = (1 + random.index(4), 2 + random.index(3));
            let mut grid = Grid::open(rows, columns);
            grid.scatter(EXIT, random.below(4), 6, &mut random);
            grid.scatter(WALL, random.below(4), 5, &mut random);
            grid.place(b"PT", &mut random);
            let instance = PoliceThief(grid);
            assert!(checks::agree(&instance));
            let Line(right) = instance.solve(BUDGET).unwrap()[0];
            for (number, other) in OUTCOMES.into_iter().enumerate() {
                if other == right {
                    seen[number] += 1
                } else {
                    checks::refutes(&instance, Line(other))
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 80), "{seen:?}");
    }

    #[test]
    fn any_visible_character_is_floor_and_is_written_back() {
        let board = "2 3\nP_a\nT#0\n";
        assert_eq!(solve(board), "Police catches the thief\n");
        let read = checks::read::<PoliceThief>(board, &[]);
        assert_eq!(read.to_string(), board);
    }

    #[test]
    fn what_the_budget_does_not_hold_is_refused() {
        let board = PoliceThief(open(64));
        let solve = |bytes| board.solve(Budget::of(bytes));
        assert_eq!(solve(12_000_000).unwrap(), [answer(Some(Side::Second))]);
        let refusal = solve(6_000_000).unwrap_err().to_string();
        assert!(refusal.starts_with("2·4096² positions need about 9."), "{refusal}");
        // All distances take more memory, and a board of this size cannot number them.
        assert!(board.game(Budget::of(60_000_000)).is_err());
        assert!(board.game(Budget::of(80_000_000)).is_ok());
        let larger = PoliceThief(open(220)).game(Budget::of(u64::MAX - 1));
        let refusal = larger.err().unwrap().to_string();
        assert!(refusal.starts_with("2·48400² positions need "), "{refusal}");
    }
}
