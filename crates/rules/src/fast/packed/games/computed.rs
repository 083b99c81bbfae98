//! Turns of packed games in which a tile spawns that has to be computed.

use crate::board::tile_table::TileId;
use crate::fast::context_key::ContextKey;
use crate::fast::facts::Facts;
use crate::fast::packed::games::turn::Given;
use crate::fast::packed::games::{PackedGame, PackedGames};
use crate::fast::packed::layout::{BoardLayout, CodeSet};
use crate::fast::strategy::{Attempt, Reason, ToCompute};
use crate::game::state::State;
use crate::random::Randomness;

impl<P: BoardLayout> PackedGames<P> {
    /// What has to be computed in a turn where this chose what spawns: its place in the
    /// spawn list, and what tells turns apart by then. `None` if that is not known.
    pub(crate) fn spawn_to_compute(
        &self,
        game: &PackedGame<P>,
        drawn: ToCompute,
    ) -> Option<(usize, ContextKey)> {
        Some((self.plans.computed(game.progress.plan, drawn.number)?, drawn.class?))
    }

    /// Plays a turn if it is eligible, where this tile spawns.
    pub(crate) fn turn_with_spawn<R: Randomness + ?Sized>(
        &mut self,
        (game, state): (&mut PackedGame<P>, &State),
        direction: usize,
        tile: TileId,
        random: &mut R,
        facts: &Facts,
    ) -> Attempt {
        let Some(kind) = self.boards.kind(tile) else { return Attempt::NotEligible(Reason::TooManyTiles) };
        self.note_kinds_of(game, state, facts);
        let can_be_discovered = game.progress.plain && self.harmless.has(kind);
        if !game.known.has(kind) && !can_be_discovered {
            return Attempt::NotEligible(Reason::NewTile);
        }
        let result = self.move_result(game, direction);
        let given = Given { spawned: Some(kind), order: None };
        self.turn_given(&result, game, direction, random, given)
    }
}
