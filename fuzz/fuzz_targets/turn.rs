//! Whole turns on modes made from the bytes.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    stress::laws::play_generated(bytes);
});
