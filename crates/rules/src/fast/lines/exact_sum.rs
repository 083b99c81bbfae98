//! Sums of points that are exact in any order.
//!
//! See docs/dev/fast-path.md, "When a board is not packed".

/// A set of precisions that all points of some merges have.
///
/// A turn adds up to a few hundred numbers to the score. If all of them, and the score, are
/// multiples of one power of two and not too large, every intermediate sum is a double, and
/// none is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exact(u8);

impl Exact {
    /// The precisions of no points.
    pub(crate) const ALL: Exact = Exact(0b11);

    /// Whole numbers, and numbers with 20 binary places. Each comes with a bound that
    /// leaves room for 2^9 summands.
    const PRECISIONS: [(f64, f64); 2] =
        [(1.0, (1_u64 << 44) as f64), ((1_u64 << 20) as f64, (1_u64 << 24) as f64)];

    /// Returns the precisions of a number.
    #[inline]
    pub(crate) fn of(number: f64) -> Exact {
        let is_of = |(parts, bound): (f64, f64)| {
            let counted = number * parts;
            counted.trunc() == counted && number.abs() < bound
        };
        let [whole, fine] = Exact::PRECISIONS.map(is_of);
        Exact(u8::from(whole) | u8::from(fine) << 1)
    }

    /// Returns the precisions that two sets share.
    #[inline]
    pub(crate) fn and(self, other: Exact) -> Exact {
        Exact(self.0 & other.0)
    }

    /// Returns true if numbers of these precisions can be added in any order.
    #[inline]
    fn in_any_order(self) -> bool {
        self.0 != 0
    }

    /// Returns true if the points of these merges may be added to a score in another order
    /// than that of the merges.
    #[inline]
    pub(crate) fn may_be_added(self, merges: u32, score: f64) -> bool {
        merges <= 1 || self.and(Exact::of(score)).in_any_order()
    }

    /// Returns true if all points are whole numbers.
    pub(crate) fn is_whole(self) -> bool {
        self.0 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_where_they_are_said_to_be() {
        let (large, small, fine) = ((1_u64 << 43) as f64, 3.0, 1.5_f64.powi(11));
        let cases = [
            (vec![], true),
            (vec![large, small, -7.0], true),
            (vec![fine, small, 0.5, -0.25], true),
            (vec![large, fine], false),
            (vec![0.1], false),
            (vec![1.5_f64.powi(30)], false),
            (vec![f64::INFINITY], false),
            (vec![f64::NAN], false),
            (vec![(1_u64 << 45) as f64], false),
        ];
        for (points, expected) in cases {
            let all = points.iter().fold(Exact::ALL, |all, own| all.and(Exact::of(*own)));
            assert_eq!(all.in_any_order(), expected, "{points:?}");
        }
    }

    #[test]
    fn the_largest_sums_are_exact() {
        for (parts, bound) in Exact::PRECISIONS {
            let largest = bound - 1.0 / parts;
            assert!(Exact::of(largest).in_any_order());
            assert!((512.0 * largest) * parts < (1_u64 << 53) as f64);
        }
    }
}
