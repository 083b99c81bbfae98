#![cfg(test)]
//! Rollouts beside exact play, on boards so small that all of their states can be
//! visited.

use std::collections::HashMap;

use polymerge_player::{legal, Rollouts, Search, Trainer, Training};
use polymerge_rules::{
    Engine, Limits, Mode, NoRandomness, Position, Ruleset, Screen, Seeded, Spawns, TurnError,
};

/// What is to be large.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    Score,
    Win,
}

/// How directions are chosen.
#[derive(Clone, Copy, Debug)]
enum Policy {
    /// The one of the largest value.
    Optimal,
    /// That of rollouts of so many turns.
    Rollouts(u64),
}

/// Values of all states that are met, by the kinds of their tiles. That is all there is
/// to a state of the modes in this file; its score is counted apart.
struct Solver {
    engine: Engine,
    aim: Aim,
    policy: Policy,
    values: HashMap<Vec<u32>, f64>,
}

impl Solver {
    fn new(mode: &Mode, aim: Aim, policy: Policy) -> Solver {
        let rules = Ruleset::compile(mode.clone(), Limits::default()).unwrap();
        Solver { engine: Engine::new(rules, 0.0), aim, policy, values: HashMap::new() }
    }

    /// The mean of what is still to come from a state on.
    fn value(&mut self, position: &Position) -> f64 {
        match (position.screen(), self.aim) {
            (Screen::Win, Aim::Win) => return 1.0,
            (Screen::Win | Screen::GameOver, _) => return 0.0,
            (Screen::Play, _) => {}
        }
        let mut key = vec![0; position.height() * position.width()];
        self.engine.read_kinds(position, &mut key).unwrap();
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let directions = match self.policy {
            Policy::Optimal => legal(&mut self.engine, position).unwrap(),
            Policy::Rollouts(turns) => self.best(position, turns, &key).into_iter().collect(),
        };
        let values = directions.into_iter().map(|direction| self.value_of(position, direction).unwrap());
        let value = values.fold(0.0, f64::max);
        self.values.insert(key, value);
        value
    }

    fn best(&mut self, position: &Position, turns: u64, key: &[u32]) -> Option<usize> {
        let seed = key.iter().fold(1, |seed: u64, kind| seed.wrapping_mul(31).wrapping_add(u64::from(*kind)));
        let mut rollouts = Rollouts::new(&mut self.engine, position, turns, seed).unwrap();
        while rollouts.round(&mut self.engine) {}
        rollouts.best()
    }

    /// That of a direction: over all tiles that may spawn.
    fn value_of(&mut self, position: &Position, direction: usize) -> Result<f64, TurnError> {
        let after = self.engine.afterstate(position, direction)?.unwrap();
        let points = if self.aim == Aim::Score { after.points() } else { 0.0 };
        let spawns = match self.engine.spawns(&after)? {
            Spawns::Exact(spawns) => spawns,
            other => panic!("{other:?}"),
        };
        let mut value = points;
        for spawn in &spawns {
            let mut next = position.clone();
            assert!(self.engine.play_spawn(&mut next, direction, spawn, &mut NoRandomness)?);
            value += spawn.probability * self.value(&next);
        }
        Ok(value)
    }

    /// The mean of a game that begins with this seed.
    fn mean_of(&mut self, seed: u64) -> f64 {
        let position = self.engine.start(&mut Seeded::new(seed)).unwrap();
        self.value(&position)
    }

    /// The mean over games that begin with these seeds.
    fn mean(&mut self, starts: u64) -> f64 {
        let values = (0..starts).map(|seed| self.mean_of(seed));
        values.collect::<Vec<f64>>().iter().sum::<f64>() / starts as f64
    }
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
    let optimal = Solver::new(mode, aim, Policy::Optimal).mean(STARTS);
    let reached = Solver::new(mode, aim, Policy::Rollouts(turns)).mean(STARTS);
    println!("{}x{}: {reached:.4} of {optimal:.4} by {turns} turns a move", mode.width, mode.height);
    assert!(reached <= optimal * (1.0 + 1e-9), "{reached} of {optimal}");
    assert!(reached >= 0.95 * optimal, "{reached} of {optimal}");
    (optimal, reached)
}

#[test]
fn two_by_two_to_32_is_won_in_eight_of_a_hundred_games() {
    let (optimal, _) = compare(&small(2, 2, Some(5.0)), Aim::Win, 1_000);
    // As others have solved it.
    assert!((optimal - 0.08).abs() < 0.01, "{optimal}");
}

#[test]
fn a_search_to_the_end_is_exact() {
    let mode = small(2, 2, None);
    let mut solver = Solver::new(&mode, Aim::Score, Policy::Optimal);
    let mut engine = Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0);
    // Nothing was learned yet: all values are 0.
    let training = Training { memory: 1 << 20, ..Training::default() };
    let mut value = Trainer::new(&mut engine, &training).unwrap().into_value();
    for seed in 0..5 {
        let expected = solver.mean_of(seed);
        let position = engine.start(&mut Seeded::new(seed)).unwrap();
        let outlook = Search::new(&mut value, 1).look(&mut engine, &position, u64::MAX).unwrap();
        let reached = outlook.best().unwrap().value;
        assert!(outlook.exact && (reached / expected - 1.0).abs() < 1e-4, "{reached} {expected} {outlook:?}");
    }
}

#[test]
fn small_boards_are_played_nearly_as_well_as_can_be() {
    // columns, rows, the exponent of the goal, what counts, turns simulated
    for (width, height, goal, aim, turns) in [
        (2, 2, Some(4.0), Aim::Win, 1_000),
        (2, 2, None, Aim::Score, 500),
        (3, 2, Some(4.0), Aim::Win, 1_000),
    ] {
        compare(&small(width, height, goal), aim, turns);
    }
}
