//! Commands that judge one testcase or one program again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::program::{Nature, TypedArg};
use crate::judge::program::for_a_shell;

/// The command line of the user.
#[derive(Clone, Copy)]
pub(super) struct Replay<'a> {
    /// The arguments as typed.
    pub(super) typed: &'a [TypedArg],
    /// The command that starts the program.
    pub(super) command: &'a [OsString],
    /// The source files and programs on the command line.
    pub(super) files: &'a [PathBuf],
}

impl Replay<'_> {
    /// Returns the command for this testcase. If the program has a source `file`, the command judges only that.
    pub(super) fn command(self, case: &str, file: Option<&Path>) -> String {
        // A name with a leading dash would be an option.
        let chosen = if case.starts_with('-') {
            vec![format!("--case={case}").into()]
        } else {
            vec!["--case".into(), case.into()]
        };
        let mut words: Vec<OsString> = vec!["gamesolve".into(), "judge".into()];
        for arg in self.typed {
            if !arg.is_given || matches!(Nature::of(&arg.name), Some(Nature::Session | Nature::Form)) {
                continue;
            }
            let values = arg.values.iter().cloned();
            match arg.name.as_str() {
                "command" => {}
                // Files come below. Folders and archives are testcases.
                "program" => words.extend(values.filter(|value| !self.files.contains(&PathBuf::from(value)))),
                _ if arg.is_positional => words.extend(values),
                _ => words.extend(arg.words()),
            }
        }
        words.extend(file.map(OsString::from));
        words.extend(chosen);
        if !self.command.is_empty() {
            words.push("--".into());
            words.extend(self.command.iter().cloned());
        }
        words.iter().map(|word| for_a_shell(word)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the command that looks for a smaller failing input of this program. `kept` has the names of the options
    /// to pass on.
    pub(super) fn stress(self, task: &str, file: &Path, kept: impl Fn(&str) -> bool) -> String {
        let options = self.typed.iter().filter(|arg| arg.is_given && !arg.is_positional);
        let options = options.filter(|arg| kept(&arg.name)).flat_map(TypedArg::words);
        let words = std::iter::once(OsString::from(file)).chain(options);
        let words: Vec<String> = words.map(|word| for_a_shell(&word)).collect();
        format!("gamesolve stress {task} {}", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::super::options::Options;
    use super::*;

    #[test]
    fn every_option_has_its_nature() {
        let judge = Options::augment_args(Command::new("judge"));
        let rules = judge.get_arguments();
        let rules = rules.filter(|arg| arg.get_help_heading() != Some("Variants of the rules"));
        let names = rules.map(|arg| arg.get_long().unwrap_or(arg.get_id().as_str()));
        let without: Vec<&str> = names.filter(|name| Nature::of(name).is_none()).collect();
        assert_eq!(without, [""; 0]);
    }

    fn replayed(line: &str, case: &str, file: Option<&str>, files: &[&str]) -> String {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let judge = Options::augment_args(Command::new("judge"));
        let options = Options::from_arg_matches(&judge.get_matches_from(line.split(' '))).unwrap();
        let replay = Replay {
            typed: &options.typed.0,
            command: &options.command,
            files: &files,
        };
        replay.command(case, file.map(Path::new))
    }

    #[test]
    fn the_command_keeps_what_decides_the_verdict() {
        assert_eq!(
            replayed(
                "judge stones --time 2 --fail-fast -j 4 --contest-files src -- ./mysol -x",
                "a b",
                None,
                &[]
            ),
            "gamesolve judge stones src --contest-files --time 2 --case 'a b' -- ./mysol -x"
        );
        assert_eq!(
            replayed(
                "judge stones gone a.cpp b.py --case 1 --format json",
                "a b",
                Some("b.py"),
                &["a.cpp", "b.py"]
            ),
            "gamesolve judge stones gone b.py --case 'a b'"
        );
        let command = replayed("judge stones a.cpp", "-a", Some("a.cpp"), &["a.cpp"]);
        assert_eq!(command, "gamesolve judge stones a.cpp --case=-a");
    }
}
