//! Custom Modes: a small declaration that generates a mode
//! (docs/spec/custom-modes.md, "Part A: custom modes").
//!
//! Every tile is a pair of a number, which merges look at, and a value, which
//! is shown and summed up.

mod background;
mod colors;
mod consistency;
mod definition;
mod generate;
mod guard;
mod reader;
mod restriction;
mod subset;
mod words;

pub use crate::error::{Step, Way};
pub use background::Background;
pub use colors::{Color, ColorRule, Component};
pub use consistency::{Checker, Conflict, Generated, Origin};
pub use definition::{CustomMode, Goal, Input, Merge, Texts};
pub use restriction::Restriction;
