//! The languages of source files, in one table: the compiler, the command that runs the program, and the meaning of the
//! run-time system's exit codes.
//!
//! A compiler works in the sandbox with the scratch folder as its current folder, and reads the source at its own path.
//! So it finds files beside the source (`#include "testlib.h"`) if it may read them.

#[cfg(unix)]
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

#[cfg(unix)]
use gamesolve_box::Word;

/// The largest source that is compiled, in bytes. Real judges accept a few hundred KiB. A source with precomputed
/// tables may be longer.
pub const MAX_SOURCE: u64 = 16 << 20;

/// A language.
#[derive(Debug)]
pub struct Language {
    /// The name for people.
    pub name: &'static str,
    /// The extensions of source files, in lower case.
    pub endings: &'static [&'static str],
    /// The program on `PATH` that compiles, or runs the source if nothing is compiled.
    pub tool: Tool,
    /// The names of tools for this language, without their versions: `clang++` for `clang++-17`.
    tools: &'static [&'static str],
    /// The flags that a user may replace by others. A language without a compiler has none.
    pub flags: &'static [&'static str],
    /// Whether the compiler accepts this path of a source. The compiler gets a source with another name as a copy.
    takes: fn(&str) -> bool,
    /// The compiler's arguments.
    build: &'static [Slot],
    /// Whether the compiler searches folders given with `-I` for included files.
    pub searches_folders: bool,
    /// The file that the compiler makes in its current folder, or `None` if it only checks for errors.
    pub product: Option<&'static str>,
    /// The arguments that run the program.
    run: &'static [Slot],
    /// The arguments after the first one, made from a limit of memory in bytes. A run-time system with garbage
    /// collection delays the collection while it sees free memory.
    within: Option<fn(u64) -> Vec<String>>,
    /// The meaning of exit codes of the language's run-time system.
    pub exit_codes: &'static [(i32, &'static str)],
}

/// A program that compiles or runs others.
#[derive(Debug)]
pub struct Tool {
    /// The name on `PATH`.
    pub name: &'static str,
    /// Arguments that print the real place of the tool, or of its installation folder, and the path from there to the
    /// tool.
    ///
    /// Further lines of the output are other folders that the tool needs. The program on `PATH` may be a version
    /// manager's stand-in, which reads its settings in a home folder that the sandbox does not have.
    pub asks: Option<(&'static [&'static str], &'static str)>,
    /// Its packages for the managers of [`tools`](super::tools), in their order.
    #[cfg_attr(not(unix), expect(dead_code, reason = "nothing is built there"))]
    pub(super) packages: [&'static str; 5],
}

/// A place for one word of a command, or for several.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "nothing is built there"))]
enum Slot {
    Text(&'static str),
    Tool,
    /// The flags that a user may replace.
    Flags,
    Source,
    /// The source file's name without its extension.
    Stem,
    /// The file that the compiler made.
    Product,
}

use Slot::{Flags, Product, Source, Stem, Text};

/// Returns whether no compiler takes the path for anything but a path.
fn is_plain(path: &str) -> bool {
    path.chars().all(|c| c.is_alphanumeric() || " -_./+".contains(c))
}

/// Returns whether rustc can make a crate name of the file name.
fn names_a_crate(path: &str) -> bool {
    let stem = Path::new(path).file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let begins = stem.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_plain(path) && begins && stem.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
}

/// Returns the options for the heap of a Java virtual machine within a limit of memory, in bytes.
///
/// The machine's own code, classes and threads take some 40 to 50 MiB. The young generation gets a sixth of the heap,
/// not a third. The reason is that one array may take nearly all of the memory, in one piece of the old generation.
fn heap_of_java(memory: u64) -> Vec<String> {
    const OWN: u64 = 52 << 20;
    const LEAST: u64 = 8 << 20;
    let heap = memory.saturating_sub(OWN + memory / 32).max(memory / 4).max(LEAST);
    vec![format!("-Xmx{}k", heap >> 10), "-XX:NewRatio=5".to_owned()]
}

/// Every language.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "C++",
        endings: &["cpp", "cc", "cxx", "c++"],
        tool: Tool {
            name: "g++",
            asks: None,
            packages: ["g++", "gcc-c++", "gcc", "build-base", "gcc"],
        },
        tools: &["g++", "clang++"],
        flags: &["-O2", "-std=gnu++20"],
        takes: is_plain,
        build: &[Slot::Tool, Flags, Text("-o"), Text("program"), Source],
        searches_folders: true,
        product: Some("program"),
        run: &[Product],
        within: None,
        exit_codes: &[],
    },
    Language {
        name: "C",
        endings: &["c"],
        tool: Tool {
            name: "gcc",
            asks: None,
            packages: ["gcc", "gcc", "gcc", "build-base", "gcc"],
        },
        tools: &["gcc", "clang"],
        flags: &["-O2", "-std=gnu17"],
        takes: is_plain,
        build: &[Slot::Tool, Flags, Text("-o"), Text("program"), Source, Text("-lm")],
        searches_folders: true,
        product: Some("program"),
        run: &[Product],
        within: None,
        exit_codes: &[],
    },
    Language {
        name: "Pascal",
        endings: &["pas", "pp", "dpr"],
        tool: Tool {
            name: "fpc",
            asks: None,
            packages: ["fpc", "fpc", "fpc", "fpc", "fpc"],
        },
        tools: &["fpc"],
        flags: &["-O2"],
        takes: is_plain,
        build: &[
            Slot::Tool,
            Flags,
            Text("-v0ew"),
            Text("-l-"),
            Text("-FE."),
            Text("-FU."),
            Text("-oprogram"),
            Source,
        ],
        searches_folders: false,
        product: Some("program"),
        run: &[Product],
        within: None,
        exit_codes: &[
            (2, "file not found"),
            (100, "read past the end of a file"),
            (103, "file not open"),
            (106, "something else where a number should be"),
            (200, "division by zero"),
            (201, "a value out of its range, such as an array index"),
            (202, "stack overflow"),
            (203, "no memory left for a new variable"),
            (204, "invalid pointer"),
            (205, "floating-point overflow"),
            (207, "invalid floating-point operation"),
            (215, "arithmetic overflow"),
            (216, "access to memory that is not the program's"),
        ],
    },
    Language {
        name: "Rust",
        endings: &["rs"],
        tool: Tool {
            name: "rustc",
            asks: Some((&["--print", "sysroot"], "bin/rustc")),
            packages: ["rustc", "rust", "rust", "rust", "rust"],
        },
        tools: &["rustc"],
        flags: &["-O", "--edition=2021"],
        takes: names_a_crate,
        build: &[
            Slot::Tool,
            Flags,
            // Otherwise an attribute of the source could ask for a library.
            Text("--crate-type=bin"),
            Text("-o"),
            Text("program"),
            Source,
        ],
        searches_folders: false,
        product: Some("program"),
        run: &[Product],
        within: None,
        exit_codes: &[(101, "a panic")],
    },
    Language {
        name: "Java",
        endings: &["java"],
        tool: Tool {
            name: "javac",
            asks: None,
            packages: [
                "default-jdk",
                "java-latest-openjdk-devel",
                "jdk-openjdk",
                "openjdk21",
                "openjdk",
            ],
        },
        tools: &["javac"],
        flags: &[],
        takes: is_plain,
        build: &[
            Text("sh"),
            Text("-c"),
            Text(include_str!("java.sh")),
            Text("sh"),
            Slot::Tool,
            Source,
            Stem,
            Flags,
        ],
        searches_folders: false,
        product: Some("program.jar"),
        run: &[
            Text("java"),
            Text("-XX:+UseSerialGC"),
            Text("-Xss64m"),
            Text("-jar"),
            Product,
        ],
        within: Some(heap_of_java),
        exit_codes: &[(1, "an uncaught exception")],
    },
    Language {
        name: "Python",
        endings: &["py", "py3"],
        tool: Tool {
            name: "python3",
            asks: Some((
                // With `-I` Python ignores the caller's variables, which could import a contestant's module. With `-S` it
                // looks for no packages, which would take most of the time.
                &[
                    "-I",
                    "-S",
                    "-c",
                    "import sys; print(sys.executable, sys.prefix, sys.base_prefix, sep='\\n')",
                ],
                "",
            )),
            packages: ["python3", "python3", "python", "python3", "python"],
        },
        tools: &["python", "pypy"],
        flags: &[],
        takes: is_plain,
        build: &[
            Slot::Tool,
            Text("-c"),
            Text("import sys; name = sys.argv[1]; compile(open(name, 'rb').read(), name, 'exec')"),
            Source,
        ],
        searches_folders: false,
        product: None,
        run: &[Slot::Tool, Source],
        within: None,
        exit_codes: &[(1, "an uncaught exception")],
    },
];

impl Language {
    /// Returns the language of a source file by its extension, whose ASCII case does not matter.
    pub fn of(source: &Path) -> Option<&'static Language> {
        let ending = source.extension()?;
        let has = |language: &&Language| language.endings.iter().any(|known| ending.eq_ignore_ascii_case(known));
        LANGUAGES.iter().find(has)
    }

    /// Returns the language whose programs a command named `name` runs, if it may be a stand-in: Python for
    /// `python3.11`.
    pub fn run_by(name: &str) -> Option<&'static Language> {
        let version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || c == '.');
        let is_python = ["python", "pypy"]
            .iter()
            .any(|known| name.strip_prefix(known).is_some_and(version));
        let of_tool = |language: &&Language| language.tool.asks.is_some() && language.tool.name == name;
        if is_python {
            LANGUAGES.iter().find(|language| language.name == "Python")
        } else {
            LANGUAGES.iter().find(of_tool)
        }
    }

    /// Returns whether the compiler accepts a source at this path. If not, it needs a copy named
    /// [`copied_as`](Language::copied_as).
    pub fn takes(&self, source: &Path) -> bool {
        // Compilers distinguish the letter case of extensions.
        let has_ending = |ending: &OsStr| self.endings.iter().any(|known| ending == *known);
        self.product.is_none() || source.to_str().is_some_and(self.takes) && source.extension().is_some_and(has_ending)
    }

    /// Returns whether the file name of a source matters to its compiler.
    pub fn uses_name(&self) -> bool {
        self.build.iter().any(|word| matches!(word, Stem))
    }

    /// Returns a file name that every compiler of the language accepts.
    pub fn copied_as(&self) -> String {
        format!("program.{}", self.endings[0])
    }

    /// Returns whether the compiler's product is itself executable.
    pub fn is_native(&self) -> bool {
        matches!(self.run.first(), Some(Product))
    }

    /// Returns the name of the language in settings, which is its first extension.
    pub fn key(&self) -> &'static str {
        self.endings[0]
    }

    /// Returns whether a name without a path is a version of a usual tool for this language, such as `g++-13`.
    pub fn has_tool(&self, name: &str) -> bool {
        let is_version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || "-.".contains(c));
        let mut tools = self.tools.iter();
        tools.any(|tool| name.strip_prefix(tool).is_some_and(is_version))
    }

    /// Returns the command that compiles `source`, with the compiler at `tool` and these flags.
    #[cfg(unix)]
    pub fn build_command(&self, tool: &Path, flags: &[Word], source: &Path) -> Vec<Word> {
        // The command has no product: the words for the compiler give its name already.
        spelt(self.build, tool, flags, source, Path::new(""))
    }

    /// Returns the command that runs the program made from `source`. `product` is its file, if the language has one.
    #[cfg(unix)]
    pub fn run_command(&self, tool: &Path, source: &Path, product: &Path) -> Vec<OsString> {
        let words = spelt(self.run, tool, &[], source, product);
        words.iter().map(|word| word.text().to_owned()).collect()
    }

    /// Returns the arguments that give the run-time system a limit of memory, in bytes. They stand after the first
    /// word.
    pub fn within(&self, memory: u64) -> Vec<OsString> {
        let words = self.within.map_or(Vec::new(), |words| words(memory));
        words.into_iter().map(OsString::from).collect()
    }

    /// Returns the meaning of an exit code in this language.
    pub fn exit_code(&self, code: i32) -> Option<&'static str> {
        self.exit_codes
            .iter()
            .find(|(known, _)| *known == code)
            .map(|(_, meaning)| *meaning)
    }
}

#[cfg(unix)]
fn spelt(slots: &[Slot], tool: &Path, flags: &[Word], source: &Path, product: &Path) -> Vec<Word> {
    let spell = |slot: &Slot| match slot {
        Text(text) => vec![Word::trusted(text)],
        Slot::Tool => vec![Word::trusted(tool)],
        Flags => flags.to_vec(),
        Source => vec![Word::trusted(source)],
        Stem => vec![Word::trusted(source.file_stem().unwrap_or(OsStr::new("Main")))],
        Product => vec![Word::trusted(product)],
    };
    slots.iter().flat_map(spell).collect()
}

/// The compilers and flags that a user chose, by language.
#[cfg(unix)]
#[derive(Clone, Debug, Default)]
pub struct Toolchain {
    compilers: BTreeMap<&'static str, String>,
    flags: BTreeMap<&'static str, Vec<Word>>,
}

#[cfg(unix)]
impl Toolchain {
    /// Chooses a compiler: a name on `PATH`, or an absolute path.
    pub fn choose_compiler(&mut self, language: &Language, compiler: String) {
        self.compilers.insert(language.key(), compiler);
    }

    /// Chooses flags instead of the usual ones.
    pub fn choose_flags(&mut self, language: &Language, flags: Vec<Word>) {
        self.flags.insert(language.key(), flags);
    }

    /// Returns the compiler of a language, or its interpreter.
    pub fn compiler(&self, language: &Language) -> &str {
        let chosen = self.compilers.get(language.key());
        chosen.map_or(language.tool.name, String::as_str)
    }

    /// Returns the flags of a compiler.
    pub fn flags(&self, language: &Language) -> Vec<Word> {
        let usual = || language.flags.iter().map(Word::trusted).collect();
        self.flags.get(language.key()).cloned().unwrap_or_else(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heap_leaves_room_for_the_machine_and_is_never_nothing() {
        let java = Language::of(Path::new("Main.java")).unwrap();
        for (limit, heap) in [(256 << 20, 196 << 10), (64 << 20, 16 << 10), (0, 8 << 10)] {
            let words = [format!("-Xmx{heap}k"), "-XX:NewRatio=5".to_owned()];
            assert_eq!(java.within(limit), words.map(OsString::from), "{limit}");
        }
        assert!(!java.within(u64::MAX).is_empty());
        assert!(Language::of(Path::new("a.cpp")).unwrap().within(1 << 30).is_empty());
    }

    #[test]
    fn an_ending_means_one_language() {
        let mut endings: Vec<&str> = LANGUAGES.iter().flat_map(|l| l.endings).copied().collect();
        let count = endings.len();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!(endings.len(), count);
        assert_eq!(Language::of(Path::new("a/B.CPP")).unwrap().name, "C++");
        assert_eq!(Language::of(Path::new("a.b.py")).unwrap().name, "Python");
        for none in ["a", ".py", "a.in", ""] {
            assert!(Language::of(Path::new(none)).is_none(), "{none}");
        }
    }

    #[test]
    fn compilers_take_plain_names_with_the_endings_that_they_know() {
        let takes = |path: &str| Language::of(Path::new(path)).unwrap().takes(Path::new(path));
        for plain in [
            "/a b/c-1.cpp",
            "/ä/x.c++",
            "/a/Main.java",
            "/a.b/a-b_1.rs",
            "/a/b.pas",
            "/a/\n.py",
            "/a/B.PY",
        ] {
            assert!(takes(plain), "{plain:?}");
        }
        for odd in [
            "/a/b.CPP",
            "/a/b.Java",
            "/a\n/b.c",
            "/a;b/c.pas",
            "/a/\".cpp",
            "/a/1.rs",
            "/a/b c.rs",
            "/a/b.v1.rs",
        ] {
            assert!(!takes(odd), "{odd:?}");
        }
        for language in LANGUAGES {
            assert!(
                language.takes(Path::new(&format!("/tmp/x/{}", language.copied_as()))),
                "{}",
                language.name
            );
        }
    }

    #[test]
    fn commands_name_the_source_and_the_product() {
        for language in LANGUAGES {
            let [tool, source, product] = ["/bin/tool", "/s/x.y", "/p/q"].map(Path::new);
            let build = language.build_command(tool, &["-x".into()], source);
            let takes_flags = language.product.is_some();
            assert_eq!(build.contains(&"-x".into()), takes_flags, "{}", language.name);
            assert!(build.contains(&Word::trusted(source)), "{}", language.name);
            let run = language.run_command(tool, source, product);
            let runs = if language.product.is_some() { product } else { source };
            assert!(run.contains(&runs.into()), "{}", language.name);
        }
    }

    #[test]
    fn what_an_interpreter_or_a_virtual_machine_runs_is_not_native() {
        let native = LANGUAGES.iter().filter(|language| language.is_native());
        let names: Vec<&str> = native.map(|language| language.name).collect();
        assert_eq!(names, ["C++", "C", "Pascal", "Rust"]);
    }

    #[test]
    fn a_tool_of_a_language_may_have_a_version() {
        let of = |ending: &str| Language::of(&Path::new("a").with_extension(ending)).unwrap();
        for (ending, name, expected) in [
            ("cpp", "g++", true),
            ("cpp", "g++-13", true),
            ("cpp", "clang++-17.0", true),
            ("cpp", "sh", false),
            ("cpp", "g++-evil", false),
            ("cpp", "/tmp/g++", false),
            ("cpp", "../g++", false),
            ("cpp", "", false),
            ("py", "python3.11", true),
            ("py", "pypy3", true),
            ("py", "rm", false),
        ] {
            assert_eq!(of(ending).has_tool(name), expected, "{name}");
        }
        assert!(LANGUAGES.iter().all(|language| language.has_tool(language.tool.name)));
    }

    #[test]
    fn exit_codes_have_meanings_where_the_language_gives_them() {
        let pascal = Language::of(Path::new("a.pas")).unwrap();
        assert_eq!(pascal.exit_code(200), Some("division by zero"));
        assert_eq!(pascal.exit_code(3), None);
    }
}
