//! A user's own game as a package: statement, testcases, groups, a validator, and a solver as accepted submission.
//!
//! Everything comes from the file: the text from its first comment, the format from `INPUT` and `LIMITS`, the answers
//! from its moves. If the file reads its inputs itself, the inputs come from a folder beside it. The solver is the file
//! with a program around it that tries all moves. If that is too slow for `LIMITS`, a pattern may answer instead.
//! Without a pattern, the testcases end at the solver's limit.
//!
//! | file | contents |
//! |---|---|
//! | `shape` | the numbers or words of an input with their limits |
//! | `cases` | the testcases and their answers |
//! | `checker` | the checker, if an answer has a winning move |
//! | `solution` | the submission, and its run on all testcases |
//! | `statement` | the statement |
//! | `validator` | the validator |

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::answers::OwnEntry;
use super::grader::Speaks;
use super::known::ExploreError;
use super::protocol::OwnError;
use crate::judge::program::Program;
use crate::package::archive;
use crate::package::layout;
use crate::package::model::{Checker, CompareRule, Comparison, Package, Protocol, Stated, Submission};
use crate::package::points::sum_of;
use crate::package::scheme::{Group, PackagePoints, Part, Rule, Scheme, Worth};
use crate::package::{TaskError, write};
use crate::problem::{Entry as _, Failure};
use cases::Cases;
use gamesolve_scratch::TempFolder;
pub use solution::Solution;
use solution::Workbench;
pub use statement::rules;

mod cases;
mod checker;
mod shape;
mod solution;
mod statement;
mod validator;

/// The stated source of a game's limits and rules.
const BY: &str = "the game";
/// The folder and the expected verdict of the solver.
const ACCEPTED: &str = "accepted";
/// The memory limit of submissions, in bytes.
const MEMORY: u64 = 256 << 20;

/// A package of a game.
pub struct OwnPackage {
    /// The package.
    pub package: Package,
    /// Sentences about things that the package lacks.
    pub notes: Vec<String>,
}

/// The reason why a game has no package.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// The file lacks something that a package needs. The sentence may end with a hint.
    #[error("{0}")]
    Lacks(String),
    /// The game has no values.
    #[error(transparent)]
    Failed(Failure),
    /// The system cannot write the package.
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl From<OwnError> for PackageError {
    fn from(error: OwnError) -> PackageError {
        PackageError::Failed(error.into())
    }
}

impl From<ExploreError> for PackageError {
    fn from(error: ExploreError) -> PackageError {
        PackageError::Failed(error.into())
    }
}

/// Returns the error of a file that cannot be written.
fn unwritten(error: &std::io::Error) -> PackageError {
    PackageError::Task(TaskError::of_system("write a temporary file", error))
}

/// Inputs with their names.
pub type NamedInputs = Vec<(String, String)>;

/// The package of a game before its testcases.
struct Bare<'a> {
    package: Package,
    source: String,
    shape: shape::Shape<'a>,
    bench: Workbench,
    home: TempFolder,
}

impl Bare<'_> {
    fn of(entry: &OwnEntry) -> Result<Bare<'_>, PackageError> {
        let grader = entry.grader()?;
        if grader.speaks == Speaks::Lines {
            let why = "a command is no file that a judge can run\nhint: write the game in Python or C++";
            return Err(PackageError::Lacks(why.to_owned()));
        }
        let source = std::fs::read_to_string(&grader.file).map_err(|error| {
            PackageError::Lacks(format!("cannot read it as a text: {}", crate::text::reason(&error)))
        })?;
        let shape = shape::Shape::of(entry)?;
        let home = archive::scratch()?;
        let root = home.path().join("task");
        std::fs::create_dir(&root).map_err(|error| unwritten(&error))?;
        let mut package = Package::new(write::GAME, root, entry.meta().slug.to_owned());
        let name = grader.file.file_name().unwrap_or_default().to_string_lossy();
        package.about.insert("source".to_owned(), name.into_owned());
        Ok(Bare {
            package,
            source,
            shape,
            bench: Workbench::new(grader.sandbox.clone(), home.path()),
            home,
        })
    }

    /// Adds the validator and the statements, and returns the notes about them.
    fn dress<'b>(
        &mut self,
        entry: &OwnEntry,
        cases: &Cases,
        inputs: impl Iterator<Item = &'b str> + Clone,
    ) -> Result<Vec<String>, PackageError> {
        let validators = if self.shape.form.is_own {
            vec![validator::of_reader(entry, &self.source, &self.bench, inputs)?]
        } else {
            validator::of_limits(entry, &self.source, &self.shape)?
        };
        for (name, validator) in ["validator", "valid"].into_iter().zip(validators) {
            let path = self.package.root.join(format!("{name}.{}", validator.ending));
            put(&path, &validator.text)?;
            self.package.validators.push(path);
        }
        let mut notes = Vec::new();
        for statement in statement::statements(&entry.grader()?.file, &self.source, &self.shape, cases, entry)? {
            let path = self.package.root.join(format!("statement.{}.md", statement.language));
            put(&path, &statement.text)?;
            self.package.statements.push(path);
            self.package.titles.push((statement.language, statement.title));
            notes.extend(statement.note);
        }
        Ok(notes)
    }

    fn finished(mut self, notes: Vec<String>) -> OwnPackage {
        self.package.unpacked.push(self.home.into());
        OwnPackage {
            package: self.package,
            notes,
        }
    }
}

/// Returns the package of a game without testcases and submissions, and the inputs beside it with their names, if it
/// reads its inputs itself.
///
/// # Errors
/// [`PackageError`].
pub fn without_cases(entry: &OwnEntry) -> Result<(OwnPackage, Option<NamedInputs>), PackageError> {
    let mut bare = Bare::of(entry)?;
    let given = bare.shape.form.is_own.then(|| cases::given_inputs(entry)).transpose()?;
    let inputs = given.iter().flatten().map(|(_, input)| input.as_str());
    let notes = bare.dress(entry, &Cases::none(bare.shape.top()), inputs)?;
    Ok((bare.finished(notes), given))
}

/// Returns the package of a game. Its files are in a temporary folder that lives as long as the package.
///
/// `pattern` returns a program that answers inputs by a pattern, if there is one. The program must fail for inputs
/// beyond the evidence of its pattern.
///
/// # Errors
/// [`PackageError`].
pub fn package(entry: &OwnEntry, pattern: &dyn Fn() -> Option<Solution>) -> Result<OwnPackage, PackageError> {
    let mut bare = Bare::of(entry)?;
    let [stored, accepted] = ["cases", ACCEPTED].map(|name| bare.package.root.join(name));
    for folder in [&stored, &accepted] {
        std::fs::create_dir(folder).map_err(|error| unwritten(&error))?;
    }
    let found = cases::find(entry, &bare.shape, &bare.source, &bare.bench, pattern)?;
    let package = &mut bare.package;
    put_cases(&found, &stored, package)?;
    let path = accepted.join(format!("solver.{}", found.solution.ending));
    put(&path, &found.solution.text)?;
    package
        .submissions
        .push(Submission::of_file(path, vec![ACCEPTED.to_owned()]));
    package.limits.time = Some(Stated::new(Duration::from_secs(found.seconds), BY));
    package.limits.memory = Some(Stated::new(MEMORY, BY));
    if let Some(text) = &found.checker {
        let path = package.root.join("checker.cpp");
        put(&path, text)?;
        let checker = Checker::new(path, Protocol::Testlib);
        package.checker = Some(Stated::new(checker, BY));
    } else {
        package.comparison = Some(Stated::new(Comparison::by(CompareRule::Tokens), BY));
    }
    let mut notes = found.notes.clone();
    let inputs = found.all().map(|case| case.input.as_str());
    notes.extend(bare.dress(entry, &found, inputs)?);
    Ok(bare.finished(notes))
}

/// Returns whether a game is in C++. Every other file is in Python.
fn is_cpp(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending != "py")
}

fn put(path: &Path, text: &str) -> Result<(), PackageError> {
    std::fs::write(path, text).map_err(|error| unwritten(&error))
}

/// Writes the testcases, and states their groups.
fn put_cases(found: &Cases, folder: &PathBuf, package: &mut Package) -> Result<(), PackageError> {
    let mut groups: Vec<Group> = Vec::new();
    for of_group in &found.groups {
        let mut group = Group::new(of_group.name, Rule::Whole, Some(f64::from(of_group.points)));
        for case in &of_group.cases {
            put(&folder.join(format!("{}.in", case.name)), &case.input)?;
            put(&folder.join(format!("{}.out", case.name)), &case.answer)?;
            let worth = Worth::new(case.name.clone(), f64::from(of_group.points));
            group.parts.push(Part::Case(worth));
        }
        groups.push(group);
    }
    groups.push(sum_of(&groups));
    package.layout = layout::find(std::slice::from_ref(folder));
    package.points = PackagePoints::Scheme(Scheme {
        source: BY.to_owned(),
        groups,
        remark: None,
    });
    Ok(())
}
