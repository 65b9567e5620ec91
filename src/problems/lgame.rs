//! De Bono's L game: four cells by four, an L for each player and two neutral discs. A turn takes one's own L to
//! another placement, then if one likes one disc to any empty cell; who cannot move the L loses. Find a winning move
//! for A, who is to move, or say whether the position is drawn or lost.
//!
//! **Idea.** There are only 18,368 positions, whoever is to move ([`board`]): retrograde analysis of all of them, once,
//! many at a time ([`solving`]).
//! A move wins exactly if it leads to a position lost for B. Several may: ours is the one that wins fastest, of those
//! the one whose board is the smallest in byte order; a [`checker`] accepts them all.
//!
//! **Why.** See [`retrograde`]. **Traps.** The discs may stay, the L may not. A player is stuck when the L is, however
//! freely the discs could move. The L moves first, so a disc cannot be moved out of its way. Two discs that change
//! places are the same position. A table of 18,000 positions, as one text has it, is too small.
//!
//! **Cost.** About a millisecond; the 1,632,800 moves are never listed. 0.7 MB. **Source.** Baltic Olympiad in
//! Informatics 2002; the counts of the tests are in the literature on the game.

use std::fmt;
use std::sync::LazyLock;

use crate::budget::{Budget, Refusal};
use crate::engine::brute::Brute;
use crate::engine::{Outcome, Positions as _, Rules as _, brute, certificate, retrograde};
use crate::problem::old::{
    CertifyError, Checker, Family, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::text::{InputError, Scanner};

mod board;
mod checker;
mod playing;
mod reading;
mod solving;

use board::{Board, LGame, Position};
pub use playing::Match;

/// The problem.
pub struct Lgame;

/// How many positions there are.
const POSITIONS: usize = 18_368;
/// What an answer begins with that is no board.
const NO_WINNING_MOVE: &str = "No winning move";

/// The usual start: the Ls interlocked in the middle, the discs in opposite corners.
const USUAL_START: Board = Board {
    // Four bits a row, the last row and the last column first.
    a: 0b0110_0010_0010_0000,
    b: 0b0000_0100_0100_0110,
    discs: 0b1000_0000_0000_0001,
    letter: b'*',
};

/// The solved game. It is the same for every instance, so it is solved once.
static TABLE: LazyLock<Solved> = LazyLock::new(|| {
    let game = LGame::new(USUAL_START.position());
    Solved {
        table: solving::solve(&game),
        game,
    }
});

/// The oracle's view of every position that the usual start can lead to.
static FROM_USUAL_START: LazyLock<Option<Brute<LGame>>> =
    LazyLock::new(|| brute::solve(&LGame::new(USUAL_START.position()), POSITIONS).ok());

/// Whether the table passed its check, which is the same for every instance as well.
static CERTIFICATE: LazyLock<Result<(), String>> = LazyLock::new(|| {
    certificate::check_outcomes(&TABLE.game, &TABLE.table).map_err(|error| error.to_string())
});

struct Solved {
    game: LGame,
    table: retrograde::Table,
}

impl Solved {
    fn number(&self, board: &Board) -> usize {
        self.game.index(&board.position())
    }

    fn outcome(&self, board: &Board) -> Outcome {
        self.table.outcome(self.number(board))
    }

    fn distance(&self, board: &Board) -> Option<u32> {
        self.table.distance(self.number(board))
    }
}

/// What to print.
#[derive(PartialEq, Debug)]
pub struct Answer(Verdict);

#[derive(PartialEq, Debug)]
enum Verdict {
    /// The board after a winning move.
    Winning(Board),
    Draw,
    Losing,
}

/// A board with A to move.
pub struct Instance(Board);

impl Problem for Lgame {
    const META: Meta = Meta {
        slug: "lgame",
        title: Words {
            en: "The L Game",
            vi: "Trò chơi chữ L",
            zh: "L 棋",
        },
        source: "Baltic Olympiad in Informatics 2002",
        engine: "retrograde analysis",
        contest_files: ("Lgame.In", "Lgame.out"),
        limits: &[],
        time_limit_ms: 1000,
        memory_limit_mib: 64,
        statement: statement!("lgame"),
        hints: hints!("lgame"),
        families: &[
            Family {
                name: "random",
                about: "any position",
            },
            Family {
                name: "winning",
                about: "A has a winning move",
            },
            Family {
                name: "drawn",
                about: "no winning move, but a draw",
            },
            Family {
                name: "losing",
                about: "A can move, and loses",
            },
            Family {
                name: "stuck",
                about: "A has no move",
            },
            Family {
                name: "longest",
                about: "the longest forced wins, 9 plies, and losses, 8 plies",
            },
            Family {
                name: "opening",
                about: "the usual start, turned or flipped or with the Ls exchanged",
            },
        ],
        size: ("the length of the board's side, always 4", 4),
        variants: &[],
    };

    const CHECKER: Option<Checker<Instance>> =
        Some(|instance, output, budget| checker::check(&instance.0, output, budget));

    const ANSWER_WORDS: &'static [&'static str] = &[NO_WINNING_MOVE];

    type Instance = Instance;
    type Answer = Answer;
    type Game = Match;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let letter = scanner.is_strict().then_some(b'*');
        let board = Board::read(scanner, letter)?;
        scanner.end()?;
        Ok(Instance(board))
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        require(budget)?;
        let table = &TABLE.table;
        let answer = instance.answer(|position| {
            let number = TABLE.game.index(position);
            (table.outcome(number), table.distance(number))
        });
        Ok(answer)
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        require(budget)?;
        CERTIFICATE.clone().map_err(CertifyError::Wrong)?;
        answer.accepted(&instance.0).map_err(CertifyError::Wrong)?;
        Ok(format!(
            "outcome and distance of all {POSITIONS} positions, each from those its moves lead to"
        ))
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let start = instance.0.position();
        let own;
        // Nearly every position can be reached from the usual start, and one table of the oracle serves them all.
        let known = match FROM_USUAL_START.as_ref()? {
            known if known.outcome(&start).is_some() => known,
            _ => {
                own = brute::solve(&LGame::new(start), POSITIONS).ok()?;
                &own
            }
        };
        Some(instance.answer(|position| {
            let outcome = known
                .outcome(position)
                .expect("moves lead to positions reached");
            (outcome, known.distance(position))
        }))
    }

    fn game(instance: &Instance, _: usize, budget: Budget) -> Result<Match, Refusal> {
        require(budget)?;
        Ok(Match::new(instance.0))
    }

    fn generate(family: &str, _: u64, random: &mut Random) -> Instance {
        let Solved { game, table } = &*TABLE;
        let some = |random: &mut Random, wanted: &dyn Fn(Outcome, Option<u32>) -> bool| {
            let numbers: Vec<usize> = (0..game.len())
                .filter(|&number| wanted(table.outcome(number), table.distance(number)))
                .collect();
            Board::of(game.position(*random.pick(&numbers)))
        };
        Instance(match family {
            "winning" => some(random, &|outcome, _| outcome == Outcome::Win),
            "drawn" => some(random, &|outcome, _| outcome == Outcome::Draw),
            "losing" => some(random, &|outcome, plies| {
                outcome == Outcome::Loss && plies > Some(0)
            }),
            "stuck" => some(random, &|outcome, plies| {
                outcome == Outcome::Loss && plies == Some(0)
            }),
            "longest" => some(random, &|_, plies| plies >= Some(8)),
            "opening" => *random.pick(&openings()),
            _ => some(random, &|_, _| true),
        })
    }

    /// All boards are equally large; those that come first in the order of bytes stand for the rest: the same board
    /// turned or flipped, and boards with a disc elsewhere.
    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let board = instance.0;
        let images = (1..8).map(move |symmetry| board.seen_through(symmetry));
        images.chain(board.with_a_disc_elsewhere()).map(Instance)
    }
}

/// The table is small, but no budget is exceeded in silence.
fn require(budget: Budget) -> Result<(), Refusal> {
    let needed = solving::bytes_needed(POSITIONS);
    budget.require(u128::from(needed), format_args!("{POSITIONS} positions"))
}

/// The usual start in every appearance that differs.
fn openings() -> Vec<Board> {
    let mut all = Vec::new();
    for symmetry in 0..8 {
        let turned = USUAL_START.seen_through(symmetry);
        let exchanged = Board {
            a: turned.b,
            b: turned.a,
            ..turned
        };
        for board in [turned, exchanged] {
            if !all.contains(&board) {
                all.push(board);
            }
        }
    }
    all
}

impl Instance {
    /// The answer by what is known of the positions after A's moves, and of this one.
    fn answer(&self, known: impl Fn(&Position) -> (Outcome, Option<u32>)) -> Answer {
        let start = self.0.position();
        let game = LGame::new(start);
        let fastest = game
            .moves(&start)
            .map(|(turn, next)| (known(&next), self.0.after(turn)))
            .filter(|((outcome, _), _)| *outcome == Outcome::Loss)
            .min_by_key(|((_, plies), board)| (*plies, board.rows()));
        Answer(match (fastest, known(&start).0) {
            (Some((_, board)), _) => Verdict::Winning(board),
            (None, Outcome::Loss) => Verdict::Losing,
            (None, _) => Verdict::Draw,
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Verdict::Winning(board) => board.fmt(f),
            Verdict::Draw => writeln!(f, "{NO_WINNING_MOVE}\nDraw"),
            Verdict::Losing => writeln!(f, "{NO_WINNING_MOVE}\nLosing"),
        }
    }
}

#[cfg(test)]
mod tests;
