//! Making one expression of the steps of a compiled line.

use std::sync::Arc;

use super::special_operand;
use crate::ir::doubles::{DoubleLine, Pure};
use crate::ir::line::{Action, Block, Body, CallbackLine, Line, Literal, LiteralEntry, Node, Step};
use crate::ir::operator::{Family, ListWork, Operator, Purity, Run, Typed};
use crate::ir::variables::Start;
use crate::value::{Type, Value};

/// Most levels of an expression: walking and dropping it recurse.
const MOST_LEVELS: u32 = 64;

/// A compiled line as arithmetic on doubles, if it is that.
pub(super) fn fold(line: &Line) -> Option<DoubleLine> {
    let in_order =
        |(place, (node, _)): (usize, &(Node, usize))| matches!(node, Node::Inserted(i) if *i == place);
    let declared = line.declarations.len();
    // A copy of the variables counts for as much as there is in it.
    let copies = matches!(line.start, Start::Copy | Start::GlobalCopy | Start::GlobalCopyInner);
    if copies || line.include_game_variables || !line.declarations.iter().enumerate().all(in_order) {
        return None;
    }
    let Body::Steps(first, _, steps) = &line.body else { return None };
    let mut fold = Fold { cost: 1, height: 1, ..Fold::default() };
    let operand = fold.operand(first)?;
    let expression = fold.steps(operand, steps)?;
    if line.start == Start::GlobalNone && fold.reads.is_some() {
        return None;
    }
    // A callback sees the variables that the lines around it hand down: here, none.
    if fold.keeps && !matches!(line.start, Start::Plain | Start::Retain) {
        return None;
    }
    Some(DoubleLine {
        expression,
        cost: fold.cost,
        ahead: fold.ahead,
        height: fold.height()?,
        reads: fold.reads,
        retains: matches!(line.start, Start::Retain | Start::GlobalRetain),
        declared,
        takes: declared > 0 || matches!(first, Node::Inserted(_)),
        plain: line.start == Start::Plain,
        keeps: fold.keeps,
        levels: 1 + fold.levels,
    })
}

#[derive(Default)]
struct Fold {
    cost: u64,
    /// Steps to the tiles ahead that are read.
    ahead: u64,
    /// The depth of the expression of the steps so far.
    height: u32,
    /// The depth of the deepest line nested in it.
    deepest: u32,
    /// The least and the greatest index of a variable that is read.
    reads: Option<(i32, i32)>,
    /// True if a callback keeps entries of a list in it.
    keeps: bool,
    /// The number of blocks around, within the line.
    blocks: u32,
    /// The levels of lines and blocks in it at most.
    levels: u32,
}

impl Fold {
    /// Returns the depth of the whole expression; `None` if it is too deep.
    fn height(&self) -> Option<u32> {
        let height = self.height + self.deepest;
        (height <= MOST_LEVELS).then_some(height)
    }

    /// The running value after these steps.
    fn steps(&mut self, first: Arc<Pure>, steps: &[Step]) -> Option<Arc<Pure>> {
        let mut running = first;
        // Whether the last `@if` or `@else-if` was not run.
        let mut skipped: Option<Arc<Pure>> = None;
        self.cost += steps.len() as u64;
        for step in steps {
            self.deepen(step)?;
            running = match &step.action {
                Action::If(condition, block) => {
                    let holds = self.condition(condition)?;
                    skipped = Some(Pure::Not(holds.clone()).into());
                    self.branch(holds, block, running)?
                }
                Action::Else(block) => match skipped.take() {
                    Some(skipped) => self.branch(skipped, block, running)?,
                    None => running,
                },
                Action::ElseIf(condition, block) => match skipped.take() {
                    Some(before) => {
                        let holds = self.condition(condition)?;
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

    fn apply(&mut self, operator: &'static Operator, arguments: &[Node], running: Arc<Pure>) -> Option<Pure> {
        if let (Pure::TypeOf(own), [Node::Value(Value::Text(name))]) = (&*running, arguments) {
            let same = match operator.facts.typed {
                Typed::Equal => true,
                Typed::Unequal => false,
                _ => return None,
            };
            return Some(Pure::IsType(own.clone(), Type::named(name), same));
        }
        let mut argument = || self.operand(arguments.first()?);
        Some(match operator.facts.typed {
            Typed::Integer1(f) => Pure::Integer1(f, running),
            Typed::Integer2(f) => Pure::Integer2(f, running, argument()?),
            Typed::TypeOf => Pure::TypeOf(running),
            Typed::Equal => Pure::Equal(running, argument()?),
            Typed::Unequal => Pure::Unequal(running, argument()?),
            Typed::Less => Pure::Less(running, argument()?),
            Typed::Greater => Pure::Less(argument()?, running),
            Typed::AtMost => Pure::AtMost(running, argument()?),
            Typed::AtLeast => Pure::AtMost(argument()?, running),
            Typed::And => Pure::And(running, argument()?),
            Typed::Or => Pure::Or(running, argument()?),
            Typed::Not => Pure::Not(running),
            // Nothing has to be computed of what is there already.
            Typed::Second if matches!(*running, Pure::Number(_) | Pure::Boolean(_)) => {
                Pure::clone(&*argument()?)
            }
            Typed::ToNumber => Pure::ToNumber(running),
            Typed::Element => Pure::Element(running, argument()?),
            Typed::Length => Pure::Length(running),
            _ => return self.apply_to_list(operator, arguments, running),
        })
    }

    /// An operator that may work on a list, as a whole.
    fn apply_to_list(
        &mut self,
        operator: &'static Operator,
        arguments: &[Node],
        running: Arc<Pure>,
    ) -> Option<Pure> {
        if let (Some(ListWork::Filter), [Node::Callback(callback)]) = (operator.list_work(), arguments) {
            return self.kept(running, callback);
        }
        let gives_scalar = matches!(operator.result, Family::Number | Family::Integer | Family::Boolean);
        let is_pure = operator.facts.purity == Purity::Pure && matches!(operator.run, Run::Pure(_));
        let takes_all =
            arguments.len() == operator.arguments.len() && operator.removes == arguments.len() + 1;
        if !gives_scalar || !is_pure || !takes_all {
            return None;
        }
        let mut operands = vec![(*running).clone()];
        for argument in arguments {
            operands.push((*self.operand(argument)?).clone());
        }
        Some(Pure::Apply(operator, operands.into()))
    }

    /// The entries of a list that a callback keeps. The line reads the variables that the callback reads.
    fn kept(&mut self, list: Arc<Pure>, callback: &Arc<CallbackLine>) -> Option<Pure> {
        let scalars = callback.scalars.as_ref()?;
        for leaf in &scalars.leaves {
            if let Pure::Variable(index) = leaf {
                self.read((*index, *index));
            }
        }
        self.keeps = true;
        self.holds(scalars.levels);
        Some(Pure::Kept(list, Arc::clone(callback)))
    }

    /// Returns the running value behind a block that is run if `holds`.
    fn branch(&mut self, holds: Arc<Pure>, block: &Block, running: Arc<Pure>) -> Option<Arc<Pure>> {
        if block.declares.is_some() {
            return None;
        }
        self.holds(1);
        self.blocks += 1;
        let then = self.steps(running.clone(), &block.steps);
        self.blocks -= 1;
        let then = then?;
        Some(Pure::If(holds, then, running).into())
    }

    /// A condition; texts are looked up in another way there.
    fn condition(&mut self, node: &Node) -> Option<Arc<Pure>> {
        match node {
            Node::Special(_) => None,
            node => self.operand(node),
        }
    }

    fn operand(&mut self, node: &Node) -> Option<Arc<Pure>> {
        match node {
            Node::Value(value) => scalar(value).map(Arc::new),
            Node::Special(special) => {
                let pure = special_operand(special)?;
                self.ahead += pure.ahead();
                if let Pure::Variable(index) = pure {
                    self.read((index, index));
                }
                Some(pure.into())
            }
            Node::Inserted(index) => Some(Pure::Inserted(*index).into()),
            Node::Line(line) => self.line(line),
            Node::Literal(literal) => self.array(literal),
            Node::Callback(_) => None,
        }
    }

    fn line(&mut self, line: &Line) -> Option<Arc<Pure>> {
        let own = line.doubles.whole.as_ref()?;
        // It has to see the same variables as the line around.
        if own.takes || (own.reads.is_some() && !own.retains) {
            return None;
        }
        if let Some(reads) = own.reads {
            self.read(reads);
        }
        self.keeps |= own.keeps;
        self.holds(own.levels);
        self.cost += own.cost;
        self.ahead += own.ahead;
        self.deepest = self.deepest.max(own.height);
        Some(own.expression.clone())
    }

    /// Notes that there are so many levels of lines or blocks in it here.
    fn holds(&mut self, levels: u32) {
        self.levels = self.levels.max(self.blocks + levels);
    }

    fn read(&mut self, (least, greatest): (i32, i32)) {
        let (from, to) = self.reads.unwrap_or((least, greatest));
        self.reads = Some((from.min(least), to.max(greatest)));
    }

    fn array(&mut self, literal: &Literal) -> Option<Arc<Pure>> {
        let entries = literal.entries.iter().map(|entry| match entry {
            LiteralEntry::Value(value) => scalar(value),
            LiteralEntry::Line(line, _) => Some((*self.line(line)?).clone()),
            _ => None,
        });
        Some(Pure::Array(entries.collect::<Option<_>>()?).into())
    }
}

fn scalar(value: &Value) -> Option<Pure> {
    match value {
        Value::Number(number) => Some(Pure::Number(*number)),
        Value::Boolean(truth) => Some(Pure::Boolean(*truth)),
        Value::Integer(integer) => integer.to_i64().map(Pure::Integer),
        _ => None,
    }
}
