//! Programs, compiled when they are first run.

use crate::compile::Compiler;
use crate::error::Error;
use crate::host::Position;
use crate::ir::evaluator::Evaluator;
use crate::ir::language::Language;
use crate::ir::line::Node;
use crate::ir::program::Program;
use crate::ir::scope::{Parent, Scope};
use crate::ir::variables::Variables;
use crate::limits::Limits;
use crate::value::Value;

/// The compiled form of a program.
///
/// # Errors
/// If its arrays nest too deep.
pub(crate) fn node<'p>(
    program: &'p Program,
    language: &dyn Language,
    limits: &Limits,
) -> Result<&'p Node, Error> {
    program.compiled(|source| Compiler::new(language, limits).node(source))
}

impl Evaluator<'_> {
    /// An outermost evaluation of a program.
    pub fn program(
        &mut self,
        program: &Program,
        position: &Position<'_>,
        variables: &Variables,
    ) -> Result<Value, Error> {
        self.program_in(program, &Scope::outermost(position, variables))
    }

    /// An evaluation of a program inside of lines with these running values, the
    /// innermost last.
    pub fn program_inside(
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

    /// An evaluation of a program in the place and with the variables of a scope.
    pub fn program_in(&mut self, program: &Program, scope: &Scope<'_>) -> Result<Value, Error> {
        self.meter.enter()?;
        let result = match node(program, self.language, self.meter.limits()) {
            Ok(node) => self.evaluate(node, scope).and_then(|value| self.clean(value)),
            Err(error) => Err(error),
        };
        self.meter.leave();
        result
    }
}
