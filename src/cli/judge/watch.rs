//! Waits until a program or a case changes.
//!
//! It looks at the files five times a second and uses no notifications of the system: there are few files, most editors
//! replace a file rather than write to it, which ends a watch on it, and network file systems send none.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::Targets;

const INTERVAL: Duration = Duration::from_millis(200);

/// The files to look at.
pub(super) struct Watched(Vec<PathBuf>);

/// The size and the time of change of each.
pub(super) type Stamps = Vec<(PathBuf, Option<(u64, SystemTime)>)>;

impl Watched {
    pub(super) fn of(targets: &Targets) -> Watched {
        let Targets {
            task: _,
            files,
            command,
            cases,
            checker,
        } = targets;
        let words = command.iter().map(PathBuf::from).filter(|word| word.is_file());
        let named = files.iter().chain(cases).chain(checker).cloned();
        Watched(named.chain(words).collect())
    }

    /// Looks at everything; a folder's own files count, those below do not.
    pub(super) fn stamps(&self) -> Stamps {
        let stamp = |path: &Path| {
            let found = path.metadata().ok()?;
            Some((found.len(), found.modified().ok()?))
        };
        let mut stamps: Stamps = Vec::new();
        for path in &self.0 {
            stamps.push((path.clone(), stamp(path)));
            let inside = std::fs::read_dir(path)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path());
            let mut inside: Vec<PathBuf> = inside.collect();
            inside.sort();
            stamps.extend(inside.into_iter().map(|path| (path.clone(), stamp(&path))));
        }
        stamps
    }

    /// Returns when something looks other than in `seen`, and no longer changes, or when `interrupted` is set.
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
