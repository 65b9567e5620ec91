//! One look at a source before it is judged: the files that it opens, its encoding, and code that can do no good here.
//!
//! **One rule for file names.** `judge`, `contest`, `stress`, `play --against` and `export` all ask [`Names::look`], so
//! that they agree on the files of a program. A name counts if it stands as a text in the code, not in a comment, and
//! the source calls something that opens files. The parts of a name may stand apart, as in `TASK".INP"`.
//!
//! | the package states | the files of the task |
//! |---|---|
//! | files alone | these, in any letter case |
//! | nothing, or streams as well | these, the files of the document, and names of the task with `.inp`, `.in` or `.out` |
//!
//! The program gets the file in the spelling of its source.

use std::path::Path;
use std::sync::Arc;

use gamesolve_text::Source;

use super::encoding::Encoding;
use super::findings::Finding;
use super::language::Language;
use super::syntax::Syntax;

/// The largest source to look at, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// The endings of input files, of output files, and of other files that a source may open instead.
const INPUTS: &str = "inp in";
const OUTPUTS: &str = "out";
const OTHERS: &str = "txt dat ans ou";
/// Functions and types that open a file.
const OPENERS: &str = "freopen fopen ifstream fstream open assign assignfile file filereader path paths fileinputstream \
    read_to_string ofstream filewriter fileoutputstream printwriter printstream";
/// Functions and types that only write.
const WRITERS: &str = "ofstream filewriter fileoutputstream printwriter printstream";
/// Headers and modules of Windows or DOS alone.
const WINDOWS: &str = "windows.h conio.h dos.h graphics.h direct.h tchar.h winsock2.h msvcrt winsound wincrt windows";
/// The beginnings of lines that import a header or a module.
const IMPORTS: [&str; 4] = ["include", "import", "from", "uses"];
/// Macros that compilers of this system define.
const DEFINED: &str = "__cplusplus __GNUC__ __linux__ __unix__";
/// A part of the comment in every first program.
pub const IDEA: &str = "Your idea goes here.";

/// The file names of a program's input and output, or `None` for a standard stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The input's name.
    pub input: Option<String>,
    /// The output's name.
    pub output: Option<String>,
    /// Whether the standard streams are allowed as well.
    pub or_streams: bool,
    /// Whether the package states the names, not the user.
    pub is_stated: bool,
}

impl Files {
    /// Returns these two file names, without the standard streams. A file cannot be both, so equal names are none.
    pub fn both((input, output): (&str, &str)) -> Files {
        if input.eq_ignore_ascii_case(output) {
            return Files::default();
        }
        Files {
            input: Some(input.to_owned()),
            output: Some(output.to_owned()),
            ..Files::default()
        }
    }

    /// Returns whether the program may read its input from the standard input.
    pub fn reads_stdin(&self) -> bool {
        self.input.is_none() || self.or_streams
    }
}

/// The names of a task, by which a look knows its files.
#[derive(Clone, Default)]
pub struct Names {
    /// The names of the task, of its problem and of its package, without endings.
    pub stems: Vec<String>,
    /// The input file and the output file of its document.
    pub document: Option<(String, String)>,
    /// Returns the first programs that gamesolve writes for the task.
    pub first_programs: Option<Arc<dyn Fn() -> Vec<String> + Send + Sync>>,
}

/// The result of a look.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The files that the program reads and writes.
    pub files: Files,
    /// Everything worth a sentence.
    pub findings: Vec<Finding>,
}

impl Names {
    /// Looks at the source at `path`. `stated` are the files by the package or the user. A file that is no readable source
    /// has no findings.
    pub fn look(&self, path: &Path, stated: &Files) -> Look {
        let bytes = Source::from_file(path, MOST_BYTES).map_or(Vec::new(), |source| source.bytes);
        self.look_at(path, &bytes, stated)
    }

    /// Looks at the bytes of a source. The ending of `path` tells its language.
    pub fn look_at(&self, path: &Path, bytes: &[u8], stated: &Files) -> Look {
        let (files, mut findings) = (stated.clone(), Vec::new());
        let Some(language) = Language::of(path) else {
            return Look { files, findings };
        };
        let encoding = Encoding::of_source(bytes, language);
        findings.extend(encoding.map(Finding::Encoding));
        if encoding.is_some_and(Encoding::is_unreadable) {
            return Look { files, findings };
        }
        let syntax = Syntax::of(language.name);
        let source = String::from_utf8_lossy(bytes);
        let is_c = matches!(language.name, "C" | "C++");
        let source = if is_c { active(&source) } else { source.into_owned() };
        let texts = syntax.texts(&source);
        let files = self.files(&self.opened(&texts, syntax), stated, &mut findings);
        findings.extend(windows(&texts).map(Finding::Windows));
        let firsts = self.first_programs.iter().filter(|_| source.contains(IDEA));
        if firsts
            .flat_map(|all| all())
            .any(|first| lines(&first).eq(lines(&source)))
        {
            findings.push(Finding::FirstProgram);
        }
        Look { files, findings }
    }

    /// Returns the files of a program that opens these, and adds the findings about them.
    fn files(&self, opened: &[Opened], stated: &Files, findings: &mut Vec<Finding>) -> Files {
        let is_open = *stated == Files::default() || stated.or_streams;
        let is_strict = stated.is_stated && !is_open;
        // A file that is input and output would be read as an answer although the program wrote none.
        let is_apart = |(input, output): &&(String, String)| !is_strict && !input.eq_ignore_ascii_case(output);
        let document = self.document.as_ref().filter(is_apart);
        let mut mine = Vec::new();
        let mut side = |names: [Option<&String>; 2], endings: &str, is_input: bool, stream: &'static str| {
            let is_mine = |one: &&Opened| {
                let is_named = names.iter().flatten().any(|name| name.eq_ignore_ascii_case(&one.name));
                let (stem, ending) = one.name.rsplit_once('.').unwrap_or_default();
                is_named || !is_strict && is_in(ending, endings) && self.is_of_task(stem)
            };
            let found = opened.iter().find(is_mine).map(|one| one.name.clone());
            mine.extend(found.clone());
            let right = names.into_iter().flatten().next().cloned();
            let other = opened.iter().find(|one| one.is_input == is_input);
            if let Some(other) = other.filter(|_| found.is_none() && (is_open || right.is_some())) {
                findings.push(Finding::OtherFile {
                    opened: other.name.clone(),
                    right,
                    or: is_open.then_some(stream),
                });
            }
            found
        };
        let (input, output) = (document.map(|names| &names.0), document.map(|names| &names.1));
        let input = side([stated.input.as_ref(), input], INPUTS, true, "standard input");
        let output = side([stated.output.as_ref(), output], OUTPUTS, false, "standard output");
        if mine.is_empty() {
            return stated.clone();
        }
        let files = Files {
            input: input.or(stated.input.clone()),
            output: output.or(stated.output.clone()),
            or_streams: is_open,
            is_stated: stated.is_stated || is_open,
        };
        if files != *stated {
            findings.insert(0, Finding::Files(mine));
        }
        files
    }

    fn is_of_task(&self, stem: &str) -> bool {
        let is_plain = !stem.is_empty() && !stem.contains(['/', '\\', '.']);
        is_plain && self.stems.iter().any(|known| plain(known) == plain(stem))
    }

    /// Returns the files that a source opens.
    fn opened(&self, texts: &[(String, &str)], syntax: &Syntax) -> Vec<Opened> {
        let is_opener = |word: &&str| is_in(word, OPENERS);
        if !texts.iter().any(|(code, _)| words(code).any(|word| is_opener(&word))) {
            return Vec::new();
        }
        // `TASK".INP"`, `'%s.inp' % task` and `f'{task}.inp'` have the stem in another text.
        let is_constant = |(code, text): &&(String, &str)| {
            let last = code.lines().last().unwrap_or_default();
            !text.is_empty() && (last.trim_end().ends_with('=') || last.contains("define "))
        };
        let of_task = texts.iter().find(|(_, text)| self.is_of_task(text));
        let stem = of_task.or_else(|| texts.iter().find(is_constant));
        let mut found = Vec::new();
        for (at, (code, text)) in texts.iter().enumerate() {
            let escape = if syntax.has_escapes { "\\\\" } else { "\\" };
            let text = text.replace(escape, "\\");
            let text = text.strip_prefix("./").unwrap_or(&text);
            let (before, ending) = text.rsplit_once('.').unwrap_or_default();
            let has = |endings: &str| is_in(ending, endings);
            let is_file = has(INPUTS) || has(OUTPUTS) || has(OTHERS);
            let is_rest = matches!(before, "" | "%s") || before.starts_with('{') && before.ends_with('}');
            let name = match stem {
                _ if !is_file || !is_rest => text.to_owned(),
                Some((_, stem)) => format!("{stem}.{ending}"),
                None => continue,
            };
            let opener = words(code).filter(is_opener).last().unwrap_or_default();
            let behind = code.rfind(opener).map_or("", |at| &code[at + opener.len()..]);
            // Only `assign(f, 'name')` has the name behind a comma.
            let is_first = !behind.contains(',') || opener.to_ascii_lowercase().starts_with("assign");
            let is_argument = is_first && behind.contains(['(', '{']) && !behind.contains([')', ';', '\n']);
            let is_plain = is_file && !name.contains([' ', '"', '\'', '(', '\n']);
            let is_device = name.is_empty() || name.starts_with("/dev/") || is_in(&name, "con");
            if is_device || !is_plain && (opener.is_empty() || !is_argument) {
                continue;
            }
            let next = texts.get(at + 1).filter(|(code, _)| code.trim_start().starts_with(','));
            let writes = next.is_some_and(|(_, mode)| mode.len() <= 3 && mode.starts_with(['w', 'a']))
                || is_in(opener, WRITERS)
                || words(behind).any(|word| is_in(word, "output create"));
            let is_input = has(INPUTS) || !has(OUTPUTS) && !writes;
            found.push(Opened { name, is_input });
        }
        found
    }
}

/// A file that a source opens.
struct Opened {
    name: String,
    is_input: bool,
}

/// Returns a name without the differences that do not matter: letter case, blanks and punctuation.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether a list with blanks between its words has this word, in any letter case.
fn is_in(word: &str, list: &str) -> bool {
    list.split(' ').any(|known| known.eq_ignore_ascii_case(word))
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Returns the lines of a C or C++ source that its compiler sees: those under a condition that does not hold are empty.
fn active(source: &str) -> String {
    let mut defined: Vec<&str> = DEFINED.split(' ').collect();
    let mut conditions: Vec<bool> = Vec::new();
    let mut text = String::new();
    for line in source.lines() {
        let directive = line.trim_start().strip_prefix('#').unwrap_or_default();
        let words = directive.split([' ', '\t', '(', ')']);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match words[..] {
            ["ifdef", name, ..] | ["if", "defined", name] => conditions.push(defined.contains(&name)),
            ["ifndef", name, ..] | ["if", "!defined", name] => conditions.push(!defined.contains(&name)),
            ["if", value, ..] => conditions.push(value != "0"),
            ["else" | "elif", ..] => conditions.iter_mut().rev().take(1).for_each(|holds| *holds = !*holds),
            ["endif", ..] => drop(conditions.pop()),
            _ if conditions.contains(&false) => {}
            ["define", name, ..] => {
                defined.push(name);
                text += line;
            }
            _ => text += line,
        }
        text.push('\n');
    }
    text
}

/// Returns the first header or module of Windows alone that the code imports.
fn windows(texts: &[(String, &str)]) -> Option<String> {
    // `#include "conio.h"` has the name in a text.
    let code: String = texts.iter().map(|(code, text)| format!("{code}<{text}>")).collect();
    code.lines().find_map(|line| {
        let line = line.trim_start_matches(['#', ' ', '\t']).to_ascii_lowercase();
        let is_import = IMPORTS.iter().any(|start| line.starts_with(start));
        let mut names = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
        let name = names.find(|name| is_import && is_in(name, WINDOWS));
        name.map(str::to_owned)
    })
}

/// Returns the lines of a first program behind its head, without the differences of editors.
fn lines(source: &str) -> impl Iterator<Item = &str> {
    let lines = source.trim_start_matches('\u{feff}').trim().lines().skip(1);
    lines.map(str::trim_end).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names {
            stems: vec!["stone-transfer".to_owned(), "STONES".to_owned()],
            document: Some(("Stones.in".to_owned(), "Stones.out".to_owned())),
            first_programs: None,
        }
    }

    /// Returns the files that a look finds, and its sentences.
    fn found(name: &str, source: &str, stated: &Files) -> (String, Vec<String>) {
        let look = names().look_at(Path::new(name), source.as_bytes(), stated);
        let files = [look.files.input, look.files.output].map(|name| name.unwrap_or("-".to_owned()));
        let findings = look.findings.iter().map(ToString::to_string);
        (files.join(" "), findings.collect())
    }

    #[test]
    fn a_file_of_the_task_is_found_in_the_spelling_of_the_source() {
        for (name, source, expected) in [
            (
                "a.cpp",
                "freopen(\"STONES.INP\", \"r\", stdin); freopen(\"stones.out\",\"w\",stdout);",
                "STONES.INP stones.out",
            ),
            (
                "a.cpp",
                "ifstream fi(\"stones.in\"); ofstream out{\"STONES.OUT\"};",
                "stones.in STONES.OUT",
            ),
            ("a.c", "FILE *f = fopen(\"./Stones.inp\", \"r\");", "Stones.inp -"),
            (
                "a.c",
                "int n = 1'000; char *s = \"//\"; f = fopen(\"stones.in\", \"r\");",
                "stones.in -",
            ),
            ("a.pas", "assign(input, 'Stones.In'); reset(input);", "Stones.In -"),
            (
                "a.pas",
                "const fi = 'STONES.INP'; f2='stones.out'; begin assign(f, fi);",
                "STONES.INP stones.out",
            ),
            (
                "a.pas",
                "writeln('{'); assign(input, 'stones.inp'); { end }",
                "stones.inp -",
            ),
            ("a.py", "import sys\nsys.stdin = open('stones.inp')\n", "stones.inp -"),
            ("a.py", "print(1, file=open(\"stones.out\", 'w'))\n", "- stones.out"),
            ("a.py", "s = '#'; f = open('stones.in')", "stones.in -"),
            (
                "a.py",
                "task = 'stone-transfer'\nopen(task + '.inp')",
                "stone-transfer.inp -",
            ),
            (
                "a.py",
                "task = 'stones'\nopen(f'{task}.inp'); open('%s.out' % task, 'w')",
                "stones.inp stones.out",
            ),
            (
                "A.java",
                "Scanner s = new Scanner(new File(\"STONES.INP\"));",
                "STONES.INP -",
            ),
            (
                "a.rs",
                "let s = std::fs::read_to_string(\"stones.in\"); File::create(\"stones.out\")",
                "stones.in stones.out",
            ),
            (
                "a.cpp",
                "#define TASK \"stones\"\nfreopen(TASK\".INP\", \"r\", stdin); freopen(TASK \".OUT\", \"w\", stdout);",
                "stones.INP stones.OUT",
            ),
            (
                "a.cpp",
                "#ifndef ONLINE_JUDGE\nfreopen(\"stones.in\",\"r\",stdin);\n#endif\n",
                "stones.in -",
            ),
        ] {
            let (files, said) = found(name, source, &Files::default());
            assert_eq!(files, expected, "{source}");
            assert_eq!(said.len(), 1, "{source}: {said:?}");
            assert!(
                said[0].starts_with("the source opens `") && said[0].contains("so gamesolve uses"),
                "{said:?}"
            );
        }
    }

    #[test]
    fn a_name_in_a_comment_or_another_text_opens_nothing() {
        for (name, source) in [
            ("a.cpp", "// freopen(\"STONES.INP\")"),
            ("a.cpp", "int n; /* x\nfreopen(\"STONES.INP\", \"r\", stdin); */"),
            (
                "a.cpp",
                "n++; // freopen(\"STONES.INP\", \"r\", stdin);\nfreopen(argv[1], \"r\", stdin);",
            ),
            ("a.cpp", "puts(\"freopen(\\\"STONES.INP\\\")\");"),
            (
                "a.cpp",
                "#if 0\nfreopen(\"STONES.INP\",\"r\",stdin);\n#else\nint x;\n#endif",
            ),
            ("a.cpp", "#ifdef LOCAL\nfreopen(\"input.txt\",\"r\",stdin);\n#endif"),
            (
                "a.pas",
                "{ assign(input, 'stones.inp'); } (* assign(input, 'stones.inp') *)",
            ),
            ("a.pas", "// assign(input, 'stones.inp');"),
            ("a.py", "# open('stones.inp')"),
            ("a.py", "\"\"\"open('stones.inp')\"\"\"\nx = 1"),
            ("a.py", "def f():\n    '''\n    open(\"stones.inp\")\n    '''\n"),
            ("a.py", "print('stones')\nopen(0)"),
            ("a.py", "print('stones.inp')"),
            ("a.py", "open('.inp')"),
            ("a.py", "import sys\nopen('/dev/stdin')"),
            ("a.py", ""),
        ] {
            let (files, said) = found(name, source, &Files::default());
            assert_eq!((files.as_str(), said.len()), ("- -", 0), "{source}: {said:?}");
        }
    }

    #[test]
    fn another_file_is_named_beside_the_one_of_the_task() {
        let open = |name: &str, right: &str| {
            format!(
                "the source opens `{name}`, which is no file of this task, so open `{right}` or use the standard {} instead",
                if right.ends_with("in") { "input" } else { "output" }
            )
        };
        for (name, source, expected) in [
            (
                "a.cpp",
                "freopen(\"stnoes.inp\",\"r\",stdin);",
                open("stnoes.inp", "Stones.in"),
            ),
            (
                "a.cpp",
                "ifstream f(\"C:\\\\x\\\\stones.inp\");",
                open("C:\\x\\stones.inp", "Stones.in"),
            ),
            ("a.py", "open(r'D:\\stones.inp')", open("D:\\stones.inp", "Stones.in")),
            (
                "a.py",
                "f = open('/home/me/stones.in')",
                open("/home/me/stones.in", "Stones.in"),
            ),
            (
                "a.pas",
                "const f='nim.inp'; begin assign(input,f); reset(input);",
                open("nim.inp", "Stones.in"),
            ),
            ("a.c", "fopen(\"half\", \"w\");", open("half", "Stones.out")),
            (
                "A.java",
                "new PrintWriter(\"answer.txt\")",
                open("answer.txt", "Stones.out"),
            ),
            (
                "a.cpp",
                "#define T \"stnoes\"\nfreopen(T\".INP\",\"r\",stdin);",
                open("stnoes.INP", "Stones.in"),
            ),
        ] {
            let (files, said) = found(name, source, &Files::default());
            assert_eq!((files.as_str(), said), ("- -", vec![expected]), "{source}");
        }
        let both = "freopen(\"stnoes.inp\",\"r\",stdin); freopen(\"stones.out\",\"w\",stdout);";
        let (files, said) = found("a.cpp", both, &Files::default());
        assert_eq!((files.as_str(), said.len()), ("- stones.out", 2), "{said:?}");
    }

    #[test]
    fn the_names_that_a_package_states_go_before_all_others() {
        let stated = |or_streams| Files {
            or_streams,
            is_stated: true,
            ..Files::both(("data.in", "data.out"))
        };
        let source = "freopen(\"DATA.IN\",\"r\",stdin); freopen(\"data.out\",\"w\",stdout);";
        assert_eq!(found("a.cpp", source, &stated(false)).0, "DATA.IN data.out");
        let source = "freopen(\"STONES.INP\",\"r\",stdin);";
        let (files, said) = found("a.cpp", source, &stated(false));
        assert_eq!(files, "data.in data.out");
        assert!(said[0].ends_with("so open `data.in` instead"), "{said:?}");
        assert_eq!(found("a.cpp", source, &stated(true)).0, "STONES.INP data.out");
        // The user forces the files of the document, and the source spells them as it likes.
        let forced = Files::both(("Stones.in", "Stones.out"));
        assert_eq!(found("a.cpp", source, &forced).0, "STONES.INP Stones.out");
    }

    #[test]
    fn code_for_windows_and_an_unchanged_first_program_are_found() {
        let said = |name: &str, source: &str| {
            let first = format!("// {IDEA}\nint main() {{\n}}\n");
            let names = Names {
                first_programs: Some(Arc::new(move || vec![format!("// \n{first}")])),
                ..names()
            };
            let look = names.look_at(Path::new(name), source.as_bytes(), &Files::default());
            look.findings
                .iter()
                .map(|one| one.written().kind)
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (name, source, kinds) in [
            ("a.cpp", "#include <windows.h>\n", "windows"),
            ("a.c", "#  include \"Conio.h\"\n", "windows"),
            ("a.py", "import sys, msvcrt\n", "windows"),
            ("a.pas", "uses crt, wincrt;\n", "windows"),
            ("a.cpp", "// #include <windows.h>\n", ""),
            ("a.cpp", "#ifdef _WIN32\n#include <windows.h>\n#endif\n", ""),
            ("a.cpp", "int windows;\n", ""),
            (
                "a.cpp",
                "// My head\r\n// Your idea goes here.\r\nint main() {\r\n\r\n}",
                "first_program",
            ),
            ("a.cpp", "// \n// Your idea goes here.\nint main() {\n  int n;\n}\n", ""),
        ] {
            assert_eq!(said(name, source), kinds, "{source}");
        }
    }
}
