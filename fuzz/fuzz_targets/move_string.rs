//! Any text as a move string.

#![no_main]

use polymerge_savecode::moves::{decode, encode};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(read) = decode(text, 10_000) {
        assert_eq!(encode(&read.moves, read.directions).expect("what was read can be written"), text);
    }
});
