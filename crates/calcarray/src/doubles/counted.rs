//! Conditions that are told by what the game counts. An engine that knows the counters needs neither a
//! host nor a position for them.

use super::term::Terms;
use crate::host::Counter;
use crate::ir::doubles::Pure;
use crate::ir::term::{MOST_SLOTS, Test};

/// A condition that is computed from counters of the game alone, such as
/// [`internals::counted`](crate::internals::counted) finds.
#[derive(Debug)]
pub struct Counted {
    /// The counter of each slot.
    counters: Vec<Counter>,
    test: Test,
    cost: u64,
}

impl Counted {
    /// Of an expression that reads no variables.
    pub(super) fn of(pure: &Pure, cost: u64) -> Option<Counted> {
        if !pure.gives_truth() {
            return None;
        }
        let mut terms = Terms::of_counters();
        let test = terms.test(pure)?;
        let counters = terms.into_leaves().into_iter().map(|leaf| match leaf {
            Pure::Counter(counter) => counter,
            _ => None,
        });
        Some(Counted { counters: counters.collect::<Option<_>>()?, test, cost })
    }

    /// The number of steps that the condition takes on a [`Meter`](crate::Meter).
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns true if the condition gives `true` for these counters.
    pub fn holds(&self, counter: impl Fn(Counter) -> f64) -> bool {
        let mut slots = [0.0; MOST_SLOTS];
        for (slot, own) in slots.iter_mut().zip(&self.counters) {
            *slot = counter(*own);
        }
        self.test.holds(&slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Board, Host};
    use crate::{Limits, Meter, Position, Primes, Program, Value, internals, json};

    /// A game with these counters.
    struct Game(Primes, [f64; 5], Value);

    impl Host for Game {
        fn grid(&self) -> &dyn Board {
            &self.2
        }
        fn counter(&self, counter: Counter) -> f64 {
            self.1[counter as usize]
        }
        fn primes(&mut self) -> &mut Primes {
            &mut self.0
        }
    }

    fn compiled(text: &str) -> Program {
        let expression = json::read(text, &Default::default()).unwrap();
        Program::compile(&expression, &Limits::default()).unwrap()
    }

    #[test]
    fn what_is_told_by_counters_is_what_the_evaluation_gives() {
        const NUMBERS: [f64; 6] = [0.0, 1.0, 7.5, -3.0, f64::NAN, f64::INFINITY];
        for text in [
            r#"["@Score", ">=", 500]"#,
            r#"[["@Score", "/", ["@Moves", "+", 1]], "<", "@Merges"]"#,
            r#"["@Moves", "%", 4, "=", 0, "&&", ["@MergeMoves", "!=", "@MergesBefore"]]"#,
            r#"[["@Score", "abs", "^", 2], "<=", 49, "||", ["@Moves", "=", "@Moves"], "!"]"#,
            r#"[["@Score", "@if", ["@Moves", ">", 1], "*", 2, "@end-if"], "<", 3]"#,
        ] {
            let program = compiled(text);
            let counted = internals::counted(&program, &Limits::default()).expect(text);
            for (place, number) in NUMBERS.iter().enumerate() {
                let counters = std::array::from_fn(|other| NUMBERS[(place + other) % 6] + number);
                let mut game = Game(Primes::default(), counters, Value::array(Vec::new()));
                let mut meter = Meter::new(Limits::default());
                let position = Position::default();
                let value = program.run_with(&mut game, &position, &mut meter, &Default::default()).unwrap();
                let holds = counted.holds(|counter| counters[counter as usize]);
                assert!(Value::Boolean(holds).identical(&value), "{text} of {counters:?}: {value:?}");
            }
        }
    }

    #[test]
    fn what_reads_anything_else_or_is_no_condition_is_not_told_by_counters() {
        for text in [
            "true",
            "7",
            r#""@Score""#,
            r#"["@Score", "+", 1]"#,
            r#"["@Score", ">", "@This 0"]"#,
            r#"["@Score", ">", "@GVar 0"]"#,
            r#"["@Score", "=", "two"]"#,
            r#"["@var_retain", "@Score", ">", "@Var 0"]"#,
            r#"["@Score", "rand_int", 9, "<", 3]"#,
            r#"["@Score", "@add_score", 1, "<", 3]"#,
            r#"["@Score", "String", "=", 3]"#,
            r#"["@Grid", "arr_length", ">", "@Score"]"#,
        ] {
            assert!(internals::counted(&compiled(text), &Limits::default()).is_none(), "{text}");
        }
    }
}
