//! A game as it stands: a state, or a state with presses on a packed board since.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use polymerge_rules::{
    Engine, Event, Events, GameState, MemoryLimits, Position, RecordedPress, Rng, Ruleset, Screen, Turn,
    TurnError, World, directions_in,
};

use crate::action::Action;

/// The engine of all games of a ruleset, made for the first game that is played for some time.
/// Games take it one after another, for the time of a turn.
#[derive(Clone, Debug)]
pub struct SharedEngine(Arc<Lazy>);

#[derive(Debug)]
struct Lazy {
    rules: Arc<Ruleset>,
    memory: MemoryLimits,
    engine: OnceLock<Mutex<Engine>>,
}

impl SharedEngine {
    /// Returns an engine that is made later.
    pub fn new(rules: &Arc<Ruleset>, memory: &MemoryLimits) -> SharedEngine {
        let (rules, memory) = (Arc::clone(rules), memory.clone());
        SharedEngine(Arc::new(Lazy { rules, memory, engine: OnceLock::new() }))
    }

    /// Returns the engine of these rules: this one, or one with the same limits.
    pub(super) fn of(&self, rules: &Arc<Ruleset>) -> SharedEngine {
        match Arc::ptr_eq(&self.0.rules, rules) {
            true => self.clone(),
            false => SharedEngine::new(rules, &self.0.memory),
        }
    }

    /// Returns true if it was made already.
    fn is_made(&self) -> bool {
        self.0.engine.get().is_some()
    }

    fn get(&self) -> MutexGuard<'_, Engine> {
        let make = || Mutex::new(Engine::with_memory(Arc::clone(&self.0.rules), self.0.memory.clone(), 0.0));
        // A turn that ended by a panic has left caches of whole entries.
        self.0.engine.get_or_init(make).lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The policy of packing the board of a game: a board that can't be packed, or hardly for a
/// turn, is left to the interpreter for some turns, each time for longer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Packing {
    /// The number of turns that were played before an engine was made.
    turns: u8,
    /// The number of turns to the next attempt.
    wait: u16,
    /// The number of attempts since the last one that paid.
    failures: u8,
}

/// The number of turns of a game for which no engine is made: it takes as long as some of them.
const WARM_UP: u8 = 8;
/// The longest wait between attempts, as a power of 2.
const LONGEST_WAIT: u8 = 8;

impl Packing {
    /// Returns true if it is time to pack a board.
    fn is_due(&mut self, engine: &SharedEngine) -> bool {
        if !engine.is_made() && self.turns < WARM_UP {
            self.turns += 1;
            return false;
        }
        match self.wait {
            0 => true,
            _ => {
                self.wait -= 1;
                false
            }
        }
    }

    fn failed(&mut self) {
        self.failures = (self.failures + 1).min(LONGEST_WAIT);
        self.wait = (1 << self.failures) - 1;
    }

    fn paid(&mut self) {
        self.failures = 0;
    }
}

/// A game as it stands. Its state is made when it is asked for.
#[derive(Debug)]
pub(super) struct Standing {
    /// The last state that was made, with its record.
    base: Arc<GameState>,
    since: Option<Since>,
    /// The state, once it was asked for.
    state: OnceLock<Arc<GameState>>,
}

/// The presses since a state, played on a packed board.
#[derive(Debug)]
struct Since {
    position: Position,
    engine: SharedEngine,
    press: RecordedPress,
    /// The game before the press, unless its state is the base.
    before: Option<Arc<Standing>>,
    /// The number of presses.
    presses: u8,
}

/// The largest number of presses since the last state.
const PRESSES: u8 = 64;
/// The size that a game on a packed board counts for, beside its last state.
const PACKED_SIZE: u64 = 1024;

impl Standing {
    pub(super) fn new(game: GameState) -> Arc<Standing> {
        Standing::of(Arc::new(game))
    }

    fn of(base: Arc<GameState>) -> Arc<Standing> {
        Arc::new(Standing { base, since: None, state: OnceLock::new() })
    }

    /// Returns the state.
    pub(super) fn state(&self) -> &GameState {
        match &self.since {
            None => &self.base,
            Some(since) => self.state.get_or_init(|| Arc::new(since.state(&self.base))),
        }
    }

    /// Returns the state, if it need not be made first.
    fn known(&self) -> Option<&Arc<GameState>> {
        match &self.since {
            None => Some(&self.base),
            Some(_) => self.state.get(),
        }
    }

    /// Returns this game, without how it came about if its state was made.
    pub(super) fn settled(self: Arc<Standing>) -> Arc<Standing> {
        match self.state.get() {
            Some(state) => Standing::of(Arc::clone(state)),
            None => self,
        }
    }

    /// Returns the size that it counts for in the way back.
    pub(super) fn size(&self) -> u64 {
        self.known().map_or(PACKED_SIZE, |state| state.size())
    }

    /// Returns true if the game stands on a packed board.
    #[cfg(test)]
    pub(super) fn is_packed(&self) -> bool {
        self.since.is_some()
    }

    /// Returns the screen.
    pub(super) fn screen(&self) -> Screen {
        self.since.as_ref().map_or_else(|| self.base.screen(), |since| since.position.screen())
    }

    /// Returns the score.
    pub(super) fn score(&self) -> f64 {
        self.since.as_ref().map_or_else(|| self.base.score(), |since| since.position.score())
    }

    /// Returns the number of moves.
    pub(super) fn moves(&self) -> f64 {
        self.since.as_ref().map_or_else(|| self.base.moves(), |since| since.position.moves())
    }

    /// Returns true if the game was won, even if it went on since.
    pub(super) fn is_won(&self) -> bool {
        // No goal is met on a packed board.
        self.base.won() == -1.0 || self.screen() == Screen::Win
    }

    /// Returns the directions that move something.
    pub(super) fn legal(&self) -> Result<Vec<usize>, TurnError> {
        match &self.since {
            None => self.state().legal(),
            Some(since) => Ok(directions_in(since.engine.get().recorded_legal(&since.position)?)),
        }
    }

    /// Returns true if the game is over, as [`GameState::is_over`] does.
    pub(super) fn is_over(&self) -> Result<bool, TurnError> {
        match &self.since {
            // Modes whose scripts may come to the rescue are never packed.
            Some(_) if self.screen() == Screen::Play => Ok(self.legal()?.is_empty()),
            Some(_) => Ok(true),
            None => self.state().is_over(),
        }
    }

    /// Presses a direction on a packed board. `None` if that can't be done there: then nothing
    /// has happened.
    pub(super) fn press(
        self: &Arc<Standing>,
        (engine, packing): (&SharedEngine, &mut Packing),
        direction: usize,
        at: f64,
        random: &mut Rng,
    ) -> Option<(Arc<Standing>, Turn)> {
        let at = World::moment(at).ok()?;
        if self.since.is_none() && !packing.is_due(engine) {
            return None;
        }
        let before = random.clone();
        let (position, press) = {
            let mut engine = engine.get();
            let position = match &self.since {
                Some(since) => Some(since.position.clone()),
                None => engine.recorded_position(&self.base),
            };
            let played = position.and_then(|mut position| {
                let press = engine.play_recorded(&mut position, direction, at, random)?;
                Some((position, press))
            });
            if played.is_none() {
                *random = before.clone();
                if self.since.is_none() {
                    packing.failed();
                }
            }
            played?
        };
        packing.paid();
        let turn = self.turn_of(&press, (direction, at, before), &position);
        // The list of presses begins anew with a state that was made, and must not get too long.
        if self.since.as_ref().is_some_and(|since| since.presses >= PRESSES) {
            self.state();
        }
        let (base, before, presses) = match (self.known(), &self.since) {
            (None, Some(since)) => (&self.base, Some(Arc::clone(self)), since.presses + 1),
            (known, _) => (known.unwrap_or(&self.base), None, 1),
        };
        let since = Some(Since { position, engine: engine.clone(), press, before, presses });
        Some((Arc::new(Standing { base: Arc::clone(base), since, state: OnceLock::new() }), turn))
    }

    /// Returns the account of a press that led to a position.
    fn turn_of(
        self: &Arc<Standing>,
        press: &RecordedPress,
        (direction, at, random): (usize, f64, Rng),
        position: &Position,
    ) -> Turn {
        let mut turn = Turn::default();
        (turn.moved, turn.score) = (press.moved(), press.gain());
        turn.events = match press.moved() {
            true => {
                let own = Arc::clone(self);
                Events::later(move || own.events(direction, at, random.clone()))
            }
            false => {
                let screen = Some(position.screen()).filter(|screen| *screen != Screen::Play);
                let blocked = Event::DirectionBlocked { direction };
                Events::from([blocked].into_iter().chain(screen.map(Event::Screen)).collect::<Vec<_>>())
            }
        };
        turn
    }

    /// Returns the events of a press, which the interpreter plays for them.
    fn events(&self, direction: usize, at: f64, mut random: Rng) -> Vec<Event> {
        let mut game = self.state().clone();
        let turn = Action::Play(direction).perform(&mut game, &mut World::new(&mut random, at));
        // The engine has played this turn, so that the interpreter does, too.
        turn.map_or_else(|_| Vec::new(), |turn| turn.events.into_vec())
    }
}

impl Since {
    /// Returns the state after the presses.
    fn state(&self, base: &GameState) -> GameState {
        let mut presses = Vec::with_capacity(self.presses.into());
        let mut last = Some(self);
        while let Some(since) = last {
            presses.push(&since.press);
            last = since.before.as_ref().and_then(|before| before.since.as_ref());
        }
        self.engine.get().recorded_game(base, &self.position, presses.into_iter().rev())
    }
}
