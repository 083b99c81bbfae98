//! Polymerge for C and C++.
//!
//! Each function of `include/polymerge.h` is a function of `exports`, which hands on to the
//! handles: `rules`, `game` and `batch`. They know no pointers: `ffi` makes values of these,
//! and is the one file with unsafe code. Faults are caught, and become numbers, in `fault`.

mod batch;
mod exports;
mod fault;
mod ffi;
mod game;
mod rules;
mod verify;

#[cfg(test)]
mod tests;
