//! The program in a shell: completions, manual pages, colours.
//!
//! The scripts run in the real shells, if those are installed.

use std::ffi::OsString;
use std::fs;
#[cfg(target_os = "linux")]
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use assert_cmd::cargo::cargo_bin;
use regex_lite::Regex;

use crate::support::{before_path, folder, gamesolve, has, needs};

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
    (&["mi"], &["mine.py", "misere-nim"], &["nim", "here.cpp"]),
    (&["mine.py", "--"], &["--certify", "--output"], &["--format"]),
    (&["mine.py", "he"], &["here.cpp"], &["nim"]),
    (&["bachet", "--ce"], &["--certify"], &["--brute"]),
    (&["judge", "bach"], &["bachet"], &["nim"]),
    (&["contest", "ma"], &["marbles"], &["mine.py"]),
    (
        &["contest", "nim,m"],
        &["nim,marbles", "nim,mine.py"],
        &["marbles", "nim,nim"],
    ),
    (&["contest", "mine.py,nim,he"], &["mine.py,nim,here.cpp"], &["here.cpp"]),
];

/// Prints the words that Tab offers for the arguments, one a line. Bash itself splits a word at `=`.
const IN_BASH: &str = r#"
source "$SCRIPT"
COMP_WORDS=(gamesolve "$@") COMP_CWORD=$# COMP_TYPE=9 COMP_LINE="gamesolve $*" COMP_POINT=1000
_gamesolve gamesolve "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
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
    needs!(has(shell, "a completion in a shell"));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("here.cpp"), "").unwrap();
    fs::write(
        folder.path().join("mine.py"),
        "def moves(n): return [n - 1] if n else []\n",
    )
    .unwrap();
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

/// Keys before Tab, and the arguments that bash has read after it.
#[cfg(target_os = "linux")]
const KEYS: [(&str, &[&str]); 11] = [
    ("judge nim my", &["judge", "nim", "my tests & more/"]),
    ("judge nim my\\ t", &["judge", "nim", "my tests & more/"]),
    ("judge nim 'my t", &["judge", "nim", "my tests & more/"]),
    ("judge nim --compare=to", &["judge", "nim", "--compare=tokens"]),
    ("judge nim --compare to", &["judge", "nim", "--compare", "tokens"]),
    ("table nim --format=k", &["table", "nim", "--format=komal"]),
    ("judge 1:ta", &["judge", "1:take it.py"]),
    ("stre", &["stress"]),
    ("it", &["it is a game.py"]),
    ("contest nim,marb", &["contest", "nim,marbles"]),
    ("judge nim nothing-has-this", &["judge", "nim", "nothing-has-this"]),
];

#[cfg(target_os = "linux")]
#[test]
fn bash_inserts_names_as_it_reads_them() {
    const PROMPT: &str = "ready for keys> ";
    needs!(has("bash", "keys in a shell"));
    let folder = folder(&[
        ("my tests & more/01.in", ""),
        ("1:take it.py", ""),
        ("it is a game.py", ""),
    ]);
    let script = gamesolve().args(["completions", "bash"]).assert().success();
    fs::write(folder.path().join(".script"), &script.get_output().stdout).unwrap();
    let ends = nix::pty::openpty(None, None).unwrap();
    let end = || Stdio::from(ends.slave.try_clone().unwrap());
    let mut bash = Command::new("bash")
        .args(["--norc", "--noprofile", "-i"])
        .env("PATH", path_to_the_binary())
        .envs([
            ("PS1", PROMPT),
            ("TERM", "dumb"),
            ("INPUTRC", "/dev/null"),
            ("HISTFILE", ""),
        ])
        .current_dir(&folder)
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    drop(ends.slave);
    let mut terminal = fs::File::from(ends.master);
    let mut output = terminal.try_clone().unwrap();
    let mut wait_for = |end: &str| {
        let mut said = Vec::new();
        while !said.ends_with(end.as_bytes()) {
            let mut byte = [0];
            output.read_exact(&mut byte).unwrap();
            said.push(byte[0]);
        }
    };
    wait_for(PROMPT);
    terminal.write_all(b"source .script\n").unwrap();
    wait_for(PROMPT);
    for (keys, expected) in KEYS {
        // Tab, then the keys to the beginning and to the end of the line. The echo of the keys has no `done`.
        writeln!(
            terminal,
            "gamesolve {keys}\t\x01printf '%s\\n' \x05 > .words; printf do%s ne"
        )
        .unwrap();
        wait_for("done");
        let words = fs::read_to_string(folder.path().join(".words")).unwrap();
        let words: Vec<&str> = words.lines().skip(1).collect();
        assert_eq!(words, expected, "{keys}");
    }
    // The end of the terminal would not do: other processes may hold it, too.
    terminal.write_all(b"exit\n").unwrap();
    bash.wait().unwrap();
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
    needs!(has("pwsh", "a completion in a shell"));
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
    needs!(has(command[0], "a look at a manual page"));
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
    // Its own pages are written again, and nothing else is touched.
    let page = pages.join("gamesolve-new.1");
    fs::write(&page, ".TH gamesolve-new 1 older").unwrap();
    let written = || gamesolve().args(["man", "-o", "man1"]).current_dir(&folder).assert();
    written().success();
    assert!(fs::read_to_string(&page).unwrap().contains(".SH NAME"));
    let refused = || {
        let said = "error: `man1/gamesolve-new.1` is not a page of gamesolve, and nothing was written\n\
                    hint: name another folder\n";
        fs::remove_file(pages.join("gamesolve.1")).unwrap();
        written().code(2).stdout("").stderr(said);
        assert!(!pages.join("gamesolve.1").exists());
        fs::write(pages.join("gamesolve.1"), ".TH gamesolve").unwrap();
    };
    fs::write(&page, "mine").unwrap();
    refused();
    assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
    #[cfg(unix)]
    {
        let other = folder.path().join("other");
        fs::write(&other, ".TH gamesolve-new").unwrap();
        fs::remove_file(&page).unwrap();
        std::os::unix::fs::symlink(&other, &page).unwrap();
        refused();
        assert_eq!(fs::read_to_string(&other).unwrap(), ".TH gamesolve-new");
    }
    gamesolve()
        .args(["man", "jugde"])
        .assert()
        .code(2)
        .stdout("")
        .stderr("error: there is no command `jugde`\nhint: `gamesolve --help` lists all commands\n");
}

/// Four texts may have colours: an error of clap, its help, a statement and a report.
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
        for part in ["'sometimes'", "auto, always, never"] {
            assert!(said.contains(part), "{said}");
        }
    }
}
