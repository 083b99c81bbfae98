//! The algorithm for the new seed that a tile unlocks, behind the three seed-unlock operators
//! (docs/spec/calcarray.md, "Seed-unlock operators").

use std::cmp::Ordering;

use crate::error::{Error, ErrorKind};
use crate::gaussian::Gaussian;
use crate::integer::Integer;
use crate::limits::Meter;
use crate::values::sort::sort;

/// The arithmetic of tiles and seeds that the algorithm needs. Every method may fail, because it
/// may evaluate an expression.
pub trait Seeds {
    /// A tile or a seed.
    type Seed: Clone;

    /// Called once per round, so that what never ends runs into a limit.
    fn charge(&mut self) -> Result<(), Error>;

    /// Returns the seed that divides everything.
    fn one(&self) -> Self::Seed;

    /// Returns true if `tile` can be divided by `seed`.
    fn divides(&mut self, tile: &Self::Seed, seed: &Self::Seed) -> Result<bool, Error>;

    /// `tile` divided by `seed`.
    fn divide(&mut self, tile: &Self::Seed, seed: &Self::Seed) -> Result<Self::Seed, Error>;

    /// The product.
    fn multiply(&mut self, a: &Self::Seed, b: &Self::Seed) -> Result<Self::Seed, Error>;

    /// The order in which seeds are tried.
    fn order(&mut self, a: &Self::Seed, b: &Self::Seed) -> Result<Ordering, Error>;

    /// Returns true if result `a` is valid and comes before `b` (`Less`) or after it (`Greater`).
    fn is(&mut self, wanted: Ordering, a: &Self::Seed, b: &Self::Seed) -> Result<bool, Error>;

    /// Returns true if the two have no factor in common.
    fn coprime(&mut self, a: &Self::Seed, b: &Self::Seed) -> Result<bool, Error>;
}

/// Divides `tile` by the seeds, none of which is 1, and returns what is left.
///
/// The mode counts modulo 5: 0 divides by the largest seeds first, 2 by the
/// smallest, 1 and 4 try all ways for the smallest and the largest result,
/// anything else takes the seeds as they come.
///
/// # Errors
/// Whatever `on` fails with.
pub fn unlock<S: Seeds>(on: &mut S, tile: S::Seed, seeds: Vec<S::Seed>, mode: f64) -> Result<S::Seed, Error> {
    let seeds = in_order(on, seeds, mode)?;
    unlock_in_order(on, tile, seeds, mode)
}

/// The seeds in the order in which a mode tries them.
///
/// # Errors
/// Whatever `on` fails with.
pub fn in_order<S: Seeds>(on: &mut S, seeds: Vec<S::Seed>, mode: f64) -> Result<Vec<S::Seed>, Error> {
    match mode.rem_euclid(5.0) {
        0.0 => sort(seeds, |later, earlier| Ok(on.order(earlier, later)?.is_lt())),
        1.0 | 2.0 | 4.0 => sort(seeds, |later, earlier| Ok(on.order(later, earlier)?.is_lt())),
        _ => Ok(seeds),
    }
}

/// Divides as [`unlock`] does, by seeds that are in the order of the mode.
///
/// # Errors
/// Whatever `on` fails with.
pub fn unlock_in_order<S: Seeds>(
    on: &mut S,
    tile: S::Seed,
    seeds: Vec<S::Seed>,
    mode: f64,
) -> Result<S::Seed, Error> {
    if seeds.is_empty() {
        return Ok(tile);
    }
    if is_search(mode) {
        let wanted = if mode.rem_euclid(5.0) == 1.0 { Ordering::Less } else { Ordering::Greater };
        return Search::new(on, seeds)?.best(on, tile, wanted);
    }
    let mut rest = tile;
    for seed in &seeds {
        rest = divide_out(on, rest, seed)?;
    }
    Ok(rest)
}

/// Returns true for the modes that try all ways.
fn is_search(mode: f64) -> bool {
    matches!(mode.rem_euclid(5.0), 1.0 | 4.0)
}

/// Divides as often as possible.
fn divide_out<S: Seeds>(on: &mut S, mut tile: S::Seed, seed: &S::Seed) -> Result<S::Seed, Error> {
    while on.divides(&tile, seed)? {
        on.charge()?;
        tile = on.divide(&tile, seed)?;
    }
    Ok(tile)
}

/// The seeds, split for the search for the best result.
struct Search<T> {
    /// All seeds.
    seeds: Vec<T>,
    /// Seeds without common factors: their order does not matter.
    group: Vec<T>,
    /// The others, of which all numbers of divisions are tried.
    rest: Vec<T>,
}

impl<T: Clone> Search<T> {
    fn new<S: Seeds<Seed = T>>(on: &mut S, seeds: Vec<T>) -> Result<Search<T>, Error> {
        let (mut group, mut rest): (Vec<T>, Vec<T>) = (Vec::new(), seeds.clone());
        if on.coprime(&on.one(), &on.one())? {
            for first in 0..seeds.len() {
                let mut product = seeds[first].clone();
                let (mut members, mut others) = (vec![seeds[first].clone()], Vec::new());
                for offset in 1..seeds.len() {
                    on.charge()?;
                    let seed = &seeds[(first + offset) % seeds.len()];
                    if on.coprime(&product, seed)? {
                        product = on.multiply(&product, seed)?;
                        members.push(seed.clone());
                    } else {
                        others.push(seed.clone());
                    }
                }
                if members.len() > group.len() {
                    (group, rest) = (members, others);
                }
            }
            group = sort(group, |later, earlier| Ok(on.order(later, earlier)?.is_lt()))?;
            rest = sort(rest, |later, earlier| Ok(on.order(later, earlier)?.is_lt()))?;
        }
        Ok(Search { seeds, group, rest })
    }

    /// The best result: the smallest (`Less`), or the largest that no seed
    /// divides any more (`Greater`).
    fn best<S: Seeds<Seed = T>>(&self, on: &mut S, tile: T, wanted: Ordering) -> Result<T, Error> {
        let mut best = if wanted.is_lt() { tile.clone() } else { on.one() };
        let mut base = tile;
        let mut powers = vec![0u64; self.rest.len()];
        loop {
            on.charge()?;
            let mut current = base.clone();
            for seed in &self.group {
                current = divide_out(on, current, seed)?;
            }
            if on.is(wanted, &current, &best)? && (wanted.is_lt() || !self.any_divides(on, &current)?) {
                best = current;
            }
            // The next numbers of divisions by the rest, like an odometer.
            let mut current = base;
            let mut turned = None;
            for (place, seed) in self.rest.iter().enumerate() {
                if on.divides(&current, seed)? {
                    turned = Some(place);
                    break;
                }
                for _ in 0..std::mem::take(&mut powers[place]) {
                    on.charge()?;
                    current = on.multiply(&current, seed)?;
                }
            }
            let Some(place) = turned else { return Ok(best) };
            base = on.divide(&current, &self.rest[place])?;
            powers[place] += 1;
        }
    }

    fn any_divides<S: Seeds<Seed = T>>(&self, on: &mut S, tile: &T) -> Result<bool, Error> {
        for seed in &self.seeds {
            if on.divides(tile, seed)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// `DIVESeedUnlock`: one of the seeds 1 is left out; of a tile 0 the result
/// is 1, of a negative one that of its magnitude.
///
/// # Errors
/// [`ErrorKind::DivisionByZero`] for a seed 0; limits, and so for a seed of -1
/// or 1 twice, with which the language would never end.
pub fn integer(
    tile: &Integer,
    mut seeds: Vec<Integer>,
    mode: f64,
    meter: &mut Meter,
) -> Result<Integer, Error> {
    if tile.is_zero() {
        return Ok(Integer::ONE);
    }
    if let Some(place) = seeds.iter().position(|seed| *seed == Integer::ONE) {
        seeds.remove(place);
    }
    let tile = tile.abs(meter)?;
    let small = || Some((tile.to_i64()?, seeds.iter().map(Integer::to_i64).collect::<Option<Vec<i64>>>()?));
    match small() {
        Some((tile, mut seeds)) if !is_search(mode) => {
            Ok(unlock_small(tile, &mut seeds, mode, meter)?.into())
        }
        _ => unlock(&mut Integers(meter), tile, seeds, mode),
    }
}

/// The number of seeds for which no memory is taken.
const FEW: usize = 16;

/// [`integer`] for a tile that is not 0 and a few seeds, all of 64 bits, by the modes that only divide.
/// `None` for others.
pub fn few<'s>(
    tile: &Integer,
    seeds: impl IntoIterator<Item = Option<&'s Integer>>,
    mode: f64,
    meter: &mut Meter,
) -> Option<Result<Integer, Error>> {
    let tile = tile.to_i64()?.checked_abs()?;
    if is_search(mode) {
        return None;
    }
    let (mut own, mut count, mut has_one) = ([0; FEW], 0, false);
    for seed in seeds {
        let seed = seed?.to_i64()?;
        if seed == 1 && !has_one {
            has_one = true;
            continue;
        }
        *own.get_mut(count)? = seed;
        count += 1;
    }
    Some(unlock_small(tile, &mut own[..count], mode, meter).map(Integer::from))
}

/// [`unlock`] for integers of 64 bits, by the modes that only divide.
fn unlock_small(mut tile: i64, seeds: &mut [i64], mode: f64, meter: &mut Meter) -> Result<i64, Error> {
    match mode.rem_euclid(5.0) {
        0.0 => seeds.sort_unstable_by(|a, b| b.cmp(a)),
        2.0 => seeds.sort_unstable(),
        _ => {}
    }
    for seed in seeds {
        while tile.checked_rem(*seed).ok_or(ErrorKind::DivisionByZero)? == 0 {
            meter.charge(1)?;
            tile /= *seed;
        }
    }
    Ok(tile)
}

struct Integers<'m>(&'m mut Meter);

impl Seeds for Integers<'_> {
    type Seed = Integer;

    fn charge(&mut self) -> Result<(), Error> {
        self.0.charge(1)
    }

    fn one(&self) -> Integer {
        Integer::ONE
    }

    fn divides(&mut self, tile: &Integer, seed: &Integer) -> Result<bool, Error> {
        tile.is_multiple_of(seed, self.0)
    }

    fn divide(&mut self, tile: &Integer, seed: &Integer) -> Result<Integer, Error> {
        tile.divide(seed, self.0)
    }

    fn multiply(&mut self, a: &Integer, b: &Integer) -> Result<Integer, Error> {
        a.multiply(b, self.0)
    }

    fn order(&mut self, a: &Integer, b: &Integer) -> Result<Ordering, Error> {
        Ok(a.cmp(b))
    }

    fn is(&mut self, wanted: Ordering, a: &Integer, b: &Integer) -> Result<bool, Error> {
        Ok(a.cmp(b) == wanted)
    }

    fn coprime(&mut self, a: &Integer, b: &Integer) -> Result<bool, Error> {
        Ok(a.gcd(b, self.0)? == Integer::ONE)
    }
}

/// `GaussianDIVESeedUnlock` of a tile that is not 0: seeds with a norm of at
/// most 1 are left out; `turn` turns the result into the first quadrant,
/// unless no seed was left.
///
/// # Errors
/// Limits.
pub fn gaussian(
    tile: &Gaussian,
    seeds: &[Gaussian],
    mode: f64,
    turn: bool,
    meter: &mut Meter,
) -> Result<Gaussian, Error> {
    let mut kept = Vec::new();
    for seed in seeds {
        if seed.norm(meter)? > Integer::ONE {
            kept.push(seed.clone());
        }
    }
    if kept.is_empty() {
        return Ok(tile.clone());
    }
    let left = unlock(&mut Gaussians(meter), tile.clone(), kept, mode)?;
    if turn { left.to_first_quadrant(meter) } else { Ok(left) }
}

struct Gaussians<'m>(&'m mut Meter);

impl Seeds for Gaussians<'_> {
    type Seed = Gaussian;

    fn charge(&mut self) -> Result<(), Error> {
        self.0.charge(1)
    }

    fn one(&self) -> Gaussian {
        Gaussian::ONE
    }

    fn divides(&mut self, tile: &Gaussian, seed: &Gaussian) -> Result<bool, Error> {
        Ok(tile.modulo(seed, self.0)?.is_zero())
    }

    fn divide(&mut self, tile: &Gaussian, seed: &Gaussian) -> Result<Gaussian, Error> {
        tile.divide(seed, self.0)
    }

    fn multiply(&mut self, a: &Gaussian, b: &Gaussian) -> Result<Gaussian, Error> {
        a.multiply(b, self.0)
    }

    fn order(&mut self, a: &Gaussian, b: &Gaussian) -> Result<Ordering, Error> {
        a.order(b, self.0)
    }

    fn is(&mut self, wanted: Ordering, a: &Gaussian, b: &Gaussian) -> Result<bool, Error> {
        Ok(a.norm(self.0)?.cmp(&b.norm(self.0)?) == wanted)
    }

    fn coprime(&mut self, a: &Gaussian, b: &Gaussian) -> Result<bool, Error> {
        Ok(a.gcd(b, self.0)?.norm(self.0)? == Integer::ONE)
    }
}

/// Returns the error for a seed of the wrong type.
pub(crate) fn wrong_seed() -> Error {
    ErrorKind::Type("the seeds must be of the same type as the tile").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn integers() {
        for (tile, seeds, mode, result) in [
            (36, &[2, 3][..], 0.0, 1),
            (-36, &[2, 3], 1.0, 1),
            (1728, &[6, 4], 0.0, 2),
            (24, &[6, 10, 15], 3.0, 4),
            (1728, &[6, 10, 15], 1.0, 8),
            (30030, &[4, 6, 9], 4.0, 5005),
            (36, &[12, 18, 8], 0.0, 2),
            (36, &[12, 18, 8], -1.0, 3),
            (24, &[1, 2], 2.0, 3),
            (24, &[], 2.0, 24),
            (0, &[2], 2.0, 1),
        ] {
            let seeds: Vec<Integer> = seeds.iter().copied().map(Integer::from).collect();
            let mut meter = Meter::new(Limits::default());
            let left = integer(&Integer::from(tile), seeds, mode, &mut meter).unwrap();
            assert_eq!(left, Integer::from(result), "{tile}, mode {mode}");
        }
    }

    #[test]
    fn what_never_ends_is_an_error() {
        for seeds in [&[-1][..], &[1, 1], &[0]] {
            for mode in 0..5 {
                let seeds: Vec<Integer> = seeds.iter().copied().map(Integer::from).collect();
                let mut meter = Meter::new(Limits { steps: 10_000, ..Limits::default() });
                assert!(integer(&Integer::from(8), seeds, f64::from(mode), &mut meter).is_err());
            }
        }
    }

    #[test]
    fn gaussians() {
        for (tile, seeds, mode, turn, result) in [
            ("-6+2i", &["1+i"][..], 4.0, false, "2+i"),
            ("30+10i", &["2+i", "1+i"], 3.0, true, "4+3i"),
            ("30+10i", &["3", "1+i", "2"], 0.0, false, "10-5i"),
            ("13i", &["i", "1"], 0.0, true, "13i"),
        ] {
            let mut meter = Meter::new(Limits::default());
            let mut read = |text: &str| Gaussian::from_text(text, &mut meter).unwrap().unwrap();
            let (tile, result) = (read(tile), read(result));
            let seeds: Vec<Gaussian> = seeds.iter().map(|seed| read(seed)).collect();
            assert_eq!(gaussian(&tile, &seeds, mode, turn, &mut meter).unwrap(), result);
        }
    }
}
