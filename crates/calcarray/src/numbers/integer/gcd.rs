//! Greatest common divisors, with the sign that Euclid's algorithm leaves.

use num_bigint::{BigInt, BigUint, Sign};

use super::{Integer, Repr, square, words};
use crate::error::Error;
use crate::limits::Meter;

impl Integer {
    /// `gcdB`: Euclid's algorithm with remainders cut off towards 0. What it
    /// ends with may be negative, and the language leaves it so.
    ///
    /// ```
    /// use calcarray::{Integer, Limits, Meter};
    /// let mut meter = Meter::new(Limits::default());
    /// let gcd = Integer::from(4).gcd(&Integer::from(-6), &mut meter).unwrap();
    /// assert_eq!(gcd, Integer::from(-2));
    /// ```
    pub fn gcd(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        if let (Repr::Big(_), _) | (_, Repr::Big(_)) = (&self.0, &other.0) {
            let (a, b) = (words(self.bits()), words(other.bits()));
            meter.allocate(16 * (a + b))?;
            meter.charge(square(a.min(b)) / 16 + a.abs_diff(b).saturating_mul(a.min(b)) / 32)?;
        }
        Ok(self.common_divisor(other))
    }

    /// [`Integer::gcd`] without a meter.
    pub(crate) fn common_divisor(&self, other: &Integer) -> Integer {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            return small_gcd(*a, *b);
        }
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other.clone() } else { self.clone() };
        }
        let most = words(self.bits().max(other.bits())) as usize;
        let mut few = [[0; FEW_WORDS]; 2];
        let mut many: [Vec<u64>; 2];
        let [x, y] = match most <= FEW_WORDS {
            true => few.each_mut().map(|words| &mut words[..most]),
            false => {
                many = [vec![0; most], vec![0; most]];
                many.each_mut().map(|words| &mut words[..])
            }
        };
        self.write_words(x);
        other.write_words(y);
        let (magnitude, steps) = euclid(x, y);
        // Remainders alternate between the signs of the two operands.
        let sign = if steps % 2 == 0 { self.sign() } else { other.sign() };
        BigInt::from_biguint(if sign < 0 { Sign::Minus } else { Sign::Plus }, magnitude).into()
    }

    /// The magnitude, lowest word first, into zeros that are enough for it.
    fn write_words(&self, into: &mut [u64]) {
        match &self.0 {
            Repr::Small(small) => into[0] = small.unsigned_abs(),
            Repr::Big(big) => into.iter_mut().zip(big.iter_u64_digits()).for_each(|(to, word)| *to = word),
        }
    }

    /// `lcmB`: the product divided by the [`gcd`](Integer::gcd), sign and all.
    ///
    /// # Errors
    /// [`crate::ErrorKind::DivisionByZero`] when both are 0.
    pub fn lcm(&self, other: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let common = self.gcd(other, meter)?;
        self.divide(&common, meter)?.multiply(other, meter)
    }
}

fn small_gcd(a: i64, b: i64) -> Integer {
    if a.signum() * b.signum() < 0 {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a.wrapping_rem(b));
        }
        return Integer::from(a);
    }
    let common = binary_gcd(a.unsigned_abs(), b.unsigned_abs());
    match i64::try_from(common) {
        Ok(common) => Integer::from(if a < 0 || b < 0 { -common } else { common }),
        // 2^63, of i64::MIN with itself or with 0.
        Err(_) => Integer::from(i64::MIN),
    }
}

/// Stein's algorithm.
fn binary_gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    a << twos
}

/// Numbers up to this length need no memory of their own.
const FEW_WORDS: usize = 8;

/// The greatest common divisor, and how many divisions Euclid's algorithm
/// takes from `x mod y` to the end. Both have the same length, with zeros above
/// where they need less, and are left with anything in them.
///
/// Lehmer's method: as long as the leading words of both numbers decide the
/// quotients, they are worked out on those alone and applied to the whole
/// numbers at once. (num-bigint's own `gcd` subtracts and shifts, which takes
/// several times as long, and does not tell the steps.)
fn euclid<'w>(mut x: &'w mut [u64], mut y: &'w mut [u64]) -> (BigUint, u64) {
    let mut steps = 0;
    if x.iter().rev().lt(y.iter().rev()) {
        std::mem::swap(&mut x, &mut y);
        steps = 1;
    }
    let (mut n, mut m) = (significant(x), significant(y));
    while m > 1 {
        let round = simulate(&x[..n], &y[..m]);
        if round.steps > 0 {
            round.apply(&mut x[..n], &mut y[..n]);
            steps += round.steps;
        } else {
            let rest = from_words(&x[..n]) % from_words(&y[..m]);
            x.fill(0);
            x.iter_mut().zip(rest.iter_u64_digits()).for_each(|(to, word)| *to = word);
            std::mem::swap(&mut x, &mut y);
            steps += 1;
        }
        (n, m) = (significant(&x[..n]), significant(&y[..n]));
    }
    let last = y[0];
    if last == 0 {
        return (from_words(&x[..n]), steps);
    }
    let mut small = (last, x[..n].iter().rev().fold(0, |rest, &word| remainder_of_two(rest, word, last)));
    steps += 1;
    while small.1 != 0 {
        small = (small.1, divide(small.0, small.1).1);
        steps += 1;
    }
    (BigUint::from(small.0), steps)
}

/// Returns the number of words without the leading zeros.
fn significant(words: &[u64]) -> usize {
    words.len() - words.iter().rev().take_while(|word| **word == 0).count()
}

fn remainder_of_two(high: u64, low: u64, divisor: u64) -> u64 {
    if high == 0 {
        return low % divisor;
    }
    let whole = (u128::from(high) << 64) | u128::from(low);
    (whole % u128::from(divisor)) as u64
}

/// The quotient and the remainder of `a >= b > 0`. Two of three quotients that
/// Euclid's algorithm meets are at most 3, and dividing words takes longer
/// than subtracting that often.
#[inline(always)]
fn divide(a: u64, b: u64) -> (u64, u64) {
    let mut rest = a - b;
    for quotient in 1..=3 {
        if rest < b {
            return (quotient, rest);
        }
        rest -= b;
    }
    (a / b, a % b)
}

fn from_words(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

/// Some steps of Euclid's algorithm in one: the new pair is
/// `u0·x - v0·y` and `v1·y - u1·x`, or both the other way round.
struct Round {
    u0: u64,
    u1: u64,
    v0: u64,
    v1: u64,
    flipped: bool,
    steps: u64,
}

/// Finds the quotients that the leading words of `x >= y` decide, by Collins'
/// condition; `y` has at least two words.
fn simulate(x: &[u64], y: &[u64]) -> Round {
    let (n, m) = (x.len(), y.len());
    let shift = x[n - 1].leading_zeros();
    let window =
        |high: u64, low: u64| if shift == 0 { high } else { (high << shift) | (low >> (64 - shift)) };
    let mut a = window(x[n - 1], x[n - 2]);
    let mut b = match n - m {
        0 => window(y[m - 1], y[m - 2]),
        1 => window(0, y[m - 1]),
        _ => 0,
    };
    let (mut u, mut v) = ((0, 1, 0), (0, 0, 1));
    let mut count: u64 = 0;
    while b >= v.2 && a - b >= v.1 + v.2 {
        let (quotient, rest) = divide(a, b);
        (a, b) = (b, rest);
        u = (u.1, u.2, u.1 + quotient * u.2);
        v = (v.1, v.2, v.1 + quotient * v.2);
        count += 1;
    }
    // The last quotient found only confirms the one before.
    let steps = count.saturating_sub(1);
    Round { u0: u.0, u1: u.1, v0: v.0, v1: v.1, flipped: count.is_multiple_of(2), steps }
}

impl Round {
    fn apply(&self, x: &mut [u64], y: &mut [u64]) {
        // Where the new pair comes out negative, the terms are exchanged.
        let (mut carry_x, mut carry_y) = (0i128, 0i128);
        for (x, y) in x.iter_mut().zip(y) {
            let new_x = product(self.u0, *x) - product(self.v0, *y);
            let new_y = product(self.v1, *y) - product(self.u1, *x);
            carry_x += if self.flipped { -new_x } else { new_x };
            carry_y += if self.flipped { -new_y } else { new_y };
            *x = carry_x as u64;
            *y = carry_y as u64;
            carry_x >>= 64;
            carry_y >>= 64;
        }
    }
}

/// One of the factors is below 2^33, so that sums of some are below 2^127.
fn product(a: u64, b: u64) -> i128 {
    (u128::from(a) * u128::from(b)) as i128
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// The definition, on plain big integers.
    fn by_definition(a: &BigInt, b: &BigInt) -> BigInt {
        let (mut a, mut b) = (a.clone(), b.clone());
        while b.sign() != Sign::NoSign {
            (a, b) = (b.clone(), a % b);
        }
        a
    }

    #[test]
    fn has_the_sign_that_euclid_leaves() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 20
        };
        let mut pairs = vec![(BigInt::from(i64::MIN), BigInt::from(i64::MIN)), (0.into(), i64::MIN.into())];
        for round in 0..3000u32 {
            let mut number = |words: u32| {
                let mut value = BigInt::from(random() % 1000);
                for _ in 0..words {
                    value = (value << 44) + random();
                }
                if random() % 2 == 0 { value } else { -value }
            };
            let common = number(round % 4);
            pairs.push((number(round % 9) * &common, number(round % 7) * common));
        }
        for bits in [64, 127, 128, 191, 192, 320] {
            let power = BigInt::from(1) << bits;
            for offset in -3..=3 {
                pairs.push((&power + offset, -(&power) - 2 * offset));
                pairs.push((&power * 3 + offset, &power - 1));
            }
        }
        for (a, b) in pairs {
            let mut meter = Meter::new(Limits::default());
            let gcd = Integer::from(a.clone()).gcd(&Integer::from(b.clone()), &mut meter).unwrap();
            assert_eq!(gcd.to_bigint(), by_definition(&a, &b), "{a} and {b}");
        }
    }

    #[test]
    fn lowest_common_multiple() {
        for (a, b, lcm) in [(4, 6, 12), (-4, 6, -12), (4, -6, 12), (-4, -6, -12), (0, 5, 0)] {
            let mut meter = Meter::new(Limits::default());
            let result = Integer::from(a).lcm(&Integer::from(b), &mut meter).unwrap();
            assert_eq!(result, Integer::from(lcm), "{a} and {b}");
        }
        assert!(Integer::ZERO.lcm(&Integer::ZERO, &mut Meter::new(Limits::default())).is_err());
    }
}
