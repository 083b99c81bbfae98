//! Pure expressions on slots: what they become where they are computed many
//! times over. Everything they read lies in a few doubles.

use super::view::{leaf, Seen};
use super::Pure;
use crate::host::{Host, Position};

/// More than any mode's loop or callback reads; they lie on the stack.
pub(super) const MOST_SLOTS: usize = 8;

/// What is read, as plain numbers.
pub(super) type Slots = [f64; MOST_SLOTS];

/// Branches share parts of an expression, which are written out here.
const MOST_NODES: usize = 64;

/// A number.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Constant(f64),
    Slot(usize),
    Unary(fn(f64) -> f64, Box<Term>),
    Binary(fn(f64, f64) -> f64, Box<(Term, Term)>),
    /// The most frequent operands, without a look at what they are.
    WithConstant(fn(f64, f64) -> f64, usize, f64),
    WithSlot(fn(f64, f64) -> f64, usize, usize),
    If(Box<(Test, Term, Term)>),
}

/// A truth value.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Constant(bool),
    /// The most frequent ones, without a look at what their operands are:
    /// whether it is true or false that they are the same.
    Slots(usize, usize, bool),
    Slot(usize, f64, bool),
    Equal(Box<(Term, Term)>),
    Less(Box<(Term, Term)>),
    AtMost(Box<(Term, Term)>),
    And(Box<(Test, Test)>),
    Or(Box<(Test, Test)>),
    Not(Box<Test>),
    If(Box<(Test, Test, Test)>),
}

/// Makes terms, and gives what they read a slot each.
pub(super) struct Terms {
    /// Slots that are filled for each computation.
    reserved: usize,
    /// How many of the reserved slots are the variables; `None`: variables
    /// are read like everything else.
    variables: Option<usize>,
    leaves: Vec<Pure>,
    nodes: usize,
}

impl Terms {
    pub fn new(reserved: usize, variables: Option<usize>) -> Terms {
        Terms { reserved, variables, leaves: Vec::new(), nodes: 0 }
    }

    /// What is in the slots behind the reserved ones.
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
            Pure::Entry { .. } | Pure::Variable(_) | Pure::GameVariable(_) | Pure::Inserted(_) => {
                Term::Slot(self.slot(pure)?)
            }
            Pure::If(condition, then, otherwise) => {
                Term::If((self.test(condition)?, self.term(then)?, self.term(otherwise)?).into())
            }
            // What comes to a term is a number.
            Pure::Once(own) | Pure::ToNumber(own) => self.term(own)?,
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
            Pure::Once(own) => self.test(own)?,
            _ => return None,
        })
    }

    /// Whether it is true or false that two numbers are the same.
    fn equal(&mut self, a: &Pure, b: &Pure, same: bool) -> Option<Test> {
        Some(match (self.term(a)?, self.term(b)?) {
            (Term::Slot(a), Term::Slot(b)) => Test::Slots(a, b, same),
            (Term::Slot(slot), Term::Constant(number)) => Test::Slot(slot, number, same),
            terms if same => Test::Equal(terms.into()),
            terms => Test::Not(Test::Equal(terms.into()).into()),
        })
    }

    pub fn slot(&mut self, leaf: &Pure) -> Option<usize> {
        match (leaf, self.variables) {
            (Pure::Inserted(index), _) => return (*index < self.reserved).then_some(*index),
            (Pure::Variable(index), Some(count)) => return place(*index, count),
            _ => {}
        }
        let known = self.leaves.iter().position(|other| other.is_same_leaf(leaf));
        let slot = self.reserved + known.unwrap_or(self.leaves.len());
        if known.is_none() {
            self.leaves.push(leaf.clone());
        }
        (slot < MOST_SLOTS).then_some(slot)
    }
}

/// Where an index lies in a list of this length.
#[inline]
pub(super) fn place(index: i32, length: usize) -> Option<usize> {
    let place = if index < 0 { length.checked_sub(index.unsigned_abs() as usize)? } else { index as usize };
    (place < length).then_some(place)
}

/// Reads the leaves into the slots from `first` on.
pub(super) fn fill(
    slots: &mut Slots,
    first: usize,
    leaves: &[Pure],
    host: &dyn Host,
    position: &Position<'_>,
    variables: Seen<'_>,
) -> Option<()> {
    for (slot, pure) in slots[first..].iter_mut().zip(leaves) {
        *slot = leaf(pure, host, position, variables)?;
    }
    Some(())
}

/// A number as an operand of arithmetic: NaN is 0.
#[inline]
pub(super) fn operand(number: f64) -> f64 {
    if number.is_nan() {
        0.0
    } else {
        number
    }
}

#[inline]
fn read(slots: &Slots, slot: usize) -> f64 {
    slots[slot % MOST_SLOTS]
}

impl Term {
    #[inline]
    pub fn value(&self, slots: &Slots) -> f64 {
        match self {
            Term::WithConstant(f, a, b) => f(operand(read(slots, *a)), *b),
            Term::WithSlot(f, a, b) => f(operand(read(slots, *a)), operand(read(slots, *b))),
            Term::Constant(number) => *number,
            Term::Slot(slot) => read(slots, *slot),
            _ => self.compound(slots),
        }
    }

    fn compound(&self, slots: &Slots) -> f64 {
        match self {
            Term::Unary(f, a) => f(operand(a.value(slots))),
            Term::Binary(f, operands) => {
                f(operand(operands.0.value(slots)), operand(operands.1.value(slots)))
            }
            Term::If(branch) if branch.0.holds(slots) => branch.1.value(slots),
            Term::If(branch) => branch.2.value(slots),
            simple => simple.value(slots),
        }
    }
}

impl Test {
    #[inline]
    pub fn holds(&self, slots: &Slots) -> bool {
        match self {
            Test::Slots(a, b, same) => (read(slots, *a) == read(slots, *b)) == *same,
            Test::Slot(a, number, same) => (read(slots, *a) == *number) == *same,
            _ => self.compound(slots),
        }
    }

    fn compound(&self, slots: &Slots) -> bool {
        match self {
            Test::Constant(truth) => *truth,
            Test::Equal(terms) => terms.0.value(slots) == terms.1.value(slots),
            Test::Less(terms) => terms.0.value(slots) < terms.1.value(slots),
            Test::AtMost(terms) => terms.0.value(slots) <= terms.1.value(slots),
            Test::And(tests) => tests.0.holds(slots) && tests.1.holds(slots),
            Test::Or(tests) => tests.0.holds(slots) || tests.1.holds(slots),
            Test::Not(test) => !test.holds(slots),
            Test::If(branch) if branch.0.holds(slots) => branch.1.holds(slots),
            Test::If(branch) => branch.2.holds(slots),
            simple => simple.holds(slots),
        }
    }
}
