//! Values of the language: what they are, and how one becomes another.

pub mod abbreviate;
pub mod array;
pub mod compare;
pub mod convert;
pub(crate) mod sort;
pub mod text;
pub mod value;
