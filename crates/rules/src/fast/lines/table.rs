//! The line table: a hash table of lines with their results.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use crate::board::grid::Grid;
use crate::board::tile_table::TileId;
use crate::fast::MOST_CACHED;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::{LineResult, TileLine};
use crate::fast::lines::recording::LineRecording;
use crate::fast::packed::layout::LineSource;
use crate::fast::probe_table::{self, ProbeTable};
use crate::fast::strategy::Reason;

/// A line and its result.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The context key of the line.
    context_key: ContextKey,
    /// The place of the cells before in `Table::cells`. The cells afterwards follow, then
    /// the tiles that merges made.
    at: u32,
    /// The number of cells of the line.
    length: u16,
    /// The number of tiles that merges made.
    created: u16,
    /// The result without cells and tiles.
    result: LineResult<(), ()>,
    /// Flag: a tile moves or merges.
    pub(crate) moved: bool,
    /// Flag: no rule of the end of the turn applies to the tiles, apart from those that
    /// change single tiles.
    pub(crate) inert: bool,
    /// Flag: the result may be used, because it depends on nothing but the key.
    pub(crate) usable: bool,
}

/// Lines and their results, found by their tiles.
#[derive(Debug)]
pub(crate) struct Table {
    /// The hash table of places in `entries`.
    slots: ProbeTable<Slot>,
    /// The lines.
    entries: Vec<Entry>,
    /// The cells and tiles of all entries.
    cells: Vec<TileId>,
    /// The largest number of lines.
    most: usize,
}

/// A slot of the hash table, which refers to a line.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The place of the line plus one; 0 is a free slot.
    place: u32,
    /// The hash of the key, which saves a look at most other entries.
    hash: u32,
}

impl probe_table::Entry for Slot {
    const FREE: Slot = Slot { place: 0, hash: 0 };

    #[inline]
    fn is_free(&self) -> bool {
        self.place == 0
    }

    fn hash(&self) -> usize {
        self.hash as usize
    }
}

impl Table {
    pub(crate) fn new(most: usize) -> Table {
        Table { slots: ProbeTable::new(), entries: Vec::new(), cells: Vec::new(), most }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.entries.clear();
        self.cells.clear();
    }

    /// Returns true if there is no room for another line.
    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() >= self.most || self.cells.len() >= MOST_CACHED
    }

    pub(crate) fn hash(context_key: ContextKey, cells: impl Iterator<Item = TileId>) -> u32 {
        // The hash multiplies by an odd number and rotates, as the hash of rustc does. The
        // high bits are the good ones.
        const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
        let mut hash = u64::from(context_key.bits());
        for cell in cells {
            hash = (hash.rotate_left(5) ^ u64::from(cell.bits())).wrapping_mul(FACTOR);
        }
        (hash ^ (hash >> 32)) as u32
    }

    /// Returns the place of a line.
    pub(crate) fn find(
        &self,
        hash: u32,
        context_key: ContextKey,
        cells: impl Iterator<Item = TileId> + Clone,
    ) -> Option<u32> {
        let slot = self.slots.get(hash as usize, |slot| {
            slot.hash == hash && slot.place > 0 && {
                let entry = self.entry(slot.place - 1);
                entry.context_key == context_key && self.before(entry).iter().copied().eq(cells.clone())
            }
        });
        slot.place.checked_sub(1)
    }

    /// Adds a line that is missing. A line without a recording is unusable.
    pub(crate) fn insert(
        &mut self,
        hash: u32,
        context_key: ContextKey,
        before: impl Iterator<Item = TileId>,
        recording: Option<&LineRecording>,
    ) -> u32 {
        let place = self.entries.len() as u32;
        let at = self.cells.len();
        self.cells.extend(before);
        let length = self.cells.len() - at;
        // Thousands of tiles that are made one out of another are left to the interpreter.
        let recording = recording.filter(|own| u16::try_from(own.created.len()).is_ok());
        match recording {
            Some(recording) => {
                self.cells.extend(&recording.after);
                self.cells.extend(&recording.created);
            }
            // An unusable line stays as it is, so that every entry has the same parts.
            None => self.cells.extend_from_within(at..),
        }
        self.entries.push(Entry {
            context_key,
            at: at as u32,
            length: length as u16,
            created: (self.cells.len() - at - 2 * length) as u16,
            result: recording.map_or(LineResult::without_merges((), ()), |own| own.result().written((), ())),
            moved: recording.is_some_and(|recording| recording.moved),
            inert: recording.is_some_and(|recording| recording.inert),
            usable: recording.is_some(),
        });
        self.slots.insert(Slot { place: place + 1, hash });
        place
    }

    pub(crate) fn entry(&self, place: u32) -> &Entry {
        &self.entries[place as usize]
    }

    /// Returns the cells before the move.
    fn before(&self, entry: &Entry) -> &[TileId] {
        &self.cells[entry.at as usize..][..usize::from(entry.length)]
    }

    /// Returns the result of the line.
    pub(crate) fn result(&self, entry: &Entry) -> TileLine<'_> {
        let cells = &self.cells[entry.at as usize + usize::from(entry.length)..];
        let (after, behind) = cells.split_at(usize::from(entry.length));
        entry.result.written(after, &behind[..usize::from(entry.created)])
    }

    /// Adds up the results of lines. `is_new` returns true for tiles that are not
    /// discovered yet. An error is the reason for which the lines can't be used one by one.
    pub(crate) fn sum(
        &self,
        places: &[u32],
        score: f64,
        is_new: impl Fn(TileId) -> bool,
    ) -> Result<Sum, Reason> {
        let mut sum = Sum { result: LineResult::without_merges((), None), moved: false };
        for entry in places.iter().map(|place| self.entry(*place)) {
            if !entry.usable {
                return Err(Reason::LineUncacheable);
            }
            sum.moved |= entry.moved;
            if entry.result.merges == 0 {
                continue;
            }
            sum.add(&self.result(entry), &is_new)?;
        }
        let LineResult { exact, merges, .. } = sum.result;
        exact.may_be_added(merges, score).then_some(sum).ok_or(Reason::InexactPoints)
    }

    /// Writes the results of lines into the cells of a grid.
    pub(crate) fn put_lines(&self, lines: &[Box<[u32]>], places: &[u32], grid: &mut Grid) {
        for (cells, place) in lines.iter().zip(places) {
            let entry = self.entry(*place);
            if entry.moved {
                for (cell, id) in cells.iter().zip(self.result(entry).after) {
                    grid.set_at(*cell as usize, *id);
                }
            }
        }
    }
}

/// The sum of the results of the lines of a move.
pub(crate) struct Sum {
    /// The sum, with the one tile that is to be discovered, if there is one.
    pub(crate) result: LineResult<(), Option<TileId>>,
    /// Flag: a tile moves or merges.
    pub(crate) moved: bool,
}

impl Sum {
    /// Adds the merges of a line. `is_new` returns true for tiles that are not discovered yet.
    pub(crate) fn add(&mut self, line: &TileLine<'_>, is_new: impl Fn(TileId) -> bool) -> Result<(), Reason> {
        self.result.add(line);
        let made = &mut self.result.made;
        // Several new tiles would be discovered in an order that lines do not hold.
        for id in line.made.iter().copied().filter(|id| is_new(*id)) {
            if *made.get_or_insert(id) != id {
                return Err(Reason::SeveralNew);
            }
        }
        Ok(())
    }
}

/// The line table as a source of the lines of packed boards.
pub(crate) struct TableSource<'t> {
    pub(crate) table: &'t Table,
    /// Flag: turns are played on packed boards, so a line may be used only if nothing else happens
    /// to its tiles in a turn.
    pub(crate) whole_turns: bool,
}

impl LineSource for TableSource<'_> {
    fn resolve(&mut self, line: &[TileId], context_key: ContextKey) -> Option<TileLine<'_>> {
        let (table, tiles) = (self.table, line.iter().copied());
        let hash = Table::hash(context_key, tiles.clone());
        let entry = table.entry(table.find(hash, context_key, tiles)?);
        (entry.usable && (entry.inert || !self.whole_turns)).then(|| table.result(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_makes_more_tiles_than_an_entry_counts_is_unusable() {
        let line = [TileId::EMPTY; 2];
        for (created, usable) in [(0, true), (65_535, true), (65_536, false), (70_000, false)] {
            let created = vec![TileId::EMPTY; created];
            let recording = LineRecording { created, after: line.to_vec(), ..LineRecording::default() };
            let mut table = Table::new(1);
            let place = table.insert(1, ContextKey::NONE, line.into_iter(), Some(&recording));
            assert_eq!(table.entry(place).usable, usable, "{}", recording.created.len());
        }
    }
}
