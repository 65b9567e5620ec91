//! `gamesolve gen`: makes instances.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::args;
use super::output;
use super::status::{Status, Stop};
use crate::problem::{Entry, Input, Variants};
use crate::text::Source;

pub(super) fn command() -> Command {
    Command::new("gen")
        .about("Make instances: the same arguments give the same bytes everywhere")
        .arg(args::problem())
        .arg(
            Arg::new("family")
                .long("family")
                .value_name("NAME")
                .help("What kind of instance; `--list` names them"),
        )
        .arg(
            Arg::new("size")
                .long("size")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..))
                .help("How large; `--list` says what it means [default: the original limit]"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("S")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .help("Which one of its kind"),
        )
        .arg(
            Arg::new("count")
                .long("count")
                .value_name("K")
                .value_parser(value_parser!(u64).range(1..=9999))
                .requires("dir")
                .help("Make K of them, with the seeds S, S+1, …"),
        )
        .arg(
            Arg::new("dir")
                .long("dir")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("Write 01.in, 02.in, … into this folder"),
        )
        .arg(
            Arg::new("answers")
                .long("answers")
                .action(ArgAction::SetTrue)
                .requires("dir")
                .help("Write the answers too: 01.out, 02.out, …"),
        )
        .arg(
            Arg::new("beyond")
                .long("beyond")
                .action(ArgAction::SetTrue)
                .help("Allow sizes beyond the original limits"),
        )
        .arg(
            Arg::new("list")
                .long("list")
                .action(ArgAction::SetTrue)
                .help("List the families and what size means"),
        )
        .args(
            args::limits()
                .into_iter()
                .filter(|arg| arg.get_id() == "memory-limit"),
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Status> {
    let entry = args::the_problem(matches);
    if matches.get_flag("list") {
        output::to_stdout(&families(entry))?;
        return Ok(Status::Success);
    }
    let (family, size) = what(entry, matches)?;
    let seed = *matches
        .get_one::<u64>("seed")
        .expect("the argument has a default");
    let Some(dir) = matches.get_one::<PathBuf>("dir") else {
        output::to_stdout(&entry.generate(family, size, seed))?;
        return Ok(Status::Success);
    };
    let count = matches.get_one::<u64>("count").copied().unwrap_or(1);
    std::fs::create_dir_all(dir)
        .with_context(|| format!("cannot create {}", output::shown(dir)))?;
    let width = count.to_string().len().max(2);
    for index in 0..count {
        let name = format!("{:0width$}", index + 1);
        let text = entry.generate(family, size, seed.wrapping_add(index));
        output::to_file(&dir.join(format!("{name}.in")), &text)?;
        if matches.get_flag("answers") {
            let source = Source {
                name: format!("{name}.in"),
                bytes: text.into_bytes(),
            };
            let input = Input {
                bytes: &source.bytes,
                variants: Variants::ORIGINAL,
            };
            let answer = entry
                .solve(input, args::budget(matches))
                .map_err(|failure| Stop::from_failure(failure, &source))?;
            output::to_file(&dir.join(format!("{name}.out")), &answer)?;
        }
    }
    Ok(Status::Success)
}

/// The family and size asked for.
fn what(entry: &dyn Entry, matches: &ArgMatches) -> Result<(&'static str, u64)> {
    let meta = entry.meta();
    let family = family(entry, matches)?.unwrap_or(entry.families()[0].name);
    let (meaning, largest) = meta.size;
    let size = matches.get_one::<u64>("size").copied().unwrap_or(largest);
    if size > largest && !matches.get_flag("beyond") {
        let message = format!(
            "error: `--size` must be in 1..={largest} (the original limit of {meaning}), found `{size}`\nhint: \
             `--beyond` allows more"
        );
        return Err(Stop::bad_input(message).into());
    }
    Ok((family, size))
}

/// The family asked for, if one was.
///
/// # Errors
/// Where the problem has no such family.
pub(super) fn family(entry: &dyn Entry, matches: &ArgMatches) -> Result<Option<&'static str>> {
    let Some(name) = matches.get_one::<String>("family") else {
        return Ok(None);
    };
    let meta = entry.meta();
    let found = entry.families().iter().map(|f| f.name).find(|n| n == name);
    if found.is_none() {
        let known: Vec<String> = (entry.families().iter())
            .map(|f| format!("`{}`", f.name))
            .collect();
        let name = crate::text::quoted(name.as_bytes(), 64);
        let known = known.join(", ");
        let message = format!(
            "error: `{}` has no family `{name}`\nhint: it has {known}",
            meta.slug
        );
        return Err(Stop::bad_input(message).into());
    }
    Ok(found)
}

fn families(entry: &dyn Entry) -> String {
    let meta = entry.meta();
    let families = entry.families();
    let width = families.iter().map(|f| f.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for family in families {
        text += &format!("{:width$}  {}\n", family.name, family.about);
    }
    let (meaning, largest) = meta.size;
    text + &format!("\n--size: {meaning}, originally up to {largest}\n")
}
