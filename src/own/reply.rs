//! Winning moves as a part of answers: `ANSWER = "move"`.
//!
//! A move is written as the position after it, in the order of the arguments of `moves`. If the start is a sum, the
//! number of the changed part stands first, and the parts that replace it follow.

use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools as _;

use super::form::{EMPTY_LIST, NO_PARTS};
use super::game::OwnGame;
use crate::engine::oracle::Oracle;
use crate::engine::{Outcome, Rules, Value};
use crate::problem::Rejection;
use crate::text::quoted;

/// A winning move as a program prints it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Reply {
    /// The changed part of a sum, counted from 1.
    pub(super) place: Option<usize>,
    /// The parts after the move, each in its words.
    pub(super) parts: Vec<String>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.map(|place| place.to_string());
        let parts = self.parts.iter().map(String::as_str);
        let nothing = self.parts.is_empty().then_some(NO_PARTS);
        f.write_str(&place.as_deref().into_iter().chain(parts).chain(nothing).join(" "))
    }
}

impl Reply {
    /// Returns the number of words of this move at the beginning of others, or `None` if they begin with something else.
    ///
    /// The parts after the move may stand in any order.
    fn begins(&self, words: &[&str]) -> Option<usize> {
        let place = self.place.map(|place| place.to_string());
        let begin = usize::from(place.is_some());
        let is_there = place.is_none_or(|place| words.first().is_some_and(|first| **first == place));
        let parts: Vec<Vec<&str>> = if self.parts.is_empty() {
            vec![vec![NO_PARTS]]
        } else {
            self.parts
                .iter()
                .map(|part| part.split_whitespace().collect())
                .collect()
        };
        let end = begin + parts.iter().map(Vec::len).sum::<usize>();
        let rest = words.get(begin..end).filter(|_| is_there)?;
        is_made_of(rest, &parts).then_some(end)
    }
}

/// Returns whether words are these parts, one after another in any order.
fn is_made_of(words: &[&str], parts: &[Vec<&str>]) -> bool {
    if parts.is_empty() {
        return words.is_empty();
    }
    (0..parts.len()).any(|place| {
        let is_new = !parts[..place].contains(&parts[place]);
        let rest = words.strip_prefix(&parts[place][..]).filter(|_| is_new);
        rest.is_some_and(|rest| {
            let mut others = parts.to_vec();
            others.remove(place);
            is_made_of(rest, &others)
        })
    })
}

/// Returns the words that print a position with this name, or `None` if it is made of other things than numbers.
///
/// A list behind other numbers, as `(5, (1, 2))` in C++, is written without its brackets.
pub(super) fn words_of(name: &str, is_word: bool) -> Option<String> {
    if is_word {
        return Some(name.replace("\\\\", "\\"));
    }
    let inside = name.strip_prefix('(').and_then(|name| name.strip_suffix(')'));
    let Some(inside) = inside else {
        return (!name.starts_with(['{', '('])).then(|| name.to_owned());
    };
    let flat = match inside.split_once('(') {
        Some((before, list)) => format!("{before}{}", list.strip_suffix(')')?),
        None => inside.to_owned(),
    };
    let numbers: Vec<&str> = flat.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    if numbers.is_empty() {
        return Some(EMPTY_LIST.to_owned());
    }
    numbers
        .iter()
        .all(|word| word.parse::<i64>().is_ok())
        .then(|| numbers.join(" "))
}

/// The answer of a test, with all winning moves.
#[derive(Clone, Debug)]
pub(super) struct Tested {
    /// The words of the outcome.
    pub(super) outcome: String,
    /// The winning moves. If there are some, the answer ends with one of them.
    pub(super) replies: Vec<Reply>,
}

impl fmt::Display for Tested {
    /// Writes the answer with the first winning move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.outcome)?;
        self.replies.first().map_or(Ok(()), |reply| writeln!(f, "{reply}"))
    }
}

/// Judges an output of these tests: the outcome of each, and after a won test a winning move. Line breaks do not count.
///
/// # Errors
/// The first wrong words, with their line.
pub(super) fn judge(tests: &[Tested], output: &str) -> Result<(), Rejection> {
    let lines = (1..).zip(output.lines());
    let (places, words): (Vec<usize>, Vec<&str>) = lines
        .flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)))
        .unzip();
    // Returns the line of a word, and the words from there to the end of its line.
    let found = |at: usize| {
        let line = *places.get(at)?;
        let same = (at..)
            .take_while(|&at| places.get(at) == Some(&line))
            .map(|at| words[at]);
        Some((line, quoted(same.collect::<Vec<_>>().join(" ").as_bytes(), 60)))
    };
    // The places at which the answers so far may end. Some moves are the beginning of other moves.
    let mut ends = BTreeSet::from([0]);
    let last = |ends: &BTreeSet<usize>| ends.last().copied().unwrap_or_default();
    for (number, test) in (1..).zip(tests) {
        let of_test = match tests.len() {
            1 => String::new(),
            count => format!("test {number} of {count}: "),
        };
        let reject = |why: String| Err(Rejection(format!("{of_test}{why}")));
        let outcome: Vec<&str> = test.outcome.split_whitespace().collect();
        let is_next = |at: &usize| words[*at..].starts_with(&outcome);
        let told: BTreeSet<usize> = ends
            .iter()
            .copied()
            .filter(is_next)
            .map(|at| at + outcome.len())
            .collect();
        if told.is_empty() {
            return reject(match found(last(&ends)) {
                None => format!("expected `{}`, found the end of the output", test.outcome),
                Some((line, found)) => format!("line {line}: expected `{}`, found `{found}`", test.outcome),
            });
        }
        let Some(first) = test.replies.first() else {
            ends = told;
            continue;
        };
        let all = &words;
        let after = |&at: &usize| {
            test.replies
                .iter()
                .filter_map(move |reply| Some(at + reply.begins(&all[at..])?))
        };
        ends = told.iter().flat_map(after).collect();
        if ends.is_empty() {
            return reject(match found(last(&told)) {
                None => format!("expected a winning move such as `{first}`, found the end of the output"),
                Some((line, found)) => format!("line {line}: `{found}` is no winning move, `{first}` is one"),
            });
        }
    }
    if ends.contains(&words.len()) {
        return Ok(());
    }
    let (line, found) = found(last(&ends)).unwrap_or_default();
    Err(Rejection(format!(
        "line {line}: expected the end of the output, found `{found}`"
    )))
}

impl OwnGame {
    /// Returns the answer from the start: the outcome, and a winning move if the file asks for one.
    pub(super) fn answer(&self, known: &dyn Oracle<OwnGame>) -> String {
        let value = known.value(self, &Rules::start(self));
        let reply = self.replies(known).next().map(|reply| format!("{reply}\n"));
        format!("{}\n{}", self.outcome(value), reply.unwrap_or_default())
    }

    /// Returns the outcome of the start and its winning moves, up to a maximum number.
    pub(super) fn tested(&self, known: &dyn Oracle<OwnGame>, most: usize) -> Tested {
        Tested {
            outcome: self.outcome(known.value(self, &Rules::start(self))),
            replies: self.replies(known).take(most).collect(),
        }
    }

    /// Iterates over the winning moves from the start. There are none if the file asks for none.
    pub(super) fn replies<'a>(&'a self, known: &'a dyn Oracle<OwnGame>) -> impl Iterator<Item = Reply> + 'a {
        let start = Rules::start(self);
        let value = known.value(self, &start);
        let is_asked = self.play.asks_move && value.outcome == Outcome::Win && self.terminal(&start).is_none();
        let places = if is_asked { self.given.len() } else { 0 };
        (0..places).flat_map(move |place| {
            let part = self.given[place];
            let moves = self.explored.moves(part).enumerate();
            let winning = moves.filter(move |(number, to)| {
                let after = self.after(part, *number, to);
                let left = known.value(self, &after);
                match (value, left) {
                    // The answer is a number of points, so the move has to gain all of them.
                    (Value { score: Some(best), .. }, Value { score: Some(left), .. }) if self.play.says_score => {
                        -left == best
                    }
                    _ => left.outcome == Outcome::Loss,
                }
            });
            winning.map(move |(_, to)| Reply {
                place: self.is_sum.then_some(place + 1),
                parts: to.iter().map(|&part| self.words(part)).collect(),
            })
        })
    }

    /// Returns the words that print a part.
    fn words(&self, part: u32) -> String {
        let name = &self.explored.names[part as usize];
        words_of(name, self.play.is_of_words).unwrap_or_else(|| name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(place: Option<usize>, parts: &[&str]) -> Reply {
        let parts = parts.iter().map(|&part| part.to_owned()).collect();
        Reply { place, parts }
    }

    #[test]
    fn words_are_a_move_in_any_order_of_its_parts() {
        for (reply, line, length) in [
            (reply(None, &["3"]), " 3 ", Some(1)),
            (reply(None, &["3"]), "3 3", Some(1)),
            (reply(None, &["3 4"]), "4 3", None),
            (reply(None, &[]), "nothing", Some(1)),
            (reply(None, &[]), "", None),
            (reply(Some(2), &[]), "2 nothing", Some(2)),
            (reply(Some(2), &["1", "5"]), "2 5 1", Some(3)),
            (reply(Some(2), &["1", "5"]), "1 5 1", None),
            (reply(Some(2), &["1", "1"]), "2 1 1", Some(3)),
            (reply(Some(2), &["1 2", "1", "2 1"]), "2 1 2 2 1 1", Some(6)),
            (reply(Some(2), &["1 2", "1", "2 1"]), "2 2 2 2 1 1", None),
        ] {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(reply.begins(&words), length, "{reply}: {line}");
        }
    }

    #[test]
    fn positions_are_printed_in_words() {
        for (name, is_word, words) in [
            ("7", false, Some("7")),
            ("(3, -1)", false, Some("3 -1")),
            ("(3,)", false, Some("3")),
            ("()", false, Some("()")),
            ("(()", true, Some("(()")),
            ("ab", false, Some("ab")),
            ("(5, (1, 2))", false, Some("5 1 2")),
            ("(5, ())", false, Some("5")),
            (r"a\\b", true, Some(r"a\b")),
            ("{1, 2}", false, None),
            ("((1, 2), 3)", false, None),
        ] {
            assert_eq!(words_of(name, is_word).as_deref(), words, "{name}");
        }
    }

    #[test]
    fn an_output_has_an_outcome_and_a_move_for_each_test() {
        let tested = |outcome: &str, replies: &[Reply]| Tested {
            outcome: outcome.to_owned(),
            replies: replies.to_vec(),
        };
        let tests = [
            tested("First player", &[reply(None, &["3"]), reply(None, &["1"])]),
            tested("Bob", &[]),
        ];
        let said = |output: &str| judge(&tests, output).err().map(|why| why.0);
        assert_eq!(said("First player\n1\n\nBob\n"), None);
        assert_eq!(said("First  player\n 3\nBob"), None);
        assert_eq!(said("First player 3 Bob"), None);
        for (output, why) in [
            ("Bob\n", "test 1 of 2: line 1: expected `First player`, found `Bob`"),
            (
                "First player\n2\nBob\n",
                "test 1 of 2: line 2: `2` is no winning move, `3` is one",
            ),
            (
                "First player\n",
                "test 1 of 2: expected a winning move such as `3`, found the end of the output",
            ),
            (
                "First player\n1\n",
                "test 2 of 2: expected `Bob`, found the end of the output",
            ),
            (
                "First player\n1\nBob\n0\n",
                "line 4: expected the end of the output, found `0`",
            ),
        ] {
            assert_eq!(said(output).as_deref(), Some(why));
        }
        // A move may be the beginning of another one, and an outcome may be a number.
        let rows = [
            tested("1", &[reply(None, &["5"]), reply(None, &["5 1"])]),
            tested("1", &[]),
        ];
        for (output, is_right) in [("1 5 1", true), ("1 5 1 1", true), ("1 5", false), ("1 5 1 1 1", false)] {
            assert_eq!(judge(&rows, output).is_ok(), is_right, "{output}");
        }
    }
}
