//! Reads of the grid by programs, without a list of its rows.
//!
//! `None` always means that nothing has happened, and the grid has to be looked at in the usual way.

use crate::array::Array;
use crate::error::Error;
use crate::exec::run::entry_at;
use crate::host::{Board, Container};
use crate::ir::board::whole;
use crate::ir::evaluator::Evaluator;
use crate::ir::grid_lists::{FlatGrid, GridLists};
use crate::ir::host::note;
use crate::ir::observer::Looked;
use crate::ir::scope::Scope;
use crate::ir::special::{Part, Special, Subject};
use crate::ir::tiles;
use crate::limits::Meter;
use crate::value::Value;

impl Evaluator<'_> {
    /// All that is in the cells of the grid, one after the other.
    pub(super) fn flat_grid(&mut self) -> Option<Result<Value, Error>> {
        if self.host.observer().is_some() {
            return None;
        }
        let grid = self.host.grid();
        let (lists, mut made) = (grid.lists(), None);
        let flat = match lists.and_then(GridLists::flat) {
            Some(flat) => flat,
            None => made.insert(flat_grid(grid)?),
        };
        if flat.cells.len() > self.meter.limits().array_length {
            return None;
        }
        self.meter.use_up(flat.steps, flat.bytes)?;
        if let Err(error) = flat.cells.check(self.meter.limits()) {
            return Some(Err(error));
        }
        let cells = flat.cells.clone();
        if let (Some(lists), Some(made)) = (lists, made) {
            lists.keep(made);
        }
        Some(Ok(Value::Array(cells)))
    }

    /// Returns true if a variable can be read without an evaluation of anything in it, however it is
    /// converted.
    pub(super) fn is_simple(&self, special: &Special, scope: &Scope<'_>) -> bool {
        const FEW: usize = 4;
        let is_simple = |value: &Value| match value {
            Value::Number(_) | Value::Boolean(_) | Value::Integer(_) => true,
            Value::Array(array) => {
                array.len() <= FEW && array.iter().all(|entry| matches!(entry, Value::Number(_)))
            }
            _ => false,
        };
        let at = |list: &[Value], index| entry_at(list, index).is_some_and(is_simple);
        match special.subject {
            Subject::Variable(Some(index)) => {
                whole(index).is_some_and(|index| at(&scope.variables.borrow(), index))
            }
            Subject::Stored(store, Some(index)) => {
                whole(index).is_some_and(|index| at(self.host.store(store), index))
            }
            _ => false,
        }
    }

    /// Returns true if the cell that a special string stands for is empty. `None`: it has to be looked
    /// at in the usual way.
    pub(super) fn is_empty(&self, special: &Special, scope: &Scope<'_>) -> Option<bool> {
        let (down, right) = match special.subject {
            Subject::This(Part::Whole) => (0, 0),
            Subject::Relative(down, right, Part::Whole) => (whole(down)?, whole(right)?),
            _ => return None,
        };
        let (row, column) = scope.position.cell()?;
        let (row, column) = (row.checked_add(down)?, column.checked_add(right)?);
        let grid = self.host.grid();
        match scope.position.container {
            Container::Grid if grid.is_plain() => {
                if (down, right) != (0, 0) {
                    note(&*self.host, Looked::Direction);
                }
                grid.is_empty(row, column)
            }
            _ => None,
        }
    }

    /// The content of a cell of the grid, as if the grid were a list of lists. `None`: it has to be
    /// looked at in the usual way.
    pub(super) fn grid_cell(&mut self, row: &Value, column: &Value) -> Option<Value> {
        let (row, column) = (whole(row.as_number()?)?, whole(column.as_number()?)?);
        match self.host.observer() {
            None => self.plain_cell(row, column, 0),
            // The cell depends on more than the grid.
            Some(_) => None,
        }
    }

    /// Returns the content of a cell so many steps ahead as [`Evaluator::grid_cell`] does.
    pub(super) fn cell_ahead(&mut self, ahead: i32, steps: u64, scope: &Scope<'_>) -> Option<Value> {
        let (row, column) = scope.position.cell()?;
        let (down, right) = (whole(scope.position.vdir)?, whole(scope.position.hdir)?);
        let at = |from: i32, step: i32| from.checked_add(step.checked_mul(ahead)?);
        self.plain_cell(at(row, down)?, at(column, right)?, steps)
    }

    /// Returns the content of a cell of a grid that is plain, and counts the steps of making a list
    /// of it and these.
    fn plain_cell(&mut self, row: i32, column: i32, steps: u64) -> Option<Value> {
        let grid = self.host.grid();
        if !grid.is_plain() {
            return None;
        }
        let content = tiles::cell(grid, row, column)?.clone();
        let rows = (0..grid.height()).map(|row| grid.width(row));
        let (mut steps, mut bytes, mut longest) = (steps, 0, 0);
        for width in rows {
            steps += Meter::array_bytes(width) / 64;
            bytes += Meter::array_bytes(width);
            longest = longest.max(width);
        }
        if longest > self.meter.limits().array_length {
            return None;
        }
        self.meter.use_up(steps, bytes)?;
        Some(content)
    }
}

/// The number of cells for which a list gets room before they are looked at.
const MOST_EXPECTED: usize = 256;

/// Lists all that is in the cells of a grid. `None` if a cell would be evaluated when it is read.
fn flat_grid(grid: &dyn Board) -> Option<FlatGrid> {
    let (height, is_plain) = (grid.height(), grid.is_plain());
    let cells = height.saturating_mul(grid.width(0)).min(MOST_EXPECTED);
    let (mut flat, mut bytes, mut steps) = (Vec::with_capacity(cells), 0, 1);
    for row in 0..height {
        let width = grid.width(row);
        bytes += Meter::array_bytes(width);
        steps += Meter::array_bytes(width) / 64 + 2;
        for column in 0..width {
            match grid.cell(row, column)? {
                Value::Array(tile) => {
                    let is_code = || tile.first().is_some_and(|entry| entry.is_word("@CalcArray"));
                    if !is_plain && (!tile.is_plain() || is_code()) {
                        return None;
                    }
                    steps += 2 + tile.len() as u64;
                    bytes += 16 * tile.len() as u64;
                    flat.extend_from_slice(tile);
                }
                value if column == 0 && value.is_word("@Literal") => return None,
                value => {
                    steps += 1;
                    bytes += 16;
                    flat.push(value.clone());
                }
            }
        }
    }
    Some(FlatGrid { cells: Array::new(flat), steps, bytes })
}
