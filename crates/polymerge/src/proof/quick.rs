//! Games that are played for their end, by the fast engine.

use polymerge_rules::{Engine, EngineWork, MemoryLimits, Position, Rng, Screen, TurnError};

use crate::compiled::Rules;
use crate::error::{Error, Place};
use crate::game::Game;
use crate::proof::STEP;
use crate::replay::too_much;
use crate::session::Session;

/// The work of a turn that the engine plays without the interpreter, in units of [`QuickRun::work`].
const TURN: u64 = 16;

/// The work of an evaluation of an expression, beyond its steps.
const EVALUATION: u64 = 12;

/// The work of a cell that a pass of the tiles goes over, beyond the step that it counts for.
const CELL: u64 = 3;

/// The caches of a run: those of one game, so that what it costs does not depend on other games.
const MEMORY: MemoryLimits = MemoryLimits { lines: 1 << 12, tests: 1 << 12 };

/// A run that is played for its end: it has no events, no record and no way back, and goes many
/// times as fast as a [`Run`](super::Run), to the same end.
///
/// ```
/// use polymerge::{proof, Mode};
///
/// let rules = Mode::built_in("2048")?.compile()?;
/// let (mut run, mut quick) = (proof::Run::start(&rules, 7)?, proof::QuickRun::start(&rules, 7)?);
/// for direction in [2, 0, 3, 1, 2, 2] {
///     assert_eq!(run.play(direction)?.moved, quick.play(direction)?);
/// }
/// let game = quick.game()?;
/// assert_eq!(game.state().grid(), run.game().state().grid());
/// assert_eq!(game.random(), run.game().random());
/// # Ok::<(), polymerge::Error>(())
/// ```
///
/// Time stands still in it. If [`QuickRun::has_read_time`], the game may be another one: then
/// a [`Run`](super::Run) has to play it.
#[derive(Debug)]
pub struct QuickRun {
    rules: Rules,
    engine: Engine,
    position: Position,
    random: Rng,
    /// The number of cells of the grid.
    cells: u64,
    moves: usize,
    /// True if the mode mentions a time.
    mentions_time: bool,
}

impl QuickRun {
    /// The game of a seed, before its first move.
    ///
    /// # Errors
    /// As [`Run::start`](super::Run::start).
    pub fn start(rules: &Rules, seed: u64) -> Result<QuickRun, Error> {
        let mut random = Rng::new(seed);
        let ruleset = rules.ruleset_of_a_game(&mut random)?;
        let mentions_time = ruleset.mentions_time();
        let cells = (ruleset.mode().width as u64).saturating_mul(ruleset.mode().height as u64);
        let limits = &rules.limits().memory;
        let (lines, tests) = (limits.lines.min(MEMORY.lines), limits.tests.min(MEMORY.tests));
        let mut engine = Engine::with_memory(ruleset, MemoryLimits { lines, tests }, 0.0);
        let position = engine.start(&mut random)?;
        Ok(QuickRun { rules: rules.clone(), engine, position, random, cells, moves: 0, mentions_time })
    }

    /// Plays one more move; returns true if it moved something. A move that can't be made is
    /// passed over.
    ///
    /// # Errors
    /// The rules fail, or [`Limits::game_work`](crate::Limits::game_work) is used up. The place is
    /// the number of the move, from 1.
    pub fn play(&mut self, direction: usize) -> Result<bool, Error> {
        let number = self.moves + 1;
        if self.work() > self.rules.limits().game_work {
            return Err(too_much(Place::Move(number)));
        }
        let moved = self.press(direction).map_err(|error| Error::from(error).at(Place::Move(number)))?;
        self.moves = number;
        Ok(moved)
    }

    /// Makes a move if it can be made, after playing on from a win.
    fn press(&mut self, direction: usize) -> Result<bool, TurnError> {
        if self.position.screen() == Screen::Win {
            match self.engine.continue_after_win(&mut self.position) {
                Err(TurnError::Refused(_)) => {}
                other => other?,
            }
        }
        match self.engine.play(&mut self.position, direction, &mut self.random) {
            Err(TurnError::Refused(_)) => Ok(false),
            moved => moved,
        }
    }

    /// Returns true if an expression of the rules read the time, or could when the board is drawn.
    pub fn has_read_time(&self) -> bool {
        self.mentions_time || self.engine.work().has_read_time
    }

    /// Returns the number of moves so far, those that moved nothing included.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Returns the score.
    pub fn score(&self) -> f64 {
        self.position.score()
    }

    /// Returns the work of the game so far. It is the same on every machine, and about a measure of
    /// time: steps of the interpreter, and what evaluations, cells and turns take beyond them.
    pub fn work(&self) -> u64 {
        let EngineWork { steps, evaluations, cells_passed, .. } = self.engine.work();
        let parts = [
            steps,
            evaluations.saturating_mul(EVALUATION),
            cells_passed.saturating_mul(CELL),
            (self.moves as u64).saturating_mul(self.cells.saturating_add(TURN)),
        ];
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// Returns the game, to be looked at or to be played on by hand. It has no record.
    ///
    /// # Errors
    /// None that is known: the position is of the engine.
    pub fn game(&self) -> Result<Game, Error> {
        let state = self.engine.game(&self.position)?;
        let now = self.moves as f64 * STEP;
        Ok(Game::new(self.rules.clone(), Session::continued(state, self.random.clone()), now))
    }
}
