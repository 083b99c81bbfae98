//! Lints of scripts.

use crate::check::lint::{CheckedMode, Finding};
use crate::text::node::{Kind, Node};

/// Scripts on time where no time is told.
pub(super) fn no_interval(mode: &CheckedMode) -> Vec<Finding> {
    let interval = mode.parts.get("display_interval").map(|node| &node.kind);
    if matches!(interval, Some(Kind::Number(every)) if every.is_finite()) {
        return Vec::new();
    }
    let triggers = mode.parts.list("scripts").iter().filter_map(|script| script.as_array()?.get(1));
    let names = triggers.flat_map(|on| on.as_array().unwrap_or(std::slice::from_ref(on)));
    let found = |name: &Node| {
        let message = "this script never runs: nothing tells the game how time passes";
        let help = "say how often in milliseconds: \"display_interval\": 100";
        Finding::at(name.span, message, help)
    };
    names.filter(|name| name.is_word("Interval")).map(found).collect()
}
