//! A position drawn in text as large as the room allows: cells in a grid, heaps apart, and a graph as a table of arcs.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::text::{cells, marked};
use super::{Kind, Piece, Stage};

/// The largest number of vertices of a table of arcs.
const MAX_TABLE_VERTICES: usize = 12;
/// The largest heap that is drawn stone by stone.
const MAX_DRAWN_STONES: u64 = 60;

/// Returns a large drawing of a position with at most this many columns and rows, or `None` if none fits.
///
/// Every line has a line end.
pub fn board(stage: &Stage, pieces: &[Piece], columns: usize, rows: usize) -> Option<String> {
    let cells = |columns: usize, numbers_rows: bool| {
        let cells = cells(stage, pieces);
        vec![
            grid(&cells, columns, numbers_rows, 1),
            grid(&cells, columns, numbers_rows, 0),
        ]
    };
    let drawn = match &stage.kind {
        Kind::Graph { arcs, directed } if stage.places.len() <= MAX_TABLE_VERTICES => {
            vec![arc_table(stage, pieces, arcs, *directed)]
        }
        Kind::Graph { .. } => Vec::new(),
        Kind::Heaps => vec![heaps(stage, pieces)],
        Kind::Numbers => Vec::new(),
        Kind::Board { columns } => cells(*columns, true),
        Kind::Strip { .. } => cells(stage.places.len(), false),
    };
    let fits = |text: &String| {
        let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        width <= columns && text.lines().count() <= rows
    };
    drawn.into_iter().find(fits)
}

/// Returns a row for each vertex, with an `x` in the column of each vertex that an arc leads to.
fn arc_table(stage: &Stage, pieces: &[Piece], arcs: &[(u32, u32)], directed: bool) -> String {
    let places = &stage.places;
    let signs = |text: &str| text.chars().count();
    let names = places.iter().map(|place| signs(&place.name)).max().unwrap_or(0);
    let marks = places.iter().enumerate();
    let marks = marks.map(|(at, place)| marked(place, pieces, at)).collect_vec();
    // The column is at least as wide as its head.
    let width = marks.iter().map(|mark| signs(mark)).max().unwrap_or(0).max(2);
    let heads = places.iter().map(|place| format!(" {:>names$}", place.name));
    let mut text = format!("{:>names$}  {:width$} {}\n", "", "to", heads.collect::<String>());
    for (tail, place) in places.iter().enumerate() {
        let has_arc = |head: usize| {
            let is_arc = |&(a, b): &(u32, u32)| {
                let arc = (a as usize, b as usize);
                arc == (tail, head) || !directed && arc == (head, tail)
            };
            arcs.iter().any(is_arc)
        };
        let row = (0..places.len()).map(|head| format!(" {:>names$}", if has_arc(head) { "x" } else { "." }));
        let _ = writeln!(
            text,
            "{:>names$}: {:width$} {}",
            place.name,
            marks[tail],
            row.collect::<String>()
        );
    }
    text
}

/// Returns a row for each heap with an empty line between two, and with its stones apart.
fn heaps(stage: &Stage, pieces: &[Piece]) -> String {
    let width = stage
        .places
        .iter()
        .map(|place| place.name.chars().count())
        .max()
        .unwrap_or(0);
    let row = |(number, place): (usize, &super::Place)| {
        let here = pieces.iter().filter(|piece| piece.place as usize == number);
        let size: u64 = here.map(|piece| piece.count).sum();
        let drawn = match size {
            ..=MAX_DRAWN_STONES => "o ".repeat(size as usize),
            _ => "…".to_owned(),
        };
        let row = format!("{:>width$}: {size:3}  {drawn}", place.name);
        format!("{}\n", row.trim_end())
    };
    stage.places.iter().enumerate().map(row).join("\n")
}

/// Returns cells in a grid of lines, each cell with `margin` blanks beside it.
///
/// The numbers of the columns stand above, and the numbers of the rows behind if they are wanted.
fn grid(cells: &[char], columns: usize, numbers_rows: bool, margin: usize) -> String {
    let columns = columns.max(1);
    let (width, blank) = (2 * margin + 1, " ".repeat(margin));
    let line = |[left, cross, right]: [&str; 3]| {
        let parts = vec!["─".repeat(width); columns];
        format!("{left}{}{right}\n", parts.join(cross))
    };
    let number = |column: usize| match margin {
        0 => column % 10,
        _ => column,
    };
    let numbers: String = (1..=columns)
        .map(|column| format!("{:^1$}", number(column), width + 1))
        .collect();
    let mut text = format!(" {}\n{}", numbers.trim_end(), line(["┌", "┬", "┐"]));
    let count = cells.chunks(columns).len();
    for (number, row) in (1..).zip(cells.chunks(columns)) {
        let filled = row.iter().chain(std::iter::repeat(&' ')).take(columns);
        let drawn: String = filled.map(|cell| format!("{blank}{cell}{blank}│")).collect();
        let name = if numbers_rows {
            format!(" {number}")
        } else {
            String::new()
        };
        let _ = writeln!(text, "│{drawn}{name}");
        text += &line(if number < count {
            ["├", "┼", "┤"]
        } else {
            ["└", "┴", "┘"]
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Place, STONE, graph, heaps, stones, strip};
    use super::*;

    #[test]
    fn a_small_graph_is_a_table_of_arcs() {
        let places = || (1..=3).map(Place::named);
        let directed = graph([(0, 1), (2, 2)], true, places());
        let pieces = [Piece::many(0, STONE, 2)];
        let expected = "   to   1 2 3\n1: 2×●  . x .\n2:      . . .\n3:      . . x\n";
        assert_eq!(board(&directed, &pieces, 20, 10).as_deref(), Some(expected));
        let undirected = graph([(0, 1)], false, places());
        let expected = "   to  1 2 3\n1:     . x .\n2:     x . .\n3:     . . .\n";
        assert_eq!(board(&undirected, &[], 20, 10).as_deref(), Some(expected));
        let large = graph([(0, 1)], true, (1..=13).map(Place::named));
        assert_eq!(board(&large, &[], 200, 200), None);
    }

    #[test]
    fn cells_stand_in_a_grid_if_it_fits() {
        let pieces = [Piece::one(1, STONE)];
        let expected = "  1   2   3\n┌───┬───┬───┐\n│ . │ o │ . │\n└───┴───┴───┘\n";
        assert_eq!(board(&strip(3), &pieces, 13, 4).as_deref(), Some(expected));
        let expected = " 1 2 3\n┌─┬─┬─┐\n│.│o│.│\n└─┴─┴─┘\n";
        assert_eq!(board(&strip(3), &pieces, 12, 4).as_deref(), Some(expected));
        assert_eq!(board(&strip(3), &pieces, 6, 4), None);
        assert_eq!(board(&strip(3), &pieces, 13, 3), None);
        let stage = Stage {
            kind: Kind::Board { columns: 2 },
            places: (0..3).map(Place::named).collect(),
            worths: "",
        };
        let expected = "  1   2\n┌───┬───┐\n│ . │ o │ 1\n├───┼───┤\n│ . │   │ 2\n└───┴───┘\n";
        assert_eq!(board(&stage, &pieces, 20, 10).as_deref(), Some(expected));
    }

    #[test]
    fn heaps_stand_apart() {
        let expected = "1:   2  o o\n\n2:   0\n";
        assert_eq!(board(&heaps(1..=2), &stones(&[2, 0]), 20, 3).as_deref(), Some(expected));
        assert_eq!(board(&heaps(1..=2), &stones(&[2, 0]), 20, 2), None);
    }
}
