//! Plain files: pairs `NAME.in` and `NAME.out`, with statements and submissions beside them.

use std::collections::BTreeMap;

use super::entry::{Format, Target};
use super::layout::LIST;
use super::loss::Loss;
use super::model::{CompareRule, Comparison, Kind};
use super::out::{Keys, Layout, Value};
use super::scheme::PackagePoints;
use super::write::{self, Names, Refused, Writing, file_name, programs, statements};

/// The name of the format of folders without a manifest.
pub(super) const NAME: &str = "loose files";

/// Plain files in pairs.
pub(super) const FORMAT: Format = Format {
    name: NAME,
    manifests: &[LIST],
    keys: &[],
    signs: &[],
    // A folder counts as plain files if no reader accepts it.
    reader: None,
    checkers: &[],
    interactors: &[],
    states: &[],
    targets: &[Target {
        name: "loose",
        shown: "a folder of plain files",
        has_top: false,
        // A folder of plain files may hold anything else.
        is_version_of: |_| false,
        rename: |package| package.name.clone(),
        write,
    }],
};

fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    if matches!(package.kind, Kind::Interactive(_)) {
        return Err("it is interactive, and plain files have no interactor".to_owned());
    }
    if package.checker.is_some() {
        return Err("plain files have no checker, and it has one".to_owned());
    }
    if writing.comparison()? != Comparison::by(CompareRule::Tokens) {
        writing.say("plain files do not state how outputs are compared: each judge has its own rule");
    }
    let mut names = Names::default();
    for case in writing.cases() {
        // In plain files the folders are a part of the name.
        let is_plain = |step: &str| write::plain(step) == step;
        let name = if case.name.split('/').all(is_plain) && writing.is_same() {
            case.name.clone()
        } else {
            names.take(&case.name)
        };
        writing.tree.copy(format!("{name}.in"), &case.input);
        writing.tree.copy(format!("{name}.out"), &case.answer);
    }
    put_groups(writing);
    for statement in statements::of(package) {
        let dot = if statement.language.is_empty() { "" } else { "." };
        let place = format!("statement{dot}{}.{}", statement.language, statement.ending);
        writing.tree.copy(place, &statement.path);
    }
    put_submissions(writing);
    let limits = &package.limits;
    if limits.time.is_some() || limits.memory.is_some() || limits.output.is_some() {
        let sentence = "plain files state no limits: the limits are not exported".to_owned();
        let of = &["time", "memory"];
        writing.say(Loss::Limits { of, sentence });
    }
    match write::own_validator(package, 0, 1) {
        Some(text) => writing.tree.add("validator.py", text),
        None => writing.say_no_validators("plain files have none"),
    }
    writing.say_no_case_limits();
    writing.say_no_file_names();
    writing.say_no_time_rule();
    Ok(())
}

/// Keeps the points of our own problems, which may have listed testcases, and of users' own games.
fn put_groups(writing: &mut Writing<'_>) {
    if writing.groups.is_none() {
        return;
    }
    let package = writing.package;
    let slug = (package.format == write::OWN).then_some(package.name.as_str());
    let listed = list_of_groups(slug, &package.points);
    match listed.filter(|_| write::is_ours(package)) {
        Some(text) => writing.tree.add(LIST, text),
        None => writing.say("plain files have no points: the points are not exported"),
    }
}

fn put_submissions(writing: &mut Writing<'_>) {
    let mut names: BTreeMap<&str, Names> = BTreeMap::new();
    let mut left = Vec::new();
    for (one, meant) in writing.submissions() {
        let Some(folder) = meant.as_deref().and_then(write::folder_of_verdict) else {
            left.push(one);
            continue;
        };
        let name = names.entry(folder).or_default().take_source(&file_name(&one.path));
        programs::put_source(writing, &one.path, &format!("submissions/{folder}/{name}"));
    }
    writing.say_left(&left, "plain files have no folder for their expected verdict");
}

/// Returns a list that states these points for testcases that are stored as files, of one of our problems if it has a
/// slug.
pub fn list_of_groups(slug: Option<&str>, points: &PackagePoints) -> Option<String> {
    let PackagePoints::Scheme(scheme) = points else {
        return None;
    };
    // The last group is the whole task.
    let groups = &scheme.groups[..scheme.groups.len().saturating_sub(1)];
    let groups = groups.iter().map(|group| {
        // Write all digits, because the list states the points of the problem.
        let points = Value::Word(group.most.unwrap_or_default().to_string());
        Keys::of("name", Value::quoted(&group.name))
            .with("points", points)
            .with(
                "cases",
                Value::row(group.cases().map(|worth| Value::quoted(&worth.case))),
            )
            .in_line()
    });
    let mut list = Keys::new();
    list.put_some("problem", slug);
    let list = list.with("groups", Value::List(Layout::Inset, groups.collect()));
    Some(list.yaml())
}
