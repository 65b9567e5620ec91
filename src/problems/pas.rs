//! Laying strips: a move covers free neighbouring cells of a row with a strip of one of three lengths; who cannot move
//! loses. Who wins on each of several boards?
//!
//! **Idea.** A strip leaves a board on either side of it, and these are independent: the nimber of a board is the mex
//! of the xors of the nimbers of two boards. The nimbers of most sets of strips become periodic, and a period that is
//! proved answers boards of any length. **Why.** See [`splitting`](crate::engine::splitting).
//!
//! **Trap.** A strip need not lie at the end of the board, both rests count, and equal lengths are legal. A board
//! shorter than every strip is lost for the player to move.
//!
//! **Cost.** All boards share one table of nimbers up to the longest board, or up to where a period is proved; 16 bytes
//! per cell. A nimber takes time linear in its board at worst and far less in most games. A table of up to
//! 10,000,000 boards is made as asked; for a longer board, a period is looked for among the first 1,000,000, and
//! without one the board is refused.
//! **Source.** POI 2000 "Paski" (PAS.IN/PAS.OUT); Guy and Smith 1956 for the period.

use std::fmt;

use itertools::Itertools;

use super::acyclic::MOST;
use crate::budget::{Budget, Refusal};
use crate::engine::splitting::{Period, Strips};
use crate::engine::{Outcome, Rules, brute, certificate};
use crate::playable::require_showable;
use crate::problem::old::{
    CertifyError, Family, Limit, Meta, Problem, Variants, Words, hints, statement,
};
use crate::random::Random;
use crate::stock::shrink::{lower_some, shorter};
use crate::text::{InputError, Scanner};

mod playing;

pub use playing::Row;

/// The problem.
pub struct Pas;

const LONGEST: i64 = 1_000_000_000_000_000_000;
const STRIP: Limit = Limit {
    name: "w, r, b",
    what: "the length of a strip",
    original: (1, 1000),
    solve: (1, LONGEST),
};
const M: Limit = Limit {
    name: "m",
    what: "the number of boards",
    original: (1, 1000),
    solve: (0, MOST),
};
const BOARD: Limit = Limit {
    name: "p",
    what: "the length of a board",
    original: (1, 1000),
    solve: (0, LONGEST),
};
/// Boards up to this length are valued one by one, however long that takes.
const ONE_BY_ONE: u64 = 10_000_000;
/// Where a longer board is asked for, how many are valued to find a period.
const FOR_A_PERIOD: usize = 200_000;
/// How many splits of boards `certify` may look at: some tens of seconds.
const CERTIFY_STEPS: u128 = 10_000_000_000;
/// The bytes per board valued, while a period is sought.
const BYTES: u128 = 16;
/// How many positions `brute` may look at for one board, and its longest board.
const BRUTE_POSITIONS: usize = 2000;
const BRUTE_CELLS: u64 = 30;

/// Three strips and some boards, in cells.
pub struct Instance {
    strips: [u64; 3],
    boards: Vec<u64>,
}

/// Per board, whether the first player wins.
#[derive(PartialEq, Debug)]
pub struct Answer(Vec<bool>);

impl Problem for Pas {
    const META: Meta = Meta {
        slug: "pas",
        title: Words {
            en: "Laying Strips",
            vi: "Đặt các dải giấy",
            zh: "放纸条",
        },
        source: "POI 2000 Paski",
        engine: "Grundy values of a heap that splits",
        contest_files: ("PAS.IN", "PAS.OUT"),
        limits: &[STRIP, M, BOARD],
        time_limit_ms: 1000,
        memory_limit_mib: 256,
        statement: statement!("pas"),
        hints: hints!("pas"),
        families: &[
            Family {
                name: "random",
                about: "strips and boards of any lengths",
            },
            Family {
                name: "equal",
                about: "three equal strips",
            },
            Family {
                name: "short",
                about: "strips of up to 5 cells: many moves, large nimbers",
            },
            Family {
                name: "odd",
                about: "odd strips, one of them of length 1: the parity of the board decides",
            },
            Family {
                name: "stuck",
                about: "every strip is longer than every board: no move at all",
            },
            Family {
                name: "rising",
                about: "the shortest boards, one of each length",
            },
        ],
        size: ("the longest board", 1000),
        variants: &[],
    };

    type Instance = Instance;
    type Answer = Answer;
    type Game = Row;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Instance, InputError> {
        let mut strips = [0; 3];
        for (i, (strip, name)) in strips.iter_mut().zip(["w", "r", "b"]).enumerate() {
            let name = format_args!("`{name}` (the length of a strip)");
            *strip = scanner.integer(name, STRIP.bounds())?.unsigned_abs();
            scanner.space_or_newline(i, 3)?;
        }
        let count = M.count(scanner)?;
        scanner.newline()?;
        let mut boards = Vec::with_capacity(scanner.capacity(count));
        for board in 1..=count {
            let name = format_args!("the length of board {board} of {count}");
            boards.push(scanner.integer(name, BOARD.bounds())?.unsigned_abs());
            scanner.newline()?;
        }
        scanner.end()?;
        Ok(Instance { strips, boards })
    }

    fn solve(instance: &Instance, budget: Budget) -> Result<Answer, Refusal> {
        Ok(instance.answer(&instance.table(budget)?))
    }

    fn certify(
        instance: &Instance,
        answer: &Answer,
        budget: Budget,
    ) -> Result<String, CertifyError> {
        let table = instance.table(budget)?;
        let longest = instance.boards.iter().copied().max().unwrap_or(0);
        let checked = check(&instance.strips, longest, &table)?;
        if instance.answer(&table) != *answer {
            return Err(CertifyError::Wrong(
                "an answer does not follow from the nimbers".into(),
            ));
        }
        Ok(checked)
    }

    fn brute(instance: &Instance) -> Option<Answer> {
        let wins = instance.boards.iter().map(|&cells| {
            if cells > BRUTE_CELLS {
                return None;
            }
            let play = Play {
                strips: instance.strips,
                cells,
            };
            let solved = brute::solve(&play, BRUTE_POSITIONS).ok()?;
            Some(solved.start_outcome() == Outcome::Win)
        });
        wins.collect::<Option<_>>().map(Answer)
    }

    fn game(instance: &Instance, test: usize, budget: Budget) -> Result<Row, Refusal> {
        let cells = instance.boards[test];
        require_showable(cells, 5000, "cells")?;
        let alone = Instance {
            strips: instance.strips,
            boards: vec![cells],
        };
        Ok(Row::new(alone.strips, cells, alone.table(budget)?))
    }

    fn generate(family: &str, size: u64, random: &mut Random) -> Instance {
        let longest = i64::try_from(size).map_or(LONGEST, |size| size.min(LONGEST));
        let longest_strip = longest.min(STRIP.original.1);
        let mut strips = [0; 3].map(|_| match family {
            "short" => random.within(1, 5),
            "odd" => 1 + 2 * random.within(0, (longest_strip - 1) / 2),
            "stuck" => random.within(2, STRIP.original.1),
            _ => random.within(1, longest_strip),
        });
        match family {
            "odd" => strips[random.index(3)] = 1,
            "equal" => strips = [strips[0]; 3],
            _ => {}
        }
        let shortest_strip = strips.into_iter().min().expect("there are three");
        let boards = (1..=random.within(1, longest.min(20))).map(|board| match family {
            "rising" => board,
            "stuck" => random.within(1, longest.min(shortest_strip - 1)),
            _ => random.within(1, longest),
        });
        Instance {
            boards: boards.map(i64::unsigned_abs).collect(),
            strips: strips.map(i64::unsigned_abs),
        }
    }

    fn smaller(instance: &Instance) -> impl Iterator<Item = Instance> {
        let Instance { strips, ref boards } = *instance;
        let boards_down = shorter(boards).chain(lower_some(boards));
        let strips_down = lower_some(&instance.strips).map(|strips| Instance {
            strips: [strips[0], strips[1], strips[2]],
            boards: boards.clone(),
        });
        boards_down
            .map(move |boards| Instance { strips, boards })
            .chain(strips_down)
    }

    fn split(instance: &Instance) -> Option<Vec<Instance>> {
        let part = |&board: &u64| Instance {
            strips: instance.strips,
            boards: vec![board],
        };
        Some(instance.boards.iter().map(part).collect())
    }
}

/// Checks the nimbers of boards up to `longest` cells by their definition. Strips longer than that are never laid.
fn check(strips: &[u64; 3], longest: u64, table: &Strips) -> Result<String, CertifyError> {
    let fitting = strips.iter().copied().filter(|&strip| strip <= longest);
    let strips: Vec<u64> = fitting.unique().collect();
    let distinct = strips.len() as u128;
    let known = table.values().len() as u128;
    let steps = known * known * distinct / 4;
    if steps > CERTIFY_STEPS {
        return Err(CertifyError::Refused(Refusal::new(format!(
            "checking {known} boards one by one takes {steps} steps, the bound is {CERTIFY_STEPS}"
        ))));
    }
    certificate::check_strips(&strips, table)
        .map_err(|error| CertifyError::Wrong(error.to_string()))?;
    let period = table
        .period()
        .map_or(String::new(), |Period { preperiod, period }| {
            format!(", and that they repeat every {period} from {preperiod} on")
        });
    Ok(format!(
        "the nimbers of the boards up to {} cells, each from all its moves{period}",
        known - 1
    ))
}

impl Instance {
    /// The nimbers of all boards up to the longest, or up to where a period is proved.
    fn table(&self, budget: Budget) -> Result<Strips, Refusal> {
        let longest = self.boards.iter().copied().max().unwrap_or(0);
        let most = if longest <= ONE_BY_ONE {
            longest as usize + 1
        } else {
            FOR_A_PERIOD
        };
        budget.require(BYTES * most as u128, format_args!("{most} boards"))?;
        Strips::solve(&self.strips, longest, most).map_err(|error| Refusal::new(error.to_string()))
    }

    fn answer(&self, table: &Strips) -> Answer {
        let wins = self.boards.iter().map(|&cells| table.nimber(cells) != 0);
        Answer(wins.collect())
    }
}

/// One board, played by the rules.
struct Play {
    strips: [u64; 3],
    cells: u64,
}

/// The free stretches of the board, rising; equal boards are the same position wherever their stretches lie.
impl Rules for Play {
    type Position = Vec<u64>;
    /// The stretch, the cells left free before the strip, and the strip.
    type Move = (usize, u64, u64);

    fn start(&self) -> Vec<u64> {
        vec![self.cells]
    }

    fn moves(&self, free: &Vec<u64>) -> impl Iterator<Item = ((usize, u64, u64), Vec<u64>)> {
        let laid = free.iter().enumerate().cartesian_product(&self.strips);
        laid.flat_map(move |((stretch, &cells), &strip)| {
            let last = cells.checked_sub(strip);
            last.into_iter()
                .flat_map(|last| 0..=last)
                .map(move |before| {
                    let mut after = free.clone();
                    after[stretch] = before;
                    after.push(cells - strip - before);
                    after.sort_unstable();
                    ((stretch, before, strip), after)
                })
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}\n{}",
            self.strips.iter().format(" "),
            self.boards.len()
        )?;
        self.boards
            .iter()
            .try_for_each(|board| writeln!(f, "{board}"))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |&win: &bool| if win { 1 } else { 2 };
        self.0
            .iter()
            .map(number)
            .try_for_each(|number| writeln!(f, "{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        BUDGET, agrees_with_brute, error, instance_agrees, solve, validator_error,
    };
    use super::*;

    #[test]
    fn a_period_among_boards_shorter_than_the_strips_is_certified() {
        for (strips, board) in [([403; 3], 284), ([1, 999, 999], 700)] {
            let boards = vec![board];
            assert!(!instance_agrees::<Pas>(&Instance { strips, boards }));
        }
    }

    fn boards(strips: &str, boards: &[u64]) -> String {
        let text = format!(
            "{strips}\n{}\n{}\n",
            boards.len(),
            boards.iter().format("\n")
        );
        solve(&Pas, &text).replace('\n', "")
    }

    #[test]
    fn edges() {
        assert_eq!(boards("1 1 1", &[]), "");
        assert_eq!(boards("1 1 1", &[0, 1, 2]), "212");
        assert_eq!(boards("3 3 3", &[1, 2, 3]), "221");
        assert_eq!(boards("1000 1000 1000", &[999, 1000]), "21");
    }

    #[test]
    fn samples() {
        assert_eq!(boards("1 5 1", &[1, 5, 6]), "112");
        assert_eq!(boards("2 2 2", &[1, 2, 3, 4, 5]), "21112");
    }

    #[test]
    fn trap_a_strip_may_lie_in_the_middle() {
        assert_eq!(boards("2 2 2", &[4]), "1", "only the middle wins");
    }

    #[test]
    fn trap_equal_strips_are_one_strip() {
        let all: Vec<u64> = (1..=200).collect();
        assert_eq!(boards("4 7 4", &all), boards("7 4 7", &all));
    }

    #[test]
    fn small_boards_agree_with_brute_force() {
        agrees_with_brute::<Pas>(1500, 1..=14);
    }

    #[test]
    fn raw_draws_agree_with_brute_force() {
        let mut random = Random::new(6);
        for _ in 0..300 {
            let strips = [0; 3].map(|_| 1 + random.below(8));
            let boards = (0..3).map(|_| random.below(17)).collect();
            assert!(instance_agrees::<Pas>(&Instance { strips, boards }));
        }
    }

    #[test]
    fn a_proved_period_answers_the_longest_boards() {
        // Kayles has period 12 from 71 on, and no zero but at 0; Dawson's has period 34 from 53 on.
        assert_eq!(boards("1 2 2", &[1_000_000_000_000_000_000]), "1");
        let far = 1_000_000_000_000_000_000 / 34 * 34;
        let near: Vec<u64> = (68..102).collect();
        let beyond: Vec<u64> = near.iter().map(|n| far - 340 + n).collect();
        let answers = boards("2 2 2", &near);
        assert_eq!(boards("2 2 2", &beyond), answers);
        assert!(answers.contains('1') && answers.contains('2'), "{answers}");
        assert_eq!(
            boards("1 3 9", &[999_999_999_999_999_999, 999_999_999_999_999_998]),
            "12"
        );
    }

    #[test]
    fn strips_longer_than_the_table_refuse_the_longest_board() {
        let text = "2000000 2000000 2000000\n1\n1000000000000000000\n";
        let mut scanner = Scanner::new(text.as_bytes(), crate::text::Mode::Lenient).unwrap();
        let instance = Pas::read(&mut scanner, Variants::ORIGINAL).unwrap();
        let refusal = Pas::solve(&instance, BUDGET).unwrap_err().to_string();
        assert!(
            refusal.starts_with("no period is proved among the first 200000 boards"),
            "{refusal}"
        );
    }

    #[test]
    fn the_original_limits_are_certified() {
        for seed in 0..6 {
            let family = ["random", "short"][seed as usize % 2];
            instance_agrees::<Pas>(&Pas::generate(family, 1000, &mut Random::new(seed)));
        }
    }

    #[test]
    fn errors_are_at_the_number() {
        for (text, message) in [
            (
                "0 1 1\n1\n1\n",
                "error: `w` (the length of a strip) must be in 1..=1000000000000000000, found `0`\n  --> in:1:1\n",
            ),
            (
                "1 1\n",
                "error: expected `b` (the length of a strip), found end of file\n  --> in:2:1\n",
            ),
            (
                "1 1 1\n2\n4\n",
                "error: expected the length of board 2 of 2, found end of file\n  --> in:4:1\n",
            ),
            (
                "1 1 1\n1\n4\n5\n",
                "error: expected end of file, found `5`\n  --> in:4:1\n",
            ),
        ] {
            let found = error(&Pas, text);
            assert!(found.starts_with(message), "{found}");
        }
        assert!(
            validator_error(&Pas, "1 1 1\n1\n1001\n").starts_with(
                "error: the length of board 1 of 1 must be in 1..=1000, found `1001`\n"
            )
        );
    }
}
