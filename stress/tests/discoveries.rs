//! Tiles that several merges of a move make are discovered in the order in which
//! plain turns make them.

use polymerge_rules::{Limits, Mode, Ruleset};
use stress::rollout::goes_the_same_way;
use stress::value;

/// Tiles are a power and one of four colours. Lists of merge rules mix the colours, so that
/// many moves make several tiles that were not there before.
const RULES: [(&str, &str); 4] = [
    (
        "pairs make one tile",
        r#"[[2, ["@This 0", "=", "@Next 1 0"], true,
            [[["@This 0", "+", 1], ["@This 1", "+", ["@Next 1 1", "*", 2], "%", 4]]], 1]]"#,
    ),
    (
        "pairs make two, in a pass of their own",
        r#"[[2, ["@This 0", "=", "@Next 1 0", "&&", ["@This 1", "!=", "@Next 1 1"]], true,
            [["@This 0", "@This 1"], [["@This 0", "+", 1, "min", 5], "@This 1"]], 1, [false, false]],
          [2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1], ["@This 1", "+", 1, "%", 4]]], 1]]"#,
    ),
    (
        "triples make two, pairs one that may merge on",
        r#"[[3, ["@This 0", "=", "@Next 1 0", "&&", ["@This 0", "=", "@Next 2 0"]], true,
            [[["@This 0", "+", 1], ["@This 1", "+", 1, "%", 4]], ["@This 0", ["@Next 2 1", "+", 2, "%", 4]]], 1],
          [2, ["@This 0", "=", "@Next 1 0"], true,
            [[["@This 0", "+", 1], ["@This 1", "+", ["@Next 1 1", "*", 2], "%", 4]]], 1, [true, true]]]"#,
    ),
    (
        "what merges last makes what merges first",
        r#"[[2, ["@This 0", "=", "@Next 1 0", "&&", ["@This 0", "%", 2, "=", 1]], true,
            [[["@This 0", "+", 3], "@This 1"]], 1],
          [2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "-", 1], "@Next 1 1"]], 1]]"#,
    ),
];

/// Boards are small, so that games are short: every one discovers all tiles again.
const SIZES: [(usize, usize); 2] = [(4, 4), (5, 3)];

fn mode(rules: &str, (width, height): (usize, usize)) -> Mode {
    let colours = (0..4).map(|colour| format!("[[1, {colour}], 1]")).collect::<Vec<_>>().join(", ");
    Mode {
        merge_rules: value(rules),
        spawns: value(&format!("[{colours}]")),
        tile_entries: 2,
        win_conditions: value("[]"),
        ..Mode::classic(width, height)
    }
}

#[test]
fn tiles_of_several_merges_are_discovered_in_the_same_order() {
    for (what, rules) in RULES {
        for size in SIZES {
            let rules = Ruleset::compile(mode(rules, size), Limits::default()).unwrap();
            goes_the_same_way(&format!("{what} on {size:?}"), &rules, 700);
        }
    }
}
