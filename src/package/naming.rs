//! Reads off a file's place and name whether it is an input or an answer, of which case, in which group.

use std::ffi::{OsStr, OsString};

use crate::text::quoted;

/// The half of a case that a file is: its input or its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Input,
    Answer,
}

/// The role of a file, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) role: Role,
    /// The key of the case, equal for both halves: its name in ASCII lower case.
    pub(super) key: Vec<u8>,
    /// The name of the case, for people.
    pub(super) name: String,
    pub(super) group: Option<String>,
}

/// Endings of inputs and of answers, without regard to ASCII case.
const INPUT_ENDINGS: [&str; 2] = ["in", "inp"];
const ANSWER_ENDINGS: [&str; 2] = ["out", "ans"];
/// The beginning of the names of inputs that end in `txt` (CMS).
const TEXT_INPUT: &str = "input";
const TEXT_ANSWER: &str = "output";
/// Folders that hold one half of every case and so are no part of its name (sinol, CMS).
const INPUT_FOLDERS: [&str; 3] = ["in", "input", "inputs"];
const ANSWER_FOLDERS: [&str; 3] = ["out", "output", "outputs"];
/// The folder in which a file without an ending is an input where its name is a number, and the ending of its answer
/// (Polygon).
const NUMBERED_FOLDER: &str = "tests";
const NUMBERED_ANSWER: &str = "a";
/// Folders whose name, with those below, is the test group (ICPC).
const GROUP_FOLDERS: [&str; 2] = ["sample", "secret"];

fn is_one_of(name: &OsStr, known: &[&str]) -> bool {
    known.iter().any(|k| name.eq_ignore_ascii_case(k))
}

/// Returns whether a folder holds one half of every case of the folder it is in.
pub(super) fn is_half_folder(name: &OsStr) -> bool {
    is_one_of(name, &INPUT_FOLDERS) || is_one_of(name, &ANSWER_FOLDERS)
}

/// Returns the role of the file at `path`, its folders and its name below the folder `root`; `None` for no half of a
/// case.
pub(super) fn of_file(root: Option<&OsStr>, path: &[OsString]) -> Option<Named> {
    let (file, folders) = path.split_last()?;
    let file = file.as_encoded_bytes();
    let is_numbered = folders
        .last()
        .map(OsString::as_os_str)
        .or(root)
        .is_some_and(|folder| folder.eq_ignore_ascii_case(NUMBERED_FOLDER));
    let is_number = |stem: &[u8]| is_numbered && stem.iter().all(u8::is_ascii_digit);
    let dot = file.iter().rposition(|&b| b == b'.').filter(|&at| at > 0);
    let (stem, ending) = match dot {
        Some(dot) => (&file[..dot], &file[dot + 1..]),
        None if is_number(file) => (file, &[][..]),
        None => return None,
    };
    let ends = |known: &[&str]| known.iter().any(|k| ending.eq_ignore_ascii_case(k.as_bytes()));
    let begins = |known: &str| {
        let start = stem.get(..known.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(known.as_bytes()))
    };
    let is_text = ending.eq_ignore_ascii_case(b"txt");
    let (role, key_stem) = if ends(&INPUT_ENDINGS) || (is_text && begins(TEXT_INPUT)) {
        (Role::Input, stem.to_vec())
    } else if ends(&ANSWER_ENDINGS) {
        (Role::Answer, stem.to_vec())
    } else if dot.is_none() {
        (Role::Input, stem.to_vec())
    } else if ends(&[NUMBERED_ANSWER]) && is_number(stem) {
        (Role::Answer, stem.to_vec())
    } else if is_text && begins(TEXT_ANSWER) {
        let rest = &stem[TEXT_ANSWER.len()..];
        (Role::Answer, [TEXT_INPUT.as_bytes(), rest].concat())
    } else {
        return None;
    };
    let kept = || folders.iter().filter(|folder| !is_half_folder(folder));
    let below = |stem: &[u8]| {
        let mut parts: Vec<&[u8]> = kept().map(|folder| folder.as_encoded_bytes()).collect();
        parts.push(stem);
        parts.join(&b'/')
    };
    let in_halves = kept().count() < folders.len();
    let group = icpc_group(root, folders).or_else(|| (in_halves && !is_text).then(|| sinol_group(stem)).flatten());
    Some(Named {
        role,
        key: below(&key_stem).to_ascii_lowercase(),
        name: quoted(&below(stem), usize::MAX),
        group,
    })
}

/// `sample`, `secret` or what lies below them: `secret/g1`.
fn icpc_group(root: Option<&OsStr>, folders: &[OsString]) -> Option<String> {
    let all: Vec<&OsStr> = root.into_iter().chain(folders.iter().map(|f| f.as_os_str())).collect();
    let from = all.iter().position(|name| is_one_of(name, &GROUP_FOLDERS))?;
    let names: Vec<&[u8]> = all[from..].iter().map(|name| name.as_encoded_bytes()).collect();
    Some(quoted(&names.join(&b'/'), usize::MAX))
}

/// Returns the number after the task's letters: `nim1a` is in group 1, `nim0` and every `…ocen` in group 0, the
/// examples.
fn sinol_group(stem: &[u8]) -> Option<String> {
    let letters = stem.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let digits = stem[letters..].iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, rest) = stem[letters..].split_at(digits);
    if letters == 0 || digits == 0 || !rest.iter().all(u8::is_ascii_alphanumeric) {
        return None;
    }
    if rest.ends_with(b"ocen") {
        return Some("0".to_owned());
    }
    let number = std::str::from_utf8(number).ok()?.trim_start_matches('0');
    Some(if number.is_empty() { "0" } else { number }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str) -> Option<Named> {
        let path: Vec<OsString> = path.split('/').map(OsString::from).collect();
        of_file(None, &path)
    }

    /// Role, key, name and group in one line.
    fn shown(path: &str) -> String {
        named(path).map_or("-".to_owned(), |n| {
            let key = String::from_utf8(n.key).unwrap();
            format!("{:?} {key} {} {}", n.role, n.name, n.group.as_deref().unwrap_or("-"))
        })
    }

    #[test]
    fn both_halves_of_a_case_have_one_key_in_every_layout() {
        for (path, expected) in [
            ("01.in", "Input 01 01 -"),
            ("01.ans", "Answer 01 01 -"),
            ("A.B.OUT", "Answer a.b A.B -"),
            ("Test01/PAS.INP", "Input test01/pas Test01/PAS -"),
            ("TEST01/pas.out", "Answer test01/pas TEST01/pas -"),
            ("in/nim1a.in", "Input nim1a nim1a 1"),
            ("OUT/nim1a.out", "Answer nim1a nim1a 1"),
            ("in/nim0.in", "Input nim0 nim0 0"),
            ("in/nim012.in", "Input nim012 nim012 12"),
            ("in/nim3ocen.in", "Input nim3ocen nim3ocen 0"),
            ("in/nim.in", "Input nim nim -"),
            ("in/sample-01.in", "Input sample-01 sample-01 -"),
            ("nim1a.in", "Input nim1a nim1a -"),
            ("input/input0.txt", "Input input0 input0 -"),
            ("output/output0.txt", "Answer input0 output0 -"),
            ("Output_b.TXT", "Answer input_b Output_b -"),
            ("data/sample/1.in", "Input data/sample/1 data/sample/1 sample"),
            (
                "data/secret/g1/1.ans",
                "Answer data/secret/g1/1 data/secret/g1/1 secret/g1",
            ),
            ("tests/01", "Input tests/01 tests/01 -"),
            ("tests/01.a", "Answer tests/01 tests/01 -"),
            ("p/Tests/100.A", "Answer p/tests/100 p/Tests/100 -"),
            ("tests/01.in", "Input tests/01 tests/01 -"),
            ("tests/x", "-"),
            ("tests/x.a", "-"),
            ("tests/1/01", "-"),
            ("01", "-"),
            ("01.a", "-"),
            ("README", "-"),
            ("notes.txt", "-"),
            ("x.in.bak", "-"),
            (".in", "-"),
            ("in", "-"),
        ] {
            assert_eq!(shown(path), expected, "{path}");
        }
    }

    #[test]
    fn the_named_folder_counts_for_the_group() {
        let path = [OsString::from("1.in")];
        let group = |root: &str| of_file(Some(OsStr::new(root)), &path).unwrap().group;
        assert_eq!(group("Secret").as_deref(), Some("Secret"));
        assert_eq!(group("tests"), None);
        let numbered = [OsString::from("01")];
        let role = |root: &str| of_file(Some(OsStr::new(root)), &numbered).map(|named| named.role);
        assert_eq!(role("tests"), Some(Role::Input));
        assert_eq!(role("files"), None);
    }
}
