//! Turns of packed games in which a tile spawns that has to be computed.

use crate::board::tile_table::TileId;
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::fast::strategy::{Attempt, Reason, ToCompute};
use crate::random::Randomness;

impl Engine {
    /// Plays a turn on the packed board in which this random number has chosen to
    /// compute what spawns.
    pub(crate) fn attempt_with_computed_spawn<R: Randomness>(
        &mut self,
        position: &mut Position,
        direction: usize,
        drawn: ToCompute,
        random: &mut R,
    ) -> Attempt {
        let Some(tile) = self.compute_spawn(position, drawn, random) else {
            return Attempt::NotEligible(Reason::SpawnComputed);
        };
        match (&mut position.packed, &position.base.state) {
            (Some(packed), state) => {
                self.memory.packed_turn_with_spawn((packed, state), direction, tile, random)
            }
            (None, _) => Attempt::NotEligible(Reason::NotPacked),
        }
    }

    /// What spawns. `None` if that depends on what only the whole turn can tell.
    fn compute_spawn(
        &mut self,
        position: &Position,
        drawn: ToCompute,
        random: &mut dyn Randomness,
    ) -> Option<TileId> {
        let packed = position.packed.as_ref()?;
        // Of what is in the state, only this can matter.
        let mut state = self.copy(position.state());
        state.moves = position.moves() + 1.0;
        let place = self.memory.spawn_to_compute(packed, &mut state, drawn);
        let (tile, state) = self.lend(state, Some(random), |play, hooks| hooks.compute_spawn(play, place?));
        self.desk = Some(state);
        tile
    }
}
