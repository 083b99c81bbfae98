//! The effects of modifiers on a mode: a file for each, and the order in which they
//! are applied.

pub(crate) mod apply;
pub(crate) mod boxes;
mod colors;
mod destroying_clicks;
pub(crate) mod direction_set;
mod garbage;
pub(crate) mod grid;
mod hidden_colors;
mod mark;
mod negative_tiles;
pub(crate) mod plain;
pub(crate) mod random_cells;
mod same_direction;
mod spawn_interval;
mod spawn_rule;
pub(crate) mod stat_box;
mod temporary_holes;
mod unmerging;
mod unmoving;
