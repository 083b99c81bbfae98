//! The bytes as a file of learned weights.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("weights", data).expect("the target is there");
});
