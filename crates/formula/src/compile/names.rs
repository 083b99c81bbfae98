//! Names: what they stand for, and which lines share variables for them.

use std::ops::Range;

use calcarray::ops;

use super::{Binding, Compiler};
use crate::entry::Entry;
use crate::error::{Error, Unknown};
use crate::names::{Meaning, word};
use crate::parse::statement_of_others;
use crate::sugar::list;

impl<'a> Compiler<'a> {
    /// The variable of a `let` or of a function that a name means.
    pub(super) fn bound(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rev().find(|binding| binding.name == name)
    }

    /// The index of such a variable, and the number of lines outside of its list. The lines that
    /// are open share the list from here on.
    pub(super) fn shared(&mut self, name: &str) -> Option<(f64, usize)> {
        let binding = self.bound(name)?;
        let (index, lines, counts_back) = (binding.index(self.slots), binding.lines, !binding.is_absolute);
        self.share(lines, counts_back);
        Some((index, lines))
    }

    pub(super) fn is_definition(&self, name: &str) -> bool {
        self.bound(name).is_none() && matches!(self.names.meaning(name), Some(Meaning::Definition(_)))
    }

    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.bound(name).is_some() || matches!(self.names.meaning(name), Some(Meaning::Local(_)))
    }

    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Entry, Error> {
        if let Some((index, _)) = self.shared(name) {
            return Ok(Entry::text(format!("@Var {index}").as_str()));
        }
        match self.names.meaning(name) {
            Some(Meaning::Entry(number)) => return Ok(Entry::text(format!("@This {number}").as_str())),
            Some(Meaning::Variable(number)) => return Ok(Entry::text(format!("@GVar {number}").as_str())),
            Some(Meaning::ModifierVariable(number)) => {
                return Ok(Entry::text(format!("@MVar {number}").as_str()));
            }
            // The variables of the place are none of the function that is used there.
            Some(Meaning::Local(_)) if !self.sees_local(name) => {}
            Some(Meaning::Local(local)) => {
                self.share_locals();
                return Ok(Entry::text(local.word().as_str()));
            }
            Some(Meaning::Definition(value)) => {
                if let Some(formula) = self.formula_here(name) {
                    return self.line(|compiler| {
                        compiler
                            .inside(name, span, &formula, |compiler, body| compiler.statements(body, true))
                    });
                }
                self.share_taken(name, span)?;
                return Ok(Entry::from(value));
            }
            None => {}
        }
        if let Some(word) = word(name) {
            return Ok(Entry::text(word));
        }
        if let Some(expanded) = list(name, self.names.is_hexagonal()) {
            return self.operand(&expanded);
        }
        let direction = self.names.direction(name);
        direction.map(|number| Entry::number(number as f64)).ok_or_else(|| unknown(name, span))
    }

    /// The number of an entry of tiles.
    pub(super) fn entry(&self, name: &str, span: &Range<usize>) -> Result<usize, Error> {
        match self.names.meaning(name) {
            Some(Meaning::Entry(number)) => Ok(number),
            _ => {
                let place = span.end.saturating_sub(name.len())..span.end;
                let error = Error::new(place, format!("tiles have no entry `{name}`"));
                Err(Error { unknown: Some(Unknown::Name(name.to_owned())), ..error })
            }
        }
    }

    /// Notes that the innermost lines read a list that is outside of them.
    pub(super) fn share(&mut self, lines: usize, counts_back: bool) {
        for line in self.lines.iter_mut().skip(lines) {
            line.shares = true;
            line.counts_back |= counts_back;
        }
    }

    /// Notes that the innermost lines set a variable that is outside of them.
    pub(super) fn set_outside(&mut self, lines: usize, name: &str, span: &Range<usize>) -> Result<(), Error> {
        for line in self.lines.iter_mut().skip(lines) {
            if line.is_function {
                let message = format!("a function can't set `{name}`, which is outside of it");
                return Err(Error::new(span.clone(), message).help("write for x in list { … }, or reduce"));
            }
            line.sets = true;
        }
        Ok(())
    }

    pub(super) fn share_locals(&mut self) {
        self.share(self.place.lines_with_variables(), false);
    }
}

pub(super) fn unknown(name: &str, span: &Range<usize>) -> Error {
    let error = Error::new(span.clone(), format!("nothing is named `{name}`"));
    if let Some(help) = statement_of_others(name) {
        return error.help(help);
    }
    let error = match ops::find(name).or_else(|| ops::find(&format!("arr_{name}"))) {
        Some(operator) if !operator.name.starts_with('@') => {
            error.help(format!("`{name}` is an operator: write its values in brackets"))
        }
        _ => error,
    };
    Error { unknown: Some(Unknown::Name(name.to_owned())), ..error }
}
