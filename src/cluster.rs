//! A graph in the format of the problem `game` that no process reads as a whole: a file, or a folder of parts.
//!
//! The parts of a folder are one text, cut at line ends. Their order is the order of their names, and the first part
//! begins with the two lines before the arcs. Bytes can be counted without reading the text, and lines cannot. So each
//! worker has a share of the bytes and reads the lines that begin in it. For this reason every arc stands on a line of
//! its own. Blanks around its numbers and blank lines have no meaning.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use gamesolve_cluster::{Fault, FaultKind, Fingerprint, MAX_PIECE_ARCS, Piece, SharedArcs, Task};

use crate::budget::Budget;
use crate::engine::Outcome;
use crate::problem::Limit;
use crate::problems::game::{M, N};
use crate::stock::Winner;
use crate::text::{InputError, Mode, Scanner, is_blank, quoted, reason};

/// The number of arcs. No process needs to number all of them.
const SHARED_M: Limit = Limit {
    solve: (0, i64::MAX),
    ..M
};
/// The number of bytes that are read at once. The lines before the arcs and every single line must fit into it.
const BLOCK: usize = 1 << 20;
// The shortest arc has four bytes.
const _: () = assert!(BLOCK / 4 <= MAX_PIECE_ARCS);

/// A graph in one or more files, with its arcs not read yet.
pub struct Parts {
    name: String,
    vertices: u32,
    start: u32,
    /// A fingerprint of the input. Two different inputs have different ones in all likelihood.
    fingerprint: u64,
    /// The size of all files together, in bytes.
    pub bytes: u64,
    arcs: Arcs,
}

/// The arcs of a graph in files.
pub struct Arcs {
    vertices: usize,
    arcs: u64,
    /// The first part begins with the lines before the arcs.
    parts: Vec<Part>,
    /// The place of the declared number of arcs in the first part.
    declared_at: Range<usize>,
    /// The beginning of the first part.
    head: Vec<u8>,
}

struct Part {
    path: PathBuf,
    /// The range of its bytes that holds arcs.
    body: Range<u64>,
}

impl Parts {
    /// Opens a file or a folder of parts, and reads the lines before the arcs.
    ///
    /// Ignores files whose names begin with a dot. Takes a megabyte.
    ///
    /// # Errors
    /// Fails if there is no file, if a file cannot be read or is no plain file, or if the first one is malformed.
    pub fn open(path: &Path) -> Result<Parts, Fault> {
        let mut paths = vec![path.to_owned()];
        let folder = metadata(path)?.is_dir();
        if folder {
            paths = list(path)?;
        }
        let Some(first) = paths.first() else {
            return Err(unreadable(path, "there is no file in it"));
        };
        let mut head = Vec::new();
        let file = File::open(first).map_err(|error| unreadable(first, error))?;
        file.take(BLOCK as u64)
            .read_to_end(&mut head)
            .map_err(|error| unreadable(first, error))?;
        let header = Header::read(&head).map_err(|error| malformed(&error, first, 0, &head))?;

        let mut fingerprint = Fingerprint::default();
        fingerprint.add(&head[..header.length]);
        let mut parts = Vec::new();
        let mut bytes = 0;
        for path in paths {
            let data = metadata(&path)?;
            if !data.is_file() {
                return Err(unreadable(&path, "it is not a plain file"));
            }
            let start = if parts.is_empty() { header.length as u64 } else { 0 };
            // A single file may have any name. The parts of a folder are in the order of their names.
            let name = path.file_name().filter(|_| folder);
            fingerprint.add(name.unwrap_or_default().as_encoded_bytes());
            fingerprint.add(&data.len().to_le_bytes());
            bytes += data.len();
            parts.push(Part {
                path,
                body: start..data.len().max(start),
            });
        }
        Ok(Parts {
            name: path.to_string_lossy().into_owned(),
            vertices: u32::try_from(header.vertices).expect("the limit is lower"),
            start: header.start,
            fingerprint: fingerprint.number(),
            bytes,
            arcs: Arcs {
                vertices: header.vertices,
                arcs: header.arcs,
                parts,
                declared_at: header.declared_at,
                head,
            },
        })
    }

    /// Returns the task of a cluster, with this memory for this process.
    pub fn task(self, budget: Budget) -> Task<Arcs> {
        Task {
            name: self.name,
            vertices: self.vertices,
            start: self.start,
            arcs: self.arcs,
            fingerprint: self.fingerprint,
            memory: budget.bytes(),
        }
    }

    /// Returns the answer in the format of the problem.
    pub fn answer(outcome: Outcome) -> String {
        Winner(outcome).to_string()
    }
}

fn metadata(path: &Path) -> Result<Metadata, Fault> {
    std::fs::metadata(path).map_err(|error| unreadable(path, error))
}

/// Returns the files of a folder by name.
fn list(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let fail = |error: io::Error| unreadable(folder, reason(&error));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// The two lines before the arcs.
struct Header {
    vertices: usize,
    arcs: u64,
    declared_at: Range<usize>,
    start: u32,
    /// The number of bytes of the lines, with the end of the last one.
    length: usize,
}

impl Header {
    fn read(head: &[u8]) -> Result<Header, InputError> {
        let scanner = &mut Scanner::new(head, Mode::Lenient)?;
        let vertices = N.count(scanner)?;
        let declared = scanner.offset();
        let n = vertices as i64;
        let arcs = SHARED_M.up_to(n.saturating_mul(n - 1)).count(scanner)?;
        let declared_at = declared..head.len() - scanner.rest().len();
        let start = scanner.index(format_args!("the start vertex"), vertices)?;
        end_of_line(scanner)?;
        Ok(Header {
            vertices,
            arcs: arcs as u64,
            declared_at,
            start,
            length: head.len() - scanner.rest().len(),
        })
    }
}

/// Skips blanks, but not the end of a line.
fn skip_in_line(scanner: &mut Scanner<'_>) {
    let rest = scanner.rest().iter();
    let blanks = rest.take_while(|&&byte| is_blank(byte) && !ends_line(byte));
    scanner.advance(blanks.count());
}

/// Skips blanks up to the end of a line, and the line end itself.
fn end_of_line(scanner: &mut Scanner<'_>) -> Result<(), InputError> {
    skip_in_line(scanner);
    match scanner.rest() {
        [] => Ok(()),
        [b'\r', b'\n', ..] => {
            scanner.advance(2);
            Ok(())
        }
        [b'\r' | b'\n', ..] => {
            scanner.advance(1);
            Ok(())
        }
        _ => {
            let error = scanner.expected(format_args!("end of line"));
            Err(error.with_hint(ONE_LINE))
        }
    }
}

const ONE_LINE: &str = "if processes share an input, every arc stands on its own line";

fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

impl SharedArcs for Arcs {
    fn declared(&self) -> u64 {
        self.arcs
    }

    fn miscounted(&self, found: u64) -> Fault {
        let at = &self.declared_at;
        let message = format!("`M` says {} arcs, found {found}", self.arcs);
        let error = InputError::new(at.start, at.len(), message);
        malformed(&error, &self.parts[0].path, 0, &self.head)
    }

    fn share(&self, share: u32, shares: u32) -> impl Iterator<Item = Result<Piece, Fault>> {
        let lengths = self.parts.iter().map(|part| part.body.end - part.body.start);
        let total: u64 = lengths.sum();
        let bound = |share: u32| {
            // A share of a number of 64 bits fits in 64 bits.
            (u128::from(total) * u128::from(share) / u128::from(shares)) as u64
        };
        Share {
            text: self,
            next_part: 0,
            before: 0,
            bytes: bound(share)..bound(share + 1),
            open: None,
            buffer: Vec::new(),
        }
    }
}

/// A reader of the lines that begin in a range of the bytes of the arcs.
struct Share<'a> {
    text: &'a Arcs,
    /// The next part to open, and the number of bytes in the parts before it.
    next_part: usize,
    before: u64,
    /// The range of bytes of this share, counted through all parts.
    bytes: Range<u64>,
    open: Option<Open>,
    /// The bytes that were read from the open part and not used yet.
    buffer: Vec<u8>,
}

/// The part that is read now.
struct Open {
    part: usize,
    file: File,
    /// The place of the buffer's first byte in the file.
    at: u64,
    /// The end of this share. A line that begins here or later belongs to another share.
    end: u64,
}

impl Iterator for Share<'_> {
    type Item = Result<Piece, Fault>;

    fn next(&mut self) -> Option<Result<Piece, Fault>> {
        self.next_piece().transpose()
    }
}

impl Share<'_> {
    /// Returns the arcs of the next blocks, or `None` after the last one.
    fn next_piece(&mut self) -> Result<Option<Piece>, Fault> {
        let mut arcs = Vec::new();
        while arcs.is_empty() {
            if self.open.is_none() && !self.open_next()? {
                return Ok(None);
            }
            self.read_block(&mut arcs)?;
        }
        Ok(Some(arcs))
    }

    /// Opens the next part with lines of this share, in front of the first one. Returns whether there is such a part.
    fn open_next(&mut self) -> Result<bool, Fault> {
        while let Some(part) = self.text.parts.get(self.next_part) {
            let length = part.body.end - part.body.start;
            let start = self.bytes.start.saturating_sub(self.before).min(length);
            let end = self.bytes.end.saturating_sub(self.before).min(length);
            let number = self.next_part;
            self.next_part += 1;
            self.before += length;
            if start == end {
                continue;
            }
            let fail = |error: io::Error| unreadable(&part.path, reason(&error));
            let mut file = File::open(&part.path).map_err(fail)?;
            // A line begins after a line end. So the search for the line end begins one byte earlier.
            let inside = start > 0;
            let at = part.body.start + start - u64::from(inside);
            file.seek(SeekFrom::Start(at)).map_err(fail)?;
            self.open = Some(Open {
                part: number,
                file,
                at,
                end: part.body.start + end,
            });
            self.buffer.clear();
            if inside {
                self.skip_line()?;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Skips to the byte after the next line end.
    fn skip_line(&mut self) -> Result<(), Fault> {
        loop {
            let last = self.fill()?;
            let Some(open) = &mut self.open else {
                return Ok(());
            };
            let line_end = self.buffer.iter().position(|&byte| byte == b'\n');
            let skipped = line_end.map_or(self.buffer.len(), |at| at + 1);
            open.at += skipped as u64;
            self.buffer.drain(..skipped);
            if line_end.is_some() || last {
                return Ok(());
            }
            if open.at >= open.end {
                // This line never ends, and it belongs to another share.
                self.open = None;
            }
        }
    }

    /// Fills the buffer. Returns whether the file ends with it.
    fn fill(&mut self) -> Result<bool, Fault> {
        let Some(open) = &mut self.open else {
            return Ok(true);
        };
        let path = &self.text.parts[open.part].path;
        let room = BLOCK - self.buffer.len();
        let read = (&mut open.file).take(room as u64).read_to_end(&mut self.buffer);
        let read = read.map_err(|error| unreadable(path, error))?;
        Ok(read < room)
    }

    /// Adds the arcs of the lines in the next block. After the last line of the share it closes the part.
    fn read_block(&mut self, arcs: &mut Vec<(u32, u32)>) -> Result<(), Fault> {
        let last = self.fill()?;
        let Some(open) = &mut self.open else {
            return Ok(());
        };
        let path = &self.text.parts[open.part].path;
        // Take only whole lines, and only lines that begin before the end.
        let mine = usize::try_from(open.end.saturating_sub(open.at)).unwrap_or(usize::MAX);
        let line_end = |from: usize| {
            let rest = self.buffer.get(from..)?;
            let at = rest.iter().position(|&byte| byte == b'\n')?;
            Some(from + at + 1)
        };
        // The last line of the share holds the byte before its end.
        let end_of_last = mine.checked_sub(1).map_or(Some(0), line_end);
        let (length, ended) = match end_of_last {
            Some(end) => (end, true),
            None if last => (self.buffer.len(), true),
            None => {
                let line_end = self.buffer.iter().rposition(|&byte| byte == b'\n');
                (line_end.map_or(0, |at| at + 1), false)
            }
        };
        if length == 0 && !ended {
            let message = format!("a line of arcs is longer than {BLOCK} bytes");
            let error = InputError::new(0, 1, message).with_hint(ONE_LINE);
            return Err(malformed(&error, path, open.at, &self.buffer));
        }
        let block = &self.buffer[..length];
        read_lines(block, self.text.vertices, arcs).map_err(|error| malformed(&error, path, open.at, block))?;
        open.at += length as u64;
        self.buffer.drain(..length);
        if ended {
            self.open = None;
        }
        Ok(())
    }
}

/// Adds the arcs of whole lines.
fn read_lines(block: &[u8], vertices: usize, arcs: &mut Vec<(u32, u32)>) -> Result<(), InputError> {
    let scanner = &mut Scanner::new(block, Mode::Lenient)?;
    loop {
        scanner.plain_pairs(usize::MAX, 1, vertices, arcs);
        if scanner.offset() == block.len() {
            return Ok(());
        }
        let tail = scanner.index(format_args!("the tail of an arc"), vertices)?;
        skip_in_line(scanner);
        if scanner.rest().first().is_none_or(|&byte| ends_line(byte)) {
            let error = scanner.expected(format_args!("the head of the arc"));
            return Err(error.with_hint(ONE_LINE));
        }
        let head = scanner.index(format_args!("the head of an arc"), vertices)?;
        end_of_line(scanner)?;
        arcs.push((tail, head));
    }
}

/// Returns an error in the block that begins at byte `at`, with its line in the file. Counts the lines before the block
/// by reading the file again.
fn malformed(error: &InputError, path: &Path, at: u64, block: &[u8]) -> Fault {
    let lines = lines_before(path, at).unwrap_or(0);
    let name = path.to_string_lossy();
    let located = error.located(&name, block).after_lines(lines);
    Fault::new(FaultKind::BadInput, located.to_string())
}

/// Returns the number of lines that end before a byte of a file, counted as in an [`InputError`].
fn lines_before(path: &Path, at: u64) -> io::Result<u64> {
    let mut file = File::open(path)?.take(at);
    let mut buffer = vec![0; BLOCK];
    let mut lines = 0;
    let mut previous = 0;
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(lines);
        }
        for &byte in &buffer[..read] {
            lines += u64::from(byte == b'\r' || (byte == b'\n' && previous != b'\r'));
            previous = byte;
        }
    }
}

fn unreadable(path: &Path, why: impl std::fmt::Display) -> Fault {
    let name = quoted(path.as_os_str().as_encoded_bytes(), 200);
    Fault::new(FaultKind::BadInput, format!("error: cannot read `{name}`: {why}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns the arcs of a file or folder, read by `shares` readers.
    fn read(path: &Path, shares: u32) -> Result<Vec<(u32, u32)>, Fault> {
        let arcs = Parts::open(path)?.arcs;
        let mut all = Vec::new();
        for share in 0..shares {
            let mut reader = arcs.share(share, shares);
            for piece in &mut reader {
                let piece = piece?;
                assert!(piece.len() <= MAX_PIECE_ARCS);
                all.extend(piece);
            }
            assert!(reader.next().is_none());
        }
        Ok(all)
    }

    fn file(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn message(text: &str, shares: u32) -> String {
        let file = file(text);
        let message = read(file.path(), shares).unwrap_err().message;
        message.replace(&file.path().display().to_string(), "F")
    }

    #[test]
    fn every_share_reads_the_lines_that_begin_in_it() {
        let arcs = [(0, 1), (11, 2), (3, 4), (10, 11), (5, 5)];
        for body in [
            "1 2\n12 3\n4 5\n11 12\n6 6\n",
            "1 2\n12 3\n4 5\n11 12\n6 6",
            "1 2\r\n12 3\r\n4 5\r\n11 12\r\n6 6\r\n",
            "\n\n  1\t2 \n\n12 +3\n04 5\n11 12\n\n\n \n6 6\n\n",
        ] {
            for head in ["12 5\n1\n", " 12\n5\n1 \r\n", "\u{feff}12 5 1\n"] {
                let file = file(&format!("{head}{body}"));
                for shares in 1..60 {
                    assert_eq!(read(file.path(), shares).unwrap(), arcs, "{head}{body}{shares}");
                }
            }
        }
    }

    #[test]
    fn parts_are_one_text_in_the_order_of_their_names() {
        let pieces = ["3 4\n2\n", "1 2\n2 3", "", "\n", "3 1\n", "1 1"];
        for first in 1..pieces.len() {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("a"), pieces[..first].concat()).unwrap();
            for (index, piece) in pieces.iter().enumerate().skip(first) {
                fs::write(folder.path().join(format!("b{index}")), piece).unwrap();
            }
            fs::write(folder.path().join(".a"), "no").unwrap();
            for shares in 1..30 {
                let read = read(folder.path(), shares).unwrap();
                assert_eq!(read, [(0, 1), (1, 2), (2, 0), (0, 0)], "{first} {shares}");
            }
        }
    }

    #[test]
    fn blocks_end_with_a_line() {
        let mut text = "1000 500000\n1\n".to_owned();
        let arcs: Vec<_> = (0..500_000u32).map(|n| (n % 1000, n / 7 % 1000)).collect();
        arcs.iter().for_each(|(a, b)| text += &format!("{} {}\n", a + 1, b + 1));
        assert!(text.len() > 3 * BLOCK);
        let file = file(&text);
        for shares in [1, 2, 3, 7] {
            assert!(read(file.path(), shares).unwrap() == arcs, "{shares} shares");
        }
    }

    #[test]
    fn errors_have_their_place_in_the_file_in_every_share() {
        for (line, error) in [
            (
                "1",
                "error: expected the head of the arc, found end of line\n  --> F:103:2\n",
            ),
            (
                "1 ",
                "error: expected the head of the arc, found end of line\n  --> F:103:3\n",
            ),
            ("1 2 3", "error: expected end of line, found `3`\n  --> F:103:5\n"),
            ("x 2", "error: expected the tail of an arc, found `x`\n  --> F:103:1\n"),
            (
                "1 4",
                "error: the head of an arc must be from 1 to 3, found `4`\n  --> F:103:3\n",
            ),
            (
                "0 1",
                "error: the tail of an arc must be from 1 to 3, found `0`\n  --> F:103:1\n",
            ),
        ] {
            let text = format!("3 201\n1\n{}{line}\n{}", "1 2\r\n".repeat(100), "2 3\n".repeat(100));
            for shares in [1, 2, 3, 9] {
                let message = message(&text, shares);
                assert!(message.starts_with(error), "{shares} shares: {message}");
            }
        }
    }

    #[test]
    fn what_stands_before_the_arcs_is_checked_at_once() {
        for (text, error) in [
            ("", "error: expected `N`"),
            ("3 1\n", "error: expected the start vertex"),
            (
                "3 1\n4\n",
                "error: the start vertex must be from 1 to 3, found `4`\n  --> F:2:1",
            ),
            ("3 1 1 1 2\n", "error: expected end of line, found `1`\n  --> F:1:7"),
        ] {
            let message = message(text, 1);
            assert!(message.starts_with(error), "{message}");
        }
        let many = file("3 1000000000000\n1\n");
        assert_eq!(
            Parts::open(many.path()).ok().unwrap().arcs.declared(),
            1_000_000_000_000
        );
    }

    #[test]
    fn a_line_that_does_not_end_is_an_error_for_one_share() {
        let text = format!("3 1\n1\n1 2\n{}", " ".repeat(5 * BLOCK));
        let file = file(&format!("{text}1 2\n"));
        let arcs = Parts::open(file.path()).ok().unwrap().arcs;
        let mut wrong = 0;
        for share in 0..4 {
            let fault = arcs.share(share, 4).find_map(Result::err);
            if let Some(Fault { message, .. }) = fault {
                assert!(message.contains("longer than 1048576 bytes"), "{message}");
                assert!(message.contains(":4:1\n"), "{message}");
                wrong += 1;
            }
        }
        assert_eq!(wrong, 1);
    }

    #[test]
    fn inputs_that_differ_have_different_fingerprints() {
        let of = |text: &str| Parts::open(file(text).path()).ok().unwrap().fingerprint;
        assert_eq!(of("3 1\n1\n1 2\n"), of("3 1\n1\n1 2\n"));
        for other in ["3 2\n1\n1 2\n", "3 1\n2\n1 2\n", "3 1\n1\n1 2 \n"] {
            assert_ne!(of("3 1\n1\n1 2\n"), of(other));
        }
    }
}
