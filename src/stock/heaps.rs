//! Moves that take stones from heaps.

/// The move "take so many of `held`" that a player typed, and what it leaves.
pub fn amount(name: &str, held: u64) -> Option<(u64, u64)> {
    let amount: u64 = name.parse().ok()?;
    (1..=held)
        .contains(&amount)
        .then(|| (amount, held - amount))
}
