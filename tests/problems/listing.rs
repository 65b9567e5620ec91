//! The table of problems in `docs/reference/problems.md`: `UPDATE=1` writes it, else each problem looks for its row.

use std::fs;
use std::sync::LazyLock;

use gamesolve::cli::markdown_table;
use libtest_mimic::Failed;

use crate::support::root;

const PAGE: &str = "docs/reference/problems.md";

/// The text of the page. If the variable `UPDATE` is set, it has the table of today, and the page is written.
static TEXT: LazyLock<Result<String, String>> = LazyLock::new(|| {
    let path = root(PAGE);
    let read = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    if std::env::var_os("UPDATE").is_none() {
        return Ok(read);
    }
    let mut written = read.clone();
    let table = markdown_table();
    let head = table.lines().next().unwrap_or_default();
    let start = written
        .find(head)
        .ok_or_else(|| format!("{PAGE} has no table `{head}`"))?;
    let end = written[start..]
        .find("\n\n")
        .map_or(written.len(), |end| start + end + 1);
    written.replace_range(start..end, &table);
    if written != read {
        fs::write(&path, &written).map_err(|error| error.to_string())?;
    }
    Ok(written)
});

/// Fails if the row of the problem is missing.
pub fn has_row(slug: &str) -> Result<(), Failed> {
    let text = TEXT.as_ref()?;
    let begin = format!("| `{slug}` |");
    let table = markdown_table();
    let mut rows = table.lines().filter(|row| row.starts_with(&begin));
    match rows.find(|row| !text.lines().any(|line| line == *row)) {
        None => Ok(()),
        Some(row) => Err(format!("{PAGE} lacks this row, which `UPDATE=1` writes:\n{row}").into()),
    }
}
