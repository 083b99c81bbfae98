//! Lines that are arithmetic on doubles: lines that read only a tile and the tiles ahead of it, as
//! nearly all conditions and results of nearly all modes do, and loops and callbacks that only
//! compute.
//!
//! - [`fold`] makes one expression, a [`Pure`], of the steps of a line.
//! - [`call`] makes computations with single values (`ir/scalar.rs`) of callbacks.
//! - [`term`] makes arithmetic on a few doubles (`ir/term.rs`) of an expression.
//! - [`predicate`] offers conditions and numbers to engines that know the tiles, [`counted`] conditions
//!   to those that know what the game counts.

use crate::host::Store;
use crate::ir::board::whole;
use crate::ir::doubles::{DoubleLine, DoubleLoop, Given, OnTiles, Pure, Reads, Round};
use crate::ir::line::{Action, DoubleForms, Line, Node, Step};
use crate::ir::special::{Part, Special, Subject};
use crate::ir::term::Term;
use crate::value::Value;

mod call;
mod counted;
mod fold;
mod predicate;
mod term;

pub(crate) use call::{callback, rounds};
pub use counted::Counted;
pub use predicate::{Formula, TilePredicate};
use term::Terms;

/// More branches than this are not looked through; terms have no room for as many.
const MOST_BRANCHES: u32 = 64;

/// The forms of a compiled line, if it has some.
pub(crate) fn forms(line: &Line) -> DoubleForms {
    let Some(whole) = fold::fold(line) else { return DoubleForms::default() };
    let numbers = whole.on_tiles().map(Box::new);
    DoubleForms { whole: Some(Box::new(whole)), numbers }
}

impl DoubleLine {
    /// Returns the line as arithmetic on numbers of tiles, if it reads nothing else.
    fn on_tiles(&self) -> Option<OnTiles> {
        if !self.is_alone() {
            return None;
        }
        let mut terms = Terms::default();
        let result = given(&self.expression, &mut terms)?;
        let reads = reads(terms).filter(|reads| reads.reach > 0)?;
        Some(OnTiles { reads, result, cost: self.cost })
    }

    /// Returns true if the line reads nothing of the lines around it.
    fn is_alone(&self) -> bool {
        !self.takes && self.reads.is_none()
    }

    /// The expression and its cost, for a line that stands in a block and, if it reads variables,
    /// sees those of the block.
    fn in_a_block(&self) -> Option<(&Pure, u64)> {
        let sees = self.retains || self.reads.is_none();
        (sees && !self.takes).then_some((&*self.expression, self.cost + self.ahead))
    }
}

/// The loop with these steps, if it only computes.
pub(crate) fn repeat(steps: &[Step]) -> Option<DoubleLoop> {
    let mut terms = Terms::default();
    let mut cost = 1 + steps.len() as u64;
    let mut rounds = Vec::with_capacity(steps.len());
    for step in steps {
        rounds.push(match &step.action {
            Action::Number1(_, f) => Round::Unary(*f),
            Action::Number2(_, f, argument) => Round::Binary(*f, term_of(argument, &mut terms, &mut cost)?),
            Action::SetVariable(_, index, argument) => {
                let value = term_of(argument, &mut terms, &mut cost)?;
                Round::Set(terms.slot(&Pure::Variable(whole(*index)?))?, value)
            }
            _ => return None,
        });
    }
    Some(DoubleLoop { leaves: terms.into_leaves(), steps: rounds, cost })
}

fn term_of(node: &Node, terms: &mut Terms, cost: &mut u64) -> Option<Term> {
    match node {
        Node::Value(Value::Number(number)) => Some(Term::Constant(*number)),
        Node::Special(special) => {
            let read = special_operand(special)?;
            *cost += read.ahead();
            terms.term(&read)
        }
        Node::Line(line) => {
            let (expression, own) = line.doubles.whole.as_deref()?.in_a_block()?;
            *cost += own;
            terms.term(expression)
        }
        _ => None,
    }
}

/// Returns the question that a program asks of a row of tiles, if it is a condition that asks
/// hardly anything else.
pub(crate) fn predicate(node: &Node) -> Option<TilePredicate> {
    let Node::Line(line) = node else { return None };
    let own = line.doubles.whole.as_deref().filter(|own| own.is_alone())?;
    TilePredicate::of(&own.expression, own.cost)
}

/// The number that a program computes from numbers of a row of tiles, if it does nothing else.
pub(crate) fn formula(node: &Node) -> Option<Formula> {
    match node {
        Node::Value(value) => Formula::of(&Pure::Number(value.as_number()?), 1),
        Node::Special(special) => Formula::of(&special_operand(special)?, 1),
        Node::Line(line) => {
            let own = line.doubles.whole.as_deref().filter(|own| own.is_alone())?;
            Formula::of(&own.expression, own.cost)
        }
        _ => None,
    }
}

/// Returns the condition that a program tells from counters of the game, if it reads nothing else.
pub(crate) fn counted(node: &Node) -> Option<Counted> {
    let Node::Line(line) = node else { return None };
    let own = line.doubles.whole.as_deref().filter(|own| own.is_alone())?;
    Counted::of(&own.expression, own.cost)
}

fn special_operand(special: &Special) -> Option<Pure> {
    if special.overrides.is_some() {
        return None;
    }
    let small =
        |number: f64| (number >= 0.0 && number.trunc() == number && number < 64.0).then_some(number as u32);
    match special.subject {
        Subject::This(Part::Entry(k)) => Some(Pure::Entry { ahead: 0, entry: small(k)? }),
        Subject::Next(d, Part::Entry(k)) => Some(Pure::Entry { ahead: small(d)?, entry: small(k)? }),
        Subject::This(Part::Whole) => Some(Pure::Content),
        Subject::Next(d, Part::Whole) => small(d).map(|_| Pure::Content),
        Subject::Occupied { full: false, distance, part } => {
            whole(distance).filter(|distance| *distance != 0)?;
            match part {
                Part::Whole => Some(Pure::Content),
                Part::Entry(k) => small(k).map(|_| Pure::Content),
                _ => None,
            }
        }
        Subject::Counter(counter) => Some(Pure::Counter(Some(counter))),
        Subject::ParityOf(_) => Some(Pure::Counter(None)),
        Subject::Variable(Some(index)) => whole(index).map(Pure::Variable),
        Subject::Stored(Store::GameVariables, Some(index)) => whole(index).map(Pure::GameVariable),
        _ => None,
    }
}

impl Pure {
    /// Returns the number of steps to the tile that is read.
    fn ahead(&self) -> u64 {
        match self {
            Pure::Entry { ahead, .. } => u64::from(*ahead),
            _ => 0,
        }
    }

    /// Returns true if the expression can only give truth values. Branches share parts, so the number
    /// of ways through them may be too large to follow: an expression with too many counts as one that
    /// cannot.
    fn gives_truth(&self) -> bool {
        self.truths(&mut MOST_BRANCHES.clone())
    }

    fn truths(&self, left: &mut u32) -> bool {
        match self {
            Pure::Boolean(_)
            | Pure::Equal(..)
            | Pure::Unequal(..)
            | Pure::Less(..)
            | Pure::AtMost(..)
            | Pure::And(..)
            | Pure::Or(..)
            | Pure::Not(_)
            | Pure::IsType(..) => true,
            Pure::If(_, then, otherwise) if *left > 0 => {
                *left -= 1;
                then.truths(left) && otherwise.truths(left)
            }
            _ => false,
        }
    }
}

/// The numbers of tiles that terms read; `None` if they read anything else.
fn reads(terms: Terms) -> Option<Reads> {
    let entries = terms.into_leaves().into_iter().map(|leaf| match leaf {
        Pure::Entry { ahead, entry } => Some((ahead, entry)),
        _ => None,
    });
    let entries: Vec<(u32, u32)> = entries.collect::<Option<_>>()?;
    let reach = entries.iter().map(|(ahead, _)| *ahead as usize + 1).max().unwrap_or_default();
    let width = entries.iter().map(|(_, entry)| *entry as usize + 1).max().unwrap_or_default();
    Some(Reads { entries, reach, width })
}

fn given(pure: &Pure, terms: &mut Terms) -> Option<Given> {
    if let Pure::Array(entries) = pure {
        let entries = entries.iter().map(|entry| terms.term(entry));
        return Some(Given::Array(entries.collect::<Option<_>>()?));
    }
    if pure.gives_truth() {
        return Some(Given::Boolean(terms.test(pure)?));
    }
    match pure {
        Pure::If(condition, then, otherwise) => {
            let condition = terms.test(condition)?;
            let branches = (given(then, terms)?, given(otherwise, terms)?);
            Some(Given::If(condition, branches.into()))
        }
        _ => Some(Given::Number(terms.term(pure)?)),
    }
}
