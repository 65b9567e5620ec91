//! Known mistakes with a token on a graph.

use std::collections::{HashSet, VecDeque};

use super::Game;
use crate::engine::Outcome::{self, Draw, Loss, Win};
use crate::stock::Winner;
use crate::stock::mistakes::{
    Mistake, Mistaken, NO_MEMORY, Turn, bound, heads, mistake, searches_for_ever, trap, without_memory,
};

pub(super) const ALL: &[Mistake<Game>] = &[
    trap(
        "visited-is-a-draw",
        [
            "searches depth-first and calls a vertex that is still being visited a draw, for good",
            "tìm kiếm theo chiều sâu và coi đỉnh đang được thăm là hòa, rồi ghi nhớ kết quả đó",
            "深度优先搜索时把仍在访问中的顶点当作平局，并记住这个结果",
        ],
        |game| answer(searched(game, AfterCycle::LooksOn)),
    ),
    mistake(
        "visited-is-a-draw-until-a-win",
        [
            "searches depth-first until it finds a winning move, and calls a vertex that is still being visited a draw, for \
             good",
            "tìm kiếm theo chiều sâu đến khi gặp nước thắng, coi đỉnh đang được thăm là hòa, rồi ghi nhớ kết quả đó",
            "深度优先搜索，找到必胜走法就停，把仍在访问中的顶点当作平局，并记住这个结果",
        ],
        |game| answer(searched(game, AfterCycle::LooksOnUntilAWin)),
    ),
    trap(
        "cycle-is-a-draw",
        [
            "calls a vertex a draw as soon as one of its arcs leads into a cycle",
            "coi một đỉnh là hòa ngay khi có một cung dẫn vào chu trình",
            "只要有一条弧通向环，就把该顶点当作平局",
        ],
        |game| answer(searched(game, AfterCycle::Draws)),
    ),
    mistake(
        "no-draws",
        [
            "calls a vertex lost if it is not won, and never answers a draw",
            "coi mọi đỉnh không thắng là thua, không bao giờ trả lời hòa",
            "把所有不必胜的顶点都当作必败，从不回答平局",
        ],
        |game| {
            let label = labels(game, &Rule::RIGHT);
            answer(label.map(|label| if label == Win { Win } else { Loss }))
        },
    ),
    trap(
        "repeated-arcs-lowered-once",
        [
            "counts every copy of an arc but lowers the counter once for all of them",
            "đếm mọi bản sao của một cung nhưng chỉ giảm bộ đếm một lần cho tất cả",
            "计数时算上每条重复的弧，却对它们总共只减一次",
        ],
        |game| {
            let lowers = Copies::Once;
            answer(labels(game, &Rule { lowers, ..Rule::RIGHT }))
        },
    ),
    trap(
        "repeated-arcs-counted-once",
        [
            "counts the copies of an arc once but lowers the counter for each of them",
            "đếm các bản sao của một cung một lần nhưng giảm bộ đếm cho từng bản",
            "重复的弧只计数一次，却对每一条都减一次",
        ],
        |game| {
            let counts = Copies::Once;
            answer(labels(game, &Rule { counts, ..Rule::RIGHT }))
        },
    ),
    mistake(
        "start-is-vertex-1",
        [
            "ignores the start and answers for vertex 1",
            "bỏ qua đỉnh xuất phát và trả lời cho đỉnh 1",
            "忽略起点，回答的是顶点 1",
        ],
        |game| {
            answer(labels(
                &Game {
                    start: 0,
                    arcs: game.arcs.clone(),
                    ..*game
                },
                &Rule::RIGHT,
            ))
        },
    ),
    mistake(
        "stuck-wins",
        [
            "lets the player who cannot move win",
            "coi người không còn nước đi là người thắng",
            "让不能走的一方获胜",
        ],
        |game| {
            let stuck = Win;
            answer(labels(game, &Rule { stuck, ..Rule::RIGHT }))
        },
    ),
    mistake(
        "one-win-is-enough",
        [
            "calls a vertex lost as soon as one of its arcs leads to a won vertex",
            "coi một đỉnh là thua ngay khi có một cung dẫn tới đỉnh thắng",
            "只要有一条弧通向必胜点，就把该顶点当作必败",
        ],
        |game| {
            let loses_at_once = true;
            answer(labels(
                game,
                &Rule {
                    loses_at_once,
                    ..Rule::RIGHT
                },
            ))
        },
    ),
    mistake(
        "spreads-from-the-label",
        [
            "calls its labelling procedure with the label instead of the vertex",
            "gọi thủ tục gán nhãn với tham số là nhãn thay vì đỉnh",
            "递归调用标号过程时传入的是标号而不是顶点",
        ],
        |game| answer(spread_from_labels(game)),
    ),
    mistake(
        "arcs-both-ways",
        [
            "reads the arcs as edges that can be walked both ways",
            "coi các cung là cạnh đi được cả hai chiều",
            "把弧当作可以双向走的边",
        ],
        |game| {
            let back = game.arcs.iter().map(|&(from, to)| (to, from));
            let arcs = game.arcs.iter().copied().chain(back).collect();
            answer(labels(&Game { arcs, ..*game }, &Rule::RIGHT))
        },
    ),
    bound(mistake("no-memory", NO_MEMORY, |game| {
        let Some(heads) = heads(game.vertices, &game.arcs) else {
            return Mistaken::Unknown;
        };
        let turn = |&vertex: &usize| -> Turn<usize> { Ok(heads[vertex].clone()) };
        let lost = |_: &usize, outcome| outcome == Loss;
        // No win takes as many plies as there are vertices.
        without_memory(game, searches_for_ever(game.start as usize, turn, game.vertices, lost))
    })),
];

fn answer(outcome: Option<Outcome>) -> Mistaken {
    Mistaken::answer(outcome.map(Winner))
}

/// The treatment of an arc that leads back to a vertex under visit.
#[derive(PartialEq)]
enum AfterCycle {
    /// The arc counts as an arc to a draw.
    LooksOn,
    /// The same, and the search of a vertex ends with its first arc to a lost vertex.
    LooksOnUntilAWin,
    /// The vertex is a draw whatever its other arcs are, and so is every vertex with an arc to a draw.
    Draws,
}

/// Returns the label of the start by a depth-first search that remembers its labels.
fn searched(game: &Game, after_cycle: AfterCycle) -> Option<Outcome> {
    let heads = heads(game.vertices, &game.arcs)?;
    // A vertex under visit is a draw.
    let mut labels: Vec<Option<Outcome>> = vec![None; heads.len()];
    let start = game.start as usize;
    let mut path = vec![(start, 0)];
    labels[start] = Some(Draw);
    while let Some((vertex, next)) = path.last_mut() {
        let wins = |to: &usize| labels[*to] == Some(Loss);
        let has_won = after_cycle == AfterCycle::LooksOnUntilAWin && heads[*vertex][..*next].iter().any(wins);
        if let Some(&to) = heads[*vertex].get(*next).filter(|_| !has_won) {
            *next += 1;
            if labels[to].is_none() {
                labels[to] = Some(Draw);
                path.push((to, 0));
            }
            continue;
        }
        let vertex = *vertex;
        path.pop();
        // During the visit, vertices on the path still count as draws.
        let after = |label: Outcome| heads[vertex].iter().any(|&to| labels[to] == Some(label));
        labels[vertex] = Some(match after_cycle {
            AfterCycle::Draws if after(Draw) => Draw,
            _ if after(Loss) => Win,
            _ if after(Draw) => Draw,
            _ => Loss,
        });
    }
    labels[start]
}

/// The treatment of repeated arcs: each copy counts, or all count once.
#[derive(Clone, Copy, PartialEq)]
enum Copies {
    Each,
    Once,
}

/// The behaviour of a program that works backwards.
struct Rule {
    /// The counters at the start.
    counts: Copies,
    /// The way of lowering the counters.
    lowers: Copies,
    /// The outcome of a vertex without arcs.
    stuck: Outcome,
    /// Whether one arc to a won vertex is enough to lose.
    loses_at_once: bool,
}

impl Rule {
    const RIGHT: Rule = Rule {
        counts: Copies::Each,
        lowers: Copies::Each,
        stuck: Loss,
        loses_at_once: false,
    };
}

/// Returns the label of the start by working backwards.
fn labels(game: &Game, rule: &Rule) -> Option<Outcome> {
    let mut seen = HashSet::new();
    let mut once = game.arcs.clone();
    once.retain(|&arc| seen.insert(arc));
    let arcs = |copies| match copies {
        Copies::Each => &game.arcs,
        Copies::Once => &once,
    };
    let counted = heads(game.vertices, arcs(rule.counts))?;
    let mut left: Vec<usize> = counted.iter().map(Vec::len).collect();
    let reversed: Vec<(u32, u32)> = arcs(rule.lowers).iter().map(|&(from, to)| (to, from)).collect();
    let tails = heads(game.vertices, &reversed)?;
    let mut labels: Vec<Option<Outcome>> = left.iter().map(|&n| (n == 0).then_some(rule.stuck)).collect();
    let mut queue: VecDeque<usize> = (0..left.len()).filter(|&v| left[v] == 0).collect();
    while let Some(vertex) = queue.pop_front() {
        for &tail in &tails[vertex] {
            if labels[tail].is_some() {
                continue;
            }
            if labels[vertex] == Some(Loss) {
                labels[tail] = Some(Win);
            } else {
                left[tail] -= 1;
                if left[tail] > 0 && !rule.loses_at_once {
                    continue;
                }
                labels[tail] = Some(Loss);
            }
            queue.push_back(tail);
        }
    }
    Some(labels[game.start as usize].unwrap_or(Draw))
}

/// Returns the label of the start by the article's procedure, which calls itself with the label (1 or 2) for the
/// vertex.
fn spread_from_labels(game: &Game) -> Option<Outcome> {
    let mut left: Vec<usize> = heads(game.vertices, &game.arcs)?.iter().map(Vec::len).collect();
    let reversed: Vec<(u32, u32)> = game.arcs.iter().map(|&(from, to)| (to, from)).collect();
    let tails = heads(game.vertices, &reversed)?;
    let mut labels: Vec<Option<Outcome>> = left.iter().map(|&n| (n == 0).then_some(Loss)).collect();
    let stuck: Vec<usize> = (0..left.len()).filter(|&v| left[v] == 0).collect();
    for root in stuck {
        let mut calls = vec![(root, 0)];
        while let Some((vertex, next)) = calls.last_mut() {
            let Some(&tail) = tails[*vertex].get(*next) else {
                calls.pop();
                continue;
            };
            *next += 1;
            if labels[tail].is_some() {
                continue;
            }
            let label = match labels[*vertex] {
                None | Some(Draw) => continue,
                Some(Loss) => Win,
                Some(Win) => {
                    left[tail] = left[tail].saturating_sub(1);
                    if left[tail] > 0 {
                        continue;
                    }
                    Loss
                }
            };
            labels[tail] = Some(label);
            let number = if label == Win { 1 } else { 2 };
            // This is the vertex of that number, counted from 1.
            if number <= labels.len() {
                calls.push((number - 1, 0));
            }
        }
    }
    Some(labels[game.start as usize].unwrap_or(Draw))
}
