//! The modules of each crate stand on floors: each uses only modules on floors below its own.
//!
//! The test reads the sources. It takes every `crate::` path outside comments and test code, in `use` declarations and
//! elsewhere. It also takes every `super::` path that leaves the top-level module of its file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the bottom to the top. Modules on one floor do not use each other. A name may stand here before its
/// module exists.
const FLOORS: &[&[&str]] = &[
    &["memory", "random", "budget", "temporary"],
    &["engine", "pattern", "text"],
    &["picture"],
    &["problem"],
    &["stock"],
    &["problems"],
    &["own"],
    &["cases"],
    &["practice"],
    &["cluster"],
    &["cli"],
];

/// The same for the crate `gamesolve-task`.
const FLOORS_OF_TASKS: &[&[&str]] = &[
    &["error"],
    &[
        "case",
        "expected",
        "languages",
        "naming",
        "overall",
        "remark",
        "scheme",
        "trouble",
    ],
    &["archive", "loss", "out", "walk"],
    &["layout"],
    &["model"],
    &["read"],
    &["points"],
    &["write"],
    &["entry"],
    &[
        "cms",
        "dmoj",
        "icpc",
        "library_checker",
        "loose",
        "polygon",
        "sinol",
        "themis",
    ],
    &["format"],
    &["open"],
    &["reread"],
    &["export"],
    &["contest"],
];

/// The same for the crate `gamesolve-judge`.
const FLOORS_OF_JUDGING: &[&[&str]] = &[
    &[
        "beside", "language", "pattern", "regular", "runner", "syntax", "verdict",
    ],
    &["compare", "encoding", "facts", "points", "program"],
    &["external", "findings", "places", "rules", "tools"],
    &["look", "report"],
    &["interact", "overall", "selection", "workshop"],
    &["attempt", "left_out"],
    &["plan", "session"],
];

/// The same for the crate `gamesolve-box`.
const FLOORS_OF_BOX: &[&[&str]] = &[
    &["cgroup", "limits", "scratch", "signals", "usage", "visible", "wire"],
    &["task", "tree"],
    &["conversation", "filter", "leftovers", "mounts", "reaper"],
    &["channel", "program", "reread", "rules"],
    &["exec", "launcher", "watch"],
    &["supervisor"],
    &["stage"],
];

/// The same for the crate `gamesolve-cluster`.
const FLOORS_OF_CLUSTER: &[&[&str]] = &[&["fingerprint", "link", "rounds"], &["hosts", "work"], &["meeting"]];

/// The same for the crate `gamesolve-engine`.
const FLOORS_OF_ENGINES: &[&[&str]] = &[
    &["mentioned", "oracle", "progress", "rows", "staircase", "vertex_set"],
    &["brute", "graph", "splitting", "subtraction", "verify"],
    &["arcs", "backwards", "grundy", "scoring"],
    &["retrograde"],
    &["explore", "loopy", "pursuit"],
    &["certificate"],
];

/// The same for the crate `gamesolve-pattern`.
const FLOORS_OF_PATTERNS: &[&[&str]] = &[
    &["expr", "games"],
    &["claim", "theorem", "why"],
    &["bits", "step"],
    &["formula", "search"],
    &["features"],
    &["branches"],
    &["several", "words"],
    &["code", "tuples"],
];

/// The same for the crate `gamesolve-text`.
const FLOORS_OF_TEXTS: &[&[&str]] = &[
    &["budget", "plain", "random", "row", "shown", "source"],
    &["found"],
    &["error"],
    &["scanner"],
    &["json"],
];

/// The same for the crate `gamesolve-contest`.
const FLOORS_OF_CONTESTS: &[&[&str]] = &[
    &["entries", "names", "tokens", "words"],
    &["alike", "lookalikes"],
    &["results"],
    &["hints", "kept", "sample", "standings", "submissions"],
    &["csv", "json", "sheet"],
    &["handout", "page"],
];

/// The names of files with test code alone.
const TEST_FILES: [&str; 2] = ["tests.rs", "testing.rs"];

/// A use of one top-level module by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    from: String,
    to: String,
    /// The file and the line, from 1.
    place: (PathBuf, usize),
}

/// Returns the floor of a module, from 0.
fn floor(floors: &[&[&str]], module: &str) -> Option<usize> {
    floors.iter().position(|floor| floor.contains(&module))
}

/// Returns a complaint for every module without a floor, and for every arrow that does not lead down.
fn complaints(floors: &[&[&str]], modules: &BTreeSet<String>, arrows: &[Arrow]) -> Vec<String> {
    let homeless = modules
        .iter()
        .filter(|module| floor(floors, module).is_none())
        .map(|module| format!("`{module}` has no floor"));
    let up = arrows.iter().filter_map(|arrow| {
        let (from, to) = (floor(floors, &arrow.from)?, floor(floors, &arrow.to)?);
        let (file, line) = &arrow.place;
        (from <= to && arrow.from != arrow.to).then(|| {
            format!(
                "{}:{line}: `{}` uses `{}`, which is not below it",
                file.display(),
                arrow.from,
                arrow.to
            )
        })
    });
    homeless.chain(up).collect()
}

/// Returns the arrows of one file, whose place in the tree is `file`: `judge/report/json.rs`.
fn arrows_of(file: &Path, text: &str) -> Vec<Arrow> {
    let mut names: Vec<&str> = file.iter().map(|part| part.to_str().unwrap()).collect();
    let name = names.pop().unwrap().trim_end_matches(".rs");
    if name != "mod" {
        names.push(name);
    }
    let mut arrows = Vec::new();
    for (number, inside, line) in code_lines(text) {
        // A path needs this many `super::` to leave the top-level module.
        let out = "super::".repeat(names.len() + inside.len());
        let rooted = line.match_indices("crate::").map(|(at, found)| at + found.len());
        let relative = line
            .match_indices(out.as_str())
            .filter(|(at, _)| !line[..*at].ends_with("super::"))
            .map(|(at, found)| at + found.len());
        for start in rooted.chain(relative) {
            arrows.extend(heads(&line[start..]).into_iter().map(|to| Arrow {
                from: names[0].to_owned(),
                to,
                place: (file.to_owned(), number),
            }));
        }
    }
    arrows
}

/// Returns the first names of a path: `{a::b, c}` has `a` and `c`.
fn heads(path: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        let text = text.trim_start().trim_start_matches("r#");
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(c),
        }
    }
    parts
        .iter()
        .map(|part| name(part))
        .filter(|name| !name.is_empty())
        .collect()
}

/// Returns the name of a module if this line of code begins it.
fn begun_module(code: &str) -> Option<&str> {
    let (before, name) = code.strip_suffix(" {")?.rsplit_once("mod ")?;
    (before.is_empty() || before.starts_with("pub")).then_some(name)
}

/// Returns the lines of code with their numbers and the modules of the same file around them, without comments and test
/// modules. A `use` over several lines is one line.
fn code_lines(text: &str) -> Vec<(usize, Vec<String>, String)> {
    let mut lines: Vec<(usize, Vec<String>, String)> = Vec::new();
    // The modules that are open, with their indentations.
    let mut inside: Vec<(String, usize)> = Vec::new();
    let mut is_test = false;
    let mut is_in_test = false;
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap().trim();
        let indentation = line.len() - line.trim_start().len();
        if code == "}" {
            inside.retain(|(_, around)| *around < indentation);
        }
        match line {
            "#[cfg(test)]" => is_test = true,
            "}" if is_in_test => is_in_test = false,
            _ if is_test && code.ends_with('{') => (is_test, is_in_test) = (false, true),
            // The item is one line, or its attributes go on.
            _ if is_test => is_test = code.starts_with('#'),
            _ if is_in_test || code.is_empty() => {}
            _ if is_open => {
                let last = &mut lines.last_mut().unwrap().2;
                last.push_str(code);
                is_open = !code.ends_with(';');
            }
            _ => {
                let starts_use = code.starts_with("use ") || code.starts_with("pub use ") || code.starts_with("pub(");
                is_open = starts_use && code.contains("use ") && !code.ends_with(';');
                let names = inside.iter().map(|(name, _)| name.clone());
                lines.push((index + 1, names.collect(), code.to_owned()));
                inside.extend(begun_module(code).map(|name| (name.to_owned(), indentation)));
            }
        }
    }
    lines
}

/// Returns the files below a folder, by their places in it.
fn files(root: &Path, place: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(place)).unwrap() {
        let entry = entry.unwrap();
        let place = place.join(entry.file_name());
        if entry.path().is_dir() {
            files(root, &place, found);
        } else if place.extension().is_some_and(|ending| ending == "rs") {
            found.push(place);
        }
    }
}

/// Returns the complaints about the modules in the folder `source` of this repository, and checks that it finds `least`
/// arrows.
fn complaints_of(source: &str, floors: &[&[&str]], least: usize) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let mut found = Vec::new();
    files(&source, Path::new(""), &mut found);
    // The roots of the crate only name the modules.
    found.retain(|file| {
        let name = file.file_name().unwrap().to_str().unwrap();
        let is_root = ["lib.rs", "main.rs"].map(Path::new).contains(&file.as_path());
        !is_root && !TEST_FILES.contains(&name) && file.iter().all(|folder| folder != "tests")
    });
    let mut modules = BTreeSet::new();
    let mut arrows = Vec::new();
    for file in &found {
        let top = Path::new(file.iter().next().unwrap()).with_extension("");
        modules.insert(top.to_str().unwrap().to_owned());
        arrows.extend(arrows_of(file, &fs::read_to_string(source.join(file)).unwrap()));
    }
    arrows.retain(|arrow| modules.contains(&arrow.to));
    let crossing = arrows.iter().filter(|arrow| arrow.from != arrow.to).count();
    assert!(
        crossing >= least,
        "only {crossing} arrows are read: are the sources read at all?"
    );
    complaints(floors, &modules, &arrows).join("\n")
}

#[test]
fn every_module_uses_only_modules_on_floors_below_it() {
    let all: [(&str, &[&[&str]], usize); 12] = [
        ("src", FLOORS, 100),
        ("crates/judge/src", FLOORS_OF_JUDGING, 40),
        ("crates/task/src", FLOORS_OF_TASKS, 80),
        ("crates/contest/src", FLOORS_OF_CONTESTS, 15),
        ("crates/box/src", FLOORS_OF_BOX, 40),
        ("crates/cluster/src", FLOORS_OF_CLUSTER, 2),
        ("crates/engine/src", FLOORS_OF_ENGINES, 20),
        ("crates/pattern/src", FLOORS_OF_PATTERNS, 20),
        ("crates/text/src", FLOORS_OF_TEXTS, 5),
        ("crates/memory/src", &[&["copy"]], 0),
        ("crates/scratch/src", &[&["other", "unix"]], 0),
        ("crates/stdio/src", &[], 0),
    ];
    let crates = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap();
    for entry in crates {
        let source = format!("crates/{}/src", entry.unwrap().file_name().into_string().unwrap());
        let has_floors = all.iter().any(|(known, ..)| *known == source);
        assert!(has_floors, "{source} has no floors");
    }
    for (source, floors, least) in all {
        assert_eq!(complaints_of(source, floors, least), "", "{source}");
    }
}

/// Returns the module of a file, by its place below the root of a crate: `["judge", "report"]` for
/// `judge/report/mod.rs`.
fn module_of(file: &Path) -> Vec<String> {
    let mut names: Vec<String> = file.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    let name = names.pop().unwrap().trim_end_matches(".rs").to_owned();
    if name != "mod" {
        names.push(name);
    }
    names
}

/// Returns the whole paths at the start of a text: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start().trim_start_matches("r#");
    if let Some(group) = text.strip_prefix('{') {
        let mut depth = 0;
        let mut parts = vec![String::new()];
        for c in group.chars() {
            match c {
                '}' if depth == 0 => break,
                ',' if depth == 0 => parts.push(String::new()),
                _ => {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    parts.last_mut().unwrap().push(c);
                }
            }
        }
        return parts.iter().flat_map(|part| paths(part)).collect();
    }
    let end = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return Vec::new();
    }
    let behind = match rest.strip_prefix("::") {
        Some(rest) => paths(rest),
        None => Vec::new(),
    };
    let behind = if behind.is_empty() { vec![Vec::new()] } else { behind };
    behind
        .into_iter()
        .map(|rest| [vec![name.to_owned()], rest].concat())
        .collect()
}

/// Returns the modules and items that a file uses, by whole paths from the root of its crate.
fn used_by(module: &[String], text: &str) -> Vec<Vec<String>> {
    let mut used = Vec::new();
    for (_, inside, line) in code_lines(text) {
        let module = &[module, &inside].concat()[..];
        for (at, _) in line.match_indices("crate::") {
            used.extend(paths(&line[at + "crate::".len()..]));
        }
        for (at, _) in line.match_indices("super::") {
            if line[..at].ends_with("super::") {
                continue;
            }
            let mut rest = &line[at..];
            let mut above = module;
            while let (Some(shorter), [before @ .., _]) = (rest.strip_prefix("super::"), above) {
                (rest, above) = (shorter, before);
            }
            used.extend(paths(rest).into_iter().map(|path| [above, &path[..]].concat()));
        }
    }
    used
}

/// Returns the circles among the modules of each folder.
///
/// A file and the folder of its name are one module of the folder around them. A module and its parent form no circle.
fn circles<'a>(files: impl IntoIterator<Item = (Vec<String>, &'a str)>) -> Vec<String> {
    let files: Vec<(Vec<String>, &str)> = files.into_iter().collect();
    let known: BTreeSet<&[String]> = files
        .iter()
        .flat_map(|(module, _)| (1..=module.len()).map(|length| &module[..length]))
        .collect();
    let mut arrows: BTreeMap<Vec<String>, BTreeSet<(String, String)>> = BTreeMap::new();
    for (module, text) in &files {
        for path in used_by(module, text) {
            let shared = module.iter().zip(&path).take_while(|(a, b)| a == b).count();
            if shared < module.len() && shared < path.len() && known.contains(&path[..=shared]) {
                let arrow = (module[shared].clone(), path[shared].clone());
                arrows.entry(module[..shared].to_vec()).or_default().insert(arrow);
            }
        }
    }
    let mut found = Vec::new();
    for (room, arrows) in arrows {
        let leads = |from: &str| -> BTreeSet<String> {
            let mut reached = BTreeSet::new();
            let mut open = vec![from.to_owned()];
            while let Some(at) = open.pop() {
                let next = arrows.iter().filter(|(from, _)| *from == at).map(|(_, to)| to.clone());
                open.extend(next.filter(|to| reached.insert(to.clone())));
            }
            reached
        };
        let names: BTreeSet<&str> = arrows.iter().map(|(from, _)| from.as_str()).collect();
        let mut told = BTreeSet::new();
        for name in names {
            let reached = leads(name);
            if !reached.contains(name) || told.contains(name) {
                continue;
            }
            let circle: Vec<String> = reached
                .into_iter()
                .filter(|other| leads(other).contains(name))
                .collect();
            let inside = arrows.iter().filter(|(a, b)| circle.contains(a) && circle.contains(b));
            let inside: Vec<String> = inside.map(|(from, to)| format!("{from} -> {to}")).collect();
            found.push(format!("{}: {}", room.join("::"), inside.join(", ")));
            told.extend(circle);
        }
    }
    found
}

#[test]
fn modules_of_one_folder_form_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let mut sources: Vec<PathBuf> = crates.map(|entry| entry.unwrap().path().join("src")).collect();
    sources.push(root.join("src"));
    let mut complaints = Vec::new();
    for source in sources {
        let mut found = Vec::new();
        files(&source, Path::new(""), &mut found);
        found.retain(|file| {
            let name = file.file_name().unwrap().to_str().unwrap();
            !["lib.rs", "main.rs"].contains(&name) && !TEST_FILES.contains(&name)
        });
        let texts = found.iter().map(|file| fs::read_to_string(source.join(file)).unwrap());
        let texts: Vec<String> = texts.collect();
        let modules = found
            .iter()
            .map(|file| module_of(file))
            .zip(texts.iter().map(String::as_str));
        let name = source.strip_prefix(root).unwrap().display().to_string();
        complaints.extend(circles(modules).into_iter().map(|circle| format!("{name} {circle}")));
    }
    assert_eq!(complaints.join("\n"), "");
}

#[test]
fn no_verb_uses_the_command_line_that_runs_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let mut found = Vec::new();
    files(&source, Path::new(""), &mut found);
    found.retain(|file| file != Path::new("mod.rs"));
    let verbs: BTreeSet<String> = found.iter().map(|file| module_of(file)[0].clone()).collect();
    let mut complaints = Vec::new();
    for file in &found {
        let module = [vec!["cli".to_owned()], module_of(file)].concat();
        for path in used_by(&module, &fs::read_to_string(source.join(file)).unwrap()) {
            if let [top, name, ..] = &path[..]
                && top == "cli"
                && !verbs.contains(name)
            {
                complaints.push(format!("{} uses `{name}` of cli/mod.rs", file.display()));
            }
        }
    }
    assert_eq!(complaints.join("\n"), "");
}

#[test]
fn a_circle_inside_a_folder_is_found() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let found = |files: &[(&str, &str)]| circles(files.iter().map(|(path, text)| (module(path), *text)));
    let below = ("a::left", "use super::right::{self, f};\n");
    assert_eq!(found(&[below, ("a::right", "use crate::b::g;\n")]), [""; 0]);
    let circle = found(&[below, ("a::right::deep", "fn f() { super::super::left::h() }\n")]);
    assert_eq!(circle, ["a: left -> right, right -> left"]);
    let three = [
        ("x", "use crate::{y::{p, q}, other};\n"),
        ("y", "use super::z::r;\n"),
        ("z", "use crate::x::s;\n"),
    ];
    assert_eq!(found(&three), [": x -> y, y -> z, z -> x"]);
    // Each module of a file needs one more `super::`, until it ends.
    for inner in [
        "mod inner {\n    use super::super::left::h;\n}\n",
        "pub(super) mod a {\n    mod b {\n        fn f() { super::super::super::left::h() }\n    }\n}\n",
        "mod a {\n    fn f() {\n    }\n}\nuse super::left::h;\n",
    ] {
        assert_eq!(
            found(&[below, ("a::right", inner)]),
            ["a: left -> right, right -> left"]
        );
    }
    let own = "mod inner {\n    use super::left::h;\n}\nmod left {}\n";
    assert_eq!(found(&[below, ("a::right", own)]), [""; 0]);
    // A child may use its parent, and comments and tests are no code.
    assert_eq!(found(&[("a", "use b::f;\n"), ("a::b", "use super::g;\n")]), [""; 0]);
    assert_eq!(
        found(&[below, ("a::right", "// super::left\n#[cfg(test)]\nuse super::left;\n")]),
        [""; 0]
    );
}

#[test]
fn tasks_depend_on_texts_and_temporary_folders_alone_of_our_crates() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/task/Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let ours = text.lines().filter(|line| line.starts_with("gamesolve"));
    let ours: Vec<&str> = ours.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(ours, ["gamesolve-scratch", "gamesolve-text"]);
}

#[test]
fn judging_depends_on_the_box_tasks_and_what_lies_below_them_alone_of_our_crates() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/judge/Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let ours = text.lines().filter(|line| line.starts_with("gamesolve"));
    let mut ours: Vec<&str> = ours.filter_map(|line| line.split(' ').next()).collect();
    ours.sort_unstable();
    assert_eq!(
        ours,
        ["gamesolve-box", "gamesolve-scratch", "gamesolve-task", "gamesolve-text"]
    );
}

#[test]
fn the_box_depends_on_temporary_folders_alone_of_our_crates() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/box/Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let ours: Vec<&str> = text.lines().filter(|line| line.starts_with("gamesolve")).collect();
    assert!(ours.len() == 1 && ours[0].starts_with("gamesolve-scratch "), "{ours:?}");
}

#[test]
fn a_plain_cargo_test_runs_the_tests_of_every_crate_but_the_cluster() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let defaults = text.lines().find(|line| line.starts_with("default-members"));
    let named: Vec<&str> = defaults
        .unwrap()
        .split('"')
        .filter(|name| name.starts_with("crates/"))
        .collect();
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let mut crates: Vec<String> = crates
        .map(|entry| format!("crates/{}", entry.unwrap().file_name().into_string().unwrap()))
        .filter(|name| name != "crates/cluster")
        .collect();
    crates.sort();
    assert_eq!(named, crates);
}

#[test]
fn arrows_are_read_from_uses_and_paths_and_not_from_comments_and_tests() {
    let text = "\
//! As [`crate::comment`].
use crate::text::{InputError, Source};
use crate::{engine::brute, problem::{Entry, Meta}, budget};
pub(crate) use crate::{
    package::{layout, points},
    r#random,
};
use super::super::cluster;
use super::report;
mod inner {
    use super::super::super::own;
    use super::super::report;
}
fn f() -> crate::picture::Label { crate::judge::run() } // crate::comment
#[cfg(test)]
mod tests {
    use crate::problems::REGISTRY;
}
#[cfg(test)]
#[path = \"tests.rs\"]
mod more;
#[cfg(test)]
use crate::practice;
macro_rules! m { () => { $crate::problem::Entry } }
";
    let arrows = arrows_of(Path::new("judge/points.rs"), text);
    let read: Vec<(&str, usize)> = arrows.iter().map(|arrow| (arrow.to.as_str(), arrow.place.1)).collect();
    let expected = [
        ("text", 2),
        ("engine", 3),
        ("problem", 3),
        ("budget", 3),
        ("package", 4),
        ("random", 4),
        ("cluster", 8),
        ("own", 11),
        ("picture", 14),
        ("judge", 14),
        ("problem", 24),
    ];
    assert_eq!(read, expected);
    assert!(arrows.iter().all(|arrow| arrow.from == "judge"));
}

#[test]
fn an_arrow_up_a_circle_and_a_module_without_a_floor_are_complained_of() {
    let floors: &[&[&str]] = &[&["low"], &["left", "right"], &["high"]];
    let arrow = |from: &str, to: &str| Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        place: (PathBuf::from("x.rs"), 7),
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let all = names(&["high", "left", "low", "right"]);
    let down = [
        arrow("high", "low"),
        arrow("left", "low"),
        arrow("high", "right"),
        arrow("high", "high"),
    ];
    assert_eq!(complaints(floors, &all, &down), [""; 0]);
    let up = complaints(floors, &all, &[arrow("low", "left")]);
    assert_eq!(up, ["x.rs:7: `low` uses `left`, which is not below it"]);
    let circle = complaints(floors, &all, &[arrow("left", "right"), arrow("right", "left")]);
    assert_eq!(circle.len(), 2, "{circle:?}");
    let unknown = complaints(floors, &names(&["new"]), &[]);
    assert_eq!(unknown, ["`new` has no floor"]);
}
