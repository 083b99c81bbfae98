//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod documents;
mod doubts;
mod forms;
mod golden;
mod laws;
mod results;
mod spacing;
