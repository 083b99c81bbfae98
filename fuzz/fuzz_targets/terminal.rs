//! Any bytes as events of the terminal game: keys, the mouse, sizes, pastes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(message) = polymerge_tui::play_events(data) {
        panic!("{message}");
    }
});
