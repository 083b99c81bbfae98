//! Modes that are changed as players change them go the same way with and without
//! memory, alone and among others, and mostly on packed boards.

use std::sync::Arc;

use polymerge::Mode;
use polymerge_rules::{Direct, MemoryLimits, Rng, Rollout, Ruleset, Strategy};
use stress::rollout::{compare, compare_batch, of_few_lines, play_on};

/// A built-in mode with changes, separated by spaces.
fn changed(mode: &str, changes: &str) -> Arc<Ruleset> {
    let mode = Mode::built_in(mode).unwrap();
    let changed = changes.split(' ').try_fold(mode, |mode, change| mode.with(change)).unwrap();
    Arc::clone(changed.compile().unwrap().ruleset())
}

/// Changes of the geometry.
const GRIDS: &[&str] = &[
    "grid=9x9",
    "grid=9x3",
    "grid=12x2",
    "grid=2x15",
    "grid=15x15",
    "grid=16x16",
    "grid=16x3",
    "grid=2x16",
    "grid=16x8 direction_set=both",
    "grid=17x4",
    "grid=hexagon:1",
    "grid=hexagon:2",
    "grid=hexagon:3",
    "grid=hexatriangle",
    "grid=hexatriangle:4",
    "grid=diamond:5",
    "grid=checkerboard",
    "grid=checkerboard:6x5",
    "grid=checkerboard:9x9",
    "grid=4d",
    "grid=4d:3:2:2:1",
    "grid=4d:3:3:3:3",
    "direction_set=diagonal",
    "direction_set=both",
    "direction_set=both grid=6x5",
    "direction_set=diagonal grid=9x8",
];

/// Compares the fast games of a changed mode with plain ones.
fn goes_the_same_way(mode: &str, changes: &str, presses: usize) {
    let rules = changed(mode, changes);
    println!("{mode} {changes}");
    let moves = compare(&rules, &Rng::new(1), presses, MemoryLimits::default())
        + compare(&rules, &Direct(Rng::new(2)), presses, of_few_lines());
    assert!(moves > presses / 4, "{mode} {changes}: {moves} moves");
    compare_batch(&rules, 3, 3, presses / 4);
}

#[test]
fn games_on_every_grid_go_the_same_way() {
    for changes in GRIDS {
        goes_the_same_way("classic", changes, 300);
    }
}

/// Built-in modes of other rules: tiles behind that decide, several merges at once,
/// many tiles, ends of turns, variables, tiles that fill cells.
const MODES: [&str; 8] = ["022", "031", "036", "040", "045", "061", "083", "117"];

#[test]
fn other_modes_go_the_same_way_on_other_grids() {
    for mode in MODES {
        for changes in ["grid=hexagon:2", "grid=9x4", "grid=3x16", "direction_set=both", "grid=4d"] {
            goes_the_same_way(mode, changes, 100);
        }
    }
}

/// Changes of what spawns, where and when, and of directions that move nothing.
const SPAWNS: &[&str] = &[
    "tiles_per_move=2",
    "tiles_per_move=3 grid=5x4",
    "tiles_per_move=infinity",
    "tiles_per_move=2 spawn_location=edge",
    "next_tiles=1",
    "next_tiles=3",
    "next_tiles=8 tiles_per_move=2",
    "spawn_location=edge",
    "spawn_location=edge next_tiles=2 grid=hexagon:2",
    "spawn_location=edge grid=diamond:5",
    "spawn_location=edge grid=checkerboard",
    "spawn_location=edge direction_set=both",
    "spawn_interval=2",
    "spawn_interval=3 tiles_per_move=2 next_tiles=1",
    "spawn_interval=7 grid=hexagon:2",
    "stay_still",
    "stay_still spawn_interval=2",
    "stay_still spawn_location=edge tiles_per_move=2",
    "stay_still grid=hexagon:2 next_tiles=3",
    "stay_still grid=9x5",
];

#[test]
fn tiles_spawn_in_the_same_way() {
    for changes in SPAWNS {
        goes_the_same_way("classic", changes, 300);
    }
}

/// Changes that leave holes behind which count down.
const HOLES: [&str; 6] = [
    "garbage=1",
    "garbage=3",
    "garbage=2 grid=hexagon:2",
    "garbage=4 grid=5x6 tiles_per_move=2",
    "garbage=2 spawn_location=edge next_tiles=1",
    "garbage=5 grid=9x4 stay_still",
];

#[test]
fn holes_count_down_in_the_same_way() {
    for changes in HOLES {
        goes_the_same_way("classic", changes, 300);
    }
    // Rules change single tiles at the end of turns, too.
    for mode in ["025", "031"] {
        goes_the_same_way(mode, "garbage=3", 150);
    }
}

/// Built-in modes whose tiles come out of boxes, are computed, or whose weights depend
/// on what was discovered.
#[test]
fn tiles_of_other_modes_spawn_in_the_same_way() {
    for mode in ["029", "030", "037", "047", "070"] {
        for changes in ["tiles_per_move=2", "next_tiles=2", "spawn_location=edge", "spawn_interval=2"] {
            goes_the_same_way(mode, changes, 100);
        }
    }
}

#[test]
fn most_moves_with_other_grids_and_spawns_are_packed() {
    for changes in GRIDS.iter().filter(|own| !own.contains("17x4")).chain(SPAWNS).chain(&HOLES) {
        let mut random = Direct(Rng::new(6));
        let mut game = Rollout::new(changed("classic", changes), &mut random, 0.0).unwrap();
        play_on(&mut game, &mut random, 4000);
        let used = game.strategy_use();
        let others = used.turns(Strategy::Interpreter);
        assert!(10 * others < used.turns(Strategy::Packed) + 200, "{changes}: {used:?}");
    }
}
