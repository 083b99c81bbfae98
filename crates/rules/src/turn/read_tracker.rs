//! Tracking of the reads of an evaluation.
//!
//! The result of a rule may be cached only together with everything it depends on. Nothing is
//! guessed from the text of an expression: while a result is recorded, every read of the expression
//! is noted.

use std::cell::{Cell as Changing, RefCell};
use std::rc::Rc;

use calcarray::internals::Looked;
use calcarray::{Board, Value};

use crate::board::cell::Cell;
use crate::board::grid::{Grid, Step};

/// The things that a result depends on, besides the tiles of its line from the moving tile on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// The direction, as a value.
    pub(crate) direction: bool,
    /// Game or modifier variables, or whether the number of moves is odd.
    pub(crate) variables: bool,
    /// The spawn list, or it changed it.
    pub(crate) spawns: bool,
    /// The discovered tiles.
    pub(crate) discovered: bool,
    /// The coordinates of the cell.
    pub(crate) place: bool,
    /// Anything else, or an effect beyond the result.
    pub(crate) other: bool,
}

impl Reads {
    /// Returns true if the spawn list at most was read.
    pub(crate) fn at_most_spawns(self) -> bool {
        Reads { spawns: false, ..self }.are_none()
    }

    /// Returns true if the discovered tiles at most were read.
    pub(crate) fn at_most_discovered(self) -> bool {
        Reads { discovered: false, ..self }.are_none()
    }

    /// Returns true if something was read that can't be part of a cache key.
    pub(crate) fn are_uncacheable(self) -> bool {
        self.other || self.spawns || self.discovered || self.place
    }

    /// Returns true if something was read besides variables, the direction, the place and the tiles
    /// of the line.
    pub(crate) fn depend_on_more_than_variables(self) -> bool {
        Reads { place: false, ..self }.are_uncacheable()
    }

    /// Returns true if only the tiles of the line were read.
    pub(crate) fn are_none(self) -> bool {
        self == Reads::default()
    }
}

/// Dependency tracking: notes what evaluations read while something is recorded.
#[derive(Debug, Default)]
pub(crate) struct ReadTracker {
    /// The cells of a line, the front one first; for each place of the grid
    /// one more than its place in the line, or 0.
    places: Vec<u16>,
    front: (i64, i64),
    rear: (i64, i64),
    step: Step,
    /// The reach of a test along the line, if one tile is tested.
    reach: Option<Reach>,
    reads: Changing<Reads>,
    /// True if a cell of the line was read.
    has_read_line: Changing<bool>,
    /// True if expressions may change nothing while they are tracked.
    forbids: bool,
    /// True if game variables may be set all the same; the recording restores them.
    lets_set_variables: Changing<bool>,
}

impl ReadTracker {
    /// Returns true if expressions may change nothing, because the change would not be restored. A
    /// forbidden change counts as a read, so that the result is not cached.
    pub(crate) fn forbids(&self) -> bool {
        self.forbids
    }

    /// Allows game variables to be set from now on.
    pub(crate) fn let_set_variables(&self) {
        self.lets_set_variables.set(true);
    }

    /// Returns true if game variables may be set even where all other changes are forbidden.
    pub(crate) fn lets_set_variables(&self) -> bool {
        self.lets_set_variables.get()
    }

    /// A tracker for an evaluation that has no place on the grid.
    pub(crate) fn nowhere() -> ReadTracker {
        ReadTracker::default()
    }

    /// A tracker without a place on the grid that forbids changes.
    pub(crate) fn forbidding() -> ReadTracker {
        ReadTracker { forbids: true, ..ReadTracker::default() }
    }

    /// A tracker for tiles that move along a line of cells, the front one first.
    ///
    /// When a tile is asked again only because something merged elsewhere, and
    /// whatever it sees then, is the line's own affair: see
    /// [`Accelerator::record_line`](crate::fast::Accelerator::record_line).
    fn line(mut places: Vec<u16>, grid: &Grid, cells: &[u32], step: Step) -> ReadTracker {
        places.clear();
        places.resize(grid.size(), 0);
        for (place, cell) in cells.iter().enumerate() {
            places[*cell as usize] = place as u16 + 1;
        }
        let at = |cell: Option<&u32>| {
            let cell = grid.place(cell.map_or(0, |cell| *cell as usize));
            (cell.row as i64, cell.column as i64)
        };
        ReadTracker {
            places,
            front: at(cells.first()),
            rear: at(cells.last()),
            step,
            forbids: true,
            ..ReadTracker::default()
        }
    }

    /// Makes `tracker` one for a line of cells, in its own storage if nothing else
    /// holds it.
    pub(crate) fn track(tracker: &mut Rc<ReadTracker>, grid: &Grid, cells: &[u32], step: Step) {
        match Rc::get_mut(tracker) {
            Some(own) => *own = ReadTracker::line(std::mem::take(&mut own.places), grid, cells, step),
            None => *tracker = Rc::new(ReadTracker::line(Vec::new(), grid, cells, step)),
        }
    }

    /// A tracker for the tile of one cell. Changes are not forbidden, but count as reads.
    pub(crate) fn cell_alone(grid: &Grid, index: usize, step: Step) -> ReadTracker {
        let tracker = ReadTracker::line(Vec::new(), grid, &[index as u32], step);
        ReadTracker { forbids: false, ..tracker }
    }

    /// A tracker for one tile of a line of cells, the front one first, that notes
    /// how far the test looks.
    pub(crate) fn reach(grid: &Grid, cells: &[u32], own: usize, step: Step) -> ReadTracker {
        let tracker = ReadTracker::line(Vec::new(), grid, cells, step);
        ReadTracker {
            reach: Some(Reach {
                own: own + 1,
                length: cells.len(),
                cell: cells.get(own).map(|cell| grid.place(*cell as usize)).unwrap_or_default(),
                height: grid.height(),
                width: grid.width(),
                ..Reach::default()
            }),
            ..tracker
        }
    }

    /// Notes that the test looked at the edge ahead.
    pub(crate) fn edge_ahead(&self) {
        if let Some(reach) = &self.reach {
            reach.look_along(Side::Ahead, reach.own + 1);
        }
    }

    /// Returns the order in which the cells of the line, and those beside it, were read first, those
    /// beyond the edges included.
    pub(crate) fn looks(&self) -> Vec<Look> {
        self.reach.as_ref().map(|reach| reach.looks.borrow().clone()).unwrap_or_default()
    }

    pub(crate) fn reads(&self) -> Reads {
        self.reads.get()
    }

    /// Returns true if a cell of the line was read.
    pub(crate) fn has_read_line(&self) -> bool {
        self.has_read_line.get()
    }

    pub(crate) fn direction(&self) {
        self.reads.set(Reads { direction: true, ..self.reads.get() });
    }

    pub(crate) fn variables(&self) {
        self.reads.set(Reads { variables: true, ..self.reads.get() });
    }

    pub(crate) fn spawns(&self) {
        self.reads.set(Reads { spawns: true, ..self.reads.get() });
    }

    pub(crate) fn discovered(&self) {
        self.reads.set(Reads { discovered: true, ..self.reads.get() });
    }

    pub(crate) fn other(&self) {
        self.reads.set(Reads { other: true, ..self.reads.get() });
    }

    /// Notes that the test looks at tiles along this step.
    pub(crate) fn steps(&self, step: Step) {
        if step != self.step {
            self.other();
        }
    }

    pub(crate) fn note(&self, looked: Looked) {
        match looked {
            Looked::Direction => self.direction(),
            Looked::Place => self.reads.set(Reads { place: true, ..self.reads.get() }),
            Looked::Primes => self.other(),
        }
    }

    /// Notes that the content of a cell was read.
    pub(crate) fn cell(&self, place: usize) {
        let index = place;
        let place = usize::from(self.places.get(index).copied().unwrap_or(0));
        if place == 0 {
            match self.reach.as_ref().map_or(0, |reach| reach.width) {
                0 => self.other(),
                width => self.beside((index / width) as f64, (index % width) as f64),
            }
            return;
        }
        self.has_read_line.set(true);
        if let Some(reach) = &self.reach {
            match place.checked_sub(reach.own) {
                Some(behind @ 1..) => reach.look_along(Side::Behind, behind),
                _ => reach.look_along(Side::Ahead, reach.own - place + 1),
            }
        }
    }

    /// Notes a test whether a cell is empty. Beyond the edge, the cell itself is looked at next.
    pub(crate) fn empty(&self, grid: &Grid, row: i32, column: i32) {
        let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        let cell = place.map(|(row, column)| Cell::new(row, column)).filter(|cell| grid.contains(*cell));
        let index = cell.map(|cell| grid.index(cell));
        let (row, column) = (f64::from(row), f64::from(column));
        let is_along = match index {
            Some(index) => self.places.get(index).is_some_and(|place| *place > 0),
            None => self.is_straight(row, column),
        };
        match (&self.reach, index) {
            (Some(reach), _) if !is_along => match reach.look(Look::Empty, row, column) {
                Some(()) => self.direction(),
                None => self.other(),
            },
            (_, Some(index)) => self.cell(index),
            _ => {}
        }
    }

    /// Notes that a cell beside the line was looked at. The way to it is the same in all directions,
    /// but the line is not.
    fn beside(&self, row: f64, column: f64) {
        match self.reach.as_ref().and_then(|reach| reach.look(Look::Beside, row, column)) {
            Some(()) => self.direction(),
            None => self.other(),
        }
    }

    /// Returns two flags: a place is straight ahead of the line, or straight behind it.
    fn sides(&self, row: f64, column: f64) -> (bool, bool) {
        let straight = |from: (i64, i64), step: Step| {
            let (down, right) = (row - from.0 as f64, column - from.1 as f64);
            let steps = if step.rows != 0 { down / step.rows as f64 } else { right / step.columns as f64 };
            steps >= 1.0 && down == steps * step.rows as f64 && right == steps * step.columns as f64
        };
        let is_line = !self.places.is_empty() && !self.step.is_still();
        (is_line && straight(self.front, self.step), is_line && straight(self.rear, self.step.back()))
    }

    fn is_straight(&self, row: f64, column: f64) -> bool {
        let (ahead, behind) = self.sides(row, column);
        ahead || behind
    }

    /// Something beyond the edge was looked at: every line ends alike, but
    /// only straight ahead or behind.
    pub(crate) fn beyond(&self, row: f64, column: f64) {
        let (ahead, behind) = self.sides(row, column);
        let is_outside = |reach: &Reach| {
            let is_part = |part: f64, size: usize| (0.0..size as f64).contains(&part);
            !is_part(row, reach.height) || !is_part(column, reach.width)
        };
        if !ahead && !behind {
            // The place may be that of a slippery cell at the edge, which was passed over.
            match self.reach.as_ref().is_some_and(is_outside) {
                true => self.beside(row, column),
                false => self.other(),
            }
        } else if let Some(reach) = &self.reach {
            match ahead {
                true => reach.look_along(Side::Ahead, reach.own + 1),
                false => reach.look_along(Side::Behind, reach.length - reach.own + 1),
            }
        }
    }
}

/// The side of a place, seen from a tile that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Ahead,
    Behind,
}

/// A look of a test at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The next cell on a side along the line.
    Along(Side),
    /// A cell beside the line.
    Beside(Offset),
    /// A cell beside the line, of which only matters whether it is empty.
    Empty(Offset),
}

/// The way from a cell to another one: rows down and columns to the right, up to [`Offset::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offset {
    rows: i8,
    columns: i8,
}

impl Offset {
    /// The largest number of rows or columns.
    const MOST: i8 = 7;
    /// The numbers of ways are below this.
    pub(crate) const COUNT: u32 = 1 << (2 * Offset::BITS);
    /// The bits of a number for the rows, and for the columns.
    const BITS: u32 = 4;

    fn between(from: Cell, (row, column): (f64, f64)) -> Option<Offset> {
        let part = |from: usize, to: f64| {
            let way = to - from as f64;
            (way.fract() == 0.0 && way.abs() <= f64::from(Offset::MOST)).then_some(way as i8)
        };
        Some(Offset { rows: part(from.row, row)?, columns: part(from.column, column)? })
    }

    /// Returns the number of the way, below [`Offset::COUNT`].
    pub(crate) fn number(self) -> u32 {
        let part = |way: i8| (way + Offset::MOST) as u32;
        part(self.rows) << Offset::BITS | part(self.columns)
    }

    /// Returns the way of a number.
    #[inline]
    pub(crate) fn of_number(number: u32) -> Offset {
        let part = |number: u32| (number & ((1 << Offset::BITS) - 1)) as i8 - Offset::MOST;
        Offset { rows: part(number >> Offset::BITS), columns: part(number) }
    }

    /// Returns the place in a grid at the end of the way from a cell; `None` outside.
    #[inline]
    pub(crate) fn place(self, grid: &Grid, from: Cell) -> Option<usize> {
        let row = from.row.checked_add_signed(self.rows.into())?;
        let cell = Cell::new(row, from.column.checked_add_signed(self.columns.into())?);
        grid.contains(cell).then(|| grid.index(cell))
    }
}

/// The reach of a test along a line, and the order of its reads.
#[derive(Debug, Default)]
struct Reach {
    /// The number of cells from the front one to the own one.
    own: usize,
    length: usize,
    /// The cell of the tile.
    cell: Cell,
    /// The number of rows of the grid.
    height: usize,
    /// The number of columns of the grid.
    width: usize,
    /// The number of cells that were read from the own one on ahead; everything beyond the edge
    /// counts as one cell.
    ahead: Changing<usize>,
    behind: Changing<usize>,
    looks: RefCell<Vec<Look>>,
}

impl Reach {
    /// Notes that cells of a side have been read, up to the distance `cells`.
    fn look_along(&self, side: Side, cells: usize) {
        let seen = if side == Side::Ahead { &self.ahead } else { &self.behind };
        for _ in seen.get()..cells {
            self.looks.borrow_mut().push(Look::Along(side));
        }
        seen.set(seen.get().max(cells));
    }

    /// Notes a look at a cell beside the line; `None` if it is too far away.
    fn look(&self, look: fn(Offset) -> Look, row: f64, column: f64) -> Option<()> {
        let look = look(Offset::between(self.cell, (row, column))?);
        let mut looks = self.looks.borrow_mut();
        if !looks.contains(&look) {
            looks.push(look);
        }
        Some(())
    }
}

/// A grid that tells the tracker which cells are read.
pub(crate) struct TrackedGrid<'g> {
    pub(crate) grid: &'g Grid,
    pub(crate) tracker: Rc<ReadTracker>,
}

impl TrackedGrid<'_> {
    fn all(&self) {
        self.tracker.other();
    }
}

impl Board for TrackedGrid<'_> {
    fn height(&self) -> usize {
        Board::height(self.grid)
    }

    fn width(&self, row: usize) -> usize {
        Board::width(self.grid, row)
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        let cell = Cell::new(row, column);
        if self.grid.contains(cell) {
            self.tracker.cell(self.grid.index(cell));
        }
        Board::cell(self.grid, row, column)
    }

    /// Returns false, so that cells are read one by one: those that an expression does not
    /// read are no dependency of its result.
    fn tiles<'b>(&'b self, _: (i32, i32), _: (i32, i32), _: &mut [&'b [Value]]) -> bool {
        false
    }

    fn to_value(&self) -> Value {
        self.all();
        Board::to_value(self.grid)
    }

    fn beyond(&self, row: f64, column: f64) {
        self.tracker.beyond(row, column);
    }
}
