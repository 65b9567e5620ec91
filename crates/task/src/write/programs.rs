//! The checkers and interactors of an exported package: kept, written by gamesolve, or called through an adapter.
//!
//! If a judge has no rule like the package's comparison, the package gets a C++ checker of ours. It follows testlib's
//! protocol without testlib's header, and so do the checkers of our problems. Kattis, SIO2 and CMS call such a checker
//! through an adapter in the same file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Refused, Writing, ending, file_name, inside, is_exact, minds_case, protocol, text_of};
use crate::languages::is_source;
use crate::model::{Checker, Comparison, Protocol};

const COMPARE: &str = include_str!("programs/compare.cpp");
const ADAPTER: &str = include_str!("programs/adapter.cpp");
const MAINS: [(Protocol, &str); 3] = [
    (Protocol::Kattis, include_str!("programs/kattis.cpp")),
    (Protocol::Sinol, include_str!("programs/sinol.cpp")),
    (Protocol::Cms, include_str!("programs/cms.cpp")),
];

/// The task of a program in a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Checker,
    Interactor,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::Checker => "checker",
            Role::Interactor => "interactor",
        }
    }

    /// Returns the protocols that the target format knows, the best first.
    fn spoken(self, writing: &Writing<'_>) -> &'static [Protocol] {
        match self {
            Role::Checker => writing.form.checkers,
            Role::Interactor => writing.form.interactors,
        }
    }
}

/// Returns a checker of ours that compares like this, in a protocol of the target format.
///
/// # Errors
/// Fails if the checker does not have this rule.
pub(crate) fn comparing(writing: &Writing<'_>, comparison: Comparison) -> Result<String, Refused> {
    let source = testlib_checker(comparison, writing.format)?;
    let spoken = writing.form.checkers;
    if spoken.contains(&Protocol::Testlib) {
        return Ok(source);
    }
    let adapted = spoken.iter().find_map(|wanted| adapted(&source, *wanted));
    Ok(adapted.unwrap_or(source))
}

/// Writes a checker of ours that compares like this, because the format has no such rule.
///
/// # Errors
/// Fails if the checker does not have this rule.
pub(crate) fn put_comparing(writing: &mut Writing<'_>, comparison: Comparison, place: &str) -> Result<(), Refused> {
    let source = comparing(writing, comparison)?;
    writing.tree.add(place, source);
    writing.say(format!(
        "{} has no such comparison rule: gamesolve adds the checker `{place}`",
        writing.format
    ));
    Ok(())
}

/// Returns a checker in testlib's protocol that compares like this.
fn testlib_checker(comparison: Comparison, format: &str) -> Result<String, Refused> {
    let Some(minds_case) = minds_case(comparison.rule) else {
        return Err(format!(
            "its outputs are compared by the DMOJ rule {}, which {format} does not have",
            rule_of_dmoj(comparison)
        ));
    };
    let number = |value: Option<f64>| value.map_or_else(|| "-1".to_owned(), |value| format!("{value:e}"));
    let tolerance = comparison.tolerance;
    Ok(COMPARE
        .replace("@ANY_CASE@", if minds_case { "false" } else { "true" })
        .replace("@BYTES@", if is_exact(comparison.rule) { "true" } else { "false" })
        .replace(
            "@ABSOLUTE@",
            &number(tolerance.and_then(|tolerance| tolerance.absolute)),
        )
        .replace(
            "@RELATIVE@",
            &number(tolerance.and_then(|tolerance| tolerance.relative)),
        ))
}

fn rule_of_dmoj(comparison: Comparison) -> &'static str {
    use crate::model::CompareRule as Rule;
    match comparison.rule {
        Rule::SameLetters => "`easy`",
        Rule::SortedLines | Rule::SortedTokens => "`sorted`",
        Rule::LineCount => "`linecount`",
        _ => "of its own",
    }
}

/// Returns a checker in the protocol `wanted`, made from one in testlib's protocol.
fn adapted(source: &str, wanted: Protocol) -> Option<String> {
    let (_, main) = MAINS.iter().find(|(protocol, _)| *protocol == wanted)?;
    Some(format!("#define main checker_main\n{source}\n{ADAPTER}{main}"))
}

/// A program as files of the written package. The first file is its source.
pub(crate) struct Files {
    /// The paths below the folder of the program.
    pub(crate) names: Vec<String>,
    pub(crate) protocol: Protocol,
}

/// Writes a checker or an interactor of the package into a folder, under the name `called` with its own ending.
///
/// # Errors
/// Fails if it uses another protocol and cannot be adapted.
pub(crate) fn put(
    writing: &mut Writing<'_>,
    checker: &Checker,
    role: Role,
    folder: &str,
    called: Option<&str>,
) -> Result<Files, Refused> {
    let (format, what, spoken) = (writing.format, role.name(), role.spoken(writing));
    let place = |name: &str| inside(folder, name);
    let name = match called {
        Some(called) if ending(&checker.path).is_empty() => called.to_owned(),
        Some(called) => format!("{called}.{}", ending(&checker.path)),
        None => file_name(&checker.path),
    };
    let is_spoken = spoken.contains(&checker.protocol);
    let adapts = !is_spoken && checker.protocol == Protocol::Testlib && role == Role::Checker;
    let adapted_to = spoken
        .iter()
        .find(|wanted| MAINS.iter().any(|(known, _)| known == *wanted));
    let is_cpp = matches!(ending(&checker.path).as_str(), "cpp" | "cc" | "cxx" | "c++");
    let protocol = match adapted_to {
        _ if is_spoken => checker.protocol,
        Some(wanted) if adapts && is_cpp => {
            let source = text_of(&checker.path)?;
            let text = adapted(&source, *wanted).unwrap_or(source);
            writing.tree.add(place(&name), text);
            *wanted
        }
        _ => {
            let known: Vec<&str> = spoken.iter().map(|known| self::protocol(*known)).collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(" or ")
            };
            let hint = if adapts {
                " (gamesolve can adapt only a program in C++)"
            } else {
                ""
            };
            return Err(format!(
                "its {what} `{}` uses the protocol of {}, but {format} needs the protocol of {known}{hint}",
                file_name(&checker.path),
                self::protocol(checker.protocol)
            ));
        }
    };
    if is_spoken {
        writing.tree.copy(place(&name), &checker.path);
    }
    let mut names = vec![name];
    for (needed, from) in needed(&checker.path, &checker.include) {
        if writing.tree.has(&place(&needed)) && needed == names[0] {
            continue;
        }
        writing.tree.copy(place(&needed), &from);
        names.push(needed);
    }
    Ok(Files { names, protocol })
}

/// Returns the files that a source includes, directly or indirectly, by their names in it.
///
/// A program that is no text includes none.
pub(crate) fn needed(source: &Path, folders: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::from([source.to_owned()]);
    let mut open = vec![source.to_owned()];
    while let Some(path) = open.pop() {
        let Ok(text) = text_of(&path) else { continue };
        let beside = path.parent().map(Path::to_owned);
        for name in included(&text, &ending(&path)) {
            let places = beside.iter().chain(folders).map(|folder| folder.join(&name));
            let Some(file) = places.into_iter().find(|file| file.is_file()) else {
                continue;
            };
            let is_inside = Path::new(&name)
                .components()
                .all(|step| matches!(step, std::path::Component::Normal(_)));
            if is_inside && seen.insert(file.clone()) {
                found.push((name, file.clone()));
                open.push(file);
            }
        }
    }
    found.sort();
    found
}

/// Returns the names of files that a source includes or imports.
fn included(text: &str, ending: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        if ending == "py" {
            let module = line.strip_prefix("import ").or_else(|| line.strip_prefix("from "));
            let first = module.and_then(|rest| rest.split([' ', '.', ',']).next());
            names.extend(first.map(|module| format!("{module}.py")));
        } else if let Some(rest) = line
            .strip_prefix('#')
            .map(str::trim_start)
            .and_then(|rest| rest.strip_prefix("include"))
        {
            let mut parts = rest.split('"');
            names.extend(parts.nth(1).map(str::to_owned));
        }
    }
    names
}

/// Writes a source file to this place, with its includes beside it.
pub(crate) fn put_source(writing: &mut Writing<'_>, path: &Path, place: &str) {
    let folder = place.rsplit_once('/').map_or("", |(folder, _)| folder);
    writing.tree.copy(place, path);
    let beside: Vec<PathBuf> = path.parent().map(Path::to_owned).into_iter().collect();
    for (needed, from) in needed(path, &beside) {
        let place = inside(folder, &needed);
        if !writing.tree.has(&place) && is_header(&needed) {
            writing.tree.copy(place, &from);
        }
    }
}

fn is_header(name: &str) -> bool {
    let path = Path::new(name);
    !is_source(path) || ending(path) == "py"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CompareRule;

    #[test]
    fn a_checker_is_made_for_rules_about_words_and_bytes_alone() {
        let made = testlib_checker(Comparison::by(CompareRule::TokensAnyCase), "CMS").unwrap();
        assert!(made.contains("ANY_CASE = true") && made.contains("BYTES = false") && made.contains("ABSOLUTE = -1"));
        assert!(!made.contains('@'), "{made}");
        let why = testlib_checker(Comparison::by(CompareRule::SortedLines), "CMS").unwrap_err();
        assert!(why.contains("`sorted`") && why.contains("CMS"), "{why}");
    }

    #[test]
    fn an_adapter_is_written_behind_the_checker() {
        let text = adapted("int main(int, char**) { return 0; }", Protocol::Kattis).unwrap();
        assert!(text.starts_with("#define main checker_main\nint main("));
        assert!(text.contains("RIGHT ? 42"));
        assert_eq!(adapted("", Protocol::Themis), None);
    }

    #[test]
    fn what_a_source_includes_goes_along() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(
            "check.cpp",
            "#include <vector>\n#include \"testlib.h\"\n  # include \"more.h\"\n",
        );
        write("testlib.h", "#include \"deep.h\"\n#include \"check.cpp\"\n");
        write("deep.h", "");
        let names = needed(&folder.path().join("check.cpp"), &[]);
        let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["deep.h", "testlib.h"]);
        // A judge that compiles all sources of a folder would compile a second program.
        for (name, goes) in [
            ("deep.h", true),
            ("deep", true),
            ("deep.cpp", false),
            ("deep.pas", false),
            ("deep.py", true),
        ] {
            assert_eq!(is_header(name), goes, "{name}");
        }
    }
}
