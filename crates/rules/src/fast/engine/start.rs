//! The start of games, and their restart.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::sync::Arc;

use crate::board::shared_values::have_identical;
use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::packed::room;
use crate::fast::position::{Base, Position};
use crate::fast::{Accelerator, AnyPackedGame, NotStarted};
use crate::game::discoveries::Discoveries;
use crate::game::state::{StartValues, State};
use crate::random::{Randomness, Redraw};
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;
use crate::world::World;

/// The start of games on packed boards.
#[derive(Debug, Default)]
pub(crate) struct Start {
    /// The state before any tile is there, if it is equal for all games with its start
    /// values.
    pub(crate) base: Option<Arc<Base>>,
    /// The start values of new games, if these are always equal.
    values: Option<Arc<StartValues>>,
    /// The packed board of the last game that started.
    packed: Option<AnyPackedGame>,
    /// The first game that started. Other games share its lists where they are identical.
    first: Option<Box<State>>,
}

impl Engine {
    /// Starts a game.
    ///
    /// # Errors
    /// An expression or script of the start fails, or the time of the engine is no moment.
    pub fn start<R: Randomness>(&mut self, random: &mut R) -> Result<Position, TurnError> {
        World::moment(self.now)?;
        let values = self.start.base.as_ref().map(|base| &base.state.start);
        let are_new = |values| self.start.values.as_ref().is_some_and(|new| Arc::ptr_eq(new, values));
        let random = &mut Redraw::after(Vec::new(), random);
        if let (true, Some(before)) = (values.is_some_and(are_new), self.start.packed.clone()) {
            match self.start_packed(&before, random) {
                Some(Ok((base, packed))) => {
                    self.start.packed = Some(packed.clone());
                    return Ok(Position { base, packed: Some(packed) });
                }
                Some(Err(NotStarted::OutOfRandomness)) => return Err(TurnError::OutOfRandomness),
                Some(Err(NotStarted::Drawn(_))) | None => random.begin_again(),
            }
        }
        let mut position = self.adopt(Box::new(State::new(&self.rules, self.now)));
        self.set_up(&mut position, random, |play| play.start())?;
        // Scripts may draw new start values for each game.
        let scripts = [Trigger::StartBeforeModifiers, Trigger::StartAfterModifiers];
        if !scripts.iter().any(|trigger| self.rules.has_scripts_for(*trigger)) {
            self.start.values = Some(Arc::clone(&position.state().start));
        }
        Ok(position)
    }

    /// Starts again, as "play again" does: manual moves continue to be counted.
    ///
    /// # Errors
    /// An expression or script of the start fails;
    /// [`Refusal::Foreign`](crate::Refusal::Foreign) for a position of another engine.
    pub fn restart<R: Randomness>(
        &mut self,
        position: &mut Position,
        random: &mut R,
    ) -> Result<(), TurnError> {
        self.must_own(position)?;
        self.start_after(position, random, true)
    }

    /// Starts the game that follows another one; it may continue to count manual moves.
    pub(crate) fn start_after<R: Randomness>(
        &mut self,
        position: &mut Position,
        random: &mut R,
        keep_count: bool,
    ) -> Result<(), TurnError> {
        let manual_moves = position.state().manual_moves;
        let manual_moves =
            manual_moves + position.packed.as_ref().map_or(0.0, |own| own.progress().moves as f64);
        match self.restart_packed(position, random, keep_count) {
            Some(Ok(())) => {}
            Some(Err(NotStarted::OutOfRandomness)) => return Err(TurnError::OutOfRandomness),
            Some(Err(NotStarted::Drawn(numbers))) => {
                self.restart_unpacked(position, &mut Redraw::after(numbers, random))?;
            }
            None => self.restart_unpacked(position, random)?,
        }
        let manual_moves = if keep_count { manual_moves } else { 0.0 };
        if position.state().manual_moves != manual_moves {
            position.state_mut().manual_moves = manual_moves;
        }
        Ok(())
    }

    fn restart_unpacked(
        &mut self,
        position: &mut Position,
        random: &mut dyn Randomness,
    ) -> Result<(), TurnError> {
        self.unpack(position);
        self.set_up(position, random, |play| play.start_again())
    }

    /// Starts a game by the interpreter, and keeps its start for packed games.
    fn set_up(
        &mut self,
        position: &mut Position,
        random: &mut dyn Randomness,
        work: impl FnOnce(&mut TurnContext<'_>) -> Result<(), TurnError>,
    ) -> Result<(), TurnError> {
        let no_record = self.no_record.clone();
        let is_eligible = self.rules.may_be_eligible();
        let same_setup = self.change(position, random, |play, hooks| {
            work(play)?;
            play.state.record = no_record;
            if is_eligible {
                hooks.look_at_goals(play);
            }
            Ok(play.same_setup)
        })?;
        // Equal lists of all games share memory, and are then compared by their pointers.
        let first = self.start.first.get_or_insert_with(|| position.base.state.clone());
        position.state_mut().share_identical(first);
        self.start.base = None;
        // Later games can start from this state without the interpreter, if every start
        // makes the same one.
        let has_room = room::is_enough(position.state(), self.rules.limits().kept);
        if same_setup && is_eligible && has_room && is_as_started(&self.rules, position.state()) {
            let mut start = position.base.state.clone();
            start.grid.copy_from(self.rules.starting_grid());
            start.discoveries = Discoveries::default();
            start.manual_moves = 0.0;
            self.start.base = Some(self.adopt(start).base);
        }
        self.pack(position);
        self.start.packed.clone_from(&position.packed);
        self.record_first_plan();
        Ok(())
    }

    /// Records the plan of the first spawns of packed games, if it depends on what was
    /// discovered.
    fn record_first_plan(&mut self) {
        let Start { base: Some(base), packed: Some(packed), .. } = &self.start else { return };
        if !self.memory.lacks_first_plan(packed, &base.state) {
            return;
        }
        let (base, packed) = (Arc::clone(base), packed.clone());
        self.inspect(&base.state, None, |play, hooks: &Accelerator<'_>| hooks.plan_spawns(play));
        self.memory.record_first_plan(&packed, &base.state);
    }

    /// Restarts on a packed board, if a start only puts tiles on the board.
    fn restart_packed<R: Randomness>(
        &mut self,
        position: &mut Position,
        random: &mut R,
        keep_count: bool,
    ) -> Option<Result<(), NotStarted>> {
        let base = self.start.base.as_ref()?;
        let before = position.packed.as_ref()?;
        if !Arc::ptr_eq(base.state.grid.tiles(), position.state().grid.tiles())
            || !Arc::ptr_eq(&base.state.start, &position.state().start)
        {
            return None;
        }
        let moves = before.progress().moves;
        let (base, packed) = match self.start_packed(before, random)? {
            Ok(started) => started,
            Err(why) => return Some(Err(why)),
        };
        self.note_packed_turns(moves);
        match Arc::get_mut(&mut position.base).filter(|_| keep_count) {
            // The game needs a base of its own to hold its count.
            Some(own) => own.state.copy_from(&base.state),
            None => position.base = base,
        }
        position.packed = Some(packed);
        Some(Ok(()))
    }

    /// Starts a game that is packed as the one before, if that can be done. Returns its
    /// base, which it shares with others, and its packed board.
    fn start_packed<R: Randomness>(
        &mut self,
        before: &AnyPackedGame,
        random: &mut R,
    ) -> Option<Result<(Arc<Base>, AnyPackedGame), NotStarted>> {
        let base = self.start.base.as_ref()?;
        let started = self.memory.start_packed(&base.state, before, random)?;
        Some(started.map(|packed| (Arc::clone(base), packed)))
    }
}

/// Returns true if a start has changed nothing but the board and what was discovered. The computed
/// tiles of one start may set what those of another one leave.
fn is_as_started(rules: &Ruleset, state: &State) -> bool {
    let start = &state.start;
    // Scripts for the end of the setup change spawns in the same way in each start.
    let spawns_may_differ = rules.has_scripts_for(Trigger::EndSetup);
    let counters =
        [state.score, state.moves, state.merges, state.merge_moves, state.merges_before, state.won];
    counters.iter().all(|counter| *counter == 0.0)
        && have_identical(&state.game_variables, &start.game_variables)
        && have_identical(&state.modifier_variables, &start.modifier_variables)
        && have_identical(&state.modifier_indices, &start.modifier_indices)
        && (spawns_may_differ || have_identical(&state.spawns, &start.spawns))
}
