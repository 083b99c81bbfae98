//! Operands and lines. See docs/spec/calcarray.md, "Evaluation model" to
//! "Literals, escapes, final clean-up".

use crate::array::Array;
use crate::compile::{Compiler, Item, items};
use crate::convert;
use crate::error::{Error, Limit};
use crate::exec::lookup::Found;
use crate::gaussian::Gaussian;
use crate::host::Store;
use crate::integer::Integer;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Body, Line, Node};
use crate::ir::operator::Family;
use crate::ir::scope::{Parent, Scope};
use crate::ir::special::Special;
use crate::ir::variables::{Inherit, Variables};
use crate::limits::exceeded;
use crate::rational::Rational;
use crate::value::Value;

/// The running value of a line: at first the entry as it is written.
pub(crate) enum Running<'n> {
    Entry(&'n Node),
    Value(Value),
}

impl Evaluator<'_> {
    /// A nested evaluation of an operand: conditions and counts. A text is
    /// looked up without variables, and its value not once more.
    pub fn evaluate(&mut self, node: &Node, scope: &Scope<'_>) -> Result<Value, Error> {
        match node {
            Node::Value(value) => Ok(value.clone()),
            Node::Inserted(index) => Ok(scope.inserted(*index)),
            Node::Callback(callback) => Ok(Value::Array(callback.source.clone())),
            Node::Line(line) => self.line(line, scope),
            // As a line of its own, so that it starts with variables of its own.
            Node::Literal(literal) => {
                Ok(Value::Array(self.inner_literal(scope, |e, scope| e.literal(literal, scope))?))
            }
            Node::Special(special) => {
                let none = Variables::default();
                match self.look_up(special, &scope.with_variables(&none))? {
                    Found::Value(value) => Ok(value),
                    Found::Literal(array) => Ok(Value::Array(self.resolve(array, scope)?)),
                    Found::Unchanged => Ok(Value::Text(special.text.clone())),
                }
            }
        }
    }

    /// An operand, converted for an operator (docs/spec/calcarray.md, "Argument
    /// conversion").
    pub fn operand(&mut self, node: &Node, family: Family, scope: &Scope<'_>) -> Result<Value, Error> {
        match node {
            // The text of an array may be a special string.
            Node::Value(value @ Value::Array(_)) => self.convert(value.clone(), family, scope),
            Node::Value(value) => self.convert_scalar(value.clone(), family),
            Node::Special(special) => self.special_operand(special, family, scope),
            Node::Line(line) => {
                let value = self.line(line, scope)?;
                self.convert(value, family, scope)
            }
            Node::Literal(literal) => {
                let array = self.literal(literal, scope)?;
                self.convert_array(array, family, scope)
            }
            Node::Inserted(index) => self.reconvert(scope.inserted(*index), family, scope),
            Node::Callback(callback) => Ok(Value::Array(callback.source.clone())),
        }
    }

    /// [`Evaluator::operand`] for the number family.
    #[inline]
    pub fn number(&mut self, node: &Node, scope: &Scope<'_>) -> Result<f64, Error> {
        match self.operand(node, Family::Number, scope)? {
            Value::Number(number) => Ok(number),
            _ => Ok(0.0),
        }
    }

    /// The running value, converted for an operator.
    #[inline]
    pub fn running(
        &mut self,
        running: Running<'_>,
        family: Family,
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        match running {
            Running::Entry(node) => self.operand(node, family, scope),
            Running::Value(value) => {
                // A special string may ask for the running value: itself. The
                // text of an array may be one too.
                if matches!(value, Value::Text(_))
                    || (family == Family::Text && matches!(value, Value::Array(_)))
                {
                    scope.note(&value);
                }
                self.reconvert(value, family, scope)
            }
        }
    }

    /// Converts a value that is kept as one: an array is read as a literal
    /// again, a text may be a special string.
    #[inline]
    pub fn reconvert(&mut self, value: Value, family: Family, scope: &Scope<'_>) -> Result<Value, Error> {
        match value {
            Value::Number(number) if family == Family::Number => {
                Ok(Value::Number(if number.is_nan() { 0.0 } else { number }))
            }
            Value::Array(array) if !array.is_plain() => {
                let array = self.dynamic_literal(&array, scope)?;
                self.convert_array(array, family, scope)
            }
            value => self.convert(value, family, scope),
        }
    }

    /// Step 2 of `Conv` (docs/spec/calcarray.md, "Argument conversion"): looks
    /// a text up, then converts by type.
    pub fn convert(&mut self, value: Value, family: Family, scope: &Scope<'_>) -> Result<Value, Error> {
        match value {
            Value::Text(text) if text.is_special() && family != Family::Unconverted => {
                match Special::parse(&text) {
                    Some(special) => self.special_operand(&special, family, scope),
                    None => self.convert_scalar(Value::Text(text), family),
                }
            }
            value if family == Family::Text => {
                let text = convert::to_text(&value, self.meter)?;
                if !text.is_special() {
                    return Ok(Value::Text(text));
                }
                match Special::parse(&text) {
                    Some(special) => self.special_operand(&special, family, scope),
                    None => Ok(Value::Text(text)),
                }
            }
            value => self.convert_scalar(value, family),
        }
    }

    /// Returns the converted value of a special string.
    pub fn special_operand(
        &mut self,
        special: &Special,
        family: Family,
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        if family == Family::Unconverted {
            return Ok(Value::Text(special.text.clone()));
        }
        let found = self.look_up(special, scope)?;
        self.found_operand(found, special, family, scope)
    }

    /// Converts the result of a look-up.
    pub fn found_operand(
        &mut self,
        found: Found,
        special: &Special,
        family: Family,
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        let value = match found {
            Found::Value(value) => value,
            Found::Literal(array) => return self.literal_operand(array, family, scope),
            Found::Unchanged => Value::Text(special.text.clone()),
        };
        // Texts are looked up last and taken as they come.
        if family == Family::Text {
            return Ok(value);
        }
        self.convert_scalar(value, family)
    }

    /// A tile or list that was looked up still has its marker when it is
    /// converted, and with the marker in it no array makes a number
    /// (docs/spec/calcarray.md, "Argument conversion"; golden data:
    /// `["@Next 0","+",1]` is 1 whatever the tile).
    pub fn literal_operand(
        &mut self,
        array: Array,
        family: Family,
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        match family {
            Family::Number => Ok(Value::Number(0.0)),
            Family::Integer => Ok(Value::Integer(Integer::ZERO)),
            Family::Gaussian => Ok(Gaussian::real(Integer::ZERO).into()),
            Family::Rational => Ok(Rational::NAN.into()),
            _ => {
                let array = if array.is_plain() { array } else { self.dynamic_literal(&array, scope)? };
                self.convert_array(array, family, scope)
            }
        }
    }

    /// Converts by type alone; texts are not looked up any more.
    pub fn convert_scalar(&mut self, value: Value, family: Family) -> Result<Value, Error> {
        Ok(match (family, value) {
            (Family::Any | Family::Unconverted | Family::Raw, value) => value,
            (Family::Number, Value::Number(number)) => {
                Value::Number(if number.is_nan() { 0.0 } else { number })
            }
            (Family::Number, value) => {
                let number = convert::to_number(&value, self.meter)?;
                Value::Number(if number.is_nan() { 0.0 } else { number })
            }
            (Family::Boolean, value) => Value::Boolean(convert::is_truthy(&value)),
            (Family::Text, Value::Text(text)) => Value::Text(text),
            (Family::Text, value) => Value::Text(convert::to_text(&value, self.meter)?),
            (Family::Array, value @ Value::Array(_)) => value,
            // Wrapped, the text is a literal with nothing in it.
            (Family::Array, Value::Text(text)) if text.is("@Literal") => Value::Array(Array::default()),
            (Family::Array, value) => Value::array(vec![value]),
            (Family::Integer, value @ Value::Integer(_)) => value,
            (Family::Integer, value) => Value::Integer(convert::to_integer(&value, self.meter)?),
            (Family::Gaussian, value @ Value::Gaussian(_)) => value,
            (Family::Gaussian, value) => convert::to_gaussian(&value, self.meter)?.into(),
            (Family::Rational, value @ Value::Rational(_)) => value,
            (Family::Rational, value) => convert::to_rational(&value, self.meter)?.into(),
        })
    }

    /// A nested line (docs/spec/calcarray.md, "Start modifiers and variables").
    #[inline]
    pub fn line(&mut self, line: &Line, scope: &Scope<'_>) -> Result<Value, Error> {
        if self.trace.is_some() {
            return self.whole_line(line, scope);
        }
        if let Some(on_tiles) = &line.doubles.numbers
            && let Some(outcome) = on_tiles.run(&*self.host, scope.position, self.meter)
        {
            return Ok(outcome.into());
        }
        match self.run(line, scope) {
            Some(result) => result,
            None => self.whole_line(line, scope),
        }
    }

    /// A line, walked step by step.
    fn whole_line(&mut self, line: &Line, scope: &Scope<'_>) -> Result<Value, Error> {
        self.meter.enter()?;
        let result = self.line_inside(line, scope);
        self.meter.leave();
        result
    }

    fn line_inside(&mut self, line: &Line, scope: &Scope<'_>) -> Result<Value, Error> {
        self.meter.charge(1)?;
        let (inherits, inherit) = line.start.inherit(scope.inherit);
        let own;
        let variables = match inherits {
            Inherit::Share => scope.variables,
            Inherit::Copy => {
                self.meter.array(scope.variables.borrow().len())?;
                own = scope.variables.clone();
                &own
            }
            Inherit::Nothing => {
                own = Variables::default();
                &own
            }
        };
        let scope = Scope { variables, inherit, ..*scope };
        if line.include_game_variables {
            self.include_game_variables(&scope)?;
        }
        for (declaration, place) in &line.declarations {
            let value = self.operand(declaration, Family::Any, &scope).map_err(|e| e.inside(*place))?;
            self.declare(value, &scope)?;
        }
        match &line.body {
            Body::Empty => Ok(Value::Undefined),
            Body::Literal(literal) => Ok(Value::Array(self.literal(literal, &scope)?)),
            Body::Steps(first, place, steps) => {
                let parent = Parent::new(scope.parents, first);
                let scope = Scope { parents: Some(&parent), ..scope };
                self.steps(Running::Entry(first), *place, steps, &scope)
            }
        }
    }

    /// Appends to the variables.
    pub fn declare(&mut self, value: Value, scope: &Scope<'_>) -> Result<(), Error> {
        self.meter.allocate(16)?;
        let mut variables = scope.variables.borrow_mut();
        if variables.len() >= self.meter.limits().array_length {
            return Err(exceeded(Limit::ArrayLength));
        }
        variables.push(value);
        Ok(())
    }

    /// `@include_gvars`: each game variable is evaluated on its way in.
    pub fn include_game_variables(&mut self, scope: &Scope<'_>) -> Result<(), Error> {
        let stored = self.host.store(Store::GameVariables).to_vec();
        self.meter.array(stored.len())?;
        for value in stored {
            let value = match value {
                Value::Array(_) => {
                    let node = self.compile(&value)?;
                    self.operand(&node, Family::Any, scope)?
                }
                value => self.convert(value, Family::Any, scope)?,
            };
            self.declare(value, scope)?;
        }
        Ok(())
    }

    /// Compiles an expression that came up while running.
    pub fn compile(&mut self, value: &Value) -> Result<Node, Error> {
        if let Value::Array(array) = value {
            self.meter.charge(array.len() as u64)?;
        }
        Compiler::once(self.language, self.meter.limits()).node(value)
    }

    /// Compiles a line with values put into it while running.
    pub fn compile_line(&mut self, items: &[Item<'_>]) -> Result<Line, Error> {
        self.meter.charge(items.len() as u64)?;
        Compiler::once(self.language, self.meter.limits()).line(items)
    }

    /// Evaluates an array value as code (docs/spec/calcarray.md, "Evaluation
    /// model"); not outermost.
    pub fn run_array(&mut self, code: &Array, scope: &Scope<'_>) -> Result<Value, Error> {
        self.meter.allocate(32 * code.len() as u64)?;
        let line = self.compile_line(&items(code))?;
        self.line(&line, scope)
    }

    /// A new array, if it is within the limits.
    pub fn array(&mut self, entries: Vec<Value>) -> Result<Array, Error> {
        if entries.len() > self.meter.limits().array_length {
            return Err(exceeded(Limit::ArrayLength));
        }
        let array = Array::new(entries);
        array.check(self.meter.limits())?;
        Ok(array)
    }

    /// An outermost evaluation of a line: a callback, code built on the way.
    pub fn outermost(&mut self, line: &Line, scope: &Scope<'_>) -> Result<Value, Error> {
        let value = self.line(line, scope)?;
        self.clean(value)
    }
}
