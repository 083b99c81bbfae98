//! Any bytes as a mode file: checked, and what can be read survives being written.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("mode_file", data).expect("the target is there");
});
