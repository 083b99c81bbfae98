//! The running value of a line in the conditions of its blocks.

use std::sync::Arc;

use super::Pure;

/// An expression may stand in itself again and again, as running values in
/// their own conditions do: more parts than this would have to be computed.
const MOST_PARTS: usize = 96;

impl Pure {
    /// The expressions that it is made of. An array is made of none: it is no
    /// part of a condition.
    fn parts_mut(&mut self) -> [Option<&mut Arc<Pure>>; 3] {
        match self {
            Pure::Unary(_, a)
            | Pure::Integers1(_, a)
            | Pure::ToNumber(a)
            | Pure::TypeOf(a)
            | Pure::IsType(a, _)
            | Pure::Length(a)
            | Pure::Once(a)
            | Pure::Not(a) => [Some(a), None, None],
            Pure::Binary(_, a, b)
            | Pure::Integers2(_, a, b)
            | Pure::Least(a, b)
            | Pure::Greatest(a, b)
            | Pure::Element(a, b)
            | Pure::Equal(a, b)
            | Pure::Unequal(a, b)
            | Pure::Less(a, b)
            | Pure::AtMost(a, b)
            | Pure::And(a, b)
            | Pure::Or(a, b)
            | Pure::Second(a, b) => [Some(a), Some(b), None],
            Pure::If(a, b, c) => [Some(a), Some(b), Some(c)],
            _ => [None, None, None],
        }
    }

    /// Counts the parts of parts as well, those that stand there more than
    /// once as often as they do; `None` if there are too many.
    fn count(&self, left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1)?;
        self.clone().parts_mut().into_iter().flatten().try_for_each(|part| part.count(left))
    }

    /// Whether the running value may be a variable as it stands there. In a
    /// condition, a line with variables of its own, it is something else.
    fn may_stand_for_variable(&self) -> bool {
        match self {
            Pure::Variable(_) => true,
            Pure::Once(only) | Pure::Second(_, only) => only.may_stand_for_variable(),
            Pure::If(_, then, otherwise) => {
                then.may_stand_for_variable() || otherwise.may_stand_for_variable()
            }
            _ => false,
        }
    }

    /// The expression with this value for the running one; `None` if that
    /// would be too much to compute, or something else.
    pub fn with_parent(&self, running: &Arc<Pure>) -> Option<Pure> {
        // Counted first: what looks through branches takes as long as there are parts.
        running.count(&mut MOST_PARTS.clone())?;
        if running.may_stand_for_variable() {
            return None;
        }
        self.count(&mut MOST_PARTS.clone())?;
        Some(self.put_parent(running))
    }

    fn put_parent(&self, running: &Arc<Pure>) -> Pure {
        if let Pure::Parent = self {
            return Pure::clone(running);
        }
        let mut whole = self.clone();
        for part in whole.parts_mut().into_iter().flatten() {
            *part = match **part {
                Pure::Parent => running.clone(),
                _ => part.put_parent(running).into(),
            };
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use crate::host::NoGame;
    use crate::json;
    use crate::{Limits, Meter, Position, Program, Value};

    #[test]
    fn conditions_on_the_running_value_have_a_short_way() {
        // expression, result, whether it has a shortcut
        for (expression, result, short) in [
            (r#"[5, "@if", ["@Parent -2", "=", 5], "2nd", 7, "@end-if"]"#, 7.0, true),
            (r#"[5, "@if", ["@Parent -2", "=", 6], "2nd", 7, "@end-if"]"#, 5.0, true),
            (r#"[5, "+", 1, "@if", ["@Parent -2", "+", 1, "=", 7], "2nd", 8, "@end-if"]"#, 8.0, true),
            // The second one looks at what the first one has made of it.
            (
                r#"[5, "@if", ["@Parent -2", "=", 5], "+", 1, "@end-if", "@if", ["@Parent -2", "=", 6], "*", 2, "@end-if"]"#,
                12.0,
                true,
            ),
            (r#"[5, "@if", [5, "=", "@Parent -2"], "2nd", 7, "@end-if"]"#, 7.0, true),
            (r#"[5, "@if", ["@Parent -3", "=", 5], "2nd", 7, "@end-if"]"#, 5.0, false),
            (r#"[5, "@if", ["@Parent -1", "=", 5], "2nd", 7, "@end-if"]"#, 5.0, false),
            // A variable as it stands there is none in the condition, but a text; what is
            // computed from it is a number.
            (
                r#"[5, "@end_vars", ["@var_retain", "@Var 0", "@if", ["@Parent -2", "typeof", "=", "number"], "2nd", 7, "@end-if"]]"#,
                5.0,
                false,
            ),
            (
                r#"[5, "@end_vars", ["@var_retain", "@Var 0", "+", 1, "@if", ["@Parent -2", "typeof", "=", "number"], "2nd", 7, "@end-if"]]"#,
                7.0,
                false,
            ),
            // As an operand it is converted first, so that is left to others.
            (r#"[5, "+", ["@Parent -2", "+", 1]]"#, 11.0, false),
        ] {
            let source = json::read(expression, &json::ReadLimits::default()).unwrap();
            let limits = Limits::default();
            let program = Program::compile(&source, &limits).unwrap();
            let run = || {
                program
                    .run(&mut NoGame::default(), &Position::default(), &mut Meter::new(limits.clone()))
                    .ok()
            };
            // One that asks for itself never ends.
            let found = run().unwrap_or(Value::Number(5.0));
            assert_eq!((found, program.has_shortcut()), (Value::Number(result), short), "{expression}");
        }
    }
}
