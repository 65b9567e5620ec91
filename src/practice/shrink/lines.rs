//! Smaller texts next to one of an unknown format: without some lines, tokens or characters, or with smaller numbers.
//!
//! **Idea.** Many formats state a count: `3`, and then three numbers or three lines. So if a part is left out, a number
//! before it is lowered as well. The first try is the number that is exactly the count.
//!
//! **Limits.** Only a validator knows which of these texts are well formed. Without one, a number that counts something
//! changes together with the counted parts, and never alone. A format may still ask for more than that.

/// The most numbers that are lowered in turn for one part left out.
const MAX_COUNTERS: usize = 6;
/// The number of texts that are tried at a time.
const BATCH_TEXTS: usize = 16;

/// A text as lines of tokens, and the smaller texts that were found.
struct Lines<'a> {
    /// The lines, each without its end.
    whole: Vec<&'a str>,
    /// The tokens of each line.
    tokens: Vec<Vec<&'a str>>,
    /// Whether something else rejects malformed texts.
    is_checked: bool,
    found: Vec<String>,
}

/// The place of a token: its line, and its number there.
type Place = (usize, usize);
/// The replacement of a token: `None` keeps it, and `Some(None)` leaves it out.
type Replaced = Option<Option<String>>;

/// Returns the first text one step smaller than `text` that `first` finds.
///
/// `first` returns the place in a list, or `None`. `is_checked` says that something else rejects malformed texts.
pub fn first_smaller(
    text: &str,
    is_checked: bool,
    first: &mut dyn FnMut(&[String]) -> Option<usize>,
) -> Option<String> {
    let smaller = smaller(text, is_checked);
    let mut batches = smaller.chunks(BATCH_TEXTS);
    batches.find_map(|batch| first(batch).map(|place| batch[place].clone()))
}

/// Returns the texts one step smaller, the largest steps first.
pub fn smaller(text: &str, is_checked: bool) -> Vec<String> {
    let mut lines = Lines::of(text, is_checked);
    let count = lines.whole.len();
    for length in lengths(count) {
        for start in (0..count).step_by(length) {
            lines.without_lines(start, length.min(count - start));
        }
    }
    for line in 0..count {
        let count = lines.tokens[line].len();
        for length in lengths(count).filter(|_| count > 1) {
            for start in (0..count).step_by(length) {
                lines.without_tokens(line, start, length.min(count - start));
            }
        }
    }
    let places: Vec<Place> = lines.places().collect();
    places.iter().for_each(|place| lines.without_characters(*place));
    places.iter().for_each(|place| lines.with_less(*place));
    let mut seen = std::collections::HashSet::new();
    let is_wanted = |other: &String| (other.len(), other.as_str()) < (text.len(), text) && seen.insert(other.clone());
    lines.found.into_iter().filter(is_wanted).collect()
}

/// Returns halves, quarters and so on of a count, down to one.
fn lengths(count: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(count.div_ceil(2)), |length| {
        (*length > 1).then(|| length.div_ceil(2))
    })
    .filter(move |_| count > 0)
}

impl<'a> Lines<'a> {
    fn of(text: &'a str, is_checked: bool) -> Lines<'a> {
        let whole: Vec<&str> = text.lines().collect();
        let tokens = whole.iter().map(|line| line.split_whitespace().collect()).collect();
        Lines {
            whole,
            tokens,
            is_checked,
            found: Vec::new(),
        }
    }

    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let lines = self.tokens.iter().enumerate();
        lines.flat_map(|(line, tokens)| (0..tokens.len()).map(move |at| (line, at)))
    }

    fn number(&self, (line, at): Place) -> Option<i128> {
        self.tokens[line][at].parse().ok()
    }

    fn all(&self) -> Vec<usize> {
        (0..self.whole.len()).collect()
    }

    /// Adds the text of these lines, with some of the tokens replaced.
    fn add(&mut self, lines: &[usize], tokens: impl Fn(Place) -> Replaced) {
        let mut text = String::new();
        for &line in lines {
            let replaced: Vec<Replaced> = (0..self.tokens[line].len()).map(|at| tokens((line, at))).collect();
            if replaced.iter().all(Option::is_none) {
                text += self.whole[line];
            } else {
                let kept = replaced.into_iter().zip(&self.tokens[line]);
                let kept = kept.filter_map(|(new, old)| new.unwrap_or_else(|| Some((*old).to_owned())));
                text += &kept.collect::<Vec<_>>().join(" ");
            }
            text.push('\n');
        }
        self.found.push(text);
    }

    /// Adds the texts of some lines without `length` of `count` parts. A number before them that could count these parts
    /// falls with them. The exact counts come first.
    ///
    /// Each of `cuts` replaces the tokens that it knows. The last one also stands alone, unless only an exact count is
    /// known to fit.
    fn cut(
        &mut self,
        lines: &[usize],
        (length, count): (usize, usize),
        is_before: impl Fn(Place) -> bool,
        is_exact: impl Fn(Place, i128) -> bool,
        cuts: &[&dyn Fn(Place) -> Replaced],
    ) {
        let fits = |value: &i128| (length as i128..=count as i128).contains(value);
        let numbers = self.places().filter(|place| is_before(*place));
        let numbers = numbers.filter_map(|place| Some((place, self.number(place).filter(fits)?)));
        let (mut counters, others): (Vec<_>, Vec<_>) = numbers.partition(|(place, value)| is_exact(*place, *value));
        let is_free = self.is_checked || counters.is_empty();
        if is_free {
            counters.extend(others);
        }
        for (counter, value) in counters.into_iter().take(MAX_COUNTERS) {
            let less = (value - length as i128).to_string();
            for cut in cuts {
                let less = |place: Place| (place == counter).then(|| Some(less.clone()));
                self.add(lines, |place| less(place).or_else(|| cut(place)));
            }
        }
        if let Some(cut) = cuts.last().filter(|_| is_free) {
            self.add(lines, cut);
        }
    }

    fn without_lines(&mut self, start: usize, length: usize) {
        let (count, end) = (self.whole.len(), start + length);
        let rest: Vec<usize> = (0..start).chain(end..count).collect();
        // The exact number counts lines that include these.
        let is_exact =
            |(line, _): Place, value: i128| (end as i128..=count as i128).contains(&(line as i128 + 1 + value));
        let is_before = |(line, _): Place| line < start;
        self.cut(&rest, (length, count), is_before, is_exact, &[&|_| None]);
    }

    fn without_tokens(&mut self, line: usize, start: usize, length: usize) {
        let count = self.tokens[line].len();
        let is_left_out = move |at: usize| (start..start + length).contains(&at);
        // A number at the head of its own line counts the rest of the line.
        let is_exact = |(other, at): Place, value: i128| {
            if other == line {
                at == 0 && value == count as i128 - 1
            } else {
                value == count as i128
            }
        };
        let tokens = self.tokens.iter().enumerate();
        let is_alike: Vec<bool> = tokens.map(|(at, tokens)| at >= line && tokens.len() == count).collect();
        let has_twins = is_alike.iter().filter(|is_alike| **is_alike).count() > 1;
        let twins = |place: Place| (is_alike[place.0] && is_left_out(place.1)).then_some(None);
        let alone = |place: Place| (place.0 == line && is_left_out(place.1)).then_some(None);
        let cuts: &[&dyn Fn(Place) -> Replaced] = &[&twins, &alone];
        let cuts = if has_twins { cuts } else { &cuts[1..] };
        self.cut(
            &self.all(),
            (length, count),
            |place| place < (line, start),
            is_exact,
            cuts,
        );
    }

    fn without_characters(&mut self, place: Place) {
        let token: Vec<char> = self.tokens[place.0][place.1].chars().collect();
        let count = token.len();
        if count < 2 || self.number(place).is_some() {
            return;
        }
        for length in lengths(count) {
            for start in (0..count).step_by(length) {
                let length = length.min(count - start);
                let left: String = token[..start].iter().chain(&token[start + length..]).collect();
                if left.is_empty() {
                    continue;
                }
                let is_exact = |_: Place, value: i128| value == count as i128;
                let cut = |other: Place| (other == place).then(|| Some(left.clone()));
                self.cut(&self.all(), (length, count), |other| other < place, is_exact, &[&cut]);
            }
        }
    }

    /// Returns whether the number at a place seems to count something behind it.
    fn counts(&self, place: Place, value: i128) -> bool {
        let is_count = |count: usize| count as i128 == value;
        let (line, at) = place;
        let of_lines = is_count(self.whole.len() - line - 1);
        let of_line = at == 0 && is_count(self.tokens[line].len() - 1);
        let behind = self.tokens[line + 1..].iter();
        let of_tokens = behind.clone().any(|tokens| is_count(tokens.len()));
        let of_characters = behind
            .flatten()
            .any(|token| token.parse::<i128>().is_err() && is_count(token.chars().count()));
        value > 0 && (of_lines || of_line || of_tokens || of_characters)
    }

    fn with_less(&mut self, place: Place) {
        let Some(value) = self
            .number(place)
            .filter(|&value| self.is_checked || !self.counts(place, value))
        else {
            return;
        };
        // Labels are the same number in several places.
        let same: Vec<Place> = self
            .places()
            .filter(|other| self.number(*other) == Some(value))
            .collect();
        let is_label = same.len() > 1 && same[0] == place;
        let is_label = is_label && (self.is_checked || !same.iter().any(|other| self.counts(*other, value)));
        let sign = (value < 0).then_some(-value);
        let nearer = [0, value.signum(), value / 2, value - value.signum()];
        let nearer = nearer.into_iter().filter(|less| less.abs() < value.abs());
        for less in nearer.chain(sign) {
            let less = Some(less.to_string());
            if is_label {
                self.add(&self.all(), |other| {
                    same.binary_search(&other).is_ok().then(|| less.clone())
                });
            }
            self.add(&self.all(), |other| (other == place).then(|| less.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shrinks as long as `fails` holds.
    fn shrunk(text: &str, is_checked: bool, fails: impl Fn(&str) -> bool) -> String {
        let mut text = text.to_owned();
        while let Some(smaller) = first_smaller(&text, is_checked, &mut |batch| {
            batch.iter().position(|text| fails(text))
        }) {
            assert!((smaller.len(), &smaller) < (text.len(), &text));
            text = smaller;
        }
        text
    }

    fn numbers(text: &str) -> Vec<i64> {
        text.split_whitespace().filter_map(|token| token.parse().ok()).collect()
    }

    #[test]
    fn a_list_keeps_the_number_of_its_entries() {
        let is_list = |text: &str| {
            let lines: Vec<Vec<i64>> = text.lines().map(numbers).collect();
            matches!(&lines[..], [head, list] if head.len() == 1 && head[0] == list.len() as i64)
        };
        let fails = |text: &str| is_list(text) && numbers(text)[1..].iter().any(|value| *value >= 7);
        for is_checked in [false, true] {
            assert_eq!(shrunk("5\n1 20 3 9 5\n", is_checked, fails), "1\n7\n");
        }
        // Without a check the number of entries never contradicts the count, unless a line is gone.
        let mut text = "5\n1 20 3 9 5\n".to_owned();
        let mut steps = 0;
        loop {
            let smaller = smaller(&text, false);
            for other in &smaller {
                assert!(is_list(other) || other.lines().count() < 2, "{other:?}");
            }
            let Some(next) = smaller.into_iter().find(|text| is_list(text)) else {
                break;
            };
            (text, steps) = (next, steps + 1);
        }
        assert!(steps > 1);
    }

    #[test]
    fn a_graph_keeps_the_number_of_its_edges() {
        let fails = |text: &str| {
            let mut lines = text.lines().map(numbers);
            let head = lines.next().unwrap_or_default();
            let edges: Vec<Vec<i64>> = lines.collect();
            head.len() == 2
                && head[1] == edges.len() as i64
                && edges
                    .iter()
                    .all(|edge| edge.len() == 2 && edge.iter().all(|end| (1..=head[0]).contains(end)))
                && edges.iter().any(|edge| edge[0] == edge[1])
        };
        assert_eq!(shrunk("4 5\n1 2\n2 3\n3 3\n3 4\n4 1\n", true, fails), "1 1\n1 1\n");
    }

    #[test]
    fn columns_and_characters_fall_together_with_their_count() {
        let columns = |text: &str| {
            let lines: Vec<Vec<i64>> = text.lines().map(numbers).collect();
            matches!(&lines[..], [n, a, b] if n.len() == 1 && a.len() == b.len() && n[0] == a.len() as i64
                && a.iter().zip(b).any(|(a, b)| a > b))
        };
        assert_eq!(shrunk("3\n1 5 2\n4 4 4\n", true, columns), "1\n1\n0\n");
        let word = |text: &str| {
            let tokens: Vec<&str> = text.split_whitespace().collect();
            matches!(tokens[..], [n, word] if n == word.len().to_string() && word.contains('X'))
        };
        assert_eq!(shrunk("6\n..X..X\n", false, word), "1\nX\n");
    }

    #[test]
    fn nothing_is_smaller_than_nothing() {
        for text in ["", "\n", "0\n"] {
            let smaller = smaller(text, true);
            assert!(
                smaller.iter().all(|other| other.len() < text.len()),
                "{text:?}: {smaller:?}"
            );
        }
    }
}
