//! `gamesolve man`: manual pages, from the definition of the command line.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Arg, Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::help;
use super::output::{self, shown};
use super::registered;
use super::status::{EXIT_STATUS, Status, Stop, refuse};

/// The beginning of every page.
const TITLE: &str = ".TH gamesolve";

/// Print a manual page
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// A command such as judge [default: the page of gamesolve itself]
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    verb: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(options: &Options, verbs: Command) -> Result<Status> {
    let whole = verbs.subcommand_help_heading("COMMANDS");
    // A page has all options, as a long help has.
    let mut whole = whole.mut_args(unhidden).mut_subcommands(|verb| verb.mut_args(unhidden));
    whole.build();
    let Some(folder) = &options.output else {
        let command = match &options.verb {
            None => &whole,
            Some(name) => whole.find_subcommand(name).ok_or_else(|| {
                let name = crate::text::quoted(name.as_bytes(), 100);
                Stop::wrong(format_args!(
                    "there is no command `{name}`\nhint: `gamesolve --help` lists all commands"
                ))
            })?,
        };
        output::to_stdout(&page(command)?)?;
        return Ok(Status::Success);
    };
    let mut pages = Vec::new();
    for command in std::iter::once(&whole).chain(whole.get_subcommands()) {
        pages.push((Man::new(command.clone()).get_filename(), page(command)?));
    }
    let files: Vec<(String, &str)> = pages.iter().map(|(name, page)| (name.clone(), page.as_str())).collect();
    if let Some(path) = files
        .iter()
        .map(|(name, _)| folder.join(name))
        .find(|path| is_foreign(path))
    {
        refuse!(
            "{} is not a page of gamesolve, and nothing was written\nhint: name another folder",
            shown(&path)
        );
    }
    output::to_folder(folder, &files)?;
    Ok(Status::Success)
}

/// Returns whether something stands at the path of a page that an earlier call did not write. A link is foreign: its
/// target may be any file.
fn is_foreign(path: &Path) -> bool {
    let Ok(found) = path.symlink_metadata() else {
        return false;
    };
    let text = if found.is_file() {
        fs::read(path).unwrap_or_default()
    } else {
        Vec::new()
    };
    !text.starts_with(TITLE.as_bytes())
}

fn unhidden(arg: Arg) -> Arg {
    arg.hide_short_help(false)
}

/// Returns the page of a command in the notation of roff.
fn page(command: &Command) -> Result<String> {
    let man = Man::new(command.clone());
    let name = man.get_filename();
    let suffix = name.trim_start_matches("gamesolve").trim_end_matches(".1");
    // Not `render_title`, which leaves the empty date out, so that the next word becomes the date.
    let version = clap::crate_version!();
    let mut page = format!("{TITLE}{suffix} 1 \"\" \"gamesolve {version}\" gamesolve\n").into_bytes();
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut rest = Roff::default();
    let is_whole = command.has_subcommands();
    if is_whole {
        man.render_subcommands_section(&mut page)?;
        section(&mut rest, "PROBLEMS", &registered::table());
        section(&mut rest, "EXIT STATUS", EXIT_STATUS);
    } else {
        section(&mut rest, "EXAMPLES", &help::examples_of(command.get_name()));
        if let Some(notes) = command.get_after_long_help() {
            section(&mut rest, "NOTES", &notes.to_string());
        }
        rest.control("SH", ["SEE ALSO"]);
        rest.text([roman("gamesolve(1)")]);
    }
    rest.to_writer(&mut page)?;
    // The name of a character is understood in every encoding.
    let names = String::from_utf8(page)?.chars().fold(String::new(), |mut text, c| {
        if c.is_ascii() {
            text.push(c);
        } else {
            text += &format!("\\[u{:04X}]", u32::from(c));
        }
        text
    });
    Ok(names)
}

/// Adds a section of a help text. Indented lines are rows, and stay as they are.
fn section(page: &mut Roff, title: &str, text: &str) {
    page.control("SH", [title]);
    let mut are_rows = false;
    for line in text.trim_matches('\n').lines() {
        let is_row = line.starts_with("  ");
        if is_row != are_rows {
            page.control(if is_row { "nf" } else { "fi" }, []);
            are_rows = is_row;
        }
        if line.is_empty() {
            page.control("PP", []);
        } else {
            page.text([roman(line)]);
        }
    }
    if are_rows {
        page.control("fi", []);
    }
}
