//! Infused codes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("decode_infused", data).expect("the target is there");
});
