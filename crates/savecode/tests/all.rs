//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod documentation;
mod json_in_markup;
mod limits;
mod mutations;
mod pasted;
mod samples;
