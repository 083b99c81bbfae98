//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod depth;
mod documentation;
mod lists;
mod long;
mod memoize;
mod operands;
mod strict;
