//! Effects of merges on the tiles around them while these move.

use crate::board::{classic, expression, start, text};
use polymerge_rules::{MemoryLimits, Mode, NoRandomness, Rollout, World};

const LEFT: usize = 2;
const RIGHT: usize = 3;

/// Every merge puts a 2 into the first cell, and wakes all tiles.
#[test]
fn tiles_that_a_merge_puts_somewhere_move_on() {
    let rule = r#"[[2, ["@This 0", "=", "@Next 1 0"], true,
        [[[["@This 0", "+", 1], "@replace_tile", 0, 0, ["@Literal", 1]]]], 0, [false, true]]]"#;
    for (before, direction, after) in [
        // One that was put into an empty cell slides.
        (". . . . / 2 2 . .", RIGHT, ". . . 2 / . . . 4"),
        // One that stood beside another tile has something to merge with now.
        ("4 2 . . / 2 2 . .", LEFT, "4 . . . / 4 . . ."),
    ] {
        let mut game = start(Mode { merge_rules: expression(rule), ..classic(before) });
        game.play(direction, &mut World::new(&mut NoRandomness, 0.0)).unwrap();
        assert_eq!(text(&game.save(0.0).grid), after, "{before}");
    }
}

/// A merge wakes all tiles. Of the third one no rule applies as long as the tile
/// ahead stays; but that slides in the same pass, into what the merge left empty.
#[test]
fn tiles_that_could_not_merge_slide_on_when_those_ahead_do() {
    let rules = r#"[
        [2, ["@This 0", "=", 2, "&&", ["@Next 1 0", "=", 2]], true, [[3]], 2, [true]],
        [2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]], [1]], 1, [true, true]]
    ]"#;
    let mut game = start(Mode { merge_rules: expression(rules), ..classic("16 4 2 2 . 2 .") });
    let after = ". . . 16 4 2 8";
    // Without events, too, with and without memory.
    for memory in [MemoryLimits::none(), MemoryLimits::default()] {
        let mut rollout = Rollout::from_game(game.clone(), 0.0).unwrap().with_memory(memory);
        rollout.play(RIGHT, &mut NoRandomness).unwrap();
        assert_eq!(text(&rollout.to_game().save(0.0).grid), after);
    }
    game.play(RIGHT, &mut World::new(&mut NoRandomness, 0.0)).unwrap();
    assert_eq!(text(&game.save(0.0).grid), after);
}

/// Scripts that name a cell, rule or script that is not there: the message says which, what there
/// is, and where in the list that is asked.
#[test]
fn what_is_not_there_is_named() {
    let cell = "there is no cell in row 7, column 3 (counted from 0) of the grid of 1 rows and 4 columns";
    // script, message
    let cases = [
        (
            r#"[0, "@replace_tile", 7, 3, ["@Literal", 1]]"#,
            format!(r#"script 0 (EndTurn): {cell} in operator "@replace_tile" on 0, at entry 1"#),
        ),
        (
            r#"[0, "@if", [true], "@replace_tile", 0, 9, ["@Literal", 1], "@end-if"]"#,
            "script 0 (EndTurn): there is no cell in row 0, column 9 (counted from 0) of the grid of 1 rows and \
             4 columns in operator \"@replace_tile\" on 0, at entry 3"
                .to_owned(),
        ),
        (
            r#"[0, "@replace_tile", -1, 0.5, ["@Literal", 1]]"#,
            "there is no cell in row -1, column 0.5".to_owned(),
        ),
        (r#"[7, "tileValue", 3]"#, cell.to_owned()),
        (r#"[0, "+", ["@Grid 9 0"]]"#, String::new()),
        (r#"[0, "@run_script", 5]"#, "there is no script 5 (counted from 0)".to_owned()),
        (r#"[6, "mergeRuleApplies", 0]"#, "there is no merge rule 6 (counted from 0) among 1".to_owned()),
    ];
    for (script, message) in cases {
        let scripts = expression(&format!(r#"[[{script}, "EndTurn"]]"#));
        let mut game = start(Mode { scripts, ..classic("2 2 . .") });
        let error = game.play(LEFT, &mut World::new(&mut NoRandomness, 0.0));
        match message.is_empty() {
            true => assert!(error.is_ok(), "{script}: {error:?}"),
            false => {
                let error = error.expect_err(script).to_string();
                assert!(error.contains(&message), "{script}: {error}");
            }
        }
    }
}

/// An entry of a list is evaluated when a callback gets it, and changes what the next calls read.
#[test]
fn callbacks_read_what_entries_have_changed() {
    let filter =
        r#"["@Literal", 1, "@GVar 3", 1], "arr_filter", ["@var_retain", "@GVar 0", "=", 0], "arr_length""#;
    let mut game = start(Mode {
        game_variables: expression(r#"[0, 0, 0, ["@Literal", ["@CalcArray", 0, "@edit_gvar", 0, 5]]]"#),
        scripts: expression(&format!(r#"[[[0, "@edit_gvar", 2, [{filter}]], "EndMovement"]]"#)),
        ..classic("2 . . .")
    });
    game.play(RIGHT, &mut World::new(&mut NoRandomness, 0.0)).unwrap();
    // Only the first entry is kept.
    let variables = calcarray::json::write(&game.save(0.0).game_variables);
    assert!(variables.starts_with("[5,0,1,"), "{variables}");
}
