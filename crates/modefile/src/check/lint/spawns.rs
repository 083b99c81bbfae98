//! Lints of what spawns, and of other tiles that are written down.

use crate::check::lint::steps::is_number_in_quotes;
use crate::check::lint::{CheckedMode, Finding};
use crate::check::rule::is_tile;
use crate::text::node::{Kind, Node};

/// The tiles of a spawn entry.
pub(super) fn tiles(entry: &Node) -> &[Node] {
    match entry.as_array().unwrap_or_default() {
        [word, _, contents @ ..] if word.is_word("Box") => contents,
        [word, ..] if word.is_word("@CalcArray") => &[],
        [tile, _] => std::slice::from_ref(tile),
        _ => &[],
    }
}

/// An empty cell that spawns.
pub(super) fn empty(mode: &CheckedMode) -> Vec<Finding> {
    let tiles = mode.parts.list("spawns").iter().flat_map(tiles);
    let empty = tiles.filter(|tile| tile.is_word("@Empty"));
    let found = |tile: &Node| {
        let help = "a tile is a list of its entries, such as [2]; \"spawn_conditions\" says in which turns tiles spawn";
        Finding::at(tile.span, "an empty cell is not a tile: nothing spawns then", help)
    };
    empty.map(found).collect()
}

/// A tile `["2"]` is not the tile `[2]`.
pub(super) fn number_in_quotes(mode: &CheckedMode) -> Vec<Finding> {
    let goals = mode.parts.list("win_conditions").iter().chain(mode.parts.list("lose_conditions"));
    let tiles = mode.parts.list("spawns").iter().flat_map(tiles).chain(goals);
    let entries = tiles.filter_map(Node::as_array).filter(|entries| is_tile(entries)).flatten();
    let quoted = |entry: &Node| {
        let text = entry.as_string().filter(|text| is_number_in_quotes(text))?;
        let message =
            format!("the entry \"{text}\" of this tile is a text, and a text is never equal to a number");
        Some(Finding::at(entry.span, message, format!("write a number without quotes: {text}")))
    };
    entries.filter_map(quoted).collect()
}

/// A tile in a box without its number: it is there once. Where tiles have one entry, the next
/// tile may have been meant as the number.
pub(super) fn boxes(mode: &CheckedMode) -> Vec<Finding> {
    if mode.rules.mode().tile_entries != 1 {
        return Vec::new();
    }
    let boxes = mode.parts.list("spawns").iter().filter_map(|entry| match entry.as_array()? {
        [word, _, contents @ ..] if word.is_word("Box") => Some(contents),
        _ => None,
    });
    let mut found = Vec::new();
    for contents in boxes {
        let pairs = contents.iter().zip(contents.iter().skip(1).map(Some).chain([None]));
        let is_number = |node: Option<&Node>| node.is_some_and(|node| matches!(node.kind, Kind::Number(_)));
        let unnumbered = pairs.filter(|(tile, next)| tile.as_array().is_some() && !is_number(*next));
        found.extend(unnumbered.map(|(tile, _)| {
            let help = "each tile in a box is followed by its number: \"box\": [[1], 3, [2], 1] holds [1] three times";
            Finding::at(tile.span, "this tile has no number: the box holds it once", help)
        }));
    }
    found
}
