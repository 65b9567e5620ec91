//! What mistakes are made of: rules with one rule changed, graphs as lists, numbers of a narrower type.

use crate::engine::explore::{Bounds, explore};
use crate::engine::{Outcome, Rules, Value};
use std::fmt::Debug;
use std::hash::Hash;

pub use crate::problem::{Mistake, Mistaken, bound, mistake, narrow, trap};

/// Changed rules are explored up to so many positions and moves: a fraction of a second.
const BOUNDS: Bounds = Bounds {
    positions: 60_000,
    moves: 1_000_000,
};
/// Graphs of more arcs are not gone through by a mistake.
pub const MOST_ARCS: usize = 1_000_000;

/// What a position offers: its next positions, or the outcome for the player to move where play is over.
pub type Turn<S> = Result<Vec<S>, Outcome>;

/// Rules given by a start and a function.
struct Changed<S, F> {
    start: S,
    turn: F,
}

impl<S: Clone + Eq + Hash + Debug, F: Fn(&S) -> Turn<S>> Rules for Changed<S, F> {
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

/// Returns the value of the start under rules; `None` where they have too many positions.
pub fn value<S: Clone + Eq + Hash + Debug>(start: S, turn: impl Fn(&S) -> Turn<S>) -> Option<Value> {
    let rules = Changed { start, turn };
    let explored = explore(&rules, BOUNDS).ok()?;
    explored.find(&rules, &rules.start)
}

/// Returns the heads of each vertex's arcs in the order of the input; `None` where that is too much.
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

/// Returns the vertices in the order in which a depth-first search from 0, 1, 2, … leaves them: on an acyclic graph
/// every vertex after those that its arcs lead to.
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

/// Returns a value for every vertex of an acyclic graph from the values that its arcs lead to, in the order of the
/// input.
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

/// Returns the smallest number from `first` on that is not among the values.
pub fn mex_from(first: u64, values: &[u64]) -> u64 {
    let free = (first..).find(|number| !values.contains(number));
    free.expect("finitely many values leave a number free")
}
