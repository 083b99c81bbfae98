//! Games of modes made from the bytes, played again from their records.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| stress::laws::replay_generated(bytes));
