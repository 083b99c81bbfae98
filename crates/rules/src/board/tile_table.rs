//! Contents of cells as small numbers: every distinct content has one id.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use calcarray::Value;

use crate::board::value_key::Key;

/// The kind of a content, in the upper bits of a [`TileId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A tile: an array.
    Tile,
    /// `@Empty`.
    Empty,
    /// `@Void`: a hole.
    Hole,
    /// `@Slippery`: passed over.
    Slippery,
    /// `@TemporaryHole n`.
    TemporaryHole,
    /// Anything else; it stays where it is and blocks.
    Other,
}

impl Kind {
    pub(crate) fn of(content: &Value) -> Kind {
        match content {
            Value::Array(_) => Kind::Tile,
            Value::Text(text) if text.is("@Empty") => Kind::Empty,
            Value::Text(text) if text.is("@Void") => Kind::Hole,
            Value::Text(text) if text.is("@Slippery") => Kind::Slippery,
            Value::Text(text) if text.starts_with("@TemporaryHole") => Kind::TemporaryHole,
            _ => Kind::Other,
        }
    }
}

/// The id of a cell's content within its [`Tiles`]. Two contents are identical
/// exactly if their ids are equal. The kind is part of the id.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TileId(u32);

/// Bits of a [`TileId`] that count the contents; the kind is above them.
const INDEX_BITS: u32 = 18;

impl TileId {
    /// `@Empty`, in every table.
    pub(crate) const EMPTY: TileId = TileId(1 << INDEX_BITS);

    /// The tile at a place of the table.
    #[cfg(test)]
    pub(crate) fn content(index: u16) -> TileId {
        match index {
            0 => TileId::EMPTY,
            _ => TileId(u32::from(index)),
        }
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        match self.0 >> INDEX_BITS {
            0 => Kind::Tile,
            1 => Kind::Empty,
            2 => Kind::Hole,
            3 => Kind::Slippery,
            4 => Kind::TemporaryHole,
            _ => Kind::Other,
        }
    }

    #[inline]
    pub(crate) fn is_tile(self) -> bool {
        self.is_of(Kind::Tile)
    }

    /// Returns true if the content is of a kind. This is faster than finding out its kind.
    #[inline]
    pub(crate) fn is_of(self, kind: Kind) -> bool {
        self.0 >> INDEX_BITS == kind as u32
    }

    /// The id as a number.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// Counts the contents of a table, from 0.
    pub(crate) fn index(self) -> usize {
        (self.0 & ((1 << INDEX_BITS) - 1)) as usize
    }
}

impl fmt::Debug for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{}", self.kind(), self.index())
    }
}

/// The contents that a game and its clones have met, each stored once.
///
/// The table only grows, so ids stay valid while it is shared; a game that
/// has filled it goes on with a new one (see [`crate::board::grid::Grid`]).
pub(crate) struct Tiles {
    /// The first contents, found in few steps: many games have no more.
    first: [OnceLock<Value>; FIRST],
    /// The contents after the first ones; chunk c holds 2^(c+5).
    chunks: [OnceLock<Chunk>; CHUNKS],
    index: Mutex<HashMap<Key, TileId>>,
    /// The number of entries that every tile has at least, if all entries are numbers; 0 if a tile
    /// has others, or a cell is evaluated when it is read.
    numbers: AtomicUsize,
    /// The kinds that there are so far, a bit for each.
    kinds: AtomicU32,
    /// Flag: no content is evaluated when it is read.
    plain: AtomicBool,
    /// The size of the largest content so far.
    largest: AtomicU64,
}

type Chunk = Box<[OnceLock<Value>]>;

/// The number of contents that are found without a chunk: as many as chunk 0 holds.
const FIRST: usize = 1 << FIRST_CHUNK_BITS;
const FIRST_CHUNK_BITS: u32 = 5;
const CHUNKS: usize = (INDEX_BITS - FIRST_CHUNK_BITS) as usize;
/// The number of contents that a table can hold: 2^5 + 2^5 + 2^6 + … entries.
const CAPACITY: usize = 1 << INDEX_BITS;

/// The chunk of an index that is not among the first, and the place in it.
fn locate(index: usize) -> (usize, usize) {
    let bits = usize::BITS - 1 - index.leading_zeros();
    ((bits - FIRST_CHUNK_BITS) as usize, index - (1 << bits))
}

impl Tiles {
    /// A table with nothing but `@Empty`, which gets index 0.
    pub(crate) fn new() -> Tiles {
        let tiles = Tiles {
            first: Default::default(),
            chunks: Default::default(),
            index: Mutex::default(),
            numbers: AtomicUsize::new(usize::MAX),
            kinds: AtomicU32::new(0),
            plain: AtomicBool::new(true),
            largest: AtomicU64::new(0),
        };
        tiles.intern(&Value::text("@Empty"));
        tiles
    }

    /// The content of an id of this table.
    #[inline]
    pub(crate) fn get(&self, id: TileId) -> &Value {
        const NOTHING: &Value = &Value::Undefined;
        let place = self.first.get(id.index()).or_else(|| self.place(id.index()));
        place.and_then(OnceLock::get).unwrap_or(NOTHING)
    }

    /// The place of a content that is not among the first.
    #[inline(never)]
    fn place(&self, index: usize) -> Option<&OnceLock<Value>> {
        let (chunk, place) = locate(index);
        self.chunks.get(chunk)?.get()?.get(place)
    }

    /// Returns the number of entries that every tile so far has at least, if all entries are
    /// numbers. 0: a tile may have others, or a cell may be evaluated when it is read.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers.load(Ordering::Relaxed)
    }

    /// Returns true if there is any content of a kind.
    pub(crate) fn have(&self, kind: Kind) -> bool {
        self.kinds.load(Ordering::Relaxed) >> kind as u32 & 1 == 1
    }

    /// Returns true if no content so far is evaluated when it is read.
    pub(crate) fn are_plain(&self) -> bool {
        self.plain.load(Ordering::Relaxed)
    }

    /// Returns the size of the largest content so far.
    pub(crate) fn largest(&self) -> u64 {
        self.largest.load(Ordering::Relaxed)
    }

    /// The id of a content; `None` if the table is full.
    pub(crate) fn intern(&self, content: &Value) -> Option<TileId> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let key = Key(content.clone());
        if let Some(id) = index.get(&key) {
            return Some(*id);
        }
        let number = index.len();
        if number >= CAPACITY {
            return None;
        }
        let place = match self.first.get(number) {
            Some(place) => place,
            None => {
                let (chunk, place) = locate(number);
                let chunk = self.chunks[chunk].get_or_init(|| {
                    (0..1usize << (chunk as u32 + FIRST_CHUNK_BITS)).map(|_| OnceLock::new()).collect()
                });
                &chunk[place]
            }
        };
        place.get_or_init(|| content.clone());
        let kind = Kind::of(content);
        // These are set before the id is given out, so they hold for every known id.
        self.numbers.fetch_min(numbers(kind, content), Ordering::Relaxed);
        self.kinds.fetch_or(1 << kind as u32, Ordering::Relaxed);
        self.plain.fetch_and(is_plain(kind, content), Ordering::Relaxed);
        self.largest.fetch_max(content.size(), Ordering::Relaxed);
        let id = TileId(((kind as u32) << INDEX_BITS) | number as u32);
        index.insert(key, id);
        Some(id)
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tiles")
    }
}

/// See [`Tiles::are_plain`].
fn is_plain(kind: Kind, content: &Value) -> bool {
    match content {
        Value::Array(tile) => {
            tile.is_plain() && !tile.first().is_some_and(|entry| entry.is_word("@CalcArray"))
        }
        _ => kind != Kind::Other,
    }
}

/// See [`Tiles::numbers`].
fn numbers(kind: Kind, content: &Value) -> usize {
    match content {
        Value::Array(tile) if tile.iter().all(|entry| matches!(entry, Value::Number(_))) => tile.len(),
        Value::Array(_) => 0,
        _ if kind == Kind::Other => 0,
        _ => usize::MAX,
    }
}

/// The set of the contents of a table that were handled already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// The table that the bits are about.
    tiles: Option<Arc<Tiles>>,
    bits: Vec<u64>,
}

impl Marks {
    pub(crate) fn contains(&self, tiles: &Arc<Tiles>, id: TileId) -> bool {
        self.tiles.as_ref().is_some_and(|own| Arc::ptr_eq(own, tiles))
            && self.bits.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }

    /// Returns true if all ids that are tiles are in the set.
    pub(crate) fn contain_tiles(&self, tiles: &Arc<Tiles>, ids: &[TileId]) -> bool {
        let own = self.tiles.as_ref().is_some_and(|own| Arc::ptr_eq(own, tiles));
        let bits: &[u64] = if own { &self.bits } else { &[] };
        // No branch on what is in a cell, since it would often be mispredicted.
        let is_missing = |id: &TileId| {
            let word = bits.get(id.index() / 64).copied().unwrap_or_default();
            id.is_tile() & (word >> (id.index() % 64) & 1 == 0)
        };
        !ids.iter().fold(false, |missing, id| missing | is_missing(id))
    }

    pub(crate) fn insert(&mut self, tiles: &Arc<Tiles>, id: TileId) {
        if !self.tiles.as_ref().is_some_and(|own| Arc::ptr_eq(own, tiles)) {
            *self = Marks { tiles: Some(Arc::clone(tiles)), bits: Vec::new() };
        }
        let word = id.index() / 64;
        if self.bits.len() <= word {
            // Many games have such a set, and most of them no other tiles later.
            self.bits.reserve_exact(word + 1 - self.bits.len());
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (id.index() % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(number: f64) -> Value {
        Value::array(vec![Value::Number(number)])
    }

    #[test]
    fn equal_contents_have_equal_ids() {
        let tiles = Tiles::new();
        let ids: Vec<_> = (0..200).map(|n| tiles.intern(&tile(f64::from(n))).unwrap()).collect();
        for (n, id) in ids.iter().enumerate() {
            assert_eq!(tiles.intern(&tile(n as f64)), Some(*id));
            assert_eq!(tiles.get(*id), &tile(n as f64));
            assert!(id.is_tile());
        }
        assert_eq!(tiles.intern(&"@Empty".into()), Some(TileId::EMPTY));
        assert_eq!(TileId::EMPTY.kind(), Kind::Empty);
        assert_eq!(tiles.intern(&"@TemporaryHole 3".into()).unwrap().kind(), Kind::TemporaryHole);
    }

    #[test]
    fn a_table_of_numbers_is_one_as_long_as_nothing_else_comes() {
        let pair = Value::array(vec![1.0.into(), 2.0.into()]);
        for other in [Value::array(vec!["2".into()]), "@Moves".into(), Value::array(vec![pair.clone()])] {
            let tiles = Tiles::new();
            for word in ["@Empty", "@Void", "@TemporaryHole 3"] {
                tiles.intern(&word.into());
            }
            assert_eq!(tiles.numbers(), usize::MAX);
            tiles.intern(&pair);
            assert_eq!(tiles.numbers(), 2);
            tiles.intern(&tile(1.0));
            assert_eq!(tiles.numbers(), 1);
            tiles.intern(&other);
            assert_eq!(tiles.numbers(), 0, "{other:?}");
        }
    }

    #[test]
    fn marks_belong_to_a_table() {
        let (one, other) = (Arc::new(Tiles::new()), Arc::new(Tiles::new()));
        let id = one.intern(&tile(1.0)).unwrap();
        let mut marks = Marks::default();
        marks.insert(&one, id);
        assert!(marks.contains(&one, id));
        assert!(!marks.contains(&other, id));
    }
}
