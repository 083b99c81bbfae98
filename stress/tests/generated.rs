//! Laws that hold in games of generated modes.

use stress::{laws, mixed};

/// The number of modes that are generated.
const MODES: u64 = 200;
const BYTES: usize = 600;

fn bytes(seed: u64) -> Vec<u8> {
    stress::random_bytes(seed, BYTES)
}

#[test]
fn turns_of_generated_modes_keep_the_laws() {
    let started = (0..MODES).filter(|seed| laws::play_generated(&bytes(*seed))).count() as u64;
    assert!(started > MODES / 4, "only {started} of {MODES} games could be started");
}

#[test]
fn replays_of_generated_modes_come_to_one_end() {
    for seed in 0..MODES {
        laws::replay_generated(&bytes(MODES + seed));
    }
}

#[test]
fn generated_modes_go_the_same_way_with_and_without_memory() {
    let moves: usize = (0..MODES).map(|seed| laws::remember_generated(&bytes(2 * MODES + seed))).sum();
    assert!(moves > 5 * MODES as usize, "only {moves} moves were compared");
}

/// The number of modes that are mixed.
const MIXTURES: u64 = 400;
const PRESSES: usize = 60;

#[test]
fn mixed_modes_go_the_same_way_with_and_without_memory() {
    let moves: usize =
        (0..MIXTURES).map(|seed| mixed::compare_mixed_games(&bytes(3 * MODES + seed), PRESSES)).sum();
    assert!(moves > 50 * MIXTURES as usize, "only {moves} moves were compared");
}
