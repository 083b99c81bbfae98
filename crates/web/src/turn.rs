//! The options of turns, and the faces in their events.

#[cfg(feature = "faces")]
use polymerge::Value;
use polymerge_schema::Turn;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The data that a turn returns. */
export interface TurnOptions {
    /** True to draw and number the faces of tiles, for animations: `false`, if left out. */
    faces?: boolean;
}
"#;

/// A turn with faces; `after` is the state of the game after it.
#[cfg(feature = "faces")]
pub fn turn_of(
    turn: &polymerge::Turn,
    painter: &mut polymerge::Painter,
    after: &polymerge::State,
    now: f64,
    printed: polymerge_schema::Printed,
) -> Turn {
    let mut viewer = painter.at(after, now);
    let faces = &mut |cell, content: &Value| {
        let face = match content {
            Value::Array(_) => viewer.face_in(cell, content),
            _ => None,
        };
        Some(crate::view::number_of(face))
    };
    Turn::described(turn, faces, printed)
}

/// A turn without faces.
#[cfg(feature = "whole")]
pub fn plain_turn(turn: &polymerge::Turn) -> Turn {
    Turn::with_faces(turn, &mut |_, _| Some(-1.0))
}
