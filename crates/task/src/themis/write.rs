//! Writes packages of Themis: a folder for each test, and `Settings.cfg`, which is XML compressed by zlib.

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::model::{CompareRule, FileNames, Kind, Protocol, Submission};
use crate::out::{Keys, Value};
use crate::write::flat::FlatRule;
use crate::write::programs::{self, Role};
use crate::write::statements;
use crate::write::{Names, Refused, Writing, list};

/// The best compression level, whose streams have the usual first bytes.
const LEVEL: u8 = 9;

pub(crate) fn write(writing: &mut Writing<'_>) -> Result<(), Refused> {
    let package = writing.package;
    if matches!(package.kind, Kind::Interactive(_)) {
        return Err("it is interactive, and Themis has no interactors".to_owned());
    }
    writing.refuse_case_arguments()?;
    let usual = |ending: &str| format!("{}.{ending}", writing.name.to_ascii_uppercase());
    let (input, output) = package.files.names();
    let (uses_input, uses_output) = (input.is_none(), output.is_none());
    let input = input.unwrap_or_else(|| usual("INP"));
    let output = output.unwrap_or_else(|| usual("OUT"));
    let folders = put_cases(writing, &input, &output);
    let mut exam = Keys::of("@Name", &writing.name)
        .with("@InputFile", input)
        .with("@OutputFile", output);
    if !matches!(package.files, FileNames::Either(..)) {
        exam.put("@UseStdIn", uses_input);
        exam.put("@UseStdOut", uses_output);
    }
    exam.put("@EvaluatorName", format!("{}.dll", evaluator(writing)?));
    exam.put("@Mark", 1_u64);
    let time = writing.stated(package.limits.time.as_ref());
    exam.put_some("@TimeLimit", time.map(|time| time.as_secs_f64()));
    let memory = writing.stated(package.limits.memory.as_ref());
    exam.put_some("@MemoryLimit", memory.map(|memory| writing.mebibytes(memory)));
    exam.put("TestCase", Value::items(tests(writing, &folders)));
    let text = Keys::of("ExamInformation", exam).xml(1);
    writing
        .tree
        .add("Settings.cfg", compress_to_vec_zlib(text.as_bytes(), LEVEL));
    let submissions: Vec<&Submission> = package.submissions.iter().collect();
    writing.say_left(&submissions, "Themis tasks contain none");
    if !statements::of(package).is_empty() {
        writing.say("Themis tasks contain no statements: the statements are not exported");
    }
    writing.say_no_validators("Themis has none");
    writing.say_missing_limits(
        "Themis's default of 1 s applies",
        "Themis's default of 1024 MiB applies",
    );
    writing.say_no_other_limits(false);
    writing.say_no_time_rule();
    Ok(())
}

/// Writes the testcases and returns the folder of each.
fn put_cases(writing: &mut Writing<'_>, input: &str, output: &str) -> Vec<String> {
    let mut names = Names::default();
    let mut folders = Vec::new();
    for case in writing.cases() {
        let folder = names.take(&case.name);
        writing.tree.copy(format!("{folder}/{input}"), &case.input);
        writing.tree.copy(format!("{folder}/{output}"), &case.answer);
        folders.push(folder);
    }
    folders
}

/// Returns the elements of the tests, which lie in these folders. -1 stands for the common limit or mark.
fn tests(writing: &mut Writing<'_>, folders: &[String]) -> Vec<Keys> {
    let common = || Value::from("-1");
    let marks = marks(writing);
    let mut tests = Vec::new();
    for (at, folder) in folders.iter().enumerate() {
        let rules = writing.package.of_cases.get(&writing.cases()[at].name);
        let time = rules.and_then(|rules| rules.time).map(|time| time.as_secs_f64());
        let memory = rules.and_then(|rules| rules.memory);
        let memory = memory.map(|memory| writing.mebibytes(memory));
        tests.push(
            Keys::of("@Name", folder)
                .with("@Mark", marks[at].map_or_else(common, Value::from))
                .with("@TimeLimit", time.map_or_else(common, Value::from))
                .with("@MemoryLimit", memory.map_or_else(common, Value::from)),
        );
    }
    tests
}

/// Returns the marks of the testcases, `None` for the common one.
fn marks(writing: &mut Writing<'_>) -> Vec<Option<f64>> {
    let mut marks = vec![None; writing.cases().len()];
    let Some(groups) = writing.groups.clone() else {
        return marks;
    };
    let mut shared = Vec::new();
    for group in &groups {
        let count = group.cases.len() as f64;
        for (at, points) in &group.cases {
            marks[*at] = Some(match group.rule {
                FlatRule::Each => *points,
                FlatRule::All => group.points / count,
            });
        }
        if group.rule == FlatRule::All && group.points > 0.0 && group.cases.len() > 1 {
            shared.push(group.name.clone());
        }
    }
    if !shared.is_empty() {
        writing.say(format!(
            "Themis has no groups: the tests of {} share the points evenly",
            list(&shared)
        ));
    }
    writing.say_no_dependencies();
    marks
}

/// Writes the checker and returns the evaluator.
fn evaluator(writing: &mut Writing<'_>) -> Result<&'static str, Refused> {
    const FORK: &str = "only free judges of Themis's folders have the evaluators C8 to C10, which compile a checker: Themis \
                        itself runs `checker.exe` by C7";
    if let Some(checker) = &writing.package.checker {
        let files = programs::put(writing, &checker.value, Role::Checker, "", Some("checker"))?;
        writing.say(FORK);
        return Ok(match files.protocol {
            Protocol::Testlib => "C9CompileTestlib",
            Protocol::Cms => "C10CompileCMS",
            _ => "C8CompileThemis",
        });
    }
    let comparison = writing.comparison()?;
    let of = |rule| match rule {
        CompareRule::LinesAnyCase => Some("C1LinesWordsIgnoreCase"),
        CompareRule::Cms => Some("C2LinesWordsCase"),
        CompareRule::TokensAnyCase => Some("C3WordsIgnoreCase"),
        CompareRule::Tokens => Some("C4WordsCase"),
        CompareRule::Exact => Some("C5Binary"),
        _ => None,
    };
    if comparison.tolerance.is_none() {
        if let Some(name) = of(comparison.rule) {
            return Ok(name);
        }
        if writing.is_near(comparison.rule, CompareRule::Cms) {
            return Ok("C2LinesWordsCase");
        }
    }
    programs::put_comparing(writing, comparison, "checker.cpp")?;
    writing.say(FORK);
    Ok("C9CompileTestlib")
}
