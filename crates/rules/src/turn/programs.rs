//! Programs of expressions that are no part of a mode's text, such as a
//! computed spawn.

use std::collections::HashMap;

use calcarray::{Array, Error, Limits, Program, Value};

use crate::board::value_key::Key;

/// The number of programs that are kept.
const KEPT: usize = 4096;

/// The number of programs that are found by the storage of their expressions.
const RECENT: usize = 64;

/// The programs of expressions that came up in games.
#[derive(Default)]
pub(crate) struct Programs {
    by_content: HashMap<Key, Program>,
    /// The programs that were used last. Most expressions lie in a list of the game, so that they
    /// come from the same storage again and again.
    recent: Vec<Option<(Array, Program)>>,
}

impl Programs {
    /// The program of an expression.
    pub(crate) fn of(&mut self, expression: &Value, limits: &Limits) -> Result<Program, Error> {
        let Value::Array(array) = expression else { return Program::compile(expression, limits) };
        if self.recent.is_empty() {
            self.recent.resize(RECENT, None);
        }
        // Entries take sixteen bytes each, behind as much that tells of them.
        let place = array.entries().as_ptr() as usize / 32 % RECENT;
        if let Some((known, program)) = &self.recent[place]
            && known.same_storage(array)
        {
            return Ok(program.clone());
        }
        let program = self.by_content(expression, limits)?;
        self.recent[place] = Some((array.clone(), program.clone()));
        Ok(program)
    }

    fn by_content(&mut self, expression: &Value, limits: &Limits) -> Result<Program, Error> {
        let key = Key(expression.clone());
        if let Some(program) = self.by_content.get(&key) {
            return Ok(program.clone());
        }
        let program = Program::compile(expression, limits)?;
        if self.by_content.len() >= KEPT {
            self.by_content.clear();
        }
        self.by_content.insert(key, program.clone());
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_has_the_program_of_its_own() {
        let limits = Limits::default();
        let mut programs = Programs::default();
        let sum = |n: usize| Value::array(vec![Value::from(n), "+".into(), Value::from(1)]);
        // More than are found by their storage, and some whose storage is gone.
        let kept: Vec<Value> = (0..3 * RECENT).map(sum).collect();
        for round in 0..3 {
            for (n, expression) in kept.iter().enumerate() {
                assert_eq!(programs.of(expression, &limits).unwrap().source(), expression, "round {round}");
                assert_eq!(programs.of(&sum(n + 1), &limits).unwrap().source(), &sum(n + 1));
            }
        }
        assert_eq!(programs.by_content.len(), 3 * RECENT + 1);
        let text = Value::text("@Moves");
        assert_eq!(programs.of(&text, &limits).unwrap().source(), &text);
    }
}
