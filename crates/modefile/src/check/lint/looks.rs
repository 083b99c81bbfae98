//! Lints of looks: those that no tile has, and tiles that have none.

use calcarray::{Program, Value};

use crate::check::lint::possible_tiles::shown;
use crate::check::lint::{CheckedMode, Finding};
use crate::check::merge_rule::Rule;
use crate::check::rule::is_tile;
use crate::text::node::{Kind, Node};

/// The conditions of the looks, with the whole of each.
fn conditions<'a>(mode: &CheckedMode<'a>) -> impl Iterator<Item = (&'a Node, Rule<'a>)> {
    let looks = mode.parts.list("tile_types").iter().map(Rule::of);
    looks.filter_map(|look| Some((look.parts.first()?, look)))
}

/// A look for a tile that spawns and merges never make.
pub(super) fn unused(mode: &CheckedMode) -> Vec<Finding> {
    // Boxes may show tiles that are nowhere else.
    let is_shown = |stat_box: &Node| {
        stat_box.as_array().is_some_and(|parts| {
            parts.get(4).is_some_and(|show| show.is_word("Tile") || show.is_word("TileArray"))
        })
    };
    let shows_tiles = mode.parts.list("stat_boxes").iter().any(is_shown);
    let Some(made) = mode.made.as_ref().filter(|_| !mode.has_settings && !shows_tiles) else {
        return Vec::new();
    };
    let mut made = made.borrow_mut();
    let mut found = Vec::new();
    for (condition, look) in conditions(mode) {
        let Some(entries) = condition.as_array().filter(|entries| is_tile(entries)) else { continue };
        let Ok(tile) = condition.to_value() else { continue };
        // A tile of another kind, such as a box, may come from modifiers.
        let is_plain = entries.iter().all(|entry| entry.as_string().is_none_or(|text| text.starts_with('@')));
        if is_plain && made.never_makes(&tile) {
            let message = format!("this look is never used: there is never a tile {}", shown(&tile));
            let help = "remove it, or add a spawn or a merge that makes the tile";
            found.push(Finding::at(look.span, message, help));
        }
    }
    found
}

/// A mode without looks, or a tile without one, though there is one for a larger tile.
pub(super) fn missing(mode: &CheckedMode) -> Vec<Finding> {
    if mode.parts.list("tile_types").is_empty() {
        let span = mode.parts.get("tile_types").map(|node| node.span).unwrap_or_default();
        let help = "one look for all tiles is {\"colour\": \"#eee4da\"} in \"tiles\"";
        return vec![Finding::at(span, "no tile has a look: all are shown as \"undefined\"", help)];
    }
    let Some(made) = mode.made.as_ref().filter(|made| made.borrow().is_exact) else { return Vec::new() };
    let mut made = made.borrow_mut();
    let mut largest = f64::NEG_INFINITY;
    let mut looks = Vec::new();
    for (condition, look) in conditions(mode) {
        let Ok(value) = condition.to_value() else { return Vec::new() };
        if matches!(condition.kind, Kind::Boolean(true)) || !look.variables.is_empty() {
            return Vec::new();
        }
        if condition.as_array().is_some_and(is_tile) {
            largest = largest.max(made.tile_value(&value));
        }
        looks.push((made.condition(condition), value));
    }
    let smaller = made.tiles().into_iter().filter(|tile| tile.tile_value < largest);
    let smaller: Vec<Value> = smaller.map(|tile| tile.value.clone()).collect();
    // Where it can't be told whether a look fits, it does.
    let mut fits = |tile: &Value| {
        let mut fails = |condition: &Option<Program>| Some(!made.holds(condition.as_ref()?, tile)?);
        looks.iter().any(|(condition, value)| value == tile || fails(condition) != Some(true))
    };
    let missing: Vec<Value> = smaller.into_iter().filter(|tile| !fits(tile)).collect();
    let Some(tile) = missing.into_iter().find(|tile| made.is_sure(tile)) else { return Vec::new() };
    let span = mode.parts.get("tile_types").map(|node| node.span).unwrap_or_default();
    let message = format!("no look fits the tile {}: the last look is used for it", shown(&tile));
    let help = "give it a look of its own, or let the last look have neither \"tile\" nor \"when\"";
    vec![Finding::at(span, message, help)]
}
