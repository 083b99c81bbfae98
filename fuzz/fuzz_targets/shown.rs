//! Any expression as a formula, which becomes the same expression.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("shown", data).expect("the target is there");
});
