//! Reports of a game's program from earlier runs, stored by its content.
//!
//! **Idea.** A run depends on the program, on its order, and on the files that it opens. The program and the order are
//! the key of an entry. The files are known only after a run: the grader names them, and the entry has their digests.
//! They are compared before the entry is used. An entry is the unchanged report, so all conclusions and checks are the
//! same as after a run.
//!
//! **Limits.** The moves of a program may depend on the clock or on chance. Only the calls that are made twice before a
//! report is kept can reveal this. Anyone who may write into the folder may also replace the programs in it. A digest
//! protects against damage, not against attackers.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// The start of an entry, and of its file name.
const MAGIC: &[u8; 16] = b"gamesolve told 1";
const PREFIX: &str = "told-";

/// The processor time of a game's runs from which their reports are kept. Shorter runs cost no more than reading an
/// entry.
const WORTH_KEEPING: Duration = Duration::from_millis(500);

/// The maximum number of reports of shorter runs that one process keeps. A table needs this many, tests of a program
/// more.
const MOST_SHORT: usize = 32;

/// The maximum size of an entry, and of the whole folder, in bytes.
const MOST_OF_ONE: u64 = 128 << 20;
const MOST_OF_ALL: u64 = 512 << 20;

/// The maximum number of files that a kept run may open, and their maximum total size in bytes.
const MOST_FILES: usize = 2000;
const MOST_READ: u64 = 256 << 20;

/// The report of a run, and its processor time.
pub(super) type Report = (Vec<u8>, Duration);

/// A store of the reports of one program in a folder.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: PathBuf,
    /// The description of the program without its own files.
    program: String,
    /// Own files, whose content is part of the key.
    files: Vec<PathBuf>,
    state: Arc<Mutex<State>>,
}

/// The runs of this process.
#[derive(Debug, Default)]
struct State {
    spent: Duration,
    /// The number of reports so far of runs that are too short to be kept alone.
    short: usize,
    /// The reports that are kept if the runs have taken long enough.
    waiting: Vec<Entry>,
    /// Whether two runs on one order gave different reports. Then none is kept.
    differs: bool,
}

#[derive(Debug)]
struct Entry {
    key: Vec<u8>,
    reads: String,
    report: Report,
}

/// Returns a digest of bytes. The same program gives the same digest for the same bytes.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.into_iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

/// Returns the digest of a file in an entry, or `-` if there is no such file.
///
/// Returns `None` if it is no regular file or too large.
fn seen(path: &str, left: &mut u64) -> Option<String> {
    let data = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some("-".to_owned()),
        data => data.ok()?,
    };
    *left = left.checked_sub(data.len()).filter(|_| data.is_file())?;
    let mut content = Vec::new();
    File::open(path).ok()?.take(data.len()).read_to_end(&mut content).ok()?;
    Some(format!("{:x}-{:016x}", content.len(), digest([&content[..]])))
}

/// Returns whether a file was written since then, so that the run may have read older content.
fn is_newer(path: &str, begun: SystemTime) -> bool {
    let written = fs::metadata(path).and_then(|data| data.modified());
    written.is_ok_and(|written| written >= begun)
}

impl Entry {
    /// Returns the parts of the entry after its digest, each after its length. The report is the last part.
    fn parts(&self) -> [Vec<u8>; 2] {
        let with_length = |bytes: &[u8]| [&(bytes.len() as u64).to_le_bytes(), bytes].concat();
        let spent = u64::try_from(self.report.1.as_nanos()).unwrap_or(u64::MAX);
        let head = [with_length(&self.key), with_length(self.reads.as_bytes())].concat();
        [head, spent.to_le_bytes().to_vec()]
    }

    /// Writes the entry, completely or not at all.
    fn write(&self, path: &Path) -> io::Result<()> {
        let [head, spent] = self.parts();
        let parts = [&head[..], &spent, &self.report.0];
        if parts.iter().map(|part| part.len() as u64).sum::<u64>() > MOST_OF_ONE {
            return Ok(());
        }
        let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(MAGIC)?;
        file.write_all(&digest(parts).to_le_bytes())?;
        parts.iter().try_for_each(|part| file.write_all(part))?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Reads an entry, or returns `None` if the bytes are no entry.
    fn read(path: &Path) -> Option<Entry> {
        // Something else with this name, such as a pipe, might never end.
        let file = fs::metadata(path).ok()?.is_file().then(|| File::open(path).ok())??;
        let mut bytes = Vec::new();
        file.take(MOST_OF_ONE + 1024).read_to_end(&mut bytes).ok()?;
        let (head, rest) = bytes.split_first_chunk::<16>()?;
        let (stated, rest) = rest.split_first_chunk::<8>()?;
        if head != MAGIC || u64::from_le_bytes(*stated) != digest([rest]) {
            return None;
        }
        fn part(rest: &[u8]) -> Option<(&[u8], &[u8])> {
            let (length, rest) = rest.split_first_chunk::<8>()?;
            rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
        }
        let (key, rest) = part(rest)?;
        let (reads, rest) = part(rest)?;
        let (spent, report) = rest.split_first_chunk::<8>()?;
        Some(Entry {
            key: key.to_vec(),
            reads: String::from_utf8(reads.to_vec()).ok()?,
            report: (report.to_vec(), Duration::from_nanos(u64::from_le_bytes(*spent))),
        })
    }

    /// Returns whether all files that the run opened are unchanged.
    fn is_fresh(&self) -> bool {
        let mut left = MOST_READ;
        let is_same = |line: &str| {
            line.split_once(' ')
                .is_some_and(|(known, path)| seen(path, &mut left).as_deref() == Some(known))
        };
        self.reads.lines().all(is_same)
    }
}

impl Kept {
    /// Returns a store of the reports of a program in this folder.
    ///
    /// The key consists of these words, such as the interpreter and its version, and of the content of these files.
    pub fn new(folder: PathBuf, program: String, files: Vec<PathBuf>) -> Kept {
        Kept {
            folder,
            program,
            files,
            state: Arc::default(),
        }
    }

    /// Returns the key of a run on this order, or `None` if a file cannot be read.
    pub(super) fn key(&self, order: &str) -> Option<Vec<u8>> {
        let words = format!("{}\n{}\n{order}", env!("CARGO_PKG_VERSION"), self.program);
        let mut key = words.into_bytes();
        for file in &self.files {
            let content = fs::read(file).ok()?;
            key.extend((content.len() as u64).to_le_bytes());
            key.extend(content);
        }
        Some(key)
    }

    fn place(&self, key: &[u8]) -> PathBuf {
        self.folder.join(format!("{PREFIX}{:016x}", digest([key])))
    }

    /// Returns the kept report of such a run. A waiting report does not count, because another run may differ from it.
    pub(super) fn get(&self, key: &[u8]) -> Option<Report> {
        let place = self.place(key);
        let entry = Entry::read(&place).filter(|entry| entry.key == key && entry.is_fresh())?;
        touch(&place);
        Some(entry.report)
    }

    /// Keeps a report if the runs have taken long enough. `reads` are the files that the run opened, and `begun` is its
    /// start.
    ///
    /// If the report cannot be kept, the next run only takes more time.
    pub(super) fn put(&self, key: Vec<u8>, order: &str, reads: &[&str], begun: SystemTime, report: &Report) {
        // If a file was written meanwhile, the run may have read older content.
        if reads.len() > MOST_FILES
            || reads.iter().any(|path| is_newer(path, begun))
            || self.key(order).as_ref() != Some(&key)
        {
            return;
        }
        let mut left = MOST_READ;
        let line = |path: &&str| Some(format!("{} {path}\n", seen(path, &mut left)?));
        let Some(reads) = reads.iter().map(line).collect() else {
            return;
        };
        let Ok(mut state) = self.state.lock() else { return };
        if report.1 < WORTH_KEEPING {
            state.short += 1;
            if state.short > MOST_SHORT {
                state.waiting.clear();
                return;
            }
        }
        state.spent += report.1;
        let is_other = |entry: &Entry| entry.key == key && entry.report.0 != report.0;
        state.differs |= state.waiting.iter().any(is_other);
        state.waiting.push(Entry {
            key,
            reads,
            report: report.clone(),
        });
        if state.spent < WORTH_KEEPING || state.differs {
            return;
        }
        for entry in state.waiting.drain(..) {
            let place = self.place(&entry.key);
            if entry.write(&place).is_err() {
                return;
            }
        }
        // If something cannot be removed, the next run tries again.
        _ = sweep(&self.folder, MOST_OF_ALL);
    }
}

/// Marks an entry as used now. The entries that were unused for the longest time are removed first.
pub fn touch(path: &Path) {
    let opened = File::options().append(true).open(path);
    // A file that cannot be marked only looks older than it is.
    _ = opened.and_then(|file| file.set_modified(SystemTime::now()));
}

/// Returns the size of a file, or of the files in a folder, and the time of its last use.
fn used(path: &Path) -> io::Result<(u64, SystemTime)> {
    let data = path.symlink_metadata()?;
    if !data.is_dir() {
        return Ok((data.len(), data.modified()?));
    }
    let each = fs::read_dir(path)?.map(|entry| {
        let data = entry?.metadata()?;
        Ok((data.len(), data.modified()?))
    });
    let all: Vec<(u64, SystemTime)> = each.collect::<io::Result<_>>()?;
    let last = all.iter().map(|(_, used)| *used).max();
    Ok((
        all.iter().map(|(size, _)| size).sum(),
        last.unwrap_or(SystemTime::UNIX_EPOCH),
    ))
}

/// Removes kept reports and compiled games until the rest has at most `most` bytes.
///
/// The entries that were unused for the longest time go first.
///
/// # Errors
/// Fails if the folder cannot be read, or if something in it cannot be removed.
pub fn sweep(folder: &Path, most: u64) -> io::Result<()> {
    let is_ours = |name: &str| {
        let digits = name.strip_prefix(PREFIX).unwrap_or(name);
        digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Another run may have removed it.
        if path.file_name().and_then(|name| name.to_str()).is_some_and(is_ours)
            && let Ok((size, used)) = used(&path)
        {
            found.push((used, size, path));
        }
    }
    found.sort();
    let mut total: u64 = found.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in found {
        if total <= most {
            break;
        }
        if path.is_dir() {
            fs::remove_dir_all(&path)?
        } else {
            fs::remove_file(&path)?
        }
        total -= size;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(1);

    /// Returns a folder with a game, and a store of its reports.
    fn place() -> (tempfile::TempDir, Kept) {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.py");
        fs::write(&game, "def moves(n): pass\n").unwrap();
        let kept = Kept::new(folder.path().to_owned(), "python 3".to_owned(), vec![game]);
        (folder, kept)
    }

    fn keep(kept: &Kept, order: &str, reads: &[&str], spent: Duration) {
        let report = (format!("told of {order}").into_bytes(), spent);
        let begun = SystemTime::now() + Duration::from_secs(1);
        kept.put(kept.key(order).unwrap(), order, reads, begun, &report);
    }

    fn get(kept: &Kept, order: &str) -> Option<String> {
        let (report, _) = kept.get(&kept.key(order).unwrap())?;
        Some(String::from_utf8(report).unwrap())
    }

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        all.filter(|path| path.to_string_lossy().contains(PREFIX)).collect()
    }

    #[test]
    fn reports_are_kept_once_the_runs_have_taken_long_enough() {
        let (folder, kept) = place();
        keep(&kept, "a", &[], WORTH_KEEPING / 2);
        assert_eq!((get(&kept, "a"), entries(folder.path()).len()), (None, 0));
        keep(&kept, "b", &[], WORTH_KEEPING / 2);
        assert_eq!(get(&kept, "a").as_deref(), Some("told of a"));
        assert_eq!(get(&kept, "b").as_deref(), Some("told of b"));
        assert_eq!(get(&kept, "c"), None);
        let (_, spent) = kept.get(&kept.key("a").unwrap()).unwrap();
        assert_eq!(spent, WORTH_KEEPING / 2);
    }

    #[test]
    fn of_many_short_runs_not_all_are_kept() {
        let (folder, kept) = place();
        for number in 0..3 * MOST_SHORT {
            keep(&kept, &number.to_string(), &[], WORTH_KEEPING / 8);
        }
        assert_eq!(entries(folder.path()).len(), MOST_SHORT);
        keep(&kept, "a", &[], LONG);
        assert_eq!(get(&kept, "a").as_deref(), Some("told of a"));
    }

    #[test]
    fn a_program_of_which_two_runs_differ_is_not_kept() {
        let (folder, kept) = place();
        let begun = SystemTime::now() + Duration::from_secs(1);
        for told in ["one", "another"] {
            let report = (told.as_bytes().to_vec(), WORTH_KEEPING * 3 / 4);
            kept.put(kept.key("a").unwrap(), "a", &[], begun, &report);
        }
        keep(&kept, "b", &[], LONG);
        assert_eq!(entries(folder.path()), [] as [PathBuf; 0]);
    }

    #[test]
    fn a_changed_game_interpreter_or_read_file_is_another_run() {
        let (folder, kept) = place();
        let helper = folder.path().join("helper.py");
        let missing = folder.path().join("missing.txt");
        fs::write(&helper, "K = 3\n").unwrap();
        let reads = [helper.to_str().unwrap(), missing.to_str().unwrap()];
        keep(&kept, "a", &reads, LONG);
        assert!(get(&kept, "a").is_some());
        // The same number of other bytes.
        fs::write(&helper, "K = 4\n").unwrap();
        assert_eq!(get(&kept, "a"), None);
        fs::write(&helper, "K = 3\n").unwrap();
        assert!(get(&kept, "a").is_some());
        fs::write(&missing, "now there").unwrap();
        assert_eq!(get(&kept, "a"), None);
        fs::remove_file(&missing).unwrap();
        let newer = Kept::new(folder.path().to_owned(), "python 4".to_owned(), kept.files.clone());
        assert_eq!(get(&newer, "a"), None);
        fs::write(folder.path().join("game.py"), "def moves(n): yield 0\n").unwrap();
        assert_eq!(get(&kept, "a"), None);
    }

    #[test]
    fn a_run_whose_files_changed_meanwhile_or_are_none_is_not_kept() {
        let (folder, kept) = place();
        let helper = folder.path().join("helper.py");
        fs::write(&helper, "K = 3\n").unwrap();
        let report = (b"told".to_vec(), LONG);
        let key = kept.key("a").unwrap();
        let before = SystemTime::now() - Duration::from_secs(60);
        kept.put(key.clone(), "a", &[helper.to_str().unwrap()], before, &report);
        kept.put(key.clone(), "a", &["/dev/null"], SystemTime::now(), &report);
        kept.put(key.clone(), "a", &[folder.path().to_str().unwrap()], before, &report);
        let old = [b"another game", &key[..]].concat();
        kept.put(old, "a", &[], before, &report);
        assert_eq!(entries(folder.path()), [] as [PathBuf; 0]);
        kept.put(key, "a", &[], before, &report);
        assert_eq!(entries(folder.path()).len(), 1);
    }

    /// Every flipped bit of an entry, every shorter length, and bytes of another kind.
    #[test]
    fn damaged_entries_are_no_entries_and_are_written_again() {
        let (folder, kept) = place();
        keep(&kept, "a", &["/no/such/file"], LONG);
        let [path] = &entries(folder.path())[..] else {
            panic!("one entry")
        };
        let whole = fs::read(path).unwrap();
        for place in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[place / 8] ^= 1 << (place % 8);
            fs::write(path, &bytes).unwrap();
            assert_eq!(get(&kept, "a"), None, "bit {place}");
        }
        let others = [
            [&whole[..], b"\n"].concat(),
            [&whole[..], &whole].concat(),
            vec![0xff; 4000],
        ];
        for bytes in (0..whole.len()).map(|length| whole[..length].to_vec()).chain(others) {
            fs::write(path, &bytes).unwrap();
            assert_eq!(get(&kept, "a"), None, "{} bytes", bytes.len());
        }
        fs::remove_file(path).unwrap();
        nix::unistd::mkfifo(path, nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert_eq!(get(&kept, "a"), None, "a pipe");
        keep(&kept, "a", &["/no/such/file"], LONG);
        assert_eq!(get(&kept, "a").as_deref(), Some("told of a"));
        assert_eq!(fs::read(path).unwrap(), whole);
    }

    /// Entries with a correct digest that no run has written: lengths beyond the end, another key, files with invalid
    /// text.
    #[test]
    fn entries_with_a_right_digest_are_read_with_care() {
        let (folder, kept) = place();
        keep(&kept, "a", &[], LONG);
        let [path] = &entries(folder.path())[..] else {
            panic!("one entry")
        };
        let key = kept.key("a").unwrap();
        let with_length = |length: u64, bytes: &[u8]| [&length.to_le_bytes(), bytes].concat();
        let of_key = with_length(key.len() as u64, &key);
        for body in [
            with_length(u64::MAX, b""),
            with_length(1 << 40, &key),
            with_length(0, b""),
            [&of_key[..], &with_length(9, b"")].concat(),
            [&of_key[..], &with_length(2, &[0xff, 0xfe]), &[0; 8]].concat(),
            [&of_key[..], &with_length(3, b"no!"), &[0; 8]].concat(),
            [&of_key[..], &with_length(0, b""), &[0; 7]].concat(),
            [&with_length(1, b"k")[..], &with_length(0, b""), &[0; 8]].concat(),
        ] {
            let bytes = [&MAGIC[..], &digest([&body[..]]).to_le_bytes(), &body].concat();
            fs::write(path, bytes).unwrap();
            assert_eq!(get(&kept, "a"), None, "{body:?}");
        }
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_is_removed_first() {
        let folder = tempfile::tempdir().unwrap();
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let make = |name: &str, used: u64| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, [0; 100]).unwrap();
            File::options()
                .append(true)
                .open(&path)
                .unwrap()
                .set_modified(at(used))
                .unwrap();
        };
        make("told-000000000000000a", 3);
        make("told-000000000000000b", 1);
        make("000000000000000c/program", 2);
        make("told-000000000000000d", 4);
        make("grader-000000000000000e.py", 0);
        make("others.txt", 0);
        let left = || {
            let all = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<String> = all
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names.join(" ")
        };
        sweep(folder.path(), 400).unwrap();
        assert_eq!(left().split(' ').count(), 6);
        touch(&folder.path().join("told-000000000000000b"));
        sweep(folder.path(), 250).unwrap();
        assert_eq!(
            left(),
            "grader-000000000000000e.py others.txt told-000000000000000b told-000000000000000d"
        );
    }
}
