//! The hash table of all caches: open addressing, linear probing.
//!
//! Entries lie in one vector, so that most look-ups take one miss of the processor's cache.
//! Entries are copied, and never removed one by one: a full cache is emptied.
//!
//! See docs/dev/fast-path.md, "How memory is bounded".

/// An entry of a [`ProbeTable`].
pub(crate) trait Entry: Copy {
    /// The value of a free slot.
    const FREE: Self;

    fn is_free(&self) -> bool;

    /// Returns the hash of the key; its low bits are used.
    fn hash(&self) -> usize;
}

/// A hash table of entries. Callers compare the keys.
#[derive(Debug)]
pub(crate) struct ProbeTable<E> {
    /// The slots: a power of two, at most three quarters in use.
    entries: Vec<E>,
    /// The number of entries.
    used: usize,
}

impl<E: Entry> ProbeTable<E> {
    /// The initial number of slots.
    const FIRST: usize = 1 << 8;

    pub(crate) fn new() -> ProbeTable<E> {
        ProbeTable { entries: vec![E::FREE; ProbeTable::<E>::FIRST], used: 0 }
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// Drops all entries, and keeps the memory.
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

    /// Returns the entry of a key with this hash, or a free slot.
    #[inline(always)]
    pub(crate) fn get(&self, hash: usize, is_it: impl Fn(&E) -> bool) -> &E {
        &self.entries[self.place(hash, is_it)]
    }

    /// Returns the entry of a key with this hash, to be changed apart from its key.
    #[inline]
    pub(crate) fn get_mut(&mut self, hash: usize, is_it: impl Fn(&E) -> bool) -> Option<&mut E> {
        let place = self.place(hash, is_it);
        self.entries.get_mut(place).filter(|entry| !entry.is_free())
    }

    /// Adds an entry whose key is missing.
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

    /// Returns all entries, in no order.
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

        /// The hash makes many keys collide.
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
