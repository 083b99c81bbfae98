//! Powers of doubles, the same to the last bit as the reference's.
//!
//! The method is that of fdlibm's `e_pow.c`:
//!
//! > Copyright (C) 2004 by Sun Microsystems, Inc. All rights reserved.
//! > Permission to use, copy, modify, and distribute this software is freely
//! > granted, provided that this notice is preserved.
//!
//! The reference's runtime differs from it in one place, where it divides by
//! too much (see [`exponential`]). That makes one result in twenty differ by
//! one unit in the last place, 3^35 and 10^26 among them, and shows in the
//! tiles of games that count in powers.

use super::{high, with_high};

/// High and low words of 1/ln 2, and their sum.
const IVLN2: [f64; 3] = [1.442_695_021_629_333_5, 1.925_962_991_126_617_5e-8, std::f64::consts::LOG2_E];
/// 2/(3·ln 2), in the same way.
const CP: [f64; 3] = [9.617_967_009_544_373e-1, -7.028_461_650_952_758e-9, 9.617_966_939_259_756e-1];
/// High and low words of ln 2, and their sum.
const LN2: [f64; 3] = [6.931_471_824_645_996e-1, -1.904_654_299_957_768e-9, std::f64::consts::LN_2];
/// 1 and 1.5, with the high and low words of their logarithms to base 2.
const POINTS: [[f64; 3]; 2] = [[1.0, 0.0, 0.0], [1.5, 5.849_624_872_207_642e-1, 1.350_039_202_129_749e-8]];
/// Coefficients for the logarithm.
const LOGARITHM: [f64; 6] = [
    5.999_999_999_999_946e-1,
    4.285_714_285_785_502e-1,
    3.333_333_298_183_774_3e-1,
    2.727_281_238_085_34e-1,
    2.306_607_457_755_617_5e-1,
    2.069_750_178_003_384_2e-1,
];
/// Coefficients for the exponential function.
const EXPONENTIAL: [f64; 5] = [
    1.666_666_666_666_660_2e-1,
    -2.777_777_777_701_559_3e-3,
    6.613_756_321_437_934e-5,
    -1.653_390_220_546_525_2e-6,
    4.138_136_797_057_238_5e-8,
];

/// `base` to the power of `exponent`, neither of them NaN, and not ±1 with an
/// infinite exponent.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    let plain = base.is_finite() && base != 0.0 && base.abs() != 1.0;
    let whole = exponent.trunc() == exponent;
    if !plain || !exponent.is_finite() || exponent == 0.0 || (base < 0.0 && !whole) {
        // All of these have exact results.
        return libm::pow(base, exponent);
    }
    if exponent == 1.0 {
        return base;
    } else if exponent == -1.0 {
        return 1.0 / base;
    } else if exponent == 2.0 {
        return base * base;
    } else if exponent == 0.5 && base > 0.0 {
        return base.sqrt();
    }
    let odd = exponent % 2.0 != 0.0;
    let magnitude = positive(base.abs(), exponent);
    if base < 0.0 && odd { -magnitude } else { magnitude }
}

/// Returns a double without its low word.
fn truncated(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !0xffff_ffff)
}

fn positive(base: f64, exponent: f64) -> f64 {
    const HUGE: f64 = 2_147_483_648.0;
    let overflow = if (exponent > 0.0) == (base > 1.0) { f64::INFINITY } else { 0.0 };
    let (t1, t2) = if exponent.abs() > HUGE {
        if !(0x3fef_ffff..=0x3ff0_0000).contains(&high(base)) || exponent.abs() > 1.9e19 {
            return overflow;
        }
        logarithm_near_one(base)
    } else {
        logarithm(base)
    };
    // The product of the logarithm and the exponent, in two parts.
    let y1 = truncated(exponent);
    let low = (exponent - y1) * t1 + exponent * t2;
    let high_part = y1 * t1;
    let sum = low + high_part;
    const OVERFLOW: f64 = 8.008_566_259_537_294e-17;
    if sum > 1024.0 || (sum == 1024.0 && low + OVERFLOW > sum - high_part) {
        return f64::INFINITY;
    }
    if sum < -1075.0 || (sum == -1075.0 && low <= sum - high_part) {
        return 0.0;
    }
    exponential(high_part, low)
}

/// The logarithm to base 2 of a number that hardly differs from 1.
fn logarithm_near_one(x: f64) -> (f64, f64) {
    let t = x - 1.0;
    let w = (t * t) * (0.5 - t * (0.333_333_333_333_333_3 - t * 0.25));
    let u = IVLN2[0] * t;
    let v = t * IVLN2[1] - w * IVLN2[2];
    let t1 = truncated(u + v);
    (t1, v - (t1 - u))
}

/// The logarithm to base 2, in two parts.
fn logarithm(x: f64) -> (f64, f64) {
    const TWO53: f64 = 9_007_199_254_740_992.0;
    let (mut x, mut n) = (x, 0);
    if x < f64::MIN_POSITIVE {
        x *= TWO53;
        n -= 53;
    }
    n += (high(x) >> 20) - 0x3ff;
    let fraction = high(x) & 0x000f_ffff;
    let mut top = fraction | 0x3ff0_0000;
    let k = if fraction <= 0x3988e {
        0
    } else if fraction < 0xbb67a {
        1
    } else {
        n += 1;
        top -= 0x0010_0000;
        0
    };
    let x = with_high(x, top);
    let [point, point_high, point_low] = POINTS[k as usize];
    // s = (x - point) / (x + point), in two parts.
    let u = x - point;
    let v = 1.0 / (x + point);
    let s = u * v;
    let s_high = truncated(s);
    let t_high = with_high(0.0, ((top >> 1) | 0x2000_0000) + 0x0008_0000 + (k << 18));
    let t_low = x - (t_high - point);
    let s_low = v * ((u - s_high * t_high) - s_high * t_low);
    let square = s * s;
    let [l1, l2, l3, l4, l5, l6] = LOGARITHM;
    let series = l1 + square * (l2 + square * (l3 + square * (l4 + square * (l5 + square * l6))));
    let r = square * square * series + s_low * (s_high + s);
    let square = s_high * s_high;
    let t_high = truncated(3.0 + square + r);
    let t_low = r - ((t_high - 3.0) - square);
    let u = s_high * t_high;
    let v = s_low * t_high + t_low * s;
    let p_high = truncated(u + v);
    let p_low = v - (p_high - u);
    let z_high = CP[0] * p_high;
    let z_low = CP[1] * p_high + p_low * CP[2] + point_low;
    let t = f64::from(n);
    let t1 = truncated(((z_high + z_low) + point_high) + t);
    (t1, z_low - (((t1 - t) - point_high) - z_high))
}

/// 2 to the power of the sum of the two parts.
fn exponential(mut high_part: f64, low: f64) -> f64 {
    let sum = low + high_part;
    let top = high(sum);
    let magnitude = top & 0x7fff_ffff;
    let mut n = 0;
    if magnitude > 0x3fe0_0000 {
        let k = (magnitude >> 20) - 0x3ff;
        n = top + (0x0010_0000 >> (k + 1));
        let k = ((n & 0x7fff_ffff) >> 20) - 0x3ff;
        let t = with_high(0.0, n & !(0x000f_ffff >> k));
        n = ((n & 0x000f_ffff) | 0x0010_0000) >> (20 - k);
        if top < 0 {
            n = -n;
        }
        high_part -= t;
    }
    let t = truncated(low + high_part);
    let u = t * LN2[0];
    let v = (low - (t - high_part)) * LN2[2] + t * LN2[1];
    let z = u + v;
    let w = v - (z - u);
    let t = z * z;
    let [p1, p2, p3, p4, p5] = EXPONENTIAL;
    let t1 = z - t * (p1 + t * (p2 + t * (p3 + t * (p4 + t * p5))));
    // fdlibm divides by t1 - 2 and subtracts the rest afterwards.
    let r = (z * t1) / ((t1 - 2.0) - (w + z * w));
    let z = 1.0 - (r - z);
    let top = high(z) + (n << 20);
    if (top >> 20) <= 0 { libm::scalbn(z, n) } else { with_high(z, top) }
}
