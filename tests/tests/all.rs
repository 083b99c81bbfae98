//! All tests of the crate beside its sources, in one program, which is linked once.

#![cfg(test)]

mod catalogue;
mod copies;
mod formulas;
mod hostile;
mod modefile;
mod originals;
mod pictures;
mod replay;
mod resume;
mod shared;
