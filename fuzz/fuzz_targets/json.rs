//! JSON of a code, read as it stands there and with its references replaced first.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("json", data).expect("the target is there");
});
