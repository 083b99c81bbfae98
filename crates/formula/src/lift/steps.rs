//! Steps of a line: operators after each other, and blocks.

use calcarray::ops::{self, Family, Operator};
use calcarray::{Text, Value, json};

use super::{Lifter, NoForm, applied, grouped, number};
use crate::compile::is_compound;
use crate::kinds::mixture;
use crate::names::{GIVEN, Meaning};
use crate::parse::HIGHEST;
use crate::print::is_name;
use crate::signs::{is_effect, level, written};
use crate::token::is_one_name;
use crate::tree::{Callee, Expression, Form, Kind, Level, Statement};

impl<'a> Lifter<'a> {
    /// Steps, as statements: a value with its operators, effects, blocks.
    pub(super) fn steps(
        &mut self,
        first: Option<Expression>,
        entries: &[Value],
        statements: &mut Vec<Statement>,
    ) -> Result<(), NoForm> {
        // Brackets around the first value make lists, but the base of an operator has them counted
        // otherwise: so it matters whether an operator was there.
        let mut current = first;
        let mut is_bare = true;
        let mut place = 0;
        while let Some(entry) = entries.get(place) {
            if let Some(name) = self.names.spliced(entry) {
                let base = Box::new(based(current.take(), is_bare, Form::Postfix));
                current = Some(Expression::new(Kind::Splice(Some(base), name)));
                is_bare = false;
                place += 1;
                continue;
            }
            let name = entry.as_text().ok_or(NoForm)?;
            if current.as_ref().is_some_and(|value| value.height > HIGHEST / 2) {
                return Err(NoForm);
            }
            let operator = name.to_utf8().and_then(|name| ops::find(&name));
            let arguments = &entries[place + 1..];
            let Some(operator) = operator else {
                // An unknown operator with its one argument.
                if name.starts_with("@") || arguments.is_empty() {
                    return Err(NoForm);
                }
                let argument = self.argument(&arguments[0], None);
                let base = based(current.take(), is_bare, Form::Postfix);
                current = Some(applied(Callee::Quoted(name.clone()), Form::Postfix, base, vec![argument]));
                is_bare = false;
                place += 2;
                continue;
            };
            if arguments.len() < operator.arguments.len() {
                return Err(NoForm);
            }
            if is_statement(entry) || matches!(operator.name, "2nd") {
                self.flush(&mut current, is_bare, statements);
                is_bare = true;
            }
            if let Some((ending, ends_all)) = operator.endings() {
                place += 1 + self.block(operator, arguments, [ending, ends_all], statements)?;
                continue;
            }
            let values = &arguments[..operator.arguments.len()];
            place += 1 + values.len();
            if operator.removes <= operator.arguments.len() && place < entries.len() {
                // Its last argument is read as the next operator.
                return Err(NoForm);
            }
            if operator.name == "2nd" {
                let value = self.operand(&values[0]);
                statements.push(Statement::Value(value));
                continue;
            }
            // Without a value before it, an operator for people is a statement.
            let is_lone = current.is_none() && !operator.name.starts_with('@');
            if is_effect(operator) && (is_lone || operator.name.starts_with('@')) {
                let kind = self.effect(operator, values);
                statements.push(kind);
                continue;
            }
            let is_negative = is_bare && current.as_ref().is_some_and(is_negative);
            let (form, callee) = match (form(operator), is_negative) {
                // A power of a negative number is not clear without brackets, which would make a list.
                (Form::Infix(Level::Power), true) => (Form::Postfix, Callee::Quoted(operator.name.into())),
                (form, _) => (form, callee(operator, form)),
            };
            if let Some(entry) = self.entry_of_near(operator, values, current.as_ref(), is_bare) {
                let base = Box::new(based(current.take(), is_bare, Form::Postfix));
                current = Some(Expression::new(Kind::Member(base, entry)));
                is_bare = false;
                continue;
            }
            let base = based(current.take(), is_bare, form);
            let mut lifted = Vec::new();
            for (which, value) in values.iter().enumerate() {
                lifted.push(match operator.arguments[which] {
                    Family::Raw => self.callback(operator, which, value),
                    _ => self.argument(value, Some(form)),
                });
            }
            // Numbers of different kinds are a mistake, unless the operator is between quotes.
            let (callee, form, base) = match (callee, mixture(operator, &base, &lifted)) {
                (Callee::Known(_), Some(_)) => {
                    lifted = values.iter().map(|value| self.operand(value)).collect();
                    let needs = Form::Postfix.needs_brackets(base.level()) && is_compound(&base);
                    let base = if needs { grouped(base) } else { base };
                    (Callee::Quoted(operator.name.into()), Form::Postfix, base)
                }
                (callee, _) => (callee, form, base),
            };
            current = Some(applied(callee, form, base, lifted));
            is_bare = false;
        }
        self.flush(&mut current, is_bare, statements);
        Ok(())
    }

    /// The name of the entry that is taken of a cell nearby: `near(0, 1).value`.
    pub(super) fn entry_of_near(
        &self,
        operator: &Operator,
        values: &[Value],
        base: Option<&Expression>,
        is_bare: bool,
    ) -> Option<String> {
        let ("arr_elem", [index]) = (operator.name, values) else { return None };
        let number = number(index)?;
        let is_near = base.is_some_and(|base| matches!(base.kind, Kind::Tile { word: "@Relative", .. }));
        let near = (is_near && is_bare).then(|| self.names.name(&Meaning::Entry(number))).flatten();
        near.or_else(|| self.names.entry(number)).filter(|name| is_name(name))
    }

    pub(super) fn flush(
        &self,
        current: &mut Option<Expression>,
        is_bare: bool,
        statements: &mut Vec<Statement>,
    ) {
        if let Some(mut value) = current.take() {
            let (inner, pairs) = value.ungrouped();
            if is_bare && is_compound(inner) {
                // One pair of brackets around all of a line changes nothing.
                let missing = pairs.max(1) + 1 - pairs;
                for _ in 0..missing {
                    value = grouped(value);
                }
            }
            statements.push(Statement::Value(value));
        }
    }

    /// An argument, with the brackets that its place asks for.
    pub(super) fn argument(&mut self, value: &Value, form: Option<Form>) -> Expression {
        let value = self.operand(value);
        let needs = match form {
            Some(Form::Infix(level)) => value.level() <= level,
            _ => false,
        };
        match needs && is_compound(&value) {
            true => grouped(value),
            false => value,
        }
    }

    /// `if`, `repeat` and their kin; returns the number of entries after the word.
    pub(super) fn block(
        &mut self,
        operator: &'static Operator,
        entries: &[Value],
        [ending, ends_all]: [&str; 2],
        statements: &mut Vec<Statement>,
    ) -> Result<usize, NoForm> {
        let start = operator.arguments.len();
        let mut open = 1;
        let mut end = start;
        let mut is_open = false;
        loop {
            let Some(entry) = entries.get(end) else {
                is_open = end > start;
                break;
            };
            if entry.is_word(operator.name) {
                open += 1;
            } else if entry.is_word(ending) {
                open -= 1;
            } else if entry.is_word(ends_all) {
                return Err(NoForm);
            }
            if open == 0 {
                break;
            }
            end += 1;
        }
        let condition = match start {
            0 => None,
            _ => Some(self.alone(&entries[0])),
        };
        let mut body = Vec::new();
        self.steps(None, &entries[start..end], &mut body)?;
        if !is_open && end == entries.len() {
            return Err(NoForm);
        }
        statements.push(Statement::Block { operator, condition, body, is_open });
        Ok(end + usize::from(!is_open))
    }

    /// A condition: a variable in a line of its own needs no brackets.
    pub(super) fn alone(&mut self, value: &Value) -> Expression {
        let lifted = self.operand(value);
        match &lifted.kind {
            // Without a line the text of a variable is only a text.
            Kind::Name(name) if self.is_variable(name) => match value {
                Value::Text(text) => Expression::new(Kind::Text(text.clone())),
                _ => lifted,
            },
            Kind::Tile { word: GIVEN, .. } => match value {
                Value::Text(text) => Expression::new(Kind::Text(text.clone())),
                _ => lifted,
            },
            Kind::Group(inner) if self.is_lone_variable(inner) => (**inner).clone(),
            _ => lifted,
        }
    }

    pub(super) fn is_lone_variable(&self, value: &Expression) -> bool {
        match &value.kind {
            Kind::Name(name) => self.is_variable(name),
            Kind::Tile { word, .. } => *word == GIVEN,
            _ => false,
        }
    }

    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.bindings.iter().any(|binding| binding.name == name)
            || matches!(self.names.meaning(name), Some(Meaning::Local(_)))
    }
}

pub(super) fn is_zero(value: &Value) -> bool {
    value.as_number().is_some_and(|number| number == 0.0 && number.is_sign_positive())
}

/// Returns true if an entry of a line is an operator that becomes a statement.
pub(super) fn is_statement(entry: &Value) -> bool {
    let name = entry.as_text().and_then(Text::to_utf8);
    name.and_then(|name| ops::find(&name)).is_some_and(|operator| operator.name.starts_with('@'))
}

/// The base of an operator: `_` without one, and brackets where the operator asks for them.
pub(super) fn based(current: Option<Expression>, is_first: bool, form: Form) -> Expression {
    let Some(current) = current else { return Expression::new(Kind::Running) };
    let (inner, pairs) = current.ungrouped();
    if !is_compound(inner) {
        return current;
    }
    let needs = usize::from(form.needs_brackets(inner.level()));
    let lists = match is_first {
        true => pairs.max(1),
        false => 0,
    };
    let mut base = inner.clone();
    for _ in 0..lists + needs {
        base = grouped(base);
    }
    base
}

/// The form in which an operator is shown.
pub(super) fn form(operator: &'static Operator) -> Form {
    if operator.name == "!" {
        return Form::Prefix;
    }
    match written(operator) {
        Some(_) => Form::Infix(level(operator)),
        None if !is_one_name(operator.name) => Form::Postfix,
        None if operator.name.starts_with("arr_") || operator.name.starts_with("str_") => Form::Postfix,
        None => Form::Function,
    }
}

/// The operator of a call: its name between quotes, if it is no name in a formula.
pub(super) fn callee(operator: &'static Operator, form: Form) -> Callee {
    match form == Form::Postfix && !is_one_name(operator.name) {
        true => Callee::Quoted(operator.name.into()),
        false => Callee::Known(operator),
    }
}

/// Returns true for numbers that are written with a minus sign.
pub(super) fn is_negative(value: &Expression) -> bool {
    matches!(&value.kind, Kind::Constant(value) if json::write(value).trim_matches('"').contains('-'))
}
