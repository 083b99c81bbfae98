//! Replay codes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("decode_replay", data).expect("the target is there");
});
