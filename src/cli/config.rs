//! `gamesolve config`: the settings that hold, and their files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::output::{self, shown};
use super::registered::is_problem;
use super::settings::{self, Row, Settings};
use super::status::{Status, refuse};

/// Show the settings that hold, and the file of each
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// A folder with a package or testcases, or a file with your own game [default: only your own settings]
    #[arg(id = "place", value_name = "TASK")]
    task: Option<PathBuf>,
    /// The format. `toml` is a file with these settings
    #[arg(long, value_name = "FORMAT", value_parser = ["toml", "json"], default_value = "toml")]
    format: String,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let task = options.task.as_deref();
    let is_known = |task: &Path| task.exists() || is_problem(task);
    if let Some(task) = task.filter(|task| !is_known(task)) {
        refuse!("there is no problem, folder or file {}", shown(task));
    }
    let folders: Vec<PathBuf> = task.and_then(settings::folder_of).into_iter().collect();
    let settings = Settings::beside(&folders, &[])?;
    let rows = settings::rows(&settings);
    let text = if options.format == "json" {
        json(&settings, &rows)?
    } else {
        toml(&settings, &rows)
    };
    output::to_stdout(&text)?;
    Ok(Status::Success)
}

/// Returns the settings as a file, with the origins as comments.
fn toml(settings: &Settings, rows: &[Row]) -> String {
    let files = settings.files.iter();
    let files = files.map(|(path, is_there)| {
        let is_there = if *is_there { "read" } else { "not there" };
        format!("# {}: {is_there}\n", shown(path))
    });
    let mut text: String = files.collect();
    let line = |row: &Row| format!("{} = {}", row.key, crate::text::printable_json(&row.value.to_string()));
    let width = rows.iter().map(|row| line(row).chars().count()).max().unwrap_or(0);
    let mut table = None;
    for row in rows {
        if row.table != table {
            table = row.table;
            text += &format!("\n[{}]\n", table.unwrap_or_default());
        }
        let by = row.by.as_deref().map_or_else(|| "default".to_owned(), shown);
        text += &format!("{:width$}  # {by}\n", line(row));
    }
    text
}

/// Returns the settings as one object. The names of its fields are part of the public interface.
fn json(settings: &Settings, rows: &[Row]) -> Result<String> {
    let files = settings.files.iter();
    let files = files.map(|(path, is_there)| serde_json::json!({"path": path.to_string_lossy(), "read": is_there}));
    let rows = rows.iter().map(|row| {
        let table = row.table.map_or_else(String::new, |table| format!("{table}."));
        serde_json::json!({"key": format!("{table}{}", row.key), "value": row.value, "from": row.by.as_deref().map(Path::to_string_lossy)})
    });
    output::json(&serde_json::json!({
        "files": files.collect::<Vec<_>>(),
        "settings": rows.collect::<Vec<_>>(),
    }))
}
