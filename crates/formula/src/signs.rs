//! Operators between values, and how tightly they bind.

use calcarray::ops::{self, Operator};

use crate::tree::Level;

/// Returns the operator that is written so between two values, and its level.
///
/// A formula compares with `==`; all other operators have their own names.
pub(crate) fn infix(written: &str) -> Option<(&'static Operator, Level)> {
    let name = match written {
        "==" => "=",
        "=" => return None,
        name => name,
    };
    let operator = ops::find(name)?;
    (operator.arguments.len() == 1 && operator.removes == 2).then(|| (operator, level(operator)))
}

/// Returns the level of an operator between two values.
pub(crate) fn level(operator: &Operator) -> Level {
    match operator.name {
        "||" | "||nsc" => Level::Or,
        "&&" | "&&nsc" => Level::And,
        "=" | "!=" | "<" | ">" | "<=" | ">=" => Level::Relation,
        "+" | "-" | "+B" | "-B" | "+BR" | "-BR" | "+GB" | "-GB" => Level::Sum,
        "^" | "**" | "^B" | "**B" | "^BR" | "**BR" | "^GB" | "**GB" => Level::Power,
        _ => Level::Product,
    }
}

/// Returns the form of an operator in formulas that people read, if it stands between its values.
pub(crate) fn written(operator: &Operator) -> Option<&'static str> {
    let first = operator.name.chars().next().unwrap_or_default();
    let is_sign = first.is_ascii_punctuation() && first != '@';
    let is_word = matches!(
        operator.name,
        "mod"
            | "modB"
            | "modBR"
            | "modGB"
            | "bit&"
            | "bit|"
            | "bit^"
            | "bit<<"
            | "bit>>"
            | "bit>>>"
            | "bit&B"
            | "bit|B"
            | "bit^B"
            | "bit<<B"
            | "bit>>B"
    );
    let fits = (is_sign || is_word) && operator.arguments.len() == 1 && operator.removes == 2;
    fits.then_some(if operator.name == "=" { "==" } else { operator.name })
}

/// Returns true for operators that are there for their effect: they leave the running value alone.
/// In formulas they are statements, with their arguments alone: `announce('hi', 2000)`.
pub fn is_effect(operator: &Operator) -> bool {
    operator.name.starts_with('@') || matches!(operator.name, "announce" | "output" | "console.log")
}
