//! `gamesolve.toml`: the order of the files, the places where none is read, and files of strangers.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::sessions::sessions;
use crate::support::{before_path, gamesolve, has, needs, root};

/// Makes a folder with `tests/1.in` and `tests/1.out`, a program without a line end, and no settings.
fn place() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    put(&folder, "tests/1.in", "1\n");
    put(&folder, "tests/1.out", "7\n");
    put(&folder, "sub/sol.py", "print(7, end='')\n");
    folder
}

fn put(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Returns the command in a folder whose `config` is the user's folder of settings.
fn command(folder: &TempDir, words: &[&str]) -> Command {
    let mut command = gamesolve();
    command
        .args(words)
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .current_dir(folder);
    command
}

fn run(folder: &TempDir, words: &[&str]) -> Output {
    command(folder, words).output().unwrap()
}

/// Checks that a command is refused with this message, and prints nothing else. A place before the message stands below
/// it: `file:line:column: message`.
fn is_refused(output: &Output, message: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    let placed = message.split_once(": ").filter(|(place, _)| place.contains(".toml:"));
    let (place, message) = placed.map_or(("", message), |(place, message)| (place, message));
    assert!(said.starts_with(&format!("error: {message}")), "{message}: {said}");
    assert!(
        place.is_empty() || said.contains(&format!("\n  --> {place}")),
        "{place}: {said}"
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
}

const USER: &str = "config/gamesolve/gamesolve.toml";
const BESIDE: &str = "tests/gamesolve.toml";
const JUDGE: &[&str] = &["judge", "tests", "sub/sol.py"];

#[test]
fn compilers_get_the_flags_and_the_report_names_the_file() {
    needs!(has("g++", "the flags of a compiler"));
    let folder = place();
    let source = "#include <cstdio>\nint main() {\n#ifdef RIGHT\n    puts(\"7\");\n#endif\n}\n";
    put(&folder, "sub/sol.cpp", source);
    let words = ["judge", "tests", "sub/sol.cpp"];
    assert_eq!(run(&folder, &words).status.code(), Some(1));
    put(&folder, USER, "[cpp]\nflags = [\"-O1\", \"-DRIGHT\"]\n");
    let report = run(&folder, &words);
    let text = String::from_utf8_lossy(&report.stdout);
    assert_eq!(report.status.code(), Some(0), "{text}");
    let report = run(&folder, &["judge", "tests", "sub/sol.cpp", "--rows"]);
    let text = String::from_utf8_lossy(&report.stdout);
    for part in ["flags: `", "config/gamesolve/gamesolve.toml`"] {
        assert!(text.contains(part), "{text}");
    }
    // The task's flags replace those of the user.
    put(&folder, BESIDE, "cpp.flags = []\n");
    assert_eq!(run(&folder, &words).status.code(), Some(1));
    fs::remove_file(folder.path().join(BESIDE)).unwrap();
    // The user's own file may name any program.
    let compiler = folder.path().join("own/bin/mine");
    put(&folder, "own/bin/mine", "#!/bin/sh\nexec g++ -DRIGHT \"$@\"\n");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    put(&folder, USER, &format!("[cpp]\ncompiler = {compiler:?}\n"));
    let report = run(&folder, &words);
    assert_eq!(report.status.code(), Some(0), "{report:?}");
    put(&folder, USER, "[cpp]\ncompiler = \"no-such-compiler\"\n");
    is_refused(
        &run(&folder, &words),
        "`sub/sol.cpp` is C++, which needs `no-such-compiler`, but that is not on PATH",
    );
}

/// A stranger's task names a program of its own as the compiler.
#[test]
fn the_file_of_a_task_starts_no_program_of_its_own() {
    let folder = place();
    let (evil, mark) = (folder.path().join("tests/evil"), folder.path().join("mark"));
    put(&folder, "tests/evil", &format!("#!/bin/sh\ntouch {}\n", mark.display()));
    fs::set_permissions(&evil, fs::Permissions::from_mode(0o755)).unwrap();
    for (compiler, language) in [
        (evil.to_str().unwrap(), "py"),
        ("tests/evil", "py"),
        ("./evil", "py"),
        ("evil", "py"),
        ("evil", "rs"),
        ("python3/../evil", "py"),
    ] {
        put(&folder, BESIDE, &format!("[{language}]\ncompiler = {compiler:?}\n"));
        let output = command(&folder, JUDGE)
            .env("PATH", before_path(&folder.path().join("tests")))
            .output()
            .unwrap();
        is_refused(&output, "tests/gamesolve.toml:2:12: the file of a task may name only");
        assert!(!mark.exists(), "{compiler}");
    }
}

/// The student who hands in a program must not choose how it is compiled and compared.
#[test]
fn no_file_beside_a_submission_is_read() {
    needs!(has("python3", "settings beside a submission"));
    let folder = place();
    let hostile = "compare = \"exact\"\n[py]\ncompiler = \"rm\"\n";
    put(&folder, "sub/gamesolve.toml", hostile);
    put(&folder, "gamesolve.toml", hostile);
    let says_nothing = |words: &[&str]| {
        let output = run(&folder, words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && !said.contains("gamesolve.toml"),
            "{words:?}: {said}"
        );
    };
    // Beside the submission, and in the current folder.
    says_nothing(JUDGE);
    says_nothing(&["judge", "tests", "--", "python3", "sub/sol.py"]);
    // Task and submission in one folder.
    put(&folder, BESIDE, hostile);
    fs::copy(folder.path().join("sub/sol.py"), folder.path().join("tests/sol.py")).unwrap();
    symlink("../tests/sol.py", folder.path().join("sub/link.py")).unwrap();
    symlink("tests", folder.path().join("also")).unwrap();
    for (words, submission) in [
        (&["judge", "tests", "tests/sol.py"][..], "tests/sol.py"),
        (&["judge", "tests", "sub/sol.py", "tests/sol.py"], "tests/sol.py"),
        (&["judge", "tests", "sub/../tests/sol.py"], "sub/../tests/sol.py"),
        (&["judge", "tests", "sub/link.py"], "sub/link.py"),
        (&["judge", "tests", "also/sol.py"], "also/sol.py"),
        (&["judge", "tests", "--", "python3", "tests/sol.py"], "/tests/sol.py"),
    ] {
        let output = run(&folder, words);
        let said = String::from_utf8_lossy(&output.stderr);
        let note = "note: gamesolve ignores `tests/gamesolve.toml`, because the submission `";
        assert!(output.status.success() && said.contains(note), "{words:?}: {said}");
        assert!(
            said.contains(&format!("{submission}` lies beside it")),
            "{words:?}: {said}"
        );
    }
    // A file is the first program here, and not a game whose folder counts.
    put(&folder, "gen.py", "import sys\nprint(sys.argv[1])\n");
    put(&folder, "brute.py", "print(7)\n");
    put(&folder, "sol.py", "print(7)\n");
    says_nothing(&[
        "stress",
        "--gen",
        "gen.py",
        "--reference",
        "brute.py",
        "--max-size",
        "1",
        "--tests",
        "2",
        "sol.py",
    ]);
}

#[test]
fn faulty_files_are_refused_with_their_place() {
    let folder = place();
    for (text, message) in [
        (
            "compiler = \"g++\"\n",
            "tests/gamesolve.toml:1:1: unknown key `compiler`",
        ),
        (
            "lang = 3\n",
            "tests/gamesolve.toml:1:8: `lang` must be text in quotes, found `3`",
        ),
        (
            "[cpp]\nflgs = []\n",
            "tests/gamesolve.toml:2:1: unknown key `flgs`, did you mean `flags`?",
        ),
        ("x\n", "tests/gamesolve.toml:1:2: this is not TOML"),
    ] {
        put(&folder, BESIDE, text);
        is_refused(&run(&folder, JUDGE), message);
        is_refused(&run(&folder, &["config", "tests"]), message);
    }
    let path = folder.path().join(BESIDE);
    fs::write(&path, b"lang = \"\xff\"").unwrap();
    is_refused(&run(&folder, JUDGE), "tests/gamesolve.toml:1:9: this byte is not UTF-8");
    fs::write(&path, vec![b'\n'; 70_000]).unwrap();
    is_refused(&run(&folder, JUDGE), "`tests/gamesolve.toml` is larger than 64 KiB");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    is_refused(
        &run(&folder, JUDGE),
        "cannot read `tests/gamesolve.toml`: it is a folder, not a file",
    );
    fs::remove_dir(&path).unwrap();
    nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
    is_refused(
        &run(&folder, JUDGE),
        "cannot read `tests/gamesolve.toml`: it is a pipe, not a file",
    );
    fs::remove_file(&path).unwrap();
    symlink("/dev/zero", &path).unwrap();
    is_refused(
        &run(&folder, &["config", "tests"]),
        "cannot read `tests/gamesolve.toml`: it is a device, not a file",
    );
    fs::remove_file(&path).unwrap();
    symlink("nowhere", &path).unwrap();
    is_refused(&run(&folder, JUDGE), "cannot read `tests/gamesolve.toml`");
    is_refused(
        &run(&folder, &["config", "tests"]),
        "the link `tests/gamesolve.toml` leads nowhere",
    );
    fs::remove_file(&path).unwrap();
    // A faulty file of the user stops every command that needs it, but not solving.
    put(&folder, USER, "lang = \"xx\"\n");
    for words in [&["show", "nim"][..], &["list"], &["config"]] {
        let file = folder.path().join(USER);
        is_refused(
            &run(&folder, words),
            &format!("{}:1:8: unknown value `xx`", file.display()),
        );
    }
    let solved = run(&folder, &["nim", root("testdata/nim/sample-01.in").to_str().unwrap()]);
    assert!(solved.status.success());
}

#[test]
fn config_prints_a_file_that_means_the_same() {
    let folder = place();
    let odd = "-DNAME=\"a\\\\b'\u{e4}\"";
    let text =
        format!("lang = \"zh\"\ncompare = \"oi\"\nc.flags = ['''{odd}''']\njava.compiler = \"/opt/jdk/bin/javac\"\n");
    put(&folder, USER, &text);
    let first = run(&folder, &["config", "--format", "json"]);
    let printed = run(&folder, &["config"]);
    put(&folder, USER, &String::from_utf8(printed.stdout).unwrap());
    let second = run(&folder, &["config", "--format", "json"]);
    let values = |output: &Output| -> Vec<(String, serde_json::Value)> {
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let settings = report["settings"].as_array().unwrap();
        let pair = |row: &serde_json::Value| (row["key"].as_str().unwrap().to_owned(), row["value"].clone());
        settings.iter().map(pair).collect()
    };
    assert_eq!(values(&first), values(&second));
    assert_eq!(values(&first)[0], ("lang".to_owned(), "zh".into()));
    assert!(values(&first).contains(&("c.flags".to_owned(), serde_json::json!([odd]))));
}

#[test]
fn the_language_is_by_option_then_settings_then_locale() {
    let folder = place();
    let title = |words: &[&str]| {
        let output = command(&folder, words).env("LC_ALL", "zh_CN.UTF-8").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().next().unwrap_or_default().to_owned()
    };
    let statement = |language: &str| {
        let path = root("problems/stones").join(format!("statement{language}.md"));
        fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(title(&["show", "stones"]), statement(".zh"));
    put(&folder, USER, "lang = \"vi\"\n");
    assert_eq!(title(&["show", "stones"]), statement(".vi"));
    assert_eq!(title(&["show", "stones", "--lang", "en"]), statement(".en"));
    // A relative folder would depend on the current one.
    let output = command(&folder, &["show", "stones"])
        .env("XDG_CONFIG_HOME", "config")
        .env("HOME", "/")
        .output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.starts_with(&statement(".en")), "{text}");
}

sessions! {
    an_option_goes_before_the_task_and_the_task_before_the_user
    a_default_comparison_holds_for_problems_without_a_checker
    an_interpreter_that_is_none_is_refused_by_its_name
    a_user_s_own_game_has_settings_beside_it
}
