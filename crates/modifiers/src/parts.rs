//! The parts of a mode as modifiers see and change them: expressions, merge
//! rules, tile types, variables.

pub(crate) mod body;
pub(crate) mod expression;
pub(crate) mod lengths;
pub(crate) mod merge_rule;
pub(crate) mod pattern;
pub(crate) mod tile_type;
pub(crate) mod traits;
pub(crate) mod variable;
