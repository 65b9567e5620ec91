//! Walks back along the arcs that enter many vertices at once.
//!
//! **Idea.** Each step reads far off in memory: where a vertex's arcs lie, the arcs, the states of their tails. Each is
//! therefore made for several vertices before the next step, so that the reads wait together and not in turn. The tails
//! are copied into one list, so many at a time that a list of usual length takes one copy: how long each list is cannot
//! be guessed, and a loop for each waits for that. What happens at one arc is a few instructions without a branch to
//! guess.
//!
//! **Cost.** Linear in the vertices and the arcs that enter them; 4 bytes for each arc's tail that is kept.

use super::graph::Graph;
use gamesolve_memory::prefetch;

/// The number of vertices that take a step together.
const BATCH_VERTICES: usize = 32;
/// Fewer vertices go back one by one: on a long path, to set up steps for one vertex would take longer than the vertex.
const MIN_BATCHED_VERTICES: usize = 8;
/// The number of tails that are copied at once.
const TAILS_PER_COPY: usize = 16;
/// The number of tails that are collected before their states are looked at.
const TAILS_PER_BATCH: usize = 512;

/// Calls `meet(state, tail)` for every arc that enters one of `heads`, in order, and adds the tails for which it
/// returns true to `found`.
///
/// `entering` has the arcs turned round, `states` one state for each tail.
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
        // Every tail is written, and the next overwrites it unless it is kept.
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
        // Where the arcs into one batch lie is looked for while those into the batch before are on their way.
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
