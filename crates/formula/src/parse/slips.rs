//! Messages about what is written otherwise in other languages, or with too few values.

use std::ops::Range;

use calcarray::ops::{self, Family};

use super::Parser;
use crate::error::Error;
use crate::token::Kind as TokenKind;

impl Parser {
    /// Returns the form that formulas have for a word of other languages, at this place or before
    /// it.
    pub(super) fn word_of_others(&self) -> Option<&'static str> {
        [self.at.checked_sub(1), Some(self.at)].into_iter().flatten().find_map(|place| {
            match &self.tokens.get(place)?.kind {
                TokenKind::Name(name) => statement_of_others(name),
                _ => None,
            }
        })
    }

    /// Says that the token can't stand where it does.
    pub(super) fn unexpected(&self) -> Error {
        let token = self.peek();
        let expected = Error::new(token.span.clone(), "an operator or the end is expected here");
        if let Some(help) = self.word_of_others() {
            return expected.help(help);
        }
        match &token.kind {
            TokenKind::End => Error::new(token.span.clone(), "the formula ends too early"),
            TokenKind::Sign("=") => {
                Error::new(token.span.clone(), "`=` sets a variable, at the start of a statement")
                    .help("write == to compare")
            }
            TokenKind::Sign(sign) => Error::new(token.span.clone(), format!("`{sign}` can't stand here")),
            TokenKind::Name(name) => match ops::find(name) {
                Some(operator) if operator.arguments.is_empty() => {
                    expected.help(format!("`{name}` comes before its value: {name}(x)"))
                }
                Some(operator) => expected.help(format!(
                    "`{name}` has {} values: {name}({})",
                    operator.arguments.len() + 1,
                    ["x", "y", "z"].join(", ")
                )),
                None => expected,
            },
            _ => expected,
        }
    }
}

/// The form of a statement that other languages write with this word.
pub(crate) fn statement_of_others(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" => "write repeat condition { … }",
        "var" | "const" | "local" => "write let x = 1",
        "elif" | "elseif" | "elsif" => "write else_if",
        "then" | "do" | "begin" => "a block stands in braces: if hp > 0 { … }",
        "end" | "endif" | "fi" => "a block ends with }",
        "return" => "the last value is the result: write it alone",
        "foreach" => "write for x in list { … }",
        "function" | "fn" | "def" => {
            "functions are definitions of the file, \"half(x)\": \"= x / 2\", or written x => x / 2"
        }
        "not" => "write !",
        "and" => "write &&",
        "or" => "write ||",
        "div" => "write floor(a / b, 1)",
        "True" => "write true",
        "False" => "write false",
        "None" | "nil" => "write undefined or empty",
        "range" => "a list is written [0, 1, 2], and repeat 3 { … } goes 3 times",
        "break" => "a loop ends when its condition no longer holds: repeat hp > 0 { … }",
        "continue" => "put the rest into if … { … }",
        "switch" | "case" | "match" => "write if … { … } else_if … { … }",
        "random" | "randint" => "write rand_int(1, 6) for a whole number, rand_float(0, 1) for any",
        "length" | "len" | "size" => "write count(list)",
        "print" | "log_value" | "console" => "write output(x)",
        "append" | "add" => "write list = list.push(x)",
        "contains" | "has" => "write list.includes(x)",
        "self" => "write this",
        "isEmpty" | "is_empty" => "write cell == empty",
        _ => return None,
    })
}

/// A word for a value of an operator.
pub(super) fn value_name(family: Family) -> &'static str {
    match family {
        Family::Any | Family::Unconverted => "value",
        Family::Raw => "x => …",
        Family::Array => "list",
        Family::Boolean => "condition",
        Family::Integer => "big integer",
        Family::Rational => "fraction",
        Family::Gaussian => "Gaussian integer",
        family => family.name(),
    }
}

pub(super) fn wrong_count(name: &str, wanted: usize, found: usize, span: Range<usize>) -> Error {
    let values = |count: usize| if count == 1 { "1 value".to_owned() } else { format!("{count} values") };
    let error = Error::new(span, format!("`{name}` has {} here, not {found}", values(wanted)));
    let form = match (name, ops::find(name)) {
        ("cell", _) => "cell(place) or cell(row, column)".to_owned(),
        ("includes", _) => "list.includes(x)".to_owned(),
        ("count" | "sum" | "largest" | "smallest", _) => format!("{name}(list), {name}(list, x => …)"),
        ("any" | "all" | "find", _) => format!("{name}(list, x => …)"),
        (_, Some(operator)) => {
            let names = std::iter::once(operator.operand).chain(operator.arguments.iter().copied());
            format!("{name}({})", names.map(value_name).collect::<Vec<_>>().join(", "))
        }
        _ => return error,
    };
    error.help(format!("write {form}"))
}
