//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod answers;
mod api;
mod backup;
mod command;
mod common;
mod export;
mod failures;
mod hostile;
mod kill;
mod many;
mod old;
mod operator;
mod players;
mod robot;
mod store;
