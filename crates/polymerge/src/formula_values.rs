//! The values that the formulas of a mode file have on a board, for editors that show them beside
//! the text.

use std::ops::Range;

use calcarray::{Limits, Meter, Program, Value, Variables};
use polymerge_rules::Cell;

use crate::evaluation::{in_line, position};
use crate::game::Game;

/// The value of a formula of a mode file.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaValue {
    /// The place of the formula in its file, quotes included, in bytes.
    pub span: Range<usize>,
    /// The value, or why there is none.
    pub value: Result<Value, calcarray::Error>,
}

/// All formulas of a file together may do as much work as so many of them.
const EVALUATIONS: u64 = 10;
/// The steps of one formula, at most: these values are shown while one types.
const STEPS: u64 = 200_000;
/// The bytes that one formula may allocate.
const MEMORY: u64 = 4 << 20;
/// No more formulas than this have a value.
const MOST: usize = 1_000;

impl Game {
    /// Returns the values that the formulas of the mode's file have at a cell, for tiles that move in
    /// a direction. Scripts have none, nor have formulas that read variables of their rule or look.
    /// Empty for modes without a file.
    ///
    /// ```
    /// use polymerge::{Cell, Limits, Mode};
    ///
    /// let file = r#"{ "extends": "classic.jsonc", "win": { "needed": "= score > 100" } }"#;
    /// let game = Mode::from_text(file, &Limits::default())?.compile()?.start(7)?;
    /// let values = game.formula_values(Cell::new(0, 0), None);
    /// assert_eq!(&file[values[0].span.clone()], "\"= score > 100\"");
    /// assert_eq!(values[0].value, Ok(false.into()));
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn formula_values(&self, cell: Cell, direction: Option<usize>) -> Vec<FormulaValue> {
        let Some(written) = self.rules().written() else { return Vec::new() };
        let rules = self.state().rules();
        let own = &rules.limits().evaluation;
        let limits = Limits { steps: own.steps.min(STEPS), memory: own.memory.min(MEMORY), ..own.clone() };
        let meter = &mut Meter::shared(limits.clone(), EVALUATIONS);
        let position = position(rules, cell, direction);
        let variables = &Variables::default();
        let mut value = |expression: Value| {
            let program = Program::compile(&in_line(expression), &limits)?;
            program.run_with(&mut self.state().scratch(self.time()), &position, meter, variables)
        };
        let formulas = written.formulas().into_iter().filter(|(_, value)| !reads_variables(value)).take(MOST);
        formulas.map(|(span, expression)| FormulaValue { span, value: value(expression) }).collect()
    }
}

/// Returns true if an expression reads variables of the rule or look around it: only lists that begin
/// with such a word do.
fn reads_variables(value: &Value) -> bool {
    let first = value.as_array().and_then(|entries| entries.first());
    matches!(first, Some(Value::Text(word)) if word.starts_with("@var_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Mode};

    #[test]
    fn formulas_with_variables_of_their_rule_have_no_value() {
        let file = r#"{
            "extends": "classic.jsonc",
            "merges": [{ "match": [{}, {}], "vars": { "z": "= exponent + 4" }, "when": "= z > 2", "result": ["= exponent"] },
                { "match": [{}, {}], "result": ["= let y = 1; exponent + y"] }],
        }"#;
        let game = Mode::from_text(file, &Limits::default()).unwrap().compile().unwrap().start(7).unwrap();
        let shown = |found: &FormulaValue| file[found.span.clone()].to_owned();
        let formulas: Vec<String> = game.formula_values(Cell::new(0, 0), None).iter().map(shown).collect();
        assert!(formulas.contains(&"\"= let y = 1; exponent + y\"".to_owned()), "{formulas:?}");
        assert!(!formulas.contains(&"\"= z > 2\"".to_owned()), "{formulas:?}");
    }
}
