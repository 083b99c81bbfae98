//! Rollouts beside exact play, on boards so small that all of their states can be
//! visited.

use std::collections::HashMap;

use polymerge_player::{Aim, Exact, ExactError, Rollouts, Search, Trainer, Training, legal};
use polymerge_rules::{
    Engine, Limits, Mode, NoRandomness, Position, Rng, Ruleset, Screen, Spawns, TurnError,
};

const MOST_STATES: usize = 100_000;

fn engine(mode: &Mode) -> Engine {
    Engine::new(Ruleset::compile(mode.clone(), Limits::default()).unwrap(), 0.0)
}

/// The value of best play: the mean over games that begin with these seeds.
fn optimal(mode: &Mode, aim: Aim) -> f64 {
    let mut engine = engine(mode);
    let mut exact = Exact::new(&engine, aim, MOST_STATES);
    mean(|seed| {
        let position = engine.start(&mut Rng::new(seed)).unwrap();
        exact.value(&mut engine, &position).unwrap()
    })
}

/// The value of play by rollouts, over all spawns: the values of the states that occur, by the
/// kinds of their tiles.
struct Played {
    engine: Engine,
    aim: Aim,
    turns: u64,
    values: HashMap<Vec<u32>, f64>,
}

impl Played {
    fn value(&mut self, position: &Position) -> f64 {
        match (position.screen(), self.aim) {
            (Screen::Win, Aim::Goal) => return 1.0,
            (Screen::Win | Screen::GameOver, _) => return 0.0,
            (Screen::Play, _) => {}
        }
        let mut key = vec![0; position.height() * position.width()];
        self.engine.read_kinds(position, &mut key).unwrap();
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let best = self.best(position, &key);
        let value = best.map_or(0.0, |direction| self.value_of(position, direction).unwrap());
        self.values.insert(key, value);
        value
    }

    fn best(&mut self, position: &Position, key: &[u32]) -> Option<usize> {
        let seed = key.iter().fold(1, |seed: u64, kind| seed.wrapping_mul(31).wrapping_add(u64::from(*kind)));
        let mut rollouts = Rollouts::new(&mut self.engine, position, self.turns, seed).unwrap();
        while rollouts.round(&mut self.engine) {}
        rollouts.best()
    }

    fn value_of(&mut self, position: &Position, direction: usize) -> Result<f64, TurnError> {
        let after = self.engine.afterstate(position, direction)?.unwrap();
        let Spawns::Exact(spawns) = self.engine.spawns(&after)? else { panic!("{after:?}") };
        let mut value = if self.aim == Aim::Score { after.points() } else { 0.0 };
        for spawn in &spawns {
            let mut next = position.clone();
            assert!(self.engine.play_spawn(&mut next, direction, spawn, &mut NoRandomness)?);
            value += spawn.probability * self.value(&next);
        }
        Ok(value)
    }
}

fn mean(value: impl FnMut(u64) -> f64) -> f64 {
    let values: Vec<f64> = (0..STARTS).map(value).collect();
    values.iter().sum::<f64>() / STARTS as f64
}

/// Plain rules on a small board. With a goal, the game ends there.
fn small(width: usize, height: usize, goal: Option<f64>) -> Mode {
    let plain = Mode::classic(width, height);
    match goal {
        Some(exponent) => Mode {
            win_conditions: vec![goal_of(exponent)].into(),
            win_requirement: 1.0.into(),
            postgame_allowed: false.into(),
            ..plain
        },
        None => Mode { win_conditions: Vec::new().into(), ..plain },
    }
}

fn goal_of(exponent: f64) -> calcarray::Value {
    vec![calcarray::Value::from(exponent)].into()
}

const STARTS: u64 = 300;

fn compare(mode: &Mode, aim: Aim, turns: u64) -> (f64, f64) {
    let optimal = optimal(mode, aim);
    let mut played = Played { engine: engine(mode), aim, turns, values: HashMap::new() };
    let reached = mean(|seed| {
        let position = played.engine.start(&mut Rng::new(seed)).unwrap();
        played.value(&position)
    });
    println!("{}x{}: {reached:.4} of {optimal:.4} by {turns} turns a move", mode.width, mode.height);
    assert!(reached <= optimal * (1.0 + 1e-9), "{reached} of {optimal}");
    assert!(reached >= 0.95 * optimal, "{reached} of {optimal}");
    (optimal, reached)
}

#[test]
fn two_by_two_to_32_is_won_in_eight_of_a_hundred_games() {
    let (optimal, _) = compare(&small(2, 2, Some(5.0)), Aim::Goal, 1_000);
    // As others have solved it.
    assert!((optimal - 0.08).abs() < 0.01, "{optimal}");
}

#[test]
fn a_search_to_the_end_is_exact() {
    // Merges in odd turns only bring points: equal boards of different turns have different values.
    let rule = r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]],
        ["@Moves", "%", 2, "*", 100], [false, true]]]"#;
    let merge_rules = calcarray::json::read(rule, &Default::default()).unwrap();
    for mode in [small(2, 2, None), Mode { merge_rules, ..small(2, 2, None) }] {
        let mut engine = engine(&mode);
        let mut exact = Exact::new(&engine, Aim::Score, MOST_STATES);
        // Nothing was learned yet: all values are 0.
        let training = Training { memory: 1 << 20, ..Training::default() };
        let mut value = Trainer::new(&mut engine, &training).unwrap().into_value();
        for seed in 0..5 {
            let position = engine.start(&mut Rng::new(seed)).unwrap();
            let expected = exact.value(&mut engine, &position).unwrap();
            let ranking = Search::new(&mut value, 1).rank(&mut engine, &position, u64::MAX).unwrap();
            let reached = ranking.best().unwrap().value;
            assert!(
                ranking.exact && (reached / expected - 1.0).abs() < 1e-4,
                "{reached} {expected} {ranking:?}"
            );
        }
    }
}

#[test]
fn small_boards_are_played_nearly_as_well_as_can_be() {
    // columns, rows, the exponent of the goal, what counts, turns simulated
    for (width, height, goal, aim, turns) in [
        (2, 2, Some(4.0), Aim::Goal, 1_000),
        (2, 2, None, Aim::Score, 500),
        (3, 2, Some(4.0), Aim::Goal, 1_000),
    ] {
        compare(&small(width, height, goal), aim, turns);
    }
}

#[test]
fn chances_of_tiles_are_those_of_goals() {
    let open = small(2, 2, None);
    let (mut plain, mut with_goal) = (engine(&open), engine(&small(2, 2, Some(4.0))));
    let position = plain.start(&mut Rng::new(5)).unwrap();
    plain.number_kinds((1..=5).map(|exponent| vec![calcarray::Value::from(f64::from(exponent))].into()));
    let kind = |text: &str| plain.kinds().iter().position(|kind| kind.text() == text).unwrap() as u32;
    let mut tile = Exact::new(&plain, Aim::Tile(kind("[4]")), MOST_STATES);
    let chance = tile.value(&mut plain, &position).unwrap();
    let mut goal = Exact::new(&with_goal, Aim::Goal, MOST_STATES);
    let position = with_goal.start(&mut Rng::new(5)).unwrap();
    assert_eq!(goal.value(&mut with_goal, &position), Ok(chance));
    assert!(chance > 0.9 && chance < 1.0);
    // The best direction has the value of the position.
    let directions = goal.directions(&mut with_goal, &position).unwrap();
    assert!((directions[0].1 - chance).abs() < 1e-12);
}

#[test]
fn what_cannot_be_solved_is_said() {
    let solve = |mode: &Mode| {
        let mut engine = engine(mode);
        let position = engine.start(&mut Rng::new(1)).unwrap();
        Exact::new(&engine, Aim::Score, 1_000).value(&mut engine, &position)
    };
    assert_eq!(solve(&Mode::classic(4, 4)), Err(ExactError::TooMany { most: 1_000 }));
    // Two tiles a turn.
    assert_eq!(solve(&Mode { tiles_per_turn: 2.0, ..small(2, 2, None) }), Err(ExactError::Chance));
    // Nothing spawns: tiles go to and fro.
    assert_eq!(
        solve(&Mode { spawn_conditions: false.into(), ..small(3, 1, None) }),
        Err(ExactError::Endless)
    );
}

#[test]
fn what_rules_ask_for_tells_states_apart() {
    let states = |score: &str| {
        let rule =
            r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]], SCORE, [false, true]]]"#;
        let rule = calcarray::json::read(&rule.replace("SCORE", score), &Default::default()).unwrap();
        let mut engine = engine(&Mode { merge_rules: rule, ..small(2, 2, None) });
        let mut exact = Exact::new(&engine, Aim::Score, MOST_STATES);
        let position = engine.start(&mut Rng::new(1)).unwrap();
        exact.value(&mut engine, &position).unwrap();
        exact.states()
    };
    // Boards come up at different times.
    assert!(states(r#"["@Moves", "+", 1]"#) > 2 * states("1"));
}

/// The chance to reach the goal under best play, of states that are not joined.
fn chance(engine: &mut Engine, position: &Position, known: &mut HashMap<Vec<u32>, f64>) -> f64 {
    match position.screen() {
        Screen::Win => return 1.0,
        Screen::GameOver => return 0.0,
        Screen::Play => {}
    }
    let mut key = vec![0; position.height() * position.width()];
    engine.read_kinds(position, &mut key).unwrap();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut best: f64 = 0.0;
    for direction in legal(engine, position).unwrap() {
        let after = engine.afterstate(position, direction).unwrap().unwrap();
        let Spawns::Exact(spawns) = engine.spawns(&after).unwrap() else { panic!("{after:?}") };
        let value = spawns.iter().map(|spawn| {
            let mut next = position.clone();
            engine.play_spawn(&mut next, direction, spawn, &mut NoRandomness).unwrap();
            spawn.probability * chance(engine, &next, known)
        });
        best = best.max(value.sum());
    }
    known.insert(key, best);
    best
}

#[test]
fn goals_and_losses_that_depend_on_a_place_keep_mirrored_boards_apart() {
    let condition = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
    let corner = condition(r#"["@Grid 0 0 0", "=", 3]"#);
    let goal = Mode { win_requirement: corner.clone(), ..small(2, 2, Some(4.0)) };
    let loss = Mode { lose_requirement: corner, ..small(2, 2, Some(4.0)) };
    for mode in [goal, loss, small(2, 2, Some(4.0))] {
        let mut engine = engine(&mode);
        let (mut exact, mut known) = (Exact::new(&engine, Aim::Goal, MOST_STATES), HashMap::new());
        for seed in 0..40 {
            let position = engine.start(&mut Rng::new(seed)).unwrap();
            let expected = chance(&mut engine, &position, &mut known);
            let value = exact.value(&mut engine, &position).unwrap();
            assert!((value - expected).abs() < 1e-9, "{value} {expected} {position:?}");
        }
        assert!(known.values().any(|chance| *chance > 0.0 && *chance < 1.0));
    }
}

/// Values and numbers of states that others have published: of plain 2048 on small boards, to a goal
/// that ends the game. They count one state more, for all boards with the goal.
#[test]
fn published_values_are_met() {
    // side, goal, the value to the published digits, states that symmetries leave apart
    for (side, exponent, expected, states) in [
        (2, 3.0, Some((1.0, 1e-9)), 16),
        (2, 4.0, Some((0.96, 0.005)), 36),
        (2, 5.0, Some((0.08, 0.005)), 58),
        (3, 3.0, None, 1_187),
        (3, 4.0, None, 16_835),
        (3, 5.0, None, 124_373),
    ] {
        let mode = small(side, side, Some(exponent));
        let mut engine = engine(&mode);
        let mut exact = Exact::new(&engine, Aim::Goal, 200_000);
        let value = mean(|seed| {
            let position = engine.start(&mut Rng::new(seed)).unwrap();
            exact.value(&mut engine, &position).unwrap()
        });
        println!("{side}x{side} to {exponent}: {value} in {} states", exact.states());
        if let Some((expected, digits)) = expected {
            assert!((value - expected).abs() < digits, "{side}x{side} to {exponent}: {value}");
        }
        assert_eq!(exact.states() + 1, states, "{side}x{side} to {exponent}");
    }
}

#[test]
fn scripts_of_the_start_keep_no_states_apart() {
    let read = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
    // As in Classic: the game begins with two 2s.
    let mode = Mode {
        spawns: read("[[[1], 90]]"),
        scripts: read(r#"[[[0, "@add_spawn", ["@Literal", ["@Literal", 2], 10]], "EndModeSetup"]]"#),
        ..small(3, 3, Some(4.0))
    };
    let mut engine = engine(&mode);
    let mut exact = Exact::new(&engine, Aim::Goal, 200_000);
    let position = engine.start(&mut Rng::new(1)).unwrap();
    assert!(exact.value(&mut engine, &position).unwrap() > 0.99);
    assert!((10_000..=16_834).contains(&exact.states()), "{}", exact.states());
}

#[test]
fn games_that_begin_with_other_tiles_to_come_are_kept_apart() {
    let read = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
    // The first tile that spawns is drawn before the first turn.
    let drawn = Mode {
        start_tiles: 0.0,
        starting_grid: read(r#"[[[1], [1]], [[2], "@Empty"]]"#),
        spawns: read("[[[1], 1], [[2], 1]]"),
        ..small(2, 2, None)
    };
    // The weight of 4 is drawn at the start.
    let weighed = Mode {
        scripts: read(
            r#"[[[0, "@add_spawn", [["@Literal", ["@Literal", 2]], "arr_push", [1, "rand_int", 90]]],
                "StartModeAM"]]"#,
        ),
        ..small(2, 2, None)
    };
    for mode in [drawn, weighed] {
        let mut engine = engine(&mode);
        let mut shared = Exact::new(&engine, Aim::Score, MOST_STATES);
        let mut values: Vec<f64> = (0..12)
            .map(|seed| {
                let position = engine.start(&mut Rng::new(seed)).unwrap();
                let alone =
                    Exact::new(&engine, Aim::Score, MOST_STATES).value(&mut engine, &position).unwrap();
                let together = shared.value(&mut engine, &position).unwrap();
                assert!((together - alone).abs() < 1e-9, "{together} {alone} {seed}");
                alone
            })
            .collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        assert!(values.len() > 1, "{values:?}");
    }
}
