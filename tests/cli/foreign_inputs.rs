//! Inputs and answers in the forms of other systems and sites.

use std::fs;

use gamesolve::problems::REGISTRY;

use crate::support::{gamesolve, has, has_time, needs};

/// Returns the output of a command for an input.
fn answer(words: &[&str], input: &[u8]) -> String {
    let output = gamesolve().args(words).write_stdin(input).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Editors and compilers of DOS end a file with the byte 0x1A.
#[test]
fn the_mark_of_dos_ends_inputs_and_answers_of_every_problem() {
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let folder = tempfile::tempdir().unwrap();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
        let read = |ending: &str| fs::read(format!("{root}{slug}/sample-01.{ending}")).unwrap();
        let (input, expected) = (read("in"), read("out"));
        for end in [&b"\x1a"[..], b"\x1a\x1a\x1a", b"\r\n\x1a\r\n"] {
            let marked = |bytes: &[u8]| [bytes, end].concat();
            assert_eq!(answer(&[slug], &marked(&input)).as_bytes(), expected, "{slug}");
            fs::write(folder.path().join("1.in"), marked(&input)).unwrap();
            fs::write(folder.path().join("1.out"), marked(&expected)).unwrap();
            let checked = answer(&["check", slug, folder.path().to_str().unwrap()], b"");
            assert!(checked.contains(": 1 AC"), "{slug}: {checked}");
        }
        let mut strict = gamesolve();
        strict
            .args(["validate", slug])
            .write_stdin([&input[..], b"\x1a"].concat());
        let refused = strict.assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains("the control byte `\\x1a`"), "{slug}: {said}");
    }
}

#[test]
fn a_program_is_judged_by_an_answer_of_dos() {
    needs!(has_time() && has("python3", "answers of DOS"));
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cases")).unwrap();
    fs::write(folder.path().join("cases/1.in"), "1 2\r\n\x1a").unwrap();
    fs::write(folder.path().join("cases/1.out"), "3\r\n\x1a").unwrap();
    fs::write(
        folder.path().join("sol.py"),
        "a, b = map(int, input().split())\nprint(a + b)\n",
    )
    .unwrap();
    for rule in ["tokens", "icpc", "themis", "oi"] {
        let mut judging = gamesolve();
        judging
            .current_dir(&folder)
            .args(["judge", "cases", "sol.py", "--compare", rule]);
        judging.assert().success();
    }
}

/// LeetCode writes its examples with names and commas, and its input field takes several one after another.
#[test]
fn lines_of_leetcode_are_read() {
    let graph = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
    let other = "[[1,3],[0],[3],[0,2]]";
    for (input, expected) in [
        (format!("graph = {graph}"), "0\n"),
        (format!("graph={other}\n"), "1\n"),
        (format!("{graph}\n{other}\n"), "0\n1\n"),
        (format!("graph = {graph}\n\ngraph = {other}\n{graph}\n"), "0\n1\n0\n"),
    ] {
        assert_eq!(answer(&["cat-mouse"], input.as_bytes()), expected, "{input}");
        assert_eq!(answer(&["cat-mouse", "--brute"], input.as_bytes()), expected, "{input}");
        assert_eq!(
            answer(&["cat-mouse", "--certify"], input.as_bytes()),
            expected,
            "{input}"
        );
    }
    let (grid, wide) = ("[\"####F\",\"#C...\",\"M....\"]", "[\"M.C...F\"]");
    for (input, expected) in [
        (format!("grid = {grid}, catJump = 1, mouseJump = 2"), "true\n"),
        (format!("{grid}, 1, 2\n"), "true\n"),
        (format!("{grid}\n1\n2\n{wide}\n1\n3\n"), "true\nfalse\n"),
        (
            format!("grid = {wide}, catJump = 1, mouseJump = 3\n{grid},1,2"),
            "false\ntrue\n",
        ),
    ] {
        assert_eq!(answer(&["cat-mouse-ii"], input.as_bytes()), expected, "{input}");
        assert_eq!(
            answer(&["cat-mouse-ii", "--certify"], input.as_bytes()),
            expected,
            "{input}"
        );
    }
    let two = format!("{graph}\n{other}\n");
    let second = answer(&["explain", "cat-mouse", "-", "--test", "2"], two.as_bytes());
    assert!(
        second.contains("\nThe answer:\n  1\n\nVerified by other code: "),
        "{second}"
    );
}

#[test]
fn near_lines_of_leetcode_are_refused_at_their_place() {
    for (slug, input, place) in [
        ("cat-mouse", "graph [[1]]", "1:1"),
        ("cat-mouse", "grid = [[1,3],[0],[3],[0,2]]", "1:1"),
        ("cat-mouse", "[[1,3],[0],[3],[0,2]], [[1,3],[0],[3],[0,2]]", "1:22"),
        ("cat-mouse", "[[1,3],[0],[3],[0,2]]\n[[1,3],[0],[3],[0,9]]", "2:19"),
        (
            "cat-mouse-ii",
            "grid = [\"M.C...F\"], catJump = , mouseJump = 4",
            "1:19",
        ),
        (
            "cat-mouse-ii",
            "grid = [\"M.C...F\"], mouseJump = 4, catJump = 1",
            "1:21",
        ),
        ("cat-mouse-ii", "[\"M.C...F\"],,1,4", "1:12"),
        ("cat-mouse-ii", "[\"M.C...F\"]\n1\n4\n[\"M.C...F\"]\n1\n", "6:1"),
    ] {
        let refused = gamesolve().arg(slug).write_stdin(input).assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains(&format!("--> <stdin>:{place}\n")), "{input}: {said}");
    }
}

/// The report names invisible characters, because `1` beside `1` explains nothing.
#[test]
fn invisible_characters_of_outputs_are_named() {
    needs!(has_time() && has("python3", "invisible characters"));
    for (escape, shown) in [
        ("\\u00a0", "`1\\u{a0}2` with U+00A0 (no-break space)"),
        ("\\u3000", "`1\\u{3000}2` with U+3000 (ideographic space)"),
        ("\\u200b", "`1\\u{200b}2` with U+200B (zero-width space)"),
        ("\\u2060", "`1\\u{2060}2` with U+2060 (invisible)"),
        ("\\ufe0f", "`1\\u{fe0f}2` with U+FE0F (invisible)"),
        ("\\u2212", "`1\u{2212}2` with U+2212 (minus sign)"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("cases")).unwrap();
        put("cases/1.in", "1\n");
        put("cases/1.out", "1 2\n");
        put(
            "sol.py",
            &format!("import sys\nsys.stdout.buffer.write('1{escape}2\\n'.encode())\n"),
        );
        let mut judging = gamesolve();
        judging.current_dir(&folder).args(["judge", "cases", "sol.py"]);
        let judged = judging.assert().code(1);
        let report = String::from_utf8_lossy(&judged.get_output().stdout).into_owned();
        assert!(report.contains(&format!("expected `1`, found {shown}")), "{report}");
    }
    // The same holds for the file that `check` compares, and for the words of a game.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("1.in"), "6\n...X.X\n").unwrap();
    fs::write(folder.path().join("1.out"), "2\u{a0}\n").unwrap();
    let checked = gamesolve()
        .args(["check", "stones"])
        .arg(folder.path())
        .assert()
        .code(1);
    let report = String::from_utf8_lossy(&checked.get_output().stdout).into_owned();
    fs::write(
        folder.path().join("game.py"),
        "WIN, LOSE = \"A\\u200b\", \"B\"\ndef moves(n): return [n - 1] if n else []\n",
    )
    .unwrap();
    let mut explaining = gamesolve();
    explaining.current_dir(&folder).env("XDG_CACHE_HOME", folder.path());
    let explained = explaining.args(["explain", "game.py", "--at", "1"]).assert().success();
    let text = String::from_utf8_lossy(&explained.get_output().stdout).into_owned();
    for (text, part) in [
        (report, "U+00A0 (no-break space)"),
        (text, "The answer:\n  A\\u{200b}\n\nName: "),
    ] {
        assert!(text.contains(part), "{text}");
    }
}
