//! The command that judges one case again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::options::Options;
use crate::judge::program::for_a_shell;

/// Options about the whole session or the look of its report.
const LEFT_OUT: [&str; 8] = [
    "case",
    "fail-fast",
    "watch",
    "format",
    "jobs",
    "cut",
    "rows",
    "submissions",
];

/// Returns the command that was given, for this case and, where it was made from a file, this program alone; `files` are
/// all that were named.
pub(super) fn command(options: &Options, case: &str, file: Option<&Path>, files: &[PathBuf]) -> String {
    // A name that begins with a dash would be an option.
    let chosen = match case.starts_with('-') {
        true => vec![format!("--case={case}").into()],
        false => vec!["--case".into(), case.into()],
    };
    written(options, &LEFT_OUT, file, files, chosen)
}

/// Returns the command that was given for this program alone, with the files of the contest.
pub(super) fn with_contest_files(options: &Options, file: &Path, files: &[PathBuf]) -> String {
    let more = vec!["--contest-files".into()];
    written(options, &["watch", "format", "cut"], Some(file), files, more)
}

/// Returns the command that was given, for one program, without some options and with more words.
fn written(
    options: &Options,
    left_out: &[&str],
    file: Option<&Path>,
    files: &[PathBuf],
    more: Vec<OsString>,
) -> String {
    let mut words: Vec<OsString> = vec!["gamesolve".into(), "judge".into()];
    for arg in &options.typed.0 {
        if !arg.is_given || left_out.contains(&arg.name.as_str()) {
            continue;
        }
        let values = arg.values.iter().cloned();
        match arg.name.as_str() {
            "command" => {}
            // Files are named below, folders and archives are cases.
            "program" => words.extend(values.filter(|value| !files.contains(&PathBuf::from(value)))),
            _ if arg.is_positional => words.extend(values),
            _ => words.extend(arg.words()),
        }
    }
    words.extend(file.map(OsString::from));
    words.extend(more);
    if !options.command.is_empty() {
        words.push("--".into());
        words.extend(options.command.iter().cloned());
    }
    words.iter().map(|word| for_a_shell(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::*;

    fn replayed(line: &str, file: Option<&str>, files: &[&str]) -> String {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let judge = Options::augment_args(Command::new("judge"));
        let options = Options::from_arg_matches(&judge.get_matches_from(line.split(' ')));
        command(&options.unwrap(), "a b", file.map(Path::new), &files)
    }

    #[test]
    fn the_command_keeps_what_decides_the_verdict() {
        assert_eq!(
            replayed(
                "judge stones --time 2 --fail-fast -j 4 --contest-files src -- ./mysol -x",
                None,
                &[]
            ),
            "gamesolve judge stones src --contest-files --time 2 --case 'a b' -- ./mysol -x"
        );
        assert_eq!(
            replayed(
                "judge stones gone a.cpp b.py --case 1 --format json",
                Some("b.py"),
                &["a.cpp", "b.py"]
            ),
            "gamesolve judge stones gone b.py --case 'a b'"
        );
        let judge = Options::augment_args(Command::new("judge"));
        let options = Options::from_arg_matches(&judge.get_matches_from(["judge", "stones", "a.cpp"])).unwrap();
        let command = command(&options, "-a", Some(Path::new("a.cpp")), &["a.cpp".into()]);
        assert_eq!(command, "gamesolve judge stones a.cpp --case=-a");
    }
}
