//! Expressions that read nothing but numbers of a tile and of those ahead of it.
//!
//! They are read in one go, and what is computed with them needs neither a host
//! nor a position.

use super::term::{Slots, Term, Terms, Test, MOST_SLOTS};
use super::{pay, Pure};
use crate::array::Array;
use crate::host::{Host, Position};
use crate::ir::language::TileShortcut;
use crate::ir::outcome::Outcome;
use crate::ir::tiles::whole;
use crate::limits::Meter;
use crate::value::Value;

/// No expression of any mode looks farther.
const FARTHEST: usize = 4;

/// What an expression computes with numbers of tiles.
#[derive(Clone, Debug)]
pub(super) struct OnTiles {
    reads: Reads,
    result: Given,
    /// How many steps it stands for.
    cost: u64,
}

/// The numbers of tiles that an expression reads.
#[derive(Clone, Debug)]
pub(super) struct Reads {
    /// Steps ahead and entry of each of them.
    entries: Vec<(u32, u32)>,
    /// How many tiles it reads, and how many entries at most of each.
    pub(super) reach: usize,
    pub(super) width: usize,
}

impl Reads {
    /// Of what has become terms; `None` if anything else is read.
    pub(super) fn of(terms: Terms) -> Option<Reads> {
        let entries = terms.into_leaves().into_iter().map(|leaf| match leaf {
            Pure::Entry { ahead, entry } => Some((ahead, entry)),
            _ => None,
        });
        let entries: Vec<(u32, u32)> = entries.collect::<Option<_>>()?;
        let reach = entries.iter().map(|(ahead, _)| *ahead as usize + 1).max().unwrap_or_default();
        let width = entries.iter().map(|(_, entry)| *entry as usize + 1).max().unwrap_or_default();
        Some(Reads { entries, reach, width })
    }

    /// Reads the numbers of the tiles. They are written where they are read
    /// again: moved in larger pieces, they would keep the processor waiting.
    #[inline(always)]
    pub(super) fn read<'v>(&self, slots: &mut Slots, tile: impl Fn(usize) -> &'v [Value]) -> Option<()> {
        for (slot, (ahead, entry)) in slots.iter_mut().zip(&self.entries) {
            *slot = tile(*ahead as usize).get(*entry as usize)?.as_number()?;
        }
        Some(())
    }

    /// Steps ahead and entry of the number in a slot.
    pub(super) fn entry(&self, slot: usize) -> Option<(usize, usize)> {
        self.entries.get(slot).map(|own| (own.0 as usize, own.1 as usize))
    }
}

#[derive(Clone, Debug)]
enum Given {
    Number(Term),
    Boolean(Test),
    Array(Box<[Term]>),
    If(Test, Box<(Given, Given)>),
}

impl Given {
    fn of(pure: &Pure, terms: &mut Terms) -> Option<Given> {
        if let Pure::Array(entries) = pure {
            let entries = entries.iter().map(|entry| terms.term(entry));
            return Some(Given::Array(entries.collect::<Option<_>>()?));
        }
        if pure.gives_truth() {
            return Some(Given::Boolean(terms.test(pure)?));
        }
        match pure {
            Pure::If(condition, then, otherwise) => {
                let condition = terms.test(condition)?;
                let branches = (Given::of(then, terms)?, Given::of(otherwise, terms)?);
                Some(Given::If(condition, branches.into()))
            }
            _ => Some(Given::Number(terms.term(pure)?)),
        }
    }

    #[inline]
    fn outcome(&self, slots: &Slots) -> Outcome {
        match self {
            Given::Boolean(test) => test.holds(slots).into(),
            Given::Number(term) => term.value(slots).into(),
            _ => self.compound(slots),
        }
    }

    fn compound(&self, slots: &Slots) -> Outcome {
        let mut given = self;
        while let Given::If(condition, branches) = given {
            given = if condition.holds(slots) { &branches.0 } else { &branches.1 };
        }
        match given {
            // Most tiles are of one number; what is known to be takes half as long to make.
            Given::Array(entries) => match &**entries {
                [entry] => Outcome::Array(Array::of_numbers([entry.value(slots)].into_iter())),
                entries => Outcome::Array(Array::of_numbers(entries.iter().map(|entry| entry.value(slots)))),
            },
            simple => simple.outcome(slots),
        }
    }
}

impl OnTiles {
    /// Of a line that declares no variables and reads none.
    pub fn of(pure: &Pure, cost: u64) -> Option<OnTiles> {
        let mut terms = Terms::new(0, None);
        let result = Given::of(pure, &mut terms)?;
        let reads = Reads::of(terms).filter(|reads| reads.reach > 0)?;
        Some(OnTiles { reads, result, cost })
    }

    /// What it gives. `None`: something else than numbers is there.
    #[inline(always)]
    fn outcome(&self, host: &dyn Host, position: &Position<'_>) -> Option<Outcome> {
        let board = position.board(host)?;
        let (place, step) = (position.cell()?, (whole(position.vdir)?, whole(position.hdir)?));
        let mut tiles: [&[Value]; FARTHEST] = [&[]; FARTHEST];
        let wanted = tiles.get_mut(..self.reads.reach)?;
        if self.reads.width > host.tile_entries() || !board.tiles(place, step, wanted) {
            return None;
        }
        let mut slots = [0.0; MOST_SLOTS];
        self.reads.read(&mut slots, |ahead| tiles[ahead % FARTHEST])?;
        Some(self.result.outcome(&slots))
    }
}

impl TileShortcut for OnTiles {
    fn run(&self, host: &dyn Host, position: &Position<'_>, meter: &mut Meter) -> Option<Outcome> {
        if meter.steps_left() < self.cost {
            return None;
        }
        let outcome = self.outcome(host, position)?;
        pay(self.cost, &outcome, meter)?;
        Some(outcome)
    }
}
