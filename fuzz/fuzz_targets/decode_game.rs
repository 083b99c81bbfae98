//! Game codes.

#![no_main]

mod code;

libfuzzer_sys::fuzz_target!(|data: &[u8]| code::check(polymerge_savecode::Kind::Game, data));
