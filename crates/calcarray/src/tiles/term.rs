//! Arithmetic on slots: what expressions become where everything they read is numbers of tiles.

use crate::ir::on_tiles::Pure;
use crate::ir::term::{operand, Term, Test, MOST_SLOTS};

/// Branches share parts of an expression, which are written out here.
const MOST_NODES: usize = 64;

/// Makes terms, and gives what they read a slot each.
#[derive(Default)]
pub(super) struct Terms {
    /// Steps ahead and entry of each number.
    entries: Vec<(u32, u32)>,
    nodes: usize,
}

impl Terms {
    /// What is in the slots.
    pub fn into_entries(self) -> Vec<(u32, u32)> {
        self.entries
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
            Pure::Entry { ahead, entry } => Term::Slot(self.slot((*ahead, *entry))?),
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

    /// Whether it is true or false that two numbers are the same.
    fn equal(&mut self, a: &Pure, b: &Pure, same: bool) -> Option<Test> {
        Some(match (self.term(a)?, self.term(b)?) {
            (Term::Slot(a), Term::Slot(b)) => Test::Slots(a, b, same),
            (Term::Slot(slot), Term::Constant(number)) => Test::Slot(slot, number, same),
            terms if same => Test::Equal(terms.into()),
            terms => Test::Not(Test::Equal(terms.into()).into()),
        })
    }

    fn slot(&mut self, entry: (u32, u32)) -> Option<usize> {
        let known = self.entries.iter().position(|other| *other == entry);
        let slot = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.entries.push(entry);
        }
        (slot < MOST_SLOTS).then_some(slot)
    }
}
