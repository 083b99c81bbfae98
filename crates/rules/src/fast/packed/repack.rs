//! The repack policy: boards get new codes when the palette has no room for more.
//!
//! See docs/dev/fast-path.md, "Policies".

/// Counts since the last repack, and a delay that follows from them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Repack {
    /// The number of turns that were played on packed boards.
    pub(crate) played: u64,
    /// The number of turns that were not, because the palette had no room.
    refused: u64,
    /// The number of repacks in a row that did not pay.
    failed: u32,
}

impl Repack {
    /// The number of refused turns before a repack. It doubles with every repack that did
    /// not pay.
    const REFUSED: u64 = 256;
    /// The number of turns that must be played for each refused one, until the palette is
    /// full again, for a repack to pay.
    const PAYS: u64 = 16;

    /// Counts a refused turn. Returns true if it is time to repack.
    pub(crate) fn refuse(&mut self) -> bool {
        self.refused += 1;
        let is_time = self.refused >= Repack::REFUSED << self.failed.min(16);
        if is_time {
            let paid = self.played >= Repack::PAYS * self.refused;
            let failed = if paid { 0 } else { self.failed + 1 };
            *self = Repack { failed, ..Repack::default() };
        }
        is_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_repacked_less_often_where_that_hardly_pays() {
        let mut repack = Repack::default();
        let mut refused_until_renewal = |played: u64| {
            repack.played += played;
            (1_u64..).find(|_| repack.refuse())
        };
        for (played, refused) in
            [(25_000, 256), (2_500, 256), (2_500, 512), (2_500, 1024), (250_000, 2048), (25_000, 256)]
        {
            assert_eq!(refused_until_renewal(played), Some(refused), "{played}");
        }
    }
}
