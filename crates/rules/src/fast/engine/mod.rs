//! An engine: the rules, all that was learned of them, and the memory to work in.
//!
//! Positions hold what is a game's own. The parts of this folder: turns and starts,
//! looking ahead, reading a board.

mod features;
mod kinds;
mod look;
mod slide;
mod start;

pub use features::Feature;
pub use kinds::{CellSort, Kind};
pub use look::{Afterstate, Spawn, Spawns};
pub use slide::Slide;

use std::sync::Arc;

use calcarray::Meter;

use crate::error::{Refusal, TurnError};
use crate::fast::position::{Identity, Position};
use crate::fast::{
    Accelerator, AnyPackedGame, Attempt, DecisionTrie, Memory, MemoryLimits, MemoryUse, Reason, Strategy,
    StrategyUse,
};
use crate::game::record::Record;
use crate::game::state::State;
use crate::game::{Game, Screen};
use crate::random::{Randomness, Redraw};
use crate::ruleset::Ruleset;
use crate::turn::context::{TurnContext, Workspace};
use crate::turn::steps::Mover;
use crate::world::World;

/// What plays the positions of a ruleset: the rules, caches of what was learned of
/// them, and memory to work in.
///
/// Games go exactly as a [`Game`] does with the same random numbers, but give no
/// account of their turns, keep no record, and time stands still in them. For several
/// threads, make an engine for each: it can be sent, and shares nothing.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let mut random = Direct(Seeded::new(7));
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
    decisions: DecisionTrie,
    meter: Option<Box<Meter>>,
    /// `None` while it is lent.
    workspace: Option<Box<Workspace>>,
    /// Where the next turn is played, or lines are learned: holds nothing that counts.
    desk: Option<Box<State>>,
    /// How games start on packed boards.
    start: start::Start,
    /// The contents of cells as numbers, and memory to read boards with.
    kinds: kinds::Kinds,
    numbers: Vec<i32>,
    /// What all games have for a record, stored once.
    no_record: Record,
    identity: Arc<Identity>,
    strategies: StrategyUse,
    now: f64,
}

impl Engine {
    /// An engine that has learned nothing yet. Time stands still at `now`, in
    /// milliseconds.
    pub fn new(rules: Arc<Ruleset>, now: f64) -> Engine {
        Engine::with_memory(rules, MemoryLimits::default(), now)
    }

    /// An engine with other limits for what it learns.
    pub fn with_memory(rules: Arc<Ruleset>, limits: MemoryLimits, now: f64) -> Engine {
        Engine {
            memory: Memory::new(limits.clone(), &rules, rules.starting_grid()),
            decisions: DecisionTrie::new(limits.tests, &rules),
            kinds: kinds::Kinds::new(rules.starting_grid().tiles()),
            numbers: Vec::new(),
            rules,
            meter: None,
            workspace: None,
            desk: None,
            start: start::Start::default(),
            no_record: Record::none(),
            identity: Arc::new(Identity),
            strategies: StrategyUse::default(),
            now,
        }
    }

    /// An engine of the same rules that has learned nothing yet, but numbers kinds alike.
    pub(crate) fn afresh(&self, limits: MemoryLimits) -> Engine {
        let kinds = self.kinds.clone();
        Engine { kinds, ..Engine::with_memory(Arc::clone(&self.rules), limits, self.now) }
    }

    pub(crate) fn memory_limits(&self) -> MemoryLimits {
        self.memory.limits.clone()
    }

    /// A position of this engine, for another one of the same rules.
    pub(crate) fn handed_over(&self, position: &Position, to: &Engine) -> Position {
        to.take_in(self.game_of(position).into_parts().1)
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// How often its memory was of use so far.
    pub fn memory_use(&self) -> MemoryUse {
        self.memory.used
    }

    /// How often each strategy has played a turn, and why others were left. Turns on
    /// packed boards count once the board is left.
    pub fn strategy_use(&self) -> &StrategyUse {
        &self.strategies
    }

    /// Where a game of the same ruleset is. Its record is left behind.
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the game was started by another [`Ruleset`], or by another
    /// compilation of the mode. [`TurnError::BadTime`]: the time of the engine is no moment.
    pub fn position(&self, game: Game) -> Result<Position, TurnError> {
        World::moment(self.now)?;
        match Arc::ptr_eq(game.rules(), &self.rules) {
            true => Ok(self.take_in(game.into_parts().1)),
            false => Err(Refusal::Foreign.into()),
        }
    }

    pub(crate) fn take_in(&self, mut state: Box<State>) -> Position {
        state.record = self.no_record.clone();
        Position::new(state, &self.identity)
    }

    /// The game of a position, to be looked at or to go on from. It has no past: its
    /// record is empty.
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the position is of another engine.
    pub fn game(&self, position: &Position) -> Result<Game, TurnError> {
        self.must_own(position)?;
        Ok(self.game_of(position))
    }

    pub(crate) fn game_of(&self, position: &Position) -> Game {
        let mut state = position.base.state.clone();
        if let Some(packed) = &position.packed {
            self.memory.unpack(packed, &self.rules, &mut state, self.now);
        }
        state.record = Record::new();
        Game::from_parts(Arc::clone(&self.rules), state)
    }

    #[inline]
    pub(crate) fn must_own(&self, position: &Position) -> Result<(), TurnError> {
        match Arc::ptr_eq(&position.base.engine, &self.identity) {
            true => Ok(()),
            false => Err(Refusal::Foreign.into()),
        }
    }

    /// Presses a direction. Gives whether anything moved.
    ///
    /// # Errors
    /// As [`Game::play`]; [`Refusal::Foreign`] for a position of another engine. The
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

    /// Plays a turn of which this was the first attempt on the packed board: once more
    /// with the lines that it lacked, else by the interpreter.
    #[cold]
    fn play_on(
        &mut self,
        position: &mut Position,
        mut attempt: Attempt,
        direction: usize,
        random: &mut dyn Randomness,
    ) -> Result<bool, TurnError> {
        self.may_press(position, direction)?;
        // What is drawn in vain is drawn again by the next attempt.
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
        self.unpack(position);
        self.play_whole_turn(position, direction, random)
    }

    /// Fills the cache of a packed game with the lines of a move, and plays the turn then.
    /// They come from what is known of decisions and collisions; else from the table,
    /// which the interpreter fills.
    fn fill_and_try_again<R: Randomness>(
        &mut self,
        (packed, base): (&mut AnyPackedGame, &State),
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        // Whether the move is an odd one may matter to its lines, and what variables
        // hold; what else is in the state can't, and is as it was when the board was
        // packed.
        let mut state = self.copy(base);
        state.moves += packed.progress().moves as f64;
        self.memory.unpack_variables(packed, &mut state);
        let rules = (&*self.rules, &mut self.decisions);
        let mut turn = self.memory.packed_turn_with_simulation(rules, (packed, &state), direction, random);
        if let Attempt::UnknownLines = turn {
            self.memory.unpack_grid(packed, &mut state.grid);
            let unknown = self.memory.unknown_lines(packed, direction);
            ((), state) = self.lend(state, None, |play, hooks| learn_lines(play, hooks, direction, unknown));
            let rules = (&*self.rules, &self.decisions);
            turn = self.memory.packed_turn_after_lookup(rules, (packed, &state), direction, random);
        }
        self.desk = Some(state);
        turn
    }

    fn play_whole_turn(
        &mut self,
        position: &mut Position,
        direction: usize,
        random: &mut dyn Randomness,
    ) -> Result<bool, TurnError> {
        let moved = self.change(position, random, |play, _| whole_turn(play, direction))?;
        self.strategies.note_turns(Strategy::Interpreter, 1);
        self.make_room_for_kinds(position);
        self.pack(position);
        Ok(moved)
    }

    /// Why a direction can't be pressed, apart from what the mode blocks.
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

    /// Changes a position by the interpreter, if that succeeds.
    fn change<T>(
        &mut self,
        position: &mut Position,
        random: &mut dyn Randomness,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> Result<T, TurnError>,
    ) -> Result<T, TurnError> {
        let state = self.copy(position.state());
        let (result, played) = self.lend(state, Some(random), work);
        self.desk = match result {
            Ok(_) => position.replace(played),
            Err(_) => Some(played),
        };
        result
    }

    /// Does something that is to leave a state as it is, on a copy of it.
    fn look_on<T>(
        &mut self,
        state: &State,
        random: Option<&mut dyn Randomness>,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> T,
    ) -> T {
        let state = self.copy(state);
        let (result, state) = self.lend(state, random.map(|random| random as _), work);
        self.desk = Some(state);
        result
    }

    /// A copy of a state, in memory that was used before.
    fn copy(&mut self, state: &State) -> Box<State> {
        match self.desk.take() {
            Some(mut desk) => {
                desk.copy_from(state);
                desk
            }
            None => Box::new(state.clone()),
        }
    }

    /// Does something with a state, and gives it back.
    fn lend<T>(
        &mut self,
        state: Box<State>,
        random: Option<&mut dyn Randomness>,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> T,
    ) -> (T, Box<State>) {
        let workspace = self.workspace.take().unwrap_or_default();
        let hooks = Accelerator::new(&mut self.memory, &mut self.decisions);
        let mut play = TurnContext::look_with(&self.rules, state, self.now, workspace);
        // Each as long as the hooks.
        play.random = random.map(|random| random as _);
        play.emit_events = false;
        play.meter = self.meter.take();
        play.hooks = &hooks;
        let result = work(&mut play, &hooks);
        self.meter = play.meter.take();
        self.workspace = Some(play.workspace);
        (result, play.state)
    }

    /// Packs the board of a position, if its next turns are eligible.
    #[inline]
    fn pack(&mut self, position: &mut Position) {
        if position.state().screen == Screen::Play && self.memory.may_pack() {
            if self.memory.lacks_plan(position.state()) {
                self.look_on(position.state(), None, |play, hooks| hooks.plan_spawns(play));
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

    /// So many turns were played on a packed board that is left now.
    fn note_packed_turns(&mut self, turns: u64) {
        self.memory.note_packed_turns(turns);
        self.strategies.note_turns(Strategy::Packed, turns);
    }

    /// Begins to pack boards anew where that is time, and no other position can be on a
    /// packed board; gives whether it was.
    fn make_room_for_kinds(&mut self, position: &Position) -> bool {
        self.is_alone(position) && self.memory.make_room_for_kinds(&self.rules)
    }

    /// Whether there is no other position of this engine, which packed boards could
    /// belong to.
    fn is_alone(&self, position: &Position) -> bool {
        // Each counts itself, and the start is the engine's own.
        let starts = self.start.base.iter().count();
        let own = &position.base;
        let start_is_shared =
            self.start.base.iter().any(|start| Arc::ptr_eq(start, own) || Arc::strong_count(start) > 1);
        !start_is_shared && Arc::strong_count(own) == 1 && Arc::strong_count(&self.identity) == 2 + starts
    }
}

/// Learns those lines of a move that are not known yet and have a bit in `wanted`,
/// without making it.
fn learn_lines(play: &mut TurnContext<'_>, hooks: &Accelerator<'_>, direction: usize, wanted: u64) {
    let mover = Mover::Player(direction);
    if let (Some(mv), Some(ways)) = (play.rules.move_of(mover), play.rules.ways(mover)) {
        hooks.learn_lines(play, mv, ways, wanted);
    }
}

/// A turn in the ordinary way, from which memory learns.
fn whole_turn(play: &mut TurnContext<'_>, direction: usize) -> Result<bool, TurnError> {
    if play.direction_blocked(direction)? {
        return Err(Refusal::Blocked.into());
    }
    let mv = play.rules.move_of(Mover::Player(direction)).ok_or(Refusal::NoSuchDirection)?;
    play.manual_turn(mv, None)
}
