//! A game as a picture: in the language of Graphviz, as SVG, or as a page for viewing and playing.
//!
//! Pictures are written once against [`AnyGame`]: a problem gives its stage and its pieces, and the rest is here. The
//! value of a position in a picture is the game's own, after the game has certified its values.
//!
//! The colours come from Okabe and Ito. People with any colour vision can tell them apart. No outcome depends on its
//! colour alone: it has a letter and a shape too.

use crate::budget::{Budget, Refusal};
use crate::engine::Outcome;
use crate::picture::Stage;
use crate::problem::{AnyGame, AnyPosition, CertifyError};
use canvas::{Canvas, Words};
use caption::{Change, captions, change, task};
use chart::Chart;
use diagram::Diagram;
pub use page::Lesson;

mod canvas;
pub mod caption;
pub mod chart;
pub mod diagram;
mod dot;
mod layers;
mod layout;
mod outline;
pub mod page;
mod ring;
pub(super) mod sheet;
pub mod solved;
mod svg;

pub(super) use page::markdown;
pub(super) use svg::escaped;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The language of Graphviz.
    Dot,
    /// SVG.
    Svg,
    /// A page of HTML with all positions in it.
    Html,
}

/// The most places of an SVG stage: more cannot be read.
const MAX_PLACES: u64 = 400;
/// The most arcs that are laid out.
const MAX_ARCS: usize = 1000;
/// The most vertices that are written for Graphviz.
const MAX_DOT_VERTICES: u64 = 100_000;
/// The most positions of a complete graph of positions, and of an incomplete one. More could not be read in print.
const MAX_POSITIONS: [usize; 2] = [60, 15];

const WINNING: &str = "#007a59";

/// Returns the colour of an outcome. Black text is readable on each.
fn fill(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "#56b4e9",
        Outcome::Draw => "#e0e0e0",
        Outcome::Loss => "#e69f00",
    }
}

/// Draws the start of a game, or with `positions` the graph of its positions from there on.
///
/// Graphviz always gets a graph. If the game is not played on one, that is the graph of positions.
///
/// # Errors
/// Fails if the game is too large for such a picture, or if its values fail their check.
pub fn draw(
    game: &dyn AnyGame,
    lesson: &Lesson<'_>,
    form: Form,
    positions: bool,
    budget: Budget,
) -> Result<String, CertifyError> {
    require_places(game.place_count(), form)?;
    game.verify(budget.to_show())?;
    if form == Form::Html {
        return page::write(game, &game.stage(), lesson);
    }
    Picture::new(game, form, positions).write(lesson.title, form, false)
}

/// Draws the same as [`draw`] with room for the values instead of the values, as a worksheet. A page also has the
/// answers, on a sheet of their own. Returns `None` if no move is possible, because nothing is left to find out then.
///
/// # Errors
/// Fails as [`draw`] does.
pub fn worksheet(
    game: &dyn AnyGame,
    title: &str,
    form: Form,
    positions: bool,
    budget: Budget,
) -> Result<Option<String>, CertifyError> {
    require_places(game.place_count(), form)?;
    game.verify(budget.to_show())?;
    let picture = Picture::new(game, form, positions);
    if !picture.has_task() {
        return Ok(None);
    }
    let drawn = match form {
        Form::Dot | Form::Svg => picture.write(title, form, true)?,
        Form::Html => {
            let [blank, full] = [true, false].map(|is_blank| picture.write(title, Form::Svg, is_blank));
            let (front, answers) = (blank?, full?);
            sheet::write(
                &format!("{title}: worksheet"),
                ["Worksheet", &front],
                ["Answers", &answers],
            )
        }
    };
    Ok(Some(drawn))
}

/// Returns the picture of a position without values and words, for a page with the style of pictures.
///
/// There is none for a game without a board, whose remarks name the position.
pub(super) fn position(game: &dyn AnyGame, position: &AnyPosition) -> Option<Canvas> {
    let mut stage = game.stage_of(position);
    if stage.places.is_empty() {
        return None;
    }
    for place in &mut stage.places {
        place.worth.clear();
        place.value = None;
    }
    Some(match Diagram::of_stage(game, &stage, position) {
        Some(graph) => svg::diagram(&graph, true),
        None => svg::stage(&stage, &game.pieces(position), &Change::default()),
    })
}

/// A game under its words.
struct Picture<'a> {
    game: &'a dyn AnyGame,
    content: Content,
    /// The number of positions, if they are drawn.
    size: Option<String>,
}

/// The drawing of a picture.
enum Content {
    Graph(Diagram),
    /// The start of a game on its stage.
    Start(Stage),
}

impl<'a> Picture<'a> {
    fn new(game: &'a dyn AnyGame, form: Form, positions: bool) -> Picture<'a> {
        let stage = game.stage();
        let on_stage = if positions {
            None
        } else {
            Diagram::of_stage(game, &stage, &game.start())
        };
        let (content, size) = match on_stage {
            Some(graph) => (Content::Graph(graph), None),
            None if !positions && form != Form::Dot => (Content::Start(game.stage_of(&game.start())), None),
            None => {
                let chart = Chart::around(game, MAX_POSITIONS);
                let count = chart.positions.len();
                let size = if chart.whole.iter().all(|&whole| whole) {
                    format!("All {count} positions that can be reached.")
                } else {
                    format!("{count} positions of more.")
                };
                (Content::Graph(Diagram::of_positions(game, &stage, &chart)), Some(size))
            }
        };
        Picture { game, content, size }
    }

    /// Returns whether the vertices of the drawing have values of their own.
    fn has_values(&self) -> bool {
        match &self.content {
            Content::Graph(graph) => graph.vertices.iter().any(|vertex| vertex.answer.is_some()),
            Content::Start(_) => false,
        }
    }

    /// Returns whether something is left to find out without the values.
    fn has_task(&self) -> bool {
        match &self.content {
            Content::Graph(graph) if self.has_values() => !graph.arcs.is_empty(),
            _ => self.game.ended(&self.game.start()).is_none(),
        }
    }

    /// Returns the picture as text or as SVG.
    fn write(&self, title: &str, form: Form, is_blank: bool) -> Result<String, CertifyError> {
        let start = self.game.start();
        let mut lines: Vec<String> = self.game.heading().into_iter().collect();
        lines.extend(if is_blank {
            task(self.game, &start, self.has_values())
        } else {
            captions(self.game, &start)
        });
        lines.extend(self.size.clone());
        let words = Words {
            title,
            captions: &lines,
        };
        match (&self.content, form) {
            (Content::Graph(graph), Form::Dot) if is_blank => Ok(dot::write(&graph.without_values(), &words)),
            (Content::Graph(graph), Form::Dot) => Ok(dot::write(graph, &words)),
            (Content::Graph(graph), _) => {
                require_arcs(graph.arcs.len())?;
                Ok(svg::diagram(graph, is_blank).finish(&words))
            }
            (Content::Start(stage), _) => {
                let pieces = self.game.pieces(&start);
                let best = self.game.best_move(&start).filter(|_| !is_blank);
                let best = best.map(|choice| change(&pieces, &self.game.pieces(&choice.to)));
                Ok(svg::stage(stage, &pieces, &best.unwrap_or_default()).finish(&words))
            }
        }
    }
}

/// Refuses a stage with more places than a form can draw.
///
/// # Errors
/// Returns the refusal.
pub fn require_places(places: u64, form: Form) -> Result<(), Refusal> {
    const MORE: &str = "`--to dot` writes more";
    let (what, most, hint) = match form {
        Form::Dot => ("`--to dot` writes", MAX_DOT_VERTICES, "no option lifts this limit"),
        Form::Svg => ("this picture shows", MAX_PLACES, MORE),
        Form::Html => ("this page shows", MAX_PLACES, MORE),
    };
    if places <= most {
        return Ok(());
    }
    let message = format!("it has {places} vertices, cells or heaps, and {what} up to {most}");
    Err(Refusal::new(message, hint))
}

/// Refuses more arcs than are laid out.
fn require_arcs(arcs: usize) -> Result<(), Refusal> {
    if arcs <= MAX_ARCS {
        return Ok(());
    }
    let message = format!("it has {arcs} arcs, and they are laid out up to {MAX_ARCS}");
    Err(Refusal::new(message, "`--to dot` leaves that to Graphviz"))
}
