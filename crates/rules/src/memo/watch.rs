//! What an evaluation looks at.
//!
//! The result of a rule may be remembered only together with everything it
//! depends on. Nothing is guessed from the text of an expression: while a
//! result is learned, the game listens to what the expression asks it.

use std::cell::Cell as Changing;
use std::rc::Rc;

use calcarray::host::Looked;
use calcarray::{Board, Value};

use crate::cell::Cell;
use crate::grid::{Grid, Step};

/// What a result depends on, besides the tiles of its line from the tile that
/// moves on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// The direction, as a value.
    pub(crate) direction: bool,
    /// Game or modifier variables.
    pub(crate) variables: bool,
    /// The spawn list, or it changed it.
    pub(crate) spawns: bool,
    /// Anything else, or an effect beyond the result.
    pub(crate) other: bool,
}

impl Reads {
    /// Nothing but the spawn list.
    pub(crate) fn nothing_but_spawns(self) -> bool {
        Reads { spawns: false, ..self }.nothing()
    }

    /// Nothing but its tiles.
    pub(crate) fn nothing(self) -> bool {
        self == Reads::default()
    }
}

/// Listens to evaluations.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The cells of a line, the front one first; for each place of the grid
    /// one more than its place in the line, or 0.
    places: Vec<u16>,
    front: (i64, i64),
    rear: (i64, i64),
    step: Step,
    /// Whether what is behind the rear cell must not be looked at.
    ahead_only: bool,
    /// How many cells were looked at, from the rear one on; beyond the edge
    /// counts as one more.
    ahead: Changing<usize>,
    length: usize,
    /// The place in the line of the tile that moves.
    moving: Changing<u16>,
    reads: Changing<Reads>,
    /// Whether nothing may be changed while it listens.
    forbids: bool,
}

impl Watch {
    /// Whether expressions must not change anything: nobody would take it
    /// back. What they were to change counts as looked at, so that their
    /// result is not remembered.
    pub(crate) fn forbids(&self) -> bool {
        self.forbids
    }

    /// For something that has no place on the grid.
    pub(crate) fn nowhere() -> Watch {
        Watch::default()
    }

    /// For tiles that move along a line of cells, the front one first.
    pub(crate) fn line(grid: &Grid, cells: &[u32], step: Step) -> Watch {
        let mut places = vec![0; grid.size()];
        for (place, cell) in cells.iter().enumerate() {
            places[*cell as usize] = place as u16 + 1;
        }
        let at = |cell: Option<&u32>| {
            let cell = grid.place(cell.map_or(0, |cell| *cell as usize));
            (cell.row as i64, cell.column as i64)
        };
        Watch {
            places,
            front: at(cells.first()),
            rear: at(cells.last()),
            step,
            forbids: true,
            ..Watch::default()
        }
    }

    /// For the tile in the first of these cells, the others being ahead of it.
    pub(crate) fn ray(grid: &Grid, cells: &[Cell], step: Step) -> Watch {
        let front_first: Vec<u32> = cells.iter().rev().map(|cell| grid.index(*cell) as u32).collect();
        let watch = Watch::line(grid, &front_first, step);
        watch.moving(cells.len());
        Watch { ahead_only: true, length: cells.len(), ..watch }
    }

    /// The edge ahead was met.
    pub(crate) fn edge_ahead(&self) {
        self.ahead.set(self.length + 1);
    }

    /// How many cells of a ray were looked at; one more than there are if the
    /// edge was.
    pub(crate) fn looked_ahead(&self) -> usize {
        self.ahead.get()
    }

    /// The tile at this place in the line is going to move.
    pub(crate) fn moving(&self, place: usize) {
        self.moving.set(place as u16 + 1);
    }

    pub(crate) fn reads(&self) -> Reads {
        self.reads.get()
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

    pub(crate) fn other(&self) {
        self.reads.set(Reads { other: true, ..self.reads.get() });
    }

    /// Tiles are looked at along this step.
    pub(crate) fn steps(&self, step: Step) {
        if step != self.step {
            self.other();
        }
    }

    pub(crate) fn note(&self, looked: Looked) {
        match looked {
            Looked::Direction => self.direction(),
            Looked::Place | Looked::Primes => self.other(),
        }
    }

    /// A cell was looked at. Those behind the moving tile change while it
    /// waits, so that the result would depend on when it is asked again.
    pub(crate) fn cell(&self, place: usize) {
        let place = self.places.get(place).copied().unwrap_or(0);
        if place == 0 || place > self.moving.get() {
            self.other();
        }
        let seen = self.length.saturating_sub(usize::from(place)) + 1;
        self.ahead.set(self.ahead.get().max(seen));
    }

    /// Something beyond the edge was looked at: every line ends alike, but
    /// only straight ahead.
    pub(crate) fn beyond(&self, row: f64, column: f64) {
        let straight = |from: (i64, i64), step: Step| {
            let (down, right) = (row - from.0 as f64, column - from.1 as f64);
            let steps = if step.rows != 0 { down / step.rows as f64 } else { right / step.columns as f64 };
            steps >= 1.0 && down == steps * step.rows as f64 && right == steps * step.columns as f64
        };
        let on_the_line = !self.places.is_empty()
            && !self.step.is_still()
            && (straight(self.front, self.step)
                || (!self.ahead_only && straight(self.rear, self.step.back())));
        self.ahead.set(self.length + 1);
        if !on_the_line {
            self.other();
        }
    }
}

/// A grid that tells a watch what is looked at.
pub(crate) struct Watched<'g> {
    pub(crate) grid: &'g Grid,
    pub(crate) watch: Rc<Watch>,
}

impl Watched<'_> {
    fn all(&self) {
        self.watch.other();
    }
}

impl Board for Watched<'_> {
    fn height(&self) -> usize {
        Board::height(self.grid)
    }

    fn width(&self, row: usize) -> usize {
        Board::width(self.grid, row)
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        let cell = Cell::new(row, column);
        if self.grid.contains(cell) {
            self.watch.cell(self.grid.index(cell));
        }
        Board::cell(self.grid, row, column)
    }

    fn to_value(&self) -> Value {
        self.all();
        Board::to_value(self.grid)
    }

    fn beyond(&self, row: f64, column: f64) {
        self.watch.beyond(row, column);
    }
}
