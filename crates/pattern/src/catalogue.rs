//! Games that have a name, and their comparison with a table.
//!
//! The catalogue has games of the literature and of judges, subtraction sets up to 8, and octal codes of three digits.
//! Nothing of it is stored: the first nimbers of every game take a few milliseconds, and nearly all games differ there.
//!
//! **Same game.** Let a map of positions take the moves of each position to exactly the moves of its image. A heap
//! without moves changes no sum, so it is left out on both sides. Then the positions have the same values, by induction.
//!
//! **Same values.** Other rules may give the same nimbers. That says something only if the values are many, and do not
//! repeat soon.
//!
//! **Sources.** Bachet, "Problèmes plaisants et délectables" (1612). Bouton, "Nim, a game with a complete mathematical
//! theory" (1901). Dudeney, "The Canterbury Puzzles" (1907). Wythoff, "A modification of the game of nim" (1907).
//! Lasker, "Brettspiele der Völker" (1931). Dawson, "Caissa's Wild Roses" (1935). Sprague, "Über zwei Abarten von Nim"
//! (1937). Grundy, "Mathematics and games" (1939). Whinihan, "Fibonacci Nim" (1963). Cole and Davie, "A game based on the Euclidean algorithm" (1969).
//! Berlekamp, Conway and Guy, "Winning Ways" (1982).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use itertools::Itertools as _;

use super::claim::Kind;
use super::shown;
use super::step::expected;
use super::theorem::{HeapRule, Recognised, TakeAndBreak, prove};

/// The name of a game that was recognised in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namesake {
    /// The name and its source, and how the numbers differ.
    game: String,
    /// Whether the moves agree, so that it is more than the same values.
    is_same: bool,
    /// The last numbers that were compared.
    to: Vec<u64>,
    /// A sentence about the period of a game of one number. Empty if nothing is to say.
    period: String,
}

impl Namesake {
    /// Returns the line that tells the name, and perhaps the period.
    pub fn line(&self, with_period: bool) -> String {
        let (before, after) = if self.is_same {
            ("", ", the same game")
        } else {
            ("has the values of ", "")
        };
        let period = if with_period { &*self.period } else { "" };
        format!(
            "Name: {before}{}{after}, checked to {}{period}\n",
            self.game,
            shown(&self.to)
        )
    }
}

/// A function that returns the heaps that each move of a heap leaves.
type MovesOfHeap = fn(u64) -> Vec<Vec<u64>>;

/// The moves of a game of one number.
enum Rule {
    Code(TakeAndBreak),
    Heaps(MovesOfHeap),
}

/// Codes with a name and its source.
const CODES: [(&str, &str); 4] = [
    ("Kayles (octal 0.77, Dudeney 1907)", "0.77"),
    ("Dawson's Kayles (octal 0.07, Winning Ways)", "0.07"),
    ("Dawson's Chess (octal 0.137, Dawson 1935)", "0.137"),
    ("Treblecross (octal 0.007, Winning Ways)", "0.007"),
];

/// Other games with a name and its source.
const HEAPS: [(&str, MovesOfHeap); 9] = [
    ("Nim (Bouton 1901)", |n| alone(0..n)),
    ("Grundy's game (Grundy 1939)", |n| {
        (1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect()
    }),
    ("Lasker's Nim (Lasker 1931)", |n| {
        (1..=n / 2).map(|a| vec![a, n - a]).chain(alone(0..n)).collect()
    }),
    ("Marbles (take at most half, rounded up)", |n| alone(n / 2..n)),
    ("Stone Transfer (TopCoder SRM 216)", |n| {
        (0..n).flat_map(|a| (a..n).map(move |b| vec![a, b])).collect()
    }),
    ("Stone Game IV (LeetCode 1510)", |n| {
        alone((1..=n.isqrt()).map(|k| n - k * k))
    }),
    ("Deleting Divisors (Codeforces 1537D)", |n| {
        alone(divisors(n).filter(|&d| d > 1).map(|d| n - d))
    }),
    ("Dividing Game (AtCoder ABC 368 F)", |n| alone(divisors(n))),
    ("Cow Digit Game (USACO 2009)", |n| {
        let digits = std::iter::successors(Some(n), |n| Some(n / 10))
            .take_while(|&n| n > 0)
            .map(|n| n % 10);
        let ends = digits.filter(|&digit| digit > 0).minmax().into_option();
        alone(ends.into_iter().flat_map(|(low, high)| [n - low, n - high]))
    }),
];

/// The largest amount of a subtraction set.
const LARGEST_AMOUNT: u64 = 8;
/// The count of games that people know by a name, at the beginning of the catalogue.
const KNOWN: usize = HEAPS.len() + CODES.len() + LARGEST_AMOUNT as usize - 1;

fn alone(heaps: impl Iterator<Item = u64>) -> Vec<Vec<u64>> {
    heaps.map(|heap| vec![heap]).collect()
}

/// Returns the divisors of a number that are less than it.
fn divisors(n: u64) -> impl Iterator<Item = u64> {
    (1..=n / 2).filter(move |&d| n.is_multiple_of(d))
}

/// Returns the games of one number with their names: known ones first, and then simple ones first.
fn catalogue() -> Vec<(String, Rule)> {
    let heaps = HEAPS.map(|(name, moves)| (name.to_owned(), Rule::Heaps(moves)));
    let known = CODES
        .iter()
        .map(|(name, digits)| Some(((*name).to_owned(), TakeAndBreak::parse(digits).ok()?)));
    let bachet = (2..=LARGEST_AMOUNT).map(|most| {
        let name = format!("Bachet's game (take 1 to {most}, Bachet 1612)");
        Some((name, TakeAndBreak::taking(&Vec::from_iter(1..=most))?))
    });
    let sets = (1..=LARGEST_AMOUNT).powerset().map(|amounts| {
        let rule = TakeAndBreak::taking(&amounts)?;
        Some((format!("the subtraction game \"{}\"", rule.words()), rule))
    });
    let digits = (0..1024).map(|code: u32| [code >> 9 << 2, code >> 6 & 7, code >> 3 & 7, code & 7]);
    let simple_first = digits.sorted_by_key(|digits| digits.iter().filter(|&&digit| digit > 0).count());
    let octal = simple_first.map(|[a, b, c, d]| {
        let rule = TakeAndBreak::parse(&format!("{a}.{b}{c}{d}")).ok()?;
        Some((format!("octal {rule}"), rule))
    });
    let codes = known.chain(bachet).chain(sets).chain(octal).flatten();
    heaps
        .into_iter()
        .chain(codes.map(|(name, rule)| (name, Rule::Code(rule))))
        .collect()
}

impl Rule {
    fn moves(&self, n: u64) -> Vec<Vec<u64>> {
        match self {
            Rule::Code(code) => code.moves(n),
            Rule::Heaps(moves) => moves(n),
        }
    }

    /// Returns the nimbers of the numbers below `count`.
    fn nimbers(&self, count: usize) -> Vec<u64> {
        let moves = match self {
            Rule::Code(code) => return code.nimbers(count),
            Rule::Heaps(moves) => moves,
        };
        let mut values: Vec<u64> = Vec::new();
        for n in 0..count as u64 {
            let sum = |heaps: Vec<u64>| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            values.push(expected(Kind::Nimber, &moves(n).into_iter().map(sum).collect()));
        }
        values
    }

    /// Returns a sentence about the period: a proved one, or that there is none among the first `count` nimbers.
    fn period(&self, count: usize) -> String {
        let values = self.nimbers(count);
        if let Rule::Code(code) = self {
            let rule = Recognised {
                rule: HeapRule::Code(code.clone()),
                from: 0,
                to: u64::MAX,
            };
            if let Some(proved) = prove(&rule, 0, &values, true) {
                return format!(". Its proved period is {} from {} on", proved.period, proved.from);
            }
        }
        let is_open = repeats(&values).is_none() && values.iter().all(|&value| value < count as u64 / 4);
        if is_open {
            format!(". No period of it was found to {}", count - 1)
        } else {
            String::new()
        }
    }
}

/// Returns the shortest period that holds at least for the last half, and the place from which on it holds.
fn repeats(values: &[u64]) -> Option<(usize, usize)> {
    let most = values.len() / 2;
    (1..=most).find_map(|period| {
        let unequal = (period..values.len())
            .rev()
            .find(|&place| values[place] != values[place - period]);
        let from = unequal.map_or(0, |place| place - period + 1);
        (from + period <= most).then_some((from, period))
    })
}

/// A map of the numbers of a table to those of a game: plus a number, then divided by another and rounded down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Dress {
    divisor: i64,
    plus: i64,
}

impl Dress {
    /// Returns the image of a number, or `None` below 0. Such a position has no moves.
    fn image(self, n: u64) -> Option<u64> {
        let n = n as i64 + self.plus;
        (n >= 0).then_some((n / self.divisor) as u64)
    }

    fn agrees(self, own: &[u64], first: u64, nimbers: &[u64]) -> bool {
        let image = |n| self.image(n).map_or(0, |image| nimbers[image as usize]);
        own.iter().zip(first..).all(|(&own, n)| own == image(n))
    }

    /// Returns whether the moves of all numbers from `first` on become exactly the moves of their images.
    fn is_same(self, rule: &Rule, first: u64, moves: &[Vec<Vec<u64>>]) -> bool {
        let mut known: Vec<Vec<Vec<u64>>> = Vec::new();
        (first..).zip(moves).all(|(n, own)| {
            let goes_down = own.iter().flatten().all(|&heap| heap < n);
            let Some(image) = self.image(n).filter(|_| goes_down) else {
                return own.is_empty();
            };
            known.extend((known.len() as u64..=image).map(|n| rule.moves(n)));
            let live = |heaps: Vec<u64>| -> Vec<u64> {
                let heaps = heaps.into_iter().filter(|&heap| !known[heap as usize].is_empty());
                heaps.sorted().collect()
            };
            let images = own
                .iter()
                .map(|heaps| heaps.iter().filter_map(|&heap| self.image(heap)).collect());
            images.map(live).collect::<BTreeSet<_>>() == known[image as usize].iter().cloned().map(live).collect()
        })
    }

    /// Returns the words after a name that tell the map.
    fn words(self) -> String {
        let sum = match self.plus {
            0 => "n".to_owned(),
            ..0 => format!("(n - {})", -self.plus),
            plus => format!("(n + {plus})"),
        };
        match (self.divisor, self.plus) {
            (1, 0) => String::new(),
            (1, _) => format!(" with {} in place of n", &sum[1..sum.len() - 1]),
            _ => format!(" with {sum} / 2, rounded down, in place of n"),
        }
    }
}

/// Returns the simplest game of the catalogue with the moves of the numbers from `first` on, or else with their nimbers.
///
/// There are no nimbers in misère play. `moves` has the heaps that each move of the first numbers leaves.
pub fn namesake(first: u64, nimbers: &[u64], moves: &[Vec<Vec<u64>>], misere: bool) -> Option<Namesake> {
    /// The largest first number.
    const LARGEST_FIRST: u64 = 64;
    /// The nimbers among which the period of a code is searched at least, the first ones to compare, which tell most games
    /// apart, and the most numbers with moves.
    const MOST: usize = 1000;
    const AT_FIRST: usize = 16;
    const MOST_MOVING: usize = 200;
    /// The least count of nimbers that tell a game, and of numbers whose moves do.
    const FEWEST: usize = 50;
    const FEWEST_MOVING: usize = 20;
    /// The end of the first period of nimbers that say nothing.
    const SOON: usize = 32;
    if first > LARGEST_FIRST {
        return None;
    }
    let moves = &moves[..moves.len().min(MOST_MOVING)];
    let start = &nimbers[..nimbers.len().min(AT_FIRST)];
    let is_soon = |(from, period)| from + period <= SOON;
    let says_much = nimbers.len() >= FEWEST && !repeats(nimbers).is_some_and(is_soon);
    // An image exceeds its number by less than 4.
    let count = |nimbers: &[u64]| first as usize + nimbers.len() + 3;
    let catalogue = catalogue();
    let dresses = [1, 2].into_iter().cartesian_product(-3..=3);
    let mut found = Vec::new();
    for (place, (_, rule)) in catalogue.iter().enumerate() {
        let of_start = rule.nimbers(count(start));
        for dress in dresses.clone().map(|(divisor, plus)| Dress { divisor, plus }) {
            if !dress.agrees(start, first, &of_start) {
                continue;
            }
            let is_same = moves.len() >= FEWEST_MOVING && dress.is_same(rule, first, moves);
            // A rule may change behind the moves that are compared.
            let may_be = is_same || says_much;
            if may_be && dress.agrees(nimbers, first, &rule.nimbers(count(nimbers))) {
                found.push((!is_same, place >= KNOWN, dress.divisor, dress.plus.abs(), place, dress));
            }
        }
    }
    let &(has_other_moves, .., place, dress) = found.iter().min()?;
    let (name, rule) = &catalogue[place];
    let last = first as usize + if has_other_moves { nimbers.len() } else { moves.len() } - 1;
    let longest = if matches!(rule, Rule::Code(_)) {
        last.max(MOST)
    } else {
        last
    };
    Some(Namesake {
        game: format!("{}{name}{}", if misere { "misère " } else { "" }, dress.words()),
        is_same: !has_other_moves,
        to: vec![last as u64],
        // Misère play has outcomes alone, and the period is one of nimbers.
        period: if misere {
            String::new()
        } else {
            rule.period(longest + 1)
        },
    })
}

/// A game of several numbers: their count or 0 for any, whether their order decides nothing, its name and its moves.
struct Several(usize, bool, &'static str, MovesOfSeveral);

/// A function that returns the positions after each move.
type MovesOfSeveral = fn(&[u64]) -> Vec<Vec<u64>>;

/// The games of several numbers.
const SEVERAL: [Several; 10] = [
    Several(0, true, "Nim (Bouton 1901)", nim),
    Several(2, true, "Wythoff's game (Wythoff 1907)", |p| {
        let both = (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, p[1] - k]);
        both.chain(nim(p)).collect()
    }),
    Several(2, true, "Euclid (Cole and Davie 1969)", |p| {
        let (small, large) = (p[0].min(p[1]), p[0].max(p[1]));
        (small..=large)
            .step_by(small.max(1) as usize)
            .filter(|_| small > 0)
            .map(|taken| vec![small, large - taken])
            .collect()
    }),
    Several(0, false, "Staircase Nim (Sprague 1937)", |p| stairs(p, 1)),
    Several(0, false, "Staircase Nim with a floor below (Sprague 1937)", |p| {
        stairs(p, 0)
    }),
    Several(2, false, "Bachet's game with its limit (Bachet 1612)", |p| {
        lowered(p, 1..=p[1])
    }),
    Several(2, false, "1-2-K Game (Codeforces 1194D)", |p| lowered(p, [1, 2, p[1]])),
    Several(2, false, "Strange Nim (AtCoder ARC 091 F)", |p| {
        lowered(p, 1..=p[0].checked_div(p[1]).unwrap_or(0))
    }),
    Several(2, false, "Fibonacci Nim (Whinihan 1963)", |p| {
        (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, 2 * k]).collect()
    }),
    Several(2, true, "Alice&Brown (AtCoder ARC 072 D)", |p| {
        let one = |a: u64, b: u64| (1..=a / 2).map(move |k| vec![a - 2 * k, b + k]);
        one(p[0], p[1]).chain(one(p[1], p[0])).collect()
    }),
];

fn with(position: &[u64], place: usize, number: u64) -> Vec<u64> {
    let mut position = position.to_vec();
    position[place] = number;
    position
}

fn lowered(p: &[u64], amounts: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
    let amounts = amounts.into_iter().filter(|amount| (1..=p[0]).contains(amount));
    amounts.map(|amount| with(p, 0, p[0] - amount)).collect()
}

fn nim(p: &[u64]) -> Vec<Vec<u64>> {
    let of_place = |place: usize| (0..p[place]).map(move |less| with(p, place, less));
    (0..p.len()).flat_map(of_place).collect()
}

/// Returns the moves that pass stones from a stair to the one before it. From the first one they leave the board.
fn stairs(p: &[u64], least: usize) -> Vec<Vec<u64>> {
    let pass = |(stair, left): (usize, u64)| {
        let mut to = with(p, stair, left);
        if stair > 0 {
            to[stair - 1] += p[stair] - left;
        }
        to
    };
    (least..p.len())
        .flat_map(|stair| (0..p[stair]).map(move |left| (stair, left)))
        .map(pass)
        .collect()
}

/// The values of positions of several numbers.
type Values = BTreeMap<Vec<u64>, u64>;
/// The moves of positions of several numbers.
type MovesOfAll = BTreeMap<Vec<u64>, Vec<Vec<u64>>>;

impl Several {
    /// Returns the position with a number added to each, perhaps in reverse order.
    fn image(&self, position: &[u64], (plus, is_reversed): (i64, bool)) -> Option<Vec<u64>> {
        let numbers = position.iter().map(|&n| u64::try_from(n as i64 + plus).ok());
        let mut image: Vec<u64> = numbers.collect::<Option<_>>()?;
        if self.1 {
            image.sort_unstable();
        } else if is_reversed {
            image.reverse();
        }
        Some(image)
    }

    fn nimber(&self, position: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
        if let Some(&nimber) = known.get(position) {
            return nimber;
        }
        let after = (self.3)(position).iter().map(|to| self.nimber(to, known)).collect();
        let nimber = expected(Kind::Nimber, &after);
        known.insert(position.to_vec(), nimber);
        nimber
    }

    fn has_values(&self, dress: (i64, bool), values: &Values) -> bool {
        let mut known = HashMap::new();
        let mut nimber = |position| Some(self.nimber(&self.image(position, dress)?, &mut known));
        values.iter().all(|(position, &value)| nimber(position) == Some(value))
    }

    fn is_same(&self, dress: (i64, bool), moves: &MovesOfAll) -> bool {
        moves.iter().all(|(position, own)| {
            let own: Option<BTreeSet<Vec<u64>>> = own.iter().map(|to| self.image(to, dress)).collect();
            let moves = |image: Vec<u64>| (self.3)(&image).into_iter();
            let theirs = |image| moves(image).map(|to| self.image(&to, (0, false))).collect();
            own.is_some() && own == self.image(position, dress).and_then(theirs)
        })
    }
}

/// Returns the game of the catalogue with the moves of a table of several numbers, or else with its nimbers.
///
/// In misère play the nimbers may be anything. `moves` has all positions that play reaches from the table.
pub fn namesake_of_several(
    nimbers: impl Iterator<Item = (Vec<u64>, u64)>,
    moves: Option<&MovesOfAll>,
    misere: bool,
) -> Option<Namesake> {
    /// The largest first number.
    const LARGEST_FIRST: u64 = 3;
    /// The least count of positions that tell a game.
    const FEWEST: usize = 60;
    /// The most steps from the first number to the last one that is compared, for two numbers and more.
    const SIDES: [u64; 4] = [20, 8, 5, 3];
    let mut nimbers = nimbers.peekable();
    let first = &nimbers.peek()?.0.clone();
    let side = SIDES[first.len().clamp(2, 5) - 2];
    let is_near = |position: &[u64]| position.iter().zip(first).all(|(n, low)| *n <= low + side);
    let nimbers: Values = nimbers.filter(|(position, _)| is_near(position)).collect();
    if nimbers.len() < FEWEST || first.iter().any(|&low| low > LARGEST_FIRST) {
        return None;
    }
    let named = |game: &str, is_same| Namesake {
        game: format!("{}{game}", if misere { "misère " } else { "" }),
        is_same,
        to: nimbers.keys().next_back().cloned().unwrap_or_default(),
        period: String::new(),
    };
    let entries = SEVERAL.iter().filter(|entry| [0, first.len()].contains(&entry.0));
    let mut all = entries.cartesian_product([0, -1, 1].into_iter().cartesian_product([false, true]));
    if let Some(moves) = moves {
        let near = moves.iter().filter(|(position, _)| is_near(position));
        let near: MovesOfAll = near.map(|(position, to)| (position.clone(), to.clone())).collect();
        if let Some((entry, _)) = all.clone().find(|(entry, dress)| entry.is_same(*dress, &near)) {
            return Some(named(entry.2, true));
        }
        if let Some(games) = games_of_sum(first, &nimbers, &near) {
            return Some(named(&format!("a sum of {}", games.join(" and ")), true));
        }
    }
    // If only one number decides, the table says no more than one of that number.
    let decides = |&place: &usize| {
        let at_first = |position: &[u64]| nimbers.get(&with(position, place, first[place]));
        nimbers
            .iter()
            .any(|(position, nimber)| at_first(position) != Some(nimber))
    };
    let says_much = !misere && (0..first.len()).filter(decides).count() > 1;
    let (entry, _) = all.find(|(entry, dress)| says_much && entry.has_values(*dress, &nimbers))?;
    Some(named(entry.2, false))
}

/// The nimbers and the moves of consecutive numbers.
type Along = (Vec<u64>, Vec<Vec<Vec<u64>>>);

/// Returns the games of each number, if each move is one of them in the number that it changes.
fn games_of_sum(first: &[u64], nimbers: &Values, moves: &MovesOfAll) -> Option<Vec<String>> {
    // The other numbers are the first ones, and have no move there.
    let along = |place: usize| -> Option<Along> {
        let mut each = (Vec::new(), Vec::new());
        for position in (first[place]..).map(|n| with(first, place, n)) {
            let Some(&nimber) = nimbers.get(&position) else { break };
            let heap = |to: &Vec<u64>| (with(to, place, first[place]) == first).then(|| vec![to[place]]);
            each.0.push(nimber);
            each.1
                .push(moves.get(&position)?.iter().map(heap).collect::<Option<_>>()?);
        }
        Some(each)
    };
    let each: Vec<_> = (0..first.len()).map(along).collect::<Option<_>>()?;
    let is_sum = moves.iter().all(|(position, own)| {
        let of_place = |place: usize| {
            let to = each[place].1.get(position[place].checked_sub(first[place])? as usize)?;
            Some(to.iter().map(|to| with(position, place, to[0])).collect_vec())
        };
        let parts: Option<Vec<Vec<Vec<u64>>>> = (0..first.len()).map(of_place).collect();
        parts.is_some_and(|parts| BTreeSet::from_iter(parts.concat()) == own.iter().cloned().collect())
    });
    let games = first.iter().zip(&each).map(|(&first, (nimbers, moves))| {
        let found = namesake(first, nimbers, moves, false)?;
        found.is_same.then_some(found.game)
    });
    games.collect::<Option<_>>().filter(|_| is_sum)
}

#[cfg(test)]
mod tests {
    use super::super::step::scrambled;
    use super::*;

    /// The moves of a test's game of one number.
    type MovesFrom = Box<dyn Fn(u64) -> Vec<Vec<u64>>>;

    fn nimbers(moves: &MovesFrom, count: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..count {
            let after: BTreeSet<u64> = moves(n)
                .iter()
                .map(|heaps| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]))
                .collect();
            values.push((0..).find(|value| !after.contains(value)).unwrap());
        }
        values
    }

    /// Returns the name that a table of `count` numbers gets, by its moves or by its values alone.
    fn named(moves: &MovesFrom, count: u64, has_moves: bool) -> Option<Namesake> {
        let values = nimbers(moves, count);
        let all: Vec<_> = (0..count).map(moves).collect();
        namesake(0, &values, if has_moves { &all } else { &[] }, false)
    }

    fn to(heaps: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
        heaps.into_iter().map(|heap| vec![heap]).collect()
    }

    /// Returns a rule that nobody chose, of one of seven kinds.
    fn random_rule(seed: u64) -> MovesFrom {
        let random = move |place: u64, below: u64| scrambled(1000 * seed + place) % below;
        match seed % 7 {
            0 => {
                let amounts: Vec<u64> = (0..2 + random(0, 5)).map(|place| 1 + random(place + 1, 20)).collect();
                Box::new(move |n| to(amounts.iter().filter_map(|amount| n.checked_sub(*amount))))
            }
            1 => {
                let digits: String = (0..4 + random(0, 2))
                    .map(|place| char::from(b'0' + random(place + 1, 8) as u8))
                    .collect();
                let code = TakeAndBreak::parse(&format!("0.{digits}1")).unwrap();
                Box::new(move |n| code.moves(n))
            }
            2 => {
                let (a, b, c) = (1 + random(0, 5), 2 + random(1, 4), random(2, 3));
                Box::new(move |n| {
                    let down = [n.checked_sub(a), (n > c).then(|| n / b), (n > 3).then(|| n - 2 - n % 2)];
                    to(down.into_iter().flatten().filter(|&to| to < n))
                })
            }
            3 => {
                let q = 2 + random(0, 4);
                let amounts: Vec<Vec<u64>> = (0..q)
                    .map(|rest| (1..9).filter(|&amount| random(rest * 10 + amount, 3) == 0).collect())
                    .collect();
                Box::new(move |n| {
                    to(amounts[(n % q) as usize]
                        .iter()
                        .filter_map(|amount| n.checked_sub(*amount)))
                })
            }
            4 => Box::new(move |n| to((0..n).filter(|&less| random(1000 * n + less, 8) == 0))),
            5 => {
                let (least, step) = (random(0, 4), 1 + random(1, 4));
                Box::new(move |n| {
                    let splits = (least..=n / 2).step_by(step as usize).filter(|&a| n > a + step);
                    splits.map(|a| vec![a, n - a - step]).collect()
                })
            }
            _ => {
                let mask = 1 + random(0, 14);
                Box::new(move |n| {
                    to((1..16)
                        .filter(|k| k & mask == *k)
                        .filter_map(|k| n.checked_sub(k))
                        .chain([n & !mask])
                        .filter(|&to| to < n))
                })
            }
        }
    }

    #[test]
    fn a_name_needs_many_values_that_do_not_repeat_soon() {
        let kayles: MovesFrom = Box::new(|n| TakeAndBreak::parse("0.77").unwrap().moves(n));
        let line = |count, has_moves| named(&kayles, count, has_moves).map(|found| found.line(true));
        assert_eq!(line(49, false), None);
        assert_eq!(line(19, true), None);
        let name = "Kayles (octal 0.77, Dudeney 1907)";
        let period = "Its proved period is 12 from 71 on";
        assert_eq!(
            line(50, false),
            Some(format!("Name: has the values of {name}, checked to 49. {period}\n"))
        );
        assert_eq!(
            line(20, true),
            Some(format!("Name: {name}, the same game, checked to 19. {period}\n"))
        );
        let thirds: MovesFrom = Box::new(|n| to([1, 2, 5].into_iter().filter_map(|amount| n.checked_sub(amount))));
        assert!(named(&thirds, 300, true).is_some());
        assert_eq!(named(&thirds, 300, false), None);
    }

    #[test]
    fn one_other_move_is_another_game() {
        let code = TakeAndBreak::parse("0.77").unwrap();
        for wrong in [12, 40, 79] {
            let code = code.clone();
            let almost: MovesFrom =
                Box::new(move |n| code.moves(n).into_iter().skip(usize::from(n == wrong)).collect());
            let found = named(&almost, 80, true);
            assert!(found.is_none_or(|found| !found.is_same), "{wrong}");
        }
    }

    #[test]
    fn a_period_is_told_only_if_there_may_be_one() {
        let grundy: MovesFrom = Box::new(|n| (1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect());
        let nim: MovesFrom = Box::new(|n| to(0..n));
        let period = |rule| named(rule, 100, true).unwrap().period;
        assert_eq!(period(&grundy), ". No period of it was found to 99");
        assert_eq!(period(&nim), "");
    }

    /// A name that a short table gets is one that a long table keeps, with and without the moves.
    #[test]
    fn random_rules_get_no_false_name() {
        let mut names = BTreeMap::new();
        for seed in 0..300 {
            let rule = random_rule(seed);
            for has_moves in [true, false] {
                let Some(short) = named(&rule, 80, has_moves) else {
                    continue;
                };
                let long = named(&rule, 300, has_moves);
                assert_eq!(
                    Some(&short.game),
                    long.as_ref().map(|long| &long.game),
                    "{seed}: {short:?}"
                );
                names.insert((seed, has_moves), short.line(false));
            }
        }
        // Sets of two amounts, and splits that leave a constant, are often games of the catalogue.
        assert!((10..200).contains(&names.len()), "{names:#?}");
    }
}
