//! Common features of the instances that break a program.
//!
//! **Idea.** An instance has features of its text, its right answer and its game. Examples are a number above a bound,
//! a letter, two equal lines, a wall, a cycle, the winner. A fact is a feature of every instance that breaks the
//! program. Few other instances have it, so this is hardly chance. No feature belongs to one problem.
//!
//! **Counterexamples.** A fact that holds on some instances may be false on others. So instances near its border are
//! tried before it is reported. These are the texts of `Fact::beside`, and others that lack the feature.
//!
//! **Limits.** Features are tried one at a time. If a program is wrong on instances that have one of two features,
//! there is no fact.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::Budget;
use crate::engine::Outcome;
use crate::picture::Kind;
use crate::problem::{Entry, Input, Variants, Words};

/// The most facts that are reported.
const MAX_FACTS: usize = 3;
/// The largest chance that as many random instances would all have the feature.
const MAX_CHANCE: f64 = 0.001;

/// A feature of an instance. If the same instances have several, the first is reported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    /// The stage has walls.
    Walls,
    /// An arc leads from a vertex to itself.
    Loop,
    /// The graph has a cycle of more than one vertex.
    Cycle,
    /// The outcome for the first player.
    Outcome(&'static str),
    /// There are several tests.
    Tests,
    /// The number at this place of the first line, counted from 1, has at least this value.
    From(usize, u64),
    /// The largest number has at least this value.
    Largest(u64),
    /// A number is 0.
    Zero,
    /// Two lines are equal.
    EqualLines,
    /// A number stands twice in a line.
    Twice,
    /// The letter occurs.
    Letter(char),
    /// The right answer begins with this text.
    Answer(String),
}

/// A feature of all instances that break a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    feature: Feature,
    /// The number of instances with the feature.
    having: usize,
}

impl Fact {
    /// Returns whether an instance has the feature. `answer` is its right answer.
    pub(super) fn holds(&self, entry: &dyn Entry, input: Input<'_>, answer: &str, budget: Budget) -> bool {
        let text = String::from_utf8_lossy(input.bytes);
        let first = text.lines().next().unwrap_or_default();
        match &self.feature {
            Feature::From(number, least) => numbers(first).nth(number - 1).unwrap_or(0) >= *least,
            Feature::Largest(least) => numbers(&text).max().unwrap_or(0) >= *least,
            feature => {
                let of_input = of_text(&text).chain(of_answer(answer));
                of_input
                    .chain(of_games(entry, input, budget))
                    .any(|other| other == *feature)
            }
        }
    }

    /// Returns texts like this one beyond the border of the feature, if it is a bound on a number.
    ///
    /// In one text the number is just below the border, in the other it is half of that. Some of the texts may be no
    /// instances.
    pub(super) fn beside(&self, text: &str) -> Vec<String> {
        let (place, least) = match self.feature {
            Feature::From(number, least) => (Some(number), least),
            Feature::Largest(least) => (None, least),
            _ => return Vec::new(),
        };
        let below = |most: u64| {
            let is_meant = |number: usize, value: u64| value > most && place.is_none_or(|place| place == number);
            with_numbers(text, |number, value| if is_meant(number, value) { most } else { value })
        };
        let mut most: Vec<u64> = (least.checked_sub(1).into_iter()).chain([least / 2]).collect();
        most.dedup();
        most.into_iter().map(below).collect()
    }

    /// Returns whether two facts have the same feature, whatever the number of instances.
    pub(super) fn is_like(&self, other: &Fact) -> bool {
        self.feature == other.feature
    }

    /// Returns the fact with `count` fewer instances.
    pub(super) fn without(self, count: usize) -> Fact {
        let having = self.having - count;
        Fact { having, ..self }
    }
}

/// Returns the facts about the instances that break a program, the narrowest first.
///
/// Each instance comes with its right answer, and with whether the program is wrong on it.
pub fn facts<'a>(
    entry: &dyn Entry,
    variants: &Variants,
    budget: Budget,
    instances: impl IntoIterator<Item = (&'a str, &'a str, bool)>,
) -> Vec<Fact> {
    let mut having: BTreeMap<Feature, BTreeSet<usize>> = BTreeMap::new();
    let mut firsts: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    let mut largest = Vec::new();
    let mut wrong = BTreeSet::new();
    for (place, (text, answer, is_wrong)) in instances.into_iter().enumerate() {
        let bytes = text.as_bytes();
        let features = of_text(text).chain(of_answer(answer));
        for feature in features.chain(of_games(entry, Input { bytes, variants }, budget)) {
            having.entry(feature).or_default().insert(place);
        }
        let first = text.lines().next().unwrap_or_default();
        for (number, value) in (1..).zip(numbers(first)) {
            firsts.entry(number).or_default().resize(place, 0);
            firsts.entry(number).or_default().push(value);
        }
        largest.push(numbers(text).max().unwrap_or(0));
        if is_wrong {
            wrong.insert(place);
        }
    }
    let tried = largest.len();
    let thresholds = firsts.iter().map(|(&number, values)| (Some(number), values));
    for (number, values) in thresholds.chain([(None, &largest)]) {
        let value = |place: usize| values.get(place).copied().unwrap_or(0);
        let Some(least) = wrong.iter().map(|&place| value(place)).min() else {
            return Vec::new();
        };
        let feature = number.map_or(Feature::Largest(least), |number| Feature::From(number, least));
        having.insert(feature, (0..tried).filter(|&place| value(place) >= least).collect());
    }
    let is_telling = |places: &BTreeSet<usize>| {
        let share = |drawn: usize| (places.len() - drawn) as f64 / (tried - drawn) as f64;
        wrong.is_subset(places) && (0..wrong.len()).map(share).product::<f64>() <= MAX_CHANCE
    };
    let mut telling: Vec<(Feature, BTreeSet<usize>)> = having.into_iter().filter(|(_, it)| is_telling(it)).collect();
    telling.sort_by_key(|(_, places)| places.len());
    let mut told: Vec<(Feature, BTreeSet<usize>)> = Vec::new();
    for (feature, places) in telling {
        // A fact that follows from a narrower one adds nothing.
        if told.len() < MAX_FACTS && !told.iter().any(|(_, narrower)| narrower.is_subset(&places)) {
            told.push((feature, places));
        }
    }
    let told = told.into_iter().map(|(feature, places)| Fact {
        feature,
        having: places.len(),
    });
    told.collect()
}

/// Returns the text with each of its numbers replaced. `replace` receives the number's place, counted from 1, and the
/// number.
///
/// Numbers that do not fit in 64 bits stay and are not counted.
fn with_numbers(text: &str, replace: impl Fn(usize, u64) -> u64) -> String {
    let mut replaced = String::new();
    let mut place = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(end);
        match digits.parse() {
            Ok(value) => {
                place += 1;
                replaced += &replace(place, value).to_string();
            }
            Err(_) => replaced += digits,
        }
        let next = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        replaced += &after[..next];
        rest = &after[next..];
    }
    replaced
}

/// Returns the numbers of a text, without those above 64 bits.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
}

fn of_text(text: &str) -> impl Iterator<Item = Feature> {
    let mut found = BTreeSet::new();
    let mut lines = BTreeSet::new();
    for line in text.lines() {
        if !lines.insert(line) {
            found.insert(Feature::EqualLines);
        }
        let mut seen = BTreeSet::new();
        for number in numbers(line) {
            if number == 0 {
                found.insert(Feature::Zero);
            }
            if !seen.insert(number) {
                found.insert(Feature::Twice);
            }
        }
    }
    let letters = text.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace());
    found.extend(letters.map(Feature::Letter));
    found.into_iter()
}

fn of_answer(answer: &str) -> Option<Feature> {
    let first = answer.split_whitespace().next()?;
    Some(Feature::Answer(first.to_owned()))
}

/// Returns the features of the games of an instance, or none if there are no games.
fn of_games(entry: &dyn Entry, input: Input<'_>, budget: Budget) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    let tests = entry.tests(input).unwrap_or(0);
    if tests > 1 {
        found.insert(Feature::Tests);
    }
    for test in 0..tests {
        let Ok(game) = entry.game(input, test, budget) else {
            continue;
        };
        let stage = game.stage();
        if stage.places.iter().any(|place| place.wall) {
            found.insert(Feature::Walls);
        }
        if let Kind::Graph { arcs, directed: true } = &stage.kind {
            if arcs.iter().any(|(from, to)| from == to) {
                found.insert(Feature::Loop);
            }
            if has_cycle(arcs) {
                found.insert(Feature::Cycle);
            }
        }
        if tests == 1 {
            let outcome = match game.value(&game.start()).outcome {
                Outcome::Win => "win",
                Outcome::Draw => "draw",
                Outcome::Loss => "loss",
            };
            found.insert(Feature::Outcome(outcome));
        }
    }
    found
}

/// Returns whether the arcs close a cycle of more than one vertex.
fn has_cycle(arcs: &[(u32, u32)]) -> bool {
    let mut left: Vec<(u32, u32)> = arcs.iter().copied().filter(|(from, to)| from != to).collect();
    loop {
        let tails: BTreeSet<u32> = left.iter().map(|&(from, _)| from).collect();
        let before = left.len();
        // If no arc begins at its head, an arc is on no cycle.
        left.retain(|(_, to)| tails.contains(to));
        if left.len() == before {
            return before > 0;
        }
    }
}

/// The sentence on a fact. The words in capitals are placeholders.
const ONLY_WHERE: Words = Words {
    en: "it fails only if WHERE (WRONG of HAVING such instances)",
    vi: "nó chỉ sai khi WHERE (sai ở WRONG trong HAVING test như vậy)",
    zh: "只在WHERE时出错（这样的 HAVING 个数据中有 WRONG 个）",
};

impl Fact {
    /// Returns the fact in the language that `choose` takes. `wrong` is the number of instances that break the program.
    pub fn sentence(&self, wrong: usize, choose: impl Fn(&Words) -> &'static str) -> String {
        let (words, values) = self.feature.words();
        let mut text = choose(&words).to_owned();
        for (name, value) in values {
            text = text.replace(name, &value);
        }
        let sentence = choose(&ONLY_WHERE);
        let sentence = sentence.replace("WRONG", &wrong.to_string());
        sentence
            .replace("HAVING", &self.having.to_string())
            .replace("WHERE", &text)
    }
}

impl Feature {
    /// Returns the condition in words, and the replacements of the words in capitals.
    fn words(&self) -> (Words, Vec<(&'static str, String)>) {
        let plain = |en, vi, zh| (Words { en, vi, zh }, Vec::new());
        match self {
            Feature::Walls => plain("there are walls", "có tường", "有墙"),
            Feature::Loop => plain(
                "an arc leads from a vertex to itself",
                "có cung đi từ một đỉnh đến chính nó",
                "有自环",
            ),
            Feature::Cycle => plain("there is a cycle", "có chu trình", "有环"),
            Feature::Outcome("win") => plain("the first player wins", "người đi trước thắng", "先手必胜"),
            Feature::Outcome("loss") => plain("the first player loses", "người đi trước thua", "先手必败"),
            Feature::Outcome(_) => plain(
                "perfect play is a draw",
                "kết quả chơi tối ưu là hòa",
                "双方最优时为平局",
            ),
            Feature::Tests => plain(
                "an input holds several tests",
                "một tệp dữ liệu vào có nhiều bộ dữ liệu",
                "一个输入有多组数据",
            ),
            Feature::Zero => plain("a number is 0", "có số bằng 0", "有数为 0"),
            Feature::EqualLines => plain("two lines are equal", "có hai dòng giống nhau", "有两行相同"),
            Feature::Twice => plain(
                "a line holds the same number twice",
                "có dòng chứa một số hai lần",
                "某一行中有相同的数",
            ),
            Feature::From(1, least) => {
                let (words, _) = plain(
                    "the first number is at least LEAST",
                    "số đầu tiên không nhỏ hơn LEAST",
                    "第一个数至少为 LEAST",
                );
                (words, vec![("LEAST", least.to_string())])
            }
            Feature::From(place, least) => {
                let (words, _) = plain(
                    "number PLACE of the first line is at least LEAST",
                    "số thứ PLACE của dòng đầu không nhỏ hơn LEAST",
                    "第一行的第 PLACE 个数至少为 LEAST",
                );
                (words, vec![("PLACE", place.to_string()), ("LEAST", least.to_string())])
            }
            Feature::Largest(least) => {
                let (words, _) = plain(
                    "some number is at least LEAST",
                    "có số không nhỏ hơn LEAST",
                    "有数不小于 LEAST",
                );
                (words, vec![("LEAST", least.to_string())])
            }
            Feature::Letter(letter) => {
                let (words, _) = plain("`LETTER` occurs", "có kí tự `LETTER`", "出现字符 `LETTER`");
                (words, vec![("LETTER", letter.to_string())])
            }
            Feature::Answer(answer) => {
                let (words, _) = plain(
                    "the right answer begins with `ANSWER`",
                    "đáp án đúng bắt đầu bằng `ANSWER`",
                    "正确答案以 `ANSWER` 开头",
                );
                (words, vec![("ANSWER", answer.clone())])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::mistakes::Probe;
    use crate::practice::mistakes::fixtures::{BUDGET, probes_of};
    use crate::problems::REGISTRY;

    /// Returns the sentences about a program that is wrong on some of the tiny instances of a problem.
    fn told(
        entry: &dyn Entry,
        probes: &[Probe],
        language: usize,
        is_wrong: impl Fn(&str, &str) -> bool,
    ) -> Vec<String> {
        let instances: Vec<(&str, &str, bool)> = probes
            .iter()
            .map(|probe| (&*probe.text, &*probe.answer, is_wrong(&probe.text, &probe.answer)))
            .collect();
        let wrong = instances.iter().filter(|(.., wrong)| *wrong).count();
        let found = facts(entry, Variants::ORIGINAL, BUDGET, instances);
        let choose = |words: &Words| [words.en, words.vi, words.zh][language];
        found.iter().map(|fact| fact.sentence(wrong, choose)).collect()
    }

    fn of(slug: &str) -> (&'static dyn Entry, &'static [Probe]) {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
        (entry, probes_of(entry))
    }

    #[test]
    fn beside_a_border_are_texts_whose_number_is_below_it() {
        let fact = |feature| Fact { feature, having: 0 };
        let text = "2 40\n7 99999999999999999999 40\n";
        let below = ["2 39\n7 99999999999999999999 39\n", "2 20\n7 99999999999999999999 20\n"];
        assert_eq!(fact(Feature::Largest(40)).beside(text), below);
        assert_eq!(fact(Feature::From(1, 2)).beside("2 1\n"), ["1 1\n"]);
        assert_eq!(fact(Feature::From(2, 0)).beside("2 1\n"), ["2 0\n"]);
        assert!(fact(Feature::Walls).beside(text).is_empty());
    }

    #[test]
    fn walls_are_told_in_three_languages() {
        if crate::is_left_to_the_gate("walls_are_told_in_three_languages") {
            return;
        }
        for (slug, wall) in [("police-thief", '*'), ("cat-mouse-ii", '#')] {
            let (entry, probes) = of(slug);
            let has_wall = |text: &str, _: &str| text.contains(wall);
            let starts = [
                "it fails only if there are walls (",
                "nó chỉ sai khi có tường (",
                "只在有墙时出错（",
            ];
            for (language, start) in starts.iter().enumerate() {
                let told = told(entry, probes, language, has_wall);
                assert!(told.iter().any(|fact| fact.starts_with(start)), "{slug}: {told:?}");
            }
        }
    }

    #[test]
    fn what_a_wrong_program_needs_is_among_the_facts() {
        let problems = ["game", "nim"].map(|slug| (slug, of(slug)));
        let is_told = |slug: &str, start: &str, is_wrong: &dyn Fn(&str, &str) -> bool| {
            let (_, (entry, probes)) = problems.iter().find(|(name, _)| *name == slug).unwrap();
            let told = told(*entry, probes, 0, is_wrong);
            assert!(told.iter().any(|fact| fact.starts_with(start)), "{slug}: {told:?}");
        };
        let arcs = |text: &str| {
            let arcs = text.lines().skip(2).map(|line| line.split_once(' ').unwrap());
            arcs.map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()))
                .collect::<Vec<(u32, u32)>>()
        };
        is_told("game", "it fails only if there is a cycle (", &|text, _| {
            has_cycle(&arcs(text))
        });
        let has_loop = |text: &str, _: &str| arcs(text).iter().any(|(a, b)| a == b);
        is_told(
            "game",
            "it fails only if an arc leads from a vertex to itself (",
            &has_loop,
        );
        is_told("game", "it fails only if perfect play is a draw (", &|_, answer| {
            answer == "0\n"
        });
        is_told(
            "game",
            "it fails only if the first number is at least 5 (",
            &|text, _| numbers(text).next() >= Some(5),
        );
        is_told("nim", "it fails only if a number is 0 (", &|text, _| {
            text.lines().any(|line| numbers(line).any(|number| number == 0))
        });
        // The sentence names the least of the bounds that are tried.
        is_told("nim", "it fails only if some number is at least ", &|text, _| {
            numbers(text).max() >= Some(9)
        });
    }

    #[test]
    fn from_which_size_on_is_told_for_every_problem() {
        if crate::is_left_to_the_gate("from_which_size_on_is_told_for_every_problem") {
            return;
        }
        let mut silent = Vec::new();
        for entry in REGISTRY {
            let probes = probes_of(*entry);
            let mut sizes: Vec<u64> = probes.iter().filter_map(|probe| numbers(&probe.text).max()).collect();
            sizes.sort_unstable();
            // Boards of one size have no numbers.
            let Some(&middle) = sizes.get(sizes.len() * 2 / 3).filter(|&&middle| middle > sizes[0]) else {
                silent.push(entry.meta().slug);
                continue;
            };
            let told = told(*entry, probes, 0, |text, _| numbers(text).max() >= Some(middle));
            let fact = told.iter().any(|fact| fact.contains(" at least "));
            assert!(fact, "{}: {middle}, {told:?}", entry.meta().slug);
        }
        assert_eq!(silent, ["lgame"]);
    }

    #[test]
    fn what_may_be_chance_is_no_fact() {
        let (entry, probes) = of("stones");
        // A single wrong instance shares all of its features with itself.
        let told_of_one = told(entry, probes, 0, |text, _| text == "3\nX.X\n");
        assert!(told_of_one.is_empty(), "{told_of_one:?}");
        let everywhere = told(entry, probes, 0, |_, _| true);
        assert!(everywhere.is_empty(), "{everywhere:?}");
        assert!(told(entry, probes, 0, |_, _| false).is_empty());
    }

    #[test]
    fn cycles_are_found() {
        assert!(!has_cycle(&[]) && !has_cycle(&[(0, 0), (0, 1), (1, 2), (0, 2)]));
        assert!(has_cycle(&[(0, 1), (1, 2), (2, 1)]));
    }
}
