//! What players can change about any mode: modifiers, settings, and modes of
//! their own making.
//!
//! A modifier is a function from a mode to a mode: [`apply`] gives an
//! ordinary [`Mode`](polymerge_rules::Mode) that needs no knowledge of
//! modifiers. Which modifiers there are, their values and what they do is
//! said in one table, [`modifiers`]; where a mode is an exception, that is
//! data of the mode, [`ModeTraits`].

mod apply;
mod body;
mod boxes;
mod catalogue;
mod choice;
mod choose;
mod code;
mod colors;
pub mod custom;
mod custom_grid;
mod destroying_clicks;
mod direction_set;
mod error;
mod expression;
mod garbage;
mod grid;
mod hidden_colors;
pub mod infused;
mod lengths;
mod mark;
mod merge_rule;
mod modifiers;
mod nearest;
mod negative_tiles;
mod pattern;
mod plain;
mod preset;
mod random_cells;
mod same_direction;
mod spawn_interval;
mod spawn_rule;
mod stat_box;
mod temporary_holes;
mod tile_type;
mod traits;
mod unmerging;
mod unmoving;
mod variable;
mod words;

pub use apply::apply;
pub use catalogue::{modifiers, Group, Modifier, Range};
pub use choice::{
    Amount, DirectionSet, Garbage, GridShape, NegativeTiles, SameDirection, SpawnLocation, SpawnRule,
};
pub use code::CodeFields;
pub use custom_grid::CustomGrid;
pub use direction_set::directions;
pub use error::ModifierError;
pub use grid::Sizes;
pub use lengths::contract;
pub use modifiers::Modifiers;
pub use preset::{presets, Preset};
pub use random_cells::RandomCells;
pub use stat_box::{Extras, COUNTERS, STAMPS, TIMERS};
pub use traits::{GarbageTraits, ModeTraits, Negatives, Simple};
pub use words::shown;
