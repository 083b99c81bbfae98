//! Modes that once could be played but not saved, or not read again, or went
//! on otherwise: found by fuzzing, written small.

use polymerge::advanced::modefile::{ReadOptions, SourceFile, read};
use polymerge::catalogue::BuiltIn;
use polymerge_rules::{GameState, Limits, Rng, Ruleset, World};
use stress::actions::Action;
use stress::{fingerprint, laws, resume};

/// Modes that once failed: the difficulty, and the addition to 2048.
const MODES: [(&str, &str); 11] = [
    (
        "a script of the start empties the spawn list",
        r#""scripts": [{"on": "StartModeAM", "do": [0, "@repeat", 9, "@remove_spawn", 0, "@end-repeat"]}]"#,
    ),
    (
        "a script empties the spawn list in the game",
        r#""scripts": [{"on": "EndTurn", "do": [0, "@repeat", 9, "@remove_spawn", 0, "@end-repeat"]}]"#,
    ),
    (
        "a script of the start adds to an empty spawn list",
        r#""spawns": [],
           "scripts": [{"on": "StartModeAM", "do": [0, "@add_spawn", ["@Literal", ["@Literal", 1], 1]]}]"#,
    ),
    (
        "a tile holds NaN, and is discovered once",
        r#""scripts": [{"on": "EndTurn", "do": [0, "@replace_tile", 0, 0, ["@Literal", "@NaN"]]}]"#,
    ),
    (
        "a tile holds a list with NaN, and is discovered once",
        r#""scripts": [{"on": "EndTurn", "do": [0, "@replace_tile", 0, 0, ["@Literal", ["@Literal", "@NaN", 1]]]}]"#,
    ),
    (
        "a game is won while there is no room for a forced spawn",
        r#""win": { "needed": true }, "win_priority": true,
           "forced_spawns": [{"when": true, "lose": true, "tiles": [[1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1]]}]"#,
    ),
    (
        "the same, with no way on after a win",
        r#""postgame_allowed": false,
           "win": { "needed": true }, "win_priority": true,
           "forced_spawns": [{"when": true, "lose": true, "tiles": [[1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1], [1]]}]"#,
    ),
    (
        "a turn of its own wins, and then the move loses",
        r#""postgame_allowed": false,
           "win": {"needed": ["@GVar 0", "=", 1]}, "lose": {"needed": ["@GVar 0", "=", 2]}, "variables": { "end": 1 },
           "scripts": [{"on": "Victory", "do": [0, "@edit_gvar", 0, 2]}],
           "auto_directions": [{"move": [1, 0], "at": "After", "when": true, "strength": [0, true, true, true]}]"#,
    ),
    (
        "a turn of its own loses, and then the move wins",
        r#""win": {"needed": ["@GVar 0", "=", 2]}, "lose": {"needed": ["@GVar 0", "=", 1]}, "variables": { "end": 1 },
           "scripts": [{"on": "GameOver", "do": [0, "@edit_gvar", 0, 2]}],
           "auto_directions": [{"move": [1, 0], "at": "After", "when": true, "strength": [0, true, true, true]}]"#,
    ),
    (
        "the score of a merge replaces what came of it",
        r#""merges": [{"length": 2, "when": ["@Next 1 0", "=", "@This 0"], "result": [["@This 0", "+", 1]],
           "score": [0, "@replace_tile", 0, 0, ["@Literal", 7]]}]"#,
    ),
    (
        "the score of a rule for the end of a turn replaces what came of it",
        r#""merges": [{"length": 0, "when": true, "result": [2],
           "score": [0, "@replace_tile", 0, 0, ["@Literal", 7]]}]"#,
    ),
];

/// Amounts that are no numbers are refused at once: they could not be saved.
const REFUSED: [&str; 4] = [
    r#""start_tiles": "@NaN""#,
    r#""tiles_per_turn": "@NaN""#,
    r#""next_tiles": "@NaN""#,
    r#""slide_amount": "@NaN""#,
];

fn rules(addition: &str) -> Result<std::sync::Arc<Ruleset>, String> {
    let text = format!(r#"{{"extends": "001-2048.jsonc", {addition}}}"#);
    let file = SourceFile::new("regression.jsonc", text.into_bytes());
    let mode = read(&file, &BuiltIn, &ReadOptions::default()).map_err(|problems| problems.to_text())?.mode;
    Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())
}

#[test]
fn games_go_on_alike_after_saving() {
    for (what, addition) in MODES {
        let rules = rules(addition).unwrap_or_else(|error| panic!("{what}: {error}"));
        let (mut random, mut choices, mut now) = (Rng::new(1), Rng::new(2), 0.0);
        let (mut game, _) = GameState::new(rules, &mut World::new(&mut random, now)).unwrap();
        for number in 0..6 {
            let alike = resume::goes_on_alike(&game, &random, &choices, now);
            assert_eq!(alike, Ok(()), "{what}, move {number}");
            now += 1000.0;
            fingerprint::step(&mut game, &mut choices, &mut World::new(&mut random, now)).unwrap();
        }
    }
}

#[test]
fn laws_hold() {
    let moves: Vec<Action> = (0..24).map(|number| Action::Move(number % 4)).collect();
    for (what, addition) in MODES {
        let rules = rules(addition).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(laws::play(rules.mode().clone(), 1, &moves).is_some(), "{what}: no game");
    }
}

#[test]
fn amounts_that_are_no_numbers_are_refused() {
    for addition in REFUSED {
        assert!(rules(addition).is_err(), "{addition}");
    }
}
