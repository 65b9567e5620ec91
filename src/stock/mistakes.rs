//! Parts of mistakes: rules with one change, graphs as lists, numbers of a narrower type.

use crate::engine::explore::{Bounds, explore};
use crate::engine::{Outcome, Rules, Value};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use crate::problem::Problem;
pub use crate::problem::{Mistake, Mistaken, bound, mistake, narrow, trap};

/// The maximum number of positions and moves for exploring changed rules: a fraction of a second.
const BOUNDS: Bounds = Bounds {
    positions: 60_000,
    moves: 1_000_000,
};
/// The maximum number of arcs that a mistake goes through.
pub const MOST_ARCS: usize = 1_000_000;

/// The next positions, or the outcome for the player to move if play is over.
pub type Turn<S> = Result<Vec<S>, Outcome>;

/// Rules given by a start and a function.
struct Changed<'a, S> {
    start: S,
    turn: &'a dyn Fn(&S) -> Turn<S>,
}

impl<S: Clone + Eq + Hash + Debug> Rules for Changed<'_, S> {
    type Position = S;
    type Move = ();

    fn start(&self) -> S {
        self.start.clone()
    }

    fn terminal(&self, position: &S) -> Option<Outcome> {
        (self.turn)(position).err()
    }

    fn moves(&self, position: &S) -> impl Iterator<Item = ((), S)> {
        let next = (self.turn)(position).unwrap_or_default();
        next.into_iter().map(|next| ((), next))
    }
}

/// Returns the value of the start under rules, or `None` if they have too many positions.
pub fn value<S: Clone + Eq + Hash + Debug>(start: S, turn: impl Fn(&S) -> Turn<S>) -> Option<Value> {
    let rules = Changed { start, turn: &turn };
    let explored = explore(&rules, BOUNDS).ok()?;
    explored.find(&rules, &rules.start)
}

/// The description of a program that tries every move.
pub const EVERY_MOVE: [&str; 3] = [
    "tries every first move, one after the other",
    "thử lần lượt mọi nước đi đầu tiên",
    "逐个尝试所有的第一步",
];
/// The most moves that a compiled program can try within the time limit.
pub const MOST_MOVES: u64 = 50_000_000_000;

/// The description of a program that [`searches_for_ever`].
pub const NO_MEMORY: [&str; 3] = [
    "searches forward without remembering positions, so it searches a position again for every way to it",
    "tìm kiếm xuôi mà không ghi nhớ trạng thái, nên mỗi trạng thái bị tìm lại theo từng đường đi tới nó",
    "向前搜索而不记忆局面，每条到达它的路径都要重新搜索一次",
];

/// Returns whether a forward search without memory makes more calls than any machine has time for.
///
/// The search is correct on all positions and never deeper than `plies`. `settles` decides if the search leaves a
/// position at the first move that leads to this outcome. Returns `None` if the rules have too many positions.
pub fn searches_for_ever<S: Clone + Eq + Hash + Debug>(
    start: S,
    turn: impl Fn(&S) -> Turn<S>,
    plies: usize,
    settles: impl Fn(&S, Outcome) -> bool,
) -> Option<bool> {
    /// The most calls that a compiled program can make within the time limit.
    const MOST_CALLS: u64 = 10_000_000_000;
    least_calls(start, turn, plies, settles, MOST_CALLS).map(|calls| calls > MOST_CALLS)
}

/// Returns a lower bound on the calls of the search, counted up to a little more than `most`.
///
/// The bound holds for any order of the moves. For a position with a settling move it counts the cheapest of these
/// moves, for any other position all moves.
fn least_calls<S: Clone + Eq + Hash + Debug>(
    start: S,
    turn: impl Fn(&S) -> Turn<S>,
    plies: usize,
    settles: impl Fn(&S, Outcome) -> bool,
    most: u64,
) -> Option<u64> {
    /// The maximum depth of the count, in plies.
    const MOST_PLIES: usize = 200;
    let rules = Changed { start, turn: &turn };
    let explored = explore(&rules, BOUNDS).ok()?;
    let positions = explored.positions();
    let numbers: HashMap<&S, usize> = positions.iter().zip(0..).collect();
    let looked_at = positions.iter().map(|position| {
        if rules.terminal(position).is_some() {
            return (false, Vec::new());
        }
        let next: Vec<S> = rules.moves(position).map(|(_, next)| next).collect();
        let settling = |next: &&S| {
            let value = explored.find(&rules, next);
            value.is_some_and(|value| settles(position, value.outcome))
        };
        let number = |next: &S| numbers[next];
        let cheap: Vec<usize> = next.iter().filter(settling).map(number).collect();
        if cheap.is_empty() {
            (false, next.iter().map(number).collect())
        } else {
            (true, cheap)
        }
    });
    let looked_at: Vec<(bool, Vec<usize>)> = looked_at.collect();
    let mut calls = vec![1u64; positions.len()];
    for _ in 0..plies.min(MOST_PLIES) {
        let of = |(is_settled, next): &(bool, Vec<usize>)| {
            let next = next.iter().map(|&next| calls[next]);
            let below = if *is_settled {
                next.min().unwrap_or(0)
            } else {
                next.fold(0, u64::saturating_add)
            };
            below.saturating_add(1)
        };
        let deeper: Vec<u64> = looked_at.iter().map(of).collect();
        let is_settled = deeper == calls || deeper[0] > most;
        calls = deeper;
        if is_settled {
            break;
        }
    }
    Some(calls[0])
}

/// Returns the answer of a program that plays forward without memory, by the result of [`searches_for_ever`].
pub fn without_memory<P: Problem>(instance: &P, is_for_ever: Option<bool>) -> Mistaken {
    is_for_ever.map_or(Mistaken::Unknown, |is_for_ever| {
        Mistaken::breaks_if(instance, is_for_ever)
    })
}

/// Returns the heads of each vertex's arcs in the order of the input, or `None` if there are too many.
pub fn heads(vertices: usize, arcs: &[(u32, u32)]) -> Option<Vec<Vec<usize>>> {
    if vertices.max(arcs.len()) > MOST_ARCS {
        return None;
    }
    let mut heads = vec![Vec::new(); vertices];
    for &(from, to) in arcs {
        heads[from as usize].push(to as usize);
    }
    Some(heads)
}

/// Returns the vertices in the order of leaving them in a depth-first search from 0, 1, 2, …
///
/// On an acyclic graph every vertex comes after the heads of its arcs.
pub fn post_order(heads: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; heads.len()];
    let mut order = Vec::with_capacity(heads.len());
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..heads.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        path.push((root, 0));
        while let Some((vertex, next)) = path.last_mut() {
            match heads[*vertex].get(*next) {
                None => {
                    order.push(*vertex);
                    path.pop();
                }
                Some(&to) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to], true) {
                        path.push((to, 0));
                    }
                }
            }
        }
    }
    order
}

/// Computes a value for every vertex of an acyclic graph from the values of its heads, in the order of the input.
pub fn from_heads<T: Clone + Default>(heads: &[Vec<usize>], value: impl Fn(usize, &[T]) -> T) -> Vec<T> {
    let mut values = vec![T::default(); heads.len()];
    let mut after = Vec::new();
    for vertex in post_order(heads) {
        after.clear();
        after.extend(heads[vertex].iter().map(|&to| values[to].clone()));
        values[vertex] = value(vertex, &after);
    }
    values
}

/// Returns the smallest number from `first` on that is not among the values, in time linear in their count.
pub fn mex_from(first: u64, values: &[u64]) -> u64 {
    let mut taken = vec![false; values.len()];
    for place in values.iter().filter_map(|value| value.checked_sub(first)) {
        if let Some(taken) = taken.get_mut(place as usize) {
            *taken = true;
        }
    }
    let free = taken.iter().position(|&taken| !taken).unwrap_or(values.len());
    first + free as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Outcome::{Draw, Loss, Win};

    /// Searches without memory and counts the calls.
    fn searched(heads: &[Vec<usize>], vertex: usize, plies: usize, calls: &mut u64) -> Outcome {
        *calls += 1;
        let mut best = Loss;
        for &to in &heads[vertex] {
            if plies == 0 {
                return Draw;
            }
            match searched(heads, to, plies - 1, calls) {
                Loss => return Win,
                Draw => best = Draw,
                Win => {}
            }
        }
        best
    }

    fn least(heads: &[Vec<usize>], plies: usize) -> u64 {
        let turn = |&vertex: &usize| Ok(heads[vertex].clone());
        least_calls(0, turn, plies, |_, outcome| outcome == Loss, 1 << 40).unwrap()
    }

    #[test]
    fn a_search_without_memory_makes_at_least_the_counted_calls() {
        let mut random = crate::random::Random::new(7);
        let (mut exact, mut large) = (0, 0);
        for _ in 0..500 {
            let n = 2 + random.index(5);
            let arcs: Vec<(u32, u32)> = (0..2 * n)
                .map(|_| (random.index(n) as u32, random.index(n) as u32))
                .collect();
            let heads = heads(n, &arcs).unwrap();
            let mut calls = 0;
            searched(&heads, 0, n, &mut calls);
            let counted = least(&heads, n);
            assert!(counted <= calls, "{heads:?}: {counted} of {calls}");
            exact += u64::from(counted == calls);
            large += u64::from(counted > 20);
        }
        assert!(exact > 50 && large > 50, "{exact} exact, {large} large");
        // Every vertex has two arcs to the next one.
        let doubled: Vec<Vec<usize>> = (1..=40).map(|next| vec![next % 40; 2]).collect();
        assert_eq!(least(&doubled, 10), (1 << 11) - 1);
        assert!(least(&doubled, 100) > 1 << 40);
    }
}
