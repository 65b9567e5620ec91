//! Heaps of stones: their format, and moves that take from them.

use std::fmt;

use itertools::Itertools as _;

use crate::problem::Limit;
use crate::text::{InputError, Scanner};

/// Reads the number of heaps and, on the next line, their sizes. Messages call a heap `what` and number it from
/// `first`.
///
/// # Errors
/// Fails as [`Scanner::integer`] does.
pub fn read(
    scanner: &mut Scanner<'_>,
    [count, size]: [Limit; 2],
    what: &str,
    first: usize,
) -> Result<Vec<u64>, InputError> {
    let count = count.count(scanner)?;
    scanner.newline()?;
    let mut heaps = Vec::with_capacity(scanner.capacity(count));
    for index in 0..count {
        let name = format_args!("the size of {what} {} of {count}", index + first);
        heaps.push(size.natural_as(name, scanner)?);
        scanner.space_or_newline(index, count)?;
    }
    scanner.end()?;
    Ok(heaps)
}

/// Writes heaps as [`read`] reads them.
pub fn write(f: &mut fmt::Formatter<'_>, heaps: &[u64]) -> fmt::Result {
    writeln!(f, "{}", heaps.len())?;
    match heaps {
        [] => Ok(()),
        heaps => writeln!(f, "{}", heaps.iter().format(" ")),
    }
}

/// Returns the move "take so many of `held`" that a player typed, and what it leaves.
pub fn amount(name: &str, held: u64) -> Option<(u64, u64)> {
    let amount: u64 = name.parse().ok()?;
    (1..=held).contains(&amount).then(|| (amount, held - amount))
}
