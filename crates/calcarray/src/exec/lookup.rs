//! The values of special strings at a position. See docs/spec/calcarray.md,
//! "Special strings".

use crate::array::Array;
use crate::error::{Error, ErrorKind};
use crate::host::{Board, Container, Coordinate, Position};
use crate::ir::evaluator::Evaluator;
use crate::ir::host::{counter_for_parity, note};
use crate::ir::observer::Looked;
use crate::ir::scope::Scope;
use crate::ir::special::{Overrides, Part, Special, Subject};
use crate::limits::Meter;
use crate::number;
use crate::text::Text;
use crate::value::Value;

/// The result of a look-up.
pub(crate) enum Found {
    /// There is nothing: the text stays what it is.
    Unchanged,
    /// A value, taken as it is.
    Value(Value),
    /// An array that is read as a literal.
    Literal(Array),
}

impl Found {
    fn whole(cell: Option<Value>) -> Found {
        match cell {
            Some(Value::Array(tile)) => Found::Literal(tile),
            Some(value) => Found::Value(value),
            None => Found::Value(Value::Undefined),
        }
    }

    fn list(entries: Vec<Value>) -> Found {
        Found::Literal(Array::new(entries))
    }

    /// A copy of a list of the game, which costs as much as there is of it.
    fn copy(list: &[Value], meter: &mut Meter) -> Result<Found, Error> {
        meter.array(list.len())?;
        Ok(Found::list(list.to_vec()))
    }
}

/// Entries of an array of coordinates that hold a cell.
const COORDINATES: usize = 4;

/// All cells of a board, which cost as much as there are of them.
fn copy(board: &dyn Board, meter: &mut Meter) -> Result<Value, Error> {
    for row in 0..board.height() {
        meter.array(board.width(row))?;
    }
    Ok(board.to_value())
}

/// The spot of a walk: row and column as the language has them.
#[derive(Clone, Copy)]
struct Spot {
    y: f64,
    x: f64,
}

/// A cell, as far as it exists.
enum Cell {
    /// There is no row of this number among so many.
    NoRow(f64, usize),
    Missing,
    Is(Value),
}

impl Cell {
    fn is_word(&self, word: &str) -> bool {
        matches!(self, Cell::Is(value) if value.is_word(word))
    }

    /// The cell for a reference to the whole tile: a missing cell of an
    /// existing row is undefined.
    fn whole(self) -> Result<Option<Value>, Error> {
        match self {
            Cell::NoRow(row, count) => Err(ErrorKind::no_entry("row", row, count).into()),
            Cell::Missing => Ok(None),
            Cell::Is(value) => Ok(Some(value)),
        }
    }
}

fn index(number: f64) -> Option<usize> {
    (number >= 0.0 && number.trunc() == number && number < 1e9).then_some(number as usize)
}

impl Evaluator<'_> {
    /// Looks a special string up.
    pub fn look_up(&mut self, special: &Special, scope: &Scope<'_>) -> Result<Found, Error> {
        match &special.overrides {
            None => self.look_up_at(&special.subject, scope.position, scope),
            Some(overrides) => {
                note(&*self.host, Looked::Place);
                let position = overridden(scope.position, overrides);
                self.look_up_at(&special.subject, &position, scope)
            }
        }
    }

    fn look_up_at(&mut self, subject: &Subject, p: &Position<'_>, scope: &Scope<'_>) -> Result<Found, Error> {
        Ok(match subject {
            Subject::Unknown => Found::Unchanged,
            Subject::This(part) => self.this(*part, p)?,
            Subject::Next(distance, part) => {
                let spot = self.ahead(here(p), *distance, p)?;
                self.inside_part(spot, *part, p)?
            }
            Subject::NextAside { ahead, aside, part } => {
                let spot = self.ahead(here(p), *ahead, p)?;
                let sideways = Position { vdir: p.hdir, hdir: -p.vdir, ..p.clone() };
                let spot = self.ahead(spot, *aside, &sideways)?;
                self.inside_part(spot, *part, p)?
            }
            Subject::NextList { all } => self.tiles_ahead(*all, p)?,
            Subject::Occupied { full, distance, part } => match self.occupied(*full, *distance, p)? {
                Some(spot) => self.inside_part(spot, *part, p)?,
                None => Found::Unchanged,
            },
            Subject::OccupiedList { full } => self.occupied_ahead(*full, p)?,
            Subject::Relative(y, x, part) => {
                // The way is the same in all directions.
                if (*y, *x) != (0.0, 0.0) {
                    note(&*self.host, Looked::Direction);
                }
                let Spot { y: v, x: h } = here(p);
                self.inside_part(Spot { y: v + y, x: h + x }, *part, p)?
            }
            Subject::Grid(steps) => self.grid_walk(steps)?,
            Subject::List(list, steps) => walk_list(self.host.list(*list), steps, self.meter)?,
            Subject::GridWidth => Found::Value(Value::from(self.host.grid().width(0))),
            Subject::GridHeight => Found::Value(Value::from(self.host.grid().height())),
            Subject::VCoord => self.noted(Looked::Place, coordinate(p.v)),
            Subject::HCoord => self.noted(Looked::Place, coordinate(p.h)),
            Subject::VDir => self.noted(Looked::Direction, p.vdir.into()),
            Subject::HDir => self.noted(Looked::Direction, p.hdir.into()),
            // The merge length is the rule's own.
            Subject::Info(0) => Found::whole(p.info.first().cloned()),
            Subject::Info(place) => {
                note(&*self.host, Looked::Direction);
                Found::whole(p.info.get(*place).cloned())
            }
            Subject::TileContainer => Found::whole(Some(self.container(p)?)),
            Subject::Parent(n) => self.parent(*n, scope)?,
            Subject::Variable(None) => Found::copy(&scope.variables.borrow(), self.meter)?,
            Subject::Variable(Some(n)) => match at(&scope.variables.borrow(), *n) {
                // Arrays are kept with their marker (docs/spec/calcarray.md, "Start
                // modifiers and variables").
                Some(value) => Found::whole(Some(value.clone())),
                None => Found::Unchanged,
            },
            Subject::Stored(store, None) => Found::copy(self.host.store(*store), self.meter)?,
            Subject::Stored(store, Some(n)) => match at(self.host.store(*store), *n) {
                Some(value) => stored(value.clone(), self.meter)?,
                None => Found::Unchanged,
            },
            Subject::ModifierIndex(None) => Found::copy(self.host.modifier_indices(), self.meter)?,
            Subject::ModifierIndex(Some(name)) => {
                self.meter.charge(self.host.modifier_indices().len() as u64 / 4)?;
                Found::Value(modifier_index(self.host.modifier_indices(), name))
            }
            Subject::Counter(counter) => Found::Value(self.host.counter(*counter).into()),
            Subject::ParityOf(counter) => Found::Value(counter_for_parity(&*self.host, *counter).into()),
            Subject::Primes => {
                note(&*self.host, Looked::Primes);
                self.meter.array(self.host.primes().len())?;
                Found::list(self.host.primes().values())
            }
            Subject::TileOrder => {
                let grid = self.host.grid();
                let cells = grid.height().saturating_mul(grid.width(0));
                self.meter.array(cells.saturating_mul(COORDINATES))?;
                Found::whole(Some(self.host.tile_order()))
            }
            Subject::Timer(timer) => Found::Value(self.host.timer(*timer).into()),
            Subject::Status => Found::Value(self.host.status().into()),
        })
    }

    fn noted(&self, looked: Looked, value: Value) -> Found {
        note(&*self.host, looked);
        Found::Value(value)
    }

    /// Returns the container in which tiles are looked up, as a whole.
    fn container(&mut self, p: &Position<'_>) -> Result<Value, Error> {
        match p.container {
            Container::Grid => copy(self.host.grid(), self.meter),
            Container::Board(board) => copy(board, self.meter),
            Container::Value(value) => Ok(value.clone()),
        }
    }

    fn cell(&self, spot: Spot, p: &Position<'_>) -> Cell {
        let board = match p.container {
            Container::Grid => self.host.grid(),
            Container::Board(board) => board,
            Container::Value(value) => return cell_of_value(value, spot),
        };
        let Some(row) = index(spot.y).filter(|row| *row < board.height()) else {
            board.beyond(spot.y, spot.x);
            return Cell::NoRow(spot.y, board.height());
        };
        match index(spot.x).and_then(|column| board.cell(row, column)) {
            Some(cell) => Cell::Is(cell.clone()),
            None => {
                board.beyond(spot.y, spot.x);
                Cell::Missing
            }
        }
    }

    /// Returns true if the spot is on the game's own grid, for any container.
    fn inside(&self, spot: Spot) -> bool {
        let grid = self.host.grid();
        let inside = match (index(spot.y), index(spot.x)) {
            (Some(row), Some(column)) => row < grid.height() && column < grid.width(0),
            _ => false,
        };
        if !inside {
            grid.beyond(spot.y, spot.x);
        }
        inside
    }

    fn this(&mut self, part: Part, p: &Position<'_>) -> Result<Found, Error> {
        // The fast way for nearly every reference of nearly every mode.
        if let (Part::Entry(k), Container::Grid, Coordinate::At(y), Coordinate::At(x)) =
            (part, p.container, p.v, p.h)
            && let (Some(k), Some(row), Some(column)) = (index(k), index(y), index(x))
            && k < self.host.tile_entries()
            && let Some(Value::Array(tile)) = self.host.grid().cell(row, column)
        {
            return Ok(Found::Value(tile.get(k).cloned().unwrap_or_default()));
        }
        let cell = match (p.v, p.h) {
            (Coordinate::None, _) => Cell::Is(self.container(p)?),
            (Coordinate::At(y), Coordinate::None) => self.row(y, p)?,
            (Coordinate::At(y), Coordinate::At(x)) => self.cell(Spot { y, x }, p),
        };
        self.part(cell, part, coordinate(p.v), coordinate(p.h))
    }

    fn row(&mut self, y: f64, p: &Position<'_>) -> Result<Cell, Error> {
        let container = self.container(p)?;
        Ok(match (container.as_array(), index(y)) {
            (Some(rows), Some(y)) if y < rows.len() => Cell::Is(rows[y].clone()),
            _ => Cell::Missing,
        })
    }

    fn part(&self, cell: Cell, part: Part, v: Value, h: Value) -> Result<Found, Error> {
        let cell = cell.whole()?;
        if matches!(part, Part::VCoord | Part::HCoord | Part::Position) {
            note(&*self.host, Looked::Place);
        }
        Ok(match part {
            Part::Whole => Found::whole(cell),
            Part::VCoord => Found::Value(v),
            Part::HCoord => Found::Value(h),
            Part::Position => Found::list(vec![v, h]),
            Part::Entry(k) => {
                let Some(k) = index(k).filter(|k| *k < self.host.tile_entries()) else {
                    return Ok(Found::Unchanged);
                };
                match cell {
                    Some(Value::Array(tile)) => Found::Value(tile.get(k).cloned().unwrap_or_default()),
                    Some(text @ Value::Text(_)) => Found::Value(text),
                    Some(_) => Found::Value(Value::Undefined),
                    None => return Err(self.no_cell(&v, &h)),
                }
            }
        })
    }

    /// There is no cell in this row and column.
    #[cold]
    fn no_cell(&self, row: &Value, column: &Value) -> Error {
        let number = |value: &Value| value.as_number().unwrap_or(f64::NAN);
        let grid = self.host.grid();
        ErrorKind::no_cell(number(row), number(column), (grid.height(), grid.width(0))).into()
    }

    /// A part of the tile at a spot; nothing if the spot is off the grid.
    fn inside_part(&mut self, spot: Spot, part: Part, p: &Position<'_>) -> Result<Found, Error> {
        if !self.inside(spot) {
            return Ok(Found::Unchanged);
        }
        let cell = match part {
            Part::Whole | Part::Entry(_) => self.cell(spot, p),
            // The place of a cell is known without looking at it.
            Part::VCoord | Part::HCoord | Part::Position => Cell::Missing,
        };
        self.part(cell, part, spot.y.into(), spot.x.into())
    }

    /// The spot some steps ahead (behind for negative distances), slippery
    /// cells not counted.
    fn ahead(&mut self, from: Spot, distance: f64, p: &Position<'_>) -> Result<Spot, Error> {
        let mut spot = from;
        let sign = if distance < 0.0 { -1.0 } else { 1.0 };
        let mut left = if distance.is_nan() { 0.0 } else { distance.abs() };
        while left > 0.0 {
            left -= 1.0;
            loop {
                self.meter.charge(1)?;
                spot = Spot { y: spot.y + sign * p.vdir, x: spot.x + sign * p.hdir };
                match self.cell(spot, p) {
                    cell if cell.is_word("@Slippery") => {}
                    Cell::NoRow(..) | Cell::Missing => return Ok(spot),
                    Cell::Is(_) => break,
                }
            }
        }
        Ok(spot)
    }

    /// `@Next` as a list: the cells ahead, farthest first.
    fn tiles_ahead(&mut self, all: bool, p: &Position<'_>) -> Result<Found, Error> {
        let most = match (all, &p.info[0]) {
            (true, _) => f64::INFINITY,
            (false, Value::Number(length)) => length - 1.0,
            (false, length) => crate::convert::to_number(length, self.meter)? - 1.0,
        };
        let mut tiles = Vec::new();
        let mut spot = here(p);
        while (tiles.len() as f64) < most {
            self.meter.allocate(16)?;
            spot = self.ahead(spot, 1.0, p)?;
            if !self.inside(spot) {
                break;
            }
            tiles.push(self.cell(spot, p).whole()?.unwrap_or_default());
            self.meter.array(tiles.len())?;
        }
        tiles.reverse();
        Ok(Found::list(tiles))
    }

    /// `@NextNE d`, `@NextFull d`: the d-th counted cell ahead.
    fn occupied(&mut self, full: bool, distance: f64, p: &Position<'_>) -> Result<Option<Spot>, Error> {
        let mut spot = here(p);
        let sign = if distance < 0.0 { -1.0 } else { 1.0 };
        let mut left = if distance.is_nan() { 0.0 } else { distance.abs() };
        while left > 0.0 {
            self.meter.charge(1)?;
            spot = Spot { y: spot.y + sign * p.vdir, x: spot.x + sign * p.hdir };
            if !self.inside(spot) {
                return Ok(None);
            }
            let cell = self.cell(spot, p);
            if let Cell::NoRow(row, count) = cell {
                return Err(ErrorKind::no_entry("row", row, count).into());
            }
            let passed =
                cell.is_word("@Empty") || cell.is_word("@Slippery") || (full && cell.is_word("@Void"));
            if !passed {
                left -= 1.0;
            }
        }
        Ok(Some(spot))
    }

    /// `@NextNE`, `@NextFull` as lists: all counted cells ahead, nearest first.
    fn occupied_ahead(&mut self, full: bool, p: &Position<'_>) -> Result<Found, Error> {
        let mut tiles = Vec::new();
        let mut spot = here(p);
        loop {
            self.meter.charge(1)?;
            spot = Spot { y: spot.y + p.vdir, x: spot.x + p.hdir };
            if !self.inside(spot) {
                return Ok(Found::list(tiles));
            }
            let Some(cell) = self.cell(spot, p).whole()? else {
                return Err(self.no_cell(&spot.y.into(), &spot.x.into()));
            };
            let passed = match &cell {
                Value::Text(text) => {
                    text.is("@Empty")
                        || text.is("@Slippery")
                        || (full && (text.is("@Void") || text.starts_with("@TemporaryHole")))
                }
                _ => false,
            };
            if !passed {
                self.meter.array(tiles.len())?;
                tiles.push(cell);
            }
        }
    }

    fn grid_walk(&mut self, steps: &[f64]) -> Result<Found, Error> {
        note(&*self.host, Looked::Place);
        let grid = self.host.grid();
        let Some(row) = steps.first().copied().and_then(index).filter(|row| *row < grid.height()) else {
            return Ok(Found::whole(Some(copy(grid, self.meter)?)));
        };
        Ok(match steps.get(1).copied().and_then(index).and_then(|column| grid.cell(row, column)) {
            Some(cell) => walk(cell.clone(), &steps[2..]),
            None => match copy(grid, self.meter)? {
                Value::Array(rows) => Found::whole(rows.get(row).cloned()),
                _ => Found::Unchanged,
            },
        })
    }
}

/// Walks down a list of the game, as far as the parts lead.
fn walk_list(list: &[Value], steps: &[f64], meter: &mut Meter) -> Result<Found, Error> {
    match steps.split_first() {
        Some((first, rest)) => match index(*first).and_then(|first| list.get(first)) {
            Some(Value::Undefined) | None => Found::copy(list, meter),
            Some(value) => Ok(walk(value.clone(), rest)),
        },
        None => Found::copy(list, meter),
    }
}

fn walk(mut value: Value, steps: &[f64]) -> Found {
    for step in steps {
        let Value::Array(array) = &value else { break };
        match index(*step).and_then(|step| array.get(step)) {
            Some(Value::Undefined) | None => break,
            Some(entry) => value = entry.clone(),
        }
    }
    Found::whole(Some(value))
}

/// Game variables are stored as they were written: a literal among them still
/// has its marker.
fn stored(value: Value, meter: &mut Meter) -> Result<Found, Error> {
    match value {
        Value::Array(array) if array.first().is_some_and(|entry| entry.is_word("@Literal")) => {
            Found::copy(&array[1..], meter)
        }
        value => Ok(Found::Value(value)),
    }
}

fn modifier_index(indices: &[Value], name: &Text) -> Value {
    let number = number::parse(&name.to_string_lossy());
    let place = indices.iter().position(|entry| match entry {
        Value::Text(text) => text == name,
        Value::Number(entry) => number == Some(*entry),
        _ => false,
    });
    place.map_or(Value::Number(-1.0), Value::from)
}

fn here(p: &Position<'_>) -> Spot {
    let number = |coordinate| match coordinate {
        Coordinate::At(number) => number,
        Coordinate::None => f64::NAN,
    };
    Spot { y: number(p.v), x: number(p.h) }
}

fn coordinate(coordinate: Coordinate) -> Value {
    match coordinate {
        Coordinate::At(number) => Value::Number(number),
        Coordinate::None => Value::text("None"),
    }
}

/// `Array.prototype.at`: truncated, negative from the end.
pub(crate) fn at(list: &[Value], number: f64) -> Option<&Value> {
    let place = if number.is_nan() { 0.0 } else { number.trunc() };
    let place = if place < 0.0 { place + list.len() as f64 } else { place };
    if place >= 0.0 && place < list.len() as f64 { list.get(place as usize) } else { None }
}

fn cell_of_value(container: &Value, spot: Spot) -> Cell {
    let rows = match container {
        Value::Array(rows) => rows,
        _ => return Cell::NoRow(spot.y, 0),
    };
    match index(spot.y).and_then(|row| rows.get(row)) {
        Some(Value::Array(row)) => match index(spot.x).and_then(|column| row.get(column)) {
            Some(cell) => Cell::Is(cell.clone()),
            None => Cell::Missing,
        },
        Some(Value::Undefined | Value::Null) | None => Cell::NoRow(spot.y, rows.len()),
        Some(_) => Cell::Missing,
    }
}

fn overridden<'p>(position: &Position<'p>, overrides: &Overrides) -> Position<'p> {
    let mut position = position.clone();
    if let Some(v) = overrides.v {
        position.v = Coordinate::At(v);
    }
    if let Some(h) = overrides.h {
        position.h = Coordinate::At(h);
    }
    position.vdir = overrides.vdir.unwrap_or(position.vdir);
    position.hdir = overrides.hdir.unwrap_or(position.hdir);
    position
}
