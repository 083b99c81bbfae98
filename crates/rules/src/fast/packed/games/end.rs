//! The end of a turn of a packed game, in modes whose rules change single tiles.
//!
//! See docs/dev/fast-path.md, "Packed games".

use crate::fast::context_key::{ContextKey, KeyDelta};
use crate::fast::packed::ends::EndedBoard;
use crate::fast::packed::games::{PackedGame, PackedGames, Progress};
use crate::fast::packed::layout::{BoardLayout, CodeSet};
use crate::fast::strategy::{Attempt, Reason};

/// A board after the end of a turn.
pub(crate) struct End<P: BoardLayout> {
    /// The board.
    pub(crate) board: P::Board,
    /// The codes that were not seen before.
    unseen: P::Codes,
    /// The unseen codes that add to the list of discoveries.
    new: P::Codes,
    /// The change of the context key.
    pub(crate) delta: KeyDelta,
}

impl<P: BoardLayout> PackedGames<P> {
    /// Returns the board after the end of a turn. `known` has the codes that are known
    /// before it.
    #[inline(never)]
    pub(crate) fn end(
        &self,
        board: P::Board,
        known: P::Codes,
        context_key: ContextKey,
        progress: &Progress,
    ) -> Result<End<P>, Attempt> {
        let Some(ends) = self.ends.as_ref() else { return Err(Attempt::NotEligible(Reason::EndOfTurn)) };
        let EndedBoard { board, made, delta } = ends.of(board, &self.boards, context_key)?;
        let unseen = made.without(known);
        let new = match &self.discovery_list {
            Some(list) if !unseen.is_empty() => list.new_to(known, unseen),
            _ => unseen,
        };
        if !unseen.is_empty() {
            if unseen.first() >= progress.checked_codes {
                return Err(Attempt::UnknownLines);
            }
            let by_discovery = self.plans.get(progress.plan).is_none_or(|choices| choices.by_discovery);
            // The order in which several codes are discovered is not known here.
            if !progress.plain
                || !unseen.without(self.inert_codes).is_empty()
                || new.are_many()
                || by_discovery
            {
                return Err(Attempt::NotEligible(Reason::NewTile));
            }
        }
        Ok(End { board, unseen, new, delta })
    }

    /// Notes the discoveries at the end of a turn.
    #[inline]
    pub(crate) fn discover_at_end(&self, game: &mut PackedGame<P>, end: &End<P>) {
        game.known = game.known.with(end.unseen);
        if !end.new.is_empty() {
            game.discover(end.new.first());
        }
    }
}
