//! Errors of Infused Modes.

use std::fmt;

use crate::error::ModifierError;

/// A value of an Infused Mode can't be used.
#[derive(Clone, Debug, PartialEq)]
pub enum InfusedError {
    /// The value is of the wrong kind.
    Value {
        /// Its index, 0 to 42.
        index: usize,
        /// The reason.
        reason: String,
    },
    /// The expression fails.
    Expression {
        /// The index of the value it is part of.
        index: usize,
        /// The error of the expression.
        error: calcarray::Error,
    },
    /// No such setting exists, or it can't be changed like this.
    NoSuchSetting(usize),
    /// A modifier of the mode, or one it overrides, can't be applied.
    Modifier(ModifierError),
}

impl fmt::Display for InfusedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InfusedError::Value { index, reason } => write!(f, "value {index} of the infused mode: {reason}"),
            InfusedError::Expression { index, error } => {
                write!(f, "value {index} of the infused mode: {error}")
            }
            InfusedError::NoSuchSetting(setting) => {
                write!(f, "setting {setting} of the infused mode can't be changed like this")
            }
            InfusedError::Modifier(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for InfusedError {}

impl From<ModifierError> for InfusedError {
    fn from(error: ModifierError) -> InfusedError {
        InfusedError::Modifier(error)
    }
}
