//! Turns of packed games in which a tile spawns that has to be computed.

use super::turn::Given;
use super::{Lane, Lanes};
use crate::memo::facts::Facts;
use crate::memo::packing::{KindSet, Packing, Turns, SETS};
use crate::memo::quiet::Quiet;
use crate::random::Randomness;
use crate::state::State;
use crate::tile::TileId;

impl<P: Packing> Lanes<P> {
    /// What has to be computed in a turn where this random number chooses what
    /// spawns: its place in the spawn list, and what tells turns apart by then.
    /// `None` if that is not known.
    pub(in crate::memo) fn spawn_to_compute(
        &self,
        lane: &Lane<P>,
        direction: usize,
        number: f64,
    ) -> Option<(usize, u32)> {
        let shift = self.shift(lane, direction);
        let choices = self.plans.get(lane.progress.plan)?;
        let discovers = !shift.made.without(lane.known).is_empty();
        // It may be another list then, or the variables may be others.
        if self.ends.is_some() || choices.by_discovery && discovers {
            return None;
        }
        let turns = match P::ENDS && shift.merges >= SETS {
            true => self.turns(&shift, lane, direction),
            false => Turns::Known(0),
        };
        let Turns::Known(turns) = turns else { return None };
        let progress = &lane.progress;
        Some((self.plans.computed(progress.plan, number)?, progress.class ^ progress.turns ^ turns))
    }

    /// Plays a turn if it is quiet, where this tile spawns.
    pub(in crate::memo) fn turn_with_spawn<R: Randomness + ?Sized>(
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
