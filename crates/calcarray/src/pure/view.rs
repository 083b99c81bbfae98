//! Quick expressions, evaluated where they stand.

use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::LazyLock;

use super::scalar::Scalar;
use super::term::{operand, place};
use super::Quick;
use crate::array::Array;
use crate::host::{Host, Looked, Position, Store};
use crate::ir::outcome::Outcome;
use crate::ir::scope::Variables;
use crate::ir::tiles::{cell, readable, tile, whole};
use crate::text::Text;
use crate::value::Value;

/// The variables that a quick line sees.
#[derive(Clone, Copy)]
pub(super) enum Seen<'v> {
    Nothing,
    List(&'v Variables),
    /// What a call put into the line, and how many of it are variables.
    Values {
        values: &'v [Value],
        declared: usize,
    },
    /// What a call put into the line, behind a list.
    Behind {
        list: &'v Variables,
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
    /// What was computed, by the place of its expression: each has one place
    /// here where it can be.
    computed: [Cell<Option<(*const Quick, Scalar)>>; COMPUTED],
}

const COMPUTED: usize = 2;

/// Whether a text stays what it is however often it is converted: it is no
/// special string, or one of those that only stand in cells.
pub(super) fn stays(text: &Text) -> bool {
    !text.is_special()
        || ["@Empty", "@Void", "@Slippery"].iter().any(|word| text.is(word))
        || text.starts_with("@TemporaryHole")
}

/// What a reference beyond the edge gives: a text, like the word for a hole.
static BEYOND: LazyLock<Value> = LazyLock::new(|| Value::text("@Void"));

impl<'v> View<'v> {
    #[inline]
    pub fn new(host: &'v dyn Host, position: &'v Position<'v>, variables: Seen<'v>) -> View<'v> {
        View { host, position, variables, here: Cell::new(None), computed: Default::default() }
    }

    /// What is computed once, wherever it stands.
    #[inline(never)]
    pub fn once(&self, quick: &Quick) -> Option<Scalar> {
        let place: *const Quick = quick;
        let computed = &self.computed[(place as usize >> 4) % COMPUTED];
        match computed.get() {
            Some((known, scalar)) if known == place => Some(scalar),
            _ => {
                let scalar = self.scalar(quick)?;
                computed.set(Some((place, scalar)));
                Some(scalar)
            }
        }
    }

    #[inline]
    pub fn outcome(&self, quick: &Quick) -> Option<Outcome> {
        match quick {
            Quick::Array(entries) => self.array(entries).map(Outcome::Array),
            Quick::If(condition, then, otherwise) => {
                self.outcome(if self.test(condition)? { then } else { otherwise })
            }
            Quick::Second(first, second) => {
                self.outcome(first)?;
                self.outcome(second)
            }
            _ => self.scalar(quick)?.outcome(),
        }
    }

    /// What any expression gives, unless it is an array.
    pub fn scalar(&self, quick: &Quick) -> Option<Scalar> {
        match quick {
            Quick::Number(_)
            | Quick::Unary(..)
            | Quick::Binary(..)
            | Quick::Length(_)
            | Quick::ToNumber(_)
            | Quick::Down
            | Quick::Right
            | Quick::Counter(_)
            | Quick::ParityOf(_) => self.number(quick).map(Scalar::from),
            Quick::Integer(_) | Quick::Integers1(..) | Quick::Integers2(..) => {
                self.integer(quick).map(Scalar::Integer)
            }
            Quick::Entry { .. }
            | Quick::Occupied { .. }
            | Quick::Variable(_)
            | Quick::GameVariable(_)
            | Quick::Inserted(_)
            | Quick::Element(..) => self.read(quick, Scalar::of),
            Quick::Text => Some(Scalar::Text),
            Quick::Once(own) => self.once(own),
            Quick::Least(a, b) => self.extreme(Ordering::Less, a, b),
            Quick::Greatest(a, b) => self.extreme(Ordering::Greater, a, b),
            Quick::If(condition, then, otherwise) => {
                self.scalar(if self.test(condition)? { then } else { otherwise })
            }
            Quick::Second(first, second) => {
                self.outcome(first)?;
                self.scalar(second)
            }
            _ => self.test(quick).map(Scalar::from),
        }
    }

    /// The second one if it is less or greater, otherwise the first.
    #[inline(never)]
    fn extreme(&self, wanted: Ordering, a: &Quick, b: &Quick) -> Option<Scalar> {
        let (a, b) = (self.scalar(a)?, self.scalar(b)?);
        let order = match (a, b) {
            (Scalar::Number(a), Scalar::Number(b)) => b.get().partial_cmp(&a.get()),
            (Scalar::Integer(a), Scalar::Integer(b)) => Some(b.cmp(&a)),
            _ => return None,
        };
        Some(if order == Some(wanted) { b } else { a })
    }

    /// Looks at the value that is read, wherever it is.
    #[inline]
    pub fn read<T>(&self, quick: &Quick, look: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        match quick {
            Quick::Entry { ahead, entry } => look(self.entry(*ahead, *entry)?),
            Quick::Occupied { distance, entry } => look(self.entry_of(self.occupied(*distance)?, *entry)?),
            Quick::Variable(n) => self.variable(*n, look),
            Quick::Inserted(index) => match self.variables {
                Seen::Values { values, .. } | Seen::Behind { values, .. } => look(values.get(*index)?),
                _ => None,
            },
            Quick::GameVariable(n) => look(entry_at(self.host.store(Store::GameVariables), *n)?),
            Quick::Element(array, index) => match (&**array, &**index) {
                (Quick::Variable(n), Quick::Number(index)) => {
                    let index = usize::try_from(whole(*index)?).ok()?;
                    self.variable(*n, |value| look(entry_of_list(value, index)?))
                }
                _ => {
                    let mut look = Some(look);
                    let mut found = None;
                    self.element(array, index, &mut |entry| {
                        found = look.take().and_then(|look| look(entry));
                    });
                    found
                }
            },
            _ => None,
        }
    }

    /// Looks at an entry of an array.
    #[inline(never)]
    fn element(&self, array: &Quick, index: &Quick, look: &mut dyn FnMut(&Value)) {
        let index = self.number(index).and_then(whole).and_then(|index| usize::try_from(index).ok());
        let Some(index) = index else { return };
        self.read_any(array, &mut |value| entry_of_list(value, index).into_iter().for_each(&mut *look));
    }

    #[inline]
    fn variable<T>(&self, index: i32, look: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        match self.variables {
            Seen::Nothing => None,
            Seen::List(list) => look(entry_at(&list.borrow(), index)?),
            Seen::Values { values, declared } => look(entry_at(values.get(..declared)?, index)?),
            Seen::Behind { list, values, declared } => {
                let list = list.borrow();
                let place = place(index, list.len() + declared)?;
                look(match place.checked_sub(list.len()) {
                    Some(behind) => values.get(behind)?,
                    None => list.get(place)?,
                })
            }
        }
    }

    /// Looks at an array that is read; one in which there is something to
    /// evaluate is none that could be looked at here.
    fn read_array<T>(&self, quick: &Quick, look: impl FnOnce(&Array) -> Option<T>) -> Option<T> {
        // Boxed, or arrays of arrays of arrays would be so many types.
        let mut look = Some(look);
        let mut found = None;
        self.read_any(quick, &mut |value| match value {
            Value::Array(array) if array.is_plain() => found = look.take().and_then(|look| look(array)),
            _ => {}
        });
        found
    }

    #[inline(never)]
    fn read_any(&self, quick: &Quick, look: &mut dyn FnMut(&Value)) {
        self.read(quick, |value| {
            look(value);
            Some(())
        });
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
                let tile = self.position.tile(self.host)?;
                self.here.set(Some(tile));
                tile
            }
        };
        tile.get(entry as usize)
    }

    fn entry_ahead(&self, ahead: u32, entry: u32) -> Option<&'v Value> {
        self.entry_of(self.ahead(ahead)?, entry)
    }

    /// What is in the cell so many steps ahead.
    pub fn ahead(&self, ahead: u32) -> Option<&'v Value> {
        let grid = self.position.board(self.host)?;
        let (mut row, mut column) = self.position.cell()?;
        let (down, right) = (whole(self.position.vdir)?, whole(self.position.hdir)?);
        if ahead == 0 {
            return cell(grid, row, column);
        }
        for _ in 1..ahead {
            (row, column) = (row.wrapping_add(down), column.wrapping_add(right));
            // Only over tiles: what is slippery, or no cell, has rules of its own.
            tile(grid, row, column)?;
        }
        (row, column) = (row.wrapping_add(down), column.wrapping_add(right));
        match cell(grid, row, column) {
            Some(Value::Text(text)) if text.is("@Slippery") => None,
            Some(content) => Some(content),
            None => self.beyond(row, column),
        }
    }

    /// What is in the cell that is so many occupied cells ahead, or behind.
    #[inline(never)]
    pub fn occupied(&self, distance: i32) -> Option<&'v Value> {
        let grid = self.position.board(self.host)?;
        let (mut row, mut column) = self.position.cell()?;
        let (down, right) = (whole(self.position.vdir)?, whole(self.position.hdir)?);
        if (down, right) == (0, 0) {
            return None;
        }
        let mut left = distance.unsigned_abs();
        loop {
            row = row.checked_add(down.checked_mul(distance.signum())?)?;
            column = column.checked_add(right.checked_mul(distance.signum())?)?;
            match cell(grid, row, column) {
                None => return self.beyond(row, column),
                Some(Value::Text(text)) if text.is("@Empty") || text.is("@Slippery") => {}
                Some(content) if left == 1 => return Some(content),
                Some(_) => left -= 1,
            }
        }
    }

    /// The entry of what is in a cell; of a word it is the word itself.
    fn entry_of(&self, content: &'v Value, entry: u32) -> Option<&'v Value> {
        match content {
            Value::Array(tile) => readable(self.host, tile.entries()).get(entry as usize),
            Value::Text(_) => Some(content),
            _ => None,
        }
    }

    /// What is beyond the edge.
    fn beyond(&self, row: i32, column: i32) -> Option<&'v Value> {
        self.host.grid().beyond(row.into(), column.into());
        Some(&BEYOND)
    }

    /// A number, as it is: NaN where it is NaN.
    pub fn number(&self, quick: &Quick) -> Option<f64> {
        match quick {
            Quick::Number(number) => Some(*number),
            Quick::Entry { ahead, entry } => self.entry(*ahead, *entry)?.as_number(),
            Quick::Binary(f, a, b) => Some(f(self.operand(a)?, self.operand(b)?)),
            Quick::Unary(f, a) => Some(f(self.operand(a)?)),
            Quick::Variable(n) => self.variable(*n, Value::as_number),
            Quick::Inserted(_) | Quick::GameVariable(_) | Quick::Element(..) => {
                self.read(quick, Value::as_number)
            }
            Quick::Occupied { distance, entry } => {
                self.entry_of(self.occupied(*distance)?, *entry)?.as_number()
            }
            Quick::ToNumber(value) => match self.scalar(value)? {
                Scalar::Number(number) => Some(operand(number.get())),
                Scalar::Integer(integer) => Some(integer as f64),
                Scalar::Boolean(truth) => Some(f64::from(u8::from(truth.get()))),
                Scalar::Text => None,
            },
            Quick::Length(array) => self.read_array(array, |array| Some(array.len() as f64)),
            Quick::Down => Some(self.step().0),
            Quick::Right => Some(self.step().1),
            Quick::Counter(counter) => Some(self.host.counter(*counter)),
            Quick::ParityOf(counter) => Some(self.host.counter_for_parity(*counter)),
            Quick::If(..) | Quick::Second(..) | Quick::Least(..) | Quick::Greatest(..) | Quick::Once(_) => {
                match self.scalar(quick)? {
                    Scalar::Number(number) => Some(number.get()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The step of the move, down and to the right.
    fn step(&self) -> (f64, f64) {
        self.host.note(Looked::Direction);
        (self.position.vdir, self.position.hdir)
    }

    /// An integer that fits 64 bits. Whole numbers in the line are taken for
    /// one; of other numbers the ordinary way knows what they become.
    fn integer(&self, quick: &Quick) -> Option<i64> {
        match quick {
            Quick::Integer(integer) => Some(*integer),
            Quick::Number(number) => whole(*number).map(i64::from),
            Quick::Integers2(f, a, b) => f(self.integer(a)?, self.integer(b)?),
            Quick::Integers1(f, a) => f(self.integer(a)?),
            _ => match self.scalar(quick)? {
                Scalar::Integer(integer) => Some(integer),
                _ => None,
            },
        }
    }

    /// A number as an operand of arithmetic: NaN is 0.
    #[inline]
    fn operand(&self, quick: &Quick) -> Option<f64> {
        let number = self.number(quick)?;
        Some(if number.is_nan() { 0.0 } else { number })
    }
}

/// An entry of a value that is taken for an array.
#[inline]
fn entry_of_list(value: &Value, index: usize) -> Option<&Value> {
    match value {
        Value::Array(array) if array.is_plain() => array.get(index),
        // What is no array is one with that in it.
        Value::Text(text) if stays(text) && index == 0 => Some(value),
        Value::Number(_) | Value::Boolean(_) | Value::Integer(_) if index == 0 => Some(value),
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
