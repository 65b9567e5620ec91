//! A position drawn in text: one function for heaps, strips, boards and graphs.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::{Kind, Piece, Place, STONE, Stage};

/// The largest number of places of a drawn position. For a larger one the text lists the pieces.
const MAX_DRAWN_PLACES: u64 = 2000;
/// The largest number of vertices with all arcs listed. For a larger graph the text lists the vertices with pieces.
const MAX_LISTED_VERTICES: usize = 60;
/// The largest number of arcs that are listed for a vertex.
const MAX_LISTED_HEADS: usize = 20;
/// The number of cells of a strip in a row of text.
const STRIP_COLUMNS: usize = 100;
/// The largest heap that is drawn stone by stone.
const MAX_DRAWN_STONES: u64 = 60;
/// The largest number of pieces of a large position that are listed.
const MAX_LISTED_PIECES: usize = 100;

/// Returns whether a position with this number of places is drawn as a whole.
pub fn is_small(places: u64) -> bool {
    places <= MAX_DRAWN_PLACES
}

/// Returns a position of any size in one line: the number of places, and the pieces by the names of their places.
///
/// Single pieces side by side are written as one range.
pub fn summary(places: u64, pieces: &[Piece], name: &dyn Fn(usize) -> String) -> String {
    let on = |piece: &Piece| name(piece.place as usize);
    let named = |run: &[Piece]| match run {
        [first, .., last] => format!("{} on {} to {}", held(first), on(first), on(last)),
        run => run.iter().map(|one| format!("{} on {}", held(one), on(one))).join(""),
    };
    let is_next =
        |one: &Piece, next: &Piece| (one.place + 1, one.mark, 1, 1) == (next.place, next.mark, one.count, next.count);
    let mut runs = pieces.chunk_by(is_next);
    let mut text = format!("{places} places");
    if !pieces.is_empty() {
        let listed = runs.by_ref().take(MAX_LISTED_PIECES).map(named).join(", ");
        let _ = write!(text, ": {listed}");
    }
    match runs.map(<[Piece]>::len).sum::<usize>() {
        0 => text + "\n",
        more => format!("{text} and {more} more\n"),
    }
}

/// Returns a drawing of a position. Every line has a line end.
pub fn board(stage: &Stage, pieces: &[Piece]) -> String {
    match &stage.kind {
        Kind::Heaps => heaps(&stage.places, pieces, MAX_DRAWN_STONES),
        Kind::Numbers => heaps(&stage.places, pieces, 0),
        Kind::Strip { .. } => strip(&cells(stage, pieces)),
        Kind::Board { columns } => grid(&cells(stage, pieces), *columns),
        Kind::Graph { arcs, directed } => graph(stage, pieces, arcs, *directed),
    }
}

/// Returns the pieces in a word: `M`, `3 ●`.
fn held(piece: &Piece) -> String {
    match piece.count {
        1 => piece.mark.to_owned(),
        count => format!("{count} {}", piece.mark),
    }
}

/// Returns a row for each heap, with heaps of at most `most` stones drawn stone by stone. With 0 no stones are drawn.
fn heaps(places: &[Place], pieces: &[Piece], most: u64) -> String {
    let mut sizes = vec![0; places.len()];
    for piece in pieces {
        sizes[piece.place as usize] += piece.count;
    }
    let width = places.iter().map(|place| place.name.len()).max();
    let width = width.unwrap_or(0);
    let row = |(place, size): (&Place, u64)| {
        let drawn = match size {
            _ if most == 0 => String::new(),
            size if size <= most => "o".repeat(size as usize),
            _ => "…".to_owned(),
        };
        let row = format!("{:>width$}: {size:3} {drawn}", place.name);
        format!("{}\n", row.trim_end())
    };
    places.iter().zip(sizes).map(row).collect()
}

/// Returns the sign of every cell: `#` for a wall, else the last of its pieces, its note, or `.`.
pub(super) fn cells(stage: &Stage, pieces: &[Piece]) -> Vec<char> {
    let plain = |place: &Place| match place.note.chars().next() {
        _ if place.wall => '#',
        Some('#') | None => '.',
        Some(note) => note,
    };
    let mut cells: Vec<char> = stage.places.iter().map(plain).collect();
    for piece in pieces {
        let sign = match piece.mark {
            STONE => Some('o'),
            mark => mark.chars().next(),
        };
        if let Some(sign) = sign {
            cells[piece.place as usize] = sign;
        }
    }
    cells
}

/// Returns the last digit of a number.
fn digit(number: usize) -> char {
    char::from(b'0' + (number % 10) as u8)
}

/// Returns rows of cells above the last digits of their numbers, from 1, and the tens.
fn strip(cells: &[char]) -> String {
    let mut text = String::new();
    for (number, row) in cells.chunks(STRIP_COLUMNS).enumerate() {
        if cells.len() > STRIP_COLUMNS {
            let _ = writeln!(text, "from cell {}", number * STRIP_COLUMNS + 1);
        }
        let numbers = || (1..=row.len()).map(|cell| number * STRIP_COLUMNS + cell);
        let tens = numbers().map(|cell| match cell {
            10.. if cell % 10 == 0 => digit(cell / 10),
            _ => ' ',
        });
        let rows = [
            row.iter().collect::<String>(),
            tens.collect(),
            numbers().map(digit).collect(),
        ];
        let drawn = rows.iter().map(|row| row.trim_end());
        for row in drawn.filter(|row| !row.is_empty()) {
            let _ = writeln!(text, "{row}");
        }
    }
    text
}

/// Returns numbered rows under the last digits of the columns.
fn grid(cells: &[char], columns: usize) -> String {
    let rows = cells.len().div_ceil(columns);
    let width = rows.to_string().len();
    let digits: String = (1..=columns).map(digit).collect();
    let mut text = format!("{:width$} {digits}\n", "");
    for (number, row) in (1..).zip(cells.chunks(columns)) {
        let row: String = row.iter().collect();
        let _ = writeln!(text, "{number:width$} {row}");
    }
    text
}

/// Returns a row for each vertex: its name, note, pieces, and the heads of its arcs: `2: 3×● -> 4 5`.
///
/// For a large graph it returns only vertices with pieces.
fn graph(stage: &Stage, pieces: &[Piece], arcs: &[(u32, u32)], directed: bool) -> String {
    let places = &stage.places;
    let held_on = |vertex: usize| held_on(pieces, vertex);
    let mut heads = vec![Vec::new(); places.len()];
    for &(tail, head) in arcs {
        heads[tail as usize].push(head as usize);
        if !directed && tail != head {
            heads[head as usize].push(tail as usize);
        }
    }
    let shown = |vertex: &usize| places.len() <= MAX_LISTED_VERTICES || !held_on(*vertex).is_empty();
    let shown: Vec<usize> = (0..places.len()).filter(shown).collect();
    let signs = |text: &str| text.chars().count();
    let width = |text: &dyn Fn(usize) -> String| shown.iter().map(|&vertex| signs(&text(vertex))).max().unwrap_or(0);
    let marked = |vertex: usize| marked(&places[vertex], pieces, vertex);
    let names = width(&|vertex| places[vertex].name.clone());
    let marks = width(&marked);
    let arrow = if directed { "->" } else { "--" };
    let mut text = String::new();
    for &vertex in &shown {
        let mut row = format!("{:>names$}: {:marks$}", places[vertex].name, marked(vertex));
        if !heads[vertex].is_empty() {
            let names = heads[vertex].iter().map(|&head| &places[head].name);
            let _ = write!(row, " {arrow} {}", names.take(MAX_LISTED_HEADS).join(" "));
        }
        if heads[vertex].len() > MAX_LISTED_HEADS {
            let _ = write!(row, " and {} more", heads[vertex].len() - MAX_LISTED_HEADS);
        }
        text += row.trim_end();
        text.push('\n');
    }
    if text.is_empty() {
        text += "nothing to push\n";
    }
    text
}

/// Returns the pieces on a vertex in a few signs: `3×●`.
fn held_on(pieces: &[Piece], vertex: usize) -> String {
    let held = |piece: &Piece| match piece.count {
        1 => piece.mark.to_owned(),
        count => format!("{count}×{}", piece.mark),
    };
    let here = pieces.iter().filter(|piece| piece.place as usize == vertex);
    here.map(held).join(" ")
}

/// Returns the note of a vertex and the pieces on it.
pub(super) fn marked(place: &Place, pieces: &[Piece], vertex: usize) -> String {
    let texts = [place.note.clone(), held_on(pieces, vertex)];
    texts.iter().filter(|text| !text.is_empty()).join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{heaps, stones, strip};
    use super::*;

    #[test]
    fn heaps_are_rows_of_stones() {
        let stage = heaps(1..=3);
        let drawn = board(&stage, &stones(&[3, 0, 1_000_000]));
        assert_eq!(drawn, "1:   3 ooo\n2:   0\n3: 1000000 …\n");
    }

    #[test]
    fn a_strip_has_its_numbers_under_it() {
        let stage = strip(12);
        let pieces = [Piece::one(1, STONE), Piece::one(11, "■")];
        let expected = ".o.........■\n         1\n123456789012\n";
        assert_eq!(board(&stage, &pieces), expected);
        let long = board(&strip(101), &[]);
        assert!(long.contains("from cell 101\n.\n1\n"), "{long}");
    }

    #[test]
    fn a_board_shows_walls_notes_and_pieces() {
        let mut stage = Stage {
            kind: Kind::Board { columns: 2 },
            places: (0..4).map(Place::named).collect(),
            worths: "",
        };
        stage.places[1].wall = true;
        stage.places[2].note = "E".to_owned();
        stage.places[0].note = "#".to_owned();
        let pieces = [Piece::one(3, "T")];
        assert_eq!(board(&stage, &pieces), "  12\n1 .#\n2 ET\n");
    }

    #[test]
    fn a_graph_lists_its_arcs_and_a_large_one_its_pieces() {
        let stage = |vertices: usize| Stage {
            kind: Kind::Graph {
                arcs: vec![(0, 1), (0, 2), (2, 2)],
                directed: true,
            },
            places: (1..=vertices).map(Place::named).collect(),
            worths: "",
        };
        let pieces = [Piece::many(0, STONE, 2)];
        assert_eq!(board(&stage(3), &pieces), "1: 2×● -> 2 3\n2:\n3:     -> 3\n");
        assert_eq!(board(&stage(70), &pieces), "1: 2×● -> 2 3\n");
        assert_eq!(board(&stage(70), &[]), "nothing to push\n");
        let name = &|place: usize| (place + 1).to_string();
        assert_eq!(summary(5000, &pieces, name), "5000 places: 2 ● on 1\n");
        let strip = [1, 6, 7, 8, 12].map(|cell| Piece::one(cell, "■"));
        let expected = "5000 places: ■ on 2, ■ on 7 to 9, ■ on 13\n";
        assert_eq!(summary(5000, &strip, name), expected);
        let apart: Vec<Piece> = (0..150).map(|cell| Piece::one(2 * cell, "■")).collect();
        assert!(summary(5000, &apart, name).ends_with("■ on 199 and 50 more\n"));
    }
}
