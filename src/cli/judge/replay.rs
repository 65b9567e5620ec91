//! Commands that judge one testcase or one program again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::program::TypedArg;
use crate::judge::program::for_a_shell;

/// Options about the whole session or the form of its report.
const LEFT_OUT: &str = "case fail-fast watch format jobs cut rows verbose submissions";

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
        self.written(LEFT_OUT, file, chosen)
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

    /// Returns the command for one program, without the options `left_out` and with the words `more`.
    fn written(self, left_out: &str, file: Option<&Path>, more: Vec<OsString>) -> String {
        let mut words: Vec<OsString> = vec!["gamesolve".into(), "judge".into()];
        for arg in self.typed {
            if !arg.is_given || left_out.split(' ').any(|name| name == arg.name) {
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
        words.extend(more);
        if !self.command.is_empty() {
            words.push("--".into());
            words.extend(self.command.iter().cloned());
        }
        words.iter().map(|word| for_a_shell(word)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::super::options::Options;
    use super::*;

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
