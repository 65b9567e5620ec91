//! Any bytes as a message between the stages of the box: they are read or refused without a panic, without more memory than
//! there are bytes, and what is read can be written and read again.
#![no_main]

use gamesolve_box::reread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| reread(data));
