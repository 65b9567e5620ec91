//! Heaps of stones: their format, and moves that take from them.

use super::numbers;
use super::prelude::*;

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
    let [count]: [usize; 1] = Limit::row([count], scanner)?;
    let mut heaps = scanner.list(count)?;
    let name = |index: usize, f: &mut fmt::Formatter<'_>| write!(f, "the size of {what} {} of {count}", index + first);
    scanner.line_of(count, &size.bounds(), &name, &mut |size| {
        heaps.push(size.unsigned_abs())
    })?;
    scanner.end()?;
    Ok(heaps)
}

/// Writes heaps as [`read`] reads them.
///
/// # Errors
/// Fails if the formatter does.
pub fn write(f: &mut fmt::Formatter<'_>, heaps: &[u64]) -> fmt::Result {
    writeln!(f, "{}", heaps.len())?;
    match heaps {
        [] => Ok(()),
        heaps => writeln!(f, "{}", heaps.iter().format(" ")),
    }
}

/// Draws a heap of one stone more or less than a lost heap, up to `largest`, for generators.
pub fn near(lost: u64, largest: u64, random: &mut Random) -> u64 {
    let above = lost < largest && (lost == 0 || random.chance(1, 2));
    if above { lost + 1 } else { lost.saturating_sub(1) }
}

/// An instance of a game of heaps in which a move takes stones.
pub trait Taking<const HEAPS: usize>: Clone + 'static {
    /// The explanation of how to type a move, with an example.
    const HOW: &'static str;

    /// The names of the heaps.
    const NAMES: [&'static str; HEAPS];

    /// Returns the heaps at the start.
    fn heaps(&self) -> [u64; HEAPS];

    /// Iterates over the ways to take: the stones from each heap, and the maximum number of times.
    ///
    /// A move uses one way once or more often.
    fn ways(&self, heaps: &[u64; HEAPS]) -> impl Iterator<Item = ([u64; HEAPS], u64)>;

    /// Returns a sentence on the rules of this instance.
    fn heading(&self) -> Option<String> {
        None
    }
}

/// The game of an instance. A move is the number of stones that it takes from each heap.
pub struct Heaps<T, const HEAPS: usize>(pub T);

/// Returns a move and the heaps after it.
fn take<const HEAPS: usize>(heaps: &[u64; HEAPS], taken: [u64; HEAPS]) -> ([u64; HEAPS], [u64; HEAPS]) {
    (taken, std::array::from_fn(|heap| heaps[heap] - taken[heap]))
}

impl<T: Taking<HEAPS>, const HEAPS: usize> Rules for Heaps<T, HEAPS> {
    type Position = [u64; HEAPS];
    type Move = [u64; HEAPS];

    fn start(&self) -> [u64; HEAPS] {
        self.0.heaps()
    }

    fn moves(&self, heaps: &[u64; HEAPS]) -> impl Iterator<Item = Step<Self>> {
        let ways = self.0.ways(heaps);
        ways.flat_map(move |(way, most)| (1..=most).map(move |times| take(heaps, way.map(|n| n * times))))
    }
}

impl<T: Taking<HEAPS>, const HEAPS: usize> Shown for Heaps<T, HEAPS> {
    const HOW: &'static str = T::HOW;

    fn stage(&self) -> Stage {
        picture::heaps(T::NAMES)
    }

    fn pieces(&self, heaps: &[u64; HEAPS]) -> Vec<Piece> {
        picture::stones(heaps)
    }

    fn move_name(&self, _: &[u64; HEAPS], taken: &[u64; HEAPS]) -> String {
        taken.iter().join(" ")
    }

    fn heading(&self) -> Option<String> {
        self.0.heading()
    }

    fn move_count(&self, heaps: &[u64; HEAPS]) -> u128 {
        self.0.ways(heaps).map(|(_, most)| u128::from(most)).sum()
    }

    fn find_move(&self, heaps: &[u64; HEAPS], name: &str) -> Option<Step<Self>> {
        let taken = numbers(name, ' ')?;
        let is_taken = |(way, most): ([u64; HEAPS], u64)| {
            let mut pairs = taken.iter().zip(&way).filter(|(_, n)| **n > 0);
            let times = pairs.next().map_or(0, |(taken, n)| taken / n);
            (1..=most).contains(&times) && way.map(|n| n * times) == taken
        };
        self.0.ways(heaps).any(is_taken).then(|| take(heaps, taken))
    }
}
