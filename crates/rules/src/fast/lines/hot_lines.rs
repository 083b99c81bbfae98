//! Short lines that were met lately, each with what it becomes in one place
//! of memory.
//!
//! The table of lines needs three places for an answer; this one is asked
//! before it, holds copies of what it says, and forgets a line for another
//! one whenever they fall together.

use crate::board::tile_table::TileId;
use crate::fast::context_key::ContextKey;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::lines::table::Table;

/// The longest line: sixteen bits for each cell.
const LENGTH: usize = 8;
const PLACES: [u32; LENGTH] = [0, 1, 2, 3, 4, 5, 6, 7];
/// How many tiles the merges of a line may have made.
const CREATED: usize = 4;
/// The logarithm of how many lines there may be room for: the hash has no more
/// bits that are any good.
const LARGEST: u32 = 20;
/// A line and what it becomes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct HotLine {
    before: PackedLine,
    after: PackedLine,
    /// The points of all merges.
    pub(crate) points: f64,
    context: ContextKey,
    pub(crate) merges: u8,
    length: u8,
    pub(crate) moved: bool,
    pub(crate) inert: bool,
    pub(crate) exact: Exact,
    created: [u16; CREATED],
}

/// The places of tiles in their table, the first one lowest.
type PackedLine = u128;

/// Packs the ids of some cells; `None` if one is too large.
#[inline]
fn pack(cells: &[u32], id: impl Fn(usize) -> TileId) -> Option<PackedLine> {
    let mut largest = 0;
    let mut word = |cells: &[u32]| {
        let mut word = 0;
        for cell in cells.iter().rev() {
            let index = id(*cell as usize).index();
            largest |= index;
            word = word << 16 | index as u64;
        }
        word
    };
    let (low, high) = cells.split_at(cells.len().min(LENGTH / 2));
    let packed = PackedLine::from(word(low)) | PackedLine::from(word(high)) << 64;
    (largest <= usize::from(u16::MAX)).then_some(packed)
}

/// The key of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineKey {
    before: PackedLine,
    context: ContextKey,
    length: u8,
    hash: usize,
}

impl LineKey {
    /// `None` if the line is too long.
    #[inline]
    pub(crate) fn of(context: ContextKey, cells: &[u32], ids: &[TileId]) -> Option<LineKey> {
        if cells.len() > LENGTH {
            return None;
        }
        let before = pack(cells, |cell| ids[cell])?;
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let low = (before as u64).wrapping_mul(FACTOR);
        let high = ((before >> 64) as u64 ^ u64::from(context.bits()) << 32 ^ low >> 32).wrapping_mul(FACTOR);
        let hash = (high >> 32) as usize ^ (low >> 40) as usize;
        Some(LineKey { before, context, length: cells.len() as u8, hash })
    }
}

/// Lines that were met lately.
#[derive(Debug)]
pub(crate) struct HotLines {
    /// Empty until the first line is noted.
    lines: Vec<HotLine>,
    /// How many lines there is room for: a power of two.
    size: usize,
}

impl HotLines {
    /// With room for at most this many lines, and at least one.
    pub(crate) fn new(most: usize) -> HotLines {
        HotLines { lines: Vec::new(), size: 1 << most.max(1).ilog2().min(LARGEST) }
    }

    fn slot(&self, key: &LineKey) -> usize {
        key.hash & (self.size - 1)
    }

    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// What a line becomes, if it is here.
    #[inline]
    pub(crate) fn find(&self, key: &LineKey) -> Option<&HotLine> {
        let line = self.lines.get(self.slot(key))?;
        let same = (line.before == key.before) & (line.context == key.context) & (line.length == key.length);
        same.then_some(line)
    }

    /// The line at the place of a key, which is the one that is there if it is
    /// there.
    #[inline]
    pub(crate) fn line(&self, key: &LineKey) -> &HotLine {
        &self.lines[self.slot(key)]
    }

    /// Whether all of these lines are here.
    #[inline]
    pub(crate) fn have_all(&self, keys: &[LineKey]) -> bool {
        // Without a branch for each, so that none waits for another.
        keys.iter().fold(true, |all, key| all & self.find(key).is_some())
    }

    /// Copies what the table knows of a line. `None`: there is no room for all
    /// of it.
    #[cold]
    pub(crate) fn note(&mut self, key: &LineKey, place: u32, table: &Table) -> Option<()> {
        let entry = table.entry(place);
        if !entry.usable {
            return None;
        }
        let (before, after) = (table.before(entry), table.after(entry));
        let simple = |id: &TileId| id.is_tile() || *id == TileId::EMPTY;
        if !before.iter().zip(after).all(|(before, after)| before == after || simple(after)) {
            return None;
        }
        let mut created = [0; CREATED];
        let made = table.created(entry);
        if made.len() > CREATED {
            return None;
        }
        for (to, id) in created.iter_mut().zip(made) {
            *to = u16::try_from(id.index()).ok()?;
        }
        if self.lines.is_empty() {
            let nothing = HotLine {
                before: 0,
                after: 0,
                points: 0.0,
                context: ContextKey::NONE,
                merges: 0,
                length: u8::MAX,
                moved: false,
                inert: false,
                exact: Exact::ALL,
                created: [0; CREATED],
            };
            self.lines = vec![nothing; self.size];
        }
        let slot = self.slot(key);
        self.lines[slot] = HotLine {
            before: key.before,
            after: pack(&PLACES[..after.len()], |place| after[place])?,
            points: entry.points,
            context: key.context,
            merges: u8::try_from(entry.merges).ok()?,
            length: key.length,
            moved: entry.moved,
            inert: entry.inert,
            exact: entry.exact,
            created,
        };
        Some(())
    }
}

impl HotLine {
    /// The tiles that merges made.
    #[inline]
    pub(crate) fn created(&self) -> impl Iterator<Item = TileId> + '_ {
        self.created.iter().take_while(|index| **index != 0).map(|index| TileId::content(*index))
    }

    /// Puts what changes into these cells.
    #[inline]
    pub(crate) fn put(&self, cells: &[u32], mut set: impl FnMut(usize, TileId)) {
        if self.before == self.after {
            return;
        }
        let (mut changes, mut after) = (self.before ^ self.after, self.after);
        for cell in cells {
            if changes as u16 != 0 {
                set(*cell as usize, TileId::content(after as u16));
            }
            changes >>= 16;
            after >>= 16;
        }
    }
}
