//! Recorded games, played again step by step.

use std::sync::Arc;

use polymerge::old::{Game, Limits, Mode, Ruleset, Seeded, Session, Turn, World};
use polymerge::rules::{Playback, Replay};
use polymerge::savecode::moves::Moves;
use polymerge::seeded::{self, Played};

/// A recorded game, somewhere on its way.
#[derive(Clone)]
pub enum Tape {
    /// From the record of a Replay code.
    Recorded {
        /// The game so far.
        playback: Box<Playback>,
        /// Used where the record is silent.
        random: Seeded,
        /// The record.
        replay: Arc<Replay>,
        /// The time of the last step.
        now: f64,
    },
    /// From a seed and moves.
    Seeded {
        /// The game so far.
        played: Box<Played>,
        /// All moves.
        moves: Arc<[usize]>,
        /// How many of them were made.
        done: usize,
    },
}

impl Tape {
    /// The game of a Replay code.
    pub fn recorded(mode: Mode, replay: Replay) -> Result<Tape, String> {
        let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
        // A record has all that is random, except for next tiles after its end.
        let mut random = Seeded::new(0);
        let (playback, _) = Playback::new(rules, &replay, &mut World::new(&mut random, 0.0))
            .map_err(|error| error.to_string())?;
        Ok(Tape::Recorded { playback: playback.into(), random, replay: replay.into(), now: 0.0 })
    }

    /// The game of a seed and a move string.
    pub fn seeded(rules: Arc<Ruleset>, seed: u64, moves: &Moves) -> Result<Tape, String> {
        let played = seeded::start(rules, seed, moves).map_err(|error| error.to_string())?;
        let moves = moves.moves.iter().map(|&direction| direction.into()).collect();
        Ok(Tape::Seeded { played: played.into(), moves, done: 0 })
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        match self {
            Tape::Recorded { playback, .. } => playback.game(),
            Tape::Seeded { played, .. } => played.session.game(),
        }
    }

    /// The time in the game, in milliseconds.
    pub fn now(&self) -> f64 {
        match self {
            Tape::Recorded { now, .. } => *now,
            Tape::Seeded { done, .. } => *done as f64 * seeded::STEP,
        }
    }

    /// How many steps there are after the start.
    pub fn total(&self) -> usize {
        match self {
            Tape::Recorded { playback, .. } => playback.progress().0 - 1,
            Tape::Seeded { moves, .. } => moves.len(),
        }
    }

    /// How many of them were made.
    pub fn done(&self) -> usize {
        match self {
            Tape::Recorded { playback, .. } => playback.progress().1 - 1,
            Tape::Seeded { done, .. } => *done,
        }
    }

    /// Makes the next step; `None` at the end.
    pub fn step(&mut self) -> Result<Option<Turn>, String> {
        let step = self.done() + 1;
        let fail = |error: &dyn std::fmt::Display| format!("step {step}: {error}");
        match self {
            Tape::Recorded { playback, random, replay, now } => {
                let times = replay.timestamps.as_array();
                let time = times.and_then(|times| times.get(step)?.as_number());
                *now = time.filter(|time| time >= now).unwrap_or(*now + seeded::STEP);
                playback.step(&mut World::new(random, *now)).map_err(|error| fail(&error))
            }
            Tape::Seeded { played, moves, done } => {
                let Some(direction) = moves.get(*done) else { return Ok(None) };
                let turn = played.play(*direction).map_err(|error| fail(&error))?;
                *done += 1;
                Ok(Some(turn))
            }
        }
    }

    /// The game as it stands, to be played on by hand; of a seeded game, all
    /// moves can be taken back.
    pub fn take_over(self, seed: u64) -> Session {
        match self {
            Tape::Recorded { playback, .. } => Session::of_game(playback.take_over(), seed),
            Tape::Seeded { played, .. } => played.session,
        }
    }
}
