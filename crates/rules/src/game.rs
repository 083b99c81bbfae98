//! A game: one play of a ruleset, with its state, events, record and replay.

pub(crate) mod audit;
pub(crate) mod auditor;
pub(crate) mod clock;
pub(crate) mod discoveries;
pub(crate) mod event;
pub(crate) mod inspect;
pub(crate) mod legal;
pub(crate) mod playout;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod save;
pub(crate) mod saved;
pub(crate) mod screen;
pub(crate) mod snapshot;
pub(crate) mod state;
pub(crate) mod unrecorded;

pub use screen::Screen;

use std::sync::Arc;

use calcarray::{Board, Value};

use crate::board::cell::Cell;
use crate::board::heading::Mover;
use crate::error::{Refusal, TurnError};
use crate::game::event::Turn;
use crate::game::inspect::Scratch;
use crate::game::saved::SavedGame;
use crate::game::state::State;
use crate::mode::Mode;
use crate::ruleset::Ruleset;
use crate::turn::account::Account;
use crate::turn::context::TurnContext;
use crate::world::World;

/// One play of a ruleset.
///
/// Cheap to clone: what clones have in common is shared. Keeping clones is how
/// moves are taken back, and how a search looks ahead:
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// # let mut random = Rng::new(7);
/// # let world = &mut World::new(&mut random, 0.0);
/// let (mut game, _) = GameState::new(rules, world)?;
/// let before = game.clone();
/// for direction in game.legal_moves()? {
///     if game.play(direction, world)?.moved {
///         break;
///     }
/// }
/// assert_ne!(game, before);
/// game = before; // taken back
/// assert_eq!(game.moves(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameState {
    rules: Rules,
    state: Box<State>,
}

/// Games of one ruleset are told apart by their state only.
#[derive(Clone, Debug)]
struct Rules(Arc<Ruleset>);

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.mode() == other.0.mode()
    }
}

impl GameState {
    /// Starts a game.
    ///
    /// # Errors
    /// An expression or script of the start fails, or the time is no moment.
    pub fn new(rules: Arc<Ruleset>, world: &mut World<'_>) -> Result<(GameState, Turn), TurnError> {
        let state = Box::new(State::new(&rules, World::moment(world.now)?));
        let mut play = TurnContext::new(&rules, state, world);
        let started = play.start().and_then(|()| play.permit_state());
        let (finished, done) = play.end(started.map(|()| false));
        world.work = world.work.saturating_add(done);
        let (state, turn) = finished?;
        Ok((GameState { rules: Rules(rules), state }, turn))
    }

    /// Goes on from a saved game. The rules are best those of
    /// [`GameState::saved_mode`]: a saved game does not hold what it began with, such
    /// as a first goal, which its replay needs.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// # let mut random = Rng::new(7);
    /// # let world = &mut World::new(&mut random, 0.0);
    /// # let (game, _) = GameState::new(rules.clone(), world)?;
    /// let saved = game.save(world.now);
    /// assert_eq!(GameState::restore(rules, &saved, world)?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TurnError::BadRecord`] if the saved game does not fit the mode;
    /// [`TurnError::BadTime`] if the time is no moment.
    pub fn restore(
        rules: Arc<Ruleset>,
        saved: &SavedGame,
        world: &mut World<'_>,
    ) -> Result<GameState, TurnError> {
        let state = State::restore(&rules, saved, World::moment(world.now)?)?;
        Ok(GameState { rules: Rules(rules), state: Box::new(state) })
    }

    /// The state as plain data; `now` is the present time.
    pub fn save(&self, now: f64) -> SavedGame {
        self.state.save(now)
    }

    /// The mode as a save code holds it: with the rules expanded and the
    /// start values that start scripts have changed and that were drawn before
    /// the game.
    pub fn saved_mode(&self) -> Mode {
        let start = &self.state.start;
        Mode {
            merge_rules: self.rules().merge_rules().to_vec().into(),
            spawns: start.spawns.clone().into(),
            forced_spawns: start.forced_spawns.clone().into(),
            game_variables: start.game_variables.clone().into(),
            modifier_variables: start.modifier_variables.clone().into(),
            modifier_indices: start.modifier_indices.clone().into(),
            before_game: None,
            ..self.rules().mode().clone()
        }
    }

    /// The mode that this game was begun from, as its Mode code holds it: what
    /// was drawn before the game is there for every game of that code.
    ///
    /// `mode` is the mode without what a start adds to it, such as random
    /// cells.
    pub fn drawn(&self, mode: &Mode) -> Mode {
        let start = &self.state.start;
        match start.undrawn {
            None => mode.clone(),
            Some(_) => Mode {
                game_variables: start.game_variables.clone().into(),
                before_game: None,
                ..mode.clone()
            },
        }
    }

    /// Does something to a copy of the state, which replaces the game's own
    /// if it goes well.
    fn change(
        &mut self,
        world: &mut World<'_>,
        work: impl FnOnce(&mut TurnContext<'_>) -> Result<bool, TurnError>,
    ) -> Result<Turn, TurnError> {
        World::moment(world.now)?;
        let mut play = TurnContext::new(&self.rules.0, self.state.clone(), world);
        let moved = work(&mut play).and_then(|moved| play.permit_state().map(|()| moved));
        let (finished, done) = play.end(moved);
        world.work = world.work.saturating_add(done);
        let (state, turn) = finished?;
        self.state = state;
        Ok(turn)
    }

    /// Presses a direction.
    ///
    /// A move that moves nothing is no error: the turn says so, and the
    /// direction is blacked out until another move succeeds.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut random = Rng::new(7);
    /// let world = &mut World::new(&mut random, 0.0);
    /// let (mut game, _) = GameState::new(rules, world)?;
    /// let turn = game.play(0, world)?; // up
    /// for event in &turn.events {
    ///     if let Event::Slide { from, to, .. } = event {
    ///         println!("a tile slides from {from} to {to}");
    ///     }
    /// }
    /// assert_eq!(turn.moved, game.directions_available()[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The direction can't be pressed, or an expression fails, or a limit is
    /// reached, or the time is no moment. The game is as before; random numbers that were drawn are
    /// used up.
    pub fn play(&mut self, direction: usize, world: &mut World<'_>) -> Result<Turn, TurnError> {
        self.must_have(direction)?;
        self.must_play()?;
        if !self.state.available.get(direction).copied().unwrap_or(false) {
            return Err(Refusal::Unavailable.into());
        }
        self.change(world, |play| play.press(direction))
    }

    /// Plays a direction on a copy and gives an account of the turn: which rules were tested where
    /// and what they lacked, what scripts did, what could spawn. A direction that is blacked out
    /// is played all the same.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// # let mut random = Rng::new(7);
    /// # let world = &mut World::new(&mut random, 0.0);
    /// let (game, _) = GameState::new(rules, world)?;
    /// let account = game.why(2, world)?;
    /// assert_eq!(account.turn.moved, !account.draws.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`GameState::play`].
    pub fn why(&self, direction: usize, world: &mut World<'_>) -> Result<Account, TurnError> {
        self.must_have(direction)?;
        self.must_play()?;
        World::moment(world.now)?;
        let mut play = TurnContext::new(&self.rules.0, self.state.clone(), world);
        play.account = Some(Box::new(Account::new()));
        let moved = play.press(direction)?;
        let account = play.account.take().map_or_else(Account::default, |account| *account);
        Ok(account.of(play.finish(moved).1))
    }

    fn must_have(&self, direction: usize) -> Result<(), TurnError> {
        match direction < self.rules().directions().len() {
            true => Ok(()),
            false => Err(Refusal::NoSuchDirection.into()),
        }
    }

    fn must_play(&self) -> Result<(), TurnError> {
        match self.state.screen {
            Screen::Play => Ok(()),
            _ => Err(Refusal::NotPlaying.into()),
        }
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// There is no win, or the mode ends with it.
    pub fn continue_after_win(&mut self, world: &mut World<'_>) -> Result<Turn, TurnError> {
        if self.state.screen != Screen::Win {
            return Err(Refusal::NoWin.into());
        }
        if !self.rules().postgame_allowed() {
            return Err(Refusal::NoPostgame.into());
        }
        self.change(world, |play| {
            play.state.won = -1.0;
            play.show(Screen::Play);
            Ok(false)
        })
    }

    /// Starts again from the same grid and start values: "play again". What is
    /// drawn before every game is drawn anew.
    ///
    /// # Errors
    /// As [`GameState::new`].
    pub fn restart(&mut self, world: &mut World<'_>) -> Result<Turn, TurnError> {
        self.change(world, |play| play.start_again().map(|()| false))
    }

    /// Clicks a tile: runs the `TileClick` scripts.
    ///
    /// # Errors
    /// There is no tile, the game is not on, or a script fails.
    pub fn click_tile(&mut self, cell: Cell, world: &mut World<'_>) -> Result<Turn, TurnError> {
        self.must_play()?;
        if !self.state.grid.contains(cell) || !self.state.grid.id(cell).is_tile() {
            return Err(Refusal::NoTile.into());
        }
        self.change(world, |play| play.click_tile(cell).map(|()| false))
    }

    /// Clicks a stat box: evaluates its click expression.
    ///
    /// # Errors
    /// There is no such box to click, the game is not on, or the expression
    /// fails.
    pub fn click_stat_box(&mut self, index: usize, world: &mut World<'_>) -> Result<Turn, TurnError> {
        self.must_play()?;
        self.change(world, |play| play.click_stat_box(index).map(|()| false))
    }

    /// Lets time pass: runs the `Interval` scripts that are due. To be called
    /// whenever the mode's display interval has passed, between turns.
    ///
    /// # Errors
    /// A script fails.
    pub fn tick(&mut self, world: &mut World<'_>) -> Result<Turn, TurnError> {
        self.change(world, |play| play.run_interval_scripts().map(|()| false))
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules.0
    }

    /// The game as expressions see it at the time `now`, for displays and
    /// analyses. What expressions change is changed in the scratch copy only.
    pub fn scratch(&self, now: f64) -> Scratch<'_> {
        Scratch::new(TurnContext::look(&self.rules.0, self.state.clone(), now))
    }

    pub(crate) fn into_parts(self) -> (Arc<Ruleset>, Box<State>) {
        (self.rules.0, self.state)
    }

    pub(crate) fn from_parts(rules: Arc<Ruleset>, state: Box<State>) -> GameState {
        GameState { rules: Rules(rules), state }
    }

    /// Goes over to playback: from now on results of random operators, and
    /// what separate automatic moves spawn, come from a record, and the game
    /// neither refuses moves nor ends. [`crate::Playback`] does this for whole
    /// games.
    pub fn begin_playback(&mut self, random_events: Vec<Value>, other_spawns: Vec<Value>) {
        let record = &mut self.state.record;
        record.random_events = Arc::new(random_events);
        record.random_index = 0;
        record.playback = Some(other_spawns.into());
    }

    /// Makes a recorded move, to be used after [`GameState::begin_playback`].
    /// `spawns` are `[tile, row, column]`; if there are none, tiles spawn as
    /// usual.
    ///
    /// # Errors
    /// As [`GameState::play`]; [`TurnError::BadRecord`] if the record does not fit.
    pub fn play_recorded(
        &mut self,
        direction: usize,
        spawns: &[Value],
        world: &mut World<'_>,
    ) -> Result<Turn, TurnError> {
        let rules = Arc::clone(&self.rules.0);
        let Some(mv) = rules.move_of(Mover::Player(direction)) else {
            return Err(Refusal::NoSuchDirection.into());
        };
        self.change(world, |play| play.manual_turn(mv, Some(spawns)))
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

/// Reading the state.
impl GameState {
    /// Rows of the grid.
    pub fn height(&self) -> usize {
        self.state.grid.height()
    }

    /// Columns of the grid.
    pub fn width(&self) -> usize {
        self.state.grid.width()
    }

    /// The content of a cell: a tile (an array) or a word such as `@Empty`;
    /// `None` outside of the grid.
    pub fn cell(&self, cell: Cell) -> Option<&Value> {
        self.state.grid.contains(cell).then(|| self.state.grid.content(cell))
    }

    /// The grid as rows of cells.
    pub fn grid(&self) -> Value {
        self.state.grid.to_value()
    }

    /// The score.
    pub fn score(&self) -> f64 {
        self.state.score
    }

    /// Moves, automatic ones with a turn of their own included.
    pub fn moves(&self) -> f64 {
        self.state.moves
    }

    /// Moves the player made.
    pub fn manual_moves(&self) -> f64 {
        self.state.manual_moves
    }

    /// Returns the number of merges.
    pub fn merges(&self) -> f64 {
        self.state.merges
    }

    /// Moves in which something merged.
    pub fn merge_moves(&self) -> f64 {
        self.state.merge_moves
    }

    /// Merges up to the end of the last move.
    pub fn merges_before(&self) -> f64 {
        self.state.merges_before
    }

    /// Winning tiles found; -1: played on after a win; -2: lost to a forced
    /// spawn.
    pub fn won(&self) -> f64 {
        self.state.won
    }

    /// Returns the screen that the player sees.
    pub fn screen(&self) -> Screen {
        self.state.screen
    }

    /// Returns for each direction true if it is not blacked out.
    pub fn directions_available(&self) -> &[bool] {
        &self.state.available
    }

    /// Returns true if the `PossibleOver` scripts have had their one chance.
    pub fn possible_over_checked(&self) -> bool {
        self.state.possible_over_checked
    }

    /// The game variables.
    pub fn game_variables(&self) -> &[Value] {
        &self.state.game_variables
    }

    /// The modifier variables.
    pub fn modifier_variables(&self) -> &[Value] {
        &self.state.modifier_variables
    }

    /// Names beside the modifier variables.
    pub fn modifier_indices(&self) -> &[Value] {
        &self.state.modifier_indices
    }

    /// The tiles that come next; `@Empty` where none is drawn yet.
    pub fn conveyor(&self) -> &[Value] {
        &self.state.conveyor
    }

    /// The contents of the spawn boxes.
    pub fn spawn_boxes(&self) -> &[Value] {
        &self.state.spawn_boxes
    }

    /// Returns the present spawn list, with weights.
    pub fn spawns(&self) -> &[Value] {
        &self.state.spawns
    }

    /// Returns the present list of forced spawns.
    pub fn forced_spawns(&self) -> &[Value] {
        &self.state.forced_spawns
    }

    /// Tiles seen so far.
    pub fn discovered(&self) -> &[Value] {
        &self.state.discoveries.tiles
    }

    /// Winning tiles seen so far.
    pub fn discovered_winning(&self) -> &[Value] {
        &self.state.discoveries.winning
    }

    /// Losing tiles seen so far.
    pub fn discovered_losing(&self) -> &[Value] {
        &self.state.discoveries.losing
    }
}
