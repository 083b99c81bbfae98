//! Kinds of numbers: what is lost where they are mixed, as far as a formula shows it.

use calcarray::Value;
use calcarray::ops::{self, Family, Operator};

use crate::error::Error;
use crate::tree::{Callee, Expression, Kind};

/// The kind of number that an expression gives, if that can be seen.
fn kind(value: &Expression) -> Option<Family> {
    match &value.kind {
        Kind::Constant(Value::Number(_)) => Some(Family::Number),
        Kind::Constant(Value::Integer(_)) => Some(Family::Integer),
        Kind::Constant(Value::Rational(_)) => Some(Family::Rational),
        Kind::Constant(Value::Gaussian(_)) => Some(Family::Gaussian),
        Kind::Apply { operator: Callee::Known(operator), .. } => Some(operator.result).filter(is_number),
        Kind::Group(inner) => kind(inner),
        _ => None,
    }
}

fn is_number(family: &Family) -> bool {
    matches!(family, Family::Number | Family::Integer | Family::Rational | Family::Gaussian)
}

/// Returns true if a number of one kind is not the same where another kind is taken.
fn loses(taken: Family, given: Family) -> bool {
    match taken {
        Family::Number => given != Family::Number,
        Family::Integer => matches!(given, Family::Rational | Family::Gaussian),
        _ => false,
    }
}

/// The noun for numbers of a kind, and the letters at the end of its operators.
fn noun(family: Family) -> (&'static str, &'static str) {
    match family {
        Family::Integer => ("big integers", "B"),
        Family::Rational => ("fractions", "BR"),
        Family::Gaussian => ("Gaussian integers", "GB"),
        _ => ("numbers", ""),
    }
}

/// The mistake of an operator whose values are of different kinds.
pub(crate) fn mixture(operator: &Operator, base: &Expression, arguments: &[Expression]) -> Option<Error> {
    if let ("=" | "!=", Some(one), [argument]) = (operator.name, kind(base), arguments) {
        let other = kind(argument).filter(|other| *other != one)?;
        let message = format!("{} never equal {}", noun(one).0, noun(other).0);
        let help = match &argument.kind {
            Kind::Constant(Value::Number(number)) if one == Family::Integer => format!("write {number}n"),
            _ => "make both of one kind: 0n is a big integer, 0 a number".to_owned(),
        };
        return Some(Error::new(argument.span.clone(), message).help(help));
    }
    // A big integer may say which entry of a list is meant.
    if !is_number(&operator.operand) {
        return None;
    }
    let taken = std::iter::once(operator.operand).chain(operator.arguments.iter().copied());
    let mut given = taken.zip(std::iter::once(base).chain(arguments));
    let (taken, value, other) = given.find_map(|(taken, value)| {
        let other = kind(value).filter(|other| loses(taken, *other))?;
        Some((taken, value, other))
    })?;
    let message = format!("`{}` takes {}, and these are {}", operator.name, noun(taken).0, noun(other).0);
    let exact = format!("{}{}", operator.name.trim_end_matches('B'), noun(other).1);
    let help = match ops::find(&exact) {
        Some(_) => format!("write `{exact}`, or make a number of it: Number(x)"),
        None => "make a number of it: Number(x)".to_owned(),
    };
    Some(Error::new(value.span.clone(), message).help(help))
}
