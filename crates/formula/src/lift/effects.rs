//! Operators that are there for their effect, as statements.

use calcarray::ops::{self, Operator};
use calcarray::{Text, Value};

use super::{Lifter, applied, number};
use crate::compile::is_compound;
use crate::names::{Local, Meaning};
use crate::signs::level;
use crate::tree::{Callee, Expression, Form, Kind, Level, Statement};

impl<'a> Lifter<'a> {
    /// An operator that is there for its effect: a setting, if it sets something that has a name.
    pub(super) fn effect(&mut self, operator: &'static Operator, values: &[Value]) -> Statement {
        let set = match (operator.name, values) {
            ("@add_score", [value]) if self.names.meaning("score").is_none() => {
                let target = Expression::new(Kind::Name("score".to_owned()));
                let value = self.operand(value);
                return Statement::Set { target, operator: ops::find("+"), value };
            }
            ("@replace_tile", [row, column, tile]) if self.names.meaning("grid").is_none() => {
                let grid = Expression::new(Kind::Name("grid".to_owned()));
                let target = element(element(grid, self.operand(row)), self.operand(column));
                return Statement::Set { target, operator: None, value: self.operand(tile) };
            }
            ("@edit_gvar", [place, value]) => number(place)
                .and_then(|place| self.names.name(&Meaning::Variable(place)))
                .map(|name| (name, value)),
            ("@edit_mvar", [place, value]) => {
                let name = number(place).and_then(|place| self.names.name(&Meaning::ModifierVariable(place)));
                name.map(|name| (name, value))
            }
            ("@edit_var", [place, value]) => self.variable_at(place).map(|name| (name, value)),
            _ => None,
        };
        let Some((name, value)) = set else {
            let values = values.iter().map(|value| self.operand(value)).collect();
            return Statement::Step(operator, values);
        };
        self.setting(name, value)
    }

    /// `x = …`, or `x += …` where the value begins with `x`.
    pub(super) fn setting(&mut self, name: String, value: &Value) -> Statement {
        let target = Expression::new(Kind::Name(name.clone()));
        let value = self.operand(value);
        let short = match &value.kind {
            Kind::Apply { operator: Callee::Known(operator), form: Form::Infix(_), base, arguments }
                if matches!(&base.kind, Kind::Name(base) if *base == name)
                    && matches!(level(operator), Level::Sum | Level::Product | Level::Power)
                    && !operator.name.starts_with(|first: char| first.is_ascii_alphabetic()) =>
            {
                arguments.first().map(|argument| (*operator, argument.clone()))
            }
            _ => None,
        };
        match short {
            Some((operator, argument)) => {
                Statement::Set { target, operator: Some(operator), value: ungrouped_once(argument) }
            }
            None => Statement::Set { target, operator: None, value },
        }
    }

    pub(super) fn variable_at(&self, place: &Value) -> Option<String> {
        if let Some(name) = place.as_text().and_then(Text::to_utf8) {
            return self.names.name(&Meaning::Local(Local::Named(name)));
        }
        let local = |place| self.names.name(&Meaning::Local(Local::Number(place)));
        self.bound(place.as_number()?).or_else(|| number(place).and_then(local))
    }
}

/// An argument without the brackets that only the operator before it asked for.
pub(super) fn ungrouped_once(value: Expression) -> Expression {
    match value.kind {
        Kind::Group(inner) if is_compound(&inner) && !matches!(inner.kind, Kind::Sequence(_)) => *inner,
        kind => Expression::at(kind, value.span),
    }
}

pub(super) fn element(base: Expression, index: Expression) -> Expression {
    match ops::find("arr_elem") {
        Some(operator) => applied(Callee::Known(operator), Form::Postfix, base, vec![index]),
        None => base,
    }
}
