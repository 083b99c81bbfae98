//! The language that the compiler and the interpreter work for: the table of operators.

use crate::ir::operator::Operator;
use crate::text::Text;

/// A set of operators.
pub(crate) trait Language: Sync {
    /// The operator of this name.
    fn operator(&self, name: &Text) -> Option<&'static Operator>;
}
