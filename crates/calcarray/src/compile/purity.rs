//! Callbacks that depend only on the values put into them.
//!
//! They read no variable, tile or list of the game, change nothing and draw no
//! random numbers. Nor is there a text in them: one that a program makes could
//! turn out to be special, and be looked up.

use crate::ir::line::{Action, Block, Body, Line, Node, Step};
use crate::ir::operator::{Family, Operator, Purity};
use crate::ir::special::Subject;
use crate::value::Value;

/// Returns true if a value has no text and no object in it.
pub(crate) fn is_textless(value: &Value) -> bool {
    match value {
        Value::Text(_) | Value::Object(_) => false,
        Value::Array(array) => array.iter().all(is_textless),
        _ => true,
    }
}

impl Line {
    /// Returns true if a callback's line depends only on the values put into it.
    pub fn is_closed(&self) -> bool {
        let put_in = |(node, _): &(Node, usize)| matches!(node, Node::Inserted(_));
        let Body::Steps(first, _, steps) = &self.body else { return false };
        let within = Within { declared: self.declarations.len(), inner: false };
        !self.include_game_variables
            && self.declarations.iter().all(put_in)
            && within.node(first)
            && within.steps(steps)
    }
}

/// The place of a part of a callback.
#[derive(Clone, Copy)]
struct Within {
    /// The number of variables of the callback.
    declared: usize,
    /// True if a line around is the callback's, too.
    inner: bool,
}

impl Within {
    fn steps(self, steps: &[Step]) -> bool {
        steps.iter().all(|step| match &step.action {
            Action::Number1(..) => true,
            Action::Number2(_, _, node) => self.node(node),
            Action::Apply(operator, arguments) => {
                is_closed(operator) && arguments.iter().all(|argument| self.node(argument))
            }
            Action::If(condition, block) | Action::ElseIf(condition, block) => {
                self.node(condition) && self.block(block)
            }
            Action::Else(block) => self.block(block),
            _ => false,
        })
    }

    fn block(self, block: &Block) -> bool {
        block.declares.is_none() && self.steps(&block.steps)
    }

    fn node(self, node: &Node) -> bool {
        match node {
            Node::Value(value) => is_textless(value),
            Node::Inserted(_) => true,
            Node::Callback(callback) => callback.closed,
            Node::Special(special) if special.overrides.is_none() => match special.subject {
                Subject::Variable(Some(index)) => (-(self.declared as f64)..0.0).contains(&index),
                Subject::Parent(level) => self.inner && level == -2.0,
                _ => false,
            },
            Node::Line(line) => {
                let Body::Steps(first, _, steps) = &line.body else { return false };
                let within = Within { inner: true, ..self };
                let declares = line.include_game_variables || !line.declarations.is_empty();
                !declares && within.node(first) && within.steps(steps)
            }
            Node::Special(_) | Node::Literal(_) => false,
        }
    }
}

/// Returns true if an operator gives equal values for equal operands, and no text.
fn is_closed(operator: &Operator) -> bool {
    let of_no_text = |family: &Family| !matches!(family, Family::Text | Family::Unconverted | Family::Raw);
    let takes_no_text = || of_no_text(&operator.operand) && operator.arguments.iter().all(of_no_text);
    match operator.facts.purity {
        Purity::Pure => operator.result != Family::Any && of_no_text(&operator.result) && takes_no_text(),
        Purity::Choice => takes_no_text(),
        Purity::OfCallbacks => true,
        Purity::Impure => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::Compiler;
    use crate::ir::line::{Action, Body, Node};
    use crate::json;
    use crate::limits::Limits;
    use crate::program::CalcArrays;
    use crate::value::Value;

    /// Returns true if the first argument of the first step is a closed callback.
    fn is_closed(step: &str) -> bool {
        let text = format!(r#"[["@Literal",1,2,3,4],{step}]"#);
        let expression = json::read(&text, &Default::default()).unwrap();
        let node = Compiler::new(&CalcArrays, &Limits::default()).node(&expression).unwrap();
        let Node::Line(line) = &node else { panic!("{step} is no line") };
        let Body::Steps(_, _, steps) = &line.body else { panic!("{step} has no steps") };
        let Action::Apply(_, arguments) = &steps[0].action else { panic!("{step} is not applied") };
        arguments.iter().any(|argument| matches!(argument, Node::Callback(callback) if callback.closed))
    }

    #[test]
    fn callbacks_that_depend_on_their_values_alone() {
        for (step, closed) in [
            (r#""arr_map",["@var_retain","@Var -1","*",2]"#, true),
            (r#""arr_map",["@var_retain","@Var -2","*",["@var_retain","@Var -1","+",1]]"#, true),
            (r#""arr_map",["@var_retain","@Var -1","arr_map",["@var_retain","@Var -1","absB"]]"#, true),
            (
                r#""arr_sort",["@var_retain","@Var -2","-","@Var -1","@if",["@Parent -2","=",0],"2nd",1,"@end-if"]"#,
                true,
            ),
            (r#""arr_filter",["@var_retain","@Var -1",">",1,"&&",["@var_retain","@Var -1","<",9]]"#, true),
            // What was declared before the call, whole lists, the game, its place.
            (r#""arr_map",["@var_retain","@Var -3"]"#, false),
            (r#""arr_map",["@var_retain","@Var 0"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1.5"]"#, true),
            (r#""arr_map",["@var_retain","@Var","arr_length"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","+","@Score"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","+","@GVar 0"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","+","@This 0"]"#, false),
            (r#""arr_map",["@var_retain","@include_gvars","@end_vars","@Var -1"]"#, false),
            // The running value of a line around the callback.
            (r#""arr_map",["@var_retain","@Var -1","+","@Parent -2"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","+",["@var_retain","@Parent -3","+",1]]"#, false),
            // Effects and randomness.
            (r#""arr_map",["@var_retain","@Var -1","rand_int",9]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","@edit_var",0,1]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","@edit_gvar",0,1]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","@add_score",1]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","@run_script",0]"#, false),
            // Texts, and what could make one.
            (r#""arr_map",["@var_retain","@Var -1","2nd","x"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","typeof"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","String"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","CalcArray"]"#, false),
            // Operators that are computed, loops, lines with variables of their own.
            (r#""arr_map",["@var_retain","@Var -1",["@Var -1"],2]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","@repeat",2,"+",1,"@end-repeat"]"#, false),
            (r#""arr_map",["@var_retain","@Var -1","+",["@var_retain",7,"@end_vars","@Var -1"]]"#, false),
        ] {
            assert_eq!(is_closed(step), closed, "{step}");
        }
    }

    #[test]
    fn values_without_a_text() {
        let read = |text| json::read(text, &Default::default()).unwrap();
        for (text, textless) in [("[1,[true,[]]]", true), (r#"[1,[true,["x"]]]"#, false), (r#""x""#, false)] {
            assert_eq!(super::is_textless(&read(text)), textless, "{text}");
        }
        assert!(super::is_textless(&Value::Undefined));
    }
}
