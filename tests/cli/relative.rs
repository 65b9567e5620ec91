//! Places that the environment names by a path relative to the current folder.

use std::fs;

use crate::support::{gamesolve, has, has_time, needs};

/// Compilers, programs and the game's grader run in other folders than the command.
#[test]
fn temporary_files_may_have_a_relative_place() {
    needs!(has_time());
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("tmp")).unwrap();
    fs::create_dir(folder.path().join("cases")).unwrap();
    put("cases/1.in", "1\n");
    put("cases/1.out", "1\n");
    put("s.py", "print(input())\n");
    put(
        "s.cpp",
        "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }\n",
    );
    put(
        "s.c",
        "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }\n",
    );
    put("s.pas", "var n: longint; begin read(n); writeln(n); end.\n");
    put("game.py", "def moves(n):\n    if n: yield n - 1\n");
    put("game.cpp", "void moves(int n) { if (n) to(n - 1); }\n");
    for place in ["tmp", "./tmp", "tmp/../tmp", ""] {
        let run = |words: &[&str]| {
            let mut command = gamesolve();
            command
                .current_dir(&folder)
                .env("TMPDIR", place)
                .env("XDG_CACHE_HOME", folder.path().join("cache"))
                .args(words);
            command.assert().success();
        };
        for (source, tool) in [("s.py", "python3"), ("s.cpp", "g++"), ("s.c", "gcc"), ("s.pas", "fpc")] {
            if has(tool, "relative places") {
                run(&["judge", "cases", source]);
            }
        }
        for (game, tool) in [("game.py", "python3"), ("game.cpp", "g++")] {
            if has(tool, "relative places") {
                run(&["explain", game, "--at", "3"]);
            }
        }
        run(&["export", "stones", "--format", "kattis", "-o", "package"]);
        fs::remove_dir_all(folder.path().join("package")).unwrap();
        let _ = fs::remove_dir_all(folder.path().join("cache"));
    }
    assert_eq!(
        fs::read_dir(folder.path().join("tmp")).unwrap().count(),
        0,
        "nothing is left there"
    );
}

/// A relative folder of `PATH` could hold a contestant's programs.
#[test]
fn a_relative_place_for_programs_is_passed_over() {
    needs!(has_time() && has("python3", "relative places"));
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("bin")).unwrap();
    put("bin/python3", "#!/bin/sh\necho other\n");
    fs::set_permissions(
        folder.path().join("bin/python3"),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    fs::create_dir(folder.path().join("cases")).unwrap();
    put("cases/1.in", "1\n");
    put("cases/1.out", "1\n");
    put("s.py", "print(input())\n");
    let path = std::env::var("PATH").unwrap();
    let mut command = gamesolve();
    command
        .current_dir(&folder)
        .env("PATH", format!("bin::{path}"))
        .args(["judge", "cases", "s.py"]);
    command.assert().success();
}
