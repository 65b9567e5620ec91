//! A fast reader of lines of two plain numbers, which make up long inputs.
//!
//! **Idea.** All digits of a number are converted at once and not one by one, and several threads read a long text. The
//! reader returns the pairs before the first line that is not plain. The careful reader continues there and names the
//! mistake. The threads take windows of the text. The first window is small, and each is twice as long as the one
//! before. So a text with a few unusual lines wastes no more time than its plain lines take. A window has several parts
//! for each thread, so that no thread waits for long. While the threads read a window, the pairs of the one before are
//! copied to their place.
//!
//! **Why it is right.** A part begins and ends with a line, so its lines are the same for every reader.
//!
//! **Cost.** One pass, about 7 ns a number on one thread. Besides the pairs, 8 bytes for each pair in two windows. A
//! window has at most [`PARTS_PER_THREAD`] times [`MAX_PART_BYTES`] bytes for each thread.
//!
//! **Source.** D. Lemire, "Quickly parsing eight digits" (2018), for eight digits at once.

use std::ops::Range;

use rayon::prelude::*;

/// A text of lines of two numbers each.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a [u8],
    /// The number of the first item.
    pub(super) first: u32,
    /// The number of items.
    pub(super) count: u64,
    /// Whether a line may also have a Windows line end.
    pub(super) lenient: bool,
}

/// The number of bytes that one thread reads alone: starting others takes as long as reading some hundred lines.
const ALONE_BYTES: usize = 1 << 17;
/// The number of parts of a window for each thread.
const PARTS_PER_THREAD: usize = 4;
/// The most bytes of a part: its pairs stay in a cache until they are copied.
const MAX_PART_BYTES: usize = 1 << 18;

impl Lines<'_> {
    /// Reads lines from the one at `at` on, until a line is not plain or `most` are read.
    ///
    /// Adds them to `pairs`, numbered from 0, and returns the beginning of the next line.
    pub(super) fn read(&self, at: usize, most: usize, pairs: &mut Vec<(u32, u32)>) -> usize {
        let goal = pairs.len().saturating_add(most);
        let alone = self.text.len().min(at.saturating_add(ALONE_BYTES));
        let at = self.read_part(at..alone, most, pairs);
        if at < alone || at >= self.text.len() || pairs.len() == goal {
            return at;
        }
        let threads = rayon::current_num_threads();
        if threads == 1 {
            return self.read_part(at..self.text.len(), goal - pairs.len(), pairs);
        }
        // Inside the pool, the thread that deals out the work also does a part of it, and needs no wake-up for each
        // window.
        rayon::scope(|_| self.read_windows(at, threads, goal, pairs))
    }

    /// Reads from `at` on in windows, until there are `goal` pairs.
    fn read_windows(&self, mut at: usize, threads: usize, goal: usize, pairs: &mut Vec<(u32, u32)>) -> usize {
        let mut window = vec![Part::default(); PARTS_PER_THREAD * threads];
        // The window before this one, already read but not yet copied.
        let mut before = window.clone();
        let mut left = goal - pairs.len();
        let mut length = ALONE_BYTES / window.len();
        while at < self.text.len() {
            length = MAX_PART_BYTES.min(2 * length);
            let mut start = at;
            for part in &mut window {
                let end = self.line_end(start, length);
                part.text = start..end;
                start = end;
            }
            let read = || window.par_iter_mut().for_each(|part| part.read(self));
            rayon::join(|| take(&mut before, pairs), read);
            std::mem::swap(&mut window, &mut before);
            for index in 0..before.len() {
                let part = &before[index];
                if !part.is_plain || part.pairs.len() > left {
                    // The part is not plain or has more pairs than wanted: read it again, up to the limit.
                    let text = part.text.clone();
                    take(&mut before[..index], pairs);
                    return self.read_part(text, left, pairs);
                }
                left -= part.pairs.len();
                at = part.text.end;
            }
        }
        take(&mut before, pairs);
        at
    }

    /// Returns the end, after its line end, of the line with the byte `length` after `at`, or the end of the text.
    fn line_end(&self, at: usize, length: usize) -> usize {
        let from = self.text.len().min(at.saturating_add(length));
        let rest = self.text[from..].iter().position(|&byte| byte == b'\n');
        rest.map_or(self.text.len(), |place| from + place + 1)
    }

    /// Reads the lines that begin within `text`, like [`Lines::read`].
    fn read_part(&self, text: Range<usize>, most: usize, pairs: &mut Vec<(u32, u32)>) -> usize {
        let goal = pairs.len().saturating_add(most);
        let mut at = text.start;
        while at < text.end && pairs.len() < goal {
            let Some((pair, next)) = self.line(at) else {
                break;
            };
            pairs.push(pair);
            at = next;
        }
        at
    }

    /// Returns the line that begins at `at` and the beginning of the next one, or `None` if it is not plain.
    #[inline]
    fn line(&self, at: usize) -> Option<((u32, u32), usize)> {
        let index = |at: usize| {
            let (value, length) = plain_number(&self.text[at..])?;
            // A number below the first becomes larger than any count.
            let index = value.wrapping_sub(u64::from(self.first));
            (index < self.count).then_some((index as u32, at + length))
        };
        let (a, at) = index(at)?;
        if self.text.get(at) != Some(&b' ') {
            return None;
        }
        let (b, at) = index(at + 1)?;
        let at = at + usize::from(self.lenient && self.text.get(at) == Some(&b'\r'));
        (self.text.get(at) == Some(&b'\n')).then_some(((a, b), at + 1))
    }
}

/// A stretch of the text for one thread, and its pairs.
#[derive(Clone, Default)]
struct Part {
    text: Range<usize>,
    pairs: Vec<(u32, u32)>,
    /// Whether all its lines are plain.
    is_plain: bool,
}

impl Part {
    fn read(&mut self, lines: &Lines<'_>) {
        let stop = lines.read_part(self.text.clone(), usize::MAX, &mut self.pairs);
        self.is_plain = stop == self.text.end;
    }
}

/// Appends the pairs of these parts to `pairs`.
fn take(parts: &mut [Part], pairs: &mut Vec<(u32, u32)>) {
    for part in parts {
        pairs.append(&mut part.pairs);
    }
}

/// Returns the number at the start of `bytes` and the number of its digits.
///
/// `None` if it has a leading zero or more than 10 digits, or if fewer than 8 bytes follow its start. It reads eight
/// bytes as one word, separates the digits from the bytes after them, and joins them in pairs.
#[inline]
fn plain_number(bytes: &[u8]) -> Option<(u64, usize)> {
    const EACH: u64 = u64::MAX / 0xff;
    let word = u64::from_le_bytes(*bytes.first_chunk()?);
    let digits = word ^ (EACH * u64::from(b'0'));
    // A byte above 9 gets its highest bit. It may carry into the next bytes, but only the first such byte matters.
    let others = (digits.wrapping_add(EACH * (0x7f - 9)) | digits) & (EACH * 0x80);
    let length = others.trailing_zeros() as usize / 8;
    let leading_zero = digits & 0xff == 0 && length > 1;
    if length == 0 || leading_zero {
        return None;
    }
    // Move the digits to the end of the word, after zeros.
    let ones = digits << (64 - 8 * length);
    let tens = ones.wrapping_mul(10).wrapping_add(ones >> 8) & (u64::MAX / 0xffff * 0xff);
    let hundreds = tens.wrapping_mul(100).wrapping_add(tens >> 16) & 0x0000_ffff_0000_ffff;
    let mut value = hundreds.wrapping_mul(10_000).wrapping_add(hundreds >> 32) & 0xffff_ffff;
    let mut end = length;
    if length == 8 {
        while let Some(digit) = bytes.get(end).filter(|byte| byte.is_ascii_digit()) {
            if end == 10 {
                return None;
            }
            value = 10 * value + u64::from(digit - b'0');
            end += 1;
        }
    }
    Some((value, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn plain_numbers_are_read_as_they_are_written() {
        let padded = |text: &str| plain_number(format!("{text}        ").as_bytes());
        let mut number = 1u64;
        for length in 1..=10 {
            for value in [number, 9 * number, 10 * number - 1, number + number / 3] {
                assert_eq!(padded(&value.to_string()), Some((value, length)));
            }
            number *= 10;
        }
        assert_eq!(padded("0"), Some((0, 1)));
        for text in ["00", "01", "12345678901", "-1", "+1", "a", "", "\u{ff11}"] {
            assert_eq!(padded(text), None, "{text}");
        }
        for follower in 0..=255u8 {
            let bytes = [b'4', b'2', follower, 0xff, 0x8a, b'7', b'7', b'7'];
            let read = (!follower.is_ascii_digit()).then_some((42, 2));
            assert!(read.is_none() || plain_number(&bytes) == read, "{follower}");
        }
        assert_eq!(plain_number(b"1234567"), None, "the careful reads take the last bytes");
    }

    /// Returns lines of numbers up to 1000, and the beginning of each.
    fn numbered_lines(random: &mut Random, count: usize, end: &str) -> (String, Vec<usize>) {
        let mut text = String::new();
        let begins = (0..count).map(|_| {
            let begin = text.len();
            let (a, b) = (random.within(1, 1000), random.within(1, 1000));
            text.push_str(&format!("{a} {b}{end}"));
            begin
        });
        let begins = begins.collect();
        (text + "        ", begins)
    }

    /// Returns the place after the last line read, and the pairs, appended to a list of one pair.
    fn read_by(threads: usize, lines: Lines<'_>, most: usize) -> (usize, Vec<(u32, u32)>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let mut pairs = vec![(7, 7)];
        let stop = pool.build().unwrap().install(|| lines.read(0, most, &mut pairs));
        (stop, pairs)
    }

    #[test]
    fn many_threads_read_what_one_reads() {
        let mut random = Random::new(1);
        let (text, begins) = numbered_lines(&mut random, 600_000, "\n");
        // A window of two threads with the largest parts, after smaller ones.
        assert!(text.len() > ALONE_BYTES + 2 * 2 * PARTS_PER_THREAD * MAX_PART_BYTES);
        for round in 0..24 {
            let mut text = text.clone();
            // Some lines are not plain, and reading stops at the first.
            for _ in 0..round % 3 {
                let odd = begins[random.index(begins.len())];
                text.replace_range(odd..odd + 1, "0");
            }
            let lines = Lines {
                text: text.as_bytes(),
                first: 1,
                count: 1000,
                lenient: true,
            };
            let most = match round % 4 {
                0 => usize::MAX,
                _ => random.index(begins.len()),
            };
            let read = |threads| read_by(threads, lines, most);
            let (stop, pairs) = read(1);
            let expected = begins.partition_point(|&begin| begin < stop);
            assert_eq!(pairs.len(), 1 + expected, "round {round}");
            let one_by_one = lines.read_part(0..text.len(), most, &mut vec![]);
            assert_eq!(stop, one_by_one, "round {round}");
            for threads in [2, 3] {
                assert!(read(threads) == (stop, pairs.clone()), "round {round}");
            }
        }
    }

    #[test]
    fn the_last_line_is_read_where_its_numbers_are_long() {
        let text = "12345678 12345678\n".repeat(30_000);
        let lines = Lines {
            text: text.as_bytes(),
            first: 0,
            count: 1 << 24,
            lenient: false,
        };
        for threads in [1, 2] {
            let (stop, pairs) = read_by(threads, lines, usize::MAX);
            assert_eq!((stop, pairs.len()), (text.len(), 1 + 30_000));
        }
    }

    #[test]
    fn threads_stop_at_the_line_asked_for_wherever_their_parts_end() {
        let (text, begins) = numbered_lines(&mut Random::new(2), 60_000, "\n");
        let lines = Lines {
            text: text.as_bytes(),
            first: 1,
            count: 1000,
            lenient: false,
        };
        let line_at = |place| begins.partition_point(|&begin| begin < place);
        let first_window = line_at(ALONE_BYTES);
        // The first window of two threads is twice as long as the read of one thread alone.
        let second_part = line_at(begins[first_window] + ALONE_BYTES / PARTS_PER_THREAD);
        for end in [first_window, second_part] {
            for (most, &begin) in begins.iter().enumerate().skip(end - 2).take(5) {
                let (stop, pairs) = read_by(2, lines, most);
                assert_eq!((stop, pairs.len()), (begin, 1 + most));
            }
        }
    }
}
