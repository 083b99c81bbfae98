//! Scripts for every moment of a turn.

use calcarray::Value;

use super::expression::{expression, steps};
use super::list;
use crate::Picks;

const TRIGGERS: [&str; 28] = [
    "EndTurn",
    "BeginTurn",
    "Merge",
    "TileMove",
    "MoveIteration",
    "PossibleEnd",
    "StayStill",
    "ZeroMerge",
    "PreSpawn",
    "PostSpawn",
    "TileSpawn",
    "TileSpawnFail",
    "EndMovement",
    "EndMovementMoveless",
    "EndMovementDirection",
    "EndMovementDirectionMoveless",
    "TrueEndTurn",
    "PossibleOver",
    "Victory",
    "GameOver",
    "StartModeBM",
    "StartModeAM",
    "RestartMode",
    "EndModeSetup",
    "TileClick",
    "Interval",
    "Ping",
    "Pong",
];

/// Scripts: expressions that change something, with what they run for.
pub(super) fn scripts(picks: &mut Picks<'_>) -> Value {
    list(picks.list(4, |picks| {
        let retain = Value::text(picks.one(&["@global_var_retain", "@CalcArray"]));
        let body = list([vec![retain, 0.0.into()], steps(picks)].concat());
        let triggers = match picks.below(4) {
            3 => list(picks.list(3, |picks| Value::text(picks.one(&TRIGGERS)))),
            _ => Value::text(picks.one(&TRIGGERS)),
        };
        let mut entries = vec![body, triggers];
        if picks.once_in(4) {
            entries.push(Value::Number(picks.one(&[1000.0, 0.0, f64::NAN, -1.0])));
            entries.push(expression(picks));
        }
        list(entries)
    }))
}
