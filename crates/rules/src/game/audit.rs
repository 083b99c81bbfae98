//! The knowledge about the next spawns while a record is played.

use std::sync::Arc;

use calcarray::Value;

use crate::turn::spawn::plan::{computed, full_box};

/// The knowledge about the next spawns while a record is played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Audit {
    /// The possible tiles of each slot of the conveyor; `None`: nothing has been drawn for it yet.
    pub(super) slots: Vec<Option<Arc<Source>>>,
    /// Further sources of the tile of the first slot: it may have been drawn in a turn before, in
    /// which it found no cell.
    pub(super) left_over: Vec<Arc<Source>>,
    /// The tiles that are left in each spawn box; `None`: not known.
    pub(super) boxes: Vec<Option<Vec<Value>>>,
    /// True if variables are as they were when the game was played.
    pub(super) variables: bool,
    /// True if the spawn lists are as they were.
    pub(super) lists: bool,
}

/// The possible tiles of a slot of the conveyor.
#[derive(Debug, PartialEq)]
pub(super) enum Source {
    /// Anything: it is not known.
    Anything,
    /// One of these tiles, or one out of one of these boxes: their places in
    /// the spawn list, and their entries.
    Of { tiles: Vec<Value>, boxes: Vec<(usize, Value)> },
}

impl Audit {
    /// Takes the next tile, if it could be this one.
    pub(super) fn take(&mut self, tile: &Value, limit: usize) -> bool {
        let Some(source) = self.slots.first().cloned().flatten() else { return true };
        let left_over = self.left_over.clone();
        if !left_over.iter().chain([&source]).any(|source| self.could_be(source, tile, limit)) {
            return false;
        }
        if !left_over.is_empty() {
            // It is not known which box the tile came from.
            self.boxes.iter_mut().for_each(|left| *left = None);
            self.left_over.clear();
        }
        self.slots.remove(0);
        self.slots.push(None);
        true
    }

    /// Returns true if a tile can come from a source. A tile that only one box can have given is
    /// taken out of that box.
    fn could_be(&mut self, source: &Source, tile: &Value, limit: usize) -> bool {
        let Source::Of { tiles, boxes } = source else { return true };
        let listed = tiles.iter().any(|own| own.identical(tile));
        let (mut giving, mut found) = (Vec::new(), listed);
        for (index, entry) in boxes {
            match self.boxes.get(*index) {
                Some(Some(left)) if left.iter().any(|own| own.identical(tile)) => {
                    giving.push((*index, entry))
                }
                Some(Some(left)) if left.iter().all(is_plain) => {}
                _ => {
                    // It is not known what is in this box.
                    found = true;
                    self.forget_box(*index);
                }
            }
        }
        match giving[..] {
            [] => return found,
            [(index, entry)] if !found => self.take_from_box(index, entry, tile, limit),
            _ => giving.into_iter().for_each(|(index, _)| self.forget_box(index)),
        }
        true
    }

    fn forget_box(&mut self, index: usize) {
        if let Some(left) = self.boxes.get_mut(index) {
            *left = None;
        }
    }

    fn take_from_box(&mut self, index: usize, entry: &Value, tile: &Value, limit: usize) {
        let Some(slot) = self.boxes.get_mut(index) else { return };
        let Some(left) = slot else { return };
        if let Some(place) = left.iter().position(|own| own.identical(tile)) {
            left.remove(place);
        }
        if left.is_empty() {
            let entry = entry.as_array().map_or(&[][..], |entry| entry.entries());
            *slot = full_box(entry, limit).ok();
        }
    }
}

/// Returns true if nothing has to be computed for a tile.
pub(super) fn is_plain(tile: &Value) -> bool {
    let Some(entries) = tile.as_array() else { return true };
    computed(tile).is_none() && !entries.iter().any(|entry| matches!(entry, Value::Array(_)))
}
