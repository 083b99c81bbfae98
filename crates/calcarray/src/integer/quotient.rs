//! Dividing integers of 64 bits.

use crate::float::WHOLE;

/// The quotient, cut off towards 0, and the remainder, with the sign of `a`.
/// `None` if `b` is 0 or the quotient does not fit.
///
/// Many processors take up to 90 cycles to divide integers of 64 bits and a
/// fifth of that to divide doubles. Both operands and their quotient are off by
/// at most 2^-53 of themselves when rounded, which makes less than 1/2 in a
/// quotient below 2^50; so the nearest integer is the right one or the next.
#[inline]
pub(crate) fn divide(a: i64, b: i64) -> Option<(i64, i64)> {
    const SURE: f64 = (1_i64 << 50) as f64;
    if a >= 0 && b > 0 {
        let quotient = a as f64 / b as f64;
        if quotient < SURE {
            let quotient = ((quotient + WHOLE).to_bits() - WHOLE.to_bits()) as i64;
            // The product may pass 2^63 where it is too large; what is left does not.
            let left = a.wrapping_sub(quotient.wrapping_mul(b));
            return Some(match left {
                left if left < 0 => (quotient.wrapping_sub(1), left.wrapping_add(b)),
                left => (quotient, left),
            });
        }
    }
    Some((a.checked_div(b)?, a.wrapping_rem(b)))
}

/// The remainder alone, which there is where the quotient does not fit, too.
///
/// `None` if `b` is 0.
#[inline]
pub(crate) fn remainder(a: i64, b: i64) -> Option<i64> {
    match divide(a, b) {
        Some((_, remainder)) => Some(remainder),
        None if b == 0 => None,
        None => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(a: i64, b: i64) {
        let expected = a.checked_div(b).map(|quotient| (quotient, a.wrapping_rem(b)));
        assert_eq!(divide(a, b), expected, "{a} by {b}");
        assert_eq!(remainder(a, b), (b != 0).then(|| a.wrapping_rem(b)), "{a} by {b}");
    }

    #[test]
    fn around_multiples_quotients_are_not_off_by_one() {
        let powers = (0..63).map(|bits| 1_i64 << bits);
        let near = |n: i64| [n.saturating_sub(1), n, n.saturating_add(1)];
        let numbers: Vec<i64> = powers
            .flat_map(near)
            .chain(near(i64::MAX))
            .chain([i64::MIN, -1, -7, 1_000_003, 94_906_267])
            .collect();
        for a in &numbers {
            for b in &numbers {
                check(*a, *b);
                let multiple = a.wrapping_mul(*b);
                near(multiple).into_iter().for_each(|a| check(a, *b));
            }
        }
    }

    proptest! {
        #[test]
        fn division_is_that_of_integers(a: i64, b: i64, a_bits in 0..64_u32, b_bits in 0..64_u32) {
            check(a >> a_bits, b >> b_bits);
        }
    }
}
