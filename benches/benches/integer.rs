//! Integers and fractions beside num-bigint, num-rational and plain `i64` with
//! overflow checks.

use std::hint::black_box;

use benches::compare::Comparison;
use calcarray::{Integer, Limits, Meter, Rational};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Below 2^30.
const SMALL: [i64; 4] = [123_456_789, 987_654_321, 55_555, 1_000_003];

/// Fifty digits each.
const LONG: [&str; 4] = [
    "31415926535897932384626433832795028841971693993751",
    "27182818284590452353602874713526624977572470936999",
    "14142135623730950488016887242096980785696718753769",
    "17320508075688772935274463415058723669428052538103",
];

fn main() {
    println!("best processor time, and how many times ours that is");
    small();
    common_divisor();
    fractions();
}

fn integers() -> [Integer; 4] {
    LONG.map(|digits| Integer::parse(digits).expect("digits"))
}

fn bigints() -> [BigInt; 4] {
    LONG.map(|digits| digits.parse().expect("digits"))
}

fn small() {
    let mut meter = Meter::new(Limits::default());
    let [a, b, c, d] = SMALL.map(Integer::from);
    let [p, q, r, s] = SMALL.map(BigInt::from);
    Comparison::new("small integers: (a * b + c) % d")
        .side("Integer", || {
            let product = black_box(&a).multiply(black_box(&b), &mut meter)?;
            product.add(black_box(&c), &mut meter)?.remainder(black_box(&d), &mut meter)
        })
        .side("num-bigint", || (black_box(&p) * black_box(&q) + black_box(&r)) % black_box(&s))
        .side("checked i64", || {
            let [a, b, c, d] = black_box(SMALL);
            a.checked_mul(b)?.checked_add(c)?.checked_rem(d)
        })
        .print();
}

fn common_divisor() {
    let mut meter = Meter::new(Limits::default());
    let ([a, b, ..], [p, q, ..]) = (integers(), bigints());
    Comparison::new("the greatest common divisor of 50 digits")
        .side("Integer", || {
            meter.reset();
            black_box(&a).gcd(black_box(&b), &mut meter)
        })
        .side("num-integer", || num_integer::Integer::gcd(black_box(&p), black_box(&q)))
        .print();
}

fn fractions() {
    let mut meter = Meter::new(Limits::default());
    let [a, b, c, d] = integers();
    let (a, c) = (Rational::new(a, b), Rational::new(c, d));
    let [p, q, r, s] = bigints();
    let (p, r) = (BigRational::new(p, q), BigRational::new(r, s));
    Comparison::new("the sum of two fractions of 50 digits")
        .side("Rational", || {
            meter.reset();
            black_box(&a).add(black_box(&c), &mut meter)
        })
        .side("num-rational", || black_box(&p) + black_box(&r))
        .print();
    Comparison::new("the product of two fractions of 50 digits")
        .side("Rational", || {
            meter.reset();
            black_box(&a).multiply(black_box(&c), &mut meter)
        })
        .side("num-rational", || black_box(&p) * black_box(&r))
        .print();
}
