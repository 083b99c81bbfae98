//! The states of a solver and their values, in as little memory as a table without pointers takes.

use std::collections::HashMap;

use crate::stream::mix;

/// The values of states by their keys: two bytes for each cell and four for all else, eight for the
/// value, and some eight for the index.
#[derive(Clone, Debug)]
pub(crate) struct States {
    /// The numbers of a key.
    length: usize,
    keys: Vec<u16>,
    /// The value of each state; not a number as long as it is open.
    values: Vec<f64>,
    /// The places of states, each one more, by the hashes of their keys; 0 if there is none.
    index: Vec<u32>,
    /// Lists of all that states have beside their boards, by number: see [`States::number`].
    besides: HashMap<Box<[u64]>, u32>,
}

/// The result of a look-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Found {
    /// The state has this value.
    Value(f64),
    /// The state is being evaluated.
    Open,
    /// The state was not there. It is now, at this place, and open.
    New(usize),
}

/// The reasons why a state can't be added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NoRoom {
    /// There are as many states, or lists beside boards, as the limit allows.
    Limit,
    /// A kind has no room in two bytes.
    Kind,
}

impl States {
    /// Creates a table for boards of so many cells.
    pub(crate) fn new(cells: usize) -> States {
        States {
            length: cells + 2,
            keys: Vec::new(),
            values: Vec::new(),
            index: vec![0; 64],
            besides: HashMap::new(),
        }
    }

    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns a number for what a state has beside its board: equal ones for equal lists.
    ///
    /// # Errors
    /// There are `most` lists already, and it is none of them.
    pub(crate) fn number(&mut self, besides: &[u64], most: usize) -> Result<u32, NoRoom> {
        let next = self.besides.len();
        match self.besides.get(besides) {
            Some(number) => Ok(*number),
            None if next >= most.min(u32::MAX as usize) => Err(NoRoom::Limit),
            None => Ok(*self.besides.entry(besides.into()).or_insert(next as u32)),
        }
    }

    /// Looks up a state by the kinds of its cells and the number of what it has beside them.
    ///
    /// # Errors
    /// A kind has no room in two bytes, or there are `most` states already and it is none of them.
    pub(crate) fn look_up(&mut self, board: &[u32], beside: u32, most: usize) -> Result<Found, NoRoom> {
        if self.index.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let begin = self.keys.len();
        for kind in board {
            let Ok(kind) = u16::try_from(*kind) else {
                self.keys.truncate(begin);
                return Err(NoRoom::Kind);
            };
            self.keys.push(kind);
        }
        self.keys.extend([beside as u16, (beside >> 16) as u16]);
        let slot = self.slot(begin);
        let known = self.index[slot] as usize;
        if known > 0 || self.len() >= most.min(u32::MAX as usize - 1) {
            self.keys.truncate(begin);
            let value = known.checked_sub(1).and_then(|place| self.values.get(place));
            return match value {
                None => Err(NoRoom::Limit),
                Some(value) if value.is_nan() => Ok(Found::Open),
                Some(value) => Ok(Found::Value(*value)),
            };
        }
        self.values.push(f64::NAN);
        self.index[slot] = self.len() as u32;
        Ok(Found::New(self.len() - 1))
    }

    /// Sets the value of a state.
    pub(crate) fn set(&mut self, place: usize, value: f64) {
        if let Some(own) = self.values.get_mut(place) {
            *own = value;
        }
    }

    /// Takes back the last look-up, which added a state.
    pub(crate) fn take_back(&mut self) {
        let Some(begin) = self.keys.len().checked_sub(self.length) else { return };
        let slot = self.slot(begin);
        self.index[slot] = 0;
        self.keys.truncate(begin);
        self.values.pop();
    }

    /// Forgets all states.
    pub(crate) fn clear(&mut self) {
        *self = States::new(self.length - 2);
    }

    /// Returns the slot of the key that begins at a place of `keys`, or the free slot for it.
    fn slot(&self, begin: usize) -> usize {
        let key = &self.keys[begin..begin + self.length];
        let hash = key.iter().fold(1, |hash, part| mix(hash ^ u64::from(*part)));
        let mut slot = hash as usize % self.index.len();
        loop {
            let own = self.index[slot] as usize;
            if own == 0 || self.keys[(own - 1) * self.length..own * self.length] == *key {
                return slot;
            }
            slot = (slot + 1) % self.index.len();
        }
    }

    fn grow(&mut self) {
        self.index = vec![0; 2 * self.index.len()];
        for place in 0..self.len() {
            let slot = self.slot(place * self.length);
            self.index[slot] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_again() {
        let mut states = States::new(3);
        let board = |number: u32| [number % 7, number / 7 % 11, number / 77];
        for number in 0..1_000 {
            assert_eq!(states.look_up(&board(number), number % 2, 1_000), Ok(Found::New(number as usize)));
        }
        for number in (0..1_000).step_by(3) {
            states.set(number as usize, f64::from(number));
        }
        for number in 0..1_000 {
            let expected = if number % 3 == 0 { Found::Value(f64::from(number)) } else { Found::Open };
            assert_eq!(states.look_up(&board(number), number % 2, 1_000), Ok(expected));
            // There is no room for another one.
            assert_eq!(states.look_up(&board(number), 2, 1_000), Err(NoRoom::Limit));
        }
        assert_eq!(states.look_up(&[0, 0, 1 << 16], 0, 2_000), Err(NoRoom::Kind));
        for _ in 0..2 {
            assert_eq!(states.look_up(&board(0), 2, 2_000), Ok(Found::New(1_000)));
            states.take_back();
            assert_eq!(states.len(), 1_000);
        }
    }

    #[test]
    fn equal_lists_have_equal_numbers_and_are_bounded() {
        let mut states = States::new(1);
        let numbers = [[1, 2], [3, 4], [1, 2], [5, 6], [3, 4]].map(|list| states.number(&list, 2));
        assert_eq!(numbers, [Ok(0), Ok(1), Ok(0), Err(NoRoom::Limit), Ok(1)]);
    }
}
