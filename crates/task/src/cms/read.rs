//! CMS (`italian_yaml`) and task-maker: `task.yaml`, or `gen/GEN`, beside the folder `input`.
//!
//! In the older layout the manifest lies beside the folder of the task and has its name.
//!
//! **Source.** CMS's documentation of external contest formats and its loader, and task-maker-rust.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{MANIFEST, NAME, SCORES, TASK};
use super::points;
use crate::error::TaskError;
use crate::expected::meant_by;
use crate::languages::is_source;
use crate::layout;
use crate::model::{Checker, CompareRule, Comparison, FileNames, Kind, Package, Protocol, Stated, Submission};
use crate::points::known;
use crate::read::keys;
use crate::read::yaml::{Document, Fault};
use crate::read::{entries, full_manifest, name_of, sources_in, statements_in};
use crate::remark::Remark;
use gamesolve_text::quoted;

/// The folders of a checker, and its names there.
const CHECKERS: [(&str, &str); 4] = [
    ("check", "checker"),
    ("check", "correttore"),
    ("cor", "correttore"),
    ("cor", "checker"),
];
/// The default file names for input and output.
const DEFAULT_FILES: (&str, &str) = ("input.txt", "output.txt");
/// The key of points that gamesolve does not count, and the key of its parameters.
const SCORE_TYPE: &str = "score_type";
const SCORE_TYPE_PARAMETERS: &str = "score_type_parameters";
/// The endings of headers, which are no programs.
const HEADERS: [&str; 3] = ["h", "hpp", "hh"];
/// The maximum number of testcases, more than any task has.
const MAX_CASES: usize = 1_000_000;

pub(crate) fn read(root: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    // The newer list is task-maker's alone.
    let has_gen = ["gen/GEN", "gen/cases.gen"]
        .iter()
        .any(|list| root.join(list).is_file());
    let has_input = root.join("input").is_dir();
    let mut task = full_manifest(&root.join(MANIFEST), limit)?;
    if task.is_none() && (has_gen || has_input && root.join("output").is_dir()) {
        task = full_manifest(&root.join("..").join(name_of(root) + ".yaml"), limit)?;
    }
    // If the testcases are not made yet, a manager, a grader or a stub still shows the type of the task.
    let has_parts = has_gen || has_input || ["check", "cor", "sol"].iter().any(|part| root.join(part).is_dir());
    if !(task.is_some() && has_parts || has_gen && has_input) {
        return Ok(None);
    }
    let mut package = Package::new(NAME, root.to_owned(), name_of(root));
    let folders = ["input", "output"].map(str::to_owned);
    package.layout = layout::in_folders(root, &folders, |place| {
        place.len() == 2 && Path::new(&place[1]).extension().is_some_and(|ending| ending == "txt")
    });
    if let (Some(document), false) = (&task, has_gen) {
        keep_stated(document, &mut package).map_err(|fault| document.located(&fault))?;
    }
    let known = known(&[root], &package.layout);
    package.points = points::read(root, &known, task.as_ref(), limit)?;
    package.comparison = Some(Stated::new(Comparison::by(CompareRule::Cms), "the white diff of CMS"));
    if let Some(document) = &task {
        keys::account(&document.root, &TASK, &mut package);
        match (document.root.get(SCORE_TYPE), document.root.get(SCORE_TYPE_PARAMETERS)) {
            (Some(node), _) => _ = package.about.insert(SCORE_TYPE.to_owned(), node.as_text()),
            (None, Some(_)) => {
                let remark = keys::remark(SCORE_TYPE_PARAMETERS, MANIFEST, "there is no `score_type`");
                package.remarks.push(remark);
            }
            (None, None) => {}
        }
        settings(document, &mut package).map_err(|fault| document.located(&fault))?;
        if points::is_shared(&package.points) {
            let remark = keys::remark("total_value", MANIFEST, SCORES);
            package.remarks.retain(|known| *known != remark);
        }
    }
    programs(&mut package);
    package.statements = statements_in(root, &["statement", "testo"]);
    Ok(Some(package))
}

/// Keeps the first `n_input` testcases, as CMS does if there is no `gen/GEN`.
fn keep_stated(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let Some(node) = document.root.get("n_input").filter(|_| !package.layout.is_empty()) else {
        return Ok(());
    };
    let count = node.ordinal("`n_input`")?;
    let place = |number: usize| package.root.join(format!("input/input{number}.txt"));
    let stated: HashSet<PathBuf> = (0..count.min(MAX_CASES)).map(place).collect();
    let layout = &mut package.layout;
    let mut here = layout
        .cases
        .iter()
        .map(|case| &case.input)
        .chain(layout.halves.iter().map(|half| &half.path));
    let there = here.by_ref().filter(|path| stated.contains(*path)).count();
    if there < count {
        let message = format!("this states {count} testcases, but `input` contains {there}");
        return Err(node.fault(message));
    }
    let all = layout.cases.len();
    layout.cases.retain(|case| stated.contains(&case.input));
    let is_stated =
        |half: &layout::Half| stated.contains(&half.path) || !half.path.starts_with(package.root.join("input"));
    layout.halves.retain(is_stated);
    let others = all - layout.cases.len();
    if others > 0 {
        let remark =
            format!("gamesolve judges only the first {count} testcases (`n_input`): `input` contains {others} more");
        package.remarks.push(remark.into());
    }
    Ok(())
}

/// Reads `task.yaml`.
fn settings(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let root = &document.root;
    let by = document.name();
    if let Some(title) = root.get("title").or_else(|| root.get("nome")) {
        package.titles = title.titles("");
    }
    if let Some(node) = root.get("name").or_else(|| root.get("nome_breve")) {
        package.name = quoted(node.text("`name`")?.as_bytes(), 100);
    }
    if let Some(node) = root.get("time_limit").or_else(|| root.get("timeout")) {
        let seconds = node.positive("`time_limit`")?.min(3600.0);
        package.limits.time = Some(Stated::new(Duration::from_secs_f64(seconds), &by));
    }
    if let Some(node) = root.get("memory_limit").or_else(|| root.get("memlimit")) {
        let bytes = node.positive("`memory_limit`")? * f64::from(1 << 20);
        package.limits.memory = Some(Stated::new(bytes as u64, &by));
    }
    let name = |key: &str| {
        // An empty name means a standard stream. A missing name means the default.
        let node = root.get_even_empty(key);
        node.map(|node| node.text(&format!("`{key}`"))).transpose()
    };
    let (input, output) = (name("infile")?, name("outfile")?);
    let file = |given: Option<&str>, default: &str| {
        let name = given.unwrap_or(default).to_owned();
        Some(name).filter(|name| !name.is_empty())
    };
    package.files = match (file(input, DEFAULT_FILES.0), file(output, DEFAULT_FILES.1)) {
        (None, None) => FileNames::Streams,
        // CMS and task-maker give a program no standard streams in this case.
        files if input.is_none() && output.is_none() => FileNames::Files(Stated::default_of("CMS", files)),
        files => FileNames::Files(Stated::new(files, &by)),
    };
    if let Some(node) = root.get("output_only")
        && node.truth("`output_only`")?
    {
        package.kind = Kind::Unsupported(Stated::new("output-only".to_owned(), &by));
    }
    Ok(())
}

/// Finds the checker, the manager and the files for compiling submissions.
fn programs(package: &mut Package) {
    let root = package.root.clone();
    let by = |path: &Path| quoted(path.as_os_str().as_encoded_bytes(), 300);
    for (folder, name) in CHECKERS {
        let folder = root.join(folder);
        // The source precedes its compiled program, which may be for another machine.
        let source = sources_in(&folder)
            .into_iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let found = source.or_else(|| Some(folder.join(name)).filter(|path| path.is_file()));
        if let Some(path) = found {
            let checker = Checker {
                protocol: Protocol::Cms,
                arguments: Vec::new(),
                include: vec![folder],
                flags: Vec::new(),
                path: path.clone(),
            };
            package.checker = Some(Stated::new(checker, by(&path)));
            break;
        }
    }
    let refuse = |package: &mut Package, what: &str, path: &Path| {
        if package.kind == Kind::Batch {
            package.kind = Kind::Unsupported(Stated::new(what.to_owned(), by(path)));
        }
    };
    for folder in ["check", "cor"] {
        let manager = entries(&root.join(folder)).into_iter().find(|path| {
            let stem = path.file_stem().unwrap_or_default();
            stem == "manager"
        });
        if let Some(path) = manager {
            refuse(package, "communication", &path);
        }
    }
    for path in entries(&root.join("sol")) {
        let stem = path.file_stem().unwrap_or_default();
        if stem == "stub" {
            refuse(package, "communication", &path);
        } else if stem == "grader" {
            refuse(package, "batch with a grader", &path);
        }
    }
    submissions(package);
    package.validators = sources_in(&root.join("gen"))
        .into_iter()
        .filter(|path| {
            path.file_stem()
                .is_some_and(|stem| stem == "validator" || stem == "valida")
        })
        .collect();
}

/// The words of folders for programs that should not be accepted.
const INCORRECT: [&str; 2] = ["incorrect", "wrong"];

/// Finds the official solution, the other solutions, and the programs in folders beside them.
///
/// The name of a folder may state the verdict of its programs.
fn submissions(package: &mut Package) {
    let sol = package.root.join("sol");
    let mut open = vec![(sol.clone(), Vec::new())];
    while let Some((folder, expected)) = open.pop() {
        let is_inside = folder != sol;
        for path in entries(&folder) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_official = !is_inside && ["solution", "soluzione"].contains(&stem.as_str());
            if path.is_dir() && !path.is_symlink() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let is_incorrect = INCORRECT.iter().any(|word| name.starts_with(word));
                let expected = match meant_by(&name) {
                    Some(_) => vec![name],
                    None if is_incorrect => vec!["rejected".to_owned()],
                    None => expected.clone(),
                };
                open.push((path, expected));
            } else if !is_source(&path) {
                let ending = path.extension().unwrap_or_default();
                if is_official || is_inside && !HEADERS.iter().any(|header| ending == *header) {
                    let place = path.strip_prefix(&package.root).unwrap_or(&path);
                    package.remarks_on_submissions.push(Remark::Program {
                        place: quoted(place.as_os_str().as_encoded_bytes(), 100),
                        why: "gamesolve does not know its language".to_owned(),
                    });
                }
            } else if is_official {
                package
                    .submissions
                    .push(Submission::of_file(path, vec!["AC".to_owned()]));
            } else if is_inside || stem != "grader" && stem != "stub" {
                package.submissions.push(Submission::of_file(path, expected.clone()));
            }
        }
    }
}
