//! State that the readings of several texts share.

use super::repeats::Repeats;
use super::strings::Known;

/// Bounds for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The depth to which arrays and objects may nest.
    pub depth: usize,
    /// The number of values in all.
    pub nodes: usize,
    /// The number of decimal digits of an integer.
    pub integer_digits: usize,
    /// The cost of reading the long integers in all texts together: the sum of
    /// [`integer_work`](super::integer_work). The default is about a second.
    pub integer_work: u64,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { depth: 256, nodes: 2_000_000, integer_digits: 150_000, integer_work: 20_000_000_000 }
    }
}

/// The limits, what was used of them, and what was made before.
#[derive(Debug)]
pub(super) struct Shared {
    pub limits: ReadLimits,
    pub nodes: usize,
    pub integer_work: u64,
    /// Texts as they stand; and those in markup.
    pub known: [Known; 2],
    pub repeats: Repeats,
}

impl Shared {
    /// Nothing was read so far.
    pub fn new(limits: ReadLimits) -> Shared {
        Shared { limits, nodes: 0, integer_work: 0, known: Default::default(), repeats: Repeats::default() }
    }
}
