//! Values that are worked out while a file is read: one of two, one that an
//! expression gives, one for each value of a list.

use calcarray::host::NoGame;
use calcarray::{Limits, Meter, Position, Program, Value, Variables, json};

use crate::expand::marks::TEMPLATES;
use crate::expand::resolver::Resolver;
use crate::fields::unknown_key;
use crate::text::node::{Kind, Member, Node, Span};

/// The price of an evaluation, in values that a file may have. Work costs more values.
const EVALUATION_PRICE: usize = 50;
const STEPS: u64 = 100;

/// Values that `"for"` goes through at most.
const ROUNDS: f64 = 10_000.0;

/// The value of an expression that sees nothing of a game. Its work is taken
/// from `budget`, the values that a file may have: all expressions of a file
/// together do no more than a few of the longest ones.
///
/// # Errors
/// Why it has none, as a sentence.
pub(crate) fn evaluate(node: &Node, limits: &Limits, budget: &mut usize) -> Result<Value, String> {
    *budget = budget.saturating_sub(EVALUATION_PRICE);
    if *budget == 0 {
        return Err("the values of this file take too much work to compute".to_owned());
    }
    let value = node.to_value().map_err(|_| "a text starts like a number type and is none".to_owned())?;
    if !matches!(value, Value::Array(_)) {
        return Ok(value);
    }
    let program = Program::compile(&value, limits).map_err(|error| error.to_string())?;
    let (mut game, mut meter) = (NoGame::default(), Meter::new(limits.clone()));
    let before = meter.steps_left();
    let result = program.run_with(&mut game, &Position::default(), &mut meter, &Variables::new(Vec::new()));
    let steps = before.saturating_sub(meter.steps_left());
    *budget = budget.saturating_sub(usize::try_from(steps / STEPS).unwrap_or(usize::MAX));
    result.map_err(|error| error.to_string())
}

impl Resolver<'_> {
    /// A template where one value is expected.
    pub fn template(&mut self, members: &[Member], span: Span) -> Kind {
        let mut values = Vec::new();
        let repeats = members.iter().any(|member| member.key == TEMPLATES[2][0]);
        self.entries_of(members, span, &mut values);
        if repeats {
            return Kind::Array(values);
        }
        match values.pop() {
            Some(Node { kind: Kind::UnknownEntries, .. }) => Kind::Unknown,
            Some(value) => value.kind,
            None => Kind::Null,
        }
    }

    /// A template in a list: it may stand for any number of entries.
    pub fn entries_of(&mut self, members: &[Member], span: Span, out: &mut Vec<Node>) {
        let Some(keys) = TEMPLATES.iter().find(|keys| members.iter().any(|member| member.key == keys[0]))
        else {
            return;
        };
        for member in members {
            if !keys.contains(&member.key.as_str()) {
                unknown_key(&member.key, member.key_span, "a template", keys, None, self.problems);
            }
        }
        let get = |key: &str| members.iter().find(|member| member.key == key).map(|member| &member.value);
        match (get("if"), get("compute"), get("for")) {
            (Some(condition), ..) => {
                let Some(holds) = self.value(condition).map(|value| value.is_true()) else {
                    return out.push(self.unknown_entries(span));
                };
                if let Some(chosen) = get(if holds { "then" } else { "else" }) {
                    out.push(self.node(chosen));
                }
            }
            (_, Some(expression), _) => match self.value(expression) {
                Some(value) => out.push(Node::new(span, Node::from_value(&value).kind)),
                None => out.push(self.unknown(span)),
            },
            (.., Some(name)) => {
                let Some(name) = name.as_string() else {
                    let message = format!("\"for\" is followed by a name, not {}", name.noun());
                    self.problems.error("wrong-type", name.span, message);
                    return out.push(self.unknown_entries(span));
                };
                let Some(values) = self.range(&get, span) else {
                    return out.push(self.unknown_entries(span));
                };
                for value in values {
                    self.bound.push((name.clone(), value));
                    if let Some(make) = get("make") {
                        let made = self.node(make);
                        out.push(made);
                    }
                    if let Some(splice) = get("splice") {
                        match self.node(splice) {
                            Node { kind: Kind::Array(entries), .. } => out.extend(entries),
                            Node { kind: Kind::Unknown, .. } => out.push(self.unknown_entries(splice.span)),
                            other => {
                                let message = format!("\"splice\" needs a list, not {}", other.noun());
                                self.problems.error("wrong-type", splice.span, message);
                            }
                        }
                    }
                    self.bound.pop();
                }
            }
            _ => {}
        }
    }

    /// Returns the values that `"for"` goes through: the list of `"in"`, or whole numbers.
    fn range<'n>(&mut self, get: &impl Fn(&str) -> Option<&'n Node>, span: Span) -> Option<Vec<Node>> {
        if let Some(list) = get("in") {
            let resolved = self.node(list);
            return match resolved.kind {
                Kind::Array(entries) => Some(entries),
                Kind::Unknown => None,
                _ => {
                    let message = format!("\"in\" needs a list, not {}", resolved.noun());
                    self.problems.error("wrong-type", list.span, message);
                    None
                }
            };
        }
        let Some(to) = get("to") else {
            self.problems.error("missing-key", span, "\"for\" needs a list \"in\", or the number \"to\"");
            return None;
        };
        let to = self.end(to)?;
        let from = get("from").map_or(Some(0.0), |node| self.end(node))?;
        let step = get("step").map_or(Some(1.0), |node| self.end(node))?;
        let rounds = ((to - from) / step).floor() + 1.0;
        if !(step != 0.0 && rounds <= ROUNDS) {
            self.problems.error("too-large", span, format!("\"for\" makes more than {ROUNDS} values"));
            return None;
        }
        let value = |round: usize| Node::number(span, from + step * round as f64);
        Some((0..rounds.max(0.0) as usize).map(value).collect())
    }

    /// An end of what `"for"` goes through, or its step.
    fn end(&mut self, node: &Node) -> Option<f64> {
        let value = self.value(node)?;
        let found = number(&value).filter(|number| number.is_finite());
        if found.is_none() {
            let message = format!("\"for\" goes from a number to a number, not {}", json::write(&value));
            self.problems.error("wrong-type", node.span, message);
        }
        found
    }

    /// The value of an expression in a template.
    pub fn value(&mut self, expression: &Node) -> Option<Value> {
        let before = self.problems.list().len();
        let is_data = std::mem::replace(&mut self.is_data, false);
        let resolved = self.node(expression);
        self.is_data = is_data;
        if self.problems.list().len() > before || resolved.has_unknown() {
            return None;
        }
        match evaluate(&resolved, self.limits, self.budget) {
            Ok(value) => Some(value),
            Err(why) => {
                let message = format!("this can't be computed before a game: {why}");
                self.problems.error("compute", expression.span, message);
                None
            }
        }
    }
}

/// A real number of any kind.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Integer(integer) => Some(integer.to_f64()),
        Value::Rational(fraction) => Some(fraction.to_f64()),
        _ => None,
    }
}
