//! Every built-in mode goes the same way with and without memory.

use polymerge_modefile::catalogue;
use polymerge_rules::{Direct, Limits, MemoryLimits, Ruleset, Seeded};
use stress::rollout::compare;

/// Directions pressed in each mode, with cells drawn in each way.
const PRESSES: usize = 60;

fn every_mode(memory: &MemoryLimits) {
    for mode in catalogue::modes() {
        let name = mode.name();
        let rules = Ruleset::compile(mode.read().unwrap().mode, Limits::default()).unwrap();
        let moves = compare(&rules, &Seeded::new(3), PRESSES, memory.clone())
            + compare(&rules, &Direct(Seeded::new(4)), PRESSES, memory.clone());
        assert!(moves > PRESSES / 10, "{name}: only {moves} moves");
    }
}

#[test]
fn built_in_modes_go_the_same_way_by_memory() {
    every_mode(&MemoryLimits::default());
}

#[test]
fn built_in_modes_go_the_same_way_with_a_memory_that_is_always_full() {
    every_mode(&MemoryLimits { lines: 12, tests: 40 });
}
