//! Facts of packages. A test compares two packages by their facts. The tests of the main crate include this file too.

use std::collections::BTreeSet;
use std::path::Path;

use super::task::export::{self, Export};
use super::task::format;
use super::task::model::{Checker, Kind};
use super::task::open;
use super::task::scheme::PackagePoints;
use super::task::{Loss, Package, Remark};

pub(super) const MAX_BYTES: u64 = 64 << 20;

pub(super) fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    format!("{:08x} of {} bytes", crc32fast::hash(&bytes), bytes.len())
}

/// Returns the files of a program: its source, and the files beside it if it is compiled with its own folder.
pub(super) fn program(root: &Path, checker: &Checker) -> String {
    let place = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
    let flags: Vec<String> = checker
        .flags
        .iter()
        .map(|flag| flag.as_str().replace(&root.display().to_string(), ""))
        .collect();
    format!(
        "{} {} {:?} {:?} {flags:?}",
        place(&checker.path),
        text(&checker.path),
        checker.protocol,
        checker.arguments
    )
}

/// Returns the facts that a reader finds in a package.
pub(super) fn facts(package: &Package) -> BTreeSet<String> {
    let root = package.root.canonicalize().unwrap();
    let place = |path: &Path| {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        real.strip_prefix(&root).unwrap_or(&real).display().to_string()
    };
    let mut facts = BTreeSet::new();
    let mut add = |fact: String| {
        facts.insert(fact);
    };
    add(format!("name {}", package.name));
    add(format!("version {:?}", package.version));
    add(format!("gives points {}", package.gives_points));
    add(format!("titles {:?}", package.titles));
    for (number, case) in package.layout.cases.iter().enumerate() {
        add(format!(
            "case {number} {} {:?} {} {}",
            case.name,
            case.group,
            text(&case.input),
            text(&case.answer)
        ));
    }
    assert!(
        package.layout.halves.is_empty() && package.layout.troubles.is_empty(),
        "{:?}",
        package.layout
    );
    match &package.points {
        PackagePoints::Scheme(scheme) => {
            for (number, group) in scheme.groups.iter().enumerate() {
                add(format!("group {number} {group:?}"));
            }
            add(format!("remark {:?}", scheme.remark));
        }
        PackagePoints::Unstated => {}
        PackagePoints::Uncounted { why, .. } => {
            let root = package.root.display().to_string();
            add(format!("uncounted {}", why.replace(&root, "ROOT")));
        }
    }
    let limits = &package.limits;
    add(format!("time {:?}", limits.time.as_ref().map(|time| time.value)));
    add(format!(
        "memory {:?}",
        limits.memory.as_ref().map(|memory| memory.value)
    ));
    add(format!(
        "output {:?}",
        limits.output.as_ref().map(|output| output.value)
    ));
    add(format!(
        "others {:?} {:?} {:?}",
        limits.compile_time, limits.checker_time, limits.checker_memory
    ));
    let files = format!("{:?}", package.files);
    add(format!("files {}", files.split(", by:").next().unwrap()));
    add(format!(
        "comparison {:?}",
        package.comparison.as_ref().map(|comparison| comparison.value)
    ));
    add(format!(
        "checker {:?}",
        package
            .checker
            .as_ref()
            .map(|checker| program(&package.root, &checker.value))
    ));
    if let Kind::Interactive(interactor) = &package.kind {
        add(format!("interactor {:?}", program(&package.root, &interactor.value)));
    }
    add(format!("rule {:?}", package.time_rule.as_ref().map(|rule| rule.value)));
    for (case, rules) in &package.of_cases {
        add(format!("rules of {case} {rules:?}"));
    }
    for (ending, own) in &package.of_endings {
        add(format!("rules of {ending} {own:?}"));
    }
    for one in &package.submissions {
        add(format!(
            "submission {} {} {:?} {:?} {:?}",
            place(&one.path),
            text(&one.path),
            one.expected,
            one.demands,
            one.about
        ));
    }
    for path in &package.statements {
        add(format!("statement {} {}", place(path), text(path)));
    }
    for path in &package.validators {
        add(format!("validator {} {}", place(path), text(path)));
    }
    for (key, value) in &package.about {
        add(format!("about {key}: {value}"));
    }
    for (place, part) in &package.parts {
        for (key, value) in &part.keys {
            add(format!("about {place}: {key}: {value}"));
        }
    }
    facts
}

/// Writes a package in the format of this name.
pub(super) fn export(package: &Package, name: &str) -> Result<Export, String> {
    let (_, target) = format::targets().into_iter().find(|(known, _)| *known == name).unwrap();
    export::export(package, target).map_err(|error| error.to_string())
}

/// Returns losses as sentences.
pub(super) fn sentences(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(ToString::to_string).collect()
}

/// Writes a package below a folder and reads it again.
pub(super) fn again(package: &Package, format: &'static str, place: &Path) -> (Package, Vec<String>) {
    let export = export(package, format).unwrap_or_else(|why| panic!("{format}: {why}"));
    std::fs::create_dir_all(place).unwrap();
    let folder = place.join(&export.name);
    export.tree.to_folder(&folder, &|| false).unwrap();
    let read = open::open(&folder, None, MAX_BYTES).unwrap_or_else(|why| panic!("{format}: {why}"));
    let (_, target) = format::targets()
        .into_iter()
        .find(|(known, _)| *known == format)
        .unwrap();
    assert_eq!(read.format, target.format().name, "{format}");
    let is_known = |remark: &&Remark| package.remarks.contains(remark);
    let new: Vec<&Remark> = read.remarks.iter().filter(|remark| !is_known(remark)).collect();
    assert!(new.is_empty(), "{format}: {new:?}");
    (read, sentences(&export.said))
}
