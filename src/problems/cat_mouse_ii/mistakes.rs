//! Known mistakes with a cat and a mouse on a board.

use super::{CatMouseIi, WALL};
use crate::engine::Outcome::{Draw, Loss, Win};
use crate::engine::Value;
use crate::stock::Line;
use crate::stock::boards::{Direction, STRAIGHT};
use crate::stock::mistakes::{
    Mistake, Mistaken, NO_MEMORY, Turn, bound, mistake, searches_for_ever, trap, value, without_memory,
};

pub(super) const ALL: &[Mistake<CatMouseIi>] = &[
    trap(
        "jumps-over-walls",
        ["lets a jump pass over walls", "cho nhảy qua tường", "允许跳过墙"],
        |board| {
            played(
                board,
                &Rule {
                    over_walls: true,
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "jump-stops-at-the-other",
        [
            "lets no jump pass over the other animal",
            "không cho nhảy qua con vật kia",
            "不允许跳过对方",
        ],
        |board| {
            played(
                board,
                &Rule {
                    over_animals: false,
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "no-staying",
        [
            "does not let the animals stay where they are",
            "không cho các con vật đứng yên",
            "不允许原地不动",
        ],
        |board| {
            played(
                board,
                &Rule {
                    stays: [false; 2],
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "cat-may-not-stay",
        [
            "does not let the cat stay where it is",
            "không cho mèo đứng yên",
            "不允许猫原地不动",
        ],
        |board| {
            played(
                board,
                &Rule {
                    stays: [true, false],
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "draws-to-the-mouse",
        [
            "gives the mouse the games that nobody can force",
            "cho chuột thắng những ván mà không bên nào có cách chắc thắng",
            "双方都不能必胜时判老鼠赢",
        ],
        |board| Mistaken::answer(solved(board, &RIGHT).map(|found| Line(found.outcome != Loss))),
    ),
    mistake(
        "jumps-exchanged",
        [
            "reads the mouse's jump before the cat's",
            "đọc tầm nhảy của chuột trước tầm nhảy của mèo",
            "把两个跳跃距离读反了",
        ],
        |board| {
            played(
                board,
                &Rule {
                    exchanged: true,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "longest-jump-only",
        [
            "lets an animal jump its whole distance only, or as far as the wall",
            "chỉ cho nhảy hết tầm, hoặc tới sát tường",
            "只允许跳满距离（或跳到墙前为止）",
        ],
        |board| {
            played(
                board,
                &Rule {
                    longest_only: true,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "cat-moves-first",
        ["lets the cat move first", "cho mèo đi trước", "让猫先走"],
        |board| played(board, &Rule { first: 1, ..RIGHT }),
    ),
    mistake(
        "too-few-turns",
        [
            "gives the game to the cat after as many plies as the board has cells",
            "cho mèo thắng sau số nước đi bằng số ô của bảng",
            "走满与格子数相同的步数后就判猫赢",
        ],
        |board| {
            let cells = board.grid.cells.len() as u64;
            let in_time = |found: Value| found.outcome == Win && found.distance < Some(cells);
            Mistaken::answer(solved(board, &RIGHT).map(|found| Line(in_time(found))))
        },
    ),
    bound(mistake("no-memory", NO_MEMORY, |board| {
        /// The number of turns after which the cat has won.
        const TURNS: usize = 1000;
        let [mouse, cat, food] = [b'M', b'C', b'F'].map(|letter| board.grid.find(letter));
        let turn = |position: &Position| RIGHT.turn(board, food, position);
        // A game without end is as good as a win for the cat.
        let settles = |&(_, turn): &Position, outcome| outcome == Loss || (turn == 1 && outcome == Draw);
        without_memory(board, searches_for_ever(([mouse, cat], 0), turn, TURNS, settles))
    })),
];

/// The rules as a program implements them. The mouse's entry of a pair is the first.
#[derive(Clone, Copy)]
struct Rule {
    over_walls: bool,
    over_animals: bool,
    stays: [bool; 2],
    exchanged: bool,
    longest_only: bool,
    first: usize,
}

const RIGHT: Rule = Rule {
    over_walls: false,
    over_animals: true,
    stays: [true; 2],
    exchanged: false,
    longest_only: false,
    first: 0,
};

/// The cells of mouse and cat, and the player to move.
type Position = ([usize; 2], usize);

impl Rule {
    fn turn(&self, board: &CatMouseIi, food: usize, &(tokens, turn): &Position) -> Turn<Position> {
        let wins = |side: usize| Err(if turn == side { Win } else { Loss });
        if tokens[0] == tokens[1] || tokens[1] == food {
            return wins(1);
        }
        if tokens[0] == food {
            return wins(0);
        }
        let mut next = Vec::new();
        if self.stays[turn] {
            next.push(tokens[turn]);
        }
        for &direction in STRAIGHT {
            let jumps = self.jumps(board, tokens, turn, direction);
            if self.longest_only {
                next.extend(jumps.last())
            } else {
                next.extend(jumps)
            }
        }
        Ok(next
            .into_iter()
            .map(|cell| {
                let mut after = tokens;
                after[turn] = cell;
                (after, 1 - turn)
            })
            .collect())
    }

    /// Returns the cells that the animal can jump to in a direction, near ones first.
    fn jumps(&self, board: &CatMouseIi, tokens: [usize; 2], turn: usize, direction: Direction) -> Vec<usize> {
        let [cat, mouse] = board.jumps;
        let mut reach = [mouse, cat];
        if self.exchanged {
            reach.reverse();
        }
        let grid = &board.grid;
        let mut cells = Vec::new();
        for distance in 1..=reach[turn] as isize {
            let row = (tokens[turn] / grid.columns).checked_add_signed(direction.0 * distance);
            let column = (tokens[turn] % grid.columns).checked_add_signed(direction.1 * distance);
            let (Some(row), Some(column)) = (row, column) else {
                break;
            };
            let cell = row * grid.columns + column;
            if column >= grid.columns || cell >= grid.cells.len() {
                break;
            }
            if grid.cells[cell] == WALL {
                if self.over_walls {
                    continue;
                }
                break;
            }
            cells.push(cell);
            if !self.over_animals && cell == tokens[1 - turn] {
                break;
            }
        }
        cells
    }
}

fn solved(board: &CatMouseIi, rule: &Rule) -> Option<Value> {
    let [mouse, cat, food] = [b'M', b'C', b'F'].map(|letter| board.grid.find(letter));
    value(([mouse, cat], rule.first), |position| rule.turn(board, food, position))
}

fn played(board: &CatMouseIi, rule: &Rule) -> Mistaken {
    let mouse_wins = if rule.first == 0 { Win } else { Loss };
    Mistaken::answer(solved(board, rule).map(|found| Line(found.outcome == mouse_wins)))
}
