//! Lists of values.

use calcarray::Value;

use super::{DEEPEST, Lifter, raw};
use crate::compile::{Compiler, Place};
use crate::names::SHARE;
use crate::tree::{Expression, Kind};

impl<'a> Lifter<'a> {
    pub(super) fn literal(&mut self, value: &Value) -> Expression {
        let Value::Array(array) = value else { return raw(value) };
        if self.depth >= DEEPEST || !self.take(value) {
            return raw(value);
        }
        self.depth += 1;
        let entries = array.iter().skip(1).map(|entry| self.entry(entry)).collect();
        self.depth -= 1;
        let lifted = Expression::new(Kind::List(entries));
        match self.compiled(&lifted).is_some_and(|back| back.identical(value)) {
            true => lifted,
            false => raw(value),
        }
    }

    /// An entry of a list: a value as it is, or an expression.
    pub(super) fn entry(&mut self, value: &Value) -> Expression {
        match value {
            Value::Text(text) => Expression::new(Kind::Text(text.clone())),
            Value::Array(array) if is_literal(array) => raw(value),
            Value::Array(array) if array.first().is_some_and(|first| first.is_word("@CalcArray")) => {
                self.calculated(value, array.entries())
            }
            Value::Array(array) => {
                if self.depth >= DEEPEST {
                    return raw(value);
                }
                self.depth += 1;
                let entries = array.iter().map(|entry| self.entry(entry)).collect();
                self.depth -= 1;
                Expression::new(Kind::List(entries))
            }
            _ => raw(value),
        }
    }

    /// An entry of a list that is an expression.
    pub(super) fn calculated(&mut self, value: &Value, entries: &[Value]) -> Expression {
        let line = Value::array(entries[1..].to_vec());
        let lifted = match entries {
            [_, share, list]
                if share.is_word(SHARE) && matches!(list, Value::Array(array) if is_literal(array)) =>
            {
                self.operand(list)
            }
            _ => self.line(&line),
        };
        let bare = match &lifted.kind {
            Kind::Group(inner)
                if matches!(inner.kind, Kind::Name(_) | Kind::Word(..) | Kind::Tile { .. }) =>
            {
                Some((**inner).clone())
            }
            _ => None,
        };
        let is_right = |candidate: &Expression| {
            let mut compiler = Compiler::within(self.names, Place::Expression, &self.bindings, self.slots);
            compiler.entry_of_list(candidate).is_ok_and(|back| back.to_value().identical(value))
        };
        let found = bare.into_iter().chain([lifted]).find(is_right);
        found.unwrap_or_else(|| raw(value))
    }
}

pub(super) fn is_literal(array: &calcarray::Array) -> bool {
    array.first().is_some_and(|first| first.is_word("@Literal"))
}
