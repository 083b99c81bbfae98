//! When boards are packed anew, because there is no room for other kinds.

/// How that paid so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Repack {
    /// How many turns were played on packed boards since then,
    pub(crate) played: u64,
    /// and how many not, for want of room for another kind.
    refused: u64,
    /// How often in a row that hardly paid.
    failed: u32,
}

impl Repack {
    /// After how many turns that could not be played on packed boards these are
    /// packed anew; after twice as many if that hardly paid the last time.
    const REFUSED: u64 = 256;
    /// How many times as many are to be played until there is no room again.
    const PAYS: u64 = 16;

    /// A turn could not be played. Gives whether it is time to pack anew.
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
    fn boards_are_packed_anew_less_often_where_that_hardly_pays() {
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
