//! Walks backwards along the arcs that enter many vertices at once.
//!
//! **Idea.** Each step reads far away in memory: the place of a vertex's arcs, the arcs, the states of their tails. The
//! walk therefore makes each step for several vertices before the next step. The reads then wait together and not in
//! turn. The tails are copied into one list, enough at a time that one copy takes a list of usual length. The processor
//! cannot predict the length of each list, and a loop over each would wait for it. The work at one arc is a few
//! instructions without a branch to predict.
//!
//! **Cost.** Linear in the vertices and the arcs that enter them. 4 bytes for each kept tail.

use super::graph::Graph;
use gamesolve_memory::prefetch;

/// The number of vertices that take a step together.
const BATCH_VERTICES: usize = 32;
/// The least number of vertices for a batch. Fewer go back one by one: on a long path, the setup would take longer than
/// the vertex.
const MIN_BATCHED_VERTICES: usize = 8;
/// The number of tails in one copy.
const TAILS_PER_COPY: usize = 16;
/// The number of tails that are collected before their states are read.
const TAILS_PER_BATCH: usize = 512;

/// Calls `meet(state, tail)` for every arc that enters one of `heads`, in order.
///
/// If `meet` returns true, the tail is added to `found`. `entering` is the graph with all arcs reversed. `states` has
/// one state for each tail.
#[inline(always)]
pub(super) fn walk<S>(
    entering: &Graph,
    heads: &[u32],
    states: &mut [S],
    found: &mut Vec<u32>,
    mut meet: impl FnMut(&mut S, u32) -> bool,
) {
    if heads.len() < MIN_BATCHED_VERTICES {
        for &head in heads {
            for &tail in entering.successors(head) {
                if meet(&mut states[tail as usize], tail) {
                    found.push(tail);
                }
            }
        }
        return;
    }
    let mut places = [[(0, 0); BATCH_VERTICES]; 2];
    let mut tails = [0; TAILS_PER_BATCH];
    let mut collected = 0;
    let mut length = found.len();
    let mut meet_all = |tails: &[u32]| {
        if found.len() < length + tails.len() {
            found.resize(2 * (length + tails.len()), 0);
        }
        for &tail in tails {
            prefetch(states, tail as usize);
        }
        // Write every tail: the next overwrites it unless it is kept.
        let room = &mut found[length..];
        let mut kept = 0;
        for &tail in tails {
            room[kept] = tail;
            kept += usize::from(meet(&mut states[tail as usize], tail));
        }
        length += kept;
        length
    };
    let targets = entering.targets();
    let mut known = 0;
    let mut next = 0;
    loop {
        // Look up the places of one batch's arcs while the arcs of the batch before are on their way.
        let heads_now = &heads[next..heads.len().min(next + BATCH_VERTICES)];
        next += heads_now.len();
        let [now, before] = &mut places;
        for (place, &head) in now.iter_mut().zip(heads_now) {
            let (start, end) = entering.places(head);
            *place = (start as usize, end as usize);
            prefetch(targets, start as usize);
            prefetch(targets, (end as usize).wrapping_sub(1));
        }
        for &head in heads[next..].iter().take(BATCH_VERTICES) {
            entering.prefetch_places(head);
        }
        for &(mut start, end) in &before[..known] {
            while start < end {
                if collected + TAILS_PER_COPY > TAILS_PER_BATCH {
                    meet_all(&tails[..collected]);
                    collected = 0;
                }
                let room = &mut tails[collected..collected + TAILS_PER_COPY];
                match targets.get(start..start + TAILS_PER_COPY) {
                    Some(copied) => room.copy_from_slice(copied),
                    None => room[..end - start].copy_from_slice(&targets[start..end]),
                }
                collected += TAILS_PER_COPY.min(end - start);
                start += TAILS_PER_COPY;
            }
        }
        known = heads_now.len();
        if known == 0 {
            break;
        }
        places.swap(0, 1);
    }
    let length = meet_all(&tails[..collected]);
    found.truncate(length);
}
