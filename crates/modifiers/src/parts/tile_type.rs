//! Tile types as modifiers see and change them.

use calcarray::Value;
use polymerge_rules::Mode;

use crate::parts::body::{Body, Leading};
use crate::parts::expression::{entries, padded};

/// The tile types of a mode, taken apart.
pub(crate) fn types(mode: &Mode, leading: Leading) -> Vec<Body> {
    entries(&mode.tile_types).iter().map(|kind| Body::read(kind, leading)).collect()
}

/// Replaces the tile types of a mode.
pub(crate) fn set_types(mode: &mut Mode, types: impl IntoIterator<Item = Body>) {
    mode.tile_types = Value::array(types.into_iter().map(Body::write).collect::<Vec<_>>());
}

/// Puts a tile type before all others.
pub(crate) fn prepend_type(mode: &mut Mode, kind: Value) {
    let mut types = vec![kind];
    types.extend_from_slice(entries(&mode.tile_types));
    mode.tile_types = Value::array(types);
}

/// Entries of a body before its overlays.
const BEFORE_OVERLAYS: usize = 7;

/// Adds a picture over the tile.
pub(crate) fn add_overlay(body: &mut Body, overlay: Value) {
    let mut all = padded(std::mem::take(&mut body.entries), BEFORE_OVERLAYS);
    all.push(overlay);
    body.entries = all;
}
