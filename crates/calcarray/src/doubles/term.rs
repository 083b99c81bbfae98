//! Arithmetic on slots: what expressions become where everything they read is numbers of tiles.

use crate::ir::doubles::Pure;
use crate::ir::term::{MOST_SLOTS, Term, Test, operand};

/// Branches share parts of an expression, which are written out here.
pub(super) const MOST_NODES: usize = 64;

/// Makes terms, and gives what they read a slot each.
#[derive(Default)]
pub(super) struct Terms {
    /// Flag: counters of the game have slots.
    counters: bool,
    leaves: Vec<Pure>,
    nodes: usize,
}

impl Terms {
    /// For expressions that read counters of the game.
    pub fn of_counters() -> Terms {
        Terms { counters: true, ..Terms::default() }
    }

    /// Returns the reads of the slots.
    pub fn into_leaves(self) -> Vec<Pure> {
        self.leaves
    }

    fn node(&mut self) -> Option<()> {
        self.nodes += 1;
        (self.nodes <= MOST_NODES).then_some(())
    }

    /// An expression that gives a number.
    pub fn term(&mut self, pure: &Pure) -> Option<Term> {
        self.node()?;
        Some(match pure {
            Pure::Number(number) => Term::Constant(*number),
            Pure::Unary(f, a) => Term::Unary(*f, self.term(a)?.into()),
            Pure::Binary(f, a, b) => match (self.term(a)?, self.term(b)?) {
                (Term::Slot(a), Term::Constant(b)) => Term::WithConstant(*f, a, operand(b)),
                (Term::Slot(a), Term::Slot(b)) => Term::WithSlot(*f, a, b),
                terms => Term::Binary(*f, terms.into()),
            },
            Pure::Entry { .. } | Pure::Variable(_) | Pure::GameVariable(_) => Term::Slot(self.slot(pure)?),
            Pure::Counter(Some(_)) if self.counters => Term::Slot(self.slot(pure)?),
            Pure::If(condition, then, otherwise) => {
                Term::If((self.test(condition)?, self.term(then)?, self.term(otherwise)?).into())
            }
            // What comes to a term is a number; as an operand, NaN becomes 0.
            Pure::ToNumber(own) => Term::Unary(|number| number, self.term(own)?.into()),
            _ => return None,
        })
    }

    /// An expression that gives a truth value.
    pub fn test(&mut self, pure: &Pure) -> Option<Test> {
        self.node()?;
        let mut terms = |a: &Pure, b: &Pure| Some((self.term(a)?, self.term(b)?).into());
        Some(match pure {
            Pure::Boolean(truth) => Test::Constant(*truth),
            Pure::Equal(a, b) => self.equal(a, b, true)?,
            Pure::Unequal(a, b) => self.equal(a, b, false)?,
            Pure::Less(a, b) => Test::Less(terms(a, b)?),
            Pure::AtMost(a, b) => Test::AtMost(terms(a, b)?),
            Pure::And(a, b) => Test::And((self.test(a)?, self.test(b)?).into()),
            Pure::Or(a, b) => Test::Or((self.test(a)?, self.test(b)?).into()),
            Pure::Not(a) => Test::Not(self.test(a)?.into()),
            Pure::If(condition, then, otherwise) => {
                Test::If((self.test(condition)?, self.test(then)?, self.test(otherwise)?).into())
            }
            _ => return None,
        })
    }

    /// Returns the test that two numbers are the same, or differ.
    fn equal(&mut self, a: &Pure, b: &Pure, same: bool) -> Option<Test> {
        Some(match (self.term(a)?, self.term(b)?) {
            (Term::Slot(a), Term::Slot(b)) => Test::Slots(a, b, same),
            (Term::Slot(slot), Term::Constant(number)) => Test::Slot(slot, number, same),
            terms if same => Test::Equal(terms.into()),
            terms => Test::Not(Test::Equal(terms.into()).into()),
        })
    }

    pub fn slot(&mut self, leaf: &Pure) -> Option<usize> {
        let known = self.leaves.iter().position(|other| is_same_leaf(other, leaf));
        let slot = known.unwrap_or(self.leaves.len());
        if known.is_none() {
            self.leaves.push(leaf.clone());
        }
        (slot < MOST_SLOTS).then_some(slot)
    }
}

/// Returns true if two expressions read the same thing.
pub(super) fn is_same_leaf(a: &Pure, b: &Pure) -> bool {
    match (a, b) {
        (Pure::Entry { ahead: a, entry: b }, Pure::Entry { ahead: c, entry: d }) => (a, b) == (c, d),
        (Pure::Counter(a), Pure::Counter(b)) => a == b,
        (Pure::Variable(a), Pure::Variable(b)) | (Pure::GameVariable(a), Pure::GameVariable(b)) => a == b,
        _ => false,
    }
}
