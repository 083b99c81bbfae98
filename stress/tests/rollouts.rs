//! Every built-in mode is played in the same way with and without memory, alone and among
//! others.

use std::sync::Arc;

use calcarray::Value;
use polymerge_modefile::catalogue::{self, BuiltIn};
use polymerge_modefile::{ReadOptions, SourceFile, read};
use polymerge_rules::{
    Direct, GameState, Limits, MemoryLimits, Mode, Rng, Rollout, Ruleset, SavedGame, World,
};
use stress::rollout::{
    compare, compare_batch, compare_from, goes_the_same_way, is_mostly_quiet, of_few_lines, play_on,
    whole_turns,
};
use stress::value;

/// Directions pressed in each mode, with cells drawn in each way.
const PRESSES: usize = 60;

fn rules_of(name: &str) -> Arc<Ruleset> {
    let mode = catalogue::find(name).expect("a built-in mode").read().expect("a mode file").mode;
    Ruleset::compile(mode, Limits::default()).unwrap()
}

/// Compiles the rules of a mode file.
fn rules_of_text(text: &str) -> Arc<Ruleset> {
    let file = SourceFile::new("mode.jsonc", text.as_bytes().to_vec());
    let mode = read(&file, &BuiltIn, &ReadOptions::default()).unwrap().mode;
    Ruleset::compile(mode, Limits::default()).unwrap()
}

fn every_mode(memory: &MemoryLimits) {
    for mode in catalogue::modes() {
        let name = mode.name();
        let rules = Ruleset::compile(mode.read().unwrap().mode, Limits::default()).unwrap();
        let moves = compare(&rules, &Rng::new(3), PRESSES, memory.clone())
            + compare(&rules, &Direct(Rng::new(4)), PRESSES, memory.clone());
        assert!(moves > PRESSES / 10, "{name}: only {moves} moves");
    }
}

#[test]
fn built_in_modes_go_the_same_way_by_memory() {
    every_mode(&MemoryLimits::default());
}

#[test]
fn built_in_modes_go_the_same_way_with_a_memory_that_is_always_full() {
    every_mode(&MemoryLimits { lines: 12, tests: 40 });
}

#[test]
fn built_in_modes_go_the_same_way_with_lines_that_are_resolved_by_collisions() {
    every_mode(&of_few_lines());
}

#[test]
fn games_of_built_in_modes_go_the_same_way_in_batches() {
    for mode in catalogue::modes() {
        let rules = Ruleset::compile(mode.read().unwrap().mode, Limits::default()).unwrap();
        compare_batch(&rules, 5, 3, PRESSES / 2);
    }
}

/// Sizes of grids that are packed into one word, into eight, and not at all.
const SIZES: [(usize, usize); 4] = [(4, 4), (3, 6), (8, 8), (9, 2)];

#[test]
fn whole_games_go_the_same_way_on_boards_of_all_sizes() {
    for (height, width) in SIZES {
        let rules = Ruleset::compile(Mode::classic(height, width), Limits::default()).unwrap();
        assert!(compare(&rules, &Rng::new(1), 1500, MemoryLimits::default()) > 1000);
        compare_batch(&rules, 6, 4, 400);
    }
}

#[test]
fn games_with_different_spawns_are_played_together() {
    // The fourth tile may spawn never, or up to three times as often as the
    // first.
    let addition = r#"[0, "@repeat", [0, "rand_int", 3], "@add_spawn", ["@Literal", ["@Literal", 3], 85], "@end-repeat"]"#;
    for size in ["", r#""grid": { "height": 5, "width": 5 },"#] {
        let text = format!(
            r#"{{"extends": "001-2048.jsonc", {size} "scripts": [{{"on": "EndModeSetup", "do": {addition}}}]}}"#
        );
        let rules = rules_of_text(&text);
        compare_batch(&rules, 7, 8, 300);
    }
}

#[test]
fn a_tile_that_was_seen_before_is_not_discovered_again() {
    for (height, width) in SIZES {
        let rules = Ruleset::compile(Mode::classic(height, width), Limits::default()).unwrap();
        let mut random = Direct(Rng::new(2));
        let world = &mut World::new(&mut random, 0.0);
        let (mut game, _) = GameState::new(rules.clone(), world).unwrap();
        let start = game.save(0.0);
        for press in 0..160 {
            // Not every direction can be pressed.
            let _ = game.play(press % 4, world);
        }
        // The board of the start, with all that was discovered since.
        let saved = SavedGame {
            grid: start.grid,
            directions_available: start.directions_available,
            ..game.save(0.0)
        };
        let game = GameState::restore(rules, &saved, world).unwrap();
        assert!(compare_from(game, &random, 200) > 100);
    }
}

#[test]
fn more_tiles_may_be_there_at_the_start_than_find_room() {
    let row = |cell: &str| Value::array(vec![Value::text(cell); 4]);
    for start_tiles in [3.0, 4.0, 5.0, 7.0] {
        let grid = vec![row("@Empty"), row("@Void"), row("@Void"), row("@Void")];
        let mode = Mode { starting_grid: Value::array(grid), start_tiles, ..Mode::classic(4, 4) };
        let rules = Ruleset::compile(mode, Limits::default()).unwrap();
        compare(&rules, &Rng::new(8), 300, MemoryLimits::default());
        compare(&rules, &Direct(Rng::new(9)), 300, MemoryLimits::default());
    }
}

/// Built-in modes whose tiles come out of a box.
const BOXES: [&str; 5] = ["029", "037", "047", "070", "115"];

#[test]
fn tiles_come_out_of_boxes_in_the_same_way() {
    for name in BOXES {
        let rules = rules_of(name);
        assert!(compare(&rules, &Rng::new(1), 500, MemoryLimits::default()) > 300, "{name}");
        compare_batch(&rules, 6, 3, 200);
        // From where some tiles are left.
        let mut random = Direct(Rng::new(5));
        for presses in 1..12 {
            let world = &mut World::new(&mut random, 0.0);
            let (mut game, _) = GameState::new(rules.clone(), world).unwrap();
            for press in 0..presses {
                // Not every direction can be pressed.
                let _ = game.play(press % 4, world);
            }
            let game = GameState::restore(rules.clone(), &game.save(0.0), world).unwrap();
            assert!(compare_from(game, &random, 40) > 20, "{name} after {presses} presses");
        }
    }
}

/// Spawn lists of which not all is known beforehand.
const COMPUTED: [&str; 9] = [
    r#"{ "tile": [1], "weight": 85 }, { "tile": [[1, "rand_int", 3]], "weight": 15 }"#,
    r#"{ "box": [[1], 3, [2], 1], "weight": 20 },
       { "tile": [[1, "rand_int", 3]], "weight": ["@DiscTiles", "arr_length", ">=", 4, "Number"] }"#,
    r#"{ "tile": [1], "weight": 10 }, { "tile": [2], "weight": ["@DiscTiles", "arr_length"] }"#,
    // Tiles that come later, are discovered by spawning, or depend on the order.
    r#"{ "tile": [1], "weight": 9 }, { "tile": [3], "weight": ["@DiscTiles", "arr_length", "-", 4, "max", 0] },
       { "tile": [7], "weight": ["@DiscTiles", "arr_length", "%", 3] }"#,
    r#"{ "tile": [1], "weight": ["@DiscTiles", "arr_length", "+", 1] }, { "tile": [2], "weight": 2 }, { "tile": [3], "weight": 1 },
       { "tile": [4], "weight": ["@DiscTiles", "arr_flat", 1, "arr_reduce", 0, ["@var_retain", "*", 2, "+", "@Var -1", "%", 5]] }"#,
    r#"{ "box": [[1], 3, [2], 2, [3], 1], "weight": ["@DiscTiles", "arr_length", "%", 2, "+", 1] }, { "tile": [1], "weight": 1 }"#,
    r#"{ "tile": [[1, "rand_int", 3]], "weight": ["@DiscTiles", "arr_length", "min", 1] }, { "tile": [1], "weight": 4 }"#,
    r#"{ "tile": [1], "weight": 10 }, { "tile": [2], "weight": ["@Moves", "%", 3] }"#,
    r#"{ "box": [[1], 2, [2], 1], "weight": 2 }, { "box": [[1], 1], "weight": 1 }"#,
];

#[test]
fn tiles_that_are_computed_spawn_in_the_same_way() {
    let grids = ["4x4", "5x5", "9x2"];
    for (spawns, grid) in COMPUTED.iter().flat_map(|spawns| grids.map(|grid| (spawns, grid))) {
        let text = format!(r#"{{"extends": "001-2048.jsonc", "grid": "{grid}", "spawns": [{spawns}]}}"#);
        let rules = rules_of_text(&text);
        for seed in 1..4 {
            assert!(compare(&rules, &Rng::new(seed), 300, MemoryLimits::default()) > 200, "{text}");
            compare(&rules, &Direct(Rng::new(seed)), 300, MemoryLimits::default());
        }
        compare_batch(&rules, 6, 4, 200);
    }
}

/// Rules that do other things in odd moves than in even ones.
const TURNS: [&str; 4] = [
    r#"{ "match": [{}, {}, {}], "when": ["@Moves", "%", 2, "=", 1], "result": { "exponent": ["@This exponent", "+", 2] } },
       { "match": [{}, {}], "when": ["@Moves", "%", 2, "=", 0], "result": { "exponent": ["@This exponent", "+", 1] } }"#,
    r#"{ "match": [{}, {}], "result": { "exponent": ["@This exponent", "+", ["@Moves", "%", 2]] } }"#,
    r#"{ "match": [{}, {}], "result": { "exponent": ["@This exponent", "+", [-1, "^", "@Moves", "+", 3, "/", 2]] },
         "score": ["@Moves", "%", 2] }"#,
    r#"{ "match": [{}, {}], "when": ["@Moves", "%", 2, "=", 1], "result": { "exponent": ["@This exponent", "+", 1] } },
       { "match": [{}, {}], "when": ["@Moves", "%", 3, "=", 0], "result": { "exponent": ["@This exponent", "+", 2] } }"#,
];

#[test]
fn rules_that_take_turns_go_the_same_way() {
    let grids = ["4x4", "5x5", "9x2"];
    for (merges, grid) in TURNS.iter().flat_map(|merges| grids.map(|grid| (merges, grid))) {
        let text = format!(r#"{{"extends": "001-2048.jsonc", "grid": "{grid}", "merges": [{merges}]}}"#);
        let rules = rules_of_text(&text);
        for seed in 1..4 {
            assert!(compare(&rules, &Rng::new(seed), 400, MemoryLimits::default()) > 200, "{text}");
            compare(&rules, &Direct(Rng::new(seed)), 400, MemoryLimits::default());
        }
        compare_batch(&rules, 6, 4, 200);
        // From where others are at a number of moves of which that can't be told.
        let mut random = Direct(Rng::new(5));
        let world = &mut World::new(&mut random, 0.0);
        let (game, _) = GameState::new(rules.clone(), world).unwrap();
        for moves in [1.0, 2.5, -1.0, -2.0, 4e15, 9007199254740991.0, 1e300, f64::NAN, f64::INFINITY] {
            let saved = SavedGame { moves, ..game.save(0.0) };
            let game = GameState::restore(rules.clone(), &saved, &mut World::new(&mut random, 0.0)).unwrap();
            compare_from(game, &random, 100);
        }
    }
}

/// Built-in modes and how many of a thousand moves may take more than looking
/// their lines up, once most tiles have been there.
const QUIET: [(&str, u64, &str); 10] = [
    ("022", 5, "runs are told by the tiles behind them"),
    ("030", 20, "what spawns depends on what was discovered, or is computed"),
    ("025", 5, "a rule of a computed length may be for the end of a turn"),
    ("039", 100, "pairs and triples take turns"),
    ("041", 50, "there are several tiles of the goal"),
    ("061", 20, "tiles are lists"),
    ("082", 100, "a rule that can't be remembered reads a variable"),
    ("117", 5, "merges fill cells behind them"),
    ("031", 35, "tiles are changed at the end of a turn, and vanish"),
    ("119", 8, "which of two tiles comes first changes with every move, and a merge makes two new ones"),
];

#[test]
fn most_moves_look_their_lines_up() {
    for (name, most, why) in QUIET {
        is_mostly_quiet(&format!("{name}, where {why}"), &rules_of(name), 20_000, most);
    }
}

/// Built-in modes whose lines hardly come twice, each with the facts by which they are
/// resolved.
const RESOLVED_BY: [(&str, &str); 5] = [
    ("025", "what is behind, over empty cells, and rules that might end a turn"),
    ("036", "two tiles, of which a part is left"),
    ("039", "two or three tiles, by turns"),
    ("045", "two tiles and the direction"),
    ("083", "tiles that are lists"),
];

#[test]
fn lines_that_hardly_come_twice_are_resolved_by_collisions() {
    for (name, by) in RESOLVED_BY {
        let mut random = Direct(Rng::new(6));
        let game = Rollout::new(rules_of(name), &mut random, 0.0).unwrap();
        let mut game = game.with_memory(MemoryLimits { lines: 1 << 12, ..MemoryLimits::default() });
        play_on(&mut game, &mut random, 16_000);
        let before = game.memory_use().learned;
        let moves = play_on(&mut game, &mut random, 8000);
        let learned = game.memory_use().learned - before;
        // Looked up, two lines and more of every move would be new.
        assert!(10 * learned < moves, "{name}, by {by}: {learned} lines in {moves} moves");
    }
}

#[test]
fn a_game_goes_on_as_fast_after_a_win() {
    let mut mode = Mode::classic(4, 4);
    mode.win_conditions = value("[[4]]");
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let (whole, moves) = whole_turns(&rules, 20_000);
    assert!(20 * whole < moves, "{whole} of {moves} moves");
    assert!(compare(&rules, &Rng::new(1), 1500, MemoryLimits::default()) > 1000);
    compare_batch(&rules, 6, 4, 400);
}

/// Any two tiles merge into one that is larger than both, so that the kinds of tile
/// that packed boards have room for run out again and again.
#[test]
fn games_go_the_same_way_when_boards_are_packed_anew() {
    let mut mode = Mode::classic(4, 4);
    let larger = r#"["@This 0", "max", "@Next 1 0", "+", 1]"#;
    let rules = format!(r#"[[2, ["@This 0", ">", 0], true, [[{larger}]], 1]]"#);
    mode.merge_rules = value(&rules);
    mode.win_conditions = value("[]");
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    assert!(compare(&rules, &Rng::new(1), 1700, MemoryLimits::default()) > 1500);
    assert!(compare(&rules, &Direct(Rng::new(2)), 1700, of_few_lines()) > 1500);
    compare_batch(&rules, 3, 3, 400);
}

/// Built-in modes in which a move may leave no free cell behind, so that a tile
/// waits for the next one.
const CROWDED: [&str; 5] = ["034", "035", "036", "062", "119"];

#[test]
fn tiles_that_find_no_room_wait_in_the_same_way() {
    for name in CROWDED {
        let rules = rules_of(name);
        for seed in 20..24 {
            assert!(compare(&rules, &Rng::new(seed), 600, MemoryLimits::default()) > 100, "{name}");
        }
        compare_batch(&rules, 20, 3, 200);
    }
}

/// A rule of a computed length, which is 0 for some tiles, changes those of them at the
/// end of the turn that have an equal tile ahead of them: one that has just merged,
/// and so does not merge again.
#[test]
fn what_does_not_merge_twice_may_be_changed_at_the_end_of_the_turn() {
    let rules = r#"[[2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1], "@Next 1 1"]], 1],
        ["@This 1", ["@This 0", "=", "@Next 1 0"], true, [["@This 0", 2]], 0]]"#;
    let mode = Mode {
        merge_rules: value(rules),
        spawns: value("[[[1, 2], 3], [[1, 0], 1], [[2, 0], 1]]"),
        tile_entries: 2,
        win_conditions: value("[]"),
        ..Mode::classic(5, 5)
    };
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    goes_the_same_way("a length of 0", &rules, 1500);
}

/// The value of a tile makes a list longer that merges read, in mode 087, and a new game
/// begins with the short list.
#[test]
fn a_game_begins_with_variables_of_its_own() {
    let rules = rules_of("087");
    for seed in 20..25 {
        assert!(compare(&rules, &Rng::new(seed), 1500, MemoryLimits::default()) > 1000);
    }
    compare_batch(&rules, 6, 3, 600);
}

#[test]
fn the_box_of_the_start_may_be_another_one() {
    let boxes = ["[0], 2, [1], 1", "[1], 2, [0], 1", "[0], 2, [1], 2"];
    for (first, then) in boxes.iter().flat_map(|first| boxes.iter().map(move |then| (first, then))) {
        let text = format!(
            r#"{{"extends": "001-2048.jsonc", "spawns": [{{ "box": [{first}] }}], "scripts": [{{"on": "EndModeSetup",
            "do": [0, "@edit_spawn", 0, ["@Literal", "Box", 100, {then}]]}}]}}"#
        );
        let rules = rules_of_text(&text);
        compare(&rules, &Rng::new(2), 400, MemoryLimits::default());
        compare_batch(&rules, 9, 4, 200);
    }
}

/// Equal lines become different lines where tiles slide no further than one cell, or
/// not at all: there are no NaN passes.
#[test]
fn directions_along_the_same_lines_may_slide_less_far() {
    let directions = r#"[[[0, -1, 1, 0], "one"], [[0, -1, "@NaN", 0], "none"], [[0, -1, "@Infinity", 0], "all"], [[0, 1, "@Infinity", 0], "back"]]"#;
    let mode = Mode { directions: value(directions), ..Mode::classic(4, 4) };
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    for memory in [MemoryLimits::default(), of_few_lines()] {
        let moves = compare(&rules, &Direct(Rng::new(1)), 600, memory);
        assert!(moves > 100, "{moves} moves");
    }
}
