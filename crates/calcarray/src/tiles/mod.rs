//! Lines that read nothing but what is in a tile and in those ahead of it, as nearly every
//! condition and result of nearly every mode does: found, and made arithmetic on doubles.
//!
//! - [`fold`] makes one expression, a [`Pure`], of the steps of a line.
//! - [`term`] makes arithmetic on a few doubles (`ir/term.rs`) of an expression.
//! - [`predicate`] offers conditions and numbers to engines that know the tiles.

use crate::ir::line::{Line, Node, TileForms};
use crate::ir::on_tiles::{Given, OnTiles, Pure, Reads, TileLine};
use crate::ir::special::{Part, Special, Subject};
use crate::ir::tiles::whole;

mod fold;
mod predicate;
mod term;

pub use predicate::{Formula, TilePredicate};
use term::Terms;

/// More branches than this are not looked through; terms have no room for as many.
const MOST_BRANCHES: u32 = 64;

/// The forms of a compiled line on tiles, if it has some.
pub(crate) fn forms(line: &Line) -> TileForms {
    let Some(whole) = fold::fold(line) else { return TileForms::default() };
    let numbers = whole.on_tiles().map(Box::new);
    TileForms { whole: Some(Box::new(whole)), numbers }
}

impl TileLine {
    /// What the line computes, where it reads nothing but numbers.
    fn on_tiles(&self) -> Option<OnTiles> {
        let mut terms = Terms::default();
        let result = given(&self.expression, &mut terms)?;
        let reads = Some(reads(terms)).filter(|reads| reads.reach > 0)?;
        Some(OnTiles { reads, result, cost: self.cost })
    }
}

/// What a program, as a condition, asks of a row of tiles, if it asks for hardly anything else.
pub(crate) fn predicate(node: &Node) -> Option<TilePredicate> {
    let Node::Line(line) = node else { return None };
    let TileLine { expression, cost, .. } = line.on_tiles.whole.as_deref()?;
    TilePredicate::of(expression, *cost)
}

/// The number that a program computes from numbers of a row of tiles, if it does nothing else.
pub(crate) fn formula(node: &Node) -> Option<Formula> {
    match node {
        Node::Value(value) => Formula::of(&Pure::Number(value.as_number()?), 1),
        Node::Special(special) => Formula::of(&special_operand(special)?, 1),
        Node::Line(line) => {
            let TileLine { expression, cost, .. } = line.on_tiles.whole.as_deref()?;
            Formula::of(expression, *cost)
        }
        _ => None,
    }
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
        Subject::Counter(_) | Subject::ParityOf(_) => Some(Pure::Counter),
        _ => None,
    }
}

impl Pure {
    /// Whether it can give nothing but a truth value. Branches share parts, so that there may be
    /// more ways to one than anything could take: those that end in too many parts are not told,
    /// and have no use for it either.
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
            | Pure::Not(_) => true,
            Pure::If(_, then, otherwise) if *left > 0 => {
                *left -= 1;
                then.truths(left) && otherwise.truths(left)
            }
            _ => false,
        }
    }
}

/// The numbers of tiles that terms read.
fn reads(terms: Terms) -> Reads {
    let entries = terms.into_entries();
    let reach = entries.iter().map(|(ahead, _)| *ahead as usize + 1).max().unwrap_or_default();
    let width = entries.iter().map(|(_, entry)| *entry as usize + 1).max().unwrap_or_default();
    Reads { entries, reach, width }
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
