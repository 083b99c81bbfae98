//! `spawn_rule`: which kinds of tiles spawn, and how often
//! (docs/spec/modifiers.md, "spawn_rule").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::{NegativeTiles, SpawnRule};
use crate::choices::modifiers::Modifiers;
use crate::parts::expression::entries;
use crate::parts::traits::{ModeTraits, Simple};

pub(crate) fn apply(mode: &mut Mode, modifiers: &Modifiers, traits: &ModeTraits) {
    match modifiers.spawn_rule {
        SpawnRule::Regular => {}
        SpawnRule::Simple => simple(mode, modifiers, &traits.simple),
        SpawnRule::Equal if traits.ignores_equal => {}
        SpawnRule::Equal => equal(mode),
    }
}

fn simple(mode: &mut Mode, modifiers: &Modifiers, simple: &Simple) {
    let kept = match simple {
        Simple::Ignored => return,
        Simple::List(spawns) => {
            mode.spawns = spawns.clone();
            return;
        }
        Simple::TwoIfNegative if modifiers.negative_tiles != NegativeTiles::None => 2,
        Simple::First | Simple::TwoIfNegative => 1,
    };
    let spawns = entries(&mode.spawns);
    mode.spawns = Value::array(&spawns[..kept.min(spawns.len())]);
}

/// All weights become 1, those of boxes included.
fn equal(mode: &mut Mode) {
    let spawn = |spawn: &Value| {
        let mut spawn = entries(spawn).to_vec();
        if let Some(weight) = spawn.get_mut(1) {
            *weight = Value::Number(1.0);
        }
        Value::array(spawn)
    };
    mode.spawns = Value::array(entries(&mode.spawns).iter().map(spawn).collect::<Vec<_>>());
}
