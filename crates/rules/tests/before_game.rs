//! Draws before every game: their moment, their source, and the part of them that is kept.

use crate::board::expression;
use calcarray::{Value, json};
use polymerge_rules::{
    Batch, GameState, Limits, Mode, NoRandomness, Place, Playback, Randomness, Recorded, Rng, Rollout,
    Ruleset, Screen, TurnError, World,
};

/// The classic mode with these variables, in which `before` runs before every
/// game. Merges give the first variable as points.
fn mode(variables: &str, before: &str) -> Mode {
    let mut mode = Mode::classic(4, 4);
    mode.merge_rules = expression(
        r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]], "@GVar 0", [false, true]]]"#,
    );
    Mode { game_variables: expression(variables), before_game: Some(expression(before)), ..mode }
}

/// Adds a drawn number from 10 to 19 to the first variable.
const ADD: &str = r#"[0, "@edit_gvar", 0, ["@GVar 0", "+", [10, "rand_int", 19]]]"#;

fn started(mode: Mode, random: &mut dyn Randomness) -> Result<GameState, TurnError> {
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    GameState::new(rules, &mut World::new(random, 0.0)).map(|(game, _)| game)
}

fn variables(game: &GameState) -> String {
    json::write(&Value::array(game.game_variables().to_vec()))
}

#[test]
fn only_the_variables_count_and_only_what_the_mode_has_is_seen() {
    // variables, what runs before a game, the variables then
    let cases = [
        ("[1, 5]", ADD, "[16,5]"),
        ("[1, 5]", r#"[0, "@edit_gvar", 1, ["@GVar 1", "+", "@GVar 0"]]"#, "[1,6]"),
        ("[1]", r#"[0, "@edit_gvar", 0, "@GridHeight"]"#, "[4]"),
        ("[1]", r#"[0, "@edit_gvar", 0, ["@Grid", "arr_flat", 1, "arr_indexOf", "@Empty"]]"#, "[0]"),
        ("[1]", r#"[0, "@edit_gvar", 0, "@Moves"]"#, "[0]"),
        // Tiles, points and spawns that it changes are those of no game.
        ("[1]", r#"[0, "@add_score", 7, "@replace_tile", 0, 0, ["@Literal", 3], "@edit_gvar", 0, 2]"#, "[2]"),
        ("[1]", r#"[0, "@add_spawn", ["@Literal", ["@Literal", 9], 1000000]]"#, "[1]"),
    ];
    for (before, runs, after) in cases {
        // The number for the draw, and those of two tiles 2 in the first cells.
        let draws = usize::from(runs == ADD);
        let mut random = Recorded::new([0.5; 8]);
        let game = started(mode(before, runs), &mut random).unwrap_or_else(|error| panic!("{runs}: {error}"));
        assert_eq!(variables(&game), after, "{runs}");
        assert_eq!(game.score(), 0.0, "{runs}");
        let mut tiles = Recorded::new(vec![0.5; 8 - draws]);
        let plain = started(Mode { before_game: None, ..mode(before, runs) }, &mut tiles).unwrap();
        assert_eq!((game.grid(), random.left()), (plain.grid(), tiles.left()), "{runs}");
        assert_eq!(game.spawns(), plain.spawns(), "{runs}");
        let record = |game: &GameState| game.replay(0.0);
        assert_eq!(record(&game), record(&plain), "{runs}: a draw is in the record");
    }
}

#[test]
fn every_game_draws_anew_from_what_the_mode_says() {
    let mut random = Rng::new(5);
    let mut game = started(mode("[1]", ADD), &mut random).unwrap();
    let mut seen = Vec::new();
    for _ in 0..20 {
        let first = game.game_variables()[0].as_number().unwrap();
        assert!((11.0..=20.0).contains(&first), "{first}: an earlier draw was added to");
        let saved = game.saved_mode();
        assert_eq!((saved.before_game, saved.game_variables), (None, vec![Value::Number(first)].into()));
        let drawn = game.drawn(game.rules().mode());
        assert_eq!(
            drawn,
            Mode { game_variables: vec![Value::Number(first)].into(), before_game: None, ..drawn.clone() }
        );
        seen.push(first);
        game.restart(&mut World::new(&mut random, 0.0)).unwrap();
    }
    seen.dedup();
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn start_scripts_come_first_and_restart_scripts_after() {
    let scripts = r#"[
        [[0, "@edit_gvar", 0, ["@GVar 0", "+", 2]], "StartModeBM"],
        [[0, "@edit_gvar", 0, ["@GVar 0", "*", 10]], "RestartMode"]
    ]"#;
    let before = r#"[0, "@edit_gvar", 0, ["@GVar 0", "*", 3]]"#;
    let mode = Mode { scripts: expression(scripts), ..mode("[1]", before) };
    let mut random = Rng::new(5);
    let mut game = started(mode, &mut random).unwrap();
    for _ in 0..3 {
        assert_eq!(variables(&game), "[90]");
        assert_eq!(game.saved_mode().game_variables, expression("[9]"));
        game.restart(&mut World::new(&mut random, 0.0)).unwrap();
    }
}

#[test]
fn a_playback_begins_with_what_was_drawn() {
    let mut random = Rng::new(5);
    let world = &mut World::new(&mut random, 0.0);
    let (mut game, _) =
        GameState::new(Ruleset::compile(mode("[0]", ADD), Limits::default()).unwrap(), world).unwrap();
    for direction in (0..4).cycle().take(60) {
        game.play(direction, world).ok();
    }
    assert!(game.score() >= 10.0);
    let rules = Ruleset::compile(game.saved_mode(), Limits::default()).unwrap();
    let (mut playback, _) = Playback::new(rules, &game.replay(0.0), world).unwrap();
    while playback.step(world).unwrap().is_some() {}
    let end = playback.game();
    assert_eq!((end.grid(), end.score(), variables(end)), (game.grid(), game.score(), variables(&game)));
}

#[test]
fn what_goes_wrong_is_said_with_its_name() {
    let error = |before: &str, random: &mut dyn Randomness| match started(mode("[0]", before), random) {
        Err(error) => error,
        Ok(_) => panic!("{before} can be run"),
    };
    let fails = error(r#"["@BigInt 1", "/B", "@BigInt 0"]"#, &mut Rng::new(1));
    assert!(matches!(&fails, TurnError::Expression { place: Place::Field("before_game"), .. }), "{fails}");
    assert_eq!(error(ADD, &mut NoRandomness), TurnError::OutOfRandomness);
    let endless = r#"[0, "@repeat", 1000000000, "+", 1, "@end-repeat"]"#;
    let message = error(endless, &mut Rng::new(1)).to_string();
    assert!(message.starts_with("before_game"), "{message}");
}

/// Plays a rollout at random, one game after another; gives the variables of
/// each start, and the scores.
fn rollout(mode: Mode, games: usize) -> Vec<(String, f64)> {
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let mut random = Rng::new(9);
    let mut choices = Rng::new(1);
    let mut rollout = Rollout::new(rules, &mut random, 0.0).unwrap();
    let mut seen = Vec::new();
    for _ in 0..games {
        let begun = variables(&rollout.to_game());
        while rollout.screen() == Screen::Play {
            let direction = (choices.next().unwrap() * 4.0) as usize;
            if rollout.is_available(direction) {
                rollout.play(direction, &mut random).unwrap();
            }
        }
        seen.push((begun, rollout.score()));
        rollout.restart(&mut random).unwrap();
    }
    seen
}

/// Plays the games of [`rollout`] as ordinary ones.
fn game(mode: Mode, games: usize) -> Vec<(String, f64)> {
    let mut random = Rng::new(9);
    let mut choices = Rng::new(1);
    let mut game = started(mode, &mut random).unwrap();
    let mut seen = Vec::new();
    for _ in 0..games {
        let begun = variables(&game);
        while game.screen() == Screen::Play {
            let direction = (choices.next().unwrap() * 4.0) as usize;
            if game.directions_available()[direction] {
                game.play(direction, &mut World::new(&mut random, 0.0)).unwrap();
            }
        }
        seen.push((begun, game.score()));
        game.restart(&mut World::new(&mut random, 0.0)).unwrap();
    }
    seen
}

#[test]
fn games_for_their_results_only_draw_as_games_do() {
    let (fast, plain) = (rollout(mode("[0]", ADD), 30), game(mode("[0]", ADD), 30));
    assert_eq!(fast, plain);
    let mut starts: Vec<&String> = fast.iter().map(|(begun, _)| begun).collect();
    starts.sort();
    starts.dedup();
    assert!(starts.len() > 5, "{starts:?}");
}

#[test]
fn every_game_of_a_batch_has_its_own() {
    let rules = Ruleset::compile(mode("[0]", ADD), Limits::default()).unwrap();
    let mut batch = Batch::new(rules, 20, 7, 0.0).unwrap();
    let starts =
        |batch: &mut Batch| -> Vec<String> { (0..20).map(|game| variables(&batch.game(game))).collect() };
    let first = starts(&mut batch);
    assert!(!first.contains(&"[0]".to_owned()) && first.iter().any(|own| *own != first[0]), "{first:?}");
    while batch.games_ended() < 40 {
        let actions: Vec<u8> = batch.available().iter().map(|own| own.trailing_zeros() as u8).collect();
        batch.step(&actions).unwrap();
    }
    let later = starts(&mut batch);
    assert!(!later.contains(&"[0]".to_owned()) && later != first, "{later:?}");
}
