//! The submissions of every problem: each gets the verdict of its folder, and wrong ones make the mistake in their
//! head.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use gamesolve::budget::Budget;
use gamesolve::cases::{embedded, generated};
use gamesolve::package::layout;
use gamesolve::practice::mistakes::{Effect, effect};
use gamesolve::problem::{Entry, Input, MistakeInfo, MistakeKind, Variants};
use gamesolve::problems::REGISTRY;
use serde_json::Value;

use super::golden::Golden;
use super::judge::{json, judge, text};
use super::support::{Failures, folder, gamesolve, has, has_time, is_gate, needs, root, sample};

/// The number of programs that are judged at a time.
const WORKERS: usize = 2;

/// A submission in the repository.
struct Submission {
    entry: &'static dyn Entry,
    path: PathBuf,
    /// Its folder and its name, such as `accepted/right.py`.
    place: String,
    /// The mistake in its head.
    mistake: Option<String>,
}

impl Submission {
    fn folder(&self) -> &str {
        self.place.split('/').next().unwrap()
    }

    fn ending(&self) -> &str {
        self.place.rsplit('.').next().unwrap()
    }
}

fn submissions() -> Vec<Submission> {
    let mut found = Vec::new();
    for &entry in REGISTRY {
        let root = root(&format!("problems/{}/submissions", entry.meta().slug));
        let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> = entries(&root).flat_map(|folder| entries(&folder)).collect();
        files.sort();
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            let head = text.lines().next().unwrap();
            let mistake = head.split_once("mistake: ");
            found.push(Submission {
                entry,
                place: path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned(),
                mistake: mistake.map(|(_, id)| id.trim_end_matches(['}', ' ']).to_owned()),
                path,
            });
        }
    }
    found
}

/// Calls `work` on every item, on as many threads as there are workers.
fn shared_out<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// Returns every second problem, or all of them. `what` is the subject of the test.
fn every_second(what: &str) -> Vec<&'static dyn Entry> {
    let mut number = 0;
    let name = |entry: &'static dyn Entry| format!("{what} {}", entry.meta().slug);
    sample(REGISTRY, name, |_| {
        number += 1;
        number % 2 == 1
    })
}

/// Returns the compiler for a file ending of submissions.
fn tool(ending: &str) -> &'static str {
    match ending {
        "cpp" => "g++",
        "pas" => "fpc",
        "py" => "python3",
        other => panic!("the test knows no tool for .{other}"),
    }
}

#[test]
fn every_problem_has_right_and_wrong_submissions() {
    let mut failures = Failures::default();
    let mut counts: BTreeMap<(&str, bool, &str), usize> = BTreeMap::new();
    let all = submissions();
    for one in &all {
        let slug = one.entry.meta().slug;
        let is_right = one.folder() == "accepted";
        *counts.entry((slug, is_right, one.ending())).or_default() += 1;
        let known = one.entry.mistakes();
        match &one.mistake {
            None if is_right => {}
            Some(id) if !is_right && known.iter().any(|mistake| mistake.id == id) => {}
            found => failures.add(format!("{slug}/{}: its head names the mistake {found:?}", one.place)),
        }
    }
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let right = |ending| counts.get(&(slug, true, ending)).copied().unwrap_or(0);
        let wrong: usize = ["cpp", "py", "pas"]
            .iter()
            .filter_map(|ending| counts.get(&(slug, false, *ending)))
            .sum();
        if right("cpp") == 0 || right("py") == 0 || wrong < 2 {
            failures.add(format!(
                "{slug}: an accepted one in C++, one in Python, and two wrong ones are wanted"
            ));
        }
    }
    failures.finish();
}

#[test]
fn submissions_get_the_verdicts_of_their_folders() {
    needs!(has_time());
    let all = submissions();
    let failures = Mutex::new(Failures::default());
    let endings: Vec<&str> = all.iter().map(Submission::ending).collect();
    let lacking: Vec<&str> = ["cpp", "pas", "py"]
        .into_iter()
        .filter(|ending| endings.contains(ending) && !has(tool(ending), &format!("submissions in .{ending}")))
        .collect();
    // The gate judges the submissions of every problem.
    let entries = if is_gate() {
        REGISTRY.to_vec()
    } else {
        every_second("the submissions of")
    };
    shared_out(&entries, |entry| {
        let slug = entry.meta().slug;
        // The right ones are judged on all testcases anyway.
        let output = judge(&[slug, "--submissions", "--fail-fast", "-j", "1", "--format", "json"]);
        let told = text(&output.stderr);
        let Ok(reports) = serde_json::from_slice::<Value>(&output.stdout) else {
            failures.lock().unwrap().add(format!("{slug}: {told}"));
            return;
        };
        let judged: Vec<&str> = reports
            .as_array()
            .unwrap()
            .iter()
            .map(|report| report["judged"].as_str().unwrap())
            .collect();
        let mut expected: Vec<&str> = all
            .iter()
            .filter(|one| one.entry.meta().slug == slug && !lacking.contains(&one.ending()))
            .map(|one| one.place.as_str())
            .collect();
        expected.sort_by_key(|place| judged.iter().position(|name| name == place));
        if output.status.code() != Some(0) || judged != expected {
            let mut failures = failures.lock().unwrap();
            failures.add(format!("{slug}: {judged:?} and not {expected:?}: {told}"));
        }
    });
    failures.into_inner().unwrap().finish();
}

/// The effect of a bound or a narrow type depends on the machine. A testcase counts only if a real program fails on it.
///
/// The tests of the mistakes check that each has such a program.
#[test]
fn bounds_and_narrow_types_fail_as_the_mistake_says() {
    needs!(has_time());
    let kind_of = |one: &Submission| {
        let known = one.entry.mistakes().into_iter();
        let mut named = known.filter(|mistake| Some(mistake.id) == one.mistake.as_deref());
        named.next().map(|mistake| mistake.kind)
    };
    let is_real = |one: &Submission| kind_of(one).is_some_and(|kind| kind != MistakeKind::Method);
    let all: Vec<Submission> = submissions().into_iter().filter(is_real).collect();
    assert!(
        all.len() >= 18,
        "only {} submissions have a bound or a narrow type",
        all.len()
    );
    let failures = Mutex::new(Failures::default());
    let name = |one: &Submission| format!("the bound of {}/{}", one.entry.meta().slug, one.place);
    let mut number = 0;
    let refs: Vec<&Submission> = all.iter().collect();
    let all = sample(&refs, name, |_| {
        number += 1;
        number % 2 == 1
    });
    shared_out(&all, |program| {
        let slug = program.entry.meta().slug;
        needs!(has(tool(program.ending()), &program.place));
        let known = program.entry.mistakes();
        let is_named = |mistake: &MistakeInfo| Some(mistake.id) == program.mistake.as_deref();
        let number = known.iter().position(is_named).unwrap();
        let folder = tempfile::tempdir().unwrap();
        embedded::write(slug, folder.path()).unwrap();
        let mut layout = layout::find(&[folder.path().to_owned()]);
        let _made = layout.make_listed(&generated::Lists).unwrap();
        let fails = layout.cases.iter().filter(|case| {
            let input = Input {
                bytes: &fs::read(&case.input).unwrap(),
                variants: Variants::ORIGINAL,
            };
            let answer = fs::read_to_string(&case.answer).unwrap();
            let effect = effect(program.entry, number, input, &answer, Budget::of(1 << 30));
            effect.is_ok_and(Effect::fails)
        });
        // One testcase that takes all of its time is enough.
        let most = if program.folder() == "time_limit_exceeded" {
            1
        } else {
            usize::MAX
        };
        let names: Vec<&str> = fails.map(|case| case.name.as_str()).take(most).collect();
        let mut arguments = vec![slug, program.path.to_str().unwrap(), "-j", "1"];
        names.iter().for_each(|name| arguments.extend(["--case", name]));
        let (report, _) = json(&arguments);
        let mut failures = failures.lock().unwrap();
        if names.is_empty() {
            failures.add(format!("{slug}/{}: no case kills its mistake", program.place));
        }
        for case in report["cases"].as_array().unwrap() {
            if case["verdict"] == "AC" {
                failures.add(format!("{slug}/{} passes {}", program.place, case["name"]));
            }
        }
    });
    failures.into_inner().unwrap().finish();
}

/// The pattern of the testcases at the limits.
const LIMIT_CASES: &str = "limit-*";

#[test]
fn every_problem_has_limit_cases_and_a_too_slow_program() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let folder = tempfile::tempdir().unwrap();
        embedded::write(slug, folder.path()).unwrap();
        let mut layout = layout::find(&[folder.path().to_owned()]);
        let _made = layout.make_listed(&generated::Lists).unwrap();
        if !layout.cases.iter().any(|case| case.name.starts_with("limit-")) {
            failures.add(format!("{slug}: no testcase has the name {LIMIT_CASES}"));
        }
        let slow = submissions()
            .into_iter()
            .filter(|one| one.entry.meta().slug == slug && one.folder() == "time_limit_exceeded");
        if slow.count() == 0 {
            failures.add(format!("{slug}: no submission exceeds the time limit"));
        }
    }
    failures.finish();
}

/// Right programs in C++ and Python take at most half of the time limit at the limits. Slow ones in C++ exceed it
/// there.
#[test]
fn limit_cases_tell_intended_programs_from_slow_ones() {
    needs!(has_time() && has("g++", "submissions at the limits"));
    let all = submissions();
    let failures = Mutex::new(Failures::default());
    shared_out(&every_second("the limits of"), |entry| {
        let meta = entry.meta();
        let half = format!("{}ms", meta.time_limit_ms / 2);
        let of_it = all.iter().filter(|one| one.entry.meta().slug == meta.slug);
        for one in of_it {
            let (verdict, more): (&str, &[&str]) = match (one.folder(), one.ending()) {
                ("accepted", "py") if !has("python3", "submissions in Python at the limits") => continue,
                ("accepted", "cpp" | "py") => ("AC", &["--time", &half]),
                ("time_limit_exceeded", "cpp") => ("TLE", &["--fail-fast"]),
                _ => continue,
            };
            let path = one.path.to_str().unwrap();
            let expected = [meta.slug, path, "--case", LIMIT_CASES, "-j", "1", "--expect", verdict];
            let output = judge(&[&expected, more].concat());
            if output.status.code() != Some(0) {
                let told = text(&output.stdout) + &text(&output.stderr);
                let mut failures = failures.lock().unwrap();
                failures.add(format!("{}/{}: {told}", meta.slug, one.place));
            }
        }
    });
    failures.into_inner().unwrap().finish();
}

/// The test takes two programs in C++ for each problem, and for every third one a program in Python, in the full run
/// only.
///
/// A program has to run two hundred times, which takes long. Another test checks without a run that a right program
/// makes no mistake.
#[test]
fn the_mistakes_of_wrong_submissions_are_named() {
    needs!(has_time());
    let all: Vec<Submission> = submissions()
        .into_iter()
        .filter(|one| one.folder() == "wrong_answer" && has(tool(one.ending()), "the mistakes of wrong submissions"))
        .collect();
    let entries = every_second("the mistakes of");
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut early: Vec<&Submission> = Vec::new();
    let thirds: Vec<&str> = REGISTRY.iter().map(|entry| entry.meta().slug).step_by(3).collect();
    for one in &all {
        let count = counts.entry((one.entry.meta().slug, one.ending())).or_default();
        *count += 1;
        let is_early = match one.ending() {
            "cpp" => *count <= 2,
            "py" => *count <= 1 && thirds.contains(&one.entry.meta().slug),
            _ => false,
        };
        let is_taken = entries.iter().any(|entry| entry.meta().slug == one.entry.meta().slug);
        early.extend((is_early && is_taken).then_some(one));
    }
    let name = |one: &Submission| format!("the mistake of {}/{}", one.entry.meta().slug, one.place);
    let all: Vec<&Submission> = sample(&early, name, |one| one.ending() == "cpp");
    let (named, missed) = (Mutex::new(0), Mutex::new(Vec::new()));
    shared_out(&entries, |entry| {
        let slug = entry.meta().slug;
        let of_it = all.iter().filter(|one| one.entry.meta().slug == slug);
        let wrong: Vec<&Submission> = of_it.copied().collect();
        let mut arguments = vec![slug, "--why", "--fail-fast", "-j", "1"];
        arguments.extend(wrong.iter().map(|one| one.path.to_str().unwrap()));
        let output = judge(&arguments);
        let told = text(&output.stdout);
        for one in wrong {
            let id = one.mistake.as_deref().unwrap();
            let line = format!("Mistake of {}: ", one.path.display());
            let line = told.lines().find(|found| found.starts_with(&line)).unwrap_or_default();
            if line.contains(&format!("(`{id}`)")) {
                *named.lock().unwrap() += 1;
            } else {
                missed.lock().unwrap().push(format!("{slug}/{}: {line}", one.place));
            }
        }
    });
    let (named, missed) = (named.into_inner().unwrap(), missed.into_inner().unwrap());
    assert!(
        named * 10 >= 8 * all.len() && missed.iter().all(|line| !line.contains("`)")),
        "{named} of {} are named; not these:\n{}",
        all.len(),
        missed.join("\n")
    );
}

/// The target of such a link may belong to anybody, and a compiler quotes it.
#[test]
fn no_submission_is_a_link_that_leads_out() {
    let other = folder(&[("secret.py", "print(4)\n")]);
    let plain = folder(&[("1.in", "4\n"), ("1.out", "4\n")]);
    let icpc = folder(&[
        ("problem.yaml", "name: same\n"),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "4\n"),
    ]);
    let sinol = folder(&[
        ("config.yml", "time_limit: 1000\n"),
        ("in/abc1a.in", "4\n"),
        ("out/abc1a.out", "4\n"),
    ]);
    let not_judged = "is not judged: a link leads out of its folder";
    for (task, at, why) in [
        (
            plain,
            "submissions/accepted/a.py",
            "a.py` is a link out of its package or folder",
        ),
        (icpc, "submissions/accepted/a.py", not_judged),
        (sinol, "prog/abc.py", not_judged),
    ] {
        let link = task.path().join(at);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(other.path().join("secret.py"), link).unwrap();
        let output = judge(&[task.path().to_str().unwrap(), "--submissions"]);
        let said = text(&output.stderr);
        assert!(said.contains(why), "{at}: {said}");
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(2), String::new()),
            "{at}: {said}"
        );
    }
}

#[test]
fn a_package_has_submissions_of_its_own() {
    needs!(has_time() && has("python3", "submissions of a package"));
    let mut golden = Golden::new("submissions/a_package_has_submissions_of_its_own");
    let mut judge = |words: &[&str]| golden.says(gamesolve().arg("judge").args(words));
    let package = folder(&[
        ("1.in", "4\n"),
        ("1.out", "4\n"),
        ("submissions/accepted/right.py", "print(input())\n"),
        ("submissions/wrong_answer/five.py", "print(5)\n"),
        ("submissions/run_time_error/right-too.py", "print(input())\n"),
        ("submissions/mixed/any.py", "print(6)\n"),
    ]);
    let place = package.path().to_str().unwrap();
    judge(&[place, "--submissions"]);
    // These are the format's own words.
    let stated = folder(&[
        ("problem.yaml", "name: same\n"),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "4\n"),
        ("submissions/accepted/right.py", "print(input())\n"),
        ("submissions/accepted/right.kt", "fun main() = println(readLine())\n"),
        ("submissions/rejected/five.py", "print(5)\n"),
        ("submissions/partially_accepted/five.py", "print(5)\n"),
        ("submissions/partially_accepted/right.py", "print(input())\n"),
        (
            "submissions/mixed/any.py",
            "print(1 // 0)  # @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR\n",
        ),
        (
            "submissions/mixed/wrong.py",
            "print(6)  # @EXPECTED_RESULTS@: CORRECT\n",
        ),
        ("submissions/other/what.py", "print(6)\n"),
    ]);
    judge(&[stated.path().to_str().unwrap(), "--submissions"]);
    // If one does not compile, it counts as such, and the others are judged.
    fs::write(package.path().join("submissions/accepted/right.py"), "print(\n").unwrap();
    judge(&[place, "--submissions"]);
    let none = folder(&[("1.in", "4\n"), ("1.out", "4\n")]);
    judge(&[none.path().to_str().unwrap(), "--submissions"]);
    judge(&["nim", "--submissions", "README.md"]);
    golden.finish();
}

/// A folder in a folder of verdicts is one program. Its files see each other, and no other program sees them.
#[test]
fn a_submission_may_be_several_files() {
    needs!(has_time());
    needs!(has("python3", "submissions of several files") && has("g++", "submissions of several files"));
    let package = folder(&[
        ("problem.yaml", "name: twice\nlimits: {time_limit: 5}\n"),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "8\n"),
        (
            "submissions/accepted/py/main.py",
            "import twice\nprint(twice.of(int(input())))\n",
        ),
        ("submissions/accepted/py/twice.py", "def of(x): return 2 * x\n"),
        (
            "submissions/accepted/cpp/main.cpp",
            "#include \"twice.h\"\n#include <iostream>\nint main() { int x; std::cin >> x; std::cout << twice(x); }\n",
        ),
        (
            "submissions/accepted/cpp/twice.cpp",
            "#include \"twice.h\"\nint twice(int x) { return 2 * x; }\n",
        ),
        ("submissions/accepted/cpp/twice.h", "int twice(int);\n"),
        ("submissions/run_time_error/alone.py", "import right\n"),
        ("submissions/run_time_error/right.py", "raise SystemExit(1)\n"),
        ("submissions/stray.py", "print(8)\n"),
        ("submissions/accepted/which/a.py", "print(8)\n"),
        ("submissions/accepted/which/b.py", "print(8)\n"),
    ]);
    let place = package.path().to_str().unwrap();
    // These links would show a program the package, all programs of a verdict, or a file elsewhere.
    fs::write(package.path().join("main.py"), "print(8)\n").unwrap();
    for (name, to) in [("all", "../.."), ("these", "."), ("file.py", "../../main.py")] {
        std::os::unix::fs::symlink(to, package.path().join("submissions/accepted").join(name)).unwrap();
    }
    let pipe = package.path().join("submissions/accepted/pipe.py");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let output = judge(&[place, "--submissions"]);
    let (told, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{told}{said}");
    assert!(told.ends_with("4 of 4 submissions as expected\n"), "{told}{said}");
    for why in [
        "`submissions/accepted/pipe.py` is not judged: there is no program",
        "`submissions/accepted/all` is not judged: a link leads out of its folder",
        "`submissions/accepted/file.py` is not judged: a link leads out of its folder",
        "`submissions/stray.py` is not judged: it is not in a folder of a verdict",
        "`submissions/accepted/which` is not judged: there are several source files, and none has the name `main`",
    ] {
        assert!(told.contains(why) || said.contains(why), "{told}{said}");
    }
    if has("javac", "submissions of several files in Java") {
        let place = package.path().join("submissions/accepted/java");
        fs::create_dir(&place).unwrap();
        let main = "public class Main { public static void main(String[] a) { System.out.println(Twice.of(new \
                    java.util.Scanner(System.in).nextInt())); } }\n";
        fs::write(place.join("Main.java"), main).unwrap();
        fs::write(
            place.join("Twice.java"),
            "class Twice { static int of(int x) { return 2 * x; } }\n",
        )
        .unwrap();
        let output = judge(&[package.path().to_str().unwrap(), "--submissions"]);
        let told = text(&output.stdout);
        assert!(told.ends_with("5 of 5 submissions as expected\n"), "{told}");
    }
    // Another format has submissions of one source file each.
    fs::remove_file(pipe).unwrap();
    let other = package.path().join("other");
    let output = gamesolve()
        .args(["export", place, "--format", "polygon", "-o", other.to_str().unwrap()])
        .output()
        .unwrap();
    let said = text(&output.stderr) + &text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for left in ["submissions/accepted/cpp/main.cpp", "submissions/accepted/py/main.py"] {
        assert!(
            said.contains("submissions not exported, because Polygon allows only one source file for each: ")
                && said.contains(left),
            "{said}"
        );
    }
    assert!(
        other.join("solutions/right.py").is_file() && !other.join("solutions/twice.py").exists(),
        "{said}"
    );
}

/// Packages state more about their submissions than the names of folders.
#[test]
fn what_a_package_states_of_its_submissions_is_taken_or_named() {
    needs!(has("python3", "submissions of packages"));
    let package = folder(&[
        ("problem.yaml", "name: twice\n"),
        (".timelimit", "3\n"),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "8\n"),
        (
            "submissions/submissions.yaml",
            "accepted: {permitted: [AC], score: 100}\n",
        ),
        ("submissions/accepted/a.py", "# @EXPECTED_SCORE@: 100\nprint(8)\n"),
    ]);
    let place = package.path().to_str().unwrap();
    let output = judge(&[place, "--submissions", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let text = report.to_string();
    assert_eq!(report[0]["conditions"]["time_limit_ms"], 3000.0, "{text}");
    for what in [
        "`score` in submissions.yaml is ignored: gamesolve does not compare points",
        "`submissions/accepted/a.py` states its points (`@EXPECTED_SCORE@`), but gamesolve does not compare them",
    ] {
        assert!(said.contains(what) || text.contains(what), "{what}\n{said}{text}");
    }
    // The statuses of groups come before the name: the solution is wrong in one group on purpose.
    let package = folder(&[
        (
            "config.yml",
            "title: A\nsinol_task_id: abc\nsinol_expected_scores:\n  abc.py: {expected: {1: {points: 100, status: OK}}, points: 100}\n  \
             abc1.py: {expected: {1: {points: 0, status: WA}}, points: 0}\n",
        ),
        ("in/abc1a.in", "4\n"),
        ("out/abc1a.out", "8\n"),
        ("prog/abc.py", "print(8)\n"),
        ("prog/abc1.py", "print(7)\n"),
    ]);
    let output = judge(&[package.path().to_str().unwrap(), "--submissions"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.ends_with("2 of 2 submissions as expected\n"), "{told}");
}

/// A public class lies in a file of its name, whatever the submission's name is. It may belong to a package.
#[test]
fn the_public_class_of_a_submission_in_java_starts() {
    needs!(has_time() && has("javac", "submissions in Java"));
    let main = "public static void main(String[] a) { System.out.println(2 * new java.util.Scanner(System.in).nextInt()); } }\n";
    let package = folder(&[
        ("problem.yaml", "name: twice\nlimits: {time_limit: 5}\n"),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "8\n"),
        ("submissions/accepted/sol.java", &format!("public class Main {{ {main}")),
        (
            "submissions/accepted/other.java",
            &format!("public final class Other {{ {main}"),
        ),
        (
            "submissions/accepted/pack.java",
            &format!("package foo.bar;\npublic class Solve {{ {main}"),
        ),
        (
            "submissions/accepted/inner.java",
            &format!("package foo;\nclass Help {{}}\nclass Main {{ {main}"),
        ),
        (
            "submissions/accepted/remark.java",
            &format!("/*\npublic class Old {{}}\n*/\npublic class Main {{ {main}"),
        ),
    ]);
    let output = judge(&[package.path().to_str().unwrap(), "--submissions"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.ends_with("5 of 5 submissions as expected\n"), "{told}");
}

/// `submissions.yaml` states the allowed and required verdicts of single submissions and testcases.
#[test]
fn demands_of_submissions_are_compared_with_every_case() {
    needs!(has_time() && has("python3", "submissions of packages"));
    let twice = "print(2 * int(input()))\n";
    let small = "n = int(input())\nprint(2 * n if n < 5 else 0)\n";
    let fails = "n = int(input())\nassert n < 5\nprint(2 * n)\n";
    let of = |demands: &str| {
        let package = folder(&[
            (
                "problem.yaml",
                "problem_format_version: 2025-09\nname: twice\nlimits: {time_limit: 2}\n",
            ),
            ("data/sample/1.in", "4\n"),
            ("data/sample/1.ans", "8\n"),
            ("data/secret/g/2.in", "7\n"),
            ("data/secret/g/2.ans", "14\n"),
            ("submissions/submissions.yaml", demands),
            ("submissions/accepted/right.py", twice),
            ("submissions/wrong_answer/small.py", small),
            ("submissions/brute_force/fails.py", fails),
            ("submissions/mixed/any.py", fails),
        ]);
        let output = judge(&[package.path().to_str().unwrap(), "--submissions"]);
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    for right in [
        "mixed: {permitted: [AC, WA, TLE, RTE]}\n",
        "mixed: {sample: {permitted: [AC]}, secret/g: {permitted: [RTE], required: [RTE]}}\n",
        "mixed/{any,other}.py: {required: [AC]}\n\"*/small.py\": {\"secret/*\": {permitted: [WA]}}\n",
        // An entry of a folder replaces the meaning of its name.
        "mixed: {required: [RTE]}\nwrong_answer: {permitted: [AC, WA]}\naccepted/right.py: {permitted: [AC]}\n",
    ] {
        assert_eq!(of(right), (Some(0), String::new()), "{right}");
    }
    for (wrong, why) in [
        (
            "mixed: {permitted: [AC, WA]}\n",
            "mixed/any.py: expected only AC or WA or PE, found RE in data/secret/g/2",
        ),
        (
            "mixed: {sample: {required: [RTE]}}\n",
            "mixed/any.py: expected RE or MLE or OLE in sample, found none",
        ),
        (
            "mixed: {}\nmixed/any.py: {required: [WA]}\n",
            "mixed/any.py: expected WA or PE, found none",
        ),
        (
            "mixed: {required: [RTE]}\nwrong_answer/small.py: {secret/h: {required: [WA]}}\n",
            "wrong_answer/small.py: expected WA or PE in secret/h, found none",
        ),
        (
            "mixed: {required: [RTE]}\nbrute_force: {permitted: [AC, TLE]}\n",
            "brute_force/fails.py: expected only AC or TLE, found RE in data/secret/g/2",
        ),
    ] {
        let (code, said) = of(wrong);
        assert_eq!(
            (code, said.trim_end().ends_with(why)),
            (Some(1), true),
            "{wrong}: {said}"
        );
    }
    let strange = "mixed: {permitted: [AC, RTE], secret/h: {permitted: [AC]}}\nnosuch/*: {permitted: [AC]}\n";
    for (demands, expected, parts) in [
        (
            strange,
            0,
            [
                "unknown testcase `secret/h` in submissions.yaml",
                "unknown submission `nosuch/*` in submissions.yaml",
            ],
        ),
        (
            "mixed: {permitted: [AC, XX]}\n",
            2,
            ["`XX` is not one of AC, WA, TLE and RTE", "submissions.yaml:1:"],
        ),
    ] {
        let (code, said) = of(demands);
        assert_eq!(code, Some(expected), "{said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }
}

/// In the formats of build servers a submission passes if its verdict is the expected one, even a wrong answer.
#[test]
fn build_server_reports_compare_with_expected_verdicts() {
    needs!(has_time() && has("python3", "submissions of packages"));
    let package = folder(&[
        ("problem.yaml", "name: twice\nlimits: {time_limit: 2}\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "2\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "4\n"),
        ("submissions/accepted/a\u{a0}b.py", "print(2 * int(input()))\n"),
        ("submissions/wrong_answer/two.py", "print(2)\n"),
    ]);
    let here = package.path().to_str().unwrap();
    let mut golden = Golden::new("submissions/build_server_reports_compare_with_expected_verdicts");
    let mut report = |format: &str| golden.says(gamesolve().args(["judge", here, "--submissions", "--format", format]));
    for format in ["junit", "tap", "json"] {
        report(format);
    }
    fs::write(package.path().join("submissions/accepted/a\u{a0}b.py"), "print(2)\n").unwrap();
    report("junit");
    let wrong = package.path().join("submissions/wrong_answer/two.py");
    let expected = ["judge", here, "--expect", "WA", "--format", "junit"];
    golden.says(gamesolve().args(expected).arg(wrong));
    golden.finish();
}

/// A demand on a later testcase is checked even if an earlier one is wrong, with all other options.
#[test]
fn demands_are_on_cases_behind_the_first_wrong_one() {
    needs!(has("python3", "submissions of packages"));
    let package = folder(&[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: twice\nlimits: {time_limit: 2}\n",
        ),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "2\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "4\n"),
        (
            "submissions/submissions.yaml",
            "mixed: {secret/2: {permitted: [RTE]}}\n",
        ),
        ("submissions/mixed/a.py", "n = int(input())\nassert n < 2\nprint(n)\n"),
        ("submissions/mixed/b.py", "print(3)\n"),
    ]);
    let output = judge(&[package.path().to_str().unwrap(), "--submissions", "--fail-fast"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        "submissions/mixed/b.py: expected only RE or MLE or OLE in secret/2, found WA in data/secret/2\n"
    );
}

/// A part of the points is more than none and less than all. A program that does not compile gets none.
#[test]
fn partially_accepted_submissions_get_a_part_of_the_points() {
    needs!(has("python3", "submissions of packages") && has("g++", "submissions of packages"));
    let package = folder(&[
        ("problem.yaml", "name: twice\ntype: scoring\nlimits: {time_limit: 2}\n"),
        (
            "data/testdata.yaml",
            "on_reject: continue\ngrader_flags: sum accept_if_any_accepted\n",
        ),
        (
            "data/secret/testdata.yaml",
            "accept_score: 50\nrange: 0 100\ngrader_flags: sum accept_if_any_accepted\n",
        ),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "8\n"),
        ("data/secret/2.in", "7\n"),
        ("data/secret/2.ans", "14\n"),
        ("submissions/partially_accepted/half.py", "print(8)\n"),
        ("submissions/partially_accepted/none.py", "print(0)\n"),
        ("submissions/partially_accepted/all.py", "print(2 * int(input()))\n"),
        ("submissions/partially_accepted/broken.cpp", "int main( {}\n"),
    ]);
    let output = judge(&[package.path().to_str().unwrap(), "--submissions"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.ends_with("1 of 4 submissions as expected\n"), "{told}");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let none = "none.py: expected a part of the points, found WA with 0 of 100 points";
    for (part, is_there) in [("half.py", false), (none, true)] {
        assert_eq!(said.contains(part), is_there, "{said}");
    }
}
