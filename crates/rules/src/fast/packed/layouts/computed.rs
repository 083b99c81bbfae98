//! Turns of packed games in which a tile spawns that has to be computed.

use crate::board::tile_table::TileId;
use crate::fast::lines::unpacked_turn::{Quiet, ToCompute};
use crate::fast::packed::layouts::{Packed, Packs};
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
        packed: &Packed,
        state: &mut State,
        drawn: ToCompute,
    ) -> Option<usize> {
        let found =
            in_its_lane!(packed, &self.packs, |lane, lanes| lanes.spawn_to_compute(lane, drawn), None);
        let (place, class) = found?;
        self.unpack_variables_of(class, state);
        Some(place)
    }

    /// Plays a turn of a packed game, if it is quiet, where this tile spawns.
    pub(crate) fn lane_turn_with_spawn<R: Randomness + ?Sized>(
        &mut self,
        (packed, state): (&mut Packed, &State),
        direction: usize,
        tile: TileId,
        random: &mut R,
    ) -> Quiet {
        let facts = &self.facts;
        in_its_lane!(
            packed,
            &mut self.packs,
            |lane, lanes| lanes.turn_with_spawn((lane, state), direction, tile, random, facts),
            Quiet::Unknown
        )
    }
}
