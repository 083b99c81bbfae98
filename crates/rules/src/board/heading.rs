//! Headings: the way in which a move crosses the board, and what expressions see of it.

use std::sync::Arc;

use calcarray::{Container, Coordinate, Position, Value};

use crate::board::cell::Cell;
use crate::board::direction::Direction;
use crate::board::grid::{Grid, Step};
use crate::board::tile_table::Kind;

/// The maker of a move: the player or the mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mover {
    /// The player, with the direction of this index.
    Player(usize),
    /// The automatic move of this index.
    Automatic(usize),
}

impl Mover {
    /// `@DirectionIndex`.
    pub(crate) fn index(self) -> f64 {
        match self {
            Mover::Player(direction) => direction as f64 + 1.0,
            Mover::Automatic(index) => -(index as f64 + 1.0),
        }
    }
}

/// The neighbours of a cell in a direction, each of them perhaps [`EDGE`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbours {
    pub(crate) ahead: u32,
    pub(crate) behind: u32,
    /// The place in the order of the move.
    pub(crate) place: u32,
}

/// Stands for a neighbour outside of the grid.
pub(crate) const EDGE: u32 = u32::MAX;

/// The values of `@SlideAmount`, `@MoveType` and `@DirectionIndex`.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    pub(crate) slide: Value,
    pub(crate) kind: Value,
    pub(crate) index: Value,
}

impl Default for Info {
    fn default() -> Info {
        let [_, slide, kind, index] = Position::INFO;
        Info { slide, kind, index }
    }
}

impl Info {
    pub(crate) fn new(slide: f64, kind: f64, index: f64) -> Info {
        Info { slide: slide.into(), kind: kind.into(), index: index.into() }
    }

    /// Returns the values without type and direction index, as Merge and ZeroMerge scripts see
    /// them.
    pub(crate) fn without_kind(&self) -> Info {
        Info { slide: self.slide.clone(), ..Info::default() }
    }

    /// Returns the values with the merge length before them, as expressions see them.
    pub(crate) fn with_length(&self, length: Value) -> [Value; 4] {
        [length, self.slide.clone(), self.kind.clone(), self.index.clone()]
    }
}

/// The step and the further information of the move being made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heading {
    pub(crate) step: Step,
    pub(crate) info: Info,
    /// The neighbours of each cell at this step, where they have been worked out
    /// beforehand.
    pub(crate) neighbours: Option<Arc<[Neighbours]>>,
}

impl Heading {
    /// The heading of a move.
    pub(crate) fn of(direction: &Direction, mover: Mover) -> Heading {
        Heading {
            step: Step::new(direction.rows, direction.columns),
            info: Info::new(direction.slide, direction.kind, mover.index()),
            neighbours: None,
        }
    }

    /// The neighbours of a cell, where they are known beforehand.
    #[inline]
    pub(crate) fn neighbours_of(&self, index: usize) -> Option<&Neighbours> {
        self.neighbours.as_ref()?.get(index)
    }

    /// The neighbour of a cell, slippery cells passed over; `None` outside.
    #[inline(always)]
    pub(crate) fn next(&self, grid: &Grid, index: usize) -> Option<usize> {
        if let Some(own) = self.neighbours_of(index) {
            match grid.ids().get(own.ahead as usize) {
                None => return None,
                Some(id) if id.kind() != Kind::Slippery => return Some(own.ahead as usize),
                _ => {}
            }
        }
        grid.next(grid.place(index), self.step).map(|next| grid.index(next))
    }

    /// The very next cell; `None` outside.
    #[inline]
    pub(crate) fn neighbour(&self, grid: &Grid, index: usize) -> Option<usize> {
        match self.neighbours_of(index) {
            Some(own) => (own.ahead != EDGE).then_some(own.ahead as usize),
            None => grid.neighbour(grid.place(index), self.step).map(|next| grid.index(next)),
        }
    }

    /// The cell just behind; `None` outside.
    #[inline]
    pub(crate) fn behind(&self, grid: &Grid, index: usize) -> Option<usize> {
        match self.neighbours_of(index) {
            Some(own) => (own.behind != EDGE).then_some(own.behind as usize),
            None => grid.neighbour(grid.place(index), self.step.back()).map(|next| grid.index(next)),
        }
    }

    /// The position of a cell, with length information 1.
    pub(crate) fn at(&self, cell: Cell) -> Position<'static> {
        self.with_length(cell, Value::Number(1.0))
    }

    /// The position of a cell with other length information.
    pub(crate) fn with_length(&self, cell: Cell, length: Value) -> Position<'static> {
        Position {
            v: Coordinate::At(cell.row as f64),
            h: Coordinate::At(cell.column as f64),
            vdir: self.step.rows as f64,
            hdir: self.step.columns as f64,
            info: self.info.with_length(length),
            container: Container::Grid,
        }
    }
}
