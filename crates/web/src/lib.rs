//! The engine as a package for JavaScript: modes, games, looks and codes as
//! plain data, faults as exceptions.
//!
//! What the package offers is told in `docs/web.md`, in TypeScript's words.
//! Here are only the doors: each file turns one part of the facade
//! `polymerge` into JavaScript's types.

mod catalogue;
mod evaluation;
mod failure;
mod game;
mod input;
mod limits;
mod mode;
mod opened;
mod options;
mod picture;
mod preset;
mod problem;
mod replay;
#[cfg(not(target_arch = "wasm32"))]
pub mod robot;
mod start;
mod state;
mod trial;
mod turn;
mod view;
mod workshop;

use wasm_bindgen::prelude::*;

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A panic would leave a broken module behind without a word; this way the
/// caller gets an error that says what happened.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        let fault = failure::Failure::new(failure::Kind::Engine, format!("a fault of the engine: {info}"));
        wasm_bindgen::throw_val(fault.into());
    }));
}
