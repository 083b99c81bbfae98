//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod api;
mod command;
mod common;
mod hostile;
mod kill;
mod robot;
mod store;
