//! Infused Modes: a whole mode with a page, settings and expressions, as a
//! list of 43 values (docs/spec/custom-modes.md, "Part B: infused modes").
//!
//! An [`InfusedMode`] is what its code holds; a [`Page`] is that mode opened,
//! where settings are changed; [`Page::mode`] is the mode it makes.

mod declaration;
mod error;
mod host;
mod overrides;
mod page;
mod setting;
mod start;
mod write;

pub use declaration::InfusedMode;
pub use error::InfusedError;
pub use page::{Change, Page};
pub use setting::{Kind, Setting};
