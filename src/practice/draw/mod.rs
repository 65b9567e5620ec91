//! A game as a picture: in the language of Graphviz, as SVG, or as a page for viewing and playing.
//!
//! Pictures are written once against [`AnyGame`]: a problem gives its stage and its pieces, and the rest is here. The
//! value of a position in a picture is the game's own, after the game has certified its values.
//!
//! The colours are those of Okabe and Ito, which people with any colour vision can tell apart. No outcome depends on
//! its colour alone: it has a letter and a shape too.

use crate::budget::{Budget, Refusal};
use crate::engine::Outcome;
use crate::problem::AnyGame;
use crate::problem::CertifyError;
use caption::{captions, change};
use chart::Chart;
use diagram::Diagram;

pub mod caption;
pub mod chart;
pub mod diagram;
mod dot;
mod layout;
pub mod page;
mod solved;
mod svg;

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
/// The most positions of a complete graph of positions, and of an incomplete one.
const MAX_POSITIONS: [usize; 2] = [60, 30];

const INK: &str = "#111111";
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
    title: &str,
    form: Form,
    positions: bool,
    budget: Budget,
) -> Result<String, CertifyError> {
    require_places(game.place_count(), form)?;
    game.verify(budget.to_show())?;
    let stage = game.stage();
    if form == Form::Html {
        return page::write(game, &stage, title);
    }
    let start = game.start();
    let mut captions = captions(game, &start);
    let graph = if positions {
        None
    } else {
        Diagram::of_stage(game, &stage)
    };
    if let (None, Form::Svg, false) = (&graph, form, positions) {
        let pieces = game.pieces(&start);
        let best = game
            .best_move(&start)
            .map(|choice| change(&pieces, &game.pieces(&choice.to)));
        let best = best.unwrap_or_default();
        return Ok(svg::stage(&stage, &pieces, &best, title, &captions));
    }
    let graph = graph.unwrap_or_else(|| {
        let chart = Chart::around(game, MAX_POSITIONS);
        captions.push(if chart.whole.iter().all(|&whole| whole) {
            format!("All {} positions that can be reached.", chart.positions.len())
        } else {
            format!("{} positions of more.", chart.positions.len())
        });
        Diagram::of_positions(game, &stage, &chart)
    });
    match form {
        Form::Dot => Ok(dot::write(&graph, title, &captions)),
        Form::Svg | Form::Html => {
            require_arcs(graph.arcs.len())?;
            svg::diagram(&graph, title, &captions)
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
