//! Choices made by bytes.

use arbitrary::Unstructured;
use polymerge_rules::{Randomness, Rng};

/// Returns random bytes of a seed, at most `most`.
pub fn random_bytes(seed: u64, most: usize) -> Vec<u8> {
    let mut random = Rng::new(seed);
    let mut below = |count: usize| (random.next().unwrap_or_default() * count as f64) as usize;
    (0..below(most)).map(|_| below(256) as u8).collect()
}

/// Makes choices by the bytes that a fuzzer gives. When these run out every
/// choice is the first one, so that what comes first must be the simplest.
pub struct Picks<'a> {
    bytes: Unstructured<'a>,
    /// The number of parts that may still be made, so that modes stay small.
    budget: usize,
}

impl<'a> Picks<'a> {
    /// Choices by these bytes.
    pub fn new(bytes: &'a [u8]) -> Picks<'a> {
        Picks { bytes: Unstructured::new(bytes), budget: bytes.len() }
    }

    /// A number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.bytes.int_in_range(0..=count - 1).unwrap_or(0)
    }

    /// Picks an entry of a list.
    pub fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns true once in `times` times; never when the bytes have run out.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// A seed.
    pub fn seed(&mut self) -> u64 {
        u64::from(self.bytes.arbitrary::<u32>().unwrap_or(0))
    }

    /// A list of up to `most` things.
    pub fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    /// Uses a part of the budget. Returns true if there was any left.
    pub fn spend(&mut self) -> bool {
        let more = self.budget > 0 && !self.bytes.is_empty();
        self.budget = self.budget.saturating_sub(1);
        more
    }

    /// Returns true if the bytes have run out.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}
