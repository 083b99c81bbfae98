//! The short way for lines that only compute with numbers and truth values.
//!
//! Most conditions and results of most modes read a few tile entries and do
//! arithmetic on them. Such a line has no effects, so it can be tried without
//! any of the bookkeeping of a full evaluation: if every operand turns out to
//! be of the type expected, the result is the same; if one does not, nothing
//! has happened and the line is evaluated the ordinary way.

use std::cell::Cell;
use std::sync::Arc;

use crate::compare;
use crate::evaluate::{Evaluator, Inherit, Scope};
use crate::host::{Board, Container, Coordinate, Host, Position, Store};
use crate::limits::Meter;
use crate::line::{Action, Body, Line, Node, Start};
use crate::lookup::at;
use crate::ops::{Run, Word};
use crate::program::Variables;
use crate::special::{Part, Special, Subject};
use crate::value::Value;

/// A pure expression, typed by its use.
#[derive(Clone, Debug)]
pub(crate) enum Quick {
    Number(f64),
    Boolean(bool),
    /// An entry of the tile some steps ahead.
    Entry {
        ahead: u32,
        entry: u32,
    },
    /// A variable, counted from the end if negative.
    Variable(i32),
    GameVariable(i32),
    /// A value that a callback puts into the line.
    Inserted(usize),
    Unary(fn(f64) -> f64, Arc<Quick>),
    Binary(fn(f64, f64) -> f64, Arc<Quick>, Arc<Quick>),
    Equal(Arc<Quick>, Arc<Quick>),
    Unequal(Arc<Quick>, Arc<Quick>),
    Less(Arc<Quick>, Arc<Quick>),
    AtMost(Arc<Quick>, Arc<Quick>),
    And(Arc<Quick>, Arc<Quick>),
    Or(Arc<Quick>, Arc<Quick>),
    Not(Arc<Quick>),
}

/// A line with a short way, and how many steps it stands for.
#[derive(Clone, Debug)]
pub(crate) struct QuickLine {
    expression: Arc<Quick>,
    cost: u64,
    /// Whether variables of the lines around are visible in it.
    retains: bool,
    /// How many of the values that are put into it it declares; nothing else
    /// is declared, so that they are its variables.
    declared: usize,
    /// Whether values are put into it at all.
    takes: bool,
}

/// What a quick expression gives.
pub(crate) enum Outcome {
    Number(f64),
    Boolean(bool),
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Number(number) => Value::Number(number),
            Outcome::Boolean(truth) => Value::Boolean(truth),
        }
    }
}

impl QuickLine {
    /// The short way of a compiled line, if it has one.
    pub fn of(line: &Line) -> Option<QuickLine> {
        let in_order =
            |(place, (node, _)): (usize, &(Node, usize))| matches!(node, Node::Inserted(i) if *i == place);
        let declared = line.declarations.len();
        if line.include_game_variables || !line.declarations.iter().enumerate().all(in_order) {
            return None;
        }
        let Body::Steps(first, _, steps) = &line.body else { return None };
        let mut cost = 1 + steps.len() as u64;
        let mut running = operand(first, &mut cost)?;
        for step in steps.iter() {
            running = Arc::new(match &step.action {
                Action::Number1(_, f) => Quick::Unary(*f, running),
                Action::Number2(_, f, argument) => Quick::Binary(*f, running, operand(argument, &mut cost)?),
                Action::Apply(operator, arguments) => {
                    let mut argument = || operand(arguments.first()?, &mut cost);
                    match (operator.run, operator.name) {
                        (Run::Relation(_), "=") => Quick::Equal(running, argument()?),
                        (Run::Relation(_), "!=") => Quick::Unequal(running, argument()?),
                        (Run::Relation(_), "<") => Quick::Less(running, argument()?),
                        (Run::Relation(_), ">") => Quick::Less(argument()?, running),
                        (Run::Relation(_), "<=") => Quick::AtMost(running, argument()?),
                        (Run::Relation(_), ">=") => Quick::AtMost(argument()?, running),
                        (Run::Word(Word::And), _) => Quick::And(running, argument()?),
                        (Run::Word(Word::Or), _) => Quick::Or(running, argument()?),
                        (Run::Pure(_), "!") => Quick::Not(running),
                        _ => return None,
                    }
                }
                _ => return None,
            });
        }
        if line.start == Start::GlobalNone && running.reads_variables() {
            return None;
        }
        let retains =
            matches!(line.start, Start::Retain | Start::GlobalRetain | Start::Copy | Start::GlobalCopy);
        let takes = declared > 0 || matches!(first, Node::Inserted(_));
        if takes && line.start != Start::Plain {
            return None;
        }
        Some(QuickLine { expression: running, cost, retains, declared, takes })
    }
}

/// An operand of a quick line. Nested lines that see other variables than the
/// line around are left to the ordinary way.
fn operand(node: &Node, cost: &mut u64) -> Option<Arc<Quick>> {
    Some(match node {
        Node::Value(Value::Number(number)) => Arc::new(Quick::Number(*number)),
        Node::Value(Value::Boolean(truth)) => Arc::new(Quick::Boolean(*truth)),
        Node::Special(special) => Arc::new(special_operand(special)?),
        Node::Inserted(index) => Arc::new(Quick::Inserted(*index)),
        Node::Line(line) => {
            let quick = line.quick.as_ref()?;
            if quick.retains || quick.takes || quick.expression.reads_variables() {
                return None;
            }
            *cost += quick.cost;
            quick.expression.clone()
        }
        _ => return None,
    })
}

pub(crate) fn special_operand(special: &Special) -> Option<Quick> {
    if special.overrides.is_some() {
        return None;
    }
    let small =
        |number: f64| (number >= 0.0 && number.trunc() == number && number < 64.0).then_some(number as u32);
    match special.subject {
        Subject::This(Part::Entry(k)) => Some(Quick::Entry { ahead: 0, entry: small(k)? }),
        Subject::Next(d, Part::Entry(k)) => Some(Quick::Entry { ahead: small(d)?, entry: small(k)? }),
        Subject::Variable(Some(n)) => Quick::variable(n),
        Subject::Stored(Store::GameVariables, Some(n)) => Some(Quick::GameVariable(whole(n)?)),
        _ => None,
    }
}

impl Quick {
    /// A variable by its index, which is a whole number nearly always.
    pub fn variable(index: f64) -> Option<Quick> {
        whole(index).map(Quick::Variable)
    }

    /// Whether the two read the same thing.
    pub fn is_same_leaf(&self, other: &Quick) -> bool {
        match (self, other) {
            (Quick::Entry { ahead: a, entry: b }, Quick::Entry { ahead: c, entry: d }) => (a, b) == (c, d),
            (Quick::Variable(a), Quick::Variable(b)) | (Quick::GameVariable(a), Quick::GameVariable(b)) => {
                a == b
            }
            _ => false,
        }
    }

    fn reads_variables(&self) -> bool {
        match self {
            Quick::Variable(_) => true,
            Quick::Number(_)
            | Quick::Boolean(_)
            | Quick::Entry { .. }
            | Quick::GameVariable(_)
            | Quick::Inserted(_) => false,
            Quick::Unary(_, a) | Quick::Not(a) => a.reads_variables(),
            Quick::Binary(_, a, b)
            | Quick::Equal(a, b)
            | Quick::Unequal(a, b)
            | Quick::Less(a, b)
            | Quick::AtMost(a, b)
            | Quick::And(a, b)
            | Quick::Or(a, b) => a.reads_variables() || b.reads_variables(),
        }
    }
}

impl QuickLine {
    /// Tries the short way. `None`: nothing has happened, take the other one.
    #[inline]
    pub fn run(
        &self,
        host: &dyn Host,
        position: &Position<'_>,
        variables: Seen<'_>,
        meter: &mut Meter,
    ) -> Option<Outcome> {
        if meter.steps_left() < self.cost {
            return None;
        }
        let outcome = View::new(host, position, variables).outcome(&self.expression)?;
        // There is enough left, as was seen above.
        meter.charge(self.cost).ok()?;
        Some(outcome)
    }

    /// The expression and its cost, for a line that stands in a block and, if
    /// it reads variables, sees those of the block.
    pub fn in_a_block(&self) -> Option<(&Quick, u64)> {
        let sees = self.retains || !self.expression.reads_variables();
        (sees && !self.takes).then_some((&*self.expression, self.cost))
    }

    /// Which variables the line sees.
    #[inline]
    pub fn seen<'s>(&self, scope: &'s Scope<'_>) -> Seen<'s> {
        if self.takes {
            // Behind variables that are copied or shared, only alone do the
            // values make up the whole list.
            match scope.inherit {
                Inherit::Nothing => Seen::Values { values: scope.inserted, declared: self.declared },
                _ => Seen::Nothing,
            }
        } else if self.retains || scope.inherit != Inherit::Nothing {
            Seen::List(scope.variables)
        } else {
            Seen::Nothing
        }
    }
}

impl Evaluator<'_> {
    /// Tries the short way of a line.
    #[inline]
    pub fn quick(&mut self, line: &Line, scope: &Scope<'_>) -> Option<Outcome> {
        let quick = line.quick.as_ref()?;
        if self.trace.is_some() || (quick.takes && scope.inherit != Inherit::Nothing) {
            return None;
        }
        quick.run(&*self.host, scope.position, quick.seen(scope), self.meter)
    }

    /// The same for an operand of arithmetic.
    #[inline]
    pub fn quick_number(&mut self, node: &Node, scope: &Scope<'_>) -> Option<f64> {
        let number = match node {
            Node::Value(Value::Number(number)) => *number,
            Node::Line(line) => match self.quick(line, scope)? {
                Outcome::Number(number) => number,
                Outcome::Boolean(_) => return None,
            },
            Node::Special(special) => match special.subject {
                Subject::This(Part::Entry(k)) if special.overrides.is_none() => {
                    let view = View::new(&*self.host, scope.position, Seen::Nothing);
                    view.entry(0, k as u32).filter(|_| k >= 0.0 && k.trunc() == k)?.as_number()?
                }
                Subject::Variable(Some(n)) if special.overrides.is_none() => {
                    at(&scope.variables.borrow(), n)?.as_number()?
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(if number.is_nan() { 0.0 } else { number })
    }
}

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
struct View<'v> {
    host: &'v dyn Host,
    position: &'v Position<'v>,
    variables: Seen<'v>,
    /// The tile at the position, once it has been looked at.
    here: Cell<Option<&'v [Value]>>,
}

/// A coordinate or step as an index, if it is one.
#[inline]
fn whole(number: f64) -> Option<i32> {
    let whole = number as i32;
    (f64::from(whole) == number).then_some(whole)
}

impl<'v> View<'v> {
    #[inline]
    fn new(host: &'v dyn Host, position: &'v Position<'v>, variables: Seen<'v>) -> View<'v> {
        View { host, position, variables, here: Cell::new(None) }
    }

    #[inline]
    fn outcome(&self, quick: &Quick) -> Option<Outcome> {
        match quick {
            Quick::Number(_) | Quick::Entry { .. } | Quick::Unary(..) | Quick::Binary(..) => {
                self.number(quick).map(Outcome::Number)
            }
            Quick::Variable(_) | Quick::GameVariable(_) | Quick::Inserted(_) => {
                self.number(quick).map(Outcome::Number)
            }
            _ => self.test(quick).map(Outcome::Boolean),
        }
    }

    /// The value of a reference, without copying it.
    #[inline]
    fn entry(&self, ahead: u32, entry: u32) -> Option<&Value> {
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

/// Where an index lies in a list of this length.
#[inline]
pub(crate) fn place(index: i32, length: usize) -> Option<usize> {
    let place = if index < 0 { length.checked_sub(index.unsigned_abs() as usize)? } else { index as usize };
    (place < length).then_some(place)
}

#[inline]
fn entry_at(list: &[Value], index: i32) -> Option<&Value> {
    list.get(place(index, list.len())?)
}

/// What a leaf of an expression is now, if it is a number.
pub(crate) fn leaf(
    leaf: &Quick,
    host: &dyn Host,
    position: &Position<'_>,
    variables: Seen<'_>,
) -> Option<f64> {
    View::new(host, position, variables).number(leaf)
}
