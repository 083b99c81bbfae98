//! The operators of the language: one table, in files by family.
//!
//! A row ([`Operator`]) says everything there is to know about an operator: its
//! name, how its operands are converted, how many entries of the line it takes
//! up, what it computes, what is known of it without computing, and what to tell
//! a person about it. The compiler, the evaluator, the checker, the help
//! and the language reference all read these rows.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::Text;

/// A row of the table: how operand and arguments are converted, the result, facts, function, help, and an example.
macro_rules! row {
    ($name:literal, $operand:expr, $arguments:expr, $result:expr, $facts:expr, $run:expr, $help:literal, $example:literal => $value:literal) => {
        Operator::new($name, $operand, $arguments, $result, $facts, $run, $help, ($example, $value))
    };
}

/// A row whose function takes the meter, and exact numbers that `$read` takes from their places.
macro_rules! exact {
    ($name:literal, $operand:expr, $arguments:expr, $result:expr, $read:ident[$($place:literal),+], $function:expr, $($text:tt)+) => {
        row!($name, $operand, $arguments, $result, Facts::PURE, Run::Pure(|values, meter| {
            Ok(Value::from($function($($read(values, $place)),+, meter)?))
        }), $($text)+)
    };
}

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
mod word;

use crate::ir::operator::{Facts, Run, Typed};
pub use crate::ir::operator::{Family, Operator};
pub use reference::reference;

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

/// Every operator and control word, with the title of its family.
pub fn by_family() -> impl Iterator<Item = (&'static str, &'static Operator)> {
    TABLE.iter().flat_map(|(title, family)| family.iter().map(move |operator| (*title, operator)))
}

/// The operator of this name.
pub fn find(name: &str) -> Option<&'static Operator> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static Operator>> =
        LazyLock::new(|| all().map(|operator| (operator.name, operator)).collect());
    BY_NAME.get(name).copied()
}

/// The operator whose name is this text of the language.
pub(crate) fn find_text(name: &Text) -> Option<&'static Operator> {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    find(&name.to_utf8()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::host::{NoGame, Position};
    use crate::ir::operator::{Parity, Purity};
    use crate::json::{self, ReadLimits};
    use crate::limits::{Limits, Meter};
    use crate::program::Program;

    /// A host whose random numbers are all 0.
    #[derive(Default)]
    struct FixedRandom(NoGame);

    impl crate::Host for FixedRandom {
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
            let result = program.run(&mut FixedRandom::default(), &Position::default(), &mut meter);
            assert_eq!(result, Ok(read(value)), "{}: {expression}", operator.name);
        }
    }

    #[test]
    fn facts_of_a_row_fit_what_it_does() {
        for operator in all() {
            let Facts { purity, typed, parity } = operator.facts;
            let name = operator.name;
            let expected: &[Purity] = match operator.run {
                Run::Number1(_)
                | Run::Number2(_)
                | Run::Integer1(_)
                | Run::Integer2(_)
                | Run::Relation(_) => &[Purity::Pure],
                Run::Pure(_) => &[Purity::Pure, Purity::Choice],
                Run::Host(_) | Run::Effect(_) | Run::SetVariable(_) | Run::Control(_) => &[Purity::Impure],
                Run::Callback(_) => &[Purity::OfCallbacks, Purity::Impure],
                Run::Lazy(_) => &[Purity::Pure, Purity::Impure],
            };
            assert!(expected.contains(&purity), "{name}: {purity:?}");
            let arguments = match typed {
                Typed::Untyped | Typed::Variables | Typed::ReplaceTile => None,
                Typed::Integer1(_) | Typed::Not | Typed::ToNumber | Typed::TypeOf | Typed::Length => Some(0),
                _ => Some(1),
            };
            assert!(arguments.is_none_or(|count| count == operator.arguments.len()), "{name}");
            let changes = matches!(typed, Typed::Untyped | Typed::Variables | Typed::ReplaceTile);
            assert!(purity != Purity::Impure || changes, "{name} is not pure");
            assert!(parity == Parity::Never || matches!(operator.run, Run::Number2(_)), "{name}");
            assert!(purity != Purity::Choice || operator.result == Family::Any, "{name} gives a new value");
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
