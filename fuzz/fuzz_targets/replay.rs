//! Games of modes made from the bytes, played again from their records.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("replay", data).expect("the target is there");
});
