//! Any bytes as a message between the stages of the sandbox: they are read or refused without a panic.
//!
//! Reading needs no more memory than there are bytes. A readable message can be written and read again.
#![no_main]

use gamesolve_box::reread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| reread(data));
