//! The end of turns of games on packed boards, where rules change single tiles.

use crate::fast::lines::unpacked_turn::Quiet;
use crate::fast::packed::ends::EndedBoard;
use crate::fast::packed::games::{Lane, Lanes, Progress};
use crate::fast::packed::layout::{KindSet, Packing};

/// What becomes of a board at the end of a turn.
pub(crate) struct End<P: Packing> {
    pub(crate) board: P::Board,
    /// The kinds that were not seen before, and those of them that are listed.
    unseen: P::Kinds,
    new: P::Kinds,
    /// What of the class of lines changes.
    pub(crate) turns: u32,
}

impl<P: Packing> Lanes<P> {
    /// What becomes of a board after a move at the end of the turn, where these
    /// kinds are known then.
    #[inline(never)]
    pub(crate) fn end(
        &self,
        board: P::Board,
        known: P::Kinds,
        class: u32,
        progress: &Progress,
    ) -> Result<End<P>, Quiet> {
        let Some(ends) = self.ends.as_ref() else { return Err(Quiet::Unknown) };
        let EndedBoard { board, made, turns } = ends.of(board, &self.boards, class)?;
        let unseen = made.without(known);
        let new = match &self.listed {
            Some(listed) if !unseen.is_empty() => listed.new_to(known, unseen),
            _ => unseen,
        };
        if !unseen.is_empty() {
            if unseen.first() >= progress.kinds {
                return Err(Quiet::NewLine);
            }
            let by_discovery = self.plans.get(progress.plan).is_none_or(|choices| choices.by_discovery);
            // Several are discovered in an order that is not known here.
            if !progress.plain || !unseen.without(self.harmless).is_empty() || new.are_many() || by_discovery
            {
                return Err(Quiet::Unknown);
            }
        }
        Ok(End { board, unseen, new, turns })
    }

    /// Notes what was discovered at the end of a turn.
    #[inline]
    pub(crate) fn discover_at_end(&self, lane: &mut Lane<P>, end: &End<P>) {
        lane.known = lane.known.with(end.unseen);
        if !end.new.is_empty() {
            lane.discover(end.new.first());
        }
    }
}
