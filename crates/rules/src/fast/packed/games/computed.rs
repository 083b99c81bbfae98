//! Turns of packed games in which a tile spawns that has to be computed.

use crate::board::tile_table::TileId;
use crate::fast::facts::Facts;
use crate::fast::lines::unpacked_turn::{Quiet, ToCompute};
use crate::fast::packed::games::turn::Given;
use crate::fast::packed::games::{Lane, Lanes};
use crate::fast::packed::layout::{KindSet, Packing};
use crate::game::state::State;
use crate::random::Randomness;

impl<P: Packing> Lanes<P> {
    /// What has to be computed in a turn where this chose what spawns: its place in the
    /// spawn list, and what tells turns apart by then. `None` if that is not known.
    pub(crate) fn spawn_to_compute(&self, lane: &Lane<P>, drawn: ToCompute) -> Option<(usize, u32)> {
        Some((self.plans.computed(lane.progress.plan, drawn.number)?, drawn.class?))
    }

    /// Plays a turn if it is quiet, where this tile spawns.
    pub(crate) fn turn_with_spawn<R: Randomness + ?Sized>(
        &mut self,
        (lane, state): (&mut Lane<P>, &State),
        direction: usize,
        tile: TileId,
        random: &mut R,
        facts: &Facts,
    ) -> Quiet {
        let Some(kind) = self.boards.kind(tile) else { return Quiet::Unknown };
        self.note_kinds_of(lane, state, facts);
        let can_be_discovered = lane.progress.plain && self.harmless.has(kind);
        if !lane.known.has(kind) && !can_be_discovered {
            return Quiet::Unknown;
        }
        let shift = self.shift(lane, direction);
        let given = Given { spawned: Some(kind), order: None };
        self.turn_given(&shift, lane, direction, random, given)
    }
}
