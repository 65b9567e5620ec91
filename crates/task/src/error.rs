//! The error of readers, writers and archives.

use std::fmt;

use gamesolve_text::{InputError, Source};

/// The reason why a task cannot be read, made or written.
///
/// Its text has no `error: ` in front. A place and a hint may follow in their own lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    /// The faulty file with its content, if the error has a place in a file.
    pub at: Option<Box<Source>>,
    /// The reason, and its place in that file.
    pub why: Box<InputError>,
    /// The folder of an unpacked archive, and the name of the archive. Messages show the archive instead of the folder.
    unpacked: Option<Box<(String, String)>>,
}

impl TaskError {
    /// Returns the error of something that the system refuses.
    pub fn of_system(deed: &str, error: &std::io::Error) -> TaskError {
        TaskError::new(format!("cannot {deed}: {}", gamesolve_text::reason(error)))
    }

    /// Returns an error without a place: a sentence, perhaps with a hint in its own line.
    pub fn new(why: impl Into<String>) -> TaskError {
        TaskError {
            at: None,
            why: Box::new(InputError::new(0, 0, why)),
            unpacked: None,
        }
    }

    /// Returns an error at a place in the file of this name and content.
    pub fn at(name: &str, bytes: &[u8], why: InputError) -> TaskError {
        let (name, bytes) = (name.to_owned(), bytes.to_owned());
        TaskError {
            at: Some(Box::new(Source { name, bytes })),
            why: Box::new(why),
            unpacked: None,
        }
    }

    /// Makes messages show the archive instead of its temporary folder, which no longer exists when they are read.
    #[must_use]
    pub(crate) fn in_archive(self, folder: String, archive: String) -> TaskError {
        TaskError {
            unpacked: Some(Box::new((folder, archive))),
            ..self
        }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.at {
            Some(file) => format!("{:#}", self.why.located(&file.name, &file.bytes)),
            None => self.why.to_string(),
        };
        match self.unpacked.as_deref() {
            Some((folder, archive)) => f.write_str(&text.replace(folder, archive)),
            None => f.write_str(&text),
        }
    }
}

impl std::error::Error for TaskError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_its_place_and_no_prefix_and_names_the_archive() {
        let plain = TaskError::new("cannot read `/tmp/x/a`");
        assert_eq!(plain.to_string(), "cannot read `/tmp/x/a`");
        let plain = plain.in_archive("/tmp/x".to_owned(), "a.zip".to_owned());
        assert_eq!(plain.to_string(), "cannot read `a.zip/a`");
        let located = TaskError::at("/tmp/x/a.yml", b"k: v\n", InputError::new(3, 1, "no number"));
        let located = located.in_archive("/tmp/x".to_owned(), "a.zip".to_owned());
        let shown = located.to_string();
        assert!(shown.starts_with("no number\n  --> a.zip/a.yml:1:4\n"), "{shown}");
    }
}
