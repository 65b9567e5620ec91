//! The command that judges one case again.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::options;
use crate::judge::program::for_a_shell;

/// Options that are about the whole run or the look of its report.
const LEFT_OUT: [&str; 6] = ["case", "fail-fast", "watch", "format", "jobs", "cut"];

/// The command given, for this case and, where it was made from a file, this program alone.
pub(super) fn command(matches: &ArgMatches, case: &str, file: Option<&PathBuf>) -> String {
    let mut words: Vec<OsString> = vec!["gamesolve".into(), "judge".into()];
    let mut last: Vec<OsString> = Vec::new();
    for arg in options::command().get_arguments() {
        let id = arg.get_id().as_str();
        let given = matches.value_source(id) == Some(ValueSource::CommandLine);
        if !given || LEFT_OUT.contains(&id) {
            continue;
        }
        let values = matches.get_raw(id).unwrap_or_default().map(OsString::from);
        match id {
            "command" => last = std::iter::once("--".into()).chain(values).collect(),
            // Files are named below, folders are cases.
            "program" => words.extend(values.filter(|value| PathBuf::from(value).is_dir())),
            _ if arg.is_positional() => words.extend(values),
            _ if !arg.get_action().takes_values() => words.push(format!("--{id}").into()),
            _ => words.extend(values.flat_map(|value| [format!("--{id}").into(), value])),
        }
    }
    words.extend(file.map(OsString::from));
    words.extend(["--case".into(), case.into()]);
    words.extend(last);
    words
        .iter()
        .map(|word| for_a_shell(word))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replayed(line: &str, file: Option<&str>) -> String {
        let matches = options::command().get_matches_from(line.split(' '));
        command(&matches, "a b", file.map(PathBuf::from).as_ref())
    }

    #[test]
    fn the_command_keeps_what_decides_the_verdict() {
        assert_eq!(
            replayed(
                "judge stones --time 2 --fail-fast -j 4 --contest-files src -- ./mysol -x",
                None
            ),
            "gamesolve judge stones src --contest-files --time 2 --case 'a b' -- ./mysol -x"
        );
        assert_eq!(
            replayed(
                "judge stones a.cpp b.py --case 1 --format json",
                Some("b.py")
            ),
            "gamesolve judge stones b.py --case 'a b'"
        );
    }
}
