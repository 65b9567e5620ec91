//! The frame of a picture in SVG: title and captions above the drawing, its key below it.
//!
//! A picture loads nothing, and all of its text is escaped. It follows the reader's light or dark paper, and a print is
//! always light. Rules without variables, because many viewers of SVG know none.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::outline::Point;
use crate::engine::Outcome;

/// The approximate width of one sign of text. The fonts of readers differ.
pub const CHAR_WIDTH: f64 = 8.4;
/// The height of a line of text.
pub const LINE_HEIGHT: f64 = 18.0;
/// The space around everything.
pub const MARGIN: f64 = 16.0;
/// The approximate width of one sign of a caption.
const CAPTION_WIDTH: f64 = 7.2;
/// The least width of a picture, for its captions.
const MIN_WIDTH: f64 = 560.0;
/// The width and the height of an entry's drawing in the key.
const KEY_SIZE: Point = (44.0, 32.0);

/// The rules of style of a drawing.
pub const STYLE: &str = "\
    text{font:14px ui-monospace,\"DejaVu Sans Mono\",monospace;fill:#111111}\
    .title{font:bold 18px sans-serif}.caption{font:14px sans-serif}.mid{text-anchor:middle}\
    .name{font-size:11px;stroke:#ffffff;stroke-width:3;paint-order:stroke}.strong{font-weight:bold}.sign{font-size:20px;font-weight:bold}\
    .paper{fill:#ffffff}.place{fill:#ffffff;stroke:#111111;stroke-width:1.2}\
    .w{fill:#56b4e9}.l{fill:#e69f00}.d{fill:#d9d9d9}.thick{stroke-width:3.5}.dashed{stroke-dasharray:5 3}\
    .arc{fill:none;stroke:#666666;stroke-width:1.4}.head{fill:#666666}\
    .wins{stroke:#007a59;stroke-width:3}.head.wins{fill:#007a59;stroke:none}\
    .change{fill:none;stroke:#007a59;stroke-width:3}.leaves{stroke-dasharray:3 5}.takes{stroke-dasharray:9 4}\
    @media screen and (prefers-color-scheme:dark){\
    text{fill:#eceef1}.name{stroke:#262b32}.on{fill:#111111}.paper{fill:#14161a}.place{fill:#262b32;stroke:#eceef1}\
    .w{fill:#56b4e9}.l{fill:#e69f00}.d{fill:#d9d9d9}\
    .arc{stroke:#a9b0bb}.head{fill:#a9b0bb}.wins,.change{stroke:#2fd6a3}.head.wins{fill:#2fd6a3}}";

/// A drawing under construction, without its frame.
pub struct Canvas {
    /// The elements.
    pub body: String,
    /// The width and the height.
    pub size: Point,
    key: Vec<(String, String)>,
    notes: Vec<String>,
}

/// The words above and below a drawing.
pub struct Words<'a> {
    /// The name of the game.
    pub title: &'a str,
    /// The lines above the drawing.
    pub captions: &'a [String],
}

impl Canvas {
    /// Returns an empty drawing of this size.
    pub fn new(size: Point) -> Canvas {
        Canvas {
            body: String::new(),
            size,
            key: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a line of text around a point.
    pub fn text(&mut self, at: Point, class: &str, text: &str) {
        self.body += &text_at(at, class, text);
        self.body.push('\n');
    }

    /// Adds elements that are drawn around the origin, at a point and in a scale.
    pub fn put(&mut self, at: Point, scale: f64, elements: &str) {
        self.body += &placed(at, scale, elements);
        self.body.push('\n');
    }

    /// Adds another drawing with its upper left corner at a point, in a scale, and its key.
    pub fn include(&mut self, at: Point, scale: f64, other: Canvas) {
        self.put(at, scale, &other.body);
        for (drawing, meaning) in other.key {
            self.explain(drawing, meaning);
        }
    }

    /// Adds an entry to the key, once: a drawing around the origin, and its meaning.
    pub fn explain(&mut self, drawing: String, meaning: impl Into<String>) {
        let entry = (drawing, meaning.into());
        if !self.key.contains(&entry) {
            self.key.push(entry);
        }
    }

    /// Adds a line below the key.
    pub fn note(&mut self, line: &str) {
        self.notes.extend((!line.is_empty()).then(|| line.to_owned()));
    }

    /// Returns the drawing alone, as a part of a page that has the [`STYLE`]. Its words are for people who cannot see it.
    ///
    /// Drawings beside it have the same scale, and the widest of them takes the whole width at most.
    pub fn alone(self, words: &str, widest: f64) -> String {
        let (width, height) = self.size;
        let share = 100.0 * width / widest;
        format!(
            "<svg viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             style=\"width:min({share:.1}%,{width:.0}px)\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            escaped(words),
            self.body
        )
    }

    /// Returns the whole file.
    pub fn finish(self, words: &Words<'_>) -> String {
        let width = self.size.0.max(MIN_WIDTH);
        let signs = ((width - 2.0 * MARGIN) / CAPTION_WIDTH) as usize;
        let lines = |texts: &[String]| texts.iter().flat_map(|text| wrapped(text, signs)).collect_vec();
        let (above, below) = (lines(words.captions), lines(&self.notes));
        let head = MARGIN + 28.0 + LINE_HEIGHT * above.len() as f64 + 8.0;
        let (key, key_height) = key(&self.key, width);
        let foot = head + self.size.1 + key_height;
        let height = foot + LINE_HEIGHT * below.len() as f64 + MARGIN;
        let meanings = self.key.iter().map(|(_, meaning)| meaning);
        let facts = words.captions.iter().chain(&self.notes).chain(meanings).join(" ");
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
            escaped(words.title),
            escaped(&facts)
        );
        text += &text_at((MARGIN, MARGIN + 14.0), "title", words.title);
        text.push('\n');
        for (lines, top) in [(&above, MARGIN + 38.0), (&below, foot + 14.0)] {
            for (number, line) in lines.iter().enumerate() {
                text += &text_at((MARGIN, top + LINE_HEIGHT * number as f64), "caption", line);
                text.push('\n');
            }
        }
        let shift = (width - self.size.0) / 2.0;
        let key = placed((0.0, head + self.size.1), 1.0, &key);
        let _ = writeln!(
            text,
            "<g transform=\"translate({shift:.1} {head:.1})\">\n{}</g>\n{key}\n</svg>",
            self.body
        );
        text
    }
}

/// Returns the entries of a key in rows of this width, and the height of the rows.
fn key(entries: &[(String, String)], width: f64) -> (String, f64) {
    let mut text = String::new();
    let (mut x, mut rows) = (MARGIN, usize::from(!entries.is_empty()));
    for (drawing, meaning) in entries {
        let needed = KEY_SIZE.0 + 8.0 + CAPTION_WIDTH * meaning.chars().count() as f64;
        if x > MARGIN && x + needed > width - MARGIN {
            (x, rows) = (MARGIN, rows + 1);
        }
        let y = KEY_SIZE.1 * (rows as f64 - 0.5);
        text += &placed((x + KEY_SIZE.0 / 2.0, y), 1.0, drawing);
        text += &text_at((x + KEY_SIZE.0 + 6.0, y + 5.0), "caption", meaning);
        text.push('\n');
        x += needed + 18.0;
    }
    (text, KEY_SIZE.1 * rows as f64)
}

/// Returns elements around the origin at a point, in a scale.
pub fn placed((x, y): Point, scale: f64, elements: &str) -> String {
    if scale == 1.0 {
        format!("<g transform=\"translate({x:.1} {y:.1})\">{elements}</g>")
    } else {
        format!("<g transform=\"translate({x:.1} {y:.1}) scale({scale})\">{elements}</g>")
    }
}

/// Returns a line of text at a point.
pub fn text_at((x, y): Point, class: &str, text: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escaped(text)
    )
}

/// Returns the class of an outcome's colour.
pub fn class(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win) => "place w",
        Some(Outcome::Draw) => "place d",
        Some(Outcome::Loss) => "place l",
        None => "place",
    }
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
pub fn wrapped(text: &str, signs: usize) -> Vec<String> {
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
