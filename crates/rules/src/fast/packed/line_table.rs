//! A hash table of lines: what each becomes, and what its merges do besides.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{BitOr, BitXor, Shl, Shr};

use crate::fast::lines::exact_sum::Exact;

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
    /// How many bytes it has.
    const BYTES: usize;

    /// All of it in 64 bits, for a hash.
    fn folded(self) -> u64;

    /// Its first eight bytes.
    fn front(self) -> u64;

    /// The byte of a cell.
    fn cell(self, place: usize) -> u8;
}

macro_rules! line_key {
    ($word:ty, |$own:ident| $folded:expr) => {
        impl LineKey for $word {
            const BYTES: usize = size_of::<$word>();

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
            fn cell(self, place: usize) -> u8 {
                (self >> (8 * place)) as u8
            }
        }
    };
}

line_key!(u32, |own| u64::from(own));
line_key!(u64, |own| own);
line_key!(u128, |own| own as u64 ^ ((own >> 64) as u64).wrapping_mul(0xA24B_AED4_963E_E407));

/// A line and what it becomes.
#[derive(Clone, Copy, Default)]
struct Line<R> {
    before: R,
    /// The bits that change.
    change: R,
    /// One more than the class; 0 is no line.
    class: u32,
    effect: u32,
}

/// What the merges of a line do besides. Many lines have the same effect.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Effect {
    pub(crate) points: f64,
    pub(crate) made: u128,
    /// As those of a [`MoveResult`](crate::fast::packed::layout::MoveResult).
    pub(crate) merges: u32,
    pub(crate) exact: Exact,
}

/// How a line changes, what its merges do besides, and what of the class changes then.
pub(crate) type Change<R> = (R, Effect, u32);

pub(crate) const NO_EFFECT: Effect = Effect { points: 0.0, made: 0, merges: 0, exact: Exact::ALL };

/// How many places there are for lines at first.
const FIRST: usize = 1 << 8;

#[inline]
fn hash(before: u64, class: u32) -> usize {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let hash = (before ^ u64::from(class) << 32).wrapping_mul(FACTOR);
    (hash ^ hash >> 32) as usize
}

/// What lines become, by their cells and their class.
pub(crate) struct LineTable<R> {
    /// A power of two of them, at most three of four in use.
    lines: Vec<Line<R>>,
    effects: Vec<Effect>,
    /// What of the class of lines changes, for each of them.
    delta: Vec<u32>,
    /// Where each of them is.
    places: HashMap<(u64, u128, u32, Exact, u32), u32>,
    known: usize,
    /// How many may be known; at the next one, all are forgotten.
    most: usize,
}

impl<R: LineKey> LineTable<R> {
    /// For so many lines at most.
    pub(crate) fn new(most: usize) -> LineTable<R> {
        LineTable {
            lines: vec![Line::default(); FIRST],
            effects: vec![NO_EFFECT],
            delta: vec![0],
            places: HashMap::new(),
            known: 0,
            most,
        }
    }

    /// How many lines are known.
    pub(crate) fn len(&self) -> usize {
        self.known
    }

    /// How many may be.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// What is known of a line; without a class, if nothing is.
    #[inline]
    fn line(&self, before: R, class: u32) -> &Line<R> {
        let mut place = hash(before.folded(), class) & (self.lines.len() - 1);
        loop {
            let line = &self.lines[place];
            if line.before == before && line.class == class || line.class == 0 {
                return line;
            }
            place = (place + 1) & (self.lines.len() - 1);
        }
    }

    /// How a line changes, and what its merges do besides; `None` if it is not known.
    #[inline(always)]
    pub(crate) fn look_up(&self, before: R, class: u32) -> Option<(R, &Effect)> {
        let line = self.line(before, class + 1);
        // Without a branch: whether there is an effect is hard to foresee.
        (line.class != 0).then(|| (line.change, &self.effects[line.effect as usize]))
    }

    /// The same, with what of the class changes.
    pub(crate) fn change_of(&self, before: R, class: u32) -> Option<Change<R>> {
        let line = self.line(before, class + 1);
        let effect = line.effect as usize;
        (line.class != 0).then(|| (line.change, self.effects[effect], self.delta[effect]))
    }

    /// Notes how a line changes that is not known yet.
    pub(crate) fn insert(&mut self, before: R, class: u32, (change, effect, delta): Change<R>) {
        if self.known >= self.most {
            self.forget();
        }
        if 4 * (self.known + 1) > 3 * self.lines.len() {
            let larger = vec![Line::default(); 2 * self.lines.len()];
            let lines = std::mem::replace(&mut self.lines, larger);
            for line in lines.iter().filter(|line| line.class != 0) {
                self.put(line);
            }
        }
        let effect = self.effect(effect, delta);
        self.put(&Line { before, change, class: class + 1, effect });
        self.known += 1;
    }

    fn put(&mut self, line: &Line<R>) {
        let mask = self.lines.len() - 1;
        let mut place = hash(line.before.folded(), line.class) & mask;
        while self.lines[place].class != 0 {
            place = (place + 1) & mask;
        }
        self.lines[place] = *line;
    }

    /// The place of an effect.
    fn effect(&mut self, effect: Effect, delta: u32) -> u32 {
        if effect.merges == 0 {
            return 0;
        }
        let next = self.effects.len() as u32;
        let Effect { points, made, merges, exact } = effect;
        let place = *self.places.entry((points.to_bits(), made, merges, exact, delta)).or_insert(next);
        if place == next {
            self.effects.push(effect);
            self.delta.push(delta);
        }
        place
    }

    fn forget(&mut self) {
        self.lines.fill(Line::default());
        self.known = 0;
        self.effects.truncate(1);
        self.delta.truncate(1);
        self.places.clear();
    }
}
