//! What is known of the cells while tiles move.

use crate::direction::Strength;
use crate::form::Open;
use crate::grid::Grid;
use crate::memo::Neighbours;
use crate::play::{Heading, Play};
use crate::row;
use crate::tile::Kind;
use crate::trigger::Trigger;

/// The tiles on the move.
pub(crate) struct Passes<'m> {
    pub(crate) heading: &'m Heading,
    pub(crate) strength: Strength,
    /// Whether each cell takes part in merges. The flags belong to the cells, not
    /// to their tiles.
    open: Vec<Open>,
    /// One more than how often the grid had changed when no rule was found to
    /// apply to each cell; none where that was never so.
    tested: Vec<u32>,
    /// The places of the cells that are awake, where rows don't tell.
    awake: Places,
    rows: Option<Rows>,
    /// The places where no rule applies as long as the tiles that rules are about
    /// are the same, nor can the tile slide: a bit for each.
    ruled_out: u64,
    /// Whether they are noted: not on large grids, nor where scripts run while
    /// tiles move.
    notes_rows: bool,
    /// Whether all cells were woken in this pass, even those that rest anyway.
    all_woken: bool,
    /// Whether no script runs while tiles move.
    undisturbed: bool,
    /// Whether rules are ruled out by a look at the tiles. What is remembered of
    /// tests makes that superfluous; and somebody who watches would not know of it.
    pub(crate) looks: bool,
    pub(crate) slides_are_heard_of: bool,
    /// Whether nothing happens than that tiles slide and merge, in ways that their
    /// rows tell.
    pub(crate) is_unheard: bool,
    /// How often the grid has changed.
    changes: u32,
    pub(crate) done: u64,
    pub(crate) moved: bool,
}

/// Which tiles of a grid of few cells are awake, where the conditions of all
/// rules are decided by the tiles that they are about: then only a merge can put
/// tiles anywhere else than where one slides to. Sets of places in the order of
/// the move, a bit for each.
#[derive(Clone, Copy, Debug)]
struct Rows {
    tiles: u64,
    awake: u64,
}

impl Rows {
    /// Of a grid where all are awake; `None` if tiles may slide over some cells.
    fn of(grid: &Grid, heading: &Heading) -> Option<Rows> {
        let cells = grid.ids().iter().zip(heading.neighbours.as_deref()?);
        let tiles = cells.fold(0, |tiles, (id, own)| tiles | u64::from(id.is_tile()) << own.place);
        (!grid.has(Kind::Slippery)).then_some(Rows { tiles, awake: tiles })
    }
}

/// A set of places in the order of a move.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<u64>);

impl Places {
    fn fill(&mut self, places: usize) {
        self.0.clear();
        self.0.resize(places / 64, u64::MAX);
        self.0.push((1 << (places % 64)) - 1);
    }

    #[inline]
    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The first place from this one on.
    #[inline]
    fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.0.get(word)? >> (from % 64) << (from % 64);
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }
}

impl<'m> Passes<'m> {
    /// Before the first pass: all tiles are awake and may merge. To be made where
    /// it is used: moved, it would keep the processor waiting.
    #[inline(always)]
    pub(crate) fn new(play: &mut Play<'_>, heading: &'m Heading, strength: Strength) -> Passes<'m> {
        let grid = &play.state.grid;
        let undisturbed = play.rules.moves_by_lines();
        let cells = grid.size();
        let notes_rows = undisturbed && cells <= u64::BITS as usize && heading.neighbours.is_some();
        let rows = match notes_rows && play.rules.looks_at_rows_only() {
            true => Rows::of(grid, heading),
            false => None,
        };
        let looks = play.tests.is_none() && play.watch.is_none() && play.rules.longest_row() <= row::LONGEST;
        let slides_are_heard_of = play.telling || play.rules.has_scripts_for(Trigger::TileMove);
        let workspace = &mut play.workspace;
        workspace.open.clear();
        workspace.open.resize(cells, Open::Yes);
        workspace.tested.clear();
        if rows.is_none() {
            workspace.awake_places.fill(cells);
        }
        Passes {
            heading,
            strength,
            open: std::mem::take(&mut workspace.open),
            tested: std::mem::take(&mut workspace.tested),
            awake: std::mem::take(&mut workspace.awake_places),
            rows,
            ruled_out: 0,
            notes_rows,
            all_woken: false,
            undisturbed,
            looks,
            is_unheard: looks && rows.is_some() && !slides_are_heard_of && !heading.step.is_still(),
            slides_are_heard_of,
            changes: 0,
            done: 0,
            moved: false,
        }
    }

    /// After the last pass: gives back the memory that was lent.
    pub(crate) fn end(&mut self, play: &mut Play<'_>) {
        play.workspace.open = std::mem::take(&mut self.open);
        play.workspace.tested = std::mem::take(&mut self.tested);
        play.workspace.awake_places = std::mem::take(&mut self.awake);
    }

    /// Whether merges are told by the tiles right ahead, none of which is beyond
    /// cells that are slid over.
    pub(crate) fn are_told_by_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// Begins a pass.
    pub(crate) fn begin(&mut self) {
        self.all_woken = false;
    }

    /// The first place in the order of the move, from this one on, whose tile is
    /// awake. Those before it had their turn.
    #[inline]
    pub(crate) fn next_awake(&mut self, from: usize) -> Option<usize> {
        match self.rows {
            Some(_) => self.next_in_rows(u64::MAX.checked_shl(from as u32)?),
            None => self.awake.next(from),
        }
    }

    /// The same where rows are told, among the places that are still to come:
    /// tiles that are ruled out when their turn comes rest without being visited.
    #[inline]
    pub(crate) fn next_in_rows(&mut self, coming: u64) -> Option<usize> {
        let rows = self.rows.as_mut()?;
        let busy = rows.awake & !self.ruled_out & coming;
        let before = (busy & busy.wrapping_neg()).wrapping_sub(1);
        rows.awake &= !(coming & before);
        (busy != 0).then(|| busy.trailing_zeros() as usize)
    }

    pub(crate) fn is_any_awake(&self) -> bool {
        self.all_woken || self.rows.map_or_else(|| !self.awake.is_empty(), |rows| rows.awake != 0)
    }

    /// When the turn of a cell comes.
    #[inline]
    fn place(&self, index: usize) -> usize {
        // Headings of moves have them all.
        self.heading.neighbours_of(index).map_or(index, |own| own.place as usize)
    }

    /// Wakes all cells.
    pub(crate) fn wake_all(&mut self) {
        self.all_woken = true;
        match &mut self.rows {
            Some(rows) => rows.awake = rows.tiles,
            None => self.awake.fill(self.open.len()),
        }
    }

    #[inline]
    pub(crate) fn let_rest(&mut self, index: usize) {
        let place = self.place(index);
        match self.rows {
            Some(_) => self.let_rest_in_rows(place, false),
            None => self.awake.remove(place),
        }
    }

    /// Whether the cell takes part in merges.
    #[inline]
    pub(crate) fn is_open(&self, index: usize) -> Open {
        self.open[index]
    }

    /// Something else is in the cell that came of a merge.
    pub(crate) fn note_merged(&mut self, index: usize, open: Open, kind: Kind) {
        self.open[index] = open;
        self.note_change(index, kind == Kind::Tile);
        if kind == Kind::Slippery {
            // All are woken by a merge.
            self.rows = None;
            self.is_unheard = false;
        }
    }

    /// A tile slid from one cell to another.
    #[inline]
    pub(crate) fn note_slide(&mut self, from: usize, to: usize) {
        let heading = self.heading;
        match self.rows {
            // Where rows are told, all cells have them.
            Some(_) => {
                let own = heading.neighbours_of(from).zip(heading.neighbours_of(to));
                own.into_iter().for_each(|(from, to)| self.note_slide_in_rows(from, to));
            }
            None => {
                self.note_change(from, false);
                self.note_change(to, true);
                let (from, to) = (self.place(from), self.place(to));
                self.awake.remove(from);
                self.awake.insert(to);
            }
        }
    }

    /// Lets a tile rest where rows are told; perhaps because no rule applies as
    /// long as they are the same.
    #[inline]
    pub(crate) fn let_rest_in_rows(&mut self, place: usize, is_ruled_out: bool) {
        if let Some(rows) = &mut self.rows {
            rows.awake &= !(1 << place);
            self.ruled_out |= u64::from(is_ruled_out) << place;
        }
    }

    /// Notes a slide where rows are told.
    #[inline]
    pub(crate) fn note_slide_in_rows(&mut self, from: &Neighbours, to: &Neighbours) {
        self.moved = true;
        self.changes = self.changes.saturating_add(1);
        if let Some(rows) = &mut self.rows {
            let (here, there) = (1 << from.place, 1 << to.place);
            self.ruled_out &= !(from.seen_from | to.seen_from);
            rows.tiles = rows.tiles & !here | there;
            rows.awake = rows.awake & !here | there;
        }
    }

    /// The grid changes at this cell.
    #[inline]
    fn note_change(&mut self, index: usize, is_tile: bool) {
        self.moved = true;
        // So often is more than the limit of passes lets it be.
        self.changes = self.changes.saturating_add(1);
        let Some(own) = self.heading.neighbours_of(index) else { return };
        self.ruled_out &= !own.seen_from;
        if let Some(rows) = &mut self.rows {
            rows.tiles = rows.tiles & !(1 << own.place) | u64::from(is_tile) << own.place;
        }
    }

    /// An expression may have put anything anywhere. If that was in a merge, all
    /// are to be woken after this.
    pub(crate) fn look_again(&mut self, grid: &Grid) {
        self.changes = self.changes.saturating_add(1);
        self.ruled_out = 0;
        self.rows = self.rows.and_then(|_| Rows::of(grid, self.heading));
        self.is_unheard &= self.rows.is_some();
    }

    /// Whether it is known that no rule applies here.
    #[inline]
    pub(crate) fn is_known_to_rest(&self, index: usize) -> bool {
        let is_ruled_out = self.notes_rows && self.ruled_out >> self.place(index) & 1 == 1;
        is_ruled_out || self.tested.get(index).is_some_and(|tested| *tested > self.changes)
    }

    /// No rule applies here as long as the grid stays as it is. Where scripts run
    /// while tiles move, nobody can tell.
    pub(crate) fn note_tested(&mut self, index: usize) {
        if self.undisturbed {
            self.tested.resize(self.open.len(), 0);
            self.tested[index] = self.changes + 1;
        }
    }

    /// No rule applies here as long as the tiles that rules are about are the
    /// same.
    #[inline]
    pub(crate) fn note_ruled_out(&mut self, index: usize) {
        match self.notes_rows {
            true => self.ruled_out |= 1 << self.place(index),
            false => self.note_tested(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_order() {
        for count in [0, 1, 63, 64, 65, 130] {
            let mut places = Places::default();
            places.fill(count);
            let all = |places: &Places| {
                std::iter::successors(places.next(0), |place| places.next(place + 1)).collect::<Vec<_>>()
            };
            assert_eq!(all(&places), (0..count).collect::<Vec<_>>());
            (0..count).filter(|place| place % 3 > 0).for_each(|place| places.remove(place));
            assert_eq!(all(&places), (0..count).step_by(3).collect::<Vec<_>>());
            (0..count).step_by(3).for_each(|place| places.remove(place));
            assert!(places.is_empty());
        }
    }
}
