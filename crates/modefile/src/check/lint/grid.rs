//! Lints of the grid.

use crate::check::lint::{CheckedMode, Finding};
use crate::text::node::{Kind, Node, Span};

/// A grid in which nothing can lie.
pub(super) fn no_room(mode: &CheckedMode) -> Vec<Finding> {
    let Some(grid) = mode.parts.get("starting_grid") else { return Vec::new() };
    let rows = mode.parts.list("starting_grid");
    let cells = || rows.iter().filter_map(Node::as_array).flatten();
    let holds = |cell: &Node| {
        let hole = cell.as_text().is_some_and(|text| {
            text.is("@Void") || text.is("@Slippery") || text.starts_with("@TemporaryHole")
        });
        !hole
    };
    let is_filled = mode.parts.any_text(|word| word == "@replace_tile");
    if cells().next().is_none() || cells().any(holds) || is_filled {
        return Vec::new();
    }
    let help = "an empty cell is written `.` or \"@Empty\"";
    vec![Finding::at(grid.span, "no cell of this grid can hold a tile", help)]
}

/// Finds more tiles at the start than there are cells for.
pub(super) fn start_tiles(mode: &CheckedMode) -> Vec<Finding> {
    let Some(node) = mode.parts.get("start_tiles").filter(|node| node.span != Span::default()) else {
        return Vec::new();
    };
    let cells = mode.parts.list("starting_grid").iter().filter_map(Node::as_array).flatten();
    let free = cells.filter(|cell| cell.is_word("@Empty")).count();
    let is_too_many = |count: &f64| count.is_finite() && *count > free as f64;
    let Some(count) = node.as_number().filter(is_too_many).filter(|_| free > 0) else {
        return Vec::new();
    };
    let cells = if free == 1 { "1 cell is".to_owned() } else { format!("{free} cells are") };
    let count = calcarray::number::to_text(count);
    let message = format!("there is no room for {count} tiles at the start: {cells} free");
    let help = format!("write a number up to {free}; \"@Infinity\" fills the grid");
    vec![Finding::at(node.span, message, help)]
}

/// Hexagons are two columns wide: those in neighbouring columns of a row lie on one
/// another.
pub(super) fn overlap(mode: &CheckedMode) -> Vec<Finding> {
    let is_hexagonal =
        mode.parts.get("hexagonal").is_some_and(|node| matches!(node.kind, Kind::Boolean(true)));
    if !is_hexagonal {
        return Vec::new();
    }
    let shown = |cell: &Node| !cell.is_word("@Void");
    let overlaps =
        |row: &&Node| row.as_array().unwrap_or_default().windows(2).any(|pair| pair.iter().all(shown));
    let row = mode.parts.list("starting_grid").iter().find(overlaps);
    let found = row.map(|row| {
        let message = "hexagons overlap here: each is two columns wide";
        let help = "leave a hole between the cells of a row, and move every other row by one: \
                    \".#.#.\", \"#.#.#\"; or use {\"shape\": \"hexagon\", \"size\": 2}";
        Finding::at(row.span, message, help)
    });
    found.into_iter().collect()
}
