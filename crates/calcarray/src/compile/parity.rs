//! Counters of which only whether they are odd is of any matter: rules that take
//! turns read `["@Moves", "%", 2]` or `[-1, "^", "@Moves"]`. Who remembers what
//! came of a rule need not tell all other moves apart.

use std::sync::Arc;

use crate::ir::line::{Action, Node, Step};
use crate::ir::operator::Parity;
use crate::ir::special::{Special, Subject};
use crate::value::Value;

/// Looks whether a line starts in such a way, and marks the counter if so.
pub(crate) fn mark(first: &mut Node, steps: &mut [Step]) {
    let Some(Step { action: Action::Number2(operator, _, argument), .. }) = steps.first_mut() else { return };
    match operator.facts.parity {
        Parity::OfRunning(number) if is_number(argument, number) => mark_counter(first),
        Parity::OfArgument(number) if is_number(first, number) => mark_counter(argument),
        _ => {}
    }
}

fn is_number(node: &Node, number: f64) -> bool {
    matches!(node, Node::Value(Value::Number(own)) if *own == number)
}

fn mark_counter(node: &mut Node) {
    if let Node::Special(special) = node
        && let (Subject::Counter(counter), None) = (&special.subject, &special.overrides)
    {
        let subject = Subject::ParityOf(*counter);
        *special = Arc::new(Special { subject, ..Special::clone(special) });
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use crate::host::{Counter, NoGame};
    use crate::internals::{Looked, Observer};
    use crate::{Board, Host, Limits, Meter, Position, Primes, Program, json};

    /// Hears which counters are asked for, and for what.
    #[derive(Default)]
    struct ReadRecorder(NoGame, RefCell<Vec<&'static str>>);

    impl Host for ReadRecorder {
        fn grid(&self) -> &dyn Board {
            self.0.grid()
        }
        fn primes(&mut self) -> &mut Primes {
            self.0.primes()
        }
        fn counter(&self, _: Counter) -> f64 {
            self.1.borrow_mut().push("value");
            7.0
        }
        fn observer(&self) -> Option<&dyn Observer> {
            Some(self)
        }
    }

    impl Observer for ReadRecorder {
        fn note(&self, _: Looked) {}
        fn counter_for_parity(&self, _: Counter) -> f64 {
            self.1.borrow_mut().push("parity");
            7.0
        }
        fn is_dry_run(&self) -> bool {
            false
        }
    }

    #[test]
    fn only_parity_is_asked_for_where_only_that_matters() {
        for (expression, value, asked) in [
            (r#"["@Moves","%",2]"#, "1", "parity"),
            (r#"["@Moves","%",2,"=",1]"#, "true", "parity"),
            (r#"["@Merges","%",2,"+","@Merges"]"#, "8", "parity value"),
            (r#"[-1,"^","@Moves"]"#, "-1", "parity"),
            (r#"[-1,"^","@Moves","*","@Moves"]"#, "-7", "parity value"),
            (r#"["@Moves","%",3]"#, "1", "value"),
            (r#"["@Moves","+",0,"%",2]"#, "1", "value"),
            (r#"[1,"+","@Moves","%",2]"#, "0", "value"),
            (r#"["@Moves","%",["@Moves","-",5]]"#, "1", "value value"),
            (r#"[-1,"*","@Moves"]"#, "-7", "value"),
            (r#"[2,"^","@Moves"]"#, "128", "value"),
            (r#"["@Moves"]"#, "7", "value"),
        ] {
            let program = json::read(expression, &Default::default()).unwrap();
            let program = Program::compile(&program, &Limits::default()).unwrap();
            let mut host = ReadRecorder::default();
            let mut meter = Meter::new(Limits::default());
            let result = program.run(&mut host, &Position::default(), &mut meter).unwrap();
            assert_eq!(json::write(&result), value, "{expression}");
            assert_eq!(host.1.borrow().join(" "), asked, "{expression}");
        }
    }
}
