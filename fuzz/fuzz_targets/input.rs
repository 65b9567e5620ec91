//! Any bytes as the input of any problem: reading, validating and solving end without a panic.
//!
//! A readable input can be written and read again with the same answer.
#![no_main]

use gamesolve::budget::Budget;
use gamesolve::problem::{Input, Variants};
use gamesolve::problems::REGISTRY;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else {
        return;
    };
    let entry = REGISTRY[usize::from(choice) % REGISTRY.len()];
    let input = Input {
        bytes,
        variants: Variants::ORIGINAL,
    };
    // Small, so that large but legal inputs are refused and not solved. A board of `pas` that fits a megabyte takes
    // time with the square of its cells, and longer than the fuzzer waits.
    let budget = Budget::of(1 << 18);
    let _ = entry.validate(input);
    let _ = entry.split(input);
    let Ok(canonical) = entry.canonical(input) else { return };
    let again = Input {
        bytes: canonical.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    if let (Ok(answer), Ok(same)) = (entry.solve(input, budget), entry.solve(again, budget)) {
        assert_eq!(answer, same);
    }
});
