//! De Bono's L game: find a winning move for A, who is to move, or say whether the position is drawn or lost.
//!
//! **Rules.** The board has four cells by four, an L for each player and two neutral discs. In a turn you move your own
//! L to another placement. Then you may move one disc to any empty cell. The player who cannot move the L loses.
//!
//! **Idea.** There are only 18,368 positions for either player ([`board`]). Retrograde analysis solves all of them
//! once, many at a time ([`solving`]). A move wins exactly if it leads to a position lost for B. Several moves may win.
//! Our answer wins fastest, and among equals its board is the smallest in byte order. A [`checker`] accepts every
//! winning move.
//!
//! **Why it is right.** See [`retrograde`](crate::engine::retrograde).
//!
//! **Trap.** The discs may stay, the L may not. If the L is stuck, the player is stuck, however freely the discs could
//! move. The L moves first, so a disc cannot make way for it. Two discs that change places are the same position. A
//! table of 18,000 positions, as in one text, is too small.
//!
//! **Cost.** About a millisecond and 0.7 MB. The 1,632,800 moves are never listed.
//!
//! **Source.** Baltic Olympiad in Informatics 2002. The counts in the tests come from the literature on the game.

use std::sync::LazyLock;

use crate::engine::Positions as _;
use crate::engine::brute::{self, Brute};
use crate::engine::retrograde::Table;
use crate::problem::Folding;
use crate::stock::prelude::*;

mod board;
mod checker;
mod mistakes;
mod reading;
mod solving;
mod tiny;

pub use board::Board;
use board::{Cells, POSITIONS, Position, SIDE, Turn, each, place};

/// The first words of an answer without a board.
const NO_WINNING_MOVE: &str = "No winning move";

/// The players, and the marks of their Ls.
const PLAYERS: [&str; 2] = ["A", "B"];

/// The usual start: the Ls interlocked in the middle, the discs in opposite corners.
const USUAL_START: Board = Board {
    // A row has four bits, with the last row and the last column first.
    a: 0b0110_0010_0010_0000,
    b: 0b0000_0100_0100_0110,
    discs: 0b1000_0000_0000_0001,
    letter: b'*',
};

/// All positions with their values. They are the same for every instance, so they are solved once.
static TABLE: LazyLock<Table> = LazyLock::new(|| solving::solve(&USUAL_START));

/// All positions in reach of the usual start, played out.
static FROM_USUAL_START: LazyLock<Option<Brute<<Board as Rules>::Position>>> =
    LazyLock::new(|| brute::solve(&USUAL_START, POSITIONS).ok());

/// The check of the table. It is the same for every instance as well.
static PROOF: LazyLock<Result<String, String>> = LazyLock::new(|| {
    let proof = TABLE.proof(&USUAL_START, Budget::of(u64::MAX));
    let proof = proof.expect("a table proves itself");
    proof.map_err(|error| error.to_string())
});

/// Returns the value of a board with A to move.
fn value(board: &Board) -> Value {
    Oracle::value(&*TABLE, board, &board.start())
}

/// The table, shared by all instances.
struct Shared;

impl Oracle<Board> for Shared {
    fn value(&self, game: &Board, position: &Position) -> Value {
        Oracle::value(&*TABLE, game, position)
    }
}

impl Theory<Board> for Shared {
    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        TABLE.len()
    }

    fn proof(&self, _: &Board, _: Budget) -> Option<Result<String, CertifyError>> {
        Some(PROOF.clone().map_err(wrong))
    }
}

/// An answer. Several may be right.
#[derive(PartialEq, Debug)]
pub enum Answer {
    /// The board after a winning move.
    Winning(Board),
    /// No move wins, and A does not lose: the position is a draw.
    Draw,
    /// A loses.
    Losing,
}

impl Problem for Board {
    const META: Meta = Meta::new(
        texts!("lgame"),
        "Baltic Olympiad in Informatics 2002",
        "retrograde analysis",
        ("Lgame.In", "Lgame.out"),
        ("the length of the board's side, always 4", SIDE as u64),
        &[],
    )
    .lesson(4, "a board with thousands of positions", &["remoteness"])
    .form(&[Field::rows("4", "row")], "No winning move\nDraw")
    .no_misere("play can go on for ever, and outputs are checked by the original rules")
    .memory_limit(64);

    const FAMILIES: &'static [Family<Board>] = &[
        family("random", "any position", |_, random| any(random, |_| true)),
        family("winning", "A has a winning move", |_, random| {
            any(random, |value| value.outcome == Outcome::Win)
        }),
        family("drawn", "no winning move, but a draw", |_, random| {
            any(random, |value| value.outcome == Outcome::Draw)
        }),
        family("losing", "A can move, and loses", |_, random| {
            any(random, |value| {
                value.outcome == Outcome::Loss && value.distance > Some(0)
            })
        }),
        family("stuck", "A has no move", |_, random| {
            any(random, |value| value.distance == Some(0))
        }),
        family(
            "longest",
            "the longest forced wins, 9 plies, and losses, 8 plies",
            |_, random| any(random, |value| value.distance >= Some(8)),
        ),
        family(
            "opening",
            "the usual start, turned or flipped or with the Ls exchanged",
            |_, random| *random.pick(&openings()),
        ),
    ];

    const CHECKER: Option<Checker<Board>> = Some(checker::check);

    const ANSWER_WORDS: &'static [&'static str] = &[NO_WINNING_MOVE];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = Board;
    type Answer = Answer;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Board, InputError> {
        let letter = scanner.is_strict().then_some(b'*');
        let board = Board::scan(scanner, letter)?;
        scanner.end()?;
        Ok(board)
    }

    fn game(&self, _: Budget) -> Result<Board, Refusal> {
        Ok(*self)
    }

    fn theory(_: &Board, budget: Budget) -> Result<Box<dyn Theory<Board>>, Refusal> {
        require(budget)?;
        Ok(Box::new(Shared))
    }

    fn ask(board: &Board, known: &dyn Oracle<Board>) -> Answer {
        let start = board.start();
        let fastest = known
            .winning_moves(board, &start)
            .map(|(turn, next)| (known.value(board, &next).distance, board.after(turn)))
            .min_by_key(|(plies, after)| (*plies, after.rows()));
        match (fastest, known.value(board, &start).outcome) {
            (Some((_, after)), _) => Answer::Winning(after),
            (None, Outcome::Loss) => Answer::Losing,
            (None, _) => Answer::Draw,
        }
    }

    /// Returns the answer by brute force. Nearly every position is in reach of the usual start, so one table serves
    /// all.
    fn brute(board: &Board) -> Option<Answer> {
        let shared = FROM_USUAL_START.as_ref()?;
        if shared.find(board, &board.start()).is_some() {
            return Some(Self::ask(board, shared));
        }
        let own = brute::solve(board, POSITIONS).ok()?;
        Some(Self::ask(board, &own))
    }

    /// Returns the symmetric boards with an earlier place in the order of bytes, and the boards with a disc elsewhere.
    ///
    /// All boards have the same size, so the order of bytes decides. A symmetric board is turned or flipped.
    fn smaller(&self) -> impl Iterator<Item = Board> {
        let images = (1..8).map(|symmetry| self.seen_through(symmetry));
        images.chain(self.with_a_disc_elsewhere())
    }
}

/// Refuses a budget below the table, which is small.
fn require(budget: Budget) -> Result<(), Refusal> {
    let needed = solving::bytes_needed();
    budget.require(u128::from(needed), format_args!("{POSITIONS} positions"))
}

/// Returns a random board with a wanted value.
fn any(random: &mut Random, wanted: fn(Value) -> bool) -> Board {
    let numbers: Vec<usize> = (0..POSITIONS).filter(|&number| wanted(TABLE.value(number))).collect();
    Board::of(&USUAL_START.position(*random.pick(&numbers)))
}

/// Returns the usual start, turned and flipped in all different ways.
fn openings() -> Vec<Board> {
    let turned = (0..8).map(|symmetry| USUAL_START.seen_through(symmetry));
    let both = turned.flat_map(|board| {
        let (a, b) = (board.b, board.a);
        [board, Board { a, b, ..board }]
    });
    both.unique().collect()
}

/// Returns the row and column of each cell of a set.
fn names(cells: Cells) -> String {
    let mut text = String::new();
    put_names(&mut text, cells);
    text
}

/// Writes the row and column of each cell of a set.
///
/// A page of the game needs over a million names, and a formatter took a third of its time.
fn put_names(text: &mut String, cells: Cells) {
    let digit = |number: usize| char::from(b'1' + number as u8);
    for (count, (row, column)) in each(cells).map(place).enumerate() {
        if count > 0 {
            text.push(' ');
        }
        text.push(digit(row));
        text.push(digit(column));
    }
}

impl Shown for Board {
    const HOW: &'static str = "the four cells of one's L, each as row and column, and if a disc moves its cell and the \
                               new one, such as `11 12 13 21` or `11 12 13 21 44-34`";

    fn stage(&self) -> Stage {
        let places = each(Cells::MAX).map(|cell| Place::named(names(cell)));
        Stage::new(Kind::Board { columns: SIDE }, places)
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let board = Board::of(position);
        let sets = [(board.a, PLAYERS[0]), (board.b, PLAYERS[1]), (board.discs, STONE)];
        let place = |cell: Cells| cell.trailing_zeros() as usize;
        sets.into_iter()
            .flat_map(|(cells, mark)| each(cells).map(move |cell| Piece::one(place(cell), mark)))
            .collect()
    }

    fn folded(&self, position: &Position) -> Position {
        self.canonical(position)
    }

    fn folding(&self) -> Folding {
        Folding::Players(PLAYERS)
    }

    fn move_name(&self, position: &Position, turn: &Turn) -> String {
        /// The bytes of the longest name: an L and the way of a disc.
        const LONGEST: usize = 17;
        let mut name = String::with_capacity(LONGEST);
        put_names(&mut name, turn.piece);
        let (from, to) = (position.discs & !turn.discs, turn.discs & !position.discs);
        if from != 0 {
            name.push(' ');
            put_names(&mut name, from);
            name.push('-');
            put_names(&mut name, to);
        }
        name
    }

    fn player(&self, position: &Position) -> Option<&'static str> {
        Some(PLAYERS[usize::from(!position.a_moves)])
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Winning(board) => board.fmt(f),
            Answer::Draw => writeln!(f, "{NO_WINNING_MOVE}\nDraw"),
            Answer::Losing => writeln!(f, "{NO_WINNING_MOVE}\nLosing"),
        }
    }
}

#[cfg(test)]
mod tests;
