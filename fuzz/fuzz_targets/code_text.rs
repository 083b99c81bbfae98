//! Any text as a code.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("code_text", data).expect("the target is there");
});
