//! The 43 values of an Infused Mode.

use calcarray::json::{self, ReadLimits};
use calcarray::{Meter, Position, Program, Value, Variables};

use super::error::InfusedError;
use super::host::PageHost;
use super::setting::Setting;
use crate::parts::expression::entries;

/// The number of values.
const VALUES: usize = 43;

/// The value that is a list of flags and no text.
pub(super) const RESPECTED: usize = 34;

/// The word in front of a value that is an expression.
const EXPRESSION: &str = "@InfusedCalcArray";

/// An Infused Mode, as its code holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct InfusedMode {
    values: Vec<Value>,
    settings: Vec<Setting>,
}

impl InfusedMode {
    /// Reads the list of an Infused code: texts that hold JSON, and a list
    /// of flags.
    ///
    /// # Errors
    /// The first value that is not what it must be.
    pub fn read(list: &Value) -> Result<InfusedMode, InfusedError> {
        let texts = entries(list);
        let mut values = Vec::with_capacity(VALUES);
        let mut reader = json::Reader::new(ReadLimits::default());
        for index in 0..VALUES {
            let wrong = |reason: String| InfusedError::Value { index, reason };
            values.push(match texts.get(index) {
                Some(flags @ Value::Array(_)) if index == RESPECTED => flags.clone(),
                Some(Value::Text(text)) => {
                    reader.read(&text.to_string_lossy()).map_err(|error| wrong(error.to_string()))?
                }
                Some(_) => return Err(wrong("not a text that holds JSON".into())),
                None => return Err(wrong("the list ends before it".into())),
            });
        }
        let settings = entries(&values[28]).iter().map(Setting::read).collect::<Result<_, _>>()?;
        Ok(InfusedMode { values, settings })
    }

    /// A mode of these values, which are written as JSON.
    pub(super) fn from_values(values: Vec<Value>) -> InfusedMode {
        InfusedMode { values, settings: Vec::new() }
    }

    /// Replaces a value.
    pub(super) fn set(&mut self, index: usize, value: Value) {
        if let Some(old) = self.values.get_mut(index) {
            *old = value;
        }
    }

    /// The settings that its page offers.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// A value, not evaluated.
    pub fn value(&self, index: usize) -> &Value {
        const NONE: &Value = &Value::Undefined;
        self.values.get(index).unwrap_or(NONE)
    }

    /// Returns true if the mode respects a modifier: negative tiles, the spawn
    /// rule, garbage, colours, destroying clicks, in this order.
    pub(super) fn respects(&self, modifier: usize) -> bool {
        entries(self.value(RESPECTED)).get(modifier).is_none_or(Value::is_true)
    }
}

/// Evaluates a value if it is marked as an expression.
pub(super) fn marked(
    index: usize,
    value: &Value,
    host: &mut PageHost,
    variables: &[Value],
) -> Result<Value, InfusedError> {
    match entries(value) {
        [mark, expression @ ..] if mark.is_word(EXPRESSION) => {
            evaluate(index, &Value::array(expression), host, variables).map(|(value, _)| value)
        }
        _ => Ok(value.clone()),
    }
}

/// Evaluates an expression; returns its value and the variables afterwards.
pub(super) fn evaluate(
    index: usize,
    expression: &Value,
    host: &mut PageHost,
    variables: &[Value],
) -> Result<(Value, Vec<Value>), InfusedError> {
    let fail = |error| InfusedError::Expression { index, error };
    let limits = host.limits.clone();
    let variables = Variables::new(variables.to_vec());
    let program = Program::compile(expression, &limits).map_err(fail)?;
    let mut meter = Meter::new(limits);
    let value = program.run_with(host, &Position::default(), &mut meter, &variables).map_err(fail)?;
    Ok((value, variables.into_inner()))
}
