//! The hash table of all caches: open addressing, linear probing.
//!
//! Entries lie in one vector, so that a look-up mostly takes one cache miss. They are
//! copied, never removed one by one: a cache that is full forgets all of them.

/// An entry of a [`ProbeTable`].
pub(crate) trait Entry: Copy {
    /// In place of an entry.
    const FREE: Self;

    fn is_free(&self) -> bool;

    /// The hash of its key; its low bits are used.
    fn hash(&self) -> usize;
}

/// Entries by their hashes. What a key is, is up to those who ask.
#[derive(Debug)]
pub(crate) struct ProbeTable<E> {
    /// A power of two of them, at most three of four in use.
    entries: Vec<E>,
    used: usize,
}

impl<E: Entry> ProbeTable<E> {
    /// How many places there are at first.
    const FIRST: usize = 1 << 8;

    pub(crate) fn new() -> ProbeTable<E> {
        ProbeTable { entries: vec![E::FREE; ProbeTable::<E>::FIRST], used: 0 }
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// Forgets all entries, and keeps the room for them.
    pub(crate) fn clear(&mut self) {
        if self.used > 0 {
            self.entries.fill(E::FREE);
            self.used = 0;
        }
    }

    #[inline(always)]
    fn place(&self, hash: usize, is_it: impl Fn(&E) -> bool) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = hash & mask;
        loop {
            let entry = &self.entries[place];
            if is_it(entry) || entry.is_free() {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The entry of a key with this hash, or a free one.
    #[inline(always)]
    pub(crate) fn get(&self, hash: usize, is_it: impl Fn(&E) -> bool) -> &E {
        &self.entries[self.place(hash, is_it)]
    }

    /// The entry of a key with this hash, to be changed apart from the key.
    #[inline]
    pub(crate) fn get_mut(&mut self, hash: usize, is_it: impl Fn(&E) -> bool) -> Option<&mut E> {
        let place = self.place(hash, is_it);
        self.entries.get_mut(place).filter(|entry| !entry.is_free())
    }

    /// Adds an entry whose key is not there.
    pub(crate) fn insert(&mut self, entry: E) {
        if 4 * (self.used + 1) > 3 * self.entries.len() {
            let larger = vec![E::FREE; 2 * self.entries.len()];
            for own in std::mem::replace(&mut self.entries, larger) {
                if !own.is_free() {
                    self.put(own);
                }
            }
        }
        self.put(entry);
        self.used += 1;
    }

    fn put(&mut self, entry: E) {
        let place = self.place(entry.hash(), |_| false);
        self.entries[place] = entry;
    }

    /// All entries, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().filter(|entry| !entry.is_free())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Entry for (u32, u32) {
        const FREE: (u32, u32) = (0, 0);

        fn is_free(&self) -> bool {
            self.0 == 0
        }

        /// Many keys fall together.
        fn hash(&self) -> usize {
            self.0 as usize / 3
        }
    }

    #[test]
    fn entries_are_found_until_they_are_forgotten() {
        let mut table = ProbeTable::new();
        let hash = |key: u32| (key, 0).hash();
        for key in 1..=5000 {
            assert!(table.get(hash(key), |own: &(u32, u32)| own.0 == key).is_free());
            table.insert((key, 2 * key));
        }
        for key in 1..=5000 {
            if let Some(entry) = table.get_mut(hash(key), |own| own.0 == key) {
                entry.1 += 1;
            }
            assert_eq!(*table.get(hash(key), |own| own.0 == key), (key, 2 * key + 1));
        }
        assert_eq!(table.get_mut(hash(5001), |own| own.0 == 5001), None);
        assert_eq!((table.len(), table.iter().count()), (5000, 5000));
        table.clear();
        assert_eq!((table.len(), table.iter().count()), (0, 0));
    }
}
