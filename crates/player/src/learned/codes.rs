//! Small numbers (codes) for the kinds of tiles, and their ranks as far as merges show them.

use std::collections::HashMap;

use polymerge_rules::{CellSort, Kind};

/// The content of a cell: its kind as a number below [`Codes::count`].
pub(crate) type Code = u32;

const UNKNOWN: Code = Code::MAX;

/// Numbers for kinds, in the order in which they are seen, as long as there is room;
/// further kinds share numbers by their ranks.
///
/// The rank of a kind that a merge made is one more than the largest rank of what it was
/// made of; that of a kind that spawned is 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Codes {
    /// The number of kinds that have codes of their own.
    pub(crate) own: u32,
    /// The number of codes that all other kinds share.
    pub(crate) shared: u32,
    /// The content of each kind that was seen, as JSON, with its rank.
    pub(crate) seen: Vec<(String, u32)>,
    by_text: HashMap<String, u32>,
    /// The code of each kind of the engine that is read; [`UNKNOWN`] of others.
    of_kind: Vec<Code>,
    /// The place of each kind of that engine in `seen`.
    place: Vec<u32>,
    /// The code of an empty cell, once one was seen.
    empty: Code,
    /// The most kinds that are distinguished by name.
    most: usize,
}

/// The most kinds with names. Only the ranks of further kinds are known, by their parents.
const MOST_NAMES: usize = 1 << 16;

/// The result of reading a board as codes.
pub(crate) enum Reading {
    Known,
    /// A kind was not seen before.
    NewKind,
}

impl Codes {
    /// Reserves codes for `count` kinds; kinds that come later share the last ones.
    pub(crate) fn new(count: u32) -> Codes {
        let shared = (count / 16).max(1);
        Codes::of_parts(count.saturating_sub(shared), shared)
    }

    pub(crate) fn of_parts(own: u32, shared: u32) -> Codes {
        Codes {
            own,
            shared: shared.max(1),
            seen: Vec::new(),
            by_text: HashMap::new(),
            of_kind: Vec::new(),
            place: Vec::new(),
            empty: UNKNOWN,
            most: MOST_NAMES,
        }
    }

    /// The number of codes.
    pub(crate) fn count(&self) -> u32 {
        self.own.saturating_add(self.shared)
    }

    /// Forgets the numbers of an engine's kinds, before the kinds of another engine are read.
    pub(crate) fn forget_engine(&mut self) {
        self.of_kind.clear();
        self.place.clear();
    }

    /// Adds a kind by name, as files list them.
    pub(crate) fn add(&mut self, text: String, rank: u32) -> u32 {
        let place = self.seen.len() as u32;
        self.by_text.insert(text.clone(), place);
        self.seen.push((text, rank));
        place
    }

    /// The codes of a board that was read as kinds.
    #[inline]
    pub(crate) fn read(&self, kinds: &[u32], codes: &mut [Code]) -> Reading {
        let mut unknown = false;
        for (code, kind) in codes.iter_mut().zip(kinds) {
            *code = self.of_kind.get(*kind as usize).copied().unwrap_or(UNKNOWN);
            unknown |= *code == UNKNOWN;
        }
        match unknown {
            true => Reading::NewKind,
            false => Reading::Known,
        }
    }

    /// Returns true if a kind of the engine has a code.
    pub(crate) fn know(&self, kind: u32) -> bool {
        self.of_kind.get(kind as usize).is_some_and(|code| *code != UNKNOWN)
    }

    /// The code of empty cells.
    pub(crate) fn empty(&self) -> Code {
        self.empty
    }

    /// Replaces the kinds of a board by their places in the list of those that were seen,
    /// which don't depend on the engine.
    pub(crate) fn identify(&mut self, board: &mut [u32], kinds: &[Kind]) {
        if board.iter().any(|kind| self.place.get(*kind as usize).is_none_or(|place| *place == UNKNOWN)) {
            self.register(&[], board, kinds);
        }
        for kind in board {
            *kind = self.place.get(*kind as usize).copied().unwrap_or(*kind);
        }
    }

    /// Assigns codes to new kinds on a board. Their ranks follow from the board before the move,
    /// which is empty at a start.
    #[cold]
    pub(crate) fn register(&mut self, before: &[u32], after: &[u32], kinds: &[Kind]) {
        for kind in after {
            if !self.know(*kind) {
                let rank = 1 + self.rank_of_missing(before, after);
                self.register_kind(*kind, rank, kinds);
            }
        }
    }

    /// The largest rank of the kinds that became fewer on a board.
    fn rank_of_missing(&self, before: &[u32], after: &[u32]) -> u32 {
        let count = |board: &[u32], kind: u32| board.iter().filter(|own| **own == kind).count();
        let lost = before.iter().filter(|kind| count(before, **kind) > count(after, **kind));
        lost.map(|kind| self.rank(*kind)).max().unwrap_or_default()
    }

    fn rank(&self, kind: u32) -> u32 {
        let place = self.place.get(kind as usize).copied().unwrap_or(UNKNOWN);
        self.seen.get(place as usize).map_or(0, |(_, rank)| *rank)
    }

    fn register_kind(&mut self, number: u32, rank: u32, kinds: &[Kind]) {
        let Some(kind) = kinds.get(number as usize) else { return };
        let rank = if kind.sort == CellSort::Tile { rank } else { 0 };
        let text = kind.text();
        let place = match self.by_text.get(&text) {
            Some(place) => *place,
            None if self.seen.len() >= self.most => UNKNOWN,
            None => self.add(text, rank),
        };
        let index = number as usize;
        if self.of_kind.len() <= index {
            self.of_kind.resize(index + 1, UNKNOWN);
            self.place.resize(index + 1, UNKNOWN);
        }
        let code = match place < self.own {
            true => place,
            false => self.shared_code(self.seen.get(place as usize).map_or(rank, |(_, rank)| *rank)),
        };
        (self.of_kind[index], self.place[index]) = (code, place);
        if kind.sort == CellSort::Empty {
            self.empty = code;
        }
    }

    /// The number of kinds of this rank that have none of their own.
    fn shared_code(&self, rank: u32) -> Code {
        let first = self.seen.get(self.own as usize).map_or(rank, |(_, rank)| *rank);
        // The first one in the middle, so that there is room on both sides.
        let offset = i64::from(rank) - i64::from(first) + i64::from(self.shared / 2);
        self.own + offset.clamp(0, i64::from(self.shared) - 1) as u32
    }

    /// The codes of kinds that an engine numbers without bound.
    pub(crate) fn overflow(&self, code: &mut Code) {
        if *code == UNKNOWN {
            *code = self.count().saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::Value;

    fn kinds(count: usize) -> Vec<Kind> {
        let tile =
            |number: usize| Kind::new(CellSort::Tile, Value::array(vec![Value::Number(number as f64)]));
        let empty = Kind::new(CellSort::Empty, "@Empty".into());
        [empty].into_iter().chain((1..count).map(tile)).collect()
    }

    #[test]
    fn ranks_follow_from_merges() {
        let kinds = kinds(5);
        let mut codes = Codes::new(64);
        codes.register(&[], &[0, 1, 1, 0], &kinds);
        codes.register(&[0, 1, 1, 0], &[2, 0, 0, 0], &kinds);
        codes.register(&[2, 1, 0, 0], &[4, 0, 0, 0], &kinds);
        codes.register(&[4, 0, 0, 0], &[4, 3, 0, 0], &kinds);
        assert_eq!([0, 1, 2, 4, 3].map(|kind| codes.rank(kind)), [0, 1, 2, 3, 1]);
        let mut read = [0; 4];
        assert!(matches!(codes.read(&[0, 4, 2, 1], &mut read), Reading::Known));
        assert_eq!((read, codes.empty()), ([0, 3, 2, 1], 0));
    }

    #[test]
    fn later_kinds_share_numbers_by_rank() {
        let kinds = kinds(60);
        let mut codes = Codes::new(32);
        codes.register(&[], &[0, 1], &kinds);
        for kind in 2..60 {
            codes.register(&[kind - 1, kind - 1], &[kind, 0], &kinds);
        }
        let mut read = [0; 4];
        codes.read(&[29, 30, 31, 59], &mut read);
        assert_eq!((codes.count(), read), (32, [29, 31, 31, 31]));
    }
}
