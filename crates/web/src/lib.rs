//! The engine as a package for JavaScript: modes, games, looks and codes as plain
//! data, faults as exceptions.
//!
//! Each file turns one part of the facade `polymerge` into JavaScript's types; no
//! rule, code or picture is made here. `docs/web.md` describes the package in
//! TypeScript's words:
//!
//! ```ts
//! import init, { Game, Mode } from "polymerge";
//!
//! await init();
//! const game = Game.start(Mode.builtIn("2048"), { seed: 7 });
//! const turn = game.play(2); // left
//! ```
//!
//! The classes can be used from JavaScript only. From Rust there are [`version`]
//! and, outside of WebAssembly, [`robot::call`], which calls the package as
//! JavaScript does, by any bytes: fuzzers and tests need no JavaScript then.
//!
//! ```
//! assert_eq!(polymerge_web::version().split('.').count(), 3);
//!
//! // The first byte chooses what is called (2: evaluate), the rest is its input.
//! assert!(polymerge_web::robot::call(b"\x02\x00[2,\"+\",3]").is_ok());
//! assert!(polymerge_web::robot::call(b"\x02\x00[2,\"+\"").is_err());
//! ```

// The small engine needs a part of what is in its files.
#![cfg_attr(not(feature = "whole"), allow(dead_code))]

#[cfg(feature = "author")]
mod author;
#[cfg(feature = "whole")]
mod batch;
#[cfg(feature = "whole")]
mod casual;
#[cfg(feature = "whole")]
mod catalogue;
#[cfg(all(feature = "faces", feature = "whole"))]
mod drawn;
#[cfg(feature = "whole")]
mod engine;
#[cfg(feature = "whole")]
mod evaluation;
mod failure;
#[cfg(feature = "whole")]
mod game;
#[cfg(feature = "whole")]
mod hint;
mod input;
#[cfg(feature = "whole")]
mod kind;
#[cfg(feature = "whole")]
mod learned;
#[cfg(feature = "whole")]
mod learner;
#[cfg(feature = "whole")]
mod limits;
#[cfg(feature = "whole")]
mod mode;
#[cfg(feature = "author")]
mod offsets;
#[cfg(all(feature = "faces", feature = "whole"))]
mod opened;
#[cfg(feature = "whole")]
mod options;
#[cfg(all(feature = "faces", feature = "whole"))]
mod picture;
#[cfg(feature = "whole")]
mod position;
#[cfg(feature = "whole")]
mod preset;
#[cfg(feature = "whole")]
mod proof;
#[cfg(all(feature = "faces", feature = "whole"))]
mod replay;
#[cfg(all(not(target_arch = "wasm32"), feature = "faces", feature = "whole"))]
pub mod robot;
#[cfg(feature = "small")]
mod small;
#[cfg(feature = "whole")]
mod start;
mod state;
#[cfg(feature = "whole")]
mod trial;
mod turn;
#[cfg(feature = "faces")]
mod view;
#[cfg(feature = "author")]
mod workshop;

use wasm_bindgen::prelude::*;

#[cfg(feature = "whole")]
#[wasm_bindgen(typescript_custom_section)]
const OLD_NAMES: &str = include_str!("old.d.ts");

/// The version of the engine.
#[cfg_attr(feature = "whole", wasm_bindgen)]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A panic would leave a broken module behind without a message; this way the caller
/// gets an error with the cause.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        let fault = failure::Failure::engine(format!("a fault of the engine: {info}"));
        wasm_bindgen::throw_val(fault.into());
    }));
}
