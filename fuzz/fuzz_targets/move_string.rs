//! Any text as a move string.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("move_string", data).expect("the target is there");
});
