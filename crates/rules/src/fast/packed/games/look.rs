//! Queries of packed games that do not play them.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::sync::Arc;

use crate::board::tile_table::TileId;
use crate::fast::packed::code::{NOT_ASKED, Numbers};
use crate::fast::packed::games::{PackedGame, PackedGames};
use crate::fast::packed::layout::BoardLayout;
use crate::fast::strategy::Attempt;
use crate::turn::spawn::plan::SpawnPlan;

impl<P: BoardLayout> PackedGames<P> {
    /// Returns true if a direction moves something; `None` if a line is not known.
    #[inline]
    pub(crate) fn moves(&self, game: &PackedGame<P>, direction: usize) -> Option<bool> {
        let context_key = self.context_key(game, direction);
        let changes = self.boards.changes(game.board, self.orientations[direction % 8], context_key)?;
        Some(changes || self.is_move(game.board, game.board, direction))
    }

    /// Returns the legal directions, and the directions of which it is not known, a bit for
    /// each.
    #[inline(always)]
    pub(crate) fn legal(&self, game: &PackedGame<P>) -> (u8, u8) {
        let available = game.progress.available;
        if let Some(changes) = self.boards.changes_by_axis(game.board) {
            let [legal, unknown] = self.legal_by_axis[usize::from(changes)];
            return (legal & available, unknown & available);
        }
        let (mut legal, mut unknown, mut open) = (0, 0, available);
        while open != 0 {
            let direction = open.trailing_zeros() as usize;
            match self.moves(game, direction) {
                Some(moves) => legal |= u8::from(moves) << direction,
                None => unknown |= 1 << direction,
            }
            open &= open - 1;
        }
        (legal, unknown)
    }

    /// Returns true if some direction is known to move something.
    #[inline(always)]
    pub(crate) fn surely_goes_on(&self, game: &PackedGame<P>) -> bool {
        if let Some(changes) = self.boards.changes_by_axis(game.board) {
            return self.legal_by_axis[usize::from(changes)][0] & game.progress.available != 0;
        }
        let mut open = game.progress.available;
        while open != 0 {
            if self.moves(game, open.trailing_zeros() as usize) == Some(true) {
                return true;
            }
            open &= open - 1;
        }
        false
    }

    /// Writes one of the [`Numbers`] of each cell, row by row, as `convert` makes of it.
    /// Numbers that are missing here come from `number`.
    #[inline(always)]
    pub(crate) fn read<const WHICH: usize, T>(
        &mut self,
        game: &PackedGame<P>,
        into: &mut [T],
        convert: impl Fn(i32) -> T,
        number: impl FnMut(TileId) -> Numbers,
    ) {
        if !self.read_known::<WHICH, T>(game, into, &convert) {
            self.number_codes(game, number);
            self.read_known::<WHICH, T>(game, into, convert);
        }
    }

    /// Writes the numbers; returns false if some are missing.
    #[inline(always)]
    fn read_known<const WHICH: usize, T>(
        &self,
        game: &PackedGame<P>,
        into: &mut [T],
        convert: impl Fn(i32) -> T,
    ) -> bool {
        let numbers = &self.boards.frame().palette.numbers[WHICH];
        let mut lowest = 0;
        self.boards.look_at_all(game.board, into, |code| {
            let number = numbers[usize::from(code)];
            lowest = number.min(lowest);
            convert(number)
        });
        lowest != NOT_ASKED
    }

    /// Asks for the missing numbers of the codes on a board.
    #[cold]
    fn number_codes(&mut self, game: &PackedGame<P>, mut number: impl FnMut(TileId) -> Numbers) {
        for cell in 0..self.boards.frame().places.len() {
            let code = P::look(game.board, self.boards.frame().places[cell]);
            let id = self.boards.id(code);
            let [kind_numbers, observed_numbers] = &mut *self.boards.frame_mut().palette.numbers;
            let (own, other) =
                (&mut kind_numbers[usize::from(code)], &mut observed_numbers[usize::from(code)]);
            if *own == NOT_ASKED {
                [*own, *other] = number(id);
            }
        }
    }

    /// Returns whether a turn without spawns moves anything, and its points; `None` if the turn is
    /// not eligible. Writes one of the numbers of each cell after it, if something moves.
    #[inline]
    pub(crate) fn slide_numbers<const WHICH: usize>(
        &mut self,
        game: &PackedGame<P>,
        direction: usize,
        into: &mut [u32],
        number: impl FnMut(TileId) -> Numbers,
    ) -> Option<(bool, f64)> {
        let mut slid = game.clone();
        let Attempt::Done(moved) = self.slide(&mut slid, direction) else { return None };
        if moved {
            self.read::<WHICH, u32>(&slid, into, |own| own as u32, number);
        }
        Some((moved, slid.progress.score - game.progress.score))
    }

    /// Returns the contents of the cells, row by row.
    #[inline]
    pub(crate) fn contents<'g>(&'g self, game: &'g PackedGame<P>) -> impl Iterator<Item = TileId> + 'g {
        self.boards.frame().places.iter().map(|place| self.boards.id(P::look(game.board, *place)))
    }

    /// Returns the plan of spawns, and the tiles left in the box, a bit for each; `None`
    /// unless one tile spawns in any free cell.
    pub(crate) fn spawns(&self, game: &PackedGame<P>) -> Option<(&Arc<SpawnPlan>, u32)> {
        self.spawning.is_none().then_some(())?;
        Some((self.plans.plan(game.progress.plan)?, game.progress.boxed))
    }
}
