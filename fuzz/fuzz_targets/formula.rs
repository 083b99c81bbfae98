//! Any text as a formula: refused, or compiled and shown again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("formula", data).expect("the target is there");
});
