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
    /// The keys of the points of a group, or `None` if the legacy grader computes them.
    pub(super) points: Option<PointKeys>,
    /// Whether the points that a checker gives are lost.
    pub(super) loses_scores: bool,
    /// Whether DOMjudge's own file states the time limit, the one statement is beside it, and there are no groups.
    pub(super) has_ini: bool,
    /// Whether each input may exist only once, and BAPCtools tests the answers.
    pub(super) tests_answers: bool,
    /// The spelling of the packages of this version that have `test_group.yaml`.
    of_test_groups: Option<&'static Spelling>,
}

/// The keys of the points of a group.
pub(super) struct PointKeys {
    /// The key above them, if there is one.
    pub(super) above: Option<&'static str>,
    pub(super) most: &'static str,
    pub(super) rule: &'static str,
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
    points: None,
    loses_scores: false,
    has_ini: false,
    tests_answers: false,
    of_test_groups: None,
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
    points: Some(PointKeys {
        above: None,
        most: "max_score",
        rule: "score_aggregation",
    }),
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
    group_file: TESTDATA.file,
    whole: Some("data"),
    points: None,
    of_test_groups: Some(&DRAFT_OF_TEST_GROUPS),
    ..DRAFT_OF_TEST_GROUPS
};

const DRAFT_OF_TEST_GROUPS: Spelling = Spelling {
    names: DRAFT_NAMES,
    points: Some(PointKeys {
        above: Some("scoring"),
        most: "score",
        rule: "aggregation",
    }),
    loses_scores: true,
    ..LATEST
};

impl Spelling {
    /// Returns the spelling for this package: a draft keeps the names of its files about groups.
    pub(super) fn for_package(&'static self, package: &Package) -> &'static Spelling {
        let has_test_groups = package.parts.keys().any(|place| place.ends_with("/test_group.yaml"));
        let kept = self.of_test_groups.filter(|_| has_test_groups && self.is_of(package));
        kept.unwrap_or(self)
    }

    /// Returns whether a package has this version. A version that gamesolve does not know is read as the latest.
    pub(super) fn is_of(&self, package: &Package) -> bool {
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
