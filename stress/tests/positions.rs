//! Queries of positions compared with games that are played: in every built-in mode, in
//! changed ones, and in generated modes.

use std::sync::Arc;

use polymerge_modefile::catalogue;
use polymerge_rules::{Limits, MemoryLimits, Mode, Ruleset};
use stress::position::check;
use stress::rollout::of_few_lines;
use stress::{mixed, value};

fn rules(mode: Mode) -> Arc<Ruleset> {
    Ruleset::compile(mode, Limits::default()).unwrap()
}

#[test]
fn positions_of_built_in_modes_tell_what_comes() {
    for (place, mode) in catalogue::modes().enumerate() {
        let rules = rules(mode.read().unwrap().mode);
        let memory = if place % 3 == 0 { of_few_lines() } else { MemoryLimits::default() };
        let compared = check(&rules, 3, 6, memory);
        assert!(compared.directions > 0, "{}: {compared:?}", mode.name());
    }
}

#[test]
fn mixed_modes_tell_what_comes() {
    let mut spawns = 0;
    for seed in 0..30 {
        spawns += mixed::compare_mixed_positions(&stress::random_bytes(5_000 + seed, 600), 20).spawns;
    }
    assert!(spawns > 2_500, "{spawns}");
}

/// Small boards show all cases: dead boards, full ones, all spawns.
#[test]
fn small_boards_tell_what_comes() {
    let box_of_three = r#"[["Box", 1, [1], 2, [2]], [[3], 1]]"#;
    for (name, mode) in [
        ("2x2", Mode::classic(2, 2)),
        ("2x3", Mode::classic(2, 3)),
        ("1x4", Mode::classic(1, 4)),
        ("9x2", Mode::classic(9, 2)),
        ("a box", Mode { spawns: value(box_of_three), ..Mode::classic(2, 2) }),
        ("next tiles", Mode { next_tiles: 2.0, ..Mode::classic(2, 2) }),
        ("two tiles", Mode { tiles_per_turn: 2.0, ..Mode::classic(2, 3) }),
        (
            "odd moves",
            Mode { spawn_conditions: value(r#"["@Moves", "%", 2, "=", 1]"#), ..Mode::classic(2, 3) },
        ),
        (
            "blocked cells",
            Mode {
                spawn_tile_blocked: value(r#"["@This 0", "=", 2, "&&", ["@This @HCoord", "=", 0]]"#),
                ..Mode::classic(2, 3)
            },
        ),
        (
            "rescue",
            Mode {
                scripts: value(r#"[[[0, "@replace_tile", 0, 0, ["@Literal", 1]], "PossibleOver"]]"#),
                ..Mode::classic(2, 2)
            },
        ),
    ] {
        for seed in 0..3 {
            let compared = check(&rules(mode.clone()), seed, 120, MemoryLimits::default());
            assert!(compared.directions > 60, "{name}: {compared:?}");
            assert!(compared.over > 0 || !["2x2", "2x3", "1x4"].contains(&name), "{name}: {compared:?}");
            let known = ["next tiles", "two tiles"].contains(&name) || compared.spawns > 100;
            assert!(known, "{name}: {compared:?}");
        }
    }
}
