//! The coach's page: the table, hints, alike sources, strays, and the results of each contestant.

use maud::{Markup, html};

use crate::alike::{Alike, FRAGMENT, GUARANTEED, LEAST_COMMON, LEAST_FINGERPRINTS, LEAST_PERCENT, Pair};
use crate::hints::{self, CLOSE_PERCENT, LEAST_CLOSE, LEAST_RUNS};
use crate::results::{Cell, Contest, Task};
use crate::sheet::{self, name, tint};
use crate::standings::{self, Standing};
use crate::words::{count, one_line, points};

/// The most names that stand in a row. The number of others follows.
const MOST_NAMES: usize = 12;

/// Returns the page. It needs no other file.
pub fn written(contest: &Contest, alike: &Alike) -> String {
    let standings = standings::of(contest);
    let body = html! {
        header {
            h1 { "Contest results" }
            p class="small" {
                (count(contest.contestants.len(), "contestant")) ", " (count(contest.tasks.len(), "task"))
                ", judged by gamesolve " (one_line(&contest.version))
            }
            (sheet::unfinished(contest))
            nav aria-label="Parts of this page" {
                a href="#table" { "Table" } " "
                a href="#hints" { "Hints" } " "
                a href="#alike" { "Alike sources" } " "
                a href="#strays" { "Not judged" } " "
                @if !contest.lookalikes.is_empty() { a href="#names" { "Names" } " " }
                a href="#contestants" { "Contestants" }
            }
        }
        main {
            section id="table" {
                h2 { "Table" }
                (grid(contest, &standings))
            }
            section id="hints" { h2 { "Hints" } (hints_of(contest)) }
            section id="alike" { h2 { "Alike sources" } (alike_of(contest, alike)) }
            section id="strays" { h2 { "Not judged" } (strays(contest)) }
            (names(contest))
            div id="contestants" { (contestants(contest, &standings)) }
        }
    };
    sheet::document("Contest results", &body)
}

fn grid(contest: &Contest, standings: &[Standing]) -> Markup {
    html! {
        div class="wide" role="region" aria-label="Table of points" tabindex="0" {
            table class="grid" {
                thead {
                    tr {
                        th scope="col" class="number" { "Rank" }
                        th scope="col" { "Contestant" }
                        @for task in &contest.tasks {
                            th scope="col" class="number" { (name(&task.name)) span class="small" { "of " (points(task.points)) } }
                        }
                        th scope="col" class="number" { "Total" }
                    }
                }
                tbody {
                    @for standing in standings {
                        @let at = standing.contestant;
                        @let one = &contest.contestants[at];
                        tr {
                            td class="number" { (standing.place()) }
                            th scope="row" { a href=(format!("#c{at}")) { (name(&one.name)) } }
                            @for (column, (task, cell)) in contest.tasks.iter().zip(&one.cells).enumerate() {
                                (grid_cell(task, cell, &format!("#c{at}t{column}")))
                            }
                            td class="number total" { (points(standing.total)) }
                        }
                    }
                }
            }
        }
        p class="small" {
            "A dash means that no submission was judged. A question mark means that the points are not counted. "
            "If a program is not accepted everywhere, its worst verdict stands behind the points."
            @if contest.guesses().next().is_some() {
                " The word guess marks a source that is the submission only by a guess."
            }
        }
        (sheet::legend(contest.judged()))
    }
}

fn grid_cell(task: &Task, cell: &Cell, link: &str) -> Markup {
    html! {
        @match cell {
            Cell::Empty => td class="number" { "–" },
            Cell::Pending => td class="number" { "pending" },
            Cell::Judged(judged) => {
                @let found = judged.points.as_ref().ok();
                td class=(format!("number {}", found.map_or("part", |found| tint(*found, task.points)))) {
                    a href=(link) { (found.map_or("?".to_owned(), |found| points(*found))) }
                    @if judged.verdict != "AC" { " " span class="code" { (one_line(&judged.verdict)) } }
                    @if judged.guess.is_some() { " " span class="code" { "guess" } }
                }
            }
        }
    }
}

fn hints_of(contest: &Contest) -> Markup {
    let hints = hints::of(contest);
    html! {
        @if hints.is_empty() {
            p { "There are no hints." }
        } @else {
            dl {
                @for (at, task) in contest.tasks.iter().enumerate() {
                    @let of_task: Vec<String> = hints.iter().filter(|hint| hint.task == at).map(|hint| hint.sentences(contest)).collect();
                    @if !of_task.is_empty() {
                        dt { (name(&task.title)) }
                        @for sentences in of_task { dd { (sentences) } }
                    }
                }
            }
        }
        p class="small" {
            "A hint needs " (LEAST_RUNS) " programs that were run on the task. A time limit gets a hint if at least "
            (LEAST_CLOSE) " programs pass a testcase in more than " (CLOSE_PERCENT) " % of the limit, and another exceeds it "
            "there. That other program must pass some testcase."
        }
    }
}

fn alike_of(contest: &Contest, alike: &Alike) -> Markup {
    html! {
        @if alike.same.is_empty() && alike.pairs.is_empty() {
            p { "No sources are alike." }
        }
        @if !alike.same.is_empty() {
            h3 { "The same, apart from names, values and layout" }
            table {
                thead { tr { th scope="col" { "Task" } th scope="col" { "Contestants" } th scope="col" class="number" { "Tokens" } } }
                tbody {
                    @for same in &alike.same {
                        tr {
                            td { (name(&contest.tasks[same.task].name)) }
                            td { (people(contest, &same.contestants, Some(same.task))) }
                            td class="number" { (same.tokens) }
                        }
                    }
                }
            }
        }
        @if !alike.pairs.is_empty() {
            h3 { "Alike in part" }
            (pairs(contest, &alike.pairs))
        }
        @if alike.unlisted > 0 {
            p { "Not listed: " (count(alike.unlisted, "weaker pair")) "." }
        }
        @if !alike.short.is_empty() {
            details {
                summary { (count(alike.short.len(), "source")) " not compared: too short, or mostly common to the class" }
                dl {
                    @for (at, task) in contest.tasks.iter().enumerate() {
                        @let short: Vec<usize> = alike.short.iter().filter(|(task, _)| *task == at).map(|(_, one)| *one).collect();
                        @if !short.is_empty() {
                            dt { (name(&task.title)) }
                            dd { (people(contest, &short, None)) }
                        }
                    }
                }
            }
        }
        p class="small" {
            "gamesolve compares sources of the same task and language. Names, values, comments and layout do not matter. "
            "Winnowing (Schleimer, Wilkerson and Aiken, 2003) keeps some fragments of " (FRAGMENT) " tokens as fingerprints. "
            "It finds every shared stretch of " (GUARANTEED) " tokens. Two sources are listed if the smaller one shares at "
            "least " (LEAST_PERCENT) " % of its fingerprints."
        }
        p class="small" {
            "Fragments of templates and of known solutions count nothing. Neither do fragments that over a third of the class "
            "shares, if these are at least " (LEAST_COMMON) " contestants. A source needs " (LEAST_FINGERPRINTS)
            " fingerprints that count, or an equal file. Alike is a reason to look, and no proof."
        }
    }
}

fn pairs(contest: &Contest, pairs: &[Pair]) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th scope="col" { "Task" }
                    th scope="col" class="number" { "Alike" }
                    th scope="col" { "Contestants, and the longest shared stretch" }
                    th scope="col" class="number" { "Tokens" }
                }
            }
            tbody {
                @for pair in pairs {
                    tr {
                        td { (name(&contest.tasks[pair.task].name)) }
                        td class="number" { (pair.percent) " %" }
                        td {
                            @for (side, (first, last)) in pair.sides.iter().zip(pair.stretch.lines) {
                                div {
                                    (people(contest, side, Some(pair.task)))
                                    span class="small" { ", lines " (first) "–" (last) }
                                }
                            }
                        }
                        td class="number" { (pair.stretch.tokens) }
                    }
                }
            }
        }
    }
}

/// Returns some contestants, linked to their results on a task, and the number of others.
fn people(contest: &Contest, contestants: &[usize], task: Option<usize>) -> Markup {
    let link = |one: usize| task.map_or(format!("#c{one}"), |task| format!("#c{one}t{task}"));
    let others = contestants.len().saturating_sub(MOST_NAMES);
    html! {
        @for (at, one) in contestants.iter().take(MOST_NAMES).enumerate() {
            @if at > 0 { ", " }
            a href=(link(*one)) { (name(&contest.contestants[*one].name)) }
        }
        @if others > 0 { " and " (count(others, "other")) }
    }
}

fn strays(contest: &Contest) -> Markup {
    html! {
        @if contest.strays.is_empty() {
            p { "Every file belongs to a contestant and a task." }
        } @else {
            table {
                thead { tr { th scope="col" { "File or folder" } th scope="col" { "Reason" } } }
                tbody {
                    @for stray in &contest.strays {
                        tr { th scope="row" { code { (name(&stray.path)) } } td { (sheet::sentence(&stray.why)) } }
                    }
                }
            }
        }
    }
}

fn names(contest: &Contest) -> Markup {
    html! {
        @if !contest.lookalikes.is_empty() {
            section id="names" {
                h2 { "Names that look the same" }
                ul {
                    @for alike in &contest.lookalikes {
                        li { (sheet::sentence(&alike.names(|at| &contest.contestants[at].name))) ". " (alike.sentences()) }
                    }
                }
            }
        }
    }
}

fn contestants(contest: &Contest, standings: &[Standing]) -> Markup {
    let mut by_name: Vec<&Standing> = standings.iter().collect();
    by_name.sort_by_key(|standing| standing.contestant);
    html! {
        @for standing in by_name {
            @let at = standing.contestant;
            section class="contestant" id=(format!("c{at}")) {
                h2 { (name(&contest.contestants[at].name)) }
                p class="total" { (sheet::total(contest, standing)) ", rank " (standing.place()) }
                (sheet::tasks(contest, at, &format!("c{at}")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{handout, sample};

    /// Returns all pages of a contest.
    fn pages(contest: &Contest) -> Vec<String> {
        let handouts = (0..contest.contestants.len()).filter_map(|at| handout::written(contest, at));
        std::iter::once(written(contest, &Alike::default()))
            .chain(handouts)
            .collect()
    }

    #[test]
    fn a_hostile_text_opens_no_tag_and_turns_no_line() {
        let tags = |page: &str| page.matches('<').count();
        let texts = [
            sample::HOSTILE,
            "\" onclick=\"x\" '",
            "</title></style><style>",
            &"é".repeat(300),
            "&lt;script>",
        ];
        for text in texts {
            // Only a name outside of ASCII has a tag for its direction.
            let harmless = if one_line(text).is_ascii() { "x" } else { "é" };
            let harmless = pages(&sample::of_text(harmless));
            let hostile = pages(&sample::of_text(text));
            for (one, other) in harmless.iter().zip(&hostile) {
                assert_eq!(tags(one), tags(other), "{text:?}");
                assert_eq!(one.matches('>').count(), other.matches('>').count(), "{text:?}");
                assert_eq!(one.matches("=\"").count(), other.matches("=\"").count(), "{text:?}");
                let odd = |c: char| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c);
                assert!(!other.contains(odd), "{text:?}");
            }
        }
    }

    #[test]
    fn a_handout_tells_nothing_about_others() {
        let mut contest = sample::of_points(&[&[1.0], &[2.0], &[2.0]]);
        contest.strays = sample::of_text("stray").strays;
        let page = handout::written(&contest, 0).unwrap();
        for other in ["HS01", "HS02", "stray", "rank", "Rank", "alike"] {
            assert!(!page.contains(other), "{other}");
        }
        assert!(page.contains("<strong>1</strong> of 100 points"));
        // A file of the contestant is no hint about others.
        contest.strays[0].contestant = Some(0);
        contest.contestants[0].cells[0] = Cell::Empty;
        for task in [Some(0), None] {
            contest.strays[0].task = task;
            let page = handout::written(&contest, 0).unwrap();
            assert!(
                page.contains("No submission was judged.") && page.contains("</code> is not judged. stray"),
                "{page}"
            );
            assert!(!handout::written(&contest, 1).unwrap().contains("stray"));
        }
        assert_eq!(handout::written(&contest, 3), None);
        let whole = written(&contest, &Alike::default());
        assert!(whole.contains("rank 1=") && whole.contains("rank 3<"), "{whole}");
    }

    #[test]
    fn a_page_of_a_class_is_small() {
        let mut contest = sample::of_points(&[&[50.0; 5][..]; 30]);
        for one in &mut contest.contestants {
            for cell in &mut one.cells {
                *cell = sample::judged(50.0, &["WA"; 20]);
                if let Cell::Judged(judged) = cell {
                    judged.compiler = Some("error: expected ';' <here>\n".repeat(4000));
                    judged
                        .cases
                        .iter_mut()
                        .for_each(|case| case.reason = Some("expected `1`, found `2`".repeat(99)));
                }
            }
        }
        let length = written(&contest, &Alike::default()).len();
        assert!(length < 5_000_000, "{length}");
        // A thousand contestants with usual results.
        let verdicts = [&["AC"; 8][..], &["WA"; 4], &["AC"; 2], &["TLE"; 6]].concat();
        let mut contest = sample::of_points(&[&[50.0; 5][..]; 1000]);
        for cell in contest.contestants.iter_mut().flat_map(|one| &mut one.cells) {
            *cell = sample::judged(50.0, &verdicts);
        }
        let length = written(&contest, &Alike::default()).len();
        assert!(length < 6_000_000, "{length}");
    }

    #[test]
    fn neighbours_with_the_same_verdict_and_reason_share_a_line() {
        let mut contest = sample::of_points(&[&[1.0]]);
        contest.contestants[0].cells[0] = sample::judged(1.0, &["AC", "AC", "AC", "WA", "WA", "AC"]);
        if let Cell::Judged(judged) = &mut contest.contestants[0].cells[0] {
            judged.cases[1].time_ms = Some(5);
            judged.cases[2].memory = None;
            judged.cases[4].reason = Some("other".to_owned());
        }
        let page = handout::written(&contest, 0).unwrap();
        let body = page.split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap();
        let rows = body.split("<tr>").skip(1).map(|row| {
            let texts = row.split('<').filter_map(|part| part.split('>').nth(1));
            texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
        });
        let expected = [
            "1 to 3 (3) AC 5–12 3.0",
            "4 WA 12 3.0",
            "5 WA 12 3.0 other",
            "6 AC 12 3.0",
        ];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_verdict_has_words() {
        for (code, _) in gamesolve_judge::Deserved::ALL {
            assert!(sheet::MEANINGS.iter().any(|(known, _)| *known == code), "{code}");
        }
    }
}
