//! The arrays that LeetCode writes its test cases in: lists of lists of numbers, and lists of strings.
//!
//! Only these two shapes are read, so there is no nesting to recurse into. In strict mode an array is one line without
//! blanks, as LeetCode and our own output write it.

use std::fmt;

use super::error::InputError;
use super::scanner::{Bounds, Scanner, Token};

/// Reads `[[1,2],[],[0]]`: calls `item` for every number with the index of its list, the number and its place in
/// bytes. Returns how many lists there were.
///
/// # Errors
/// Where the text is not such an array, a number is out of `bounds`, or `item` refuses.
pub fn lists(
    scanner: &mut Scanner<'_>,
    name: &str,
    bounds: &Bounds,
    mut item: impl FnMut(usize, i64, usize) -> Result<(), InputError>,
) -> Result<usize, InputError> {
    array(scanner, format_args!("{name}"), |scanner, index| {
        array(
            scanner,
            format_args!("list {index} of {name}"),
            |scanner, _| {
                let offset = scanner.offset();
                scanner.set_in_array(true);
                let value =
                    scanner.integer(format_args!("a number of list {index}"), bounds.clone());
                scanner.set_in_array(false);
                item(index, value?, offset)
            },
        )
        .map(drop)
    })
}

/// Reads `["ab","c"]`: the strings without their quotes. No escapes: no cell of any format needs one.
///
/// # Errors
/// Where the text is not such an array.
pub fn strings<'a>(scanner: &mut Scanner<'a>, name: &str) -> Result<Vec<Token<'a>>, InputError> {
    let mut strings = Vec::new();
    array(scanner, format_args!("{name}"), |scanner, index| {
        let opened = scanner.offset();
        if !scanner.eat(b'"') {
            return Err(scanner.expected(format_args!(
                "`\"`, the beginning of string {index} of {name}"
            )));
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
    })?;
    Ok(strings)
}

/// Reads `[`, items separated by `,`, and `]`; returns how many items there were.
fn array<'a>(
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
        let count = lists(
            &mut scanner,
            "the graph",
            &(0..=9).into(),
            |index, value, _| {
                out.resize(index + 1, Vec::new());
                out[index].push(value);
                Ok(())
            },
        );
        count.map_err(|e| e.message().to_owned()).map(|count| {
            out.resize(count, Vec::new());
            out
        })
    }

    #[test]
    fn lists_of_numbers_are_read() {
        let lists = vec![vec![2, 5], vec![], vec![0]];
        assert_eq!(
            read_lists("[[2,5],[],[0]]", Mode::Strict),
            Ok(lists.clone())
        );
        assert_eq!(
            read_lists(" [ [2 , 5],\r\n[] ,[ 0 ] ] ", Mode::Lenient),
            Ok(lists)
        );
        assert_eq!(read_lists("[]", Mode::Strict), Ok(vec![]));
        assert!(read_lists("[[2, 5]]", Mode::Strict).is_err());
    }

    #[test]
    fn broken_arrays_are_refused_at_the_place() {
        for (text, message) in [
            (
                "",
                "expected `[`, the beginning of the graph, found end of file",
            ),
            (
                "[1]",
                "expected `[`, the beginning of list 0 of the graph, found `1]`",
            ),
            (
                "[[1,2]",
                "expected `,` or `]` in the graph, found end of file",
            ),
            (
                "[[1 2]]",
                "expected `,` or `]` in list 0 of the graph, found `2]]`",
            ),
            ("[[1,]]", "expected a number of list 0, found `]]`"),
            ("[[1,,2]]", "expected a number of list 0, found `,2]]`"),
            ("[[77]]", "a number of list 0 must be in 0..=9, found `77`"),
        ] {
            assert_eq!(
                read_lists(text, Mode::Lenient),
                Err(message.to_owned()),
                "{text}"
            );
        }
        let deep = "[".repeat(1_000_000);
        assert!(read_lists(&deep, Mode::Lenient).is_err());
    }

    #[test]
    fn lists_of_strings_are_read() {
        let read = |text: &'static str| {
            let mut scanner = Scanner::new(text.as_bytes(), Mode::Lenient).unwrap();
            strings(&mut scanner, "the grid").map_err(|e| e.message().to_owned())
        };
        let grid = read("[\"ab\" , \" c\"]").unwrap();
        assert_eq!(
            (grid[0].offset, grid[0].bytes, grid[1].bytes),
            (2, b"ab".as_slice(), b" c".as_slice())
        );
        assert_eq!(
            read("[ab]"),
            Err("expected `\"`, the beginning of string 0 of the grid, found `ab]`".into())
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
}
