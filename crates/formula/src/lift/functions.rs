//! Arguments that an operator runs itself, as functions.

use calcarray::Value;
use calcarray::ops::Operator;

use super::{DEEPEST, Lifter, NoForm, TRIALS, is_statement, is_zero, raw, texts, words};
use crate::compile::{Binding, Compiler, Place, is_of_entries};
use crate::known::LISTS;
use crate::names::{COPY, Meaning, SHARE, WORDS};
use crate::parse::method;
use crate::tree::{Expression, Kind};

impl<'a> Lifter<'a> {
    /// An argument that the operator runs itself: a function, if it can be written as one.
    pub(super) fn callback(
        &mut self,
        operator: &'static Operator,
        which: usize,
        value: &Value,
    ) -> Expression {
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

    pub(super) fn function(
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

    pub(super) fn body_of(
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

    pub(super) fn new_name(&self, candidates: &[&str], taken: &[String]) -> String {
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
}
