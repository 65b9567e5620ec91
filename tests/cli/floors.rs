//! The modules of each crate stand on floors: each uses only modules on floors below its own.
//!
//! The test reads the tokens of the sources. It takes every path from `crate` or `super` outside test code, in `use`
//! declarations and elsewhere, and it knows the modules inside a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

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
    &["catalogue", "formula", "search"],
    &["features", "lists"],
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
pub const TEST_FILES: [&str; 2] = ["tests.rs", "testing.rs"];

/// A use of one top-level module by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    from: String,
    to: String,
    file: PathBuf,
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
        (from <= to && arrow.from != arrow.to).then(|| {
            format!(
                "{}: `{}` uses `{}`, which is not below it",
                arrow.file.display(),
                arrow.from,
                arrow.to
            )
        })
    });
    homeless.chain(up).collect()
}

/// Returns the arrows of one file, whose place in the tree is `file`: `judge/report/json.rs`.
fn arrows_of(file: &Path, text: &str) -> Vec<Arrow> {
    let module = module_of(file);
    let heads = used_by(&module, text)
        .into_iter()
        .filter_map(|path| path.into_iter().next());
    let arrow = |to: String| Arrow {
        from: module[0].clone(),
        to,
        file: file.to_owned(),
    };
    heads.map(arrow).collect()
}

/// Returns the folders of sources of all crates.
pub fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let sources = crates.map(|entry| entry.unwrap().path().join("src"));
    sources.chain([root.join("src")]).collect()
}

/// Returns the files below a folder, by their places in it.
pub fn files(root: &Path, place: &Path, found: &mut Vec<PathBuf>) {
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

/// Returns the modules and items that a file uses, by whole paths from the root of its crate. Test code is left out.
fn used_by(module: &[String], text: &str) -> Vec<Vec<String>> {
    let mut used = Vec::new();
    add_used(module, text.parse().unwrap(), &mut used);
    used
}

/// Adds the paths in some tokens of a module.
fn add_used(module: &[String], tokens: TokenStream, used: &mut Vec<Vec<String>>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                let attribute = tokens.next_if(|next| matches!(next, TokenTree::Group(_)));
                if attribute.is_some_and(|attribute| attribute.to_string().replace(' ', "") == "[cfg(test)]") {
                    // The item ends with its body or with a semicolon.
                    let ends = |token: &TokenTree| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        token => token.to_string() == ";",
                    };
                    tokens.by_ref().find(ends);
                }
            }
            TokenTree::Ident(word) if word == "mod" => {
                let name = tokens.next().map(|name| name.to_string());
                if let Some(TokenTree::Group(body)) = tokens.next_if(|next| matches!(next, TokenTree::Group(_))) {
                    add_used(&[module, name.as_slice()].concat(), body.stream(), used);
                }
            }
            TokenTree::Ident(word) if word == "crate" => used.extend(paths(&mut tokens)),
            TokenTree::Ident(word) if word == "super" => {
                let above = module.split_last().map_or(module, |(_, above)| above);
                used.extend(paths(&mut tokens).into_iter().map(|path| joined(above, path)));
            }
            TokenTree::Group(group) => add_used(module, group.stream(), used),
            _ => {}
        }
    }
}

/// Returns a path from the root, for one from a module that may go on with `super`.
fn joined(module: &[String], path: Vec<String>) -> Vec<String> {
    let up = path.iter().take_while(|name| *name == "super").count();
    [&module[..module.len().saturating_sub(up)], &path[up..]].concat()
}

/// Returns the paths behind a name: `::a::{b, c::d}` has `a::b` and `a::c::d`.
fn paths(tokens: &mut Peekable<impl Iterator<Item = TokenTree>>) -> Vec<Vec<String>> {
    let mut path = Vec::new();
    let is_joint = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint);
    while tokens.next_if(is_joint).is_some() {
        tokens.next();
        match tokens.next_if(|token| matches!(token, TokenTree::Ident(_) | TokenTree::Group(_))) {
            Some(TokenTree::Ident(name)) => path.push(name.to_string().trim_start_matches("r#").to_owned()),
            Some(TokenTree::Group(group)) => {
                let mut inner = group.stream().into_iter().peekable();
                let mut all = Vec::new();
                while let Some(token) = inner.next() {
                    let first = token.to_string().trim_start_matches("r#").to_owned();
                    let rest = paths(&mut inner).into_iter();
                    all.extend(rest.map(|rest| [&path[..], std::slice::from_ref(&first), &rest[..]].concat()));
                    // A new name ends here, if there is one.
                    while inner.next_if(|token| token.to_string() != ",").is_some() {}
                    inner.next();
                }
                return all;
            }
            _ => break,
        }
    }
    vec![path]
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
    let mut complaints = Vec::new();
    for source in sources() {
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
fn tasks_depend_on_texts_and_temporary_folders_alone() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/task/Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let ours = text.lines().filter(|line| line.starts_with("gamesolve"));
    let ours: Vec<&str> = ours.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(ours, ["gamesolve-scratch", "gamesolve-text"]);
}

#[test]
fn judging_depends_on_the_box_and_tasks_alone() {
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
fn a_plain_cargo_test_runs_every_crate_but_the_cluster() {
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
fn arrows_are_read_from_uses_and_paths_alone() {
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
    let read: Vec<&str> = arrows.iter().map(|arrow| arrow.to.as_str()).collect();
    let expected = [
        "text", "text", "engine", "problem", "problem", "budget", "package", "package", "random", "cluster", "judge",
        "own", "judge", "picture", "judge", "problem",
    ];
    assert_eq!(read, expected);
    assert!(arrows.iter().all(|arrow| arrow.from == "judge"));
}

#[test]
fn arrows_up_circles_and_modules_without_floor_are_found() {
    let floors: &[&[&str]] = &[&["low"], &["left", "right"], &["high"]];
    let arrow = |from: &str, to: &str| Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        file: PathBuf::from("x.rs"),
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
    assert_eq!(up, ["x.rs: `low` uses `left`, which is not below it"]);
    let circle = complaints(floors, &all, &[arrow("left", "right"), arrow("right", "left")]);
    assert_eq!(circle.len(), 2, "{circle:?}");
    let unknown = complaints(floors, &names(&["new"]), &[]);
    assert_eq!(unknown, ["`new` has no floor"]);
}
