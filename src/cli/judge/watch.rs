//! Waits until a program or a testcase changes.
//!
//! It looks at the files five times a second instead of using notifications of the system. There are few files, and
//! network file systems send no notifications. Most editors replace a file, which would end a watch on it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::Targets;

const INTERVAL: Duration = Duration::from_millis(200);
/// The largest number of files and folders to look at. A folder may hold a whole disk.
const MOST: usize = 50_000;

/// The files and folders to look at.
pub(super) struct Watched(Vec<PathBuf>);

/// The size and the modification time of each file.
pub(super) type Stamps = Vec<(PathBuf, Option<(u64, SystemTime)>)>;

impl Watched {
    /// Returns the files of a judging, and the files and folders that its sources are compiled with.
    pub(super) fn of(targets: &Targets, include: &[PathBuf]) -> Watched {
        let Targets {
            task: _,
            files,
            command,
            cases,
            checker,
            submissions: _,
        } = targets;
        let words = command.iter().map(PathBuf::from).filter(|word| word.is_file());
        let named = files.iter().chain(cases).chain(checker).chain(include).cloned();
        Watched(named.chain(words).collect())
    }

    /// Returns the stamps of the files and of everything below the folders, [`MOST`] at most. Follows no links below them.
    pub(super) fn stamps(&self) -> Stamps {
        let mut stamps: Stamps = Vec::new();
        let mut next: Vec<PathBuf> = self.0.clone();
        while let Some(path) = next.pop() {
            let found = path.metadata().ok();
            let is_link = || path.symlink_metadata().is_ok_and(|found| found.is_symlink());
            if found.as_ref().is_some_and(|found| found.is_dir()) && (self.0.contains(&path) || !is_link()) {
                let inside = std::fs::read_dir(&path).into_iter().flatten().flatten();
                let room = MOST.saturating_sub(stamps.len() + next.len());
                next.extend(inside.map(|entry| entry.path()).take(room));
            }
            let stamp = found.and_then(|found| Some((found.len(), found.modified().ok()?)));
            stamps.push((path, stamp));
        }
        stamps.sort();
        stamps
    }

    /// Waits until a file differs from `seen` and no longer changes, or until `interrupted` is set.
    pub(super) fn wait(&self, seen: &Stamps, interrupted: &AtomicBool) {
        let mut last = seen.clone();
        while !interrupted.load(Ordering::Relaxed) {
            std::thread::sleep(INTERVAL);
            let now = self.stamps();
            if now == last && now != *seen {
                return;
            }
            last = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_far_below_a_folder_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("data/secret");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::write(deep.join("1.ans"), "1").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), deep.join("round")).unwrap();
        let watched = Watched(vec![folder.path().to_owned()]);
        let before = watched.stamps();
        assert_eq!(watched.stamps(), before);
        std::fs::write(deep.join("1.ans"), "12").unwrap();
        let changed = watched.stamps();
        assert_ne!(changed, before);
        std::fs::write(deep.join("2.ans"), "").unwrap();
        assert!(watched.stamps().len() > changed.len());
    }
}
