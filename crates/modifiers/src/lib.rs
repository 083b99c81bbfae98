//! Changes that players make to any mode: modifiers, settings, and modes of their
//! own making.
//!
//! A modifier is a function from a mode to a mode: [`apply`] gives an ordinary
//! [`Mode`](polymerge_rules::Mode) that needs no knowledge of modifiers. One table,
//! [`modifiers`], has all of them with their values and effects; exceptions of a
//! mode are data of the mode, [`ModeTraits`]. Custom Modes are in [`custom`],
//! Infused Modes in [`infused`].
//!
//! ```
//! use polymerge_modifiers::{apply, ModeTraits, Modifiers};
//! use polymerge_rules::Mode;
//!
//! let mut chosen = Modifiers::default();
//! chosen.choose("grid=hexagon:3")?;
//! let mode = apply(&Mode::classic(4, 4), &chosen, &ModeTraits::default())?;
//! assert_eq!((mode.width, mode.height), (13, 7));
//! # Ok::<(), polymerge_modifiers::ModifierError>(())
//! ```
//!
//! The module `choices` has the choices of a player, `effects` the effect of each
//! modifier, `parts` the parts of a mode that they read and change.

mod choices;
mod code;
pub mod custom;
mod effects;
mod error;
pub mod infused;
mod message;
mod parts;

pub use choices::catalogue::{Group, Modifier, Range, modifiers};
pub use choices::choice::{
    Amount, DirectionSet, Garbage, GridShape, NegativeTiles, SameDirection, SpawnLocation, SpawnRule,
};
pub use choices::custom_grid::CustomGrid;
pub use choices::extras::{COUNTERS, Extras, STAMPS, TIMERS};
pub use choices::modifiers::Modifiers;
pub use choices::preset::{Preset, presets};
pub use choices::words::shown;
pub use code::CodeFields;
pub use effects::apply::apply;
pub use effects::direction_set::directions;
pub use effects::grid::Sizes;
pub use effects::random_cells::RandomCells;
pub use error::ModifierError;
pub use parts::lengths::contract;
pub use parts::traits::{GarbageTraits, ModeTraits, Negatives, Simple};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
