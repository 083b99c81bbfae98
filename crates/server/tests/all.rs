//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod api;
mod command;
mod common;
mod export;
mod failures;
mod fair;
mod hostile;
mod kill;
mod players;
mod quick;
mod robot;
mod slow;
mod store;
