//! The gallery: names and form of the files, and the known answer of each game, written here again without its moves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use gamesolve::cli::gallery::{Game, games, table_of_games};
use gamesolve::problems::REGISTRY;
use itertools::Itertools as _;

use crate::golden::Golden;
use crate::own::{Place, cpp, python};
use crate::support::{Failures, has_time, needs, root};

/// The known answer of a game.
enum Known {
    /// The outcome of the positions in a range.
    Outcome(&'static str, fn(&[u64]) -> char),
    /// The nimber of the positions in a range.
    Nimber(&'static str, fn(&[u64]) -> u64),
    /// The first player's lead in the positions in a range.
    Lead(&'static str, fn(&[u64]) -> i64),
    /// The outcome of the words with lengths in a range.
    Word(&'static str, fn(&str) -> char),
    /// The outcome of sums of up to three heaps, each of at most this many stones.
    Sums(u64, fn(&[u64]) -> char),
    /// Answers of inputs.
    Inputs(&'static [(&'static str, &'static str)]),
}

use Known::{Inputs, Lead, Nimber, Outcome, Sums, Word};

fn won_if(is_won: bool) -> char {
    if is_won { 'W' } else { 'L' }
}

fn xor(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum, number| sum ^ number)
}

/// The numbers that lose if a move subtracts one of these amounts.
fn lost_by_subtraction(most: usize, amounts: impl Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut lost = vec![false; most + 1];
    for n in 0..=most {
        lost[n] = amounts(n).into_iter().all(|amount| !lost[n - amount]);
    }
    lost
}

fn digits(n: u64) -> char {
    let lost = lost_by_subtraction(n as usize, |n| {
        let digits = n
            .to_string()
            .into_bytes()
            .into_iter()
            .map(|digit| usize::from(digit - b'0'));
        let digits = digits.filter(|&digit| digit > 0);
        [digits.clone().min(), digits.max()].into_iter().flatten().collect()
    });
    won_if(!lost[n as usize])
}

fn squares(n: u64) -> char {
    let lost = lost_by_subtraction(n as usize, |n| (1..).map(|k| k * k).take_while(|&k| k <= n).collect());
    won_if(!lost[n as usize])
}

/// The lost heaps of Grundy's game below 400, as OEIS A036685 lists them.
const GRUNDY: [u64; 28] = [
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365, 386,
    389, 392,
];

/// The nimbers of Kayles: the period, and the exceptions from 0 to 70.
fn kayles(n: u64) -> u64 {
    const PERIOD: [u64; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    const EXCEPTIONS: [(u64, u64); 14] = [
        (0, 0),
        (3, 3),
        (6, 3),
        (9, 4),
        (11, 6),
        (15, 7),
        (18, 3),
        (21, 4),
        (22, 6),
        (28, 5),
        (34, 6),
        (39, 3),
        (57, 4),
        (70, 6),
    ];
    let exception = EXCEPTIONS.iter().find(|(place, _)| *place == n);
    exception.map_or(PERIOD[(n % 12) as usize], |(_, nimber)| *nimber)
}

/// The nimbers of rows from 0 to 17 in Dawson's Kayles.
const DAWSON: [u64; 18] = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2];

fn chessmen(position: &[u64]) -> char {
    let (x, y) = (position[1] - 1, position[2] - 1);
    let (low, high) = (x.min(y), x.max(y));
    match position[0] {
        1 => won_if(low % 2 == 1 || high % 2 == 1),
        2 => won_if(x != y),
        3 if (x + y) % 3 != 0 || high - low > 1 => 'D',
        3 => won_if(x != y),
        _ => {
            let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
            won_if(low != ((high - low) as f64 * golden) as u64)
        }
    }
}

/// The best lead by all ways to play.
fn deque(row: &[u64]) -> i64 {
    let [first, .., last] = *row else {
        return row.first().map_or(0, |&only| only as i64);
    };
    (first as i64 - deque(&row[1..])).max(last as i64 - deque(&row[..row.len() - 1]))
}

fn strange_nim(position: &[u64]) -> u64 {
    let (stones, k) = (position[0], position[1]);
    match stones % k {
        _ if stones < k => 0,
        0 => stones / k,
        _ => strange_nim(&[stones - stones / k - 1, k]),
    }
}

fn prime_factors(n: u64) -> u64 {
    let smallest = (2..=n).find(|d| n.is_multiple_of(*d));
    smallest.map_or(0, |prime| 1 + prime_factors(n / prime))
}

fn known(name: &str) -> Known {
    match name {
        "bachet" => Outcome("1..25,1..9", |x| won_if(x[0] % (x[1] + 1) != 0)),
        "one-three-four" => Outcome("0..100", |x| won_if(![0, 2].contains(&(x[0] % 7)))),
        "one-two-k" => Outcome("0..40,3..12", |x| match (x[0] % (x[1] + 1), x[1] % 3) {
            (place, 0) => won_if(place % 3 != 0 || place == x[1]),
            _ => won_if(x[0] % 3 != 0),
        }),
        "digits" => Outcome("1..800", |x| digits(x[0])),
        "divisors" => Outcome("1..600", |x| {
            let is_odd_power = x[0].is_power_of_two() && x[0].trailing_zeros() % 2 == 1;
            won_if(x[0] % 2 == 0 && !is_odd_power)
        }),
        "squares" => Outcome("0..300", |x| squares(x[0])),
        "two-piles" => Outcome("0..11,0..11", |x| won_if(x[0].abs_diff(x[1]) > 1)),
        "euclid" => Outcome("1..24,1..24", |x| {
            let (low, high) = (x[0].min(x[1]) as f64, x[0].max(x[1]) as f64);
            won_if(low == high || high > low * f64::midpoint(1.0, 5.0_f64.sqrt()))
        }),
        "fibonacci-nim" => Outcome("2..100", |x| won_if(![2, 3, 5, 8, 13, 21, 34, 55, 89].contains(&x[0]))),
        "misere-nim" => Sums(3, |heaps| {
            let is_even = xor(heaps.iter().copied()) == 0;
            won_if(is_even == heaps.iter().all(|&heap| heap <= 1))
        }),
        "up-to-three" => Nimber("0..200", |x| x[0] % 4),
        "take-or-split" => Nimber("1..60", |x| match x[0] % 4 {
            0 => x[0] - 1,
            3 => x[0] + 1,
            _ => x[0],
        }),
        "prime-factors" => Nimber("2..200", |x| prime_factors(x[0])),
        "strange-nim" => Nimber("0..40,1..5", strange_nim),
        "stones-once" => Nimber("1..40", |x| {
            (1..).take_while(|k| k * (k + 1) / 2 <= x[0]).count() as u64
        }),
        "staircase" => Nimber("0..2,0..2,0..2,0..2", |x| x[1] ^ x[3]),
        "kayles" => Nimber("0..150", |x| kayles(x[0])),
        "dawson" => Word("0..10", |word| {
            won_if(xor(word.split('-').map(|row| DAWSON[row.len()])) != 0)
        }),
        "grundys-game" => Outcome("0..400", |x| won_if(!GRUNDY.contains(&x[0]))),
        "chomp" => Outcome("1..12", |_| 'W'),
        "zero-one" => Word("0..11", |word| {
            let ones = word.matches('1').count();
            won_if(ones.min(word.len() - ones) % 2 == 1)
        }),
        "deque" => Lead("1..5,1..5,1..5,1..5", deque),
        "chessmen" => Outcome("1..4,2..9,2..9", chessmen),
        "cards" => Inputs(&[
            ("1\n0\n1 0 0 0 0 0 0 0\n0 0 0 4 0 0 2 0\n", "Alice"),
            ("1\n0\n1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n", "Deal"),
            ("1\n0\n3 3 3 3 3 3 3 3\n0 0 0 0 0 0 0 1\n", "Bob"),
        ]),
        _ => panic!("`{name}` has no known answer here"),
    }
}

/// The samples of games in C++, whose files have none.
const CPP_SAMPLES: [(&str, &[(&str, &str)]); 3] = [
    ("divisors", &[("1\n8\n", "Bob"), ("1\n10\n", "Alice")]),
    (
        "strange-nim",
        &[("2\n5 2\n3 3\n", "Aoki"), ("2\n7 2\n6 2\n", "Takahashi")],
    ),
    ("stones-once", &[("2\n3\n5\n", "YES"), ("2\n6\n4\n", "NO")]),
];

/// Returns the columns of a table in CSV by their names, line by line. Commas in a word stand between quotes.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned).collect_vec());
    let head = lines.next().unwrap();
    let row = |line: Vec<String>| head.iter().cloned().zip_eq(line).collect();
    lines.map(row).collect()
}

/// Compares the table of a game with a known form, and returns the positions that differ.
fn differing(
    place: &Place,
    game: Game,
    range: &str,
    expected: impl Fn(&[u64]) -> BTreeMap<&'static str, String>,
) -> String {
    let csv = place.says(&["table", game.name, "--range", range, "--format", "csv"]);
    let columns = csv
        .lines()
        .next()
        .unwrap()
        .split(',')
        .take_while(|&name| name != "outcome")
        .count();
    let mut differing = Vec::new();
    let (mut count, size) = (
        0,
        range
            .split(',')
            .map(|range| {
                let (low, high) = range.split_once("..").unwrap();
                high.parse::<u64>().unwrap() - low.parse::<u64>().unwrap() + 1
            })
            .product::<u64>(),
    );
    for (line, row) in csv.lines().skip(1).zip_eq(rows(&csv)) {
        let numbers = line
            .split(',')
            .take(columns)
            .map(|word| word.parse().unwrap())
            .collect_vec();
        let expected = expected(&numbers);
        if expected.iter().any(|(name, value)| row[*name] != *value) {
            differing.push(format!("{numbers:?}: {row:?}, expected {expected:?}"));
        }
        count += 1;
    }
    if count != size {
        differing.push(format!("{count} positions instead of {size}"));
    }
    differing.into_iter().take(3).join("; ")
}

/// Compares the outcomes of words with a known form, and returns the words that differ.
fn differing_words(place: &Place, game: Game, range: &str, expected: fn(&str) -> char) -> String {
    let json = place.says(&["table", game.name, "--range", range, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let values = json["values"].as_array().unwrap();
    let named = values.iter().map(|value| {
        let word = value["position"].as_str().unwrap().trim_matches('"');
        (word, value["outcome"].as_str().unwrap())
    });
    let differing = named
        .clone()
        .filter(|(word, outcome)| *outcome != expected(word).to_string());
    let short = (named.count() < 1000).then(|| "fewer than 1000 words".to_owned());
    let differing = differing.map(|(word, outcome)| format!("{word}: {outcome}"));
    differing.chain(short).take(3).join("; ")
}

/// Compares the outcomes of sums of heaps with a known form, and returns the sums that differ.
fn differing_sums(place: &Place, game: Game, most: u64, expected: fn(&[u64]) -> char) -> String {
    let sums = (1..=3).flat_map(|count| (1..=most).combinations_with_replacement(count));
    let differs = |heaps: &Vec<u64>| {
        let text = place.says(&["explain", game.name, "--at", &heaps.iter().join(" + ")]);
        text.contains("A win: ") != (expected(heaps) == 'W')
    };
    sums.filter(differs)
        .map(|heaps| format!("{heaps:?}"))
        .take(3)
        .join("; ")
}

/// Compares the answers of inputs, and returns the different ones.
fn differing_answers(place: &Place, game: Game, inputs: &[(&str, &str)]) -> String {
    let differs = |(input, answer): &&(&str, &str)| {
        place.put("in", input);
        let text = place.says(&["explain", game.name, "in"]);
        !text.contains(&format!("\nThe answer:\n  {answer}\n"))
    };
    inputs
        .iter()
        .filter(differs)
        .map(|(input, answer)| format!("{input:?} is not {answer}"))
        .join("; ")
}

/// The comment on source and lesson is for the gallery, not for a pupil.
#[cfg(unix)]
#[test]
fn the_rules_of_a_game_are_rules_only() {
    for game in games() {
        let rules = gamesolve::own::package::rules(game.file.as_ref(), game.text);
        assert!(!rules.is_empty(), "{}", game.name);
        let is_kept = ["Source:", "Lesson:", "Level:", "After:"]
            .iter()
            .any(|word| rules.contains(word));
        assert!(!is_kept, "{}: {rules}", game.name);
    }
}

#[test]
fn every_game_has_its_known_answer() {
    needs!(has_time() && python() && cpp());
    let place = Place::with("none", "");
    let mut failures = Failures::default();
    for game in games() {
        let differing = match known(game.name) {
            Outcome(range, form) => differing(&place, game, range, |x| {
                BTreeMap::from([("outcome", form(x).to_string())])
            }),
            Nimber(range, form) => differing(&place, game, range, |x| {
                let outcome = won_if(form(x) != 0).to_string();
                BTreeMap::from([("nimber", form(x).to_string()), ("outcome", outcome)])
            }),
            Lead(range, form) => differing(&place, game, range, |x| {
                BTreeMap::from([("score", form(x).to_string())])
            }),
            Word(range, form) => differing_words(&place, game, range, form),
            Sums(most, form) => differing_sums(&place, game, most, form),
            Inputs(inputs) => differing_answers(&place, game, inputs),
        };
        if !differing.is_empty() {
            failures.add(format!("{}: {differing}", game.name));
        }
    }
    for (name, samples) in CPP_SAMPLES {
        let game = games().find(|game| game.name == name).unwrap();
        let differing = differing_answers(&place, game, samples);
        if !differing.is_empty() {
            failures.add(format!("{name}: {differing}"));
        }
    }
    failures.finish();
}

/// A game has the same table by its name as its file has.
#[test]
fn a_name_means_the_file_of_the_game() {
    needs!(python());
    let mut golden = Golden::new("gallery/a_name_means_the_file_of_the_game");
    let place = Place::with(
        "mine.py",
        &fs::read_to_string(root("examples/games/01-bachet.py")).unwrap(),
    );
    let range = ["--range", "1..9,1..4", "--format", "csv"];
    let [named, own] = ["bachet", "mine.py"].map(|game| place.says(&[&["table", game], &range[..]].concat()));
    assert_eq!(named, own);
    // The file can be had, changed, and used.
    place.put("shown.py", &place.says(&["show", "bachet"]));
    assert_eq!(place.says(&[&["table", "shown.py"], &range[..]].concat()), own);
    // A folder with the same name comes first if a path may stand there.
    fs::create_dir(place.path().join("euclid")).unwrap();
    place.put("sol.cpp", "int main() {}\n");
    golden.run_each(
        &place,
        &["judge euclid sol.cpp", "table bachett", "list --games --format verbs"],
    );
    golden.finish();
}

#[test]
fn each_file_is_short_and_says_title_source_and_lesson() {
    let mut names = BTreeSet::new();
    for (place, game) in games().enumerate() {
        let Game { name, file, text, .. } = game;
        assert!(names.insert(name), "{name} twice");
        assert!(
            file.starts_with(&format!("{:02}-", place + 1)),
            "{file} is number {}",
            place + 1
        );
        assert!(text.lines().count() <= 26 && text.contains("INPUT"), "{file}");
        assert!(text.lines().all(|line| line.len() <= 120), "{file}");
        let is_python = file.ends_with(".py");
        assert!(is_python || file.ends_with(".cpp"), "{file}");
        assert_eq!(text.contains("SAMPLES"), is_python, "{file}");
        assert!(
            ![game.title, game.source, game.lesson, game.after].contains(&""),
            "{file}: the title, or the line of the source"
        );
    }
    assert!(games().count() >= 24 && games().filter(|game| game.file.ends_with(".cpp")).count() >= 4);
}

/// The names of games are no words with another meaning in their place.
#[test]
fn no_name_of_a_game_means_something_else() {
    let verbs: Vec<String> = gamesolve::cli::verb_names().collect();
    for Game { name, .. } in games() {
        let is_taken = REGISTRY.iter().any(|entry| entry.meta().slug == name) || verbs.iter().any(|verb| verb == name);
        let is_rule = gamesolve::practice::table::rule::Rule::parse(name).is_some();
        assert!(!is_taken && !is_rule && name != "help", "{name}");
        assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{name}");
    }
}

#[test]
fn the_index_is_that_of_the_files() {
    let page = format!(
        "# Example games\n\nThis index is for everyone who wants to write a game. Each file is a task of a real judge, in our own \
         words.\nThe order is that of a course. `gamesolve list --games` names the games, and each command takes \
         them by name:\n\n```sh\ngamesolve table kayles\n```\n\n{}\n\
         The guide [Write your own game](../../docs/guides/own-games.md) explains the files.\n",
        table_of_games()
    );
    let path = root("examples/games/README.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert_eq!(
        fs::read_to_string(path).unwrap_or_default(),
        page,
        "renew it with UPDATE=1"
    );
}
