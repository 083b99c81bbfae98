//! Compiled expressions, as users run them.

use crate::compile::Compiler;
use crate::error::Error;
use crate::host::{Host, NoGame, Position};
use crate::ir::evaluator::Evaluator;
use crate::ir::language::Language;
use crate::ir::operator::Operator;
use crate::ir::outcome::Outcome;
pub use crate::ir::program::Program;
use crate::ir::scope::Scope;
pub use crate::ir::variables::Variables;
use crate::limits::{Limits, Meter};
use crate::ops;
use crate::text::Text;
use crate::trace::Trace;
use crate::value::Value;

/// The language with all of its operators.
pub(crate) struct CalcArrays;

impl Language for CalcArrays {
    fn operator(&self, name: &Text) -> Option<&'static Operator> {
        ops::find_text(name)
    }
}

impl<'e> Evaluator<'e> {
    pub fn new(
        host: &'e mut dyn Host,
        meter: &'e mut Meter,
        trace: Option<&'e mut dyn Trace>,
    ) -> Evaluator<'e> {
        Evaluator { host, meter, trace, memo: None, language: &CalcArrays }
    }
}

impl Program {
    /// [`Program::compile`], at once, and only if every operator of the expression is one:
    /// evaluated, what is no operator does nothing, as the language has it, so that a
    /// misspelt one is never told. Operators that the expression computes when it runs
    /// (lists in the place of one) are not looked at.
    ///
    /// ```
    /// use calcarray::{json, ErrorKind, Limits, Program};
    ///
    /// let expression = json::read(r#"[1, "+", [2, "pow", 3]]"#, &Default::default())?;
    /// let error = Program::compile_strict(&expression, &Limits::default()).unwrap_err();
    /// assert_eq!(error.to_string(), r#"there is no operator "pow", at entry 2 > 1"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::UnknownOperator`](crate::ErrorKind::UnknownOperator), with the place in
    /// its path, or a limit as of [`Program::compile`].
    pub fn compile_strict(expression: &Value, limits: &Limits) -> Result<Program, Error> {
        let program = Program::compile(expression, limits)?;
        program.compiled(|source| Compiler::strict(&CalcArrays, limits).node(source))?;
        Ok(program)
    }

    /// Evaluates by itself, without a game: each evaluation has all of `limits`. The
    /// inputs are the variables around the expression: it begins with `"@var_retain"` and
    /// reads them as `"@Var 0"`, `"@Var 1"` and so on.
    ///
    /// ```
    /// use calcarray::{json, Limits, Program, Value};
    ///
    /// let expression = json::read(r#"["@var_retain", "@Var 0", "*", 2, "+", "@Var 1"]"#, &Default::default())?;
    /// let program = Program::compile_strict(&expression, &Limits::default())?;
    /// for input in [5.0, 20.0] {
    ///     let value = program.evaluate(&[Value::Number(input), Value::Number(1.0)], &Limits::default())?;
    ///     assert_eq!(value, Value::Number(2.0 * input + 1.0));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Program::run`].
    pub fn evaluate(&self, inputs: &[Value], limits: &Limits) -> Result<Value, Error> {
        let variables = Variables::new(inputs.to_vec());
        self.run_with(
            &mut NoGame::default(),
            &Position::default(),
            &mut Meter::new(limits.clone()),
            &variables,
        )
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

    /// Returns the value of a line that reads only numbers of tiles, as nearly all conditions
    /// and results of nearly all modes do.
    ///
    /// It comes in registers, and only the caller makes a value of it: made here, in
    /// two pieces, and moved there, in one, it would keep the processor waiting.
    #[inline(never)]
    fn at_once(&self, host: &dyn Host, position: &Position<'_>, meter: &mut Meter) -> Option<Outcome> {
        self.line()?.doubles.numbers.as_ref()?.run(host, position, meter)
    }

    /// Evaluates in the general way.
    #[inline(never)]
    fn walk(
        &self,
        host: &mut dyn Host,
        position: &Position<'_>,
        meter: &mut Meter,
        variables: &Variables,
    ) -> Result<Value, Error> {
        Evaluator::new(host, meter, None).program(self, position, variables)
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
        let scope = Scope::outermost(position, variables);
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
}
