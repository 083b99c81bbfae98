//! Custom codes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("decode_custom", data).expect("the target is there");
});
