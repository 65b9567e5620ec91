//! The hosts file: the address of each process of a cluster.

use std::fmt;

use gamesolve_text::{InputError, Mode, Scanner, is_blank};

use super::fingerprint::Fingerprint;

/// The address of each process, by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<Address>,
}

/// A host name or an address, and a port, in the form of the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address(String);

/// The most processes of one cluster: each has a connection to every other.
pub const MAX_PROCESSES: usize = 1000;

impl Hosts {
    /// Reads a hosts file: one `host:port` on a line, with an IPv6 address in brackets.
    ///
    /// It ignores blank lines and lines that begin with `#`.
    ///
    /// # Errors
    /// Fails if a line has another form or repeats an address, if there are no addresses, or if there are more than
    /// [`MAX_PROCESSES`].
    pub fn read(bytes: &[u8]) -> Result<Hosts, InputError> {
        // Only for its errors about files that are not text.
        Scanner::new(bytes, Mode::Lenient)?;
        let mut named: Vec<(Address, usize)> = Vec::new();
        let mut start = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let offset = start + line.iter().take_while(|&&byte| is_blank(byte)).count();
            start += line.len();
            let line = bytes[offset..start].trim_ascii();
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            let address = Address::read(line).map_err(|why| {
                let found = gamesolve_text::quoted(line, 64);
                InputError::new(offset, line.len(), format!("expected `host:port`, found `{found}`")).with_hint(why)
            })?;
            if let Some((_, first)) = named.iter().find(|known| known.0 == address) {
                let message = format!("`{address}` is there twice");
                return Err(InputError::new(offset, line.len(), message)
                    .with_related(*first, "the first time")
                    .with_hint("every process needs a port of its own"));
            }
            if named.len() == MAX_PROCESSES {
                let message = format!("a cluster has at most {MAX_PROCESSES} processes");
                return Err(InputError::new(offset, line.len(), message));
            }
            named.push((address, offset));
        }
        if named.is_empty() {
            return Err(InputError::new(
                bytes.len(),
                0,
                "expected `host:port`, found end of file",
            ));
        }
        Ok(Hosts {
            addresses: named.into_iter().map(|entry| entry.0).collect(),
        })
    }

    /// Returns the number of processes.
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Returns whether there are no processes. There is always at least one.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// Returns the address of a process. Panics if there is no such process.
    pub fn address(&self, process: usize) -> &Address {
        &self.addresses[process]
    }

    /// Returns the numbers of the processes.
    pub fn all(&self) -> std::ops::Range<usize> {
        0..self.len()
    }

    /// Returns a number that almost certainly differs from the number of any other hosts.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut fingerprint = Fingerprint::default();
        for address in &self.addresses {
            fingerprint.add(address.0.as_bytes());
        }
        fingerprint.number()
    }
}

impl Address {
    /// Returns the address, or a description of the right form.
    fn read(text: &[u8]) -> Result<Address, &'static str> {
        const SHAPE: &str = "such as `node1:4000`, `10.0.0.1:4000` or `[::1]:4000`";
        let text = str::from_utf8(text).map_err(|_| SHAPE)?;
        let (host, port) = text.rsplit_once(':').ok_or(SHAPE)?;
        let bracketed = host.starts_with('[') && host.ends_with(']');
        let plain = |c: char| c.is_alphanumeric() || "-._".contains(c);
        if bracketed {
            let inner = &host[1..host.len() - 1];
            inner
                .parse::<std::net::Ipv6Addr>()
                .map_err(|_| "in brackets stands an IPv6 address")?;
        } else if host.is_empty() || !host.chars().all(plain) {
            return Err(SHAPE);
        }
        match port.parse::<u16>() {
            Ok(1..) if port.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Address(text.to_owned())),
            _ => Err("a port is a number from 1 to 65535"),
        }
    }

    /// Returns the text, which the standard library resolves.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, String) {
        let error = Hosts::read(text.as_bytes()).unwrap_err();
        (error.offset(), error.message().to_owned())
    }

    #[test]
    fn one_address_stands_on_a_line() {
        let hosts = Hosts::read(b"# two\r\n\r\n node1:4000 \r\n[::1]:80").unwrap();
        assert_eq!(hosts.len(), 2);
        assert_eq!(hosts.address(0).as_str(), "node1:4000");
        assert_eq!(hosts.address(1).as_str(), "[::1]:80");
    }

    #[test]
    fn anything_else_is_an_error_at_its_place() {
        for line in [
            "node1",
            "node1:",
            ":4000",
            "node1:0",
            "node1:65536",
            "node1:+80",
            "a b:80",
            "::1:80",
            "[::1:80",
            "[x]:80",
            "node1:4000 # first",
            "http://node1:80",
        ] {
            let (offset, message) = error(&format!("a:1\n  {line}\n"));
            assert_eq!(offset, 6, "{line}");
            assert_eq!(message, format!("expected `host:port`, found `{line}`"));
        }
    }

    #[test]
    fn no_address_and_one_that_comes_twice_are_errors() {
        assert_eq!(error("# none\n").0, 7);
        assert_eq!(error("a:1\nb:1\na:1\n"), (8, "`a:1` is there twice".into()));
        let many: String = (1..=1001).map(|port| format!("a:{port}\n")).collect();
        assert_eq!(error(&many).1, "a cluster has at most 1000 processes");
    }

    #[test]
    fn fingerprints_depend_on_every_address_and_their_order() {
        let of = |text: &str| Hosts::read(text.as_bytes()).unwrap().fingerprint();
        assert_eq!(of("a:1\nb:2\n"), of("# c\na:1\n\nb:2"));
        for other in ["b:2\na:1\n", "a:1\n", "a:1\nb:3\n", "a:1\nb:2\nc:3\n"] {
            assert_ne!(of("a:1\nb:2\n"), of(other), "{other}");
        }
    }
}
