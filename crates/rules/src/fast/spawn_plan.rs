//! Random tiles of modes that put nothing in their way.

use std::rc::Rc;
use std::sync::Arc;

use calcarray::{Position, Value};

use crate::error::TurnError;
use crate::fast::accelerator::Accelerator;
use crate::fast::lines::unpacked_turn::has_empty_conveyor;
use crate::fast::Memory;
use crate::game::state::{are_identical, share, Shared, State};
use crate::random::NoRandomness;
use crate::turn::context::TurnContext;
use crate::turn::read_tracker::ReadTracker;
use crate::turn::spawn::conveyor::{SpawnPlan, SPAWNS};

/// A spawn list whose weights depend on what was discovered.
#[derive(Debug)]
pub(crate) struct ComputedPlan {
    spawns: Shared,
    discovered: Shared,
    /// `None` if it depends on something else.
    plan: Option<Arc<SpawnPlan>>,
}

impl ComputedPlan {
    /// What it is in a game, if that is the one.
    pub(crate) fn of(&mut self, state: &State) -> Option<Arc<SpawnPlan>> {
        if !Arc::ptr_eq(&self.discovered, &state.discoveries.tiles) || !self.is_of(state) {
            return None;
        }
        share(&mut self.spawns, &state.spawns);
        self.plan.clone()
    }

    fn is_of(&self, state: &State) -> bool {
        are_identical(&self.spawns, &state.spawns)
    }
}

impl Memory {
    /// Whether the weights of the spawn list have to be computed before it is
    /// known what to draw from, and may be.
    pub(crate) fn lacks_plan(&mut self, state: &State) -> bool {
        let hopeless = |plan: &ComputedPlan| plan.is_of(state) && plan.plan.is_none();
        self.layouts.are_possible()
            && self.any_spawn_plan(state).is_none()
            && !self.computed_plan.as_ref().is_some_and(hopeless)
    }
}

impl Accelerator<'_> {
    /// Spawns as [`TurnContext::spawn_random`] does, where all that it would do
    /// besides is known to be nothing. Gives whether it did.
    pub(crate) fn spawn_by_plan(&self, play: &mut TurnContext<'_>, amount: f64) -> Result<bool, TurnError> {
        let rules = play.rules;
        let plain = play.emit_events
            || play.state.record.kept
            || rules.has_scripts_in_turns()
            || rules.spawn_blocked().is_some()
            || rules.spawns_at_edge()
            || rules.has_availability()
            || !has_empty_conveyor(&play.state);
        if plain || rules.next_tiles() > 0 {
            return Ok(false);
        }
        let spawned = self.with_memory(|memory| {
            memory.keep_to(&play.state.grid);
            memory.look_at_spawns(&play.state);
            // Lent, which takes less time than to count who has it.
            let own = memory.plan.take_if(|(_, plan)| plan.as_ref().is_some_and(|plan| plan.is_constant()));
            let Some((spawns, Some(plan))) = own else { return None };
            let spawned = match play.random.as_deref_mut() {
                Some(random) => memory.spawn_from_plan(&plan, &mut play.state, amount, random),
                None => memory.spawn_from_plan(&plan, &mut play.state, amount, &mut NoRandomness),
            };
            memory.plan = Some((spawns, Some(plan)));
            Some(spawned)
        });
        let Some(spawned) = spawned.flatten() else { return Ok(false) };
        spawned.map_err(|_| TurnError::OutOfRandomness)?;
        play.discover()?;
        Ok(true)
    }

    /// Computes the weights of the spawn list, and remembers them if they
    /// depend on nothing but what was discovered.
    pub(crate) fn plan_spawns(&self, play: &mut TurnContext<'_>) {
        let (spawns, tiles) = (Arc::clone(&play.state.spawns), Arc::clone(play.state.grid.tiles()));
        let tracker = Rc::new(ReadTracker::forbidding());
        let before = self.with_memory(|memory| memory.computed_plan.take()).flatten();
        let before = before.filter(|own| own.is_of(&play.state)).and_then(|own| own.plan);
        let plan = play.tracked(&tracker, |play| {
            let weigh = |weight: &Value| {
                let weight = play.evaluate_value(weight, &Position::default(), SPAWNS).ok()?;
                Some(play.as_weight(&weight))
            };
            match &before {
                Some(plan) => plan.reweighed(&spawns, weigh),
                None => SpawnPlan::of(&spawns, &tiles, weigh),
            }
        });
        let plan = plan.filter(|_| tracker.reads().nothing_but_discovered());
        let plan = plan.map(|plan| match before {
            Some(before) if before.entries == plan.entries => before,
            _ => Arc::new(SpawnPlan { by_discovery: true, ..plan }),
        });
        let discovered = Arc::clone(&play.state.discoveries.tiles);
        self.with_memory(|memory| memory.computed_plan = Some(ComputedPlan { spawns, discovered, plan }));
    }
}
