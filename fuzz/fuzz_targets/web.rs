//! Any bytes as calls of the package for JavaScript, made natively.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // What would be thrown says what is wrong.
    if let Err(message) = polymerge_web::robot::call(data) {
        assert!(!message.is_empty());
    }
});
