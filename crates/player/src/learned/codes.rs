//! The kinds of tiles as small numbers, and what is learned of their ranks.

use std::collections::HashMap;

use polymerge_rules::{CellSort, Kind};

/// A cell of a board that is looked at: its kind as a number below [`Codes::count`].
pub(crate) type Code = u32;

const UNKNOWN: Code = Code::MAX;

/// Numbers for kinds, in the order in which they are met, as long as there is room;
/// further kinds share numbers by their ranks.
///
/// The rank of a kind that a merge made is one more than the largest rank of what it was
/// made of; that of a kind that spawned is 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Codes {
    /// How many kinds get numbers of their own, and how many numbers others share.
    pub(crate) own: u32,
    pub(crate) shared: u32,
    /// The content of each kind that was met, as JSON, with its rank.
    pub(crate) met: Vec<(String, u32)>,
    by_text: HashMap<String, u32>,
    /// The code of each kind of the engine that is read; [`UNKNOWN`] of others.
    of_kind: Vec<Code>,
    /// The place of each kind of that engine in `met`.
    place: Vec<u32>,
    /// Which code is that of an empty cell, once one was met.
    empty: Code,
    /// The largest number of kinds that are told apart by name.
    most: usize,
}

/// More kinds than that have no names, and the rank of their parents' rank is all that is
/// known of them.
const MOST_NAMES: usize = 1 << 16;

/// How a board looks, by codes.
pub(crate) enum Reading {
    Known,
    /// A kind was not met before.
    NewKind,
}

impl Codes {
    /// With numbers for so many kinds, of which the last ones are shared by all that come
    /// later.
    pub(crate) fn new(count: u32) -> Codes {
        let shared = (count / 16).max(1);
        Codes::of_parts(count.saturating_sub(shared), shared)
    }

    pub(crate) fn of_parts(own: u32, shared: u32) -> Codes {
        Codes {
            own,
            shared: shared.max(1),
            met: Vec::new(),
            by_text: HashMap::new(),
            of_kind: Vec::new(),
            place: Vec::new(),
            empty: UNKNOWN,
            most: MOST_NAMES,
        }
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> u32 {
        self.own.saturating_add(self.shared)
    }

    /// From now on the kinds of another engine are read.
    pub(crate) fn forget_engine(&mut self) {
        self.of_kind.clear();
        self.place.clear();
    }

    /// Adds a kind by name, as files list them.
    pub(crate) fn add(&mut self, text: String, rank: u32) -> u32 {
        let place = self.met.len() as u32;
        self.by_text.insert(text.clone(), place);
        self.met.push((text, rank));
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

    /// The code of empty cells.
    pub(crate) fn empty(&self) -> Code {
        self.empty
    }

    /// Replaces the kinds of a board by their places in the list of those that were met,
    /// which don't depend on the engine.
    pub(crate) fn identify(&mut self, board: &mut [u32], kinds: &[Kind]) {
        if board.iter().any(|kind| self.place.get(*kind as usize).is_none_or(|place| *place == UNKNOWN)) {
            self.meet(&[], board, kinds);
        }
        for kind in board {
            *kind = self.place.get(*kind as usize).copied().unwrap_or(*kind);
        }
    }

    /// Gives numbers to kinds that come up for the first time on a board, which a move has
    /// made of another (no other: at a start).
    #[cold]
    pub(crate) fn meet(&mut self, before: &[u32], after: &[u32], kinds: &[Kind]) {
        for kind in after {
            let known = self.of_kind.get(*kind as usize).is_some_and(|code| *code != UNKNOWN);
            if !known {
                let rank = 1 + self.rank_of_lost(before, after);
                self.meet_kind(*kind, rank, kinds);
            }
        }
    }

    /// The largest rank of what was on a board and is there less often now.
    fn rank_of_lost(&self, before: &[u32], after: &[u32]) -> u32 {
        let count = |board: &[u32], kind: u32| board.iter().filter(|own| **own == kind).count();
        let lost = before.iter().filter(|kind| count(before, **kind) > count(after, **kind));
        lost.map(|kind| self.rank(*kind)).max().unwrap_or_default()
    }

    fn rank(&self, kind: u32) -> u32 {
        let place = self.place.get(kind as usize).copied().unwrap_or(UNKNOWN);
        self.met.get(place as usize).map_or(0, |(_, rank)| *rank)
    }

    fn meet_kind(&mut self, number: u32, rank: u32, kinds: &[Kind]) {
        let Some(kind) = kinds.get(number as usize) else { return };
        let rank = if kind.sort == CellSort::Tile { rank } else { 0 };
        let text = kind.text();
        let place = match self.by_text.get(&text) {
            Some(place) => *place,
            None if self.met.len() >= self.most => UNKNOWN,
            None => self.add(text, rank),
        };
        let index = number as usize;
        if self.of_kind.len() <= index {
            self.of_kind.resize(index + 1, UNKNOWN);
            self.place.resize(index + 1, UNKNOWN);
        }
        let code = match place < self.own {
            true => place,
            false => self.shared_code(self.met.get(place as usize).map_or(rank, |(_, rank)| *rank)),
        };
        (self.of_kind[index], self.place[index]) = (code, place);
        if kind.sort == CellSort::Empty {
            self.empty = code;
        }
    }

    /// The number of kinds of this rank that have none of their own.
    fn shared_code(&self, rank: u32) -> Code {
        let first = self.met.get(self.own as usize).map_or(rank, |(_, rank)| *rank);
        // The first one in the middle, so that there is room on both sides.
        let class = i64::from(rank) - i64::from(first) + i64::from(self.shared / 2);
        self.own + class.clamp(0, i64::from(self.shared) - 1) as u32
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
        codes.meet(&[], &[0, 1, 1, 0], &kinds);
        codes.meet(&[0, 1, 1, 0], &[2, 0, 0, 0], &kinds);
        codes.meet(&[2, 1, 0, 0], &[4, 0, 0, 0], &kinds);
        codes.meet(&[4, 0, 0, 0], &[4, 3, 0, 0], &kinds);
        assert_eq!([0, 1, 2, 4, 3].map(|kind| codes.rank(kind)), [0, 1, 2, 3, 1]);
        let mut read = [0; 4];
        assert!(matches!(codes.read(&[0, 4, 2, 1], &mut read), Reading::Known));
        assert_eq!((read, codes.empty()), ([0, 3, 2, 1], 0));
    }

    #[test]
    fn later_kinds_share_numbers_by_rank() {
        let kinds = kinds(60);
        let mut codes = Codes::new(32);
        codes.meet(&[], &[0, 1], &kinds);
        for kind in 2..60 {
            codes.meet(&[kind - 1, kind - 1], &[kind, 0], &kinds);
        }
        let mut read = [0; 4];
        codes.read(&[29, 30, 31, 59], &mut read);
        assert_eq!((codes.count(), read), (32, [29, 31, 31, 31]));
    }
}
