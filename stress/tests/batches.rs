//! Batches compared with games that are played alone: in every built-in mode, in changed
//! ones, and on boards where games soon end.

use std::sync::Arc;

use polymerge_modefile::catalogue;
use polymerge_rules::{Limits, MemoryLimits, Mode, Restart, Ruleset};
use stress::batch::check;
use stress::rollout::of_few_lines;
use stress::value;

const RESTARTS: [Restart; 3] = [Restart::SameStep, Restart::NextStep, Restart::ByHand];

fn rules(mode: Mode) -> Arc<Ruleset> {
    Ruleset::compile(mode, Limits::default()).unwrap()
}

#[test]
fn batches_of_built_in_modes_tell_what_comes() {
    for (place, mode) in catalogue::modes().enumerate() {
        let rules = rules(mode.read().unwrap().mode);
        let memory = if place % 3 == 0 { of_few_lines() } else { MemoryLimits::default() };
        let (moves, _) = check(&rules, (3, 2, 6), RESTARTS[place % 3], memory);
        assert!(moves > 0, "{}", mode.name());
    }
}

/// Small boards show all events: games that end, are won, or are over from the start.
#[test]
fn batches_of_small_boards_tell_what_comes() {
    for (name, mode) in [
        ("2x2", Mode::classic(2, 2)),
        ("2x1", Mode::classic(2, 1)),
        ("3x2, won", Mode { win_conditions: value("[[3]]"), ..Mode::classic(3, 2) }),
        (
            "3x2, won and over",
            Mode { win_conditions: value("[[3]]"), postgame_allowed: value("false"), ..Mode::classic(3, 2) },
        ),
        ("2x9", Mode::classic(2, 9)),
        ("next tiles", Mode { next_tiles: 2.0, ..Mode::classic(2, 2) }),
        (
            "rescue",
            Mode {
                scripts: value(r#"[[[0, "@replace_tile", 0, 0, ["@Literal", 1]], "PossibleOver"]]"#),
                ..Mode::classic(2, 2)
            },
        ),
        (
            "blocked",
            Mode { direction_blocked: value(r#"["@Moves", "%", 3, "=", 1]"#), ..Mode::classic(2, 2) },
        ),
    ] {
        for restart in RESTARTS {
            let (moves, ended) = check(&rules(mode.clone()), (5, 4, 60), restart, MemoryLimits::default());
            assert!(moves > 20 && ended > 2, "{name}, {restart:?}: {moves} moves, {ended} games");
        }
    }
}
