//! Games of modes made and mixed from the bytes, with and without memory.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    match choice % 2 {
        0 => stress::mixed::remember_mixed(bytes, 60),
        _ => stress::laws::remember_generated(bytes),
    };
});
