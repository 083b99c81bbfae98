//! Shortcuts through loops of arithmetic.
//!
//! A block that only computes with numbers and sets variables is run on plain
//! doubles: what it reads of the game can't change while it runs, so it is
//! read once before, and the variables are written back after. If anything it
//! reads is no number, nothing has happened and the block is run the ordinary
//! way.

use super::term::{self, Terms};
use super::view::Seen;
use super::{special_operand, whole_line, Pure};
use crate::error::Error;
use crate::ir::evaluator::Evaluator;
use crate::ir::language::LoopShortcut;
use crate::ir::line::{Action, Node, Step};
use crate::ir::scope::Scope;
use crate::ir::term::{operand, Slots, Term, MOST_SLOTS};
use crate::value::Value;

/// A block of arithmetic.
#[derive(Clone, Debug)]
pub(super) struct PureLoop {
    /// What is read before the first round; variables keep their slot.
    leaves: Vec<Pure>,
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

impl PureLoop {
    /// The loop with these steps, if it only computes.
    pub fn of(steps: &[Step]) -> Option<PureLoop> {
        let mut terms = Terms::new(0, None);
        let mut cost = 2 + steps.len() as u64;
        let mut rounds = Vec::with_capacity(steps.len());
        for step in steps {
            rounds.push(match &step.action {
                Action::Number1(_, f) => Round::Unary(*f),
                Action::Number2(_, f, argument) => {
                    Round::Binary(*f, term_of(argument, &mut terms, &mut cost)?)
                }
                Action::SetVariable(_, index, argument) => {
                    let value = term_of(argument, &mut terms, &mut cost)?;
                    Round::Set(terms.slot(&Pure::variable(*index)?)?, value)
                }
                _ => return None,
            });
        }
        Some(PureLoop { leaves: terms.into_leaves(), steps: rounds, cost })
    }
}

fn term_of(node: &Node, terms: &mut Terms, cost: &mut u64) -> Option<Term> {
    match node {
        Node::Value(Value::Number(number)) => Some(Term::Constant(*number)),
        Node::Special(special) => terms.term(&special_operand(special)?),
        Node::Line(line) => {
            let (expression, line_cost) = whole_line(line)?.in_a_block()?;
            *cost += line_cost;
            terms.term(expression)
        }
        _ => None,
    }
}

impl LoopShortcut for PureLoop {
    fn run(
        &self,
        evaluator: &mut Evaluator<'_>,
        count: f64,
        a: &Value,
        scope: &Scope<'_>,
    ) -> Option<Result<Value, Error>> {
        let Value::Number(a) = a else { return None };
        let mut slots: Slots = [0.0; MOST_SLOTS];
        let seen = Seen::List(scope.variables);
        term::fill(&mut slots, 0, &self.leaves, &*evaluator.host, scope.position, seen)?;
        let mut places = [None; MOST_SLOTS];
        for (slot, leaf) in self.leaves.iter().enumerate() {
            if let Pure::Variable(index) = leaf {
                let place = term::place(*index, scope.variables.borrow().len());
                // Two names of one variable: their slots would part.
                if places.contains(&place) {
                    return None;
                }
                places[slot] = place;
            }
        }
        let (mut running, mut left) = (*a, count);
        while left > 0.0 {
            if let Err(error) = evaluator.meter.charge(self.cost) {
                return Some(Err(error));
            }
            for step in &self.steps {
                match step {
                    Round::Unary(f) => running = f(operand(running)),
                    Round::Binary(f, term) => running = f(operand(running), operand(term.value(&slots))),
                    Round::Set(slot, term) => slots[*slot % MOST_SLOTS] = term.value(&slots),
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
