//! Games of which nothing is remembered and nobody hears go as those that give an
//! account of themselves, whatever short ways they take.

use std::sync::Arc;

use calcarray::{json, Value};
use polymerge_modefile::catalogue;
use polymerge_rules::{Direct, Limits, MemoryLimits, Mode, Ruleset, Seeded};
use stress::rollout::compare;

/// Presses the directions of a mode. Gives how many moved something.
fn compare_plain(rules: &Arc<Ruleset>, seed: u64, presses: usize) -> usize {
    compare(rules, &Seeded::new(seed), presses, MemoryLimits::none())
        + compare(rules, &Direct(Seeded::new(!seed)), presses, MemoryLimits::none())
}

#[test]
fn built_in_modes_go_the_same_way_without_an_account() {
    for mode in catalogue::modes() {
        let rules = Ruleset::compile(mode.read().unwrap().mode, Limits::default()).unwrap();
        let moves = compare_plain(&rules, 3, 60);
        assert!(moves > 10, "{}: only {moves} moves", mode.name());
    }
}

/// Boards of up to 64 cells and of more, with all that stands in the way.
const BOARDS: [&str; 8] = [
    "..../..../..../....",
    "~.../..~./.~../....",
    "..#./..../#.../...#",
    "....../.~~.../..#..~/.1.../......",
    "........",
    "......../......../...~..../....#.../......../......../......../........",
    "........./.........",
    "........./...#...../..~....../........./........./........./........./........./.........",
];

fn board(text: &str) -> Mode {
    let cell = |cell: char| match cell {
        '#' => Value::text("@Void"),
        '~' => Value::text("@Slippery"),
        '1' => vec![Value::Number(1.0)].into(),
        _ => Value::text("@Empty"),
    };
    let width = text.split('/').map(str::len).max().unwrap_or_default();
    let row = |row: &str| Value::array(row.chars().map(cell).collect::<Vec<_>>());
    let rows: Vec<Value> = text.split('/').map(|own| row(&format!("{own:.<width$}"))).collect();
    let classic = Mode::classic(width, rows.len());
    Mode { starting_grid: rows.into(), ..classic }
}

const SAME: &str = r#"["@This 0", "=", "@Next 1 0"]"#;

/// Lists of merge rules.
fn rule_lists() -> Vec<String> {
    let more = r#"["@This 0", "+", 1]"#;
    let double = format!("[2, {SAME}, true, [[{more}]], [2, \"^\", {more}], [false, true]]");
    let triple = format!(
        r#"[3, ["@This 0", "=", "@Next 1 0", "&&", ["@This 0", "=", "@Next 2 0"]], true, [[{more}]], 9]"#
    );
    vec![
        format!("[{double}]"),
        // Several rules, for different numbers of tiles, in any order, none at all.
        format!("[{triple}, {double}]"),
        format!("[{double}, {triple}]"),
        r#"[[2, ["@This 0", "=", ["@Next 1 0", "+", 1]], false, [["@This 0", "+", 1]], "@Next 1 0"]]"#.into(),
        r#"[[3, ["@This 0", "<", "@Next 1 0", "&&", ["@Next 1 0", "<=", "@Next 2 0"]], false, [[1], [2]], 1]]"#
            .into(),
        "[]".into(),
        // Several outputs, cells that stay open, and some that are partners only.
        format!("[[2, {SAME}, true, [[{more}], [1]], 1, [true, true]]]"),
        format!("[[2, {SAME}, true, [[{more}]], 1, [true]]]"),
        format!("[[2, {SAME}, true, [[1], [1]], 1, [false]]]"),
        format!("[[3, {SAME}, true, [], 0.1]]"),
        // Tiles that change on their own, or after a merge.
        r#"[[1, ["@This 0", "=", 2], true, [[3]], 1]]"#.into(),
        format!(r#"[[0, ["@This 0", ">", 3], true, [[1]], 5], {double}]"#),
        // Results that are no tiles, and such as are slid over.
        format!(r#"[[2, {SAME}, true, [["@STCalcArray", "@Slippery"]], 1], {double}]"#),
        format!(r#"[[2, {SAME}, true, [["@STCalcArray", "@Void"], [{more}]], 1]]"#),
        format!(r#"[[2, {SAME}, true, [["@STCalcArray", "@TemporaryHole 3"]], 1]]"#),
        // More than the tiles decides, or something that is no number.
        format!(r#"[[2, ["@NextNE -1", "!=", "@This", "&&", {SAME}], true, [[{more}]], 1], {double}]"#),
        format!(r#"[[2, {SAME}, ["@CheckEnd", "@Score", "<", 200], [[{more}]], 7], {triple}]"#),
        format!(r#"[[2, {SAME}, true, [["a"]], "@Moves"]]"#),
        format!(r#"[[2, {SAME}, true, [[["@This 0", "/", 0]]], ["@This 0", "/", 0]]]"#),
        // Something that is done while tiles move.
        format!(r#"[[2, {SAME}, true, [[[{more}, "@replace_tile", 0, 0, ["@Literal", 1]]]], 1]]"#),
        format!(r#"[[2, {SAME}, true, [[{more}]], [1, "@replace_tile", 1, 1, "@Empty"]]]"#),
        format!(r#"[[2, [true, "@replace_tile", 0, 1, ["@Literal", 2], "2nd", {SAME}], true, [[{more}]], 1]]"#),
        format!(
            r#"[[2, {SAME}, ["@CheckEnd", true, "@replace_tile", 0, 2, ["@Literal", 1], "2nd", ["@This 0", ">", 2]], [[{more}]], 1]]"#
        ),
        // Rows too long to look at, and rules that compute how many tiles they need.
        format!(r#"[[8, {SAME}, true, [[{more}]], 1], {double}]"#),
        format!(r#"[[["@This 0", "+", 1], {SAME}, true, [[{more}]], 1]]"#),
    ]
}

#[test]
fn all_rules_go_the_same_way_on_all_boards() {
    let mut moves = 0;
    for rules in rule_lists() {
        let merge_rules =
            json::read(&rules, &Default::default()).unwrap_or_else(|error| panic!("{rules}: {error}"));
        for text in BOARDS {
            for multi_merge in [false, true] {
                let mode = Mode {
                    merge_rules: merge_rules.clone(),
                    multi_merge: multi_merge.into(),
                    win_requirement: 1e9.into(),
                    ..board(text)
                };
                let compiled = Ruleset::compile(mode, Limits::default())
                    .unwrap_or_else(|error| panic!("{rules}: {error}"));
                moves += compare_plain(&compiled, 5, 40);
            }
        }
    }
    assert!(moves > 10_000, "only {moves} moves were compared");
}

/// Tiles of two entries, of which rules see one or both.
#[test]
fn tiles_of_several_entries_go_the_same_way() {
    let rule = r#"[[2, ["@This 0", "=", "@Next 1 0", "&&", ["@This 1", "!=", "@Next 1 1"]], false,
        [[["@This 0", "+", 1], "@Next 1 1"]], ["@This 1", "+", "@Next 1 0"]]]"#;
    let spawns = "[[[1, 0], 40], [[1, 1], 40], [[1], 10], [[1, 0, 7], 10]]";
    for tile_entries in [1, 2, 3] {
        for text in BOARDS {
            let mode = Mode {
                merge_rules: json::read(rule, &Default::default()).unwrap(),
                spawns: json::read(spawns, &Default::default()).unwrap(),
                tile_entries,
                ..board(text)
            };
            compare_plain(&Ruleset::compile(mode, Limits::default()).unwrap(), 7, 100);
        }
    }
}
