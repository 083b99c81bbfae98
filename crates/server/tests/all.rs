//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod api;
mod command;
mod common;
mod export;
mod failures;
mod hostile;
mod kill;
mod moderation;
mod people;
mod players;
mod ranked;
mod robot;
mod store;
