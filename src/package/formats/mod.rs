//! The formats of packages: one reader each, from a folder to the [`Package`] of the model.
//!
//! A format is known by its manifest. Only the folders that the format keeps data in are walked.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::archive;
use super::case::Case;
use super::keys::Inventory;
use super::layout::{self, Half, Layout, Pattern};
use super::model::{FileNames, Kind, Package, SUBMISSIONS, leads_out_of};
use super::points::PackagePoints;
use super::trouble::{Trouble, shown};
use super::yaml::Document;
use crate::text::quoted;

mod cms;
mod dmoj;
mod icpc;
pub(super) mod polygon;
mod sinol;
pub(super) mod themis;

/// The name of the format of folders without a manifest.
const LOOSE: &str = "loose files";
/// The endings of source files, in lower case.
pub const SOURCE_ENDINGS: [&str; 12] = [
    "cpp", "cc", "cxx", "c++", "c", "pas", "pp", "dpr", "rs", "java", "py", "py3",
];

/// Manifests of judges whose packages are not read.
const FOREIGN: [(&str, &str); 6] = [
    ("config.yaml", "Hydro"),
    ("config.yml", "Hydro, Luogu or sinol"),
    ("problem.conf", "UOJ"),
    ("task.yaml", "a tool other than CMS"),
    ("task.yml", "an older CMS"),
    (LIBRARY_CHECKER.0, LIBRARY_CHECKER.1),
];
/// The manifest of a judge whose packages have a checker each, and what it is called.
const LIBRARY_CHECKER: (&str, &str) = ("info.toml", "library-checker");

/// Files of packages that readers take for manifests, by their places.
const MANIFESTS: [&str; 17] = [
    "problem.yaml",
    "domjudge-problem.ini",
    ".timelimit",
    "data/testdata.yaml",
    "data/test_group.yaml",
    "submissions/submissions.yaml",
    "init.yml",
    "config.yml",
    "task.yaml",
    "gen/GEN",
    "gen/cases.gen",
    "Settings.cfg",
    "problem.xml",
    "cases.yaml",
    "problem.conf",
    "config.yaml",
    "task.yml",
];
/// How deep packages are looked for below a folder that is none.
const MAX_DEPTH_OF_PACKAGES: usize = 3;
/// The most packages that an error lists.
const MAX_LISTED_PACKAGES: usize = 8;

/// Those of C++.
const CPP_ENDINGS: [&str; 4] = ["cpp", "cc", "cxx", "c++"];

/// The keys of all formats.
pub const INVENTORIES: [&Inventory; 10] = [
    &icpc::PROBLEM,
    &icpc::TESTDATA,
    &icpc::TEST_GROUP,
    &icpc::SUBMISSIONS,
    &icpc::DOMJUDGE,
    &dmoj::INIT,
    &sinol::CONFIG,
    &cms::TASK,
    &polygon::PROBLEM,
    &themis::SETTINGS,
];

/// Reads the package in a folder or an archive; with `pair` its cases are those of that pattern.
///
/// # Errors
/// The whole message, from `error: ` on, about what cannot be read or understood.
pub fn open(path: &Path, pair: Option<&Pattern>, max_bytes: u64) -> Result<Package, String> {
    if path.is_dir() {
        return paired(read(path, None, pair.is_some(), max_bytes)?, pair);
    }
    let folder = archive::unpack(path)?;
    let root = archive::inner_root(folder.path());
    let package = read(&root, Some(path), pair.is_some(), max_bytes).and_then(|mut package| {
        if root == folder.path() {
            package.name = stem(path);
        }
        paired(package, pair)
    });
    // Messages name the archive: the folder is gone when they are read.
    let unpacked = folder.path().display().to_string();
    let named = |text: String| text.replace(&unpacked, &quoted(path.as_os_str().as_encoded_bytes(), 300));
    let mut package = package.map_err(named)?;
    package.remarks = package.remarks.into_iter().map(named).collect();
    package.remarks_on_submissions = package.remarks_on_submissions.into_iter().map(named).collect();
    let paths = package.layout.troubles.iter_mut().flat_map(Trouble::paths);
    for shown in paths.chain(package.layout.halves.iter_mut().map(|half| &mut half.path)) {
        if let Ok(inside) = shown.strip_prefix(folder.path()) {
            // Nothing is joined to the archive itself, not even an end that says it is a folder.
            *shown = path.components().chain(inside.components()).collect();
        }
    }
    package.unpacked.push(folder.into());
    Ok(package)
}

/// Replaces the cases of a package by those of a pattern. What is stated of single cases goes with them.
fn paired(mut package: Package, pair: Option<&Pattern>) -> Result<Package, String> {
    if let Some(pair) = pair {
        package.layout = layout::by_pattern(&package.root, pair);
        package.points = PackagePoints::Unstated;
        package.of_cases.clear();
        package.samples.clear();
    }
    Ok(package)
}

/// The tasks in a folder that holds several and no manifest of its own, each in a folder; empty elsewhere.
pub fn tasks_in(root: &Path) -> Vec<PathBuf> {
    let manifests = [
        "init.yml",
        "config.yml",
        "task.yaml",
        "Settings.cfg",
        "problem.xml",
        "problem.yaml",
    ];
    if manifests.iter().any(|name| root.join(name).exists()) {
        return Vec::new();
    }
    themis::tasks(root)
}

/// A format: its reader, and where its parts lie, for who looks for them.
struct Format {
    /// Reads the package in a folder; `None` where the folder is of another format.
    read: fn(&Path, u64) -> Result<Option<Package>, String>,
    /// Where its cases lie.
    cases: &'static str,
    /// Whether packages may come with what makes the cases instead of them.
    makes: bool,
    /// Where its submissions lie.
    submissions: &'static str,
}

const FORMATS: [Format; 6] = [
    Format {
        read: dmoj::read,
        cases: "`init.yml` names them",
        makes: false,
        submissions: "`tests` of `init.yml`",
    },
    Format {
        read: sinol::read,
        cases: "they lie in `in` and `out`, where `sinol-make gen` makes them",
        makes: true,
        submissions: "`prog`",
    },
    Format {
        read: cms::read,
        cases: "they lie in `input` and `output`, where `cmsMake` makes them",
        makes: true,
        submissions: "`sol`",
    },
    Format {
        read: themis::read,
        cases: "each lies in a folder of its own, beside `Settings.cfg`",
        makes: false,
        submissions: SUBMISSIONS,
    },
    Format {
        read: polygon::read,
        cases: "they lie in `tests`, where `doall.sh` makes them, and a full package holds them",
        makes: true,
        submissions: "`solutions` of `problem.xml`",
    },
    Format {
        read: icpc::read,
        cases: "they lie in `data/sample` and `data/secret`",
        makes: false,
        submissions: SUBMISSIONS,
    },
];

/// Reads the package in a folder, which an archive may have been unpacked to. It may be without cases if the user names them.
fn read(root: &Path, archive: Option<&Path>, has_named_cases: bool, max_bytes: u64) -> Result<Package, String> {
    refuse_links(root)?;
    for format in &FORMATS {
        if let Some(mut package) = (format.read)(root, max_bytes)? {
            package.submissions_lie = format.submissions;
            check_file_names(&package)?;
            if let Some(file) = package.link_out(package.files()) {
                return Err(led_out(file));
            }
            if package.layout.is_empty() && package.kind == Kind::Batch && !format.makes {
                // The manifest of a package whose cases lie about: nothing is lost if all of them are whole. Where cases are
                // made, what lies about is examples.
                let loose = layout::find(&[root.to_owned()]);
                if loose.halves.is_empty() && loose.troubles.is_empty() {
                    package.layout = loose;
                }
            }
            if matches!(package.kind, Kind::Unsupported(_)) {
                // It is refused by its type, whatever lacks of its cases.
                package.layout.halves.clear();
                package.layout.troubles.clear();
            } else if package.layout.is_empty() || format.makes && is_without_cases(&package.layout) {
                package.layout.halves.clear();
                let path = root.to_owned();
                let others = |trouble: &Trouble| !matches!(trouble, Trouble::Empty { .. });
                package.layout.troubles.retain(others);
                package.layout.troubles.push(Trouble::EmptyPackage {
                    path,
                    format: package.format,
                    place: format.cases,
                });
            }
            return Ok(package);
        }
    }
    if !has_named_cases {
        refuse_several(root, archive)?;
    }
    let mut package = Package::new(LOOSE, root.to_owned(), name_of(root));
    package.layout = layout::find(&[root.to_owned()]);
    // Others have files of this name, too.
    let has_parts = ["gen", "sol"].iter().any(|part| root.join(part).is_dir());
    let is_meant = |name: &str| root.join(name).is_file() && (name != LIBRARY_CHECKER.0 || has_parts);
    for (name, judge) in FOREIGN.into_iter().filter(|(name, _)| is_meant(name)) {
        let is_whole = package.layout.halves.is_empty() && !package.layout.is_empty();
        if name == LIBRARY_CHECKER.0 && !has_named_cases {
            return Err(format!(
                "error: {} is of {judge}, whose packages are not read: a checker of its own judges there\n\
                 hint: `--pair 'in/%.in=out/%.out'` takes the cases alone, and `--checker checker.cpp` the checker",
                shown(&root.join(name))
            ));
        }
        if !is_whole && !has_named_cases {
            let name = quoted(root.join(name).as_os_str().as_encoded_bytes(), 300);
            return Err(format!(
                "error: `{name}` is of {judge}, whose packages are not read, and not all cases are found without it\n\
                 hint: `--pair 'in/%.txt=out/%.txt'` says where they lie"
            ));
        }
        package.remarks.push(format!(
            "`{name}` is not obeyed: it is of {judge}, whose packages are not read; options give limits and a checker"
        ));
    }
    Ok(package)
}

/// Refuses a manifest that a link leads out of the package: an error in it would show what it leads to.
fn refuse_links(root: &Path) -> Result<(), String> {
    let is_data = root.canonicalize().is_ok_and(|real| real.ends_with("data"));
    let around = if is_data { root.join("..") } else { root.to_owned() };
    let files = MANIFESTS.map(|name| around.join(name));
    match files.into_iter().find(|file| leads_out_of(&around, file)) {
        Some(file) => Err(led_out(&file)),
        None => Ok(()),
    }
}

/// The error for a file that a link leads out of its package.
fn led_out(file: &Path) -> String {
    format!("error: a link leads out of the package: {}", shown(file))
}

/// Refuses a folder that is no package and holds some: each has rules of its own. Themis has such folders.
fn refuse_several(root: &Path, archive: Option<&Path>) -> Result<(), String> {
    if !themis::tasks(root).is_empty() {
        return Ok(());
    }
    let mut found = Vec::new();
    let mut open = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        if depth > 0 && is_package(&folder) {
            found.push(folder);
        } else if depth < MAX_DEPTH_OF_PACKAGES {
            let inside = entries(&folder).into_iter();
            open.extend(
                inside
                    .filter(|path| path.is_dir() && !path.is_symlink())
                    .map(|path| (path, depth + 1)),
            );
        }
    }
    found.sort();
    let Some(first) = found.first() else {
        return Ok(());
    };
    let names: Vec<String> = found.iter().take(MAX_LISTED_PACKAGES).map(|path| shown(path)).collect();
    let more = found.len() - names.len();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let what = match found.len() {
        1 => "a package".to_owned(),
        count => format!("{count} packages"),
    };
    let hint = match archive {
        Some(_) => "unpack it, and name one of them".to_owned(),
        None => {
            let first = quoted(first.as_os_str().as_encoded_bytes(), 300);
            format!("name one of them, as in `gamesolve judge {first} sol.cpp`")
        }
    };
    Err(format!(
        "error: {} is no package, but holds {what}: {}{more}\nhint: {hint}",
        shown(archive.unwrap_or(root)),
        names.join(", ")
    ))
}

/// Whether a folder has a manifest, and what belongs to it.
fn is_package(folder: &Path) -> bool {
    let has = |names: &[&str]| names.iter().any(|name| folder.join(name).exists());
    has(&["domjudge-problem.ini", "init.yml", "problem.xml"])
        || has(&["problem.yaml"]) && has(&["data", "submissions", "problem_statement", "statement"])
        || has(&["config.yml"]) && has(&["in", "prog"])
        || has(&["in"]) && has(&["prog"])
        || has(&["task.yaml"]) && has(&["input", "gen", "sol", "check", "cor"])
        || has(&["gen/GEN", "gen/cases.gen"]) && has(&["input"])
}

/// Says where only the examples are stored: an error where something makes the other cases, else a remark.
fn account_for_examples(package: &mut Package, is_example: impl Fn(&Case) -> bool, maker: Option<PathBuf>) {
    let layout = &mut package.layout;
    if !layout.halves.is_empty() || layout.cases.is_empty() || !layout.cases.iter().all(is_example) {
        return;
    }
    match maker {
        Some(path) => layout.troubles.push(Trouble::ExamplesAlone { path }),
        None => package
            .remarks
            .push("only the examples are there, and nothing else is judged".to_owned()),
    }
}

/// Whether no case is whole, and so many are not that one sentence says more than one about each.
fn is_without_cases(layout: &Layout) -> bool {
    const FEW: usize = 3;
    layout.cases.is_empty() && layout.halves.len() > FEW
}

/// Checks that the names of input and output files are names of files in the folder of a program.
fn check_file_names(package: &Package) -> Result<(), String> {
    let FileNames::Files(stated) = &package.files else {
        return Ok(());
    };
    let (input, output) = &stated.value;
    let is_plain = |name: &&String| !name.contains(['/', '\\', '\0']) && !matches!(name.as_str(), "" | "." | "..");
    match input.iter().chain(output).find(|name| !is_plain(name)) {
        None => Ok(()),
        Some(name) => Err(format!(
            "error: {}: `{}` is no name of a file that programs read or write",
            stated.by,
            quoted(name.as_bytes(), 100)
        )),
    }
}

/// The name of a folder, links and steps back resolved; escaped.
fn name_of(root: &Path) -> String {
    let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let name = real.file_name().unwrap_or(OsStr::new("task"));
    quoted(name.as_encoded_bytes(), 100)
}

/// The name of a file without its endings; escaped.
fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let stem = name.split(|&b| b == b'.').next().unwrap_or_default();
    quoted(stem, 100)
}

/// One case that a manifest names: its files, as far as it names them, below the root.
struct Pair {
    name: String,
    group: Option<String>,
    input: Option<PathBuf>,
    answer: Option<PathBuf>,
}

/// Makes a layout of the cases that a manifest names, in its order. A file that is not there makes half a case.
fn of_pairs(pairs: Vec<Pair>) -> Layout {
    let mut layout = Layout {
        roots: 1,
        ..Layout::default()
    };
    for pair in pairs {
        let there = |path: &Option<PathBuf>| path.clone().filter(|path| path.is_file());
        let half = |path, missing| Half {
            name: pair.name.clone(),
            group: pair.group.clone(),
            path,
            missing,
        };
        match (there(&pair.input), there(&pair.answer)) {
            (Some(input), Some(answer)) => layout.cases.push(Case {
                key: pair.name.to_ascii_lowercase().into_bytes(),
                name: pair.name,
                group: pair.group,
                input,
                answer,
            }),
            (Some(path), None) => layout.halves.push(half(path, "answer")),
            (None, Some(path)) => layout.halves.push(half(path, "input")),
            (None, None) => layout
                .halves
                .push(half(pair.input.clone().unwrap_or_default(), "input")),
        }
    }
    layout
}

/// The entries of a folder that are not hidden, in the order of their names; none where it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(b".")
    };
    paths.retain(|path| !is_hidden(path));
    paths.sort();
    paths
}

/// Whether a file is a source file by its ending.
fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    SOURCE_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// A program of a package.
struct Found {
    /// Its source file, the program itself, or the script that starts or builds it.
    path: PathBuf,
    /// The files that it is compiled with and may read.
    include: Vec<PathBuf>,
    /// The other source files of the same program.
    others: Vec<PathBuf>,
}

/// Returns the program in a file or folder, as ICPC packages have them: all sources of C or C++, or of Java, in a folder are
/// one program, and scripts `build` and `run` build and start it. Where the folder `is_program`, it is one itself, else it
/// holds one.
///
/// # Errors
/// Why there is none, or which is meant is not known.
fn program_of(path: &Path, is_program: bool) -> Result<Found, String> {
    let mut folder = path.to_owned();
    let mut is_program = is_program;
    // A folder of programs holds one folder, which holds files.
    for _ in 0..2 {
        let scripts = ["build", "run"].map(|name| folder.join(name));
        if let Some(script) = scripts.into_iter().find(|path| is_program && path.is_file()) {
            return Ok(Found {
                path: script,
                include: vec![folder],
                others: Vec::new(),
            });
        }
        let sources = sources_in(&folder);
        let is_cpp = |path: &PathBuf| {
            let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
            CPP_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
        };
        let is_java = |path: &PathBuf| {
            path.extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("java"))
        };
        let is_one = sources.iter().all(is_cpp) || sources.iter().all(is_java);
        if is_program && sources.len() > 1 && is_one {
            let main = sources
                .iter()
                .position(|path| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("main")));
            let first = main.unwrap_or(0);
            let others = sources.iter().enumerate().filter(|(at, _)| *at != first);
            return Ok(Found {
                path: sources[first].clone(),
                include: vec![folder],
                others: others.map(|(_, path)| path.clone()).collect(),
            });
        }
        match &entries(&folder)[..] {
            [only] if only.is_dir() => (folder, is_program) = (only.clone(), true),
            _ => break,
        }
    }
    let (path, include) = program_in(path)?;
    Ok(Found {
        path,
        include,
        others: Vec::new(),
    })
}

/// The source file or the program in a file or folder, and what it is compiled with.
///
/// # Errors
/// Why there is none, or which is meant is not known.
fn program_in(path: &Path) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let mut folder = path.to_owned();
    // A folder of programs holds one folder, which holds files: two steps.
    for _ in 0..3 {
        if folder.is_file() {
            let beside = folder.parent().map(Path::to_owned);
            return Ok((folder, beside.into_iter().collect()));
        }
        let inside = entries(&folder);
        let sources: Vec<&PathBuf> = inside.iter().filter(|path| path.is_file() && is_source(path)).collect();
        let is_main = |path: &&&PathBuf| {
            let stem = path.file_stem().unwrap_or_default();
            ["main", "__main__"].iter().any(|main| stem.eq_ignore_ascii_case(main)) || Some(stem) == folder.file_name()
        };
        let chosen = match &sources[..] {
            [only] => Some(*only),
            several => several.iter().find(is_main).copied(),
        };
        if let Some(source) = chosen {
            return Ok((source.clone(), vec![folder]));
        }
        let folders: Vec<&PathBuf> = inside.iter().filter(|path| path.is_dir()).collect();
        match (&sources[..], &folders[..], &inside[..]) {
            ([], [only], _) => folder = (*only).clone(),
            ([], [], [only]) => folder = only.clone(),
            ([], _, []) => return Err("there is no program".to_owned()),
            ([], ..) => return Err("there is no source file, or there are several programs".to_owned()),
            _ => return Err("there are several source files, none of them called `main`".to_owned()),
        }
    }
    Err("there is no program".to_owned())
}

/// Whether a folder holds anything that is not hidden.
fn has_entries(folder: &Path) -> bool {
    !entries(folder).is_empty()
}

/// The files in a folder that are source files, in the order of their names.
fn sources_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = entries(folder);
    paths.retain(|path| path.is_file() && is_source(path));
    paths
}

/// The statements in some folders of a package: PDF, TeX, HTML, Markdown and text.
fn statements_in(root: &Path, folders: &[&str]) -> Vec<PathBuf> {
    let endings = ["pdf", "tex", "html", "md", "txt"];
    let is_statement = |path: &PathBuf| {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        path.is_file() && endings.contains(&ending)
    };
    let all = folders.iter().flat_map(|folder| entries(&root.join(folder)));
    all.filter(is_statement).collect()
}

/// Reads a manifest of YAML; `None` where there is none.
///
/// # Errors
/// Where it is no YAML, or neither a map of keys nor empty.
fn manifest(path: &Path, max_bytes: u64) -> Result<Option<Document>, String> {
    let document = Document::read(path, max_bytes)?;
    if let Some(document) = &document {
        let root = &document.root;
        if !root.is_map() && !root.is_nothing() {
            return Err(document.located(&root.fault("a manifest is a map of keys")));
        }
    }
    Ok(document)
}

/// Reads a manifest of YAML that must state something; `None` where there is none.
///
/// # Errors
/// As [`manifest`], and where it is empty.
fn full_manifest(path: &Path, max_bytes: u64) -> Result<Option<Document>, String> {
    let document = manifest(path, max_bytes)?;
    if let Some(empty) = document.as_ref().filter(|document| document.root.is_nothing()) {
        return Err(empty.located(&empty.root.fault("this manifest is empty")));
    }
    Ok(document)
}

#[cfg(test)]
pub(super) mod tests;
