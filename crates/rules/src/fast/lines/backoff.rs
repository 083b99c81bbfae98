//! Backoff of the line table: a table that rarely has the answer costs more than it saves.
//!
//! See docs/fast-path.md, "Policies".

/// Counts of look-ups in the line table, and a pause that follows from them.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    asked: u32,
    known: u32,
    resting: u32,
}

impl Backoff {
    /// The number of lines after which the table is judged: if it had fewer than half of
    /// them, it rests.
    const TRIAL: u32 = 8192;
    /// The number of moves that are made without the table then.
    const REST: u32 = 8192;

    /// Counts a move; returns true if it is to be made without the table.
    pub(crate) fn rests(&mut self) -> bool {
        if self.resting > 0 {
            self.resting -= 1;
        }
        self.resting > 0
    }

    /// Counts look-ups of lines that were all known, or all unknown.
    pub(crate) fn note(&mut self, lines: u32, known: bool) {
        self.asked += lines;
        self.known += if known { lines } else { 0 };
        if self.asked >= Backoff::TRIAL {
            if self.known < Backoff::TRIAL / 2 {
                self.resting = Backoff::REST;
            }
            (self.asked, self.known) = (0, 0);
        }
    }
}
