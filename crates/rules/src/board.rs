//! The board: cells, what is in them, and how directions cross them.
//!
//! Nothing here knows rules or turns. Contents of cells are interned in a table
//! (`tile_table`), so that a grid is an array of small numbers; what a direction makes
//! of a grid, its lines, the neighbours of cells and the order in which they are
//! visited, is worked out once for each ruleset.

pub(crate) mod cell;
pub(crate) mod direction;
pub(crate) mod grid;
pub(crate) mod heading;
pub(crate) mod lines;
pub(crate) mod moves;
pub(crate) mod places;
pub(crate) mod shared_list;
pub(crate) mod shared_values;
pub(crate) mod tile_table;
pub(crate) mod value_key;
pub(crate) mod visit_order;
