//! Doubts about values of types that are not taken where they stand.

use calcarray::Value;
use calcarray::ops::{Family, Operator};

use super::{Doubter, is_name, is_relation};
use crate::sugar::{ENTRY, INDEX};
use crate::tree::{Callee, Expression, Form, Kind};
use crate::types::Type;

/// The word for the number of the direction.
pub(super) const DIRECTION: &str = "direction";

impl Doubter<'_> {
    /// Doubts a value that nothing is done with.
    pub(super) fn check_use(&mut self, value: &Expression) {
        let Kind::Apply { operator: Callee::Known(operator), form, base, .. } = &value.kind else { return };
        if matches!(form, Form::Infix(_)) && is_relation(operator) {
            let help = if operator.name == "=" {
                "= sets a variable, == compares"
            } else {
                "put it into if … { … }"
            };
            self.doubt(&value.span, "nothing is done with this comparison", help);
        } else if let (Kind::Name(name), true) =
            (&base.kind, operator.name.starts_with("arr_") && *form == Form::Postfix)
        {
            self.doubt(
                &value.span,
                "this changes nothing: it is a new list",
                format!("write {name} = {name}.…"),
            );
        }
    }

    /// Looks at the condition of a block; gives its type.
    pub(super) fn condition(&mut self, operator: &Operator, condition: &Expression) -> Type {
        let of = self.value(condition);
        let is_loop = operator.name == "@repeat";
        // Of a loop over a list, the condition is a number of times.
        let (kind, help) = match &of {
            Type::Number if !is_loop => ("a number", "write x != 0"),
            Type::List(_) => ("a list", "write count(list) > 0"),
            Type::Cell | Type::Tile => ("a whole tile", "write cell != empty, or compare an entry"),
            Type::Place | Type::AnyPlace => ("a place", "write cell(p) != empty"),
            Type::Text => ("a text", "write x != ''"),
            _ if is_loop && matches!(condition.kind, Kind::Constant(Value::Boolean(_))) => {
                let help = "write a comparison, or how often it goes";
                self.doubt(&condition.span, "a loop with this condition goes 0 times", help);
                return of;
            }
            _ => return of,
        };
        let message = format!("a condition is true or false, and this is {kind}: it never holds");
        self.doubt(&condition.span, message, help);
        of
    }

    /// Doubts a value of a type that an operator only takes after converting it.
    pub(super) fn check_family(
        &mut self,
        family: Family,
        of: &Type,
        value: &Expression,
        operator: &Operator,
    ) {
        let is_extreme = ["max", "min"].contains(&operator.name);
        let takes_numbers =
            matches!(family, Family::Number | Family::Integer | Family::Rational) || is_extreme;
        if !takes_numbers || is_relation(operator) || operator.name.starts_with("arr_") {
            return;
        }
        let Some(noun) = of.noun() else { return };
        // Numbers that are written as texts are numbers.
        if matches!((of, &value.kind), (Type::Text, kind) if !matches!(kind, Kind::Text(_)) || is_number(kind))
        {
            return;
        }
        let help = match of {
            Type::Text => "texts are put together with x.str_concat(y)",
            of if of.is_tile() => {
                "name the entry that is meant, or give a function: largest(tiles, c => c.value)"
            }
            of if of.is_place() => "the row of a place is p[0], its column p[1]",
            _ => "count, sum, largest and smallest make a number of a list",
        };
        self.doubt(&value.span, format!("`{}` takes a number, and this is {noun}", operator.name), help);
    }

    /// Doubts comparisons of values of different types.
    pub(super) fn compare(&mut self, one: (&Expression, &Type), other: (&Expression, &Type)) {
        for ((at, of), (against, other)) in [(one, other), (other, one)] {
            let is_empty = is_name(against, "empty") || is_name(against, "void");
            let is_number = *other == Type::Number;
            if self.is_direction(at) {
                self.check_direction(against);
            }
            let (message, help) = match of {
                of if of.is_place() && is_empty => ("a place is never empty", "write cell(p) == empty"),
                of if of.is_place() && is_number => {
                    ("a place is a row and a column, and never equals a number", "write p[0] for its row")
                }
                of if of.is_tile() && is_number && !is_name(at, "empty") => {
                    ("a whole tile never equals a number", "name the entry that is meant, such as tile.value")
                }
                Type::List(_) if is_number || is_empty => (
                    "a list is compared with something that is none",
                    "write count(list) == 0, or any(list, x => …)",
                ),
                _ => continue,
            };
            self.doubt(&at.span, message, help);
        }
    }

    /// Doubts the index of a loop over places that is named as their column.
    pub(super) fn check_index(&mut self, name: &str, value: &Expression) {
        let is_column = ["c", "col", "column", "y"].contains(&name) && is_name(value, INDEX);
        let entry = self.bindings.last().filter(|entry| is_column && entry.is_copy && entry.of.is_place());
        if let (Some(entry), Some(list)) = (entry, self.binding(ENTRY)) {
            let message = format!("`{name}` is the index of the place `{}` here, not a column", entry.name);
            let help = format!("write for [{}, {name}] in …", entry.name);
            let span = list.span.clone();
            self.doubt(&span, message, help);
        }
    }

    /// Returns true for the word that stands for the direction of the move.
    pub(super) fn is_direction(&self, value: &Expression) -> bool {
        let is_free = |name: &str| self.binding(name).is_none() && self.names.meaning(name).is_none();
        is_name(value, DIRECTION) && is_free(DIRECTION)
    }

    /// Doubts a number that no direction of the mode has.
    pub(super) fn check_direction(&mut self, value: &Expression) {
        let Some(count) = self.names.directions() else { return };
        match &value.kind {
            Kind::Constant(Value::Number(number)) if number.fract() != 0.0 || *number > count as f64 => {
                let message = format!("there is no direction {number}: this mode has {count}, from 1 on");
                let help = "0 is none, automatic moves are below 0; directions have names, too: left";
                self.doubt(&value.span, message, help);
            }
            Kind::Text(text) => {
                let message = "`direction` is a number, and never equals a text";
                let text = text.to_string_lossy();
                self.doubt(&value.span, message, format!("write it without quotes: direction == {text}"));
            }
            _ => {}
        }
    }
}

pub(super) fn is_number(kind: &Kind) -> bool {
    matches!(kind, Kind::Text(text) if text.to_string_lossy().trim().parse::<f64>().is_ok())
}
