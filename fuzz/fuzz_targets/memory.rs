//! Games of modes made and mixed from the bytes, with and without memory.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("memory", data).expect("the target is there");
});
