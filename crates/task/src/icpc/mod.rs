//! ICPC, Kattis and DOMjudge.

use crate::entry::{Format, Reader, Sign, Target};
use crate::model::{Protocol, SUBMISSIONS};
use crate::write::short_name;
use keys::{DOMJUDGE, INI, MANIFEST, NAME, PROBLEM, TEST_GROUP, TESTDATA};
use write::{Version, write};

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
        Sign {
            any: &[INI],
            beside: &[],
        },
        Sign {
            any: &[MANIFEST],
            beside: &["data", "submissions", "problem_statement", "statement"],
        },
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
            name: "kattis",
            shown: "Kattis",
            has_top: true,
            rename: short_name,
            write: |writing| write(writing, Version::Legacy),
        },
        Target {
            name: "2023-07-draft",
            shown: "the ICPC format 2023-07-draft",
            has_top: true,
            rename: short_name,
            write: |writing| write(writing, Version::Draft),
        },
        Target {
            name: "2025-09",
            shown: "the ICPC format 2025-09",
            has_top: true,
            rename: short_name,
            write: |writing| write(writing, Version::Latest),
        },
        Target {
            // The latest version for a judge that counts no points.
            name: "bapctools",
            shown: "BAPCtools",
            has_top: true,
            rename: short_name,
            write: |writing| write(writing, Version::Bapctools),
        },
        Target {
            name: "domjudge",
            shown: "DOMjudge",
            has_top: false,
            rename: short_name,
            write: |writing| write(writing, Version::Domjudge),
        },
    ],
};
