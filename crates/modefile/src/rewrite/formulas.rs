//! Arrays of a file as the formulas that they are.

use calcarray::{Value, json, ops};
use polymerge_formula::{Place, show_at, show_lines_at};

use crate::rewrite::Walk;
use crate::rewrite::scope::has_number_of_name;
use crate::text::node::Node;

/// A script that is longer is written on several lines.
const WIDTH: usize = 90;
/// A formula that is longer stays a list, which can be broken.
const LONGEST: usize = 150;

impl Walk<'_> {
    /// The text of a list as a formula, or as the formulas of a script.
    pub(super) fn formula(&self, node: &Node, script: Option<Place>) -> Option<String> {
        let entries = node.as_array()?;
        let is_word = |entry: &Node| {
            entry.as_string().is_some_and(|word| ops::find(&word).is_some() || word == "@end_vars")
        };
        // Steps without a value before them are put into other lines.
        let is_part = entries
            .first()
            .is_none_or(|first| first.is_word("@Literal") || first.is_word("@CalcArray") || is_word(first));
        let shares = entries.first().is_some_and(|first| first.is_word("@var_retain"));
        let is_line = entries.len() > 1 && !is_part && (shares || entries.iter().any(is_word));
        let value = self.scope.value(node).filter(|_| is_line)?;
        let place = script.filter(|place| *place == Place::Script).unwrap_or(Place::Expression);
        let shown = show_at(&value, &self.scope, place);
        // Variables of a place where a definition is used have no names in it.
        let has_variables = self.scope.locals.is_empty() && shown.contains("@Var(");
        if shown.contains('`') || has_number_of_name(&shown) || has_variables {
            return None;
        }
        let quoted = |text: &str| json::write(&Value::text(text));
        if shown.len() <= WIDTH || (script.is_none() && shown.len() <= LONGEST) {
            return Some(quoted(&shown));
        }
        script?;
        let lines = show_lines_at(&value, &self.scope, place);
        let indent = " ".repeat(self.indent(node.span).0);
        let lines: String = lines.iter().map(|line| format!("{indent}  {},\n", quoted(line))).collect();
        Some(format!("[\n{lines}{indent}]"))
    }
}
