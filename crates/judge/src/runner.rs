//! Parallel work on many testcases, with results in order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `judge` on every item, at most `jobs` at a time, and returns the results in the order of the items.
///
/// The calls begin in the order of the items.
///
/// # Panics
/// If `judge` panics.
pub fn run<T: Sync, R: Send>(items: &[T], jobs: NonZeroUsize, judge: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                return done;
            };
            done.push((index, judge(item)));
        }
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..jobs.get().min(items.len())).map(|_| scope.spawn(worker)).collect();
        let mut results = worker();
        for other in others {
            match other.join() {
                Ok(done) => results.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_are_in_the_order_of_the_items_for_any_number_of_jobs() {
        let items: Vec<u64> = (0..1000).collect();
        let squares: Vec<u64> = items.iter().map(|i| i * i).collect();
        for count in [1, 2, 8, 5000] {
            // The early items take longest, so that they end out of order.
            let slow = |i: &u64| (0..(1000 - i) * 20).fold(i * i, |x, _| std::hint::black_box(x));
            assert_eq!(run(&items, jobs(count), slow), squares);
        }
    }

    #[test]
    fn no_items_give_no_results() {
        assert_eq!(run(&[], jobs(8), |i: &u8| *i), Vec::<u8>::new());
    }

    #[test]
    fn jobs_work_at_the_same_time() {
        // Each call waits for the other: one at a time would never end.
        let barrier = std::sync::Barrier::new(2);
        run(&[(), ()], jobs(2), |()| {
            barrier.wait();
        });
    }
}
