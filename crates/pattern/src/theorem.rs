//! Rules of one heap with a theorem about their period: bounded taking, and taking and breaking without restriction.
//!
//! **Rules.** The code of a game gives, for every number `k` of taken tokens, the numbers of heaps that the rest may
//! form. Bit `j` of digit `k` is 1 if it may form `j` heaps, none of them empty, of any sizes. Octal codes allow two
//! heaps, and hexadecimal codes three.
//!
//! **Theorem.** Let a move take at most `k` tokens and leave at most `t` heaps. If `g(n + p) = g(n)` for all
//! `n0 <= n < t n0 + (t - 1) p + k`, with `n0 >= 1`, then this holds for all `n >= n0`.
//!
//! **Why it is right.** Let `n` be at least that bound. A move from `n + p` leaves a heap of at least `n0 + p` tokens.
//! One period less in that heap gives the same value, and a result of the same move from `n`. A move from `n` leaves a
//! heap of at least `n0` tokens, and one period more gives a result of the same move from `n + p`. So both have the
//! same options. With `t = 1` this is the theorem for taking alone, and with `t = 2` the theorem of Guy and Smith.
//!
//! **Taking by residues.** Let the possible amounts depend only on `n mod q` and be at most `m`, and let `q` divide
//! `p`. If `m` consecutive values repeat after `p`, all later ones do: a value follows from the `m` before it and from
//! `n mod q`. This holds for outcomes and for nimbers.
//!
//! **Source.** Guy and Smith, "The G-values of various games" (1956). Berlekamp, Conway and Guy, "Winning Ways",
//! chapter 4.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::expr::listed;

/// Taking and breaking by a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeAndBreak {
    /// A digit for each number of taken tokens. Bit `j` is 1 if the rest may form `j` heaps, none of them empty.
    digits: Vec<u32>,
}

/// The reason for an invalid code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// A character that is not a digit of a code.
    #[error("`{0}` is not a digit of a code (0 to 9 and A to F, after one point)")]
    Digit(char),
    /// The digit before the point allows an unchanged heap, or an empty rest of a heap.
    #[error("the digit before the point must be 0, 4, 8 or C, because a move that takes nothing must split the heap")]
    First(u32),
    /// No digit allows a move.
    #[error("a code needs a digit that is not 0")]
    NoMove,
    /// There are too many digits.
    #[error("a code has at most {0} digits")]
    Long(usize),
}

impl TakeAndBreak {
    /// The most digits of a code.
    pub const MOST_DIGITS: usize = 1000;

    /// Reads a code: `0.77`, `.137`, `4.007`, `0.8F`.
    ///
    /// # Errors
    /// [`CodeError`].
    pub fn parse(code: &str) -> Result<TakeAndBreak, CodeError> {
        let (whole, rest) = code.split_once('.').unwrap_or(("", code));
        let digit = |c: char| c.to_digit(16).ok_or(CodeError::Digit(c));
        let whole: Vec<u32> = whole.chars().map(digit).collect::<Result<_, _>>()?;
        let first = match whole[..] {
            [] => 0,
            [first] => first,
            _ => return Err(CodeError::First(whole[0])),
        };
        if first & 3 != 0 {
            return Err(CodeError::First(first));
        }
        let rest: Vec<u32> = rest.chars().map(digit).collect::<Result<_, _>>()?;
        if rest.len() > TakeAndBreak::MOST_DIGITS {
            return Err(CodeError::Long(TakeAndBreak::MOST_DIGITS));
        }
        let mut digits = vec![first];
        digits.extend(rest);
        TakeAndBreak::of_digits(digits).ok_or(CodeError::NoMove)
    }

    /// Returns the game of taking one of these amounts, or `None` if there are no amounts or one is 0.
    pub fn taking(amounts: &[u64]) -> Option<TakeAndBreak> {
        let most = usize::try_from(*amounts.iter().max()?).ok()?;
        if amounts.contains(&0) || most > 1 << 20 {
            return None;
        }
        let mut digits = vec![0; most + 1];
        for &amount in amounts {
            digits[amount as usize] = 3;
        }
        TakeAndBreak::of_digits(digits)
    }

    fn of_digits(mut digits: Vec<u32>) -> Option<TakeAndBreak> {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        (!digits.is_empty()).then_some(TakeAndBreak { digits })
    }

    /// Returns the most tokens that a move takes.
    pub fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }

    /// Returns the most heaps that a move leaves.
    pub fn most_left(&self) -> usize {
        let largest = self.digits.iter().max().copied().unwrap_or(1);
        (largest.ilog2() as usize).max(1)
    }

    /// Returns the moves of a heap: the heaps that each leaves, ascending.
    pub fn moves(&self, n: u64) -> Vec<Vec<u64>> {
        let mut moves = Vec::new();
        for (taken, &digit) in self.digits.iter().enumerate() {
            let Some(left) = n.checked_sub(taken as u64) else { break };
            if digit & 1 != 0 && left == 0 {
                moves.push(Vec::new());
            }
            if digit & 2 != 0 && left > 0 {
                moves.push(vec![left]);
            }
            if digit & 4 != 0 {
                moves.extend((1..=left / 2).map(|a| vec![a, left - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    moves.extend((a..=(left - a) / 2).map(|b| vec![a, b, left - a - b]));
                }
            }
        }
        moves
    }

    /// Returns the numbers of tokens that a move may take, each with its digit.
    fn takes(&self) -> Vec<(usize, u32)> {
        let all = self.digits.iter().copied().enumerate();
        all.filter(|(_, digit)| *digit != 0).collect()
    }

    /// Returns about the number of moves of all heaps of fewer than `count` tokens: the cost of valuing them.
    pub fn cost(&self, count: u64) -> u128 {
        let count = u128::from(count);
        let of = |digit: u32| match digit {
            ..4 => 1,
            4..8 => 1 + count / 4,
            _ => 1 + count / 4 + count * count / 36,
        };
        let each: u128 = self.takes().iter().map(|(_, digit)| of(*digit)).sum();
        count * each
    }

    /// Returns the outcomes of the heaps of fewer than `count` tokens in misère play, with `true` for a win.
    ///
    /// A player without a move wins. A move must leave at most one heap. The cost is `count` times the moves of a heap.
    pub fn misere_wins(&self, count: usize) -> Vec<bool> {
        let takes = self.takes();
        let mut wins: Vec<bool> = Vec::with_capacity(count);
        for n in 0..count {
            let fitting = takes.iter().take_while(|(taken, _)| *taken <= n);
            let mut left = fitting
                .filter(|(taken, digit)| digit & if *taken == n { 1 } else { 2 } != 0)
                .map(|(taken, _)| n - taken)
                .peekable();
            let is_stuck = left.peek().is_none();
            wins.push(is_stuck || left.any(|heap| !wins[heap]));
        }
        wins
    }

    /// Returns the nimbers of the heaps of fewer than `count` tokens. The cost is `count` times the moves of a heap.
    pub fn nimbers(&self, count: usize) -> Vec<u64> {
        let takes = self.takes();
        let mut values: Vec<u32> = Vec::with_capacity(count);
        // For each nimber, the last heap that had it as an option.
        let mut seen: Vec<u32> = Vec::new();
        for n in 0..count {
            let stamp = n as u32 + 1;
            let mut mark = |value: u32| {
                let place = value as usize;
                if place >= seen.len() {
                    seen.resize((place + 1).next_power_of_two(), 0);
                }
                seen[place] = stamp;
            };
            for &(taken, digit) in takes.iter().take_while(|(taken, _)| *taken <= n) {
                let left = n - taken;
                if digit & 1 != 0 && left == 0 {
                    mark(0);
                }
                if digit & 2 != 0 && left > 0 {
                    mark(values[left]);
                }
                if digit & 4 != 0 {
                    for a in 1..=left / 2 {
                        mark(values[a] ^ values[left - a]);
                    }
                }
                if digit & 8 != 0 {
                    for a in 1..=left / 3 {
                        for b in a..=(left - a) / 2 {
                            mark(values[a] ^ values[b] ^ values[left - a - b]);
                        }
                    }
                }
            }
            let unmarked = seen.iter().position(|&last| last != stamp);
            values.push(unmarked.unwrap_or(seen.len()) as u32);
        }
        values.into_iter().map(u64::from).collect()
    }

    /// Returns the rule in words that can be compared with a statement.
    pub fn words(&self) -> String {
        // Amounts with the same digit share a phrase.
        let mut by_digit: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (taken, &digit) in self.digits.iter().enumerate() {
            if digit != 0 {
                by_digit.entry(digit).or_default().push(taken as u64);
            }
        }
        let mut sentences: Vec<(u64, String)> = Vec::new();
        for (digit, amounts) in by_digit {
            let take = match amounts[..] {
                [0] => "take nothing".to_owned(),
                _ => format!("take exactly {}", ranges(&amounts)),
            };
            let counts: Vec<u64> = (0..4).filter(|bit| digit >> bit & 1 != 0).collect();
            let how = match digit {
                1 => " as the whole heap".to_owned(),
                2 => ", not the whole heap".to_owned(),
                3 => String::new(),
                7 => " and leave the rest as it is or in two heaps of any sizes".to_owned(),
                15 => " and leave the rest in one, two or three heaps of any sizes".to_owned(),
                4 => " and leave the rest in two heaps of any sizes".to_owned(),
                8 => " and leave the rest in three heaps of any sizes".to_owned(),
                _ => format!(" and leave the rest in {} heaps of any sizes", listed(&counts, "or")),
            };
            sentences.push((amounts[0], take + &how));
        }
        sentences.sort();
        let sentences: Vec<String> = sentences.into_iter().map(|(_, sentence)| sentence).collect();
        sentences.join("; or ")
    }
}

/// Writes ascending numbers: long runs by their ends, and only the first of very many.
fn ranges(numbers: &[u64]) -> String {
    const MOST_LISTED: usize = 40;
    let whole_run = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match numbers {
        [first, .., last] if whole_run && numbers.len() > 3 => format!("{first} to {last}"),
        [.., last] if numbers.len() > MOST_LISTED => {
            let more = numbers.len() - MOST_LISTED;
            let first: Vec<String> = numbers[..MOST_LISTED].iter().map(u64::to_string).collect();
            format!("{} or {more} more numbers up to {last}", first.join(", "))
        }
        _ => listed(numbers, "or"),
    }
}

impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, digit) in self.digits.iter().enumerate() {
            write!(f, "{digit:X}")?;
            if place == 0 {
                f.write_str(".")?;
            }
        }
        Ok(())
    }
}

/// Taking amounts that depend on the remainder of the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakingByResidue {
    /// The ascending amounts for each remainder.
    pub amounts: Vec<Vec<u64>>,
}

/// A rule with a theorem about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapRule {
    /// Taking and breaking by a code.
    Code(TakeAndBreak),
    /// Taking by residues.
    Residues(TakingByResidue),
}

/// Returns moves in one order, each as its ascending heaps without empty ones.
fn normal(moves: impl IntoIterator<Item = Vec<u64>>) -> BTreeSet<Vec<u64>> {
    let heaps = |mut heaps: Vec<u64>| {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        heaps
    };
    moves.into_iter().map(heaps).collect()
}

impl HeapRule {
    /// Returns whether these are the moves of a number by the rule.
    pub fn gives(&self, n: u64, moves: &[Vec<u64>]) -> bool {
        let expected = match self {
            // There are very many moves that leave two heaps.
            HeapRule::Code(code) if code.most_left() > 1 && n > 10 * moves.len() as u64 + 100 => return false,
            HeapRule::Code(code) => code.moves(n),
            HeapRule::Residues(rule) => {
                let residue = (n % rule.amounts.len() as u64) as usize;
                let legal = rule.amounts[residue].iter().filter(|&&amount| amount <= n);
                legal.map(|amount| vec![n - amount]).collect()
            }
        };
        normal(expected) == normal(moves.iter().cloned())
    }

    /// Returns the rule in words that can be compared with a statement.
    pub fn words(&self) -> String {
        match self {
            HeapRule::Code(code) => code.words(),
            HeapRule::Residues(rule) => {
                let q = rule.amounts.len();
                if rule.amounts.iter().all(Vec::is_empty) {
                    return "no move".to_owned();
                }
                let each = rule
                    .amounts
                    .iter()
                    .enumerate()
                    .map(|(rest, amounts)| match amounts[..] {
                        [] => format!("if n mod {q} = {rest}: no move"),
                        _ => format!("if n mod {q} = {rest}: take exactly {}", ranges(amounts)),
                    });
                each.collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// A rule that the moves suggested: it holds for all seen numbers from some first one on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The rule.
    pub rule: HeapRule,
    /// The first number of its range.
    pub from: u64,
    /// The last number with moves compared with the rule.
    pub to: u64,
}

/// Returns the number of ways to write `n` as a sum of `parts` positive numbers, for at most three.
fn partitions(n: u64, parts: usize) -> u64 {
    match parts {
        0 => u64::from(n == 0),
        1 => u64::from(n > 0),
        2 => n / 2,
        3 => ((u128::from(n) * u128::from(n) + 6) / 12) as u64,
        _ => u64::MAX,
    }
}

/// Returns the rule behind the moves of the numbers from `first` on. A move is the heaps that it leaves.
///
/// `None` if no rule of these kinds agrees with all numbers but the first few.
pub fn recognise(first: u64, moves: &[Vec<Vec<u64>>]) -> Option<Recognised> {
    if moves.len() < 12 {
        return None;
    }
    let normal: Option<Vec<BTreeSet<Vec<u64>>>> = moves
        .iter()
        .enumerate()
        .map(|(place, moves)| {
            let n = first + place as u64;
            let each = moves.iter().map(|heaps| {
                let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
                heaps.sort_unstable();
                let sum: u64 = heaps.iter().sum();
                (sum <= n && heaps.len() <= 3).then_some(heaps)
            });
            each.collect()
        })
        .collect();
    let normal = normal?;
    // A rule that begins late does not count.
    let early = |from: u64| from - first <= moves.len() as u64 / 4;
    let code = recognise_code(first, &normal).filter(|(_, from)| early(*from));
    let by_residue = || {
        let found = recognise_residues(first, &normal);
        found.map(|(rule, from)| (HeapRule::Residues(rule), from))
    };
    let code = code.map(|(code, from)| (HeapRule::Code(code), from));
    let (rule, from) = code.or_else(by_residue)?;
    let to = first + moves.len() as u64 - 1;
    Some(Recognised { rule, from, to })
}

fn recognise_code(first: u64, moves: &[BTreeSet<Vec<u64>>]) -> Option<(TakeAndBreak, u64)> {
    let middle = moves.len() / 2;
    // The upper half of the numbers gives the code. Each number must then agree with it.
    let mut digits: Vec<u32> = Vec::new();
    for (place, moves) in moves.iter().enumerate().skip(middle) {
        let n = first + place as u64;
        for heaps in moves {
            let taken = usize::try_from(n - heaps.iter().sum::<u64>()).ok()?;
            if taken > middle / 2 {
                return None;
            }
            if taken >= digits.len() {
                digits.resize(taken + 1, 0);
            }
            digits[taken] |= 1 << heaps.len();
        }
    }
    // Whether a whole heap may be taken shows only at the small numbers.
    for (taken, digit) in digits.iter_mut().enumerate() {
        let place = (taken as u64).checked_sub(first);
        let whole = place.and_then(|place| moves.get(place as usize));
        if taken > 0 && whole.is_some_and(|moves| moves.contains(&Vec::new())) {
            *digit |= 1;
        }
    }
    let whole_only = (1..moves.len().min(middle / 2)).filter(|&place| moves[place].contains(&Vec::new()));
    for place in whole_only {
        let taken = (first as usize) + place;
        if taken >= digits.len() {
            digits.resize(taken + 1, 0);
        }
        digits[taken] |= 1;
    }
    let code = TakeAndBreak::of_digits(digits)?;
    if code.digits[0] & 3 != 0 {
        return None;
    }
    let agrees = |place: usize| {
        let n = first + place as u64;
        let mut expected = 0_u64;
        for (taken, &digit) in code.digits.iter().enumerate() {
            let Some(left) = n.checked_sub(taken as u64) else { break };
            let heaps = (0..4).filter(|bit| digit >> bit & 1 != 0);
            expected += heaps.map(|heaps| partitions(left, heaps)).sum::<u64>();
        }
        let each = moves[place].iter().all(|heaps| {
            let taken = n - heaps.iter().sum::<u64>();
            let digit = usize::try_from(taken).ok().and_then(|taken| code.digits.get(taken));
            digit.is_some_and(|digit| digit >> heaps.len() & 1 != 0)
        });
        each && moves[place].len() as u64 == expected
    };
    let from = (0..moves.len())
        .rev()
        .find(|&place| !agrees(place))
        .map_or(0, |place| place + 1);
    Some((code, first + from as u64))
}

fn recognise_residues(first: u64, moves: &[BTreeSet<Vec<u64>>]) -> Option<(TakingByResidue, u64)> {
    let amounts_of = |place: usize| -> Option<Vec<u64>> {
        let n = first + place as u64;
        let amounts: Option<Vec<u64>> = moves[place]
            .iter()
            .map(|heaps| (heaps.len() <= 1).then(|| n - heaps.iter().sum::<u64>()))
            .collect();
        let mut amounts = amounts?;
        amounts.sort_unstable();
        Some(amounts)
    };
    let count = moves.len();
    for q in 1..=12.min(count / 8) {
        let mut by_residue: Vec<Vec<u64>> = vec![Vec::new(); q];
        for place in count - q..count {
            by_residue[(first as usize + place) % q] = amounts_of(place)?;
        }
        let most = by_residue.iter().flatten().max().copied().unwrap_or(0);
        if most as usize > count / 4 || by_residue.iter().flatten().any(|&amount| amount == 0) {
            continue;
        }
        let agrees = |place: usize| {
            let n = first as usize + place;
            let legal: Vec<u64> = by_residue[n % q]
                .iter()
                .copied()
                .filter(|&amount| amount <= n as u64)
                .collect();
            amounts_of(place) == Some(legal)
        };
        let from = (0..count)
            .rev()
            .find(|&place| !agrees(place))
            .map_or(0, |place| place + 1);
        if from <= count / 4 {
            return Some((TakingByResidue { amounts: by_residue }, first + from as u64));
        }
    }
    None
}

/// A proved period: the values repeat after `period` from `from` on. Both are the least that the proof gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The first number of the repetition.
    pub from: u64,
    /// The length of the period.
    pub period: u64,
    /// The first number that the check did not need.
    pub checked_to: u64,
}

/// Proves a period of the values from `first` on, for a rule that holds from some number on (Guy and Smith 1956).
///
/// `None` if the table is too short for the proof, or there is no period.
pub fn prove(recognised: &Recognised, first: u64, values: &[u64], nimbers: bool) -> Option<Certificate> {
    let most = values.len() as u64 / 2;
    for period in 1..=most {
        if let HeapRule::Residues(rule) = &recognised.rule
            && period % rule.amounts.len() as u64 != 0
        {
            continue;
        }
        let (count, p) = (values.len(), period as usize);
        // For most periods, the shortest repeated end decides at once.
        let unequal = (p..count).rev().find(|&place| values[place] != values[place - p]);
        let start = unequal.map_or(0, |place| place - p + 1) as u64;
        let from = (first + start).max(1);
        let bound = bound(recognised, from, period, nimbers)?;
        if bound <= first + count as u64 {
            return Some(Certificate {
                from,
                period,
                checked_to: bound,
            });
        }
    }
    None
}

/// Returns the first number that the check of a period from `from` on does not need, or `None` if no theorem applies.
fn bound(recognised: &Recognised, from: u64, period: u64, nimbers: bool) -> Option<u64> {
    // The check compares n and n + period, so its last number is one period higher.
    let equal_to = match &recognised.rule {
        HeapRule::Code(code) => {
            let t = code.most_left() as u64;
            // The outcome of a sum of heaps does not follow from their outcomes: breaking needs nimbers.
            if t > 1 && !nimbers {
                return None;
            }
            t * from + (t - 1) * period + code.most_taken() as u64
        }
        HeapRule::Residues(rule) => from + rule.amounts.iter().flatten().max().copied().unwrap_or(0).max(1),
    };
    let equal_to = equal_to.max(recognised.from);
    Some(equal_to + period)
}

/// Returns whether a certificate follows from the rule alone, by plain sets of options.
///
/// It shares only the statement of the theorem with the search. The certificate is about `values`, from `first` on.
/// Without a move, the player to move has the value `stuck`.
pub fn is_right(
    recognised: &Recognised,
    certificate: Certificate,
    first: u64,
    values: &[u64],
    nimbers: bool,
    stuck: u64,
) -> bool {
    /// The most numbers to compute again.
    const MOST: u64 = 20_000;
    let Certificate {
        from,
        period,
        checked_to,
    } = certificate;
    let needed = bound(recognised, from, period, nimbers);
    if checked_to > MOST || from == 0 || needed.is_none_or(|needed| needed > checked_to) {
        return false;
    }
    if let HeapRule::Residues(rule) = &recognised.rule
        && period % rule.amounts.len() as u64 != 0
    {
        return false;
    }
    let value = |n: u64| -> Option<u64> { values.get(usize::try_from(n.checked_sub(first)?).ok()?).copied() };
    for n in recognised.from.max(first)..checked_to {
        let options: Option<BTreeSet<u64>> = match &recognised.rule {
            HeapRule::Code(code) => {
                let of_heaps = |heaps: Vec<u64>| match heaps[..] {
                    [] => Some(stuck),
                    _ => heaps.into_iter().try_fold(0, |sum, heap| Some(sum ^ value(heap)?)),
                };
                code.moves(n).into_iter().map(of_heaps).collect()
            }
            HeapRule::Residues(rule) => {
                let amounts = &rule.amounts[(n % rule.amounts.len() as u64) as usize];
                amounts
                    .iter()
                    .filter(|&&amount| amount <= n)
                    .map(|amount| value(n - amount))
                    .collect()
            }
        };
        // The table has no value for heaps below the first number.
        let Some(options) = options else { return false };
        let expected = if options.is_empty() {
            stuck
        } else if nimbers {
            (0..).find(|nimber| !options.contains(nimber)).unwrap_or(0)
        } else {
            u64::from(options.contains(&0))
        };
        if value(n) != Some(expected) {
            return false;
        }
    }
    (from..checked_to - period).all(|n| value(n) == value(n + period))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(code: &TakeAndBreak) -> Recognised {
        Recognised {
            rule: HeapRule::Code(code.clone()),
            from: 0,
            to: u64::MAX,
        }
    }

    #[test]
    fn known_periods_are_proved_and_checked_again() {
        // Code, first number of the period in the theorem's count, length.
        let known = [
            ("0.77", 71, 12),
            ("0.07", 53, 34),
            ("0.137", 52, 34),
            ("0.007", 0, 0),
            ("0.3", 1, 2),
            ("0.33", 1, 3),
            ("0.15", 1, 10),
            ("4.3", 2, 2),
            ("0.26", 1, 4),
        ];
        for (code, from, period) in known {
            let code = TakeAndBreak::parse(code).unwrap();
            let values = code.nimbers(700);
            let proved = prove(&given(&code), 0, &values, true);
            match (period, proved) {
                (0, proved) => assert!(proved.is_none(), "{code}: {proved:?}"),
                (_, None) => panic!("{code} is not proved"),
                (_, Some(proved)) => {
                    assert_eq!((proved.from, proved.period), (from, period), "{code}");
                    assert!(is_right(&given(&code), proved, 0, &values, true, 0), "{code}");
                    let long = code.nimbers(2000);
                    for n in proved.from as usize..2000 - period as usize {
                        assert_eq!(long[n], long[n + period as usize], "{code} at {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn false_certificates_are_refused() {
        let code = TakeAndBreak::parse("0.77").unwrap();
        let values = code.nimbers(400);
        let right = prove(&given(&code), 0, &values, true).unwrap();
        for wrong in [
            Certificate {
                from: right.from - 1,
                ..right
            },
            Certificate {
                period: right.period - 1,
                ..right
            },
            Certificate {
                checked_to: right.checked_to - 1,
                ..right
            },
        ] {
            assert!(!is_right(&given(&code), wrong, 0, &values, true, 0), "{wrong:?}");
        }
        for place in 0..right.checked_to as usize {
            let mut values = values.clone();
            values[place] += 1;
            assert!(!is_right(&given(&code), right, 0, &values, true, 0), "{place}");
        }
    }

    #[test]
    fn rules_are_read_off_their_moves() {
        for code in ["0.77", "0.07", "0.137", "0.3033", "4.3", "0.6", "0.8F", "0.1", "0.45"] {
            let code = TakeAndBreak::parse(code).unwrap();
            let moves: Vec<Vec<Vec<u64>>> = (0..60).map(|n| code.moves(n)).collect();
            let found = recognise(0, &moves).unwrap();
            assert_eq!((found.rule, found.from), (HeapRule::Code(code.clone()), 0), "{code}");
        }
    }

    #[test]
    fn rules_that_only_resemble_a_code_are_none() {
        // Grundy's game breaks a heap into unequal ones. The last rule leaves out one split of one number.
        let grundy = |n: u64| (1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect::<Vec<_>>();
        let kayles = TakeAndBreak::parse("0.77").unwrap();
        let almost = |n: u64| {
            let mut moves = kayles.moves(n);
            if n == 50 {
                moves.pop();
            }
            moves
        };
        let half = |n: u64| (1..=n / 2).map(|k| vec![n - k]).collect::<Vec<_>>();
        assert_eq!(recognise(0, &(0..80).map(grundy).collect::<Vec<_>>()), None);
        assert_eq!(recognise(0, &(0..80).map(almost).collect::<Vec<_>>()), None);
        assert_eq!(recognise(0, &(0..80).map(half).collect::<Vec<_>>()), None);
    }

    #[test]
    fn taking_by_residues_is_read_and_proved() {
        // Even: take 1 or 4. Odd: take 1, 2 or 3.
        let amounts = |n: u64| if n.is_multiple_of(2) { vec![1, 4] } else { vec![1, 2, 3] };
        let legal = |n: u64| amounts(n).into_iter().filter(move |&a| a <= n);
        let moves: Vec<Vec<Vec<u64>>> = (0..200).map(|n| legal(n).map(|a| vec![n - a]).collect()).collect();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..200_u64 {
            let lost = legal(n).all(|a| values[(n - a) as usize] == 1);
            values.push(u64::from(!lost));
        }
        let found = recognise(0, &moves).unwrap();
        assert!(matches!(&found.rule, HeapRule::Residues(rule) if rule.amounts == [vec![1, 4], vec![1, 2, 3]]));
        let proved = prove(&found, 0, &values, false).unwrap();
        assert_eq!(proved.period % 2, 0);
        assert!(is_right(&found, proved, 0, &values, false, 0));
    }

    #[test]
    fn codes_are_read_and_written() {
        assert_eq!(TakeAndBreak::parse(".77").unwrap().to_string(), "0.77");
        assert_eq!(TakeAndBreak::parse("4.0070").unwrap().to_string(), "4.007");
        assert_eq!(TakeAndBreak::parse("0.8f").unwrap().to_string(), "0.8F");
        assert_eq!(TakeAndBreak::taking(&[1, 3, 4]).unwrap().to_string(), "0.3033");
        assert_eq!(TakeAndBreak::parse("0.7x"), Err(CodeError::Digit('x')));
        assert_eq!(TakeAndBreak::parse("2.7"), Err(CodeError::First(2)));
        assert_eq!(TakeAndBreak::parse("0.00"), Err(CodeError::NoMove));
        let words = TakeAndBreak::taking(&[1, 3, 4]).unwrap().words();
        assert_eq!(words, "take exactly 1, 3 or 4");
    }
}
