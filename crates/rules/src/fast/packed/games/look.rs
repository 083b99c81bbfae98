//! Looking at packed games without playing them.

use std::sync::Arc;

use crate::board::tile_table::TileId;
use crate::fast::packed::games::{PackedGame, PackedGames};
use crate::fast::packed::layout::{BoardLayout, Numbers};
use crate::turn::spawn::conveyor::SpawnPlan;

impl<P: BoardLayout> PackedGames<P> {
    /// Whether a direction moves something; `None` if a line is not known.
    #[inline]
    pub(crate) fn moves(&self, game: &PackedGame<P>, direction: usize) -> Option<bool> {
        let class = self.class(game, direction);
        let changes = self.boards.changes(game.board, self.orientations[direction % 8], class)?;
        Some(changes || self.is_move(game.board, game.board, direction))
    }

    /// The directions that move something, and those of which that is not known, a bit
    /// for each.
    #[inline]
    pub(crate) fn legal(&self, game: &PackedGame<P>) -> (u8, u8) {
        let (mut legal, mut unknown) = (0, 0);
        for direction in (0..8).filter(|direction| game.progress.can_press(*direction)) {
            match self.moves(game, direction) {
                Some(moves) => legal |= u8::from(moves) << direction,
                None => unknown |= 1 << direction,
            }
        }
        (legal, unknown)
    }

    /// Whether some direction is known to move something.
    #[inline(always)]
    pub(crate) fn surely_goes_on(&self, game: &PackedGame<P>) -> bool {
        let mut open = game.progress.available;
        while open != 0 {
            if self.moves(game, open.trailing_zeros() as usize) == Some(true) {
                return true;
            }
            open &= open - 1;
        }
        false
    }

    /// Writes what is told of the numbers of the cells, row by row. Those that are new
    /// here come from `number`.
    #[inline]
    pub(crate) fn read<T>(
        &mut self,
        game: &PackedGame<P>,
        into: &mut [T],
        told: impl Fn(Numbers) -> T,
        number: impl FnMut(TileId) -> Numbers,
    ) {
        if !self.read_known(game, into, &told) {
            self.number_kinds(game, number);
            self.read_known(game, into, told);
        }
    }

    /// Whether all numbers were known.
    #[inline(always)]
    fn read_known<T>(&self, game: &PackedGame<P>, into: &mut [T], told: impl Fn(Numbers) -> T) -> bool {
        let frame = self.boards.frame();
        let mut lowest = 0;
        for (into, place) in into.iter_mut().zip(&frame.places) {
            let own = frame.kinds.numbers[usize::from(P::look(game.board, *place))];
            *into = told(own);
            lowest = own.observed.min(lowest);
        }
        lowest > Numbers::NONE.observed
    }

    /// Asks for the numbers of the kinds on a board that have none.
    #[cold]
    fn number_kinds(&mut self, game: &PackedGame<P>, mut number: impl FnMut(TileId) -> Numbers) {
        for cell in 0..self.boards.frame().places.len() {
            let kind = P::look(game.board, self.boards.frame().places[cell]);
            let id = self.boards.id(kind);
            let own = &mut self.boards.frame_mut().kinds.numbers[usize::from(kind)];
            if own.observed == Numbers::NONE.observed {
                *own = number(id);
            }
        }
    }

    /// The contents of the cells, row by row.
    pub(crate) fn contents<'g>(&'g self, game: &'g PackedGame<P>) -> impl Iterator<Item = TileId> + 'g {
        self.boards.frame().places.iter().map(|place| self.boards.id(P::look(game.board, *place)))
    }

    /// What spawns, and what is left in the box, a bit for each; `None` unless one tile
    /// spawns in any free cell.
    pub(crate) fn spawns(&self, game: &PackedGame<P>) -> Option<(&Arc<SpawnPlan>, u32)> {
        self.spawning.is_none().then_some(())?;
        Some((self.plans.plan(game.progress.plan)?, game.progress.boxed))
    }
}
