//! Formulas of a file as the arrays that they become.

use polymerge_formula::{Place, compile_placed};

use crate::expand::formula::{Joined, place_of, place_of_several, texts_of};
use crate::expand::marks::formula_in;
use crate::rewrite::Walk;
use crate::rewrite::scope::has_number_of_name;
use crate::text::layout;
use crate::text::node::{Kind, Node};

/// A list is broken as if it began no further in than this, in characters.
const MARGIN: usize = 30;

impl Walk<'_> {
    /// The text of a formula as a list, or of formulas that are one.
    pub(super) fn array(&self, node: &Node, script: Option<Place>) -> Option<String> {
        let (formula, place) = match (&node.kind, script) {
            (_, Some(place)) => {
                let statements = node.as_array().unwrap_or(std::slice::from_ref(node));
                (Joined::new(&texts_of(statements)?).text, place)
            }
            (Kind::Text(text), None) => {
                let formula = formula_in(text)?;
                let place = place_of(&formula);
                (formula, place)
            }
            (Kind::Array(entries), None) => {
                let place = place_of_several(entries)?;
                (Joined::new(&texts_of(entries)?).text, place)
            }
            _ => return None,
        };
        if has_number_of_name(&formula) {
            return None;
        }
        let (entry, _) = compile_placed(&formula, &self.scope, place).ok()?;
        let value = entry.to_value();
        if value.as_array().is_none() && self.is_calculated {
            return None;
        }
        let list = self.scope.node(&value)?;
        // What stands before a list on a long line does not break it.
        let (indent, column) = self.indent(node.span);
        Some(layout::value(&list, indent, column.min(indent + MARGIN)))
    }
}
