//! The language word for word (docs/spec/calcarray.md, "Evaluation model" to
//! "Control flow"): a walk over the raw entries, with nothing compiled. Only
//! for tests: compiled programs must give the same values, errors and draws.

use crate::array::Array;
use crate::compile::start_word;
use crate::error::{Error, ErrorKind};
use crate::exec::Found;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::Node;
use crate::ir::operator::{ControlKind, Family, LazyArguments, Operator, Run};
use crate::ir::scope::Scope;
use crate::ir::special::Special;
use crate::ir::variables::{Inherit, Start};
use crate::ops;
use crate::program::Variables;
use crate::value::Value;

mod tests;

/// A value as the reference has it: literal arrays wear their marker.
fn marked(value: Value) -> Value {
    match value {
        Value::Array(array) => {
            let mut entries = vec![Value::text("@Literal")];
            entries.extend(array.iter().cloned());
            Value::array(entries)
        }
        value => value,
    }
}

/// Walks expressions.
pub(crate) struct Walk<'w, 'e> {
    pub evaluator: &'w mut Evaluator<'e>,
    /// Running values of the lines around, as the reference keeps them.
    pub parents: Vec<Value>,
}

/// The context that a line passes to its parts.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub scope: &'a Scope<'a>,
    pub variables: &'a Variables,
    pub inherit: Inherit,
}

impl Walk<'_, '_> {
    pub fn outermost(&mut self, expression: &Value, context: Context<'_>) -> Result<Value, Error> {
        let value = self.evaluate(expression, context)?;
        self.evaluator.clean(value)
    }

    fn evaluate(&mut self, expression: &Value, context: Context<'_>) -> Result<Value, Error> {
        match expression {
            Value::Text(_) => {
                let none = Variables::default();
                let value = self.special(expression.clone(), Context { variables: &none, ..context })?;
                self.unmark(value, context)
            }
            Value::Array(line) => self.line(line.to_vec(), true, context),
            value => Ok(value.clone()),
        }
    }

    /// Looks up a special string; whole tiles and lists come with a marker.
    fn special(&mut self, value: Value, context: Context<'_>) -> Result<Value, Error> {
        let Value::Text(text) = &value else { return Ok(value) };
        let Some(special) = Special::parse(text) else { return Ok(value) };
        if let crate::ir::special::Subject::Parent(n) = special.subject {
            let count = self.parents.len() as f64;
            let n = if n.is_nan() { 0.0 } else { n.trunc() };
            let place = if n < 0.0 { n + count } else { n };
            if !(0.0..count).contains(&place) {
                return Ok(value);
            }
            let parent = self.parents[place as usize].clone();
            self.evaluator.meter.enter()?;
            self.evaluator.meter.charge(1)?;
            let result = self.evaluate(&parent, context);
            self.evaluator.meter.leave();
            return result;
        }
        let scope = Scope { variables: context.variables, ..*context.scope };
        Ok(match self.evaluator.look_up(&special, &scope)? {
            Found::Unchanged => value,
            Found::Value(value) => value,
            Found::Literal(array) => marked(Value::Array(array)),
        })
    }

    fn unmark(&mut self, mut value: Value, context: Context<'_>) -> Result<Value, Error> {
        while let Value::Array(array) = &value {
            if !array.first().is_some_and(|entry| entry.is_word("@Literal")) {
                break;
            }
            value = self.literal(&array[1..], context)?;
        }
        Ok(value)
    }

    fn literal(&mut self, contents: &[Value], context: Context<'_>) -> Result<Value, Error> {
        let mut entries = Vec::new();
        for entry in contents {
            entries.push(match entry {
                Value::Array(inner) if inner.first().is_some_and(|first| first.is_word("@CalcArray")) => {
                    self.line(inner[1..].to_vec(), true, context)?
                }
                Value::Array(inner) => {
                    let own;
                    let variables = match context.inherit {
                        Inherit::Nothing => {
                            own = Variables::default();
                            &own
                        }
                        Inherit::Copy => {
                            own = context.variables.clone();
                            &own
                        }
                        Inherit::Share => context.variables,
                    };
                    let skipped = usize::from(inner.first().is_some_and(|first| first.is_word("@Literal")));
                    self.literal(&inner[skipped..], Context { variables, ..context })?
                }
                other => other.clone(),
            });
        }
        Ok(Value::array(entries))
    }

    /// `Conv` (docs/spec/calcarray.md, "Argument conversion"), with the loop of
    /// its last line.
    fn convert(&mut self, value: Value, family: Family, context: Context<'_>) -> Result<Value, Error> {
        let mut value = value;
        loop {
            if let Value::Array(array) = &value {
                value = if array.first().is_some_and(|entry| entry.is_word("@Literal")) {
                    self.literal(&array[1..], context)?
                } else {
                    self.line(array.to_vec(), true, context)?
                };
            }
            value = match family {
                Family::Unconverted | Family::Raw => value,
                Family::Text => {
                    let text = crate::convert::to_text(&value, self.evaluator.meter)?;
                    self.special(Value::Text(text), context)?
                }
                family => {
                    let value = self.special(value, context)?;
                    self.by_type(value, family)?
                }
            };
            match &value {
                Value::Array(array) if array.first().is_some_and(|entry| entry.is_word("@Literal")) => {}
                _ => return Ok(value),
            }
        }
    }

    fn by_type(&mut self, value: Value, family: Family) -> Result<Value, Error> {
        match (family, &value) {
            (Family::Array, Value::Array(_)) => Ok(value),
            _ => self.evaluator.convert_scalar(value, family),
        }
    }

    fn line(&mut self, line: Vec<Value>, inner: bool, context: Context<'_>) -> Result<Value, Error> {
        self.evaluator.meter.enter()?;
        self.evaluator.meter.charge(1)?;
        let depth = self.parents.len();
        let result = self.line_inside(line, inner, context);
        self.parents.truncate(depth);
        self.evaluator.meter.leave();
        result
    }

    fn line_inside(
        &mut self,
        mut line: Vec<Value>,
        inner: bool,
        context: Context<'_>,
    ) -> Result<Value, Error> {
        let first = line.first().and_then(|entry| entry.as_text().cloned());
        let start = first.as_ref().and_then(start_word).unwrap_or(Start::Plain);
        let gvs = match start {
            Start::GlobalRetain | Start::GlobalRetainInner => Inherit::Share,
            Start::GlobalCopy | Start::GlobalCopyInner => Inherit::Copy,
            Start::GlobalNone | Start::GlobalNoneInner => Inherit::Nothing,
            _ => context.inherit,
        };
        let share = matches!(start, Start::Retain | Start::GlobalRetain)
            || (context.inherit == Inherit::Share && !matches!(start, Start::GlobalCopy | Start::GlobalNone));
        let copy = matches!(start, Start::Copy | Start::GlobalCopy)
            || (context.inherit == Inherit::Copy && start != Start::GlobalNone);
        let own;
        let variables = if share {
            context.variables
        } else {
            own = if copy { context.variables.clone() } else { Variables::default() };
            &own
        };
        let context = Context { variables, inherit: gvs, ..context };
        if first.as_ref().is_some_and(|text| text.is_special()) {
            while line
                .first()
                .and_then(Value::as_text)
                .is_some_and(|t| start_word(t).is_some() || t.is("@CalcArray"))
            {
                line.remove(0);
            }
            if line.first().is_some_and(|entry| entry.is_word("@include_gvars")) {
                line.remove(0);
                let scope = Scope { variables, inherit: gvs, ..*context.scope };
                self.evaluator.include_game_variables(&scope)?;
            }
        }
        if line.first().is_some_and(|entry| entry.is_word("@Literal")) {
            return self.literal(&line[1..], context);
        }
        if let Some(end) = line.iter().position(|entry| entry.is_word("@end_vars")) {
            for declaration in line.drain(..=end).take(end).collect::<Vec<_>>() {
                let value = self.convert(declaration, Family::Any, context)?;
                context.variables.borrow_mut().push(value);
            }
        }
        if line.is_empty() {
            return Ok(Value::Undefined);
        }
        if inner {
            self.parents.push(line[0].clone());
        }
        self.steps(&mut line, context)?;
        self.convert(line.swap_remove(0), Family::Any, context)
    }

    fn steps(&mut self, line: &mut Vec<Value>, context: Context<'_>) -> Result<(), Error> {
        let (mut removed, mut skipped) = (2, false);
        while line.len() > 1 {
            self.evaluator.meter.charge(1)?;
            if let Value::Array(_) = &line[1] {
                let operator = self.convert(line[1].clone(), Family::Unconverted, context)?;
                // An array is no operator, and must not be evaluated again.
                line[1] = if let Value::Array(_) = operator { Value::Undefined } else { operator };
            }
            let operator = line[1].as_text().and_then(ops::find_text);
            let unknown_word = operator.is_none() && line[1].as_text().is_some_and(|text| text.is_special());
            let family = operator.map_or(Family::Unconverted, |operator| operator.operand);
            let a = self.convert(line[0].clone(), family, context)?;
            self.note(&a);
            let entry = |place: usize| line.get(place).cloned().unwrap_or_default();
            let result = match operator.map(|operator| (operator, operator.run)) {
                None if unknown_word => a,
                None => {
                    removed = 2;
                    if let argument @ Value::Array(_) = entry(2) {
                        self.convert(argument, Family::Unconverted, context)?;
                    }
                    a
                }
                Some((_, Run::Control(word))) => {
                    let line = line.clone();
                    self.control(word.kind, &line, a, &mut skipped, &mut removed, context)?
                }
                Some((operator, _)) => {
                    removed = operator.removes;
                    let arguments: Vec<Value> = (0..operator.arguments.len()).map(|i| entry(2 + i)).collect();
                    self.apply(operator, a, &arguments, context)?
                }
            };
            self.note(&result);
            line[0] = marked(result);
            line.drain(1..(1 + removed).min(line.len()));
        }
        Ok(())
    }

    fn note(&mut self, a: &Value) {
        if let Some(last) = self.parents.last_mut() {
            *last = marked(a.clone());
        }
    }

    fn apply(
        &mut self,
        operator: &'static Operator,
        a: Value,
        arguments: &[Value],
        context: Context<'_>,
    ) -> Result<Value, Error> {
        if operator.name == "&&" {
            return if a.is_true() {
                self.convert(arguments[0].clone(), Family::Boolean, context)
            } else {
                Ok(a)
            };
        }
        if operator.name == "||" {
            return if a.is_true() {
                Ok(a)
            } else {
                self.convert(arguments[0].clone(), Family::Boolean, context)
            };
        }
        if operator.name == "@replace_tile" && !self.evaluator.host.can_replace_tiles() {
            return Ok(a);
        }
        let mut values = vec![a];
        for (argument, family) in arguments.iter().zip(operator.arguments) {
            values.push(match family {
                Family::Raw => argument.clone(),
                family => self.convert(argument.clone(), *family, context)?,
            });
        }
        let scope = Scope { variables: context.variables, inherit: context.inherit, ..*context.scope };
        if operator.name == "CalcArray" {
            let copy = context.variables.clone();
            let code = values[0].as_array().map(|code| code.to_vec()).unwrap_or_default();
            let result = self.line(code, true, Context { variables: &copy, ..context })?;
            return self.evaluator.clean(result);
        }
        match operator.run {
            Run::Number1(f) => Ok(Value::Number(f(values[0].as_number().unwrap_or(0.0)))),
            Run::Number2(f) => {
                let number = |place: usize| values.get(place).and_then(Value::as_number).unwrap_or(0.0);
                Ok(Value::Number(f(number(0), number(1))))
            }
            Run::Callback(_) => self.call_back(operator.name == "arr_filter", &values, context),
            Run::Lazy(run) => {
                let nodes: Vec<Node> = values[1..].iter().map(|value| Node::Value(value.clone())).collect();
                let evaluator = &mut *self.evaluator;
                run(LazyArguments { evaluator, place: 0, nodes: &nodes, scope: &scope }, values[0].clone())
            }
            _ => self.evaluator.compute(operator, &mut values, &scope),
        }
    }

    /// Map and filter, which the generated expressions use.
    fn call_back(&mut self, filters: bool, values: &[Value], context: Context<'_>) -> Result<Value, Error> {
        let Value::Array(entries) = &values[0] else { return Ok(Value::Undefined) };
        let code: &[Value] = match &values[1] {
            Value::Array(code) => code,
            _ if entries.is_empty() => &[],
            _ => return Err(ErrorKind::Type("a callback must be an array").into()),
        };
        let copy = context.variables.clone();
        let mut results = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let words = crate::compile::leading_start_words(code);
            let end = code.iter().position(|entry| entry.is_word("@end_vars"));
            let mut line: Vec<Value> = code[..end.unwrap_or(words)].to_vec();
            line.extend([Value::from(index), marked(entry.clone()), Value::text("@end_vars")]);
            line.extend_from_slice(&code[end.map_or(words, |end| end + 1)..]);
            let result = self.line(line, true, Context { variables: &copy, ..context })?;
            let result = self.evaluator.clean(result)?;
            match filters {
                true if !crate::convert::is_truthy(&result) => {}
                true => results.push(entry.clone()),
                false => results.push(result),
            }
        }
        Ok(Value::Array(Array::new(results)))
    }

    fn control(
        &mut self,
        word: ControlKind,
        line: &[Value],
        a: Value,
        skipped: &mut bool,
        removed: &mut usize,
        context: Context<'_>,
    ) -> Result<Value, Error> {
        let (opening, ending, all, start) = match word {
            ControlKind::If => ("@if", "@end-if", "end-stack", 3),
            ControlKind::ElseIf => ("@else-if", "@end-else-if", "end-stack", 3),
            ControlKind::Repeat => ("@repeat", "@end-repeat", "@end-stack", 3),
            _ => ("@else", "@end-else", "end-stack", 2),
        };
        let (mut open, mut end) = (1, start);
        while end < line.len() {
            open += i32::from(line[end].is_word(opening)) - i32::from(line[end].is_word(ending));
            if open == 0 || line[end].is_word(all) {
                break;
            }
            end += 1;
        }
        *removed = end;
        let body = line.get(start..end.min(line.len())).unwrap_or(&[]);
        let operand = line.get(2).cloned().unwrap_or_default();
        let run = |walk: &mut Self, a: Value| {
            let mut code = vec![Value::text("@var_retain"), marked(a)];
            code.extend_from_slice(body);
            let result = walk.line(code, false, context)?;
            walk.note(&result);
            Ok::<Value, Error>(result)
        };
        match word {
            ControlKind::If => {
                *skipped = !self.evaluate(&operand, context)?.is_true();
                if *skipped { Ok(a) } else { run(self, a) }
            }
            ControlKind::ElseIf => {
                if !*skipped || !self.evaluate(&operand, context)?.is_true() {
                    return Ok(a);
                }
                *skipped = false;
                run(self, a)
            }
            ControlKind::Else => {
                if std::mem::take(skipped) {
                    run(self, a)
                } else {
                    Ok(a)
                }
            }
            _ => {
                let mut a = a;
                if let Value::Number(_) = self.evaluate(&operand, context)? {
                    let mut count = self.evaluate(&operand, context)?.as_number().unwrap_or(0.0);
                    while count > 0.0 {
                        a = run(self, a)?;
                        count -= 1.0;
                    }
                } else if let Value::Array(_) = operand {
                    while self.evaluate(&operand, context)?.is_true() {
                        a = run(self, a)?;
                    }
                }
                Ok(a)
            }
        }
    }
}
