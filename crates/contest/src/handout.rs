//! A page for one contestant: the own results, and nothing about others.

use maud::html;

use crate::results::Contest;
use crate::sheet;
use crate::standings;

/// Returns the page of the contestant with this index, or `None` if there is no such contestant.
pub fn written(contest: &Contest, contestant: usize) -> Option<String> {
    let one = contest.contestants.get(contestant)?;
    let standing = standings::of(contest)
        .into_iter()
        .find(|standing| standing.contestant == contestant)?;
    let body = html! {
        main class="contestant" {
            h1 { (sheet::name(&one.name)) }
            p class="total" { (sheet::total(contest, &standing)) }
            h2 class="hidden" { "Tasks" }
            (sheet::tasks(contest, contestant, "c"))
            (sheet::legend(one.cells.iter()))
        }
    };
    Some(sheet::document(&one.name, &body))
}
