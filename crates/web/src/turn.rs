//! The events of a turn, in JavaScript's types: enough to animate it.

use polymerge::{Cell, Event, Value};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::content::Content;
use crate::state::ScreenName;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The data that a turn returns. */
export interface TurnOptions {
    /** True to draw and number the faces of tiles, for animations: `false`, if left out. */
    faces?: boolean;
}
"#;

/// The account of a turn.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Turn {
    /// True if anything moved or merged: the move was valid.
    pub moved: bool,
    /// The change of the score: less than 0 where points were taken, or where the
    /// game was started again.
    pub score: f64,
    /// All events, in order.
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

/// The content of a cell.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct PlacedTile {
    /// Counted from the top, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
    /// The content: a tile, or a word such as `"@Empty"`.
    pub tile: Content,
    /// Its face; -1 if it is no tile, or no faces were asked for.
    pub face: f64,
}

/// An event. Slides go one cell further each; those of the same pass happen
/// together.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum TurnEvent {
    Slide { pass: f64, tile: Content, from: Place, to: Place },
    Merge { pass: f64, rule: usize, inputs: Vec<PlacedTile>, outputs: Vec<PlacedTile>, score: f64 },
    EndOfTurnRule { rule: usize, place: Place, tile: Content, outputs: Vec<PlacedTile>, score: f64 },
    Hole { place: Place, content: Content },
    Spawn { place: Place, tile: Content, face: f64, forced: bool },
    SpawnFailed { forced: bool },
    Replaced { place: Place, before: Content, after: Content, face: f64 },
    Script { script: usize, trigger: String },
    Message { text: String, milliseconds: f64 },
    AutoMove { index: usize, events: Vec<TurnEvent> },
    Discovered { tile: Content },
    DirectionBlocked { direction: usize },
    DirectionsFreed,
    Screen { screen: ScreenName },
}

impl Place {
    fn of(cell: Cell) -> Place {
        Place { row: cell.row, column: cell.column }
    }
}

/// Returns the number of the face of a cell's content.
type Faces<'f> = dyn FnMut(Cell, &Value) -> f64 + 'f;

/// A turn in JavaScript's types, with faces; `after` is the state of the game after it.
#[cfg(feature = "faces")]
pub fn turn_of(
    turn: &polymerge::Turn,
    painter: &mut polymerge::Painter,
    after: &polymerge::State,
    now: f64,
) -> Turn {
    let mut viewer = painter.at(after, now);
    turn_of_events(turn, &mut |cell, content| {
        let face = match content {
            Value::Array(_) => viewer.face_in(cell, content),
            _ => None,
        };
        crate::view::number_of(face)
    })
}

/// A turn in JavaScript's types, without faces.
pub fn plain_turn(turn: &polymerge::Turn) -> Turn {
    turn_of_events(turn, &mut |_, _| -1.0)
}

fn turn_of_events(turn: &polymerge::Turn, faces: &mut Faces<'_>) -> Turn {
    Turn { moved: turn.moved, score: turn.score, events: events_of(turn, faces) }
}

fn events_of(turn: &polymerge::Turn, faces: &mut Faces<'_>) -> Vec<TurnEvent> {
    turn.events.iter().filter_map(|event| event_of(event, faces)).collect()
}

/// Translates an event; `None` for events that JavaScript's types don't know.
fn event_of(event: &Event, faces: &mut Faces<'_>) -> Option<TurnEvent> {
    let tiles = |placed: &[(Cell, Value)], faces: &mut Faces<'_>| -> Vec<PlacedTile> {
        placed.iter().map(|(cell, content)| placed_of(*cell, content, faces)).collect()
    };
    Some(match event {
        Event::Slide { pass, tile, from, to } => TurnEvent::Slide {
            pass: *pass as f64,
            tile: Content::of(tile),
            from: Place::of(*from),
            to: Place::of(*to),
        },
        Event::Merge { pass, rule, inputs, outputs, score } => TurnEvent::Merge {
            pass: *pass as f64,
            rule: *rule,
            inputs: tiles(inputs, faces),
            outputs: tiles(outputs, faces),
            score: *score,
        },
        Event::EndOfTurnRule { rule, cell, tile, outputs, score } => TurnEvent::EndOfTurnRule {
            rule: *rule,
            place: Place::of(*cell),
            tile: Content::of(tile),
            outputs: tiles(outputs, faces),
            score: *score,
        },
        Event::HoleCountdown { cell, content } => {
            TurnEvent::Hole { place: Place::of(*cell), content: Content::of(content) }
        }
        Event::Spawn { cell, tile, forced } => {
            let PlacedTile { tile, face, .. } = placed_of(*cell, tile, faces);
            TurnEvent::Spawn { place: Place::of(*cell), tile, face, forced: *forced }
        }
        Event::SpawnFailed { forced } => TurnEvent::SpawnFailed { forced: *forced },
        Event::Replaced { cell, before, after } => {
            let PlacedTile { tile, face, .. } = placed_of(*cell, after, faces);
            TurnEvent::Replaced { place: Place::of(*cell), before: Content::of(before), after: tile, face }
        }
        Event::Script { script, trigger } => {
            TurnEvent::Script { script: *script, trigger: trigger.to_string_lossy() }
        }
        Event::Announcement { message, milliseconds } => {
            TurnEvent::Message { text: message.to_string_lossy(), milliseconds: *milliseconds }
        }
        Event::AutoMove { index, turn } => {
            TurnEvent::AutoMove { index: *index, events: events_of(turn, faces) }
        }
        Event::Discovered { tile } => TurnEvent::Discovered { tile: Content::of(tile) },
        Event::DirectionBlocked { direction } => TurnEvent::DirectionBlocked { direction: *direction },
        Event::DirectionsFreed => TurnEvent::DirectionsFreed,
        Event::Screen(screen) => TurnEvent::Screen { screen: ScreenName::of(*screen) },
        _ => return None,
    })
}

fn placed_of(cell: Cell, content: &Value, faces: &mut Faces<'_>) -> PlacedTile {
    let face = faces(cell, content);
    PlacedTile { row: cell.row, column: cell.column, tile: Content::of(content), face }
}
