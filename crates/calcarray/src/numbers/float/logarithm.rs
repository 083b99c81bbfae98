//! Logarithms of doubles, the same to the last bit as the reference's.
//!
//! The methods are those of fdlibm's `e_log.c` and `e_log10.c`, which `libm`
//! has in later versions that differ in the last place now and then:
//!
//! > Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//! > Permission to use, copy, modify, and distribute this software is freely
//! > granted, provided that this notice is preserved.

use super::{high, with_high};

/// High and low words of ln 2.
const LN2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
/// High and low words of the logarithm of 2 to base 10.
const LOG10_2: [f64; 2] = [3.010_299_956_636_117_7e-1, 3.694_239_077_158_931e-13];
/// 1/ln 10.
const IVLN10: f64 = std::f64::consts::LOG10_E;
const COEFFICIENTS: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

/// The number as `x·2^k` with x from 1 to below 2, if it is finite and above 0.
fn split(x: f64) -> Option<(f64, i32)> {
    const TWO54: f64 = 18_014_398_509_481_984.0;
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return None;
    }
    let (x, shift) = if x < f64::MIN_POSITIVE { (x * TWO54, -54) } else { (x, 0) };
    let k = (high(x) >> 20) - 1023;
    Some((with_high(x, (high(x) & 0x000f_ffff) | 0x3ff0_0000), k + shift))
}

/// The natural logarithm.
pub(super) fn natural(x: f64) -> f64 {
    let Some((x, k)) = split(x) else { return libm::log(x) };
    // Between the square roots of 1/2 and 2.
    let fraction = high(x) & 0x000f_ffff;
    let above = (fraction + 0x0009_5f64) & 0x0010_0000;
    let x = with_high(x, fraction | (above ^ 0x3ff0_0000));
    let k = f64::from(k + (above >> 20));
    let f = x - 1.0;
    if (0x000f_ffff & (2 + fraction)) < 3 {
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if f == 0.0 {
            k * LN2[0] + k * LN2[1]
        } else if k == 0.0 {
            f - r
        } else {
            k * LN2[0] - ((r - k * LN2[1]) - f)
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let [l1, l2, l3, l4, l5, l6, l7] = COEFFICIENTS;
    let r = z * (l1 + w * (l3 + w * (l5 + w * l7))) + w * (l2 + w * (l4 + w * l6));
    let middle = (fraction - 0x0006_147a) | (0x0006_b851 - fraction);
    if middle > 0 {
        let half = 0.5 * f * f;
        if k == 0.0 {
            f - (half - s * (half + r))
        } else {
            k * LN2[0] - ((half - (s * (half + r) + k * LN2[1])) - f)
        }
    } else if k == 0.0 {
        f - s * (f - r)
    } else {
        k * LN2[0] - ((s * (f - r) - k * LN2[1]) - f)
    }
}

/// The logarithm to base 10.
pub(super) fn decimal(x: f64) -> f64 {
    let Some((fraction, k)) = split(x) else { return libm::log10(x) };
    // A negative exponent is rounded up, and the fraction halved for it.
    let negative = i32::from(k < 0);
    let exponent = f64::from(k + negative);
    let fraction = with_high(fraction, high(fraction) - (negative << 20));
    (exponent * LOG10_2[1] + IVLN10 * natural(fraction)) + exponent * LOG10_2[0]
}
