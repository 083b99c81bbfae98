//! Looking at packed games without playing them.

use std::sync::Arc;

use crate::board::tile_table::TileId;
use crate::fast::packed::games::{PackedGame, PackedGames};
use crate::fast::packed::layout::{BoardLayout, CodeSet, MoveResult};
use crate::fast::strategy::Attempt;
use crate::turn::spawn::conveyor::SpawnPlan;

impl<P: BoardLayout> PackedGames<P> {
    /// Whether a move changes the board; `None` if a line is not known.
    #[inline]
    pub(crate) fn moves(&self, game: &PackedGame<P>, direction: usize) -> Option<bool> {
        let MoveResult::<P> { after, made, .. } = self.move_result(game, direction);
        (!made.has_unknown()).then_some(self.is_move(game.board, after, direction))
    }

    /// The game after a turn in which nothing spawns, and whether anything moved in it;
    /// `None` if the turn is not eligible.
    #[inline]
    pub(crate) fn slid(&self, game: &PackedGame<P>, direction: usize) -> Option<(PackedGame<P>, bool)> {
        let mut slid = game.clone();
        match self.slide(&mut slid, direction) {
            Attempt::Done(moved) => Some((slid, moved)),
            _ => None,
        }
    }

    /// The contents of the cells, row by row.
    #[inline]
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
