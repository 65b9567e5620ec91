//! A page for one contestant: the own results, and nothing about others.

use std::collections::HashSet;

use maud::html;
use unicode_normalization::UnicodeNormalization as _;

use crate::results::{Cell, Contest};
use crate::sheet;
use crate::standings;

/// The longest name of a page, in characters.
const MAX_NAME: usize = 60;

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
            (sheet::legend(one.cells.iter().filter_map(Cell::judged)))
        }
    };
    Some(sheet::document(&one.name, &body))
}

/// Returns a file name for a contestant that every system accepts, different from those before. `taken` are the
/// [`folded`] names of these.
pub fn file_name(contestant: &str, taken: &mut HashSet<String>) -> String {
    let plain = contestant.chars().take(MAX_NAME);
    let plain: String = plain
        .map(|c| {
            if c.is_alphanumeric() || "-_ ".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    let mut plain = plain.trim().to_owned();
    if plain.is_empty() || is_device(&plain) {
        plain.push('_');
    }
    let mut name = format!("{plain}.html");
    let mut number = 2;
    while !taken.insert(folded(&name)) {
        name = format!("{plain}-{number}.html");
        number += 1;
    }
    name
}

/// Returns whether Windows takes a name for a device, whatever its ending is.
fn is_device(name: &str) -> bool {
    let name = name.to_uppercase();
    let port = name.strip_prefix("COM").or_else(|| name.strip_prefix("LPT"));
    ["AUX", "CON", "NUL", "PRN"].contains(&&*name)
        || port
            .is_some_and(|number| number.chars().count() == 1 && number.contains(|c: char| "0123456789¹²³".contains(c)))
}

/// Returns a name without the differences that some system ignores: letter case, and the form of letters with marks.
pub fn folded(name: &str) -> String {
    name.nfc()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_pages_are_harmless_and_different() {
        let mut taken = HashSet::new();
        let mut name = |contestant: &str| file_name(contestant, &mut taken);
        assert_eq!(name("Vũ Đức Huy"), "Vũ Đức Huy.html");
        assert_eq!(name("../../a"), "______a.html");
        assert_eq!(name("HS1"), "HS1.html");
        assert_eq!(name("hs1"), "hs1-2.html");
        assert_eq!(name("HS1"), "HS1-3.html");
        assert_eq!(name(&"x".repeat(300)).len(), MAX_NAME + ".html".len());
        assert_eq!(name(""), "_.html");
        // Windows refuses the names of devices, in any letter case.
        for device in ["CON", "aux", "Prn", "nul", "COM1", "lpt9", "com¹"] {
            assert_eq!(name(device), format!("{device}_.html"));
        }
        for (harmless, page) in [
            ("CON1", "CON1.html"),
            ("com10", "com10.html"),
            ("a.", "a_.html"),
            ("nul.txt", "nul_txt.html"),
        ] {
            assert_eq!(name(harmless), page);
        }
        // One file for some system: other letter case, or other forms of one letter.
        assert_eq!(name("ǆ"), "ǆ.html");
        assert_eq!(name("ǅ"), "ǅ-2.html");
        assert_eq!(name("가"), "가.html");
        assert_eq!(name("\u{1100}\u{1161}"), "\u{1100}\u{1161}-2.html");
    }
}
