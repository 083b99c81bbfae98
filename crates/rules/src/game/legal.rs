//! Directions that can be pressed, and those that move something, found out by trying them.

use crate::error::{Refusal, TurnError};
use crate::game::{GameState, Screen};
use crate::random::{Direct, Guess};
use crate::turn::context::TurnContext;
use crate::world::World;

impl GameState {
    /// The directions that can be pressed now: those that are neither blacked
    /// out nor blocked by the mode, while the game is on. One that turns out to
    /// move nothing is blacked out by [`GameState::play`].
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// # let mut random = Rng::new(7);
    /// # let world = &mut World::new(&mut random, 0.0);
    /// let (game, _) = GameState::new(rules, world)?;
    /// assert_eq!(game.legal_moves()?, [0, 1, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The mode's expression for blocked directions fails.
    pub fn legal_moves(&self) -> Result<Vec<usize>, TurnError> {
        match self.state.screen {
            Screen::Play => self.unblocked(),
            _ => Ok(Vec::new()),
        }
    }

    /// The directions that are neither blacked out nor blocked, whatever the screen shows.
    pub(crate) fn unblocked(&self) -> Result<Vec<usize>, TurnError> {
        let mut legal = Vec::new();
        if self.rules().direction_blocked().is_none() {
            legal
                .extend((0..self.state.available.len()).filter(|direction| self.state.available[*direction]));
            return Ok(legal);
        }
        let mut spent = 0;
        for direction in (0..self.state.available.len()).filter(|direction| self.state.available[*direction])
        {
            let mut look = TurnContext::look(&self.rules.0, self.state.clone(), self.state.clock.start);
            look.charge(spent)?;
            if !look.direction_blocked(direction)? {
                legal.push(direction);
            }
            spent = look.work_done();
        }
        Ok(legal)
    }

    /// The directions that move something. Exact, where [`GameState::legal_moves`] gives all
    /// that are not known to move nothing; costs as much as trying them all. Where
    /// chance decides whether anything moves, a direction counts as one that does.
    ///
    /// A program that asks often is faster with [`Engine::legal`](crate::Engine::legal).
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 1), Limits::default())?;
    /// # let mut random = Rng::new(7);
    /// let (game, _) = GameState::new(rules, &mut World::new(&mut random, 0.0))?;
    /// assert_eq!(game.legal_moves()?, [0, 1, 2, 3]);
    /// assert!(!game.legal()?.contains(&0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The turn of a direction fails before it is sure that something moves.
    pub fn legal(&self) -> Result<Vec<usize>, TurnError> {
        let mut legal = Vec::new();
        for direction in self.legal_moves()? {
            if self.moves_something(direction)? {
                legal.push(direction);
            }
        }
        Ok(legal)
    }

    /// Returns true if the game is over: by its screen, or because no direction moves anything,
    /// which the screen shows only once all have been pressed.
    ///
    /// # Errors
    /// As [`GameState::legal`].
    pub fn is_over(&self) -> Result<bool, TurnError> {
        match self.screen() {
            Screen::GameOver => return Ok(true),
            Screen::Win => return Ok(!self.rules().postgame_allowed()),
            Screen::Play => {}
        }
        if !self.legal()?.is_empty() {
            return Ok(false);
        }
        // Scripts may come to the rescue when nothing moves.
        let mut pressed = self.clone();
        if self.rules().has_scripts_in_turns() {
            for direction in 0..self.rules().directions().len() {
                if pressed.screen() == Screen::Play && pressed.directions_available()[direction] {
                    pressed.try_out(direction)?;
                }
            }
        }
        Ok(!self.rules().has_scripts_in_turns() || pressed.screen() != Screen::Play)
    }

    /// Tries a direction that can be pressed, up to the point where it is sure that something
    /// moves, or might by chance.
    fn moves_something(&self, direction: usize) -> Result<bool, TurnError> {
        let now = self.state.clock.start;
        World::moment(now)?;
        tried(|guess| {
            let world = &mut World::new(guess, now);
            let mut look = TurnContext::new(&self.rules.0, self.state.clone(), world);
            look.emit_events = false;
            look.ends_when_moved = true;
            look.press(direction)
        })
    }

    /// Presses a direction, with random numbers that decide nothing. Returns true if
    /// anything moved, or might have by chance.
    fn try_out(&mut self, direction: usize) -> Result<bool, TurnError> {
        let now = self.state().clock.start;
        tried(|guess| Ok(self.play(direction, &mut World::new(guess, now))?.moved))
    }
}

/// Tries out a press with random numbers that decide nothing. Returns true if anything moved,
/// or might have by chance; tiles spawn only after a move.
pub(crate) fn tried(
    press: impl FnOnce(&mut Direct<Guess>) -> Result<bool, TurnError>,
) -> Result<bool, TurnError> {
    let mut guess = Direct(Guess::default());
    match press(&mut guess) {
        Ok(moved) => Ok(moved || guess.0.is_used()),
        Err(TurnError::Refused(Refusal::Blocked)) => Ok(false),
        Err(error) => Err(error),
    }
}
