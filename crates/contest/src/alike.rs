//! Alike sources: parts of programs that several contestants share.
//!
//! **Idea.** A source becomes tokens without names and values (the module `tokens`). Each [`FRAGMENT`] tokens in a row
//! have a hash, and winnowing keeps the smallest of each [`WINDOW`] hashes in a row as a fingerprint. Two sources are
//! alike if the smaller one shares at least [`LEAST_PERCENT`] of its fingerprints with the other.
//!
//! **Why it is right.** A shared stretch of at least [`GUARANTEED`] tokens has a shared window, so it always has a shared
//! fingerprint, at any place of either source. A stretch shorter than [`FRAGMENT`] tokens has none.
//!
//! **What counts nothing.** Fingerprints of [`Class::ignore`], and those in more than a third of the class. The class is
//! all contestants with the same task and language. With less than [`LEAST_COMMON`] sharers a fingerprint still counts:
//! otherwise a pair in a class of five would hide itself.
//!
//! **Short sources.** They are not compared, but equal files of at least [`GUARANTEED`] tokens that count are listed:
//! nobody writes those with the same names and blanks by chance.
//!
//! **Cost.** Linear in the sources, but for pairs: they cost a step for each fingerprint that they share.
//!
//! **Source.** S. Schleimer, D. Wilkerson, A. Aiken, "Winnowing: local algorithms for document fingerprinting" (2003).

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::tokens::Token;

pub use crate::tokens::Language;

/// The tokens of a fragment: shorter stretches are common idioms, and never count.
pub const FRAGMENT: usize = 16;

/// The number of neighbouring fragments that give one fingerprint.
pub const WINDOW: usize = 9;

/// Every shared stretch of this many tokens is found.
pub const GUARANTEED: usize = FRAGMENT + WINDOW - 1;

/// The fewest fingerprints of a source that is compared. In shorter ones, chance decides.
pub const LEAST_FINGERPRINTS: usize = 16;

/// The smallest share of the fingerprints of the smaller source, in percent, that makes two sources alike.
pub const LEAST_PERCENT: usize = 60;

/// A fingerprint with fewer sharers counts in every class.
pub const LEAST_COMMON: usize = 4;

/// The most pairs that are listed for a task. The strongest come first.
pub const MOST_PAIRS: usize = 100;

/// All submissions to one task.
#[derive(Clone, Debug)]
pub struct Class {
    task: usize,
    ignored: Vec<(Language, HashSet<u64>)>,
    sources: Vec<Source>,
}

#[derive(Clone, Debug)]
struct Source {
    contestant: usize,
    language: Language,
    text: String,
    tokens: Vec<Token>,
}

/// The alike sources of a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alike {
    /// Contestants whose sources have the same tokens, by task.
    pub same: Vec<Same>,
    /// The strongest pairs of each task.
    pub pairs: Vec<Pair>,
    /// The number of pairs that are alike, but not listed.
    pub unlisted: usize,
    /// The sources with too few fingerprints that count, by task and contestant.
    pub short: Vec<(usize, usize)>,
}

/// Contestants whose sources have the same tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Same {
    /// The index of the task.
    pub task: usize,
    /// The indexes of the contestants, at least two.
    pub contestants: Vec<usize>,
    /// The number of tokens of each source.
    pub tokens: usize,
}

/// Two sources that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The index of the task.
    pub task: usize,
    /// The contestants of each side. Several have the same tokens.
    pub sides: [Vec<usize>; 2],
    /// The share of the fingerprints of the smaller source that are in both, in percent, rounded down.
    pub percent: usize,
    /// The longest stretch in both.
    pub stretch: Stretch,
}

/// A stretch of tokens in two sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The number of tokens.
    pub tokens: usize,
    /// The first and the last line in the source of the first contestant of each side, from 1.
    pub lines: [(u32, u32); 2],
}

impl Class {
    /// Returns a class without submissions. `task` is the index of the task.
    pub fn new(task: usize) -> Class {
        Class {
            task,
            ignored: Vec::new(),
            sources: Vec::new(),
        }
    }

    /// Makes all fragments of a source count nothing: it is a template, or a solution that contestants may know.
    pub fn ignore(&mut self, language: Language, text: &str) {
        let hashes = fingerprints(&language.tokens(text)).into_iter().map(|(hash, _)| hash);
        self.ignored.push((language, hashes.collect()));
    }

    /// Adds the submission of a contestant.
    pub fn add(&mut self, contestant: usize, language: Language, text: &str) {
        self.sources.push(Source {
            contestant,
            language,
            text: text.to_owned(),
            tokens: language.tokens(text),
        });
    }

    /// Compares all submissions that have the same language.
    pub fn compared(&self) -> Alike {
        let mut by_language: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
        for source in &self.sources {
            by_language.entry(source.language.name()).or_default().push(source);
        }
        let mut alike = Alike::default();
        for sources in by_language.values() {
            alike.add(self.compared_in_one_language(sources));
        }
        alike
    }

    fn compared_in_one_language(&self, sources: &[&Source]) -> Alike {
        let prints: Vec<Vec<(u64, usize)>> = sources.iter().map(|source| fingerprints(&source.tokens)).collect();
        let idle = self.idle(sources[0].language, &prints);
        let marked = prints
            .into_iter()
            .zip(sources)
            .map(|(prints, source)| Marked::new(source, &prints, &idle));
        let (enough, short): (Vec<Marked<'_>>, Vec<Marked<'_>>) =
            marked.partition(|one| one.counted.len() >= LEAST_FINGERPRINTS);
        let (equal, short) = self.equal(short, sources.len());
        let sides = grouped(enough);
        let same = sides.iter().filter(|side| side.contestants.len() > 1).map(|side| Same {
            task: self.task,
            contestants: side.contestants.clone(),
            tokens: side.marked.kinds.len(),
        });
        let mut found = pairs(&sides);
        let unlisted = found.len().saturating_sub(MOST_PAIRS);
        found.truncate(MOST_PAIRS);
        let pair = |(percent, one, other): (usize, usize, usize)| Pair {
            task: self.task,
            sides: [one, other].map(|at| sides[at].contestants.clone()),
            percent,
            stretch: longest([&sides[one].marked, &sides[other].marked]),
        };
        Alike {
            same: same.chain(equal).collect(),
            pairs: found.into_iter().map(pair).collect(),
            unlisted,
            short: short.into_iter().map(|contestant| (self.task, contestant)).collect(),
        }
    }

    /// Returns the equal files among short sources, and the contestants of the others. `class` is the number of sources.
    fn equal(&self, short: Vec<Marked<'_>>, class: usize) -> (Vec<Same>, Vec<usize>) {
        let mut by_text: BTreeMap<&str, Vec<Marked<'_>>> = BTreeMap::new();
        for one in short {
            by_text.entry(&one.source.text).or_default().push(one);
        }
        let (mut equal, mut others) = (Vec::new(), Vec::new());
        for sources in by_text.into_values() {
            let contestants: Vec<usize> = sources.iter().map(|one| one.source.contestant).collect();
            let tokens = sources[0].source.tokens.len();
            let counted = sources[0].kinds.iter().flatten().count();
            if contestants.len() < 2 || counted < GUARANTEED || is_common(contestants.len(), class) {
                others.extend(contestants);
            } else {
                equal.push(Same {
                    task: self.task,
                    contestants,
                    tokens,
                });
            }
        }
        equal.sort_by(|one, other| one.contestants.cmp(&other.contestants));
        others.sort_unstable();
        (equal, others)
    }

    /// Returns the fingerprints that count nothing.
    fn idle(&self, language: Language, prints: &[Vec<(u64, usize)>]) -> HashSet<u64> {
        let ignored = self.ignored.iter().filter(|(other, _)| *other == language);
        let mut idle: HashSet<u64> = ignored.flat_map(|(_, hashes)| hashes).copied().collect();
        let mut sharers: HashMap<u64, usize> = HashMap::new();
        for prints in prints {
            let hashes: HashSet<u64> = prints.iter().map(|(hash, _)| *hash).collect();
            hashes
                .into_iter()
                .for_each(|hash| *sharers.entry(hash).or_default() += 1);
        }
        idle.extend(
            sharers
                .iter()
                .filter(|(_, count)| is_common(**count, prints.len()))
                .map(|(hash, _)| *hash),
        );
        idle
    }
}

/// Returns whether a fragment with this number of sharers is common in a class.
fn is_common(sharers: usize, class: usize) -> bool {
    sharers >= LEAST_COMMON && sharers * 3 > class
}

impl Alike {
    /// Adds the alike sources of another language or task.
    pub fn add(&mut self, other: Alike) {
        self.same.extend(other.same);
        self.pairs.extend(other.pairs);
        self.unlisted += other.unlisted;
        self.short.extend(other.short);
    }
}

/// A source, and which of its fingerprints count.
struct Marked<'a> {
    source: &'a Source,
    /// The fingerprints that count, in increasing order.
    counted: Vec<u64>,
    /// The kinds of the tokens, or `None` inside a fragment that counts nothing.
    kinds: Vec<Option<u32>>,
}

impl<'a> Marked<'a> {
    fn new(source: &'a Source, prints: &[(u64, usize)], idle: &HashSet<u64>) -> Marked<'a> {
        let mut kinds: Vec<Option<u32>> = source.tokens.iter().map(|token| Some(token.kind)).collect();
        let (nothing, counted): (Vec<_>, Vec<_>) = prints.iter().partition(|(hash, _)| idle.contains(hash));
        for (_, at) in nothing {
            kinds[at..at + FRAGMENT].fill(None);
        }
        let mut counted: Vec<u64> = counted.into_iter().map(|(hash, _)| hash).collect();
        counted.sort_unstable();
        counted.dedup();
        Marked { source, counted, kinds }
    }
}

/// Contestants whose sources have the same tokens.
struct Side<'a> {
    contestants: Vec<usize>,
    /// The source of the first one.
    marked: Marked<'a>,
}

/// Groups sources by their tokens, in the order of the first contestant of each group.
fn grouped(sources: Vec<Marked<'_>>) -> Vec<Side<'_>> {
    let mut sides: Vec<Side<'_>> = Vec::new();
    let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
    for marked in sources {
        let contestant = marked.source.contestant;
        let kinds = marked.source.tokens.iter().map(|token| token.kind).collect();
        let at = *known.entry(kinds).or_insert(sides.len());
        match sides.get_mut(at) {
            Some(side) => side.contestants.push(contestant),
            None => sides.push(Side {
                contestants: vec![contestant],
                marked,
            }),
        }
    }
    sides
}

/// Returns all alike pairs, the strongest first: the percentage, and the indexes of both sides.
fn pairs(sides: &[Side<'_>]) -> Vec<(usize, usize, usize)> {
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        let mut shared = vec![0; at];
        for hash in &side.marked.counted {
            let holders = holders.entry(*hash).or_default();
            holders.iter().for_each(|&other| shared[other] += 1);
            holders.push(at);
        }
        for (other, shared) in shared.into_iter().enumerate() {
            let smaller = side.marked.counted.len().min(sides[other].marked.counted.len());
            let percent = shared * 100 / smaller;
            if percent >= LEAST_PERCENT {
                pairs.push((percent, other, at));
            }
        }
    }
    pairs.sort_by_key(|&(percent, one, other)| (usize::MAX - percent, one, other));
    pairs
}

/// Returns the fingerprints of a source, each with the index of its first token.
fn fingerprints(tokens: &[Token]) -> Vec<(u64, usize)> {
    let kinds: Vec<u64> = tokens.iter().map(|token| u64::from(token.kind)).collect();
    let hashes = Hashes::new(&kinds);
    let fragments: Vec<u64> = (0..(tokens.len() + 1).saturating_sub(FRAGMENT))
        .map(|at| hashes.of(at, FRAGMENT))
        .collect();
    let mut prints: Vec<(u64, usize)> = Vec::new();
    for (start, window) in fragments.windows(WINDOW.min(fragments.len()).max(1)).enumerate() {
        // The last of equal ones stays in the following windows for the longest time.
        let smallest = window.iter().enumerate().rev().min_by_key(|(_, hash)| **hash);
        let found = smallest.map(|(at, hash)| (*hash, start + at));
        if found != prints.last().copied() {
            prints.extend(found);
        }
    }
    prints
}

/// The longest stretch that two sources share, outside of fragments that count nothing.
fn longest(sides: [&Marked<'_>; 2]) -> Stretch {
    // A token that counts nothing is different from all others.
    let apart = 1 << 32;
    let kinds = [0, 1].map(|side| -> Vec<u64> {
        let kinds = sides[side].kinds.iter().enumerate();
        let kinds = kinds.map(|(at, kind)| kind.map_or(apart + (2 * at + side) as u64, u64::from));
        kinds.collect()
    });
    let hashes = [0, 1].map(|side| Hashes::new(&kinds[side]));
    let shared = |length: usize| -> Option<[usize; 2]> {
        let starts = |side: usize| 0..(kinds[side].len() + 1).saturating_sub(length);
        let first: HashMap<u64, usize> = starts(0).rev().map(|at| (hashes[0].of(at, length), at)).collect();
        starts(1).find_map(|at| {
            let other = *first.get(&hashes[1].of(at, length))?;
            let is_same = kinds[0][other..other + length] == kinds[1][at..at + length];
            is_same.then_some([other, at])
        })
    };
    // Every part of a shared stretch is shared.
    let (mut length, mut start) = (0, [0, 0]);
    let mut too_long = kinds[0].len().min(kinds[1].len()) + 1;
    while too_long - length > 1 {
        let middle = length.midpoint(too_long);
        match shared(middle) {
            Some(found) => (length, start) = (middle, found),
            None => too_long = middle,
        }
    }
    if length == 0 {
        return Stretch::default();
    }
    let lines = [0, 1].map(|side| {
        let tokens = &sides[side].source.tokens;
        (tokens[start[side]].line, tokens[start[side] + length - 1].line)
    });
    Stretch { tokens: length, lines }
}

/// Hashes of all stretches of a sequence: values of polynomials.
struct Hashes {
    /// The hash of each beginning.
    beginnings: Vec<u64>,
    powers: Vec<u64>,
}

impl Hashes {
    /// A prime, so that different short sequences rarely collide.
    const PRIME: u128 = (1 << 61) - 1;
    /// An arbitrary large number below the prime.
    const BASE: u128 = 0x0B5A_D4EC_EDA1_CE2B;

    fn new(items: &[u64]) -> Hashes {
        let (mut beginnings, mut powers) = (vec![0], vec![1]);
        let (mut hash, mut power) = (0, 1);
        for item in items {
            hash = (hash * Hashes::BASE + u128::from(*item) + 1) % Hashes::PRIME;
            power = power * Hashes::BASE % Hashes::PRIME;
            beginnings.push(hash as u64);
            powers.push(power as u64);
        }
        Hashes { beginnings, powers }
    }

    /// Returns the hash of `length` items from `at` on.
    fn of(&self, at: usize, length: usize) -> u64 {
        let [before, all] = [at, at + length].map(|end| u128::from(self.beginnings[end]));
        let before = before * u128::from(self.powers[length]) % Hashes::PRIME;
        ((all + Hashes::PRIME - before) % Hashes::PRIME) as u64
    }
}

#[cfg(test)]
mod tests {
    use gamesolve_text::random::Random;

    use super::*;

    fn random_tokens(random: &mut Random, kinds: u64, count: usize) -> Vec<Token> {
        let kind = |_| Token {
            kind: random.below(kinds) as u32,
            line: 1,
        };
        (0..count).map(kind).collect()
    }

    fn hashes(tokens: &[Token]) -> HashSet<u64> {
        fingerprints(tokens).into_iter().map(|(hash, _)| hash).collect()
    }

    #[test]
    fn every_stretch_of_the_guaranteed_length_is_found_at_any_place() {
        let mut random = Random::new(1);
        for kinds in [1, 2, 50] {
            for _ in 0..200 {
                let stretch = random_tokens(&mut random, kinds, GUARANTEED);
                let mut source = || {
                    let [before, behind] = [0, 0].map(|_| random.below(40) as usize);
                    let before = random_tokens(&mut random, kinds, before);
                    let behind = random_tokens(&mut random, kinds, behind);
                    [before, stretch.clone(), behind].concat()
                };
                let (one, other) = (hashes(&source()), hashes(&source()));
                assert!(!one.is_disjoint(&other), "{kinds} kinds");
            }
        }
    }

    #[test]
    fn a_stretch_shorter_than_a_fragment_is_never_found() {
        let mut random = Random::new(2);
        // With a million kinds of tokens, no token beside the stretch is the same by chance.
        let kinds = 1 << 20;
        let stretch = random_tokens(&mut random, kinds, FRAGMENT - 1);
        for _ in 0..200 {
            let mut source = || {
                let [before, behind] = [0, 0].map(|_| random_tokens(&mut random, kinds, 30));
                [before, stretch.clone(), behind].concat()
            };
            let (one, other) = (source(), source());
            assert!(hashes(&one).is_disjoint(&hashes(&other)));
        }
    }

    #[test]
    fn the_longest_stretch_is_the_same_as_by_comparing_all_places() {
        let mut random = Random::new(3);
        let python = Language::of(std::path::Path::new("a.py")).unwrap();
        for _ in 0..100 {
            let sources = [0, 1].map(|contestant| {
                let count = random.below(30) as usize;
                let tokens = random_tokens(&mut random, 2, count);
                Source {
                    contestant,
                    language: python,
                    text: String::new(),
                    tokens,
                }
            });
            let [one, other] = [0, 1].map(|at| Marked::new(&sources[at], &[], &HashSet::new()));
            let common = |start: usize, begin: usize| {
                let pairs = one.kinds[start..].iter().zip(&other.kinds[begin..]);
                pairs.take_while(|(a, b)| a == b).count()
            };
            let starts = (0..one.kinds.len()).flat_map(|start| (0..other.kinds.len()).map(move |begin| (start, begin)));
            let most = starts.map(|(start, begin)| common(start, begin)).max();
            assert_eq!(longest([&one, &other]).tokens, most.unwrap_or(0));
        }
    }

    #[test]
    fn equal_files_of_known_tokens_are_no_evidence() {
        let read: String = (0..9)
            .map(|number| format!("int f{number}() {{ int n; cin >> n; return n; }}\n"))
            .collect();
        let first = format!("#include <iostream>\n{read}int main() {{ cout << f0() << 0; }}\n");
        let own = "for (int i = 0; i < n; i++) while (a[i] > b) { a[i] -= b; s ^= a[i] * 2; if (s) break; }";
        let language = Language::of(std::path::Path::new("a.cpp")).unwrap();
        let same = |texts: [&str; 2]| {
            let mut class = Class::new(0);
            class.ignore(language, &first);
            (0..)
                .zip(texts)
                .for_each(|(contestant, text)| class.add(contestant, language, text));
            class.compared().same.len()
        };
        let changed = first.replace("<< 0", &format!("<< 0; {own} cout << s"));
        assert_eq!(same([&first, &first]), 0);
        assert_eq!(same([&first, &first.replace("f1", "first").replace("<< 0", "<< 7")]), 0);
        assert_eq!(same([&changed, &changed]), 1);
    }
}
