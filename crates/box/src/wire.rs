//! The format of the orders and reports between stages: a list of fields. Each number has eight bytes in little-endian
//! order, and each text or list follows its length.
//!
//! Both ends are the same executable, so there are no versions. A short or garbled message is an error and never a
//! panic, because a stage may die while it sends one. Reading allocates only memory for bytes that have arrived.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

/// A value that stages can send.
pub(crate) trait Wire: Sized {
    /// Appends this value to `out`.
    fn put(&self, out: &mut Vec<u8>);
    /// Takes a value off the front of `from`, or returns `None` if the bytes do not hold one.
    fn get(from: &mut &[u8]) -> Option<Self>;
}

/// Returns a whole message: the length of the body, then the body.
pub(crate) fn message(value: &impl Wire) -> Vec<u8> {
    let mut body = Vec::new();
    value.put(&mut body);
    let mut out = Vec::with_capacity(body.len() + LENGTH);
    (body.len() as u64).put(&mut out);
    out.extend_from_slice(&body);
    out
}

/// Bytes of the length before a message.
pub(crate) const LENGTH: usize = 8;

/// Returns the body of the message at the front of `received` and the rest, or `None` if the message is incomplete.
pub(crate) fn split(received: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = received.split_first_chunk::<LENGTH>()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

/// Returns the value of a message body that must hold nothing else.
pub(crate) fn value<T: Wire>(mut body: &[u8]) -> Option<T> {
    let value = T::get(&mut body)?;
    body.is_empty().then_some(value)
}

impl Wire for bool {
    fn put(&self, out: &mut Vec<u8>) {
        u64::from(*self).put(out);
    }
    fn get(from: &mut &[u8]) -> Option<bool> {
        match u64::get(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Wire for u64 {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }
    fn get(from: &mut &[u8]) -> Option<u64> {
        let (head, rest) = from.split_first_chunk::<8>()?;
        *from = rest;
        Some(u64::from_le_bytes(*head))
    }
}

impl Wire for Vec<u8> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u64).put(out);
        out.extend_from_slice(self);
    }
    fn get(from: &mut &[u8]) -> Option<Vec<u8>> {
        let length = usize::try_from(u64::get(from)?).ok()?;
        let (head, rest) = from.split_at_checked(length)?;
        *from = rest;
        Some(head.to_vec())
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        u64::from(self.is_some()).put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }
    fn get(from: &mut &[u8]) -> Option<Option<T>> {
        match u64::get(from)? {
            0 => Some(None),
            1 => Some(Some(T::get(from)?)),
            _ => None,
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u64).put(out);
        for value in self {
            value.put(out);
        }
    }
    fn get(from: &mut &[u8]) -> Option<Vec<T>> {
        let length = u64::get(from)?;
        let mut values = Vec::new();
        for _ in 0..length {
            values.push(T::get(from)?);
        }
        Some(values)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    fn get(from: &mut &[u8]) -> Option<(A, B)> {
        Some((A::get(from)?, B::get(from)?))
    }
}

impl Wire for OsString {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes().to_vec().put(out);
    }
    fn get(from: &mut &[u8]) -> Option<OsString> {
        Vec::<u8>::get(from).map(OsString::from_vec)
    }
}

impl Wire for PathBuf {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_os_str().to_owned().put(out);
    }
    fn get(from: &mut &[u8]) -> Option<PathBuf> {
        OsString::get(from).map(PathBuf::from)
    }
}

impl Wire for String {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes().to_vec().put(out);
    }
    fn get(from: &mut &[u8]) -> Option<String> {
        String::from_utf8(Vec::<u8>::get(from)?).ok()
    }
}

impl Wire for Duration {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_secs().put(out);
        u64::from(self.subsec_nanos()).put(out);
    }
    fn get(from: &mut &[u8]) -> Option<Duration> {
        let (seconds, nanos) = (u64::get(from)?, u32::try_from(u64::get(from)?).ok()?);
        (nanos < 1_000_000_000).then(|| Duration::new(seconds, nanos))
    }
}

/// Implements `Wire` for a struct by its fields, in the given order.
macro_rules! fields_travel {
    ($type:ident: $($field:ident),+ $(,)?) => {
        impl $crate::wire::Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                $($crate::wire::Wire::put(&self.$field, out);)+
            }
            fn get(from: &mut &[u8]) -> Option<$type> {
                $(let $field = $crate::wire::Wire::get(from)?;)+
                Some($type { $($field),+ })
            }
        }
    };
}

/// Implements `Wire` for an enum without data by the position of its variant in the given list.
macro_rules! variants_travel {
    ($type:ident: $($variant:ident),+ $(,)?) => {
        impl $crate::wire::Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                let all = [$($type::$variant),+];
                let position = all.iter().position(|one| one == self).expect("the list holds every variant");
                $crate::wire::Wire::put(&(position as u64), out);
            }
            fn get(from: &mut &[u8]) -> Option<$type> {
                let position = usize::try_from(<u64 as $crate::wire::Wire>::get(from)?).ok()?;
                [$($type::$variant),+].get(position).copied()
            }
        }
    };
}

pub(crate) use {fields_travel, variants_travel};

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Wire + PartialEq + std::fmt::Debug>(sent: &T) {
        let message = message(sent);
        assert_eq!(
            u64::from_le_bytes(message[..LENGTH].try_into().unwrap()),
            (message.len() - LENGTH) as u64
        );
        assert_eq!(value::<T>(&message[LENGTH..]).as_ref(), Some(sent));
        for cut in LENGTH..message.len() {
            assert_eq!(value::<T>(&message[LENGTH..cut]), None, "cut after {cut} bytes");
        }
        let twice = [&message[..], &message[..]].concat();
        assert_eq!(split(&twice), Some((&message[LENGTH..], &message[..])));
        for cut in 0..message.len() {
            assert_eq!(split(&message[..cut]), None);
        }
        let longer = [&message[LENGTH..], &[0]].concat();
        assert_eq!(value::<T>(&longer), None, "a byte too many");
    }

    #[test]
    fn every_value_survives_the_wire_and_no_part_passes_for_it() {
        round_trip(&u64::MAX);
        round_trip(&vec![0u8, 255, 10]);
        round_trip(&vec![OsString::from_vec(vec![b'a', 0xff]), OsString::from("b")]);
        round_trip(&Some((OsString::from("Stones.in"), PathBuf::from("/a/b"))));
        round_trip(&(Duration::new(3, 999_999_999), String::from("é")));
    }

    #[test]
    fn a_length_beyond_the_bytes_is_refused_unallocated() {
        let huge = u64::MAX.to_le_bytes();
        assert_eq!(value::<Vec<u8>>(&huge), None);
        assert_eq!(value::<Vec<u64>>(&huge), None);
        assert_eq!(value::<Option<u64>>(&huge), None);
    }
}
