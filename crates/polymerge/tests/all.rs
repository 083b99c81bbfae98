//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod before_game;
mod examples;
mod facade;
mod looks;
mod positions;
mod promises;
mod sample;
