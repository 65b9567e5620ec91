//! The packages of our own problems: the embedded files in the model of packages.
//!
//! Statements lose the parts about gamesolve. Submissions use the standard streams, and a `class Solution` gets a
//! `main`.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::{embedded, generated, solution};
use crate::budget::Budget;
use crate::judge::look::{Files, Names};
use crate::package::model::{Checker, CompareRule, Comparison, Package, Protocol, Stated, Submission};
use crate::package::scheme::PackagePoints;
use crate::package::{Case, TaskError, layout};
use crate::problem::{Entry, Input, Mistaken, Variants};
use crate::text::{reason, tokens};

/// The file name of a problem's checker.
const CHECKER: &str = "checker.cpp";
/// The file name of a problem's validator.
const VALIDATOR: &str = "validator.py";
/// The stated source of a problem's limits and rules.
const BY: &str = "the problem";
/// The headings of the sections about options of gamesolve.
const BEYOND: [&str; 3] = ["Beyond the original", "Mở rộng", "扩展"];
/// The headings of the sections about the input format.
const INPUT: [&str; 3] = ["Input", "Dữ liệu", "输入"];
/// The start of sentences about the contest's file names, in the languages of the statements.
const ABOUT_FILES: [&str; 3] = [
    "Read standard input and write standard output; the names of files are those of the original contest.",
    "Đọc từ đầu vào chuẩn và ghi ra đầu ra chuẩn; các tên tệp là tên trong đề gốc.",
    "从标准输入读入，向标准输出写出；文件名是原比赛的。",
];

/// Returns the package of one of our problems, with its groups, limits, statements, submissions and jury programs.
///
/// It has the stored testcases and, if `has_made` is set, the testcases that its list makes. Its files are in a
/// temporary folder that lives as long as the package.
///
/// # Errors
/// Fails if a file cannot be written, or if a list of testcases is wrong.
pub fn package(entry: &dyn Entry, has_made: bool) -> Result<Package, TaskError> {
    let meta = entry.meta();
    let slug = meta.slug;
    let fault = |error: io::Error| TaskError::of_system("write a temporary file", &error);
    let home = crate::package::archive::scratch()?;
    let root = home.path().join(slug);
    let (cases, sources) = (root.join("cases"), root.join("submissions"));
    for folder in [&root, &cases, &sources] {
        std::fs::create_dir(folder).map_err(fault)?;
    }
    let mut package = Package::new(crate::package::write::OWN, root.clone(), slug.to_owned());
    embedded::write(slug, &cases).map_err(fault)?;
    package.layout = layout::find(std::slice::from_ref(&cases));
    package.points = if has_made {
        let made = package.layout.make_listed(&generated::Lists)?;
        package.unpacked.extend(made.map(Into::into));
        package.layout.listed_points(&generated::Lists)?
    } else {
        generated::points(&cases, &package.layout.cases)?
    };
    package.limits.time = Some(Stated::new(Duration::from_millis(meta.time_limit_ms.into()), BY));
    package.limits.memory = Some(Stated::new(u64::from(meta.memory_limit_mib) << 20, BY));
    if !entry.has_checker() {
        package.comparison = Some(Stated::new(Comparison::by(CompareRule::Tokens), BY));
    }
    put_programs(entry, &mut package).map_err(fault)?;
    put_statements(entry, &mut package).map_err(fault)?;
    put_submissions(entry, &sources, &mut package)?;
    package.about.insert("source".to_owned(), meta.source.to_owned());
    package.unpacked.push(home.into());
    Ok(package)
}

/// Writes the checker and the validator.
fn put_programs(entry: &dyn Entry, package: &mut Package) -> io::Result<()> {
    let slug = entry.meta().slug;
    for (name, text) in embedded::programs(slug) {
        let path = package.root.join(name);
        if name == VALIDATOR {
            std::fs::write(&path, crate::package::write::validator(&String::from_utf8_lossy(&text)))?;
            package.validators.push(path);
        } else if name == CHECKER {
            std::fs::write(&path, text)?;
            let checker = Checker::new(path, Protocol::Testlib);
            package.checker = Some(Stated::new(checker, BY));
        }
    }
    if entry.has_checker() && package.checker.is_none() {
        let why = "several outputs are right, and there is no checker but the one in this program";
        package.no_checker = Some(Stated::new(why.to_owned(), BY));
    }
    Ok(())
}

/// Writes the statements without the parts about gamesolve.
fn put_statements(entry: &dyn Entry, package: &mut Package) -> io::Result<()> {
    let meta = entry.meta();
    let (statements, titles) = (meta.statement, meta.title());
    let all = [
        ("en", statements.en, titles.en),
        ("vi", statements.vi, titles.vi),
        ("zh", statements.zh, titles.zh),
    ];
    for (number, (language, statement, title)) in all.into_iter().enumerate() {
        if statement.is_empty() {
            continue;
        }
        let path = package.root.join(format!("statement.{language}.md"));
        std::fs::write(&path, for_export(statement, meta.contest_files, ABOUT_FILES[number]))?;
        package.statements.push(path);
        package.titles.push((language.to_owned(), title.to_owned()));
    }
    Ok(())
}

/// Returns the statement as another judge shows it.
fn for_export(statement: &str, files: (&str, &str), about_files: &str) -> String {
    let names_files = statement.contains(&format!("`{}`", files.0)) || statement.contains(&format!("`{}`", files.1));
    let mut text = String::new();
    for (heading, body) in crate::package::write::statements::sections(statement) {
        if BEYOND.contains(&heading.as_str()) {
            continue;
        }
        if !heading.is_empty() {
            text += &format!("## {heading}\n");
        }
        if INPUT.contains(&heading.as_str()) && names_files {
            text += &format!("\n{about_files}\n");
        }
        text += &body;
    }
    text
}

/// Writes the submissions. A `class Solution` gets a `main`, and the standard streams replace files of the contest.
fn put_submissions(entry: &dyn Entry, folder: &Path, package: &mut Package) -> Result<(), TaskError> {
    let meta = entry.meta();
    let slug = meta.slug;
    let fault =
        |error: &dyn std::fmt::Display| TaskError::new(format!("cannot write a submission of `{slug}`: {error}"));
    embedded::write_submissions(slug, folder).map_err(|error| fault(&reason(&error)))?;
    for (place, text) in embedded::submissions(slug) {
        let path = folder.join(place);
        let text = String::from_utf8_lossy(&text);
        if let Some(text) = on_streams(&path, &text, meta.contest_files) {
            std::fs::write(&path, text).map_err(|error| fault(&reason(&error)))?;
        }
        let wrapped = package.root.join("wrapped").join(place);
        let above = wrapped.parent().unwrap_or(folder);
        let path = solution::program_of(entry, &path, above).map_err(|why| fault(&why))?;
        let verdict = place.split('/').next().unwrap_or_default();
        if gets_points(entry, &text, package).unwrap_or(false) {
            package.partial.insert(path.clone());
        }
        package
            .submissions
            .push(Submission::of_file(path, vec![verdict.to_owned()]));
    }
    Ok(())
}

/// Returns a Pascal program without the lines that redirect the standard streams to files of the task, or `None` if it
/// opens none of them.
fn on_streams(path: &Path, text: &str, (input, output): (&str, &str)) -> Option<String> {
    let names = Names {
        document: Some((input.to_owned(), output.to_owned())),
        ..Names::default()
    };
    let files = names.look_at(path, text.as_bytes(), &Files::default()).files;
    let lines = [
        format!("assign(input, '{}');", files.input?),
        "reset(input);".to_owned(),
        format!("assign(output, '{}');", files.output?),
        "rewrite(output);".to_owned(),
    ];
    let kept = text
        .lines()
        .filter(|line| !lines.iter().any(|gone| line.trim() == gone));
    Some(kept.map(|line| format!("{line}\n")).collect())
}

/// Returns whether a program with the mistake in its head gets the points of a group, or `None` if this is unknown.
fn gets_points(entry: &dyn Entry, text: &str, package: &Package) -> Option<bool> {
    let head = text.lines().next()?;
    let (_, id) = head.split_once("mistake: ")?;
    let id = id.trim_end_matches(['}', ' ']);
    let mistake = entry.mistakes().iter().position(|known| known.id == id)?;
    let PackagePoints::Scheme(scheme) = &package.points else {
        return None;
    };
    let is_right = |case: &Case| -> Option<bool> {
        let (bytes, answer) = (std::fs::read(&case.input).ok()?, std::fs::read(&case.answer).ok()?);
        let variants = Variants::ORIGINAL;
        let input = Input {
            bytes: &bytes,
            variants,
        };
        let Mistaken::Prints(output) = entry.mistaken(mistake, input).ok()? else {
            return Some(false);
        };
        match entry.check(input, output.as_bytes(), Budget::of_this_machine()).ok()? {
            Some(checked) => Some(checked.is_ok()),
            None => Some(tokens(output.as_bytes()).eq(tokens(&answer))),
        }
    };
    for group in scheme
        .groups
        .iter()
        .filter(|group| group.most.is_some_and(|most| most > 0.0))
    {
        let mut cases: Vec<&Case> = (package.layout.cases.iter())
            .filter(|case| group.cases().any(|worth| worth.case == case.name))
            .collect();
        // Start with small testcases, which often decide.
        cases.sort_by_key(|case| case.input.metadata().map_or(0, |found| found.len()));
        if !cases.is_empty() && cases.iter().all(|case| is_right(case).unwrap_or(false)) {
            return Some(true);
        }
    }
    Some(false)
}
