//! Turns of packed games in which a tile spawns that has to be computed.

use crate::board::tile_table::TileId;
use crate::fast::rollout::{Course, Rollout};
use crate::fast::strategy::{Attempt, Reason, ToCompute};
use crate::random::Randomness;

impl Rollout {
    /// Plays a turn on the packed board in which this random number has chosen to
    /// compute what spawns.
    pub(crate) fn attempt_with_computed_spawn<R: Randomness>(
        &mut self,
        direction: usize,
        drawn: ToCompute,
        random: &mut R,
    ) -> Attempt {
        let Some(tile) = self.compute_spawn(drawn, random) else {
            return Attempt::NotEligible(Reason::SpawnComputed);
        };
        match &mut self.course {
            Course { packed: Some(packed), state, .. } => {
                self.memory.packed_turn_with_spawn((packed, state), direction, tile, random)
            }
            Course { packed: None, .. } => Attempt::NotEligible(Reason::NotPacked),
        }
    }

    /// What spawns. `None` if that depends on what only the whole turn can tell.
    fn compute_spawn(&mut self, drawn: ToCompute, random: &mut dyn Randomness) -> Option<TileId> {
        let moves = self.moves() + 1.0;
        let Course { packed, state, .. } = &mut self.course;
        let place = self.memory.spawn_to_compute(packed.as_ref()?, state, drawn)?;
        // What else is in the state can't matter.
        let before = std::mem::replace(&mut state.moves, moves);
        let tile = self.look_on(Some(random), |play, hooks| hooks.compute_spawn(play, place));
        self.course.state.moves = before;
        tile?
    }
}
