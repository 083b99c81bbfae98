//! The operators of the language: one table, in files by family.
//!
//! A row says everything there is to know about an operator: its name, how
//! its operands are converted, how many entries of the line it takes up, what
//! it computes, and what to tell a person about it. The compiler, the
//! checker, the help and the language reference all read these rows.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::error::Error;
use crate::exec::evaluate::{Evaluator, Scope};
use crate::integer::Integer;
use crate::ir::line::Node;
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

mod abbreviation;
mod array;
mod callback;
mod color;
mod game;
mod gaussian;
mod integer;
mod number;
mod operand;
mod prime;
mod random;
mod rational;
mod reference;
mod relation;
mod search;
mod text;
mod unlock;
mod value;
pub(crate) mod word;

pub(crate) use callback::{template, Callback};
pub use reference::reference;
pub use word::Word;

/// How an operand is converted before the operator sees it
/// (docs/spec/calcarray.md, "Argument conversion").
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
    /// What is no array is wrapped in one.
    Array,
    /// To an integer.
    Integer,
    /// To a Gaussian integer.
    Gaussian,
    /// To an exact fraction.
    Rational,
    /// Not at all: special strings stay as they are written.
    Unconverted,
    /// Not even evaluated.
    Raw,
}

impl Family {
    /// What to call it when speaking to a person.
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

/// How an operator computes its result.
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
    /// Takes expressions as arguments and runs them itself.
    Callback(Callback),
    /// Decides itself what is evaluated, and how often.
    Word(Word),
}

pub(crate) type HostRun = fn(&mut [Value], &mut Evaluator<'_>, &Scope<'_>) -> Result<Value, Error>;

/// One row of the table.
pub struct Operator {
    /// The name that expressions use.
    pub name: &'static str,
    /// How the running value is converted.
    pub operand: Family,
    /// How the arguments are converted, in order.
    pub arguments: &'static [Family],
    /// How many entries of the line the operator and its arguments take up.
    /// Usually one more than there are arguments; a few take up fewer or
    /// more, and what they leave behind is read as the next operator.
    pub removes: usize,
    /// What comes out.
    pub result: Family,
    /// One line for people.
    pub help: &'static str,
    /// An expression and its value, both in extended JSON; tested.
    pub example: (&'static str, &'static str),
    pub(crate) run: Run,
}

impl Operator {
    pub(crate) const fn new(
        name: &'static str,
        operand: Family,
        arguments: &'static [Family],
        result: Family,
        run: Run,
        help: &'static str,
        example: (&'static str, &'static str),
    ) -> Operator {
        Operator { name, operand, arguments, removes: arguments.len() + 1, result, help, example, run }
    }

    /// For the few that don't remove what they read.
    pub(crate) const fn removing(mut self, entries: usize) -> Operator {
        self.removes = entries;
        self
    }
}

/// The families of the table, with a title for people.
static TABLE: &[(&str, &[Operator])] = &[
    ("Numbers", number::OPERATORS),
    ("Comparison", relation::OPERATORS),
    ("Any values, and truth values", value::OPERATORS),
    ("Texts", text::OPERATORS),
    ("Arrays", array::OPERATORS),
    ("Integers of any size", integer::OPERATORS),
    ("Primes and factors", prime::OPERATORS),
    ("Exact fractions", rational::OPERATORS),
    ("Gaussian integers", gaussian::OPERATORS),
    ("Abbreviation", abbreviation::OPERATORS),
    ("Seeds of DIVE", unlock::OPERATORS),
    ("Arrays with expressions", callback::OPERATORS),
    ("Randomness", random::OPERATORS),
    ("The game", game::OPERATORS),
    ("Colours", color::OPERATORS),
    ("Control, variables, spawns and cells", word::OPERATORS),
];

/// Every operator and control word, family by family.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    TABLE.iter().flat_map(|(_, family)| family.iter())
}

/// The same, each with the title of its family.
pub fn by_family() -> impl Iterator<Item = (&'static str, &'static Operator)> {
    TABLE.iter().flat_map(|(title, family)| family.iter().map(move |operator| (*title, operator)))
}

/// The operator of this name.
pub fn find(name: &str) -> Option<&'static Operator> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static Operator>> =
        LazyLock::new(|| all().map(|operator| (operator.name, operator)).collect());
    BY_NAME.get(name).copied()
}

/// The same, for a text of the language.
pub(crate) fn find_text(name: &Text) -> Option<&'static Operator> {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    find(&name.to_utf8()?)
}

/// An argument of an operator that runs it itself; what is missing at the end
/// of the line is undefined.
pub(crate) fn argument(arguments: &[Node], place: usize) -> &Node {
    arguments.get(place).unwrap_or(&Node::UNDEFINED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{NoGame, Position};
    use crate::json::{self, ReadLimits};
    use crate::limits::Limits;
    use crate::program::Program;

    /// A host whose random numbers are all 0.
    #[derive(Default)]
    struct Steady(NoGame);

    impl crate::Host for Steady {
        fn grid(&self) -> &dyn crate::Board {
            self.0.grid()
        }

        fn primes(&mut self) -> &mut crate::Primes {
            self.0.primes()
        }

        fn random(&mut self) -> Result<f64, Error> {
            Ok(0.0)
        }
    }

    #[test]
    fn examples_are_right() {
        let read = |text: &str| json::read(text, &ReadLimits::default()).unwrap();
        for operator in all().filter(|operator| !operator.example.0.is_empty()) {
            let (expression, value) = operator.example;
            let program = Program::compile(&read(expression), &Limits::default()).unwrap();
            let mut meter = Meter::new(Limits::default());
            let result = program.run(&mut Steady::default(), &Position::default(), &mut meter);
            assert_eq!(result, Ok(read(value)), "{}: {expression}", operator.name);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = all().map(|operator| operator.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
