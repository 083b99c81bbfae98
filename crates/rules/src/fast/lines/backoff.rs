//! When the line table rests: a table that hardly ever knows the answer costs more
//! than it saves.

/// How often the line table knew the answer.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    asked: u32,
    known: u32,
    resting: u32,
}

impl Backoff {
    /// After so many lines it is decided whether the table rests: if it knew fewer than
    /// half of them.
    const TRIAL: u32 = 8192;
    /// So many moves are made without the table then.
    const REST: u32 = 8192;

    /// Whether a move is to be made without the table.
    pub(crate) fn rests(&mut self) -> bool {
        if self.resting > 0 {
            self.resting -= 1;
        }
        self.resting > 0
    }

    /// So many lines were asked for, and were known or not.
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
