//! Lints of goals: what wins or loses.

use std::collections::HashSet;

use calcarray::Value;

use crate::check::lint::possible_tiles::{PossibleTiles, shown};
use crate::check::lint::steps::is_number_in_quotes;
use crate::check::lint::{CheckedMode, Finding, spawns};
use crate::check::rule::is_tile;
use crate::text::node::{Kind, Node};
use crate::text::problem::Help;

/// Special strings that look at a place in the grid.
const PLACES: [&str; 8] =
    ["@Next", "@NextNE", "@NextFull", "@Relative", "@VCoord", "@HCoord", "@VDir", "@HDir"];

/// The two kinds of goals: conditions and requirement, with their key.
const GOALS: [(&str, &str, &str); 2] =
    [("win_conditions", "win_requirement", "win"), ("lose_conditions", "lose_requirement", "lose")];

/// The tiles and expressions of goals that count, with their key.
fn goals<'a>(mode: &CheckedMode<'a>) -> impl Iterator<Item = (&'a Node, &'static str)> {
    let parts = mode.parts;
    let counts = move |requirement: &str| {
        !parts.get(requirement).is_some_and(|node| matches!(node.kind, Kind::Boolean(false)))
    };
    let kinds = GOALS.into_iter().filter(move |(_, requirement, _)| counts(requirement));
    kinds.flat_map(move |(conditions, _, key)| parts.list(conditions).iter().map(move |node| (node, key)))
}

fn text_in<'a>(node: &'a Node, heads: &[&str]) -> Option<&'a Node> {
    match &node.kind {
        Kind::Array(entries) => entries.iter().find_map(|entry| text_in(entry, heads)),
        Kind::Text(text) => {
            let text = text.to_string_lossy();
            let mut parts = text.split(' ');
            let is_one = heads.contains(&parts.next().unwrap_or_default());
            // Words can say themselves where they look.
            (is_one && !parts.any(|part| part.starts_with("@From"))).then_some(node)
        }
        _ => None,
    }
}

/// A goal is asked of one tile by itself; what all must meet, of none.
pub(super) fn beyond_tile(mode: &CheckedMode) -> Vec<Finding> {
    let mut found = Vec::new();
    for (goal, key) in goals(mode) {
        if let Some(node) = text_in(goal, &PLACES).filter(|_| !goal.as_array().is_some_and(is_tile)) {
            let text = node.as_string().unwrap_or_default();
            let message = format!("a goal looks at one tile by itself: there is no `{text}`");
            let help = Help::by_form(
                format!(
                    "ask for the tile with \"@This\", or for the whole grid with \"@Grid\" in \"needed\" of \"{key}\""
                ),
                format!(
                    "name the entries of the tile alone, or ask for the whole grid in \"needed\" of \"{key}\""
                ),
            );
            found.push(Finding::at(node.span, message, help));
        }
    }
    for (_, requirement, key) in GOALS {
        let Some(needed) = mode.parts.get(requirement) else { continue };
        if let Some(node) = text_in(needed, &["@This"]) {
            let message = "\"needed\" is not about one tile: this reads the cell at the top left";
            let help = format!("a goal for a tile is an entry of \"{key}\": {{ \"when\": … }}");
            found.push(Finding::at(node.span, message, help));
        }
    }
    found
}

/// A goal that is met before the first merge.
pub(super) fn at_start(mode: &CheckedMode) -> Vec<Finding> {
    let needs_one = |requirement| {
        let needed = mode.parts.get(requirement);
        needed.is_some_and(|node| matches!(node.kind, Kind::Number(number) if number == 1.0))
    };
    let is_off = |entry: &&Node| match entry.as_array().unwrap_or_default() {
        [_, weight, ..] => matches!(weight.kind, Kind::Number(0.0)),
        _ => false,
    };
    let tiles = mode.parts.list("spawns").iter().filter(|entry| !is_off(entry)).flat_map(spawns::tiles);
    let spawned: HashSet<u64> = tiles.map(Node::fingerprint).collect();
    let mut found = Vec::new();
    for (conditions, _, key) in GOALS.into_iter().filter(|(_, requirement, _)| needs_one(requirement)) {
        for goal in mode.parts.list(conditions) {
            if goal.as_array().is_some_and(is_tile) && spawned.contains(&goal.fingerprint()) {
                let ends = if key == "win" { "won" } else { "lost" };
                let message = format!("the game is {ends} as soon as this tile spawns");
                let help = "write a tile that has to be made; or in \"needed\", how many of several there have to be";
                found.push(Finding::at(goal.span, message, help));
            }
        }
    }
    found
}

/// A goal that spawns and merges never make.
pub(super) fn unreachable(mode: &CheckedMode) -> Vec<Finding> {
    let Some(made) = mode.made.as_ref() else { return Vec::new() };
    if !mode.parts.list("discovered_filter").is_empty() {
        return Vec::new();
    }
    let mut made = made.borrow_mut();
    let mut found = Vec::new();
    let games = match mode.has_settings {
        true => "with the settings as they are, no game ever reaches this goal",
        false => "no game ever reaches this goal",
    };
    for (goal, _) in goals(mode) {
        let Ok(value) = goal.to_value() else { continue };
        let (why, help) = match goal.as_array() {
            // That it is a text is said, and reason enough.
            Some(entries) if is_tile(entries) && entries.iter().any(is_quoted) => continue,
            Some(entries) if is_tile(entries) && made.never_makes(&value) => (NEVER, near(&mut made, &value)),
            Some(entries) if is_tile(entries) && made.never_fits(&value) => match made.is_strange(&value) {
                true => (NEVER, near(&mut made, &value)),
                false => (FULL, format!("the largest tile that fits: {}", made.largest())),
            },
            Some(entries) if !is_tile(entries) && made.none_holds(goal) => {
                (NEVER, format!("spawns and merges make only {}", made.list()))
            }
            _ => continue,
        };
        found.push(Finding::at(goal.span, format!("{games}: {why}"), help));
    }
    found
}

const NEVER: &str = "spawns and merges never make such a tile";
const FULL: &str = "the grid has too few cells to make it";

fn is_quoted(entry: &Node) -> bool {
    entry.as_string().is_some_and(|text| is_number_in_quotes(&text))
}

/// Names tiles that are made in place of one: those worth about as much, or, if it holds something of
/// another kind than all of them, the first ones.
fn near(made: &mut PossibleTiles, tile: &Value) -> String {
    match made.is_strange(tile) {
        true => format!("spawns and merges make tiles such as {}", made.list()),
        false => nearest(made, tile),
    }
}

/// The tiles that are made with a worth next to this one.
fn nearest(made: &mut PossibleTiles, tile: &Value) -> String {
    let tile_value = made.tile_value(tile);
    let tiles = made.tiles();
    let after = tiles.iter().position(|tile| tile.tile_value > tile_value).unwrap_or(tiles.len());
    let near = tiles.get(after.saturating_sub(1)..(after + 1).min(tiles.len())).unwrap_or_default();
    let near: Vec<String> = near.iter().map(|tile| shown(&tile.value)).collect();
    match near.is_empty() {
        true => "nothing spawns".to_owned(),
        false => format!("the nearest tiles that are made: {}", near.join(", ")),
    }
}
