//! Whole turns on modes made from the bytes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("turn", data).expect("the target is there");
});
