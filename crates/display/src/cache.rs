//! Remembered looks of tiles (docs/spec/display.md, "Caching").

use std::collections::HashMap;
use std::sync::Arc;

use calcarray::host::Store;
use calcarray::{Host, Value};

use crate::reads::Reads;
use crate::view::TileView;

/// The usual bound of the number of cached looks.
const BOUND: usize = 4096;

/// The usual bound of the memory of cached looks, in bytes: about the size of their
/// contents.
const BYTES: u64 = 32 << 20;

/// Looks of tiles on the grid, by tile.
///
/// The owner keeps it from picture to picture. It is only used where the
/// display rules read nothing but the tile itself and the game variables, and
/// it empties itself when those change or when it is full: of looks, or of
/// bytes.
#[derive(Clone, Debug)]
pub struct TileCache {
    bound: usize,
    reads: Reads,
    variables: [Vec<Value>; 2],
    looks: HashMap<String, Arc<TileView>>,
    bytes: u64,
    most_bytes: u64,
}

impl TileCache {
    /// An empty cache.
    pub fn new() -> TileCache {
        TileCache::with_bound(BOUND)
    }

    /// An empty cache for this many looks.
    pub fn with_bound(bound: usize) -> TileCache {
        TileCache::with_bounds(bound, BYTES)
    }

    /// An empty cache for this many looks, which take this many bytes to make.
    pub fn with_bounds(bound: usize, most_bytes: u64) -> TileCache {
        TileCache {
            bound,
            reads: Reads::Everything,
            variables: Default::default(),
            looks: HashMap::new(),
            bytes: 0,
            most_bytes,
        }
    }

    /// Removes looks that are outdated for a game whose display rules read this. Call it
    /// before each picture.
    pub fn refresh(&mut self, reads: Reads, host: &dyn Host) {
        let mut forget = self.reads != reads;
        self.reads = reads;
        if self.reads == Reads::Variables {
            for (known, store) in
                self.variables.iter_mut().zip([Store::GameVariables, Store::ModifierVariables])
            {
                let now = host.store(store);
                if *known != now {
                    *known = now.to_vec();
                    forget = true;
                }
            }
        }
        if forget {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.looks.clear();
        self.bytes = 0;
    }

    pub(crate) fn get(&self, tile: &Value) -> Option<Arc<TileView>> {
        if self.reads == Reads::Everything {
            return None;
        }
        self.looks.get(&key(tile)).cloned()
    }

    /// Stores the look of a tile that took this number of bytes to make.
    pub(crate) fn insert(&mut self, tile: &Value, look: &Arc<TileView>, bytes: u64) {
        if self.reads == Reads::Everything {
            return;
        }
        let bytes = bytes.saturating_add(tile.size());
        if self.looks.len() >= self.bound || self.bytes.saturating_add(bytes) > self.most_bytes {
            self.forget();
        }
        self.bytes += bytes;
        self.looks.insert(key(tile), Arc::clone(look));
    }

    /// The number of cached looks.
    pub fn len(&self) -> usize {
        self.looks.len()
    }

    /// Returns true if the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.looks.is_empty()
    }
}

impl Default for TileCache {
    fn default() -> TileCache {
        TileCache::new()
    }
}

fn key(tile: &Value) -> String {
    calcarray::json::write(tile)
}
