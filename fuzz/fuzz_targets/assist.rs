//! Any bytes as a mode file under a cursor.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("assist", data).expect("the target is there");
});
