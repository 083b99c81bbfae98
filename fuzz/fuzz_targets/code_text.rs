//! Any text as a code.

#![no_main]

mod code;

libfuzzer_sys::fuzz_target!(|text: &str| code::check_code(text));
