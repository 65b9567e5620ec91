//! The words of a problem's page and of its hints.

use crate::practice::draw::Lesson;
use crate::problem::Meta;

/// Returns the words of a problem's page: its title, the first part of its statement, and its hints.
pub(super) fn lesson(meta: &Meta) -> Lesson<'static> {
    let statement = meta.statement.en;
    let (_, text) = statement.split_once('\n').unwrap_or_default();
    let (rules, _) = text.split_once("\n## ").unwrap_or((text, ""));
    // The page has headings of its own.
    let body = |hint: &'static str| hint.split_once('\n').map_or(hint, |(_, body)| body);
    Lesson {
        title: meta.title().en,
        rules,
        hints: hints(meta.hints).map(body).collect(),
        puzzle: Vec::new(),
    }
}

/// Returns the hints of a file, each from its heading `## Hint K` to the next.
pub(super) fn hints(markdown: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = markdown.match_indices("## Hint ").map(|(at, _)| at).collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([markdown.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &markdown[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_cut_at_their_headings() {
        let text = "# Hints\n\n## Hint 1\n\na\n\n## Hint 2\n\nb\n";
        assert_eq!(
            hints(text).collect::<Vec<_>>(),
            ["## Hint 1\n\na\n\n", "## Hint 2\n\nb\n"]
        );
    }
}
