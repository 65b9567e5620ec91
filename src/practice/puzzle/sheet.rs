//! Puzzles on a page to print, with the answers on its back.

use std::fmt::Write as _;

use super::super::draw::{Lesson, escaped, markdown, position, sheet};
use super::Puzzle;
use crate::picture::Kind;
use crate::problem::AnyGame;

/// The most lines for the moves of a puzzle.
const MAX_LINES: usize = 4;

/// The most cells in a row of a picture beside others.
const MAX_NARROW_COLUMNS: usize = 8;

/// Returns the puzzles as a page of HTML that loads nothing: the rules and the positions, then the answers on a new page.
pub fn write(lesson: &Lesson<'_>, puzzles: &[Puzzle]) -> String {
    let first = puzzles.first().map(|puzzle| &*puzzle.game);
    let how = first.map(AnyGame::how).unwrap_or_default();
    let how = markdown::html(&format!("You move first. A move is {how}."));
    let changed = first.and_then(AnyGame::changed_rules).map(|rules| {
        let rules = escaped(&rules);
        format!("<p><strong>{rules}</strong> The text below states the original rule.</p>\n")
    });
    let rules = changed.unwrap_or_default() + &markdown::html(lesson.rules);
    let mut front = format!("{rules}{how}<ol class=\"puzzles\">\n");
    let drawn: Vec<_> = puzzles
        .iter()
        .map(|puzzle| position(&*puzzle.game, &puzzle.position))
        .collect();
    let widest = drawn.iter().flatten().map(|canvas| canvas.size.0).fold(1.0, f64::max);
    for (puzzle, canvas) in puzzles.iter().zip(drawn) {
        let (game, here) = (&*puzzle.game, &puzzle.position);
        let facts = game.facts().into_iter().chain(game.remark(here));
        let facts = facts.map(|fact| format!(" {}", escaped(&fact)));
        // A long row of cells takes the whole width.
        let is_wide = matches!(game.stage().kind, Kind::Strip { columns } if columns > MAX_NARROW_COLUMNS);
        let class = if is_wide { " class=\"wide\"" } else { "" };
        let lines = "<span class=\"line\"></span>".repeat(puzzle.turns.len().min(MAX_LINES));
        let _ = writeln!(
            front,
            "<li{class}><p>{}{}</p>\n{}{lines}</li>",
            escaped(&puzzle.task()),
            facts.collect::<String>(),
            canvas.map_or(String::new(), |canvas| canvas.alone(&game.board(here), widest))
        );
    }
    front += "</ol>\n";
    let mut back = "<ol>\n".to_owned();
    for puzzle in puzzles {
        let turns = puzzle.turns.iter().map(|turn| match &turn.reply {
            Some(reply) => format!("<b>{}</b>, then {}, ", escaped(&turn.right.name), escaped(&reply.name)),
            None => format!("<b>{}</b>", escaped(&turn.right.name)),
        });
        let _ = writeln!(back, "<li>{}</li>", turns.collect::<String>());
    }
    back += "</ol>\n<p>Your moves are bold. The other moves are best replies.</p>\n";
    let title = format!("{}: puzzles", lesson.title);
    sheet::write(&title, [&title, &front], ["Answers", &back])
}
