//! A game that a person plays: with its random numbers, undo and redo.

use std::collections::VecDeque;
use std::sync::Arc;

use polymerge_rules::{GameState, Rng, Ruleset, SavedGame, Screen, Turn, TurnError, Unrecorded, World};

use crate::action::{Action, TimedAction};
use crate::limits::HistoryLimits;

mod standing;

pub use standing::SharedEngine;
use standing::{Packing, Standing};

/// A game being played, with a seeded generator and the way back.
///
/// A ruleset, a seed and a list of calls give one game on every machine. A move
/// that is undone and made again draws the same random numbers.
#[derive(Clone, Debug)]
pub struct Session {
    seed: u64,
    now: Moment,
    past: VecDeque<Moment>,
    /// The number of steps that were forgotten before the past.
    forgotten: usize,
    /// The size of the past.
    bytes: u64,
    future: Vec<Moment>,
    limits: HistoryLimits,
    /// Work of everything that was done.
    work: u64,
    /// The engine that plays turns on packed boards. Without one, the interpreter plays all.
    engine: Option<SharedEngine>,
    packing: Packing,
}

/// The number of actions between two steps that are kept: time may pass in a game for as long as
/// one likes.
const ACTIONS: usize = 2000;

/// The work that a turn on a packed board counts for, in steps.
const WORK_OF_PACKED: u64 = 16;

/// A state to go back to: the game and the random numbers still to come.
#[derive(Clone, Debug)]
struct Moment {
    game: Arc<Standing>,
    /// The size that it counted for when it became a part of the past.
    size: u64,
    random: Rng,
    /// The actions since the moment before. A list of [`ACTIONS`] actions was cut, so that they do
    /// not lead here.
    done: Vec<TimedAction>,
    /// The number of actions of the moment before that were done when this moment followed it:
    /// after an undo, more may be done there.
    after: usize,
    /// True if the random numbers to come are others than those with which the moment was reached.
    reseeded: bool,
}

/// The last steps of a session, to be kept with a game: a state, and what has
/// is_repeated from it to the game as it stands, and beyond if steps were taken back.
#[derive(Clone, Debug)]
pub struct History<'s> {
    /// The state to begin with.
    pub game: &'s GameState,
    /// The random numbers to come then.
    pub random: &'s Rng,
    /// The actions since, in order.
    pub done: Vec<TimedAction>,
    /// The number of steps at the end of the actions that were undone.
    pub undone: usize,
}

impl Session {
    /// Starts a game at the time `now`, in milliseconds.
    ///
    /// # Errors
    /// If the start of the game fails.
    #[cfg(test)]
    pub fn new(rules: Arc<Ruleset>, seed: u64, now: f64) -> Result<(Session, Turn), TurnError> {
        Session::begin(rules, Rng::new(seed), seed, now)
    }

    /// Starts a game of which the generator has been used already, such as
    /// for random cells of its grid.
    ///
    /// # Errors
    /// If the start of the game fails.
    pub fn begin(
        rules: Arc<Ruleset>,
        mut random: Rng,
        seed: u64,
        now: f64,
    ) -> Result<(Session, Turn), TurnError> {
        let mut world = World::new(&mut random, now);
        let (game, turn) = GameState::new(rules, &mut world)?;
        let work = world.work;
        Ok((Session { work, ..Session::with(game, random, seed) }, turn))
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
        mut random: Rng,
        now: f64,
    ) -> Result<Session, TurnError> {
        let game = GameState::restore(rules, saved, &mut World::new(&mut random, now))?;
        Ok(Session::with(game, random, seed))
    }

    /// Goes on with a game as it stands, such as one that was watched, with
    /// the random numbers of a seed.
    pub fn of_game(game: GameState, seed: u64) -> Session {
        Session::with(game, Rng::new(seed), seed)
    }

    /// Goes on with a game as it stands, and the random numbers that are to come.
    pub fn continued(game: GameState, random: Rng) -> Session {
        Session::with(game, random, 0)
    }

    fn with(game: GameState, random: Rng, seed: u64) -> Session {
        let game = Standing::new(game);
        let now = Moment { game, size: 0, random, done: Vec::new(), after: 0, reseeded: false };
        let (past, future, limits) = (VecDeque::new(), Vec::new(), HistoryLimits::default());
        let (engine, packing) = (None, Packing::default());
        Session { seed, now, past, forgotten: 0, bytes: 0, future, limits, work: 0, engine, packing }
    }

    /// Lets an engine play the turns that it can play: this one, if it is of the game's rules.
    pub fn with_engine(self, engine: &SharedEngine) -> Session {
        Session { engine: Some(engine.of(self.game().rules())), ..self }
    }

    /// Returns this session, resumed, with what the saved game leaves out of its record.
    pub(crate) fn with_unrecorded(mut self, unrecorded: Unrecorded) -> Session {
        let game = self.now.game.state().clone().with_unrecorded(unrecorded);
        self.now.game = Standing::new(game);
        self
    }

    /// Sets how far the game can be taken back; what is farther is forgotten.
    pub fn with_history(mut self, limits: HistoryLimits) -> Session {
        self.limits = limits;
        self.forget_oldest();
        self
    }

    /// The game as it stands.
    pub fn game(&self) -> &GameState {
        self.now.game.state()
    }

    /// Returns the screen of the game.
    pub fn screen(&self) -> Screen {
        self.now.game.screen()
    }

    /// Returns the score of the game.
    pub fn score(&self) -> f64 {
        self.now.game.score()
    }

    /// Returns the number of moves of the game.
    pub fn moves(&self) -> f64 {
        self.now.game.moves()
    }

    /// Returns true if the game was won at some time.
    pub fn is_won(&self) -> bool {
        self.now.game.is_won()
    }

    /// Returns the directions that move something.
    ///
    /// # Errors
    /// The turn of a direction fails.
    pub fn legal(&self) -> Result<Vec<usize>, TurnError> {
        self.now.game.legal()
    }

    /// Returns true if the game is over, as [`GameState::is_over`] does.
    ///
    /// # Errors
    /// The turn of a direction fails.
    pub fn is_over(&self) -> Result<bool, TurnError> {
        self.now.game.is_over()
    }

    /// The seed it was started with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The random numbers that are still to come.
    pub fn random(&self) -> &Rng {
        &self.now.random
    }

    /// Presses a direction. A move that moves something can be undone.
    ///
    /// # Errors
    /// If the direction can't be pressed or the turn fails; nothing changes.
    pub fn play(&mut self, direction: usize, now: f64) -> Result<Turn, TurnError> {
        self.perform(Action::Play(direction), now)
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// If there is no win to play on from.
    pub fn play_on(&mut self, now: f64) -> Result<Turn, TurnError> {
        self.perform(Action::PlayOn, now)
    }

    /// Lets time pass: scripts that are due run. Time can't be undone, so this
    /// is no step of its own.
    ///
    /// # Errors
    /// If a script fails.
    #[cfg(test)]
    pub fn tick(&mut self, now: f64) -> Result<Turn, TurnError> {
        self.perform(Action::Tick, now)
    }

    /// Takes back the last step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop_back() else { return false };
        self.bytes -= before.size;
        self.future.push(std::mem::replace(&mut self.now, before));
        true
    }

    /// Takes back the last step, and lets other random numbers come, those of this seed:
    /// the move that was made brings other tiles. What was taken back is forgotten.
    /// `false` if there is none.
    pub fn undo_reseeded(&mut self, seed: u64) -> bool {
        let is_undone = self.undo();
        if is_undone {
            self.future.clear();
            (self.now.random, self.now.reseeded) = (Rng::new(seed), true);
        }
        is_undone
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        let before = std::mem::replace(&mut self.now, after);
        self.push(before);
        true
    }

    /// Work of everything that was done so far, in steps as
    /// [`turn_steps`](polymerge_rules::Limits::turn_steps) counts them.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of steps that can be undone.
    pub fn steps(&self) -> usize {
        self.past.len()
    }

    /// Returns the number of undone steps that can be redone.
    pub fn undone(&self) -> usize {
        self.future.len()
    }

    /// The way back, as far as it is worth keeping: at least the last `steps`
    /// steps, if there were so many, and less than twice as many, so that it
    /// begins with the same state for some time. Also the way forward, of as
    /// many steps at most, unless something happened since they were taken
    /// back. `None` if there is neither. A game that was played again is the
    /// beginning, where the mode draws something before every game: a save
    /// code of the game does not say how.
    pub fn history(&self, steps: usize) -> Option<History<'_>> {
        let (steps, last) = (steps.max(1), self.past.len());
        let wanted = (self.forgotten + last).saturating_sub(steps) / steps * steps;
        let (mut first, mut sum) = (last, 0);
        // What would take too long to be done again is left behind.
        let is_drawn = self.game().rules().mode().before_game.is_some();
        let draws = |done: &[TimedAction]| is_drawn && done.iter().any(|done| done.action == Action::Restart);
        while first > 0 && first + self.forgotten > wanted {
            let done = &self.moment(first).done;
            sum += done.len();
            if sum >= ACTIONS || draws(done) || self.moment(first).reseeded {
                break;
            }
            first -= 1;
        }
        let mut done: Vec<TimedAction> =
            (first + 1..=last).flat_map(|place| &self.moment(place).done).copied().collect();
        let (mut undone, mut before) = (0, &self.now);
        for moment in self.future.iter().rev().take(steps) {
            let is_more = done.len() + moment.done.len() >= ACTIONS;
            if moment.after != before.done.len() || is_more || draws(&moment.done) {
                break;
            }
            done.extend(&moment.done);
            undone += 1;
            before = moment;
        }
        if first == last && undone == 0 {
            return None;
        }
        let Moment { game, random, .. } = self.moment(first);
        Some(History { game: game.state(), random, done, undone })
    }

    /// A moment of the past, or the present one.
    fn moment(&self, place: usize) -> &Moment {
        self.past.get(place).unwrap_or(&self.now)
    }

    /// Takes up the way back, and forward, that was kept with a game
    /// ([`Session::history`]): does everything again. `false` if that does not
    /// lead to the game as it stands; then nothing changes.
    #[cfg(test)]
    pub fn retrace(&mut self, history: &History<'_>) -> bool {
        self.retrace_within(history, u64::MAX)
    }

    /// Takes up the way back, if it takes no more work than this.
    pub(crate) fn retrace_within(&mut self, history: &History<'_>, most: u64) -> bool {
        let mut other =
            Session::with(history.game.clone(), history.random.clone(), self.seed).with_history(self.limits);
        other.engine = self.engine.clone();
        let is_repeated =
            history.done.iter().all(|done| other.work <= most && other.perform(done.action, done.at).is_ok())
                && (0..history.undone).all(|_| other.undo());
        let found = is_repeated && other.game() == self.game() && other.now.random == self.now.random;
        if found {
            *self = other;
        }
        found
    }

    /// Does something to the game. What changed more than blocked directions can be undone.
    ///
    /// # Errors
    /// If that is not possible now, or the turn fails; nothing changes.
    pub fn perform(&mut self, action: Action, now: f64) -> Result<Turn, TurnError> {
        let mut random = self.now.random.clone();
        let (game, turn) = match self.press_packed(action, now, &mut random) {
            Some(played) => played,
            None => {
                let mut world = World::new(&mut random, now);
                let mut game = self.game().clone();
                let turn = action.perform(&mut game, &mut world);
                self.work = self.work.saturating_add(world.work);
                (Standing::new(game), turn?)
            }
        };
        let game = std::mem::replace(&mut self.now.game, game);
        let random = std::mem::replace(&mut self.now.random, random);
        let done = TimedAction { action, at: now };
        match action {
            _ if action == Action::Restart || action != Action::Tick && turn.is_step() => {
                let done = std::mem::replace(&mut self.now.done, vec![done]);
                let after = std::mem::replace(&mut self.now.after, done.len());
                let reseeded = std::mem::take(&mut self.now.reseeded);
                self.push(Moment { game, size: 0, random, done, after, reseeded });
                self.future.clear();
                self.forget_oldest();
            }
            // Most of the time nothing happens as it passes.
            Action::Tick if turn.events.is_empty() => {}
            _ if self.now.done.len() < ACTIONS => self.now.done.push(done),
            _ => {}
        }
        Ok(turn)
    }

    /// Presses a direction on a packed board, if the action is one and it can be done there.
    fn press_packed(&mut self, action: Action, now: f64, random: &mut Rng) -> Option<(Arc<Standing>, Turn)> {
        let Action::Play(direction) = action else { return None };
        let engine = (self.engine.as_ref()?, &mut self.packing);
        let played = self.now.game.press(engine, direction, now, random);
        if played.is_some() {
            self.work = self.work.saturating_add(WORK_OF_PACKED);
        }
        played
    }

    /// Adds a moment to the past.
    fn push(&mut self, before: Moment) {
        let game = before.game.settled();
        let size = game.size();
        self.bytes += size;
        self.past.push_back(Moment { game, size, ..before });
    }

    fn forget_oldest(&mut self) {
        while self.past.len() > self.limits.steps || self.bytes > self.limits.bytes {
            let Some(oldest) = self.past.pop_front() else { break };
            self.forgotten += 1;
            self.bytes -= oldest.size;
        }
    }
}

#[cfg(test)]
mod tests;
