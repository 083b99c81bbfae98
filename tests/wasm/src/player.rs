//! Decisions of the player, which must be the same everywhere.

use polymerge::catalogue;
use polymerge_player::{Guided, Rollouts, Search, Trainer, Training};
use polymerge_rules::{Direct, Engine, Limits, Mode, Position, Rng, Ruleset, TurnError};

use crate::suite::Case;

/// Simulated turns of a decision: modes may be slow.
const BUDGET: u64 = 60;
/// So many moves are made before each of so many decisions.
const BETWEEN: usize = 7;
const DECISIONS: u64 = 2;
/// Moves that are learned from.
const MOVES: u64 = 3_000;

/// Decisions in all built-in modes by rollouts, and by what is learned of boards of some
/// sizes.
pub(crate) fn cases() -> Vec<Case> {
    let rollouts = catalogue::modes().map(|mode| {
        let read = move || mode.read().map_err(|problems| problems.to_text());
        Case::new(format!("rollouts {}", mode.name()), move || {
            read().and_then(|read| by_rollouts(read.mode)).unwrap_or_else(|error| error)
        })
    });
    let learned = [(4, 4), (3, 3), (2, 3), (5, 4), (7, 6)].map(|(width, height)| {
        Case::new(format!("learned {width}x{height}"), move || {
            by_learning(Mode::classic(width, height)).unwrap_or_else(|error| error)
        })
    });
    rollouts.chain(learned).collect()
}

fn engine(mode: Mode) -> Result<Engine, String> {
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    Ok(Engine::new(rules, 0.0))
}

/// The positions that decisions are made in: some moves apart, each the first that is legal.
fn positions(engine: &mut Engine) -> Result<Vec<Position>, TurnError> {
    let mut random = Direct(Rng::new(5));
    let mut position = engine.start(&mut random)?;
    let mut positions = Vec::new();
    for _ in 0..DECISIONS {
        for _ in 0..BETWEEN {
            if let Some(first) = polymerge_player::legal(engine, &position)?.first() {
                engine.play(&mut position, *first, &mut random)?;
            }
        }
        positions.push(position.clone());
    }
    Ok(positions)
}

fn by_rollouts(mode: Mode) -> Result<String, String> {
    let engine = &mut engine(mode)?;
    let mut decisions = String::new();
    for position in positions(engine).map_err(|error| error.to_string())? {
        let mut rollouts = Rollouts::new(engine, &position, BUDGET, 3).map_err(|error| error.to_string())?;
        while rollouts.round(engine) {}
        decisions.push_str(&format!("{:?}\n", rollouts.ranking()));
    }
    Ok(decisions)
}

fn by_learning(mode: Mode) -> Result<String, String> {
    let engine = &mut engine(mode)?;
    let training = Training { memory: 4 << 20, goal: true, restarts: true, ..Training::default() };
    let mut trainer = Trainer::new(engine, &training).map_err(|error| error.to_string())?;
    trainer.run(engine, MOVES).map_err(|error| error.to_string())?;
    let mut decisions = format!("{:?}\n{}\n", trainer.progress(), crate::digest_of_bytes(&trainer.to_file()));
    let mut value = trainer.into_value();
    for position in positions(engine).map_err(|error| error.to_string())? {
        let ahead = Search::new(&mut value, 3).rank(engine, &position, 200);
        let guided = Guided::new(&mut value, 3).rank(engine, &position, 500);
        decisions.push_str(&format!("{ahead:?}\n{guided:?}\n"));
    }
    Ok(decisions)
}
