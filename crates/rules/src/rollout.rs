//! Games played for their results only.

use std::sync::Arc;

use calcarray::{Meter, Value};

use crate::cell::Cell;
use crate::failure::{Refusal, TurnError};
use crate::game::{Game, Screen};
use crate::memo::{Memory, MemoryLimits, MemoryUse, Quiet};
use crate::play::Play;
use crate::random::Randomness;
use crate::record::Record;
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::turn::{Move, Mover};
use crate::world::World;

/// A game without an account of its turns and without a record: for playing
/// fast, as searches, statistics and learning programs do.
///
/// It goes exactly as a [`Game`] does with the same random numbers. Time
/// stands still in it.
#[derive(Debug)]
pub struct Rollout {
    rules: Arc<Ruleset>,
    state: Box<State>,
    /// Where the next turn is played; it takes the place of `state` if it
    /// succeeds.
    spare: Option<Box<State>>,
    meter: Option<Meter>,
    memory: Memory,
    now: f64,
}

impl Rollout {
    /// Starts a game at the time `now`.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn new(rules: Arc<Ruleset>, random: &mut dyn Randomness, now: f64) -> Result<Rollout, TurnError> {
        let (game, _) = Game::new(Arc::clone(&rules), &mut World::new(random, now))?;
        Ok(Rollout::from_game(game, now))
    }

    /// Goes on from where a game is. Its record is left behind.
    pub fn from_game(game: Game, now: f64) -> Rollout {
        let (rules, mut state) = game.into_parts();
        state.record = Record::none();
        let memory = Memory::new(MemoryLimits::default(), &rules, &state.grid);
        Rollout { rules, state, spare: None, meter: None, memory, now }
    }

    /// The same with other limits for what is remembered. What was learned so
    /// far is forgotten.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Rollout {
        self.memory = Memory::new(limits, &self.rules, &self.state.grid);
        self
    }

    /// How often the memory was of use so far.
    pub fn memory_use(&self) -> MemoryUse {
        self.memory.used
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Presses a direction. Gives whether anything moved.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play<R: Randomness>(&mut self, direction: usize, random: &mut R) -> Result<bool, TurnError> {
        if self.state.screen == Screen::Play && self.state.available.get(direction) == Some(&true) {
            match self.memory.quiet_turn(&self.rules, &mut self.state, direction, random, self.now) {
                Quiet::Done(moved) => return Ok(moved),
                Quiet::OutOfRandomness => return Err(TurnError::OutOfRandomness),
                Quiet::Unknown => {}
            }
        }
        self.whole_turn(direction, random)
    }

    /// A turn in the ordinary way, from which memory learns.
    fn whole_turn(&mut self, direction: usize, random: &mut dyn Randomness) -> Result<bool, TurnError> {
        let rules = Arc::clone(&self.rules);
        let (Some(own), Some(order)) = (rules.directions().get(direction), rules.order(direction)) else {
            return Err(Refusal::NoSuchDirection.into());
        };
        if self.state.screen != Screen::Play {
            return Err(Refusal::NotPlaying.into());
        }
        if !self.state.available.get(direction).copied().unwrap_or(false) {
            return Err(Refusal::Unavailable.into());
        }
        let mv = Move { direction: own, order, mover: Mover::Player(direction) };
        self.change(random, |play| {
            if play.direction_blocked(direction)? {
                return Err(Refusal::Blocked.into());
            }
            play.manual_turn(mv, None)
        })
    }

    /// Starts again, as "play again" does.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn restart(&mut self, random: &mut dyn Randomness) -> Result<(), TurnError> {
        self.change(random, |play| {
            play.start_again()?;
            play.state.record = Record::none();
            Ok(())
        })
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// There is no win, or the mode ends with it.
    pub fn continue_after_win(&mut self) -> Result<(), TurnError> {
        if self.state.screen != Screen::Win {
            return Err(Refusal::NoWin.into());
        }
        if !self.rules.postgame_allowed() {
            return Err(Refusal::NoPostgame.into());
        }
        self.state.won = -1.0;
        self.state.screen = Screen::Play;
        Ok(())
    }

    fn change<T>(
        &mut self,
        random: &mut dyn Randomness,
        work: impl FnOnce(&mut Play<'_>) -> Result<T, TurnError>,
    ) -> Result<T, TurnError> {
        let state = match self.spare.take() {
            Some(mut spare) => {
                spare.copy_from(&self.state);
                spare
            }
            None => self.state.clone(),
        };
        let mut world = World::new(random, self.now);
        let mut play = Play::new(&self.rules, state, &mut world);
        play.telling = false;
        play.meter = self.meter.take();
        play.memory = Some(&mut self.memory);
        let result = work(&mut play);
        self.meter = play.meter.take();
        let played = play.state;
        self.spare = Some(match result {
            Ok(_) => std::mem::replace(&mut self.state, played),
            Err(_) => played,
        });
        result
    }

    /// The score.
    pub fn score(&self) -> f64 {
        self.state.score
    }

    /// Moves, automatic ones with a turn of their own included.
    pub fn moves(&self) -> f64 {
        self.state.moves
    }

    /// What the player has in front of them.
    pub fn screen(&self) -> Screen {
        self.state.screen
    }

    /// For each direction whether it is not blacked out.
    pub fn directions_available(&self) -> &[bool] {
        &self.state.available
    }

    /// The content of a cell; `None` outside of the grid.
    pub fn cell(&self, cell: Cell) -> Option<&Value> {
        self.state.grid.contains(cell).then(|| self.state.grid.content(cell))
    }

    /// The game, to be looked at or to go on from. It has no past: its record
    /// is empty.
    pub fn to_game(&self) -> Game {
        let mut state = self.state.clone();
        state.record = Record::new();
        Game::from_parts(Arc::clone(&self.rules), state)
    }
}
