//! The engine as a package for JavaScript: modes, games, looks and codes as
//! plain data, faults as exceptions.
//!
//! What the package offers is told in `API.md`, in TypeScript's words. Here
//! are only the doors: each file turns one part of the facade `polymerge`
//! into JavaScript's types.

#![forbid(unsafe_code)]

mod catalogue;
mod failure;

pub use catalogue::{modes, ModeInfo};

use wasm_bindgen::prelude::*;

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
