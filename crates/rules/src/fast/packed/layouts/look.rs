//! Queries of packed games, for all layouts.
//!
//! See docs/dev/fast-path.md, "Layouts".

use crate::board::tile_table::TileId;
use crate::fast::packed::code::Numbers;
use crate::fast::packed::layouts::{AnyPackedGame, LayoutOfGames, Layouts};
use crate::fast::{Attempt, Memory, Reason};
use crate::random::Randomness;
use crate::turn::spawn::outcomes::number_of;
use crate::turn::spawn::skipped::Outcome;

impl Memory {
    /// Returns true if a direction of a packed game moves something; `None` if a line is
    /// not known.
    #[inline]
    pub(crate) fn packed_moves(&self, packed: &AnyPackedGame, direction: usize) -> Option<bool> {
        with_layout!(packed, &self.layouts, |game, games| games.moves(game, direction), None)
    }

    /// Returns the legal directions of a packed game, and the directions of which it is not
    /// known, a bit for each.
    #[inline]
    pub(crate) fn packed_legal(&self, packed: &AnyPackedGame) -> (u8, u8) {
        with_layout!(packed, &self.layouts, |game, games| games.legal(game), (0, u8::MAX))
    }

    /// Writes one of the numbers of each cell of a packed game, row by row, as `convert`
    /// makes of it. Missing numbers come from `number`.
    #[inline(always)]
    pub(crate) fn read_packed<const WHICH: usize, T>(
        &mut self,
        packed: &AnyPackedGame,
        into: &mut [T],
        convert: impl Fn(i32) -> T,
        number: impl FnMut(TileId) -> Numbers,
    ) {
        with_layout!(
            packed,
            &mut self.layouts,
            |game, games| games.read::<WHICH, T>(game, into, convert, number),
            ()
        );
    }

    /// Plays a turn of a packed game, if it is eligible and one tile spawns in any free cell.
    /// Returns true if anything moved, and the cell and the content that appeared.
    pub(crate) fn packed_turn_with_spawn<R: Randomness + ?Sized>(
        &self,
        packed: &mut AnyPackedGame,
        direction: usize,
        random: &mut R,
    ) -> Result<(bool, Option<(usize, TileId)>), Attempt> {
        with_layout!(
            packed,
            &self.layouts,
            |game, games| games.turn_with_spawn(game, direction, random),
            Err(Attempt::NotEligible(Reason::NotPacked))
        )
    }

    /// Returns the cell and the content that appeared in a turn of a packed game in which one
    /// tile spawned.
    pub(crate) fn packed_appeared(
        &self,
        before: &AnyPackedGame,
        after: &mut AnyPackedGame,
        direction: usize,
    ) -> Option<(usize, TileId)> {
        with_layout!(
            before,
            &self.layouts,
            |before, games| games.appeared(before, LayoutOfGames::game(after)?, direction),
            None
        )
    }

    /// Plays a turn of a packed game without spawns, if it is eligible.
    pub(crate) fn packed_slide(&self, packed: &mut AnyPackedGame, direction: usize) -> Attempt {
        with_layout!(
            packed,
            &self.layouts,
            |game, games| games.slide(game, direction),
            Attempt::NotEligible(Reason::NotPacked)
        )
    }

    /// Returns whether a turn without spawns moves anything, and its points; `None` if it
    /// is not eligible. Writes one of the numbers of each cell after it, row by row, if
    /// something moves. Missing numbers come from `number`.
    #[inline]
    pub(crate) fn packed_slide_numbers<const WHICH: usize>(
        &mut self,
        packed: &AnyPackedGame,
        direction: usize,
        into: &mut [u32],
        number: impl FnMut(TileId) -> Numbers,
    ) -> Option<(bool, f64)> {
        with_layout!(
            packed,
            &mut self.layouts,
            |game, games| games.slide_numbers::<WHICH>(game, direction, into, number),
            None
        )
    }

    /// Passes the contents of the cells of a packed game to `put`, row by row.
    pub(crate) fn packed_contents(&self, packed: &AnyPackedGame, mut put: impl FnMut(TileId)) {
        with_layout!(packed, &self.layouts, |game, games| games.contents(game).for_each(&mut put), ());
    }

    /// Returns the possible spawns in the empty cells of a packed game; `None` if a tile
    /// may have to be computed.
    pub(crate) fn packed_outcomes(&self, packed: &AnyPackedGame) -> Option<Vec<Outcome>> {
        let (plan, left) = with_layout!(packed, &self.layouts, |game, games| games.spawns(game), None)?;
        let mut empty = Vec::new();
        let mut cell = 0;
        self.packed_contents(packed, |id| {
            empty.extend((id == TileId::EMPTY).then_some(cell));
            cell += 1;
        });
        let mut outcomes = Vec::new();
        for (tile, probability, numbers) in plan.outcomes(left)? {
            outcomes.extend(empty.iter().enumerate().map(|(place, cell)| Outcome {
                tile,
                cell: *cell,
                probability: probability / empty.len() as f64,
                numbers: numbers.with(number_of(place, empty.len())),
            }));
        }
        (!outcomes.is_empty()).then_some(outcomes)
    }
}
