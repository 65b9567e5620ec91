//! The verbs on one problem, through the binary and the library: played from a script, explained, checked, drawn.

use gamesolve::budget::Budget;
use gamesolve::practice::draw::{Form, Lesson, draw};
use gamesolve::problem::{AnyGame, CertifyError, Entry, Input, Variants};
use predicates::prelude::*;
use regex_lite::Regex;

use crate::drawn::{dot_graph, svg_fault};
use crate::support::{gamesolve, root};

/// Plays a game that is made for this test, with every command of line play.
pub fn is_played(entry: &dyn Entry) {
    let slug = entry.meta().slug;
    gamesolve()
        .args(["play", slug, "--seed", "3"])
        .write_stdin("help\nboard\nmoves\nhint\nno move\n\u{e9}\nundo\nswap\nundo\nquit\nnever read\n")
        .assert()
        .success()
        .stdout(
            predicate::str::contains("`no move` is not a legal move here").or(predicate::str::contains("Play is over")),
        )
        .stdout(predicate::str::ends_with("> quit\n"))
        .stderr(predicate::str::starts_with(format!(
            "this is the game of `gamesolve gen {slug} "
        )));
}

/// Explains a generated instance, in text and as data.
pub fn is_explained(entry: &dyn Entry) {
    let slug = entry.meta().slug;
    let text = entry.generate(entry.families()[0].name, 6.min(entry.meta().size.1), 2);
    gamesolve()
        .args(["explain", slug])
        .write_stdin(text.as_str())
        .assert()
        .success()
        .stderr("")
        .stdout(
            predicate::str::contains("\nVerified by other code: ").and(predicate::str::contains("\nThe answer:\n")),
        );
    let run = gamesolve()
        .args(["explain", slug, "--format", "json"])
        .write_stdin(text.as_str())
        .assert()
        .success();
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(json["problem"], slug);
    assert!(json["answer"].as_str().unwrap().ends_with('\n'), "{json}");
}

/// Checks the problem's own testcases, recognised without its name.
pub fn is_checked(entry: &dyn Entry) {
    let slug = entry.meta().slug;
    let mut command = gamesolve();
    let path = format!("testdata/{slug}");
    command.current_dir(root("")).args(["check", &path]);
    let summary = Regex::new(&format!(r"\n(\d+) testcases of {slug}: \d+ AC\n")).unwrap();
    let summary = predicate::function(move |told: &str| summary.is_match(told));
    command.assert().success().stdout(summary).stderr("");
}

/// Returns all faults of pictures of an instance of each family, in every form.
pub fn drawing_faults(entry: &dyn Entry) -> Vec<String> {
    const BUDGET: Budget = Budget::of(1 << 30);
    let slug = entry.meta().slug;
    let mut faults = Vec::new();
    let mut pages = 0;
    for (seed, family) in (1..).zip(entry.families()) {
        let text = entry.generate(family.name, 6.min(entry.meta().size.1), seed);
        let input = Input {
            bytes: text.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        if entry.tests(input).unwrap() == 0 {
            continue;
        }
        let game = entry.game(input, 0, BUDGET).unwrap();
        // One page per problem is enough. A family may exceed the limits of a page, and then the error must say so.
        match (pages == 0).then(|| draw(&*game, &Lesson::titled(slug), Form::Html, false, BUDGET)) {
            Some(Ok(page)) => pages += usize::from(page.ends_with("</html>\n")),
            Some(Err(CertifyError::Refused(refusal))) if refusal.to_string().contains("a page holds up to") => {}
            Some(Err(error)) => faults.push(format!("{} html: {error:?}", family.name)),
            None => {}
        }
        faults.extend(picture_faults(&*game, slug, family.name, BUDGET));
    }
    if pages == 0 {
        faults.push("no page from any family".to_owned());
    }
    faults
}

fn picture_faults(game: &dyn AnyGame, slug: &str, family: &str, budget: Budget) -> Vec<String> {
    let mut faults = Vec::new();
    for (form, positions) in [
        (Form::Dot, false),
        (Form::Dot, true),
        (Form::Svg, false),
        (Form::Svg, true),
    ] {
        let drawn = match draw(game, &Lesson::titled(slug), form, positions, budget) {
            Ok(drawn) => drawn,
            Err(error) => {
                faults.push(format!("{family} {form:?}: {error:?}"));
                continue;
            }
        };
        let fault = match form {
            Form::Dot => dot_graph(&drawn).err(),
            _ => svg_fault(&drawn),
        };
        faults.extend(fault.map(|fault| format!("{family} {form:?}: {fault}")));
        if draw(game, &Lesson::titled(slug), form, positions, budget).ok() != Some(drawn) {
            faults.push(format!("{family} {form:?}: not the same twice"));
        }
    }
    faults
}
