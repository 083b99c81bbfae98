//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod documents;
mod source;
