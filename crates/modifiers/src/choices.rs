//! The choices of a player: the table of all modifiers, their values, and the forms
//! in which they are given (words, presets, codes).

pub(crate) mod catalogue;
pub(crate) mod choice;
mod choose;
pub(crate) mod custom_grid;
pub(crate) mod extras;
mod labels;
pub(crate) mod modifiers;
pub(crate) mod nearest;
pub(crate) mod preset;
pub(crate) mod words;
