//! Tile codes, sets of them, and the numbers of kinds that belong to them.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::fmt::Debug;

/// A small number that stands for a content of cells on a packed board; `@Empty` is 0. A
/// [`Palette`](crate::fast::packed::palette::Palette) says which content has which code.
pub(crate) type TileCode = u8;

/// A set of tile codes.
pub(crate) trait CodeSet: Copy + Debug + PartialEq {
    /// The empty set.
    const NONE: Self;
    /// The last bit, which stands for no code: something is not known.
    const NOT_KNOWN: Self;

    /// Returns the set of one code.
    fn one(code: TileCode) -> Self;

    /// Returns the union with another set.
    fn with(self, other: Self) -> Self;

    /// Returns the set without the codes of another one.
    fn without(self, other: Self) -> Self;

    fn has(self, code: TileCode) -> bool;

    fn is_empty(self) -> bool;

    /// Returns true if the set contains [`CodeSet::NOT_KNOWN`].
    fn has_unknown(self) -> bool;

    /// Returns true if the set has more than one code.
    fn are_many(self) -> bool;

    /// Returns the lowest code.
    fn first(self) -> TileCode;
}

macro_rules! code_set {
    ($word:ty) => {
        impl CodeSet for $word {
            const NONE: $word = 0;
            const NOT_KNOWN: $word = 1 << (<$word>::BITS - 1);

            #[inline]
            fn one(code: TileCode) -> $word {
                1 << (u32::from(code) % <$word>::BITS)
            }

            #[inline]
            fn with(self, other: $word) -> $word {
                self | other
            }

            #[inline]
            fn without(self, other: $word) -> $word {
                self & !other
            }

            #[inline]
            fn has(self, code: TileCode) -> bool {
                self >> (u32::from(code) % <$word>::BITS) & 1 == 1
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn has_unknown(self) -> bool {
                self & Self::NOT_KNOWN != 0
            }

            #[inline]
            fn are_many(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }

            #[inline]
            fn first(self) -> TileCode {
                self.trailing_zeros() as u8
            }
        }
    };
}

code_set!(u16);

code_set!(u128);

/// The two numbers of the kind of a content: that of
/// [`Engine::read_kinds`](crate::Engine::read_kinds), and that of
/// [`Batch::kinds_into`](crate::Batch::kinds_into).
pub(crate) type Numbers = [i32; 2];

/// The place in [`Numbers`] of the number of the kind.
pub(crate) const KIND: usize = 0;

/// The place in [`Numbers`] of the number in observations.
pub(crate) const OBSERVED: usize = 1;

/// The mark of numbers that were not asked for yet; it is lower than all numbers.
pub(crate) const NOT_ASKED: i32 = i32::MIN;
