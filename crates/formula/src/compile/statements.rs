//! Statements: the entries of a line, one step after the other.

use super::{Binding, Compiler, END_OF_VARIABLES, is_compound};
use crate::entry::Entry;
use crate::error::Error;
use crate::names::GIVEN;
use crate::tree::{Callee, Expression, Kind, Statement, goes_on};

impl<'a> Compiler<'a> {
    /// The entries of statements. `starts` says that there is no running value yet.
    pub(super) fn statements(&mut self, statements: &[Statement], starts: bool) -> Result<Vec<Entry>, Error> {
        let mut entries = Vec::new();
        let names = self.bindings.len();
        // Set if the step before left an argument behind, which takes the next entry with it.
        let mut leaves = false;
        let mut place = 0;
        while let Some(statement) = statements.get(place) {
            place += 1;
            let begins = starts && place == 1;
            if leaves {
                entries.push(Entry::number(0.0));
                leaves = false;
            }
            if begins && !matches!(statement, Statement::Value(_) | Statement::Let(..)) {
                entries.push(Entry::number(0.0));
            }
            match statement {
                // The steps of a definition need no value where nothing came before them.
                Statement::Value(value) if begins && is_steps(value) => {
                    entries.push(Entry::number(0.0));
                    entries.extend(self.chain(value)?);
                }
                Statement::Value(value) if begins => {
                    self.check_start(value)?;
                    match leaves_argument(value) && place < statements.len() {
                        true => entries.push(self.operand(value)?),
                        false => entries.extend(self.start(value)?),
                    }
                }
                Statement::Value(value) if goes_on(value) => {
                    entries.extend(self.chain(value)?);
                    leaves = leaves_argument(value);
                }
                Statement::Value(value) => {
                    entries.extend([Entry::text("2nd"), self.operand(value)?]);
                }
                Statement::Let(..) if begins && !self.has_declarations() => {
                    let rest = self.declarations(&statements[place - 1..], &mut entries)?;
                    entries.extend(self.statements(rest, true)?);
                    break;
                }
                Statement::Let(..) => {
                    let rest = &statements[place - 1..];
                    if !begins {
                        entries.push(Entry::text("2nd"));
                    }
                    entries.push(self.line(|compiler| compiler.statements(rest, true))?);
                    break;
                }
                Statement::Set { target, operator, value } => {
                    entries.extend(self.set(target, *operator, value)?);
                }
                Statement::Step(operator, arguments)
                    if operator.removes <= operator.arguments.len() && place < statements.len() =>
                {
                    // It leaves a value behind, which would be read as the next operator.
                    let line = self.line(|compiler| {
                        let mut entries = vec![Entry::number(0.0), Entry::text(operator.name)];
                        for argument in arguments {
                            entries.push(compiler.operand(argument)?);
                        }
                        Ok(entries)
                    })?;
                    entries.extend([Entry::text("ignore"), line]);
                }
                Statement::Step(operator, arguments) => {
                    entries.push(Entry::text(operator.name));
                    for argument in arguments {
                        entries.push(self.operand(argument)?);
                    }
                }
                Statement::Block { operator, condition, body, is_open } => {
                    entries.push(Entry::text(operator.name));
                    if let Some(condition) = condition {
                        entries.push(self.alone(condition)?);
                    }
                    let is_closed = self.is_closed;
                    self.is_closed |= !is_open;
                    let body = self.statements(body, false);
                    self.is_closed = is_closed;
                    entries.extend(body?);
                    // Within a block that ends, another one has to end, too.
                    if !is_open || is_closed {
                        let (ending, _) = operator.endings().unwrap_or_default();
                        entries.push(Entry::text(ending));
                    }
                }
            }
        }
        self.bindings.truncate(names);
        Ok(entries)
    }

    /// Returns true if the line already begins with variables: those of the script, of a call, or
    /// of a function, which come after those that it declares itself.
    pub(super) fn has_declarations(&self) -> bool {
        let is_script = self.place.lines_with_variables() > 0 && self.lines.len() == 1;
        is_script || self.lines.last().is_some_and(|line| line.is_function || line.declares > 0)
    }

    /// The declarations at the start of a line, and the statements after them.
    pub(super) fn declarations<'b>(
        &mut self,
        statements: &'b [Statement],
        entries: &mut Vec<Entry>,
    ) -> Result<&'b [Statement], Error> {
        let mut rest = statements;
        while let [Statement::Let(name, value), after @ ..] = rest {
            entries.push(self.operand(value)?);
            let lines = self.lines.len();
            let is_absolute = self.is_fresh && lines == 1;
            self.bindings.push(Binding { name: name.clone(), lines, slot: self.slots, is_absolute });
            self.slots += 1;
            if let Some(line) = self.lines.last_mut() {
                line.declares += 1;
            }
            rest = after;
        }
        entries.push(Entry::text(END_OF_VARIABLES));
        Ok(rest)
    }

    pub(super) fn check_start(&self, value: &Expression) -> Result<(), Error> {
        match goes_on(value) {
            true => Err(Error::new(value.span.clone(), "`_` is the value so far, and there is none yet")
                .help("begin with a value")),
            false => Ok(()),
        }
    }

    /// The first entries of a line: a value, or the steps that make one.
    pub(super) fn start(&mut self, value: &Expression) -> Result<Vec<Entry>, Error> {
        // Brackets around a whole line make a line within it only if they are doubled.
        let (inner, pairs) = value.ungrouped();
        match is_compound(inner) {
            true if pairs <= 1 => self.chain(inner),
            true => Ok(vec![self.within_lines(inner, pairs - 1)?]),
            false => Ok(vec![self.within_lines(inner, pairs)?]),
        }
    }

    /// A value that is evaluated without a line around it: variables need one.
    pub(super) fn alone(&mut self, value: &Expression) -> Result<Entry, Error> {
        match &value.kind {
            Kind::Tile { word: GIVEN, .. } => self.line(|compiler| Ok(vec![compiler.atom(value)?])),
            Kind::Name(name) if self.is_variable(name) => {
                self.line(|compiler| Ok(vec![compiler.atom(value)?]))
            }
            _ => self.operand(value),
        }
    }
}

/// Returns true for `_.$steps`.
pub(super) fn is_steps(value: &Expression) -> bool {
    matches!(&value.kind, Kind::Splice(Some(base), _) if matches!(base.kind, Kind::Running))
}

/// Returns true if the last operator leaves an argument in the line, which is read as the next one.
pub(super) fn leaves_argument(value: &Expression) -> bool {
    match &value.kind {
        Kind::Apply { operator: Callee::Known(operator), .. } => operator.removes <= operator.arguments.len(),
        _ => false,
    }
}
