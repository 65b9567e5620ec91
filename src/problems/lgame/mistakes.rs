//! Known mistakes with the L game.

use std::sync::LazyLock;

use super::board::{Board, Cells, LS, PLACEMENTS, POSITIONS, Position, SIDE, each};
use super::{Answer, USUAL_START, value};
use crate::engine::graph::{Graph, GraphGame};
use crate::engine::retrograde::{self, Table};
use crate::engine::{Outcome, Positions as _};
use crate::stock::mistakes::{Mistake, Mistaken, NO_MEMORY, bound, mistake, trap};

pub(super) const ALL: &[Mistake<Board>] = &[
    trap(
        "disc-must-move",
        [
            "makes a player move a disc in every turn",
            "bắt người chơi phải chuyển một quân tròn ở mỗi lượt",
            "每一步都必须移动一枚中立棋子",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(DISC_MUST_MOVE));
            const DISC_MUST_MOVE: Rule = Rule {
                disc_must_move: true,
                ..RIGHT
            };
            answer(board, DISC_MUST_MOVE, &TABLE)
        },
    ),
    trap(
        "l-may-stay",
        [
            "moves a disc and leaves the L in its place",
            "cho quân L đứng yên khi chuyển một quân tròn",
            "只移动中立棋子，允许 L 形棋子不动",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(L_MAY_STAY));
            const L_MAY_STAY: Rule = Rule {
                l_may_stay: |_| true,
                ..RIGHT
            };
            answer(board, L_MAY_STAY, &TABLE)
        },
    ),
    trap(
        "stuck-moves-a-disc",
        [
            "lets a player whose L is stuck move a disc instead of losing",
            "cho người có quân L bị kẹt chuyển quân tròn thay vì thua",
            "L 形棋子动不了时，允许只移动中立棋子而不判负",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(STUCK));
            const STUCK: Rule = Rule {
                l_may_stay: |places| places == 0,
                ..RIGHT
            };
            answer(board, STUCK, &TABLE)
        },
    ),
    trap(
        "left-cells-closed-to-the-l",
        [
            "lets the L lie only on cells that were free before it was lifted",
            "chỉ cho quân L nằm trên các ô đã trống trước khi nhấc lên",
            "L 形棋子只能放在拿起之前就空着的格子上",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(CLOSED));
            const CLOSED: Rule = Rule {
                left_closed_to_l: true,
                ..RIGHT
            };
            answer(board, CLOSED, &TABLE)
        },
    ),
    trap(
        "left-cells-closed-to-discs",
        [
            "puts a disc only on cells that were free before the L moved",
            "chỉ đặt quân tròn lên các ô đã trống trước khi quân L đi",
            "中立棋子只能放到 L 形棋子移动前就空着的格子上",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(CLOSED));
            const CLOSED: Rule = Rule {
                left_closed_to_discs: true,
                ..RIGHT
            };
            answer(board, CLOSED, &TABLE)
        },
    ),
    mistake(
        "no-flipping",
        [
            "turns the L but does not flip it",
            "xoay quân L nhưng không lật",
            "L 形棋子只旋转，不翻面",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(NO_FLIPPING));
            const NO_FLIPPING: Rule = Rule { flips: false, ..RIGHT };
            answer(board, NO_FLIPPING, &TABLE)
        },
    ),
    mistake(
        "disc-first",
        [
            "moves the disc before the L, out of its way",
            "chuyển quân tròn trước quân L để nhường chỗ",
            "先移动中立棋子让路，再移动 L 形棋子",
        ],
        |board| {
            static TABLE: LazyLock<Table> = LazyLock::new(|| solved(DISC_FIRST));
            const DISC_FIRST: Rule = Rule {
                disc_first: true,
                ..RIGHT
            };
            answer(board, DISC_FIRST, &TABLE)
        },
    ),
    mistake(
        "losing-for-draw",
        [
            "says Losing whenever no move wins",
            "trả lời Losing bất cứ khi nào không có nước thắng",
            "只要没有必胜走法就输出 Losing",
        ],
        |board| {
            let outcome = value(board).outcome;
            match outcome {
                Outcome::Win => Mistaken::breaks_if(board, false),
                _ => Mistaken::answer(Some(Answer::Losing)),
            }
        },
    ),
    mistake(
        "any-legal-move",
        [
            "prints a board after any legal move",
            "in bàn cờ sau một nước hợp lệ bất kì",
            "输出任意一步合法走法之后的棋盘",
        ],
        |board| {
            let first = turns(RIGHT, board).into_iter().next();
            Mistaken::answer(Some(first.map_or(Answer::Losing, |(piece, discs)| {
                Answer::Winning(Board {
                    a: piece,
                    discs,
                    ..*board
                })
            })))
        },
    ),
    bound(mistake(
        "table-of-18000",
        [
            "has a table of 18,000 positions, 368 too few",
            "lập bảng 18.000 trạng thái, thiếu 368",
            "表只有 18,000 个局面，少了 368 个",
        ],
        |_| Mistaken::Breaks,
    )),
    bound(mistake("no-memory", NO_MEMORY, |board| {
        // Only a search of all lines of 9 plies shows a draw.
        Mistaken::breaks_if(board, value(board).outcome == Outcome::Draw)
    })),
];

/// The rules as a program implements them.
#[derive(Clone, Copy)]
struct Rule {
    disc_must_move: bool,
    /// Whether the L may stay in its place, by the number of its other places.
    l_may_stay: fn(usize) -> bool,
    left_closed_to_l: bool,
    left_closed_to_discs: bool,
    flips: bool,
    disc_first: bool,
}

const RIGHT: Rule = Rule {
    disc_must_move: false,
    l_may_stay: |_| false,
    left_closed_to_l: false,
    left_closed_to_discs: false,
    flips: true,
    disc_first: false,
};

/// For each placement, whether it is the mirror image of the L.
///
/// An L has three cells in a line, and a foot on one side. The mirror image has it on the other side.
static MIRRORED: LazyLock<[bool; LS]> = LazyLock::new(|| PLACEMENTS.map(is_mirrored));

fn is_mirrored(cells: Cells) -> bool {
    let places: Vec<(isize, isize)> = each(cells)
        .map(|cell| cell.trailing_zeros() as usize)
        .map(|cell| ((cell / SIDE) as isize, (cell % SIDE) as isize))
        .collect();
    let beside = |(r, c): (isize, isize)| {
        let near = |&&(row, column): &&(isize, isize)| (row - r).abs() + (column - c).abs() == 1;
        places.iter().filter(near).copied().collect::<Vec<_>>()
    };
    // The corner has two neighbours: one along the line with a further neighbour, and the foot without one.
    let corner = places.iter().copied().find(|&place| {
        let near = beside(place);
        near.len() == 2 && near[0].0 != near[1].0 && near[0].1 != near[1].1
    });
    let corner = corner.expect("an L has a corner");
    let ends = beside(corner);
    let (foot, line) = match beside(ends[0]).len() {
        1 => (ends[0], ends[1]),
        _ => (ends[1], ends[0]),
    };
    let along = (line.0 - corner.0, line.1 - corner.1);
    let across = (foot.0 - corner.0, foot.1 - corner.1);
    along.0 * across.1 - along.1 * across.0 > 0
}

/// Returns the new places of the L and of the discs for the player to move, or for A if B waits.
fn turns(rule: Rule, board: &Board) -> Vec<(Cells, Cells)> {
    let Board { a, b, discs, .. } = *board;
    let number = |l: Cells| PLACEMENTS.iter().position(|&cells| cells == l);
    let mirrored = |l: Cells| number(l).map(|number| MIRRORED[number]);
    let places = |discs: Cells| {
        let closed = b | discs | if rule.left_closed_to_l { a } else { 0 };
        let places = PLACEMENTS.iter().copied().filter(move |&l| l != a && l & closed == 0);
        places
            .filter(|&l| rule.flips || mirrored(l) == mirrored(a))
            .collect::<Vec<Cells>>()
    };
    let moved = |taken: Cells| {
        let discs_moved = each(discs).flat_map(move |disc| each(!(taken | discs)).map(move |to| discs ^ disc ^ to));
        let none = (!rule.disc_must_move).then_some(discs);
        none.into_iter().chain(discs_moved).collect::<Vec<Cells>>()
    };
    if rule.disc_first {
        let all = moved(a | b).into_iter();
        return all
            .flat_map(|discs| places(discs).into_iter().map(move |l| (l, discs)))
            .collect();
    }
    let mut ls = places(discs);
    let stays = (rule.l_may_stay)(ls.len());
    if stays {
        ls.push(a);
    }
    let with_discs = ls.into_iter().flat_map(|l| {
        let left = if rule.left_closed_to_discs { a } else { 0 };
        moved(l | b | left).into_iter().map(move |discs| (l, discs))
    });
    // At least one piece has to move.
    with_discs.filter(|&turn| turn != (a, discs)).collect()
}

/// Returns the number of the position after a turn, seen by the next player.
fn after(board: &Board, (piece, discs): (Cells, Cells)) -> usize {
    let number = |l: Cells| PLACEMENTS.iter().position(|&cells| cells == l);
    let (mine, theirs) = number(board.b).zip(number(piece)).expect("both pieces are Ls");
    USUAL_START.index(&Position::new(mine, theirs, discs, true))
}

/// Solves all positions under changed rules.
fn solved(rule: Rule) -> Table {
    let boards = (0..POSITIONS).map(|number| Board::of(&USUAL_START.position(number)));
    let arcs: Vec<(u32, u32)> = (0..)
        .zip(boards)
        .flat_map(|(from, board)| {
            let turns = turns(rule, &board).into_iter();
            turns.map(move |turn| (from, after(&board, turn) as u32))
        })
        .collect();
    let graph = Graph::from_arcs(POSITIONS, &arcs);
    retrograde::solve(&GraphGame::new(graph, 0))
}

fn answer(board: &Board, rule: Rule, table: &Table) -> Mistaken {
    let winning = turns(rule, board)
        .into_iter()
        .filter(|&turn| table.outcome(after(board, turn)) == Outcome::Loss);
    let boards = winning.map(|turn| {
        let (a, discs) = turn;
        (table.distance(after(board, turn)), Board { a, discs, ..*board })
    });
    let fastest = boards.min_by_key(|(plies, board)| (*plies, board.rows()));
    let start = table.outcome(USUAL_START.index(&crate::engine::Rules::start(board)));
    Mistaken::answer(Some(match (fastest, start) {
        (Some((_, after)), _) => Answer::Winning(after),
        (None, Outcome::Loss) => Answer::Losing,
        (None, _) => Answer::Draw,
    }))
}
