//! Expressions made from the bytes, nearly always of what operators ask for.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    stress::targets::run("generated_expression", data).expect("the target is there");
});
