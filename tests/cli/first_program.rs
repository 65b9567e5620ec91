//! First programs of the tests: compiled, and run with a look behind the input.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use gamesolve::practice::first_program::Language;

use crate::support::has;

/// A word after every input. A program that reads as much as it should reads this word next.
pub const NEXT: &str = "behind-the-input";

/// Adds lines to the end of a program: they read the next word and write it to standard error.
pub fn with_a_look_behind(text: &str, language: Language) -> String {
    let at_end = |end: &str, line: &str| {
        let body = text.strip_suffix(end).unwrap();
        format!("{body}{line}{end}")
    };
    match language {
        Language::Cpp => format!(
            "#include <string>\n{}",
            at_end("}\n", "string next_word; cin >> next_word; cerr << next_word;\n")
        ),
        Language::Python => format!("{text}print(next(words), end='', file=sys.stderr)\n"),
        Language::Pascal => {
            let text = at_end(
                "end.\n",
                "repeat ReadLn(next) until (next <> '') or EOF; Write(StdErr, next);\n",
            );
            // The last declarations are those of the program.
            let (before, behind) = text.rsplit_once("\nvar\n").unwrap();
            format!("{before}\nvar\n  next: string;\n{behind}")
        }
    }
}

/// Writes a program into a folder and compiles it. Returns its command, or `None` if a tool is missing.
pub fn compiled(folder: &Path, text: &str, language: Language) -> Option<Vec<String>> {
    let source = folder.join(format!("sol.{}", language.ending()));
    fs::write(&source, text).unwrap();
    let source = source.to_str().unwrap();
    let compiler = match language {
        Language::Cpp => &[
            "g++",
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Wno-unused",
            "-Werror",
            "-o",
            "sol",
        ][..],
        Language::Pascal => &["fpc", "-v0"],
        Language::Python => {
            return has("python3", "a first program in Python").then(|| vec!["python3".to_owned(), source.to_owned()]);
        }
    };
    if !has(compiler[0], "a first program") {
        return None;
    }
    let built = Command::new(compiler[0])
        .args(&compiler[1..])
        .arg(source)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [built.stdout, built.stderr].concat();
    assert!(built.status.success(), "{}\n{text}", String::from_utf8_lossy(&said));
    Some(vec![folder.join("sol").to_str().unwrap().to_owned()])
}

/// Runs a program and returns its output and the word on its standard error. A failed program writes no output.
pub fn run(folder: &Path, argv: &[String], input: &str) -> (String, String) {
    fs::write(folder.join("input"), input).unwrap();
    let ran = Command::new(&argv[0])
        .args(&argv[1..])
        .stdin(fs::File::open(folder.join("input")).unwrap())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let stdout = if ran.status.success() {
        text(ran.stdout)
    } else {
        format!("{}", ran.status)
    };
    (stdout, text(ran.stderr).trim().to_owned())
}
