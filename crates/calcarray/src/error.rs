//! Errors of evaluations, with their places.

use std::fmt;

/// The kind of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An integer was divided by zero.
    DivisionByZero,
    /// An integer was raised to a negative power.
    NegativeExponent,
    /// Outside of what the operation is defined for (roots, logarithms, …).
    Domain(&'static str),
    /// The operator can't take a value of this type.
    Type(&'static str),
    /// The two values have no order.
    NotComparable,
    /// There is no such row, cell, rule or script: which one, and what there is.
    BadIndex(String),
    /// A character that is no digit of the base.
    BadDigit,
    /// There is no such operator. Only [`crate::Program::compile_strict`] minds: evaluated,
    /// what is no operator does nothing.
    UnknownOperator(String),
    /// The random numbers that were passed in have run out.
    NoRandomness,
    /// A bound of [`crate::Limits`] was reached.
    Limit(Limit),
    /// The host of the evaluation refused it, for the reason given.
    Host(String),
}

/// The limit that an evaluation ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Limit {
    Steps,
    Memory,
    Depth,
    Nesting,
    IntegerBits,
    TextLength,
    ArrayLength,
    LargestPrime,
    Factors,
}

impl Limit {
    /// The name of the field of [`crate::Limits`].
    pub fn name(self) -> &'static str {
        match self {
            Limit::Steps => "steps",
            Limit::Memory => "memory",
            Limit::Depth => "depth",
            Limit::Nesting => "nesting",
            Limit::IntegerBits => "integer_bits",
            Limit::TextLength => "text_length",
            Limit::ArrayLength => "array_length",
            Limit::LargestPrime => "largest_prime",
            Limit::Factors => "factors",
        }
    }
}

impl ErrorKind {
    /// A cell that a grid of this height and width does not have. The numbers are as an expression
    /// gave them.
    pub fn no_cell(row: f64, column: f64, (height, width): (usize, usize)) -> ErrorKind {
        let (row, column) = (as_written(row), as_written(column));
        ErrorKind::BadIndex(format!(
            "cell in row {row}, column {column} (counted from 0) of the grid of {height} rows and {width} columns"
        ))
    }

    /// An entry that a list of so many does not have.
    pub fn no_entry(thing: &str, index: f64, count: usize) -> ErrorKind {
        ErrorKind::BadIndex(format!("{thing} {} (counted from 0) among {count}", as_written(index)))
    }
}

/// Returns a number as expressions write it.
fn as_written(number: f64) -> String {
    match number.is_infinite() {
        true if number > 0.0 => "Infinity".to_owned(),
        true => "-Infinity".to_owned(),
        false => number.to_string(),
    }
}

/// An evaluation failed.
///
/// Small to carry: one pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Detail>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Detail {
    kind: ErrorKind,
    operator: Option<String>,
    value: Option<String>,
    /// Innermost entry first while unwinding.
    path: Vec<usize>,
}

impl Error {
    /// An error that does not know its place yet.
    #[cold]
    pub fn new(kind: ErrorKind) -> Error {
        Error(Box::new(Detail { kind, operator: None, value: None, path: Vec::new() }))
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The operator that failed.
    pub fn operator(&self) -> Option<&str> {
        self.0.operator.as_deref()
    }

    /// The value it failed on, shortened.
    pub fn value(&self) -> Option<&str> {
        self.0.value.as_deref()
    }

    /// Returns the place: the index of the entry in the expression, the index in that entry, and so
    /// on inwards.
    pub fn path(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.0.path.iter().rev().copied()
    }

    /// The error as it is seen from one level further out.
    #[cold]
    pub fn inside(mut self, entry: usize) -> Error {
        self.0.path.push(entry);
        self
    }

    /// Names the operator and the value it was applied to, unless the error
    /// comes from further inside and knows better.
    #[cold]
    pub fn by(mut self, operator: &str, value: impl FnOnce() -> String) -> Error {
        if self.0.operator.is_none() {
            self.0.operator = Some(operator.to_owned());
            self.0.value = Some(value());
        }
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error::new(kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::DivisionByZero => f.write_str("division by zero"),
            ErrorKind::NegativeExponent => f.write_str("an integer can't be raised to a negative power"),
            ErrorKind::Domain(what) | ErrorKind::Type(what) => f.write_str(what),
            ErrorKind::NotComparable => f.write_str("these values have no order"),
            ErrorKind::BadIndex(what) => write!(f, "there is no {what}"),
            ErrorKind::BadDigit => f.write_str("a character is no digit of the base"),
            ErrorKind::UnknownOperator(operator) => write!(f, "there is no operator {operator}"),
            ErrorKind::NoRandomness => f.write_str("the random numbers given have run out"),
            ErrorKind::Limit(limit) => write!(f, "the limit \"{}\" was reached", limit.name()),
            ErrorKind::Host(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.kind)?;
        if let Some(operator) = &self.0.operator {
            write!(f, " in operator {operator:?}")?;
        }
        if let Some(value) = &self.0.value {
            write!(f, " on {value}")?;
        }
        if !self.0.path.is_empty() {
            f.write_str(", at entry ")?;
            for (level, entry) in self.path().enumerate() {
                write!(f, "{}{entry}", if level == 0 { "" } else { " > " })?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
