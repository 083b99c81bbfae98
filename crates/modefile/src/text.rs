//! Mode files as text: JSON with comments as a tree of values with places,
//! problems at such places, and trees written as text again.

pub(crate) mod built_in;
pub(crate) mod codes;
pub(crate) mod colour_names;
pub(crate) mod css;
pub(crate) mod exact;
pub(crate) mod jsonc;
pub(crate) mod layout;
pub(crate) mod meant;
pub(crate) mod nearest;
pub(crate) mod node;
pub(crate) mod options;
pub(crate) mod problem;
pub mod report;
pub(crate) mod source;
pub(crate) mod tree;
