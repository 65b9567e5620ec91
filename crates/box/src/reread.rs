//! The entry point of the fuzzer: bytes as messages between stages.

use crate::conversation::{Message, Reply};
use crate::task::{Order, Report};
use crate::wire::{LENGTH, Wire, message, split, value};

/// Reads bytes as each kind of message between stages, for the fuzzer.
///
/// # Panics
/// If a message differs after it was written and read again.
pub fn reread(bytes: &[u8]) {
    fn as_one<T: Wire + PartialEq>(bytes: &[u8]) {
        if let Some(read) = value::<T>(bytes) {
            let written = message(&read);
            assert!(value(&written[LENGTH..]) == Some(read));
        }
    }
    if let Some((body, rest)) = split(bytes) {
        assert_eq!(LENGTH + body.len() + rest.len(), bytes.len());
    }
    as_one::<Order>(bytes);
    as_one::<Report>(bytes);
    as_one::<Message>(bytes);
    as_one::<Reply>(bytes);
}
