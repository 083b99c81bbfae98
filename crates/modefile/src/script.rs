//! A script and what runs it (spec/rules.md, section 8), both ways.

use crate::fields::{Context, Fields};
use crate::node::{Kind, Node};

/// What can run a script, apart from names of one's own.
pub(crate) const TRIGGERS: &[&str] = &[
    "StartModeBM",
    "StartModeAM",
    "EndModeSetup",
    "RestartMode",
    "BeginTurn",
    "StayStill",
    "TileMove",
    "Merge",
    "MoveIteration",
    "PossibleEnd",
    "EndMovementDirectionMoveless",
    "EndMovementMoveless",
    "EndMovementDirection",
    "EndMovement",
    "ZeroMerge",
    "PreSpawn",
    "TileSpawn",
    "TileSpawnFail",
    "PostSpawn",
    "EndTurn",
    "PossibleOver",
    "TrueEndTurn",
    "Victory",
    "GameOver",
    "TileClick",
    "Interval",
];

/// Reads a script into the list that save codes have.
pub(crate) fn read(node: Node, cx: &mut Context) -> Option<Node> {
    let mut fields = Fields::of(node, "a script", cx)?;
    let span = fields.span;
    let on = fields.need("on", cx);
    let what = fields.need("do", cx);
    let (every, until) = (fields.take("every"), fields.take("until"));
    fields.finish(cx);
    let (on, what) = (on?, what?);
    if !matches!(on.kind, Kind::Text(_) | Kind::Array(_)) {
        cx.expected("the name of a trigger, or a list of them,", &on);
    }
    let mut entries = vec![what, on];
    match (every, until) {
        (Some(every), until) => {
            entries.push(every);
            entries.extend(until);
        }
        (None, Some(until)) => cx.error("missing-key", until.span, "\"until\" goes with \"every\""),
        (None, None) => {}
    }
    Some(Node::array(span, entries))
}

/// Writes a script of a save code with named keys.
pub(crate) fn write(entry: &Node, _: &Context) -> Option<Node> {
    let [what, on, more @ ..] = entry.as_array()? else { return None };
    if more.len() > 2 {
        return None;
    }
    let mut members = vec![("on", on.clone())];
    members.extend(["every", "until"].into_iter().zip(more.iter().cloned()));
    members.push(("do", what.clone()));
    Some(Node::object(members))
}
