//! Rows of the table of operators in `ops`, with all that the compiler, the evaluator, the
//! checker, the help and the language reference need to know about an operator.

use crate::error::Error;
use crate::integer::Integer;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::Node;
use crate::ir::scope::Scope;
use crate::limits::Meter;
use crate::value::Value;

/// The conversion of an operand before the operator gets it (docs/spec/calcarray.md, "Argument
/// conversion").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Special strings are looked up, nothing else.
    Any,
    /// To a number; what is none is 0.
    Number,
    /// To a text; special strings are looked up last.
    Text,
    /// To a truth value.
    Boolean,
    /// To an array; any other value is wrapped in one.
    Array,
    /// To an integer.
    Integer,
    /// To a Gaussian integer.
    Gaussian,
    /// To an exact fraction.
    Rational,
    /// No conversion: special strings stay as they are written.
    Unconverted,
    /// No conversion, and no evaluation.
    Raw,
}

impl Family {
    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            Family::Any => "any",
            Family::Number => "number",
            Family::Text => "text",
            Family::Boolean => "boolean",
            Family::Array => "array",
            Family::Integer => "integer",
            Family::Gaussian => "Gaussian",
            Family::Rational => "rational",
            Family::Unconverted => "as written",
            Family::Raw => "expression",
        }
    }
}

/// The function that computes the result of an operator.
///
/// The operands arrive converted: a function of `f64` is only given to
/// operators whose families say so. `Pure` functions get the running value as
/// the first of the values and the arguments after it.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    Number1(fn(f64) -> f64),
    Number2(fn(f64, f64) -> f64),
    Integer1(fn(&Integer, &mut Meter) -> Result<Integer, Error>),
    Integer2(fn(&Integer, &Integer, &mut Meter) -> Result<Integer, Error>),
    Relation(fn(&Value, &Value, &mut Meter) -> Result<bool, Error>),
    Pure(fn(&mut [Value], &mut Meter) -> Result<Value, Error>),
    /// Needs the game, the position or the variables as well.
    Host(HostRun),
    /// A function like [`Run::Host`] that uses nothing of the lines around except variables.
    Effect(HostRun),
    /// Takes expressions as arguments and runs them itself.
    Callback(Callback),
    /// Decides itself whether its arguments are evaluated.
    Lazy(LazyRun),
    /// Sets a variable: a step of its own where the index is constant.
    SetVariable(HostRun),
    /// Has a body, a part of the line up to a word that ends it.
    Control(Control),
}

pub(crate) type HostRun = fn(&mut [Value], &mut Evaluator<'_>, &Scope<'_>) -> Result<Value, Error>;

/// Gets the running value besides the arguments.
pub(crate) type LazyRun = fn(LazyArguments<'_, '_>, Value) -> Result<Value, Error>;

/// The arguments of an operator that runs them itself, as they are compiled, and what they run on.
pub(crate) struct LazyArguments<'c, 'e> {
    pub evaluator: &'c mut Evaluator<'e>,
    /// The place of the operator in its line.
    pub place: usize,
    pub nodes: &'c [Node],
    pub scope: &'c Scope<'c>,
}

impl<'c, 'e> LazyArguments<'c, 'e> {
    /// Returns the same arguments in another scope.
    pub fn within<'a>(&'a mut self, scope: &'a Scope<'a>) -> LazyArguments<'a, 'e> {
        LazyArguments { evaluator: self.evaluator, place: self.place, nodes: self.nodes, scope }
    }

    /// Returns an argument; what is missing at the end of the line is undefined.
    pub fn node(&self, which: usize) -> &'c Node {
        self.nodes.get(which).unwrap_or(&Node::UNDEFINED)
    }
}

/// An operator that runs its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Callback {
    pub run: LazyRun,
    /// The values that a call puts into the expression that is this argument.
    pub shape: fn(usize) -> Shape,
    /// The work on a list, if calls that only compute can do it.
    pub work: Option<ListWork>,
}

/// The work of calls for the entries of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListWork {
    /// The value for each entry.
    Map,
    /// The entries for which the value counts as true.
    Filter,
}

/// The values that a call of a callback puts into its expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The number of values that are declared as variables.
    pub declared: usize,
    /// True if another value becomes the first entry.
    pub first: bool,
}

/// A word with a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    pub kind: ControlKind,
    /// The word that ends the body.
    pub ending: &'static str,
    /// The word that ends all bodies of this kind at once.
    pub ends_all: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ControlKind {
    /// Runs its body if a condition holds.
    If,
    /// Runs its body if the condition before did not hold.
    Else,
    /// An `Else` with a condition of its own.
    ElseIf,
    /// Runs its body again and again.
    Repeat,
}

/// Further facts about an operator, for parts that do not interpret it.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub purity: Purity,
    pub typed: Typed,
    pub parity: Parity,
}

/// The purity of an operator: equal results for equal operands, and no effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purity {
    /// Gives a new value of the type of its result.
    Pure,
    /// Pure, and gives one of its operands, or an entry of one: no text where
    /// there is none in them.
    Choice,
    /// Pure if its callbacks are.
    OfCallbacks,
    /// Not pure, or not known to be.
    Impure,
}

/// The computation of an operator if its operands are known to be numbers, integers of 64 bits,
/// truth values or parts of tiles.
#[derive(Clone, Copy)]
pub(crate) enum Typed {
    /// No computation that is simpler than the usual one.
    Untyped,
    /// The integer, if it and the operand fit 64 bits.
    Integer1(fn(i64) -> Option<i64>),
    Integer2(fn(i64, i64) -> Option<i64>),
    Equal,
    Unequal,
    Less,
    Greater,
    AtMost,
    AtLeast,
    And,
    Or,
    Not,
    Second,
    Least,
    Greatest,
    ToNumber,
    TypeOf,
    Element,
    Length,
    /// Arrays among the entries are replaced by their entries.
    Flat,
    /// Changes the variables around; nothing is simpler, but there have to be some.
    Variables,
    /// Puts a tile into a cell.
    ReplaceTile,
}

/// An order of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Less,
    Greater,
    AtMost,
    AtLeast,
}

impl Order {
    /// Returns true if two values are in this order; never for NaN.
    #[inline(always)]
    pub fn holds<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Order::Less => a < b,
            Order::Greater => a > b,
            Order::AtMost => a <= b,
            Order::AtLeast => a >= b,
        }
    }
}

/// The operand that matters only by being odd or even, if it is a whole number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Parity {
    Never,
    /// The running value, if the argument is this number.
    OfRunning(f64),
    /// The argument, if the running value is this number.
    OfArgument(f64),
}

impl Operator {
    /// Returns the work on a list that calls which only compute can do.
    pub(crate) fn list_work(&self) -> Option<ListWork> {
        match self.run {
            Run::Callback(Callback { work, .. }) => work,
            _ => None,
        }
    }
}

impl Facts {
    /// The facts of an operator that computes a new value.
    pub const PURE: Facts = Facts::typed(Typed::Untyped);
    /// The facts of an operator that has effects, or reads more than its operands.
    pub const IMPURE: Facts = Facts { purity: Purity::Impure, typed: Typed::Untyped, parity: Parity::Never };

    pub const fn typed(typed: Typed) -> Facts {
        Facts { purity: Purity::Pure, typed, parity: Parity::Never }
    }

    /// Returns the facts of an operator that gives one of its operands.
    pub const fn choice(typed: Typed) -> Facts {
        Facts { purity: Purity::Choice, typed, parity: Parity::Never }
    }

    pub const fn parity(parity: Parity) -> Facts {
        Facts { purity: Purity::Pure, typed: Typed::Untyped, parity }
    }
}

/// One row of the table.
pub struct Operator {
    /// The name that expressions use.
    pub name: &'static str,
    /// The conversion of the running value.
    pub operand: Family,
    /// The conversions of the arguments, in order.
    pub arguments: &'static [Family],
    /// The number of entries of the line that the operator and its arguments take up. Usually it is
    /// one more than there are arguments; a few operators take up fewer or more, and the entries
    /// that they leave behind are read as the next operator.
    pub removes: usize,
    /// The type of the result.
    pub result: Family,
    /// One line for people.
    pub help: &'static str,
    /// An expression and its value, both in extended JSON; tested.
    pub example: (&'static str, &'static str),
    pub(crate) facts: Facts,
    pub(crate) run: Run,
}

impl Operator {
    #[allow(clippy::too_many_arguments)] // The columns of a table.
    pub(crate) const fn new(
        name: &'static str,
        operand: Family,
        arguments: &'static [Family],
        result: Family,
        facts: Facts,
        run: Run,
        help: &'static str,
        example: (&'static str, &'static str),
    ) -> Operator {
        let removes = arguments.len() + 1;
        Operator { name, operand, arguments, removes, result, help, example, facts, run }
    }

    /// Returns the values that a call puts into the expression that is this argument: how many are
    /// declared as variables, and whether another one becomes its first entry. `None` for arguments
    /// that are no expressions.
    pub fn callback(&self, argument: usize) -> Option<(usize, bool)> {
        match self.run {
            Run::Callback(callback) if self.arguments.get(argument) == Some(&Family::Raw) => {
                let shape = (callback.shape)(argument);
                Some((shape.declared, shape.first))
            }
            _ => None,
        }
    }

    /// Returns the word that ends the body of this operator, and the word that ends all bodies at
    /// once. `None` for operators without a body.
    pub fn endings(&self) -> Option<(&'static str, &'static str)> {
        match self.run {
            Run::Control(control) => Some((control.ending, control.ends_all)),
            _ => None,
        }
    }

    /// Changes the number of removed entries, for the few operators that don't remove what they
    /// read.
    pub(crate) const fn removing(mut self, entries: usize) -> Operator {
        self.removes = entries;
        self
    }
}

impl std::fmt::Debug for Operator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The integer in a converted operand.
pub(crate) fn as_integer(value: &Value) -> &Integer {
    static ZERO: Integer = Integer::ZERO;
    match value {
        Value::Integer(integer) => integer,
        _ => &ZERO,
    }
}
