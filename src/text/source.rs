//! Getting an input's bytes: read once, whole, and never from what is not a plain file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How many bytes an input may have unless the user says otherwise: 1 GiB.
pub const DEFAULT_MAX_BYTES: u64 = 1 << 30;

/// An input in memory and the name that errors call it by.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's path as given, or `<stdin>`.
    pub name: String,
    /// The whole content.
    pub bytes: Vec<u8>,
}

/// Why an input's bytes could not be had. Its place is the file itself.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's own reason.
    #[error("cannot read `{name}`: {source}")]
    Io {
        /// The input's name, escaped.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// A folder, pipe, socket or device.
    #[error("cannot read `{name}`: it is {kind}, not a file")]
    NotAFile {
        /// The input's name, escaped.
        name: String,
        /// What it is, with its article.
        kind: &'static str,
    },
    /// More bytes than allowed.
    #[error(
        "cannot read `{name}`: it is larger than {limit} bytes, the limit of `--max-input-bytes`"
    )]
    TooLarge {
        /// The input's name, escaped.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
}

impl Source {
    /// Reads a plain file of at most `limit` bytes.
    ///
    /// # Errors
    /// Where it cannot be read, is no plain file (found before opening: a pipe could block for ever), or is larger.
    pub fn from_file(path: &Path, limit: u64) -> Result<Source, ReadError> {
        let name = path.to_string_lossy().into_owned();
        let shown = super::quoted(path.as_os_str().as_encoded_bytes(), 200);
        let io = |source| ReadError::Io {
            name: shown.clone(),
            source,
        };
        let kind = std::fs::metadata(path).map_err(io)?.file_type();
        if let Some(kind) = not_a_file(kind) {
            return Err(ReadError::NotAFile { name: shown, kind });
        }
        let file = File::open(path).map_err(io)?;
        let length = length_of(&file);
        let bytes = read_at_most(file, length, limit).map_err(io)?;
        bytes
            .map(|bytes| Source { name, bytes })
            .ok_or(ReadError::TooLarge { name: shown, limit })
    }

    /// Reads standard input to its end, at most `limit` bytes.
    ///
    /// # Errors
    /// Where it cannot be read or is larger.
    pub fn from_stdin(limit: u64) -> Result<Source, ReadError> {
        let name = "<stdin>".to_owned();
        let stdin = io::stdin().lock();
        let length = length_of_stdin(&stdin);
        match read_at_most(stdin, length, limit) {
            Ok(Some(bytes)) => Ok(Source { name, bytes }),
            Ok(None) => Err(ReadError::TooLarge { name, limit }),
            Err(source) => Err(ReadError::Io { name, source }),
        }
    }

    /// The path's file name matched in `folder` without regard to ASCII case: the exact name first, then the first in
    /// byte order. `None` where there is none.
    ///
    /// # Errors
    /// Where the folder cannot be listed.
    pub fn find(folder: &Path, name: &str) -> io::Result<Option<PathBuf>> {
        let exact = folder.join(name);
        if exact.exists() {
            return Ok(Some(exact));
        }
        let mut found: Option<PathBuf> = None;
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let matches = entry
                .file_name()
                .to_str()
                .is_some_and(|n| n.eq_ignore_ascii_case(name));
            if matches && found.as_ref().is_none_or(|best| entry.path() < *best) {
                found = Some(entry.path());
            }
        }
        Ok(found)
    }
}

/// How long a file is, 0 where that cannot be told: no more than a hint, for files change.
fn length_of(file: &File) -> u64 {
    file.metadata().map_or(0, |data| data.len())
}

/// The same of standard input, which is often a file.
fn length_of_stdin(stdin: &io::StdinLock<'_>) -> u64 {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let own = stdin.as_fd().try_clone_to_owned();
        own.map_or(0, |own| length_of(&File::from(own)))
    }
    #[cfg(not(unix))]
    {
        let _ = stdin;
        0
    }
}

/// The whole of `reader`, or `None` where it holds more than `limit` bytes.
///
/// The expected `length` is got at once: growing as the bytes come copies them again and again.
fn read_at_most(reader: impl Read, length: u64, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    // One byte more, so that the end is met without growing.
    let length = usize::try_from(length.min(limit).saturating_add(1)).unwrap_or(0);
    bytes.try_reserve_exact(length)?;
    reader
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// What a path is, where it is not a plain file.
fn not_a_file(kind: std::fs::FileType) -> Option<&'static str> {
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some("a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("a device")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_plain_file_is_refused_before_it_is_opened() {
        let error = |path: &str| {
            Source::from_file(Path::new(path), 10)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(error("."), "cannot read `.`: it is a folder, not a file");
        assert!(error("no such file").starts_with("cannot read `no such file`: "));
        #[cfg(unix)]
        assert_eq!(
            error("/dev/zero"),
            "cannot read `/dev/zero`: it is a device, not a file"
        );
    }

    #[test]
    fn the_size_limit_is_exact() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ten");
        std::fs::write(&path, b"0123456789").unwrap();
        assert_eq!(Source::from_file(&path, 10).unwrap().bytes.len(), 10);
        assert!(matches!(
            Source::from_file(&path, 9),
            Err(ReadError::TooLarge { limit: 9, .. })
        ));
    }

    #[test]
    fn contest_files_are_found_whatever_their_case() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Source::find(folder.path(), "Stones.in").unwrap(), None);
        for name in ["stones.IN", "STONES.in"] {
            std::fs::write(folder.path().join(name), b"").unwrap();
        }
        assert_eq!(
            Source::find(folder.path(), "Stones.in").unwrap(),
            Some(folder.path().join("STONES.in"))
        );
        std::fs::write(folder.path().join("Stones.in"), b"").unwrap();
        assert_eq!(
            Source::find(folder.path(), "Stones.in").unwrap(),
            Some(folder.path().join("Stones.in"))
        );
    }
}
