//! Spawn plans whose weights depend on what was discovered.
//!
//! See docs/dev/fast-path.md, "Packed games".

use std::rc::Rc;
use std::sync::Arc;

use calcarray::{Position, Value};

use crate::board::shared_values::{Shared, are_identical, share};
use crate::fast::Memory;
use crate::fast::accelerator::Accelerator;
use crate::game::state::State;
use crate::turn::context::TurnContext;
use crate::turn::read_tracker::ReadTracker;
use crate::turn::spawn::plan::{SPAWNS, SpawnPlan};

/// A spawn list whose weights depend on what was discovered, with its plan.
#[derive(Debug)]
pub(crate) struct ComputedPlan {
    /// The spawn list.
    spawns: Shared,
    /// The discovered tiles.
    discovered: Shared,
    /// The plan; `None` if the weights depend on something else.
    plan: Option<Arc<SpawnPlan>>,
}

impl ComputedPlan {
    /// Returns the plan for a state, if it has this list and these discoveries.
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
    /// Returns true if the weights of the spawn list have to be computed, and may be.
    pub(crate) fn lacks_plan(&mut self, state: &State) -> bool {
        let hopeless = |plan: &ComputedPlan| plan.is_of(state) && plan.plan.is_none();
        self.layouts.are_possible()
            && self.any_spawn_plan(state).is_none()
            && !self.computed_plan.as_ref().is_some_and(hopeless)
    }
}

impl Accelerator<'_> {
    /// Computes the weights of the spawn list, and keeps them if they depend on nothing but
    /// what was discovered.
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
                Some(plan) => plan.with_weights(&spawns, weigh),
                None => SpawnPlan::of(&spawns, &tiles, weigh),
            }
        });
        let plan = plan.filter(|_| tracker.reads().at_most_discovered());
        let plan = plan.map(|plan| match before {
            Some(before) if before.entries == plan.entries => before,
            _ => Arc::new(SpawnPlan { by_discovery: true, ..plan }),
        });
        let discovered = Arc::clone(&play.state.discoveries.tiles);
        self.with_memory(|memory| memory.computed_plan = Some(ComputedPlan { spawns, discovered, plan }));
    }
}
