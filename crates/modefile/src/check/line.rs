//! Expressions, followed step by step without running them
//! (docs/spec/calcarray.md, "Evaluation model" to "The step loop").

use calcarray::keywords::is_start;
use calcarray::ops::{self, Family, Operator};

use crate::check::Checker;
use crate::check::special::is_looked_up;
use crate::text::meant::of_other_languages;
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node, Span};
use crate::text::problem::Help;

/// Words that end a block, with the word that opens it.
const ENDS: [(&str, &str); 4] =
    [("@end-if", "@if"), ("@end-else", "@else"), ("@end-else-if", "@else-if"), ("@end-repeat", "@repeat")];

/// Tells whether this is an operator on texts: what stands before it is a text that is shown.
fn takes_texts(node: &Node) -> bool {
    node.as_string()
        .and_then(|name| ops::find(&name))
        .is_some_and(|operator| operator.operand == Family::Text)
}

/// Tells whether a special string reads the running value of a line around it.
fn reads_line(text: &str) -> bool {
    text.starts_with("@Parent")
}

/// The start of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The first entry.
    Value,
    /// The first entry, in the expression of an operator that declares variables.
    Callback,
    /// A value from outside: the line starts with an operator.
    Step,
}

/// The knowledge about the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Known(Family),
    Unknown,
}

/// A step of an expression.
pub(crate) struct Step<'n> {
    pub operator: &'static Operator,
    pub word: &'n Node,
    /// The value that the line starts with, in its first step.
    pub first: Option<&'n Node>,
    /// The knowledge about the running value.
    pub running: Outcome,
    pub arguments: &'n [Node],
    /// The knowledge about each argument.
    pub outcomes: Vec<Outcome>,
    /// The step before it, with its arguments.
    pub before: Option<Before<'n>>,
    /// Set if nothing uses the running value of the line.
    pub is_unused: bool,
}

/// An operator and its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Before<'n> {
    pub operator: &'static Operator,
    pub arguments: &'n [Node],
}

impl Checker<'_> {
    /// Checks an expression; what it gives, as far as that shows.
    pub fn expression(&mut self, node: &Node) -> Outcome {
        match &node.kind {
            Kind::Array(entries) => self.line(entries, Start::Value),
            Kind::Text(_) => {
                self.special(node);
                Outcome::Unknown
            }
            Kind::Number(_) => Outcome::Known(Family::Number),
            Kind::Boolean(_) => Outcome::Known(Family::Boolean),
            _ => Outcome::Unknown,
        }
    }

    /// An expression with nothing in it; says so.
    pub fn is_nothing(&mut self, node: &Node) -> bool {
        let is_nothing = node.as_array().is_some_and(<[Node]>::is_empty);
        if is_nothing {
            self.problems.error("operands", node.span, "this expression is empty").help(Help::by_form(
                "an empty list as a value is written [\"@Literal\"]",
                "an empty list as a value is written []",
            ));
        }
        is_nothing
    }

    /// Checks the steps that are applied to a tile: a line without its first value.
    pub fn steps_after_a_tile(&mut self, entries: &[Node]) {
        self.line(entries, Start::Step);
    }

    /// A line, with what it starts from.
    fn line(&mut self, entries: &[Node], start: Start) -> Outcome {
        let outside = (self.variables_seen, self.all_seen, self.is_shown);
        self.is_shown = false;
        let is_unused = std::mem::take(&mut self.is_unused);
        let outcome = self.line_inside(entries, start, is_unused);
        (self.variables_seen, self.all_seen, self.is_shown) = outside;
        outcome
    }

    fn line_inside(&mut self, entries: &[Node], start: Start, is_unused: bool) -> Outcome {
        let mut rest = entries;
        let mut declares = start != Start::Value;
        let first = rest.first().and_then(Node::as_string).filter(|word| word.starts_with('@'));
        let retains = first.as_deref().is_some_and(|word| {
            ["@var_retain", "@var_copy", "@global_var_retain", "@global_var_copy"].contains(&word)
        });
        let shared = self.all_seen || (retains && self.variables_seen);
        match first.as_deref() {
            Some(word) if word.starts_with("@global_var_none") => self.all_seen = false,
            Some(word) if word.starts_with("@global_var_") => self.all_seen = true,
            _ => {}
        }
        if first.is_some() {
            while let [word, tail @ ..] = rest {
                if !word.as_string().is_some_and(|word| is_start(&word) || word == "@CalcArray") {
                    break;
                }
                rest = tail;
            }
            if let [word, tail @ ..] = rest
                && word.is_word("@include_gvars")
            {
                declares = true;
                rest = tail;
            }
        }
        if rest.first().is_some_and(|entry| entry.is_word("@Literal")) {
            return Outcome::Known(Family::Array);
        }
        self.variables_seen = shared || declares;
        if let Some(end) = rest.iter().position(|entry| entry.is_word("@end_vars")) {
            // Each variable sees those before it.
            self.variables_seen = true;
            for variable in &rest[..end] {
                self.expression(variable);
            }
            rest = &rest[end + 1..];
        }
        let mut result = Outcome::Unknown;
        let mut first = None;
        if start != Start::Step {
            let [value, tail @ ..] = rest else { return result };
            self.is_shown = tail.first().is_some_and(takes_texts);
            result = self.expression(value);
            self.is_shown = false;
            first = Some(value);
            rest = tail;
            if matches!(value.kind, Kind::UnknownEntries) {
                return self.lists(rest);
            }
        }
        // What follows entries that are not known may be anything.
        let known = rest.iter().position(|entry| matches!(entry.kind, Kind::UnknownEntries));
        let Some(known) = known else { return self.steps(rest, first, result, true, is_unused) };
        self.steps(&rest[..known], first, result, false, is_unused);
        self.lists(&rest[known..])
    }

    /// Checks only the lists of a line whose steps are not known.
    fn lists(&mut self, entries: &[Node]) -> Outcome {
        for list in entries.iter().filter(|entry| entry.as_array().is_some()) {
            self.expression(list);
        }
        Outcome::Unknown
    }

    /// The steps of a line after its first value; `whole` if all of them are
    /// there.
    fn steps(
        &mut self,
        entries: &[Node],
        mut first: Option<&Node>,
        mut result: Outcome,
        whole: bool,
        is_unused: bool,
    ) -> Outcome {
        let mut rest = entries;
        let is_unused = is_unused && !entries.iter().any(|entry| entry.any_text(&reads_line));
        let mut open: Vec<(&'static str, Span)> = Vec::new();
        let mut before: Option<Before<'_>> = None;
        if first.is_some_and(|value| self.operator_first(value, entries)) {
            return self.lists(entries);
        }
        while let [word, tail @ ..] = rest {
            if word.as_array().is_some() {
                // Which operator this is shows only when the line runs.
                self.expression(word);
                return Outcome::Unknown;
            }
            if matches!(word.kind, Kind::Unknown) {
                return self.lists(tail);
            }
            let Some(name) = word.as_string() else {
                self.left_over(word, before.map(|before| before.operator));
                return Outcome::Unknown;
            };
            if let Some((_, opening)) = ENDS.into_iter().find(|(end, _)| *end == name) {
                match open.iter().rposition(|(known, _)| *known == opening) {
                    Some(place) => {
                        for (inner, span) in open.drain(place..).skip(1) {
                            self.inside(inner, span, opening);
                        }
                    }
                    None => {
                        let message = format!("`{name}` has no `{opening}` before it to end");
                        self.problems.warning("block", word.span, message);
                    }
                }
                result = Outcome::Unknown;
                rest = tail;
                continue;
            }
            if name == "@end-stack" || name == "end-stack" {
                open.clear();
                rest = tail;
                continue;
            }
            let operator = match ops::find(&name) {
                Some(operator) => operator,
                // The rest is read as if the nearest operator stood here.
                None => match self.unknown_operator(&name, word, before.map(|before| before.operator)) {
                    Some(meant) => meant,
                    None => return Outcome::Unknown,
                },
            };
            if let Some((_, opening)) = ENDS.into_iter().find(|(_, opening)| *opening == name) {
                open.push((opening, word.span));
            }
            let outcomes = self.operands(operator, word, tail, whole);
            let arguments = &tail[..outcomes.len()];
            self.lint_step(&Step {
                operator,
                word,
                first: first.take(),
                running: result,
                arguments,
                outcomes,
                before,
                is_unused,
            });
            self.variables_seen |= matches!(operator.name, "@add_var" | "@insert_var");
            rest = tail.get(operator.removes - 1..).unwrap_or_default();
            if operator.removes <= operator.arguments.len() {
                rest = self.remains(operator, rest);
            }
            // In a block, what comes out depends on whether the block runs.
            result = match operator.result {
                Family::Unconverted | Family::Raw | Family::Any => Outcome::Unknown,
                family if open.is_empty() => Outcome::Known(family),
                _ => Outcome::Unknown,
            };
            before = Some(Before { operator, arguments });
        }
        if let (Some((opening, span)), true) = (open.pop(), whole) {
            self.left_open(opening, span);
        }
        result
    }

    /// Says that a block has no end, so that all the rest of the line is in it.
    fn left_open(&mut self, opening: &str, span: Span) {
        let end = ENDS.iter().find(|(_, known)| *known == opening).map_or("", |(end, _)| end);
        let message = format!("this `{opening}` has no `{end}`: all that follows in the line belongs to it");
        self.problems
            .warning("block", span, message)
            .help(format!("write \"{end}\" where the block ends, at the end of the line too"));
    }

    /// Says that a block has no end before that of the block around it. An `@else` there is
    /// mostly written as in other languages, before the end of its `@if`.
    fn inside(&mut self, inner: &str, span: Span, outer: &str) {
        let is_else = outer == "@if" && inner.starts_with("@else");
        if !is_else {
            return self.left_open(inner, span);
        }
        let message = format!("this `{inner}` is inside the block of its `@if`, so it is never used");
        let help = format!("write \"@end-if\" before it, and \"@end-{}\" at its end", &inner[1..]);
        self.problems.warning("block", span, message).help(help);
    }

    /// Reports a line that has its operator before its values, and returns true for it.
    fn operator_first(&mut self, value: &Node, rest: &[Node]) -> bool {
        let Some(name) = value.as_string().filter(|name| !name.starts_with('@')) else { return false };
        let is_value = |node: &Node| match &node.kind {
            Kind::Number(_) => true,
            Kind::Text(text) => is_looked_up(&text.to_string_lossy()),
            _ => false,
        };
        if ops::find(&name).is_none() || !rest.first().is_some_and(is_value) {
            return false;
        }
        let written: Option<Vec<&str>> = rest.iter().map(|node| self.problems.written(node.span)).collect();
        let help = match written.as_deref() {
            Some([first]) => format!("write [{first}, \"{name}\"]"),
            Some([first, second]) => format!("write [{first}, \"{name}\", {second}]"),
            _ => format!("a line is a value, then operators with their values: [1, \"{name}\", …]"),
        };
        let message = format!("`{name}` is an operator; the value comes first");
        self.problems.error("operands", value.span, message).help(help);
        true
    }

    /// Checks the arguments of an operator; what each that is there gives.
    fn operands(
        &mut self,
        operator: &'static Operator,
        word: &Node,
        rest: &[Node],
        whole: bool,
    ) -> Vec<Outcome> {
        let needed = operator.arguments.len();
        if rest.len() < needed && whole {
            let (name, found) = (operator.name, rest.len());
            let values = if needed == 1 { "value" } else { "values" };
            let message = format!("`{name}` takes {needed} {values}, but the line ends after {found}");
            self.problems.error("operands", word.span, message).help(operator.help);
        }
        let reduces = matches!(operator.name, "arr_reduce" | "arr_reduceRight" | "CalcArrayParent");
        let callback = reduces || operator.name.starts_with("arr_") || operator.name.contains("SeedUnlock");
        let mut outcomes = Vec::new();
        for (family, argument) in operator.arguments.iter().zip(rest) {
            outcomes.push(match (&argument.kind, family) {
                (Kind::Array(entries), Family::Raw) if callback => {
                    self.line(entries, if reduces { Start::Step } else { Start::Callback })
                }
                (Kind::Text(_), Family::Raw) => {
                    // Only lists see variables here.
                    let seen = std::mem::replace(&mut self.variables_seen, self.all_seen);
                    let outcome = self.expression(argument);
                    self.variables_seen = seen;
                    outcome
                }
                _ => {
                    self.is_shown = *family == Family::Text || operator.name == "announce";
                    let outcome = self.expression(argument);
                    self.is_shown = false;
                    outcome
                }
            });
        }
        if let Some(index) = rest.first() {
            self.index_operand(operator.name, index);
        }
        outcomes
    }

    /// Reports values after an operator that puts its last value back into the line: the next
    /// operator would take it as one of its own. At the end of a block that does no harm.
    fn remains<'n>(&mut self, operator: &Operator, rest: &'n [Node]) -> &'n [Node] {
        let count = operator.arguments.len() + 1 - operator.removes;
        let after = rest.get(count..).unwrap_or_default();
        if let Some(next) = after.first() {
            let ends = next.as_string().is_some_and(|word| ENDS.iter().any(|(end, _)| *end == word));
            if !ends {
                let message = format!(
                    "`{}` puts its last value back into the line, so this would be read as one more value of it",
                    operator.name
                );
                let help = format!("end the line or block after `{}` and its values", operator.name);
                self.problems.error("operands", next.span, message).help(help);
            }
        }
        after
    }

    fn left_over(&mut self, node: &Node, before: Option<&'static Operator>) {
        let entry = self.problems.error(
            "operands",
            node.span,
            format!("an operator is expected here, not {}", node.noun()),
        );
        if let Some(operator) = before {
            entry.help(takes(operator));
        }
    }

    fn unknown_operator(
        &mut self,
        name: &str,
        node: &Node,
        before: Option<&'static Operator>,
    ) -> Option<&'static Operator> {
        let message = format!("there is no operator `{}`", self.problems.word_at(node.span, name));
        let entry = self.problems.error("unknown-operator", node.span, message);
        let names = ops::all().map(|operator| operator.name).chain(ENDS.iter().map(|(end, _)| *end));
        let meant = of_other_languages(name).or_else(|| nearest(name, names));
        match (meant, before) {
            (Some(meant), _) => entry.help(format!("did you mean `{meant}`?")),
            (None, Some(operator)) => entry.help(takes(operator)),
            (None, None) => {
                entry.help(Help::by_form(
                    "a list is read as an expression; a list of values starts with \"@Literal\"",
                    "the operators are listed in docs/operators.md",
                ));
            }
        }
        meant.and_then(ops::find)
    }
}

fn takes(operator: &Operator) -> String {
    let count = operator.arguments.len();
    let values = match count {
        0 => "no value".to_owned(),
        1 => "1 value".to_owned(),
        count => format!("{count} values"),
    };
    format!("`{}` before it takes {values}; what follows is read as the next operator", operator.name)
}
