//! The arrays in LeetCode's test cases: lists of lists of numbers, and lists of strings.
//!
//! The reader knows only these two shapes, so it needs no recursion. In strict mode an array is one line without
//! blanks, as in LeetCode's cases and in our own output.

use std::fmt;

use super::error::InputError;
use super::scanner::{Bounds, Scanner, Token};

/// Reads `[[1,2],[],[0]]` and returns the number of lists.
///
/// It calls `item` for every number with the index of its list, the number and its place in bytes.
///
/// # Errors
/// Fails if the text is not such an array, a number is out of `bounds`, or `item` refuses.
pub fn lists(
    scanner: &mut Scanner<'_>,
    name: &str,
    bounds: &Bounds,
    mut item: impl FnMut(usize, i64, usize) -> Result<(), InputError>,
) -> Result<usize, InputError> {
    array(scanner, format_args!("{name}"), |scanner, index| {
        array(scanner, format_args!("list {index} of {name}"), |scanner, _| {
            let offset = scanner.offset();
            let name = format_args!("a number of list {index}");
            item(index, scanner.integer(name, bounds.clone())?, offset)
        })
        .map(drop)
    })
}

/// Reads `["ab","c"]` and returns the strings without their quotes. There are no escapes: no cell of any format needs
/// one.
///
/// # Errors
/// Fails if the text is not such an array. A row of `cells` without its quotes gets a hint.
pub fn strings<'a>(scanner: &mut Scanner<'a>, name: &str, cells: &[u8]) -> Result<Vec<Token<'a>>, InputError> {
    let (start, text) = (scanner.offset(), scanner.rest());
    let mut strings = Vec::new();
    let read = array(scanner, format_args!("{name}"), |scanner, index| {
        let opened = scanner.offset();
        if !scanner.eat(b'"') {
            return Err(scanner.expected(format_args!("`\"`, the beginning of string {index} of {name}")));
        }
        let bytes = scanner.rest();
        let length = bytes
            .iter()
            .position(|&b| matches!(b, b'"' | b'\n' | b'\r'))
            .unwrap_or(bytes.len());
        let offset = opened + 1;
        scanner.advance(length);
        if bytes.get(length) != Some(&b'"') {
            return Err(scanner
                .expected(format_args!("`\"`, the end of string {index} of {name}"))
                .with_related(opened, "the string begins"));
        }
        scanner.advance(1);
        strings.push(Token {
            offset,
            bytes: &bytes[..length],
        });
        Ok(())
    });
    match read {
        Ok(_) => Ok(strings),
        Err(error) if is_unquoted(&text[error.offset() - start..], cells) => {
            Err(error.with_hint("rows are strings in double quotes, as in `[\"ab\",\"cd\"]`"))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether a text begins with a row of `cells` without its quotes, or in single quotes.
///
/// A lone `#` begins a comment.
fn is_unquoted(text: &[u8], cells: &[u8]) -> bool {
    let ends = |b: &u8| super::is_blank(*b) || b",[]".contains(b);
    let row = text.split(ends).next().unwrap_or_default();
    let is_row = !row.is_empty() && row.iter().all(|cell| cells.contains(cell));
    row.starts_with(b"'") || (is_row && row != b"#")
}

/// Reads a value in the form of LeetCode's examples: after `name =`, and after a comma if it follows another value.
///
/// The solver accepts this form, and the validator does not.
///
/// # Errors
/// As `read`.
pub fn value<'a, T>(
    scanner: &mut Scanner<'a>,
    name: &str,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, InputError>,
) -> Result<T, InputError> {
    if scanner.is_strict() {
        return read(scanner);
    }
    let before = scanner.clone();
    let is_behind = scanner.eat(b',');
    scanner.offset();
    let is_named = scanner.rest().starts_with(name.as_bytes());
    if is_named {
        scanner.advance(name.len());
    }
    if is_named && !scanner.eat(b'=') || is_behind && is_empty_value(scanner) {
        *scanner = before;
    }
    let outside = scanner.set_in_array(true);
    let value = read(scanner);
    scanner.set_in_array(outside);
    value
}

/// Returns whether a comma follows without a value.
fn is_empty_value(scanner: &mut Scanner<'_>) -> bool {
    scanner.offset();
    scanner.rest().first().is_none_or(|byte| b",]".contains(byte))
}

/// Returns whether another test follows, whose first value is this one.
///
/// LeetCode's input field accepts several tests, one after the other. The validator accepts one test.
pub fn is_another_test(scanner: &mut Scanner<'_>, name: &str) -> bool {
    scanner.offset();
    let rest = scanner.rest();
    !scanner.is_strict() && (rest.starts_with(b"[") || rest.starts_with(name.as_bytes()))
}

/// Reads `[`, items separated by `,`, and `]`, and returns the number of items.
fn array<'a>(
    scanner: &mut Scanner<'a>,
    name: fmt::Arguments<'_>,
    item: impl FnMut(&mut Scanner<'a>, usize) -> Result<(), InputError>,
) -> Result<usize, InputError> {
    let outside = scanner.set_in_array(true);
    let count = items(scanner, name, item);
    scanner.set_in_array(outside);
    count
}

/// Reads an array like [`array()`], with a scanner that is already set to arrays.
fn items<'a>(
    scanner: &mut Scanner<'a>,
    name: fmt::Arguments<'_>,
    mut item: impl FnMut(&mut Scanner<'a>, usize) -> Result<(), InputError>,
) -> Result<usize, InputError> {
    let opened = scanner.offset();
    if !scanner.eat(b'[') {
        return Err(scanner.expected(format_args!("`[`, the beginning of {name}")));
    }
    if scanner.eat(b']') {
        return Ok(0);
    }
    for index in 0.. {
        item(scanner, index)?;
        if scanner.eat(b']') {
            return Ok(index + 1);
        }
        if !scanner.eat(b',') {
            return Err(scanner
                .expected(format_args!("`,` or `]` in {name}"))
                .with_related(opened, "this array begins"));
        }
    }
    unreachable!("an array ends with its input")
}

#[cfg(test)]
mod tests {
    use super::super::Mode;
    use super::*;

    fn read_lists(text: &str, mode: Mode) -> Result<Vec<Vec<i64>>, String> {
        let mut scanner = Scanner::new(text.as_bytes(), mode).unwrap();
        let mut out: Vec<Vec<i64>> = Vec::new();
        let count = lists(&mut scanner, "the graph", &(0..=9).into(), |index, value, _| {
            out.resize(index + 1, Vec::new());
            out[index].push(value);
            Ok(())
        });
        count.map_err(|e| e.message().to_owned()).map(|count| {
            out.resize(count, Vec::new());
            out
        })
    }

    #[test]
    fn lists_of_numbers_are_read() {
        let lists = vec![vec![2, 5], vec![], vec![0]];
        assert_eq!(read_lists("[[2,5],[],[0]]", Mode::Strict), Ok(lists.clone()));
        assert_eq!(read_lists(" [ [2 , 5],\r\n[] ,[ 0 ] ] ", Mode::Lenient), Ok(lists));
        assert_eq!(read_lists("[]", Mode::Strict), Ok(vec![]));
        assert!(read_lists("[[2, 5]]", Mode::Strict).is_err());
    }

    #[test]
    fn broken_arrays_are_refused_at_the_place() {
        for (text, message) in [
            ("", "expected `[`, the beginning of the graph, found end of file"),
            ("[1]", "expected `[`, the beginning of list 0 of the graph, found `1`"),
            ("[[1,2]", "expected `,` or `]` in the graph, found end of file"),
            ("[[1 2]]", "expected `,` or `]` in list 0 of the graph, found `2`"),
            ("[[1,]]", "expected a number of list 0, found `]`"),
            ("[[1,,2]]", "expected a number of list 0, found `,`"),
            ("[[1,2x,3],[4]]", "expected a number of list 0, found `2x`"),
            ("[[1,1e400,3],[4]]", "expected a number of list 0, found `1e400`"),
            ("[[--5,3]]", "expected a number of list 0, found `--5`"),
            ("[[77]]", "a number of list 0 must be from 0 to 9, found `77`"),
        ] {
            assert_eq!(read_lists(text, Mode::Lenient), Err(message.to_owned()), "{text}");
        }
        let deep = "[".repeat(1_000_000);
        assert!(read_lists(&deep, Mode::Lenient).is_err());
    }

    fn read_strings(text: &str) -> Result<Vec<(usize, Vec<u8>)>, InputError> {
        let mut scanner = Scanner::new(text.as_bytes(), Mode::Lenient).unwrap();
        let strings = strings(&mut scanner, "the grid", b"ab#")?;
        let owned = strings.iter().map(|s| (s.offset, s.bytes.to_vec()));
        Ok(owned.collect())
    }

    #[test]
    fn lists_of_strings_are_read() {
        let read = |text| read_strings(text).map_err(|e| e.message().to_owned());
        assert_eq!(
            read("[\"ab\" , \" c\"]"),
            Ok(vec![(2, b"ab".to_vec()), (9, b" c".to_vec())])
        );
        assert_eq!(
            read("[ab]"),
            Err("expected `\"`, the beginning of string 0 of the grid, found `ab`".into())
        );
        assert_eq!(
            read("[\"ab"),
            Err("expected `\"`, the end of string 0 of the grid, found end of file".into())
        );
        assert_eq!(
            read("[\"ab\n\"]"),
            Err("expected `\"`, the end of string 0 of the grid, found end of line".into())
        );
    }

    #[test]
    fn rows_without_double_quotes_get_a_hint() {
        let hint = |text: &str| {
            let error = read_strings(text).unwrap_err();
            let shown = error.located("file", text.as_bytes()).to_string();
            let hint = shown.split_once("\nhint: ");
            hint.map(|(_, hint)| hint.to_owned()).unwrap_or_default()
        };
        for text in [
            "[#a,#b]",
            " [ #a]",
            "[\"ab\",#b]",
            "['ab']",
            "[\"ab\" #a]",
            "#ab#\n#aa#\n",
        ] {
            let quotes = "rows are strings in double quotes, as in `[\"ab\",\"cd\"]`";
            assert_eq!(hint(text), quotes, "{text}");
        }
        for text in ["[", "[\"ab\",]", "[[#a]]", "true", "[\"ab", "{#a}"] {
            assert_eq!(hint(text), "", "{text}");
        }
        assert_eq!(hint("# by hand"), "this format has no comments");
        assert_eq!(hint("[\u{201c}ab\u{201d}]"), "use `\"`");
    }
}
