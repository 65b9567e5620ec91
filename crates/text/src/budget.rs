//! The memory and the work of a solver, and the refusal of larger needs.
//!
//! Work is counted in steps of about a nanosecond, so that every machine answers or refuses the same inputs. A bound on
//! the time is a separate option, `--time-limit`.

use std::fmt;
use std::fs::File;
use std::io::Read as _;

/// Bounds on the memory and the work of solving one instance. Memory is checked before it is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    memory: Memory,
    /// The bytes in use already: the text and the data read from it.
    held: u64,
    steps: u64,
    /// Whether the steps are the share for displayed results.
    to_show: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Bytes(u64),
    /// The free memory of the machine at the time of the question.
    Machine,
}

/// The bytes that every machine is trusted to have: asking for the free memory takes longer than most small answers.
const TRUSTED_BYTES: u128 = 16 << 20;

/// The default bound on the steps of a solver: about a minute.
pub const DEFAULT_STEPS: u64 = 40_000_000_000;

/// The inverse of the share of the steps for displayed results and their reasons.
const SHARE_TO_SHOW: u64 = 32;

/// A well-formed instance that needs more than the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(Box<Told>);

/// The content of a refusal. It is boxed to keep errors small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    message: String,
    hint: String,
    is_of_work: bool,
}

impl Budget {
    /// Returns a budget of a number of bytes, and of the usual number of steps.
    pub const fn of(bytes: u64) -> Budget {
        Budget {
            memory: Memory::Bytes(bytes),
            held: 0,
            steps: DEFAULT_STEPS,
            to_show: false,
        }
    }

    /// Returns the budget of the machine's free memory, which is looked up only for larger needs.
    pub fn of_this_machine() -> Budget {
        Budget {
            memory: Memory::Machine,
            held: 0,
            steps: DEFAULT_STEPS,
            to_show: false,
        }
    }

    /// Returns the same budget with this many bytes in use.
    #[must_use]
    pub const fn holding(self, bytes: u64) -> Budget {
        Budget { held: bytes, ..self }
    }

    /// Returns the same budget with this many more bytes in use.
    #[must_use]
    pub const fn taking(self, bytes: u64) -> Budget {
        self.holding(self.held.saturating_add(bytes))
    }

    /// Returns the same memory with another number of steps.
    #[must_use]
    pub const fn with_steps(self, steps: u64) -> Budget {
        Budget { steps, ..self }
    }

    /// Returns the budget for finding and checking displayed results: a share of the work, some seconds at most.
    #[must_use]
    pub const fn to_show(self) -> Budget {
        Budget {
            steps: self.steps / SHARE_TO_SHOW,
            to_show: true,
            ..self
        }
    }

    /// Returns the bound on work, in steps.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the bytes that may still be used.
    ///
    /// For the machine's budget on Linux, these bytes are free now and within the limit of this process. If the system
    /// does not report them, it is 4 GiB.
    pub fn bytes(&self) -> u64 {
        const ELSEWHERE: u64 = 4 << 30;
        match self.memory {
            Memory::Bytes(bytes) => bytes.saturating_sub(self.held),
            Memory::Machine => free().unwrap_or(ELSEWHERE).min(allowed().unwrap_or(u64::MAX)),
        }
    }

    /// Refuses `needed` bytes above the budget. `what` names their use (`33554432 positions`).
    ///
    /// # Errors
    /// The refusal, with both figures.
    pub fn require(&self, needed: u128, what: fmt::Arguments<'_>) -> Result<(), Refusal> {
        let (needed, bytes) = match self.memory {
            Memory::Machine if needed <= TRUSTED_BYTES => return Ok(()),
            Memory::Machine => (needed, self.bytes()),
            Memory::Bytes(bytes) => (needed.saturating_add(self.held.into()), bytes),
        };
        let bytes = u128::from(bytes);
        if needed <= bytes {
            return Ok(());
        }
        Err(Refusal::of_memory(format_args!(
            "{what} need about {}, the budget is {}",
            Size(needed),
            Size(bytes)
        )))
    }

    /// Refuses `needed` steps above the budget. `what` names the work (`checking 1000 boards`).
    ///
    /// # Errors
    /// The refusal, with both figures.
    pub fn require_steps(&self, needed: u128, what: fmt::Arguments<'_>) -> Result<(), Refusal> {
        if needed <= u128::from(self.steps) {
            Ok(())
        } else {
            Err(self.over_work(format_args!(
                "{what} takes about {needed} steps, the budget is {}",
                self.steps
            )))
        }
    }

    /// Returns the refusal of work above this bound. The hint names the option that allows it.
    pub fn over_work(&self, message: impl fmt::Display) -> Refusal {
        let hint = if self.to_show {
            format!("`--work-limit` sets the budget, and 1/{SHARE_TO_SHOW} of it is for this")
        } else {
            "`--work-limit` sets the budget".to_owned()
        };
        let mut refusal = Refusal::new(message, hint);
        refusal.0.is_of_work = true;
        refusal
    }
}

/// Returns the free memory in bytes (Linux).
fn free() -> Option<u64> {
    // The line is near the beginning, so the file need not be read to its end.
    let mut bytes = [0; 512];
    let length = File::open("/proc/meminfo").ok()?.read(&mut bytes).ok()?;
    let text = str::from_utf8(&bytes[..length]).ok()?;
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the bytes of address space that this process may still use (Linux), or `None` without a limit.
fn allowed() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let number = |text: &str, name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    // Without a limit, the entry is the word `unlimited`.
    let limit = number(&limits, "Max address space")?;
    let taken = number(&status, "VmSize:")?.saturating_mul(1024);
    Some(limit.saturating_sub(taken))
}

impl Refusal {
    /// Returns a refusal for lack of memory. Its hint names the option that allows more.
    pub fn of_memory(message: impl fmt::Display) -> Refusal {
        Refusal::new(message, "`--memory-limit` sets the budget")
    }

    /// Returns a refusal that no option lifts. Its hint says so.
    pub fn unconditional(message: impl fmt::Display) -> Refusal {
        Refusal::new(message, "no option lifts this limit")
    }

    /// Returns a refusal for another reason.
    ///
    /// `message` names the need and the bound. `hint` names the option that lifts the bound, or says that there is
    /// none.
    pub fn new(message: impl fmt::Display, hint: impl Into<String>) -> Refusal {
        Refusal(Box::new(Told {
            message: message.to_string(),
            hint: hint.into(),
            is_of_work: false,
        }))
    }

    /// Returns whether the reason is too much work, and not memory or something else.
    pub fn is_of_work(&self) -> bool {
        self.0.is_of_work
    }

    /// Returns the need and the bound in words.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the hint: the option that lifts the bound, or that there is none.
    pub fn hint(&self) -> &str {
        &self.0.hint
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nhint: {}", self.message(), self.hint())
    }
}

impl std::error::Error for Refusal {}

/// A number of bytes for people: three digits and a unit of a thousand.
#[derive(Clone, Copy, Debug)]
pub struct Size(pub u128);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 7] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
        let mut divisor: u128 = 1;
        let mut unit = 0;
        while self.0 / divisor >= 1000 && unit + 1 < UNITS.len() {
            divisor *= 1000;
            unit += 1;
        }
        let tenths = self.0 / (divisor / 10).max(1);
        if unit == 0 || tenths >= 100 {
            write!(f, "{} {}", self.0 / divisor, UNITS[unit])
        } else {
            write!(f, "{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        for (bytes, shown) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (9_999, "9.9 kB"),
            (10_000, "10 kB"),
            (134_000_000, "134 MB"),
            (u128::MAX, "340282366920938463463 EB"),
        ] {
            assert_eq!(Size(bytes).to_string(), shown);
        }
    }

    #[test]
    fn a_machine_is_asked_only_for_more_than_a_little() {
        let machine = Budget::of_this_machine();
        assert_eq!(machine.require(TRUSTED_BYTES, format_args!("it")), Ok(()));
        assert!(machine.bytes() > 0);
        let refusal = machine.require(u128::from(u64::MAX), format_args!("it"));
        assert!(refusal.unwrap_err().to_string().contains("the budget is "));
    }

    #[test]
    fn a_refusal_of_work_tells_both_figures() {
        let budget = Budget::of(0).with_steps(1000);
        assert_eq!(budget.require_steps(1000, format_args!("it")), Ok(()));
        let refusal = budget.require_steps(1001, format_args!("checking it")).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "checking it takes about 1001 steps, the budget is 1000\nhint: `--work-limit` sets the budget"
        );
    }

    #[test]
    fn what_is_shown_has_a_share_of_the_work() {
        let budget = Budget::of(0).with_steps(32_000).to_show();
        assert_eq!(budget.require_steps(1000, format_args!("it")), Ok(()));
        let refusal = budget.require_steps(1001, format_args!("it")).unwrap_err();
        assert!(refusal.is_of_work());
        assert_eq!(
            refusal.hint(),
            "`--work-limit` sets the budget, and 1/32 of it is for this"
        );
    }

    #[test]
    fn what_is_held_counts() {
        let budget = Budget::of(1000).holding(600);
        assert_eq!(budget.bytes(), 400);
        assert_eq!(budget.require(400, format_args!("it")), Ok(()));
        let refusal = budget.require(401, format_args!("they")).unwrap_err().to_string();
        assert!(
            refusal.starts_with("they need about 1.0 kB, the budget is 1.0 kB"),
            "{refusal}"
        );
    }

    #[test]
    fn a_refusal_tells_both_figures() {
        let budget = Budget::of(1_000_000);
        assert_eq!(budget.require(1_000_000, format_args!("it")), Ok(()));
        assert!(budget.require(1_000_001, format_args!("it")).is_err());
        let refusal = budget.require(5_000_000_000, format_args!("9 positions")).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "9 positions need about 5.0 GB, the budget is 1.0 MB\nhint: `--memory-limit` sets the budget"
        );
    }
}
