//! library-checker: `info.toml` lists generators. Their testcases lie in `in` and `out` after they are made.
//!
//! **Source.** <https://github.com/yosupo06/library-checker-problems>, `generate.py`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::keys::{INFO, MANIFEST, NAME};
use crate::error::TaskError;
use crate::model::{Checker, Package, Protocol, Stated, Submission};
use crate::read::yaml::{Document, Fault, Node, shown};
use crate::read::{Pair, has_entries, is_inside, keys, name_of, of_pairs, toml};

/// The folders of a problem: generators and solutions.
pub(super) const PARTS: [&str; 2] = ["gen", "sol"];
/// The maximum time limit, in seconds.
const MAX_SECONDS: f64 = 3600.0;
/// The maximum number of testcases of a package.
const MAX_TESTS: usize = 100_000;
/// The folder of headers, such as `testlib.h`, beside the folders of problems.
const COMMON: &str = "common";
/// The number of folders between a problem and `COMMON`.
const LEVELS: usize = 2;

/// Reads the problem in a folder, or returns `None` if there is no `info.toml` beside generators or solutions.
pub(crate) fn read(root: &Path, limit: u64) -> Result<Option<Package>, TaskError> {
    // Other tools also have files of this name.
    if !PARTS.iter().any(|part| root.join(part).is_dir()) {
        return Ok(None);
    }
    let Some(document) = toml::manifest(&root.join(MANIFEST), limit)? else {
        return Ok(None);
    };
    let mut package = Package::new(NAME, root.to_owned(), name_of(root));
    keys::account(&document.root, &INFO, &mut package);
    problem(&document, &mut package).map_err(|fault| document.located(&fault))?;
    package.sort_remarks("solutions");
    Ok(Some(package))
}

fn problem(document: &Document, package: &mut Package) -> Result<(), Fault> {
    let root = &document.root;
    let by = document.name();
    if let Some(title) = root.get("title") {
        package.titles = title.titles("en");
    }
    if let Some(node) = root.get("timelimit") {
        let seconds = node.positive("`timelimit`")?.min(MAX_SECONDS);
        package.limits.time = Some(Stated::new(Duration::from_secs_f64(seconds), &by));
    }
    tests(root, package)?;
    let checker = file_of(root, "checker", "checker.cpp", package)?;
    if checker.is_file() {
        package.checker = Some(Stated::new(program(checker, package), by))
    } else {
        let place = checker.strip_prefix(&package.root).unwrap_or(&checker);
        let why = format!("missing file {}", shown(&place.to_string_lossy()));
        package.no_checker = Some(Stated::new(why, by));
    }
    let verifier = file_of(root, "verifier", "verifier.cpp", package)?;
    package.validators = Some(verifier).filter(|path| path.is_file()).into_iter().collect();
    package.statements = Some(package.root.join("task.md"))
        .filter(|path| path.is_file())
        .into_iter()
        .collect();
    solutions(root, package)
}

/// Reads the testcases that the generators make: `random.cpp` makes `random_00`, `random_01` and so on.
fn tests(root: &Node, package: &mut Package) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    let mut pairs = Vec::new();
    // Count all stated tests, because a test that is stated twice takes time too.
    let mut stated = 0;
    let listed = root.get("tests").map_or(Ok(&[][..]), |node| node.list("`tests`"))?;
    for test in listed {
        let file = test.required("name")?.text("`name`")?;
        let node = test.required("number")?;
        let number = node.ordinal("`number`")?;
        if number > MAX_TESTS - stated {
            return Err(node.fault(format!("a package may have at most {MAX_TESTS} tests")));
        }
        stated += number;
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        for at in 0..number {
            let name = format!("{stem}_{at:02}");
            // `example.in` stands for handwritten inputs.
            if file == "example.in" {
                package.samples.insert(name.clone());
            }
            // If a testcase is made twice, the last one counts.
            if names.insert(name.clone()) {
                pairs.push(Pair {
                    group: None,
                    input: Some(package.root.join(format!("in/{name}.in"))),
                    answer: Some(package.root.join(format!("out/{name}.out"))),
                    name,
                });
            }
        }
    }
    if ["in", "out"]
        .iter()
        .any(|folder| has_entries(&package.root.join(folder)))
    {
        package.layout = of_pairs(pairs);
    }
    Ok(())
}

/// Returns the file that a key states, or the usual one.
fn file_of(root: &Node, key: &str, usual: &str, package: &Package) -> Result<PathBuf, Fault> {
    let Some(node) = root.get(key) else {
        return Ok(package.root.join(usual));
    };
    inside(node, key).map(|name| package.root.join(name))
}

/// Returns the path that a value states. It must stay below its folder.
fn inside<'a>(node: &'a Node, key: &str) -> Result<&'a str, Fault> {
    let name = node.text(&format!("`{key}`"))?;
    if is_inside(Path::new(name)) {
        Ok(name)
    } else {
        Err(node.fault(format!("{} leads out of the package", shown(name))))
    }
}

/// Returns a checker, which finds headers in its own folder and in `common` of the repository.
fn program(path: PathBuf, package: &Package) -> Checker {
    let root = package.root.canonicalize().unwrap_or_else(|_| package.root.clone());
    let common = root.ancestors().skip(LEVELS).take(1).map(|folder| folder.join(COMMON));
    let common = common.filter(|folder| folder.join("testlib.h").is_file());
    Checker {
        path,
        protocol: Protocol::Testlib,
        arguments: Vec::new(),
        include: std::iter::once(package.root.clone()).chain(common).collect(),
        flags: Vec::new(),
    }
}

/// Reads the solutions: `sol/correct.cpp` and the listed ones.
fn solutions(root: &Node, package: &mut Package) -> Result<(), Fault> {
    let folder = package.root.join("sol");
    let correct = folder.join("correct.cpp");
    if correct.is_file() {
        package
            .submissions
            .push(Submission::of_file(correct, vec!["AC".to_owned()]));
    }
    let listed = root.get("solutions");
    for solution in listed.map_or(Ok(&[][..]), |node| node.list("`solutions`"))? {
        let name = inside(solution.required("name")?, "name")?;
        let expected = expected(solution)?;
        if !truth(solution, "function")? {
            package
                .submissions
                .push(Submission::of_file(folder.join(name), expected));
        }
    }
    Ok(())
}

/// Returns the words for the expected verdicts of a solution.
fn expected(solution: &Node) -> Result<Vec<String>, Fault> {
    if truth(solution, "wrong")? {
        return Ok(vec!["rejected".to_owned()]);
    }
    let mut words = Vec::new();
    match solution.get("expect") {
        Some(node) => {
            let word = node.text("`expect`")?;
            if !["AC", "WA", "TLE", "RE"].contains(&word) {
                return Err(node.fault(format!("{} is not one of AC, WA, TLE, RE", shown(word))));
            }
            words.push(word.to_owned());
        }
        None => words.push("AC".to_owned()),
    }
    for (key, word) in [("allow_wa", "WA"), ("allow_re", "RE"), ("allow_tle", "TLE")] {
        if truth(solution, key)? {
            words.push(word.to_owned());
        }
    }
    Ok(words)
}

fn truth(node: &Node, key: &str) -> Result<bool, Fault> {
    node.get(key).map_or(Ok(false), |node| node.truth(&format!("`{key}`")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected::{Deserved, meant_by_all};
    use crate::open::open;

    /// Makes a folder with these files.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    const INFO: &str = "title = 'A + B'\ntimelimit = 2.5\n[[tests]]\n    name = \"example.in\"\n    number = 2\n\
                        [[tests]]\n    name = \"random.cpp\"\n    number = 1\n[params]\n    N_MAX = 1_000\n";

    #[test]
    fn cases_limits_checker_and_headers_are_read() {
        let mut files = vec![("sum/aplusb/info.toml", INFO), ("common/testlib.h", "")];
        files.extend(
            ["checker.cpp", "verifier.cpp", "task.md", "sol/correct.cpp"].map(|name| match name {
                "checker.cpp" => ("sum/aplusb/checker.cpp", "#include \"testlib.h\"\n"),
                "verifier.cpp" => ("sum/aplusb/verifier.cpp", ""),
                "task.md" => ("sum/aplusb/task.md", ""),
                _ => ("sum/aplusb/sol/correct.cpp", ""),
            }),
        );
        for case in ["example_00", "example_01", "random_00"] {
            for (place, ending) in [("in", "in"), ("out", "out")] {
                let name = format!("sum/aplusb/{place}/{case}.{ending}");
                files.push((name.leak(), "1\n"));
            }
        }
        let folder = folder(&files);
        let root = folder.path().join("sum/aplusb");
        let package = open(&root, None, 1 << 20).unwrap();
        assert_eq!((package.format, package.name.as_str()), (NAME, "aplusb"));
        assert_eq!(package.titles, [("en".to_owned(), "A + B".to_owned())]);
        assert_eq!(package.limits.time.unwrap().value, Duration::from_millis(2500));
        let names: Vec<&str> = package.layout.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, ["example_00", "example_01", "random_00"]);
        assert!(package.samples.iter().eq(["example_00", "example_01"]));
        let checker = package.checker.unwrap().value;
        assert_eq!(checker.protocol, Protocol::Testlib);
        assert_eq!(checker.path, root.join("checker.cpp"));
        assert!(checker.include.iter().any(|folder| folder.join("testlib.h").is_file()));
        assert_eq!(package.validators, [root.join("verifier.cpp")]);
        assert_eq!(package.statements, [root.join("task.md")]);
        assert_eq!(package.about["params.N_MAX"], "1000");
        assert!(package.remarks.is_empty(), "{:?}", package.remarks);
    }

    #[test]
    fn solutions_have_the_verdicts_that_they_may_get() {
        use Deserved::{Accepted, RuntimeError, TimeLimit, WrongAnswer};
        for (words, meant) in [
            ("", &[Accepted][..]),
            ("expect = 'TLE'", &[TimeLimit]),
            ("expect = 'RE'\nallow_wa = true", &[WrongAnswer, RuntimeError]),
            ("allow_tle = true", &[Accepted, TimeLimit]),
            ("allow_tle = false", &[Accepted]),
        ] {
            let info = format!("[[solutions]]\nname = 'a.cpp'\n{words}\n");
            let folder = folder(&[("info.toml", &info), ("sol/a.cpp", ""), ("sol/correct.cpp", "")]);
            let package = read(folder.path(), 1 << 20).unwrap().unwrap();
            let [correct, one] = &package.submissions[..] else {
                panic!("{:?}", package.submissions)
            };
            assert_eq!(meant_by_all(&correct.expected).unwrap(), [Accepted]);
            assert_eq!(meant_by_all(&one.expected).unwrap(), meant, "{words}");
        }
        let wrong = "[[solutions]]\nname = 'a.cpp'\nwrong = true\n";
        let folder = folder(&[("info.toml", wrong), ("sol/a.cpp", "")]);
        let package = read(folder.path(), 1 << 20).unwrap().unwrap();
        assert!(
            !meant_by_all(&package.submissions[0].expected)
                .unwrap()
                .contains(&Accepted)
        );
    }

    #[test]
    fn a_folder_without_made_cases_says_how_to_make_them() {
        for files in [
            &[
                ("info.toml", INFO),
                ("gen/random.cpp", ""),
                ("gen/example_00.in", "1\n"),
            ][..],
            // Cleaned folders.
            &[
                ("info.toml", INFO),
                ("gen/random.cpp", ""),
                ("in/.keep", ""),
                ("out/.keep", ""),
            ],
            // No test is listed.
            &[("info.toml", "title = 'A'\n"), ("gen/random.cpp", "")],
        ] {
            let folder = folder(files);
            let package = open(folder.path(), None, 1 << 20).unwrap();
            assert!(package.layout.is_empty() && package.layout.halves.is_empty());
            let troubles: Vec<String> = package.layout.troubles.iter().map(ToString::to_string).collect();
            assert!(
                matches!(&troubles[..], [one] if one.contains("`generate.py` of its repository makes them")),
                "{troubles:?}"
            );
        }
        // An incomplete testcase is reported.
        let folder = folder(&[("info.toml", INFO), ("gen/random.cpp", ""), ("in/random_00.in", "1\n")]);
        let package = open(folder.path(), None, 1 << 20).unwrap();
        assert_eq!(package.layout.halves.len(), 3);
    }

    #[test]
    fn faults_are_named_with_their_places() {
        for (info, why) in [
            ("title = ", "info.toml:1:"),
            ("checker = '../x.cpp'", "`../x.cpp` leads out of the package"),
            ("checker = '/x.cpp'", "`/x.cpp` leads out of the package"),
            ("[[solutions]]\nname = '../x.cpp'", "info.toml:2:8"),
            (
                "[[solutions]]\nname = 'x.cpp'\nexpect = 'MLE'",
                "`MLE` is not one of AC, WA, TLE, RE",
            ),
            ("[[tests]]\nnumber = 1", "`name` is missing here"),
            ("[[tests]]\nname = 'a.cpp'\nnumber = 0", "a whole number from 1 on"),
            (
                "[[tests]]\nname = 'a.cpp'\nnumber = 60_000\n[[tests]]\nname = 'a.cpp'\nnumber = 60_000",
                "info.toml:6:10",
            ),
            (
                "[[tests]]\nname = 'a.cpp'\nnumber = 1_000_000_000_000",
                "a package may have at most 100000 tests",
            ),
            ("tests = 1", "must be a list"),
            ("timelimit = -1", "info.toml:1:13"),
        ] {
            let folder = folder(&[("info.toml", info), ("sol/x.cpp", "")]);
            let found = open(folder.path(), None, 1 << 20).err().unwrap();
            assert!(found.to_string().contains(why), "{info}: {found}");
        }
        // A file of this name alone belongs to another tool.
        let folder = folder(&[("info.toml", "title = "), ("1.in", "1\n"), ("1.out", "1\n")]);
        assert_eq!(open(folder.path(), None, 1 << 20).unwrap().format, crate::loose::NAME);
    }

    #[test]
    fn a_solution_for_a_grader_is_left_out_with_a_remark() {
        let info = "[[solutions]]\nname = 'a.cpp'\nfunction = true\n";
        let folder = folder(&[("info.toml", info), ("sol/a.cpp", "")]);
        let package = read(folder.path(), 1 << 20).unwrap().unwrap();
        assert!(package.submissions.is_empty() && package.remarks.is_empty());
        assert!(
            package.remarks_on_submissions[0]
                .to_string()
                .contains("does not compile graders")
        );
    }
}
