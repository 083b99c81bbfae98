//! Backoff of packing: a board that is packed for no turn costs more than it saves.
//!
//! See docs/fast-path.md, "Policies".

/// Counts of boards that were packed and of the turns that were played on them, and a pause that
/// follows from them.
#[derive(Debug, Default)]
pub(crate) struct PackBackoff {
    /// The number of boards that were packed and left again.
    packed: u32,
    /// The number of turns on packed boards.
    turns: u64,
    /// The number of pauses in a row.
    failed: u32,
    resting: u32,
}

impl PackBackoff {
    /// The number of packed boards after which packing is judged: if fewer than half as many turns
    /// were played on them, no board is packed for a while.
    const TRIAL: u32 = 256;
    /// The number of turns for which no board is packed then. It doubles with every pause in a row, up
    /// to 64 times.
    const REST: u32 = 1024;

    /// Counts a board that could be packed; returns true if it is to be left alone.
    pub(crate) fn rests(&mut self) -> bool {
        self.resting = self.resting.saturating_sub(1);
        self.resting > 0
    }

    /// Counts turns on packed boards.
    pub(crate) fn note_turns(&mut self, turns: u64) {
        self.turns += turns;
    }

    /// Counts a packed board that is left.
    pub(crate) fn note_left(&mut self) {
        self.packed += 1;
        if self.packed >= PackBackoff::TRIAL {
            let paid = self.turns >= u64::from(PackBackoff::TRIAL / 2);
            self.resting = if paid { 0 } else { PackBackoff::REST << self.failed.min(6) };
            self.failed = if paid { 0 } else { self.failed + 1 };
            (self.packed, self.turns) = (0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_packed_less_often_where_that_hardly_pays() {
        let mut backoff = PackBackoff::default();
        // The number of boards that are left alone after a trial with so many turns.
        let mut left_alone = |turns: u64| {
            backoff.note_turns(turns);
            (0..PackBackoff::TRIAL).for_each(|_| backoff.note_left());
            (0..).find(|_| !backoff.rests())
        };
        for (turns, expected) in [(1000, 0), (10, 1023), (127, 2047), (0, 4095), (128, 0), (0, 1023)] {
            assert_eq!(left_alone(turns), Some(expected), "{turns}");
        }
    }
}
