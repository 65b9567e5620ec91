//! Puzzles on a page to print, with the answers on its back.

use std::fmt::Write as _;

use super::super::draw::escaped;
use super::Puzzle;

const STYLE: &str = "body{font:16px/1.4 sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;color:#111;\
    background:#fff}ol{display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1rem 2rem;\
    padding-left:1.5rem}li{break-inside:avoid}pre{font:15px/1.25 monospace;white-space:pre-wrap}\
    .line{display:block;border-bottom:1px solid #888;height:2rem}.answers{break-before:page}\
    .answers ol{display:block}@media print{body{margin:0;max-width:none}}";

/// Returns the puzzles as a page of HTML that loads nothing. The answers begin a new page.
pub fn sheet(title: &str, puzzles: &[Puzzle]) -> String {
    let title = escaped(title);
    let how = puzzles.first().map(|puzzle| puzzle.game.how()).unwrap_or_default();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}: puzzles</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<section>\n<h1>{title}: puzzles</h1>\n<p>You move first. A move is {}.</p>\n<ol>\n",
        escaped(how)
    );
    for puzzle in puzzles {
        let role = puzzle.game.player(&puzzle.position);
        let role = role.map(|role| format!(" You are {role}.")).unwrap_or_default();
        let lines = "<span class=\"line\"></span>".repeat(puzzle.turns.len().min(4));
        let _ = writeln!(
            page,
            "<li><p>{}{role}</p>\n<pre>{}</pre>\n{lines}</li>",
            puzzle.task(),
            escaped(&puzzle.game.board(&puzzle.position))
        );
    }
    page += "</ol>\n</section>\n<section class=\"answers\">\n<h2>Answers</h2>\n<ol>\n";
    for puzzle in puzzles {
        let turns = puzzle.turns.iter().map(|turn| match &turn.reply {
            Some(reply) => format!("<b>{}</b>, then {}, ", escaped(&turn.right.name), escaped(&reply.name)),
            None => format!("<b>{}</b>", escaped(&turn.right.name)),
        });
        let _ = writeln!(page, "<li>{}</li>", turns.collect::<String>());
    }
    page + "</ol>\n<p>Your moves are bold. The other moves are best replies.</p>\n</section>\n</main>\n</body>\n</html>\n"
}
