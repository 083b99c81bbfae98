//! Doubts about a formula: parts that are allowed, and surely mean something else than was meant.
//!
//! The values of an expression are cells, places, lists and so on. The language converts one into
//! the other without a word: a tile is 0 where a number is needed, and equals none. Where the type of
//! a value can be seen, a formula that relies on that is doubted.

mod checks;

use std::ops::Range;

use calcarray::Value;
use calcarray::ops::{Family, Operator};

use crate::error::Error;
use crate::names::{GIVEN, Meaning, Names, type_of_special, type_of_word};
use crate::sugar::ENTRY;
use crate::tree::{Callee, Expression, Kind, Statement, goes_on};
use crate::types::Type;

/// Returns the doubts about the statements of a formula. `is_script` says that its value is of no
/// use.
pub(crate) fn doubts(statements: &[Statement], names: &dyn Names, is_script: bool) -> Vec<Error> {
    let mut doubter = Doubter {
        names,
        found: Vec::new(),
        bindings: Vec::new(),
        conditions: 0,
        is_unused: is_script,
        around: 0..0,
    };
    doubter.statements(statements);
    doubter.found
}

/// A variable of a `let`, a `for` or a function.
struct Binding {
    name: String,
    of: Type,
    /// True for the variable of a `for`.
    is_copy: bool,
    /// True if it may be nothing: a search may find nothing.
    may_lack: bool,
    /// The place of its value.
    span: Range<usize>,
}

struct Doubter<'n> {
    names: &'n dyn Names,
    found: Vec<Error>,
    bindings: Vec<Binding>,
    /// The number of conditions around.
    conditions: usize,
    /// True if nothing is done with the value of the last statement.
    is_unused: bool,
    /// The place of the innermost expression that has one.
    around: Range<usize>,
}

impl Doubter<'_> {
    fn doubt(&mut self, span: &Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        const MOST: usize = 20;
        let span = if span.is_empty() { self.around.clone() } else { span.clone() };
        if self.found.len() < MOST && !self.found.iter().any(|known| known.span == span) {
            self.found.push(Error::new(span, message).help(help));
        }
    }

    fn bind(&mut self, name: &str, of: Type, is_copy: bool) {
        self.bindings.push(Binding { name: name.to_owned(), of, is_copy, may_lack: false, span: 0..0 });
    }

    fn binding(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rev().find(|binding| binding.name == name)
    }

    /// Looks at statements; gives the type of the last value.
    fn statements(&mut self, statements: &[Statement]) -> Type {
        let outer = self.bindings.len();
        let is_unused = std::mem::replace(&mut self.is_unused, false);
        let mut last = Type::Unknown;
        for (place, statement) in statements.iter().enumerate() {
            let is_last = place + 1 == statements.len();
            match statement {
                Statement::Value(value) => {
                    last = self.value(value);
                    let goes_on =
                        matches!(statements.get(place + 1), Some(Statement::Value(next)) if goes_on(next));
                    if (!is_last || is_unused) && !goes_on {
                        self.check_use(value);
                    }
                }
                Statement::Let(name, value) => {
                    self.check_index(name, value);
                    let of = self.value(value);
                    // The entry of a list that `for` goes through.
                    let is_copy = matches!(&value.kind, Kind::Apply { base, .. } if is_name(base, ENTRY));
                    self.bind(name, of, is_copy);
                    if let Some(binding) = self.bindings.last_mut() {
                        binding.may_lack = may_lack(value);
                        binding.span = value.span.clone();
                    }
                }
                Statement::Set { target, operator, value } => self.set(target, *operator, value),
                Statement::Step(operator, arguments) => {
                    for (argument, family) in arguments.iter().zip(operator.arguments) {
                        let of = self.value(argument);
                        self.check_family(*family, &of, argument, operator);
                    }
                }
                Statement::Block { operator, condition, body, .. } => {
                    let of = condition.as_ref().map(|condition| self.condition(operator, condition));
                    let is_condition = operator.name != "@repeat" || of == Some(Type::Boolean);
                    self.conditions += usize::from(is_condition);
                    let unused = std::mem::replace(&mut self.is_unused, is_unused);
                    self.statements(body);
                    self.is_unused = unused;
                    self.conditions -= usize::from(is_condition);
                }
            }
        }
        self.bindings.truncate(outer);
        self.is_unused = is_unused;
        last
    }

    fn set(&mut self, target: &Expression, operator: Option<&'static Operator>, value: &Expression) {
        let of = self.value(value);
        if let Some(operator) = operator {
            self.check_family(operator.operand, &of, value, operator);
        }
        let mut base = target;
        loop {
            match &base.kind {
                Kind::Member(inner, _) => base = inner,
                Kind::Apply { base: inner, operator: Callee::Known(own), .. } if own.name == "arr_elem" => {
                    base = inner
                }
                _ => break,
            }
        }
        if let Kind::Name(name) = &base.kind
            && self.binding(name).is_some_and(|binding| binding.is_copy)
        {
            let message = format!("`{name}` is a copy: setting it changes nothing else");
            self.doubt(&target.span, message, "write for p in places { … }, and set cell(p)");
        }
        let (cell, is_entry) = match &target.kind {
            Kind::Member(cell, _) => (&**cell, true),
            _ => (target, false),
        };
        match &target.kind {
            Kind::Member(..) => _ = self.value(target),
            Kind::Apply { base, arguments, .. } => {
                self.value(base);
                arguments.iter().for_each(|argument| _ = self.value(argument));
            }
            _ => {}
        }
        let Some(place) =
            place_of_cell(cell).and_then(|name| self.binding(name)).filter(|_| self.conditions == 0)
        else {
            return;
        };
        let name = place.name.clone();
        if place.may_lack {
            let help = format!("write if {name} != undefined {{ … }}");
            self.doubt(&target.span, "where nothing was found, this is the first cell of the board", help);
        } else if is_entry && place.of == Type::AnyPlace {
            let help = format!("write if cell({name}) != empty {{ … }}");
            self.doubt(&target.span, "of an empty cell this makes a tile", help);
        }
    }

    /// Looks at an expression; gives the type of its value.
    fn value(&mut self, value: &Expression) -> Type {
        let around = self.around.clone();
        if !value.span.is_empty() {
            self.around = value.span.clone();
        }
        let of = self.value_of(value);
        self.around = around;
        of
    }

    fn value_of(&mut self, value: &Expression) -> Type {
        match &value.kind {
            Kind::Constant(
                Value::Number(_) | Value::Integer(_) | Value::Rational(_) | Value::Gaussian(_),
            ) => Type::Number,
            Kind::Constant(Value::Boolean(_)) => Type::Boolean,
            Kind::Text(text) if !text.starts_with("@") => Type::Text,
            Kind::Name(name) => self.name(name),
            Kind::Word(word, parts) if parts.is_empty() => type_of_special(word),
            Kind::Tile { word, entry: None, .. } if *word != GIVEN => Type::Cell,
            Kind::Member(base, _) => {
                let of = self.value(base);
                let (noun, help) = match of {
                    Type::Place | Type::AnyPlace => {
                        ("a place is a row and a column", "the tile there is cell(p)")
                    }
                    Type::List(_) => {
                        ("this is a list", "its first entry is list[0]; count, sum and any go over it")
                    }
                    Type::Number | Type::Boolean | Type::Text => {
                        ("this is no tile", "entries are those of tiles")
                    }
                    _ => return Type::Unknown,
                };
                self.doubt(&value.span, format!("{noun}, and has no entries with names"), help);
                Type::Unknown
            }
            Kind::Splice(base, _) => {
                if let Some(base) = base {
                    self.value(base);
                }
                Type::Unknown
            }
            Kind::List(entries) => {
                let types: Vec<Type> = entries.iter().map(|entry| self.value(entry)).collect();
                match types.first() {
                    Some(first) if types.iter().all(|of| of == first) => Type::list(first.clone()),
                    _ => Type::list(Type::Unknown),
                }
            }
            Kind::Group(inner) => self.value(inner),
            Kind::Sequence(body) | Kind::Modified { body, .. } => self.statements(body),
            Kind::Call(name, arguments) => {
                arguments.iter().for_each(|argument| _ = self.value(argument));
                match (name.as_str(), arguments.len()) {
                    ("neighbours" | "around", 1) => Type::list(Type::Place),
                    _ => Type::Unknown,
                }
            }
            Kind::Apply { operator, base, arguments, .. } => {
                let of = self.value(base);
                match operator {
                    Callee::Known(operator) => self.apply(operator, (base, of), arguments, value),
                    Callee::Quoted(_) => {
                        arguments.iter().for_each(|argument| _ = self.value(argument));
                        Type::Unknown
                    }
                }
            }
            _ => Type::Unknown,
        }
    }

    fn name(&self, name: &str) -> Type {
        if let Some(binding) = self.binding(name) {
            return binding.of.clone();
        }
        if let Some(meaning) = self.names.meaning(name) {
            return match meaning {
                Meaning::Definition(Value::Number(_)) => Type::Number,
                _ => Type::Unknown,
            };
        }
        type_of_word(name).unwrap_or_else(|| match self.names.direction(name) {
            Some(_) => Type::Number,
            None => Type::Unknown,
        })
    }

    /// Looks at an operator with its values; gives the type of the result.
    fn apply(
        &mut self,
        operator: &'static Operator,
        (base, of): (&Expression, Type),
        arguments: &[Expression],
        whole: &Expression,
    ) -> Type {
        let is_list = operator.name.starts_with("arr_");
        // Of a single value, arr_push makes a list.
        const OF_LISTS: [&str; 6] =
            ["arr_length", "arr_elem", "arr_filter", "arr_map", "arr_reduce", "arr_sort"];
        if OF_LISTS.contains(&operator.name) && matches!(of, Type::Number | Type::Boolean) {
            let help = match operator.name {
                "arr_length" | "arr_elem" => "a number of times is repeat 3 { … }, and a list [0, 1, 2]",
                _ => "lists are written [1, 2, 3]",
            };
            let span = match &base.kind {
                // The list of a `for` is a variable.
                Kind::Name(name) if base.span.is_empty() => {
                    self.binding(name).map_or(0..0, |binding| binding.span.clone())
                }
                _ => base.span.clone(),
            };
            self.doubt(&span, "a list is expected here, and this is none", help);
        } else if is_list && operator.name == "arr_length" && is_name(base, "empty") {
            self.doubt(&whole.span, "`empty` is one empty cell", "write count(cells, c => c == empty)");
        }
        if !is_list {
            self.check_family(operator.operand, &of, base, operator);
        }
        let mut types = Vec::new();
        let mut result_of_function = Type::Unknown;
        for (place, argument) in arguments.iter().enumerate() {
            match operator.callback(place) {
                Some(_) => result_of_function = self.function(operator, &of, argument),
                None => {
                    let found = self.value(argument);
                    if let Some(family) = operator.arguments.get(place) {
                        self.check_family(*family, &found, argument, operator);
                    }
                    types.push(found);
                }
            }
        }
        if let ([other], [argument], true) = (types.as_slice(), arguments, is_relation(operator)) {
            self.compare((base, &of), (argument, other));
            let is_near =
                |value: &Expression| matches!(value.kind, Kind::Tile { word: "@Relative", entry: None, .. });
            let sides = [(base, argument), (argument, base)];
            if operator.name == "!="
                && sides.iter().any(|(one, other)| is_near(one) && is_name(other, "empty"))
            {
                let help = "write typeof(near(1, 0)) == 'array' to ask for a tile";
                self.doubt(
                    &whole.span,
                    "beyond the edge there is no empty cell either: this holds there",
                    help,
                );
            }
        }
        if let ("arr_elem", [index], [argument]) = (operator.name, types.as_slice(), arguments)
            && let Some(noun) = index.noun()
        {
            let help = if index.is_place() { "the cell of a place is cell(p)" } else { "write a number" };
            self.doubt(&argument.span, format!("an index is a number, and this is {noun}"), help);
        }
        match (operator.name, of) {
            ("arr_elem", Type::List(of)) => *of,
            ("arr_elem", of) if of.is_place() => Type::Number,
            // Those that were chosen are no longer all.
            ("arr_filter", Type::List(of)) if *of == Type::AnyPlace => Type::list(Type::Place),
            (
                "arr_filter" | "arr_sort" | "arr_reverse" | "arr_slice" | "arr_push" | "arr_concat",
                of @ Type::List(_),
            ) => of,
            ("arr_map", _) => Type::list(result_of_function),
            ("arr_flat", Type::List(of)) => match (*of, arguments) {
                (Type::List(inner), [Expression { kind: Kind::Constant(Value::Number(1.0)), .. }]) => {
                    Type::List(inner)
                }
                _ => Type::list(Type::Unknown),
            },
            ("2nd" | "second", _) => types.pop().unwrap_or(Type::Unknown),
            ("1st" | "first" | "ignore" | "output" | "console.log", of) => of,
            _ => match operator.result {
                Family::Number | Family::Integer | Family::Rational | Family::Gaussian => Type::Number,
                Family::Boolean => Type::Boolean,
                Family::Text => Type::Text,
                _ => Type::Unknown,
            },
        }
    }

    /// Looks at a function of a list's entries; gives the type of its result.
    fn function(&mut self, operator: &Operator, list: &Type, function: &Expression) -> Type {
        let (inner, _) = function.ungrouped();
        let Kind::Lambda { parameters, body, .. } = &inner.kind else { return self.value(function) };
        let entry = match list {
            Type::List(of) => (**of).clone(),
            of if of.is_place() => Type::Number,
            _ => Type::Unknown,
        };
        let outer = self.bindings.len();
        let is_sort = operator.name == "arr_sort";
        for (place, name) in parameters.iter().enumerate() {
            let of = if place == 0 || is_sort { entry.clone() } else { Type::Number };
            self.bind(name, of, false);
        }
        let unused = std::mem::replace(&mut self.is_unused, false);
        let result = self.statements(body);
        self.is_unused = unused;
        self.bindings.truncate(outer);
        let is_test = operator.name == "arr_filter";
        if let (true, [Statement::Value(value)]) = (is_test, body.as_slice())
            && let Some(noun) = result.noun().or((result == Type::Number).then_some("a number"))
        {
            let message = format!("a condition is true or false, and this is {noun}: it never holds");
            self.doubt(&value.span, message, "compare it with something");
        }
        result
    }
}

fn is_name(value: &Expression, name: &str) -> bool {
    matches!(&value.kind, Kind::Name(own) if own == name)
}

/// The variable of a place whose cell this is: `cell(p)`.
fn place_of_cell(cell: &Expression) -> Option<&str> {
    let Kind::Apply { base: row, .. } = &cell.kind else { return None };
    let Kind::Apply { base: grid, arguments, .. } = &row.kind else { return None };
    let [Expression { kind: Kind::Apply { base: place, .. }, .. }] = arguments.as_slice() else {
        return None;
    };
    match &place.kind {
        Kind::Name(name) if grid.is_grid() => Some(name),
        _ => None,
    }
}

/// Returns true if a value is nothing where a search finds nothing: `find(…)`, `pick(list.filter(…))`.
fn may_lack(value: &Expression) -> bool {
    let is_chosen = |list: &Expression| matches!(&list.ungrouped().0.kind, Kind::Apply { operator: Callee::Known(own), .. } if own.name == "arr_filter");
    match &value.ungrouped().0.kind {
        Kind::Apply { operator: Callee::Known(own), base, .. } => own.name == "arr_elem" && is_chosen(base),
        Kind::Sequence(statements) => match statements.as_slice() {
            [Statement::Let(name, list), ..] => name == ENTRY && is_chosen(list),
            _ => false,
        },
        _ => false,
    }
}

fn is_relation(operator: &Operator) -> bool {
    ["=", "!=", "<", ">", "<=", ">="].contains(&operator.name)
}
