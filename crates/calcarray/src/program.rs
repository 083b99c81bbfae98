//! A compiled expression.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::compile::Compiler;
use crate::error::Error;
use crate::exec::evaluate::{Evaluator, Inherit, Scope};
use crate::exec::parent::Parent;
use crate::host::{Host, Position};
use crate::ir::line::Node;
use crate::limits::{exceeded, Limit, Limits, Meter};
use crate::pure::{special_operand, Formula, Glance, Outcome, Quick, QuickLine};
use crate::trace::Trace;
use crate::value::Value;

/// An expression, read and compiled once, to be run any number of times.
///
/// Immutable and cheap to clone; it can be shared between threads. The
/// compiled form is made when the program first runs: most expressions of a
/// mode are never needed in most games.
#[derive(Clone)]
pub struct Program(Arc<Code>);

struct Code {
    source: Value,
    compiled: OnceLock<Result<Node, Error>>,
}

/// The variables of a line: those it declared, in order.
pub type Variables = RefCell<Vec<Value>>;

impl Program {
    /// Takes an expression. Any value is one: arrays are code, texts may be
    /// special strings, everything else is itself.
    ///
    /// # Errors
    /// Only [`Limit::Nesting`], if its arrays nest too deep.
    pub fn compile(expression: &Value, limits: &Limits) -> Result<Program, Error> {
        match expression {
            Value::Array(array) if array.depth() > limits.nesting => Err(exceeded(Limit::Nesting)),
            _ => Ok(Program(Arc::new(Code { source: expression.clone(), compiled: OnceLock::new() }))),
        }
    }

    /// A program that gives `value`, whatever it is.
    pub fn constant(value: Value) -> Program {
        Program(Arc::new(Code { source: value.clone(), compiled: OnceLock::from(Ok(Node::Value(value))) }))
    }

    /// The expression, as it was written.
    pub fn source(&self) -> &Value {
        &self.0.source
    }

    /// Evaluates (docs/spec/calcarray.md, "Evaluation model", under
    /// "Outermost").
    ///
    /// ```
    /// use calcarray::{host::NoGame, json, Limits, Meter, Position, Program, Value};
    ///
    /// let expression = json::read(r#"[3, "+", 4, "*", 2]"#, &Default::default())?;
    /// let program = Program::compile(&expression, &Limits::default())?;
    /// let mut meter = Meter::new(Limits::default());
    /// let value = program.run(&mut NoGame::default(), &Position::default(), &mut meter)?;
    /// assert_eq!(value, Value::Number(14.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If an operator can't be applied, or a limit of `meter` is reached.
    #[inline]
    pub fn run(
        &self,
        host: &mut dyn Host,
        position: &Position<'_>,
        meter: &mut Meter,
    ) -> Result<Value, Error> {
        match self.at_once(host, position, meter) {
            Some(outcome) => Ok(outcome.into()),
            None => self.walk(host, position, meter, &Variables::default()),
        }
    }

    /// Evaluates with the variables of an (imaginary) enclosing line, which
    /// the expression sees and may change if it starts with a retaining word.
    ///
    /// # Errors
    /// As [`Program::run`].
    #[inline]
    pub fn run_with(
        &self,
        host: &mut dyn Host,
        position: &Position<'_>,
        meter: &mut Meter,
        variables: &Variables,
    ) -> Result<Value, Error> {
        match self.at_once(host, position, meter) {
            Some(outcome) => Ok(outcome.into()),
            None => self.walk(host, position, meter, variables),
        }
    }

    /// What it gives if it reads nothing but numbers of tiles, as nearly every
    /// condition and result of nearly every mode does.
    ///
    /// It comes in registers, and only whoever asked makes a value of it: made
    /// here, in two pieces, and moved there, in one, it would keep the processor
    /// waiting.
    #[inline(never)]
    fn at_once(&self, host: &dyn Host, position: &Position<'_>, meter: &mut Meter) -> Option<Outcome> {
        self.quick()?.at_once(host, position, meter)
    }

    /// The same, where it does not.
    #[inline(never)]
    fn walk(
        &self,
        host: &mut dyn Host,
        position: &Position<'_>,
        meter: &mut Meter,
        variables: &Variables,
    ) -> Result<Value, Error> {
        match self.quick().and_then(|quick| quick.run_first(host, position, variables, meter)) {
            Some(outcome) => Ok(outcome.into()),
            None => Evaluator::new(host, meter, None).program(self, position, variables),
        }
    }

    /// The short way, if there is one and the program was compiled.
    #[inline]
    fn quick(&self) -> Option<&QuickLine> {
        match self.0.compiled.get() {
            Some(Ok(Node::Line(line))) => line.quick.as_ref(),
            _ => None,
        }
    }

    /// [`Program::run_with`] in lines whose running values these are, the
    /// innermost last: what `@Parent` finds.
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn run_inside(
        &self,
        host: &mut dyn Host,
        position: &Position<'_>,
        meter: &mut Meter,
        variables: &Variables,
        parents: &[Value],
    ) -> Result<Value, Error> {
        let scope = Scope { position, variables, inherit: Inherit::Nothing, parents: None, inserted: &[] };
        Evaluator::new(host, meter, None).program_inside(self, &scope, parents)
    }

    /// [`Program::run_with`], telling `trace` of every step.
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn trace(
        &self,
        host: &mut dyn Host,
        position: &Position<'_>,
        meter: &mut Meter,
        variables: &Variables,
        trace: &mut dyn Trace,
    ) -> Result<Value, Error> {
        Evaluator::new(host, meter, Some(trace)).program(self, position, variables)
    }

    /// What the program, as a condition, asks of a row of tiles, if it asks for
    /// hardly anything else and fits `limits`.
    pub fn glance(&self, limits: &Limits) -> Option<Glance> {
        let Ok(Node::Line(line)) = self.node(limits) else { return None };
        line.quick.as_ref()?.glance().filter(|glance| glance.cost() <= limits.steps)
    }

    /// The number that the program computes from numbers of a row of tiles, if it
    /// does nothing else and fits `limits`.
    pub fn formula(&self, limits: &Limits) -> Option<Formula> {
        let formula = match self.node(limits).ok()? {
            Node::Value(Value::Number(number)) => Formula::of(&Quick::Number(*number), 1),
            Node::Special(special) => Formula::of(&special_operand(special)?, 1),
            Node::Line(line) => line.quick.as_ref()?.formula(),
            _ => None,
        };
        formula.filter(|formula| formula.cost() <= limits.steps)
    }

    /// Whether the short way is open.
    #[cfg(test)]
    pub(crate) fn is_quick(&self) -> bool {
        self.quick().is_some()
    }

    fn node(&self, limits: &Limits) -> Result<&Node, Error> {
        match self.0.compiled.get_or_init(|| Compiler::new(limits).node(&self.0.source)) {
            Ok(node) => Ok(node),
            Err(error) => Err(error.clone()),
        }
    }
}

impl Evaluator<'_> {
    /// An outermost evaluation of a program.
    pub fn program(
        &mut self,
        program: &Program,
        position: &Position<'_>,
        variables: &Variables,
    ) -> Result<Value, Error> {
        let scope = Scope { position, variables, inherit: Inherit::Nothing, parents: None, inserted: &[] };
        self.program_in(program, &scope)
    }

    /// The same inside of lines with these running values.
    fn program_inside(
        &mut self,
        program: &Program,
        scope: &Scope<'_>,
        parents: &[Value],
    ) -> Result<Value, Error> {
        let Some((outermost, inner)) = parents.split_first() else {
            return self.program_in(program, scope);
        };
        let parent = Parent::new(scope.parents, &Node::UNDEFINED);
        parent.set(outermost);
        self.program_inside(program, &Scope { parents: Some(&parent), ..*scope }, inner)
    }

    /// The same, in the place and with the variables of a scope.
    pub fn program_in(&mut self, program: &Program, scope: &Scope<'_>) -> Result<Value, Error> {
        self.meter.enter()?;
        let result = match program.node(self.meter.limits()) {
            Ok(node) => self.evaluate(node, scope).and_then(|value| self.clean(value)),
            Err(error) => Err(error),
        };
        self.meter.leave();
        result
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({})", crate::json::write(&self.0.source))
    }
}
