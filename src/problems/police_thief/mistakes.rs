//! Known mistakes with a policeman and a thief.

use super::{Answer, EXIT, PoliceThief, WALL, answer};
use crate::engine::Outcome::{self, Draw, Loss, Win};
use crate::engine::pursuit::Side;
use crate::stock::boards::{ALL_ROUND, Direction, Grid, STRAIGHT};
use crate::stock::mistakes::{
    Mistake, Mistaken, NO_MEMORY, Turn, bound, mistake, searches_for_ever, trap, value, without_memory,
};

pub(super) const ALL: &[Mistake<PoliceThief>] = &[
    trap(
        "exit-before-capture",
        [
            "tests the exit before the capture, so that a thief caught on an exit gets away",
            "kiểm tra lối thoát trước khi kiểm tra bị bắt, nên tên trộm bị bắt ở lối thoát vẫn thoát",
            "先判断出口再判断抓捕，于是在出口被抓的小偷逃脱了",
        ],
        |board| {
            played(
                board,
                &Chase {
                    exit_first: true,
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "police-may-not-stay",
        [
            "does not let the policeman stay where he is",
            "không cho cảnh sát đứng yên",
            "不允许警察原地不动",
        ],
        |board| {
            played(
                board,
                &Chase {
                    stays: [false, true],
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "thief-may-not-stay",
        [
            "does not let the thief stay where they are",
            "không cho tên trộm đứng yên",
            "不允许小偷原地不动",
        ],
        |board| {
            played(
                board,
                &Chase {
                    stays: [true, false],
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "staying-not-counted",
        [
            "leaves staying out of the counter of moves, but lowers the counter for it",
            "không tính việc đứng yên vào bộ đếm nước đi, nhưng vẫn giảm bộ đếm vì nó",
            "计数时不算原地不动，却为它把计数减一",
        ],
        |board| {
            let chase = RIGHT;
            Mistaken::answer(labelled(&board.0, &chase))
        },
    ),
    trap(
        "police-in-4-directions",
        [
            "moves the policeman like the thief, to 4 neighbours only",
            "cho cảnh sát đi như tên trộm, chỉ tới 4 ô kề",
            "让警察像小偷一样只走 4 个方向",
        ],
        |board| {
            played(
                board,
                &Chase {
                    steps: [STRAIGHT, STRAIGHT],
                    ..RIGHT
                },
            )
        },
    ),
    trap(
        "thief-in-8-directions",
        [
            "moves the thief like the policeman, to 8 neighbours",
            "cho tên trộm đi như cảnh sát, tới 8 ô kề",
            "让小偷像警察一样走 8 个方向",
        ],
        |board| {
            played(
                board,
                &Chase {
                    steps: [ALL_ROUND, ALL_ROUND],
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "thief-moves-first",
        ["lets the thief move first", "cho tên trộm đi trước", "让小偷先走"],
        |board| played(board, &Chase { first: 1, ..RIGHT }),
    ),
    mistake(
        "one-exit",
        [
            "remembers one exit only, the last that it reads",
            "chỉ nhớ một lối thoát, lối đọc được cuối cùng",
            "只记住一个出口，即最后读到的那个",
        ],
        |board| {
            let mut grid = board.0.clone();
            let last = grid.cells.iter().rposition(|&cell| cell == EXIT);
            for (cell, letter) in grid.cells.iter_mut().enumerate() {
                if *letter == EXIT && Some(cell) != last {
                    *letter = b'.';
                }
            }
            played(&PoliceThief(grid), &RIGHT)
        },
    ),
    mistake(
        "police-off-the-exits",
        [
            "does not let the policeman step on an exit",
            "coi lối thoát là tường đối với cảnh sát",
            "把出口当作警察不能进入的墙",
        ],
        |board| {
            played(
                board,
                &Chase {
                    exit_is_wall: true,
                    ..RIGHT
                },
            )
        },
    ),
    mistake(
        "visited-is-a-draw",
        [
            "searches depth-first and calls a position that is still being visited a draw, for good",
            "tìm kiếm theo chiều sâu và coi trạng thái đang được thăm là hòa, rồi ghi nhớ kết quả đó",
            "深度优先搜索时把仍在访问中的局面当作平局，并记住这个结果",
        ],
        |board| Mistaken::answer(searched(&board.0, &RIGHT)),
    ),
    bound(mistake("no-memory", NO_MEMORY, |board| {
        let grid = &board.0;
        let turn = |position: &Position| RIGHT.turn(grid, position);
        let lost = |_: &Position, outcome| outcome == Loss;
        let plies = 2 * grid.cells.len() * grid.cells.len();
        without_memory(board, searches_for_ever(RIGHT.start(grid), turn, plies, lost))
    })),
];

/// The rules as a program implements them. The policeman's entry of a pair is the first.
#[derive(Clone, Copy)]
struct Chase {
    exit_first: bool,
    exit_is_wall: bool,
    stays: [bool; 2],
    steps: [&'static [Direction]; 2],
    first: usize,
}

const RIGHT: Chase = Chase {
    exit_first: false,
    exit_is_wall: false,
    stays: [true, true],
    steps: [ALL_ROUND, STRAIGHT],
    first: 0,
};

/// The cells of policeman and thief, and the player to move.
type Position = ([usize; 2], usize);

impl Chase {
    fn turn(&self, grid: &Grid, &(tokens, turn): &Position) -> Turn<Position> {
        let wins = |side: usize| Err(if turn == side { Win } else { Loss });
        let on_exit = grid.cells[tokens[1]] == EXIT;
        if on_exit && (self.exit_first || tokens[0] != tokens[1]) {
            return wins(1);
        }
        if tokens[0] == tokens[1] {
            return wins(0);
        }
        let to = |cell: usize| {
            let mut after = tokens;
            after[turn] = cell;
            (after, 1 - turn)
        };
        let stay = self.stays[turn].then_some(tokens[turn]);
        let steps = self.steps[turn].iter().filter_map(|&step| {
            let cell = stepped(grid, tokens[turn], step)?;
            let closed = turn == 0 && self.exit_is_wall && grid.cells[cell] == EXIT;
            (!closed).then_some(cell)
        });
        Ok(steps.chain(stay).map(to).collect())
    }

    fn start(&self, grid: &Grid) -> Position {
        ([grid.find(b'P'), grid.find(b'T')], self.first)
    }
}

fn stepped(grid: &Grid, cell: usize, (down, right): Direction) -> Option<usize> {
    let row = (cell / grid.columns).checked_add_signed(down)?;
    let column = (cell % grid.columns).checked_add_signed(right)?;
    let to = row * grid.columns + column;
    (column < grid.columns && *grid.cells.get(to)? != WALL).then_some(to)
}

fn winner(outcome: Outcome, turn: usize) -> Answer {
    let [mover, other] = if turn == 0 {
        [Side::First, Side::Second]
    } else {
        [Side::Second, Side::First]
    };
    answer(match outcome {
        Win => Some(mover),
        Loss => Some(other),
        Draw => None,
    })
}

fn played(board: &PoliceThief, chase: &Chase) -> Mistaken {
    let grid = &board.0;
    let found = value(chase.start(grid), |position| chase.turn(grid, position));
    Mistaken::answer(found.map(|found| winner(found.outcome, chase.first)))
}

/// The most positions of a list.
const MOST_POSITIONS: usize = 100_000;

fn number(cells: usize, (tokens, turn): Position) -> usize {
    (tokens[0] * cells + tokens[1]) * 2 + turn
}

fn numbered(cells: usize, number: usize) -> Position {
    ([number / 2 / cells, number / 2 % cells], number % 2)
}

/// Works backwards with counters that lack one move each.
fn labelled(grid: &Grid, chase: &Chase) -> Option<Answer> {
    let cells = grid.cells.len();
    let positions = 2 * cells * cells;
    if positions > MOST_POSITIONS {
        return None;
    }
    let mut labels = vec![None; positions];
    let mut left = vec![0; positions];
    let mut before = vec![Vec::new(); positions];
    let mut queue = Vec::new();
    let is_floor = |cell: usize| grid.cells[cell] != WALL;
    for from in 0..positions {
        let position = numbered(cells, from);
        if !position.0.into_iter().all(is_floor) {
            continue;
        }
        match chase.turn(grid, &position) {
            Err(outcome) => {
                labels[from] = Some(outcome);
                queue.push(from);
            }
            Ok(next) => {
                left[from] = next.len() - 1;
                next.iter().for_each(|&to| before[number(cells, to)].push(from));
            }
        }
    }
    let mut next = 0;
    while let Some(&position) = queue.get(next) {
        next += 1;
        for &from in &before[position] {
            if labels[from].is_some() {
                continue;
            }
            if labels[position] == Some(Loss) {
                labels[from] = Some(Win);
                queue.push(from);
            } else {
                left[from] -= usize::from(left[from] > 0);
                if left[from] == 0 {
                    labels[from] = Some(Loss);
                    queue.push(from);
                }
            }
        }
    }
    let start = chase.start(grid);
    let label = labels[number(cells, start)].unwrap_or(Draw);
    Some(winner(label, start.1))
}

/// Searches depth-first and remembers every label, a draw for positions on the path.
fn searched(grid: &Grid, chase: &Chase) -> Option<Answer> {
    let cells = grid.cells.len();
    if 2 * cells * cells > MOST_POSITIONS {
        return None;
    }
    let mut labels: Vec<Option<Outcome>> = vec![None; 2 * cells * cells];
    let start = chase.start(grid);
    let mut path: Vec<(Position, Turn<Position>, usize)> = vec![(start, chase.turn(grid, &start), 0)];
    labels[number(cells, start)] = Some(Draw);
    while let Some((position, next, done)) = path.last_mut() {
        let position = *position;
        if let Some(&to) = next.as_ref().ok().and_then(|next| next.get(*done)) {
            *done += 1;
            let label = &mut labels[number(cells, to)];
            if label.is_none() {
                *label = Some(Draw);
                path.push((to, chase.turn(grid, &to), 0));
            }
            continue;
        }
        let (_, next, _) = path.pop().expect("the path has an end");
        labels[number(cells, position)] = Some(match next {
            Err(outcome) => outcome,
            Ok(next) => {
                let after = |label| next.iter().any(|&to| labels[number(cells, to)] == Some(label));
                match (after(Loss), after(Draw)) {
                    (true, _) => Win,
                    (false, true) => Draw,
                    (false, false) => Loss,
                }
            }
        });
    }
    let label = labels[number(cells, start)].unwrap_or(Draw);
    Some(winner(label, start.1))
}
