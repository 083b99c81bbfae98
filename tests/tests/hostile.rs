//! Modes that make no sense are answered with errors, in bounded time, and an
//! error leaves the game as it was.

use calcarray::Value;
use conformance::data::{read_json, read_lines};
use conformance::{Data, rules};
use polymerge_rules::{Cell, GameState, Limits, Randomness, Rng, Ruleset, TurnError, World};
use serde_json::Value as Json;

/// How many modes are made.
const MODES: usize = 1500;

/// Limits that a test can afford to run into.
fn limits() -> Limits {
    Limits { passes: 50, turn_steps: 200_000, ..stress::laws::limits() }
}

/// Picks by a stream of random numbers.
struct Picks(Rng);

impl Picks {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next().unwrap_or_default() * count as f64) as usize
    }
}

/// A random part of a JSON value, at any depth.
fn part<'a>(value: &'a Json, picks: &mut Picks) -> &'a Json {
    let inner: Vec<&Json> = match value {
        Json::Array(entries) => entries.iter().collect(),
        Json::Object(members) => members.values().collect(),
        _ => Vec::new(),
    };
    match inner.len() {
        0 => value,
        _ if picks.below(4) == 0 => value,
        count => part(inner[picks.below(count)], picks),
    }
}

/// Replaces a random part of a value.
fn replace(value: &mut Json, other: &Json, picks: &mut Picks) {
    let stop = picks.below(5) == 0;
    match value {
        Json::Array(entries) if !entries.is_empty() && !stop => {
            let place = picks.below(entries.len());
            match picks.below(8) {
                0 => {
                    entries.remove(place);
                }
                1 => entries.insert(place, other.clone()),
                _ => replace(&mut entries[place], other, picks),
            }
        }
        Json::Object(members) if !members.is_empty() => {
            let place = picks.below(members.len());
            if let Some(member) = members.values_mut().nth(place) {
                replace(member, other, picks);
            }
        }
        own => *own = other.clone(),
    }
}

/// Plays a few steps, whatever comes of them.
fn play(case: &Value, seed: u64) {
    let Ok(mode) = rules::mode(case) else { return };
    let Ok(rules) = Ruleset::compile(mode, limits()) else { return };
    let mut picks = Picks(Rng::new(!seed));
    let mut random = Rng::new(seed);
    let Ok((mut game, _)) = GameState::new(rules, &mut World::new(&mut random, 0.0)) else { return };
    for step in 1..=8 {
        let world = &mut World::new(&mut random, f64::from(step) * 1000.0);
        let before = game.clone();
        let direction = picks.below(game.rules().directions().len() + 1);
        let cell = Cell::new(picks.below(game.height() + 1), picks.below(game.width() + 1));
        let result: Result<_, TurnError> = match picks.below(12) {
            0 => game.click_tile(cell, world),
            1 => game.click_stat_box(picks.below(3), world),
            2 => game.tick(world),
            3 => game.restart(world),
            4 => game.continue_after_win(world),
            5 => {
                let saved = game.save(world.now);
                let restored = GameState::restore(game.rules().clone(), &saved, world);
                assert_eq!(restored.map(|game| game.save(world.now)).as_ref(), Ok(&saved));
                continue;
            }
            _ => game.play(direction, world),
        };
        if let Err(error) = result {
            assert!(game == before, "changed by a turn that failed: {error}");
        }
    }
}

#[test]
fn nonsense_in_modes_is_answered() {
    let file = Data::copies().files("rules", &[".jsonl"]).unwrap().remove(0);
    let cases: Vec<Json> =
        read_lines(&file).unwrap().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut picks = Picks(Rng::new(1));
    for number in 0..MODES {
        let mut case = cases[picks.below(cases.len())].clone();
        for _ in 0..1 + picks.below(3) {
            let donor = &cases[picks.below(cases.len())]["mode"];
            let other = part(donor, &mut picks).clone();
            replace(&mut case["mode"], &other, &mut picks);
        }
        if let Ok(case) = read_json(&case.to_string()) {
            play(&case, number as u64);
        }
    }
}
