//! A game that is played.

use std::sync::Arc;

use polymerge_rules::{
    Account, Engine, GameState as State, Position, Refusal, Rng, Ruleset, Screen, Turn, TurnError, World,
};
use polymerge_savecode::{Content, encode};

use crate::action::Action;
use crate::compiled::Rules;
use crate::error::Error;
use crate::limits::HistoryLimits;
use crate::session::Session;

/// A game that is played: with its random numbers, the way back, and its record.
///
/// Rules, a seed and a list of calls give one game on every machine. A move that is undone
/// and made again draws the same random numbers; [`Game::undo_reseeded`] draws others.
/// [`Game::fork`] looks ahead without seeing what is to come.
///
/// Time: the clock of a game stands still. [`Game::play`] lets no time pass;
/// [`Game::play_at`], [`Game::act_at`], [`Game::tick`] and [`Game::set_time`] move the clock
/// on, in milliseconds since the moment that [`Rules::start_at`] was told of.
///
/// ```
/// use polymerge::{Mode, Status};
///
/// let mut game = Mode::built_in("classic")?.compile()?.start(7)?;
/// while let Some(&direction) = game.legal()?.first() {
///     let turn = game.play(direction)?;
///     assert!(turn.moved && turn.score >= 0.0);
/// }
/// assert_eq!(game.status()?, Status::Over);
/// assert!(game.undo());
/// assert_eq!(game.status()?, Status::Playing);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    session: Session,
    now: f64,
    /// The code it was restored from, and the state that it holds: as long as
    /// nothing has happened, it is saved as that code.
    restored: Option<Box<(State, String)>>,
    /// The state that the kept way back begins with, and its code.
    pub(crate) base: Option<Box<Base>>,
}

/// A state with its code, and when that was written.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub state: State,
    pub code: String,
    pub at: f64,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The game goes on: some direction moves something, or something else is left to do.
    Playing,
    /// The game is won.
    Won {
        /// True if it can be played on ([`Game::play_on`]).
        can_go_on: bool,
    },
    /// The game is lost, or nothing can move any more.
    Over,
}

impl Status {
    /// Returns the status of a state.
    ///
    /// # Errors
    /// The turn of a direction fails that must be tried to know.
    pub fn of(state: &State) -> Result<Status, Error> {
        Status::by(state.screen(), state.rules(), || state.is_over())
    }

    fn by(
        screen: Screen,
        rules: &Ruleset,
        is_over: impl FnOnce() -> Result<bool, TurnError>,
    ) -> Result<Status, Error> {
        Ok(match screen {
            Screen::Win => Status::Won { can_go_on: rules.postgame_allowed() },
            _ if is_over()? => Status::Over,
            _ => Status::Playing,
        })
    }

    /// Returns true if the only thing left to do is to start a new game.
    pub fn is_over(self) -> bool {
        matches!(self, Status::Over | Status::Won { can_go_on: false })
    }
}

impl Rules {
    /// Starts a game, at time 0 for modes with clocks.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn start(&self, seed: u64) -> Result<Game, Error> {
        Ok(self.start_at(seed, 0.0)?.0)
    }

    /// Starts a game at the time `now`, in milliseconds since any fixed moment, and tells
    /// what happens at its start.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn start_at(&self, seed: u64, now: f64) -> Result<(Game, Turn), Error> {
        let mut random = Rng::new(seed);
        let ruleset = self.ruleset_of_a_game(&mut random)?;
        let (session, turn) = Session::begin(ruleset, random, seed, now)?;
        Ok((Game::new(self.clone(), session, now), turn))
    }

    /// A game that goes on from a state, with the random numbers that are to come: one that a
    /// [`Batch`](crate::Batch) or an [`Engine`] played. Of what was before, it has neither a record nor a way
    /// back, and its seed is 0.
    ///
    /// ```
    /// let rules = polymerge::Mode::built_in("classic")?.compile()?;
    /// let mut batch = rules.batch(2, 7)?;
    /// batch.step(&[1, 2])?;
    /// let random = batch.random(1).expect("there are two games").clone();
    /// let mut game = rules.continued(batch.game(1), random, 0.0)?;
    /// batch.step(&[0, 3])?;
    /// game.play(3)?;
    /// assert_eq!(game.state().grid(), batch.game(1).grid());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// The state is of other rules, or of another compilation of them; the time is no moment.
    pub fn continued(&self, state: State, random: Rng, now: f64) -> Result<Game, Error> {
        if !Arc::ptr_eq(state.rules(), self.ruleset()) {
            return Err(TurnError::from(Refusal::Foreign).into());
        }
        World::moment(now)?;
        Ok(Game::new(self.clone(), Session::continued(state, random), now))
    }
}

impl Game {
    pub(crate) fn new(rules: Rules, session: Session, now: f64) -> Game {
        let session = session.with_history(rules.limits().history).with_engine(rules.shared_engine());
        Game { rules, session, now, restored: None, base: None }
    }

    /// Sets other bounds of the steps that can be undone.
    pub(crate) fn with_history(self, limits: HistoryLimits) -> Game {
        Game { session: self.session.with_history(limits), ..self }
    }

    /// A game that stands as a code says.
    pub(crate) fn restored(rules: Rules, session: Session, now: f64, code: Option<String>) -> Game {
        let restored = code.map(|code| Box::new((session.game().clone(), code)));
        Game { restored, ..Game::new(rules, session, now) }
    }

    /// Presses a direction, by its index in [`Rules::directions`]. No time passes. A move
    /// that moves nothing is no error: the turn says so. A move that moves something can
    /// be undone.
    ///
    /// # Errors
    /// The direction can't be pressed ([`Error::refusal`] says why), or the turn fails.
    /// Nothing changes then.
    pub fn play(&mut self, direction: usize) -> Result<Turn, Error> {
        self.act(Action::Play(direction))
    }

    /// Presses a direction at the time `now`.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_at(&mut self, direction: usize, now: f64) -> Result<Turn, Error> {
        self.act_at(Action::Play(direction), now)
    }

    /// Does something to the game. No time passes.
    ///
    /// # Errors
    /// It can't be done now, or the turn fails. Nothing changes then.
    pub fn act(&mut self, action: Action) -> Result<Turn, Error> {
        self.act_at(action, self.now)
    }

    /// Does something to the game at the time `now`.
    ///
    /// # Errors
    /// It can't be done now, or the turn fails. Nothing changes then, but the clock. If the
    /// time is no moment ([`World::moment`]), that stays, too.
    pub fn act_at(&mut self, action: Action, now: f64) -> Result<Turn, Error> {
        self.set_time(now)?;
        Ok(self.session.perform(action, now)?)
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// There is no win to play on from, or the mode ends with it.
    pub fn play_on(&mut self) -> Result<Turn, Error> {
        self.act(Action::PlayOn)
    }

    /// Plays again: from the same board and start values, with the random numbers that
    /// come next. The game before can be had back by undoing.
    ///
    /// # Errors
    /// The start of the game fails.
    pub fn restart(&mut self) -> Result<Turn, Error> {
        self.act(Action::Restart)
    }

    /// Lets time pass: scripts that are due run. To be called every [`Rules::interval`]
    /// milliseconds. Time can't be undone, so this is no step of its own.
    ///
    /// # Errors
    /// A script fails.
    pub fn tick(&mut self, now: f64) -> Result<Turn, Error> {
        self.act_at(Action::Tick, now)
    }

    /// The directions that move something, exactly: each is tried out. Where chance
    /// decides whether anything moves, a direction counts as one that does.
    ///
    /// # Errors
    /// The turn of a direction fails.
    ///
    /// ```
    /// let game = polymerge::Mode::built_in("2048")?.compile()?.start(7)?;
    /// for direction in game.legal()? {
    ///     assert!(game.clone().play(direction)?.moved);
    /// }
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn legal(&self) -> Result<Vec<usize>, Error> {
        Ok(self.session.legal()?)
    }

    /// The directions that are not known to move nothing: cheaper than [`Game::legal`],
    /// and more. One that turns out to move nothing is among them until it was pressed.
    ///
    /// # Errors
    /// The mode's expression for blocked directions fails.
    pub fn available(&self) -> Result<Vec<usize>, Error> {
        Ok(self.state().legal_moves()?)
    }

    /// Returns the status of the game. On a dead board the game is over, though its screen
    /// ([`State::screen`]) shows so only once all directions were pressed, as in the original.
    ///
    /// # Errors
    /// The turn of a direction fails that must be tried to know.
    pub fn status(&self) -> Result<Status, Error> {
        Status::by(self.session.screen(), self.rules.ruleset(), || self.session.is_over())
    }

    /// Returns true if the only things left to do are to undo and to start a new game.
    ///
    /// # Errors
    /// As [`Game::status`].
    pub fn is_over(&self) -> Result<bool, Error> {
        Ok(self.status()?.is_over())
    }

    /// Returns true if the game was won at some time, even if it went on since.
    pub fn is_won(&self) -> bool {
        self.session.is_won()
    }

    /// The score.
    pub fn score(&self) -> f64 {
        self.session.score()
    }

    /// The moves so far, automatic ones with a turn of their own included.
    pub fn moves(&self) -> u64 {
        self.session.moves() as u64
    }

    /// Returns the state of the game, to be read, cloned and tried.
    pub fn state(&self) -> &State {
        self.session.game()
    }

    /// The rules it was started from; of a game that was restored, those of its code.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seed it was started with.
    pub fn seed(&self) -> u64 {
        self.session.seed()
    }

    /// The random numbers that are still to come.
    pub fn random(&self) -> &Rng {
        self.session.random()
    }

    /// Returns the time of the game's clock, in milliseconds.
    pub fn time(&self) -> f64 {
        self.now
    }

    /// Sets the clock, without letting anything happen: for what is saved, shown and
    /// evaluated next. It must not run backwards.
    ///
    /// # Errors
    /// The time is no moment ([`World::moment`]). The clock stays as it is.
    pub fn set_time(&mut self, now: f64) -> Result<(), Error> {
        self.now = World::moment(now)?;
        Ok(())
    }

    /// Takes back the last step, and its random numbers: the same move brings the same
    /// tiles again. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// Makes the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.session.redo()
    }

    /// Takes back the last step, with other random numbers to come: those of this seed. It
    /// can't be made again. `false` if there is none.
    ///
    /// ```
    /// let mut game = polymerge::Mode::built_in("2048")?.compile()?.start(7)?;
    /// game.play(0)?;
    /// assert!(game.undo_reseeded(8) && !game.redo());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn undo_reseeded(&mut self, seed: u64) -> bool {
        self.session.undo_reseeded(seed)
    }

    /// Returns the number of steps that can be undone.
    pub fn steps(&self) -> usize {
        self.session.steps()
    }

    /// Returns the number of undone steps that can be redone.
    pub fn undone(&self) -> usize {
        self.session.undone()
    }

    /// Another game that goes on from here with the random numbers of a seed: what is to
    /// come in this one can't be seen in it. It has no way back.
    pub fn fork(&self, seed: u64) -> Game {
        Game::new(self.rules.clone(), Session::of_game(self.state().clone(), seed), self.now)
    }

    /// Returns the account of the turn that a direction would make, which is played on a copy.
    /// [`why::explain`](crate::why::explain) says it in sentences.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn why(&self, direction: usize) -> Result<Account, Error> {
        let mut random = self.random().clone();
        Ok(self.state().why(direction, &mut World::new(&mut random, self.now))?)
    }

    /// Returns the position of the game in an engine. The engine that the caller keeps is used with
    /// its caches; if there is none, or it is of other rules, a new one takes its place, within the
    /// limits of the game.
    ///
    /// ```
    /// let game = polymerge::Mode::built_in("classic")?.compile()?.start(7)?;
    /// let mut engine = None;
    /// let (engine, position) = game.position_in(&mut engine)?;
    /// assert_eq!(engine.legal(&position)?.count_ones() as usize, game.legal()?.len());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// None that is known: the engine is of the game's rules.
    pub fn position_in<'e>(
        &self,
        engine: &'e mut Option<Box<Engine>>,
    ) -> Result<(&'e mut Engine, Position), Error> {
        let rules = self.state().rules();
        if engine.as_ref().is_some_and(|engine| !Arc::ptr_eq(engine.rules(), rules)) {
            *engine = None;
        }
        let memory = || self.rules.limits().memory.clone();
        let engine =
            engine.get_or_insert_with(|| Engine::with_memory(Arc::clone(rules), memory(), 0.0).into());
        let position = engine.position(self.state().clone())?;
        Ok((engine, position))
    }

    /// Work of everything that was done so far, in steps as
    /// [`turn_steps`](polymerge_rules::Limits::turn_steps) counts them.
    pub fn work(&self) -> u64 {
        self.session.work()
    }

    /// Returns the Game code: the present state, for this engine and the original. A game that was
    /// restored and not played since gives the same code, byte for byte. Random numbers to come and
    /// steps to undo are not in it: see [`Game::saved`].
    ///
    /// # Errors
    /// A value can't be written.
    pub fn code(&self) -> Result<String, Error> {
        match &self.restored {
            Some(restored) if restored.0 == *self.state() => Ok(restored.1.clone()),
            _ => code_of(self.state(), self.now),
        }
    }

    /// The Mode code of the mode from which it began: all games of it begin with what was
    /// drawn before this one, such as a first goal or random cells.
    ///
    /// # Errors
    /// A value can't be written.
    pub fn mode_code(&self) -> Result<String, Error> {
        let mode = self.state().drawn(self.state().rules().mode());
        Ok(encode(&Content::Mode(mode.into()))?)
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

/// The Game code of a state at the time `now`: the one place where they are made.
pub(crate) fn code_of(state: &State, now: f64) -> Result<String, Error> {
    let (mode, game) = (state.saved_mode().into(), state.save(World::moment(now)?).into());
    Ok(encode(&Content::Game { mode, game })?)
}
