//! Making pure expressions of the steps of compiled lines.

use std::sync::Arc;

use super::{any_line, special_operand, Pure};
use crate::ir::line::{Action, Block, Line, Literal, LiteralEntry, Node, Step};
use crate::ir::operator::{Operator, Typed};
use crate::value::Value;

/// How deep a pure expression may nest: walking, comparing and dropping it go
/// down by recursion. Longer lines are walked step by step.
const MOST_LEVELS: u32 = 64;

/// Makes one expression of the steps of a line.
pub(super) struct Fold {
    pub cost: u64,
    /// How deep the expression of the steps so far nests at most.
    pub height: u32,
    /// The depth of the deepest line nested in it.
    pub deepest: u32,
    pub reads: Option<(i32, i32)>,
    /// The running value, while a condition is made: only there it stands for
    /// itself, and is not converted for an operator.
    pub running: Option<Arc<Pure>>,
    /// Whether the line reads the running value of the line around.
    pub inner: bool,
}

impl Fold {
    /// How deep the whole expression nests at most; `None` if that is too much.
    pub fn height(&self) -> Option<u32> {
        let height = self.height + self.deepest;
        (height <= MOST_LEVELS).then_some(height)
    }

    /// The running value after these steps.
    pub fn steps(&mut self, first: Arc<Pure>, steps: &[Step]) -> Option<Arc<Pure>> {
        let mut running = first;
        // Whether the last `@if` or `@else-if` was not run.
        let mut skipped: Option<Arc<Pure>> = None;
        self.cost += steps.len() as u64;
        for step in steps {
            self.deepen(step)?;
            running = match &step.action {
                Action::If(condition, block) => {
                    let (holds, running) = self.condition(condition, running)?;
                    skipped = Some(Pure::Not(holds.clone()).into());
                    self.branch(holds, block, running)?
                }
                Action::Else(block) => match skipped.take() {
                    Some(skipped) => self.branch(skipped, block, running)?,
                    None => running,
                },
                Action::ElseIf(condition, block) => match skipped.take() {
                    Some(before) => {
                        let (holds, running) = self.condition(condition, running)?;
                        skipped = Some(Pure::And(before.clone(), Pure::Not(holds.clone()).into()).into());
                        self.branch(Pure::And(before, holds).into(), block, running)?
                    }
                    None => running,
                },
                action => self.step(action, running)?.into(),
            };
        }
        Some(running)
    }

    /// Counts what a step adds to the nesting; `None` if that is too much.
    fn deepen(&mut self, step: &Step) -> Option<()> {
        self.height += match step.action {
            Action::If(..) | Action::Else(_) | Action::ElseIf(..) => 3,
            _ => 1,
        };
        (self.height <= MOST_LEVELS).then_some(())
    }

    fn step(&mut self, action: &Action, running: Arc<Pure>) -> Option<Pure> {
        Some(match action {
            Action::Number1(_, f) => Pure::Unary(*f, running),
            Action::Number2(_, f, argument) => Pure::Binary(*f, running, self.operand(argument)?),
            Action::Apply(operator, arguments) => self.apply(operator, arguments, running)?,
            _ => return None,
        })
    }

    fn apply(&mut self, operator: &Operator, arguments: &[Node], running: Arc<Pure>) -> Option<Pure> {
        let mut argument = || self.operand(arguments.first()?);
        Some(match operator.facts.typed {
            Typed::Untyped => return None,
            Typed::Integer1(f) => Pure::Integers1(f, running),
            Typed::Integer2(f) => Pure::Integers2(f, running, argument()?),
            Typed::Equal => match is_of_type(&running, arguments) {
                Some(test) => test,
                None => Pure::Equal(running, argument()?),
            },
            Typed::Unequal => match is_of_type(&running, arguments) {
                Some(test) => Pure::Not(test.into()),
                None => Pure::Unequal(running, argument()?),
            },
            Typed::Less => Pure::Less(running, argument()?),
            Typed::Greater => Pure::Less(argument()?, running),
            Typed::AtMost => Pure::AtMost(running, argument()?),
            Typed::AtLeast => Pure::AtMost(argument()?, running),
            Typed::And => Pure::And(running, argument()?),
            Typed::Or => Pure::Or(running, argument()?),
            Typed::Not => Pure::Not(running),
            Typed::Second => match *running {
                // Nothing has to be computed of what is there already.
                Pure::Number(_) | Pure::Boolean(_) | Pure::Integer(_) | Pure::Text => {
                    Pure::clone(&*argument()?)
                }
                _ => Pure::Second(running, argument()?),
            },
            Typed::Least => Pure::Least(running, argument()?),
            Typed::Greatest => Pure::Greatest(running, argument()?),
            Typed::ToNumber => Pure::ToNumber(running),
            Typed::TypeOf => Pure::TypeOf(running),
            Typed::Element => Pure::Element(running, argument()?),
            Typed::Length => Pure::Length(running),
        })
    }

    /// What becomes of the running value in a block that is run if `holds`.
    fn branch(&mut self, holds: Arc<Pure>, block: &Block, running: Arc<Pure>) -> Option<Arc<Pure>> {
        if block.declares.is_some() {
            return None;
        }
        let then = self.steps(running.clone(), &block.steps)?;
        Some(Pure::If(holds, then, running).into())
    }

    /// A condition, and the running value, which may be a part of it; texts are
    /// looked up in another way there.
    fn condition(&mut self, node: &Node, running: Arc<Pure>) -> Option<(Arc<Pure>, Arc<Pure>)> {
        if let Node::Special(_) = node {
            return None;
        }
        let once = Arc::new(Pure::Once(running.clone()));
        self.running = Some(once.clone());
        let condition = self.operand(node);
        // What was put into the condition has been taken.
        let taken = self.running.take().is_none();
        Some((condition?, if taken { once } else { running }))
    }

    pub fn operand(&mut self, node: &Node) -> Option<Arc<Pure>> {
        match node {
            Node::Value(value) => scalar(value).map(Arc::new),
            Node::Special(special) => {
                let pure = special_operand(special)?;
                match pure {
                    Pure::Variable(index) => self.read((index, index)),
                    Pure::Parent => self.inner = true,
                    _ => {}
                }
                Some(pure.into())
            }
            Node::Inserted(index) => Some(Pure::Inserted(*index).into()),
            Node::Line(line) => self.line(line),
            Node::Literal(literal) => self.array(literal),
            Node::Callback(_) => None,
        }
    }

    /// A nested line, if it sees the same variables as the line around.
    fn line(&mut self, line: &Line) -> Option<Arc<Pure>> {
        let pure = any_line(line)?;
        if pure.takes || (pure.reads.is_some() && !pure.retains) {
            return None;
        }
        self.cost += pure.cost;
        // The running value may be put into it.
        let height = pure.height + if pure.inner { self.height } else { 0 };
        self.deepest = self.deepest.max(height);
        if let Some(reads) = pure.reads {
            self.read(reads);
        }
        match pure.inner {
            true => pure.expression.with_parent(&self.running.take()?).map(Arc::new),
            false => Some(pure.expression.clone()),
        }
    }

    fn read(&mut self, (least, greatest): (i32, i32)) {
        let (from, to) = self.reads.unwrap_or((least, greatest));
        self.reads = Some((from.min(least), to.max(greatest)));
    }

    fn array(&mut self, literal: &Literal) -> Option<Arc<Pure>> {
        self.running = None;
        let entries = literal.entries.iter().map(|entry| match entry {
            LiteralEntry::Value(value) => scalar(value).filter(|pure| !matches!(pure, Pure::Text)),
            LiteralEntry::Line(line, _) => Some((*self.line(line)?).clone()),
            _ => None,
        });
        Some(Pure::Array(entries.collect::<Option<_>>()?).into())
    }
}

/// A comparison of the name of a type with a text that is there in the line.
fn is_of_type(running: &Pure, arguments: &[Node]) -> Option<Pure> {
    match (running, arguments.first()?) {
        (Pure::TypeOf(of), Node::Value(Value::Text(name))) => Some(Pure::IsType(of.clone(), name.clone())),
        _ => None,
    }
}

fn scalar(value: &Value) -> Option<Pure> {
    match value {
        Value::Number(number) => Some(Pure::Number(*number)),
        Value::Boolean(truth) => Some(Pure::Boolean(*truth)),
        Value::Integer(integer) => integer.to_i64().map(Pure::Integer),
        Value::Text(text) if !text.is_special() => Some(Pure::Text),
        _ => None,
    }
}
