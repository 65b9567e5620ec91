//! The program in a shell: completions, manual pages, colours.
//!
//! The scripts run in the real shells, if those are installed.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use regex_lite::Regex;

use crate::support::{before_path, gamesolve, has, say_untried};

/// Command lines up to the cursor, with words that Tab must offer there, and words that it must not.
const LINES: &[(&[&str], &[&str], &[&str])] = &[
    (&["st"], &["stress", "stones", "stone-transfer"], &["judge"]),
    (&["judge", "n"], &["nim"], &["stones"]),
    (&["judge", ""], &["nim", "wythoff", "here.cpp"], &[]),
    (&["explain", "he"], &["here.cpp"], &["nim"]),
    (
        &["gen", "stones", "--family", ""],
        &["random", "lost", "packed"],
        &["stuck-heaps"],
    ),
    (&["stress", "stones", "--family", "pa"], &["packed"], &["lost"]),
    (&["gen", "--family", ""], &[], &["packed"]),
    (&["export", "tests", "--format", "k"], &["kattis"], &["dmoj"]),
    (&["table", "stones", "--format", ""], &["text", "csv", "komal"], &[]),
    (&["judge", "nim", "--compare", ""], &["tokens", "exact"], &[]),
    (&["help", "c"], &["check", "completions", "cat-mouse"], &["nim"]),
    (&["stones", "--cer"], &["--certify"], &["--brute"]),
    (&["--color", ""], &["auto", "always", "never"], &[]),
];

/// Prints the words that Tab offers for the arguments, one a line.
const IN_BASH: &str = r#"
source "$SCRIPT"
COMP_WORDS=(gamesolve "$@") COMP_CWORD=$# COMP_TYPE=9
_clap_complete_gamesolve gamesolve "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// The function of the script runs outside of a line editor, so it gets a `_describe` that prints.
const IN_ZSH: &str = r#"
compdef() { }
_describe() {
    local list=$3
    print -l -- ${(P)list%%:*}
}
source "$SCRIPT"
words=(gamesolve "$@") CURRENT=$(($# + 1))
_clap_dynamic_completer_gamesolve
"#;

const IN_FISH: &str = r#"
source "$SCRIPT"
complete -C "gamesolve $argv" | string split -f 1 \t
"#;

fn offers_what_fits(shell: &str, run: impl Fn(&mut Command, &[&str])) {
    if !has(shell, "a completion in a shell") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("here.cpp"), "").unwrap();
    let script = gamesolve().args(["completions", shell]).assert().success();
    let path = folder.path().join(".script");
    fs::write(&path, &script.get_output().stdout).unwrap();
    for (words, offered, others) in LINES {
        let mut command = Command::new(shell);
        command
            .env("SCRIPT", &path)
            .env("HOME", folder.path())
            .env("PATH", path_to_the_binary())
            .current_dir(&folder);
        run(&mut command, words);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let found: Vec<&str> = text.lines().map(str::trim).collect();
        for word in *offered {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(found.contains(word), "{shell} {words:?}: {word}: {text}{said}");
        }
        for word in *others {
            assert!(!found.contains(word), "{shell} {words:?}: {word}: {text}");
        }
    }
}

fn path_to_the_binary() -> OsString {
    let binary = cargo_bin("gamesolve");
    before_path(binary.parent().unwrap())
}

#[test]
fn bash_completes_commands_problems_families_and_formats() {
    offers_what_fits("bash", |command, words| {
        command.args(["--norc", "-c", IN_BASH, "bash"]).args(words);
    });
}

#[test]
fn zsh_completes_commands_problems_families_and_formats() {
    offers_what_fits("zsh", |command, words| {
        command.args(["-f", "-c", IN_ZSH, "zsh"]).args(words);
    });
}

#[test]
fn fish_completes_commands_problems_families_and_formats() {
    offers_what_fits("fish", |command, words| {
        command.args(["--no-config", "-c", IN_FISH, "--"]).args(words);
    });
}

#[test]
fn powershell_completes_commands_problems_families_and_formats() {
    // Debian has no package of it, so the gate may lack it.
    let Ok(version) = Command::new("pwsh").arg("-Version").output() else {
        say_untried("skipped: a completion in PowerShell needs `pwsh`");
        return;
    };
    assert!(version.status.success());
    let script = gamesolve().args(["completions", "powershell"]).assert().success();
    let mut script = String::from_utf8(script.get_output().stdout.clone()).unwrap();
    script += "\n(TabExpansion2 'gamesolve judge n' 17).CompletionMatches.CompletionText";
    let output = Command::new("pwsh")
        .args(["-NoProfile", "-Command", &script])
        .env("PATH", path_to_the_binary())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().any(|line| line.trim() == "nim"), "{text}");
}

#[test]
fn a_script_of_an_unknown_shell_is_refused() {
    gamesolve()
        .args(["--", "gamesolve", ""])
        .env("GAMESOLVE_COMPLETE", "csh")
        .assert()
        .code(2)
        .stdout("")
        .stderr("error: the variable `GAMESOLVE_COMPLETE` names no known shell\n");
    // An empty variable asks for nothing.
    gamesolve().arg("list").env("GAMESOLVE_COMPLETE", "").assert().success();
}

/// Checks a page with a formatter of manual pages: it has nothing to say, and shows these words.
fn formats(page: &Path, command: &[&str], words: &[&str]) {
    if !has(command[0], "a look at a manual page") {
        return;
    }
    let output = Command::new(command[0]).args(&command[1..]).arg(page).output().unwrap();
    // A formatter prints a bold character twice, with a backspace between.
    let text = String::from_utf8_lossy(&output.stdout);
    let text = Regex::new(".\u{8}").unwrap().replace_all(&text, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{command:?}: {said}{text}");
    for word in words {
        assert!(text.contains(word), "{command:?} {}: {word}: {text}", page.display());
    }
}

#[test]
fn every_manual_page_is_well_formed_and_has_the_examples() {
    let folder = tempfile::tempdir().unwrap();
    gamesolve()
        .args(["man", "-o", "man1"])
        .current_dir(&folder)
        .assert()
        .success();
    let pages = folder.path().join("man1");
    let verbs: Vec<String> = gamesolve::cli::verb_names().collect();
    assert_eq!(fs::read_dir(&pages).unwrap().count(), verbs.len() + 1);
    for verb in verbs.iter().map(String::as_str).chain([""]) {
        let (name, arguments) = match verb {
            "" => ("gamesolve.1".to_owned(), vec!["man"]),
            verb => (format!("gamesolve-{verb}.1"), vec!["man", verb]),
        };
        let page = pages.join(&name);
        let printed = gamesolve().args(arguments).assert().success();
        let text = fs::read_to_string(&page).unwrap();
        assert_eq!(printed.get_output().stdout, text.as_bytes(), "{name}");
        assert!(text.is_ascii(), "{name}");
        let title = format!(".TH {} 1 \"\" \"gamesolve ", name.trim_end_matches(".1"));
        assert!(text.contains(&title), "{text}");
        formats(&page, &["groff", "-ww", "-man", "-Tutf8"], &[]);
        formats(&page, &["mandoc", "-Tlint", "-Werror"], &[]);
    }
    let shows = |page: &str, words: &[&str]| {
        formats(&pages.join(page), &["mandoc", "-Tutf8", "-O", "width=200"], words);
    };
    shows(
        "gamesolve-judge.1",
        &[
            "  gamesolve judge stones sol.cpp tests ",
            "--require-tier",
            "Refuse to run programs in a sandbox",
        ],
    );
    shows(
        "gamesolve.1",
        &["  stones           Stones on a Strip", "gamesolve-stress(1)"],
    );
    gamesolve()
        .args(["man", "jugde"])
        .assert()
        .code(2)
        .stdout("")
        .stderr("error: there is no command `jugde`\nhint: `gamesolve --help` lists all commands\n");
}

/// Where a text may have colours: an error of clap, its help, a statement and a report.
#[test]
fn colours_follow_the_option_before_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    gamesolve()
        .args(["gen", "stones", "--size", "3", "--dir", "t", "--answers"])
        .current_dir(&folder)
        .assert()
        .success();
    let commands: [(&[&str], bool); 5] = [
        (&["--bad"], true),
        (&["judge", "--help"], true),
        (&["show", "stones"], true),
        (&["check", "stones", "t", "--outputs", "t", "--allow-missing"], true),
        (&["check", "stones", "t", "--format", "json"], false),
    ];
    for (option, variables, is_coloured) in [
        (None, &[][..], false),
        (None, &[("CLICOLOR_FORCE", "1")][..], true),
        (None, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        (None, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], true),
        (Some("always"), &[("NO_COLOR", "1")], true),
        (Some("never"), &[("CLICOLOR_FORCE", "1")], false),
        (Some("auto"), &[("CLICOLOR_FORCE", "1")], true),
        (Some("auto"), &[], false),
    ] {
        for (words, may_be) in commands {
            for is_first in [true, false] {
                let option: Vec<String> = option.map(|when| format!("--color={when}")).into_iter().collect();
                let (before, after) = if is_first {
                    (&option[..], &[][..])
                } else {
                    (&[][..], &option[..])
                };
                let mut command = gamesolve();
                command.args(before).args(words).args(after).current_dir(&folder);
                let output = command.envs(variables.iter().copied()).output().unwrap();
                let has = [&output.stdout, &output.stderr].iter().any(|text| text.contains(&0x1b));
                assert_eq!(has, is_coloured && may_be, "{option:?} {variables:?} {words:?}");
            }
        }
    }
}

#[test]
fn a_wrong_choice_of_colours_is_refused_everywhere() {
    for words in [
        &["--color", "sometimes", "stones", "x"][..],
        &["stones", "--color=sometimes"],
        &["list", "--color", "sometimes"],
    ] {
        let output = gamesolve().args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        assert!(
            said.contains("'sometimes'") && said.contains("auto, always, never"),
            "{said}"
        );
    }
}
