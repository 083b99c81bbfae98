//! Limits of the cost of an evaluation, and the meter that counts it.

pub use crate::error::Limit;
use crate::error::{Error, ErrorKind};

/// Bounds for evaluating expressions that come from strangers
/// (docs/spec/calcarray.md, "Dangerous constructs and limits").
///
/// They count work, never time, so an evaluation that exceeds one does so on
/// every machine alike. Exceeding one is [`ErrorKind::Limit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Work per top-level evaluation: steps, entries copied, rounds of loops
    /// inside operators, words of big numbers.
    pub steps: u64,
    /// Bytes allocated per top-level evaluation, freed or not.
    pub memory: u64,
    /// The depth to which evaluations may call one another. Every level takes some of the stack:
    /// with the default for this and for `nesting`, threads need 1 MiB in a release build. Smaller
    /// stacks need smaller limits.
    pub depth: u32,
    /// The depth to which arrays may nest, in expressions and in values. It takes stack as `depth`
    /// does.
    pub nesting: u32,
    /// Size of an integer, in bits.
    pub integer_bits: u64,
    /// Length of a text, in UTF-16 code units.
    pub text_length: usize,
    /// Length of an array, in entries.
    pub array_length: usize,
    /// The prime table goes no further than this number.
    pub largest_prime: u64,
    /// Length of a list of factors.
    pub factors: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 2_000_000,
            memory: 48 << 20,
            depth: 256,
            nesting: 256,
            integer_bits: 1 << 20,
            text_length: 1 << 24,
            array_length: 1 << 20,
            largest_prime: 10_000_000,
            factors: 100_000,
        }
    }
}

impl Limits {
    /// Returns limits without bounds, for values that are known to be small.
    pub(crate) fn none() -> Limits {
        Limits {
            steps: u64::MAX,
            memory: u64::MAX,
            depth: u32::MAX,
            nesting: u32::MAX,
            integer_bits: u64::MAX,
            text_length: usize::MAX,
            array_length: usize::MAX,
            largest_prime: u64::MAX,
            factors: usize::MAX,
        }
    }
}

/// The number of nested evaluations that one through the host counts for.
const HOST_LEVELS: u32 = 4;

/// Counts what one top-level evaluation has used of its [`Limits`].
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    steps_left: u64,
    memory_left: u64,
    depth: u32,
    /// Work that is left for this evaluation and all later ones together.
    reserve: u64,
}

impl Meter {
    /// A meter with nothing used yet.
    pub fn new(limits: Limits) -> Meter {
        Meter { steps_left: limits.steps, memory_left: limits.memory, depth: 0, reserve: u64::MAX, limits }
    }

    /// A meter for many evaluations, such as those of a picture: together they
    /// may do as much work as this many. After that each fails at once.
    pub fn shared(limits: Limits, evaluations: u64) -> Meter {
        Meter { reserve: limits.steps.saturating_mul(evaluations), ..Meter::new(limits) }
    }

    /// The limits it measures against.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts the next top-level evaluation: everything is unused again.
    pub fn reset(&mut self) {
        let granted = self.limits.steps.min(self.reserve);
        self.reserve -= granted - self.steps_left.min(granted);
        self.steps_left = self.limits.steps.min(self.reserve);
        self.memory_left = self.limits.memory;
        self.depth = 0;
    }

    /// Work that is left.
    pub fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// Bytes that are left.
    pub fn memory_left(&self) -> u64 {
        self.memory_left
    }

    /// Counts `units` of work.
    #[inline]
    pub fn charge(&mut self, units: u64) -> Result<(), Error> {
        match self.steps_left.checked_sub(units) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(exceeded(Limit::Steps)),
        }
    }

    /// Counts `bytes` about to be allocated, and the work of filling them.
    pub fn allocate(&mut self, bytes: u64) -> Result<(), Error> {
        self.charge(bytes / 64)?;
        match self.memory_left.checked_sub(bytes) {
            Some(left) => {
                self.memory_left = left;
                Ok(())
            }
            None => Err(exceeded(Limit::Memory)),
        }
    }

    /// Permits an array of `length` entries, and counts its storage.
    pub fn array(&mut self, length: usize) -> Result<(), Error> {
        if length > self.limits.array_length {
            return Err(exceeded(Limit::ArrayLength));
        }
        self.allocate(Meter::array_bytes(length))
    }

    /// The storage of an array of `length` entries.
    pub(crate) fn array_bytes(length: usize) -> u64 {
        (length as u64).saturating_mul(16).saturating_add(32)
    }

    /// Counts work and storage at once, both or neither: `None` if a limit
    /// would be exceeded.
    #[inline]
    pub(crate) fn spend(&mut self, units: u64, bytes: u64) -> Option<()> {
        self.use_up(units.checked_add(bytes / 64)?, bytes)
    }

    /// Counts work and storage at once, both or neither, where the work of
    /// filling the storage is a part of the work.
    #[inline]
    pub(crate) fn use_up(&mut self, units: u64, bytes: u64) -> Option<()> {
        let steps_left = self.steps_left.checked_sub(units)?;
        self.memory_left = self.memory_left.checked_sub(bytes)?;
        self.steps_left = steps_left;
        Some(())
    }

    /// Returns the steps and bytes that are left.
    #[inline]
    pub(crate) fn left(&self) -> (u64, u64) {
        (self.steps_left, self.memory_left)
    }

    /// Takes back what was counted since so much was left: nothing has happened.
    #[inline]
    pub(crate) fn go_back(&mut self, left: (u64, u64)) {
        (self.steps_left, self.memory_left) = left;
    }

    /// Permits a text of `length` code units, and counts its storage.
    pub fn text(&mut self, length: usize) -> Result<(), Error> {
        if length > self.limits.text_length {
            return Err(exceeded(Limit::TextLength));
        }
        self.allocate((length as u64).saturating_mul(2).saturating_add(32))
    }

    /// Permits an integer of `bits` bits, and counts its storage. For
    /// integers below 2^63 there is nothing to ask.
    pub fn integer(&mut self, bits: u64) -> Result<(), Error> {
        if bits > self.limits.integer_bits {
            return Err(exceeded(Limit::IntegerBits));
        }
        self.allocate(bits / 8)
    }

    /// Returns the number of nested evaluations.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Enters a nested evaluation; to be paired with [`Meter::leave`].
    #[inline]
    pub fn enter(&mut self) -> Result<(), Error> {
        if self.depth >= self.limits.depth {
            return Err(exceeded(Limit::Depth));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves a nested evaluation.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Enters or leaves so many nested evaluations that are known to be within the limit.
    pub(crate) fn shift(&mut self, levels: u32, enters: bool) {
        self.depth =
            if enters { self.depth.saturating_add(levels) } else { self.depth.saturating_sub(levels) };
    }

    /// Enters an evaluation that goes through the host, which takes more of
    /// the stack than a nested line: it counts for several. To be paired with
    /// [`Meter::leave_host`].
    pub fn enter_host(&mut self) -> Result<(), Error> {
        if self.depth + HOST_LEVELS > self.limits.depth {
            return Err(exceeded(Limit::Depth));
        }
        self.depth += HOST_LEVELS;
        Ok(())
    }

    /// Leaves an evaluation that went through the host.
    pub fn leave_host(&mut self) {
        self.depth -= HOST_LEVELS;
    }
}

#[cold]
pub(crate) fn exceeded(limit: Limit) -> Error {
    Error::new(ErrorKind::Limit(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_that_share_a_meter_end_together() {
        let limits = Limits { steps: 10, ..Limits::default() };
        let mut meter = Meter::shared(limits.clone(), 2);
        // Each may take what one may take, and no more.
        assert!(meter.charge(11).is_err());
        assert_eq!((meter.charge(8).is_ok(), meter.steps_left()), (true, 2));
        meter.reset();
        assert_eq!(meter.steps_left(), 10);
        assert!(meter.charge(7).is_ok());
        meter.reset();
        assert_eq!(meter.steps_left(), 5);
        assert!(meter.charge(5).is_ok());
        meter.reset();
        meter.reset();
        assert_eq!((meter.steps_left(), meter.charge(1).is_err()), (0, true));

        let mut alone = Meter::new(limits);
        for _ in 0..100 {
            assert!(alone.charge(10).is_ok());
            alone.reset();
        }
    }
}
