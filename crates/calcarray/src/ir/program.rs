//! An expression as a program: its source, and the compiled form once it has
//! been needed.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::error::{Error, Limit};
use crate::ir::line::{Line, Node};
use crate::limits::{Limits, exceeded};
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

    /// The compiled form, made by `compile` when it is first asked for.
    pub(crate) fn compiled(
        &self,
        compile: impl FnOnce(&Value) -> Result<Node, Error>,
    ) -> Result<&Node, Error> {
        match self.0.compiled.get_or_init(|| compile(&self.0.source)) {
            Ok(node) => Ok(node),
            Err(error) => Err(error.clone()),
        }
    }

    /// The line that the program is, if it has been compiled and is one.
    #[inline]
    pub(crate) fn line(&self) -> Option<&Line> {
        match self.0.compiled.get() {
            Some(Ok(Node::Line(line))) => Some(line),
            _ => None,
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({})", crate::json::write(&self.0.source))
    }
}
