//! A move of the tiles of a board.

use crate::board::direction::Direction;
use crate::board::heading::{Heading, Mover};
use crate::board::visit_order::Order;

/// A move: its mover, direction, and order of cells.
#[derive(Clone, Copy)]
pub(crate) struct Move<'r> {
    pub(crate) mover: Mover,
    pub(crate) direction: &'r Direction,
    pub(crate) order: &'r Order,
    pub(crate) heading: &'r Heading,
}
