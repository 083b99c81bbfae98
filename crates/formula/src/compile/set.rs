//! Statements that set variables, entries and cells.

use calcarray::Value;
use calcarray::ops::{self, Operator};

use super::{Compiler, unknown};
use crate::entry::Entry;
use crate::error::Error;
use crate::names::{Local, Meaning, word};
use crate::sugar::cell_at;
use crate::tree::{Callee, Expression, Form, Kind, Level};

impl<'a> Compiler<'a> {
    /// The entries that set something.
    pub(super) fn set(
        &mut self,
        target: &Expression,
        operator: Option<&'static Operator>,
        value: &Expression,
    ) -> Result<Vec<Entry>, Error> {
        if let Kind::Member(tile, name) = &target.kind {
            // `cell(p).value = 1` puts a changed tile into the cell.
            let number = self.entry(name, &target.span)? as f64;
            let value = match operator {
                None => value.clone(),
                Some(operator) => applied(operator, target, value),
            };
            let index = Expression::new(Kind::Constant(Value::Number(number)));
            let changed = Kind::Apply {
                operator: ops::find("arr_edit_elem")
                    .map_or(Callee::Quoted("arr_edit_elem".into()), Callee::Known),
                form: Form::Postfix,
                base: tile.clone(),
                arguments: vec![index, value],
            };
            return self.set(tile, None, &Expression::at(changed, target.span.clone()));
        }
        if let Kind::Apply { operator: Callee::Known(callee), base, arguments, .. } = &target.kind
            && let (true, [index]) = (callee.name == "arr_elem", arguments.as_slice())
        {
            return self.set_entry(target, base, index, operator, value);
        }
        if let Kind::Tile { word: "@Grid", distance, entry } = &target.kind {
            return self.set_cell(target, distance, entry.as_deref(), operator, value);
        }
        let Kind::Name(name) = &target.kind else { return Err(not_settable(target)) };
        if name == "score" && self.names.meaning(name).is_none() {
            return self.add_score(target, operator, value);
        }
        let value = match operator {
            None => self.operand(value)?,
            Some(operator) => self.operand(&applied(operator, target, value))?,
        };
        let [word, place] = self.place_of(name, target)?;
        Ok(vec![word, place, value])
    }

    /// `cell(0, 2) = tile`, and `cell(0, 2).value = 4`.
    pub(super) fn set_cell(
        &mut self,
        target: &Expression,
        distance: &[f64],
        entry: Option<&str>,
        operator: Option<&'static Operator>,
        value: &Expression,
    ) -> Result<Vec<Entry>, Error> {
        let number = |number: &f64| Expression::new(Kind::Constant(Value::Number(*number)));
        let Some(cell) = cell_at(distance.iter().map(number).collect()) else {
            return Err(not_settable(target));
        };
        let target = match entry {
            Some(entry) => Kind::Member(Box::new(cell), entry.to_owned()),
            None => cell.kind,
        };
        self.set(&Expression::at(target, value.span.clone()), operator, value)
    }

    /// The word that changes a variable, and which one it changes.
    pub(super) fn place_of(&mut self, name: &str, target: &Expression) -> Result<[Entry; 2], Error> {
        if let Some((index, lines)) = self.shared(name) {
            self.set_outside(lines, name, &target.span)?;
            return Ok([Entry::text("@edit_var"), Entry::number(index)]);
        }
        match self.names.meaning(name) {
            Some(Meaning::Variable(number)) => Ok([Entry::text("@edit_gvar"), Entry::number(number as f64)]),
            Some(Meaning::ModifierVariable(number)) => {
                Ok([Entry::text("@edit_mvar"), Entry::number(number as f64)])
            }
            Some(Meaning::Local(local)) if self.sees_local(name) => {
                self.share_locals();
                self.set_outside(self.place.lines_with_variables(), name, &target.span)?;
                Ok([Entry::text("@edit_var"), Entry::from(Local::index(&local))])
            }
            Some(_) => Err(not_settable(target)),
            None if word(name).is_some() => Err(not_settable(target)),
            None => Err(unknown(name, &target.span)),
        }
    }

    pub(super) fn add_score(
        &mut self,
        target: &Expression,
        operator: Option<&'static Operator>,
        value: &Expression,
    ) -> Result<Vec<Entry>, Error> {
        let value = match operator.map(|operator| operator.name) {
            Some("+") => self.operand(value)?,
            Some("-") => {
                let argument = self.operand(value)?;
                Entry::list(vec![Entry::number(0.0), Entry::text("-"), argument])
            }
            _ => {
                return Err(Error::new(target.span.clone(), "the score can't be set, only added to")
                    .help("write score += …"));
            }
        };
        Ok(vec![Entry::text("@add_score"), value])
    }

    /// `list[i] = value`, and `grid[row][column] = tile`.
    pub(super) fn set_entry(
        &mut self,
        target: &Expression,
        base: &Expression,
        index: &Expression,
        operator: Option<&'static Operator>,
        value: &Expression,
    ) -> Result<Vec<Entry>, Error> {
        let value = match operator {
            None => value.clone(),
            Some(operator) => applied(operator, target, value),
        };
        if let Kind::Apply { operator: Callee::Known(callee), base: grid, arguments, .. } = &base.kind {
            let is_free = |name| self.bound(name).is_none() && self.names.meaning(name).is_none();
            let is_grid = grid.is_grid() && (matches!(grid.kind, Kind::Word(..)) || is_free("grid"));
            if let (true, "arr_elem", [row]) = (is_grid, callee.name, arguments.as_slice()) {
                let (row, column) = (self.operand(row)?, self.operand(index)?);
                return Ok(vec![Entry::text("@replace_tile"), row, column, self.operand(&value)?]);
            }
        }
        let Kind::Name(name) = &base.kind else { return Err(not_settable(target)) };
        let [word, place] = self.place_of(name, base)?;
        let list = self.line(|compiler| {
            let list = compiler.atom(base)?;
            Ok(vec![list, Entry::text("arr_edit_elem"), compiler.operand(index)?, compiler.operand(&value)?])
        })?;
        Ok(vec![word, place, list])
    }
}

/// `target operator value`.
pub(super) fn applied(operator: &'static Operator, target: &Expression, value: &Expression) -> Expression {
    let kind = Kind::Apply {
        operator: Callee::Known(operator),
        form: Form::Infix(Level::Postfix),
        base: Box::new(target.clone()),
        arguments: vec![value.clone()],
    };
    Expression::at(kind, value.span.clone())
}

pub(super) fn not_settable(target: &Expression) -> Error {
    Error::new(target.span.clone(), "this can't be set")
        .help("variables, their entries and grid[row][column] can")
}
