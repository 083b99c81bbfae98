//! Merges of tiles that meet.
//!
//! See docs/dev/fast-path.md, "Collisions".

use crate::board::tile_table::{Kind, TileId};
use crate::fast::lines::exact_sum::Exact;
use crate::fast::packed::code::{CodeSet, TileCode};
use crate::fast::packed::orientation::LONGEST;
use crate::merge::instance::Open;

/// A merge of tiles that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CollisionMerge<'t> {
    /// The contents of the merging cells afterwards, the front one first, with their part
    /// in later merges.
    pub(crate) cells: &'t [(TileId, Open)],
    /// Flag: the mode lets all tiles merge again.
    pub(crate) multi: bool,
    /// The points of the merge.
    pub(crate) points: f64,
    /// Flag: it is known that nothing happens if one of the tiles can't take part, not even
    /// at the end of the turn.
    pub(crate) is_last: bool,
    /// Flag: rules of the end of the turn may apply to tiles of lines. Then even a tile
    /// that can't start a merge has to be known to rest.
    pub(crate) ends: bool,
}

/// A merge of tiles that meet, by their codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PackedMerge {
    /// The number of tiles that merge.
    pub(super) length: u8,
    /// The number of tiles that are left; the other cells become empty.
    pub(super) left: u8,
    /// The tiles that are left, the front one lowest.
    pub(super) tiles: u64,
    /// The tiles that can't take part in a merge, a bit for each.
    pub(super) cannot_take_part: u32,
    /// Flag: no tile that is left can start a merge.
    pub(super) cannot_start: bool,
    pub(super) is_last: bool,
    pub(super) ends: bool,
    pub(super) points: f64,
    pub(super) made: u128,
    pub(super) exact: Exact,
}

impl PackedMerge {
    /// Packs a merge. Returns `None` if tiles may then move in another order than one by
    /// one.
    pub(super) fn of(
        merging: CollisionMerge<'_>,
        mut code: impl FnMut(TileId) -> Option<TileCode>,
    ) -> Option<PackedMerge> {
        let CollisionMerge { cells, multi, points, is_last, ends } = merging;
        let left = cells.iter().take_while(|(id, _)| *id != TileId::EMPTY).count();
        let open = |open: Open| if multi { Open::Yes } else { open };
        let is_free = |(id, own): &(TileId, Open)| *id == TileId::EMPTY && open(*own) == Open::Yes;
        if left == 0 || cells.len() > LONGEST || !cells[left..].iter().all(is_free) {
            return None;
        }
        let (mut tiles, mut cannot_start, mut cannot_take_part, mut made) = (0, 0, 0, u128::NONE);
        for (place, (id, own)) in cells[..left].iter().enumerate() {
            if id.kind() != Kind::Tile {
                return None;
            }
            let own_code = code(*id)?;
            tiles |= u64::from(own_code) << (8 * place);
            made = made.with(u128::one(own_code));
            cannot_start += usize::from(open(*own) != Open::Yes);
            cannot_take_part |= u32::from(open(*own) == Open::No) << place;
        }
        // Tiles behind a single tile that may go on have to slide first, so they come after
        // it. In other cases one of them would meet a tile that is still to move.
        let goes_on_first = left == 1 && cells.len() > 1;
        let all_rest = cannot_start == left;
        let is_resolved = (goes_on_first || all_rest) && (left == 1 || !ends);
        is_resolved.then(|| PackedMerge {
            length: cells.len() as u8,
            left: left as u8,
            tiles,
            cannot_take_part,
            cannot_start: all_rest,
            is_last,
            ends,
            points,
            made,
            exact: Exact::of(points),
        })
    }
}

impl PackedMerge {
    /// Returns the merge with other codes; `None` if a tile has none.
    pub(super) fn recoded(&self, code: impl Fn(TileCode) -> Option<TileCode>) -> Option<PackedMerge> {
        let (mut tiles, mut made) = (0, u128::NONE);
        for place in 0..self.left {
            let own = code((self.tiles >> (8 * place)) as u8)?;
            tiles |= u64::from(own) << (8 * place);
            made = made.with(u128::one(own));
        }
        Some(PackedMerge { tiles, made, ..*self })
    }
}
