//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod built_in;
mod cursor;
