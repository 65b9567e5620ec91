//! Clock and random numbers for the kernels of the engines and of texts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};

/// Runs the work and prints its times.
///
/// If the system allows it, the peak memory is counted anew from here on, so that it excludes the making of the input.
/// `scripts/guard` counts the instructions within this function, and finds it by its name.
#[inline(never)]
pub fn timed<T>(work: impl FnOnce() -> T) -> T {
    drop(std::fs::write("/proc/self/clear_refs", "5"));
    let cpu = || Duration::from(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).unwrap());
    let (before, start) = (cpu(), Instant::now());
    let done = black_box(work());
    print!(
        "{:.6} {:.6}",
        (cpu() - before).as_secs_f64(),
        start.elapsed().as_secs_f64()
    );
    done
}

/// SplitMix64, as in the peers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as u32
    }
}

/// Returns random arcs, none of them from the first twentieth of the vertices.
pub fn random_arcs(n: usize, m: usize) -> Vec<(u32, u32)> {
    let mut random = Random(42);
    let sinks = n / 20;
    (0..m)
        .map(|_| (sinks as u32 + random.below(n - sinks), random.below(n)))
        .collect()
}
