//! Any bytes as a file that states the points of a package, of every layout: they are read, refused or not counted.
//!
//! Nothing panics, a refusal has a place, and points are numbers for all verdicts.
#![no_main]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use gamesolve::judge::points::Counted;
use gamesolve::judge::{Fault, Judgement, Verdict};
use gamesolve::package::scheme::PackagePoints;
use gamesolve::package::{TaskError, open};
use gamesolve_fuzz::{Bytes, check_message};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// A package: its files, and the file that the fuzzer writes.
struct Shape {
    files: &'static [(&'static str, &'static str)],
    written: &'static str,
    packed: bool,
}

/// A package of this shape on disk.
struct Package {
    folder: TempDir,
    written: PathBuf,
    packed: bool,
}

const ICPC: &[(&str, &str)] = &[
    ("data/sample/1.in", ""),
    ("data/sample/1.ans", ""),
    ("data/secret/g1/1.in", ""),
    ("data/secret/g1/1.ans", ""),
    ("data/secret/g2/2.in", ""),
    ("data/secret/g2/2.ans", ""),
    ("problem.yaml", "type: scoring\nvalidation: custom score\n"),
    ("data/testdata.yaml", "on_reject: continue\n"),
];
const LATEST: &[(&str, &str)] = &[
    ("data/sample/1.in", ""),
    ("data/sample/1.ans", ""),
    ("data/secret/g1/1.in", ""),
    ("data/secret/g1/1.ans", ""),
    ("data/secret/g2/2.in", ""),
    ("data/secret/g2/2.ans", ""),
    ("problem.yaml", "problem_format_version: 2025-09\ntype: scoring\n"),
    ("data/secret/test_group.yaml", "score_aggregation: sum\n"),
    ("data/secret/g1/test_group.yaml", "max_score: 40\n"),
    ("data/secret/g2/test_group.yaml", "max_score: 60\n"),
];
const SHAPES: &[Shape] = &[
    Shape {
        files: &[("1.in", ""), ("1.out", ""), ("2.in", ""), ("2.out", "")],
        written: "init.yml",
        packed: false,
    },
    Shape {
        files: &[
            ("in/a1a.in", ""),
            ("out/a1a.out", ""),
            ("in/a2a.in", ""),
            ("out/a2a.out", ""),
        ],
        written: "config.yml",
        packed: false,
    },
    Shape {
        files: &[
            ("input/input0.txt", ""),
            ("output/output0.txt", ""),
            ("input/input1.txt", ""),
            ("output/output1.txt", ""),
        ],
        written: "gen/GEN",
        packed: false,
    },
    Shape {
        files: &[
            ("Test01/A.INP", ""),
            ("Test01/A.OUT", ""),
            ("Test02/A.INP", ""),
            ("Test02/A.OUT", ""),
        ],
        written: "Settings.cfg",
        packed: true,
    },
    Shape {
        files: &[("Test01/A.INP", ""), ("Test01/A.OUT", "")],
        written: "Settings.cfg",
        packed: false,
    },
    Shape {
        files: &[
            ("tests/01", ""),
            ("tests/01.a", ""),
            ("tests/02", ""),
            ("tests/02.a", ""),
        ],
        written: "problem.xml",
        packed: false,
    },
    Shape {
        files: ICPC,
        written: "data/testdata.yaml",
        packed: false,
    },
    Shape {
        files: ICPC,
        written: "problem.yaml",
        packed: false,
    },
    Shape {
        files: LATEST,
        written: "data/secret/test_group.yaml",
        packed: false,
    },
    Shape {
        files: LATEST,
        written: "data/secret/g1/test_group.yaml",
        packed: false,
    },
    Shape {
        files: LATEST,
        written: "problem.yaml",
        packed: false,
    },
];

thread_local! {
    static PACKAGES: Vec<Package> = SHAPES.iter().map(Package::of).collect();
}

impl Package {
    fn of(shape: &Shape) -> Package {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder");
            fs::write(&path, text).expect("a file");
            path
        };
        for (name, text) in shape.files {
            write(name, text);
        }
        let written = write(shape.written, "");
        Package {
            folder,
            written,
            packed: shape.packed,
        }
    }

    fn read(&self, bytes: &[u8]) -> Result<PackagePoints, TaskError> {
        let mut written = bytes.to_vec();
        if self.packed {
            let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
            packer.write_all(bytes).expect("memory");
            written = packer.finish().expect("memory");
        }
        fs::write(&self.written, written).expect("a file");
        open::open(self.folder.path(), None, 1 << 20).map(|package| package.points)
    }
}

fuzz_target!(|data: &[u8]| {
    let mut data = Bytes(data);
    let (choice, verdicts) = (data.number(), data.number());
    PACKAGES.with(|packages| {
        let package = &packages[usize::from(choice) % packages.len()];
        let scheme = match package.read(data.0) {
            Ok(PackagePoints::Scheme(scheme)) => scheme,
            Ok(_) => return,
            Err(error) => return check_message(&error.to_string()),
        };
        let wrong = Judgement::new(Verdict::WRONG_ANSWER, "");
        let internal = Judgement::internal(Fault::Own, "");
        let all = [&Judgement::ACCEPTED, &wrong, &internal, &Judgement::ACCEPTED];
        let counted = Counted::by(&scheme, |name| {
            let at = name.bytes().fold(0, |sum: usize, byte| sum + usize::from(byte)) % 4;
            Some(all[usize::from(verdicts >> (2 * at) & 3)])
        });
        for group in counted.groups.iter().chain([&counted.total]) {
            assert!(group.points.as_ref().is_ok_and(|points| points.is_finite()) || group.points.is_err());
            assert!(group.of.is_none_or(f64::is_finite));
        }
    });
});
