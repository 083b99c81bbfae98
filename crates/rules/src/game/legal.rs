//! Which directions move something, found out by trying them.

use crate::error::{Refusal, TurnError};
use crate::game::{Game, Screen};
use crate::random::{Direct, Guess};
use crate::world::World;

impl Game {
    /// The directions that move something. Exact, where [`Game::legal_moves`] gives all
    /// that are not known to move nothing; costs as much as trying them all. Where
    /// chance decides whether anything moves, a direction counts as one that does.
    ///
    /// A program that asks often is faster with [`Engine::legal`](crate::Engine::legal).
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 1), Limits::default())?;
    /// # let mut random = Seeded::new(7);
    /// let (game, _) = Game::new(rules, &mut World::new(&mut random, 0.0))?;
    /// assert_eq!(game.legal_moves()?, [0, 1, 2, 3]);
    /// assert!(!game.legal()?.contains(&0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The turn of a direction fails.
    pub fn legal(&self) -> Result<Vec<usize>, TurnError> {
        let mut legal = Vec::new();
        for direction in self.legal_moves()? {
            if self.clone().try_out(direction)? {
                legal.push(direction);
            }
        }
        Ok(legal)
    }

    /// Whether the game is over: by its screen, or because no direction moves anything,
    /// which the screen shows only once all have been pressed.
    ///
    /// # Errors
    /// As [`Game::legal`].
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

    /// Presses a direction, with random numbers that decide nothing. Gives whether
    /// anything moved, or might have by chance.
    fn try_out(&mut self, direction: usize) -> Result<bool, TurnError> {
        let mut guess = Direct(Guess::default());
        let now = self.state().clock.start;
        match self.play(direction, &mut World::new(&mut guess, now)) {
            // Tiles spawn only after a move.
            Ok(turn) => Ok(turn.moved || guess.0.is_used()),
            Err(TurnError::Refused(Refusal::Blocked)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
