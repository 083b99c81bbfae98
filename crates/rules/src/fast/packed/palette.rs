//! The contents of cells on packed boards, and their codes.
//!
//! See docs/dev/fast-path.md, "Layouts".

use std::sync::Arc;

use crate::board::tile_table::{TileId, Tiles};
use crate::fast::packed::code::{NOT_ASKED, TileCode};
use crate::turn::budget::kept_size;

/// The contents that have codes.
#[derive(Debug)]
pub(crate) struct Palette {
    /// The content of each code.
    ids: Vec<TileId>,
    /// The code of each content plus one, by its place in the table of tiles; 0 if it has
    /// none.
    codes: Vec<u8>,
    /// The numbers of each code, the numbers of kinds before those in observations. Every
    /// byte is a valid index, so reading boards needs no bounds checks.
    pub(crate) numbers: Box<[[i32; 256]; 2]>,
    /// The largest number of codes.
    most: u8,
    /// The table of tiles and the size of the largest content that gets a code.
    largest: Option<(Arc<Tiles>, u64)>,
}

impl Palette {
    /// Makes a palette with room for this number of codes, `@Empty` included.
    pub(crate) fn new(most: u8) -> Palette {
        let numbers = Box::new([[NOT_ASKED; 256]; 2]);
        let mut list = Palette { ids: Vec::new(), codes: Vec::new(), numbers, most, largest: None };
        list.code(TileId::EMPTY);
        list
    }

    /// From now on, gives codes only to contents up to a size. `None` if a larger one has one.
    pub(crate) fn limit(&mut self, tiles: &Arc<Tiles>, largest: u64) -> Option<()> {
        self.largest = Some((Arc::clone(tiles), largest));
        self.ids.iter().all(|id| self.permits(*id)).then_some(())
    }

    fn permits(&self, id: TileId) -> bool {
        self.largest.as_ref().is_none_or(|(tiles, largest)| kept_size(tiles.get(id)) <= *largest)
    }

    /// Returns the code of a content, which gets a new one if there is room.
    #[inline]
    pub(crate) fn code(&mut self, id: TileId) -> Option<TileCode> {
        match self.codes.get(id.index()) {
            None | Some(0) => self.new_code(id),
            Some(code) => Some(code - 1),
        }
    }

    #[cold]
    fn new_code(&mut self, id: TileId) -> Option<TileCode> {
        if self.is_full() || !self.permits(id) {
            return None;
        }
        let index = id.index();
        self.codes.resize(self.codes.len().max(index + 1), 0);
        self.ids.push(id);
        self.codes[index] = self.len();
        Some(self.len() - 1)
    }

    /// Returns the content of a code.
    #[inline]
    pub(crate) fn id(&self, code: TileCode) -> TileId {
        self.ids.get(usize::from(code)).copied().unwrap_or(TileId::EMPTY)
    }

    /// Returns the number of codes.
    pub(crate) fn len(&self) -> u8 {
        self.ids.len() as u8
    }

    /// Returns true if there is no room for another code.
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= self.most
    }
}
