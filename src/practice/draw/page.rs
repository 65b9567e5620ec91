//! The game as one page that needs nothing else: a lesson with the rules, a task, play, and a map of all positions.
//!
//! The page holds the stage, all positions with their values and moves, and a script that knows no game. They are JSON,
//! compressed by gzip and written in Base64, so a browser cannot read them as part of the page. All words of the page
//! itself stand in `page/strings.en.json`, which the frame and the script share.
//!
//! **Cost.** Positions are sorted by their pieces, and the names of moves by their letters. Then similar moves lead to
//! nearby positions. The page stores differences instead of numbers, and they are small and repeat. A position that is
//! the image of another under a symmetry of the board has no data of its own (the module `symmetry`). So the 1,632,800
//! moves of the L Game take an eighth of a byte each.
//!
//! **Limits.** A page has at most [`MAX_POSITIONS`] positions and [`MAX_MOVES`] moves, so that it opens at once on a
//! phone. A graph of at most 60 positions is laid out. Others are tables, lines or small boards.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;

use flate2::{Compression, GzBuilder};
use itertools::Itertools as _;
use serde::Serialize;

use super::caption::{begins, verdict};
use super::chart::{Chart, Step};
use super::diagram::Diagram;
use super::layout::{Layout, Point, lay_out};
use super::solved::Solved;
use super::svg::{escaped, path};
use crate::picture::symbols;
use crate::picture::{Kind, Piece, Stage, letter, worth_label};
use crate::problem::CertifyError;
use crate::problem::{AnyGame, AnyPosition, Folding};
use symmetry::Symmetries;

pub(crate) mod markdown;
mod symmetry;

/// The most positions of a page.
pub const MAX_POSITIONS: usize = 40_000;
/// The most moves of a page.
pub const MAX_MOVES: usize = 2_000_000;
/// The most positions that are laid out as a graph.
const MAX_MAPPED_POSITIONS: usize = 60;
/// The most arcs on a map of positions.
const MAX_MAPPED_ARCS: usize = 240;

const FRAME: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The words of the page, by their keys.
const STRINGS: &str = include_str!("page/strings.en.json");
/// The script. Each file goes on at the end of the file before it.
const SCRIPT: [&str; 7] = [
    include_str!("page/game.js"),
    include_str!("page/picture.js"),
    include_str!("page/block.js"),
    include_str!("page/play.js"),
    include_str!("page/lesson.js"),
    include_str!("page/map.js"),
    include_str!("page/waves.js"),
];

/// The words of a game's page that its moves do not say.
#[derive(Clone, Debug, Default)]
pub struct Lesson<'a> {
    /// The name of the game.
    pub title: &'a str,
    /// The rules, in Markdown.
    pub rules: &'a str,
    /// The hints in rising size, in Markdown.
    pub hints: Vec<&'a str>,
    /// The positions of a puzzle from its beginning to its end: each right move leads to the next one, and so does each
    /// reply. If they are given, the page asks for the right moves.
    pub puzzle: Vec<AnyPosition>,
}

impl<'a> Lesson<'a> {
    /// Returns a page without rules and hints.
    pub fn titled(title: &'a str) -> Lesson<'a> {
        Lesson {
            title,
            ..Lesson::default()
        }
    }
}

/// The data of the script.
#[derive(Serialize)]
struct Data<'a> {
    how: &'a str,
    /// The hints as HTML.
    hints: Vec<String>,
    /// The numbers of the positions of a puzzle, from its beginning to its end.
    puzzle: Option<Vec<usize>>,
    /// A sentence on the player who begins the puzzle, if the players have roles.
    begins: Option<String>,
    /// Whether a position is a sum whose parts have no fixed heaps.
    sums: bool,
    stage: StageData<'a>,
    /// The signs of pieces.
    marks: Vec<&'a str>,
    /// The signs that have a symbol.
    signs: BTreeMap<&'a str, SignData>,
    /// The signs of a stone and of a wall.
    stone: &'static str,
    wall: &'static str,
    /// The words of moves, sorted.
    names: Vec<&'a str>,
    players: Vec<&'a str>,
    remarks: Vec<String>,
    /// The name of each position, if the game names them.
    positions: Option<Vec<String>>,
    folding: Option<FoldingData<'a>>,
    start: usize,
    /// The symmetries of the board as permutations of its places, if positions are images under them.
    symmetries: Option<&'a [Vec<u32>]>,
    /// For each position, the position that it is an image of. It may be itself.
    model: Option<Vec<usize>>,
    /// For each position, the symmetry that makes it from its model.
    symmetry: Option<Vec<usize>>,
    /// The outcomes, one letter for each position.
    outcomes: String,
    /// The distance of each position, or -1 if it has none.
    distances: Vec<i64>,
    waves: Vec<i64>,
    nimbers: Option<Vec<Option<u64>>>,
    /// The decimal place that the scores are counted in.
    decimals: u32,
    /// The scores in units of that place, as text, because they may exceed the script's numbers.
    scores: Option<Vec<Option<String>>>,
    player: Vec<i64>,
    remark: Vec<i64>,
    parts: Option<Vec<String>>,
    over: String,
    /// For each position that is its own model, the place, mark and count of each piece.
    pieces: Vec<Vec<u64>>,
    /// For each position, the number of each move's name, less that of the move before it.
    moves: Vec<Vec<i64>>,
    /// For each position, the position after each move, less the one after the move before it.
    after: Vec<Vec<i64>>,
    map: Option<Drawing>,
}

#[derive(Serialize)]
struct StageData<'a> {
    kind: &'static str,
    columns: usize,
    directed: bool,
    places: Vec<PlaceData<'a>>,
    arcs: Vec<(u32, u32)>,
    drawing: Option<Drawing>,
}

#[derive(Serialize)]
struct PlaceData<'a> {
    name: &'a str,
    note: &'a str,
    worth: &'a str,
    outcome: Option<&'static str>,
    wall: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum FoldingData<'a> {
    Players { marks: [&'a str; 2] },
    Plies { most: u32, winner: &'a str },
}

/// The symbol of a sign.
#[derive(Serialize)]
struct SignData {
    /// The number in the sheet of symbols.
    id: usize,
    /// The colour of a body that fills its cells.
    body: Option<&'static str>,
}

/// A diagram with its layout, as the script draws it.
#[derive(Serialize)]
struct Drawing {
    size: Point,
    at: Vec<Point>,
    sizes: Vec<Point>,
    lines: Vec<Vec<String>>,
    arcs: Vec<(usize, usize, String, bool)>,
}

impl Drawing {
    fn new(diagram: &Diagram, size_of: impl Fn(&super::diagram::Vertex) -> Point) -> Result<Drawing, CertifyError> {
        let sizes = diagram.vertices.iter().map(size_of).collect_vec();
        let Layout { size, middles, ways } = lay_out(diagram, &sizes);
        let round = |(x, y): Point| ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
        let arcs = diagram.arcs.iter().zip(&ways);
        Ok(Drawing {
            size: round(size),
            at: middles.into_iter().map(round).collect(),
            sizes: sizes.into_iter().map(round).collect(),
            lines: diagram.vertices.iter().map(|v| v.lines.clone()).collect(),
            arcs: arcs
                .map(|(arc, way)| (arc.ends.0, arc.ends.1, path(way), arc.wins))
                .collect(),
        })
    }
}

/// Returns the whole page.
///
/// # Errors
/// Fails if the game has more positions or moves than a page holds, or if its values fail their check.
pub fn write(game: &dyn AnyGame, stage: &Stage, lesson: &Lesson<'_>) -> Result<String, CertifyError> {
    let (start, hint) = match lesson.puzzle.first() {
        Some(position) => (position.clone(), "without `-o` the puzzle is on the terminal"),
        None => (game.start(), "`--to svg` draws the start of any game"),
    };
    let why = format!("a page holds up to {MAX_POSITIONS} positions and {MAX_MOVES} moves\nhint: {hint}");
    let chart = Chart::after(game, &start, [MAX_POSITIONS, MAX_MOVES], &why)?;
    let solved = Solved::new(game, chart)?;
    let symmetries = Symmetries::of(game, stage, &solved);
    let data = data(game, stage, lesson, &solved, &symmetries)?;
    let json = serde_json::to_vec(&data).map_err(|error| CertifyError::Wrong(error.to_string()))?;
    let value = verdict(game.value(&start), game.player(&start), game.ended(&start).is_some());
    let words: BTreeMap<&str, &str> = serde_json::from_str(STRINGS).expect("the words of the page are JSON");
    let keys = words
        .iter()
        .map(|(key, word)| (format!("{{{{t.{key}}}}}"), escaped(word)));
    let (facts, changed) = (game.facts(), game.changed_rules());
    let hidden = |sentences: &Option<String>| if sentences.is_some() { "" } else { " hidden" }.to_owned();
    let parts = [
        ("style", STYLE.to_owned()),
        ("title", escaped(lesson.title)),
        ("verdict", escaped(&value)),
        ("symbols", symbols::sheet(data.signs.keys().copied())),
        ("rules", markdown::html(lesson.rules)),
        ("unchanged", hidden(&changed)),
        ("changed", escaped(&changed.unwrap_or_default())),
        ("unstated", hidden(&facts)),
        ("facts", escaped(&facts.unwrap_or_default())),
        ("data", packed(&json)?),
        ("strings", STRINGS.trim().to_owned()),
        ("script", script()),
    ];
    let parts = parts.map(|(word, part)| (format!("{{{{{word}}}}}"), part));
    Ok(filled(FRAME, &keys.chain(parts).collect_vec()))
}

/// Returns the script without its comments and indents.
fn script() -> String {
    let lines = SCRIPT.iter().flat_map(|file| file.lines()).map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns a text with some words replaced. Replacements are not searched again.
fn filled(frame: &str, parts: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut rest = frame;
    loop {
        let found = parts
            .iter()
            .filter_map(|(word, part)| Some((rest.find(word)?, word, part)));
        let Some((at, word, part)) = found.min_by_key(|found| found.0) else {
            return text + rest;
        };
        text += &rest[..at];
        text += part;
        rest = &rest[at + word.len()..];
    }
}

/// Returns compressed bytes in Base64. The same bytes always become the same text.
pub(in crate::practice) fn packed(bytes: &[u8]) -> Result<String, CertifyError> {
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    let written = gzip.write_all(bytes).and_then(|()| gzip.finish());
    let bytes = written.map_err(|error| CertifyError::Wrong(format!("compression failed: {error}")))?;
    Ok(base64(&bytes))
}

/// Returns bytes in Base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for some in bytes.chunks(3) {
        let byte = |i: usize| u32::from(some.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= some.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

/// Numbers for things, in the order of their first appearance.
#[derive(Default)]
struct Numbers<T> {
    numbers: HashMap<T, usize>,
    things: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbers<T> {
    fn number(&mut self, thing: T) -> usize {
        let fresh = self.things.len();
        let number = *self.numbers.entry(thing.clone()).or_insert(fresh);
        if number == fresh {
            self.things.push(thing);
        }
        number
    }
}

fn data<'a>(
    game: &'a dyn AnyGame,
    stage: &'a Stage,
    lesson: &Lesson<'_>,
    solved: &'a Solved,
    symmetries: &'a Symmetries,
) -> Result<Data<'a>, CertifyError> {
    let chart = &solved.chart;
    let all_pieces = &symmetries.pieces;
    let key = |&number: &usize| {
        let pieces = all_pieces[number].iter();
        let pieces = pieces.map(|piece| (piece.mark, piece.place, piece.count));
        (pieces.collect_vec(), number)
    };
    // Map the numbers of the page to those of the chart, and back.
    let order = (0..chart.positions.len()).sorted_by_cached_key(key).collect_vec();
    let number_of = inverse(&order);
    let words = (0..chart.names.len()).sorted_by_key(|&old| &chart.names[old]);
    let words = words.collect_vec();
    let word_of = inverse(&words);
    let is_model = |old: usize| symmetries.model(old).0 == old;
    let steps = |of: &dyn Fn(&Step) -> usize| {
        let steps = |&old: &usize| chart.moves[old].iter().filter(move |_| is_model(old));
        let numbers = |old: &usize| differences(steps(old).map(of));
        order.iter().map(numbers).collect()
    };
    let positions = || order.iter().map(|&old| &chart.positions[old]);
    let named: Option<Vec<String>> = positions().map(|position| game.position_name(position)).collect();
    // The script counts plies itself, so it needs no remark on their bound. A name stands instead of a remark.
    let remark_kept = named.is_none() && !matches!(game.folding(), Folding::Plies(..));
    let values = || order.iter().map(|&old| solved.values[old]);
    let plies = |plies: Option<u64>| plies.map_or(-1, |plies| plies as i64);
    let mut marks = Numbers::default();
    let pieces = order.iter().map(|&old| {
        let numbers = |piece: &Piece| {
            let mark = marks.number(piece.mark) as u64;
            [u64::from(piece.place), mark, piece.count]
        };
        let own = all_pieces[old].iter().filter(|_| is_model(old));
        own.flat_map(numbers).collect()
    });
    let pieces = pieces.collect();
    let (player, players) = numbered(positions().map(|position| game.player(position)));
    let (remark, remarks) = numbered(positions().map(|position| game.remark(position).filter(|_| remark_kept)));
    let parts = positions().map(|position| parts_of(game, position)).collect_vec();
    let images = symmetries.has_images();
    Ok(Data {
        how: game.how(),
        hints: lesson.hints.iter().map(|hint| markdown::html(hint)).collect(),
        puzzle: puzzle_of(game, lesson, chart, &number_of)?,
        begins: lesson.puzzle.first().and_then(|position| begins(game, position)),
        sums: game.reorders_heaps(),
        stage: stage_data(game, stage)?,
        signs: signs_of(stage, &marks.things),
        stone: symbols::STONE.sign,
        wall: symbols::WALL.sign,
        marks: marks.things,
        names: words.iter().map(|&old| chart.names[old].as_str()).collect(),
        players,
        remarks,
        positions: named,
        folding: folding_of(game),
        start: number_of[0],
        symmetries: images.then_some(&symmetries.all),
        model: images.then(|| order.iter().map(|&old| number_of[symmetries.model(old).0]).collect()),
        symmetry: images.then(|| order.iter().map(|&old| symmetries.model(old).1).collect()),
        outcomes: values().map(|value| letter(value.outcome)).collect(),
        distances: values().map(|value| plies(value.distance)).collect(),
        waves: order
            .iter()
            .map(|&old| plies(solved.waves[old].map(u64::from)))
            .collect(),
        nimbers: if_any(values().map(|value| value.nimber)),
        decimals: values().find_map(|value| value.score).map_or(0, |score| score.places),
        scores: if_any(values().map(|value| value.score.map(|score| score.units.to_string()))),
        player,
        remark,
        parts: parts.iter().any(|part| !part.is_empty()).then_some(parts),
        over: order.iter().map(|&old| solved.ended[old].map_or(".", letter)).collect(),
        pieces,
        moves: steps(&|step| word_of[step.name as usize]),
        after: steps(&|step| number_of[step.to as usize]),
        map: map(game, stage, solved, &order, &number_of)?,
    })
}

/// Returns the number of each thing, or -1 for none, and the things by their numbers.
fn numbered<T: Clone + Default + Eq + std::hash::Hash>(things: impl Iterator<Item = Option<T>>) -> (Vec<i64>, Vec<T>) {
    let mut numbers = Numbers::default();
    let each = things.map(|thing| thing.map_or(-1, |thing| numbers.number(thing) as i64));
    (each.collect(), numbers.things)
}

/// Returns the values unless all are missing.
fn if_any<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<Option<T>>> {
    Some(values.collect_vec()).filter(|values| values.iter().any(Option::is_some))
}

/// Returns the parts of a position and their values in words.
fn parts_of(game: &dyn AnyGame, position: &AnyPosition) -> String {
    let parts = game.parts(position);
    let parts = parts.iter();
    parts
        .map(|part| format!("{}: {}", part.name, worth_label(&part.worth)))
        .join(", ")
}

/// Returns the numbers of the puzzle's positions.
fn puzzle_of(
    game: &dyn AnyGame,
    lesson: &Lesson<'_>,
    chart: &Chart,
    number_of: &[usize],
) -> Result<Option<Vec<usize>>, CertifyError> {
    let number = |position: &AnyPosition| {
        let folded = game.folded(position);
        let old = chart.positions.iter().position(|known| *known == folded);
        let old = old.ok_or_else(|| CertifyError::Wrong(format!("play cannot reach {position:?} of a puzzle")))?;
        Ok(number_of[old])
    };
    let numbers: Vec<usize> = lesson.puzzle.iter().map(number).collect::<Result<_, CertifyError>>()?;
    Ok(Some(numbers).filter(|numbers| !numbers.is_empty()))
}

/// Returns the signs of pieces and places that have a symbol.
fn signs_of<'a>(stage: &'a Stage, marks: &[&'a str]) -> BTreeMap<&'a str, SignData> {
    let notes = stage.places.iter().map(|place| place.note.as_str());
    let basic = [symbols::STONE.sign, symbols::WALL.sign];
    let signs = basic.into_iter().chain(notes).chain(marks.iter().copied());
    let known = signs.filter_map(|sign| Some((sign, symbols::of(sign)?)));
    let known = known.sorted_by_key(|known| known.0).dedup_by(|a, b| a.0 == b.0);
    let data = |(id, (sign, symbol)): (usize, (&'a str, &symbols::Symbol))| {
        let body = match symbol.look {
            symbols::Look::Body(colour) => Some(colour),
            symbols::Look::Parts(_) => None,
        };
        (sign, SignData { id, body })
    };
    known.enumerate().map(data).collect()
}

fn folding_of(game: &dyn AnyGame) -> Option<FoldingData<'_>> {
    match game.folding() {
        Folding::Nothing => None,
        Folding::Players(marks) => Some(FoldingData::Players { marks }),
        Folding::Plies(most, winner) => Some(FoldingData::Plies { most, winner }),
    }
}

/// Returns the difference of each number to the one before it.
fn differences(numbers: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut last = 0;
    let less = |number: usize| {
        let number = number as i64;
        let difference = number - last;
        last = number;
        difference
    };
    numbers.map(less).collect()
}

/// Returns the place of each thing in an order of all things.
fn inverse(order: &[usize]) -> Vec<usize> {
    let mut numbers = vec![0; order.len()];
    for (number, &thing) in order.iter().enumerate() {
        numbers[thing] = number;
    }
    numbers
}

fn stage_data<'a>(game: &dyn AnyGame, stage: &'a Stage) -> Result<StageData<'a>, CertifyError> {
    let places = stage.places.iter().map(|place| PlaceData {
        name: &place.name,
        note: &place.note,
        worth: &place.worth,
        outcome: place.outcome().map(letter),
        wall: place.wall,
    });
    let (kind, columns, directed, arcs) = match &stage.kind {
        Kind::Graph { arcs, directed } => ("graph", 0, *directed, arcs.clone()),
        Kind::Board { columns } | Kind::Strip { columns } => ("board", *columns, false, Vec::new()),
        Kind::Heaps => ("heaps", 0, false, Vec::new()),
        Kind::Numbers => ("numbers", 0, false, Vec::new()),
    };
    let diagram = Diagram::of_stage(game, stage, &game.start());
    // Leave room for the name, the note, and the pieces of any position.
    let size_of = |vertex: &super::diagram::Vertex| {
        let signs = vertex.lines.iter().take(2).map(|line| line.chars().count()).max();
        (8.4 * signs.unwrap_or(1).max(5) as f64 + 22.0, 66.0)
    };
    if let Some(diagram) = &diagram {
        super::require_arcs(diagram.arcs.len())?;
    }
    Ok(StageData {
        kind,
        columns,
        directed,
        places: places.collect(),
        arcs,
        drawing: diagram.map(|diagram| Drawing::new(&diagram, size_of)).transpose()?,
    })
}

/// Returns the graph of positions, if it is small.
fn map(
    game: &dyn AnyGame,
    stage: &Stage,
    solved: &Solved,
    order: &[usize],
    number_of: &[usize],
) -> Result<Option<Drawing>, CertifyError> {
    let arcs: usize = solved.chart.moves.iter().map(Vec::len).sum();
    if order.len() > MAX_MAPPED_POSITIONS || arcs > MAX_MAPPED_ARCS {
        return Ok(None);
    }
    let diagram = Diagram::of_positions(game, stage, &solved.chart);
    let mut drawing = Drawing::new(&diagram, super::svg::size_of)?;
    drawing.at = order.iter().map(|&old| drawing.at[old]).collect();
    drawing.sizes = order.iter().map(|&old| drawing.sizes[old]).collect();
    drawing.lines = order.iter().map(|&old| drawing.lines[old].clone()).collect();
    for arc in &mut drawing.arcs {
        (arc.0, arc.1) = (number_of[arc.0], number_of[arc.1]);
    }
    Ok(Some(drawing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd]), "//79");
    }

    #[test]
    fn what_is_put_into_the_frame_is_not_filled_again() {
        let parts = [("{{a}}", "{{b}}"), ("{{b}}", "x")].map(|(word, part)| (word.to_owned(), part.to_owned()));
        assert_eq!(filled("1{{b}}2{{a}}3", &parts), "1x2{{b}}3");
    }
}
