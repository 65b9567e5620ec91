//! The symbols of pieces and marked places as paths of SVG, for pictures, pages and print.
//!
//! A symbol fills at most a square around its origin with sides of [`SIDE`]. It brings its own colours, which can be
//! read on light and on dark paper. Their brightness differs, so a print without colours shows them too.

use std::fmt::Write as _;

/// The side of the square around the origin that holds a symbol. It is one cell of a board.
pub const SIDE: f64 = 40.0;

/// The colour of all lines.
const INK: &str = "#111111";

/// The look of a piece, or of the note of a place.
#[derive(Debug)]
pub struct Symbol {
    /// The sign in texts: the mark of a piece or the note of a place. It means the same in every game.
    pub sign: &'static str,
    /// The name for people, such as `mouse`.
    pub name: &'static str,
    /// The drawing.
    pub look: Look,
}

/// A drawing, in one of two kinds.
#[derive(Debug)]
pub enum Look {
    /// Parts that are painted one over the other.
    Parts(&'static [Part]),
    /// A body of this colour that fills its cells, and joins those beside each other.
    Body(&'static str),
}

/// A painted path.
#[derive(Debug)]
pub enum Part {
    /// A shape of this colour with an outline.
    Shape(&'static str, &'static str),
    /// A shape filled with ink.
    Ink(&'static str),
    /// A line of ink.
    Line(&'static str),
}
use Part::{Ink, Line, Shape};

/// A stone, and a token that belongs to nobody.
pub static STONE: Symbol = Symbol {
    sign: super::STONE,
    name: "stone",
    look: Look::Parts(&[
        Shape("#c4c9d1", "M-12 0A12 12 0 1 1 12 0A12 12 0 1 1 -12 0Z"),
        Line("M-7 -3A8 8 0 0 1 -2 -8"),
    ]),
};

/// A cell that no piece can enter.
pub static WALL: Symbol = Symbol {
    sign: "#",
    name: "wall",
    look: Look::Parts(&[
        Shape("#a08f86", "M-20 -20H20V20H-20Z"),
        Line("M-20 0H20M0 -20V0M-11 0V20M11 0V20"),
    ]),
};

/// The symbols with a sign of their own.
static SYMBOLS: [Symbol; 11] = [
    Symbol {
        sign: "M",
        name: "mouse",
        look: Look::Parts(&[
            Shape("#d5d9df", "M-15 -9A6.5 6.5 0 1 1 -2 -9A6.5 6.5 0 1 1 -15 -9Z"),
            Shape("#d5d9df", "M2 -9A6.5 6.5 0 1 1 15 -9A6.5 6.5 0 1 1 2 -9Z"),
            Shape(
                "#d5d9df",
                "M0 -9C8 -9 11 -3 9 3C7 9 3 14 0 14C-3 14 -7 9 -9 3C-11 -3 -8 -9 0 -9Z",
            ),
            Ink("M-5.6 0A1.6 1.6 0 1 1 -2.4 0A1.6 1.6 0 1 1 -5.6 0Z"),
            Ink("M2.4 0A1.6 1.6 0 1 1 5.6 0A1.6 1.6 0 1 1 2.4 0Z"),
            Ink("M-2.4 11A2.4 2.4 0 1 1 2.4 11A2.4 2.4 0 1 1 -2.4 11Z"),
            Line("M-4 9L-13 7M-4 11L-12 13M4 9L13 7M4 11L12 13"),
        ]),
    },
    Symbol {
        sign: "C",
        name: "cat",
        look: Look::Parts(&[
            Shape(
                "#e8a13c",
                "M-14 -15L-5 -10Q0 -11 5 -10L14 -15Q16 -3 14 3Q11 14 0 14Q-11 14 -14 3Q-16 -3 -14 -15Z",
            ),
            Ink("M-8 -1Q-5.5 -5 -3 -1Q-5.5 2 -8 -1Z"),
            Ink("M3 -1Q5.5 -5 8 -1Q5.5 2 3 -1Z"),
            Ink("M-2.5 4H2.5L0 7Z"),
            Line("M0 7V9M0 9Q-3 12 -5 9M0 9Q3 12 5 9M-7 5L-18 3M-7 7L-17 9M7 5L18 3M7 7L17 9"),
        ]),
    },
    Symbol {
        sign: "P",
        name: "police",
        look: Look::Parts(&[
            Shape("#f3d9bd", "M-10 -4H10V3Q10 15 0 15Q-10 15 -10 3Z"),
            Shape("#2f6fb5", "M-15 -9Q-13 -17 0 -18Q13 -17 15 -9L11 -4H-11Z"),
            Ink("M-12 -5Q0 -9 12 -5L13 -1Q0 -5 -13 -1Z"),
            Shape(
                "#ffd84d",
                "M0 -16L1.8 -13L5 -12.5L2.5 -10.2L3 -7L0 -8.5L-3 -7L-2.5 -10.2L-5 -12.5L-1.8 -13Z",
            ),
            Ink("M-5.5 3A1.5 1.5 0 1 1 -2.5 3A1.5 1.5 0 1 1 -5.5 3Z"),
            Ink("M2.5 3A1.5 1.5 0 1 1 5.5 3A1.5 1.5 0 1 1 2.5 3Z"),
            Line("M-4 9Q0 11 4 9"),
        ]),
    },
    Symbol {
        sign: "T",
        name: "thief",
        look: Look::Parts(&[
            Shape("#f3d9bd", "M-10 -5H10V3Q10 15 0 15Q-10 15 -10 3Z"),
            Shape("#5c6370", "M-11 -5Q-12 -17 0 -17Q12 -17 11 -5Z"),
            Line("M-11 -9H11"),
            Ink("M-12 -3H12V4Q8 7 4 5Q0 2 -4 5Q-8 7 -12 4Z"),
            Shape("#ffffff", "M-7 1A2 2 0 1 1 -3 1A2 2 0 1 1 -7 1Z"),
            Shape("#ffffff", "M3 1A2 2 0 1 1 7 1A2 2 0 1 1 3 1Z"),
            Line("M-4 11Q0 9 4 11"),
        ]),
    },
    Symbol {
        sign: "E",
        name: "exit",
        look: Look::Parts(&[
            Shape("#3f9b66", "M-12 -17H6V17H-12Z"),
            Shape("#ffffff", "M-8 -13L2 -16V16L-8 13Z"),
            Ink("M-1.8 0A1.4 1.4 0 1 1 1 0A1.4 1.4 0 1 1 -1.8 0Z"),
            Ink("M6 -3H11V-7L18 0L11 7V3H6Z"),
        ]),
    },
    Symbol {
        sign: "F",
        name: "food",
        look: Look::Parts(&[
            Shape("#ffd84d", "M-17 2L10 -12Q17 -7 17 2Z"),
            Shape("#f3bf2b", "M-17 2H17V13H-17Z"),
            Ink("M-9 8A2.6 2.6 0 1 1 -3.8 8A2.6 2.6 0 1 1 -9 8Z"),
            Ink("M5 7A3 3 0 1 1 11 7A3 3 0 1 1 5 7Z"),
            Ink("M4 -4A2 2 0 1 1 8 -4A2 2 0 1 1 4 -4Z"),
        ]),
    },
    Symbol {
        sign: "hole",
        name: "hole",
        look: Look::Parts(&[
            Shape("#b08968", "M-18 15V0A18 16 0 0 1 18 0V15Z"),
            Ink("M-11 15V2A11 11 0 0 1 11 2V15Z"),
        ]),
    },
    Symbol {
        sign: super::PAWN,
        name: "pawn",
        look: Look::Parts(&[
            Shape("#b9c46a", "M-11 16Q-11 9 -5 6Q-3 1 -4 -3H4Q3 1 5 6Q11 9 11 16Z"),
            Shape("#b9c46a", "M-7 -10A7 7 0 1 1 7 -10A7 7 0 1 1 -7 -10Z"),
            Line("M-7 -3H7M-9 11H9"),
        ]),
    },
    Symbol {
        sign: "A",
        name: "piece of A",
        look: Look::Body("#9bd3f5"),
    },
    Symbol {
        sign: "B",
        name: "piece of B",
        look: Look::Body("#dd8a12"),
    },
    Symbol {
        sign: "■",
        name: "covered",
        look: Look::Body("#aab1bb"),
    },
];

/// Returns the symbol of a sign. A sign without one is drawn as its letter on a disc.
pub fn of(sign: &str) -> Option<&'static Symbol> {
    [&STONE, &WALL]
        .into_iter()
        .chain(&SYMBOLS)
        .find(|symbol| symbol.sign == sign)
}

impl Symbol {
    /// Returns the elements of SVG that draw the symbol around the origin. A body fills one cell.
    pub fn elements(&self) -> String {
        match self.look {
            Look::Body(colour) => body(colour, &[(0, 0)]),
            Look::Parts(parts) => parts.iter().map(Part::element).collect(),
        }
    }
}

impl Part {
    fn element(&self) -> String {
        const LINE: &str = "stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        match self {
            Shape(colour, path) => format!("<path fill=\"{colour}\" stroke=\"{INK}\" {LINE} d=\"{path}\"/>"),
            Ink(path) => format!("<path fill=\"{INK}\" d=\"{path}\"/>"),
            Line(path) => format!("<path fill=\"none\" stroke=\"{INK}\" {LINE} d=\"{path}\"/>"),
        }
    }
}

/// Returns one body on some cells, given as column and row. The middle of cell (0, 0) is the origin.
///
/// Cells beside each other are joined, so four cells of an L are drawn as one L.
pub fn body(colour: &str, cells: &[(usize, usize)]) -> String {
    let at = |number: usize| number as f64 * SIDE;
    let mut path = String::new();
    for &(column, row) in cells {
        let _ = write!(path, "M{} {}h0", at(column), at(row));
        if cells.contains(&(column + 1, row)) {
            let _ = write!(path, "h{SIDE}");
        }
        if cells.contains(&(column, row + 1)) {
            let _ = write!(path, "M{} {}v{SIDE}", at(column), at(row));
        }
        // Four cells around a point would leave a hole.
        if [(1, 0), (0, 1), (1, 1)]
            .iter()
            .all(|(x, y)| cells.contains(&(column + x, row + y)))
        {
            let _ = write!(path, "M{} {}l{SIDE} {SIDE}", at(column), at(row));
        }
    }
    let line = |colour: &str, width: f64| {
        format!(
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\" d=\"{path}\"/>"
        )
    };
    line(INK, SIDE - 11.0) + &line(colour, SIDE - 13.8)
}

/// Returns a sheet with a `<symbol>` for each of these signs that has a symbol. Its id is `sign-` and the number of the
/// sign in the list.
pub fn sheet<'a>(signs: impl IntoIterator<Item = &'a str>) -> String {
    let half = SIDE / 2.0;
    let known = signs
        .into_iter()
        .enumerate()
        .filter_map(|(number, sign)| Some((number, of(sign)?)));
    let symbol = |(number, symbol): (usize, &Symbol)| {
        let elements = symbol.elements();
        format!("<symbol id=\"sign-{number}\" viewBox=\"-{half} -{half} {SIDE} {SIDE}\">{elements}</symbol>\n")
    };
    known.map(symbol).collect()
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use super::*;

    fn all() -> impl Iterator<Item = &'static Symbol> {
        [&STONE, &WALL].into_iter().chain(&SYMBOLS)
    }

    #[test]
    fn each_symbol_has_a_sign_of_its_own_and_stays_in_its_square() {
        assert!(all().map(|symbol| symbol.sign).all_unique());
        assert!(all().map(|symbol| symbol.name).all_unique());
        for symbol in all() {
            let elements = symbol.elements();
            let paths = elements
                .split(" d=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next());
            let numbers = paths.flat_map(|path| path.split(|sign: char| sign == ' ' || sign.is_ascii_alphabetic()));
            for number in numbers.filter(|text| !text.is_empty()) {
                let number: f64 = number.parse().unwrap_or_else(|_| panic!("{number} in {}", symbol.name));
                assert!(number.abs() <= SIDE, "{number} in {}", symbol.name);
            }
        }
    }

    #[test]
    fn cells_beside_each_other_are_one_body() {
        let joints = |cells: &[(usize, usize)]| {
            let drawn = body("#ffffff", cells);
            ["h40", "v40", "l40 40"].map(|joint| drawn.matches(joint).count() / 2)
        };
        assert_eq!(joints(&[(0, 0), (1, 0), (2, 0), (0, 1)]), [2, 1, 0]);
        assert_eq!(joints(&[(0, 0), (1, 0), (0, 1), (1, 1)]), [2, 2, 1]);
        assert_eq!(joints(&[(0, 0), (2, 0), (1, 1)]), [0, 0, 0]);
    }

    #[test]
    fn a_sheet_has_the_known_signs_by_their_numbers() {
        let sheet = sheet(["M", "unknown", "●"]);
        assert_eq!(sheet.matches("<symbol ").count(), 2);
        assert!(
            sheet.contains("id=\"sign-0\"") && sheet.contains("id=\"sign-2\""),
            "{sheet}"
        );
    }
}
