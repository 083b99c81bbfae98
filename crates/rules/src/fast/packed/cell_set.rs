//! Sets of cells of packed boards, a bit for each.
//!
//! See docs/dev/fast-path.md, "Layouts".

use std::fmt::Debug;

/// A set of cells; the layout decides which bit stands for which cell.
pub(crate) trait CellSet: Copy + Debug + PartialEq {
    /// The empty set.
    const NONE: Self;

    fn is_empty(self) -> bool;

    fn has(self, place: u32) -> bool;

    fn with(self, place: u32) -> Self;

    fn without(self, place: u32) -> Self;

    /// Returns the intersection with another set.
    fn and(self, other: Self) -> Self;
}

impl CellSet for u64 {
    const NONE: u64 = 0;

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn has(self, place: u32) -> bool {
        self >> (place % u64::BITS) & 1 == 1
    }

    #[inline]
    fn with(self, place: u32) -> u64 {
        self | 1 << (place % u64::BITS)
    }

    #[inline]
    fn without(self, place: u32) -> u64 {
        self & !(1 << (place % u64::BITS))
    }

    #[inline]
    fn and(self, other: u64) -> u64 {
        self & other
    }
}

impl<const W: usize> CellSet for [u64; W] {
    const NONE: [u64; W] = [0; W];

    #[inline]
    fn is_empty(self) -> bool {
        self == [0; W]
    }

    #[inline]
    fn has(self, place: u32) -> bool {
        self[place as usize / u64::BITS as usize % W].has(place)
    }

    #[inline]
    fn with(mut self, place: u32) -> [u64; W] {
        let word = &mut self[place as usize / u64::BITS as usize % W];
        *word = word.with(place);
        self
    }

    #[inline]
    fn without(mut self, place: u32) -> [u64; W] {
        let word = &mut self[place as usize / u64::BITS as usize % W];
        *word = word.without(place);
        self
    }

    #[inline]
    fn and(self, other: [u64; W]) -> [u64; W] {
        std::array::from_fn(|word| self[word] & other[word])
    }
}
