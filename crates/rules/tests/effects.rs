//! What merges do to the tiles around them while these move.

#![cfg(test)]

mod board;

use board::{classic, expression, start, text};
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
