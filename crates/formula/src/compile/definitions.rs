//! Definitions whose formulas are compiled where they are used.

use std::ops::Range;

use super::{Binding, Compiler, END_OF_VARIABLES};
use crate::entry::Entry;
use crate::error::{Error, Unknown};
use crate::parse::{parse, statement_of_others};
use crate::sugar::places_beside;
use crate::tree::{Expression, Statement};

/// The formula of a definition, with the variables that it sees besides its names.
pub(super) struct FormulaOf {
    /// The variables that it takes from the place where it is used.
    taken: Vec<String>,
    /// The bindings of its own values.
    parameters: Vec<Binding>,
    body: String,
}

/// Functions use each other no deeper than this.
pub(super) const MOST_CALLS: usize = 10;

/// Expressions in functions are within each other no more often than this.
pub(super) const HIGHEST_OF_FUNCTION: usize = 60;

/// A formula uses functions no more often than this, uses within functions counted.
pub(super) const MOST_MADE_CALLS: usize = 2_000;

impl<'a> Compiler<'a> {
    /// A function of the author: a line with its values as variables, and its result.
    pub(super) fn call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Range<usize>,
    ) -> Result<Entry, Error> {
        if let [place] = arguments
            && let Some(places) = places_beside(name, place.clone(), self.names.is_hexagonal())
        {
            return self.operand(&places);
        }
        let Some(function) = self.names.function(name) else {
            let place = span.start..(span.start + name.len()).min(span.end);
            let error = Error::new(place, format!("there is no operator `{name}`"));
            if let Some(help) = statement_of_others(name) {
                return Err(error.help(help));
            }
            return Err(Error { unknown: Some(Unknown::Operator(name.to_owned())), ..error });
        };
        let (wanted, found) = (function.parameters.len(), arguments.len());
        if wanted != found {
            let values = if wanted == 1 { "value" } else { "values" };
            let message = format!("`{name}` has {wanted} {values}, not {found}");
            return Err(Error::new(span.clone(), message)
                .help(format!("it is defined as {name}({})", function.parameters.join(", "))));
        }
        self.line(|compiler| {
            let mut entries = Vec::new();
            for argument in arguments {
                entries.push(compiler.operand(argument)?);
            }
            let lines = compiler.lines.len();
            let mut parameters = Vec::new();
            for parameter in function.parameters {
                let slot = compiler.slots;
                parameters.push(Binding { name: parameter, lines, slot, is_absolute: false });
                compiler.slots += 1;
            }
            if let Some(line) = compiler.lines.last_mut().filter(|_| !arguments.is_empty()) {
                line.declares = arguments.len();
                entries.push(Entry::text(END_OF_VARIABLES));
            }
            let formula = FormulaOf { taken: function.taken, parameters, body: function.body };
            let result =
                compiler.inside(name, span, &formula, |compiler, body| compiler.statements(body, true));
            entries.extend(result?);
            Ok(entries)
        })
    }

    /// The formula of a definition that takes variables of a `let` or of a function here: it is
    /// compiled in this place, as its variables have no names elsewhere.
    pub(super) fn formula_here(&self, name: &str) -> Option<FormulaOf> {
        let name = name.strip_prefix('$').unwrap_or(name);
        let taken = self.names.taken(name);
        if !taken.iter().any(|variable| self.bound(variable).is_some()) {
            return None;
        }
        let body = self.names.formula(name)?;
        Some(FormulaOf { taken: taken.to_vec(), parameters: Vec::new(), body })
    }

    /// The entries of a definition's formula, which sees its parameters, and of the place around it
    /// the variables that it takes.
    pub(super) fn inside(
        &mut self,
        name: &str,
        span: &Range<usize>,
        formula: &FormulaOf,
        compile: impl FnOnce(&mut Compiler<'a>, &[Statement]) -> Result<Vec<Entry>, Error>,
    ) -> Result<Vec<Entry>, Error> {
        if self.calls.len() >= MOST_CALLS || self.made_calls >= MOST_MADE_CALLS {
            let message = format!("`{name}` makes too many calls of other functions");
            return Err(Error::new(span.clone(), message).help("a function can't use itself"));
        }
        self.made_calls += 1;
        let within = |error: Error| {
            let mut error = Error { span: span.clone(), ..error };
            error.message = format!("in `{name}`: {}", error.message);
            error
        };
        let body = parse(formula.body.trim_start().trim_start_matches('=')).map_err(within)?;
        if body.iter().map(Statement::height).max().unwrap_or_default() > HIGHEST_OF_FUNCTION {
            return Err(within(Error::new(span.clone(), "it has too many parts within each other")));
        }
        let is_seen = |binding: &&Binding| formula.taken.contains(&binding.name);
        let seen: Vec<Binding> = self.bindings.iter().filter(is_seen).cloned().collect();
        let hidden = std::mem::replace(&mut self.bindings, [seen, formula.parameters.clone()].concat());
        self.calls.push(formula.taken.clone());
        let result = compile(self, &body);
        self.calls.pop();
        self.bindings = hidden;
        Ok(result.map_err(within)?.into_iter().map(Entry::without_places).collect())
    }

    /// Returns true if the variables of the rule, look or script are seen under a name.
    pub(super) fn sees_local(&self, name: &str) -> bool {
        self.calls.iter().all(|taken| taken.iter().any(|variable| variable == name))
    }

    /// Shares the variables of the place for a definition that takes some of them.
    pub(super) fn share_taken(&mut self, name: &str, span: &Range<usize>) -> Result<(), Error> {
        let name = name.strip_prefix('$').unwrap_or(name);
        let taken = self.names.taken(name);
        if let Some(hidden) = taken.iter().find(|variable| !self.sees_local(variable)) {
            let message = format!("`{name}` takes the variable `{hidden}` of the place where it is used");
            let help = format!("a definition with values sees those that it takes: \"…(x)[{hidden}]\"");
            return Err(Error::new(span.clone(), message).help(help));
        }
        if !taken.is_empty() {
            self.share_locals();
        }
        Ok(())
    }
}
