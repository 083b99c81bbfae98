//! Turns of packed games in which a tile spawns that has to be computed.

use crate::board::tile_table::TileId;
use crate::fast::packed::layouts::{AnyPackedGame, Layouts};
use crate::fast::strategy::{Attempt, Reason, ToCompute};
use crate::fast::Memory;
use crate::game::state::State;
use crate::random::Randomness;

impl Memory {
    /// The place in the spawn list of what has to be computed in a turn of a packed
    /// game, where this chose what spawns. Sets the variables of
    /// the state that the game was packed from as they are by then. `None` if that
    /// is not known.
    pub(crate) fn spawn_to_compute(
        &self,
        packed: &AnyPackedGame,
        state: &mut State,
        drawn: ToCompute,
    ) -> Option<usize> {
        let found =
            with_layout!(packed, &self.layouts, |game, games| games.spawn_to_compute(game, drawn), None);
        let (place, class) = found?;
        self.unpack_variables_of(class, state);
        Some(place)
    }

    /// Plays a turn of a packed game, if it is eligible, where this tile spawns.
    pub(crate) fn packed_turn_with_spawn<R: Randomness + ?Sized>(
        &mut self,
        (packed, state): (&mut AnyPackedGame, &State),
        direction: usize,
        tile: TileId,
        random: &mut R,
    ) -> Attempt {
        let facts = &self.facts;
        with_layout!(
            packed,
            &mut self.layouts,
            |game, games| games.turn_with_spawn((game, state), direction, tile, random, facts),
            Attempt::NotEligible(Reason::NotPacked)
        )
    }
}
