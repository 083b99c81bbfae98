//! CalcArrays: the JSON-array expression language of the 2048 Power
//! Compendium, read and compiled once, run exactly and within bounds.

pub mod color;
mod compile;
pub mod error;
mod exec;
pub mod internals;
mod ir;
pub mod json;
pub mod limits;
mod numbers;
pub mod ops;
#[cfg(test)]
mod oracle;
pub mod program;
mod pure;
mod values;

pub use ir::{host, trace};
pub use numbers::{float, gaussian, integer, number, rational, rounded};
pub use values::{abbreviate, array, base, compare, convert, primes, text, unlock, value};

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
