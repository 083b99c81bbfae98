//! How kinds are listed once they are discovered, where a filter makes something
//! else of tiles first: several kinds may come to the same.

use calcarray::Value;

use crate::fast::packed::layout::{CodeSet, TileCode};

/// What filters make of kinds.
#[derive(Debug)]
pub(crate) struct DiscoveryList<K> {
    /// What is listed, and all kinds that come to it.
    groups: Vec<(Value, K)>,
    /// One more than the group of each kind; 0: that is not known.
    of_codes: Vec<u8>,
}

impl<K> Default for DiscoveryList<K> {
    fn default() -> DiscoveryList<K> {
        DiscoveryList { groups: Vec::new(), of_codes: Vec::new() }
    }
}

impl<K: CodeSet> DiscoveryList<K> {
    fn group(&self, code: TileCode) -> Option<&(Value, K)> {
        let group = self.of_codes.get(usize::from(code))?.checked_sub(1)?;
        self.groups.get(usize::from(group))
    }

    /// As what a kind is listed, if that is known.
    pub(crate) fn get(&self, code: TileCode) -> Option<&Value> {
        self.group(code).map(|(tile, _)| tile)
    }

    /// Those of some kinds that are listed when they are discovered: none of those
    /// known is listed as they are.
    pub(crate) fn new_to(&self, known: K, mut codes: K) -> K {
        let mut new = K::NONE;
        while !codes.is_empty() {
            let code = K::one(codes.first());
            let alike = self.group(codes.first()).map_or(K::NONE, |(_, alike)| *alike);
            if known.without(alike) == known {
                new = new.with(code);
            }
            codes = codes.without(code);
        }
        new
    }

    /// Notes as what a kind is listed.
    pub(crate) fn note(&mut self, code: TileCode, tile: &Value) {
        let known = self.groups.iter().position(|(own, _)| own.identical(tile));
        let group = known.unwrap_or_else(|| {
            self.groups.push((tile.clone(), K::NONE));
            self.groups.len() - 1
        });
        let codes = &mut self.groups[group].1;
        *codes = codes.with(K::one(code));
        let count = self.of_codes.len().max(usize::from(code) + 1);
        self.of_codes.resize(count, 0);
        self.of_codes[usize::from(code)] = group as u8 + 1;
    }
}
