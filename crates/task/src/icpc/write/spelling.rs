//! The spelling of each version: names of folders, files and keys, and the features that only some versions have.

use crate::icpc::keys::{self, DRAFT_NAMES, LEGACY_NAMES, NAME, TEST_GROUP, TESTDATA};
use crate::model::Package;

/// A version of the format, or a judge's own kind of it.
pub(crate) struct Spelling {
    /// The names by which a package states the version, the usual one first.
    names: &'static [&'static str],
    /// The folder of the checker or the interactor. `*` stands for the name of the program.
    pub(super) programs: &'static str,
    /// The folder of the statements.
    pub(super) statements: &'static str,
    /// Whether the keys of `problem.yaml` are those of legacy packages, which have texts instead of lists and maps.
    pub(super) is_legacy: bool,
    /// The descriptive keys that not all versions have.
    pub(super) about: &'static [&'static str],
    /// The default factor of the time limit on the time of the slowest accepted submission.
    pub(super) multiplier: f64,
    /// The clause about a package without a time limit.
    pub(super) untimed: &'static str,
    /// The file about a group of testcases.
    pub(super) group_file: &'static str,
    /// The group of the whole task, or `None` if judges do not count points.
    pub(super) whole: Option<&'static str>,
    /// Whether the file about a group states its points. The legacy grader computes them.
    pub(super) states_points: bool,
    /// Whether the points that a checker gives are lost.
    pub(super) loses_scores: bool,
    /// Whether DOMjudge's own file states the time limit, the one statement is beside it, and there are no groups.
    pub(super) has_ini: bool,
    /// Whether each input may exist only once, and BAPCtools tests the answers.
    pub(super) tests_answers: bool,
}

pub(crate) const LEGACY: Spelling = Spelling {
    names: LEGACY_NAMES,
    programs: "output_validators/*",
    statements: "problem_statement",
    is_legacy: true,
    about: &["source_url", "libraries"],
    multiplier: 5.0,
    untimed: "judges use 5 times the slowest accepted submission, rounded up to whole seconds",
    group_file: TESTDATA.file,
    whole: Some("data"),
    states_points: false,
    loses_scores: false,
    has_ini: false,
    tests_answers: false,
};

/// A legacy package with one more file, for a judge that counts no points.
pub(crate) const DOMJUDGE: Spelling = Spelling {
    whole: None,
    has_ini: true,
    ..LEGACY
};

pub(crate) const LATEST: Spelling = Spelling {
    names: &[keys::LATEST],
    programs: "output_validator",
    statements: "statement",
    is_legacy: false,
    about: &["version", "embargo_until", "libraries"],
    multiplier: 2.0,
    untimed: "judges derive it from the accepted submissions, unless you add `time_limit` to `limits` in `problem.yaml`",
    group_file: TEST_GROUP.file,
    whole: Some("secret"),
    states_points: true,
    ..LEGACY
};

/// The latest version for a judge that counts no points.
pub(crate) const BAPCTOOLS: Spelling = Spelling {
    whole: None,
    tests_answers: true,
    ..LATEST
};

/// The draft. Its groups have the file of legacy packages, because problemtools reads that one in the draft too.
pub(crate) const DRAFT: Spelling = Spelling {
    names: DRAFT_NAMES,
    group_file: TESTDATA.file,
    whole: Some("data"),
    states_points: false,
    loses_scores: true,
    ..LATEST
};

impl Spelling {
    /// Returns whether a package has this version. A version that gamesolve does not know is read as the latest.
    pub(crate) fn is_of(&self, package: &Package) -> bool {
        let stated = package.version.as_deref().unwrap_or(LEGACY_NAMES[0]);
        let mut known = [LEGACY_NAMES, DRAFT_NAMES].into_iter();
        let names = known.find(|names| names.contains(&stated)).unwrap_or(&[keys::LATEST]);
        package.format == NAME && self.names == names
    }

    /// Returns the name of the version: the package's own name for it, else the usual one.
    pub(super) fn stated<'a>(&self, package: &'a Package) -> &'a str {
        let stated = package.version.as_deref().filter(|_| package.format == NAME);
        let stated = stated.filter(|stated| self.names.contains(stated));
        stated.unwrap_or(self.names[0])
    }
}
