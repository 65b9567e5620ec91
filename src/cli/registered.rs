//! Problems by the names that people type.

use std::path::Path;

use crate::problem::Entry;
use crate::problems::REGISTRY;

/// Returns the problem of this name.
pub(super) fn problem(slug: &str) -> Option<&'static dyn Entry> {
    let mut registry = REGISTRY.iter();
    registry.find(|entry| entry.meta().slug == slug).copied()
}

/// Returns whether a path is the name of a problem.
pub(super) fn is_problem(path: &Path) -> bool {
    path.to_str().and_then(problem).is_some()
}

/// Returns the problem that a file has the name of.
#[cfg(unix)]
pub(super) fn likely_problem(path: &Path) -> Option<&'static str> {
    let stem = path.file_stem()?.to_str()?.to_ascii_lowercase().replace('_', "-");
    problem(&stem).map(|entry| entry.meta().slug)
}

/// Returns the table of the problems, for help texts.
pub(super) fn table() -> String {
    let width = REGISTRY.iter().map(|entry| entry.meta().slug.len()).max().unwrap_or(0);
    let problems = REGISTRY.iter().map(|entry| {
        let meta = entry.meta();
        format!("  {:width$}  {}\n", meta.slug, meta.title().en)
    });
    problems.collect()
}
