//! Computations with single values (`ir/scalar.rs`), made of callbacks and loops.

use super::special_operand;
use super::term::{MOST_NODES, is_same_leaf};
use crate::ir::board::whole;
use crate::ir::doubles::{DoubleLine, Pure};
use crate::ir::line::{Action, Line, Node, Step};
use crate::ir::operator::{Family, Operator, Order};
use crate::ir::scalar::{
    Computation, Kept, MOST_LISTS, MOST_SCALARS, MOST_VALUES, Operand, Scalar, ScalarCall, ScalarLoop,
    ScalarRound,
};
use crate::ir::variables::variable_place;
use crate::value::Value;

/// All calls of a callback, if it only computes.
pub(crate) fn callback(line: &Line) -> Option<ScalarCall> {
    let own = line.doubles.whole.as_deref()?;
    if own.declared > MOST_VALUES {
        return None;
    }
    let mut call = Call { own: Some(own), ..Call::default() };
    let result = call.computation(&own.expression)?;
    let (leaves, only) = (call.leaves, call.only);
    let DoubleLine { cost, ahead, declared, levels, .. } = *own;
    Some(ScalarCall { leaves, result, cost: cost + ahead, declared, only, levels })
}

/// The loop with these steps, if it only computes: it sets variables, and what it does more depends on
/// conditions.
pub(crate) fn rounds(steps: &[Step]) -> Option<ScalarLoop> {
    let mut call = Call::default();
    let mut cost = 1 + steps.len() as u64;
    let mut rounds = Vec::with_capacity(steps.len());
    for step in steps {
        rounds.push(match &step.action {
            Action::SetVariable(_, index, argument) => {
                let value = call.argument(argument, &mut cost)?;
                ScalarRound::Set(call.slot(&Pure::Variable(whole(*index)?))?, value)
            }
            Action::If(condition @ Node::Line(_), _) => {
                ScalarRound::Unless(call.argument(condition, &mut cost)?)
            }
            _ => return None,
        });
    }
    Some(ScalarLoop { leaves: call.leaves, lists: call.lists, steps: rounds, cost, levels: call.levels })
}

/// Makes computations, and gives each thing that they read a slot, behind those of the values of a
/// call.
#[derive(Default)]
struct Call<'l> {
    /// The callback; none for a loop, which has no values of its own.
    own: Option<&'l DoubleLine>,
    leaves: Vec<Pure>,
    /// The lists that a loop reads.
    lists: Vec<Pure>,
    nodes: usize,
    only: bool,
    /// The number of nested evaluations that the lines in a loop take at most.
    levels: u32,
}

impl Call<'_> {
    fn computation(&mut self, pure: &Pure) -> Option<Computation> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        Some(match pure {
            Pure::Number(number) => Computation::Constant(Scalar::Number(*number)),
            Pure::Boolean(truth) => Computation::Constant(Scalar::Truth(*truth)),
            Pure::Integer(integer) => Computation::Constant(Scalar::Integer(*integer)),
            Pure::Unary(f, a) => Computation::Number1(*f, self.computation(a)?.into()),
            Pure::ToNumber(a) => Computation::Number1(|number| number, self.computation(a)?.into()),
            Pure::Integer1(f, a) => Computation::Integer1(*f, self.computation(a)?.into()),
            Pure::Binary(f, a, b) => Computation::Number2(*f, self.both(a, b)?),
            Pure::Integer2(f, a, b) => Computation::Integer2(*f, self.both(a, b)?),
            Pure::Equal(a, b) => Computation::Equal(self.both(a, b)?, true),
            Pure::Unequal(a, b) => Computation::Equal(self.both(a, b)?, false),
            Pure::Less(a, b) => Computation::Compare(Order::Less, self.both(a, b)?),
            Pure::AtMost(a, b) => Computation::Compare(Order::AtMost, self.both(a, b)?),
            Pure::And(a, b) => Computation::Both(self.both(a, b)?, true),
            Pure::Or(a, b) => Computation::Both(self.both(a, b)?, false),
            Pure::Not(a) => Computation::Not(self.computation(a)?.into()),
            Pure::If(condition, then, otherwise) => {
                let condition = self.computation(condition)?;
                Computation::If([condition, self.computation(then)?, self.computation(otherwise)?].into())
            }
            Pure::IsType(a, types, same) => Computation::IsType(self.computation(a)?.into(), *types, *same),
            Pure::Inserted(index) => {
                self.own?;
                Computation::Slot((*index < MOST_VALUES).then_some(*index)?)
            }
            Pure::Variable(index) => self.variable(*index)?,
            Pure::Entry { .. } | Pure::GameVariable(_) => self.leaf(pure)?,
            Pure::Element(list, index) => {
                Computation::Element(self.list(list)?, self.computation(index)?.into())
            }
            Pure::Length(list) => match &**list {
                Pure::Kept(list, callback) => self.kept(list, callback.scalars.as_ref()?)?,
                list => Computation::Length(self.list(list)?),
            },
            Pure::Apply(operator, operands) => self.apply(operator, operands)?,
            Pure::Content | Pure::Counter(_) | Pure::TypeOf(_) | Pure::Array(_) | Pure::Kept(..) => {
                return None;
            }
        })
    }

    fn both(&mut self, a: &Pure, b: &Pure) -> Option<Box<[Computation; 2]>> {
        Some([self.computation(a)?, self.computation(b)?].into())
    }

    /// The argument of a step of a loop, whose steps are added to the cost of a round.
    fn argument(&mut self, node: &Node, cost: &mut u64) -> Option<Computation> {
        match node {
            Node::Value(Value::Number(number)) => Some(Computation::Constant(Scalar::Number(*number))),
            Node::Value(Value::Boolean(truth)) => Some(Computation::Constant(Scalar::Truth(*truth))),
            Node::Value(Value::Integer(integer)) => {
                integer.to_i64().map(|integer| Computation::Constant(Scalar::Integer(integer)))
            }
            Node::Special(special) => {
                let read = special_operand(special)?;
                *cost += read.ahead();
                self.computation(&read)
            }
            Node::Line(line) => {
                let whole = line.doubles.whole.as_deref()?;
                let (expression, own) = whole.in_a_block()?;
                *cost += own;
                self.levels = self.levels.max(whole.levels);
                self.computation(expression)
            }
            _ => None,
        }
    }

    /// A variable: counted from the end, one of those of the call. Counted from the start, it is
    /// one of the call if that sees no others, and one of those around if it shares these. A loop
    /// shares those around.
    fn variable(&mut self, index: i32) -> Option<Computation> {
        let Some(own) = self.own else { return self.leaf(&Pure::Variable(index)) };
        if index >= 0 && own.retains {
            return self.leaf(&Pure::Variable(index));
        }
        if index >= 0 {
            self.only = true;
            own.plain.then_some(())?;
        }
        variable_place(index, own.declared).map(Computation::Slot)
    }

    fn leaf(&mut self, leaf: &Pure) -> Option<Computation> {
        self.slot(leaf).map(Computation::Slot)
    }

    /// The slot of a single value that is read.
    fn slot(&mut self, leaf: &Pure) -> Option<usize> {
        let first = if self.own.is_some() { MOST_VALUES } else { 0 };
        let slot = first + place_of(&mut self.leaves, leaf);
        (slot < MOST_SCALARS).then_some(slot)
    }

    /// The number of a list that is read.
    fn list(&mut self, list: &Pure) -> Option<usize> {
        if self.own.is_some() || !matches!(list, Pure::Variable(_) | Pure::GameVariable(_)) {
            return None;
        }
        let place = place_of(&mut self.lists, list);
        (place < MOST_LISTS).then_some(place)
    }

    /// A callback that keeps entries of a list, which are counted.
    fn kept(&mut self, list: &Pure, callback: &ScalarCall) -> Option<Computation> {
        let list = self.list(list)?;
        let leaves = callback.leaves.iter().map(|leaf| self.slot(leaf)).collect::<Option<_>>()?;
        let ScalarCall { result, cost, declared, .. } = callback;
        let result = result.clone();
        Some(Computation::Kept(Kept { list, leaves, result, cost: *cost, declared: *declared }.into()))
    }

    fn apply(&mut self, operator: &'static Operator, operands: &[Pure]) -> Option<Computation> {
        self.own.is_none().then_some(())?;
        let families = std::iter::once(&operator.operand).chain(operator.arguments);
        let operands = operands.iter().zip(families).map(|(operand, family)| match family {
            Family::Array => self.list(operand).map(Operand::List),
            Family::Any | Family::Number | Family::Integer | Family::Boolean => {
                Some(Operand::Scalar(*family, self.computation(operand)?))
            }
            _ => None,
        });
        Some(Computation::Apply(operator, operands.collect::<Option<_>>()?))
    }
}

/// The place of what is read among those that are known, to which it is added.
fn place_of(known: &mut Vec<Pure>, leaf: &Pure) -> usize {
    let place = known.iter().position(|other| is_same_leaf(other, leaf));
    place.unwrap_or_else(|| {
        known.push(leaf.clone());
        known.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use crate::compile::Compiler;
    use crate::ir::line::{Action, Body, Node};
    use crate::json;
    use crate::limits::Limits;
    use crate::program::CalcArrays;

    /// Returns true if rounds of a loop with this body only compute.
    fn computes(body: &str) -> bool {
        let text = format!(r#"[["@Literal",1,2],0,3,"@end_vars",0,"@repeat",2,{body},"@end-repeat"]"#);
        let expression = json::read(&text, &Default::default()).unwrap();
        let node = Compiler::new(&CalcArrays, &Limits::default()).node(&expression).unwrap();
        let Node::Line(line) = &node else { panic!("{body} is no line") };
        let Body::Steps(_, _, steps) = &line.body else { panic!("{body} has no steps") };
        let Action::Repeat(repeat) = &steps[0].action else { panic!("{body} is no loop") };
        repeat.rounds.is_some()
    }

    #[test]
    fn loops_whose_rounds_only_compute() {
        for (body, expected) in [
            (r#""@edit_var",2,["@var_retain","@Var 0","arr_elem","@Var 1"]"#, true),
            (r#""@edit_var",1,["@var_retain","@Var 1","+",1]"#, true),
            (r#""@edit_var",2,["@var_retain","@Var 2","absB","DIVESeedUnlock","@GVar 0","@GVar 4"]"#, true),
            (
                r#""@edit_var",2,["@GVar 0","arr_length"],"@if",["@GVar 2","arr_indexOf",1,"=",-1],"+",1,"@end-if""#,
                true,
            ),
            (
                r#""@edit_var",2,["@var_retain","@Var 0","arr_filter",["@var_retain","@Var -1","<","@Var 2"],"arr_length"]"#,
                true,
            ),
            // A running value that changes, conditions with another end, lists that are made, effects.
            (r#""+",1"#, false),
            (r#""@if",[1,"=",1],"+",1,"@end-if","@else","+",1,"@end-else""#, false),
            (r#""@edit_var",2,["@var_retain","@Var 0","arr_push",1]"#, false),
            (r#""@edit_var",2,["@var_retain","@Var 0","arr_filter",["@var_retain","@Var -1","<",2]]"#, false),
            (
                r#""@edit_var",2,["@var_retain","@Var 0","arr_map",["@var_retain","@Var -1"],"arr_length"]"#,
                false,
            ),
            (r#""@edit_gvar",2,1"#, false),
            (r#""@edit_var",2,[1,"rand_int",5]"#, false),
            (r#""@edit_var",2,["@Parent -1","+",1]"#, false),
        ] {
            assert_eq!(computes(body), expected, "{body}");
        }
    }
}
