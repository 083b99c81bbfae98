//! The games of `polymerge bench --changes`: of a mode as it is, with one change at a time, and
//! with random pairs of changes.

use polymerge::{Mode, Randomness, Rng};
use polymerge_app::failure::Failure;

/// Typical changes, one of each kind; see `polymerge modifiers`.
const CHANGES: [&str; 30] = [
    "grid=5x5",
    "grid=8x8",
    "grid=9x9",
    "grid=16x16",
    "grid=hexagon:2",
    "grid=hexagon:3",
    "grid=hexatriangle",
    "grid=diamond",
    "grid=checkerboard",
    "grid=4d",
    "direction_set=diagonal",
    "direction_set=both",
    "slide_amount=1",
    "stay_still",
    "multi_merge",
    "tiles_per_move=2",
    "start_tiles=5",
    "next_tiles=3",
    "spawn_location=edge",
    "spawn_interval=2",
    "spawn_rule=equal",
    "same_direction=-1",
    "same_direction=1",
    "garbage=0",
    "garbage=3",
    "negative_tiles=interacting",
    "colors=3",
    "hole_count=1",
    "unmoving=1",
    "unmerging=1",
];

/// The number of pairs of changes to draw.
const PAIRS: usize = 12;

/// Returns the sets of changes to play: none, each one alone, and pairs by a seed.
pub(super) fn sets(seed: u64) -> Vec<Vec<&'static str>> {
    let mut random = Rng::new(seed);
    let mut draw = |count: usize| ((random.next().unwrap_or(0.0) * count as f64) as usize).min(count - 1);
    let mut sets = vec![Vec::new()];
    sets.extend(CHANGES.map(|change| vec![change]));
    for _ in 0..PAIRS {
        let first = CHANGES[draw(CHANGES.len())];
        let others: Vec<&str> =
            CHANGES.iter().copied().filter(|other| modifier(other) != modifier(first)).collect();
        sets.push(vec![first, others[draw(others.len())]]);
    }
    sets
}

/// Returns the modifier that a change sets.
fn modifier(change: &str) -> &str {
    change.split('=').next().unwrap_or(change)
}

/// Returns the name of a set of changes.
pub(super) fn name(changes: &[&str]) -> String {
    if changes.is_empty() { "as it is".to_owned() } else { changes.join(" ") }
}

/// Adds changes to a mode; fails if the mode does not take one.
pub(super) fn changed(mode: &Mode, changes: &[&str]) -> Result<Mode, Failure> {
    let changed = changes.iter().try_fold(mode.clone(), |mode, change| mode.with(change));
    let changed = changed.and_then(|mode| mode.raw().map(|_| mode));
    changed.map_err(Failure::input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_and_every_pair_makes_a_mode() {
        let classic = Mode::built_in("classic").unwrap();
        for seed in 0..20 {
            for set in sets(seed) {
                assert!(changed(&classic, &set).is_ok(), "{set:?}");
            }
        }
        assert_eq!(sets(3), sets(3));
        assert_eq!(name(&[]), "as it is");
        assert_eq!(name(&["grid=9x9", "stay_still"]), "grid=9x9 stay_still");
    }
}
