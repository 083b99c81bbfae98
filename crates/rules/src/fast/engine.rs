//! The engine: the rules, the caches, and working memory.
//!
//! Positions hold what belongs to one game. The files of this folder hold turns and starts,
//! looking ahead, and reading boards.
//!
//! See docs/dev/fast-path.md, "How a move is made".

mod common_kinds;
mod features;
mod kinds;
mod levels;
mod look;
mod placed;
mod recorded;
mod slide;
mod snapshot;
mod start;
mod work;

pub use common_kinds::CommonKinds;
pub use features::Feature;
pub use kinds::{CellSort, Kind};
pub use levels::Level;
pub use look::{Afterstate, Spawn, Spawns, directions_in};
pub use recorded::RecordedPress;
pub use slide::Slide;
pub use work::EngineWork;

use std::sync::Arc;

use calcarray::Meter;

use crate::board::heading::Mover;
use crate::error::{Place, Refusal, TurnError};
use crate::fast::position::{Identity, Position};
use crate::fast::{
    Accelerator, AnyPackedGame, Attempt, DecisionTrie, Memory, MemoryLimits, MemoryUse, Reason, Strategy,
    StrategyUse,
};
use crate::game::record::Record;
use crate::game::state::State;
use crate::game::{GameState, Screen};
use crate::random::{Randomness, Redraw};
use crate::ruleset::Ruleset;
use crate::turn::context::{TurnContext, Workspace};
use crate::turn::profile::{Cost, Profile};
use crate::world::World;

/// A player of the positions of a ruleset: the rules, their caches, and working memory.
///
/// Games go exactly as a [`GameState`] does with the same random numbers, but have no list of
/// events, no record, and time stands still in them. For several threads, make an engine
/// for each: an engine can be sent, and shares nothing.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let mut random = Direct(Rng::new(7));
/// let mut position = engine.start(&mut random)?;
/// // Which direction scores most at once?
/// for _ in 0..100 {
///     let mut best = (f64::NEG_INFINITY, 0);
///     for direction in 0..4 {
///         let mut fork = position.clone();
///         if fork.is_available(direction) && engine.play(&mut fork, direction, &mut random)? {
///             best = if fork.score() > best.0 { (fork.score(), direction) } else { best };
///         }
///     }
///     engine.play(&mut position, best.1, &mut random)?;
/// }
/// assert!(position.score() > 300.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) memory: Memory,
    pub(crate) decisions: DecisionTrie,
    meter: Option<Box<Meter>>,
    /// The workspace of turns; `None` while a turn uses it.
    workspace: Option<Box<Workspace>>,
    /// A state in which the next turn is played or lines are recorded; its contents don't
    /// matter.
    scratch: Option<Box<State>>,
    /// The start of games on packed boards.
    start: start::Start,
    /// The contents of cells as numbers.
    kinds: kinds::Kinds,
    /// Memory in which boards are read.
    numbers: Vec<i32>,
    /// The empty record of all games, stored once.
    no_record: Record,
    identity: Arc<Identity>,
    strategies: StrategyUse,
    work: EngineWork,
    now: f64,
}

impl Engine {
    /// Makes an engine with empty caches. Time stands still at `now`, in milliseconds.
    pub fn new(rules: Arc<Ruleset>, now: f64) -> Engine {
        Engine::with_memory(rules, MemoryLimits::default(), now)
    }

    /// Makes an engine with other limits for its caches.
    pub fn with_memory(rules: Arc<Ruleset>, limits: MemoryLimits, now: f64) -> Engine {
        Engine {
            memory: Memory::new(limits.clone(), &rules, rules.starting_grid()),
            decisions: DecisionTrie::new(limits.tests, &rules),
            kinds: kinds::Kinds::new(rules.starting_grid().tiles()),
            numbers: Vec::new(),
            rules,
            meter: None,
            workspace: None,
            scratch: None,
            start: start::Start::default(),
            no_record: Record::none(),
            identity: Arc::new(Identity),
            strategies: StrategyUse::default(),
            work: EngineWork::default(),
            now,
        }
    }

    /// Makes an engine of the same rules with empty caches and the same numbers of kinds.
    pub(crate) fn fresh(&self, limits: MemoryLimits) -> Engine {
        let kinds = self.kinds.clone();
        Engine { kinds, ..Engine::with_memory(Arc::clone(&self.rules), limits, self.now) }
    }

    pub(crate) fn memory_limits(&self) -> MemoryLimits {
        self.memory.limits.clone()
    }

    /// Transfers a position of this engine to another one of the same rules.
    pub(crate) fn transfer(&self, position: &Position, to: &Engine) -> Position {
        to.adopt(self.game_of(position).into_parts().1)
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Returns how often the caches were of use so far.
    pub fn memory_use(&self) -> MemoryUse {
        self.memory.used
    }

    /// Returns how often each strategy has played a turn, and why others were left. Turns
    /// on packed boards count once the board is left.
    pub fn strategy_use(&self) -> &StrategyUse {
        &self.strategies
    }

    /// Makes a position of a game of the same ruleset, without its record.
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the game was started by another [`Ruleset`], or by another
    /// compilation of the mode. [`TurnError::BadTime`]: the time of the engine is no moment.
    pub fn position(&self, game: GameState) -> Result<Position, TurnError> {
        World::moment(self.now)?;
        match Arc::ptr_eq(game.rules(), &self.rules) {
            true => Ok(self.adopt(game.into_parts().1)),
            false => Err(Refusal::Foreign.into()),
        }
    }

    /// Makes a position of a state, without its record.
    pub(crate) fn adopt(&self, mut state: Box<State>) -> Position {
        state.record = self.no_record.clone();
        Position::new(state, &self.identity)
    }

    /// Returns the game of a position, with an empty record, to be inspected or continued.
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the position is of another engine.
    pub fn game(&self, position: &Position) -> Result<GameState, TurnError> {
        self.must_own(position)?;
        Ok(self.game_of(position))
    }

    pub(crate) fn game_of(&self, position: &Position) -> GameState {
        let mut state = position.base.state.clone();
        if let Some(packed) = &position.packed {
            self.memory.unpack(packed, &self.rules, &mut state, self.now);
        }
        state.record = Record::new();
        GameState::from_parts(Arc::clone(&self.rules), state)
    }

    #[inline]
    pub(crate) fn must_own(&self, position: &Position) -> Result<(), TurnError> {
        match Arc::ptr_eq(&position.base.engine, &self.identity) {
            true => Ok(()),
            false => Err(Refusal::Foreign.into()),
        }
    }

    /// Presses a direction. Returns true if anything moved.
    ///
    /// # Errors
    /// As [`GameState::play`]; [`Refusal::Foreign`] for a position of another engine. The
    /// position is as before.
    #[inline]
    pub fn play<R: Randomness>(
        &mut self,
        position: &mut Position,
        direction: usize,
        random: &mut R,
    ) -> Result<bool, TurnError> {
        self.must_own(position)?;
        self.play_own(position, direction, random)
    }

    #[inline]
    pub(crate) fn play_own<R: Randomness>(
        &mut self,
        position: &mut Position,
        direction: usize,
        random: &mut R,
    ) -> Result<bool, TurnError> {
        let attempt = match &mut position.packed {
            Some(packed) => self.memory.packed_turn(packed, direction, random),
            None => Attempt::NotEligible(Reason::NotPacked),
        };
        match attempt {
            Attempt::Done(moved) => Ok(moved),
            attempt => self.play_on(position, attempt, direction, random),
        }
    }

    /// Finishes a turn after its first attempt on the packed board: by a second attempt
    /// with the missing lines, or else by the interpreter.
    #[cold]
    fn play_on(
        &mut self,
        position: &mut Position,
        mut attempt: Attempt,
        direction: usize,
        random: &mut dyn Randomness,
    ) -> Result<bool, TurnError> {
        self.may_press(position, direction)?;
        // The next attempt draws the random numbers of a failed one again.
        let drawn = match attempt {
            Attempt::SpawnToCompute(number) => vec![number],
            _ => Vec::new(),
        };
        let random = &mut Redraw::after(drawn, random);
        if let (Attempt::UnknownLines, Some(packed)) = (&attempt, &mut position.packed) {
            attempt = self.fill_and_try_again((packed, &position.base.state), direction, random);
        }
        let reason = match attempt {
            Attempt::Done(moved) => return Ok(moved),
            Attempt::OutOfRandomness => return Err(TurnError::OutOfRandomness),
            Attempt::NotEligible(reason) => reason,
            Attempt::UnknownLines => Reason::LineUncacheable,
            Attempt::SpawnToCompute(_) => Reason::SpawnComputed,
        };
        self.strategies.note_left(Strategy::Packed, reason);
        random.begin_again();
        if position.packed.is_some() {
            self.unpack(position);
            self.memory.pack_backoff.note(1, 0);
        }
        self.play_whole_turn(position, direction, random)
    }

    /// Fills the cache of a packed game with the lines of a move, then plays the turn. The
    /// lines come from known decisions and collisions, or else from the line table, which
    /// the interpreter fills.
    fn fill_and_try_again<R: Randomness>(
        &mut self,
        (packed, base): (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        // Lines may depend on the parity of the move and on variables. Nothing else of the
        // state matters to them, so the rest is left as it was when the board was packed.
        let mut state = self.copy(base);
        state.moves += packed.progress().moves as f64;
        self.memory.unpack_variables(packed, &mut state);
        let rules = (&*self.rules, &mut self.decisions);
        let mut turn = self.memory.packed_turn_with_simulation(rules, (packed, &state), direction, random);
        if let Attempt::UnknownLines = turn {
            self.memory.unpack_grid(packed, &mut state.grid);
            let unknown = self.memory.unknown_lines(packed, direction);
            ((), state) =
                self.with_context(state, None, |play, hooks| record_lines(play, hooks, direction, unknown));
            let rules = (&*self.rules, &self.decisions);
            turn = self.memory.packed_turn_after_lookup(rules, (packed, &state), direction, random);
        }
        self.scratch = Some(state);
        turn
    }

    fn play_whole_turn(
        &mut self,
        position: &mut Position,
        direction: usize,
        random: &mut dyn Randomness,
    ) -> Result<bool, TurnError> {
        let moved = self.change(position, random, |play, _| play.press(direction))?;
        self.strategies.note_turns(Strategy::Interpreter, 1);
        self.repack_if_due(position);
        self.pack(position);
        Ok(moved)
    }

    /// Refuses a direction that can't be pressed. Directions that the mode blocks by an
    /// expression are not checked here.
    #[inline]
    fn may_press(&self, position: &Position, direction: usize) -> Result<(), Refusal> {
        if direction >= self.rules.directions().len() {
            return Err(Refusal::NoSuchDirection);
        }
        if position.screen() != Screen::Play {
            return Err(Refusal::NotPlaying);
        }
        match position.is_available(direction) {
            true => Ok(()),
            false => Err(Refusal::Unavailable),
        }
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// There is no win, or the mode ends with it; [`Refusal::Foreign`] for a position of
    /// another engine.
    pub fn continue_after_win(&mut self, position: &mut Position) -> Result<(), TurnError> {
        self.must_own(position)?;
        if position.screen() != Screen::Win {
            return Err(Refusal::NoWin.into());
        }
        if !self.rules.postgame_allowed() {
            return Err(Refusal::NoPostgame.into());
        }
        let state = position.state_mut();
        state.won = -1.0;
        state.screen = Screen::Play;
        Ok(())
    }

    /// Takes from now on the times that evaluations take, by the parts of the mode that they belong
    /// to. The clock only goes forward, in nanoseconds; it is asked twice for each evaluation, which
    /// makes all of them slower.
    pub fn take_times(&mut self, clock: fn() -> u64) {
        let workspace = self.workspace.get_or_insert_default();
        workspace.profile = Some(Box::new(Profile::new(clock)));
    }

    /// Returns the parts of the mode with the times that their evaluations took since
    /// [`Engine::take_times`], the dearest first.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// # use std::sync::atomic::{AtomicU64, Ordering};
    /// # static TICKS: AtomicU64 = AtomicU64::new(0);
    /// let mut rollout = Rollout::new(rules, &mut Rng::new(7), 0.0)?;
    /// let clock = || TICKS.fetch_add(1, Ordering::Relaxed); // or one that measures
    /// rollout.engine().take_times(clock);
    /// rollout.play(0, &mut Rng::new(7))?;
    /// for (place, cost) in rollout.engine().times() {
    ///     println!("{place}: {} ns in {} runs", cost.nanoseconds, cost.runs);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn times(&self) -> Vec<(Place, Cost)> {
        let profile = self.workspace.as_ref().and_then(|workspace| workspace.profile.as_ref());
        profile.map_or_else(Vec::new, |profile| profile.costs())
    }

    /// Changes a position by the interpreter, if that succeeds and is within the limits.
    fn change<T>(
        &mut self,
        position: &mut Position,
        random: &mut dyn Randomness,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> Result<T, TurnError>,
    ) -> Result<T, TurnError> {
        let state = self.copy(position.state());
        let (result, played) = self.with_context(state, Some(random), |play, hooks| {
            let result = work(play, hooks)?;
            play.permit_state().map(|()| result)
        });
        self.scratch = match result {
            Ok(_) => position.replace(played),
            Err(_) => Some(played),
        };
        result
    }

    /// Runs a function on a copy of a state, which is discarded afterwards.
    fn inspect<T>(
        &mut self,
        state: &State,
        random: Option<&mut dyn Randomness>,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> T,
    ) -> T {
        let state = self.copy(state);
        let (result, state) = self.with_context(state, random.map(|random| random as _), work);
        self.scratch = Some(state);
        result
    }

    /// Copies a state into the scratch memory.
    fn copy(&mut self, state: &State) -> Box<State> {
        match self.scratch.take() {
            Some(mut scratch) => {
                scratch.copy_from(state);
                scratch
            }
            None => Box::new(state.clone()),
        }
    }

    /// Runs a function in the context of a turn with this state, and returns the state.
    fn with_context<T>(
        &mut self,
        state: Box<State>,
        random: Option<&mut dyn Randomness>,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> T,
    ) -> (T, Box<State>) {
        let workspace = self.workspace.take().unwrap_or_default();
        let hooks = Accelerator::new(&mut self.memory, &mut self.decisions);
        let mut play = TurnContext::look_with(&self.rules, state, self.now, workspace);
        // The cast shortens the lifetime to that of the hooks.
        play.random = random.map(|random| random as _);
        play.emit_events = false;
        play.meter = self.meter.take();
        play.hooks = &hooks;
        let result = work(&mut play, &hooks);
        self.work.add(&play);
        self.meter = play.meter.take();
        self.workspace = Some(play.workspace);
        play.state.grid.forget_value();
        (result, play.state)
    }

    /// Packs the board of a position, if its next turns are eligible.
    #[inline]
    fn pack(&mut self, position: &mut Position) {
        if position.state().screen == Screen::Play && self.memory.may_pack() {
            if self.memory.lacks_plan(position.state()) {
                self.inspect(position.state(), None, |play, hooks| hooks.plan_spawns(play));
            }
            position.packed = self.memory.pack_game(&self.rules, position.state());
        }
    }

    pub(crate) fn unpack(&mut self, position: &mut Position) {
        if let Some(packed) = position.packed.take() {
            self.note_packed_turns(packed.progress().moves);
            self.memory.unpack(&packed, &self.rules, position.state_mut(), self.now);
        }
    }

    /// Counts the turns of a packed board that is left now.
    fn note_packed_turns(&mut self, turns: u64) {
        self.memory.note_packed_turns(turns);
        self.memory.pack_backoff.note(0, turns);
        self.strategies.note_turns(Strategy::Packed, turns);
    }

    /// Repacks boards if it is time and no other position can be on a packed board. Returns
    /// true if it did.
    fn repack_if_due(&mut self, position: &Position) -> bool {
        self.is_alone(position) && self.memory.repack_if_due(&self.rules)
    }

    /// Returns true if this engine has no other position, which packed boards could belong
    /// to.
    fn is_alone(&self, position: &Position) -> bool {
        // Each position counts its own reference, and the start belongs to the engine.
        let starts = self.start.base.iter().count();
        let own = &position.base;
        let start_is_shared =
            self.start.base.iter().any(|start| Arc::ptr_eq(start, own) || Arc::strong_count(start) > 1);
        !start_is_shared && Arc::strong_count(own) == 1 && Arc::strong_count(&self.identity) == 2 + starts
    }
}

/// Records the lines of a move that are not known yet and have a bit in `wanted`, without
/// making the move.
fn record_lines(play: &mut TurnContext<'_>, hooks: &Accelerator<'_>, direction: usize, wanted: u64) {
    let mover = Mover::Player(direction);
    if let (Some(mv), Some(direction_lines)) = (play.rules.move_of(mover), play.rules.direction_lines(mover))
    {
        hooks.record_lines(play, mv, direction_lines, wanted);
    }
}
