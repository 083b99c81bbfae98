//! How kinds are listed once they are discovered, where a filter makes something
//! else of tiles first: several kinds may come to the same.

use calcarray::Value;

use crate::fast::packed::layout::CodeSet;

/// What filters make of kinds.
#[derive(Debug)]
pub(crate) struct Listed<K> {
    /// What is listed, and all kinds that come to it.
    groups: Vec<(Value, K)>,
    /// One more than the group of each kind; 0: that is not known.
    of_kinds: Vec<u8>,
}

impl<K> Default for Listed<K> {
    fn default() -> Listed<K> {
        Listed { groups: Vec::new(), of_kinds: Vec::new() }
    }
}

impl<K: CodeSet> Listed<K> {
    fn group(&self, kind: u8) -> Option<&(Value, K)> {
        let group = self.of_kinds.get(usize::from(kind))?.checked_sub(1)?;
        self.groups.get(usize::from(group))
    }

    /// As what a kind is listed, if that is known.
    pub(crate) fn get(&self, kind: u8) -> Option<&Value> {
        self.group(kind).map(|(tile, _)| tile)
    }

    /// Those of some kinds that are listed when they are discovered: none of those
    /// known is listed as they are.
    pub(crate) fn new_to(&self, known: K, mut kinds: K) -> K {
        let mut new = K::NONE;
        while !kinds.is_empty() {
            let kind = K::one(kinds.first());
            let alike = self.group(kinds.first()).map_or(K::NONE, |(_, alike)| *alike);
            if known.without(alike) == known {
                new = new.with(kind);
            }
            kinds = kinds.without(kind);
        }
        new
    }

    /// Notes as what a kind is listed.
    pub(crate) fn note(&mut self, kind: u8, tile: &Value) {
        let known = self.groups.iter().position(|(own, _)| own.identical(tile));
        let group = known.unwrap_or_else(|| {
            self.groups.push((tile.clone(), K::NONE));
            self.groups.len() - 1
        });
        let kinds = &mut self.groups[group].1;
        *kinds = kinds.with(K::one(kind));
        let count = self.of_kinds.len().max(usize::from(kind) + 1);
        self.of_kinds.resize(count, 0);
        self.of_kinds[usize::from(kind)] = group as u8 + 1;
    }
}
