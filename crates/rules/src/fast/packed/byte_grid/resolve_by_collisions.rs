//! Lines of packed boards that are worked out from meetings.

use std::cmp::Reverse;

use crate::board::tile_table::{Kind, TileId};
use crate::fast::collide::compaction::{self, Compaction};
use crate::fast::collide::table::{CollisionGap, CollisionResult, CollisionTable, LineOutcome, View};
use crate::fast::collide::trie::{EDGE, EMPTY};
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::packed::byte_grid::{ByteGrid, LIST, MOST_CODES};
use crate::fast::packed::bytes::{cells, LineWord, Size};
use crate::fast::packed::layout::{
    CodeSet, DecisionsEpoch, LineSource, MoveResult, Orientation, Palette, TileCode, LONGEST,
};
use crate::fast::packed::line_table::Change;

/// Of how many classes meetings are known.
const MOST_TABLES: usize = 32;
/// How many questions are asked about a line.
const MOST_QUESTIONS: usize = 256;
/// How much may be known of the meetings in lines of a class: no more than there
/// are numbers for.
const MOST: usize = 1 << 22;

/// What is known of meetings in lines of some classes.
#[derive(Debug, Default)]
pub(crate) struct CollisionTables {
    tables: Vec<((ContextKey, u8), CollisionTable)>,
    /// By what tests they were learned.
    about: DecisionsEpoch,
}

impl CollisionTables {
    #[inline]
    pub(crate) fn of(&self, key: (ContextKey, u8)) -> Option<&CollisionTable> {
        self.tables.iter().find(|(own, _)| *own == key).map(|(_, collisions)| collisions)
    }

    /// The collisions of a context key, to add some; new ones if there are none yet. Each
    /// table takes `most` at most.
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

    /// Kinds have other numbers now. What is about those without one is forgotten.
    pub(crate) fn recode(&mut self, code: impl Fn(TileCode) -> Option<TileCode>) {
        for (_, collisions) in &mut self.tables {
            collisions.recode(&code);
        }
    }

    pub(crate) fn invalidate_if_changed(&mut self, about: DecisionsEpoch) {
        if self.about != about {
            self.about = about;
            self.tables.clear();
        }
    }

    /// What is left of them where kinds begin anew: what is about the half of the kinds
    /// that were seen most often.
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

    /// What a line becomes, if collisions tell after asking a source about them. `own`
    /// tells collisions of lines apart, `line` works the line out.
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
            // It is the same merge, and nothing more is known of it.
            if is_merge && !matches!(collision, CollisionResult::Merges(merging) if merging.is_last) {
                return None;
            }
            collisions.note(&view, collision, |id| palette.code(id))?;
        }
        None
    }
}

/// What lies beyond the ends of lines: so many holes, then the edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond {
    pub(crate) hole: TileId,
    pub(crate) ahead: usize,
    pub(crate) behind: usize,
}

impl Beyond {
    /// The edge at once.
    pub(crate) const EDGE: Beyond = Beyond { hole: TileId::EMPTY, ahead: 0, behind: 0 };

    /// What is seen along a line, cell by cell, where `None` is its end with so many
    /// holes beyond.
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
    /// What a move does whose lines are worked out, those that can't be are
    /// looked up.
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

    /// What a move does by the table alone, where nothing is known of collisions yet.
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

    #[inline(never)]
    fn resolve_all_by_collisions<const BY_TWO: bool>(
        &self,
        collisions: &CollisionTable,
        board: S::Board,
        orientation: Orientation,
        context_key: ContextKey,
    ) -> MoveResult<ByteGrid<S>> {
        let (count, length) = self.frame.shape(orientation);
        // The ranks of the move lie in their order on the board, or from its other end.
        let mut across = S::across(board, orientation);
        let (front, step) = if orientation.backwards { (length.wrapping_sub(1), usize::MAX) } else { (0, 1) };
        let place = |rank: usize| front.wrapping_add(step.wrapping_mul(rank)) % S::SIDE;
        let inside = cells(count);
        let mut ranks = [0; LONGEST];
        for (rank, own) in ranks.iter_mut().enumerate().take(S::SIDE) {
            *own = if rank < length { across[place(rank)] & inside } else { 0 };
        }
        // It can't be foreseen which tiles do something: so all lines close up before any
        // tile is looked at, and all are looked at before any of them acts.
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

    /// How a line changes, if meetings tell.
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

    /// How a line changes by collisions, after those that are not known were asked for.
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
