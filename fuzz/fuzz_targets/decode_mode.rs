//! Mode codes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("decode_mode", data).expect("the target is there");
});
