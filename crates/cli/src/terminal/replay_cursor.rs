//! Recorded games, played again step by step.

use std::sync::Arc;

use polymerge::proof::{self, Moves, Run, STEP};
use polymerge::{Error, Game, Limits, Replay, ReplayPlayer, Rules, State, Turn};

use super::live::Live;

/// A recorded game, somewhere on its way.
#[derive(Clone)]
pub enum ReplayCursor {
    /// From the record of a Replay code.
    Recorded {
        /// The game so far.
        player: Box<ReplayPlayer>,
        /// The direction of each step; none of clicks.
        directions: Arc<[Option<usize>]>,
    },
    /// From a seed and moves.
    Seeded {
        /// The game so far.
        run: Box<Run>,
        /// All moves.
        moves: Arc<[usize]>,
    },
    /// Played while it is watched.
    Live(Live),
}

impl ReplayCursor {
    /// The game of a Replay code.
    pub fn recorded(replay: &Replay) -> Result<ReplayCursor, String> {
        let player = replay.player(&Limits::default()).map_err(|error| error.to_string())?;
        Ok(ReplayCursor::Recorded { player: player.into(), directions: replay.directions().collect() })
    }

    /// The game of a seed and a move string.
    pub fn seeded(rules: &Rules, seed: u64, moves: &Moves) -> Result<ReplayCursor, String> {
        let seeded = |rules| Ok((Run::start(rules, seed)?, proof::directions(rules, moves)?));
        let (run, moves) = seeded(rules).map_err(|error: Error| error.to_string())?;
        Ok(ReplayCursor::Seeded { run: run.into(), moves: moves.into() })
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        match self {
            ReplayCursor::Recorded { player, .. } => player.rules(),
            ReplayCursor::Seeded { run, .. } => run.game().rules(),
            ReplayCursor::Live(live) => live.run().game().rules(),
        }
    }

    /// The game as it stands.
    pub fn state(&self) -> &State {
        match self {
            ReplayCursor::Recorded { player, .. } => player.state(),
            ReplayCursor::Seeded { run, .. } => run.game().state(),
            ReplayCursor::Live(live) => live.run().game().state(),
        }
    }

    /// The time in the game, in milliseconds. Records without times have a fixed one
    /// between two steps.
    pub fn now(&self) -> f64 {
        let steps = self.done() as f64 * STEP;
        match self {
            ReplayCursor::Recorded { player, .. } => {
                player.times().get(player.position()).copied().unwrap_or(steps)
            }
            ReplayCursor::Seeded { .. } | ReplayCursor::Live(_) => steps,
        }
    }

    /// Steps a second to begin with, if that is known.
    pub fn speed(&self) -> Option<f64> {
        match self {
            ReplayCursor::Recorded { .. } | ReplayCursor::Seeded { .. } => None,
            ReplayCursor::Live(live) => Some(live.speed()),
        }
    }

    /// Returns the number of steps after the start.
    pub fn total(&self) -> usize {
        match self {
            ReplayCursor::Recorded { player, .. } => player.length() - 1,
            ReplayCursor::Seeded { moves, .. } => moves.len(),
            ReplayCursor::Live(live) => live.total(),
        }
    }

    /// Returns the number of steps that were made.
    pub fn done(&self) -> usize {
        match self {
            ReplayCursor::Recorded { player, .. } => player.position(),
            ReplayCursor::Seeded { run, .. } => run.moves(),
            ReplayCursor::Live(live) => live.run().moves(),
        }
    }

    /// The direction of the next step; `None` if that is not known yet or it is a click.
    pub fn next(&self) -> Option<usize> {
        match self {
            ReplayCursor::Recorded { player, directions } => {
                directions.get(player.position()).copied().flatten()
            }
            ReplayCursor::Seeded { run, moves } => moves.get(run.moves()).copied(),
            ReplayCursor::Live(_) => None,
        }
    }

    /// Returns true if the next step can be made at once. A live game may still rank its
    /// directions.
    pub fn is_ready(&self) -> bool {
        match self {
            ReplayCursor::Recorded { .. } | ReplayCursor::Seeded { .. } => true,
            ReplayCursor::Live(live) => live.is_ready(),
        }
    }

    /// Makes the next step; `None` at the end.
    pub fn step(&mut self) -> Result<Option<Turn>, String> {
        match self {
            ReplayCursor::Recorded { player, .. } => player.step().map_err(|error| error.to_string()),
            ReplayCursor::Seeded { run, moves } => {
                let Some(direction) = moves.get(run.moves()) else { return Ok(None) };
                run.play(*direction).map(Some).map_err(|error| error.to_string())
            }
            ReplayCursor::Live(live) => live.step(),
        }
    }

    /// The game after so many steps, to be played on by hand; of a seeded game, all moves
    /// can be taken back.
    pub fn take_over(&self, done: usize, seed: u64) -> Result<Game, String> {
        let game = match self {
            ReplayCursor::Recorded { player, .. } => {
                let mut player = player.clone();
                player.seek(done).map(|()| player.take_over(seed))
            }
            ReplayCursor::Seeded { run, moves } => {
                let again = Run::start(run.game().rules(), run.game().seed());
                again.and_then(|mut again| again.play_all(&moves[..done]).map(|()| again.into_game()))
            }
            ReplayCursor::Live(live) => live.after(done),
        };
        game.map_err(|error| error.to_string())
    }
}
