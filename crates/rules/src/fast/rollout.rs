//! Rollouts: games that are played for their results only.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::sync::Arc;

use calcarray::Value;

use crate::board::cell::Cell;
use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::engine_game::EngineGame;
use crate::fast::position::Position;
use crate::fast::{MemoryLimits, MemoryUse, Strategy, StrategyUse};
use crate::game::{GameState, Screen};
use crate::random::Randomness;
use crate::ruleset::Ruleset;

/// A game without events and without a record, for fast play, as searches, statistics and
/// learning programs need it.
///
/// A rollout is an [`Engine`] with one [`Position`]. It goes exactly as a [`GameState`] does
/// with the same random numbers, but uses caches, and time stands still in it.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut random = Rng::new(7);
/// let mut rollout = Rollout::new(rules, &mut random, 0.0)?;
/// while rollout.screen() == Screen::Play {
///     let direction = (0..4).find(|direction| rollout.is_available(*direction)).unwrap_or(0);
///     rollout.play(direction, &mut random)?;
/// }
/// println!("{} points in {} moves", rollout.score(), rollout.moves());
/// # assert_eq!(rollout.screen(), Screen::GameOver);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rollout {
    pub(crate) engine: Engine,
    pub(crate) position: Position,
}

impl Rollout {
    /// Starts a game at the time `now`, in milliseconds.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn new<R: Randomness>(rules: Arc<Ruleset>, random: &mut R, now: f64) -> Result<Rollout, TurnError> {
        let mut engine = Engine::new(rules, now);
        let position = engine.start(random)?;
        Ok(Rollout { engine, position })
    }

    /// Continues a game, without its record.
    ///
    /// # Errors
    /// [`TurnError::BadTime`]: the time is no moment.
    pub fn from_game(game: GameState, now: f64) -> Result<Rollout, TurnError> {
        let engine = Engine::new(Arc::clone(game.rules()), now);
        let position = engine.position(game)?;
        Ok(Rollout { engine, position })
    }

    /// Sets other limits for the caches, and empties them.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Rollout {
        let engine = self.engine.fresh(limits);
        self.position = self.engine.transfer(&self.position, &engine);
        self.engine = engine;
        self
    }

    /// Returns how often the caches were of use so far.
    pub fn memory_use(&self) -> MemoryUse {
        self.engine.memory_use()
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Arc<Ruleset> {
        self.engine.rules()
    }

    /// Returns how often each strategy has played a turn, and why others were left.
    pub fn strategy_use(&self) -> StrategyUse {
        let mut used = self.engine.strategy_use().clone();
        let packed = self.position.packed.as_ref();
        used.note_turns(Strategy::Packed, packed.map_or(0, |packed| packed.progress().moves));
        used
    }

    /// Returns the engine, for looking ahead.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Returns the position. A clone of it can be played on by [`Rollout::engine`].
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the engine and the position, to inspect the game without a fork.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut rollout = Rollout::new(rules, &mut Rng::new(7), 0.0)?;
    /// let (engine, position) = rollout.look();
    /// assert!(engine.legal(position)? > 0);
    /// assert!(!engine.is_over(position)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn look(&mut self) -> (&mut Engine, &Position) {
        (&mut self.engine, &self.position)
    }

    /// Continues from another position of its engine.
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): it is of another engine.
    pub fn load(&mut self, position: &Position) -> Result<(), TurnError> {
        self.engine.must_own(position)?;
        self.position.clone_from(position);
        Ok(())
    }

    /// Presses a direction. Returns true if anything moved.
    ///
    /// # Errors
    /// As [`GameState::play`]; the game is as before.
    #[inline]
    pub fn play<R: Randomness>(&mut self, direction: usize, random: &mut R) -> Result<bool, TurnError> {
        self.engine.play_own(&mut self.position, direction, random)
    }

    /// The game with random numbers, to be played by [`make_turn`](crate::make_turn).
    #[inline]
    pub fn as_game<'g, R: Randomness>(&'g mut self, random: &'g mut R) -> EngineGame<'g, R> {
        EngineGame::own(&mut self.engine, &mut self.position, random)
    }

    /// Starts again, as "play again" does.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn restart<R: Randomness>(&mut self, random: &mut R) -> Result<(), TurnError> {
        self.engine.restart(&mut self.position, random)
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// There is no win, or the mode ends with it.
    pub fn continue_after_win(&mut self) -> Result<(), TurnError> {
        self.engine.continue_after_win(&mut self.position)
    }

    /// Returns the score.
    pub fn score(&self) -> f64 {
        self.position.score()
    }

    /// Returns the number of moves, automatic ones with a turn of their own included.
    pub fn moves(&self) -> f64 {
        self.position.moves()
    }

    /// Returns the screen that the player sees.
    #[inline]
    pub fn screen(&self) -> Screen {
        self.position.screen()
    }

    /// Returns true if a direction is not blacked out.
    #[inline]
    pub fn is_available(&self, direction: usize) -> bool {
        self.position.is_available(direction)
    }

    /// Returns the content of a cell; `None` outside of the grid.
    pub fn cell(&self, cell: Cell) -> Option<Value> {
        self.to_game().cell(cell).cloned()
    }

    /// Returns the game, with an empty record, to be inspected or continued.
    pub fn to_game(&self) -> GameState {
        self.engine.game_of(&self.position)
    }
}
