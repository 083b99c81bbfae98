//! The way back: from a CalcArray to the tree of a formula that becomes exactly this CalcArray.

use calcarray::ops::{self, Family, Operator};
use calcarray::{json, Text, Value};

use crate::compile::{is_compound, is_of_entries, top, Binding, Compiler, Place};
use crate::kinds::mixture;
use crate::known::LISTS;
use crate::names::{constant, is_modifier, Local, Meaning, Names, Word, COPY, GIVEN, SHARE, TILES, WORDS};
use crate::parse::{is_place, method, HIGHEST};
use crate::print::is_name;
use crate::signs::{is_effect, level, written};
use crate::token::{is_one_name, KEYWORDS};
use crate::tree::{Callee, Expression, Form, Kind, Level, Statement};

/// Lines nest no deeper than this in a formula; deeper ones stay arrays.
const DEEPEST: usize = 20;

/// The work that may be done for each entry of the expression: a form of a line that is tried
/// takes as much as the line has entries, those in it included.
const WORK: usize = 100;

/// The statements of a value without such a form.
pub(crate) fn as_it_is(value: &Value) -> Vec<Statement> {
    vec![Statement::Value(raw(value))]
}

/// The statements that a value is shown as.
pub(crate) fn lift(value: &Value, names: &dyn Names, place: Place) -> Vec<Statement> {
    let budget = WORK * size(value).max(25);
    let mut lifter = Lifter { names, place, bindings: Vec::new(), slots: 0, depth: 0, budget, given: true };
    let whole = lifter.whole(value);
    match whole.kind {
        Kind::Sequence(statements) => statements,
        _ => vec![Statement::Value(whole)],
    }
}

/// The forms that are tried of a line: whether words that share variables are left out, as they
/// come by themselves, and whether variables without names bring them along.
const TRIALS: [(bool, bool); 4] = [(true, true), (false, true), (true, false), (false, false)];

struct Lifter<'a> {
    names: &'a dyn Names,
    place: Place,
    bindings: Vec<Binding>,
    slots: usize,
    depth: usize,
    budget: usize,
    /// True if variables that have no name are written as `given(0)`.
    given: bool,
}

/// The reason to leave a line as it is.
struct NoForm;

fn grouped(value: Expression) -> Expression {
    Expression::new(Kind::Group(Box::new(value)))
}

fn raw(value: &Value) -> Expression {
    Expression::new(Kind::Constant(value.clone()))
}

impl<'a> Lifter<'a> {
    fn whole(&mut self, value: &Value) -> Expression {
        let expression = self.alone(value);
        // A whole script needs no brackets.
        match expression.kind {
            Kind::Group(inner) if matches!(inner.kind, Kind::Sequence(_)) => *inner,
            kind => Expression::new(kind),
        }
    }

    /// Takes the work of trying a form of a value from what may be done.
    fn take(&mut self, value: &Value) -> bool {
        let left = self.budget.checked_sub(size(value));
        self.budget = left.unwrap_or(self.budget);
        left.is_some()
    }

    /// A value in the place of an argument.
    fn operand(&mut self, value: &Value) -> Expression {
        match value {
            Value::Array(array) if is_literal(array) => self.literal(value),
            Value::Array(_) => self.line(value),
            Value::Text(text) => self.text(text),
            Value::Object(_) if self.names.spliced(value).is_some() => {
                let name = self.names.spliced(value).unwrap_or_default();
                Expression::new(Kind::Splice(None, name))
            }
            Value::Object(_) => match self.names.name(&Meaning::Definition(value.clone())) {
                Some(name) => Expression::new(Kind::Name(name)),
                None => raw(value),
            },
            _ => raw(value),
        }
    }

    /// A list within a list. The form is tried that shares variables where needed.
    fn line(&mut self, value: &Value) -> Expression {
        let Value::Array(array) = value else { return raw(value) };
        if self.depth >= DEEPEST {
            return raw(value);
        }
        self.depth += 1;
        let mut found = None;
        let given = self.given;
        for (is_plain, given) in TRIALS {
            if !self.take(value) {
                break;
            }
            self.given = given;
            let (slots, bindings) = (self.slots, self.bindings.len());
            let lifted = self.entries(array.entries(), is_plain);
            self.slots = slots;
            self.bindings.truncate(bindings);
            let Ok(lifted) = lifted else { continue };
            if self.compiled(&lifted).as_ref().is_some_and(|back| back.identical(value)) {
                found = Some(lifted);
                break;
            }
        }
        self.given = given;
        self.depth -= 1;
        found.unwrap_or_else(|| raw(value))
    }

    /// Returns the value that an expression is compiled to in this place.
    fn compiled(&self, expression: &Expression) -> Option<Value> {
        match self.depth > 1 {
            true => Compiler::within(self.names, Place::Expression, &self.bindings, self.slots)
                .operand(expression),
            false => top(self.names, self.place, |compiler| compiler.operand(expression)),
        }
        .map(|entry| entry.to_value())
        .ok()
    }

    /// The entries of a line. `is_plain` says that words which share variables are left out, as
    /// they come by themselves.
    fn entries(&mut self, entries: &[Value], is_plain: bool) -> Result<Expression, NoForm> {
        let (words, rest) = words(entries);
        let shares = matches!(words, [word] if word.is_word(SHARE) || word.is_word(COPY));
        let hidden = self.hide(words);
        let statements = self.statements_of_line(rest, words.is_empty());
        self.unhide(hidden);
        let statements = statements?;
        if words.is_empty() || (is_plain && shares) {
            return Ok(within_a_line(one(statements)));
        }
        Ok(Expression::new(Kind::Modified { words: texts(words), body: statements }))
    }

    /// Hides the variables of the lines around a line that does not share them.
    fn hide(&mut self, words: &[Value]) -> Option<(Vec<Binding>, usize)> {
        let is_apart = words.is_empty() || words.iter().any(|word| word.is_word("@global_var_none"));
        is_apart.then(|| (std::mem::take(&mut self.bindings), std::mem::take(&mut self.slots)))
    }

    fn unhide(&mut self, hidden: Option<(Vec<Binding>, usize)>) {
        if let Some((bindings, slots)) = hidden {
            (self.bindings, self.slots) = (bindings, slots);
        }
    }

    /// The statements of a line without the words at its start.
    fn statements_of_line(&mut self, entries: &[Value], is_fresh: bool) -> Result<Vec<Statement>, NoForm> {
        let mut statements = Vec::new();
        let mut rest = entries;
        if let Some(end) = entries.iter().position(|entry| entry.is_word("@end_vars")) {
            for value in &entries[..end] {
                let value = self.operand(value);
                let name = self.new_name(&["a", "b", "c", "d", "e", "f"], &[]);
                let is_absolute = is_fresh && self.depth == 1;
                self.bindings.push(Binding { name: name.clone(), lines: 0, slot: self.slots, is_absolute });
                self.slots += 1;
                statements.push(Statement::Let(name, value));
            }
            rest = &entries[end + 1..];
        }
        let Some((first, steps)) = rest.split_first() else { return Err(NoForm) };
        let starts_with_effect = steps.first().is_some_and(is_statement);
        let first = match starts_with_effect && is_zero(first) {
            true => None,
            false => Some(self.operand(first)),
        };
        self.steps(first, steps, &mut statements)?;
        Ok(statements)
    }

    /// Steps, as statements: a value with its operators, effects, blocks.
    fn steps(
        &mut self,
        first: Option<Expression>,
        entries: &[Value],
        statements: &mut Vec<Statement>,
    ) -> Result<(), NoForm> {
        // Brackets around the first value make lists, but the base of an operator has them counted
        // otherwise: so it matters whether an operator was there.
        let mut current = first;
        let mut is_bare = true;
        let mut place = 0;
        while let Some(entry) = entries.get(place) {
            if let Some(name) = self.names.spliced(entry) {
                let base = Box::new(based(current.take(), is_bare, Form::Postfix));
                current = Some(Expression::new(Kind::Splice(Some(base), name)));
                is_bare = false;
                place += 1;
                continue;
            }
            let name = entry.as_text().ok_or(NoForm)?;
            if current.as_ref().is_some_and(|value| value.height > HIGHEST / 2) {
                return Err(NoForm);
            }
            let operator = name.to_utf8().and_then(|name| ops::find(&name));
            let arguments = &entries[place + 1..];
            let Some(operator) = operator else {
                // An unknown operator with its one argument.
                if name.starts_with("@") || arguments.is_empty() {
                    return Err(NoForm);
                }
                let argument = self.argument(&arguments[0], None);
                let base = based(current.take(), is_bare, Form::Postfix);
                current = Some(applied(Callee::Quoted(name.clone()), Form::Postfix, base, vec![argument]));
                is_bare = false;
                place += 2;
                continue;
            };
            if arguments.len() < operator.arguments.len() {
                return Err(NoForm);
            }
            if is_statement(entry) || matches!(operator.name, "2nd") {
                self.flush(&mut current, is_bare, statements);
                is_bare = true;
            }
            if let Some((ending, ends_all)) = operator.endings() {
                place += 1 + self.block(operator, arguments, [ending, ends_all], statements)?;
                continue;
            }
            let values = &arguments[..operator.arguments.len()];
            place += 1 + values.len();
            if operator.removes <= operator.arguments.len() && place < entries.len() {
                // Its last argument is read as the next operator.
                return Err(NoForm);
            }
            if operator.name == "2nd" {
                let value = self.operand(&values[0]);
                statements.push(Statement::Value(value));
                continue;
            }
            // Without a value before it, an operator for people is a statement.
            let is_lone = current.is_none() && !operator.name.starts_with('@');
            if is_effect(operator) && (is_lone || operator.name.starts_with('@')) {
                let kind = self.effect(operator, values);
                statements.push(kind);
                continue;
            }
            let is_negative = is_bare && current.as_ref().is_some_and(is_negative);
            let (form, callee) = match (form(operator), is_negative) {
                // A power of a negative number is not clear without brackets, which would make a list.
                (Form::Infix(Level::Power), true) => (Form::Postfix, Callee::Quoted(operator.name.into())),
                (form, _) => (form, callee(operator, form)),
            };
            if let Some(entry) = self.entry_of_near(operator, values, current.as_ref(), is_bare) {
                let base = Box::new(based(current.take(), is_bare, Form::Postfix));
                current = Some(Expression::new(Kind::Member(base, entry)));
                is_bare = false;
                continue;
            }
            let base = based(current.take(), is_bare, form);
            let mut lifted = Vec::new();
            for (which, value) in values.iter().enumerate() {
                lifted.push(match operator.arguments[which] {
                    Family::Raw => self.callback(operator, which, value),
                    _ => self.argument(value, Some(form)),
                });
            }
            // Numbers of different kinds are a mistake, unless the operator is between quotes.
            let (callee, form, base) = match (callee, mixture(operator, &base, &lifted)) {
                (Callee::Known(_), Some(_)) => {
                    lifted = values.iter().map(|value| self.operand(value)).collect();
                    let needs = Form::Postfix.needs_brackets(base.level()) && is_compound(&base);
                    let base = if needs { grouped(base) } else { base };
                    (Callee::Quoted(operator.name.into()), Form::Postfix, base)
                }
                (callee, _) => (callee, form, base),
            };
            current = Some(applied(callee, form, base, lifted));
            is_bare = false;
        }
        self.flush(&mut current, is_bare, statements);
        Ok(())
    }

    /// The name of the entry that is taken of a cell nearby: `near(0, 1).value`.
    fn entry_of_near(
        &self,
        operator: &Operator,
        values: &[Value],
        base: Option<&Expression>,
        is_bare: bool,
    ) -> Option<String> {
        let ("arr_elem", [index]) = (operator.name, values) else { return None };
        let number = number(index)?;
        let is_near = base.is_some_and(|base| matches!(base.kind, Kind::Tile { word: "@Relative", .. }));
        let near = (is_near && is_bare).then(|| self.names.name(&Meaning::Entry(number))).flatten();
        near.or_else(|| self.names.entry(number)).filter(|name| is_name(name))
    }

    fn flush(&self, current: &mut Option<Expression>, is_bare: bool, statements: &mut Vec<Statement>) {
        if let Some(mut value) = current.take() {
            let (inner, pairs) = value.ungrouped();
            if is_bare && is_compound(inner) {
                // One pair of brackets around all of a line changes nothing.
                let missing = pairs.max(1) + 1 - pairs;
                for _ in 0..missing {
                    value = grouped(value);
                }
            }
            statements.push(Statement::Value(value));
        }
    }

    /// An argument, with the brackets that its place asks for.
    fn argument(&mut self, value: &Value, form: Option<Form>) -> Expression {
        let value = self.operand(value);
        let needs = match form {
            Some(Form::Infix(level)) => value.level() <= level,
            _ => false,
        };
        match needs && is_compound(&value) {
            true => grouped(value),
            false => value,
        }
    }

    /// `if`, `repeat` and their kin; returns the number of entries after the word.
    fn block(
        &mut self,
        operator: &'static Operator,
        entries: &[Value],
        [ending, ends_all]: [&str; 2],
        statements: &mut Vec<Statement>,
    ) -> Result<usize, NoForm> {
        let start = operator.arguments.len();
        let mut open = 1;
        let mut end = start;
        let mut is_open = false;
        loop {
            let Some(entry) = entries.get(end) else {
                is_open = end > start;
                break;
            };
            if entry.is_word(operator.name) {
                open += 1;
            } else if entry.is_word(ending) {
                open -= 1;
            } else if entry.is_word(ends_all) {
                return Err(NoForm);
            }
            if open == 0 {
                break;
            }
            end += 1;
        }
        let condition = match start {
            0 => None,
            _ => Some(self.alone(&entries[0])),
        };
        let mut body = Vec::new();
        self.steps(None, &entries[start..end], &mut body)?;
        if !is_open && end == entries.len() {
            return Err(NoForm);
        }
        statements.push(Statement::Block { operator, condition, body, is_open });
        Ok(end + usize::from(!is_open))
    }

    /// A condition: a variable in a line of its own needs no brackets.
    fn alone(&mut self, value: &Value) -> Expression {
        let lifted = self.operand(value);
        match &lifted.kind {
            // Without a line the text of a variable is only a text.
            Kind::Name(name) if self.is_variable(name) => match value {
                Value::Text(text) => Expression::new(Kind::Text(text.clone())),
                _ => lifted,
            },
            Kind::Tile { word: GIVEN, .. } => match value {
                Value::Text(text) => Expression::new(Kind::Text(text.clone())),
                _ => lifted,
            },
            Kind::Group(inner) if self.is_lone_variable(inner) => (**inner).clone(),
            _ => lifted,
        }
    }

    fn is_lone_variable(&self, value: &Expression) -> bool {
        match &value.kind {
            Kind::Name(name) => self.is_variable(name),
            Kind::Tile { word, .. } => *word == GIVEN,
            _ => false,
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        self.bindings.iter().any(|binding| binding.name == name)
            || matches!(self.names.meaning(name), Some(Meaning::Local(_)))
    }

    /// An operator that is there for its effect: a setting, if it sets something that has a name.
    fn effect(&mut self, operator: &'static Operator, values: &[Value]) -> Statement {
        let set = match (operator.name, values) {
            ("@add_score", [value]) if self.names.meaning("score").is_none() => {
                let target = Expression::new(Kind::Name("score".to_owned()));
                let value = self.operand(value);
                return Statement::Set { target, operator: ops::find("+"), value };
            }
            ("@replace_tile", [row, column, tile]) if self.names.meaning("grid").is_none() => {
                let grid = Expression::new(Kind::Name("grid".to_owned()));
                let target = element(element(grid, self.operand(row)), self.operand(column));
                return Statement::Set { target, operator: None, value: self.operand(tile) };
            }
            ("@edit_gvar", [place, value]) => number(place)
                .and_then(|place| self.names.name(&Meaning::Variable(place)))
                .map(|name| (name, value)),
            ("@edit_mvar", [place, value]) => {
                let name = number(place).and_then(|place| self.names.name(&Meaning::ModifierVariable(place)));
                name.map(|name| (name, value))
            }
            ("@edit_var", [place, value]) => self.variable_at(place).map(|name| (name, value)),
            _ => None,
        };
        let Some((name, value)) = set else {
            let values = values.iter().map(|value| self.operand(value)).collect();
            return Statement::Step(operator, values);
        };
        self.setting(name, value)
    }

    /// `x = …`, or `x += …` where the value begins with `x`.
    fn setting(&mut self, name: String, value: &Value) -> Statement {
        let target = Expression::new(Kind::Name(name.clone()));
        let value = self.operand(value);
        let short = match &value.kind {
            Kind::Apply { operator: Callee::Known(operator), form: Form::Infix(_), base, arguments }
                if matches!(&base.kind, Kind::Name(base) if *base == name)
                    && matches!(level(operator), Level::Sum | Level::Product | Level::Power)
                    && !operator.name.starts_with(|first: char| first.is_ascii_alphabetic()) =>
            {
                arguments.first().map(|argument| (*operator, argument.clone()))
            }
            _ => None,
        };
        match short {
            Some((operator, argument)) => {
                Statement::Set { target, operator: Some(operator), value: ungrouped_once(argument) }
            }
            None => Statement::Set { target, operator: None, value },
        }
    }

    fn variable_at(&self, place: &Value) -> Option<String> {
        if let Some(name) = place.as_text().and_then(Text::to_utf8) {
            return self.names.name(&Meaning::Local(Local::Named(name)));
        }
        let local = |place| self.names.name(&Meaning::Local(Local::Number(place)));
        self.bound(place.as_number()?).or_else(|| number(place).and_then(local))
    }

    /// The name of the variable with this index.
    fn bound(&self, index: f64) -> Option<String> {
        let found = self.bindings.iter().rev().find(|binding| binding.index(self.slots) == index)?;
        // A later one of the same name would be meant instead.
        let last = self.bindings.iter().rev().find(|binding| binding.name == found.name)?;
        (last.slot == found.slot && found.name != "_").then(|| found.name.clone())
    }

    /// An argument that the operator runs itself: a function, if it can be written as one.
    fn callback(&mut self, operator: &'static Operator, which: usize, value: &Value) -> Expression {
        if let Some(name) = self.names.name(&Meaning::Definition(value.clone())) {
            return Expression::new(Kind::Name(name));
        }
        let (Value::Array(array), Some((declared, goes_on))) = (value, operator.callback(which)) else {
            return raw(value);
        };
        if array.iter().any(|entry| entry.is_word("@end_vars")) || self.depth >= DEEPEST {
            return raw(value);
        }
        let given = self.given;
        let mut found = None;
        for (is_plain, given) in TRIALS {
            if !self.take(value) {
                break;
            }
            self.given = given;
            let (slots, bindings) = (self.slots, self.bindings.len());
            let function = self.function(operator, declared, goes_on, array.entries(), is_plain);
            self.slots = slots;
            self.bindings.truncate(bindings);
            let Ok(function) = function else { continue };
            let mut compiler = Compiler::within(self.names, Place::Expression, &self.bindings, self.slots);
            let back = compiler.callback(operator, which, &function).ok();
            if back.is_some_and(|back| back.to_value().identical(value)) {
                found = Some(function);
                break;
            }
        }
        self.given = given;
        found.unwrap_or_else(|| raw(value))
    }

    fn function(
        &mut self,
        operator: &'static Operator,
        declared: usize,
        goes_on: bool,
        entries: &[Value],
        is_plain: bool,
    ) -> Result<Expression, NoForm> {
        let (words, entries) = words(entries);
        let hidden = self.hide(words);
        let names = hidden.as_ref().map_or(&[][..], |(bindings, _)| bindings);
        let taken: Vec<String> = names.iter().map(|binding| binding.name.clone()).collect();
        let function = self.body_of(operator, [words, entries], (declared, goes_on), is_plain, &taken);
        self.unhide(hidden);
        function
    }

    fn body_of(
        &mut self,
        operator: &'static Operator,
        [words, entries]: [&[Value]; 2],
        (declared, goes_on): (usize, bool),
        is_plain: bool,
        taken: &[String],
    ) -> Result<Expression, NoForm> {
        let mut parameters = Vec::new();
        for place in 0..declared {
            let is_index = is_of_entries(operator) && place == 0;
            let candidates: &[&str] =
                if is_index { &["i", "j", "k"] } else { &["x", "y", "z", "u", "v", "w"] };
            let name = self.new_name(candidates, taken);
            self.bindings.push(Binding {
                name: name.clone(),
                lines: 0,
                slot: self.slots + place,
                is_absolute: false,
            });
            parameters.push(name);
        }
        self.slots += declared;
        self.depth += 1;
        let mut body = Vec::new();
        let lifted = match (goes_on, entries) {
            (true, entries) => self.steps(None, entries, &mut body),
            (false, [first, steps @ ..]) => {
                let starts_with_effect = steps.first().is_some_and(is_statement) && is_zero(first);
                let first = (!starts_with_effect).then(|| self.operand(first));
                self.steps(first, steps, &mut body)
            }
            _ => Err(NoForm),
        };
        self.depth -= 1;
        lifted?;
        if is_of_entries(operator) {
            parameters.reverse();
            let uses_index = format!("{body:?}").contains(&format!("Name(\"{}\")", parameters[1]));
            parameters.truncate(if uses_index { 2 } else { 1 });
        }
        let is_usual =
            matches!(words, [] | [_]) && words.iter().all(|word| word.is_word(SHARE) || word.is_word(COPY));
        let words = match is_plain && is_usual {
            true => Vec::new(),
            false => texts(words),
        };
        Ok(Expression::new(Kind::Lambda { words, parameters, body }))
    }

    fn new_name(&self, candidates: &[&str], taken: &[String]) -> String {
        let is_free = |name: &str| {
            let is_bound = self.bindings.iter().any(|binding| binding.name == name);
            let is_known =
                WORDS.iter().any(|known| known.name == name) || LISTS.iter().any(|list| list.name == name);
            !is_bound
                && !is_known
                && !taken.iter().any(|taken| taken == name)
                && self.names.meaning(name).is_none()
                && method(name).is_none()
        };
        let numbered = (2..).flat_map(|number| candidates.iter().map(move |name| format!("{name}{number}")));
        let mut all = candidates.iter().map(|name| (*name).to_owned()).chain(numbered);
        all.find(|name| is_free(name)).unwrap_or_default()
    }

    fn literal(&mut self, value: &Value) -> Expression {
        let Value::Array(array) = value else { return raw(value) };
        if self.depth >= DEEPEST || !self.take(value) {
            return raw(value);
        }
        self.depth += 1;
        let entries = array.iter().skip(1).map(|entry| self.entry(entry)).collect();
        self.depth -= 1;
        let lifted = Expression::new(Kind::List(entries));
        match self.compiled(&lifted).is_some_and(|back| back.identical(value)) {
            true => lifted,
            false => raw(value),
        }
    }

    /// An entry of a list: a value as it is, or an expression.
    fn entry(&mut self, value: &Value) -> Expression {
        match value {
            Value::Text(text) => Expression::new(Kind::Text(text.clone())),
            Value::Array(array) if is_literal(array) => raw(value),
            Value::Array(array) if array.first().is_some_and(|first| first.is_word("@CalcArray")) => {
                self.calculated(value, array.entries())
            }
            Value::Array(array) => {
                if self.depth >= DEEPEST {
                    return raw(value);
                }
                self.depth += 1;
                let entries = array.iter().map(|entry| self.entry(entry)).collect();
                self.depth -= 1;
                Expression::new(Kind::List(entries))
            }
            _ => raw(value),
        }
    }

    /// An entry of a list that is an expression.
    fn calculated(&mut self, value: &Value, entries: &[Value]) -> Expression {
        let line = Value::array(entries[1..].to_vec());
        let lifted = match entries {
            [_, share, list]
                if share.is_word(SHARE) && matches!(list, Value::Array(array) if is_literal(array)) =>
            {
                self.operand(list)
            }
            _ => self.line(&line),
        };
        let bare = match &lifted.kind {
            Kind::Group(inner)
                if matches!(inner.kind, Kind::Name(_) | Kind::Word(..) | Kind::Tile { .. }) =>
            {
                Some((**inner).clone())
            }
            _ => None,
        };
        let is_right = |candidate: &Expression| {
            let mut compiler = Compiler::within(self.names, Place::Expression, &self.bindings, self.slots);
            compiler.entry_of_list(candidate).is_ok_and(|back| back.to_value().identical(value))
        };
        let found = bare.into_iter().chain([lifted]).find(is_right);
        found.unwrap_or_else(|| raw(value))
    }

    /// A text: a name, a word, or a text.
    fn text(&self, text: &Text) -> Expression {
        let found = text.is_special().then(|| text.to_utf8()).flatten().and_then(|text| self.special(&text));
        Expression::new(found.unwrap_or_else(|| Kind::Text(text.clone())))
    }

    fn special(&self, text: &str) -> Option<Kind> {
        let parts: Vec<&str> = text.split(' ').collect();
        let numbers: Option<Vec<f64>> = parts[1..].iter().map(|part| written_number(part)).collect();
        let whole = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number as usize);
        let name = |meaning: Option<Meaning>| meaning.and_then(|meaning| self.names.name(&meaning));
        if let ["@Var", local] = parts.as_slice() {
            let named = name(Some(Meaning::Local(Local::Named((*local).to_owned()))));
            if let Some(name) = named.filter(|name| is_name(name)) {
                return Some(Kind::Name(name));
            }
        }
        if let Some(numbers) = &numbers {
            let found = match (parts[0], numbers.as_slice()) {
                ("@This", [entry]) => name(whole(*entry).map(Meaning::Entry)),
                ("@GVar", [number]) => name(whole(*number).map(Meaning::Variable)),
                ("@MVar", [number]) => name(whole(*number).map(Meaning::ModifierVariable)),
                ("@Var", [number]) => self
                    .bound(*number)
                    .or_else(|| name(whole(*number).map(|number| Meaning::Local(Local::Number(number))))),
                _ => None,
            };
            if let Some(name) = found.filter(|name| is_name(name)) {
                return Some(Kind::Name(name));
            }
        }
        if let Some(Word { name: known, .. }) = WORDS.iter().find(|known| known.word == text) {
            let is_free = self.names.meaning(known).is_none();
            let is_bound = self.bindings.iter().any(|binding| binding.name == *known);
            if is_free && !is_bound {
                return Some(Kind::Name((*known).to_owned()));
            }
        }
        if let (Some((_, word, counts)), Some(numbers)) =
            (TILES.iter().find(|(_, word, _)| *word == parts[0]), numbers)
        {
            let is_given = *word != GIVEN || self.given;
            let least = is_given
                && is_cell_of_grid(word, &numbers)
                && counts.first().is_some_and(|least| *least > 0 && *least == numbers.len());
            if least {
                return Some(Kind::Tile { word, distance: numbers, entry: None });
            }
            if let Some((entry, distance)) = numbers.split_last() {
                let entry = name(whole(*entry).map(Meaning::Entry)).filter(|name| is_name(name));
                let has_entry = counts.contains(&distance.len()) && !matches!(*word, "@This" | "@Relative");
                let has_entry = has_entry && is_cell_of_grid(word, distance);
                if let (Some(entry), true) = (entry, has_entry) {
                    return Some(Kind::Tile { word, distance: distance.to_vec(), entry: Some(entry) });
                }
            }
        }
        let is_word = is_name(&parts[0][1..]) && !is_modifier(parts[0]) && ops::find(parts[0]).is_none();
        let is_part = |part: &&str| {
            let word = part.strip_prefix('@').is_some_and(is_name);
            let plain = is_name(part) && constant(part).is_none() && !KEYWORDS.contains(part);
            word || plain || written_number(part).is_some()
        };
        let fits = is_word && parts[1..].iter().all(is_part);
        fits.then(|| {
            Kind::Word(parts[0].to_owned(), parts[1..].iter().map(|part| (*part).to_owned()).collect())
        })
    }
}

/// Returns false for a word of the grid that stands for no cell.
fn is_cell_of_grid(word: &str, distance: &[f64]) -> bool {
    word != "@Grid" || distance.iter().all(|number| is_place(*number))
}

/// The number of entries of a value, itself included.
fn size(value: &Value) -> usize {
    usize::try_from(value.size()).unwrap_or(usize::MAX).saturating_add(1)
}

/// The words at the start of a line, and what comes after them.
fn words(entries: &[Value]) -> (&[Value], &[Value]) {
    let is_word = |entry: &&Value| {
        let text = entry.as_text().filter(|text| text.is_special()).and_then(Text::to_utf8);
        text.is_some_and(|text| is_modifier(&text))
    };
    entries.split_at(entries.iter().take_while(is_word).count())
}

fn texts(words: &[Value]) -> Vec<String> {
    words.iter().filter_map(|word| word.as_text().map(Text::to_string_lossy)).collect()
}

/// A number that is written so in a formula, too.
fn written_number(part: &str) -> Option<f64> {
    let number: f64 = part.parse().ok()?;
    (number.is_finite() && number.to_string() == part).then_some(number)
}

fn number(value: &Value) -> Option<usize> {
    let number = value.as_number()?;
    let is_whole = number >= 0.0 && number.fract() == 0.0 && !number.is_sign_negative();
    is_whole.then_some(number as usize)
}

fn is_literal(array: &calcarray::Array) -> bool {
    array.first().is_some_and(|first| first.is_word("@Literal"))
}

fn is_zero(value: &Value) -> bool {
    value.as_number().is_some_and(|number| number == 0.0 && number.is_sign_positive())
}

/// Returns true if an entry of a line is an operator that becomes a statement.
fn is_statement(entry: &Value) -> bool {
    let name = entry.as_text().and_then(Text::to_utf8);
    name.and_then(|name| ops::find(&name)).is_some_and(|operator| operator.name.starts_with('@'))
}

fn one(mut statements: Vec<Statement>) -> Expression {
    match statements.as_slice() {
        [Statement::Value(_)] => match statements.pop() {
            Some(Statement::Value(value)) => value,
            _ => Expression::new(Kind::Sequence(Vec::new())),
        },
        _ => Expression::new(Kind::Sequence(statements)),
    }
}

/// The expression of a line, as an argument: with the brackets that make it a line.
fn within_a_line(content: Expression) -> Expression {
    let (inner, pairs) = content.ungrouped();
    match &inner.kind {
        Kind::Sequence(_) if pairs == 0 => grouped(content),
        _ if is_compound(inner) => content,
        _ => grouped(content),
    }
}

/// The base of an operator: `_` without one, and brackets where the operator asks for them.
fn based(current: Option<Expression>, is_first: bool, form: Form) -> Expression {
    let Some(current) = current else { return Expression::new(Kind::Running) };
    let (inner, pairs) = current.ungrouped();
    if !is_compound(inner) {
        return current;
    }
    let needs = usize::from(form.needs_brackets(inner.level()));
    let lists = match is_first {
        true => pairs.max(1),
        false => 0,
    };
    let mut base = inner.clone();
    for _ in 0..lists + needs {
        base = grouped(base);
    }
    base
}

/// An argument without the brackets that only the operator before it asked for.
fn ungrouped_once(value: Expression) -> Expression {
    match value.kind {
        Kind::Group(inner) if is_compound(&inner) && !matches!(inner.kind, Kind::Sequence(_)) => *inner,
        kind => Expression::at(kind, value.span),
    }
}

fn applied(operator: Callee, form: Form, base: Expression, arguments: Vec<Expression>) -> Expression {
    Expression::new(Kind::Apply { operator, form, base: Box::new(base), arguments })
}

fn element(base: Expression, index: Expression) -> Expression {
    match ops::find("arr_elem") {
        Some(operator) => applied(Callee::Known(operator), Form::Postfix, base, vec![index]),
        None => base,
    }
}

/// The form in which an operator is shown.
fn form(operator: &'static Operator) -> Form {
    if operator.name == "!" {
        return Form::Prefix;
    }
    match written(operator) {
        Some(_) => Form::Infix(level(operator)),
        None if !is_one_name(operator.name) => Form::Postfix,
        None if operator.name.starts_with("arr_") || operator.name.starts_with("str_") => Form::Postfix,
        None => Form::Function,
    }
}

/// The operator of a call: its name between quotes, if it is no name in a formula.
fn callee(operator: &'static Operator, form: Form) -> Callee {
    match form == Form::Postfix && !is_one_name(operator.name) {
        true => Callee::Quoted(operator.name.into()),
        false => Callee::Known(operator),
    }
}

/// Returns true for numbers that are written with a minus sign.
fn is_negative(value: &Expression) -> bool {
    matches!(&value.kind, Kind::Constant(value) if json::write(value).trim_matches('"').contains('-'))
}
