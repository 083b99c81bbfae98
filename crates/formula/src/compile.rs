//! The compiler: from a tree to the CalcArray that it stands for (docs/spec/formulas.md).

use std::ops::Range;

use calcarray::ops::{self, Family, Operator};
use calcarray::Value;

use crate::entry::Entry;
use crate::error::{Error, Unknown};
use crate::kinds::mixture;
use crate::names::{word, Local, Meaning, Names, COPY, GIVEN, SHARE};
use crate::parse::{parse, statement_of_others};
use crate::sugar::{cell_at, list, places_beside};
use crate::tree::{goes_on, Callee, Expression, Form, Kind, Level, Statement};

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

/// The formula of a definition, with the variables that it sees besides its names.
struct FormulaOf {
    /// Those of the place where it is used.
    taken: Vec<String>,
    /// Its own.
    parameters: Vec<Binding>,
    body: String,
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

/// Functions use each other no deeper than this.
const MOST_CALLS: usize = 10;
/// Expressions in functions are within each other no more often than this.
const HIGHEST_OF_FUNCTION: usize = 60;
/// A formula uses functions no more often than this, uses within functions counted.
const MOST_MADE_CALLS: usize = 2_000;

const LITERAL: &str = "@Literal";
const CALCULATED: &str = "@CalcArray";
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

    /// The entries of statements. `starts` says that there is no running value yet.
    fn statements(&mut self, statements: &[Statement], starts: bool) -> Result<Vec<Entry>, Error> {
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
    fn has_declarations(&self) -> bool {
        let is_script = self.place.lines_with_variables() > 0 && self.lines.len() == 1;
        is_script || self.lines.last().is_some_and(|line| line.is_function || line.declares > 0)
    }

    /// The declarations at the start of a line, and the statements after them.
    fn declarations<'b>(
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

    fn check_start(&self, value: &Expression) -> Result<(), Error> {
        match goes_on(value) {
            true => Err(Error::new(value.span.clone(), "`_` is the value so far, and there is none yet")
                .help("begin with a value")),
            false => Ok(()),
        }
    }

    /// The first entries of a line: a value, or the steps that make one.
    fn start(&mut self, value: &Expression) -> Result<Vec<Entry>, Error> {
        // Brackets around a whole line make a line within it only if they are doubled.
        let (inner, pairs) = value.ungrouped();
        match is_compound(inner) {
            true if pairs <= 1 => self.chain(inner),
            true => Ok(vec![self.within_lines(inner, pairs - 1)?]),
            false => Ok(vec![self.within_lines(inner, pairs)?]),
        }
    }

    /// A value that is evaluated without a line around it: variables need one.
    fn alone(&mut self, value: &Expression) -> Result<Entry, Error> {
        match &value.kind {
            Kind::Tile { word: GIVEN, .. } => self.line(|compiler| Ok(vec![compiler.atom(value)?])),
            Kind::Name(name) if self.is_variable(name) => {
                self.line(|compiler| Ok(vec![compiler.atom(value)?]))
            }
            _ => self.operand(value),
        }
    }

    /// The variable of a `let` or of a function that a name means.
    fn bound(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rev().find(|binding| binding.name == name)
    }

    /// The index of such a variable, and the number of lines outside of its list. The lines that
    /// are open share the list from here on.
    fn shared(&mut self, name: &str) -> Option<(f64, usize)> {
        let binding = self.bound(name)?;
        let (index, lines, counts_back) = (binding.index(self.slots), binding.lines, !binding.is_absolute);
        self.share(lines, counts_back);
        Some((index, lines))
    }

    fn is_definition(&self, name: &str) -> bool {
        self.bound(name).is_none() && matches!(self.names.meaning(name), Some(Meaning::Definition(_)))
    }

    fn is_variable(&self, name: &str) -> bool {
        self.bound(name).is_some() || matches!(self.names.meaning(name), Some(Meaning::Local(_)))
    }

    /// A value in the place of an argument.
    pub fn operand(&mut self, value: &Expression) -> Result<Entry, Error> {
        let (inner, pairs) = value.ungrouped();
        let levels = if is_compound(inner) { pairs.max(1) } else { pairs };
        Ok(self.within_lines(inner, levels)?.at(&value.span))
    }

    /// The entries of the base of an operator.
    fn base(&mut self, value: &Expression, form: Form) -> Result<Vec<Entry>, Error> {
        let (inner, pairs) = value.ungrouped();
        if let (Kind::Name(name), 0) = (&inner.kind, pairs) {
            // A word for a list is several entries, which begin the line.
            if self.bound(name).is_none() && self.names.meaning(name).is_none() {
                if let Some(expanded) = list(name, self.names.is_hexagonal()) {
                    return self.chain(&expanded);
                }
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
    fn chain(&mut self, value: &Expression) -> Result<Vec<Entry>, Error> {
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

    /// A value that is one entry of a line.
    fn atom(&mut self, value: &Expression) -> Result<Entry, Error> {
        Ok(self.atom_of(value)?.at(&value.span))
    }

    fn atom_of(&mut self, value: &Expression) -> Result<Entry, Error> {
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

    /// A function of the author: a line with its values as variables, and its result.
    fn call(&mut self, name: &str, arguments: &[Expression], span: &Range<usize>) -> Result<Entry, Error> {
        if let [place] = arguments {
            if let Some(places) = places_beside(name, place.clone(), self.names.is_hexagonal()) {
                return self.operand(&places);
            }
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
    fn formula_here(&self, name: &str) -> Option<FormulaOf> {
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
    fn inside(
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
    fn sees_local(&self, name: &str) -> bool {
        self.calls.iter().all(|taken| taken.iter().any(|variable| variable == name))
    }

    fn list(&mut self, entries: &[Expression]) -> Result<Entry, Error> {
        let entries = self.entries_of_list(entries)?;
        Ok(Entry::list([vec![Entry::text(LITERAL)], entries].concat()))
    }

    fn entries_of_list(&mut self, entries: &[Expression]) -> Result<Vec<Entry>, Error> {
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

    fn name(&mut self, name: &str, span: &Range<usize>) -> Result<Entry, Error> {
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
    fn entry(&self, name: &str, span: &Range<usize>) -> Result<usize, Error> {
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
    fn share(&mut self, lines: usize, counts_back: bool) {
        for line in self.lines.iter_mut().skip(lines) {
            line.shares = true;
            line.counts_back |= counts_back;
        }
    }

    /// Notes that the innermost lines set a variable that is outside of them.
    fn set_outside(&mut self, lines: usize, name: &str, span: &Range<usize>) -> Result<(), Error> {
        for line in self.lines.iter_mut().skip(lines) {
            if line.is_function {
                let message = format!("a function can't set `{name}`, which is outside of it");
                return Err(Error::new(span.clone(), message).help("write for x in list { … }, or reduce"));
            }
            line.sets = true;
        }
        Ok(())
    }

    fn share_locals(&mut self) {
        self.share(self.place.lines_with_variables(), false);
    }

    /// Shares the variables of the place for a definition that takes some of them.
    fn share_taken(&mut self, name: &str, span: &Range<usize>) -> Result<(), Error> {
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

    /// The entries that set something.
    fn set(
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
        if let Kind::Apply { operator: Callee::Known(callee), base, arguments, .. } = &target.kind {
            if let (true, [index]) = (callee.name == "arr_elem", arguments.as_slice()) {
                return self.set_entry(target, base, index, operator, value);
            }
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
    fn set_cell(
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
    fn place_of(&mut self, name: &str, target: &Expression) -> Result<[Entry; 2], Error> {
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

    fn add_score(
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
                    .help("write score += …"))
            }
        };
        Ok(vec![Entry::text("@add_score"), value])
    }

    /// `list[i] = value`, and `grid[row][column] = tile`.
    fn set_entry(
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

/// Returns true for operators whose functions get an index and an entry.
pub(crate) fn is_of_entries(operator: &Operator) -> bool {
    matches!(operator.name, "arr_map" | "arr_filter" | "arr_reduce" | "arr_reduceRight")
}

/// Returns true if an expression is a line of several entries.
pub(crate) fn is_compound(value: &Expression) -> bool {
    matches!(value.kind, Kind::Apply { .. } | Kind::Member(..) | Kind::Splice(..) | Kind::Sequence(_))
}

/// Returns true for `_.$steps`.
fn is_steps(value: &Expression) -> bool {
    matches!(&value.kind, Kind::Splice(Some(base), _) if matches!(base.kind, Kind::Running))
}

/// Returns true if the last operator leaves an argument in the line, which is read as the next one.
fn leaves_argument(value: &Expression) -> bool {
    match &value.kind {
        Kind::Apply { operator: Callee::Known(operator), .. } => operator.removes <= operator.arguments.len(),
        _ => false,
    }
}

/// `target operator value`.
fn applied(operator: &'static Operator, target: &Expression, value: &Expression) -> Expression {
    let kind = Kind::Apply {
        operator: Callee::Known(operator),
        form: Form::Infix(Level::Postfix),
        base: Box::new(target.clone()),
        arguments: vec![value.clone()],
    };
    Expression::at(kind, value.span.clone())
}

fn unknown(name: &str, span: &Range<usize>) -> Error {
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

fn not_settable(target: &Expression) -> Error {
    Error::new(target.span.clone(), "this can't be set")
        .help("variables, their entries and grid[row][column] can")
}
