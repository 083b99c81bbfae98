//! CalcArrays: the JSON-array expression language of the 2048 Power
//! Compendium, read and compiled once, run exactly and within bounds.

#![forbid(unsafe_code)]

pub mod array;
pub mod compare;
pub mod convert;
pub mod error;
pub mod gaussian;
pub mod host;
pub mod integer;
pub mod json;
pub mod limits;
pub mod number;
pub mod primes;
pub mod program;
pub mod rational;
pub mod text;
pub mod value;

pub use array::Array;
pub use error::{Error, ErrorKind};
pub use gaussian::Gaussian;
pub use host::{Board, Container, Coordinate, Host, Position};
pub use integer::Integer;
pub use limits::{Limit, Limits, Meter};
pub use primes::Primes;
pub use program::{Program, Variables};
pub use rational::Rational;
pub use text::Text;
pub use value::{Type, Value};
