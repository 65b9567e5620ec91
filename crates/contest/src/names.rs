//! Finds the task that a name means: by its exact name, or by a guess.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use itertools::Itertools as _;
use unicode_normalization::UnicodeNormalization as _;

use gamesolve_judge::look::{self, Files};

/// A task, and the names of its submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The name of the task.
    pub name: String,
    /// Other names, such as the name of the contest's input file without its ending.
    pub aliases: Vec<String>,
}

/// The words before the number or the letter of a task, as in `BAI2` and `problem B`.
const WORDS_OF_NUMBERS: [&str; 13] = [
    "bai", "bài", "cau", "câu", "ex", "exercise", "p", "prob", "problem", "q", "question", "task", "",
];

/// Returns a name without the differences that do not matter: letter case, blanks and punctuation.
pub(crate) fn plain(name: &str) -> String {
    let letters = name.nfc().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The weakness of a guess by a number or a letter.
const NUMBERED: u8 = 5;

/// A guess about the task of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    pub(crate) task: usize,
    /// The weakness of the reason. A source with a smaller one goes before others.
    pub(crate) weakness: u8,
    /// The reason as a sentence.
    pub(crate) why: String,
}

/// The tasks by their plain names.
#[derive(Default)]
pub(crate) struct Names {
    tasks: HashMap<String, usize>,
    pub(crate) wanted: Vec<Wanted>,
}

impl Names {
    /// Returns the tasks by their names and aliases. An alias of two tasks belongs to neither. The name of a task goes
    /// before an alias of another.
    pub(crate) fn of(tasks: &[Wanted]) -> Names {
        let numbered = || tasks.iter().enumerate();
        let mut known: HashMap<String, Option<usize>> = HashMap::new();
        for (number, alias) in
            numbered().flat_map(|(number, task)| task.aliases.iter().map(move |alias| (number, alias)))
        {
            let task = known.entry(plain(alias)).or_insert(Some(number));
            *task = task.filter(|other| *other == number);
        }
        known.extend(numbered().map(|(number, task)| (plain(&task.name), Some(number))));
        let tasks_by_name = known.into_iter().filter_map(|(name, task)| Some((name, task?)));
        Names {
            tasks: tasks_by_name.filter(|(name, _)| !name.is_empty()).collect(),
            wanted: tasks.to_vec(),
        }
    }

    /// Returns the task with exactly this name.
    pub(crate) fn task(&self, name: &OsStr) -> Option<usize> {
        self.tasks.get(&plain(name.to_str()?)).copied()
    }

    /// Returns the task whose name is a part of another name, if only one is apart from names inside of it.
    pub(crate) fn task_inside(&self, name: &str) -> Option<usize> {
        let words = words(name);
        let runs = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
        let found = runs.filter_map(|(from, to)| Some((from, to, *self.tasks.get(&words[from..to].concat())?)));
        let found: Vec<(usize, usize, usize)> = found.collect();
        let &(from, to, task) = found.iter().max_by_key(|(from, to, _)| to - from)?;
        let is_alone = |other: &(usize, usize, usize)| other.2 == task || from <= other.0 && other.1 <= to;
        found.iter().all(is_alone).then_some(task)
    }

    /// Returns the likely task of a name. `source` is the file with its content, if there is one.
    pub(crate) fn guess(&self, name: &str, source: Option<(&Path, &[u8])>) -> Option<Guess> {
        let name_of = |task: usize| &self.wanted[task].name;
        let guess = |weakness, why: &str| {
            let why = why.to_owned();
            move |task| Guess {
                task,
                weakness,
                why: format!("{why} `{}`.", name_of(task)),
            }
        };
        let inside = self.task_inside(name).map(guess(1, "Its name contains"));
        let opened = || self.opened(source?).map(guess(2, "It opens the files of"));
        let headed = || {
            let head = String::from_utf8_lossy(source?.1);
            self.task_inside(head.trim_start().lines().next()?)
                .map(guess(3, "Its first line names"))
        };
        let near = || self.near(name).map(guess(4, "Its name is close to"));
        let numbered = || self.numbered(name).map(guess(NUMBERED, "Its number is that of"));
        inside.or_else(opened).or_else(headed).or_else(near).or_else(numbered)
    }

    /// Returns the task whose input file a source opens.
    fn opened(&self, (path, content): (&Path, &[u8])) -> Option<usize> {
        let opens = |wanted: &Wanted| {
            let names = std::iter::once(&wanted.name).chain(&wanted.aliases);
            let names = look::Names {
                stems: names.cloned().collect(),
                ..look::Names::default()
            };
            names.look_at(path, content, &Files::default()).files.input.is_some()
        };
        only((0..self.wanted.len()).filter(|&task| opens(&self.wanted[task])))
    }

    /// Returns the task whose name is the nearest to another name or to one of its words.
    fn near(&self, name: &str) -> Option<usize> {
        /// The letters of a name for each one that may differ.
        const LETTERS_OF_A_SLIP: usize = 3;
        const MOST_SLIPS: usize = 2;
        let whole = plain(name);
        let words = words(name);
        let slips = |known: &str| {
            if known.len() >= LETTERS_OF_A_SLIP && whole.starts_with(known) {
                return Some(0);
            }
            let most = (known.chars().count() / LETTERS_OF_A_SLIP).min(MOST_SLIPS);
            let slips = words
                .iter()
                .chain([&whole])
                .map(|word| strsim::osa_distance(known, word));
            slips.min().filter(|slips| *slips <= most)
        };
        let near = self
            .tasks
            .iter()
            .filter_map(|(known, task)| Some((slips(known)?, *task)));
        only(
            near.min_set_by_key(|(slips, _)| *slips)
                .into_iter()
                .map(|(_, task)| task),
        )
    }

    /// Returns the task with the number or the letter in a name such as `BAI2` or `B`.
    fn numbered(&self, name: &str) -> Option<usize> {
        let words = words(name);
        let (before, number) = match &words[..] {
            [only] => ("", only),
            [before, number] => (before.as_str(), number),
            _ => return None,
        };
        let letter = number.bytes().exactly_one().ok().filter(u8::is_ascii_lowercase);
        let place = match letter {
            Some(letter) => usize::from(letter - b'a'),
            None => number.parse::<usize>().ok()?.checked_sub(1)?,
        };
        (WORDS_OF_NUMBERS.contains(&before) && place < self.wanted.len()).then_some(place)
    }

    /// Returns a clause about the tasks for a name that belongs to none, with the guess about it.
    pub(crate) fn likely(&self, guess: Option<&Guess>) -> String {
        /// The number of tasks that are listed.
        const LISTED: usize = 6;
        match guess {
            Some(guess) => format!("rename it if it is meant for `{}`", self.wanted[guess.task].name),
            None => {
                let names = self.wanted.iter().take(LISTED).map(|task| format!("`{}`", task.name));
                let more = if self.wanted.len() > LISTED { ", …" } else { "" };
                format!("the tasks are {}{more}", names.format(", "))
            }
        }
    }

    /// Returns the contestant and the task of a name such as `[HS01][STONES]`, `HS01_stones` or `stones-HS01`.
    pub(crate) fn pair<'a>(&self, stem: &'a str) -> Option<(&'a str, usize)> {
        if let Some((contestant, task)) = in_brackets(stem) {
            return Some((contestant, self.task(task.as_ref())?));
        }
        let sides = splits(stem).flat_map(|(left, right)| [(left, right), (right, left)]);
        let pairs = sides.filter_map(|(contestant, task)| {
            let found = self.task(task.as_ref())?;
            let is_contestant = !contestant.is_empty() && self.task(contestant.as_ref()).is_none();
            is_contestant.then_some((plain(task).len(), contestant, found))
        });
        // Of `stone-transfer` and `transfer`, the longer one is meant.
        let longest = pairs.unique().max_set_by_key(|(length, ..)| *length);
        let [(_, contestant, task)] = longest[..] else {
            return None;
        };
        Some((contestant, task))
    }

    /// Returns the contestant and the likely task of the name of a file.
    pub(crate) fn likely_pair<'a>(&self, stem: &'a str, source: (&Path, &[u8])) -> Option<(&'a str, Guess)> {
        if let Some((contestant, task)) = in_brackets(stem) {
            return Some((contestant, self.guess(task, Some(source))?));
        }
        let mut splits: Vec<(&str, &str)> = splits(stem).filter(|(left, _)| !left.is_empty()).collect();
        splits.reverse();
        let guesses = splits
            .into_iter()
            .filter_map(|(left, right)| Some((left, self.guess(right, None)?)));
        // In `Van_A`, the letter is that of a person.
        guesses.into_iter().find(|(_, guess)| guess.weakness < NUMBERED)
    }
}

/// Returns the only value, if there is one.
fn only(values: impl Iterator<Item = usize>) -> Option<usize> {
    values.unique().exactly_one().ok()
}

/// Returns the contestant and the task of a name such as `[HS01][STONES]`.
pub(crate) fn in_brackets(stem: &str) -> Option<(&str, &str)> {
    let (contestant, task) = stem.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let is_whole = !contestant.is_empty() && !task.is_empty();
    is_whole.then_some((contestant, task))
}

/// Returns the two sides of a name at each separator, without the separators between them.
fn splits(stem: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_separator = |c: char| c.is_ascii_punctuation() || c.is_whitespace();
    stem.match_indices(is_separator).map(move |(at, _)| {
        let (left, right) = stem.split_at(at);
        (
            left.trim_end_matches(is_separator),
            right.trim_start_matches(is_separator),
        )
    })
}

/// Returns the words of a name in lower case: runs of letters or of digits. A capital letter after a small one begins
/// another word.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in name.nfc() {
        let is_inside = c.is_alphabetic() && last.is_alphabetic() && !(last.is_lowercase() && c.is_uppercase())
            || c.is_numeric() && last.is_numeric();
        if c.is_alphanumeric() {
            if !is_inside {
                words.push(String::new());
            }
            words.last_mut().expect("a word has begun").extend(c.to_lowercase());
        }
        last = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tasks: &[&str]) -> Names {
        let wanted = |name: &&str| Wanted {
            name: (*name).to_owned(),
            aliases: Vec::new(),
        };
        Names::of(&tasks.iter().map(wanted).collect::<Vec<_>>())
    }

    #[test]
    fn a_name_or_a_content_means_a_task() {
        let names = names(&["stones", "nim", "cat-mouse-ii", "transfer", "stone-transfer"]);
        let guess = |name: &str, content: &str| {
            let guess = names.guess(name, Some((Path::new("a.cpp"), content.as_bytes())));
            guess.map_or(String::new(), |guess| {
                format!("{} {}", guess.weakness, names.wanted[guess.task].name)
            })
        };
        for (name, content, expected) in [
            ("nim_final", "", "1 nim"),
            ("nim (1)", "", "1 nim"),
            ("Bai 3 - nim", "", "1 nim"),
            ("HS8Nim2", "", "1 nim"),
            ("StoneTransferV2", "", "1 stone-transfer"),
            ("cat mouse II ok", "", "1 cat-mouse-ii"),
            ("nim and stones", "", ""),
            ("a", "freopen(\"NIM.INP\", \"r\", stdin);", "2 nim"),
            ("a", "# Stone Transfer by me\n", "3 stone-transfer"),
            ("solution", "\n\nprogram Nim;\nbegin", "3 nim"),
            ("stonse", "", "4 stones"),
            ("nmi", "", "4 nim"),
            ("nimfinal", "", "4 nim"),
            ("BAI2", "", "5 nim"),
            ("Câu 5", "", "5 stone-transfer"),
            ("problem c", "", "5 cat-mouse-ii"),
            ("bai6", "", ""),
            ("HS2", "", ""),
            ("main", "", ""),
            ("min", "", ""),
        ] {
            assert_eq!(guess(name, content), expected, "{name}");
        }
    }

    #[test]
    fn a_flat_name_has_a_contestant_and_a_task() {
        let names = names(&["nim", "transfer", "stone-transfer"]);
        let pair = |stem: &str| {
            let pair = names.pair(stem);
            pair.map(|(contestant, task)| format!("{contestant}: {}", names.wanted[task].name))
        };
        for (stem, expected) in [
            ("HS01_nim", Some("HS01: nim")),
            ("nim-HS01", Some("HS01: nim")),
            ("Vũ Đức Huy - NIM", Some("Vũ Đức Huy: nim")),
            ("a.b_stone_transfer", Some("a.b: stone-transfer")),
            ("a_transfer", Some("a: transfer")),
            ("[a_b][nim]", Some("a_b: nim")),
            ("[a][b]", None),
            ("nim_transfer", None),
            ("nim", None),
            ("_nim", None),
            ("nim_nim", None),
            ("HS01nim", None),
        ] {
            assert_eq!(pair(stem).as_deref(), expected, "{stem}");
        }
        let likely = |stem: &str| {
            let pair = names.likely_pair(stem, (Path::new("a.cpp"), b""));
            pair.map(|(contestant, guess)| format!("{contestant}: {}", names.wanted[guess.task].name))
        };
        assert_eq!(likely("HS01_nim_final").as_deref(), Some("HS01: nim"));
        assert_eq!(likely("Van_A_nmi").as_deref(), Some("Van_A: nim"));
        assert_eq!(likely("[HS01][nmi]").as_deref(), Some("HS01: nim"));
        assert_eq!(likely("HS01_note"), None);
    }
}
