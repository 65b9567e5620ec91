//! Patterns of tables of words: counts of letters, length, symmetry.

use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools as _;

use super::bits::{Facts, MARGIN, choice};
use super::branches::{CLASSES, MOST_TOGETHER, combined, may_decide, samples};
use super::expr::{Atom, Expr, Op};
use super::formula::order;

/// The most letters of an alphabet whose pieces of words are counted.
const MOST_FOR_PIECES: usize = 4;

/// The kinds of patterns of words, for people.
pub const KINDS: &str = "counts of letters, of letters at odd places and of pieces of two or three letters, and their order; the \
                         least count, length and stretches modulo 2, 3 and 4; letters with an odd count, equal counts, ends, \
                         symmetry, digits and their sum; up to three of these, for all words or without equal neighbours; \
                         the xor over stretches of one letter";

/// A number with few values, computed from a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordFeature {
    /// The length modulo a number.
    Length(u64),
    /// The count of a letter modulo a number.
    Count(char, u64),
    /// Whether a letter occurs.
    Has(char),
    /// The count of the rarest letter of the alphabet modulo a number.
    Least(u64),
    /// The number of stretches of equal letters modulo a number.
    Stretches(u64),
    /// The number of stretches of one letter modulo a number.
    StretchesOf(char, u64),
    /// The number of letters with an odd count.
    Odd,
    /// Whether all letters of the alphabet have the same count.
    Equal,
    /// Whether the first letter is the last.
    Ends,
    /// Whether the first letter is this one.
    First(char),
    /// Whether the last letter is this one.
    Last(char),
    /// Whether the word reads the same from its end.
    Palindrome,
    /// The number of places where a piece begins, modulo a number.
    Pieces(String, u64),
    /// The order of the numbers of places where two pieces begin: 0, 1 or 2 for less, equal and greater.
    Order(String, String),
    /// The sum of the digits modulo a number.
    DigitSum(u64),
    /// The count of digits with a remainder: the modulus, the remainder, and the modulus of the count.
    Digits(u64, u64, u64),
    /// Whether a letter occurs at an odd place (true) or an even place, from 1.
    HasAt(bool, char),
    /// The count of a letter at odd places (true) or even places modulo 2.
    CountAt(bool, char),
    /// Whether some digit and the sum of the digits have the same remainder modulo a number.
    DigitOfSum(u64),
    /// Whether an odd digit occurs at an odd place, or an even digit at an even place (false).
    DigitAt(bool),
}

impl WordFeature {
    /// Returns every feature of words of an alphabet, the plainest first.
    fn all(letters: &[char]) -> Vec<WordFeature> {
        let mut all = Vec::new();
        let are_digits = letters.len() > 2 && letters.iter().all(char::is_ascii_digit);
        for q in 2..=4 {
            all.push(WordFeature::Length(q));
            all.extend(letters.iter().map(|&letter| WordFeature::Count(letter, q)));
            all.push(WordFeature::Stretches(q));
            if letters.len() > 1 {
                all.push(WordFeature::Least(q));
            }
        }
        all.extend(letters.iter().map(|&letter| WordFeature::Has(letter)));
        all.extend([
            WordFeature::Odd,
            WordFeature::Equal,
            WordFeature::Ends,
            WordFeature::Palindrome,
        ]);
        if are_digits {
            all.extend([true, false].map(WordFeature::DigitAt));
            all.extend([WordFeature::DigitSum(3), WordFeature::DigitOfSum(3)]);
            all.extend((2..=3).flat_map(|q| (0..q).map(move |rest| WordFeature::Digits(q, rest, 2))));
        }
        if letters.len() <= MOST_FOR_PIECES {
            all.extend(letters.iter().map(|&letter| WordFeature::First(letter)));
            all.extend(letters.iter().map(|&letter| WordFeature::Last(letter)));
            all.extend(letters.iter().map(|&letter| WordFeature::StretchesOf(letter, 2)));
            for of_odd in [true, false] {
                all.extend(letters.iter().map(|&letter| WordFeature::CountAt(of_odd, letter)));
                all.extend(letters.iter().map(|&letter| WordFeature::HasAt(of_odd, letter)));
            }
            let pieces = |length: usize| -> Vec<String> {
                let words = (0..length).map(|_| letters.iter()).multi_cartesian_product();
                words.map(|word| word.into_iter().collect()).collect()
            };
            let most = if letters.len() == 2 { 3 } else { 2 };
            for length in 2..=most {
                let counted = pieces(length).into_iter().cartesian_product(2..=3);
                all.extend(counted.map(|(piece, q)| WordFeature::Pieces(piece, q)));
            }
            for length in 1..=most {
                let pairs = pieces(length).into_iter().tuple_combinations();
                all.extend(pairs.map(|(one, other)| WordFeature::Order(one, other)));
            }
        }
        all
    }

    /// Returns the value for a word of an alphabet.
    pub fn value(&self, word: &str, letters: &[char]) -> u64 {
        let count = |letter: char| word.chars().filter(|&other| other == letter).count() as u64;
        let counts = || letters.iter().map(|&letter| count(letter));
        let places = |piece: &str| {
            let starts = word.char_indices().map(|(at, _)| &word[at..]);
            starts.filter(|rest| rest.starts_with(piece)).count() as u64
        };
        let digits = || word.bytes().map(|byte| u64::from(byte.wrapping_sub(b'0')));
        // Places count from 1.
        let at = |is_odd: bool| word.chars().skip(usize::from(!is_odd)).step_by(2);
        match self {
            WordFeature::Length(q) => word.chars().count() as u64 % q,
            WordFeature::Count(letter, q) => count(*letter) % q,
            WordFeature::Has(letter) => u64::from(word.contains(*letter)),
            WordFeature::Least(q) => counts().min().unwrap_or(0) % q,
            WordFeature::Stretches(q) => word.chars().dedup().count() as u64 % q,
            WordFeature::StretchesOf(letter, q) => {
                word.chars().dedup().filter(|other| other == letter).count() as u64 % q
            }
            WordFeature::Odd => counts().filter(|count| count % 2 == 1).count() as u64,
            WordFeature::Equal => u64::from(counts().all_equal()),
            WordFeature::Ends => u64::from(word.chars().next() == word.chars().next_back()),
            WordFeature::First(letter) => u64::from(word.starts_with(*letter)),
            WordFeature::Last(letter) => u64::from(word.ends_with(*letter)),
            WordFeature::Palindrome => u64::from(word.chars().eq(word.chars().rev())),
            WordFeature::Pieces(piece, q) => places(piece) % q,
            WordFeature::Order(one, other) => order(places(one), places(other)),
            WordFeature::DigitSum(q) => digits().sum::<u64>() % q,
            WordFeature::Digits(of, rest, q) => digits().filter(|digit| digit % of == *rest).count() as u64 % q,
            WordFeature::CountAt(is_odd, letter) => at(*is_odd).filter(|other| other == letter).count() as u64 % 2,
            WordFeature::DigitOfSum(q) => {
                let rest = digits().sum::<u64>() % q;
                u64::from(digits().any(|digit| digit % q == rest))
            }
            WordFeature::HasAt(is_odd, letter) => u64::from(at(*is_odd).contains(letter)),
            WordFeature::DigitAt(is_odd) => {
                let wanted = |digit: char| (u32::from(digit) % 2 == 1) == *is_odd;
                u64::from(at(*is_odd).any(wanted))
            }
        }
    }

    /// Returns whether its values are answers: 0 for no, 1 for yes.
    fn is_question(&self) -> bool {
        matches!(
            self,
            WordFeature::Has(_)
                | WordFeature::Equal
                | WordFeature::Ends
                | WordFeature::First(_)
                | WordFeature::Last(_)
                | WordFeature::Palindrome
                | WordFeature::DigitOfSum(_)
                | WordFeature::HasAt(..)
                | WordFeature::DigitAt(_)
        )
    }
}

impl fmt::Display for WordFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = |is_odd: bool| if is_odd { "odd" } else { "even" };
        match self {
            WordFeature::Length(q) => write!(f, "the length mod {q}"),
            WordFeature::Count(letter, q) => write!(f, "the count of {letter} mod {q}"),
            WordFeature::Has(letter) => write!(f, "whether {letter} occurs"),
            WordFeature::Least(q) => write!(f, "the count of the rarest letter mod {q}"),
            WordFeature::Stretches(q) => write!(f, "the number of stretches of equal letters mod {q}"),
            WordFeature::StretchesOf(letter, q) => write!(f, "the number of stretches of {letter} mod {q}"),
            WordFeature::Odd => f.write_str("the number of letters with an odd count"),
            WordFeature::Equal => f.write_str("whether all letters have the same count"),
            WordFeature::Ends => f.write_str("whether the first letter is the last"),
            WordFeature::First(letter) => write!(f, "whether the first letter is {letter}"),
            WordFeature::Last(letter) => write!(f, "whether the last letter is {letter}"),
            WordFeature::Palindrome => f.write_str("whether the word is a palindrome"),
            WordFeature::Pieces(piece, q) => write!(f, "the number of places with {piece} mod {q}"),
            WordFeature::Order(one, other) => write!(f, "the order of the counts of {one} and {other}"),
            WordFeature::DigitSum(q) => write!(f, "the sum of the digits mod {q}"),
            WordFeature::Digits(2, rest, q) => write!(f, "the count of {} digits mod {q}", parity(*rest == 1)),
            WordFeature::Digits(of, rest, q) => write!(f, "the count of digits that are {rest} mod {of}, mod {q}"),
            WordFeature::DigitOfSum(q) => write!(f, "whether some digit and their sum are equal mod {q}"),
            WordFeature::CountAt(is_odd, letter) => {
                write!(f, "the count of {letter} at {} places mod 2", parity(*is_odd))
            }
            WordFeature::HasAt(is_odd, letter) => write!(f, "whether {letter} occurs at an {} place", parity(*is_odd)),
            WordFeature::DigitAt(is_odd) => {
                let parity = parity(*is_odd);
                write!(f, "whether an {parity} digit occurs at an {parity} place")
            }
        }
    }
}

/// A claim about the outcome of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordClaim {
    letters: Vec<char>,
    /// Whether the claim is only about words without equal neighbours.
    without_pairs: bool,
    rule: Rule,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    /// The outcome follows from up to three features.
    Cases {
        features: Vec<WordFeature>,
        /// The outcome for the values of the features: 0 lost, 1 won, 2 drawn.
        cases: BTreeMap<Vec<u64>, u64>,
    },
    /// The word is lost if the shares of its stretches of one letter have the xor 0.
    Shares {
        letter: char,
        /// The share of a stretch by its length, for each surrounding that occurs.
        shares: BTreeMap<Around, Expr>,
    },
}

/// The surroundings of a stretch of one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    /// The stretch is the word.
    Whole,
    /// The stretch is at one end.
    End,
    /// The stretch is between equal letters.
    Equal,
    /// The stretch is between different letters.
    Different,
}

impl Around {
    const ALL: [Around; 4] = [Around::Whole, Around::End, Around::Equal, Around::Different];

    fn words(self) -> &'static str {
        match self {
            Around::Whole => "as the whole word",
            Around::End => "at an end",
            Around::Equal => "between equal letters",
            Around::Different => "between different letters",
        }
    }
}

/// Returns the surroundings and the length of each stretch of a letter.
fn stretches(word: &str, letter: char) -> Vec<(Around, u64)> {
    let letters: Vec<char> = word.chars().collect();
    let mut found = Vec::new();
    let mut place = 0;
    for (is_wanted, run) in &letters.iter().chunk_by(|&&other| other == letter) {
        let end = place + run.count();
        if is_wanted {
            let before = place.checked_sub(1).map(|before| letters[before]);
            let around = match (before, letters.get(end)) {
                (None, None) => Around::Whole,
                (Some(before), Some(&after)) if before == after => Around::Equal,
                (Some(_), Some(_)) => Around::Different,
                _ => Around::End,
            };
            found.push((around, (end - place) as u64));
        }
        place = end;
    }
    found
}

impl WordClaim {
    /// Returns the claimed outcome, or `None` if the table did not show such a word.
    pub fn value(&self, word: &str) -> Option<u64> {
        if self.without_pairs && has_pair(word) {
            return None;
        }
        match &self.rule {
            Rule::Cases { features, cases } => {
                let values = features.iter().map(|feature| feature.value(word, &self.letters));
                cases.get(&values.collect::<Vec<_>>()).copied()
            }
            Rule::Shares { letter, shares } => {
                let mut each = stretches(word, *letter).into_iter();
                let xor = each.try_fold(0, |xor, (around, length)| {
                    Some(xor ^ shares.get(&around)?.value(length)?)
                });
                Some(u64::from(xor? != 0))
            }
        }
    }

    /// Returns the claim in words, one idea a line.
    pub fn words(&self) -> Vec<String> {
        let only = if self.without_pairs {
            " if no neighbours are equal"
        } else {
            ""
        };
        let (features, cases) = match &self.rule {
            Rule::Cases { features, cases } => (features, cases),
            Rule::Shares { letter, shares } => {
                let shares = shares
                    .iter()
                    .map(|(around, share)| format!("{share} {}", around.words()));
                return vec![
                    format!("a word is lost exactly if the shares of its stretches of {letter} have the xor 0{only}"),
                    format!("  the share of n letters: {}", shares.collect::<Vec<_>>().join("; ")),
                ];
            }
        };
        let mut lines = vec![format!(
            "the outcome depends only on {}{only}",
            features.iter().join(", and on ")
        )];
        for (name, value) in [("lost", 0), ("drawn", 2)] {
            let alike = cases.iter().filter(|(_, outcome)| **outcome == value);
            let alike: Vec<String> = alike.map(|(class, _)| classes(features, class)).collect();
            if !alike.is_empty() {
                lines.push(format!("  {name}: {}", alike.join("; ")));
            }
        }
        lines
    }
}

/// Returns the values of features for people.
fn classes(features: &[WordFeature], class: &[u64]) -> String {
    let named = features.iter().zip(class).map(|(feature, &value)| match feature {
        WordFeature::Order(..) => ["less", "equal", "more"][value as usize % 3].to_owned(),
        feature if feature.is_question() => ["no", "yes"][value as usize % 2].to_owned(),
        _ => value.to_string(),
    });
    named.collect::<Vec<_>>().join(" and ")
}

fn has_pair(word: &str) -> bool {
    word.chars().tuple_windows().any(|(one, other)| one == other)
}

/// Returns a few claims that hold for words with these outcomes and earn their bits, the shortest first.
///
/// They are claims about all words, or else about the words without equal neighbours: many games allow no others.
pub fn find(letters: &[char], words: &[(&str, u64)]) -> Vec<WordClaim> {
    let of_all = find_where(letters, words, false);
    if !of_all.is_empty() {
        return of_all;
    }
    let words: Vec<(&str, u64)> = words.iter().filter(|(word, _)| !has_pair(word)).copied().collect();
    find_where(letters, &words, true)
}

fn find_where(letters: &[char], words: &[(&str, u64)], without_pairs: bool) -> Vec<WordClaim> {
    /// The most claims to return.
    const MOST: usize = 8;
    /// The most cases of three features. Nobody reads longer lists.
    const MOST_CASES: usize = 12;
    let outcomes: Vec<u64> = words.iter().map(|&(_, outcome)| outcome).collect();
    let mut found = Vec::new();
    if outcomes.iter().all_equal() {
        return found;
    }
    let facts = Facts::of(outcomes.iter().copied()).all();
    let largest = outcomes.iter().max().map_or(0, |&largest| largest as usize);
    let earns = |bits: u32| facts - i64::from(1 + u32::from(without_pairs) + bits) >= MARGIN;
    let claim = |rule: Rule| WordClaim {
        letters: letters.to_vec(),
        without_pairs,
        rule,
    };
    let features = WordFeature::all(letters);
    let of_all = |feature: &WordFeature| -> Vec<u8> {
        let value = |(word, _): &(&str, u64)| feature.value(word, letters).min(CLASSES as u64) as u8;
        words.iter().map(value).collect()
    };
    let columns: Vec<Vec<u8>> = features.iter().map(of_all).collect();
    let usable = |count: usize| {
        let is_usable = move |column: &[u8]| {
            let is_few = column.iter().all(|&class| usize::from(class) < CLASSES);
            // Questions of a third feature must be plain.
            is_few && (count < MOST_TOGETHER || column.iter().all(|&class| class < 3))
        };
        (0..columns.len())
            .filter(|&place| is_usable(&columns[place]))
            .collect::<Vec<_>>()
    };
    let rows = samples(&outcomes);
    for count in 1..=MOST_TOGETHER {
        if count == MOST_TOGETHER
            && let Some((rule, bits)) = shares(letters, words)
            && earns(bits)
        {
            found.push(claim(rule));
        }
        for places in usable(count).into_iter().combinations(count) {
            let chosen: Vec<&[u8]> = places.iter().map(|&place| &columns[place][..]).collect();
            if !may_decide(&chosen, &outcomes, &rows) {
                continue;
            }
            let Some(cases) = cases(&chosen, &outcomes) else {
                continue;
            };
            let bits = count * choice(features.len()) as usize + cases.len() * choice(largest + 1) as usize;
            if earns(bits as u32) && (count < MOST_TOGETHER || cases.len() <= MOST_CASES) {
                let features = places.iter().map(|&place| features[place].clone()).collect();
                found.push(claim(Rule::Cases { features, cases }));
            }
            if found.len() >= MOST {
                return found;
            }
        }
    }
    found
}

/// Returns the outcome for each combination of classes, or `None` if one has two outcomes or came too seldom.
fn cases(chosen: &[&[u8]], outcomes: &[u64]) -> Option<BTreeMap<Vec<u64>, u64>> {
    /// The least number of words for each case.
    const FEWEST_OF_CASE: usize = 3;
    let combined = combined(chosen, outcomes)?;
    let is_often = combined.values().all(|&(_, count)| count >= FEWEST_OF_CASE);
    let numbers = |classes: Vec<u8>| classes.into_iter().map(u64::from).collect();
    let cases = combined
        .into_iter()
        .map(|(classes, (outcome, _))| (numbers(classes), outcome));
    is_often.then(|| cases.collect())
}

/// Returns the shares of the stretches of one letter that decide every word, and their bits.
///
/// A player who fills a row of free cells has such a game: each gap is a game of its own, and its ends matter.
fn shares(letters: &[char], words: &[(&str, u64)]) -> Option<(Rule, u32)> {
    if letters.len() < 2 || words.iter().any(|&(_, outcome)| outcome > 1) {
        return None;
    }
    let n = || Expr::Atom(Atom::N);
    let candidates = [
        Expr::Const(0),
        Expr::Const(1),
        n(),
        Expr::Atom(Atom::Mod(2)),
        Expr::join(Expr::Const(1), Op::Sub, Expr::Atom(Atom::Mod(2))),
        Expr::Atom(Atom::Div(2)),
        Expr::Atom(Atom::HalfUp),
        Expr::join(n(), Op::Add, Expr::Const(1)),
        Expr::join(n(), Op::Sub, Expr::Const(1)),
        Expr::Atom(Atom::Mod(3)),
    ];
    for &letter in letters {
        let parts: Vec<Vec<(Around, u64)>> = words.iter().map(|(word, _)| stretches(word, letter)).collect();
        let occurring = Around::ALL
            .into_iter()
            .filter(|around| parts.iter().flatten().any(|(of, _)| of == around));
        let occurring: Vec<Around> = occurring.collect();
        // Words of one stretch refuse most candidates for its surroundings.
        let may_be = |around: Around| {
            let alone = parts
                .iter()
                .zip(words)
                .filter(|(parts, _)| parts.len() == 1 && parts[0].0 == around);
            let alone: Vec<(u64, bool)> = alone.map(|(parts, (_, outcome))| (parts[0].1, *outcome != 0)).collect();
            let fits = |share: &&Expr| {
                let mut each = alone.iter();
                each.all(|&(length, is_won)| share.value(length).is_some_and(|share| (share != 0) == is_won))
            };
            candidates.iter().filter(fits).collect::<Vec<_>>()
        };
        let choices = occurring.iter().map(|&around| may_be(around)).multi_cartesian_product();
        for chosen in choices {
            let shares: BTreeMap<Around, Expr> = occurring.iter().copied().zip(chosen.into_iter().cloned()).collect();
            let holds = parts.iter().zip(words).all(|(parts, (_, outcome))| {
                let mut each = parts.iter();
                let xor = each.try_fold(0, |xor, (around, length)| Some(xor ^ shares[around].value(*length)?));
                xor.is_some_and(|xor| u64::from(xor != 0) == *outcome)
            });
            if holds {
                let bits = choice(letters.len()) + shares.len() as u32 * choice(candidates.len());
                return Some((Rule::Shares { letter, shares }, bits));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the words of two letters up to a length, with their outcomes by a rule.
    fn said(length: usize, outcome: impl Fn(&str) -> u64) -> Option<Vec<String>> {
        let words: Vec<String> = (1..=length)
            .flat_map(|length| (0..1 << length).map(move |bits: u32| format!("{bits:0length$b}")))
            .collect();
        let words: Vec<(&str, u64)> = words.iter().map(|word| (&**word, outcome(word))).collect();
        find(&['0', '1'], &words).first().map(WordClaim::words)
    }

    fn count(word: &str, letter: char) -> usize {
        word.chars().filter(|&other| other == letter).count()
    }

    #[test]
    fn words_have_their_patterns() {
        let lines = |lines: [&str; 2]| Some(lines.map(str::to_owned).to_vec());
        // Cut out 01 or 10.
        let least = |word: &str| count(word, '0').min(count(word, '1')) as u64 % 2;
        assert_eq!(
            said(6, least),
            lines([
                "the outcome depends only on the count of the rarest letter mod 2",
                "  lost: 0"
            ])
        );
        let same = |word: &str| u64::from(word.chars().ne(word.chars().rev()));
        assert_eq!(
            said(6, same),
            lines([
                "the outcome depends only on whether the word is a palindrome",
                "  lost: yes"
            ])
        );
        // Words with equal neighbours are no positions of such a game.
        let ends = |word: &str| {
            let is_same = word.starts_with(&word[word.len() - 1..]);
            u64::from(has_pair(word) || (word.len() % 2 == 1) != is_same)
        };
        let said_of_three = {
            let words = (1..=6).flat_map(|length| (0..length).map(|_| "abc".chars()).multi_cartesian_product());
            let words: Vec<String> = words.map(|word| word.into_iter().collect()).collect();
            let words: Vec<(&str, u64)> = words.iter().map(|word| (&**word, ends(word))).collect();
            find(&['a', 'b', 'c'], &words)
                .first()
                .map(|claim| claim.words().swap_remove(0))
        };
        assert_eq!(
            said_of_three.unwrap(),
            "the outcome depends only on the length mod 2, and on whether the first letter is the last if no neighbours are \
             equal"
        );
        let both =
            |word: &str| u64::from(count(word, '1').is_multiple_of(2) && !word.starts_with(&word[word.len() - 1..]));
        assert_eq!(
            said(6, both).unwrap()[0],
            "the outcome depends only on the count of 1 mod 2, and on the number of stretches of equal letters mod 2"
        );
    }

    /// Returns the outcomes of words of some letters up to a length, from the moves.
    fn played(letters: &str, length: usize, moves: fn(&str) -> Vec<String>) -> Option<Vec<String>> {
        fn is_won(word: &str, moves: fn(&str) -> Vec<String>, known: &mut BTreeMap<String, bool>) -> bool {
            if let Some(&is) = known.get(word) {
                return is;
            }
            let is = moves(word).iter().any(|to| !is_won(to, moves, known));
            known.insert(word.to_owned(), is);
            is
        }
        let mut known = BTreeMap::new();
        let of_length = |length: usize| (0..length).map(|_| letters.chars()).multi_cartesian_product();
        let words: Vec<String> = (1..=length)
            .flat_map(of_length)
            .map(|word| word.into_iter().collect())
            .collect();
        let words: Vec<(&str, u64)> = words
            .iter()
            .map(|word| (&**word, u64::from(is_won(word, moves, &mut known))))
            .collect();
        find(&letters.chars().collect::<Vec<_>>(), &words)
            .first()
            .map(WordClaim::words)
    }

    /// Each gap between filled cells is a game, and its ends decide its nimber.
    #[test]
    fn gaps_have_shares() {
        // Write X or O in a free cell. Neighbours must differ.
        fn moves(word: &str) -> Vec<String> {
            let cells: Vec<char> = word.chars().collect();
            let mut to = Vec::new();
            for (place, letter) in (0..cells.len()).cartesian_product(['X', 'O']) {
                let near = [place.wrapping_sub(1), place + 1].map(|near| cells.get(near));
                if cells[place] == '.' && !near.contains(&Some(&letter)) {
                    let mut cells = cells.clone();
                    cells[place] = letter;
                    to.push(cells.into_iter().collect());
                }
            }
            to
        }
        assert_eq!(
            played("XO.", 6, moves).unwrap(),
            [
                "a word is lost exactly if the shares of its stretches of . have the xor 0",
                "  the share of n letters: n mod 2 as the whole word; n at an end; 1 between equal letters; 0 between different \
                 letters"
            ]
        );
    }

    #[test]
    fn pieces_and_digits_are_counted() {
        // Each player removes letters from the middle of three equal ones, the one with A, the other with B.
        let pieces = |word: &str, piece: &str| (0..word.len()).filter(|&at| word[at..].starts_with(piece)).count();
        let said_of = said(7, |word| u64::from(pieces(word, "000") > pieces(word, "111")));
        assert_eq!(
            said_of.unwrap(),
            [
                "the outcome depends only on the order of the counts of 000 and 111",
                "  lost: less; equal"
            ]
        );
        // Each letter o at an odd place is one move.
        let at_odd = |word: &str| word.bytes().step_by(2).filter(|&letter| letter == b'1').count() as u64 % 2;
        let said_of = said(7, at_odd);
        assert_eq!(
            said_of.unwrap(),
            [
                "the outcome depends only on the count of 1 at odd places mod 2",
                "  lost: 0"
            ]
        );
        // Strike digits in turn, the first player at odd places. The last digit decides.
        let odd_at = |word: &str| word.bytes().step_by(2).any(|digit| digit % 2 == 1);
        let even_at = |word: &str| word.bytes().skip(1).step_by(2).any(|digit| digit % 2 == 0);
        let words: Vec<String> = (0..1000)
            .map(|n| n.to_string())
            .chain((0..1000).map(|n| format!("{n:03}")))
            .collect();
        let outcome = |word: &str| match word.len() % 2 {
            1 => u64::from(odd_at(word)),
            _ => u64::from(!even_at(word)),
        };
        let words: Vec<(&str, u64)> = words.iter().map(|word| (&**word, outcome(word))).collect();
        let said = find(&Vec::from_iter('0'..='9'), &words)
            .first()
            .map(|claim| claim.words().swap_remove(0));
        assert_eq!(
            said.unwrap(),
            "the outcome depends only on the length mod 2, and on whether an odd digit occurs at an odd place, and on \
             whether an even digit occurs at an even place"
        );
    }

    #[test]
    fn few_words_and_chance_have_no_pattern() {
        assert_eq!(said(2, |word| word.len() as u64 % 2), None);
        assert_eq!(said(6, |_| 1), None);
        let chance = |word: &str| {
            super::super::step::scrambled(u64::from_str_radix(word, 2).unwrap() + 100 * word.len() as u64) % 2
        };
        assert_eq!(said(6, chance), None);
    }
}
