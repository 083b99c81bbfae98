//! The prime table of a game, which only grows, and what is computed with it
//! (docs/spec/calcarray.md, "Primes").

use std::sync::Arc;

use crate::error::{Error, ErrorKind, Limit};
use crate::gaussian::Gaussian;
use crate::integer::Integer;
use crate::limits::{Meter, exceeded};
use crate::value::Value;

/// All primes up to some number; at first 2, 3, 5.
///
/// How far the table goes shows in expressions, so every function here
/// extends it exactly as far as the language says. Cloning shares the table.
#[derive(Clone, Debug)]
pub struct Primes {
    table: Arc<Vec<u32>>,
    /// There is no further prime up to here.
    bound: u64,
}

impl Default for Primes {
    fn default() -> Primes {
        Primes { table: Arc::new(vec![2, 3, 5]), bound: 6 }
    }
}

impl Primes {
    /// Becomes like `other`, without counting references if it is already.
    pub fn copy_from(&mut self, other: &Primes) {
        if !Arc::ptr_eq(&self.table, &other.table) {
            self.table = Arc::clone(&other.table);
        }
        self.bound = other.bound;
    }

    /// Returns the number of primes in the table.
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// The primes in the table, as the language sees them.
    pub fn values(&self) -> Vec<Value> {
        self.table.iter().map(|&prime| Value::Integer(i64::from(prime).into())).collect()
    }

    /// The largest prime in the table.
    fn last(&self) -> u64 {
        self.table.last().map_or(0, |&last| u64::from(last))
    }

    /// Extends the table to all primes up to `bound`.
    ///
    /// # Errors
    /// Limits.
    pub fn extend_to(&mut self, bound: u64, meter: &mut Meter) -> Result<(), Error> {
        if bound > self.bound {
            self.table = Arc::new(sieve(bound, meter)?);
            self.bound = bound;
        }
        Ok(())
    }

    /// Goes twice as far, or as far as the limit permits at all.
    fn double(&mut self, meter: &mut Meter) -> Result<(), Error> {
        let bound = (2 * self.last()).min(meter.limits().largest_prime);
        if bound <= self.bound {
            return Err(exceeded(Limit::LargestPrime));
        }
        self.extend_to(bound, meter)
    }

    /// The prime at an index of the table, which is extended as needed.
    fn at(&mut self, index: u64, meter: &mut Meter) -> Result<u64, Error> {
        loop {
            // An index beyond the address space is beyond the table.
            let known = usize::try_from(index).ok().and_then(|index| self.table.get(index));
            if let Some(&prime) = known {
                return Ok(u64::from(prime));
            }
            self.double(meter)?;
        }
    }

    /// `primeB`: the n-th prime, counted from 1; 1 for 0; the negative of a
    /// prime for negative numbers.
    ///
    /// # Errors
    /// Limits.
    pub fn nth(&mut self, n: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let n = n.to_i64().ok_or_else(|| exceeded(Limit::LargestPrime))?;
        if n == 0 {
            return Ok(Integer::ONE);
        }
        let prime = self.at(n.unsigned_abs() - 1, meter)? as i64;
        Ok(Integer::from(if n < 0 { -prime } else { prime }))
    }

    /// `prime`, on doubles; `None` unless the number is whole.
    ///
    /// # Errors
    /// [`ErrorKind::Domain`] for a negative number that is beyond the table:
    /// there the reference fails, too. Limits.
    pub fn nth_number(&mut self, n: f64, meter: &mut Meter) -> Result<Option<f64>, Error> {
        if n.trunc() != n || n.is_infinite() {
            return Ok(None);
        }
        if n < 0.0 && n.abs() > self.len() as f64 {
            return Err(ErrorKind::Domain("the prime table is too short for a negative index").into());
        }
        let index = Integer::from_f64(n).unwrap_or(Integer::ZERO);
        Ok(Some(self.nth(&index, meter)?.to_f64()))
    }

    /// The prime factors of the magnitude in ascending order, each with its
    /// exponent; none for 0 and ±1.
    ///
    /// The table is extended until its last prime's square reaches what is
    /// left to factorise.
    ///
    /// # Errors
    /// Limits.
    pub fn factorise(&mut self, number: &Integer, meter: &mut Meter) -> Result<Vec<(Integer, u64)>, Error> {
        let mut factors = Vec::new();
        let mut rest = number.abs(meter)?;
        if rest.is_zero() {
            return Ok(factors);
        }
        let mut index = 0;
        // What does not fit a machine word …
        while rest.to_i64().is_none() {
            meter.charge(1)?;
            let prime = Integer::from_u64(self.at(index as u64, meter)?);
            if rest.is_multiple_of(&prime, meter)? {
                let count = rest.take_out(&prime, meter)?;
                factors.push((prime, count));
            }
            index += 1;
        }
        // … and then what does.
        let mut rest = rest.to_i64().map_or(1, i64::unsigned_abs);
        while rest > 1 {
            let Some(&prime) = self.table.get(index) else {
                if self.last() * self.last() >= rest {
                    break;
                }
                self.double(meter)?;
                continue;
            };
            let prime = u64::from(prime);
            if prime * prime > rest {
                break;
            }
            if index % 8 == 0 {
                meter.charge(1)?;
            }
            let mut count = 0;
            while rest % prime == 0 {
                rest /= prime;
                count += 1;
            }
            if count > 0 {
                factors.push((Integer::from_u64(prime), count));
            }
            index += 1;
        }
        if rest > 1 {
            factors.push((Integer::from_u64(rest), 1));
        }
        Ok(factors)
    }

    /// `primeFactorizeB` in form 0: the exponents of 2, 3, 5, … up to the
    /// largest prime factor. The table is extended to that one.
    ///
    /// # Errors
    /// Limits.
    pub fn exponents(&mut self, number: &Integer, meter: &mut Meter) -> Result<Vec<u64>, Error> {
        if number.is_zero() {
            return Ok(Vec::new());
        }
        let factors = self.factorise(number, meter)?;
        let mut exponents = vec![0];
        for (prime, count) in factors {
            let prime = prime.to_i64().and_then(|prime| u64::try_from(prime).ok());
            let prime = prime.ok_or_else(|| exceeded(Limit::LargestPrime))?;
            while self.last() < prime {
                self.double(meter)?;
            }
            let index = self.table.partition_point(|&known| u64::from(known) < prime);
            meter.array(index + 1 - exponents.len().min(index))?;
            exponents.resize(index + 1, 0);
            exponents[index] = count;
        }
        Ok(exponents)
    }

    /// The product of the first primes to these powers: [`Primes::exponents`]
    /// backwards.
    ///
    /// # Errors
    /// [`ErrorKind::NegativeExponent`]; limits.
    pub fn product(&mut self, exponents: &[Integer], meter: &mut Meter) -> Result<Integer, Error> {
        let mut product = Integer::ONE;
        for (index, exponent) in exponents.iter().enumerate() {
            meter.charge(1)?;
            let prime = Integer::from_u64(self.at(index as u64, meter)?);
            product = product.multiply(&prime.power(exponent, meter)?, meter)?;
        }
        Ok(product)
    }

    /// `factorAmountB`: how many positive divisors the number has; 1 for 0.
    ///
    /// # Errors
    /// Limits.
    pub fn divisor_count(&mut self, number: &Integer, meter: &mut Meter) -> Result<Integer, Error> {
        let mut count = Integer::ONE;
        for (_, exponent) in self.factorise(number, meter)? {
            count = count.multiply(&Integer::from_u64(exponent + 1), meter)?;
        }
        Ok(count)
    }

    /// `factorListB`: the positive divisors in ascending order; 1 for 0.
    ///
    /// # Errors
    /// Limits, among them [`Limit::Factors`].
    pub fn divisors(&mut self, number: &Integer, meter: &mut Meter) -> Result<Vec<Integer>, Error> {
        let factors = self.factorise(number, meter)?;
        let mut divisors = vec![Integer::ONE];
        for (prime, exponent) in factors {
            let length = (divisors.len() as u64).saturating_mul(exponent + 1);
            if length > meter.limits().factors as u64 {
                return Err(exceeded(Limit::Factors));
            }
            meter.array(length as usize)?;
            meter.charge(length)?;
            let mut from = 0;
            for _ in 0..exponent {
                let to = divisors.len();
                for index in from..to {
                    divisors.push(divisors[index].multiply(&prime, meter)?);
                }
                from = to;
            }
        }
        meter.charge(divisors.len() as u64)?;
        divisors.sort();
        Ok(divisors)
    }
}

/// All primes up to `bound`.
fn sieve(bound: u64, meter: &mut Meter) -> Result<Vec<u32>, Error> {
    if bound > meter.limits().largest_prime.min(u64::from(u32::MAX)) {
        return Err(exceeded(Limit::LargestPrime));
    }
    meter.charge(bound / 32)?;
    meter.allocate(bound)?;
    // Odd numbers only: index i stands for 2i + 1.
    let size = (bound as usize).div_ceil(2);
    let mut composite = vec![false; size];
    let mut primes = if bound < 2 { vec![] } else { vec![2] };
    for index in 1..size {
        if composite[index] {
            continue;
        }
        let prime = 2 * index + 1;
        primes.push(prime as u32);
        // The square of a large prime may not fit 32 bits: it is beyond the table then.
        for multiple in (prime.saturating_mul(prime) / 2..size).step_by(prime) {
            composite[multiple] = true;
        }
    }
    Ok(primes)
}

/// `gaussian_prime`: the n-th Gaussian prime of the first quadrant (real part
/// above 0, imaginary part not below), by norm and then the larger real part
/// first; 1 for 0, `None` for negative numbers.
///
/// # Errors
/// Limits.
pub fn gaussian_prime(n: &Integer, meter: &mut Meter) -> Result<Option<Gaussian>, Error> {
    if n.is_negative() {
        return Ok(None);
    }
    let n = n.to_i64().and_then(|n| u64::try_from(n).ok()).ok_or_else(|| exceeded(Limit::LargestPrime))?;
    if n == 0 {
        return Ok(Some(Gaussian::ONE));
    }
    let mut bound = 16;
    loop {
        let primes = sieve(bound, meter)?;
        meter.allocate(8 * primes.len() as u64)?;
        // 2 has one such factor, primes above it two (of their own size) or
        // none, and then are Gaussian primes themselves, of squared size.
        let mut norms: Vec<u64> = Vec::with_capacity(primes.len());
        for prime in primes.into_iter().map(u64::from) {
            match prime % 4 {
                1 => norms.extend([prime, prime]),
                2 => norms.push(prime),
                _ if prime * prime <= bound => norms.push(prime * prime),
                _ => {}
            }
        }
        norms.sort_unstable();
        if let Some(place) = usize::try_from(n - 1).ok().filter(|place| *place < norms.len()) {
            let second = place > 0 && norms[place - 1] == norms[place];
            return Ok(Some(of_norm(norms[place], second)));
        }
        bound *= 2;
    }
}

/// The Gaussian prime of this norm, or the second of the two.
fn of_norm(norm: u64, second: bool) -> Gaussian {
    let (large, small) = (0..)
        .map(|small: u64| (norm - small * small, small))
        .map(|(square, small)| (square.isqrt(), square, small))
        .find(|(large, square, _)| large * large == *square)
        .map_or((0, 0), |(large, _, small)| (large, small));
    let (re, im) = if second { (small, large) } else { (large, small) };
    Gaussian { re: Integer::from_u64(re), im: Integer::from_u64(im) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn meter() -> Meter {
        Meter::new(Limits::default())
    }

    fn int(value: i64) -> Integer {
        Integer::from(value)
    }

    #[test]
    fn the_table_shows_how_far_it_was_extended() {
        let mut primes = Primes::default();
        assert_eq!(primes.nth(&int(4), &mut meter()).unwrap(), int(7));
        assert_eq!(primes.len(), 4);
        assert_eq!(primes.nth(&int(11), &mut meter()).unwrap(), int(31));
        assert_eq!(primes.last(), 43);
        primes.extend_to(10, &mut meter()).unwrap();
        assert_eq!(primes.last(), 43);
        primes.extend_to(100, &mut meter()).unwrap();
        assert_eq!(primes.len(), 25);
        assert!(primes.extend_to(1_000_000_000, &mut meter()).is_err());
    }

    #[test]
    fn primes_by_number() {
        let mut primes = Primes::default();
        for (n, prime) in
            [(0.0, Some(1.0)), (1.0, Some(2.0)), (-3.0, Some(-5.0)), (168.0, Some(997.0)), (1.5, None)]
        {
            assert_eq!(primes.nth_number(n, &mut meter()).unwrap(), prime, "{n}");
        }
        assert!(Primes::default().nth_number(-4.0, &mut meter()).is_err());
        assert!(primes.nth_number(1e15, &mut meter()).is_err());
    }

    #[test]
    fn factors() {
        let mut primes = Primes::default();
        for (number, factors) in [
            (0, vec![]),
            (1, vec![]),
            (-56, vec![(2, 3), (7, 1)]),
            (97, vec![(97, 1)]),
            (1_008_982_847, vec![(1009, 1), (999_983, 1)]),
            (i64::MIN, vec![(2, 63)]),
        ] {
            let expected: Vec<(Integer, u64)> = factors.into_iter().map(|(p, e)| (int(p), e)).collect();
            assert_eq!(primes.factorise(&int(number), &mut meter()).unwrap(), expected, "{number}");
        }
        let large = Integer::parse("1000000000000000000000000000000").unwrap();
        assert_eq!(primes.factorise(&large, &mut meter()).unwrap(), [(int(2), 30), (int(5), 30)]);
        let hard = Integer::parse("1000000000000000000000000000057").unwrap();
        assert!(primes.factorise(&hard, &mut meter()).is_err());
    }

    #[test]
    fn exponents_and_back() {
        let mut primes = Primes::default();
        for (number, exponents) in [(0, vec![]), (1, vec![0]), (56, vec![3, 0, 0, 1]), (1, vec![0])] {
            assert_eq!(primes.exponents(&int(number), &mut meter()).unwrap(), exponents, "{number}");
        }
        assert_eq!(primes.product(&[int(3), int(0), int(0), int(1)], &mut meter()).unwrap(), int(56));
        assert!(primes.product(&[int(-1)], &mut meter()).is_err());
    }

    #[test]
    fn divisors() {
        let mut primes = Primes::default();
        let listed = primes.divisors(&int(-12), &mut meter()).unwrap();
        assert_eq!(listed, [1, 2, 3, 4, 6, 12].map(int));
        assert_eq!(primes.divisors(&int(0), &mut meter()).unwrap(), [int(1)]);
        assert_eq!(primes.divisor_count(&int(720_720), &mut meter()).unwrap(), int(240));
    }

    #[test]
    fn gaussian_primes() {
        let first = ["1", "1+1i", "2+1i", "1+2i", "3", "3+2i", "2+3i", "4+1i", "1+4i", "5+2i", "2+5i"];
        for (n, expected) in first.into_iter().enumerate() {
            let prime = gaussian_prime(&int(n as i64), &mut meter()).unwrap().unwrap();
            assert_eq!(prime.to_string(), expected);
        }
        assert_eq!(gaussian_prime(&int(-1), &mut meter()).unwrap(), None);
        assert!(gaussian_prime(&int(1 << 40), &mut meter()).is_err());
    }
}
