//! Laws that hold in games of generated modes.

use polymerge::advanced::modefile::{ReadOptions, SourceFile, read};
use polymerge::catalogue::BuiltIn;
use polymerge_rules::Mode;
use stress::actions::Action;
use stress::{Picks, generate, laws, mixed, targets};

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

/// The number of mode files that are generated.
const FILES: u64 = 300;

#[test]
fn generated_mode_files_are_answered_written_and_played() {
    let (mut were_read, mut started) = (0, 0);
    for seed in 0..FILES {
        let bytes = bytes(4 * MODES + MIXTURES + seed);
        let mut picks = Picks::new(&bytes);
        let actions = picks.list(10, Action::pick);
        let text = generate::file(&mut picks);
        targets::run("mode_file", text.as_bytes());
        let file = SourceFile::new("generated.jsonc", text.into_bytes());
        let Ok(file) = read(&file, &BuiltIn, &ReadOptions::default()) else { continue };
        were_read += 1;
        // Saved games go on in codes, which have no place for what runs before a game.
        let mode = Mode { before_game: None, ..file.mode };
        started += u64::from(laws::play(mode, seed, &actions).is_some());
    }
    let counts = format!("{were_read} of {FILES} files could be read, {started} games started");
    assert!(were_read > FILES / 4 && started > FILES / 8, "only {counts}");
}

/// The number of expressions that are shown.
const SHOWN: u64 = 3_000;

#[test]
fn generated_expressions_are_shown_as_formulas_and_come_back() {
    let shown = (0..SHOWN).filter_map(|seed| targets::run("shown", &bytes(10_000 + seed)));
    let formulas = shown.filter(|shown| !shown.contains('`')).count() as u64;
    assert!(formulas > SHOWN / 2, "only {formulas} of {SHOWN} expressions have a formula");
}
