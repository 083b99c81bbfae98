//! Expressions of merge rules that change the grid while tiles move.

mod board;

use board::{classic, expression, start, text};
use polymerge_rules::{Mode, NoRandomness, World};

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
