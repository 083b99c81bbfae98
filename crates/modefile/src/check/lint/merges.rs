//! Lints of merge rules.

use crate::check::lint::{CheckedMode, Finding};
use crate::check::merge_rule::Rule;
use crate::text::node::{Kind, Span};

/// A mode in which nothing merges.
pub(super) fn none(mode: &CheckedMode) -> Vec<Finding> {
    let makes = |word: &str| word == "@replace_tile";
    if !mode.parts.list("merge_rules").is_empty() || mode.parts.any_text(makes) {
        return Vec::new();
    }
    let span = mode.parts.get("merge_rules").map_or(Span::default(), |node| node.span);
    let help = "two equal tiles merge by {\"match\": [{}, {}], \"result\": […]} in \"merges\"";
    vec![Finding::at(span, "nothing merges: the mode has no merge rules", help)]
}

/// A rule for single tiles that asks for nothing: it takes every tile at every move.
pub(super) fn always(mode: &CheckedMode) -> Vec<Finding> {
    let rules = mode.parts.list("merge_rules").iter().map(Rule::of);
    let always = rules.filter(|rule| {
        let asks = rule.parts.get(1).is_none_or(|when| !matches!(when.kind, Kind::Boolean(true)));
        rule.length() == Some(1) && !rule.longer() && !asks
    });
    let found = |rule: Rule| {
        let message =
            "this rule is for one tile and has no condition: it applies to every tile in every move";
        let help = "name all tiles that merge: \"match\": [{}, {}] is two equal ones; \
                    \"length\": 0 changes single tiles once, at the end of a turn";
        Finding::at(rule.span, message, help)
    };
    always.map(found).collect()
}

/// A rule for tiles that there never are.
pub(super) fn never(mode: &CheckedMode) -> Vec<Finding> {
    let Some(made) = mode.made.as_ref().filter(|_| !mode.has_settings) else { return Vec::new() };
    let made = made.borrow();
    let rules = mode.parts.list("merge_rules").iter().map(Rule::of).enumerate();
    let never = rules.filter(|(place, rule)| {
        let is_off = rule.parts.get(1).is_some_and(|when| matches!(when.kind, Kind::Boolean(false)));
        !is_off && made.never_fired(*place)
    });
    let tiles = made.list();
    let found = |(_, rule): (usize, Rule)| {
        let help = format!("spawns and merges make only {tiles}");
        Finding::at(rule.span, "this rule never applies to tiles that there can be", help)
    };
    never.map(found).collect()
}
