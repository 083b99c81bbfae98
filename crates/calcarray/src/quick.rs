//! The short way for lines that only compute with numbers and truth values.
//!
//! Most conditions and results of most modes read a few tile entries and do
//! arithmetic on them. Such a line has no effects, so it can be tried without
//! any of the bookkeeping of a full evaluation: if every operand turns out to
//! be of the type expected, the result is the same; if one does not, nothing
//! has happened and the line is evaluated the ordinary way.

use std::sync::Arc;

use crate::array::Array;
use crate::evaluate::{Evaluator, Inherit, Scope};
use crate::host::{Host, Position, Store};
use crate::limits::Meter;
use crate::line::{Action, Block, Body, Line, Literal, LiteralEntry, Node, Start, Step};
use crate::lookup::at;
use crate::ops::{Run, Word};
use crate::special::{Part, Special, Subject};
use crate::value::Value;

pub(crate) mod call;
pub(crate) mod repeat;
mod term;
mod view;

pub(crate) use view::Seen;
use view::{whole, View};

/// A pure expression, typed by its use.
#[derive(Clone, Debug)]
pub(crate) enum Quick {
    Number(f64),
    Boolean(bool),
    /// An entry of the tile some steps ahead.
    Entry {
        ahead: u32,
        entry: u32,
    },
    /// A variable, counted from the end if negative.
    Variable(i32),
    GameVariable(i32),
    /// A value that a callback puts into the line.
    Inserted(usize),
    Unary(fn(f64) -> f64, Arc<Quick>),
    Binary(fn(f64, f64) -> f64, Arc<Quick>, Arc<Quick>),
    Equal(Arc<Quick>, Arc<Quick>),
    Unequal(Arc<Quick>, Arc<Quick>),
    Less(Arc<Quick>, Arc<Quick>),
    AtMost(Arc<Quick>, Arc<Quick>),
    And(Arc<Quick>, Arc<Quick>),
    Or(Arc<Quick>, Arc<Quick>),
    Not(Arc<Quick>),
    /// The second one if the first holds, otherwise the third.
    If(Arc<Quick>, Arc<Quick>, Arc<Quick>),
    /// Both are computed, the second one counts.
    Second(Arc<Quick>, Arc<Quick>),
    /// An array of these entries.
    Array(Arc<[Quick]>),
}

/// A line with a short way, and how many steps it stands for.
#[derive(Clone, Debug)]
pub(crate) struct QuickLine {
    expression: Arc<Quick>,
    cost: u64,
    /// Whether variables of the lines around are visible in it.
    retains: bool,
    /// The least and the greatest index of a variable that it reads.
    reads: Option<(i32, i32)>,
    /// How many of the values that are put into it it declares; nothing else
    /// is declared.
    declared: usize,
    /// Whether values are put into it at all.
    takes: bool,
    /// Whether it has no start word: in a scope without variables, those that
    /// it declares are all there are.
    plain: bool,
}

/// What a quick expression gives.
pub(crate) enum Outcome {
    Number(f64),
    Boolean(bool),
    Array(Array),
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Number(number) => Value::Number(number),
            Outcome::Boolean(truth) => Value::Boolean(truth),
            Outcome::Array(array) => Value::Array(array),
        }
    }
}

impl QuickLine {
    /// The short way of a compiled line, if it has one.
    pub fn of(line: &Line) -> Option<QuickLine> {
        let in_order =
            |(place, (node, _)): (usize, &(Node, usize))| matches!(node, Node::Inserted(i) if *i == place);
        let declared = line.declarations.len();
        if line.include_game_variables || !line.declarations.iter().enumerate().all(in_order) {
            return None;
        }
        let Body::Steps(first, _, steps) = &line.body else { return None };
        let mut fold = Fold { cost: 1, reads: None };
        let first_operand = fold.operand(first)?;
        let expression = fold.steps(first_operand, steps)?;
        if line.start == Start::GlobalNone && fold.reads.is_some() {
            return None;
        }
        Some(QuickLine {
            expression,
            cost: fold.cost,
            retains: matches!(
                line.start,
                Start::Retain | Start::GlobalRetain | Start::Copy | Start::GlobalCopy
            ),
            reads: fold.reads,
            declared,
            takes: declared > 0 || matches!(first, Node::Inserted(_)),
            plain: line.start == Start::Plain,
        })
    }
}

/// Makes one expression of the steps of a line.
struct Fold {
    cost: u64,
    reads: Option<(i32, i32)>,
}

impl Fold {
    /// The running value after these steps.
    fn steps(&mut self, first: Arc<Quick>, steps: &[Step]) -> Option<Arc<Quick>> {
        let mut running = first;
        // Whether the last `@if` or `@else-if` was not run.
        let mut skipped: Option<Arc<Quick>> = None;
        self.cost += steps.len() as u64;
        for step in steps {
            running = match &step.action {
                Action::If(condition, block) => {
                    let holds = self.condition(condition)?;
                    skipped = Some(Quick::Not(holds.clone()).into());
                    self.branch(holds, block, running)?
                }
                Action::Else(block) => match skipped.take() {
                    Some(skipped) => self.branch(skipped, block, running)?,
                    None => running,
                },
                Action::ElseIf(condition, block) => match skipped.take() {
                    Some(before) => {
                        let holds = self.condition(condition)?;
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

    fn step(&mut self, action: &Action, running: Arc<Quick>) -> Option<Quick> {
        Some(match action {
            Action::Number1(_, f) => Quick::Unary(*f, running),
            Action::Number2(_, f, argument) => Quick::Binary(*f, running, self.operand(argument)?),
            Action::Apply(operator, arguments) => {
                let mut argument = || self.operand(arguments.first()?);
                match (operator.run, operator.name) {
                    (Run::Relation(_), "=") => Quick::Equal(running, argument()?),
                    (Run::Relation(_), "!=") => Quick::Unequal(running, argument()?),
                    (Run::Relation(_), "<") => Quick::Less(running, argument()?),
                    (Run::Relation(_), ">") => Quick::Less(argument()?, running),
                    (Run::Relation(_), "<=") => Quick::AtMost(running, argument()?),
                    (Run::Relation(_), ">=") => Quick::AtMost(argument()?, running),
                    (Run::Word(Word::And), _) => Quick::And(running, argument()?),
                    (Run::Word(Word::Or), _) => Quick::Or(running, argument()?),
                    (Run::Pure(_), "!") => Quick::Not(running),
                    (Run::Pure(_), "2nd" | "second") => Quick::Second(running, argument()?),
                    _ => return None,
                }
            }
            _ => return None,
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

    /// A condition; texts are looked up in another way there.
    fn condition(&mut self, node: &Node) -> Option<Arc<Quick>> {
        match node {
            Node::Special(_) => None,
            node => self.operand(node),
        }
    }

    fn operand(&mut self, node: &Node) -> Option<Arc<Quick>> {
        match node {
            Node::Value(value) => scalar(value).map(Arc::new),
            Node::Special(special) => {
                let quick = special_operand(special)?;
                if let Quick::Variable(index) = quick {
                    self.read((index, index));
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
        let quick = line.quick.as_ref()?;
        if quick.takes || (quick.reads.is_some() && !quick.retains) {
            return None;
        }
        self.cost += quick.cost;
        if let Some(reads) = quick.reads {
            self.read(reads);
        }
        Some(quick.expression.clone())
    }

    fn read(&mut self, (least, greatest): (i32, i32)) {
        let (from, to) = self.reads.unwrap_or((least, greatest));
        self.reads = Some((from.min(least), to.max(greatest)));
    }

    fn array(&mut self, literal: &Literal) -> Option<Arc<Quick>> {
        let entries = literal.entries.iter().map(|entry| match entry {
            LiteralEntry::Value(value) => scalar(value),
            LiteralEntry::Line(line, _) => Some((*self.line(line)?).clone()),
            _ => None,
        });
        Some(Quick::Array(entries.collect::<Option<_>>()?).into())
    }
}

fn scalar(value: &Value) -> Option<Quick> {
    match value {
        Value::Number(number) => Some(Quick::Number(*number)),
        Value::Boolean(truth) => Some(Quick::Boolean(*truth)),
        _ => None,
    }
}

pub(crate) fn special_operand(special: &Special) -> Option<Quick> {
    if special.overrides.is_some() {
        return None;
    }
    let small =
        |number: f64| (number >= 0.0 && number.trunc() == number && number < 64.0).then_some(number as u32);
    match special.subject {
        Subject::This(Part::Entry(k)) => Some(Quick::Entry { ahead: 0, entry: small(k)? }),
        Subject::Next(d, Part::Entry(k)) => Some(Quick::Entry { ahead: small(d)?, entry: small(k)? }),
        Subject::Variable(Some(n)) => Quick::variable(n),
        Subject::Stored(Store::GameVariables, Some(n)) => Some(Quick::GameVariable(whole(n)?)),
        _ => None,
    }
}

impl Quick {
    /// A variable by its index, which is a whole number nearly always.
    pub fn variable(index: f64) -> Option<Quick> {
        whole(index).map(Quick::Variable)
    }

    /// Whether the two read the same thing.
    pub fn is_same_leaf(&self, other: &Quick) -> bool {
        match (self, other) {
            (Quick::Entry { ahead: a, entry: b }, Quick::Entry { ahead: c, entry: d }) => (a, b) == (c, d),
            (Quick::Variable(a), Quick::Variable(b)) | (Quick::GameVariable(a), Quick::GameVariable(b)) => {
                a == b
            }
            _ => false,
        }
    }
}

impl QuickLine {
    /// Tries the short way. `None`: nothing has happened, take the other one.
    #[inline]
    pub fn run(
        &self,
        host: &dyn Host,
        position: &Position<'_>,
        variables: Seen<'_>,
        meter: &mut Meter,
    ) -> Option<Outcome> {
        if meter.steps_left() < self.cost {
            return None;
        }
        let outcome = View::new(host, position, variables).outcome(&self.expression)?;
        if let Outcome::Array(array) = &outcome {
            let limits = meter.limits();
            if array.len() > limits.array_length || array.depth() > limits.nesting {
                return None;
            }
            meter.spend(self.cost, Meter::array_bytes(array.len()))?;
        } else {
            // There is enough left, as was seen above.
            meter.charge(self.cost).ok()?;
        }
        Some(outcome)
    }

    /// The expression and its cost, for a line that stands in a block and, if
    /// it reads variables, sees those of the block.
    pub fn in_a_block(&self) -> Option<(&Quick, u64)> {
        let sees = self.retains || self.reads.is_none();
        (sees && !self.takes).then_some((&*self.expression, self.cost))
    }

    /// Which variables the line sees.
    #[inline]
    pub fn seen<'s>(&self, scope: &'s Scope<'_>) -> Seen<'s> {
        if self.takes {
            Seen::Values { values: scope.inserted, declared: self.declared }
        } else if self.retains || scope.inherit != Inherit::Nothing {
            Seen::List(scope.variables)
        } else {
            Seen::Nothing
        }
    }
}

impl Evaluator<'_> {
    /// Tries the short way of a line.
    #[inline]
    pub fn quick(&mut self, line: &Line, scope: &Scope<'_>) -> Option<Outcome> {
        let quick = line.quick.as_ref()?;
        // Behind variables that are copied or shared, only alone do the values
        // put into a line make up the whole list.
        if self.trace.is_some() || (quick.takes && !(quick.plain && scope.inherit == Inherit::Nothing)) {
            return None;
        }
        quick.run(&*self.host, scope.position, quick.seen(scope), self.meter)
    }

    /// The same for an operand of arithmetic.
    #[inline]
    pub fn quick_number(&mut self, node: &Node, scope: &Scope<'_>) -> Option<f64> {
        let number = match node {
            Node::Value(Value::Number(number)) => *number,
            Node::Line(line) => match self.quick(line, scope)? {
                Outcome::Number(number) => number,
                Outcome::Boolean(_) | Outcome::Array(_) => return None,
            },
            Node::Special(special) => match special.subject {
                Subject::This(Part::Entry(k)) if special.overrides.is_none() => {
                    let view = View::new(&*self.host, scope.position, Seen::Nothing);
                    view.entry(0, k as u32).filter(|_| k >= 0.0 && k.trunc() == k)?.as_number()?
                }
                Subject::Variable(Some(n)) if special.overrides.is_none() => {
                    at(&scope.variables.borrow(), n)?.as_number()?
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(if number.is_nan() { 0.0 } else { number })
    }
}
