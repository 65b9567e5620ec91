//! A cat, a mouse and food on a board with walls: does the mouse win?
//!
//! **Rules.** The animals take turns, the mouse first. In its turn an animal stays or jumps in one of four directions,
//! up to its own reach and over no wall. It may pass over the other animal. The cat wins on the mouse's cell, or if it
//! is first on the food. It also wins if the mouse has not reached the food within 1000 turns.
//!
//! **Idea.** Retrograde analysis over (mouse, cat, turn) without any rule about turns, and then the distance of the
//! start. The mouse wins exactly if it wins that game and the distance is at most 1000.
//!
//! **Why it is right.** A turn is one move of one animal, even if it stays, and the distance counts these turns. It is
//! the least number of turns in which the mouse can force the food against every defence
//! ([`retrograde`](crate::engine::retrograde)). Within the limit the mouse follows that strategy. Beyond it the cat
//! follows its own, and no other rule ends the game. The original limits cannot tell this reading from "1000 moves of
//! the mouse", because forced wins are much shorter there.
//!
//! **Trap.** A jump ends before a wall and not before the other animal. Both may stay. The same cell comes before the
//! food. A position without a label is the cat's, because the mouse never gets to the food.
//!
//! **Cost.** With f cells that are no wall there are 2·f² positions. A position has at most as many moves as its row
//! and column have cells. The number of the turn is no part of a solved position.
//!
//! - The answer takes 1 byte a position. If many positions are decided together, it takes three quarters of a byte
//!   more. A move costs at most some 5 nanoseconds.
//! - With all distances, for people and for the certificate, a position takes 2 bytes. If play lasts more than 32,639
//!   plies, it takes 6.
//! - If a cell has more than 253 moves, the answer takes 2 or 6 bytes as well. Each of the two takes 8 more for such
//!   positions.
//!
//! **Source.** LeetCode 1728.

use crate::engine::brute;
use crate::engine::pursuit::{Ends, Pursuit, Side, Size};
use crate::problem::each_test;
use crate::stock::boards::{Grid, STRAIGHT, UniqueLetters, shape};
use crate::stock::prelude::*;
use crate::stock::pursuit::{Bounded, Chase, TwoTokens, long_play, size, start};
use crate::text::json;

mod mistakes;
mod tiny;

/// The number of turns that the mouse has for reaching the food. Every move of either animal is a turn.
const MAX_TURNS: u32 = 1000;
/// The original limit of both sides of the board.
const SIDE: usize = 8;
const ROWS: Limit = Limit::new("rows", "the number of rows", 1..=SIDE as i64).solves(1..=i64::MAX);
const COLUMNS: Limit = Limit::new("columns", "the number of columns", 1..=SIDE as i64).solves(1..=i64::MAX);
const CAT_JUMP: Limit = Limit::new("catJump", "how far the cat jumps", 1..=8).solves(0..=i64::MAX);
const MOUSE_JUMP: Limit = Limit::new("mouseJump", "how far the mouse jumps", 1..=8).solves(0..=i64::MAX);
const WALL: u8 = b'#';
/// The letters of the cells: wall, floor, cat, mouse, food.
const CELLS: &[u8] = b"#.CMF";

/// A board with one cat, one mouse and one food on it.
#[derive(Clone)]
pub struct CatMouseIi {
    grid: Grid,
    /// The reach of the cat and of the mouse, in cells.
    jumps: [usize; 2],
    /// The tests after this one, as in LeetCode's input of several tests.
    others: Vec<CatMouseIi>,
}

/// The names of the values in LeetCode's examples.
const GRID: &str = "grid";
const JUMPS: [&str; 2] = ["catJump", "mouseJump"];

impl Problem for CatMouseIi {
    const META: Meta = Meta::new(
        texts!("cat-mouse-ii"),
        "LeetCode 1728",
        "retrograde analysis",
        ("cat-mouse-ii.in", "cat-mouse-ii.out"),
        ("the number of cells", (SIDE * SIDE) as u64),
        &[ROWS, COLUMNS, CAT_JUMP, MOUSE_JUMP],
    )
    .lesson(4, "states with two tokens and a turn", &["cat-mouse"])
    .form(&[Field::strings("board"), Field::numbers("catJump mouseJump")], "false")
    .no_misere("play ends by reaching a goal, not by having no move");

    const FAMILIES: &'static [Family<CatMouseIi>] = &[
        family("random", "one cell in four a wall, jumps of 1 to 3", |size, random| {
            scattered(size, random, 1, 4)
        }),
        family("open", "no wall, jumps of 1 to 8", |size, random| {
            let mut made = open_board(size, random);
            made.jumps = [(); 2].map(|()| random.within(1, 8) as usize);
            made.grid.place(b"CMF", random);
            made
        }),
        family(
            "corridor",
            "one long corridor, steps of one cell, the animals and the food anywhere in it",
            |size, random| {
                let mut made = open_board(size, random);
                made.jumps = [1, 1];
                made.grid.make_corridor(WALL);
                made.grid.place(b"CMF", random);
                made
            },
        ),
        family(
            "alone",
            "the cat is behind a wall, and the food at the other end of a corridor: a long win",
            |size, random| {
                let mut made = open_board(size, random);
                made.jumps = [random.within(1, 3) as usize, 1];
                match alone(made.grid.clone()) {
                    Some(grid) => made.grid = grid,
                    None => made.grid.place(b"CMF", random),
                }
                made
            },
        ),
        family(
            "guarded",
            "the cat next to the food, so that the mouse keeps away for ever",
            |size, random| {
                let mut made = open_board(size, random);
                made.grid.place(b"MF", random);
                let beside = made.grid.beside(made.grid.find(b'F'));
                let cells = &mut made.grid.cells;
                let mut near = iter::once(beside).chain(0..cells.len());
                let cat = near.find(|&cell| cells.get(cell) == Some(&b'.'));
                cells[cat.expect("a board has at least three cells")] = b'C';
                made
            },
        ),
        family("over", "one row, the cat between mouse and food", |size, random| {
            let mut made = open_board(size, random);
            let columns = made.grid.cells.len().min(longest_side(size));
            made.grid = Grid::open(1, columns);
            let mut draws = iter::repeat_with(|| [0; 3].map(|_| random.index(columns)));
            let distinct = draws.find(|cells| cells.iter().all_unique());
            let cells = distinct.expect("draws go on for ever").into_iter().sorted();
            for (cell, letter) in cells.zip(*b"MCF") {
                made.grid.cells[cell] = letter;
            }
            made
        }),
        family(
            "maze",
            "two cells in five a wall: the food is often out of reach",
            |size, random| scattered(size, random, 2, 5),
        ),
    ];

    const ANSWER_WORDS: &'static [&'static str] = &["true", "false"];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const SOLUTION_MAIN: Option<[&'static str; 2]> = Some([
        text!("cat-mouse-ii", "solution-main.cpp"),
        text!("cat-mouse-ii", "solution-main.py"),
    ]);

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Chase<CatMouseIi>;
    /// Whether the mouse wins.
    type Answer = Line<bool>;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<CatMouseIi, InputError> {
        let mut first = CatMouseIi::read_one(scanner)?;
        while json::is_another_test(scanner, GRID) {
            first.others.push(CatMouseIi::read_one(scanner)?);
        }
        scanner.end()?;
        Ok(first)
    }

    fn game(&self, budget: Budget) -> Result<Chase<CatMouseIi>, Refusal> {
        let pursuit = self.pursuit(Size::table_bytes, budget)?;
        Ok(Chase::new(self, pursuit, self.grid.floor(WALL).cells))
    }

    fn theory(game: &Chase<CatMouseIi>, budget: Budget) -> Result<Box<dyn Theory<Chase<CatMouseIi>>>, Refusal> {
        game.solved(budget)
    }

    fn ask(game: &Chase<CatMouseIi>, known: &dyn Oracle<Chase<CatMouseIi>>) -> Line<bool> {
        Line(game.winner(known) == Some(Side::First))
    }

    /// Plays the game out without the bound on turns. With the bound there are up to a thousand times as many
    /// positions.
    fn brute(game: &Chase<CatMouseIi>) -> Option<Line<bool>> {
        let known = brute::solve(&game.pursuit, Self::brute_cap(game)).ok()?;
        Some(Self::ask(game, &Bounded(known)))
    }

    /// Looks only at the distance of the start.
    fn solve(&self, budget: Budget) -> Result<Vec<Line<bool>>, Refusal> {
        each_test(self, |test| {
            let (game, bytes) = test.pursuit(Size::result_bytes, budget)?;
            let result = game.result_within(long_play(budget, bytes))?;
            Ok(Line(in_time(result, MAX_TURNS)))
        })
    }

    fn split(&self) -> Option<Vec<CatMouseIi>> {
        let first = CatMouseIi::new(self.grid.clone(), self.jumps);
        let others = (!self.others.is_empty()).then(|| self.others.iter().cloned());
        others.map(|others| std::iter::once(first).chain(others).collect())
    }

    fn smaller(&self) -> impl Iterator<Item = CatMouseIi> {
        let CatMouseIi { grid, jumps, .. } = self;
        let alone = self.split().into_iter().flatten();
        let [cat, mouse] = *jumps;
        let floor = (0..grid.cells.len()).filter(|&cell| grid.cells[cell] == b'.');
        let walled = floor.map(|cell| grid.with(cell, WALL));
        let boards = grid.narrower().chain(walled).map(|grid| (grid, *jumps));
        let cats = shrink::lower(cat as u64).map(move |cat| (grid.clone(), [cat as usize, mouse]));
        let mice = shrink::lower(mouse as u64).map(move |mouse| (grid.clone(), [cat, mouse as usize]));
        let all = boards.chain(cats).chain(mice);
        alone.chain(all.map(|(grid, jumps)| CatMouseIi::new(grid, jumps)))
    }
}

/// Returns the longest side of a generated board. If the size is within the original limits, so is the side.
fn longest_side(size: u64) -> usize {
    if size > (SIDE * SIDE) as u64 { usize::MAX } else { SIDE }
}

/// Returns an empty board with jumps of 1 to 3.
fn open_board(size: u64, random: &mut Random) -> CatMouseIi {
    let (rows, columns) = shape(size, 3, longest_side(size), random);
    let jumps = [(); 2].map(|()| random.within(1, 3) as usize);
    CatMouseIi::new(Grid::open(rows, columns), jumps)
}

/// Returns a board with cat, mouse and food, and walls on about `part` of `whole` of the other cells.
fn scattered(size: u64, random: &mut Random, part: u64, whole: u64) -> CatMouseIi {
    let mut made = open_board(size, random);
    made.grid.scatter(WALL, part, whole, random);
    made.grid.place(b"CMF", random);
    made
}

/// Returns the error for a board whose sides are out of bounds, at `place`.
fn require(limit: &Limit, found: usize, strict: bool, place: usize) -> Result<(), InputError> {
    let (least, most) = if strict { limit.original } else { limit.solve };
    if i64::try_from(found).is_ok_and(|found| (least..=most).contains(&found)) {
        return Ok(());
    }
    let message = format!("{} must be from {least} to {most}, found `{found}`", limit.what);
    let error = InputError::new(place, 1, message);
    Err(match found {
        0 => error,
        _ => error.with_hint("this is the original limit, but solving accepts more"),
    })
}

/// Returns the cat walled into the first cell of an open board, and a corridor from mouse to food on the rest.
///
/// Returns `None` if the board is too small for that.
fn alone(mut grid: Grid) -> Option<Grid> {
    if grid.columns > 1 {
        grid.make_corridor(WALL);
    }
    grid.cells[0] = b'C';
    grid.cells[1] = WALL;
    let first = grid.cells.iter().position(|&cell| cell == b'.')?;
    let last = grid.cells.iter().rposition(|&cell| cell == b'.')?;
    grid.cells[first] = b'M';
    grid.cells[last] = b'F';
    (first != last).then_some(grid)
}

/// Returns whether a result is a win of the mouse within this number of turns. The mouse's token is the first.
fn in_time(result: Option<(Side, u32)>, turns: u32) -> bool {
    result.is_some_and(|(winner, plies)| winner == Side::First && plies <= turns)
}

impl CatMouseIi {
    /// Returns a board as the one test of an input.
    fn new(grid: Grid, jumps: [usize; 2]) -> CatMouseIi {
        let others = Vec::new();
        CatMouseIi { grid, jumps, others }
    }

    /// Reads one test, with the end of its last line.
    fn read_one(scanner: &mut Scanner<'_>) -> Result<CatMouseIi, InputError> {
        let mut board = 0;
        let rows = json::value(scanner, GRID, |scanner| {
            board = scanner.offset();
            json::strings(scanner, "the board", CELLS)
        })?;
        scanner.newline()?;
        let strict = scanner.is_strict();
        let extra = rows.get(SIDE).map_or(board, |row| row.offset);
        require(&ROWS, rows.len(), strict, extra)?;
        let columns = rows[0].bytes.len();
        require(&COLUMNS, columns, strict, rows[0].offset)?;
        let mut cells = Vec::with_capacity(rows.len().saturating_mul(columns).min(1 << 20));
        let mut letters = UniqueLetters::new([(b'C', "the cat"), (b'M', "the mouse"), (b'F', "the food")]);
        for (number, row) in rows.iter().enumerate() {
            let name = format!("row {}", number + 1);
            if let Some(column) = row.bytes.iter().position(|cell| !CELLS.contains(cell)) {
                let known = "`#`, `.`, `C`, `M` or `F`";
                let place = row.offset + column;
                return Err(scanner.unknown_cell(place, format_args!("{name}"), column + 1, known));
            }
            if row.bytes.len() != columns {
                let message = format!("{name} must have {columns} cells like row 1, found {}", row.bytes.len());
                let place = row.offset + row.bytes.len().min(columns);
                return Err(InputError::new(place, 1, message).with_related(rows[0].offset, "row 1 begins"));
            }
            letters.look(*row)?;
            cells.extend_from_slice(row.bytes);
        }
        letters.all_found(board)?;
        let [cat] = json::value(scanner, JUMPS[0], |scanner| Limit::row([CAT_JUMP], scanner))?;
        let [mouse] = json::value(scanner, JUMPS[1], |scanner| Limit::row([MOUSE_JUMP], scanner))?;
        Ok(CatMouseIi::new(Grid { columns, cells }, [cat, mouse]))
    }

    /// Returns the game without a bound on turns and its bytes, if the budget has the memory for its positions.
    ///
    /// `needed` returns that memory. The cells are those without a wall. The mouse's token is the first.
    fn pursuit(&self, needed: fn(Size) -> u64, budget: Budget) -> Result<(Pursuit, u64), Refusal> {
        let grid = &self.grid;
        let cells = grid.floor_cells(WALL);
        let bytes = |moves: [(u64, u64); 2]| {
            let (arcs, most_moves) = (moves.map(|moves| moves.0), moves[0].1.max(moves[1].1));
            let table = needed(size(cells, arcs, most_moves));
            let bytes = u128::from(table) + grid.bytes_needed(cells as usize, arcs);
            let positions = format_args!("2·{cells}² positions");
            budget.require(bytes, positions).map(|()| bytes as u64)
        };
        bytes([(0, 0); 2])?;
        let floor = grid.floor(WALL);
        // On a long row the moves need more memory than the positions, so they are counted before they are listed.
        let [cat, mouse] = self.jumps;
        let bytes = bytes([mouse, cat].map(|jump| floor.count_moves(STRAIGHT, jump)))?;
        let start = start(floor.letter(b'M'), floor.letter(b'C'));
        let food = floor.letter(b'F');
        let ends = Ends {
            catcher: Side::Second,
            second_goals: vec![food],
            first_goals: vec![food],
        };
        let [mouse, cat] = [mouse, cat].map(|jump| floor.graph(STRAIGHT, jump));
        Ok((Pursuit::new(mouse, cat, start, ends), bytes))
    }
}

impl TwoTokens for CatMouseIi {
    const HOW: &'static str = "row and column of the cell to jump to, such as `2,3`, or of your own to stay";
    const PLAYERS: [&'static str; 2] = ["the mouse", "the cat"];
    const MARKS: [&'static str; 2] = ["M", "C"];
    const MAX_PLIES: Option<u32> = Some(MAX_TURNS);

    fn stage(&self) -> Stage {
        self.grid.stage(WALL, &Self::MARKS)
    }

    fn heading(&self) -> Option<String> {
        let [cat, mouse] = self.jumps;
        Some(format!("The longest jumps: mouse {mouse}, cat {cat}."))
    }

    fn place_count(&self) -> u64 {
        self.grid.cells.len() as u64
    }

    fn place_name(&self, cell: usize) -> String {
        self.grid.cell_name(cell)
    }
}

impl fmt::Display for CatMouseIi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, row) in self.grid.rows().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(f, "{separator}\"{}\"", String::from_utf8_lossy(row))?;
        }
        writeln!(f, "]\n{}", self.jumps.iter().format("\n"))?;
        self.others.iter().try_for_each(|other| other.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::retrograde;
    use crate::problem::checks::{self, BUDGET, checks};

    checks!(CatMouseIi, small: 3500 up to 14, edges: [
        "[\"CMF\"]\n1\n1\n" => "true\n",
        "[\"MCF\"]\n1\n1\n" => "false\n",
        // The mouse jumps over the cat, and over no wall.
        "[\"MCF\"]\n1\n2\n" => "true\n",
        "[\"M#F\",\"C..\"]\n1\n8\n" => "false\n",
        // An animal that cannot jump stays.
        "[\"CMF\"]\n1\n0\n" => "false\n",
        "[\"CM.F\"]\n0\n1\n" => "true\n",
        "[\"####F\",\"#C...\",\"M....\"]\n1\n2\n" => "true\n",
        "[\"M.C...F\"]\n1\n4\n" => "true\n",
        "[\"M.C...F\"]\n1\n3\n" => "false\n",
        "[\"C...#\",\"...#F\",\"....#\",\"M....\"]\n2\n5\n" => "false\n",
        "[\".M...\",\"..#..\",\"#..#.\",\"C#.#.\",\"...#F\"]\n3\n1\n" => "true\n",
        "[\"C.MF\"]\n1\n1\n" => "true\n",
        "[\"..F\",\"#C#\",\"#..\",\"#.M\"]\n1\n2\n" => "false\n",
        "[\"##....#\",\"..##.M#\",\"...#...\",\"..#.#F.\",\"##...#.\",\".C.....\",\".###...\"]\n3\n1\n" => "true\n",
        "[\".F.M\",\"..#C\",\"....\"]\n2\n1\n" => "true\n",
        "[\"C.F\",\".M.\"]\n1\n2\n" => "true\n",
        "[\"####.##\",\".#C#F#.\",\"######.\",\"##M.###\"]\n3\n6\n" => "false\n",
    ]);

    /// Returns a corridor of `cells` cells between mouse and food, with the cat behind a wall.
    fn corridor(cells: usize) -> CatMouseIi {
        let text = format!("[\"C#M{}F\"]\n1\n1\n", ".".repeat(cells));
        checks::read(&text, &[])
    }

    #[test]
    fn trap_every_move_of_either_animal_is_a_turn() {
        // 500 moves of the mouse are 999 turns, and 501 moves are 1001.
        for (cells, wins) in [(499, true), (500, false)] {
            let instance = corridor(cells);
            checks::agree(&instance);
            assert_eq!(instance.solve(BUDGET).unwrap(), [Line(wins)]);
            checks::refutes(&instance, Line(!wins));
        }
    }

    #[test]
    fn values_under_a_bound_on_turns_agree_with_play() {
        let (mut late, mut seen) = (0, [0; 2]);
        for seed in 0..150 {
            let families = CatMouseIi::FAMILIES;
            let family = &families[seed as usize % families.len()];
            let instance = (family.make)(3 + seed % 7, &mut Random::new(seed));
            let mut game = instance.game(BUDGET).unwrap();
            let theory = Bounded(retrograde::solve(&game.pursuit));
            for most in 0..12 {
                game.most_plies = Some(most);
                let known = brute::solve(&game, 20_000).unwrap();
                for position in known.positions() {
                    let (value, played) = (theory.value(&game, position), known.value(&game, position));
                    assert_eq!(value, played, "{position:?} {most}\n{instance}");
                    late += u64::from(played.distance == Some(most.into()));
                }
                let wins = in_time(game.pursuit.result(), most);
                assert_eq!(wins, known.start_outcome() == Outcome::Win, "{instance}{most}");
                seen[usize::from(wins)] += 1;
            }
        }
        assert!(late > 20, "{late} positions lasted as long as they may");
        assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
    }

    #[test]
    fn random_boards_certify_right_answers_alone() {
        let mut random = Random::new(12);
        for _ in 0..2000 {
            let (rows, columns) = (1 + random.index(3), 3 + random.index(3));
            let mut grid = Grid::open(rows, columns);
            grid.scatter(WALL, random.below(4), 5, &mut random);
            grid.place(b"CMF", &mut random);
            let instance = CatMouseIi::new(grid, [(); 2].map(|()| random.index(4)));
            assert!(checks::agree(&instance));
            let Line(wins) = instance.solve(BUDGET).unwrap()[0];
            checks::refutes(&instance, Line(!wins));
        }
    }

    #[test]
    fn families_are_what_they_are_called() {
        for size in [9, 30, 64, 400] {
            let wins = |name: &str| {
                let mut families = CatMouseIi::FAMILIES.iter();
                let family = families.find(|family| family.name == name).unwrap();
                let instance = (family.make)(size, &mut Random::new(size));
                instance.solve(BUDGET).unwrap()[0].0
            };
            assert!(wins("alone"), "{size}");
            assert!(!wins("guarded"), "{size}");
        }
    }

    #[test]
    fn what_the_budget_does_not_hold_is_refused() {
        let row = |cells: usize| CatMouseIi::new(alone(Grid::open(1, cells)).unwrap(), [usize::MAX; 2]);
        assert!(row(100).solve(BUDGET).is_ok());
        assert!(row(20_000).solve(BUDGET).is_err());
        assert!(row(20_000).game(BUDGET).is_err());
    }
}
