//! A game: one play of a ruleset.

use std::sync::Arc;

use calcarray::{Primes, Value};

use crate::cell::Cell;
use crate::event::Turn;
use crate::failure::TurnError;
use crate::mode::Mode;
use crate::replay::Replay;
use crate::ruleset::Ruleset;
use crate::saved::SavedGame;
use crate::world::World;

/// What the player has in front of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Screen {
    /// The game goes on.
    #[default]
    Play,
    /// The game is won; it may be possible to play on.
    Win,
    /// The game is over.
    GameOver,
}

/// One play of a ruleset.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Ruleset>,
}

impl PartialEq for Game {
    fn eq(&self, _other: &Game) -> bool {
        todo!()
    }
}

impl Game {
    /// Starts a game.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn new(_rules: Arc<Ruleset>, _world: &mut World<'_>) -> Result<(Game, Turn), TurnError> {
        todo!()
    }

    /// Goes on from a saved game.
    ///
    /// # Errors
    /// [`TurnError::BadRecord`] if the saved game does not fit the mode.
    pub fn restore(
        _rules: Arc<Ruleset>,
        _saved: &SavedGame,
        _world: &mut World<'_>,
    ) -> Result<Game, TurnError> {
        todo!()
    }

    /// The state as plain data; `now` is the present time.
    pub fn save(&self, _now: f64) -> SavedGame {
        todo!()
    }

    /// The mode as a save code holds it: with the rules expanded and the
    /// start values that start scripts have changed.
    pub fn saved_mode(&self) -> Mode {
        todo!()
    }

    /// The record of the game so far.
    pub fn replay(&self) -> Replay {
        todo!()
    }

    /// Presses a direction.
    ///
    /// # Errors
    /// The direction can't be pressed, or an expression fails; the game is
    /// as before.
    pub fn play(&mut self, _direction: usize, _world: &mut World<'_>) -> Result<Turn, TurnError> {
        todo!()
    }

    /// The directions that can be pressed now. One that turns out to move
    /// nothing is blacked out by [`Game::play`].
    pub fn legal_moves(&self) -> Result<Vec<usize>, TurnError> {
        todo!()
    }

    /// Plays on after a win.
    pub fn continue_after_win(&mut self, _world: &mut World<'_>) -> Result<Turn, TurnError> {
        todo!()
    }

    /// Starts again from the same grid and start values: "play again".
    pub fn restart(&mut self, _world: &mut World<'_>) -> Result<Turn, TurnError> {
        todo!()
    }

    /// Clicks a tile: runs the `TileClick` scripts.
    pub fn click_tile(&mut self, _cell: Cell, _world: &mut World<'_>) -> Result<Turn, TurnError> {
        todo!()
    }

    /// Clicks a stat box: evaluates its click expression.
    pub fn click_stat_box(&mut self, _index: usize, _world: &mut World<'_>) -> Result<Turn, TurnError> {
        todo!()
    }

    /// Lets time pass: runs the `Interval` scripts that are due.
    pub fn tick(&mut self, _world: &mut World<'_>) -> Result<Turn, TurnError> {
        todo!()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Rows of the grid.
    pub fn height(&self) -> usize {
        todo!()
    }

    /// Columns of the grid.
    pub fn width(&self) -> usize {
        todo!()
    }

    /// The content of a cell: a tile (an array) or a word such as `@Empty`;
    /// `None` outside of the grid.
    pub fn cell(&self, _cell: Cell) -> Option<&Value> {
        todo!()
    }

    /// The grid as rows of cells.
    pub fn grid(&self) -> Value {
        todo!()
    }

    /// The score.
    pub fn score(&self) -> f64 {
        todo!()
    }

    /// Moves, automatic ones with a turn of their own included.
    pub fn moves(&self) -> f64 {
        todo!()
    }

    /// Moves the player made.
    pub fn manual_moves(&self) -> f64 {
        todo!()
    }

    /// Merges.
    pub fn merges(&self) -> f64 {
        todo!()
    }

    /// Moves in which something merged.
    pub fn merge_moves(&self) -> f64 {
        todo!()
    }

    /// Merges up to the end of the last move.
    pub fn merges_before(&self) -> f64 {
        todo!()
    }

    /// Winning tiles found; -1: played on after a win; -2: lost to a forced
    /// spawn.
    pub fn won(&self) -> f64 {
        todo!()
    }

    /// What the player has in front of them.
    pub fn screen(&self) -> Screen {
        todo!()
    }

    /// For each direction whether it is not blacked out.
    pub fn directions_available(&self) -> &[bool] {
        todo!()
    }

    /// Whether the `PossibleOver` scripts have had their one chance.
    pub fn possible_over_checked(&self) -> bool {
        todo!()
    }

    /// The game variables.
    pub fn game_variables(&self) -> &[Value] {
        todo!()
    }

    /// The modifier variables.
    pub fn modifier_variables(&self) -> &[Value] {
        todo!()
    }

    /// Names beside the modifier variables.
    pub fn modifier_indices(&self) -> &[Value] {
        todo!()
    }

    /// The tiles that come next; `@Empty` where none is drawn yet.
    pub fn conveyor(&self) -> &[Value] {
        todo!()
    }

    /// The contents of the spawn boxes.
    pub fn spawn_boxes(&self) -> &[Value] {
        todo!()
    }

    /// What spawns now, with weights.
    pub fn spawns(&self) -> &[Value] {
        todo!()
    }

    /// What is forced to spawn now.
    pub fn forced_spawns(&self) -> &[Value] {
        todo!()
    }

    /// Tiles seen so far.
    pub fn discovered(&self) -> &[Value] {
        todo!()
    }

    /// Winning tiles seen so far.
    pub fn discovered_winning(&self) -> &[Value] {
        todo!()
    }

    /// Losing tiles seen so far.
    pub fn discovered_losing(&self) -> &[Value] {
        todo!()
    }

    /// The game as expressions see it at the time `now`, for displays and
    /// analyses. What expressions change is changed in the scratch copy only.
    pub fn scratch(&self, _now: f64) -> Scratch<'_> {
        todo!()
    }
}

/// A copy of a game that expressions can be evaluated on; see
/// [`Game::scratch`].
pub struct Scratch<'g> {
    game: &'g Game,
    primes: Primes,
}

impl calcarray::Host for Scratch<'_> {
    fn grid(&self) -> &dyn calcarray::Board {
        let _ = self.game;
        todo!()
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}
