//! Languages of programs by the endings of source files, and languages of statements by their codes.

use std::ffi::OsStr;
use std::path::Path;

/// The endings of source files, in lower case.
const SOURCE_ENDINGS: [&str; 12] = [
    "cpp", "cc", "cxx", "c++", "c", "pas", "pp", "dpr", "rs", "java", "py", "py3",
];
/// The endings of C++ sources.
pub(super) const CPP_ENDINGS: [&str; 4] = ["cpp", "cc", "cxx", "c++"];

/// The codes of the languages of statements, with the English names that Polygon and CMS use.
pub(super) const STATEMENTS: [(&str, &str); 40] = [
    ("en", "english"),
    ("vi", "vietnamese"),
    ("zh", "chinese"),
    ("ru", "russian"),
    ("pl", "polish"),
    ("it", "italian"),
    ("de", "german"),
    ("fr", "french"),
    ("es", "spanish"),
    ("pt", "portuguese"),
    ("ja", "japanese"),
    ("ko", "korean"),
    ("uk", "ukrainian"),
    ("cs", "czech"),
    ("sv", "swedish"),
    ("hr", "croatian"),
    ("ar", "arabic"),
    ("az", "azerbaijani"),
    ("be", "belarusian"),
    ("bg", "bulgarian"),
    ("bn", "bengali"),
    ("da", "danish"),
    ("el", "greek"),
    ("et", "estonian"),
    ("fa", "persian"),
    ("fi", "finnish"),
    ("ka", "georgian"),
    ("he", "hebrew"),
    ("hi", "hindi"),
    ("hu", "hungarian"),
    ("hy", "armenian"),
    ("id", "indonesian"),
    ("kk", "kazakh"),
    ("lt", "lithuanian"),
    ("lv", "latvian"),
    ("mn", "mongolian"),
    ("nl", "dutch"),
    ("ro", "romanian"),
    ("tr", "turkish"),
    ("uz", "uzbek"),
];

/// Returns whether a file is a source file by its ending.
pub(super) fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    SOURCE_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns the English name of a language, or the code itself if it is unknown.
pub(super) fn name_of_language(code: &str) -> &str {
    let mut all = STATEMENTS.iter();
    match code {
        "" => "english",
        _ => all.find(|(known, _)| *known == code).map_or(code, |(_, name)| name),
    }
}

/// Returns the code of a language for its English name, or the name itself if it is unknown.
pub(super) fn code_of_language(name: &str) -> String {
    let mut all = STATEMENTS.iter();
    let found = all.find(|(_, known)| known.eq_ignore_ascii_case(name));
    found.map_or_else(|| name.to_owned(), |(code, _)| (*code).to_owned())
}
