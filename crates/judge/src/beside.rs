//! The text that a program prints beside its answers: prompts such as `n = `, and debug text.
//!
//! **Rule.** The tokens of the stored answer follow one another in the output, and the rest is the same text in every
//! testcase. A prompt may come once for each number, so that a rest may hold a word more often than another, and the
//! numbers inside a word may differ: `a[1] = a[2] = `. A number alone is an answer, and never a prompt. Else whole lines
//! are left out if each begins with a word that begins a line in every testcase, because debug text such as `n = 3` has
//! other numbers each time.

use std::collections::BTreeSet;

use gamesolve_text::quoted;

/// The most different words of such a text.
const MOST_WORDS: usize = 20;
/// The most lines of the text that are shown, and the most characters of each.
const MOST_SHOWN: usize = 3;
const MOST_CHARACTERS: usize = 40;

/// The characters that end a prompt. The next prompt may follow without a space: `a[0]=a[1]=`.
const ENDS_OF_PROMPTS: [char; 4] = ['=', ':', '?', '>'];

/// A piece of an output: its place in bytes, and whether it belongs to the answer.
struct Piece {
    start: usize,
    end: usize,
    is_answer: bool,
}

/// Returns a sentence on the text beside the answers, if all outputs have the same one. Each output comes with its stored
/// answer.
pub fn text_beside(outputs: &[(String, String)]) -> Option<String> {
    // A prompt may hold a token of the answer: look for the tokens from the end first.
    let between = [true, false].into_iter().find_map(|from_end| {
        let pieces = outputs.iter().map(|(output, answer)| pieces(output, answer, from_end));
        let pieces: Vec<Vec<Piece>> = pieces.collect::<Option<_>>()?;
        let words = |(pieces, (output, _)): (&Vec<Piece>, &(String, String))| -> BTreeSet<String> {
            let extra = pieces.iter().filter(|piece| !piece.is_answer);
            let extra = extra.flat_map(|piece| output[piece.start..piece.end].split_inclusive(ENDS_OF_PROMPTS));
            extra.map(without_numbers).collect()
        };
        let words: Vec<BTreeSet<String>> = pieces.iter().zip(outputs).map(words).collect();
        let largest = words.iter().max_by_key(|words| words.len())?;
        let common = |word: &&String| is_text(word) && words.iter().all(|words| words.contains(*word));
        let is_same = words.iter().all(|words| words.is_subset(largest)) && largest.len() <= MOST_WORDS;
        largest.iter().find(common).filter(|_| is_same)?;
        Some(pieces)
    });
    let pieces = between.or_else(|| lines(outputs))?;
    let shortest = (0..outputs.len()).min_by_key(|&at| outputs[at].0.len())?;
    Some(sentence(&outputs[shortest].0, &pieces[shortest]))
}

/// Splits outputs into the lines of the answers and the lines that begin with a word of every output.
fn lines(outputs: &[(String, String)]) -> Option<Vec<Vec<Piece>>> {
    let first = |line: &str| line.split_whitespace().next().map(without_numbers);
    let firsts =
        |output: &str| -> BTreeSet<String> { output.lines().filter_map(first).filter(|word| is_text(word)).collect() };
    let common = outputs
        .iter()
        .map(|(output, _)| firsts(output))
        .reduce(|a, b| &a & &b)
        .filter(|common| !common.is_empty())?;
    let split = |(output, answer): &(String, String)| {
        let piece = |line: &str| {
            let start = line.as_ptr() as usize - output.as_ptr() as usize;
            let is_answer = first(line).is_none_or(|word| !common.contains(&word));
            Piece {
                start,
                end: start + line.len(),
                is_answer,
            }
        };
        let pieces: Vec<Piece> = output.lines().map(piece).collect();
        let answers = pieces.iter().filter(|piece| piece.is_answer);
        let answers = answers.flat_map(|piece| output[piece.start..piece.end].split_whitespace());
        let is_whole = !answer.trim().is_empty() && answers.eq(answer.split_whitespace());
        is_whole.then_some(pieces)
    };
    outputs.iter().map(split).collect()
}

/// Splits an output into the tokens of the answer and the rest. Returns `None` if a token is missing.
fn pieces(output: &str, answer: &str, from_end: bool) -> Option<Vec<Piece>> {
    let start_of = |word: &str| word.as_ptr() as usize - output.as_ptr() as usize;
    let mut found: Vec<&str> = output.split_whitespace().collect();
    let mut answers: Vec<&str> = answer.split_whitespace().collect();
    if answers.is_empty() {
        return None;
    }
    if from_end {
        found.reverse();
        answers.reverse();
    }
    let mut answers = answers.into_iter().peekable();
    let mut pieces = Vec::new();
    for word in found {
        let (start, end) = (start_of(word), start_of(word) + word.len());
        let own = answers.peek().and_then(|answer| place_in(word, answer));
        if own.is_some() {
            answers.next();
        }
        let (from, to) = own.map_or((end, end), |(from, to)| (start + from, start + to));
        let split = [(start, from, false), (from, to, true), (to, end, false)];
        let split = split.into_iter().filter(|(start, end, _)| start < end);
        pieces.extend(split.map(|(start, end, is_answer)| Piece { start, end, is_answer }));
    }
    pieces.sort_by_key(|piece| piece.start);
    answers.next().is_none().then_some(pieces)
}

/// Returns the place of a token in a word: the whole word, its end after a prompt such as `n=`, or its beginning.
fn place_in(word: &str, token: &str) -> Option<(usize, usize)> {
    let is_number = token.ends_with(|c: char| c.is_ascii_digit());
    // A sign or a point before a number makes another number.
    let is_apart = |c: char| {
        if is_number {
            !c.is_ascii_digit() && !"-+.".contains(c)
        } else {
            !c.is_alphanumeric()
        }
    };
    if word == token {
        Some((0, word.len()))
    } else if word.strip_suffix(token).is_some_and(|rest| rest.ends_with(is_apart)) {
        Some((word.len() - token.len(), word.len()))
    } else if word.strip_prefix(token).is_some_and(|rest| rest.starts_with(is_apart)) {
        Some((0, token.len()))
    } else {
        None
    }
}

/// Returns a word with `0` for each number in it. A number alone stays.
fn without_numbers(word: &str) -> String {
    if !is_text(word) {
        return word.to_owned();
    }
    let mut text = String::new();
    for c in word.chars() {
        if !c.is_ascii_digit() {
            text.push(c);
        } else if !text.ends_with('0') {
            text.push('0');
        }
    }
    text
}

/// Returns whether a word is more than a number.
fn is_text(word: &str) -> bool {
    word.contains(|c: char| !c.is_ascii_digit() && !"-+.,".contains(c))
}

fn sentence(output: &str, pieces: &[Piece]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut at = 0;
    for same in pieces.chunk_by(|a, b| a.is_answer == b.is_answer) {
        at += same.len();
        if same[0].is_answer {
            continue;
        }
        let end = pieces.get(at).map_or(output.len(), |next| next.start);
        let text = output[same[0].start..end].lines().map(str::trim_start);
        lines.extend(text.filter(|line| !line.is_empty()));
    }
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(without_numbers(line)));
    let shown = lines.iter().take(MOST_SHOWN);
    let shown: Vec<String> = shown
        .map(|line| format!("`{}`", quoted(line.as_bytes(), MOST_CHARACTERS)))
        .collect();
    let more = if lines.len() > MOST_SHOWN { " and more" } else { "" };
    format!("your program also prints {}{more}; leave this out", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(outputs: &[(&str, &str)]) -> Option<String> {
        let outputs: Vec<_> = outputs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        text_beside(&outputs).map(|sentence| {
            let text = sentence.strip_prefix("your program also prints ").unwrap();
            text.strip_suffix("; leave this out").unwrap().to_owned()
        })
    }

    #[test]
    fn a_text_beside_the_answers_is_found_wherever_it_stands() {
        for (outputs, expected) in [
            (&[("n = 0\n", "0"), ("n = 1 2 4\n", "1\n2 4")][..], "`n = `"),
            (&[("Nhap n: 0", "0\n")], "`Nhap n: `"),
            (&[("n=0", "0"), ("n=-12", "-12")], "`n=`"),
            (&[("Nhap n0", "0"), ("Nhap n7", "7")], "`Nhap n`"),
            (
                &[("n = a = Ket qua: 0", "0"), ("n = a = Ket qua: 1 3 1", "1\n3 1")],
                "`n = a = Ket qua: `",
            ),
            (
                &[("a[1] = a[2] = 1 2", "1 2"), ("a[1] = a[2] = a[3] = 3 1", "3 1")],
                "`a[1] = a[2] = `",
            ),
            (
                &[("n?\nx?\nx?\nAlice\n", "Alice"), ("n?\nx?\nBob\n", "Bob")],
                "`n?`, `x?`",
            ),
            (&[("0\nDone\n", "0"), ("5\nDone\n", "5")], "`Done`"),
            (
                &[("Enter n:a[0]=0", "0"), ("Enter n:a[0]=a[1]=1\n2 4\n", "1\n2 4")],
                "`Enter n:a[0]=`",
            ),
            (
                &[("n = 3\na = [1, 2]\n0\n", "0"), ("n = 1\na = [5]\n1\n1 0\n", "1\n1 0")],
                "`n = 3`, `a = [1, 2]`",
            ),
            (
                &[("debug 7 NO\nYES\n", "YES"), ("debug 4 NO\nNO\n", "NO")],
                "`debug 4 NO`",
            ),
            (&[("n = 0!\nend", "0")], "`n = `, `!`, `end`"),
            (&[("Answer: YES.", "YES")], "`Answer: `, `.`"),
        ] {
            assert_eq!(text(outputs).as_deref(), Some(expected), "{outputs:?}");
        }
    }

    #[test]
    fn a_wrong_answer_is_no_text_beside_an_answer() {
        for outputs in [
            &[("1", "0")][..],
            &[("10", "0"), ("-5", "5"), ("x.5", "5")],
            &[("0 1", "0"), ("1 1", "1")],
            // The rest differs.
            &[("YES NO", "YES"), ("YES NO", "NO")],
            &[("x = 5 0", "0"), ("x = 7 0", "0")],
            &[("n = 0", "0"), ("1", "1")],
            &[("n = ", "")],
            // A checker rejects the stored answer.
            &[("0", "0")],
            &[("YES\n1 2\n", "YES\n1 2"), ("NO", "NO")],
        ] {
            assert_eq!(text(outputs), None, "{outputs:?}");
        }
    }
}
