//! Factor lists and chains of them (docs/spec/display.md, "Factor lists").

use calcarray::{Error, Meter};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// Exponents of the primes (or other factors) tried, in their order.
pub type Exponents = Vec<i64>;

/// Prime factors with their exponents, ascending.
pub type Pairs = Vec<(BigUint, u32)>;

/// Factors without bound are sought up to here; what is left then counts as a
/// prime, so that hostile tiles can't stop a front end.
const LAST_TRIAL: u32 = 1_000_000;

/// Chains have at most this many lists: deeper inner tiles are too small to be
/// seen, and with few factors a chain could be as long as the number is large.
pub const LONGEST_CHAIN: usize = 40;

fn charge(meter: &mut Meter, n: &BigUint) -> Result<(), Error> {
    meter.charge(1 + n.bits() / 64)
}

/// Divides `n` by `factor` as often as possible and counts.
pub fn divide_out(meter: &mut Meter, n: &mut BigUint, factor: u32) -> Result<u32, Error> {
    let mut exponent = 0;
    if n.is_zero() || factor < 2 {
        return Ok(0);
    }
    charge(meter, n)?;
    while (&*n % factor).is_zero() {
        charge(meter, n)?;
        *n /= factor;
        exponent += 1;
    }
    Ok(exponent)
}

/// Divides `n` by each factor in turn until it is 1; the exponents. What is
/// left stays in `n`. Nothing at all for 0, one zero for 1.
pub fn exponents(
    meter: &mut Meter,
    n: &mut BigUint,
    factors: impl IntoIterator<Item = u32>,
) -> Result<Exponents, Error> {
    let mut list = Vec::new();
    if n.is_zero() {
        return Ok(list);
    }
    for factor in factors {
        list.push(i64::from(divide_out(meter, n, factor)?));
        if n.is_one() {
            break;
        }
    }
    Ok(list)
}

/// The chain of exponent lists: whenever something is left, one is taken from
/// it and it is factored in turn.
pub fn chain(meter: &mut Meter, n: &BigUint, primes: &[u32]) -> Result<Vec<Exponents>, Error> {
    let mut n = n.clone();
    let mut chain = vec![exponents(meter, &mut n, primes.iter().copied())?];
    while n > BigUint::one() && chain.len() < LONGEST_CHAIN {
        n -= 1_u32;
        chain.push(exponents(meter, &mut n, primes.iter().copied())?);
    }
    Ok(chain)
}

/// The chain of factor lists over the first `count` primes; with all primes
/// (`None`) the chain has one list.
pub fn pair_chain(
    meter: &mut Meter,
    n: &BigUint,
    primes: &[u32],
    count: Option<usize>,
) -> Result<Vec<Pairs>, Error> {
    let mut chain = Vec::new();
    let mut n = n.clone();
    loop {
        let mut list = Pairs::new();
        let tried = primes.iter().copied().take(count.unwrap_or(usize::MAX));
        let further = if count.is_none() {
            (primes.last().copied().unwrap_or(1) + 2..LAST_TRIAL).step_by(2)
        } else {
            (0..0).step_by(2)
        };
        for prime in tried.chain(further) {
            if n <= BigUint::one() {
                break;
            }
            if count.is_none() && n.to_u64().is_some_and(|n| u64::from(prime) * u64::from(prime) > n) {
                break;
            }
            let exponent = divide_out(meter, &mut n, prime)?;
            if exponent > 0 {
                list.push((BigUint::from(prime), exponent));
            }
        }
        if count.is_none() && n > BigUint::one() {
            list.push((std::mem::take(&mut n), 1));
        }
        chain.push(list);
        if n <= BigUint::one() || chain.len() >= LONGEST_CHAIN {
            return Ok(chain);
        }
        n -= 1_u32;
    }
}

/// The primes of a list, each as often as it divides.
pub fn repeated(pairs: &Pairs) -> Vec<BigUint> {
    pairs
        .iter()
        .flat_map(|(prime, exponent)| std::iter::repeat_n(prime.clone(), *exponent as usize))
        .collect()
}

/// The nearest double.
pub fn to_f64(n: &BigUint) -> f64 {
    n.to_f64().unwrap_or(f64::INFINITY)
}

/// The binary logarithm, also of numbers beyond the range of doubles.
pub fn log2(n: &BigUint) -> f64 {
    let extra = n.bits().saturating_sub(1000);
    to_f64(&(n >> extra)).log2() + extra as f64
}

/// The first three exponents; missing ones are 0.
pub fn first_three(list: &[i64]) -> [i64; 3] {
    let at = |index: usize| list.get(index).copied().unwrap_or(0);
    [at(0), at(1), at(2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::Limits;

    const PRIMES: [u32; 4] = [2, 3, 5, 7];

    #[test]
    fn chains() {
        let cases: [(u32, &[&[i64]]); 6] = [
            (0, &[&[]]),
            (1, &[&[0]]),
            (12, &[&[2, 1]]),
            (7, &[&[0, 0, 0, 1]]),
            (22, &[&[1, 0, 0, 0], &[1, 0, 1]]),
            (11, &[&[0, 0, 0, 0], &[1, 0, 1]]),
        ];
        for (n, lists) in cases {
            let mut meter = Meter::new(Limits::default());
            assert_eq!(chain(&mut meter, &BigUint::from(n), &PRIMES).unwrap(), lists, "{n}");
        }
    }

    #[test]
    fn all_primes_give_one_list() {
        let mut meter = Meter::new(Limits::default());
        let n = BigUint::from(2_u32 * 3 * 3 * 1_000_003);
        let chain = pair_chain(&mut meter, &n, &PRIMES, None).unwrap();
        let expected: Pairs = [(2_u32, 1), (3, 2), (1_000_003, 1)].map(|(p, e)| (BigUint::from(p), e)).into();
        assert_eq!(chain, [expected]);
    }
}
