//! Types that may go from one thread to another.

use polymerge_rules::{Batch, Engine, GameState, MemoryLimits, Position, Rng, Rollout, Ruleset, SavedGame};

fn can_be_sent<T: Send>() {}
fn can_be_shared<T: Send + Sync>() {}

#[test]
fn games_and_engines_go_to_other_threads() {
    can_be_shared::<Ruleset>();
    can_be_shared::<GameState>();
    can_be_shared::<SavedGame>();
    can_be_shared::<MemoryLimits>();
    can_be_shared::<Rng>();
    can_be_shared::<Position>();
    can_be_sent::<Engine>();
    can_be_sent::<Rollout>();
    can_be_sent::<Batch>();
}
