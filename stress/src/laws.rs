//! Laws that must hold in every game, whatever its mode.

use std::fmt::Debug;

use calcarray::Value;
use calcarray::error::ErrorKind;
use polymerge_rules::{
    Cell, Direct, Event, GameState, Limits, MemoryLimits, Mode, Playback, Rng, Ruleset, Screen, Turn,
    TurnError, World,
};

use crate::actions::Action;
use crate::{Picks, generate, resume, rollout};

/// Limits that many games per second can afford to run into.
pub fn limits() -> Limits {
    let evaluation = calcarray::Limits {
        steps: 20_000,
        memory: 1 << 20,
        integer_bits: 1 << 12,
        text_length: 1 << 12,
        array_length: 1 << 10,
        largest_prime: 1000,
        factors: 100,
        ..calcarray::Limits::default()
    };
    Limits {
        evaluation,
        cells: 1 << 10,
        entries: 1 << 10,
        passes: 100,
        turn_steps: 100_000,
        ..Limits::default()
    }
}

/// The most actions in one game.
const ACTIONS: usize = 24;

/// Plays a mode made from bytes, and checks all laws. Returns true if the game could be
/// started.
///
/// # Panics
/// If a law is broken.
pub fn play_generated(bytes: &[u8]) -> bool {
    let mut picks = Picks::new(bytes);
    let seed = picks.seed();
    let actions = picks.list(ACTIONS, Action::pick);
    let mode = generate::mode(&mut picks);
    play(mode, seed, &actions).is_some()
}

/// Replays the record of a game of a mode made from bytes.
///
/// # Panics
/// If playing it panics, or if the same record comes to different ends.
pub fn replay_generated(bytes: &[u8]) {
    let mut picks = Picks::new(bytes);
    let seed = picks.seed();
    let actions = picks.list(ACTIONS, Action::pick);
    let mode = generate::mode(&mut picks);
    let Some(game) = play(mode, seed, &actions) else { return };
    let record = game.replay(0.0);
    let mode = game.saved_mode();
    let Ok(rules) = Ruleset::compile(mode, limits()) else { return };
    let end = || {
        let mut random = Rng::new(seed);
        let world = &mut World::new(&mut random, 0.0);
        let Ok((mut playback, _)) = Playback::new(rules.clone(), &record, world) else { return None };
        while let Ok(Some(_)) = playback.step(world) {}
        Some((playback.game().save(0.0), playback.progress()))
    };
    same(&end(), &end(), "a replay comes to two ends");
}

/// A mode made from bytes is played with and without memory.
///
/// # Panics
/// If the two differ.
pub fn remember_generated(bytes: &[u8]) -> usize {
    let mut picks = Picks::new(bytes);
    let seed = picks.seed();
    let mode = generate::mode(&mut picks);
    let limits = Limits { passes: 1000, turn_steps: 10_000_000, ..limits() };
    let Ok(rules) = Ruleset::compile(mode, limits) else { return 0 };
    rollout::compare(&rules, &Rng::new(seed), 2 * ACTIONS, MemoryLimits::default())
        + rollout::compare(&rules, &Direct(Rng::new(seed)), ACTIONS, MemoryLimits { lines: 20, tests: 50 })
        + rollout::compare(&rules, &Rng::new(seed), ACTIONS, MemoryLimits::none())
}

/// Two things must be written alike (NaN is like itself here).
pub(crate) fn same(one: &impl Debug, other: &impl Debug, when: &str) {
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    if one != other {
        let start = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let shown = |text: &str| text.chars().skip(start.saturating_sub(200)).take(400).collect::<String>();
        panic!("{when}:\n{}\nis not\n{}", shown(&one), shown(&other));
    }
}

/// Plays a mode, with all laws checked. Returns the game at its end; `None` if the mode is
/// refused or the game can't be started.
///
/// # Panics
/// If a law is broken.
pub fn play(mode: Mode, seed: u64, actions: &[Action]) -> Option<GameState> {
    let rules = Ruleset::compile(mode, limits()).ok()?;
    let mut random = Rng::new(seed);
    let (mut game, turn) = GameState::new(rules, &mut World::new(&mut random, 0.0)).ok()?;
    let mut shadow = Shadow::of(&Value::Array(Default::default()));
    shadow.reset(&game.rules().mode().starting_grid);
    shadow.follow(&turn);
    shadow.check(&game, "the start");

    for (number, action) in actions.iter().enumerate() {
        let now = (number + 1) as f64 * 1000.0;
        if number == actions.len() / 2 {
            game = saved_and_restored(game, &random, now, *action);
        }
        let before = game.clone();
        let legal = game.legal_moves();
        let mut twin = (game.clone(), random.clone());
        let result = action.run(&mut game, &mut World::new(&mut random, now));
        let again = action.run(&mut twin.0, &mut World::new(&mut twin.1, now));
        same(&(&result, &random), &(&again, &twin.1), &format!("{action:?} comes to two ends"));
        match result {
            Ok(turn) => {
                if *action == Action::Restart {
                    shadow.reset(&game.rules().mode().starting_grid);
                }
                shadow.follow(&turn);
                shadow.check(&game, &format!("{action:?}"));
                if let (Action::Move(direction), Ok(legal)) = (action, legal) {
                    assert!(legal.contains(direction), "direction {direction} is not legal, but played");
                }
            }
            Err(_) => assert!(game == before, "{action:?} fails, and changes the game"),
        }
        assert!(
            game.screen() == Screen::Play || game.legal_moves() == Ok(Vec::new()),
            "no move after the end"
        );
    }
    Some(game)
}

/// Saves a game and continues from the code: the next action must have the same result in
/// both.
fn saved_and_restored(mut game: GameState, random: &Rng, now: f64, action: Action) -> GameState {
    // Not every value that an expression can make can be written, and -0 is
    // written as 0: that is how the codes are.
    let Ok(code) = resume::code(&game, now) else { return game };
    // Nor do they hold the order of cells of a press that moved nothing, which
    // `@TileOrder` tells.
    let held = format!("{:?}{:?}", game.save(now), game.saved_mode());
    if held.contains("-0.0") || held.contains("@TileOrder") {
        return game;
    }
    let mut dice = random.clone();
    let restored = resume::game(&code, &limits(), &mut World::new(&mut dice, now));
    let mut restored = restored.unwrap_or_else(|error| panic!("what was saved can't be restored: {error}"));
    assert_eq!(resume::code(&restored, now).as_ref(), Ok(&code), "saved again");
    assert_eq!(restored.screen(), game.screen(), "the screen after saving");
    let mut other_dice = dice.clone();
    let original = game.clone();
    let ends = [
        action.run(&mut game, &mut World::new(&mut dice, now)),
        action.run(&mut restored, &mut World::new(&mut other_dice, now)),
    ];
    // Cached facts of a game, such as tiles known to be in a list or primes,
    // are computed again, and charged.
    if ends.iter().any(reached_a_limit) {
        return original;
    }
    same(&ends[0], &ends[1], &format!("{action:?} differs after saving"));
    assert_eq!(resume::code(&game, now), resume::code(&restored, now), "{action:?} differs after saving");
    original
}

fn reached_a_limit(end: &Result<Turn, TurnError>) -> bool {
    match end {
        Err(TurnError::Limit(_)) => true,
        Err(TurnError::Expression { error, .. }) => matches!(error.kind(), ErrorKind::Limit(_)),
        _ => false,
    }
}

/// The grid as the events of turns tell it: they must tell everything.
struct Shadow {
    rows: Vec<Vec<Value>>,
}

impl Shadow {
    fn of(grid: &Value) -> Shadow {
        let rows = grid.as_array().map_or(&[][..], |rows| rows.entries());
        Shadow {
            rows: rows.iter().map(|row| row.as_array().map_or(Vec::new(), |row| row.to_vec())).collect(),
        }
    }

    fn reset(&mut self, grid: &Value) {
        *self = Shadow::of(grid);
    }

    fn set(&mut self, cell: Cell, content: &Value) {
        self.rows[cell.row][cell.column] = content.clone();
    }

    fn follow(&mut self, turn: &Turn) {
        for event in &turn.events {
            match event {
                Event::Slide { tile, from, to, .. } => {
                    self.set(*from, &"@Empty".into());
                    self.set(*to, tile);
                }
                Event::Merge { inputs, outputs, .. } => {
                    for (cell, _) in inputs {
                        self.set(*cell, &"@Empty".into());
                    }
                    for (cell, content) in outputs {
                        self.set(*cell, content);
                    }
                }
                Event::EndOfTurnRule { outputs, .. } => {
                    for (cell, content) in outputs {
                        self.set(*cell, content);
                    }
                }
                Event::HoleCountdown { cell, content } => self.set(*cell, content),
                Event::Spawn { cell, tile, .. } => self.set(*cell, tile),
                Event::Replaced { cell, after, .. } => self.set(*cell, after),
                Event::AutoMove { turn, .. } => self.follow(turn),
                _ => {}
            }
        }
    }

    fn check(&self, game: &GameState, when: &str) {
        let shown = Value::array(self.rows.iter().cloned().map(Value::array).collect::<Vec<_>>());
        same(&shown, &game.grid(), &format!("{when}: the grid that the events tell"));
    }
}
