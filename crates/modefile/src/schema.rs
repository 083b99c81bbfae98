//! The schema of mode files.

/// The JSON Schema of mode files, with descriptions of their keys, for editors.
pub const SCHEMA: &str = include_str!("../modes/mode.schema.json");
