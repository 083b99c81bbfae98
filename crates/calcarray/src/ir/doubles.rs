//! Arithmetic on doubles: the form of lines that read nothing but numbers of a tile and of those
//! ahead of it, as nearly every condition and result of nearly every mode does, and of loops that
//! only compute.
//!
//! What is read is read in one go, and if all of it are numbers, what is computed with them needs
//! neither a host nor registers. Which lines are of this form is found in `doubles`.

use std::sync::Arc;

use crate::array::Array;
use crate::host::{Counter, Host, Position};
use crate::ir::board::whole;
use crate::ir::line::CallbackLine;
use crate::ir::operator::Operator;
use crate::ir::outcome::Outcome;
use crate::ir::term::{MOST_SLOTS, Slots, Term, Test};
use crate::limits::Meter;
use crate::value::Value;

/// The number of tiles that are read at most. No expression of any mode reads more.
const FARTHEST: usize = 4;

/// A line's computation with numbers of tiles.
#[derive(Debug)]
pub(crate) struct OnTiles {
    pub reads: Reads,
    pub result: Given,
    /// The number of steps that it stands for.
    pub cost: u64,
}

/// The numbers of tiles that an expression reads, each into a slot.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// Steps ahead and entry of each of them.
    pub entries: Vec<(u32, u32)>,
    /// The number of tiles that it reads.
    pub reach: usize,
    /// The number of entries that it reads of each tile, at most.
    pub width: usize,
}

/// The result that is computed from the slots.
#[derive(Debug)]
pub(crate) enum Given {
    Number(Term),
    Boolean(Test),
    Array(Box<[Term]>),
    If(Test, Box<(Given, Given)>),
}

/// An expression of numbers, integers and truth values.
#[derive(Clone, Debug)]
pub(crate) enum Pure {
    Number(f64),
    Boolean(bool),
    Integer(i64),
    /// An entry of the tile some steps ahead.
    Entry {
        ahead: u32,
        entry: u32,
    },
    /// A whole tile some steps ahead, or so many occupied cells ahead or behind, or an entry
    /// of that one: only ever compared.
    Content,
    /// A counter of the game; `None` is a number that is made of one.
    Counter(Option<Counter>),
    /// A variable, counted from the end if negative.
    Variable(i32),
    GameVariable(i32),
    /// A value that a callback puts into the line.
    Inserted(usize),
    Unary(fn(f64) -> f64, Arc<Pure>),
    Binary(fn(f64, f64) -> f64, Arc<Pure>, Arc<Pure>),
    ToNumber(Arc<Pure>),
    /// On integers of 64 bits.
    Integer1(fn(i64) -> Option<i64>, Arc<Pure>),
    Integer2(fn(i64, i64) -> Option<i64>, Arc<Pure>, Arc<Pure>),
    /// The name of a type: only ever compared.
    TypeOf(Arc<Pure>),
    /// True if the type is, or is not, one of those of these bits.
    IsType(Arc<Pure>, u16, bool),
    Equal(Arc<Pure>, Arc<Pure>),
    Unequal(Arc<Pure>, Arc<Pure>),
    Less(Arc<Pure>, Arc<Pure>),
    AtMost(Arc<Pure>, Arc<Pure>),
    And(Arc<Pure>, Arc<Pure>),
    Or(Arc<Pure>, Arc<Pure>),
    Not(Arc<Pure>),
    /// The second one if the first holds, otherwise the third.
    If(Arc<Pure>, Arc<Pure>, Arc<Pure>),
    /// An array of these entries.
    Array(Arc<[Pure]>),
    /// The entry of a list at an index.
    Element(Arc<Pure>, Arc<Pure>),
    /// The number of entries of a list.
    Length(Arc<Pure>),
    /// The entries of a list that a callback keeps: only ever counted.
    Kept(Arc<Pure>, Arc<CallbackLine>),
    /// An operator without effects on lists and single values.
    Apply(&'static Operator, Arc<[Pure]>),
}

/// A line that is arithmetic on doubles, and how many steps it stands for.
#[derive(Debug)]
pub(crate) struct DoubleLine {
    pub expression: Arc<Pure>,
    pub cost: u64,
    /// Steps to the tiles ahead that it reads, which count in loops and callbacks.
    pub ahead: u64,
    /// The depth of the expression.
    pub height: u32,
    /// The least and the greatest index of a variable that it reads.
    pub reads: Option<(i32, i32)>,
    /// True if the line sees the variables of the lines around it.
    pub retains: bool,
    /// The number of values of a call that the line declares; it declares nothing else.
    pub declared: usize,
    /// True if values of a call are put into the line.
    pub takes: bool,
    /// True if the line has no start word: in a scope without variables, it sees only those
    /// that it declares.
    pub plain: bool,
    /// True if a callback keeps entries of a list in it.
    pub keeps: bool,
    /// The number of nested evaluations that running the line takes, with its own.
    pub levels: u32,
}

/// The block of a loop that only computes with numbers and sets variables.
#[derive(Debug)]
pub(crate) struct DoubleLoop {
    /// The reads before the first round; variables keep their slot.
    pub leaves: Vec<Pure>,
    pub steps: Vec<Round>,
    /// Steps of one round.
    pub cost: u64,
}

/// One step of a round.
#[derive(Debug)]
pub(crate) enum Round {
    Unary(fn(f64) -> f64),
    Binary(fn(f64, f64) -> f64, Term),
    Set(usize, Term),
}

impl Reads {
    /// Reads the numbers of the tiles. They are written where they are read
    /// again: moved in larger pieces, they would keep the processor waiting.
    #[inline(always)]
    pub fn read<'v>(&self, slots: &mut Slots, tile: impl Fn(usize) -> &'v [Value]) -> Option<()> {
        for (slot, (ahead, entry)) in slots.iter_mut().zip(&self.entries) {
            *slot = tile(*ahead as usize).get(*entry as usize)?.as_number()?;
        }
        Some(())
    }

    /// Steps ahead and entry of the number in a slot.
    pub fn entry(&self, slot: usize) -> Option<(usize, usize)> {
        self.entries.get(slot).map(|own| (own.0 as usize, own.1 as usize))
    }
}

impl Given {
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
    /// Returns the result. `None`: a value that is no number was read.
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

    /// The value of the line. `None`: nothing has happened, and another way is to be
    /// taken.
    #[inline(always)]
    pub fn run(&self, host: &dyn Host, position: &Position<'_>, meter: &mut Meter) -> Option<Outcome> {
        if meter.steps_left() < self.cost {
            return None;
        }
        let outcome = self.outcome(host, position)?;
        outcome.pay(self.cost, meter)?;
        Some(outcome)
    }
}
