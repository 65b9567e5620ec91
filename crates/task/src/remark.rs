//! Statements of packages that gamesolve does not apply.

use std::fmt;

use gamesolve_text::quoted;

/// A statement of a package that gamesolve does not apply. Displayed as a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A key of a file.
    Key {
        /// The name of the file.
        file: String,
        /// The key for people: names of maps joined by `.`, escaped and shortened.
        key: String,
        /// The reason.
        fate: Unobeyed,
    },
    /// A program that gamesolve does not judge.
    Program {
        /// The place in the package.
        place: String,
        /// The reason.
        why: String,
    },
    /// A clause about anything else.
    Other(String),
}

/// The reason why a key is not applied as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unobeyed {
    /// gamesolve ignores it for this reason.
    Reported(String),
    /// The format does not have it.
    Unknown,
    /// The same map has this key again later, and the later value counts.
    Repeated,
    /// The key is not the name of a testcase.
    NoCase,
    /// The key is not the name of a submission.
    NoSubmission,
}

impl Remark {
    /// Returns a remark on a key: names of maps joined by `.`.
    pub(crate) fn on_key(key: &str, file: &str, fate: Unobeyed) -> Remark {
        Remark::Key {
            file: file.to_owned(),
            key: quoted(key.as_bytes(), 64),
            fate,
        }
    }

    /// Returns whether it is about a key that begins with `prefix`.
    pub(crate) fn is_of_key(&self, prefix: &str) -> bool {
        matches!(self, Remark::Key { key, .. } if key.starts_with(prefix))
    }

    /// Returns the texts that may contain a path.
    pub(crate) fn texts(&mut self) -> Vec<&mut String> {
        match self {
            Remark::Key { file, key, fate } => match fate {
                Unobeyed::Reported(why) => vec![file, key, why],
                _ => vec![file, key],
            },
            Remark::Program { place, why } => vec![place, why],
            Remark::Other(clause) => vec![clause],
        }
    }
}

/// Sorts remarks by their clauses and removes duplicates.
pub(crate) fn sorted(mut remarks: Vec<Remark>) -> Vec<Remark> {
    remarks.sort_by_cached_key(ToString::to_string);
    remarks.dedup();
    remarks
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, key, fate) = match self {
            Remark::Key { file, key, fate } => (file, key, fate),
            Remark::Program { place, why } => return write!(f, "`{place}` is not judged: {why}"),
            Remark::Other(clause) => return f.write_str(clause),
        };
        match fate {
            Unobeyed::Reported(why) => write!(f, "`{key}` in {file} is ignored: {why}"),
            Unobeyed::Unknown => write!(f, "unknown key `{key}` in {file}, ignored"),
            Unobeyed::Repeated => write!(f, "duplicate key `{key}` in {file}: the last one counts"),
            Unobeyed::NoCase => write!(f, "unknown testcase `{key}` in {file}"),
            Unobeyed::NoSubmission => write!(f, "unknown submission `{key}` in {file}"),
        }
    }
}

impl From<String> for Remark {
    fn from(clause: String) -> Remark {
        Remark::Other(clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_on_keys_are_sorted_without_repeats() {
        let left_out = Remark::on_key("a.b", "x.yaml", Unobeyed::Reported("it is old".to_owned()));
        assert_eq!(left_out.to_string(), "`a.b` in x.yaml is ignored: it is old");
        assert!(left_out.is_of_key("a.") && !left_out.is_of_key("b"));
        let repeated = Remark::on_key("a.b", "x.yaml", Unobeyed::Repeated);
        assert!(repeated.is_of_key("a."));
        let clause: Remark = "`a.b` in x.yaml is ignored: it is old".to_owned().into();
        assert!(!clause.is_of_key("a."));
        assert_eq!(
            sorted(vec![repeated.clone(), left_out.clone(), repeated.clone()]),
            [left_out, repeated]
        );
    }
}
