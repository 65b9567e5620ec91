//! The limits of one run, and the kinds of limits.

use std::fmt;
use std::time::Duration;

/// The limits of one run, with sizes in bytes.
///
/// The defaults suit a contest problem: one second of processor time, 256 MB of memory, 1 MB of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time of the whole process tree: user and system, all threads, orphans included.
    pub cpu: Duration,
    /// Time on the clock. It is a safety net for programs that wait or sleep, and never the measure of a fast program:
    /// see [`Limits::wall_for`].
    ///
    /// If the kernel reports the run delay, as Linux does, the clock stands still while the program is ready to run but
    /// has no processor. [`Limits::PATIENCE`] bounds that.
    pub wall: Duration,
    /// Resident memory of the whole process tree. The stack may grow to 15/16 of it, so that endless recursion shows as
    /// a crash and not as a memory problem.
    pub memory: u64,
    /// Bytes on standard output, and separately bytes of the output file.
    pub output: u64,
    /// Bytes of standard error that are kept. The rest is read, counted and dropped.
    pub stderr: u64,
    /// The most processes and threads at once, if more than one process is allowed.
    pub processes: u64,
    /// The most threads at once, if only one process is allowed.
    pub threads: u64,
    /// Whether more than one process is allowed. If not, the kernel refuses any second process in tiers 1 and 2.
    pub forks: bool,
    /// Whether the program may change modes, owners and times of files.
    ///
    /// If not, tier 2 refuses it, because files of this user's other programs are in reach. In tier 1 a program reaches
    /// only the files of its scratch folder.
    pub modes: bool,
    /// The most file descriptors of one process.
    pub open_files: u64,
    /// The most bytes in the scratch folder, besides the input file, and in any file.
    pub scratch_bytes: u64,
    /// The most files and folders in the scratch folder.
    pub scratch_inodes: u64,
}

impl Limits {
    /// The multiple of [`Limits::wall`] after which a run is stopped, however long it waited for a processor.
    pub const PATIENCE: u32 = 10;

    /// Returns the limit on the clock for a processor limit: the larger of 2.5 × `cpu` and `cpu` + 2 s.
    ///
    /// So a program on a busy machine, which gets only a part of a core, still ends by its processor time.
    pub fn wall_for(cpu: Duration) -> Duration {
        cpu.saturating_mul(5)
            .checked_div(2)
            .unwrap_or(cpu)
            .max(cpu.saturating_add(Duration::from_secs(2)))
    }

    /// Returns the most processes and threads at once.
    pub fn tasks(&self) -> u64 {
        if self.forks { self.processes } else { self.threads }
    }

    /// Returns these limits with another processor limit and its limit on the clock.
    pub fn with_cpu(self, cpu: Duration) -> Limits {
        Limits {
            cpu,
            wall: Limits::wall_for(cpu),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        let cpu = Duration::from_secs(1);
        Limits {
            cpu,
            wall: Limits::wall_for(cpu),
            memory: 256 << 20,
            output: 1 << 20,
            stderr: 64 << 10,
            processes: 64,
            threads: 256,
            forks: true,
            modes: true,
            open_files: 256,
            scratch_bytes: 16 << 20,
            scratch_inodes: 1000,
        }
    }
}

/// A limit that a run can exceed, in the order of their precedence in a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// More than [`Limits::output`] bytes on standard output or in the output file.
    Output,
    /// More than [`Limits::scratch_bytes`] of files in the scratch folder, if the kernel does not refuse them.
    Files,
    /// More processor time than [`Limits::cpu`].
    Cpu,
    /// Still running at the end of [`Limits::wall`], and stopped for that.
    Wall,
    /// More resident memory than [`Limits::memory`].
    Memory,
    /// More processes and threads than [`Limits::processes`], if the kernel does not refuse them. The excess processes
    /// that a sample sees are killed, and the run continues.
    Processes,
}

impl fmt::Display for Limit {
    /// Writes the limited quantity in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Output => "output",
            Limit::Files => "files",
            Limit::Cpu => "processor time",
            Limit::Wall => "time on the clock",
            Limit::Memory => "memory",
            Limit::Processes => "processes",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_generous_if_limits_are_short() {
        for (cpu_ms, wall_ms) in [
            (0, 2000),
            (500, 2500),
            (1000, 3000),
            (1333, 3333),
            (2000, 5000),
            (10_000, 25_000),
        ] {
            let wall = Limits::wall_for(Duration::from_millis(cpu_ms));
            assert_eq!(wall, Duration::from_millis(wall_ms), "cpu limit {cpu_ms} ms");
        }
        assert_eq!(Limits::wall_for(Duration::MAX), Duration::MAX);
    }

    #[test]
    fn limits_decide_in_the_order_of_the_verdicts() {
        let mut limits = [
            Limit::Processes,
            Limit::Memory,
            Limit::Wall,
            Limit::Cpu,
            Limit::Files,
            Limit::Output,
        ];
        limits.sort();
        assert_eq!(
            limits,
            [
                Limit::Output,
                Limit::Files,
                Limit::Cpu,
                Limit::Wall,
                Limit::Memory,
                Limit::Processes
            ]
        );
    }
}
