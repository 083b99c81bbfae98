//! The limit of what a game may hold is the same in games and in rollouts.

use std::sync::Arc;

use crate::board::expression;
use polymerge_rules::{
    Direct, Engine, GameState, Limits, MemoryLimits, Mode, Pressable, Rng, Rollout, Ruleset, Screen,
    Strategy, World,
};

/// Tiles of two entries: merges add up their texts.
fn growing_tiles(width: usize, height: usize) -> Mode {
    Mode {
        tile_entries: 2,
        merge_rules: expression(
            r#"[[2, ["@Next 1 0", "=", "@This 0"], true,
                [[["@This 0", "+", 1], ["@This 1", "str_concat", ["@This 1"]]]], 1, [false, true]]]"#,
        ),
        spawns: expression(r#"[[[1, "abc"], 1]]"#),
        win_conditions: expression("[]"),
        tile_value: expression(r#"["@This 0"]"#),
        ..Mode::classic(width, height)
    }
}

fn with_script(script: &str) -> Mode {
    Mode { scripts: expression(&format!(r#"[[{script}, "EndTurn"]]"#)), ..Mode::classic(4, 4) }
}

/// The moves of a game, until it ends or fails: the score and the number of each.
fn game(rules: &Arc<Ruleset>) -> Vec<String> {
    let mut random = Direct(Rng::new(5));
    let world = &mut World::new(&mut random, 0.0);
    let mut game = match GameState::new(Arc::clone(rules), world) {
        Ok((game, _)) => game,
        Err(error) => return vec![error.to_string()],
    };
    let mut turns = Vec::new();
    for press in 0..120 {
        if game.screen() != Screen::Play || !game.is_available(press % 4) {
            continue;
        }
        turns.push(match game.play(press % 4, world) {
            Ok(turn) => format!("{} {}", turn.moved, game.score()),
            Err(error) => error.to_string(),
        });
    }
    turns
}

/// The moves of a rollout, and whether any of them was packed.
fn rollout(rules: &Arc<Ruleset>) -> (Vec<String>, bool) {
    let mut random = Direct(Rng::new(5));
    let mut game = match Rollout::new(Arc::clone(rules), &mut random, 0.0) {
        Ok(game) => game,
        Err(error) => return (vec![error.to_string()], false),
    };
    let mut turns = Vec::new();
    for press in 0..120 {
        if game.screen() != Screen::Play || !game.is_available(press % 4) {
            continue;
        }
        turns.push(match game.play(press % 4, &mut random) {
            Ok(moved) => format!("{moved} {}", game.score()),
            Err(error) => error.to_string(),
        });
    }
    let is_packed = game.strategy_use().turns(Strategy::Packed) > 0;
    (turns, is_packed)
}

#[test]
fn a_turn_that_leaves_too_much_fails_in_games_and_in_rollouts() {
    let long = "a".repeat(200);
    let text = format!(r#"[0, "@replace_tile", 0, 3, ["@Literal", [3, "{long}"]]]"#);
    let modes = [
        ("a long text in a cell", with_script(&text)),
        ("more and more variables", with_script(r#"[0, "@add_gvar", ["@Moves", "*", 3]]"#)),
        ("more and more spawns", with_script(r#"[0, "@add_spawn", ["@Literal", ["@Literal", 1], 1]]"#)),
        ("merges of texts", growing_tiles(4, 4)),
        ("merges of texts on a long board", growing_tiles(9, 3)),
        ("plain 2048", Mode::classic(4, 4)),
    ];
    for (name, mode) in modes {
        let (mut failed, mut went_on, mut packed) = (0, 0, 0);
        for kept in (100..4000).step_by(60).chain([1 << 20]) {
            let limits = Limits { kept, ..Limits::default() };
            let Ok(rules) = Ruleset::compile(mode.clone(), limits) else { continue };
            let (of_rollout, is_packed) = rollout(&rules);
            assert_eq!(game(&rules), of_rollout, "{name}, {kept} bytes");
            let fails = of_rollout.iter().any(|turn| turn.contains("kept"));
            (failed, went_on) = (failed + usize::from(fails), went_on + usize::from(!fails));
            packed += usize::from(is_packed);
        }
        assert!(failed > 3 && went_on > 0, "{name}: {failed} failed, {went_on} did not");
        let has_script = name != "plain 2048" && !name.starts_with("merges");
        assert_eq!(packed > 0, !has_script, "{name}: {packed}");
    }
}

/// A variable that contains itself twice after each round is larger than 64 bits count.
#[test]
fn sizes_beyond_64_bits_are_too_large() {
    let grow = r#"[0, "@repeat", 80, "@edit_gvar", 0, ["@GVar 0", "arr_push", "@GVar 0"], "@end-repeat"]"#;
    let twice =
        |script: &str| script.replace("@edit_gvar\", 0", "@edit_gvar\", 1").replace("@GVar 0", "@GVar 1");
    for scripts in [
        format!(r#"[[{grow}, "EndTurn"]]"#),
        format!(r#"[[{grow}, "EndTurn"], [{}, "EndTurn"]]"#, twice(grow)),
    ] {
        let mode = Mode {
            scripts: expression(&scripts),
            game_variables: expression("[[1], [1]]"),
            ..Mode::classic(4, 4)
        };
        for kept in [1 << 20, u64::MAX - 1] {
            let mut limits = Limits { kept, ..Limits::default() };
            limits.evaluation.memory = u64::MAX;
            let rules = Ruleset::compile(mode.clone(), limits).unwrap();
            let turns = game(&rules);
            assert!(turns.iter().any(|turn| turn.contains("too large")), "{kept}: {turns:?}");
        }
    }
}

#[test]
fn games_without_limits_are_those_within_them() {
    let mut limits = Limits { turn_steps: u64::MAX, kept: u64::MAX, content: u64::MAX, ..Limits::default() };
    limits.evaluation.steps = u64::MAX;
    for mode in [
        growing_tiles(4, 4),
        with_script(r#"[0, "@edit_gvar", 0, ["@Moves", "*", 3]]"#),
        Mode { discovered_filter: expression(r#"[["@This 0", "%", 3]]"#), ..Mode::classic(4, 4) },
    ] {
        let [within, without] = [Limits::default(), limits.clone()]
            .map(|limits| game(&Ruleset::compile(mode.clone(), limits).unwrap()));
        assert_eq!(within, without);
    }
}

#[test]
fn caches_without_limits_change_no_game() {
    let rules = Ruleset::compile(growing_tiles(4, 4), Limits::default()).unwrap();
    let play = |memory: MemoryLimits| {
        let mut engine = Engine::with_memory(Arc::clone(&rules), memory, 0.0);
        let (mut position, mut random) = (engine.start(&mut Rng::new(1)).unwrap(), Rng::new(2));
        let turns: Vec<String> =
            (0..40).map(|turn| format!("{:?}", engine.play(&mut position, turn % 4, &mut random))).collect();
        (turns, position.score())
    };
    let most = MemoryLimits { lines: usize::MAX, tests: usize::MAX };
    assert_eq!(play(most), play(MemoryLimits::none()));
}
