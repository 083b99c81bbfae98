//! Making quick expressions of the steps of compiled lines.

use std::sync::Arc;

use super::{any_line, special_operand, Quick};
use crate::ir::line::{Action, Block, Line, Literal, LiteralEntry, Node, Step};
use crate::ir::operator::{Operator, Typed};
use crate::value::Value;

/// How deep a quick expression may nest: walking, comparing and dropping it go
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
    pub running: Option<Arc<Quick>>,
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
    pub fn steps(&mut self, first: Arc<Quick>, steps: &[Step]) -> Option<Arc<Quick>> {
        let mut running = first;
        // Whether the last `@if` or `@else-if` was not run.
        let mut skipped: Option<Arc<Quick>> = None;
        self.cost += steps.len() as u64;
        for step in steps {
            self.deepen(step)?;
            running = match &step.action {
                Action::If(condition, block) => {
                    let (holds, running) = self.condition(condition, running)?;
                    skipped = Some(Quick::Not(holds.clone()).into());
                    self.branch(holds, block, running)?
                }
                Action::Else(block) => match skipped.take() {
                    Some(skipped) => self.branch(skipped, block, running)?,
                    None => running,
                },
                Action::ElseIf(condition, block) => match skipped.take() {
                    Some(before) => {
                        let (holds, running) = self.condition(condition, running)?;
                        skipped = Some(Quick::And(before.clone(), Quick::Not(holds.clone()).into()).into());
                        self.branch(Quick::And(before, holds).into(), block, running)?
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

    fn step(&mut self, action: &Action, running: Arc<Quick>) -> Option<Quick> {
        Some(match action {
            Action::Number1(_, f) => Quick::Unary(*f, running),
            Action::Number2(_, f, argument) => Quick::Binary(*f, running, self.operand(argument)?),
            Action::Apply(operator, arguments) => self.apply(operator, arguments, running)?,
            _ => return None,
        })
    }

    fn apply(&mut self, operator: &Operator, arguments: &[Node], running: Arc<Quick>) -> Option<Quick> {
        let mut argument = || self.operand(arguments.first()?);
        Some(match operator.facts.typed {
            Typed::Untyped => return None,
            Typed::Integer1(f) => Quick::Integers1(f, running),
            Typed::Integer2(f) => Quick::Integers2(f, running, argument()?),
            Typed::Equal => match is_of_type(&running, arguments) {
                Some(test) => test,
                None => Quick::Equal(running, argument()?),
            },
            Typed::Unequal => match is_of_type(&running, arguments) {
                Some(test) => Quick::Not(test.into()),
                None => Quick::Unequal(running, argument()?),
            },
            Typed::Less => Quick::Less(running, argument()?),
            Typed::Greater => Quick::Less(argument()?, running),
            Typed::AtMost => Quick::AtMost(running, argument()?),
            Typed::AtLeast => Quick::AtMost(argument()?, running),
            Typed::And => Quick::And(running, argument()?),
            Typed::Or => Quick::Or(running, argument()?),
            Typed::Not => Quick::Not(running),
            Typed::Second => match *running {
                // Nothing has to be computed of what is there already.
                Quick::Number(_) | Quick::Boolean(_) | Quick::Integer(_) | Quick::Text => {
                    Quick::clone(&*argument()?)
                }
                _ => Quick::Second(running, argument()?),
            },
            Typed::Least => Quick::Least(running, argument()?),
            Typed::Greatest => Quick::Greatest(running, argument()?),
            Typed::ToNumber => Quick::ToNumber(running),
            Typed::TypeOf => Quick::TypeOf(running),
            Typed::Element => Quick::Element(running, argument()?),
            Typed::Length => Quick::Length(running),
        })
    }

    /// What becomes of the running value in a block that is run if `holds`.
    fn branch(&mut self, holds: Arc<Quick>, block: &Block, running: Arc<Quick>) -> Option<Arc<Quick>> {
        if block.declares.is_some() {
            return None;
        }
        let then = self.steps(running.clone(), &block.steps)?;
        Some(Quick::If(holds, then, running).into())
    }

    /// A condition, and the running value, which may be a part of it; texts are
    /// looked up in another way there.
    fn condition(&mut self, node: &Node, running: Arc<Quick>) -> Option<(Arc<Quick>, Arc<Quick>)> {
        if let Node::Special(_) = node {
            return None;
        }
        let once = Arc::new(Quick::Once(running.clone()));
        self.running = Some(once.clone());
        let condition = self.operand(node);
        // What was put into the condition has been taken.
        let taken = self.running.take().is_none();
        Some((condition?, if taken { once } else { running }))
    }

    pub fn operand(&mut self, node: &Node) -> Option<Arc<Quick>> {
        match node {
            Node::Value(value) => scalar(value).map(Arc::new),
            Node::Special(special) => {
                let quick = special_operand(special)?;
                match quick {
                    Quick::Variable(index) => self.read((index, index)),
                    Quick::Parent => self.inner = true,
                    _ => {}
                }
                Some(quick.into())
            }
            Node::Inserted(index) => Some(Quick::Inserted(*index).into()),
            Node::Line(line) => self.line(line),
            Node::Literal(literal) => self.array(literal),
            Node::Callback(_) => None,
        }
    }

    /// A nested line, if it sees the same variables as the line around.
    fn line(&mut self, line: &Line) -> Option<Arc<Quick>> {
        let quick = any_line(line)?;
        if quick.takes || (quick.reads.is_some() && !quick.retains) {
            return None;
        }
        self.cost += quick.cost;
        // The running value may be put into it.
        let height = quick.height + if quick.inner { self.height } else { 0 };
        self.deepest = self.deepest.max(height);
        if let Some(reads) = quick.reads {
            self.read(reads);
        }
        match quick.inner {
            true => quick.expression.with_parent(&self.running.take()?).map(Arc::new),
            false => Some(quick.expression.clone()),
        }
    }

    fn read(&mut self, (least, greatest): (i32, i32)) {
        let (from, to) = self.reads.unwrap_or((least, greatest));
        self.reads = Some((from.min(least), to.max(greatest)));
    }

    fn array(&mut self, literal: &Literal) -> Option<Arc<Quick>> {
        self.running = None;
        let entries = literal.entries.iter().map(|entry| match entry {
            LiteralEntry::Value(value) => scalar(value).filter(|quick| !matches!(quick, Quick::Text)),
            LiteralEntry::Line(line, _) => Some((*self.line(line)?).clone()),
            _ => None,
        });
        Some(Quick::Array(entries.collect::<Option<_>>()?).into())
    }
}

/// A comparison of the name of a type with a text that is there in the line.
fn is_of_type(running: &Quick, arguments: &[Node]) -> Option<Quick> {
    match (running, arguments.first()?) {
        (Quick::TypeOf(of), Node::Value(Value::Text(name))) => Some(Quick::IsType(of.clone(), name.clone())),
        _ => None,
    }
}

fn scalar(value: &Value) -> Option<Quick> {
    match value {
        Value::Number(number) => Some(Quick::Number(*number)),
        Value::Boolean(truth) => Some(Quick::Boolean(*truth)),
        Value::Integer(integer) => integer.to_i64().map(Quick::Integer),
        Value::Text(text) if !text.is_special() => Some(Quick::Text),
        _ => None,
    }
}
