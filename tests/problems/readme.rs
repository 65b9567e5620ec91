//! README's two tables of problems, which the registry makes: `UPDATE=1` writes them, else each problem looks for its
//! rows.

use std::fs;
use std::sync::LazyLock;

use gamesolve::cli::{markdown_table, verbs_table};
use libtest_mimic::Failed;

use crate::support::root;

/// The text of README; where the variable `UPDATE` is set, with the tables of today, which it then writes.
static README: LazyLock<Result<String, String>> = LazyLock::new(|| {
    let path = root("README.md");
    let read = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    if std::env::var_os("UPDATE").is_none() {
        return Ok(read);
    }
    let mut written = read.clone();
    for table in [markdown_table(), verbs_table()] {
        let head = table.lines().next().unwrap_or_default();
        let start = written
            .find(head)
            .ok_or_else(|| format!("README has no table `{head}`"))?;
        let end = written[start..]
            .find("\n\n")
            .map_or(written.len(), |end| start + end + 1);
        written.replace_range(start..end, &table);
    }
    if written != read {
        fs::write(&path, &written).map_err(|error| error.to_string())?;
    }
    Ok(written)
});

/// Fails where a row of the problem is missing.
pub fn has_rows(slug: &str) -> Result<(), Failed> {
    let readme = README.as_ref()?;
    let rows = markdown_table() + &verbs_table();
    let begin = format!("| `{slug}` |");
    let mut rows = rows.lines().filter(|row| row.starts_with(&begin));
    match rows.find(|row| !readme.lines().any(|line| line == *row)) {
        None => Ok(()),
        Some(row) => Err(format!("README lacks this row, which `UPDATE=1` writes:\n{row}").into()),
    }
}
