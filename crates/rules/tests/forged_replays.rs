//! Replays whose spawns the mode can't have made are refused at the first of
//! them; those of real games are not.

use calcarray::{Value, json};
use polymerge_rules::{
    GameState, Limits, Mode, Playback, Replay, Rng, Ruleset, TurnError, World, trigger_names,
};

fn value(text: &str) -> Value {
    json::read(text, &Default::default()).expect("extended JSON")
}

/// The record of a game of some moves.
fn recorded(mode: Mode) -> (Mode, Replay) {
    recorded_with(mode, [0, 2, 0, 2, 1, 3, 0, 2, 1, 3])
}

/// The record of a game with these presses.
fn recorded_with<const PRESSES: usize>(mode: Mode, presses: [usize; PRESSES]) -> (Mode, Replay) {
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let mut random = Rng::new(7);
    let world = &mut World::new(&mut random, 0.0);
    let (mut game, _) = GameState::new(rules, world).unwrap();
    for direction in presses {
        game.play(direction, world).ok();
    }
    (game.saved_mode(), game.replay(0.0))
}

/// Plays a record to its end.
fn play(mode: &Mode, replay: &Replay) -> Result<(), TurnError> {
    let rules = Ruleset::compile(mode.clone(), Limits::default()).unwrap();
    let mut random = Rng::new(1);
    let world = &mut World::new(&mut random, 0.0);
    let (mut playback, _) = Playback::new(rules, replay, world)?;
    while playback.step(world)?.is_some() {}
    Ok(())
}

/// The record with the spawns of one step changed.
fn forged(replay: &Replay, step: usize, change: impl FnOnce(&mut Vec<Value>)) -> Replay {
    let mut steps = replay.moves_played.as_array().unwrap().to_vec();
    let mut entries = steps[step].as_array().unwrap().to_vec();
    change(&mut entries);
    steps[step] = Value::array(entries);
    Replay { moves_played: steps.into(), ..replay.clone() }
}

/// A spawn in its place, with another tile.
fn with_tile(spawn: &Value, tile: &str) -> Value {
    let mut parts = spawn.as_array().unwrap().to_vec();
    parts[0] = value(tile);
    Value::array(parts)
}

fn mode(spawns: &str) -> Mode {
    Mode { spawns: value(spawns), ..Mode::classic(4, 4) }
}

#[test]
fn a_tile_that_the_mode_can_not_spawn_is_refused() {
    for (spawns, possible, impossible) in [
        ("[[[1],90],[[2],10]]", "[1] [2]", "[3] [10] [1,1] \"@Empty\" \"@Void\""),
        ("[[[1],90],[[3],0],[[2],10]]", "[1] [2]", "[3]"),
        (r#"[[[1],["@Moves","<",2]],[[2],1]]"#, "[2]", "[1] [3]"),
        (r#"[[["@CalcArray",["@Literal",[1,"+",1]]],5]]"#, "[2]", "[1]"),
        // A box gives each of its tiles once.
        (r#"[["Box",1,[1],[2],[4],[8],[16],[32],[64],[128]]]"#, "", "[3] [1]"),
        // What is computed with random numbers may be anything.
        (r#"[[[[1,"rand_int",3]],1]]"#, "[1] [3] [9]", ""),
    ] {
        let (saved, replay) = recorded(mode(spawns));
        play(&saved, &replay).unwrap_or_else(|error| panic!("{spawns}: {error}"));
        let at = |tile: &str| {
            let tile_of = |entries: &mut Vec<Value>| entries[1] = with_tile(&entries[1], tile);
            play(&saved, &forged(&replay, 4, tile_of))
        };
        for tile in possible.split_whitespace() {
            // A game may go otherwise then, but not at this step.
            let error = at(tile).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(!error.starts_with("step 4:"), "{spawns}, {tile}: {error}");
        }
        for tile in impossible.split_whitespace() {
            let error = at(tile).expect_err(tile).to_string();
            assert!(error.starts_with("step 4: ") && error.contains("row "), "{spawns}, {tile}: {error}");
        }
    }
}

#[test]
fn the_places_and_the_number_of_spawns_are_those_of_the_mode() {
    let (saved, replay) = recorded(mode("[[[1],1]]"));
    let spawn = |row: f64, column: f64| value(&format!("[[1],{row},{column}]"));
    let more = forged(&replay, 4, |entries| {
        let empty = (0..16).map(|place| spawn(f64::from(place / 4), f64::from(place % 4)));
        entries.extend(empty);
    });
    let fewer = forged(&replay, 4, |entries| entries.truncate(1));
    let twice = forged(&replay, 0, |entries| entries[2] = entries[1].clone());
    let outside = forged(&replay, 4, |entries| entries[1] = spawn(4.0, 0.0));
    for (what, replay, message) in [
        ("more", more, "step 4: "),
        ("fewer", fewer, "step 4: the record has fewer spawns"),
        ("twice", twice, "the cell is not empty"),
        ("outside", outside, "step 4: a recorded spawn is outside of the grid"),
    ] {
        let error = play(&saved, &replay).expect_err(what).to_string();
        assert!(error.contains(message), "{what}: {error}");
    }
}

#[test]
fn forced_spawns_are_those_of_their_moment() {
    let forced = value(r#"[[["@Moves","=",3],"BeforeSpawns",false,[5]]]"#);
    let (saved, replay) = recorded(Mode { forced_spawns: forced, ..mode("[[[1],1]]") });
    play(&saved, &replay).unwrap();
    let step = |number: usize| replay.moves_played.as_array().unwrap()[number].as_array().unwrap().to_vec();
    assert_eq!(with_tile(&step(3)[1], "[5]"), step(3)[1], "the third move has the forced tile");
    for (number, place) in [(3, 1), (3, 2), (4, 1)] {
        let other = forged(&replay, number, |entries| entries[place] = with_tile(&entries[place], "[6]"));
        assert!(play(&saved, &other).is_err(), "step {number}, spawn {place}");
    }
    let early = forged(&replay, 2, |entries| entries[1] = with_tile(&entries[1], "[5]"));
    assert!(play(&saved, &early).unwrap_err().to_string().starts_with("step 2: "));
}

#[test]
fn random_cells_of_the_start_are_no_spawns() {
    let (saved, replay) = recorded(mode("[[[1],1]]"));
    let taken = replay.moves_played.as_array().unwrap()[0].as_array().unwrap().to_vec();
    let is_free = |row: usize, column: usize| {
        taken[1..].iter().all(|spawn| {
            let spawn = spawn.as_array().unwrap().to_vec();
            spawn[1..] != [Value::from(row), Value::from(column)]
        })
    };
    let (row, column) =
        (0..16).map(|place| (place / 4, place % 4)).find(|(row, column)| is_free(*row, *column)).unwrap();
    for (content, refused) in
        [(r#""@Void""#, false), (r#""@Slippery""#, false), (r#"["BlackBox"]"#, false), ("[1024]", true)]
    {
        let spawn = value(&format!("[{content},{row},{column}]"));
        let other = forged(&replay, 0, |entries| entries.insert(1, spawn));
        // A game with such a cell may go otherwise, but its start is possible.
        let error = play(&saved, &other).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(error.starts_with("step 0: "), refused, "{content}: {error}");
    }
}

#[test]
fn automatic_moves_spawn_no_more_than_they_made() {
    // when the automatic move happens, and whether spawns may be left over:
    // those of a move that follows one that moved nothing are
    for (timing, may_be_left) in [("Before", false), ("Between", false), ("After", true)] {
        let automatic = value(&format!(r#"[[[0, -1, "@Infinity", 0, [0, true, true, true]], "{timing}"]]"#));
        let (saved, replay) = recorded(Mode { auto_directions: automatic, ..mode("[[[1],1]]") });
        play(&saved, &replay).unwrap_or_else(|error| panic!("{timing}: {error}"));
        let spawns = replay.other_spawns.as_array().unwrap().to_vec();
        assert!(!spawns.is_empty(), "{timing}");
        let more = [spawns, vec![value("[[[1],0,0]]")]].concat();
        let forged = Replay { other_spawns: more.into(), ..replay };
        let refused =
            play(&saved, &forged).is_err_and(|error| error.to_string().contains("more automatic moves"));
        assert_eq!(refused, !may_be_left, "{timing}");
    }
    let (saved, replay) = recorded(mode("[[[1],1]]"));
    let start = replay.moves_played.as_array().unwrap()[0].clone();
    let nothing = || Value::array(Vec::new());
    let only_a_start = Replay {
        moves_played: nothing(),
        current_move: start,
        other_spawns: value("[[[[1],0,0]]]"),
        ..replay
    };
    let error = play(&saved, &only_a_start).unwrap_err().to_string();
    assert!(error.starts_with("step 0: the record has spawns of more automatic moves"), "{error}");
}

#[test]
fn what_spawns_may_depend_on_scripts_of_failed_moves() {
    let [left, right] = [2, 3];
    for trigger in trigger_names() {
        let counting = format!(r#"[[[0, "@edit_gvar", 0, ["@GVar 0", "+", 1]], "{trigger}"]]"#);
        let counted = Mode {
            scripts: value(&counting),
            game_variables: value("[0]"),
            starting_grid: value(r#"[[[1], "@Empty", "@Empty"], ["@Empty", "@Empty", "@Empty"]]"#),
            start_tiles: 0.0,
            spawns: value(r#"[[["@CalcArray", ["@Literal", [["@GVar 0", "+", 1]]]], 1]]"#),
            ..Mode::classic(3, 2)
        };
        let (saved, replay) = recorded_with(counted, [left, right, left]);
        let steps = replay.moves_played.as_array().unwrap().len();
        assert_eq!(steps, 2, "{trigger}: the start and a move; the last one is not done with");
        play(&saved, &replay).unwrap_or_else(|error| panic!("{trigger}: {error}"));
    }
}
