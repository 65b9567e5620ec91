//! Paths that lead nowhere, and the look at a source before it is judged.
#![cfg(unix)]

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{folder, gamesolve, has, needs};

#[test]
fn a_path_where_nothing_is_ends_the_command_before_any_run() {
    let place = folder(&[("sol.py", "print(0)\n"), ("class/A/nim.py", "print(0)\n")]);
    let lines = [
        "judge nim sol.py gone",
        "judge nim gone sol.py",
        "judge nim sol.py --cases gone",
        "judge nim sol.py --checker gone",
        "judge nim sol.py --include gone",
        "judge nim sol.py --allow-read gone",
        "judge --submissions nim gone",
        "stress nim sol.py gone",
        "stress nim sol.py --include gone",
        "stress --gen gone --reference sol.py sol.py",
        "stress --gen sol.py --reference gone sol.py",
        "stress --gen sol.py --reference sol.py gone sol.py",
        "stress --gen sol.py --reference sol.py --validator gone sol.py",
        "contest nim gone -o out",
        "check gone",
        "check nim gone",
        "check nim class --outputs gone",
        "play nim --against gone",
        "validate nim gone",
        "explain nim gone",
        "nim gone",
    ];
    for line in lines {
        let done = gamesolve()
            .current_dir(place.path())
            .args(line.split(' '))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(done.status.code(), Some(2), "{line}: {said}");
        assert_eq!(last, "error: there is no file or folder `gone`", "{line}");
        assert!(
            done.stdout.is_empty(),
            "{line}: {}",
            String::from_utf8_lossy(&done.stdout)
        );
        assert!(!place.path().join("out").exists(), "{line}");
    }
}

/// A task whose answer is the double of a number, a right program that opens these files, and its right output.
fn doubles(input: &str, output: &str) -> String {
    format!("n = int(open('{input}').read())\nprint(2 * n, file=open('{output}', 'w'))\n")
}

/// Makes the task `double` beside these files.
fn with_task(files: &[(&str, &str)]) -> TempDir {
    let task = [
        ("double/1.in", "1\n"),
        ("double/1.out", "2\n"),
        ("double/2.in", "20\n"),
        ("double/2.out", "40\n"),
    ];
    folder(&[&task, files].concat())
}

fn run(place: &TempDir, line: &str) -> (i32, String) {
    let done = gamesolve()
        .current_dir(place.path())
        .args(line.split(' '))
        .output()
        .unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.code().unwrap(), String::from_utf8(said).unwrap())
}

fn json(place: &TempDir, line: &str) -> Value {
    let done = gamesolve()
        .current_dir(place.path())
        .args(line.split(' '))
        .output()
        .unwrap();
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn a_source_that_opens_the_task_files_gets_them_in_every_verb() {
    needs!(has("python3", "submissions that open files"));
    let capitals = doubles("DOUBLE.INP", "DOUBLE.OUT");
    let place = with_task(&[
        ("capitals.py", &capitals),
        ("small.py", &doubles("double.in", "double.out")),
        ("half.py", "print(2 * int(open('Double.Inp').read()))\n"),
        ("comment.py", "# open('DOUBLE.INP')\nprint(2 * int(input()))\n"),
        ("nim.py", &with_nim_files("NIM.INP", "nim.out")),
        ("document.py", &with_nim_files("Nim.in", "Nim.out")),
        ("class/A/double.py", &capitals),
        ("class/A/nim.py", &with_nim_files("NIM.INP", "nim.out")),
        ("gen.py", "print(7)\n"),
        ("brute.py", "print(2 * int(input()))\n"),
    ]);
    let sentence = "note: the source opens `DOUBLE.INP` and `DOUBLE.OUT`, so gamesolve uses these files\n";
    let (_, said) = run(&place, "judge double capitals.py");
    assert!(said.contains(sentence), "{said}");
    for (line, is_said) in [
        ("judge double capitals.py", true),
        ("judge double small.py", true),
        ("judge double half.py", true),
        ("judge double comment.py", false),
        ("judge nim nim.py", true),
        ("judge nim nim.py --contest-files", true),
        ("judge nim document.py", true),
        ("stress nim nim.py --tests 20 --time-budget 8", true),
        (
            "stress --gen gen.py --reference brute.py --tests 5 double capitals.py",
            true,
        ),
        (
            "stress --gen gen.py --reference small.py --tests 5 double comment.py",
            false,
        ),
    ] {
        let (code, said) = run(&place, line);
        assert_eq!(
            (code, said.contains("note: the source opens `")),
            (0, is_said),
            "{line}: {said}"
        );
    }
    let results = json(&place, "contest double,nim class -o out --format json");
    for (cell, files) in [(0, "`DOUBLE.INP` and `DOUBLE.OUT`"), (1, "`NIM.INP` and `nim.out`")] {
        let cell = &results["contestants"][0]["cells"][cell];
        assert_eq!(
            (&cell["verdict"], &cell["findings"][0]["kind"]),
            (&"AC".into(), &"files".into()),
            "{cell}"
        );
        assert!(cell["findings"][0]["says"].as_str().unwrap().contains(files), "{cell}");
    }
    let (_, said) = run(&place, "play nim --against nim.py");
    let of_play = "note: the source opens `NIM.INP`, which is no file of this task, so use the standard input instead";
    assert!(said.contains(of_play), "{said}");
}

/// Returns a right program of nim that opens these files.
fn with_nim_files(input: &str, output: &str) -> String {
    format!(
        "import sys\nsys.stdin = open('{input}')\nsys.stdout = open('{output}', 'w')\n\
         input()\na = list(map(int, input().split()))\nx = 0\nfor v in a:\n    x ^= v\n\
         if x == 0:\n    print(0)\nelse:\n    i = next(i for i, v in enumerate(a) if v ^ x < v)\n\
         \x20   print(1)\n    print(i + 1, a[i] ^ x)\n"
    )
}

#[test]
fn opening_another_file_gives_one_sentence_everywhere() {
    needs!(has("python3", "submissions that open files"));
    let misspelt =
        "import os\nn = 5\nif os.path.exists('duoble.inp'):\n    n = int(open('duoble.inp').read())\nprint(n)\n";
    let place = with_task(&[
        ("bad.py", misspelt),
        ("class/A/double.py", misspelt),
        ("class/A/marbles.py", "open('double.inp')\n"),
        ("windows.py", "n = open(r'C:\\double.inp')\n"),
        ("gen.py", "print(7)\n"),
        ("brute.py", "print(2 * int(input()))\n"),
    ]);
    let sentence = "the source opens `duoble.inp`, which is no file of this task, so open `DOUBLE.INP` or use the \
                    standard input instead";
    for line in [
        "judge double bad.py",
        "judge double bad.py brute.py",
        "stress --gen gen.py --reference brute.py --tests 5 double bad.py",
        "contest double,marbles class -o out",
    ] {
        let (_, said) = run(&place, line);
        assert_eq!(said.matches(sentence).count(), 1, "{line}: {said}");
    }
    for page in ["out/results.html", "out/handouts/A.html"] {
        let page = std::fs::read_to_string(place.path().join(page)).unwrap();
        assert_eq!(page.matches(sentence).count(), 1, "{page}");
        let of_other = "opens `double.inp`, which is no file of this task, so open `Marbles.in`";
        assert!(page.contains(of_other), "{page}");
    }
    let report = json(&place, "judge double bad.py --format json");
    let finding = serde_json::json!([{ "kind": "other_file", "says": sentence }]);
    assert_eq!(report["findings"], finding);
    let results = json(&place, "contest double class -o other --format json");
    assert_eq!(results["contestants"][0]["cells"][0]["findings"], finding);
    let (_, said) = run(&place, "judge double windows.py");
    let of_windows = "note: the source opens `C:\\double.inp`, which is no file";
    assert!(said.contains(of_windows), "{said}");
}

#[test]
fn a_source_in_an_odd_encoding_is_told_which_and_the_cure() {
    needs!(has("python3", "sources in odd encodings"));
    let place = with_task(&[]);
    let put = |name: &str, bytes: &[u8]| {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    let text = "print(2 * int(input()))  # trần\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16 = "the source is text in UTF-16, which no compiler reads, so save it as UTF-8";
    put("marked.py", &[&[0xff, 0xfe], &wide[..]].concat());
    put("plain.py", &wide);
    put("class/A/double.py", &wide);
    put("dos.py", b"print(2 * int(input()))\n\x1a");
    put("gbk.py", b"print(2 * int(input()))  # \xc8\xa1\xca\xaf\xd7\xd3\n");
    put("zeros.py", b"print(2 * int(input()))\n\0\0");
    for (name, sentence) in [
        ("marked.py", utf16),
        ("plain.py", utf16),
        ("dos.py", "the source ends with the byte 1A"),
        ("gbk.py", "the source is text in GBK"),
        ("zeros.py", "the source holds NUL bytes"),
    ] {
        let (code, said) = run(&place, &format!("judge double {name}"));
        assert_eq!(code, 1, "{said}");
        assert_eq!(said.matches(sentence).count(), 1, "{said}");
    }
    let (_, said) = run(&place, "contest double class -o out");
    assert!(said.contains(utf16), "{said}");
    for page in ["out/results.html", "out/handouts/A.html"] {
        let page = std::fs::read_to_string(place.path().join(page)).unwrap();
        assert!(page.matches(utf16).count() == 1 && !page.contains("U+0000"), "{page}");
    }
    if has("javac", "a source of Java with a mark") {
        put(
            "Main.java",
            b"\xef\xbb\xbfpublic class Main { public static void main(String[] a) { } }\n",
        );
        let (_, said) = run(&place, "judge double Main.java");
        for part in ["CE", "which Java refuses"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}

#[test]
fn an_unchanged_first_program_and_code_for_windows_are_said() {
    needs!(has("python3", "a first program") && has("g++", "a source for Windows"));
    let place = folder(&[("w.cpp", "#include <conio.h>\nint main() { getch(); }\n")]);
    assert_eq!(run(&place, "new nim --lang py -o first.py").0, 0);
    for (line, note) in [
        (
            "judge nim first.py",
            "is the unchanged first program of `gamesolve new`",
        ),
        ("judge nim w.cpp", "uses `conio.h`, which only Windows has"),
        ("stress nim first.py", "is the unchanged first program"),
    ] {
        let (_, said) = run(&place, line);
        assert!(said.contains(&format!("note: the source {note}")), "{line}: {said}");
    }
}

#[test]
fn no_file_that_gamesolve_wrote_is_read_as_an_output() {
    needs!(has("python3", "programs that overwrite their input"));
    let place = folder(&[
        ("empty.py", ""),
        ("over.py", "open('Nim.in', 'w').write('0\\n')\n"),
        (
            "half.py",
            "INPUT = 'n'\ndef moves(n):\n    for take in range(1, n // 2 + 1): yield n - take\n",
        ),
        ("tests/1.in", "6\n"),
        ("tests/1.out", "W\n"),
        ("half-over.py", "open('half', 'w').write('W\\n')\n"),
        (
            "same/task.yaml",
            "name: same\ninfile: data.txt\noutfile: DATA.TXT\nn_input: 1\n",
        ),
        ("same/input/input0.txt", "1\n"),
        ("same/output/output0.txt", "1\n"),
    ]);
    let nothing = &["printed nothing"][..];
    let no_points = &["printed nothing", "0 points"];
    for (line, expected, parts) in [
        ("judge nim over.py --contest-files", 1, &no_points[..]),
        ("judge nim empty.py --contest-files", 1, no_points),
        ("judge nim over.py", 1, no_points),
        ("judge half.py half-over.py tests", 1, nothing),
        ("judge half.py half-over.py tests --contest-files", 1, nothing),
        (
            "judge same empty.py",
            2,
            &["the input file and the output file need different names"],
        ),
    ] {
        let (code, said) = run(&place, line);
        assert_eq!(code, expected, "{line}: {said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{line}: {said}");
    }
}
