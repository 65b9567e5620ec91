//! What a program may do with files and network by Landlock, in tiers 1 and 2: write in its scratch folder and to the
//! harmless devices, read everything but what is hidden, list every folder; no TCP; no signal to anyone outside.
//!
//! Landlock knows no exceptions: a right on a folder holds for all beneath it. So the hidden places are left out by
//! granting everything around them: in each folder on the way to a hidden one, every entry that does not lead there.
//! Symbolic links are left out too, since what they lead to has a place of its own. Cost: one rule for each entry
//! of those folders.

use super::mounts;
use super::task::{Order, Tier};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};
use std::path::{Path, PathBuf};

/// Devices that do no harm.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];
/// Mapped to be written to, it would be memory that no process shows.
const ZERO: &str = "/dev/zero";
/// Other devices are hidden: among them is the terminal at which the user types.
const ALL_DEVICES: &str = "/dev";
/// The newest interface whose rights are asked for; older kernels enforce those they know.
const NEWEST: ABI = ABI::V9;

/// Restricts this process and all it will start, also from gaining rights by executing something. Returns the number of
/// the interface in force.
///
/// # Errors
/// When the kernel enforces nothing, or refuses a rule.
pub(super) fn enforce(order: &Order) -> Result<u64, String> {
    let failed = |error: landlock::RulesetError| format!("Landlock: {error}");
    let read = AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEWEST)))
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(failed)?;
    let mut grant = |path: &Path, access: BitFlags<AccessFs>| -> Result<(), String> {
        // A path that is gone or out of reach needs no permission.
        let Ok(open) = PathFd::new(path) else {
            return Ok(());
        };
        // Rights of folders on a file are an error to the kernel.
        let access = if path.is_dir() {
            access
        } else {
            access & AccessFs::from_file(NEWEST)
        };
        (&mut rules)
            .add_rule(PathBeneath::new(open, access))
            .map(drop)
            .map_err(failed)
    };
    let mut hidden = order.hidden.clone();
    hidden.push(PathBuf::from(ALL_DEVICES));
    for path in around(&hidden) {
        grant(&path, read)?;
    }
    grant(Path::new("/"), AccessFs::ReadDir.into())?;
    let inputs = order.stdin.iter().chain(&order.readable);
    for path in inputs.chain([&order.program]) {
        grant(path, read)?;
    }
    for device in DEVICES {
        grant(Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    grant(Path::new(ZERO), AccessFs::ReadFile.into())?;
    grant(&order.scratch, AccessFs::from_all(NEWEST))?;
    if order.tier == Tier::One {
        grant(Path::new(mounts::SHARED), AccessFs::from_all(NEWEST))?;
    }
    let status = rules.restrict_self().map_err(failed)?;
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. }
            if status.ruleset != RulesetStatus::NotEnforced =>
        {
            Ok(effective_abi as u64)
        }
        _ => Err("this kernel has no Landlock, or it is switched off".to_owned()),
    }
}

/// Paths that together hold everything except what is in `hidden`.
fn around(hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut clear = Vec::new();
    let mut open = vec![PathBuf::from("/")];
    while let Some(path) = open.pop() {
        if hidden.iter().any(|place| path.starts_with(place)) {
            continue;
        }
        if !hidden.iter().any(|place| place.starts_with(&path)) {
            clear.push(path);
            continue;
        }
        // A folder on the way to a hidden place that cannot be listed: nothing in it can be granted.
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
    fn everything_around_a_hidden_place_is_granted_and_no_link_into_it() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        for folder in ["tests/answers", "tests/inputs", "src"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        std::fs::write(root.join("tests/1.out"), "").unwrap();
        std::fs::write(root.join("tests/1.in"), "").unwrap();
        std::os::unix::fs::symlink(root.join("tests/answers"), root.join("link")).unwrap();
        let clear = around(&[root.join("tests/answers"), root.join("tests/1.out")]);
        let mut here: Vec<_> = clear
            .iter()
            .filter_map(|path| path.strip_prefix(&root).ok())
            .collect();
        here.sort();
        assert_eq!(
            here,
            [
                Path::new("src"),
                Path::new("tests/1.in"),
                Path::new("tests/inputs")
            ]
        );
        assert!(clear.contains(&PathBuf::from("/usr")));
        assert!(!clear.iter().any(|path| root.starts_with(path)));
    }

    #[test]
    fn with_nothing_hidden_the_whole_tree_is_one_grant() {
        assert_eq!(around(&[]), [PathBuf::from("/")]);
        assert_eq!(around(&[PathBuf::from("/")]), Vec::<PathBuf>::new());
    }
}
