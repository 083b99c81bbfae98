//! The way back: from a CalcArray to the tree of a formula that becomes exactly this CalcArray.

mod effects;
mod functions;
mod lists;
mod steps;
mod words;

use calcarray::{Text, Value};

use crate::compile::{Binding, Compiler, Place, is_compound, top};
use crate::names::{COPY, Meaning, Names, SHARE, is_modifier};
use crate::tree::{Callee, Expression, Form, Kind, Statement};

use lists::is_literal;
use steps::{is_statement, is_zero};
use words::number;

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
    let budget = size(value).max(25).saturating_mul(WORK);
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

fn applied(operator: Callee, form: Form, base: Expression, arguments: Vec<Expression>) -> Expression {
    Expression::new(Kind::Apply { operator, form, base: Box::new(base), arguments })
}
