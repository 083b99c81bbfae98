//! Games without memory and without events go as games with events do.

use std::sync::Arc;

use polymerge_modefile::catalogue;
use polymerge_rules::{Direct, Limits, MemoryLimits, Mode, Rng, Ruleset};
use stress::mixed::{BOARDS, on_board};
use stress::rollout::compare;
use stress::value;

/// Presses the directions of a mode. Returns the number of presses that moved something.
fn compare_plain(rules: &Arc<Ruleset>, seed: u64, presses: usize) -> usize {
    compare(rules, &Rng::new(seed), presses, MemoryLimits::none())
        + compare(rules, &Direct(Rng::new(!seed)), presses, MemoryLimits::none())
}

#[test]
fn built_in_modes_go_the_same_way_without_an_account() {
    for mode in catalogue::modes() {
        let rules = Ruleset::compile(mode.read().unwrap().mode, Limits::default()).unwrap();
        let moves = compare_plain(&rules, 3, 60);
        assert!(moves > 10, "{}: only {moves} moves", mode.name());
    }
}

/// Tiles of two entries, of which rules see one or both.
#[test]
fn tiles_of_several_entries_go_the_same_way() {
    let rule = r#"[[2, ["@This 0", "=", "@Next 1 0", "&&", ["@This 1", "!=", "@Next 1 1"]], false,
        [[["@This 0", "+", 1], "@Next 1 1"]], ["@This 1", "+", "@Next 1 0"]]]"#;
    let spawns = "[[[1, 0], 40], [[1, 1], 40], [[1], 10], [[1, 0, 7], 10]]";
    for tile_entries in [1, 2, 3] {
        for text in BOARDS {
            let mode =
                Mode { merge_rules: value(rule), spawns: value(spawns), tile_entries, ..on_board(text) };
            compare_plain(&Ruleset::compile(mode, Limits::default()).unwrap(), 7, 100);
        }
    }
}
