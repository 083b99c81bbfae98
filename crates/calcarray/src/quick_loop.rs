//! The short way through loops of arithmetic.
//!
//! A block that only computes with numbers and sets variables is run on plain
//! doubles: what it reads of the game can't change while it runs, so it is
//! read once before, and the variables are written back after. If anything it
//! reads is no number, nothing has happened and the block is run the ordinary
//! way.

use crate::error::Error;
use crate::evaluate::{Evaluator, Scope};
use crate::line::{Action, Block, Node, Step};
use crate::quick::{self, Quick, Seen};
use crate::value::Value;

/// A block of arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct QuickLoop {
    /// What is read before the first round; variables keep their slot.
    leaves: Vec<Quick>,
    steps: Vec<Round>,
    /// Steps of one round.
    cost: u64,
}

/// One step of a round.
#[derive(Clone, Debug)]
enum Round {
    Unary(fn(f64) -> f64),
    Binary(fn(f64, f64) -> f64, Term),
    Set(usize, Term),
}

/// Arithmetic on the slots.
#[derive(Clone, Debug)]
enum Term {
    Constant(f64),
    Slot(usize),
    Unary(fn(f64) -> f64, Box<Term>),
    Binary(fn(f64, f64) -> f64, Box<Term>, Box<Term>),
}

/// More than any mode's loop reads; they lie on the stack.
const MOST_LEAVES: usize = 8;

impl QuickLoop {
    /// The short way of a block, if it has one.
    pub fn of(steps: &[Step]) -> Option<QuickLoop> {
        let mut quick = QuickLoop { leaves: Vec::new(), steps: Vec::new(), cost: 2 };
        for step in steps {
            quick.cost += 1;
            let round = match &step.action {
                Action::Number1(_, f) => Round::Unary(*f),
                Action::Number2(_, f, argument) => Round::Binary(*f, quick.operand(argument)?),
                Action::SetVariable(_, index, argument) => {
                    let value = quick.operand(argument)?;
                    Round::Set(quick.slot(&Quick::variable(*index)?)?, value)
                }
                _ => return None,
            };
            quick.steps.push(round);
        }
        Some(quick)
    }

    fn operand(&mut self, node: &Node) -> Option<Term> {
        match node {
            Node::Value(Value::Number(number)) => Some(Term::Constant(*number)),
            Node::Special(special) => self.term(&quick::special_operand(special)?),
            Node::Line(line) => {
                let (expression, cost) = line.quick.as_ref()?.in_a_block()?;
                self.cost += cost;
                self.term(expression)
            }
            _ => None,
        }
    }

    fn term(&mut self, quick: &Quick) -> Option<Term> {
        Some(match quick {
            Quick::Number(number) => Term::Constant(*number),
            Quick::Unary(f, a) => Term::Unary(*f, Box::new(self.term(a)?)),
            Quick::Binary(f, a, b) => Term::Binary(*f, Box::new(self.term(a)?), Box::new(self.term(b)?)),
            Quick::Entry { .. } | Quick::Variable(_) | Quick::GameVariable(_) => {
                Term::Slot(self.slot(quick)?)
            }
            _ => return None,
        })
    }

    fn slot(&mut self, leaf: &Quick) -> Option<usize> {
        let known = self.leaves.iter().position(|other| other.is_same_leaf(leaf));
        known.or_else(|| {
            self.leaves.push(leaf.clone());
            (self.leaves.len() <= MOST_LEAVES).then_some(self.leaves.len() - 1)
        })
    }
}

/// Numbers as operands of arithmetic: NaN is 0.
#[inline]
fn operand(number: f64) -> f64 {
    if number.is_nan() {
        0.0
    } else {
        number
    }
}

impl Term {
    fn value(&self, slots: &[f64; MOST_LEAVES]) -> f64 {
        match self {
            Term::Constant(number) => *number,
            Term::Slot(slot) => slots[*slot % MOST_LEAVES],
            Term::Unary(f, a) => f(operand(a.value(slots))),
            Term::Binary(f, a, b) => f(operand(a.value(slots)), operand(b.value(slots))),
        }
    }
}

impl Evaluator<'_> {
    /// Runs a block `count` times. `None`: nothing has happened, take the
    /// other way.
    pub fn quick_loop(
        &mut self,
        block: &Block,
        count: f64,
        a: &Value,
        scope: &Scope<'_>,
    ) -> Option<Result<Value, Error>> {
        let (quick, Value::Number(a)) = (block.quick.as_ref()?, a) else { return None };
        if self.trace.is_some() {
            return None;
        }
        let mut slots = [0.0; MOST_LEAVES];
        let mut places = [None; MOST_LEAVES];
        for (slot, leaf) in quick.leaves.iter().enumerate() {
            slots[slot] = quick::leaf(leaf, &*self.host, scope.position, Seen::List(scope.variables))?;
            if let Quick::Variable(index) = leaf {
                let place = quick::place(*index, scope.variables.borrow().len());
                // Two names of one variable: their slots would part.
                if places.contains(&place) {
                    return None;
                }
                places[slot] = place;
            }
        }
        let (mut running, mut left) = (*a, count);
        while left > 0.0 {
            if let Err(error) = self.meter.charge(quick.cost) {
                return Some(Err(error));
            }
            for step in &quick.steps {
                match step {
                    Round::Unary(f) => running = f(operand(running)),
                    Round::Binary(f, term) => running = f(operand(running), operand(term.value(&slots))),
                    Round::Set(slot, term) => slots[*slot % MOST_LEAVES] = term.value(&slots),
                }
            }
            left -= 1.0;
        }
        let mut variables = scope.variables.borrow_mut();
        for (number, place) in slots.iter().zip(places) {
            if let Some(variable) = place.and_then(|place| variables.get_mut(place)) {
                *variable = Value::Number(*number);
            }
        }
        Some(Ok(Value::Number(running)))
    }
}
