//! Arguments that an operator runs itself: functions of entries.

use calcarray::Value;
use calcarray::ops::Operator;

use super::{Binding, Compiler, Line};
use crate::entry::Entry;
use crate::error::Error;
use crate::names::{COPY, SHARE};
use crate::tree::{Expression, Kind, Statement};

impl<'a> Compiler<'a> {
    /// An argument that is an expression itself, run by the operator.
    pub fn callback(
        &mut self,
        operator: &Operator,
        place: usize,
        argument: &Expression,
    ) -> Result<Entry, Error> {
        let (inner, pairs) = argument.ungrouped();
        let (declared, goes_on) = operator.callback(place).unwrap_or_default();
        let (words, parameters, body): (&[String], &[String], _) = match &inner.kind {
            Kind::Lambda { words, parameters, body } if pairs == 0 => (words, parameters, body.clone()),
            Kind::Modified { .. } | Kind::Constant(Value::Array(_)) => return self.operand(argument),
            // A definition that is an expression itself.
            Kind::Name(name) if pairs == 0 && self.is_definition(name) => return self.operand(argument),
            _ => (&[], &[], vec![Statement::Value(argument.clone())]),
        };
        if parameters.len() > declared {
            let message =
                format!("a function of `{}` has {declared} values, not {}", operator.name, parameters.len());
            return Err(Error::new(argument.span.clone(), message));
        }
        let content = |compiler: &mut Compiler<'a>| {
            if let Some(line) = compiler.lines.last_mut() {
                line.is_function = true;
            }
            // The values of a call are variables of the function's own line.
            let (lines, slot) = (compiler.lines.len(), compiler.slots);
            for (place, parameter) in parameters.iter().enumerate() {
                // Functions of lists get the index before the entry.
                let place = if is_of_entries(operator) { declared - 1 - place } else { place };
                compiler.bindings.push(Binding {
                    name: parameter.clone(),
                    lines,
                    slot: slot + place,
                    is_absolute: false,
                });
            }
            compiler.slots += declared;
            compiler.statements(&body, !goes_on)
        };
        let (entries, line) = self.probed(content)?;
        if words.is_empty() {
            let word = match line {
                Line { shares: false, .. } => return Ok(Entry::list(entries)),
                // A shared list grows with each call, and the end of it moves away.
                Line { counts_back: true, .. } => COPY,
                _ => SHARE,
            };
            return Ok(Entry::list([vec![Entry::text(word)], entries].concat()));
        }
        let words = words.iter().map(|word| Entry::text(word.as_str()));
        Ok(Entry::list(words.chain(entries).collect::<Vec<_>>()))
    }
}

/// Returns true for operators whose functions get an index and an entry.
pub(crate) fn is_of_entries(operator: &Operator) -> bool {
    matches!(operator.name, "arr_map" | "arr_filter" | "arr_reduce" | "arr_reduceRight")
}
