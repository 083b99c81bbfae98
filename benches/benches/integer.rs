//! Integers: the small path beside plain `i64` with overflow checks and beside
//! num-bigint.
//!
//! One round is `(a * b + c) % d` on values below 2^30.

use calcarray::{Error, Integer, Limits, Meter};
use divan::{black_box, Bencher};
use num_bigint::BigInt;

fn main() {
    divan::Divan::default().sample_size(2000).config_with_args().main();
}

const OPERANDS: [i64; 4] = [123_456_789, 987_654_321, 55_555, 1_000_003];

#[divan::bench]
fn checked_i64(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let [a, b, c, d] = black_box(OPERANDS);
        a.checked_mul(b)?.checked_add(c)?.checked_rem(d)
    });
}

#[divan::bench]
fn integer(bencher: Bencher<'_, '_>) {
    let mut meter = Meter::new(Limits::default());
    let [a, b, c, d] = OPERANDS.map(Integer::from);
    bencher.bench_local(|| {
        meter.reset();
        let product = black_box(&a).multiply(black_box(&b), &mut meter)?;
        let rest = product.add(black_box(&c), &mut meter)?.remainder(black_box(&d), &mut meter)?;
        // A plain number, so that nothing is left to be dropped later.
        Ok::<_, Error>(rest.bits())
    });
}

#[divan::bench]
fn bigint(bencher: Bencher<'_, '_>) {
    let [a, b, c, d] = OPERANDS.map(BigInt::from);
    bencher.bench_local(|| ((black_box(&a) * black_box(&b) + black_box(&c)) % black_box(&d)).bits());
}
