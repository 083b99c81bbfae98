//! Consistency of the values in a Custom Mode: a tile number must not get two
//! values (docs/spec/custom-modes.md, "Consistency check").

use std::collections::{BTreeMap, VecDeque};

use super::definition::CustomMode;

/// The origin of the value of a tile number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// A spawning tile.
    Spawning,
    /// A merge of the tile number `n`.
    Merge {
        /// The tile number n of the merge.
        n: f64,
        /// The merge, counted from 0.
        merge: usize,
    },
}

/// A tile number with the value it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generated {
    /// The number.
    pub number: f64,
    /// Its value.
    pub value: f64,
    /// The origin of the value.
    pub origin: Origin,
}

/// A tile number with two values: the witness that a mode is inconsistent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conflict {
    /// The first way to the value.
    pub first: Generated,
    /// The way to another value.
    pub second: Generated,
}

/// A check that can be continued with larger limits.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    generated: BTreeMap<Key, Generated>,
    queue: VecDeque<(f64, usize)>,
}

/// Tile numbers in order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key(f64);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> std::cmp::Ordering {
        // 0 and -0 are the same number.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

impl Checker {
    /// The tiles generated so far, by number.
    pub fn generated(&self) -> impl Iterator<Item = &Generated> {
        self.generated.values()
    }

    /// Generates tiles up to a number of tiles and a value; usual limits are
    /// 1000 and 10^12.
    ///
    /// # Errors
    /// The first number that would get a second value.
    pub fn run(&mut self, mode: &CustomMode, max_tiles: usize, max_value: f64) -> Result<(), Conflict> {
        let merges = || 0..mode.merges.len();
        if self.generated.len() < mode.spawning.len() + 2 {
            self.generated.clear();
            for (place, (value, weight)) in mode.spawning.iter().enumerate() {
                if *weight != 0.0 {
                    let number = place as f64 + 1.0;
                    self.insert(Generated { number, value: *value, origin: Origin::Spawning });
                    self.queue.extend(merges().map(|merge| (number, merge)));
                }
            }
        }
        let mut waiting: VecDeque<(f64, usize)> = VecDeque::new();
        loop {
            self.queue.append(&mut waiting);
            let mut another_round = false;
            while let Some((n, merge)) = self.queue.pop_front() {
                let recipe = &mode.merges[merge];
                let Some(output) = recipe.output else { continue };
                let known = self.generated.get(&Key(n)).copied();
                let ready =
                    known.filter(|tile| tile.value.abs() <= max_value && self.generated.len() < max_tiles);
                let Some(tile) = ready else {
                    waiting.push_back((n, merge));
                    continue;
                };
                if !recipe.restriction.allows(n) {
                    continue;
                }
                let inputs = recipe.inputs.iter().map(|input| self.generated.get(&Key(input.number(n))));
                let sum = inputs
                    .map(|tile| tile.map(|tile| tile.value))
                    .try_fold(tile.value, |sum, value| Some(sum + value?));
                let Some(value) = sum else {
                    waiting.push_back((n, merge));
                    continue;
                };
                let second =
                    Generated { number: output.number(n), value, origin: Origin::Merge { n, merge } };
                match self.generated.get(&Key(second.number)) {
                    None => {
                        self.insert(second);
                        self.queue.extend(merges().map(|merge| (second.number, merge)));
                        another_round = true;
                    }
                    Some(first) if first.value == value => {}
                    Some(first) => {
                        return Err(Conflict { first: *first, second });
                    }
                }
            }
            if !another_round {
                self.queue = waiting;
                return Ok(());
            }
        }
    }

    fn insert(&mut self, tile: Generated) {
        self.generated.insert(Key(tile.number), tile);
    }
}
