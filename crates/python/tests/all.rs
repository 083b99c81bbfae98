//! The parts of batches, compiled without the rest of the package: their tests need no Python.

// The package uses more of them than their tests.
#![allow(dead_code)]

#[path = "../src/parts.rs"]
mod parts;
#[path = "../src/threads.rs"]
mod threads;
