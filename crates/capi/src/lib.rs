//! Polymerge for C and C++.
//!
//! Each function of `include/polymerge.h` is a function of `exports`, which hands on to the
//! handles: `rules`, `game`, `engine`, `replay` and `batch`. They know no pointers: `ffi` makes
//! values of these, and is the one file with unsafe code. Faults are caught, and become numbers, in
//! `fault`. Handles that calls change are locked while one uses them (`lock`).

mod batch;
mod engine;
mod exports;
mod fault;
mod ffi;
mod game;
mod interrupt;
mod lock;
mod moves;
mod replay;
mod rules;
mod verify;

#[cfg(test)]
mod tests;
