//! Single weights, and their updates by temporal coherence.

use std::collections::TryReserveError;

/// The number of boards that are evaluated together: a processor works on four numbers at once.
pub(crate) const LANES: usize = 4;
/// A number of each board that is evaluated.
pub(crate) type Lanes = [u32; LANES];

/// The statistics that determine the learning rate of a weight.
///
/// Temporal coherence: the rate is the size of the sum of errors by the sum of their sizes.
/// Errors that agree let a weight learn fast, those that cancel one another hold it still.
/// The sums are whole numbers; when they are full, both are halved, so that old errors count
/// less.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Errors {
    pub sum: i16,
    pub size: u16,
}

/// The bytes that a weight takes while it is learned.
pub(crate) const BYTES: usize = size_of::<f32>() + size_of::<Errors>();

const FULL: u16 = 1 << 15;
/// The units of an error as large as the mean one; the most is [`MOST`]. The sums hold some 16,000
/// errors of that size: with fewer, chance keeps the rate above what it should fall to, and the
/// weights never come to rest.
const MEAN: f32 = 2.0;
const MOST: f32 = 2_047.0;
/// The size from which on errors are ignored: files can hold weights so large that their sums are
/// no numbers.
const LARGEST: f32 = 1e30;
/// The number of errors that the mean size is taken over, about.
const MEMORY: f64 = 16_384.0;

/// The mean size of errors so far, by which errors are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Scale {
    pub mean: f64,
    pub count: u64,
}

impl Errors {
    /// Adds an error, in units; returns the learning rate for it.
    #[inline]
    fn rate(&mut self, units: i16) -> f32 {
        let rate = match self.size {
            0 => 1.0,
            size => f32::from(self.sum.unsigned_abs()) / f32::from(size),
        };
        self.sum = self.sum.wrapping_add(units);
        self.size = self.size.wrapping_add(units.unsigned_abs());
        if self.size >= FULL {
            self.sum /= 2;
            self.size /= 2;
        }
        rate
    }
}

impl Scale {
    /// An error in whole units of the mean size, rounded up or down by chance: `part` is
    /// the random part of a unit.
    fn units(&mut self, error: f32, part: f32) -> i16 {
        self.count = self.count.saturating_add(1);
        let size = f64::from(error.abs());
        self.mean += (size - self.mean) / MEMORY.min(self.count as f64);
        if self.mean <= 0.0 {
            return 0;
        }
        let units = error / self.mean as f32 * MEAN;
        // A whole number, without a function of the platform.
        let units = units.clamp(-MOST, MOST) + MOST + 1.0 + part;
        units as i16 - MOST as i16 - 1
    }
}

/// The weights of a network: each with the statistics of its learning rate, so that
/// only one place in memory is fetched.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights(Vec<(f32, Errors)>);

impl Weights {
    /// Creates `count` weights, all 0.
    pub(crate) fn new(count: usize) -> Result<Weights, TryReserveError> {
        let mut all = Vec::new();
        all.try_reserve_exact(count)?;
        all.resize(count, Default::default());
        Ok(Weights(all))
    }

    /// The value of a board, by the places of its weights.
    #[inline]
    pub(crate) fn value(&self, indices: &[u32]) -> f32 {
        self.sum(indices, |index| *index)
    }

    /// The value of the board in a lane, by the places of the weights of all lanes.
    #[inline]
    pub(crate) fn value_in(&self, indices: &[Lanes], lane: usize) -> f32 {
        self.sum(indices, |lanes| lanes[lane % LANES])
    }

    #[inline]
    fn sum<T>(&self, places: &[T], index: impl Fn(&T) -> u32) -> f32 {
        let value = |place: &T| self.0.get(index(place) as usize).map_or(0.0, |own| own.0);
        let (fours, rest) = places.as_chunks::<4>();
        let mut sums = [0.0; 4];
        for [a, b, c, d] in fours {
            sums[0] += value(a);
            sums[1] += value(b);
            sums[2] += value(c);
            sums[3] += value(d);
        }
        let [a, b, c, d] = sums;
        (a + b) + (c + d) + rest.iter().map(value).sum::<f32>()
    }

    /// Moves the value of a board by about this error; returns the change.
    pub(crate) fn learn(&mut self, indices: &[u32], error: f32, (scale, part): (&mut Scale, f32)) -> f32 {
        if error.is_nan() || error.abs() >= LARGEST {
            return 0.0;
        }
        let units = scale.units(error, part);
        let share = error / indices.len().max(1) as f32;
        let mut change = 0.0;
        for index in indices {
            if let Some((value, errors)) = self.0.get_mut(*index as usize) {
                let step = share * errors.rate(units);
                *value += step;
                change += step;
            }
        }
        change
    }

    /// The number of weights that were learned.
    pub(crate) fn learned(&self) -> usize {
        self.0.iter().filter(|(value, _)| *value != 0.0).count()
    }

    /// All values, each with the statistics of its learning rate.
    pub(crate) fn all(&self) -> impl Iterator<Item = (f32, Errors)> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn set(&mut self, index: usize, weight: (f32, Errors)) -> Option<()> {
        *self.0.get_mut(index)? = weight;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_cancel_slow_learning_down() {
        let mut weights = Weights::new(2).unwrap();
        let mut scale = Scale::default();
        for step in 0..1_000 {
            weights.learn(&[0], if step % 2 == 0 { 1.0 } else { -1.0 }, (&mut scale, 0.5));
            weights.learn(&[1], 1.0, (&mut scale, 0.5));
        }
        assert!(weights.value(&[0]).abs() < 5.0 && weights.value(&[1]) > 999.0);
        let [(_, still), (_, fast)] = weights.0[..] else { panic!() };
        assert!(still.sum.unsigned_abs() < 40 && fast.sum.unsigned_abs() == fast.size, "{weights:?}");
    }

    #[test]
    fn errors_that_are_no_numbers_teach_nothing() {
        let (mut weights, mut scale) = (Weights::new(1).unwrap(), Scale { mean: 1.0, count: u64::MAX });
        for error in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1e30] {
            assert_eq!(weights.learn(&[0], error, (&mut scale, 0.5)), 0.0, "{error}");
        }
        assert_eq!((weights.value(&[0]), scale.mean), (0.0, 1.0));
        assert!(weights.learn(&[0], 1.0, (&mut scale, 0.5)) > 0.0);
    }

    #[test]
    fn units_are_rounded_by_chance() {
        let mut scale = Scale { mean: 1.0, count: 1 << 20 };
        assert_eq!([0.0, 0.99].map(|part| scale.units(0.2, part)), [0, 1]);
        assert_eq!([0.0, 0.99].map(|part| scale.units(-0.2, part)), [-1, 0]);
        assert_eq!([1e30, -1e30].map(|error| scale.clone().units(error, 0.5)), [2_047, -2_047]);
    }
}
