//! The table of modifiers in the documentation is that of the catalogue.

use calcarray::{Value, json};
use polymerge_modifiers::modifiers;

const DOCUMENT: &str = include_str!("../../../docs/modifiers.md");

#[test]
fn every_modifier_is_documented() {
    for modifier in modifiers() {
        let default = match modifier.default_value() {
            Value::Text(text) => text.to_string_lossy(),
            Value::Number(f64::INFINITY) => "infinity".into(),
            other => json::write(&other),
        };
        let row = format!(
            "| `{}` | {:?} | {} | {default} | {} |",
            modifier.name,
            modifier.group,
            modifier.range.text(),
            modifier.help
        );
        assert!(DOCUMENT.contains(&row), "docs/modifiers.md lacks the row\n{row}");
    }
}
