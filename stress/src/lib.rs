//! Whether what strangers send can hurt: modes made from bytes and checks of
//! whole games on them, shared by the fuzz targets and by tests.

#![forbid(unsafe_code)]

pub mod actions;
pub mod fingerprint;
pub mod generate;
pub mod hostile;
pub mod laws;
pub mod memory;
pub mod mixed;
mod picks;
#[cfg(not(target_family = "wasm"))]
pub mod processor;
pub mod resume;
pub mod rollout;

pub use picks::{random_bytes, Picks};
