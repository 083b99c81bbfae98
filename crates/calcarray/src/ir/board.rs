//! The places and the counters of a game that expressions name: boards, positions on them, lists.
//! See docs/spec/calcarray.md, "State an expression can read or change".

use crate::array::Array;
use crate::ir::grid_lists::GridLists;
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

/// A coordinate or step as an index, if it is one.
#[inline]
pub(crate) fn whole(number: f64) -> Option<i32> {
    // The lowest bits of such a sum are those of the number. A cast would look
    // after numbers of any size, which takes longer.
    const INTEGERS: f64 = (3_u64 << 51) as f64;
    let whole = (number + INTEGERS).to_bits() as i32;
    (f64::from(whole) == number).then_some(whole)
}
