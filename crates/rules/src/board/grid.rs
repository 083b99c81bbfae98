//! The grid: a rectangle of cells.

use std::sync::Arc;

use calcarray::{Board, Value};

use crate::board::cell::Cell;
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::game::state::share;

/// One step in a direction: rows down and columns to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub(crate) rows: i64,
    pub(crate) columns: i64,
}

impl Step {
    pub(crate) fn new(rows: i64, columns: i64) -> Step {
        Step { rows, columns }
    }

    pub(crate) fn back(self) -> Step {
        Step { rows: -self.rows, columns: -self.columns }
    }

    pub(crate) fn is_still(self) -> bool {
        self.rows == 0 && self.columns == 0
    }
}

/// A rectangle of cells, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    height: usize,
    width: usize,
    cells: Vec<TileId>,
    tiles: Arc<Tiles>,
    /// The checks of the cells' contents that are still to be made.
    pub(crate) pending: PendingChecks,
}

/// The checks of a grid's contents that are still to be made, because cells may hold new contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingChecks {
    /// True if undiscovered tiles are still to be looked for.
    pub(crate) to_discover: bool,
    /// True if tiles that win or lose are still to be looked for.
    pub(crate) to_check_goals: bool,
}

impl PendingChecks {
    const ALL: PendingChecks = PendingChecks { to_discover: true, to_check_goals: true };
}

impl Grid {
    /// Rows of cells; `None` if they are not `height` rows of `width` cells.
    pub(crate) fn read(rows: &Value, height: usize, width: usize, tiles: &Arc<Tiles>) -> Option<Grid> {
        let rows = rows.as_array()?;
        let rectangle = rows.len() == height
            && rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == width));
        if !rectangle {
            return None;
        }
        let cells = vec![TileId::EMPTY; height * width];
        let mut grid = Grid { height, width, cells, tiles: Arc::clone(tiles), pending: PendingChecks::ALL };
        let contents = rows.iter().filter_map(Value::as_array).flat_map(|row| row.iter());
        for (index, content) in contents.enumerate() {
            grid.set_index(index, content);
        }
        Some(grid)
    }

    /// Becomes like `other`, in the memory it has already.
    pub(crate) fn copy_from(&mut self, other: &Grid) {
        (self.height, self.width, self.pending) = (other.height, other.width, other.pending);
        self.cells.clone_from(&other.cells);
        share(&mut self.tiles, &other.tiles);
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of cells.
    pub(crate) fn size(&self) -> usize {
        self.cells.len()
    }

    /// The ids of all cells, row by row.
    pub(crate) fn ids(&self) -> &[TileId] {
        &self.cells
    }

    pub(crate) fn tiles(&self) -> &Arc<Tiles> {
        &self.tiles
    }

    /// Returns all cells, row by row.
    pub(crate) fn places(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width.max(1);
        (0..self.cells.len()).map(move |index| Cell::new(index / width, index % width))
    }

    pub(crate) fn contains(&self, cell: Cell) -> bool {
        cell.row < self.height && cell.column < self.width
    }

    /// The place of a cell of this grid in [`Grid::ids`].
    pub(crate) fn index(&self, cell: Cell) -> usize {
        cell.row * self.width + cell.column
    }

    /// The cell at a place in [`Grid::ids`].
    pub(crate) fn place(&self, index: usize) -> Cell {
        Cell::new(index / self.width, index % self.width)
    }

    /// The id in a cell of this grid.
    pub(crate) fn id(&self, cell: Cell) -> TileId {
        self.cells[self.index(cell)]
    }

    pub(crate) fn kind(&self, cell: Cell) -> Kind {
        self.id(cell).kind()
    }

    /// Returns true if any cell is of a kind.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        // No branch on what is in a cell, since it would often be mispredicted.
        self.tiles.have(kind) && self.cells.iter().fold(false, |any, id| any | id.is_of(kind))
    }

    /// The content of a cell of this grid.
    pub(crate) fn content(&self, cell: Cell) -> &Value {
        self.tiles.get(self.id(cell))
    }

    pub(crate) fn value(&self, id: TileId) -> &Value {
        self.tiles.get(id)
    }

    /// Puts a content into a cell of this grid.
    pub(crate) fn set(&mut self, cell: Cell, content: &Value) {
        self.set_index(self.index(cell), content);
    }

    /// Puts an id of this very grid into a cell.
    #[inline]
    pub(crate) fn set_at(&mut self, index: usize, id: TileId) {
        self.pending = PendingChecks::ALL;
        self.cells[index] = id;
    }

    /// Moves what is in a cell to an empty one.
    #[inline(always)]
    pub(crate) fn slide(&mut self, from: usize, to: usize) {
        self.cells[to] = std::mem::replace(&mut self.cells[from], TileId::EMPTY);
    }

    fn set_index(&mut self, index: usize, content: &Value) {
        self.pending = PendingChecks::ALL;
        self.cells[index] = match content {
            empty if empty.is_word("@Empty") => TileId::EMPTY,
            content => self.intern(content),
        };
    }

    fn intern(&mut self, content: &Value) -> TileId {
        self.tiles.intern(content).unwrap_or_else(|| {
            self.renew();
            self.tiles.intern(content).unwrap_or(TileId::EMPTY)
        })
    }

    /// Goes on with a table of what is on the grid only. A table has room for
    /// far more contents than a grid has cells.
    fn renew(&mut self) {
        let tiles = Tiles::new();
        for id in &mut self.cells {
            *id = tiles.intern(self.tiles.get(*id)).unwrap_or(TileId::EMPTY);
        }
        self.tiles = Arc::new(tiles);
    }

    /// The cell one step on, slippery cells passed over; `None` outside.
    pub(crate) fn next(&self, cell: Cell, step: Step) -> Option<Cell> {
        let mut cell = cell;
        loop {
            cell = self.neighbour(cell, step)?;
            if self.kind(cell) != Kind::Slippery || step.is_still() {
                return Some(cell);
            }
        }
    }

    /// The very next cell; `None` outside.
    pub(crate) fn neighbour(&self, cell: Cell, step: Step) -> Option<Cell> {
        let row = usize::try_from((cell.row as i64).checked_add(step.rows)?).ok()?;
        let column = usize::try_from((cell.column as i64).checked_add(step.columns)?).ok()?;
        let next = Cell::new(row, column);
        self.contains(next).then_some(next)
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        let same_shape = self.height == other.height && self.width == other.width;
        same_shape
            && if Arc::ptr_eq(&self.tiles, &other.tiles) {
                self.cells == other.cells
            } else {
                let (ours, theirs) = (self.cells.iter(), other.cells.iter());
                ours.zip(theirs).all(|(a, b)| self.value(*a) == other.value(*b))
            }
    }
}

impl Board for Grid {
    fn height(&self) -> usize {
        self.height
    }

    fn width(&self, row: usize) -> usize {
        if row < self.height {
            self.width
        } else {
            0
        }
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        let cell = Cell::new(row, column);
        self.contains(cell).then(|| self.content(cell))
    }

    fn to_value(&self) -> Value {
        let row =
            |row: &[TileId]| Value::array(row.iter().map(|id| self.value(*id).clone()).collect::<Vec<_>>());
        if self.width == 0 {
            return Value::array(vec![Value::array(Vec::new()); self.height]);
        }
        Value::array(self.cells.chunks(self.width).map(row).collect::<Vec<_>>())
    }
}
