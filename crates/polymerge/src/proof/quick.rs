//! Games that are played for their end, by the fast engine.

use std::sync::Arc;

use polymerge_rules::{Engine, EngineWork, Position, Rng, Screen, Strategy, TurnError};

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

/// The work of a line that is resolved for the caches, beyond the steps of the interpreter.
const LINE: u64 = 1_000;

/// The work of a turn of the interpreter, beyond its steps.
const PLAIN_TURN: u64 = 400;

/// The work of a cell that a pass of the tiles goes over, beyond the step that it counts for.
const CELL: u64 = 3;

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
    /// True if the engine had played games before.
    is_warm: bool,
    /// The work of the engine before this game.
    before: EngineWork,
    lines_before: u64,
    plain_turns_before: u64,
    position: Position,
    random: Rng,
    /// The number of cells of the grid.
    cells: u64,
    moves: usize,
    /// True if the mode mentions a time.
    mentions_time: bool,
}

/// Returns the number of lines that were resolved for the caches of an engine.
fn lines(engine: &Engine) -> u64 {
    engine.memory_use().learned
}

/// Returns the number of turns that the interpreter has played for an engine.
fn plain_turns(engine: &Engine) -> u64 {
    engine.strategy_use().turns(Strategy::Interpreter)
}

/// The work of an engine, in units of [`QuickRun::work`].
fn of_engine(work: EngineWork, lines: u64, plain_turns: u64) -> u64 {
    let parts = [
        work.steps,
        work.evaluations.saturating_mul(EVALUATION),
        work.cells_passed.saturating_mul(CELL),
        lines.saturating_mul(LINE),
        plain_turns.saturating_mul(PLAIN_TURN),
    ];
    parts.into_iter().fold(0, u64::saturating_add)
}

impl QuickRun {
    /// The game of a seed, before its first move.
    ///
    /// # Errors
    /// As [`Run::start`](super::Run::start).
    pub fn start(rules: &Rules, seed: u64) -> Result<QuickRun, Error> {
        QuickRun::start_with(rules, seed, None)
    }

    /// The game of a seed, before its first move, played by an engine that has played games of these
    /// rules ([`QuickRun::into_engine`]): what its caches know costs less. An engine of other
    /// rules is not used.
    ///
    /// # Errors
    /// As [`Run::start`](super::Run::start).
    pub fn start_with(rules: &Rules, seed: u64, engine: Option<Engine>) -> Result<QuickRun, Error> {
        let mut random = Rng::new(seed);
        let ruleset = rules.ruleset_of_a_game(&mut random)?;
        let engine = engine.filter(|engine| Arc::ptr_eq(engine.rules(), &ruleset));
        let is_warm = engine.is_some();
        let mentions_time = ruleset.mentions_time();
        let cells = (ruleset.mode().width as u64).saturating_mul(ruleset.mode().height as u64);
        let limits = rules.limits().memory.clone();
        let mut engine = engine.unwrap_or_else(|| Engine::with_memory(ruleset, limits, 0.0));
        let (before, lines_before, plain_turns_before) =
            (engine.work(), lines(&engine), plain_turns(&engine));
        let position = engine.start(&mut random)?;
        let (rules, moves) = (rules.clone(), 0);
        Ok(QuickRun {
            rules,
            engine,
            is_warm,
            before,
            lines_before,
            plain_turns_before,
            position,
            random,
            cells,
            moves,
            mentions_time,
        })
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

    /// Returns the work of the game so far. It is about a measure of time: steps of the interpreter,
    /// and what evaluations, cells and turns take beyond them. Unless [`QuickRun::is_warm`], and in
    /// rules that played nothing before, it is the same on every machine.
    pub fn work(&self) -> u64 {
        let turns = (self.moves as u64).saturating_mul(self.cells.saturating_add(TURN));
        let all = of_engine(self.engine.work(), lines(&self.engine), plain_turns(&self.engine));
        all.saturating_sub(self.spared_at_most()).saturating_add(turns)
    }

    /// Returns the most work that the caches of its engine can spare the game: that of the engine
    /// before it. 0 unless [`QuickRun::is_warm`].
    ///
    /// ```
    /// use polymerge::{proof::QuickRun, Mode};
    ///
    /// let rules = Mode::built_in("2048")?.compile()?;
    /// let mut first = QuickRun::start(&rules, 7)?;
    /// [2, 0, 3, 1].into_iter().try_for_each(|direction| first.play(direction).map(drop))?;
    /// let alone = first.work();
    /// assert_eq!(first.spared_at_most(), 0);
    ///
    /// let mut again = QuickRun::start_with(&rules, 7, Some(first.into_engine()))?;
    /// [2, 0, 3, 1].into_iter().try_for_each(|direction| again.play(direction).map(drop))?;
    /// assert!(again.work() < alone && alone <= again.work() + again.spared_at_most());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn spared_at_most(&self) -> u64 {
        of_engine(self.before, self.lines_before, self.plain_turns_before)
    }

    /// Returns true if its engine had played games before: then the work depends on what its caches
    /// know of them, and is mostly less.
    pub fn is_warm(&self) -> bool {
        self.is_warm
    }

    /// Returns the engine, for another game.
    pub fn into_engine(self) -> Engine {
        self.engine
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
