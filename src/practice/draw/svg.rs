//! Pictures as SVG: a laid-out diagram, a board, or heaps.
//!
//! Every outcome has a shape and a letter as well as a colour.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::canvas::{CHAR_WIDTH, Canvas, LINE_HEIGHT, MARGIN, class, placed, text_at};
use super::caption::Change;
use super::diagram::{Diagram, Vertex};
use super::layout::{Point, lay_out};
use super::outline::Outline;
use crate::engine::Outcome;
use crate::picture::symbols::{self, Look, SIDE, Symbol};
use crate::picture::{Kind, Piece, Place, STONE, Stage, letter};

pub use super::canvas::escaped;

/// The side of a board's cell.
const CELL_SIDE: f64 = 60.0;
/// The scale of a symbol that fills a cell.
const CELL_SCALE: f64 = CELL_SIDE / SIDE;
/// The scale of a symbol in a vertex and in the key.
const SMALL_SCALE: f64 = 0.7;
/// The scale of a board in a vertex.
const BOARD_SCALE: f64 = 0.4;

/// Returns a diagram with its layout. If it is blank, it has room for its values.
pub fn diagram(diagram: &Diagram, is_blank: bool) -> Canvas {
    let blank = diagram.without_values();
    // A worksheet and its answers have the same sizes, hence the same layout.
    let sizes = blank
        .vertices
        .iter()
        .map(|vertex| size_in(&blank, vertex))
        .collect_vec();
    let drawn = if is_blank { &blank } else { diagram };
    let layout = lay_out(drawn, &sizes);
    let mut canvas = Canvas::new(layout.size);
    for (arc, way) in drawn.arcs.iter().zip(&layout.ways) {
        let name = format!("<title>{}</title>", escaped(&arc.name));
        canvas.body += &arrow(way, arc.wins, drawn.directed, &name);
        canvas.body.push('\n');
    }
    for ((vertex, &size), &middle) in drawn.vertices.iter().zip(&sizes).zip(&layout.middles) {
        canvas.vertex(vertex, board_in(drawn, vertex), size, middle);
    }
    canvas.explain_diagram(drawn, is_blank);
    canvas
}

/// Returns the small board of a vertex, and the number of lines that it replaces.
fn board_in(diagram: &Diagram, vertex: &Vertex) -> Option<(usize, Canvas)> {
    let (rows, pieces) = vertex.board.as_ref()?;
    Some((*rows, stage(diagram.board.as_ref()?, pieces, &Change::default())))
}

/// Returns the size that a vertex of a diagram needs for its board, its lines and its pieces.
fn size_in(diagram: &Diagram, vertex: &Vertex) -> Point {
    let Some((rows, board)) = board_in(diagram, vertex) else {
        return size_of(vertex);
    };
    let lines = vertex.lines[rows..].to_vec();
    let (width, height) = size_of(&Vertex {
        lines,
        ..vertex.clone()
    });
    (
        width.max(BOARD_SCALE * board.size.0 + 8.0),
        height + BOARD_SCALE * board.size.1,
    )
}

/// Returns the size that a vertex needs for its lines and pieces.
pub fn size_of(vertex: &Vertex) -> Point {
    let signs = vertex.lines.iter().map(|line| line.chars().count()).max();
    let signs = signs.unwrap_or(0).max(2) as f64;
    let pieces: f64 = vertex.pieces.iter().map(width_of).sum();
    let row = if vertex.pieces.is_empty() {
        0.0
    } else {
        SMALL_SCALE * SIDE
    };
    (
        (CHAR_WIDTH * signs).max(pieces) + 26.0,
        LINE_HEIGHT * vertex.lines.len().max(1) as f64 + row + 12.0,
    )
}

/// Returns the width of a piece in a vertex, with its count.
fn width_of(piece: &Piece) -> f64 {
    SMALL_SCALE * SIDE + CHAR_WIDTH * count_of(piece).chars().count() as f64
}

/// Returns the count beside a piece, which a single piece has not.
fn count_of(piece: &Piece) -> String {
    match piece.count {
        1 => String::new(),
        count => format!("×{count}"),
    }
}

/// Returns the elements of a piece or a note around the origin.
fn sign(sign: &str) -> String {
    symbols::of(sign).map_or_else(
        || {
            let disc = "<circle class=\"place\" r=\"14\"/>";
            disc.to_owned() + &text_at((0.0, 7.0), "mid sign", sign)
        },
        |symbol| {
            let name = match symbol.look {
                Look::Body(_) => letter_of(symbol.sign, (0.0, 6.0)),
                Look::Parts(_) => String::new(),
            };
            symbol.elements() + &name
        },
    )
}

/// Returns the sign of a body as text, if it is a letter.
fn letter_of(sign: &str, at: Point) -> String {
    if sign.chars().all(char::is_alphabetic) {
        text_at(at, "mid strong on", sign)
    } else {
        String::new()
    }
}

/// Returns a line from outline to outline, with a head if it leads in one direction.
fn arrow(way: &[Point], wins: bool, directed: bool, inside: &str) -> String {
    let wins = if wins { " wins" } else { "" };
    let [.., before, tip] = way else { return String::new() };
    let (mut way, mut head) = (way.to_vec(), String::new());
    if directed {
        let (length, half) = if wins.is_empty() { (9.0, 4.0) } else { (12.0, 6.5) };
        let (x, y) = (tip.0 - before.0, tip.1 - before.1);
        let distance = x.hypot(y).max(1.0);
        let (x, y) = (x / distance, y / distance);
        let base = (tip.0 - length * x, tip.1 - length * y);
        head = format!(
            "<path class=\"head{wins}\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\"/>",
            tip.0,
            tip.1,
            base.0 - half * y,
            base.1 + half * x,
            base.0 + half * y,
            base.1 - half * x
        );
        // The line ends inside of the head, not beside its tip.
        if let Some(last) = way.last_mut() {
            *last = (tip.0 - length * 0.8 * x, tip.1 - length * 0.8 * y);
        }
    }
    format!("<path class=\"arc{wins}\" d=\"{}\">{inside}</path>{head}", path(&way))
}

/// Returns a way through points, with rounded corners.
pub fn path(points: &[Point]) -> String {
    let Some((&(x, y), rest)) = points.split_first() else {
        return String::new();
    };
    let mut text = format!("M{x:.1} {y:.1}");
    for (&(x, y), next) in rest.iter().zip(rest.iter().skip(1)) {
        let (to_x, to_y) = ((x + next.0) / 2.0, (y + next.1) / 2.0);
        let _ = write!(text, "Q{x:.1} {y:.1} {to_x:.1} {to_y:.1}");
    }
    if let Some((x, y)) = rest.last() {
        let _ = write!(text, "L{x:.1} {y:.1}");
    }
    text
}

impl Canvas {
    fn vertex(&mut self, vertex: &Vertex, board: Option<(usize, Canvas)>, size: Point, middle: Point) {
        let class = class(vertex.outcome).to_owned()
            + if vertex.start { " thick" } else { "" }
            + if vertex.cut { " dashed" } else { "" };
        let outline = Outline::new(vertex.outcome, size).path(middle);
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{outline}\"/>");
        let ink = if vertex.outcome.is_some() { "mid on" } else { "mid" };
        let (x, mut y) = (middle.0, middle.1 - size.1 / 2.0 + 6.0);
        let rows = board.as_ref().map_or(0, |(rows, _)| *rows);
        if let Some((_, board)) = board {
            let (width, height) = board.size;
            self.include((x - BOARD_SCALE * width / 2.0, y), BOARD_SCALE, board);
            y += BOARD_SCALE * height;
        }
        for line in &vertex.lines[rows..] {
            self.text((x, y + LINE_HEIGHT * 0.75), ink, line);
            y += LINE_HEIGHT;
        }
        let width: f64 = vertex.pieces.iter().map(width_of).sum();
        let mut left = x - width / 2.0;
        let half = SMALL_SCALE * SIDE / 2.0;
        for piece in &vertex.pieces {
            self.put((left + half, y + half), SMALL_SCALE, &sign(piece.mark));
            let count = count_of(piece);
            if !count.is_empty() {
                let right = left + 2.0 * half + CHAR_WIDTH * count.chars().count() as f64 / 2.0;
                self.text((right, y + half + 5.0), ink, &count);
            }
            left += width_of(piece);
        }
    }

    /// Adds the key of a diagram.
    fn explain_diagram(&mut self, diagram: &Diagram, is_blank: bool) {
        const SAMPLE: Point = (34.0, 22.0);
        let sample = |outcome, class: &str, inside: &str| {
            let outline = Outline::new(outcome, SAMPLE).path((0.0, 0.0));
            format!("<path class=\"{class}\" d=\"{outline}\"/>{inside}")
        };
        let has = |outcome| diagram.vertices.iter().any(|vertex| vertex.outcome == Some(outcome));
        for (outcome, meaning) in [
            (Outcome::Win, "won for the player to move"),
            (Outcome::Loss, "lost for the player to move"),
            (Outcome::Draw, "drawn"),
        ] {
            if has(outcome) {
                let name = text_at((0.0, 5.0), "mid on", letter(outcome));
                self.explain(sample(Some(outcome), class(Some(outcome)), &name), meaning);
            }
        }
        if diagram.arcs.iter().any(|arc| arc.wins) {
            let way = [(-18.0, 0.0), (18.0, 0.0)];
            self.explain(arrow(&way, true, diagram.directed, ""), "a winning move");
        }
        if diagram
            .vertices
            .iter()
            .any(|vertex| vertex.start && vertex.pieces.is_empty())
        {
            self.explain(sample(None, "place thick", ""), "the start");
        }
        for piece in diagram.vertices.iter().flat_map(|vertex| &vertex.pieces) {
            let name = if piece.mark == STONE {
                "token"
            } else {
                name_of(piece.mark)
            };
            self.explain(placed((0.0, 0.0), SMALL_SCALE, &sign(piece.mark)), name);
        }
        if diagram.vertices.iter().any(|vertex| vertex.cut) {
            self.explain(sample(None, "place dashed", ""), "not all of its moves are drawn");
        }
        if is_blank && diagram.vertices.iter().any(|vertex| vertex.answer.is_some()) {
            self.explain(text_at((0.0, 5.0), "mid", "____"), "your answer");
        }
        self.note(diagram.meaning);
    }
}

/// Returns the name of a sign for people.
fn name_of(sign: &str) -> &str {
    symbols::of(sign).map_or(sign, |symbol| symbol.name)
}

/// Returns a board or heaps with its pieces, and marks the changes of the best move.
pub fn stage(stage: &Stage, pieces: &[Piece], best: &Change) -> Canvas {
    match stage.kind {
        Kind::Board { columns } | Kind::Strip { columns } => board(stage, columns, pieces, best),
        _ => heaps(stage, pieces, best),
    }
}

fn board(stage: &Stage, columns: usize, pieces: &[Piece], best: &Change) -> Canvas {
    let rows = stage.places.len().div_ceil(columns.max(1));
    let mut canvas = Canvas::new((
        columns as f64 * CELL_SIDE + 2.0 * MARGIN,
        rows as f64 * CELL_SIDE + 2.0 * MARGIN,
    ));
    let cell_of = |place: u32| (place as usize % columns, place as usize / columns);
    let corner = |place: u32| {
        let (column, row) = cell_of(place);
        (MARGIN + column as f64 * CELL_SIDE, MARGIN + row as f64 * CELL_SIDE)
    };
    let middle = |place: u32| (corner(place).0 + CELL_SIDE / 2.0, corner(place).1 + CELL_SIDE / 2.0);
    for (number, place) in (0u32..).zip(&stage.places) {
        let is_held = pieces.iter().any(|piece| piece.place == number);
        canvas.cell(place, middle(number), is_held);
    }
    for (mark, pieces) in pieces
        .iter()
        .into_group_map_by(|piece| piece.mark)
        .into_iter()
        .sorted_by_key(|group| group.0)
    {
        let symbol = symbols::of(mark);
        if let Some(Symbol {
            look: Look::Body(colour),
            ..
        }) = symbol
        {
            let cells = pieces.iter().map(|piece| cell_of(piece.place)).collect_vec();
            canvas.put(middle(0), CELL_SCALE, &symbols::body(colour, &cells));
        }
        for piece in pieces {
            let (x, y) = middle(piece.place);
            match symbol {
                Some(Symbol {
                    look: Look::Body(_), ..
                }) => canvas.body += &letter_of(mark, (x, y + 6.0)),
                _ => canvas.put((x, y + 3.0), CELL_SCALE * 0.85, &sign(mark)),
            }
            canvas.text((x + 18.0, y + 24.0), "mid strong", &count_of(piece));
        }
        canvas.explain(placed((0.0, 0.0), SMALL_SCALE, &sign(mark)), name_of(mark));
    }
    // Names lie over the pieces, so that all of them can be read.
    let named = |place: &Place| !place.wall && !place.name.is_empty();
    for (number, place) in (0u32..).zip(&stage.places).filter(|(_, place)| named(place)) {
        let (left, top) = corner(number);
        canvas.text((left + 4.0, top + 12.0), "name", &place.name);
    }
    let changes = [
        (&best.taken, "leaves", "a cell that the best move leaves"),
        (&best.put, "takes", "a cell that the best move takes"),
    ];
    for (places, class, meaning) in changes {
        let frame = |side: f64| {
            let start = -side / 2.0;
            format!("<rect class=\"change {class}\" x=\"{start}\" y=\"{start}\" width=\"{side}\" height=\"{side}\"/>")
        };
        for &place in places {
            canvas.put(middle(place), 1.0, &frame(CELL_SIDE - 4.0));
            canvas.explain(frame(22.0), meaning);
        }
    }
    canvas
}

impl Canvas {
    fn cell(&mut self, place: &Place, (x, y): Point, is_held: bool) {
        if place.wall {
            self.put((x, y), CELL_SCALE, &symbols::WALL.elements());
            self.explain(
                placed((0.0, 0.0), SMALL_SCALE, &symbols::WALL.elements()),
                symbols::WALL.name,
            );
            return;
        }
        let (left, top) = (x - CELL_SIDE / 2.0, y - CELL_SIDE / 2.0);
        let _ = writeln!(
            self.body,
            "<rect class=\"place\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{CELL_SIDE}\" height=\"{CELL_SIDE}\"/>"
        );
        if !place.note.is_empty() {
            // A piece on the place leaves the upper right corner to the note.
            let (at, scale) = if is_held {
                ((x + 19.0, y - 19.0), CELL_SCALE * 0.35)
            } else {
                ((x, y + 3.0), CELL_SCALE * 0.85)
            };
            self.put(at, scale, &sign(&place.note));
            self.explain(
                placed((0.0, 0.0), SMALL_SCALE, &sign(&place.note)),
                name_of(&place.note),
            );
        }
    }
}

/// Returns heaps as columns of stones, or a number for a large heap. Long lists of heaps have several rows.
fn heaps(stage: &Stage, pieces: &[Piece], best: &Change) -> Canvas {
    const DRAWN: u64 = 20;
    const STEP: f64 = 22.0;
    const ROW_WIDTH: f64 = 900.0;
    const MIN_HEAP_WIDTH: f64 = 56.0;
    let mut sizes = vec![0; stage.places.len()];
    for piece in pieces {
        sizes[piece.place as usize] = piece.count;
    }
    let drawn = if stage.kind == Kind::Heaps { DRAWN } else { 0 };
    let name = |place: &Place| match stage.kind {
        Kind::Heaps => heap_name(&place.name),
        _ => place.name.clone(),
    };
    let names = stage.places.iter().map(name).collect_vec();
    let widths = names.iter().zip(&sizes).map(|(name, size)| {
        let signs = name.chars().count().max(size.to_string().len());
        CHAR_WIDTH * signs as f64 + 20.0
    });
    let width = widths.fold(MIN_HEAP_WIDTH, f64::max);
    let tallest = sizes.iter().copied().filter(|&size| size <= drawn).max();
    let height = STEP * tallest.unwrap_or(0).max(1) as f64 + 2.0 * LINE_HEIGHT + MARGIN;
    let across = ((ROW_WIDTH / width.max(1.0)) as usize).clamp(1, names.len().max(1));
    let rows = names.len().div_ceil(across);
    let mut canvas = Canvas::new((
        width * across as f64 + 2.0 * MARGIN,
        height * rows as f64 + 2.0 * MARGIN,
    ));
    let stone = symbols::STONE.elements();
    let what = if stage.kind == Kind::Heaps { "heap" } else { "number" };
    for (number, (name, size)) in (0u32..).zip(names.iter().zip(sizes)) {
        let (row, column) = (number as usize / across, number as usize % across);
        let x = MARGIN + width * (column as f64 + 0.5);
        let base = MARGIN + height * (row as f64 + 1.0) - 2.0 * LINE_HEIGHT - MARGIN;
        for number in 0..if size > drawn { 0 } else { size } {
            canvas.put((x, base - STEP * (number as f64 + 0.5)), 0.75, &stone);
        }
        if stage.kind == Kind::Heaps && size > drawn {
            canvas.text((x, base - 6.0), "mid sign", "…");
        }
        let changed = best.taken.contains(&number) || best.put.contains(&number);
        let class = if changed { "arc wins" } else { "arc" };
        let line = |half: f64| format!("<path class=\"{class}\" d=\"M-{half:.1} 0H{half:.1}\"/>");
        canvas.put((x, base), 1.0, &line(width / 2.0 - 6.0));
        if changed {
            canvas.explain(line(18.0), format!("a {what} that the best move changes"));
        }
        canvas.text((x, base + LINE_HEIGHT), "mid strong", &size.to_string());
        canvas.text((x, base + 2.0 * LINE_HEIGHT), "mid", name);
    }
    if stage.kind == Kind::Heaps && !names.is_empty() {
        canvas.explain(text_at((0.0, 5.0), "mid strong", "12"), "the number of stones");
    }
    canvas
}

/// Returns the name of a heap: a number alone would look like a count of stones.
fn heap_name(name: &str) -> String {
    if name.chars().all(|sign| sign.is_ascii_digit()) {
        format!("heap {name}")
    } else {
        name.to_owned()
    }
}
