//! Pictures as SVG: a laid-out diagram, a board, or heaps, under a title and captions.
//!
//! Every outcome has a shape and a letter as well as a colour. A picture loads nothing, and all of its text is escaped.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::caption::Change;
use super::diagram::{Diagram, Vertex, held};
use super::layout::{Point, lay_out};
use super::{INK, WINNING, fill};
use crate::engine::Outcome;
use crate::picture::{Kind, Piece, Place, Stage};
use crate::problem::CertifyError;

/// The approximate width of one sign of text. The fonts of readers differ.
const CHAR_WIDTH: f64 = 8.4;
/// The height of a line of text.
const LINE_HEIGHT: f64 = 18.0;
/// The space around everything.
const MARGIN: f64 = 16.0;
/// The side of a board's cell.
const CELL_SIDE: f64 = 60.0;

/// A drawing under construction, without its frame.
struct Canvas {
    body: String,
    size: Point,
}

impl Canvas {
    fn new(size: Point) -> Canvas {
        Canvas {
            body: String::new(),
            size,
        }
    }

    /// Adds a line of text around a point.
    fn text(&mut self, (x, y): Point, class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(text)
        );
    }

    /// Returns the whole file: the drawing below its words.
    fn finish(self, title: &str, captions: &[String]) -> String {
        let width = self.size.0.max(560.0);
        let signs = ((width - 2.0 * MARGIN) / 7.2) as usize;
        let lines = captions
            .iter()
            .flat_map(|caption| wrapped(caption, signs))
            .collect_vec();
        let head = MARGIN + 28.0 + LINE_HEIGHT * lines.len() as f64 + 8.0;
        let height = head + self.size.1;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n\
             <desc id=\"desc\">{}</desc>\n{STYLE}\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
            escaped(title),
            escaped(&captions.join(" "))
        );
        let _ = writeln!(
            text,
            "<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
            MARGIN + 14.0,
            escaped(title)
        );
        for (number, line) in lines.iter().enumerate() {
            let y = MARGIN + 38.0 + LINE_HEIGHT * number as f64;
            let _ = writeln!(
                text,
                "<text class=\"caption\" x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>",
                escaped(line)
            );
        }
        let shift = ((width - self.size.0) / 2.0).max(0.0);
        let _ = writeln!(
            text,
            "<g transform=\"translate({shift:.1} {head:.1})\">\n{}</g>\n</svg>",
            self.body
        );
        text
    }
}

const STYLE: &str = "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" \
    markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 1L10 5L0 9z\" \
    fill=\"#666666\"/></marker><marker id=\"winning\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" markerWidth=\"13\" \
    markerHeight=\"13\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" \
    fill=\"#007a59\"/></marker></defs>\n<style>text{font:14px ui-monospace,\"DejaVu Sans Mono\",monospace;\
    fill:#111111}.title{font:bold 18px sans-serif}.caption{font:14px sans-serif}.mid{text-anchor:middle}\
    .note{font-size:11px}.piece{font-size:22px;font-weight:bold}.arc{fill:none;stroke:#666666;stroke-width:1.2}\
    .wins{stroke:#007a59;stroke-width:3}.place{stroke:#111111;stroke-width:1.2}</style>";

/// Returns a diagram with its layout.
///
/// # Errors
/// Fails as [`lay_out`] does.
pub fn diagram(diagram: &Diagram, title: &str, captions: &[String]) -> Result<String, CertifyError> {
    let sizes = diagram.vertices.iter().map(size_of).collect_vec();
    let layout = lay_out(diagram, &sizes)?;
    let mut canvas = Canvas::new(layout.size);
    for (arc, way) in diagram.arcs.iter().zip(&layout.ways) {
        let class = if arc.wins { "arc wins" } else { "arc" };
        let head = match (diagram.directed, arc.wins) {
            (false, _) => "",
            (true, false) => " marker-end=\"url(#head)\"",
            (true, true) => " marker-end=\"url(#winning)\"",
        };
        let way = path(way);
        let name = escaped(&arc.name);
        let _ = writeln!(
            canvas.body,
            "<path class=\"{class}\" d=\"{way}\"{head}><title>{name}</title></path>"
        );
    }
    for ((vertex, &size), &middle) in diagram.vertices.iter().zip(&sizes).zip(&layout.middles) {
        canvas.vertex(vertex, size, middle);
    }
    let mut captions = captions.to_vec();
    captions.push(diagram.legend());
    Ok(canvas.finish(title, &captions))
}

/// Returns the size that a vertex needs for its lines.
pub fn size_of(vertex: &Vertex) -> Point {
    let signs = vertex.lines.iter().map(|line| line.chars().count()).max();
    let signs = signs.unwrap_or(0).max(2) as f64;
    (
        CHAR_WIDTH * signs + 26.0,
        LINE_HEIGHT * vertex.lines.len().max(1) as f64 + 12.0,
    )
}

impl Canvas {
    fn vertex(&mut self, vertex: &Vertex, (width, height): Point, (x, y): Point) {
        let colour = vertex.outcome.map_or("#ffffff", fill);
        let mut style = String::new();
        if vertex.start {
            style += " style=\"stroke-width:3.5\"";
        }
        if vertex.cut {
            style += " stroke-dasharray=\"5 3\"";
        }
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        self.body += &match vertex.outcome {
            Some(Outcome::Draw) => {
                let (right, bottom, corner) = (left + width, top + height, 10.0);
                let points = [
                    (left + corner, top),
                    (right - corner, top),
                    (right, top + corner),
                    (right, bottom - corner),
                    (right - corner, bottom),
                    (left + corner, bottom),
                    (left, bottom - corner),
                    (left, top + corner),
                ];
                let points = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ");
                format!("<polygon class=\"place\" points=\"{points}\" fill=\"{colour}\"{style}/>\n")
            }
            outcome => {
                let round = match outcome {
                    Some(Outcome::Win) => (height / 2.0).min(22.0),
                    _ => 0.0,
                };
                format!(
                    "<rect class=\"place\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
                     height=\"{height:.1}\" rx=\"{round:.1}\" fill=\"{colour}\"{style}/>\n"
                )
            }
        };
        for (number, line) in vertex.lines.iter().enumerate() {
            let y = top + 6.0 + LINE_HEIGHT * (number as f64 + 0.75);
            self.text((x, y), "mid", line);
        }
    }
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

/// Returns a board or heaps with its pieces, and marks the changes of the best move.
pub fn stage(stage: &Stage, pieces: &[Piece], best: &Change, title: &str, captions: &[String]) -> String {
    match stage.kind {
        Kind::Board { columns } | Kind::Strip { columns } => board(stage, columns, pieces, best, title, captions),
        _ => heaps(stage, pieces, best, title, captions),
    }
}

fn board(stage: &Stage, columns: usize, pieces: &[Piece], best: &Change, title: &str, captions: &[String]) -> String {
    let rows = stage.places.len().div_ceil(columns.max(1));
    let mut canvas = Canvas::new((
        columns as f64 * CELL_SIDE + 2.0 * MARGIN,
        rows as f64 * CELL_SIDE + 2.0 * MARGIN,
    ));
    let corner = |place: usize| {
        let (row, column) = (place / columns, place % columns);
        (MARGIN + column as f64 * CELL_SIDE, MARGIN + row as f64 * CELL_SIDE)
    };
    for (number, place) in stage.places.iter().enumerate() {
        canvas.cell(place, corner(number));
    }
    for piece in pieces {
        let (x, y) = corner(piece.place as usize);
        let (x, y) = (x + CELL_SIDE / 2.0, y + CELL_SIDE / 2.0 + 6.0);
        let colour = piece_fill(piece.mark);
        let _ = writeln!(
            canvas.body,
            "<circle class=\"place\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"18\" fill=\"{colour}\"/>"
        );
        canvas.text((x, y + 8.0), "mid piece", &held(piece));
    }
    for (places, dash) in [(&best.taken, "3 5"), (&best.put, "9 4")] {
        for &place in places {
            let (x, y) = corner(place as usize);
            let _ = writeln!(
                canvas.body,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"{WINNING}\" \
                 stroke-width=\"3\" stroke-dasharray=\"{dash}\"/>",
                x + 2.0,
                y + 2.0,
                side = CELL_SIDE - 4.0
            );
        }
    }
    let mut captions = captions.to_vec();
    if !best.taken.is_empty() || !best.put.is_empty() {
        captions.push("Dotted: the cells that the best move leaves. Dashed: the cells that it takes.".to_owned());
    }
    canvas.finish(title, &captions)
}

impl Canvas {
    fn cell(&mut self, place: &Place, (x, y): Point) {
        let colour = if place.wall { "#555555" } else { "#f7f7f7" };
        let _ = writeln!(
            self.body,
            "<rect class=\"place\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{CELL_SIDE}\" height=\"{CELL_SIDE}\" fill=\"{colour}\"/>"
        );
        if place.wall {
            return;
        }
        self.text((x + 4.0, y + 12.0), "note", &place.name);
        if !place.note.is_empty() {
            let middle = (x + CELL_SIDE / 2.0, y + CELL_SIDE / 2.0 + 14.0);
            self.text(middle, "mid piece", &place.note);
        }
    }
}

/// Returns the colour of a piece. The letters of two players differ in it.
fn piece_fill(mark: &str) -> &'static str {
    match mark {
        "A" | "P" | "M" => "#56b4e9",
        "B" | "T" | "C" => "#e69f00",
        _ => "#dddddd",
    }
}

/// Returns heaps as columns of stones, or a number for a large heap.
fn heaps(stage: &Stage, pieces: &[Piece], best: &Change, title: &str, captions: &[String]) -> String {
    const DRAWN: u64 = 20;
    const STEP: f64 = 22.0;
    let mut sizes = vec![0; stage.places.len()];
    for piece in pieces {
        sizes[piece.place as usize] = piece.count;
    }
    let tallest = sizes.iter().copied().filter(|&size| size <= DRAWN).max();
    let base = MARGIN + STEP * tallest.unwrap_or(0).max(1) as f64;
    let widths = stage.places.iter().zip(&sizes).map(|(place, size)| {
        let signs = place.name.len().max(size.to_string().len()).max(3);
        CHAR_WIDTH * signs as f64 + 24.0
    });
    let widths = widths.collect_vec();
    let width: f64 = widths.iter().sum();
    let mut canvas = Canvas::new((width + 2.0 * MARGIN, base + 3.0 * LINE_HEIGHT + MARGIN));
    let mut left = MARGIN;
    for ((number, place), (&size, &width)) in (0u32..).zip(&stage.places).zip(sizes.iter().zip(&widths)) {
        let x = left + width / 2.0;
        for stone in 0..size.min(DRAWN * u64::from(size <= DRAWN)) {
            let _ = writeln!(
                canvas.body,
                "<circle class=\"place\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"#dddddd\"/>",
                base - STEP * (stone as f64 + 0.5)
            );
        }
        if size > DRAWN {
            canvas.text((x, base - 4.0), "mid piece", "…");
        }
        let changed = best.taken.contains(&number) || best.put.contains(&number);
        let colour = if changed { WINNING } else { INK };
        let _ = writeln!(
            canvas.body,
            "<line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{base:.1}\" y2=\"{base:.1}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            left + 4.0,
            left + width - 4.0,
            if changed { 5 } else { 2 }
        );
        canvas.text((x, base + LINE_HEIGHT), "mid", &size.to_string());
        canvas.text((x, base + 2.0 * LINE_HEIGHT), "mid note", &place.name);
        left += width;
    }
    let mut captions = captions.to_vec();
    if !best.taken.is_empty() {
        captions.push("A thick line: the best move changes this heap.".to_owned());
    }
    canvas.finish(title, &captions)
}

/// Escapes text for XML, and replaces characters that XML cannot hold.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            sign if sign.is_control() => escaped.push('\u{fffd}'),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Returns a text in lines of at most this number of signs, broken at blanks if possible.
fn wrapped(text: &str, signs: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= signs => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
