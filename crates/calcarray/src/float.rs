//! Arithmetic on doubles as the number operators do it. Spec: calcarray.md,
//! sections 10.1 and 11.1.
//!
//! Whatever is not plain IEEE arithmetic comes from one software library, so
//! that a game goes the same way on every platform.

use crate::convert;
use crate::error::Error;
use crate::limits::Meter;

/// Remainder with the sign of `a`.
pub fn remainder(a: f64, b: f64) -> f64 {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    // Whole numbers are much faster as integers; a negative dividend would
    // lose the sign of a zero.
    if a.is_sign_positive() && a < EXACT && b >= 1.0 && b < EXACT && a.trunc() == a && b.trunc() == b {
        return ((a as u64) % (b as u64)) as f64;
    }
    a % b
}

/// `((a % b) + b) % b`, in that order; 0 for b = 0.
pub fn modulo(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        return 0.0;
    }
    remainder(remainder(a, b) + b, b)
}

/// ECMAScript's power: unlike elsewhere, (±1)^±Infinity and x^NaN are NaN.
pub fn power(a: f64, b: f64) -> f64 {
    if b.is_infinite() && a.abs() == 1.0 {
        return f64::NAN;
    }
    if a == 2.0 && b.trunc() == b && (-1022.0..1024.0).contains(&b) {
        // A power of two is its exponent bits.
        return f64::from_bits(((b as i64 + 1023) as u64) << 52);
    }
    libm::pow(a, b)
}

/// Logarithm to a base.
pub fn log(a: f64, base: f64) -> f64 {
    libm::log(a) / libm::log(base)
}

/// To the nearest multiple of `b`, halves up.
pub fn round(a: f64, b: f64) -> f64 {
    convert::round(a / b) * b
}

/// Down to a multiple of `b`.
pub fn floor(a: f64, b: f64) -> f64 {
    (a / b).floor() * b
}

/// Up to a multiple of `b`.
pub fn ceil(a: f64, b: f64) -> f64 {
    (a / b).ceil() * b
}

/// Towards zero to a multiple of `b`.
pub fn trunc(a: f64, b: f64) -> f64 {
    (a / b).trunc() * b
}

/// Without the sign, except that -0 keeps it.
pub fn abs(a: f64) -> f64 {
    if a < 0.0 {
        -a
    } else {
        a
    }
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

/// Euclid's algorithm; the sign is not normalised.
///
/// # Errors
/// An infinite operand never ends: the limit of steps.
pub fn gcd(mut a: f64, mut b: f64, meter: &mut Meter) -> Result<f64, Error> {
    while b != 0.0 {
        // NaN is neither zero nor ever becomes so.
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
    let n = convert::round(a);
    if n > 175.0 {
        return f64::INFINITY;
    }
    (1..=n as u32).fold(1.0, |product, factor| product * f64::from(factor))
}

/// How often `a` can be divided by `b`; -1 for fractions.
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
