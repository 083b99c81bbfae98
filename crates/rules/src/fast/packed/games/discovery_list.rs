//! The filtered forms of codes: the values that are listed when tiles are discovered, in
//! modes with a filter. Several codes may have the same.
//!
//! See docs/dev/fast-path.md, "Packed games".

use calcarray::Value;

use crate::fast::packed::layout::{CodeSet, TileCode};

/// The filtered forms of codes.
#[derive(Debug)]
pub(crate) struct DiscoveryList<K> {
    /// Each listed value with all codes that are filtered to it.
    groups: Vec<(Value, K)>,
    /// The group of each code plus one; 0 if it is not known.
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

    /// Returns the value that is listed when a code is discovered, if it is known.
    pub(crate) fn get(&self, code: TileCode) -> Option<&Value> {
        self.group(code).map(|(tile, _)| tile)
    }

    /// Returns those of some codes that add to the list: no known code has the same value.
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

    /// Records the value that is listed for a code.
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
