//! A position in a recorded game, which is replayed step by step.

use polymerge_app::failure::Failure;
use std::sync::Arc;

use polymerge::proof::{self, Moves, Run, STEP};
use polymerge::{Error, Game, Limits, Replay, ReplayPlayer, Rules, State, Turn};

use super::live::Live;

/// A recorded game at one of its steps.
#[derive(Clone)]
pub enum ReplayCursor {
    /// A game from a Replay code.
    Recorded {
        /// The game so far.
        player: Box<ReplayPlayer>,
        /// The direction of each step; `None` for clicks.
        directions: Arc<[Option<usize>]>,
    },
    /// A game from a seed and moves.
    Seeded {
        /// The game so far.
        run: Box<Run>,
        /// All moves.
        moves: Arc<[usize]>,
    },
    /// A game that is played while it is watched.
    Live(Live),
}

impl ReplayCursor {
    /// Returns the start of a Replay code.
    pub fn recorded(replay: &Replay) -> Result<ReplayCursor, Failure> {
        let player = replay.player(&Limits::default()).map_err(Failure::input)?;
        Ok(ReplayCursor::Recorded { player: player.into(), directions: replay.directions().collect() })
    }

    /// Returns the start of the record of a game.
    pub fn played(game: &Game) -> Result<ReplayCursor, Failure> {
        let player = game.replay_player().map_err(Failure::input)?;
        let directions = game.replay().directions().collect();
        Ok(ReplayCursor::Recorded { player: player.into(), directions })
    }

    /// Returns the start of a seeded game.
    pub fn seeded(rules: &Rules, seed: u64, moves: &Moves) -> Result<ReplayCursor, Failure> {
        let seeded = |rules| Ok((Run::start(rules, seed)?, proof::directions(rules, moves)?));
        let (run, moves) = seeded(rules).map_err(|error: Error| Failure::input(error))?;
        Ok(ReplayCursor::Seeded { run: run.into(), moves: moves.into() })
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Rules {
        match self {
            ReplayCursor::Recorded { player, .. } => player.rules(),
            ReplayCursor::Seeded { run, .. } => run.game().rules(),
            ReplayCursor::Live(live) => live.run().game().rules(),
        }
    }

    /// Returns the present state.
    pub fn state(&self) -> &State {
        match self {
            ReplayCursor::Recorded { player, .. } => player.state(),
            ReplayCursor::Seeded { run, .. } => run.game().state(),
            ReplayCursor::Live(live) => live.run().game().state(),
        }
    }

    /// Returns the time in the game, in milliseconds. Records without times have a fixed interval
    /// between steps.
    pub fn now(&self) -> f64 {
        let steps = self.done() as f64 * STEP;
        match self {
            ReplayCursor::Recorded { player, .. } => {
                player.times().get(player.position()).copied().unwrap_or(steps)
            }
            ReplayCursor::Seeded { .. } | ReplayCursor::Live(_) => steps,
        }
    }

    /// Returns the steps a second to begin with, if they are known.
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

    /// Returns the direction of the next step; `None` if it is not known yet or is a click.
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
    pub fn step(&mut self) -> Result<Option<Turn>, Failure> {
        match self {
            ReplayCursor::Recorded { player, .. } => player.step().map_err(Failure::input),
            ReplayCursor::Seeded { run, moves } => {
                let Some(direction) = moves.get(run.moves()) else { return Ok(None) };
                run.play(*direction).map(Some).map_err(Failure::input)
            }
            ReplayCursor::Live(live) => live.step(),
        }
    }

    /// Returns the game after `done` steps, to be played on by hand. In a seeded game, all moves
    /// can be taken back.
    pub fn take_over(&self, done: usize, seed: u64) -> Result<Game, Failure> {
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
        game.map_err(Failure::input)
    }
}
