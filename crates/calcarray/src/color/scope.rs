//! Start modifiers and variables of arrays that are no CalcArrays: colour
//! and text expressions (docs/spec/display.md, "Prefixes and variables").

use std::cell::RefCell;

use crate::array::Array;
use crate::convert::to_number;
use crate::error::Error;
use crate::ir::variables::{Start, Variables};
use crate::limits::Meter;
use crate::value::Value;

/// The surroundings in which colour and text expressions are evaluated.
pub trait Evaluate {
    /// Evaluates a CalcArray with these variables around it, as an outermost
    /// evaluation.
    ///
    /// # Errors
    /// Those of the expression.
    fn run(&mut self, expression: &Value, variables: &Variables) -> Result<Value, Error>;
    /// The game variables.
    fn game_variables(&self) -> Vec<Value>;
    /// Returns true if the game is played on hexagons.
    fn hexagonal(&self) -> bool;
    /// Returns the meter that counts the work.
    fn meter(&mut self) -> &mut Meter;
    /// Adds this text, the part that stands already, as the last of the parents that expressions
    /// see, until [`Evaluate::pop_parent`].
    fn push_parent(&mut self, text: &str);
    /// Undoes the last [`Evaluate::push_parent`].
    fn pop_parent(&mut self);
}

/// The default of an array for the variables around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inherited {
    Nothing,
    Retain,
    Copy,
}

/// The variables around an expression.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    variables: &'a Variables,
    inherited: Inherited,
}

enum List<'a> {
    Shared(&'a Variables),
    Own(Variables),
}

/// An array whose start modifiers and declarations have been dealt with.
pub struct Line<'a> {
    list: List<'a>,
    inherited: Inherited,
    entries: &'a [Value],
}

impl Line<'_> {
    /// The entries that are left.
    pub fn entries(&self) -> &[Value] {
        self.entries
    }

    /// Returns the scope of the entries.
    pub fn scope(&self) -> Scope<'_> {
        let variables = match &self.list {
            List::Shared(variables) => variables,
            List::Own(variables) => variables,
        };
        Scope { variables, inherited: self.inherited }
    }
}

fn modifier(value: &Value) -> Option<&'static str> {
    let Value::Text(text) = value else { return None };
    if !text.is_special() {
        return None;
    }
    Start::WORDS.into_iter().map(|(word, _)| word).find(|word| text.is(word))
}

impl<'a> Scope<'a> {
    /// The scope of an expression in whose surroundings these variables are.
    pub fn new(variables: &'a Variables) -> Scope<'a> {
        Scope { variables, inherited: Inherited::Nothing }
    }

    /// The scope of an expression whose lines share the variables around them.
    pub fn retained(variables: &'a Variables) -> Scope<'a> {
        Scope { variables, inherited: Inherited::Retain }
    }

    /// The scope of an expression whose lines start with a copy of the variables
    /// around them.
    pub fn copied(variables: &'a Variables) -> Scope<'a> {
        Scope { variables, inherited: Inherited::Copy }
    }

    /// The variables.
    pub fn variables(&self) -> &'a Variables {
        self.variables
    }

    /// Consumes the start modifiers, `@include_gvars` and, if
    /// `declarations`, everything up to `@end_vars`.
    ///
    /// # Errors
    /// Those of the declared variables.
    pub fn enter<'b>(
        &self,
        context: &mut dyn Evaluate,
        array: &'b Array,
        declarations: bool,
    ) -> Result<Line<'b>, Error>
    where
        'a: 'b,
    {
        let word = array.first().and_then(modifier);
        let (here, inherited) = self.disposition(word);
        let list = match here {
            Inherited::Nothing => List::Own(RefCell::default()),
            Inherited::Retain => List::Shared(self.variables),
            Inherited::Copy => List::Own(RefCell::new(self.variables.borrow().clone())),
        };
        let modifiers = array.iter().take_while(|entry| modifier(entry).is_some()).count();
        let mut line = Line { list, inherited, entries: &array[modifiers..] };
        if line.entries.first().is_some_and(|entry| entry.is_word("@include_gvars")) {
            line.entries = &line.entries[1..];
            let game_variables = context.game_variables();
            context.meter().array(game_variables.len())?;
            line.scope().variables.borrow_mut().extend(game_variables);
        }
        let starts_code = line
            .entries
            .first()
            .is_some_and(|entry| entry.is_word("@CalcArray") || entry.is_word("@ComposeTE"));
        if declarations
            && !starts_code
            && let Some(end) = line.entries.iter().position(|entry| entry.is_word("@end_vars"))
        {
            for declaration in &line.entries[..end] {
                let value = line.scope().evaluate(context, declaration)?;
                context.meter().charge(1)?;
                line.scope().variables.borrow_mut().push(value);
            }
            line.entries = &line.entries[end + 1..];
        }
        Ok(line)
    }

    /// Returns how a line that starts with `word` treats the variables around it, and the default
    /// for the lines inside it (docs/spec/calcarray.md, "Start modifiers and variables").
    fn disposition(&self, word: Option<&str>) -> (Inherited, Inherited) {
        match word {
            Some("@global_var_retain") => (Inherited::Retain, Inherited::Retain),
            Some("@global_var_copy") => (Inherited::Copy, Inherited::Copy),
            Some("@global_var_none") => (Inherited::Nothing, Inherited::Nothing),
            Some("@var_retain") => (Inherited::Retain, self.inherited),
            Some("@var_copy") if self.inherited == Inherited::Retain => (Inherited::Retain, self.inherited),
            Some("@var_copy") => (Inherited::Copy, self.inherited),
            Some("@global_var_retain_inner") => (self.inherited, Inherited::Retain),
            Some("@global_var_copy_inner") => (self.inherited, Inherited::Copy),
            Some("@global_var_none_inner") => (self.inherited, Inherited::Nothing),
            _ => (self.inherited, self.inherited),
        }
    }

    /// Evaluates an expression in this scope. A text sees the variables only
    /// where all of them are retained.
    ///
    /// # Errors
    /// Those of the expression.
    pub fn evaluate(&self, context: &mut dyn Evaluate, expression: &Value) -> Result<Value, Error> {
        let retained = || Value::text("@global_var_retain");
        match expression {
            Value::Text(text) if text.is_special() => match self.inherited {
                Inherited::Nothing | Inherited::Copy => context.run(expression, self.variables),
                Inherited::Retain => {
                    context.run(&Value::array(vec![retained(), expression.clone()]), self.variables)
                }
            },
            Value::Array(array) if self.inherited == Inherited::Nothing => {
                context.run(&Value::Array(array.clone()), self.variables)
            }
            Value::Array(array) => {
                // The program can't be told what it inherits, so it is
                // written in front of it.
                let word = array.first().and_then(modifier);
                let front = match self.disposition(word) {
                    (Inherited::Retain, Inherited::Retain) => "@global_var_retain",
                    (Inherited::Copy, Inherited::Copy) => "@global_var_copy",
                    (Inherited::Retain, _) => "@var_retain",
                    (Inherited::Copy, _) => "@var_copy",
                    (Inherited::Nothing, Inherited::Retain) => "@global_var_retain_inner",
                    (Inherited::Nothing, Inherited::Copy) => "@global_var_copy_inner",
                    (Inherited::Nothing, Inherited::Nothing) => "@global_var_none",
                };
                context.meter().array(array.len() + 1)?;
                let entries = std::iter::once(Value::text(front)).chain(array.iter().cloned()).collect();
                context.run(&Value::Array(entries), self.variables)
            }
            other => Ok(other.clone()),
        }
    }

    /// Evaluates an expression as a number; NaN if it is none.
    pub(super) fn number(&self, context: &mut dyn Evaluate, expression: &Value) -> Result<f64, Error> {
        let value = self.evaluate(context, expression)?;
        to_number(&value, context.meter())
    }
}
