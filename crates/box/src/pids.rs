//! The bound on processes for the system's root user, whom the kernel's limits for each user do not hold.
//!
//! A control group of its own for each launcher, with the `pids` controller: the kernel then refuses the process or thread
//! that would be one too many, as it does for any other user. Both generations of control groups are known. Where the
//! machine offers none, as in most containers, the supervisor's looks at the number remain.

use nix::unistd::{AccessFlags, UnlinkatFlags, access, unlinkat};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file that lists the members of a group, and moves there the process whose number is written to it.
const MEMBERS: &str = "cgroup.procs";
/// The number that stands for the writer.
const MYSELF: &[u8] = b"0";

/// A control group that holds no more than a number of tasks. It is removed when this is dropped, by then empty but for
/// the caller.
#[derive(Debug)]
pub(crate) struct Group {
    name: String,
    /// The folder it lies in; open, because the caller's mounts may be read-only by the time of the removal.
    above: OwnedFd,
    /// Takes the caller back to where it came from.
    way_out: File,
}

impl Group {
    /// Makes a group of at most `most` processes and threads and moves the calling process there; what it starts is in
    /// the group too.
    ///
    /// # Errors
    /// When there is no such controller, or the caller may not use it. Cost: some ten system calls.
    pub(crate) fn enter(most: u64) -> io::Result<Group> {
        let place = GroupPlace::of_this_process()?;
        let way_out = to_write(&place.own.join(MEMBERS))?;
        let made = tempfile::Builder::new()
            .prefix("gamesolve-")
            .tempdir_in(&place.above)?
            // Its removal would begin with the files in it, which nobody can remove.
            .keep();
        let name = made.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        let group = Group {
            name: name.ok_or_else(|| io::Error::other("a name that was made is plain"))?,
            above: File::open(&place.above)?.into(),
            way_out,
        };
        to_write(&made.join("pids.max"))?.write_all(most.to_string().as_bytes())?;
        to_write(&made.join(MEMBERS))?.write_all(MYSELF)?;
        Ok(group)
    }

    /// Tells whether [`enter`](Group::enter) is likely to succeed, without leaving a trace.
    pub(crate) fn can_be_made() -> bool {
        GroupPlace::of_this_process().is_ok_and(|place| access(&place.above, AccessFlags::W_OK).is_ok())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.way_out.write_all(MYSELF);
        // Those that died a moment ago are still counted. An empty group that stays bounds nobody.
        for _ in 0..100 {
            match unlinkat(self.above.as_fd(), self.name.as_str(), UnlinkatFlags::RemoveDir) {
                Err(nix::Error::EBUSY) => std::thread::sleep(Duration::from_millis(5)),
                _ => return,
            }
        }
    }
}

/// The position of a process in the tree of groups with the controller.
#[derive(Debug, PartialEq, Eq)]
struct GroupPlace {
    /// The group that it is in.
    own: PathBuf,
    /// The nearest group that may have one with the controller below it.
    above: PathBuf,
}

impl GroupPlace {
    fn of_this_process() -> io::Result<GroupPlace> {
        let groups = fs::read_to_string("/proc/self/cgroup")?;
        let mounts = fs::read_to_string("/proc/self/mountinfo")?;
        let passes_on = |group: &Path| {
            fs::read_to_string(group.join("cgroup.subtree_control"))
                .is_ok_and(|list| list.split_whitespace().any(|name| name == "pids"))
        };
        GroupPlace::find(&groups, &mounts, passes_on)
            .ok_or_else(|| io::Error::other("no control groups that bound the number of processes"))
    }

    /// Finds it in what the kernel says of the groups and mounts of a process. In the second generation a group that has
    /// members cannot have groups with controllers below it, so that one above it must pass the controller on.
    fn find(groups: &str, mounts: &str, passes_on: impl Fn(&Path) -> bool) -> Option<GroupPlace> {
        let mut first = None;
        let mut second = None;
        for line in groups.lines() {
            let mut fields = line.splitn(3, ':');
            let (number, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
            if controllers.split(',').any(|name| name == "pids") {
                first = mounted(mounts, "cgroup", "pids", path).map(|(_, own)| GroupPlace {
                    above: own.clone(),
                    own,
                });
            } else if number == "0" {
                second = mounted(mounts, "cgroup2", "", path).and_then(|(top, own)| {
                    let inside = own.ancestors().take_while(|group| group.starts_with(&top));
                    let above = inside.map(Path::to_owned).find(|group| passes_on(group))?;
                    Some(GroupPlace { own, above })
                });
            }
        }
        first.or(second)
    }
}

/// Finds a group below a mount of this type whose options name the controller: returns the mount and the group.
fn mounted(mounts: &str, kind: &str, controller: &str, group: &str) -> Option<(PathBuf, PathBuf)> {
    mounts.lines().find_map(|line| {
        let (place, system) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (root, point) = (place.next()?, place.next()?);
        let mut system = system.split(' ');
        let named = |options: &str| options.split(',').any(|name| name == controller);
        let is_it = system.next()? == kind && (controller.is_empty() || named(system.nth(1)?));
        let below = Path::new(group).strip_prefix(root).ok()?;
        is_it.then(|| (PathBuf::from(point), Path::new(point).join(below)))
    })
}

fn to_write(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
23 1 0:5 / /proc rw - proc proc rw
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime shared:7 - cgroup2 cgroup2 rw
";
    const SECOND: &str = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

    fn place(own: &str, above: &str) -> Option<GroupPlace> {
        Some(GroupPlace {
            own: own.into(),
            above: above.into(),
        })
    }

    #[test]
    fn the_first_generation_has_a_tree_for_the_controller() {
        let groups = "9:name=systemd:/\n8:cpu,pids:/a/b\n0::/c\n";
        assert_eq!(
            GroupPlace::find(groups, MOUNTS, |_| false),
            place("/sys/fs/cgroup/pids/a/b", "/sys/fs/cgroup/pids/a/b")
        );
        assert_eq!(GroupPlace::find("8:cpu:/\n0::/c\n", MOUNTS, |_| false), None);
    }

    #[test]
    fn in_the_second_generation_the_nearest_group_that_passes_the_controller_on_is_taken() {
        let top = Path::new("/sys/fs/cgroup");
        let slice = Path::new("/sys/fs/cgroup/user.slice");
        let find = |passes_on: &[&Path]| {
            GroupPlace::find("0::/user.slice/one.scope\n", SECOND, |group| passes_on.contains(&group))
        };
        let own = "/sys/fs/cgroup/user.slice/one.scope";
        assert_eq!(find(&[top, slice]), place(own, "/sys/fs/cgroup/user.slice"));
        assert_eq!(find(&[top]), place(own, "/sys/fs/cgroup"));
        assert_eq!(find(&[Path::new("/sys/fs"), Path::new("/")]), None);
    }

    #[test]
    fn a_group_outside_the_mount_is_none_of_ours() {
        let part = "30 23 0:26 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
        assert_eq!(
            GroupPlace::find("0::/docker/x/y\n", part, |_| true),
            place("/sys/fs/cgroup/y", "/sys/fs/cgroup/y")
        );
        assert_eq!(GroupPlace::find("0::/../z\n", part, |_| true), None);
    }
}
