//! The grid: a rectangle of cells.

use std::sync::{Arc, OnceLock};

use calcarray::internals::GridLists;
use calcarray::{Board, Value};

use crate::board::cell::Cell;
use crate::board::shared_values::share;
use crate::board::tile_table::{Kind, TileId, Tiles};

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
        Step { rows: self.rows.saturating_neg(), columns: self.columns.saturating_neg() }
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
    made: MadeValue,
}

/// The value of a grid as a list of rows, and other lists of what is in it. Scripts ask for them
/// again and again, often after each cell that they have changed. They are kept within a turn only,
/// since their size is not counted: copies of a grid have none.
#[derive(Debug, Default)]
struct MadeValue {
    value: OnceLock<Value>,
    /// The value from before some cells were set, with a bit for each row of these cells.
    before: Option<(Value, u64)>,
    /// Other lists that expressions made of the grid.
    lists: GridLists,
}

impl Clone for MadeValue {
    fn clone(&self) -> MadeValue {
        MadeValue::default()
    }
}

impl MadeValue {
    #[inline(always)]
    fn forget(&mut self) {
        if !self.is_empty() {
            *self = MadeValue::default();
        }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.before.is_none() && self.value.get().is_none() && self.lists.is_empty()
    }

    /// Forgets a row.
    fn forget_row(&mut self, row: usize) {
        if row >= u64::BITS as usize {
            return self.forget();
        }
        if !self.lists.is_empty() {
            self.lists = GridLists::default();
        }
        if let Some(value) = self.value.take() {
            self.before = Some((value, 0));
        }
        if let Some((_, changed)) = &mut self.before {
            *changed |= 1 << row;
        }
    }

    /// Returns a row, if it is the same as before.
    fn row(&self, row: usize) -> Option<&Value> {
        let (before, changed) = self.before.as_ref()?;
        // Nothing is remembered once a cell of a row without a bit was set.
        let is_same = row >= u64::BITS as usize || changed >> row & 1 == 0;
        before.as_array().filter(|_| is_same)?.get(row)
    }
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
        let tiles = Arc::clone(tiles);
        let (pending, made) = (PendingChecks::ALL, MadeValue::default());
        let mut grid = Grid { height, width, cells, tiles, pending, made };
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
        self.made.forget();
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
        if !self.made.is_empty() {
            self.made.forget_row(index / self.width.max(1));
        }
        self.cells[index] = id;
    }

    /// Moves what is in a cell to an empty one.
    #[inline(always)]
    pub(crate) fn slide(&mut self, from: usize, to: usize) {
        self.made.forget();
        self.cells[to] = std::mem::replace(&mut self.cells[from], TileId::EMPTY);
    }

    fn set_index(&mut self, index: usize, content: &Value) {
        self.pending = PendingChecks::ALL;
        self.made.forget_row(index / self.width.max(1));
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

    /// Forgets the value that was made for expressions.
    pub(crate) fn forget_value(&mut self) {
        self.made.forget();
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
        if row < self.height { self.width } else { 0 }
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        let cell = Cell::new(row, column);
        self.contains(cell).then(|| self.content(cell))
    }

    fn is_empty(&self, row: i32, column: i32) -> Option<bool> {
        let cell = Cell::new(usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        self.contains(cell).then(|| self.id(cell) == TileId::EMPTY)
    }

    fn is_plain(&self) -> bool {
        self.tiles.are_plain()
    }

    fn lists(&self) -> Option<&GridLists> {
        Some(&self.made.lists)
    }

    fn to_value(&self) -> Value {
        let content = |id: &TileId| self.value(*id).clone();
        let row = |row: usize| match self.made.row(row) {
            Some(same) => same.clone(),
            None => {
                let cells = &self.cells[row * self.width..][..self.width];
                Value::array(cells.iter().map(content).collect::<Vec<_>>())
            }
        };
        let rows = || Value::array((0..self.height).map(row).collect::<Vec<_>>());
        self.made.value.get_or_init(rows).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use calcarray::{Host, Limits, Meter, Position, Primes, Program, json};

    /// A host with a grid and nothing else.
    struct Shown(Grid, Primes);

    impl Host for Shown {
        fn grid(&self) -> &dyn Board {
            &self.0
        }

        fn primes(&mut self) -> &mut Primes {
            &mut self.1
        }
    }

    impl Shown {
        /// Returns the value of an expression, and what is left of the meter.
        fn value(&mut self, program: &Program) -> (Value, u64, u64) {
            let mut meter = Meter::new(Limits::default());
            let value = program.run(self, &Position::default(), &mut meter).unwrap();
            (value, meter.steps_left(), meter.memory_left())
        }
    }

    fn grid(height: usize, width: usize) -> Grid {
        let rows = Value::array(vec![Value::array(vec!["@Empty".into(); width]); height]);
        Grid::read(&rows, height, width, &Tiles::new().into()).unwrap()
    }

    /// The rows as they are, whatever was made before.
    fn rows(grid: &Grid) -> Value {
        grid.clone().to_value()
    }

    /// Lists that are kept are those that would be made, and count for as much.
    #[test]
    fn lists_are_those_of_the_cells_after_each_change() {
        let programs = [
            r#"["@Grid","arr_flat",2]"#,
            r#"["@Grid","arr_flat",2,"arr_filter",["@var_retain","@Var -1","typeof","=","number"]]"#,
            r#"["@Grid","arr_flat",2,"arr_filter",["@var_retain","@Var -1","!=",3],"arr_length"]"#,
            r#"["@Grid","arr_flat",2,"arr_filter",["@var_retain","@Var -1","=",3],"arr_length"]"#,
            r#"["@Grid","arr_flat",2,"arr_filter",["@var_retain","@Var -1","typeof","=","number"],"arr_length"]"#,
        ]
        .map(|text| Program::compile(&json::read(text, &Default::default()).unwrap(), &Limits::default()));
        let mut shown = Shown(grid(3, 3), Primes::default());
        for step in 0..60 {
            let (index, tile) = (step * 7 % 9, Value::array(vec![((step % 4) as f64).into(), 3.0.into()]));
            match step % 5 {
                0 => shown.0.set_at(index, TileId::EMPTY),
                1 => shown.0.slide(index, (index + 1) % 9),
                _ => shown.0.set(shown.0.place(index), &tile),
            }
            for program in programs.iter().flatten().chain(programs.iter().flatten().rev()) {
                let fresh = Shown(shown.0.clone(), Primes::default()).value(program);
                assert_eq!(shown.value(program), fresh, "step {step}: {}", json::write(program.source()));
            }
            assert!(!shown.0.made.lists.is_empty());
        }
    }

    #[test]
    fn lists_that_expressions_may_not_have_are_not_kept() {
        let flat = json::read(r#"["@Grid","arr_flat",2]"#, &Default::default()).unwrap();
        let flat = Program::compile(&flat, &Limits::default()).unwrap();
        let few = |array_length, steps| Limits { array_length, steps, ..Limits::default() };
        for (limits, is_kept) in [(few(9, 1_000), true), (few(8, 1_000), false), (few(9, 10), false)] {
            let mut shown = Shown(grid(3, 3), Primes::default());
            let value = flat.run(&mut shown, &Position::default(), &mut Meter::new(limits.clone()));
            assert_eq!((value.is_ok(), !shown.0.made.lists.is_empty()), (is_kept, is_kept), "{limits:?}");
        }
    }

    #[test]
    fn the_value_is_that_of_the_cells_after_each_change() {
        let tile = |number: f64| Value::array(vec![number.into()]);
        for (height, width) in [(1, 1), (2, 3), (4, 4), (70, 2)] {
            let mut grid = grid(height, width);
            for step in 0..height * width * 3 {
                let index = step * 7 % (height * width);
                match step % 5 {
                    0 => grid.set_at(index, TileId::EMPTY),
                    1 => grid.slide(index, (index + 1) % (height * width)),
                    _ => grid.set(grid.place(index), &tile(step as f64)),
                }
                if step % 3 != 0 {
                    assert_eq!(grid.to_value(), rows(&grid), "{height} rows, step {step}");
                }
            }
        }
    }

    #[test]
    fn only_rows_that_were_set_are_made_again() {
        let mut grid = grid(3, 2);
        let before = grid.to_value();
        grid.set(Cell::new(1, 0), &Value::array(vec![1.0.into()]));
        let after = grid.to_value();
        let same = |row: usize| {
            let of = |value: &Value| value.as_array().unwrap()[row].as_array().unwrap().clone();
            of(&before).same_storage(&of(&after))
        };
        assert_eq!([same(0), same(1), same(2)], [true, false, true]);
    }
}
