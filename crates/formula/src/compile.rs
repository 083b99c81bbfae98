//! The compiler: from a tree to the CalcArray that it stands for (docs/spec/formulas.md).

mod definitions;
mod functions;
mod names;
mod set;
mod statements;
mod values;

use crate::entry::Entry;
use crate::error::Error;
use crate::names::{COPY, Names, SHARE};
use crate::tree::{Expression, Kind, Statement};

pub(crate) use functions::is_of_entries;
use names::unknown;
use statements::{is_steps, leaves_argument};

/// The place where the variables of the rule, look or script around a formula are declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In a line around the formula: the formula shares its variables.
    #[default]
    Expression,
    /// Nowhere: a script without variables.
    Bare,
    /// In the line of the formula itself, before its first value.
    Script,
    /// In the line that the steps of the formula are put into.
    Steps,
}

impl Place {
    /// The number of lines of a formula that have the variables themselves.
    fn lines_with_variables(self) -> usize {
        match self {
            Place::Expression | Place::Bare => 0,
            Place::Script | Place::Steps => 1,
        }
    }
}

/// Compiles the statements of a whole formula.
pub(crate) fn formula(statements: &[Statement], names: &dyn Names, place: Place) -> Result<Entry, Error> {
    top(names, place, |compiler| compiler.whole(statements))
}

/// Compiles something that is no part of a line. Its variables are counted from the start of
/// their list if it begins there, else from the end.
pub(crate) fn top(
    names: &dyn Names,
    place: Place,
    compile: impl Fn(&mut Compiler<'_>) -> Result<Entry, Error>,
) -> Result<Entry, Error> {
    let mut compiler = Compiler::new(names, place);
    compiler.is_fresh = true;
    let value = compile(&mut compiler)?;
    match compiler.copies {
        false => Ok(value),
        true => compile(&mut Compiler::new(names, place)),
    }
}

/// A variable of a `let` or of a lambda.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub name: String,
    /// The number of lines that are open outside of its list: all further ones must share it.
    pub lines: usize,
    /// Its place in the list.
    pub slot: usize,
    /// True if the place is counted from the start of the list, which is known then.
    pub is_absolute: bool,
}

impl Binding {
    /// The number that stands for the variable where the list has so many.
    pub fn index(&self, slots: usize) -> f64 {
        match self.is_absolute {
            true => self.slot as f64,
            false => self.slot as f64 - slots as f64,
        }
    }
}

/// A line that is being compiled.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// True if it uses variables of the lines around it.
    shares: bool,
    /// True if it counts some of them from the end of the list.
    counts_back: bool,
    /// True if it sets some of them.
    sets: bool,
    /// The number of variables of its own.
    declares: usize,
    /// True if it is a function of a list's entries.
    is_function: bool,
}

pub(crate) struct Compiler<'a> {
    names: &'a dyn Names,
    place: Place,
    bindings: Vec<Binding>,
    /// The number of variables that were put into the list since it began.
    slots: usize,
    lines: Vec<Line>,
    /// True if the outermost line begins with an empty list of variables.
    is_fresh: bool,
    /// The functions and definitions whose formulas are being compiled, outermost first: the
    /// variables that each takes from the place where it is used.
    calls: Vec<Vec<String>>,
    /// The number of calls that were compiled.
    made_calls: usize,
    /// True within a block of the line that ends before the line does.
    is_closed: bool,
    /// Set if the outermost line has variables of its own, and those of others as well.
    copies: bool,
}

const END_OF_VARIABLES: &str = "@end_vars";

impl<'a> Compiler<'a> {
    pub fn new(names: &'a dyn Names, place: Place) -> Compiler<'a> {
        Compiler {
            names,
            place,
            bindings: Vec::new(),
            slots: 0,
            lines: Vec::new(),
            is_fresh: false,
            calls: Vec::new(),
            made_calls: 0,
            is_closed: false,
            copies: false,
        }
    }

    /// A compiler of parts of a formula, within variables that were declared before them.
    pub fn within(names: &'a dyn Names, place: Place, bindings: &[Binding], slots: usize) -> Compiler<'a> {
        let outside = |binding: &Binding| Binding { lines: 0, ..binding.clone() };
        let bindings = bindings.iter().map(outside).collect();
        Compiler { bindings, slots, ..Compiler::new(names, place) }
    }

    fn whole(&mut self, statements: &[Statement]) -> Result<Entry, Error> {
        match statements {
            _ if self.place == Place::Steps => {
                let (entries, _) = self.probed(|compiler| compiler.statements(statements, false))?;
                Ok(Entry::list(entries))
            }
            [Statement::Value(value)] if !is_steps(value) => self.alone(value),
            _ => self.line(|compiler| compiler.statements(statements, true)),
        }
    }

    /// A line of its own, with the word in front that it needs.
    fn line(
        &mut self,
        entries: impl FnOnce(&mut Compiler<'a>) -> Result<Vec<Entry>, Error>,
    ) -> Result<Entry, Error> {
        Ok(Entry::list(self.entries_of_line(entries)?))
    }

    fn entries_of_line(
        &mut self,
        entries: impl FnOnce(&mut Compiler<'a>) -> Result<Vec<Entry>, Error>,
    ) -> Result<Vec<Entry>, Error> {
        let (mut entries, line) = self.probed(entries)?;
        let is_top = self.lines.is_empty();
        self.copies |= is_top && line.shares && line.declares > 0;
        let word = match line {
            Line { shares: false, .. } => return Ok(entries),
            Line { declares: 0, .. } => SHARE,
            // What is set in a copy would be lost.
            Line { sets: true, declares, .. } if !is_top => {
                // A variable as the last value is looked up before it is removed.
                entries.extend([Entry::text("1st"), Entry::number(0.0)]);
                for _ in 0..declares {
                    entries.extend([Entry::text("@remove_var"), Entry::number(-1.0)]);
                }
                SHARE
            }
            _ => COPY,
        };
        Ok([vec![Entry::text(word)], entries].concat())
    }

    fn probed(
        &mut self,
        entries: impl FnOnce(&mut Compiler<'a>) -> Result<Vec<Entry>, Error>,
    ) -> Result<(Vec<Entry>, Line), Error> {
        let (slots, names) = (self.slots, self.bindings.len());
        let is_closed = std::mem::replace(&mut self.is_closed, false);
        self.lines.push(Line::default());
        let entries = entries(self);
        self.is_closed = is_closed;
        let line = self.lines.pop().unwrap_or_default();
        self.slots = slots;
        self.bindings.truncate(names);
        Ok((entries?, line))
    }

    /// An expression without its brackets, within so many lines. All of them share what the
    /// innermost uses.
    fn within_lines(&mut self, inner: &Expression, levels: usize) -> Result<Entry, Error> {
        match levels {
            0 => self.atom(inner),
            1 if is_compound(inner) => self.line(|compiler| compiler.chain(inner)),
            _ => self.line(|compiler| Ok(vec![compiler.within_lines(inner, levels - 1)?])),
        }
    }
}

/// Returns true if an expression is a line of several entries.
pub(crate) fn is_compound(value: &Expression) -> bool {
    matches!(value.kind, Kind::Apply { .. } | Kind::Member(..) | Kind::Splice(..) | Kind::Sequence(_))
}
