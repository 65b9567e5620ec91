//! The Landlock rules for files and network, in tiers 1 and 2.
//!
//! A program writes to its scratch folder and to the harmless devices, and reads the visible paths. It has no TCP, and
//! signals no process outside. In tier 1 its root holds only visible paths, and the rules add the input, which may be
//! opened again.
//!
//! In tier 2 the rules themselves must hide paths. Landlock knows no exceptions: a right on a folder holds for all
//! paths beneath it. So a hidden path inside a visible folder is left out by granting everything around it. In each
//! folder on the way to it, every other entry gets a rule. Symbolic links are left out too, since their targets have
//! their own paths. Landlock refuses to open a file, but not to read its size and times. Costs one rule for each
//! visible path or each entry of those folders.

use crate::mounts;
use crate::task::{Order, Tier};
use crate::visible::{Place, places};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope,
};
use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A device that is never writable: a writable mapping of it would be memory that no process shows.
const ZERO: &str = "/dev/zero";
/// The newest interface whose rights are requested. Older kernels enforce those they know.
const NEWEST: ABI = ABI::V9;

/// Restricts this process and all its descendants, and keeps them from gaining rights by executing a file.
///
/// The process may write in `scratch`, and may open `stdin` again, as `/dev/stdin` does. Returns the version of the
/// interface in use.
///
/// # Errors
/// If the kernel has no Landlock, or refuses a rule.
pub(crate) fn enforce(order: &Order, scratch: &Path, stdin: &File) -> Result<u64, String> {
    let failed = |error: landlock::RulesetError| format!("Landlock: {error}");
    let read = AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEWEST)))
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(failed)?;
    let mut grant = |path: &Path, access: BitFlags<AccessFs>| -> Result<(), String> {
        // A missing or unreachable path needs no permission.
        let Ok(open) = PathFd::new(path) else {
            return Ok(());
        };
        (&mut rules)
            .add_rule(PathBeneath::new(open, access))
            .map(drop)
            .map_err(failed)
    };
    if order.tier == Tier::One {
        grant(Path::new("/"), read)?;
        grant(Path::new(mounts::SHARED), AccessFs::from_all(NEWEST))?;
    } else {
        // The kernel refuses rights of folders on a file.
        let mut grant_read = |path: &Path| {
            if path.is_dir() {
                grant(path, read)
            } else {
                grant(path, read & AccessFs::from_file(NEWEST))
            }
        };
        // A process finds its own folder there, and those of others.
        grant_read(Path::new("/proc"))?;
        granted(&order.shown, &order.hidden)
            .iter()
            .try_for_each(|path| grant_read(path))?;
        grant_read(Path::new(ZERO))?;
    }
    // Grant the program itself, because its name may only lead to it.
    grant(&order.program, AccessFs::Execute | AccessFs::ReadFile)?;
    for device in mounts::DEVICES.map(Path::new) {
        if device != Path::new(ZERO) {
            grant(device, AccessFs::ReadFile | AccessFs::WriteFile)?;
        }
    }
    grant(scratch, AccessFs::from_all(NEWEST))?;
    if order.stdin.is_some() {
        let input = PathBeneath::new(stdin, AccessFs::ReadFile);
        rules = rules.add_rule(input).map_err(failed)?;
    }
    let status = rules.restrict_self().map_err(failed)?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if status.ruleset != RulesetStatus::NotEnforced => {
            Ok(effective_abi as u64)
        }
        _ => Err("this kernel has no Landlock, or it is switched off".to_owned()),
    }
}

/// Returns canonical paths that together hold all visible paths and no hidden one.
fn granted(shown: &[PathBuf], hidden: &[PathBuf]) -> Vec<PathBuf> {
    let places = places(shown, hidden);
    let away: Vec<&PathBuf> = places.iter().filter_map(Place::hidden).collect();
    let shown = places.iter().filter(|place| place.hidden().is_none()).map(Place::path);
    shown
        .flat_map(|path| {
            let inside = away.iter().filter(|place| place.starts_with(path));
            around(path, &inside.copied().collect::<Vec<_>>())
        })
        .collect()
}

/// Returns paths that together hold all paths beneath `root` except those in `hidden`.
///
/// A right on a file holds under all its names. So other names of a hidden file are left out too, if the walk meets
/// them.
fn around(root: &Path, hidden: &[&PathBuf]) -> Vec<PathBuf> {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| {
        let found = path.metadata().ok().filter(|found| found.is_file())?;
        Some((found.dev(), found.ino()))
    };
    let files: HashSet<_> = hidden.iter().filter_map(|path| identity(path)).collect();
    let closed: HashSet<&Path> = hidden.iter().map(|path| path.as_path()).collect();
    let on_the_way: HashSet<&Path> = closed.iter().flat_map(|path| path.ancestors()).collect();
    let mut clear = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(path) = open.pop() {
        if closed.contains(&*path) {
            continue;
        }
        if !on_the_way.contains(&*path) {
            if files.is_empty() || identity(&path).is_none_or(|found| !files.contains(&found)) {
                clear.push(path);
            }
            continue;
        }
        // A folder on the way to a hidden path that cannot be listed: no entry of it can be granted.
        let Ok(entries) = std::fs::read_dir(&path) else {
            continue;
        };
        let real = entries
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        open.extend(real.map(|entry| entry.path()));
    }
    clear
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_around_a_hidden_place_is_granted_but_no_link_into_it() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        for folder in ["tests/answers", "tests/inputs", "src"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        std::fs::write(root.join("tests/1.out"), "").unwrap();
        std::fs::write(root.join("tests/1.in"), "").unwrap();
        std::os::unix::fs::symlink(root.join("tests/answers"), root.join("link")).unwrap();
        let hidden = [root.join("tests/answers"), root.join("tests/1.out")];
        let granted = |shown: &[PathBuf]| {
            let mut granted: Vec<_> = super::granted(shown, &hidden)
                .into_iter()
                .map(|path| path.strip_prefix(&root).unwrap().to_owned())
                .collect();
            granted.sort();
            granted
        };
        let around: Vec<PathBuf> = ["src", "tests/1.in", "tests/inputs"].map(PathBuf::from).into();
        assert_eq!(granted(std::slice::from_ref(&root)), around);
        // A second name of a hidden file is hidden too, if the walk meets it.
        std::fs::hard_link(&hidden[1], root.join("tests/other-name")).unwrap();
        assert_eq!(granted(std::slice::from_ref(&root)), around);
        // A hidden file with its own entry is granted.
        let both = [root.join("src"), hidden[1].clone()];
        assert_eq!(granted(&both), [Path::new("src"), Path::new("tests/1.out")]);
        assert_eq!(granted(&[]), [] as [PathBuf; 0]);
    }
}
