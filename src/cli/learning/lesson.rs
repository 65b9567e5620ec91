//! The words of a problem's page and of its hints.

use crate::cli::gallery;
use crate::practice::draw::Lesson;
use crate::problem::Meta;

/// Returns the words of a problem's page: its title, the rules of play, and its hints.
///
/// A statement begins with paragraphs of rules, and the last paragraph before its first section is the contest's task.
pub(in crate::cli) fn lesson(meta: &Meta) -> Lesson<'static> {
    let statement = meta.statement.en;
    let (_, text) = statement.split_once('\n').unwrap_or_default();
    let contest = text
        .split_once("\n## ")
        .and_then(|(text, _)| text.trim_end().rsplit_once("\n\n"));
    let rules = contest.map_or(text, |(rules, _)| rules);
    let title = match contest {
        Some(_) => meta.title().en,
        None => gallery::game(meta.slug).map_or_else(|| title_of(meta.slug), |game| game.title),
    };
    // The page has headings of its own.
    let body = |hint: &'static str| hint.split_once('\n').map_or(hint, |(_, body)| body);
    Lesson {
        title,
        rules,
        hints: hints(meta.hints.en).map(body).collect(),
        puzzle: Vec::new(),
    }
}

/// Returns the title of a game in a file of this name: `two-piles` becomes `Two piles`.
fn title_of(name: &str) -> &'static str {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let title: String = first
        .chain(letters.map(|c| if matches!(c, '-' | '_') { ' ' } else { c }))
        .collect();
    title.leak()
}

/// Returns the hints of a file, each from its heading to the next.
pub(in crate::cli) fn hints(markdown: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = markdown.match_indices("## ").map(|(at, _)| at).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([markdown.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &markdown[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_cut_at_their_headings() {
        let text = "# Hints\n\n## Hint 1\n\na\n\n## 提示 2\n\nb\n";
        assert_eq!(
            hints(text).collect::<Vec<_>>(),
            ["## Hint 1\n\na\n\n", "## 提示 2\n\nb\n"]
        );
    }
}
