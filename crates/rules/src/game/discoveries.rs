//! The tiles that have been seen, and those of them that win or lose.

use std::sync::Arc;

use calcarray::Value;

use crate::board::grid::Grid;
use crate::board::shared_values::{Shared, push, share};
use crate::board::tile_table::{Marks, TileId};
use crate::turn::goal::Question;

/// The tiles seen so far, filtered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discoveries {
    pub(crate) tiles: Shared,
    pub(crate) winning: Shared,
    pub(crate) losing: Shared,
    /// Tiles that are known to be in the list, for modes without a filter.
    seen: Arc<Marks>,
    /// Tiles that are in the list of each goal that they belong to, whatever
    /// else happens.
    counted: Arc<Marks>,
    /// The sizes of all tiles in the lists.
    size: u64,
}

/// The limit of the size of the lists together (see [`Value::size`]): hundreds of thousands of
/// tiles. Later discoveries are not listed any more.
const LARGEST: u64 = 8 << 20;

impl Discoveries {
    pub(crate) fn new(tiles: Vec<Value>, winning: Vec<Value>, losing: Vec<Value>) -> Discoveries {
        Discoveries {
            size: [&tiles, &winning, &losing].into_iter().flatten().map(Value::size).sum(),
            tiles: Arc::new(tiles),
            winning: Arc::new(winning),
            losing: Arc::new(losing),
            seen: Arc::default(),
            counted: Arc::default(),
        }
    }

    /// Returns true if a content of this grid needs no discovery check any more.
    pub(crate) fn has_seen(&self, grid: &Grid, id: TileId) -> bool {
        self.seen.contains(grid.tiles(), id)
    }

    /// Notes that discovery has dealt with a content of this grid for good.
    pub(crate) fn settle(&mut self, grid: &Grid, id: TileId) {
        Arc::make_mut(&mut self.seen).insert(grid.tiles(), id);
    }

    /// Returns true if a content of this grid is in the list of each goal that it belongs to.
    pub(crate) fn has_counted(&self, grid: &Grid, id: TileId) -> bool {
        self.counted.contains(grid.tiles(), id)
    }

    /// Notes that a content of this grid is in the list of each of its goals.
    pub(crate) fn count(&mut self, grid: &Grid, id: TileId) {
        Arc::make_mut(&mut self.counted).insert(grid.tiles(), id);
    }

    /// Lists a content of this grid that equals nothing but itself, as all that
    /// is listed does, and deals with it for good.
    pub(crate) fn list_plain(&mut self, grid: &Grid, id: TileId) {
        self.list_as_plain(grid, id, grid.value(id));
    }

    /// Lists the tile that the filter makes of a content, if it is new, and deals
    /// with the content for good. The tile equals nothing but itself.
    pub(crate) fn list_as_plain(&mut self, grid: &Grid, id: TileId, tile: &Value) {
        if !self.tiles.iter().any(|own| own.identical(tile)) && self.has_room_for(tile) {
            push(&mut self.tiles, tile.clone());
        }
        self.settle(grid, id);
    }

    /// Returns true if all tiles on the grid have been seen.
    pub(crate) fn have_all_been_seen(&self, grid: &Grid) -> bool {
        self.seen.contain_tiles(grid.tiles(), grid.ids())
    }

    pub(crate) fn copy_from(&mut self, other: &Discoveries) {
        self.share_lists(other, share);
        share(&mut self.seen, &other.seen);
        share(&mut self.counted, &other.counted);
        self.size = other.size;
    }

    /// Shares the lists with those of `other`, in a way of sharing two of them.
    pub(crate) fn share_lists(&mut self, other: &Discoveries, share: fn(&mut Shared, &Shared)) {
        share(&mut self.tiles, &other.tiles);
        share(&mut self.winning, &other.winning);
        share(&mut self.losing, &other.losing);
    }

    /// The list of the tiles that win or lose.
    pub(crate) fn list_of(&mut self, question: Question) -> &mut Shared {
        match question {
            Question::Wins => &mut self.winning,
            Question::Loses => &mut self.losing,
        }
    }

    /// Takes the room for a tile, if there is any left.
    pub(crate) fn has_room_for(&mut self, tile: &Value) -> bool {
        let size = self.size.saturating_add(tile.size());
        let room = size <= LARGEST;
        if room {
            self.size = size;
        }
        room
    }
}

impl PartialEq for Discoveries {
    fn eq(&self, other: &Discoveries) -> bool {
        self.tiles == other.tiles && self.winning == other.winning && self.losing == other.losing
    }
}
