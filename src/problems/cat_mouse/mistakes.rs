//! Known mistakes with a cat and a mouse on a graph.

use std::collections::VecDeque;

use super::{CAT, CatMouse, HOLE, MOUSE};
use crate::engine::Outcome::{self, Draw, Loss, Win};
use crate::stock::Winner;
use crate::stock::mistakes::{
    Mistake, Mistaken, NO_MEMORY, Turn, bound, heads, mistake, searches_for_ever, trap, value, without_memory,
};

pub(super) const ALL: &[Mistake<CatMouse>] = &[
    trap(
        "draw-after-2n-moves",
        [
            "calls the game a draw after 2n moves",
            "coi ván chơi là hòa sau 2n nước đi",
            "走满 2n 步就判为平局",
        ],
        |graph| within(graph, 2 * graph.vertices),
    ),
    trap(
        "cat-in-the-hole",
        ["lets the cat enter the hole", "cho mèo vào hang", "允许猫进洞"],
        |graph| {
            let cat_in_hole = true;
            played(graph, &Rule { cat_in_hole, ..RIGHT })
        },
    ),
    trap(
        "hole-first-in-lists",
        [
            "leaves the hole out of the cat's counter only if it is first in the list of neighbours",
            "chỉ bỏ hang khỏi bộ đếm của mèo khi hang đứng đầu danh sách kề",
            "只有当洞排在邻接表首位时，才从猫的计数中去掉它",
        ],
        |graph| {
            let first = |near: &[usize]| usize::from(near.first() == Some(&(HOLE as usize)));
            Mistaken::answer(labelled(graph, first))
        },
    ),
    trap(
        "hole-in-the-counter",
        [
            "counts the hole among the cat's moves",
            "tính cả hang vào số nước đi của mèo",
            "把洞也算进猫的走法数",
        ],
        |graph| Mistaken::answer(labelled(graph, |_| 0)),
    ),
    trap(
        "visited-is-a-draw",
        [
            "searches depth-first and calls a position that is still being visited a draw, for good",
            "tìm kiếm theo chiều sâu và coi trạng thái đang được thăm là hòa, rồi ghi nhớ kết quả đó",
            "深度优先搜索时把仍在访问中的局面当作平局，并记住这个结果",
        ],
        |graph| Mistaken::answer(searched(graph)),
    ),
    mistake(
        "cat-moves-first",
        ["lets the cat move first", "cho mèo đi trước", "让猫先走"],
        |graph| played(graph, &Rule { first: 1, ..RIGHT }),
    ),
    mistake(
        "staying-allowed",
        [
            "lets both animals stay where they are",
            "cho phép cả hai con vật đứng yên",
            "允许双方原地不动",
        ],
        |graph| played(graph, &Rule { stays: true, ..RIGHT }),
    ),
    mistake(
        "no-draws",
        [
            "gives the cat every game that the mouse does not win",
            "cho mèo thắng mọi ván mà chuột không thắng",
            "凡是老鼠不能赢的局面都判猫赢",
        ],
        |graph| {
            let found = value(RIGHT.start(), |position| RIGHT.turn(&graph.near(), position));
            let mouse = found.map(|found| found.outcome == Win);
            Mistaken::answer(mouse.map(|mouse| Winner(Outcome::win_if(mouse))))
        },
    ),
    bound(mistake("no-memory", NO_MEMORY, |graph| {
        let near = graph.near();
        let turn = |position: &Position| RIGHT.turn(&near, position);
        let lost = |_: &Position, outcome| outcome == Loss;
        let plies = 2 * graph.vertices * graph.vertices;
        without_memory(graph, searches_for_ever(RIGHT.start(), turn, plies, lost))
    })),
];

/// The vertices of mouse and cat, and the player to move.
type Position = ([usize; 2], usize);

/// The rules as a program implements them.
#[derive(Clone, Copy)]
struct Rule {
    cat_in_hole: bool,
    stays: bool,
    first: usize,
}

const RIGHT: Rule = Rule {
    cat_in_hole: false,
    stays: false,
    first: 0,
};

impl CatMouse {
    fn near(&self) -> Vec<Vec<usize>> {
        heads(self.vertices, &self.arcs).unwrap_or_default()
    }
}

impl Rule {
    fn start(&self) -> Position {
        ([MOUSE as usize, CAT as usize], self.first)
    }

    fn turn(&self, near: &[Vec<usize>], &(tokens, turn): &Position) -> Turn<Position> {
        let wins = |side: usize| Err(if turn == side { Win } else { Loss });
        if tokens[0] == tokens[1] {
            return wins(1);
        }
        if tokens[0] == HOLE as usize {
            return wins(0);
        }
        let closed = |to: usize| turn == 1 && to == HOLE as usize && !self.cat_in_hole;
        let stay = self.stays.then_some(tokens[turn]);
        let next = near[tokens[turn]].iter().copied().filter(|&to| !closed(to)).chain(stay);
        Ok(next
            .map(|to| {
                let mut after = tokens;
                after[turn] = to;
                (after, 1 - turn)
            })
            .collect())
    }
}

/// Returns the winner in terms of the mouse, from the outcome for the player to move.
fn winner(outcome: Outcome, turn: usize) -> Winner {
    Winner(if turn == 0 { outcome } else { outcome.reversed() })
}

fn played(graph: &CatMouse, rule: &Rule) -> Mistaken {
    let near = graph.near();
    let found = value(rule.start(), |position| rule.turn(&near, position));
    Mistaken::answer(found.map(|found| winner(found.outcome, rule.first)))
}

/// Returns the answer of a program that stops after `plies` plies.
fn within(graph: &CatMouse, plies: usize) -> Mistaken {
    let near = graph.near();
    let found = value(RIGHT.start(), |position| RIGHT.turn(&near, position));
    Mistaken::answer(found.map(|found| match found.distance {
        Some(distance) if distance < plies as u64 => winner(found.outcome, 0),
        _ => Winner(Draw),
    }))
}

/// The most vertices of a graph with its positions in a list.
const MOST_VERTICES: usize = 200;

fn number(vertices: usize, (tokens, turn): Position) -> usize {
    (tokens[0] * vertices + tokens[1]) * 2 + turn
}

/// Works backwards. `lacks` is the number that the counter of the cat's moves leaves out.
fn labelled(graph: &CatMouse, lacks: fn(&[usize]) -> usize) -> Option<Winner> {
    let n = graph.vertices;
    if n > MOST_VERTICES {
        return None;
    }
    let near = graph.near();
    let all = (0..n * n * 2).map(|number| ([number / 2 / n, number / 2 % n], number % 2));
    let is_open = |&(tokens, _): &Position| tokens[1] != HOLE as usize;
    let (mut labels, mut left) = (vec![None; n * n * 2], vec![0; n * n * 2]);
    let mut queue = VecDeque::new();
    for position in all.filter(is_open) {
        let (tokens, turn) = position;
        let moves = &near[tokens[turn]];
        let here = number(n, position);
        left[here] = moves.len() - if turn == 1 { lacks(moves) } else { 0 };
        if let Err(outcome) = RIGHT.turn(&near, &position) {
            labels[here] = Some(outcome);
            queue.push_back(position);
        }
    }
    while let Some(position) = queue.pop_front() {
        let label = labels[number(n, position)];
        let (tokens, turn) = position;
        let mover = 1 - turn;
        for &back in &near[tokens[mover]] {
            let mut from = (tokens, mover);
            from.0[mover] = back;
            let here = number(n, from);
            if !is_open(&from) || labels[here].is_some() {
                continue;
            }
            if label == Some(Loss) {
                labels[here] = Some(Win);
            } else {
                left[here] -= usize::from(left[here] > 0);
                if left[here] > 0 {
                    continue;
                }
                labels[here] = Some(Loss);
            }
            queue.push_back(from);
        }
    }
    let label = labels[number(n, RIGHT.start())].unwrap_or(Draw);
    Some(winner(label, 0))
}

/// Searches depth-first and remembers every label, a draw for positions on the path.
fn searched(graph: &CatMouse) -> Option<Winner> {
    let n = graph.vertices;
    if n > MOST_VERTICES {
        return None;
    }
    let near = graph.near();
    let mut labels: Vec<Option<Outcome>> = vec![None; n * n * 2];
    let start = RIGHT.start();
    let mut path = vec![(start, RIGHT.turn(&near, &start), 0)];
    labels[number(n, start)] = Some(Draw);
    while let Some((position, next, done)) = path.last_mut() {
        let position = *position;
        if let Some(&to) = next.as_ref().ok().and_then(|next| next.get(*done)) {
            *done += 1;
            let label = &mut labels[number(n, to)];
            if label.is_none() {
                *label = Some(Draw);
                path.push((to, RIGHT.turn(&near, &to), 0));
            }
            continue;
        }
        let (_, next, _) = path.pop().expect("the path has an end");
        labels[number(n, position)] = Some(match next {
            Err(outcome) => outcome,
            Ok(next) => {
                let after = |label| next.iter().any(|&to| labels[number(n, to)] == Some(label));
                match (after(Loss), after(Draw)) {
                    (true, _) => Win,
                    (false, true) => Draw,
                    (false, false) => Loss,
                }
            }
        });
    }
    let label = labels[number(n, start)].unwrap_or(Draw);
    Some(winner(label, 0))
}
