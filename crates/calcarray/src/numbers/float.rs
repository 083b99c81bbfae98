//! Arithmetic on doubles as the number operators do it. See
//! docs/spec/calcarray.md, "Number operators" and "Floating-point functions".
//!
//! Whatever is not plain IEEE arithmetic is computed in software, so that a
//! game goes the same way on every platform: powers and logarithms to the
//! last bit as the reference has them, the rest by `libm`.

use crate::error::{Error, Limit};
use crate::limits::{Meter, exceeded};

mod logarithm;
mod power;

/// Remainder with the sign of `a`.
pub fn remainder(a: f64, b: f64) -> f64 {
    // Whole numbers need no loop: below 2^51 a quotient is off by so little that
    // the nearest whole number is the right one or the one above. A negative
    // dividend would lose the sign of a zero.
    const EXACT_BELOW: f64 = (1_u64 << 51) as f64;
    let is_exact = a.is_sign_positive() && a < EXACT_BELOW && (1.0..EXACT_BELOW).contains(&b);
    if is_exact && nearest(a) == a && nearest(b) == b {
        let left = a - nearest(a / b) * b;
        return if left < 0.0 { left + b } else { left };
    }
    a % b
}

/// The nearest whole number of one from 0 to 2^52, in case of doubt the even one.
pub(crate) fn nearest(number: f64) -> f64 {
    number + WHOLE - WHOLE
}

/// The number from which on all doubles are whole.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// `((a % b) + b) % b`, in that order; 0 for b = 0.
pub fn modulo(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        return 0.0;
    }
    remainder(remainder(a, b) + b, b)
}

/// ECMAScript's power: unlike elsewhere, (±1)^±Infinity and x^NaN are NaN.
pub fn power(a: f64, b: f64) -> f64 {
    if b.is_nan() || (b.is_infinite() && a.abs() == 1.0) {
        return f64::NAN;
    }
    if a == 2.0 && (-1022.0..1024.0).contains(&b) && b as i64 as f64 == b {
        // A power of two is its exponent bits.
        return f64::from_bits(((b as i64 + 1023) as u64) << 52);
    }
    power::power(a, b)
}

/// Logarithm to a base.
pub fn log(a: f64, base: f64) -> f64 {
    logarithm::natural(a) / logarithm::natural(base)
}

/// Logarithm to base 10.
pub fn log10(a: f64) -> f64 {
    logarithm::decimal(a)
}

/// Rounds to the nearest whole number, halves up: the language's rounding.
pub fn half_up(number: f64) -> f64 {
    let floor = number.floor();
    let rounded = if number - floor >= 0.5 { floor + 1.0 } else { floor };
    // What is rounded up to 0 keeps its sign, as in ECMAScript.
    if rounded == 0.0 { rounded.copysign(number) } else { rounded }
}

/// Rounds to the nearest multiple of `b`, halves up.
pub fn round(a: f64, b: f64) -> f64 {
    half_up(a / b) * b
}

/// Rounds down to a multiple of `b`.
pub fn floor(a: f64, b: f64) -> f64 {
    (a / b).floor() * b
}

/// Rounds up to a multiple of `b`.
pub fn ceil(a: f64, b: f64) -> f64 {
    (a / b).ceil() * b
}

/// Rounds towards zero to a multiple of `b`.
pub fn trunc(a: f64, b: f64) -> f64 {
    (a / b).trunc() * b
}

/// Returns the number without its sign, except that -0 keeps it.
pub fn abs(a: f64) -> f64 {
    if a < 0.0 { -a } else { a }
}

/// 1, -1 or 0 (also for -0).
pub fn sign(a: f64) -> f64 {
    if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Sine.
pub fn sin(a: f64) -> f64 {
    libm::sin(a)
}

/// Cosine.
pub fn cos(a: f64) -> f64 {
    libm::cos(a)
}

/// Tangent.
pub fn tan(a: f64) -> f64 {
    libm::tan(a)
}

/// The angle of the point (`x`, `y`).
pub fn phase(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Euclid's algorithm; the sign is not normalised.
///
/// # Errors
/// An infinite operand never ends: the limit of steps.
pub fn gcd(mut a: f64, mut b: f64, meter: &mut Meter) -> Result<f64, Error> {
    while b != 0.0 {
        if b.is_nan() {
            return Err(exceeded(Limit::Steps));
        }
        meter.charge(1)?;
        (a, b) = (b, remainder(a, b));
    }
    Ok(a)
}

/// Least common multiple; `lcm(0, 0)` is NaN.
///
/// # Errors
/// As [`gcd`].
pub fn lcm(a: f64, b: f64, meter: &mut Meter) -> Result<f64, Error> {
    Ok(a * b / gcd(a, b, meter)?)
}

/// 1·2·…·n after rounding; NaN for negative, infinite above 175.
pub fn factorial(a: f64) -> f64 {
    if a < 0.0 {
        return f64::NAN;
    }
    let n = half_up(a);
    if n > 175.0 {
        return f64::INFINITY;
    }
    (1..=n as u32).fold(1.0, |product, factor| product * f64::from(factor))
}

/// Returns the number of times that `a` can be divided by `b`; -1 for fractions.
///
/// # Errors
/// A divisor of -1 never ends: the limit of steps.
pub fn expomod(a: f64, b: f64, meter: &mut Meter) -> Result<f64, Error> {
    let whole = |x: f64| x.is_finite() && x.trunc() == x;
    if !whole(a) || !whole(b) {
        return Ok(-1.0);
    }
    if a == 0.0 || b == 1.0 {
        return Ok(f64::INFINITY);
    }
    if b == -1.0 {
        return Err(exceeded(Limit::Steps));
    }
    let (mut left, mut count) = (a, 0.0);
    while left % b == 0.0 {
        meter.charge(1)?;
        left /= b;
        count += 1.0;
    }
    Ok(count)
}

/// ECMAScript's ToInt32.
fn int32(a: f64) -> i32 {
    if !a.is_finite() {
        return 0;
    }
    const RANGE: f64 = 4_294_967_296.0;
    a.trunc().rem_euclid(RANGE) as u32 as i32
}

/// Bitwise and.
pub fn bit_and(a: f64, b: f64) -> f64 {
    f64::from(int32(a) & int32(b))
}

/// Bitwise or.
pub fn bit_or(a: f64, b: f64) -> f64 {
    f64::from(int32(a) | int32(b))
}

/// Bitwise exclusive or.
pub fn bit_xor(a: f64, b: f64) -> f64 {
    f64::from(int32(a) ^ int32(b))
}

/// Bitwise complement.
pub fn bit_not(a: f64) -> f64 {
    f64::from(!int32(a))
}

/// Shift left.
pub fn shift_left(a: f64, b: f64) -> f64 {
    f64::from(int32(a) << (int32(b) & 31))
}

/// Shift right, keeping the sign.
pub fn shift_right(a: f64, b: f64) -> f64 {
    f64::from(int32(a) >> (int32(b) & 31))
}

/// Shift right as an unsigned number.
pub fn shift_right_unsigned(a: f64, b: f64) -> f64 {
    f64::from((int32(a) as u32) >> (int32(b) & 31))
}

/// The high word of a double.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// Returns a double with another high word.
fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits((x.to_bits() & 0xffff_ffff) | (u64::from(high as u32) << 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn same(a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
    }

    #[test]
    fn edges_of_the_binary_operators() {
        let inf = f64::INFINITY;
        type Operator = fn(f64, f64) -> f64;
        for (name, operator, a, b, result) in [
            ("mod", modulo as Operator, -7.0, 3.0, 2.0),
            ("mod", modulo, 5.0, 0.0, 0.0),
            ("mod", modulo, 5.0, inf, f64::NAN),
            ("mod", modulo, 4.0, -4.0, -0.0),
            ("^", power, 1.0, inf, f64::NAN),
            ("^", power, -1.0, -inf, f64::NAN),
            ("^", power, 0.0, 0.0, 1.0),
            ("^", power, 2.0, 53.0, 9_007_199_254_740_992.0),
            // The reference's results, which are not the nearest doubles.
            ("^", power, 3.0, 35.0, 50_031_545_098_999_712.0),
            ("^", power, 10.0, -5.0, 9.999999999999999e-6),
            ("^", power, 10.0, 26.0, 9.999999999999999e25),
            ("^", power, -2.0, -1075.0, -0.0),
            ("^", power, -2.0, -1074.0, 5e-324),
            ("^", power, 1e-320, 0.9, 9.99989980458821e-289),
            ("^", power, 1.0000001, 3e9, 1.9423975992963885e+130),
            ("^", power, 10.0, 309.0, f64::INFINITY),
            ("^", power, -8.0, 1.0 / 3.0, f64::NAN),
            ("log", log, 8.0, 2.0, 3.0),
            ("log", log, 1000.0, 10.0, 2.9999999999999996),
            ("log", log, 0.0, 2.0, f64::NEG_INFINITY),
            ("log", log, -1.0, 2.0, f64::NAN),
            ("log", log, 5e-324, 2.0, -1074.0),
            ("round", round, -2.5, 1.0, -2.0),
            ("round", round, -0.2, 1.0, -0.0),
            ("round", round, 5.0, 0.0, f64::NAN),
            ("round", round, 7.0, 5.0, 5.0),
            ("ceil", ceil, -0.5, 1.0, -0.0),
            ("trunc", trunc, -7.0, 2.0, -6.0),
            ("bit|", bit_or, 4_294_967_297.0, 0.0, 1.0),
            ("bit|", bit_or, -2_147_483_649.0, 0.0, 2_147_483_647.0),
            ("bit|", bit_or, 1e300, 0.0, 0.0),
            ("bit<<", shift_left, 1.0, 31.0, -2_147_483_648.0),
            ("bit<<", shift_left, 1.0, 33.0, 2.0),
            ("bit>>", shift_right, -8.0, 1.0, -4.0),
            ("bit>>>", shift_right_unsigned, -1.0, 0.0, 4_294_967_295.0),
            ("bit>>>", shift_right_unsigned, -1.0, -1.0, 1.0),
        ] {
            assert!(same(operator(a, b), result), "{a} {name} {b} = {}", operator(a, b));
        }
    }

    #[test]
    fn edges_of_the_unary_operators() {
        type Operator = fn(f64) -> f64;
        for (name, operator, a, result) in [
            ("abs", abs as Operator, -0.0, -0.0),
            ("sign", sign, -0.0, 0.0),
            ("factorial", factorial, -0.3, f64::NAN),
            ("factorial", factorial, 3.5, 24.0),
            ("factorial", factorial, 0.0, 1.0),
            ("factorial", factorial, 176.0, f64::INFINITY),
            ("bit~", bit_not, 5.0, -6.0),
        ] {
            assert!(same(operator(a), result), "{name} {a} = {}", operator(a));
        }
    }

    #[test]
    fn remainders_of_whole_numbers_are_not_off() {
        let near = |n: f64| [n - 1.0, n, n + 1.0];
        let powers = (0..54).map(|bits| 2.0_f64.powi(bits));
        let numbers: Vec<f64> =
            powers.flat_map(near).chain([-7.0, 0.5, 2.5, 94_906_267.0, f64::INFINITY, f64::NAN]).collect();
        for a in &numbers {
            for b in &numbers {
                for dividend in near(a * b).into_iter().chain([*a, -a]) {
                    let (ours, expected) = (remainder(dividend, *b), dividend % b);
                    assert!(same(ours, expected), "{dividend} % {b} = {ours} instead of {expected}");
                }
            }
        }
    }

    #[test]
    fn loops_end() {
        let mut meter = Meter::new(Limits::default());
        for (a, b, result) in [(4.0, -6.0, -2.0), (-7.0, 3.0, -1.0), (f64::INFINITY, 0.0, f64::INFINITY)] {
            assert!(same(gcd(a, b, &mut meter).unwrap(), result), "{a} gcd {b}");
        }
        assert!(gcd(f64::INFINITY, 5.0, &mut meter).is_err());
        assert!(gcd(5.0, f64::INFINITY, &mut meter).is_err());
        assert!(lcm(0.0, 0.0, &mut meter).unwrap().is_nan());
        for (a, b, count) in [(48.0, 2.0, 4.0), (5.0, 0.0, 0.0), (0.0, 5.0, f64::INFINITY), (2.5, 1.0, -1.0)]
        {
            assert!(same(expomod(a, b, &mut meter).unwrap(), count), "{a} expomod {b}");
        }
        assert!(expomod(6.0, -1.0, &mut meter).is_err());
    }
}
