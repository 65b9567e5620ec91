//! Results that survive the end of the process, in the folder of a contest.
//!
//! **Idea.** A journal gets a line for each result as soon as it is known. Nothing in it is ever changed. If the process
//! dies while it writes a line, the next process drops that line. A result has a key, the digest of everything that it
//! depends on. So a result counts as long as its key does not change.
//!
//! **Hostile sources.** Nobody can make two sources with equal digests, because a secret of the folder begins each. The
//! secret is random, and no program can read the folder.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher as _, DefaultHasher, Hasher as _, RandomState};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gamesolve_judge::Deserved;
use gamesolve_text::quoted;
use serde::{Deserialize, Serialize};

use crate::results::{Counterexample, Judged};

/// The folder of the packages that were made of games, inside that of the results.
pub const TASKS: &str = "tasks";

/// The name of the journal. Its first line marks the folder as that of a contest.
const JOURNAL: &str = "journal.jsonl";
/// The longest time limit that a package may measure, in milliseconds.
const MAX_LIMIT_MS: u64 = 3_600_000;
/// The version of the lines. Results of other versions are dropped.
const VERSION: u32 = 1;

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The first line.
    GamesolveContest { version: u32, secret: [u64; 2] },
    /// A judged source. Its points are a part of 1.
    Judged { key: String, judged: Box<Judged> },
    /// The smallest input found for a judged source, if there is one.
    Explained {
        key: String,
        counterexample: Option<Counterexample>,
    },
    /// The time limit of a task that was measured.
    Limit { task: String, ms: u64 },
}

/// The results of a contest so far.
///
/// If nothing [`begin`](Kept::begin)s, the files and folders that [`Kept::open`] made go away with the value. A folder stays
/// if others wrote there.
pub struct Kept {
    secret: [u64; 2],
    results: Mutex<Results>,
    /// The folder with a new journal, until it has results, and whether the folder is new as well.
    made: Mutex<Option<(PathBuf, bool)>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        let made = self.made.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((folder, is_new)) = made.take() {
            // A journal without results that stays does no harm. The folder was empty, so its packages are of this call.
            let _ = fs::remove_dir_all(folder.join(TASKS));
            let _ = fs::remove_file(folder.join(JOURNAL));
            if is_new {
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

struct Results {
    journal: File,
    /// The length of the journal up to its last whole line.
    length: u64,
    judged: HashMap<String, Judged>,
    explained: HashMap<String, Option<Counterexample>>,
    limits: HashMap<String, u64>,
}

/// The reason why a folder cannot keep results.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// The place is a file, or a folder with other files.
    #[error("`{0}` exists and holds no results of a contest")]
    Foreign(String),
    /// Another process writes there.
    #[error("another process judges a contest in `{0}`")]
    Busy(String),
    /// The folder cannot be read or written.
    #[error("cannot keep results in `{0}`")]
    Io(String, #[source] io::Error),
}

impl Kept {
    /// Opens the results in a folder, and makes the folder if it does not exist. `fresh` drops earlier results.
    ///
    /// # Errors
    /// Fails if the folder has other files, if another process works there, or if it cannot be written. Nothing is
    /// changed then.
    pub fn open(folder: &Path, fresh: bool) -> Result<Kept, KeptError> {
        let shown = || quoted(folder.as_os_str().as_encoded_bytes(), 200);
        let cannot = |error| KeptError::Io(shown(), error);
        let path = folder.join(JOURNAL);
        let is_there = folder.symlink_metadata().is_ok();
        let is_begun = path.exists();
        let is_empty = || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        if is_there && !path.is_file() && !is_empty() {
            return Err(KeptError::Foreign(shown()));
        }
        fs::create_dir_all(folder).map_err(cannot)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut journal = options.open(&path).map_err(cannot)?;
        match journal.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(KeptError::Busy(shown())),
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
            Ok(()) => {}
        }
        let mut bytes = Vec::new();
        journal.read_to_end(&mut bytes).map_err(cannot)?;
        // Some editors begin a file with this mark.
        let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        let mut lines = lines.filter(|line| line.ends_with(b"\n"));
        let first = lines.next();
        let header = first.and_then(|line| serde_json::from_slice(line).ok());
        let mut results = Results {
            journal,
            length: 0,
            judged: HashMap::new(),
            explained: HashMap::new(),
            limits: HashMap::new(),
        };
        let secret = match header {
            Some(Line::GamesolveContest { version, secret }) => {
                results.length = (bytes.len() - text.len() + first.map_or(0, <[u8]>::len)) as u64;
                if version == VERSION && !fresh {
                    lines.for_each(|line| results.read(line));
                }
                secret
            }
            // The process died while it wrote the first line.
            _ if !bytes.contains(&b'\n') && HEAD.starts_with(&bytes[..bytes.len().min(HEAD.len())]) => {
                let secret = [0, 1].map(|number| RandomState::new().hash_one(number));
                let version = VERSION;
                results
                    .write(&Line::GamesolveContest { version, secret })
                    .map_err(cannot)?;
                secret
            }
            _ => return Err(KeptError::Foreign(shown())),
        };
        Ok(Kept {
            secret,
            results: Mutex::new(results),
            made: Mutex::new((!is_begun).then(|| (folder.to_owned(), !is_there))),
        })
    }

    /// Removes dropped results from the disk. Until then an error in the arguments loses no result.
    ///
    /// # Errors
    /// Fails if the journal cannot be written.
    pub fn begin(&self) -> io::Result<()> {
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.results().cut()
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the digest of these pieces as a key.
    pub fn key<'a>(&self, pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
        let mut hashers = self.secret.map(|secret| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u64(secret);
            hasher
        });
        for piece in pieces {
            for hasher in &mut hashers {
                hasher.write_usize(piece.len());
                hasher.write(piece);
            }
        }
        hashers.map(|hasher| format!("{:016x}", hasher.finish())).concat()
    }

    /// Returns the result with a key.
    pub fn judged(&self, key: &str) -> Option<Judged> {
        self.results().judged.get(key).cloned()
    }

    /// Returns the counterexample for the result with a key. The outer `None` means that none was searched.
    pub fn explained(&self, key: &str) -> Option<Option<Counterexample>> {
        self.results().explained.get(key).cloned()
    }

    /// Returns the measured time limit of a task, in milliseconds.
    pub fn limit(&self, task: &str) -> Option<u64> {
        self.results().limits.get(task).copied()
    }

    /// Keeps a result, in place of an earlier one with its key. A counterexample for the earlier one is dropped.
    ///
    /// # Errors
    /// Fails if the journal cannot be written.
    pub fn keep(&self, key: &str, judged: Judged) -> io::Result<()> {
        self.add(Line::Judged {
            key: key.to_owned(),
            judged: Box::new(judged),
        })
    }

    /// Keeps the counterexample for a result, or that none was found.
    ///
    /// # Errors
    /// Fails if the journal cannot be written.
    pub fn keep_explained(&self, key: &str, counterexample: Option<Counterexample>) -> io::Result<()> {
        self.add(Line::Explained {
            key: key.to_owned(),
            counterexample,
        })
    }

    /// Keeps the measured time limit of a task, in milliseconds.
    ///
    /// # Errors
    /// Fails if the journal cannot be written.
    pub fn keep_limit(&self, task: &str, ms: u64) -> io::Result<()> {
        self.add(Line::Limit {
            task: task.to_owned(),
            ms,
        })
    }

    fn add(&self, line: Line) -> io::Result<()> {
        let mut results = self.results();
        results.write(&line)?;
        results.take(line);
        Ok(())
    }
}

/// The beginning of every journal.
const HEAD: &[u8] = b"{\"gamesolve_contest\":";
/// The mark of UTF-8 that some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns whether a judge may have written a line. A person may have edited it.
fn is_possible(line: &Line) -> bool {
    match line {
        Line::Judged { judged, .. } => {
            let is_known = Deserved::ALL.iter().any(|(code, _)| *code == judged.verdict);
            is_known && judged.points.as_ref().map_or(true, |share| (0.0..=1.0).contains(share))
        }
        Line::Limit { ms, .. } => (1..=MAX_LIMIT_MS).contains(ms),
        Line::GamesolveContest { .. } | Line::Explained { .. } => true,
    }
}

impl Results {
    /// Takes a line of the journal. A line that cannot be read or is impossible is dropped, and its source is judged again.
    fn read(&mut self, line: &[u8]) {
        self.length += line.len() as u64;
        if let Ok(line) = serde_json::from_slice(line)
            && is_possible(&line)
        {
            self.take(line);
        }
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::GamesolveContest { .. } => {}
            Line::Judged { key, judged } => {
                self.explained.remove(&key);
                self.judged.insert(key, *judged);
            }
            Line::Explained { key, counterexample } => {
                self.explained.insert(key, counterexample);
            }
            Line::Limit { task, ms } => {
                self.limits.insert(task, ms);
            }
        }
    }

    /// Writes a line, and waits until it is on the disk. If that fails, nothing of the line stays.
    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line).map_err(io::Error::other)?;
        text.push(b'\n');
        self.cut()?;
        self.journal.seek(SeekFrom::Start(self.length))?;
        let written = self.journal.write_all(&text).and_then(|()| self.journal.sync_data());
        match written {
            Ok(()) => self.length += text.len() as u64,
            Err(_) => self.cut()?,
        }
        written
    }

    /// Removes everything behind the last whole line.
    fn cut(&mut self) -> io::Result<()> {
        self.journal.set_len(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(verdict: &str) -> Judged {
        Judged {
            file: String::new(),
            points: Ok(0.5),
            verdict: verdict.to_owned(),
            cases: Vec::new(),
            groups: Vec::new(),
            compiler: None,
            mistake: None,
            counterexample: None,
            notes: vec!["a\nb".to_owned()],
            guess: None,
            findings: Vec::new(),
        }
    }

    #[test]
    fn results_survive_and_a_torn_line_is_dropped_at_every_place() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let kept = Kept::open(&out, false).unwrap();
        kept.begin().unwrap();
        let keys: Vec<String> = (0u8..3).map(|n| kept.key([&[n][..]])).collect();
        kept.keep(&keys[0], judged("AC")).unwrap();
        kept.keep_limit("t", 1500).unwrap();
        let before = fs::read(out.join(JOURNAL)).unwrap().len();
        kept.keep(&keys[1], judged("WA")).unwrap();
        drop(kept);
        let whole = fs::read(out.join(JOURNAL)).unwrap();
        for end in 0..=whole.len() {
            fs::write(out.join(JOURNAL), &whole[..end]).unwrap();
            let kept = Kept::open(&out, false).unwrap();
            assert_eq!(kept.judged(&keys[1]).is_some(), end == whole.len(), "{end}");
            if end >= before {
                assert_eq!(kept.judged(&keys[0]), Some(judged("AC")), "{end}");
                assert_eq!(kept.limit("t"), Some(1500), "{end}");
                assert_eq!(kept.key([&[0u8][..]]), keys[0], "{end}");
            }
            // The next line begins at a new line.
            kept.keep(&keys[2], judged("CE")).unwrap();
            drop(kept);
            let kept = Kept::open(&out, false).unwrap();
            assert_eq!(kept.judged(&keys[2]), Some(judged("CE")), "{end}");
        }
        fs::write(out.join(JOURNAL), &whole).unwrap();
        let kept = Kept::open(&out, true).unwrap();
        assert!(kept.judged(&keys[0]).is_none() && kept.limit("t").is_none());
        assert_eq!(
            fs::read(out.join(JOURNAL)).unwrap(),
            whole,
            "an error in the arguments loses nothing"
        );
        kept.begin().unwrap();
        drop(kept);
        assert_eq!(Kept::open(&out, false).unwrap().judged(&keys[0]), None);
    }

    #[test]
    fn impossible_rows_and_marks_of_editors_lose_no_other_row() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let kept = Kept::open(&out, false).unwrap();
        kept.begin().unwrap();
        let keys: Vec<String> = (0u8..2).map(|n| kept.key([&[n][..]])).collect();
        kept.keep(&keys[0], judged("AC")).unwrap();
        kept.keep(&keys[1], judged("WA")).unwrap();
        kept.keep_limit("t", 1500).unwrap();
        drop(kept);
        let whole = fs::read_to_string(out.join(JOURNAL)).unwrap();
        let opened = |text: &str| {
            fs::write(out.join(JOURNAL), text).unwrap();
            let kept = Kept::open(&out, false).unwrap();
            let has = |key: &String| kept.judged(key).is_some();
            (has(&keys[0]), has(&keys[1]), kept.limit("t"))
        };
        for (before, after) in [
            ("0.5", "1e308"),
            ("0.5", "1e999"),
            ("0.5", "-5"),
            ("0.5", "1.001"),
            ("0.5", "-1e-9"),
            ("0.5", "null"),
            ("0.5", "NaN"),
            ("\"AC\"", "\"OK\""),
        ] {
            let edited = whole.replacen(before, after, 1);
            assert_ne!(edited, whole);
            assert_eq!(opened(&edited), (false, true, Some(1500)), "{after}");
        }
        for (ms, limit) in [
            ("0", None),
            ("18446744073709551615", None),
            ("3600000", Some(3_600_000)),
        ] {
            assert_eq!(opened(&whole.replace("1500", ms)), (true, true, limit), "{ms}");
        }
        assert_eq!(opened(&whole.replace("0.5", "1")), (true, true, Some(1500)));
        // Reasons in place of points are kept.
        assert!(opened(&whole.replacen("{\"Ok\":0.5}", "{\"Err\":\"why\"}", 1)).0);
        let marked = format!("\u{feff}{}", whole.replace('\n', "\r\n"));
        assert_eq!(opened(&marked), (true, true, Some(1500)));
        let kept = Kept::open(&out, false).unwrap();
        kept.keep_limit("t", 99).unwrap();
        drop(kept);
        assert_eq!(Kept::open(&out, false).unwrap().limit("t"), Some(99));
        assert!(fs::read_to_string(out.join(JOURNAL)).unwrap().starts_with(&marked));
    }

    #[test]
    fn a_folder_of_somebody_else_is_refused_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a.txt", "x"), (JOURNAL, "{}\n"), (JOURNAL, "note"), (JOURNAL, "\n")] {
            let out = folder.path().join(format!("{name}{}", text.len()));
            fs::create_dir(&out).unwrap();
            fs::write(out.join(name), text).unwrap();
            assert!(matches!(Kept::open(&out, true), Err(KeptError::Foreign(_))), "{text}");
            assert_eq!(fs::read_to_string(out.join(name)).unwrap(), text);
            assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
        }
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(Kept::open(&file, false), Err(KeptError::Foreign(_))));
    }

    #[test]
    fn a_folder_without_a_beginning_is_not_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        drop(Kept::open(&out, false).unwrap());
        assert!(!out.exists());
        fs::create_dir(&out).unwrap();
        drop(Kept::open(&out, false).unwrap());
        assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "the empty folder is the user's");
        Kept::open(&out, false).unwrap().begin().unwrap();
        assert!(out.is_dir());
        drop(Kept::open(&out, false).unwrap());
        assert!(out.join(JOURNAL).is_file(), "its results are older");
    }

    #[test]
    fn only_one_process_works_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let _first = Kept::open(folder.path(), false).unwrap();
        assert!(matches!(Kept::open(folder.path(), false), Err(KeptError::Busy(_))));
    }

    #[test]
    fn keys_depend_on_every_byte_and_on_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["1", "2"].map(|name| Kept::open(&folder.path().join(name), false).unwrap());
        let keys = [
            one.key([&b"ab"[..], b"c"]),
            one.key([&b"a"[..], b"bc"]),
            one.key([&b"abc"[..]]),
            one.key([&b"abe"[..]]),
            two.key([&b"abc"[..]]),
        ];
        let different: std::collections::HashSet<&String> = keys.iter().collect();
        assert_eq!(different.len(), keys.len());
    }
}
