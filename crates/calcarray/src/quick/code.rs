//! Quick expressions as code: what they become where they are computed many
//! times over.
//!
//! All that they read lies in registers, and so does what they compute on the
//! way. Nothing can fail, and nothing is allocated.

use super::view::{leaf, Seen};
use super::Quick;
use crate::host::{Host, Position};

/// More than any mode's loop or callback reads.
pub(super) const MOST_SLOTS: usize = 8;

/// Slots first, which hold what is read; then those that are computed.
const REGISTERS: usize = 16;

/// Branches share parts of an expression, which are written out here.
const MOST_NODES: usize = 64;

/// Plain numbers; truth values are 1 and 0.
pub(super) type Registers = [f64; REGISTERS];

/// Registers that hold nothing yet.
pub(super) const EMPTY: Registers = [0.0; REGISTERS];

/// The number of a register.
type Register = u8;

/// Makes a number or a truth value of what is in the slots.
#[derive(Clone, Debug)]
pub(super) struct Code {
    operations: Box<[Operation]>,
    result: Register,
}

/// What is done to registers, the first of which takes the result.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Constant(Register, f64),
    Copy(Register, Register),
    Unary(Register, Register, fn(f64) -> f64),
    Binary(Register, Register, Register, fn(f64, f64) -> f64),
    /// The most frequent operand, which needs no register.
    WithConstant(Register, Register, f64, fn(f64, f64) -> f64),
    Equal(Register, Register, Register),
    Unequal(Register, Register, Register),
    EqualsConstant(Register, Register, f64),
    Less(Register, Register, Register),
    AtMost(Register, Register, Register),
    Not(Register, Register),
    /// Leaves out so many operations.
    Skip(u8),
    SkipIf(Register, u8),
    SkipUnless(Register, u8),
}

impl Code {
    /// The number that it gives for what is in the slots.
    #[inline]
    pub fn number(&self, registers: &mut Registers) -> f64 {
        let mut rest = self.operations.iter();
        while let Some(operation) = rest.next() {
            let (to, number) = match *operation {
                Operation::Constant(to, number) => (to, number),
                Operation::Copy(to, a) => (to, at(registers, a)),
                Operation::Unary(to, a, f) => (to, f(operand(at(registers, a)))),
                Operation::Binary(to, a, b, f) => {
                    (to, f(operand(at(registers, a)), operand(at(registers, b))))
                }
                Operation::WithConstant(to, a, b, f) => (to, f(operand(at(registers, a)), b)),
                Operation::Equal(to, a, b) => (to, truth(at(registers, a) == at(registers, b))),
                Operation::Unequal(to, a, b) => (to, truth(at(registers, a) != at(registers, b))),
                Operation::EqualsConstant(to, a, b) => (to, truth(at(registers, a) == b)),
                Operation::Less(to, a, b) => (to, truth(at(registers, a) < at(registers, b))),
                Operation::AtMost(to, a, b) => (to, truth(at(registers, a) <= at(registers, b))),
                Operation::Not(to, a) => (to, truth(at(registers, a) == 0.0)),
                Operation::Skip(count) => {
                    rest = skipped(rest, count);
                    continue;
                }
                Operation::SkipIf(a, count) => {
                    if at(registers, a) != 0.0 {
                        rest = skipped(rest, count);
                    }
                    continue;
                }
                Operation::SkipUnless(a, count) => {
                    if at(registers, a) == 0.0 {
                        rest = skipped(rest, count);
                    }
                    continue;
                }
            };
            registers[usize::from(to) % REGISTERS] = number;
        }
        at(registers, self.result)
    }

    /// The truth value that it gives.
    #[inline]
    pub fn holds(&self, registers: &mut Registers) -> bool {
        self.number(registers) != 0.0
    }
}

#[inline]
fn skipped(operations: std::slice::Iter<'_, Operation>, count: u8) -> std::slice::Iter<'_, Operation> {
    operations.as_slice().get(usize::from(count)..).unwrap_or_default().iter()
}

#[inline]
fn at(registers: &Registers, register: Register) -> f64 {
    registers[usize::from(register) % REGISTERS]
}

#[inline]
fn truth(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}

/// Makes code, and gives what it reads a slot each.
pub(super) struct Coder {
    /// Slots that are filled by whoever computes.
    reserved: usize,
    /// How many of the reserved slots are the variables; `None`: variables
    /// are read like everything else.
    variables: Option<usize>,
    leaves: Vec<Quick>,
    operations: Vec<Operation>,
    nodes: usize,
}

impl Coder {
    pub fn new(reserved: usize, variables: Option<usize>) -> Coder {
        Coder { reserved, variables, leaves: Vec::new(), operations: Vec::new(), nodes: 0 }
    }

    /// What is in the slots behind the reserved ones.
    pub fn into_leaves(self) -> Vec<Quick> {
        self.leaves
    }

    /// The code of an expression that gives a number.
    pub fn number(&mut self, quick: &Quick) -> Option<Code> {
        let result = self.put_number(quick, MOST_SLOTS as Register)?;
        Some(Code { operations: std::mem::take(&mut self.operations).into(), result })
    }

    /// The code of an expression that gives a truth value.
    pub fn test(&mut self, quick: &Quick) -> Option<Code> {
        let result = MOST_SLOTS as Register;
        self.put_truth(quick, result)?;
        Some(Code { operations: std::mem::take(&mut self.operations).into(), result })
    }

    /// Counts a node of an expression whose result may go to a register.
    fn node(&mut self, to: Register) -> Option<()> {
        self.nodes += 1;
        (self.nodes <= MOST_NODES && usize::from(to) < REGISTERS).then_some(())
    }

    /// Where the number is: in a slot, or in the register `to`. Those before
    /// it stay as they are.
    fn put_number(&mut self, quick: &Quick, to: Register) -> Option<Register> {
        self.node(to)?;
        let operation = match quick {
            Quick::Number(number) => Operation::Constant(to, *number),
            Quick::Unary(f, a) => Operation::Unary(to, self.put_number(a, to)?, *f),
            Quick::Binary(f, a, b) => {
                let a = self.put_number(a, to)?;
                match **b {
                    Quick::Number(b) => Operation::WithConstant(to, a, operand(b), *f),
                    _ => Operation::Binary(to, a, self.put_number(b, behind(a, to))?, *f),
                }
            }
            Quick::Entry { .. } | Quick::Variable(_) | Quick::GameVariable(_) | Quick::Inserted(_) => {
                return self.slot(quick).map(|slot| slot as Register);
            }
            Quick::If(condition, then, otherwise) => {
                self.branch(
                    condition,
                    to,
                    |coder| coder.number_in(then, to),
                    |coder| coder.number_in(otherwise, to),
                )?;
                return Some(to);
            }
            Quick::Once(own) => return self.put_number(own, to),
            _ => return None,
        };
        self.operations.push(operation);
        Some(to)
    }

    /// Puts the number into just this register.
    fn number_in(&mut self, quick: &Quick, to: Register) -> Option<()> {
        match self.put_number(quick, to)? {
            place if place == to => {}
            slot => self.operations.push(Operation::Copy(to, slot)),
        }
        Some(())
    }

    /// Puts the truth value into a register. Those before it stay as they are.
    fn put_truth(&mut self, quick: &Quick, to: Register) -> Option<()> {
        self.node(to)?;
        let operation = match quick {
            Quick::Boolean(constant) => Operation::Constant(to, truth(*constant)),
            Quick::Equal(a, b) => match **b {
                Quick::Number(b) => Operation::EqualsConstant(to, self.put_number(a, to)?, b),
                _ => self.compare(Operation::Equal, a, b, to)?,
            },
            Quick::Unequal(a, b) => self.compare(Operation::Unequal, a, b, to)?,
            Quick::Less(a, b) => self.compare(Operation::Less, a, b, to)?,
            Quick::AtMost(a, b) => self.compare(Operation::AtMost, a, b, to)?,
            Quick::Not(a) => {
                self.put_truth(a, to)?;
                Operation::Not(to, to)
            }
            Quick::And(a, b) => {
                self.put_truth(a, to)?;
                return self.unless_skipped(Operation::SkipUnless, to, |coder| coder.put_truth(b, to));
            }
            Quick::Or(a, b) => {
                self.put_truth(a, to)?;
                return self.unless_skipped(Operation::SkipIf, to, |coder| coder.put_truth(b, to));
            }
            Quick::If(condition, then, otherwise) => {
                return self.branch(
                    condition,
                    to,
                    |coder| coder.put_truth(then, to),
                    |coder| coder.put_truth(otherwise, to),
                );
            }
            Quick::Once(own) => return self.put_truth(own, to),
            _ => return None,
        };
        self.operations.push(operation);
        Some(())
    }

    fn compare(
        &mut self,
        operation: fn(Register, Register, Register) -> Operation,
        a: &Quick,
        b: &Quick,
        to: Register,
    ) -> Option<Operation> {
        let a = self.put_number(a, to)?;
        Some(operation(to, a, self.put_number(b, behind(a, to))?))
    }

    /// One or the other.
    fn branch(
        &mut self,
        condition: &Quick,
        to: Register,
        then: impl FnOnce(&mut Coder) -> Option<()>,
        otherwise: impl FnOnce(&mut Coder) -> Option<()>,
    ) -> Option<()> {
        self.put_truth(condition, to)?;
        self.unless_skipped(Operation::SkipUnless, to, |coder| {
            then(coder)?;
            coder.operations.push(Operation::Skip(0));
            Some(())
        })?;
        let skip = self.operations.len() - 1;
        otherwise(self)?;
        self.operations[skip] = Operation::Skip(self.since(skip)?);
        Some(())
    }

    /// Operations that are left out depending on a register.
    fn unless_skipped(
        &mut self,
        skip: fn(Register, u8) -> Operation,
        by: Register,
        operations: impl FnOnce(&mut Coder) -> Option<()>,
    ) -> Option<()> {
        let place = self.operations.len();
        self.operations.push(skip(by, 0));
        operations(self)?;
        self.operations[place] = skip(by, self.since(place)?);
        Some(())
    }

    /// How many operations there are behind one of them.
    fn since(&self, place: usize) -> Option<u8> {
        u8::try_from(self.operations.len() - place - 1).ok()
    }

    pub fn slot(&mut self, leaf: &Quick) -> Option<usize> {
        match (leaf, self.variables) {
            (Quick::Inserted(index), _) => return (*index < self.reserved).then_some(*index),
            (Quick::Variable(index), Some(count)) => return place(*index, count),
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

/// The register for another number, where the first is in `a`.
fn behind(a: Register, to: Register) -> Register {
    if a == to {
        to + 1
    } else {
        to
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
    registers: &mut Registers,
    first: usize,
    leaves: &[Quick],
    host: &dyn Host,
    position: &Position<'_>,
    variables: Seen<'_>,
) -> Option<()> {
    for (slot, quick) in registers[first..].iter_mut().zip(leaves) {
        *slot = leaf(quick, host, position, variables)?;
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
