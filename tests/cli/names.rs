//! Names that say too little or too much. The counts of public names that say nothing alone, and of names of types that
//! several modules of a crate share, may only fall.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::floors::{TEST_FILES, files, sources};

/// Names of functions that say nothing without their module.
const BARE: [&str; 6] = ["of", "put", "take", "told", "words", "shown"];
/// The number of public functions with such a name. Whoever renames one lowers it.
const BARE_FUNCTIONS: usize = 39;
/// The number of public types beyond the first of each name in a crate. Whoever renames one lowers it.
const SHARED_TYPES: usize = 28;

/// The letters of the longest name of a function. A test's name is one short sentence.
const MOST_LETTERS: usize = 60;

/// Returns the public functions and the public types of a source, without those of its tests.
fn public_names(text: &str) -> (Vec<&str>, Vec<&str>) {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
    let (mut functions, mut types) = (Vec::new(), Vec::new());
    for line in code.lines() {
        let Some(item) = line.trim_start().strip_prefix("pub ") else {
            continue;
        };
        let words: Vec<&str> = item.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let behind = |kinds: &[&str]| {
            let place = words.iter().position(|word| kinds.contains(word))?;
            // `const` and `unsafe` may stand before `fn`, and nothing before a type.
            (place < 3).then(|| words.get(place + 1).copied()).flatten()
        };
        if let Some(name) = behind(&["fn"]) {
            functions.push(name);
        } else if let Some(name) = behind(&["struct", "enum", "trait", "type"]) {
            types.push(name);
        }
    }
    (functions, types)
}

#[test]
fn public_names_say_more_than_before() {
    let (mut bare, mut types) = (Vec::new(), BTreeMap::<(PathBuf, String), Vec<String>>::new());
    for source in sources() {
        let mut found = Vec::new();
        files(&source, Path::new(""), &mut found);
        found.retain(|file| !TEST_FILES.contains(&file.file_name().unwrap().to_str().unwrap()));
        for file in found {
            let place = source.join(file);
            let text = fs::read_to_string(&place).unwrap();
            let (functions, named) = public_names(&text);
            let is_bare = |name: &&&str| BARE.contains(*name);
            bare.extend(
                functions
                    .iter()
                    .filter(is_bare)
                    .map(|name| format!("{}: {name}", place.display())),
            );
            for name in named {
                let key = (source.clone(), name.to_owned());
                types.entry(key).or_default().push(place.display().to_string());
            }
        }
    }
    let shared: usize = types.values().map(|places| places.len() - 1).sum();
    types.retain(|_, places| places.len() > 1);
    assert_eq!(bare.len(), BARE_FUNCTIONS, "{bare:#?}");
    assert_eq!(shared, SHARED_TYPES, "{types:#?}");
}

#[test]
fn public_items_are_read_from_lines_and_tests_are_left_out() {
    let text = "pub fn of() {}\n    pub const fn told(&self) {}\npub(crate) fn put() {}\npub struct Rule;\n\
                pub type Part<T> = Vec<T>;\n\n#[cfg(test)]\nmod tests {\n    pub fn take() {}\n";
    assert_eq!(public_names(text), (vec!["of", "told"], vec!["Rule", "Part"]));
}

/// Returns the names in a source that have too many letters. Most are those of tests.
fn long_names(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let words = text.split(move |c| !is_name(c));
    words.filter(|word| word.len() > MOST_LETTERS && word.contains('_'))
}

#[test]
fn a_name_has_at_most_60_letters() {
    let long = format!("{}_", ["a"; MOST_LETTERS].concat());
    let text = format!("fn {}() {{}}\nsessions! {{ {long} }}", &long[1..]);
    assert_eq!(long_names(&text).collect::<Vec<_>>(), [&long]);
    for source in ["src", "crates", "tests", "benches", "fuzz/fuzz_targets"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
        let mut found = Vec::new();
        files(&source, Path::new(""), &mut found);
        assert!(!found.is_empty(), "{}", source.display());
        for file in found {
            let text = fs::read_to_string(source.join(&file)).unwrap();
            assert_eq!(long_names(&text).collect::<Vec<_>>(), [""; 0], "{}", file.display());
        }
    }
}
