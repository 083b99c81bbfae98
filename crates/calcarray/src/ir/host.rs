//! The parts of a game that an expression may read and change: one trait, which the host
//! implements. See docs/spec/calcarray.md, "State an expression can read or change".

use crate::array::Array;
use crate::error::{Error, ErrorKind};
use crate::ir::grid_lists::GridLists;
use crate::ir::observer::Observer;
use crate::ir::program::Program;
use crate::limits::Meter;
use crate::primes::Primes;
use crate::text::Text;
use crate::value::Value;

/// Rows of cells that tiles can be looked up in.
pub trait Board {
    /// Returns the number of rows.
    fn height(&self) -> usize;
    /// Returns the number of cells of a row; 0 if there is no such row.
    fn width(&self, row: usize) -> usize;
    /// A cell: a tile (an array) or a text such as `@Empty`.
    fn cell(&self, row: usize, column: usize) -> Option<&Value>;
    /// The whole board as an array of rows.
    fn to_value(&self) -> Value;
    /// Fills `tiles` with those from a cell on, step by step (rows, columns).
    /// Gives whether there are so many; a board may always say no, and is then
    /// asked for the cells one by one. A part of [`crate::internals`].
    #[doc(hidden)]
    #[inline]
    fn tiles<'b>(&'b self, from: (i32, i32), step: (i32, i32), tiles: &mut [&'b [Value]]) -> bool {
        let (mut row, mut column) = from;
        for tile in tiles {
            let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
            match place.and_then(|(row, column)| self.cell(row, column)) {
                Some(Value::Array(entries)) => *tile = entries.entries(),
                _ => return false,
            }
            (row, column) = (row.wrapping_add(step.0), column.wrapping_add(step.1));
        }
        true
    }
    /// Returns true if `@Empty` is in a cell; `None` beyond the edge.
    fn is_empty(&self, row: i32, column: i32) -> Option<bool> {
        let cell = self.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)?;
        Some(cell.is_word("@Empty"))
    }
    /// Returns true if it is known that cells, or the board as a list of rows, are the same after an
    /// evaluation: nothing in them stands for something else.
    fn is_plain(&self) -> bool {
        false
    }
    /// Returns the place for lists that are made of the board, if it drops them when a cell changes.
    /// A part of [`crate::internals`].
    #[doc(hidden)]
    fn lists(&self) -> Option<&GridLists> {
        None
    }
    /// Told when an expression looks beyond the edge, and where.
    fn beyond(&self, _row: f64, _column: f64) {}
}

/// A number that is [`Position`]'s row or column, or the word `None`, which
/// win conditions use: the container then is the row, or the tile itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinate {
    /// Usually a whole number, but nothing in the language makes sure.
    At(f64),
    /// The text `None`.
    None,
}

/// The place in which tile references such as `@This` and `@Next` look.
#[derive(Clone, Copy)]
pub enum Container<'a> {
    /// The game's own grid.
    Grid,
    /// Another board, for instance the grid before a merge.
    Board(&'a dyn Board),
    /// Any value: an array of rows, or one tile under test.
    Value(&'a Value),
}

/// The place an expression is evaluated at.
#[derive(Clone)]
pub struct Position<'a> {
    /// Row.
    pub v: Coordinate,
    /// Column.
    pub h: Coordinate,
    /// Step of the direction, in rows.
    pub vdir: f64,
    /// Step of the direction, in columns.
    pub hdir: f64,
    /// `@MLength`, `@SlideAmount`, `@MoveType`, `@DirectionIndex`.
    pub info: [Value; 4],
    /// The container of the tiles that references read.
    pub container: Container<'a>,
}

impl Default for Position<'_> {
    fn default() -> Self {
        Position {
            v: Coordinate::At(0.0),
            h: Coordinate::At(0.0),
            vdir: 0.0,
            hdir: 0.0,
            info: Position::INFO,
            container: Container::Grid,
        }
    }
}

impl Position<'_> {
    /// The additional information where nothing else is said.
    pub const INFO: [Value; 4] =
        [Value::Number(1.0), Value::Number(f64::INFINITY), Value::Number(0.0), Value::Number(0.0)];
}

/// A counter that expressions can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Counter {
    Score,
    Moves,
    Merges,
    MergeMoves,
    MergesBefore,
}

/// A list of the game that expressions can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum List {
    Discovered,
    Winning,
    Losing,
    NextSpawns,
}

/// A list of the game that expressions can read and change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Store {
    GameVariables,
    ModifierVariables,
    Spawns,
    ForcedSpawns,
}

/// A moment that expressions can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Timer {
    SinceStart,
    SinceFirstMove,
    SinceMoveStart,
    SinceMoveEnd,
    UntilVictory,
    UntilGameOver,
}

/// A game, as far as expressions are concerned.
///
/// Everything has a default that stands for "no game": an empty 4×4 grid, no
/// variables, zero counters, no randomness. A host implements what it has.
pub trait Host {
    /// The game's grid.
    fn grid(&self) -> &dyn Board;
    /// Returns the observer of reads, if there is one: see [`crate::internals`].
    #[doc(hidden)]
    fn observer(&self) -> Option<&dyn Observer> {
        None
    }
    /// Entries per tile: the bound of `k` in `@This k`.
    fn tile_entries(&self) -> usize {
        1
    }
    /// A counter.
    fn counter(&self, _counter: Counter) -> f64 {
        0.0
    }
    /// Adds to the score.
    fn add_score(&mut self, _points: f64) {}
    /// A list that can be read.
    fn list(&self, _list: List) -> &[Value] {
        &[]
    }
    /// `@TileOrder`: the cells in the order in which they are visited.
    fn tile_order(&self) -> Value {
        Value::Array(Array::default())
    }
    /// A list that can be changed.
    fn store(&self, _store: Store) -> &[Value] {
        &[]
    }
    /// A list, to be changed; `None` if this host has no such list.
    fn store_mut(&mut self, _store: Store) -> Option<&mut Vec<Value>> {
        None
    }
    /// `@MVarIndex`: the names beside the modifier variables.
    fn modifier_indices(&self) -> &[Value] {
        &[]
    }
    /// The names beside the modifier variables, to be changed.
    fn modifier_indices_mut(&mut self) -> Option<&mut Vec<Value>> {
        None
    }
    /// Seconds since (or until) a moment; -1 if it has not come.
    fn timer(&self, _timer: Timer) -> f64 {
        -1.0
    }
    /// `@InGameStatus`: 2 in a move, 1 between moves, 0, -1 or -2 elsewhere.
    fn status(&self) -> f64 {
        1.0
    }
    /// Returns true if `@replace_tile` works: the play screen is shown.
    fn can_replace_tiles(&self) -> bool {
        true
    }
    /// `@replace_tile`. The row and column are as the expression gave them.
    fn replace_tile(&mut self, row: f64, column: f64, _tile: Value) -> Result<(), Error> {
        let grid = self.grid();
        Err(ErrorKind::no_cell(row, column, (grid.height(), grid.width(0))).into())
    }
    /// `@ScriptSignal`: appended unless an identical signal waits already.
    fn signal(&mut self, _signal: Value) {}
    /// `announce`: shows a message for some milliseconds.
    fn announce(&mut self, _message: Text, _milliseconds: f64) {}
    /// `output`: shows a value to the author, with the running value.
    fn output(&mut self, _argument: &Value, _value: &Value) {}
    /// The prime table: `@Primes` shows how far it goes.
    fn primes(&mut self) -> &mut Primes;
    /// One uniform random number, 0 <= u < 1.
    fn random(&mut self) -> Result<f64, Error> {
        Err(ErrorKind::NoRandomness.into())
    }
    /// Returns, in a playback, the recorded result of the next random operator.
    fn replayed_random(&mut self) -> Option<Result<Value, Error>> {
        None
    }
    /// The result of a random operator, for the record.
    fn record_random(&mut self, _result: &Value) {}
    /// The expression of a script, for `@run_script`.
    fn script(&self, _index: f64) -> Option<Program> {
        None
    }
    /// Returns true if the grid is of hexagons, which changes how gradients look.
    fn hexagonal(&self) -> bool {
        false
    }
    /// The mode's tile value function.
    fn tile_value(&self) -> Program {
        Program::constant(Value::Number(0.0))
    }
    /// The mode's discovered-tile filter: steps without a first entry.
    fn discovered_filter(&self) -> &[Value] {
        &[]
    }
    /// Returns true if merge rule `rule` applies at `position`, all references moved by `offset`;
    /// docs/spec/rules.md, "The mergeRuleApplies operator".
    fn merge_rule_applies(
        &mut self,
        rule: f64,
        _offset: f64,
        _recursive: bool,
        _position: &Position<'_>,
        _meter: &mut Meter,
    ) -> Result<bool, Error> {
        Err(ErrorKind::BadIndex(format!("merge rule {rule} (counted from 0)")).into())
    }
}

/// A host without a game: an empty 4×4 grid, for evaluating expressions on their own.
#[derive(Clone, Debug)]
pub struct NoGame {
    grid: Value,
    primes: Primes,
}

impl Default for NoGame {
    fn default() -> NoGame {
        let row = Value::array(vec![Value::text("@Empty"); 4]);
        NoGame { grid: Value::array(vec![row; 4]), primes: Primes::default() }
    }
}

impl Host for NoGame {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}

/// An array of rows is a board.
impl Board for Value {
    fn height(&self) -> usize {
        self.as_array().map_or(0, |rows| rows.len())
    }

    fn width(&self, row: usize) -> usize {
        let rows = self.as_array();
        rows.and_then(|rows| rows.get(row)?.as_array()).map_or(0, |cells| cells.len())
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        self.as_array()?.get(row)?.as_array()?.get(column)
    }

    fn to_value(&self) -> Value {
        self.clone()
    }

    fn is_plain(&self) -> bool {
        let is_marker = |rows: &Array| rows.first().is_some_and(|entry| entry.is_word("@CalcArray"));
        self.as_array().is_some_and(|rows| rows.is_plain() && !is_marker(rows))
    }
}
