//! Replays: what a game records of itself, and playing it back.

use std::sync::Arc;

use calcarray::Value;

use crate::event::Turn;
use crate::failure::TurnError;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::world::World;

/// The record of a game: the further pieces of a Replay code
/// (spec/savecodes.md, section 6), in that order.
///
/// [`Game::replay`] makes one, [`Playback`] plays it.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// Finished records: `[direction, [tile, row, column]…]`; the first one
    /// holds the start and has direction -1.
    pub moves_played: Value,
    /// The record of the last move.
    pub current_move: Value,
    /// Results of random operators and probabilities.
    pub random_events: Value,
    /// 1: the game was won; 0: it was not.
    pub won: f64,
    /// What separate automatic moves spawned.
    pub other_spawns: Value,
    /// Milliseconds from the start of the game to each record.
    pub timestamps: Value,
}

/// A replay being played, move by move.
#[derive(Clone, Debug)]
pub struct Playback {
    game: Game,
}

impl Playback {
    /// Sets up the start of the recorded game.
    ///
    /// # Errors
    /// The record does not fit the mode, or a script of the start fails.
    pub fn new(
        _rules: Arc<Ruleset>,
        _replay: &Replay,
        _world: &mut World<'_>,
    ) -> Result<(Playback, Turn), TurnError> {
        todo!()
    }

    /// The next recorded step; `None` at the end.
    ///
    /// # Errors
    /// As [`Game::play`]; and [`TurnError::BadRecord`] if the record
    /// contradicts the rules.
    pub fn step(&mut self, _world: &mut World<'_>) -> Result<Option<Turn>, TurnError> {
        todo!()
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many steps there are, and how many of them were played.
    pub fn progress(&self) -> (usize, usize) {
        todo!()
    }
}
