//! Arithmetic and tests on a few doubles: what expressions are compiled to where
//! everything they read is numbers that can be laid in slots beforehand.

/// The number of slots. No loop or callback of any mode reads more; they lie on the stack.
pub(crate) const MOST_SLOTS: usize = 8;

/// The numbers that are read, in their slots.
pub(crate) type Slots = [f64; MOST_SLOTS];

/// A number.
#[derive(Clone, Debug)]
pub(crate) enum Term {
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
pub(crate) enum Test {
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

/// A number as an operand of arithmetic: NaN is 0.
#[inline]
pub(crate) fn operand(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number }
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
