//! Packages of other judges, written from the one model: one writer for each format, the mirror of its reader.
//!
//! A writer keeps what the reader of its format reads. What the format has no place for is told, a sentence each; what
//! would make its judge give other verdicts is refused.

use super::model::{Kind, Package};
use super::points::PackagePoints;
use super::trouble::shown;
use task::{Writing, letters, plain};
pub use tree::Tree;

mod cms;
mod dmoj;
mod flat;
mod icpc;
mod loose;
mod polygon;
mod programs;
mod sinol;
pub(in crate::package) mod statements;
mod task;
mod themis;
mod tree;

/// The name of the format of our own problems.
pub const OWN: &str = "gamesolve";
/// The keys that go along where the files that they name are in the package, as compiled programs need not be, by the files
/// they stand in; `docs/packages.md` lists them.
pub const WITH_THEIR_FILES: &[(&str, &str)] = &[
    ("problem.xml", "problem.statements.statement@path"),
    ("problem.xml", "problem.tutorials"),
    ("problem.xml", "problem.files"),
    ("problem.xml", "problem.assets.checker.binary"),
    ("problem.xml", "problem.assets.checker.copy"),
    ("problem.xml", "problem.assets.checker.testset"),
    ("problem.xml", "problem.assets.interactor.binary"),
    ("problem.xml", "problem.assets.validators.validator.binary"),
    ("problem.xml", "problem.assets.validators.validator.testset"),
    ("problem.xml", "problem.assets.solutions.solution.binary"),
    ("problem.xml", "problem.stresses"),
    ("problem.xml", "problem.documents"),
];

/// The line of our validators with their exit codes for right and wrong inputs.
const CODES: &str = "VALID, INVALID = 42, 43";

/// A format that packages are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Kattis, and the ICPC's legacy format.
    Kattis,
    /// The draft of 2023-07.
    Draft,
    /// Version 2025-09.
    Latest,
    /// The same for BAPCtools, which counts no points.
    Bapctools,
    /// DOMjudge.
    Domjudge,
    /// DMOJ.
    Dmoj,
    /// sinol, the packages of SIO2.
    Sinol,
    /// CMS (`italian_yaml`) and task-maker.
    Cms,
    /// Polygon.
    Polygon,
    /// Themis.
    Themis,
    /// Files in pairs.
    Loose,
}

/// The folder of files for contestants, in ICPC packages and in those of sinol.
const ATTACHMENTS: &str = "attachments";

impl Format {
    /// Every format by its names on the command line.
    pub const ALL: [(&'static str, Format); 11] = [
        ("kattis", Format::Kattis),
        ("2023-07-draft", Format::Draft),
        ("2025-09", Format::Latest),
        ("bapctools", Format::Bapctools),
        ("domjudge", Format::Domjudge),
        ("dmoj", Format::Dmoj),
        ("sinol", Format::Sinol),
        ("cms", Format::Cms),
        ("polygon", Format::Polygon),
        ("themis", Format::Themis),
        ("loose", Format::Loose),
    ];

    /// Its name in sentences.
    fn shown(self) -> &'static str {
        match self {
            Format::Kattis => "Kattis",
            Format::Draft => "the ICPC format 2023-07-draft",
            Format::Latest => "the ICPC format 2025-09",
            Format::Bapctools => "BAPCtools",
            Format::Domjudge => "DOMjudge",
            Format::Loose => "a folder of plain files",
            _ => self.reader(),
        }
    }

    /// The name that its reader gives to packages.
    fn reader(self) -> &'static str {
        match self {
            Format::Kattis | Format::Draft | Format::Latest | Format::Bapctools | Format::Domjudge => icpc::READER,
            Format::Dmoj => "DMOJ",
            Format::Sinol => "sinol",
            Format::Cms => "CMS",
            Format::Polygon => "Polygon",
            Format::Themis => "Themis",
            Format::Loose => "loose files",
        }
    }

    /// Whether everything in an archive lies in a folder of the task's name.
    fn has_top(self) -> bool {
        !matches!(self, Format::Domjudge | Format::Polygon | Format::Loose)
    }

    /// The name of a task as the format takes it.
    fn name(self, package: &Package) -> String {
        let name = package.name.as_str();
        match self {
            Format::Kattis | Format::Draft | Format::Latest | Format::Bapctools | Format::Domjudge | Format::Dmoj => {
                letters(name)
            }
            Format::Sinol => {
                let is_own = |name: &str| {
                    let mut cases = package.layout.cases.iter();
                    package.format == self.reader() && cases.all(|case| case.name.starts_with(name))
                };
                if is_own(name) { name.to_owned() } else { sinol::id(name) }
            }
            Format::Cms | Format::Polygon if package.format == self.reader() => name.to_owned(),
            Format::Cms => plain(name).replace(['-', '.'], "_"),
            Format::Polygon => plain(name).to_ascii_lowercase(),
            Format::Themis if package.format == self.reader() => name.to_owned(),
            Format::Themis => letters(name).to_ascii_uppercase(),
            Format::Loose => name.to_owned(),
        }
    }
}

/// A package that is ready to be written.
#[derive(Debug)]
pub struct Export {
    /// Its files.
    pub tree: Tree,
    /// The name of the task as the format takes it.
    pub name: String,
    /// Losses: one sentence for each thing that the format cannot hold.
    pub said: Vec<String>,
    /// Whether everything in an archive lies in a folder of the task's name.
    pub has_top: bool,
}

/// Makes the files of a package of a format.
///
/// # Errors
/// Why the format cannot have the task, as the end of a sentence.
pub fn export(package: &Package, format: Format) -> Result<Export, String> {
    if let Kind::Unsupported(what) = &package.kind {
        return Err(format!("a task of this type is not exported: {}", what.value));
    }
    if let Some(why) = &package.no_checker {
        return Err(format!("its checker cannot be used: {}", why.value));
    }
    if package.layout.cases.is_empty() {
        return Err("it has no cases".to_owned());
    }
    if let Some(file) = package.link_out(package.files().chain(package.programs())) {
        return Err(format!("a link leads out of the package: {}", shown(file)));
    }
    let mut writing = Writing::new(package, format.reader(), format.shown(), format.name(package));
    match format {
        Format::Kattis => icpc::write(&mut writing, icpc::Version::Legacy),
        Format::Draft => icpc::write(&mut writing, icpc::Version::Draft),
        Format::Latest => icpc::write(&mut writing, icpc::Version::Latest),
        Format::Bapctools => icpc::write(&mut writing, icpc::Version::Bapctools),
        Format::Domjudge => icpc::write(&mut writing, icpc::Version::Domjudge),
        Format::Dmoj => dmoj::write(&mut writing),
        Format::Sinol => sinol::write(&mut writing),
        Format::Cms => cms::write(&mut writing),
        Format::Polygon => polygon::write(&mut writing),
        Format::Themis => themis::write(&mut writing),
        Format::Loose => loose::write(&mut writing),
    }?;
    let attachments = package.root.join(ATTACHMENTS);
    match std::fs::read_dir(&attachments).is_ok_and(|mut files| files.next().is_some()) {
        true if writing.is_same() => writing.tree.copy_folder(ATTACHMENTS, &attachments),
        true => writing.say(format!("`{ATTACHMENTS}` is left out")),
        false => {}
    }
    if let Some(why) = writing.no_points.take() {
        // Some reasons are made to stand within a sentence.
        writing.say(format!("the points are left out: {}", why.trim_end_matches(',')));
    }
    let kept: Vec<String> = writing
        .kept_files
        .iter()
        .map(|file| format!(" of {file} is not obeyed"))
        .collect();
    for remark in package
        .all_remarks()
        .filter(|remark| !kept.iter().any(|kept| remark.contains(kept)))
    {
        writing.say(format!("left out: {remark}"));
    }
    if let (PackagePoints::Scheme(scheme), false) = (&package.points, writing.is_same())
        && let Some(remark) = &scheme.remark
    {
        writing.say(format!("left out: {remark}"));
    }
    if writing.name != package.name {
        let said = format!(
            "{} takes other names: `{}` is called `{}`",
            format.shown(),
            package.name,
            writing.name
        );
        writing.say(said);
    }
    writing.tree.check()?;
    Ok(Export {
        tree: writing.tree,
        name: writing.name,
        said: writing.said,
        has_top: format.has_top(),
    })
}

/// The titles of a package with the codes of their languages, which may be empty.
fn titles(package: &Package) -> Vec<(String, String)> {
    match package.titles.is_empty() {
        true => vec![(String::new(), package.name.clone())],
        false => package.titles.clone(),
    }
}

/// An identifier in the form of a UUID that is the same for the same name: version 8, made of two digests.
fn uuid(name: &str) -> String {
    /// FNV-1a, with a start of its own for each half.
    fn digest(start: u64, text: &str) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        text.bytes().fold(start, step)
    }
    let high = digest(0xcbf2_9ce4_8422_2325, name) & 0xffff_ffff_ffff_0fff | 0x8000;
    let low = digest(0x9e37_79b9_7f4a_7c15, name) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let (high, low) = (format!("{high:016x}"), format!("{low:016x}"));
    format!(
        "{}-{}-{}-{}-{}",
        &high[..8],
        &high[8..12],
        &high[12..],
        &low[..4],
        &low[4..]
    )
}

/// Returns a whole validator around the function that checks the lines of an input.
pub(in crate::package) fn validator(check: &str) -> String {
    include_str!("programs/validator.py").replacen("#CHECK\n", &format!("{check}\n\n"), 1)
}

/// Returns the validator of one of our problems, which exits with these codes for right and wrong inputs.
fn own_validator(package: &Package, valid: u8, invalid: u8) -> Option<String> {
    let path = package.validators.first().filter(|_| package.format == OWN)?;
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.replacen(CODES, &format!("VALID, INVALID = {valid}, {invalid}"), 1))
}

#[cfg(test)]
mod tests;
