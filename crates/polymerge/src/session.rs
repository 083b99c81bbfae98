//! A game that somebody plays: with its randomness, undo and redo.

use std::collections::VecDeque;
use std::sync::Arc;

use polymerge_rules::{Cell, Game, Ruleset, SavedGame, Seeded, Turn, TurnError, World};

/// A game being played, with a seeded generator and the way back.
///
/// The same ruleset, seed and calls give the same games on every machine; a
/// move that is undone and made again draws the same random numbers.
#[derive(Clone, Debug)]
pub struct Session {
    seed: u64,
    now: Moment,
    past: VecDeque<Moment>,
    /// The size of the past.
    bytes: u64,
    future: Vec<Moment>,
}

/// How many steps can be taken back: beyond, the oldest is forgotten, so that
/// a game of any length takes no more memory.
const STEPS: usize = 10_000;

/// How large the states are together that can be gone back to
/// ([`Game::size`]): in games that hold a great deal, fewer steps can be taken
/// back.
const BYTES: u64 = 256 << 20;

/// A state to go back to: the game and the random numbers still to come.
#[derive(Clone, Debug)]
struct Moment {
    game: Game,
    random: Seeded,
}

impl Session {
    /// Starts a game at the time `now`, in milliseconds.
    ///
    /// # Errors
    /// If the start of the game fails.
    pub fn new(rules: Arc<Ruleset>, seed: u64, now: f64) -> Result<(Session, Turn), TurnError> {
        Session::begin(rules, Seeded::new(seed), seed, now)
    }

    /// Starts a game of which the generator has been used already, such as
    /// for random cells of its grid.
    ///
    /// # Errors
    /// If the start of the game fails.
    pub fn begin(
        rules: Arc<Ruleset>,
        mut random: Seeded,
        seed: u64,
        now: f64,
    ) -> Result<(Session, Turn), TurnError> {
        let (game, turn) = Game::new(rules, &mut World::new(&mut random, now))?;
        Ok((Session::with(game, random, seed), turn))
    }

    /// Goes on from a saved game.
    ///
    /// # Errors
    /// If the saved game does not fit the rules.
    pub fn restore(
        rules: Arc<Ruleset>,
        saved: &SavedGame,
        seed: u64,
        now: f64,
    ) -> Result<Session, TurnError> {
        Session::resume(rules, saved, seed, Seeded::new(seed), now)
    }

    /// Goes on from a saved game with the random numbers that were to come:
    /// what [`Session::random`] gave when it was saved.
    ///
    /// # Errors
    /// If the saved game does not fit the rules.
    pub fn resume(
        rules: Arc<Ruleset>,
        saved: &SavedGame,
        seed: u64,
        mut random: Seeded,
        now: f64,
    ) -> Result<Session, TurnError> {
        let game = Game::restore(rules, saved, &mut World::new(&mut random, now))?;
        Ok(Session::with(game, random, seed))
    }

    /// Goes on with a game as it stands, such as one that was watched, with
    /// the random numbers of a seed.
    pub fn of_game(game: Game, seed: u64) -> Session {
        Session::with(game, Seeded::new(seed), seed)
    }

    fn with(game: Game, random: Seeded, seed: u64) -> Session {
        Session { seed, now: Moment { game, random }, past: VecDeque::new(), bytes: 0, future: Vec::new() }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.now.game
    }

    /// The seed it was started with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The random numbers that are still to come.
    pub fn random(&self) -> &Seeded {
        &self.now.random
    }

    /// Presses a direction. A move that moves something can be undone.
    ///
    /// # Errors
    /// If the direction can't be pressed or the turn fails; nothing changes.
    pub fn play(&mut self, direction: usize, now: f64) -> Result<Turn, TurnError> {
        self.act(now, |game, world| game.play(direction, world))
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// If there is no win to play on from.
    pub fn play_on(&mut self, now: f64) -> Result<Turn, TurnError> {
        self.act(now, Game::continue_after_win)
    }

    /// Plays again: from the same grid and start values, with the random
    /// numbers that come next. The game before can be had back by undoing.
    ///
    /// # Errors
    /// If the start of the game fails.
    pub fn restart(&mut self, now: f64) -> Result<Turn, TurnError> {
        let before = self.now.clone();
        let mut random = self.now.random.clone();
        let turn = self.now.game.restart(&mut World::new(&mut random, now))?;
        self.now.random = random;
        self.keep(before);
        Ok(turn)
    }

    /// Clicks a tile.
    ///
    /// # Errors
    /// If there is none, or its script fails.
    pub fn click_tile(&mut self, cell: Cell, now: f64) -> Result<Turn, TurnError> {
        self.act(now, |game, world| game.click_tile(cell, world))
    }

    /// Clicks a stat box.
    ///
    /// # Errors
    /// If it can't be clicked, or its expression fails.
    pub fn click_stat_box(&mut self, index: usize, now: f64) -> Result<Turn, TurnError> {
        self.act(now, |game, world| game.click_stat_box(index, world))
    }

    /// Lets time pass: scripts that are due run. Time can't be undone, so this
    /// is no step of its own.
    ///
    /// # Errors
    /// If a script fails.
    pub fn tick(&mut self, now: f64) -> Result<Turn, TurnError> {
        let mut random = self.now.random.clone();
        let turn = self.now.game.tick(&mut World::new(&mut random, now))?;
        self.now.random = random;
        Ok(turn)
    }

    /// Takes back the last step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop_back() else { return false };
        self.bytes -= before.game.size();
        self.future.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.bytes += self.now.game.size();
        self.past.push_back(std::mem::replace(&mut self.now, after));
        true
    }

    /// How many steps can be undone.
    pub fn steps(&self) -> usize {
        self.past.len()
    }

    /// How many undone steps can be made again.
    pub fn undone(&self) -> usize {
        self.future.len()
    }

    /// Forgets the way back, and forward: nothing can be undone any more.
    pub fn forget(&mut self) {
        self.past.clear();
        self.bytes = 0;
        self.future.clear();
    }

    /// Does something to the game, or to nothing if it fails. What changed
    /// more than blocked directions can be undone.
    fn act(
        &mut self,
        now: f64,
        action: impl FnOnce(&mut Game, &mut World<'_>) -> Result<Turn, TurnError>,
    ) -> Result<Turn, TurnError> {
        let before = self.now.clone();
        let mut random = self.now.random.clone();
        let turn = action(&mut self.now.game, &mut World::new(&mut random, now))?;
        self.now.random = random;
        if is_step(&turn) {
            self.keep(before);
        }
        Ok(turn)
    }

    fn keep(&mut self, before: Moment) {
        self.bytes += before.game.size();
        self.past.push_back(before);
        while self.past.len() > STEPS || self.bytes > BYTES {
            let Some(oldest) = self.past.pop_front() else { break };
            self.bytes -= oldest.game.size();
        }
        self.future.clear();
    }
}

/// Whether a turn did anything that a player would want to take back.
fn is_step(turn: &Turn) -> bool {
    use polymerge_rules::Event;
    turn.moved || turn.events.iter().any(|event| !matches!(event, Event::DirectionBlocked { .. }))
}
