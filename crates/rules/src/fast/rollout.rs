//! Games played for their results only.

use std::sync::Arc;

use calcarray::{Meter, Value};

use crate::board::cell::Cell;
use crate::error::{Refusal, TurnError};
use crate::fast::{
    Accelerator, AnyPackedGame, Attempt, DecisionTrie, Memory, MemoryLimits, MemoryUse, NotStarted, Reason,
    Strategy, StrategyUse,
};
use crate::game::record::Record;
use crate::game::state::State;
use crate::game::{Game, Screen};
use crate::random::{Randomness, Redraw};
use crate::ruleset::Ruleset;
use crate::turn::context::{TurnContext, Workspace};
use crate::turn::steps::Mover;
use crate::world::World;

/// A game without an account of its turns and without a record: for playing
/// fast, as searches, statistics and learning programs do.
///
/// It goes exactly as a [`Game`] does with the same random numbers, but
/// remembers what it has learned of the rules, and time stands still in it.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut random = Seeded::new(7);
/// let mut rollout = Rollout::new(rules, &mut random, 0.0)?;
/// while rollout.screen() == Screen::Play {
///     let direction = (0..4).find(|direction| rollout.is_available(*direction)).unwrap_or(0);
///     rollout.play(direction, &mut random)?;
/// }
/// println!("{} points in {} moves", rollout.score(), rollout.moves());
/// # assert_eq!(rollout.screen(), Screen::GameOver);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rollout {
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) memory: Memory,
    decisions: DecisionTrie,
    pub(crate) course: Course,
    meter: Option<Box<Meter>>,
    /// `None` while it is lent.
    workspace: Option<Box<Workspace>>,
    /// What all games have for a record, stored once.
    no_record: Record,
    /// Whether no other game uses the memory.
    pub(crate) is_alone: bool,
    strategies: StrategyUse,
    pub(crate) now: f64,
}

/// Where a game is.
#[derive(Debug)]
pub(crate) struct Course {
    pub(crate) state: Box<State>,
    /// What has changed since then, while the board is packed.
    pub(crate) packed: Option<AnyPackedGame>,
    /// Whether the last thing that happened to `state` was an unpacked turn of the fast path.
    pub(crate) was_fast: bool,
    /// Whether `state` is `start`, as it is after a start on a packed board.
    pub(crate) from_start: bool,
    /// Where the next turn is played; it takes the place of `state` if it
    /// succeeds.
    spare: Option<Box<State>>,
    /// The state that games start from, before any tile is there, if it is the
    /// same for every game.
    pub(crate) start: Option<Box<State>>,
}

impl Rollout {
    /// Starts a game at the time `now`, in milliseconds.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn new(rules: Arc<Ruleset>, random: &mut dyn Randomness, now: f64) -> Result<Rollout, TurnError> {
        let (game, _) = Game::new(rules, &mut World::new(random, now))?;
        Ok(Rollout::from_game(game, now))
    }

    /// Goes on from where a game is. Its record is left behind.
    pub fn from_game(game: Game, now: f64) -> Rollout {
        let (rules, mut state) = game.into_parts();
        let no_record = Record::none();
        state.record = no_record.clone();
        let memory = Memory::new(MemoryLimits::default(), &rules, &state.grid);
        let course =
            Course { state, packed: None, was_fast: false, from_start: false, spare: None, start: None };
        let decisions = DecisionTrie::new(MemoryLimits::default().tests, &rules);
        Rollout {
            rules,
            memory,
            decisions,
            course,
            meter: None,
            workspace: None,
            no_record,
            is_alone: true,
            strategies: StrategyUse::default(),
            now,
        }
    }

    /// The same with other limits for what is remembered. What was learned so
    /// far is forgotten.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Rollout {
        self.unpack_game();
        self.course.was_fast = false;
        self.decisions = DecisionTrie::new(limits.tests, &self.rules);
        self.memory = Memory::new(limits, &self.rules, &self.course.state.grid);
        self
    }

    /// How often the memory was of use so far.
    pub fn memory_use(&self) -> MemoryUse {
        self.memory.used
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// How often each strategy has played a turn, and why others were left.
    pub fn strategy_use(&self) -> StrategyUse {
        let mut used = self.strategies.clone();
        used.note_turns(Strategy::Packed, self.course.packed.as_ref().map_or(0, |own| own.progress().moves));
        used
    }

    /// Presses a direction. Gives whether anything moved.
    ///
    /// # Errors
    /// As [`Game::play`]; the game is as before.
    #[inline]
    pub fn play<R: Randomness>(&mut self, direction: usize, random: &mut R) -> Result<bool, TurnError> {
        match self.attempt_packed(direction, random) {
            Attempt::Done(moved) => Ok(moved),
            attempt => self.play_on(attempt, direction, random),
        }
    }

    /// Plays a turn of which this is the first attempt, by the first strategy that can.
    #[cold]
    fn play_on(
        &mut self,
        mut attempt: Attempt,
        direction: usize,
        random: &mut dyn Randomness,
    ) -> Result<bool, TurnError> {
        // What is drawn in vain is drawn again by the next attempt.
        let drawn = match attempt {
            Attempt::SpawnToCompute(number) => vec![number],
            _ => Vec::new(),
        };
        let random = &mut Redraw::after(drawn, random);
        for strategy in [Strategy::Packed, Strategy::Unpacked] {
            if strategy == Strategy::Unpacked {
                attempt = self.attempt_unpacked(direction, random);
            }
            if let Attempt::UnknownLines = attempt {
                attempt = self.fill_and_try_again(strategy, direction, random);
            }
            let reason = match attempt {
                Attempt::Done(moved) => return Ok(moved),
                Attempt::OutOfRandomness => return Err(TurnError::OutOfRandomness),
                Attempt::NotEligible(reason) => reason,
                Attempt::UnknownLines => Reason::LineUncacheable,
                Attempt::SpawnToCompute(_) => Reason::SpawnComputed,
            };
            self.strategies.note_left(strategy, reason);
            random.begin_again();
        }
        self.play_whole_turn(direction, random)
    }

    /// Plays a turn on the packed board, if it is eligible.
    #[inline]
    fn attempt_packed<R: Randomness>(&mut self, direction: usize, random: &mut R) -> Attempt {
        match &mut self.course.packed {
            Some(packed) => self.memory.packed_turn(packed, direction, random),
            None => Attempt::NotEligible(Reason::NotPacked),
        }
    }

    /// Plays a turn on the board as it is, line by line, if it is eligible.
    fn attempt_unpacked<R: Randomness>(&mut self, direction: usize, random: &mut R) -> Attempt {
        self.unpack_game();
        let Course { state, was_fast, .. } = &mut self.course;
        if state.screen != Screen::Play || state.available.get(direction) != Some(&true) {
            return Attempt::NotEligible(Reason::NoDirection);
        }
        let attempt = self.memory.unpacked_turn(&self.rules, state, direction, random, self.now, *was_fast);
        if let Attempt::Done(_) = attempt {
            self.strategies.note_turns(Strategy::Unpacked, 1);
            // A board that could not be packed a turn ago hardly can now.
            let was_fast = std::mem::replace(&mut self.course.was_fast, true);
            if self.make_room_for_kinds() || !was_fast {
                self.pack_game();
            }
        }
        attempt
    }

    /// Records the lines of a move that are not known yet, and plays the turn then.
    fn fill_and_try_again<R: Randomness>(
        &mut self,
        strategy: Strategy,
        direction: usize,
        random: &mut R,
    ) -> Attempt {
        match strategy {
            Strategy::Packed => self.fill_and_try_packed(direction, random),
            Strategy::Unpacked | Strategy::Interpreter => {
                self.learn_lines(direction, u64::MAX);
                self.attempt_unpacked(direction, random)
            }
        }
    }

    /// The lines of a packed game come from what is known of decisions and collisions;
    /// else from the table, which the interpreter fills.
    fn fill_and_try_packed<R: Randomness>(&mut self, direction: usize, random: &mut R) -> Attempt {
        let mut turn = Attempt::NotEligible(Reason::NotPacked);
        // Whether the move is an odd one may matter to its lines, and what variables
        // hold; what else is in the state can't, and is as it was when the board was
        // packed.
        let moves_before = self.course.state.moves;
        self.course.state.moves = self.moves();
        if let Course { packed: Some(packed), state, .. } = &mut self.course {
            self.memory.unpack_variables(packed, state);
            let rules = (&*self.rules, &mut self.decisions);
            turn = self.memory.packed_turn_with_simulation(rules, (packed, state), direction, random);
        }
        if let (Course { packed: Some(packed), state, .. }, Attempt::UnknownLines) = (&mut self.course, &turn)
        {
            self.memory.unpack_variables(packed, state);
            self.memory.unpack_grid(packed, &mut state.grid);
            let unknown = self.memory.unknown_lines(packed, direction);
            self.learn_lines(direction, unknown);
            if let Course { packed: Some(packed), state, .. } = &mut self.course {
                let rules = (&*self.rules, &self.decisions);
                turn = self.memory.packed_turn_after_lookup(rules, (packed, state), direction, random);
            }
        }
        self.course.state.moves = moves_before;
        if let Course { packed: Some(packed), state, .. } = &mut self.course {
            self.memory.unpack_variables(packed, state);
        }
        turn
    }

    fn play_whole_turn(&mut self, direction: usize, random: &mut dyn Randomness) -> Result<bool, TurnError> {
        let moved = self.whole_turn(direction, random)?;
        self.strategies.note_turns(Strategy::Interpreter, 1);
        self.make_room_for_kinds();
        self.pack_game();
        Ok(moved)
    }

    /// Learns those lines of a move that are not known yet and have a bit in
    /// `wanted`, without making it.
    #[cold]
    fn learn_lines(&mut self, direction: usize, wanted: u64) {
        let rules = Arc::clone(&self.rules);
        let mover = Mover::Player(direction);
        let (Some(mv), Some(ways)) = (rules.move_of(mover), rules.ways(mover)) else { return };
        self.look_on(None, |play, hooks| hooks.learn_lines(play, mv, ways, wanted));
    }

    /// Does something that leaves the state as it is. `None`: no turn was played
    /// yet, and it is not done.
    fn look_on<T>(
        &mut self,
        random: Option<&mut dyn Randomness>,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> T,
    ) -> Option<T> {
        let spare = self.course.spare.take()?;
        let state = std::mem::replace(&mut self.course.state, spare);
        let (result, state) = self.lend(state, random.map(|random| random as _), work);
        self.course.spare = Some(std::mem::replace(&mut self.course.state, state));
        Some(result)
    }

    /// A turn in the ordinary way, from which memory learns.
    fn whole_turn(&mut self, direction: usize, random: &mut dyn Randomness) -> Result<bool, TurnError> {
        if direction >= self.rules.directions().len() {
            return Err(Refusal::NoSuchDirection.into());
        }
        if self.course.state.screen != Screen::Play {
            return Err(Refusal::NotPlaying.into());
        }
        if !self.course.state.available.get(direction).copied().unwrap_or(false) {
            return Err(Refusal::Unavailable.into());
        }
        self.change(random, |play, _| {
            if play.direction_blocked(direction)? {
                return Err(Refusal::Blocked.into());
            }
            let mv = play.rules.move_of(Mover::Player(direction)).ok_or(Refusal::NoSuchDirection)?;
            play.manual_turn(mv, None)
        })
    }

    /// Starts again, as "play again" does.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn restart<R: Randomness>(&mut self, random: &mut R) -> Result<(), TurnError> {
        match self.restart_packed(random) {
            Some(Ok(())) => Ok(()),
            Some(Err(NotStarted::OutOfRandomness)) => Err(TurnError::OutOfRandomness),
            Some(Err(NotStarted::Drawn(numbers))) => {
                self.restart_unpacked(&mut Redraw::after(numbers, random))
            }
            None => self.restart_unpacked(random),
        }
    }

    fn restart_unpacked(&mut self, random: &mut dyn Randomness) -> Result<(), TurnError> {
        self.unpack_game();
        let no_record = self.no_record.clone();
        let is_eligible = self.rules.may_be_eligible();
        let same_setup = self.change(random, |play, hooks| {
            play.start_again()?;
            play.state.record = no_record;
            if is_eligible {
                hooks.look_at_goals(play);
            }
            Ok(play.same_setup)
        })?;
        if let Some(before) = &self.course.spare {
            self.course.state.share_equal(before);
        }
        self.course.start = None;
        if same_setup && is_eligible {
            let mut start = self.course.state.clone();
            start.grid.copy_from(self.rules.starting_grid());
            start.discoveries = crate::turn::discovery::Discoveries::default();
            self.course.start = Some(start);
        }
        self.pack_game();
        self.learn_first_plan();
        Ok(())
    }

    /// Learns what spawns at the start of packed games, if that depends on what was
    /// discovered.
    fn learn_first_plan(&mut self) {
        let Course { start: Some(start), packed: Some(packed), .. } = &self.course else { return };
        if !self.memory.lacks_first_plan(packed, start) {
            return;
        }
        let Some(start) = self.course.start.take() else { return };
        let ((), start) = self.lend(start, None, |play, hooks| hooks.plan_spawns(play));
        if let Some(packed) = &self.course.packed {
            self.memory.learn_first_plan(packed, &start);
        }
        self.course.start = Some(start);
    }

    /// Starts again on a packed board, if nothing else happens at the start
    /// than that tiles appear.
    fn restart_packed<R: Randomness>(&mut self, random: &mut R) -> Option<Result<(), NotStarted>> {
        let start = self.course.start.as_ref()?;
        let before = self.course.packed.as_ref()?;
        if !Arc::ptr_eq(start.grid.tiles(), self.course.state.grid.tiles()) {
            return None;
        }
        let moves = before.progress().moves;
        let packed = match self.memory.start_packed(start, before, random)? {
            Ok(packed) => packed,
            Err(why) => return Some(Err(why)),
        };
        let manual_moves = self.course.state.manual_moves + moves as f64;
        self.course.state.copy_from(start);
        self.course.state.manual_moves = manual_moves;
        self.course.packed = Some(packed);
        self.course.from_start = true;
        self.note_packed_turns(moves);
        Some(Ok(()))
    }

    /// Plays on after a win.
    ///
    /// # Errors
    /// There is no win, or the mode ends with it.
    pub fn continue_after_win(&mut self) -> Result<(), TurnError> {
        self.unpack_game();
        if self.course.state.screen != Screen::Win {
            return Err(Refusal::NoWin.into());
        }
        if !self.rules.postgame_allowed() {
            return Err(Refusal::NoPostgame.into());
        }
        self.course.was_fast = false;
        self.course.state.won = -1.0;
        self.course.state.screen = Screen::Play;
        Ok(())
    }

    fn change<T>(
        &mut self,
        random: &mut dyn Randomness,
        work: impl FnOnce(&mut TurnContext<'_>, &Accelerator<'_>) -> Result<T, TurnError>,
    ) -> Result<T, TurnError> {
        let course = &mut self.course;
        course.was_fast = false;
        let state = match course.spare.take() {
            Some(mut spare) => {
                spare.copy_from(&course.state);
                spare
            }
            None => course.state.clone(),
        };
        let (result, played) = self.lend(state, Some(random), work);
        let course = &mut self.course;
        course.spare = Some(match result {
            Ok(_) => std::mem::replace(&mut course.state, played),
            Err(_) => played,
        });
        result
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

    #[inline]
    fn pack_game(&mut self) {
        if self.course.state.screen == Screen::Play && self.memory.may_pack() {
            self.try_to_pack_game();
        }
    }

    /// So many turns were played on a packed board that is left now.
    fn note_packed_turns(&mut self, turns: u64) {
        self.memory.note_packed_turns(turns);
        self.strategies.note_turns(Strategy::Packed, turns);
    }

    /// Begins to pack boards anew where that is time; gives whether it was.
    fn make_room_for_kinds(&mut self) -> bool {
        self.is_alone && self.memory.make_room_for_kinds(&self.rules)
    }

    fn try_to_pack_game(&mut self) {
        if self.memory.lacks_plan(&self.course.state) {
            self.look_on(None, |play, hooks| hooks.plan_spawns(play));
        }
        self.course.packed = self.memory.pack_game(&self.rules, &self.course.state);
    }

    pub(crate) fn unpack_game(&mut self) {
        self.course.from_start = false;
        if let Some(packed) = self.course.packed.take() {
            self.course.was_fast = false;
            self.note_packed_turns(packed.progress().moves);
            self.memory.unpack(&packed, &self.rules, &mut self.course.state, self.now);
        }
    }

    /// The score.
    pub fn score(&self) -> f64 {
        self.course.packed.as_ref().map_or(self.course.state.score, |packed| packed.progress().score)
    }

    /// Moves, automatic ones with a turn of their own included.
    pub fn moves(&self) -> f64 {
        self.course.state.moves
            + self.course.packed.as_ref().map_or(0.0, |packed| packed.progress().moves as f64)
    }

    /// What the player has in front of them.
    #[inline]
    pub fn screen(&self) -> Screen {
        match &self.course.packed {
            Some(packed) if packed.progress().available == 0 => Screen::GameOver,
            Some(_) => Screen::Play,
            None => self.course.state.screen,
        }
    }

    /// Whether a direction is not blacked out.
    #[inline]
    pub fn is_available(&self, direction: usize) -> bool {
        match &self.course.packed {
            Some(packed) => packed.progress().can_press(direction),
            None => self.course.state.available.get(direction) == Some(&true),
        }
    }

    /// The content of a cell; `None` outside of the grid.
    pub fn cell(&self, cell: Cell) -> Option<Value> {
        self.to_game().cell(cell).cloned()
    }

    /// The game, to be looked at or to go on from. It has no past: its record
    /// is empty.
    pub fn to_game(&self) -> Game {
        let mut state = self.course.state.clone();
        if let Some(packed) = &self.course.packed {
            self.memory.unpack(packed, &self.rules, &mut state, self.now);
        }
        state.record = Record::new();
        Game::from_parts(Arc::clone(&self.rules), state)
    }
}
