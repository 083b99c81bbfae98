//! Quick expressions, evaluated where they stand.

use std::cell::Cell;

use super::term::place;
use super::{Outcome, Quick};
use crate::array::Array;
use crate::compare;
use crate::host::{Board, Container, Coordinate, Host, Position, Store};
use crate::program::Variables;
use crate::value::Value;

/// The variables that a quick line sees.
#[derive(Clone, Copy)]
pub(crate) enum Seen<'v> {
    Nothing,
    List(&'v Variables),
    /// What a call put into the line, and how many of it are variables.
    Values {
        values: &'v [Value],
        declared: usize,
    },
}

/// What quick expressions look at.
pub(super) struct View<'v> {
    host: &'v dyn Host,
    position: &'v Position<'v>,
    variables: Seen<'v>,
    /// The tile at the position, once it has been looked at.
    here: Cell<Option<&'v [Value]>>,
}

/// A coordinate or step as an index, if it is one.
#[inline]
pub(super) fn whole(number: f64) -> Option<i32> {
    let whole = number as i32;
    (f64::from(whole) == number).then_some(whole)
}

impl<'v> View<'v> {
    #[inline]
    pub fn new(host: &'v dyn Host, position: &'v Position<'v>, variables: Seen<'v>) -> View<'v> {
        View { host, position, variables, here: Cell::new(None) }
    }

    #[inline]
    pub fn outcome(&self, quick: &Quick) -> Option<Outcome> {
        match quick {
            Quick::Number(_)
            | Quick::Entry { .. }
            | Quick::Unary(..)
            | Quick::Binary(..)
            | Quick::Variable(_)
            | Quick::GameVariable(_)
            | Quick::Inserted(_) => self.number(quick).map(Outcome::Number),
            Quick::If(condition, then, otherwise) => {
                self.outcome(if self.test(condition)? { then } else { otherwise })
            }
            Quick::Second(first, second) => {
                self.outcome(first)?;
                self.outcome(second)
            }
            Quick::Array(entries) => self.array(entries).map(Outcome::Array),
            _ => self.test(quick).map(Outcome::Boolean),
        }
    }

    fn array(&self, entries: &[Quick]) -> Option<Array> {
        let mut values = Vec::with_capacity(entries.len());
        for entry in entries {
            match self.outcome(entry)? {
                // Its storage would have to be counted, too.
                Outcome::Array(_) => return None,
                scalar => values.push(scalar.into()),
            }
        }
        Some(Array::new(values))
    }

    /// The value of a reference, without copying it.
    #[inline]
    pub fn entry(&self, ahead: u32, entry: u32) -> Option<&Value> {
        if ahead > 0 {
            return self.entry_ahead(ahead, entry);
        }
        let tile = match self.here.get() {
            Some(tile) => tile,
            None => {
                let (row, column) = self.place()?;
                let tile = self.readable(tile(self.grid()?, row, column)?);
                self.here.set(Some(tile));
                tile
            }
        };
        tile.get(entry as usize)
    }

    fn entry_ahead(&self, ahead: u32, entry: u32) -> Option<&Value> {
        let grid = self.grid()?;
        let (mut row, mut column) = self.place()?;
        let (down, right) = (whole(self.position.vdir)?, whole(self.position.hdir)?);
        for _ in 1..ahead {
            (row, column) = (row.wrapping_add(down), column.wrapping_add(right));
            // Only over tiles: what is slippery, or no cell, has rules of its own.
            tile(grid, row, column)?;
        }
        (row, column) = (row.wrapping_add(down), column.wrapping_add(right));
        self.readable(tile(grid, row, column)?).get(entry as usize)
    }

    /// The entries that a reference can reach.
    #[inline]
    fn readable(&self, tile: &'v [Value]) -> &'v [Value] {
        &tile[..tile.len().min(self.host.tile_entries())]
    }

    #[inline]
    fn place(&self) -> Option<(i32, i32)> {
        let (Coordinate::At(v), Coordinate::At(h)) = (self.position.v, self.position.h) else { return None };
        Some((whole(v)?, whole(h)?))
    }

    #[inline]
    fn grid(&self) -> Option<&'v dyn Board> {
        match self.position.container {
            Container::Grid => Some(self.host.grid()),
            Container::Board(board) => Some(board),
            Container::Value(_) => None,
        }
    }

    /// A number, as it is: NaN where it is NaN.
    fn number(&self, quick: &Quick) -> Option<f64> {
        match quick {
            Quick::Number(number) => Some(*number),
            Quick::Entry { ahead, entry } => self.entry(*ahead, *entry)?.as_number(),
            Quick::Binary(f, a, b) => Some(f(self.operand(a)?, self.operand(b)?)),
            Quick::Unary(f, a) => Some(f(self.operand(a)?)),
            Quick::Variable(n) => match self.variables {
                Seen::Nothing => None,
                Seen::List(list) => entry_at(&list.borrow(), *n)?.as_number(),
                Seen::Values { values, declared } => entry_at(values.get(..declared)?, *n)?.as_number(),
            },
            Quick::Inserted(index) => match self.variables {
                Seen::Values { values, .. } => values.get(*index)?.as_number(),
                _ => None,
            },
            Quick::GameVariable(n) => entry_at(self.host.store(Store::GameVariables), *n)?.as_number(),
            Quick::If(condition, then, otherwise) => {
                self.number(if self.test(condition)? { then } else { otherwise })
            }
            Quick::Second(first, second) => {
                self.outcome(first)?;
                self.number(second)
            }
            _ => None,
        }
    }

    /// A number as an operand of arithmetic: NaN is 0.
    #[inline]
    fn operand(&self, quick: &Quick) -> Option<f64> {
        let number = self.number(quick)?;
        Some(if number.is_nan() { 0.0 } else { number })
    }

    fn test(&self, quick: &Quick) -> Option<bool> {
        match quick {
            Quick::Boolean(truth) => Some(*truth),
            Quick::Equal(a, b) => self.equal(a, b),
            Quick::Unequal(a, b) => self.equal(a, b).map(|equal| !equal),
            Quick::Less(a, b) => Some(self.number(a)? < self.number(b)?),
            Quick::AtMost(a, b) => Some(self.number(a)? <= self.number(b)?),
            Quick::And(a, b) => Some(self.test(a)? && self.test(b)?),
            Quick::Or(a, b) => Some(self.test(a)? || self.test(b)?),
            Quick::Not(a) => Some(!self.test(a)?),
            Quick::If(condition, then, otherwise) => {
                self.test(if self.test(condition)? { then } else { otherwise })
            }
            Quick::Second(first, second) => {
                self.outcome(first)?;
                self.test(second)
            }
            _ => None,
        }
    }

    fn equal(&self, a: &Quick, b: &Quick) -> Option<bool> {
        if let (Quick::Entry { ahead: i, entry: k }, Quick::Entry { ahead: j, entry: l }) = (a, b) {
            return compare::simply_equal(self.entry(*i, *k)?, self.entry(*j, *l)?);
        }
        Some(self.number(a)? == self.number(b)?)
    }
}

#[inline]
fn tile(grid: &dyn Board, row: i32, column: i32) -> Option<&[Value]> {
    match grid.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?) {
        Some(Value::Array(tile)) => Some(tile.entries()),
        _ => None,
    }
}

#[inline]
fn entry_at(list: &[Value], index: i32) -> Option<&Value> {
    list.get(place(index, list.len())?)
}

/// What a leaf of an expression is now, if it is a number.
pub(super) fn leaf(
    leaf: &Quick,
    host: &dyn Host,
    position: &Position<'_>,
    variables: Seen<'_>,
) -> Option<f64> {
    View::new(host, position, variables).number(leaf)
}
