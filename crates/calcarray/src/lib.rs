//! CalcArrays: the JSON-array expression language of the 2048 Power
//! Compendium, read and compiled once, run exactly and within bounds.

pub mod abbreviate;
pub mod array;
pub mod base;
mod closed;
pub mod color;
pub mod compare;
mod compile;
pub mod convert;
pub mod error;
mod evaluate;
pub mod float;
pub mod gaussian;
pub mod host;
pub mod integer;
pub mod json;
pub mod limits;
mod line;
mod literal;
mod lookup;
pub mod number;
pub mod ops;
mod parent;
mod parity;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod plain_tests;
pub mod primes;
pub mod program;
mod quick;
pub mod rational;
mod recall;
pub mod rounded;
mod sort;
mod special;
mod step;
pub mod text;
pub mod trace;
pub mod unlock;
pub mod value;

pub use array::Array;
pub use error::{Error, ErrorKind};
pub use gaussian::Gaussian;
pub use host::{Board, Container, Coordinate, Host, Position};
pub use integer::Integer;
pub use limits::{Limit, Limits, Meter};
pub use primes::Primes;
pub use program::{Program, Variables};
pub use quick::{Formula, Glance};
pub use rational::Rational;
pub use text::Text;
pub use value::{Type, Value};
