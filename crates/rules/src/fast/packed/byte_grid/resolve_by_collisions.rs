//! Lines of packed boards that are resolved by collisions.
//!
//! See docs/dev/fast-path.md, "Collisions".

use std::cmp::Reverse;

use crate::board::tile_table::{Kind, TileId};
use crate::fast::collide::compaction::{self, Compaction};
use crate::fast::collide::table::{CollisionGap, CollisionResult, CollisionTable, LineOutcome, View};
use crate::fast::collide::trie::{EDGE, EMPTY};
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::packed::byte_grid::{ByteGrid, LIST, MOST_CODES};
use crate::fast::packed::bytes::{LineWord, Size, cells};
use crate::fast::packed::layout::{
    CodeSet, DecisionsEpoch, LONGEST, LineSource, MoveResult, Orientation, Palette, TileCode,
};
use crate::fast::packed::line_table::Change;

/// The largest number of collision tables.
const MOST_TABLES: usize = 32;
/// The largest number of collisions that are recorded for one line.
const MOST_QUESTIONS: usize = 256;
/// The largest number of entries of a table; larger ones have no numbers.
const MOST: usize = 1 << 22;

/// The collision tables of a layout, by the context key and the holes at the ends of lines.
#[derive(Debug, Default)]
pub(crate) struct CollisionTables {
    /// The tables with their keys.
    tables: Vec<((ContextKey, u8), CollisionTable)>,
    /// The decisions by which the collisions were recorded.
    about: DecisionsEpoch,
}

impl CollisionTables {
    /// Returns the table of a key.
    #[inline]
    pub(crate) fn of(&self, key: (ContextKey, u8)) -> Option<&CollisionTable> {
        self.tables.iter().find(|(own, _)| *own == key).map(|(_, collisions)| collisions)
    }

    /// Returns the table of a key, which is added if it is missing; `None` if there are too
    /// many. A table with more than `most` entries is emptied first.
    fn grow(&mut self, key: (ContextKey, u8), most: usize) -> Option<&mut CollisionTable> {
        let place = match self.tables.iter().position(|(own, _)| *own == key) {
            None if self.tables.len() == MOST_TABLES => return None,
            None => {
                self.tables.push((key, CollisionTable::default()));
                self.tables.len() - 1
            }
            Some(place) => place,
        };
        let (_, collisions) = self.tables.get_mut(place)?;
        if collisions.len() > most.min(MOST) {
            *collisions = CollisionTable::default();
        }
        Some(collisions)
    }

    /// Replaces all codes by others. Entries about codes without a new one are dropped.
    pub(crate) fn recode(&mut self, code: impl Fn(TileCode) -> Option<TileCode>) {
        for (_, collisions) in &mut self.tables {
            collisions.recode(&code);
        }
    }

    /// Drops all tables if decisions have changed.
    pub(crate) fn invalidate_if_changed(&mut self, about: DecisionsEpoch) {
        if self.about != about {
            self.about = about;
            self.tables.clear();
        }
    }

    /// Returns the part of the tables that is about the half of the codes that were most
    /// frequent, with their codes in the palette of repacked boards.
    pub(crate) fn kept(
        mut self,
        seen: &[u32; LIST],
        before: &Palette,
        palette: &mut Palette,
    ) -> CollisionTables {
        let mut kept: Vec<usize> = (0..seen.len()).filter(|code| seen[*code] > 0).collect();
        kept.sort_by_key(|code| Reverse(seen[*code]));
        kept.truncate(usize::from(MOST_CODES / 2));
        let mut recoded = [None; LIST];
        for code in kept {
            recoded[code] = palette.code(before.id(code as u8));
        }
        recoded[usize::from(EMPTY)] = Some(EMPTY);
        recoded[usize::from(EDGE)] = Some(EDGE);
        self.recode(|code| *recoded.get(usize::from(code))?);
        self
    }

    /// Resolves a line after asking a source about its unknown collisions; `None` if
    /// collisions can't resolve it. `own` is the key of the table, `line` resolves the line
    /// from it.
    pub(crate) fn record<T>(
        &mut self,
        (palette, most): (&mut Palette, usize),
        mut line: impl FnMut(&CollisionTable) -> Result<T, CollisionGap>,
        own: (ContextKey, u8),
        beyond: Beyond,
        from: &mut impl LineSource,
    ) -> Option<T> {
        let collisions = self.grow(own, most)?;
        for _ in 0..MOST_QUESTIONS {
            let (view, is_merge) = match line(collisions) {
                Ok(outcome) => return Some(outcome),
                Err(CollisionGap::Unknown(view)) => (view, false),
                Err(CollisionGap::UnknownIfCannotTakePart(view)) => (view, true),
                Err(CollisionGap::Unclear) => return None,
            };
            let id = |code: &u8| (*code != EDGE).then(|| palette.id(*code));
            let is_plain =
                |id: Option<TileId>| id.is_none_or(|id| matches!(id.kind(), Kind::Tile | Kind::Empty));
            let is_plain = view.ahead().iter().chain(view.behind()).map(id).all(is_plain);
            let ahead = beyond.seen(view.ahead().iter().map(id), beyond.ahead);
            let behind = beyond.seen(view.behind().iter().map(id), beyond.behind);
            let collision = match is_plain {
                true => from.collide(&View { ahead: &ahead, behind: &behind }, own.0),
                false => CollisionResult::Unclear,
            };
            // The source has the same merge, and no more is known of it.
            if is_merge && !matches!(collision, CollisionResult::Merges(merging) if merging.is_last) {
                return None;
            }
            collisions.note(&view, collision, |id| palette.code(id))?;
        }
        None
    }
}

/// The cells beyond the ends of lines: a number of holes, then the edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond {
    pub(crate) hole: TileId,
    pub(crate) ahead: usize,
    pub(crate) behind: usize,
}

impl Beyond {
    /// The edge without holes.
    pub(crate) const EDGE: Beyond = Beyond { hole: TileId::EMPTY, ahead: 0, behind: 0 };

    /// Returns the cells of a view. `None` stands for the end of the line, which gets this
    /// number of holes before it.
    fn seen(&self, cells: impl Iterator<Item = Option<TileId>>, holes: usize) -> Vec<Option<TileId>> {
        let mut seen = Vec::new();
        for cell in cells {
            if cell.is_none() {
                seen.extend(std::iter::repeat_n(Some(self.hole), holes));
            }
            seen.push(cell);
        }
        seen
    }
}

impl<S: Size> ByteGrid<S> {
    /// Makes a move whose lines are resolved by collisions. Lines that can't be resolved
    /// are looked up.
    pub(crate) fn resolve_by_collisions(
        &self,
        board: S::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<ByteGrid<S>> {
        let Some(collisions) = self.collisions.of((context_key, 0)) else {
            return self.look_up_all(board, orientation, context_key);
        };
        match collisions.prefilter().often_look_at_two(self.frame.palette.len()) {
            true => self.resolve_all_by_collisions::<true>(collisions, board, orientation, context_key),
            false => self.resolve_all_by_collisions::<false>(collisions, board, orientation, context_key),
        }
    }

    /// Makes a move from the cache of lines alone, because no collisions are known yet.
    #[cold]
    fn look_up_all(
        &self,
        board: S::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<ByteGrid<S>> {
        let shape = self.frame.shape(orientation);
        self.cost_model.note_collisions(shape.0, 0);
        Self::move_result_of(board, orientation, shape, |line, result| {
            self.look_up(line, context_key, result)
        })
    }

    /// Makes a move by collisions, with a prefilter of one or two tiles ahead (`BY_TWO`).
    #[inline(never)]
    fn resolve_all_by_collisions<const BY_TWO: bool>(
        &self,
        collisions: &CollisionTable,
        board: S::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<ByteGrid<S>> {
        let (count, length) = self.frame.shape(orientation);
        // The ranks of the move lie in their order on the board, or in the reverse order.
        let mut across = S::across(board, orientation);
        let (front, step) = if orientation.backwards { (length.wrapping_sub(1), usize::MAX) } else { (0, 1) };
        let place = |rank: usize| front.wrapping_add(step.wrapping_mul(rank)) % S::SIDE;
        let inside = cells(count);
        let mut ranks = [0; LONGEST];
        for (rank, own) in ranks.iter_mut().enumerate().take(S::SIDE) {
            *own = if rank < length { across[place(rank)] & inside } else { 0 };
        }
        // It can't be predicted which tiles act. So all lines are compacted before any tile
        // is looked at, and all tiles are looked at before any of them acts: neither step
        // has a branch.
        let mut compaction = Compaction::of(&ranks, length);
        let prefilter = collisions.prefilter();
        let mut still = prefilter.acting::<BY_TWO>(&compaction, count, length);
        let mut result = LineResult::without_merges(board, 0);
        let mut slow = 0;
        while still != 0 {
            let number = still.trailing_zeros() as usize / 8;
            let own = (still >> (8 * number)) as u8;
            still &= !(0xFF << (8 * number));
            slow += 1;
            let (line, compact) =
                (compaction::of_line(&ranks, number, S::SIDE), compaction.line(number, S::SIDE));
            match collisions.line_with(line, length, compact, own) {
                Ok(outcome) if outcome.merges == 0 => {}
                Ok(outcome) => {
                    result.add(&outcome);
                    result.made |= outcome.made;
                    compaction.change(number, S::SIDE, compact.tiles, outcome.after);
                }
                Err(_) => {
                    let whole = S::lines(board, orientation, length).as_ref()[number % S::SIDE];
                    let Some(change) = self.look_up(whole, context_key, &mut result) else {
                        result.made = u128::NOT_KNOWN;
                        return result;
                    };
                    compaction.change(number, S::SIDE, compact.tiles, line ^ change.word());
                }
            }
        }
        self.cost_model.note_collisions(count, slow);
        let (tiles, mut moved) = (compaction.tiles(), 0);
        for rank in 0..S::SIDE {
            moved |= ranks[rank] ^ tiles[rank];
            across[place(rank)] ^= ranks[rank] ^ tiles[rank];
        }
        if moved != 0 {
            result.after = S::board_of_across(across, orientation);
        }
        result
    }

    /// Returns the change of a line, if collisions resolve it.
    pub(crate) fn outcome(
        &self,
        line: S::Word,
        length: usize,
        context_key: ContextKey,
    ) -> Option<Change<S::Word>> {
        let outcome = self.collisions.of((context_key, 0))?.line(line.word(), length).ok()?;
        Some(Self::change_to(outcome, line, length))
    }

    fn change_to(outcome: LineOutcome, line: S::Word, length: usize) -> Change<S::Word> {
        let change = S::Word::of_word(line.word() & cells(length) ^ outcome.after);
        outcome.written(change, outcome.made)
    }

    /// Returns the change of a line by collisions, after its unknown ones were recorded.
    pub(crate) fn record_collisions(
        &mut self,
        line: S::Word,
        length: usize,
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) -> Option<Change<S::Word>> {
        let palette = (&mut self.frame.palette, self.table.most());
        let key = (context_key, 0);
        let line_of = |collisions: &CollisionTable| collisions.line(line.word(), length);
        let outcome = self.collisions.record(palette, line_of, key, Beyond::EDGE, from)?;
        Some(Self::change_to(outcome, line, length))
    }
}
