//! The cache of lines of a layout with bytes: a hash table of changes and effects.
//!
//! See docs/dev/fast-path.md, "Layouts".

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{BitOr, BitXor, Shl, Shr};

use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::probe_table::{Entry, ProbeTable};

/// The cells of a line in one word, a byte for each, the front one lowest.
pub(crate) trait LineKey:
    Copy
    + Default
    + Eq
    + Debug
    + From<u8>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bytes.
    const BYTES: usize;
    /// The key of empty cells.
    const EMPTY: Self;

    /// Returns a mix of all bytes in 64 bits, for a hash.
    fn folded(self) -> u64;

    /// Returns the first eight bytes.
    fn front(self) -> u64;

    /// Returns the key of the bytes of a word, as many as a key has.
    fn of_front(word: u64) -> Self;

    /// Returns the byte of a cell.
    fn cell(self, place: usize) -> u8;
}

macro_rules! line_key {
    ($word:ty, |$own:ident| $folded:expr) => {
        impl LineKey for $word {
            const BYTES: usize = size_of::<$word>();
            const EMPTY: $word = 0;

            #[inline]
            fn folded(self) -> u64 {
                let $own = self;
                $folded
            }

            #[inline]
            fn front(self) -> u64 {
                self as u64
            }

            #[inline]
            fn of_front(word: u64) -> $word {
                word as $word
            }

            #[inline]
            fn cell(self, place: usize) -> u8 {
                (self >> (8 * place)) as u8
            }
        }
    };
}

line_key!(u32, |own| u64::from(own));
line_key!(u64, |own| own);
line_key!(u128, |own| own as u64 ^ ((own >> 64) as u64).wrapping_mul(0xA24B_AED4_963E_E407));

/// A line and its change.
#[derive(Clone, Copy)]
struct Line<R> {
    /// The cells before.
    before: R,
    /// The bits that change.
    change: R,
    /// The context key plus one; 0 is a free slot.
    tag: u32,
    /// The place of the effect.
    effect: u32,
}

impl<R: LineKey> Entry for Line<R> {
    const FREE: Line<R> = Line { before: R::EMPTY, change: R::EMPTY, tag: 0, effect: 0 };

    #[inline]
    fn is_free(&self) -> bool {
        self.tag == 0
    }

    fn hash(&self) -> usize {
        hash(self.before.folded(), self.tag)
    }
}

/// The effect of the merges of a line. Many lines have the same effect.
pub(crate) type Effect = LineResult<(), u128>;

/// The bits of a line that change, and the effect of its merges.
pub(crate) type Change<R> = LineResult<R, u128>;

const NO_EFFECT: Effect = LineResult::without_merges((), 0);

/// Returns the context key plus one.
#[inline]
fn tag(context_key: ContextKey) -> u32 {
    context_key.bits() + 1
}

#[inline]
fn hash(before: u64, tag: u32) -> usize {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let hash = (before ^ u64::from(tag) << 32).wrapping_mul(FACTOR);
    (hash ^ hash >> 32) as usize
}

/// Changes and effects of lines, by their cells and their context key.
pub(crate) struct LineTable<R> {
    /// The lines.
    lines: ProbeTable<Line<R>>,
    /// The effects, each once.
    effects: Vec<Effect>,
    /// The place of each effect.
    places: HashMap<(u64, u128, u32, Exact), u32>,
    /// The largest number of lines; a full table is emptied.
    most: usize,
}

impl<R: LineKey> LineTable<R> {
    /// Makes a table with room for this number of lines.
    pub(crate) fn new(most: usize) -> LineTable<R> {
        LineTable { lines: ProbeTable::new(), effects: vec![NO_EFFECT], places: HashMap::new(), most }
    }

    /// Returns the number of lines.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the largest number of lines.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Returns the entry of a line, or a free slot, whose tag is 0.
    #[inline]
    fn line(&self, before: R, context_key: ContextKey) -> &Line<R> {
        let tag = tag(context_key);
        self.lines.get(hash(before.folded(), tag), |line| line.before == before && line.tag == tag)
    }

    /// Returns the change of a line and the effect of its merges; `None` if the line is not
    /// known.
    #[inline(always)]
    pub(crate) fn look_up(&self, before: R, context_key: ContextKey) -> Option<(R, &Effect)> {
        let line = self.line(before, context_key);
        // The effect is read without a branch, because it can't be predicted if there is
        // one.
        (line.tag != 0).then(|| (line.change, &self.effects[line.effect as usize]))
    }

    /// Adds a line that is missing.
    pub(crate) fn insert(&mut self, before: R, context_key: ContextKey, known: Change<R>) {
        if self.lines.len() >= self.most {
            self.forget();
        }
        let effect = self.effect(known.written((), known.made));
        self.lines.insert(Line { before, change: known.after, tag: tag(context_key), effect });
    }

    /// Returns the place of an effect, which is added if it is missing.
    fn effect(&mut self, effect: Effect) -> u32 {
        if effect.merges == 0 {
            return 0;
        }
        let next = self.effects.len() as u32;
        let LineResult { points, made, merges, exact, .. } = effect;
        let place = *self.places.entry((points.to_bits(), made, merges, exact)).or_insert(next);
        if place == next {
            self.effects.push(effect);
        }
        place
    }

    fn forget(&mut self) {
        self.lines.clear();
        self.effects.truncate(1);
        self.places.clear();
    }
}
