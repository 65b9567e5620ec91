//! Patterns that select testcases by name.

use std::collections::BTreeSet;

use gamesolve_task::name_matches;

/// Returns the names that the pattern selects.
///
/// A pattern with `*` or `?` must match the whole name. Any other pattern selects the name equal to it. If there is
/// none, it selects the names that end with it after a separator or a zero: `7` selects `secret-07`.
pub(super) fn chosen<'a>(pattern: &'a str, names: &'a BTreeSet<&'a str>) -> impl Iterator<Item = &'a str> {
    names.iter().copied().filter(move |name| means(pattern, name, names))
}

fn means(pattern: &str, name: &str, names: &BTreeSet<&str>) -> bool {
    if pattern.contains(['*', '?']) {
        return name_matches(pattern, name);
    }
    if names.contains(pattern) {
        return name == pattern;
    }
    let before = name.strip_suffix(pattern).map(|before| before.trim_end_matches('0'));
    before.is_some_and(|before| before.is_empty() || before.ends_with(['-', '_', '/', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen_of(pattern: &str) -> String {
        let names = BTreeSet::from(["sample-01", "sample-1", "secret-07", "secret-17", "g1/7", "7a"]);
        chosen(pattern, &names).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_pattern_means_these_cases() {
        for (pattern, names) in [
            ("sample-1", "sample-1"),
            ("1", "sample-01 sample-1"),
            ("07", "secret-07"),
            ("7", "g1/7 secret-07"),
            ("s*7", "secret-07 secret-17"),
            ("*", "7a g1/7 sample-01 sample-1 secret-07 secret-17"),
            ("??", "7a"),
            ("*-*0*7", "secret-07"),
            ("nothing", ""),
            ("", ""),
        ] {
            assert_eq!(chosen_of(pattern), names, "{pattern}");
        }
    }
}
