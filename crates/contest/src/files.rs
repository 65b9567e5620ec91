//! Finds the names of the contest's files in a source.

use crate::submissions::plain;

/// The endings of input files and of output files, in lower case.
const INPUTS: [&str; 2] = ["inp", "in"];
const OUTPUTS: [&str; 1] = ["out"];
/// The marks of a comment that takes the whole line.
const COMMENTS: [&str; 4] = ["//", "#", "{", "(*"];

/// Returns the names of the input file and of the output file that a source opens, in its own letter case.
///
/// A name is a text in quotes that consists of a name of the task and a usual ending. `names` are the names of the task.
/// The quotes may also hold the name and the ending apart, as in `TASK".INP"`.
pub fn contest_files(source: &[u8], names: &[&str]) -> (Option<String>, Option<String>) {
    let source = String::from_utf8_lossy(source);
    // `#define TASK "stones"` is no comment.
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with("#define") && COMMENTS.iter().any(|mark| line.starts_with(mark))
    };
    let code: Vec<&str> = source.lines().filter(|line| !is_comment(line)).collect();
    let texts = || {
        let lines = code.iter();
        lines.flat_map(|line| {
            ['"', '\'']
                .into_iter()
                .flat_map(move |quote| line.split(quote).skip(1).step_by(2))
        })
    };
    let is_task = |text: &str| !text.contains(['/', '\\', '.']) && names.iter().any(|name| plain(name) == plain(text));
    let apart = texts().find(|text| is_task(text));
    let file = |endings: &[&str]| {
        let has_ending = |ending: &str| endings.iter().any(|known| ending.eq_ignore_ascii_case(known));
        let split = |text: &'_ str| {
            text.rsplit_once('.')
                .map(|(stem, ending)| (stem.to_owned(), has_ending(ending)))
        };
        let whole = texts().find(|text| split(text).is_some_and(|(stem, is_file)| is_file && is_task(&stem)));
        let ending = || texts().find(|text| split(text).is_some_and(|(stem, is_file)| is_file && stem.is_empty()));
        match (whole, apart) {
            (Some(whole), _) => Some(whole.to_owned()),
            (None, Some(stem)) => ending().map(|ending| format!("{stem}{ending}")),
            (None, None) => None,
        }
    };
    (file(&INPUTS), file(&OUTPUTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_found_as_the_source_spells_them() {
        let found = |source: &str| {
            let (input, output) = contest_files(source.as_bytes(), &["stone-transfer", "STONES"]);
            [input, output].map(|name| name.unwrap_or_default()).join(" ")
        };
        assert_eq!(
            found("freopen(\"STONES.INP\", \"r\", stdin); freopen(\"stones.out\",\"w\",stdout);"),
            "STONES.INP stones.out"
        );
        assert_eq!(found("assign(input, 'Stones.In'); reset(input);"), "Stones.In ");
        assert_eq!(
            found(
                "#define TASK \"stones\"\nfreopen(TASK\".INP\", \"r\", stdin); freopen(TASK \".OUT\", \"w\", stdout);"
            ),
            "stones.INP stones.OUT"
        );
        assert_eq!(
            found("task = 'stone-transfer'\nopen(task + '.inp')"),
            "stone-transfer.inp "
        );
        for none in [
            "// freopen(\"STONES.INP\")",
            "open('nim.inp')",
            "open('/tmp/stones.inp')",
            "print('stones')",
            "open('.inp')",
            "",
        ] {
            assert_eq!(found(none), " ", "{none}");
        }
    }
}
