//! Hints and chapters in other languages beside the English ones, and the words of `locales/glossary.md`.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::support::{Failures, files, root};

const LANGUAGES: [&str; 2] = ["vi", "zh"];

/// Returns the English pages that every language has: the hints of all problems, and all chapters.
fn pages() -> Vec<PathBuf> {
    let problems = fs::read_dir(root("problems")).unwrap();
    let hints = problems.map(|folder| folder.unwrap().path().join("hints.md"));
    let is_english = |path: &PathBuf| !path.file_stem().unwrap().to_str().unwrap().contains('.');
    let chapters = files("docs/learn", "md").into_iter().filter(is_english);
    hints.chain(chapters).collect()
}

/// Returns the parts of a page that no language changes, each with its name.
///
/// Code, links and numbers are sorted, because the words of a sentence have another order in each language. A block of
/// text has its letters and numbers alone, because it may hold sentences. `ending` is that of the pages in this
/// language, to which the links lead.
fn parts(page: &str, ending: &str) -> [(&'static str, Vec<String>); 5] {
    let mut headings = Vec::new();
    let mut blocks: Vec<String> = Vec::new();
    let mut prose = String::new();
    let mut is_block = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
            if is_block {
                blocks.push(format!("{line}\n"));
            }
        } else if is_block {
            let block = blocks.last_mut().unwrap();
            let is_text = block.starts_with("```text");
            let is_kept = |c: &char| !is_text || c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '.';
            block.extend(line.chars().filter(is_kept).chain(['\n']));
        } else {
            let marks = line.len() - line.trim_start_matches('#').len();
            headings.extend((marks > 0).then(|| line[..marks].to_owned()));
            prose += &format!("{}\n", line.trim());
        }
    }
    let sorted = |mut found: Vec<String>| {
        found.sort();
        found
    };
    let link = Regex::new(r"\]\(([^)]*)\)").unwrap();
    let targets = link.captures_iter(&prose).map(|found| {
        let target = found.get(1).unwrap().as_str();
        target.strip_suffix(ending).unwrap_or(target).to_owned()
    });
    let links = targets.collect();
    let prose = link.replace_all(&prose, "]");
    // Every second part stands between backticks.
    let code = prose.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " "));
    let words: String = prose.split('`').step_by(2).collect();
    let words = words.replace("zero", "0");
    let numbers = Regex::new("[0-9]+").unwrap();
    let numbers = numbers.find_iter(&words).map(|found| found.as_str().to_owned());
    [
        ("headings", headings),
        ("blocks", blocks),
        ("code", sorted(code.collect())),
        ("links", sorted(links)),
        ("numbers", sorted(numbers.collect())),
    ]
}

#[test]
fn translations_have_the_numbers_code_and_links_of_their_page() {
    let mut failures = Failures::default();
    let pages = pages();
    assert!(pages.len() >= 29, "{pages:?}");
    for page in pages {
        let english = parts(&fs::read_to_string(&page).unwrap(), ".md");
        for language in LANGUAGES {
            // Whoever adds a problem need not translate it.
            let statement = page.with_file_name(format!("statement.{language}.md"));
            if page.ends_with("hints.md") && !statement.is_file() {
                continue;
            }
            let translated = page.with_extension(format!("{language}.md"));
            let name = translated.strip_prefix(root("")).unwrap().display().to_string();
            match fs::read_to_string(&translated) {
                Err(error) => failures.add(format!("{name}: {error}")),
                Ok(text) => {
                    for (part, wanted) in parts(&text, &format!(".{language}.md")).into_iter().zip(&english) {
                        if part != *wanted {
                            failures.add(format!("{name}: {part:?}\nin English: {wanted:?}"));
                        }
                    }
                }
            }
        }
    }
    failures.finish();
}

/// Returns the files with sentences in a language. Those of Rust have all languages.
fn texts(language: &str) -> Vec<PathBuf> {
    let folders = |parent: &str| {
        let entries = fs::read_dir(root(parent)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let names = ["statement", "hints"].map(|name| format!("{name}.{language}.md"));
    let problems = folders("problems");
    let of_problems = problems
        .iter()
        .flat_map(|folder| names.iter().map(|name| folder.join(name)));
    let of_mistakes = folders("src/problems")
        .into_iter()
        .map(|folder| folder.join("mistakes.rs"));
    let is_translated = |path: &PathBuf| path.to_str().unwrap().ends_with(&format!(".{language}.md"));
    let chapters = files("docs/learn", "md").into_iter().filter(is_translated);
    let others = [format!("README.{language}.md"), "src/practice/facts.rs".to_owned()].map(|path| root(&path));
    of_problems
        .chain(of_mistakes)
        .chain(chapters)
        .chain(others)
        .filter(|path| path.is_file())
        .collect()
}

/// Returns a text in small letters without the ends of its lines, at which Chinese has no blank.
fn joined(path: &Path, language: &str) -> String {
    let text = fs::read_to_string(path).unwrap().to_lowercase();
    let between = if language == "zh" { "" } else { " " };
    text.lines().map(str::trim).collect::<Vec<_>>().join(between)
}

#[test]
fn texts_use_the_words_of_the_glossary() {
    let mut failures = Failures::default();
    let glossary = fs::read_to_string(root("locales/glossary.md")).unwrap();
    let rows: Vec<Vec<String>> = glossary
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'))
        .map(|line| line.split('|').map(|cell| cell.trim().to_lowercase()).collect())
        .skip(1)
        .collect();
    assert!(rows.len() >= 30, "{rows:?}");
    for (place, language) in LANGUAGES.into_iter().enumerate() {
        let texts: Vec<(PathBuf, String)> = texts(language)
            .into_iter()
            .map(|path| (path.clone(), joined(&path, language)))
            .collect();
        assert!(texts.len() >= 45, "{texts:?}");
        for row in &rows {
            let (word, never) = (&row[1 + 2 * place], &row[2 + 2 * place]);
            if !texts.iter().any(|(_, text)| text.contains(word)) {
                failures.add(format!("{language}: no text has `{word}` of the glossary"));
            }
            for denied in never.split(", ").filter(|denied| !denied.is_empty()) {
                for (path, _) in texts.iter().filter(|(_, text)| text.contains(denied)) {
                    failures.add(format!("{}: `{denied}` stands for `{word}`", path.display()));
                }
            }
        }
    }
    failures.finish();
}
