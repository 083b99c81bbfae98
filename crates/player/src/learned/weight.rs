//! Single weights, and how they are learned: temporal coherence.

use std::collections::TryReserveError;

/// A weight while it is learned, with what tells its rate of learning.
///
/// Temporal coherence: the rate is the size of the sum of errors by the sum of their sizes.
/// Errors that agree let a weight learn fast, those that cancel one another hold it still.
/// The sums are whole numbers of eight bytes a weight in all; when they are full, both are
/// halved, so that errors long past count less.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Weight {
    pub value: f32,
    /// The sum of errors, and of their sizes.
    pub sum: i16,
    pub size: u16,
}

const FULL: u16 = 1 << 15;
/// An error as large as the mean one counts as so many, and at most as this.
const MEAN: f32 = 24.0;
const MOST: f32 = 2_047.0;
/// The mean size of errors is that of about so many.
const MEMORY: f64 = 16_384.0;

/// The size of errors so far, which they are measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Scale {
    pub mean: f64,
    pub count: u64,
}

impl Weight {
    /// Learns from an error: its share for each weight of the board, and in units.
    #[inline]
    fn learn(&mut self, share: f32, units: i16) {
        let rate = match self.size {
            0 => 1.0,
            size => f32::from(self.sum.unsigned_abs()) / f32::from(size),
        };
        self.value += share * rate;
        self.sum = self.sum.wrapping_add(units);
        self.size = self.size.wrapping_add(units.unsigned_abs());
        if self.size >= FULL {
            self.sum /= 2;
            self.size /= 2;
        }
    }
}

impl Scale {
    /// An error in whole units of the mean size, rounded up or down by chance: `part` is
    /// the random part of a unit.
    fn units(&mut self, error: f32, part: f32) -> i16 {
        self.count += 1;
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

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights {
    all: Vec<Weight>,
}

impl Weights {
    /// So many weights, all 0.
    pub(crate) fn new(count: usize) -> Result<Weights, TryReserveError> {
        let mut all = Vec::new();
        all.try_reserve_exact(count)?;
        all.resize(count, Weight::default());
        Ok(Weights { all })
    }

    /// The value of a board with weights in these places.
    #[inline]
    pub(crate) fn value(&self, indices: &[u32]) -> f32 {
        let value = |index: &u32| self.all.get(*index as usize).map_or(0.0, |weight| weight.value);
        indices.iter().map(value).sum()
    }

    /// Moves the value of a board by about this error.
    pub(crate) fn learn(&mut self, indices: &[u32], error: f32, (scale, part): (&mut Scale, f32)) {
        let units = scale.units(error, part);
        let share = error / indices.len().max(1) as f32;
        for index in indices {
            if let Some(weight) = self.all.get_mut(*index as usize) {
                weight.learn(share, units);
            }
        }
    }

    pub(crate) fn all(&self) -> &[Weight] {
        &self.all
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Weight> {
        self.all.get_mut(index)
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
        assert!(weights.value(&[0]).abs() <= 1.0 && weights.value(&[1]) > 999.0);
        let [still, fast] = weights.all() else { panic!() };
        assert!(still.sum.unsigned_abs() < 40 && fast.sum.unsigned_abs() == fast.size, "{weights:?}");
    }

    #[test]
    fn units_are_rounded_by_chance() {
        let mut scale = Scale { mean: 1.0, count: 1 << 20 };
        assert_eq!([0.0, 0.99].map(|part| scale.units(0.02, part)), [0, 1]);
        assert_eq!([0.0, 0.99].map(|part| scale.units(-0.02, part)), [-1, 0]);
        assert_eq!([1e30, -1e30].map(|error| scale.clone().units(error, 0.5)), [2_047, -2_047]);
    }
}
