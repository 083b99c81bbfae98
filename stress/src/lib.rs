//! Stress tests with data as strangers may send them: modes made from bytes and checks of
//! whole games on them, shared by the fuzz targets and by tests.

use calcarray::{Value, json};

pub mod actions;
pub mod batch;
#[cfg(not(target_family = "wasm"))]
pub mod corpus;
pub mod fingerprint;
pub mod generate;
pub mod hostile;
pub mod laws;
pub mod memory;
pub mod mixed;
mod picks;
pub mod position;
#[cfg(not(target_family = "wasm"))]
pub mod processor;
pub mod resume;
pub mod rollout;
pub mod targets;

pub use picks::{Picks, random_bytes};

/// A value written in JSON, as a part of modes that are made here.
///
/// # Panics
/// If it can't be read.
pub fn value(text: &str) -> Value {
    json::read(text, &Default::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The example in the README of the project, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
