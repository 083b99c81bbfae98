//! A position with its engine and random numbers, to be played as any other game.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::game::Screen;
use crate::game::playout::{Playable, Pressable};
use crate::random::Randomness;

/// A position of an engine, with the random numbers that it is played by.
#[derive(Debug)]
pub struct EngineGame<'g, R> {
    engine: &'g mut Engine,
    position: &'g mut Position,
    random: &'g mut R,
}

impl<'g, R: Randomness> EngineGame<'g, R> {
    /// A position that this engine made.
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn new(
        engine: &'g mut Engine,
        position: &'g mut Position,
        random: &'g mut R,
    ) -> Result<EngineGame<'g, R>, TurnError> {
        engine.must_own(position)?;
        Ok(EngineGame::own(engine, position, random))
    }

    #[inline]
    pub(crate) fn own(
        engine: &'g mut Engine,
        position: &'g mut Position,
        random: &'g mut R,
    ) -> EngineGame<'g, R> {
        EngineGame { engine, position, random }
    }

    /// The engine and the position, for those who choose a direction by trying moves.
    pub fn look(&mut self) -> (&mut Engine, &Position) {
        (self.engine, self.position)
    }
}

impl<R: Randomness> Pressable for EngineGame<'_, R> {
    #[inline]
    fn directions(&self) -> usize {
        self.engine.rules().directions().len()
    }

    #[inline]
    fn is_available(&self, direction: usize) -> bool {
        self.position.is_available(direction)
    }

    fn pressable(&self) -> Result<Vec<usize>, TurnError> {
        // Most games end like this, and a copy of the game takes longer than many turns.
        if self.directions() <= 64 && self.position.available() == 0 {
            return Ok(Vec::new());
        }
        self.engine.game_of(self.position).unblocked()
    }
}

impl<R: Randomness> Playable for EngineGame<'_, R> {
    type Game = Self;

    #[inline]
    fn game(&self) -> &Self {
        self
    }

    #[inline]
    fn screen(&self) -> Screen {
        self.position.screen()
    }

    fn has_postgame(&self) -> bool {
        self.engine.rules().postgame_allowed()
    }

    fn play_on(&mut self) -> Result<(), TurnError> {
        self.engine.continue_after_win(self.position)
    }

    #[inline]
    fn press(&mut self, direction: usize) -> Result<bool, TurnError> {
        self.engine.play_own(self.position, direction, self.random)
    }

    fn is_over(&mut self) -> Result<bool, TurnError> {
        self.engine.is_over(self.position)
    }
}
