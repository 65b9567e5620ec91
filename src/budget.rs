//! The memory that solving may take, and the refusal of work that would need more.

use std::fmt;
use std::fs::File;
use std::io::Read as _;

/// A bound on the memory that solving one instance may take, checked before anything is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(Bound);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Bytes(u64),
    /// The free memory of the machine at the time of the question.
    Machine,
}

/// A machine that runs this program at all is trusted to have so many bytes: to ask how many it has takes longer than
/// most small answers.
const TRUSTED_BYTES: u128 = 16 << 20;

/// A well-formed instance that needs more than the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    message: String,
}

impl Budget {
    /// Returns a number of bytes.
    pub const fn of(bytes: u64) -> Budget {
        Budget(Bound::Bytes(bytes))
    }

    /// Returns the budget that is the machine's free memory, looked up only when more than a little is needed.
    pub fn of_this_machine() -> Budget {
        Budget(Bound::Machine)
    }

    /// Returns the bound in bytes: of a machine what is free now and within the limit on this process (Linux), or 4 GiB
    /// where that cannot be told.
    pub fn bytes(&self) -> u64 {
        const ELSEWHERE: u64 = 4 << 30;
        match self.0 {
            Bound::Bytes(bytes) => bytes,
            Bound::Machine => free().unwrap_or(ELSEWHERE).min(allowed().unwrap_or(u64::MAX)),
        }
    }

    /// Refuses where `needed` bytes are more than the budget; `what` says what they are for (`33554432 positions`).
    ///
    /// # Errors
    /// The refusal, with both figures.
    pub fn require(&self, needed: u128, what: fmt::Arguments<'_>) -> Result<(), Refusal> {
        if self.0 == Bound::Machine && needed <= TRUSTED_BYTES {
            return Ok(());
        }
        let bytes = u128::from(self.bytes());
        if needed <= bytes {
            return Ok(());
        }
        let budget = Size(bytes);
        Err(Refusal {
            message: format!(
                "{what} need about {}, the budget is {budget}\nhint: `--memory-limit` sets the budget",
                Size(needed)
            ),
        })
    }
}

/// Returns the bytes that Linux has free.
fn free() -> Option<u64> {
    // The line stands near the beginning, and the file need not be read to its end.
    let mut bytes = [0; 512];
    let length = File::open("/proc/meminfo").ok()?.read(&mut bytes).ok()?;
    let text = str::from_utf8(&bytes[..length]).ok()?;
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the bytes of address space that this process may still take; `None` where nothing limits it (Linux).
fn allowed() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let number = |text: &str, name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    // Without a limit the word `unlimited` stands there.
    let limit = number(&limits, "Max address space")?;
    let taken = number(&status, "VmSize:")?.saturating_mul(1024);
    Some(limit.saturating_sub(taken))
}

impl Refusal {
    /// Returns a refusal for another reason than bytes: `message` says what is needed and what the bound is.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal {
            message: message.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
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
