//! Pure expressions, evaluated where they stand.

use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::LazyLock;

use super::scalar::Scalar;
use super::term::place;
use super::Pure;
use crate::array::Array;
use crate::host::{Host, Position, Store};
use crate::ir::observer::{counter_for_parity, note, Looked};
use crate::ir::outcome::Outcome;
use crate::ir::scope::Variables;
use crate::ir::term::operand;
use crate::ir::tiles::{cell, readable, tile, whole};
use crate::text::Text;
use crate::value::Value;

/// The variables that a pure line sees.
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

/// What pure expressions look at.
pub(super) struct View<'v> {
    host: &'v dyn Host,
    position: &'v Position<'v>,
    variables: Seen<'v>,
    /// The tile at the position, once it has been looked at.
    here: Cell<Option<&'v [Value]>>,
    /// What was computed, by the place of its expression: each has one place
    /// here where it can be.
    computed: [Cell<Option<(*const Pure, Scalar)>>; COMPUTED],
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
    pub fn once(&self, pure: &Pure) -> Option<Scalar> {
        let place: *const Pure = pure;
        let computed = &self.computed[(place as usize >> 4) % COMPUTED];
        match computed.get() {
            Some((known, scalar)) if known == place => Some(scalar),
            _ => {
                let scalar = self.scalar(pure)?;
                computed.set(Some((place, scalar)));
                Some(scalar)
            }
        }
    }

    #[inline]
    pub fn outcome(&self, pure: &Pure) -> Option<Outcome> {
        match pure {
            Pure::Array(entries) => self.array(entries).map(Outcome::Array),
            Pure::If(condition, then, otherwise) => {
                self.outcome(if self.test(condition)? { then } else { otherwise })
            }
            Pure::Second(first, second) => {
                self.outcome(first)?;
                self.outcome(second)
            }
            _ => self.scalar(pure)?.outcome(),
        }
    }

    /// What any expression gives, unless it is an array.
    pub fn scalar(&self, pure: &Pure) -> Option<Scalar> {
        match pure {
            Pure::Number(_)
            | Pure::Unary(..)
            | Pure::Binary(..)
            | Pure::Length(_)
            | Pure::ToNumber(_)
            | Pure::Down
            | Pure::Right
            | Pure::Counter(_)
            | Pure::ParityOf(_) => self.number(pure).map(Scalar::from),
            Pure::Integer(_) | Pure::Integers1(..) | Pure::Integers2(..) => {
                self.integer(pure).map(Scalar::Integer)
            }
            Pure::Entry { .. }
            | Pure::Occupied { .. }
            | Pure::Variable(_)
            | Pure::GameVariable(_)
            | Pure::Inserted(_)
            | Pure::Element(..) => self.read(pure, Scalar::of),
            Pure::Text => Some(Scalar::Text),
            Pure::Once(own) => self.once(own),
            Pure::Least(a, b) => self.extreme(Ordering::Less, a, b),
            Pure::Greatest(a, b) => self.extreme(Ordering::Greater, a, b),
            Pure::If(condition, then, otherwise) => {
                self.scalar(if self.test(condition)? { then } else { otherwise })
            }
            Pure::Second(first, second) => {
                self.outcome(first)?;
                self.scalar(second)
            }
            _ => self.test(pure).map(Scalar::from),
        }
    }

    /// The second one if it is less or greater, otherwise the first.
    #[inline(never)]
    fn extreme(&self, wanted: Ordering, a: &Pure, b: &Pure) -> Option<Scalar> {
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
    pub fn read<T>(&self, pure: &Pure, look: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        match pure {
            Pure::Entry { ahead, entry } => look(self.entry(*ahead, *entry)?),
            Pure::Occupied { distance, entry } => look(self.entry_of(self.occupied(*distance)?, *entry)?),
            Pure::Variable(n) => self.variable(*n, look),
            Pure::Inserted(index) => match self.variables {
                Seen::Values { values, .. } | Seen::Behind { values, .. } => look(values.get(*index)?),
                _ => None,
            },
            Pure::GameVariable(n) => look(entry_at(self.host.store(Store::GameVariables), *n)?),
            Pure::Element(array, index) => match (&**array, &**index) {
                (Pure::Variable(n), Pure::Number(index)) => {
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
    fn element(&self, array: &Pure, index: &Pure, look: &mut dyn FnMut(&Value)) {
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
    fn read_array<T>(&self, pure: &Pure, look: impl FnOnce(&Array) -> Option<T>) -> Option<T> {
        // Boxed, or arrays of arrays of arrays would be so many types.
        let mut look = Some(look);
        let mut found = None;
        self.read_any(pure, &mut |value| match value {
            Value::Array(array) if array.is_plain() => found = look.take().and_then(|look| look(array)),
            _ => {}
        });
        found
    }

    #[inline(never)]
    fn read_any(&self, pure: &Pure, look: &mut dyn FnMut(&Value)) {
        self.read(pure, |value| {
            look(value);
            Some(())
        });
    }

    fn array(&self, entries: &[Pure]) -> Option<Array> {
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
    pub fn number(&self, pure: &Pure) -> Option<f64> {
        match pure {
            Pure::Number(number) => Some(*number),
            Pure::Entry { ahead, entry } => self.entry(*ahead, *entry)?.as_number(),
            Pure::Binary(f, a, b) => Some(f(self.operand(a)?, self.operand(b)?)),
            Pure::Unary(f, a) => Some(f(self.operand(a)?)),
            Pure::Variable(n) => self.variable(*n, Value::as_number),
            Pure::Inserted(_) | Pure::GameVariable(_) | Pure::Element(..) => {
                self.read(pure, Value::as_number)
            }
            Pure::Occupied { distance, entry } => {
                self.entry_of(self.occupied(*distance)?, *entry)?.as_number()
            }
            Pure::ToNumber(value) => match self.scalar(value)? {
                Scalar::Number(number) => Some(operand(number.get())),
                Scalar::Integer(integer) => Some(integer as f64),
                Scalar::Boolean(truth) => Some(f64::from(u8::from(truth.get()))),
                Scalar::Text => None,
            },
            Pure::Length(array) => self.read_array(array, |array| Some(array.len() as f64)),
            Pure::Down => Some(self.step().0),
            Pure::Right => Some(self.step().1),
            Pure::Counter(counter) => Some(self.host.counter(*counter)),
            Pure::ParityOf(counter) => Some(counter_for_parity(self.host, *counter)),
            Pure::If(..) | Pure::Second(..) | Pure::Least(..) | Pure::Greatest(..) | Pure::Once(_) => {
                match self.scalar(pure)? {
                    Scalar::Number(number) => Some(number.get()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The step of the move, down and to the right.
    fn step(&self) -> (f64, f64) {
        note(self.host, Looked::Direction);
        (self.position.vdir, self.position.hdir)
    }

    /// An integer that fits 64 bits. Whole numbers in the line are taken for
    /// one; of other numbers the interpreter knows what they become.
    fn integer(&self, pure: &Pure) -> Option<i64> {
        match pure {
            Pure::Integer(integer) => Some(*integer),
            Pure::Number(number) => whole(*number).map(i64::from),
            Pure::Integers2(f, a, b) => f(self.integer(a)?, self.integer(b)?),
            Pure::Integers1(f, a) => f(self.integer(a)?),
            _ => match self.scalar(pure)? {
                Scalar::Integer(integer) => Some(integer),
                _ => None,
            },
        }
    }

    /// A number as an operand of arithmetic: NaN is 0.
    #[inline]
    fn operand(&self, pure: &Pure) -> Option<f64> {
        let number = self.number(pure)?;
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
    leaf: &Pure,
    host: &dyn Host,
    position: &Position<'_>,
    variables: Seen<'_>,
) -> Option<f64> {
    View::new(host, position, variables).number(leaf)
}
