//! Packages of other judges, written from the one model: one writer for each format, the mirror of its reader.
//!
//! A writer keeps what the reader of its format reads. What the format has no place for is told, a sentence each; what
//! would make its judge give other verdicts is refused.

use super::model::{Kind, Package};
use super::scheme::PackagePoints;
use super::trouble::shown;
pub use super::write::tree::Tree;
use super::write::{Writing, letters, plain};
use super::{cms, dmoj, icpc, loose, polygon, sinol, themis};

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
    pub fn reader(self) -> &'static str {
        match self {
            Format::Kattis | Format::Draft | Format::Latest | Format::Bapctools | Format::Domjudge => icpc::FORMAT,
            Format::Dmoj => dmoj::FORMAT,
            Format::Sinol => sinol::FORMAT,
            Format::Cms => cms::FORMAT,
            Format::Polygon => polygon::FORMAT,
            Format::Themis => themis::FORMAT,
            Format::Loose => loose::FORMAT,
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

#[cfg(test)]
mod tests;
