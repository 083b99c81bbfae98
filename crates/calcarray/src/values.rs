//! Values of the language: what they are, how one becomes another, and what
//! is computed with values of several types.

pub mod abbreviate;
pub mod array;
pub mod base;
pub mod compare;
pub mod convert;
pub mod object;
pub mod primes;
pub(crate) mod sort;
pub mod text;
pub mod unlock;
pub mod value;
