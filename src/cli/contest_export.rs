//! Contests for the servers of other judges: the part of `gamesolve contest` that writes them.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::args::MaxInputBytes;
use super::export::{Options, interruption, package_of, refuse_place};
use super::output::{self, shown};
use super::process::deadline::working;
use super::status::{Status, Stop, say};
use crate::package::contest::{self, ContestTask, Server};
use crate::package::{TaskError, archive, export};

/// Writes tasks as packages with the manifest of a contest on this server. `dir` is a new folder or archive.
pub(super) fn run(server: Server, dir: &Path, tasks: &[(PathBuf, f64)]) -> Result<Status> {
    let is_zip = archive::is_zip(dir);
    refuse_place(dir, is_zip)?;
    let is_stopped = interruption()?;
    let mut made = Vec::new();
    // Until the end: the files of packages lie in temporary folders.
    let mut kept = Vec::new();
    for (task, points) in tasks {
        let options = Options {
            task: task.clone(),
            format: server.target(),
            output: dir.to_owned(),
            stored: false,
            interactive: false,
            pair: None,
            limit: MaxInputBytes { max_input_bytes: None },
        };
        let packed = package_of(&options, &is_stopped)?;
        if is_stopped() {
            return Ok(Status::Interrupted);
        }
        let package = &packed.package;
        let export = export::export(package, options.format)
            .map_err(|why| Stop::wrong(format_args!("cannot export {}: {why}", shown(task))))?;
        let said = export.said.iter().map(ToString::to_string);
        for what in packed.notes.iter().cloned().chain(said) {
            say(&format!("note: {}: {what}", shown(task)));
        }
        let title = package.titles.first().map_or(&package.name, |(_, title)| title);
        made.push(ContestTask {
            title: title.clone(),
            package: export,
            points: *points,
        });
        kept.push(packed);
    }
    let writing = working();
    let name = dir.file_stem().unwrap_or_default().to_string_lossy();
    let contest = contest::contest(server, &name, made).map_err(Stop::wrong)?;
    let failed = |error: TaskError| Stop::fault(format!("error: {error}"));
    if is_zip {
        let bytes = contest.tree.to_zip(None).map_err(failed)?;
        if is_stopped() {
            return Ok(Status::Interrupted);
        }
        output::to_file(dir, bytes)?;
    } else if !contest.tree.to_folder(dir, &is_stopped).map_err(failed)? {
        return Ok(Status::Interrupted);
    }
    drop(writing);
    for what in &contest.said {
        say(&format!("note: {what}"));
    }
    Ok(Status::Success)
}
