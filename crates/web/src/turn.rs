//! What happened in a turn, in JavaScript's types: enough to animate it.

use polymerge::calc::{json, Host};
use polymerge::painter::Viewer;
use polymerge::{Cell, Event, Painter, State, Value};
use serde::Serialize;
use tsify::Tsify;

use crate::state::ScreenName;
use crate::view::number_of;

/// The account of a turn.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Turn {
    /// Whether anything moved or merged: whether the move was valid.
    pub moved: bool,
    /// What the score grew by: less than 0 where points were taken, or where
    /// the game was begun anew.
    pub score: f64,
    /// Everything that happened, in order.
    pub events: Vec<TurnEvent>,
}

/// A cell of the grid.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
pub struct Place {
    /// Counted from the top, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
}

/// What is in a cell.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct PlacedTile {
    /// Counted from the top, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
    /// The content in extended JSON: a tile, or a word such as `"@Empty"`.
    pub tile: String,
    /// Its face; -1 if it is no tile.
    pub face: f64,
}

/// One thing that happened. Slides go one cell further each; those of the same
/// pass happen together.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum TurnEvent {
    Slide { pass: f64, tile: String, from: Place, to: Place },
    Merge { pass: f64, rule: usize, inputs: Vec<PlacedTile>, outputs: Vec<PlacedTile>, score: f64 },
    EndOfTurnRule { rule: usize, place: Place, tile: String, outputs: Vec<PlacedTile>, score: f64 },
    Hole { place: Place, content: String },
    Spawn { place: Place, tile: String, face: f64, forced: bool },
    SpawnFailed { forced: bool },
    Replaced { place: Place, before: String, after: String, face: f64 },
    Script { script: usize, trigger: String },
    Message { text: String, milliseconds: f64 },
    AutoMove { index: usize, events: Vec<TurnEvent> },
    Discovered { tile: String },
    DirectionBlocked { direction: usize },
    DirectionsFreed,
    Screen { screen: ScreenName },
}

impl Place {
    fn of(cell: Cell) -> Place {
        Place { row: cell.row, column: cell.column }
    }
}

/// A turn in JavaScript's types; `after` is how the game stands after it.
pub fn turn_of(turn: &polymerge::Turn, painter: &mut Painter, after: &State, now: f64) -> Turn {
    let events = events_of(turn, &mut painter.at(after, now));
    Turn { moved: turn.moved, score: turn.score, events }
}

fn events_of<H: Host>(turn: &polymerge::Turn, viewer: &mut Viewer<'_, H>) -> Vec<TurnEvent> {
    turn.events.iter().filter_map(|event| event_of(event, viewer)).collect()
}

/// Nothing of an event that JavaScript's types don't know.
fn event_of<H: Host>(event: &Event, viewer: &mut Viewer<'_, H>) -> Option<TurnEvent> {
    let tiles = |placed: &[(Cell, Value)], viewer: &mut Viewer<'_, H>| -> Vec<PlacedTile> {
        placed.iter().map(|(cell, content)| placed_of(*cell, content, viewer)).collect()
    };
    Some(match event {
        Event::Slide { pass, tile, from, to } => TurnEvent::Slide {
            pass: *pass as f64,
            tile: json::write(tile),
            from: Place::of(*from),
            to: Place::of(*to),
        },
        Event::Merge { pass, rule, inputs, outputs, score } => TurnEvent::Merge {
            pass: *pass as f64,
            rule: *rule,
            inputs: tiles(inputs, viewer),
            outputs: tiles(outputs, viewer),
            score: *score,
        },
        Event::EndOfTurnRule { rule, cell, tile, outputs, score } => TurnEvent::EndOfTurnRule {
            rule: *rule,
            place: Place::of(*cell),
            tile: json::write(tile),
            outputs: tiles(outputs, viewer),
            score: *score,
        },
        Event::HoleCountdown { cell, content } => {
            TurnEvent::Hole { place: Place::of(*cell), content: json::write(content) }
        }
        Event::Spawn { cell, tile, forced } => {
            let PlacedTile { tile, face, .. } = placed_of(*cell, tile, viewer);
            TurnEvent::Spawn { place: Place::of(*cell), tile, face, forced: *forced }
        }
        Event::SpawnFailed { forced } => TurnEvent::SpawnFailed { forced: *forced },
        Event::Replaced { cell, before, after } => {
            let PlacedTile { tile, face, .. } = placed_of(*cell, after, viewer);
            TurnEvent::Replaced { place: Place::of(*cell), before: json::write(before), after: tile, face }
        }
        Event::Script { script, trigger } => {
            TurnEvent::Script { script: *script, trigger: trigger.to_string_lossy() }
        }
        Event::Announcement { message, milliseconds } => {
            TurnEvent::Message { text: message.to_string_lossy(), milliseconds: *milliseconds }
        }
        Event::AutoMove { index, turn } => {
            TurnEvent::AutoMove { index: *index, events: events_of(turn, viewer) }
        }
        Event::Discovered { tile } => TurnEvent::Discovered { tile: json::write(tile) },
        Event::DirectionBlocked { direction } => TurnEvent::DirectionBlocked { direction: *direction },
        Event::DirectionsFreed => TurnEvent::DirectionsFreed,
        Event::Screen(screen) => TurnEvent::Screen { screen: ScreenName::of(*screen) },
        _ => return None,
    })
}

fn placed_of<H: Host>(cell: Cell, content: &Value, viewer: &mut Viewer<'_, H>) -> PlacedTile {
    let face = match content {
        Value::Array(_) => viewer.face_in(cell, content),
        _ => None,
    };
    PlacedTile { row: cell.row, column: cell.column, tile: json::write(content), face: number_of(face) }
}
