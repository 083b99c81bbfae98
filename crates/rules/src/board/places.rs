//! Sets of places in the order of a move.

/// A set of places in the order of a move.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<u64>);

impl Places {
    pub(crate) fn fill(&mut self, places: usize) {
        self.0.clear();
        self.0.resize(places / 64, u64::MAX);
        self.0.push((1 << (places % 64)) - 1);
    }

    #[inline]
    pub(crate) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The first place from this one on.
    #[inline]
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.0.get(word)? >> (from % 64) << (from % 64);
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_order() {
        for count in [0, 1, 63, 64, 65, 130] {
            let mut places = Places::default();
            places.fill(count);
            let all = |places: &Places| {
                std::iter::successors(places.next(0), |place| places.next(place + 1)).collect::<Vec<_>>()
            };
            assert_eq!(all(&places), (0..count).collect::<Vec<_>>());
            (0..count).filter(|place| place % 3 > 0).for_each(|place| places.remove(place));
            assert_eq!(all(&places), (0..count).step_by(3).collect::<Vec<_>>());
            (0..count).step_by(3).for_each(|place| places.remove(place));
            assert!(places.is_empty());
        }
    }
}
