//! A hash table of lines of tiles and what they become.

use crate::board::grid::Grid;
use crate::board::tile_table::TileId;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::{LineResult, TileLine};
use crate::fast::lines::record::LineRecording;
use crate::fast::probe_table::{self, ProbeTable};
use crate::fast::strategy::Reason;

/// What a line becomes.
#[derive(Debug)]
pub(crate) struct Entry {
    context_key: ContextKey,
    /// Where its cells before are in `Table::cells`; those after are behind
    /// them, then the tiles that merges created.
    at: u32,
    length: u16,
    created: u16,
    result: LineResult<(), ()>,
    pub(crate) moved: bool,
    /// Whether nothing happens to its tiles at the end of the turn.
    pub(crate) inert: bool,
    /// Whether the result may be used at all: it depends on nothing else.
    pub(crate) usable: bool,
}

/// Lines and what they become, found by their tiles.
#[derive(Debug)]
pub(crate) struct Table {
    slots: ProbeTable<Slot>,
    entries: Vec<Entry>,
    cells: Vec<TileId>,
    most: usize,
}

/// Where a line is.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// One more than its place, or 0.
    place: u32,
    /// The hash of its key, so that others need not be looked at.
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

    /// Whether the next entry makes the table forget the others.
    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() >= self.most
    }

    pub(crate) fn hash(context_key: ContextKey, cells: impl Iterator<Item = TileId>) -> u32 {
        // Multiplying by an odd number and rotating, as rustc does for its own
        // tables; the high bits are the good ones.
        const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
        let mut hash = u64::from(context_key.bits());
        for cell in cells {
            hash = (hash.rotate_left(5) ^ u64::from(cell.bits())).wrapping_mul(FACTOR);
        }
        (hash ^ (hash >> 32)) as u32
    }

    /// The place of a line.
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

    /// Adds a line that is not there; there is no recording if it can't be used.
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
        match recording {
            Some(recording) => {
                self.cells.extend(&recording.after);
                self.cells.extend(&recording.created);
            }
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

    /// The cells before.
    fn before(&self, entry: &Entry) -> &[TileId] {
        &self.cells[entry.at as usize..][..usize::from(entry.length)]
    }

    /// What the line becomes.
    pub(crate) fn result(&self, entry: &Entry) -> TileLine<'_> {
        let cells = &self.cells[entry.at as usize + usize::from(entry.length)..];
        let (after, behind) = cells.split_at(usize::from(entry.length));
        entry.result.written(after, &behind[..usize::from(entry.created)])
    }

    /// What lines do together. `is_new` tells which tiles that merges make are to be
    /// discovered. An error says why the lines can't be used one by one.
    pub(crate) fn sum(
        &self,
        places: &[u32],
        score: f64,
        is_new: impl Fn(TileId) -> bool,
    ) -> Result<Sum, Reason> {
        let mut sum = Sum { result: LineResult::without_merges((), None), moved: false, inert: true };
        for entry in places.iter().map(|place| self.entry(*place)) {
            if !entry.usable {
                return Err(Reason::LineUncacheable);
            }
            sum.moved |= entry.moved;
            sum.inert &= entry.inert;
            if entry.result.merges == 0 {
                continue;
            }
            let result = self.result(entry);
            sum.result.add(&result);
            let made = &mut sum.result.made;
            for id in result.made.iter().copied().filter(|id| is_new(*id)) {
                if *made.get_or_insert(id) != id {
                    return Err(Reason::SeveralNew);
                }
            }
        }
        let LineResult { exact, merges, .. } = sum.result;
        exact.may_be_added(merges, score).then_some(sum).ok_or(Reason::InexactPoints)
    }

    /// Puts what lines become into the cells of a grid.
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

/// What the lines of a move do together.
pub(crate) struct Sum {
    /// With the one tile that is to be discovered, if there is one.
    pub(crate) result: LineResult<(), Option<TileId>>,
    pub(crate) moved: bool,
    /// Whether nothing happens to their tiles at the end of the turn.
    pub(crate) inert: bool,
}
