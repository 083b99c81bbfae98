//! The part of a condition that does not hold, for authors who want to know why a rule does not
//! apply.

use calcarray::{Error, ErrorKind, Value, keywords, ops};

/// The first part of a condition that does not hold, and the values that it saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    /// The part, as an expression.
    pub part: Value,
    /// The expressions in it that are compared, and their values.
    pub values: Vec<(Value, Value)>,
    /// The reason why the part has no value, if evaluating it fails.
    pub failure: Option<String>,
    /// True if the part draws random numbers: it is not known whether it holds, and another time it
    /// may come out otherwise.
    pub depends_on_chance: bool,
}

impl Unmet {
    /// The account of a part that draws random numbers.
    pub(crate) fn by_chance(part: Value) -> Unmet {
        Unmet { part, values: Vec::new(), failure: None, depends_on_chance: true }
    }
}

/// The result of testing a condition part by part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tested {
    /// The number of parts that hold.
    pub(crate) held: usize,
    /// The number of all parts.
    pub(crate) parts: usize,
    /// The first part that does not hold; if there is none, the first that depends on chance.
    pub(crate) unmet: Option<Unmet>,
}

/// An evaluation of an expression where the condition stands.
pub(crate) type Evaluate<'e> = dyn FnMut(&Value) -> Result<Value, Error> + 'e;

/// Conditions are taken apart no deeper than this.
const DEEPEST: usize = 40;
/// A condition has no more parts than this; further ones are not tested.
const MOST_PARTS: usize = 200;

/// Tests the parts of a condition, all of which have to hold.
pub(crate) fn test(condition: &Value, evaluate: &mut Evaluate<'_>) -> Tested {
    let mut parts = Vec::new();
    Line::of(condition, &[]).conjuncts(&mut parts, 0);
    let mut tested = Tested { parts: parts.len(), ..Tested::default() };
    let mut by_chance = None;
    for part in parts {
        // As an argument of a conjunction, it is converted as there.
        let asked = part.followed_by(&["&&".into(), true.into()]);
        match evaluate(&asked) {
            Ok(value) if value.is_true() => tested.held += 1,
            Ok(_) if tested.unmet.is_none() => tested.unmet = Some(part.unmet(evaluate)),
            Err(error) if is_chance(&error) => {
                by_chance.get_or_insert_with(|| Unmet::by_chance(part.expression()));
            }
            Err(error) if tested.unmet.is_none() => {
                let (part, failure) = (part.expression(), Some(error.to_string()));
                tested.unmet = Some(Unmet { part, values: Vec::new(), failure, depends_on_chance: false });
            }
            _ => {}
        }
    }
    tested.unmet = tested.unmet.or(by_chance);
    tested
}

/// Returns true if an evaluation without random numbers failed because it draws one.
pub(crate) fn is_chance(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::NoRandomness)
}

/// A line of an expression, taken apart: a base and its operators.
#[derive(Clone)]
struct Line {
    /// The words before the base, which share variables; those of the lines around are among them.
    words: Vec<Value>,
    /// The base, the operators and their arguments.
    entries: Vec<Value>,
    /// The places of the operators in `entries`; none if the line can't be taken apart.
    operators: Vec<usize>,
}

impl Line {
    /// The line of an expression within lines that begin with `words`.
    fn of(value: &Value, words: &[Value]) -> Line {
        let mut line = Line { words: words.to_vec(), entries: vec![value.clone()], operators: Vec::new() };
        let Some(entries) = value.as_array().map(|entries| entries.entries()) else { return line };
        let is_start = |entry: &&Value| {
            entry
                .as_text()
                .is_some_and(|text| keywords::STARTS.keywords.iter().any(|start| text.is(start.name)))
        };
        let start = entries.iter().take_while(is_start).count();
        let (own, rest) = entries.split_at(start);
        // Lines with variables of their own are one part.
        let is_plain = own.iter().all(|word| word.is_word("@var_retain"));
        if is_plain && rest.len() == 1 {
            return Line::of(&rest[0], own);
        }
        match operators_of(rest) {
            Some(operators) if is_plain => {
                (line.words, line.entries, line.operators) = (own.to_vec(), rest.to_vec(), operators);
                line
            }
            _ => line,
        }
    }

    /// The expression that has the line's value where the condition stands.
    fn expression(&self) -> Value {
        match (self.entries.as_slice(), self.words.is_empty()) {
            ([only], true) => only.clone(),
            ([only @ Value::Array(_)], false) => only.clone(),
            _ => self.followed_by(&[]),
        }
    }

    fn followed_by(&self, more: &[Value]) -> Value {
        Value::array([&self.words, &self.entries, more].concat())
    }

    /// The last operator: what stands before it, its name, its only argument.
    fn last(&self) -> Option<(Line, &Value, Line)> {
        let (at, before) = self.operators.split_last()?;
        let [argument] = &self.entries[at + 1..] else { return None };
        let left = Line {
            entries: self.entries[..*at].to_vec(),
            operators: before.to_vec(),
            words: self.words.clone(),
        };
        let left = match left.entries.as_slice() {
            [only] => Line::of(only, &self.words),
            _ => left,
        };
        Some((left, &self.entries[*at], Line::of(argument, &self.words)))
    }

    /// Adds the parts all of which have to hold.
    fn conjuncts(self, parts: &mut Vec<Line>, depth: usize) {
        match self.last() {
            Some((left, operator, right))
                if depth < DEEPEST && (operator.is_word("&&") || operator.is_word("&&nsc")) =>
            {
                left.conjuncts(parts, depth + 1);
                right.conjuncts(parts, depth + 1);
            }
            _ if parts.len() < MOST_PARTS => parts.push(self),
            _ => {}
        }
    }

    /// The account of a part that does not hold.
    fn unmet(&self, evaluate: &mut Evaluate<'_>) -> Unmet {
        let mut values = Vec::new();
        self.compared(&mut values, evaluate, 0);
        Unmet { part: self.expression(), values, failure: None, depends_on_chance: false }
    }

    /// Adds the values that are compared, those of all alternatives.
    fn compared(&self, values: &mut Vec<(Value, Value)>, evaluate: &mut Evaluate<'_>, depth: usize) {
        const MOST: usize = 8;
        match self.last() {
            Some((left, operator, right)) if depth < DEEPEST && is_logical(operator) => {
                left.compared(values, evaluate, depth + 1);
                right.compared(values, evaluate, depth + 1);
            }
            Some((left, _, right)) => {
                for side in [left, right] {
                    side.seen(values, evaluate, MOST);
                }
            }
            None => match self.operators.split_last() {
                // `x, "!"`: the opposite of what stands before it.
                Some((at, before))
                    if depth < DEEPEST && *at + 1 == self.entries.len() && self.entries[*at].is_word("!") =>
                {
                    let entries = self.entries[..*at].to_vec();
                    let inner = Line { entries, operators: before.to_vec(), words: self.words.clone() };
                    match inner.entries.as_slice() {
                        [only] => Line::of(only, &self.words).compared(values, evaluate, depth + 1),
                        _ => inner.compared(values, evaluate, depth + 1),
                    }
                }
                _ => self.seen(values, evaluate, MOST),
            },
        }
    }

    /// Adds the value of the line, unless it is written out.
    fn seen(&self, values: &mut Vec<(Value, Value)>, evaluate: &mut Evaluate<'_>, most: usize) {
        let part = self.expression();
        let is_constant = match self.entries.first().filter(|_| self.operators.is_empty()).unwrap_or(&part) {
            Value::Array(entries) => entries.first().is_some_and(|first| first.is_word("@Literal")),
            Value::Text(text) => !text.starts_with("@") || text.starts_with("@Big") || text.is("@Empty"),
            _ => true,
        };
        if is_constant || values.len() >= most || values.iter().any(|(known, _)| *known == part) {
            return;
        }
        if let Ok(value) = evaluate(&self.followed_by(&[])) {
            values.push((part, value));
        }
    }
}

fn is_logical(operator: &Value) -> bool {
    ["&&", "||", "&&nsc", "||nsc"].iter().any(|own| operator.is_word(own))
}

/// The places of the operators of a line, or `None` if it has blocks, unknown operators or such
/// that leave a value behind.
fn operators_of(entries: &[Value]) -> Option<Vec<usize>> {
    let (mut places, mut next) = (Vec::new(), 1);
    while let Some(entry) = entries.get(next) {
        let operator = ops::find(&entry.as_text()?.to_utf8()?)?;
        if operator.name.starts_with('@') || operator.removes <= operator.arguments.len() {
            return None;
        }
        places.push(next);
        next += 1 + operator.arguments.len();
    }
    (next == entries.len() && !places.is_empty()).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::host::NoGame;
    use calcarray::{Limits, Meter, Position, Program, json};

    fn tested(condition: &str) -> String {
        let read = |text: &str| json::read(text, &Default::default()).unwrap();
        let mut evaluate = |value: &Value| {
            let program = Program::compile(value, &Limits::default())?;
            program.run(&mut NoGame::default(), &Position::default(), &mut Meter::new(Limits::default()))
        };
        let tested = test(&read(condition), &mut evaluate);
        let unmet = tested.unmet.map_or("holds".to_owned(), |unmet| {
            let values: Vec<String> = unmet
                .values
                .iter()
                .map(|(part, value)| format!(" {} is {}", json::write(part), json::write(value)))
                .collect();
            let failure = unmet.failure.map_or(String::new(), |failure| format!(" fails: {failure}"));
            let chance = if unmet.depends_on_chance { " by chance" } else { "" };
            format!("{}:{}{failure}{chance}", json::write(&unmet.part), values.join(","))
        });
        format!("{}/{} {unmet}", tested.held, tested.parts)
    }

    #[test]
    fn the_first_part_that_does_not_hold_is_found() {
        for (condition, expected) in [
            ("true", "1/1 holds"),
            ("false", "0/1 false:"),
            (r#"[1,"=",1]"#, "1/1 holds"),
            (r#"[[1,"+",2],"=",4]"#, r#"0/1 [[1,"+",2],"=",4]: [1,"+",2] is 3"#),
            (r#"[1,"+",2,"=",4]"#, r#"0/1 [1,"+",2,"=",4]: [1,"+",2] is 3"#),
            (r#"[1,"=",1,"&&",[2,"*",2,"<",3],"&&",[5,"=",6]]"#, r#"1/3 [2,"*",2,"<",3]: [2,"*",2] is 4"#),
            (r#"[[1,"rand_int",6],"=",6]"#, r#"0/1 [[1,"rand_int",6],"=",6]: by chance"#),
            (r#"[1,"=",1,"&&",[[1,"rand_int",6],"=",6]]"#, r#"1/2 [[1,"rand_int",6],"=",6]: by chance"#),
            // A part that surely does not hold is the reason.
            (r#"[[1,"rand_int",6],"=",6,"&&",[1,"=",2]]"#, r#"0/2 [1,"=",2]:"#),
            (r#"[[1,"=",1,"&&",[2,"=",3]],"&&",true]"#, r#"2/3 [2,"=",3]:"#),
            (
                r#"[1,"+",1,"=",3,"||",[2,"*",2,"=",5]]"#,
                r#"0/1 [1,"+",1,"=",3,"||",[2,"*",2,"=",5]]: [1,"+",1] is 2, [2,"*",2] is 4"#,
            ),
            (r#"[1,"+",1,"=",2,"!"]"#, r#"0/1 [1,"+",1,"=",2,"!"]: [1,"+",1] is 2"#),
            (
                r#"[7,"@end_vars",["@var_retain","@Var 0"],"=",8]"#,
                r#"0/1 [7,"@end_vars",["@var_retain","@Var 0"],"=",8]: [7,"@end_vars",["@var_retain","@Var 0"],"=",8] is false"#,
            ),
            (
                r#"[0,"@if",true,"2nd",false,"@end-if"]"#,
                r#"0/1 [0,"@if",true,"2nd",false,"@end-if"]: [0,"@if",true,"2nd",false,"@end-if"] is false"#,
            ),
        ] {
            assert_eq!(tested(condition), expected, "{condition}");
        }
    }
}
