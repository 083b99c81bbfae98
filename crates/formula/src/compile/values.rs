//! Values: entries of a line, arguments, lists.

use calcarray::Value;
use calcarray::ops::Family;

use super::{Compiler, is_compound, leaves_argument, unknown};
use crate::entry::Entry;
use crate::error::Error;
use crate::kinds::mixture;
use crate::names::{GIVEN, SHARE};
use crate::sugar::list;
use crate::tree::{Callee, Expression, Form, Kind, Statement};

pub(super) const LITERAL: &str = "@Literal";

pub(super) const CALCULATED: &str = "@CalcArray";

impl<'a> Compiler<'a> {
    /// A value in the place of an argument.
    pub fn operand(&mut self, value: &Expression) -> Result<Entry, Error> {
        let (inner, pairs) = value.ungrouped();
        let levels = if is_compound(inner) { pairs.max(1) } else { pairs };
        Ok(self.within_lines(inner, levels)?.at(&value.span))
    }

    /// The entries of the base of an operator.
    pub(super) fn base(&mut self, value: &Expression, form: Form) -> Result<Vec<Entry>, Error> {
        let (inner, pairs) = value.ungrouped();
        if let (Kind::Name(name), 0) = (&inner.kind, pairs) {
            // A word for a list is several entries, which begin the line.
            if self.bound(name).is_none()
                && self.names.meaning(name).is_none()
                && let Some(expanded) = list(name, self.names.is_hexagonal())
            {
                return self.chain(&expanded);
            }
        }
        if matches!(inner.kind, Kind::Running) && pairs == 0 {
            return Ok(Vec::new());
        }
        if !is_compound(inner) {
            return Ok(vec![self.within_lines(inner, pairs)?]);
        }
        let needed = usize::from(form.needs_brackets(inner.level()));
        // What an operator leaves behind would be read as the next one: it ends its line.
        let levels = pairs.saturating_sub(needed).max(usize::from(leaves_argument(inner)));
        match levels {
            0 => self.chain(inner),
            _ => Ok(vec![self.within_lines(inner, levels)?]),
        }
    }

    /// The entries of a line: a value and its operators.
    pub(super) fn chain(&mut self, value: &Expression) -> Result<Vec<Entry>, Error> {
        match &value.kind {
            Kind::Apply { operator, form, base, arguments } => {
                let mut entries = self.base(base, *form)?;
                match operator {
                    Callee::Known(operator) => {
                        if let Some(error) = mixture(operator, base, arguments) {
                            return Err(error);
                        }
                        entries.push(Entry::text(operator.name));
                        for (place, argument) in arguments.iter().enumerate() {
                            entries.push(match operator.arguments[place] {
                                Family::Raw => self.callback(operator, place, argument)?,
                                _ => self.operand(argument)?,
                            });
                        }
                    }
                    Callee::Quoted(name) => {
                        entries.push(Entry::from(Value::Text(name.clone())));
                        for argument in arguments {
                            entries.push(self.operand(argument)?);
                        }
                    }
                }
                Ok(entries)
            }
            Kind::Splice(base, name) => {
                let mut entries = match base {
                    Some(base) => self.base(base, Form::Postfix)?,
                    None => Vec::new(),
                };
                if let Some(formula) = self.formula_here(name) {
                    let steps = self.inside(name, &value.span, &formula, |compiler, body| {
                        compiler.statements(body, base.is_none())
                    })?;
                    entries.extend(steps);
                    return Ok(entries);
                }
                let Some(steps) = self.names.splice(name) else { return Err(unknown(name, &value.span)) };
                self.share_taken(name, &value.span)?;
                let is_in_function =
                    || self.lines.iter().skip(self.place.lines_with_variables()).any(|line| line.is_function);
                if is_in_function() && self.names.sets_variables(name) {
                    let message = format!("a function can't set what `{name}` sets, which is outside of it");
                    return Err(
                        Error::new(value.span.clone(), message).help("write for x in list { … }, or reduce")
                    );
                }
                // The steps may set what they take. In a copy that would be lost.
                for line in self.lines.iter_mut().skip(self.place.lines_with_variables()) {
                    line.sets |= line.shares && !line.is_function;
                }
                entries.push(Entry::from(steps).at(&value.span));
                Ok(entries)
            }
            Kind::Member(base, entry) => {
                let mut entries = self.base(base, Form::Postfix)?;
                let number = self.entry(entry, &value.span)?;
                entries.extend([Entry::text("arr_elem"), Entry::number(number as f64)]);
                Ok(entries)
            }
            Kind::Sequence(statements)
                if matches!(statements.first(), Some(Statement::Let(..))) && self.has_declarations() =>
            {
                Ok(vec![self.line(|compiler| compiler.statements(statements, true))?])
            }
            Kind::Sequence(statements) => self.statements(statements, true),
            Kind::Running => Ok(Vec::new()),
            _ => Ok(vec![self.atom(value)?]),
        }
    }

    /// A value that is one entry of a line.
    pub(super) fn atom(&mut self, value: &Expression) -> Result<Entry, Error> {
        Ok(self.atom_of(value)?.at(&value.span))
    }

    pub(super) fn atom_of(&mut self, value: &Expression) -> Result<Entry, Error> {
        match &value.kind {
            Kind::Constant(value) => Ok(Entry::from(value.clone())),
            Kind::Text(text) => Ok(Entry::from(Value::Text(text.clone()))),
            Kind::Name(name) => self.name(name, &value.span),
            Kind::Word(word, parts) => {
                let parts: String = parts.iter().map(|part| format!(" {part}")).collect();
                Ok(Entry::text(format!("{word}{parts}").as_str()))
            }
            Kind::Tile { word, distance, entry } => {
                if *word == GIVEN {
                    self.share_locals();
                }
                let mut text = (*word).to_owned();
                for number in distance {
                    text.push_str(&format!(" {number}"));
                }
                if let Some(entry) = entry {
                    let place = ["row", "column", "position"].iter().position(|place| place == entry);
                    match (self.names.meaning(entry), place) {
                        (None, Some(place)) => {
                            text.push_str([" @VCoord", " @HCoord", " @Position"][place]);
                        }
                        _ => text.push_str(&format!(" {}", self.entry(entry, &value.span)?)),
                    }
                }
                Ok(Entry::text(text.as_str()))
            }
            Kind::List(entries) => self.list(entries),
            Kind::Call(name, arguments) => self.call(name, arguments, &value.span),
            Kind::Modified { words, body } => {
                // With these words there may be variables already, an unknown number of them.
                let is_fresh = std::mem::replace(&mut self.is_fresh, false);
                let (entries, _) = self.probed(|compiler| compiler.statements(body, true))?;
                self.is_fresh = is_fresh;
                let words = words.iter().map(|word| Entry::text(word.as_str()));
                Ok(Entry::list(words.chain(entries).collect::<Vec<_>>()))
            }
            Kind::Running => Err(Error::new(value.span.clone(), "`_` can only begin a step")
                .help("write the steps one after the other: _ * 2 + 1")),
            Kind::Lambda { .. } => Err(Error::new(value.span.clone(), "a function can't stand here")
                .help("functions are arguments of filter, map, sort and the like")),
            _ => self.operand(value),
        }
    }

    pub(super) fn list(&mut self, entries: &[Expression]) -> Result<Entry, Error> {
        let entries = self.entries_of_list(entries)?;
        Ok(Entry::list([vec![Entry::text(LITERAL)], entries].concat()))
    }

    pub(super) fn entries_of_list(&mut self, entries: &[Expression]) -> Result<Vec<Entry>, Error> {
        entries.iter().map(|entry| self.entry_of_list(entry)).collect()
    }

    pub fn entry_of_list(&mut self, entry: &Expression) -> Result<Entry, Error> {
        let (inner, pairs) = entry.ungrouped();
        let levels = match &inner.kind {
            Kind::Constant(value) if pairs == 0 => return Ok(Entry::from(value.clone())),
            Kind::Text(text) if pairs == 0 => return Ok(Entry::from(Value::Text(text.clone()))),
            Kind::Name(name) if pairs == 0 && self.is_definition(name) => match self.names.constant(name) {
                Some(value) => return Ok(Entry::from(value).at(&inner.span)),
                None => 0,
            },
            Kind::List(entries) if pairs == 0 => {
                // Lists in lists see no variables; a line around them does.
                let (list, line) = self.probed(|compiler| compiler.entries_of_list(entries))?;
                if !line.shares {
                    return Ok(Entry::list(list));
                }
                let list = [vec![Entry::text(LITERAL)], list].concat();
                return Ok(Entry::list(vec![Entry::text(CALCULATED), Entry::text(SHARE), Entry::list(list)]));
            }
            _ => pairs.max(1) - 1,
        };
        let line = self.entries_of_line(|compiler| match levels {
            0 if is_compound(inner) => compiler.chain(inner),
            _ => Ok(vec![compiler.within_lines(inner, levels)?]),
        })?;
        Ok(Entry::list([vec![Entry::text(CALCULATED)], line].concat()))
    }
}
