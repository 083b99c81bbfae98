//! Any text as an expression: read, compiled and run, within small limits.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("expression", data).expect("the target is there");
});
