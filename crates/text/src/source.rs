//! Reading an input's bytes: once, whole, and only from a plain file or standard input.
//!
//! **Cost.** One copy of each byte. Several threads share the work on a long file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use rayon::prelude::*;

/// The default limit on the bytes of an input: 1 GiB.
pub const DEFAULT_MAX_BYTES: u64 = 1 << 30;

/// The least size, in bytes, of a file that several threads read. A shorter one is read before they have started.
const MIN_SHARED_BYTES: usize = 16 << 20;
/// The number of bytes of a long file in one piece of a thread's work.
#[cfg(unix)]
const PIECE_BYTES: usize = 2 << 20;

/// Returns the system's words for an error, without the number that the standard library adds, and without anything that
/// a library adds behind it.
pub fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    let (words, _) = words.split_once(" (os error ").unwrap_or((&words, ""));
    words.trim_end_matches('.').to_owned()
}

/// An input in memory and its name in errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's path as given, or `<stdin>`.
    pub name: String,
    /// The whole content.
    pub bytes: Vec<u8>,
}

/// The reason for an input that cannot be read. It has no place in the input.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's own reason.
    #[error("cannot read `{name}`: {}", reason(why))]
    Io {
        /// The input's name, escaped.
        name: String,
        /// The system's error. It is not the `source` of this error, because it would then be printed twice.
        why: io::Error,
    },
    /// Nothing has this name.
    #[error("there is no file or folder `{name}`")]
    Missing {
        /// The input's name, escaped.
        name: String,
    },
    /// A folder, pipe, socket or device.
    #[error("cannot read `{name}`: it is {kind}, not a file")]
    NotAFile {
        /// The input's name, escaped.
        name: String,
        /// The kind of file, with its article: `a folder`.
        kind: &'static str,
    },
    /// More bytes than allowed.
    #[error("cannot read `{name}`: it is larger than {limit} bytes, the limit of `--max-input-bytes`")]
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
    /// Fails if it cannot be read, is larger, or is not a plain file. The kind is checked before opening: a pipe could
    /// block for ever.
    pub fn from_file(path: &Path, limit: u64) -> Result<Source, ReadError> {
        let name = path.to_string_lossy().into_owned();
        let shown = super::quoted(path.as_os_str().as_encoded_bytes(), 200);
        let io = |why: io::Error| {
            let name = shown.clone();
            match why.kind() {
                io::ErrorKind::NotFound => ReadError::Missing { name },
                _ => ReadError::Io { name, why },
            }
        };
        let kind = std::fs::metadata(path).map_err(io)?.file_type();
        if let Some(kind) = not_a_file(kind) {
            return Err(ReadError::NotAFile { name: shown, kind });
        }
        let bytes = File::open(path).and_then(|file| read_file(&file, limit));
        bytes
            .map_err(io)?
            .map(|bytes| Source { name, bytes })
            .ok_or(ReadError::TooLarge { name: shown, limit })
    }

    /// Reads standard input to its end, at most `limit` bytes.
    ///
    /// # Errors
    /// Fails if it cannot be read or is larger.
    pub fn from_stdin(limit: u64) -> Result<Source, ReadError> {
        let name = "<stdin>".to_owned();
        match read_stdin(limit) {
            Ok(Some(bytes)) => Ok(Source { name, bytes }),
            Ok(None) => Err(ReadError::TooLarge { name, limit }),
            Err(why) => Err(ReadError::Io { name, why }),
        }
    }

    /// Returns the files of `folder` with this name in upper or lower case.
    ///
    /// If the exact name exists, it returns only that, else all in byte order.
    ///
    /// # Errors
    /// Fails if the folder cannot be listed.
    pub fn find(folder: &Path, name: &str) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_name().to_str() {
                Some(there) if there == name => return Ok(vec![entry.path()]),
                Some(there) if there.eq_ignore_ascii_case(name) => found.push(entry.path()),
                _ => {}
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Reads the rest of standard input. `None` if it is longer than `limit` bytes.
fn read_stdin(limit: u64) -> io::Result<Option<Vec<u8>>> {
    let stdin = io::stdin().lock();
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        // The same open file at the same place, since no byte of it is in a buffer yet.
        let file = File::from(stdin.as_fd().try_clone_to_owned()?);
        read_file(&file, limit)
    }
    #[cfg(not(unix))]
    read_on(Vec::new(), stdin, limit)
}

/// Reads the rest of a file. `None` if it is longer than `limit` bytes.
fn read_file(mut file: &File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    // The length is only a hint, because files change. It is 0 if it is unknown, as for a pipe.
    let place = file.stream_position().unwrap_or(0);
    let length = file.metadata().map_or(0, |data| data.len());
    let length = length.saturating_sub(place).min(limit);
    let length = usize::try_from(length).unwrap_or(0);
    let mut bytes = Vec::new();
    // Reserve at once: a vector that grows with the bytes copies them again and again.
    bytes.try_reserve_exact(length)?;
    if length >= MIN_SHARED_BYTES && rayon::current_num_threads() > 1 {
        // The reservation has shown that there is room. Writing zeros could not report a lack of room.
        drop(bytes);
        bytes = vec![0; length];
        if read_shared(file, place, &mut bytes).is_ok() {
            file.seek(SeekFrom::Start(place + length as u64))?;
        } else {
            bytes.clear();
        }
    }
    read_on(bytes, file, limit)
}

/// Fills `bytes` from the file, from `place` on, with all threads of the current pool. The position of the file stays.
#[cfg(unix)]
fn read_shared(file: &File, place: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::os::unix::fs::FileExt;
    let pieces = bytes.par_chunks_mut(PIECE_BYTES).enumerate();
    pieces.try_for_each(|(index, piece)| file.read_exact_at(piece, place + (index * PIECE_BYTES) as u64))
}

/// Reads the file with one thread: on other systems, threads share the one position of the file.
#[cfg(not(unix))]
fn read_shared(_: &File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns the bytes and the rest of `reader`, or `None` if that is more than `limit`.
fn read_on(mut bytes: Vec<u8>, reader: impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let left = limit.saturating_sub(bytes.len() as u64);
    reader.take(left.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Returns the kind of a file that is not plain, with its article, or `None` for a plain file.
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
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_no_plain_file_is_refused_before_it_is_opened() {
        let error = |path: &str| Source::from_file(Path::new(path), 10).unwrap_err().to_string();
        assert_eq!(error("."), "cannot read `.`: it is a folder, not a file");
        assert_eq!(error("gone"), "there is no file or folder `gone`");
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
    fn a_file_far_beyond_the_limit_takes_no_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(matches!(
            Source::from_file(&path, 10),
            Err(ReadError::TooLarge { limit: 10, .. })
        ));
    }

    #[test]
    fn any_number_of_threads_reads_long_files_alike() {
        let length = MIN_SHARED_BYTES + PIECE_BYTES + 12_345;
        let mut random = crate::random::Random::new(1);
        let content: Vec<u8> = (0..length).map(|_| random.index(256) as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&content).unwrap();
        for (threads, place) in [(1, 0), (2, 0), (2, 7), (3, PIECE_BYTES), (2, length)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            let left = &content[place..];
            let mut read = |limit: usize| {
                file.seek(SeekFrom::Start(place as u64)).unwrap();
                let read = pool.install(|| read_file(&file, limit as u64)).unwrap();
                (read, file.stream_position().unwrap())
            };
            for limit in [left.len(), usize::MAX] {
                let (bytes, end) = read(limit);
                assert!(bytes.as_deref() == Some(left), "{threads} from {place}");
                assert_eq!(end, length as u64);
            }
            if let Some(less) = left.len().checked_sub(1) {
                assert_eq!(read(less).0, None);
            }
        }
    }

    #[test]
    fn contest_files_are_found_whatever_their_case() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Source::find(folder.path(), "Stones.in").unwrap().is_empty());
        for name in ["stones.IN", "STONES.in"] {
            std::fs::write(folder.path().join(name), b"").unwrap();
        }
        assert_eq!(
            Source::find(folder.path(), "Stones.in").unwrap(),
            ["STONES.in", "stones.IN"].map(|name| folder.path().join(name))
        );
        std::fs::write(folder.path().join("Stones.in"), b"").unwrap();
        assert_eq!(
            Source::find(folder.path(), "Stones.in").unwrap(),
            [folder.path().join("Stones.in")]
        );
    }
}
