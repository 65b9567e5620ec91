//! The registry as a whole: names and folders. `tests/problems` has the tests of each problem.

use std::collections::BTreeSet;
use std::fs;

use gamesolve::problems::REGISTRY;

use crate::support::root;

#[test]
fn slugs_are_unique_and_no_verb() {
    let mut slugs: Vec<&str> = REGISTRY.iter().map(|entry| entry.meta().slug).collect();
    let verbs: Vec<String> = gamesolve::cli::verb_names().collect();
    assert!(
        slugs
            .iter()
            .all(|slug| !verbs.iter().any(|verb| verb == slug) && *slug != "help")
    );
    let count = slugs.len();
    slugs.sort_unstable();
    slugs.dedup();
    assert_eq!(slugs.len(), count);
}

#[test]
fn no_folder_belongs_to_no_problem() {
    let known: BTreeSet<String> = REGISTRY.iter().map(|entry| entry.meta().slug.to_owned()).collect();
    for folder in ["problems", "testdata"] {
        let found = fs::read_dir(root(folder))
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(known, found, "the folders of {folder}/");
    }
}
