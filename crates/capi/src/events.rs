//! The events of a turn, as JSON: the names are those of the package for JavaScript.

use polymerge::advanced::rules::Screen;
use polymerge::calc::json as extended;
use polymerge::{Cell, Event, Turn, Value};
use serde_json::{json, Value as Json};

/// The account of a turn.
pub fn turn(turn: &Turn) -> Json {
    json!({ "moved": turn.moved, "score": turn.score, "events": events(turn) })
}

fn events(turn: &Turn) -> Vec<Json> {
    turn.events.iter().filter_map(event).collect()
}

/// A value as data; what JSON has no form for, as a text in the language of modes.
pub fn data(value: &Value) -> Json {
    let text = extended::write(value);
    serde_json::from_str(&text).unwrap_or(Json::String(text))
}

fn place(cell: Cell) -> Json {
    json!({ "row": cell.row, "column": cell.column })
}

fn tiles(placed: &[(Cell, Value)]) -> Vec<Json> {
    let tile =
        |(cell, tile): &(Cell, Value)| json!({ "row": cell.row, "column": cell.column, "tile": data(tile) });
    placed.iter().map(tile).collect()
}

/// Returns an event as JSON; `None` for an event that has no name here yet.
fn event(event: &Event) -> Option<Json> {
    Some(match event {
        Event::Slide { pass, tile, from, to } => {
            json!({ "kind": "slide", "pass": pass, "tile": data(tile), "from": place(*from), "to": place(*to) })
        }
        Event::Merge { pass, rule, inputs, outputs, score } => json!({
            "kind": "merge", "pass": pass, "rule": rule, "inputs": tiles(inputs), "outputs": tiles(outputs),
            "score": score,
        }),
        Event::EndOfTurnRule { rule, cell, tile, outputs, score } => json!({
            "kind": "endOfTurnRule", "rule": rule, "place": place(*cell), "tile": data(tile),
            "outputs": tiles(outputs), "score": score,
        }),
        Event::HoleCountdown { cell, content } => {
            json!({ "kind": "hole", "place": place(*cell), "content": data(content) })
        }
        Event::Spawn { cell, tile, forced } => {
            json!({ "kind": "spawn", "place": place(*cell), "tile": data(tile), "forced": forced })
        }
        Event::SpawnFailed { forced } => json!({ "kind": "spawnFailed", "forced": forced }),
        Event::Replaced { cell, before, after } => json!({
            "kind": "replaced", "place": place(*cell), "before": data(before), "after": data(after),
        }),
        Event::Script { script, trigger } => {
            json!({ "kind": "script", "script": script, "trigger": trigger.to_string_lossy() })
        }
        Event::Announcement { message, milliseconds } => {
            json!({ "kind": "message", "text": message.to_string_lossy(), "milliseconds": milliseconds })
        }
        Event::AutoMove { index, turn } => {
            json!({ "kind": "autoMove", "index": index, "events": events(turn) })
        }
        Event::Discovered { tile } => json!({ "kind": "discovered", "tile": data(tile) }),
        Event::DirectionBlocked { direction } => {
            json!({ "kind": "directionBlocked", "direction": direction })
        }
        Event::DirectionsFreed => json!({ "kind": "directionsFreed" }),
        Event::Screen(screen) => json!({ "kind": "screen", "screen": name(*screen) }),
        _ => return None,
    })
}

fn name(screen: Screen) -> &'static str {
    match screen {
        Screen::Play => "play",
        Screen::Win => "win",
        Screen::GameOver => "over",
    }
}
