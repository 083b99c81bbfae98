//! CalcArrays: the JSON-array expression language of the 2048 Power
//! Compendium, read and compiled once, run exactly and within bounds.
//!
//! An expression is a [`Value`], usually an array: a first entry, then operators
//! with their arguments. A [`Program`] is an expression, compiled when it first
//! runs. What it reads and changes of a game it asks of a [`Host`]; what it may
//! use up is bounded by [`Limits`] and counted by a [`Meter`].
//!
//! ```
//! use calcarray::{json, Limits, Program, Value};
//!
//! let expression = json::read(r#"[["@Literal",1,2,3],"arr_map",["@var_retain","@Var -1","*",2],"arr_elem",-1]"#,
//!     &Default::default())?;
//! let program = Program::compile_strict(&expression, &Limits::default())?;
//! let value = program.evaluate(&[], &Limits::default())?;
//! assert_eq!(value, Value::Number(6.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All operators are rows of one table, [`ops`]. The language is described in
//! docs/spec/calcarray.md.
//!
//! # Layers
//!
//! Each layer imports only those above it in this list; a test of the workspace holds that.
//!
//! | layer | what is in it |
//! |---|---|
//! | `limits`, `error` | bounds of all work, and what goes wrong |
//! | `html` | texts within HTML |
//! | `numbers` | doubles as ECMAScript has them, integers, fractions, Gaussian integers |
//! | `values` | values, texts, arrays; conversion, comparison, primes, bases |
//! | `json` | extended JSON, read and written |
//! | `ir` | what expressions are compiled to, what a row of the operator table says, the host, and what expressions run on: data, no evaluation |
//! | `color` | colour expressions and CSS |
//! | `doubles` | which lines, loops and callbacks are arithmetic on doubles |
//! | `compile` | from an expression as it is written to lines of steps, and from these to flat programs |
//! | `exec` | what runs programs, and the interpreter for what has none |
//! | `ops` | the operators: one table, and what each computes |
//! | `words` | the special strings, for people: one table |
//! | `program`, `internals` | all of it, as users run it |
//!
//! The compiler and the interpreter do not import the table: a trait (`ir/language.rs`) tells
//! them of it. `oracle` is a second, plain interpreter that tests compare with. How expressions
//! are evaluated is explained in docs/dev/evaluator.md.

pub mod color;
mod compile;
mod doubles;
pub mod error;
mod exec;
#[doc(hidden)]
pub mod html;
pub mod internals;
mod ir;
pub mod json;
pub mod keywords;
pub mod limits;
mod numbers;
pub mod ops;
#[cfg(test)]
mod oracle;
pub mod program;
mod values;
pub mod words;

pub use ir::{host, trace};
pub use numbers::{float, gaussian, integer, number, rational, rounded};
pub use values::{abbreviate, array, base, compare, convert, primes, text, unlock, value};

pub use array::Array;
pub use error::{Error, ErrorKind, Limit};
pub use gaussian::Gaussian;
pub use host::{Board, Container, Coordinate, Host, Position};
pub use integer::Integer;
pub use limits::{Limits, Meter};
pub use primes::Primes;
pub use program::{Program, Variables};
pub use rational::Rational;
pub use text::Text;
pub use value::{Type, Value};

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
