//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod batch;
mod batch_parts;
mod before_game;
mod board;
mod effects;
mod forged_replays;
mod kept;
mod laws;
mod positions;
mod seeds;
mod threads;
mod times;
mod turns;
mod why;
