//! Literal arrays, and the clean-up of results. See docs/spec/calcarray.md,
//! "Literals, escapes, final clean-up".

use crate::array::Array;
use crate::compile::Compiler;
use crate::error::Error;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Literal, LiteralEntry};
use crate::ir::operator::Family;
use crate::ir::scope::Scope;
use crate::ir::variables::{Inherit, Variables};
use crate::text::Text;
use crate::value::Value;

impl Evaluator<'_> {
    /// A literal that has something to evaluate in it (docs/spec/calcarray.md,
    /// "Literals, escapes, final clean-up").
    pub fn literal(&mut self, literal: &Literal, scope: &Scope<'_>) -> Result<Array, Error> {
        self.meter.array(literal.entries.len())?;
        let mut entries = Vec::with_capacity(literal.entries.len());
        for entry in &literal.entries {
            entries.push(match entry {
                LiteralEntry::Value(value) => value.clone(),
                LiteralEntry::Line(line, place) => self.line(line, scope).map_err(|e| e.inside(*place))?,
                LiteralEntry::Inserted(index) => match scope.inserted(*index) {
                    Value::Array(array) if !array.is_plain() => {
                        Value::Array(self.inner_literal(scope, |e, scope| e.dynamic_literal(&array, scope))?)
                    }
                    value => value,
                },
                LiteralEntry::Literal(inner, place) => {
                    let inner = self.inner_literal(scope, |e, scope| e.literal(inner, scope));
                    Value::Array(inner.map_err(|e| e.inside(*place))?)
                }
            });
        }
        self.array(entries)
    }

    /// Literals inside literals start without variables, unless a global start
    /// word says otherwise; so do literals that are evaluated as lines.
    pub fn inner_literal(
        &mut self,
        scope: &Scope<'_>,
        build: impl FnOnce(&mut Self, &Scope<'_>) -> Result<Array, Error>,
    ) -> Result<Array, Error> {
        let own = match scope.inherit {
            Inherit::Nothing => Variables::default(),
            Inherit::Copy => scope.variables.clone(),
            Inherit::Share => return build(self, scope),
        };
        build(self, &scope.with_variables(&own))
    }

    /// Reads an array value as a literal: drops markers, evaluates what
    /// starts with `"@CalcArray"`.
    pub fn resolve(&mut self, array: Array, scope: &Scope<'_>) -> Result<Array, Error> {
        if array.is_plain() {
            return Ok(array);
        }
        let array = self.dynamic_literal(&array, scope)?;
        self.without_marker(array, scope)
    }

    /// Takes the literal behind each marker that leads the array.
    fn without_marker(&mut self, mut array: Array, scope: &Scope<'_>) -> Result<Array, Error> {
        while array.first().is_some_and(|entry| entry.is_word("@Literal")) {
            array = self.dynamic_literal(&array[1..], scope)?;
        }
        Ok(array)
    }

    /// An array, converted. The conversion comes before the next look for a
    /// marker: with a second one in it, an array makes no number.
    pub fn convert_array(&mut self, array: Array, family: Family, scope: &Scope<'_>) -> Result<Value, Error> {
        match family {
            Family::Text | Family::Number | Family::Integer | Family::Gaussian | Family::Rational => {
                self.convert(Value::Array(array), family, scope)
            }
            _ => {
                let array = self.without_marker(array, scope)?;
                self.convert(Value::Array(array), family, scope)
            }
        }
    }

    pub fn dynamic_literal(&mut self, contents: &[Value], scope: &Scope<'_>) -> Result<Array, Error> {
        self.meter.array(contents.len())?;
        let literal = Compiler::once(self.language, self.meter.limits()).literal(contents, 0)?;
        self.literal(&literal, scope)
    }

    /// The clean-up of an outermost result (docs/spec/calcarray.md, "Literals,
    /// escapes, final clean-up"): one `@` of two is dropped, markers leave.
    pub fn clean(&mut self, value: Value) -> Result<Value, Error> {
        match value {
            Value::Text(text) if text.starts_with("@@") => {
                Ok(Value::Text(Text::from_units(&text.units()[1..])))
            }
            Value::Array(array) if needs_cleaning(&array) => {
                self.meter.array(array.len())?;
                let markers = array.iter().take_while(|entry| entry.is_word("@Literal")).count();
                let entries = array[markers..].iter().map(|entry| self.clean(entry.clone()));
                Ok(Value::array(entries.collect::<Result<Vec<_>, _>>()?))
            }
            value => Ok(value),
        }
    }
}

fn needs_cleaning(array: &Array) -> bool {
    array.first().is_some_and(|entry| entry.is_word("@Literal"))
        || array.iter().any(|entry| match entry {
            Value::Text(text) => text.starts_with("@@"),
            Value::Array(inner) => needs_cleaning(inner),
            _ => false,
        })
}
