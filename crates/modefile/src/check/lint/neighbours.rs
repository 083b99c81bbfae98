//! Lints of loops over neighbours: before the first row there is no row -1.

use crate::check::lint::{CheckedMode, Finding};
use crate::text::node::{Kind, Node};
use crate::text::problem::Help;

/// Fields in which expressions read the grid.
const FIELDS: [&str; 9] = [
    "movement_parameters",
    "scripts",
    "merge_rules",
    "stat_boxes",
    "spawn_tile_blocked",
    "spawn_conditions",
    "win_requirement",
    "lose_requirement",
    "direction_blocked",
];

/// Operators that keep a number within bounds, or ask whether it is.
const GUARDS: [&str; 10] = ["<", ">", "<=", ">=", "=", "!=", "max", "min", "mod", "%"];

/// Words for places and for numbers that are counted.
const PLACES: [&str; 6] = ["@VCoord", "@HCoord", "@GridWidth", "@GridHeight", "@Var", "@Parent"];

fn has_place(node: &Node) -> bool {
    node.any_text(&|text| PLACES.contains(&text.split(' ').next().unwrap_or_default()))
}

/// Tells whether a place is compared with something anywhere in an expression.
fn is_guarded(node: &Node) -> bool {
    let entries = node.as_array().unwrap_or_default();
    let guards = |entry: &Node| entry.as_string().is_some_and(|name| GUARDS.contains(&name.as_str()));
    let guarded = entries.windows(3).any(|part| {
        let [before, operator, after] = part else { return false };
        guards(operator) && (is_place(before) || is_place(after))
    });
    guarded || entries.iter().any(is_guarded)
}

/// Tells whether a value is a place, or a sum with one: no tile of the grid at it.
fn is_place(node: &Node) -> bool {
    has_place(node)
        && !node.any_text(&|text| text.starts_with("@Grid ") || text == "@Grid" || text == "arr_elem")
}

/// Tells whether a sum may be -1: something is taken from a place, or what is added to it may be
/// below 0.
fn may_be_negative(index: &Node, whole: &Node) -> bool {
    let Some(entries) = index.as_array().filter(|_| has_place(index)) else { return false };
    // The last row, or one at a distance from it.
    if let [size, minus, Node { kind: Kind::Number(_), .. }] = entries
        && minus.is_word("-")
        && (size.is_word("@GridWidth") || size.is_word("@GridHeight"))
    {
        return false;
    }
    let has = |name: &str| entries.iter().any(|entry| entry.is_word(name));
    let has_step = || index.any_text(&|text| ["@VDir", "@HDir"].contains(&text));
    has("-") || has("+") && (has_step() || has_negative(whole))
}

fn has_negative(node: &Node) -> bool {
    match &node.kind {
        Kind::Number(number) => *number < 0.0,
        Kind::Array(entries) => entries.iter().any(has_negative),
        _ => false,
    }
}

/// Indices of rows and columns of the grid in an expression.
fn indices<'n>(node: &'n Node, found: &mut Vec<&'n Node>) {
    let entries = node.as_array().unwrap_or_default();
    let first = entries.iter().position(|entry| entry.is_word("@Grid") || entry.is_word("@TileContainer"));
    if let Some(grid) = first {
        let mut rest = entries.get(grid + 1..).unwrap_or_default();
        while let [operator, index, tail @ ..] = rest {
            if !operator.is_word("arr_elem") {
                break;
            }
            found.push(index);
            rest = tail;
        }
    }
    entries.iter().for_each(|entry| indices(entry, found));
}

/// `arr_elem` with -1 is the last entry: a neighbour beyond the edge is a cell of the other
/// edge. Where places are compared with anything, that may be thought of.
pub(super) fn wraps_around(mode: &CheckedMode) -> Vec<Finding> {
    let fields = FIELDS.into_iter().filter_map(|field| mode.parts.get(field));
    let wholes = fields.flat_map(|node| match &node.kind {
        // Each script, rule and box by itself.
        Kind::Array(entries) if entries.iter().all(|entry| entry.as_array().is_some()) => {
            entries.iter().collect()
        }
        _ => vec![node],
    });
    let mut found = Vec::new();
    for whole in wholes.filter(|whole| !is_guarded(whole)) {
        let mut all = Vec::new();
        indices(whole, &mut all);
        for index in all.into_iter().filter(|index| may_be_negative(index, whole)) {
            let message =
                "at the edge this is -1, and `arr_elem` counts that from the end: the cell of the other edge";
            let help = Help::by_form(
                "ask first whether there is such a cell: \"@if\", [row, \">=\", 0], …, \"@end-if\"; \
                 \"@Relative -1 0\" stays a text where there is none",
                "ask first whether there is such a cell: if row > 0 { … }; neighbours has only cells of the \
                 board, and near(-1, 0) is a text where there is none",
            );
            found.push(Finding::at(index.span, message, help));
        }
    }
    found
}
