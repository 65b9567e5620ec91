//! `gamesolve gen`: makes instances.

use std::path::{Path, PathBuf};

use crate::temporary;
use anyhow::{Context, Result};
use clap::Args;

use super::args::{self, whole};
use super::output;
use super::process::deadline::working;
use super::status::{Status, Stop, refuse};
use crate::cases::{embedded, generated};
use crate::package::{TaskError, layout, loose};
use crate::problem::{Entry, Input};
use crate::text::Source;

/// Generate instances. The same arguments give the same bytes
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    problem: args::Problem,
    /// The kind of instance. `--list` shows all kinds
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// The size of the instance. `--list` explains its meaning [default: the original limit]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    size: Option<u64>,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX), default_value = "1")]
    seed: u64,
    /// Generate K instances, with the seeds S, S+1, …
    #[arg(long, value_name = "K", value_parser = whole::<u64>(1..=9999), requires = "dir")]
    count: Option<u64>,
    /// Write 01.in, 02.in, … into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Write the instance to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["dir", "list"])]
    output: Option<PathBuf>,
    /// Write the answers too: 01.out, 02.out, …
    #[arg(long, requires = "dir")]
    answers: bool,
    /// Allow sizes beyond the original limits
    #[arg(long)]
    beyond: bool,
    /// Write the problem's own testcases and their groups into the folder
    #[arg(long, requires = "dir", conflicts_with_all = ["family", "size", "count", "answers", "beyond", "list"])]
    cases: bool,
    /// List the families and explain the size
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    solving: args::Solving,
    #[command(flatten)]
    variants: args::VariantFlags,
}

pub(super) fn run(options: &Options) -> Result<Status> {
    let entry = options.problem.problem;
    let variants = options.variants.of(entry)?;
    if options.list {
        output::to_stdout(&families(entry))?;
        return Ok(Status::Success);
    }
    if options.cases {
        if !variants.is_original() {
            refuse!(
                "the stored testcases have answers by the original rules\nhint: for a variant, generate \
                           instances with `--answers`"
            );
        }
        return write_cases(entry, options.dir.as_deref().unwrap_or(Path::new(".")));
    }
    let working = working();
    let (family, size) = family_and_size(options)?;
    require_inputs(entry)?;
    let seed = options.seed;
    let Some(dir) = &options.dir else {
        let text = entry.generate(family, size, seed);
        drop(working);
        output::to_file_or_stdout(options.output.as_deref(), &text)?;
        return Ok(Status::Success);
    };
    let count = options.count.unwrap_or(1);
    let width = count.to_string().len().max(2);
    let name_of = |index: u64| format!("{:0width$}", index + 1);
    let endings: &[&str] = if options.answers { &["in", "out"] } else { &["in"] };
    let names = (0..count).flat_map(|index| endings.iter().map(move |ending| (index, ending)));
    refuse_existing(dir, names.map(|(index, ending)| format!("{}.{ending}", name_of(index))))?;
    for index in 0..count {
        let name = name_of(index);
        let text = entry.generate(family, size, seed.wrapping_add(index));
        let (name_in, name_out) = (format!("{name}.in"), format!("{name}.out"));
        if !options.answers {
            output::to_folder(dir, &[(name_in, &text)])?;
            continue;
        }
        let source = Source {
            name: name_in.clone(),
            bytes: text.clone().into_bytes(),
        };
        let input = Input {
            bytes: &source.bytes,
            variants: &variants,
        };
        let deadline = options.solving.deadline();
        let answer = entry.solve(input, options.solving.budget());
        drop(deadline);
        let answer = answer.map_err(|failure| Stop::from_failure(failure, &source))?;
        output::to_folder(dir, &[(name_in, &text), (name_out, &answer)])?;
    }
    Ok(Status::Success)
}

/// Checks that gamesolve can write inputs of a problem.
pub(super) fn require_inputs(entry: &dyn Entry) -> Result<()> {
    Ok(entry.can_generate().map_err(Stop::from_game)?)
}

/// Refuses a folder that already has one of these files.
fn refuse_existing(folder: &Path, names: impl Iterator<Item = String>) -> Result<()> {
    let mut there = names
        .map(|name| folder.join(name))
        .filter(|path| path.symlink_metadata().is_ok());
    match there.next() {
        None => Ok(()),
        Some(path) => refuse!(
            "{} exists, and nothing was written\nhint: name a new folder, or remove the old files",
            output::shown(&path)
        ),
    }
}

/// Writes the problem's own testcases and their groups into a folder.
fn write_cases(entry: &dyn Entry, folder: &Path) -> Result<Status> {
    let slug = entry.meta().slug;
    let stored = temporary::folder().context("cannot make a folder for temporary files")?;
    embedded::write(entry.carried_as(), stored.path()).context("cannot write the testcases to a folder")?;
    let mut layout = layout::find(&[stored.path().to_owned()]);
    let fault = |error: TaskError| Stop::fault(format!("error: {error}"));
    let _made = layout.make_listed(&generated::Lists).map_err(fault)?;
    if layout.cases.is_empty() {
        refuse!("gamesolve has no testcases of `{slug}`");
    }
    let list = std::iter::once(layout::LIST.to_owned());
    let names = layout
        .cases
        .iter()
        .flat_map(|case| ["in", "out"].map(|ending| format!("{}.{ending}", case.name)));
    refuse_existing(folder, names.chain(list))?;
    let read =
        |from: &PathBuf| std::fs::read_to_string(from).with_context(|| format!("cannot read {}", output::shown(from)));
    for case in &layout.cases {
        let [input, answer] = [read(&case.input)?, read(&case.answer)?];
        let names = ["in", "out"].map(|ending| format!("{}.{ending}", case.name));
        let [name_in, name_out] = names;
        output::to_folder(folder, &[(name_in, &input), (name_out, &answer)])?;
    }
    let points = layout.listed_points(&generated::Lists).map_err(fault)?;
    if let Some(list) = loose::list_of_groups(Some(slug), &points) {
        output::to_file(&folder.join(layout::LIST), &list)?;
    }
    Ok(Status::Success)
}

/// Returns the chosen family and size, or their defaults.
fn family_and_size(options: &Options) -> Result<(&'static str, u64)> {
    let entry = options.problem.problem;
    let meta = entry.meta();
    let family = family(entry, options.family.as_deref())?.unwrap_or(entry.families()[0].name);
    let (meaning, largest) = meta.size;
    let size = options.size.unwrap_or(largest);
    let (largest, source, cure) = match entry.own_sizes() {
        Some(own) => (own, "the limits of the file".to_owned(), "change its `LIMITS`"),
        None => (
            largest,
            format!("the original limit of {meaning}"),
            "add `--beyond` for larger sizes",
        ),
    };
    if size > largest && !options.beyond {
        refuse!("`--size` must be from 1 to {largest} ({source}), found `{size}`\nhint: {cure}");
    }
    Ok((family, size))
}

/// Finds a family by its name. Returns `None` if there is no name.
///
/// # Errors
/// Fails if the problem has no such family.
pub(super) fn family(entry: &dyn Entry, name: Option<&str>) -> Result<Option<&'static str>> {
    let Some(name) = name else {
        return Ok(None);
    };
    let meta = entry.meta();
    let found = entry.families().iter().map(|f| f.name).find(|n| *n == name);
    if found.is_none() {
        let known: Vec<String> = (entry.families().iter()).map(|f| format!("`{}`", f.name)).collect();
        let name = crate::text::quoted(name.as_bytes(), 64);
        let known = known.join(", ");
        refuse!("`{}` has no family `{name}`\nhint: it has {known}", meta.slug);
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
    let bound = match entry.own_sizes() {
        Some(largest) => format!("up to {largest}"),
        None => format!("originally up to {largest}"),
    };
    text + &format!("\n--size: {meaning}, {bound}\n")
}
