//! Games of contests and of the literature: the crate confirms each pattern beyond the table, or claims nothing.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::*;

/// Returns the numbers after dividing by an odd divisor greater than 1, or taking one.
fn number_game(n: u64) -> Vec<u64> {
    if n == 1 {
        return Vec::new();
    }
    let odd = divisors(n).into_iter().filter(|&d| d > 1 && d % 2 == 1);
    odd.map(|d| n / d).chain([n - 1]).collect()
}

/// Returns the ways to divide a heap into at least two equal heaps.
fn equal_heaps(n: u64) -> Vec<Vec<u64>> {
    let counts = divisors(n).into_iter().filter(|&d| d > 1);
    // Pairs of equal heaps have the value 0.
    counts.map(|d| if d % 2 == 0 { vec![] } else { vec![n / d] }).collect()
}

type MovesFrom = Box<dyn Fn(u64) -> Vec<Vec<u64>>>;

/// A game of one number: its moves, and the expected words about its pattern.
struct Game {
    name: &'static str,
    first: u64,
    kind: Kind,
    /// The last number of the table.
    to: u64,
    moves: MovesFrom,
    /// A phrase of the right pattern, or empty if none is known.
    says: &'static str,
    /// The name of the evidence, or empty if none is expected.
    evidence: &'static str,
}

fn taking(amounts: impl Fn(u64) -> Vec<u64> + 'static) -> MovesFrom {
    Box::new(move |n| {
        amounts(n)
            .into_iter()
            .filter(|&amount| amount <= n)
            .map(|amount| vec![n - amount])
            .collect()
    })
}

fn fixed(amounts: &'static [u64]) -> MovesFrom {
    taking(|_| amounts.to_vec())
}

fn code(text: &'static str) -> MovesFrom {
    let code = TakeAndBreak::parse(text).unwrap();
    Box::new(move |n| code.moves(n))
}

fn divisors(n: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..=n.isqrt()).filter(|d| n.is_multiple_of(*d)).collect();
    let mut all = small.clone();
    all.extend(small.iter().map(|d| n / d));
    all.sort_unstable();
    all.dedup();
    all
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn to(moves: impl Fn(u64) -> Vec<u64> + 'static) -> MovesFrom {
    Box::new(move |n| moves(n).into_iter().map(|n| vec![n]).collect())
}

impl Game {
    fn values(&self) -> Vec<u64> {
        self.values_to(self.to)
    }

    fn values_to(&self, last: u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        let first = self.first;
        for n in first..=last {
            let of_heap = |heap: &u64| heap.checked_sub(first).map_or(0, |place| values[place as usize]);
            let options: BTreeSet<u64> = (self.moves)(n)
                .iter()
                .map(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ of_heap(heap)))
                .collect();
            values.push(match self.kind {
                Kind::Nimber => (0..).find(|nimber| !options.contains(nimber)).unwrap(),
                Kind::Outcome => u64::from(options.contains(&0)),
            });
        }
        values
    }
}

impl MovesOf for &Game {
    fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        let mut spent = 0;
        let of = |n: &u64| {
            // No test makes that many moves only to discard them.
            if *n > most_moves as u64 * 4 && self.name.contains("all") {
                return Moves::TooMany;
            }
            let moves = (self.moves)(*n);
            let outside = moves.iter().flatten().any(|&heap| heap < self.first && heap > 0);
            match (moves.len() > most_moves, outside) {
                (true, _) => Moves::TooMany,
                (_, true) => Moves::Elsewhere,
                _ => Moves::To(moves, 0),
            }
        };
        let within = |moves: &Moves| {
            spent += match moves {
                Moves::To(moves, _) => moves.len() + 1,
                _ => 1,
            };
            spent <= budget
        };
        numbers.iter().map(of).take_while(within).collect()
    }
}

const PROVED: &str = "proved, if your moves stay so";
const STEP: &str = "holds, and passes its induction step";

fn games() -> Vec<Game> {
    let mut games = Vec::new();
    let mut add = |name, kind, (first, to), moves, says, evidence| {
        games.push(Game {
            name,
            first,
            kind,
            to,
            moves,
            says,
            evidence,
        });
    };
    use Kind::{Nimber, Outcome};
    let half = || taking(|n| (1..=n / 2).collect());
    add(
        "take 1 to 3",
        Nimber,
        (0, 400),
        fixed(&[1, 2, 3]),
        "g(n) = n mod 4",
        PROVED,
    );
    add(
        "take 1, 3 or 4",
        Nimber,
        (0, 400),
        fixed(&[1, 3, 4]),
        "period 7",
        PROVED,
    );
    add(
        "take 3 to 7",
        Nimber,
        (0, 400),
        fixed(&[3, 4, 5, 6, 7]),
        "period 10",
        PROVED,
    );
    add("take at most half, all", Nimber, (0, 400), half(), "g(2m) = m", STEP);
    add(
        "Kayles",
        Nimber,
        (0, 400),
        code("0.77"),
        "period 12, from n = 71",
        PROVED,
    );
    add(
        "Dawson's Kayles",
        Nimber,
        (0, 400),
        code("0.07"),
        "period 34, from n = 53",
        PROVED,
    );
    let lasker = |n: u64| {
        let mut moves: Vec<Vec<u64>> = (0..n).map(|left| vec![left]).collect();
        moves.extend((1..=n / 2).map(|a| vec![a, n - a]));
        moves
    };
    add(
        "Lasker's Nim, all",
        Nimber,
        (0, 400),
        Box::new(lasker),
        "g(n) = g(n - 4) + 4",
        STEP,
    );
    let even_lieges = |n: u64| {
        let mut moves: Vec<Vec<u64>> = n.checked_sub(1).map(|n| vec![n]).into_iter().collect();
        if n > 0 && n.is_multiple_of(2) {
            moves.push(vec![n / 2, n / 2]);
        }
        moves
    };
    add(
        "halves, two of them, or one less",
        Nimber,
        (0, 400),
        Box::new(even_lieges),
        "period 2, from n = 3",
        STEP,
    );
    let odd_lieges = |n: u64| {
        let mut moves: Vec<Vec<u64>> = n.checked_sub(1).map(|n| vec![n]).into_iter().collect();
        if n > 0 && n.is_multiple_of(2) {
            moves.push(vec![n / 2]);
        }
        moves
    };
    add(
        "half, if even, or one less",
        Nimber,
        (0, 400),
        Box::new(odd_lieges),
        "g(",
        STEP,
    );
    let proper = || taking(|n| divisors(n).into_iter().filter(|&d| d > 1 && d < n).collect());
    add(
        "take a proper divisor",
        Outcome,
        (1, 2000),
        proper(),
        "2^k with k odd, and the odd numbers",
        STEP,
    );
    let primes = |n: u64| (1..=n).filter(|&k| k == 1 || expr::is_prime(k) == Some(true)).collect();
    add(
        "take 1 or a prime, all",
        Outcome,
        (0, 400),
        taking(primes),
        "the multiples of 4",
        STEP,
    );
    let powers = || taking(|n| (0..40).map(|k| 1 << k).filter(|&k| k <= n).collect());
    add(
        "take a power of 2",
        Outcome,
        (0, 400),
        powers(),
        "the multiples of 3",
        STEP,
    );
    let squares = || taking(|n| (1..=n.isqrt()).map(|root| root * root).collect());
    add("take a square", Outcome, (0, 2000), squares(), "", "");
    add("take a square, nimbers", Nimber, (0, 400), squares(), "", "");
    add(
        "take 1, 2 or 9",
        Outcome,
        (0, 400),
        fixed(&[1, 2, 9]),
        "n mod 10 = 0, 3 or 6",
        PROVED,
    );
    add(
        "divide by an odd divisor or one less (CF 1370C)",
        Outcome,
        (1, 300),
        to(number_game),
        "the powers of 2, and the numbers 2p with p prime, except that the opposite holds for n = 2",
        STEP,
    );
    add(
        "equal heaps",
        Nimber,
        (1, 300),
        Box::new(equal_heaps),
        "the number of odd prime factors of n, repeated ones counted) + ((n + 1) mod 2)",
        STEP,
    );
    // Every heap that is not empty has a move to equal halves.
    let halves = |n: u64| {
        (1..=n.min(2))
            .flat_map(|k| (0..=(n - k) / 2).map(move |a| vec![a, n - k - a]))
            .collect()
    };
    add(
        "one or two, then split, all",
        Outcome,
        (0, 300),
        Box::new(halves),
        "all n are won, from n = 1 on",
        STEP,
    );
    let divisor = || taking(|n| divisors(n).into_iter().filter(|&d| d < n).collect());
    add(
        "take a divisor, not all",
        Nimber,
        (1, 400),
        divisor(),
        "the exponent of 2",
        STEP,
    );
    let coprime = |n: u64| (1..n).filter(|&m| gcd(m, n) == 1).collect();
    add(
        "leave a coprime, all",
        Nimber,
        (1, 400),
        to(coprime),
        "least prime factor",
        STEP,
    );
    let halve = |n: u64| if n == 0 { vec![] } else { vec![n - 1, n / 2] };
    add("halve or one less", Outcome, (0, 400), to(halve), "", STEP);
    let two_three = |n: u64| if n == 0 { vec![] } else { vec![n / 2, n / 3] };
    add("divide by 2 or 3", Outcome, (0, 2000), to(two_three), "stretches", STEP);
    let two_to_nine = |n: u64| {
        if n == 0 {
            vec![]
        } else {
            (2..=9).map(|k| n / k).collect()
        }
    };
    add(
        "divide by 2 to 9",
        Outcome,
        (0, 6000),
        to(two_to_nine),
        "stretches",
        STEP,
    );
    let grundy = |n: u64| (1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect();
    add("Grundy's game, all", Nimber, (0, 400), Box::new(grundy), "", "");
    add("take exactly 3", Nimber, (0, 400), fixed(&[3]), "period 6", PROVED);
    add("0.137", Nimber, (0, 400), code("0.137"), "period 34", PROVED);
    let coprime_split = |n: u64| {
        (1..=n / 2)
            .filter(|&a| gcd(a, n) == 1)
            .map(|a| vec![a, n - a])
            .collect()
    };
    add(
        "coprime splits, all",
        Nimber,
        (0, 200),
        Box::new(coprime_split),
        "period 2",
        STEP,
    );
    games
}

/// Returns games of divisors and primes, in the form of problems on judges.
fn divisor_games() -> Vec<Game> {
    use Kind::{Nimber, Outcome};
    let primes_of = |n: u64| -> Vec<u64> {
        let found = expr::factors(n.max(1)).unwrap();
        found.iter().map(|&(prime, _)| prime).collect()
    };
    let powers_of = |n: u64| -> Vec<u64> {
        let found = expr::factors(n.max(1)).unwrap();
        found
            .iter()
            .flat_map(|&(prime, most)| (1..=most).map(move |exponent| prime.pow(exponent)))
            .collect()
    };
    let is_prime_power = |n: u64| expr::factors(n).is_some_and(|found| found.len() == 1);
    let mut games: Vec<(&'static str, u64, MovesFrom)> = vec![
        ("number game", 1, to(number_game)),
        ("equal heaps", 1, Box::new(equal_heaps)),
        ("take a prime factor", 0, taking(primes_of)),
        (
            "take the least prime factor",
            0,
            taking(move |n| primes_of(n).into_iter().take(1).collect()),
        ),
        (
            "take the largest prime factor",
            0,
            taking(move |n| primes_of(n).into_iter().rev().take(1).collect()),
        ),
        (
            "divide by a prime",
            1,
            to(move |n| primes_of(n).iter().map(|p| n / p).collect()),
        ),
        (
            "divide by a prime power",
            1,
            to(move |n| powers_of(n).iter().map(|p| n / p).collect()),
        ),
        (
            "divide by a divisor",
            1,
            to(|n| divisors(n).into_iter().filter(|&d| d < n).collect()),
        ),
        (
            "leave a proper divisor",
            1,
            to(|n| divisors(n).into_iter().filter(|&d| d > 1 && d < n).collect()),
        ),
        (
            "take a divisor below n",
            1,
            taking(|n| divisors(n).into_iter().filter(|&d| d < n).collect()),
        ),
        (
            "take an odd divisor",
            0,
            taking(|n| divisors(n).into_iter().filter(|d| d % 2 == 1).collect()),
        ),
        (
            "take a prime power, all",
            0,
            taking(move |n| (1..=n).filter(|&k| k == 1 || is_prime_power(k)).collect()),
        ),
        (
            "take a prime, all",
            0,
            taking(|n| (2..=n).filter(|&k| expr::is_prime(k) == Some(true)).collect()),
        ),
        (
            "take what is not coprime, all",
            0,
            taking(|n| (1..n).filter(|&k| gcd(k, n) > 1).collect()),
        ),
        ("leave a remainder, all", 0, to(|n| (1..n).map(|k| n % k).collect())),
        (
            "divide by a prime, or one less",
            1,
            to(move |n| {
                primes_of(n)
                    .iter()
                    .map(|p| n / p)
                    .chain((n > 1).then(|| n - 1))
                    .collect()
            }),
        ),
        (
            "halve or take a divisor",
            1,
            to(|n| {
                divisors(n)
                    .into_iter()
                    .filter(|&d| d < n)
                    .map(|d| n - d)
                    .chain((n > 1).then_some(n / 2))
                    .collect()
            }),
        ),
        (
            "take the number of divisors",
            0,
            taking(|n| vec![divisors(n.max(1)).len() as u64]),
        ),
        (
            "split into factors",
            1,
            Box::new(|n| {
                divisors(n)
                    .into_iter()
                    .filter(|&d| d > 1 && d < n)
                    .map(|d| vec![d, n / d])
                    .collect()
            }),
        ),
        (
            "take the root or one",
            0,
            taking(|n| if n == 0 { vec![] } else { vec![1, n.isqrt()] }),
        ),
        (
            "quotient by a prime, all",
            0,
            to(|n| {
                (2..=n)
                    .filter(|&k| expr::is_prime(k) == Some(true))
                    .map(|p| n / p)
                    .collect()
            }),
        ),
    ];
    let mut all = Vec::new();
    for (name, first, moves) in games.drain(..) {
        let moves = std::rc::Rc::new(moves);
        for kind in [Outcome, Nimber] {
            let moves = std::rc::Rc::clone(&moves);
            // The outcome of a sum does not follow from the outcomes of its parts.
            if kind == Nimber || name != "split into factors" {
                all.push(Game {
                    name,
                    kind,
                    first,
                    to: 300,
                    moves: Box::new(move |n| moves(n)),
                    says: "",
                    evidence: "",
                });
            }
        }
    }
    all
}

/// Compares every claim beyond a table with the game played out far beyond it.
#[test]
fn claims_on_divisors_and_primes_hold_far_beyond_tables() {
    let mut right = 0;
    for game in divisor_games() {
        let finding = investigated(&game).found;
        let Some(finding) = finding else { continue };
        let far = if game.name.ends_with("all") { 600 } else { 5000 };
        if finding.claim.holds_on(game.first, &game.values_to(far)) {
            right += 1;
            continue;
        }
        let is_modest = matches!(finding.evidence, Evidence::Holds { .. });
        let words = finding.claim.words(game.kind).join("; ");
        assert!(
            is_modest,
            "{}, {:?}: {words}: {}",
            game.name, game.kind, finding.evidence
        );
    }
    assert!(right >= 20, "{right} patterns");
}

/// The limit beyond the table is small, so that tests are fast.
const BOUNDS: Bounds = Bounds {
    up_to: 1_000_000_000,
    named_to: 1_000_000_000,
    moves: 60_000,
};

fn investigated(game: &Game) -> Investigated {
    let mut source = game;
    investigated_by(game, &mut source)
}

/// Investigates a game with this source of moves beyond the table.
fn investigated_by(game: &Game, source: &mut dyn MovesOf) -> Investigated {
    let values = game.values();
    let table = Table {
        first: game.first,
        values: &values,
        kind: game.kind,
    };
    let moves: Vec<Vec<Vec<u64>>> = (game.first..=game.to.min(400)).map(|n| (game.moves)(n)).collect();
    let rule = theorem::recognise(game.first, &moves);
    let known = Known {
        rule: rule.as_ref(),
        source: Some(source),
        ..Known::default()
    };
    investigate(table, known, BOUNDS)
}

/// A source without any time left.
struct Silent;

impl MovesOf for Silent {
    fn moves_of(&mut self, _: &[u64], _: usize, _: usize) -> Rc<[Moves]> {
        Rc::default()
    }
}

/// If the source answers no question beyond the table, only the table is known.
#[test]
fn nothing_is_proved_or_passed_where_nothing_was_told() {
    for game in games() {
        let found = investigated_by(&game, &mut Silent).found;
        let word = found.map(|found| found.evidence.word());
        assert!([None, Some("holds")].contains(&word), "{}: {word:?}", game.name);
    }
}

/// A source whose rules name two numbers, and which has time for this many positions.
struct Halting<'a>(&'a Game, usize);

impl MovesOf for Halting<'_> {
    fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        let mut game = self.0;
        let told = &numbers[..numbers.len().min(self.1)];
        game.moves_of(told, most_moves, budget)
    }

    fn named(&self) -> Vec<u64> {
        vec![40_000, 60_000]
    }
}

/// The numbers in the rules come first, and a rule counts only if they follow it.
#[test]
fn nothing_is_proved_before_named_numbers_were_told() {
    let proved = |told: usize, game: &Game| {
        let found = investigated_by(game, &mut Halting(game, told)).found;
        found.is_some_and(|found| found.evidence.word() == PROVED)
    };
    // No test makes many moves only to discard them.
    let has_few = |game: &Game| game.evidence == PROVED && (game.moves)(60_000).len() < 100;
    let all: Vec<Game> = games().into_iter().filter(has_few).collect();
    assert!(all.len() > 2);
    for game in &all {
        assert!(!proved(1, game), "{}", game.name);
        assert!(proved(1000, game), "{}", game.name);
    }
}

#[test]
fn games_have_their_known_patterns() {
    for game in games() {
        let found = investigated(&game).found;
        let said = found.as_ref().map(|found| found.claim.words(game.kind).join("\n"));
        let word = found.as_ref().map_or("", |found| found.evidence.word());
        assert_eq!(word, game.evidence, "{}: {found:?}", game.name);
        if let Some(found) = &found {
            assert!(said.as_ref().unwrap().contains(game.says), "{}: {said:?}", game.name);
            // The claim also holds on a longer table than the search saw.
            let mut longer = Game {
                moves: Box::new(|_| Vec::new()),
                ..game
            };
            longer.moves = game.moves;
            longer.to = (2 * game.to).min(6000);
            for (place, &value) in longer.values().iter().enumerate() {
                let n = longer.first + place as u64;
                assert_eq!(found.claim.value(n), Some(value), "{} at {n}", longer.name);
            }
        }
    }
}

/// Returns the values of starts of a game in which the last move limits the next amount.
fn by_last_move(next: impl Fn(u64) -> u64, to: u64) -> Vec<u64> {
    // The least winning amount of each heap: a player who may take more wins.
    let mut least = vec![u64::MAX];
    for n in 1..=to {
        let wins = |&amount: &u64| {
            let left = n - amount;
            left == 0 || next(amount) < least[left as usize]
        };
        least.push((1..=n).find(wins).unwrap_or(u64::MAX));
    }
    (2..=to).map(|n| u64::from(least[n as usize] < n)).collect()
}

/// Returns the count of factors 9, 2, 9, 2, … whose product first reaches n.
fn by_turns(n: u64) -> u64 {
    let products = std::iter::successors(Some((1, 9)), |&(product, factor)| Some((product * factor, 11 - factor)));
    products.take_while(|&(product, _)| product < n).count() as u64
}

/// Sequences given by values alone: nothing beyond the table can be tried.
#[test]
fn sequences_have_their_known_patterns() {
    let nimbers = |of: fn(u64) -> u64| (0..=400).map(of).collect::<Vec<u64>>();
    let mut lower = vec![0; 401];
    for k in 1..=400_u64 {
        let n = expr::times_phi(k) as usize;
        if n <= 400 {
            lower[n] = 1;
        }
    }
    let table: Vec<(&str, Kind, u64, Vec<u64>, &str)> = vec![
        (
            "Fibonacci Nim",
            Kind::Outcome,
            2,
            by_last_move(|k| 2 * k, 400),
            "the Fibonacci numbers",
        ),
        (
            "at most the last amount",
            Kind::Outcome,
            2,
            by_last_move(|k| k, 400),
            "the powers of 2",
        ),
        (
            "at most three times the last",
            Kind::Outcome,
            2,
            by_last_move(|k| 3 * k, 1500),
            "the lost numbers are",
        ),
        (
            "no amount twice",
            Kind::Nimber,
            0,
            nimbers(|n| ((8 * n + 1).isqrt() - 1) / 2),
            "1 + 2 + ... + k",
        ),
        (
            "ruler",
            Kind::Nimber,
            0,
            nimbers(|n| n & n.wrapping_neg()),
            "the largest power of 2 that divides n",
        ),
        ("Wythoff's lower numbers", Kind::Outcome, 0, lower, "phi"),
        (
            "multiply by two to nine",
            Kind::Outcome,
            2,
            (2..1103).map(|n| u64::from(by_turns(n) % 2 == 1)).collect(),
            "they end at 9 and 18, ...\neach next end is 2 and 9 times the end before, in turn",
        ),
        (
            "a divisor, not 1 and not the number itself; the last move loses",
            Kind::Outcome,
            1,
            (1..5000)
                .map(|n| u64::from(expr::Atom::PrimeFactors.value(n) != Some(2)))
                .collect(),
            "the number of prime factors",
        ),
        (
            "Thue and Morse",
            Kind::Outcome,
            0,
            nimbers(|n| u64::from(n.count_ones() % 2)),
            "ones of n in binary",
        ),
        (
            "mock turtles",
            Kind::Nimber,
            0,
            nimbers(|n| 2 * n + u64::from((n.count_ones() + 1) % 2)),
            "ones of n in binary",
        ),
    ];
    for (name, kind, first, values, says) in table {
        let table = Table {
            first,
            values: &values,
            kind,
        };
        let found = investigate(table, Known::default(), BOUNDS).found;
        let found = found.unwrap_or_else(|| panic!("{name}: nothing found"));
        let words = found.claim.words(kind).join("\n");
        assert!(words.contains(says), "{name}: {words}");
        assert_eq!(found.evidence.word(), "holds", "{name}");
    }
}

#[test]
fn half_depends_on_k() {
    for k in [2_u64, 3, 5] {
        let game = Game {
            name: "take at most n / k, all",
            first: 0,
            kind: Kind::Nimber,
            to: 400,
            moves: taking(move |n| (1..=n / k).collect()),
            says: "",
            evidence: "",
        };
        let found = investigated(&game).found;
        let found = found.unwrap_or_else(|| panic!("{k}: nothing found"));
        let longer = Game { to: 1000, ..game };
        for (n, value) in longer.values().into_iter().enumerate() {
            assert_eq!(found.claim.value(n as u64), Some(value), "k = {k} at {n}");
        }
    }
}

/// Returns the game of taking 1 to 3 in which one number has one move less.
fn take_but_at(other: u64, to: u64) -> Game {
    Game {
        name: "take 1 to 3, but not everywhere",
        first: 0,
        kind: Kind::Outcome,
        to,
        moves: taking(move |n| if n == other { vec![1, 2] } else { vec![1, 2, 3] }),
        says: "",
        evidence: "",
    }
}

/// No proof is printed above a table that contradicts it, even if the rule changes far above.
#[test]
fn a_rule_that_changes_within_the_table_is_not_proved() {
    for other in [1999, 2347, 4003, 4799] {
        let found = investigated(&take_but_at(other, 4800)).found;
        let word = found.as_ref().map(|found| found.evidence.word());
        assert!(
            !word.is_some_and(|word| word.starts_with("proved")),
            "{other}: {found:?}"
        );
    }
    // If the change has no effect, or there is none, it is proved under its hypothesis, which names the seen positions.
    let found = investigated(&take_but_at(u64::MAX, 4800)).found;
    let found = found.unwrap();
    assert_eq!(found.evidence.word(), "proved, if your moves stay so");
    let words = found.evidence.to_string();
    assert!(
        words.contains("from every n in 0..400 and from ")
            && words.contains(" others up to 1000000000, your moves are"),
        "{words}"
    );
}

/// The search looks at a part of a long table. A claim must hold on all of it.
#[test]
fn a_claim_holds_on_the_whole_of_a_long_table() {
    let mut values: Vec<u64> = (0..9000).map(|n| u64::from(n % 4 > 0)).collect();
    let holds = |values: &[u64]| {
        let kind = Kind::Outcome;
        let table = Table { first: 0, values, kind };
        let found = investigate(table, Known::default(), BOUNDS).found;
        found.is_some()
    };
    assert!(holds(&values));
    values[8001] = 0;
    assert!(!holds(&values));
}

/// `holds_on` takes earlier values from the table, and must agree with the claim's own values.
#[test]
fn claims_hold_on_their_tables_and_on_no_changed_ones() {
    for game in games() {
        let Some(found) = investigated(&game).found else {
            continue;
        };
        let mut values = game.values();
        assert!(found.claim.holds_on(game.first, &values), "{}", game.name);
        let last = values.len() - 1;
        values[last] = (values[last] + 1) % 2;
        assert!(!found.claim.holds_on(game.first, &values), "{}", game.name);
    }
    let mut lost: Vec<u64> = (0..2000_u64).map(|n| u64::from(!n.is_power_of_two())).collect();
    let claim = Claim::Sequence {
        lost: vec![1],
        factors: vec![2],
        plus: 0,
    };
    assert!(claim.holds_on(0, &lost));
    lost[1024] = 1;
    assert!(!claim.holds_on(0, &lost));
}

/// Misère play: the same theorem proves taking, with another value of an empty heap.
#[test]
fn taking_in_misere_play_is_proved() {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..400_usize {
        let mut options = [1, 3, 4]
            .iter()
            .filter_map(|&amount| Some(values[n.checked_sub(amount)?]));
        values.push(u64::from(n == 0 || options.any(|value| value == 0)));
    }
    let moves: Vec<Vec<Vec<u64>>> = (0..400).map(|n| fixed(&[1, 3, 4])(n)).collect();
    let rule = theorem::recognise(0, &moves);
    let table = Table {
        first: 0,
        values: &values,
        kind: Kind::Outcome,
    };
    let investigated = |misere| {
        let known = Known {
            rule: rule.as_ref(),
            misere,
            ..Known::default()
        };
        investigate(table, known, BOUNDS).found.unwrap()
    };
    let found = investigated(true);
    assert_eq!(found.evidence.word(), "proved, if your moves stay so");
    assert_eq!(
        found.claim.words(Kind::Outcome)[0],
        "the lost numbers are exactly the n with n mod 7 = 1 or 3"
    );
    // By the normal rule these values are wrong.
    assert_eq!(investigated(false).evidence.word(), "holds");
}

#[test]
fn claims_are_said_as_a_person_would() {
    let words = |first: u64, kind: Kind, value: &dyn Fn(u64) -> u64| {
        let values: Vec<u64> = (first..first + 300).map(value).collect();
        let table = Table {
            first,
            values: &values,
            kind,
        };
        search::find(table)[0].claim.words(kind)[0].clone()
    };
    // The lost numbers are 0, 7, 13, 20, ...
    let steps = |n: u64| u64::from(!n.is_multiple_of(13) && n % 13 != 7);
    assert_eq!(
        words(0, Kind::Outcome, &steps),
        "the lost numbers are exactly the n with n mod 13 = 0 or 7"
    );
    let powers = |n: u64| u64::from(n > 0 && !n.is_power_of_two());
    assert_eq!(
        words(0, Kind::Outcome, &powers),
        "the lost numbers are exactly the powers of 2, except that the opposite holds for n = 0"
    );
    assert_eq!(
        words(0, Kind::Nimber, &|n| if n < 3 { n } else { 0 }),
        "g(n) = 0, from n = 3 on"
    );
    // Mock turtles, with the coins counted from 1.
    let turtles = |n: u64| match n.checked_sub(1) {
        None => 0,
        Some(place) => 2 * place + u64::from((place.count_ones() + 1) % 2),
    };
    let found = words(0, Kind::Nimber, &turtles);
    assert!(
        found.starts_with("g(n + 1) = ") && found.contains("ones of n in binary"),
        "{found}"
    );
}

/// False claims that hold on a table are contradicted beyond it.
#[test]
fn false_claims_are_contradicted() {
    let mut game = games()
        .into_iter()
        .find(|game| game.name == "divide by 2 to 9")
        .unwrap();
    game.to = 17;
    let constant = Claim::Period {
        first: 0,
        values: vec![0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
        period: 1,
        saltus: 0,
    };
    let mut source = &game;
    let trial = step::try_beyond(&constant, Kind::Outcome, 17, BOUNDS, &mut source);
    assert!(matches!(trial, Trial::Contradicted(_)), "{trial:?}");
    let game = games().into_iter().find(|game| game.name == "take 1, 3 or 4").unwrap();
    let claim = Claim::Period {
        first: 0,
        values: vec![0, 1, 2, 3, 4, 5, 6],
        period: 7,
        saltus: 0,
    };
    let mut source = &game;
    let trial = step::try_beyond(&claim, Kind::Nimber, 10, BOUNDS, &mut source);
    assert!(matches!(trial, Trial::Contradicted(_)), "{trial:?}");
}

/// Every kind of claim gives the same function in Rust and in its program. Other tests run programs. This one checks
/// that they have a body for each kind and no missing helper.
#[test]
fn programs_have_their_helpers() {
    for game in games() {
        let Some(found) = investigated(&game).found else {
            continue;
        };
        for language in [code::Language::Cpp, code::Language::Python] {
            let text = code::function(&found.claim, game.first, None, language);
            for call in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                let is_call =
                    text.contains(&format!("{call}(n)")) && call.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                if is_call && !call.is_empty() {
                    assert!(
                        text.contains(&format!("def {call}(")) || text.contains(&format!(" {call}(long long")),
                        "{}: {call} in {text}",
                        game.name
                    );
                }
            }
        }
    }
}

/// Grundy's game to 200 has ten lost numbers, none of them beyond 53. Each claim copies them.
#[test]
fn a_list_of_exceptions_earns_nothing() {
    let game = games()
        .into_iter()
        .find(|game| game.name.starts_with("Grundy"))
        .unwrap();
    let nimbers = game.values_to(1300);
    let outcomes: Vec<u64> = nimbers.iter().map(|&nimber| u64::from(nimber > 0)).collect();
    for last in [100, 200, 250, 1300] {
        let table = Table {
            first: 1,
            values: &outcomes[1..=last],
            kind: Kind::Outcome,
        };
        let found = investigate(table, Known::default(), BOUNDS).found;
        assert_eq!(found, None, "to {last}");
    }
}

/// Lost numbers up to 20 of a misère game: take one or two stones, and perhaps split the rest.
#[test]
fn little_is_claimed_of_few_numbers() {
    use Kind::Outcome;

    let lost = [1, 4, 9, 12, 20];
    let values: Vec<u64> = (0..21).map(|n| u64::from(!lost.contains(&n))).collect();
    let table = Table {
        first: 0,
        values: &values,
        kind: Outcome,
    };
    let claims: Vec<Vec<String>> = search::find(table)
        .iter()
        .map(|found| found.claim.words(Outcome))
        .collect();
    assert!(claims.is_empty(), "{claims:?}");
}
