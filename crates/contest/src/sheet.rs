//! The parts of a page that coach and contestant share: the document, and the results of one contestant.
//!
//! Pages have no script, and a policy that allows none. `maud` escapes every text.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::results::{Cell, Contest, Counterexample, Judged, JudgedCase, JudgedGroup, Stray, Task};
use crate::standings::Standing;
use crate::words::{clipped, count, mebibytes, one_line, points};

/// Fonts, colours, and the layout on paper.
const STYLE: &str = include_str!("sheet.css");

/// The parts that a browser may load for a page: only its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The most bytes of the compiler's words, and of each text of a counterexample.
const LONGEST_TEXT: usize = 2000;

/// The most files that are listed because they are not judged.
const MOST_FILES: usize = 20;

/// The most bytes of the reason of a verdict.
const LONGEST_REASON: usize = 300;

/// The verdicts, with words for people who do not know the codes.
pub const MEANINGS: [(&str, &str); 11] = [
    ("AC", "accepted"),
    ("PE", "right, but with other blanks or lines"),
    ("WA", "wrong answer"),
    ("RE", "the program crashed"),
    ("TLE", "too slow"),
    ("MLE", "too much memory"),
    ("OLE", "too much output"),
    ("CE", "does not compile"),
    ("IE", "could not be judged, and not by the program's fault"),
    ("SKIP", "not judged"),
    ("LEFT", "left out, because its group has failed"),
];

/// Returns a whole page.
pub fn document(title: &str, body: &Markup) -> String {
    let title = one_line(title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}

/// Returns a name in the direction of its own letters. ASCII names have the direction of the page.
pub fn name(text: &str) -> Markup {
    let text = one_line(text);
    html! {
        @if text.is_ascii() { (text) } @else { bdi { (text) } }
    }
}

/// Returns a sentence in one line. Words between back-ticks become code.
pub fn sentence(text: &str) -> Markup {
    quotes(&one_line(text))
}

/// Returns a harmless text with code in place of the words between back-ticks. The last word may be cut off.
fn quotes(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Returns the total and the possible total.
pub fn total(contest: &Contest, standing: &Standing) -> Markup {
    let of = contest.tasks.iter().map(|task| task.points).sum();
    html! { strong { (points(standing.total)) } " of " (points(of)) " points" }
}

/// Returns the results of a contestant on all tasks. `anchor` begins the identifiers of the parts.
pub fn tasks(contest: &Contest, contestant: usize, anchor: &str) -> Markup {
    let cells = &contest.contestants[contestant].cells;
    let strays = |task: Option<usize>| -> Vec<&Stray> {
        let is_here = |stray: &&Stray| stray.contestant == Some(contestant) && stray.task == task;
        contest.strays.iter().filter(is_here).collect()
    };
    let others = strays(None);
    html! {
        div class="tasks" {
            @for (at, (task, cell)) in contest.tasks.iter().zip(cells).enumerate() {
                article id=(format!("{anchor}t{at}")) {
                    h3 { (name(&task.title)) " " (score(task, cell)) }
                    @match cell {
                        Cell::Empty => p class="small" { "No submission was judged." },
                        Cell::Pending => p class="small" { "This program is pending: it is not judged yet." },
                        Cell::Judged(judged) => (submission(task, judged)),
                    }
                    (unjudged(&strays(Some(at))))
                }
            }
            @if !others.is_empty() {
                article { h3 { "Other files" } (unjudged(&others)) }
            }
        }
    }
}

/// Returns a list of files that are not judged, with the reasons.
fn unjudged(strays: &[&Stray]) -> Markup {
    html! {
        @if !strays.is_empty() {
            ul class="notes" {
                @for stray in strays.iter().take(MOST_FILES) {
                    li { code { (name(&stray.path)) } " is not judged. " (sentence(&stray.why)) }
                }
                @if strays.len() > MOST_FILES {
                    li { (count(strays.len() - MOST_FILES, "other file")) }
                }
            }
        }
    }
}

/// Returns the words for all codes that occur in some submissions.
pub fn legend<'a>(judged: impl Iterator<Item = &'a Judged>) -> Markup {
    let mut codes: Vec<&str> = Vec::new();
    for judged in judged {
        codes.push(&judged.verdict);
        codes.extend(judged.cases.iter().map(|case| &*case.verdict));
    }
    let known = MEANINGS.iter().filter(|(code, _)| codes.contains(code));
    html! {
        dl class="legend" {
            @for (code, words) in known {
                div { dt { (verdict(code)) } dd { (words) } }
            }
        }
    }
}

/// Returns the class that colours a number of points.
pub fn tint(points: f64, of: f64) -> &'static str {
    if points >= of {
        "full"
    } else if points > 0.0 {
        "part"
    } else {
        "zero"
    }
}

/// Returns a verdict in its colour.
pub fn verdict(code: &str) -> Markup {
    let class = match code {
        "AC" => "verdict full",
        "PE" | "SKIP" | "LEFT" | "IE" => "verdict part",
        _ => "verdict zero",
    };
    html! { span class=(class) { (one_line(code)) } }
}

fn score(task: &Task, cell: &Cell) -> Markup {
    let Cell::Judged(judged) = cell else {
        return Markup::default();
    };
    html! {
        @match &judged.points {
            Ok(found) => span class=(format!("score {}", tint(*found, task.points))) { (points(*found)) " / " (points(task.points)) },
            Err(_) => span class="score part" { "? / " (points(task.points)) },
        }
    }
}

fn submission(task: &Task, judged: &Judged) -> Markup {
    html! {
        p class="small" {
            code { (name(&judged.file)) } " · " (verdict(&judged.verdict)) " · limit " (task.time_limit_ms) " ms"
        }
        @if let Some(why) = &judged.guess {
            p class="guess" { strong { "Guess: " } (sentence(why)) }
        }
        @if let Err(why) = &judged.points {
            p { "The points are not counted: " (sentence(why)) }
        }
        @if let Some(mistake) = &judged.mistake {
            p class="mistake" { strong { "Mistake: " } (sentence(mistake)) }
        }
        @if let Some(words) = &judged.compiler {
            h4 { "Compiler" }
            pre tabindex="0" { (clipped(words, LONGEST_TEXT)) }
        }
        @if let Some(found) = &judged.counterexample {
            (counterexample(found))
        }
        @if !judged.notes.is_empty() || !judged.findings.is_empty() {
            ul class="notes" {
                @for finding in &judged.findings {
                    li { (one_line(&finding.says)) }
                }
                @for note in &judged.notes {
                    li { (sentence(note)) }
                }
            }
        }
        @if !judged.groups.is_empty() {
            (groups(&judged.groups))
        }
        @if !judged.cases.is_empty() {
            (cases(&judged.cases))
        }
    }
}

fn counterexample(found: &Counterexample) -> Markup {
    let part = |title: &str, text: &str| {
        html! { div { h5 { (title) } pre tabindex="0" { (clipped(text, LONGEST_TEXT)) } } }
    };
    html! {
        h4 { "Smallest input found that fails" }
        div class="example" {
            (part("Input", &found.input))
            (part("Right output", &found.expected))
            (part("Output of the program", &found.found))
        }
    }
}

fn groups(groups: &[JudgedGroup]) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Group" } th scope="col" class="number" { "Points" } th scope="col" { "Missed" } } }
            tbody {
                @for group in groups {
                    tr {
                        th scope="row" { (name(&group.name)) }
                        td class="number" {
                            @match &group.points {
                                Ok(found) => (points(*found)),
                                Err(_) => "?",
                            }
                            @if let Some(of) = group.of { " / " (points(of)) }
                        }
                        td {
                            @if let Err(why) = &group.points { (sentence(why)) " " }
                            @if group.missed.is_empty() { "none" } @else { (names(&group.missed)) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the table of testcases. Neighbours with the same verdict and reason share a line.
fn cases(cases: &[JudgedCase]) -> Markup {
    let is_same = |one: &JudgedCase, other: &JudgedCase| (&one.verdict, &one.reason) == (&other.verdict, &other.reason);
    html! {
        table class="cases" {
            thead {
                tr {
                    th scope="col" { "Test" }
                    th scope="col" { "Verdict" }
                    th scope="col" { "Time, ms" }
                    th scope="col" { "Memory, MiB" }
                }
            }
            tbody {
                @for same in cases.chunk_by(is_same) {
                    tr {
                        th scope="row" { (stretch(same)) }
                        td { (verdict(&same[0].verdict)) }
                        td { (range(same.iter().filter_map(|case| case.time_ms), |time| time.to_string())) }
                        td { (range(same.iter().filter_map(|case| case.memory), mebibytes)) }
                    }
                    @if let Some(reason) = &same[0].reason {
                        tr class="reason" { td colspan="4" { (quotes(&clipped(reason, LONGEST_REASON))) } }
                    }
                }
            }
        }
    }
}

/// Returns the names of the first and the last of some testcases, and their number.
fn stretch(cases: &[JudgedCase]) -> Markup {
    html! {
        (name(&cases[0].name))
        @if let [_, .., last] = cases {
            " to " (name(&last.name)) " (" (cases.len()) ")"
        }
    }
}

/// Returns the least and the greatest of some numbers, or one if both read the same.
fn range(numbers: impl Iterator<Item = u64> + Clone, shown: impl Fn(u64) -> String) -> String {
    let ends = [numbers.clone().min(), numbers.max()];
    let [least, greatest] = ends.map(|end| end.map(&shown).unwrap_or_default());
    if least == greatest {
        least
    } else {
        format!("{least}–{greatest}")
    }
}

/// Returns names in one line.
pub fn names(names: &[String]) -> Markup {
    html! {
        @for (at, one) in names.iter().enumerate() {
            @if at > 0 { ", " }
            (name(one))
        }
    }
}

/// Returns the notice that results are missing, if they are.
pub fn unfinished(contest: &Contest) -> Markup {
    let left = contest.pending();
    html! {
        @if left > 0 || contest.is_interrupted {
            p class="notice" {
                @if contest.is_interrupted { strong { "Judging was interrupted." } " " }
                (count(left, "program")) (if left == 1 { " is pending." } else { " are pending." })
            }
        }
    }
}
