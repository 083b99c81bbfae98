//! Operands: values, special strings, variables, lines and lists that stand in a line.

use std::sync::Arc;

use crate::compile::lower::{Kind, Lowering, kind_of};
use crate::convert;
use crate::host::Store;
use crate::integer::Integer;
use crate::ir::board::whole;
use crate::ir::code::{Op, REGISTERS, Register, Running, Sees};
use crate::ir::line::{Line, Literal, LiteralEntry, Node};
use crate::ir::operator::Family;
use crate::ir::special::{Part, Special, Subject};
use crate::value::Value;

impl Lowering {
    /// Lowers an operand that is not converted: a condition, or a count.
    pub(super) fn evaluated(&mut self, node: &Node, to: Register) -> Option<Kind> {
        match node {
            Node::Value(value) => self.value(to, value),
            Node::Line(line) => match self.nested(line, to) {
                Some(kind) => Some(kind),
                None => self.evaluate(node, to),
            },
            node => self.evaluate(node, to),
        }
    }

    fn evaluate(&mut self, node: &Node, to: Register) -> Option<Kind> {
        self.permit_interpreter()?;
        let node = self.node(node);
        self.push(Op::Evaluate { to, node })?;
        Some(Kind::Any)
    }

    /// A line as a part of this one, if it can be.
    fn nested(&mut self, line: &Line, to: Register) -> Option<Kind> {
        let site = self.now.site;
        let kind = self.attempt(|own| own.line(line, to, Some(site)));
        self.now.site = site;
        kind
    }

    /// An operand, converted for an operator; the number of a line may still be NaN.
    pub(super) fn operand(&mut self, node: &Node, family: Family, to: Register) -> Option<Kind> {
        match node {
            Node::Value(value) => match constant(value, family) {
                Some(value) => self.value(to, &value),
                None => self.any_operand(node, family, to),
            },
            Node::Special(special) => self.special_operand(special, family, to),
            Node::Line(line) => match self.nested(line, to) {
                Some(mut kind) => {
                    if !kind.is(family) {
                        self.push(Op::Convert(to, family))?;
                        kind = kind_of(family, kind);
                    }
                    Some(kind)
                }
                None => self.any_operand(node, family, to),
            },
            Node::Literal(literal) => {
                let site = self.now.site;
                let made = self.attempt(|own| own.literal(literal, family, to, site));
                self.now.site = site;
                made.or_else(|| self.any_operand(node, family, to))
            }
            Node::Inserted(index) => {
                let index = u8::try_from(*index).ok()?;
                self.push(Op::Inserted { to, index, family })?;
                Some(kind_of(family, Kind::Any))
            }
            Node::Callback(_) => self.any_operand(node, family, to),
        }
    }

    fn any_operand(&mut self, node: &Node, family: Family, to: Register) -> Option<Kind> {
        if !node.is_value() {
            self.permit_interpreter()?;
        }
        let node = self.node(node);
        self.push(Op::Operand { to, node, family })?;
        Some(kind_of(family, Kind::Any))
    }

    fn special_operand(&mut self, special: &Arc<Special>, family: Family, to: Register) -> Option<Kind> {
        if matches!(family, Family::Unconverted | Family::Raw) {
            return self.value(to, &Value::Text(special.text.clone()));
        }
        let small = |number: f64| {
            (number >= 0.0 && number.trunc() == number && number < 64.0).then_some(number as u8)
        };
        let number = self.special(special);
        let plain = special.overrides.is_none();
        let op = match special.subject {
            Subject::This(Part::Entry(k)) if plain => {
                small(k).map(|entry| Op::Entry { to, ahead: 0, entry, family, special: number })
            }
            Subject::Next(d, Part::Entry(k)) if plain => small(d)
                .zip(small(k))
                .map(|(ahead, entry)| Op::Entry { to, ahead, entry, family, special: number }),
            Subject::Variable(index) => Some(self.variable(index, family, to, number)?),
            Subject::Stored(Store::GameVariables, Some(index)) => {
                whole(index).map(|index| Op::GameVariable { to, index, family, special: number })
            }
            _ => None,
        };
        self.push(op.unwrap_or(Op::Special { to, family, special: number }))?;
        Some(kind_of(family, Kind::Any))
    }

    /// A variable, or all of them. `None`: only where they are in a list.
    fn variable(&mut self, index: Option<f64>, family: Family, to: Register, special: u16) -> Option<Op> {
        let any = Op::Special { to, family, special };
        if self.now.alone {
            return None;
        }
        let count = match self.now.sees {
            Sees::Own | Sees::Shared => {
                return Some(match index.and_then(whole) {
                    Some(index) => Op::Variable { to, index, family, special },
                    None => any,
                });
            }
            Sees::Registers { count } | Sees::Behind { count, .. } => count,
        };
        let index = whole(index?)?;
        let behind = index < 0 && index.unsigned_abs() as usize <= count;
        if behind {
            let from = (REGISTERS - index.unsigned_abs() as usize) as Register;
            return Some(Op::Copy { to, from, family });
        }
        match &mut self.now.sees {
            Sees::Registers { count } if (0..*count as i32).contains(&index) => {
                Some(Op::Copy { to, from: (REGISTERS - *count + index as usize) as Register, family })
            }
            Sees::Behind { around, .. } if index >= 0 => {
                *around = (*around).max(index as usize + 1);
                Some(Op::Variable { to, index, family, special })
            }
            _ => None,
        }
    }

    /// A list of which some entries are computed.
    fn literal(&mut self, literal: &Literal, family: Family, to: Register, site: u16) -> Option<Kind> {
        let level = self.level(Some(site), Running::Nothing);
        let mut last = to;
        for (index, entry) in literal.entries.iter().enumerate() {
            if index > 0 {
                last = self.next(last)?;
            }
            match entry {
                LiteralEntry::Value(value) => drop(self.value(last, value)?),
                LiteralEntry::Line(line, place) => {
                    self.at(level, Some(*place));
                    self.nested(line, last)?;
                }
                LiteralEntry::Literal(..) | LiteralEntry::Inserted(_) => return None,
            }
        }
        self.now.site = site;
        let count = u8::try_from(literal.entries.len()).ok().filter(|count| *count > 0)?;
        self.push(Op::List { to, count, family })?;
        Some(kind_of(family, Kind::Any))
    }
}

/// A value that is there already, converted, if that costs nothing.
fn constant(value: &Value, family: Family) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match (family, value) {
        (Family::Any | Family::Unconverted | Family::Raw, Value::Array(array)) if !array.is_plain() => None,
        (Family::Any | Family::Unconverted | Family::Raw, value) => Some(value.clone()),
        (Family::Number, Value::Number(number)) => {
            Some(Value::Number(if number.is_nan() { 0.0 } else { *number }))
        }
        (Family::Number, Value::Boolean(truth)) => Some(Value::Number(f64::from(u8::from(*truth)))),
        (Family::Boolean, value) => Some(Value::Boolean(convert::is_truthy(value))),
        (Family::Integer, Value::Integer(_)) => Some(value.clone()),
        (Family::Integer, Value::Number(number)) if number.abs() < EXACT => {
            Integer::from_f64(*number).map(Value::Integer)
        }
        (Family::Array, Value::Array(array)) if array.is_plain() => Some(value.clone()),
        (Family::Array, Value::Number(_) | Value::Boolean(_) | Value::Integer(_)) => {
            Some(Value::array(vec![value.clone()]))
        }
        (Family::Text, Value::Text(text)) if !text.is_special() => Some(value.clone()),
        _ => None,
    }
}
