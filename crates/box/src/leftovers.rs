//! Leftovers of a run, which would count in the next run of the same supervisor.

use crate::cgroup::{Count, text};
use crate::tree::{SOCKETS, constant, sockets_in};
use nix::unistd::SysconfVar;
use std::fs::File;
use std::time::{Duration, Instant};

/// A check for leftovers. Its files stay open, because opening them takes longer than reading them.
pub(crate) struct Leftovers {
    own_memory: Option<File>,
    sockets: Option<File>,
    /// The number of sockets before the first run.
    sockets_before: u64,
}

impl Leftovers {
    /// Records the state before the first run.
    pub(crate) fn begin() -> Leftovers {
        let mut leftovers = Leftovers {
            own_memory: File::open("/proc/self/statm").ok(),
            sockets: File::open(SOCKETS).ok(),
            sockets_before: 0,
        };
        leftovers.sockets_before = leftovers.sockets();
        leftovers
    }

    /// Waits until the kernel has reclaimed the memory of the run's processes, which goes on after their death. Returns
    /// `false` if that takes too long, or if other leftovers would count in the next run.
    pub(crate) fn are_gone(&self, count: Option<&Count>) -> bool {
        const LONG: Duration = Duration::from_millis(50);
        if self.is_large() {
            return false;
        }
        let deadline = Instant::now() + LONG;
        loop {
            if count.is_none_or(Count::is_settled) && self.sockets() <= self.sockets_before {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns whether this process has kept memory of its outputs.
    ///
    /// The next run's last stage would inherit it, and the program's peak of memory begins there. Without it the
    /// process has some 0.4 MiB of its own.
    fn is_large(&self) -> bool {
        const LARGE: u64 = 1 << 20;
        let page = constant(SysconfVar::PAGE_SIZE).unwrap_or(0);
        own_pages(&told(self.own_memory.as_ref())).saturating_mul(page) > LARGE
    }

    fn sockets(&self) -> u64 {
        sockets_in(&told(self.sockets.as_ref()))
    }
}

/// Returns the text of a file of the kernel, or nothing if there is no such file.
fn told(file: Option<&File>) -> String {
    file.and_then(|file| text(file).ok()).unwrap_or_default()
}

/// Returns the number of memory pages that a process shares with no file, from the text of its `statm`, or 0 if it has
/// none.
fn own_pages(text: &str) -> u64 {
    let mut pages = text.split(' ').skip(1).map_while(|number| number.parse::<u64>().ok());
    pages.next().unwrap_or(0).saturating_sub(pages.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_memory_is_what_is_resident_and_of_no_file() {
        assert_eq!(own_pages("21321 930 828 2030 0 664 0\n"), 102);
        assert_eq!(own_pages(""), 0);
        assert_eq!(own_pages("9 3 5 0"), 0);
    }

    #[test]
    fn no_run_follows_while_a_socket_or_much_memory_is_left() {
        let socket = std::os::unix::net::UnixDatagram::unbound().unwrap();
        let leftovers = Leftovers::begin();
        assert!(leftovers.sockets_before > 0);
        let small = |sockets_before| Leftovers {
            own_memory: None,
            sockets_before,
            sockets: File::open(SOCKETS).ok(),
        };
        assert!(small(u64::MAX).are_gone(None));
        assert!(!small(0).are_gone(None));
        drop(socket);
        let kept = vec![1u8; 2 << 20];
        let of_many = Leftovers {
            sockets_before: u64::MAX,
            ..leftovers
        };
        assert!(!of_many.are_gone(None), "with {} bytes", kept.len());
    }
}
