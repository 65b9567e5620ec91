//! ICPC, Kattis and DOMjudge.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::{Protocol, SUBMISSIONS};
use keys::{DOMJUDGE, INI, MANIFEST, NAME, PROBLEM, TEST_GROUP, TESTDATA};
use write::spelling::{BAPCTOOLS, DOMJUDGE as ARCHIVE, DRAFT, LATEST, LEGACY};
use write::write;

pub(crate) mod keys;
mod points;
mod read;
mod write;

/// Kattis, DOMjudge and the versions of the ICPC's format.
pub(crate) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[
        MANIFEST,
        INI,
        ".timelimit",
        "data/testdata.yaml",
        "data/test_group.yaml",
        "submissions/submissions.yaml",
    ],
    keys: &[&PROBLEM, &TESTDATA, &TEST_GROUP, &keys::SUBMISSIONS, &DOMJUDGE],
    signs: &[
        Sign::new(&[INI], &[]),
        Sign::new(&[MANIFEST], &["data", "submissions", "problem_statement", "statement"]),
    ],
    reader: Some(Reader {
        read: read::read,
        turn: 6,
        cases: "they belong in `data/sample` and `data/secret`",
        makes: false,
        submissions: SUBMISSIONS,
    }),
    checkers: &[Protocol::Kattis],
    interactors: &[Protocol::Kattis],
    states: &["title", "author", "source", "license", "rights_owner"],
    targets: &[
        Target {
            is_version_of: |package| LEGACY.is_of(package),
            ..Target::new("kattis", "Kattis", |writing| write(writing, &LEGACY))
        },
        Target {
            is_version_of: |package| DRAFT.is_of(package),
            ..Target::new("2023-07-draft", "the ICPC format 2023-07-draft", |writing| {
                write(writing, &DRAFT)
            })
        },
        Target {
            is_version_of: |package| LATEST.is_of(package),
            ..Target::new("2025-09", "the ICPC format 2025-09", |writing| write(writing, &LATEST))
        },
        Target {
            is_version_of: |_| false,
            ..Target::new("bapctools", "BAPCtools", |writing| write(writing, &BAPCTOOLS))
        },
        Target {
            is_version_of: |package| LEGACY.is_of(package) && package.root.join(INI).is_file(),
            has_top: false,
            ..Target::new("domjudge", "DOMjudge", |writing| write(writing, &ARCHIVE))
        },
    ],
};
