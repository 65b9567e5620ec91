//! `testdata/<slug>/errors.txt`: the malformed inputs of one problem and the errors that they get, as text.
//!
//! ```text
//! # Lines like this one are comments; blank lines separate.
//!
//! === x-26-heaps-on-two-lines: gamesolve validate nim
//! < 3
//! < 3 4
//! < 5
//! error: expected one space, found end of line
//!   --> x-26-heaps-on-two-lines.in:2:4
//!    |
//!  2 | 3 4
//!    |    ^
//! ```
//!
//! An entry is a name, a command, the lines of the input and the whole standard error. The command gets the input as
//! the file `<name>.in`. The table in `malformed.rs` makes the input of an entry without lines of input.
//!
//! The document is plain ASCII, so that nothing in it is invisible. It escapes `\\`, `\t`, `\r`, `\n`, a byte `\xFF`, a
//! character `\u{200B}`, and a space at the end of a line. A `\` at the end of a line means that no line end follows.

use std::fmt::Write;

/// A document: the comment at its head and its entries in order.
#[derive(Debug, Default, PartialEq)]
pub struct Document {
    pub head: String,
    pub entries: Vec<Entry>,
}

/// One malformed input, its command, and its error.
#[derive(Debug, Default, PartialEq)]
pub struct Entry {
    /// The lines before the entry that begin with `#`.
    pub comment: String,
    pub name: String,
    /// The arguments of `gamesolve` before the name of the file.
    pub arguments: Vec<String>,
    /// The input, or `None` if the table of malformations makes it.
    pub input: Option<Vec<u8>>,
    pub stderr: String,
}

/// Reads a document.
///
/// # Errors
/// Fails with the faulty line.
pub fn read(text: &str) -> Result<Document, String> {
    let mut document = Document::default();
    let mut comment = String::new();
    for (number, line) in text.lines().enumerate() {
        let fault = |what: String| format!("line {}: {what}: {line}", number + 1);
        if let Some(heading) = line.strip_prefix("=== ") {
            let (name, command) = heading
                .split_once(": gamesolve ")
                .ok_or_else(|| fault("expected `=== NAME: gamesolve ARGUMENTS`".into()))?;
            document.entries.push(Entry {
                comment: std::mem::take(&mut comment),
                name: name.to_owned(),
                arguments: command.split_whitespace().map(str::to_owned).collect(),
                ..Entry::default()
            });
        } else if line.starts_with('#') {
            comment += line;
            comment.push('\n');
        } else if line.trim().is_empty() {
            // Lines before the first blank line belong to the document.
            if document.entries.is_empty() {
                document.head += &std::mem::take(&mut comment);
            }
        } else {
            let Some(entry) = document.entries.last_mut() else {
                return Err(fault("expected `=== NAME: gamesolve ARGUMENTS`".into()));
            };
            if !comment.is_empty() {
                return Err(fault("a comment stands before an entry".into()));
            }
            let quoted = line.strip_prefix("< ").or((line == "<").then_some(""));
            match quoted {
                Some(_) if !entry.stderr.is_empty() => {
                    return Err(fault("the input stands before the error".into()));
                }
                Some(quoted) => {
                    let bytes = plain(quoted).map_err(fault)?;
                    entry.input.get_or_insert_default().extend(bytes);
                }
                None => {
                    let bytes = plain(line).map_err(fault)?;
                    entry.stderr += &String::from_utf8(bytes).map_err(|e| fault(e.to_string()))?;
                }
            }
        }
    }
    if comment.is_empty() {
        Ok(document)
    } else {
        Err("a comment at the end belongs to no entry".into())
    }
}

/// Returns a document as text that [`read`] accepts.
pub fn write(document: &Document) -> String {
    let mut text = document.head.clone();
    for entry in &document.entries {
        let arguments = entry.arguments.join(" ");
        let (comment, name) = (&entry.comment, &entry.name);
        writeln!(text, "\n{comment}=== {name}: gamesolve {arguments}").unwrap();
        if let Some(input) = &entry.input {
            for line in lines(input) {
                let line = escaped(line);
                writeln!(text, "{}", format!("< {line}").trim_end()).unwrap();
            }
        }
        for line in lines(entry.stderr.as_bytes()) {
            let line = escaped(line);
            // If a line looks like a separator or another part, it begins with an escape.
            match line.chars().next() {
                None => text += "\\n\\",
                Some(first @ ('#' | '<' | '=')) => {
                    write!(text, "\\x{:02x}{}", u32::from(first), &line[1..]).unwrap();
                }
                Some(_) => text += &line,
            }
            text.push('\n');
        }
    }
    text
}

/// Returns the lines with their ends. A text without bytes has one empty line without an end.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    if bytes.is_empty() {
        return vec![b""];
    }
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Returns a line with its end in the notation of the document, without the line's end.
fn escaped(line: &[u8]) -> String {
    let (line, end) = match line.strip_suffix(b"\n") {
        Some(line) => (line, ""),
        None => (line, "\\"),
    };
    let mut shown = String::new();
    for chunk in line.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' => shown += "\\\\",
                '\t' => shown += "\\t",
                '\r' => shown += "\\r",
                ' '..='~' => shown.push(character),
                '\0'..='\x7f' => write!(shown, "\\x{:02x}", u32::from(character)).unwrap(),
                _ => write!(shown, "\\u{{{:x}}}", u32::from(character)).unwrap(),
            }
        }
        for byte in chunk.invalid() {
            write!(shown, "\\x{byte:02x}").unwrap();
        }
    }
    if end.is_empty() && shown.ends_with(' ') {
        shown.pop();
        shown += "\\x20";
    }
    shown + end
}

/// Returns the bytes of a line of the document, with their line end.
fn plain(line: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let hexadecimal = |digits: &str| u32::from_str_radix(digits, 16);
        let wrong = || format!("no such escape as `\\{}`", after.chars().next().unwrap_or(' '));
        match after.as_bytes().first() {
            // It stands at the end of the line, so no line end follows.
            None => return Ok(bytes),
            Some(b'\\') => bytes.push(b'\\'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b'n') => bytes.push(b'\n'),
            Some(b'x') => {
                let digits = after.get(1..3).ok_or_else(wrong)?;
                bytes.push(hexadecimal(digits).map_err(|_| wrong())? as u8);
                rest = &after[3..];
                continue;
            }
            Some(b'u') => {
                let digits = after[1..].strip_prefix('{').and_then(|d| d.split_once('}'));
                let (digits, behind) = digits.ok_or_else(wrong)?;
                let number = hexadecimal(digits).map_err(|_| wrong())?;
                let character = char::from_u32(number).ok_or_else(wrong)?;
                bytes.extend(character.to_string().as_bytes());
                rest = behind;
                continue;
            }
            Some(_) => return Err(wrong()),
        }
        rest = &after[1..];
    }
    bytes.extend(rest.as_bytes());
    bytes.push(b'\n');
    Ok(bytes)
}
