//! Finds out the meaning of a file from its place and name: input or answer, the testcase, and the group.

use std::ffi::{OsStr, OsString};

use gamesolve_text::quoted;

/// The half of a testcase that a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Input,
    Answer,
}

/// The certainty that a file is half a testcase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    /// The name shows it, whatever other files there are.
    Sure,
    /// A word in its name: `nim.in.1`, `1_out.txt`.
    Word,
    /// An ending that files of other kinds have too: `1.dat`, `1.sol`.
    Ending,
    /// The folder of the file: `in/1.txt`.
    Folder,
    /// A number as the name.
    Number,
}

/// The role of a file by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) role: Role,
    /// The sign of the role. If it is not sure, some file with the same sign must have a partner.
    pub(super) sign: Sign,
    /// The key of the testcase, equal for both halves: its name in ASCII lower case.
    pub(super) key: Vec<u8>,
    /// The name of the testcase, for people.
    pub(super) name: String,
    pub(super) group: Option<String>,
}

/// Endings of inputs and of answers, in any ASCII case.
const INPUT_ENDINGS: [&str; 2] = ["in", "inp"];
const ANSWER_ENDINGS: [&str; 2] = ["out", "ans"];
/// Endings of inputs and of answers that files of other kinds have too.
const OTHER_INPUT_ENDINGS: [&str; 3] = ["dat", "input", "i"];
const OTHER_ANSWER_ENDINGS: [&str; 7] = ["sol", "diff", "a", "output", "answer", "ok", "o"];
/// Words in names of inputs and of answers.
const INPUT_WORDS: [&str; 4] = ["in", "input", "inp", "i"];
const ANSWER_WORDS: [&str; 7] = ["out", "output", "ans", "answer", "sol", "expected", "o"];
/// Files without an ending that are no testcases.
const NO_CASES: [&str; 4] = ["readme", "makefile", "license", "notes"];
/// The start of the names of inputs that end in `txt` (CMS).
const TEXT_INPUT: &str = "input";
const TEXT_ANSWER: &str = "output";
/// Folders that hold one half of every testcase. They are no part of its name (sinol, CMS).
const INPUT_FOLDERS: [&str; 3] = ["in", "input", "inputs"];
const ANSWER_FOLDERS: [&str; 3] = ["out", "output", "outputs"];
/// The folder whose numbered files without an ending are inputs, and the ending of their answers (Polygon).
const NUMBERED_FOLDER: &str = "tests";
const NUMBERED_ANSWER: &str = "a";
/// Folders whose path is the test group (ICPC).
const GROUP_FOLDERS: [&str; 2] = ["sample", "secret"];

fn is_one_of(name: &OsStr, known: &[&str]) -> bool {
    known.iter().any(|k| name.eq_ignore_ascii_case(k))
}

/// Returns whether a folder holds one half of every testcase of its parent folder.
pub(super) fn is_half_folder(name: &OsStr) -> bool {
    is_one_of(name, &INPUT_FOLDERS) || is_one_of(name, &ANSWER_FOLDERS)
}

/// Returns the role of the file at `path` (folders and name, below the folder `root`), or `None` if it is no half of a
/// testcase.
pub(super) fn of_file(root: Option<&OsStr>, path: &[OsString]) -> Option<Named> {
    let (file, folders) = path.split_last()?;
    let file = file.as_encoded_bytes();
    if file.starts_with(b".") {
        return None;
    }
    let is_numbered = folders
        .last()
        .map(OsString::as_os_str)
        .or(root)
        .is_some_and(|folder| folder.eq_ignore_ascii_case(NUMBERED_FOLDER));
    let is_number = |stem: &[u8]| is_numbered && stem.iter().all(u8::is_ascii_digit);
    let dot = file.iter().rposition(|&b| b == b'.').filter(|&at| at > 0);
    let (stem, ending) = match dot {
        Some(dot) => (&file[..dot], &file[dot + 1..]),
        None => (file, &[][..]),
    };
    let ends = |known: &[&str]| known.iter().any(|k| ending.eq_ignore_ascii_case(k.as_bytes()));
    let begins = |known: &str| {
        let start = stem.get(..known.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(known.as_bytes()))
    };
    let is_text = ending.eq_ignore_ascii_case(b"txt");
    let sure = |role| (role, Sign::Sure, stem.to_vec());
    let (role, sign, key_stem) = if ends(&INPUT_ENDINGS) || (is_text && begins(TEXT_INPUT)) {
        sure(Role::Input)
    } else if ends(&ANSWER_ENDINGS) {
        sure(Role::Answer)
    } else if dot.is_none() && is_number(file) {
        sure(Role::Input)
    } else if ends(&[NUMBERED_ANSWER]) && is_number(stem) {
        sure(Role::Answer)
    } else if is_text && begins(TEXT_ANSWER) {
        let rest = &stem[TEXT_ANSWER.len()..];
        (Role::Answer, Sign::Sure, [TEXT_INPUT.as_bytes(), rest].concat())
    } else {
        by_other_signs(folders, file, stem, ending)?
    };
    let kept = || folders.iter().filter(|folder| !is_half_folder(folder));
    let below = |stem: &[u8]| {
        let mut parts: Vec<&[u8]> = kept().map(|folder| folder.as_encoded_bytes()).collect();
        parts.push(stem);
        parts.join(&b'/')
    };
    // `1/in` is testcase 1.
    let is_folder_case = sign == Sign::Word && key_stem == [WORD] && kept().next().is_some();
    let shown_stem = match sign {
        Sign::Word if !is_text => file,
        _ => stem,
    };
    let shown = if is_folder_case {
        kept()
            .map(|folder| folder.as_encoded_bytes())
            .collect::<Vec<_>>()
            .join(&b'/')
    } else {
        below(shown_stem)
    };
    let in_halves = kept().count() < folders.len();
    let group = icpc_group(root, folders).or_else(|| (in_halves && !is_text).then(|| sinol_group(stem)).flatten());
    Some(Named {
        role,
        sign,
        key: below(&key_stem).to_ascii_lowercase(),
        name: quoted(&shown, usize::MAX),
        group,
    })
}

/// The mark that replaces the word for the role in a key.
const WORD: u8 = 1;

/// Returns the role of a file without a sure sign, the sign, and the name that both halves share.
fn by_other_signs(folders: &[OsString], file: &[u8], stem: &[u8], ending: &[u8]) -> Option<(Role, Sign, Vec<u8>)> {
    let is_ending = |known: &[&str]| known.iter().any(|k| ending.eq_ignore_ascii_case(k.as_bytes()));
    let is_text = ending.is_empty() || is_ending(&["txt"]);
    // An ending with a number belongs to the name: `nim.in.1`, `nim.i1`.
    let has_number = ending.first().is_some_and(u8::is_ascii_alphanumeric)
        && ending.iter().any(u8::is_ascii_digit)
        && ending.len() <= 8;
    let whole = if has_number || ending.is_empty() { file } else { stem };
    if (is_text || has_number)
        && let Some((role, key)) = by_word(whole)
    {
        return Some((role, Sign::Word, key));
    }
    let of_folder = |known: &[&str]| folders.last().is_some_and(|folder| is_one_of(folder, known));
    let is_no_case = NO_CASES.iter().any(|name| stem.eq_ignore_ascii_case(name.as_bytes()));
    if is_text && !is_no_case {
        if of_folder(&INPUT_FOLDERS) {
            return Some((Role::Input, Sign::Folder, stem.to_vec()));
        }
        if of_folder(&ANSWER_FOLDERS) {
            return Some((Role::Answer, Sign::Folder, stem.to_vec()));
        }
    }
    if is_ending(&OTHER_INPUT_ENDINGS) {
        return Some((Role::Input, Sign::Ending, stem.to_vec()));
    }
    if is_ending(&OTHER_ANSWER_ENDINGS) {
        return Some((Role::Answer, Sign::Ending, stem.to_vec()));
    }
    let is_number = ending.is_empty() && file.iter().all(u8::is_ascii_digit);
    is_number.then(|| (Role::Input, Sign::Number, file.to_vec()))
}

/// Returns the role by the last word for a role in the name, and the name with a mark instead of this word.
///
/// The words `i` and `o` count in two places only. One is between a dot and a number. The other is the start, before a
/// joint and a number (`I_1`).
fn by_word(name: &[u8]) -> Option<(Role, Vec<u8>)> {
    let mut end = name.len();
    while let Some(last) = name[..end].iter().rposition(u8::is_ascii_alphabetic) {
        let start = name[..last]
            .iter()
            .rposition(|b| !b.is_ascii_alphabetic())
            .map_or(0, |at| at + 1);
        let word = &name[start..=last];
        let is_one = |known: &[&str]| known.iter().any(|k| word.eq_ignore_ascii_case(k.as_bytes()));
        let is_digit = |at: usize| name.get(at).is_some_and(u8::is_ascii_digit);
        let has_joint = matches!(name.get(last + 1), Some(b'_' | b'-'));
        let has_place = word.len() > 1
            || (start > 0 && name[start - 1] == b'.' && is_digit(last + 1))
            || (start == 0 && has_joint && is_digit(last + 2));
        let role = if has_place && is_one(&INPUT_WORDS) {
            Some(Role::Input)
        } else if has_place && is_one(&ANSWER_WORDS) {
            Some(Role::Answer)
        } else {
            None
        };
        if let Some(role) = role {
            return Some((role, [&name[..start], &[WORD], &name[last + 1..]].concat()));
        }
        end = start;
    }
    None
}

/// Returns `sample`, `secret` or a path below them: `secret/g1`.
fn icpc_group(root: Option<&OsStr>, folders: &[OsString]) -> Option<String> {
    let all: Vec<&OsStr> = root.into_iter().chain(folders.iter().map(|f| f.as_os_str())).collect();
    let from = all.iter().position(|name| is_one_of(name, &GROUP_FOLDERS))?;
    let names: Vec<&[u8]> = all[from..].iter().map(|name| name.as_encoded_bytes()).collect();
    Some(quoted(&names.join(&b'/'), usize::MAX))
}

/// Returns the number after the letters of the task: `nim1a` is in group 1. `nim0` and every `…ocen` are in group 0,
/// the examples.
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

    /// Returns role, key, name and group in one line.
    fn shown(path: &str) -> String {
        named(path).map_or("-".to_owned(), |n| {
            let key = String::from_utf8(n.key).unwrap();
            let key = key.replace('\u{1}', "?");
            let sign = if n.sign == Sign::Sure {
                String::new()
            } else {
                format!(" {:?}", n.sign)
            };
            format!(
                "{:?} {key} {} {}{sign}",
                n.role,
                n.name,
                n.group.as_deref().unwrap_or("-")
            )
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
            ("tests/x.a", "Answer tests/x tests/x - Ending"),
            ("tests/1/01", "Input tests/1/01 tests/1/01 - Number"),
            ("01", "Input 01 01 - Number"),
            ("01.a", "Answer 01 01 - Ending"),
            ("nim.in.1", "Input nim.?.1 nim.in.1 - Word"),
            ("nim.OUT.1", "Answer nim.?.1 nim.OUT.1 - Word"),
            ("nim.i1a", "Input nim.?1a nim.i1a - Word"),
            ("nim.o1a", "Answer nim.?1a nim.o1a - Word"),
            ("I_1", "Input ?_1 I_1 - Word"),
            ("o_1.txt", "Answer ?_1 o_1 - Word"),
            ("i_a", "-"),
            ("nim.in1", "Input nim.?1 nim.in1 - Word"),
            ("nim.ans1", "Answer nim.?1 nim.ans1 - Word"),
            ("in/1.txt", "Input 1 1 - Folder"),
            ("out/1.txt", "Answer 1 1 - Folder"),
            ("in/sample_01", "Input sample_01 sample_01 - Folder"),
            ("in/README", "-"),
            ("1_in.txt", "Input 1_? 1_in - Word"),
            ("1_out.txt", "Answer 1_? 1_out - Word"),
            ("01.in.txt", "Input 01.? 01.in - Word"),
            ("01.out.txt", "Answer 01.? 01.out - Word"),
            ("nim_input0.txt", "Input nim_?0 nim_input0 - Word"),
            ("nim_output0.txt", "Answer nim_?0 nim_output0 - Word"),
            ("in1.txt", "Input ?1 in1 - Word"),
            ("ans1.txt", "Answer ?1 ans1 - Word"),
            ("1/in", "Input 1/? 1 - Word"),
            ("1/out", "Answer 1/? 1 - Word"),
            ("1.dat", "Input 1 1 - Ending"),
            ("1.sol", "Answer 1 1 - Ending"),
            ("1.diff", "Answer 1 1 - Ending"),
            ("README", "-"),
            ("notes.txt", "-"),
            ("x.in.bak", "-"),
            (".in", "-"),
            ("in", "Input ? in - Word"),
            ("main.cpp", "-"),
            ("sol1.cpp", "-"),
            ("in.cpp", "-"),
            ("linear.txt", "-"),
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
        assert_eq!(role("files"), Some(Role::Input), "by its number");
    }

    #[test]
    fn a_letter_is_a_word_only_with_a_joint_and_a_number() {
        let word = |name: &str| by_word(name.as_bytes()).map(|(role, _)| role);
        for name in ["I_1", "nim.i1", "nim.in"] {
            assert_eq!(word(name), Some(Role::Input), "{name}");
        }
        for name in ["O-1", "nim.o1", "ANSWER2"] {
            assert_eq!(word(name), Some(Role::Answer), "{name}");
        }
        for name in ["i_x", "ix1", "i1", "x_i1", "o_"] {
            assert_eq!(word(name), None, "{name}");
        }
    }
}
