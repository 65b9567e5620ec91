//! A tiny problem with one fault at a time, so that the test of completeness has to find each, and broken documents.
//!
//! It asks whether the first player wins a game of one move: `0` loses, anything else wins.

use std::fmt;
use std::fs;
use std::path::Path;

use gamesolve::budget::{Budget, Refusal};
use gamesolve::engine::oracle::Oracle;
use gamesolve::engine::{Outcome, Rules};
use gamesolve::picture::{self, Piece, Stage};
use gamesolve::problem::{Entry, Family, Field, Limit, Meta, Problem, Shown, Texts, Variants, Words, entry, family};
use gamesolve::text::{InputError, Scanner};

use libtest_mimic::Trial;

use crate::complete::faults;
use crate::document::{self, Document};

const N: Limit = Limit::new("n", "the number", 0..=123).solves(0..=1000);
const STATEMENT: &str = "# Mini\n\n0 ≤ n ≤ 123\n\n```\n5\n```\n\n```\n1\n```\n";
const TEXTS: Texts = Texts {
    slug: "mini",
    statement: Words {
        en: STATEMENT,
        vi: STATEMENT,
        zh: STATEMENT,
    },
    hints: Words::english("## Hint 1\n\n## Hint 2\n\n## Hint 3\n"),
};
const GOOD: Meta =
    Meta::new(TEXTS, "here", "a look", ("Mini.in", "Mini.out"), ("n", 123), &[N]).form(&[Field::numbers("n")], "1");

/// The answer: 1 for a win, else 0.
#[derive(Debug, PartialEq)]
struct Number(i64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

/// The game of one move, if any. A position is whether the move has been made.
struct OneMove(bool);

impl Rules for OneMove {
    type Position = bool;
    type Move = ();

    fn start(&self) -> bool {
        !self.0
    }

    fn moves(&self, made: &bool) -> impl Iterator<Item = ((), bool)> {
        (!made).then_some(((), true)).into_iter()
    }
}

impl Shown for OneMove {
    const HOW: &'static str = "`go`";

    fn stage(&self) -> Stage {
        picture::strip(2)
    }

    fn pieces(&self, made: &bool) -> Vec<Piece> {
        vec![Piece::one(usize::from(*made), picture::STONE)]
    }

    fn move_name(&self, _: &bool, (): &()) -> String {
        "go".into()
    }
}

/// Defines a problem with the data of `GOOD`, changed by the last arguments.
macro_rules! mini {
    ($name:ident, $meta:expr) => {
        mini!(
            $name,
            $meta,
            &[family("only", "all there is", |size, random| {
                $name(random.within(0, size as i64))
            })]
        );
    };
    ($name:ident, $meta:expr, $families:expr) => {
        struct $name(i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                writeln!(f, "{}", self.0)
            }
        }

        impl Problem for $name {
            const META: Meta = $meta;
            const FAMILIES: &'static [Family<Self>] = $families;
            type Game = OneMove;
            type Answer = Number;

            fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Self, InputError> {
                let number = N.integer(scanner)?;
                scanner.newline()?;
                scanner.end()?;
                Ok($name(number))
            }

            fn game(&self, _: Budget) -> Result<OneMove, Refusal> {
                Ok(OneMove(self.0 != 0))
            }

            fn ask(game: &OneMove, known: &dyn Oracle<OneMove>) -> Number {
                let value = known.value(game, &game.start());
                Number(i64::from(value.outcome == Outcome::Win))
            }

            fn smaller(&self) -> impl Iterator<Item = Self> {
                (0..self.0).map($name)
            }
        }
    };
}

mini!(Good, GOOD);
mini!(
    BadSlug,
    Meta {
        slug: "Mini Game",
        ..GOOD
    }
);
mini!(NoFamily, GOOD, &[]);
mini!(
    NoTime,
    Meta {
        time_limit_ms: 0,
        ..GOOD
    }
);
mini!(
    OneFile,
    Meta {
        contest_files: ("Mini.in", "Mini.in"),
        ..GOOD
    }
);
mini!(
    NoTitle,
    Meta {
        statement: Words {
            en: STATEMENT,
            vi: STATEMENT,
            zh: "Mini\n123\n```\n5\n```\n```\n1\n```\n"
        },
        ..GOOD
    }
);
mini!(
    TwoHints,
    Meta {
        hints: Words::english("## Hint 1\n\n## Hint 2\n"),
        ..GOOD
    }
);
mini!(
    NoSample,
    Meta {
        statement: Words {
            en: STATEMENT,
            vi: "# Mini\n123\n",
            zh: STATEMENT
        },
        ..GOOD
    }
);
mini!(
    WrongSample,
    Meta {
        statement: Words {
            en: STATEMENT,
            vi: "# Mini\n123\n```\n5\n```\n```\n0\n```\n",
            zh: STATEMENT
        },
        ..GOOD
    }
);
mini!(
    LimitNotStated,
    Meta {
        statement: Words {
            en: STATEMENT,
            vi: "# Mini\n124\n```\n5\n```\n```\n1\n```\n",
            zh: STATEMENT
        },
        ..GOOD
    }
);

mini!(
    NoForm,
    Meta {
        form: (&[], ""),
        ..GOOD
    }
);
mini!(UnknownName, GOOD.form(&[Field::numbers("m")], "1"));
mini!(NoAnswer, GOOD.form(&[Field::numbers("n")], "2"));

/// An input one over the limit of the tiny problem.
const ERRORS: &str = "\
=== x-41-one-too-many: gamesolve validate mini
< 124
error: `n` (the number) must be from 0 to 123, found `124`
";

/// Writes a complete folder of testcases for the tiny problem.
fn cases(root: &Path) {
    let folder = root.join("testdata/mini");
    fs::create_dir_all(&folder).unwrap();
    for name in [
        "sample-01",
        "secret-01",
        "secret-02",
        "secret-03",
        "secret-04",
        "secret-05",
    ] {
        fs::write(folder.join(name).with_extension("in"), "5\n").unwrap();
        fs::write(folder.join(name).with_extension("out"), "1\n").unwrap();
    }
    fs::write(folder.join("errors.txt"), ERRORS).unwrap();
}

/// Returns the tests of the tests.
pub fn trials() -> Vec<Trial> {
    let test = |name: &str, test: fn()| {
        Trial::test(format!("form::{name}"), move || {
            test();
            Ok(())
        })
    };
    vec![
        test("faults_of_data_are_found", faults_of_data_are_found),
        test("faults_of_cases_are_found", faults_of_cases_are_found),
        test("documents_are_read_as_written", documents_are_read_as_written),
        test("faults_of_documents_are_found", faults_of_documents_are_found),
    ]
}

fn faults_of_data_are_found() {
    let root = tempfile::tempdir().unwrap();
    cases(root.path());
    assert_eq!(faults(entry::<Good>(), root.path()), [""; 0]);
    let broken: [(&dyn Entry, &str); 12] = [
        (entry::<BadSlug>(), "the slug is lower-case words and hyphens"),
        (entry::<NoFamily>(), "there is a family to generate"),
        (entry::<NoTime>(), "the limits are positive"),
        (entry::<OneFile>(), "input and output file differ"),
        (entry::<NoTitle>(), "zh: the statement begins with its title"),
        (entry::<TwoHints>(), "there are three hints"),
        (entry::<NoSample>(), "vi: a statement has samples"),
        (
            entry::<WrongSample>(),
            "vi: the sample \"5\\n\" is said to give \"0\\n\"",
        ),
        (entry::<LimitNotStated>(), "vi: the limit 123 of n is not stated"),
        (entry::<NoForm>(), "the input has a form"),
        (entry::<UnknownName>(), "the form names `m`, and the statement does not"),
        (
            entry::<NoAnswer>(),
            "no stored test has the answer \"2\\n\" of the form",
        ),
    ];
    for (entry, fault) in broken {
        let found = faults(entry, root.path());
        assert!(found.iter().any(|f| f.contains(fault)), "{fault:?} is not in {found:?}");
    }
}

fn faults_of_cases_are_found() {
    let missing = |path: &str, fault: &str| {
        let root = tempfile::tempdir().unwrap();
        cases(root.path());
        fs::remove_file(root.path().join("testdata/mini").join(path)).unwrap();
        let found = faults(entry::<Good>(), root.path());
        assert!(found.iter().any(|f| f.contains(fault)), "{fault:?} is not in {found:?}");
    };
    missing("sample-01.in", "there is a first sample");
    missing("secret-03.in", "there are five secret cases or more");
    missing("secret-03.out", "secret-03.in has no answer");
    missing("secret-03.in", "secret-03.out has no input");
    missing("errors.txt", "there is errors.txt");
    let wrong = |document: &str, fault: &str| {
        let root = tempfile::tempdir().unwrap();
        cases(root.path());
        fs::write(root.path().join("testdata/mini/errors.txt"), document).unwrap();
        let found = faults(entry::<Good>(), root.path());
        assert!(found[0].contains(fault), "{fault:?} is not in {found:?}");
    };
    wrong("error: what?\n", "errors.txt: line 1: expected `=== NAME");
    let in_range = ERRORS.replace("124", "125");
    wrong(&in_range, "is one over the limit 123 of n");
    let root = tempfile::tempdir().unwrap();
    cases(root.path());
    fs::create_dir_all(root.path().join("testdata/mini/checker")).unwrap();
    fs::write(root.path().join("testdata/mini/checker/wa.out"), "0\n").unwrap();
    assert!(faults(entry::<Good>(), root.path())[0].contains("outputs for the checker where there is one"));
}

fn documents_are_read_as_written() {
    let entry = |input: Option<&[u8]>, stderr: &str| document::Entry {
        comment: "# why\n".into(),
        name: "x-01-a".into(),
        arguments: vec!["validate".into(), "nim".into()],
        input: input.map(<[u8]>::to_vec),
        stderr: stderr.into(),
    };
    let all: Vec<u8> = (0..=255).collect();
    let inputs: [&[u8]; 12] = [
        b"",
        b"\n",
        b"\n\n",
        b"a",
        b"a \n b",
        b" ",
        b"a\\\n",
        b"a\r\nb\r",
        b"< 1\n=== x: gamesolve y\n# z\n",
        "\u{feff}3\u{a0}\u{200b}\u{ff13}\n".as_bytes(),
        b"\xe2\x80",
        &all,
    ];
    let errors = [
        "error: no\n",
        "\n\n # a\n# b\n< c\n=== d\n \n",
        "a\n\nb",
        "\\x41 \u{fffd}",
    ];
    for input in inputs.map(Some).into_iter().chain([None]) {
        for error in errors {
            let document = Document {
                head: "# head\n".into(),
                entries: vec![entry(input, error), entry(None, "error: b\n")],
            };
            let text = document::write(&document);
            assert_eq!(document::read(&text).as_ref(), Ok(&document), "{text}");
            let is_visible = |line: &str| line.is_ascii() && !line.ends_with(' ');
            assert!(text.lines().all(is_visible), "{text}");
        }
    }
}

fn faults_of_documents_are_found() {
    for (text, fault) in [
        ("error: a\n", "line 1: expected `=== NAME"),
        ("=== a validate nim\n", "line 1: expected `=== NAME"),
        ("=== a: gamesolve nim\nerror\n< 1\n", "line 3: the input stands before"),
        ("=== a: gamesolve nim\n# b\nerror\n", "line 3: a comment stands before"),
        ("=== a: gamesolve nim\nerror\n\n# b\n", "a comment at the end"),
        ("=== a: gamesolve nim\n< \\q\n", "line 2: no such escape as `\\q`"),
        ("=== a: gamesolve nim\n< \\x4\n", "line 2: no such escape as `\\x`"),
        ("=== a: gamesolve nim\n< \\u{d800}\n", "line 2: no such escape as `\\u`"),
        ("=== a: gamesolve nim\n\\xff\n", "line 2: invalid utf-8"),
    ] {
        let found = document::read(text).unwrap_err();
        assert!(found.contains(fault), "{text:?}: {found}");
    }
}
