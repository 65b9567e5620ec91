//! The pages of `docs/reference` that the program itself makes: the command line, the problems, the keys of packages, the
//! settings and the hostile packages (all but the heads of these pages).
//!
//! `UPDATE=1 cargo test --test cli references::` writes them. Without it a page that differs fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};
use gamesolve::package::format::inventories;
use gamesolve::package::read::keys::{Fate, Inventory, Key};
use gamesolve::problem::{Entry, Meta, MiserePlay};
use gamesolve::problems::REGISTRY;
use itertools::Itertools as _;
use regex_lite::Regex;

use crate::support::{Failures, files, root};

/// The rules of tables that do not fit into a help text.
const TABLES: &str = "
## Tables

`gamesolve table PROBLEM INPUT` lists the positions of an input. With `--range` it lists instances.

- If rows are missing, a note gives their number and the option that lists them. With `--format csv` and the others the note
  goes to standard error.
- JSON has `is_whole`, and `missing` or `missing_at_least`.
- If the two players have different moves, csv and json have a column `player`.
- In csv a quote stands before a name that a spreadsheet would take for a formula.
- `--format komal` prints W, D or L for each vertex of `game`, `pawns`, `score-game` and `dag-stone-count`.
- A table of vertices needs no start, so the input may lack its line.

## More
";

/// The exit codes of all commands.
const EXIT_CODES: &str = "
## Exit codes

| code | meaning |
|---|---|
| 0 | solved, or all accepted, or all as expected |
| 1 | something was not accepted |
| 2 | bad usage, a program that cannot start, or a malformed input, testcase or package |
| 3 | an internal error, a faulty checker, or a stored answer that the rules reject; never caused by the submission |
| 4 | the input is well formed, but needs more memory or work than the limits |
| 130 | interrupted by Ctrl-C, Ctrl-\\, SIGTERM or a closed terminal |
| 141 | standard output was closed, as `head` does |
";

/// An option of at least this many commands stands once, in a section of its own.
const SHARED: usize = 2;

/// The end of the part of a page that a person writes.
const START: &str = "<!-- keys -->\n";

#[test]
fn the_pages_are_those_of_the_program() {
    let mut failures = Failures::default();
    for (name, made) in [
        ("cli", (|_| command_line()) as fn(&str) -> String),
        ("problems", |_| problems()),
        ("package-keys", package_keys),
        ("settings", settings),
        ("verdicts-of-hostile-programs", hostile_packages),
    ] {
        let path = root(&format!("docs/reference/{name}.md"));
        let found = fs::read_to_string(&path).unwrap_or_default();
        let expected = made(&found);
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(path, expected).unwrap();
            continue;
        }
        let differs = |(_, pair): &(usize, itertools::EitherOrBoth<&str, &str>)| {
            pair.as_ref().both().is_none_or(|(found, expected)| found != expected)
        };
        let (line, _) = found
            .lines()
            .zip_longest(expected.lines())
            .enumerate()
            .find(differs)
            .expect("the texts differ");
        failures.add(format!(
            "{}:{}: the page is stale; renew: UPDATE=1 cargo test --test cli references::",
            path.display(),
            line + 1
        ));
    }
    failures.finish();
}

/// Returns the page of the commands and their options.
fn command_line() -> String {
    let mut command = gamesolve::cli::command();
    command.build();
    let is_problem = |command: &&Command| REGISTRY.iter().any(|entry| entry.meta().slug == command.get_name());
    let (solvers, verbs): (Vec<&Command>, Vec<&Command>) = command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .partition(is_problem);
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for verb in &verbs {
        for item in arguments(verb).filter(|argument| !argument.is_positional()).map(item) {
            *uses.entry(item).or_default() += 1;
        }
    }
    let is_shared = |item: &str| uses.get(item).is_some_and(|&count| count >= SHARED);

    let mut page = "\
# Command line

This reference is for everyone who looks for an option. It is made from the program, like `gamesolve VERB --help`.

PROBLEM is one of these names: "
        .to_owned();
    page += &listed(REGISTRY.iter().map(|entry| entry.meta().slug));
    let colour = command.get_arguments().find(|argument| argument.get_id() == ALWAYS);
    page += &format!(
        ".\n\nEvery command has this option:\n\n{}",
        item(colour.expect("it is there"))
    );
    page += "\n## gamesolve PROBLEM\n\n```text\ngamesolve PROBLEM [OPTIONS] [INPUT]\n```\n\nSolves one input.\n\n";
    let first = REGISTRY[0].meta();
    let all = arguments(solvers[0]).filter(|argument| {
        let has = |solver: &&Command| arguments(solver).any(|other| other.get_id() == argument.get_id());
        solvers.iter().all(has)
    });
    let (shared, own): (Vec<&Arg>, Vec<&Arg>) = all.partition(|argument| is_shared(&item(argument)));
    for item in own.into_iter().map(item) {
        // The names of the contest's files are those of one problem.
        let (input, output) = first.contest_files;
        page += &item
            .replace(input, "the contest's input")
            .replace(output, "the contest's output");
    }
    let shared = listed(shared.into_iter().map(name));
    write!(
        page,
        "\nAlso: {shared}, and the problem's [variants of the rules](problems.md#variants-of-the-rules).\n"
    )
    .unwrap();
    for verb in &verbs {
        let usage = Command::clone(verb).render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).join("\n");
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        write!(page, "\n## {}\n\n```text\n{usage}\n```\n\n{about}.\n", verb.get_name()).unwrap();
        let own: String = arguments(verb).map(item).filter(|item| !is_shared(item)).collect();
        if !own.is_empty() {
            write!(page, "\n{own}").unwrap();
        }
        let also: Vec<&Arg> = arguments(verb).filter(|argument| is_shared(&item(argument))).collect();
        if !also.is_empty() {
            let names = also.iter().map(|argument| name(argument));
            write!(page, "\nAlso: {}.\n", listed(names)).unwrap();
        }
        let rest = verb.get_after_long_help().or_else(|| verb.get_after_help());
        if let Some(rest) = rest {
            write!(page, "\n```text\n{}\n```\n", rest.to_string().trim_end()).unwrap();
        }
    }
    page += EXIT_CODES;
    page += "\n## Options of several commands\n\n";
    let mut shown = BTreeSet::new();
    for item in verbs.iter().flat_map(|verb| arguments(verb)).map(item) {
        if is_shared(&item) && shown.insert(item.clone()) {
            page += &item;
        }
    }
    page
}

/// The option of all commands, which the page lists once.
const ALWAYS: &str = "color";

/// Returns the arguments that a help text lists, without `--help` itself and the option of all commands.
fn arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|argument| argument.get_id() != "help" && argument.get_id() != ALWAYS && !argument.is_hide_set())
}

/// Returns the longest name of an argument: `--time` or `INPUT`.
fn name(argument: &Arg) -> String {
    argument
        .get_long()
        .map_or_else(|| argument.to_string(), |long| format!("--{long}"))
}

/// Returns an argument as an item of a list: its names, its help, its default and its values.
fn item(argument: &Arg) -> String {
    let short = argument
        .get_short()
        .map(|short| format!("-{short}, "))
        .unwrap_or_default();
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut text = format!("- `{short}{argument}`: {}", help.split_whitespace().join(" "));
    let takes_values = matches!(argument.get_action(), ArgAction::Set | ArgAction::Append);
    let defaults = argument.get_default_values();
    if takes_values && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let defaults = defaults.iter().map(|value| value.to_string_lossy().into_owned());
        write!(text, " [default: {}]", defaults.format(" ")).unwrap();
    }
    let values = argument.get_possible_values();
    if takes_values && !values.is_empty() && !argument.is_hide_possible_values_set() {
        write!(
            text,
            " [{}]",
            values.iter().map(clap::builder::PossibleValue::get_name).format(", ")
        )
        .unwrap();
    }
    text + "\n"
}

/// Returns names as code, separated by commas.
fn listed<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    names.into_iter().map(|name| format!("`{}`", name.as_ref())).join(", ")
}

/// Returns the page of the problems: their table, and their exceptions.
fn problems() -> String {
    let mut page = "\
# Problems

This reference is for everyone who wants to know which games gamesolve solves. It is made from the program.

"
    .to_owned();
    page += &gamesolve::cli::markdown_table();
    page += "\nEvery command takes every problem. The exceptions are:\n\n";
    let those = |holds: &dyn Fn(&dyn Entry) -> bool| {
        let chosen = REGISTRY.iter().filter(|entry| holds(**entry));
        listed(chosen.map(|entry| entry.meta().slug))
    };
    let mut exception = |problems: String, text: &str| {
        if !problems.is_empty() {
            writeln!(page, "- {}", text.replace("{}", &problems)).unwrap();
        }
    };
    exception(
        those(&|entry| entry.has_checker()),
        "Several answers are right: {}. Its rules judge an output. Outputs of all other problems are compared with the answer.",
    );
    exception(
        those(&|entry| entry.series().is_empty()),
        "`table --range` has no numbers to tabulate: {}.",
    );
    exception(those(&|entry| entry.mistakes().is_empty()), "No known mistakes: {}.");
    exception(
        those(&|entry| entry.tiny_measure().is_none()),
        "No list of all tiny inputs: {}.",
    );
    exception(
        those(&|entry| entry.meta().statement.vi.is_empty()),
        "No statement in Vietnamese: {}.",
    );
    exception(
        those(&|entry| entry.meta().statement.zh.is_empty()),
        "No statement in Chinese: {}.",
    );
    for meta in REGISTRY.iter().map(|entry| entry.meta()) {
        if let MiserePlay::Missing(why) = meta.misere() {
            exception(format!("`{}`", meta.slug), &format!("{{}} has no misère play: {why}."));
        }
        if let Some(limits) = other_limits(meta) {
            exception(
                format!("`{}`", meta.slug),
                &format!("A submission to {{}} has {limits}."),
            );
        }
    }
    page += "\nA submission to any other problem has 1 s and 256 MiB.\n\n## Variants of the rules\n\n";
    let mut variants: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for meta in REGISTRY.iter().map(|entry| entry.meta()) {
        for variant in meta.all_variants() {
            match variants
                .iter_mut()
                .find(|(name, help, _)| (*name, *help) == (variant.name, variant.help))
            {
                Some((_, _, slugs)) => slugs.push(meta.slug),
                None => variants.push((variant.name, variant.help, vec![meta.slug])),
            }
        }
    }
    page += "| option | rule | problems |\n|---|---|---|\n";
    for (name, help, slugs) in variants {
        writeln!(page, "| `--{name}` | {help} | {} |", listed(slugs)).unwrap();
    }
    page += TABLES;
    page += "\n`gamesolve show PROBLEM` prints the statement with its limits. `gamesolve gen PROBLEM --help` lists the families.\n";
    page
}

/// Returns the limits of a submission, if they differ from the limits of most problems.
fn other_limits(meta: &Meta) -> Option<String> {
    let limits = (meta.time_limit_ms, meta.memory_limit_mib);
    (limits != (1000, 256)).then(|| format!("{} ms and {} MiB", limits.0, limits.1))
}

/// Returns the page of the keys of packages: its own head, then the tables of the program between two marks.
fn package_keys(page: &str) -> String {
    let head = page.split(START).next().unwrap_or_default();
    let sections: String = inventories().map(keys_of).collect();
    format!("{head}{START}{sections}\n<!-- end of keys -->\n")
}

/// Returns the page of the settings: its head as it is, then the keys of the program.
fn settings(page: &str) -> String {
    let head = page.split(START).next().unwrap_or_default();
    format!(
        "{head}{START}\n{}\n<!-- end of keys -->\n",
        gamesolve::cli::settings_table()
    )
}

/// Returns the page with the table of hostile packages, whose ends `tests/sandbox` compares with those that gamesolve gives.
fn hostile_packages(page: &str) -> String {
    const START: &str = "<!-- packages -->\n";
    let row = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let mut lines = text.lines().filter_map(|line| line.strip_prefix("# "));
        let mut part = |label| {
            lines
                .next()
                .and_then(|line| line.strip_prefix(label))
                .unwrap_or_default()
        };
        let (about, run, ends) = (part(""), part("run: "), part("ends: "));
        let (name, verb) = (
            path.file_stem().unwrap().display(),
            run.split(' ').next().unwrap_or_default(),
        );
        format!("| {name} | {about} | `{verb}` | {ends} |\n")
    };
    let rows: String = files("tests/sandbox/packages", "txt").iter().map(row).collect();
    let head = page.split(START).next().unwrap_or_default();
    format!("{head}{START}\n| package | attack | command | end |\n|---|---|---|---|\n{rows}")
}

/// Returns the section of one file of a format.
fn keys_of(inventory: &Inventory) -> String {
    let mut section = format!("\n## {}: {}\n", inventory.format, inventory.file);
    let of = |fate: Fate| {
        let keys = inventory.keys.iter().filter(|key| key.fate == fate);
        listed(keys.map(|key| key.path))
    };
    for (title, keys) in [
        ("Used", of(Fate::Mapped)),
        ("Kept as text", of(Fate::About)),
        ("The task is refused", of(Fate::Refused)),
    ] {
        if !keys.is_empty() {
            write!(section, "\n{title}: {keys}.\n").unwrap();
        }
    }
    let ignored = |key: &Key| match key.fate {
        Fate::Reported(why) => Some(format!("- `{}`: {why}.\n", key.path)),
        Fate::Mapped | Fate::About | Fate::Refused => None,
    };
    let ignored: String = inventory.keys.iter().filter_map(ignored).collect();
    if !ignored.is_empty() {
        write!(section, "\nIgnored, and named in the report:\n\n{ignored}").unwrap();
    }
    section
}

/// Returns the sources in Rust below a folder of the package, one after another.
fn sources(folder: &str) -> String {
    let (mut text, mut folders) = (String::new(), vec![root(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                text += &fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

#[test]
fn every_promise_names_tests_and_every_fuzz_target_has_a_row() {
    let pages = [
        "crates/box/tests/README.md",
        "SECURITY.md",
        "docs/concepts/sandbox.md",
        "docs/reference/sandbox-rules.md",
    ];
    let page: String = pages
        .iter()
        .map(|page| fs::read_to_string(root(page)).unwrap())
        .collect();
    let name = Regex::new(r"`([a-z0-9]+(?:_[a-z0-9]+){3,})`").unwrap();
    let tests = sources("tests") + &sources("crates/box") + &sources("crates/scratch");
    let mut failures = Failures::default();
    let names: Vec<String> = name.captures_iter(&page).map(|found| found[1].to_owned()).collect();
    assert!(names.len() > 20, "only {} tests are named", names.len());
    for name in names.iter().filter(|name| !tests.contains(name.as_str())) {
        failures.add(format!("there is no test `{name}`"));
    }
    let page = fs::read_to_string(root("fuzz/README.md")).unwrap();
    for target in files("fuzz/fuzz_targets", "rs") {
        let row = format!("\n| `{}` |", target.file_stem().unwrap().to_str().unwrap());
        if !page.contains(&row) {
            failures.add(format!("there is no row {row:?}"));
        }
    }
    failures.finish();
}
