//! The events of a turn, and the errors of turns that can't be carried out.

use crate::board::{LEFT, RIGHT, UP, board, classic, expression, press, start, text};
use calcarray::Value;
use polymerge_rules::{
    Cell, Event, GameState, Limits, Mode, NoRandomness, Place, Recorded, Refusal, Rng, Ruleset, Screen,
    TurnError, World,
};

fn tile(exponent: f64) -> Value {
    vec![Value::Number(exponent)].into()
}

#[test]
fn a_turn_tells_everything_in_order() {
    let mode = Mode { tiles_per_turn: 1.0, ..classic(". 2 . 2") };
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let mut random = Recorded::new([0.0, 0.99]);
    let world = &mut World::new(&mut random, 0.0);
    let (mut game, _) = GameState::new(rules, world).unwrap();
    let turn = game.play(LEFT, world).unwrap();
    let cell = |column| Cell::new(0, column);
    let slide = |pass, from, to| Event::Slide { pass, tile: tile(1.0), from: cell(from), to: cell(to) };
    let expected = [
        slide(0, 1, 0),
        slide(0, 3, 2),
        slide(1, 2, 1),
        Event::Merge {
            pass: 2,
            rule: 0,
            inputs: vec![(cell(1), tile(1.0)), (cell(0), tile(1.0))],
            outputs: vec![(cell(0), tile(2.0)), (cell(1), "@Empty".into())],
            score: 4.0,
        },
        Event::Discovered { tile: tile(2.0) },
        // A tile 2 was there from the start: it is not new.
        Event::Spawn { cell: cell(3), tile: tile(1.0), forced: false },
    ];
    assert_eq!((turn.moved, turn.score, &*turn.events), (true, 4.0, &expected[..]));
}

#[test]
fn a_failed_move_tells_what_is_blocked() {
    let mut game = start(classic("2 4"));
    let turn = press(&mut game, LEFT);
    assert!(!turn.moved);
    assert_eq!(turn.events[0], Event::DirectionBlocked { direction: LEFT });
}

#[test]
fn messages_wins_and_scripts_are_events() {
    let mode = Mode {
        scripts: expression(r#"[[[0, "announce", "well done", 500, "@edit_gvar", 0, 7], "Victory"]]"#),
        game_variables: expression("[0]"),
        ..classic("1024 1024")
    };
    let mut game = start(mode);
    let events = press(&mut game, LEFT).events;
    let place = |event: &Event| events.iter().position(|other| other == event).expect("the event");
    let message = Event::Announcement { message: "well done".into(), milliseconds: 500.0 };
    assert!(place(&message) < place(&Event::Screen(Screen::Win)));
    place(&Event::Script { script: 0, trigger: "Victory".into() });
}

#[test]
fn an_interval_script_that_ends_the_game_is_not_the_last_of_its_tick() {
    let scripts = r#"[
        [[0, "@edit_gvar", 0, ["@GVar 0", "+", 1], "@ScriptSignal", "@ScriptSignal_WinCheck"], "Interval", 30],
        [[0, "@edit_gvar", 1, ["@GVar 1", "+", 1]], "Interval", 30, ["@GVar 0", "=", 2]],
        [[0, "@edit_gvar", 2, ["@GVar 2", "+", 1]], "Interval", 30]
    ]"#;
    let mode = Mode {
        scripts: expression(scripts),
        game_variables: expression("[0, 0, 0]"),
        lose_requirement: expression(r#"["@GVar 0", "=", 2]"#),
        ..classic("2 4")
    };
    let mut game = start(mode);
    // when, the variables then, the times of the scripts: one that has stopped has none
    for (now, screen, variables, times) in [
        (30.0, Screen::Play, "[1, 1, 1]", "[30, 30, 30]"),
        (60.0, Screen::GameOver, "[2, 1, 2]", r#"[60, "@Infinity", 60]"#),
        (90.0, Screen::GameOver, "[2, 1, 2]", r#"[60, "@Infinity", 60]"#),
    ] {
        game.tick(&mut World::new(&mut NoRandomness, now)).unwrap();
        assert_eq!(game.screen(), screen, "at {now}");
        assert_eq!(Value::array(game.game_variables().to_vec()), expression(variables), "at {now}");
        assert_eq!(game.save(now).script_times, expression(times), "at {now}");
    }
}

/// Presses left and expects an error and an unchanged game.
fn error_of(mode: Mode) -> TurnError {
    let mut game = start(mode);
    let before = game.clone();
    let error = game.play(LEFT, &mut World::new(&mut NoRandomness, 0.0)).unwrap_err();
    assert_eq!(game, before, "{error}");
    error
}

#[test]
fn a_turn_that_fails_leaves_the_game_and_says_where() {
    let rule = |condition: &str, outputs: &str, score: &str| Mode {
        merge_rules: expression(&format!("[[2, {condition}, true, {outputs}, {score}]]")),
        ..classic("2 2 . 2")
    };
    let broken = r#"["@BigInt 1", "/B", "@BigInt 0"]"#;
    let script = |trigger: &str| Mode {
        scripts: expression(&format!(r#"[[0, "Merge"], [{broken}, "{trigger}"]]"#)),
        ..classic("2 2 . 2")
    };
    for (mode, message) in [
        (rule(broken, "[[1]]", "0"), "merge rule 0: division by zero in operator \"/B\" on \"@BigInt 1\""),
        (
            rule("[true]", &format!("[[{broken}]]"), "0"),
            "merge rule 0: division by zero in operator \"/B\" on \"@BigInt 1\"",
        ),
        (
            rule("[true]", "[[1]]", broken),
            "merge rule 0: division by zero in operator \"/B\" on \"@BigInt 1\"",
        ),
        (
            rule("[true]", r#"["@CalcArray", 5]"#, "0"),
            "merge rule 0: the computed outputs of a merge rule are no list",
        ),
        (
            script("EndMovement"),
            "script 1 (EndMovement): division by zero in operator \"/B\" on \"@BigInt 1\"",
        ),
        (
            Mode { spawn_conditions: expression(broken), ..classic(". 2") },
            "spawn_conditions: division by zero in operator \"/B\" on \"@BigInt 1\"",
        ),
        (
            Mode { win_conditions: expression(&format!("[[1], {broken}]")), ..classic(". 4") },
            "win_conditions[1]: division by zero in operator \"/B\" on \"@BigInt 1\"",
        ),
        (Mode { tiles_per_turn: 1.0, ..classic(". 2 .") }, "the random numbers given have run out"),
        // A tile that goes on merging with itself.
        (
            Mode {
                multi_merge: true.into(),
                merge_rules: expression(r#"[[1, [true], true, [["@This 0"]], 0]]"#),
                ..classic("2")
            },
            "the limit \"passes\" of a turn was reached",
        ),
        (
            Mode {
                scripts: expression(r#"[[[0, "@ScriptSignal", "Again"], ["EndMovement", "Again"]]]"#),
                ..classic(". 2")
            },
            "the limit \"script_depth\" of a turn was reached",
        ),
    ] {
        let error = error_of(mode).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn an_error_names_the_part_of_the_mode() {
    let mode = Mode {
        merge_rules: expression(
            r#"[[2, [false], true, [], 0], [2, ["@BigInt 1", "%B", "@BigInt 0"], true, [], 0]]"#,
        ),
        ..classic("2 2")
    };
    assert!(matches!(error_of(mode), TurnError::Expression { place: Place::MergeRule(1), .. }));
}

#[test]
fn what_the_player_may_not_do_is_refused() {
    let mut random = NoRandomness;
    let world = &mut World::new(&mut random, 0.0);
    let refused = |error: TurnError| match error {
        TurnError::Refused(refusal) => refusal,
        other => panic!("{other}"),
    };
    let mut game = start(Mode { direction_blocked: expression(r#"["@VDir", "=", 1]"#), ..classic("2 4") });
    assert_eq!(refused(game.play(9, world).unwrap_err()), Refusal::NoSuchDirection);
    assert_eq!(refused(game.play(1, world).unwrap_err()), Refusal::Blocked);
    press(&mut game, LEFT);
    assert_eq!(refused(game.play(LEFT, world).unwrap_err()), Refusal::Unavailable);
    assert_eq!(refused(game.continue_after_win(world).unwrap_err()), Refusal::NoWin);
    assert_eq!(refused(game.click_tile(Cell::new(5, 5), world).unwrap_err()), Refusal::NoTile);
    assert_eq!(refused(game.click_stat_box(0, world).unwrap_err()), Refusal::NotClickable);
    press(&mut game, UP);
    press(&mut game, RIGHT);
    assert_eq!(game.screen(), Screen::GameOver);
    assert_eq!(refused(game.play(RIGHT, world).unwrap_err()), Refusal::NotPlaying);
}

#[test]
fn a_mode_that_makes_no_sense_is_refused_with_the_place() {
    let classic = || Mode::classic(4, 4);
    for (mode, message) in [
        (Mode { width: 0, ..classic() }, "width: must not be 0"),
        (Mode { width: 5, ..classic() }, "starting_grid: must be 4 rows of 5 cells"),
        (Mode { width: usize::MAX, ..classic() }, "starting_grid: a grid may have 16384 cells at most"),
        (Mode { directions: Value::Null, ..classic() }, "directions: must be a list"),
        (
            Mode { directions: expression("[[[0, 0.5]]]"), ..classic() },
            "directions[0][0][1]: must be a whole number",
        ),
        (
            Mode { directions: expression("[[[0, 1, 1, 0, 5]]]"), ..classic() },
            "directions[0][0][4]: must be a list",
        ),
        (
            Mode { auto_directions: expression(r#"[[[0, 1], "Soon"]]"#), ..classic() },
            "auto_directions[0][1]: must be Before, Between or After",
        ),
        (
            Mode { merge_rules: expression("[[2, [true]]]"), ..classic() },
            "merge_rules[0]: a merge rule has a length, a condition, an order, outputs and a score",
        ),
        (
            Mode { merge_rules: expression("[[2, [true], true, [5], 0]]"), ..classic() },
            "merge_rules[0]: an output of a merge rule must be a list, not 5",
        ),
        (
            Mode { scripts: expression(r#"[[0, "EndTurn"], [0, 5]]"#), ..classic() },
            "scripts[1][1]: must name what it runs for",
        ),
        (
            Mode { movement_parameters: expression("[1, 2]"), ..classic() },
            "movement_parameters: must have three entries",
        ),
        (Mode { next_tiles: 1e9, ..classic() }, "next_tiles: may be 1000 at most"),
    ] {
        let error = Ruleset::compile(mode, Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

/// A seed gives one game on every platform and in every version: here are the
/// games of two seeds.
#[test]
fn games_of_a_seed_are_fixed() {
    for (seed, expected, score) in SEEDED_GAMES {
        let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap();
        let mut random = Rng::new(*seed);
        let world = &mut World::new(&mut random, 0.0);
        let (mut game, _) = GameState::new(rules, world).unwrap();
        'game: for _ in 0..40 {
            for direction in [LEFT, UP, RIGHT, 1] {
                if game.play(direction, world).is_ok_and(|turn| turn.moved) {
                    continue 'game;
                }
            }
        }
        assert_eq!((text(&game.grid()).as_str(), game.score()), (*expected, *score), "seed {seed}");
    }
}

const SEEDED_GAMES: &[(u64, &str, f64)] = &[
    (1, "32 16 4 2 / 16 4 2 2 / 8 . . . / 2 . . .", 240.0),
    (2048, "32 16 8 2 / 16 2 . . / 4 2 . . / 8 . 2 .", 244.0),
];

/// Undo by keeping clones, which share what they have in common.
#[test]
fn clones_take_moves_back() {
    let mut game = start(classic("2 2 4 8"));
    let before = game.clone();
    press(&mut game, LEFT);
    let after = game.clone();
    game = before.clone();
    assert_eq!(game.grid(), board("2 2 4 8"));
    press(&mut game, LEFT);
    assert_eq!(game, after);
    assert_ne!(game, before);
}

/// Temporary holes count valid moves and block until they are gone.
#[test]
fn temporary_holes_count_down() {
    let mut game = start(classic(". T2 2"));
    press(&mut game, LEFT);
    assert_eq!(text(&game.grid()), ". T2 2", "a failed move does not count");
    let mut game = start(classic("2 . T2 2"));
    press(&mut game, RIGHT);
    assert_eq!(text(&game.grid()), ". 2 T1 2");
    press(&mut game, LEFT);
    assert_eq!(text(&game.grid()), "2 . . 2");
    press(&mut game, LEFT);
    assert_eq!(text(&game.grid()), "4 . . .");
}
